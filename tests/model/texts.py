# SPDX-License-Identifier: MIT
"""Random Retry-After fields, HTTP dates and clocks, written along the grammars of rule 3.8 and
then, of some, broken."""

import gregorian
from http_date import DAYS, MONTHS, STRICT, ZONE_HOURS

SPELLED_MONTHS = MONTHS + tuple(month[:3] for month in MONTHS) + ("Sept",)
SPELLED_ZONES = tuple(name.upper() for name in ZONE_HOURS)
BAD_ZONES = ("CET", "GMT+0000", "GMT+1", "+24:00", "+000", "00:00", "G", "GM", "UTCC", "+2400",
             "-2359", "+0060", "+2360", "+9999", "+0159", "(UTC)", "-", "+")

INT64 = (-2**63, 2**63 - 1)

# Clocks at which the century of a two-digit year turns, or a 29 February comes and goes.
CLOCKS = tuple(
    gregorian.unix_seconds(gregorian.Fields(*fields)) * 1000
    for fields in (
        (2026, 6, 15, 12, 0, 0), (2044, 1, 1, 0, 0, 0), (2050, 1, 1, 0, 0, 0),
        (2099, 12, 31, 0, 0, 0), (1999, 12, 31, 0, 0, 0), (2000, 2, 29, 12, 0, 0),
        (2046, 2, 28, 23, 59, 59), (2050, 2, 28, 23, 59, 59), (2050, 3, 1, 0, 0, 0),
        (2150, 2, 28, 12, 0, 0), (1970, 1, 1, 0, 0, 0), (1949, 12, 31, 23, 59, 59),
        (1850, 1, 1, 0, 0, 0), (0, 1, 1, 0, 0, 0), (49, 12, 31, 23, 59, 59), (-1, 12, 31, 0, 0, 0),
        (-50, 1, 1, 0, 0, 0), (-51, 12, 31, 23, 59, 59), (9899, 1, 1, 0, 0, 0),
        (9949, 12, 31, 23, 59, 59), (9950, 1, 1, 0, 0, 0), (9999, 12, 31, 23, 59, 59),
        (10_050, 7, 1, 0, 0, 0), (12_345, 2, 29 - 1, 0, 0, 0),
    )
)


def clock(dice):
    """A `now` in Unix milliseconds."""
    sort = dice.below(20)
    if sort < 10:
        return dice.pick(CLOCKS) + dice.pick((0, 0, 0, 1, 999, -1, 1000, -1000))
    if sort < 16:
        return dice.between(-3_000_000_000_000, 8_000_000_000_000)
    if sort < 18:
        return dice.pick(INT64) // dice.pick((1, 1, 2, 1000))
    return dice.int64()


def _fields(dice, now):
    """A date and time of day, often at a border and sometimes impossible; any year."""
    today = gregorian.utc_fields(now // 1000)
    sort = dice.below(10)
    if sort < 4:  # fifty years after now, the border of two-digit years
        fields = list(today)
        fields[0] += dice.pick((50, 50, 50, 49, 51, -50, -49, 0, 100))
        if dice.chance(0.7):
            place = dice.between(1, 5)
            fields[place] += dice.pick((-1, 1))
    elif sort < 6:  # near now, so that a wait is short
        moment = now // 1000 + dice.pick((0, 1, -1, 60, 3600, 86_400, dice.below(10_000_000)))
        fields = list(gregorian.utc_fields(moment))
    else:
        fields = [
            dice.pick((dice.below(10_000), dice.between(1890, 2110), 0, 1899, 1900, 2000, 9999)),
            dice.between(1, 12), dice.between(1, 31),
            dice.below(24), dice.below(60), dice.below(60),
        ]
    if dice.chance(0.08):
        fields[1:3] = dice.pick(((2, 29), (2, 28), (2, 30), (3, 1), (12, 31), (1, 1), (4, 31)))
    if dice.chance(0.08):
        fields[3:] = dice.pick(
            ((23, 59, 60), (23, 59, 59), (0, 0, 0), (24, 0, 0), (12, 59, 60), (23, 60, 0),
             (0, 0, 61), (23, 58, 60), (22, 59, 60), (99, 99, 99))
        )
    if dice.chance(0.03):
        fields[2] = dice.pick((0, 32, 99))
    year, month, day, hour, minute, second = fields
    return (year % 10_000, min(max(month, 1), 12), day % 100, hour % 100, minute % 100,
            second % 100)


def _weekday(dice, year, month, day):
    if gregorian.day_exists(year, month, day) and dice.chance(0.93):
        return DAYS[gregorian.weekday(year, month, day)]
    return dice.pick(DAYS)


def _strict_date(dice, now):
    year, month, day, hour, minute, second = _fields(dice, now)
    name, month_name = _weekday(dice, year, month, day), MONTHS[month - 1][:3]
    time = f"{hour:02}:{minute:02}:{second:02}"
    form = dice.below(5)
    if form == 0:
        return f"{name[:3]}, {day:02} {month_name} {year:04} {time} GMT"
    if form == 1:
        return f"{name[:3]} {month_name} {day:{dice.pick(('2', '02'))}} {time} {year:04}"
    return f"{name}, {day:02}-{month_name}-{year % 100:02} {time} GMT"


def _blanks(dice):
    if dice.chance(0.02):  # what only some places of the grammar may have instead
        return dice.pick(("", "-", ",", ", "))
    return dice.pick((" ", " ", " ", " ", " ", "  ", "\t", " \t "))


def _zone(dice):
    if dice.chance(0.08):
        return dice.pick(BAD_ZONES)
    if dice.chance(0.5):
        return dice.pick(SPELLED_ZONES)
    return f"{dice.pick('+-')}{dice.below(25):02}{dice.pick((0, 0, 0, 30, 45, 59, 60)):02}"


def _lenient_date(dice, now):
    year, month, day, hour, minute, second = _fields(dice, now)
    name = _weekday(dice, year, month, day)
    comma = _blanks(dice) if dice.chance(0.3) else dice.pick((", ", ", ", ",", " ,", " , "))
    weekday = dice.pick((name, name[:3])) + comma
    month_name = dice.pick(SPELLED_MONTHS) if dice.chance(0.3) else MONTHS[month - 1][:3]
    day_digits = f"{day:{dice.pick(('', '02'))}}"
    year_digits = f"{year:04}" if dice.chance(0.5) else f"{year % 100:02}"
    time = f"{hour:{dice.pick(('', '02', '02'))}}:{minute:02}"
    if dice.chance(0.8):
        time += f":{second:02}"
    zone = _blanks(dice) + _zone(dice) if dice.chance(0.7) else ""
    if dice.chance(0.55):
        sep = other = dice.pick(("-", " ")) if dice.chance(0.8) else _blanks(dice)
        if dice.chance(0.1):
            other = dice.pick(("-", " ", " -", "- "))
        weekday = weekday if dice.chance(0.8) else ""
        text = (f"{weekday}{day_digits}{sep}{month_name}{other}{year_digits}{_blanks(dice)}"
                f"{time}{zone}")
    else:
        early, late = (zone, "") if dice.chance(0.5) else ("", zone)
        if zone and dice.chance(0.05):
            early = late = zone
        text = (f"{weekday}{month_name}{_blanks(dice)}{day_digits}{_blanks(dice)}{time}{early}"
                f"{_blanks(dice)}{year_digits}{late}")
    return dice.pick((str, str, str, str.lower, str.upper, str.swapcase))(text)


def _digits(dice):
    length = dice.pick((1, 1, 2, 2, 3, 4, 5, 9, 10, 10, 11, 12, 13, 16, 19, 20, 22, 40))
    if dice.chance(0.01):
        length = dice.pick((100, 400, 5000))
    first = dice.pick(("9223372036", "922337203", "0", "00", "", "", "", "", "", ""))
    return (first + "".join(dice.pick("0123456789") for _ in range(length)))[:max(length, 10)]


def _number(dice):
    text = _digits(dice)
    if dice.chance(0.4):
        text += "." + dice.pick((
            "", "0", "000", "0001", "001", "999", "9999", "9990", "5", "854", "8540", "8541",
            "1" * dice.below(12),
        ))
    return text


def _list(dice):
    def gap():
        return dice.pick(("", "", "", " ", "  ", "\t", " \t"))

    items = [dice.pick(("", _number(dice), _number(dice))) for _ in range(dice.between(1, 5))]
    return "".join(gap() + item + gap() + "," for item in items)[:-1 if dice.chance(0.8) else None]


WORDS = ("", " ", "soon", "null", "-1", "+5", ".5", "1e3", "0x10", "Infinity", "2026-12-01",
         "2026-12-01T00:00:00Z", "5 5", "120 (maintenance)", "120ms", '"5"', "5;x", ",", ", ,",
         "-", "--", "\\", "|", "00:02:00", "@1796083200", "12/01/2026 00:00:00")
ODD_OCTETS = b"\x00\t\n\r\x0b\x0c\x1f\x7f\x80\xb2\xff |\\,-+.:;GgZz09 AaSs/()"


def _broken(dice, text):
    """One change of the octets."""
    place = dice.below(len(text) + 1)
    head, tail = text[:place], text[place:]
    odd = ODD_OCTETS[dice.below(len(ODD_OCTETS)):][:1]
    change = dice.below(9)
    if change == 0:  # a bit flipped
        return head + bytes(octet ^ 1 << dice.below(8) for octet in tail[:1]) + tail[1:]
    if change == 1:
        return head + odd + tail[1:]
    if change == 2:
        return head + odd + tail
    if change == 3:
        return head + tail[1:]
    if change == 4:
        return head + tail[:1] + tail
    if change == 5:
        return text.replace(b" ", b"  ")
    if change == 6:
        return head + tail[:1].swapcase() + tail[1:]
    if change == 7:
        words = text.split(b" ")
        one, other = dice.below(len(words)), dice.below(len(words))
        words[one], words[other] = words[other], words[one]
        return b" ".join(words)
    return head


def _edged(dice, text):
    """With something at its edges that one grammar strips, or none."""
    def edge():
        return dice.pick((b"", b" ", b"\t", b" \t", b"\r\n", b"\r", b"\n", b" \r", b"\v", b"\0"))
    return edge() + text + edge()


def date_text(dice, now, grammar):
    """Octets that are an HTTP date, or nearly, mostly of this grammar."""
    strict = dice.chance(0.8 if grammar == STRICT else 0.2)
    text = (_strict_date if strict else _lenient_date)(dice, now).encode("ascii")
    if dice.chance(0.05):
        text = _edged(dice, text)
    while dice.chance(0.25):
        text = _broken(dice, text)
    return text


def age_text(dice):
    """Octets of an Age field, mostly of digits and often 0."""
    text = dice.pick((b"0", b"0", b"00", b"1", b"", b"+1", b"-0", b"1.5", b"0,0",
                      _digits(dice).encode("ascii"), b"0" * dice.below(40) + b"1"))
    if dice.chance(0.2):
        text = _edged(dice, text)
    while dice.chance(0.15):
        text = _broken(dice, text)
    return text


def field_text(dice, now, grammar):
    """Octets of a Retry-After field."""
    sort = dice.below(20)
    if sort < 9:
        return date_text(dice, now, grammar)
    if sort == 9:
        text = dice.pick(WORDS).encode("ascii")
    elif sort < 13:
        text = _digits(dice).encode("ascii")
    elif sort < 15:
        text = _number(dice).encode("ascii")
    else:
        text = _list(dice).encode("ascii")
    if dice.chance(0.1):
        text = _edged(dice, text)
    while dice.chance(0.15):
        text = _broken(dice, text)
    return text
