"""A server for the tests of a file: the real application on a free port, in this process, playing the tiny game."""

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

from tests.server.clusters import database, database_or_two, databases, postgres, postgres_or_two  # noqa: E402
from tests.server.harness import Harness, serving, visiting  # noqa: E402

__all__ = ["database", "database_or_two", "databases", "postgres", "postgres_or_two"]


@pytest.fixture(scope="module")
async def house_of_all(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harness]:
    """The server of a file."""
    async with serving(tmp_path_factory.mktemp("house") / "data") as harness:
        await harness.rules_ready()
        yield harness


@pytest.fixture
async def server(house_of_all: Harness) -> AsyncIterator[Harness]:
    """A server with the tiny game's rules ready. The tests of a file share it; each meets people of its own there, who leave after it."""
    async with visiting(house_of_all) as harness:
        yield harness


@pytest.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[Harness]:
    """The same for one test, which leaves nothing behind: it looks at all tables, or changes the server."""
    async with serving(tmp_path / "data") as harness:
        await harness.rules_ready()
        yield harness
