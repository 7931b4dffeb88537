# SPDX-License-Identifier: MIT
import requests
from oncemore.adapters.requests import RetryAdapter

retry = RetryAdapter(key_field="Idempotency-Key", make_key=True, on_decision=print)
session = requests.Session()
session.mount("https://", retry)
session.mount("http://", retry)
print(session.post("https://example.org/", json={"order": 7}).status_code)
