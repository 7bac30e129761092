"""A bot that stops in the middle of a game until it may go on, so that a test can end the program there. The tests copy this file."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ALONE = int(os.environ.get("ALONE", "25"))
"""It plays this many actions in each process before it waits."""
_played = 0


def patient(sight: Any) -> int:
    """Any action; while the file `hold` lies beside this one, it says which process it is in, and waits."""
    global _played
    _played += 1
    if _played > ALONE and (HERE / "hold").exists():
        (HERE / f"{os.getpid()}.waits").touch()
        while (HERE / "hold").exists():
            time.sleep(0.01)
    return int(sight.actions[int(sight.luck.integers(len(sight.actions)))])
