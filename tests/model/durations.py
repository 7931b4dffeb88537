# SPDX-License-Identifier: MIT
"""Durations: whole milliseconds, of which the largest is what int64 nanoseconds can hold; the draw
of one of them."""

LARGEST = 9_223_372_036_854


def given(milliseconds):
    """A duration as a policy or an attempt gives it: a larger one counts as the largest."""
    return min(milliseconds, LARGEST)


def add(*durations):
    """A sum that saturates at the largest duration."""
    return min(sum(durations), LARGEST)


def mix(bits):
    """Rule 3.7: the finaliser of splitmix64, which spreads each of 64 bits over all of them."""
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % 2**64
    return bits ^ bits >> 31


def _unshifted(bits, shift):
    """The number of which `bits` is the exclusive or with itself, shifted to the right."""
    number = bits
    for _ in range(64 // shift):
        number = bits ^ number >> shift
    return number


def unmix(bits):
    """The random of which `bits` is the mix: what to ask with for a certain draw."""
    bits = _unshifted(bits, 31) * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    bits = _unshifted(bits, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    return _unshifted(bits, 30)


def draw(lo, hi, random):
    """Rule 3.7: one whole number of the closed range [lo, hi], picked by 64 random bits."""
    return lo + (((hi - lo + 1) * mix(random)) >> 64)
