# SPDX-License-Identifier: MIT
"""Reads the cells of the vector files (tests/vectors/README.md of the project says how they are
spelled), and answers each kind of question with the binding, in the words of those files."""

from __future__ import annotations

import os
import pathlib
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from enum import Enum
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any, TypeVar

import oncemore
from oncemore import (
    DEFAULT_FAILURES,
    DEFAULT_STATUSES,
    DEFAULT_UNPROCESSED,
    Attempt,
    Backoff,
    Convention,
    Decision,
    Evidence,
    Failure,
    FailureSet,
    Grammar,
    Hop,
    Note,
    Policy,
    Reason,
    RetryAfter,
    ServerWait,
    StatusSet,
    Trail,
    Verdict,
)

ROOT = pathlib.Path(
    os.environ.get("ONCEMORE_CHECKOUT", pathlib.Path(__file__).resolve().parents[3])
)
VECTORS = ROOT / "tests" / "vectors"

MILLISECOND = timedelta(milliseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

_Member = TypeVar("_Member", bound=Enum)


# ---- Cells --------------------------------------------------------------------------------------


def cells_of(row: str) -> list[str]:
    return [cell.strip(" ") for cell in row.split("|")]


def unescaped(cell: str) -> bytes:
    octets = re.sub(r"\\x([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), cell)
    return octets.encode("latin-1")


def milliseconds(duration: timedelta | None) -> str:
    assert duration is not None
    assert duration % MILLISECOND == timedelta()
    return str(duration // MILLISECOND)


def duration(word: str) -> timedelta | Fraction:
    """A timedelta where it can hold the number, which is any of 64 bits."""
    number = int(word)
    return number * MILLISECOND if abs(number) < 10**15 else Fraction(number, 1000)


def instant(word: str) -> int | datetime | Fraction:
    number = int(word)
    if number % 1000 == 0:
        return number // 1000
    return EPOCH + number * MILLISECOND if 0 < number < 10**14 else Fraction(number, 1000)


def random_bits(word: str) -> int:
    assert re.fullmatch("[0-9a-f]{16}", word), word
    return int(word, 16)


_MEMBERS: dict[type[Enum], dict[str, Any]] = {}


def enumerator(enumeration: type[_Member], word: str) -> _Member:
    known = _MEMBERS.setdefault(enumeration, {str(member): member for member in enumeration})
    member: _Member = known[word]
    return member


def outcome(word: str) -> int | Failure:
    return int(word) if re.fullmatch("-?[0-9]+", word) else enumerator(Failure, word)


def retry_after(word: str) -> RetryAfter | None:
    if word == "absent":
        return None
    return RetryAfter(malformed=True) if word == "malformed" else RetryAfter(wait=duration(word))


def set_of(word: str, default: Any, empty: Any, member: Callable[[str], Any]) -> Any:
    start = re.match("default|none", word)
    assert start, word
    made = default if start[0] == "default" else empty
    for sign, name in re.findall(r"([+-])(-?[^+-]+)", word[start.end() :]):
        made = made.with_(member(name)) if sign == "+" else made.without(member(name))
    return made


def trail(spelled: str) -> Trail:
    """Steps; the first may be a trail as it is, HOPS[+moved][+accepted][+doubtful]."""
    made = Trail()
    for step in [] if spelled == "-" else spelled.split(","):
        if step[0].isdigit() and ":" not in step:
            hops, *flags = step.split("+")
            made = Trail(hops=int(hops), **{flag: True for flag in flags})
        elif step == "again":
            made = made.sent_again()
        else:
            status, methods = step.split(":", 1)
            before, after = methods.split(">")
            made = made.followed(int(status), unescaped(before), unescaped(after))
    return made


def settings(cell: str) -> Iterator[tuple[str, str]]:
    for word in [] if cell == "-" else cell.split():
        name, _, value = word.partition("=")
        yield name, value


def spread(thousandths: str) -> float:
    return int(thousandths) / 1000


def enumerated(cls: Any, name: str) -> Callable[[str], Any]:
    """Reads words of the enumeration that the field of a default object has."""
    return lambda word: enumerator(type(getattr(cls(), name)), word)


READ_BACKOFF: dict[str, Callable[[str], Any]] = {
    "initial": duration,
    "cap": duration,
    "floor": duration,
    "multiplier": spread,
    "jitter": enumerated(Backoff, "jitter"),
    "spread": spread,
    "spread_time": duration,
}
READ_SERVER_WAIT: dict[str, Callable[[str], Any]] = {
    "mode": enumerated(ServerWait, "mode"),
    "over_cap": enumerated(ServerWait, "over_cap"),
    "cap": duration,
    "spread": spread,
}
READ_POLICY: dict[str, Callable[[str], Any]] = {
    "max_attempts": int,
    "unrepeatable": enumerated(Policy, "unrepeatable"),
    "redirect_proof": enumerated(Policy, "redirect_proof"),
    "redirect_rewrite": enumerated(Policy, "redirect_rewrite"),
    "max_redirects": int,
    "failures": lambda word: set_of(
        word, DEFAULT_FAILURES, FailureSet(), lambda name: enumerator(Failure, name)
    ),
    "statuses": lambda word: set_of(word, DEFAULT_STATUSES, StatusSet(), int),
    "unprocessed": lambda word: set_of(word, DEFAULT_UNPROCESSED, StatusSet(), int),
    "deadline": duration,
    "min_attempt_time": duration,
}
READ_ATTEMPT: dict[str, Callable[[str], Any]] = {
    "number": int,
    "method": unescaped,
    "outcome": outcome,
    "repeatable": enumerated(Attempt, "repeatable"),
    "evidence": enumerated(Attempt, "evidence"),
    "body": enumerated(Attempt, "body"),
    "budget": enumerated(Attempt, "budget"),
    "server_says": enumerated(Attempt, "server_says"),
    "elapsed": duration,
    "previous_delay": duration,
    "retry_after": retry_after,
    "redirects": trail,
    "budget_paid": spread,
    "hold": duration,
}
READ_HOP: dict[str, Callable[[str], Any]] = {
    "status": int,
    "method": unescaped,
    "has_location": lambda word: {"yes": True, "no": False}[word],
    "body": enumerated(Hop, "body"),
    "retry_after": retry_after,
    "elapsed": duration,
}


def policy(cell: str) -> Policy:
    own: dict[str, Any] = {}
    backoff: dict[str, Any] = {}
    server_wait: dict[str, Any] = {}
    for name, word in settings(cell):
        if name.startswith("backoff."):
            name = name.removeprefix("backoff.")
            backoff[name] = READ_BACKOFF[name](word)
        elif name.startswith("server_wait."):
            name = name.removeprefix("server_wait.")
            server_wait[name] = READ_SERVER_WAIT[name](word)
        else:
            own[name] = READ_POLICY[name](word)
    if backoff:
        own["backoff"] = Backoff(**backoff)
    if server_wait:
        own["server_wait"] = ServerWait(**server_wait)
    return Policy(**own)


def attempt_fields(cell: str) -> dict[str, Any]:
    return {name: READ_ATTEMPT[name](word) for name, word in settings(cell)}


def attempt(cell: str) -> Attempt:
    return Attempt(**attempt_fields(cell))


def hop(cell: str) -> Hop:
    return Hop(**{name: READ_HOP[name](word) for name, word in settings(cell)})


# ---- Answers ------------------------------------------------------------------------------------


def yes_no(truth: bool) -> str:
    return "yes" if truth else "no"


def shown(decision: Decision) -> str:
    return f"{decision.verdict} {decision.reason} {milliseconds(decision.delay)} {decision.notes}"


def shown_field(field: RetryAfter) -> str:
    return str(field.kind) if field.wait is None else milliseconds(field.wait)


def decide(own: str, facts: str, random: str) -> str:
    decision = oncemore.decide(policy(own), attempt(facts), random_bits(random))
    # The fast form is the same question, so it is asked with every row, too.
    same = oncemore.decide_attempt(policy(own), random=random_bits(random), **attempt_fields(facts))
    assert decision == same
    return shown(decision)


def describe(own: str, facts: str, random: str) -> str:
    configured, ended = policy(own), attempt(facts)
    decision = oncemore.decide(configured, ended, random_bits(random))
    return oncemore.describe(configured, ended, decision)


def advance(facts: str, decided: str, paid: str) -> str:
    verdict, reason, delay, notes = decided.split()
    decision = Decision(
        verdict=enumerator(Verdict, verdict),
        reason=enumerator(Reason, reason),
        delay=duration(delay),
        notes=reduce(
            or_, (enumerator(Note, name) for name in notes.split("+") if name != "-"), Note(0)
        ),
    )
    return spelled(oncemore.advance(attempt(facts), decision, int(paid) / 1000))


def spelled(made: Attempt) -> str:
    """As a setting list: what differs from the default, in the order of the fields."""
    words = []
    for name in READ_ATTEMPT:
        value, default = getattr(made, name), getattr(Attempt(), name)
        if value != default:
            words.append(f"{name}={_spelled(value)}")
    return " ".join(words) or "-"


def _spelled(value: Any) -> str:
    if isinstance(value, timedelta):
        return milliseconds(value)
    if isinstance(value, RetryAfter):
        return shown_field(value)
    if isinstance(value, Trail):
        flags = [name for name in ("moved", "accepted", "doubtful") if getattr(value, name)]
        return "+".join([str(value.hops), *flags])
    return str(round(value * 1000)) if isinstance(value, float) else str(value)


def time_left(own: str, elapsed: str) -> str:
    left = oncemore.time_left(policy(own), duration(elapsed))
    return "none" if left is None else milliseconds(left)


def reference_time(now: str, date: str, age: str) -> str:
    fields = [None if field == "-" else unescaped(field) for field in (date, age)]
    reference: Any = oncemore.reference_time(fields[0], fields[1], instant(now))
    if isinstance(reference, datetime):
        reference = Fraction((reference - EPOCH) // MILLISECOND, 1000)
    return str(int(reference * 1000))


def follow(own: str, hops: str, facts: str) -> str:
    answer = oncemore.follow(policy(own), trail(hops), hop(facts))
    return (
        f"{answer.verdict} {answer.reason} {milliseconds(answer.delay)} "
        f"{answer.method} {answer.body}"
    )


def answer_trail(hops: str) -> str:
    made = trail(hops)
    names = [name for name in ("moved", "accepted", "doubtful") if getattr(made, name)]
    return f"{made.hops} {'+'.join(names) or '-'}"


def backoff(own: str, number: str, previous: str, random: str) -> str:
    configured, count, before = policy(own), int(number), duration(previous)
    ends = oncemore.delay_range(configured, count, before)
    drawn = oncemore.own_delay(configured, count, random_bits(random), before)
    assert drawn == ends.draw(random_bits(random))
    assert ends == oncemore.delay_range(configured.backoff, count, before)
    ceiling = oncemore.ceiling(configured, count)
    return " ".join(map(milliseconds, (ceiling, ends.low, ends.high, drawn)))


def validate(own: str) -> str:
    try:
        oncemore.validate(policy(own))
    except oncemore.InvalidPolicy as invalid:
        assert str(invalid).startswith(str(invalid.error)), "the sentence names the field"
        return str(invalid.error)
    return "none"


def http_date(grammar: str, now: str, text: str) -> str:
    date = oncemore.parse_http_date(unescaped(text), instant(now), enumerator(Grammar, grammar))
    return "malformed" if date is None else str(date * 1000)


def one_line(line: bytes, now: str, grammar: str) -> RetryAfter:
    chosen = enumerator(Grammar, grammar)
    read = oncemore.parse_retry_after(line, instant(now), chosen)
    # As a client's library hands it over that decodes fields.
    assert read == oncemore.parse_retry_after(line.decode("latin-1"), instant(now), chosen)
    return read


def answer_retry_after(grammar: str, now: str, text: str) -> str:
    return shown_field(one_line(unescaped(text), now, grammar))


def retry_after_lines(grammar: str, now: str, lines: str) -> str:
    combined = oncemore.parse_retry_after(None, instant(now))
    for line in [] if lines == "-" else unescaped(lines).split(b"\n"):
        combined = oncemore.combined(combined, one_line(line, now, grammar))
    return shown_field(combined)


def methods(token: str) -> str:
    method = oncemore.parse_method(unescaped(token))
    return f"{yes_no(oncemore.is_safe(method))} {yes_no(oncemore.is_idempotent(method))}"


def statuses(word: str) -> str:
    status = int(word)
    if not oncemore.is_final(status):
        kind = "invalid"
    elif oncemore.is_success(status):
        kind = "success"
    else:
        kind = "redirect" if oncemore.is_redirection(status) else "error"
    named = yes_no(status in DEFAULT_STATUSES)
    return f"{kind} {named} {yes_no(status in DEFAULT_UNPROCESSED)}"


def failures(word: str) -> str:
    failure = enumerator(Failure, word)
    evidence: Evidence = oncemore.evidence_of_failure(failure)
    return f"{evidence} {yes_no(failure in DEFAULT_FAILURES)}"


def conventions(word: str, number: str) -> str:
    try:
        return str(oncemore.max_attempts_for(enumerator(Convention, word), int(number)))
    except ValueError:
        return "0"


def attempts(question: str, number: str) -> str:
    ask = {
        "from_retries": oncemore.attempts_from_retries,
        "to_retries": oncemore.retries_from_attempts,
    }
    return str(ask[question](int(number)))


def requests(layers: str) -> str:
    if "+" in layers:
        return str(oncemore.requests_per_call_shared(*map(int, layers.split("+"))))
    pairs = [
        (int(attempts), int(redirects))
        for attempts, redirects in (layer.split("x") for layer in layers.split(","))
    ]
    product = oncemore.requests_per_call_layers(pairs)
    if len(pairs) == 1:
        assert product == oncemore.requests_per_call(*pairs[0])
    return str(product)


def enumerators(enumeration: str, value: str) -> str:
    class_name = "".join(map(str.capitalize, enumeration.split("_")))
    members = {member.value: str(member) for member in getattr(oncemore, class_name)}
    return members.get(int(value), "-")


KINDS: dict[str, Callable[..., str]] = {
    "decide": decide,
    "follow": follow,
    "advance": advance,
    "time_left": time_left,
    "reference_time": reference_time,
    "trail": answer_trail,
    "backoff": backoff,
    "validate": validate,
    "describe": describe,
    "http_date": http_date,
    "retry_after": answer_retry_after,
    "retry_after_lines": retry_after_lines,
    "methods": methods,
    "statuses": statuses,
    "failures": failures,
    "conventions": conventions,
    "attempts": attempts,
    "requests": requests,
    "enumerators": enumerators,
}


def answer(line: str) -> str:
    """The answer to a case: KIND | input cells."""
    kind, *cells = cells_of(line)
    return KINDS[kind](*cells)
