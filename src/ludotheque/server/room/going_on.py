"""Going on alone: what another server needs to go on with the game of somebody who plays against bots only."""

from __future__ import annotations

import secrets
from typing import Literal

from ludotheque import bots
from ludotheque.core import entry
from ludotheque.core.journal import position_of
from ludotheque.core.luck import Luck
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.spec import ChairSpec, TableSpec
from ludotheque.server.room.state import TableState
from ludotheque.table import views

OURS = "ludotheque.games."
"""Whose games every server has."""


def may_go_on(state: TableState, guest: int) -> bool:
    """Whether a guest may go on alone: nobody else plays there but bots, and the game can be moved. It cannot before it begins, after its end, and against the
    clock."""
    seats = state.seats_of(guest)
    return (
        state.phase == "playing"
        and state.table is not None
        and not state.table.is_over
        and bool(seats)
        and not state.table.journal.resigned
        and all(chair.who == "bot" for seat, chair in enumerate(state.chairs) if seat not in seats)
        and not state.game.timed
        and state.created.clock is None
        and state.created.chance == "auto"
        and state.game.package.startswith(OURS)
    )


def order_of(state: TableState, guest: int) -> TableSpec:
    """An order for a table that goes on as this one stands, as far as the guest may know: what the guest cannot see is dealt anew, from their view
    alone, and neither the seed nor what it decides goes along.

    Raises `Refused` where `may_go_on` says no.
    """
    if not may_go_on(state, guest):
        raise Refused("error.alone", (), 409)
    assert state.table is not None
    seats = state.seats_of(guest)
    journal, audience = state.table.journal, views.mask(seats)
    seen = views.hidden(journal, journal.state, audience)
    entry.redeal(journal.setup.box, seen, audience, Luck.of(secrets.randbits(128)))
    return TableSpec(
        game=state.game.name,
        seats=state.seats,
        chairs=[_chair(state, seat, seats) for seat in range(state.seats)],
        options=dict(state.options),
        components=state.created.components,
        position=position_of(journal.setup, seen),
    )


def _chair(state: TableState, seat: int, seats: tuple[int, ...]) -> ChairSpec:
    chair = state.chairs[seat]
    if seat not in seats:
        return ChairSpec("bot", level=chair.level if chair.level in bots.LEVELS else bots.DEFAULT_LEVEL)
    who: Literal["me", "here"] = "me" if seat == seats[0] else "here"
    return ChairSpec(who, chair.name)
