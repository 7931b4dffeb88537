# SPDX-License-Identifier: MIT
"""An adapter whose client is missing says what to install."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(client: str, extra: str) -> Iterator[None]:
    """Around the import of a client."""
    try:
        yield
    except ImportError as missing:
        raise ImportError(
            f"oncemore.adapters.{extra} needs {client}: pip install 'oncemore[{extra}]'"
        ) from missing
