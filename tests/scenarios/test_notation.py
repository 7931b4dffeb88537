# SPDX-License-Identifier: MIT
"""How scripts, paragraphs and expectations are read."""

import types
import unittest

import expected
import scenario
import script
import server


def arrival(method="GET", path="/a", length=0, whole=True, at="http", time=0.0, **fields):
    return server.Arrival(at, method, path, "", fields, time, length, whole)


def seen(arrivals=(), connections=0, duration=0.0, method="GET", **answer):
    """What a trial shows to an expectation."""
    answer = {"result": "-", "body": "-", "decisions": [], "error": "-", **answer}
    return types.SimpleNamespace(
        record=server.Record(list(arrivals), connections), duration=duration, method=method,
        answer=types.SimpleNamespace(**answer))


class Scripts(unittest.TestCase):
    def statuses(self, line, count):
        play = script.Script([line])
        return [play.next("/a").status for _ in range(count)]

    def test_the_last_step_stays(self):
        self.assertEqual([503, 503, 200, 200], self.statuses("/a 503 x2, 200", 4))

    def test_or_all_starts_over(self):
        self.assertEqual([503, 200, 503, 200], self.statuses("/a 503, 200, repeat", 4))

    def test_the_words_of_a_step(self):
        step = script.Script([r"/a 302 to=other:/b retry-after=0\x2c\x201 retry-after= half after=5"
                              ]).next("/a")
        self.assertEqual((302, "other:/b", ("0, 1", ""), {"half"}, 5), (
            step.status, step.to, step.retry_after, step.manners, step.after))

    def test_the_clock_of_a_server_and_the_time_of_a_body(self):
        step, none = [script.Script([f"/a 503 {words}"]).next("/a")
                      for words in ("date=-3600 age=0 drip=500", "date=none")]
        self.assertEqual((-3600, 0, 500), (step.date, step.age, step.drip))
        self.assertEqual((None, None, 0), (none.date, none.age, none.drip))

    def test_a_line_for_one_connection_comes_first(self):
        play = script.Script(["/a@2 421", "/a 503, 200"])
        self.assertEqual([503, 421, 421, 200], [
            play.next("/a", connection).status for connection in (1, 2, 2, 3)])

    def test_what_is_no_step(self):
        for wrong in ("/a 503 retry=1", "/a shut", "/a reset x=1", "/a", "/a 503,",
                      "/a 503 age=none"):
            with self.subTest(wrong), self.assertRaises((ValueError, IndexError)):
                script.Script([wrong])

    def test_a_path_without_a_line(self):
        self.assertIsNone(script.Script(["/a 200"]).next("/b"))


class Arrivals(unittest.TestCase):
    def fits(self, text, *arrivals):
        return expected.Arrivals(text).mismatch(seen(arrivals)) is None

    def test_number_and_order(self):
        a, b = arrival(), arrival(path="/b")
        self.assertTrue(self.fits("2x GET /a, GET /b", a, a, b))
        self.assertFalse(self.fits("2x GET /a, GET /b", a, b, a))
        self.assertFalse(self.fits("2x GET /a, GET /b", a, b))
        self.assertFalse(self.fits("2x GET /a", a, a, a))
        self.assertTrue(self.fits("2x (GET /a, GET /b)", a, b, a, b))
        self.assertFalse(self.fits("2x (GET /a, GET /b)", a, b, a))
        self.assertTrue(self.fits("none"))
        self.assertFalse(self.fits("none", a))

    def test_a_range_and_a_choice(self):
        a = arrival()
        self.assertEqual([False, True, True, False],
                         [self.fits("1..2x GET /a", *[a] * count) for count in range(4)])
        self.assertTrue(self.fits("none or 3x GET /a", a, a, a))
        self.assertTrue(self.fits("none or 3x GET /a"))

    def test_the_body(self):
        self.assertTrue(self.fits("POST /a 10", arrival("POST", length=10)))
        self.assertFalse(self.fits("POST /a 10", arrival("POST", length=9)))
        self.assertFalse(self.fits("POST /a", arrival("POST", length=10)))
        self.assertFalse(self.fits("POST /a 10", arrival("POST", length=10, whole=False)))
        self.assertTrue(self.fits("POST /a part", arrival("POST", length=10, whole=False)))

    def test_the_origin_and_the_fields(self):
        self.assertTrue(self.fits("GET other:/a", arrival(at="other")))
        self.assertFalse(self.fits("GET other:/a", arrival()))
        self.assertTrue(self.fits("GET /a Key=1", arrival(key="1")))
        self.assertFalse(self.fits("GET /a Key=1", arrival(key="1, 1")))
        self.assertTrue(self.fits("GET /a Key=-", arrival()))
        self.assertFalse(self.fits("GET /a Key=-", arrival(key="1")))

    def test_what_is_said(self):
        self.assertEqual(
            "arrivals: expected GET /a Key=1; were 2x GET /a Key=-, POST other:/b 5 Key=1",
            expected.Arrivals("GET /a Key=1").mismatch(seen(
                [arrival(), arrival(), arrival("POST", "/b", 5, at="other", key="1")])))


class Others(unittest.TestCase):
    def test_a_result_has_the_whole_body_unless_said(self):
        def fits(text, result, body, method="GET"):
            return expected.Result(text).mismatch(
                seen(method=method, result=result, body=body)) is None
        self.assertTrue(fits("status 200", "status 200", "10"))
        self.assertFalse(fits("status 200", "status 200", "5"))
        self.assertTrue(fits("status 200 body=5", "status 200", "5"))
        self.assertTrue(fits("status 204", "status 204", "0"))
        self.assertTrue(fits("status 200", "status 200", "0", method="HEAD"))
        self.assertTrue(fits("error send or error connect", "error connect", "-"))
        self.assertFalse(fits("error send", "error connect", "-"))
        self.assertTrue(fits("error *", "error connect", "-"))
        self.assertFalse(fits("error *", "status 200", "10"))

    def test_decisions_and_their_delays(self):
        def fits(text, *decisions):
            return expected.Decisions(text).mismatch(seen(decisions=list(decisions))) is None
        retry, stop = ("retry", "retryable_status", 15), ("stop", "success", 0)
        self.assertTrue(fits("2x retry retryable_status, stop success 0", retry, retry, stop))
        self.assertTrue(fits("retry retryable_status 15, stop success", retry, stop))
        self.assertFalse(fits("retry retryable_status 16, stop success", retry, stop))
        self.assertTrue(fits("retry retryable_status 10..20", retry))
        self.assertFalse(fits("retry retryable_status 10..14", retry))
        self.assertFalse(fits("retry retryable_failure", retry))
        self.assertTrue(fits("retry *, 0..1x stop *", retry, stop))
        self.assertFalse(fits("retry *, 0..1x stop *", retry, retry))

    def test_the_least_wait_is_between_arrivals_and_the_most_is_the_call(self):
        def fits(text, times, duration):
            return expected.Range(text).mismatch(
                seen([arrival(time=time) for time in times], duration=duration)) is None
        self.assertTrue(fits("1000..", [5.0, 6.0], 1.5))
        self.assertFalse(fits("1000..", [5.0, 5.999], 1.5))
        self.assertTrue(fits("1000..", [5.0], 1.5))
        self.assertTrue(fits("..1000", [5.0, 5.5], 0.9))
        self.assertFalse(fits("..1000", [5.0, 5.5], 1.1))

    def test_what_is_said_besides(self):
        says = expected.Says("below|stop: redirect")
        self.assertIsNone(says.mismatch(seen(error="IOException a layer below repeats")))
        self.assertEqual("says: expected below|stop: redirect; was -", says.mismatch(seen()))

    def test_connections(self):
        count = expected.Count("1..2")
        self.assertEqual([False, True, True, False], [
            count.mismatch(seen(connections=number)) is None for number in range(4)])
        self.assertIsNone(expected.Count("3").mismatch(seen(connections=3)))
        self.assertIsNotNone(expected.Count("3").mismatch(seen(connections=2)))


PARAGRAPH = """
# A reason
# in two lines.
name
  request      POST {http}/a | body=replayable:5 proxy={closed}
  policy       max_attempts=2
  /a           503, 200
  accept       open
  arrivals     POST /a 5
  arrivals.inner   POST /a 6
  result       status 200
  decisions    stop success
"""


class Paragraphs(unittest.TestCase):
    def setUp(self):
        self.scenario, = scenario.read(PARAGRAPH)

    def test_a_paragraph(self):
        self.assertEqual(("name", "A reason in two lines."),
                         (self.scenario.name, self.scenario.why))
        self.assertEqual(["/a 503, 200", "accept open"], self.scenario.script)
        self.assertEqual(["body=replayable:5", "proxy={closed}", "max_attempts=2"],
                         self.scenario.words)
        scenario.check(self.scenario)

    def test_the_call_line(self):
        self.assertEqual(
            "name | POST | http://h:1/name/a | body=replayable:5 proxy=http://h:2 | max_attempts=2",
            self.scenario.call_line({"http": "http://h:1", "closed": "http://h:2"}))

    def test_a_trait_has_its_own_expectation(self):
        def fits(traits, length):
            return self.scenario.expectations(traits)["arrivals"].mismatch(
                seen([arrival("POST", length=length)])) is None
        self.assertTrue(fits({"outer"}, 5))
        self.assertTrue(fits({"inner"}, 6))
        self.assertFalse(fits({"inner"}, 5))

    def test_only_with_a_trait_or_without_it(self):
        self.assertIsNone(self.scenario.not_for({"outer"}))
        self.scenario.settings["only"] = "inner | a reason"
        self.scenario.settings["unless"] = "streams | another"
        self.assertEqual("a reason", self.scenario.not_for({"outer"}))
        self.assertEqual("another", self.scenario.not_for({"inner", "streams"}))
        self.assertIsNone(self.scenario.not_for({"inner"}))

    def test_what_is_wrong_in_a_paragraph(self):
        for right, wrong in (("arrivals  ", "arrival  "), ("decisions ", "wait "),
                             ("stop success", "halt success"), ("status 200", "200"),
                             ("arrivals.inner", "arrivals.iner"),
                             ("accept       open", "only         iner | a reason"),
                             ("503, 200", "503, 2x")):
            with self.subTest(wrong), self.assertRaises(ValueError):
                scenario.check(scenario.read(PARAGRAPH.replace(right, wrong, 1))[0])
        with self.assertRaises(ValueError):
            scenario.read(PARAGRAPH + "  policy -\n")


if __name__ == "__main__":
    unittest.main()
