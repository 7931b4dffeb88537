// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// clientAsBase has a client below: it follows redirects.
func clientAsBase(sender http.RoundTripper) http.RoundTripper {
	client := &http.Client{Transport: sender}
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		again := req.Clone(req.Context())
		if content, err := io.ReadAll(again.Body); err == nil {
			again.Body = io.NopCloser(strings.NewReader(string(content)))
		}
		return client.Do(again)
	})
}

// byHand follows one redirect with a request of its own, in this context.
func byHand(context func(*http.Request) context.Context) func(http.RoundTripper) http.RoundTripper {
	return func(sender http.RoundTripper) http.RoundTripper {
		return roundTrip(func(req *http.Request) (*http.Response, error) {
			resp, err := sender.RoundTrip(req)
			if err != nil || !oncemore.IsFollowable(resp.StatusCode) {
				return resp, err
			}
			resp.Body.Close()
			to, err := req.URL.Parse(resp.Header.Get("Location"))
			if err != nil {
				return nil, err
			}
			next, err := http.NewRequestWithContext(context(req), "GET", to.String(), nil)
			if err != nil {
				return nil, err
			}
			return sender.RoundTrip(next)
		})
	}
}

// repeating sends again what was answered by 429, up to three times.
func repeating(sender http.RoundTripper) http.RoundTripper {
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		for i := 1; ; i++ {
			resp, err := sender.RoundTrip(req)
			if err != nil || resp.StatusCode != 429 || i == 3 {
				return resp, err
			}
			resp.Body.Close()
			req = req.Clone(req.Context())
			req.Body, req.ContentLength = http.NoBody, 0
		}
	})
}

// What the RoundTripper below does by itself is seen in the answer: that is returned, and nothing
// more is sent.
func TestLayersOfOthers(t *testing.T) {
	ours := func(req *http.Request) context.Context { return req.Context() }
	fresh := func(*http.Request) context.Context { return context.Background() }
	for name, test := range map[string]struct {
		method   string
		below    func(http.RoundTripper) http.RoundTripper
		script   []http.HandlerFunc
		arrivals string
		remedy   string
	}{
		"a client": {"POST", clientAsBase, []http.HandlerFunc{redirect(303, "/b"), status(429)},
			"POST / 5, GET /b 0", remedyFollows},
		"a client, and a failure that is worth a retry": {"POST", clientAsBase,
			[]http.HandlerFunc{redirect(303, "/b"), status(429, "Retry-After", "1")},
			"POST / 5, GET /b 0", remedyFollows},
		"a client, for GET": {"GET", clientAsBase,
			[]http.HandlerFunc{redirect(302, "/b"), status(429)},
			"GET / 5, GET /b 0", remedyFollows},
		"a client in a circle": {"GET", clientAsBase,
			[]http.HandlerFunc{redirect(302, "/"), status(429)},
			"GET / 5, GET / 0", remedyFollows},
		"by hand": {"POST", byHand(ours), []http.HandlerFunc{redirect(303, "/b"), status(429)},
			"POST / 5, GET /b 0", remedyFollows},
		"by hand, for GET": {"GET", byHand(ours),
			[]http.HandlerFunc{redirect(302, "/b"), status(429)},
			"GET / 5, GET /b 0", remedyRepeats},
		"by hand, unseen": {"POST", byHand(fresh),
			[]http.HandlerFunc{redirect(303, "/b"), status(429)},
			"POST / 5, GET /b 0", remedyFollows},
		"by hand, unseen, for GET": {"GET", byHand(fresh),
			[]http.HandlerFunc{redirect(302, "/b"), status(429)},
			"GET / 5, GET /b 0", remedyFollows},
		"a repeater": {"GET", repeating, []http.HandlerFunc{status(429)},
			"GET / 5, GET / 0, GET / 0", remedyRepeats},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, send send) {
				server := newStub(t, test.script...)
				r := newRecorder(4)
				r.base = test.below(&http.Transport{})
				var last Decision
				r.OnDecision = func(_ *http.Request, decision Decision) { last = decision }
				resp, err := send(r, newRequest(t, test.method, server.URL,
					strings.NewReader("12345")))
				equal(t, "error", err, nil)
				resp.Body.Close()
				equal(t, "arrivals", server.arrived(), test.arrivals)
				equal(t, "decisions", len(Decisions(resp)), 1)
				equal(t, "reason", last.Reason, oncemore.ReasonNotRepeatable)
				equal(t, "remedy", last.Remedy, test.remedy)
				equal(t, "it is said", strings.HasSuffix(last.Line, "; "+test.remedy), true)
			})
		})
	}
}

// A success is one, whatever is below.
func TestLayersOfOthersThatSucceed(t *testing.T) {
	server := newStub(t, redirect(302, "/b"), status(200))
	r := newRecorder(4)
	r.base = clientAsBase(&http.Transport{})
	resp, err := r.client().Do(newRequest(t, "GET", server.URL, http.NoBody))
	equal(t, "result", got(resp, err), "200")
	equal(t, "reason", Decisions(resp)[0].Reason, oncemore.ReasonSuccess)
}

// Who signs, or looks up where to send, gives each attempt to net/http once, and is no layer.
func TestWrappersAreNoLayers(t *testing.T) {
	for name, wrap := range map[string]func(*testing.T, *stub) http.RoundTripper{
		"another place": func(t *testing.T, server *stub) http.RoundTripper {
			return roundTrip(func(req *http.Request) (*http.Response, error) {
				there := req.Clone(req.Context())
				there.URL, _ = url.Parse(server.URL + "/there?key=1")
				return http.DefaultTransport.RoundTrip(there)
			})
		},
		"a token first": func(t *testing.T, server *stub) http.RoundTripper {
			tokens := newStub(t, status(200))
			return roundTrip(func(req *http.Request) (*http.Response, error) {
				resp, err := http.DefaultTransport.RoundTrip(
					newRequest(t, "POST", tokens.URL, nil).WithContext(req.Context()))
				if err != nil {
					return nil, err
				}
				resp.Body.Close()
				there := req.Clone(req.Context())
				there.URL, _ = url.Parse(server.URL + "/there")
				return http.DefaultTransport.RoundTrip(there)
			})
		},
		"no request in the answer": func(t *testing.T, server *stub) http.RoundTripper {
			return roundTrip(func(req *http.Request) (*http.Response, error) {
				there := req.Clone(req.Context())
				there.URL, _ = url.Parse(server.URL + "/there")
				resp, err := http.DefaultTransport.RoundTrip(there)
				if err == nil {
					resp.Request = nil
				}
				return resp, err
			})
		},
	} {
		each(t, func(t *testing.T, send send) {
			server := newStub(t, status(503), status(200))
			r := newRecorder(4)
			r.base = wrap(t, server)
			resp, err := send(r, newRequest(t, "GET", "http://service.invalid/", nil))
			equal(t, name, got(resp, err), "200")
			equal(t, name, server.arrived(), "GET /there 0, GET /there 0")
		})
	}
}

// challenged sends once more what was answered by a challenge.
func challenged(sender http.RoundTripper) http.RoundTripper {
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		resp, err := sender.RoundTrip(req)
		if err != nil || resp.StatusCode != 401 {
			return resp, err
		}
		resp.Body.Close()
		return sender.RoundTrip(req.Clone(req.Context()))
	})
}

// A challenge that is answered below makes two requests of one: above the Transport it makes none.
func TestChallenge(t *testing.T) {
	script := []http.HandlerFunc{status(401), status(503), status(200)}
	server := newStub(t, script...)
	r := newRecorder(4)
	below := &Transport{r.Settings, challenged(http.DefaultTransport)}
	resp, err := (&http.Client{Transport: below}).Get(server.URL)
	equal(t, "below", got(resp, err), "503")
	equal(t, "remedy", Decisions(resp)[0].Remedy, remedyRepeats)

	server = newStub(t, script...)
	above := challenged(&Transport{Settings: r.Settings})
	resp, err = (&http.Client{Transport: above}).Get(server.URL)
	equal(t, "above", got(resp, err), "200")
}

// Hops count on where each is sent twice because of a challenge that is answered above.
func TestChallengeAtEachHop(t *testing.T) {
	requests := 0
	server := newStub(t, func(w http.ResponseWriter, req *http.Request) {
		if requests++; requests > 50 {
			return
		}
		if requests%2 == 1 {
			w.WriteHeader(401)
			return
		}
		redirect(302, "/b")(w, req)
	})
	r := newRecorder(4)
	r.Policy.MaxRedirects = 3
	client := &http.Client{
		Transport:     challenged(&Transport{r.Settings, &http.Transport{}}),
		CheckRedirect: func(*http.Request, []*http.Request) error { return nil },
	}
	_, err := client.Get(server.URL)
	var hop *RedirectError
	equal(t, "error", errors.As(err, &hop) && hop.tooMany(), true)
	equal(t, "requests", requests, 8)
}

// ---- Layers of ours -----------------------------------------------------------------------------

// nested makes calls through two layers of this package.
var nested = map[string]func(outer, inner *recorder, _ *http.Request) (*http.Response, error){
	"do, transport": func(outer, inner *recorder, req *http.Request) (*http.Response, error) {
		return Do(inner.client(), req, outer.Settings)
	},
	"transports": func(outer, inner *recorder, req *http.Request) (*http.Response, error) {
		outer.base = &Transport{inner.Settings, &http.Transport{}}
		return outer.client().Do(req)
	},
	"transport, do": func(outer, inner *recorder, req *http.Request) (*http.Response, error) {
		outer.base = roundTrip(func(req *http.Request) (*http.Response, error) {
			return Do(&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			}}, req.Clone(req.Context()), inner.Settings)
		})
		return outer.client().Do(req)
	},
}

type sendNested func(outer, inner *recorder, req *http.Request) string

func eachNested(t *testing.T, test func(t *testing.T, send sendNested)) {
	for name, send := range nested {
		t.Run(name, func(t *testing.T) {
			test(t, func(outer, inner *recorder, req *http.Request) string {
				return got(send(outer, inner, req))
			})
		})
	}
}

// The inner layer decides, the outer one sends once, whatever the attempt ends with.
func TestInnerDecides(t *testing.T) {
	for _, answer := range []http.HandlerFunc{status(503), hangUp} {
		eachNested(t, func(t *testing.T, send sendNested) {
			server := newStub(t, answer)
			outer, inner := newRecorder(5), newRecorder(3)
			send(outer, inner, newRequest(t, "GET", server.URL, nil))
			equal(t, "arrivals", server.arrived(), "GET / 0, GET / 0, GET / 0")
			equal(t, "decisions of the outer", len(outer.lines), 0)
			equal(t, "decisions of the inner", len(inner.lines), 3)
		})
	}
}

// It can send the body again, though the outer one took GetBody away from net/http.
func TestInnerHasTheBody(t *testing.T) {
	for name, body := range map[string]func() io.Reader{
		"GetBody": func() io.Reader { return strings.NewReader("12345") },
		"seeker":  func() io.Reader { return &seeker{ReadSeeker: strings.NewReader("12345")} },
	} {
		eachNested(t, func(t *testing.T, send sendNested) {
			server := newStub(t, status(503), status(200))
			req := newRequest(t, "PUT", server.URL, body())
			equal(t, name, send(newRecorder(5), newRecorder(3), req), "200")
			equal(t, name, server.arrived(), "PUT / 5, PUT / 5")
		})
	}
}

// Hops are followed once and waited for once.
func TestInnerDecidesAboutHops(t *testing.T) {
	eachNested(t, func(t *testing.T, send sendNested) {
		server := newStub(t, status(302, "Location", "/b", "Retry-After", "7"), status(503),
			status(200))
		outer, inner := newRecorder(5), newRecorder(3)
		equal(t, "result", send(outer, inner, newRequest(t, "GET", server.URL, nil)), "200")
		equal(t, "arrivals", server.arrived(), "GET / 0, GET /b 0, GET /b 0")
		waits := fmt.Sprint(append(outer.waited, inner.waited...))
		equal(t, "waits", strings.Count(waits, "7s"), 1)
	})
}

// Where no inner layer comes to decide, the outer one does.
func TestOuterDecidesAboutTheRest(t *testing.T) {
	server := newStub(t, status(200))
	inner := &Transport{Settings: newRecorder(3).Settings}
	calls := 0
	base := roundTrip(func(req *http.Request) (*http.Response, error) {
		if calls++; calls == 1 {
			return nil, io.ErrUnexpectedEOF
		}
		return inner.RoundTrip(req)
	})
	client := &http.Client{Transport: &Transport{newRecorder(2).Settings, base}}
	resp, err := client.Get(server.URL)
	equal(t, "result", got(resp, err), "200")
	equal(t, "sent", calls, 2)
}

// An inner layer that fetches a token does not decide about the request.
func TestInnerLayerForSomethingElse(t *testing.T) {
	tokens, server := newStub(t, status(503), status(200)), newStub(t, status(503), status(200))
	inner := newRecorder(3)
	base := roundTrip(func(req *http.Request) (*http.Response, error) {
		resp, err := inner.client().Do(
			newRequest(t, "GET", tokens.URL, nil).WithContext(req.Context()))
		if err != nil {
			return nil, err
		}
		resp.Body.Close()
		return http.DefaultTransport.RoundTrip(req)
	})
	client := &http.Client{Transport: &Transport{newRecorder(2).Settings, base}}
	resp, err := client.Get(server.URL)
	equal(t, "result", got(resp, err), "200")
	equal(t, "arrivals", server.arrived(), "GET / 0, GET / 0")
	equal(t, "tokens", tokens.arrived(), "GET / 0, GET / 0, GET / 0")
}

// The outer one watches again when the inner one is done.
func TestInnerLayerIsDone(t *testing.T) {
	s := &sending{}
	trace := s.trace()
	leave := within(context.WithValue(context.Background(), sendingKey{}, s))
	trace.GetConn("x.invalid:80")
	equal(t, "meanwhile", s.isWatched(), false)
	leave()
	trace.GetConn("x.invalid:80")
	equal(t, "afterwards", s.isWatched(), true)
	equal(t, "proof", s.evidence(oncemore.EvidenceNeverSent), oncemore.EvidenceUnknown)
}

// A hop that is sent again, as the request of a response, begins a call of its own.
func TestRequestOfAResponseIsSentAgain(t *testing.T) {
	server := newStub(t, redirect(302, "/b"), status(200), status(503), status(200))
	r := newRecorder(2)
	r.Policy.MaxRedirects = 1
	client := r.client()
	first, err := client.Do(newRequest(t, "GET", server.URL, nil))
	equal(t, "first", got(first, err), "200")
	resp, err := client.Transport.RoundTrip(first.Request)
	equal(t, "second", got(resp, err), "200")
	equal(t, "decisions", len(Decisions(resp)), 2)
	equal(t, "elapsed of its own", Decisions(resp)[1].Attempt.Elapsed < 5*time.Second, true)
}
