"""The HTTP API of the host's page. Everything but the announcement needs a session, see `keys.Sessions`; without a page there is nothing here (404)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from starlette.responses import Response, StreamingResponse

from ludotheque.core.message import Message
from ludotheque.server.access.addresses import EVERYBODY
from ludotheque.server.access.near import by_house, is_own_name
from ludotheque.server.base.logs import Logger
from ludotheque.server.ops.hosting.announcements import LONGEST
from ludotheque.server.ops.hosting.keys import Sessions, session_of, set_session
from ludotheque.server.ops.hosting.tables import read_record, set_closed, zipped
from ludotheque.server.ops.house import LASTS_S
from ludotheque.server.room.refused import Refused
from ludotheque.server.web import answers
from ludotheque.server.web.routes import NOT_KEPT, SVG, Asking, Routes, answer, qr_code

logger = Logger(__name__)

ROUTES = Routes()

MAX_BODY = 4096
LONGEST_URL = 500
MOST_AT_ONCE = 500
"""The most tables that are closed with one request."""


class SignIn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/host/session`."""

    key: Annotated[str, msgspec.Meta(max_length=1024)]


class Nothing(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A body without anything in it."""


class ToClose(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/host/tables/{id}`: whether the table is to be closed, or open."""

    closed: bool


class ToCloseAll(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/host/tables`: which tables are to be closed, or open."""

    tables: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=32)]], msgspec.Meta(max_length=MOST_AT_ONCE)
    ]
    closed: bool


class ToSay(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `PUT /api/host/announcement`: a sentence, and for how many minutes it is told."""

    text: Annotated[str, msgspec.Meta(max_length=4 * LONGEST)]
    minutes: Annotated[int, msgspec.Meta(ge=1, le=1440)] = 60


def _page(ask: Asking) -> Sessions:
    """The sessions of the page. Raises `Refused` (404) where there is none, and for all who come by the house's network."""
    sessions = ask.services.sessions
    if sessions is None or by_house(ask.request):
        raise Refused("error.not_found", (), 404)
    return sessions


def _only_host(ask: Asking) -> None:
    """Raises `Refused` for everybody without a session."""
    if not _page(ask).knows(session_of(ask.request)):
        raise Refused("error.host.sign_in", (), 401)


def _is_here(ask: Asking) -> bool:
    """Whether a browser of this machine asks, under a name that can mean no other machine: no proxy stands between, and no name was rebound."""
    return ask.address.is_loopback and is_own_name(ask.request.headers.get("host", ""))


def is_host_here(ask: Asking) -> bool:
    """Whether the host asks, at the machine itself."""
    sessions = ask.services.sessions
    known = sessions is not None and sessions.knows(session_of(ask.request))
    return known and _is_here(ask) and not by_house(ask.request)


def only_host_here(ask: Asking) -> None:
    """Raises `Refused` for everybody but the host at the machine itself."""
    _only_host(ask)
    if not _is_here(ask):
        raise Refused("error.house.here", (), 403)


@ROUTES.get("/api/announcement")
async def announcement(ask: Asking) -> dict[str, Any]:
    """What the host says to all pages; null if nothing."""
    return {"announcement": await ask.services.announcements.told()}


@ROUTES.get("/api/host", refuses=(401, 404))
async def overview(ask: Asking) -> dict[str, Any]:
    """What goes on in all processes, and what is announced."""
    _only_host(ask)
    told = await ask.services.watched.everywhere()
    return told | {"announcement": await ask.services.announcements.told()}


@ROUTES.get("/api/host/session", refuses=(404,))
async def get_session(ask: Asking) -> dict[str, Any]:
    """Say whether I may use the page."""
    return {"signed_in": _page(ask).knows(session_of(ask.request))}


@ROUTES.post("/api/host/session", MAX_BODY, answers=dict[str, Any], refuses=(403, 404))
async def sign_in(ask: Asking, asked: SignIn) -> Response:
    """Begin a session with the key, or with the ticket that the server has given to the browser it opened. Only wrong keys count, against the browser if the key was given there before, else against strangers."""
    sessions, limit = _page(ask), ask.services.host_keys
    known = sessions.head(session_of(ask.request))
    trying: tuple[object, ...] = (ask.address,) if ask.address.is_loopback else (ask.address, EVERYBODY)
    if known:
        trying = (f"browser {known}",)
    limit.spend(*trying)
    given = asked.key.strip()
    if not sessions.is_key(given) and not (_is_here(ask) and sessions.takes(given)):
        logger.warning("host_key_refused", address=str(ask.address))
        raise Refused("error.host.key", (), 403)
    limit.give_back(*trying)
    response = answer({"signed_in": True})
    set_session(response, ask.request, sessions.begin())
    logger.info("host_signed_in")
    return response


@ROUTES.delete("/api/host/session", MAX_BODY, answers=dict[str, Any], refuses=(404,))
async def sign_out_host(ask: Asking, _asked: Nothing) -> Response:
    """End the session, in all processes."""
    sessions, response = _page(ask), answer({"signed_in": False})
    ended = sessions.end(session_of(ask.request))
    if ended:
        ask.services.session_ended(ended)
        logger.info("host_signed_out")
        set_session(response, ask.request, sessions.over())
    return response


@ROUTES.post("/api/host/tables", 64 * 1024, refuses=(401, 404))
async def close_tables(ask: Asking, asked: ToCloseAll) -> dict[str, Any]:
    """Close many tables, or open them again: `done` lists those that worked, `failed` gives the reason for each of the others."""
    _only_host(ask)
    done: list[str] = []
    failed: dict[str, Any] = {}
    for table in dict.fromkeys(asked.tables):
        try:
            await set_closed(ask.services, table, asked.closed)
            done.append(table)
        except Refused as refused:
            failed[table] = refused.as_json()
    logger.info("host_closed_tables" if asked.closed else "host_opened_tables", tables=len(done))
    return {"done": done, "failed": failed}


@ROUTES.post("/api/host/tables/{id}", MAX_BODY, refuses=(400, 401, 404, 409, 410))
async def close_table(ask: Asking, asked: ToClose) -> dict[str, Any]:
    """Close a table, or open it again."""
    _only_host(ask)
    table = ask.named("id")[:32]
    await set_closed(ask.services, table, asked.closed)
    logger.info("host_closed_table" if asked.closed else "host_opened_table", table=table)
    return {"closed": asked.closed}


@ROUTES.get("/api/host/tables/{id}/record", kind="application/x-ndjson", refuses=(401, 404, 409, 410))
async def table_record(ask: Asking) -> str:
    """A table's record: all of it if the game is over, else as somebody who watches may see it."""
    _only_host(ask)
    services, table = ask.services, ask.named("id")[:32]
    rows = await services.store.events(table)
    if not rows:
        raise Refused("error.unknown_table", (), 404)
    game, text, why = await services.bots.study(read_record, table, rows)
    if why:
        raise Refused("error.table_unreadable", (), 410, why=why)
    if not text:
        raise Refused("error.not_playing", (), 409)
    logger.info("host_record_sent", table=table)
    ask.attach(f"{game}-{table}.jsonl")
    return str(text)


@ROUTES.get("/api/host/records.zip", kind="application/zip", refuses=(401, 404))
async def all_records(ask: Asking) -> Response:
    """All records as one ZIP file."""
    _only_host(ask)
    logger.info("host_records_asked")
    ask.attach("ludotheque-records.zip")
    return StreamingResponse(zipped(ask.services), 200, NOT_KEPT | ask.headers, "application/zip")


@ROUTES.put("/api/host/announcement", MAX_BODY, refuses=(400, 401, 404))
async def say(ask: Asking, asked: ToSay) -> dict[str, Any]:
    """Say something to all pages for a while, in place of what was said before."""
    _only_host(ask)
    announcements = ask.services.announcements
    await announcements.say(asked.text, asked.minutes)
    logger.info("host_announced", minutes=asked.minutes)
    return {"announcement": await announcements.told()}


@ROUTES.delete("/api/host/announcement", MAX_BODY, refuses=(401, 404))
async def say_nothing(ask: Asking, _asked: Nothing) -> dict[str, Any]:
    """Say nothing to all pages any more."""
    _only_host(ask)
    await ask.services.announcements.end()
    logger.info("host_announcement_ended")
    return {"announcement": None}


@ROUTES.get("/api/host/house", refuses=(401, 404))
async def house(ask: Asking) -> answers.HouseFacts:
    """Whether phones of this house can come in, and where."""
    _only_host(ask)
    return _house(ask)


@ROUTES.post("/api/host/house", MAX_BODY, refuses=(401, 403, 404, 409))
async def open_house(ask: Asking, _asked: Nothing) -> answers.HouseFacts:
    """Let phones of this house come in, for some hours."""
    only_host_here(ask)
    await ask.services.house.open()
    return _house(ask)


@ROUTES.delete("/api/host/house", MAX_BODY, refuses=(401, 403, 404))
async def close_house(ask: Asking, _asked: Nothing) -> answers.HouseFacts:
    """Let no phone come in any more, and cut the connections of those that have."""
    only_host_here(ask)
    await ask.services.house.close()
    return _house(ask)


@ROUTES.get(
    "/api/host/house/qr.svg",
    kind=SVG,
    query={"url": "an address that `GET /api/host/house` lists, with the page behind it"},
    refuses=(401, 404),
)
async def house_qr(ask: Asking) -> str:
    """A page as phones of this house reach it, as a QR code."""
    _only_host(ask)
    wanted = ask.query("url")
    known = _house(ask).urls
    if len(wanted) > LONGEST_URL or not any(wanted.startswith(f"{each}/") for each in known):
        raise Refused("error.not_found", (), 404)
    return qr_code(wanted)


def _house(ask: Asking) -> answers.HouseFacts:
    """What the host is told. At another machine that is only where to go."""
    known, settings, here = ask.services.house, ask.services.settings, _is_here(ask)
    return answers.HouseFacts(
        why=known.why_not() if here else Message("error.house.here", {}),
        open=known.is_open,
        urls=known.urls if here else [],
        left_s=known.left_s,
        lasts_s=LASTS_S,
        problem=known.problem,
        data=str(settings.folder.resolve()) if here and settings.data is not None else "",
    )
