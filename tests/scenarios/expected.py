# SPDX-License-Identifier: MIT
"""What a scenario expects. Each class reads a cell; `mismatch` says what is wrong, or None."""

import dataclasses
import itertools
import re

OR = " or "
STANDARD_BODY = 10
BODILESS = ("HEAD",)
NO_BODY = (204, 304)


def times(text):
    """`3x rest` as (3, 3, rest), `1..6x rest` as (1, 6, rest)."""
    found = re.fullmatch(r"(?:([0-9]+)(?:\.\.([0-9]+))?x )?(.*)", text.strip(), re.S)
    least = int(found[1] or 1)
    return least, int(found[2] or least), found[3].strip()


def bounds(text):
    """`10..20`, `10..`, `..20`, or a single number, as the least and the most."""
    least, several, most = text.partition("..")
    return float(least or 0), float(most or "inf") if several else float(least)


def repeated(items):
    """Items in a row that are the same, written once: `3x GET /a, GET /b`."""
    counted = [(len(list(group)), item) for item, group in itertools.groupby(items)]
    return ", ".join(f"{count}x {item}" if count > 1 else item for count, item in counted) or "none"


def is_like(pattern, text):
    """`*` is anything; what the design leaves open is not compared."""
    return pattern in ("*", text)


def walk(groups, items, fits):
    """True if the items are these groups, each (least, most, patterns), in this order."""
    place = 0
    for least, most, patterns in groups:
        for turn in range(most):
            part = items[place:place + len(patterns)]
            if len(part) < len(patterns) or not all(map(fits, patterns, part)):
                if turn < least:
                    return False
                break
            place += len(patterns)
    return place == len(items)


def split_groups(text, read_item):
    """`2x (A, B), C` as groups for walk()."""
    groups = []
    for piece in re.findall(r"(?:[^,(]|\([^)]*\))+", "" if text == "none" else text):
        least, most, rest = times(piece)
        members = rest[1:-1].split(",") if rest.startswith("(") else [rest]
        groups.append((least, most, [read_item(member.split()) for member in members]))
    return groups


@dataclasses.dataclass
class OneArrival:
    """`POST other:/b 1000 Key=1`; a length of 0 is left out, `part` is a body that broke off."""
    method: str
    at: str
    path: str
    length: str
    fields: list

    @classmethod
    def read(cls, words):
        method, target, *rest = words
        at, _, path = target.rpartition(":") if "/" in target else ("", "", target)
        fields = [word.split("=", 1) for word in rest if "=" in word]
        lengths = [word for word in rest if "=" not in word]
        return cls(method, at, path, *(lengths or ["0"]), fields)

    def fits(self, arrival):
        return ((self.method, self.path, self.length) == summary(arrival)
                and (not self.at or self.at == arrival.at)
                and all(arrival.fields.get(name.lower(), "-") == value
                        for name, value in self.fields))


def summary(arrival):
    return arrival.method, arrival.path, str(arrival.length) if arrival.whole else "part"


class Arrivals:
    """The requests, in order."""

    def __init__(self, text):
        self._text = text
        self._choices = [split_groups(choice, OneArrival.read) for choice in text.split(OR)]
        self._named = sorted(set(re.findall(r"([\w-]+)=", text)))

    def mismatch(self, run):
        arrivals = run.record.arrivals
        if any(walk(groups, arrivals, OneArrival.fits) for groups in self._choices):
            return None
        return f"arrivals: expected {self._text}; were {repeated(map(self._spelled, arrivals))}"

    def _spelled(self, arrival):
        method, path, length = summary(arrival)
        at = "" if arrival.at == "http" else f"{arrival.at}:"
        fields = [f"{name}={arrival.fields.get(name.lower(), '-')}" for name in self._named]
        return " ".join([method, at + path, *([] if length == "0" else [length]), *fields])


class Count:
    """The number of connections."""

    def __init__(self, text):
        self._text, (self._least, self._most) = text, bounds(text)

    def mismatch(self, run):
        if self._least <= run.record.connections <= self._most:
            return None
        return f"connections: expected {self._text}; were {run.record.connections}"


class Result:
    """What the caller got: `status 503`, its body whole unless said; `error connect`."""

    def __init__(self, text):
        self._text = text
        self._choices = [self._read(choice.split()) for choice in text.split(OR)]

    @staticmethod
    def _read(words):
        kind, value, *rest = words
        if kind not in ("status", "error") or rest and not rest[0].startswith("body="):
            raise ValueError(f"no result: {' '.join(words)}")
        return (kind, value), rest[0].removeprefix("body=") if rest else None

    def mismatch(self, run):
        kind, _, value = run.answer.result.partition(" ")
        for (wanted_kind, wanted), body in self._choices:
            standard = str(self._standard_body(run, value)) if kind == "status" else "-"
            if kind == wanted_kind and is_like(wanted, value) and is_like(
                    body or standard, run.answer.body):
                return None
        return (f"result: expected {self._text}; was {run.answer.result}, body {run.answer.body}, "
                f"{run.answer.error}")

    @staticmethod
    def _standard_body(run, status):
        bodiless = run.method in BODILESS or int(status) in NO_BODY
        return 0 if bodiless else STANDARD_BODY


class Says:
    """A regular expression for the error, or where there is none the last decision's line."""

    def __init__(self, text):
        self._text = re.compile(text)

    def mismatch(self, run):
        if self._text.search(run.answer.error):
            return None
        return f"says: expected {self._text.pattern}; was {run.answer.error}"


class Range:
    """`1000..`, `..500`, `100..200`, in milliseconds.

    The least is asked of the time between the first and the last arrival (of the whole call, if
    there are not two), the most of the whole call.
    """

    def __init__(self, text):
        self._text, (self._least, self._most) = text, bounds(text)

    def mismatch(self, run):
        times_of_arrival = [arrival.time for arrival in run.record.arrivals]
        waited = run.duration
        if len(times_of_arrival) > 1:
            waited = times_of_arrival[-1] - times_of_arrival[0]
        if waited * 1000 < self._least:
            return f"wait: expected {self._text} ms; was {waited * 1000:.1f} ms"
        if run.duration * 1000 > self._most:
            return f"wait: expected {self._text} ms; the call took {run.duration * 1000:.1f} ms"
        return None


class Decisions:
    """`2x retry retryable_status, stop attempts_exhausted`; a delay, or its bounds, may follow."""

    def __init__(self, text):
        self._text = text
        self._choices = [split_groups(choice, self._read) for choice in text.split(OR)]

    @staticmethod
    def _read(words):
        verdict, reason, *delay = words
        if verdict not in ("retry", "stop") or len(delay) > 1:
            raise ValueError(f"no decision: {' '.join(words)}")
        return verdict, reason, *bounds(*(delay or [".."]))

    @staticmethod
    def _fits(pattern, decision):
        verdict, reason, delay = decision
        least, most = pattern[2:]
        return pattern[0] == verdict and is_like(pattern[1], reason) and least <= delay <= most

    def mismatch(self, run):
        decisions = run.answer.decisions
        if any(walk(groups, decisions, self._fits) for groups in self._choices):
            return None
        spelled = (f"{verdict} {reason} {delay}" for verdict, reason, delay in decisions)
        return f"decisions: expected {self._text}; were {repeated(spelled)}"
