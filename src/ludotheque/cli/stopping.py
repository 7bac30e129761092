"""Lets long commands show what they have when they are ended early: by Ctrl-C, or by SIGTERM (`kill`, a shutdown, a batch system's limit)."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from ludotheque.cli.errors import INTERRUPTED

TERMINATED = 128 + signal.SIGTERM
"""The exit code after SIGTERM, as shells give it: 143."""


class Terminated(KeyboardInterrupt):
    """SIGTERM has arrived."""


class Stopped:
    """Whether the work was ended early, and the exit code for that."""

    def __init__(self) -> None:
        self.code = 0

    def __bool__(self) -> bool:
        return self.code != 0


@contextmanager
def until_stopped() -> Iterator[Stopped]:
    """Within the block, Ctrl-C and SIGTERM end only what runs there. The program goes on after the block."""
    stopped = Stopped()

    def terminate(_number: int, _frame: FrameType | None) -> NoReturn:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # ignore further signals while cleaning up
        stopped.code = TERMINATED  # said here too: Ray makes a plain KeyboardInterrupt of it
        raise Terminated

    here = threading.current_thread() is threading.main_thread()  # other threads cannot receive signals
    before = signal.signal(signal.SIGTERM, terminate) if here else None
    try:
        yield stopped
    except Terminated:
        stopped.code = TERMINATED
    except KeyboardInterrupt:
        stopped.code = stopped.code or INTERRUPTED
    finally:
        if here:
            signal.signal(signal.SIGTERM, before)


@contextmanager
def noting_stops() -> Iterator[Stopped]:
    """Within the block, the first Ctrl-C or SIGTERM is only noted, for work that looks at it now and then and ends by itself."""
    stopped = Stopped()
    here = threading.current_thread() is threading.main_thread()  # other threads cannot receive signals
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}

    def note(number: int, _frame: FrameType | None) -> None:
        stopped.code = TERMINATED if number == signal.SIGTERM else INTERRUPTED
        restore()  # a second one ends the program at once

    def restore() -> None:
        for each, handler in before.items():
            signal.signal(each, handler)

    if here:
        for each in before:
            signal.signal(each, note)
    try:
        yield stopped
    finally:
        if here:
            restore()
