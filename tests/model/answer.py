#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers cases: `answer.py < cases > answers`, one line each.

A case is `KIND | input cells...`; the kinds and their cells are listed in README.md, the spelling
of cells is in tests/vectors/README.md.
"""

import sys

import backoff
import cells
import conventions
import counting
import failures
import http_date
import methods
import retry_after
import statuses
from advance import advance
from decide import decide
from describe import describe
from follow import follow
from policy import time_left, validate
from reference_time import reference_time


def yes_no(condition):
    return "yes" if condition else "no"


def joined(names):
    return "+".join(names) or "-"


def answer_decide(policy, attempt, random):
    made = decide(cells.read_policy(policy), cells.read_attempt(attempt), cells.read_random(random))
    return f"{made.verdict} {made.reason} {made.delay} {joined(made.notes)}"


def answer_describe(policy, attempt, random):
    policy, attempt = cells.read_policy(policy), cells.read_attempt(attempt)
    return describe(policy, attempt, decide(policy, attempt, cells.read_random(random)))


def answer_follow(policy, trail, hop):
    return " ".join(map(str, follow(
        cells.read_policy(policy), cells.read_trail(trail), cells.read_hop(hop)
    )))


def answer_trail(trail):
    trail = cells.read_trail(trail)
    return f"{trail.hops} {joined(trail.flags())}"


def answer_advance(attempt, decision, paid):
    attempt, decision = cells.read_attempt(attempt), cells.read_decision(decision)
    return cells.write_attempt(advance(attempt, decision, int(paid)))


def answer_time_left(policy, elapsed):
    left = time_left(cells.read_policy(policy), cells.read_duration(elapsed))
    return "none" if left is None else str(left)


def answer_backoff(policy, number, previous_delay, random):
    settings = cells.read_policy(policy).backoff
    place = int(number), cells.read_duration(previous_delay)
    lo, hi = backoff.bounds(settings, *place)
    delay = backoff.delay(settings, *place, cells.read_random(random))
    return f"{backoff.ceiling(settings, place[0])} {lo} {hi} {delay}"


def answer_validate(policy):
    return validate(cells.read_policy(policy))


def answer_http_date(grammar, now, text):
    return str(http_date.parse(cells.read_text(text), int(now), grammar))


def answer_retry_after(grammar, now, text):
    return str(retry_after.parse(cells.read_text(text), int(now), grammar))


def answer_retry_after_lines(grammar, now, texts):
    return str(retry_after.parse_lines(cells.read_lines(texts), int(now), grammar))


def answer_reference_time(now, date, age):
    return str(reference_time(cells.read_field(date), cells.read_field(age), int(now)))


def answer_methods(text):
    method = cells.read_text(text)
    return f"{yes_no(methods.safe(method))} {yes_no(methods.idempotent(method))}"


def answer_statuses(status):
    status = int(status)
    named = status in statuses.STATUSES, status in statuses.UNPROCESSED
    return " ".join((statuses.classify(status), *map(yes_no, named)))


def answer_failures(failure):
    return f"{failures.EVIDENCE_OF[failure]} {yes_no(failure in failures.FAILURES)}"


def answer_conventions(convention, number):
    return str(conventions.max_attempts_for(convention, int(number)))


def answer_attempts(question, number):
    convert = {
        "from_retries": counting.attempts_from_retries,
        "to_retries": counting.retries_from_attempts,
    }[question]
    return str(convert(int(number)))


def answer_requests(layers):
    if "+" in layers:
        return str(counting.requests_per_call_shared(*map(int, layers.split("+"))))
    return str(counting.requests_per_call(
        tuple(map(int, layer.split("x"))) for layer in layers.split(",")
    ))


KINDS = {
    "decide": answer_decide,
    "follow": answer_follow,
    "trail": answer_trail,
    "advance": answer_advance,
    "time_left": answer_time_left,
    "backoff": answer_backoff,
    "validate": answer_validate,
    "describe": answer_describe,
    "http_date": answer_http_date,
    "retry_after": answer_retry_after,
    "retry_after_lines": answer_retry_after_lines,
    "reference_time": answer_reference_time,
    "methods": answer_methods,
    "statuses": answer_statuses,
    "failures": answer_failures,
    "conventions": answer_conventions,
    "attempts": answer_attempts,
    "requests": answer_requests,
}


def answer(line):
    kind, *inputs = cells.split(line.rstrip("\n"))
    return KINDS[kind](*inputs)


def main():
    for line in sys.stdin:
        print(answer(line))


if __name__ == "__main__":
    main()
