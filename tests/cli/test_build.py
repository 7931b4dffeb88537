# SPDX-License-Identifier: MIT
"""The command is built as the README says, and installed with all that belongs to it."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from command import CXX, ROOT, run


class BuildTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_here(self, *command, **options):
        done = subprocess.run(command, capture_output=True, text=True, **options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def test_the_one_command_of_the_readme(self):
        """One compiler call over the folder builds it without a warning, and it runs."""
        script = ('"$0" -std=c++17 -O2 -Wall -Wextra -Iinclude bindings/cli/*.cpp -o "$1/oncemore" '
                  '&& "$1/oncemore" demo')
        done = self.run_here("sh", "-c", script, CXX, self.folder, cwd=ROOT)
        self.assertEqual((done.stdout, done.stderr), (run("demo")[1], ""))

    def test_it_is_installed(self):
        self.run_here("cmake", "-S", ROOT, "-B", self.folder / "build", "-DONCEMORE_BUILD_CAPI=OFF",
                      "-DONCEMORE_BUILD_TESTS=OFF", "-DONCEMORE_BUILD_FUZZ=OFF",
                      "-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_CXX_COMPILER={CXX}",
                      f"-DCMAKE_INSTALL_PREFIX={self.folder}/prefix")
        self.run_here("cmake", "--build", self.folder / "build")
        self.run_here("cmake", "--install", self.folder / "build")
        done = self.run_here(self.folder / "prefix/bin/oncemore", "--version")
        self.assertEqual(done.stdout, run("--version")[1])
        page = self.folder / "prefix/share/man/man1/oncemore.1"
        self.assertEqual(page.read_text(), run("--man")[1])
        for name in ("oncemore", "oncemore-curl"):
            found = self.run_here("man", "-w", name, env=dict(
                os.environ, MANPATH=str(self.folder / "prefix/share/man")))
            self.assertEqual(found.stdout.strip(), str(page.with_name(name + ".1")))
        for shell, name in (("bash", "bash-completion/completions/oncemore"),
                            ("zsh", "zsh/site-functions/_oncemore")):
            completion = self.folder / "prefix/share" / name
            self.assertEqual(completion.read_text(), run("completion", shell)[1])
        environment = dict(os.environ, PATH=f"{self.folder}/prefix/bin:{os.environ['PATH']}")
        done = self.run_here("oncemore-curl", "--version", env=environment)
        self.assertEqual(done.stdout, run("--version")[1])


if __name__ == "__main__":
    unittest.main()
