"""Positions of the day: each can be played, its best action is far ahead, and a search finds it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from depth import deep, some
from ludotheque import bots
from ludotheque.bots.search import Budget
from ludotheque.core import catalogue, registry
from ludotheque.table import puzzles, views
from tools import puzzles as tool
from tools.puzzles import speed

LEAD = 10
"""The best action of each leads by so many percent, as its file says."""
NEAR = 0.05
"""Its least lead in a search that is shorter than the one that found it."""
ROUNDS = 300
EVERY = 6
LOST_BUT_FOR_ONE = {
    "do": "4: r27c",
    "chances": 98,
    "other": 0,
    "seat": 0,
    "position": {
        "seats": 2,
        "options": {"short": False},
        "to_play": 0,
        "pawns": [
            {"seat": 0, "number": 1, "at": "r26b"},
            {"seat": 0, "number": 2, "at": "r23c"},
            {"seat": 0, "number": 3, "at": "r25c"},
            {"seat": 0, "number": 4, "at": "r24d"},
            {"seat": 1, "number": 1, "at": "finish"},
            {"seat": 1, "number": 2, "at": "finish"},
            {"seat": 1, "number": 3, "at": "r27c"},
            {"seat": 1, "number": 4, "at": "r26a"},
        ],
        "turns": [40, 41],
        "first": 1,
    },
}
ONE_OF_TWO = {
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


def every_search() -> Iterator[tuple[str, int]]:
    return ((name, number) for name, number in every_puzzle() if not registry.get(name).timed)


@pytest.mark.parametrize("name", ["bantu", "banzai", "billabong", "boussanga", "banjooli-cross"])
def test_a_game_has_a_position_for_each_day_of_a_month(name: str) -> None:
    assert len(puzzles.read(name)) >= 30


def test_no_position_is_there_twice() -> None:
    told = [str((name, puzzles.read(name)[number]["position"])) for name, number in every_puzzle()]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("name", [name for name in registry.names() if puzzles.read(name)])
def test_positions_of_a_game_do_not_look_alike(name: str) -> None:
    kept = tool.Kept(registry.get(name))
    assert max(kept.reasons.values()) <= tool.SAME_REASON
    assert max(kept.done.values()) <= tool.SAME_DO


@pytest.mark.parametrize(
    ("name", "number"), some([each for each in every_puzzle() if registry.get(each[0]).timed], EVERY)
)
def test_rounds_that_bots_play_on_show_the_best_action(name: str, number: int) -> None:
    game = registry.get(name)
    found, table = puzzles.puzzle(game, number), puzzles.table_of(game, number)
    view = views.view(table.journal, {found.seat})
    values = {
        each: speed.value_after(table, view, found.seat, each, ROUNDS)
        for each in puzzles.answers(table, found.seat)
    }
    assert values.pop(found.best) - max(values.values()) >= NEAR


@pytest.mark.parametrize(("name", "number"), some(list(every_puzzle()), EVERY))
def test_a_position_can_be_played_and_says_why(name: str, number: int) -> None:
    found = puzzles.puzzle(registry.get(name), number)
    assert found.best in puzzles.table_of(registry.get(name), number).legal_actions(found.seat)
    assert any(node.action == found.best for each in found.scene.choices for node in each.nodes)
    assert found.chances - found.other >= LEAD
    for language in catalogue.LANGUAGES:
        assert "[" not in catalogue.say(found.why, language)
    assert found.frame.scene.choices == ()
    assert found.frame.scene.turn == found.scene.turn
    assert found.best not in found.merits
    assert found.why not in found.merits.values()


def test_a_false_banzai_has_no_merit() -> None:
    game = registry.get("banzai")
    for number in range(len(puzzles.read(game.name))):
        said = puzzles.puzzle(game, number).merits.values()
        assert all(each.key != "banzai.advice.banzai" for each in said)


def test_a_feint_is_no_answer() -> None:
    game, left_out = registry.get("banzai"), set[str]()
    for number in range(len(puzzles.read(game.name))):
        found, table = puzzles.puzzle(game, number), puzzles.table_of(game, number)
        offered = {node.action for each in found.scene.choices for node in each.nodes} - {-1}
        assert offered == set(puzzles.answers(table, found.seat))
        legal = set(map(int, table.legal_actions(found.seat)))
        left_out |= {table.text(each, found.seat) for each in legal - offered}
    assert left_out == {"feint banz", "feint aie", "feint dart", "feint gasp"}


@pytest.mark.parametrize(("name", "number"), some(list(every_search()), EVERY))
def test_a_search_finds_the_best_action_far_ahead(name: str, number: int) -> None:
    game = registry.get(name)
    found, table = puzzles.puzzle(game, number), puzzles.table_of(game, number)
    budget = Budget(simulations=6 * bots.simulations_of(game, "strong"))
    view = views.view(table.journal, {found.seat})
    best, *others = bots.analyse(name, None, view.tobytes(), found.seat, seed=1, budget=budget).considered
    assert best.action == found.best
    assert tool.winners(table) * (best.value - max(each.value for each in others)) >= NEAR


@pytest.mark.parametrize(("name", "number"), [deep(case) for case in every_puzzle()])
def test_no_other_action_comes_near_the_best(name: str, number: int) -> None:
    game = registry.get(name)
    found, table = puzzles.puzzle(game, number), puzzles.table_of(game, number)
    assert tool.checked(table, found.seat, found.best).leads


def test_positions_with_two_good_actions_are_dropped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A search of the decision alone puts the second one far ahead: it has hardly tried the action that is as good."""
    good, bad = (
        LOST_BUT_FOR_ONE,
        {**puzzles.read("bantu")[0], "do": "4: r8b", "seat": 1, "position": ONE_OF_TWO},
    )
    monkeypatch.setattr(puzzles, "read", lambda _: (good, bad))
    monkeypatch.setattr(tool.packaged, "home_of", lambda _: str(tmp_path))
    monkeypatch.setattr("sys.argv", ["puzzles", "bantu", "--again"])
    tool.main()
    (kept,) = tomllib.loads((tmp_path / puzzles.FILE).read_text("utf-8"))["puzzle"]
    assert (kept["do"], kept["position"]) == (good["do"], good["position"])
    assert kept["chances"] - kept["other"] >= LEAD


def test_the_finder_writes_what_it_finds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(puzzles, "read", lambda _: ())
    monkeypatch.setattr(tool.packaged, "home_of", lambda _: str(tmp_path))
    monkeypatch.setattr("sys.argv", ["puzzles", "bantu", "--wanted", "1", "--seed", "5"])
    tool.main()
    (found,) = tomllib.loads((tmp_path / puzzles.FILE).read_text("utf-8"))["puzzle"]
    assert found["chances"] - found["other"] >= LEAD


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
