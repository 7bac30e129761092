"""Every registered game keeps the laws of `ludotheque.testing`: compiled."""

from __future__ import annotations

import os
from pathlib import Path

from ludotheque.core import registry
from ludotheque.core.components import read_toml
from ludotheque.testing import every_law

BOXES = {path.stem: read_toml(path.read_bytes()) for path in (Path(__file__).parent / "boxes").glob("*.toml")}
"""For a game whose own box makes long games: one in which they are short."""


LIMIT = 16 if os.environ.get("LUDOTHEQUE_EFFORT", "1") == "1" else None
"""Of each game's ways, drawn once and for all; with more effort, all of them."""


@every_law(*registry.names(), components=BOXES, limit=LIMIT)
def test_every_game_keeps_the_laws(law, way):
    law.check(way)
