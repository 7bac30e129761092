"""The HTTP API of evenings. Their pages ask again every few seconds, and are told if nothing has changed."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.responses import Response

from ludotheque.core import catalogue
from ludotheque.server.people.evenings import events, wishes
from ludotheque.server.people.evenings.board import as_csv, board, told
from ludotheque.server.room.refused import Refused
from ludotheque.server.web.openapi import JSON
from ludotheque.server.web.routes import Asking, Routes, answer, encode, qr_code

ROUTES = Routes()
MAX_BODY = 8192


@ROUTES.get("/api/evenings")
async def mine(ask: Asking) -> dict[str, Any]:
    """The evenings that I organise or take part in, the newest first."""
    who = await ask.who()
    found: list[dict[str, Any]] = []
    for identity, body in await ask.services.store.evenings_of(who) if who else ():
        first = events.read(body)
        assert isinstance(first, events.Made)
        found.append({"id": identity, "name": first.name, "game": first.game, "organiser": first.host == who})
    return {"evenings": found}


@ROUTES.post("/api/evenings", MAX_BODY, status=201, refuses=(400, 401, 409))
async def make(ask: Asking, plan: wishes.Plan) -> dict[str, Any]:
    """Make an evening, and return its id. Whoever makes it organises it."""
    guest = await ask.met()
    ask.spend_table(guest)
    return {"id": await ask.services.evenings.make(guest.id, plan)}


@ROUTES.get("/api/evenings/{id}", answers=dict[str, Any], fresh=True, refuses=(404,))
async def look(ask: Asking) -> Response:
    """An evening as I may know it; 304 if that is what the page has."""
    who = await ask.who()
    evening = await ask.services.evenings.find(ask.named("id"))
    body = await asyncio.to_thread(lambda: encode(board(evening, who)))
    ask.headers["vary"] = "cookie"
    return ask.fresh(body, JSON, "private, no-cache")


@ROUTES.post("/api/evenings/{id}", MAX_BODY, refuses=(400, 401, 403, 404, 409))
async def do(ask: Asking, wish: wishes.Wish) -> dict[str, Any]:
    """Join, leave, or what the organiser may do. Answers with the evening as it is then."""
    guest, evenings, identity = await ask.met(), ask.services.evenings, ask.named("id")
    await evenings.do(identity, guest.id, wish)
    return board(await evenings.find(identity), guest.id)


@ROUTES.get("/api/evenings/{id}/qr.svg", kind="image/svg+xml", refuses=(404,))
async def evening_qr(ask: Asking) -> str:
    """The link to an evening as a QR code."""
    evening = await ask.services.evenings.find(ask.named("id"))
    ask.headers["cache-control"] = "no-cache"
    return qr_code(f"{ask.base}/evening/{evening.id}")


@ROUTES.get(
    "/api/evenings/{id}/results.{format}",
    kind="text/csv; charset=utf-8",
    answers=None,
    query={"lang": "`fr` or `en`"},
    refuses=(404,),
)
async def results_file(ask: Asking) -> str | Response:
    """The standings and all results as a file: `csv` (`?lang=`) or `json`."""
    evening = await ask.services.evenings.find(ask.named("id"))
    kind = ask.named("format")
    if kind not in ("csv", "json"):
        raise Refused("error.not_found", (), 404)
    ask.attach(f"evening-{evening.id}.{kind}")
    if kind == "json":
        return answer(told(evening), headers=ask.headers)
    asked = ask.query("lang")
    language = asked if asked in catalogue.LANGUAGES else catalogue.ENGLISH
    return await asyncio.to_thread(as_csv, evening, language)
