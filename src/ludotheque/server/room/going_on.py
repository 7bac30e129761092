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


def order_of(state: TableState, guest: int) -> TableSpec:
    """An order for a table that goes on as this one stands, as far as the guest may know: what the guest cannot see is dealt anew, from their view
    alone, and neither the seed nor what it decides goes along.

    Raises `Refused` where others play as well, and where a game cannot be moved: before it begins, after its end, and against the clock.
    """
    seats = state.seats_of(guest)
    if (
        state.phase != "playing"
        or state.table is None
        or state.table.is_over
        or not seats
        or state.table.journal.resigned
        or any(chair.who != "bot" for seat, chair in enumerate(state.chairs) if seat not in seats)
        or state.game.timed
        or state.created.clock is not None
        or state.created.chance != "auto"
        or not state.game.package.startswith(OURS)
    ):
        raise Refused("error.alone", (), 409)
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
