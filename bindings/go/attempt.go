// SPDX-License-Identifier: MIT

//go:build cgo

package oncemore

import (
	"errors"
	"strconv"
	"time"
)

// Attempt holds the facts about the send that just ended. It describes the request that a retry
// would send. Number, and a Status or a Failure, must be set; the zero Attempt never retries.
type Attempt struct {
	// Number is the sends so far, this one included: the first send is attempt 1, and 0 is invalid.
	Number uint32
	// Method is the method of the request that a retry would send; see ParseMethod.
	Method Method
	// Status is the status of the response, as received; 0 if there was none.
	Status int
	// Failure says why there is no usable response, instead of a status: exactly one of the two
	// must be set.
	Failure Failure
	// Repeatable replaces what the method says of whether the request may be sent twice.
	Repeatable Repeatable
	// Evidence, when set, replaces what the outcome says of whether the request was processed.
	Evidence Evidence
	// Body must be said of a body that cannot be produced once more.
	Body Body
	// Budget is what the caller's own retry budget said, if there is one.
	Budget BudgetAnswer
	// ServerSays is what the server said in a field like x-should-retry.
	ServerSays ServerSays
	// Elapsed is the time since the start of attempt 1; not negative.
	Elapsed time.Duration
	// PreviousDelay is the delay before this attempt, 0 before the first; not negative. It matters
	// only to JitterDecorrelated.
	PreviousDelay time.Duration
	// RetryAfter is the field of the response that ended the attempt.
	RetryAfter RetryAfter
	// Redirects are the hops since the request was sent. A retry loop outside redirect handling
	// passes the whole trail; a loop inside it, which sends only the current hop again, passes an
	// empty one.
	Redirects Trail
	// BudgetPaid is what a budget took for this attempt, in tokens, to the nearest thousandth; a
	// negative number counts as 0.
	BudgetPaid float64
	// Hold is the least wait that something outside asks for, such as a cool-down; not negative.
	Hold time.Duration
}

// Advance returns the attempt that begins when the decision's delay is over, so that no loop counts
// by hand: the number goes up, the delay is remembered, the trail keeps its hops alone, Elapsed
// grows by the delay (a loop that measures overwrites it), and what was known of the last answer is
// forgotten: Status, Failure, Evidence, ServerSays, RetryAfter, Budget, BudgetPaid, Hold. Method,
// Repeatable and Body stay. Who sleeps longer than the decision says writes it into the decision
// first. A decision that is no retry changes nothing.
func (a Attempt) Advance(decision Decision) Attempt { return advance(&a, decision, 0) }

// AdvancePaid is [Attempt.Advance] where a budget took so many tokens for the attempt that begins.
func (a Attempt) AdvancePaid(decision Decision, tokens float64) Attempt {
	return advance(&a, decision, tokens)
}

// Hop holds the facts about a response that may be a redirect, for [Follow].
type Hop struct {
	// Status is the status of the response, as received.
	Status int
	// Method is the method of the request that was redirected.
	Method Method
	// HasLocation says whether the response says where to, in a way that the client understands.
	HasLocation bool
	// Body is that of the request that was redirected.
	Body Body
	// RetryAfter is the least wait before following (RFC 9110 10.2.3).
	RetryAfter RetryAfter
	// Elapsed is the time since the start of attempt 1; not negative.
	Elapsed time.Duration
}

// RetryAfter is what a Retry-After field says (RFC 9110 10.2.3): nothing, nothing that can be
// understood, or a wait of 0 or more. The zero RetryAfter is an absent field.
type RetryAfter struct {
	ms   int64
	kind RetryAfterKind
}

// ParseRetryAfter reads a field as http.Header.Get returns it, "" being an absent one: a number of
// seconds, or a date that is compared with now, one in the past being a wait of 0. For now,
// [ReferenceTime] is better than a clock that may be wrong. It is lenient;
// GrammarStrict.ParseRetryAfter is not.
func ParseRetryAfter(field string, now time.Time) RetryAfter {
	return GrammarLenient.ParseRetryAfter(field, now)
}

// ParseRetryAfterLines reads all lines of a field, as resp.Header.Values("Retry-After") returns
// them: none is an absent field, an empty one is malformed. Each is parsed by itself, and
// [Combined] combines them.
func ParseRetryAfterLines(lines []string, now time.Time) RetryAfter {
	return GrammarLenient.ParseRetryAfterLines(lines, now)
}

// ParseRetryAfterNow is [ParseRetryAfterLines] with the time of the machine's clock.
func ParseRetryAfterNow(lines []string) RetryAfter {
	return ParseRetryAfterLines(lines, time.Now())
}

// ParseRetryAfter is [ParseRetryAfter] by this grammar.
func (x Grammar) ParseRetryAfter(field string, now time.Time) RetryAfter {
	if field == "" {
		return RetryAfter{}
	}
	return retryAfterLine(RetryAfter{}, field, now, x)
}

// ParseRetryAfterLines is [ParseRetryAfterLines] by this grammar.
func (x Grammar) ParseRetryAfterLines(lines []string, now time.Time) RetryAfter {
	var field RetryAfter
	for _, line := range lines {
		field = retryAfterLine(field, line, now, x)
	}
	return field
}

// RetryAfterIn returns a wait, for a vendor's field such as retry-after-ms. A negative one makes an
// attempt invalid.
func RetryAfterIn(wait time.Duration) RetryAfter { return retryAfterIn(wait) }

// RetryAfterAt returns the wait until an instant, for a vendor's field such as X-RateLimit-Reset; 0
// if it is past.
func RetryAfterAt(until, now time.Time) RetryAfter { return retryAfterAt(until, now) }

// RetryAfterMalformed returns a field that nobody understands.
func RetryAfterMalformed() RetryAfter { return RetryAfter{kind: RetryAfterKindMalformed} }

// Kind says whether there is a wait.
func (r RetryAfter) Kind() RetryAfterKind { return r.kind }

// Wait returns the wait, and whether there is one.
func (r RetryAfter) Wait() (wait time.Duration, ok bool) {
	return retryAfterWait(r), r.kind == RetryAfterKindWait
}

// String returns "absent", "malformed" or the wait, such as "2s".
func (r RetryAfter) String() string {
	if wait, ok := r.Wait(); ok {
		return wait.String()
	}
	return r.kind.String()
}

// Combined returns one field out of two: a wait beats a malformed one, a malformed one beats an
// absent one, the longer of two waits wins.
func Combined(a, b RetryAfter) RetryAfter { return combined(a, b) }

// ReferenceTime returns the instant with which a date in Retry-After is to be compared: the
// response's own Date, so that a client whose clock is wrong still waits as long as the server
// meant; now if there is no Date that can be read (leniently), or if it is a cache's, because there
// is an Age that is not 0 (RFC 9111 5.1). The fields are as http.Header.Get returns them, "" being
// an absent one.
func ReferenceTime(date, age string, now time.Time) time.Time {
	return referenceTime(lines(date), lines(age), now)
}

// ReferenceTimeLines is [ReferenceTime] of all lines of both fields, as http.Header.Values returns
// them: none is an absent field, an empty one is one that cannot be read, and so are several.
func ReferenceTimeLines(date, age []string, now time.Time) time.Time {
	return referenceTime(date, age, now)
}

func lines(field string) []string {
	if field == "" {
		return nil
	}
	return []string{field}
}

// ErrMalformedDate is returned for a text that is no HTTP-date.
var ErrMalformedDate = errors.New("oncemore: malformed HTTP-date")

// ParseHTTPDate reads an HTTP-date (RFC 9110 5.6.7) in whatever of its three forms, and leniently
// what servers really send; always in UTC. now serves only to complete a two-digit year. The error
// is [ErrMalformedDate].
func ParseHTTPDate(field string, now time.Time) (time.Time, error) {
	return GrammarLenient.ParseHTTPDate(field, now)
}

// ParseHTTPDate is [ParseHTTPDate] by this grammar.
func (x Grammar) ParseHTTPDate(field string, now time.Time) (time.Time, error) {
	date, ok := parseHTTPDate(field, now, x)
	if !ok {
		return time.Time{}, ErrMalformedDate
	}
	return date, nil
}

// Trail remembers the hops that a client followed, as far as they decide. The zero Trail is empty;
// a call begins with it. Trails are values: methods return new ones.
type Trail struct {
	hops  uint32
	flags TrailFlags
}

// TrailFlags are what the hops of a trail say of the request that was redirected; any number of
// them.
type TrailFlags uint32

const (
	TrailFlagMoved    TrailFlags = 1 // it was redirected since it was sent
	TrailFlagAccepted TrailFlags = 2 // a hop proves that the server accepted it
	TrailFlagDoubtful TrailFlags = 4 // a hop leaves open what the server did with it
)

// Has says whether all of the given flags are set.
func (x TrailFlags) Has(flags TrailFlags) bool { return x&flags == flags }

// String returns the names joined by "+", "-" if there are none.
func (x TrailFlags) String() string { return joined(enumTrailFlag, uint32(x)) }

// TrailOf returns the trail of which [Trail.Hops] and [Trail.Flags] were kept elsewhere. One to
// which no hop leads, such as flags without TrailFlagMoved, makes an attempt invalid.
func TrailOf(hops uint32, flags TrailFlags) Trail { return Trail{hops, flags} }

// Followed returns the trail after one more hop, as the client really made it: the status that it
// followed, and the method before and after, compared octet by octet.
func (t Trail) Followed(status int, methodBefore, methodAfter string) Trail {
	return t.followed(status, methodBefore, methodAfter)
}

// SentAgain returns the trail of the next attempt: hops are counted per call and go on, the flags
// are over.
func (t Trail) SentAgain() Trail { return t.sentAgain() }

// Hops returns the hops of the whole call; it stays at 4,294,967,295 once there.
func (t Trail) Hops() uint32 { return t.hops }

// Flags returns what the hops since the request was sent say of it.
func (t Trail) Flags() TrailFlags { return t.flags }

// ProvesAcceptance says whether the trail proves that the server accepted the request at its
// beginning.
func (t Trail) ProvesAcceptance(proof RedirectProof) bool { return provesAcceptance(proof, t) }

// String returns hops and flags, such as "1 moved+doubtful".
func (t Trail) String() string {
	return strconv.FormatUint(uint64(t.hops), 10) + " " + t.flags.String()
}

// ParseMethod returns the method of a token, compared octet by octet: methods are case-sensitive
// (RFC 9110 9.1), so "get" is MethodUnknown. So is "", which net/http sends as GET.
func ParseMethod(token string) Method { return parseMethod(token) }

// Safe says whether a client that uses the method asks for no change of state (RFC 9110 9.2.1).
func (x Method) Safe() bool { return isSafe(x) }

// Idempotent says whether to send such a request twice asks for the same as to send it once (RFC
// 9110 9.2.2).
func (x Method) Idempotent() bool { return isIdempotent(x) }

// Evidence returns what a failure says of the request.
func (x Failure) Evidence() Evidence { return evidenceOfFailure(x) }

// EvidenceOfStatus returns what a status says of the request: not processed if it is in
// unprocessed, processed if it is 2xx or 303, else unknown.
func EvidenceOfStatus(status int, unprocessed StatusSet) Evidence {
	return evidenceOfStatus(status, unprocessed)
}

// EvidenceOf returns what is known about whether the request of this attempt was processed: unknown
// if the trail is doubtful; else the attempt's field, if it is set; else what the outcome says.
func EvidenceOf(policy Policy, attempt Attempt) Evidence {
	return evidenceOfAttempt(&policy, &attempt)
}

// IsFinal says whether a response with this status can end an attempt: 101 and 200-999.
func IsFinal(status int) bool { return isFinal(status) }

// IsSuccess says whether the request has what it asked for: 101, 2xx and 304.
func IsSuccess(status int) bool { return isSuccess(status) }

// IsRedirection says whether a status asks the client to go elsewhere: every 3xx but 304.
func IsRedirection(status int) bool { return isRedirection(status) }

// IsFollowable says whether a status is one that a client can follow: 301 302 303 307 308.
func IsFollowable(status int) bool { return isFollowable(status) }

// IsAssignedServerError says whether the IANA registry assigns a status of 500 or above.
func IsAssignedServerError(status int) bool { return isAssignedServerError(status) }
