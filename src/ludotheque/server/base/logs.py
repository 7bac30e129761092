"""The server's own log lines, structured and without cookies, seeds or hands.

structlog is imported with the first line, which most servers write long after the first person has returned to a table.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partialmethod
from typing import Any

Tell = Callable[[str, str, dict[str, Any]], None]
_first: list[Callable[[], None]] = []
_instead: list[Tell] = []
_lock = threading.Lock()


class Logger:
    """Writes log lines for a module; `name` is the module's. Its methods are those of structlog's loggers."""

    def __init__(self, name: str) -> None:
        self.name = name

    def _tell(self, level: str, event: str, /, **values: Any) -> None:
        if _instead:
            _instead[0](level, event, values)
            return
        try:
            prepare()
            import structlog
        except (OSError, ImportError):  # no file can be opened: the line is lost, and the server goes on
            return
        getattr(structlog.get_logger(self.name), level)(event, **values)

    info = partialmethod(_tell, "info")
    """Log something worth knowing."""
    warning = partialmethod(_tell, "warning")
    """Log something that should not happen."""
    error = partialmethod(_tell, "error")
    """Log a failure."""
    exception = partialmethod(_tell, "exception")
    """Log a failure with the exception being handled."""


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
