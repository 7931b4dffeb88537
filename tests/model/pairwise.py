#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rows in which each two values of two fields meet, so that a fault in a pair is found by a row.

A question has a usual word for each field, unusual ones, and bad ones, which make a policy invalid,
an attempt impossible, or a decision early. A word matters to a row if the answer changes when it
goes back to the usual one. A row tells a pair of unusual words if one matters, and the other as
well or at least where the first is not, so that it is the first that hides it. A bad word hides
what comes later in the order of the rules, so a row has at most one.

    pairwise.py    searches rows afresh and writes tests/vectors/{decide,...}.pairwise.txt

The search is greedy, its dice are seeded, and it takes minutes. So the questions stay in the files:
vectors.py renews their answers, and test_model.py counts the pairs that they tell.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import cells
import vectors
from answer import answer
from dice import Dice
from vector_rows import MIDDLE, SPREAD_HIGH

CANDIDATES, STEPS = 16, 80  # rows that are tried for a pair, and changes of the best of them
SHARES = (0.04, 0.1, 0.2)  # of the fields that have an unusual word, in a random row


class Field(NamedTuple):
    """`place` is the cell that its words belong to; a usual word that is empty is left out."""

    place: int
    usual: str
    unusual: tuple
    bad: tuple


class Question(NamedTuple):
    kind: str
    fields: dict

    def cells(self, row):
        """The cells of a row, which is a dictionary of the words that are not the usual ones."""
        spelled = {}
        for name, field in self.fields.items():
            spelled.setdefault(field.place, []).append(row.get(name, field.usual))
        return tuple(" ".join(filter(None, words)) or "-" for words in spelled.values())

    def row(self, cells_of_row):
        """The dictionary of such cells."""
        words = [set(cell.split(" ")) for cell in cells_of_row]
        return {
            name: word for name, field in self.fields.items()
            for word in (*field.unusual, *field.bad) if word in words[field.place]
        }

    def answer(self, row):
        return _answer(" | ".join((self.kind, *self.cells(row))))


_answer = lru_cache(maxsize=None)(answer)


def fields(place, table, spelled="{name}={word}"):
    """A line of the table is a field: usual word (`-`: left out), unusual ones, `!`, bad ones."""
    for line in table.strip().split("\n"):
        name, usual, *words = line.split()
        good, _, bad = " ".join(words).partition("!")
        usual, good, bad = (
            tuple(spelled.format(name=name, word=word) for word in part.split())
            for part in ("" if usual == "-" else usual, good, bad)
        )
        yield name, Field(place, "".join(usual), good, bad)


# --- the search ---------------------------------------------------------------------------------

def pairs_of(items):
    """Each two of a row's words, in the order of the fields."""
    return set(combinations(items, 2))


def in_order(question, row):
    return [(name, row[name]) for name in question.fields if name in row]


def all_pairs(question):
    """Every pair of unusual words, in order."""
    words = [(name, word) for name, field in question.fields.items() for word in field.unusual]
    return [pair for pair in combinations(words, 2) if pair[0][0] != pair[1][0]]


def without(row, name):
    return {other: word for other, word in row.items() if other != name}


def matters(question, row, name):
    """Whether the row has another answer with the field's usual word."""
    return question.answer(without(row, name)) != question.answer(row)


def tells(question, row, pair):
    """Whether one word matters, and the other one too, at least where the first is not."""
    one, other = (name for name, _ in pair)
    mattering = matters(question, row, one), matters(question, row, other)
    return all(mattering) or (
        mattering[0] and matters(question, without(row, one), other)
    ) or (
        mattering[1] and matters(question, without(row, other), one)
    )


def told(question, row):
    """The pairs that the row tells."""
    items = in_order(question, row)
    mattering = [item for item in items if matters(question, row, item[0])]
    pairs = pairs_of(mattering)
    for hiding in mattering:
        left = without(row, hiding[0])
        hidden = [item for item in items if item not in mattering]
        pairs.update(tuple(item for item in items if item in (hiding, other))
                     for other in hidden if matters(question, left, other[0]))
    return pairs


def random_row(question, dice):
    share = dice.pick(SHARES)
    return {
        name: dice.pick(field.unusual)
        for name, field in question.fields.items() if field.unusual and dice.chance(share)
    }


def thinned(question, row, pairs):
    """The row without the words that it does not need to tell the pairs."""
    for name in list(row):
        less = without(row, name)
        if all(one[0] in less and other[0] in less and tells(question, less, (one, other))
               for one, other in pairs):
            row = less
    return row


def changed_row(question, row, dice):
    """With another word for a field or two, or the usual one."""
    changed = dict(row)
    for _ in range(dice.between(1, 2)):
        name = dice.pick([name for name, field in question.fields.items() if field.unusual])
        changed.pop(name, None)
        if dice.chance(0.8):
            changed[name] = dice.pick(question.fields[name].unusual)
    return changed


def candidates(question, pair, rows, dice):
    """Rows with the pair: alone, in rows that told others, in random ones."""
    yield dict(pair)
    for number in range(CANDIDATES):
        base = dice.pick(rows) if rows and number % 3 == 0 else random_row(question, dice)
        yield {**base, **dict(pair)}


def grown(question, row, pairs, pair, wanted, dice):
    """The row after changes that let it tell more of the wanted pairs, this pair among them."""
    for _ in range(STEPS):
        changed = {**changed_row(question, row, dice), **dict(pair)}
        if tells(question, changed, pair):
            more = told(question, changed) & wanted.keys()
            if len(more) >= len(pairs):
                row, pairs = changed, more
    return row, pairs


def telling_rows(question):
    """Rows that tell as many pairs as were found to tell, and the pairs that none tells."""
    dice = Dice(1)
    wanted, rows, silent = dict.fromkeys(all_pairs(question)), [], []
    while wanted:
        pair = next(iter(wanted))
        tries = [(row, told(question, row) & wanted.keys())
                 for row in candidates(question, pair, rows, dice) if tells(question, row, pair)]
        if not tries:
            silent.append(pair)
            del wanted[pair]
            continue
        row, pairs = max(tries, key=lambda one: len(one[1]))
        row, pairs = grown(question, row, pairs, pair, wanted, dice)
        rows.append(thinned(question, row, pairs))
        for pair in pairs:
            del wanted[pair]
    return rows, silent


def needed(question, telling):
    """The rows without those of which others tell every pair."""
    pairs = [told(question, row) for row in telling]
    count = Counter(pair for some in pairs for pair in some)
    for row, some in zip(list(telling), pairs):
        if all(count[pair] > 1 for pair in some):
            telling.remove(row)
            count.subtract(some)
    return telling


def meeting_rows(question, pairs):
    """Rows in which the pairs meet, as many in a row as fit."""
    left = dict.fromkeys(pairs)
    while left:
        row = {}
        for pair in left:
            if all(row.get(name, word) == word for name, word in pair):
                row.update(pair)
        for pair in pairs_of(in_order(question, row)):
            left.pop(pair, None)
        yield row


def bad_rows(question):
    """Each bad word alone, and with unusual words of its cell, every one of its own group
    (`backoff.`), and of the cells before it, which do not hide it."""
    for bad, field in question.fields.items():
        others = {name: other.unusual for name, other in question.fields.items()
                  if other.place <= field.place and name != bad and other.unusual}
        group = bad.partition(".")[0] + "."
        count = max(1, *(len(words) for name, words in others.items() if name.startswith(group)), 0)
        for word in field.bad:
            yield {bad: word}
            for number in range(count):
                yield {bad: word, **{
                    name: words[number % len(words)] for name, words in others.items()
                }}


def rows_of_order(question):
    """The first bad word of a cell with each unusual word of other cells that hides it."""
    firsts = {}
    for bad, field in question.fields.items():
        if field.bad:
            firsts.setdefault(field.place, (bad, field.bad[0]))
    for place, (bad, first) in firsts.items():
        for name, field in question.fields.items():
            for word in field.unusual if field.place != place else ():
                row = {bad: first, name: word}
                if matters(question, row, name):
                    yield row


def rows(question):
    telling, silent = telling_rows(question)
    telling = needed(question, telling)
    met = set().union(*(pairs_of(in_order(question, row)) for row in telling))
    meeting = list(meeting_rows(question, [pair for pair in silent if pair not in met]))
    yield "Pairs of words of which each matters, or hides the other"
    yield from telling
    if meeting:
        yield "Pairs that tell nothing"
        yield from meeting
    yield "Words that hide what comes later, each alone, and what may come before them"
    yield from bad_rows(question)
    yield from rows_of_order(question)


def searched_rows(question):
    """As the rows of a vector file, each asked once."""
    asked = set()
    for row in rows(question):
        if isinstance(row, str):
            yield row
            continue
        inputs = question.cells(row)
        if inputs not in asked:
            asked.add(inputs)
            yield (*inputs, "-")


# --- the questions ------------------------------------------------------------------------------

POLICY = """
max_attempts         -  4294967295                                     ! 0
unrepeatable         -  never always
redirect_proof       -  any_hop
redirect_rewrite     -  keep
max_redirects        -  0
failures             -  none+other                                     ! default+cancelled
statuses             -  none+404                                       ! default-302
unprocessed          -  none+503                                       ! default+1000
deadline             -  0 5000                                         ! -1
min_attempt_time     -  4000                                           ! -1
backoff.initial      -  60000                                          ! -1
backoff.cap          -  1200                                           ! -1
backoff.floor        -  900                                            ! -1 30001
backoff.multiplier   -  3000                                           ! 999
backoff.jitter       -  none proportional additive decorrelated
backoff.spread       -  1000                                           ! 1001
backoff.spread_time  -  300                                            ! -1
server_wait.mode     -  instead ignore
server_wait.over_cap -  clamp
server_wait.cap      -  800                                            ! -1
server_wait.spread   -  0                                              ! 1001
"""
ATTEMPT = """
number               -    2 4                                          ! 0
method               GET  POST
outcome              503  200 404 413 421 timeout connect              ! 0 100 302 cancelled
repeatable           -    yes no
evidence             -    never_sent unknown processed
body                 -    consumed
budget               -    denied
server_says          -    retry do_not_retry
elapsed              -    4000                                         ! -1
previous_delay       -    2500                                         ! -1
retry_after          -    2000 60000 malformed                         ! -1
redirects            -    307:POST>POST 302:POST>POST 303:POST>GET
budget_paid          -    1000
hold                 -    1100 31000                                   ! -1
"""

RANDOM = f"random {MIDDLE} {SPREAD_HIGH}"
DECIDE = Question("decide", dict([
    *fields(0, POLICY), *fields(1, ATTEMPT), *fields(2, RANDOM, "{word}"),
]))

# The line speaks of less than the decision, and of an invalid policy by the field's name.
DESCRIBE = Question("describe", dict([
    *fields(0, """
max_attempts         -  4294967295 1             ! 0
deadline             -  0                        ! -1
backoff.cap          -  500                      ! -1
server_wait.mode     -  ignore
server_wait.over_cap -  clamp
server_wait.spread   -  0                        ! 1001
"""),
    *fields(1, """
number       -    4 4294967295                   ! 0
method       GET  POST
outcome      503  404 421 425 timeout            ! 0 200
budget       -    denied
server_says  -    retry
retry_after  -    2000 60000 malformed           ! -1
hold         -    70000
"""),
    *fields(2, RANDOM, "{word}"),
]))

# Of a policy, what a hop may not ask is there, too.
FOLLOW = Question("follow", dict([
    *fields(0, """
max_attempts         -  1                        ! 0
unrepeatable         -  never
redirect_proof       -  any_hop
redirect_rewrite     -  keep
max_redirects        -  0 2
deadline             -  0 5000                   ! -1
min_attempt_time     -  3000                     ! -1
backoff.floor        -  900                      ! -1
server_wait.mode     -  instead ignore
server_wait.over_cap -  clamp
server_wait.cap      -  800                      ! -1
server_wait.spread   -  1000                     ! 1001
"""),
    *fields(1, "trail  -  307:POST>POST 303:POST>GET,302:GET>GET,again", "{word}"),
    *fields(2, """
status        302   303 307                      ! 304 404
method        POST  GET HEAD                     ! CONNECT
has_location  yes   no
body          -     consumed
retry_after   -     2000 60000 malformed         ! -1
elapsed       -     4000                         ! -1
"""),
]))

QUESTIONS = (DECIDE, DESCRIBE, FOLLOW)


def main():
    for question in QUESTIONS:
        name = f"{question.kind}.pairwise"
        text = vectors.text_of(name, list(searched_rows(question)))
        (vectors.FOLDER / f"{name}.txt").write_text(text, encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
