# SPDX-License-Identifier: MIT
"""Pools that tell a Retry which request is sent, and what became of it at the connection."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from ._call import Wire, attach, call_of, no_lines
from ._needs import needs
from ._urllib3_request import full_url, position_of
from ._urllib3_response import read_within
from ._urllib3_retry import ENDED, Retry

with needs("urllib3", "urllib3"):
    import urllib3
    from urllib3.exceptions import ConnectTimeoutError, EmptyPoolError

_WIRE: ContextVar[Wire | None] = ContextVar("oncemore_urllib3", default=None)
_TUNNEL_REFUSED = re.compile(r"^Tunnel connection failed: (\d{3})\b")


class SeenConnection(urllib3.connection.HTTPConnection):
    """A connection that notes, in the Wire of the attempt that uses it, whether it came to be and
    whether anything was written."""

    def connect(self) -> None:
        wire = _WIRE.get()
        if wire is None or wire.connecting:
            return super().connect()
        wire.connecting = True
        try:
            super().connect()
        except BaseException as error:
            wire.broke(error)
            raise
        finally:
            wire.connecting = False

    def send(self, data: Any) -> None:
        wire = _WIRE.get()
        if wire is not None and not wire.connecting:
            if self.sock is None and self.auto_open:
                self.connect()
            wire.sent, wire.connection = True, self
        super().send(data)

    def getresponse(self) -> Any:
        """urllib3 2 reads the body here. Of a response that will not be handed out no more is read
        than a connection is worth."""
        wire, options = _WIRE.get(), getattr(self, "_response_options", None)
        if wire is None or wire.decide is None or options is None or not options.preload_content:
            return super().getresponse()
        self._response_options = options._replace(preload_content=False)
        response = super().getresponse()
        if not wire.decide(response):
            response.read(decode_content=options.decode_content, cache_content=True)
        elif not read_within(wire.drain_seconds, self.sock, response):
            self.close()
        return response

    def _tunnel(self) -> None:
        try:
            super()._tunnel()
        except OSError as error:
            refused = _TUNNEL_REFUSED.match(str(error))
            wire = _WIRE.get()
            if wire is not None and refused is not None:
                headers = getattr(self, "get_proxy_response_headers", lambda: None)()
                lines = no_lines if headers is None else (lambda name: headers.get_all(name, []))
                wire.proxy = int(refused[1]), lines
            raise


class SeeingPool(urllib3.HTTPConnectionPool):
    """A pool that begins the attempts of a Retry of ours, and sees to what was decided."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if self.retries is urllib3.Retry.DEFAULT:
            self.retries = Retry()
        self.ConnectionCls = _with_base(SeenConnection, self.ConnectionCls)

    def _get_conn(self, timeout: float | None = None) -> Any:
        try:
            connection = super()._get_conn(timeout)
        except EmptyPoolError as error:
            wire = _WIRE.get()
            if wire is not None:
                wire.broke(error)
            raise
        if getattr(connection, ENDED, False):
            setattr(connection, ENDED, False)
            connection.close()
        return connection

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
        retries = Retry.instead_of(self.retries if retries is None else retries, self.retries)
        if not isinstance(retries, Retry):
            return super().urlopen(method, url, body, headers, retries, *arguments, **named)
        if named.get("body_pos") is None:
            named["body_pos"] = position_of(body)
        headers = self.headers if headers is None else headers
        retries = retries.begun()
        headers = _with(headers, retries.fields(method, headers))
        retries = retries.sending(method, body, headers, full_url(self, url), named["body_pos"])
        given = self._get_timeout(named["timeout"]) if "timeout" in named else self.timeout.clone()
        given, named["timeout"] = retries.timeouts(given)
        token = _WIRE.set(retries.wire)
        try:
            if retries.too_late():
                late = ConnectTimeoutError(
                    self, "too late: the deadline passed before this attempt"
                )
                retries.wire.broke(late)
                raise late
            response = super().urlopen(method, url, body, headers, retries, *arguments, **named)
        except (EmptyPoolError, ConnectTimeoutError) as error:
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
        finally:
            _WIRE.reset(token)
        attach(retries.call, response)
        _give_back_time_out(response, given)
        return response


def _give_back_time_out(response: urllib3.BaseHTTPResponse, given: urllib3.Timeout) -> None:
    """What the deadline left was for the attempt. The caller reads the body in its own time."""
    sock = getattr(getattr(response, "connection", None), "sock", None)
    if sock is not None:
        limit = given.read_timeout
        known = limit is None or isinstance(limit, (int, float))
        sock.settimeout(limit if known else socket.getdefaulttimeout())


_MADE: dict[tuple[type, type], type] = {}


def _with_base(base: type, cls: type) -> type:
    """The class with `base` in front, made once."""
    if issubclass(cls, base):
        return cls
    if (base, cls) not in _MADE:
        _MADE[base, cls] = type(cls.__name__, (base, cls), {"__module__": cls.__module__})
    return _MADE[base, cls]


def see_pools(manager: urllib3.PoolManager) -> None:
    """Has a manager, SOCKS or not, make SeeingPools."""
    classes = manager.pool_classes_by_scheme
    manager.pool_classes_by_scheme = {
        scheme: _with_base(SeeingPool, cls) for scheme, cls in classes.items()
    }


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
