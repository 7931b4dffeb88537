# SPDX-License-Identifier: MIT
import aiohttp
import asyncio
from oncemore.adapters import call_of
from oncemore.adapters.aiohttp import RetryMiddleware

async def main():
    async with aiohttp.ClientSession(middlewares=[RetryMiddleware()]) as session:
        async with session.get("https://example.org/") as response:
            for decided in call_of(response).decided:
                print(decided)
            print(response.status)

asyncio.run(main())
