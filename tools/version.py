"""The version, from the one place where it is written."""

from __future__ import annotations

import re
from pathlib import Path

from tools.say import Stop

ROOT = Path(__file__).resolve().parent.parent


def version() -> str:
    """Such as `1.2.3`."""
    text = (ROOT / "src" / "ludotheque" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(\d+\.\d+\.\d+)"$', text, re.MULTILINE)
    if found is None:
        raise Stop('src/ludotheque/__init__.py has no line like __version__ = "1.2.3"')
    return found[1]
