// SPDX-License-Identifier: MIT

//go:build cgo

package oncemore

// The numbers are those of the library and never change their meaning. A test compares each of them
// with the name that the library itself has for it.

// Verdict says what to do.
type Verdict uint16

const (
	VerdictStop   Verdict = 0 // hand the response or the error to the caller
	VerdictRetry  Verdict = 1 // wait, then send the request once more
	VerdictFollow Verdict = 2 // wait, then send the redirected request; only from [Follow]
)

// String returns the enumerator's own name.
func (x Verdict) String() string { return nameOf(enumVerdict, "Verdict", uint32(x)) }

// Reason is the one rule that decided. The first 18 stand in the order in which [Decide] asks.
// Newer versions may add some, so log a reason that you do not know.
type Reason uint16

const (
	ReasonInvalidAttempt    Reason = 0  // the attempt cannot have happened
	ReasonCancelled         Reason = 1  // the caller ended it
	ReasonSuccess           Reason = 2  // 2xx, 304, or 101
	ReasonRedirect          Reason = 3  // a 3xx that nobody followed
	ReasonInvalidPolicy     Reason = 4  // [Policy.Validate] names the bad field
	ReasonServerRefused     Reason = 5  // the server said: do not retry
	ReasonStatusNotRetried  Reason = 6  // the policy does not retry this status
	ReasonFailureNotRetried Reason = 7  // the policy does not retry this failure
	ReasonAccepted          Reason = 8  // a redirect, or the caller, proves acceptance
	ReasonNotRepeatable     Reason = 9  // not repeatable, and never to be repeated
	ReasonMaybeProcessed    Reason = 10 // not repeatable, and it may have been processed
	ReasonBodyConsumed      Reason = 11 // the body cannot be produced again
	ReasonAttemptsExhausted Reason = 12 // that was the last attempt allowed
	ReasonBudgetExhausted   Reason = 13 // the caller's retry budget denied it
	ReasonServerWaitTooLong Reason = 14 // the server asked for more than the policy allows
	ReasonDeadline          Reason = 15 // the next attempt would come too late
	ReasonRetryableStatus   Reason = 16 // retry: the status is worth it
	ReasonRetryableFailure  Reason = 17 // retry: the failure is worth it
	ReasonNotARedirect      Reason = 18 // follow: nothing to follow
	ReasonNoLocation        Reason = 19 // follow: the response does not say where to
	ReasonRedirectLimit     Reason = 20 // follow: as many hops as the call may follow
	ReasonFollow            Reason = 21 // follow: go on
)

// String returns the enumerator's own name.
func (x Reason) String() string { return nameOf(enumReason, "Reason", uint32(x)) }

// NextMethod says what becomes of the method of a redirected request.
type NextMethod uint16

const (
	NextMethodKeep NextMethod = 0 // the same method
	NextMethodGet  NextMethod = 1 // GET
)

// String returns the enumerator's own name.
func (x NextMethod) String() string { return nameOf(enumNextMethod, "NextMethod", uint32(x)) }

// NextBody says what becomes of the body of a redirected request.
type NextBody uint16

const (
	NextBodyKeep NextBody = 0 // sent along
	NextBodyDrop NextBody = 1 // left out, with its content fields
)

// String returns the enumerator's own name.
func (x NextBody) String() string { return nameOf(enumNextBody, "NextBody", uint32(x)) }

// Method is a request method: the 40 of the IANA HTTP Method Registry, or unknown. [ParseMethod]
// makes one of a token.
type Method uint32

const (
	MethodUnknown           Method = 0  // any other token: neither safe nor idempotent
	MethodACL               Method = 1  // idempotent; RFC 3744 8.1
	MethodBaselineControl   Method = 2  // idempotent; RFC 3253 12.6
	MethodBind              Method = 3  // idempotent; RFC 5842 4
	MethodCheckin           Method = 4  // idempotent; RFC 3253 4.4 and 9.4
	MethodCheckout          Method = 5  // idempotent; RFC 3253 4.3 and 8.8
	MethodConnect           Method = 6  // not idempotent; RFC 9110 9.3.6
	MethodCopy              Method = 7  // idempotent; RFC 4918 9.8
	MethodDelete            Method = 8  // idempotent; RFC 9110 9.3.5
	MethodGet               Method = 9  // safe, idempotent; RFC 9110 9.3.1
	MethodHead              Method = 10 // safe, idempotent; RFC 9110 9.3.2
	MethodLabel             Method = 11 // idempotent; RFC 3253 8.2
	MethodLink              Method = 12 // idempotent; RFC 2068 19.6.1.2
	MethodLock              Method = 13 // not idempotent; RFC 4918 9.10
	MethodMerge             Method = 14 // idempotent; RFC 3253 11.2
	MethodMkActivity        Method = 15 // idempotent; RFC 3253 13.5
	MethodMkCalendar        Method = 16 // idempotent; RFC 4791 5.3.1
	MethodMkCol             Method = 17 // idempotent; RFC 4918 9.3
	MethodMkRedirectRef     Method = 18 // idempotent; RFC 4437 6
	MethodMkWorkspace       Method = 19 // idempotent; RFC 3253 6.3
	MethodMove              Method = 20 // idempotent; RFC 4918 9.9
	MethodOptions           Method = 21 // safe, idempotent; RFC 9110 9.3.7
	MethodOrderPatch        Method = 22 // idempotent; RFC 3648 7
	MethodPatch             Method = 23 // not idempotent; RFC 5789 2
	MethodPost              Method = 24 // not idempotent; RFC 9110 9.3.3
	MethodPri               Method = 25 // safe, idempotent, never sent; RFC 9113 3.4
	MethodPropFind          Method = 26 // safe, idempotent; RFC 4918 9.1
	MethodPropPatch         Method = 27 // idempotent; RFC 4918 9.2
	MethodPut               Method = 28 // idempotent; RFC 9110 9.3.4
	MethodQuery             Method = 29 // safe, idempotent; RFC 10008 2
	MethodRebind            Method = 30 // idempotent; RFC 5842 6
	MethodReport            Method = 31 // safe, idempotent; RFC 3253 3.6
	MethodSearch            Method = 32 // safe, idempotent; RFC 5323 2
	MethodTrace             Method = 33 // safe, idempotent; RFC 9110 9.3.8
	MethodUnbind            Method = 34 // idempotent; RFC 5842 5
	MethodUncheckout        Method = 35 // idempotent; RFC 3253 4.5
	MethodUnlink            Method = 36 // idempotent; RFC 2068 19.6.1.3
	MethodUnlock            Method = 37 // idempotent; RFC 4918 9.11
	MethodUpdate            Method = 38 // idempotent; RFC 3253 7.1
	MethodUpdateRedirectRef Method = 39 // idempotent; RFC 4437 7
	MethodVersionControl    Method = 40 // idempotent; RFC 3253 3.5
)

// String returns the method's token, such as BASELINE-CONTROL; unknown for [MethodUnknown].
func (x Method) String() string { return nameOf(enumMethod, "Method", uint32(x)) }

// Failure says how an attempt ended without a usable response. A status line that was read is no
// failure but that status, even if the body broke off; only a 2xx whose body broke off is
// [FailureConnectionLost].
type Failure uint32

const (
	FailureNone           Failure = 0 // not a failure: the outcome is a status
	FailureNameResolution Failure = 1 // the host name could not be resolved
	FailureConnect        Failure = 2 // no connection; also: a proxy opened no tunnel
	FailureTLSHandshake   Failure = 3 // it failed before a byte of the request left
	// a pool or queue time-out; a connection found dead before a byte was written
	FailureNotSent        Failure = 4
	FailureTLSCertificate Failure = 5 // the server's certificate was refused
	// HTTP/2 REFUSED_STREAM or a stream above GOAWAY's last one (RFC 9113 8.7);
	// H3_REQUEST_REJECTED or a stream at or above GOAWAY's (RFC 9114 5.2)
	FailureRejected Failure = 6
	FailureSend     Failure = 7 // the connection broke while the request was written
	FailureTimeout  Failure = 8 // no response in time
	// reset or closed before a complete response; also a TLS alert after the request was written
	FailureConnectionLost Failure = 9
	FailureBadResponse    Failure = 10 // not HTTP, or not decodable
	FailureRedirectLimit  Failure = 11 // too many hops, or a loop
	FailureOther          Failure = 12 // an error without a name, a bad URL: no licence to repeat
	FailureCancelled      Failure = 13 // by the caller, or because its context ended
)

// String returns the enumerator's own name.
func (x Failure) String() string { return nameOf(enumFailure, "Failure", uint32(x)) }

// Evidence says what is known about whether the server processed the request.
type Evidence uint32

const (
	EvidenceByOutcome    Evidence = 0 // in an attempt: derive it from how the attempt ended
	EvidenceNeverSent    Evidence = 1 // no byte of the request left
	EvidenceNotProcessed Evidence = 2 // the server says that it did not process it
	EvidenceUnknown      Evidence = 3 // it may have been processed
	EvidenceProcessed    Evidence = 4 // it was
)

// String returns the enumerator's own name.
func (x Evidence) String() string { return nameOf(enumEvidence, "Evidence", uint32(x)) }

// Repeatable says whether the request may be sent twice with the effect of once.
type Repeatable uint32

const (
	RepeatableByMethod Repeatable = 0 // if its method is idempotent
	RepeatableYes      Repeatable = 1 // the caller knows, or sends an idempotency key
	RepeatableNo       Repeatable = 2 // the caller knows better than the method
)

// String returns the enumerator's own name.
func (x Repeatable) String() string { return nameOf(enumRepeatable, "Repeatable", uint32(x)) }

// Body says whether the request's body can be produced once more; in net/http, whether there is a
// GetBody or no body at all.
type Body uint32

const (
	BodyReplayable Body = 0 // it can, or there is none
	BodyConsumed   Body = 1 // it cannot
)

// String returns the enumerator's own name.
func (x Body) String() string { return nameOf(enumBody, "Body", uint32(x)) }

// BudgetAnswer is what the caller's own retry budget, if there is one, said to one more attempt.
type BudgetAnswer uint32

const (
	BudgetAnswerGranted BudgetAnswer = 0 // yes, or there is no budget
	BudgetAnswerDenied  BudgetAnswer = 1 // no
)

// String returns the enumerator's own name.
func (x BudgetAnswer) String() string { return nameOf(enumBudgetAnswer, "BudgetAnswer", uint32(x)) }

// ServerSays is what the server said in a field of its own, such as x-should-retry.
type ServerSays uint32

const (
	ServerSaysNothing    ServerSays = 0 // there was no such field
	ServerSaysRetry      ServerSays = 1 // makes a status of 400 or more worth a retry
	ServerSaysDoNotRetry ServerSays = 2 // stop
)

// String returns the enumerator's own name.
func (x ServerSays) String() string { return nameOf(enumServerSays, "ServerSays", uint32(x)) }

// RetryAfterKind says what a Retry-After field is.
type RetryAfterKind uint32

const (
	RetryAfterKindAbsent    RetryAfterKind = 0 // there is no such field
	RetryAfterKindMalformed RetryAfterKind = 1 // nothing that can be understood
	RetryAfterKindWait      RetryAfterKind = 2 // a wait; 0 is one, too
)

// String returns the enumerator's own name.
func (x RetryAfterKind) String() string {
	return nameOf(enumRetryAfterKind, "RetryAfterKind", uint32(x))
}

// Unrepeatable says whether a request that is not repeatable is sent again.
type Unrepeatable uint32

const (
	UnrepeatableNever         Unrepeatable = 0 // not even if it never left (RFC 9110 9.2.2)
	UnrepeatableIfUnprocessed Unrepeatable = 1 // only on evidence that it was not processed
	UnrepeatableAlways        Unrepeatable = 2 // dangerous: orders doubled, mails sent twice
)

// String returns the enumerator's own name.
func (x Unrepeatable) String() string {
	return nameOf(enumUnrepeatable, "Unrepeatable", uint32(x))
}

// RedirectProof says which trail proves that the server accepted the request that was redirected.
type RedirectProof uint32

const (
	RedirectProofMethodChange RedirectProof = 0 // a 303, or a hop that changed the method
	RedirectProofAnyHop       RedirectProof = 1 // any hop
)

// String returns the enumerator's own name.
func (x RedirectProof) String() string {
	return nameOf(enumRedirectProof, "RedirectProof", uint32(x))
}

// RedirectRewrite says what the client does with the method of a redirected request.
type RedirectRewrite uint32

const (
	RedirectRewriteBrowser RedirectRewrite = 0 // 303 makes it GET; 301 and 302 make POST GET
	RedirectRewriteKeep    RedirectRewrite = 1 // only 303 makes it GET
)

// String returns the enumerator's own name.
func (x RedirectRewrite) String() string {
	return nameOf(enumRedirectRewrite, "RedirectRewrite", uint32(x))
}

// Jitter says from which range around the ceiling c a delay is drawn, before it is cut to [floor,
// cap].
type Jitter uint32

const (
	JitterNone         Jitter = 0 // [c, c]
	JitterFull         Jitter = 1 // [0, c]
	JitterEqual        Jitter = 2 // [c / 2, c]
	JitterProportional Jitter = 3 // [c - s, c + s] with s = c x Spread
	// [a, a + SpreadTime], a = c, but not so high that the cap cuts the spread off
	JitterAdditive     Jitter = 4
	JitterDecorrelated Jitter = 5 // [Initial, 3 x the previous delay]
)

// String returns the enumerator's own name.
func (x Jitter) String() string { return nameOf(enumJitter, "Jitter", uint32(x)) }

// ServerWaitMode says how the wait that the server asked for joins the client's own delay.
type ServerWaitMode uint32

const (
	ServerWaitModeAtLeast ServerWaitMode = 0 // the longer of the two
	ServerWaitModeInstead ServerWaitMode = 1 // the server's, but not below the Floor of [Backoff]
	ServerWaitModeIgnore  ServerWaitMode = 2 // as if the server had asked for nothing
)

// String returns the enumerator's own name.
func (x ServerWaitMode) String() string {
	return nameOf(enumServerWaitMode, "ServerWaitMode", uint32(x))
}

// OverCap says what to do when the server asks for more than the Cap of [ServerWait].
type OverCap uint32

const (
	OverCapGiveUp OverCap = 0 // stop, and tell how long it would have been
	OverCapClamp  OverCap = 1 // wait the cap: the server is hit before it asked to be
)

// String returns the enumerator's own name.
func (x OverCap) String() string { return nameOf(enumOverCap, "OverCap", uint32(x)) }

// Grammar says how much of what servers really send is understood. What it is not, understands
// nothing.
type Grammar uint32

const (
	GrammarLenient Grammar = 0 // also what is not to the letter but can mean only one thing
	GrammarStrict  Grammar = 1 // RFC 9110 to the letter
)

// String returns the enumerator's own name.
func (x Grammar) String() string { return nameOf(enumGrammar, "Grammar", uint32(x)) }

// PolicyError is the first field that makes a policy invalid, in the order in which they are
// looked at. [Policy.Validate] returns one as an error.
type PolicyError uint32

const (
	PolicyErrorNone              PolicyError = 0  // the policy is valid
	PolicyErrorMaxAttempts       PolicyError = 1  // is 0
	PolicyErrorUnrepeatable      PolicyError = 2  // names none
	PolicyErrorRedirectProof     PolicyError = 3  // names none
	PolicyErrorRedirectRewrite   PolicyError = 4  // names none
	PolicyErrorFailures          PolicyError = 5  // has cancelled, or what is no failure
	PolicyErrorStatuses          PolicyError = 6  // named a status outside 400-999
	PolicyErrorUnprocessed       PolicyError = 7  // named a status outside 400-999
	PolicyErrorDeadline          PolicyError = 8  // is negative
	PolicyErrorMinAttemptTime    PolicyError = 9  // is negative
	PolicyErrorBackoffInitial    PolicyError = 10 // is negative
	PolicyErrorBackoffCap        PolicyError = 11 // is negative
	PolicyErrorBackoffFloor      PolicyError = 12 // is negative or above the cap
	PolicyErrorBackoffMultiplier PolicyError = 13 // is below 1000
	PolicyErrorBackoffJitter     PolicyError = 14 // names none
	PolicyErrorBackoffSpread     PolicyError = 15 // is above 1000
	PolicyErrorBackoffSpreadTime PolicyError = 16 // is negative
	PolicyErrorServerWaitMode    PolicyError = 17 // names none
	PolicyErrorServerWaitOverCap PolicyError = 18 // names none
	PolicyErrorServerWaitCap     PolicyError = 19 // is negative
	PolicyErrorServerWaitSpread  PolicyError = 20 // is above 1000
)

// String returns the field's path as every language writes it, such as backoff.cap.
func (x PolicyError) String() string { return nameOf(enumPolicyError, "PolicyError", uint32(x)) }

// Convention is another system's setting that says how often it tries, see [MaxAttemptsFor].
// String spells it, such as urllib3.total.
type Convention uint32

const (
	ConventionMicronautAttempts        Convention = 0  // counts retries
	ConventionMicronautMaxAttempts     Convention = 1  // counts retries
	ConventionSpringMaxRetries         Convention = 2  // counts retries
	ConventionSpringRetryMaxAttempts   Convention = 3  // counts attempts
	ConventionMicroprofileMaxRetries   Convention = 4  // counts retries, -1 is unlimited
	ConventionReactorMaxAttempts       Convention = 5  // counts retries
	ConventionReactorNumRetries        Convention = 6  // counts retries
	ConventionHTTPClient5MaxRetries    Convention = 7  // counts retries
	ConventionKiotaMaxRetries          Convention = 8  // counts retries, takes 10 at most
	ConventionKiotaDotnetMaxRetry      Convention = 9  // counts retries, takes 10 at most
	ConventionKiotaGoMaxRetries        Convention = 10 // counts retries, 0 means 3, 10 at most
	ConventionUrllib3Total             Convention = 11 // counts retries
	ConventionTenacityStopAfterAttempt Convention = 12 // counts attempts
	ConventionGoRetryablehttpRetryMax  Convention = 13 // counts retries
	ConventionCenkaltiV4MaxRetries     Convention = 14 // counts retries
	ConventionCenkaltiV5MaxTries       Convention = 15 // counts attempts, 0 is unlimited
	ConventionGRPCMaxAttempts          Convention = 16 // counts attempts, 2 to 5
	ConventionResilience4jMaxAttempts  Convention = 17 // counts attempts
	ConventionPollyMaxRetryAttempts    Convention = 18 // counts retries
	ConventionAWSMaxAttempts           Convention = 19 // counts attempts
	ConventionBoto3MaxAttempts         Convention = 20 // counts retries
	ConventionBoto3TotalMaxAttempts    Convention = 21 // counts attempts
	ConventionFailsafeMaxRetries       Convention = 22 // counts retries, -1 is unlimited
	ConventionFailsafeMaxAttempts      Convention = 23 // counts attempts, -1 is unlimited
	ConventionFailsafeGoMaxRetries     Convention = 24 // counts retries, -1 is unlimited
	ConventionFailsafeGoMaxAttempts    Convention = 25 // counts attempts, -1 and 0 are unlimited
	ConventionGoRetryMaxRetries        Convention = 26 // counts retries
)

// String returns the system and its setting, such as urllib3.total.
func (x Convention) String() string { return nameOf(enumConvention, "Convention", uint32(x)) }
