# SPDX-License-Identifier: MIT
"""The tour tells what the library decides: breaking a rule breaks what is expected here."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from command import CXX, ROOT, run

BILLS = {"Micronaut": "3 5 18", "Spring MVC": "3 1 6", "Quarkus": "3 0 3",
         "Spring WebFlux": "1 0 1"}
WITH_ONCEMORE = {
    "redirects not followed": "1  attempt 1 of 3: 302, stop: redirect",
    "at most 5 followed": "6  attempt 1 of 3: redirect_limit, stop: failure_not_retried",
    "the same, and retried": "8  attempt 3 of 3: redirect_limit, stop: attempts_exhausted, "
                             "wait 2000 ms",
}
# The waits of the article: 618 ms and 2 s; then 0.8 s, 1.6 s and 2.1 s.
TRANSCRIPT = """\
server: call 1 -> 503
attempt 1 of 4: 503, retry in 618 ms
server: call 2 -> 503 (Retry-After: 2)
attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)
server: call 3 -> 200
attempt 3 of 4: 200, stop: success
server: call 1 -> 503
attempt 1 of 4: 503, retry in 800 ms
server: call 2 -> 503
attempt 2 of 4: 503, retry in 1600 ms
server: call 3 -> 503
attempt 3 of 4: 503, retry in 2100 ms
server: call 4 -> 503
attempt 4 of 4: 503, stop: attempts_exhausted, wait 4000 ms
server: call 1 -> 503 (Retry-After: 120)
attempt 1 of 4: 503, stop: server_wait_too_long, wait 120000 ms (server asked 120000 ms)
server: call 1 -> 400
attempt 1 of 4: 400, stop: status_not_retried""".splitlines()
STATUS, FAILURE = "retry: retryable_status", "retry: retryable_failure"
DOUBT = "stop: maybe_processed"
ORDERS = [  # by default, and where the policy says that a 503 was not processed
    ("GET: 504", "the GET", STATUS, STATUS),
    ("POST: 504", "the POST", DOUBT, DOUBT),
    ("POST with an idempotency key: 504", "the POST", STATUS, STATUS),
    ("POST: 503", "the POST", DOUBT, STATUS),
    ("POST: 429", "the POST", STATUS, STATUS),
    ("POST: 303, then GET: 503", "the POST", "stop: accepted", "stop: accepted"),
    ("POST: 303, then GET: 503", "the GET", STATUS, STATUS),
    ("POST: 302, then POST: 503", "the POST", DOUBT, DOUBT),
    ("POST: 307, then POST: 503", "the POST", DOUBT, STATUS),
    ("POST: connection refused", "the POST", FAILURE, FAILURE),
    ("POST: no response in time", "the POST", DOUBT, DOUBT),
]
EXPECTED = (BILLS, WITH_ONCEMORE, TRANSCRIPT, ORDERS)

# What is broken, where, and how: a pattern and what takes its place.
FAULTS = {
    "a redirect costs nothing": ("requests", r"\(uint64_t\{1\} \+ redirects\)", "uint64_t{1}"),
    "Micronaut counts attempts": ("counting", r'\{"micronaut.attempts", retries',
                                  '{"micronaut.attempts", attempts'),
    "a 302 nobody followed is final like a 404": (
        "status", r"return status >= 300 && status <= 399 && status != 304;", "return false;"),
    "hops start afresh with each attempt": ("redirect", r"return from_raw\(hops_, 0\)",
                                            "return from_raw(0, 0)"),
    "a loop of redirects is retried": ("failure", r"(default_failures\{)",
                                       r"\1Failure::redirect_limit, "),
    "the server's wait is ignored": ("server_wait", r"larger\(wait, own\)", "larger(own, own)"),
    "no wait is too long": ("server_wait", r"asked\.wait\(\) > settings\.cap", "false"),
    "one attempt too many": ("decide", r"number >= policy\.max_attempts",
                             "number > policy.max_attempts"),
    "a 303 proves nothing": ("redirect", r"status == 303 \|\| method_before != method_after",
                             "false"),
    "a proof is not asked for": ("decide", r"if \(is_accepted\(policy, attempt\)\)", "if (false)"),
    "an order left open is trusted": ("decide", r"if \(attempt\.redirects\.doubtful\(\)\)",
                                      "if (false)"),
    "POST is idempotent": ("method", r"case Method::post: return false;", "return false;"),
    "a 503 was not processed": ("status", r"(default_unprocessed\{413, 421, 425, 429)", r"\1, 503"),
    "a refused connection may have been used": ("evidence", r"    case Failure::connect:\n", ""),
    "half a ceiling is none": ("backoff", r"c / 2, c", "0, c"),
}


def facts(text):
    """What the tour tells: two tables, the lines of the calls, and the third table."""
    first, second, third = re.split(r"(?m)^\d\. .*\n", text)[1:]
    rows = [line.strip() for line in first.splitlines() if line.startswith("    ")]
    bills, with_oncemore = {}, {}
    for row in rows:
        name, rest = re.split(r"  +", row, maxsplit=1)
        if re.fullmatch(r"[\d ]+", rest):
            bills[name] = " ".join(rest.split())
        elif "attempt " in rest:
            with_oncemore[name] = rest
    transcript = [line.strip() for line in second.splitlines() if line.startswith("    ")]
    orders = [tuple(re.split(r"  +", line.strip())) for line in third.splitlines()
              if line.startswith("    ")]
    return bills, with_oncemore, transcript, orders[1:]


class DemoTest(unittest.TestCase):
    maxDiff = None

    def test_the_numbers(self):
        code, out, err = run("demo")
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(facts(out), EXPECTED)

    def test_it_is_the_same_every_time(self):
        self.assertEqual(len({run("demo") for _ in range(5)}), 1)

    def test_lines_fit(self):
        for line in run("demo")[1].splitlines():
            self.assertLess(len(line), 110)
            self.assertNotRegex(line, r"\s$|\t")


class PlantedFaults(unittest.TestCase):
    """The tour is built from a copy of the headers in which one rule is broken."""

    MAIN = '#include "command.hpp"\nint main() { return cli::demo_command().run({}); }\n'

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "main.cpp").write_text(self.MAIN)

    def tour(self):
        sources = [ROOT / "bindings/cli/demo.cpp", ROOT / "bindings/cli/text.cpp",
                   self.folder / "main.cpp"]
        subprocess.run([CXX, "-std=c++17", "-O0", "-w", f"-I{self.folder}/include",
                        f"-I{ROOT}/bindings/cli", *sources, "-o", self.folder / "tour"], check=True)
        return facts(subprocess.run([self.folder / "tour"], capture_output=True, text=True,
                                    timeout=10, check=True).stdout)

    def plant(self, header, pattern, replacement):
        shutil.rmtree(self.folder / "include", ignore_errors=True)
        shutil.copytree(ROOT / "include", self.folder / "include")
        if header is None:
            return
        path = self.folder / f"include/oncemore/{header}.hpp"
        text, count = re.subn(pattern, replacement, path.read_text())
        self.assertEqual(count, 1, f"{header}.hpp has changed: where is {pattern}?")
        path.write_text(text)

    def test_without_a_fault(self):
        self.plant(None, None, None)
        self.assertEqual(self.tour(), EXPECTED)

    def test_each_fault_is_seen(self):
        for name, fault in FAULTS.items():
            with self.subTest(name):
                self.plant(*fault)
                self.assertNotEqual(self.tour(), EXPECTED)


if __name__ == "__main__":
    unittest.main()
