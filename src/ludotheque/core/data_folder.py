"""The folder of a user's tables and games. Nothing here creates it."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """`$LUDOTHEQUE_DATA`, or a folder in the user's data folder."""
    given = os.environ.get("LUDOTHEQUE_DATA")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ludotheque"
