"""`thread_time`: the processor seconds of this thread. A page has one thread, and its Python no clock for it: there it is the process's."""

from __future__ import annotations

import time

thread_time = getattr(time, "thread_time", time.process_time)
