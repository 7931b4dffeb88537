#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares a filter with the model on fresh random cases.

    compare.py --filter PATH [--cases N | --seconds T] [--seed S] [--processes P] [--kind KIND]...
    compare.py --filter PATH --replay 'CASE'    both answers of one case

A filter is a program that reads cases on standard input and writes one line of answer for each.
On a difference the case is shrunk and printed, and the exit code is 1.
"""

import argparse
import concurrent.futures
import itertools
import os
import shlex
import subprocess
import sys
import time
from collections import Counter

import cells
from answer import answer
from generate import WEIGHTS, cases
from policy import validate

BATCH = 5000
MOST_CANDIDATES = 600


# --- the two sides ------------------------------------------------------------------------------

def filter_answers(program, lines):
    """The filter's answers, one by one. If it dies, the halves are asked again, down to the case
    that kills it."""
    text = "".join(f"{line}\n" for line in lines)
    ran = subprocess.run([program], input=text, stdout=subprocess.PIPE, encoding="ascii",
                         errors="backslashreplace", check=False)
    replies = ran.stdout.split("\n")[:-1]
    if ran.returncode == 0 and len(replies) == len(lines):
        yield from replies
    elif len(lines) == 1:
        yield f"(exit code {ran.returncode}, {len(replies)} lines)"
    else:
        half = len(lines) // 2
        yield from filter_answers(program, lines[:half])
        yield from filter_answers(program, lines[half:])


def first_difference(program, lines):
    for line, reply in zip(lines, filter_answers(program, lines)):
        if reply != answer(line):
            return line
    return None


def batch_seed(seed, number):
    return seed * 2**32 + number


def compare_batch(program, seed, number, count, kinds):
    """The cases of a batch, counted by kind, and the first that differs or None."""
    lines = list(cases(batch_seed(seed, number), count, kinds))
    return Counter(line.partition(" ")[0] for line in lines), first_difference(program, lines)


# --- shrinking ----------------------------------------------------------------------------------

def smaller_numbers(word):
    number = int(word)
    sign = -1 if number < 0 else 1
    steps = (abs(number) >> shift for shift in range(abs(number).bit_length()))
    return [str(sign * (abs(number) - step)) for step in steps]


def smaller_sequences(items):
    """The items without each half, quarter and so on."""
    size = len(items)
    while size:
        for start in range(0, len(items), size):
            yield items[:start] + items[start + size:]
        size //= 2


def smaller_values(value):
    """Simpler spellings of one value of a setting list."""
    if value.lstrip("-").isdecimal():
        return smaller_numbers(value)
    if "," in value or ">" in value:
        return [",".join(steps) or "-" for steps in smaller_sequences(value.split(","))]
    base = value.partition("+")[0].partition("-")[0]
    if base in ("default", "none"):
        return [base] + [value[:value.rindex(sign)] for sign in "+-" if sign in value]
    return []


def smaller_settings(cell):
    words = [] if cell == "-" else cell.split()
    for fewer in smaller_sequences(words):
        yield " ".join(fewer) or "-"
    for place, word in enumerate(words):
        name, _, value = word.partition("=")
        for smaller in smaller_values(value):
            yield " ".join([*words[:place], f"{name}={smaller}", *words[place + 1:]])


def smaller_texts(cell):
    octets = cells.read_octets(cell)
    for fewer in smaller_sequences(octets):
        yield cells.write_text(fewer)
    for place, octet in enumerate(octets):
        for plainer in b"0 aA":
            if octet > plainer:
                changed = octets[:place] + bytes([plainer]) + octets[place + 1:]
                yield cells.write_text(changed)


def smaller_decisions(cell):
    verdict, reason, delay, _ = cell.split(" ")
    return [f"{verdict} {reason} {smaller} -" for smaller in (delay, *smaller_numbers(delay))]


SETTINGS = ("decide", "describe", "follow", "backoff", "validate", "advance", "time_left")


def smaller_cells(kind, place, cell):
    if "=" in cell and kind in SETTINGS:
        return smaller_settings(cell)
    if kind in ("decide", "describe", "backoff") and len(cell) == 16:
        return [cells.write_random(bits) for bits in (0, 2**63, 2**64 - 1)]
    if cell.lstrip("-").isdecimal():
        return smaller_numbers(cell)
    if kind in ("trail", "follow", "requests"):
        return [",".join(steps) or "-" for steps in smaller_sequences(cell.split(","))]
    if kind == "methods" or (place == 2 and kind.startswith(("http_date", "retry_after"))):
        return smaller_texts(cell)
    if kind == "reference_time" and cell != cells.EMPTY:
        return [cells.EMPTY, *smaller_texts(cell)]
    if kind == "advance" and place == 1:
        return smaller_decisions(cell)
    return []


def size(line):
    return line.count("="), len(line), line


def is_asked(line):
    """Whether a shrunk line is still a case: spelled well, and of a backoff that is valid."""
    try:
        answer(line)
        kind, *inputs = cells.split(line)
        return kind != "backoff" or validate(cells.read_policy(inputs[0])) == "none"
    except (ValueError, KeyError, TypeError):
        return False


def candidates(line):
    kind, *inputs = cells.split(line)
    for place, cell in enumerate(inputs):
        for smaller in smaller_cells(kind, place, cell):
            shorter = " | ".join([kind, *inputs[:place], smaller, *inputs[place + 1:]])
            if size(shorter) < size(line) and is_asked(shorter):
                yield shorter


def shrink(program, line):
    """The smallest case on the way down from `line` on which the two still differ."""
    while True:
        smaller = sorted(itertools.islice(candidates(line), MOST_CANDIDATES), key=size)
        found = first_difference(program, smaller) if smaller else None
        if found is None:
            return line
        line = found


# --- the run ------------------------------------------------------------------------------------

def report_difference(program, line):
    print(f"case    {line}")
    print(f"model   {answer(line)}")
    print(f"filter  {next(filter_answers(program, [line]))}")


def batches(options):
    """The numbers and sizes of batches, without end if a time is asked."""
    if options.seconds is not None:
        end = time.monotonic() + options.seconds
        for number in itertools.count():
            if time.monotonic() >= end:
                return
            yield number, BATCH
    for number, start in enumerate(range(0, options.cases, BATCH)):
        yield number, min(BATCH, options.cases - start)


def run(options):
    """Counts by kind, and a case that differs or None."""
    counts = Counter()
    todo = batches(options)
    with concurrent.futures.ProcessPoolExecutor(options.processes) as pool:
        def start(number, count):
            return pool.submit(compare_batch, options.filter, options.seed, number, count,
                               options.kind)

        running = {start(*batch) for batch in itertools.islice(todo, options.processes + 1)}
        while running:
            done, running = concurrent.futures.wait(
                running, return_when=concurrent.futures.FIRST_COMPLETED
            )
            for future in done:
                kinds, different = future.result()
                counts += kinds
                if different:
                    return counts, different
                running |= {start(*batch) for batch in itertools.islice(todo, 1)}
    return counts, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--filter", required=True, help="the program to compare")
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, help="run this long instead of --cases")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--kind", action="append", choices=WEIGHTS, default=[])
    parser.add_argument("--replay", metavar="CASE")
    options = parser.parse_args()
    options.filter = os.path.abspath(options.filter)
    if options.replay is not None:
        report_difference(options.filter, options.replay)
        return first_difference(options.filter, [options.replay]) is not None
    print(f"seed {options.seed}", flush=True)
    started = time.monotonic()
    counts, different = run(options)
    seconds = time.monotonic() - started
    for kind in sorted(counts):
        print(f"{counts[kind]:10} {kind}")
    total = sum(counts.values())
    print(f"{total:10} cases in {seconds:.1f} s, {total / seconds:.0f} a second")
    if different is None:
        return 0
    print(f"\nThe two differ; before shrinking: {different}")
    smallest = shrink(options.filter, different)
    report_difference(options.filter, smallest)
    print(f"replay  {sys.argv[0]} --filter {shlex.quote(options.filter)}"
          f" --replay {shlex.quote(smallest)}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
