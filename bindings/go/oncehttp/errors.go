// SPDX-License-Identifier: MIT

package oncehttp

import (
	"net/http"
	"net/url"
)

// Error is how a call ended that has no response. Where [http.Client] gives a [*url.Error], it is
// found in there; it unwraps to the error of the last attempt, which is what net/http would have
// given.
//
//	var failed *oncehttp.Error
//	if errors.As(err, &failed) { ... failed.Decisions ... }
type Error struct {
	// Decisions are those of the whole call, one for each attempt, with the error of each. There is
	// at least one. The Delay of the last says when to come back, if the reason is
	// ReasonAttemptsExhausted, ReasonServerWaitTooLong or ReasonDeadline.
	Decisions []Decision
	err       error
}

// Error returns the line of the last decision, and the error of the last attempt.
func (e *Error) Error() string {
	return e.Decisions[len(e.Decisions)-1].Line + ": " + e.err.Error()
}

// Unwrap returns the error of the last attempt.
func (e *Error) Unwrap() error { return e.err }

// Timeout says whether the last attempt timed out, as [url.Error] asks.
func (e *Error) Timeout() bool {
	timeout, ok := e.err.(interface{ Timeout() bool })
	return ok && timeout.Timeout()
}

// Decisions returns those of the call that ended with this response, one for each attempt and, with
// a [Transport], one for each redirect that the client followed. It returns nil for a response that
// did not come through this package.
func Decisions(resp *http.Response) []Decision {
	if c := callOf(resp); c != nil {
		return c.decisions
	}
	return nil
}

// failed puts the decisions into an error, below the url.Error of a client; nil stays nil.
func (c *call) failed(err error) error {
	if err == nil {
		return nil
	}
	if of, ok := err.(*url.Error); ok {
		outer := *of
		outer.Err = &Error{c.decisions, of.Err}
		return &outer
	}
	return &Error{c.decisions, err}
}
