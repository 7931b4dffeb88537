// SPDX-License-Identifier: MIT

package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What the run of the scenarios relies on; the calls themselves it makes by itself.
func TestAnswers(t *testing.T) {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if requests++; requests%2 == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		w.Write([]byte("12345"))
	}))
	defer server.Close()
	const quick = "backoff.initial=4 backoff.jitter=none"
	for _, test := range []struct{ method, options, policy, want string }{
		{"PUT", "body=replayable:10 repeat=2", quick,
			"status 200 | 5 | retry retryable_status 4, stop success 0 | attempt 2 of 4: 200"},
		{"PUT", "body=consumed:10 key_field=K key=V", quick,
			"status 503 | 5 | stop body_consumed 0 | attempt 1 of 4: 503"},
		{"GET", "proxy=http://127.0.0.1:1", "max_attempts=1", "error connect | - | stop"},
		{"GET", "colour=red", "-", "unsupported options | - | - | "},
		{"GET", "timeout=soon", "-", "unsupported options | - | - | "},
		{"GET", "ca=/nowhere", "-", "unsupported options | - | - | "},
		{"GET", "-", "colour=red", "unsupported policy | - | - | "},
		{"G T", "-", "-", "unsupported request | - | - | "},
		{"GET", "-", "- | more", "unsupported line | - | - | "},
	} {
		cells := []string{"a", test.method, server.URL, test.options, test.policy}
		line := strings.Join(cells, " | ")
		for name, shape := range shapes {
			requests = 0
			if got := answer(shape, line); !strings.HasPrefix(got, test.want) {
				t.Errorf("%s: %s\n got %s\nwant %s", name, line, got, test.want)
			}
		}
	}
}
