# SPDX-License-Identifier: MIT
"""The files of scenarios, read; README.md says how a paragraph is written."""

import collections
import dataclasses
import pathlib
import re

import adapters
import expected
import script

HERE = pathlib.Path(__file__).parent
TABLES = ("adapters.txt", "exceptions.txt", "planted.txt")
# What may be expected, each with its reader.
EXPECTED = {"arrivals": expected.Arrivals, "connections": expected.Count,
            "result": expected.Result, "decisions": expected.Decisions, "says": expected.Says,
            "wait": expected.Range}
# With a trait alone, or without it alone.
CONDITIONS = {"only": True, "unless": False}
SETTINGS = ("request", "policy", "note", *CONDITIONS)
ALWAYS = ("arrivals", "result", "decisions")


@dataclasses.dataclass
class Scenario:
    name: str
    why: str
    settings: dict

    @property
    def options(self):
        return self.settings["request"].partition("|")[2].strip() or "-"

    @property
    def policy(self):
        return self.settings.get("policy", "-")

    @property
    def script(self):
        return [f"{key} {value}" for key, value in self.settings.items() if is_script(key)]

    @property
    def words(self):
        """What a driver may find that it cannot do."""
        return [word for word in f"{self.options} {self.policy}".split() if word != "-"]

    def call_line(self, urls):
        """What the driver is told."""
        method, url = self.settings["request"].partition("|")[0].split()
        url = re.sub(r"^\{(\w+)\}", lambda found: f"{urls[found[1]]}/{self.name}", url)
        options = re.sub(r"\{(\w+)\}", lambda found: urls[found[1]], self.options)
        return " | ".join((self.name, method, url, options, self.policy))

    def not_for(self, traits):
        """Why this scenario does not apply to an adapter with these traits, or None."""
        for key, wanted in CONDITIONS.items():
            trait, found, reason = self.settings.get(key, "").partition("|")
            if found and (trait.strip() in traits) != wanted:
                return reason.strip()
        return None

    def expectations(self, traits):
        """What is expected of an adapter with these traits, by name."""
        result = {}
        for key, value in self.settings.items():
            name, _, trait = key.partition(".")
            if name in EXPECTED and (not trait or trait in traits):
                result[name] = EXPECTED[name](value)
        return result


def is_script(key):
    return key.startswith("/") or key in (script.ACCEPT, script.CONNECT)


def check(scenario):
    """Raises ValueError unless all of it can be read."""
    script.Script(scenario.script)
    missing = [key for key in ("request", *ALWAYS) if key not in scenario.settings]
    if missing:
        raise ValueError(f"{scenario.name}: lacks {', '.join(missing)}")
    for key, value in scenario.settings.items():
        name, qualified, trait = key.partition(".")
        if qualified and not is_script(key) or key in CONDITIONS:
            check_trait(scenario, trait or value.partition("|")[0].strip())
        if name in EXPECTED:
            EXPECTED[name](value)
        elif not is_script(key) and key not in SETTINGS:
            raise ValueError(f"{scenario.name}: no such line: {key}")


def check_trait(scenario, trait):
    if trait not in adapters.TRAITS:
        raise ValueError(f"{scenario.name}: no such trait: {trait}")


def read(text):
    """The scenarios of a file: a comment says why, a name, then its lines, indented."""
    found, why = [], []
    for line in text.splitlines():
        if line.startswith("#"):
            why.append(line.lstrip("# "))
        elif not line.strip():
            why = []
        elif not line.startswith(" "):
            found.append(Scenario(line.strip(), " ".join(why), {}))
        else:
            key, _, value = line.strip().partition(" ")
            if key in found[-1].settings:
                raise ValueError(f"{found[-1].name}: {key} is there twice")
            found[-1].settings[key] = value.strip()
    return found


def read_all(folder=HERE):
    """Every scenario of a folder, in the order of the files' names."""
    scenarios = [each for path in sorted(folder.glob("*.txt")) if path.name not in TABLES
                 for each in read(path.read_text(encoding="ascii"))]
    for each in scenarios:
        check(each)
    twice = [name for name, times in collections.Counter(s.name for s in scenarios).items()
             if times > 1]
    if twice:
        raise ValueError(f"more than one scenario is called {', '.join(twice)}")
    return scenarios
