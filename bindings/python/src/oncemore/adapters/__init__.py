# SPDX-License-Identifier: MIT
"""Real HTTP clients that retry by oncemore. Each module needs its client, and nothing else:

    oncemore.adapters.urllib3     Retry, PoolManager, ProxyManager
    oncemore.adapters.requests    RetryAdapter
    oncemore.adapters.httpx       RetryTransport, AsyncRetryTransport
    oncemore.adapters.aiohttp     RetryMiddleware

An adapter is a mapping, from the client's errors to a Failure, and a loop; the rules are the
policy's. What all have in common:

- They stand inside the client's redirects: a retry sends the current hop again, never the first
  request. The attempts and the hops of a call share one count, so the most requests that a call can
  cost is requests_per_call_shared(max_attempts, max_redirects); each module says where the client
  does not let them share it. A Retry-After on a redirect is waited out before it is followed.
- Every attempt is decided about, the last and successful one, too. A hook is told, and `call_of()`
  shows the decisions of a call afterwards, given its response or its error.
- At the end the caller gets what the client gives without us: the last response, whatever its
  status, or the last error. From Python 3.11 on the error carries a note for each attempt.
- A body is sent again only if it is known to be the same, whole, once more. One that nobody knows
  counts as consumed.
- A response that is not handed out is read to its end, so that its connection is used again, but at
  most 64 KiB of it; then the connection is closed.
"""

from ._call import Call, call_of, using
from ._settings import Decided, Options, Timing

__all__ = ["Call", "Decided", "Options", "Timing", "call_of", "using"]
