// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// A response that is not wanted is read to its end, so that its connection can be used again, if it
// is short and comes soon.
const (
	drainOctets = 64 << 10
	drainTime   = 250 * time.Millisecond
)

// deadlineError is that of an attempt which Policy.Deadline did not let begin or end.
type deadlineError struct{}

var errDeadline error = deadlineError{}

func (deadlineError) Error() string        { return "oncehttp: the deadline of the policy passed" }
func (deadlineError) Timeout() bool        { return true }
func (deadlineError) Is(target error) bool { return target == context.DeadlineExceeded }

// once sends a request one time. net/http must not send it again by itself: without GetBody it
// cannot if there is a body, and the trace stops it if there is none.
func (c *call) once(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(req.Context())
	s := &sending{cancel: cancel, resent: c.sends}
	c.last = s
	c.sends++
	ctx = context.WithValue(context.WithValue(ctx, callKey{}, c), sendingKey{}, s)
	sent := req.WithContext(httptrace.WithClientTrace(ctx, s.trace()))
	sent.GetBody = nil
	sent.Close, c.single = sent.Close || c.single, false
	if left, limited := c.timeLeft(); limited {
		defer time.AfterFunc(left, s.expire).Stop()
	}
	resp, err := c.base.RoundTrip(sent)
	if err = s.end(err); err != nil {
		cancel(nil)
		if resp != nil && resp.Body != nil {
			resp.Body.Close()
		}
		c.remedy = s.below(sent, nil)
		return nil, err
	}
	resp.Body = until(resp.Body, func() { cancel(nil) })
	if !c.answeredWithin(resp, nil) {
		c.remedy = s.below(sent, resp)
		c.remember(resp, req)
	}
	return resp, nil
}

// expire ends a send for which there is no more time; of an answer that is here the caller reads
// the body as long as it takes.
func (s *sending) expire() {
	s.mu.Lock()
	s.expired = !s.over
	expired := s.expired
	s.mu.Unlock()
	if expired {
		s.cancel(errDeadline)
	}
}

// end ends the watch, and replaces the error of a request that we cancelled ourselves.
func (s *sending) end(err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	switch {
	case s.expired:
		return errDeadline
	case err == nil:
		return nil
	case s.stopped && s.http2:
		return errRefused
	case s.stopped:
		return errLost
	}
	return err
}

// discard ends a response that nobody wants, so that its connection serves the next attempt, or
// that the next one gets another.
func (c *call) discard(resp *http.Response, decision oncemore.Decision) {
	if resp.Body != nil {
		if limit := c.drainTime(resp, decision); limit > 0 {
			late := time.AfterFunc(limit, func() { c.last.cancel(errLate) })
			io.Copy(io.Discard, io.LimitReader(resp.Body, drainOctets+1))
			late.Stop()
		}
		resp.Body.Close()
	}
	if c.renew {
		closeIdle(c.base)
		c.single = c.last.isHTTP2()
	}
}

var errLate = errors.New("oncehttp: the rest of the response did not come soon enough")

// drainTime is how long the rest of a response may take: nothing if its connection is to be ended,
// and the end of a stream of HTTP/2 is to be waited for; half of what the deadline leaves besides
// the wait, so that the next attempt has some. Of a RoundTripper that was not seen to be
// net/http's nobody knows whether it would stop reading.
func (c *call) drainTime(resp *http.Response, decision oncemore.Decision) time.Duration {
	if c.renew || !c.last.isWatched() || resp.ContentLength > drainOctets {
		return 0
	}
	if left, limited := c.timeLeft(); limited {
		return min(drainTime, (left-decision.Delay)/2)
	}
	return drainTime
}

// until returns a body that lets go of the request's context at its end.
func until(body io.ReadCloser, cancel func()) io.ReadCloser {
	switch body := body.(type) {
	case nil:
		cancel()
		return nil
	case io.ReadWriteCloser: // the connection itself, after "101 Switching Protocols"
		return &duplex{response{body, cancel}, body}
	default:
		if body == http.NoBody {
			cancel()
			return body
		}
		return &response{body, cancel}
	}
}

type response struct {
	io.ReadCloser
	cancel func()
}

func (r *response) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if err != nil {
		r.cancel()
	}
	return n, err
}

func (r *response) Close() error {
	defer r.cancel()
	return r.ReadCloser.Close()
}

type duplex struct {
	response
	io.Writer
}
