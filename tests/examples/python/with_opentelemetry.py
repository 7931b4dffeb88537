# SPDX-License-Identifier: MIT
import requests
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor
from oncemore.adapters.requests import RetryAdapter

def shown(span):
    return f"{span.name} {dict(span.attributes)}\n"

provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter(formatter=shown)))
tracer = provider.get_tracer("example")

def count_resends(decided):
    if decided.number > 1:
        trace.get_current_span().set_attribute("http.request.resend_count", decided.number - 1)

session = requests.Session()
session.mount("https://", RetryAdapter(on_decision=count_resends))
with tracer.start_as_current_span("GET"):
    session.get("https://example.org/")
