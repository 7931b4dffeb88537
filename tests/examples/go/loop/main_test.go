// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// logged are the lines that a call logs under a policy that does not wait long.
func logged(t *testing.T, ctx context.Context, url string, want string) {
	t.Helper()
	var lines bytes.Buffer
	log.SetOutput(&lines)
	log.SetFlags(0)
	policy := oncemore.DefaultPolicy()
	policy.MaxAttempts = 3
	policy.Backoff.Jitter = oncemore.JitterNone
	policy.Backoff.Initial = 2 * time.Millisecond
	resp, err := get(ctx, policy, url)
	if err == nil {
		resp.Body.Close()
	}
	if got := lines.String(); got != want {
		t.Errorf("expected:\n%sgot:\n%s", want, got)
	}
}

func TestServerThatGetsWell(t *testing.T) {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if requests++; requests < 3 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	logged(t, context.Background(), server.URL, ""+
		"attempt 1 of 3: 503, retry in 2 ms (server asked 0 ms)\n"+
		"attempt 2 of 3: 503, retry in 4 ms (server asked 0 ms)\n"+
		"attempt 3 of 3: 200, stop: success\n")
}

func TestFailures(t *testing.T) {
	server := httptest.NewServer(nil)
	server.Close()
	logged(t, context.Background(), server.URL, ""+
		"attempt 1 of 3: connect, retry in 2 ms\n"+
		"attempt 2 of 3: connect, retry in 4 ms\n"+
		"attempt 3 of 3: connect, stop: attempts_exhausted, wait 8 ms\n")
	logged(t, context.Background(), "gopher://127.0.0.1/",
		"attempt 1 of 3: other, stop: failure_not_retried\n")
	over, cancel := context.WithCancel(context.Background())
	cancel()
	logged(t, over, server.URL, "attempt 1 of 3: cancelled, stop: cancelled\n")

	broken := httptest.NewTLSServer(nil)
	defer broken.Close()
	broken.Config.ErrorLog = log.New(&bytes.Buffer{}, "", 0)
	logged(t, context.Background(), broken.URL,
		"attempt 1 of 3: tls_certificate, stop: failure_not_retried\n")

	hangsUp := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		panic(http.ErrAbortHandler)
	}))
	defer hangsUp.Close()
	logged(t, context.Background(), hangsUp.URL, ""+
		"attempt 1 of 3: connection_lost, retry in 2 ms\n"+
		"attempt 2 of 3: connection_lost, retry in 4 ms\n"+
		"attempt 3 of 3: connection_lost, stop: attempts_exhausted, wait 8 ms\n")
}

// A jitter that goes by the delay before backs off, since the loop advances.
func TestDecorrelated(t *testing.T) {
	var waits []time.Duration
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		waits = append(waits, time.Duration(time.Now().UnixNano()))
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	log.SetOutput(io.Discard)
	policy := oncemore.DefaultPolicy()
	policy.MaxAttempts = 40
	policy.Backoff.Jitter = oncemore.JitterDecorrelated
	policy.Backoff.Initial = time.Millisecond
	policy.Backoff.Cap = 10 * time.Millisecond
	resp, err := get(context.Background(), policy, server.URL)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	// Without the delay before, none is longer than three times the initial one.
	long := 0
	for i := 1; i < len(waits); i++ {
		if waits[i]-waits[i-1] > 4*time.Millisecond {
			long++
		}
	}
	if len(waits) != 40 || long < 10 {
		t.Errorf("%d requests, %d long waits", len(waits), long)
	}
}

// When the deadline has passed nothing more is sent, and an attempt ends with it.
func TestDeadline(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		<-req.Context().Done()
	}))
	defer server.Close()
	log.SetOutput(io.Discard)
	policy := oncemore.DefaultPolicy()
	policy.Deadline = 50 * time.Millisecond
	start := time.Now()
	_, err := get(context.Background(), policy, server.URL)
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 5*time.Second {
		t.Error(err, time.Since(start))
	}
}

// The README shows this program as it is, but with blanks for tabs.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../../bindings/go/README.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(program), "\n\n") // without the licence
	shown = strings.ReplaceAll(shown, "\t", "    ")
	if !strings.Contains(string(readme), "```go\n"+shown+"```\n") {
		t.Error("README.md does not show tests/examples/go/loop/main.go as it is")
	}
}
