# SPDX-License-Identifier: MIT
"""Decisions on what curl wrote of the responses of real servers: nginx and Python's http.server."""

import os
import re
import subprocess
import tempfile
import unittest

import servers
from command import ONCEMORE, CommandTest
from servers import curl


class ServerTest(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.python = servers.Python()
        cls.addClassCleanup(cls.python.close)
        cls.nginx = servers.Nginx(cls.python.port)
        cls.addClassCleanup(cls.nginx.close)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.heads = os.path.join(folder.name, "heads")
        cls.body = os.path.join(folder.name, "body")

    def with_i(self, *arguments, code=0):
        got, text = curl("-i", *arguments)
        self.assertEqual(got, code, arguments)
        return text

    def with_d(self, *arguments, code=0):
        open(self.heads, "wb").close()
        got, _ = curl("-D", self.heads, "-o", self.body, *arguments)
        self.assertEqual(got, code, arguments)
        with open(self.heads, "rb") as file:
            return file.read()

    def says(self, text, status, asked="absent", hops=0, flags="", method="GET", line=""):
        answer = self.decides(f"--method {method} --response - {line}", stdin=text)
        attempt = answer["attempt"]
        wait = attempt["retry_after"]
        self.assertEqual(
            (attempt["status"], wait["wait_ms"] if wait["kind"] == "wait" else wait["kind"],
             attempt["redirects"]["hops"], "+".join(attempt["redirects"]["flags"])),
            (status, asked, hops, flags), text[:2000])
        return answer["reason"]


class OneResponse(ServerTest):
    def test_nginx(self):
        url = self.nginx.url("/busy")
        self.assertEqual(self.says(self.with_i(url), 503, 2000), "retryable_status")
        self.assertEqual(self.says(self.with_d(url), 503, 2000), "retryable_status")
        self.says(self.with_i("-I", url), 503, 2000, method="HEAD")
        self.says(self.with_i("-d", "x", url), 503, 2000, method="POST")
        self.says(self.with_i("--http1.0", url), 503, 2000)
        self.says(self.with_i("--compressed", url), 503, 2000)
        self.says(self.with_i("--raw", url), 503, 2000)
        self.assertEqual(self.says(self.with_i(self.nginx.url("/ok")), 200), "success")
        self.assertEqual(self.says(self.with_i(self.nginx.url("/302")), 302, 120000), "redirect")
        self.assertEqual(self.says(self.with_i(self.nginx.url("/none")), 404), "status_not_retried")

    def test_nginx_http2(self):
        """With TLS and without."""
        for arguments in (["-k", "--http2", self.nginx.tls_url("/busy")],
                          ["--http2-prior-knowledge", self.nginx.clear_url("/busy")]):
            text = self.with_i(*arguments)
            self.assertTrue(text.startswith(b"HTTP/2 503 \r\nserver: nginx"), text)
            self.assertIn(b"\r\nretry-after: 2\r\n", text)
            self.says(text, 503, 2000)
            self.says(self.with_d(*arguments), 503, 2000)
        self.says(self.with_i("-k", "--http1.1", self.nginx.tls_url("/busy")), 503, 2000)

    def test_python(self):
        """HTTP/1.0, and bodies that end with the connection."""
        text = self.with_i(self.python.url("/busy"))
        self.assertTrue(text.startswith(b"HTTP/1.0 503 Service Unavailable\r\n"), text)
        self.says(text, 503, 3000)
        self.says(self.with_d(self.python.url("/busy")), 503, 3000)
        self.says(self.with_i(self.python.url("/busy-error")), 503)
        self.says(self.with_i(self.python.url("/soon")), 429, "malformed")
        self.assertEqual(self.says(self.with_i(self.python.url("/ok")), 200), "success")

    def test_the_date_is_the_clock(self):
        """That server's clock is years behind, and it asks for eight seconds all the same."""
        self.says(self.with_i(self.python.url("/until")), 503, 8000)
        self.says(self.with_i(self.python.url("/until")), 503, 8000, line="--strict --now 0")

    def test_several_field_lines(self):
        text = self.with_i(self.nginx.url("/busy-twice"))
        self.assertEqual(len(re.findall(rb"(?i)\nretry-after:", text)), 2)
        self.says(text, 503, 5000)
        self.says(self.with_i("-k", "--http2", self.nginx.tls_url("/busy-twice")), 503, 5000)

    def test_too_many_requests(self):
        """nginx's own limit."""
        self.says(self.with_i(self.nginx.url("/slow")), 200)
        self.assertEqual(self.says(self.with_i(self.nginx.url("/slow")), 429, method="POST"),
                         "retryable_status")

    def test_trailers_are_no_fields(self):
        url = self.python.url("/trailer")
        text = self.with_d(url)
        self.assertIn(b"\nRetry-After: 99\r\n", text)
        self.says(text, 503)
        self.says(self.with_i(url), 503)

    def test_a_body_that_quotes_a_response(self):
        url = self.nginx.url("/log")
        self.assertEqual(self.with_i(url).count(b"\nHTTP/1.1 200 OK"), 1)
        self.says(self.with_i(url), 503, 2000)
        self.says(self.with_d(url), 503, 2000)

    def test_a_body_that_begins_like_a_response(self):
        url = self.nginx.url("/quote")
        self.says(self.with_i(url), 503, 2000)
        self.says(self.with_d(url), 503, 2000)

    def test_a_pipe(self):
        """curl itself has nothing to complain of."""
        command = ('curl -q -sS -i --noproxy "*" "$1" | '
                   '"$0" decide --method GET --response - --random 0')
        done = subprocess.run(["sh", "-c", command, ONCEMORE, self.nginx.url("/busy")],
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (
            0, "attempt 1 of 4: 503, retry in 2000 ms (server asked 2000 ms)\n", ""))


class Redirects(ServerTest):
    def test_get(self):
        for path, flags in {"/301": "moved+doubtful", "/302": "moved+doubtful",
                            "/303": "moved+accepted", "/307": "moved", "/308": "moved"}.items():
            for text in (self.with_i("-L", self.nginx.url(path)),
                         self.with_d("-L", self.nginx.url(path)),
                         self.with_i("-L", "-k", "--http2", self.nginx.tls_url(path)),
                         self.with_d("-L", "-k", "--http2", self.nginx.tls_url(path))):
                self.assertEqual(self.says(text, 503, 2000, 1, flags), "retryable_status")

    def test_post(self):
        """curl does what browsers do: POST becomes GET, but not after 307 and 308."""
        reasons = {"/301": ("moved+accepted", "accepted"), "/302": ("moved+accepted", "accepted"),
                   "/303": ("moved+accepted", "accepted"), "/307": ("moved", "maybe_processed"),
                   "/308": ("moved", "maybe_processed")}
        for path, (flags, reason) in reasons.items():
            for text in (self.with_i("-L", "-d", "order", self.nginx.url(path)),
                         self.with_d("-L", "-d", "order", self.nginx.url(path)),
                         self.with_d("-L", "-d", "order", "-k", "--http2",
                                     self.nginx.tls_url(path))):
                self.assertEqual(self.says(text, 503, 2000, 1, flags, method="POST"), reason)
                promised = self.says(text, 503, 2000, 1, flags, method="POST",
                                     line="--unprocessed-set +503")
                self.assertEqual(promised, reason.replace("maybe_processed", "retryable_status"))

    def test_post_that_curl_keeps(self):
        text = self.with_d("-L", "--post302", "-d", "order", self.nginx.url("/302"))
        self.assertEqual(self.says(text, 503, 2000, 1, "moved+doubtful", method="POST",
                                   line="--rewrite keep"), "maybe_processed")

    def test_other_methods(self):
        text = self.with_d("-L", "-X", "PUT", "-d", "x", self.nginx.url("/302"))
        self.assertEqual(self.says(text, 503, 2000, 1, "moved+doubtful", method="PUT"),
                         "retryable_status")
        text = self.with_d("-L", "-I", self.nginx.url("/303"))
        self.assertEqual(self.says(text, 503, 2000, 1, "moved+accepted", method="HEAD"),
                         "retryable_status")

    def test_chains(self):
        self.says(self.with_d("-L", self.nginx.url("/307-303")), 503, 2000, 2, "moved+accepted")
        self.says(self.with_i("-L", self.nginx.url("/to-python")), 503, 3000, 1, "moved+doubtful")
        text = self.with_i("-L", "-d", "x", self.nginx.url("/303-ok"))
        self.assertEqual(self.says(text, 200, "absent", 1, "moved+accepted", method="POST"),
                         "success")

    def test_python(self):
        """Its redirect has a body, which curl leaves out; the last response has the old clock."""
        for text in (self.with_i("-L", self.python.url("/see-other")),
                     self.with_d("-L", self.python.url("/see-other"))):
            self.assertNotIn(b"over there", text)
            self.says(text, 503, 8000, 1, "moved+accepted")
        self.assertIn(b"over there", self.with_i(self.python.url("/see-other")))

    def test_not_followed(self):
        for path in ("/301", "/302", "/303", "/307", "/308"):
            text = self.with_i("-d", "order", self.nginx.url(path))
            wait = 120000 if path == "/302" else "absent"
            self.assertEqual(self.says(text, int(path[1:]), wait, method="POST"), "redirect")

    def test_round_in_circles(self):
        text = self.with_d("-L", "--max-redirs", "3", self.nginx.url("/loop"), code=47)
        self.assertEqual(self.says(text, 302, "absent", 3, "moved+doubtful"), "redirect")
        answer = self.decides("--method GET --response - --failure redirect_limit", stdin=text)
        self.assertEqual(answer["reason"], "failure_not_retried")


class OnTheWay(ServerTest):
    def test_continue(self):
        """nginx asks for the body of an upload with an interim response."""
        text = self.with_i("-H", "Expect: 100-continue", "-d", "x", self.nginx.url("/upload"))
        self.assertTrue(text.startswith(b"HTTP/1.1 100 Continue\r\n\r\n"), text)
        self.says(text, 503, 3000, method="POST")
        text = self.with_d("-H", "Expect: 100-continue", "-d", "x", self.nginx.url("/upload"))
        self.says(text, 503, 3000, method="POST")

    def test_tunnel(self):
        """Through a proxy, with CONNECT; and the same after a redirect inside of it."""
        proxy = ["-k", "-p", "-x", f"http://127.0.0.1:{self.python.port}"]
        for version in ("--http1.1", "--http2"):
            for write in (self.with_i, self.with_d):
                text = write(*proxy, version, self.nginx.tls_url("/busy"))
                established = b"HTTP/1.0 200 Connection established\r\n\r\nHTTP/"
                self.assertTrue(text.startswith(established))
                self.says(text, 503, 2000)
                text = write(*proxy, version, "-L", self.nginx.tls_url("/303"))
                self.says(text, 503, 2000, 1, "moved+accepted")

    def test_challenge(self):
        """curl sends the password only when it is asked for one."""
        text = self.with_d("--anyauth", "-u", "me:secret", self.nginx.url("/secret"))
        self.assertTrue(text.startswith(b"HTTP/1.1 401 "), text)
        self.assertEqual(text.count(b"HTTP/1.1 "), 2)
        self.says(text, 503, 2000)
        text = self.with_i("--anyauth", "-u", "me:secret", self.nginx.url("/secret"))
        self.says(text, 503, 2000)
        self.assertEqual(self.says(self.with_i(self.nginx.url("/secret")), 401, 2000),
                         "status_not_retried")

    def test_several_requests_in_one_file(self):
        text = self.with_d(self.nginx.url("/ok"), "-o", self.body, self.nginx.url("/busy"))
        self.assertEqual(text.count(b"HTTP/1.1 "), 2)
        self.refuses("decide --method GET --response -", "another one", stdin=text)


if __name__ == "__main__":
    unittest.main()
