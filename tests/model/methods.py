# SPDX-License-Identifier: MIT
"""Rule 3.2: request methods. A method is a string of octets; `get` is not GET (RFC 9110 9.1)."""

# The IANA HTTP Method Registry: RFC 7237 section 3, RFC 9110 18.2, RFC 9113 11.6, RFC 10008 5.1.
REGISTERED_SAFE = "GET HEAD OPTIONS PRI PROPFIND QUERY REPORT SEARCH TRACE"
REGISTERED_IDEMPOTENT_ONLY = (
    "ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT COPY DELETE LABEL LINK MERGE MKACTIVITY MKCALENDAR"
    " MKCOL MKREDIRECTREF MKWORKSPACE MOVE ORDERPATCH PROPPATCH PUT REBIND UNBIND UNCHECKOUT"
    " UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL"
)
REGISTERED_NEITHER = "CONNECT LOCK PATCH POST"


def _octets(names):
    return frozenset(name.encode("ascii") for name in names.split())


SAFE = _octets(REGISTERED_SAFE)
IDEMPOTENT = SAFE | _octets(REGISTERED_IDEMPOTENT_ONLY)  # RFC 9110 9.2.2: all that is safe is, too
REGISTERED = IDEMPOTENT | _octets(REGISTERED_NEITHER)

UNKNOWN = b""


def safe(method):
    return method in SAFE


def idempotent(method):
    """Nothing says of an unknown token that it may be repeated, so it is treated like POST."""
    return method in IDEMPOTENT
