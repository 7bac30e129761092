"""What a trial of a box asks of another process: some games between bots, see `bots/trial.py`. It runs in the process of `Bots.study`."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.bots import trial
from ludotheque.core import artefact, components, registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.scene import editor

SECONDS = 2.0
"""So long games are played before the asker hears of it."""
LEVEL = "greedy"
"""The level of the bots: it knows what is good for it, and a game takes it milliseconds."""


@dataclass(frozen=True)
class Tried:
    """What came of some games: the counts, and the changes that were looked for. `refused` says why nothing was played."""

    tally: trial.Tally
    changes: tuple[editor.Undone, ...] = ()
    refused: Message | None = None


def try_box(name: str, text: str, seats: int, tally: trial.Tally) -> Tried:
    """Play on with the box of this component file, from what was counted so far."""
    game = registry.get(name)
    artefact.look_again(name)
    try:
        data = components.read_toml(text)
        game.composed_state(components.load(game, data).array, seats, game.check_options(seats, {}))
    except LudothequeError as error:
        return Tried(tally, refused=error.message)
    changes = editor.undone(game, data, trial.MOST_CHANGES)
    fits = (len(tally.reached), len(tally.wins)) == (len(changes), seats)
    counted = tally if fits else trial.Tally()
    found = trial.go_on(game, data, [each.without for each in changes], seats, LEVEL, counted, SECONDS)
    told = tuple(editor.Undone(each.paths, each.said, {}) for each in changes)  # what to call them is enough
    return Tried(found, told)
