// SPDX-License-Identifier: MIT

/*
Package oncemore decides whether an HTTP request should be sent once more, and when.

One pure function answers, the same in every language that oncemore has a binding for:

	decision := oncemore.Decide(policy, attempt, random)

A [Policy] is what the user configured, an [Attempt] holds the facts about the send that just ended,
random is 64 uniform bits. The [Decision] says to retry after so long, or to stop, and always the
reason. You keep the transport, the loop, the clock and the dice; the rules are the library's. It
sends nothing, sleeps nowhere, keeps no state and starts no goroutine.

	policy := oncemore.DefaultPolicy()
	start := time.Now()
	attempt := oncemore.Attempt{Number: 1, Method: oncemore.MethodGet}
	for {
		resp, err := client.Get(url)
		attempt.Elapsed = time.Since(start)
		if err != nil {
			attempt.Failure = oncemore.FailureConnectionLost // as far as err can tell
		} else {
			attempt.Status = resp.StatusCode
			attempt.RetryAfter = oncemore.ParseRetryAfterLines(
				resp.Header.Values("Retry-After"), time.Now())
		}
		decision := oncemore.Decide(policy, attempt, rand.Uint64())
		if !decision.Retry() {
			break // decision.Reason says why
		}
		time.Sleep(decision.Delay)
		attempt = attempt.Advance(decision)
	}

Package oncehttp has this loop for net/http.

# Words

An attempt is one send of the request; the first is attempt 1, and [Policy.MaxAttempts] counts it,
so 1 means never to retry. A hop is one redirect that the client followed, a [Trail] the hops since
a request was sent. The ceiling is the exponential delay before jitter. The deadline is for the
whole call, measured from the start of attempt 1.

# Conventions

Durations are time.Duration. The library counts whole milliseconds: a finer duration is rounded up,
so that no wait is shorter than was asked, and a negative one stays negative and is refused. The
largest duration is [NoDeadline], 292 years; what is longer counts as it.

Ratios are float64, rounded to the nearest thousandth. A negative one and NaN are refused, an
infinite multiplier is as large as can be.

Statuses are int and never narrowed: 65739 is not 203.

Everything is a value. Values compare with ==, and any number of goroutines may use one at once.
No function panics, whatever its arguments; a bad attempt or policy is a decision to stop with a
reason, the zero [Attempt] and the zero [Policy] never retry, and [Policy.Validate] says what is
wrong with a policy before it is used.

Decisions are pure: the same policy, attempt and random give the same decision on every machine, in
every language, in every release of a major version but for corrections that the changelog lists.
[DecideRandom] and [ParseRetryAfterNow] alone are not: they throw the dice and read the clock.

# Building

The decisions are those of the C++ core, which lies in this package and is compiled by cgo: building
needs a C++17 compiler and CGO_ENABLED=1, running needs neither. A call costs about as much as any
call of C from Go, tens of nanoseconds, and no allocation. A port to Go would cost less; what this
buys is one set of decisions, with nothing to keep in step.
*/
package oncemore
