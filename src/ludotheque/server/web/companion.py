"""The HTTP API for people who have the real box: its set-up, its things, "may I?", and counting points. Nothing of it is kept.

Whoever asks sends the whole situation each time, so any process answers, and so does the server in a page.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from ludotheque.core import catalogue, components
from ludotheque.core.errors import BadPosition, LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.server.live.questions import reason_against
from ludotheque.server.room.refused import Refused
from ludotheque.server.web import answers
from ludotheque.server.web.routes import SVG, Asking, Routes
from ludotheque.table import Table, companion

ROUTES = Routes()
MAX_BODY = 64 * 1024 + 2 * components.MAX_BYTES
"""The largest situation that is read, with a box of somebody's own, in bytes."""


class Doubt(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/companion/{game}/may`: a situation, the seat that wants something, and what it touched in order; without `components` the box is the printed one."""

    position: dict[str, Any]
    seat: int
    clicks: tuple[str, ...]
    components: str | None = None


class Laid(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/companion/{game}/start`: how many play, the number of the way to set it up, and somebody's own box."""

    seats: int
    components: str
    way: int = 0


@ROUTES.get("/api/companion/{game}", refuses=(404,))
async def of_game(ask: Asking) -> companion.Companion:
    """What helps people who have the real box: ways to set it up, its things and dice, what may be announced, the fields of its pad."""
    return await asyncio.to_thread(companion.of_game, ask.game())


@ROUTES.get(
    "/art/{game}/start/{seats}",
    kind=SVG,
    query={"way": "the number of the way to set it up, from 0"},
    fresh=True,
    refuses=(404,),
)
async def start(ask: Asking) -> str:
    """The table as it is set for so many players."""
    game, seats, way = ask.game(), ask.named("seats").removesuffix(".svg"), ask.query("way") or "0"
    if not (_is_number(seats) and _is_number(way)):
        raise Refused("error.not_found", (), 404)
    return await asyncio.to_thread(_started, game, int(seats), int(way), None)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 3


@ROUTES.post("/api/companion/{game}/start", limit=MAX_BODY, kind=SVG, refuses=(400, 404))
async def start_with_own_box(ask: Asking, laid: Laid) -> str:
    """The same picture with somebody's own box."""
    return await asyncio.to_thread(_started, ask.game(), laid.seats, laid.way, laid.components)


def _started(game: Game, seats: int, way: int, components: str | None) -> str:
    ways = companion.of_game(game).way
    if not 0 <= way < len(ways) or seats not in (ways[way].seats or game.seats):
        raise Refused("error.not_found", (), 404)
    try:
        return companion.start(game, seats, way, companion.own_box(components))
    except LudothequeError as error:
        raise Refused.of(error) from error


@ROUTES.post("/api/companion/{game}/board", limit=MAX_BODY, refuses=(400, 404))
async def real_board(ask: Asking, order: companion.Order) -> companion.OnTable:
    """What is on the table after a piece is set by hand, the turn is somebody else's, or a move is played; or as it is."""
    return await asyncio.to_thread(_looked, ask.game(), order)


def _looked(game: Game, order: companion.Order) -> companion.OnTable:
    try:
        return companion.look(game, order)
    except BadPosition as error:
        why = error.message.args.get("why", error.message) if error.message else error.why
        said = catalogue.say(why, order.lang) if isinstance(why, Message) else str(why)
        raise Refused("error.bad_input", field=error.field, why=said) from error
    except LudothequeError as error:
        raise Refused.of(error) from error


@ROUTES.post("/api/companion/{game}/may", limit=MAX_BODY, refuses=(400, 404))
async def may(ask: Asking, doubt: Doubt) -> answers.Reason:
    """Whether a seat may do what it touched: `error.allowed`, or why not, and the rows of the rulebook that say so."""
    return await asyncio.to_thread(_why, ask.game(), doubt)


def _why(game: Game, doubt: Doubt) -> answers.Reason:
    try:
        own = companion.own_box(doubt.components)
        table = Table.from_position({**doubt.position, "game": game.name}, seed=0, components=own)
    except LudothequeError as error:
        raise Refused.of(error) from error
    if doubt.seat not in table.actors:
        return answers.Reason(Message("error.not_your_turn"), ())
    return answers.Reason(*reason_against(table, doubt.seat, doubt.clicks))


@ROUTES.post("/api/companion/{game}/points", limit=MAX_BODY, refuses=(400, 404))
async def points(ask: Asking, order: companion.Counting) -> companion.Counted:
    """The points and the ranks for what is written on the pad, counted by the game's own rules."""
    return await asyncio.to_thread(_counted, ask.game(), order)


def _counted(game: Game, order: companion.Counting) -> companion.Counted:
    try:
        return companion.count(game, order)
    except LudothequeError as error:
        raise Refused.of(error) from error
