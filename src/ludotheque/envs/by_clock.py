"""A game against the clock as a parallel environment of PettingZoo: at each tick every seat may act."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game, Value
from ludotheque.envs.one_seat import seen_space
from ludotheque.envs.seats import Seats, as_action

TICK_MS = 10
"""How long a tick lasts by default."""

LINES_MS = (5, 60)
"""The least and the greatest delay of a line by default. Each seat's mean is drawn between them for each game."""

CAP_MS = 30 * 60 * 1000
"""By default a game is cut short after this long on its clock."""


class ClockEnv(ParallelEnv[str, Any, Any]):
    """One table with a clock. Agents are `seat_0`, `seat_1` and so on; all of them act at every tick.

    The last action of the space, `wait`, does nothing. Any other one is sent over the seat's line, arrives some milliseconds later, and its hand
    needs its time too (the verb `reach`). It is played then if it is still legal, and otherwise comes to nothing, as at a real table. A seat
    has one action on its way at most; what it does meanwhile is ignored.

    An observation is a dictionary: `observation`, float32 of shape (size,), and `action_mask`, int8 of shape (num_actions + 1,). The reward is
    the seat's share of the win (0 to 1), given when the game is over. A game that lasts longer than `cap_ms` is truncated.

    Attributes:
        table: the table, whose clock is in ms.
        wait: the number of the action that does nothing.
        described: what an observation says, number by number.
        delay_ms: the mean delay of each seat's line in this game.
    """

    metadata = {"render_modes": ["ansi"], "name": "ludotheque"}  # noqa: RUF012  # as PettingZoo has it

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        *,
        tick_ms: int = TICK_MS,
        lines_ms: tuple[int, int] = LINES_MS,
        cap_ms: int = CAP_MS,
        components: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._seats = Seats(game, seats, options, components, render_mode, timed=True)
        if not 0 <= lines_ms[0] <= lines_ms[1] or tick_ms < 1 or cap_ms < 1:
            raise BadOption(
                "lines_ms", "a tick and a game last at least 1 ms, and delays are from 0, the least first"
            )
        self.metadata = {**ClockEnv.metadata, "name": f"ludotheque/{self._seats.game.name}"}
        self.render_mode = render_mode
        self.tick_ms, self.lines_ms, self.cap_ms = tick_ms, lines_ms, cap_ms
        self.table = self._seats.table(0)
        self.described = self._seats.observation
        self.wait = self._seats.num_actions
        self.possible_agents = self._seats.names
        self.observation_spaces = {
            agent: seen_space(self.described, self.wait + 1, with_mask=True) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._luck = np.random.default_rng()
        self._coming: list[tuple[float, float, int, int]] = []
        self.delay_ms = [0.0] * self.table.seats

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of one seat's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of one seat's actions; the last one is to wait."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # PettingZoo passes it
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new game. The same seed gives the same chance and the same lines; without one, games differ."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self.table = self._seats.table(int(self._luck.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.delay_ms = [float(self._luck.uniform(*self.lines_ms)) for _ in self.agents]
        self._coming = []
        return self._all_see(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """One tick: take what every seat does, and play what arrives until the tick is over."""
        now = self.table.journal.clock_ms
        busy = {seat for _, _, seat, _ in self._coming}
        for agent in self.agents:
            seat = self.possible_agents.index(agent)
            action = as_action(actions.get(agent, self.wait), f"actions[{agent!r}]")
            if not 0 <= action <= self.wait:
                raise BadOption("actions", f"{agent}: actions are from 0 to {self.wait}, not {action}")
            if action != self.wait and seat not in busy:
                lot = float(self._luck.random())  # decides between two at the same instant
                heapq.heappush(self._coming, (now + self._takes(seat, action), lot, seat, action))
        self._until(now + self.tick_ms)
        outcome, agents = self.table.outcome, self.agents
        late = outcome is None and self.table.journal.clock_ms >= self.cap_ms
        shares = (0.0,) * self.table.seats if outcome is None else outcome.returns
        ends = {} if outcome is None else {"ending": outcome.ending}
        seen = self._all_see()
        if outcome is not None or late:
            self.agents = []
        return (
            seen,
            {agent: float(shares[seat]) for seat, agent in enumerate(agents)},
            dict.fromkeys(agents, outcome is not None),
            dict.fromkeys(agents, late),
            {agent: dict(ends) for agent in agents},
        )

    def _takes(self, seat: int, action: int) -> float:
        """How many ms after it was sent an action is played: its line, a little more or less each time, and the hand."""
        line = self.delay_ms[seat] * float(self._luck.uniform(0.8, 1.2))
        racing = self.table.game.racing
        if racing is None:
            return line
        return line + float(racing.reach_ms(self.table.box[0], self.table.state[0], seat, action))

    def _until(self, end_ms: int) -> None:
        while self._coming and self._coming[0][0] <= end_ms and not self.table.is_over:
            at_ms, _, seat, action = heapq.heappop(self._coming)
            self.table.advance(max(round(at_ms), self.table.journal.clock_ms))
            if not self.table.is_over and self.table.journal.refusal(seat, action) is None:
                self.table.play(action, seat)
        if not self.table.is_over:
            self.table.advance(end_ms)

    def _all_see(self) -> dict[str, Any]:
        return {
            agent: {
                "observation": self._seats.observe(self.table, seat),
                "action_mask": np.append(self._mask(seat), np.int8(1)),
            }
            for seat, agent in enumerate(self.possible_agents)
        }

    def _mask(self, seat: int) -> NDArray[np.int8]:
        """What a seat may do; while an action of its own is on its way, nothing but wait."""
        if any(each == seat for _, _, each, _ in self._coming):
            return np.zeros(self._seats.num_actions, np.int8)
        return self._seats.mask(self.table, seat)

    def render(self) -> str | None:
        """The table in characters, if `render_mode` is `"ansi"`."""
        return str(self.table) if self.render_mode == "ansi" else None
