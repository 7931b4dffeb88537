// SPDX-License-Identifier: MIT

package oncehttp

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/oncemore/oncemore/bindings/go"
	"pgregory.net/rapid"
)

// answers are what a server, or the way to it, may do.
var answers = map[string]func() (*http.Response, error){
	"200": answering(200), "404": answering(404), "429": answering(429), "503": answering(503),
	"504": answering(504), "301": answering(301), "302": answering(302), "303": answering(303),
	"307": answering(307), "308": answering(308),
	"refused": failingWith(&net.OpError{Op: "dial"}), "lost": failingWith(io.ErrUnexpectedEOF),
	"unknown": failingWith(errors.New("who knows")),
}

func answering(code int) func() (*http.Response, error) {
	return func() (*http.Response, error) {
		return &http.Response{StatusCode: code, Header: http.Header{"Location": {"/next"}},
			Body: io.NopCloser(strings.NewReader("a body"))}, nil
	}
}

func failingWith(err error) func() (*http.Response, error) {
	return func() (*http.Response, error) { return nil, err }
}

// Whatever happens on the way: no call costs more requests than attempts and hops together, each of
// them has the whole body, and the decisions are one for each attempt.
func TestAnyCall(t *testing.T) {
	names := make([]string, 0, len(answers))
	for name := range answers {
		names = append(names, name)
	}
	rapid.Check(t, func(t *rapid.T) {
		script := rapid.SliceOfN(rapid.SampledFrom(names), 1, 12).Draw(t, "script")
		method := rapid.SampledFrom([]string{"GET", "POST", "PUT"}).Draw(t, "method")
		r := newRecorder(rapid.Uint32Range(1, 4).Draw(t, "attempts"))
		r.Policy.MaxRedirects = rapid.Uint32Range(0, 3).Draw(t, "hops")
		sends, dropped := 0, false
		r.base = roundTrip(func(req *http.Request) (*http.Response, error) {
			if req.Response == nil {
				dropped = false
			} else if code := req.Response.StatusCode; code != 307 && code != 308 {
				dropped = true // net/http sends no body from here on
			}
			if text := read(req); text != "12345" && !dropped {
				t.Fatalf("send %d has the body %q", sends+1, text)
			}
			sends++
			return answers[script[min(sends, len(script))-1]]()
		})
		for name, send := range shapes {
			sends, r.lines = 0, nil
			req, err := http.NewRequest(method, "http://x.invalid/", strings.NewReader("12345"))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := send(r, req)
			last := lastOf(err)
			if err == nil {
				decisions := Decisions(resp)
				last = decisions[len(decisions)-1]
			}
			worst := oncemore.RequestsPerCallShared(r.Policy.MaxAttempts, r.Policy.MaxRedirects)
			if sends < 1 || uint64(sends) > worst {
				t.Fatalf("%s: %d requests, at most %d", name, sends, worst)
			}
			if last.Retry() || last.Attempt.Number > r.Policy.MaxAttempts {
				t.Fatalf("%s: the last is %v", name, last)
			}
			if name == "do" && uint32(len(r.lines)) != last.Attempt.Number {
				t.Fatalf("%s: %v", name, r.lines)
			}
		}
	})
}

func read(req *http.Request) string {
	if req.Body == nil {
		return ""
	}
	defer req.Body.Close()
	text, _ := io.ReadAll(req.Body)
	return string(text)
}
