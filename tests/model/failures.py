# SPDX-License-Identifier: MIT
"""Rule 3.4: failures, which are the ways to end an attempt without a usable response."""

from typing import NamedTuple

NEVER_SENT, NOT_PROCESSED, UNKNOWN, PROCESSED = EVIDENCE = (
    "never_sent", "not_processed", "unknown", "processed",
)

CANCELLED = "cancelled"
NO_FAILURE = "none"

EVIDENCE_OF = {
    "name_resolution": NEVER_SENT,
    "connect": NEVER_SENT,
    "tls_handshake": NEVER_SENT,
    "tls_certificate": NEVER_SENT,
    "not_sent": NEVER_SENT,
    "rejected": NOT_PROCESSED,  # RFC 9113 8.7, RFC 9114 4.1.1: the server guarantees it
    "send": UNKNOWN,
    "timeout": UNKNOWN,
    "connection_lost": UNKNOWN,
    "bad_response": UNKNOWN,
    "redirect_limit": UNKNOWN,
    "other": UNKNOWN,
    CANCELLED: UNKNOWN,
}


class FailureSet(NamedTuple):
    """A plain set; naming what is no failure makes it invalid for good."""

    members: frozenset
    valid: bool = True

    def __contains__(self, failure):
        return failure in self.members

    def named(self, sign, failure):
        """The set after `+failure` or `-failure`."""
        if failure not in EVIDENCE_OF:
            return FailureSet(self.members, False)
        one = {failure}
        return FailureSet(self.members | one if sign == "+" else self.members - one, self.valid)


NONE = FailureSet(frozenset())
# Another try changes nothing for a bad certificate or a redirect loop, and an error that the
# client cannot name is not a licence to repeat.
FAILURES = FailureSet(
    frozenset(EVIDENCE_OF) - {"tls_certificate", "redirect_limit", "other", CANCELLED}
)
