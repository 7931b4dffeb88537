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
		r.Timing.Sleep = func(ctx context.Context, _ time.Duration) error {
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
	equal(t, "taken back", b.takeBack(), true)
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
	equal(t, "again", b.takeBack(), false)
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
				w.WriteHeader(429)
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

// What a foreign RoundTripper calls a failure to connect is no proof that nothing was sent.
func TestForeignTransportThatReadsAndSaysItDidNot(t *testing.T) {
	foreign := roundTrip(func(req *http.Request) (*http.Response, error) {
		io.Copy(io.Discard, req.Body)
		req.Body.Close()
		return nil, &net.OpError{Op: "dial", Err: io.EOF}
	})
	transport := &Transport{newRecorder(3).Settings, foreign}
	_, err := transport.RoundTrip(newRequest(t, "PUT", "http://x.invalid/", newStream("12345")))
	equal(t, "line", lastOf(err).Line, "attempt 1 of 3: connect, stop: body_consumed")
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

// seeker is a body of one's own that can be rewound, as those of Kiota's Go adapter.
type seeker struct {
	io.ReadSeeker
	closed atomic.Int32
}

func (s *seeker) Close() error {
	s.closed.Add(1)
	return nil
}

// withoutClose is a seeker around which http.NewRequest puts io.NopCloser.
type withoutClose struct{ io.ReadSeeker }

// A body that can be rewound goes out again from where it stood, and is closed once, at the end.
func TestSeeker(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503), status(503), status(200))
		body := &seeker{ReadSeeker: strings.NewReader("--12345")}
		body.Seek(2, io.SeekStart)
		resp, err := send(newRecorder(3), newRequest(t, "PUT", server.URL, body))
		equal(t, "result", got(resp, err), "200")
		equal(t, "arrivals", server.arrived(), "PUT / 5, PUT / 5, PUT / 5")
		equal(t, "closed", body.closed.Load(), 1)

		server = newStub(t, status(503), status(200))
		req := newRequest(t, "PUT", server.URL, withoutClose{strings.NewReader("12345")})
		equal(t, "no GetBody", req.GetBody == nil, true)
		resp, err = send(newRecorder(3), req)
		equal(t, "within io.NopCloser", got(resp, err), "200")
		equal(t, "arrivals", server.arrived(), "PUT / 5, PUT / 5")
	})
}

type brokenSeeker struct {
	*strings.Reader
	at    int // the seek that fails
	seeks int
}

func (b *brokenSeeker) Seek(offset int64, whence int) (int64, error) {
	if b.seeks++; b.seeks == b.at {
		return 99, errors.New("no way back")
	}
	return b.Reader.Seek(offset, whence)
}

// What stands at its end was read before, and nobody knows from where; what cannot be rewound
// after all, is consumed as well. Neither goes out empty.
func TestSeekerThatIsNone(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		atEnd := &seeker{ReadSeeker: strings.NewReader("12345")}
		atEnd.Seek(0, io.SeekEnd)
		for name, body := range map[string]io.Reader{
			"at its end":         atEnd,
			"without a position": &brokenSeeker{strings.NewReader("12345"), 1, 0},
			"without an end":     &brokenSeeker{strings.NewReader("12345"), 2, 0},
			"stuck at its end":   &brokenSeeker{strings.NewReader("12345"), 3, 0},
			"no way back":        &brokenSeeker{strings.NewReader("12345"), 4, 0},
		} {
			server := newStub(t, status(503))
			r := newRecorder(3)
			resp, err := send(r, newRequest(t, "PUT", server.URL, body))
			equal(t, name, got(resp, err), "503")
			equal(t, name, r.lines[0], "attempt 1 of 3: 503, stop: body_consumed")
			equal(t, name, strings.Contains(server.arrived(), ","), false)
		}
	})
}

// The attempt that had it may still be reading when the next one begins.
func TestSeekerThatIsStillRead(t *testing.T) {
	server := newStub(t, status(503), status(200))
	var requests atomic.Int32
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if requests.Add(1) == 1 {
			w.WriteHeader(503) // before the body
			return
		}
		server.ServeHTTP(w, req)
	})
	server.answers = server.answers[1:]
	body := &seeker{ReadSeeker: strings.NewReader(strings.Repeat("x", 32<<20))}
	resp, err := Do(nil, newRequest(t, "PUT", server.URL, body), newRecorder(3).Settings)
	equal(t, "result", got(resp, err), "200")
	equal(t, "arrivals", server.arrived(), "PUT / 33554432")
}

// A body that fails may fail by any error there is, such as one that net/http has for a connection
// that nothing was written to. It is the caller's own.
func TestErrorOfTheBody(t *testing.T) {
	for _, failure := range []error{
		&net.OpError{Op: "dial", Err: io.EOF},
		context.DeadlineExceeded,
		io.ErrUnexpectedEOF,
		errors.New("http: server closed idle connection"),
		streamError{Code: refusedStream},
	} {
		each(t, func(t *testing.T, send send) {
			server := newStub(t, status(200))
			r := newRecorder(3)
			req := newRequest(t, "PUT", server.URL, strings.NewReader("12345"))
			req.GetBody = func() (io.ReadCloser, error) { return newStream("12345"), nil }
			req.Body = io.NopCloser(io.MultiReader(strings.NewReader("123"), throwing{failure}))
			resp, err := send(r, req)
			equal(t, failure.Error(), got(resp, err), "error other")
			equal(t, "attempts", len(r.lines), 1)
			equal(t, "error", errors.Is(err, failure), true)
		})
	}
}

// So is that of the body which the client makes for a hop.
func TestErrorOfTheBodyOfAHop(t *testing.T) {
	failure := &net.OpError{Op: "dial", Err: io.EOF}
	each(t, func(t *testing.T, send send) {
		server := newStub(t, redirect(307, "/b"), status(200))
		req := newRequest(t, "PUT", server.URL, strings.NewReader("12345"))
		req.GetBody = func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader("123"), throwing{failure})), nil
		}
		resp, err := send(newRecorder(3), req)
		equal(t, "result", got(resp, err), "error other")
		equal(t, "error", errors.Is(err, failure), true)

		server = newStub(t, redirect(307, "/b"), status(200))
		req = newRequest(t, "PUT", server.URL, strings.NewReader("12345"))
		req.GetBody = func() (io.ReadCloser, error) { return nil, failure }
		r := newRecorder(3)
		_, err = send(r, req)
		equal(t, "error", errors.Is(err, failure), true)
		equal(t, "attempts", len(r.lines), 1)
	})
}

type throwing struct{ error }

func (t throwing) Read([]byte) (int, error) { return 0, t.error }
