"""Whom guests do not want to meet: the HTTP API, and what becomes of it at tables.

A blocked person is told nothing of it. They cannot sit down at a table of whoever blocked them, nor ask them for a rematch, and nothing that
they write is sent to them.
"""

from __future__ import annotations

import time
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.server.people.guests import Guest
from ludotheque.server.room.doors import speaker
from ludotheque.server.room.refused import Refused
from ludotheque.server.web.api import answer, guest_of, services_of, takes, with_cookie
from ludotheque.server.web.openapi import described

MAX_BLOCKS = 200
"""The most people whom a guest may block."""
MAX_BODY = 4096


class ToBlock(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/blocks`: whoever sits in this seat of a table, or wrote the lines with the number `by`."""

    table: Annotated[str, msgspec.Meta(max_length=32)]
    seat: int = -1
    by: int = -1


class ToUnblock(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `DELETE /api/blocks`: somebody of the list, by their number."""

    n: int


@described(answers=dict[str, Any])
async def get_blocks(request: Request) -> Response:
    """Whom I have blocked, by the names that they had then."""
    guest = await services_of(request).guests.find(request)
    return answer(await _listed(request, guest.id if guest else 0))


@described(answers=dict[str, Any], refuses=(400, 401, 404, 410))
@takes(ToBlock, MAX_BODY)
async def block(request: Request, asked: ToBlock) -> Response:
    """Block somebody. What they write is not sent to me any more."""
    guest, token = await guest_of(request)
    services = services_of(request)
    room = await services.tables.look_at(asked.table)
    if room is None:
        raise Refused("error.unknown_table", (), 404)
    state = room.state
    if 0 <= asked.seat < state.seats:
        chair = state.chairs[asked.seat]
        found, name = (chair.guest, chair.name) if chair.who == "person" else (0, "")
    else:
        found, name = speaker(state, asked.by)
    if not found:
        raise Refused("error.nobody_there", (), 404)
    if found == guest.id:
        raise Refused("error.not_yourself")
    if len(await services.store.blocks_of(guest.id)) >= MAX_BLOCKS:
        raise Refused("error.blocks_full", n=MAX_BLOCKS)
    await services.store.add_block(guest.id, found, name, time.time_ns() // 1_000_000)
    return with_cookie(await _changed(request, guest), request, token)


@described(answers=dict[str, Any], refuses=(401,))
@takes(ToUnblock, MAX_BODY)
async def unblock(request: Request, asked: ToUnblock) -> Response:
    """Block somebody no longer."""
    guest, token = await guest_of(request)
    await services_of(request).store.remove_block(guest.id, asked.n)
    return with_cookie(await _changed(request, guest), request, token)


async def _changed(request: Request, guest: Guest) -> Response:
    await services_of(request).blocks_changed(guest.id)
    return answer(await _listed(request, guest.id))


async def _listed(request: Request, guest: int) -> dict[str, object]:
    found = await services_of(request).store.blocks_of(guest) if guest else []
    return {"blocks": [{"n": each.number, "name": each.name} for each in found]}


ROUTES = [
    Route("/api/blocks", get_blocks),
    Route("/api/blocks", block, methods=["POST"]),
    Route("/api/blocks", unblock, methods=["DELETE"]),
]
