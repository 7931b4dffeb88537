# SPDX-License-Identifier: MIT
"""A certificate authority of our own for one run, and what a server needs of it."""

import os
import ssl
import subprocess
import tempfile

CONFIG = """
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[here]
basicConstraints = CA:FALSE
subjectAltName = DNS:localhost, IP:127.0.0.1
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[elsewhere]
basicConstraints = CA:FALSE
subjectAltName = DNS:elsewhere.invalid
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
"""
# A TLS alert record: fatal, handshake_failure.
HANDSHAKE_FAILURE = b"\x15\x03\x03\x00\x02\x02\x28"


class Certificates:
    """`ca` is the authority to trust; `good`, `stranger` and `elsewhere` are servers."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="oncemore-tls-")
        with open(self.path("config"), "w", encoding="ascii") as file:
            file.write(CONFIG)
        self.ca = self._make("ca", "authority")
        self._make("unknown_ca", "authority")
        self.good = self._make("good", "here", "ca")
        self.stranger = self._make("stranger", "here", "unknown_ca")
        self.elsewhere = self._make("elsewhere", "elsewhere", "ca")

    def path(self, name):
        return os.path.join(self._folder.name, name)

    def _make(self, name, section, issuer=None):
        """A key and a certificate in one file each; returns the certificate's."""
        signed = ["-CA", self.path(f"{issuer}.pem"), "-CAkey", self.path(f"{issuer}.key")]
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
             "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={name}",
             "-config", self.path("config"), "-extensions", section,
             "-keyout", self.path(f"{name}.key"), "-out", self.path(f"{name}.pem"),
             *(signed if issuer else [])],
            check=True, capture_output=True, timeout=60)
        return self.path(f"{name}.pem")

    def context(self, certificate, protocols=()):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, certificate.removesuffix("pem") + "key")
        if protocols:
            context.set_alpn_protocols(list(protocols))
        return context

    def close(self):
        self._folder.cleanup()
