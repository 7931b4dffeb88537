// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// recorder holds settings that wait for nothing, and what was decided and waited.
type recorder struct {
	Settings
	base   http.RoundTripper
	lines  []string
	waited []time.Duration
}

func newRecorder(attempts uint32) *recorder {
	r := &recorder{}
	r.Policy = oncemore.DefaultPolicy()
	r.Policy.MaxAttempts = attempts
	r.Policy.Backoff.Jitter = oncemore.JitterNone
	r.Policy.ServerWait.Spread = 0
	var mu sync.Mutex
	r.OnDecision = func(_ *http.Request, d Decision) {
		mu.Lock()
		defer mu.Unlock()
		r.lines = append(r.lines, d.Line)
	}
	r.Timing.Sleep = func(ctx context.Context, delay time.Duration) error {
		mu.Lock()
		defer mu.Unlock()
		r.waited = append(r.waited, delay)
		return ctx.Err()
	}
	return r
}

func (r *recorder) client() *http.Client {
	return &http.Client{Transport: &Transport{r.Settings, r.base}}
}

// send makes a call in one of the two ways; most tests are for both.
type send func(*recorder, *http.Request) (*http.Response, error)

var shapes = map[string]send{
	"transport": func(r *recorder, req *http.Request) (*http.Response, error) {
		return r.client().Do(req)
	},
	"do": func(r *recorder, req *http.Request) (*http.Response, error) {
		return Do(&http.Client{Transport: r.base}, req, r.Settings)
	},
}

// stub is a server that plays answers, the last one for ever, and notes what arrives.
type stub struct {
	*httptest.Server
	mu       sync.Mutex
	answers  []http.HandlerFunc
	arrivals []string
}

func newStub(t *testing.T, answers ...http.HandlerFunc) *stub {
	t.Helper()
	return startStub(t, func(*http.Server) {}, answers...)
}

func startStub(t *testing.T, configure func(*http.Server), answers ...http.HandlerFunc) *stub {
	t.Helper()
	s := &stub{answers: answers}
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	configure(s.Config)
	s.Start()
	t.Cleanup(s.Close)
	return s
}

func (s *stub) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	octets, _ := io.Copy(io.Discard, req.Body)
	s.mu.Lock()
	answer := s.answers[0]
	if len(s.answers) > 1 {
		s.answers = s.answers[1:]
	}
	s.arrivals = append(s.arrivals, fmt.Sprintf("%s %s %d", req.Method, req.URL.Path, octets))
	s.mu.Unlock()
	answer(w, req)
}

func (s *stub) arrived() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.arrivals, ", ")
}

func status(code int, fields ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(fields); i += 2 {
			w.Header().Set(fields[i], fields[i+1])
		}
		w.WriteHeader(code)
	}
}

// hangUp closes the connection without an answer.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func newRequest(t *testing.T, method, url string, body io.Reader) *http.Request {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// got is what came of a call: the status, or the failure of the last attempt.
func got(resp *http.Response, err error) string {
	if err != nil {
		return "error " + lastOf(err).Attempt.Failure.String()
	}
	resp.Body.Close()
	return fmt.Sprint(resp.StatusCode)
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
