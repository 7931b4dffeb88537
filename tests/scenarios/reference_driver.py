# SPDX-License-Identifier: MIT
"""A driver of the plainest client there is, which decides by the independent model.

    reference_driver.py outer|inner [FAULT]

It shows that the scenarios agree with the model, and, with one of the faults below, that the run
sees what is wrong.
"""

import dataclasses
import http.client
import pathlib
import random
import select
import socket
import ssl
import sys
import threading
import time
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "model"))

import cells  # noqa: E402 (this and the next ones are of the model)
import failures  # noqa: E402
import retry_after  # noqa: E402
from attempt import Attempt  # noqa: E402
from decide import decide  # noqa: E402
from follow import FOLLOW, REDIRECTS, Hop, follow  # noqa: E402
from trail import EMPTY  # noqa: E402

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
    "refuses_a_body": "says that it cannot do what it can",
    "dies": "ends without an answer",
}


@dataclasses.dataclass
class Outcome:
    """How a send ended: a response, or a failure."""
    status: int = 0
    failure: str = None
    body: bytes = b""
    location: str = None
    retry_after: object = retry_after.ABSENT
    error: str = "-"


@dataclasses.dataclass
class Request:
    method: str
    url: str
    body: int
    fields: dict


class Client:
    """One connection at a time, which is kept."""

    def __init__(self, options, fault):
        self._options, self._fault = options, fault
        self._connection, self._origin = None, None

    def send(self, request):
        try:
            return self._exchange(request)
        except failing as error:
            self.close()
            return Outcome(failure=name_of(error), error=type(error).__name__)

    def cut(self):
        """Ends what is on its way, from another thread."""
        if self._connection is not None and self._connection.sock is not None:
            self._connection.sock.shutdown(socket.SHUT_RDWR)

    def close(self):
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _connected(self, url):
        origin = url.scheme, url.netloc
        if self._connection is not None and (origin != self._origin or self._is_dead()):
            self.close()
        if self._connection is None:
            self._connection, self._origin = self._connect(url), origin
        return self._connection

    def _is_dead(self):
        sock = self._connection.sock
        return sock is None or bool(select.select([sock], [], [], 0)[0])

    def _connect(self, url):
        """TCP, then a tunnel if there is a proxy, then TLS."""
        secure = url.scheme == "https"
        proxy = urllib.parse.urlsplit(self._options.get("proxy", ""))
        near = proxy if proxy.netloc else url
        connection = http.client.HTTPConnection(near.hostname, near.port or 80,
                                                timeout=self._seconds("connect_timeout"))
        if secure and near is proxy:
            connection.set_tunnel(url.hostname, url.port)
        try:
            connection.connect()
        except socket.gaierror:
            raise
        except OSError as error:
            raise ConnectionRefusedError from error
        connection.sock.settimeout(self._seconds("timeout"))
        if secure:
            connection.sock = self._secured(connection.sock, url.hostname)
        return connection

    def _seconds(self, option):
        return int(self._options.get(option, 5000)) / 1000

    def _secured(self, sock, host):
        context = ssl.create_default_context(cafile=self._options.get("ca"))
        try:
            return context.wrap_socket(sock, server_hostname=host)
        except ssl.SSLCertVerificationError:
            raise
        except OSError as error:
            raise HandshakeFailed from error

    def _exchange(self, request):
        url = urllib.parse.urlsplit(request.url)
        connection = self._connected(url)
        target = request.url if "proxy" in self._options else (url._replace(
            scheme="", netloc="").geturl() or "/")
        body = b"x" * request.body if request.body else None
        connection.request(request.method, target, body=body, headers=request.fields)
        response = connection.getresponse()
        return self._read(response)

    def _read(self, response):
        lines = response.headers.get_all("Retry-After") or []
        wait = retry_after.parse_lines([line.encode() for line in lines],
                                       time.time_ns() // 1_000_000, "lenient")
        outcome = Outcome(response.status, None, b"", response.headers["Location"], wait)
        try:
            outcome.body = response.read()
        except http.client.IncompleteRead as broken:
            if 200 <= response.status <= 299:
                raise
            outcome.body = broken.partial
            self.close()
        if self._fault == "opens_connections":
            self.close()
        return outcome


class HandshakeFailed(Exception):
    """There is no secure connection."""


failing = (OSError, http.client.HTTPException, HandshakeFailed)


def name_of(error):
    """The library's name of an error; the order matters, since they are derived of each other."""
    for kind, name in [(socket.gaierror, "name_resolution"), (ConnectionRefusedError, "connect"),
                       (ssl.SSLCertVerificationError, "tls_certificate"),
                       (HandshakeFailed, "tls_handshake"), (TimeoutError, "timeout"),
                       (http.client.RemoteDisconnected, "connection_lost"),
                       (http.client.IncompleteRead, "connection_lost"),
                       (http.client.HTTPException, "bad_response"),
                       (OSError, "connection_lost")]:
        if isinstance(error, kind):
            return name
    return "other"


class Call:
    """One call: the loop, inside or outside of following."""

    def __init__(self, request, options, policy, client, fault):
        self._first, self._options, self._policy = request, options, policy
        self._client, self._fault = client, fault
        self._number, self._trail = 1, EMPTY
        self._start = time.monotonic()
        self._cancelled = threading.Event()
        self.decisions = []

    def run(self, shape):
        timer = threading.Timer(int(self._options.get("cancel_after", 60000)) / 1000, self._cancel)
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
        if name and self._number > 1:
            before = request.fields.get(name, "") if self._fault == "appends_the_attempt" else ""
            request.fields[name] = before + str(self._number - 1)
        if self._fault == "loses_the_body" and self._number > 1:
            request = dataclasses.replace(request, body=0)
        outcome = self._client.send(request)
        if self._cancelled.is_set():
            return Outcome(failure=failures.CANCELLED)
        return outcome

    def _retried(self, request, send, inner=False):
        while True:
            outcome = send()
            made = decide(self._policy, self._attempt(request, outcome, inner),
                          random.getrandbits(64))
            if self._fault == "retries_a_redirect" and made.reason == "redirect":
                made = made._replace(verdict="retry" if self._number < 3 else "stop")
            if self._fault != "hides_a_decision" or made.verdict == "retry":
                self.decisions.append(made)
            if made.verdict == "stop":
                return outcome
            if self._cancelled.wait(made.delay / 1000):
                self._after_the_end(request)
                return Outcome(failure=failures.CANCELLED)
            self._number += 1
            self._trail = self._trail.sent_again()

    def _after_the_end(self, request):
        if self._fault == "sends_after_the_end":
            client = Client(self._options, None)
            threading.Timer(0.1, client.send, (request,)).start()

    def _attempt(self, request, outcome, inner):
        keyed = self._options.get("key_field") in request.fields
        if self._fault == "repeats_a_post":
            keyed = True
        wait = outcome.retry_after
        return Attempt(
            number=self._number, method=request.method.encode(), status=outcome.status,
            failure=outcome.failure, repeatable="yes" if keyed else "by_method",
            body=self._options.get("body", "replayable").partition(":")[0],
            elapsed=self._elapsed(),
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
                  self._options.get("body", "replayable").partition(":")[0], outcome.retry_after,
                  self._elapsed())
        verdict, _, delay, method, body = follow(self._policy, self._trail, hop)
        if verdict != FOLLOW or self._cancelled.wait(delay / 1000):
            return None
        method = "GET" if method == "get" else request.method
        self._trail = self._trail.followed(outcome.status, request.method.encode(), method.encode())
        url = urllib.parse.urljoin(request.url, outcome.location)
        return Request(method, url, 0 if body == "drop" else request.body,
                       fields_for(request, url))


def fields_for(request, url):
    """Credentials are for one origin."""
    same = urllib.parse.urlsplit(url).netloc == urllib.parse.urlsplit(request.url).netloc
    return {name: value for name, value in request.fields.items()
            if same or name != "Authorization"}


def perform(line, shape, fault):
    """The answer to a call line."""
    _, method, url, options, policy = cells.split(line)
    options = dict(cells.settings(options))
    if "http2" in options:
        return "unsupported http2 | - | - | http.client has none"
    if fault == "refuses_a_body" and "body" in options:
        return "unsupported body | - | - | a fault"
    client = Client(options, fault)
    for turn in range(int(options.get("repeat", 1))):
        if turn:
            time.sleep(int(options.get("pause", 0)) / 1000)
        fields = {options["key_field"]: options["key"]} if "key" in options else {}
        body = int(options.get("body", "none:0").partition(":")[2])
        call = Call(Request(method, url, body, fields), options, cells.read_policy(policy), client,
                    fault)
        outcome = call.run(shape)
    client.close()
    return answer(outcome, call.decisions, fault)


def answer(outcome, decisions, fault):
    decided = ", ".join(f"{made.verdict} {made.reason} {made.delay}" for made in decisions) or "-"
    if outcome.failure:
        failure = "other" if fault == "names_another_failure" else outcome.failure
        return f"error {failure} | - | {decided} | {outcome.error}"
    body = 0 if fault == "hides_the_answer" else len(outcome.body)
    return f"status {outcome.status} | {body} | {decided} | -"


def main():
    shape, fault = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    for line in sys.stdin:
        if fault == "dies":
            sys.exit("a fault")
        print(perform(line.rstrip("\n"), shape, fault), flush=True)


if __name__ == "__main__":
    main()
