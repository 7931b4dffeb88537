# SPDX-License-Identifier: MIT
"""How the command line is read: every option, every kind of value, every error."""

import json
import os
import re
import subprocess
import unittest

import vectors
from command import ONCEMORE, RETRY, ROOT, STOP, USAGE, CommandTest, run, unmixed

DECIDE = "decide --random 0 --method GET --status 503 "


def sources():
    return "".join(path.read_text() for path in (ROOT / "include/oncemore").glob("*.hpp"))


class ExitCodes(CommandTest):
    def test_retry_is_0_and_stop_is_1(self):
        self.prints(DECIDE, "attempt 1 of 4: 503, retry in 500 ms", RETRY)
        self.prints("decide --method GET --status 404",
                    "attempt 1 of 4: 404, stop: status_not_retried", STOP)
        self.prints("decide --exit-zero --method GET --status 404",
                    "attempt 1 of 4: 404, stop: status_not_retried", 0)
        self.prints("decide --exit-zero --random 0 --method GET --status 503",
                    "attempt 1 of 4: 503, retry in 500 ms", 0)

    def test_bad_usage_is_2(self):
        self.refuses("decide --exit-zero --status x", "--status")
        self.refuses("", "there are decide, ")
        for page in ("--help", "-h", "--version", "--man"):
            self.refuses(page + " decide", f"'{page}' takes no arguments")
        self.refuses("--frobnicate", "'--frobnicate'")
        self.refuses("frobnicate", "'frobnicate'", "decide")
        for command in ("decide", "schedule", "retry-after", "requests", "convert", "explain",
                        "demo"):
            self.refuses([command, "--frobnicate"], f"oncemore {command}: ", "'--frobnicate'")
            self.refuses([command, "-x"], "'-x'")
            self.refuses([command, "--frob\x1b[31m=3"], r"'--frob\x1b[31m'")

    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([ONCEMORE, "demo"], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, USAGE)
        self.assertEqual(done.stderr, b"oncemore demo: standard output cannot be written\n")


class Names(CommandTest):
    def test_no_abbreviation(self):
        """A new option must not change what a script means."""
        self.refuses("decide --method GET --statu 503", "'--statu'")
        self.refuses("decide --method GET --statu=503", "'--statu'")
        self.refuses("decide --hel", "'--hel'")

    def test_both_ways_to_give_a_value(self):
        self.prints("decide --random=0 --method=GET --status=503",
                    "attempt 1 of 4: 503, retry in 500 ms")

    def test_missing_value(self):
        self.refuses("decide --status", "--status takes", "its value is missing")
        self.refuses("decide --random 0 --method GET --status 503 --backoff-cap", "--backoff-cap")

    def test_value_of_a_flag(self):
        self.refuses("decide --status 503 --json=yes", "--json takes no value")

    def test_the_last_one_counts(self):
        self.prints(DECIDE + "--status 404", "attempt 1 of 4: 404, stop: status_not_retried", STOP)

    def test_order_does_not_matter(self):
        """Not even where the environment asks getopt for something else."""
        environment = dict(os.environ, POSIXLY_CORRECT="1")
        code, out, err = run("retry-after", "120", "--now", "0", env=environment)
        self.assertEqual((code, out, err),
                         (0, "120: wait 120.000 s, until 1970-01-01T00:02:00Z\n", ""))

    def test_operands_where_there_are_none(self):
        self.refuses("decide GET", "'GET'")
        self.refuses("schedule --max-attempts 3 --backoff-cap 3s x", "'x'")
        self.refuses("demo fast", "'fast'")

    def test_every_field_of_a_policy_has_an_option(self):
        """The fields are those that validate() names, as they stand in the header."""
        table = re.search(r"policy_error_names\b.*?=\s*\{(.*?)\}", sources(), re.S).group(1)
        fields = [name for name in re.findall(r'"([a-z_.]+)"', table) if name != "none"]
        self.assertEqual(len(fields), 20)
        self.assertEqual(set(fields) | {"max_redirects"}, set(vectors.POLICY))
        for command in ("decide", "schedule"):
            text = run(command, "--help", "all")[1]
            for option, _ in vectors.POLICY.values():
                self.assertIn(f"\n  --{option} ", text)

    def test_every_field_of_an_attempt_has_an_option(self):
        struct = re.search(r"struct Attempt \{(.*?)\n\};", sources(), re.S).group(1)
        fields = re.findall(r"^  \w[\w ]*? (\w+)(?: = [\w:]+|\{\});", struct, re.M)
        self.assertEqual(len(fields), 14)
        text = run("decide", "--help", "all")[1]
        others = {"number": ["attempt"], "outcome": ["status", "failure", "response"],
                  "redirects": ["redirect", "response"]}
        for field in fields:
            for option in others.get(field, [field.replace("_", "-")]):
                self.assertIn(f"\n  --{option} ", text)


class Durations(CommandTest):
    """Each is read as the own delay: without jitter that is --backoff-initial."""

    def delay(self, written):
        line = f"decide --json --method GET --status 503 --backoff-jitter none --backoff-cap none "
        code, out, err = run(*line.split(), "--backoff-initial", written)
        self.assertEqual((code, err), (RETRY, ""), written)
        return json.loads(out)["delay_ms"]

    def test_units(self):
        for written, milliseconds in {"250ms": 250, "1s": 1000, "1.5s": 1500, "2m": 120000,
                                      "1h": 3600000, "0.5h": 1800000, "0": 0, "0s": 0, "0.0": 0,
                                      "0ms": 0, "007s": 7000}.items():
            self.assertEqual(self.delay(written), milliseconds, written)

    def test_what_is_finer_than_a_millisecond_is_rounded_up(self):
        for written, milliseconds in {"0.1ms": 1, "1.0001s": 1001, "1.0010s": 1001,
                                      "0.0000000000000000000001h": 1,
                                       "1.00000000000000000000s": 1000,
                                      "2.9999999999999999999ms": 3, "0.001m": 60,
                                      "0.00001m": 1}.items():
            self.assertEqual(self.delay(written), milliseconds, written)

    def test_what_is_too_large_is_the_largest(self):
        for written in ("9223372036854ms", "9223372036855ms", "9223372036.855s", "99999999999h",
                        "18446744073709551616s", "9223372036854775.9999s", "9" * 1000 + "m"):
            self.assertEqual(self.delay(written), 9223372036854, written[:30])

    def test_what_is_none(self):
        for written in ("30", "1", "1 s", "s", "", "ms", ".5s", "5.s", "1.5", "+1s", "1e3ms", "1d",
                        "1s2ms", "0x10s", "1S", "infinity", "1,5s", " 1s", "1s ", "\u0661s"):
            self.refuses(["decide", "--status", "503", "--backoff-initial", written],
                         "--backoff-initial takes a duration such as 250ms")

    def test_negative(self):
        """The library says that a policy's duration is not negative."""
        self.refuses("decide --status 503 --deadline -1s", "deadline must not be negative")
        self.refuses("decide --status 503 --backoff-initial=-1ms", "--backoff-initial")
        self.refuses("decide --status 503 --elapsed -1ms", "--elapsed")

    def test_none(self):
        self.assertEqual(self.delay("1s"), 1000)
        for option in ("deadline", "backoff-cap", "server-wait-cap"):
            self.prints(f"decide --random 0 --method GET --status 503 --{option} none",
                        "attempt 1 of 4: 503, retry in 500 ms")
        self.refuses("decide --status 503 --backoff-floor none", "--backoff-floor")


class Ratios(CommandTest):
    def ceiling(self, multiplier):
        """10 s grown once."""
        line = ("decide --json --method GET --status 503 --attempt 2 --backoff-jitter none "
                "--backoff-initial 10s --backoff-cap none --backoff-multiplier")
        return json.loads(run(*line.split(), multiplier)[1])["delay_ms"]

    def test_multiplier(self):
        for written, delay in {"2": 20000, "2.0": 20000, "1.5": 15000, "150%": 15000, "1": 10000,
                               "1.0004": 10000, "1.0005": 10010, "1.00049999": 10000,
                               "133.33%": 13330, "133.35%": 13340, "100.0%": 10000}.items():
            self.assertEqual(self.ceiling(written), delay, written)

    def test_spread(self):
        line = ("decide --json --method GET --status 503 --backoff-jitter proportional "
                "--random 0 --backoff-spread ")
        for written, delay in {"0.5": 500, "50%": 500, "0": 1000, "1": 0, "100%": 0, "0.0005": 999,
                               "12.5%": 875}.items():
            self.assertEqual(json.loads(run(*(line + written).split())[1])["delay_ms"], delay)

    def test_what_is_none(self):
        for written in ("half", "", "-0.5", ".5", "5.", "50 %", "50%%", "%", "1/2", "4294967.296",
                        "99999999999999999999"):
            self.refuses(["decide", "--status", "503", "--backoff-spread", written],
                         "--backoff-spread takes a ratio such as 2, 0.5 or 50%")
        self.refuses("decide --status 503 --backoff-multiplier 0.9", "at least 1000 thousandths")
        self.refuses("decide --status 503 --backoff-spread 1.001", "at most 1000 thousandths")


class Numbers(CommandTest):
    def test_counts(self):
        self.prints(DECIDE + "--max-attempts unlimited --attempt 4294967294",
                    "attempt 4294967294 of unlimited: 503, retry in 15000 ms")
        self.prints(DECIDE + "--max-attempts 4294967295",
                    "attempt 1 of unlimited: 503, retry in 500 ms")
        for written in ("4294967296", "-1", "1.0", "", "x", "0x4", " 4", "four"):
            for option in ("--max-attempts", "--max-redirects", "--attempt"):
                self.refuses(["decide", "--status", "503", option, written], option + " takes a")
        self.refuses("decide --status 503 --attempt 0", "--attempt takes")
        self.refuses("decide --status 503 --max-attempts 0", "--max-attempts", "at least 1")

    def test_statuses(self):
        for status in ("0", "42", "99", "100", "102", "199", "1000", "65736", "-503", "4294967799",
                       "18446744073709552119", "0000", "00", "", "5O3", "503.0"):
            self.refuses(["decide", "--method", "GET", "--status", status],
                         "--status takes the status of a final response, one of 101, 200-999")
        for status in ("101", "200", "999"):
            self.assertNotEqual(run("decide", "--method", "GET", "--status", status)[0], USAGE)

    def test_random(self):
        highest, middle = unmixed(2**64 - 1), unmixed(2**63)
        for written, delay in {"0": 500, "0x0": 500, "0x00000000000000000000": 500,
                               str(highest): 1000, f"0x{highest:x}": 1000, f"0X{highest:X}": 1000,
                               f"0x00000{highest:x}": 1000, str(middle): 750,
                               f"0x{middle:x}": 750}.items():
            answer = self.decides(f"--method GET --status 503 --random {written}")
            self.assertEqual(answer["delay_ms"], delay, written)
        for written in ("", "0x", "0x1g", "-1", "18446744073709551616", "0x10000000000000000", "ff",
                        "1.5"):
            self.refuses(["decide", "--status", "503", "--random", written],
                         "--random takes 64 bits")

    def test_the_systems_dice_are_thrown(self):
        """And all of their 64 bits are used."""
        bits = [int(self.decides("--method GET --status 503")["random"], 16) for _ in range(64)]
        self.assertEqual(len(set(bits)), 64)
        for bit in range(64):
            self.assertEqual({number >> bit & 1 for number in bits}, {0, 1}, bit)

    def test_random_is_told_so_that_a_decision_can_be_repeated(self):
        first = self.decides("--method GET --status 503")
        again = self.decides(f"--method GET --status 503 --random {first['random']}")
        self.assertEqual(first, again)


class Words(CommandTest):
    def test_every_enumerator_is_taken_by_its_name(self):
        table = {"unrepeatable": "never if_unprocessed always", "rewrite": "browser keep",
                 "redirect-proof": "method_change any_hop",
                 "backoff-jitter": "none full equal proportional additive decorrelated",
                 "server-wait-mode": "at_least instead ignore",
                 "server-wait-over-cap": "give_up clamp", "repeatable": "by_method yes no",
                 "evidence": "by_outcome never_sent not_processed unknown processed",
                 "body": "replayable consumed", "budget": "granted denied",
                 "server-says": "nothing retry do_not_retry"}
        for option, names in table.items():
            for name in names.split():
                code = run("decide", "--method", "GET", "--status", "503", "--" + option, name)[0]
                self.assertNotEqual(code, USAGE, (option, name))
            *most, last = names.split()
            self.refuses(["decide", "--status", "503", "--" + option, "perhaps"],
                         f"--{option} takes {', '.join(most)} or {last}, not 'perhaps'")
            for other in ("", names.split()[0].upper(), names.split()[0] + " "):
                self.refuses(["decide", "--status", "503", "--" + option, other], "--" + option)

    def test_failures(self):
        for name in ("name_resolution connect tls_handshake not_sent tls_certificate rejected send "
                     "timeout connection_lost bad_response redirect_limit other cancelled").split():
            answer = self.decides(f"--method GET --failure {name}")
            self.assertEqual(answer["attempt"]["failure"], name)
        for name in ("none", "", "TIMEOUT", "timeouts", "8"):
            self.refuses(["decide", "--failure", name], "--failure takes name_resolution, connect")

    def test_methods_are_tokens_as_they_are_sent(self):
        self.prints("decide --random 0 --method get --status 504",
                    "attempt 1 of 4: 504, stop: maybe_processed", STOP)
        self.assertEqual(self.decides("--method get --status 200")["attempt"]["method"], "unknown")
        self.refuses(["decide", "--status", "503", "--method", ""], "--method takes")

    def test_no_method_is_not_idempotent(self):
        self.prints("decide --status 504", "attempt 1 of 4: 504, stop: maybe_processed", STOP)


class Sets(CommandTest):
    def retries(self, what, *arguments):
        option = "--status" if what.isdigit() else "--failure"
        return run("decide", "--method", "GET", option, what, *arguments)[0] == RETRY

    def test_a_sign_in_front_changes_the_default(self):
        for status, retried in {"409": True, "530": False, "503": True, "429": True}.items():
            self.assertEqual(self.retries(status, "--status-set", "+409,-530,503"), retried, status)
            self.assertEqual(self.retries(status, "--status-set", "+409, -530, 503"), retried)

    def test_no_sign_in_front_replaces_it(self):
        for status, retried in {"409": True, "503": False, "429": True, "530": False}.items():
            self.assertEqual(self.retries(status, "--status-set", "409,429"), retried, status)
            self.assertEqual(self.retries(status, "--status-set", "429,503,+409,-503"), retried)

    def test_none(self):
        self.assertFalse(self.retries("503", "--status-set", "none"))
        self.assertFalse(self.retries("timeout", "--failure-set", "none"))
        self.assertTrue(self.retries("503", "--status-set", "none", "--status-set", "+503"))

    def test_ranges(self):
        for status, retried in {"499": False, "500": True, "505": True, "509": True, "520": False,
                                "599": False, "600": False}.items():
            self.assertEqual(self.retries(status, "--status-set", "500-511,-520-530"), retried)
        self.assertFalse(self.retries("700", "--status-set", "-512-999"))

    def test_repeated_lists_go_on_from_one_another(self):
        both = ("--status-set", "+409", "--status-set", "-503")
        self.assertTrue(self.retries("409", *both))
        self.assertFalse(self.retries("503", *both))

    def test_unprocessed(self):
        """A POST is retried after what means that it was not processed."""
        line = "decide --random 0 --method POST --status 504"
        self.prints(line + " --unprocessed-set +504", "attempt 1 of 4: 504, retry in 500 ms")
        self.prints("decide --method POST --status 503 --unprocessed-set 421,425",
                    "attempt 1 of 4: 503, stop: maybe_processed", STOP)

    def test_failures(self):
        self.assertTrue(self.retries("other", "--failure-set", "+other,-timeout"))
        self.assertFalse(self.retries("timeout", "--failure-set", "+other,-timeout"))
        self.assertTrue(self.retries("connect", "--failure-set", "+other,-timeout"))
        self.assertFalse(self.retries("connect", "--failure-set", "other"))

    def test_what_is_no_set(self):
        for written in ("", "+", "-", ",", "503,", ",503", "503,,504", "5O3", "503-", "-503-",
                        "599-500", "503;504", "+-503", "-+503", "503 504", "none,503",
                        "99999999999", "+503-99999999999"):
            self.refuses(["decide", "--status", "503", "--status-set", written],
                         "--status-set takes statuses such as 429,503")
        for written in ("", "timeouts", "timeout,", "+timeout-send", "8"):
            self.refuses(["decide", "--status", "503", "--failure-set", written],
                         "--failure-set takes failures such as")

    def test_what_the_library_refuses(self):
        for written in ("+302", "-302", "302", "399", "1000", "0", "0-2147483647", "+2147483647"):
            self.refuses(["decide", "--status", "503", "--status-set", written],
                         "--status-set: statuses must name nothing outside 400 to 999")
            self.refuses(["schedule", "--unprocessed-set", written],
                         "--unprocessed-set: unprocessed must name nothing outside 400 to 999")
        self.refuses("decide --status 503 --failure-set +cancelled", "never cancelled")

    def test_the_default_as_it_is_shown_is_the_default(self):
        text = " ".join(run("decide", "--help", "all")[1].split())
        for option in ("status-set", "unprocessed-set", "failure-set"):
            shown = re.search(rf"--{option} .*?Default: (.*?)\. --", text).group(1)
            for what in [*map(str, range(400, 602)), "999", "timeout", "other", "redirect_limit"]:
                self.assertEqual(self.retries(what), self.retries(what, "--" + option, shown),
                                 (option, what))


class Errors(CommandTest):
    def test_an_attempt_ends_in_one_way(self):
        self.refuses("decide --method GET", "--status, --failure, --response or --curl-exit")
        self.refuses("decide --status 503 --failure timeout", "--status and --failure exclude")
        for option in ("--status 503", "--retry-after 3", "--date x", "--redirect '303:POST>GET'"):
            self.refuses("decide --response - " + option, option.split()[0], "--response")

    def test_invalid_policies_are_told_by_field_and_sentence(self):
        self.refuses("decide --status 200 --backoff-cap 1s --backoff-floor 2s",
                     "--backoff-floor: backoff.floor must not be negative and not "
                     "above backoff.cap")
        self.refuses("schedule --backoff-floor 31s", "--backoff-floor")

    def test_a_value_from_outside_cannot_break_the_line(self):
        for value in ("a\nb", "\x1b[2J", "x" * 5000, "\u2028", "\x7f"):
            self.refuses(["decide", "--status", value], "--status takes")
            self.refuses(["explain", value])
            self.refuses(["convert", value, "2"])
        self.assertIn(r"not 'a\x0ab'", run("decide", "--status", "a\nb")[2])

    def test_no_octets_that_python_likes_are_needed(self):
        code, _, err = run(b"decide", b"--status", b"\xff\xfe")
        self.assertEqual((code, err.count("\n")), (USAGE, 1))


class Output(CommandTest):
    def test_delay_is_seconds_for_sleep(self):
        for written, printed in {"1250ms": "1.250", "1ms": "0.001", "0": "0.000", "10s": "10.000",
                                 "0.0001s": "0.001", "none": "9223372036.854"}.items():
            line = ("decide --delay --method GET --status 503 --backoff-jitter none "
                    "--backoff-cap none --server-wait-cap none")
            if written == "none":
                line += " --retry-after 99999999999"
            else:
                line += f" --backoff-initial {written}"
            self.prints(line, printed)

    def test_delay_is_never_rounded_down(self):
        """A server's 1.2341 s is 1235 ms, and that is what is printed."""
        self.prints("decide --delay --method GET --status 503 --server-wait-mode instead "
                    "--server-wait-spread 0 --retry-after 1.2341", "1.235")

    def test_delay_prints_nothing_after_a_stop(self):
        """`sleep "$(oncemore decide --delay ...)"` then fails instead of going on at once."""
        for line in ("--status 404", "--status 503 --attempt 4", "--status 503 --retry-after 120"):
            self.assertEqual(run("decide", "--delay", "--method", "GET", *line.split()),
                             (STOP, "", ""))
        sleep = subprocess.run(["sleep", ""], capture_output=True)
        self.assertNotEqual(sleep.returncode, 0)

    def test_log(self):
        line = "attempt 1 of 4: 503, retry in 500 ms\n"
        arguments = ["decide", "--method", "GET", "--status", "503", "--random", "0", "--log"]
        self.assertEqual(run(*arguments, "--delay"), (RETRY, "0.500\n", line))
        self.assertEqual(run(*arguments), (RETRY, line, line))

    def test_json_and_delay_exclude_each_other(self):
        self.refuses("decide --status 503 --json --delay", "--json and --delay")

    def test_json(self):
        answer = self.decides(
            "--attempt 2 --method POST --status 421 --repeatable yes --evidence not_processed "
            "--elapsed 1.5s --previous-delay 250ms --retry-after 2 --random 0x8000000000000000 "
            "--redirect '307:POST>POST' --redirect '301:POST>POST' --budget-paid 1.5 --hold 250ms "
            "--server-wait-spread 0")
        self.assertEqual(answer, {
            "verdict": "retry", "reason": "retryable_status", "delay_ms": 2000,
            "notes": ["server_wait_applied", "new_connection"],
            "attempt": {
                "number": 2, "method": "POST", "status": 421, "failure": "none",
                "repeatable": "yes", "evidence": "not_processed", "body": "replayable",
                "budget": "granted", "server_says": "nothing", "elapsed_ms": 1500,
                "previous_delay_ms": 250, "retry_after": {"kind": "wait", "wait_ms": 2000},
                "redirects": {"hops": 2, "flags": ["moved", "doubtful"]}, "budget_paid": 1500,
                "hold_ms": 250},
            "random": "0x8000000000000000",
            "line": "attempt 2 of 4: 421, retry in 2000 ms (server asked 2000 ms), new connection"})

    def test_json_of_a_stop(self):
        answer = self.decides("--method GET --failure timeout --attempt 4 --random 0 --budget "
                              "denied --body replayable --server-says nothing")
        self.assertEqual((answer["verdict"], answer["reason"], answer["delay_ms"],
                          answer["notes"]), ("stop", "attempts_exhausted", 4000, []))
        self.assertEqual(answer["attempt"]["status"], 0)
        self.assertEqual(answer["attempt"]["retry_after"], {"kind": "absent", "wait_ms": 0})

    def test_json_names_are_the_c_abis(self):
        header = (ROOT / "capi/include/oncemore.h").read_text()

        def fields(struct):
            body = re.search(rf"struct oncemore_{struct} \{{(.*?)\n\}}", header, re.S).group(1)
            return {name for name in re.findall(r"^  \w+ (\w+);", body, re.M)
                    if name != "struct_size" and not name.startswith("reserved")}

        answer = self.decides("--method GET --status 503")
        self.assertEqual(fields("decision"), set(answer) - {"attempt", "random", "line"})
        self.assertEqual(fields("attempt"), set(answer["attempt"]))
        self.assertEqual(fields("retry_after"), set(answer["attempt"]["retry_after"]))
        self.assertEqual(fields("trail"), set(answer["attempt"]["redirects"]))


class ServerWaits(CommandTest):
    def asked(self, arguments):
        asked = self.decides("--method GET --status 503 " + arguments)["attempt"]["retry_after"]
        return asked["wait_ms"] if asked["kind"] == "wait" else asked["kind"]

    def test_field_lines(self):
        self.assertEqual(self.asked("--retry-after 2"), 2000)
        self.assertEqual(self.asked("--retry-after 2 --retry-after 5 --retry-after 3"), 5000)
        self.assertEqual(self.asked("--retry-after soon"), "malformed")
        self.assertEqual(self.asked("--retry-after soon --retry-after 5"), 5000)
        self.assertEqual(self.asked("--retry-after -5"), "malformed")
        self.assertEqual(self.asked("--retry-after ''"), "absent")
        self.assertEqual(self.asked("--retry-after '' --retry-after 1"), 1000)

    def test_the_clock(self):
        date = "--retry-after 'Tue, 14 Nov 2023 22:13:30 GMT' "
        self.assertEqual(self.asked(date + "--now 1700000000"), 10000)
        self.assertEqual(self.asked(date + "--now 1700000000.25"), 9750)
        self.assertEqual(self.asked(date + "--now 1700000000.2505"), 9750)
        self.assertEqual(self.asked(date + "--now 1800000000"), 0)
        self.assertEqual(self.asked(date + "--now -1.0005"), 1700000010000 + 1001)
        self.assertEqual(self.asked(date), 0)

    def test_date_is_the_better_clock(self):
        date = "--retry-after 'Tue, 14 Nov 2023 22:13:30 GMT' --now 1700000000 "
        self.assertEqual(self.asked(date + "--date 'Tue, 14 Nov 2023 22:13:29 GMT'"), 1000)
        self.assertEqual(self.asked(date + "--date 'half past ten'"), 10000)
        self.assertEqual(self.asked(date + "--date ''"), 10000)

    def test_a_date_out_of_a_cache_is_not_used(self):
        line = ("--retry-after 'Tue, 14 Nov 2023 22:13:30 GMT' --now 1700000000 "
                "--date 'Tue, 14 Nov 2023 22:13:29 GMT' ")
        for age, wait in {"0": 1000, "00": 1000, "1": 10000, "x": 10000, "''": 1000,
                          "0 --age 5": 10000, "5 --age 0": 10000}.items():
            self.assertEqual(self.asked(line + "--age " + age), wait, age)

    def test_strict(self):
        self.assertEqual(self.asked("--retry-after 1.5"), 1500)
        self.assertEqual(self.asked("--retry-after 1.5 --strict"), "malformed")
        date = "--retry-after 'Tue, 14 Nov 2023 22:13:30 GMT' --now 1700000000 --strict "
        self.assertEqual(self.asked(date + "--date '14 Nov 2023 22:13:29 GMT'"), 1000)

    def test_now(self):
        for written in ("", "now", "1e5", "2023-11-14", "0x10", "1700000000Z", "9223372036854776"):
            self.refuses(["decide", "--status", "503", "--now", written], "--now takes seconds")
        for written in ("9223372036854774", "-9223372036854774", "0", "-0.5"):
            self.assertEqual(run("decide", "--method", "GET", "--status", "503", "--now",
                                 written)[0], RETRY)


class Redirects(CommandTest):
    def test_steps(self):
        line = "decide --random 0 --method POST --status 429 "
        self.prints(line + "--redirect '303:POST>GET'", "attempt 1 of 4: 429, stop: accepted", STOP)
        self.prints(line + "--redirect '307:POST>POST'", "attempt 1 of 4: 429, retry in 500 ms")
        self.prints(line + "--redirect '302:POST>POST'",
                    "attempt 1 of 4: 429, stop: maybe_processed", STOP)
        self.prints(line + "--redirect '303:POST>GET' --redirect again",
                    "attempt 1 of 4: 429, retry in 500 ms")
        self.prints(line + "--redirect '307:POST>POST' --redirect-proof any_hop",
                    "attempt 1 of 4: 429, stop: accepted", STOP)

    def test_whole_trails(self):
        for trail, told in {"0": (0, []), "3": (3, []), "1+moved": (1, ["moved"]),
                            "2+moved+accepted+doubtful": (2, ["moved", "accepted", "doubtful"]),
                            "2+moved+doubtful": (2, ["moved", "doubtful"])}.items():
            redirects = self.decides(f"--status 503 --redirect {trail}")["attempt"]["redirects"]
            self.assertEqual((redirects["hops"], redirects["flags"]), told, trail)
        answer = self.decides("--method POST --status 429 --redirect 1+moved --redirect "
                              "'303:POST>GET'")
        self.assertEqual((answer["reason"], answer["attempt"]["redirects"]["hops"]),
                         ("accepted", 2))

    def test_a_hold_is_the_least_delay(self):
        line = "decide --random 0 --method GET --status 503 "
        self.prints(line + "--hold 5s", "attempt 1 of 4: 503, retry in 5000 ms")
        self.prints(line + "--hold 5s --deadline 5s",
                    "attempt 1 of 4: 503, stop: deadline, wait 5000 ms", STOP)
        self.prints(line + "--hold 100ms", "attempt 1 of 4: 503, retry in 500 ms")
        self.refuses(line + "--hold -1s", "--hold takes a duration")
        self.refuses(line + "--budget-paid x", "--budget-paid takes a ratio")

    def test_what_is_no_step(self):
        for written in ("", "303:", "1+", "1+accepted", "1+moved+", "1+doubtful",
                        "1+moved+doubtful+accepted", "-1+moved", "4294967296", "+moved",
                        "303:POST", "303:POST>", "303:>GET", ":POST>GET", "POST>GET",
                        "x:POST>GET", "-303:POST>GET", "303:POST<GET", "Again",
                        "99999999999:POST>GET"):
            self.refuses(["decide", "--status", "503", "--redirect", written],
                         "--redirect takes a hop such as '303:POST>GET'")


if __name__ == "__main__":
    unittest.main()
