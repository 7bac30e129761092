"""Boxes that people make over HTTP: a component file in the editor, and whether a box is fair. Nothing is kept here."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec

from ludotheque.bots import trial
from ludotheque.core.errors import LudothequeError
from ludotheque.scene import editor
from ludotheque.server.room.refused import Refused
from ludotheque.server.thinking.box_worker import LEVEL, Tried, try_box
from ludotheque.server.web import answers
from ludotheque.server.web.routes import Asking, Routes
from ludotheque.server.web.studying import studied

ROUTES = Routes()


class AskedBox(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/box/{game}`: a component file, or null for the printed box, and what is to be changed in it.

    `remarks`: whether the printed file keeps its remarks, which are in English. `brought`: whether the file comes from elsewhere, and must
    be a box of this game.
    """

    components: str | None = None
    edit: editor.Edit | None = None
    remarks: bool = True
    brought: bool = False


class AskedTrial(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/box/{game}/trial`: a component file, the number of players, and what was counted so far."""

    components: str
    seats: Annotated[int, msgspec.Meta(ge=1)]
    tally: trial.Tally = trial.Tally()


@ROUTES.post("/api/box/{game}", refuses=(404, 422))
async def edit_box(ask: Asking, asked: AskedBox) -> editor.Opened:
    """A component file in the editor: what can be changed, how it looks, what is wrong with it. 422 if the edit is not possible."""
    game = ask.game()
    ask.services.replays.spend(await ask.who() or ask.address)
    try:
        given = game, asked.components, asked.edit
        return await asyncio.to_thread(editor.opened, *given, remarks=asked.remarks, brought=asked.brought)
    except LudothequeError as error:
        refused = Refused.of(error)
        refused.status = 422
        raise refused from error


@ROUTES.post("/api/box/{game}/trial", refuses=(404, 422, 503))
async def try_it(ask: Asking, asked: AskedTrial) -> answers.Trial:
    """Let bots play some games with a box, for about two seconds, and say what was counted. Ask again with the counts to continue."""
    game, services = ask.game(), ask.services
    if asked.seats not in game.seats:
        raise Refused("error.unknown_seat", (), 422, seat=asked.seats)
    services.replays.spend(await ask.who() or ask.address)
    given = game.name, asked.components, asked.seats, asked.tally
    tried: Tried = await studied(services, "error.trial", try_box, *given)
    if tried.refused is not None:
        refused = Refused.by(tried.refused)
        refused.status = 422
        raise refused
    return _told(tried.tally, tried.changes)


def _told(tally: trial.Tally, changes: tuple[editor.Undone, ...]) -> answers.Trial:
    games = tally.games
    return answers.Trial(
        tally,
        trial.GAMES,
        LEVEL,
        [trial.share(wins, games) for wins in tally.wins],
        trial.share(tally.shared, games),
        tally.actions / games if games else 0.0,
        {name: trial.share(count, games) for name, count in tally.endings.items()},
        [
            answers.ReachedChange(each.paths[0], each.said, trial.share(count, tally.looked))
            for each, count in zip(changes, tally.reached, strict=True)
        ],
        trial.uneven(tally),
    )
