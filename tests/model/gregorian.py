# SPDX-License-Identifier: MIT
"""The proleptic Gregorian calendar without datetime's limits (years 1 to 9999).

The calendar repeats every 400 years, weekdays included, so a year outside the limits is asked of
datetime as the year inside that has the same place in its 400 years.
"""

from datetime import date
from typing import NamedTuple

DAYS_OF_400_YEARS = 146_097
SECONDS_OF_A_DAY = 86_400
EPOCH = date(1970, 1, 1).toordinal()


class Fields(NamedTuple):
    """A date and a time of day as they are written; of a leap second, the second is 60."""

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int


def _same_place(year, month, day):
    """The date at the same place of the years 2000 to 2399; ValueError if there is no such day."""
    return date(2000 + year % 400, month, day)


def day_exists(year, month, day):
    try:
        _same_place(year, month, day)
    except ValueError:
        return False
    return True


def weekday(year, month, day):
    """0 is Monday."""
    return _same_place(year, month, day).weekday()


def unix_seconds(fields):
    """The instant of UTC fields; 23:59:60 is the next day's midnight, as in POSIX."""
    year, month, day, hour, minute, second = fields
    days = _same_place(year, month, day).toordinal() - EPOCH
    days += (year // 400 - 5) * DAYS_OF_400_YEARS
    return days * SECONDS_OF_A_DAY + hour * 3600 + minute * 60 + second


def utc_fields(seconds):
    """The UTC fields of an instant in Unix seconds, of any year."""
    days, second_of_day = divmod(seconds, SECONDS_OF_A_DAY)
    cycles, day = divmod(days, DAYS_OF_400_YEARS)
    place = date.fromordinal(EPOCH + day)
    minutes, second = divmod(second_of_day, 60)
    hour, minute = divmod(minutes, 60)
    return Fields(place.year + 400 * cycles, place.month, place.day, hour, minute, second)
