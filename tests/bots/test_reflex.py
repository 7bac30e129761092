"""What bots do while the clock runs."""

from __future__ import annotations

import pytest

from ludotheque import Table, bots
from tiny.state import ADDS, GRAB_CODE


def asked(table: Table, seat: int, level: str, seed: int = 1) -> tuple[int, int] | None:
    return bots.reflex("tiny", None, table.view({seat}).tobytes(), seat, level, seed)


def test_a_reflex_gives_an_action_and_a_delay() -> None:
    table = Table("tiny", 2, seed=1)
    code, delay_ms = asked(table, 0, "random") or (-1, -1)
    assert (code in range(ADDS), delay_ms) == (True, 5)
    assert asked(table, 0, "random") == (code, delay_ms), "the same view and seed, the same answer"
    table.play(code, 0, at_ms=5)
    assert asked(table, 0, "random") is None, "who has chosen waits for the others"
    table.play(0, 1, at_ms=6)
    slow, quick = asked(table, 1, "random"), asked(table, 1, "master")
    assert slow is not None
    assert quick is not None
    assert (slow[0], quick[0]) == (GRAB_CODE, GRAB_CODE)
    assert quick[1] < slow[1]


def test_games_without_reflexes_and_unknown_levels_are_refused() -> None:
    table = Table("billabong", 2, seed=1)
    with pytest.raises(ValueError, match="lack the verb reflex"):
        bots.reflex("billabong", None, table.view({0}).tobytes(), 0, "greedy", 1)
    with pytest.raises(ValueError, match="no bot of level"):
        asked(Table("tiny", 2, seed=1), 0, "wizard")
