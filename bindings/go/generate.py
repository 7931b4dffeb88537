#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the copy of the library that lies in this package.

usage: bindings/go/generate.py [--check]

The Go tool copies into its module cache, and into vendor/, what lies in the folder of a package and
nothing else; so the C++ core, the C header and the one source must lie here. --check writes nothing
and fails when a copy is not current. Every function is renamed, so that the copy can be linked into
a program beside liboncemore or another binding.
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PREFIX = "oncemore_go_"
REPAIR = "bindings/go/generate.py"


def renamed():
    """The macros that rename every function of the library."""
    symbols = (ROOT / "capi/symbols.txt").read_text("ascii").split()
    width = max(map(len, symbols))
    lines = [f"#define {name:{width}} {PREFIX}{name.removeprefix('oncemore_')}" for name in symbols]
    return "\n".join([
        "// SPDX-License-Identifier: MIT",
        "#pragma once",
        "",
        f"// The names of oncemore.h's functions in this package. Written by {REPAIR}.",
        "",
        "#define ONCEMORE_API",
        "",
        "// clang-format off",
        *lines,
        "// clang-format on",
        ""])


def replaced(text, old, new):
    if text.count(old) != 1:
        sys.exit(f"generate.py: capi/oncemore.cpp must have this once, to be replaced: {old!r}")
    return text.replace(old, new)


def source():
    """capi/oncemore.cpp, with the includes of this folder."""
    text = (ROOT / "capi/oncemore.cpp").read_text("ascii")
    text = replaced(text, "// SPDX-License-Identifier: MIT\n",
                    "// SPDX-License-Identifier: MIT\n//\n"
                    f"// Written by {REPAIR} from capi/oncemore.cpp: change it there.\n")
    text = replaced(text, "#include <oncemore.h>\n",
                    '#include "renamed.h"\n\n#include "oncemore.h"\n\n')
    return replaced(text, "#include <oncemore/oncemore.hpp>\n", '#include "oncemore_single.hpp"\n')


def core():
    run = subprocess.run([sys.executable, ROOT / ".ci/amalgamate"], stdout=subprocess.PIPE)
    if run.returncode != 0:
        sys.exit(run.returncode)
    return run.stdout.decode("ascii")


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__)
        sys.exit(0 if sys.argv[1:] in (["-h"], ["--help"]) else 2)
    files = {
        "oncemore_single.hpp": core(),
        "oncemore.h": (ROOT / "capi/include/oncemore.h").read_text("ascii"),
        "oncemore.cc": source(),
        "renamed.h": renamed(),
    }
    stale = [name for name, text in files.items()
             if not (HERE / name).is_file() or (HERE / name).read_text("ascii") != text]
    if sys.argv[1:] != ["--check"]:
        for name in stale:
            (HERE / name).write_text(files[name], "ascii")
    elif stale:
        sys.exit(f"bindings/go: not what include/ and capi/ say: {', '.join(stale)}; "
                 f"repair: {REPAIR}")
    print(f"bindings/go: {len(files)} copies, {len(stale)} renewed")


main()
