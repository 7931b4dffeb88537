# SPDX-License-Identifier: MIT
"""Real servers on 127.0.0.1 and the real curl, for the tests that read what curl wrote."""

import email.utils
import http.server
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import unittest


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def need(program):
    """Where a program is; a test without it is skipped, which ctest and tests/run report."""
    found = shutil.which(program, path=os.environ.get("PATH", os.defpath) + ":/usr/sbin")
    if found is None:
        raise unittest.SkipTest(f"{program} is not installed")
    return found


NGINX = """
daemon off;
master_process off;
worker_processes 1;
pid nginx.pid;
error_log error.log;
events {{}}
http {{
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  ssl_certificate cert.pem;
  ssl_certificate_key key.pem;
  limit_req_zone $binary_remote_addr zone=slow:1m rate=1r/m;
  limit_req_status 429;
  gzip on;
  gzip_types *;
  gzip_min_length 1;
  server {{
    listen 127.0.0.1:{plain};
    listen 127.0.0.1:{tls} ssl http2;
    listen 127.0.0.1:{clear} http2;
    absolute_redirect off;
    location /ok {{ return 200 "fine\\n"; }}
    location /busy {{
      add_header Retry-After 2 always;
      return 503;
    }}
    location /busy-twice {{
      add_header Retry-After 2 always;
      add_header retry-after 5 always;
      return 503 "busy\\n";
    }}
    location = /slow {{
      root .;
      limit_req zone=slow;
    }}
    location /quote {{
      add_header Retry-After 2 always;
      return 503 "HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n";
    }}
    location /log {{
      add_header Retry-After 2 always;
      return 503 "it said:\\nHTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n";
    }}
    location = /301 {{ return 301 /busy; }}
    location = /302 {{
      add_header Retry-After 120 always;
      return 302 /busy;
    }}
    location = /303 {{ return 303 /busy; }}
    location = /307 {{ return 307 /busy; }}
    location = /308 {{ return 308 /busy; }}
    location = /303-ok {{ return 303 /ok; }}
    location = /307-303 {{ return 307 /303; }}
    location = /to-python {{ return 302 http://127.0.0.1:{python}/busy; }}
    location = /loop {{ return 302 /loop; }}
    location /secret {{
      auth_basic "staff";
      auth_basic_user_file passwords;
      add_header Retry-After 2 always;
      try_files /nothing =503;
    }}
    location /upload {{ proxy_pass http://127.0.0.1:{python}/busy; }}
  }}
}}
"""


class Nginx:
    """An nginx in a folder of its own: HTTP/1.1, HTTP/2 with TLS, HTTP/2 without."""

    def __init__(self, python_port):
        nginx, openssl = need("nginx"), need("openssl")
        self.folder = tempfile.TemporaryDirectory()
        self.plain, self.tls, self.clear = free_ports(3)
        self._write("nginx.conf", NGINX.format(plain=self.plain, tls=self.tls, clear=self.clear,
                                               python=python_port))
        self._write("slow", "fine\n")
        self._write("passwords", "me:{PLAIN}secret\n")
        subprocess.run([openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-keyout", self._path("key.pem"), "-out",
                        self._path("cert.pem")], check=True, capture_output=True)
        self.process = subprocess.Popen(
            [nginx, "-p", self.folder.name, "-c", "nginx.conf", "-e", "error.log"],
            stderr=subprocess.PIPE)
        for port in (self.plain, self.tls, self.clear):
            self._wait_for(port)

    def _path(self, name):
        return os.path.join(self.folder.name, name)

    def _write(self, name, text):
        with open(self._path(name), "w", encoding="ascii") as file:
            file.write(text)

    def _wait_for(self, port):
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        raise RuntimeError(f"nginx does not listen: {self.process.stderr.read()!r}")

    def url(self, path):
        return f"http://127.0.0.1:{self.plain}{path}"

    def tls_url(self, path):
        return f"https://127.0.0.1:{self.tls}{path}"

    def clear_url(self, path):
        return f"http://127.0.0.1:{self.clear}{path}"

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stderr.close()
        self.folder.cleanup()


class Handler(http.server.BaseHTTPRequestHandler):
    """http.server as it is, so HTTP/1.0 unless a subclass says otherwise."""

    def do_GET(self):
        length = int(self.headers.get("Content-Length", 0))
        self.rfile.read(length)
        self.server.arrivals.append((self.command, self.path))
        getattr(self, "answer_" + self.path.strip("/").replace("-", "_"))()

    do_POST = do_PUT = do_HEAD = do_GET

    def answer(self, status, body=b"", **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def answer_ok(self):
        self.answer(200, b"fine\n")

    def answer_busy(self):
        self.answer(503, b"busy\n", Retry_After="3")

    def answer_busy_error(self):
        self.send_error(503)

    def answer_until(self):
        """Busy for eight seconds from the server's own time, which is years ago."""
        now = 1000000000
        self.send_response_only(503)
        self.send_header("Date", email.utils.formatdate(now, usegmt=True))
        self.send_header("retry-AFTER", email.utils.formatdate(now + 8, usegmt=True))
        self.end_headers()

    def answer_soon(self):
        self.answer(429, Retry_After="soon")

    def answer_see_other(self):
        self.answer(303, b"over there\n", Location="/until")

    def answer_hang(self):
        time.sleep(5)

    def answer_see_hang(self):
        self.answer(303, Location="/hang", Content_Length="0")

    def answer_short(self):
        """A body that breaks off."""
        self.answer(200, b"fi", Content_Length="5")

    def answer_short_404(self):
        self.answer(404, b"no", Content_Length="5")

    def answer_round(self):
        self.answer(302, Location="/round", Content_Length="0")

    def answer_trailer(self):
        self.wfile.write(b"HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n"
                         b"Trailer: Retry-After\r\n\r\n5\r\nbusy\n\r\n0\r\nRetry-After: 99\r\n\r\n")

    def do_CONNECT(self):
        """The proxy's part: a tunnel, but not to everywhere."""
        host, port = self.path.split(":")
        refusals = {"refuse.example": 403, "busy.example": 503}
        if host in refusals:
            return self.answer(refusals[host], Content_Length="0")
        with socket.create_connection((host, int(port))) as far:
            self.send_response_only(200, "Connection established")
            self.end_headers()
            self.connection.settimeout(10)
            back = threading.Thread(target=self._copy, args=(far, self.connection))
            back.start()
            self._copy(self.connection, far)
            back.join()
        self.close_connection = True

    @staticmethod
    def _copy(source, target):
        try:
            while piece := source.recv(65536):
                target.sendall(piece)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def log_message(self, *_):
        pass


class Python:
    """Python's http.server; `arrivals` is what has arrived."""

    def __init__(self, handler=Handler, port=0):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.server.daemon_threads = True
        self.server.arrivals = []
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()

    @property
    def arrivals(self):
        return self.server.arrivals

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def close(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def curl(*arguments, stdin=b""):
    """curl's exit code and standard output; no configuration or proxy of the machine's."""
    program = need("curl")
    environment = {name: value for name, value in os.environ.items()
                   if not name.lower().endswith("_proxy")}
    done = subprocess.run([program, "-q", "--silent", "--max-time", "20", *arguments],
                          input=stdin, capture_output=True, env=environment, timeout=60)
    return done.returncode, done.stdout
