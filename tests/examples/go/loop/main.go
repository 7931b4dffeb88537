// SPDX-License-Identifier: MIT

// Example gets a page, and sends the request once more where that is right.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"time"

	oncemore "github.com/oncemore/oncemore/bindings/go"
	"github.com/oncemore/oncemore/bindings/go/oncehttp"
)

func get(ctx context.Context, policy oncemore.Policy, url string) (*http.Response, error) {
	start := time.Now()
	attempt := oncemore.Attempt{Number: 1, Method: oncemore.MethodGet}
	for {
		left, limited := policy.TimeLeft(time.Since(start))
		if limited && left == 0 {
			return nil, context.DeadlineExceeded
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		client := http.Client{Timeout: left} // 0 is none, to the client, too
		resp, err := client.Do(req)
		attempt.Elapsed = time.Since(start)
		if err != nil {
			attempt.Failure = failure(ctx, err)
			attempt.Evidence = oncemore.EvidenceUnknown // an error alone proves nothing
		} else {
			attempt.Status = resp.StatusCode
			attempt.RetryAfter = oncemore.ParseRetryAfterLines(resp.Header.Values("Retry-After"),
				oncemore.ReferenceTime(resp.Header.Get("Date"), resp.Header.Get("Age"), time.Now()))
		}
		decision := oncemore.Decide(policy, attempt, rand.Uint64())
		log.Print(oncemore.Describe(policy, attempt, decision))
		if !decision.Retry() {
			return resp, err
		}
		if resp != nil {
			resp.Body.Close()
		}
		select {
		case <-time.After(decision.Delay):
			attempt = attempt.Advance(decision)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// failure says what an error of net/http was.
func failure(ctx context.Context, err error) oncemore.Failure {
	if ctx.Err() != nil {
		return oncemore.FailureCancelled
	}
	return oncehttp.FailureOf(err)
}

func main() {
	policy := oncemore.DefaultPolicy()
	policy.Backoff.Initial = 200 * time.Millisecond
	policy.Deadline = 20 * time.Second
	if err := policy.Validate(); err != nil {
		log.Fatal(err)
	}
	resp, err := get(context.Background(), policy, os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	fmt.Println(resp.Status)
}
