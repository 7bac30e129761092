"""A trial of a box: games between bots that can be stopped and continued, and what they say of the box."""

from __future__ import annotations

import itertools

import pytest

from ludotheque.bots import trial
from ludotheque.bots.trial import Tally, share, uneven
from ludotheque.core import components, registry

ENDLESS = 60.0


def tried(name: str, most: int, tally: Tally | None = None, seats: int = 2, **more: object) -> Tally:
    game = registry.get(name)
    data = more.get("data")
    without = more.get("without", [])
    return trial.go_on(game, data, without, seats, "greedy", tally or Tally(), ENDLESS, most)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["boussanga", "tiny"])
def test_a_trial_in_parts_comes_to_the_same(name: str) -> None:
    seats = registry.get(name).usual_seats
    assert tried(name, 8, tried(name, 3, seats=seats), seats=seats) == tried(name, 8, seats=seats)


def test_games_are_counted() -> None:
    found = tried("boussanga", 6, seats=3)
    assert found.games == 6 == sum(found.endings.values())
    assert sum(found.wins) == pytest.approx(6)
    assert found.actions > 60
    assert found.stopped == 0


def test_games_against_the_clock_are_played() -> None:
    found = tried("banzai", 3, seats=3)
    assert (found.games, found.stopped, sum(found.wins)) == (3, 0, pytest.approx(3))


def test_a_trial_stops_when_its_time_is_up() -> None:
    found = trial.go_on(registry.get("boussanga"), None, [], 2, "greedy", Tally(), 0.0, 500)
    assert found.games == 1


def test_games_do_not_repeat() -> None:
    """The bots have no luck of their own: without an opening by lot they would play one game again and again."""
    so_far = [tried("boussanga", games).actions for games in range(1, 6)]
    lengths = {after - before for before, after in itertools.pairwise(so_far)}
    assert len(lengths) > 1


def test_changes_that_matter_are_told_from_others() -> None:
    printed = components.printed(registry.get("boussanga"))
    values = {**printed["values"], "earth": 9, "water": 9}
    data = {**printed, "values": values, "goal": {**printed["goal"], "cards_master": 1}}
    without = [{**data, "values": printed["values"]}, {**data, "goal": printed["goal"]}]
    found = tried("boussanga", 6, data=data, without=without)
    assert found.looked == 6
    assert found.reached[0] > 0
    assert found.reached[1] == 0  # a grade of the cooperative game


def test_an_interval_holds_the_share() -> None:
    found = share(27, 100)
    assert (round(found.low, 3), found.value, round(found.high, 3)) == (0.193, 0.27, 0.364)
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)


def test_a_seat_stands_out_only_beyond_luck() -> None:
    assert uneven(Tally(games=500, wins=[260.0, 240.0])) is None
    assert uneven(Tally(games=500, wins=[320.0, 180.0])) == 0
    assert uneven(Tally(games=500, wins=[125.0, 125.0, 60.0, 190.0])) == 2
    assert uneven(Tally()) is None
