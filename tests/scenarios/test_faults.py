# SPDX-License-Identifier: MIT
"""The run sees what is wrong: the reference driver with a fault, or worse drivers, is reported."""

import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import driver
import exceptions
import reference_driver
import scenario
import tls
import trial
from adapters import Adapter

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SHAPES = ("outer", "inner")
TRAITS = "rewrites waits_at_hops counts_hops drops_secrets"

# The fault, the scenario that must see it, and what is said of it. What happens late is seen while
# another scenario runs. That all is well without a fault is tested below.
SEEN = {
    "follows_unasked": ("seed_unfollowed_302", "were GET /planetary/apod, "
                        "10x GET /planetary/apod?redirected=1"),
    "retries_a_redirect": ("seed_unfollowed_302", "were 3x GET /planetary/apod"),
    "repeats_a_post": ("post_504", "arrivals: expected POST /a 1000; were 4x POST /a 1000"),
    "loses_the_body": ("post_503_unprocessed", "arrivals: expected 4x POST /a 1000; "
                       "were POST /a 1000, 3x POST /a"),
    "waits_too_short": ("retry_after_1", "wait: expected 1000.. ms; was"),
    "appends_the_attempt": ("attempt_field", "GET /a Retry-Attempt=12"),
    "opens_connections": ("one_connection", "connections: expected 1; were 3"),
    "sends_after_the_end": ("cancelled_in_the_wait timeout_get",
                            "GET /a arrived after the call had ended"),
    "hides_a_decision": ("success", "decisions: expected stop success 0; were none"),
    "hides_the_answer": ("success", "result: expected status 200; was status 200, body 0"),
    "names_another_failure": ("refused_get", "result: expected error connect; was error other"),
    "believes_the_caller": ("handler_connect_post", "were 4x POST /a 1000"),
    "trusts_what_is_below": ("below_repeats_get", "were 6x GET /a"),
    "names_no_remedy": ("below_follows_get", "says: expected by itself|"),
    "decides_in_each_layer": ("two_layers", "were 6x GET /a"),
    "forgets_the_place": ("file_307", "were POST /a 1000, POST /b part"),
    "drains_for_ever": ("slow_body", "wait: expected ..2000 ms; the call took"),
    "loses_a_drained_connection": ("cancelled_in_a_drain", "was error timeout"),
    "believes_its_clock": ("clock_slow clock_fast", "stop server_wait_too_long 3"),
    "keeps_the_connection": ("new_connection_421", "was status 421"),
    "keeps_a_dead_connection": ("one_attempt_on_a_kept_connection", "was error connection_lost"),
    "hides_the_tunnel": ("tunnel_403", "were 2x CONNECT tunnel"),
    "refuses_a_body": ("post_503_unprocessed", "refused body; exceptions.txt gives no reason"),
    "dies": ("success", "the driver gave no answer and ended with 1; it said: a fault"),
}


NOT_STREAMED = """
name
  request    GET {http}/a
  /a         200 half
  arrivals   none
  result     error connection_lost
  result.streams  status 200 body=- or error connection_lost
  decisions  stop success
"""


def reference(*words):
    return shlex.join([sys.executable, "-B", str(HERE / "reference_driver.py"), *words])


def adapter(*traits, command="true"):
    return Adapter("a", "Python", frozenset(traits), command)


def table(folder, name, *rows):
    path = pathlib.Path(folder, name)
    path.write_text("".join(f"{row}\n" for row in rows), encoding="ascii")
    return path


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.certificates = tls.Certificates()
        cls.scenarios = {each.name: each for each in scenario.read_all()}

    @classmethod
    def tearDownClass(cls):
        cls.certificates.close()
        cls.folder.cleanup()

    def differences(self, command, *names, excepted=()):
        """What is said of an outer adapter in these scenarios."""
        self.exceptions = exceptions.Exceptions(table(self.folder.name, "exceptions.txt",
                                                      *excepted))
        trials = trial.run_all(
            adapter("outer", command=command), [self.scenarios[name] for name in names],
            self.certificates, self.exceptions, ROOT)
        return [difference for each in trials for difference in each.differences]

    def test_each_fault_is_seen(self):
        self.assertEqual(set(SEEN), set(reference_driver.FAULTS))
        for fault, (names, said) in SEEN.items():
            with self.subTest(fault):
                self.assertIn(said, "\n".join(
                    self.differences(reference("outer", fault), *names.split())))

    def test_a_program_that_is_not_there(self):
        self.assertIn("ended with 127", self.differences("no-such-program-anywhere", "success")[0])

    def test_a_driver_that_never_answers(self):
        with unittest.mock.patch.object(driver, "PATIENCE_AT_START", 0.5):
            self.assertIn("ended with -9", self.differences("sleep 60", "success")[0])

    def test_an_answer_that_is_none(self):
        self.assertIn("no answer of four cells", self.differences("cat /dev/zero | tr '\\0' '\\n'",
                                                                  "success")[0])
        self.assertIn("no decision: 'perhaps'", self.differences(
            "yes 'status 200 | 10 | perhaps | -'", "success")[0])

    def test_an_option_that_cannot_be_done_needs_its_reason(self):
        row = "http2 | a | the client has none"
        self.assertIn("gives no reason", self.differences(reference("outer"), "h2_302")[0])
        self.assertEqual([], self.differences(reference("outer"), "h2_302", excepted=[row]))
        self.assertEqual([], self.exceptions.unused())

    def test_a_reason_whose_option_works_is_wrong(self):
        row = "body=replayable | a | said without trying"
        self.assertEqual(["exceptions.txt says that body=replayable does not work, and it did"],
                         self.differences(reference("outer"), "post_504", excepted=[row]))
        self.assertEqual(["exceptions.txt: body=replayable for a: no driver refused it"],
                         self.exceptions.unused())

    def test_an_option_that_nobody_asked_for_is_not_refused(self):
        row = "body | a | said without trying"
        self.assertEqual(["refused body, which the scenario does not ask for"],
                         self.differences("yes 'unsupported body | - | - | -'", "success",
                                          excepted=[row]))


class Run(unittest.TestCase):
    """The program as it is called."""

    def run_table(self, adapters, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-B", HERE / "run", *arguments,
                 "--adapters", table(folder, "adapters.txt", *adapters),
                 "--exceptions", table(folder, "exceptions.txt", "http2 | * | there is none")],
                capture_output=True, text=True, timeout=300, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_the_table_agrees_with_the_model(self):
        code, said = self.run_table(
            f"model_{shape} | Python | {shape} {TRAITS} | {reference(shape)}" for shape in SHAPES)
        self.assertEqual(0, code, said)
        self.assertIn(" 0 differences", said.splitlines()[-1])
        self.assertRegex(said, r"\nseed_unfollowed_302 +1 +1\n")

    def test_an_excuse_that_is_not_needed_is_wrong(self):
        trials = [trial.Trial(scenario.read(NOT_STREAMED)[0], adapter("outer", "streams"),
                              answer=driver.Answer.read(f"{result} | - | stop success 0 | -"))
                  for result in ("error connection_lost", "status 200")]
        self.assertEqual(["adapters.txt: a does not need streams"], trial.needless(trials[:1]))
        self.assertEqual([], trial.needless(trials))

    def test_a_skill_that_is_not_said_is_wrong(self):
        traits = TRAITS.replace("waits_at_hops ", "")
        code, said = self.run_table([f"able | Python | outer {traits} | {reference('outer')}"])
        self.assertIn("adapters.txt: able has waits_at_hops\n", said)
        self.assertEqual((1, 1), (code, said.count("adapters.txt:")))

    def test_a_difference_is_a_failure(self):
        code, said = self.run_table([f"wrong | Python | outer | {reference('outer', 'dies')}"],
                                    "--scenario", "success")
        self.assertEqual(1, code)
        self.assertIn("1 adapters, 1 scenarios, 0 runs as expected, 1 differences, 0 do not apply",
                      said.splitlines()[-1])
        self.assertIn("again   tests/scenarios/run wrong --scenario success", said)

    def test_nothing_to_run_is_a_failure(self):
        row = f"right | Python | outer | {reference('outer')}"
        for arguments, said in ((["nobody"], "there is no adapter 'nobody'\n"),
                                (["--scenario", "none"], "there is no scenario 'none'\n"),
                                (["--without", "Python"], "no adapter is left to be run\n")):
            with self.subTest(arguments):
                self.assertEqual((1, said), self.run_table([row], *arguments))


if __name__ == "__main__":
    unittest.main()
