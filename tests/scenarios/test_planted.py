# SPDX-License-Identifier: MIT
"""The faults that are planted: how they are written down, and that one that is missed is said."""

import importlib.machinery
import importlib.util
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
loader = importlib.machinery.SourceFileLoader("planted", str(HERE / "planted"))
planted = importlib.util.module_from_spec(importlib.util.spec_from_loader("planted", loader))
sys.modules["planted"] = planted
loader.exec_module(planted)

DRIVER = shlex.join([sys.executable, "-B", "tests/scenarios/reference_driver.py", "outer"])
ADAPTER = f"model | Python | outer rewrites waits_at_hops counts_hops drops_secrets | {DRIVER}\n"
# The clock of an answer is not read, which the one scenario sees and the other does not.
FAULT = """
# The server's clock counts for nothing.
{name}
  sentence  5
  adapters  model
  file      tests/scenarios/reference_client.py
  from      now = reference_time(
  to        reference_time(
  {finds}
"""


class Planted(unittest.TestCase):
    def plant(self, *faults):
        with tempfile.TemporaryDirectory() as folder:
            table, file = pathlib.Path(folder, "adapters.txt"), pathlib.Path(folder, "planted.txt")
            table.write_text(ADAPTER, encoding="ascii")
            file.write_text("".join(faults), encoding="ascii")
            done = subprocess.run(
                [sys.executable, "-B", HERE / "planted", "--faults", file, "--adapters", table],
                capture_output=True, text=True, timeout=120, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_a_fault_is_found_or_missed(self):
        code, said = self.plant(
            FAULT.format(name="seen", finds="scenario  clock_slow"),
            FAULT.format(name="unseen", finds="scenario  success"),
            FAULT.format(name="by_a_command", finds="test  ! grep -q '^ *reference_time('"
                         " tests/scenarios/reference_client.py"),
            FAULT.format(name="broken", finds="scenario  success").replace("to  ", "to  )"),
            FAULT.format(name="moved", finds="scenario  success").replace("now = ", "then = "))
        self.assertEqual(1, code, said)
        for line in ("found  seen\n", "MISSED unseen: model: its test does not find it\n",
                     "found  by_a_command\n", "MISSED broken: the driver cannot be asked\n",
                     "MISSED moved: tests/scenarios/reference_client.py has",
                     "5 faults planted, 2 found, 3 not\n"):
            self.assertIn(line, said)

    def test_what_is_said_of_a_fault_is_checked(self):
        good = FAULT.format(name="good", finds="scenario  success")
        for right, wrong in (("sentence  5", "sentence  10"), ("adapters", "adapter"),
                             ("  from ", "  form "), ("# The", "The"),
                             ("scenario  success", "test  a\n  scenario  b")):
            with self.subTest(wrong), tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder, "planted.txt")
                file.write_text(good.replace(right, wrong), encoding="ascii")
                with self.assertRaises((ValueError, IndexError)):
                    planted.read(file)

    def test_the_table(self):
        faults = [planted.Fault("a", "why", {"sentence": "1", "adapters": "x y"}),
                  planted.Fault("b", "why", {"sentence": "9", "adapters": "y", "cannot": "why"})]
        self.assertEqual(["   1  2  3  4  5  6  7  8  9", "x  x  ?  ?  ?  ?  ?  ?  ?  ?",
                          "y  x  ?  ?  ?  ?  ?  ?  ?  -"], list(planted.table(faults, ["x", "y"])))

    def test_the_faults_of_the_project_can_be_read(self):
        known = {adapter.name for adapter in planted.adapters.read(HERE / "adapters.txt")}
        for fault in planted.read(HERE / "planted.txt"):
            self.assertLessEqual(set(fault.adapters), known, fault.name)
            if "cannot" not in fault.lines:
                text = (planted.ROOT / fault.lines["file"]).read_text(encoding="utf-8")
                self.assertEqual(1, text.count(fault.lines["from"]), fault.name)


if __name__ == "__main__":
    unittest.main()
