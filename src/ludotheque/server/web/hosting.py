"""The HTTP API of the host's page. Everything but the announcement needs a session, see `sessions`; without a page there is nothing here (404)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ludotheque.server.access.addresses import EVERYBODY, asker_of
from ludotheque.server.base.logs import Logger
from ludotheque.server.ops.hosting import closing, export
from ludotheque.server.ops.hosting.announcements import LONGEST
from ludotheque.server.ops.hosting.sessions import Sessions, session_of, set_session
from ludotheque.server.room.refused import Refused
from ludotheque.server.web.api import answer, services_of, takes
from ludotheque.server.web.openapi import described

logger = Logger(__name__)

MAX_BODY = 4096
MOST_AT_ONCE = 500
"""So many tables are closed with one request."""


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


def _page(request: Request) -> Sessions:
    """The sessions of the page. Raises `Refused` (404) where there is none."""
    sessions = services_of(request).sessions
    if sessions is None:
        raise Refused("error.not_found", (), 404)
    return sessions


def _only_host(request: Request) -> None:
    """Raises `Refused` for everybody without a session."""
    if not _page(request).knows(session_of(request)):
        raise Refused("error.host.sign_in", (), 401)


@described(answers=dict[str, Any], refuses=(404,))
async def get_session(request: Request) -> Response:
    """Say whether I may use the page."""
    return answer({"signed_in": _page(request).knows(session_of(request))})


@described(answers=dict[str, Any], refuses=(403, 404))
@takes(SignIn, MAX_BODY)
async def sign_in(request: Request, asked: SignIn) -> Response:
    """Begin a session with the key. Only wrong keys count, against the browser if the key was given there before, else against strangers."""
    sessions, services = _page(request), services_of(request)
    asker, known = asker_of(request), sessions.head(session_of(request))
    trying: tuple[object, ...] = (asker,) if asker.is_loopback else (asker, EVERYBODY)
    if known:
        trying = (f"browser {known}",)
    services.host_keys.spend(*trying)
    if not sessions.is_key(asked.key.strip()):
        logger.warning("host_key_refused", address=str(asker))
        raise Refused("error.host.key", (), 403)
    services.host_keys.give_back(*trying)
    response = answer({"signed_in": True})
    set_session(response, request, sessions.begin())
    logger.info("host_signed_in")
    return response


@described(answers=dict[str, Any], refuses=(404,))
@takes(Nothing, MAX_BODY)
async def sign_out_host(request: Request, _asked: Nothing) -> Response:
    """End the session, in all processes."""
    services = services_of(request)
    sessions = _page(request)
    ended = sessions.end(session_of(request))
    if ended:
        services.session_ended(ended)
        logger.info("host_signed_out")
    response = answer({"signed_in": False})
    if ended:
        set_session(response, request, sessions.over())
    return response


@described(answers=dict[str, Any], refuses=(401, 404))
async def overview(request: Request) -> Response:
    """What goes on in all processes, and what is announced."""
    _only_host(request)
    services = services_of(request)
    told = await services.watched.everywhere()
    return answer(told | {"announcement": await services.announcements.told()})


@described(answers=dict[str, Any], refuses=(400, 401, 404, 409, 410))
@takes(ToClose, MAX_BODY)
async def close_table(request: Request, asked: ToClose) -> Response:
    """Close a table, or open it again."""
    _only_host(request)
    table = request.path_params["id"][:32]
    await closing.set_closed(services_of(request), table, asked.closed)
    logger.info("host_closed_table" if asked.closed else "host_opened_table", table=table)
    return answer({"closed": asked.closed})


@described(answers=dict[str, Any], refuses=(401, 404))
@takes(ToCloseAll, 64 * 1024)
async def close_tables(request: Request, asked: ToCloseAll) -> Response:
    """Close many tables, or open them again: `done` lists those that worked, `failed` gives the reason for each of the others."""
    _only_host(request)
    done: list[str] = []
    failed: dict[str, Any] = {}
    for table in dict.fromkeys(asked.tables):
        try:
            await closing.set_closed(services_of(request), table, asked.closed)
            done.append(table)
        except Refused as refused:
            failed[table] = refused.as_json()
    logger.info("host_closed_tables" if asked.closed else "host_opened_tables", tables=len(done))
    return answer({"done": done, "failed": failed})


@described(kind="application/x-ndjson", refuses=(401, 404, 409, 410))
async def table_record(request: Request) -> Response:
    """A table's record: all of it if the game is over, else as somebody who watches may see it."""
    _only_host(request)
    services, table = services_of(request), request.path_params["id"][:32]
    rows = await services.store.events(table)
    if not rows:
        raise Refused("error.unknown_table", (), 404)
    game, text, why = await services.bots.study(export.read_record, table, rows)
    if why:
        raise Refused("error.table_unreadable", (), 410, why=why)
    if not text:
        raise Refused("error.not_playing", (), 409)
    logger.info("host_record_sent", table=table)
    return Response(text, 200, _download(f"{game}-{table}.jsonl"), "application/x-ndjson")


@described(kind="application/zip", refuses=(401, 404))
async def all_records(request: Request) -> Response:
    """All records as one ZIP file."""
    _only_host(request)
    logger.info("host_records_asked")
    return StreamingResponse(
        export.zipped(services_of(request)), 200, _download("ludotheque-records.zip"), "application/zip"
    )


@described(answers=dict[str, Any], refuses=(400, 401, 404))
@takes(ToSay, MAX_BODY)
async def say(request: Request, asked: ToSay) -> Response:
    """Say something to all pages for a while, in place of what was said before."""
    _only_host(request)
    announcements = services_of(request).announcements
    await announcements.say(asked.text, asked.minutes)
    logger.info("host_announced", minutes=asked.minutes)
    return answer({"announcement": await announcements.told()})


@described(answers=dict[str, Any], refuses=(401, 404))
@takes(Nothing, MAX_BODY)
async def say_nothing(request: Request, _asked: Nothing) -> Response:
    """Say nothing to all pages any more."""
    _only_host(request)
    await services_of(request).announcements.end()
    logger.info("host_announcement_ended")
    return answer({"announcement": None})


@described(answers=dict[str, Any])
async def announcement(request: Request) -> Response:
    """What the host says to all pages; null if nothing."""
    return answer({"announcement": await services_of(request).announcements.told()})


def _download(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}


ROUTES = [
    Route("/api/announcement", announcement),
    Route("/api/host", overview),
    Route("/api/host/session", get_session),
    Route("/api/host/session", sign_in, methods=["POST"]),
    Route("/api/host/session", sign_out_host, methods=["DELETE"]),
    Route("/api/host/tables", close_tables, methods=["POST"]),
    Route("/api/host/tables/{id}", close_table, methods=["POST"]),
    Route("/api/host/tables/{id}/record", table_record),
    Route("/api/host/records.zip", all_records),
    Route("/api/host/announcement", say, methods=["PUT"]),
    Route("/api/host/announcement", say_nothing, methods=["DELETE"]),
]
