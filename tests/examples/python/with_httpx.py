# SPDX-License-Identifier: MIT
import httpx
from oncemore.adapters.httpx import RetryTransport

retry = RetryTransport(attempt_field="Retry-Attempt", on_decision=print)
with httpx.Client(transport=retry) as client:
    print(client.get("https://example.org/").status_code)
