#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scenario_driver.py ADAPTER: performs the calls of tests/scenarios through an adapter.

Each line of the input is `SCENARIO | METHOD | URL | OPTIONS | POLICY`, each line of the output
`RESULT | BODY | DECISIONS | ERROR`; tests/scenarios/README.md of the project says what they mean.
"""

from __future__ import annotations

import sys

import cases
from oncemore.adapters import Decided
from scenario_call import Answer, ScenarioCall, Unsupported
from scenario_clients import CLIENTS


def read(line: str) -> ScenarioCall:
    _, method, url, options, policy = cases.cells_of(line.rstrip("\n"))
    named = {name: cases.unescaped(value).decode() for name, value in cases.settings(options)}
    return ScenarioCall(method, cases.unescaped(url).decode(), named, cases.policy(policy))


def shown_decision(decided: Decided) -> str:
    decision = decided.decision
    return f"{decision.verdict} {decision.reason} {cases.milliseconds(decision.delay)}"


def shown(answer: Answer) -> str:
    decisions = ", ".join(map(shown_decision, answer.decided)) or "-"
    body = "-" if answer.body is None else str(answer.body)
    error = answer.decided[-1].line if answer.decided else "-"
    if answer.error is not None:
        text = " ".join(str(answer.error).replace("|", "/").split())[:200]
        error = f"{type(answer.error).__name__} {text}"
    return f"{answer.result} | {body} | {decisions} | {error}"


def main() -> None:
    perform = CLIENTS[sys.argv[1]]
    for line in sys.stdin:
        try:
            answer = shown(perform(read(line)))
        except (TypeError, ValueError) as refused:  # by the adapter, when it was set up
            answer = shown(Answer("error refused", None, refused))
        except Unsupported as unsupported:
            answer = f"unsupported {unsupported.option} | - | - | {unsupported}"
        print(answer, flush=True)


if __name__ == "__main__":
    main()
