// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// net/http would send these again by itself, because the connection was a kept one: the library
// decides, and counts.
func TestKeptConnectionIsLost(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		for _, secure := range []bool{false, true} {
			server := newStub(t, status(200), hangUp, hangUp, status(200))
			url, sender := server.URL, &http.Transport{}
			if secure {
				url, sender = overTLS(t, server)
			}
			r := newRecorder(2)
			r.base = sender
			resp, err := send(r, newRequest(t, "GET", url, nil))
			equal(t, "result", got(resp, err), "200")
			resp, err = send(r, newRequest(t, "GET", url, nil))
			equal(t, "result", got(resp, err), "error connection_lost")
			equal(t, "requests", server.arrived(), "GET / 0, GET / 0, GET / 0")
			var failed *Error
			equal(t, "first error", errors.As(err, &failed) &&
				errors.Is(failed.Decisions[0].Err, errLost), true)
		}
	})
}

// With others in the pool, net/http has one at hand at once.
func TestKeptConnectionIsLostAmongOthers(t *testing.T) {
	const kept = 12
	for _, secure := range []bool{false, true} {
		var together sync.WaitGroup
		together.Add(kept)
		server := newStub(t, func(w http.ResponseWriter, req *http.Request) {
			if req.URL.Path == "/lost" {
				hangUp(w, req)
			}
			together.Done()
			together.Wait() // so each has a connection of its own
		})
		url, sender := server.URL, &http.Transport{}
		if secure {
			url, sender = overTLS(t, server)
		}
		sender.MaxIdleConnsPerHost = kept
		client := &http.Client{Transport: &Transport{newRecorder(1).Settings, sender}}
		var calls sync.WaitGroup
		for i := 0; i < kept; i++ {
			calls.Add(1)
			go func() {
				defer calls.Done()
				resp, err := client.Get(url)
				equal(t, "result", got(resp, err), "200")
			}()
		}
		calls.Wait()
		for i := 1; i < kept; i++ {
			resp, err := client.Get(url + "/lost")
			equal(t, "result", got(resp, err), "error connection_lost")
			equal(t, "requests", strings.Count(server.arrived(), "lost"), i)
		}
	}
}

func TestKeyIsNoLicenceForNetHTTP(t *testing.T) {
	server := newStub(t, status(200), hangUp, status(200))
	client := &http.Client{Transport: &http.Transport{}}
	for _, want := range []string{"200", "error connection_lost"} {
		req := newRequest(t, "POST", server.URL, strings.NewReader("12345"))
		req.Header.Set("Idempotency-Key", "k-1")
		resp, err := Do(client, req, newRecorder(1).Settings)
		equal(t, "result", got(resp, err), want)
	}
	equal(t, "requests", server.arrived(), "POST / 5, POST / 5")
}

// A connection that the server closes between the moment it is chosen and the moment it is used:
// nothing was written, so even a POST is sent again.
func TestConnectionDiesBeforeItIsUsed(t *testing.T) {
	for _, end := range []func(net.Conn){
		func(conn net.Conn) { conn.Close() },
		func(conn net.Conn) { // RST instead of FIN
			conn.(*net.TCPConn).SetLinger(0)
			conn.Close()
		},
	} {
		conns := make(chan net.Conn, 8)
		server := startStub(t, func(config *http.Server) {
			config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
				conns <- conn
				return ctx
			}
		}, status(200))
		client := &http.Client{Transport: &http.Transport{}}
		resp, err := Do(client, newRequest(t, "GET", server.URL, nil), newRecorder(1).Settings)
		equal(t, "result", got(resp, err), "200")

		r := newRecorder(2)
		req := newRequest(t, "POST", server.URL, strings.NewReader("12345"))
		trace := &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) {
			if info.Reused {
				end(<-conns)
				time.Sleep(100 * time.Millisecond) // for the goroutine that reads to see it
			}
		}}
		req = req.WithContext(httptrace.WithClientTrace(req.Context(), trace))
		resp, err = Do(client, req, r.Settings)
		equal(t, "result", got(resp, err), "200")
		equal(t, "line", r.lines[0], "attempt 1 of 2: not_sent, retry in 1000 ms")
		equal(t, "requests", server.arrived(), "GET / 0, POST / 5")
		err = Decisions(resp)[0].Err
		equal(t, "the error alone, "+err.Error(), FailureOf(err), oncemore.FailureNotSent)
	}
}

// Whether net/http writes to HTTP/1 before it looks at the context is a matter of luck. Not so to a
// connection whose time is over; while one of HTTP/2 serves others, too.
func TestConnectionOfReplay(t *testing.T) {
	for field, want := range map[string]bool{"Host": true, ":method": false} {
		first, second := &fakeConn{}, &fakeConn{}
		s := &sending{cancel: func(error) {}}
		trace := s.trace()
		trace.GetConn("")
		trace.GotConn(httptrace.GotConnInfo{Conn: first})
		trace.WroteHeaderField(field, nil)
		trace.GetConn("")
		trace.GotConn(httptrace.GotConnInfo{Conn: second})
		equal(t, "first", first.deadline.IsZero(), true)
		equal(t, field, second.deadline.Before(time.Now()) && !second.deadline.IsZero(), want)
	}
}

type fakeConn struct {
	net.Conn
	deadline time.Time
}

func (c *fakeConn) SetWriteDeadline(deadline time.Time) error {
	c.deadline = deadline
	return nil
}

// A base that sends again what failed would multiply with us.
func TestBaseThatRepeats(t *testing.T) {
	server := newStub(t, hangUp)
	sender := &http.Transport{}
	base := roundTrip(func(req *http.Request) (*http.Response, error) {
		if resp, err := sender.RoundTrip(req); err == nil {
			return resp, nil
		}
		return sender.RoundTrip(req)
	})
	client := &http.Client{Transport: &Transport{newRecorder(2).Settings, base}}
	resp, err := client.Get(server.URL)
	equal(t, "result", got(resp, err), "error connection_lost")
	equal(t, "requests", server.arrived(), "GET / 0, GET / 0")
}

// A base that answers a challenge sends other requests in the same context. They are no replay.
func TestBaseThatSendsMore(t *testing.T) {
	server := newStub(t, status(401), status(200), status(401))
	sender := &http.Transport{}
	second := server.URL
	base := roundTrip(func(req *http.Request) (*http.Response, error) {
		resp, err := sender.RoundTrip(req)
		if err != nil {
			return nil, err
		}
		resp.Body.Close()
		again := newRequest(t, req.Method, second, nil).WithContext(req.Context())
		return sender.RoundTrip(again)
	})
	client := &http.Client{Transport: &Transport{newRecorder(1).Settings, base}}
	resp, err := client.Get(server.URL)
	equal(t, "result", got(resp, err), "200")
	equal(t, "requests", server.arrived(), "GET / 0, GET / 0")
	second = refusing(t)
	resp, err = client.Get(server.URL)
	equal(t, "nobody answers the second", got(resp, err), "error connect")
}
