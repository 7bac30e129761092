"""Positions of the day: each can be played, its best action is far ahead, and a search finds it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from depth import deep, some
from ludotheque import bots
from ludotheque.bots.search import Budget
from ludotheque.core import catalogue, registry
from ludotheque.table import Table, puzzles, views
from tools import puzzles as tool

LEAD = 10
"""The best action of each leads by so many percent, as its file says."""
NEAR = 0.05
"""By so much it leads in a search that is shorter than the one that found it."""
EVERY = 6
ONE_OF_TWO = {
    "game": "bantu",
    "seats": 2,
    "options": {"short": False},
    "to_play": 1,
    "pawns": [
        {"seat": 0, "number": 1, "at": "r21d"},
        {"seat": 0, "number": 2, "at": "r27d"},
        {"seat": 0, "number": 3, "at": "finish"},
        {"seat": 0, "number": 4, "at": "finish"},
        {"seat": 1, "number": 1, "at": "finish"},
        {"seat": 1, "number": 2, "at": "finish"},
        {"seat": 1, "number": 3, "at": "finish"},
        {"seat": 1, "number": 4, "at": "r4c"},
    ],
    "turns": [33, 32],
}


def every_puzzle() -> Iterator[tuple[str, int]]:
    for name in registry.names():
        for number in range(len(puzzles.read(name))):
            yield name, number


def test_four_games_have_positions_of_the_day() -> None:
    assert {name for name, _ in every_puzzle()} >= {"bantu", "billabong", "boussanga", "banjooli-cross"}


@pytest.mark.parametrize(("name", "number"), some(list(every_puzzle()), EVERY))
def test_a_position_can_be_played_and_says_why(name: str, number: int) -> None:
    found = puzzles.puzzle(registry.get(name), number)
    assert found.best in puzzles.table_of(registry.get(name), number).legal_actions(found.seat)
    assert any(node.action == found.best for each in found.scene.choices for node in each.nodes)
    assert found.chances - found.other >= LEAD
    for language in catalogue.LANGUAGES:
        assert "[" not in catalogue.say(found.why, language)
    assert found.frame.scene.choices == ()


@pytest.mark.parametrize(("name", "number"), some(list(every_puzzle()), EVERY))
def test_a_search_finds_the_best_action_far_ahead(name: str, number: int) -> None:
    game = registry.get(name)
    found, table = puzzles.puzzle(game, number), puzzles.table_of(game, number)
    budget = Budget(simulations=6 * bots.simulations_of(game, "strong"))
    view = views.view(table.journal, {found.seat})
    best, *others = bots.analyse(name, None, view.tobytes(), found.seat, seed=1, budget=budget).considered
    assert best.action == found.best
    assert best.value - max(each.value for each in others) >= NEAR


@pytest.mark.parametrize(("name", "number"), [deep(case) for case in every_puzzle()])
def test_no_other_action_comes_near_the_best(name: str, number: int) -> None:
    game = registry.get(name)
    found, table = puzzles.puzzle(game, number), puzzles.table_of(game, number)
    assert tool.against_all(table, found.seat, found.best).leads


def test_an_action_with_an_equal_one_is_not_far_ahead() -> None:
    """A search of the decision alone puts it 42 percent ahead: it has hardly tried the other one."""
    table = Table.from_position(ONE_OF_TWO, seed=1)
    action = table.copy().play("4: r8b", 1).code
    assert not tool.against_all(table, 1, action).leads


def test_positions_that_cannot_be_played_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.get("bantu")
    good = dict(puzzles.read("bantu")[0])
    for wrong, why in (
        ({"do": "9: r1a"}, "9: r1a"),
        ({"seat": 1 - good["seat"]}, "decision of seat"),
        ({"position": {"seats": 9}}, "seats"),
    ):
        monkeypatch.setattr(puzzles, "read", lambda _, wrong=wrong: (good | wrong,))
        with pytest.raises(puzzles.BadPuzzles, match=why):
            puzzles.puzzle(game, 0)
