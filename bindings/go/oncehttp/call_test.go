// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// lastOf is the last decision of a failed call.
func lastOf(err error) Decision {
	var failed *Error
	if !errors.As(err, &failed) {
		return Decision{}
	}
	return failed.Decisions[len(failed.Decisions)-1]
}

// each runs a test for a Transport and for Do.
func each(t *testing.T, test func(t *testing.T, send send)) {
	for name, send := range shapes {
		t.Run(name, func(t *testing.T) { test(t, send) })
	}
}

func TestServerThatGetsWell(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503, "Retry-After", "7"), status(500), status(200))
		r := newRecorder(4)
		resp, err := send(r, newRequest(t, "PUT", server.URL+"/a", strings.NewReader("12345")))
		equal(t, "result", got(resp, err), "200")
		equal(t, "arrivals", server.arrived(), "PUT /a 5, PUT /a 5, PUT /a 5")
		equal(t, "lines", strings.Join(r.lines, "\n"), ""+
			"attempt 1 of 4: 503, retry in 7000 ms (server asked 7000 ms)\n"+
			"attempt 2 of 4: 500, retry in 2000 ms\n"+
			"attempt 3 of 4: 200, stop: success")
		equal(t, "waits", len(r.waited), 2)
		equal(t, "first wait", r.waited[0], 7*time.Second)
		equal(t, "decisions of the response", len(Decisions(resp)), 3)
		equal(t, "the first", Decisions(resp)[0].String(), r.lines[0])
	})
}

func TestErrorIsNetHTTPs(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, hangUp)
		resp, err := send(newRecorder(2), newRequest(t, "GET", server.URL, nil))
		equal(t, "no response", resp == nil, true)
		var outer *url.Error
		var failed *Error
		if !errors.As(err, &outer) || outer != err || !errors.As(err, &failed) {
			t.Fatalf("%T %v", err, err)
		}
		equal(t, "the last error", errors.Is(err, io.EOF), true)
		equal(t, "decisions", len(failed.Decisions), 2)
		equal(t, "the first error", errors.Is(failed.Decisions[0].Err, io.EOF), true)
		equal(t, "it says why", err.Error(), `Get "`+server.URL+`": attempt 2 of 2: `+
			"connection_lost, stop: attempts_exhausted, wait 2000 ms: EOF")
	})
}

func TestTimeoutStaysOne(t *testing.T) {
	stalled := make(chan struct{})
	server := newStub(t, func(http.ResponseWriter, *http.Request) { <-stalled })
	defer close(stalled)
	sender := &http.Transport{ResponseHeaderTimeout: 30 * time.Millisecond}
	transport := &Transport{newRecorder(2).Settings, sender}
	_, err := (&http.Client{Transport: transport}).Get(server.URL)
	equal(t, "result", got(nil, err), "error timeout")
	var outer *url.Error
	equal(t, "Timeout", errors.As(err, &outer) && outer.Timeout(), true)
}

func TestCancelledInTheWait(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503))
		r := newRecorder(4)
		r.Timing.Sleep = nil
		r.Policy.Backoff.Initial = 20 * time.Second
		ctx, cancel := context.WithCancelCause(context.Background())
		gone := errors.New("the caller is gone")
		defer time.AfterFunc(50*time.Millisecond, func() { cancel(gone) }).Stop()
		start := time.Now()
		resp, err := send(r, newRequest(t, "GET", server.URL, nil).WithContext(ctx))
		equal(t, "result", got(resp, err), "error cancelled")
		equal(t, "cause", errors.Is(err, gone), true)
		outer, ok := err.(*url.Error)
		equal(t, "it is a client's", ok && outer.Op == "Get" && outer.URL == server.URL, true)
		equal(t, "at once", time.Since(start) < 5*time.Second, true)
		equal(t, "last line", r.lines[len(r.lines)-1],
			"attempt 1 of 4: cancelled, stop: cancelled")
	})
}

// There may be no time to wait for: the context counts all the same.
func TestCancelledBeforeNoWait(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		for i := 0; i < 20; i++ {
			server := newStub(t, status(503), status(200))
			ctx, cancel := context.WithCancel(context.Background())
			r := newRecorder(4)
			r.Timing.Sleep = nil
			r.Policy.Backoff.Initial = 0
			r.OnDecision = func(*http.Request, Decision) { cancel() }
			resp, err := send(r, newRequest(t, "GET", server.URL, nil).WithContext(ctx))
			equal(t, "result", got(resp, err), "error cancelled")
			server.Close()
		}
	})
}

// lateContext is over and does not know it yet.
type lateContext struct{ context.Context }

func (lateContext) Deadline() (time.Time, bool) { return time.Now(), true }

func TestContextWhoseTimerIsLate(t *testing.T) {
	ctx := lateContext{context.Background()}
	var settings Settings
	equal(t, "error", settings.Timing.sleep(ctx, 0), context.DeadlineExceeded)
}

// What is in an error of a client is not said in ours either.
func TestPasswordIsNotShown(t *testing.T) {
	server := newStub(t, status(503))
	r := newRecorder(2)
	r.Timing.Sleep = func(context.Context, time.Duration) error { return context.Canceled }
	address := strings.Replace(server.URL, "//", "//me:secret@", 1)
	_, err := Do(nil, newRequest(t, "GET", address, nil), r.Settings)
	equal(t, err.Error(), strings.Contains(err.Error(), "secret"), false)
}

func TestContextThatIsOver(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(200))
		for name, ctx := range map[string]func() (context.Context, context.CancelFunc){
			"cancelled": func() (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(context.Background())
				cancel()
				return ctx, cancel
			},
			"deadline": func() (context.Context, context.CancelFunc) {
				return context.WithTimeout(context.Background(), -1)
			},
		} {
			ctx, cancel := ctx()
			req := newRequest(t, "GET", server.URL, nil).WithContext(ctx)
			resp, err := send(newRecorder(4), req)
			cancel()
			equal(t, name, got(resp, err), "error cancelled")
		}
		equal(t, "arrivals", server.arrived(), "")
	})
}

func TestAttemptField(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		var fields []string
		note := func(w http.ResponseWriter, req *http.Request) {
			fields = append(fields, strings.Join(req.Header.Values("Retry-Attempt"), "+"))
			w.WriteHeader(503)
		}
		server := newStub(t, note)
		r := newRecorder(3)
		r.AttemptField = "Retry-Attempt"
		req := newRequest(t, "GET", server.URL, nil)
		req.Header.Set("Retry-Attempt", "9")
		resp, err := send(r, req)
		equal(t, "result", got(resp, err), "503")
		equal(t, "fields", strings.Join(fields, ","), ",1,2")
		equal(t, "the caller's own", req.Header.Get("Retry-Attempt"), "9")

		req = newRequest(t, "GET", server.URL, nil)
		req.Header = nil
		resp, err = send(r, req)
		equal(t, "without fields", got(resp, err), "503")
	})
}

// net/http takes no method for GET.
func TestNoMethod(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(504), status(200))
		req := newRequest(t, "GET", server.URL, nil)
		req.Method = ""
		resp, err := send(newRecorder(2), req)
		equal(t, "result", got(resp, err), "200")
	})
}

// A wait that ends otherwise than by its time or the context.
func TestSleepThatFails(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503))
		enough := errors.New("enough")
		r := newRecorder(2)
		r.Timing.Sleep = func(context.Context, time.Duration) error { return enough }
		resp, err := send(r, newRequest(t, "GET", server.URL, nil))
		equal(t, "result", got(resp, err), "error other")
		equal(t, "error", errors.Is(err, enough), true)
	})
}

func TestKeyField(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		for key, want := range map[string]int{"": 1, "k-1": 3} {
			var keys []string
			server := newStub(t, func(w http.ResponseWriter, req *http.Request) {
				keys = append(keys, req.Header.Get("Idempotency-Key"))
				w.WriteHeader(504)
			})
			r := newRecorder(3)
			r.KeyField = "Idempotency-Key"
			req := newRequest(t, "POST", server.URL, nil)
			req.Header.Set("Idempotency-Key", key)
			resp, err := send(r, req)
			equal(t, "result", got(resp, err), "504")
			equal(t, "requests with "+key, len(keys), want)
			equal(t, "the same key", strings.Join(keys, ""), strings.Repeat(key, want))
		}
	})
}

func TestAdjust(t *testing.T) {
	each(t, func(t *testing.T, send send) {
		server := newStub(t, status(503, "X-Should-Retry", "false"))
		r := newRecorder(3)
		r.Adjust = func(a *oncemore.Attempt, req *http.Request, resp *http.Response, err error) {
			if err == nil && req.Method == "GET" && resp.Header.Get("X-Should-Retry") == "false" {
				a.ServerSays = oncemore.ServerSaysDoNotRetry
			}
		}
		resp, err := send(r, newRequest(t, "GET", server.URL, nil))
		equal(t, "result", got(resp, err), "503")
		equal(t, "line", r.lines[0], "attempt 1 of 3: 503, stop: server_refused")
	})
}

// middle is the random from which the middle of a range is drawn.
const middle = 0xce256ba94d67d15a

func TestRandomAndClock(t *testing.T) {
	server := newStub(t, status(503, "Retry-After", "Mon, 15 Jun 2026 12:00:07 GMT",
		"Date", "soon"), status(503), status(200))
	r := newRecorder(3)
	r.Policy.Backoff.Jitter = oncemore.JitterFull
	r.Timing.Random = func() uint64 { return middle }
	now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	r.Timing.Wall = func() time.Time { return now }
	r.Timing.Monotonic = func() time.Duration { return now.Sub(began) }
	r.Timing.Sleep = func(_ context.Context, delay time.Duration) error {
		r.waited = append(r.waited, delay)
		now = now.Add(delay)
		return nil
	}
	resp, err := Do(nil, newRequest(t, "GET", server.URL, nil), r.Settings)
	equal(t, "result", got(resp, err), "200")
	equal(t, "server's wait", r.waited[0], 7*time.Second)
	equal(t, "own wait", r.waited[1], time.Second)
	decisions := Decisions(resp)
	equal(t, "elapsed", decisions[2].Attempt.Elapsed, 8*time.Second)
	equal(t, "previous delay", decisions[2].Attempt.PreviousDelay, time.Second)
}

// Several field lines are read one by one, and the longest wait counts.
func TestRetryAfterLines(t *testing.T) {
	server := newStub(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Retry-After"] = []string{"2", "9", "soon"}
		w.WriteHeader(503)
	}, status(200))
	r := newRecorder(3)
	resp, err := Do(nil, newRequest(t, "GET", server.URL, nil), r.Settings)
	equal(t, "result", got(resp, err), "200")
	equal(t, "wait", r.waited[0], 9*time.Second)
}

func TestDefaultsWait(t *testing.T) {
	server := newStub(t, status(503), status(200))
	settings := Settings{Policy: oncemore.DefaultPolicy()}
	settings.Policy.Backoff.Initial = 40 * time.Millisecond
	start := time.Now()
	resp, err := Do(nil, newRequest(t, "GET", server.URL, nil), settings)
	equal(t, "result", got(resp, err), "200")
	equal(t, "it waited", time.Since(start) >= 20*time.Millisecond, true)
}

// An invalid policy, such as the zero one, sends once and follows nothing.
func TestZeroSettings(t *testing.T) {
	server := newStub(t, status(503))
	resp, err := (&http.Client{Transport: &Transport{}}).Get(server.URL)
	equal(t, "result", got(resp, err), "503")
	equal(t, "reason", Decisions(resp)[0].Reason, oncemore.ReasonInvalidPolicy)
	equal(t, "arrivals", server.arrived(), "GET / 0")
	server = newStub(t, redirect(302, "/b"))
	_, err = (&http.Client{Transport: &Transport{}}).Get(server.URL)
	var hop *RedirectError
	equal(t, "error", errors.As(err, &hop), true)
	equal(t, "reason", hop.Decision.Reason, oncemore.ReasonInvalidPolicy)
	equal(t, "of another response", len(Decisions(&http.Response{})), 0)
	equal(t, "of none", len(Decisions(nil)), 0)
}
