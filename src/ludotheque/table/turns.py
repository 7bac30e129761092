"""Which turn each event belongs to: as the game counts its turns, or else by who acts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ludotheque.core.journal import Journal


class TurnCount:
    """Counts turns event by event.

    A game whose presenter has `turn` counts its own turns. In any other a turn lasts as long as the same seat acts, and in a game for one
    each action is a turn. Draws and the clock belong to the turn before them, or to none before the first seat acts.

    Attributes:
        number: the turn of the last event that was counted; 0 before the first turn.
    """

    def __init__(self, journal: Journal) -> None:
        self._told = getattr(journal.game.presenter, "turn", None)
        self._alone = journal.setup.seats == 1
        self.number = 0
        self._seat = -1

    def next(self, b: Any, before: Any, seat: int) -> int:
        """The turn of the next event, from the state before it and the seat that acts."""
        if self._told is not None:
            self.number = int(self._told(b, before))
        else:
            self._by_seat(seat)
        return self.number

    def jump(self, seats: Iterable[int]) -> None:
        """Start again behind events by these seats."""
        self.number, self._seat = 0, -1
        if self._told is None:
            for seat in seats:
                self._by_seat(seat)

    def _by_seat(self, seat: int) -> None:
        if seat >= 0 and (self._alone or seat != self._seat):
            self._seat = seat
            self.number += 1


@dataclass(frozen=True)
class Turn:
    """A turn of a game.

    Attributes:
        number: its number, as lists of moves show it; 0 for what happens before the first turn, such as setting up pieces.
        move: the number of events before its first action.
        seat: the seat that acts first in it.
    """

    number: int
    move: int
    seat: int


def turn_at(journal: Journal, move: int) -> int:
    """The number of the turn to which event `move` belongs; that of the last turn if there are only this many events, 0 if there are none."""
    index = min(move, len(journal.events) - 1)
    if index < 0:
        return 0
    count = TurnCount(journal)
    count.jump(event.seat for event in journal.events[:index])
    return count.next(journal.setup.box[0], journal.at(index)[0], journal.events[index].seat)


def turn_now(journal: Journal) -> int:
    """The number of the turn in which a game stands, as lists of moves show it; 0 before the first one."""
    told = getattr(journal.game.presenter, "turn", None)
    if told is not None:
        return int(told(journal.setup.box[0], journal.state[0]))
    count = TurnCount(journal)
    count.jump(event.seat for event in journal.events)
    return count.number


def is_before_turns(journal: Journal) -> bool:
    """Whether no turn has begun: pieces are being set up, or cards dealt. Never so in a game that does not count its own turns."""
    told = getattr(journal.game.presenter, "turn", None)
    return told is not None and int(told(journal.setup.box[0], journal.state[0])) == 0


def turns(journal: Journal) -> list[Turn]:
    """Every turn of a game in which a seat acts, in order."""
    count, found = TurnCount(journal), list[Turn]()
    for move, (event, before, _) in enumerate(journal.steps()):
        number = count.next(journal.setup.box[0], before[0], event.seat)
        if event.seat >= 0 and (not found or found[-1].number != number):
            found.append(Turn(number, move, event.seat))
    return found
