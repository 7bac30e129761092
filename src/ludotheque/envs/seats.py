"""What the seats of one table see and may do, as arrays: for environments with one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import entry, registry
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game, Value
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


def chosen(game: str | Game) -> Game:
    """A game, or the game of a name. Raises `UnknownGame`."""
    return registry.get(game) if isinstance(game, str) else game


class Seats:
    """Makes tables of one game, number of seats and options, and writes what their seats see and may do.

    Args:
        game: the game, or its name.
        seats: the number of players; None for the usual number.
        options: option names and values.
        components: the content of a component file; None for the printed box.
        render_mode: None or `"ansi"`.
        timed: whether the environment is for games with a clock; it refuses the others.

    Attributes:
        game: the game.
        names: what the seats are called as agents.
        observation: what an observation says, number by number.
        size: how many numbers that is.
        num_actions: actions are whole numbers from 0 to `num_actions` - 1.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None,
        options: Mapping[str, Value] | None,
        components: Mapping[str, Any] | None,
        render_mode: str | None,
        *,
        timed: bool = False,
    ) -> None:
        self.game = chosen(game)
        if timed and not self.game.timed:
            raise BadOption("game", f"{self.game.name} has no clock; use `ludotheque.envs.aec` or `vector`")
        if self.game.timed and not timed:
            told = f"{self.game.name} runs against the clock; use `ludotheque.envs.parallel`"
            raise BadOption("game", told)
        if render_mode not in (None, "ansi"):
            raise BadOption("render_mode", f"render_mode must be None or 'ansi', not {render_mode!r}")
        self._asked: dict[str, Any] = {
            "game": self.game,
            "seats": seats,
            "options": options,
            "components": components,
        }
        table = self.table(0)
        self.names = [f"seat_{seat}" for seat in range(table.seats)]
        self.observation = described(self.game, table.box, table.state)
        self.size = self.observation.size
        self.num_actions = self.game.num_actions(table.box[0])

    def table(self, seed: int) -> Table:
        """A new table."""
        return Table(**self._asked, seed=seed)

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
