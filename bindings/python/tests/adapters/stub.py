# SPDX-License-Identifier: MIT
"""A small server for what the scenarios do not ask: it answers each path with a list of steps."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Arrival:
    method: str
    path: str
    body: bytes
    fields: dict[str, str]


class Stub:
    """`steps[path]` is a list of statuses, `close`, or a pair of a status and fields. Each request
    for the path takes the first, but the last one stays. The fields may have a `body`, and `drip`,
    the seconds between its octets. A step may be a function of the number of the connection."""

    def __init__(self) -> None:
        self.arrivals: list[Arrival] = []
        self.steps: dict[str, list[Any]] = {}
        self.connections = 0
        stub = self

        class Handler(_Handler):
            server_of = stub

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def play(self, path: str, *steps: Any) -> str:
        """The URL of the path, which answers so from now on."""
        self.steps[path] = list(steps)
        return self.url + path

    def paths(self) -> list[str]:
        return [f"{arrival.method} {arrival.path}" for arrival in self.arrivals]

    def __enter__(self) -> Stub:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_of: Stub

    def setup(self) -> None:
        self.server_of.connections += 1
        self.number = self.server_of.connections
        super().setup()

    def log_message(self, *_: object) -> None:
        pass

    def answer(self) -> None:
        fields = {name.lower(): ", ".join(self.headers.get_all(name, [])) for name in self.headers}
        arrival = Arrival(self.command, self.path, self._body(), fields)
        self.server_of.arrivals.append(arrival)
        steps = self.server_of.steps[self.path]
        step = steps.pop(0) if len(steps) > 1 else steps[0]
        if callable(step):
            step = step(self.number)
        if step == "close":
            self.close_connection = True
            return
        status, answer = step if isinstance(step, tuple) else (step, {})
        body = answer.get("body", b"0123456789")
        self.send_response_only(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in answer.items():
            if name not in ("body", "drip"):
                self.send_header(name, value)
        self.end_headers()
        if "drip" not in answer:
            self.wfile.write(body)
            return
        with suppress(OSError):
            for octet in body:
                time.sleep(answer["drip"])
                self.wfile.write(bytes([octet]))

    def _body(self) -> bytes:
        if "Transfer-Encoding" not in self.headers:
            return self.rfile.read(int(self.headers.get("Content-Length", "0")))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    do_GET = do_HEAD = do_POST = do_PUT = answer
