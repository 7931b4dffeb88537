# SPDX-License-Identifier: MIT
"""A slow machine is no failure: Hypothesis must not judge by time."""

from hypothesis import settings

settings.register_profile("oncemore", deadline=None, print_blob=True)
settings.load_profile("oncemore")
