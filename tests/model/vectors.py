#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the vector files that the model generates, or checks that they are current.

    vectors.py --write    renews tests/vectors/{backoff,http_date,...}.txt
    vectors.py --check    exit code 1 and the command above if one is not current
"""

import argparse
import sys
from functools import partial
from pathlib import Path

import vector_rows
from answer import answer
from cells import split

FOLDER = Path(__file__).resolve().parent.parent / "vectors"
RENEW = "python3 tests/model/vectors.py --write"
WIDEST = 64  # a cell that is wider does not widen its column


def kept_rows(name):
    """The headings and questions that the file has already, which pairwise.py wrote."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="ascii")
    *_, body = text.partition("\n\n")
    for line in filter(None, body.split("\n")):
        *inputs, _, note = split(line) if "|" in line else ("", "")
        yield (*inputs, note) if inputs else line[2:]


# A file's question, its columns between the bars, and its rows; a kind is a name up to its dot.
FILES = {
    "backoff": (
        "How long is the client's own delay? Only the policy's backoff counts.\n"
        "The answer, in ms: the ceiling, the ends of the range that is drawn from, the delay.",
        "policy | number | previous_delay | random | CEILING LO HI DELAY | note",
        vector_rows.backoff_rows,
    ),
    "http_date": (
        "Which instant does an HTTP date mean? parse_http_date(text, now, grammar).\n"
        "now and the answer are Unix milliseconds; now only serves two-digit years.",
        "grammar | now | text | instant or malformed | note",
        vector_rows.http_date_rows,
    ),
    "retry_after_lines": (
        "What do several Retry-After lines ask for? Each is parsed, combined(a, b) combines them.\n"
        "now is Unix milliseconds, the answer a wait in ms. Lines are joined by \\x0a, - is none.\n"
        "A single line that is a dash is written \\x2d.",
        "grammar | now | lines | absent, malformed or the wait | note",
        vector_rows.retry_after_lines_rows,
    ),
    "reference_time": (
        "By which clock is a Retry-After date read? reference_time(date, age, now).\n"
        "now and the answer are Unix milliseconds. - is no such field, an empty cell an empty\n"
        "one. A field that is a dash is written \\x2d.",
        "now | date | age | instant | note",
        vector_rows.reference_time_rows,
    ),
    "methods": (
        "Is a method safe, is it idempotent? yes or no, each.",
        "method | SAFE IDEMPOTENT | note",
        vector_rows.methods_rows,
    ),
    "statuses": (
        "What is a status, and do the default sets name it?\n"
        "The answer: its class, whether the default `statuses` and `unprocessed` have it.",
        "status | CLASS STATUSES UNPROCESSED | note",
        vector_rows.statuses_rows,
    ),
    "failures": (
        "What does a failure say of processing, and does the default set have it?",
        "failure | EVIDENCE DEFAULT | note",
        vector_rows.failures_rows,
    ),
    "trail": (
        "What does a trail remember? The hops of the call, and flags of the request sent last.",
        "trail | HOPS FLAGS | note",
        vector_rows.trail_rows,
    ),
    "trail.states": (
        "What does a trail remember that had happened before it is asked?\n"
        "A first step HOPS[+moved][+accepted][+doubtful] says what it is.",
        "trail | HOPS FLAGS | note",
        vector_rows.trail_states_rows,
    ),
    "decide.states": (
        "Which trails are possible, and what do they say? decide(policy, attempt, random).",
        "policy | attempt | random | decision | note",
        vector_rows.decide_states_rows,
    ),
    "follow.states": (
        "Does a hop fit in, after those that were followed before? follow(policy, trail, hop).",
        "policy | trail | hop | VERDICT REASON WAIT METHOD BODY | note",
        vector_rows.follow_states_rows,
    ),
    "advance": (
        "What is the next attempt? advance(attempt, decision, paid); paid is in thousandths.\n"
        "The answer is a setting list, its redirects written HOPS[+moved][+accepted][+doubtful].\n"
        "A method that is not registered is unknown there, and left out.",
        "attempt | decision | paid | attempt | note",
        vector_rows.advance_rows,
    ),
    "time_left": (
        "How long may the next attempt take? time_left(policy, elapsed), in ms.",
        "policy | elapsed | none or the time | note",
        vector_rows.time_left_rows,
    ),
    "decide.success": (
        "Is a success sent once more if the caller says so, and what is it called otherwise?\n"
        "decide(policy, attempt, random).",
        "policy | attempt | random | decision | note",
        vector_rows.decide_success_rows,
    ),
    "decide.draws": (
        "Which numbers does one `random` draw: of the own delay, and of the server wait's spread?\n"
        "decide(policy, attempt, random).",
        "policy | attempt | random | decision | note",
        vector_rows.decide_draws_rows,
    ),
    "decide.hold": (
        "Should this request be sent once more, and when, if something outside holds it back?\n"
        "decide(policy, attempt, random).",
        "policy | attempt | random | decision | note",
        vector_rows.decide_hold_rows,
    ),
    "describe.hold": (
        "What does the line for a log say of a wait that a hold made longer?\n"
        "describe(policy, attempt, decide(policy, attempt, random)).",
        "policy | attempt | random | line | note",
        vector_rows.describe_hold_rows,
    ),
    "decide.pairwise": (
        "What do each two settings do together? decide(policy, attempt, random).",
        "policy | attempt | random | decision | note",
        partial(kept_rows, "decide.pairwise"),
    ),
    "describe.pairwise": (
        "What do each two settings do together in the line for a log?\n"
        "describe(policy, attempt, decide(policy, attempt, random)).",
        "policy | attempt | random | line | note",
        partial(kept_rows, "describe.pairwise"),
    ),
    "follow.pairwise": (
        "What do each two settings do together at a hop? follow(policy, trail, hop).",
        "policy | trail | hop | VERDICT REASON WAIT METHOD BODY | note",
        partial(kept_rows, "follow.pairwise"),
    ),
    "conventions": (
        "Which max_attempts does what another system does with its own number?\n"
        "0 is what the system rejects, 4294967295 is unlimited.",
        "convention | number | max_attempts | note",
        vector_rows.conventions_rows,
    ),
    "attempts": (
        "How many attempts are so many retries, and the other way round?\n"
        "attempts_from_retries and retries_from_attempts; 4294967295 is unlimited.",
        "question | number | number | note",
        vector_rows.attempts_rows,
    ),
    "requests": (
        "How many requests can one call send at worst?\n"
        "AxR,AxR... is requests_per_call of layers of attempts and redirects, A+R is\n"
        "requests_per_call_shared.",
        "layers | requests | note",
        vector_rows.requests_rows,
    ),
}


def aligned(rows):
    """Rows of cells as lines, each column as wide as its widest cell up to WIDEST."""
    widths = [max((len(cell) for cell in column if len(cell) <= WIDEST), default=0)
              for column in zip(*rows)]
    return [" | ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def banner(question, columns):
    return "".join(f"# {line}\n" for line in (
        "SPDX-License-Identifier: MIT",
        *question.split("\n"),
        "How cells are spelled: README.md beside this file.",
        f"Generated by the model; renewed by: {RENEW}",
        columns,
    ))


def text_of(name, entries=None):
    """The file's text, of its own rows or of others."""
    question, columns, rows_of = FILES[name]
    kind = name.partition(".")[0]
    entries = list(rows_of()) if entries is None else entries
    rows = [
        (*entry[:-1], answer(" | ".join((kind, *entry[:-1]))), entry[-1])
        for entry in entries if not isinstance(entry, str)
    ]
    lines = iter(aligned(rows))
    body = "".join(
        f"\n# {entry}\n" if isinstance(entry, str) else f"{next(lines)}\n" for entry in entries
    )
    return banner(question, columns) + body


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true")
    what.add_argument("--check", action="store_true")
    options = parser.parse_args()
    stale = []
    for name in FILES:
        path, text = FOLDER / f"{name}.txt", text_of(name)
        if options.write:
            path.write_text(text, encoding="ascii", newline="\n")
        elif not path.exists() or path.read_bytes() != text.encode("ascii"):
            stale.append(path.name)
    if stale:
        print(f"not current: {' '.join(stale)}; renew with: {RENEW}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
