# SPDX-License-Identifier: MIT
"""The matrix scenario x adapter, and the line of totals."""

MOST_NAMES = 3
LEGEND = """
A number is the requests that arrived; c4 is four connections on which no request came.
!  differs from what is expected      -  does not apply, for the reason below
"""


def cell(trial):
    if trial.reason is not None:
        return "-"
    arrivals, connections = len(trial.record.arrivals), trial.record.connections
    text = f"c{connections}" if connections and not arrivals else str(arrivals)
    return text + ("!" if trial.differences else "")


def lines(scenarios, adapters, trials):
    """The matrix; `trials` is a dictionary by the names of scenario and adapter."""
    first = max(len(scenario.name) for scenario in scenarios)
    widths = [max(len(adapter.name), 5) for adapter in adapters]
    yield " " * first + "".join(f"  {adapter.name:>{width}}"
                                for adapter, width in zip(adapters, widths))
    for scenario in scenarios:
        cells = [cell(trials[scenario.name, adapter.name]) for adapter in adapters]
        yield f"{scenario.name:<{first}}" + "".join(f"  {each:>{width}}"
                                                    for each, width in zip(cells, widths))
    yield from LEGEND.splitlines()
    yield from reasons(trials.values())
    for scenario in scenarios:
        if "note" in scenario.settings:
            yield f"{scenario.name}: {scenario.settings['note']}"


def reasons(trials):
    """Each reason once, with the scenarios and the adapters that it is for."""
    scenarios = {}
    for trial in trials:
        if trial.reason is not None:
            scenarios.setdefault((trial.reason, trial.adapter.name), []).append(trial.scenario.name)
    adapters = {}
    for (reason, adapter), names in scenarios.items():
        adapters.setdefault((reason, tuple(names)), []).append(adapter)
    for (reason, names), those in sorted(adapters.items()):
        which = ", ".join(names) if len(names) <= MOST_NAMES else f"{len(names)} scenarios"
        yield f"-  {which}: {reason}: {', '.join(sorted(those))}"


def total(scenarios, adapters, trials, others):
    """The last line, and whether all is well; `others` are differences of no trial."""
    applied = [trial for trial in trials if trial.reason is None]
    good = sum(not trial.differences for trial in applied)
    differences = sum(len(trial.differences) for trial in trials) + len(others)
    return (f"{len(adapters)} adapters, {len(scenarios)} scenarios, {good} runs as expected, "
            f"{differences} differences, {len(trials) - len(applied)} do not apply "
            "(each has its reason)"), differences == 0
