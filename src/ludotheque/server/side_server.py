"""A server beside the one for browsers, on a port of its own in the same event loop."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Iterator


class SideServer(uvicorn.Server):
    """Serves its port as long as the server for browsers runs, which alone listens to signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
