"""How a process behaves in which bots think for another one."""

from __future__ import annotations


def serve_quietly(parent: int) -> None:
    """Leave Ctrl-C to the process that started this one (its number is `parent`), and stop when that one is gone."""
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
