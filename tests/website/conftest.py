"""What several of these tests need."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.website import parts


@pytest.fixture(scope="session")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What starts Python, as Node reads it."""
    return parts.bundled("src/site/python.ts", tmp_path_factory.mktemp("start") / "python.mjs")
