"""The parts of the library that are installed only where they are asked for: which packages they need, and what to say without them.

Imports neither typer nor the server: it must run where they are missing.
"""

from __future__ import annotations

from importlib.util import find_spec

from ludotheque.core.message import Message

TERMINAL = ("rich", "typer")
SERVER = ("alembic", "segno", "sqlalchemy", "starlette", "structlog", "uvicorn", "websockets")
PACKAGES: dict[str, tuple[str, ...]] = {"terminal": TERMINAL, "server": SERVER}
"""The packages that each extra of `pyproject.toml` brings."""


def missing(extra: str) -> Message | None:
    """One sentence with the command that installs the extra; None where all its packages are there."""
    if all(find_spec(package) is not None for package in PACKAGES[extra]):
        return None
    return Message(f"cli.extra.{extra}", {"command": f'pip install "ludotheque[{extra}]"'})
