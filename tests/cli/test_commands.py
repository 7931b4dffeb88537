# SPDX-License-Identifier: MIT
"""What the commands beside decide print; --help and the manual page."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import tempfile
import termios
import time
import unittest

import servers
from command import ONCEMORE, ROOT, STOP, CommandTest, run, words

COMMANDS = ("decide follow schedule retry-after requests convert explain demo help "
            "completion time-left").split()


def header(name):
    return (ROOT / f"include/oncemore/{name}.hpp").read_text()


def reasons():
    """Name, rule, verdict and sentence of each, out of the library's own table."""
    table = re.search(r"reason_rows\[\] = \{(.*?)\n\};", header("decision"), re.S).group(1)
    return re.findall(r'\{"(\w+)", (\d+), Verdict::(\w+), \w+,\s+"(.*?)"\}', table)


class Schedule(CommandTest):
    def rows(self, line):
        """The cells of the rows, and the line below them."""
        code, out, err = run("schedule", *words(line))
        self.assertEqual((code, err), (0, ""), line)
        body = out.split("\n\n")[1].splitlines()
        rows = [re.sub(r" - ", "-", row).split() for row in body[1:]]
        return [row[:5] for row in rows], out.split("\n\n")[2].rstrip("\n")

    def test_default(self):
        self.assertEqual(self.rows(""), ([
            ["1", "-", "-", "0.000", "0.000"],
            ["2", "1.000", "0.500-1.000", "0.500", "1.000"],
            ["3", "2.000", "1.000-2.000", "1.500", "3.000"],
            ["4", "4.000", "2.000-4.000", "3.500", "7.000"]], "stop: attempts_exhausted"))

    def test_it_prints_the_whole_table_so(self):
        code, out, err = run("schedule", "--backoff-cap", "2s")
        self.assertEqual(out, """\
Times are seconds from the start of attempt 1, as if attempts took none. A bar is
the range that a delay is drawn from; where it ends at a |, that is the cap.

attempt  ceiling  delay before it  earliest  latest
      1        -                -     0.000   0.000
      2    1.000    0.500 - 1.000     0.500   1.000           ===========                    |
      3    2.000    1.000 - 2.000     1.500   3.000                     =====================|
      4    2.000    1.000 - 2.000     2.500   5.000                     =====================|

stop: attempts_exhausted
""")

    def test_rows(self):
        self.assertEqual(len(self.rows("--max-attempts unlimited")[0]), 20)
        rows, end = self.rows("--max-attempts unlimited --attempts 3")
        self.assertEqual((len(rows), end), (3, "and so on"))
        self.assertEqual(len(self.rows("--max-attempts 50 --attempts 1")[0]), 1)
        self.assertEqual(len(self.rows("--max-attempts 50 --attempts 10000")[0]), 50)
        self.assertEqual(self.rows("--max-attempts 20")[1], "stop: attempts_exhausted")
        self.assertEqual(self.rows("--max-attempts 21")[1], "and so on")
        self.assertEqual(self.rows("--max-attempts 1"),
                         ([["1", "-", "-", "0.000", "0.000"]], "stop: attempts_exhausted"))
        for written in ("0", "-1", "x", "", "10001", "4294967295"):
            self.refuses(["schedule", "--attempts", written],
                         "--attempts takes a number of rows from 1 to 10000")

    def test_jitters(self):
        for jitter, delay in {"none": "2.000-2.000", "full": "0.000-2.000", "equal": "1.000-2.000",
                              "proportional": "1.000-3.000", "additive": "2.000-2.300",
                              "decorrelated": "1.000-9.000"}.items():
            rows, _ = self.rows(f"--backoff-jitter {jitter} --backoff-spread-time 300ms")
            self.assertEqual(rows[2][2], delay, jitter)

    def test_decorrelated_follows_the_longest_and_the_shortest_way(self):
        rows, _ = self.rows("--backoff-jitter decorrelated --max-attempts 6 --backoff-cap 60s")
        self.assertEqual([row[2] for row in rows[1:]],
                         ["1.000-3.000", "1.000-9.000", "1.000-27.000", "1.000-60.000",
                          "1.000-60.000"])
        self.assertEqual(rows[-1][3:], ["5.000", "159.000"])

    def test_deadline(self):
        rows, end = self.rows("--deadline 4s --max-attempts 10")
        self.assertEqual([row[3:] for row in rows[1:]],
                         [["0.500", "1.000"], ["1.500", "3.000"], ["3.500", "deadline"]])
        self.assertEqual(end, "stop: deadline")
        self.assertEqual(self.rows("--deadline 0s")[1], "stop: deadline")
        self.assertEqual(len(self.rows("--deadline 4s --min-attempt-time 3s")[0]), 2)

    def test_a_policy_that_retries_nothing_else_has_a_schedule_all_the_same(self):
        self.assertEqual(self.rows("--status-set none --failure-set none --unrepeatable never"),
                         self.rows(""))

    def test_no_delay_at_all(self):
        out = run("schedule", "--backoff-initial", "0s", "--max-attempts", "2")[1]
        self.assertIn("\n      2    0.000    0.000 - 0.000     0.000   0.000  =\n", out)

    def test_the_extremes(self):
        for line in ("--backoff-initial 0s --backoff-cap 0s", "--backoff-cap none",
                     "--backoff-initial 99999999h --backoff-cap none --backoff-multiplier 4294967",
                     "--backoff-multiplier 1.001 --max-attempts unlimited --attempts 10000"):
            start = time.monotonic()
            self.rows(line)
            self.assertLess(time.monotonic() - start, 40, line)

    def on_terminal(self, columns, **variables):
        """What it writes to a terminal that is so wide."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        subprocess.run([ONCEMORE, "schedule"], stdout=theirs, env={**environment, **variables},
                       check=True)
        os.close(theirs)
        text = b""
        try:
            while piece := os.read(ours, 65536):
                text += piece
        except OSError:
            pass  # how Linux says that nobody writes any more
        os.close(ours)
        return text.decode("ascii").replace("\r\n", "\n")

    def test_only_a_terminal_gets_colour_and_its_own_width(self):
        plain = run("schedule")[1]
        self.assertNotIn("\x1b", plain)
        wide, narrow = self.on_terminal(140), self.on_terminal(80)
        for text, columns in ((wide, 140), (narrow, 80)):
            self.assertIn("\x1b[36m==", text)
            bare = re.sub(r"\x1b\[\d+m", "", text)
            widths = [len(line) for line in bare.splitlines()[3:]]
            self.assertLess(max(widths), columns)
            self.assertGreater(max(widths), columns - 10)
        self.assertNotIn("\x1b", self.on_terminal(80, NO_COLOR="1"))
        self.assertIn("==", self.on_terminal(20))


class RetryAfter(CommandTest):
    def test_values(self):
        self.prints("retry-after 120 --now 1700000000",
                    "120: wait 120.000 s, until 2023-11-14T22:15:20Z")
        self.prints("retry-after 0.25 --now 1700000000.5",
                    "0.25: wait 0.250 s, until 2023-11-14T22:13:20.750Z")
        self.prints("retry-after 'Tue, 14 Nov 2023 22:13:21 GMT' --now 1700000000",
                    "Tue, 14 Nov 2023 22:13:21 GMT: wait 1.000 s, until 2023-11-14T22:13:21Z")
        self.prints("retry-after 'Sun, 06 Nov 1994 08:49:37 GMT' --now 1700000000",
                    "Sun, 06 Nov 1994 08:49:37 GMT: wait 0.000 s, until 2023-11-14T22:13:20Z")
        self.prints("retry-after 0 --now -1", "0: wait 0.000 s, until 1969-12-31T23:59:59Z")

    def test_the_time_zone_is_of_no_weight(self):
        for zone in ("America/Los_Angeles", "Asia/Kolkata"):
            code, out, err = run("retry-after", "Tue, 14 Nov 2023 22:13:21 GMT", "--now",
                                 "1700000000", env=dict(os.environ, TZ=zone))
            self.assertEqual(out, "Tue, 14 Nov 2023 22:13:21 GMT: wait 1.000 s, until "
                                  "2023-11-14T22:13:21Z\n")

    def test_several_are_one_field(self):
        code, out, err = run("retry-after", "5", "soon", "120", "--now", "0")
        self.assertEqual((code, out.splitlines()), (0, [
            "5: wait 5.000 s, until 1970-01-01T00:00:05Z", "soon: malformed",
            "120: wait 120.000 s, until 1970-01-01T00:02:00Z",
            "all of them: wait 120.000 s, until 1970-01-01T00:02:00Z"]))

    def test_malformed_tells_what_is_understood_and_that_is_true(self):
        for strict in ([], ["--strict"]):
            code, out, err = run("retry-after", "soon", *strict)
            first, head, *forms = out.splitlines()
            self.assertEqual((code, err, first), (STOP, "", "soon: malformed"))
            self.assertEqual(head, "understood are, for example:")
            self.assertGreater(len(forms), 3)
            for form in forms:
                self.assertTrue(form.startswith("    "))
                self.assertEqual(run("retry-after", form.strip(), *strict)[0], 0, form)
        self.assertEqual(run("retry-after", "1.5", "--strict")[0], STOP)

    def test_operands_that_look_like_options(self):
        code, out, err = run("retry-after", "-5", "--now", "0")
        self.assertEqual((code, err, out.splitlines()[0]), (STOP, "", "-5: malformed"))
        code, out, err = run("retry-after", "--", "--now")
        self.assertEqual((code, err, out.splitlines()[0]), (STOP, "", "--now: malformed"))

    def test_a_value_cannot_write_to_the_terminal(self):
        self.assertIn(r"\x1b[2J: malformed", run("retry-after", "\x1b[2J")[1])
        self.assertIn("malformed", run("retry-after", "")[1])

    def test_what_is_too_far_for_a_calendar(self):
        code, out, err = run("retry-after", "9" * 30, "--now", "9223372036854774")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("wait 9223372036.854 s", out)

    def test_nothing_to_read(self):
        self.refuses("retry-after", "is missing")
        self.refuses("retry-after --strict", "is missing")


class Requests(CommandTest):
    def test_one_layer(self):
        self.prints("requests --attempts 3 --redirects 5",
                    "18 requests: 3 attempts x (1 + 5 redirects)")
        self.prints("requests --attempts 3", "3 requests: 3 attempts x (1 + 0 redirects)")
        self.prints("requests --redirects 1", "2 requests: 1 attempt x (1 + 1 redirect)")
        self.prints("requests --attempts 1 --redirects 0",
                    "1 request: 1 attempt x (1 + 0 redirects)")

    def test_layers(self):
        line = "12 requests: 3 attempts x (1 + 1 redirect), times 2 attempts x (1 + 0 redirects)"
        self.prints("requests --attempts 3 --redirects 1 --attempts 2", line)
        self.prints("requests --redirects 1 --attempts 3 --attempts 2", line)
        self.assertEqual(run("requests", "--attempts", "3", "--attempts", "3", "--redirects", "1",
                             "--redirects", "4")[1].split()[0], str(3 * 6 * 5))

    def test_shared(self):
        self.prints("requests --attempts 3 --redirects 5 --shared",
                    "8 requests: 3 attempts + 5 redirects")
        self.refuses("requests --attempts 3 --attempts 2 --shared", "--shared is for one layer")

    def test_it_saturates(self):
        layer = ["--attempts", "4294967295", "--redirects", "4294967295"]
        self.assertEqual(run("requests", *layer * 3)[1].split()[0], str(2**64 - 1))

    def test_nothing_given(self):
        self.refuses("requests", "--attempts, --redirects")
        self.refuses("requests --attempts -1", "--attempts takes a whole number")
        self.refuses("requests 3", "'3'")


class TimeLeft(CommandTest):
    def test_what_is_left(self):
        for line, said in {"--deadline 10s --elapsed 3.5s": "6.500", "": "none",
                           "--deadline 10s": "10.000", "--deadline none --elapsed 1h": "none",
                           "--deadline 0 --elapsed 1h": "none",
                           "--deadline 1ms --elapsed 0": "0.001"}.items():
            self.prints("time-left " + line, said)

    def test_nothing_is_left(self):
        """0 is for nobody to hand on: several clients take it for no limit."""
        for elapsed in ("10s", "1h"):
            self.prints("time-left --deadline 10s --elapsed " + elapsed, "0.000", STOP)

    def test_errors(self):
        self.refuses("time-left --deadline -1s", "--deadline")
        self.refuses("time-left --elapsed -1s", "--elapsed takes")
        self.refuses("time-left 3s", "'3s'")


class Convert(CommandTest):
    def test_one(self):
        self.prints("convert micronaut.attempts 2", "max_attempts 3: micronaut.attempts counts "
                                                    "retries")
        self.prints("convert spring-retry.maxAttempts 3",
                    "max_attempts 3: spring-retry.maxAttempts counts attempts")
        self.prints("convert failsafe.maxRetries -1",
                    "max_attempts unlimited: failsafe.maxRetries counts retries")
        self.prints("convert grpc.maxAttempts 1", "rejected: grpc.maxAttempts cannot be 1", STOP)

    def test_list_has_every_setting_and_what_convert_says(self):
        code, out, err = run("convert", "--list")
        self.assertEqual((code, err), (0, ""))
        lines = out.split("\n\n")[1].splitlines()
        numbers = lines[0].split()[2:]
        names = re.findall(r'^  \{"([^"]+)", ', header("counting"), re.M)
        self.assertEqual([line.split()[0] for line in lines[1:]], names)
        for line in lines[1:]:
            name, counts, *results = line.split()
            for number, result in zip(numbers, results, strict=True):
                said = run("convert", name, number)[1]
                expected = "rejected: " if result == "rejected" else f"max_attempts {result}: "
                self.assertTrue(said.startswith(expected), (line, number, said))

    def test_errors(self):
        self.refuses("convert", "micronaut.attempts 2")
        self.refuses("convert micronaut.attempts", "micronaut.attempts 2")
        self.refuses("convert micronaut.attempts 2 3", "micronaut.attempts 2")
        self.refuses("convert micronaut.retries 2", "'micronaut.retries'", "--list")
        self.refuses("convert micronaut.attempts two", "'two'")
        self.refuses("convert micronaut.attempts 9223372036854775808", "'9223372036854775808'")
        self.refuses("convert --list micronaut.attempts", "--list")


class Explain(CommandTest):
    def sentence(self, message):
        message = message.removeprefix("follow: ")
        return message[0].upper() + message[1:] + "."

    def test_every_reason_is_listed_as_the_library_says_it(self):
        code, out, err = run("explain")
        self.assertEqual((code, err), (0, ""))
        lines = [line.split(None, 2) for line in out.splitlines()]
        self.assertEqual(lines, [[name, verdict, self.sentence(message)]
                                 for name, _, verdict, message in reasons()])
        self.assertEqual(len(lines), 22)

    def test_every_reason_is_explained(self):
        """With the rule and what to change; and its example really leads to it."""
        examples = 0
        for reason, rule, verdict, message in reasons():
            code, out, err = run("explain", reason)
            self.assertEqual((code, err), (0, ""), reason)
            by = "follow()" if rule == "0" else f"rule {rule} of 13"
            self.assertEqual(out.splitlines()[0], f"{reason}: {verdict}, by {by}")
            self.assertIn(self.sentence(message), " ".join(out.split()))
            self.assertIn("To change it:\n", out)
            self.assertLess(max(map(len, out.splitlines())), 80)
            example = re.search(r"For example:\n    oncemore (.*)\n", out)
            if example:
                command, *arguments = words(example.group(1))
                answer = json.loads(run(command, "--json", *arguments)[1])
                self.assertEqual(answer["reason"], reason)
                examples += 1
        self.assertEqual(examples, 20)  # all but what the command itself refuses

    def test_when_a_503_is_unprocessed(self):
        text = " ".join(run("explain", "maybe_processed")[1].split())
        self.assertIn("+503 is right for Azure Cosmos DB, which promises it, and wrong behind "
                      "routers, CDNs and meshes", text)

    def test_the_options_that_it_names_exist(self):
        text = "".join(run("explain", reason)[1] for reason, *_ in reasons())
        pages = run("decide", "--help", "all")[1] + run("follow", "--help", "all")[1]
        for option in set(re.findall(r"--([a-z-]+)", text)):
            self.assertIn(f"  --{option} ", pages, option)

    def test_errors(self):
        self.refuses("explain perhaps", "'perhaps'", "oncemore explain")
        self.refuses("explain deadline success", "one reason")


class Help(CommandTest):
    def test_all(self):
        code, out, err = run("--help")
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(run("-h")[1], out)
        for command in COMMANDS:
            self.assertRegex(out, rf"(?m)^  {command} +\w")

    def test_each(self):
        for command in COMMANDS:
            code, out, err = run(command, "--help", "all")
            self.assertEqual((code, err), (0, ""), command)
            self.assertTrue(out.startswith(f"oncemore {command}: "))
            self.assertEqual(run(command, "-h", "all")[1], out)
            self.assertEqual(run("help", command, "all")[1], out)
            for line in out.splitlines():
                self.assertLess(len(line), 100, line)
                self.assertNotRegex(line, r"\s$|\t")

    def test_the_first_page(self):
        """Of a command with many options it has the common ones, and fits on a screen."""
        for command in COMMANDS:
            code, out, err = run(command, "--help")
            whole = run(command, "--help", "all")[1]
            self.assertEqual((code, err), (0, ""), command)
            self.assertEqual(run("help", command)[1], out)
            self.assertLessEqual(len(out.splitlines()), 60, command)
            self.assertLess(max(map(len, out.splitlines())), 100)
            options = re.findall(r"^  --\S+", out, re.M)
            for option in options:
                self.assertRegex(whole, rf"(?m)^{option}( |$)")
            for line in re.findall(r"^  \$ .*\n.*", whole, re.M):
                self.assertIn(line, out)
            if out != whole:
                count = len(re.findall(r"^  --\S+", whole, re.M))
                self.assertIn(f"'oncemore {command} --help all' says more: all {count} opt", out)
                self.assertGreater(count, len(options))
                self.assertGreater(len(options), 4)

    def test_every_option_of_the_first_pages_exists(self):
        source = (ROOT / "bindings/cli/help.cpp").read_text()
        names = re.findall(r'"([a-z-]+)"', re.search(r"everyday\[\] = \{(.*?)\}", source, re.S)[1])
        pages = "".join(run(command, "--help")[1] for command in COMMANDS)
        self.assertGreater(len(names), 20)
        for name in names:
            self.assertRegex(pages, rf"(?m)^  --{name}( |$)")

    def test_help(self):
        self.assertEqual(run("help"), run("--help"))
        self.refuses("help decied", "there is no command 'decied'; did you mean decide?")
        self.refuses("help decide twice", "one command")
        self.refuses("help decide all of it", "one command")

    def test_the_examples_print_what_they_say(self):
        tried = 0
        for command in COMMANDS:
            lines = run(command, "--help", "all")[1].splitlines()
            for line, following in zip(lines, [*lines[1:], ""]):
                if line.startswith("  $ oncemore "):
                    code, out, err = run(*words(line[len("  $ oncemore "):]))
                    self.assertEqual(err, "", line)
                    if following and not following.startswith("  $"):
                        self.assertEqual(out.splitlines()[0], following.strip(), line)
                    tried += 1
        self.assertGreater(tried, 12)

    def test_defaults_are_the_defaults(self):
        """Whatever --help says is the default changes nothing when it is given."""
        text = run("decide", "--help", "all")[1]
        line = ["decide", "--json", "--method", "POST", "--status", "503", "--random", "1"]
        expected = run(*line)
        defaults = re.findall(r"^  --(\S+) \S+\n((?:      .*\n)+)", text, re.M)
        tried = 0
        for option, body in defaults:
            default = re.search(r"Default: (.*?)\.$", " ".join(body.split()))
            if default and option not in ("method", "now", "random"):
                self.assertEqual(run(*line, "--" + option, default.group(1)), expected, option)
                tried += 1
        self.assertGreater(tried, 28)
        for default in ("2.0", "0.5", "1s", "30s", "none", "413, 421, 425, 429"):
            self.assertIn(f"Default: {default}. ", " ".join(text.split()))

    def test_version_is_the_librarys(self):
        parts = re.findall(r"#define ONCEMORE_VERSION_\w+ (\d+)", header("version"))
        self.assertEqual(run("--version"), (0, f"oncemore {'.'.join(parts)}\n", ""))


class Suggestions(CommandTest):
    """One that is near, or a few that are as near, or none."""

    def test_commands(self):
        for written, meant in {"decied": "decide", "dcide": "decide", "shedule": "schedule",
                               "retry_after": "retry-after", "retryafter": "retry-after",
                               "folow": "follow", "hlep": "help", "conv": "convert",
                               "requets": "requests"}.items():
            code, out, err = run(written)
            self.assertEqual(err, f"oncemore: there is no command '{written}'; "
                                  f"did you mean {meant}?\n")

    def test_options(self):
        for written, meant in {"statu": "status", "sttaus": "status", "retry-afer": "retry-after",
                               "max_attempts": "max-attempts", "backoff-intial": "backoff-initial",
                               "budjet": "budget", "hepl": "help"}.items():
            self.refuses(["decide", f"--{written}=1"],
                         f"there is no option '--{written}'; did you mean --{meant}?")
        self.refuses(["decide", "--backoff-"], "there is no option '--backoff-'")

    def test_words(self):
        self.refuses("decide --failure timeuot", "; did you mean timeout?")
        self.refuses("decide --backoff-jitter equals", "; did you mean equal?")
        self.refuses("decide --failure 28", "; did you mean --curl-exit 28?")
        self.refuses("explain final-status", "'final-status'")
        self.refuses("explain deadlines", "did you mean deadline?")
        self.refuses("convert micronaut.attempt 2", "did you mean micronaut.attempts?")

    def test_several_that_are_as_near(self):
        self.refuses("decide --server-wait-ca 1", "did you mean --server-wait-cap?")
        self.refuses("decide --body-cap 1s", "'--body-cap'")
        self.refuses("completion bsh", "; did you mean bash or zsh?")

    def test_nothing_is_near(self):
        for arguments in (["xyzzy"], ["decide", "--xyzzy"], ["decide", "--"  + "s" * 50],
                          ["decide", "--failure", "perhaps"], ["decide", "--failure", ""],
                          ["decide", "--failure", "280"], ["d\x1be"]):
            self.assertNotIn("did you mean", run(*arguments)[2], arguments)
        self.assertIn("there are decide, follow,", run("xyzzy")[2])


class Manual(unittest.TestCase):
    def page(self):
        code, out, err = run("--man")
        self.assertEqual((code, err), (0, ""))
        return out

    def rendered(self, *command):
        servers.need(command[0])
        done = subprocess.run(command, input=self.page(), capture_output=True, text=True,
                              env=dict(os.environ, MANWIDTH="100", LC_ALL="C"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return re.sub(".\b", "", done.stdout)  # bold is a letter twice

    def check(self, text):
        for section in ("NAME", "SYNOPSIS", "COMMANDS", "POLICY", "VALUES", "EXIT STATUS"):
            self.assertRegex(text, rf"(?m)^{section}$")
        flat = " ".join(text.split())
        for command in COMMANDS:
            for line in run(command, "--help", "all")[1].splitlines():
                if re.match(r"  --\S", line):
                    self.assertIn(line.strip(), flat)
        self.assertIn("'303:POST>GET'", text)
        self.assertIn("--status-set", text)
        self.assertNotIn("\\", text.replace("\\x", ""))

    def test_groff(self):
        self.check(self.rendered("groff", "-man", "-Tascii", "-P-c", "-P-b", "-P-u", "-ww",
                                 "-rLL=200n", "-rHY=0"))

    def test_mandoc(self):
        self.check(self.rendered("mandoc", "-Tascii", "-Owidth=200"))

    def test_mandoc_finds_nothing_to_warn_of(self):
        servers.need("mandoc")
        for page in (self.page(), (ROOT / "bindings/cli/oncemore-curl.1").read_text()):
            lint = subprocess.run(["mandoc", "-Tlint"], input=page, capture_output=True,
                                  text=True).stdout
            warnings = [line for line in lint.splitlines() if "missing date" not in line]
            self.assertEqual(warnings, [])

    def test_man(self):
        servers.need("man")
        with tempfile.NamedTemporaryFile("w", suffix=".1") as file:
            file.write(self.page())
            file.flush()
            done = subprocess.run(["man", "-l", file.name], capture_output=True, text=True,
                                  env=dict(os.environ, MANPAGER="cat", LC_ALL="C"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("should this HTTP request be sent once more", done.stdout)


if __name__ == "__main__":
    unittest.main()
