# SPDX-License-Identifier: MIT
"""Rule 3.8: HTTP dates, strict (RFC 9110 5.6.7 to the letter) and lenient.

Each grammar is a regular expression put together from parts that are named like the ABNF rules.
Texts are octets.
"""

import re

import gregorian

STRICT, LENIENT = GRAMMARS = ("strict", "lenient")
MALFORMED = "malformed"

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
          "October", "November", "December")

DAY_NUMBER = {name.lower(): number for number, long in enumerate(DAYS) for name in (long, long[:3])}
MONTH_NUMBER = {
    name.lower(): number for number, long in enumerate(MONTHS, 1) for name in (long, long[:3])
}
MONTH_NUMBER["sept"] = 9

# RFC 5322 4.3, in hours east of Greenwich.
ZONE_HOURS = {
    "gmt": 0, "ut": 0, "utc": 0, "z": 0,
    "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
}


def _one_of(names):
    """Longest first, so that a name is never cut to its own beginning."""
    return "(?:" + "|".join(sorted(names, key=len, reverse=True)) + ")"


def _compiled(grammar, flags=0):
    return re.compile(grammar.encode("ascii"), flags)


# RFC 9110 5.6.7. Every name and GMT are case-sensitive, every width is fixed.
_day_name = f"(?P<weekday>{_one_of(day[:3] for day in DAYS)})"
_day_name_l = f"(?P<weekday>{_one_of(DAYS)})"
_month = f"(?P<month>{_one_of(month[:3] for month in MONTHS)})"
_day = "(?P<day>[0-9]{2})"
_year = "(?P<year>[0-9]{4})"
_time_of_day = "(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})"

IMF_FIXDATE = _compiled(f"{_day_name}, {_day} {_month} {_year} {_time_of_day} GMT")
RFC850_DATE = _compiled(f"{_day_name_l}, {_day}-{_month}-(?P<year>[0-9]{{2}}) {_time_of_day} GMT")
ASCTIME_DATE = _compiled(
    f"{_day_name} {_month} (?P<day>[0-9]{{2}}| [0-9]) {_time_of_day} {_year}"
)
STRICT_FORMS = (IMF_FIXDATE, RFC850_DATE, ASCTIME_DATE)

# The lenient grammar of rule 3.8: day first, as in mail, or month first, as in asctime and date(1).
_ws = "[ \t]+"
_ows = "[ \t]*"
_wd = f"(?P<weekday>{_one_of(DAY_NUMBER)})(?:{_ows},{_ows}|{_ws})"
_mon = f"(?P<month>{_one_of(MONTH_NUMBER)})"
_sep = f"(?:{_ws}|-)"
_any_day = "(?P<day>[0-9]{1,2})"
_any_year = "(?P<year>[0-9]{4}|[0-9]{2})"
_time = "(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?"
_zone = rf"{_one_of(ZONE_HOURS)}|[+-][0-9]{{4}}"

DAY_FIRST = _compiled(
    f"(?:{_wd})?{_any_day}{_sep}{_mon}{_sep}{_any_year}{_ws}{_time}(?:{_ws}(?P<zone>{_zone}))?",
    re.IGNORECASE,
)
MONTH_FIRST = _compiled(
    f"{_wd}{_mon}{_ws}{_any_day}{_ws}{_time}(?:{_ws}(?P<early_zone>{_zone}))?{_ws}{_any_year}"
    f"(?:{_ws}(?P<zone>{_zone}))?",
    re.IGNORECASE,
)


def stripped(text, grammar):
    """The field value without what a recipient ignores at its edges (RFC 9110 5.5)."""
    return text.strip(b" \t" if grammar == STRICT else b" \t\r\n")


def year_of_two_digits(digits, month, day, time, now):
    """The greatest such year that is at most 50 years after now, compared field by field."""
    today = gregorian.utc_fields(now // 1000)
    limit = (today.year + 50, *today[1:])
    within = [year for year in range(digits, 10_000, 100) if (year, month, day, *time) <= limit]
    return max(within, default=digits)  # before the year 0 there is none to choose


def zone_seconds(zone):
    """Seconds east of Greenwich, or None for an impossible offset."""
    zone = zone.decode("ascii").lower()
    if zone in ZONE_HOURS:
        return ZONE_HOURS[zone] * 3600
    hours, minutes = int(zone[1:3]), int(zone[3:5])
    if hours > 23 or minutes > 59:
        return None
    return (hours * 3600 + minutes * 60) * (-1 if zone[0] == "-" else 1)


def _calendar_fields(match, now):
    """What the text says, with a year of four digits, or None if there is no such day or time."""
    month = MONTH_NUMBER[match["month"].decode("ascii").lower()]
    day = int(match["day"])
    time = hour, minute, second = tuple(
        int(match[name] or 0) for name in ("hour", "minute", "second")
    )
    year = int(match["year"])
    if len(match["year"]) == 2:
        year = year_of_two_digits(year, month, day, time, now)
    if hour > 23 or minute > 59 or second > 60 or not gregorian.day_exists(year, month, day):
        return None
    return gregorian.Fields(year, month, day, hour, minute, second)


def _parse_strict(text, now):
    for form in STRICT_FORMS:
        match = form.fullmatch(text)
        if match:
            break
    else:
        return MALFORMED
    fields = _calendar_fields(match, now)
    if fields is None or fields.year < 1900:  # RFC 5322 3.3
        return MALFORMED
    if fields.second == 60 and (fields.hour, fields.minute) != (23, 59):
        return MALFORMED
    weekday = DAY_NUMBER[match["weekday"].decode("ascii").lower()]
    if weekday != gregorian.weekday(*fields[:3]):  # RFC 5322 3.3
        return MALFORMED
    return gregorian.unix_seconds(fields) * 1000


def _parse_lenient(text, now):
    match = DAY_FIRST.fullmatch(text) or MONTH_FIRST.fullmatch(text)
    if not match:
        return MALFORMED
    groups = match.groupdict()
    zones = [zone for zone in (groups.get("early_zone"), groups["zone"]) if zone]
    if len(zones) > 1:
        return MALFORMED
    offset = zone_seconds(zones[0]) if zones else 0
    fields = _calendar_fields(match, now)
    if offset is None or fields is None:
        return MALFORMED
    return (gregorian.unix_seconds(fields) - offset) * 1000


def parse(text, now, grammar):
    """The instant in Unix milliseconds, or MALFORMED; `now` only serves two-digit years."""
    text = stripped(text, grammar)
    return _parse_strict(text, now) if grammar == STRICT else _parse_lenient(text, now)
