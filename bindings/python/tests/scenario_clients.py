# SPDX-License-Identifier: MIT
"""Each client with its adapter, set up as a scenario asks for it."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import aiohttp
import httpx
import requests
import urllib3
import yarl

from oncemore import Failure
from oncemore.adapters import _aiohttp_errors, _httpx_errors, _urllib3_errors
from oncemore.adapters.aiohttp import RetryMiddleware
from oncemore.adapters.httpx import AsyncRetryTransport, RetryTransport
from oncemore.adapters.requests import RetryAdapter
from oncemore.adapters.urllib3 import PoolManager, ProxyManager, Retry
from scenario_call import Answer, ScenarioCall, Unsupported, interrupted, one_shot

NO_HTTP2 = "the client speaks HTTP/1.1"


# ---- urllib3 ------------------------------------------------------------------------------------


def by_urllib3(call: ScenarioCall) -> Answer:
    call.refuse("http2", NO_HTTP2)
    call.refuse_layers("a request has one Retry, and the caller's code has no place in a call")
    retry = Retry(call.policy, **call.options)
    timeout = urllib3.Timeout(connect=call.connect_timeout, read=call.timeout)
    settings = {"retries": retry, "timeout": timeout, "ca_certs": call.named.get("ca")}
    if call.pool:
        settings |= {"maxsize": call.pool, "block": True}
    proxy = call.named.get("proxy")
    client = ProxyManager(proxy, **settings) if proxy else PoolManager(**settings)
    with interrupted(call), client:
        try:
            for pause in call.pauses():
                time.sleep(pause)
                body, fields = call.body(one_shot), call.fields or None
                with call.blocking():
                    response = client.request(
                        call.method, call.url, body=body, headers=fields, redirect=call.follow
                    )
            return call.answered(response.status, len(response.data))
        except BaseException as error:
            return call.failed(error, _failure_by_urllib3)


def _failure_by_urllib3(error: BaseException) -> Failure:
    reason = getattr(error, "reason", error)
    return _urllib3_errors.failure_of(reason)


# ---- requests -----------------------------------------------------------------------------------


def by_requests(call: ScenarioCall) -> Answer:
    call.refuse("http2", NO_HTTP2)
    call.refuse_layers("an adapter sends by urllib3, with one Retry", "handler")
    pool: dict[str, Any] = {"pool_maxsize": call.pool, "pool_block": True} if call.pool else {}
    adapter = RetryAdapter(call.policy, **call.options, **pool)
    session = requests.Session()
    session.hooks["response"].append(lambda *_, **__: call.handle())
    session.mount("http://", adapter)
    session.mount("https://", adapter)
    proxy = call.named.get("proxy")
    session.trust_env = False
    session.proxies = {"http": proxy, "https": proxy} if proxy else {}
    session.verify = call.named.get("ca", True)
    with interrupted(call), session:
        try:
            for pause in call.pauses():
                time.sleep(pause)
                with call.blocking():
                    response = session.request(
                        call.method,
                        call.url,
                        data=call.body(one_shot),
                        headers=call.fields,
                        timeout=(call.connect_timeout, call.timeout),
                        allow_redirects=call.follow,
                        stream=True,
                    )
                    body = _length(response)
            return call.answered(response.status_code, body)
        except BaseException as error:
            return call.failed(error, _failure_by_requests)


def _failure_by_requests(error: BaseException) -> Failure:
    """A proxy that refused is a status for the adapter, and an error for the caller."""
    refused = isinstance(error, requests.exceptions.ProxyError)
    return Failure.CONNECT if refused else Failure.OTHER


def _length(response: requests.Response) -> int:
    length = 0
    try:
        for chunk in response.iter_content(1):
            length += len(chunk)
    except requests.RequestException:
        pass
    return length


# ---- httpx --------------------------------------------------------------------------------------


def _httpx_settings(call: ScenarioCall) -> dict[str, Any]:
    context = ssl.create_default_context(cafile=call.named.get("ca"))
    proxy = call.named.get("proxy")
    limits = httpx.Limits(max_connections=call.pool)
    http2 = call.named.get("http2") == "yes"
    return {"verify": context, "http2": http2, "proxy": proxy, "limits": limits}


def _httpx_client(call: ScenarioCall) -> dict[str, Any]:
    timeout = httpx.Timeout(call.timeout, connect=call.connect_timeout)
    return {"timeout": timeout, "follow_redirects": call.follow}


class _Below(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A transport of the caller's own between the adapter and httpx's."""

    def __init__(self, call: ScenarioCall, inner: Any) -> None:
        self._call, self._inner = call, inner

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response: httpx.Response = self._inner.handle_request(request)
        if onward := self._onward(request, response):
            response.close()
            response = self._inner.handle_request(onward)
        return response

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response: httpx.Response = await self._inner.handle_async_request(request)
        if onward := self._onward(request, response):
            await response.aclose()
            response = await self._inner.handle_async_request(onward)
        return response

    def _onward(self, request: httpx.Request, response: httpx.Response) -> httpx.Request | None:
        """What it sends by itself, as httpx follows: with the extensions of the first request."""
        if error := self._call.callers_error("below"):
            raise httpx.ConnectError("the caller's own") from error
        below = self._call.named.get("below")
        if below == "repeats" and response.status_code == 503:
            return request
        if below == "follows" and response.has_redirect_location:
            url = request.url.join(response.headers["Location"])
            return httpx.Request("GET", url, extensions=request.extensions)
        return None

    def close(self) -> None:
        self._inner.close()

    async def aclose(self) -> None:
        await self._inner.aclose()


def _layers(call: ScenarioCall, retrying: Callable[..., Any], inner: Any) -> Any:
    """The adapter's transport, as often as the call says, above what else there is to be."""
    transport = _Below(call, inner) if "below" in f"{call.named}" else inner
    for _ in range(call.layers):
        transport = retrying(call.policy, transport, **call.options)
    return transport


def by_httpx(call: ScenarioCall) -> Answer:
    """The synchronous client."""
    call.refuse_body("offset", "at_end", why="httpx announces the length of the whole file")
    transport = _layers(call, RetryTransport, httpx.HTTPTransport(**_httpx_settings(call)))
    with interrupted(call), httpx.Client(transport=transport, **_httpx_client(call)) as client:
        client.event_hooks["response"].append(lambda response: call.handle())
        try:
            for pause in call.pauses():
                time.sleep(pause)
                body, length = call.body(one_shot), 0
                with call.blocking(), client.stream(
                    call.method, call.url, content=body, headers=call.fields
                ) as response:
                    try:
                        for chunk in response.iter_raw(1):
                            length += len(chunk)
                    except httpx.TransportError:
                        pass
            return call.answered(response.status_code, length)
        except BaseException as error:
            return call.failed(error, _httpx_errors.failure_of)


async def by_httpx_async(call: ScenarioCall) -> Answer:
    """The asynchronous one."""
    call.refuse_body("file", "offset", "at_end", why="an asynchronous client takes no file")
    inner = httpx.AsyncHTTPTransport(**_httpx_settings(call))
    transport = _layers(call, AsyncRetryTransport, inner)
    async with httpx.AsyncClient(transport=transport, **_httpx_client(call)) as client:
        client.event_hooks["response"].append(call.handle_async)
        for pause in call.pauses():
            await asyncio.sleep(pause)
            body, length = call.body(one_shot_async), 0
            with call.awaiting():
                async with client.stream(
                    call.method, call.url, content=body, headers=call.fields
                ) as response:
                    try:
                        async for chunk in response.aiter_raw(1):
                            length += len(chunk)
                    except httpx.TransportError:
                        pass
        return call.answered(response.status_code, length)


# ---- aiohttp ------------------------------------------------------------------------------------


async def by_aiohttp(call: ScenarioCall) -> Answer:
    """The middleware."""
    call.refuse("http2", NO_HTTP2)
    context = ssl.create_default_context(cafile=call.named.get("ca"))

    async def below(
        request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        """A middleware of the caller's own between the adapter and aiohttp's sending."""
        response = await handler(request)
        if error := call.callers_error("below"):
            response.close()
            raise aiohttp.ClientConnectorError(request.connection_key, error)
        if call.named.get("below") == "repeats" and response.status == 503:
            response.release()
            response = await handler(request)
        if call.named.get("below") == "follows" and "Location" in response.headers:
            response.release()
            url = request.url.join(yarl.URL(response.headers["Location"]))
            response = await request.session.get(url, middlewares=())
        return response

    retries = [RetryMiddleware(call.policy, **call.options) for _ in range(call.layers)]
    timeout = aiohttp.ClientTimeout(
        total=None, sock_read=call.timeout, sock_connect=call.connect_timeout
    )
    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(ssl=context, limit=call.pool or 100),
        middlewares=[*retries, below],
        raise_for_status=call.handle_async,
        timeout=timeout,
        proxy=call.named.get("proxy"),
    ) as session:
        for pause in call.pauses():
            await asyncio.sleep(pause)
            length = 0
            with call.awaiting():
                async with session.request(
                    call.method,
                    call.url,
                    data=call.body(one_shot_async),
                    headers=call.fields,
                    allow_redirects=call.follow,
                ) as response:
                    try:
                        async for chunk in response.content.iter_any():
                            length += len(chunk)
                    except aiohttp.ClientError:
                        pass
        return call.answered(response.status, length)


def _failure_by_aiohttp(error: BaseException) -> Failure:
    """An error that is aiohttp's own and not of an attempt: it follows no redirect with a body that
    is consumed."""
    if isinstance(error, aiohttp.ClientPayloadError):
        return Failure.OTHER
    return _aiohttp_errors.failure_of(error)


# ---- The asynchronous ones ----------------------------------------------------------------------


async def one_shot_async(octets: bytes) -> AsyncIterator[bytes]:
    """A stream that can be read once."""
    for chunk in one_shot(octets):
        yield chunk


def awaited(
    perform: Callable[[ScenarioCall], Coroutine[Any, Any, Answer]],
    failure_of: Callable[[BaseException], Failure],
) -> Callable[[ScenarioCall], Answer]:
    """Runs it in a loop of its own, and cancels its task when its caller wants to."""

    async def run(call: ScenarioCall) -> Answer:
        try:
            return await asyncio.wait_for(perform(call), call.patience)
        except Unsupported:
            raise
        except (Exception, asyncio.CancelledError) as error:
            return call.failed(error, failure_of)

    return lambda call: asyncio.run(run(call))


CLIENTS: dict[str, Callable[[ScenarioCall], Answer]] = {
    "urllib3": by_urllib3,
    "requests": by_requests,
    "httpx": by_httpx,
    "httpx_async": awaited(by_httpx_async, _httpx_errors.failure_of),
    "aiohttp": awaited(by_aiohttp, _failure_by_aiohttp),
}
