// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

func redirect(code int, to string) http.HandlerFunc { return status(code, "Location", to) }

// What each shape sends and says when a script is played.
func TestRedirects(t *testing.T) {
	for name, test := range map[string]struct {
		method            string
		script            []http.HandlerFunc
		arrivals, results map[string]string
		reason            map[string]oncemore.Reason
	}{
		"the POST arrives once": {"POST",
			[]http.HandlerFunc{redirect(303, "/b"), status(429)},
			map[string]string{"transport": "POST / 5, GET /b 0, GET /b 0",
				"do": "POST / 5, GET /b 0"},
			map[string]string{"transport": "429", "do": "429"},
			map[string]oncemore.Reason{"transport": oncemore.ReasonAttemptsExhausted,
				"do": oncemore.ReasonAccepted}},
		"also if the last hop failed": {"POST",
			[]http.HandlerFunc{redirect(303, "/b"), hangUp},
			map[string]string{"transport": "POST / 5, GET /b 0, GET /b 0",
				"do": "POST / 5, GET /b 0"},
			map[string]string{"transport": "error connection_lost", "do": "error connection_lost"},
			map[string]oncemore.Reason{"transport": oncemore.ReasonAttemptsExhausted,
				"do": oncemore.ReasonAccepted}},
		"the whole body at the second": {"POST",
			[]http.HandlerFunc{redirect(307, "/b"), status(429)},
			map[string]string{"transport": "POST / 5, POST /b 5, POST /b 5",
				"do": "POST / 5, POST /b 5, POST / 5"},
			map[string]string{"transport": "429", "do": "429"},
			map[string]oncemore.Reason{"transport": oncemore.ReasonAttemptsExhausted,
				"do": oncemore.ReasonAttemptsExhausted}},
		"a loop": {"GET",
			[]http.HandlerFunc{redirect(302, "/b")},
			map[string]string{"transport": "GET / 5, GET /b 0, GET /b 0, GET /b 0",
				"do": "GET / 5, GET /b 0, GET /b 0, GET /b 0"},
			map[string]string{"transport": "redirect_limit", "do": "redirect_limit"},
			map[string]oncemore.Reason{"transport": oncemore.ReasonRedirect,
				"do": oncemore.ReasonFailureNotRetried}},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, send send) {
				shape := t.Name()[strings.LastIndex(t.Name(), "/")+1:]
				server := newStub(t, test.script...)
				r := newRecorder(2)
				r.Policy.MaxRedirects = 3
				body := strings.NewReader("12345")
				resp, err := send(r, newRequest(t, test.method, server.URL, body))
				equal(t, "arrivals", server.arrived(), test.arrivals[shape])
				result := got(resp, err)
				var hop *RedirectError
				if errors.As(err, &hop) {
					result = hop.Decision.Reason.String()
				}
				equal(t, "result", result, test.results[shape])
				last := lastOf(err)
				if err == nil {
					last = Decisions(resp)[len(Decisions(resp))-1]
				}
				equal(t, "reason", last.Reason, test.reason[shape])
			})
		})
	}
}

// Attempts and hops are counted for the call: 3 + 2 requests, not 3 x 3.
func TestCountsAreShared(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503), redirect(302, "/b"), status(503), redirect(302, "/c"),
			status(503), status(503))
		r := newRecorder(3)
		r.Policy.MaxRedirects = 2
		resp, err := send(r, newRequest(t, "GET", server.URL, nil))
		equal(t, "result", got(resp, err), "503")
		equal(t, "requests", len(strings.Split(server.arrived(), ",")), 5)
		equal(t, "worst", oncemore.RequestsPerCallShared(3, 2), 5)
	})
}

// An outer attempt tells the library of its hops, and the next one begins anew; an inner one has
// none to tell of.
func TestTrail(t *testing.T) {
	for code, trail := range map[int]string{307: "1 moved", 302: "1 moved+accepted"} {
		server := newStub(t, redirect(code, "/b"), status(429), status(429))
		resp, err := Do(nil, newRequest(t, "POST", server.URL, nil), newRecorder(2).Settings)
		equal(t, "result", got(resp, err), "429")
		equal(t, "first", Decisions(resp)[0].Attempt.Redirects.String(), trail)
		if code == 307 {
			equal(t, "second", Decisions(resp)[1].Attempt.Redirects.String(), "1 -")
		}
		server = newStub(t, redirect(code, "/b"), status(429))
		resp, err = newRecorder(1).client().Do(newRequest(t, "POST", server.URL, nil))
		equal(t, "result", got(resp, err), "429")
		equal(t, "of a Transport", Decisions(resp)[1].Attempt.Redirects, oncemore.Trail{})
	}
}

// A client with a Timeout gives each hop a context that ends with its response.
func TestHopsOfAClientWithTimeout(t *testing.T) {
	server := newStub(t, redirect(302, "/b"), status(503), status(200))
	client := newRecorder(2).client()
	client.Timeout = 5 * time.Second
	resp, err := client.Do(newRequest(t, "GET", server.URL, nil))
	equal(t, "result", got(resp, err), "200")
}

// The body that the client made for a hop is closed when there is no hop.
func TestBodyOfARefusedHop(t *testing.T) {
	server := newStub(t, redirect(307, "/b"))
	r := newRecorder(2)
	r.Policy.MaxRedirects = 0
	body := newStream("12345")
	req := newRequest(t, "POST", server.URL, newStream("12345"))
	req.GetBody = func() (io.ReadCloser, error) { return body, nil }
	resp, err := r.client().Do(req)
	equal(t, "result", got(resp, err), "error none")
	equal(t, "closed", body.closed.Load(), 1)
}

// The wait that a redirect asks for is a hop's, not an attempt's.
func TestRetryAfterOfRedirect(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(302, "Location", "/b", "Retry-After", "7"), status(200))
		r := newRecorder(3)
		resp, err := send(r, newRequest(t, "GET", server.URL, nil))
		equal(t, "result", got(resp, err), "200")
		equal(t, "waits", len(r.waited), 1)
		equal(t, "wait", r.waited[0], 7*time.Second)
	})
}

func TestRedirectThatAsksForTooLong(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(302, "Location", "/b", "Retry-After", "120"), status(200))
		r := newRecorder(3)
		resp, err := send(r, newRequest(t, "GET", server.URL, strings.NewReader("12345")))
		equal(t, "arrivals", server.arrived(), "GET / 5")
		var hop *RedirectError
		if errors.As(err, &hop) { // a Transport cannot go back to the redirect
			equal(t, "line", strings.Join(r.lines, "\n"),
				"attempt 1 of 3: 302, left to the client to follow")
			equal(t, "wait", hop.Decision.Delay, 2*time.Minute)
			equal(t, "text", hop.Error(), "redirect 302 not followed: server_wait_too_long")
			equal(t, "status", hop.Status, 302)
			return
		}
		equal(t, "line", strings.Join(r.lines, "\n"), "attempt 1 of 3: 302, stop: redirect")
		equal(t, "result", got(resp, err), "302")
	})
}

func TestCancelledBeforeTheHop(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(302, "Location", "/b", "Retry-After", "7"), status(200))
		r := newRecorder(3)
		ctx, cancel := context.WithCancel(context.Background())
		r.Timing.Sleep = func(ctx context.Context, _ time.Duration) error {
			cancel()
			return ctx.Err()
		}
		_, err := send(r, newRequest(t, "GET", server.URL, nil).WithContext(ctx))
		equal(t, "error", errors.Is(err, context.Canceled), true)
		equal(t, "arrivals", server.arrived(), "GET / 0")
	})
}

func TestUnfollowed(t *testing.T) {
	server := newStub(t, redirect(302, "/b"))
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	r := newRecorder(3)
	resp, err := Do(client, newRequest(t, "GET", server.URL, nil), r.Settings)
	equal(t, "result", got(resp, err), "302")
	equal(t, "arrivals", server.arrived(), "GET / 0")
	equal(t, "line", r.lines[0], "attempt 1 of 3: 302, stop: redirect")
}

// A client follows nothing that does not say where to.
func TestRedirectWithoutLocation(t *testing.T) {
	r := newRecorder(3)
	resp, err := r.client().Get(newStub(t, status(308)).URL)
	equal(t, "result", got(resp, err), "308")
	equal(t, "line", r.lines[0], "attempt 1 of 3: 308, stop: redirect")
}

func TestClientThatRefusesARedirect(t *testing.T) {
	server := newStub(t, redirect(302, "/b"))
	refused := errors.New("not there")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return refused
	}}
	r := newRecorder(3)
	resp, err := Do(client, newRequest(t, "GET", server.URL, nil), r.Settings)
	equal(t, "result", got(resp, err), "error redirect_limit")
	equal(t, "error", errors.Is(err, refused), true)
	equal(t, "the redirect, as net/http gives it", resp.StatusCode, 302)
}

// A cookie of the jar is sent once, at each attempt; the one that an attempt set, at the next.
func TestJar(t *testing.T) {
	var cookies []string
	server := newStub(t, func(w http.ResponseWriter, req *http.Request) {
		cookies = append(cookies, req.Header.Get("Cookie"))
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "1"})
		w.WriteHeader(503)
	})
	jar, _ := cookiejar.New(nil)
	resp, err := Do(&http.Client{Jar: jar}, newRequest(t, "GET", server.URL, nil),
		newRecorder(3).Settings)
	equal(t, "result", got(resp, err), "503")
	equal(t, "cookies", strings.Join(cookies, ","), ",a=1,a=1")
}

// A client's Timeout is for one attempt of Do, and a timeout; of a Transport it ends the call.
func TestTimeoutOfClient(t *testing.T) {
	stalled := make(chan struct{})
	stall := func(http.ResponseWriter, *http.Request) { <-stalled }
	server := newStub(t, status(200), stall, status(200), stall)
	defer close(stalled)
	sender := &http.Transport{}
	client := &http.Client{Transport: sender}
	r := newRecorder(3)
	send := func() string { // the first opens a connection, so that the next need not wait for one
		r.lines = nil
		return got(Do(client, newRequest(t, "GET", server.URL, nil), r.Settings))
	}
	equal(t, "result", send(), "200")
	client.Timeout = 150 * time.Millisecond
	equal(t, "result", send(), "200")
	equal(t, "line", r.lines[0], "attempt 1 of 3: timeout, retry in 1000 ms")

	r.lines = nil
	client.Transport = &Transport{r.Settings, sender}
	_, err := client.Get(server.URL)
	equal(t, "error", err != nil, true)
	equal(t, "line", strings.Join(r.lines, "\n"), "attempt 1 of 3: cancelled, stop: cancelled")
}

// The context of a response's request does not make a new call a part of the old one.
func TestContextOfAResponse(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(200), status(503), status(200))
		r := newRecorder(2)
		first, err := send(r, newRequest(t, "GET", server.URL, nil))
		equal(t, "first", got(first, err), "200")
		req := newRequest(t, "GET", server.URL, nil).WithContext(first.Request.Context())
		resp, err := send(r, req)
		equal(t, "second", got(resp, err), "200")
		equal(t, "decisions", len(Decisions(resp)), 2)
	})
}

func TestIdleConnectionsAreClosed(t *testing.T) {
	closed := false
	base := &closer{closed: &closed}
	client := &http.Client{Transport: &Transport{Base: base}}
	client.CloseIdleConnections()
	equal(t, "closed", closed, true)
	(&Transport{Base: roundTrip(nil)}).CloseIdleConnections()
}

type closer struct {
	http.RoundTripper
	closed *bool
}

func (c *closer) CloseIdleConnections() { *c.closed = true }

// Errors that a client makes without sending have the type that all have.
func TestNothingSent(t *testing.T) {
	for _, address := range []string{"gopher://x.invalid/", "http:///nowhere"} {
		r := newRecorder(3)
		body := newStream("x")
		req := newRequest(t, "GET", address, body)
		resp, err := Do(nil, req, r.Settings)
		equal(t, address, got(resp, err), "error other")
		equal(t, "closed", body.closed.Load(), 1)
	}
	req := newRequest(t, "GET", "http://x.invalid/", nil)
	req.URL = nil
	resp, err := Do(nil, req, newRecorder(3).Settings)
	equal(t, "no URL", got(resp, err), "error other")
}
