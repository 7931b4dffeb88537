// SPDX-License-Identifier: MIT

package oncehttp

import (
	"errors"
	"io"
	"net/http"

	"github.com/oncemore/oncemore/bindings/go"
)

// body gives each attempt the body of a request.
type body struct {
	req  *http.Request
	loan *loan // of a body that can be read only once; nil for others
	sent bool
}

func newBody(req *http.Request) *body {
	b := &body{req: req}
	if req.Body != nil && req.Body != http.NoBody && req.GetBody == nil {
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
	case b.loan != nil && !b.loan.lend():
		return nil, errRead
	case b.loan != nil:
		return b.loan, nil
	case first || b.req.Body == nil || b.req.GetBody == nil:
		return b.req.Body, nil
	default:
		return b.req.GetBody()
	}
}

// state says whether one more attempt could have the body.
func (b *body) state() oncemore.Body {
	if b.loan != nil && b.loan.wasRead() {
		return oncemore.BodyConsumed
	}
	return oncemore.BodyReplayable
}

// again takes the body back from the attempt that had it, unless it was read by now.
func (b *body) again() bool {
	if b.loan == nil {
		return true
	}
	if !b.loan.takeBack() {
		return false
	}
	b.loan = newLoan(b.loan.source)
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
