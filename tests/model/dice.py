# SPDX-License-Identifier: MIT
"""Seeded choices. Only random.random is used, the one generator function whose sequence Python
promises to keep, so that a seed gives the same cases under every version."""

import random


class Dice:
    def __init__(self, seed):
        self.roll = random.Random(seed).random

    def chance(self, probability):
        return self.roll() < probability

    def below(self, n):
        return int(self.roll() * n)

    def between(self, lo, hi):
        return lo + int(self.roll() * (hi - lo + 1))

    def pick(self, choices):
        return choices[int(self.roll() * len(choices))]

    def bits64(self):
        return self.below(2**32) << 32 | self.below(2**32)

    def int64(self):
        return self.bits64() - 2**63

    def magnitude(self, bits):
        """A number of 0 to `bits` bits, each length as likely as another."""
        return self.bits64() >> (64 - self.between(0, bits))
