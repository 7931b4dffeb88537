# SPDX-License-Identifier: MIT
"""What is read out of response heads; test_servers.py has those of real servers."""

import os
import subprocess
import tempfile
import unittest

from command import ONCEMORE, RETRY, STOP, USAGE, CommandTest, run

MEGABYTE = 1 << 20

with open(ONCEMORE, "rb") as built:
    SANITIZED = b"__asan_" in built.read()
# A script for sh that runs a program in little memory.
LIMITED = ("" if SANITIZED else "ulimit -v 49152; ") + 'exec "$0" "$@"'
DATE = "Tue, 14 Nov 2023 22:13:20 GMT"  # 1700000000


def head(status_line, *fields, end="\r\n"):
    return end.join([status_line, *fields, "", ""]).encode("latin-1")


def status(number, *fields):
    return head(f"HTTP/1.1 {number} Some Reason", *fields)


FOUND = status(302, "Location: /there", "Content-Length: 0")
SEE_OTHER = status(303, "Location: /there", "Content-Length: 0")
BUSY = status(503, "Content-Type: text/html", "Content-Length: 190", "Retry-After: 2")


class ResponseTest(CommandTest):
    def reads(self, text, *arguments, method="GET"):
        """What `decide --response -` answers."""
        line = " ".join([f"--method {method} --random 0 --response -", *arguments])
        return self.decides(line, stdin=text)

    def attempt(self, text, *arguments, **options):
        return self.reads(text, *arguments, **options)["attempt"]

    def status(self, text, *arguments):
        return self.attempt(text, *arguments)["status"]

    def asked(self, text, *arguments):
        asked = self.attempt(text, *arguments)["retry_after"]
        return asked["wait_ms"] if asked["kind"] == "wait" else asked["kind"]

    def trail(self, text, *arguments, method="POST"):
        redirects = self.attempt(text, *arguments, method=method)["redirects"]
        return redirects["hops"], "+".join(redirects["flags"])

    def nothing_final(self, text, *expected):
        self.refuses("decide --method GET --response -", "no final status in standard input",
                     *expected, stdin=text)

    def cannot_be_told(self, text, *arguments):
        self.refuses(["decide", "--method", "GET", "--response", "-", *arguments],
                     "which status counts in standard input cannot be told: after the response",
                     "comes another one that no redirect explains", stdin=text)


class StatusLines(ResponseTest):
    def test_versions(self):
        for line in ("HTTP/1.0 503 Service Unavailable", "HTTP/1.1 503 Service Unavailable",
                     "HTTP/1.1 503", "HTTP/1.1 503 ", "HTTP/2 503 ", "HTTP/2 503", "HTTP/3 503 ",
                     "HTTP/2.0 503", "HTTP/1.1  503 Two Blanks", "HTTP/1.1 503 \xdcberlast"):
            for end in ("\r\n", "\n"):
                self.assertEqual(self.status(head(line, "Server: x", end=end)), 503, line)

    def test_every_status_that_is_final(self):
        for number in (101, 200, 204, 304, 404, 499, 500, 599, 600, 999):
            self.assertEqual(self.status(status(number)), number)

    def test_what_is_no_status_line(self):
        for line in ("HTTP 503", "HTTP/ 503", "HTTP/1. 503", "HTTP/x 503", "http/1.1 503",
                     " HTTP/1.1 503", "HTTP/1.1 5030", "HTTP/1.1 50", "HTTP/1.1 50x",
                     "HTTP/1.1 503OK", "HTTP/1.1503", "HTTP/1.1", "HTTP/1.1 ", "HTTPS/1.1 503",
                     "HTTP/1.1\t503", "HTTP/-1 503", "HTTP/1.1 000", "ICY 200 OK", "{}", "<html>"):
            self.nothing_final(head(line), "it does not begin with a status line")

    def test_the_end_of_the_file_ends_the_head(self):
        """Shells strip what is empty at the end."""
        self.assertEqual(self.status(b"HTTP/1.1 503"), 503)
        self.assertEqual(self.status(b"HTTP/1.1 503\r"), 503)
        self.assertEqual(self.asked(b"HTTP/1.1 503\nRetry-After: 2"), 2000)
        self.assertEqual(self.asked(b"HTTP/1.1 503\r\nRetry-After: 2\r\n\r"), 2000)
        self.assertEqual(self.asked(b"HTTP/1.1 503\r\nRetry-After: 2\r\n"), 2000)


class Fields(ResponseTest):
    def test_names_in_any_case(self):
        for name in ("Retry-After", "retry-after", "RETRY-AFTER", "rEtRy-aFtEr"):
            for between in (": ", ":", ":\t", ":   ", " : "):
                self.assertEqual(self.asked(status(503, name + between + "2  ")), 2000)

    def test_other_names(self):
        self.assertEqual(self.asked(status(503, "X-Retry-After: 2", "Retry-After-X: 2",
                                           "Retry After: 2", "Retry-After 2", "Retry-Af\0ter: 2",
                                           ": 2", ":", "Retry_After: 2")), "absent")

    def test_repeated_lines_are_one_field(self):
        self.assertEqual(self.asked(status(503, "Retry-After: 2", "Server: x", "retry-after: 5",
                                           "Retry-After: 3")), 5000)
        self.assertEqual(self.asked(status(503, "Retry-After: soon", "Retry-After: 3")), 3000)
        self.assertEqual(self.asked(status(503, "Retry-After: soon")), "malformed")
        self.assertEqual(self.asked(status(503, "Retry-After:")), "malformed")

    def test_folded_lines(self):
        self.assertEqual(self.asked(status(503, "Retry-After:", "  Tue, 14 Nov 2023", "\t22:13:25 "
                                           "GMT", "Date: Tue,", " 14 Nov 2023 22:13:20 GMT")), 5000)
        self.assertEqual(self.asked(status(503, "Retry-After: 1", " 2")), "malformed")
        self.assertEqual(self.asked(status(503, "X: y", " Retry-After: 2")), "absent")
        self.assertEqual(self.asked(status(503, " Retry-After: 2")), "absent")
        self.assertEqual(self.asked(status(503, " folded: from nothing", "Retry-After: 2")), 2000)

    def test_a_value_goes_to_the_library_as_it_is(self):
        self.assertEqual(self.asked(status(503, "Retry-After: 1.5")), 1500)
        self.assertEqual(self.asked(status(503, "Retry-After: 1.5"), "--strict"), "malformed")
        self.assertEqual(self.asked(status(503, "Retry-After: 2\0")), "malformed")
        self.assertEqual(self.asked(status(503, "Retry-After: 2\r5")), "malformed")
        self.assertEqual(self.asked(status(503, "Retry-After: \xb2")), "malformed")

    def test_the_date_is_the_clock(self):
        field = "Retry-After: Tue, 14 Nov 2023 22:13:30 GMT"
        self.assertEqual(self.asked(status(503, "Date: " + DATE, field)), 10000)
        self.assertEqual(self.asked(status(503, field, "date: " + DATE), "--now 5"), 10000)
        self.assertEqual(self.asked(status(503, field), "--now 1700000009"), 1000)
        self.assertEqual(self.asked(status(503, field, "Date: today"), "--now 1700000009"), 1000)
        self.assertEqual(self.asked(status(503, field, "Date: today", "Date: " + DATE)), 10000)
        self.assertEqual(self.asked(status(503, field)), 0)  # the system's clock is later

    def test_the_date_is_read_leniently(self):
        fields = ("Retry-After: Tue, 14 Nov 2023 22:13:30 GMT", "Date: 14 Nov 2023 22:13:20 GMT")
        self.assertEqual(self.asked(status(503, *fields), "--now 1700000009"), 10000)
        self.assertEqual(self.asked(status(503, *fields), "--strict --now 1700000009"), 10000)

    def test_a_date_out_of_a_cache_is_not_used(self):
        fields = ("Retry-After: Tue, 14 Nov 2023 22:13:30 GMT", "Date: " + DATE)
        for age, wait in {"0": 10000, "7": 1000, "a day": 1000}.items():
            self.assertEqual(self.asked(status(503, *fields, "aGe: " + age), "--now 1700000009"),
                             wait, age)


class HeadsInARow(ResponseTest):
    def test_interim_heads_are_passed_over(self):
        interim = status(100) + status(102) + status(103, "Link: </x>; rel=preload",
                                                     "Retry-After: 99", "Content-Type: text/html")
        self.assertEqual(self.attempt(interim + BUSY)["status"], 503)
        self.assertEqual(self.asked(interim + BUSY), 2000)
        self.assertEqual(self.asked(interim + status(503)), "absent")
        self.assertEqual(self.trail(interim + BUSY), (0, ""))

    def test_only_interim_heads(self):
        self.nothing_final(status(100), "ends after the interim status 100")
        self.nothing_final(FOUND + status(103), "ends after the interim status 103")

    def test_the_answer_to_connect_is_passed_over(self):
        for answer in ("HTTP/1.1 200 Connection established", "HTTP/1.0 200 Connection established",
                       "HTTP/1.1 200 OK", "HTTP/2 200 "):
            text = head(answer) + BUSY
            self.assertEqual((self.status(text), self.asked(text)), (503, 2000))
            self.assertEqual(self.trail(text), (0, ""))
        text = head("HTTP/1.1 200 OK", "Proxy-Agent: x", "Date: " + DATE, "Retry-After: 9",
                    "Content-Length: 0") + status(503)
        self.assertEqual((self.status(text), self.asked(text)), (503, "absent"))
        # A proxy for each host that the redirects lead to.
        tunnel = head("HTTP/1.1 200 Connection established")
        self.assertEqual(self.trail(tunnel + FOUND + tunnel + BUSY, method="GET"),
                         (1, "moved+doubtful"))

    def test_the_switch_to_another_version_is_passed_over(self):
        text = status(101, "Connection: Upgrade", "Upgrade: h2c") + head("HTTP/2 503 ")
        self.assertEqual(self.status(text), 503)

    def test_a_challenge_that_was_answered_is_passed_over(self):
        for number, field in ((401, "WWW-Authenticate"), (407, "Proxy-Authenticate")):
            text = status(number, field + ": Digest realm=x", "Content-Length: 195",
                          "Content-Type: text/html", "Retry-After: 9") + status(503)
            self.assertEqual((self.status(text), self.asked(text)), (503, "absent"))
            self.assertEqual(self.trail(text), (0, ""))

    def test_redirects_are_the_trail(self):
        self.assertEqual(self.trail(BUSY), (0, ""))
        self.assertEqual(self.trail(SEE_OTHER + BUSY), (1, "moved+accepted"))
        self.assertEqual(self.trail(FOUND + BUSY), (1, "moved+accepted"))
        self.assertEqual(self.trail(FOUND + BUSY, method="PUT"), (1, "moved+doubtful"))
        for number, flags in {300: "moved+doubtful", 301: "moved+accepted", 302: "moved+accepted",
                              303: "moved+accepted", 305: "moved+doubtful", 307: "moved",
                              308: "moved", 399: "moved+doubtful"}.items():
            hop = status(number, "Location: /", "Content-Type: text/html")
            self.assertEqual(self.trail(hop + BUSY), (1, flags), number)

    def test_rewriting_goes_on_from_hop_to_hop(self):
        """After the first 302 the method is GET, and the 307 keeps that."""
        moved = status(307, "Location: /")
        self.assertEqual(self.trail(FOUND + moved + BUSY), (2, "moved+accepted"))
        self.assertEqual(self.trail(moved + FOUND + BUSY), (2, "moved+accepted"))
        self.assertEqual(self.trail(moved + moved + moved + BUSY), (3, "moved"))
        self.assertEqual(self.trail(FOUND + FOUND + BUSY), (2, "moved+accepted+doubtful"))
        self.assertEqual(self.trail(SEE_OTHER * 3 + BUSY, method="HEAD"), (3, "moved+accepted"))

    def test_rewrite_keep(self):
        self.assertEqual(self.trail(FOUND + BUSY, "--rewrite keep"), (1, "moved+doubtful"))
        self.assertEqual(self.trail(SEE_OTHER + BUSY, "--rewrite keep"), (1, "moved+accepted"))
        self.assertEqual(self.reads(FOUND + BUSY, method="POST")["reason"], "accepted")
        self.assertEqual(self.reads(FOUND + BUSY, "--rewrite keep", method="POST")["reason"],
                         "maybe_processed")

    def test_a_method_that_is_not_registered_keeps_its_name(self):
        self.assertEqual(self.trail(FOUND + BUSY, method="FROB"), (1, "moved+doubtful"))
        self.assertEqual(self.trail(SEE_OTHER + BUSY, method="FROB"), (1, "moved+accepted"))
        self.assertEqual(self.trail(FOUND + BUSY, method="post"), (1, "moved+doubtful"))

    def test_no_field_of_an_earlier_head_counts(self):
        hop = status(302, "Location: /", "Retry-After: 120", "Date: Mon, 01 Jan 2001 00:00:00 GMT")
        self.assertEqual(self.asked(hop + status(503)), "absent")
        date = "Retry-After: Tue, 14 Nov 2023 22:13:30 GMT"
        self.assertEqual(self.asked(hop + status(503, date), "--now 1700000000"), 10000)
        self.assertEqual(self.asked(status(503, "Retry-After: 5") + b"Retry-After: 120\r\n\r\n"),
                         5000)

    def test_a_redirect_that_was_not_followed(self):
        for text in (FOUND, FOUND + b"<html>moved</html>", SEE_OTHER + SEE_OTHER):
            self.assertEqual(self.reads(text)["reason"], "redirect")
        self.assertEqual(self.trail(SEE_OTHER + SEE_OTHER), (1, "moved+accepted"))

    def test_two_requests_in_one_file(self):
        """Nobody can tell which of the two is meant, and the second need not be a response."""
        full = status(200, "Content-Type: text/plain", "Content-Length: 5")
        for first, second in ((full, BUSY), (BUSY, full), (BUSY, BUSY),
                              (status(302, "Content-Length: 3"), full),
                              (status(404, "Transfer-Encoding: chunked"), full)):
            self.cannot_be_told(first + second)
        self.cannot_be_told(full + b"hello" + BUSY)
        for first in (status(404), status(503), status(304), status(302)):
            self.cannot_be_told(first + status(200))


class Bodies(ResponseTest):
    QUOTED = (b"HTTP/1.1 200 OK\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n")

    def test_a_body_is_not_looked_at(self):
        for body in (b"<html>busy</html>", b"\n", b"\r\n\r\n" + self.QUOTED, b"\0" * 100000,
                     b"log:\n" + self.QUOTED * 3, b"H", b"HTTP", b"HTTP/",
                     b"HTTP/1.1 is a protocol",
                     b"HTTP/1.1 200", b"HTTP/1.1 200 OK" * 10000, bytes(range(256)) * 512):
            for fields in (["Retry-After: 2"], ["Retry-After: 2", f"Content-Length: {len(body)}"],
                           ["Retry-After: 2", "Content-Type: text/html"],
                           ["Retry-After: 2", "Content-Encoding: gzip", "Content-Length: 6"]):
                if body.startswith(b"HTTP/1.1 200"):
                    continue
                text = status(503, *fields) + body
                self.assertEqual((self.status(text), self.asked(text)), (503, 2000), body[:30])

    def test_a_body_that_begins_like_a_response(self):
        """It is a body if its length says so; else it may be a second request in the file."""
        for fields in (["Content-Type: text/plain"], ["Content-Length: 5"],
                       [f"Content-Length: {len(self.QUOTED)}", "Content-Encoding: gzip"],
                       ["Transfer-Encoding: chunked"], ["Content-Length: 5, 7"],
                       ["Content-Length:"], ["Content-Encoding: gzip"]):
            self.cannot_be_told(status(503, *fields) + self.QUOTED)
            self.cannot_be_told(status(503, *fields) + b"HTTP/1.1 200")
        self.assertEqual(self.status(status(503, "Content-Type: a/b") + b"HTTP/1.1 2000"), 503)
        for body in (self.QUOTED, b"HTTP/1.1 200\n", b"HTTP/1.1 200\n" + b"x" * 100000):
            text = status(503, "Retry-After: 2", f"Content-Length: {len(body)}") + body
            self.assertEqual((self.status(text), self.asked(text)), (503, 2000))
            self.cannot_be_told(text + b"x")
            self.cannot_be_told(text[:-1])

    def test_a_success_whose_body_begins_like_a_response(self):
        """No tunnel begins with a 201, so whatever follows is its body."""
        for number in (201, 202, 203, 206, 299):
            for body in (self.QUOTED, status(100), status(503), BUSY, b"HTTP/1.1 503"):
                for fields in ([], ["Content-Type: text/plain"], ["Transfer-Encoding: chunked"]):
                    text = status(number, *fields) + body
                    self.assertEqual(self.reads(text, method="POST")["line"],
                                     f"attempt 1 of 4: {number}, stop: success")

    def test_a_200_that_may_be_a_tunnel(self):
        """It is one if something final comes out of it, and curl does not say otherwise."""
        for body in (status(100), status(102) + status(103)):
            self.assertEqual(self.status(status(200) + body), 200)
        self.assertEqual(self.status(status(200) + BUSY), 503)
        self.assertEqual(self.trail(FOUND + status(200) + status(100)), (1, "moved+accepted"))
        self.cannot_be_told(status(200) + BUSY, "--connect-status", "000")
        self.assertEqual(self.status(status(201) + BUSY, "--connect-status 000"), 201)
        self.assertEqual(self.status(status(200) + BUSY, "--connect-status 200"), 503)

    def test_the_body_of_a_redirect_whose_length_is_known(self):
        for body in (b"moved", b"m", b"H", b"x" * 70000, self.QUOTED, b"HTTP/",
                     b"HTTP/1.1 200 OK", b"\n\n\n"):
            hop = status(303, "Location: /there", f"Content-Length: {len(body)}")
            if body.startswith(b"HTTP/1.1 200"):
                continue  # then it is the next head, or none can tell
            text = hop + body + BUSY
            self.assertEqual((self.status(text), self.asked(text)), (503, 2000), body[:30])
            self.assertEqual(self.trail(text), (1, "moved+accepted"))

    def test_the_body_of_a_redirect_whose_length_is_not_known(self):
        """curl writes none when it follows, so it was not followed."""
        for fields in ([], ["Content-Length: x"], ["Content-Length: 4"], ["Content-Length: 6"],
                       ["Content-Length: 5", "Content-Encoding: br"],
                       ["Content-Length: 5", "Transfer-Encoding: chunked"],
                       ["Content-Length: 99999999999999999999"], ["Content-Length: "],
                       ["Content-Length: 18446744073709551621"], ["Content-Length: -5"],
                       ["Content-Length: 5, 5"]):
            text = status(303, "Location: /there", *fields) + b"moved" + BUSY
            self.assertEqual(self.status(text), 303, fields)
        for length in ("x", "+", "1x", "Z"):  # not even by the codes of the characters
            for size in range(100):
                text = status(303, "Location: /", f"Content-Length: {length}") + b"m" * size + BUSY
                if size in (ord(length[0]) - ord("0"), 10 + ord(length[-1]) - ord("0")):
                    self.assertEqual(self.status(text), 303, (length, size))

    def test_trailers_are_no_fields(self):
        text = status(503, "Transfer-Encoding: chunked") + b"Retry-After: 120\r\n\r\n"
        self.assertEqual((self.status(text), self.asked(text)), (503, "absent"))


class Files(CommandTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "heads")

    def write(self, *pieces):
        with open(self.path, "wb") as file:
            for piece in pieces:
                file.write(piece)

    def response(self, *arguments):
        """The command's answer to the file, by its name and by standard input, in 48 MiB."""
        results = []
        for path in (self.path, "-"):
            with open(self.path, "rb") as file:
                done = subprocess.run(
                    ["sh", "-c", LIMITED, ONCEMORE, "decide", "--method", "GET", "--random", "0",
                     "--response", path, *arguments], stdin=file, capture_output=True, text=True,
                    timeout=60)
            err = done.stderr.replace(f"'{self.path}'", "FILE").replace("standard input", "FILE")
            self.assertLessEqual(err.count("\n"), 1, err)
            results.append((done.returncode, done.stdout, err))
        self.assertEqual(*results)
        return results[0]

    def refused(self, *expected):
        code, out, err = self.response()
        self.assertEqual((code, out), (USAGE, ""))
        for text in expected:
            self.assertIn(text, err)

    def test_empty(self):
        self.write()
        self.refused("no final status in FILE: it is empty")

    def test_binary(self):
        with open(ONCEMORE, "rb") as file:
            self.write(file.read())
        self.refused("no final status in FILE: it does not begin with a status line")

    def test_unreadable(self):
        for path, reason in (("/nowhere/heads", "No such file or directory"),
                             ("/", "Is a directory"), ("", "No such file or directory")):
            self.refuses(["decide", "--response", path], f"'{path}' cannot be read: {reason}")
        if os.geteuid() != 0:
            self.write(b"HTTP/1.1 503\n")
            os.chmod(self.path, 0)
            self.refuses(["decide", "--response", self.path], "Permission denied")

    def test_standard_input_that_is_closed(self):
        done = subprocess.run(["sh", "-c", '"$0" decide --response - <&-', ONCEMORE],
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (USAGE, ""))
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_100_megabytes(self):
        block = bytes(MEGABYTE)
        text = b"all work and no play\n" * 50000
        self.write(*[block] * 100)
        self.refused("does not begin with a status line")
        self.write(*[text] * 100)
        self.refused("does not begin with a status line")
        self.write(b"HTTP/1.1 503 ", *[b"a" * MEGABYTE] * 100)
        self.refused("does not begin with a status line")
        self.write(b"HTTP/1.1 503 Busy\r\nX: ", *[b"a" * MEGABYTE] * 100)
        self.refused("a response head in it is longer than 1048576 octets")
        self.write(b"HTTP/1.1 503 Busy\r\n", *[b"Retry-After: 2\r\n" * 65536] * 100)
        self.refused("a response head in it is longer than 1048576 octets")

    def test_the_longest_head(self):
        lines = b"Retry-After: 2\r\n" * 65535  # a MiB less one such line
        self.write(b"HTTP/1.1 503 Busy\r\n", lines, b"\r\n")
        self.assertEqual(self.response()[0], RETRY)
        self.write(b"HTTP/1.1 503 Busy\r\n", lines, b"X-Padding: 345\r\n\r\n")
        self.refused("longer than 1048576 octets")
        # Each head is counted for itself.
        self.write(*[head("HTTP/1.1 100 Continue", "X: " + "x" * 900000)] * 3, BUSY)
        self.assertEqual(self.response()[0], RETRY)

    def test_100_megabytes_after_a_head(self):
        expected = (RETRY, "attempt 1 of 4: 503, retry in 2000 ms (server asked 2000 ms)\n", "")
        for block in (bytes(MEGABYTE), b"\n" * MEGABYTE, b"HTTP/ " * 170000, b"a" * MEGABYTE):
            self.write(head("HTTP/1.1 503 Busy", "Retry-After: 2"), *[block] * 100)
            self.assertEqual(self.response(), expected)

    def test_100_megabytes_of_heads(self):
        count = 100 * MEGABYTE // len(FOUND)
        self.write(*[FOUND * 1000] * (count // 1000), BUSY)
        code, out, err = self.response("--json")
        self.assertEqual((code, err), (RETRY, ""))
        self.assertIn(f'"hops": {count // 1000 * 1000},', out)
        self.write(*[status(100) * 1000] * 1000)
        self.refused("ends after the interim status 100")

    def test_the_limit_is_one(self):
        if SANITIZED:
            return  # then there is none
        done = subprocess.run(["sh", "-c", LIMITED, "python3", "-c", "bytearray(1 << 26)"],
                              capture_output=True)
        self.assertNotEqual(done.returncode, 0)

    def test_pieces(self):
        """Whatever stands across the border of two pieces, 64 KiB, is read like everything else."""
        tail = (b"\r\n\r\n" + status(100) + status(303, "Location: /", "Content-Length: 5") +
                b"HTTP/" + head("HTTP/1.1 200 Connection established") +
                status(503, "Retry-After: 1", "  ", "retry-after: 2") + b"HTTP/1.1 2000\r\n")
        begin = b"HTTP/1.1 302 Found\r\nLocation: /\r\nX: "
        answers = set()
        for offset in range(len(tail) + 1):
            filling = 65536 - len(begin) - offset
            self.write(begin, b"x" * filling, tail)
            code, out, err = run("decide", "--json", "--random", "0", "--method", "GET",
                                 "--response", self.path)
            answers.add((code, out, err))
        self.assertEqual(len(answers), 1)
        code, out, err = answers.pop()
        self.assertEqual((code, err), (RETRY, ""))
        self.assertIn('"hops": 2, "flags": ["moved", "accepted", "doubtful"]', out)
        self.assertIn('"wait_ms": 2000', out)

    def test_a_writer_in_front_can_finish(self):
        """curl would complain of a pipe that is closed before its last octet."""
        for text in (b"nonsense\n", b"HTTP/1.1 503 Busy\r\n\r\nbody"):
            process = subprocess.Popen([ONCEMORE, "decide", "--response", "-"],
                                       stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            process.stdin.write(text)
            for _ in range(32):
                process.stdin.write(bytes(MEGABYTE))  # no BrokenPipeError
            process.stdin.close()
            self.assertIn(process.wait(), (RETRY, STOP, USAGE))


if __name__ == "__main__":
    unittest.main()
