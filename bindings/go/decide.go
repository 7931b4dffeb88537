// SPDX-License-Identifier: MIT

//go:build cgo

package oncemore

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// Decision is the answer of [Decide]. The zero Decision is a stop.
type Decision struct {
	// Delay is to be waited before the next attempt, in whole milliseconds. Of a stop for
	// ReasonAttemptsExhausted, ReasonBudgetExhausted, ReasonServerWaitTooLong or ReasonDeadline it
	// is the wait that a retry would have had, so that the work can be queued again; of every other
	// stop 0.
	Delay time.Duration
	// Verdict is VerdictRetry or VerdictStop.
	Verdict Verdict
	// Reason is the rule that decided.
	Reason Reason
	// Notes are none unless Reason is ReasonAttemptsExhausted or one that stands after it.
	Notes Notes
}

// Retry says whether to send the request once more, after Delay.
func (d Decision) Retry() bool { return d.Verdict == VerdictRetry }

// String returns verdict, reason, delay and notes, such as "retry retryable_status 2s
// server_wait_applied". For a log [Describe] says more.
func (d Decision) String() string {
	return strings.Join(
		[]string{d.Verdict.String(), d.Reason.String(), d.Delay.String(), d.Notes.String()}, " ")
}

// HopDecision is the answer of [Follow]. A stop keeps the method and drops nothing.
type HopDecision struct {
	// Delay is to be waited before following, in whole milliseconds. Of a stop for
	// ReasonServerWaitTooLong or ReasonDeadline it is the wait that following would have had, of
	// every other stop 0.
	Delay time.Duration
	// Verdict is VerdictFollow or VerdictStop.
	Verdict Verdict
	// Reason is the rule that decided.
	Reason Reason
	// Method is that of the next request.
	Method NextMethod
	// Body is that of the next request.
	Body NextBody
}

// Follow says whether to send the redirected request, after Delay.
func (d HopDecision) Follow() bool { return d.Verdict == VerdictFollow }

// String returns verdict, reason, delay, method and body, such as "follow follow 0s get drop".
func (d HopDecision) String() string {
	return strings.Join([]string{d.Verdict.String(), d.Reason.String(), d.Delay.String(),
		d.Method.String(), d.Body.String()}, " ")
}

// Notes are what to know besides the delay; a decision has any number of them.
type Notes uint32

const (
	NoteServerWaitApplied   Notes = 1  // the delay is the one that the server asked for
	NoteServerWaitMalformed Notes = 2  // a Retry-After that nobody understands
	NoteServerWaitClamped   Notes = 4  // the server asked for more and will be hit early
	NoteNewConnection       Notes = 8  // send it on another one (408, 421)
	NoteNotEarlyData        Notes = 16 // not in TLS early data (425; RFC 8470 5.2)
)

// Has says whether all of the given notes are set.
func (x Notes) Has(notes Notes) bool { return x&notes == notes }

// String returns the names joined by "+", "-" if there are none.
func (x Notes) String() string { return joined(enumNote, uint32(x)) }

// joined are the names of the bits that are set.
func joined(enumeration uint32, bits uint32) string {
	var names []string
	for bit := uint32(1); bit != 0; bit <<= 1 {
		if bits&bit != 0 {
			names = append(names, nameOf(enumeration, "bit", bit))
		}
	}
	if names == nil {
		return "-"
	}
	return strings.Join(names, "+")
}

// Decide says whether this request should be sent once more, and when. random is 64 uniform bits
// from a generator, such as rand.Uint64 of math/rand/v2, never a scaled floating-point number.
//
// The first rule that matches decides: an impossible attempt; cancelled; success or an unfollowed
// redirect; an invalid policy; the server refused; the status or failure is final; the request was
// accepted, or may not be repeated; the body is consumed; no attempt left; no budget; the server
// asks for too much; no time. A stop is the answer to everything that is bad.
func Decide(policy Policy, attempt Attempt, random uint64) Decision {
	return decide(&policy, &attempt, random)
}

// DecideRandom is [Decide] with 64 bits of math/rand/v2's generator, which is seeded by the system
// and may be used by any number of goroutines.
func DecideRandom(policy Policy, attempt Attempt) Decision {
	return decide(&policy, &attempt, rand.Uint64())
}

// Follow says whether the client follows this redirect, when, and with what. trail is the call's,
// so that the hops of all its attempts count. A Retry-After is the least wait, by the policy's
// ServerWait; there is no own delay, so neither a spread nor a floor takes part.
func Follow(policy Policy, trail Trail, hop Hop) HopDecision { return follow(&policy, trail, &hop) }

// Describe returns one ASCII line that says what was decided and why, for a log:
//
//	attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)
func Describe(policy Policy, attempt Attempt, decision Decision) string {
	return describe(&policy, &attempt, decision)
}

// Message returns an English sentence that says why, without a full stop.
func (x Reason) Message() string { return nameOf(enumReasonMessage, "Reason", uint32(x)) }

// Verdict returns the verdict that a reason stands for; VerdictStop for one that has no name.
func (x Reason) Verdict() Verdict { return verdictOf(x) }

// AttemptsFromRetries returns the attempts that so many retries make: one more, 4,294,967,294 being
// Unlimited.
func AttemptsFromRetries(retries uint32) uint32 { return attemptsFromRetries(retries) }

// RetriesFromAttempts returns the retries among so many attempts: one less, 0 of 0; Unlimited stays
// so.
func RetriesFromAttempts(attempts uint32) uint32 { return retriesFromAttempts(attempts) }

// ConventionError says that a system does not take a number for its setting.
type ConventionError struct {
	Convention Convention
	N          int64
}

// Error names the setting and the number.
func (e *ConventionError) Error() string {
	return "oncemore: " + e.Convention.String() + " does not take " + strconv.FormatInt(e.N, 10)
}

// MaxAttemptsFor returns the [Policy.MaxAttempts] that means the same as n does to another system's
// setting, so that a policy can be moved without being off by one; possibly Unlimited. What the
// system itself rejects is a [*ConventionError].
func MaxAttemptsFor(convention Convention, n int64) (uint32, error) {
	attempts := maxAttemptsFor(convention, n)
	if attempts == 0 {
		return 0, &ConventionError{convention, n}
	}
	return attempts, nil
}

// Layer is one client of a stack, for [RequestsPerCallLayers]: the sends allowed, the first
// included, and the hops allowed after each.
type Layer struct {
	Attempts, Redirects uint32
}

// RequestsPerCall returns the worst number of requests of one call whose redirect allowance starts
// afresh with each attempt: attempts x (1 + redirects), 3 x (1 + 5) = 18.
func RequestsPerCall(attempts, redirects uint32) uint64 {
	return requestsPerCall(attempts, redirects)
}

// RequestsPerCallLayers returns the same for clients that wrap each other: the product, saturating;
// a layer that sends nothing makes it 0. No layer is the bare request: 1.
func RequestsPerCallLayers(layers ...Layer) uint64 { return requestsPerCallLayers(layers) }

// RequestsPerCallShared returns the worst number where one allowance serves the whole call, as
// [Follow] counts: attempts + redirects.
func RequestsPerCallShared(attempts, redirects uint32) uint64 {
	return requestsPerCallShared(attempts, redirects)
}

// Version returns the version of the library, such as "0.1.0".
func Version() string { return version() }
