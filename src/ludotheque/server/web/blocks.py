"""Whom guests do not want to meet: the HTTP API, and what becomes of it at tables.

A blocked person is told nothing of it. They cannot sit down at a table of somebody who blocked them, nor ask that guest for a rematch, and that
guest is sent nothing that they write.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.room.doors import speaker
from ludotheque.server.room.refused import Refused
from ludotheque.server.web.routes import Asking, Routes

MAX_BLOCKS = 200
"""The most people whom a guest may block."""
MAX_BODY = 4096

ROUTES = Routes()


class ToBlock(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/blocks`: whoever sits in this seat of a table, or wrote the lines with the number `by`."""

    table: Annotated[str, msgspec.Meta(max_length=32)]
    seat: int = -1
    by: int = -1


class ToUnblock(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `DELETE /api/blocks`: somebody of the list, by their number."""

    n: int


@ROUTES.get("/api/blocks")
async def get_blocks(ask: Asking) -> dict[str, Any]:
    """Whom I have blocked, by the names that they had then."""
    return await _listed(ask, await ask.who())


@ROUTES.post("/api/blocks", MAX_BODY, refuses=(400, 401, 404, 410))
async def block(ask: Asking, asked: ToBlock) -> dict[str, Any]:
    """Block somebody. What they write is not sent to me any more."""
    guest, services = await ask.met(), ask.services
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
    await services.store.add_block(guest.id, found, name, wall_ms())
    await services.blocks_changed(guest.id)
    return await _listed(ask, guest.id)


@ROUTES.delete("/api/blocks", MAX_BODY, refuses=(401,))
async def unblock(ask: Asking, asked: ToUnblock) -> dict[str, Any]:
    """Block somebody no longer."""
    guest = await ask.met()
    await ask.services.store.remove_block(guest.id, asked.n)
    await ask.services.blocks_changed(guest.id)
    return await _listed(ask, guest.id)


async def _listed(ask: Asking, guest: int) -> dict[str, Any]:
    found = await ask.services.store.blocks_of(guest) if guest else []
    return {"blocks": [{"n": each.number, "name": each.name} for each in found]}
