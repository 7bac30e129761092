"""Helpers for processes in which bots think."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import resource_tracker
from typing import Any, TypeVar

T = TypeVar("T")


class Processes(ProcessPoolExecutor):
    """Processes that ignore Ctrl-C from the moment they start. `prepared` runs first in each; it is `serve_quietly` or calls it."""

    def __init__(self, processes: int | None, prepared: Callable[[int], None]) -> None:
        spawning = multiprocessing.get_context("spawn")
        super().__init__(processes, spawning, initializer=prepared, initargs=(os.getpid(),))

    def submit(self, asked: Callable[..., T], /, *given: Any, **named: Any) -> Future[T]:
        with ctrl_c_held():  # this starts processes
            return super().submit(asked, *given, **named)

    def __exit__(self, kind: type[BaseException] | None, error: Any, trace: Any) -> bool | None:
        if kind is not None:
            self.end()
        return super().__exit__(kind, error, trace)

    def end(self, wait: bool = True) -> None:
        """End the processes at once, whatever they are doing. Returns once they have ended, if it is to wait."""
        for process in list((getattr(self, "_processes", None) or {}).values()):
            process.terminate()
        self.shutdown(wait=wait, cancel_futures=True)


@contextlib.contextmanager
def ctrl_c_held() -> Iterator[None]:
    """Processes started meanwhile receive Ctrl-C only once they call `let_ctrl_c_through`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it lets signals through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def let_ctrl_c_through() -> None:
    """Receive Ctrl-C in a process that was started while it was held."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def serve_quietly(parent: int) -> None:
    """Ignore Ctrl-C, which the process `parent` handles, and exit when that process is gone."""
    import threading
    import time

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    let_ctrl_c_through()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def serve_lent(bots: Mapping[str, Any], parent: int) -> None:
    """The same for a process that asks bots which a server was given by name."""
    from ludotheque.bots import own

    serve_quietly(parent)
    own.lend(bots)


LAST = 10
"""The niceness of a process that leaves the machine to others: a busy process of the usual priority gets nine times as much of it."""


def serve_last(parent: int) -> None:
    """The same for a process whose work may wait for that of others."""
    serve_quietly(parent)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(LAST)
