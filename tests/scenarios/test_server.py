# SPDX-License-Identifier: MIT
"""The server does what its script says, seen by clients that are not ours to retry."""

import email.utils
import http.client
import pathlib
import signal
import socket
import ssl
import subprocess
import sys
import time
import unittest
import urllib.parse
import urllib.request

import h2.config
import h2.connection
import h2.errors
import h2.events

import nginx
import server
import tls

HERE = pathlib.Path(__file__).resolve().parent


class ServerCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.certificates = tls.Certificates()
        cls.server = server.Server(cls.certificates)

    @classmethod
    def tearDownClass(cls):
        cls.server.close()
        cls.certificates.close()

    def connect(self, name, timeout=5):
        url = urllib.parse.urlsplit(self.server.urls[name])
        return socket.create_connection((url.hostname, url.port), timeout)

    def exchange(self, request, timeout=5):
        """Everything that comes until the end of the connection."""
        with self.connect("http", timeout) as sock:
            sock.sendall(request)
            octets = b""
            while piece := sock.recv(65536):
                octets += piece
            return octets


class Http1(ServerCase):
    def test_a_request_is_recorded(self):
        record = self.server.play(["/a 200 close"])
        self.exchange(b"PUT /a?q=1 HTTP/1.1\r\nKey: 1\r\nkey:2\r\nContent-Length: 3\r\n\r\nxxx")
        arrival, = record.arrivals
        self.assertEqual(("http", "PUT", "/a?q=1", 3, True), (
            arrival.at, arrival.method, arrival.path, arrival.length, arrival.whole))
        self.assertEqual("1, 2", arrival.fields["key"])
        self.assertEqual(1, record.connections)

    def test_a_body_that_is_not_whole(self):
        for body, why in ((b"Content-Length: 3\r\n\r\nxyx", "has another octet"),
                          (b"Transfer-Encoding: chunked\r\n\r\n3\r\nxxx\r\n", "has no end")):
            with self.subTest(why):
                record = self.server.play(["/a 200 close"])
                with self.connect("http") as sock:
                    sock.sendall(b"PUT /a HTTP/1.1\r\n" + body)
                    sock.shutdown(socket.SHUT_WR)
                    sock.recv(65536)
                self.assertFalse(record.arrivals[0].whole)

    def test_a_chunked_body(self):
        record = self.server.play(["/a 200 close"])
        self.exchange(b"PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                      b"2\r\nxx\r\n1;e\r\nx\r\n0\r\nTrailer: 1\r\n\r\n")
        self.assertEqual((3, True), (record.arrivals[0].length, record.arrivals[0].whole))

    def test_an_answer(self):
        self.server.play(["/a 503 retry-after=1 retry-after=soon to=other:/b close"], "scope")
        octets = self.exchange(b"GET /scope/a HTTP/1.1\r\n\r\n").decode()
        head, _, body = octets.partition("\r\n\r\n")
        self.assertTrue(head.startswith("HTTP/1.1 503 Service Unavailable\r\n"))
        for line in ("Retry-After: 1", "Retry-After: soon", "Connection: close",
                     f"Location: {self.server.urls['other']}/scope/b"):
            self.assertIn(line, head.split("\r\n"))
        self.assertEqual("x" * 10, body)

    def test_ways_to_give_no_answer(self):
        request = b"GET /a HTTP/1.1\r\n\r\n"
        self.server.play(["/a close, garbage, reset, reset-early"])
        self.assertEqual(b"", self.exchange(request))
        self.assertEqual(b"220 mail.invalid ready\r\n\r\n", self.exchange(request))
        for _ in range(2):
            with self.assertRaises(ConnectionResetError):
                self.exchange(request)

    def test_connections(self):
        request = b"GET /a HTTP/1.1\r\n\r\n"
        record = self.server.play(["accept close, reset, open", "/a 200 drop"])
        for _ in range(2):  # the request may get lost with the connection
            try:
                self.assertEqual(b"", self.exchange(request))
            except (ConnectionResetError, BrokenPipeError):
                pass
        self.assertIn(b"200 OK", self.exchange(request))
        self.assertEqual((3, 1), (record.connections, len(record.arrivals)))

    def test_the_clock_is_off(self):
        request = b"GET /a HTTP/1.1\r\n\r\n"
        self.server.play(["/a 503 date=-3600 age=3 retry-after=date+2 close, 503 date=none close"])
        lines = self.exchange(request).decode().split("\r\n")
        date, asked = (email.utils.parsedate_to_datetime(line.partition(": ")[2])
                       for line in lines if line.startswith(("Date", "Retry-After")))
        self.assertEqual(2, (asked - date).total_seconds())
        self.assertAlmostEqual(time.time() - 3600, date.timestamp(), delta=10)
        self.assertIn("Age: 3", lines)
        self.assertNotIn(b"Date", self.exchange(request))

    def test_a_body_that_takes_its_time(self):
        self.server.play(["/a 200 body=7 drip=300 close"])
        start = time.monotonic()
        self.assertTrue(self.exchange(b"GET /a HTTP/1.1\r\n\r\n").endswith(b"\r\n\r\nxxxxxxx"))
        self.assertGreaterEqual(time.monotonic() - start, 0.3)

    def test_an_answer_for_one_connection(self):
        record = self.server.play(["/a@1 421 close", "/a 200 close"])
        for number, said in ((1, b" 421 "), (2, b" 200 ")):
            self.assertIn(said, self.exchange(b"GET /a HTTP/1.1\r\n\r\n"))
            self.assertEqual(number, record.arrivals[-1].connection)

    def test_half_a_body(self):
        request = b"GET /a HTTP/1.1\r\n\r\n"
        self.server.play(["/a 200 half, 200 half chunked, 200 stuck"])
        self.assertTrue(self.exchange(request).endswith(b"\r\n\r\nxxxxx"))
        self.assertTrue(self.exchange(request).endswith(b"\r\n\r\na\r\nxxxxxxx"))
        with self.assertRaises(TimeoutError):
            self.exchange(request, timeout=0.2)

    def test_ways_to_get_no_connection(self):
        with self.assertRaises(ConnectionRefusedError):
            self.connect("closed")
        with self.assertRaises(TimeoutError):
            self.connect("full", timeout=0.2)

    def test_what_belongs_to_another_call_is_a_stray(self):
        record = self.server.play(["/a 200 close"], "new")
        self.assertIn(b"404", self.exchange(b"GET /old/a HTTP/1.1\r\nConnection: close\r\n\r\n"
                                            b"GET /new/a HTTP/1.1\r\n\r\n"))
        self.assertEqual(["/a"], [arrival.path for arrival in record.arrivals])
        self.assertEqual(["old"], [arrival.scope for arrival in self.server.strays])

    def test_a_new_script_cuts_off_what_stalls(self):
        self.server.play(["/a stall"])
        with self.connect("http") as sock:
            sock.sendall(b"GET /a HTTP/1.1\r\n\r\n")
            while not self.server.record.arrivals:
                pass
            self.server.play(())
            self.assertEqual(b"", sock.recv(1))


class Tls(ServerCase):
    def get(self, name):
        context = ssl.create_default_context(cafile=self.certificates.ca)
        url = urllib.parse.urlsplit(self.server.urls[name])
        connection = http.client.HTTPSConnection(url.hostname, url.port, context=context, timeout=5)
        try:
            connection.request("GET", "/a")
            return connection.getresponse().status
        finally:
            connection.close()

    def test_certificates_and_handshakes(self):
        self.server.play(["/a 200"])
        self.assertEqual(200, self.get("tls"))
        for name, error, said in (
                ("unknown_ca", ssl.SSLCertVerificationError, "local issuer"),
                ("wrong_host", ssl.SSLCertVerificationError, "mismatch"),
                ("tls_alert", ssl.SSLError, "handshake failure"), ("tls_close", OSError, "")):
            with self.subTest(name), self.assertRaisesRegex(error, said):
                self.get(name)


class Http2(ServerCase):
    def events(self, url, stop):
        """What a server says to a request with a body, up to an event of a kind in `stop`."""
        context = ssl.create_default_context(cafile=self.certificates.ca)
        context.set_alpn_protocols(["h2"])
        where = urllib.parse.urlsplit(url)
        client = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="ascii"))
        with context.wrap_socket(socket.create_connection((where.hostname, where.port), timeout=5),
                                 server_hostname=where.hostname) as sock:
            client.initiate_connection()
            client.send_headers(1, [(":method", "POST"), (":path", "/a"), (":scheme", "https"),
                                    (":authority", where.netloc)])
            client.send_data(1, b"xxx", end_stream=True)
            seen = []
            while not any(isinstance(event, stop) for event in seen):
                sock.sendall(client.data_to_send())
                seen += client.receive_data(sock.recv(65536))
        return [event for event in seen if isinstance(event, stop)]

    def test_no_answer(self):
        record = self.server.play(["/a refuse, goaway, reset, http11, goaway-http11"])
        url = self.server.urls["h2"]
        refused, = self.events(url, h2.events.StreamReset)
        self.assertEqual(h2.errors.ErrorCodes.REFUSED_STREAM, refused.error_code)
        gone, = self.events(url, h2.events.ConnectionTerminated)
        self.assertEqual((h2.errors.ErrorCodes.NO_ERROR, 0),
                         (gone.error_code, gone.last_stream_id))
        reset, = self.events(url, h2.events.StreamReset)
        self.assertEqual(h2.errors.ErrorCodes.INTERNAL_ERROR, reset.error_code)
        for event in (h2.events.StreamReset, h2.events.ConnectionTerminated):
            older, = self.events(url, event)
            self.assertEqual(h2.errors.ErrorCodes.HTTP_1_1_REQUIRED, older.error_code)
        self.assertEqual([(3, True)] * 5, [(arrival.length, arrival.whole)
                                           for arrival in record.arrivals])

    def test_an_answer_of_our_own_and_of_nginx(self):
        behind = nginx.Nginx(self.certificates.good, self.server.urls["http"])
        self.addCleanup(behind.close)
        for url in (self.server.urls["h2"], behind.url):
            with self.subTest(url):
                record = self.server.play(["/a 503 retry-after=1"])
                response, = self.events(url, h2.events.ResponseReceived)
                fields = dict(response.headers)
                self.assertEqual(("503", "1"), (fields[":status"], fields["retry-after"]))
                arrival, = record.arrivals
                self.assertEqual(("POST", "/a", 3, "HTTP/2.0"), (
                    arrival.method, arrival.path, arrival.length, arrival.fields["protocol"]))


class Alone(unittest.TestCase):
    def test_the_program_says_where_it_listens_and_what_arrives(self):
        with subprocess.Popen([sys.executable, "-B", HERE / "server.py", "--script", "/a 200"],
                              stdout=subprocess.PIPE, text=True) as process:
            urls = {}
            while "ca" not in urls:
                name, urls[name] = process.stdout.readline().split()
            with urllib.request.urlopen(urls["http"] + "/a", timeout=5) as response:
                self.assertEqual(200, response.status)
            self.assertIn(" http GET /a ", process.stdout.readline())
            process.send_signal(signal.SIGTERM)
            self.assertEqual(0, process.wait(timeout=10))


if __name__ == "__main__":
    unittest.main()
