"""The HTTP API, in JSON: who I am, games, tables, rules, messages. A refusal has the body of `room.refused.Refused.as_json`.

Whatever reads files, imports games or draws runs in a thread: moves at tables must not wait for it.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque import bots
from ludotheque.core import catalogue, components, nesting, registry, rulebook
from ludotheque.core.errors import BadInput, LudothequeError, UnknownGame
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.core.record import dumps
from ludotheque.scene import art as drawings
from ludotheque.scene.first_game import FirstGame
from ludotheque.server.access.addresses import asker_of
from ludotheque.server.live import first_games
from ludotheque.server.live.room import Room
from ludotheque.server.people.guests import LINK_S, Guest, set_cookie, take_cookie, token_of
from ludotheque.server.people.ratings.index import changes
from ludotheque.server.room.doors import refuse_removed
from ludotheque.server.room.going_on import order_of
from ludotheque.server.room.refused import Refused, why_unread
from ludotheque.server.room.seating import clean_name
from ludotheque.server.room.spec import TableSpec
from ludotheque.server.web import answers, table_lists
from ludotheque.server.web import openapi as describing
from ludotheque.server.web.composing import Beginning, following
from ludotheque.server.web.openapi import AT_A_TABLE, Asked, Endpoint, described
from ludotheque.table import first_game

if TYPE_CHECKING:
    from ludotheque.server.services import Services

MAX_BODY = 512 * 1024
"""The largest request body that is read, in bytes."""

_encode = msgspec.json.Encoder().encode


_drawn: dict[tuple[str, str], str] = {}
"""The pictures of rules pages that somebody has looked at, by game and name."""


class Me(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `PUT /api/me`."""

    name: str
    lang: Literal["fr", "en", ""] = ""


class DeviceKey(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/me/device`. Without `join` the answer only says whose key it is."""

    key: str
    join: bool = False


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


async def body_of(request: Request, limit: int = MAX_BODY) -> bytes:
    """The body of a request. One of more than `limit` bytes is refused."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise Refused("error.too_big", (), 413, limit=limit)
        parts.append(part)
    return b"".join(parts)


async def read(request: Request, kind: Any, limit: int = MAX_BODY) -> Any:
    """The JSON body of a request as `kind`, of at most `limit` bytes."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise Refused("error.wrong_type", (), 415)
    body = await body_of(request, limit)
    if nesting.is_json_too_deep(body):
        raise Refused("error.malformed", (), 422, why=f"it is nested more than {nesting.MAX_DEPTH} deep")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("error.malformed", (), 422, why=why_unread(error)) from error


def takes(kind: Any, limit: int = MAX_BODY) -> Callable[[Callable[[Request, Any], Asked]], Endpoint]:
    """A route whose body is JSON of this kind, of at most `limit` bytes: it is read first, and described to programs."""

    def taking(answering: Callable[[Request, Any], Asked]) -> Endpoint:
        @functools.wraps(answering)
        async def endpoint(request: Request) -> Response:
            return await answering(request, await read(request, kind, limit))

        return described(body=kind)(endpoint)

    return taking


def game_of(request: Request) -> Game:
    """The game named in the address."""
    name = request.path_params["game"]
    try:
        return registry.get(name)
    except UnknownGame as error:
        raise Refused.no_game(name, error) from error


async def guest_of(
    request: Request, name: str = "", lang: str = "", anew: bool = False
) -> tuple[Guest, str | None]:
    """The guest who asks. Without a cookie a new guest is made, called `name`, and the token to give them is returned too.

    A cookie that is worth nothing any more belongs to a page that was open before somebody was erased or signed out: it is refused (401), since
    it would make somebody new of the old name. `anew` is for what names nobody, and makes a guest in its place.
    """
    services = services_of(request)
    guest = await services.guests.find(request)
    if guest is not None:
        return guest, None
    if token_of(request) and not anew:
        raise Refused("error.no_guest", (), 401)
    await admit(request)
    return await services.guests.welcome(name, lang)


def spend_table(request: Request, guest: Guest) -> None:
    """Count one more table of a guest, and of their address. Raises `Refused` (429) if either has made too many."""
    services, asker = services_of(request), asker_of(request)
    services.tables_of_address.spend(asker)
    try:
        services.new_tables.spend(guest.id)
    except Refused:
        services.tables_of_address.give_back(asker)
        raise


async def admit(request: Request) -> None:
    """Let somebody come in who is no guest yet, in their turn. Raises `Refused` if there is no room for them."""
    services, asker = services_of(request), asker_of(request)
    if await services.newcomers.admit(asker) and await request.is_disconnected():
        services.new_guests.give_back(asker)  # they would not wait
        raise Refused("error.busy", (), 503)


def base_of(request: Request) -> str:
    """Where links for others lead: the address of this server for everybody, or else the one that this request names."""
    known = services_of(request).settings.notices.public_url
    return known or f"{request.url.scheme}://{request.headers['host']}"


def with_cookie(response: Response, request: Request, token: str | None) -> Response:
    """The response, with the cookie for this token; None for a guest who has one."""
    if token is not None:
        set_cookie(response, request, token)
    return response


@described(answers=answers.Met)
async def get_me(request: Request) -> Response:
    """My name and language; empty until I give them. Who is no guest yet is not made one, and loses a cookie that is worth nothing any more."""
    services = services_of(request)
    guest = await services.guests.find(request)
    name, lang = (guest.name, guest.lang) if guest is not None else ("", "")
    answered = answer(answers.Met(name, lang, guest is not None, services.build))
    if guest is None and token_of(request):
        take_cookie(answered, request)
    return answered


@described(answers=answers.Myself)
async def arrive(request: Request) -> Response:
    """Become a guest, unless I am one: who opens a table does, before the socket that is to be theirs."""
    guest, token = await guest_of(request, anew=True)
    return with_cookie(answer(answers.Myself(guest.name, guest.lang)), request, token)


@described(answers=answers.Myself, refuses=(400, 401))
@takes(Me)
async def put_me(request: Request, me: Me) -> Response:
    """Set or change my name and language."""
    name = clean_name(me.name) if me.name else ""
    services = services_of(request)
    guest, token = await guest_of(request, name, me.lang)
    if token is None:
        await services.rename(request, guest, name, me.lang)
    return with_cookie(answer(answers.Myself(name, me.lang)), request, token)


@described(answers=answers.DeviceLink, refuses=(401,))
async def link_device(request: Request) -> Response:
    """A link, also as a QR code, with which another device of mine becomes mine too: my name and my tables are there."""
    guest, token = await guest_of(request)
    services = services_of(request)
    services.device_links.spend(guest.id)
    key = services.guests.links.make(guest.id)
    if services.cluster is not None:
        key = services.cluster.key_of(key)
    link = f"{base_of(request)}/device#{key}"
    return with_cookie(answer(answers.DeviceLink(link, qr_code(link), LINK_S)), request, token)


@described(answers=answers.Myself, refuses=(410,))
@takes(DeviceKey)
async def join_device(request: Request, body: DeviceKey) -> Response:
    """Say whose key this is and, with `join`, give this device a cookie of that guest's. The key is then used up."""
    services = services_of(request)
    if services.cluster is not None:
        number = await services.cluster.guest_of(body.key, use_up=body.join)
    else:
        number = services.guests.links.find(body.key, use_up=body.join)
    guest = await services.guests.numbered(number)
    if guest is None:
        raise Refused("error.device_link", (), 410)
    token = await services.guests.add_device(guest, request) if body.join else None
    return with_cookie(answer(answers.Myself(guest.name, guest.lang)), request, token)


def qr_code(link: str) -> str:
    """A link as a QR code: SVG, without a size."""
    import segno

    svg = segno.make(link, micro=False).svg_inline(
        scale=4, border=2, dark="#000", light="#fff", omitsize=True
    )
    return svg if 'xmlns="' in svg else svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)


@described(answers=answers.Library)
async def library(request: Request) -> Response:
    """The games, with everything that the form for a new table needs."""
    services = services_of(request)
    preparation = services.preparation
    installed = await asyncio.to_thread(registry.installed_games)
    games = [
        answers.GameFacts(
            name=game.name,
            seats=game.seats,
            minutes=game.minutes,
            options=[answers.OptionFacts.of(option) for option in game.options],
            own_dice=game.thrown is not None,
            timed=game.racing is not None,
            first=game.first,
            first_game=first_game.exists(game),
            ready=preparation.status(game.name),
        )
        for game in installed.values()
    ]
    return answer(
        answers.Library(
            games,
            bots.LEVELS,
            bots.installed(),
            bots.DEFAULT_LEVEL,
            services.settings.forget_after_h,
            services.settings.chat,
            services.settings.alone is not None,
        )
    )


@described(
    answers=dict[str, str | list[str]],
    query={"page": "`front` for those of the front page only"},
    fresh=True,
    refuses=(404,),
)
async def messages(request: Request) -> Response:
    """The messages of a language that a browser may need: every one, or with `?page=front` those of the front page."""
    language = request.path_params["lang"]
    if language not in catalogue.LANGUAGES:
        raise Refused("error.not_found", (), 404)
    front = request.query_params.get("page") == "front"
    return fresh(request, await asyncio.to_thread(_messages, language, front), "application/json")


def _messages(language: str, front: bool) -> bytes:
    return _encode(catalogue.of_front_page(language) if front else catalogue.export(language, terminal=False))


@described(answers=answers.Made, status=201, makes_table=True, refuses=(400, 401, 404, 503))
@takes(TableSpec)
async def make_table(request: Request, spec: TableSpec) -> Response:
    """Make a table, and return its id. A guest without a name gets the one with which they sit down."""
    own = next((chair.name for chair in spec.chairs if chair.who == "me" and chair.name), "")
    name = clean_name(own) if own else ""
    services = services_of(request)
    if (
        spec.position is not None and not services.settings.in_page
    ):  # where others play, one could try out what to do in their games
        raise Refused("error.bad_input", field="position", why=Message("error.why.not_alone"))
    guest, token = await guest_of(request, name)
    spend_table(request, guest)
    identity = await services.tables.create(guest.id, guest.name or name, spec)
    if name and not guest.name:
        await services.rename(request, guest, name)
    return with_cookie(answer(answers.Made(identity), 201), request, token)


@described(answers=answers.Lists)
async def list_tables(request: Request) -> Response:
    """My tables, and other people's tables with open seats, first of those who are there. A table that cannot be opened is listed with the reason."""
    services = services_of(request)
    guest = await services.guests.find(request)
    here = {each.guest for each in services.open_sockets}
    return answer(
        await table_lists.of_tables(
            services.store, services.tables, services.ratings, guest.id if guest else 0, here
        )
    )


@described(
    answers=answers.History,
    query={"game": "the game's name", "who": "a part of a person's name", "page": "from 0"},
    refuses=(400,),
)
async def list_history(request: Request) -> Response:
    """My finished games, the latest first: `?game=`, `?who=` (a part of a name) and `?page=` (from 0) choose among them."""
    services = services_of(request)
    guest = await services.guests.find(request)
    asked = request.query_params
    game, who, page = asked.get("game", "")[:64], asked.get("who", "")[:60], asked.get("page", "0")
    if not (page.isascii() and page.isdigit() and len(page) <= 6):
        raise Refused(
            "error.bad_input", field="page", why=Message("error.why.whole_number", {"value": page[:20]})
        )
    found = await table_lists.history(services.store, guest.id if guest else 0, game, who, int(page))
    if guest and (await services.store.wishes_of(guest.id)).rated:
        by_table = changes(await services.ratings.ladders(), guest.id)
        for table in found["tables"]:
            if table["id"] in by_table:
                table["rating"] = by_table[table["id"]]
    return answer(found)


async def look_at(services: Services, identity: str, guest: int) -> Room:
    """A table that a guest wants to look at. Raises `Refused` if there is none, if it cannot be opened, or if they were removed from it."""
    room = await services.tables.look_at(identity)
    if room is None:
        raise Refused("error.unknown_table", (), 404)
    refuse_removed(room.state, guest)
    return room


async def _room(request: Request) -> tuple[Room, int]:
    """The table of a route, and who asks; 0 for nobody that is known."""
    services = services_of(request)
    guest = await services.guests.find(request)
    who = guest.id if guest else 0
    return await look_at(services, request.path_params["id"], who), who


@described(kind="application/x-ndjson", refuses=(409, *AT_A_TABLE))
async def record(request: Request) -> Response:
    """A table's record as JSON lines, as far as the asker may know it."""
    room, guest = await _room(request)
    state = room.state
    if state.table is None:
        raise Refused("error.not_playing", (), 409)
    # in a thread, since the whole game is replayed: of a copy, which nothing changes meanwhile
    lines = await asyncio.to_thread(state.table.copy().record, state.seats_of(guest))
    name = f'attachment; filename="{state.game.name}-{state.id}.jsonl"'
    headers = {"content-disposition": name, "cache-control": "no-store"}
    return Response(dumps(lines), 200, headers, "application/x-ndjson")


@described(answers=TableSpec, refuses=(409, *AT_A_TABLE))
async def alone(request: Request) -> Response:
    """An order with which the library without a server goes on with a game against bots, as far as the asker may know it."""
    room, guest = await _room(request)
    return answer(order_of(room.state, guest))


@described(kind="image/svg+xml", query={"view": "`hand` for the screen of a hand"}, refuses=AT_A_TABLE)
async def qr(request: Request) -> Response:
    """The link to a table as a QR code; with `?view=hand` to the table as a hand's screen shows it.

    For the host, and whoever sits there, it has what a newcomer needs to sit down.
    """
    room, guest = await _room(request)
    state = room.state
    view = "?view=hand" if request.query_params.get("view") == "hand" else ""
    invite = ""
    if guest and state.phase == "lobby" and (guest == state.host or state.seats_of(guest)):
        invite = f"#invite={state.invitation.key}" if state.invitation.key else ""
    svg = qr_code(f"{base_of(request)}/t/{state.id}{view}{invite}")
    return Response(svg, 200, {"cache-control": "no-store"}, "image/svg+xml")


@described(answers=answers.Rules, refuses=(404,))
async def rules(request: Request) -> Response:
    """A game's rulebook, row by row, and its pictures."""
    return answer(await asyncio.to_thread(_rules, game_of(request)))


def _rules(game: Game) -> answers.Rules:
    from ludotheque.table import pictures

    rows = [
        answers.RuleRow(
            id=row.id,
            paragraph=row.paragraph,
            paragraph_en=row.heading["en"],
            fr=row.text["fr"],
            en=row.text["en"],
            ruling_fr=row.ruling.get("fr"),
            ruling_en=row.ruling.get("en"),
            reconstructed=row.reconstructed,
        )
        for row in rulebook.rows(game)
    ]
    of_game = pictures.of_game(game)
    beside = {
        row: answers.RowPicture(each.picture, each.alt_fr, each.alt_en)
        for each in of_game.row
        for row in each.rows
    }
    return answers.Rules(rows, of_game.goal, of_game.turn, beside)


@described(kind="image/svg+xml", fresh=True, refuses=(404,))
async def picture(request: Request) -> Response:
    """A picture of a game's rules page."""
    from ludotheque.table import pictures

    game, name = game_of(request), request.path_params["name"].removesuffix(".svg")
    if name not in pictures.of_game(game).picture:
        raise Refused("error.not_found", (), 404)
    made = _drawn.get((game.name, name))
    if made is None:
        made = _drawn[game.name, name] = await asyncio.to_thread(pictures.draw, game, name)
    return fresh(request, made, "image/svg+xml")


@described(answers=FirstGame, fresh=True, refuses=(404,))
async def guided(request: Request) -> Response:
    """A game's guided first game, with its scenes."""
    return fresh(request, await first_games.told(game_of(request)), "application/json")


@described(answers=answers.Reason, refuses=(404,))
@takes(first_games.Doubt)
async def guided_why(request: Request, doubt: first_games.Doubt) -> Response:
    """Why what was clicked at a step of a first game is not legal."""
    reason, rules = await first_games.why(game_of(request), doubt)
    return answer(answers.Reason(reason, tuple(rules)))


@described(answers=answers.Edition, refuses=(404,))
async def edition(request: Request) -> Response:
    """The facts of a game's box and their provenance."""
    return answer(answers.Edition(await asyncio.to_thread(rulebook.edition, game_of(request))))


@described(answers=answers.Composition, refuses=(400, 404))
@takes(Beginning)
async def compose(request: Request, asked: Beginning) -> Response:
    """The parts that may come next in a composed option."""
    option = request.path_params["option"]
    return answer(await asyncio.to_thread(following, game_of(request), option, asked))


@described(kind="application/toml", fresh=True, refuses=(404,))
async def printed_components(request: Request) -> Response:
    """The component file of the printed box, to change it."""
    return fresh(request, components.printed_file(game_of(request)), "application/toml")


@described(body_text="application/toml", answers=answers.Done, refuses=(404, 422))
async def check_components(request: Request) -> Response:
    """Check a component file. 422 names the field that is wrong."""
    game, file = game_of(request), await body_of(request)
    try:
        await asyncio.to_thread(lambda: components.load(game, components.read_toml(file)))
    except BadInput as error:
        said = Refused.of(error).as_json()["error"]
        return answer({"error": {**said, "field": error.field, "why": error.why}, "text": error.text}, 422)
    except LudothequeError as error:
        raise Refused.of(error) from error
    return answer(answers.Done())


@described(kind="image/svg+xml", fresh=True, refuses=(404,))
async def art(request: Request) -> Response:
    """A drawing of a game (`sprites.svg`, `cover.svg`)."""
    drawing = drawings.drawing(game_of(request), request.path_params["name"])
    if drawing is None:
        raise Refused("error.not_found", (), 404)
    return fresh(request, drawing, "image/svg+xml")


@described(
    kind="image/svg+xml", query={"table": "the table whose board it may be"}, fresh=True, refuses=AT_A_TABLE
)
async def board(request: Request) -> Response:
    """The board with this layout id: the printed one, or that of a table in memory, or of `?table=`, which may live elsewhere."""
    game, wanted = game_of(request), request.path_params["layout"].removesuffix(".svg")
    tables, identity = services_of(request).tables, request.query_params.get("table", "")[:32]
    svg = await tables.boards.find(game, wanted)
    if svg is None and identity:
        guest = await services_of(request).guests.find(request)
        room = await look_at(services_of(request), identity, guest.id if guest else 0)
        svg = await tables.boards.of(game, wanted, room)
    if svg is None:
        raise Refused("error.not_found", (), 404)
    return fresh(request, svg, "image/svg+xml")


@described(answers=answers.Done)
async def health(_request: Request) -> Response:
    """Say that the server is running."""
    return answer(answers.Done())


@described(answers=answers.Readiness, others=(503,))
async def ready(request: Request) -> Response:
    """Say whether people can be sent here: 200, or 503 with why not."""
    why = await services_of(request).readiness.why_not()
    return answer(answers.Readiness(not why, why or UNSET), 503 if why else 200)


@described(answers=answers.Lateness, query={"reset": "1 to count anew, from this machine only"})
async def lateness(request: Request) -> Response:
    """How late the event loop was, since the last `?reset=1` (accepted from this machine only)."""
    counted = services_of(request).tables.pulse.lateness
    figures = counted.figures()
    if request.query_params.get("reset") == "1" and asker_of(request).is_loopback:
        counted.reset()
    return answer(answers.Lateness(True, **figures))


@described(fresh=True)
async def description(request: Request) -> Response:
    """What this server answers over HTTP, for programs: this description."""
    state = request.app.state
    if not hasattr(state, "description"):
        state.description = _encode(describing.openapi(request.app.routes))
    return fresh(request, state.description, "application/json")


ROUTES = [
    Route("/api/me", get_me),
    Route("/api/me", arrive, methods=["POST"]),
    Route("/api/me", put_me, methods=["PUT"]),
    Route("/api/me/link", link_device, methods=["POST"]),
    Route("/api/me/device", join_device, methods=["POST"]),
    Route("/api/library", library),
    Route("/api/messages/{lang}", messages),
    Route("/api/tables", list_tables),
    Route("/api/tables", make_table, methods=["POST"]),
    Route("/api/history", list_history),
    Route("/api/tables/{id}/record", record),
    Route("/api/tables/{id}/alone", alone),
    Route("/api/tables/{id}/qr.svg", qr),
    Route("/api/rules/{game}", rules),
    Route("/api/edition/{game}", edition),
    Route("/api/first-game/{game}", guided),
    Route("/api/first-game/{game}/why", guided_why, methods=["POST"]),
    Route("/api/options/{game}/{option}", compose, methods=["POST"]),
    Route("/api/components/{game}", printed_components),
    Route("/api/components/{game}/check", check_components, methods=["POST"]),
    Route("/art/{game}/board/{layout}", board),
    Route("/art/{game}/picture/{name}", picture),
    Route("/art/{game}/{name}", art),
    Route("/api/openapi.json", description),
    Route("/api/health", lateness),
    Route("/healthz", health),
    Route("/readyz", ready),
]
