# SPDX-License-Identifier: MIT
"""Runs the shell command, for the tests beside this file.

The environment variable ONCEMORE names the command; CXX a compiler, for the tests that build one.
By hand: ONCEMORE=/path/to/oncemore python3 -m unittest discover -s tests/cli
"""

import json
import os
import pathlib
import shlex
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ONCEMORE = os.path.abspath(os.environ.get("ONCEMORE", ROOT / "build/g++-17/bindings/cli/oncemore"))
CXX = os.environ.get("CXX", "c++")

RETRY, STOP, USAGE = 0, 1, 2


def run(*arguments, stdin=b"", **options):
    """The command's exit code, standard output and standard error; quick, and all ASCII."""
    done = subprocess.run([ONCEMORE, *arguments], input=stdin, capture_output=True, timeout=60,
                          **options)
    return done.returncode, done.stdout.decode("ascii"), done.stderr.decode("ascii")


def unmixed(bits):
    """The random number that decide() mixes to these bits: splitmix64's finaliser backwards."""
    for factor, shift in ((None, 31), (0x94d049bb133111eb, 27), (0xbf58476d1ce4e5b9, 30)):
        if factor:
            bits = bits * pow(factor, -1, 2**64) % 2**64
        bits ^= bits >> shift ^ bits >> 2 * shift
    return bits


def words(line):
    return shlex.split(line)


class CommandTest(unittest.TestCase):
    def prints(self, line, expected, code=0, stdin=b""):
        """`oncemore LINE` prints just this line, and nothing else anywhere."""
        self.assertEqual(run(*words(line), stdin=stdin), (code, expected + "\n", ""), line)

    def refuses(self, arguments, *expected, stdin=b""):
        """It says in one line on standard error what is wrong, prints nothing, and exits with 2."""
        arguments = words(arguments) if isinstance(arguments, str) else arguments
        code, out, err = run(*arguments, stdin=stdin)
        self.assertEqual((code, out), (USAGE, ""), (arguments, err))
        self.assertRegex(err, r"\Aoncemore[ -~]*\n\Z", arguments)
        self.assertLess(len(err), 400, arguments)
        for text in expected:
            self.assertIn(text, err, arguments)

    def decides(self, line, stdin=b""):
        """What `oncemore decide --json LINE` answers."""
        code, out, err = run("decide", "--json", *words(line), stdin=stdin)
        self.assertEqual(err, "", line)
        answer = json.loads(out)
        self.assertEqual(code, RETRY if answer["verdict"] == "retry" else STOP, line)
        return answer
