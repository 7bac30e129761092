"""`Learnt`: a bot that searches with a network, and `Growing`, what such a search needs."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ludotheque.bots.judging import chances_of
from ludotheque.bots.learnt import network as networks
from ludotheque.bots.learnt.estimate import Scratch
from ludotheque.bots.learnt.network import BadNetwork, Network
from ludotheque.bots.learnt.ponder import (
    EDGE,
    MAX_DEPTH,
    MAX_EDGES,
    MAX_NODES,
    NODE,
    Growth,
    Manner,
    clear,
    ponder,
)
from ludotheque.bots.search import batches
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck
from ludotheque.core.memory import Pool, RecordAt, filled, room, zeros
from ludotheque.core.processor import thread_time

if TYPE_CHECKING:
    from ludotheque.bots.own import Sight

SIMULATIONS = 50_000
"""Simulations for one decision, unless a budget says otherwise: as many as the level `master`."""

BATCH_S = 0.005
"""About how many seconds one call of compiled code takes under a budget in seconds."""

MANNER = Manner()


class Growing:
    """A search with a network, for one game and box: its tree and working space.

    Args:
        game: the game.
        network: the network; it must suit the game (`network.check`).
        nodes: the most nodes of the tree.
        edges: the most edges.
    """

    def __init__(self, game: Game, network: Network, nodes: int = MAX_NODES, edges: int = MAX_EDGES) -> None:
        self.network, self.layers = network, network.layers
        units, deep = network.layers.second.shape
        self.scratch = Scratch(
            room("float32", network.about.size),
            room("float32", units),
            room("float32", deep),
            room("float64", 2),
            room("float64", 1),
        )
        self.tree = Growth(
            Pool(nodes, NODE),
            Pool(edges, EDGE),
            filled("int64", [1, 1]),
            room("int64", MAX_DEPTH),
            room("int64", MAX_DEPTH),
            room("float64", 3),
            zeros(1, game.state),
            zeros(1, game.state),
            room("int32", game.max_legal),
            room("float64", game.max_legal),
            room("float64", 2),
            chances_of(game),
        )

    def begin(self) -> None:
        """Forget the tree."""
        clear(self.tree)

    def run(self, boxes: Any, states: Any, simulations: int, rng: Luck, manner: Manner = MANNER) -> None:
        """Run simulations in the position `states`, one record."""
        ponder(boxes, states, simulations, self.tree, self.layers, self.scratch, manner, rng)

    def run_for(
        self,
        boxes: Any,
        states: Any,
        processor_s: float,
        simulations: int,
        rng: Luck,
        manner: Manner = MANNER,
    ) -> None:
        """Run simulations for this many processor seconds, at most `simulations` of them."""
        until = thread_time() + processor_s
        for batch in batches(simulations, lambda: until - thread_time(), BATCH_S):
            self.run(boxes, states, batch, rng, manner)

    @property
    def edges(self) -> list[RecordAt]:
        """The edges of the root, in no order."""
        root = RecordAt(self.tree.nodes, 0)
        return [RecordAt(self.tree.edges, edge) for edge in range(root.first, root.first + root.count)]

    @property
    def value(self) -> float:
        """The mean result of the seat that acts."""
        return float(self.tree.spread[1])

    @property
    def best(self) -> int:
        """The action visited most often, and of equals the one with the better results."""
        best = max(reversed(self.edges), key=lambda edge: (edge.visits, edge.total / max(edge.visits, 1)))
        return int(best.action)


class Learnt:
    """A bot that searches with a network.

    Args:
        network: the network, or the path of its file; None for the one that comes with the game.
        processor_s: the most processor seconds for an action.
        simulations: the most simulations.
        manner: the parameters of the search.

    Raises:
        BadNetwork: the file cannot be read or is no network.
    """

    reads_records = True

    def __init__(
        self,
        network: Network | str | os.PathLike[str] | None = None,
        processor_s: float | None = None,
        simulations: int = SIMULATIONS,
        manner: Manner = MANNER,
    ) -> None:
        self.network: Network | None
        if network is None or isinstance(network, Network):
            self.network, self.__name__ = network, "learnt"
        else:
            self.network, self.__name__ = networks.load(network), f"learnt:{os.fspath(network)}"
        self.processor_s, self.simulations, self.manner = processor_s, simulations, manner
        self._growing: dict[str, Growing] = {}

    @property
    def content(self) -> bytes:
        """What decides how it plays, beside its code: its network; nothing if it is the game's own."""
        return b"".join(layer.tobytes() for layer in self.network.layers) if self.network else b""

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, ((self.network, self.processor_s, self.simulations, self.manner), self.__name__)

    def __call__(self, sight: Sight) -> int:
        """Choose an action. Raises `BadNetwork` if the network is for another game, or the game comes with none."""
        if len(sight.actions) == 1:
            return sight.actions[0]
        box, view = sight.records
        growing = self._growing_for(sight.game, box, view)
        given = (networks.box_of(growing.network, sight.game, box), view)
        growing.begin()
        if self.processor_s is None:
            growing.run(*given, self.simulations, sight.luck, self.manner)
        else:
            growing.run_for(*given, self.processor_s, self.simulations, sight.luck, self.manner)
        return growing.best

    def check(self, game: Game, boxes: Any, states: Any) -> Network:
        """The network for a game, its box and a state. Raises `BadNetwork` if there is none that suits it."""
        found = self.network or _shipped(game.name)
        if found is None:
            if why := networks.unsuitable(game, int(states[0]["seats"])):
                raise BadNetwork(why)
            raise BadNetwork(
                f"{game.name} comes without a network; train one, and name its file: learnt:FILE"
            )
        networks.check(found, game, boxes, states)
        networks.box_of(found, game, boxes)
        return found

    def _growing_for(self, game: Game, boxes: Any, states: Any) -> Growing:
        network = self.check(game, boxes, states)
        if game.name not in self._growing:
            self._growing[game.name] = Growing(game, network)
        return self._growing[game.name]


@lru_cache
def _shipped(name: str) -> Network | None:
    from ludotheque.core import registry

    return networks.shipped(registry.get(name))


def _made(asked: tuple[Any, ...], name: str) -> Learnt:
    made = Learnt(*asked)
    made.__name__ = name
    return made
