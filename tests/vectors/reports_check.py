#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every public bug report is a row of *.reports.txt, or listed in tests/README.md with the reason.

A row's note, its last cell, begins with the thread: `repository#number: what went wrong`. A thread
is in one of the two places, never in both.
"""

import re
import sys
from pathlib import Path

REPORTS = 124
HEADING = "## Public bug reports that are no decision of ours\n"
THREAD = r"([\w.-]+/[\w.-]+#\d+): \S"
FOLDER = Path(__file__).resolve().parent


def threads_of_rows():
    for path in sorted(FOLDER.glob("*.reports.txt")):
        for number, line in enumerate(path.read_text("ascii").splitlines(), 1):
            if line and not line.startswith("#"):
                thread = re.match(THREAD, line.rsplit("|", 1)[1].strip())
                if not thread:
                    sys.exit(f"{path.name}:{number}: the note does not begin with a thread")
                yield thread[1]


def threads_of_readme():
    text = (FOLDER.parent / "README.md").read_text("ascii")
    section = text.partition(HEADING)[2].partition("\n## ")[0]
    return re.findall(rf"^- {THREAD}", section, re.M)


def main():
    rows, listed = set(threads_of_rows()), threads_of_readme()
    twice = sorted({thread for thread in listed if thread in rows or listed.count(thread) > 1})
    print(f"bug reports: {len(rows)} in rows, {len(listed)} listed as not ours, {REPORTS} expected")
    if twice:
        print(f"in two places: {' '.join(twice)}")
    return 0 if not twice and len(rows) + len(listed) == REPORTS else 1


if __name__ == "__main__":
    sys.exit(main())
