// SPDX-License-Identifier: MIT

package oncehttp

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"reflect"
	"sync"

	"github.com/oncemore/oncemore/bindings/go"
)

// body gives each attempt the body of a request.
type body struct {
	req   *http.Request
	again func() (io.ReadCloser, error) // nil if there is no GetBody
	loan  *loan                         // of a body without GetBody
	sent  bool

	mu  sync.Mutex
	err error // that it, and not net/http, ended with
}

func newBody(req *http.Request) *body {
	b := &body{req: req, again: req.GetBody}
	if of, ok := req.Body.(*watched); ok && b.again == nil {
		b.again = of.body.again // another layer of this package took GetBody away
	}
	if req.Body != nil && req.Body != http.NoBody && b.again == nil {
		b.loan = newLoan(req.Body)
	}
	return b
}

var errRead = errors.New("oncehttp: the body was read and there is no GetBody")

// next returns the body of the next attempt.
func (b *body) next() (io.ReadCloser, error) {
	first := !b.sent
	b.sent = true
	switch {
	case b.req.Body == nil || b.req.Body == http.NoBody:
		return b.req.Body, nil
	case b.loan != nil && !b.loan.lend():
		return nil, errRead
	case b.loan != nil:
		return b.watch(b.loan, nil)
	case first:
		return b.watch(b.req.Body, nil)
	default:
		return b.watch(b.again())
	}
}

// getBody is that of the request of an attempt: a client needs it to follow a redirect.
func (b *body) getBody() func() (io.ReadCloser, error) {
	if b.req.GetBody == nil {
		return nil
	}
	return func() (io.ReadCloser, error) { return b.watch(b.req.GetBody()) }
}

func (b *body) watch(content io.ReadCloser, err error) (io.ReadCloser, error) {
	if err != nil {
		b.failed(err)
		return nil, err
	}
	return &watched{content, b}, nil
}

// watched is a body whose own errors are told from those of the network.
type watched struct {
	io.ReadCloser
	body *body
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		w.body.failed(err)
	}
	return n, err
}

// Seek is for another layer of this package.
func (w *watched) Seek(offset int64, whence int) (int64, error) {
	if seeker, ok := w.ReadCloser.(io.Seeker); ok {
		return seeker.Seek(offset, whence)
	}
	return 0, errors.ErrUnsupported
}

func (b *body) failed(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = cmp.Or(b.err, err)
}

// caused says whether an error is the body's own.
func (b *body) caused(err error) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err != nil && (!reflect.TypeOf(b.err).Comparable() || errors.Is(err, b.err))
}

// state says whether one more attempt could have the body.
func (b *body) state() oncemore.Body {
	if b.loan != nil && b.loan.isConsumed() {
		return oncemore.BodyConsumed
	}
	return oncemore.BodyReplayable
}

// takeBack takes the body back from the attempt that had it, unless it was read by now and cannot
// be rewound.
func (b *body) takeBack() bool {
	if b.loan == nil {
		return true
	}
	if !b.loan.takeBack() {
		return false
	}
	b.loan = b.loan.renewed()
	return true
}

// release closes the body, or lets the last attempt close it.
func (b *body) release() {
	if b.loan != nil {
		b.loan.release()
	} else if !b.sent && b.req.Body != nil {
		b.req.Body.Close()
	}
}
