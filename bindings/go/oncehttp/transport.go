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
// the last error. Within an attempt of another Transport or of [Do] this one decides, and the other
// one sends once.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	defer within(req.Context())()
	c := hopOf(req)
	var err error
	if c != nil {
		err = c.hop(req)
	} else {
		c, err = newCall(req, &t.Settings, base(t.Base), false)
	}
	if err != nil {
		newBody(req).release()
		return nil, err
	}
	return c.run(req, c.once)
}

// hop goes on with the call that a redirect belongs to.
func (c *call) hop(req *http.Request) error {
	c.ctx = req.Context()
	if err := c.follow(req); err != nil {
		return c.failed(err) // nothing was sent, so there is nothing to decide
	}
	return nil
}

// CloseIdleConnections closes those of Base, for http.Client.CloseIdleConnections.
func (t *Transport) CloseIdleConnections() { closeIdle(base(t.Base)) }

// idleCloser is a RoundTripper that can be asked for another connection, by closing those that are
// idle; http.Transport is one.
type idleCloser interface{ CloseIdleConnections() }

func closeIdle(sender http.RoundTripper) {
	if closer, ok := sender.(idleCloser); ok {
		closer.CloseIdleConnections()
	}
}

func base(t http.RoundTripper) http.RoundTripper {
	if t == nil {
		return http.DefaultTransport
	}
	return t
}
