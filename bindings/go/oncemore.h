// SPDX-License-Identifier: MIT
#ifndef ONCEMORE_H
#define ONCEMORE_H

// oncemore: should this HTTP request be sent once more, and when?
//
//     oncemore_policy policy = ONCEMORE_POLICY_INIT;     // what the user configured
//     oncemore_attempt attempt = ONCEMORE_ATTEMPT_INIT;  // the facts about the send that ended
//     attempt.number = 2;
//     attempt.method = ONCEMORE_METHOD_GET;
//     attempt.status = 503;
//     attempt.elapsed_ms = elapsed;
//     attempt.retry_after = oncemore_parse_retry_after(field, field_size, now_ms,
//                                                      ONCEMORE_GRAMMAR_LENIENT);
//     oncemore_decision decision = oncemore_decide(&policy, &attempt, random);
//     if (decision.verdict == ONCEMORE_VERDICT_RETRY) wait(decision.delay_ms);
//
// You keep the transport, the clock, the dice and the loop; the library keeps the rules. This file
// is the manual; README.md beside it has a whole program, and the contract at length.
//
// Conventions
//
//  1. Pure. What a function answers depends on its arguments alone, and it changes nothing but what
//     its last pointer says it writes: no clock, no dice, no locale, no time zone, no global, no
//     allocation, no errno, no lock, no I/O. So every function may be called from any thread, from
//     a signal handler and after fork().
//  2. Values. No handle, no callback, no pointer inside a struct; no pointer is kept.
//  3. Total. Every argument has an answer. Bad input is a decision to stop, with a reason; it is
//     never a crash and never a retry, and a struct of zeros never retries. A pointer is NULL, with
//     the answer that the function names, or points to what its type says.
//  4. Durations are whole milliseconds in an int64_t and are called ..._ms. The largest is
//     9,223,372,036,854 ms (292 years, what nanoseconds in 64 bits hold); a larger one counts as
//     it, INT64_MAX included. Instants are milliseconds since 1970-01-01T00:00:00Z, any int64_t.
//     Ratios are whole thousandths. Attempts are counted from 1, retries and hops from 0. A status
//     is the number as received, never narrowed.
//  5. Enumerations are fixed-width typedefs, and unnamed enums name their numbers. A number never
//     changes its meaning and is never used again; newer libraries may add some: act on the
//     verdict, and log a reason or a note that you do not know. oncemore_..._name(n) is an
//     enumerator's own name, NULL for a number that names none: loop from 0 to NULL to check a copy
//     of them. Flags (note, trail_flag) are 1, 2, 4, ...: double from 1 to NULL.
//  6. Texts go in as pointer and length, are borrowed for the call and need no NUL; NULL is absent,
//     whatever the length. Texts that come out are constants: ASCII, ended by NUL, never freed.
//  7. Structs go in by pointer. Those that can grow begin with struct_size, which their _INIT or
//     their _init() sets to the size that the program was compiled with:
//      - A size is valid if it is a multiple of 8, not below that of the first release of this ABI,
//        and at most ONCEMORE_STRUCT_SIZE_MAX. Of a struct with any other size nothing but the size
//        is read, and it is an invalid policy, attempt or hop.
//      - A smaller struct than the library's comes from an older program: the fields that it lacks
//        have their defaults. A larger one comes from a newer program: what the library does not
//        know must be zero, or the struct is invalid.
//      - A new field's zero means what the library did before the field existed.
//      - Fields called reserved must be zero, or the struct is invalid.
//  8. Answers come out by value. Structs that do have 16 bytes or fewer and never grow. A function
//     that answers with a struct has a twin ..._into for languages that cannot take one: it writes
//     the same through its last pointer, nothing if that is NULL.
//  9. A question with yes or no for an answer answers with 1 or 0 in a uint32_t.

#include <stddef.h>
#include <stdint.h>

#define ONCEMORE_VERSION_MAJOR 0
#define ONCEMORE_VERSION_MINOR 1
#define ONCEMORE_VERSION_PATCH 0

// Defined before this header is included, it replaces what follows: a private copy of the library
// defines it as nothing.
#ifndef ONCEMORE_API
#if defined(_WIN32) && defined(ONCEMORE_EXPORTS)
#define ONCEMORE_API __declspec(dllexport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define ONCEMORE_API __attribute__((visibility("default")))
#else
#define ONCEMORE_API
#endif
#endif

// What a compiler may know of a function: that it only reads (PURE), or that it does not even read
// through a pointer (CONST), so that it need not be called again for the same answer.
#if defined(__cplusplus) && (__cplusplus >= 201103L || (defined(_MSC_VER) && _MSC_VER >= 1900))
#define ONCEMORE_NOEXCEPT noexcept
#else
#define ONCEMORE_NOEXCEPT
#endif
#ifdef __GNUC__
#define ONCEMORE_PURE ONCEMORE_NOEXCEPT __attribute__((pure))
#define ONCEMORE_CONST ONCEMORE_NOEXCEPT __attribute__((const))
#else
#define ONCEMORE_PURE ONCEMORE_NOEXCEPT
#define ONCEMORE_CONST ONCEMORE_NOEXCEPT
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- Version ------------------------------------------------------------------------------------

enum {
  ONCEMORE_ABI_VERSION = 1,         ///< of this header; the number in liboncemore.so.1
  ONCEMORE_STRUCT_SIZE_MAX = 1024,  ///< no struct_size is valid above
  ONCEMORE_DESCRIBE_MAX = 256       ///< room for every line of oncemore_describe(), NUL included
};

/// The version of the library that runs, "MAJOR.MINOR.PATCH". ONCEMORE_VERSION_... are those of the
/// header that was compiled.
ONCEMORE_API const char* oncemore_version(void) ONCEMORE_CONST;

/// The same as a number that can be compared: major x 1,000,000 + minor x 1,000 + patch.
ONCEMORE_API uint32_t oncemore_version_number(void) ONCEMORE_CONST;

/// The ABI of the library that runs. A program works with every library whose ABI version equals
/// the ONCEMORE_ABI_VERSION it was compiled with, older ones included; the linker sees to that for
/// a shared library that is linked, a program that loads it by hand should ask.
ONCEMORE_API uint32_t oncemore_abi_version(void) ONCEMORE_CONST;

// ---- Enumerations: what is decided --------------------------------------------------------------

/// What to do.
typedef uint16_t oncemore_verdict;
enum {
  ONCEMORE_VERDICT_STOP = 0,   ///< hand the response or the error to the caller
  ONCEMORE_VERDICT_RETRY = 1,  ///< wait, then send the request once more
  ONCEMORE_VERDICT_FOLLOW = 2  ///< wait, then send the redirected request; only from follow
};

/// The one rule that decided. The number is the reason's identity, not its place in the order.
typedef uint16_t oncemore_reason;
enum {
  ONCEMORE_REASON_INVALID_ATTEMPT = 0,      ///< the attempt cannot have happened
  ONCEMORE_REASON_CANCELLED = 1,            ///< the caller ended it
  ONCEMORE_REASON_SUCCESS = 2,              ///< the request has what it asked for: 2xx, 304 or 101
  ONCEMORE_REASON_REDIRECT = 3,             ///< a 3xx that nobody followed
  ONCEMORE_REASON_INVALID_POLICY = 4,       ///< the policy has a bad field, which validate names
  ONCEMORE_REASON_SERVER_REFUSED = 5,       ///< the server said not to retry
  ONCEMORE_REASON_STATUS_NOT_RETRIED = 6,   ///< the policy does not retry this status
  ONCEMORE_REASON_FAILURE_NOT_RETRIED = 7,  ///< the policy does not retry this failure
  ONCEMORE_REASON_ACCEPTED =
      8,  ///< a redirect, or the caller, proves that the request was accepted
  ONCEMORE_REASON_NOT_REPEATABLE =
      9,  ///< the request is not repeatable, and the policy never repeats such a one
  ONCEMORE_REASON_MAYBE_PROCESSED =
      10,  ///< the request is not repeatable, and it may have been processed
  ONCEMORE_REASON_BODY_CONSUMED = 11,       ///< the body cannot be produced again
  ONCEMORE_REASON_ATTEMPTS_EXHAUSTED = 12,  ///< that was the last attempt allowed
  ONCEMORE_REASON_BUDGET_EXHAUSTED = 13,    ///< the retry budget denied it
  ONCEMORE_REASON_SERVER_WAIT_TOO_LONG =
      14,                         ///< the server asked for a longer wait than the policy allows
  ONCEMORE_REASON_DEADLINE = 15,  ///< the next attempt would come too late
  ONCEMORE_REASON_RETRYABLE_STATUS = 16,   ///< the status is worth a retry
  ONCEMORE_REASON_RETRYABLE_FAILURE = 17,  ///< the failure is worth a retry
  ONCEMORE_REASON_NOT_A_REDIRECT = 18,     ///< follow: there is nothing to follow
  ONCEMORE_REASON_NO_LOCATION = 19,        ///< follow: the response does not say where to
  ONCEMORE_REASON_REDIRECT_LIMIT = 20,     ///< follow: the call has followed as many hops as it may
  ONCEMORE_REASON_FOLLOW = 21              ///< follow: go on
};

/// What to know besides the delay; a decision has any number of them, added up.
typedef uint32_t oncemore_note;
enum {
  ONCEMORE_NOTE_SERVER_WAIT_APPLIED = 1,    ///< the delay is the one that the server asked for
  ONCEMORE_NOTE_SERVER_WAIT_MALFORMED = 2,  ///< a Retry-After that nobody understands
  ONCEMORE_NOTE_SERVER_WAIT_CLAMPED = 4,    ///< the server asked for more and will be hit early
  ONCEMORE_NOTE_NEW_CONNECTION = 8,         ///< send it on another one (408, 421)
  ONCEMORE_NOTE_NOT_EARLY_DATA = 16         ///< not in TLS early data (425; RFC 8470 5.2)
};

/// What becomes of the method of a redirected request.
typedef uint16_t oncemore_next_method;
enum {
  ONCEMORE_NEXT_METHOD_KEEP = 0,  ///< the same method
  ONCEMORE_NEXT_METHOD_GET = 1    ///< GET
};

/// What becomes of the body of a redirected request.
typedef uint16_t oncemore_next_body;
enum {
  ONCEMORE_NEXT_BODY_KEEP = 0,  ///< sent along
  ONCEMORE_NEXT_BODY_DROP = 1   ///< left out, with its content fields
};

// ---- Enumerations: what happened ----------------------------------------------------------------

/// A request method: the 40 of the IANA HTTP Method Registry, or unknown.
typedef uint32_t oncemore_method;
enum {
  ONCEMORE_METHOD_UNKNOWN = 0,             ///< any other token: neither safe nor idempotent
  ONCEMORE_METHOD_ACL = 1,                 ///< idempotent; RFC 3744 8.1
  ONCEMORE_METHOD_BASELINE_CONTROL = 2,    ///< idempotent; RFC 3253 12.6
  ONCEMORE_METHOD_BIND = 3,                ///< idempotent; RFC 5842 4
  ONCEMORE_METHOD_CHECKIN = 4,             ///< idempotent; RFC 3253 4.4 and 9.4
  ONCEMORE_METHOD_CHECKOUT = 5,            ///< idempotent; RFC 3253 4.3 and 8.8
  ONCEMORE_METHOD_CONNECT = 6,             ///< not idempotent; RFC 9110 9.3.6
  ONCEMORE_METHOD_COPY = 7,                ///< idempotent; RFC 4918 9.8
  ONCEMORE_METHOD_DELETE = 8,              ///< idempotent; RFC 9110 9.3.5
  ONCEMORE_METHOD_GET = 9,                 ///< safe, idempotent; RFC 9110 9.3.1
  ONCEMORE_METHOD_HEAD = 10,               ///< safe, idempotent; RFC 9110 9.3.2
  ONCEMORE_METHOD_LABEL = 11,              ///< idempotent; RFC 3253 8.2
  ONCEMORE_METHOD_LINK = 12,               ///< idempotent; RFC 2068 19.6.1.2
  ONCEMORE_METHOD_LOCK = 13,               ///< not idempotent; RFC 4918 9.10
  ONCEMORE_METHOD_MERGE = 14,              ///< idempotent; RFC 3253 11.2
  ONCEMORE_METHOD_MKACTIVITY = 15,         ///< idempotent; RFC 3253 13.5
  ONCEMORE_METHOD_MKCALENDAR = 16,         ///< idempotent; RFC 4791 5.3.1
  ONCEMORE_METHOD_MKCOL = 17,              ///< idempotent; RFC 4918 9.3
  ONCEMORE_METHOD_MKREDIRECTREF = 18,      ///< idempotent; RFC 4437 6
  ONCEMORE_METHOD_MKWORKSPACE = 19,        ///< idempotent; RFC 3253 6.3
  ONCEMORE_METHOD_MOVE = 20,               ///< idempotent; RFC 4918 9.9
  ONCEMORE_METHOD_OPTIONS = 21,            ///< safe, idempotent; RFC 9110 9.3.7
  ONCEMORE_METHOD_ORDERPATCH = 22,         ///< idempotent; RFC 3648 7
  ONCEMORE_METHOD_PATCH = 23,              ///< not idempotent; RFC 5789 2
  ONCEMORE_METHOD_POST = 24,               ///< not idempotent; RFC 9110 9.3.3
  ONCEMORE_METHOD_PRI = 25,                ///< safe, idempotent, never sent; RFC 9113 3.4
  ONCEMORE_METHOD_PROPFIND = 26,           ///< safe, idempotent; RFC 4918 9.1
  ONCEMORE_METHOD_PROPPATCH = 27,          ///< idempotent; RFC 4918 9.2
  ONCEMORE_METHOD_PUT = 28,                ///< idempotent; RFC 9110 9.3.4
  ONCEMORE_METHOD_QUERY = 29,              ///< safe, idempotent; RFC 10008 2
  ONCEMORE_METHOD_REBIND = 30,             ///< idempotent; RFC 5842 6
  ONCEMORE_METHOD_REPORT = 31,             ///< safe, idempotent; RFC 3253 3.6
  ONCEMORE_METHOD_SEARCH = 32,             ///< safe, idempotent; RFC 5323 2
  ONCEMORE_METHOD_TRACE = 33,              ///< safe, idempotent; RFC 9110 9.3.8
  ONCEMORE_METHOD_UNBIND = 34,             ///< idempotent; RFC 5842 5
  ONCEMORE_METHOD_UNCHECKOUT = 35,         ///< idempotent; RFC 3253 4.5
  ONCEMORE_METHOD_UNLINK = 36,             ///< idempotent; RFC 2068 19.6.1.3
  ONCEMORE_METHOD_UNLOCK = 37,             ///< idempotent; RFC 4918 9.11
  ONCEMORE_METHOD_UPDATE = 38,             ///< idempotent; RFC 3253 7.1
  ONCEMORE_METHOD_UPDATEREDIRECTREF = 39,  ///< idempotent; RFC 4437 7
  ONCEMORE_METHOD_VERSION_CONTROL = 40     ///< idempotent; RFC 3253 3.5
};

/// How an attempt ended without a usable response. A status line that was read is no failure but
/// that status, even if the body broke off; only a 2xx whose body broke off is CONNECTION_LOST.
typedef uint32_t oncemore_failure;
enum {
  ONCEMORE_FAILURE_NONE = 0,             ///< not a failure: the outcome is a status
  ONCEMORE_FAILURE_NAME_RESOLUTION = 1,  ///< the host name could not be resolved
  ONCEMORE_FAILURE_CONNECT = 2,          ///< no connection; also: a proxy opened no tunnel
  ONCEMORE_FAILURE_TLS_HANDSHAKE = 3,    ///< it failed before a byte of the request left
  ONCEMORE_FAILURE_NOT_SENT = 4,         ///< a pool or queue time-out; a connection found dead
                                         ///< before a byte was written
  ONCEMORE_FAILURE_TLS_CERTIFICATE = 5,  ///< the server's certificate was refused
  ONCEMORE_FAILURE_REJECTED = 6,         ///< HTTP/2 REFUSED_STREAM or a stream above GOAWAY's last
                                         ///< one (RFC 9113 8.7); H3_REQUEST_REJECTED or a stream at
                                         ///< or above GOAWAY's (RFC 9114 5.2)
  ONCEMORE_FAILURE_SEND = 7,             ///< the connection broke while the request was written
  ONCEMORE_FAILURE_TIMEOUT = 8,          ///< no response in time
  ONCEMORE_FAILURE_CONNECTION_LOST = 9,  ///< reset or closed before a complete response; also a
                                         ///< TLS alert after the request was written
  ONCEMORE_FAILURE_BAD_RESPONSE = 10,    ///< not HTTP, or not decodable
  ONCEMORE_FAILURE_REDIRECT_LIMIT = 11,  ///< too many hops, or a loop
  ONCEMORE_FAILURE_OTHER = 12,     ///< an error without a name, a bad URL: no licence to repeat
  ONCEMORE_FAILURE_CANCELLED = 13  ///< by the caller, or because its context ended
};

/// What is known about whether the server processed the request.
typedef uint32_t oncemore_evidence;
enum {
  ONCEMORE_EVIDENCE_BY_OUTCOME = 0,     ///< in an attempt: derive it from how the attempt ended
  ONCEMORE_EVIDENCE_NEVER_SENT = 1,     ///< no byte of the request left
  ONCEMORE_EVIDENCE_NOT_PROCESSED = 2,  ///< the server says that it did not process it
  ONCEMORE_EVIDENCE_UNKNOWN = 3,        ///< it may have been processed
  ONCEMORE_EVIDENCE_PROCESSED = 4       ///< it was
};

/// Whether the request may be sent twice with the effect of once.
typedef uint32_t oncemore_repeatable;
enum {
  ONCEMORE_REPEATABLE_BY_METHOD = 0,  ///< if its method is idempotent
  ONCEMORE_REPEATABLE_YES = 1,        ///< the caller knows, or sends an idempotency key
  ONCEMORE_REPEATABLE_NO = 2          ///< the caller knows better than the method
};

/// Whether the request's body can be produced once more.
typedef uint32_t oncemore_body;
enum {
  ONCEMORE_BODY_REPLAYABLE = 0,  ///< it can, or there is none
  ONCEMORE_BODY_CONSUMED = 1     ///< it cannot
};

/// What the caller's own retry budget, if there is one, said to one more attempt.
typedef uint32_t oncemore_budget_answer;
enum {
  ONCEMORE_BUDGET_ANSWER_GRANTED = 0,  ///< yes, or there is no budget
  ONCEMORE_BUDGET_ANSWER_DENIED = 1    ///< no
};

/// What the server said in a field of its own, such as x-should-retry.
typedef uint32_t oncemore_server_says;
enum {
  ONCEMORE_SERVER_SAYS_NOTHING = 0,      ///< there was no such field
  ONCEMORE_SERVER_SAYS_RETRY = 1,        ///< makes a 2xx, or a status of 400 or more, worth a
                                         ///< retry; overrides no other rule
  ONCEMORE_SERVER_SAYS_DO_NOT_RETRY = 2  ///< stop
};

/// What a Retry-After field says.
typedef uint32_t oncemore_retry_after_kind;
enum {
  ONCEMORE_RETRY_AFTER_KIND_ABSENT = 0,     ///< there is no such field
  ONCEMORE_RETRY_AFTER_KIND_MALFORMED = 1,  ///< nothing that can be understood
  ONCEMORE_RETRY_AFTER_KIND_WAIT = 2        ///< a wait; 0 is one, too
};

/// What the hops of a trail say of the request that was redirected; a trail has any of them, added.
typedef uint32_t oncemore_trail_flag;
enum {
  ONCEMORE_TRAIL_FLAG_MOVED = 1,     ///< it was redirected since it was sent
  ONCEMORE_TRAIL_FLAG_ACCEPTED = 2,  ///< a hop proves that the server accepted it
  ONCEMORE_TRAIL_FLAG_DOUBTFUL = 4   ///< a hop leaves open what the server did with it
};

// ---- Enumerations: what is configured -----------------------------------------------------------

/// Whether a request that is not repeatable is sent again.
typedef uint32_t oncemore_unrepeatable;
enum {
  ONCEMORE_UNREPEATABLE_NEVER = 0,           ///< not even if it never left (RFC 9110 9.2.2)
  ONCEMORE_UNREPEATABLE_IF_UNPROCESSED = 1,  ///< only on evidence that it was not processed
  ONCEMORE_UNREPEATABLE_ALWAYS = 2           ///< dangerous: orders doubled, mails sent twice
};

/// Which trail proves that the server accepted the request that was redirected.
typedef uint32_t oncemore_redirect_proof;
enum {
  ONCEMORE_REDIRECT_PROOF_METHOD_CHANGE = 0,  ///< a 303, or a hop that changed the method
  ONCEMORE_REDIRECT_PROOF_ANY_HOP = 1         ///< any hop
};

/// What the client does with the method of a redirected request.
typedef uint32_t oncemore_redirect_rewrite;
enum {
  ONCEMORE_REDIRECT_REWRITE_BROWSER = 0,  ///< 303 makes it GET; 301 and 302 make POST GET
  ONCEMORE_REDIRECT_REWRITE_KEEP = 1      ///< only 303 makes it GET
};

/// From which range around the ceiling c a delay is drawn, before it is cut to [floor, cap].
typedef uint32_t oncemore_jitter;
enum {
  ONCEMORE_JITTER_NONE = 0,          ///< [c, c]
  ONCEMORE_JITTER_FULL = 1,          ///< [0, c]
  ONCEMORE_JITTER_EQUAL = 2,         ///< [c / 2, c]
  ONCEMORE_JITTER_PROPORTIONAL = 3,  ///< [c - s, c + s] with s = c x backoff_spread / 1000
  ONCEMORE_JITTER_ADDITIVE =
      4,  ///< [a, a + backoff_spread_time_ms], a = c, but not so high that the
          ///< cap cuts the spread off
  ONCEMORE_JITTER_DECORRELATED = 5  ///< [initial, 3 x previous_delay_ms]
};

/// How the wait that the server asked for joins the client's own delay.
typedef uint32_t oncemore_server_wait_mode;
enum {
  ONCEMORE_SERVER_WAIT_MODE_AT_LEAST = 0,  ///< the longer of the two
  ONCEMORE_SERVER_WAIT_MODE_INSTEAD = 1,   ///< the server's, but not below backoff_floor_ms
  ONCEMORE_SERVER_WAIT_MODE_IGNORE = 2     ///< as if the server had asked for nothing
};

/// What to do when the server asks for more than server_wait_cap_ms.
typedef uint32_t oncemore_over_cap;
enum {
  ONCEMORE_OVER_CAP_GIVE_UP = 0,  ///< stop, and tell how long it would have been
  ONCEMORE_OVER_CAP_CLAMP = 1     ///< wait the cap: the server is hit before it asked to be
};

/// How much of what servers really send is understood.
typedef uint32_t oncemore_grammar;
enum {
  ONCEMORE_GRAMMAR_LENIENT = 0,  ///< also what is not to the letter but can mean only one thing
  ONCEMORE_GRAMMAR_STRICT = 1    ///< RFC 9110 to the letter
};

/// The first field that makes a policy invalid, in the order in which they are looked at.
typedef uint32_t oncemore_policy_error;
enum {
  ONCEMORE_POLICY_ERROR_NONE = 0,                   ///< the policy is valid
  ONCEMORE_POLICY_ERROR_MAX_ATTEMPTS = 1,           ///< is 0
  ONCEMORE_POLICY_ERROR_UNREPEATABLE = 2,           ///< names none
  ONCEMORE_POLICY_ERROR_REDIRECT_PROOF = 3,         ///< names none
  ONCEMORE_POLICY_ERROR_REDIRECT_REWRITE = 4,       ///< names none
  ONCEMORE_POLICY_ERROR_FAILURES = 5,               ///< has CANCELLED, or what is no failure
  ONCEMORE_POLICY_ERROR_STATUSES = 6,               ///< named a status outside 400-999
  ONCEMORE_POLICY_ERROR_UNPROCESSED = 7,            ///< named a status outside 400-999
  ONCEMORE_POLICY_ERROR_DEADLINE = 8,               ///< is negative
  ONCEMORE_POLICY_ERROR_MIN_ATTEMPT_TIME = 9,       ///< is negative
  ONCEMORE_POLICY_ERROR_BACKOFF_INITIAL = 10,       ///< is negative
  ONCEMORE_POLICY_ERROR_BACKOFF_CAP = 11,           ///< is negative
  ONCEMORE_POLICY_ERROR_BACKOFF_FLOOR = 12,         ///< is negative or above the cap
  ONCEMORE_POLICY_ERROR_BACKOFF_MULTIPLIER = 13,    ///< is below 1000
  ONCEMORE_POLICY_ERROR_BACKOFF_JITTER = 14,        ///< names none
  ONCEMORE_POLICY_ERROR_BACKOFF_SPREAD = 15,        ///< is above 1000
  ONCEMORE_POLICY_ERROR_BACKOFF_SPREAD_TIME = 16,   ///< is negative
  ONCEMORE_POLICY_ERROR_SERVER_WAIT_MODE = 17,      ///< names none
  ONCEMORE_POLICY_ERROR_SERVER_WAIT_OVER_CAP = 18,  ///< names none
  ONCEMORE_POLICY_ERROR_SERVER_WAIT_CAP = 19,       ///< is negative
  ONCEMORE_POLICY_ERROR_SERVER_WAIT_SPREAD = 20,    ///< is above 1000
  // These come before all others. They are C's own, so they stand apart from the numbers above.
  ONCEMORE_POLICY_ERROR_STRUCT_SIZE = 1000,  ///< convention 7; also a NULL policy
  ONCEMORE_POLICY_ERROR_RESERVED = 1001      ///< reserved, or what is beyond this library's struct,
                                             ///< is not zero
};

/// Another system's setting that says how often it tries; oncemore_convention_name() spells it.
typedef uint32_t oncemore_convention;
enum {
  ONCEMORE_CONVENTION_MICRONAUT_ATTEMPTS = 0,            ///< counts retries
  ONCEMORE_CONVENTION_MICRONAUT_MAX_ATTEMPTS = 1,        ///< counts retries
  ONCEMORE_CONVENTION_SPRING_MAX_RETRIES = 2,            ///< counts retries
  ONCEMORE_CONVENTION_SPRING_RETRY_MAX_ATTEMPTS = 3,     ///< counts attempts
  ONCEMORE_CONVENTION_MICROPROFILE_MAX_RETRIES = 4,      ///< counts retries, -1 is unlimited
  ONCEMORE_CONVENTION_REACTOR_MAX_ATTEMPTS = 5,          ///< counts retries
  ONCEMORE_CONVENTION_REACTOR_NUM_RETRIES = 6,           ///< counts retries
  ONCEMORE_CONVENTION_HTTPCLIENT5_MAX_RETRIES = 7,       ///< counts retries
  ONCEMORE_CONVENTION_KIOTA_MAX_RETRIES = 8,             ///< counts retries, takes 10 at most
  ONCEMORE_CONVENTION_KIOTA_DOTNET_MAX_RETRY = 9,        ///< counts retries, takes 10 at most
  ONCEMORE_CONVENTION_KIOTA_GO_MAX_RETRIES = 10,         ///< counts retries, 0 means 3, 10 at most
  ONCEMORE_CONVENTION_URLLIB3_TOTAL = 11,                ///< counts retries
  ONCEMORE_CONVENTION_TENACITY_STOP_AFTER_ATTEMPT = 12,  ///< counts attempts
  ONCEMORE_CONVENTION_GO_RETRYABLEHTTP_RETRY_MAX = 13,   ///< counts retries
  ONCEMORE_CONVENTION_CENKALTI_V4_MAX_RETRIES = 14,      ///< counts retries
  ONCEMORE_CONVENTION_CENKALTI_V5_MAX_TRIES = 15,        ///< counts attempts, 0 is unlimited
  ONCEMORE_CONVENTION_GRPC_MAX_ATTEMPTS = 16,            ///< counts attempts, 2 to 5
  ONCEMORE_CONVENTION_RESILIENCE4J_MAX_ATTEMPTS = 17,    ///< counts attempts
  ONCEMORE_CONVENTION_POLLY_MAX_RETRY_ATTEMPTS = 18,     ///< counts retries
  ONCEMORE_CONVENTION_AWS_MAX_ATTEMPTS = 19,             ///< counts attempts
  ONCEMORE_CONVENTION_BOTO3_MAX_ATTEMPTS = 20,           ///< counts retries
  ONCEMORE_CONVENTION_BOTO3_TOTAL_MAX_ATTEMPTS = 21,     ///< counts attempts
  ONCEMORE_CONVENTION_FAILSAFE_MAX_RETRIES = 22,         ///< counts retries, -1 is unlimited
  ONCEMORE_CONVENTION_FAILSAFE_MAX_ATTEMPTS = 23,        ///< counts attempts, -1 is unlimited
  ONCEMORE_CONVENTION_FAILSAFE_GO_MAX_RETRIES = 24,      ///< counts retries, -1 is unlimited
  ONCEMORE_CONVENTION_FAILSAFE_GO_MAX_ATTEMPTS = 25,  ///< counts attempts, -1 and 0 are unlimited
  ONCEMORE_CONVENTION_GO_RETRY_MAX_RETRIES = 26       ///< counts retries
};

// ---- The policy: what the user configured -------------------------------------------------------

/// A set of statuses: one member for each of 400-599 and one for all of 600-999. Only functions
/// look into it; all zero is the empty set.
typedef struct oncemore_status_set {
  uint64_t bits[4];  ///< private; an _INIT and the functions below write them
} oncemore_status_set;

/// A set of failures, as a number that only functions look into; 0 is the empty set.
typedef uint32_t oncemore_failure_set;

/// A policy. Every field has a default, which ONCEMORE_POLICY_INIT sets; RFC 9110 9.2.2 advises one
/// automatic retry at most, and the default of three is a departure that backoff, evidence and
/// deadline make safe. A value out of range makes the policy invalid, also where the chosen jitter
/// or mode does not use it.
typedef struct oncemore_policy {
  uint32_t struct_size;                        ///< convention 7
  uint32_t max_attempts;                       ///< 4; sends allowed, the first included; >= 1,
                                               ///< UINT32_MAX = unlimited
  oncemore_unrepeatable unrepeatable;          ///< IF_UNPROCESSED
  oncemore_redirect_proof redirect_proof;      ///< METHOD_CHANGE
  oncemore_redirect_rewrite redirect_rewrite;  ///< BROWSER
  uint32_t max_redirects;                      ///< 10; hops allowed per call, 0 = never follow
  oncemore_failure_set failures;               ///< oncemore_default_failures(); worth a retry
  uint32_t reserved;                           ///< 0
  oncemore_status_set statuses;                ///< oncemore_default_statuses(); worth a retry
  oncemore_status_set unprocessed;             ///< oncemore_default_unprocessed(); mean that the
                                               ///< request was not processed
  int64_t deadline_ms;                         ///< the largest, which is none; for the whole call,
                                               ///< from the start of attempt 1; 0 stops every retry
  int64_t min_attempt_time_ms;     ///< 0; that must be left for an attempt to be worth it
  int64_t backoff_initial_ms;      ///< 1000; ceiling after attempt 1
  int64_t backoff_cap_ms;          ///< 30000; no own delay is longer
  int64_t backoff_floor_ms;        ///< 0; no own delay is shorter; <= backoff_cap_ms
  uint32_t backoff_multiplier;     ///< 2000 thousandths; >= 1000
  oncemore_jitter backoff_jitter;  ///< EQUAL
  int64_t backoff_spread_time_ms;  ///< 0; for ADDITIVE
  uint32_t backoff_spread;         ///< 500 thousandths; <= 1000; for PROPORTIONAL
  oncemore_server_wait_mode server_wait_mode;  ///< AT_LEAST
  oncemore_over_cap server_wait_over_cap;      ///< GIVE_UP
  uint32_t server_wait_spread;                 ///< 100 thousandths; <= 1000; only ever adds
  int64_t server_wait_cap_ms;                  ///< 30000; the longest wait to accept from a server
} oncemore_policy;

/// The default policy.
#define ONCEMORE_POLICY_INIT                                                                    \
  {                                                                                             \
    sizeof(oncemore_policy), 4, ONCEMORE_UNREPEATABLE_IF_UNPROCESSED,                           \
        ONCEMORE_REDIRECT_PROOF_METHOD_CHANGE, ONCEMORE_REDIRECT_REWRITE_BROWSER, 10, 0x7de, 0, \
        {{UINT64_C(0x22202100), UINT64_C(0xffff21d000000000), UINT64_C(0xffffffffffffffff),     \
          UINT64_C(0x1ff)}},                                                                    \
        {{UINT64_C(0x22202000), 0, 0, 0}}, INT64_C(9223372036854), 0, 1000, 30000, 0, 2000,     \
        ONCEMORE_JITTER_EQUAL, 0, 500, ONCEMORE_SERVER_WAIT_MODE_AT_LEAST,                      \
        ONCEMORE_OVER_CAP_GIVE_UP, 100, 30000                                                   \
  }

// ---- The attempt: the facts about the send that just ended --------------------------------------

/// What one Retry-After field says, or several joined by oncemore_combined(). All zero is absent. A
/// vendor's field of milliseconds becomes {wait_ms, ONCEMORE_RETRY_AFTER_KIND_WAIT, 0}.
typedef struct oncemore_retry_after {
  int64_t wait_ms;                 ///< 0 unless kind is WAIT; >= 0
  oncemore_retry_after_kind kind;  ///< whether there is a wait
  uint32_t reserved;               ///< 0
} oncemore_retry_after;

/// The hops that a client followed since a request was sent, as far as they decide. All zero is the
/// empty trail, with which a call begins; then only functions change it.
///
/// A retry loop outside the redirects passes the whole trail of the request that it would send
/// again; a loop inside them sends only the current hop again and passes an empty one.
typedef struct oncemore_trail {
  uint32_t hops;              ///< of the whole call, from 0; stays at UINT32_MAX once there
  oncemore_trail_flag flags;  ///< since the request was sent; without MOVED the trail is empty
} oncemore_trail;

/// An attempt. It describes the request that a retry would send.
typedef struct oncemore_attempt {
  uint32_t struct_size;              ///< convention 7
  uint32_t number;                   ///< sends so far, this one included; 0, as it begins, is
                                     ///< invalid
  oncemore_method method;            ///< of the request that a retry would send
  int32_t status;                    ///< of the response; 0 if there was none
  oncemore_failure failure;          ///< instead of a status: one of the two must be set, not both
  oncemore_repeatable repeatable;    ///< BY_METHOD
  oncemore_evidence evidence;        ///< BY_OUTCOME; when set, replaces what the outcome says
  oncemore_body body;                ///< REPLAYABLE; must be said of a body that is not
  oncemore_budget_answer budget;     ///< GRANTED
  oncemore_server_says server_says;  ///< NOTHING
  int64_t elapsed_ms;                ///< since the start of attempt 1; >= 0
  int64_t previous_delay_ms;         ///< before this attempt; >= 0; for DECORRELATED
  oncemore_retry_after retry_after;  ///< of the response that ended the attempt
  oncemore_trail redirects;          ///< hops since the request was sent
  uint32_t budget_paid;              ///< 0 thousandths of a token; what a budget took for this
                                     ///< attempt
  uint32_t reserved;                 ///< 0
  int64_t hold_ms;                   ///< 0; the least wait that something outside asks for; >= 0
} oncemore_attempt;

/// An attempt of which nothing is known yet: number, and status or failure, must be set.
#define ONCEMORE_ATTEMPT_INIT \
  { sizeof(oncemore_attempt), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0}, {0, 0}, 0, 0, 0 }

/// The facts about a response that may be a redirect.
typedef struct oncemore_hop {
  uint32_t struct_size;              ///< convention 7
  int32_t status;                    ///< of the response
  oncemore_method method;            ///< of the request that was redirected
  oncemore_body body;                ///< of the request that was redirected
  uint32_t has_location;             ///< 1 if the response says where to, in a way that the client
                                     ///< understands, else 0; any other number is invalid
  uint32_t reserved;                 ///< 0
  int64_t elapsed_ms;                ///< since the start of attempt 1; >= 0
  oncemore_retry_after retry_after;  ///< the least wait before following (RFC 9110 10.2.3)
} oncemore_hop;

/// A hop of which nothing is known yet.
#define ONCEMORE_HOP_INIT                               \
  {                                                     \
    sizeof(oncemore_hop), 0, 0, 0, 0, 0, 0, { 0, 0, 0 } \
  }

// ---- The answers --------------------------------------------------------------------------------

/// The answer of oncemore_decide(). All zero is a stop.
typedef struct oncemore_decision {
  int64_t delay_ms;          ///< to wait before the next attempt; of a stop for ATTEMPTS_EXHAUSTED,
                             ///< BUDGET_EXHAUSTED, SERVER_WAIT_TOO_LONG or DEADLINE the wait that a
                             ///< retry would have had, so that the work can be queued again; of
                             ///< every other stop 0
  oncemore_verdict verdict;  ///< RETRY or STOP
  oncemore_reason reason;    ///< the rule that decided
  oncemore_note notes;       ///< any number of them, added; none of a stop whose delay is
                             ///< always 0
} oncemore_decision;

/// The answer of oncemore_follow(). A stop keeps the method and drops nothing.
typedef struct oncemore_hop_decision {
  int64_t delay_ms;          ///< before following; of a stop for SERVER_WAIT_TOO_LONG or DEADLINE
                             ///< the wait that following would have had, of every other stop 0
  oncemore_verdict verdict;  ///< FOLLOW or STOP
  oncemore_reason reason;    ///< the rule that decided
  oncemore_next_method method;  ///< of the next request
  oncemore_next_body body;      ///< of the next request
} oncemore_hop_decision;

/// What oncemore_parse_http_date() made of a field value.
typedef struct oncemore_http_date {
  int64_t instant_ms;  ///< of a valid date, whole seconds; 0 of a malformed one
  uint32_t valid;      ///< 1 or 0
  uint32_t reserved;   ///< 0
} oncemore_http_date;

/// A closed range of delays.
typedef struct oncemore_range {
  int64_t low_ms;   ///< the shortest
  int64_t high_ms;  ///< the longest
} oncemore_range;

/// One layer of a stack of clients, for oncemore_requests_per_call_layers().
typedef struct oncemore_request_layer {
  uint32_t attempts;   ///< sends allowed, the first included
  uint32_t redirects;  ///< hops allowed after each send
} oncemore_request_layer;

// ---- Functions: to make a policy ----------------------------------------------------------------

/// Makes the default policy in `size` bytes, which a caller gives as the size of its struct. Writes
/// what both the caller and the library know, at most `size` bytes, and sets struct_size to so
/// many. A size below that of the first release of this ABI makes a policy that is invalid. NULL:
/// nothing.
ONCEMORE_API void oncemore_policy_init(oncemore_policy* policy, size_t size) ONCEMORE_NOEXCEPT;

/// The first bad field of a policy, or NONE. NULL: STRUCT_SIZE.
ONCEMORE_API oncemore_policy_error oncemore_validate(const oncemore_policy* policy) ONCEMORE_PURE;

/// An English sentence, without a full stop, that says what the field must be; NULL for a number
/// that names no error.
ONCEMORE_API const char* oncemore_policy_error_message(uint32_t error) ONCEMORE_CONST;

/// Makes a set the default of oncemore_policy.statuses: 408 413 421 425 429 500 502 503 504, and
/// every one above 499 that the IANA registry does not assign. NULL: nothing.
ONCEMORE_API void oncemore_default_statuses(oncemore_status_set* set) ONCEMORE_NOEXCEPT;

/// Makes a set the default of oncemore_policy.unprocessed: 413 421 425 429. NULL: nothing.
ONCEMORE_API void oncemore_default_unprocessed(oncemore_status_set* set) ONCEMORE_NOEXCEPT;

/// Puts a status into a set; 600-999 are one member. A status outside 400-999 makes the set invalid
/// for good. NULL: nothing.
ONCEMORE_API void oncemore_status_set_with(oncemore_status_set* set,
                                           int32_t status) ONCEMORE_NOEXCEPT;

/// Takes a status out of a set, as oncemore_status_set_with() puts it in.
ONCEMORE_API void oncemore_status_set_without(oncemore_status_set* set,
                                              int32_t status) ONCEMORE_NOEXCEPT;

/// Whether a status is in a set. NULL: 0.
ONCEMORE_API uint32_t oncemore_status_set_contains(const oncemore_status_set* set,
                                                   int32_t status) ONCEMORE_PURE;

/// Whether a set never named a status outside 400-999. NULL: 0.
ONCEMORE_API uint32_t oncemore_status_set_valid(const oncemore_status_set* set) ONCEMORE_PURE;

/// The default of oncemore_policy.failures: all but TLS_CERTIFICATE, REDIRECT_LIMIT, OTHER and
/// CANCELLED.
ONCEMORE_API oncemore_failure_set oncemore_default_failures(void) ONCEMORE_CONST;

/// The set with a failure in it. What is no failure makes it invalid for good, and CANCELLED makes
/// it invalid as long as it is in.
ONCEMORE_API oncemore_failure_set
oncemore_failure_set_with(oncemore_failure_set set, oncemore_failure failure) ONCEMORE_CONST;

/// The set without a failure. What is no failure makes it invalid for good.
ONCEMORE_API oncemore_failure_set
oncemore_failure_set_without(oncemore_failure_set set, oncemore_failure failure) ONCEMORE_CONST;

/// Whether a failure is in a set.
ONCEMORE_API uint32_t oncemore_failure_set_contains(oncemore_failure_set set,
                                                    oncemore_failure failure) ONCEMORE_CONST;

/// Whether a policy may have this set.
ONCEMORE_API uint32_t oncemore_failure_set_valid(oncemore_failure_set set) ONCEMORE_CONST;

/// The attempts that so many retries make: one more. Saturates: 2^32-2 retries are unlimited.
ONCEMORE_API uint32_t oncemore_attempts_from_retries(uint32_t retries) ONCEMORE_CONST;

/// The retries among so many attempts: one less, 0 of 0; unlimited stays unlimited.
ONCEMORE_API uint32_t oncemore_retries_from_attempts(uint32_t attempts) ONCEMORE_CONST;

/// max_attempts for another system's setting. 0, which no policy takes, says that the system itself
/// rejects `n`, or that there is no such convention; UINT32_MAX is unlimited.
ONCEMORE_API uint32_t oncemore_max_attempts_for(oncemore_convention convention,
                                                int64_t n) ONCEMORE_CONST;

/// The worst number of requests of one call whose redirect allowance starts afresh with each
/// attempt: attempts x (1 + redirects), 3 x (1 + 5) = 18.
ONCEMORE_API uint64_t oncemore_requests_per_call(uint32_t attempts,
                                                 uint32_t redirects) ONCEMORE_CONST;

/// The same for clients that wrap each other: the product over `count` layers, saturating at
/// UINT64_MAX; a layer that sends nothing makes it 0. NULL or no layer is the bare request: 1.
ONCEMORE_API uint64_t oncemore_requests_per_call_layers(const oncemore_request_layer* layers,
                                                        size_t count) ONCEMORE_PURE;

/// The worst number where one allowance serves the whole call, as oncemore_follow() counts:
/// attempts + redirects.
ONCEMORE_API uint64_t oncemore_requests_per_call_shared(uint32_t attempts,
                                                        uint32_t redirects) ONCEMORE_CONST;

// ---- Functions: to describe an attempt ----------------------------------------------------------

/// Makes an empty attempt, as oncemore_policy_init() makes a policy.
ONCEMORE_API void oncemore_attempt_init(oncemore_attempt* attempt, size_t size) ONCEMORE_NOEXCEPT;

/// The method of a token, compared octet by octet: methods are case-sensitive (RFC 9110 9.1), so
/// "get" is UNKNOWN. NULL: UNKNOWN.
ONCEMORE_API oncemore_method oncemore_parse_method(const char* token, size_t size) ONCEMORE_PURE;

/// Whether a client that uses the method asks for no change of state (RFC 9110 9.2.1).
ONCEMORE_API uint32_t oncemore_is_safe(oncemore_method method) ONCEMORE_CONST;

/// Whether to send such a request twice asks for the same as to send it once (RFC 9110 9.2.2).
ONCEMORE_API uint32_t oncemore_is_idempotent(oncemore_method method) ONCEMORE_CONST;

/// Whether a response with this status can end an attempt: 101 and 200-999.
ONCEMORE_API uint32_t oncemore_is_final(int32_t status) ONCEMORE_CONST;

/// Whether the request has what it asked for: 101, 2xx and 304.
ONCEMORE_API uint32_t oncemore_is_success(int32_t status) ONCEMORE_CONST;

/// Whether a status asks the client to go elsewhere: every 3xx but 304.
ONCEMORE_API uint32_t oncemore_is_redirection(int32_t status) ONCEMORE_CONST;

/// Whether a status is one that a client can follow: 301 302 303 307 308.
ONCEMORE_API uint32_t oncemore_is_followable(int32_t status) ONCEMORE_CONST;

/// Whether the IANA registry assigns a status of 500 or above.
ONCEMORE_API uint32_t oncemore_is_assigned_server_error(int32_t status) ONCEMORE_CONST;

/// What one Retry-After field line asks for (RFC 9110 10.2.3): a number of seconds, or a date that
/// is compared with `now_ms`, a date in the past being a wait of 0. What is too large is the
/// largest duration. For `now_ms` the response's own Date is better than a clock that may be wrong.
/// NULL is absent, an empty field malformed, and so is every field under an unknown grammar.
ONCEMORE_API oncemore_retry_after oncemore_parse_retry_after(
    const char* field, size_t size, int64_t now_ms, oncemore_grammar grammar) ONCEMORE_PURE;
ONCEMORE_API void oncemore_parse_retry_after_into(
    const char* field, size_t size, int64_t now_ms, oncemore_grammar grammar,
    oncemore_retry_after* retry_after) ONCEMORE_NOEXCEPT;

/// One field out of two lines: a wait beats a malformed one, a malformed one beats an absent one,
/// the longer of two waits wins. Lines are parsed one by one, never joined with a comma. NULL:
/// absent.
ONCEMORE_API oncemore_retry_after oncemore_combined(const oncemore_retry_after* a,
                                                    const oncemore_retry_after* b) ONCEMORE_PURE;
ONCEMORE_API void oncemore_combined_into(const oncemore_retry_after* a,
                                         const oncemore_retry_after* b,
                                         oncemore_retry_after* retry_after) ONCEMORE_NOEXCEPT;

/// A wait until an instant, for a vendor's field that names one; 0 if it is past.
ONCEMORE_API oncemore_retry_after oncemore_retry_after_until(int64_t until_ms,
                                                             int64_t now_ms) ONCEMORE_CONST;
ONCEMORE_API void oncemore_retry_after_until_into(
    int64_t until_ms, int64_t now_ms, oncemore_retry_after* retry_after) ONCEMORE_NOEXCEPT;

/// The instant that an HTTP-date names (RFC 9110 5.6.7), whatever the process's time zone. `now_ms`
/// serves only to complete a two-digit year. NULL, and every date under an unknown grammar, is
/// malformed.
ONCEMORE_API oncemore_http_date oncemore_parse_http_date(const char* field, size_t size,
                                                         int64_t now_ms,
                                                         oncemore_grammar grammar) ONCEMORE_PURE;
ONCEMORE_API void oncemore_parse_http_date_into(const char* field, size_t size, int64_t now_ms,
                                                oncemore_grammar grammar,
                                                oncemore_http_date* date) ONCEMORE_NOEXCEPT;

/// The instant that a date in Retry-After is compared with, for the now_ms of
/// oncemore_parse_retry_after(): the response's Date field, so that a client whose clock is wrong
/// still waits as long as the server meant. `now_ms` if there is no Date that can be read
/// (leniently), or if it is a cache's: the Age field is there and not 0 (RFC 9111 5.1). NULL is a
/// field that is absent.
ONCEMORE_API int64_t oncemore_reference_time(const char* date_field, size_t date_size,
                                             const char* age_field, size_t age_size,
                                             int64_t now_ms) ONCEMORE_PURE;

// ---- Functions: to follow redirects -------------------------------------------------------------

/// Makes an empty hop, as oncemore_policy_init() makes a policy.
ONCEMORE_API void oncemore_hop_init(oncemore_hop* hop, size_t size) ONCEMORE_NOEXCEPT;

/// Does the client follow this redirect, when, and with what? `trail` is the call's, so that the
/// hops of all its attempts count. A Retry-After is the least wait, by the policy's server_wait_
/// settings; there is no own delay, so neither a spread nor a floor takes part.
///
/// A NULL or bad trail or hop: INVALID_ATTEMPT; then a NULL or bad policy: INVALID_POLICY.
ONCEMORE_API oncemore_hop_decision oncemore_follow(const oncemore_policy* policy,
                                                   const oncemore_trail* trail,
                                                   const oncemore_hop* hop) ONCEMORE_PURE;
ONCEMORE_API void oncemore_follow_into(const oncemore_policy* policy, const oncemore_trail* trail,
                                       const oncemore_hop* hop,
                                       oncemore_hop_decision* answer) ONCEMORE_NOEXCEPT;

/// The trail after one more hop, as the client really made it: the status that it followed, and the
/// method before and after, compared octet by octet. A 303 or a changed method is ACCEPTED; 307 and
/// 308 say nothing; every other status that kept the method is DOUBTFUL. A NULL trail gives one
/// that is invalid.
ONCEMORE_API oncemore_trail oncemore_trail_followed(const oncemore_trail* trail, int32_t status,
                                                    const char* method_before, size_t before_size,
                                                    const char* method_after,
                                                    size_t after_size) ONCEMORE_PURE;
ONCEMORE_API void oncemore_trail_followed_into(const oncemore_trail* trail, int32_t status,
                                               const char* method_before, size_t before_size,
                                               const char* method_after, size_t after_size,
                                               oncemore_trail* next) ONCEMORE_NOEXCEPT;

/// The trail of the next attempt: hops are counted per call and go on, the flags are over. A NULL
/// trail gives one that is invalid.
ONCEMORE_API oncemore_trail oncemore_trail_sent_again(const oncemore_trail* trail) ONCEMORE_PURE;
ONCEMORE_API void oncemore_trail_sent_again_into(const oncemore_trail* trail,
                                                 oncemore_trail* next) ONCEMORE_NOEXCEPT;

/// Whether a trail proves that the server accepted the request at its beginning. NULL: 0.
ONCEMORE_API uint32_t oncemore_proves_acceptance(oncemore_redirect_proof proof,
                                                 const oncemore_trail* trail) ONCEMORE_PURE;

// ---- Functions: to decide -----------------------------------------------------------------------

/// Should this request be sent once more, and when? `random` is 64 uniform bits from a generator,
/// never a scaled floating-point number.
///
/// A NULL or bad attempt: INVALID_ATTEMPT; then a NULL or bad policy: INVALID_POLICY, unless the
/// attempt was CANCELLED, a SUCCESS or a REDIRECT, for which no policy is asked.
ONCEMORE_API oncemore_decision oncemore_decide(const oncemore_policy* policy,
                                               const oncemore_attempt* attempt,
                                               uint64_t random) ONCEMORE_PURE;
ONCEMORE_API void oncemore_decide_into(const oncemore_policy* policy,
                                       const oncemore_attempt* attempt, uint64_t random,
                                       oncemore_decision* decision) ONCEMORE_NOEXCEPT;

/// Makes of the attempt that ended the one that begins: the number goes up, the delay is
/// remembered, the trail keeps its hops alone, elapsed_ms grows by the delay (a loop that measures
/// overwrites it), budget_paid becomes `paid` (0 without a budget), and what was known of the last
/// answer is forgotten: status, failure, evidence, server_says, retry_after, budget, hold_ms.
/// method, repeatable and body stay. Who sleeps longer than the decision says writes it into the
/// decision first.
///
/// A decision that is no retry changes nothing; neither does NULL, or an attempt that is bad by
/// convention 7.
ONCEMORE_API void oncemore_advance(oncemore_attempt* attempt, const oncemore_decision* decision,
                                   uint32_t paid) ONCEMORE_NOEXCEPT;

/// What is left of the deadline for the next attempt, `elapsed_ms` after the call began: the
/// time-out to give it, in milliseconds. The largest duration, 9,223,372,036,854, is no limit:
/// there is no deadline, or one of 0 or less, which only forbids retries and hops. 0 says that the
/// deadline has passed: do not send, and never hand it on, since several clients take 0 for no
/// limit. A policy that is NULL or bad by convention 7: 0.
ONCEMORE_API int64_t oncemore_time_left(const oncemore_policy* policy,
                                        int64_t elapsed_ms) ONCEMORE_PURE;

/// Writes one ASCII line that says what was decided and why, for a log:
///
///     attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)
///
/// Like snprintf: writes at most `size` bytes, the last of them a NUL, and returns the length of
/// the whole line without it, which is below ONCEMORE_DESCRIBE_MAX. NULL buffer: only the length. A
/// NULL decision is a stop for INVALID_ATTEMPT.
ONCEMORE_API size_t oncemore_describe(const oncemore_policy* policy,
                                      const oncemore_attempt* attempt,
                                      const oncemore_decision* decision, char* buffer,
                                      size_t size) ONCEMORE_NOEXCEPT;

/// An English sentence that says why, without a full stop; NULL for a number that names no reason.
ONCEMORE_API const char* oncemore_reason_message(uint32_t reason) ONCEMORE_CONST;

/// The verdict that a reason stands for; STOP for a number that names none.
ONCEMORE_API oncemore_verdict oncemore_verdict_of(oncemore_reason reason) ONCEMORE_CONST;

/// What is known about whether the request of this attempt was processed: UNKNOWN if the trail is
/// doubtful; else the attempt's field, if it is set; else what the outcome says. A NULL or bad
/// policy or attempt: UNKNOWN.
ONCEMORE_API oncemore_evidence oncemore_evidence_of_attempt(
    const oncemore_policy* policy, const oncemore_attempt* attempt) ONCEMORE_PURE;

/// What a failure says of the request.
ONCEMORE_API oncemore_evidence oncemore_evidence_of_failure(oncemore_failure failure)
    ONCEMORE_CONST;

/// What a status says of the request: NOT_PROCESSED if it is in `unprocessed`, PROCESSED if it is
/// 2xx or 303, else UNKNOWN. NULL: the empty set.
ONCEMORE_API oncemore_evidence
oncemore_evidence_of_status(int32_t status, const oncemore_status_set* unprocessed) ONCEMORE_PURE;

// ---- Functions: the backoff alone ---------------------------------------------------------------

// They have an answer also for a backoff that is invalid: a duration below 0 counts as 0, number 0
// is answered like 1. A policy that is NULL or bad by convention 7 has 0 for every answer.

/// The delay after attempt `number` without jitter, already capped; never falls as `number` grows.
ONCEMORE_API int64_t oncemore_ceiling(const oncemore_policy* policy, uint32_t number) ONCEMORE_PURE;

/// The range from which the delay after attempt `number` is drawn. `previous_delay_ms` matters only
/// to DECORRELATED.
ONCEMORE_API oncemore_range oncemore_delay_range(const oncemore_policy* policy, uint32_t number,
                                                 int64_t previous_delay_ms) ONCEMORE_PURE;
ONCEMORE_API void oncemore_delay_range_into(const oncemore_policy* policy, uint32_t number,
                                            int64_t previous_delay_ms,
                                            oncemore_range* range) ONCEMORE_NOEXCEPT;

/// The client's own delay after attempt `number`: one draw from oncemore_delay_range().
ONCEMORE_API int64_t oncemore_own_delay(const oncemore_policy* policy, uint32_t number,
                                        int64_t previous_delay_ms, uint64_t random) ONCEMORE_PURE;

/// One of the milliseconds of a range, all equally likely when `random` is 64 uniform bits:
/// low + ((high - low + 1) x mixed >> 64), where mixed is `random` through the finaliser of
/// splitmix64, so that a generator of 32 bits or a counter spreads as well. A range that is the
/// wrong way round has only its low end. NULL: 0.
ONCEMORE_API int64_t oncemore_draw(const oncemore_range* range, uint64_t random) ONCEMORE_PURE;

// ---- Functions: the names of all enumerators ----------------------------------------------------

// The name as it stands above, in lower case: "attempts_exhausted". Otherwise spelled are methods,
// which have their token ("BASELINE-CONTROL"), policy errors, which have the field's path in other
// languages ("backoff.cap"), and conventions ("micronaut.attempts"). NULL for a number that names
// none.
ONCEMORE_API const char* oncemore_verdict_name(uint32_t verdict) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_reason_name(uint32_t reason) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_note_name(uint32_t note) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_next_method_name(uint32_t next_method) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_next_body_name(uint32_t next_body) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_method_name(uint32_t method) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_failure_name(uint32_t failure) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_evidence_name(uint32_t evidence) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_repeatable_name(uint32_t repeatable) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_body_name(uint32_t body) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_budget_answer_name(uint32_t budget) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_server_says_name(uint32_t server_says) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_retry_after_kind_name(uint32_t kind) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_trail_flag_name(uint32_t flag) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_unrepeatable_name(uint32_t unrepeatable) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_redirect_proof_name(uint32_t redirect_proof) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_redirect_rewrite_name(uint32_t redirect_rewrite) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_jitter_name(uint32_t jitter) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_server_wait_mode_name(uint32_t mode) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_over_cap_name(uint32_t over_cap) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_grammar_name(uint32_t grammar) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_policy_error_name(uint32_t error) ONCEMORE_CONST;
ONCEMORE_API const char* oncemore_convention_name(uint32_t convention) ONCEMORE_CONST;

#ifdef __cplusplus
}
#endif

#endif
