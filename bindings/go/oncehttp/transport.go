// SPDX-License-Identifier: MIT

package oncehttp

import "net/http"

// Transport is an [http.RoundTripper] that sends a request once more where that is right. Its loop
// is inside the redirects: what it repeats is the hop that failed, never the request that began the
// chain. A call keeps one attempt count, one hop count and one start along the redirects that an
// http.Client follows, so it costs at most
// oncemore.RequestsPerCallShared(MaxAttempts, MaxRedirects) requests.
//
// The zero Transport never retries and lets no redirect be followed, as the zero Policy says. Any
// number of goroutines may use a Transport; its fields must not change meanwhile.
type Transport struct {
	Settings
	// Base sends. Default: http.DefaultTransport.
	Base http.RoundTripper
}

// RoundTrip sends the request, again if need be, and returns the last response; or an [*Error] with
// the last error. A request that is part of another call's attempt, because a client of [Do] or
// another Transport is wrapped around this one, is sent once.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	sender := base(t.Base)
	if inside(req.Context()) {
		return sender.RoundTrip(req)
	}
	c := callOf(req.Response)
	if c == nil {
		c = newCall(req.Context(), &t.Settings, false)
	} else if err := c.hop(req); err != nil {
		return nil, err
	}
	return c.run(req, func(req *http.Request) (*http.Response, error) {
		return c.once(sender, req)
	})
}

// hop goes on with the call that a redirect belongs to.
func (c *call) hop(req *http.Request) error {
	c.ctx = req.Context()
	err := c.follow(req)
	if err == nil {
		return nil
	}
	newBody(req).release()
	return c.failed(err) // nothing was sent, so there is nothing to decide
}

// CloseIdleConnections closes those of Base, for http.Client.CloseIdleConnections.
func (t *Transport) CloseIdleConnections() {
	if closer, ok := base(t.Base).(interface{ CloseIdleConnections() }); ok {
		closer.CloseIdleConnections()
	}
}

func base(t http.RoundTripper) http.RoundTripper {
	if t == nil {
		return http.DefaultTransport
	}
	return t
}
