# SPDX-License-Identifier: MIT
import asyncio
import httpx
from oncemore.adapters.httpx import install

async def main():
    async with install(httpx.AsyncClient(http2=True), on_decision=print) as client:
        print((await client.get("https://example.org/")).status_code)

asyncio.run(main())
