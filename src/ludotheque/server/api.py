"""The HTTP API, in JSON: who I am, games, tables, rules, messages. A refusal has the body of `reasons.Refused.as_json`."""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
from importlib.resources import files
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque import bots
from ludotheque.core import catalogue, components, registry, rulebook
from ludotheque.core.errors import BadInput, LudothequeError, UnknownGame
from ludotheque.core.game import Game
from ludotheque.core.option import Option
from ludotheque.core.record import dumps
from ludotheque.server import table_lists
from ludotheque.server.commands import clean_name
from ludotheque.server.composing import Beginning, following
from ludotheque.server.guests import Guest, set_cookie
from ludotheque.server.line import is_loopback
from ludotheque.server.live import Live
from ludotheque.server.reasons import Refused
from ludotheque.server.services import Services
from ludotheque.server.table_spec import TableSpec
from ludotheque.server.wire import plain

MAX_BODY = 512 * 1024
"""The largest request body that is read, in bytes."""

_encode = msgspec.json.Encoder().encode

_practices: dict[str, bytes] = {}
"""Each game's practice, as JSON, once somebody has asked for it."""


class Me(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `PUT /api/me`."""

    name: str
    lang: Literal["fr", "en", ""] = ""


def services_of(request: Request) -> Services:
    """The server's services."""
    services: Services = request.app.state.services
    return services


def answer(value: Any, status: int = 200) -> Response:
    """A JSON response that must not be cached."""
    return Response(_encode(value), status, {"cache-control": "no-store"}, "application/json")


def fresh(request: Request, body: bytes | str, kind: str) -> Response:
    """A response that a browser may cache but must check each time: 304 if it has this version."""
    raw = body.encode() if isinstance(body, str) else body
    tag = f'W/"{hashlib.sha256(raw).hexdigest()[:20]}"'
    headers = {"cache-control": "no-cache", "etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    return Response(raw, 200, headers, kind)


async def body_of(request: Request) -> bytes:
    """The body of a request. Larger ones than `MAX_BODY` are refused."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MAX_BODY:
            raise Refused("error.too_big", (), 413, limit=MAX_BODY)
        parts.append(part)
    return b"".join(parts)


async def read(request: Request, kind: Any) -> Any:
    """The JSON body of a request as `kind`."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise Refused("error.wrong_type", (), 415)
    try:
        return msgspec.json.decode(await body_of(request), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("error.malformed", (), 422, why=str(error)) from error


def game_of(request: Request) -> Game:
    """The game named in the address."""
    name = request.path_params["game"]
    try:
        return registry.get(name)
    except UnknownGame as error:
        raise Refused.no_game(name, error) from error


async def guest_of(request: Request) -> tuple[Guest, str | None]:
    """The guest who asks. Without a cookie a new guest is made, and the token to give them is returned too."""
    services = services_of(request)
    guest = await services.guests.find(request)
    if guest is not None:
        return guest, None
    if not services.new_guests.take(address_of(request)):
        raise Refused("error.too_fast", (), 429)
    return await services.guests.welcome()


def address_of(request: Request) -> str:
    """The address that a request came from."""
    return request.client.host if request.client else ""


def with_cookie(response: Response, request: Request, token: str | None) -> Response:
    """The response, with the cookie for this token; None for a guest who has one."""
    if token is not None:
        set_cookie(response, request, token)
    return response


async def get_me(request: Request) -> Response:
    """My name and language; empty until I give them."""
    guest, token = await guest_of(request)
    return with_cookie(answer({"name": guest.name, "lang": guest.lang}), request, token)


async def put_me(request: Request) -> Response:
    """Set or change my name and language."""
    me: Me = await read(request, Me)
    name = clean_name(me.name) if me.name else ""
    guest, token = await guest_of(request)
    services = services_of(request)
    if token is None:
        await services.guests.change(request, guest, name, me.lang)
    else:
        _, token = await services.guests.welcome(name, me.lang)
    return with_cookie(answer({"name": name, "lang": me.lang}), request, token)


def _option(option: Option) -> dict[str, Any]:
    """An option as a form needs it."""
    told: dict[str, Any] = plain(dataclasses.replace(option, composed=None))
    return told | {"composed": option.composed is not None}


async def library(request: Request) -> Response:
    """The games, with everything that the form for a new table needs."""
    preparation = services_of(request).preparation
    games = [
        {
            "name": game.name,
            "seats": game.seats,
            "minutes": game.minutes,
            "options": [_option(option) for option in game.options],
            "own_dice": game.thrown is not None,
            "timed": game.racing is not None,
            "first": game.first,
            "practice": hasattr(game.presenter, "practice"),
            "ready": preparation.status(game.name),
            "progress": preparation.progress(game.name),
        }
        for game in registry.installed_games().values()
    ]
    return answer({"games": games, "bots": bots.LEVELS, "default_bot": bots.DEFAULT_LEVEL})


async def messages(request: Request) -> Response:
    """Every message of a language that a browser may need."""
    language = request.path_params["lang"]
    if language not in catalogue.LANGUAGES:
        raise Refused("error.not_found", (), 404)
    return fresh(request, _encode(catalogue.export(language, terminal=False)), "application/json")


async def make_table(request: Request) -> Response:
    """Make a table, and return its id."""
    spec: TableSpec = await read(request, TableSpec)
    guest, token = await guest_of(request)
    services = services_of(request)
    if not services.new_tables.take(guest.id):
        raise Refused("error.too_fast", (), 429)
    identity = await services.tables.create(guest.id, guest.name, spec)
    return with_cookie(answer({"id": identity}, 201), request, token)


async def list_tables(request: Request) -> Response:
    """My tables, and other people's tables with open seats. A table that cannot be opened is listed with the reason."""
    services = services_of(request)
    guest = await services.guests.find(request)
    return answer(await table_lists.of_tables(services.store, services.tables, guest.id if guest else 0))


async def _live(request: Request) -> Live:
    live = await services_of(request).tables.get(request.path_params["id"])
    if live is None:
        raise Refused("error.unknown_table", (), 404)
    return live


async def record(request: Request) -> Response:
    """A table's record as JSON lines, as far as the asker may know it."""
    live = await _live(request)
    state = live.state
    if state.table is None:
        raise Refused("error.not_playing", (), 409)
    guest = await services_of(request).guests.find(request)
    lines = state.table.record(state.seats_of(guest.id if guest else 0))
    name = f'attachment; filename="{state.game.name}-{state.id}.jsonl"'
    headers = {"content-disposition": name, "cache-control": "no-store"}
    return Response(dumps(lines), 200, headers, "application/x-ndjson")


async def qr(request: Request) -> Response:
    """The link to a table as a QR code."""
    import segno

    live = await _live(request)
    code = segno.make(f"{request.url.scheme}://{request.headers['host']}/t/{live.state.id}", micro=False)
    svg = code.svg_inline(scale=4, border=2, dark="#000", light="#fff", omitsize=True)
    if 'xmlns="' not in svg:
        svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return Response(svg, 200, {"cache-control": "no-cache"}, "image/svg+xml")


async def rules(request: Request) -> Response:
    """A game's rulebook, row by row."""
    rows = [
        {
            "id": row.id,
            "paragraph": row.paragraph,
            "paragraph_en": row.heading["en"],
            "fr": row.text["fr"],
            "en": row.text["en"],
            "ruling_fr": row.ruling.get("fr"),
            "ruling_en": row.ruling.get("en"),
        }
        for row in rulebook.rows(game_of(request))
    ]
    return answer({"rows": rows})


async def practice(request: Request) -> Response:
    """A game's practice, with its scenes."""
    game = game_of(request)
    if not hasattr(game.presenter, "practice"):
        raise Refused("error.not_found", (), 404)
    made = _practices.get(game.name)
    if made is None:
        made = _practices[game.name] = await asyncio.to_thread(lambda: _encode(game.presenter.practice()))  # type: ignore[attr-defined]  # it has one
    return fresh(request, made, "application/json")


async def edition(request: Request) -> Response:
    """The facts of a game's box and their provenance."""
    return answer({"facts": rulebook.edition(game_of(request))})


async def compose(request: Request) -> Response:
    """The parts that may come next in a composed option."""
    asked: Beginning = await read(request, Beginning)
    return answer(following(game_of(request), request.path_params["option"], asked))


async def check_components(request: Request) -> Response:
    """Check a component file. 422 names the field that is wrong."""
    game = game_of(request)
    try:
        components.load(game, components.read_toml(await body_of(request)))
    except BadInput as error:
        said = Refused.of(error).as_json()["error"]
        return answer({"error": {**said, "field": error.field, "why": error.why}, "text": error.text}, 422)
    except LudothequeError as error:
        raise Refused.of(error) from error
    return answer({"ok": True})


async def art(request: Request) -> Response:
    """A drawing of a game (`sprites.svg`, `cover.svg`)."""
    name = request.path_params["name"]
    file = files(game_of(request).package) / "art" / name
    if not name.endswith(".svg") or "/" in name or "\\" in name or not file.is_file():
        raise Refused("error.not_found", (), 404)
    return fresh(request, file.read_bytes(), "image/svg+xml")


async def board(request: Request) -> Response:
    """The board with this layout id: the printed one, or that of a table in memory."""
    game, wanted = game_of(request), request.path_params["layout"].removesuffix(".svg")
    svg = services_of(request).tables.boards.find(game, wanted)
    if svg is None:
        raise Refused("error.not_found", (), 404)
    return fresh(request, svg, "image/svg+xml")


async def health(_request: Request) -> Response:
    """Say that the server is running."""
    return answer({"ok": True})


async def lateness(request: Request) -> Response:
    """How late the event loop was, since the last `?reset=1` (accepted from this machine only)."""
    counted = services_of(request).tables.pulse.lateness
    figures = counted.figures()
    if request.query_params.get("reset") == "1" and is_loopback(address_of(request)):
        counted.reset()
    return answer({"ok": True, **figures})


ROUTES = [
    Route("/api/me", get_me),
    Route("/api/me", put_me, methods=["PUT"]),
    Route("/api/library", library),
    Route("/api/messages/{lang}", messages),
    Route("/api/tables", list_tables),
    Route("/api/tables", make_table, methods=["POST"]),
    Route("/api/tables/{id}/record", record),
    Route("/api/tables/{id}/qr.svg", qr),
    Route("/api/rules/{game}", rules),
    Route("/api/edition/{game}", edition),
    Route("/api/practice/{game}", practice),
    Route("/api/options/{game}/{option}", compose, methods=["POST"]),
    Route("/api/components/{game}/check", check_components, methods=["POST"]),
    Route("/art/{game}/board/{layout}", board),
    Route("/art/{game}/{name}", art),
    Route("/api/health", lateness),
    Route("/healthz", health),
]
