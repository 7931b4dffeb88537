# SPDX-License-Identifier: MIT
"""Rule 3.3: response statuses and sets of them."""

from typing import NamedTuple

INVALID, SUCCESS, REDIRECT, ERROR = "invalid", "success", "redirect", "error"


def classify(status):
    """What a status is, before any policy is asked."""
    if status == 101:  # the protocol was switched, which is what the client asked for
        return SUCCESS
    if status < 200 or status > 999:  # no server can have sent it, or it does not end an attempt
        return INVALID
    if status < 300 or status == 304:
        return SUCCESS
    if status < 400:  # nobody followed it
        return REDIRECT
    return ERROR


def member(status):
    """The member of a status set that stands for this status: 600 to 999 share one."""
    return min(status, 600)


class StatusSet(NamedTuple):
    """A plain set; naming a status that it cannot hold makes it invalid for good."""

    members: frozenset
    valid: bool = True

    def __contains__(self, status):
        return 400 <= status <= 999 and member(status) in self.members

    def named(self, sign, status):
        """The set after `+status` or `-status`."""
        if not 400 <= status <= 999:
            return StatusSet(self.members, False)
        one = {member(status)}
        return StatusSet(self.members | one if sign == "+" else self.members - one, self.valid)


# Of the codes above 499, those that the IANA HTTP Status Code Registry assigns.
ASSIGNED_ABOVE_499 = frozenset({500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511})
# RFC 9110 15: a code that the client does not know is treated as the x00 of its class.
UNASSIGNED_ABOVE_499 = frozenset(range(500, 601)) - ASSIGNED_ABOVE_499

NONE = StatusSet(frozenset())
STATUSES = StatusSet(
    frozenset({408, 413, 421, 425, 429, 500, 502, 503, 504}) | UNASSIGNED_ABOVE_499
)
# 503 is not in it: gateways answer it for backends that are still at work, too.
UNPROCESSED = StatusSet(frozenset({413, 421, 425, 429}))
