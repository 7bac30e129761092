"""On what machine something was measured, and how busy it was."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any


def machine() -> dict[str, Any]:
    """The date, the cores and their kind, and how many programs wanted one in the last minute (beside what is measured, if asked before it)."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    kind = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return {
        "date": time.strftime("%Y-%m-%d"),
        "cores": os.cpu_count(),
        "processor": kind,
        "load_average": round(os.getloadavg()[0], 1),
    }
