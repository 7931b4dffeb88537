# SPDX-License-Identifier: MIT
"""Rule 3.6: the trail of the redirects that the client followed, and what it proves."""

from typing import NamedTuple

MOST_HOPS = 2**32 - 1


class Trail(NamedTuple):
    """`hops` counts over the whole call, the flags speak of the request sent last."""

    hops: int = 0
    moved: bool = False
    accepted: bool = False
    doubtful: bool = False

    def followed(self, status, before, after):
        """One hop, as the client really did it. A flag, once on, stays on."""
        accepted = status == 303 or before != after
        # Only 307 and 308 say that the work is to be done elsewhere (RFC 9110 15.4.8, 15.4.9).
        doubtful = not accepted and status not in (307, 308)
        return Trail(
            min(self.hops + 1, MOST_HOPS),
            True,
            self.accepted or accepted,
            self.doubtful or doubtful,
        )

    def sent_again(self):
        return Trail(self.hops)

    def is_possible(self):
        """Whether hops can lead there: each of them moves the request."""
        return self.moved or not (self.accepted or self.doubtful)

    def flags(self):
        return [name for name in ("moved", "accepted", "doubtful") if getattr(self, name)]


EMPTY = Trail()


def is_proof(trail, redirect_proof):
    """Whether the trail proves that a server accepted the request."""
    return trail.accepted if redirect_proof == "method_change" else trail.moved
