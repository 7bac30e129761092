"""Bots see a view and give a legal action; what looks one turn ahead beats what does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque import Illegal, Table, Unreadable, bots
from ludotheque.core import artefact
from ludotheque.lab import Match
from ludotheque.lab import play as played_match

SMALL = {"faces": 2, "cards": 8, "rounds": 3, "pawn": 2, "patience_ms": 3000}
"""The tiny game with a coin."""


def play(levels: tuple[str, str], seed: int) -> Table:
    table = Table("tiny", 2, seed=seed, first=0)
    step = 0
    while not table.is_over:
        step += 1
        seat = table.actors[step % len(table.actors)]
        code = bots.choose("tiny", None, table.view({seat}).tobytes(), seat, levels[seat], 1000 * seed + step)
        assert code in table.legal_actions(seat)
        table.play(code, seat, at_ms=step)
    return table


@pytest.mark.parametrize("level", ["random", "easy", "greedy"])
def test_a_level_plays_whole_games(level: str) -> None:
    for seed in range(5):
        assert play((level, level), seed).outcome is not None


def test_the_same_seed_gives_the_same_action() -> None:
    view = Table("tiny", 2, seed=3, first=0).view({0}).tobytes()
    for level in bots.LEVELS:
        assert len({bots.choose("tiny", None, view, 0, level, 5) for _ in range(3)}) == 1


def test_a_counted_budget_is_reproducible_even_when_hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    view = Table("tiny", 2, seed=3, first=0).view({0}).tobytes()

    def chosen(level: str, budget: bots.Budget | None) -> int:
        return bots.choose("tiny", None, view, 0, level, 5, budget)

    counted = [bots.Budget(), bots.Budget(simulations=30), bots.Budget(simulations=30, threads=2)]
    cases = [(level, budget) for level in bots.LEVELS for budget in counted]
    usual = [chosen(*case) for case in cases]
    monkeypatch.setattr(bots, "is_hasty", lambda game, level: level not in bots.NEVER_HASTY)
    monkeypatch.setattr(bots, "hasty_action", lambda *_: -7)
    assert [chosen(*case) for case in cases] == usual
    for budget in (None, bots.Budget(seconds=5.0), bots.Budget(simulations=30, seconds=5.0)):
        found = {level: chosen(level, budget) for level in bots.LEVELS}
        assert {level for level, action in found.items() if action != -7} == set(bots.NEVER_HASTY)
        assert [found[level] for level in bots.NEVER_HASTY] == usual[: 2 * len(counted) : len(counted)]


def test_the_documented_example_is_not_hasty() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    example = page.partition("```python\n")[2].partition("```")[0]
    assert "bots.choose(" in example
    code = example.replace("billabong", "tiny").replace(', options={"mode": "duel"}', "")
    done = subprocess.run(
        [sys.executable, "-c", code + "assert not bots.is_hasty('tiny', 'strong')\n"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "LUDOTHEQUE_RULES": "compiled"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_greedy_takes_what_is_available() -> None:
    table = Table("tiny", 2, seed=3, first=0)
    table.play(0, 0, at_ms=1)
    table.play(0, 1, at_ms=2)
    assert bots.choose("tiny", None, table.view({0}).tobytes(), 0, "greedy", 1) == 3


def test_easy_is_between_random_and_greedy() -> None:
    shares: dict[str, float] = {}
    for level in ("random", "easy", "greedy"):
        played = [
            played_match(Match("bantu", 2, (level, "easy"), seed, {"short": True})) for seed in range(12)
        ]
        shares[level] = sum(result.returns[0] for result in played) / 12
    assert shares["random"] < 0.2 < 0.6 < shares["greedy"], shares


def test_refusals() -> None:
    table = Table("tiny", 2, seed=3, first=0)
    with pytest.raises(ValueError, match="no bot of level 'wizard'"):
        bots.choose("tiny", None, table.view({0}).tobytes(), 0, "wizard", 1)
    table.play(0, 0, at_ms=1)
    with pytest.raises(ValueError, match="no legal action"):
        bots.choose("tiny", None, table.view({0}).tobytes(), 0, "random", 1)


def test_interpreted_and_compiled_bots_agree() -> None:
    view = Table("tiny", 2, seed=3, first=0).view({0}).tobytes()

    def chosen() -> list[int]:
        return [
            bots.choose("tiny", None, view, 0, level, n)
            for level in ("random", "easy", "greedy")
            for n in range(20)
        ]

    compiled = chosen()
    with artefact.interpreting():
        assert chosen() == compiled


def test_at_a_table_a_bot_sees_what_its_seat_may_know() -> None:
    table = Table("banjooli-cross", seats=3, seed=3)
    seat = table.actors[-1]
    view = table.view({seat}).tobytes()
    given = bots.choose("banjooli-cross", None, view, seat, "greedy", 5)
    assert bots.choose(table, "greedy", seat=seat, seed=5) == given
    assert bots.choose(table, level="greedy", seat=seat, seed=5) == given
    assert bots.choose(table) in table.legal_actions(table.actors[0])


def test_a_custom_board_needs_nothing_else() -> None:
    table = Table("tiny", seed=1, components=SMALL)
    assert bots.choose(table, "random", seed=1) in table.legal_actions()


def test_nobody_chooses_where_the_game_is_over() -> None:
    table = Table("bantu", seed=1)
    table.call_off()
    with pytest.raises(Illegal, match="over"):
        bots.choose(table, "random")
    table = Table("bantu", seats=3, seed=1, first=0)
    with pytest.raises(ValueError, match=r"seat 1 has nothing to decide now; to act: \[0\]"):
        bots.choose(table, "random", seat=1)
    for seat in (9, "0"):
        with pytest.raises(Unreadable):
            bots.choose(table, "random", seat=seat)
    with pytest.raises(TypeError, match="without a table"):
        bots.choose("bantu", None, b"")  # type: ignore[call-overload]  # what is refused
