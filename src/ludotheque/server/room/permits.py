"""Who may do what at a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState
from ludotheque.table import views

RESIGN_S = 10.0
"""The seconds in which a resignation may be taken back."""


def _nobody(_: Any) -> int:
    return 0


@dataclass(frozen=True)
class Now:
    """What a decision needs apart from the table: the time, and facts that only the server knows.

    Attributes:
        ms: the time, Unix ms.
        counts: whether the game begins by itself after a countdown.
        counting: whether that countdown is running.
        is_away: says whether a guest has been away for a while.
        resign_s: the seconds in which a resignation may be taken back.
        unrated: whether the guest does not want to be rated.
        named: finds the guest who watches under a name; 0 if nobody does.
        may_write: whether people may write to each other on this server.
    """

    ms: int
    counts: bool = False
    counting: bool = False
    is_away: Callable[[int], int] = _nobody
    resign_s: float = RESIGN_S
    unrated: bool = False
    named: Callable[[str], int] = _nobody
    may_write: bool = True


def check_command_id(command_id: str) -> None:
    """Refuse a command whose id is empty or too long."""
    if not 1 <= len(command_id) <= 80:
        raise Refused.bad_input("command_id", "error.why.length", low=1, high=80)


def known_seat(state: TableState, seat: int) -> None:
    """Check that there is such a seat. Raises `Refused` otherwise, as the following do."""
    if not 0 <= seat < state.seats:
        raise Refused("error.unknown_seat", seat=seat)


def host(state: TableState, guest: int) -> None:
    """Check that the guest is the host of the table."""
    if guest != state.host:
        raise Refused("error.not_host")


def before_game(state: TableState) -> None:
    """Check that the game has not begun."""
    if state.phase != "lobby":
        raise Refused("error.already_started")


def in_game(state: TableState) -> None:
    """Check that the game goes on."""
    if state.phase != "playing":
        raise Refused("error.not_playing" if state.phase == "lobby" else "error.game_over")


def holder(state: TableState, guest: int, seat: int) -> None:
    """Check that the guest holds the seat."""
    if seat not in state.seats_of(guest):
        raise Refused("error.not_your_seat")


def own_seat(state: TableState, guest: int, seat: int) -> None:
    """Check that the seat is this guest's, in a running game."""
    known_seat(state, seat)
    if state.phase == "lobby":
        raise Refused("error.not_playing")
    holder(state, guest, seat)
    in_game(state)
    if seat in state.resigned:
        raise Refused("error.resigned")


def playing_person(state: TableState, guest: int) -> None:
    """Check that the guest plays here and has not resigned."""
    if not any(seat not in state.resigned for seat in state.seats_of(guest)):
        raise Refused("error.not_your_seat")


def may_advise(state: TableState, guest: int) -> bool:
    """Whether a guest may ask for advice at this table.

    Nobody else plays there but bots, or people at the guest's own screen; in a game of quickness, nobody but bots.
    """
    people = [chair.guest for chair in state.chairs if chair.who == "person"]
    if state.game.racing is not None:
        return people == [guest] and views.gives_advice(state.game)
    return set(people) == {guest}
