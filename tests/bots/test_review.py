"""Looking at a game again: chances, what a search would have played, turning points."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from ludotheque import Table, bots
from ludotheque.bots.review import Weighed, turning_points, weigh
from ludotheque.core import entry
from ludotheque.core.event import Event
from ludotheque.core.journal import Journal
from ludotheque.core.outcome import Outcome
from ludotheque.table import views
from ludotheque.table.turns import Turn, TurnCount, turn_at, turns

FEW = bots.Budget(simulations=40)


def played(game: str, seats: int, moves: int, seed: int = 1) -> Table:
    table = Table(game, seats, seed=seed)
    for turn in range(moves):
        if table.is_over:
            break
        actions = table.legal_actions()
        table.play(actions[turn * 7 % len(actions)])
    return table


@pytest.mark.parametrize("game", ["bantu", "banjooli-cross", "billabong"])
def test_turns_are_those_that_the_list_of_moves_shows(game: str) -> None:
    journal = played(game, 2, 40).journal
    shown = [each.turn for each in views.event_views(journal, {0, 1})]
    found = turns(journal)
    assert [turn.number for turn in found] == list(
        dict.fromkeys(turn for turn, event in zip(shown, journal.events, strict=True) if event.seat >= 0)
    )
    assert all(journal.events[turn.move].seat == turn.seat for turn in found)
    assert [turn_at(journal, move) for move in range(len(shown) + 1)] == [*shown, shown[-1]]


def test_where_a_game_does_not_count_a_turn_is_a_seats_and_alone_each_action() -> None:
    def counted(seats: int, *acting: int) -> list[Turn]:
        events = [Event(seat, 0) for seat in acting]
        journal = SimpleNamespace(
            game=SimpleNamespace(presenter=SimpleNamespace()),
            setup=SimpleNamespace(seats=seats, box=[None]),
            steps=lambda: ((event, [None], [None]) for event in events),
        )
        assert TurnCount(cast("Any", journal)).number == 0
        return turns(cast("Any", journal))

    assert counted(1, 0, -1, 0, 0) == [Turn(1, 0, 0), Turn(2, 2, 0), Turn(3, 3, 0)]
    assert counted(2, -1, 0, 0, -1, 1, 0) == [Turn(1, 1, 0), Turn(2, 4, 1), Turn(3, 5, 0)]


def test_a_moment_is_weighed_for_every_seat_and_the_same_again() -> None:
    table = played("bantu", 2, 400)
    found = weigh(table.journal, 20, FEW, seed=3)
    assert found == weigh(table.journal, 20, FEW, seed=3)
    assert (found.seat, found.turn) == (table.events[20].seat, turn_at(table.journal, 20))
    assert sum(found.chances) == pytest.approx(1)
    assert 1 <= len(found.best) <= 3
    assert found.best[0].visits == max(each.visits for each in found.best)
    there = Table.from_position(table.position())
    assert there.is_over
    assert all(0 <= each.value <= 1 for each in found.best)
    if found.played is not None:
        assert found.played.action == table.events[20].code
    end = weigh(table.journal, len(table.events), FEW)
    assert (end.seat, end.chances) == (-1, table.outcome.returns)  # type: ignore[union-attr]  # the game is over


def test_a_search_sees_no_more_than_the_seat_did() -> None:
    """Two games that differ only in what the seat cannot see are weighed alike."""
    table = played("banjooli-cross", 3, 8, seed=5)
    seat = table.actors[0]
    other = table.view({seat})  # without the cards of the others, which are then guessed
    entry.redeal(table.box, other, 1 << seat, np.random.default_rng(1))
    found = []
    for state in (table.state, other):
        journal = Journal(table.journal.setup, state.tobytes())
        journal.append(Event(seat, table.legal_actions(seat)[0]))
        found.append(weigh(journal, 0, bots.Budget(simulations=8)))
    assert other.tobytes() != table.state.tobytes()
    assert found[0].chances == found[1].chances
    assert [each.action for each in found[0].best] == [each.action for each in found[1].best]


def test_what_cannot_be_weighed_is_refused() -> None:
    table = played("bantu", 2, 3)
    for move in (-1, 3, 99):
        with pytest.raises(ValueError, match=r"moment|goes on"):
            weigh(table.journal, move, FEW)
    with pytest.raises(ValueError, match="clock"):
        weigh(Table("tiny", 2, seed=1).journal, 0, FEW)


def test_giving_up_is_no_turning_point() -> None:
    before = Weighed(8, 3, 1, (0.3, 0.7))
    assert turning_points([before, Weighed(9, 3, -1, (1.0, 0.0))]) != []
    assert turning_points([before, Weighed(9, 3, -1, (1.0, 0.0), stopped=True)]) == []


def test_the_end_by_giving_up_is_told_from_that_by_the_rules() -> None:
    table = Table("billabong", seats=2, options={"mode": "duel"}, seed=b"1")
    table.play(table.legal_actions()[0])
    table.journal.stopped = Outcome((0.0, 1.0), (2, 1), "resigned")
    assert weigh(table.journal, 1, bots.Budget(simulations=1)).stopped


def test_turning_points_are_the_widest_swings_in_the_order_of_the_game() -> None:
    def at(move: int, seat: int, *chances: float) -> Weighed:
        return Weighed(move, move + 1, seat, chances)

    points = [
        at(0, 0, 0.5, 0.3, 0.2),
        at(3, 1, 0.52, 0.29, 0.19),
        at(5, 2, 0.2, 0.6, 0.2),
        at(9, -1, 1.0, 0.0, 0.0),
    ]
    found = turning_points(points)
    assert [(each.move, each.until, each.actor, each.seat) for each in found] == [(3, 5, 1, 1), (5, 9, 2, 0)]
    assert [each.turn for each in found] == [4, 6]
    assert (found[1].before, found[1].after) == (0.2, 1.0)
    assert turning_points(points[:2]) == []
