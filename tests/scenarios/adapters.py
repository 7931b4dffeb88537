# SPDX-License-Identifier: MIT
"""adapters.txt: which adapters there are, what they are like, and how a driver is started."""

import dataclasses

SHAPES = ("outer", "inner")
# What an adapter can do that others cannot, and what its client keeps from it; README.md has both.
SKILLS = ("rewrites", "waits_at_hops", "counts_hops", "drops_secrets")
EXCUSES = ("streams", "hides_garbage", "hides_goaway", "hides_goaway_code", "hides_http11",
           "hides_tunnel", "keeps_post", "keeps_connections", "keeps_h2_connections",
           "consumes_files", "reconnects", "waits_for_bodies")
TRAITS = SHAPES + SKILLS + EXCUSES


@dataclasses.dataclass(frozen=True)
class Adapter:
    """`traits` are what scenarios distinguish adapters by."""
    name: str
    language: str
    traits: frozenset
    command: str


def rows(path, cells):
    """The rows of a table, each split at | into so many cells; # begins a comment."""
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            row = [cell.strip() for cell in line.split("|", cells - 1)]
            if len(row) != cells:
                raise ValueError(f"{path.name}:{number}: not {cells} cells")
            yield row


def read_traits(cell):
    traits = frozenset(cell.split())
    if len(traits & set(SHAPES)) != 1 or not traits <= set(TRAITS):
        raise ValueError(f"no traits of an adapter: {cell}")
    return traits


def read(path):
    return [Adapter(name, language, read_traits(traits), command)
            for name, language, traits, command in rows(path, 4)]
