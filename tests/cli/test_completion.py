# SPDX-License-Identifier: MIT
"""Completion for bash and zsh: what the shells offer, as someone would see it who presses TAB."""

import os
import pty
import re
import select
import subprocess
import tempfile
import time
import unittest

import servers
from command import ONCEMORE, CommandTest, run

FAILURES = ("name_resolution connect tls_handshake not_sent tls_certificate rejected send timeout "
            "connection_lost bad_response redirect_limit other cancelled").split()


def options(command):
    return set(re.findall(r"^  (--[a-z-]+)", run(command, "--help", "all")[1], re.M))


class Bash(CommandTest):
    """The function is called as bash calls it, with its words taken apart at equals signs."""

    SCRIPT = """source <("$0" completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    last=$COMP_CWORD; _oncemore oncemore "${COMP_WORDS[last]}" "${COMP_WORDS[last-1]}"
    printf '%s\\n' "${COMPREPLY[@]}" """

    def offers(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("heads", "here", "nothing"):
                open(os.path.join(folder, name), "w").close()
            done = subprocess.run(["bash", "-uc", self.SCRIPT, ONCEMORE, "oncemore", *words],
                                  capture_output=True, text=True, cwd=folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return set(done.stdout.split())

    def test_commands(self):
        every = set(re.findall(r"^  ([a-z-]+)  ", run("--help")[1], re.M))
        self.assertEqual(self.offers(""), every)
        self.assertEqual(self.offers("de"), {"decide", "demo"})
        self.assertEqual(self.offers("--"), {"--help", "--version", "--man"})
        self.assertEqual(self.offers("help", ""), every)
        self.assertEqual(self.offers("completion", ""), {"bash", "zsh"})

    def test_every_option_of_every_command(self):
        for command in self.offers(""):
            self.assertEqual(self.offers(command, "-"), options(command) | {"--help"}, command)
        self.assertEqual(self.offers("decide", "--status", "503", "--backoff-sp"),
                         {"--backoff-spread", "--backoff-spread-time"})

    def test_words(self):
        self.assertEqual(self.offers("decide", "--failure", ""), set(FAILURES))
        self.assertEqual(self.offers("decide", "--failure", "=", "t"),
                         {"tls_handshake", "tls_certificate", "timeout"})
        self.assertEqual(self.offers("decide", "--failure", "="), set(FAILURES))
        self.assertEqual(self.offers("schedule", "--backoff-jitter", "a"), {"additive"})
        self.assertEqual(self.offers("decide", "--status", ""), set())
        self.assertEqual(self.offers("follow", "--location", ""), {"yes", "no"})
        self.assertEqual(self.offers("explain", "max"), set())
        self.assertEqual(self.offers("explain", "may"), {"maybe_processed"})
        self.assertEqual(self.offers("convert", "micronaut.a"), {"micronaut.attempts"})

    def test_files(self):
        self.assertEqual(self.offers("decide", "--response", "he"), {"heads", "here"})

    def test_it_is_taken_for_the_command(self):
        done = subprocess.run(["bash", "-c", 'source <("$0" completion bash); complete -p oncemore',
                               ONCEMORE], capture_output=True, text=True)
        self.assertEqual(done.stdout, "complete -F _oncemore oncemore\n")

    def test_shellcheck(self):
        servers.need("shellcheck")
        done = subprocess.run(["shellcheck", "-s", "bash", "-"],
                              input=run("completion", "bash")[1], capture_output=True, text=True)
        self.assertEqual(done.stdout, "")


class Zsh(CommandTest):
    """A zsh on a terminal of its own."""

    @classmethod
    def setUpClass(cls):
        cls.zsh = servers.need("zsh")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        open(os.path.join(folder.name, "heads"), "w").close()
        environment = dict(os.environ, PS1="ready>", TERM="dumb", ZDOTDIR=folder.name,
                           PATH=f"{os.path.dirname(ONCEMORE)}:{os.environ['PATH']}")
        ours, theirs = pty.openpty()
        self.terminal = ours
        self.addCleanup(os.close, ours)
        self.process = subprocess.Popen([self.zsh, "-f", "-i"], stdin=theirs, stdout=theirs,
                                        stderr=theirs, env=environment, cwd=folder.name,
                                        start_new_session=True)
        os.close(theirs)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.shows("autoload -U compinit; compinit -u -D; setopt no_auto_menu; LISTMAX=1000; "
                   "stty cols 200\n", quiet=0.5)
        self.shows(f"source <({ONCEMORE} completion zsh)\n", quiet=0.5)

    def shows(self, keys, quiet=0.3):
        """What is on the terminal from these keys on, until it has been quiet for so long."""
        os.write(self.terminal, keys.encode())
        text, end = b"", time.monotonic() + 20
        while time.monotonic() < end and (text.count(b"\n") < keys.count("\n") or
                                          select.select([self.terminal], [], [], quiet)[0]):
            text += os.read(self.terminal, 65536)
        return text.decode("ascii", "replace")

    def offers(self, line):
        """What a TAB and one more list."""
        text = self.shows(f"{line}\t", quiet=1) + self.shows("\t", quiet=1)
        self.shows("\x15")
        return text

    def test_commands(self):
        text = self.offers("oncemore ")
        for command in ("decide", "follow", "retry-after", "completion"):
            self.assertRegex(text, rf"\b{command} +-- \w")
        self.assertIn("oncemore decide", self.offers("oncemore dec"))

    def test_options_and_their_first_clause(self):
        text = self.offers("oncemore decide --backoff-sp")
        self.assertIn("--backoff-spread-time", text)
        text = self.offers("oncemore decide --")
        for option in options("decide"):
            self.assertIn(option, text)
        self.assertIn("The attempt ended without a usable response", text)

    def test_words_and_files(self):
        text = self.offers("oncemore decide --failure ")
        for failure in FAILURES:
            self.assertIn(failure, text)
        self.assertIn("--failure=timeout", self.offers("oncemore decide --failure=tim"))
        self.assertIn("--response heads", self.offers("oncemore decide --response he"))
        self.assertIn("explain maybe_processed", self.offers("oncemore explain may"))


class Errors(CommandTest):
    def test_shells(self):
        self.refuses("completion", "takes bash or zsh")
        self.refuses("completion fish", "not 'fish'")
        self.refuses("completion bash zsh", "takes bash or zsh")

    def test_lines_fit(self):
        for shell in ("bash", "zsh"):
            code, out, err = run("completion", shell)
            self.assertEqual((code, err), (0, ""))
            self.assertNotRegex(out, r"[^\x20-\x7e\n]")


if __name__ == "__main__":
    unittest.main()
