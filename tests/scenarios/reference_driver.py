# SPDX-License-Identifier: MIT
"""A driver of the plainest client there is, which decides by the independent model.

    reference_driver.py outer|inner [FAULT]

It shows that the scenarios agree with the model, and, with one of the faults below, that the run
sees what is wrong.
"""

import dataclasses
import random
import sys
import threading
import time
import urllib.parse

from reference_client import REDIRECTS, Below, Body, Client, Outcome, Request, callers_error

import cells  # of the model, as the next ones
import failures
import retry_after
from advance import advance
from attempt import Attempt
from decide import decide
from follow import FOLLOW, Hop, follow
from trail import EMPTY

FAULTS = {
    "follows_unasked": "follows a redirect though it was told not to",
    "retries_a_redirect": "takes a redirect for a failure",
    "repeats_a_post": "sends again what may have been carried out",
    "loses_the_body": "does not rewind the body",
    "waits_too_short": "does not hear the server",
    "appends_the_attempt": "adds a field line with each attempt",
    "opens_connections": "drops the connection of an attempt that is retried",
    "sends_after_the_end": "goes on when the call was cancelled",
    "hides_a_decision": "keeps the last decision to itself",
    "hides_the_answer": "gives the caller no body",
    "names_another_failure": "calls every failure other",
    "believes_the_caller": "takes an error of the caller's own for one of the connection's",
    "trusts_what_is_below": "does not look whether its request was sent once",
    "names_no_remedy": "keeps what it found below to itself",
    "decides_in_each_layer": "does not see that a layer of its own lies above",
    "forgets_the_place": "reads on where the first attempt has left the file",
    "drains_for_ever": "reads the whole of an answer that it will not use",
    "loses_a_drained_connection": "has no connection any more after a cancelled drain",
    "believes_its_clock": "reads a date by its own clock",
    "keeps_the_connection": "sends on the connection of a 421 again",
    "keeps_a_dead_connection": "does not see that the server has closed",
    "hides_the_tunnel": "takes a proxy's answer for no connection",
    "refuses_a_body": "says that it cannot do what it can",
    "dies": "ends without an answer",
}


REMEDY = "a layer below sent this request more than once; take it out"


class Call:
    """One call: the loop, inside or outside of following."""

    def __init__(self, request, options, policy, client, fault):
        self._first, self._options, self._policy = request, options, policy
        self._client, self._fault = client, fault
        self._below = Below(client, options, fault)
        self._now, self._trail = Attempt(), EMPTY
        self._start = time.monotonic()
        self._cancelled = threading.Event()
        self.decisions = []

    def run(self, shape, cancel_after):
        timer = threading.Timer(cancel_after / 1000, self._cancel)
        timer.start()
        try:
            if shape == "outer":
                return self._retried(self._first, lambda: self._chased(self._send))
            return self._chased(lambda request: self._retried(
                request, lambda: self._send(request), inner=True))
        finally:
            timer.cancel()

    def _cancel(self):
        self._cancelled.set()
        self._client.cut()

    def _elapsed(self):
        return int((time.monotonic() - self._start) * 1000)

    def _send(self, request):
        name = self._options.get("attempt_field")
        if name and self._now.number > 1:
            before = request.fields.get(name, "") if self._fault == "appends_the_attempt" else ""
            request.fields[name] = before + str(self._now.number - 1)
        if self._fault == "loses_the_body" and self._now.number > 1:
            request = dataclasses.replace(request, body=None)
        self._client.sent.clear()
        outcome = self._below.send(request)
        if self._cancelled.is_set():
            return Outcome(failure=failures.CANCELLED)
        return outcome

    def _retried(self, request, send, inner=False):
        while True:
            outcome = send()
            attempt = self._attempt(request, outcome, inner)
            made = decide(self._policy, attempt, random.getrandbits(64))
            if self._fault == "retries_a_redirect" and made.reason == "redirect":
                made = made._replace(verdict="retry" if self._now.number < 3 else "stop")
            if self._fault != "hides_a_decision" or made.verdict == "retry":
                self.decisions.append(made)
            if made.verdict == "stop":
                self._client.finish(outcome)
                return outcome
            self._client.drain(outcome, self._cancelled.is_set)
            if "new_connection" in made.notes and self._fault != "keeps_the_connection" or (
                    self._fault == "opens_connections"):
                self._client.close()
            if self._cancelled.wait(made.delay / 1000):
                self._after_the_end(request)
                return Outcome(failure=failures.CANCELLED)
            self._now = advance(attempt, made)
            self._trail = self._trail.sent_again()

    def _after_the_end(self, request):
        if self._fault == "sends_after_the_end":
            client = Client(self._options, None)
            threading.Timer(0.1, client.send, (request,)).start()

    def found_below(self):
        """Whether something below ours has sent more than was decided."""
        return self._client.sent[1:] != [] and self._fault != "trusts_what_is_below"

    def _attempt(self, request, outcome, inner):
        keyed = self._options.get("key_field") in request.fields
        if self._fault == "repeats_a_post":
            keyed = True
        wait = outcome.retry_after
        return dataclasses.replace(
            self._now, method=request.method.encode(), status=outcome.status,
            failure=outcome.failure, repeatable="yes" if keyed else "by_method",
            body=request.body_state, evidence=outcome.evidence, elapsed=self._elapsed(),
            server_says="do_not_retry" if self.found_below() else "nothing",
            retry_after=retry_after.ABSENT if self._fault == "waits_too_short" else wait,
            redirects=EMPTY if inner else self._trail)

    def _chased(self, send):
        request = self._first
        while True:
            outcome = send(request)
            onward = self._onward(request, outcome)
            if onward is None:
                return outcome
            request = onward

    def _onward(self, request, outcome):
        """The request that a redirect leads to, or None."""
        asked = self._options.get("follow") == "yes" or self._fault == "follows_unasked"
        if outcome.status not in REDIRECTS or not asked:
            return None
        hop = Hop(outcome.status, request.method.encode(), outcome.location is not None,
                  request.body_state, outcome.retry_after,
                  self._elapsed())
        self._client.finish(outcome)
        verdict, _, delay, method, body = follow(self._policy, self._trail, hop)
        if verdict != FOLLOW or self._cancelled.wait(delay / 1000):
            return None
        method = "GET" if method == "get" else request.method
        self._trail = self._trail.followed(outcome.status, request.method.encode(), method.encode())
        url = urllib.parse.urljoin(request.url, outcome.location)
        return Request(method, url, None if body == "drop" else request.body,
                       fields_for(request, url))


def fields_for(request, url):
    """Credentials are for one origin."""
    same = urllib.parse.urlsplit(url).netloc == urllib.parse.urlsplit(request.url).netloc
    return {name: value for name, value in request.fields.items()
            if same or name != "Authorization"}


def body_of(options, fault):
    kind, _, size = options.get("body", "").partition(":")
    place, _, error = options.get("fails", "").partition(":")
    return Body(kind, int(size), callers_error(error, fault) if place == "producer" else None,
                fault != "forgets_the_place") if kind else None


def perform(line, shape, fault):
    """The answer to a call line."""
    _, method, url, options, policy = cells.split(line)
    options = dict(cells.settings(options))
    if "http2" in options:
        return "unsupported http2 | - | - | http.client has none"
    if fault == "refuses_a_body" and "body" in options:
        return "unsupported body | - | - | a fault"
    client = Client(options, fault)
    turns = int(options.get("repeat", 1))
    if fault == "decides_in_each_layer":
        turns *= int(options.get("layers", 1))
    for turn in range(turns):
        if turn:
            time.sleep(int(options.get("pause", 0)) / 1000)
        fields = {options["key_field"]: options["key"]} if "key" in options else {}
        call = Call(Request(method, url, body_of(options, fault), fields), options,
                    cells.read_policy(policy), client, fault)
        cancelled = turn < int(options.get("cancels", turns))
        outcome = call.run(shape, int(options.get("cancel_after", 60000)) if cancelled else 60000)
    client.close()
    return answer(outcome, call.decisions, call.found_below(), fault)


def answer(outcome, decisions, found, fault):
    decided = ", ".join(f"{made.verdict} {made.reason} {made.delay}" for made in decisions) or "-"
    if outcome.failure:
        failure = "other" if fault == "names_another_failure" else outcome.failure
        return f"error {failure} | - | {decided} | {outcome.error}"
    body = 0 if fault == "hides_the_answer" else len(outcome.body)
    said = "-" if fault == "names_no_remedy" or not found else REMEDY
    return f"status {outcome.status} | {body} | {decided} | {said}"


def main():
    shape, fault = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    for line in sys.stdin:
        if fault == "dies":
            sys.exit("a fault")
        print(perform(line.rstrip("\n"), shape, fault), flush=True)


if __name__ == "__main__":
    main()
