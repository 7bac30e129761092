"""The same laws in other processes: rules interpreted, and compiled with every index checked.

Always each game briefly interpreted in one way, with few players, and the smallest game bounds-checked, as that has to be compiled anew: what
they play, not what they declare. Deep all in all ways.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core import artefact
from tests.conformance.look import ASKED
from tests.conformance.variants import GAMES, all_variants, telling_variants
from tests.depth import deep

ROOT = Path(__file__).resolve().parents[2]
MODES = {
    "interpreted": {"LUDOTHEQUE_RULES": "interpreted"},
    "bounds-checked": {"LUDOTHEQUE_RULES": "checked"},
}
AT_ONCE = {"interpreted": 1, "bounds-checked": 8}
"""Ways to a process: to load compiled rules takes longer than to look."""
ALWAYS = {"interpreted": GAMES, "bounds-checked": ("tiny",)}


def cases() -> Iterator[Any]:
    """Games, modes and ways."""
    for mode, at_once in AT_ONCE.items():
        for game in GAMES:
            if game in ALWAYS[mode]:
                way = min(telling_variants(game), key=lambda each: each.seats)
                yield pytest.param(game, mode, "played", [str(way)], id=f"{mode}-{game}")
            variants = [str(variant) for variant in all_variants(game)]
            for begin in range(0, len(variants), at_once):
                yield deep(
                    game,
                    mode,
                    "all",
                    variants[begin : begin + at_once],
                    called=f"{mode}-{game}-from-{variants[begin]}",
                )


@pytest.mark.parametrize(("game", "mode", "laws", "variants"), list(cases()))
def test_every_game_keeps_the_laws_in_other_modes(
    game: str, mode: str, laws: str, variants: list[str]
) -> None:
    environment = {**os.environ, **MODES[mode], "PYTHONPATH": os.pathsep.join(sys.path)}
    if mode == "bounds-checked":
        subprocess.run(artefact.compiler(game, "--checked"), env=environment, check=True)
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.look", game, laws, *variants],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [broken for law in said for broken in law["broken"]] == []
    assert [law["law"] for law in said] == [law.name for law in ASKED[laws]]
