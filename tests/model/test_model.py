#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The model against the vectors, against the sentences it was written from, and against itself."""

import email.utils
import itertools
import os
import re
import sys
import tempfile
import unittest
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import backoff
import cells
import classes
import compare
import durations
import failures
import generate
import gregorian
import http_date
import methods
import pairwise
import policy
import retry_after
import statuses
import vector_rows
import vectors
from answer import KINDS, answer
from backoff import Backoff
from decide import NOTES
from dice import Dice
from http_date import LENIENT, MALFORMED, STRICT

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
MOST = 2**64 - 1


def rows(path):
    """The rows of a vector file as lists of cells."""
    for line in path.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            yield cells.split(line)


def decided(attempt, policy_cell="-", random=vector_rows.MIDDLE):
    return answer(f"decide | {policy_cell} | {attempt} | {random}")


def kind_of(path):
    """A file is named after its kind; what may follow a first dot tells its files apart."""
    return path.name.split(".")[0]


class Vectors(unittest.TestCase):
    def test_every_file_of_a_kind(self):
        files = [path for path in sorted(VECTORS.glob("*.txt"))
                 if kind_of(path) in KINDS and kind_of(path) != "retry_after"]
        self.assertLessEqual(set(vectors.FILES), {path.stem for path in files})
        for path in files:
            for *inputs, expected, note in rows(path):
                with self.subTest(path.name, inputs=inputs, note=note):
                    self.assertEqual(answer(" | ".join([kind_of(path), *inputs])), expected)

    def test_retry_after(self):
        now = 1_781_524_800_000
        count = 0
        for value, *results, note in rows(VECTORS / "retry_after.txt"):
            count += 1
            for grammar, result in zip((STRICT, LENIENT), results):
                text = cells.read_text(value)
                kind, _, number = result.partition(" ")
                instant = http_date.parse(text, now, grammar)
                wait = retry_after.parse(text, now, grammar)
                with self.subTest(value, grammar=grammar, note=note):
                    if kind == "date":
                        self.assertEqual(instant, int(number) * 1000)
                        self.assertEqual(wait, min(max(0, instant - now), durations.LARGEST))
                    else:
                        self.assertEqual(instant, MALFORMED)
                        self.assertEqual(wait, {
                            "reject": MALFORMED, "saturate": durations.LARGEST,
                        }.get(kind) or int(number) * 1000)
        self.assertEqual(count, 166)

    def test_generated_files_are_current(self):
        for name in vectors.FILES:
            path = vectors.FOLDER / f"{name}.txt"
            self.assertEqual(path.read_text(encoding="ascii"), vectors.text_of(name), path.name)

    def test_each_row_is_asked_once(self):
        for name in vectors.FILES:
            asked = [tuple(inputs) for *inputs, _, _ in rows(vectors.FOLDER / f"{name}.txt")]
            self.assertEqual(len(asked), len(set(asked)), name)


class Pairwise(unittest.TestCase):
    def questions(self):
        """Each question with the rows of its file, as dictionaries of unusual words."""
        for question in pairwise.QUESTIONS:
            path = VECTORS / f"{question.kind}.pairwise.txt"
            yield question, [question.row(inputs) for *inputs, _, _ in rows(path)]

    def test_each_two_words_meet(self):
        for question, asked in self.questions():
            met = set().union(*(pairwise.pairs_of(row.items()) for row in asked))
            self.assertLessEqual(set(pairwise.all_pairs(question)), met, question.kind)

    def test_most_pairs_are_told(self):
        """Those that are not are of words that do nothing to each other, or to anything."""
        for (question, asked), least in zip(self.questions(), (1150, 185, 150)):
            pairs = set().union(*(pairwise.told(question, row) for row in asked))
            told = pairs.intersection(pairwise.all_pairs(question))
            self.assertGreater(len(told), least, question.kind)

    def test_no_two_bad_words_hide_each_other(self):
        for question, asked in self.questions():
            bad = {word for field in question.fields.values() for word in field.bad}
            for word in bad:
                among = [set(row.values()) for row in asked if word in row.values()]
                self.assertIn({word}, among)
                self.assertGreater(max(map(len, among)), 1, word)
                self.assertTrue(all(bad & words == {word} for words in among), word)

    def test_a_pair_is_told_if_one_word_hides_the_other(self):
        def told(*words):
            row = {word.partition("=")[0]: word for word in words}
            return [tuple(word for _, word in pair) for pair in pairwise.told(pairwise.DECIDE, row)]

        clamp, ignore = "server_wait.over_cap=clamp", "server_wait.mode=ignore"
        asked = "retry_after=60000"
        self.assertEqual(told(clamp, asked, "budget_paid=1000"), [(clamp, asked)])
        self.assertEqual(told("outcome=404", "hold=31000"), [("outcome=404", "hold=31000")])
        self.assertEqual(told(ignore, "budget_paid=1000"), [])


class Classes(unittest.TestCase):
    def test_file_is_current(self):
        self.assertEqual(classes.FILE.read_text(encoding="ascii"), classes.text())

    def test_every_value_is_in_one_class(self):
        members = [one for group in classes.DIMENSIONS["outcome"].values() for one in group]
        numbers = []
        for member in members:
            ends = re.fullmatch(r"(-?\d+)(?:\.\.(-?\d+))?", member)
            if ends:
                first, last = int(ends[1]), int(ends[2] or ends[1])
                numbers += range(max(first, -1), min(last, 65_536) + 1)
        self.assertEqual(sorted(numbers), list(range(-1, 65_537)))
        names = [member for member in members if member in failures.EVIDENCE_OF]
        self.assertEqual(sorted(names), sorted(failures.EVIDENCE_OF))
        tokens = [one for group in classes.DIMENSIONS["method"].values() for one in group]
        self.assertLess(methods.REGISTERED, {token.encode() for token in tokens})

    def test_members_of_a_class_are_equal(self):
        dice = Dice(1)
        for _ in range(3000):
            chosen = [dice.pick(list(names)) for names in classes.DIMENSIONS.values()]
            groups = [names[name] for names, name in zip(classes.DIMENSIONS.values(), chosen)]
            members = []
            for group in groups:
                member = dice.pick(group)
                first, dots, last = member.partition("..")
                members.append(str(dice.between(int(first), int(last))) if dots else member)
            self.assertEqual(classes.decision(members),
                             classes.decision([group[0] for group in groups]), members)

    def test_every_combination_is_in_one_line(self):
        sizes = [len(names) for names in classes.DIMENSIONS.values()]
        combinations = 1
        for size in sizes:
            combinations *= size
        covered = 0
        for chosen, _ in classes.subtable(()):
            lines = 1
            for cell, size in zip(chosen, sizes):
                lines *= size if cell == "*" else len(cell.split(","))
            covered += lines
        self.assertEqual(covered, combinations)


class Sentences(unittest.TestCase):
    """What the rules say in words, in the order of the rules."""

    def test_defaults(self):
        default = policy.Policy()
        self.assertEqual(policy.validate(default), "none")
        self.assertEqual((default.max_attempts, default.max_redirects), (4, 10))
        self.assertEqual(default.backoff, Backoff(1000, 30_000, 0, 2000, "equal", 500, 0))
        self.assertEqual(decided("-"), "stop invalid_attempt 0 -")

    def test_methods(self):
        self.assertEqual(len(methods.REGISTERED), 40)
        not_idempotent = {name for name in methods.REGISTERED if not methods.idempotent(name)}
        self.assertEqual(not_idempotent, {b"CONNECT", b"LOCK", b"PATCH", b"POST"})
        self.assertTrue(methods.safe(b"QUERY"))
        self.assertFalse(methods.idempotent(b"get"))

    def test_status_sets(self):
        named = statuses.STATUSES
        self.assertTrue(all(status in named for status in (520, 529, 530, 599, 600, 999, 509)))
        self.assertFalse(any(status in named for status in (501, 505, 506, 507, 508, 510, 511)))
        in_400s = [status for status in range(400, 500) if status in named]
        self.assertEqual(in_400s, [408, 413, 421, 425, 429])
        self.assertEqual(statuses.UNPROCESSED.members, {413, 421, 425, 429})
        self.assertNotIn(530, named.named("-", 530))
        self.assertNotIn(700, named.named("-", 999))

    def test_a_302_costs_no_second_request(self):
        for words in ("-", "statuses=default+302", "unrepeatable=always", "max_attempts=0"):
            self.assertEqual(decided("outcome=302 method=GET", words), "stop redirect 0 -")

    def test_a_success_is_repeated_on_the_callers_word_alone(self):
        for status, decision in ((200, "retry retryable_status 750"), (101, "stop success 0"),
                                 (304, "stop success 0"), (302, "stop redirect 0")):
            self.assertEqual(decided(f"method=GET outcome={status} server_says=retry"),
                             f"{decision} -")
            self.assertEqual(decided(f"method=GET outcome={status}").split()[0], "stop")
        post = "method=POST outcome=200 server_says=retry"
        self.assertEqual(decided(post), "stop maybe_processed 0 -")
        self.assertEqual(decided(f"{post} evidence=not_processed"), "retry retryable_status 750 -")
        self.assertEqual(decided(f"{post} evidence=processed"), "stop accepted 0 -")

    def test_a_new_connection_is_for_408_and_421(self):
        noted = {ended for ended in (*statuses.STATUSES.members, *failures.FAILURES.members)
                 if "new_connection" in decided(f"method=GET outcome={ended} retry_after=0")}
        self.assertEqual(noted, {408, 421})

    def test_413_is_temporary_only_with_a_time(self):
        too_large = "outcome=413 method=PUT"
        self.assertEqual(decided(too_large), "stop status_not_retried 0 -")
        self.assertEqual(decided(f"{too_large} retry_after=malformed"),
                         "stop status_not_retried 0 -")
        self.assertEqual(decided(f"{too_large} retry_after=0"), "retry retryable_status 750 -")
        self.assertEqual(decided(f"{too_large} retry_after=0", "server_wait.mode=ignore"),
                         "stop status_not_retried 0 -")
        self.assertEqual(decided(f"{too_large} server_says=retry"), "retry retryable_status 750 -")

    def test_a_mail_is_not_sent_twice(self):
        post = "method=POST outcome=timeout"
        self.assertEqual(decided(post), "stop maybe_processed 0 -")
        self.assertEqual(decided("method=POST outcome=connect"), "retry retryable_failure 750 -")
        self.assertEqual(decided("method=POST outcome=connect", "unrepeatable=never"),
                         "stop not_repeatable 0 -")
        self.assertEqual(decided(f"{post} repeatable=yes"), "retry retryable_failure 750 -")
        self.assertEqual(decided(f"{post} repeatable=yes redirects=303:POST>GET"),
                         "stop accepted 0 -")
        self.assertEqual(decided("method=POST outcome=429 redirects=302:POST>POST"),
                         "stop maybe_processed 0 -")
        self.assertEqual(decided("method=POST outcome=429 redirects=307:POST>POST"),
                         "retry retryable_status 750 -")
        unavailable = "method=POST outcome=503"
        self.assertEqual(decided(unavailable), "stop maybe_processed 0 -")
        self.assertEqual(decided(unavailable, "unprocessed=default+503"),
                         "retry retryable_status 750 -")

    def test_a_trail_that_no_hop_leads_to_is_impossible(self):
        for redirects in ("0+accepted", "2+accepted", "2+doubtful", "9+accepted+doubtful"):
            self.assertEqual(decided(f"method=GET outcome=503 redirects={redirects}"),
                             "stop invalid_attempt 0 -")
        for redirects in ("0", "2", "2+moved", "2+moved+accepted+doubtful"):
            self.assertEqual(decided(f"method=GET outcome=503 redirects={redirects}"),
                             "retry retryable_status 750 -")

    def test_requests_per_call(self):
        for layers, requests in (("3x5", 18), ("3x1", 6), ("3x0", 3), ("1x0", 1), ("3+5", 8)):
            self.assertEqual(answer(f"requests | {layers}"), str(requests))

    def test_the_draw(self):
        def drawn(lo, hi, bits):
            return durations.draw(lo, hi, durations.unmix(bits))

        self.assertEqual(drawn(5, 5, MOST), 5)
        self.assertEqual(durations.draw(0, 9, 0), 0)
        self.assertEqual(drawn(0, 9, MOST), 9)
        self.assertEqual(drawn(0, 1, 2**63 - 1), 0)
        self.assertEqual(drawn(0, 1, 2**63), 1)

    def test_the_mix(self):
        splitmix64_of_seed_0 = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F)
        for number, bits in enumerate(splitmix64_of_seed_0, 1):
            self.assertEqual(durations.mix(0x9E3779B97F4A7C15 * number % 2**64), bits)
        dice = Dice(10)
        for bits in (0, 1, 2**63, MOST, *(dice.bits64() for _ in range(1000))):
            self.assertEqual(durations.mix(durations.unmix(bits)), bits)
            self.assertEqual(durations.unmix(durations.mix(bits)), bits)
        self.assertEqual(durations.mix(0), 0)

    def test_a_server_is_never_asked_too_early(self):
        asked = "outcome=503 method=GET retry_after=31000"
        for words, spread, reason, least, notes in (
            ("", 3100, "stop server_wait_too_long", 31_000, "server_wait_applied"),
            ("deadline=30000", 3100, "stop server_wait_too_long", 31_000, "server_wait_applied"),
            ("server_wait.over_cap=clamp", 3000, "retry retryable_status", 30_000,
             "server_wait_applied+server_wait_clamped"),
        ):
            for random, more in zip(vector_rows.SPREADS, (0, spread // 2, spread)):
                self.assertEqual(decided(asked, words or "-", random),
                                 f"{reason} {least + more} {notes}")
            self.assertEqual(decided(asked, f"{words} server_wait.spread=0".strip()),
                             f"{reason} {least} {notes}")
        self.assertEqual(decided(asked, "server_wait.mode=ignore"), "retry retryable_status 750 -")

    def test_a_hold_comes_last(self):
        asked = "outcome=503 method=GET retry_after=2000"
        for hold, delay, notes in ((1999, 2000, "server_wait_applied"),
                                   (2000, 2000, "server_wait_applied"), (2001, 2001, "-")):
            for mode in ("at_least", "instead"):
                words = f"server_wait.mode={mode} server_wait.spread=0"
                self.assertEqual(decided(f"{asked} hold={hold}", words),
                                 f"retry retryable_status {delay} {notes}")
        self.assertEqual(decided(f"{asked} hold=90000", "max_attempts=1 server_wait.cap=0"),
                         "stop attempts_exhausted 90000 -")
        self.assertEqual(decided("outcome=503 method=GET hold=5000", "deadline=5000"),
                         "stop deadline 5000 -")
        self.assertEqual(decided("outcome=200 method=GET hold=-1"), "stop invalid_attempt 0 -")

    def test_the_next_attempt(self):
        sent = "method=POST outcome=429 redirects=307:POST>POST elapsed=100 hold=900"
        self.assertEqual(answer(f"advance | {sent} | retry retryable_status 900 - | 1000"),
                         "number=2 method=POST elapsed=1000 previous_delay=900 redirects=1"
                         " budget_paid=1000")
        self.assertEqual(answer(f"advance | {sent} | stop deadline 900 - | 1000"),
                         "method=POST outcome=429 elapsed=100 redirects=1+moved hold=900")

    def test_time_left_is_0_only_of_a_deadline_that_has_passed(self):
        for deadline, left in ((0, "none"), (-1, "none"), (durations.LARGEST, "none"),
                               (1, "0"), (1000, "0"), (1001, "1")):
            self.assertEqual(answer(f"time_left | deadline={deadline} | 1000"), left)

    def test_the_clock_of_a_date(self):
        date_cell = "Thu, 01 Jan 1970 00:00:05 GMT"
        for cell, age, instant in ((date_cell, "-", 5000), (date_cell, "0", 5000), ("", "-", 7),
                                   (date_cell, "1", 7), (date_cell, "", 7), ("-", "0", 7)):
            self.assertEqual(answer(f"reference_time | 7 | {cell} | {age}"), str(instant))

    def test_deadline(self):
        for deadline, verdict in (
            (0, "stop deadline"), (750, "stop deadline"), (751, "retry retryable_status"),
            (durations.LARGEST, "retry retryable_status"),
        ):
            self.assertEqual(decided("outcome=503 method=GET", f"deadline={deadline}"),
                             f"{verdict} 750 -")


class Properties(unittest.TestCase):
    def backoffs(self, count):
        """Valid backoffs, each with a previous delay."""
        dice = Dice(2)
        for _ in range(count):
            words = " ".join(generate.backoff_words(dice)) or "-"
            yield cells.read_policy(words).backoff, durations.given(generate.duration(dice))

    def test_ranges_stay_between_floor_and_cap_and_never_fall(self):
        numbers = (1, 2, 3, 4, 5, 6, 7, 20, 63, 64, 65, 1000, 2**32 - 1)
        for settings, previous in self.backoffs(2000):
            before = 0, 0, 0
            for number in numbers:
                lo, hi = backoff.bounds(settings, number, previous)
                self.assertTrue(settings.floor <= lo <= hi <= settings.cap, settings)
                now = backoff.ceiling(settings, number), lo, hi
                if settings.jitter == "decorrelated":
                    now = now[0], 0, 0
                self.assertTrue(all(map(int.__le__, before, now)), settings)
                before = now

    def test_every_jitter_but_none_spreads_at_the_cap(self):
        for jitter in set(backoff.JITTERS) - {"none"}:
            settings = Backoff(jitter=jitter, spread_time=500)
            lo, hi = backoff.bounds(settings, 2**32 - 1, settings.cap)
            self.assertLess(lo, hi, jitter)
            self.assertEqual(hi, settings.cap, jitter)

    def test_bounded_cost(self):
        for multiplier in (1000, 1001):
            slow = Backoff(initial=1, cap=durations.LARGEST, multiplier=multiplier)
            expected = 1 if multiplier == 1000 else durations.LARGEST
            self.assertEqual(backoff.ceiling(slow, 2**32 - 1), expected)

    def test_decisions(self):
        early = set()
        for line in generate.cases(3, 20_000, ["decide"]):
            _, policy_cell, attempt_cell, _ = cells.split(line)
            verdict, reason, delay, notes = answer(line).split(" ")
            settings, attempt = cells.read_policy(policy_cell), cells.read_attempt(attempt_cell)
            with self.subTest(line):
                if reason in ("attempts_exhausted", "budget_exhausted", "server_wait_too_long",
                              "deadline") or verdict == "retry":
                    asked = attempt.retry_after
                    self.assertEqual(reason.startswith("retryable_"), verdict == "retry")
                    if (isinstance(asked, int) and settings.server_wait.mode != "ignore"
                            and settings.server_wait.over_cap != "clamp"):
                        self.assertGreaterEqual(int(delay), asked)
                else:
                    early.add(reason)
                    self.assertEqual((verdict, delay, notes), ("stop", "0", "-"))
                if verdict == "retry":
                    self.assertLess(attempt.number, settings.max_attempts)
                    self.assertFalse(policy.reaches_deadline(settings, attempt.elapsed, int(delay)))
        self.assertEqual(len(early), 12)

    def test_what_strict_understands_lenient_understands_alike(self):
        strict = 0
        for line in generate.cases(4, 20_000, ["http_date", "retry_after"]):
            kind, _, now, text = cells.split(line)
            reply = answer(f"{kind} | strict | {now} | {text}")
            if reply != MALFORMED:
                strict += 1
                self.assertEqual(answer(f"{kind} | lenient | {now} | {text}"), reply, text)
        self.assertGreater(strict, 2000)

    def test_combined(self):
        answers = (retry_after.ABSENT, MALFORMED, 0, 1, 5000)
        for a, b, c in itertools.product(answers, repeat=3):
            combined = retry_after.combined
            self.assertEqual(combined(a, b), combined(b, a))
            self.assertEqual(combined(combined(a, b), c), combined(a, combined(b, c)))
            self.assertEqual(combined(a, a), a)

    def test_conversions(self):
        for number in (0, 1, 2, 2**32 - 3):
            attempts = answer(f"attempts | from_retries | {number}")
            self.assertEqual(answer(f"attempts | to_retries | {attempts}"), str(number))


class Dates(unittest.TestCase):
    def test_dates_of_the_standard_library(self):
        dice = Dice(5)
        for _ in range(2000):
            second = dice.between(-2_208_988_800, 253_402_300_799)
            moment = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=second)
            text = email.utils.format_datetime(moment, usegmt=True).encode()
            for grammar in http_date.GRAMMARS:
                self.assertEqual(http_date.parse(text, 0, grammar), second * 1000, text)

    def test_calendar(self):
        for ordinal in range(1, date.max.toordinal(), 997):
            day = date.fromordinal(ordinal)
            fields = gregorian.Fields(day.year, day.month, day.day, 1, 2, 3)
            seconds = (ordinal - gregorian.EPOCH) * 86_400 + 3723
            self.assertEqual(gregorian.unix_seconds(fields), seconds)
            self.assertEqual(gregorian.utc_fields(seconds), fields)
            self.assertEqual(gregorian.weekday(*fields[:3]), day.weekday())

    def test_calendar_has_no_ends(self):
        for year in (-292_277_022, -401, -400, -1, 0, 10_000, 292_278_994):
            fields = gregorian.Fields(year, 12, 31, 23, 59, 59)
            next_year = gregorian.Fields(year + 1, 1, 1, 0, 0, 0)
            self.assertEqual(gregorian.utc_fields(gregorian.unix_seconds(fields) + 1), next_year)
        self.assertEqual(gregorian.unix_seconds(gregorian.Fields(0, 1, 1, 0, 0, 0)),
                         -62_167_219_200)
        self.assertTrue(gregorian.day_exists(0, 2, 29))
        self.assertFalse(gregorian.day_exists(-100, 2, 29))


class Tools(unittest.TestCase):
    def test_same_seed_same_cases(self):
        self.assertEqual(list(generate.cases(6, 500)), list(generate.cases(6, 500)))
        self.assertNotEqual(list(generate.cases(6, 500)), list(generate.cases(7, 500)))

    def test_every_answer_is_frequent(self):
        reached = generate.distribution(generate.cases(8, 30_000))
        kinds = {line.partition(":")[0].partition(" ")[0] for line in reached}
        self.assertEqual(kinds, set(KINDS))
        for note in NOTES:
            self.assertGreater(reached[f"decide note: {note}"], 100, note)
        reasons = [line for line in reached if line.startswith("decide: ")]
        self.assertEqual(len(reasons), 18)
        hops = [line for line in reached if line.startswith("follow: ")]
        self.assertEqual(len(hops), 9)
        for line in reasons + hops:
            self.assertGreater(reached[line], 50, line)

    def test_cells_are_read_as_they_are_written(self):
        self.assertIsNone(cells.read_field(cells.write_field(None)))
        for octets in (b"", b"-", b"a|b", b"\\", b" a ", b"a b", bytes(range(256))):
            self.assertEqual(cells.read_field(cells.write_field(octets)), octets)
            self.assertEqual(cells.read_text(cells.write_text(octets)), octets)
        for line in generate.cases(12, 2000, ["advance"]):
            words = answer(line)
            self.assertEqual(cells.write_attempt(cells.read_attempt(words)), words)
        self.assertEqual(cells.read_lines(cells.write_lines([])), [])
        self.assertEqual(cells.read_lines(cells.write_lines([b"-"])), [b"-"])
        self.assertEqual(cells.read_lines(cells.write_lines([b"", b""])), [b"", b""])

    def filter_that(self, answers):
        """A filter whose answer to `line` is the Python expression `answers`."""
        folder = tempfile.mkdtemp()
        self.addCleanup(lambda: (os.remove(path), os.rmdir(folder)))
        path = os.path.join(folder, "filter")
        here = os.path.dirname(os.path.abspath(__file__))
        with open(path, "w", encoding="ascii") as script:
            script.write(
                f"#!{sys.executable}\n"
                f"import os, sys; sys.path.insert(0, {here!r})\n"
                "from answer import answer\n"
                f"for line in sys.stdin: print({answers})\n"
            )
        os.chmod(path, 0o700)
        return path

    def test_compare_finds_nothing_in_itself(self):
        program = self.filter_that("answer(line)")
        counts, different = compare.compare_batch(program, 9, 0, 500, [])
        self.assertEqual((counts.total(), different), (500, None))

    def test_compare_shrinks_what_it_finds(self):
        program = self.filter_that("answer(line).replace('not_early_data', '-')")
        _, different = compare.compare_batch(program, 9, 0, 2000, ["decide"])
        self.assertEqual(compare.shrink(program, different),
                         "decide | - | outcome=425 | 0000000000000000")

    def test_compare_survives_a_crash(self):
        program = self.filter_that("answer(line) if 'trail' not in line else os.abort()")
        lines = ["statuses | 200", "trail | -", "statuses | 404"]
        self.assertEqual(compare.first_difference(program, lines), "trail | -")


if __name__ == "__main__":
    unittest.main()
