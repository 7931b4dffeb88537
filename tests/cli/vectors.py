# SPDX-License-Identifier: MIT
"""The vector files as command lines. tests/vectors/README.md says how their cells are spelled."""

import re

from command import ROOT


def rows(*kinds):
    """The cells of every row of these files, with where it stands."""
    for kind in kinds:
        for path in sorted((ROOT / "tests/vectors").glob(kind + "*.txt")):
            if path.name.split(".")[0] != kind:
                continue
            for number, line in enumerate(path.read_text("ascii").splitlines(), 1):
                if line and not line.startswith("#"):
                    yield f"{path.name}:{number}", [cell.strip(" ") for cell in line.split("|")]


def octets(cell):
    """A text cell as the octets that it stands for."""
    return re.sub(rb"\\x([0-9a-f]{2})", lambda found: bytes.fromhex(found[1].decode()),
                  cell.encode("ascii"))


def settings(cell):
    return {} if cell == "-" else dict(word.split("=", 1) for word in cell.split(" ") if word)


def ratio(thousandths):
    return f"{int(thousandths) // 1000}.{int(thousandths) % 1000:03}"


def seconds(milliseconds):
    return f"{int(milliseconds) // 1000}.{int(milliseconds) % 1000:03}"


def members(cell):
    """`default+409-530` as `+409,-530`, `none+timeout` as `timeout`."""
    base, changes = re.fullmatch(r"(default|none)(.*)", cell).groups()
    entries = re.findall(r"[+-](?:-?\d+|[a-z_]+)", changes)
    if base == "default":
        return ",".join(entries)
    if not entries:
        return "none"
    return ",".join([entries[0].lstrip("+"), *entries[1:]])


def duration(milliseconds):
    return milliseconds + "ms"


POLICY = {
    "max_attempts": ("max-attempts", str), "unrepeatable": ("unrepeatable", str),
    "redirect_proof": ("redirect-proof", str), "redirect_rewrite": ("rewrite", str),
    "max_redirects": ("max-redirects", str), "failures": ("failure-set", members),
    "statuses": ("status-set", members), "unprocessed": ("unprocessed-set", members),
    "deadline": ("deadline", duration), "min_attempt_time": ("min-attempt-time", duration),
    "backoff.initial": ("backoff-initial", duration), "backoff.cap": ("backoff-cap", duration),
    "backoff.floor": ("backoff-floor", duration),
    "backoff.multiplier": ("backoff-multiplier", ratio),
    "backoff.jitter": ("backoff-jitter", str), "backoff.spread": ("backoff-spread", ratio),
    "backoff.spread_time": ("backoff-spread-time", duration),
    "server_wait.mode": ("server-wait-mode", str),
    "server_wait.over_cap": ("server-wait-over-cap", str),
    "server_wait.cap": ("server-wait-cap", duration),
    "server_wait.spread": ("server-wait-spread", ratio),
}
ATTEMPT = {
    "number": ("attempt", str), "method": ("method", octets), "repeatable": ("repeatable", str),
    "evidence": ("evidence", str), "body": ("body", str), "budget": ("budget", str),
    "server_says": ("server-says", str), "elapsed": ("elapsed", duration),
    "previous_delay": ("previous-delay", duration), "hold": ("hold", duration),
    "budget_paid": ("budget-paid", ratio),
}


HOP = {
    "status": ("status", str), "method": ("method", octets), "has_location": ("location", str),
    "body": ("body", str), "elapsed": ("elapsed", duration),
}


def options(table, cell):
    """The options for a setting list, as far as the table has its names."""
    arguments = []
    for name, value in settings(cell).items():
        if name in table and value != "default":
            option, spelled = table[name]
            arguments += ["--" + option, spelled(value)]
    return arguments


def trail(cell):
    steps = [] if cell == "-" else cell.split(",")
    return [argument for step in steps for argument in ("--redirect", octets(step))]


def policy(cell):
    return options(POLICY, cell)


def attempt(cell):
    given = settings(cell)
    arguments = options(ATTEMPT, cell)
    if "outcome" in given:
        outcome = given["outcome"]
        option = "--status" if re.fullmatch(r"-?\d+", outcome) else "--failure"
        arguments += [option, outcome]
    return arguments + asked(given) + trail(given.get("redirects", "-"))


def asked(given):
    wait = given.get("retry_after", "absent")
    if wait == "absent":
        return []
    return ["--retry-after", "soon" if wait == "malformed" else seconds(wait)]


def hop(cell):
    return options(HOP, cell) + asked(settings(cell))
