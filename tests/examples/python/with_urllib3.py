# SPDX-License-Identifier: MIT
from oncemore import Policy
from oncemore.adapters.urllib3 import PoolManager, Retry

http = PoolManager(retries=Retry(Policy(deadline=20), on_decision=print))
print(http.request("GET", "https://example.org/").status)
