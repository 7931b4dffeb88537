// SPDX-License-Identifier: MIT

//go:build cgo

package oncemore

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Unlimited is a [Policy.MaxAttempts] that is never reached, but by attempt 4,294,967,295.
const Unlimited uint32 = math.MaxUint32

// NoDeadline is the default of [Policy.Deadline] and the largest duration: 9,223,372,036,854 ms,
// 292 years. A longer one counts as it.
const NoDeadline time.Duration = math.MaxInt64 / time.Millisecond * time.Millisecond

// Policy is what the user configured. Begin with [DefaultPolicy] and change what should differ: in
// the zero Policy most fields are not the defaults, and it never retries. A value out of range
// makes a policy invalid, also where the chosen jitter or mode does not use it; [Policy.Validate]
// says so.
type Policy struct {
	// MaxAttempts is the number of sends allowed, the first included: at least 1, which is never to
	// retry, or Unlimited. Default: 4. RFC 9110 9.2.2 advises one automatic retry at most; the
	// default of three is a departure that backoff, evidence and deadline make safe.
	MaxAttempts uint32
	// Unrepeatable says whether a request is sent again that is not idempotent and that the caller
	// did not declare repeatable. Default: UnrepeatableIfUnprocessed.
	Unrepeatable Unrepeatable
	// RedirectProof says which redirects prove that the server accepted a request. Default:
	// RedirectProofMethodChange.
	RedirectProof RedirectProof
	// RedirectRewrite says what Follow does with the method. Default: RedirectRewriteBrowser.
	RedirectRewrite RedirectRewrite
	// MaxRedirects is the number of hops allowed per call, counted over all its attempts; 0 is
	// never to follow. Default: 10.
	MaxRedirects uint32
	// Failures are those worth a retry. Default: DefaultFailures().
	Failures FailureSet
	// Statuses are those worth a retry. Default: DefaultStatuses().
	Statuses StatusSet
	// Unprocessed are the statuses that say that the request was not processed, so that also a
	// request that is not repeatable may be sent again. Default: DefaultUnprocessed(). 421 and 425
	// are guaranteed by an RFC, 413 and 429 refuse by meaning. Of 503 it is convention alone: who
	// knows the servers says Unprocessed.With(503).
	Unprocessed StatusSet
	// Deadline is the time for the whole call, from the start of attempt 1; not negative, and 0
	// stops every retry. When a retry would come too late the decision is to stop at once: a wait
	// is never shortened to fit. Default: NoDeadline.
	Deadline time.Duration
	// MinAttemptTime is what must be left before the deadline for an attempt to be worth it; not
	// negative. Default: 0.
	MinAttemptTime time.Duration
	// Backoff is the client's own delay.
	Backoff Backoff
	// ServerWait is how Retry-After (RFC 9110 10.2.3) joins it.
	ServerWait ServerWait
}

// Backoff is the client's own delay between attempts: the ceiling after attempt n is
// Initial x Multiplier^(n-1), at most Cap, and the delay is drawn evenly from a range around it.
type Backoff struct {
	// Initial is the ceiling after attempt 1; not negative. Default: 1s.
	Initial time.Duration
	// Cap is the longest delay; not negative. Default: 30s.
	Cap time.Duration
	// Floor is the shortest delay; not negative and not above Cap. Default: 0.
	Floor time.Duration
	// Multiplier is at least 1, in thousandths. Default: 2.
	Multiplier float64
	// Jitter is the range to draw from. Default: JitterEqual.
	Jitter Jitter
	// Spread is how far JitterProportional goes to both sides, as a part of the ceiling: 0 to 1, in
	// thousandths. Default: 0.5.
	Spread float64
	// SpreadTime is how far JitterAdditive goes, called backoff.spread_time in messages; not
	// negative. Default: 0.
	SpreadTime time.Duration
}

// ServerWait is how the wait that a server asks for with Retry-After joins the client's own delay.
type ServerWait struct {
	// Mode says which of the two counts. Default: ServerWaitModeAtLeast.
	Mode ServerWaitMode
	// OverCap says what happens to a wait longer than Cap. Default: OverCapGiveUp.
	OverCap OverCap
	// Cap is the longest wait to accept from a server; not negative. Default: 30s.
	Cap time.Duration
	// Spread lets clients come later than they were told, each by another part of the wait, so that
	// they do not come all at once: 0 to 1, in thousandths. Default: 0.1.
	Spread float64
}

// DefaultPolicy returns the library's default policy.
func DefaultPolicy() Policy { return defaultPolicy() }

// Validate returns nil for a valid policy; otherwise a [PolicyError] that names the first bad
// field, in the order of the fields.
func (p Policy) Validate() error {
	if err := validate(&p); err != PolicyErrorNone {
		return err
	}
	return nil
}

// Error returns the library's sentence, which names the field in the spelling that every language
// shares: "oncemore: backoff.cap must not be negative".
func (x PolicyError) Error() string {
	return "oncemore: " + nameOf(enumErrorMessage, "PolicyError", uint32(x))
}

// TimeLeft returns what is left of the deadline for the next attempt, so long after the call began:
// the time-out to give it. limited is false if there is no limit: there is no deadline, or one of 0
// or less, which only forbids retries and hops. A left of 0 with limited says that the deadline has
// passed: do not send, and never hand it on, since several clients take 0 for no limit.
func (p Policy) TimeLeft(elapsed time.Duration) (left time.Duration, limited bool) {
	return timeLeft(&p, elapsed)
}

// Ceiling returns the delay after attempt number without jitter, already capped. It never falls as
// number grows; 0 is answered like 1.
func (p Policy) Ceiling(number uint32) time.Duration { return ceiling(&p, number) }

// DelayRange returns the range from which the delay after attempt number is drawn; 0 is answered
// like 1. previous is the delay before that attempt and matters only to JitterDecorrelated.
func (p Policy) DelayRange(number uint32, previous time.Duration) Range {
	return delayRange(&p, number, previous)
}

// OwnDelay returns the client's own delay after attempt number: one draw from DelayRange.
func (p Policy) OwnDelay(number uint32, previous time.Duration, random uint64) time.Duration {
	return ownDelay(&p, number, previous, random)
}

// Schedule returns the ranges of the delays after attempts 1 to n, n being any number that the
// caller wants to see: a policy of 4 attempts has 3 delays. With JitterDecorrelated a range reaches
// as far as it can, each delay before it having been the longest.
func (p Policy) Schedule(n int) []Range {
	var ranges []Range
	var previous time.Duration
	for i := 1; i <= n; i++ {
		next := p.DelayRange(uint32(min(int64(i), math.MaxUint32)), previous)
		ranges = append(ranges, next)
		previous = next.High
	}
	return ranges
}

// Range is a closed range of delays, from the shortest to the longest.
type Range struct {
	Low, High time.Duration
}

// Draw returns one of the range's milliseconds, all equally likely when random is 64 uniform bits.
// A range that is the wrong way round has only its low end.
func (r Range) Draw(random uint64) time.Duration { return draw(r, random) }

// String returns the range as "500ms-1s".
func (r Range) String() string { return r.Low.String() + "-" + r.High.String() }

// StatusSet is a set of statuses: one member for each of 400-599, and one for all of 600-999. The
// zero StatusSet is empty. Sets are values: methods return new ones, and == compares.
type StatusSet struct {
	bits [4]uint64
}

// DefaultStatuses returns the default of [Policy.Statuses]: 408 413 421 425 429 500 502 503 504,
// and every status above 499 that the IANA registry does not assign.
func DefaultStatuses() StatusSet { return defaultStatuses() }

// DefaultUnprocessed returns the default of [Policy.Unprocessed]: 413 421 425 429.
func DefaultUnprocessed() StatusSet { return defaultUnprocessed() }

// Statuses returns the set of these statuses.
func Statuses(statuses ...int) StatusSet { return StatusSet{}.With(statuses...) }

// With returns the set with these statuses in it. Naming one outside 400-999 makes it invalid for
// good.
func (s StatusSet) With(statuses ...int) StatusSet {
	for _, status := range statuses {
		s = s.with(status)
	}
	return s
}

// Without returns the set without these statuses. Naming one outside 400-999 makes it invalid for
// good.
func (s StatusSet) Without(statuses ...int) StatusSet {
	for _, status := range statuses {
		s = s.without(status)
	}
	return s
}

// Contains says whether a status is in the set.
func (s StatusSet) Contains(status int) bool { return s.contains(status) }

// Valid says whether the set never named a status outside 400-999.
func (s StatusSet) Valid() bool { return s.valid() }

// String lists the members, such as "{408 429 500-504}", for people; it asks for one after the
// other.
func (s StatusSet) String() string {
	if !s.Valid() {
		return "{invalid}"
	}
	var parts []string
	for status := 0; status <= 1000; status++ {
		if !s.Contains(status) {
			continue
		}
		first := status
		for s.Contains(status + 1) {
			status++
		}
		part := strconv.Itoa(first)
		if status > first {
			part += "-" + strconv.Itoa(status)
		}
		parts = append(parts, part)
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// FailureSet is a set of failures. The zero FailureSet is empty. Sets are values: methods return
// new ones, and == compares.
type FailureSet struct {
	bits uint32
}

// DefaultFailures returns the default of [Policy.Failures]: all but FailureTLSCertificate,
// FailureRedirectLimit, FailureOther and FailureCancelled.
func DefaultFailures() FailureSet { return defaultFailures() }

// Failures returns the set of these failures.
func Failures(failures ...Failure) FailureSet { return FailureSet{}.With(failures...) }

// With returns the set with these failures in it. What is no failure makes it invalid for good, and
// FailureCancelled makes it invalid as long as it is in.
func (s FailureSet) With(failures ...Failure) FailureSet {
	for _, failure := range failures {
		s = s.with(failure)
	}
	return s
}

// Without returns the set without these failures. What is no failure makes it invalid for good.
func (s FailureSet) Without(failures ...Failure) FailureSet {
	for _, failure := range failures {
		s = s.without(failure)
	}
	return s
}

// Contains says whether a failure is in the set.
func (s FailureSet) Contains(failure Failure) bool { return s.contains(failure) }

// Valid says whether a policy may have this set.
func (s FailureSet) Valid() bool { return s.valid() }

// String lists the members, such as "{connect timeout}", for people.
func (s FailureSet) String() string {
	var parts []string
	for failure := FailureNone; failure <= FailureCancelled; failure++ {
		if s.Contains(failure) {
			parts = append(parts, failure.String())
		}
	}
	if !s.Valid() {
		parts = append(parts, "(invalid)")
	}
	return "{" + strings.Join(parts, " ") + "}"
}
