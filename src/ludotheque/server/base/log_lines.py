"""How log lines look and where they go: lines for people, or one JSON object a line. Neither shows what a guest said, is called, or holds.

Of an exception the log has its type, where it was raised, and the message of the system or the store. Its own text may name a person or a hand, so it
stays out. Of other libraries' messages only the first line is written, since the rest shows whole objects.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any, Literal, TextIO, cast

from ludotheque.server.base import logs
from ludotheque.server.base.telling import Trouble

Format = Literal["text", "json"]

FOREIGN = ("uvicorn", "asyncio", "websockets")
"""Libraries whose own messages are written, too."""


class LossyStream:
    """A stream that drops what it cannot write, so that a full disk does not stop the server."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write, or drop it."""
        with contextlib.suppress(OSError, ValueError):
            self.stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush, and ignore errors."""
        with contextlib.suppress(OSError, ValueError):
            self.stream.flush()


def settle(shape: Format, worker: int | None = None) -> None:
    """Decide how lines look on standard error, once: `worker` is this process among several. Needs structlog."""
    import structlog

    def name_worker(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        return line if worker is None else {**line, "worker": worker}

    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            name_worker,
            _tell_exception,
            structlog.processors.JSONRenderer(ensure_ascii=False)
            if shape == "json"
            else structlog.dev.ConsoleRenderer(colors=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", LossyStream(sys.stderr))),
    )


def listen_to_others() -> None:
    """Write what other libraries log as lines of our own. Importing structlog waits for the first of them."""
    for name in FOREIGN:
        theirs = logging.getLogger(name)
        theirs.handlers[:] = [_Foreign(logging.WARNING)]
        theirs.propagate = False


class _Foreign(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        logger = logs.Logger(record.name)
        told = (record.getMessage().strip().splitlines() or [""])[0]
        write = logger.error if record.levelno >= logging.ERROR else logger.warning
        write("library_said", library=record.name.partition(".")[0], said=told, exc_info=record.exc_info)


def _tell_exception(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace `exc_info` by text that holds nothing of what the exception was about."""
    given = line.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        line["exception"] = told(error)
    return line


def told(error: BaseException) -> str:
    """Where an exception was raised, its type and those of its causes, and what the system or the store said."""
    frames = traceback.format_list(traceback.extract_tb(error.__traceback__))
    chain: list[str] = []
    each: BaseException | None = error
    while each is not None and len(chain) < 5:
        chain.append(kind_of(each))
        each = each.__cause__
    return "".join(["Traceback (most recent call last):\n", *frames, " < ".join(chain)])


def kind_of(error: BaseException) -> str:
    """The type of an exception, with its first line if it comes from the system or the database and so tells of nobody.

    A `DataError` of a database quotes the values that it could not take, and PostgreSQL describes rows in later lines.
    """
    name, said = type(error).__name__, said_by(error)
    return name if said == name else f"{name}: {said}"


def said_by(error: BaseException) -> str:
    """What the system or the database said; of any other exception only the type."""
    name = type(error).__name__
    is_of_database = isinstance(error, sqlite3.Error) or type(error).__module__.startswith("psycopg")
    is_safe = isinstance(error, OSError | Trouble) or (is_of_database and name != "DataError")
    said = (str(error).strip().splitlines() or [""])[0] if is_safe else ""
    return said or name
