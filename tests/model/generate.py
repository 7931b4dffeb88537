#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random cases of every kind, weighted towards the edges.

    generate.py --seed 7 --count 1000 > cases
    generate.py --seed 7 --count 100000 --distribution    how often each answer is reached
"""

import argparse
import sys
from collections import Counter
from functools import partial

import backoff
import cells
import conventions
import durations
import failures
import methods
import server_wait
import statuses
import texts
from answer import answer, joined
from attempt import BY_OUTCOME
from decide import NOTES, RETRY, decide
from dice import Dice
from follow import FOLLOW, follow
from http_date import GRAMMARS, LENIENT
from policy import NO_DEADLINE, REDIRECT_PROOF, REDIRECT_REWRITE, UNLIMITED, UNREPEATABLE

INT32_MIN, INT32_MAX = -2**31, 2**31 - 1
INT64_MIN, INT64_MAX = texts.INT64
UINT32_MAX = 2**32 - 1

LARGE = (durations.LARGEST - 1, durations.LARGEST, durations.LARGEST + 1, INT64_MAX - 1, INT64_MAX,
         durations.LARGEST // 2, durations.LARGEST // 3 + 1)
SMALL = (0, 0, 1, 2, 3, 7, 500, 999, 1000, 1001, 2000, 30_000)
NEGATIVE = (-1, -1, -1000, -durations.LARGEST, -durations.LARGEST - 1, INT64_MIN, INT64_MIN + 1)

FAILURES = tuple(failures.EVIDENCE_OF)
RETRYABLE_FAILURES = tuple(name for name in FAILURES if name in failures.FAILURES)
STATUSES = tuple(sorted(statuses.STATUSES.members))
NOTED_STATUSES = (408, 421, 425)
EDGE_STATUSES = (INT32_MIN, -1, 0, 1, 99, 100, 101, 102, 103, 104, 199, 200, 201, 204, 206, 299,
                 300, 301, 302, 303, 304, 305, 307, 308, 399, 400, 401, 403, 404, 409, 410, 412,
                 413, 417, 426, 428, 431, 451, 499, 500, 501, 504, 505, 507, 508, 509, 510, 511,
                 512, 529, 530, 599, 600, 601, 700, 998, 999, 1000, 1001, 65_536, INT32_MAX)
BAD_MEMBERS = (302, 399, 1000, 0, -1, 100, 200, INT32_MIN, INT32_MAX)

CONVENTIONS = tuple(conventions.CONVENTIONS)

REGISTERED = tuple(sorted(methods.REGISTERED))
COMMON_METHODS = (b"GET", b"GET", b"PUT", b"DELETE", b"HEAD", b"QUERY", b"POST", b"POST", b"PATCH")
ODD_METHODS = (b"get", b"Get", b"post", b"FROB", b"GETS", b"GE", b"G", b"*", b"GET\x00", b"\x00",
               b"GET ", b" GET", b"P\xd6ST", b"POST2", b"CONNECT", b"connect", b"M-SEARCH",
               b"VERSION_CONTROL", b"UPDATEREDIRECTREFS", b"X" * 70, b"~!#$%&'*+.^_`|")

# What would end a method in a setting list or in a trail.
LIST_OCTETS = b"|\\ ,>=:"


def listed(method):
    return cells.write_octets(method, LIST_OCTETS)


def duration(dice):
    sort = dice.below(10)
    if sort < 5:
        return dice.pick(SMALL)
    if sort < 8:
        return dice.below(100_000)
    if sort < 9:
        return dice.magnitude(44)
    return dice.pick(LARGE)


def near(dice, number):
    return number + dice.pick((-1, 0, 0, 1))


def random_bits(dice):
    if dice.chance(0.3):
        bits = dice.pick((0, 1, 2**63, 2**63 - 1, 2**64 - 1, 2**64 - 2))
        for _ in range(dice.below(3)):  # as it is, at an end of the own delay, or of the spread
            bits = durations.unmix(bits)
        return cells.write_random(bits)
    return cells.write_random(dice.bits64())


def method(dice):
    if dice.chance(0.75):
        return dice.pick(COMMON_METHODS)
    return dice.pick(REGISTERED if dice.chance(0.6) else ODD_METHODS)


# --- policies ---------------------------------------------------------------------------------

def backoff_words(dice):
    """A valid backoff; each setting is left to its default now and then."""
    initial = cap = floor = None
    if dice.chance(0.5):
        cap = duration(dice)
    high = backoff.Backoff().cap if cap is None else durations.given(cap)
    if dice.chance(0.5):
        initial = max(0, near(dice, high)) if dice.chance(0.2) else duration(dice)
    if dice.chance(0.3):
        floor = dice.pick((0, high, max(high - 1, 0), min(high, 1), dice.below(high + 1)))
    words = []
    for name, value in (("initial", initial), ("cap", cap), ("floor", floor)):
        if value is not None:
            words.append(f"backoff.{name}={value}")
    if dice.chance(0.4):
        multiplier = dice.pick((1000, 1001, 1500, 2000, 2001, 3000, 10_000, UINT32_MAX))
        words.append(f"backoff.multiplier={multiplier}")
    if dice.chance(0.8):
        words.append(f"backoff.jitter={dice.pick(backoff.JITTERS)}")
    if dice.chance(0.3):
        words.append(f"backoff.spread={dice.pick((0, 1, 333, 500, 999, 1000))}")
    if dice.chance(0.4):
        spread = max(0, near(dice, high)) if dice.chance(0.2) else duration(dice)
        words.append(f"backoff.spread_time={spread}")
    return words


def server_wait_words(dice):
    words = []
    if dice.chance(0.5):
        words.append(f"server_wait.mode={dice.pick(server_wait.MODES)}")
    if dice.chance(0.5):
        words.append(f"server_wait.over_cap={dice.pick(server_wait.OVER_CAP)}")
    if dice.chance(0.4):
        words.append(f"server_wait.cap={duration(dice)}")
    if dice.chance(0.35):
        words.append(f"server_wait.spread={dice.pick((0, 1, 100, 333, 999, 1000))}")
    return words


def set_word(dice, members, wanted):
    """`default` or `none` and some changes, often of the member `wanted`."""
    word = dice.pick(("default", "default", "none"))
    for _ in range(dice.pick((0, 1, 1, 2, 3))):
        member = wanted if dice.chance(0.6) else dice.pick(members)
        word += f"{dice.pick('++-')}{member}"
    return word


def set_words(dice, outcome):
    """Sets that are valid and may name the outcome."""
    words = []
    if dice.chance(0.2):
        names = FAILURES[:-1]
        wanted = outcome if outcome in names else "timeout"
        words.append(f"failures={set_word(dice, names, wanted)}")
    wanted = outcome if isinstance(outcome, int) and 400 <= outcome <= 999 else 503
    for name in ("statuses", "unprocessed"):
        if dice.chance(0.2):
            words.append(f"{name}={set_word(dice, STATUSES, wanted)}")
    return words


def bad_word(dice):
    """One setting that makes a policy invalid, unless a later word repairs it."""
    names = ("deadline", "min_attempt_time", "backoff.initial", "backoff.cap", "backoff.floor",
             "backoff.spread_time", "server_wait.cap")
    sort = dice.below(10)
    if sort < 4:
        return f"{dice.pick(names)}={dice.pick(NEGATIVE)}"
    if sort == 4:
        return f"backoff.multiplier={dice.pick((0, 1, 999))}"
    if sort == 5:
        spread = dice.pick(("backoff", "server_wait"))
        return f"{spread}.spread={dice.pick((1001, 2000, UINT32_MAX))}"
    if sort == 6:
        return "max_attempts=0"
    if sort == 7:
        return "failures=" + dice.pick(("default+cancelled", "none-timeout+cancelled",
                                        "default-cancelled", "default-none", "none+none+timeout"))
    name = dice.pick(("statuses", "unprocessed"))
    member = dice.pick(BAD_MEMBERS)
    return f"{name}={dice.pick(('default', 'none'))}{dice.pick('+-')}{member}" \
           f"{dice.pick(('', f'-{member}', '+500'))}"


def with_bad_words(dice, words, count):
    """The words and some bad ones, each setting named once."""
    by_name = {word.partition("=")[0]: word for word in words}
    for _ in range(count):
        word = bad_word(dice)
        by_name[word.partition("=")[0]] = word
    if dice.chance(0.3):
        by_name["backoff.cap"], by_name["backoff.floor"] = dice.pick((
            ("backoff.cap=5", "backoff.floor=6"),
            (f"backoff.cap={durations.LARGEST}", f"backoff.floor={durations.LARGEST + 1}"),
            (f"backoff.cap={durations.LARGEST - 1}", f"backoff.floor={INT64_MAX}"),
        ))
    return list(by_name.values())


def policy_words(dice, outcome=None):
    """A valid policy, mostly without a deadline."""
    words = []
    if dice.chance(0.6):
        most = dice.pick((1, 2, 3, 4, 5, 5, 10, 10, UNLIMITED - 1, UNLIMITED, UNLIMITED))
        words.append(f"max_attempts={most}")
    if dice.chance(0.4):
        words.append(f"unrepeatable={dice.pick(UNREPEATABLE)}")
    if dice.chance(0.4):
        words.append(f"redirect_proof={dice.pick(REDIRECT_PROOF)}")
    if dice.chance(0.2):
        words.append(f"redirect_rewrite={dice.pick(REDIRECT_REWRITE)}")
    if dice.chance(0.2):
        words.append(f"max_redirects={dice.pick((0, 1, 2, 3, 10, UINT32_MAX))}")
    if dice.chance(0.2):
        words.append(f"min_attempt_time={duration(dice)}")
    if dice.chance(0.1):
        words.append(f"deadline={duration(dice)}")
    return words + set_words(dice, outcome) + backoff_words(dice) + server_wait_words(dice)


# --- attempts ---------------------------------------------------------------------------------

def outcome(dice):
    """A status or a failure's name; mostly one that may be retried."""
    sort = dice.below(40)
    if sort < 14:
        return dice.pick(STATUSES)
    if sort < 19:
        return dice.pick(NOTED_STATUSES)
    if sort < 29:
        return dice.pick(RETRYABLE_FAILURES)
    if sort < 32:
        return dice.pick(FAILURES)
    if sort < 34:
        return dice.between(400, 1000)
    if sort < 35:
        return 413
    if sort < 36:
        return dice.between(INT32_MIN, INT32_MAX) if dice.chance(0.3) else dice.between(-1, 1000)
    return dice.pick(EDGE_STATUSES)


def trail_step(dice):
    if dice.chance(0.15):
        return "again"
    before = method(dice)
    after = before if dice.chance(0.6) else method(dice)
    if dice.chance(0.05):
        after = before.swapcase()
    status = dice.pick((301, 302, 303, 307, 307, 308, 300, 304, 305, 399, 0, 200, 503, -1))
    return f"{status}:{listed(before)}>{listed(after)}"


HOPS = (0, 1, 1, 2, 3, 9, 10, 11, UINT32_MAX - 1, UINT32_MAX)


def trail_state(dice):
    """Hops of the call, and of most the flags of a request that was moved."""
    hops = dice.pick(HOPS)
    if hops == 0 or dice.chance(0.3):
        return str(hops)
    return f"{hops}+moved{dice.pick(('', '+accepted', '+doubtful', '+accepted+doubtful'))}"


def impossible_trail(dice):
    return dice.pick(HOPS), dice.pick(("accepted", "doubtful", "accepted+doubtful"))


def trail(dice):
    if dice.chance(0.2):
        return "-"
    steps = [trail_step(dice) for _ in range(dice.pick((1, 1, 1, 2, 2, 3, 4, 12)))]
    if dice.chance(0.3):
        steps = [trail_state(dice), *steps[:dice.below(3)]]
    return ",".join(steps)


def retry_after(dice, policy):
    """A cell, often at the border of the policy's server_wait.cap."""
    sort = dice.below(20)
    if sort < 2:
        return "malformed"
    if sort < 9:
        return near(dice, policy.server_wait.cap)
    return duration(dice)


def attempt_words(dice, policy, ended):
    """An attempt that ended with the outcome `ended`, often at a border of the policy."""
    words = [f"outcome={ended}"]
    if dice.chance(0.9):
        words.append(f"method={listed(method(dice))}")
    if dice.chance(0.75):
        most = policy.max_attempts
        number = dice.pick((
            1, 1, 2, 2, 3, max(most - 1, 1), max(most - 1, 1), max(most // 2, 1), most,
            max(most - 2, 1), max(most - 1, 1), min(most + 1, UINT32_MAX), UINT32_MAX, 64,
        ))
        words.append(f"number={number}")
    if dice.chance(0.45):
        words.append(f"repeatable={dice.pick(('by_method', 'yes', 'yes', 'no'))}")
    if dice.chance(0.3):
        evidence = dice.pick((BY_OUTCOME, *failures.EVIDENCE, failures.NEVER_SENT))
        words.append(f"evidence={evidence}")
    if dice.chance(0.15):
        words.append(f"body={dice.pick(('replayable', 'consumed', 'consumed', 'consumed'))}")
    if dice.chance(0.1):
        words.append(f"budget={dice.pick(('denied', 'denied', 'granted'))}")
    if dice.chance(0.5 if isinstance(ended, int) and 200 <= ended <= 399 else 0.15):
        words.append(f"server_says={dice.pick(('retry', 'retry', 'do_not_retry', 'nothing'))}")
    if dice.chance(0.4):
        words.append(f"elapsed={duration(dice)}")
    if dice.chance(0.4):
        words.append(f"previous_delay={duration(dice)}")
    if dice.chance(0.55):
        words.append(f"retry_after={retry_after(dice, policy)}")
    if dice.chance(0.2):
        words.append(f"redirects={trail(dice)}")
    if dice.chance(0.05):
        words.append(f"budget_paid={dice.pick((0, 1, 1000, UINT32_MAX))}")
    if dice.chance(0.15):
        words.append(f"hold={duration(dice)}")
    return words


def without(words, *names):
    return [word for word in words if word.partition("=")[0] not in names]


def impossible_words(dice, words):
    """The attempt with something that cannot have happened."""
    bad = dice.pick(("number=0", "elapsed", "previous_delay", "retry_after", "hold", "outcome=0",
                     "redirects"))
    if bad == "redirects":
        bad = "redirects={}+{}".format(*impossible_trail(dice))
    elif "=" not in bad:
        bad += f"={dice.pick(NEGATIVE)}"
    return [*without(words, bad.partition("=")[0]), bad]


def with_deadline(dice, words, needed):
    """With a deadline at the border of what the next attempt needs, or an extreme one."""
    deadline = dice.pick((0, 1, NO_DEADLINE - 1, NO_DEADLINE, NO_DEADLINE + 1))
    if dice.chance(0.75):
        deadline = max(0, near(dice, needed))
    return [*without(words, "deadline"), f"deadline={deadline}"]


def cell(words):
    return " ".join(words) or "-"


# --- kinds ------------------------------------------------------------------------------------

def decide_case(dice, kind="decide"):
    ended = outcome(dice)
    policy = policy_words(dice, ended)
    meant = cells.read_policy(cell(policy))
    attempt = attempt_words(dice, meant, ended)
    bits = random_bits(dice)
    if dice.chance(0.03):
        attempt = impossible_words(dice, attempt)
    elif dice.chance(0.03):
        policy = with_bad_words(dice, policy, dice.between(1, 3))
    elif dice.chance(0.3):
        facts = cells.read_attempt(cell(attempt))
        made = decide(meant, facts, cells.read_random(bits))
        if made.verdict == RETRY:
            if dice.chance(0.3):  # a server wait or a hold at the border of the delay
                name = dice.pick(("retry_after", "retry_after", "hold"))
                attempt = without(attempt, name)
                attempt.append(f"{name}={max(0, near(dice, made.delay))}")
            needed = facts.elapsed + made.delay + meant.min_attempt_time
            policy = with_deadline(dice, policy, needed)
    return f"{kind} | {cell(policy)} | {cell(attempt)} | {bits}"


def follow_case(dice):
    way = trail(dice) if dice.chance(0.5) else "-"
    policy = policy_words(dice)
    if dice.chance(0.2):
        policy = without(policy, "max_redirects")
        allowed = max(0, near(dice, cells.read_trail(way).hops))
        policy.append(f"max_redirects={min(UINT32_MAX, allowed)}")
    meant = cells.read_policy(cell(policy))
    status = dice.pick((301, 302, 303, 307, 308)) if dice.chance(0.85) else dice.pick(EDGE_STATUSES)
    hop = [f"status={status}"]
    if dice.chance(0.95):
        hop.append(f"method={listed(method(dice))}")
    if dice.chance(0.9):
        hop.append(f"has_location={dice.pick(('yes',) * 12 + ('no',))}")
    if dice.chance(0.4):
        hop.append(f"body={dice.pick(('replayable', 'consumed'))}")
    if dice.chance(0.6):
        hop.append(f"retry_after={retry_after(dice, meant)}")
    if dice.chance(0.4):
        hop.append(f"elapsed={duration(dice)}")
    if dice.chance(0.04):
        name = dice.pick(("elapsed", "retry_after"))
        hop = [*without(hop, name), f"{name}={dice.pick(NEGATIVE)}"]
    elif dice.chance(0.04):
        policy = with_bad_words(dice, policy, dice.between(1, 3))
    elif dice.chance(0.4):
        facts = cells.read_hop(cell(hop))
        made = follow(meant, cells.read_trail(way), facts)
        if made.verdict == FOLLOW:
            needed = facts.elapsed + made.delay + meant.min_attempt_time
            policy = with_deadline(dice, policy, needed)
    return f"follow | {cell(policy)} | {way} | {cell(hop)}"


def trail_case(dice):
    return f"trail | {trail(dice)}"


def beyond_the_largest(word):
    digits = word.partition("=")[2].removeprefix("-")
    return digits.isdecimal() and int(digits) > durations.LARGEST


def advance_case(dice):
    """An attempt and what was decided of it, or any decision to retry. Nothing says whether a
    duration beyond the largest is still there when nothing changes, so none is asked."""
    _, settings, facts, bits = decide_case(dice).split(" | ")
    facts = cell([word for word in facts.split() if not beyond_the_largest(word)])
    if dice.chance(0.03):
        negative = max(dice.pick(NEGATIVE), -durations.LARGEST)
        facts = cell([*without(facts.split(), "elapsed"), f"elapsed={negative}"])
    made = answer(f"decide | {settings} | {facts} | {bits}")
    if dice.chance(0.5):
        reason = dice.pick(("retryable_status", "retryable_failure"))
        made = f"retry {reason} {duration(dice)} {joined(n for n in NOTES if dice.chance(0.2))}"
    paid = dice.pick((0, 0, 1000, 1, 14_000, dice.magnitude(32), UINT32_MAX))
    return f"advance | {facts} | {made} | {paid}"


def time_left_case(dice):
    words = policy_words(dice)
    deadline = dice.pick((duration(dice), duration(dice), dice.pick(NEGATIVE), 0))
    if dice.chance(0.85):
        words = [*without(words, "deadline"), f"deadline={deadline}"]
    elapsed = near(dice, deadline) if dice.chance(0.4) else duration(dice)
    if dice.chance(0.1):
        elapsed = dice.pick(NEGATIVE)
    return f"time_left | {cell(words)} | {min(max(elapsed, INT64_MIN), INT64_MAX)}"


def reference_time_case(dice):
    now = texts.clock(dice)
    date = texts.date_text(dice, now, LENIENT) if dice.chance(0.9) else None
    age = texts.age_text(dice) if dice.chance(0.7) else None
    return f"reference_time | {now} | {cells.write_field(date)} | {cells.write_field(age)}"


def backoff_case(dice):
    words = backoff_words(dice)
    settings = cells.read_policy(cell(words)).backoff
    number = dice.pick((0, 1, 2, 3, 4, 5, 10, 64, dice.magnitude(32), UINT32_MAX - 1, UINT32_MAX))
    previous = duration(dice)
    if dice.chance(0.4):
        border = dice.pick((settings.initial, settings.cap, settings.cap // 3))
        previous = max(0, near(dice, border))
    return f"backoff | {cell(words)} | {number} | {previous} | {random_bits(dice)}"


def validate_case(dice):
    words = with_bad_words(dice, policy_words(dice), dice.pick((0, 1, 1, 1, 2, 4)))
    return f"validate | {cell(words)}"


def dated(kind, text):
    """A kind whose cells are a grammar, a clock and a text."""
    def case(dice):
        now, grammar = texts.clock(dice), dice.pick(GRAMMARS)
        return f"{kind} | {grammar} | {now} | {cells.write_text(text(dice, now, grammar))}"
    return case


def retry_after_lines_case(dice):
    now, grammar = texts.clock(dice), dice.pick(GRAMMARS)
    lines = [texts.field_text(dice, now, grammar) for _ in range(dice.pick((0, 1, 2, 2, 2, 3, 5)))]
    return f"retry_after_lines | {grammar} | {now} | {cells.write_lines(lines)}"


def methods_case(dice):
    name = dice.pick(REGISTERED)
    sort = dice.below(8)
    if sort == 0:
        name = dice.pick(ODD_METHODS)
    elif sort == 1:
        name = name[:dice.below(len(name))]
    elif sort == 2:
        place = dice.below(len(name))
        name = name[:place] + bytes([name[place] ^ 1 << dice.below(8)]) + name[place + 1:]
    elif sort == 3:
        name += bytes([dice.below(256)])
    return f"methods | {cells.write_text(name)}"


def statuses_case(dice):
    sort = dice.below(4)
    if sort == 0:
        return f"statuses | {dice.pick(EDGE_STATUSES)}"
    if sort == 1:
        return f"statuses | {dice.between(INT32_MIN, INT32_MAX)}"
    return f"statuses | {dice.between(0, 1100)}"


def failures_case(dice):
    return f"failures | {dice.pick(FAILURES)}"


def conventions_case(dice):
    number = dice.pick((
        dice.between(-3, 13), dice.magnitude(63), -dice.magnitude(63), near(dice, INT32_MAX),
        near(dice, UINT32_MAX), INT64_MIN, INT64_MAX,
    ))
    return f"conventions | {dice.pick(CONVENTIONS)} | {number}"


def attempts_case(dice):
    number = dice.pick((0, 1, 2, 3, dice.magnitude(32), UINT32_MAX - 2, UINT32_MAX - 1, UINT32_MAX))
    return f"attempts | {dice.pick(('from_retries', 'to_retries'))} | {number}"


def requests_case(dice):
    def count():
        return dice.pick((0, 1, 2, 3, 5, dice.magnitude(32), UINT32_MAX - 1, UINT32_MAX))

    if dice.chance(0.3):
        return f"requests | {count()}+{count()}"
    layers = [f"{count()}x{count()}" for _ in range(dice.pick((1, 1, 2, 2, 3, 5)))]
    return f"requests | {','.join(layers)}"


# How often each kind is asked, in shares of their sum.
WEIGHTS = {
    "decide": (46, decide_case),
    "follow": (9, follow_case),
    "describe": (4, partial(decide_case, kind="describe")),
    "backoff": (9, backoff_case),
    "validate": (5, validate_case),
    "trail": (2, trail_case),
    "advance": (3, advance_case),
    "time_left": (1, time_left_case),
    "http_date": (9, dated("http_date", texts.date_text)),
    "retry_after": (9, dated("retry_after", texts.field_text)),
    "retry_after_lines": (3, retry_after_lines_case),
    "reference_time": (3, reference_time_case),
    "methods": (1, methods_case),
    "statuses": (1, statuses_case),
    "failures": (1, failures_case),
    "conventions": (1, conventions_case),
    "attempts": (1, attempts_case),
    "requests": (1, requests_case),
}


def cases(seed, count, kinds=()):
    """`count` lines; `kinds` limits them to some."""
    dice = Dice(seed)
    urn = [make for kind, (weight, make) in WEIGHTS.items() if not kinds or kind in kinds
           for _ in range(weight)]
    for _ in range(count):
        yield dice.pick(urn)(dice)


# --- the distribution ---------------------------------------------------------------------------

def summary(line, reply):
    """What a case reached: its kind, verdict and reason, or whether a text was understood."""
    kind = line.partition(" ")[0]
    words = reply.split(" ")
    if kind in ("decide", "follow"):
        return f"{kind}: {words[0]} {words[1]}"
    if kind == "validate":
        return f"{kind}: {reply}"
    if kind in ("http_date", "retry_after", "retry_after_lines"):
        grammar = line.split("|")[1].strip()
        return f"{kind} {grammar}: {reply if words[0] in ('absent', 'malformed') else 'understood'}"
    if kind == "advance":
        return f"{kind}: {line.split('|')[2].split()[0]}"
    if kind == "time_left":
        return f"{kind}: {reply if reply in ('none', '0') else 'a time'}"
    if kind == "reference_time":
        now = line.split("|")[1].strip()
        return f"{kind}: {'now' if reply == now else 'the Date'}"
    return kind


def distribution(lines):
    reached = Counter()
    for line in lines:
        reply = answer(line)
        reached[summary(line, reply)] += 1
        if line.startswith("decide "):
            for note in reply.split(" ")[3].split("+"):
                reached[f"decide note: {note}"] += 1
    return reached


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--kind", action="append", choices=WEIGHTS, default=[])
    parser.add_argument("--distribution", action="store_true")
    options = parser.parse_args()
    print(f"seed {options.seed}", file=sys.stderr)
    lines = cases(options.seed, options.count, options.kind)
    if not options.distribution:
        for line in lines:
            print(line)
        return
    for reached, count in sorted(distribution(lines).items()):
        print(f"{count:9} {100 * count / options.count:6.2f} %  {reached}")


if __name__ == "__main__":
    main()
