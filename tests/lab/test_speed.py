"""How fast a game is, is measured in ways in which it can be played."""

from __future__ import annotations

import itertools

import pytest

from ludotheque.core import registry
from ludotheque.lab import speed


@pytest.mark.parametrize("name", registry.names())
def test_every_way_that_is_measured_is_one_that_the_game_has(name: str) -> None:
    game = registry.get(name)
    variants = list(speed.variants(game))
    assert {seats for seats, _ in variants} == set(game.seats)
    for seats, options in variants:
        played = game.check_options(seats, options)
        assert options.items() <= played.items(), (
            f"{seats} players: an option is asked for that does not exist"
        )


@pytest.mark.parametrize("work", speed.TABLE_WORKS)
@pytest.mark.parametrize("name", registry.names())
def test_games_at_a_table_are_played_on_whatever_the_clock_says(
    name: str, work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(speed, "process_time", lambda: next(ticks))
    game = registry.get(name)
    seats, options = next(iter(speed.variants(game)))
    assert speed.at_a_table(game, seats, options, work, 300).actions == 300
