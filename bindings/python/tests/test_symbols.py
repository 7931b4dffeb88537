# SPDX-License-Identifier: MIT
"""Every function of the C ABI has its place here, or a reason why it has none; and the extension
calls it, and shows none of it."""

from __future__ import annotations

import operator
import pathlib
import re
import shutil
import subprocess

import pytest

import cases
import oncemore
from oncemore import _core

CSRC = pathlib.Path(__file__).resolve().parents[1] / "csrc"

PLACES = {
    "advance": "advance",
    "attempt_init": "Attempt",
    "attempts_from_retries": "attempts_from_retries",
    "body_name": "Body.__str__",
    "budget_answer_name": "BudgetAnswer.__str__",
    "ceiling": "ceiling",
    "convention_name": "Convention.__str__",
    "decide": "decide",
    "default_failures": "DEFAULT_FAILURES",
    "default_statuses": "DEFAULT_STATUSES",
    "default_unprocessed": "DEFAULT_UNPROCESSED",
    "delay_range": "delay_range",
    "describe": "describe",
    "draw": "DelayRange.draw",
    "evidence_name": "Evidence.__str__",
    "evidence_of_attempt": "evidence_of_attempt",
    "evidence_of_failure": "evidence_of_failure",
    "evidence_of_status": "evidence_of_status",
    "failure_name": "Failure.__str__",
    "failure_set_contains": "FailureSet.__contains__",
    "failure_set_valid": "FailureSet.valid",
    "failure_set_with": "FailureSet.with_",
    "failure_set_without": "FailureSet.without",
    "follow": "follow",
    "grammar_name": "Grammar.__str__",
    "hop_init": "Hop",
    "is_assigned_server_error": "is_assigned_server_error",
    "is_final": "is_final",
    "is_idempotent": "is_idempotent",
    "is_followable": "is_followable",
    "is_redirection": "is_redirection",
    "is_safe": "is_safe",
    "is_success": "is_success",
    "jitter_name": "Jitter.__str__",
    "combined": "combined",
    "max_attempts_for": "max_attempts_for",
    "method_name": "Method.__str__",
    "next_body_name": "NextBody.__str__",
    "next_method_name": "NextMethod.__str__",
    "note_name": "Note.__str__",
    "over_cap_name": "OverCap.__str__",
    "own_delay": "own_delay",
    "parse_http_date": "parse_http_date",
    "parse_method": "parse_method",
    "parse_retry_after": "parse_retry_after",
    "policy_error_message": "InvalidPolicy",
    "policy_error_name": "PolicyError.__str__",
    "policy_init": "Policy",
    "proves_acceptance": "proves_acceptance",
    "reason_message": "Reason.message",
    "reason_name": "Reason.__str__",
    "reference_time": "reference_time",
    "redirect_proof_name": "RedirectProof.__str__",
    "redirect_rewrite_name": "RedirectRewrite.__str__",
    "repeatable_name": "Repeatable.__str__",
    "requests_per_call": "requests_per_call",
    "requests_per_call_layers": "requests_per_call_layers",
    "requests_per_call_shared": "requests_per_call_shared",
    "retries_from_attempts": "retries_from_attempts",
    "retry_after_kind_name": "RetryAfterKind.__str__",
    "retry_after_until": "RetryAfter.until",
    "server_says_name": "ServerSays.__str__",
    "server_wait_mode_name": "ServerWaitMode.__str__",
    "status_set_contains": "StatusSet.__contains__",
    "status_set_valid": "StatusSet.valid",
    "status_set_with": "StatusSet.with_",
    "status_set_without": "StatusSet.without",
    "time_left": "time_left",
    "trail_flag_name": "TrailFlag.__str__",
    "trail_followed": "Trail.followed",
    "trail_sent_again": "Trail.sent_again",
    "unrepeatable_name": "Unrepeatable.__str__",
    "validate": "validate",
    "verdict_name": "Verdict.__str__",
    "verdict_of": "verdict_of",
    "version": "__version__",
}

TWIN = "writes through a pointer what the function without _into answers with"
COPIED = "the library is compiled into the extension: there is no other one to meet"

EXCLUDED = {
    "abi_version": COPIED,
    "decide_into": TWIN,
    "delay_range_into": TWIN,
    "follow_into": TWIN,
    "combined_into": TWIN,
    "parse_http_date_into": TWIN,
    "parse_retry_after_into": TWIN,
    "retry_after_until_into": TWIN,
    "trail_followed_into": TWIN,
    "trail_sent_again_into": TWIN,
    "version_number": "__version__ is what Python compares",
}


def symbols() -> set[str]:
    lines = (cases.ROOT / "capi" / "symbols.txt").read_text("ascii").split()
    return {line.removeprefix("oncemore_") for line in lines}


def test_every_function_has_a_place_or_a_reason() -> None:
    assert symbols() == PLACES.keys() | EXCLUDED.keys()
    assert not PLACES.keys() & EXCLUDED.keys()


@pytest.mark.parametrize("place", sorted(PLACES.values()))
def test_the_place_exists(place: str) -> None:
    assert operator.attrgetter(place)(oncemore) is not None


def test_the_extension_calls_what_has_a_place() -> None:
    source = "".join(file.read_text("ascii") for file in CSRC.glob("*.cpp"))
    called = set(re.findall(r"\boncemore_(\w+)\(", source))
    # A function that is chosen before it is called.
    called |= set(re.findall(r"\? oncemore_(\w+) : oncemore_\w+\)\(", source))
    called |= set(re.findall(r"\? oncemore_\w+ : oncemore_(\w+)\)\(", source))
    assert called & symbols() == PLACES.keys()


@pytest.mark.skipif(shutil.which("nm") is None, reason="nm is not installed")
def test_the_extension_shows_nothing_but_its_entry() -> None:
    assert _core.__file__ is not None
    shown = subprocess.run(
        ["nm", "-D", "--defined-only", _core.__file__], capture_output=True, check=True, text=True
    )
    names = {line.split()[-1] for line in shown.stdout.splitlines()}
    assert names == {"PyInit__core"}


@pytest.mark.skipif(shutil.which("readelf") is None, reason="readelf is not installed")
def test_the_extension_needs_no_cpp_library() -> None:
    assert _core.__file__ is not None
    needed = subprocess.run(
        ["readelf", "-d", _core.__file__], capture_output=True, check=True, text=True
    )
    assert "libstdc++" not in needed.stdout


def test_the_version_is_the_library_s() -> None:
    header = (cases.ROOT / "include" / "oncemore" / "version.hpp").read_text("ascii")
    parts = re.findall(r"^#define ONCEMORE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.M)
    assert oncemore.__version__ == ".".join(parts)
