# SPDX-License-Identifier: MIT
"""A request on its way through a transport."""

from __future__ import annotations

from typing import Any

from oncemore import Body, Decision

from ._call import Call, Outcome, Request, Setup, attach
from ._httpx_errors import failure_of
from ._needs import needs

with needs("httpx", "httpx"):
    import httpx

_KEY = "oncemore"


class Sent:
    """A request on its way: its call, and the one before it if it is a hop. It lies in the
    extensions of the request, which httpx carries to the next hop."""

    def __init__(self, call: Call, request: httpx.Request, before: Sent | None) -> None:
        self.call = call
        self._request = request
        self._facts = Request(request.method, _body_of(request.stream), tuple(request.headers))
        self._before = before
        self._response: httpx.Response | None = None

    @classmethod
    def of(cls, setup: Setup, request: httpx.Request) -> Sent:
        before = request.extensions.get(_KEY)
        if not isinstance(before, Sent) or before._response is None or before._request is request:
            before = None
        sent = cls(Call(setup) if before is None else before.call, request, before)
        request.extensions = {**request.extensions, _KEY: sent}
        return sent

    def follow(self) -> float:
        """Seconds to wait before the hop, if it is one."""
        before, self._before = self._before, None
        if before is None or before._response is None:
            return 0.0
        response = before._response
        answer = self.call.follow(
            response.status_code, before._request.method, self._facts, _retry_after(response)
        )
        if not answer.follow:
            message = f"redirect not followed: {answer.reason}"
            error = httpx.TooManyRedirects(message, request=self._request)
            attach(self.call, error)
            raise error
        return answer.delay_seconds

    def number(self) -> None:
        self._request.headers.update(self.call.attempt_field())

    def failed(self, error: BaseException) -> Decision:
        if not isinstance(error, Exception):
            self.call.cancelled(error, self._facts)
            return Decision()
        decision = self.call.ended(self._facts, Outcome(failure_of(error), error=error))
        if not decision.retry:
            attach(self.call, error)
        return decision

    def answered(self, response: httpx.Response) -> Decision:
        outcome = Outcome(response.status_code, _retry_after(response))
        decision = self.call.ended(self._facts, outcome)
        if not decision.retry:
            attach(self.call, response)
            self._response = response
        return decision


def _retry_after(response: httpx.Response) -> list[str]:
    return response.headers.get_list("Retry-After")


def _body_of(stream: object) -> Body:
    """httpx keeps bytes, and winds back the files of a form; anything else it reads once."""
    if isinstance(stream, httpx.ByteStream):
        return Body.REPLAYABLE
    fields = getattr(stream, "fields", None)
    files = [getattr(field, "file", b"") for field in fields or ()]
    known = fields is not None and all(map(_can_be_wound_back, files))
    return Body.REPLAYABLE if known else Body.CONSUMED


def _can_be_wound_back(file: Any) -> bool:
    return isinstance(file, (str, bytes)) or (hasattr(file, "seekable") and file.seekable())
