# SPDX-License-Identifier: MIT
"""The command is built as the README says, and installed with its manual page."""

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

    def test_it_is_installed_with_its_manual_page(self):
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
        found = self.run_here("man", "-w", "oncemore",
                              env=dict(os.environ, MANPATH=str(self.folder / "prefix/share/man")))
        self.assertEqual(found.stdout.strip(), str(page))


if __name__ == "__main__":
    unittest.main()
