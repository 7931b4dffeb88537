# SPDX-License-Identifier: MIT
from collections.abc import Iterable
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import (
    Any,
    ClassVar,
    Final,
    SupportsFloat,
    SupportsIndex,
    TypeVar,
    final,
    type_check_only,
)

from typing_extensions import Self, TypeAlias

from ._enums import (
    Body,
    BudgetAnswer,
    Convention,
    Evidence,
    Failure,
    Grammar,
    Jitter,
    Method,
    NextBody,
    NextMethod,
    Note,
    OverCap,
    PolicyError,
    Reason,
    RedirectProof,
    RedirectRewrite,
    Repeatable,
    RetryAfterKind,
    ServerSays,
    ServerWaitMode,
    Unrepeatable,
    Verdict,
)
from ._sets import FailureSet, StatusSet

_Duration: TypeAlias = timedelta | float | Decimal | Fraction
_Instant: TypeAlias = datetime | float | Decimal | Fraction
_When = TypeVar("_When", bound=_Instant)
_Ratio: TypeAlias = SupportsFloat | SupportsIndex
_Token: TypeAlias = Method | str | bytes

UNLIMITED: Final[int]
__version__: Final[str]

@type_check_only
class _Value:
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...

@final
class Backoff(_Value):
    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        *,
        initial: _Duration = ...,
        cap: _Duration = ...,
        floor: _Duration = ...,
        multiplier: _Ratio = ...,
        jitter: Jitter = ...,
        spread: _Ratio = ...,
        spread_time: _Duration = ...,
    ) -> Self: ...
    @property
    def initial(self) -> timedelta: ...
    @property
    def cap(self) -> timedelta: ...
    @property
    def floor(self) -> timedelta: ...
    @property
    def multiplier(self) -> float: ...
    @property
    def jitter(self) -> Jitter: ...
    @property
    def spread(self) -> float: ...
    @property
    def spread_time(self) -> timedelta: ...
    def replace(
        self,
        *,
        initial: _Duration = ...,
        cap: _Duration = ...,
        floor: _Duration = ...,
        multiplier: _Ratio = ...,
        jitter: Jitter = ...,
        spread: _Ratio = ...,
        spread_time: _Duration = ...,
    ) -> Self: ...
    __replace__ = replace

@final
class ServerWait(_Value):
    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        *,
        mode: ServerWaitMode = ...,
        over_cap: OverCap = ...,
        cap: _Duration = ...,
        spread: _Ratio = ...,
    ) -> Self: ...
    @property
    def mode(self) -> ServerWaitMode: ...
    @property
    def over_cap(self) -> OverCap: ...
    @property
    def cap(self) -> timedelta: ...
    @property
    def spread(self) -> float: ...
    def replace(
        self,
        *,
        mode: ServerWaitMode = ...,
        over_cap: OverCap = ...,
        cap: _Duration = ...,
        spread: _Ratio = ...,
    ) -> Self: ...
    __replace__ = replace

@final
class Policy(_Value):
    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        *,
        max_attempts: SupportsIndex = ...,
        unrepeatable: Unrepeatable = ...,
        redirect_proof: RedirectProof = ...,
        redirect_rewrite: RedirectRewrite = ...,
        max_redirects: SupportsIndex = ...,
        failures: Iterable[Failure] = ...,
        statuses: Iterable[int] = ...,
        unprocessed: Iterable[int] = ...,
        deadline: _Duration | None = ...,
        min_attempt_time: _Duration = ...,
        backoff: Backoff = ...,
        server_wait: ServerWait = ...,
    ) -> Self: ...
    @property
    def max_attempts(self) -> int: ...
    @property
    def unrepeatable(self) -> Unrepeatable: ...
    @property
    def redirect_proof(self) -> RedirectProof: ...
    @property
    def redirect_rewrite(self) -> RedirectRewrite: ...
    @property
    def max_redirects(self) -> int: ...
    @property
    def failures(self) -> FailureSet: ...
    @property
    def statuses(self) -> StatusSet: ...
    @property
    def unprocessed(self) -> StatusSet: ...
    @property
    def deadline(self) -> timedelta | None: ...
    @property
    def min_attempt_time(self) -> timedelta: ...
    @property
    def backoff(self) -> Backoff: ...
    @property
    def server_wait(self) -> ServerWait: ...
    def replace(
        self,
        *,
        max_attempts: SupportsIndex = ...,
        unrepeatable: Unrepeatable = ...,
        redirect_proof: RedirectProof = ...,
        redirect_rewrite: RedirectRewrite = ...,
        max_redirects: SupportsIndex = ...,
        failures: Iterable[Failure] = ...,
        statuses: Iterable[int] = ...,
        unprocessed: Iterable[int] = ...,
        deadline: _Duration | None = ...,
        min_attempt_time: _Duration = ...,
        backoff: Backoff = ...,
        server_wait: ServerWait = ...,
    ) -> Self: ...
    __replace__ = replace

@final
class RetryAfter(_Value):
    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(cls, *, wait: _Duration | None = None, malformed: bool = False) -> Self: ...
    @classmethod
    def until(cls, instant: _Instant, now: _Instant) -> Self: ...
    @property
    def kind(self) -> RetryAfterKind: ...
    @property
    def wait(self) -> timedelta | None: ...
    @property
    def wait_seconds(self) -> float | None: ...
    @property
    def malformed(self) -> bool: ...

@final
class Trail(_Value):
    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        *,
        hops: SupportsIndex = 0,
        moved: bool = False,
        accepted: bool = False,
        doubtful: bool = False,
    ) -> Self: ...
    @property
    def hops(self) -> int: ...
    @property
    def moved(self) -> bool: ...
    @property
    def accepted(self) -> bool: ...
    @property
    def doubtful(self) -> bool: ...
    def followed(
        self, status: SupportsIndex, method_before: _Token, method_after: _Token
    ) -> Self: ...
    def sent_again(self) -> Self: ...
    def replace(
        self,
        *,
        hops: SupportsIndex = ...,
        moved: bool = ...,
        accepted: bool = ...,
        doubtful: bool = ...,
    ) -> Self: ...
    __replace__ = replace

@final
class Attempt(_Value):
    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        *,
        number: SupportsIndex = 1,
        method: _Token = ...,
        outcome: SupportsIndex | Failure = 0,
        repeatable: Repeatable = ...,
        evidence: Evidence = ...,
        body: Body = ...,
        budget: BudgetAnswer = ...,
        server_says: ServerSays = ...,
        elapsed: _Duration = ...,
        previous_delay: _Duration = ...,
        retry_after: RetryAfter | None = ...,
        redirects: Trail = ...,
        budget_paid: _Ratio = 0.0,
        hold: _Duration = ...,
    ) -> Self: ...
    @property
    def number(self) -> int: ...
    @property
    def method(self) -> Method: ...
    @property
    def outcome(self) -> int | Failure: ...
    @property
    def repeatable(self) -> Repeatable: ...
    @property
    def evidence(self) -> Evidence: ...
    @property
    def body(self) -> Body: ...
    @property
    def budget(self) -> BudgetAnswer: ...
    @property
    def server_says(self) -> ServerSays: ...
    @property
    def elapsed(self) -> timedelta: ...
    @property
    def previous_delay(self) -> timedelta: ...
    @property
    def retry_after(self) -> RetryAfter: ...
    @property
    def redirects(self) -> Trail: ...
    @property
    def budget_paid(self) -> float: ...
    @property
    def hold(self) -> timedelta: ...
    def replace(
        self,
        *,
        number: SupportsIndex = ...,
        method: _Token = ...,
        outcome: SupportsIndex | Failure = ...,
        repeatable: Repeatable = ...,
        evidence: Evidence = ...,
        body: Body = ...,
        budget: BudgetAnswer = ...,
        server_says: ServerSays = ...,
        elapsed: _Duration = ...,
        previous_delay: _Duration = ...,
        retry_after: RetryAfter | None = ...,
        redirects: Trail = ...,
        budget_paid: _Ratio = ...,
        hold: _Duration = ...,
    ) -> Self: ...
    __replace__ = replace

@final
class Hop(_Value):
    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        *,
        status: SupportsIndex = 0,
        method: _Token = ...,
        has_location: bool = False,
        body: Body = ...,
        retry_after: RetryAfter | None = ...,
        elapsed: _Duration = ...,
    ) -> Self: ...
    @property
    def status(self) -> int: ...
    @property
    def method(self) -> Method: ...
    @property
    def has_location(self) -> bool: ...
    @property
    def body(self) -> Body: ...
    @property
    def retry_after(self) -> RetryAfter: ...
    @property
    def elapsed(self) -> timedelta: ...
    def replace(
        self,
        *,
        status: SupportsIndex = ...,
        method: _Token = ...,
        has_location: bool = ...,
        body: Body = ...,
        retry_after: RetryAfter | None = ...,
        elapsed: _Duration = ...,
    ) -> Self: ...
    __replace__ = replace

@final
class Decision(_Value):
    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        *,
        verdict: Verdict = ...,
        reason: Reason = ...,
        delay: _Duration = ...,
        notes: Note = ...,
    ) -> Self: ...
    @property
    def verdict(self) -> Verdict: ...
    @property
    def reason(self) -> Reason: ...
    @property
    def delay(self) -> timedelta: ...
    @property
    def notes(self) -> Note: ...
    @property
    def retry(self) -> bool: ...
    @property
    def delay_seconds(self) -> float: ...
    def replace(
        self,
        *,
        verdict: Verdict = ...,
        reason: Reason = ...,
        delay: _Duration = ...,
        notes: Note = ...,
    ) -> Self: ...
    __replace__ = replace

@final
class HopDecision(_Value):
    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        *,
        verdict: Verdict = ...,
        reason: Reason = ...,
        delay: _Duration = ...,
        method: NextMethod = ...,
        body: NextBody = ...,
    ) -> Self: ...
    @property
    def verdict(self) -> Verdict: ...
    @property
    def reason(self) -> Reason: ...
    @property
    def delay(self) -> timedelta: ...
    @property
    def method(self) -> NextMethod: ...
    @property
    def body(self) -> NextBody: ...
    @property
    def follow(self) -> bool: ...
    @property
    def delay_seconds(self) -> float: ...
    def replace(
        self,
        *,
        verdict: Verdict = ...,
        reason: Reason = ...,
        delay: _Duration = ...,
        method: NextMethod = ...,
        body: NextBody = ...,
    ) -> Self: ...
    __replace__ = replace

@final
class DelayRange(_Value):
    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(cls, *, low: _Duration = ..., high: _Duration = ...) -> Self: ...
    @property
    def low(self) -> timedelta: ...
    @property
    def high(self) -> timedelta: ...
    @property
    def low_seconds(self) -> float: ...
    @property
    def high_seconds(self) -> float: ...
    def draw(self, random: SupportsIndex, /) -> timedelta: ...
    def replace(self, *, low: _Duration = ..., high: _Duration = ...) -> Self: ...
    __replace__ = replace

def decide(policy: Policy, attempt: Attempt, random: SupportsIndex) -> Decision: ...
def decide_attempt(
    policy: Policy,
    /,
    *,
    random: SupportsIndex,
    number: SupportsIndex = 1,
    method: _Token = ...,
    outcome: SupportsIndex | Failure = 0,
    repeatable: Repeatable = ...,
    evidence: Evidence = ...,
    body: Body = ...,
    budget: BudgetAnswer = ...,
    server_says: ServerSays = ...,
    elapsed: _Duration = ...,
    previous_delay: _Duration = ...,
    retry_after: RetryAfter | None = ...,
    redirects: Trail = ...,
    budget_paid: _Ratio = 0.0,
    hold: _Duration = ...,
) -> Decision: ...
def follow(policy: Policy, trail: Trail, hop: Hop) -> HopDecision: ...
def describe(policy: Policy, attempt: Attempt, decision: Decision) -> str: ...
def policy_error(policy: Policy, /) -> PolicyError: ...
def advance(attempt: Attempt, decision: Decision, paid: _Ratio = 0.0) -> Attempt: ...
def time_left(policy: Policy, elapsed: _Duration) -> timedelta | None: ...
def _reason_message(reason: Reason, /) -> str: ...
def verdict_of(reason: Reason, /) -> Verdict: ...
def proves_acceptance(proof: RedirectProof, trail: Trail) -> bool: ...
def evidence_of_attempt(policy: Policy, attempt: Attempt) -> Evidence: ...
def evidence_of_failure(failure: Failure, /) -> Evidence: ...
def evidence_of_status(status: SupportsIndex, unprocessed: Iterable[int] = ...) -> Evidence: ...
def parse_retry_after(
    field: str | bytes | None, now: _Instant, grammar: Grammar = ...
) -> RetryAfter: ...
def parse_http_date(
    field: str | bytes | None, now: _Instant, grammar: Grammar = ...
) -> int | None: ...
def reference_time(
    date: str | bytes | None, age: str | bytes | None, now: _When
) -> _When | int: ...
def combined(a: RetryAfter, b: RetryAfter) -> RetryAfter: ...
def parse_method(token: str | bytes, /) -> Method: ...
def is_safe(method: _Token, /) -> bool: ...
def is_idempotent(method: _Token, /) -> bool: ...
def is_final(status: SupportsIndex, /) -> bool: ...
def is_success(status: SupportsIndex, /) -> bool: ...
def is_redirection(status: SupportsIndex, /) -> bool: ...
def is_followable(status: SupportsIndex, /) -> bool: ...
def is_assigned_server_error(status: SupportsIndex, /) -> bool: ...
def ceiling(policy: Policy | Backoff, number: SupportsIndex) -> timedelta: ...
def delay_range(
    policy: Policy | Backoff, number: SupportsIndex, previous_delay: _Duration = ...
) -> DelayRange: ...
def own_delay(
    policy: Policy | Backoff,
    number: SupportsIndex,
    random: SupportsIndex,
    previous_delay: _Duration = ...,
) -> timedelta: ...
def attempts_from_retries(retries: SupportsIndex, /) -> int: ...
def retries_from_attempts(attempts: SupportsIndex, /) -> int: ...
def max_attempts_for(convention: Convention, n: SupportsIndex) -> int: ...
def requests_per_call(attempts: SupportsIndex, redirects: SupportsIndex) -> int: ...
def requests_per_call_shared(attempts: SupportsIndex, redirects: SupportsIndex) -> int: ...
def requests_per_call_layers(layers: Iterable[tuple[SupportsIndex, SupportsIndex]], /) -> int: ...
def _policy_error_message(error: PolicyError, /) -> str: ...
def _restore(cls: type[Any], fields: dict[str, Any], /) -> Any: ...
def _name(class_name: str, value: int, /) -> str | None: ...
def _status_set(bits: bytes, status: SupportsIndex, add: bool, /) -> bytes: ...
def _status_set_contains(bits: bytes, status: SupportsIndex, /) -> bool: ...
def _status_set_valid(bits: bytes, /) -> bool: ...
def _default_statuses() -> bytes: ...
def _default_unprocessed() -> bytes: ...
def _failure_set(bits: bytes, failure: Failure, add: bool, /) -> bytes: ...
def _failure_set_contains(bits: bytes, failure: Failure, /) -> bool: ...
def _failure_set_valid(bits: bytes, /) -> bool: ...
def _default_failures() -> bytes: ...
