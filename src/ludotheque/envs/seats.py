"""What the seats of one table see and may do, as arrays: for environments with one table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import entry
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.observation import Observation
from ludotheque.envs import fields
from ludotheque.table import Table


def usual_seats(game: Game, seats: int | None) -> int:
    """The number of players asked for; by default the usual number, as everywhere."""
    return game.usual_seats if seats is None else seats


def as_action(action: Any, name: str = "action") -> int:
    """An action as a number, of whatever kind a space of Gymnasium's contains: arrays without dimensions, too. Raises `BadOption`."""
    if isinstance(action, int):
        return int(action)
    number = np.asarray(action)
    if number.shape != () or number.dtype.kind not in "iu":
        raise BadOption(name, f"an action is a whole number, not {action!r}")
    return int(number)


def described(game: Game, boxes: Any, states: Any) -> Observation:
    """What a game's observations say, with this box and these seats and options; both arrays have shape (1,)."""
    if game.observation is None:
        return fields.observation(game, int(states[0]["seats"]))
    return game.observation(boxes[0], states[0])


def observe(game: Game, boxes: Any, view: Any, seat: int, out: NDArray[np.float32]) -> None:
    """Write what a seat sees, from its view (an array of shape (1,)), into `out`; float32, shape (size,)."""
    if game.observation is None:
        fields.observe(game, view, np.array([seat], np.int8), out[None])
    else:
        entry.observe(boxes, view, seat, out)


class Seats:
    """Observations and masks for tables of one game, number of seats and options.

    Attributes:
        observation: what an observation says, number by number.
        size: how many numbers that is.
        num_actions: actions are whole numbers from 0 to `num_actions` - 1.
    """

    def __init__(self, table: Table) -> None:
        game, self.seats = table.game, table.seats
        self.observation = described(game, table.box, table.state)
        self.size = self.observation.size
        self.num_actions = game.num_actions(table.box[0])

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The least and the greatest value of each number; float32, shape (size,) each."""
        least, most = self.observation.bounds()
        return np.array(least, np.float32), np.array(most, np.float32)

    def observe(self, table: Table, seat: int, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What a seat sees now; float32, shape (size,)."""
        seen = np.zeros(self.size, np.float32) if out is None else out
        observe(table.game, table.box, table.view({seat}), seat, seen)
        return seen

    def mask(self, table: Table, seat: int) -> NDArray[np.int8]:
        """1 for each action that the seat may play now, else 0; int8, shape (num_actions,)."""
        allowed = np.zeros(self.num_actions, np.int8)
        if seat in table.actors:
            allowed[list(table.legal_actions(seat))] = 1
        return allowed
