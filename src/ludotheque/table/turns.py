"""Which turn each event belongs to: as the game counts its turns, or else by who acts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludotheque.core.game import Game


class TurnCount:
    """Counts turns event by event.

    A game whose presenter has `turn` counts its own turns. In any other a turn lasts as long as the same seat acts: draws and the clock
    belong to the turn before them, or to none before the first seat acts.

    Attributes:
        number: the turn of the last event that was counted; 0 before the first turn.
    """

    def __init__(self, game: Game) -> None:
        self._told = getattr(game.presenter, "turn", None)
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
        for seat in seats:
            self._by_seat(seat)

    def _by_seat(self, seat: int) -> None:
        if seat >= 0 and seat != self._seat:
            self._seat = seat
            self.number += 1
