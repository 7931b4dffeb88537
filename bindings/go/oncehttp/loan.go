// SPDX-License-Identifier: MIT

package oncehttp

import (
	"errors"
	"io"
	"net/http"
	"reflect"
	"sync"
)

// loan is a body without GetBody, lent to one attempt. net/http closes a body also where it did not
// read it, as after a refused connection, or when the server had an answer before it said "100
// Continue". Such a body is still whole, and one that can seek is made whole, so Close closes it
// only if it was read and cannot be rewound.
type loan struct {
	source io.ReadCloser
	seeker io.Seeker // nil if it cannot be rewound
	start  int64     // where it stood before the first attempt

	reading sync.Mutex // held while the source is read or sought
	mu      sync.Mutex
	out     bool // the attempt has it and did not close it yet
	read    bool // or about to be
	last    bool // nobody else will want it
}

func newLoan(source io.ReadCloser) *loan {
	seeker, start := seekerOf(source)
	return &loan{source: source, seeker: seeker, start: start}
}

// renewed is the loan of the next attempt; this one is over.
func (l *loan) renewed() *loan {
	return &loan{source: l.source, seeker: l.seeker, start: l.start}
}

// seekerOf finds out whether a body can be rewound, and to where: nil if there is nothing between
// where it stands and its end, since then it was read before and nobody knows where it began.
func seekerOf(source io.Reader) (seeker io.Seeker, start int64) {
	seeker, ok := unwrapped(source).(io.Seeker)
	if !ok {
		return nil, 0
	}
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, 0
	}
	end, err := seeker.Seek(0, io.SeekEnd)
	if _, back := seeker.Seek(start, io.SeekStart); err != nil || back != nil || end <= start {
		return nil, 0
	}
	return seeker, start
}

var nopClosers = map[reflect.Type]bool{
	reflect.TypeOf(io.NopCloser(nil)): true,
	reflect.TypeOf(io.NopCloser(struct {
		io.Reader
		io.WriterTo
	}{})): true,
}

// unwrapped takes off io.NopCloser, which http.NewRequest puts around what has no Close.
func unwrapped(source io.Reader) io.Reader {
	if nopClosers[reflect.TypeOf(source)] {
		inner, _ := reflect.ValueOf(source).Field(0).Interface().(io.Reader)
		return inner
	}
	return source
}

// lend hands it out, unless it was read.
func (l *loan) lend() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out = !l.read
	return l.out
}

func (l *loan) Read(p []byte) (int, error) {
	l.reading.Lock()
	defer l.reading.Unlock()
	if !l.begin() {
		return 0, http.ErrBodyReadAfterClose
	}
	return l.source.Read(p)
}

func (l *loan) begin() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.read = l.read || l.out
	return l.out
}

// Seek is for another layer of this package, which has it on loan.
func (l *loan) Seek(offset int64, whence int) (int64, error) {
	l.reading.Lock()
	defer l.reading.Unlock()
	if l.seeker == nil || !l.begin() {
		return 0, errors.ErrUnsupported
	}
	return l.seeker.Seek(offset, whence)
}

func (l *loan) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.out
	l.out = false
	if was && (l.read && l.seeker == nil || l.last) {
		return l.source.Close()
	}
	return nil
}

// isConsumed says whether it was read and cannot be rewound.
func (l *loan) isConsumed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.read && l.seeker == nil
}

// takeBack ends the loan and makes the body whole, unless that is not possible.
func (l *loan) takeBack() bool {
	l.mu.Lock()
	if l.read && l.seeker == nil {
		l.mu.Unlock()
		return false
	}
	l.out = false
	read := l.read
	l.mu.Unlock()
	if !read {
		return true
	}
	l.reading.Lock() // a read that has begun comes to its end
	defer l.reading.Unlock()
	_, err := l.seeker.Seek(l.start, io.SeekStart)
	return err == nil
}

// release makes this the last loan.
func (l *loan) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = true
	if !l.out && (!l.read || l.seeker != nil) {
		l.source.Close()
	}
}
