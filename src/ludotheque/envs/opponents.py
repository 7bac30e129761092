"""Bots at the tables of a `VectorEnv`: each acts where its seat does. The levels that look one action ahead do so in compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots import Budget, choose_in
from ludotheque.bots.inside import EASY, GREEDY, UNIFORM, best_of, best_of_few
from ludotheque.bots.judging import wide
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.one_ahead import guesses_of
from ludotheque.bots.own import Bot, UnknownBot, check
from ludotheque.core import entry, state, verbs
from ludotheque.core.entry_point import Boxes, Chances, Float64s, Int8s, Int32s, OneState, States, entry_point
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck
from ludotheque.envs.stepping import PASSED_OVER

_legal = verbs.legal

Opponent = str | Bot
"""A level of `ludotheque.bots.LEVELS`, or a bot of one's own: its name, or the function (`ludotheque.bots.own`)."""

NOBODY, SLOW = -1, -2
"""Who acts at a table, besides the kinds of `bots.inside`: not a bot, or one that Python asks."""


def named(opponents: Opponent | Sequence[Opponent], seats: int) -> list[Opponent]:
    """An opponent for each other seat, in order of play. Raises `BadOption` if there is no such bot, or the number is wrong."""
    several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    found: list[Opponent] = list(opponents) if several else [opponents] * (seats - 1)  # type: ignore[arg-type, list-item]  # just asked
    if len(found) != seats - 1:
        raise BadOption("opponents", f"{seats - 1} opponents are needed, or one for all, not {len(found)}")
    for each in found:
        try:
            check(each)
        except UnknownBot as error:
            raise BadOption("opponents", error.text) from error
    return found


class OpponentWorkspace(NamedTuple):
    """Arrays that choosing writes to, see `bots.inside`."""

    actions: Int32s
    worths: Float64s
    shares: Float64s
    chances: Chances
    seen: OneState
    guess: OneState
    tried: OneState


class Opponents:
    """The bots against which one seat of each table plays.

    Args:
        game: the game.
        boxes: the components, an array of shape (1,).
        start: a state after `setup`, an array of shape (1,).
        levels: the opponents, in order of play after the seat that they play against.
    """

    def __init__(self, game: Game, boxes: Any, start: Any, levels: Sequence[Opponent]) -> None:
        self._game, self._boxes, self._levels = game, boxes, list(levels)
        inside = {LEVELS[kind]: kind for kind in (UNIFORM, EASY, GREEDY)}
        kinds = [inside.get(level, SLOW) if isinstance(level, str) else SLOW for level in levels]
        self._kinds = np.array([NOBODY, *kinds], np.int8)
        self._guesses = guesses_of(game)
        self._workspace = OpponentWorkspace(
            np.empty(game.max_legal, np.int32),
            np.empty(game.max_legal),
            np.empty(int(start[0]["seats"])),
            (np.empty(game.max_chance, np.int32), np.empty(game.max_chance)),
            start.copy(),
            start.copy(),
            start.copy(),
        )

    def choose(
        self, states: Any, acting: NDArray[np.int8], mine: NDArray[np.int8], luck: Luck
    ) -> NDArray[np.int32]:
        """An action for each table where a bot acts.

        Args:
            states: the states, shape (n,). They are not changed.
            acting: the seat that acts at each table, shape (n,).
            mine: the seat that is not played by a bot, shape (n,).
            luck: where the bots' luck comes from.

        Returns:
            The actions, int32, shape (n,); `PASSED_OVER` where no bot acts.
        """
        turns = (acting.astype(np.int64) - mine) % len(self._kinds)
        kinds = self._kinds[turns]
        chosen = np.full(len(acting), PASSED_OVER, np.int32)
        if (kinds >= 0).any():
            _choose(self._boxes, states, acting, kinds, chosen, self._guesses, self._workspace, luck)
        for index in np.flatnonzero(kinds == SLOW).tolist():
            view, seat = state.copy(states[index : index + 1]), int(acting[index])
            entry.hide(self._boxes, view, 1 << seat)
            level = self._levels[int(turns[index]) - 1]
            chosen[index] = choose_in(self._game, self._boxes, view, seat, level, luck, Budget())
        return chosen


@entry_point("vector_choose", free=True)
def _choose(
    boxes: Boxes,
    states: States,
    seats: Int8s,
    kinds: Int8s,
    out: Int32s,
    guesses: int,
    workspace: OpponentWorkspace,
    luck: Luck,
) -> None:
    """Write what a bot does into `out` at each table where `kinds` says that one acts."""
    for index in range(len(kinds)):
        if kinds[index] < 0:
            continue
        seat, here = wide(seats[index]), states[index : index + 1]
        count = wide(_legal(boxes[0], states[index], seat, workspace.actions))
        if count == 1:
            chosen = 0
        elif kinds[index] == GREEDY:
            chosen = best_of(boxes, here, seat, count, guesses, 0.0, workspace, luck)
        elif kinds[index] == EASY:
            chosen = best_of_few(boxes, here, seat, workspace, luck)
        else:
            chosen = int(luck.random() * count)
        out[index] = workspace.actions[chosen]
