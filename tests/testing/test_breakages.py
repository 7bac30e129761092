"""Each law fails where it should: on games that break it, and says what is wrong there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ludotheque.testing import LAWS
from tests.testing.breakages import BREAKAGES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def outcomes() -> list[dict[str, Any] | None]:
    """What each breakage came to, tried in one process with interpreted rules: variants of a game are not worth compiling."""
    path = os.pathsep.join(str(ROOT / folder) for folder in ("src", "tests", "."))
    done = subprocess.run(
        [sys.executable, "-m", "tests.testing.breakages"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "LUDOTHEQUE_RULES": "interpreted", "PYTHONPATH": path},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line)["found"] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    "number", range(len(BREAKAGES)), ids=[f"{each.law}: {each.what}" for each in BREAKAGES]
)
def test_a_broken_game_breaks_the_law(number: int, outcomes: list[dict[str, Any] | None]) -> None:
    breakage, found = BREAKAGES[number], outcomes[number]
    assert found is not None, f"the law '{breakage.law}' is kept although {breakage.what}"
    assert breakage.says in found["what"]
    assert f"--law {breakage.law} --variant" in found["text"]
    assert re.fullmatch(r"(tests/\S+\.py:[1-9]\d* in \S[^,]*(, )?)+", found["source"]), found["source"]
    assert f"look at: {found['source']}" in found["text"]


def test_every_law_is_shown_to_fail() -> None:
    assert {each.law for each in BREAKAGES} == {law.name for law in LAWS}
