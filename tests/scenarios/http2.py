# SPDX-License-Identifier: MIT
"""HTTP/2 by the package h2: answers, refused streams, and streams above GOAWAY's last id."""

import time

import h2.config
import h2.connection
import h2.errors
import h2.events

import http1

WAYS_TO_FAIL = {"refuse": h2.errors.ErrorCodes.REFUSED_STREAM,
                "reset": h2.errors.ErrorCodes.INTERNAL_ERROR,
                "http11": h2.errors.ErrorCodes.HTTP_1_1_REQUIRED}
GOODBYES = {"goaway": h2.errors.ErrorCodes.NO_ERROR,
            "goaway-http11": h2.errors.ErrorCodes.HTTP_1_1_REQUIRED}


class Conversation:
    """One connection."""

    def __init__(self, sock, server, place):
        self._sock, self._server, self._place = sock, server, place
        self._requests = {}  # by stream: the arrival, and the pieces of its body
        config = h2.config.H2Configuration(client_side=False, header_encoding="latin-1")
        self._h2 = h2.connection.H2Connection(config)
        self._done = 0  # the last stream that was answered

    def run(self):
        self._h2.initiate_connection()
        self._send()
        while octets := self._sock.recv(65536):
            for event in self._h2.receive_data(octets):
                if self._take(event) == "end":
                    return
            self._send()

    def _send(self):
        self._sock.sendall(self._h2.data_to_send())

    def _take(self, event):
        if isinstance(event, h2.events.RequestReceived):
            fields = dict(event.headers)
            arrival = self._server.arrived(self._place, fields[":method"], fields[":path"],
                                           fields)
            arrival.fields["protocol"] = "HTTP/2.0"
            self._requests[event.stream_id] = arrival, []
        elif isinstance(event, h2.events.DataReceived):
            self._requests[event.stream_id][1].append(event.data)
            self._h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            arrival, pieces = self._requests.pop(event.stream_id)
            arrival.read(pieces)
            return self._respond(event.stream_id, arrival, self._server.step(arrival))
        return None

    def _respond(self, stream, arrival, step):
        if step.action in WAYS_TO_FAIL:
            self._h2.reset_stream(stream, WAYS_TO_FAIL[step.action])
        elif step.action in GOODBYES:
            return self._go_away(GOODBYES[step.action])
        elif step.action == "close":
            return "end"
        elif step.action == "answer":
            self._server.pause(step.after)
            self._answer(stream, arrival, step)
        return None

    def _go_away(self, code):
        """Says that this stream was not looked at, and goes."""
        self._h2.close_connection(code, last_stream_id=self._done)
        self._send()
        time.sleep(0.05)  # so that GOAWAY is read before the end of the connection
        return "end"

    def _answer(self, stream, arrival, step):
        fields = [(":status", str(step.status))]
        fields += [(name.lower(), value)
                   for name, value in http1.fields(step, self._server.location(step))]
        body = b"x" * step.body if http1.has_body(arrival.method, step.status) else b""
        self._h2.send_headers(stream, fields, end_stream=not body)
        if body:
            self._h2.send_data(stream, body, end_stream=True)
        self._done = stream


def converse(sock, server, place):
    Conversation(sock, server, place).run()
