#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The counting server: plays a script to a client and records what arrives.

    server.py --script '/a 503 retry-after=1, 200; /b 302 to=/a'

prints where it listens, then each arrival as it comes, until it is interrupted. The notation of
scripts and the list of ports are in README.md. HTTP/2 is there when the package h2 is.
"""

import argparse
import dataclasses
import importlib.util
import select
import signal
import socket
import ssl
import threading
import time
import urllib.parse

import http1
import script
import tls

LISTENERS = ("http", "other", "tls", "unknown_ca", "wrong_host", "tls_alert", "tls_close", "h2")
WITH_TLS = LISTENERS[LISTENERS.index("tls"):]
UNKNOWN_PATH = script.Step(status=404)


@dataclasses.dataclass
class Arrival:
    """One request, from the moment when its head was read."""
    at: str
    method: str
    path: str
    scope: str
    fields: dict
    time: float
    length: int = 0
    whole: bool = False
    connection: int = 0  # counted from 1

    def read(self, pieces):
        """Counts the body; it is whole if it ended as announced and every octet is an x."""
        foreign = False
        for piece in pieces:
            self.length += len(piece)
            foreign = foreign or bool(piece.strip(b"x"))
        self.whole = not foreign


@dataclasses.dataclass
class Place:
    """Where a connection was accepted: the listener's name, and the connection's number."""
    listener: str
    connection: int


@dataclasses.dataclass
class Record:
    """What has arrived since play()."""
    arrivals: list = dataclasses.field(default_factory=list)
    connections: int = 0


class Server:
    """Listens on ports of its own; `urls` says where, by the names of README.md."""

    def __init__(self, certificates, on_arrival=None):
        self._certificates, self._on_arrival = certificates, on_arrival
        self._lock = threading.Lock()
        self._sockets = set()
        self._stopped = threading.Event()
        self.strays = []
        self.play(())
        self._closed = socket.socket()
        self._closed.bind(("127.0.0.1", 0))  # never listens, and nobody else can take the port
        self._full = full_listener()
        self.urls = {"closed": self._url("http", self._closed),
                     "full": self._url("http", self._full[0])}
        self._listeners = [self._listen(name) for name in LISTENERS if name != "h2" or has_h2()]

    def play(self, lines, scope=""):
        """Begins a script and a new record; what is still connected is cut off.

        With a scope, every path begins with /SCOPE; a request without it is a stray: something that
        an earlier call left running.
        """
        with self._lock:
            self._script, self._scope, self.record = script.Script(lines), scope, Record()
            old, self._sockets = self._sockets, set()
        for sock in old:
            shut(sock)
        return self.record

    def _listen(self, name):
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.urls[name] = self._url("https" if name in WITH_TLS else "http", listener)
        threading.Thread(target=self._accept, args=(name, listener), daemon=True).start()
        return listener

    @staticmethod
    def _url(scheme, sock):
        return f"{scheme}://127.0.0.1:{sock.getsockname()[1]}"

    def _context(self, name):
        certificate = {"unknown_ca": self._certificates.stranger,
                       "wrong_host": self._certificates.elsewhere}
        return self._certificates.context(certificate.get(name, self._certificates.good),
                                          ["h2"] if name == "h2" else ["http/1.1"])

    def _accept(self, name, listener):
        context = self._context(name) if name in WITH_TLS else None
        while not self._stopped.is_set():
            try:
                sock, _ = listener.accept()
            except OSError:
                return
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self.record.connections += 1
                self._sockets.add(sock)
                place = Place(name, self.record.connections)
                step = self._script.next(script.ACCEPT) or script.Step(action="open")
            if step.action == "open":
                arguments = (place, sock, context)
                threading.Thread(target=self._serve, args=arguments, daemon=True).start()
            else:
                (http1.reset if step.action == "reset" else socket.socket.close)(sock)

    def _serve(self, place, sock, context):
        try:
            if place.listener == "tls_alert":
                sock.recv(65536)
                sock.sendall(tls.HANDSHAKE_FAILURE)
            elif place.listener == "tls_close":
                sock.recv(65536)
            else:
                sock = self._secured(sock, context) if context else sock
                self._converse(place, sock)
        except (http1.Ended, OSError, ValueError):
            pass  # the client went away, or sent what is no request; it was counted if it was one
        finally:
            with self._lock:
                self._sockets.discard(sock)
            sock.close()

    def _secured(self, plain, context):
        secured = context.wrap_socket(plain, server_side=True)
        with self._lock:
            self._sockets.discard(plain)
            self._sockets.add(secured)
        return secured

    def _converse(self, place, sock):
        if isinstance(sock, ssl.SSLSocket) and sock.selected_alpn_protocol() == "h2":
            import http2  # only here: needs the package h2
            http2.converse(sock, self, place)
        else:
            http1.converse(sock, self, place)

    def arrived(self, place, method, target, fields):
        """Records a request, whose body is still to be read."""
        scope, path = self._scoped(method, target)
        arrival = Arrival(place.listener, method, path, scope, fields, time.monotonic(),
                          connection=place.connection)
        with self._lock:
            known = scope == self._scope
            (self.record.arrivals if known else self.strays).append(arrival)
        if self._on_arrival:
            self._on_arrival(arrival)
        return arrival

    def _scoped(self, method, target):
        """The scope that a request belongs to, and its path there."""
        if method == script.CONNECT:
            return self._scope, "tunnel"
        if "://" in target:  # as a proxy gets it
            target = urllib.parse.urlsplit(target)._replace(scheme="", netloc="").geturl()
        if not self._scope:
            return "", target
        first, _, rest = target[1:].partition("/")
        return first, "/" + rest

    def step(self, arrival):
        path = arrival.path.partition("?")[0]
        if arrival.scope != self._scope:
            return UNKNOWN_PATH
        key = script.CONNECT if arrival.method == script.CONNECT else path
        return self._script.next(key, arrival.connection) or UNKNOWN_PATH

    def location(self, step):
        """`/b` is on the same origin, `other:/b` where that listener is."""
        if not step.to:
            return None
        origin, _, path = step.to.rpartition(":")
        scope = f"/{self._scope}" if self._scope else ""
        return (self.urls[origin] if origin else "") + scope + path

    def settle(self):
        """Waits for what has come and is not read yet, which a call left behind that has ended."""
        end = time.monotonic() + 0.2
        time.sleep(0.002)
        while time.monotonic() < end:
            with self._lock:
                waiting = [sock for sock in self._sockets if sock.fileno() >= 0]
            try:
                if not select.select([*waiting, *self._listeners], [], [], 0)[0]:
                    return
            except (OSError, ValueError):
                pass  # one of them was closed meanwhile
            time.sleep(0.002)

    def pause(self, milliseconds):
        self._stopped.wait(milliseconds / 1000)

    def close(self):
        self._stopped.set()
        for listener in self._listeners:
            shut(listener)
            listener.close()
        for sock in (self._closed, *self._full):
            sock.close()
        self.play(())


def has_h2():
    return importlib.util.find_spec("h2") is not None


def full_listener():
    """A listener whose queue is full, so that one more connection waits; and what fills it."""
    sockets = [socket.socket()]
    sockets[0].bind(("127.0.0.1", 0))
    sockets[0].listen(0)
    for _ in range(4):
        sockets.append(socket.socket())
        sockets[-1].setblocking(False)
        sockets[-1].connect_ex(sockets[0].getsockname())
    return sockets


def shut(sock):
    """Wakes the thread that waits for this socket, which then closes it."""
    try:
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


def show(arrival):
    print(f"{arrival.time:.3f} {arrival.at} {arrival.method} {arrival.path} {arrival.fields}",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--script", default="/a 200", help="lines of a script, split at ;")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    certificates = tls.Certificates()
    server = Server(certificates, show)
    server.play(arguments.script.split(";"))
    for name, url in server.urls.items():
        print(name, url)
    print("ca", certificates.ca, flush=True)
    try:
        signal.pause()
    except KeyboardInterrupt:
        server.close()
        certificates.close()


if __name__ == "__main__":
    main()
