"""Turns: counted by the game or by who acts, the same however one comes to an event."""

from __future__ import annotations

import numpy as np

from ludotheque import Table
from ludotheque.table import views
from ludotheque.table.turns import turn_now


def played(game: str, actions: int, **more: object) -> Table:
    """A table after some random actions."""
    table, rng = Table(game, seed=5, first=0, **more), np.random.default_rng(5)  # type: ignore[arg-type]  # each game names its own
    for _ in range(actions):
        seat = table.actors[0]
        table.play(int(rng.choice(table.legal_actions(seat))), seat)
    return table


def turns(table: Table) -> list[int]:
    """The turn of each event, as a spectator is told."""
    return [each.turn for each in views.event_views(table.journal, ())]


def test_a_game_counts_its_own_turns_and_a_takeback_changes_none() -> None:
    table = played("banjooli-cross", 9, seats=2, options={"berries": True})
    found = turns(table)
    seats = [event.seat for event in table.events]
    assert found[0] == 0, "the course and the cards come before the first turn"
    assert found == sorted(found)
    assert found[-1] < len(found) / 5, "dice are no turns"
    for number in range(1, max(found) + 1):
        assert (
            len({seat for seat, turn in zip(seats, found, strict=True) if turn == number and seat >= 0}) <= 1
        )
    for index in (0, len(found) // 2, len(found) - 1):
        assert views.event_view(table.journal, (), index).turn == found[index]
    back = table.copy()
    back.journal.rewind(len(found) // 2)
    assert turns(back) == found[: len(found) // 2]


def test_without_a_count_a_turn_lasts_while_one_seat_acts() -> None:
    table = played("tiny", 4, seats=2)
    seats = [event.seat for event in table.events]
    expected, number, last = [], 0, -1
    for seat in seats:
        if seat >= 0 and seat != last:
            number, last = number + 1, seat
        expected.append(number)
    assert turns(table) == expected
    assert expected[0] == 0
    follower = views.Follower(table.journal, 0)
    follower.jump()
    assert follower.last is not None
    assert follower.last.turn == expected[-1]


def test_notable_events_and_silent_draws_are_marked() -> None:
    table = played("tiny", 2, seats=2)
    told = views.event_views(table.journal, ())
    assert told[0].brief == ()
    table.play("grab", 0)
    moment = views.event_view(table.journal, (), len(told)).moment
    assert moment is not None
    assert moment.places == ("middle",)


def test_the_current_turn_is_the_one_being_played() -> None:
    bantu = played("bantu", 7, seats=2)
    assert (turns(bantu)[-1], turn_now(bantu.journal)) == (7, 8)
    dice = played("banjooli-cross", 9, seats=2)
    assert turns(dice)[-1] <= turn_now(dice.journal) <= turns(dice)[-1] + 1
