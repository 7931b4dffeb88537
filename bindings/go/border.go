// SPDX-License-Identifier: MIT

package oncemore

// This file alone knows C. It turns Go values into the structs of oncemore.h and back, by value, so
// that nothing is allocated. It holds no rule.

/*
#cgo CXXFLAGS: -std=c++17 -O2 -fno-exceptions -fno-rtti -fvisibility=hidden
#include "border.h"
*/
import "C"

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

// ---- Durations, instants, ratios, numbers -------------------------------------------------------

// largest is the largest duration of the library in milliseconds, the whole ones that a
// time.Duration holds.
const largest = math.MaxInt64 / int64(time.Millisecond)

// milliseconds rounds away from zero: a wait is never shorter than was asked, and what is negative
// stays so, for the library to refuse.
func milliseconds(d time.Duration) C.int64_t {
	whole := int64(d / time.Millisecond)
	rest := d % time.Millisecond
	if rest > 0 && whole < largest {
		whole++
	} else if rest < 0 {
		whole--
	}
	return C.int64_t(whole)
}

// duration stays at the end that a time.Duration cannot hold; no answer of the library is above
// largest, but what was given to it may be below.
func duration(ms C.int64_t) time.Duration {
	if int64(ms) < -largest {
		return math.MinInt64
	}
	return time.Duration(ms) * time.Millisecond
}

// unixMilliseconds rounds down, as time.Time.UnixMilli does, and stays at the ends of int64 for
// instants that it cannot hold.
func unixMilliseconds(t time.Time) C.int64_t {
	const last = math.MaxInt64 / 1000
	switch seconds := t.Unix(); {
	case seconds >= last:
		return math.MaxInt64
	case seconds < -last:
		return math.MinInt64
	}
	return C.int64_t(t.UnixMilli())
}

// thousandths rounds to the nearest, half up. A ratio that no number of thousandths can say (NaN,
// negative) is given to the library as the number that it refuses for that field.
func thousandths(ratio float64, refused C.uint32_t) C.uint32_t {
	if !(ratio >= 0) {
		return refused
	}
	// The conversion keeps a compiler from fusing this with what follows: every machine must get
	// the same number.
	product := float64(ratio * 1000)
	whole := math.Floor(product)
	if product-whole >= 0.5 {
		whole++
	}
	if whole > math.MaxUint32 {
		return math.MaxUint32
	}
	return C.uint32_t(whole)
}

func ratio(thousandths C.uint32_t) float64 { return float64(thousandths) / 1000 }

// int32Of keeps what int32 cannot hold out of range, instead of cutting it to a number that is in
// range: no status is that large or that small.
func int32Of(status int) C.int32_t {
	if status > math.MaxInt32 {
		return math.MaxInt32
	}
	if status < math.MinInt32 {
		return math.MinInt32
	}
	return C.int32_t(status)
}

func textData(s string) *C.char { return (*C.char)(unsafe.Pointer(unsafe.StringData(s))) }

// ---- Structs ------------------------------------------------------------------------------------

func toPolicy(p *Policy) C.oncemore_policy {
	return C.oncemore_policy{
		max_attempts:           C.uint32_t(p.MaxAttempts),
		unrepeatable:           C.oncemore_unrepeatable(p.Unrepeatable),
		redirect_proof:         C.oncemore_redirect_proof(p.RedirectProof),
		redirect_rewrite:       C.oncemore_redirect_rewrite(p.RedirectRewrite),
		max_redirects:          C.uint32_t(p.MaxRedirects),
		failures:               C.oncemore_failure_set(p.Failures.bits),
		statuses:               toStatuses(p.Statuses),
		unprocessed:            toStatuses(p.Unprocessed),
		deadline_ms:            milliseconds(p.Deadline),
		min_attempt_time_ms:    milliseconds(p.MinAttemptTime),
		backoff_initial_ms:     milliseconds(p.Backoff.Initial),
		backoff_cap_ms:         milliseconds(p.Backoff.Cap),
		backoff_floor_ms:       milliseconds(p.Backoff.Floor),
		backoff_multiplier:     thousandths(p.Backoff.Multiplier, 0),
		backoff_jitter:         C.oncemore_jitter(p.Backoff.Jitter),
		backoff_spread_time_ms: milliseconds(p.Backoff.SpreadTime),
		backoff_spread:         thousandths(p.Backoff.Spread, math.MaxUint32),
		server_wait_mode:       C.oncemore_server_wait_mode(p.ServerWait.Mode),
		server_wait_over_cap:   C.oncemore_over_cap(p.ServerWait.OverCap),
		server_wait_spread:     thousandths(p.ServerWait.Spread, math.MaxUint32),
		server_wait_cap_ms:     milliseconds(p.ServerWait.Cap),
	}
}

func fromPolicy(c C.oncemore_policy) Policy {
	return Policy{
		MaxAttempts:     uint32(c.max_attempts),
		Unrepeatable:    Unrepeatable(c.unrepeatable),
		RedirectProof:   RedirectProof(c.redirect_proof),
		RedirectRewrite: RedirectRewrite(c.redirect_rewrite),
		MaxRedirects:    uint32(c.max_redirects),
		Failures:        FailureSet{uint32(c.failures)},
		Statuses:        fromStatuses(c.statuses),
		Unprocessed:     fromStatuses(c.unprocessed),
		Deadline:        duration(c.deadline_ms),
		MinAttemptTime:  duration(c.min_attempt_time_ms),
		Backoff: Backoff{
			Initial:    duration(c.backoff_initial_ms),
			Cap:        duration(c.backoff_cap_ms),
			Floor:      duration(c.backoff_floor_ms),
			Multiplier: ratio(c.backoff_multiplier),
			Jitter:     Jitter(c.backoff_jitter),
			Spread:     ratio(c.backoff_spread),
			SpreadTime: duration(c.backoff_spread_time_ms),
		},
		ServerWait: ServerWait{
			Mode:    ServerWaitMode(c.server_wait_mode),
			OverCap: OverCap(c.server_wait_over_cap),
			Cap:     duration(c.server_wait_cap_ms),
			Spread:  ratio(c.server_wait_spread),
		},
	}
}

func toStatuses(s StatusSet) C.oncemore_status_set {
	return C.oncemore_status_set{bits: [4]C.uint64_t{
		C.uint64_t(s.bits[0]), C.uint64_t(s.bits[1]), C.uint64_t(s.bits[2]), C.uint64_t(s.bits[3]),
	}}
}

func fromStatuses(c C.oncemore_status_set) StatusSet {
	return StatusSet{[4]uint64{
		uint64(c.bits[0]), uint64(c.bits[1]), uint64(c.bits[2]), uint64(c.bits[3]),
	}}
}

func toRetryAfter(r RetryAfter) C.oncemore_retry_after {
	return C.oncemore_retry_after{
		wait_ms: C.int64_t(r.ms), kind: C.oncemore_retry_after_kind(r.kind),
	}
}

func fromRetryAfter(c C.oncemore_retry_after) RetryAfter {
	return RetryAfter{ms: int64(c.wait_ms), kind: RetryAfterKind(c.kind)}
}

func toTrail(t Trail) C.oncemore_trail {
	return C.oncemore_trail{
		hops: C.uint32_t(t.hops), flags: C.oncemore_trail_flag(t.flags),
	}
}

func fromTrail(c C.oncemore_trail) Trail {
	return Trail{hops: uint32(c.hops), flags: TrailFlags(c.flags)}
}

func toAttempt(a *Attempt) C.oncemore_attempt {
	return C.oncemore_attempt{
		number:            C.uint32_t(a.Number),
		method:            C.oncemore_method(a.Method),
		status:            int32Of(a.Status),
		failure:           C.oncemore_failure(a.Failure),
		repeatable:        C.oncemore_repeatable(a.Repeatable),
		evidence:          C.oncemore_evidence(a.Evidence),
		body:              C.oncemore_body(a.Body),
		budget:            C.oncemore_budget_answer(a.Budget),
		server_says:       C.oncemore_server_says(a.ServerSays),
		elapsed_ms:        milliseconds(a.Elapsed),
		previous_delay_ms: milliseconds(a.PreviousDelay),
		retry_after:       toRetryAfter(a.RetryAfter),
		redirects:         toTrail(a.Redirects),
		budget_paid:       thousandths(a.BudgetPaid, 0),
		hold_ms:           milliseconds(a.Hold),
	}
}

func fromAttempt(c C.oncemore_attempt) Attempt {
	return Attempt{
		Number:        uint32(c.number),
		Method:        Method(c.method),
		Status:        int(c.status),
		Failure:       Failure(c.failure),
		Repeatable:    Repeatable(c.repeatable),
		Evidence:      Evidence(c.evidence),
		Body:          Body(c.body),
		Budget:        BudgetAnswer(c.budget),
		ServerSays:    ServerSays(c.server_says),
		Elapsed:       duration(c.elapsed_ms),
		PreviousDelay: duration(c.previous_delay_ms),
		RetryAfter:    fromRetryAfter(c.retry_after),
		Redirects:     fromTrail(c.redirects),
		BudgetPaid:    ratio(c.budget_paid),
		Hold:          duration(c.hold_ms),
	}
}

func toDecision(d Decision) C.oncemore_decision {
	return C.oncemore_decision{
		delay_ms: milliseconds(d.Delay),
		verdict:  C.oncemore_verdict(d.Verdict),
		reason:   C.oncemore_reason(d.Reason),
		notes:    C.oncemore_note(d.Notes),
	}
}

func toHop(h *Hop) C.oncemore_hop {
	return C.oncemore_hop{
		status:       int32Of(h.Status),
		method:       C.oncemore_method(h.Method),
		body:         C.oncemore_body(h.Body),
		has_location: number(h.HasLocation),
		elapsed_ms:   milliseconds(h.Elapsed),
		retry_after:  toRetryAfter(h.RetryAfter),
	}
}

func number(yes bool) C.uint32_t {
	if yes {
		return 1
	}
	return 0
}

// ---- Names --------------------------------------------------------------------------------------

const (
	enumVerdict         = C.BORDER_VERDICT
	enumReason          = C.BORDER_REASON
	enumReasonMessage   = C.BORDER_REASON_MESSAGE
	enumNote            = C.BORDER_NOTE
	enumNextMethod      = C.BORDER_NEXT_METHOD
	enumNextBody        = C.BORDER_NEXT_BODY
	enumMethod          = C.BORDER_METHOD
	enumFailure         = C.BORDER_FAILURE
	enumEvidence        = C.BORDER_EVIDENCE
	enumRepeatable      = C.BORDER_REPEATABLE
	enumBody            = C.BORDER_BODY
	enumBudgetAnswer    = C.BORDER_BUDGET
	enumServerSays      = C.BORDER_SERVER_SAYS
	enumRetryAfterKind  = C.BORDER_RETRY_AFTER_KIND
	enumTrailFlag       = C.BORDER_TRAIL_FLAG
	enumUnrepeatable    = C.BORDER_UNREPEATABLE
	enumRedirectProof   = C.BORDER_REDIRECT_PROOF
	enumRedirectRewrite = C.BORDER_REDIRECT_REWRITE
	enumJitter          = C.BORDER_JITTER
	enumServerWaitMode  = C.BORDER_SERVER_WAIT_MODE
	enumOverCap         = C.BORDER_OVER_CAP
	enumGrammar         = C.BORDER_GRAMMAR
	enumPolicyError     = C.BORDER_POLICY_ERROR
	enumErrorMessage    = C.BORDER_POLICY_ERROR_MESSAGE
	enumConvention      = C.BORDER_CONVENTION
)

// constant is a text of the library, which lives as long as the program and is not copied.
func constant(text C.border_text) string {
	return unsafe.String((*byte)(unsafe.Pointer(text.data)), int(text.size))
}

// nameOf is the library's own name for an enumerator, or as Reason(99) what has none.
func nameOf(enumeration uint32, typeName string, number uint32) string {
	text := C.border_name(C.uint32_t(enumeration), C.uint32_t(number))
	if text.data == nil {
		return typeName + "(" + strconv.FormatUint(uint64(number), 10) + ")"
	}
	return constant(text)
}

func version() string { return constant(C.border_version()) }

// ---- Functions ----------------------------------------------------------------------------------

func defaultPolicy() Policy { return fromPolicy(C.border_default_policy()) }

func validate(p *Policy) PolicyError { return PolicyError(C.border_validate(toPolicy(p))) }

func defaultStatuses() StatusSet    { return fromStatuses(C.border_default_statuses()) }
func defaultUnprocessed() StatusSet { return fromStatuses(C.border_default_unprocessed()) }

func (s StatusSet) with(status int) StatusSet {
	return fromStatuses(C.border_statuses_with(toStatuses(s), int32Of(status)))
}

func (s StatusSet) without(status int) StatusSet {
	return fromStatuses(C.border_statuses_without(toStatuses(s), int32Of(status)))
}

func (s StatusSet) contains(status int) bool {
	return C.border_statuses_contain(toStatuses(s), int32Of(status)) != 0
}

func (s StatusSet) valid() bool { return C.border_statuses_valid(toStatuses(s)) != 0 }

func defaultFailures() FailureSet { return FailureSet{uint32(C.border_default_failures())} }

func (s FailureSet) with(f Failure) FailureSet {
	return FailureSet{uint32(C.border_failures_with(C.uint32_t(s.bits), C.uint32_t(f)))}
}

func (s FailureSet) without(f Failure) FailureSet {
	return FailureSet{uint32(C.border_failures_without(C.uint32_t(s.bits), C.uint32_t(f)))}
}

func (s FailureSet) contains(f Failure) bool {
	return C.border_failures_contain(C.uint32_t(s.bits), C.uint32_t(f)) != 0
}

func (s FailureSet) valid() bool { return C.border_failures_valid(C.uint32_t(s.bits)) != 0 }

func attemptsFromRetries(n uint32) uint32 {
	return uint32(C.border_attempts_from_retries(C.uint32_t(n)))
}

func retriesFromAttempts(n uint32) uint32 {
	return uint32(C.border_retries_from_attempts(C.uint32_t(n)))
}

func maxAttemptsFor(c Convention, n int64) uint32 {
	return uint32(C.border_max_attempts_for(C.uint32_t(c), C.int64_t(n)))
}

func requestsPerCall(attempts, redirects uint32) uint64 {
	return uint64(C.border_requests_per_call(C.uint32_t(attempts), C.uint32_t(redirects)))
}

func requestsPerCallLayers(layers []Layer) uint64 {
	c := make([]C.oncemore_request_layer, len(layers))
	for i, layer := range layers {
		c[i].attempts, c[i].redirects = C.uint32_t(layer.Attempts), C.uint32_t(layer.Redirects)
	}
	return uint64(C.border_requests_per_call_layers(unsafe.SliceData(c), C.size_t(len(c))))
}

func requestsPerCallShared(attempts, redirects uint32) uint64 {
	return uint64(C.border_requests_per_call_shared(C.uint32_t(attempts), C.uint32_t(redirects)))
}

func parseMethod(token string) Method {
	return Method(C.border_parse_method(textData(token), C.size_t(len(token))))
}

func isSafe(m Method) bool       { return C.border_is_safe(C.uint32_t(m)) != 0 }
func isIdempotent(m Method) bool { return C.border_is_idempotent(C.uint32_t(m)) != 0 }

func isFinal(status int) bool       { return C.border_is_final(int32Of(status)) != 0 }
func isSuccess(status int) bool     { return C.border_is_success(int32Of(status)) != 0 }
func isRedirection(status int) bool { return C.border_is_redirection(int32Of(status)) != 0 }
func isFollowable(status int) bool  { return C.border_is_followable(int32Of(status)) != 0 }
func isAssignedServerError(status int) bool {
	return C.border_is_assigned_server_error(int32Of(status)) != 0
}

func retryAfterLine(soFar RetryAfter, line string, now time.Time, g Grammar) RetryAfter {
	return fromRetryAfter(C.border_retry_after_line(toRetryAfter(soFar), textData(line),
		C.size_t(len(line)), unixMilliseconds(now), C.uint32_t(g)))
}

// referenceTime keeps the caller's now as it is, where it counts.
func referenceTime(date, age []string, now time.Time) time.Time {
	dateLine, ageLine := strings.Join(date, ", "), strings.Join(age, ", ")
	ms := unixMilliseconds(now)
	at := C.border_reference_time(number(len(date) > 0), textData(dateLine),
		C.size_t(len(dateLine)), number(len(age) > 0), textData(ageLine), C.size_t(len(ageLine)),
		ms)
	if at == ms {
		return now
	}
	return time.UnixMilli(int64(at)).UTC()
}

func combined(a, b RetryAfter) RetryAfter {
	return fromRetryAfter(C.border_combined(toRetryAfter(a), toRetryAfter(b)))
}

func retryAfterIn(wait time.Duration) RetryAfter {
	return RetryAfter{ms: int64(milliseconds(wait)), kind: RetryAfterKindWait}
}

func retryAfterWait(r RetryAfter) time.Duration { return duration(C.int64_t(r.ms)) }

// retryAfterAt rounds the end of the wait up to the millisecond and its beginning down.
func retryAfterAt(until, now time.Time) RetryAfter {
	end := unixMilliseconds(until.Add(time.Millisecond - 1))
	return fromRetryAfter(C.border_retry_after_until(end, unixMilliseconds(now)))
}

func parseHTTPDate(field string, now time.Time, g Grammar) (time.Time, bool) {
	date := C.border_parse_http_date(textData(field), C.size_t(len(field)), unixMilliseconds(now),
		C.uint32_t(g))
	return time.UnixMilli(int64(date.instant_ms)).UTC(), date.valid != 0
}

func (t Trail) followed(status int, before, after string) Trail {
	return fromTrail(C.border_trail_followed(toTrail(t), int32Of(status), textData(before),
		C.size_t(len(before)), textData(after), C.size_t(len(after))))
}

func (t Trail) sentAgain() Trail { return fromTrail(C.border_trail_sent_again(toTrail(t))) }

func provesAcceptance(proof RedirectProof, t Trail) bool {
	return C.border_proves_acceptance(C.uint32_t(proof), toTrail(t)) != 0
}

func follow(p *Policy, t Trail, h *Hop) HopDecision {
	c := C.border_follow(toPolicy(p), toTrail(t), toHop(h))
	return HopDecision{
		Delay:   duration(c.delay_ms),
		Verdict: Verdict(c.verdict),
		Reason:  Reason(c.reason),
		Method:  NextMethod(c.method),
		Body:    NextBody(c.body),
	}
}

func decide(p *Policy, a *Attempt, random uint64) Decision {
	c := C.border_decide(toPolicy(p), toAttempt(a), C.uint64_t(random))
	return Decision{
		Delay:   duration(c.delay_ms),
		Verdict: Verdict(c.verdict),
		Reason:  Reason(c.reason),
		Notes:   Notes(c.notes),
	}
}

func describe(p *Policy, a *Attempt, d Decision) string {
	line := C.border_describe(toPolicy(p), toAttempt(a), toDecision(d))
	return string(unsafe.Slice((*byte)(unsafe.Pointer(&line.text[0])), int(line.size)))
}

// advance leaves alone what the library does: also what it sees coarser than Go.
func advance(a *Attempt, d Decision, paid float64) Attempt {
	before := toAttempt(a)
	before.struct_size = C.uint32_t(unsafe.Sizeof(before))
	after := C.border_advance(before, toDecision(d), thousandths(paid, 0))
	if after == before {
		return *a
	}
	return fromAttempt(after)
}

func timeLeft(p *Policy, elapsed time.Duration) (time.Duration, bool) {
	left := C.border_time_left(toPolicy(p), milliseconds(elapsed))
	if int64(left) == largest {
		return 0, false
	}
	return duration(left), true
}

func verdictOf(r Reason) Verdict { return Verdict(C.border_verdict_of(C.uint32_t(r))) }

func evidenceOfAttempt(p *Policy, a *Attempt) Evidence {
	return Evidence(C.border_evidence_of_attempt(toPolicy(p), toAttempt(a)))
}

func evidenceOfFailure(f Failure) Evidence {
	return Evidence(C.border_evidence_of_failure(C.uint32_t(f)))
}

func evidenceOfStatus(status int, unprocessed StatusSet) Evidence {
	return Evidence(C.border_evidence_of_status(int32Of(status), toStatuses(unprocessed)))
}

func ceiling(p *Policy, number uint32) time.Duration {
	return duration(C.border_ceiling(toPolicy(p), C.uint32_t(number)))
}

func delayRange(p *Policy, number uint32, previous time.Duration) Range {
	c := C.border_delay_range(toPolicy(p), C.uint32_t(number), milliseconds(previous))
	return Range{Low: duration(c.low_ms), High: duration(c.high_ms)}
}

func ownDelay(p *Policy, number uint32, previous time.Duration, random uint64) time.Duration {
	return duration(C.border_own_delay(toPolicy(p), C.uint32_t(number), milliseconds(previous),
		C.uint64_t(random)))
}

func draw(r Range, random uint64) time.Duration {
	c := C.oncemore_range{low_ms: milliseconds(r.Low), high_ms: milliseconds(r.High)}
	return duration(C.border_draw(c, C.uint64_t(random)))
}
