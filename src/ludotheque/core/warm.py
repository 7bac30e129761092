"""Compiling a game's rules ahead, so that nobody waits for it at a table.

Whatever is compiled is kept in the game's folder, see `core.kept`; a file there named after the game says that all of it is.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core import components, entry, jit, kept, registry, verbs
from ludotheque.core.game import Game
from ludotheque.core.table import Table

Report = Callable[[int, int, str], None]
"""Told after each step: how many are done, of how many, and what was compiled last."""

Step = tuple[str, Callable[[], Any]]

MORE = ("ludotheque.bots.warm",)
"""Modules whose `steps(game, boxes, states)` compile what lies above the rules; named, as `core` imports nothing above it."""


def mark(game: str) -> Path | None:
    """The file that says this game is compiled, for the present sources, compiler and flags; None if it cannot be kept."""
    folder = kept.folder(kept.home_of(registry.get(game).package))
    return None if folder is None else folder / f"{game}.warm"


def is_warm(game: str) -> bool:
    """Whether nothing is left to compile."""
    if jit.INTERPRETED:
        return True
    path = mark(game)
    return path is not None and path.exists()


def warm(game_name: str, report: Report | None = None) -> int:
    """Compile every verb of a game and the loops of bots (or load them, where that was done before); how many steps.

    `UnknownGame` if there is no such game. Interpreted rules need nothing: no step is done.
    """
    game = registry.get(game_name)
    if jit.INTERPRETED:
        return 0
    steps = list(_steps(game))
    for done, (what, step) in enumerate(steps, 1):
        step()
        if report is not None:
            report(done, len(steps), what)
    _note(mark(game_name))
    return len(steps)


def _note(path: Path | None) -> None:
    """Leave the mark; where nothing can be written, nothing is kept either."""
    if path is not None:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("compiled\n", encoding="ascii")


def _steps(game: Game) -> Iterator[Step]:
    """The calls that make Numba compile, in an order in which each finds a state it can work on."""
    seats = game.seats[0]
    boxes = components.load(game).array
    states = game.fresh_state(seats, game.check_options(seats, {}))
    actions = np.empty(game.max_legal, np.int32)
    codes, probabilities = np.empty(game.max_chance, np.int32), np.empty(game.max_chance)
    yield "setup", lambda: entry.setup(boxes, states)
    yield "actors", lambda: entry.actors(boxes, states)
    yield "legal", lambda: entry.legal(boxes, states, 0, actions)
    yield "why_not", lambda: entry.why_not(boxes, states, 0, 0)
    yield "chance_outcomes", lambda: entry.chance_outcomes(boxes, states.copy(), codes, probabilities)
    yield "play", lambda: _play_once(boxes, states.copy(), actions, codes, probabilities)
    yield "returns", lambda: entry.returns(boxes, states, np.zeros(seats))
    yield "ranking", lambda: entry.ranking(boxes, states, np.zeros(seats, np.int32))
    yield "ending", lambda: entry.ending(boxes, states)
    yield "hide", lambda: entry.hide(boxes, states.copy(), 1)
    yield "redeal", lambda: entry.redeal(boxes, states.copy(), 1, np.random.default_rng(0))
    yield "judge", lambda: entry.judge(boxes, states, np.zeros(seats))
    yield "due", lambda: entry.due(boxes, states)
    yield "advance", lambda: entry.advance(boxes, states.copy(), 0)
    yield "scenes", lambda: _look_at_a_game(game)
    for name in MORE:
        yield from importlib.import_module(name).steps(game, boxes, states)


def _look_at_a_game(game: Game, moves: int = 60) -> None:
    """The beginning of a game with all that a table shows of it: games compile helpers of their scenes and texts too."""
    table = Table(game, seed=0, first=0)
    for number in range(moves):
        if not table.actors:
            break
        seat = table.actors[0]
        table.scene(range(table.seats))
        legal = table.legal_actions(seat)
        table.play(legal[number * 7919 % len(legal)], seat, at_ms=number if game.timed else None)
        table.happening((), len(table.events) - 1)
    table.scene(())
    table.record(())
    table.position()


def _play_once(boxes: Any, states: Any, actions: Any, codes: Any, probabilities: Any) -> None:
    mask = int(entry.actors(boxes, states))
    if mask & verbs.CHANCE:
        entry.chance_outcomes(boxes, states, codes, probabilities)
        entry.play(boxes, states, verbs.CHANCE_SEAT, int(codes[0]))
        return
    seat = (mask & -mask).bit_length() - 1
    entry.legal(boxes, states, seat, actions)
    entry.play(boxes, states, seat, int(actions[0]))
