# SPDX-License-Identifier: MIT
"""oncemore-curl: a real curl against a server that is flaky on purpose.

What is asserted is the number of requests that arrive, and what is in them.
"""

import os
import signal
import subprocess
import tempfile
import time
import unittest

import servers
from command import ONCEMORE, ROOT

SCRIPT = ROOT / "bindings/cli/oncemore-curl"
QUICK = "--backoff-initial 20ms --backoff-cap 50ms "


class Flaky(servers.Handler):
    """Answers /NAME with what comes next in its list, the last of it for good."""

    ANSWERS = {
        "/flaky": [503, (503, {"Retry-After": "0"}), 200],
        "/waits": [(503, {"Retry-After": "1"}), 200],
        "/busy": [503],
        "/slow-down": [429, 429, 200],
        "/gateway": [504],
        "/gateway?x=y": [504],
        "/bad": [400],
        "/later": [(503, {"Retry-After": "120"})],
        "/order": [(303, {"Location": "/gateway"})],
        "/moved": [(307, {"Location": "/slow-down-too"})],
        "/slow-down-too": [429],
        "/drops": [None],
        "/loop": [(302, {"Location": "/loop"})],
        "/short-404": [(404, {"Content-Length": "99"})],
        "/short-429": [(429, {"Content-Length": "99", "Retry-After": "0"}), 200],
        "/short": [(200, {"Content-Length": "99"}), 200],
        "/hop": [(302, {"Location": "/busy"})],
        "/to-drops": [(302, {"Location": "/drops"})],
        "/hang": [None],
    }

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size + 2)[:-2]
        self.server.arrivals.append((time.monotonic(), self.command, self.path, body))
        if self.path == "/hang":
            time.sleep(2)
            return
        count = sum(arrival[2] == self.path for arrival in self.server.arrivals)
        answers = self.ANSWERS[self.path]
        answer = answers[min(count, len(answers)) - 1]
        if answer is None:
            self.close_connection = True
            self.connection.close()
            return
        status, fields = answer if isinstance(answer, tuple) else (answer, {})
        text = f"answer {count}\n".encode()
        self.send_response_only(status)
        for name, value in {"Content-Length": str(len(text)), **fields}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    do_POST = do_PUT = do_PATCH = do_HEAD = do_GET


class ScriptTest(unittest.TestCase):
    def setUp(self):
        servers.need("curl")
        self.server = servers.Python(Flaky)
        self.addCleanup(self.server.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.mkdir(os.path.join(self.folder, "tmp"))

    def environment(self, options=""):
        environment = {name: value for name, value in os.environ.items()
                       if not name.lower().endswith("_proxy")}
        environment.update(ONCEMORE=ONCEMORE, ONCEMORE_OPTIONS=QUICK + options, HOME="/nowhere",
                           CURL_HOME="/nowhere", TMPDIR=os.path.join(self.folder, "tmp"))
        return environment

    def run_script(self, *arguments, options="", stdin=b""):
        """Its exit code and standard output; a path stands for the server's URL with it."""
        arguments = [self.server.url(word) if word in Flaky.ANSWERS else word
                     for word in arguments]
        done = subprocess.run([SCRIPT, *arguments], env=self.environment(options), input=stdin,
                              capture_output=True, timeout=60, cwd=self.folder)
        self.err = done.stderr.decode()
        self.lines = [line for line in self.err.splitlines() if line.startswith("attempt ")]
        self.assertEqual(os.listdir(os.path.join(self.folder, "tmp")), [], "it tidies up")
        self.assertNotIn("facts", self.err)
        return done.returncode, done.stdout.decode()

    def arrivals(self):
        return [f"{method} {path}" for _, method, path, _ in self.server.arrivals]

    def bodies(self):
        return [body for *_, body in self.server.arrivals]

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        return path


class Retries(ScriptTest):
    def test_a_flaky_server(self):
        self.assertEqual(self.run_script("/flaky"), (0, "answer 3\n"))
        self.assertEqual(self.arrivals(), ["GET /flaky"] * 3)
        self.assertRegex(self.lines[0], r"^attempt 1 of 4: 503, retry in \d+ ms$")
        self.assertRegex(self.lines[1], r"^attempt 2 of 4: 503, retry in \d+ ms \(server asked 0")
        self.assertEqual(self.err.count("\n"), 2, "of a success nothing is said")

    def test_it_waits_as_long_as_the_server_asks(self):
        self.assertEqual(self.run_script("/waits"), (0, "answer 2\n"))
        (first, *_), (second, *_) = self.server.arrivals
        self.assertGreaterEqual(second - first, 1)
        self.assertLess(second - first, 3)

    def test_a_server_that_stays_busy_is_asked_four_times(self):
        self.assertEqual(self.run_script("/busy"), (0, "answer 4\n"))
        self.assertEqual(len(self.arrivals()), 4)

    def test_options_before_the_dashes(self):
        self.run_script("--max-attempts", "2", "--status-set=+400", "--", "-s", "/bad")
        self.assertEqual(self.arrivals(), ["GET /bad"] * 2)
        self.assertIn("attempt 2 of 2: 400, stop: attempts_exhausted", self.lines[1])

    def test_the_exit_code_is_curls(self):
        self.assertEqual(self.run_script("-f", "/busy", options="--max-attempts 2")[0], 22)
        self.assertEqual(len(self.arrivals()), 2)

    def test_one_request_for_what_is_not_to_be_repeated(self):
        for arguments, reason in ((["/bad"], "status_not_retried"),
                                  (["/later"], "server_wait_too_long"),
                                  (["-d", "x", "/gateway"], "maybe_processed"),
                                  (["-d", "x", "/drops"], "maybe_processed"),
                                  (["-X", "PATCH", "/gateway"], "maybe_processed"),
                                  (["/loop"], "redirect")):
            self.server.arrivals.clear()
            self.run_script(*arguments)
            self.assertEqual(len(self.arrivals()), 1, arguments)
            self.assertEqual(len(self.lines), 1, arguments)
            self.assertIn(f"stop: {reason}", self.lines[0])

    def test_the_method_is_the_one_that_curl_sends(self):
        """A POST is repeated after a 429, not after a 504; what is idempotent is after both."""
        for arguments, method in ((["-d", "x"], "POST"), (["--json", "{}"], "POST"),
                                  (["-F", "a=b"], "POST"), (["-X", "POST"], "POST"),
                                  (["-G", "-d", "x=y"], "GET"), (["-I"], "HEAD"),
                                  (["-T", "file"], "PUT"), (["-sX", "PUT", "-d", "x"], "PUT"),
                                  (["-K", "config"], "POST")):
            self.write("file", "text")
            self.write("config", 'data = "x"\n')
            self.server.arrivals.clear()
            self.run_script(*arguments, "/gateway", options="--max-attempts 2")
            methods = {arrival[1] for arrival in self.server.arrivals}
            self.assertEqual((methods, len(self.arrivals())),
                             ({method}, 1 if method == "POST" else 2), arguments)

    def test_a_post_that_may_be_repeated(self):
        self.run_script("-d", "x", "/gateway", options="--repeatable yes")
        self.assertEqual(self.arrivals(), ["POST /gateway"] * 4)

    def test_a_connection_that_is_dropped(self):
        self.assertEqual((self.run_script("/drops")[0], len(self.arrivals())), (52, 4))
        self.assertIn("attempt 4 of 4: connection_lost, stop: attempts_exhausted", self.lines[3])
        self.assertIn("curl: (52) Empty reply", self.err)

    def test_a_body_that_broke_off(self):
        """The status that was read counts: a 404 is one, and a POST's 429 keeps its wait."""
        self.assertEqual(self.run_script("/short-404")[0], 18)
        self.assertEqual((self.arrivals(), self.lines),
                         (["GET /short-404"], ["attempt 1 of 4: 404, stop: status_not_retried"]))
        self.server.arrivals.clear()
        self.assertEqual(self.run_script("-d", "x", "/short-429"), (0, "answer 2\n"))
        self.assertEqual(self.arrivals(), ["POST /short-429"] * 2)
        self.server.arrivals.clear()
        self.assertEqual(self.run_script("/short"), (0, "answer 2\n"))
        self.assertIn("attempt 1 of 4: connection_lost, retry", self.lines[0])
        self.server.arrivals.clear()
        self.assertEqual(self.run_script("-d", "x", "/short")[0], 18)
        self.assertEqual(self.arrivals(), ["POST /short"])

    def test_nobody_there(self):
        port, = servers.free_ports(1)
        self.assertEqual(self.run_script("-d", "x", f"http://127.0.0.1:{port}/"), (7, ""))
        self.assertEqual(len(self.lines), 4)
        self.assertIn("attempt 1 of 4: connect, retry in ", self.lines[0])

    def test_a_time_out(self):
        self.assertEqual(self.run_script("-m", "1", "/hang", options="--max-attempts 2")[0], 28)
        self.assertEqual(len(self.arrivals()), 2)

    def test_a_deadline(self):
        """It ends an attempt that takes too long, and -m may end it before."""
        for arguments, count, least, most in (([], 1, 1, 1.8), (["-m", "0.8"], 2, 1, 1.8),
                                              (["-sm0.8"], 2, 1, 1.8), (["-m", "9"], 1, 1, 1.8)):
            self.server.arrivals.clear()
            start = time.monotonic()
            code, _ = self.run_script(*arguments, "/hang", options="--deadline=1200ms")
            self.assertEqual((code, len(self.arrivals())), (28, count), arguments)
            self.assertIn("stop: deadline", self.lines[-1])
            taken = time.monotonic() - start
            self.assertTrue(least < taken < most + 2, taken)

    def test_curls_own_retry_is_off(self):
        self.run_script("--retry", "5", "--retry-delay", "0", "/busy", options="--max-attempts 2")
        self.assertEqual(len(self.arrivals()), 2)

    def test_a_proxy_that_opens_no_tunnel(self):
        """Nothing of the request left, so even a POST is sent again; but a 403 will not change."""
        proxy = servers.Python()
        self.addCleanup(proxy.close)
        for host, lines in (("busy.example", 4), ("refuse.example", 1)):
            self.assertEqual(self.run_script("-x", proxy.url(""), "-p", "-d", "x",
                                             f"https://{host}/")[0], 56)
            self.assertEqual(len(self.lines), lines)
        self.assertEqual(self.lines, ["attempt 1 of 4: 403, stop: status_not_retried"])


class Redirects(ScriptTest):
    def test_a_post_that_was_accepted(self):
        """The 303 says so; the 504 behind it speaks of the GET."""
        self.run_script("-L", "-d", "x", "/order", options="--unrepeatable if_unprocessed")
        self.assertEqual(self.arrivals(), ["POST /order", "GET /gateway"])
        self.assertEqual(self.lines, ["attempt 1 of 4: 504, stop: accepted"])

    def test_a_post_that_was_passed_on(self):
        self.run_script("-L", "-d", "x", "/moved", options="--max-attempts 2")
        self.assertEqual(self.arrivals(), ["POST /moved", "POST /slow-down-too"] * 2)

    def test_a_failure_behind_a_redirect(self):
        self.assertEqual(self.run_script("-L", "/to-drops", options="--max-attempts 2")[0], 52)
        self.assertEqual(self.arrivals(), ["GET /to-drops", "GET /drops"] * 2)

    def test_redirects_without_end(self):
        """As many as the policy allows, or curl, whatever is less."""
        for arguments, options, hops in ((["--max-redirs", "5"], "", 5), ([], "", 10),
                                         (["--max-redirs", "50"], "--max-redirects 3", 3),
                                         (["--max-redirs", "-1"], "--max-redirects=2", 2),
                                         ([], "--max-redirects 0", 0)):
            self.server.arrivals.clear()
            code, _ = self.run_script("-L", *arguments, "/loop", options=options)
            self.assertEqual((code, len(self.arrivals())), (47, hops + 1), (arguments, options))
            self.assertEqual(self.lines,
                             ["attempt 1 of 4: redirect_limit, stop: failure_not_retried"])

    def test_redirects_are_counted_for_the_call(self):
        """One for each attempt: the third has none left."""
        for arguments in ([], ["-w", "@format"]):
            self.write("format", "")
            self.server.arrivals.clear()
            self.run_script("-L", *arguments, "/hop", options="--max-redirects 2")
            self.assertEqual(self.arrivals(), ["GET /hop", "GET /busy"] * 2 + ["GET /hop"])


class Bodies(ScriptTest):
    def test_standard_input_is_sent_anew_each_time(self):
        text = b"order " * 10000
        self.write("from-stdin", 'data-binary = "@-"\n')
        for arguments in (["--data-binary", "@-"], ["-T", "-"], ["-T-"], ["-T", "."],
                          ["-K", "from-stdin", "-H", "X: @-"]):
            self.server.arrivals.clear()
            code, out = self.run_script(*arguments, "-H", "Expect:", "/slow-down", stdin=text)
            self.assertEqual((code, out), (0, "answer 3\n"), arguments)
            self.assertEqual(self.bodies(), [text] * 3, arguments)
        self.server.arrivals.clear()
        self.run_script("-F", "file=@-;type=text/plain", "/slow-down", stdin=text)
        self.assertEqual([text in body for body in self.bodies()], [True] * 3)

    def test_files(self):
        path = self.write("order", "a file")
        self.run_script("-d", "@" + path, "/slow-down")
        self.assertEqual(self.bodies(), [b"a file"] * 3)

    def test_pipes_are_refused(self):
        for argument in ("@", "x@", "", "f=@", "f=<"):
            url = self.server.url("/busy")
            command = f"exec {SCRIPT} --data-binary {argument!r}<(echo order) {url}"
            done = subprocess.run(["bash", "-c", command], env=self.environment(),
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, argument)
            self.assertIn("is a pipe, which cannot be read twice", done.stderr)
        done = subprocess.run([SCRIPT, "-d", "@/dev/stdin", self.server.url("/busy")], input="x",
                              env=self.environment(), capture_output=True, text=True)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(self.arrivals(), [])

    def test_standard_input_that_is_not_meant_is_left_alone(self):
        command = f'{{ {SCRIPT} -o - {self.server.url("/flaky")}; cat; }}'
        done = subprocess.run(["sh", "-c", command], input="mine\n", env=self.environment(),
                              capture_output=True, text=True)
        self.assertEqual(done.stdout, "answer 3\nmine\n")


class Output(ScriptTest):
    def test_a_file(self):
        """Whoever wants the body in a file gets the last one."""
        for name, arguments in {"body": ["-o", "body"], "flaky": ["-O"]}.items():
            self.server.arrivals.clear()
            self.assertEqual(self.run_script(*arguments, "/flaky"), (0, ""))
            with open(os.path.join(self.folder, name), encoding="ascii") as file:
                self.assertEqual(file.read(), "answer 3\n")

    def test_write_out(self):
        for arguments in (["-w", "%{http_code}\n"], ["-w%{http_code}\n"], ["-sw", "%{http_code}\n"],
                          ["-sw%{http_code}\n"], ["--write-out", "%{http_code}\n"]):
            self.server.arrivals.clear()
            self.assertEqual(self.run_script(*arguments, "/flaky"), (0, "answer 3\n200\n"),
                             arguments)
        self.run_script("-w", "%{stderr}over", "/bad")
        self.assertIn("over\n", self.err)

    def test_write_out_from_a_file(self):
        """Then curl does not say what else it knows, and the decision is the safe one."""
        self.write("format", "%{http_code}")
        self.assertEqual(self.run_script("-w", "@format", "/flaky"), (0, "answer 3\n200"))

    def test_heads_and_talk(self):
        _, out = self.run_script("-i", "/bad")
        self.assertTrue(out.startswith("HTTP/1.0 400 "), out)
        self.run_script("-v", "/bad")
        self.assertIn("> GET /bad HTTP/1.1", self.err)


class Refusals(ScriptTest):
    """Nothing is sent of what it does not take."""

    def refuses(self, *arguments, says, code=2, **options):
        self.assertEqual(self.run_script(*arguments, **options), (code, ""), arguments)
        self.assertIn(says, self.err)
        self.assertEqual(self.arrivals(), [], arguments)

    def test_more_than_one_request(self):
        self.refuses("/busy", "/busy", says="one URL")
        self.refuses(self.server.url("/{busy,flaky}"), says="one URL")
        self.refuses("/busy", "--next", "/busy", says="--next")
        self.refuses("/busy", "-:", "/busy", says="one request")
        self.refuses("/busy", "-s:", "/busy", says="one request")
        url = self.server.url("/busy")
        for text in (f"url={url}\nnext\nurl={url}\n", f"--next\nurl={url}\n"):
            config = self.write("config", text)
            self.refuses("/busy", "-K", config, says="'next' in ")
            self.refuses("/busy", "-K" + config, says="'next' in ")
            self.refuses("/busy", "--config", config, says="'next' in ")

    def test_options_that_it_needs_itself(self):
        for arguments in (["-D", "heads"], ["-Dheads"], ["-sD", "heads"],
                          ["--dump-header", "heads"]):
            self.refuses(*arguments, "/busy", says="with -i the heads are in the output")
        self.refuses("--stderr", "talk", "/busy", says="2>FILE")

    def test_what_is_not_http(self):
        self.refuses("file:///etc/passwd", says="http or https")

    def test_what_curl_refuses(self):
        self.refuses("--no-such-option", "/busy", says="no-such-option")
        self.refuses("-s", says="no URL", code=2)

    def test_options_of_oncemore(self):
        self.refuses("/busy", options="--oops", says="there is no option '--oops'")
        self.refuses("--max-attempts", "0", "--", "/busy", says="--max-attempts")
        self.refuses("--status", "404", "--", "/busy", says="--status and --response exclude")
        self.refuses("--json", "--", "/busy", says="--json and --delay exclude")
        self.refuses("--deadline", "1 s", "--", "/busy", says="no blanks")
        self.refuses("--deadline", "1s", "--", says="arguments of curl are missing")

    def test_no_command(self):
        environment = dict(self.environment(), ONCEMORE="/nowhere/oncemore")
        done = subprocess.run([SCRIPT, self.server.url("/busy")], env=environment,
                              capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("/nowhere/oncemore", done.stderr)
        self.assertEqual(self.arrivals(), [])

    def test_usage(self):
        for arguments, code in (([], 2), (["--help"], 0), (["-h"], 0)):
            done = subprocess.run([SCRIPT, *arguments], capture_output=True, text=True)
            self.assertEqual(done.returncode, code)
            self.assertTrue(done.stdout.startswith("usage: oncemore-curl [OPTION... --] CURL-"))
            self.assertNotIn("set -uf", done.stdout)
        done = subprocess.run([SCRIPT, "--version"], capture_output=True, text=True,
                              env=self.environment())
        self.assertRegex(done.stdout, r"^oncemore \d")

    def test_it_can_be_ended(self):
        """A signal while it waits: nothing more is sent, and nothing is left behind."""
        process = subprocess.Popen([SCRIPT, self.server.url("/waits")], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=self.environment(),
                                   start_new_session=True)
        for _ in range(200):
            if self.arrivals():
                break
            time.sleep(0.05)
        time.sleep(0.3)
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=20)
        self.assertEqual(process.returncode, 143)
        self.assertEqual(len(self.arrivals()), 1)
        self.assertEqual(os.listdir(os.path.join(self.folder, "tmp")), [])


class Script(unittest.TestCase):
    def test_shellcheck(self):
        servers.need("shellcheck")
        done = subprocess.run(["shellcheck", SCRIPT], capture_output=True, text=True)
        self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
