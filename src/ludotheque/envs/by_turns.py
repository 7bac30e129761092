"""A table as an environment of PettingZoo: the seats act one after the other (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ludotheque.core.game import Game, Value
from ludotheque.envs.one_seat import seen_space
from ludotheque.envs.seats import Seats

ILLEGAL_REWARD = -1.0
"""The reward of a seat that tries an action that is not legal. The game then ends, and the others get 0."""


class TableEnv(AECEnv[str, Any, Any]):
    """One table. Agents are `seat_0`, `seat_1` and so on.

    An observation is a dictionary: `observation`, float32 of shape (size,), what the seat sees, described by `described`; and `action_mask`,
    int8 of shape (num_actions,), 1 for each action it may play. The reward is the seat's share of the win (0 to 1), given when the game is
    over.
    """

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "name": "ludotheque"}  # noqa: RUF012  # as PettingZoo has it

    def __init__(
        self,
        game: str | Game,
        seats: int | None,
        options: Mapping[str, Value] | None,
        components: Mapping[str, Any] | None,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        self._seats = Seats(game, seats, options, components, render_mode)
        self.metadata = {**TableEnv.metadata, "name": f"ludotheque/{self._seats.game.name}"}
        self.render_mode = render_mode
        self.table = self._seats.table(0)
        self.described = self._seats.observation
        self.possible_agents = self._seats.names
        count = self._seats.num_actions
        self.observation_spaces = {
            agent: seen_space(self.described, count, with_mask=True) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._luck = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of one seat's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of one seat's actions."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # PettingZoo passes it
    ) -> None:
        """Start a new game. The same seed gives the same chance; without one, games differ."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self.table = self._seats.table(int(self._luck.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        acting = self.table.actors[0] if self.table.actors else 0
        self.agent_selection = self.possible_agents[acting]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees, and what it may do."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": self._seats.observe(self.table, seat),
            "action_mask": self._seats.mask(self.table, seat),
        }

    def step(self, action: int | None) -> None:
        """Play an action for the seat in `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.play(int(action), self.possible_agents.index(agent))  # type: ignore[arg-type]  # None only when over
        self._clear_rewards()
        if self.table.outcome is not None:
            for seat, name in enumerate(self.possible_agents):
                self.rewards[name] = float(self.table.outcome.returns[seat])
                self.terminations[name] = True
                self.infos[name] = {
                    "ending": self.table.outcome.ending,
                    "rank": self.table.outcome.ranking[seat],
                }
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table in characters, if `render_mode` is `"ansi"`."""
        return str(self.table) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


def aec(
    game: str | Game,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    *,
    components: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Any, Any]:
    """One table as an environment of PettingZoo, with PettingZoo's usual wrappers.

    An action that is not legal ends the game: the seat gets `ILLEGAL_REWARD`, the others 0.

    Args:
        game: the game, or its name.
        seats: the number of players; None for the usual number.
        components: the content of a component file; None for the printed box.
        render_mode: None or `"ansi"`.
        options: option names and values; an option that is not named keeps its default.

    Raises:
        UnknownGame, BadOption, BadComponents: the game, an option or the components cannot be used.
    """
    bare = TableEnv(game, seats, options, components, render_mode)
    checked = wrappers.TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))
