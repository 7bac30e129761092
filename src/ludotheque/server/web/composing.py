"""Composed options: the parts that may come next, and what the composition looks like so far."""

from __future__ import annotations

import msgspec

from ludotheque.core import components
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.option import Composed
from ludotheque.server.room.refused import Refused
from ludotheque.server.web.answers import Composition


class Beginning(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What has been composed so far: the body of `POST /api/options/{game}/{option}`."""

    value: str = ""
    components: str | None = None


def following(game: Game, option: str, asked: Beginning) -> Composition:
    """Every part with its picture and why it cannot come next, what is missing, and the picture so far."""
    composed = _composed(game, option)
    try:
        value = " ".join(asked.value.split())
        next(each for each in game.options if each.name == option).check(value)
        own = None if asked.components is None else components.read_toml(asked.components)
        box = components.load(game, own).array[0]
    except LudothequeError as error:
        raise Refused.of(error) from error
    state = game.fresh_state(game.seats[0], game.check_options(game.seats[0], {}))[0]
    return Composition(
        [*composed.following(box, state, value)],
        composed.missing(box, state, value),
        composed.picture(box, state, value),
    )


def _composed(game: Game, name: str) -> Composed:
    for option in game.options:
        if option.name == name and option.composed is not None:
            return option.composed
    raise Refused("error.not_found", (), 404)
