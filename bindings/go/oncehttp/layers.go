// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"net/http"
)

// ---- Other layers of this package ---------------------------------------------------------------

type sendingKey struct{}

// within tells the layer of this package that is sending in this context, if there is one, that
// another one is at work inside it, until the function that it returns is called: what net/http
// does meanwhile is not the outer one's to watch.
func within(ctx context.Context) (leave func()) {
	s, ok := ctx.Value(sendingKey{}).(*sending)
	if !ok {
		return func() {}
	}
	s.note(func() { s.inner++; s.earlier = true })
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.inner--
	}
}

// answeredWithin says whether another layer of this package, further in, made this answer: then it
// has decided.
func (c *call) answeredWithin(resp *http.Response, err error) bool {
	if of := callOf(resp); of != nil {
		return of != c
	}
	return as[*Error](err)
}

// ---- Layers of others ---------------------------------------------------------------------------

const (
	remedyRepeats = "the RoundTripper below sent the request more than once; take out of it what " +
		"repeats, or put it above, around the Transport of oncehttp"
	remedyFollows = "the RoundTripper below followed a redirect; use an http.Transport there, " +
		"and let the http.Client above follow"
)

// below says what to do about a RoundTripper that did more with a request than send it once; empty
// if nothing shows that it did.
func (s *sending) below(sent *http.Request, resp *http.Response) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if resp != nil && resp.Request != nil && s.follows(sent, resp.Request) {
		return remedyFollows
	}
	if s.repeats {
		return remedyRepeats
	}
	return ""
}

// follows says whether an answer is that to another request than the one that was sent. Another URL
// alone says so only if the trace did not see this request on its way: it may be sent to another
// place.
func (s *sending) follows(sent, of *http.Request) bool {
	return of.Response != nil && of.Response != sent.Response || method(of) != method(sent) ||
		address(of.URL) != address(sent.URL) && !s.watched(of)
}

// watched says whether this is the request, or a copy of it, that the trace saw on its way.
func (s *sending) watched(req *http.Request) bool {
	of, _ := req.Context().Value(sendingKey{}).(*sending)
	return s.started && of == s
}
