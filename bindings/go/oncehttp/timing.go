// SPDX-License-Identifier: MIT

package oncehttp

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"
)

// Timing are the clocks, the wait and the dice of a call. What is nil is the real one.
type Timing struct {
	// Wall is the clock by which dates in fields are understood. Default: time.Now.
	Wall func() time.Time
	// Monotonic is the clock by which calls are timed, from whatever beginning. Default: that of
	// the runtime.
	Monotonic func() time.Duration
	// Sleep waits, and returns an error at once when ctx ends. Default: a timer.
	Sleep func(ctx context.Context, delay time.Duration) error
	// Random returns 64 uniform bits. Default: rand.Uint64 of math/rand/v2.
	Random func() uint64
}

func (t *Timing) wall() time.Time {
	if t.Wall == nil {
		return time.Now()
	}
	return t.Wall()
}

var began = time.Now()

func (t *Timing) monotonic() time.Duration {
	if t.Monotonic == nil {
		return time.Since(began)
	}
	return t.Monotonic()
}

func (t *Timing) random() uint64 {
	if t.Random == nil {
		return rand.Uint64()
	}
	return t.Random()
}

// sleep returns the error of a context that ended, also if it had ended before.
func (t *Timing) sleep(ctx context.Context, delay time.Duration) error {
	if ended(ctx) {
		return reason(ctx)
	}
	if t.Sleep != nil {
		return t.Sleep(ctx, delay)
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return reason(ctx)
	}
}

// ended says whether a context is over. Its own timer may be late: http.Client, whose Timeout ends
// the request in two ways at once, makes that visible.
func ended(ctx context.Context) bool {
	deadline, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && !time.Now().Before(deadline)
}

// reason is why a context ended.
func reason(ctx context.Context) error {
	return cmp.Or(context.Cause(ctx), context.DeadlineExceeded)
}
