# SPDX-License-Identifier: MIT
"""The rows of the generated vector files, without their answers.

A row is a tuple of input cells and a note; a plain string is a heading.
"""

import conventions
import failures
import gregorian
import http_date
import methods
from backoff import JITTERS
from cells import write_random
from durations import LARGEST, unmix

UINT32_MAX, INT64_MAX, INT64_MIN = 2**32 - 1, 2**63 - 1, -2**63
GRAMMARS = ("lenient", "strict")


# A random of each draw: the low end, the middle and the high end, of the own delay and of the
# server wait's spread.
_ENDS = (0, 2**63, 2**64 - 1)
DRAWS = LOW, MIDDLE, HIGH = tuple(write_random(unmix(bits)) for bits in _ENDS)
SPREADS = *_, SPREAD_HIGH = tuple(write_random(unmix(unmix(bits))) for bits in _ENDS)

# --- backoff ------------------------------------------------------------------------------------

def _backoff(words, number, random=HIGH, previous=0, note="-"):
    settings = " ".join(f"backoff.{word}" for word in words.split()) or "-"
    return settings, str(number), str(previous), random, note


def _draws(words, numbers, note, previous=0):
    """Each number with the lowest, the middle and the highest draw."""
    for number in numbers:
        for random in DRAWS:
            yield _backoff(words, number, random, previous, note)


def _border_of_draw(size, place):
    """The least random that draws `place` of `size` numbers, and the one below it."""
    least = -(-(place << 64) // size)
    return write_random(unmix(least - 1)), write_random(unmix(least))


def backoff_rows():
    yield "The default policy: 1 s, doubled, at most 30 s, equal jitter"
    yield from _draws("", (1, 2, 3, 4, 5, 6, 7, 100, UINT32_MAX), "-")
    yield _backoff("", 0, note="asked for attempt 0, answers as for 1")

    for jitter in JITTERS:
        words = f"jitter={jitter}"
        yield f"Jitter {jitter}"
        yield from _draws(words, (1, 2, 5, 6, UINT32_MAX), "-", previous=4000)
        yield from _draws(f"{words} floor=3000", (1, 3), "the floor cuts", previous=4000)
        yield from _draws(f"{words} floor=30000", (1,), "floor and cap leave one value")
        yield from _draws(f"{words} cap=1500", (1, 2), "the cap cuts", previous=1400)
        yield from _draws(f"{words} cap=0", (1, 2), "a cap of 0")
        yield from _draws(f"{words} initial=0", (1, 2), "an initial of 0 never grows")
        yield from _draws(f"{words} initial=60000", (1, 2), "an initial above the cap")
        yield from _draws(
            f"{words} initial={INT64_MAX} cap={INT64_MAX}", (1, UINT32_MAX),
            "everything at the largest duration", previous=INT64_MAX,
        )

    yield "The ceiling: whole nanoseconds while it grows, whole milliseconds when asked"
    for number in (1, 2, 3, 4, 5):
        yield _backoff("jitter=none initial=1 multiplier=1500", number, note="1, 1.5, 2.25, ... ms")
    for number in (694, 695, 10_315, 10_316):
        yield _backoff("jitter=none initial=1 multiplier=1001", number, note="x 1.001 from 1 ms")
    yield _backoff("jitter=none initial=1 multiplier=1001", UINT32_MAX, note="reaches the cap")
    yield _backoff(f"jitter=none initial=1 cap={LARGEST} multiplier=1001", UINT32_MAX,
                   note="reaches the largest cap")
    yield _backoff(f"jitter=none initial={LARGEST - 1} cap={LARGEST} multiplier=1001", 2,
                   note="one below the largest, then capped")
    yield _backoff(f"jitter=none initial={LARGEST // 2} cap={LARGEST} multiplier=2000", 2,
                   note="half of the largest, doubled")
    yield _backoff("jitter=none multiplier=1000", UINT32_MAX, note="x 1.0 never grows")
    yield _backoff("jitter=none initial=0 multiplier=4294967295", UINT32_MAX, note="0 never grows")
    yield _backoff(f"jitter=none initial=1 cap={LARGEST} multiplier=4294967295", 2,
                   note="4294967.295 ms, rounded down")
    yield _backoff(f"jitter=none initial=1 cap={LARGEST} multiplier=4294967295", 3,
                   note="the square of it is above the cap")
    yield _backoff(f"jitter=none initial={LARGEST} cap={LARGEST} multiplier=4294967295", 2,
                   note="the largest product")
    yield _backoff("jitter=none initial=29999 cap=30000 multiplier=1001", 2, note="29999 x 1.001")
    yield _backoff("jitter=none initial=3 cap=10", 2, note="one below the cap after doubling")
    yield _backoff("jitter=none initial=3 cap=10", 3, note="cut to the cap")

    yield "Rounding of a range's ends, always down"
    yield from _draws("jitter=equal initial=1", (1,), "half of 1 is 0")
    yield from _draws("jitter=equal initial=7", (1,), "half of 7 is 3")
    yield from _draws("jitter=proportional initial=7 spread=500", (1,), "7 x 0.5 is 3")
    yield from _draws("jitter=proportional initial=999 spread=1", (1,), "999 x 0.001 is 0")
    yield from _draws("jitter=proportional initial=1000 spread=1", (1,), "1000 x 0.001 is 1")
    yield from _draws("jitter=proportional initial=1000 spread=0", (1,), "no spread")
    yield from _draws("jitter=proportional initial=1000 spread=1000", (1,), "from 0 to twice")
    yield from _draws("jitter=proportional", (6,), "at the cap only the lower half is left")

    yield "Jitter additive: below the cap by spread_time, if initial leaves room"
    for spread in (0, 1, 500, 28_999, 29_000, 29_001, 30_000, INT64_MAX):
        yield from _draws(f"jitter=additive spread_time={spread}", (1, 6), "-")

    yield "Jitter decorrelated: from the first ceiling to three times the previous delay"
    for previous in (0, 999, 1000, 1001, 3333, 9999, 10_000, 10_001, 30_000, 30_001, LARGEST,
                     INT64_MAX):
        yield _backoff("jitter=decorrelated", 2, LOW, previous)
        yield _backoff("jitter=decorrelated", 2, HIGH, previous)
    yield _backoff("jitter=decorrelated", 1, HIGH, 10_000, "attempt 1 has no previous one")
    yield _backoff("jitter=decorrelated", 0, HIGH, 10_000, "nor has attempt 0")
    yield _backoff(f"jitter=decorrelated cap={LARGEST}", 2, HIGH, LARGEST // 3,
                   "three times a third of the largest")
    yield _backoff(f"jitter=decorrelated cap={LARGEST}", 2, HIGH, LARGEST // 3 + 1,
                   "three times a little more than a third")

    yield "The draw: lo + (((hi - lo + 1) x mix(random)) >> 64), at the border of two delays"
    for size, place in ((2, 1), (3, 1), (3, 2), (1000, 1), (1000, 999), (30_001, 15_000)):
        for random in _border_of_draw(size, place):
            words = f"jitter=full initial={size - 1}"
            yield _backoff(words, 1, random, note=f"{place} of 0 to {size - 1}, or one less")
    yield "Mixed, every bit of random counts: a counter, 32 bits, one bit"
    for random in (1, 2, 3, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1):
        yield _backoff("jitter=full", 1, write_random(random))
    widest = f"jitter=full initial={LARGEST} cap={LARGEST}"
    yield _backoff(widest, 1, "0123456789abcdef", note="a product of 107 bits")
    yield _backoff(widest, 1, "9e3779b97f4a7c15", note="what splitmix64 mixes first of seed 0")
    for place in range(64):
        yield _backoff(widest, 1, write_random(1 << place))


# --- HTTP dates and Retry-After -----------------------------------------------------------------

def _at(year, month, day, hour=0, minute=0, second=0, millisecond=0):
    fields = gregorian.Fields(year, month, day, hour, minute, second)
    return gregorian.unix_seconds(fields) * 1000 + millisecond


NOW = _at(2026, 6, 15, 12)


def _both(now, text, note="-"):
    """The text in both grammars, at one clock."""
    for grammar in GRAMMARS:
        yield grammar, str(now), text, note


def _rfc850(weekday, text):
    return f"{weekday}, {text} GMT"


def _two_digit_year_rows():
    yield "Two-digit years: at most 50 years after now, field by field (RFC 9110 5.6.7)"
    for now, weekday, text, note in (
        (NOW, "Monday", "07-Nov-94 08:49:37", "1994"),
        (NOW, "Monday", "15-Jun-76 12:00:00", "2076: exactly 50 years"),
        (NOW + 999, "Tuesday", "15-Jun-76 12:00:01", "1976: milliseconds of now are dropped"),
        (NOW, "Tuesday", "15-Jun-76 12:00:01", "1976: 50 years and 1 s"),
        (NOW, "Monday", "15-Jun-76 12:00:01", "2076's weekday, but it is 1976"),
        (NOW, "Tuesday", "15-Jun-76 11:59:59", "1976's weekday, but it is 2076"),
        (NOW, "Saturday", "01-Jan-77 00:00:00", "1977"),
        (NOW, "Wednesday", "31-Dec-75 23:59:59", "1975's weekday, but it is 2075"),
        (NOW, "Tuesday", "31-Dec-75 23:59:59", "2075"),
        (_at(2044, 1, 1), "Friday", "01-Jan-94 00:00:00", "2094"),
        (_at(2044, 1, 1), "Saturday", "01-Jan-94 00:00:01", "1994"),
        (_at(2050, 1, 1), "Friday", "01-Jan-00 00:00:00", "2100: not in the century of now"),
        (_at(2050, 1, 1), "Saturday", "01-Jan-00 00:00:00", "2000's weekday"),
        (_at(2049, 12, 31, 23, 59, 59), "Saturday", "01-Jan-00 00:00:00", "2000"),
        (_at(2099, 12, 31), "Friday", "01-Jan-00 00:00:00", "2100"),
        (_at(1999, 12, 31), "Saturday", "01-Jan-00 00:00:00", "2000: a day ahead, not 1900"),
        (_at(1970, 1, 1), "Wednesday", "01-Jan-20 00:00:00", "2020: exactly 50 years"),
        (_at(1970, 1, 1) - 1, "Thursday", "01-Jan-20 00:00:00", "1920: now is in 1969"),
        (_at(2050, 2, 28, 23, 59, 59), "Tuesday", "29-Feb-00 00:00:00", "2000: the 29th is later"),
        (_at(2050, 3, 1), "Tuesday", "29-Feb-00 00:00:00", "2100, which has no such day"),
        (_at(2046, 2, 28), "Thursday", "29-Feb-96 00:00:00", "1996: 2096 is 50 years and a day"),
        (_at(2046, 3, 1), "Wednesday", "29-Feb-96 00:00:00", "2096"),
        (_at(2028, 2, 29, 12), "Saturday", "29-Feb-78 12:00:00", "no 29 February in 2078"),
        (_at(1948, 12, 31, 23, 59, 59), "Saturday", "31-Dec-98 23:59:60", "1898: :60 is later"),
        (_at(2015, 6, 30, 23, 59, 59), "Wednesday", "30-Jun-65 23:59:60", "1965: :60 is later"),
        (_at(1850, 1, 1), "Monday", "01-Jan-00 00:00:00", "1900: the first strict year"),
        (_at(1849, 12, 31), "Wednesday", "01-Jan-00 00:00:00", "1800: too early for strict"),
    ):
        yield from _both(now, _rfc850(weekday, text), note)
    yield "Two-digit years beyond the four digits: never below 0, never above 9999"
    for now, text, note in (
        (_at(9949, 12, 31, 23, 59, 59), "31 Dec 99 23:59:59", "9999"),
        (_at(9950, 1, 1), "01 Jan 00 00:00:00", "9900: there is no year 10000"),
        (_at(10_500, 1, 1), "01 Jan 37 00:00:00", "9937"),
        (_at(0, 1, 1), "01 Jan 50 00:00:00", "year 50"),
        (_at(0, 1, 1), "01 Jan 51 00:00:00", "year 51: there is none before it"),
        (_at(-50, 1, 1), "01 Jan 00 00:00:00", "year 0"),
        (_at(-51, 12, 31), "01 Jan 00 00:00:00", "year 0: there is none before it"),
        (INT64_MIN, "29 Feb 00 00:00:00", "the first clock; year 0 is a leap year"),
        (INT64_MIN, "29 Feb 01 00:00:00", "year 1 is not"),
        (INT64_MAX, "29 Feb 00 00:00:00", "the last clock; 9900 is not a leap year"),
        (INT64_MAX, "29 Feb 96 00:00:00", "9996 is"),
    ):
        yield "lenient", str(now), text, note
    yield "Two-digit years in the lenient forms; the zone comes after the choice of the year"
    for text, note in (
        ("15 Jun 76 12:00:00 -0800", "2076 as written, though the instant is past the 50 years"),
        ("15 Jun 76 12:00:01 +0800", "1976 as written"),
        ("Mon Jun 15 12:00:00 76", "2076"),
        ("Mon Jun 15 12:00:00 UTC 76", "2076"),
        ("Mon Jun 15 12:00 76", "2076: no seconds are second 0"),
        ("Mon Jun 15 12:01 76", "1976"),
    ):
        yield from _both(NOW, text, note)


_DAYS, _MONTHS = http_date.DAYS, http_date.MONTHS
_FORMS = {
    "IMF-fixdate": lambda wd, y, mon, d, time: f"{_DAYS[wd][:3]}, {d:02} {mon} {y:04} {time} GMT",
    "rfc850-date": lambda wd, y, mon, d, time: f"{_DAYS[wd]}, {d:02}-{mon}-{y % 100:02} {time} GMT",
    "asctime-date": lambda wd, y, mon, d, time: f"{_DAYS[wd][:3]} {mon} {d:2} {time} {y:04}",
}


def _two_oddities_rows():
    """What strict lets through, and what it must not let through beside it."""
    yield "Two things at once: the form, the day, a second 60, the weekday"
    for form, spelled in _FORMS.items():
        for date, time, note in (
            ((2015, 6, 30), "23:59:60", "a leap second"),
            ((2015, 6, 30), "23:58:60", "no leap second"),
            ((2000, 2, 29), "00:00:00", "a leap day"),
            ((2100, 2, 28), "23:59:60", "a leap second before a leap day that is not there"),
            ((1900, 1, 1), "23:59:60", "the first strict year"),
            ((1899, 12, 31), "23:59:60", "the year before it"),
        ):
            year, month, day = date
            for wrong in (0, 1):
                weekday = (gregorian.weekday(*date) + wrong) % 7
                text = spelled(weekday, year, _MONTHS[month - 1][:3], day, time)
                yield ("strict", str(_at(year, 1, 1)), text,
                       f"{form}, {note}{', not its weekday' * wrong}")


def http_date_rows():
    yield from _two_digit_year_rows()
    yield from _two_oddities_rows()

    yield "The three forms of RFC 9110 5.6.7"
    for text, note in (
        ("Sun, 06 Nov 1994 08:49:37 GMT", "IMF-fixdate"),
        ("Sunday, 06-Nov-94 08:49:37 GMT", "rfc850-date"),
        ("Sun Nov  6 08:49:37 1994", "asctime-date"),
        ("Sun Nov 06 08:49:37 1994", "asctime-date with 2DIGIT"),
        ("Sun Nov 6 08:49:37 1994", "asctime-date with a bare digit"),
        (r"\x20\x09Sun, 06 Nov 1994 08:49:37 GMT\x09\x20", "blanks at the edges"),
        (r"Sun, 06 Nov 1994 08:49:37 GMT\x0d\x0a", "CR LF at the end"),
        (r"\x0aSun, 06 Nov 1994 08:49:37 GMT", "LF at the start"),
        (r"Sun, 06 Nov 1994\x0d\x0a 08:49:37 GMT", "folded"),
        (r"Sun, 06 Nov 1994 08:49:37 GMT\x00", "NUL"),
        ("", "nothing"),
        (r"\x20", "one blank"),
        ("784111777", "a number is no date"),
    ):
        yield from _both(NOW, text, note)

    yield "Years"
    for text, note in (
        ("Fri, 31 Dec 9999 23:59:59 GMT", "the last second"),
        ("Fri, 31 Dec 9999 23:59:60 GMT", "and the leap second after it"),
        ("Fri, 31 Dec 9999 23:59:59 -2359", "west of Greenwich it is the year 10000"),
        ("Sat, 01 Jan 0000 00:00:00 GMT", "the first second"),
        ("Sat, 01 Jan 0000 00:00:00 +2359", "east of Greenwich it is the year before 0"),
        ("Tue, 29 Feb 0000 00:00:00 GMT", "year 0 is a leap year"),
        ("Thu, 29 Feb 0004 00:00:00 GMT", "so is 4"),
        ("Mon, 01 Jan 1900 00:00:00 GMT", "the first strict year"),
        ("Sun, 31 Dec 1899 23:59:59 GMT", "the last year before it"),
        ("Sun Dec 31 23:59:59 1899", "in asctime-date too"),
        ("Thu, 29 Feb 1900 00:00:00 GMT", "1900 is not a leap year"),
        ("Tue, 29 Feb 2000 00:00:00 GMT", "2000 is"),
        ("Thu, 01 Jan 1970 00:00:00 GMT", "the epoch"),
        ("Wed, 31 Dec 1969 23:59:59 GMT", "a second before it"),
        ("Sat, 01 Jan 10000 00:00:00 GMT", "five digits"),
        ("Sat, 01 Jan 100 00:00:00 GMT", "three digits"),
    ):
        yield from _both(NOW, text, note)

    yield "Times of day"
    for text, note in (
        ("Tue, 30 Jun 2015 23:59:60 GMT", "a leap second"),
        ("Tue, 30 Jun 2015 23:58:60 GMT", "no leap second"),
        ("Tue, 30 Jun 2015 22:59:60 GMT", "no leap second"),
        ("Tue, 30 Jun 2015 15:59:60 -0800", "a leap second in another zone"),
        ("Tue, 30 Jun 2015 23:59:61 GMT", "second 61"),
        ("Tue, 30 Jun 2015 23:60:00 GMT", "minute 60"),
        ("Tue, 30 Jun 2015 24:00:00 GMT", "hour 24"),
        ("Tue, 30 Jun 2015 7:05:00 GMT", "one digit of hours"),
        ("Tue, 30 Jun 2015 07:5:00 GMT", "one digit of minutes"),
        ("Tue, 30 Jun 2015 07:05:0 GMT", "one digit of seconds"),
        ("Tue, 30 Jun 2015 07:05 GMT", "no seconds"),
        ("Tue, 30 Jun 2015 07 GMT", "no minutes"),
        ("Tue, 30 Jun 2015 07:05: GMT", "a colon too many"),
        ("Tue, 30 Jun 2015 007:05:00 GMT", "three digits of hours"),
    ):
        yield from _both(NOW, text, note)

    yield "Zones"
    for zone in ("GMT", "UT", "UTC", "Z", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT",
                 "gmt", "pSt", "+0000", "-0000", "+0100", "-0330", "+2359", "-2359", "+2400",
                 "+0060", "+100", "+01:00", "+01000", "CET", "A", "GMTX", "GMT+0000", "GMT GMT"):
        yield from _both(NOW, f"Tue, 30 Jun 2015 07:05:00 {zone}", f"zone {zone}")
    for text, note in (
        ("Tue, 30 Jun 2015 07:05:00", "no zone is UTC"),
        ("Tue, 30 Jun 2015 07:05:00GMT", "no blank before it"),
        ("Tue, 30 Jun 2015 07:05:00+0100", "no blank before it"),
        ("Tue Jun 30 07:05:00 PDT 2015", "before the year, as date(1) prints it"),
        ("Tue Jun 30 07:05:00 2015 PDT", "after the year"),
        ("Tue Jun 30 07:05:00 PDT 2015 PDT", "twice"),
        ("Tue Jun 30 07:05:00 GMT 2015 +0000", "twice"),
        ("Tue Jun 30 07:05:00 -0700 2015", "an offset before the year"),
    ):
        yield from _both(NOW, text, note)

    yield "Weekdays, months, separators"
    for text, note in (
        ("Mon, 06 Nov 1994 08:49:37 GMT", "not that day's weekday"),
        ("Mon Nov  6 08:49:37 1994", "not that day's weekday"),
        ("06 Nov 1994 08:49:37 GMT", "no weekday"),
        ("Nov  6 08:49:37 1994", "no weekday, month first"),
        ("Sunday, 06 Nov 1994 08:49:37 GMT", "long weekday"),
        ("Sundays, 06 Nov 1994 08:49:37 GMT", "no such weekday"),
        ("Su, 06 Nov 1994 08:49:37 GMT", "no such weekday"),
        ("Sun 06 Nov 1994 08:49:37 GMT", "no comma"),
        ("Sun,06 Nov 1994 08:49:37 GMT", "no blank"),
        ("Sun06 Nov 1994 08:49:37 GMT", "neither"),
        ("Sun,, 06 Nov 1994 08:49:37 GMT", "two commas"),
        (", 06 Nov 1994 08:49:37 GMT", "a comma alone"),
        ("sUN, 06 nOV 1994 08:49:37 gMT", "any case"),
        ("Sun, 06 November 1994 08:49:37 GMT", "long month"),
        ("Thu, 01 Sept 1994 08:49:37 GMT", "Sept"),
        ("Sun, 01 May 1994 08:49:37 GMT", "May is both"),
        ("Sun, 06 Novem 1994 08:49:37 GMT", "no such month"),
        ("Sun, 06 No 1994 08:49:37 GMT", "no such month"),
        ("Sun, 06-Nov-1994 08:49:37 GMT", "dashes and four digits"),
        ("Sun, 06-Nov 1994 08:49:37 GMT", "a dash and a blank"),
        ("Sun, 06 -Nov-1994 08:49:37 GMT", "a blank beside a dash"),
        ("Sun, 06--Nov-1994 08:49:37 GMT", "two dashes"),
        ("Sun-06-Nov-1994 08:49:37 GMT", "a dash after the weekday"),
        ("Sun Nov-06 08:49:37 1994", "a dash, month first"),
        (r"Sun,\x0906\x09Nov\x091994\x09 08:49:37\x09GMT", "tabs"),
        ("Sun, 6 Nov 1994 08:49:37 GMT", "one digit of days"),
        ("Sun, 006 Nov 1994 08:49:37 GMT", "three digits of days"),
        ("Sun, 00 Nov 1994 08:49:37 GMT", "day 0"),
        ("Sun, 31 Nov 1994 08:49:37 GMT", "no such day"),
        ("Sun, 32 Jan 1994 08:49:37 GMT", "no such day"),
        ("Sun, Nov 06 1994 08:49:37 GMT", "month first, year before the time"),
        ("1994-11-06T08:49:37Z", "RFC 3339"),
        ('"Sun, 06 Nov 1994 08:49:37 GMT"', "quoted"),
        ("Sun, 06 Nov 1994 08:49:37 GMT (UTC)", "a comment"),
        (r"Sun, 06 Nov 1994 08:49:37 G\x7fT", "DEL"),
        (r"Sun, 06 Nov 1994\xa008:49:37 GMT", "NBSP"),
    ):
        yield from _both(NOW, text, note)


def retry_after_lines_rows():
    before = _at(2026, 11, 30, 23, 58, 20)
    future = "Tue, 01 Dec 2026 00:00:00 GMT"
    yield "A wait beats malformed beats absent; the larger of two waits"
    for now, lines, note in (
        (NOW, "-", "no field line"),
        (NOW, "", "one empty line"),
        (NOW, r"\x0a", "two empty lines"),
        (NOW, "5", "one line"),
        (NOW, r"5\x0a5", "the same twice"),
        (NOW, r"5\x0a10", "the larger last"),
        (NOW, r"10\x0a5", "the larger first"),
        (NOW, r"5\x0a10\x0a7", "the larger in the middle"),
        (NOW, r"10\x0ajunk", "a wait beats malformed"),
        (NOW, r"junk\x0a10", "in either order"),
        (NOW, r"junk\x0ajunk", "malformed"),
        (NOW, r"\x0a5", "an empty line is malformed"),
        (NOW, r"5\x0a", "an empty line after a wait"),
        (NOW, r"0\x0ajunk", "0 is a wait"),
        (NOW, r"0\x0a0", "0 is a wait"),
        (before, rf"5\x0a{future}", "100 s to the date"),
        (before, rf"{future}\x0a101", "the number is larger"),
        (before + 1, rf"5\x0a{future}", "99999 ms to the date"),
        (before + 200_000, rf"5\x0a{future}", "the date has passed"),
        (before + 200_000, rf"{future}\x0ajunk", "a date that has passed is a wait of 0"),
        (NOW, r"9223372036.854\x0a9223372036.855", "saturated"),
        (NOW, r"99999999999999999999\x0a1", "saturated"),
    ):
        yield from _both(now, lines, note)
    yield "The grammar governs each line"
    for lines, note in (
        ("5, 10", "a list in one line"),
        (r"5, 10\x0a7", "a list and a number"),
        (r"5.5\x0a5", "a fraction"),
        (r"5.0001\x0a5", "a fraction, rounded up"),
        (r"5\x0d\x0a10\x0d", "CR at the ends"),
        (r"5\x0a 10\x09", "blanks at the ends"),
        (r"5,\x0a,10,", "commas at the ends"),
        (r",\x0a,", "commas alone"),
        (r"15 Jun 2026 12:00:30\x0a20", "a date of the lenient grammar"),
        (r"Mon, 15 Jun 2026\x0a 12:00:30 GMT", "a date is not joined out of lines"),
        (r"1,2\x0a,3,,\x0a\x094 , 5 ,", "lists of several kinds"),
        (r"\x2d\x0a5", "a dash in a line"),
        (r"\x2d", "a dash alone"),
    ):
        yield from _both(NOW, lines, note)
    yield "Clocks"
    for now, text, note in (
        (INT64_MIN, future, "292 years and more"),
        (INT64_MAX, future, "long passed"),
        (_at(2026, 12, 1) - LARGEST, future, "the largest duration"),
        (_at(2026, 12, 1) - LARGEST - 1, future, "a millisecond more"),
        (_at(2026, 12, 1) - LARGEST + 1, future, "a millisecond less"),
        (_at(2026, 12, 1), future, "now"),
        (_at(2026, 12, 1) - 1, future, "in a millisecond"),
        (_at(2026, 12, 1) + 1, future, "a millisecond ago"),
    ):
        yield from _both(now, text, note)


# --- tables -------------------------------------------------------------------------------------

def methods_rows():
    yield "The IANA HTTP Method Registry"
    for name in sorted(methods.REGISTERED):
        yield name.decode("ascii"), "-"
    yield "Everything else: neither safe nor idempotent"
    yield from (
        ("*", "reserved by RFC 9110 18.2, not a method"),
        ("get", "methods are case-sensitive (RFC 9110 9.1)"),
        ("Get", "-"), ("GEt", "-"), ("put", "-"), ("post", "-"), ("patch", "-"),
        ("GE", "the beginning of one"), ("G", "-"), ("GETS", "one and more"),
        (r"GET\x20", "a blank after"), (r"\x20GET", "a blank before"), ("GET /", "a blank inside"),
        (r"GET\x00", "NUL after"), (r"\x00GET", "NUL before"), (r"\x00", "NUL alone"),
        (r"GET\x0d\x0a", "a line end after"), ("", "nothing"), (r"\x2d", "a dash"),
        (r"\xc7ET", "not ASCII"), (r"GET\x7c", "a bar"),
        ("VERSION_CONTROL", "an underscore"), ("VERSIONCONTROL", "no dash"),
        ("BASELINE-CONTROLS", "-"), ("UPDATEREDIRECTREFS", "-"), ("MKREDIRECT", "-"),
        ("FROB", "-"), ("PURGE", "in use, not registered"), ("M-SEARCH", "in use, not registered"),
        ("X" * 300, "300 octets"),
    )


def statuses_rows():
    yield "No server can have sent it"
    for status in (-2**31, -65_033, -1, 0, 1, 99):
        yield str(status), "503 in its low 16 bits" if status % 65_536 == 503 else "-"
    yield "Not the end of an attempt, except 101"
    for status in (100, 101, 102, 103, 104, 150, 199):
        yield str(status), "the protocol was switched" if status == 101 else "-"
    yield "Success, or a redirect that nobody followed"
    for status in (200, 201, 202, 204, 206, 226, 299, *range(300, 311), 398, 399):
        yield str(status), "-"
    yield "Each member of a status set below 600"
    for status in range(400, 600):
        yield str(status), "-"
    yield "One member for all of these"
    for status in (600, 601, 700, 911, 998, 999):
        yield str(status), "-"
    yield "No server can have sent it"
    for status in (1000, 1001, 1503, 65_535, 65_536, 66_039, 2**31 - 1):
        yield str(status), "503 in its low 16 bits" if status % 65_536 == 503 else "-"


def failures_rows():
    for name in failures.EVIDENCE_OF:
        yield name, "-"


def trail_rows():
    yield "Nothing followed"
    yield "-", "-"
    yield "again", "-"
    yield "One hop that kept the method"
    for status in (301, 302, 303, 307, 308):
        yield f"{status}:POST>POST", "-"
    for status in (300, 304, 305, 306, 309, 399, 200, 503, 0, -1, 2**31 - 1, -2**31):
        yield f"{status}:POST>POST", "only 307 and 308 say that the work is to be done elsewhere"
    yield "One hop that changed the method"
    for status in (301, 302, 303, 307, 308, 300):
        yield f"{status}:POST>GET", "-"
    yield "303:GET>GET", "-"
    yield "303:HEAD>HEAD", "-"
    yield "Methods are compared as octets"
    yield "307:get>GET", "-"
    yield "307:FROB>FROB", "-"
    yield "307:FROB>FROC", "-"
    yield "307:FROB>FRO", "-"
    yield "307:POST>PATCH", "both not idempotent, but not the same"
    yield "Several hops: a flag, once on, stays on"
    for steps in (
        "307:POST>POST,308:POST>POST", "302:POST>POST,302:POST>POST", "302:POST>POST,303:POST>GET",
        "303:POST>GET,302:GET>GET", "307:POST>POST,302:POST>GET,307:GET>GET",
        "303:POST>GET,307:GET>GET,307:GET>GET", "302:POST>POST,307:POST>POST",
        ",".join(["307:GET>GET"] * 20),
    ):
        yield steps, "-"
    yield "The next attempt: the hops stay, the flags go"
    for steps in (
        "302:POST>POST,again", "303:POST>GET,again", "303:POST>GET,again,again",
        "303:POST>GET,again,307:POST>POST", "302:POST>POST,again,303:POST>GET",
        "303:POST>GET,again,302:POST>POST", "again,303:POST>GET",
        "307:PUT>PUT,again,307:PUT>PUT,again,307:PUT>PUT",
    ):
        yield steps, "-"


def trail_states_rows():
    yield "The count of hops saturates"
    for hops in (UINT32_MAX - 2, UINT32_MAX - 1, UINT32_MAX):
        yield f"{hops},307:GET>GET,302:GET>GET", "-"
    yield "A trail as what it is, not as how it came about"
    for state in ("0", "1", f"{UINT32_MAX}", "1+moved", "1+moved+accepted", "1+moved+doubtful",
                  "2+moved+accepted+doubtful"):
        for steps in ("", ",again", ",307:POST>POST"):
            yield f"{state}{steps}", "-"


def decide_states_rows():
    yield "No hop leads to a flag without moved, whatever the count of hops"
    for flags in ("accepted", "doubtful", "accepted+doubtful"):
        for hops in (0, 1, 3, UINT32_MAX):
            yield _said("-", f"method=GET outcome=503 redirects={hops}+{flags}", "impossible")
    yield _said("unrepeatable=always", "method=POST outcome=429 redirects=1+accepted", "impossible")
    yield _said("max_attempts=0", "method=GET outcome=200 redirects=1+doubtful", "1 before 3")
    yield _said("-", "method=GET outcome=cancelled redirects=1+doubtful", "1 before 2")
    yield "Hops without a flag prove nothing, and the flags of one hop are those of many"
    for hops in (0, 1, 3, UINT32_MAX):
        yield _said("redirect_proof=any_hop", f"method=POST outcome=429 redirects={hops}", "empty")
    for hops in (1, 3, UINT32_MAX):
        for flags in ("moved", "moved+doubtful", "moved+accepted", "moved+accepted+doubtful"):
            yield _said("-", f"method=POST outcome=429 redirects={hops}+{flags}", "-")
    yield _said("-", "method=PUT outcome=not_sent body=consumed redirects=3", "empty: not consumed")
    yield _said("-", "method=PUT outcome=not_sent body=consumed redirects=3+moved", "8")


def follow_states_rows():
    """The hops that earlier attempts made count as well."""
    for most in (2, 3, UINT32_MAX - 1, UINT32_MAX):
        for hops in sorted({most - 1, most, UINT32_MAX}):
            for flags in ("", "+moved+accepted"):
                yield (f"max_redirects={most}", f"{hops}{flags}",
                       "status=302 method=GET has_location=yes", "-")


def conventions_rows():
    numbers = (INT64_MIN, -2**31 - 1, -2, -1, 0, 1, 2, 3, 5, 6, 10, 11, 2**31 - 2, 2**31 - 1, 2**31,
               UINT32_MAX - 1, UINT32_MAX, 2**32, INT64_MAX)
    for name, convention in conventions.CONVENTIONS.items():
        yield f"{name} counts {convention.counts}"
        for number in numbers:
            yield name, str(number), "-"


def attempts_rows():
    numbers = (0, 1, 2, 3, 4, 2**31 - 1, 2**31, UINT32_MAX - 2, UINT32_MAX - 1, UINT32_MAX)
    for question, notes in (
        ("from_retries", {0: "the first send alone", UINT32_MAX - 1: "unlimited",
                          UINT32_MAX: "unlimited"}),
        ("to_retries", {0: "no attempt, no retry", UINT32_MAX: "unlimited"}),
    ):
        for number in numbers:
            yield question, str(number), notes.get(number, "-")


def requests_rows():
    most = UINT32_MAX
    yield "Clients whose redirect allowance starts afresh with each attempt; layers multiply"
    for layers, note in (
        ("3x5", "3 attempts of 1 + 5 requests"), ("3x1", "-"), ("3x0", "-"), ("1x0", "-"),
        ("1x5", "-"), ("4x10", "the default policy"), ("0x0", "no attempt"), ("0x5", "no attempt"),
        ("3x5,1x0", "a second layer that does nothing"), ("3x5,3x5", "two such layers"),
        ("3x0,3x0,3x0", "three layers of 3 attempts"), ("3x5,0x5", "a layer without attempts"),
        (f"{most}x0", "-"), (f"1x{most}", "-"), (f"{most}x{most}", "2^64 - 2^32"),
        (f"{most}x{most},1x1", "saturated"), (f"{most}x{most},2x0", "saturated"),
        (f"2x{2**31 - 1},{2**31}x0", "2^63"), (f"2x{2**31 - 1},{2**31}x1", "2^64, saturated"),
        (f"{most}x0,{most}x0", "(2^32 - 1) squared"), (f"{most}x0,{most}x0,2x0", "saturated"),
        (f"{most}x{most},{most}x{most}", "saturated"),
        (f"{most}x{most},{most}x{most},0x0", "0 after saturation, too"),
        (f"0x0,{most}x{most},{most}x{most}", "0 first"),
        (f"641x0,6700417x{2**32 - 2}", "(2^32 + 1)(2^32 - 1) = 2^64 - 1, exactly"),
    ):
        yield layers, note
    yield "One redirect allowance for the whole call"
    for sum_of, note in (
        ("3+5", "-"), ("1+0", "-"), ("0+0", "-"), ("4+10", "the default policy"),
        (f"{most}+0", "-"), (f"0+{most}", "-"), (f"{most}+{most}", "more than 32 bits hold"),
    ):
        yield sum_of, note


# --- what a loop asks ---------------------------------------------------------------------------

AGAIN = "retry retryable_status 750 -"
EVERYTHING = (
    "number=2 method=PUT outcome=429 repeatable=yes evidence=not_processed body=consumed"
    " budget=denied server_says=retry elapsed=1200 previous_delay=600 retry_after=500"
    " redirects=307:PUT>PUT,302:PUT>GET budget_paid=1000 hold=700"
)


def advance_rows():
    yield "A retry: what is known of the attempt that ended goes, what the caller said stays"
    yield "outcome=503", AGAIN, "0", "nothing but a status"
    yield EVERYTHING, AGAIN, "1000", "everything set"
    yield EVERYTHING, AGAIN, "0", "paid is this attempt's, not the last one's"
    for word in EVERYTHING.split():
        yield word, AGAIN, "0", f"{word.partition('=')[0]} alone"
    for word in ("repeatable=no", "evidence=processed", "server_says=do_not_retry",
                 "outcome=timeout", "retry_after=malformed", "retry_after=0", "number=1"):
        yield word, AGAIN, "0", "-"
    yield "outcome=503", AGAIN, str(UINT32_MAX), "the most that can be paid"
    yield "-", "retry retryable_failure 0 -", "0", "a delay of 0"
    yield ("outcome=429 retry_after=2000",
           "retry retryable_status 2000 server_wait_applied+server_wait_clamped", "0", "notes")

    yield "A decision that is no retry changes nothing, whatever was paid"
    for decision in ("stop attempts_exhausted 750 -", "stop success 0 -", "stop deadline 750 -",
                     "stop invalid_attempt 0 -"):
        yield EVERYTHING, decision, "2000", "-"
    yield "outcome=503 elapsed=-5", "stop invalid_attempt 0 -", "0", "a negative elapsed neither"
    yield "number=0 outcome=503", "stop invalid_attempt 0 -", "0", "nor an attempt 0"
    yield "-", "stop invalid_attempt 0 -", "7", "nor an attempt that is nothing but defaults"
    yield "method=get outcome=200", "stop success 0 -", "0", "no registered method"

    yield "Numbers"
    for number in (0, 1, 2, 2**31 - 1, 2**31, UINT32_MAX - 1, UINT32_MAX):
        yield f"number={number} outcome=503", AGAIN, "0", "saturates at the largest"
    yield "Elapsed grows by the delay and saturates; a negative one counts as 0"
    for elapsed in (-1, -750, INT64_MIN, 1, LARGEST - 751, LARGEST - 750, LARGEST - 749, LARGEST,
                    LARGEST + 1, INT64_MAX):
        yield f"outcome=503 elapsed={elapsed}", AGAIN, "0", "-"
    for delay in (LARGEST - 1, LARGEST, LARGEST + 1, INT64_MAX):
        yield "outcome=503 elapsed=1", f"retry retryable_status {delay} -", "0", "the delay, too"
    yield "outcome=503 elapsed=-1", f"retry retryable_status {LARGEST} -", "0", "from 0"

    yield "Trails: the hops are the call's, the flags the request's that was sent"
    for redirects in ("-", "307:GET>GET", "302:POST>POST", "303:POST>GET,302:GET>GET",
                      "303:POST>GET,again", "303:POST>GET,again,307:GET>GET"):
        yield f"outcome=503 redirects={redirects}", AGAIN, "0", "-"
        yield f"outcome=503 redirects={redirects}", "stop deadline 750 -", "0", "unchanged"

    yield "Methods"
    for method in ("GET", "POST", "VERSION-CONTROL", "FROB", "get", r"\x00"):
        yield f"method={method} outcome=503", AGAIN, "0", "-"


def time_left_rows():
    yield "No limit: no deadline, or one that only forbids retries and hops"
    for deadline in (LARGEST, LARGEST + 1, INT64_MAX, 0, -1, INT64_MIN):
        for elapsed in (0, 5000, LARGEST):
            yield f"deadline={deadline}", str(elapsed), "-"
    yield "-", "0", "no deadline"
    yield "-", str(INT64_MIN), "-"
    yield "A deadline above 0"
    for elapsed, note in (
        (0, "all of it"), (1, "-"), (9999, "one is left"), (10_000, "just passed"),
        (10_001, "passed"), (LARGEST, "passed"), (INT64_MAX, "passed"), (-1, "counts as 0"),
        (INT64_MIN, "counts as 0"),
    ):
        yield "deadline=10000", str(elapsed), note
    yield "deadline=1", "0", "the shortest"
    yield "deadline=1", "1", "the shortest, passed"
    yield f"deadline={LARGEST - 1}", "0", "the longest"
    yield f"deadline={LARGEST - 1}", str(LARGEST - 2), "one is left of the longest"
    yield f"deadline={LARGEST - 1}", str(INT64_MAX), "the longest, passed"
    yield "Nothing else of the policy counts"
    yield "deadline=10000 min_attempt_time=4000", "1000", "not the least time of an attempt"
    yield "deadline=10000 min_attempt_time=20000", "1000", "even if it does not fit"
    yield "deadline=10000 max_attempts=0", "1000", "nor whether the policy is valid"


def reference_time_rows():
    date = "Mon, 15 Jun 2026 11:59:00 GMT"
    now = str(NOW)
    yield "No Date, or none that can be read: now"
    for text, note in (
        ("-", "absent"), ("", "empty"), (r"\x20", "a blank"), (r"\x2d", "a dash"),
        ("junk", "malformed"), ("1781524740", "a number is no date"), ("0", "a number is no date"),
        ("Mon, 31 Jun 2026 11:59:00 GMT", "no such day"),
        ("Mon, 15 Jun 2026 11:59:61 GMT", "second 61"),
        (rf"{date}\x00", "a control"), (f"{date}, {date}", "joined of two lines"),
    ):
        yield now, text, "-", note
    yield "Dates, read leniently"
    for text, note in (
        (date, "IMF-fixdate"), ("Monday, 15-Jun-26 11:59:00 GMT", "rfc850-date"),
        ("Mon Jun 15 11:59:00 2026", "asctime-date"), (rf"\x0a {date}\x0d\x0a", "stripped"),
        ("Sun, 15 Jun 2026 11:59:00 GMT", "not that day's weekday"),
        ("15 jun 2026 4:59 PDT", "only lenient"), ("Mon, 15 Jun 2026 13:59:00 +0200", "an offset"),
        ("Mon, 15 Jun 2026 11:58:60 GMT", "no leap second"),
        ("Monday, 15-Jun-76 12:00:00 GMT", "2076: exactly 50 years after now"),
        ("Tuesday, 15-Jun-76 12:00:01 GMT", "1976: 50 years and 1 s"),
        ("Thu, 01 Jan 1970 00:00:00 GMT", "0 is an instant"),
        ("Wed, 31 Dec 1969 23:59:59 GMT", "before 1970"),
        ("Mon, 15 Jun 2026 12:01:00 GMT", "after now"),
        ("Fri, 31 Dec 9999 23:59:59 GMT", "the last"),
    ):
        yield now, text, "-", note
    for clock in (INT64_MIN, -1, 0, INT64_MAX):
        yield str(clock), date, "-", "whatever now is"
        yield str(clock), "-", "-", "now as it is"
        yield str(clock), date, "1", "now as it is"
    yield str(_at(2044, 1, 1)), "Friday, 01-Jan-94 00:00:00 GMT", "0", "2094, by another now"
    yield "An Age above 0, or one that says nothing: the Date is a cache's, so now"
    for age, note in (
        ("0", "0"), ("00", "0"), ("0" * 40, "0"), (r"\x200\x20", "0, stripped"),
        (r"\x09\x0d\x0a0\x0d\x0a", "0, stripped as leniently as Retry-After"),
        ("1", "1 s"), ("01", "1 s"), ("0" * 40 + "1", "1 s"), ("9" * 40, "huge"),
        ("18446744073709551616", "2^64"), ("4294967296", "2^32"), ("10", "10 s"),
        (r"\x207\x20", "stripped"), ("", "empty"), (r"\x20\x09", "blanks"), ("+1", "a sign"),
        ("+0", "a sign"), ("-0", "a sign"), ("-1", "a sign"), (r"\x2d", "a dash"),
        ("1.5", "a fraction"), ("0.0", "a fraction"), ("0.", "a fraction"), ("0,0", "a list"),
        ("0 0", "a blank inside"), ("0x0", "no digit"), ("junk", "no digit"),
        (r"0\x00", "a control"), (r"\x00", "a control"), (r"0\x0b", "a control"),
        (r"\xd9\xa0", "not ASCII"), (r"\xb2", "not ASCII"),
    ):
        yield now, date, age, note
    yield "Both"
    for text, age in (("-", "0"), ("-", "1"), ("-", ""), ("junk", "0"), ("junk", "1"), ("", "")):
        yield now, text, age, "-"


# --- successes ----------------------------------------------------------------------------------

def _said(policy, attempt, note):
    return policy, attempt, MIDDLE, note


def decide_success_rows():
    yield "A 2xx is a success unless the caller says retry; no other status below 400 is repeated"
    for status in (101, 199, 200, 201, 202, 204, 206, 299, 300, 303, 304, 305, 399):
        yield _said("-", f"method=GET outcome={status} server_says=retry", "-")
        yield _said("-", f"method=GET outcome={status} server_says=do_not_retry", "-")
        yield _said("-", f"method=GET outcome={status}", "-")
    retry = "outcome=200 server_says=retry"
    yield "It is processed all the same, but that is no proof of acceptance"
    yield _said("-", f"{retry}", "unknown method")
    for method in ("PUT", "POST"):
        for words, note in (
            ("", "-"), ("repeatable=yes", "repeatable"),
            ("repeatable=no", "not repeatable"), ("evidence=not_processed", "the caller knows"),
            ("evidence=never_sent", "the caller says so"), ("evidence=unknown", "-"),
            ("evidence=processed", "proof, of a POST"),
            ("repeatable=yes evidence=processed", "proof, of a POST, over the declaration"),
            ("repeatable=no evidence=not_processed", "not repeatable, not processed"),
        ):
            yield _said("-", f"method={method} {retry} {words}".strip(), note)
    post = f"method=POST {retry}"
    for unrepeatable in ("never", "always"):
        for words in ("", "evidence=not_processed", "evidence=processed", "repeatable=yes"):
            yield _said(f"unrepeatable={unrepeatable}", f"{post} {words}".strip(), "-")
    for redirects, note in (("307:POST>POST", "no proof"), ("302:POST>POST", "doubtful"),
                            ("303:POST>GET", "proof"), ("303:POST>GET,again", "a new trail")):
        for evidence in ("by_outcome", "not_processed"):
            yield _said("-", f"{post} evidence={evidence} redirects={redirects}", note)
    yield _said("redirect_proof=any_hop",
                f"{post} evidence=not_processed redirects=307:POST>POST", "any hop is proof")
    yield "Then it goes as any status does"
    get = f"method=GET {retry}"
    yield _said("statuses=none", get, "the set is not asked")
    yield _said("statuses=default-200", get, "a set that names it is invalid")
    yield _said("max_attempts=0", get, "the policy is asked now")
    yield _said("max_attempts=0", "method=GET outcome=200", "and not of a success")
    yield _said("-", f"{get} body=consumed", "8")
    yield _said("-", f"{get} number=4", "9")
    yield _said("-", f"{get} budget=denied", "10")
    yield _said("server_wait.spread=0", f"{get} retry_after=60000", "11")
    yield _said("deadline=500", get, "12")
    yield _said("server_wait.spread=0", f"{get} retry_after=5000", "the server's wait")
    yield _said("-", f"{get} hold=5000", "a hold")
    yield _said("-", f"{get} number=0", "impossible")
    yield _said("-", "method=GET outcome=redirect_limit server_says=retry", "no status at all")
    yield _said("-", "method=GET outcome=cancelled server_says=retry", "2")


# --- draws --------------------------------------------------------------------------------------

def _each_draw(policy, attempt, note, randoms=SPREADS):
    for random in randoms:
        yield policy, f"method=GET {attempt}", random, note


def decide_draws_rows():
    yield "The server's wait spreads by a tenth unless the policy says otherwise"
    own = "backoff.jitter=none"
    for wait in (2000, 10, 9, 0, 30_000):
        yield from _each_draw(own, f"outcome=503 retry_after={wait}", "by default")
    yield from _each_draw(f"{own} server_wait.spread=0", "outcome=503 retry_after=2000", "never")
    yield from _each_draw(f"{own} server_wait.spread=1", "outcome=503 retry_after=2000", "by 2 ms")
    yield from _each_draw(f"{own} server_wait.spread=1000", "outcome=503 retry_after=2000",
                          "up to twice")
    yield from _each_draw(f"{own} server_wait.mode=instead", "outcome=503 retry_after=500",
                          "in mode instead")
    yield from _each_draw(f"{own} server_wait.mode=ignore", "outcome=503 retry_after=2000",
                          "nothing to spread")
    yield from _each_draw(own, "outcome=503 retry_after=30001", "a stop has its spread, too")
    yield from _each_draw(f"{own} server_wait.over_cap=clamp", "outcome=503 retry_after=30001",
                          "past the cap after clamp")
    yield from _each_draw(f"server_wait.cap={LARGEST}", f"outcome=503 retry_after={LARGEST}",
                          "saturated")
    yield from _each_draw(f"{own} deadline=2100", "outcome=503 retry_after=2000",
                          "the spread counts against the deadline")
    yield "The own delay takes mix(random), the spread mix(mix(random)), whatever was drawn before"
    randoms = tuple(dict.fromkeys((*DRAWS, *SPREADS, "0123456789abcdef", "0" * 15 + "1")))
    for jitter in ("none", "full"):
        words = f"backoff.jitter={jitter} server_wait.spread=1000"
        yield from _each_draw(words, "outcome=503 retry_after=500", "the larger of two", randoms)
        yield from _each_draw(f"{words} server_wait.mode=instead", "outcome=503 retry_after=500",
                              "the spread alone", randoms)
    yield from _each_draw(words, "outcome=503 retry_after=malformed", "the own delay alone",
                          randoms)


# --- holds --------------------------------------------------------------------------------------

def _held(policy, attempt, note, random=MIDDLE):
    return f"backoff.jitter=none {policy}".strip(), f"method=GET {attempt}", random, note


def decide_hold_rows():
    yield "Beside the own delay"
    for hold, note in ((0, "none"), (999, "shorter"), (1000, "a tie"), (1001, "longer"),
                       (31_000, "longer than any cap"), (LARGEST, "the largest"),
                       (INT64_MAX, "counts as the largest")):
        yield _held("", f"outcome=503 hold={hold}", note)
    yield _held("", "outcome=timeout hold=1500", "after a failure")
    for random in (LOW, HIGH):
        yield "-", "method=GET outcome=503 hold=750", random, "drawn first, held last"
    yield _held("", "outcome=503 hold=-1", "impossible")
    yield _held("", f"outcome=503 hold={INT64_MIN}", "impossible")
    yield _held("max_attempts=0", "outcome=200 hold=-1", "impossible, before success")
    yield _held("", "outcome=404 hold=5000", "no delay before rule 9")
    yield _held("", "outcome=200 hold=5000", "no delay before rule 9")
    yield _held("", "outcome=503 budget_paid=1000", "what was paid decides nothing")
    yield _held("", f"outcome=200 number=2 budget_paid={UINT32_MAX}", "nor does it here")

    yield "Beside the server's wait, which is applied unless the hold is longer"
    for mode in ("at_least", "instead"):
        words = f"server_wait.mode={mode} server_wait.spread=0"
        for hold in (0, 1999, 2000, 2001):
            yield _held(words, f"outcome=503 retry_after=2000 hold={hold}", "2000 was asked")
        yield _held(words, "outcome=503 retry_after=0 hold=500", "0 was asked")
        yield _held(words, "outcome=503 retry_after=1000 hold=1000", "all three alike")
        yield _held(words, "outcome=503 retry_after=malformed hold=1500", "nothing was understood")
    spread = "server_wait.spread=1000"
    yield _held(spread, "outcome=503 retry_after=2000 hold=2500", "shorter than the spread",
                SPREAD_HIGH)
    yield _held(spread, "outcome=503 retry_after=2000 hold=2000", "w is at its least", LOW)
    yield _held(spread, "outcome=503 retry_after=2000 hold=2001", "longer than w", LOW)
    floor = "backoff.floor=700 server_wait.mode=instead server_wait.spread=0"
    yield _held(floor, "outcome=503 retry_after=600 hold=600", "the floor is longer than both")
    yield _held(floor, "outcome=503 retry_after=600 hold=701", "longer than the floor")
    ignore = "server_wait.mode=ignore"
    yield _held(ignore, "outcome=503 retry_after=2000 hold=1500", "a hold is not ignored")
    yield _held(ignore, "outcome=503 retry_after=2000 hold=2000", "no note of a server wait")
    yield _held(ignore, "outcome=503 retry_after=60000 hold=60000", "nor of its being too long")
    clamp = "server_wait.over_cap=clamp server_wait.spread=0"
    for hold in (29_999, 30_000, 30_001, 60_000):
        yield _held(clamp, f"outcome=503 retry_after=60000 hold={hold}", "clamped to 30000")
    cap = "server_wait.cap=1000 server_wait.spread=0"
    yield _held(cap, "outcome=503 hold=5000", "the cap is the server's wait's alone")
    yield _held(cap, "outcome=503 retry_after=1000 hold=5000", "so a hold does not give up")
    yield _held("", "outcome=413 hold=5000", "a hold makes no 413 temporary")
    yield _held("server_wait.spread=0", "outcome=413 retry_after=0 hold=5000", "a wait does")
    yield _held("", "outcome=421 hold=5000", "a note of the status")
    yield _held("", "outcome=425 hold=5000", "a note of the status")

    yield "The stops by rules 9 to 12 keep the whole wait"
    for attempt, note in (
        ("number=4 outcome=503", "9"), ("outcome=503 budget=denied", "10"),
    ):
        for hold in (500, 90_000):
            yield _held("server_wait.spread=0", f"{attempt} hold={hold}", note)
            yield _held("server_wait.spread=0", f"{attempt} retry_after=2000 hold={hold}", note)
    for hold in (59_999, 60_000, 60_001):
        yield _held("server_wait.spread=0", f"outcome=503 retry_after=60000 hold={hold}", "11")
    for deadline, note in ((5000, "12: the hold reaches it"), (5001, "fits"), (0, "12: no retry")):
        yield _held(f"deadline={deadline}", "outcome=503 hold=5000", note)
    yield _held("deadline=10000 min_attempt_time=1000", "outcome=503 elapsed=4000 hold=5000",
                "12: with what is over and what is needed")
    yield _held("deadline=10001 min_attempt_time=1000", "outcome=503 elapsed=4000 hold=5000",
                "fits")
    yield _held(f"deadline={LARGEST - 1}", f"outcome=503 elapsed=1 hold={LARGEST}",
                "12: saturated")
    yield _held("", f"outcome=503 elapsed={LARGEST} hold={LARGEST}", "no deadline")
    yield _held("deadline=5000 server_wait.spread=0",
                "outcome=503 retry_after=60000 hold=5000", "11 before 12")
    yield _held("deadline=5000", "number=4 outcome=503 hold=5000", "9 before 12")
    yield _held("deadline=5000", "outcome=503 budget=denied hold=5000", "10 before 12")


def describe_hold_rows():
    asked = "server_wait.spread=0"
    yield _held("", "outcome=503 hold=5000", "the delay as it is")
    yield _held(asked, "outcome=503 retry_after=2000 hold=5000", "what the server asked, too")
    yield _held(asked, "outcome=503 retry_after=5000 hold=2000", "-")
    yield _held("server_wait.mode=ignore", "outcome=503 retry_after=2000 hold=5000", "-")
    yield _held("", "outcome=503 retry_after=malformed hold=5000", "-")
    yield _held(f"server_wait.over_cap=clamp {asked}",
                "outcome=421 retry_after=60000 hold=40000", "-")
    yield _held("", "number=4 outcome=503 hold=5000", "9")
    yield _held("", "outcome=timeout budget=denied hold=5000", "10")
    yield _held(asked, "outcome=503 retry_after=60000 hold=70000", "11")
    yield _held("deadline=5000", "outcome=503 hold=5000", "12")
    yield _held("", "outcome=503 hold=-1", "impossible")
    yield _held("", "outcome=200 hold=5000", "-")
