// SPDX-License-Identifier: MIT

package oncehttp

import (
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
	defer func() { c.last = nil }() // nobody needs the connection of a call that is over
	for {
		resp, err := c.attempt(req, body, send)
		if c.answeredWithin(resp, err) {
			c.log(req, "another layer of oncehttp, further in, decides; this one sends once")
			return resp, err
		}
		attempt, decision := c.decide(req, body, resp, err)
		if !decision.Retry() {
			return resp, c.failed(err)
		}
		if err == nil {
			c.discard(resp, decision)
		}
		if err := c.Timing.sleep(c.ctx, decision.Delay); err != nil {
			c.last = nil
			c.decide(req, body, nil, err)
			return nil, c.failed(err)
		}
		c.next = attempt.Advance(decision)
		c.trail = c.trail.SentAgain()
	}
}

// attempt sends the request once, if there is time for it.
func (c *call) attempt(req *http.Request, body *body, send exchange) (*http.Response, error) {
	c.last, c.remedy = nil, ""
	if left, limited := c.timeLeft(); limited && left == 0 {
		return nil, errDeadline
	}
	content, err := body.next()
	if err != nil {
		return nil, err
	}
	sent := req.Clone(c.ctx)
	sent.Body = content
	sent.GetBody = body.getBody()
	if sent.Header == nil {
		sent.Header = make(http.Header)
	}
	c.count(sent.Header)
	if c.key != "" {
		sent.Header.Set(c.KeyField, c.key)
	}
	return send(sent)
}

// count tells the server which attempt this is.
func (c *call) count(header http.Header) {
	if c.AttemptField == "" {
		return
	}
	header.Del(c.AttemptField)
	if c.next.Number > 1 {
		header.Set(c.AttemptField, strconv.FormatUint(uint64(c.next.Number-1), 10))
	}
}
