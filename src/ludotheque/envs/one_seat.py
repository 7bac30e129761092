"""One seat of a table as an environment of Gymnasium; bots play the others.

Gymnasium knows every installed game without a clock: `gymnasium.make("ludotheque/bantu-v0")`. See `ludotheque.envs.ids`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ludotheque import bots
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game, Value
from ludotheque.core.observation import Observation
from ludotheque.envs.opponents import Opponent, named
from ludotheque.envs.seats import Seats, as_action

ILLEGAL_REWARD = -1.0
"""The reward for an action that is not legal. The game then ends."""


def seen_space(described: Observation, num_actions: int, with_mask: bool) -> spaces.Space[Any]:
    """The space of what a seat sees: numbers, or a dictionary of them and of the mask of its actions."""
    least, most = described.bounds()
    seen = spaces.Box(np.array(least, np.float32), np.array(most, np.float32), dtype=np.float32)
    if not with_mask:
        return seen
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (num_actions,), np.int8)})


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a table; the other seats are played between two steps.

    An observation is float32 of shape (size,), what the seat sees when it may act or when the game is over. `info["action_mask"]` is int8 of
    shape (num_actions,), 1 for each action it may play; Gymnasium's `Discrete.sample(mask)` takes it. The reward is the seat's share of the
    win (0 to 1) when the game is over, otherwise 0.

    With `mask_in_observation` an observation is a dictionary of `observation` and `action_mask`, for programs that look nowhere else.

    An action that is not legal ends the game with the reward `ILLEGAL_REWARD`, and `info["illegal"]` says why it is not.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        *,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = "easy",
        components: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        mask_in_observation: bool = False,
    ) -> None:
        self._seats = Seats(game, seats, options, components, render_mode)
        self.render_mode = render_mode
        self._components = components
        self.table = self._seats.table(0)
        self.described = self._seats.observation
        count = self.table.seats
        if seat is not None and seat not in range(count):
            raise BadOption("seat", f"seat must be from 0 to {count - 1}, or None to draw it, not {seat!r}")
        self._wanted, self.seat = seat, seat or 0
        self._opponents = named(opponents, count)
        self._over = True
        self._in_observation = bool(mask_in_observation)
        self.observation_space = seen_space(self.described, self._seats.num_actions, self._in_observation)
        self.action_space = spaces.Discrete(self._seats.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game, and play it until the seat may act. The same seed gives the same game; without one, games differ."""
        super().reset(seed=seed, options=options)
        self._over = False
        self.table = self._seats.table(int(self.np_random.integers(1 << 62)))
        if self._wanted is None:
            self.seat = int(self.np_random.integers(self.table.seats))
        self._others_play()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the others play until the seat may act again or the game is over."""
        if self._over:
            raise RuntimeError("the game is over: call reset()")
        played = as_action(action)
        wrong = self.table.why_not(played, self.seat)
        if wrong is not None:
            self._over = True
            seen, info = self._seen()
            return seen, ILLEGAL_REWARD, True, False, {**info, "illegal": str(wrong)}
        self.table.play(played, self.seat)
        self._others_play()
        seen, info = self._seen()
        outcome = self.table.outcome
        if outcome is None:
            return seen, 0.0, False, False, info
        self._over = True
        info |= {"ending": outcome.ending, "rank": outcome.ranking[self.seat]}
        return seen, float(outcome.returns[self.seat]), True, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The same as `info["action_mask"]`, as the algorithms of sb3-contrib ask for it; bool, shape (num_actions,)."""
        return self._seats.mask(self.table, self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The table in characters, if `render_mode` is `"ansi"`."""
        return str(self.table) if self.render_mode == "ansi" else None

    def _others_play(self) -> None:
        while not self.table.is_over and self.seat not in self.table.actors:
            seat = self.table.actors[0]
            opponent = self._opponents[(seat - self.seat) % self.table.seats - 1]
            view, luck = self.table.view({seat}).tobytes(), int(self.np_random.integers(1 << 62))
            game, budget = self.table.game, bots.Budget()
            action = bots.choose(game, self._components, view, seat, opponent, luck, budget)
            self.table.play(action, seat)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        mask, seen = self._seats.mask(self.table, self.seat), self._seats.observe(self.table, self.seat)
        told = {"observation": seen, "action_mask": mask} if self._in_observation else seen
        return told, {"action_mask": mask}
