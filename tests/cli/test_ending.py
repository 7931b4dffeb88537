# SPDX-License-Identifier: MIT
"""How an attempt ended, when more than one thing is known of it: what was read, and what broke."""

import os
import re
import tempfile

import servers
from command import CommandTest, run
from servers import curl
from test_response import BUSY, FOUND, SEE_OTHER, head, status

TUNNEL = head("HTTP/1.1 200 Connection established")
CHALLENGE = status(401, "WWW-Authenticate: Basic realm=x", "Content-Length: 9")
# What curl's exit codes are, and whether the code proves that nothing of the request left.
EXITS = {5: ("name_resolution", True), 6: ("name_resolution", True), 7: ("connect", True),
         45: ("connect", True), 97: ("connect", True), 96: ("connect", False),
         35: ("tls_handshake", False), 51: ("tls_certificate", True),
         60: ("tls_certificate", True), 83: ("tls_certificate", True),
         90: ("tls_certificate", True), 91: ("tls_certificate", True), 55: ("send", False),
         28: ("timeout", False), 52: ("connection_lost", False), 18: ("connection_lost", False),
         56: ("connection_lost", False), 92: ("connection_lost", False),
         8: ("bad_response", False), 16: ("bad_response", False), 61: ("bad_response", False),
         95: ("bad_response", False), 47: ("redirect_limit", False)}
RETRIED = "--failure-set +tls_certificate,redirect_limit,other"


class EndingTest(CommandTest):
    def ends(self, line, stdin=b"", method="POST"):
        """(status, or failure, of what was decided on; the reason)."""
        answer = self.decides(f"--method {method} {line}", stdin=stdin)
        attempt = answer["attempt"]
        return attempt["status"] or attempt["failure"], answer["reason"]

    def reads(self, heads, line, method="POST"):
        return self.ends("--response - " + line, heads, method)

    def trail(self, heads, line, method="POST"):
        redirects = self.decides(f"--method {method} --response - {line}",
                                 stdin=heads)["attempt"]["redirects"]
        return redirects["hops"], "+".join(redirects["flags"])


class StatusAndFailure(EndingTest):
    """--failure or --curl-exit beside --response, or --curl-exit beside --status."""

    def test_a_status_that_was_read_counts(self):
        cut = status(404, "Content-Length: 9") + b"not fo"
        for failure in ("--failure connection_lost", "--failure connect", "--curl-exit 18",
                        "--curl-exit 56", "--curl-exit 7", "--curl-exit 52", "--curl-exit 99"):
            self.assertEqual(self.reads(cut, failure, "GET"), (404, "status_not_retried"), failure)
            self.assertEqual(self.reads(status(304), failure, "GET"), (304, "success"), failure)
            self.assertEqual(self.reads(status(999), failure, "GET"), (999, "retryable_status"))
        for code in (18, 56, 7, 99):
            self.assertEqual(self.ends(f"--status 404 --curl-exit {code}", method="GET"),
                             (404, "status_not_retried"))

    def test_it_keeps_its_wait(self):
        """A POST's 429 whose body broke off is the 429, and the server asked for two seconds."""
        busy = status(429, "Retry-After: 2", "Content-Length: 9") + b"bu"
        for failure in ("--failure connection_lost", "--failure timeout", "--curl-exit 18"):
            answer = self.decides(f"--method POST --response - {failure} --server-wait-spread 0",
                                  stdin=busy)
            self.assertEqual((answer["reason"], answer["delay_ms"]), ("retryable_status", 2000))
        self.assertEqual(self.ends("--status 429 --retry-after 2 --curl-exit 18"),
                         (429, "retryable_status"))

    def test_a_2xx_that_broke_off_is_the_failure(self):
        for number in (200, 206, 299):
            cut = status(number, "Content-Length: 9") + b"hal"
            for failure, name in (("--failure connection_lost", "connection_lost"),
                                  ("--failure timeout", "timeout"),
                                  ("--curl-exit 18", "connection_lost")):
                self.assertEqual(self.reads(cut, failure), (name, "maybe_processed"))
                self.assertEqual(self.reads(cut, failure, "GET"), (name, "retryable_failure"))
            self.assertEqual(self.ends(f"--status {number} --curl-exit 28", method="GET"),
                             ("timeout", "retryable_failure"))

    def test_a_2xx_contradicts_that_nothing_was_sent(self):
        """But a proxy's tunnel does not."""
        whole = status(200, "Content-Type: text/plain")
        for failure in ("--failure connect", "--failure rejected", "--curl-exit 7",
                        "--curl-exit 60 " + RETRIED):
            self.assertEqual(self.reads(whole, failure)[1], "maybe_processed", failure)
            self.assertEqual(self.reads(TUNNEL, failure)[1], "retryable_failure", failure)
            self.assertEqual(self.reads(TUNNEL, failure + " --connect-status 000")[1],
                             "maybe_processed", failure)
        self.assertEqual(self.ends("--status 200 --curl-exit 7"), ("connect", "maybe_processed"))
        self.assertEqual(self.reads(whole, "--failure connect --evidence never_sent")[1],
                         "retryable_failure")

    def test_interim_heads_are_no_status(self):
        for heads in (status(100), status(103) * 3):
            self.assertEqual(self.reads(heads, "--failure timeout", "GET"),
                             ("timeout", "retryable_failure"))
            self.assertEqual(self.reads(heads, "--curl-exit 52", "GET"),
                             ("connection_lost", "retryable_failure"))
            # Whoever says 100 has seen the request.
            for failure in ("--failure connect", "--failure rejected", "--curl-exit 7"):
                self.assertEqual(self.reads(heads, failure)[1], "maybe_processed", failure)

    def test_nothing_was_read(self):
        self.assertEqual(self.reads(b"", "--failure connect"), ("connect", "retryable_failure"))
        self.assertEqual(self.reads(b"", "--curl-exit 7"), ("connect", "retryable_failure"))
        self.assertEqual(self.reads(b"", "--curl-exit 28"), ("timeout", "maybe_processed"))
        self.refuses("decide --failure connect --response -", "does not begin with", stdin=b"x")
        self.refuses("decide --failure connect --response /nowhere", "'/nowhere' cannot be read")
        for code in ("0", "22"):
            self.refuses(f"decide --curl-exit {code} --response -", "no final status", "is empty")

    def test_a_redirect_that_was_read_counts(self):
        """Unless the failure shows that the client went on, or curl says so."""
        for failure in ("--failure timeout", "--failure connection_lost", "--curl-exit 28",
                        "--curl-exit 18", "--curl-exit 56"):
            for heads in (FOUND, SEE_OTHER, status(307, "Location: /")):
                number = int(heads[9:12])
                self.assertEqual(self.reads(heads, failure, "GET"), (number, "redirect"), failure)
                self.assertEqual(self.reads(heads, failure + " --followed 0", "GET"),
                                 (number, "redirect"), failure)
                self.assertEqual(self.reads(heads, failure + " --followed 1", "GET")[1],
                                 "retryable_failure", failure)
        self.assertEqual(self.trail(SEE_OTHER, "--failure timeout --followed 1"),
                         (1, "moved+accepted"))
        self.assertEqual(self.trail(FOUND + SEE_OTHER, "--failure timeout --followed 1", "GET"),
                         (1, "moved+doubtful"))
        self.assertEqual(self.reads(SEE_OTHER, "--curl-exit 28 --followed 1"),
                         ("timeout", "accepted"))
        for failure in ("--failure connect", "--failure tls_handshake", "--curl-exit 7",
                        "--curl-exit 6", "--curl-exit 52"):
            self.assertEqual(self.trail(SEE_OTHER, failure), (1, "moved+accepted"), failure)
            self.assertEqual(self.reads(SEE_OTHER, failure)[1], "accepted", failure)
            self.assertEqual(self.reads(status(302), failure)[1], "redirect", "it leads nowhere")

    def test_the_field_of_a_redirect_that_was_followed_does_not_count(self):
        hop = status(307, "Location: /", "Retry-After: 120")
        answer = self.decides("--method GET --response - --failure connect", stdin=hop)
        self.assertEqual(answer["attempt"]["retry_after"]["kind"], "absent")

    def test_one_redirect_too_many(self):
        """It is not followed, but what it proves is proven."""
        for failure in ("--failure redirect_limit", "--curl-exit 47",
                        "--curl-exit 47 --followed 1"):
            self.assertEqual(self.reads(FOUND * 2, failure, "GET"),
                             ("redirect_limit", "failure_not_retried"), failure)
        line = f"--curl-exit 47 --followed 0 --repeatable yes {RETRIED}"
        self.assertEqual(self.reads(SEE_OTHER, line), ("redirect_limit", "accepted"))
        self.assertEqual(self.ends("--status 302 --curl-exit 47", method="GET"),
                         ("redirect_limit", "failure_not_retried"))
        self.assertEqual(self.reads(BUSY, "--failure redirect_limit", "GET")[0], 503)

    def test_a_challenge(self):
        """Without an answer on the way to it, it is the status; else it was met."""
        self.assertEqual(self.reads(CHALLENGE, "--curl-exit 28", "GET"),
                         (401, "status_not_retried"))
        for code in (7, 52):
            self.assertEqual(self.reads(CHALLENGE, f"--curl-exit {code}", "GET")[1],
                             "retryable_failure")
            self.assertEqual(self.reads(CHALLENGE, f"--curl-exit {code}")[1], "maybe_processed")


class CurlExits(EndingTest):
    def test_every_code(self):
        for code in range(1, 256):
            if code == 22:
                continue
            failure, proven = EXITS.get(code, ("other", False))
            reason = "retryable_failure" if proven else "maybe_processed"
            self.assertEqual(self.ends(f"--curl-exit {code} {RETRIED}"), (failure, reason), code)

    def test_the_help_says_the_table(self):
        text = " ".join(run("decide", "--help", "all")[1].split())
        said = {}
        for codes, name in re.findall(r"((?:\d+ )+)is (\w+)", text):
            said.update({int(code): name for code in codes.split()})
        self.assertEqual(said, {code: name for code, (name, _) in EXITS.items()})
        believed = re.search(r"believed of ([\d ]+),", text).group(1)
        self.assertEqual({int(code) for code in believed.split()},
                         {code for code, (_, proven) in EXITS.items() if proven})

    def test_after_an_answer_curl_proves_nothing(self):
        """It sends again by itself, when a connection that it kept dies under the request."""
        moved = status(307, "Location: /")
        for code, (_, proven) in EXITS.items():
            if proven:
                line = f"--curl-exit {code} {RETRIED}"
                self.assertEqual(self.reads(moved, line)[1], "maybe_processed", code)
                self.assertEqual(self.ends(line + " --redirect '307:POST>POST'")[1],
                                 "maybe_processed", code)
                self.assertEqual(self.reads(TUNNEL, line)[1], "retryable_failure", code)
        self.assertEqual(self.reads(moved, "--failure connect")[1], "retryable_failure")

    def test_000_is_no_response(self):
        for code in (7, 28, 60):
            self.assertEqual(self.ends(f"--status 000 --curl-exit {code} {RETRIED}"),
                             self.ends(f"--curl-exit {code} {RETRIED}"))
        self.refuses("decide --method GET --status 000", "no response", "--curl-exit")
        self.refuses("decide --method GET --status 000 --failure timeout", "exclude each other")
        for code in ("0", "22"):
            self.refuses(f"decide --status 000 --curl-exit {code}",
                         f"--curl-exit {code} says that there is a response")
            self.refuses(f"decide --curl-exit {code}", "--status or --response says which")
            self.assertEqual(self.ends(f"--status 503 --curl-exit {code}", method="GET"),
                             (503, "retryable_status"))
            self.assertEqual(self.reads(BUSY, f"--curl-exit {code}", "GET"),
                             (503, "retryable_status"))

    def test_what_is_no_exit_code(self):
        for written in ("", "-1", "256", "7x", "timeout", "4294967303"):
            self.refuses(["decide", "--curl-exit", written],
                         "--curl-exit takes a number from 0 to 255")
        self.refuses("decide --curl-exit 7 --failure connect", "exclude each other")


class RefusedTunnels(EndingTest):
    def test_it_is_the_status_and_nothing_was_sent(self):
        for number in (403, 407, 502, 503):
            refused = status(number, "Proxy-Authenticate: Basic", "Retry-After: 2")
            answer = self.decides(
                f"--method POST --response - --curl-exit 56 --connect-status {number}",
                stdin=refused)
            self.assertEqual((answer["attempt"]["status"], answer["attempt"]["evidence"],
                              answer["attempt"]["retry_after"]["wait_ms"]),
                             (number, "never_sent", 2000))
            reason = "retryable_status" if number > 499 else "status_not_retried"
            self.assertEqual(answer["reason"], reason)
            for line in ("", "--curl-exit 56 ", "--status 000 --curl-exit 56 "):
                if line:
                    self.assertEqual(self.ends(f"{line}--connect-status {number}"),
                                     (number, reason))
        self.assertEqual(self.reads(status(502), "--curl-exit 56 --connect-status 200")[1],
                         "maybe_processed")
        self.assertEqual(self.reads(status(502), "--curl-exit 56")[1], "maybe_processed")

    def test_the_evidence_that_is_given_counts(self):
        self.assertEqual(self.ends("--curl-exit 56 --connect-status 503 --evidence unknown")[1],
                         "maybe_processed")

    def test_behind_a_redirect(self):
        """With its head in the file, or without (--suppress-connect-headers)."""
        moved = status(307, "Location: https://elsewhere/")
        for heads in (moved + status(503), moved):
            line = "--curl-exit 56 --connect-status 503 --followed 1"
            self.assertEqual(self.reads(heads, line), (503, "retryable_status"))
            self.assertEqual(self.trail(heads, line), (1, "moved"))

    def test_an_answer_behind_a_tunnel_that_was_refused(self):
        self.refuses("decide --response - --connect-status 403", "--connect-status 403 refused the "
                     "tunnel, but 200 is an answer behind it", stdin=status(200))
        self.refuses("decide --status 503 --connect-status 403", "but 503 is an answer")

    def test_what_is_no_status(self):
        for written in ("", "0", "100", "99", "1000", "x"):
            self.refuses(["decide", "--status", "503", "--connect-status", written],
                         "--connect-status takes the status of a final response, or 000")
        for written in ("", "-1", "x"):
            self.refuses(["decide", "--status", "503", "--followed", written],
                         "--followed takes a whole number")


class RealCurl(EndingTest):
    """What the real curl says, handed over as it says it."""

    WRITE_OUT = "%{http_code} %{http_connect} %{num_redirects}"

    @classmethod
    def setUpClass(cls):
        cls.python = servers.Python()
        cls.addClassCleanup(cls.python.close)

    def curl(self, *arguments, code, method="POST"):
        """The answer with the heads, and the answer without them."""
        with tempfile.TemporaryDirectory() as folder:
            heads = os.path.join(folder, "heads")
            open(heads, "wb").close()
            got, out = curl("-D", heads, "-o", os.path.join(folder, "body"), "-w", self.WRITE_OUT,
                            *arguments)
            self.assertEqual(got, code, out)
            http_code, connect, followed = out.decode().split()
            common = f"--curl-exit {got} --connect-status {connect}"
            with_heads = self.ends(f"--response {heads} --followed {followed} {common}",
                                   method=method)
            self.trail_flags = self.trail(open(heads, "rb").read(),
                                          f"--followed {followed} {common}", method)
            return with_heads, self.ends(f"--status {http_code} {common}", method=method)

    def test_nobody_there(self):
        port, = servers.free_ports(1)
        connect = ("connect", "retryable_failure")
        self.assertEqual(self.curl("-d", "x", f"http://127.0.0.1:{port}/", code=7),
                         (connect, connect))

    def test_a_body_that_broke_off(self):
        lost = ("connection_lost", "maybe_processed")
        self.assertEqual(self.curl("-d", "x", self.python.url("/short"), code=18), (lost, lost))
        gone = (404, "status_not_retried")
        self.assertEqual(self.curl(self.python.url("/short-404"), code=18, method="GET"),
                         (gone, gone))

    def test_time_out_behind_a_redirect(self):
        arguments = ("--max-time", "1", "-L", "-d", "order", self.python.url("/see-hang"))
        self.assertEqual(self.curl(*arguments, code=28)[0], ("timeout", "accepted"))
        self.assertEqual(self.trail_flags, (1, "moved+accepted"))

    def test_one_redirect_too_many(self):
        arguments = ("-L", "--max-redirs", "2", self.python.url("/round"))
        limit = ("redirect_limit", "failure_not_retried")
        self.assertEqual(self.curl(*arguments, code=47, method="GET"), (limit, limit))

    def test_a_proxy_that_refuses(self):
        proxy = ["-x", self.python.url(""), "-p", "-d", "x"]
        refused = (403, "status_not_retried")
        self.assertEqual(self.curl(*proxy, "https://refuse.example/", code=56), (refused, refused))
        busy = (503, "retryable_status")
        self.assertEqual(self.curl(*proxy, "https://busy.example/", code=56), (busy, busy))
        self.assertEqual(self.curl("--suppress-connect-headers", *proxy, "https://busy.example/",
                                   code=56), (busy, busy))


if __name__ == "__main__":
    import unittest
    unittest.main()
