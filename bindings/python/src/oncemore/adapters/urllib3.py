# SPDX-License-Identifier: MIT
"""urllib3 1.26 and 2 retry by oncemore.

    http = PoolManager(retries=Retry(Policy(max_attempts=3), on_decision=print))
    response = http.request("GET", "https://example.org/")

`Retry` is a urllib3.Retry, and works wherever one does: in urllib3's own PoolManager, in a single
request, in requests' HTTPAdapter, in a library that accepts one. `PoolManager` and `ProxyManager`
are urllib3's; they tell a Retry what urllib3 does not, and are the better place:

- Only here is it seen that nothing was sent: their pools make connections that note how connect()
  ended and whether send() was called, and their waiting for a free connection is seen by the pool.
  An error of the same type that comes out of a body, of another pool or of a connection class of
  the caller's proves nothing, and neither does any in urllib3's own manager: the evidence is
  UNKNOWN. What cannot be seen: a connection class that writes past send(), as HTTP/2 does.
- A file is wound back to where it was before a redirect is followed. urllib3's own manager would
  send what is left of it, nothing; there such a redirect is refused.
- The response of a retry is read within limits (not by urllib3 1.26, which has read it by then),
  and after 408 and 421 the next attempt takes another connection; elsewhere the line does not say
  so, unless the response is streamed (preload_content=False).
- A deadline counts from the start of the call. urllib3 first mentions a call when its first attempt
  has ended; elsewhere the deadline counts from there, unless a call is given retries=retry.begin().
- The attempt field and a made key can only be set here, and waiting for a free connection
  (EmptyPoolError) and an interrupted attempt (KeyboardInterrupt) are seen only here.
- A redirect that the policy does not follow, but for the limit, is the call's answer; elsewhere it
  is a MaxRetryError.
- `retries=2` is two retries by the policy of the manager's Retry; False is none, and no redirects.
  A urllib3.Retry is refused, TypeError: it has rules of its own.
- urllib3 1.26 forgets the Retry of its own PoolManager at the first redirect, and goes on with its
  default, unless each request is given one.

What the caller gets at the end: the last response, never a MaxRetryError because of its status; or
the last error: a MaxRetryError with its `reason`, but a ReadTimeoutError and a ProtocolError are
not wrapped. That is what urllib3's Retry(0, read=False) does, and what requests can translate. Too
many redirects are a MaxRetryError, unless raise_on_redirect is False.

The counts are shared along the redirects that urllib3 follows; it keeps the method, but after 303.
increment() counts, so that a loop that never calls sleep() ends, too. urllib3 by itself replaces a
connection that it finds closed before it sends anything; that costs no request. Bodies in memory
and files that can be wound back are sent again, other iterables are not: a Retry is not shown the
body, and looks it up among the arguments of the urlopen() that asks it.

adjust() gets as the request an object with method, url, body and fields, and urllib3's response.
"""

from __future__ import annotations

from typing import Any

from ._needs import needs
from ._urllib3_pool import SeeingPool, see_pools
from ._urllib3_request import position_of
from ._urllib3_retry import Retry

with needs("urllib3", "urllib3"):
    import urllib3

__all__ = [
    "HTTPConnectionPool",
    "HTTPSConnectionPool",
    "PoolManager",
    "ProxyManager",
    "Retry",
]


class HTTPConnectionPool(SeeingPool, urllib3.HTTPConnectionPool):
    """urllib3's; it tells a Retry which request is sent, and what became of it."""


class HTTPSConnectionPool(SeeingPool, urllib3.HTTPSConnectionPool):
    """The same with TLS."""


class PoolManager(urllib3.PoolManager):
    """urllib3's, with a Retry unless told otherwise, and with a call that begins when it does."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        named["retries"] = Retry.instead_of(named.get("retries"), None)
        super().__init__(*arguments, **named)
        see_pools(self)

    def urlopen(  # type: ignore[override]
        self, method: str, url: str, redirect: bool = True, **named: Any
    ) -> urllib3.BaseHTTPResponse:
        default = self.connection_pool_kw.get("retries")
        given = named.get("retries")
        retries = Retry.instead_of(default if given is None else given, default)
        named["retries"] = retries.begun() if isinstance(retries, Retry) else retries
        if named.get("body") is None:  # a 303 has dropped it
            named.pop("body_pos", None)
        elif named.get("body_pos") is None:
            named["body_pos"] = position_of(named["body"])
        return super().urlopen(method, url, redirect, **named)


class ProxyManager(PoolManager, urllib3.ProxyManager):
    """The same for urllib3.ProxyManager."""
