# SPDX-License-Identifier: MIT
"""One adapter and one scenario: the call is made, and what came of it is compared."""

import dataclasses
import os
import time

import adapters
import driver
import nginx
import server


@dataclasses.dataclass
class Trial:
    """What was seen. `differences` are faults; `reason` says why it does not apply, or is None."""
    scenario: object
    adapter: object
    call_line: str = ""
    record: server.Record = dataclasses.field(default_factory=server.Record)
    answer: driver.Answer = None
    duration: float = 0
    differences: list = dataclasses.field(default_factory=list)
    reason: str = None
    shown: str = None  # a skill that adapters.txt does not give it, and that it has here

    @property
    def method(self):
        return self.scenario.settings["request"].split()[0]

    def mismatches(self, traits):
        """What is not as expected of an adapter with these traits."""
        found = [each.mismatch(self) for each in self.scenario.expectations(traits).values()]
        return [each for each in found if each]

    def needs(self, trait):
        """Whether the trait excuses something here."""
        excused = self.answer and self.answer.unsupported is None and self.reason is None
        return bool(excused and self.mismatches(self.adapter.traits - {trait}))

    def report(self):
        """Lines for the one who has to find the fault."""
        where = f"{self.adapter.name}: {self.scenario.name}"
        return [*(f"{where}: {difference}" for difference in self.differences),
                f"  why     {self.scenario.why}",
                *(f"  script  {line}" for line in self.scenario.script),
                f"  call    {self.call_line}",
                f"  again   tests/scenarios/run {self.adapter.name} --scenario "
                f"{self.scenario.name}"]


class Bench:
    """The servers and the driver of one adapter."""

    def __init__(self, adapter, certificates, exceptions, folder):
        self._adapter, self._exceptions = adapter, exceptions
        self._server = server.Server(certificates)
        self._urls = {**self._server.urls, "ca": certificates.ca}
        self._certificates, self._nginx = certificates, None
        warm_up = f"warm_up | GET | {self._urls['http']}/warm_up | - | max_attempts=1"
        self._driver = driver.Driver(adapter.command, folder, without_proxies(os.environ), warm_up)

    def _start_nginx(self):
        self._nginx = nginx.Nginx(self._certificates.good, self._urls["http"])
        self._urls["nginx"] = self._nginx.url

    def run(self, scenario):
        if self._nginx is None and "{nginx}" in scenario.settings["request"]:
            self._start_nginx()
        trial = Trial(scenario, self._adapter, scenario.call_line(self._urls))
        trial.reason = scenario.not_for(self._adapter.traits)
        if trial.reason is None:
            self._call(trial)
        else:
            trial.shown = self._shown(scenario)
        return trial

    def _shown(self, scenario):
        """The skill for the lack of which a scenario does not apply, if it is as expected all the
        same."""
        for skill in set(adapters.SKILLS) - self._adapter.traits:
            able = self._adapter.traits | {skill}
            if scenario.not_for(able) is None:
                trial = Trial(scenario, self._adapter, scenario.call_line(self._urls))
                self._call(trial)
                well = trial.answer and trial.answer.unsupported is None
                return skill if well and not trial.mismatches(able) else None
        return None

    def _call(self, trial):
        scenario = trial.scenario
        try:
            self._driver.be_ready()
            trial.record = self._server.play(scenario.script, scenario.name)
            start = time.monotonic()
            trial.answer = self._driver.ask(trial.call_line)
        except driver.Broken as broken:
            trial.differences.append(str(broken))
            return
        trial.duration = time.monotonic() - start
        self._server.settle()
        trial.reason, difference = self._exceptions.judge(
            self._adapter.name, scenario.words, trial.answer.unsupported)
        if difference:
            trial.differences.append(difference)
        if trial.answer.unsupported is None:
            trial.differences += trial.mismatches(self._adapter.traits)

    def strays(self):
        """Requests that came when their call had ended, by the name of the scenario."""
        return [(arrival.scope, f"{arrival.method} {arrival.path} arrived after the call had ended")
                for arrival in self._server.strays if arrival.scope != "warm_up"]

    def close(self):
        self._driver.close()
        if self._nginx is not None:
            self._nginx.close()
        self._server.close()


def without_proxies(environment):
    """A proxy of the machine would come between the client and the server."""
    return {name: value for name, value in environment.items()
            if not name.lower().endswith("_proxy")}


def needless(trials):
    """Excuses of an adapter without which all would have been the same."""
    adapter = trials[0].adapter
    told = {key.partition(".")[2] for trial in trials for key in trial.scenario.settings}
    return [f"adapters.txt: {adapter.name} does not need {trait}"
            for trait in adapters.EXCUSES if trait in adapter.traits & told
            and not any(trial.needs(trait) for trial in trials)]


def unclaimed(trials):
    """Skills that an adapter shows wherever they are asked for, and that it is not said to have."""
    adapter = trials[0].adapter
    asked = {skill: [trial for trial in trials if trial.scenario.not_for(adapter.traits)
                     and trial.scenario.not_for(adapter.traits | {skill}) is None]
             for skill in adapters.SKILLS if skill not in adapter.traits}
    return [f"adapters.txt: {adapter.name} has {skill}" for skill, those in asked.items()
            if those and all(trial.shown == skill for trial in those)]


def run_all(adapter, scenarios, certificates, exceptions, folder):
    """The trials of an adapter; a stray request is a difference of the scenario that it is from."""
    bench = Bench(adapter, certificates, exceptions, folder)
    try:
        trials = [bench.run(scenario) for scenario in scenarios]
    finally:
        bench.close()
    for scope, stray in bench.strays():
        guilty = [trial for trial in trials if trial.scenario.name == scope] or trials[-1:]
        guilty[0].differences.append(stray)
    return trials
