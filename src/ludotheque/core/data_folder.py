"""Where a user's things are kept; nothing here makes a folder."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The user's tables and games: `$LUDOTHEQUE_DATA`, or a folder in the user's data folder."""
    given = os.environ.get("LUDOTHEQUE_DATA")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ludotheque"
