"""`thread_time`: the processor seconds of this thread. In a page, Python has no clock for a thread; there it is the time of the process."""

from __future__ import annotations

import time

thread_time = getattr(time, "thread_time", time.process_time)
