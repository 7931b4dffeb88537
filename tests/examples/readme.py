#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every command and every code block of a README, so that none of them can lie.

    readme.py README ONCEMORE     README is the page, ONCEMORE the built shell command

- `console` blocks: each line that begins with `$ ` is run by a shell with the command on its path;
  what it prints, on either stream, must be the lines that follow it.
- `cpp` blocks: compiled as C++20 with every warning, and run with the driver beside this file.
- indented commands: the one that builds the shell command is run, as it stands, in a copy of what
  it needs; `tests/run` is what runs this test, so it is only asked whether it knows its parts.

Anything else that looks like code is an error: a block that nobody runs.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Werror"]


def blocks(page):
    """(line number, language, text) of each fenced block, and of each indented one as `shell`."""
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$|((?:^    \S[^\n]*\n)+)", page, re.M | re.S):
        line = page[:match.start()].count("\n") + 1
        if match.group(3):
            yield line, "shell", re.sub(r"^    ", "", match.group(3), flags=re.M)
        else:
            yield line, match.group(1), match.group(2)


def run_console(text, command):
    environment = dict(os.environ, PATH=f"{command.parent}:{os.environ['PATH']}", LC_ALL="C")
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        line, _, expected = part.partition("\n")
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        if run.stdout != expected:
            yield f"`{line}` prints\n{run.stdout}and not\n{expected}"


# The same loop where each delay comes of the one before.
USUAL = ".backoff = {.initial = 200ms, .cap = 5s}"
DECORRELATED = ".backoff = {.initial = 10ms, .jitter = oncemore::Jitter::decorrelated}"


def run_cpp(text):
    if USUAL not in text:
        yield f"the policy is no longer {USUAL}"
    for policy in (USUAL, DECORRELATED):
        yield from run_call_site(text.replace(USUAL, policy))


def run_call_site(text):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "call_site.cpp")
        source.write_text(text + (HERE / "readme_call_site.cpp").read_text())
        program = pathlib.Path(folder, "call_site")
        for step in (["c++", "-std=c++20", *WARNINGS, f"-I{ROOT / 'include'}", source,
                      "-o", program], [program]):
            run = subprocess.run(step, text=True, capture_output=True, timeout=120)
            if run.returncode != 0:
                yield f"{step[0]} fails:\n{run.stdout}{run.stderr}"
                return


def run_shell(text):
    text = text.strip()
    if text == "decision = decide(policy, attempt, random)":
        return
    if text == "tests/run":
        listing = subprocess.run([ROOT / "tests/run", "list"], text=True, capture_output=True)
        if listing.returncode != 0 or "unit" not in listing.stdout:
            yield "tests/run does not list its parts"
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in ("include", "bindings/cli"):
            shutil.copytree(ROOT / name, pathlib.Path(folder, name))
        run = subprocess.run(["bash", "-c", text], cwd=folder, text=True, capture_output=True,
                             timeout=300)
    if run.returncode != 0 or not run.stdout:
        yield f"`{text}` fails:\n{run.stdout}{run.stderr}"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    page, command = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    run = {"console": lambda text: run_console(text, command), "cpp": run_cpp, "shell": run_shell}
    counts, failures = dict.fromkeys(run, 0), 0
    for line, language, text in blocks(page.read_text()):
        if language not in run:
            print(f"{page}:{line}: nothing here runs a block of '{language}'")
            failures += 1
            continue
        counts[language] += 1
        for problem in run[language](text):
            print(f"{page}:{line}: {problem}")
            failures += 1
    print(", ".join(f"{count} {language} blocks" for language, count in counts.items()))
    if 0 in counts.values():
        sys.exit("a kind of block was not found at all: is this the right page?")
    sys.exit(1 if failures else 0)


main()
