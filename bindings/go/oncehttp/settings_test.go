// SPDX-License-Identifier: MIT

package oncehttp

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// A policy for each attempt, by how it ended.
func TestPolicyFor(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(500), status(429), status(429), status(500))
		r := newRecorder(4)
		r.PolicyFor = func(attempt oncemore.Attempt) oncemore.Policy {
			policy := r.Policy
			if attempt.Status == 429 {
				policy.Backoff.Initial = 8 * time.Second
				policy.MaxAttempts = 3
			}
			return policy
		}
		resp, err := send(r, newRequest(t, "GET", server.URL, nil))
		equal(t, "result", got(resp, err), "429")
		equal(t, "waits", fmt.Sprint(r.waited), "[1s 16s]")
	})
}

// A policy for one request stands above that of the settings and that for an attempt.
func TestWithPolicy(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, redirect(302, "/b"), status(503))
		r := newRecorder(4)
		r.PolicyFor = func(oncemore.Attempt) oncemore.Policy { return r.Policy }
		own := r.Policy
		own.MaxAttempts = 2
		own.Backoff.Initial = 3 * time.Second
		req := newRequest(t, "GET", server.URL, nil)
		resp, err := send(r, req.WithContext(WithPolicy(req.Context(), own)))
		equal(t, "result", got(resp, err), "503")
		equal(t, "waits", fmt.Sprint(r.waited), "[3s]")

		own.MaxRedirects = 0
		server = newStub(t, redirect(302, "/b"), status(503))
		req = newRequest(t, "GET", server.URL, nil)
		_, err = send(r, req.WithContext(WithPolicy(req.Context(), own)))
		equal(t, "hops", server.arrived(), "GET / 0")
		var hop *RedirectError
		equal(t, "reason", errors.As(err, &hop) &&
			hop.Decision.Reason == oncemore.ReasonRedirectLimit, true)
	})
}

// A key is made once for a call that needs one, and for all its attempts and hops.
func TestMakeKey(t *testing.T) {
	for _, test := range []struct{ method, own, want string }{
		{"POST", "", "made 1,made 1,made 1"},
		{"POST", "mine", "mine,mine,mine"},
		{"PUT", "", ",,"},
	} {
		each(t, func(t *testing.T, send send) {
			var keys []string
			note := func(answer http.HandlerFunc) http.HandlerFunc {
				return func(w http.ResponseWriter, req *http.Request) {
					keys = append(keys, req.Header.Get("Idempotency-Key"))
					answer(w, req)
				}
			}
			server := newStub(t, note(status(504)), note(redirect(307, "/b")), note(status(200)))
			r := newRecorder(3)
			made := 0
			r.KeyField = "Idempotency-Key"
			r.MakeKey = func() string {
				made++
				return fmt.Sprint("made ", made)
			}
			req := newRequest(t, test.method, server.URL, strings.NewReader("12345"))
			if test.own != "" {
				req.Header.Set("Idempotency-Key", test.own)
			}
			resp, err := send(r, req)
			equal(t, "result", got(resp, err), "200")
			equal(t, test.method, strings.Join(keys, ","), test.want)
			equal(t, "the caller's request", req.Header.Get("Idempotency-Key"), test.own)
		})
	}
}

// A key without a field to send it in is found before anything is sent.
func TestMakeKeyWithoutField(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(200))
		r := newRecorder(3)
		r.MakeKey = UUID
		body := newStream("12345")
		_, err := send(r, newRequest(t, "POST", server.URL, body))
		equal(t, "error", errors.Is(err, errNoKeyField), true)
		equal(t, "arrivals", server.arrived(), "")
		equal(t, "closed", body.closed.Load(), 1)
	})
}

func TestUUID(t *testing.T) {
	form := regexp.MustCompile(
		`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	first, second := UUID(), UUID()
	equal(t, first, form.MatchString(first), true)
	equal(t, "another", first != second, true)
}

// The hook and the log say which request it was, and nothing that may be secret.
func TestWhichRequest(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503), status(200))
		r := newRecorder(3)
		var lines bytes.Buffer
		r.Logger = slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{
			Level: slog.LevelDebug,
			ReplaceAttr: func(_ []string, attribute slog.Attr) slog.Attr {
				if attribute.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return attribute
			},
		}))
		var of []string
		r.OnDecision = func(_ *http.Request, d Decision) {
			of = append(of, fmt.Sprint(d.Method, " ", d.URL, " ", d.Attempt.Number))
		}
		secret := strings.Replace(server.URL, "//", "//me:pw@", 1) + "/a%2Fb?key=k#part"
		resp, err := send(r, newRequest(t, "GET", secret, nil))
		equal(t, "result", got(resp, err), "200")
		place := server.URL + "/a%2Fb"
		equal(t, "hook", strings.Join(of, ", "), "GET "+place+" 1, GET "+place+" 2")
		equal(t, "log", lines.String(), ""+
			`level=DEBUG msg="attempt 1 of 3: 503, retry in 1000 ms" method=GET url=`+place+
			" attempt=1 verdict=retry reason=retryable_status delay=1s\n"+
			`level=DEBUG msg="attempt 2 of 3: 200, stop: success" method=GET url=`+place+
			" attempt=2 verdict=stop reason=success delay=0s\n")
	})
}

// Attempts and hops are sends.
func TestResendCount(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503), redirect(302, "/b"), status(200))
		var counts []int
		r := newRecorder(3)
		r.base = roundTrip(func(req *http.Request) (*http.Response, error) {
			counts = append(counts, ResendCount(req.Context()))
			return http.DefaultTransport.RoundTrip(req)
		})
		req := newRequest(t, "GET", server.URL, nil)
		resp, err := send(r, req)
		equal(t, "result", got(resp, err), "200")
		equal(t, "counts", fmt.Sprint(counts), "[0 1 2]")
		equal(t, "of no call", ResendCount(req.Context()), 0)
	})
}

// The default logger hears of it, and shows nothing unless told to.
func TestDefaultLogger(t *testing.T) {
	var lines bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	for level, want := range map[slog.Level]int{slog.LevelInfo: 0, slog.LevelDebug: 1} {
		lines.Reset()
		slog.SetDefault(slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{Level: level})))
		server := newStub(t, status(200))
		resp, err := newRecorder(1).client().Get(server.URL)
		equal(t, "result", got(resp, err), "200")
		equal(t, level.String(), strings.Count(lines.String(), "stop: success"), want)
	}
}

// A date is understood by the clock of the server that gave it, unless a cache kept the answer.
func TestClockOfTheServer(t *testing.T) {
	now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		date, age string
		want      time.Duration
	}{
		{"Mon, 15 Jun 2026 11:00:00 GMT", "", 2 * time.Second}, // an hour slow
		{"Mon, 15 Jun 2026 11:00:00 GMT", "0", 2 * time.Second},
		{"Mon, 15 Jun 2026 11:00:00 GMT", "7", 0},
		{"soon", "", 0},
	} {
		each(t, func(t *testing.T, send send) {
			fields := []string{"Retry-After", "Mon, 15 Jun 2026 11:00:02 GMT", "Date", test.date}
			if test.age != "" {
				fields = append(fields, "Age", test.age)
			}
			server := newStub(t, status(302, append(fields, "Location", "/b")...),
				status(503, fields...), status(200))
			r := newRecorder(2)
			r.Timing.Wall = func() time.Time { return now }
			resp, err := send(r, newRequest(t, "GET", server.URL, nil))
			equal(t, "result", got(resp, err), "200")
			decisions := Decisions(resp)
			wait, _ := decisions[len(decisions)-2].Attempt.RetryAfter.Wait()
			equal(t, test.date+test.age, wait, test.want)
			if test.want > 0 { // also before the hop
				equal(t, "waits", fmt.Sprint(r.waited[0]), "2s")
			}
		})
	}
}

// Where redirects lead to is net/http's to say; it does so by RFC 3986, as its examples in 5.4
// show.
func TestTargetsOfRedirects(t *testing.T) {
	for reference, want := range map[string]string{
		"g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/",
		"/g": "http://a/g", "//g": "http://g", "?y": "http://a/b/c/d;p?y",
		"g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q#s", "g#s": "http://a/b/c/g#s",
		"g?y#s": "http://a/b/c/g?y#s", ";x": "http://a/b/c/;x", "g;x": "http://a/b/c/g;x",
		"g;x?y#s": "http://a/b/c/g;x?y#s", ".": "http://a/b/c/", "./": "http://a/b/c/",
		"..": "http://a/b/", "../": "http://a/b/", "../g": "http://a/b/g", "../..": "http://a/",
		"../../": "http://a/", "../../g": "http://a/g", "../../../g": "http://a/g",
		"../../../../g": "http://a/g", "/./g": "http://a/g", "/../g": "http://a/g",
		"g.": "http://a/b/c/g.", ".g": "http://a/b/c/.g", "g..": "http://a/b/c/g..",
		"..g": "http://a/b/c/..g", "./../g": "http://a/b/g", "./g/.": "http://a/b/c/g/",
		"g/./h": "http://a/b/c/g/h", "g/../h": "http://a/b/c/h",
		"g;x=1/./y":  "http://a/b/c/g;x=1/y",
		"g;x=1/../y": "http://a/b/c/y", "g?y/./x": "http://a/b/c/g?y/./x",
		"g?y/../x": "http://a/b/c/g?y/../x", "g#s/./x": "http://a/b/c/g#s/./x",
		"g#s/../x": "http://a/b/c/g#s/../x",
	} {
		each(t, func(t *testing.T, send send) {
			var urls []string
			r := newRecorder(1)
			r.base = roundTrip(func(req *http.Request) (*http.Response, error) {
				urls = append(urls, req.URL.String())
				code := 200
				if len(urls) == 1 {
					code = 302
				}
				return &http.Response{StatusCode: code, Body: http.NoBody, Request: req,
					Header: http.Header{"Location": {reference}}}, nil
			})
			resp, err := send(r, newRequest(t, "GET", "http://a/b/c/d;p?q", nil))
			equal(t, "result", got(resp, err), "200")
			equal(t, reference, urls[len(urls)-1], want)
		})
	}
}
