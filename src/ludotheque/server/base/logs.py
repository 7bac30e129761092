"""The server's own log lines, structured and without cookies, seeds or hands.

structlog is imported with the first line, which most servers write long after the first person has returned to a table.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

Tell = Callable[[str, str, dict[str, Any]], None]
_first: list[Callable[[], None]] = []
_instead: list[Tell] = []
_lock = threading.Lock()


class Logger:
    """Writes log lines for a module; `name` is the module's. Its methods are those of structlog's loggers."""

    def __init__(self, name: str) -> None:
        self.name = name

    def info(self, event: str, **values: Any) -> None:
        """Log something worth knowing."""
        self._tell("info", event, values)

    def warning(self, event: str, **values: Any) -> None:
        """Log something that should not be so."""
        self._tell("warning", event, values)

    def error(self, event: str, **values: Any) -> None:
        """Log a failure."""
        self._tell("error", event, values)

    def exception(self, event: str, **values: Any) -> None:
        """Log a failure with the exception being handled."""
        self._tell("exception", event, values)

    def _tell(self, level: str, event: str, values: dict[str, Any]) -> None:
        if _instead:
            _instead[0](level, event, values)
            return
        try:
            prepare()
            import structlog
        except (OSError, ImportError):  # no file can be opened: the line is lost, and the server goes on
            return
        getattr(structlog.get_logger(self.name), level)(event, **values)


def tell_instead(tell: Tell) -> None:
    """Call `tell` with the level, the event and the values of each line from now on; structlog writes none of them."""
    _instead[:] = [tell]


def before_the_first(settle: Callable[[], None]) -> None:
    """Call `settle` once before the first line, to decide how lines look and where they go."""
    with _lock:
        _first[:] = [settle]


def prepare() -> None:
    """Import what a log line needs. Runs in a thread, so that the event loop does not wait for it."""
    import structlog  # noqa: F401  (so that it is there when a line is written)

    with _lock:
        if _first:
            _first.pop()()
