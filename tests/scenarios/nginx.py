# SPDX-License-Identifier: MIT
"""The ordinary HTTP/2 server: nginx in front of the counting one, which counts for it."""

import os
import shutil
import socket
import subprocess
import tempfile
import time

# However this process ends, its end of the pipe closes, and nginx is not left behind.
UNTIL_INPUT_ENDS = '"$@" & read -r _; kill $!; wait'
CONFIG = """
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
  ssl_certificate {certificate};
  ssl_certificate_key {key};
  server {{
    listen 127.0.0.1:{port} ssl http2;
    location / {{
      proxy_pass {upstream};
      proxy_http_version 1.1;
      proxy_next_upstream off;
      proxy_redirect off;
      proxy_set_header Protocol $server_protocol;
    }}
  }}
}}
"""


class Nginx:
    """Serves `url` with HTTP/2 and passes each request on as it is, with the field Protocol."""

    def __init__(self, certificate, upstream):
        self._folder = tempfile.TemporaryDirectory(prefix="oncemore-nginx-")
        port = free_port()
        self.url = f"https://127.0.0.1:{port}"
        with open(os.path.join(self._folder.name, "nginx.conf"), "w", encoding="ascii") as file:
            file.write(CONFIG.format(port=port, upstream=upstream, certificate=certificate,
                                     key=certificate.removesuffix("pem") + "key"))
        program = shutil.which("nginx", path=os.environ.get("PATH", os.defpath) + ":/usr/sbin")
        self._process = subprocess.Popen(
            ["sh", "-c", UNTIL_INPUT_ENDS, "sh", program or "nginx", "-p", self._folder.name,
             "-c", "nginx.conf", "-e", "error.log"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        self._wait_for(port)

    def _wait_for(self, port):
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"nginx does not listen: {self._process.communicate()[1]!r}")

    def close(self):
        self._process.communicate()
        self._folder.cleanup()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return sock.getsockname()[1]
