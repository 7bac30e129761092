"""A server for each test: the real application on a free port, in this process, playing the tiny game."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
_PATHS = [str(TESTS.parent / "src"), str(TESTS)]
for _path in _PATHS:
    if _path not in sys.path:
        sys.path.append(_path)
os.environ["PYTHONPATH"] = os.pathsep.join(
    dict.fromkeys([*_PATHS, *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
).strip(os.pathsep)

from tests.server.buses import bus  # noqa: E402
from tests.server.clusters import database, postgres  # noqa: E402
from tests.server.harness import Harness, serving  # noqa: E402

__all__ = ["bus", "database", "postgres"]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Harness]:
    """A server with the tiny game's rules ready."""
    async with serving(tmp_path / "data") as harness:
        await harness.rules_ready()
        yield harness
