"""Self-play: the network plays against itself at the tables of a vector environment, and writes down what it found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ludotheque.bots.learnt.estimate import look
from ludotheque.bots.learnt.network import Network
from ludotheque.bots.learnt.player import Growing
from ludotheque.bots.learnt.ponder import Manner
from ludotheque.core import components, state
from ludotheque.core.game import Game, Value
from ludotheque.core.luck import Luck
from ludotheque.envs import vector
from ludotheque.envs.vector import CUT_SHORT
from ludotheque.train.positions import PositionBatch, joined

LOTS = 8
"""At most this many actions at the start of a game are drawn at random, so that games differ."""
WARM_ACTIONS = 24
"""For this many actions, an action is drawn by its share of the visits, later by the square of the share."""
NOISE = 0.2
EDGES = 1 << 18


class SelfPlay:
    """Tables at which the network plays against itself.

    Args:
        game: the game.
        options: option names and values.
        tables: the number of tables.
        simulations: the simulations for each action.
        cap: the number of actions after which a game is cut short; its result is then what the search expected.
        seed: where chance and the lots come from.
    """

    def __init__(
        self, game: Game, options: Mapping[str, Value], tables: int, simulations: int, cap: int, seed: int
    ) -> None:
        self.game, self.simulations = game, simulations
        chosen: dict[str, Any] = dict(options)
        self.tables = vector(game, tables, 2, chosen, cap=cap, seed=seed)
        self.rng = np.random.default_rng([seed, 1])
        self.luck = Luck.of(seed)
        self.games = 0
        self._boxes = components.load(game, None).array
        self._written: list[list[dict[str, Any]]] = [[] for _ in range(tables)]
        self._lots = self.rng.integers(LOTS + 1, size=tables)

    def play(
        self,
        network: Network,
        positions: int,
        stopped: Callable[[], bool] = lambda: False,
        told: Callable[[int], None] = lambda _written: None,
    ) -> PositionBatch | None:
        """Play until games with at least this many positions are over, or `stopped()`. The other games go on next time.

        Args:
            network: what plays.
            positions: how many positions are wanted.
            stopped: asked before each action.
            told: called after each action with the number of positions written down, those of unfinished games included.

        Returns:
            The positions of the games that are over; None if none is.
        """
        growing = Growing(self.game, network, self.simulations + 2, EDGES)
        done: list[dict[str, Any]] = []
        while len(done) < positions and not stopped():
            self._step(growing, done)
            told(len(done) + sum(map(len, self._written)))
        return joined(self.game, done) if done else None

    def _step(self, growing: Growing, done: list[dict[str, Any]]) -> None:
        actions, steps, seats = self.tables.sample(), self.tables.steps, self.tables.seat
        for index in range(self.tables.n):
            if steps[index] >= self._lots[index]:
                actions[index] = self._act(growing, index, int(seats[index]), int(steps[index]))
        self.tables.step(actions, check=False)
        ended, shares = self.tables.ended, self.tables.shares
        for index in np.flatnonzero(ended).tolist():
            for row in self._written[index]:
                row["result"] = (
                    row["value"] if ended[index] == CUT_SHORT else float(shares[index, row["seat"]])
                )
            done += self._written[index]
            self._written[index] = []
            self._lots[index] = self.rng.integers(LOTS + 1)
            self.games += 1

    def _act(self, growing: Growing, index: int, seat: int, steps: int) -> int:
        """Search at a table, write the position down, and draw an action by the visits."""
        here = self.tables.states[index : index + 1]
        growing.begin()
        growing.run(self._boxes, here, 1, self.luck, Manner(noise=NOISE))
        edges = growing.edges
        if len(edges) == 1:
            return int(edges[0].action)
        growing.run(self._boxes, here, self.simulations - 1, self.luck)
        row: dict[str, Any] = {"state": state.copy(here), "seat": seat, "value": growing.value}
        row |= {
            "actions": np.array([edge.action for edge in edges], np.int32),
            "visits": np.array([edge.visits for edge in edges], np.int32),
            "gains": np.array([edge.gain for edge in edges], np.float32),
        }
        look(self._boxes, here, seat, growing.layers, growing.scratch)
        row["odds"] = float(growing.scratch.odds[0])
        self._written[index].append(row)
        power = 1.0 if steps < WARM_ACTIONS else 2.0
        weights = np.cumsum(row["visits"] ** power)
        return int(row["actions"][np.searchsorted(weights, self.rng.random() * weights[-1], side="right")])
