# SPDX-License-Identifier: MIT
"""A request on its way through a transport."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import oncemore
from oncemore import Body, Decision, Note, Policy

from ._call import Call, Lines, Outcome, Request, Wire, attach
from ._drain import drain_seconds
from ._httpx_errors import outcome_of
from ._needs import needs
from ._settings import Setup

with needs("httpx", "httpx"):
    import httpx
    from httpcore import ConnectionNotAvailable

MARK = "oncemore"
POLICY = "oncemore_policy"


class Sent:
    """A request on its way: its call, and the one before it if it is a hop. What a transport below
    gets is a copy of the caller's request; only where the client may follow a redirect does its
    request carry this object in its extensions, which httpx takes along to the next hop."""

    def __init__(
        self, call: Call, request: httpx.Request, before: Sent | None, outer: Sent | None
    ) -> None:
        self.call = call
        self.request = request
        self._before = before
        self._outer = outer
        self._inside: Sent | None = before._inside if before is not None else None
        """What a layer of ours below has handed out last."""
        self._response: httpx.Response | None = None
        self._wire = Wire()
        self._sending = request

    @classmethod
    def of(cls, setup: Setup, request: httpx.Request) -> Sent:
        """The call that goes on with the request, or a new one."""
        before = request.extensions.get(MARK)
        outer = None
        if isinstance(before, Sent):
            request.extensions = without(request.extensions, MARK)
            if before._response is None:  # it is sending now
                outer, before = before, before._inside
                outer.call.layered = True
        if not isinstance(before, Sent) or not before._leads_to(request):
            before = None
        policy = request.extensions.get(POLICY)
        if policy is not None and not isinstance(policy, Policy):
            raise TypeError(f"extensions[{POLICY!r}] must be a Policy, not {policy!r}")
        if before is None:
            call = Call(setup, None if policy is None else oncemore.validate(policy))
        else:
            call = before.call
        return cls(call, request, before, outer)

    def _leads_to(self, request: httpx.Request) -> bool:
        """Whether the client itself follows to this request: not the caller with next_request."""
        response = self._response
        if response is None or self.request is request:
            return False
        return response.next_request is not request

    @property
    def layered(self) -> bool:
        return self.call.layered

    def follow(self) -> float:
        """Seconds to wait before the hop, if it is one."""
        before, self._before = self._before, None
        if before is None or before._response is None or self.layered:
            return 0.0
        response, facts = before._response, self._facts(self.request)
        answer = self.call.follow(
            response.status_code, before.request.method, facts, _lines(response)
        )
        if not answer.follow:
            message = f"redirect not followed: {answer.reason}"
            error = httpx.TooManyRedirects(message, request=self.request)
            attach(self.call, error)
            raise error
        return answer.delay_seconds

    def next(self, trace: Callable[[Wire, Any], Any]) -> httpx.Request:
        """The request that is sent now. It is a copy, so that the caller's stays as it is."""
        self._wire = Wire(self.call.policy.statuses)
        sending = copy.copy(self.request)
        sending.headers = self.request.headers.copy()
        sending.headers.update(self.call.fields(sending.method, sending.headers))
        sending.stream = self.request.stream
        extensions = self.request.extensions
        sending.extensions = {
            **extensions,
            **self._timeouts(extensions.get("timeout")),
            MARK: self,
            "trace": trace(self._wire, extensions.get("trace")),
        }
        self._sending = sending
        return sending

    def _timeouts(self, given: Any) -> dict[str, Any]:
        """Those of the request, and none longer than what the deadline leaves."""
        left = self.call.time_left()
        if left is None:
            return {}
        if left == 0:
            error = httpx.ConnectTimeout("too late: the deadline passed before this attempt")
            self._wire.broke(error)
            raise error
        parts = {part: None for part in ("connect", "read", "write", "pool")}
        parts.update(given or {})
        capped = {
            part: left if limit is None else min(limit, left) for part, limit in parts.items()
        }
        return {"timeout": capped}

    def failed(self, error: BaseException, own: bool) -> Decision:
        """`own`: the transport below is httpx's, so that nothing of anybody else's ran before its
        first event."""
        if self.layered:
            return Decision()
        facts = self._facts(self._sending)
        if not isinstance(error, Exception):
            self.call.cancelled(error, facts)
            return Decision()
        if own and isinstance(error, httpx.PoolTimeout) and not self._wire.begun:
            self._wire.broke(error)
        outcome = outcome_of(error, self._wire)
        decide = self.call.repeated if self._wire.repeated else self.call.ended
        decision = decide(facts, outcome)
        if not decision.retry:
            attach(self.call, error)
        return decision

    def answered(self, response: httpx.Response) -> Decision:
        if self.layered:
            self._hand_out(response)
            return Decision()
        multiplexed = "stream_id" in response.extensions
        redirect = response.has_redirect_location
        outcome = Outcome(
            response.status_code,
            _lines(response),
            response=response,
            renewable="network_stream" in response.extensions and not multiplexed,
            followable=redirect,
        )
        decide = self.call.repeated if self._wire.repeated else self.call.ended
        decision = decide(self._facts(self._sending), outcome)
        if not decision.retry:
            attach(self.call, response)
            self._hand_out(response)
        return decision

    def _hand_out(self, response: httpx.Response) -> None:
        # What the deadline left was for the attempt. The caller reads the body in its own time.
        if "timeout" in self.request.extensions:
            self._sending.extensions["timeout"] = self.request.extensions["timeout"]
        else:
            self._sending.extensions.pop("timeout", None)
        if response.has_redirect_location:
            self._response = response
            if self._outer is not None:
                self._outer._inside = self
            else:
                self.request.extensions = {**self.request.extensions, MARK: self}

    def drain_seconds(self, response: httpx.Response, decision: Decision) -> float:
        """For what is left of a response that is not handed out; 0 if its connection is to end."""
        ends = Note.NEW_CONNECTION in decision.notes or "stream_id" in response.extensions
        return 0.0 if ends else drain_seconds(self.call)

    def _facts(self, request: httpx.Request) -> Request:
        body = _body_of(request.stream)
        return Request(request.method, body, tuple(request.headers), str(request.url), self.request)


def without(extensions: Any, name: str) -> dict[str, Any]:
    return {key: value for key, value in extensions.items() if key != name}


def record(wire: Wire, event: str, info: dict[str, Any]) -> None:
    """What httpcore says of a request on its way, as an event of the extension `trace`."""
    step, _, how = event.rpartition(".")
    step = step.rpartition(".")[2]
    tunnel = getattr(info.get("request"), "method", None) == b"CONNECT"
    wire.begun = True
    if how == "started" and (step == "send_request_headers" or step.startswith("connect_")):
        wire.repeated = wire.repeated or wire.over
        wire.tunnel = tunnel
        if step == "send_request_headers" and not tunnel:
            wire.sends()
    elif how == "failed":
        wire.broke(info["exception"])
        wire.over = wire.over or _ends(step, info["exception"])
    elif how == "complete" and step == "receive_response_headers":
        status, fields = _head(*info["return_value"])
        if not wire.tunnel:
            wire.answered(status)
        elif not oncemore.is_success(status):
            wire.proxy = status, fields.get_list


def _ends(step: str, error: BaseException) -> bool:
    """Whether it is the end of an attempt. What could not be written may be answered all the same;
    and on a connection that says that it will not process the stream httpcore has not sent it."""
    return not step.startswith("send_") and not isinstance(error, ConnectionNotAvailable)


def _head(*answer: Any) -> tuple[int, httpx.Headers]:
    """Of HTTP/1.1: version, status, reason, fields; of HTTP/2: status, fields."""
    status, fields = (answer[1], answer[3]) if len(answer) == 4 else answer
    return status, httpx.Headers(fields)


def _lines(response: httpx.Response) -> Lines:
    return response.headers.get_list


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
