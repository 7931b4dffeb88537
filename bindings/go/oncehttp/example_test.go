// SPDX-License-Identifier: MIT

package oncehttp_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
	"github.com/oncemore/oncemore/bindings/go/oncehttp"
)

// busy is a server that is overloaded for the first requests.
func busy(requests int) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if requests > 0 {
			requests--
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
}

func quickPolicy() oncemore.Policy {
	policy := oncemore.DefaultPolicy()
	policy.Backoff.Initial = 2 * time.Millisecond
	policy.Backoff.Jitter = oncemore.JitterNone
	return policy
}

func ExampleTransport() {
	server := busy(2)
	defer server.Close()
	client := &http.Client{Transport: &oncehttp.Transport{
		Settings: oncehttp.Settings{Policy: quickPolicy()},
	}}
	resp, err := client.Get(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	for _, decision := range oncehttp.Decisions(resp) {
		fmt.Println(decision)
	}
	// Output:
	// attempt 1 of 4: 503, retry in 2 ms
	// attempt 2 of 4: 503, retry in 4 ms
	// attempt 3 of 4: 200, stop: success
}

// An order is not placed twice: the 303 proves that the server has it.
func ExampleDo() {
	shop := http.NewServeMux()
	shop.Handle("/order", http.RedirectHandler("/receipt", http.StatusSeeOther))
	shop.HandleFunc("/receipt", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	server := httptest.NewServer(shop)
	defer server.Close()
	order, err := http.NewRequest("POST", server.URL+"/order", strings.NewReader("one bicycle"))
	if err != nil {
		fmt.Println(err)
		return
	}
	resp, err := oncehttp.Do(nil, order, oncehttp.Settings{Policy: quickPolicy()})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	fmt.Println(resp.StatusCode, oncehttp.Decisions(resp)[0].Reason)
	// Output:
	// 503 accepted
}

// With a key in the field that is named, a POST may be sent again whatever became of it; and the
// server learns which attempt it sees.
func ExampleSettings() {
	settings := oncehttp.Settings{
		Policy:       quickPolicy(),
		KeyField:     "Idempotency-Key",
		AttemptField: "Retry-Attempt",
		OnDecision: func(req *http.Request, decision oncehttp.Decision) {
			fmt.Println(req.Method, decision)
		},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Header.Get("Retry-Attempt") != "2" {
			w.WriteHeader(http.StatusGatewayTimeout)
		}
	}))
	defer server.Close()
	req, err := http.NewRequest("POST", server.URL, strings.NewReader("one bicycle"))
	if err != nil {
		fmt.Println(err)
		return
	}
	req.Header.Set("Idempotency-Key", "8e03978e-40d5-43dd-bc93-6894a57f9324")
	resp, err := oncehttp.Do(nil, req, settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	resp.Body.Close()
	// Output:
	// POST attempt 1 of 4: 504, retry in 2 ms
	// POST attempt 2 of 4: 504, retry in 4 ms
	// POST attempt 3 of 4: 200, stop: success
}

// A call that failed says when to come back.
func ExampleError() {
	server := busy(0)
	server.Close() // nobody is there
	settings := oncehttp.Settings{Policy: quickPolicy()}
	settings.Policy.MaxAttempts = 2
	req, err := http.NewRequest("GET", server.URL, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = oncehttp.Do(nil, req, settings)
	var failed *oncehttp.Error
	if errors.As(err, &failed) {
		last := failed.Decisions[len(failed.Decisions)-1]
		fmt.Println(last.Attempt.Failure, last.Reason, last.Delay)
	}
	// Output:
	// connect attempts_exhausted 4ms
}

// A service that says in a field of its own whether to try again.
func ExampleSettings_adjust() {
	settings := oncehttp.Settings{
		Policy: quickPolicy(),
		Adjust: func(attempt *oncemore.Attempt, _ *http.Request, resp *http.Response, _ error) {
			if resp != nil && resp.Header.Get("X-Should-Retry") == "false" {
				attempt.ServerSays = oncemore.ServerSaysDoNotRetry
			}
		},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Should-Retry", "false")
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	client := &http.Client{Transport: &oncehttp.Transport{Settings: settings}}
	resp, err := client.Get(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	resp.Body.Close()
	fmt.Println(oncehttp.Decisions(resp)[0])
	// Output:
	// attempt 1 of 4: 503, stop: server_refused
}
