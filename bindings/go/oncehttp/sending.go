// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"time"
)

// A response that is not wanted is read to its end, so that its connection can be used again, if it
// is short and comes soon.
const (
	drainOctets = 64 << 10
	drainTime   = 250 * time.Millisecond
)

// once sends a request one time. net/http must not send it again by itself: without GetBody it
// cannot if there is a body, and the trace stops it if there is none.
func (c *call) once(base http.RoundTripper, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	c.last = &sending{cancel: cancel}
	sent := req.WithContext(httptrace.WithClientTrace(ctx, c.last.trace()))
	sent.GetBody = nil
	resp, err := base.RoundTrip(sent)
	if err != nil {
		cancel()
		return nil, c.last.explain(err)
	}
	c.remember(resp, req)
	resp.Body = until(resp.Body, cancel)
	return resp, nil
}

// discard ends a response that nobody wants, so that its connection serves the next attempt.
func (s *sending) discard(resp *http.Response) {
	if resp.Body == nil {
		return
	}
	if resp.ContentLength <= drainOctets {
		late := time.AfterFunc(drainTime, s.cancel)
		defer late.Stop()
		io.Copy(io.Discard, io.LimitReader(resp.Body, drainOctets+1))
	}
	resp.Body.Close()
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
