// SPDX-License-Identifier: MIT

package bench

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/oncemore/oncemore/bindings/go"
)

// One question each time: what after a 503 to the second GET? Without a Retry-After, and with a
// date.

// response may have a Retry-After, which lies ahead of the clock that go-retryablehttp reads
// itself.
func response(dated bool) *http.Response {
	resp := &http.Response{
		StatusCode: 503, Status: "503 Service Unavailable", Header: http.Header{},
	}
	if dated {
		date := time.Now().Add(20 * time.Second).UTC().Format(http.TimeFormat)
		resp.Header.Set("Retry-After", date)
	}
	return resp
}

func decideAll(b *testing.B, dated bool) {
	resp, policy := response(dated), oncemore.DefaultPolicy()
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		attempt := oncemore.Attempt{
			Number: 2, Method: oncemore.MethodGet, Status: resp.StatusCode,
			Elapsed: 1500 * time.Millisecond,
		}
		if lines := resp.Header["Retry-After"]; lines != nil {
			attempt.RetryAfter = oncemore.ParseRetryAfterLines(lines, time.Now())
		}
		if !oncemore.Decide(policy, attempt, uint64(i)).Retry() {
			b.Fatal("no retry")
		}
	}
}

func retryablehttpAll(b *testing.B, dated bool) {
	resp, ctx := response(dated), context.Background()
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		retry, err := retryablehttp.DefaultRetryPolicy(ctx, resp, nil)
		if !retry || err != nil {
			b.Fatal("no retry")
		}
		if retryablehttp.DefaultBackoff(time.Second, 30*time.Second, 1, resp) <= 0 {
			b.Fatal("no delay")
		}
	}
}

func inC(b *testing.B, dated bool) {
	now := time.Now()
	date := response(dated).Header.Get("Retry-After")
	b.ResetTimer()
	if loopInC(b.N, date, now) != b.N {
		b.Fatal("no retry")
	}
}

func BenchmarkOncemore(b *testing.B)          { decideAll(b, false) }
func BenchmarkOncemoreInC(b *testing.B)       { inC(b, false) }
func BenchmarkRetryablehttp(b *testing.B)     { retryablehttpAll(b, false) }
func BenchmarkOncemoreDate(b *testing.B)      { decideAll(b, true) }
func BenchmarkOncemoreInCDate(b *testing.B)   { inC(b, true) }
func BenchmarkRetryablehttpDate(b *testing.B) { retryablehttpAll(b, true) }
