// SPDX-License-Identifier: MIT

package oncehttp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// stream is a body of which net/http knows no way back.
type stream struct {
	io.Reader
	closed atomic.Int32
}

func newStream(text string) *stream { return &stream{Reader: strings.NewReader(text)} }

func (s *stream) Close() error {
	s.closed.Add(1)
	return nil
}

func TestStreamThatWasRead(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503))
		r := newRecorder(3)
		body := newStream("12345")
		resp, err := send(r, newRequest(t, "PUT", server.URL, body))
		equal(t, "result", got(resp, err), "503")
		equal(t, "arrivals", server.arrived(), "PUT / 5")
		equal(t, "line", r.lines[0], "attempt 1 of 3: 503, stop: body_consumed")
		equal(t, "closed", body.closed.Load(), 1)
	})
}

// net/http closes the body of a request that found no connection. It is whole all the same.
func TestStreamThatNobodyRead(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(200))
		server.Close()
		r := newRecorder(3)
		body := newStream("12345")
		resp, err := send(r, newRequest(t, "POST", server.URL, body))
		equal(t, "result", got(resp, err), "error connect")
		equal(t, "attempts", len(r.lines), 3)
		equal(t, "closed", body.closed.Load(), 1)
		equal(t, "its state", lastOf(err).Attempt.Body, oncemore.BodyReplayable)
	})
}

// Who goes in the wait gets the body closed, too.
func TestStreamThatNobodyWillRead(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		r := newRecorder(3)
		ctx, cancel := context.WithCancel(context.Background())
		r.Sleep = func(ctx context.Context, _ time.Duration) error {
			cancel()
			return ctx.Err()
		}
		body := newStream("12345")
		resp, err := send(r, newRequest(t, "POST", refusing(t), body).WithContext(ctx))
		equal(t, "result", got(resp, err), "error cancelled")
		equal(t, "closed", body.closed.Load(), 1)
	})
}

// A body that is taken back cannot be read by the one who had it.
func TestLoan(t *testing.T) {
	source := newStream("12345")
	b := newBody(newRequest(t, "POST", "http://x.invalid/", source))
	first, err := b.next()
	equal(t, "error", err, nil)
	equal(t, "taken back", b.again(), true)
	second, err := b.next()
	equal(t, "error", err, nil)
	n, err := first.Read(make([]byte, 1))
	equal(t, "octets", n, 0)
	equal(t, "read after the end", err, http.ErrBodyReadAfterClose)
	first.Close()
	text, err := io.ReadAll(second)
	equal(t, "text", string(text), "12345")
	equal(t, "error", err, nil)
	equal(t, "state", b.state(), oncemore.BodyConsumed)
	equal(t, "again", b.again(), false)
	second.Close()
	second.Close()
	b.release()
	equal(t, "closed", source.closed.Load(), 1)
}

// The last attempt closes the body, whenever it comes to that.
func TestLastLoan(t *testing.T) {
	source := newStream("12345")
	b := newBody(newRequest(t, "POST", "http://x.invalid/", source))
	last, _ := b.next()
	b.release()
	equal(t, "still lent", source.closed.Load(), 0)
	last.Close()
	equal(t, "closed", source.closed.Load(), 1)
}

// A server that has an answer before it says "100 Continue" lets the body be whole, too.
func TestStreamThatNobodyAskedFor(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		var requests atomic.Int32
		server := newStub(t, status(200))
		server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if requests.Add(1) == 1 {
				w.WriteHeader(503)
				return
			}
			server.ServeHTTP(w, req)
		})
		r := newRecorder(3)
		body := newStream("12345")
		req := newRequest(t, "POST", server.URL, body)
		req.Header.Set("Expect", "100-continue")
		resp, err := send(r, req)
		equal(t, "result", got(resp, err), "200")
		equal(t, "arrivals", server.arrived(), "POST / 5")
		equal(t, "closed", body.closed.Load(), 1)
	})
}

func TestBodyThatCannotBeProduced(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503))
		r := newRecorder(3)
		req := newRequest(t, "PUT", server.URL, strings.NewReader("12345"))
		broken := errors.New("the file is gone")
		req.GetBody = func() (io.ReadCloser, error) { return nil, broken }
		resp, err := send(r, req)
		equal(t, "result", got(resp, err), "error other")
		equal(t, "error", errors.Is(err, broken), true)
		equal(t, "arrivals", server.arrived(), "PUT / 5")
	})
}

// Whoever sends nothing at first has nothing to send again.
func TestNoBodyButGetBody(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503), status(200))
		req := newRequest(t, "PUT", server.URL, nil)
		req.GetBody = func() (io.ReadCloser, error) { return newStream("12345"), nil }
		resp, err := send(newRecorder(2), req)
		equal(t, "result", got(resp, err), "200")
		equal(t, "arrivals", server.arrived(), "PUT / 0, PUT / 0")
	})
}

// A body that was read and yet is to be sent again: only a foreign RoundTripper can come to that.
func TestForeignTransportThatReadsAndSaysItDidNot(t *testing.T) {
	foreign := roundTrip(func(req *http.Request) (*http.Response, error) {
		io.Copy(io.Discard, req.Body)
		req.Body.Close()
		return nil, &net.OpError{Op: "dial"}
	})
	transport := &Transport{newRecorder(3).Settings, foreign}
	_, err := transport.RoundTrip(newRequest(t, "PUT", "http://x.invalid/", newStream("12345")))
	equal(t, "error", errors.Is(err, errRead), true)
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// A server may answer while the request is still being sent, and both go on.
func TestBothWaysAtOnce(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(200))
		server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			controller := http.NewResponseController(w)
			controller.EnableFullDuplex()
			controller.Flush()
			lines := bufio.NewScanner(req.Body)
			for lines.Scan() {
				io.WriteString(w, lines.Text()+"!\n")
				controller.Flush()
			}
		})
		reader, writer := io.Pipe()
		resp, err := send(newRecorder(3), newRequest(t, "POST", server.URL, reader))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		answers := bufio.NewReader(resp.Body)
		for _, line := range []string{"one\n", "two\n"} {
			io.WriteString(writer, line)
			answer, err := answers.ReadString('\n')
			equal(t, "error", err, nil)
			equal(t, "answer", answer, strings.TrimSpace(line)+"!\n")
		}
		writer.Close()
		_, err = answers.ReadByte()
		equal(t, "end", err, io.EOF)
	})
}

// After "101 Switching Protocols" the body is the connection.
func TestUpgrade(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, func(w http.ResponseWriter, _ *http.Request) {
			conn, both, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\n"+
				"Connection: upgrade\r\nUpgrade: echo\r\n\r\n")
			line, _ := both.ReadString('\n')
			io.WriteString(conn, line)
		})
		req := newRequest(t, "GET", server.URL, nil)
		req.Header.Set("Connection", "upgrade")
		req.Header.Set("Upgrade", "echo")
		resp, err := send(newRecorder(3), req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		io.WriteString(resp.Body.(io.Writer), "hello\n")
		line, _ := bufio.NewReader(resp.Body).ReadString('\n')
		equal(t, "echo", line, "hello\n")
	})
}
