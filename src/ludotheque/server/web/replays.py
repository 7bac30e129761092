"""Replays over HTTP: a game looked at again, from a table or from a record that a guest has. A record is read and never stored."""

from __future__ import annotations

import hashlib
import pickle
import time
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from ludotheque import bots
from ludotheque.bots.review import Weighed
from ludotheque.core import registry
from ludotheque.core.message import Message
from ludotheque.server.live.room import Room
from ludotheque.server.room.log_events import Origin
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.spec import what_if
from ludotheque.server.room.state import TableState
from ludotheque.server.room.views import may_weigh, table_object
from ludotheque.server.room.wire import plain
from ludotheque.server.thinking.replay_worker import (
    Shown,
    Source,
    Unread,
    begin,
    no_chances,
    no_what_if,
    picture,
    reach,
    show,
)
from ludotheque.server.thinking.running import Reached, others_play_on
from ludotheque.server.web import answers
from ludotheque.server.web.openapi import AT_A_TABLE
from ludotheque.server.web.routes import Asking, Routes, encode
from ludotheque.server.web.studying import studied

if TYPE_CHECKING:
    from ludotheque.server.services import Services

ROUTES = Routes()
MAX_RECORD = 1024 * 1024
"""The largest record that is read, in bytes."""

Move = Annotated[int, msgspec.Meta(ge=0)]


class Asked(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A game: the id of a table, or the text of a record. The body of `POST /api/replay`."""

    table: str = ""
    record: str = ""


class AskedTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/replay/now`: the id of a table."""

    table: Annotated[str, msgspec.Meta(min_length=1)]


class AskedAt(Asked, frozen=True):
    """A moment of a game: after its first `move` moves."""

    move: Move = 0


DAYS = {"fr": "%d/%m/%Y", "en": "%d %b %Y"}
"""How a day is written in a picture."""


class AskedPicture(AskedAt, frozen=True):
    """The body of `POST /api/replay/picture`: a moment, what the seats are called, what is said of the result and of how far the game is (`at`),
    and the address of the site."""

    lang: Literal["fr", "en"] = "en"
    names: list[str] = []
    result: Message | None = None
    at: Message | None = None
    site: Annotated[str, msgspec.Meta(max_length=100)] = ""


class AskedChances(Asked, frozen=True):
    """The body of `POST /api/replay/chances`. `known` is the number of points that the asker has already."""

    known: Move = 0


class AskedWhatIf(AskedAt, frozen=True):
    """The body of `POST /api/replay/what-if`: a table that begins at this moment. The guest takes `seat` and bots the others,
    or the guest takes all seats, on one screen (`everybody`), which are then called by `names`. `action` is played there first, by the seat that
    decides."""

    action: Annotated[int, msgspec.Meta(ge=0, lt=2**31)] | None = None
    everybody: bool = False
    seat: Annotated[int, msgspec.Meta(ge=0)] = 0
    level: str = bots.DEFAULT_LEVEL
    name: str = ""
    names: list[str] = []


class _Game:
    """A game that somebody asks about: where it comes from, and how much of it they may see.

    Attributes:
        live: the table whose game it is; None for a record.
        is_played: whether other people are still playing it, as far as the server can know.
        reached: what a record comes to; None for a table.
    """

    def __init__(
        self, source: Source, room: Room | None, guest: int, is_played: bool, reached: Reached | None = None
    ) -> None:
        self.source, self.room, self.guest, self.is_played = source, room, guest, is_played
        self.reached = reached

    @property
    def audience(self) -> tuple[int, ...] | None:
        """The seats whose secrets may be seen; None for all. A game that is over shows everything that its record shows."""
        if self.room is None or self.room.state.phase == "over":
            return None
        state = self.room.state
        seats = state.seats_of(self.guest)
        # Several people look at one screen: nobody's hand lies open there before the end.
        return () if state.game.secrets and len(seats) > 1 else seats


async def _game(ask: Asking, asked: Asked) -> _Game:
    services, who = ask.services, await ask.who()
    services.replays.spend(who or ask.address)
    if not asked.table:
        source = Source(hashlib.sha256(asked.record.encode()).hexdigest(), asked.record)
        found = services.shown.get((source.key, "reached"))
        if found is None:
            found = await _ask(services, reach, source)
            services.shown.put((source.key, "reached"), found, len(found))
        reached = msgspec.json.decode(found, type=Reached)
        played = await services.running.plays(source.key, asked.record, reached, who)
        return _Game(source, None, who, played, reached)
    room, _ = await ask.room(asked.table)
    state = room.state
    if state.table is None:
        raise Refused("error.not_playing", (), 409)
    saved = pickle.dumps(state.table.journal.saved())
    # By what was played: whatever is said at the table afterwards, what was found of the game stays.
    key = f"{state.id}/{hashlib.sha256(saved).hexdigest()}"
    return _Game(Source(key, saved=saved), room, who, others_play_on(state, who))


async def _ask(services: Services, thought: Any, *given: Any) -> Any:
    """What the other process answers. A record that it cannot read is refused with what is wrong, in each language."""
    found = await studied(services, "error.replay.failed", thought, *given)
    if isinstance(found, Unread):
        raise UnreadRecord(found)
    return found


class UnreadRecord(Refused):
    """A record cannot be read. Its sentences are not among those that a browser has, so they are sent in all languages."""

    def __init__(self, unread: Unread) -> None:
        super().__init__("error.replay.unread" if unread.is_game else "error.replay.not_a_game", (), 422)
        self.words = unread.words

    def as_json(self) -> dict[str, Any]:
        """The body, with `words`: what is wrong, by language."""
        return super().as_json() | {"words": self.words}


@ROUTES.post("/api/replay", MAX_RECORD, answers=Shown, refuses=(409, *AT_A_TABLE))
async def replay(ask: Asking, asked: Asked) -> bytes:
    """A whole game, as far as the asker may see it."""
    game = await _game(ask, asked)
    facts = b""
    if game.room is not None:
        facts = encode(table_object(game.room.state, game.guest, frozenset(), "ready"))
    services, seen = ask.services, (game.audience, facts, game.is_played)
    found = services.shown.get((game.source.key, *seen))
    if found is None:
        found = await _ask(services, show, game.source, *seen)
        services.shown.put((game.source.key, *seen), found, len(found))
    return found


@ROUTES.post("/api/replay/chances", MAX_RECORD, answers=answers.ChancesFacts, refuses=(400, 409, *AT_A_TABLE))
async def chances(ask: Asking, asked: AskedChances) -> dict[str, Any]:
    """The chances of each player through a game, as far as they are computed. Asking goes on computing them."""
    game, services = await _game(ask, asked), ask.services
    name = _may(game, no_chances)
    found = services.chances.of(game.source, name)
    return {
        "of": len(found.moments) if found.moments is not None else 0,
        "done": len(found.points),
        "ready": services.preparation.status(name) == "ready",
        "failed": found.failed,
        "why": plain(found.why),
        "points": found.points[asked.known :],
        "turning_points": found.turning_points,
    }


@ROUTES.post("/api/replay/champion", MAX_RECORD, answers=Weighed, refuses=(400, 409, *AT_A_TABLE))
async def champion(ask: Asking, asked: AskedAt) -> dict[str, Any]:
    """What the strongest bot finds at a moment of a game."""
    game = await _game(ask, asked)
    name = _may(game, no_chances)
    return await ask.services.chances.closely(game.source, name, asked.move)


@ROUTES.post("/api/replay/now", answers=Weighed, refuses=(409, *AT_A_TABLE))
async def now(ask: Asking, asked: AskedTable) -> dict[str, Any]:
    """Everybody's chances where a table stands now, for who tries out another way in a game."""
    game = await _game(ask, Asked(asked.table))
    assert game.room is not None
    if not may_weigh(game.room.state, game.guest):
        raise Refused("error.replay.not_over", (), 409)
    return await ask.services.chances.now(game.source, game.room.state.game.name, asked.table)


def _may(game: _Game, why_not: Any) -> str:
    """The name of the game, if this may be asked about it. Raises `Refused` with the reason if not."""
    if game.room is not None:
        state = game.room.state
        name, over = state.game.name, state.phase == "over"
    else:
        assert game.reached is not None
        name, over = game.reached.game, game.reached.over
    why = why_not(registry.get(name), over, game.is_played)
    if why is not None:
        raise Refused.by(why)
    return str(name)


def _check_names(names: list[str]) -> None:
    if any(len(name) > 60 for name in names) or len(names) > 12:
        raise Refused("error.bad_name")


@ROUTES.post("/api/replay/picture", MAX_RECORD, kind="image/svg+xml", refuses=(400, 409, *AT_A_TABLE))
async def share(ask: Asking, asked: AskedPicture) -> bytes:
    """The board at a moment of a game, as a picture."""
    _check_names(asked.names)
    game = await _game(ask, asked)
    services, seen = ask.services, (game.source, game.audience)
    ended = game.room.state.ended_ms if game.room else 0
    day = time.strftime(DAYS[asked.lang], time.localtime(ended / 1000)) if ended else ""
    said = asked.lang, asked.names, asked.result, asked.at, asked.site, day
    # Everybody at a table asks for the same one as the game ends.
    key = (game.source.key, game.audience, encode((asked.move, *said)))
    drawn = services.shown.get(key)
    if drawn is None:
        svg = await _ask(services, picture, *seen, asked.move, *said)
        if svg is None:
            raise Refused("error.unknown_move", move=asked.move)
        drawn = svg.encode()
        services.shown.put(key, drawn, len(drawn))
    return drawn


@ROUTES.post(
    "/api/replay/what-if", MAX_RECORD, status=201, makes_table=True, refuses=(400, 401, 409, *AT_A_TABLE)
)
async def go_on(ask: Asking, asked: AskedWhatIf) -> answers.Made:
    """Make a table that begins at a moment of a game, against bots or with all seats for the guest, and return its id."""
    services = ask.services
    _check_names(asked.names)
    game = await _game(ask, asked)
    _may(game, no_what_if)
    beginning = await _ask(services, begin, game.source, asked.move, asked.action)
    if beginning is None:
        if asked.action is not None:
            raise Refused("error.replay.cannot_play")
        raise Refused("error.unknown_move", move=asked.move)
    if game.reached is not None:  # the action may lead to where others are playing
        there = Reached(game.reached.game, game.reached.seats, False, [beginning.key])
        key = f"{game.source.key}/{asked.move}/{asked.action}"
        game.is_played = await services.running.plays(key, asked.record, there, game.guest)
        _may(game, no_what_if)
    guest = await ask.met()
    ask.spend_table(guest)
    seat = None if asked.everybody else asked.seat
    origin = Origin(asked.table, asked.move) if asked.table else None
    name = asked.name or guest.name
    names = asked.names if game.room is None else _names_at(game.room.state, asked.names, name)
    events = what_if(guest.id, name, seat, asked.level, beginning, names, origin)
    return answers.Made(await services.tables.begin(guest.id, beginning.game, events))


def _names_at(state: TableState, asked: list[str], name: str) -> list[str]:
    """What the seats of a table are called: its people as they are called now, since somebody may have been erased, and bots as is asked."""
    return [
        chair.name if chair.who == "person" else asked[seat] if seat < len(asked) else name
        for seat, chair in enumerate(state.chairs)
    ]
