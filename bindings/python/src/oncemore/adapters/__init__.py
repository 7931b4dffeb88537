# SPDX-License-Identifier: MIT
"""Real HTTP clients that retry by oncemore. Each module needs its client, and nothing else:

    oncemore.adapters.urllib3     Retry, PoolManager, ProxyManager
    oncemore.adapters.requests    RetryAdapter
    oncemore.adapters.httpx       RetryTransport, AsyncRetryTransport, install
    oncemore.adapters.aiohttp     RetryMiddleware

An adapter is a mapping, from the client's errors to a Failure, and a loop; the rules are the
policy's. What all have in common:

- They stand inside the client's redirects: a retry sends the current hop again, never the first
  request. The attempts and the hops of a call share one count, so the most requests that a call can
  cost is requests_per_call_shared(max_attempts, max_redirects); each module says where the client
  does not let them share it. A Retry-After on a redirect is waited out before it is followed. A
  redirect that the caller follows by hand begins a new call.
- Every attempt is decided about, the last and successful one, too. adjust() is asked before,
  on_decision() is told after, the logger `oncemore` writes the line at the level DEBUG, and
  `call_of()` shows the decisions of a call afterwards, given its response or its error.
- At the end the caller gets what the client gives without us: the last response, whatever its
  status, or the last error. From Python 3.11 on the error carries a note for each attempt.
- That nothing was sent is claimed only where the adapter saw it itself, see each module; otherwise
  the evidence of a failure is UNKNOWN, whatever its name.
- What the deadline leaves is the time-out of each attempt, besides the client's own. An attempt
  that would come too late is not sent: the caller gets the client's error for a connection that
  timed out.
- A body is sent again only if it is known to be the same, whole, once more. One that nobody knows
  counts as consumed.
- A response that is not handed out is read to its end, so that its connection is used again, but at
  most 64 KiB of it, for 250 ms and for what the deadline leaves; then the connection is closed.
- Dates in Retry-After are read by the response's own Date.
"""

from ._call import Call, call_of, using
from ._settings import Decided, Options, Timing

__all__ = ["Call", "Decided", "Options", "Timing", "call_of", "using"]
