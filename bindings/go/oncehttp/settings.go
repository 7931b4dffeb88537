// SPDX-License-Identifier: MIT

package oncehttp

import (
	"cmp"
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// Settings are what [Transport] and [Do] share. Only Policy must be set. They are read and never
// changed, so any number of goroutines may use them at once.
type Settings struct {
	// Policy says what is worth another attempt, and when. Begin with oncemore.DefaultPolicy: the
	// zero Policy never retries.
	Policy oncemore.Policy
	// AttemptField names a request field that tells the server that this is not the first attempt,
	// such as Retry-Attempt: the second attempt carries 1, the third 2. The first has no such
	// field, not even one that the caller set. Default: none.
	AttemptField string
	// KeyField names the field in which the caller sends an idempotency key, such as
	// Idempotency-Key. A request that carries it counts as repeatable whatever its method. Each
	// attempt carries the same key; nobody makes one up. Default: none.
	KeyField string
	// Adjust, if set, may add to an attempt what only the caller knows, just before it is decided:
	// Repeatable, Budget, ServerSays, a vendor's RetryAfter. Either resp or err is nil; the body of
	// resp must be left alone.
	Adjust func(attempt *oncemore.Attempt, req *http.Request, resp *http.Response, err error)
	// OnDecision, if set, is called after each attempt, also after the last, before any wait. req
	// is the request that the attempt sent or, in [Do], began with.
	OnDecision func(req *http.Request, decision Decision)

	// For tests; nil is the real one.

	// Random returns 64 uniform bits. Default: rand.Uint64 of math/rand/v2.
	Random func() uint64
	// Now is the clock, by which calls are timed and dates in Retry-After are understood. Default:
	// time.Now.
	Now func() time.Time
	// Sleep waits, and returns an error at once when ctx ends. Default: a timer.
	Sleep func(ctx context.Context, delay time.Duration) error
}

// Decision is what was decided after an attempt, and what about.
type Decision struct {
	oncemore.Decision
	// Attempt holds the facts about the attempt, as they were decided upon.
	Attempt oncemore.Attempt
	// Err is the error that ended the attempt, nil if a response did.
	Err error
	// Line says it for a log: "attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)".
	Line string
}

// String returns Line.
func (d Decision) String() string { return d.Line }

func (s *Settings) random() uint64 {
	if s.Random == nil {
		return rand.Uint64()
	}
	return s.Random()
}

func (s *Settings) now() time.Time {
	if s.Now == nil {
		return time.Now()
	}
	return s.Now()
}

// sleep returns the error of a context that ended, also if it had ended before.
func (s *Settings) sleep(ctx context.Context, delay time.Duration) error {
	if ended(ctx) {
		return reason(ctx)
	}
	if s.Sleep != nil {
		return s.Sleep(ctx, delay)
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
