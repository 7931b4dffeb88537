# SPDX-License-Identifier: MIT
"""The enumerations. Their values are the library's own numbers, which are checked on import; str()
of a member is the library's name for it, the same in every language."""

from __future__ import annotations

import enum

from . import _core

__all__ = [
    "Body",
    "BudgetAnswer",
    "Convention",
    "Evidence",
    "Failure",
    "Grammar",
    "Jitter",
    "Method",
    "NextBody",
    "NextMethod",
    "Note",
    "OverCap",
    "PolicyError",
    "Reason",
    "RedirectProof",
    "RedirectRewrite",
    "Repeatable",
    "RetryAfterKind",
    "ServerSays",
    "ServerWaitMode",
    "TrailFlag",
    "Unrepeatable",
    "Verdict",
]


class _Enumeration(enum.Enum):
    """Not an IntEnum: Failure.TIMEOUT must not pass for the status 8."""

    def __str__(self) -> str:
        return _core._name(type(self).__name__, self.value) or ""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class _Flags(enum.Flag):
    def __str__(self) -> str:
        cls = type(self)
        names = (_core._name(cls.__name__, one.value) or "" for one in cls if one in self)
        return "+".join(names) or "-"

    def __repr__(self) -> str:
        names = (f"{type(self).__name__}.{one.name}" for one in type(self) if one in self)
        return " | ".join(names) or f"{type(self).__name__}(0)"


class Verdict(_Enumeration):
    """What to do."""

    STOP = 0
    """Hand the response or the error to the caller."""
    RETRY = 1
    """Wait, then send the request once more."""
    FOLLOW = 2
    """Wait, then send the redirected request; only from follow()."""


class Reason(_Enumeration):
    """The one rule that decided."""

    @property
    def message(self) -> str:
        """An English sentence that says why, without a full stop."""
        return _core._reason_message(self)

    INVALID_ATTEMPT = 0
    """The attempt cannot have happened."""
    CANCELLED = 1
    """The caller ended it."""
    SUCCESS = 2
    """2xx, 304, or 101."""
    REDIRECT = 3
    """A 3xx that nobody followed."""
    INVALID_POLICY = 4
    """policy_error() names the bad field."""
    SERVER_REFUSED = 5
    """The server said: do not retry."""
    STATUS_NOT_RETRIED = 6
    """The policy does not retry this status."""
    FAILURE_NOT_RETRIED = 7
    """The policy does not retry this failure."""
    ACCEPTED = 8
    """A redirect, or the caller, proves acceptance."""
    NOT_REPEATABLE = 9
    """Not repeatable, and never to be repeated."""
    MAYBE_PROCESSED = 10
    """Not repeatable, and it may have been processed."""
    BODY_CONSUMED = 11
    """The body cannot be produced again."""
    ATTEMPTS_EXHAUSTED = 12
    """That was the last attempt allowed."""
    BUDGET_EXHAUSTED = 13
    """The caller's retry budget denied it."""
    SERVER_WAIT_TOO_LONG = 14
    """The server asked for more than the policy allows."""
    DEADLINE = 15
    """The next attempt would come too late."""
    RETRYABLE_STATUS = 16
    """Retry: the status is worth it."""
    RETRYABLE_FAILURE = 17
    """Retry: the failure is worth it."""
    NOT_A_REDIRECT = 18
    """follow(): nothing to follow."""
    NO_LOCATION = 19
    """follow(): the response does not say where to."""
    REDIRECT_LIMIT = 20
    """follow(): as many hops as the call may follow."""
    FOLLOW = 21
    """follow(): go on."""


class Note(_Flags):
    """What to know besides the delay. Ask with `in`: Note.NEW_CONNECTION in decision.notes."""

    SERVER_WAIT_APPLIED = 1
    """The delay is the one that the server asked for."""
    SERVER_WAIT_MALFORMED = 2
    """There was a Retry-After that nobody understands."""
    SERVER_WAIT_CLAMPED = 4
    """The server asked for more and will be hit early."""
    NEW_CONNECTION = 8
    """Send it on another connection (408, 421, REJECTED)."""
    NOT_EARLY_DATA = 16
    """Not in TLS early data (425; RFC 8470 5.2)."""


class NextMethod(_Enumeration):
    """What becomes of the method of a redirected request."""

    KEEP = 0
    GET = 1


class NextBody(_Enumeration):
    """What becomes of the body of a redirected request."""

    KEEP = 0
    """Sent along."""
    DROP = 1
    """Left out, with its content fields."""


class Method(_Enumeration):
    """The 40 methods of the IANA HTTP Method Registry, or UNKNOWN, which is neither safe nor
    idempotent. str() is the token."""

    UNKNOWN = 0
    ACL = 1
    BASELINE_CONTROL = 2
    BIND = 3
    CHECKIN = 4
    CHECKOUT = 5
    CONNECT = 6
    COPY = 7
    DELETE = 8
    GET = 9
    HEAD = 10
    LABEL = 11
    LINK = 12
    LOCK = 13
    MERGE = 14
    MKACTIVITY = 15
    MKCALENDAR = 16
    MKCOL = 17
    MKREDIRECTREF = 18
    MKWORKSPACE = 19
    MOVE = 20
    OPTIONS = 21
    ORDERPATCH = 22
    PATCH = 23
    POST = 24
    PRI = 25
    PROPFIND = 26
    PROPPATCH = 27
    PUT = 28
    QUERY = 29
    REBIND = 30
    REPORT = 31
    SEARCH = 32
    TRACE = 33
    UNBIND = 34
    UNCHECKOUT = 35
    UNLINK = 36
    UNLOCK = 37
    UPDATE = 38
    UPDATEREDIRECTREF = 39
    VERSION_CONTROL = 40


class Failure(_Enumeration):
    """How an attempt ended without a usable response. A status line that was read is that status,
    even if the body broke off; only a 2xx whose body broke off is CONNECTION_LOST."""

    NONE = 0
    """Not a failure: the outcome is a status."""
    NAME_RESOLUTION = 1
    """The host name could not be resolved."""
    CONNECT = 2
    """No connection; also: a proxy opened no tunnel."""
    TLS_HANDSHAKE = 3
    """It failed before a byte of the request left."""
    NOT_SENT = 4
    """A pool or queue time-out; a connection found dead before a byte was written."""
    TLS_CERTIFICATE = 5
    """The server's certificate was refused."""
    REJECTED = 6
    """HTTP/2 REFUSED_STREAM or above GOAWAY's last stream (RFC 9113 8.7); HTTP/3
    H3_REQUEST_REJECTED or at or above GOAWAY's (RFC 9114 5.2)."""
    SEND = 7
    """The connection broke while the request was written."""
    TIMEOUT = 8
    """No response in time."""
    CONNECTION_LOST = 9
    """Reset or closed before a complete response; also a TLS alert after the request was
    written."""
    BAD_RESPONSE = 10
    """Not HTTP, or not decodable."""
    REDIRECT_LIMIT = 11
    """Too many hops, or a loop."""
    OTHER = 12
    """An error without a name, a bad URL: no licence to repeat."""
    CANCELLED = 13
    """By the caller, or because its context ended."""


class Evidence(_Enumeration):
    """What is known about whether the server processed the request."""

    BY_OUTCOME = 0
    """In an attempt: derive it from how the attempt ended."""
    NEVER_SENT = 1
    """No byte of the request left."""
    NOT_PROCESSED = 2
    """The server says that it did not process it."""
    UNKNOWN = 3
    """It may have been processed."""
    PROCESSED = 4
    """It was."""


class Repeatable(_Enumeration):
    """Whether the request may be sent twice with the effect of once."""

    BY_METHOD = 0
    """If its method is idempotent."""
    YES = 1
    """The caller knows, or sends an idempotency key."""
    NO = 2
    """The caller knows better than the method."""


class Body(_Enumeration):
    """Whether the request's body can be produced once more."""

    REPLAYABLE = 0
    """It can, or there is none."""
    CONSUMED = 1
    """It cannot."""


class BudgetAnswer(_Enumeration):
    """What the caller's own retry budget, if there is one, said to one more attempt."""

    GRANTED = 0
    """Yes, or there is no budget."""
    DENIED = 1
    """No."""


class ServerSays(_Enumeration):
    """What the server said in a field of its own, such as x-should-retry."""

    NOTHING = 0
    """There was no such field."""
    RETRY = 1
    """Makes a status of 400 or more worth a retry."""
    DO_NOT_RETRY = 2
    """Stop."""


class RetryAfterKind(_Enumeration):
    """What a Retry-After field says."""

    ABSENT = 0
    """There is no such field."""
    MALFORMED = 1
    """Nothing that can be understood."""
    WAIT = 2
    """A wait; 0 is one, too."""


class TrailFlag(_Flags):
    """What the hops of a trail say of the request: the attributes of Trail have these names."""

    MOVED = 1
    """It was redirected since it was sent."""
    ACCEPTED = 2
    """A hop proves that the server accepted it."""
    DOUBTFUL = 4
    """A hop leaves open what the server did with it."""


class Unrepeatable(_Enumeration):
    """Whether a request that is not repeatable is sent again."""

    NEVER = 0
    """Not even if it never left (RFC 9110 9.2.2)."""
    IF_UNPROCESSED = 1
    """Only on evidence that it was not processed."""
    ALWAYS = 2
    """Dangerous: orders are doubled, mails sent twice."""


class RedirectProof(_Enumeration):
    """Which trail proves that the server accepted the request that was redirected."""

    METHOD_CHANGE = 0
    """A 303, or a hop that changed the method."""
    ANY_HOP = 1
    """Any hop."""


class RedirectRewrite(_Enumeration):
    """What the client does with the method of a redirected request."""

    BROWSER = 0
    """303 makes it GET; 301 and 302 make POST GET."""
    KEEP = 1
    """Only 303 makes it GET."""


class Jitter(_Enumeration):
    """From which range around the ceiling c a delay is drawn, before it is cut to [floor, cap]."""

    NONE = 0
    """[c, c]"""
    FULL = 1
    """[0, c]"""
    EQUAL = 2
    """[c / 2, c]"""
    PROPORTIONAL = 3
    """[c - s, c + s] with s = c x spread"""
    ADDITIVE = 4
    """[a, a + spread_time], a = c, but not so high that the cap cuts the spread off"""
    DECORRELATED = 5
    """[initial, 3 x previous_delay]"""


class ServerWaitMode(_Enumeration):
    """How the wait that the server asked for joins the client's own delay."""

    AT_LEAST = 0
    """The longer of the two."""
    INSTEAD = 1
    """The server's, but not below backoff.floor."""
    IGNORE = 2
    """As if the server had asked for nothing."""


class OverCap(_Enumeration):
    """What to do when the server asks for more than server_wait.cap."""

    GIVE_UP = 0
    """Stop, and tell how long it would have been."""
    CLAMP = 1
    """Wait the cap: the server is hit before it asked to be."""


class Grammar(_Enumeration):
    """How much of what servers really send is understood."""

    LENIENT = 0
    """Also what is not to the letter but can mean only one thing."""
    STRICT = 1
    """RFC 9110 to the letter."""


class PolicyError(_Enumeration):
    """The first field that makes a policy invalid. str() is its path: 'backoff.cap'."""

    NONE = 0
    MAX_ATTEMPTS = 1
    UNREPEATABLE = 2
    REDIRECT_PROOF = 3
    REDIRECT_REWRITE = 4
    FAILURES = 5
    STATUSES = 6
    UNPROCESSED = 7
    DEADLINE = 8
    MIN_ATTEMPT_TIME = 9
    BACKOFF_INITIAL = 10
    BACKOFF_CAP = 11
    BACKOFF_FLOOR = 12
    BACKOFF_MULTIPLIER = 13
    BACKOFF_JITTER = 14
    BACKOFF_SPREAD = 15
    BACKOFF_SPREAD_TIME = 16
    SERVER_WAIT_MODE = 17
    SERVER_WAIT_OVER_CAP = 18
    SERVER_WAIT_CAP = 19
    SERVER_WAIT_SPREAD = 20


class Convention(_Enumeration):
    """Another system's setting that says how often it tries, for max_attempts_for()."""

    MICRONAUT_ATTEMPTS = 0
    MICRONAUT_MAX_ATTEMPTS = 1
    SPRING_MAX_RETRIES = 2
    SPRING_RETRY_MAX_ATTEMPTS = 3
    MICROPROFILE_MAX_RETRIES = 4
    REACTOR_MAX_ATTEMPTS = 5
    REACTOR_NUM_RETRIES = 6
    HTTPCLIENT5_MAX_RETRIES = 7
    KIOTA_MAX_RETRIES = 8
    KIOTA_DOTNET_MAX_RETRY = 9
    KIOTA_GO_MAX_RETRIES = 10
    URLLIB3_TOTAL = 11
    TENACITY_STOP_AFTER_ATTEMPT = 12
    GO_RETRYABLEHTTP_RETRY_MAX = 13
    CENKALTI_V4_MAX_RETRIES = 14
    CENKALTI_V5_MAX_TRIES = 15
    GRPC_MAX_ATTEMPTS = 16
    RESILIENCE4J_MAX_ATTEMPTS = 17
    POLLY_MAX_RETRY_ATTEMPTS = 18
    AWS_MAX_ATTEMPTS = 19
    BOTO3_MAX_ATTEMPTS = 20
    BOTO3_TOTAL_MAX_ATTEMPTS = 21
    FAILSAFE_MAX_RETRIES = 22
    FAILSAFE_MAX_ATTEMPTS = 23
    FAILSAFE_GO_MAX_RETRIES = 24
    FAILSAFE_GO_MAX_ATTEMPTS = 25
    GO_RETRY_MAX_RETRIES = 26


for _name in __all__:  # where users, and their pickles, find them
    globals()[_name].__module__ = "oncemore"
