# SPDX-License-Identifier: MIT
"""HTTP/1.1 by hand, so that every way of going wrong can be had."""

import email.utils
import http
import re
import socket
import struct
import time


class Ended(Exception):
    """The other side closed the connection."""


class Octets:
    """What comes from a socket, by lines and by count."""

    def __init__(self, sock):
        self._sock = sock
        self._waiting = b""

    def _more(self):
        piece = self._sock.recv(65536)
        if not piece:
            raise Ended
        self._waiting += piece

    def line(self):
        while b"\n" not in self._waiting:
            self._more()
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line.rstrip(b"\r").decode("latin-1")

    def some(self, most):
        """At least one octet, at most so many."""
        if not self._waiting:
            self._more()
        piece, self._waiting = self._waiting[:most], self._waiting[most:]
        return piece


def read_head(octets):
    """(method, target, fields), the names in lower case and several lines of a field joined."""
    method, target, _ = octets.line().split(" ", 2)
    fields = {}
    while line := octets.line():
        name, _, value = line.partition(":")
        name = name.lower()
        value = value.strip(" \t")
        fields[name] = f"{fields[name]}, {value}" if name in fields else value
    return method, target, fields


def body_pieces(octets, fields):
    """The body as it comes; raises Ended when it breaks off."""
    if "chunked" in fields.get("transfer-encoding", ""):
        while left := int(octets.line().partition(";")[0], 16):
            yield from exactly(octets, left)
            octets.line()
        while octets.line():
            pass
    else:
        yield from exactly(octets, int(fields.get("content-length", 0)))


def exactly(octets, left):
    while left:
        piece = octets.some(left)
        left -= len(piece)
        yield piece


def date(clock, ahead=0):
    """An HTTP date so many seconds ahead of a clock, rounded down as a server's clock is."""
    return email.utils.formatdate(clock + ahead, usegmt=True)


def fields(step, location):
    """The fields of an answer that its step names; `date+2` is ahead of the server's own clock."""
    clock = time.time() + (step.date or 0)
    if step.date is not None:
        yield "Date", date(clock)
    if step.age is not None:
        yield "Age", str(step.age)
    for value in step.retry_after:
        ahead = re.fullmatch(r"date([+-][0-9]+)", value)
        yield "Retry-After", date(clock, int(ahead[1])) if ahead else value
    if location:
        yield "Location", location


def has_body(method, status):
    return method != "HEAD" and status not in (204, 304)


def answer(method, step, location):
    """The octets of an answer: the head, and the body."""
    try:
        phrase = http.HTTPStatus(step.status).phrase
    except ValueError:
        phrase = "Of Its Own"
    head = [f"HTTP/1.1 {step.status} {phrase}"]
    head += [f"{name}: {value}" for name, value in fields(step, location)]
    if "close" in step.manners:
        head.append("Connection: close")
    body = b"x" * step.body
    if "chunked" in step.manners:
        head.append("Transfer-Encoding: chunked")
        body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    elif step.status not in (204, 304):
        head.append(f"Content-Length: {len(body)}")
    if not has_body(method, step.status):
        body = b""
    elif step.manners & {"half", "stuck"}:
        body = body[:len(body) // 2]
    return "\r\n".join([*head, "", ""]).encode("latin-1"), body


def drip(sock, server, octets, milliseconds):
    """Sends the octets in pieces, one each tenth of a second, in all of this time."""
    pieces = max(1, min(milliseconds // 100, len(octets)))
    size = -(-len(octets) // pieces)
    for start in range(0, len(octets), size or 1):
        sock.sendall(octets[start:start + size])
        server.pause(milliseconds / pieces)


def reset(sock):
    """Closes with RST instead of FIN."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


def converse(sock, server, place):
    """Serves one connection until either side ends it."""
    octets = Octets(sock)
    while True:
        method, target, fields = read_head(octets)
        arrival = server.arrived(place, method, target, fields)
        step = server.step(arrival)
        if step.action == "reset-early":
            return reset(sock)
        if fields.get("expect", "").lower() == "100-continue":
            sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        arrival.read(body_pieces(octets, fields))
        if not respond(sock, server, arrival, step):
            return None


def respond(sock, server, arrival, step):
    """Carries out a step; true if the connection stays."""
    if step.action == "reset":
        reset(sock)
    elif step.action == "stall":
        sock.recv(1)
    elif step.action == "garbage":
        sock.sendall(b"220 mail.invalid ready\r\n\r\n")
    elif step.action == "answer":
        server.pause(step.after)
        head, body = answer(arrival.method, step, server.location(step))
        sock.sendall(head if step.drip else head + body)
        if step.drip:
            drip(sock, server, body, step.drip)
        if "stuck" in step.manners:
            sock.recv(1)
        return not step.manners & {"close", "drop", "half", "stuck"}
    return False
