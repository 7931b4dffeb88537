# SPDX-License-Identifier: MIT
"""Builds the extension from the C ABI's source, of which a source distribution has its own copy.

In a checkout the copy is renewed from ../../include and ../../capi whenever something is built, so
it is never committed; in a source distribution it is there already, in csrc/core/. Its functions
are called oncemore_py_..., so that it can live in one process with a liboncemore.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig

from setuptools import Extension, setup

HERE = pathlib.Path(__file__).resolve().parent
CORE = HERE / "csrc" / "core"
ROOT = HERE.parent.parent
CAPI = ROOT / "capi"
PREFIX = "oncemore_py_"


def renew_core() -> None:
    """Copies the core and the C ABI of the checkout to csrc/core/."""
    (CORE / "oncemore").mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [sys.executable, ROOT / ".ci" / "amalgamate", "-o", CORE / "oncemore" / "oncemore.hpp"],
        check=True,
    )
    shutil.copyfile(CAPI / "oncemore.cpp", CORE / "oncemore.cpp")
    shutil.copyfile(CAPI / "include" / "oncemore.h", CORE / "oncemore.h")
    shutil.copyfile(ROOT / "LICENSE", HERE / "LICENSE")
    symbols = (CAPI / "symbols.txt").read_text("ascii").split()
    defines = (
        f"#define {symbol} {PREFIX}{symbol.removeprefix('oncemore_')}\n" for symbol in symbols
    )
    text = "// SPDX-License-Identifier: MIT\n// Made by setup.py from capi/symbols.txt.\n"
    (CORE / "prefix.h").write_text(text + "".join(defines), "ascii")


def version() -> str:
    header = (CORE / "oncemore.h").read_text("ascii")
    parts = re.findall(r"^#define ONCEMORE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.M)
    return ".".join(parts)


if (CAPI / "symbols.txt").is_file() and (ROOT / ".ci" / "amalgamate").is_file():
    renew_core()
elif not (CORE / "oncemore.cpp").is_file():
    sys.exit(
        "oncemore: csrc/core/ is missing. Build in a whole checkout, or from a source "
        "distribution. pip before 21.3 copies this folder away from its checkout; upgrade it."
    )

# A free-threaded interpreter has no limited API; there the extension is built for its version.
FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
MSVC = sysconfig.get_platform().startswith("win")
LIMITED = [] if FREE_THREADED else [("Py_LIMITED_API", "0x030A0000")]

extension = Extension(
    "oncemore._core",
    sources=sorted(str(path.relative_to(HERE)) for path in (HERE / "csrc").glob("*.cpp")),
    depends=sorted(str(path.relative_to(HERE)) for path in (HERE / "csrc").rglob("*.h*")),
    include_dirs=["csrc/core"],
    language="c++",
    py_limited_api=not FREE_THREADED,
    define_macros=LIMITED,
    extra_compile_args=(
        ["/std:c++17", "/O2"]
        if MSVC
        else ["-std=c++17", "-O2", "-fvisibility=hidden", "-fno-exceptions", "-fno-rtti"]
    ),
)

setup(
    version=version(),
    ext_modules=[extension],
    options={} if FREE_THREADED else {"bdist_wheel": {"py_limited_api": "cp310"}},
)
