"""The HTTP API, in JSON: who I am, games, tables, rules, messages. A refusal has the body of `room.refused.Refused.as_json`.

Whatever reads files, imports games or draws runs in a thread: moves at tables must not wait for it.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import UNSET
from starlette.responses import Response

from ludotheque import bots
from ludotheque.core import catalogue, components, registry, rule_search, rulebook
from ludotheque.core.errors import BadInput, LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.core.record import dumps
from ludotheque.scene import art as drawings
from ludotheque.scene.first_game import FirstGame
from ludotheque.server.live import first_games, puzzles
from ludotheque.server.people.guests import LINK_S, token_of
from ludotheque.server.people.ratings.index import changes
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.seating import clean_name
from ludotheque.server.room.spec import TableSpec, order_of
from ludotheque.server.web import answers, table_lists
from ludotheque.server.web.openapi import AT_A_TABLE, openapi
from ludotheque.server.web.routes import SVG, Asking, Routes, answer, encode, qr_code
from ludotheque.table import first_game
from ludotheque.table.puzzles import Puzzle, exists

ROUTES = Routes()


class Me(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `PUT /api/me`."""

    name: str
    lang: Literal["fr", "en", ""] = ""


class DeviceKey(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/me/device`. Without `join` the answer only says whose key it is."""

    key: str
    join: bool = False


class Beginning(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What has been composed so far: the body of `POST /api/options/{game}/{option}`."""

    value: str = ""
    components: str | None = None


@ROUTES.get("/api/me")
async def get_me(ask: Asking) -> answers.Met:
    """My name and language; empty until I give them. Asking does not make anybody a guest; it only removes a cookie that is no longer valid."""
    guest = await ask.guest()
    if guest is None and token_of(ask.request):
        ask.token = ""
    name, lang = (guest.name, guest.lang) if guest is not None else ("", "")
    return answers.Met(name, lang, guest is not None, ask.services.build)


@ROUTES.post("/api/me")
async def arrive(ask: Asking) -> answers.Myself:
    """Become a guest, unless I am one: who opens a table does, before the socket that is to be theirs."""
    guest = await ask.met(anew=True)
    return answers.Myself(guest.name, guest.lang)


@ROUTES.put("/api/me", refuses=(400, 401))
async def put_me(ask: Asking, me: Me) -> answers.Myself:
    """Set or change my name and language."""
    name = clean_name(me.name) if me.name else ""
    guest = await ask.met(name, me.lang)
    if ask.token is None:
        await ask.services.rename(ask.request, guest, name, me.lang)
    return answers.Myself(name, me.lang)


@ROUTES.post("/api/me/link", refuses=(401,))
async def link_device(ask: Asking) -> answers.DeviceLink:
    """A link, also as a QR code, with which another device of mine becomes mine too: my name and my tables are there."""
    guest = await ask.met()
    services = ask.services
    services.device_links.spend(guest.id)
    key = services.guests.links.make(guest.id)
    if services.cluster is not None:
        key = services.cluster.key_of(key)
    link = f"{ask.base}/device#{key}"
    return answers.DeviceLink(link, qr_code(link), LINK_S)


@ROUTES.post("/api/me/device", refuses=(410,))
async def join_device(ask: Asking, body: DeviceKey) -> answers.Myself:
    """Say whose key this is and, with `join`, give this device a cookie of that guest's. The key is then used up."""
    services = ask.services
    if services.cluster is not None:
        number = await services.cluster.guest_of(body.key, use_up=body.join)
    else:
        number = services.guests.links.find(body.key, use_up=body.join)
    guest = await services.guests.numbered(number)
    if guest is None:
        raise Refused("error.device_link", (), 410)
    if body.join:
        ask.token = await services.guests.add_device(guest, ask.request)
    return answers.Myself(guest.name, guest.lang)


@ROUTES.get("/api/library")
async def library(ask: Asking) -> answers.Library:
    """The games, with everything that the form for a new table needs."""
    services = ask.services
    installed = await asyncio.to_thread(registry.installed_games)
    games = [
        answers.GameFacts(
            name=game.name,
            seats=game.seats,
            minutes=game.minutes,
            age=rulebook.age(game.package),
            options=[answers.OptionFacts.of(option) for option in game.options],
            own_dice=game.thrown is not None,
            timed=game.racing is not None,
            first=game.first,
            first_game=first_game.exists(game),
            puzzles=exists(game),
            ready=services.preparation.status(game.name),
        )
        for game in installed.values()
    ]
    return answers.Library(
        games,
        bots.LEVELS,
        bots.installed(),
        bots.DEFAULT_LEVEL,
        services.settings.forget_after_h,
        services.settings.chat,
        services.settings.alone is not None,
    )


@ROUTES.get(
    "/api/messages/{lang}",
    answers=dict[str, str | list[str]],
    query={"page": "`front` for those of the front page only"},
    fresh=True,
    refuses=(404,),
)
async def messages(ask: Asking) -> bytes:
    """The messages of a language that a browser may need: every one, or with `?page=front` those of the front page."""
    language = ask.named("lang")
    if language not in catalogue.LANGUAGES:
        raise Refused("error.not_found", (), 404)
    return await asyncio.to_thread(_messages, language, ask.query("page") == "front")


def _messages(language: str, front: bool) -> bytes:
    return encode(catalogue.of_front_page(language) if front else catalogue.export(language, terminal=False))


@ROUTES.get("/api/tables", answers=answers.Lists)
async def list_tables(ask: Asking) -> dict[str, Any]:
    """My tables, and other people's tables with open seats, first of those who are there. A table that cannot be opened is listed with the reason."""
    services, who = ask.services, await ask.who()
    here = {each.guest for each in services.open_sockets}
    return await table_lists.of_tables(services.store, services.tables, services.ratings, who, here)


@ROUTES.post("/api/tables", status=201, makes_table=True, refuses=(400, 401, 404, 503))
async def make_table(ask: Asking, spec: TableSpec) -> answers.Made:
    """Make a table, and return its id. A guest without a name gets the one with which they sit down."""
    own = next((chair.name for chair in spec.chairs if chair.who == "me" and chair.name), "")
    name = clean_name(own) if own else ""
    services = ask.services
    # Where others play, people could try out what to do in their games.
    if spec.position is not None and not services.settings.in_page:
        raise Refused("error.bad_input", field="position", why=Message("error.why.not_alone"))
    guest = await ask.met(name)
    ask.spend_table(guest)
    identity = await services.tables.create(guest.id, guest.name or name, spec)
    if name and not guest.name:
        await services.rename(ask.request, guest, name)
    return answers.Made(identity)


@ROUTES.get(
    "/api/history",
    answers=answers.History,
    query={"game": "the game's name", "who": "a part of a person's name", "page": "from 0"},
    refuses=(400,),
)
async def list_history(ask: Asking) -> dict[str, Any]:
    """My finished games, the latest first: `?game=`, `?who=` (a part of a name) and `?page=` (from 0) choose among them."""
    services, who = ask.services, await ask.who()
    page = ask.request.query_params.get("page", "0")
    if not (page.isascii() and page.isdigit() and len(page) <= 6):
        why = Message("error.why.whole_number", {"value": page[:20]})
        raise Refused("error.bad_input", field="page", why=why)
    found = await table_lists.history(
        services.store, who, ask.query("game", 64), ask.query("who", 60), int(page)
    )
    if who and (await services.store.wishes_of(who)).rated:
        by_table = changes(await services.ratings.ladders(), who)
        for table in found["tables"]:
            if table["id"] in by_table:
                table["rating"] = by_table[table["id"]]
    return found


@ROUTES.get("/api/tables/{id}/record", kind="application/x-ndjson", refuses=(409, *AT_A_TABLE))
async def record(ask: Asking) -> str:
    """A table's record as JSON lines, as far as the asker may know it."""
    room, who = await ask.room(ask.named("id"))
    state = room.state
    if state.table is None:
        raise Refused("error.not_playing", (), 409)
    # in a thread, since the whole game is replayed: of a copy, which nothing changes meanwhile
    lines = await asyncio.to_thread(state.table.copy().record, state.seats_of(who))
    ask.attach(f"{state.game.name}-{state.id}.jsonl")
    return dumps(lines)


@ROUTES.get("/api/tables/{id}/alone", refuses=(409, *AT_A_TABLE))
async def alone(ask: Asking) -> TableSpec:
    """An order with which the library without a server goes on with a game against bots, as far as the asker may know it."""
    room, who = await ask.room(ask.named("id"))
    return order_of(room.state, who)


@ROUTES.get(
    "/api/tables/{id}/qr.svg", kind=SVG, query={"view": "`hand` for the screen of a hand"}, refuses=AT_A_TABLE
)
async def qr(ask: Asking) -> str:
    """The link to a table as a QR code; with `?view=hand` to the table as a hand's screen shows it.

    For the host, and whoever sits there, it has what a newcomer needs to sit down.
    """
    room, who = await ask.room(ask.named("id"))
    state = room.state
    view = "?view=hand" if ask.query("view") == "hand" else ""
    invite = ""
    if who and state.phase == "lobby" and (who == state.host or state.seats_of(who)):
        invite = f"#invite={state.invitation.key}" if state.invitation.key else ""
    return qr_code(f"{ask.base}/t/{state.id}{view}{invite}")


BESIDE = {"beside": "`box` for people with the real box: without what is about options or a screen"}


@ROUTES.get("/api/rules/{game}", query=BESIDE, refuses=(404,))
async def rules(ask: Asking) -> answers.Rules:
    """A game's rulebook, row by row, and its pictures."""
    return await asyncio.to_thread(_rules, ask.game(), ask.query("beside") == "box")


def _rows(game: Game, box: bool) -> tuple[rulebook.Row, ...]:
    from ludotheque.table import companion

    return companion.rows_beside(game) if box else rulebook.rows(game)


def _rules(game: Game, box: bool) -> answers.Rules:
    from ludotheque.table import pictures

    told = _rows(game, box)
    there = {row.id for row in told}
    rows = [
        answers.RuleRow(
            id=row.id,
            paragraph=row.paragraph,
            paragraph_en=row.heading["en"],
            fr=row.text["fr"],
            en=row.text["en"],
            ruling_fr=row.ruling.get("fr"),
            ruling_en=row.ruling.get("en"),
            easy_fr=row.easy.get("fr"),
            easy_en=row.easy.get("en"),
            reconstructed=row.reconstructed,
            special=row.special,
        )
        for row in told
    ]
    of_game = pictures.of_game(game)
    beside = {
        row: answers.RowPicture(each.picture, each.alt_fr, each.alt_en)
        for each in of_game.row
        for row in each.rows
    }
    terms = [
        answers.GameTerm(each.text["fr"], each.text["en"], each.row)
        for each in rulebook.terms(game)
        if each.row in there
    ]
    return answers.Rules(rows, of_game.goal, of_game.turn, beside, terms)


@ROUTES.get(
    "/api/rules/{game}/search",
    query={"q": "the question, of which 200 signs count", "lang": "`fr` or `en`, else `en`", **BESIDE},
    refuses=(404,),
)
async def search_rules(ask: Asking) -> answers.FoundRules:
    """The rows of a game's rulebook that answer a question, the best first."""
    game, asked = ask.game(), ask.query("lang")
    language = asked if asked in catalogue.LANGUAGES else catalogue.ENGLISH
    ask.services.replays.spend(await ask.who() or ask.address)
    box = ask.query("beside") == "box"
    return await asyncio.to_thread(_found, game, ask.query("q", rule_search.LONGEST), language, box)


def _found(game: Game, question: str, language: str, box: bool) -> answers.FoundRules:
    from ludotheque.table import companion

    rows = _rows(game, box)
    often = companion.questions_beside(game) if box else rulebook.questions(game)
    found, words_of = rule_search.find(rows, question, language, often), language
    if not found.rows:
        other = next(each for each in catalogue.LANGUAGES if each != language)
        elsewhere = rule_search.find(rows, question, other, often)
        found, words_of = (elsewhere, other) if elsewhere.rows else (found, language)
    shown, related = (
        tuple(answers.FoundRow(each.id, each.words) for each in some) for some in (found.rows, found.related)
    )
    return answers.FoundRules(shown, found.sure, words_of, found.near, related)


@ROUTES.get("/api/edition/{game}", refuses=(404,))
async def edition(ask: Asking) -> answers.Edition:
    """The facts of a game's box and their provenance."""
    return answers.Edition(await asyncio.to_thread(rulebook.edition, ask.game()))


@ROUTES.get("/api/first-game/{game}", answers=FirstGame, fresh=True, refuses=(404,))
async def guided(ask: Asking) -> bytes:
    """A game's guided first game, with its scenes."""
    return await first_games.told(ask.game())


@ROUTES.post("/api/first-game/{game}/why", refuses=(404,))
async def guided_why(ask: Asking, doubt: first_games.Doubt) -> answers.Reason:
    """Why what was clicked at a step of a first game is not legal."""
    reason, rules = await first_games.why(ask.game(), doubt)
    return answers.Reason(reason, tuple(rules))


@ROUTES.get(
    "/api/puzzles/{game}",
    answers=Puzzle,
    query={"day": "the number of a day: the positions come round"},
    fresh=True,
    refuses=(400, 404),
)
async def puzzle(ask: Asking) -> bytes:
    """A game's position of a day, with its scene and the best action."""
    day = ask.query("day") or "0"
    if not (day.isascii() and day.isdigit() and len(day) <= 6):
        why = Message("error.why.whole_number", {"value": day[:20]})
        raise Refused("error.bad_input", field="day", why=why)
    return await puzzles.told(ask.game(), int(day))


@ROUTES.post("/api/puzzles/{game}/why", refuses=(404,))
async def puzzle_why(ask: Asking, doubt: puzzles.Doubt) -> answers.Reason:
    """Why what was clicked in a position of the day is not legal."""
    reason, rules = await puzzles.why(ask.game(), doubt)
    return answers.Reason(reason, tuple(rules))


@ROUTES.post("/api/options/{game}/{option}", refuses=(400, 404))
async def compose(ask: Asking, asked: Beginning) -> answers.Composition:
    """The parts that may come next in a composed option."""
    return await asyncio.to_thread(_following, ask.game(), ask.named("option"), asked)


def _following(game: Game, name: str, asked: Beginning) -> answers.Composition:
    """Every part with its picture and why it cannot come next, what is missing, and the picture so far."""
    option = next((each for each in game.options if each.name == name), None)
    if option is None or option.composed is None:
        raise Refused("error.not_found", (), 404)
    try:
        value = " ".join(asked.value.split())
        option.check(value)
        own = None if asked.components is None else components.read_toml(asked.components)
        box = components.load(game, own).array[0]
    except LudothequeError as error:
        raise Refused.of(error) from error
    state = game.fresh_state(game.seats[0], game.check_options(game.seats[0], {}))[0]
    composed = option.composed
    return answers.Composition(
        [*composed.following(box, state, value)],
        composed.missing(box, state, value),
        composed.picture(box, state, value),
    )


@ROUTES.get("/api/components/{game}", kind="application/toml", fresh=True, refuses=(404,))
async def printed_components(ask: Asking) -> bytes:
    """The component file of the printed box, to change it."""
    return components.printed_file(ask.game())


@ROUTES.post(
    "/api/components/{game}/check", body_text="application/toml", answers=answers.Playable, refuses=(404, 422)
)
async def check_components(ask: Asking) -> Response:
    """Check a component file, and say how many can play with its box. 422 names the field that is wrong."""
    game, file = ask.game(), await ask.text()
    try:
        box = await asyncio.to_thread(lambda: components.load(game, components.read_toml(file)))
    except BadInput as error:
        said = Refused.of(error).as_json()["error"]
        return answer({"error": {**said, "field": error.field, "why": error.why}, "text": error.text}, 422)
    except LudothequeError as error:
        raise Refused.of(error) from error
    return answer(answers.Playable(game.seats_with(box.array[0])))


@ROUTES.get(
    "/art/{game}/board/{layout}",
    kind=SVG,
    query={"table": "the table whose board it may be"},
    fresh=True,
    refuses=AT_A_TABLE,
)
async def board(ask: Asking) -> str:
    """The board with this layout id: the printed one, or that of a table in memory, or of `?table=`, which may live elsewhere."""
    game, wanted = ask.game(), ask.named("layout").removesuffix(".svg")
    boards, identity = ask.services.tables.boards, ask.query("table", 32)
    svg = await boards.find(game, wanted)
    if svg is None and identity:
        room, _ = await ask.room(identity)
        svg = await boards.of(game, wanted, room)
    if svg is None:
        raise Refused("error.not_found", (), 404)
    return svg


@ROUTES.get("/art/{game}/picture/{name}", kind=SVG, fresh=True, refuses=(404,))
async def picture(ask: Asking) -> str:
    """A picture of a game's rules page."""
    from ludotheque.table import pictures

    game, name = ask.game(), ask.named("name").removesuffix(".svg")
    if name not in pictures.of_game(game).picture:
        raise Refused("error.not_found", (), 404)
    return await asyncio.to_thread(_drawn, game.name, name)


@cache
def _drawn(game: str, name: str) -> str:
    from ludotheque.table import pictures

    return pictures.draw(registry.get(game), name)


@ROUTES.get("/art/{game}/{name}", kind=SVG, fresh=True, refuses=(404,))
async def art(ask: Asking) -> bytes:
    """A drawing of a game (`sprites.svg`, `cover.svg`)."""
    drawing = drawings.drawing(ask.game(), ask.named("name"))
    if drawing is None:
        raise Refused("error.not_found", (), 404)
    return drawing


@ROUTES.get("/api/openapi.json", answers=None, fresh=True)
async def description(ask: Asking) -> bytes:
    """What this server answers over HTTP, for programs: this description."""
    app = ask.request.app
    if not hasattr(app.state, "description"):
        app.state.description = encode(openapi(app.routes))
    found: bytes = app.state.description
    return found


@ROUTES.get("/api/health", query={"reset": "1 to count anew, from this machine only"})
async def lateness(ask: Asking) -> answers.Lateness:
    """How late the event loop was, since the last `?reset=1` (accepted from this machine only)."""
    counted = ask.services.tables.pulse.lateness
    figures = counted.figures()
    if ask.query("reset") == "1" and ask.address.is_loopback:
        counted.reset()
    return answers.Lateness(True, **figures)


@ROUTES.get("/healthz")
async def health(_ask: Asking) -> answers.Done:
    """Say that the server is running."""
    return answers.Done()


@ROUTES.get("/readyz", answers=answers.Readiness, others=(503,))
async def ready(ask: Asking) -> Response:
    """Say whether people can be sent here: 200, or 503 with why not."""
    why = await ask.services.readiness.why_not()
    return answer(answers.Readiness(not why, why or UNSET), 503 if why else 200)
