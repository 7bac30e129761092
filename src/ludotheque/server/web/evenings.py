"""The HTTP API of evenings. Their pages ask again every few seconds, and are told if nothing has changed."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.core import catalogue
from ludotheque.server.people.evenings import events, wishes
from ludotheque.server.people.evenings.board import as_csv, board, told
from ludotheque.server.room.refused import Refused
from ludotheque.server.web.api import (
    answer,
    base_of,
    guest_of,
    qr_code,
    services_of,
    spend_table,
    takes,
    with_cookie,
)
from ludotheque.server.web.openapi import described

_encode = msgspec.json.Encoder().encode


@described(answers=dict[str, Any], status=201, refuses=(400, 401, 409))
@takes(wishes.Plan, 8192)
async def make(request: Request, plan: wishes.Plan) -> Response:
    """Make an evening, and return its id. Whoever makes it organises it."""
    guest, token = await guest_of(request)
    services = services_of(request)
    spend_table(request, guest)
    identity = await services.evenings.make(guest.id, plan)
    return with_cookie(answer({"id": identity}, 201), request, token)


@described(answers=dict[str, Any])
async def mine(request: Request) -> Response:
    """The evenings that I organise or take part in, the newest first."""
    services = services_of(request)
    guest = await services.guests.find(request)
    found: list[dict[str, Any]] = []
    for identity, body in await services.store.evenings_of(guest.id) if guest else ():
        first = events.read(body)
        assert isinstance(first, events.Made)
        organiser = guest is not None and first.host == guest.id
        found.append({"id": identity, "name": first.name, "game": first.game, "organiser": organiser})
    return answer({"evenings": found})


@described(answers=dict[str, Any], fresh=True, refuses=(404,))
async def look(request: Request) -> Response:
    """An evening as I may know it; 304 if that is what the page has."""
    services = services_of(request)
    guest = await services.guests.find(request)
    evening = await services.evenings.find(request.path_params["id"])
    body = await asyncio.to_thread(lambda: _encode(board(evening, guest.id if guest else 0)))
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"cache-control": "private, no-cache", "etag": tag, "vary": "cookie"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    return Response(body, 200, headers, "application/json")


@described(answers=dict[str, Any], refuses=(400, 401, 403, 404, 409))
@takes(wishes.Wish, 8192)
async def do(request: Request, wish: wishes.Wish) -> Response:
    """Join, leave, or what the organiser may do. Answers with the evening as it is then."""
    guest, token = await guest_of(request)
    services = services_of(request)
    identity = request.path_params["id"]
    await services.evenings.do(identity, guest.id, wish)
    shown = board(await services.evenings.find(identity), guest.id)
    return with_cookie(answer(shown), request, token)


@described(kind="image/svg+xml", refuses=(404,))
async def evening_qr(request: Request) -> Response:
    """The link to an evening as a QR code."""
    evening = await services_of(request).evenings.find(request.path_params["id"])
    svg = qr_code(f"{base_of(request)}/evening/{evening.id}")
    return Response(svg, 200, {"cache-control": "no-cache"}, "image/svg+xml")


@described(kind="text/csv; charset=utf-8", query={"lang": "`fr` or `en`"}, refuses=(404,))
async def results_file(request: Request) -> Response:
    """The standings and all results as a file: `csv` (`?lang=`) or `json`."""
    evening = await services_of(request).evenings.find(request.path_params["id"])
    if request.path_params["format"] == "json":
        body, kind, ending = _encode(told(evening)), "application/json", "json"
    elif request.path_params["format"] != "csv":
        raise Refused("error.not_found", (), 404)
    else:
        asked = request.query_params.get("lang", "")
        language = asked if asked in catalogue.LANGUAGES else catalogue.ENGLISH
        text = await asyncio.to_thread(as_csv, evening, language)
        body, kind, ending = text.encode(), "text/csv; charset=utf-8", "csv"
    name = f'attachment; filename="evening-{evening.id}.{ending}"'
    return Response(body, 200, {"content-disposition": name, "cache-control": "no-store"}, kind)


ROUTES = [
    Route("/api/evenings", mine),
    Route("/api/evenings", make, methods=["POST"]),
    Route("/api/evenings/{id}", look),
    Route("/api/evenings/{id}", do, methods=["POST"]),
    Route("/api/evenings/{id}/qr.svg", evening_qr),
    Route("/api/evenings/{id}/results.{format}", results_file),
]
