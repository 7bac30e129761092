"""What a server says of itself, in structured lines: never a cookie, a seed or a hand in them.

structlog is imported with the first line, which most servers write long after the first person came back to a table.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

_first: list[Callable[[], None]] = []
_lock = threading.Lock()


class Logger:
    """Whoever has something to say; `name` is a module's. The methods are those of structlog's loggers."""

    def __init__(self, name: str) -> None:
        self.name = name

    def info(self, event: str, **values: Any) -> None:
        """Something that is good to know."""
        self._told.info(event, **values)

    def warning(self, event: str, **values: Any) -> None:
        """Something that should not be so."""
        self._told.warning(event, **values)

    def error(self, event: str, **values: Any) -> None:
        """Something that failed."""
        self._told.error(event, **values)

    def exception(self, event: str, **values: Any) -> None:
        """Something that failed, with the exception that is being handled."""
        self._told.exception(event, **values)

    @property
    def _told(self) -> Any:
        prepare()
        import structlog

        return structlog.get_logger(self.name)


def before_the_first(settle: Callable[[], None]) -> None:
    """Have something called once before the first line is written: it settles how lines look, and where they go."""
    with _lock:
        _first[:] = [settle]


def prepare() -> None:
    """Import what a line needs; for threads, so that an event loop that writes the first line need not wait for it."""
    import structlog  # noqa: F401  (so that it is there when a line is written)

    with _lock:
        if _first:
            _first.pop()()
