# SPDX-License-Identifier: MIT
"""What the checks share: the files of this checkout, and how a finding is reported.

A check exits with 0 if it found nothing, 1 if it did, and 77 if it could not look.
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77


def git(*arguments):
    """What git says, or None if it says no or is not there."""
    try:
        run = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True)
    except OSError:
        return None
    return run.stdout.decode("utf-8", "surrogateescape") if run.returncode == 0 else None


def files(pattern=""):
    """The files of the project whose path matches: what git tracks or would, sorted."""
    listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed is not None:
        paths = set(listed.split("\0")) - {""}
    else:  # an unpacked archive
        paths = set()
        for folder, folders, names in os.walk(ROOT):
            folders[:] = [name for name in folders if name not in (".git", "build")]
            paths.update(os.path.relpath(os.path.join(folder, name), ROOT) for name in names)
    return sorted(path for path in paths
                  if re.search(pattern, path) and (ROOT / path).is_file())


def headers():
    """The headers of the core, whatever folder they lie in: {name: path}. A name is the file's,
    which is why no two of them may be called alike; adapters are no part of the core."""
    found = {}
    for path in files(r"^include/oncemore/(?!adapter/).*\.hpp$"):
        name = pathlib.PurePosixPath(path).stem
        if name in found:
            sys.exit(f"{path} is called like {found[name]}: the tests of a header have its name")
        found[name] = path
    return found


def text(path):
    return (ROOT / path).read_text("utf-8", "surrogateescape")


class Findings:
    def __init__(self):
        self.count = 0

    def add(self, path, line, message):
        self.count += 1
        print(f"{path}:{line}: {message}" if line else f"{path}: {message}")

    def end(self, looked_at):
        """The last line of a check, and its exit."""
        name = os.path.basename(sys.argv[0])
        print(f"{name}: {looked_at}, {self.count or 'no'} finding{'s' * (self.count != 1)}")
        sys.exit(1 if self.count else 0)


def skip(reason):
    print(f"{os.path.basename(sys.argv[0])}: skipped: {reason}")
    sys.exit(SKIPPED)


def without_comments(source):
    """C++ source with comments and literals blanked, line for line."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group()) if match.group()[0] == "/" else '""'
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|' r"'(?:\\.|[^'\\\n])+'", blank, source,
                  flags=re.S)
