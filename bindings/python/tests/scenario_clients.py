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
    retry = Retry(call.policy, **call.options)
    timeout = urllib3.Timeout(connect=call.connect_timeout, read=call.timeout)
    settings = {"retries": retry, "timeout": timeout, "ca_certs": call.named.get("ca")}
    proxy = call.named.get("proxy")
    client = ProxyManager(proxy, **settings) if proxy else PoolManager(**settings)
    with interrupted(call), client:
        try:
            for pause in call.pauses():
                time.sleep(pause)
                body, fields = call.body(one_shot), call.fields or None
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
    adapter = RetryAdapter(call.policy, **call.options)
    session = requests.Session()
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
    return {"verify": context, "http2": call.named.get("http2") == "yes", "proxy": proxy}


def _httpx_client(call: ScenarioCall) -> dict[str, Any]:
    timeout = httpx.Timeout(call.timeout, connect=call.connect_timeout)
    return {"timeout": timeout, "follow_redirects": call.follow}


def by_httpx(call: ScenarioCall) -> Answer:
    """The synchronous client."""
    inner = httpx.HTTPTransport(**_httpx_settings(call))
    transport = RetryTransport(call.policy, inner, **call.options)
    with interrupted(call), httpx.Client(transport=transport, **_httpx_client(call)) as client:
        try:
            for pause in call.pauses():
                time.sleep(pause)
                body, length = call.body(one_shot), 0
                with client.stream(
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
    inner = httpx.AsyncHTTPTransport(**_httpx_settings(call))
    transport = AsyncRetryTransport(call.policy, inner, **call.options)
    async with httpx.AsyncClient(transport=transport, **_httpx_client(call)) as client:
        for pause in call.pauses():
            await asyncio.sleep(pause)
            body, length = call.body(one_shot_async), 0
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
    retry = RetryMiddleware(call.policy, **call.options)
    timeout = aiohttp.ClientTimeout(
        total=None, sock_read=call.timeout, sock_connect=call.connect_timeout
    )
    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(ssl=context),
        middlewares=[retry],
        timeout=timeout,
        proxy=call.named.get("proxy"),
    ) as session:
        for pause in call.pauses():
            await asyncio.sleep(pause)
            length = 0
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
        task = asyncio.ensure_future(perform(call))
        if call.cancel_after is not None:
            asyncio.get_running_loop().call_later(call.cancel_after, task.cancel)
        try:
            return await asyncio.wait_for(task, call.patience)
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
