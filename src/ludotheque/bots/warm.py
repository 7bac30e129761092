"""The calls that make Numba compile the bots' loops, for `core.warm`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np

from ludotheque.bots import LEVELS, Budget, choose_in, reflex_in
from ludotheque.bots.learnt.network import BadNetwork, Network, check, shipped
from ludotheque.bots.learnt.player import Growing
from ludotheque.core import entry, verbs
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck


def steps(game: Game, boxes: Any, states: Any) -> Iterator[tuple[str, Callable[[], None]]]:
    """One step for each kind of bot that looks ahead, the learnt one if the game has it, and one for reflexes. The state is past `setup`."""
    for level in ("easy", "greedy", LEVELS[-1]):
        yield f"bot {level}", partial(_choose, game, boxes, states, level)
    network = shipped(game)
    if network is not None:
        yield "bot learnt", partial(_learnt, game, boxes, network)
    if game.has_reflexes:
        yield "reflex", lambda: _react(boxes, states)


def _react(boxes: Any, states: Any) -> None:
    entry.revision(boxes, states)
    reflex_in(boxes, states, 0, LEVELS[0], 0)


def _learnt(game: Game, boxes: Any, network: Network) -> None:
    states = game.composed_state(boxes, network.about.seats, network.about.options, 0)
    entry.setup(boxes, states)
    with suppress(BadNetwork):  # this box has another size
        check(network, game, boxes, states)
        Growing(game, network).run(boxes, states, 2, Luck.of(0))


def _choose(game: Game, boxes: Any, states: Any, level: str) -> None:
    rng = Luck.of(0)
    states = states.copy()
    codes, probabilities = np.empty(game.max_chance, np.int32), np.empty(game.max_chance)
    while (mask := int(entry.actors(boxes, states))) & verbs.CHANCE:
        entry.chance_outcomes(boxes, states, codes, probabilities)
        entry.play(boxes, states, verbs.CHANCE_SEAT, int(codes[0]))
    if mask:
        seat = (mask & -mask).bit_length() - 1
        entry.hide(boxes, states, 1 << seat)
        choose_in(game, boxes, states, seat, level, rng, Budget(simulations=2))
