# SPDX-License-Identifier: MIT
"""What the server does with the requests for a path: the notation of README.md, read."""

import dataclasses
import re
import threading

# Ways in which a request gets no answer; the last ones are known to HTTP/2 alone.
NO_ANSWER = ("close", "reset", "reset-early", "stall", "garbage", "refuse", "goaway", "http11",
             "goaway-http11")
# Ways in which an answer is given; the default is a kept connection and a length.
MANNERS = ("close", "drop", "half", "stuck", "chunked")
AT_ACCEPT = ("open", "close", "reset")
NUMBERS = ("body", "after", "drip", "date", "age")

# Keys of a script that are no paths: what happens to a connection, and requests for a tunnel.
ACCEPT = "accept"
CONNECT = "CONNECT"


@dataclasses.dataclass(frozen=True)
class Step:
    """What happens to one request; `status` 0 is no answer, in the way that `action` names."""
    action: str = "answer"
    status: int = 0
    body: int = 10
    to: str = ""
    retry_after: tuple = ()
    manners: frozenset = frozenset()
    after: int = 0
    drip: int = 0  # the milliseconds that the body takes
    date: int = 0  # the seconds that the server's clock is fast; None: it says no date
    age: int = None


def unescaped(text):
    return re.sub(r"\\x([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), text)


def read_step(words):
    first, *rest = words
    if not first.isdigit():
        if rest or first not in NO_ANSWER + AT_ACCEPT:
            raise ValueError(f"no step: {' '.join(words)!r}")
        return Step(action=first)
    settings = {"status": int(first), "manners": frozenset(set(rest) & set(MANNERS))}
    for word in rest:
        name, found, value = word.partition("=")
        if name == "retry-after" and found:
            settings["retry_after"] = settings.get("retry_after", ()) + (unescaped(value),)
        elif name in NUMBERS and found:
            settings[name] = None if word == "date=none" else int(value)
        elif name == "to" and found:
            settings[name] = value
        elif word not in MANNERS:
            raise ValueError(f"no word of a step: {word!r}")
    return Step(**settings)


def read_steps(text):
    """The steps, and whether they start over at the end instead of the last one staying."""
    steps = []
    for piece in text.split(","):
        words = piece.split()
        if words == ["repeat"]:
            return steps, True
        times = 1
        if re.fullmatch("x[0-9]+", words[-1]):
            times = int(words.pop()[1:])
        steps += [read_step(words)] * times
    return steps, False


class Script:
    """The steps of each path, and how far each has got."""

    def __init__(self, lines=()):
        self._steps, self._turns, self._lock = {}, {}, threading.Lock()
        for line in lines:
            path, _, steps = line.strip().partition(" ")
            self._steps[path] = read_steps(steps)

    def next(self, path, connection=0):
        """The step for the next request, or None if the script does not know the path.

        A line for the path on this connection comes before the line for the path.
        """
        with self._lock:
            if f"{path}@{connection}" in self._steps:
                path = f"{path}@{connection}"
            steps, over = self._steps.get(path, ([], False))
            if not steps:
                return None
            turn = self._turns.get(path, 0)
            self._turns[path] = turn + 1
            return steps[turn % len(steps) if over else min(turn, len(steps) - 1)]
