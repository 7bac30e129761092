"""Helpers for processes in which bots think."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def serve_quietly(parent: int) -> None:
    """Ignore Ctrl-C, which the process `parent` handles, and exit when that process is gone."""
    import os
    import signal
    import threading
    import time

    signal.signal(signal.SIGINT, signal.SIG_IGN)

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
    import os

    serve_quietly(parent)
    os.nice(LAST)
