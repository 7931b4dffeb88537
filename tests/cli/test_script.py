# SPDX-License-Identifier: MIT
"""tests/examples/retry-with-curl.sh: a real curl against a server that is flaky on purpose.

What is asserted is the number of requests that arrive.
"""

import os
import subprocess
import time
import unittest

import servers
from command import ONCEMORE, ROOT

SCRIPT = ROOT / "tests/examples/retry-with-curl.sh"
QUICK = "--backoff-initial 20ms --backoff-cap 50ms "


class Flaky(servers.Handler):
    """Answers /NAME with what comes next in its list, the last of it for good."""

    ANSWERS = {
        "/flaky": [503, (503, {"Retry-After": "0"}), 200],
        "/waits": [(503, {"Retry-After": "1"}), 200],
        "/busy": [503],
        "/gateway": [504],
        "/bad": [400],
        "/later": [(503, {"Retry-After": "120"})],
        "/order": [(303, {"Location": "/busy"})],
        "/moved": [(307, {"Location": "/busy"})],
        "/drops": [None],
        "/loop": [(302, {"Location": "/loop"})],
    }

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.arrivals.append((time.monotonic(), self.command, self.path))
        count = sum(path == self.path for _, _, path in self.server.arrivals)
        answers = self.ANSWERS[self.path]
        answer = answers[min(count, len(answers)) - 1]
        if answer is None:
            self.close_connection = True
            self.connection.close()
            return
        status, fields = answer if isinstance(answer, tuple) else (answer, {})
        self.answer(status, f"answer {count}\n".encode(), **fields)

    do_POST = do_PUT = do_GET


class ScriptTest(unittest.TestCase):
    def setUp(self):
        servers.need("curl")
        self.server = servers.Python(Flaky)
        self.addCleanup(self.server.close)

    def run_script(self, method, *arguments, options=""):
        environment = {name: value for name, value in os.environ.items()
                       if not name.lower().endswith("_proxy")}
        environment.update(ONCEMORE=ONCEMORE, ONCEMORE_OPTIONS=QUICK + options,
                           CURL_HOME="/nowhere", HOME="/nowhere")
        done = subprocess.run([SCRIPT, method, *arguments], env=environment, capture_output=True,
                              text=True, timeout=60)
        self.lines = [line for line in done.stderr.splitlines() if line.startswith("attempt ")]
        return done.returncode, done.stdout

    def arrivals(self):
        return [f"{method} {path}" for _, method, path in self.server.arrivals]

    def test_a_flaky_server(self):
        self.assertEqual(self.run_script("GET", self.server.url("/flaky")), (0, "answer 3\n"))
        self.assertEqual(self.arrivals(), ["GET /flaky"] * 3)
        self.assertRegex(self.lines[0], r"^attempt 1 of 4: 503, retry in \d+ ms$")
        self.assertRegex(self.lines[1], r"^attempt 2 of 4: 503, retry in \d+ ms \(server asked 0")
        self.assertEqual(self.lines[2:], ["attempt 3 of 4: 200, stop: success"])

    def test_it_waits_as_long_as_the_server_asks(self):
        self.assertEqual(self.run_script("GET", self.server.url("/waits")), (0, "answer 2\n"))
        (first, *_), (second, *_) = self.server.arrivals
        self.assertGreaterEqual(second - first, 1)
        self.assertLess(second - first, 3)

    def test_a_server_that_stays_busy_is_asked_four_times(self):
        self.assertEqual(self.run_script("GET", self.server.url("/busy")), (0, "answer 4\n"))
        self.assertEqual(len(self.arrivals()), 4)

    def test_the_exit_code_is_curls(self):
        self.assertEqual(self.run_script("GET", "-f", self.server.url("/busy"),
                                         options="--max-attempts 2")[0], 22)
        self.assertEqual(len(self.arrivals()), 2)

    def test_one_request_for_what_is_not_to_be_repeated(self):
        for method, arguments, reason in (("GET", ["/bad"], "status_not_retried"),
                                          ("GET", ["/later"], "server_wait_too_long"),
                                          ("POST", ["-d", "x", "/gateway"], "maybe_processed"),
                                          ("POST", ["-d", "x", "/drops"], "maybe_processed"),
                                          ("GET", ["/loop"], "redirect")):
            self.server.arrivals.clear()
            *most, path = arguments
            self.run_script(method, *most, self.server.url(path))
            self.assertEqual(len(self.arrivals()), 1, path)
            self.assertEqual(len(self.lines), 1, path)
            self.assertIn(f"stop: {reason}", self.lines[0])

    def test_a_post_that_may_be_repeated(self):
        self.run_script("POST", "-d", "x", self.server.url("/gateway"),
                        options="--repeatable yes")
        self.assertEqual(self.arrivals(), ["POST /gateway"] * 4)

    def test_a_connection_that_is_dropped(self):
        code, _ = self.run_script("GET", self.server.url("/drops"))
        self.assertEqual((code, len(self.arrivals())), (52, 4))
        self.assertIn("attempt 4 of 4: connection_lost, stop: attempts_exhausted", self.lines[3])

    def test_a_post_that_was_accepted(self):
        """The 303 says so; the 503 behind it speaks of the GET."""
        self.run_script("POST", "-L", "-d", "x", self.server.url("/order"))
        self.assertEqual(self.arrivals(), ["POST /order", "GET /busy"])
        self.assertEqual(self.lines, ["attempt 1 of 4: 503, stop: accepted"])

    def test_a_post_that_was_passed_on(self):
        self.run_script("POST", "-L", "-d", "x", self.server.url("/moved"),
                        options="--max-attempts 2")
        self.assertEqual(self.arrivals(), ["POST /moved", "POST /busy"] * 2)

    def test_redirects_without_end(self):
        code, _ = self.run_script("GET", "-L", "--max-redirs", "5", self.server.url("/loop"))
        self.assertEqual((code, len(self.arrivals())), (47, 6))
        self.assertEqual(self.lines, ["attempt 1 of 4: redirect_limit, stop: failure_not_retried"])

    def test_nobody_there(self):
        port, = servers.free_ports(1)
        code, out = self.run_script("POST", "-d", "x", f"http://127.0.0.1:{port}/")
        self.assertEqual((code, out), (7, ""))
        self.assertEqual(len(self.lines), 4)
        self.assertIn("attempt 1 of 4: connect, retry in ", self.lines[0])

    def test_an_error_of_the_command_ends_it(self):
        self.assertEqual(self.run_script("GET", self.server.url("/busy"), options="--oops")[0], 2)
        self.assertEqual(len(self.arrivals()), 1)

    def test_usage(self):
        done = subprocess.run([SCRIPT, "GET"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("retry-with-curl.sh METHOD CURL-ARGUMENT...", done.stderr)


if __name__ == "__main__":
    unittest.main()
