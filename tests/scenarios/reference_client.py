# SPDX-License-Identifier: MIT
"""The plainest client there is, and what of a caller's own runs in it, for reference_driver.py."""

import dataclasses
import http.client
import io
import pathlib
import re
import select
import socket
import ssl
import sys
import time
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "model"))

import retry_after  # noqa: E402 (this and the next one are of the model)
from reference_time import reference_time  # noqa: E402

DRAIN_SECONDS, DRAIN_OCTETS = 0.25, 65536
REDIRECTS = (301, 302, 303, 307, 308)


class HandshakeFailed(Exception):
    """There is no secure connection."""


class OfTheCaller(Exception):
    """What the caller's own code raised."""


failing = (OSError, http.client.HTTPException, HandshakeFailed, OfTheCaller)
CALLERS_ERRORS = {"connect": ConnectionRefusedError, "name_resolution": socket.gaierror,
                  "timeout": TimeoutError}


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


@dataclasses.dataclass
class Outcome:
    """How a send ended: a response whose body may be unread, or a failure."""
    status: int = 0
    failure: str = None
    body: bytes = b""
    location: str = None
    retry_after: object = retry_after.ABSENT
    error: str = "-"
    evidence: str = "by_outcome"
    response: object = None


class Body:
    """Octets x, given from where a stream stands; what it has before that is not for sending."""

    def __init__(self, kind, size, callers_error=None, rewinds=True):
        before = b"x" * size if kind == "at_end" else b"yyy" if kind == "offset" else b""
        self._stream = io.BytesIO(before + b"x" * (0 if kind == "at_end" else size))
        self._start, self._error, self._rewinds = len(before), callers_error, rewinds
        self.state = "consumed" if kind == "consumed" else "replayable"
        self.length = 0 if kind == "at_end" else size
        self._stream.seek(self._start)

    def octets(self):
        if self._rewinds:
            self._stream.seek(self._start)
        octets = self._stream.read()
        return self._failing(octets) if self._error else octets

    def _failing(self, octets):
        yield octets[:len(octets) // 2]
        raise self._error


@dataclasses.dataclass
class Request:
    method: str
    url: str
    body: Body
    fields: dict

    @property
    def body_state(self):
        return self.body.state if self.body else "replayable"


def callers_error(kind, fault):
    """An error of the caller's own code, which looks like one of the client's."""
    return CALLERS_ERRORS[kind]() if fault == "believes_the_caller" else OfTheCaller()


class Client:
    """One connection at a time, which is kept; `sent` are the requests that had a connection."""

    def __init__(self, options, fault):
        self._options, self._fault = options, fault
        self._connection, self._sock, self._origin = None, None, None
        self._free = int(options.get("pool", 1000))
        self.sent = []

    def send(self, request):
        try:
            return self._exchange(request)
        except failing as error:
            self.close()
            evidence = "unknown" if self.sent and self._fault != "believes_the_caller" else (
                "by_outcome")
            return Outcome(failure=name_of(error), error=type(error).__name__, evidence=evidence)

    def cut(self):
        """Ends what is on its way, from another thread."""
        if self._connection is not None:
            self._sock.shutdown(socket.SHUT_RDWR)

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
        if self._fault == "keeps_a_dead_connection":
            return False
        sock = self._connection.sock
        return sock is None or bool(select.select([sock], [], [], 0)[0])

    def _connect(self, url):
        """TCP, then a tunnel if there is a proxy, then TLS."""
        if self._free <= 0:
            raise TimeoutError("no connection is left")
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
            if "Tunnel connection failed" in str(error):
                raise
            raise ConnectionRefusedError from error
        connection.sock.settimeout(self._seconds("timeout"))
        if secure:
            connection.sock = self._secured(connection.sock, url.hostname)
        self._sock = connection.sock  # connections that are to end do not keep theirs
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
        try:
            connection = self._connected(url)
        except OSError as error:
            return self._answer_of_a_proxy(error)
        self.sent.append(request)
        target = request.url if "proxy" in self._options else (url._replace(
            scheme="", netloc="").geturl() or "/")
        fields, octets = dict(request.fields), None
        if request.body and request.body.length:
            fields["Content-Length"], octets = str(request.body.length), request.body.octets()
        connection.request(request.method, target, body=octets, headers=fields)
        return self._read(connection.getresponse())

    def _answer_of_a_proxy(self, error):
        """The status of a tunnel that was refused, of which http.client has words alone."""
        found = re.match("Tunnel connection failed: ([0-9]{3})", str(error))
        if found and self._fault == "hides_the_tunnel":
            raise ConnectionRefusedError from error
        if not found:
            raise error
        return Outcome(status=int(found[1]), evidence="never_sent")

    def _read(self, response):
        """A success is read at once, since it is none if its body breaks off."""
        outcome = Outcome(response.status, location=response.headers["Location"],
                          retry_after=self._wait(response.headers), response=response)
        if 200 <= response.status <= 299:
            self.finish(outcome)
            self._handle()
        return outcome

    def _wait(self, headers):
        date, age = headers["Date"], headers["Age"]
        now = time.time_ns() // 1_000_000
        if self._fault != "believes_its_clock":
            now = reference_time(date and date.encode(), age and age.encode(), now)
        lines = headers.get_all("Retry-After") or []
        return retry_after.parse_lines([line.encode() for line in lines], now, "lenient")

    def _handle(self):
        """The caller's handling of an answer."""
        place, _, kind = self._options.get("fails", "").partition(":")
        if place == "handler":
            raise callers_error(kind, self._fault)

    def finish(self, outcome):
        """Reads the whole body; what there is of it, if it breaks off."""
        if outcome.response is None:
            return
        try:
            outcome.body = outcome.response.read()
        except http.client.IncompleteRead as broken:
            outcome.body = broken.partial
            self.close()
            if 200 <= outcome.status <= 299:
                raise
        outcome.response = None

    def drain(self, outcome, cancelled):
        """Reads a body for nobody, so that the connection can be kept, or closes it."""
        response, outcome.response = outcome.response, None
        if response is None:
            return
        end, left = time.monotonic() + DRAIN_SECONDS, DRAIN_OCTETS
        if self._fault == "drains_for_ever":
            end, left = end + 60, left * 1000
        try:
            while left > 0 and (seconds := end - time.monotonic()) > 0:
                self._sock.settimeout(seconds)
                octets = response.read1(left)
                left -= len(octets)
                if not response.length and (not octets or response.length == 0):
                    response.read()  # which tells the connection that it is free
                    return self._sock.settimeout(self._seconds("timeout"))
                if not octets:
                    break
        except failing:
            pass
        response.close()
        self.close()
        if cancelled() and self._fault == "loses_a_drained_connection":
            self._free -= 1


class Below:
    """A layer of the caller's own between the loop and the client."""

    def __init__(self, client, options, fault):
        self._client, self._kind, self._fault = client, options.get("below"), fault
        self._place, _, self._error = options.get("fails", "").partition(":")

    def send(self, request):
        outcome = self._client.send(request)
        if self._kind == "repeats" and outcome.status == 503:
            self._client.finish(outcome)
            outcome = self._client.send(request)
        if self._kind == "follows" and outcome.status in REDIRECTS:
            self._client.finish(outcome)
            url = urllib.parse.urljoin(request.url, outcome.location)
            outcome = self._client.send(Request("GET", url, None, {}))
        if self._place == "below" and outcome.status:
            self._client.close()
            error = CALLERS_ERRORS[self._error]()
            evidence = "by_outcome" if self._fault == "believes_the_caller" else "unknown"
            outcome = Outcome(failure=name_of(error), error=type(error).__name__,
                              evidence=evidence)
        return outcome
