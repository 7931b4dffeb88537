// SPDX-License-Identifier: MIT

package oncehttp

import (
	"io"
	"net/http"
	"sync"
)

// loan is a body that can be read only once, lent to one attempt. net/http closes a body also where
// it did not read it, as after a refused connection, or when the server had an answer before it
// said "100 Continue". Such a body is still whole, so Close closes it only if it was read.
type loan struct {
	mu     sync.Mutex
	source io.ReadCloser
	out    bool // the attempt has it and did not close it yet
	read   bool // or about to be
	last   bool // nobody else will want it
}

func newLoan(source io.ReadCloser) *loan { return &loan{source: source} }

// lend hands it out, unless it was read.
func (l *loan) lend() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out = !l.read
	return l.out
}

func (l *loan) Read(p []byte) (int, error) {
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

func (l *loan) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.out
	l.out = false
	if was && (l.read || l.last) {
		return l.source.Close()
	}
	return nil
}

func (l *loan) wasRead() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.read
}

// takeBack ends the loan, unless it was read.
func (l *loan) takeBack() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out = l.out && l.read
	return !l.read
}

// release makes this the last loan.
func (l *loan) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = true
	if !l.out && !l.read {
		l.source.Close()
	}
}
