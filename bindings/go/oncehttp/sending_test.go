// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// What is thrown away before a retry is read to its end, so that the connection is kept.
func TestThousandRetriedCallsUseOneConnection(t *testing.T) {
	answer := func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(503)
		w.Write(make([]byte, 20000))
	}
	calls := 1000
	if testing.Short() {
		calls = 100
	}
	script := []http.HandlerFunc{}
	for i := 0; i < calls; i++ {
		script = append(script, answer, status(200))
	}
	var conns atomic.Int32
	server := startStub(t, func(config *http.Server) {
		config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				conns.Add(1)
			}
		}
	}, script...)
	r := newRecorder(2)
	r.OnDecision = nil
	client := &http.Client{Transport: &Transport{r.Settings, &http.Transport{}}}
	for i := 0; i < calls; i++ {
		resp, err := client.Get(server.URL)
		equal(t, "result", got(resp, err), "200")
	}
	equal(t, "connections", conns.Load(), 1)
}

// A response that does not end is not waited for.
func TestEndlessResponse(t *testing.T) {
	endless := func(w http.ResponseWriter, req *http.Request) {
		w.WriteHeader(503)
		http.NewResponseController(w).Flush()
		<-req.Context().Done()
	}
	server := newStub(t, endless, status(200))
	start := time.Now()
	resp, err := Do(nil, newRequest(t, "GET", server.URL, nil), newRecorder(2).Settings)
	equal(t, "result", got(resp, err), "200")
	equal(t, "soon", time.Since(start) < 5*time.Second, true)
}

// A long one is not read, and a longer one not even begun, nor what might not end; it is closed all
// the same.
func TestLongResponse(t *testing.T) {
	for _, test := range []struct {
		watched bool
		length  int64
		want    int
	}{{true, -1, drainOctets + 1}, {true, 1 << 20, 0}, {false, -1, 0}} {
		read := 0
		body := &stream{Reader: io.TeeReader(strings.NewReader(strings.Repeat("x", 1<<20)),
			writer(func(p []byte) { read += len(p) }))}
		base := roundTrip(func(req *http.Request) (*http.Response, error) {
			if test.watched {
				httptrace.ContextClientTrace(req.Context()).GetConn("x.invalid:80")
			}
			return &http.Response{StatusCode: 503, ContentLength: test.length, Body: body}, nil
		})
		transport := &Transport{newRecorder(2).Settings, base}
		_, err := transport.RoundTrip(newRequest(t, "GET", "/", nil))
		equal(t, "error", err, nil)
		equal(t, "octets", read, test.want)
		equal(t, "closed", body.closed.Load(), 1)
	}
}

// The context in which a request is sent lives as long as its response, and not longer.
func TestContextOfAnAttempt(t *testing.T) {
	var ctx context.Context
	var body io.ReadCloser
	base := roundTrip(func(req *http.Request) (*http.Response, error) {
		ctx = req.Context()
		return &http.Response{StatusCode: 200, Body: body}, nil
	})
	for name, end := range map[string]func(io.ReadCloser){
		"read":   func(body io.ReadCloser) { io.ReadAll(body) },
		"closed": func(body io.ReadCloser) { body.Close() },
		"empty":  nil,
	} {
		body = http.NoBody
		if end != nil {
			body = io.NopCloser(strings.NewReader("12345"))
		}
		resp, err := (&Transport{Base: base}).RoundTrip(newRequest(t, "GET", "/", nil))
		equal(t, "error", err, nil)
		if end != nil {
			equal(t, "before it is "+name, ctx.Err(), nil)
			end(resp.Body)
		}
		equal(t, name, ctx.Err(), context.Canceled)
	}
}

type writer func(p []byte)

func (w writer) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}

// A RoundTripper that is not net/http's tells nothing but its error.
func TestForeignTransport(t *testing.T) {
	for text, want := range map[error]oncemore.Failure{
		io.ErrUnexpectedEOF:                   oncemore.FailureConnectionLost,
		&net.OpError{Op: "dial", Err: io.EOF}: oncemore.FailureConnect,
		errors.New("something happened"):      oncemore.FailureOther,
	} {
		base := roundTrip(func(*http.Request) (*http.Response, error) { return nil, text })
		r := newRecorder(1)
		_, err := (&Transport{r.Settings, base}).RoundTrip(newRequest(t, "GET", "/", nil))
		equal(t, "failure", lastOf(err).Attempt.Failure, want)
		equal(t, "error", errors.Is(err, text), true)
	}
	empty := roundTrip(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 503}, nil
	})
	resp, err := (&Transport{newRecorder(2).Settings, empty}).RoundTrip(
		newRequest(t, "GET", "/", nil))
	equal(t, "error", err, nil)
	equal(t, "a response without a body", len(Decisions(resp)), 2)
}
