# SPDX-License-Identifier: MIT
"""How the cells of a case are spelled (tests/vectors/README.md)."""

import re
from functools import lru_cache

import attempt
import backoff
import durations
import failures
import follow
import methods
import policy
import server_wait
import statuses
from decide import Decision
from trail import Trail

EMPTY = "-"


def split(line):
    return [cell.strip(" ") for cell in line.split("|")]


# --- texts ------------------------------------------------------------------------------------

_ESCAPED = re.compile(r"\\x([0-9a-f]{2})")


def read_octets(cell):
    if "\\" in cell:
        cell = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), cell)
    return cell.encode("latin-1")


def read_text(cell):
    return b"" if cell == EMPTY else read_octets(cell)


def read_lines(cell):
    """Field lines; `-` is none at all, and an empty cell is one empty line."""
    return [] if cell == EMPTY else read_octets(cell).split(b"\n")


def read_field(cell):
    """A field's value; `-` is no such field (None), and an empty cell an empty value."""
    return None if cell == EMPTY else read_octets(cell)


def write_octets(octets, escaped=b"|\\"):
    """The octets as a cell; `escaped` are the octets that would end it."""
    last = len(octets) - 1
    return "".join(
        f"\\x{octet:02x}"
        if not 0x20 <= octet <= 0x7E or octet in escaped or (octet == 0x20 and place in (0, last))
        else chr(octet)
        for place, octet in enumerate(octets)
    )


def write_text(octets):
    """The whole of a cell; a lone `-` must not be taken for an empty cell."""
    return r"\x2d" if octets == b"-" else write_octets(octets)


def write_lines(lines):
    return write_text(b"\n".join(lines)) if lines else EMPTY


def write_field(value):
    return EMPTY if value is None else write_text(value)


# --- settings ---------------------------------------------------------------------------------

def read_duration(word):
    return durations.given(int(word))


def read_one_of(*names):
    def read(word):
        if word not in names:
            raise ValueError(f"{word!r} is none of {names}")
        return word
    return read


_MEMBER = re.compile(r"([+-])(-?[0-9]+|[a-z_]+)")


def _changes(word):
    """`default+409-530` as its base and the pairs (+, 409), (-, 530)."""
    base = re.match("[a-z]*", word)[0]
    if not re.fullmatch(f"(?:default|none)(?:{_MEMBER.pattern})*", word):
        raise ValueError(f"{word!r} is not a set")
    return base, _MEMBER.findall(word[len(base):])


def read_set(default, none, read_member):
    @lru_cache(maxsize=256)
    def read(word):
        base, changes = _changes(word)
        result = default if base == "default" else none
        for sign, member in changes:
            result = result.named(sign, read_member(member))
        return result
    return read


read_failure = read_one_of(failures.NO_FAILURE, *failures.EVIDENCE_OF)


def read_retry_after(word):
    return word if word in ("absent", "malformed") else read_duration(word)


_STATE = re.compile(r"([0-9]+)((?:\+(?:moved|accepted|doubtful))*)")


def read_state(word):
    """What a trail is before any step: `2+moved+doubtful`."""
    hops, flags = _STATE.fullmatch(word).groups()
    return Trail(int(hops), **dict.fromkeys(flags.split("+")[1:], True))


def read_trail(word):
    trail = Trail()
    for place, step in enumerate([] if word == EMPTY else word.split(",")):
        if place == 0 and _STATE.fullmatch(step):
            trail = read_state(step)
            continue
        if step == "again":
            trail = trail.sent_again()
            continue
        status, _, hop = step.partition(":")
        before, _, after = hop.partition(">")
        trail = trail.followed(int(status), read_octets(before), read_octets(after))
    return trail


POLICY_SETTINGS = {
    "max_attempts": int,
    "unrepeatable": read_one_of(*policy.UNREPEATABLE),
    "redirect_proof": read_one_of(*policy.REDIRECT_PROOF),
    "redirect_rewrite": read_one_of(*policy.REDIRECT_REWRITE),
    "max_redirects": int,
    "failures": read_set(failures.FAILURES, failures.NONE, read_failure),
    "statuses": read_set(statuses.STATUSES, statuses.NONE, int),
    "unprocessed": read_set(statuses.UNPROCESSED, statuses.NONE, int),
    "deadline": read_duration,
    "min_attempt_time": read_duration,
}
BACKOFF_SETTINGS = {
    "initial": read_duration,
    "cap": read_duration,
    "floor": read_duration,
    "multiplier": int,
    "jitter": read_one_of(*backoff.JITTERS),
    "spread": int,
    "spread_time": read_duration,
}
SERVER_WAIT_SETTINGS = {
    "mode": read_one_of(*server_wait.MODES),
    "over_cap": read_one_of(*server_wait.OVER_CAP),
    "cap": read_duration,
    "spread": int,
}
READ_BODY = read_one_of("replayable", "consumed")
ATTEMPT_SETTINGS = {
    "number": int,
    "method": read_octets,
    "repeatable": read_one_of(attempt.BY_METHOD, "yes", "no"),
    "evidence": read_one_of(attempt.BY_OUTCOME, *failures.EVIDENCE),
    "body": READ_BODY,
    "budget": read_one_of("granted", "denied"),
    "server_says": read_one_of("nothing", "retry", "do_not_retry"),
    "elapsed": read_duration,
    "previous_delay": read_duration,
    "retry_after": read_retry_after,
    "redirects": read_trail,
    "budget_paid": int,
    "hold": read_duration,
}
HOP_SETTINGS = {
    "status": int,
    "method": read_octets,
    "has_location": lambda word: read_one_of("yes", "no")(word) == "yes",
    "body": READ_BODY,
    "retry_after": read_retry_after,
    "elapsed": read_duration,
}


def settings(cell):
    """The (name, value) pairs of a setting list."""
    for word in [] if cell == EMPTY else cell.split(" "):
        if word:
            name, _, value = word.partition("=")
            yield name, value


def read_policy(cell):
    result = policy.Policy()
    for name, value in settings(cell):
        group, _, field = name.rpartition(".")
        if group == "backoff":
            setattr(result.backoff, field, BACKOFF_SETTINGS[field](value))
        elif group == "server_wait":
            setattr(result.server_wait, field, SERVER_WAIT_SETTINGS[field](value))
        else:
            setattr(result, name, POLICY_SETTINGS[name](value))
    return result


def read_attempt(cell):
    result = attempt.Attempt()
    for name, value in settings(cell):
        if name != "outcome":
            setattr(result, name, ATTEMPT_SETTINGS[name](value))
        elif value in failures.EVIDENCE_OF:
            result.failure = value
        elif value != failures.NO_FAILURE:
            result.status = int(value)
    return result


def write_outcome(facts):
    return facts.failure or str(facts.status)


def write_state(trail):
    """A trail as what it is, not as how it came about: `2+moved+doubtful`."""
    return "+".join((str(trail.hops), *trail.flags()))


def write_attempt(facts):
    """The settings in the order of the fields, without those that have their default."""
    written = {
        "number": facts.number,
        "method": facts.method.decode("ascii") if facts.method in methods.REGISTERED else "",
        "outcome": write_outcome(facts),
        **{name: getattr(facts, name) for name in (
            "repeatable", "evidence", "body", "budget", "server_says", "elapsed", "previous_delay",
            "retry_after",
        )},
        "redirects": write_state(facts.redirects),
        "budget_paid": facts.budget_paid,
        "hold": facts.hold,
    }
    default = {
        "number": 1, "method": "", "outcome": "0", "repeatable": attempt.BY_METHOD,
        "evidence": attempt.BY_OUTCOME, "body": "replayable", "budget": "granted",
        "server_says": "nothing", "elapsed": 0, "previous_delay": 0, "retry_after": "absent",
        "redirects": "0", "budget_paid": 0, "hold": 0,
    }
    words = [f"{name}={value}" for name, value in written.items() if value != default[name]]
    return " ".join(words) or EMPTY


def read_decision(cell):
    """As decide's answer is spelled: `retry retryable_status 750 -`."""
    verdict, reason, delay, notes = cell.split(" ")
    noted = () if notes == EMPTY else tuple(notes.split("+"))
    return Decision(verdict, reason, read_duration(delay), noted)


def read_hop(cell):
    result = follow.Hop()
    for name, value in settings(cell):
        setattr(result, name, HOP_SETTINGS[name](value))
    return result


def read_random(cell):
    """Always 16 digits, so that no cell can be taken for a decimal number."""
    if not re.fullmatch("[0-9a-f]{16}", cell):
        raise ValueError(f"{cell!r} is not 16 hexadecimal digits")
    return int(cell, 16)


def write_random(bits):
    return f"{bits:016x}"
