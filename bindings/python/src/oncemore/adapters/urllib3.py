# SPDX-License-Identifier: MIT
"""urllib3 1.26 and 2 retry by oncemore.

    http = PoolManager(retries=Retry(Policy(max_attempts=3), on_decision=print))
    response = http.request("GET", "https://example.org/")

`Retry` is a urllib3.Retry, and works wherever one does: in urllib3's own PoolManager, in a single
request, in requests' HTTPAdapter, in a library that accepts one. `PoolManager` and `ProxyManager`
are urllib3's; they tell a Retry what urllib3 does not, and are the better place:

- A deadline counts from the start of the call. urllib3 first mentions a call when its first attempt
  has ended; elsewhere the deadline counts from there, unless a call is given retries=retry.begin().
- The attempt field can only be set here, and waiting for a free connection (EmptyPoolError) and an
  interrupted attempt (KeyboardInterrupt) are seen only here.
- A redirect that the policy does not follow, but for the limit, is the call's answer; elsewhere it
  is a MaxRetryError.
- urllib3 1.26 forgets the Retry of its own PoolManager at the first redirect, and goes on with its
  default, unless each request is given one.

What the caller gets at the end: the last response, never a MaxRetryError because of its status; or
the last error: a MaxRetryError with its `reason`, but a ReadTimeoutError and a ProtocolError are
not wrapped. That is what urllib3's Retry(0, read=False) does, and what requests can translate. Too
many redirects are a MaxRetryError, unless raise_on_redirect is False.

The counts are shared along the redirects that urllib3 follows; it keeps the method, but after 303.
urllib3 by itself replaces a connection that it finds closed before it sends anything; that costs no
request. Bodies in memory and files that can be wound back are sent again, other iterables are not:
a Retry is not shown the body, and looks it up among the arguments of the urlopen() that asks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._call import attach, call_of
from ._needs import needs
from ._urllib3_retry import Retry

with needs("urllib3", "urllib3"):
    import urllib3
    from urllib3.exceptions import EmptyPoolError

__all__ = [
    "HTTPConnectionPool",
    "HTTPSConnectionPool",
    "PoolManager",
    "ProxyManager",
    "Retry",
]


class HTTPConnectionPool(urllib3.HTTPConnectionPool):
    """urllib3's; it tells a Retry which request is sent, and counts in the attempt field."""

    def urlopen(  # type: ignore[override]
        self,
        method: str,
        url: str,
        body: Any = None,
        headers: Any = None,
        retries: urllib3.Retry | bool | int | None = None,
        *arguments: Any,
        **named: Any,
    ) -> urllib3.BaseHTTPResponse:
        retries = self.retries if retries is None else retries
        if not isinstance(retries, Retry):
            return super().urlopen(method, url, body, headers, retries, *arguments, **named)
        headers = self.headers if headers is None else headers
        retries = retries.sending(method, body, headers)
        headers = _with(headers, retries.attempt_field())
        try:
            response = super().urlopen(method, url, body, headers, retries, *arguments, **named)
        except EmptyPoolError as error:
            if call_of(error) is not None:
                raise
            again = retries.increment(method, url, error=error, _pool=self)
            again.sleep()
            return self.urlopen(method, url, body, headers, again, *arguments, **named)
        except Exception:
            raise
        except BaseException as error:
            retries.interrupted(error)
            raise
        attach(retries.call, response)
        return response


class HTTPSConnectionPool(HTTPConnectionPool, urllib3.HTTPSConnectionPool):
    """The same with TLS."""


POOLS = {"http": HTTPConnectionPool, "https": HTTPSConnectionPool}


def _with(headers: Any, fields: Mapping[str, str]) -> Any:
    """The headers with fields set, and not added to ones of the same name."""
    if not fields:
        return headers
    names = {name.lower() for name in fields}
    changed = headers.copy()
    for name in [name for name in changed if name.lower() in names]:
        del changed[name]
    changed.update(fields)
    return changed


class PoolManager(urllib3.PoolManager):
    """urllib3's, with a Retry unless told otherwise, and with a call that begins when it does."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        named.setdefault("retries", Retry())
        super().__init__(*arguments, **named)
        self.pool_classes_by_scheme = POOLS

    def urlopen(  # type: ignore[override]
        self, method: str, url: str, redirect: bool = True, **named: Any
    ) -> urllib3.BaseHTTPResponse:
        retries = named.get("retries")
        if retries is None:
            retries = self.connection_pool_kw.get("retries")
        if isinstance(retries, Retry) and retries.call is None:
            named["retries"] = retries.begin()
        return super().urlopen(method, url, redirect, **named)


class ProxyManager(PoolManager, urllib3.ProxyManager):
    """The same for urllib3.ProxyManager."""
