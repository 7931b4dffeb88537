# SPDX-License-Identifier: MIT
"""The command gives the answers of the vector files: every implementation runs them."""

import json

import vectors
from command import STOP, USAGE, CommandTest, run

NOW = "1000000000"  # any: the waits of these files are numbers
BEFORE_THE_POLICY = ("invalid_attempt", "cancelled", "success", "redirect")


def notes(decision):
    return "+".join(decision["notes"]) or "-"


class VectorTest(CommandTest):
    def decision(self, arguments):
        code, out, err = run("decide", "--json", "--exit-zero", "--now", NOW, *arguments)
        return (json.loads(out) if code == 0 else None), err

    def test_decisions(self):
        """What the library answers with invalid_attempt or invalid_policy is a usage error here;
        and a bad policy is one also where the attempt alone would have decided."""
        decided = refused = 0
        for where, (policy, attempt, random, expected, *_) in vectors.rows("decide"):
            if "retry_after=-" in attempt:
                continue  # no server can send a negative wait
            arguments = vectors.policy(policy) + vectors.attempt(attempt) + ["--random",
                                                                             "0x" + random]
            decision, err = self.decision(arguments)
            reason = expected.split()[1]
            if decision is None:
                refused += 1
                self.assertEqual(err.count("\n"), 1, where)
                bad_policy = reason in BEFORE_THE_POLICY and policy != "-"
                self.assertTrue(reason.startswith("invalid_") or bad_policy, (where, err))
            else:
                decided += 1
                answer = (f"{decision['verdict']} {decision['reason']} {decision['delay_ms']} "
                          f"{notes(decision)}")
                self.assertEqual(answer, expected, where)
        self.assertGreater(decided, 300)
        self.assertLess(refused, 160)

    def test_lines(self):
        for where, (policy, attempt, random, line, *_) in vectors.rows("describe"):
            if "retry_after=-" in attempt:
                continue
            decision, err = self.decision(vectors.policy(policy) + vectors.attempt(attempt) +
                                          ["--random", "0x" + random])
            if decision is None:
                self.assertRegex(line, "invalid_|success", (where, err))
            else:
                self.assertEqual(decision["line"], line, where)

    def test_policies(self):
        """An invalid policy is refused by the name of the field, a valid one is not."""
        for where, (policy, error, *_) in vectors.rows("validate"):
            if "=#" in policy:
                continue
            decision, err = self.decision(vectors.policy(policy) + ["--status", "503"])
            self.assertEqual(decision is not None, error == "none", (where, err))
            if error != "none":
                option = vectors.POLICY[error][0]
                self.assertIn(f" --{option}", err, where)

    def test_delays(self):
        for where, (policy, number, previous, random, expected, *_) in vectors.rows("backoff"):
            if number == "0":
                continue  # no attempt has this number
            decision, err = self.decision(
                vectors.policy(policy) +
                ["--max-attempts", "unlimited", "--attempt", number, "--previous-delay",
                 previous + "ms", "--random", "0x" + random, "--method", "GET", "--status", "503"])
            self.assertEqual(decision["delay_ms"], int(expected.split()[3]), (where, err))

    def test_trails(self):
        for where, (trail, expected, *_) in vectors.rows("trail"):
            decision, err = self.decision(["--status", "503", *vectors.trail(trail)])
            if decision is None:
                # Nothing that a hop, or a trail, can be.
                self.assertRegex(trail, r"(^|,)-|:>|>(,|$)|\+", (where, err))
                continue
            redirects = decision["attempt"]["redirects"]
            answer = f"{redirects['hops']} {'+'.join(redirects['flags']) or '-'}"
            self.assertEqual(answer, expected, where)

    def test_hops(self):
        tried = 0
        for where, (policy, trail, hop, expected, *_) in vectors.rows("follow"):
            if "retry_after=-" in hop:
                continue  # no server can send a negative wait
            arguments = vectors.policy(policy) + vectors.trail(trail) + vectors.hop(hop)
            code, out, err = run("follow", "--json", "--now", NOW, *arguments)
            if code == USAGE:
                self.assertRegex(expected, "^stop (invalid_|not_a_redirect)", (where, err))
                continue
            answer = json.loads(out)
            self.assertEqual(f"{answer['verdict']} {answer['reason']} {answer['delay_ms']} "
                             f"{answer['method']} {answer['body']}", expected, where)
            self.assertEqual(code, 0 if expected.startswith("follow") else STOP, where)
            tried += 1
        self.assertGreater(tried, 80)

    def test_retry_after_lines(self):
        """The lines stand in a response head, with the file's now as --now; no Date."""
        tried = 0
        for where, (grammar, now, lines, expected, *_) in vectors.rows("retry_after_lines"):
            field_lines = [] if lines == "-" else vectors.octets(lines).split(b"\n")
            head = b"HTTP/1.1 503 Service Unavailable\r\n" + b"".join(
                b"Retry-After:" + line + b"\r\n" for line in field_lines) + b"\r\n"
            milliseconds = int(now)
            sign = "-" if milliseconds < 0 else ""
            arguments = ["--now", sign + vectors.seconds(abs(milliseconds))]
            if abs(milliseconds) > 2**62:
                continue  # beyond what --now takes
            if grammar == "strict":
                arguments.append("--strict")
            code, out, err = run("decide", "--json", "--response", "-", *arguments, stdin=head)
            self.assertEqual(err, "", where)
            asked = json.loads(out)["attempt"]["retry_after"]
            answer = str(asked["wait_ms"]) if asked["kind"] == "wait" else asked["kind"]
            self.assertEqual(answer, expected, where)
            tried += 1
        self.assertGreater(tried, 100)

    def test_conventions(self):
        for where, (setting, number, expected, *_) in vectors.rows("conventions"):
            code, out, err = run("convert", setting, number)
            self.assertEqual(err, "", where)
            if expected == "0":
                self.assertEqual((code, out.split(":")[0]), (STOP, "rejected"), where)
            else:
                shown = "unlimited" if expected == "4294967295" else expected
                self.assertEqual((code, out.split(":")[0]), (0, f"max_attempts {shown}"), where)

    def test_requests(self):
        for where, (layers, expected, *_) in vectors.rows("requests"):
            if layers == "-":
                continue
            arguments = []
            if "+" in layers:
                arguments.append("--shared")
            for layer in layers.replace("+", "x").split(","):
                attempts, redirects = layer.split("x")
                arguments += ["--attempts", attempts, "--redirects", redirects]
            code, out, err = run("requests", *arguments)
            self.assertEqual((code, out.split(" ")[0], err), (0, expected, ""), where)
