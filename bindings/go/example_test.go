// SPDX-License-Identifier: MIT

package oncemore_test

import (
	"fmt"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

func ExampleDecide() {
	policy := oncemore.DefaultPolicy()
	policy.Backoff.Initial = 200 * time.Millisecond
	attempt := oncemore.Attempt{
		Number:     2,
		Method:     oncemore.MethodGet,
		Status:     503,
		Elapsed:    350 * time.Millisecond,
		RetryAfter: oncemore.RetryAfterIn(2 * time.Second),
	}
	decision := oncemore.Decide(policy, attempt, 0) // rand.Uint64() spreads the wait a little
	fmt.Println(decision.Retry(), decision.Delay, decision.Reason)
	fmt.Println(oncemore.Describe(policy, attempt, decision))
	// Output:
	// true 2s retryable_status
	// attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)
}

// A POST that timed out may have been processed. With an idempotency key it may be sent again.
func ExampleDecide_post() {
	policy := oncemore.DefaultPolicy()
	policy.Backoff.Jitter = oncemore.JitterNone
	attempt := oncemore.Attempt{
		Number:  1,
		Method:  oncemore.MethodPost,
		Failure: oncemore.FailureTimeout,
	}
	fmt.Println(oncemore.Decide(policy, attempt, 0))
	attempt.Repeatable = oncemore.RepeatableYes
	fmt.Println(oncemore.Decide(policy, attempt, 0))
	// Output:
	// stop maybe_processed 0s -
	// retry retryable_failure 1s -
}

func ExampleFollow() {
	var trail oncemore.Trail // one a call
	hop := oncemore.Hop{Status: 303, Method: oncemore.MethodPost, HasLocation: true}
	next := oncemore.Follow(oncemore.DefaultPolicy(), trail, hop)
	fmt.Println(next.Follow(), next.Method, next.Body)

	trail = trail.Followed(303, "POST", "GET")
	fmt.Println(trail)
	// The order was taken, so a retry of the POST would be a second one.
	attempt := oncemore.Attempt{
		Number: 1, Method: oncemore.MethodPost, Status: 503, Redirects: trail,
	}
	fmt.Println(oncemore.Decide(oncemore.DefaultPolicy(), attempt, 0))
	// Output:
	// true get drop
	// 1 moved+accepted
	// stop accepted 0s -
}

func ExampleParseRetryAfterLines() {
	now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	lines := []string{"3", "Mon, 15 Jun 2026 12:00:07 GMT"} // resp.Header.Values("Retry-After")
	fmt.Println(oncemore.ParseRetryAfterLines(lines, now))
	fmt.Println(oncemore.ParseRetryAfterLines(nil, now))
	// Output:
	// 7s
	// absent
}

func ExampleParseHTTPDate() {
	date, err := oncemore.ParseHTTPDate("Sunday, 06-Nov-94 08:49:37 GMT", time.Now())
	fmt.Println(date, err)
	// Output:
	// 1994-11-06 08:49:37 +0000 UTC <nil>
}

func ExamplePolicy_Validate() {
	policy := oncemore.DefaultPolicy()
	policy.Statuses = policy.Statuses.With(302)
	fmt.Println(policy.Validate())
	// Output:
	// oncemore: statuses must name nothing outside 400 to 999
}

func ExamplePolicy_Schedule() {
	policy := oncemore.DefaultPolicy()
	for i, delay := range policy.Schedule(3) {
		fmt.Printf("after attempt %d: %v\n", i+1, delay)
	}
	// Output:
	// after attempt 1: 500ms-1s
	// after attempt 2: 1s-2s
	// after attempt 3: 2s-4s
}

func ExampleStatusSet_With() {
	statuses := oncemore.DefaultStatuses().With(409).Without(530)
	fmt.Println(statuses.Contains(409), statuses.Contains(530))
	fmt.Println(oncemore.Statuses(429, 502, 503, 504))
	// Output:
	// true false
	// {429 502-504}
}

// go-retryablehttp counts retries, oncemore counts attempts.
func ExampleMaxAttemptsFor() {
	fmt.Println(oncemore.MaxAttemptsFor(oncemore.ConventionGoRetryablehttpRetryMax, 4))
	// Output:
	// 5 <nil>
}

// Three attempts that may each follow five redirects.
func ExampleRequestsPerCall() {
	fmt.Println(oncemore.RequestsPerCall(3, 5))
	fmt.Println(oncemore.RequestsPerCallShared(3, 5))
	// Output:
	// 18
	// 8
}
