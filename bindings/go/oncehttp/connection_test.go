// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// oneBad is a server that answers by the first handler on its first connection, for ever, and by
// 200 on all others.
func oneBad(t *testing.T, first http.HandlerFunc) (server *stub, conns func() int) {
	t.Helper()
	type connKey struct{}
	var mu sync.Mutex
	count := 0
	server = startStub(t, func(config *http.Server) {
		config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context {
			mu.Lock()
			defer mu.Unlock()
			count++
			return context.WithValue(ctx, connKey{}, count)
		}
	}, func(w http.ResponseWriter, req *http.Request) {
		if req.Context().Value(connKey{}) == 1 {
			first(w, req)
		}
	})
	return server, func() int {
		mu.Lock()
		defer mu.Unlock()
		return count
	}
}

func withBody(code, octets int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		w.Write(make([]byte, octets))
	}
}

// 421 and 408 want another connection, and the next attempt has one.
func TestAnotherConnection(t *testing.T) {
	for _, code := range []int{421, 408} {
		for octets := range map[int]bool{0: true, 10: true, 100000: true} {
			each(t, func(t *testing.T, send send) {
				server, conns := oneBad(t, withBody(code, octets))
				r := newRecorder(2)
				r.base = &http.Transport{}
				resp, err := send(r, newRequest(t, "PUT", server.URL, strings.NewReader("12345")))
				equal(t, fmt.Sprint(code, octets), got(resp, err), "200")
				equal(t, "connections", conns(), 2)
				equal(t, "it is said", strings.Contains(r.lines[0], "new connection"), true)
			})
		}
	}
}

// A status that does not ask for it keeps its connection.
func TestSameConnection(t *testing.T) {
	server, conns := oneBad(t, withBody(503, 10))
	r := newRecorder(3)
	r.base = &http.Transport{}
	resp, err := r.client().Do(newRequest(t, "GET", server.URL, nil))
	equal(t, "result", got(resp, err), "503")
	equal(t, "connections", conns(), 1)
}

// A RoundTripper that cannot be asked for another connection gives none, and none is claimed.
func TestConnectionThatCannotBeEnded(t *testing.T) {
	server, conns := oneBad(t, status(421))
	sender := &http.Transport{}
	r := newRecorder(2)
	r.base = roundTrip(sender.RoundTrip)
	resp, err := r.client().Do(newRequest(t, "GET", server.URL, nil))
	equal(t, "result", got(resp, err), "421")
	equal(t, "connections", conns(), 1)
	equal(t, "lines", strings.Join(r.lines, "\n"), "attempt 1 of 2: 421, retry in 1000 ms\n"+
		"attempt 2 of 2: 421, stop: attempts_exhausted, wait 2000 ms")
}

// On HTTP/2 as well, also if others are using the connection: then the attempt after the next.
func TestAnotherHTTP2Connection(t *testing.T) {
	for _, busy := range []bool{false, true} {
		var mu sync.Mutex
		first := io.Writer(nil)
		held := make(chan bool, 1)
		answer := func(w io.Writer, stream uint32) bool {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case first == nil:
				first = w
				if busy { // the stream of the other one is never answered
					held <- true
					return true
				}
				fallthrough
			case first == w:
				// :status: 421, literal, without indexing; and a body
				frame(w, frameHeaders, 4, stream, []byte("\x08\x03421"))
				frame(w, 0, endStream, stream, []byte("12345"))
			default:
				frame(w, frameHeaders, 5, stream, []byte{0x88})
			}
			return true
		}
		var answers []streamHandler
		for i := 0; i < 9; i++ {
			answers = append(answers, answer)
		}
		url, sender, _ := http2Server(t, answers...)
		want := 2
		if busy {
			want = 3
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			go sender.RoundTrip(newRequest(t, "GET", url, nil).WithContext(ctx))
			<-held
		}
		r := newRecorder(4)
		resp, err := Do(&http.Client{Transport: sender}, newRequest(t, "GET", url, nil), r.Settings)
		equal(t, "result", got(resp, err), "200")
		equal(t, fmt.Sprint("attempts, busy: ", busy), len(r.lines), want)
	}
}

// What an error says of the connection is believed if net/http was seen to have none.
func TestEvidenceIsProven(t *testing.T) {
	dial := &net.OpError{Op: "dial", Err: io.EOF}
	idle := errors.New("http: server closed idle connection")
	server := newStub(t, status(401))
	closed := refusing(t)
	sending := func(req *http.Request, url string) (*http.Response, error) {
		there := newRequest(t, req.Method, url, nil).WithContext(req.Context())
		return http.DefaultTransport.RoundTrip(there)
	}
	for name, test := range map[string]struct {
		base     roundTrip
		failure  oncemore.Failure
		evidence oncemore.Evidence
	}{
		"no connection": {func(req *http.Request) (*http.Response, error) {
			return sending(req, closed)
		}, oncemore.FailureConnect, oncemore.EvidenceByOutcome},
		"an error of its own": {func(*http.Request) (*http.Response, error) { return nil, dial },
			oncemore.FailureConnect, oncemore.EvidenceUnknown},
		"a wrapped one": {func(*http.Request) (*http.Response, error) {
			return nil, fmt.Errorf("no token: %w", &net.DNSError{IsNotFound: true})
		}, oncemore.FailureNameResolution, oncemore.EvidenceUnknown},
		"after an answer": {func(req *http.Request) (*http.Response, error) {
			resp, err := sending(req, server.URL)
			if err == nil {
				resp.Body.Close()
				err = idle
			}
			return nil, err
		}, oncemore.FailureNotSent, oncemore.EvidenceUnknown},
		"no connection after an answer": {func(req *http.Request) (*http.Response, error) {
			resp, err := sending(req, server.URL)
			if err == nil {
				resp.Body.Close()
				return sending(req, closed)
			}
			return nil, err
		}, oncemore.FailureConnect, oncemore.EvidenceUnknown},
		"rejected, by somebody": {func(req *http.Request) (*http.Response, error) {
			return nil, streamError{Code: refusedStream}
		}, oncemore.FailureRejected, oncemore.EvidenceUnknown},
		"rejected, on no HTTP/2": {func(req *http.Request) (*http.Response, error) {
			resp, err := sending(req, server.URL)
			if err == nil {
				resp.Body.Close()
				err = streamError{Code: refusedStream}
			}
			return nil, err
		}, oncemore.FailureRejected, oncemore.EvidenceUnknown},
	} {
		r := newRecorder(1)
		_, err := (&Transport{r.Settings, test.base}).RoundTrip(
			newRequest(t, "POST", "http://service.invalid", nil))
		attempt := lastOf(err).Attempt
		equal(t, name+": "+fmt.Sprint(err), attempt.Failure, test.failure)
		equal(t, name, attempt.Evidence, test.evidence)
	}
}

// ---- Draining -----------------------------------------------------------------------------------

// slowly answers a body that does not come to its end.
func slowly(w http.ResponseWriter, req *http.Request) {
	w.WriteHeader(503)
	for req.Context().Err() == nil {
		w.Write([]byte("x"))
		http.NewResponseController(w).Flush()
		time.Sleep(10 * time.Millisecond)
	}
}

// A deadline that leaves no time leaves none for the rest of an answer either.
func TestDeadlineLimitsDraining(t *testing.T) {
	server := newStub(t, slowly, status(200))
	r := newRecorder(2)
	r.Timing.Sleep = nil
	r.Policy.Backoff.Initial = 50 * time.Millisecond
	r.Policy.Deadline = 150 * time.Millisecond
	start := time.Now()
	resp, err := r.client().Do(newRequest(t, "GET", server.URL, nil))
	equal(t, "result", got(resp, err), "200")
	equal(t, "in time", time.Since(start) < 200*time.Millisecond, true)
}

// Who cancels while an answer is drained does not wait for its end.
func TestCancelledWhileDraining(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, slowly, status(200))
		r := newRecorder(2)
		ctx, cancel := context.WithCancel(context.Background())
		r.OnDecision = func(*http.Request, Decision) {
			time.AfterFunc(20*time.Millisecond, cancel)
		}
		start := time.Now()
		resp, err := send(r, newRequest(t, "GET", server.URL, nil).WithContext(ctx))
		equal(t, "result", got(resp, err), "error cancelled")
		equal(t, "at once", time.Since(start) < drainTime, true)
	})
}

// ---- The deadline -------------------------------------------------------------------------------

// No attempt goes on when the deadline has passed: it is a time-out, and the end.
func TestDeadlineEndsAnAttempt(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		stalled := make(chan struct{})
		defer close(stalled)
		server := newStub(t, func(http.ResponseWriter, *http.Request) { <-stalled })
		for method, want := range map[string]oncemore.Reason{
			"GET": oncemore.ReasonDeadline, "POST": oncemore.ReasonMaybeProcessed} {
			r := newRecorder(3)
			r.Policy.Deadline = 60 * time.Millisecond
			start := time.Now()
			resp, err := send(r, newRequest(t, method, server.URL, nil))
			equal(t, "result", got(resp, err), "error timeout")
			equal(t, method, lastOf(err).Reason, want)
			equal(t, "attempts", len(r.lines), 1)
			equal(t, "in time", time.Since(start) < 2*time.Second, true)
			equal(t, "error", errors.Is(err, context.DeadlineExceeded), true)
		}
	})
}

// A RoundTripper that gives no more than the end of its context means the deadline, too.
func TestDeadlineOfAForeignTransport(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		r := newRecorder(3)
		r.Policy.Deadline = 20 * time.Millisecond
		r.base = roundTrip(func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return nil, req.Context().Err()
		})
		resp, err := send(r, newRequest(t, "GET", "http://x.invalid/", nil))
		equal(t, "result", got(resp, err), "error timeout")
		equal(t, "reason", lastOf(err).Reason, oncemore.ReasonDeadline)
	})
}

// One that does not even end then has its answer closed.
func TestAnswerAfterTheDeadline(t *testing.T) {
	body := newStream("12345")
	r := newRecorder(3)
	r.Policy.Deadline = 20 * time.Millisecond
	r.base = roundTrip(func(req *http.Request) (*http.Response, error) {
		<-req.Context().Done()
		return &http.Response{StatusCode: 200, Body: body}, nil
	})
	resp, err := r.client().Do(newRequest(t, "GET", "http://x.invalid/", nil))
	equal(t, "result", got(resp, err), "error timeout")
	equal(t, "closed", body.closed.Load(), 1)
}

// The timer may come when the answer is here.
func TestDeadlineThatIsTooLate(t *testing.T) {
	cancelled := false
	s := &sending{cancel: func(error) { cancelled = true }}
	equal(t, "error", s.end(nil), nil)
	s.expire()
	equal(t, "cancelled", cancelled, false)
}

// The answer that came in time may be read for as long as it takes.
func TestDeadlineLeavesTheAnswer(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, func(w http.ResponseWriter, _ *http.Request) {
			http.NewResponseController(w).Flush()
			time.Sleep(120 * time.Millisecond)
			io.WriteString(w, "12345")
		})
		r := newRecorder(3)
		r.Policy.Deadline = 60 * time.Millisecond
		resp, err := send(r, newRequest(t, "GET", server.URL, nil))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		equal(t, "text", string(text), "12345")
		equal(t, "error", err, nil)
	})
}

// Who slept too long sends nothing more.
func TestNoTimeLeftToSend(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503))
		r := newRecorder(3)
		r.Policy.Deadline = 5 * time.Second
		now := time.Duration(0)
		r.Timing.Monotonic = func() time.Duration { return now }
		r.Timing.Sleep = func(context.Context, time.Duration) error {
			now = time.Minute
			return nil
		}
		resp, err := send(r, newRequest(t, "GET", server.URL, nil))
		equal(t, "result", got(resp, err), "error not_sent")
		equal(t, "arrivals", server.arrived(), "GET / 0")
		equal(t, "line", lastOf(err).Line, "attempt 2 of 3: not_sent, stop: deadline, wait 2000 ms")
	})
}

// ---- Proxies ------------------------------------------------------------------------------------

// A proxy that answers has answered: its status counts, and nothing of the request left.
func TestProxyThatOpensNoTunnel(t *testing.T) {
	for _, shown := range []bool{false, true} {
		for code, want := range map[int]string{
			403: "attempt 1 of 2: 403, stop: status_not_retried",
			407: "attempt 1 of 2: 407, stop: status_not_retried",
			503: "attempt 2 of 2: 503, stop: attempts_exhausted, wait 2000 ms",
		} {
			each(t, func(t *testing.T, send send) {
				refuses := newStub(t, status(code))
				sender := &http.Transport{Proxy: proxy(refuses.URL)}
				if shown {
					sender.OnProxyConnectResponse = OnProxyConnectResponse
				}
				r := newRecorder(2)
				r.base = sender
				_, err := send(r, newRequest(t, "POST", "https://service.invalid/", nil))
				equal(t, fmt.Sprint(err), lastOf(err).Line, want)
				equal(t, "evidence", lastOf(err).Attempt.Evidence, oncemore.EvidenceNeverSent)
				var refusal *ProxyError
				equal(t, "shown", errors.As(err, &refusal) && refusal.Status == code, shown)
			})
		}
	}
}

// With the hook, whatever the words, and with the wait that the proxy asks for.
func TestProxyThatAsksToWait(t *testing.T) {
	refuses := "http" + listener(t, saying("HTTP/1.1 503 Not Today\r\nRetry-After: 7\r\n\r\n"))
	sender := &http.Transport{Proxy: proxy(refuses), OnProxyConnectResponse: OnProxyConnectResponse}
	r := newRecorder(2)
	_, err := Do(&http.Client{Transport: sender}, newRequest(t, "POST", "https://x.invalid/", nil),
		r.Settings)
	equal(t, fmt.Sprint(err), r.lines[0],
		"attempt 1 of 2: 503, retry in 7000 ms (server asked 7000 ms)")
	equal(t, "the error alone", FailureOf(err), oncemore.FailureConnect)

	sender.OnProxyConnectResponse = nil
	_, err = Do(&http.Client{Transport: sender}, newRequest(t, "POST", "https://x.invalid/", nil),
		r.Settings)
	equal(t, "words that nobody knows", lastOf(err).Attempt.Failure, oncemore.FailureConnect)
}
