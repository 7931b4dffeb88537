// SPDX-License-Identifier: MIT

package oncemore_test

import (
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

var (
	benchPolicy  = oncemore.DefaultPolicy()
	benchAttempt = oncemore.Attempt{
		Number: 2, Method: oncemore.MethodGet, Status: 503, Elapsed: 1500 * time.Millisecond,
	}
	benchNow = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
)

const benchDate = "Mon, 15 Jun 2026 12:00:02 GMT"

// A 503 without Retry-After.
func BenchmarkDecide(b *testing.B) {
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if !oncemore.Decide(benchPolicy, benchAttempt, uint64(i)).Retry() {
			b.Fatal("no retry")
		}
	}
}

// A 503 whose Retry-After is a date that is parsed first.
func BenchmarkDecideWithDate(b *testing.B) {
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		attempt := benchAttempt
		attempt.RetryAfter = oncemore.ParseRetryAfter(benchDate, benchNow)
		if !oncemore.Decide(benchPolicy, attempt, uint64(i)).Retry() {
			b.Fatal("no retry")
		}
	}
}

// The crossing alone: the cheapest function of the library.
func BenchmarkCrossing(b *testing.B) {
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if !oncemore.IsFinal(503) {
			b.Fatal("not final")
		}
	}
}

func BenchmarkDescribe(b *testing.B) {
	b.ReportAllocs()
	decision := oncemore.Decide(benchPolicy, benchAttempt, 1)
	for i := 0; i < b.N; i++ {
		if oncemore.Describe(benchPolicy, benchAttempt, decision) == "" {
			b.Fatal("no line")
		}
	}
}
