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
from ludotheque.core import registry
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game, Value
from ludotheque.envs.seats import Seats, by_name, usual_seats
from ludotheque.table import Table

Opponent = str | bots.Bot
"""A level of `ludotheque.bots.LEVELS`, or a bot of one's own: its name, or the function (`ludotheque.bots.own`)."""

ILLEGAL_REWARD = -1.0
"""The reward for an action that is not legal. The game then ends."""


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat of a table; the other seats are played between two steps.

    An observation is float32 of shape (size,), what the seat sees when it may act or when the game is over. `info["action_mask"]` is int8 of
    shape (num_actions,), 1 for each action it may play; Gymnasium's `Discrete.sample(mask)` takes it. The reward is the seat's share of the
    win (0 to 1) when the game is over, otherwise 0.

    An action that is not legal ends the game with the reward `ILLEGAL_REWARD`, and `info["illegal"]` says why it is not.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = "easy",
        components: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        chosen = registry.get(game) if isinstance(game, str) else game
        by_name(chosen, options)
        if chosen.timed:
            raise BadOption("game", f"{chosen.name} runs against the clock; use `ludotheque.envs.parallel`")
        if render_mode not in (None, "ansi"):
            raise BadOption("render_mode", f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.render_mode = render_mode
        self._asked: dict[str, Any] = {
            "game": chosen,
            "seats": usual_seats(chosen, seats),
            "options": options,
            "components": components,
        }
        self._components = components
        self.table = Table(**self._asked, seed=0)
        self._seats = Seats(self.table)
        self.described = self._seats.observation
        count = self.table.seats
        if seat is not None and seat not in range(count):
            raise BadOption("seat", f"seat must be from 0 to {count - 1}, or None to draw it, not {seat!r}")
        self._wanted, self.seat = seat, seat or 0
        self._opponents = self._named(opponents, count)
        self._over = True
        least, most = self._seats.bounds()
        self.observation_space = spaces.Box(least, most, dtype=np.float32)
        self.action_space = spaces.Discrete(self._seats.num_actions)

    @staticmethod
    def _named(opponents: Opponent | Sequence[Opponent], count: int) -> list[Opponent]:
        """An opponent for each other seat, in order of play."""
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        found: list[Opponent] = list(opponents) if several else [opponents] * (count - 1)  # type: ignore[arg-type, list-item]  # just asked
        if len(found) != count - 1:
            raise BadOption(
                "opponents", f"{count - 1} opponents are needed, or one for all, not {len(found)}"
            )
        for each in found:
            try:
                bots.check(each)
            except bots.UnknownBot as error:
                raise BadOption("opponents", error.text) from error
        return found

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a new game, and play it until the seat may act. The same seed gives the same game; without one, games differ."""
        super().reset(seed=seed, options=options)
        self._over = False
        self.table = Table(**self._asked, seed=int(self.np_random.integers(1 << 62)))
        if self._wanted is None:
            self.seat = int(self.np_random.integers(self.table.seats))
        self._others_play()
        return self._seen()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action, and let the others play until the seat may act again or the game is over."""
        if self._over:
            raise RuntimeError("the game is over: call reset()")
        if not isinstance(action, int | np.integer) or isinstance(action, bool):
            raise BadOption("action", f"an action is a whole number, not {action!r}")
        wrong = self.table.why_not(int(action), self.seat)
        if wrong is not None:
            self._over = True
            seen, info = self._seen()
            return seen, ILLEGAL_REWARD, True, False, {**info, "illegal": str(wrong)}
        self.table.play(int(action), self.seat)
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

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        mask = self._seats.mask(self.table, self.seat)
        return self._seats.observe(self.table, self.seat), {"action_mask": mask}
