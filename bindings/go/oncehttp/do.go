// SPDX-License-Identifier: MIT

package oncehttp

import (
	"net/http"
	"net/url"
	"strings"
)

// Do sends a request with a client, nil being http.DefaultClient, and once more where that is
// right. Its loop is outside the redirects: the client follows them, and an attempt begins with the
// first request again, unless a redirect proved that the server had accepted it. The policy counts
// hops over the whole call, so it costs at most
// oncemore.RequestsPerCallShared(MaxAttempts, MaxRedirects) requests.
//
// The client is used as it is, with its Transport, Jar and CheckRedirect; if it has no
// CheckRedirect, the policy's MaxRedirects counts in place of net/http's own limit. The client's
// Timeout is for one attempt, its redirects included; the policy's Deadline and the request's
// context are for the call.
//
// Do returns the last response, or a [*url.Error] in which there is an [*Error].
func Do(client *http.Client, req *http.Request, settings Settings) (*http.Response, error) {
	if client == nil {
		client = http.DefaultClient
	}
	defer within(req.Context())()
	c, err := newCall(req, &settings, base(client.Transport), true)
	if err != nil {
		newBody(req).release()
		return nil, asClient(req, err)
	}
	follower := *client
	follower.Transport = sender{c}
	follower.CheckRedirect = c.checkRedirect(client.CheckRedirect)
	resp, err := c.run(req, follower.Do)
	return resp, asClient(req, err)
}

// sender sends each request of an attempt, hop by hop.
type sender struct{ *call }

func (s sender) RoundTrip(req *http.Request) (*http.Response, error) { return s.once(req) }

// checkRedirect asks the policy about each hop that the client's own function allows, unless a
// Transport of the client does. Where the server asks for too long a wait, the redirect is what the
// caller gets.
func (c *call) checkRedirect(
	own func(*http.Request, []*http.Request) error,
) func(*http.Request, []*http.Request) error {
	return func(req *http.Request, via []*http.Request) error {
		if own != nil {
			if err := own(req, via); err != nil {
				return err
			}
		}
		if c.answeredWithin(req.Response, nil) {
			return nil
		}
		err := c.follow(req)
		if hop, ok := err.(*RedirectError); ok && !hop.tooMany() {
			return http.ErrUseLastResponse
		}
		return err
	}
}

// asClient gives an error the type that all errors of a client have.
func asClient(req *http.Request, err error) error {
	if err == nil {
		return nil
	}
	if of, ok := err.(*url.Error); ok {
		return of
	}
	name := method(req)
	failed := &url.Error{Op: name[:1] + strings.ToLower(name[1:]), Err: err}
	if req.URL != nil {
		failed.URL = req.URL.Redacted()
	}
	return failed
}
