"""Games played inside compiled code: the same as interpreted, whole, and by the rules."""

from __future__ import annotations

import numpy as np
import pytest

from ludotheque.bots import inside
from ludotheque.core import artefact, components, entry, registry, state
from ludotheque.core.luck import Luck
from ludotheque.lab import playout, speed
from ludotheque.table import Table
from tests.depth import deep

WAYS = [
    ("tiny", 2, {}, 300, 60),
    deep("tiny", 3, {"calm": True}, 300, 60),
    deep("billabong", 2, {"mode": "duel"}, 60, 2),
    deep("billabong", 2, {"mode": "duel"}, 200, 6),
    deep("billabong", 2, {"placement": "behind-stream"}, 80, 2),
    deep("billabong", 4, {"play_on": True}, 120, 2),
]


def digest(game: str, seats: int, options: dict[str, object], random: int, greedy: int) -> list[object]:
    """The tallies and the last states of random and of greedy games."""
    found = registry.get(game)
    box = components.load(found).array
    start = found.fresh_state(seats, found.check_options(seats, options))
    entry.setup(box, start)
    told: list[object] = []
    for policy, budget in ((inside.UNIFORM, random), (inside.GREEDY, greedy)):
        going, workspace, tally = (
            state.copy(start),
            playout.workspace_for(found, start),
            np.zeros(4, np.int64),
        )
        rng = Luck.of(7)
        conditions, levels = playout.conditions_for(found, 50), np.full(seats, policy, np.int64)
        for part in (budget // 3, budget - budget // 3):
            playout.play_on(box, start, going, conditions, levels, part, workspace, tally, rng, rng)
        told += [tally.tolist(), state.digest(going), float(rng.random())]
    return told


@pytest.mark.parametrize(("game", "seats", "options", "random", "greedy"), WAYS)
def test_compiled_and_interpreted_games_are_the_same(
    game: str, seats: int, options: dict[str, object], random: int, greedy: int
) -> None:
    compiled = digest(game, seats, options, random, greedy)
    with artefact.interpreting():
        assert digest(game, seats, options, random, greedy) == compiled


def test_games_go_to_their_end_or_to_the_cap() -> None:
    game = registry.get("tiny")
    whole = speed.playouts(game, 2, {}, "uniform random", game.max_actions)(0.0, 500)
    assert whole.actions <= 500
    cut = speed.playouts(game, 2, {}, "uniform random", 3)
    found = cut(np.inf, 301)
    assert (found.actions, found.games, found.capped) == (301, 100, 100)
    ended = speed.playouts(game, 2, {}, "uniform random", game.max_actions)(np.inf, 500)
    assert ended.games > 0
    assert ended.capped == 0
    assert ended.destinations >= ended.actions == 500


def test_a_measure_plays_the_same_games_again() -> None:
    measure = speed.playouts(registry.get("tiny"), 3, {}, "greedy", 100)
    first, again = measure(np.inf, 40), speed.same_again(measure, 40)
    assert (again.actions, again.destinations, again.games) == (
        first.actions,
        first.destinations,
        first.games,
    )


def test_a_greedy_player_takes_the_best_looking_action() -> None:
    """While others have still to choose, `judge` of the tiny game likes the highest add best."""
    table = Table("tiny", 2, seed=3, first=0)
    workspace = playout.workspace_for(table.game, table.state)
    count = entry.legal(table.box, table.state, 0, workspace.actions)
    assert workspace.actions[:count].tolist() == [0, 1, 2]
    chosen = [
        inside.best_of(table.box, table.state, 0, count, 3, 0.0, workspace, Luck.of(n)) for n in range(9)
    ]
    assert set(chosen) == {2}


def test_a_seat_of_several_is_drawn_fairly() -> None:
    rng = Luck.of(5)
    drawn = [playout.random_seat(0b10110, rng) for _ in range(3000)]
    assert set(drawn) == {1, 2, 4}
    assert min(drawn.count(seat) for seat in (1, 2, 4)) > 800


def test_the_ways_of_a_game() -> None:
    assert list(speed.variants(registry.get("billabong"))) == [
        (2, {"mode": "two-teams"}),
        (2, {"mode": "duel"}),
        (3, {}),
        (4, {}),
    ]
    assert list(speed.variants(registry.get("tiny"))) == [(2, {}), (3, {})]
    without, *both = speed.variants(registry.get("banzai"))
    assert without == (3, {})
    assert both == [(seats, {"optional_rules": on}) for seats in range(4, 13) for on in (False, True)]


@pytest.mark.parametrize("game", registry.names())
def test_every_way_can_be_played(game: str) -> None:
    found = registry.get(game)
    for seats, options in speed.variants(found):
        assert found.check_options(seats, options).items() >= options.items()


@pytest.mark.parametrize("work", speed.TABLE_WORKS)
def test_works_of_a_table(work: str) -> None:
    found = speed.at_a_table(registry.get("tiny"), 2, {}, work, 0.02)
    assert found.actions > 0
    assert found.seconds >= 0.02
