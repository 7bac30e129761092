"""Bots of your own: found by name or given as objects, shown only what their seat may know, and stopped when they are wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludotheque import Table, bots
from ludotheque.bots import own
from ludotheque.cli.playing import _check_bots
from ludotheque.cli.terminal.seating import Player
from ludotheque.core import components, registry
from ludotheque.lab import Match, MatchFailed, play
from tests.cli.running import python

SHORT = {"short": True}
ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "own-bot"


def first(sight: bots.Sight) -> int:
    """Plays the first legal action."""
    return sight.actions[0]


@pytest.fixture
def careful(monkeypatch: pytest.MonkeyPatch) -> str:
    """The bot of the example, by its name."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    own.find.cache_clear()
    return "careful:careful"


def test_a_function_plays_a_match() -> None:
    result = play(Match("bantu", 2, (first, "random"), 3, SHORT), keep_record=True)
    assert result.levels == ("first", "random")
    assert result.record is not None
    assert result == play(Match("bantu", 2, (first, "random"), 3, SHORT), keep_record=True)


@pytest.mark.deep
def test_the_example_beats_chance(careful: str) -> None:
    shares = [
        play(Match("boussanga", 2, (careful, "random"), seed, first=seed % 2)).returns[0] for seed in range(6)
    ]
    assert sum(shares) >= 4


def test_the_command_of_the_example_runs() -> None:
    words = [
        "simulate",
        "bantu",
        "--bots",
        "careful:careful,greedy",
        "--games",
        "1",
        "-o",
        "short=true",
        "--json",
    ]
    done = python("-m", "ludotheque", *words, cwd=EXAMPLE, limit_s=600)
    assert done.returncode == 0, done.stderr
    assert "careful:careful" in done.stdout


def test_it_sees_only_what_its_seat_may_know() -> None:
    seen: list[Any] = []

    def looks(sight: bots.Sight) -> int:
        seen.append(sight.view["prediction"][0].copy())
        return sight.actions[0]

    table = Table("banjooli-cross", 3, seed=4)
    while not seen:
        seat = table.actors[0]
        view = table.view({seat}).tobytes()
        table.play(bots.choose("banjooli-cross", None, view, seat, looks, seed=1))
    others = np.delete(seen[0], seat)[:2]
    assert (others < 0).all()
    assert seen[0][seat] >= 0


def test_changing_its_view_changes_nothing() -> None:
    def vandal(sight: bots.Sight) -> int:
        sight.view["home"] = 4
        sight.box["turn_limit"] = 1
        return sight.actions[-1]

    before = components.load(registry.get("bantu")).array.tobytes()
    assert play(Match("bantu", 2, (vandal, "random"), 1, SHORT)).actions > 10
    assert components.load(registry.get("bantu")).array.tobytes() == before


@pytest.mark.parametrize("answer", [None, -1, 10**6, True, "pass"])
def test_an_illegal_action_stops_the_match(answer: Any) -> None:
    def wrong(sight: bots.Sight) -> Any:
        return answer

    with pytest.raises(
        MatchFailed, match=r"the bot wrong of seat \d returned .* none of its \d+ legal actions"
    ):
        play(Match("bantu", 2, (wrong, "random"), seed=3))


def test_a_name_that_leads_nowhere_is_refused() -> None:
    for name, says in (
        ("grandmaster", "there is no bot of level 'grandmaster'"),
        ("nowhere:bot", "No module named 'nowhere'"),
        (":bot", "cannot be imported"),
        (".mine:bot", "cannot be imported"),
        ("ludotheque.bots:nothing", "nothing"),
        ("ludotheque.bots:LEVELS", "no function but tuple"),
    ):
        with pytest.raises(bots.UnknownBot, match=says):
            play(Match("bantu", 2, (name, "random"), seed=1))


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bot that an installed package declares, by its name."""
    found = [
        EntryPoint("steady-hand", f"{__name__}:first", own.GROUP),
        EntryPoint("greedy", "x:y", own.GROUP),
    ]
    monkeypatch.setattr(own.announced, "entry_points", lambda group: found if group == own.GROUP else [])
    monkeypatch.setitem(sys.modules, __name__, sys.modules[first.__module__])
    for kept in (own.find, own._installed):
        kept.cache_clear()
    yield "steady-hand"
    for kept in (own.find, own._installed):
        kept.cache_clear()


def test_a_package_may_declare_one(declared: str) -> None:
    assert bots.installed() == (declared,)
    assert play(Match("bantu", 2, (declared, "random"), 3, SHORT)).levels == (declared, "random")


def test_against_the_clock_only_levels_play() -> None:
    with pytest.raises(ValueError, match="against the clock"):
        play(Match("banzai", 3, (first, "random", "random"), seed=1))


def test_questions_before_a_game_reveal_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot may say that it cannot play here; it is shown its seat's view, and what it writes there changes nothing."""
    seen = []

    class Curious:
        def check(self, _game: Any, boxes: Any, view: Any) -> None:
            seen.append(view.tobytes())
            boxes[:], view[:] = 0, 0

        def __call__(self, sight: bots.Sight) -> int:
            return sight.actions[0]

    table = Table("banjooli-cross", 2, seed=5, first=0)
    before, box, view = table.state.tobytes(), table.box.tobytes(), table.view({1}).tobytes()
    assert view != before, "there is something to hide"
    monkeypatch.setattr(own, "find", lambda _name: Curious())
    _check_bots([Player(), Player(level="curious")], table)
    assert seen == [view]
    assert (table.state.tobytes(), table.box.tobytes()) == (before, box)
