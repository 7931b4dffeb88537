# SPDX-License-Identifier: MIT
"""An adapter's driver: a process that reads a call a line and answers each with a line."""

import dataclasses
import os
import queue
import re
import signal
import subprocess
import tempfile
import threading

# A driver gives up on a call by itself after 20 s, but a line may ask for many.
PATIENCE = 90
PATIENCE_AT_START = 120


class Broken(Exception):
    """The driver did not answer, or what it said is no answer."""


@dataclasses.dataclass
class Answer:
    """`RESULT | BODY | DECISIONS | ERROR`"""
    result: str
    body: str
    decisions: list
    error: str

    @classmethod
    def read(cls, line):
        cells = [cell.strip() for cell in line.split("|", 3)]
        if len(cells) != 4:
            raise Broken(f"no answer of four cells: {line!r}")
        decisions = [] if cells[2] == "-" else cells[2].split(",")
        return cls(cells[0], cells[1], [read_decision(each) for each in decisions], cells[3])

    @property
    def unsupported(self):
        """The option that the driver says it cannot do, or None."""
        first, _, option = self.result.partition(" ")
        return option if first == "unsupported" else None


def read_decision(text):
    found = re.fullmatch(r"\s*(\w+) (\w+) ([0-9]+)\s*", text)
    if not found:
        raise Broken(f"no decision: {text!r}")
    return found[1], found[2], int(found[3])


class Driver:
    """Starts the command when it is first asked, and again after it broke.

    The warm-up is a first line, whose answer does not matter: after it a time means something.
    """

    def __init__(self, command, folder, environment, warm_up):
        self._command, self._folder, self._environment = command, folder, environment
        self._warm_up = warm_up
        self._process = None

    def be_ready(self):
        if self._process is None:
            self._start()
            self._exchange(self._warm_up, PATIENCE_AT_START)

    def ask(self, line):
        return Answer.read(self._exchange(line, PATIENCE))

    def _exchange(self, line, patience):
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            answer = self._lines.get(timeout=patience)
        except (OSError, queue.Empty):
            answer = None
        if answer is None:
            raise Broken(self._end())
        return answer

    def _start(self):
        self._errors = tempfile.TemporaryFile("w+", errors="replace")
        # A group of its own, so that what the command starts ends with it.
        self._process = subprocess.Popen(
            self._command, shell=True, cwd=self._folder, env=self._environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
            start_new_session=True)
        self._lines = queue.Queue()
        threading.Thread(target=self._listen, args=(self._process.stdout, self._lines),
                         daemon=True).start()

    @staticmethod
    def _listen(stream, lines):
        for line in stream:
            lines.put(line.rstrip("\n"))
        lines.put(None)

    def _end(self):
        """Ends the process; what it last said, for the one who looks for the fault."""
        process, self._process = self._process, None
        try:
            process.stdin.close()
        except OSError:
            pass
        try:
            code = process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
        self._errors.seek(0)
        said = self._errors.read()[-2000:].strip()
        self._errors.close()
        return f"the driver gave no answer and ended with {code}; it said: {said or 'nothing'}"

    def close(self):
        if self._process is not None:
            self._end()
