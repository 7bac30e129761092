"""A server for each test: the real application on a free port, in this process, playing the tiny game."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Iterator
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

from tests.server.clusters import Cluster, cluster, programs  # noqa: E402
from tests.server.harness import Harness, serving  # noqa: E402


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server for these tests alone."""
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is missing: apt-get install postgresql")
    with cluster(found) as started:
        yield started


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of a new database, or "" for a file in the data folder: a test with this runs on both."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres").new())


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Harness]:
    """A server with the tiny game's rules ready."""
    async with serving(tmp_path / "data") as harness:
        await harness.rules_ready()
        yield harness
