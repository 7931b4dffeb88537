// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"net/http"
	"strconv"
)

// exchange sends a request and waits for the answer: http.RoundTripper's RoundTrip or
// http.Client's Do.
type exchange func(req *http.Request) (*http.Response, error)

// run is the loop: it sends until the library says stop.
func (c *call) run(req *http.Request, send exchange) (*http.Response, error) {
	body := newBody(req)
	defer body.release()
	for {
		resp, err := c.attempt(req, body, send)
		decision := c.decide(req, body, resp, err)
		if !decision.Retry() {
			if err != nil {
				err = c.failed(err)
			}
			return resp, err
		}
		if err == nil {
			c.last.discard(resp)
		}
		if err := c.sleep(c.ctx, decision.Delay); err != nil {
			c.last = nil
			c.decide(req, body, nil, err)
			return nil, c.failed(err)
		}
		c.number++
		c.previous = decision.Delay
		c.trail = c.trail.SentAgain()
	}
}

// attempt sends the request once.
func (c *call) attempt(req *http.Request, body *body, send exchange) (*http.Response, error) {
	c.last = nil
	content, err := body.next()
	if err != nil {
		return nil, err
	}
	sent := req.Clone(context.WithValue(c.ctx, insideKey{}, true))
	sent.Body = content
	if sent.Header == nil {
		sent.Header = make(http.Header)
	}
	c.count(sent.Header)
	return send(sent)
}

// count tells the server which attempt this is.
func (c *call) count(header http.Header) {
	if c.AttemptField == "" {
		return
	}
	header.Del(c.AttemptField)
	if c.number > 1 {
		header.Set(c.AttemptField, strconv.FormatUint(uint64(c.number-1), 10))
	}
}
