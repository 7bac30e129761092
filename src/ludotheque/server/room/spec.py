"""Making a table: checks the request, and gives the table's first events. Also what another server needs to go on with a game."""

from __future__ import annotations

import secrets
import time
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from ludotheque import bots
from ludotheque.core import chance, components, entry, registry
from ludotheque.core.errors import LudothequeError, UnknownGame
from ludotheque.core.game import Game
from ludotheque.core.journal import position_of
from ludotheque.core.luck import Luck
from ludotheque.server.room import doors, log_events
from ludotheque.server.room.chairs import Chair, chair_of, told_apart
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.seating import check_level, clean_name, sat
from ludotheque.server.room.state import TableState
from ludotheque.table import Table, views

if TYPE_CHECKING:
    from ludotheque.server.thinking.replay_worker import Branch


class ChairSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Who sits on a chair.

    Attributes:
        who: `me`, `here` (another person on my screen), `link` (whoever follows the link), or `bot`.
        name: the person's name.
        level: the bot's level.
        handicap_ms: the head start of their hand in a raced game, in milliseconds.
    """

    who: Literal["me", "link", "here", "bot"]
    name: str = ""
    level: str = bots.DEFAULT_LEVEL
    handicap_ms: Annotated[int, msgspec.Meta(ge=0, le=500)] = 0


class TableSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table to make: the body of `POST /api/tables`.

    Attributes:
        game: the game's name.
        seats: the number of players.
        chairs: who sits on each chair.
        options: option names and values.
        first: the seat that goes first, or `lot`, or `host`.
        components: the user's own component file (TOML); None for the printed box.
        own_dice: whether people roll their own dice and enter the results.
        company: who is meant to sit down, friends or strangers. In races strangers' timings are believed less.
        clock: how much time people have; None for no limit.
        chat: whether people may write to each other.
        door: who may sit down: anybody, whoever has the link, or nobody. Tables for anybody are listed on the front page.
        position: the situation in which a game goes on here that began at another server; the page of one person alone takes it.
    """

    game: str
    seats: int
    chairs: list[ChairSpec]
    options: dict[str, Any] = {}
    first: Literal["lot", "host"] | int = "lot"
    components: str | None = None
    own_dice: bool = False
    company: Literal["friends", "strangers"] = "friends"
    clock: log_events.TimeControl | None = None
    chat: bool = True
    door: log_events.Door = "anybody"
    position: dict[str, Any] | None = None


def opening(guest: int, own_name: str, spec: TableSpec, unrated: bool = False) -> list[LogEvent]:
    """The first events of a table that a guest makes, who may want not to be rated. Raises `Refused` if it cannot be made."""
    try:
        game = registry.get(spec.game)
        options = game.check_options(spec.seats, spec.options)
        own = None if spec.components is None else components.read_toml(spec.components)
        if own is not None or any(option.composed for option in game.options):
            box = components.load(game, own).array[0]
            game.compose(box, game.fresh_state(spec.seats, options)[0], options)
        brought = None if spec.position is None else Table.from_position(spec.position, components=own)
    except UnknownGame as error:
        raise Refused.no_game(spec.game, error) from error
    except LudothequeError as error:
        raise Refused.of(error) from error
    if len(spec.chairs) != spec.seats:
        raise Refused.bad_input(
            "chairs", "error.why.as_many_as_seats", seats=spec.seats, value=len(spec.chairs)
        )
    if isinstance(spec.first, int) and not 0 <= spec.first < spec.seats:
        raise Refused.bad_input("first", "error.why.range", low=0, high=spec.seats - 1, value=spec.first)
    if spec.own_dice and game.thrown is None:
        raise Refused.bad_input("own_dice", "error.why.no_dice")
    if spec.clock is not None and game.timed:
        raise Refused.bad_input("clock", "error.why.own_clock")
    if brought is not None:
        if (brought.game.name, brought.seats, dict(brought.options)) != (game.name, spec.seats, options):
            raise Refused.bad_input("position", "error.why.another_game")
        if brought.is_over:
            raise Refused("error.replay.over")
    handicaps = tuple(chair.handicap_ms for chair in spec.chairs)
    created = log_events.Created(
        game=game.name,
        rules=game.rules_version,
        seats=spec.seats,
        options=options,
        first=spec.first if brought is None else brought.first,
        components=spec.components,
        seed=chance.new_seed().hex(),
        host=guest,
        chance="dice" if spec.own_dice else "auto",
        handicaps=handicaps if any(handicaps) else (),
        company=spec.company,
        clock=spec.clock,
        chat=spec.chat,
        brought=None if brought is None else brought.position(),
    )
    return [created, *_invited(spec.door), *_seated(guest, own_name, spec.chairs, game, unrated)]


def _invited(door: log_events.Door) -> list[LogEvent]:
    """Who may sit down. The log says it only if it is not anybody."""
    return [] if door == "anybody" else [doors.invitation(door, time.time_ns() // 1_000_000)]


def _seated(
    guest: int,
    own_name: str,
    chairs: list[ChairSpec],
    game: Game,
    unrated: bool = False,
    nameless: Container[int] = (),
) -> list[LogEvent]:
    """The events by which these sit down. Seats in `nameless` have no name, as their people were erased."""
    events: list[LogEvent] = []
    taken: list[Chair] = []
    for seat, chair in enumerate(chairs):
        if chair.who == "bot":
            events.append(log_events.Bot(seat, check_level(chair.level, game)))
        elif chair.who != "link":
            name = chair.name or (own_name if chair.who == "me" else "")
            name = "" if seat in nameless else told_apart(taken, clean_name(name))
            event = sat(seat, guest, name, here=chair.who == "here", unrated=unrated)
            taken.append(chair_of(event))
            events.append(event)
    return events


def next_first(state: TableState) -> int:
    """The seat that goes first in a rematch: the next one."""
    assert state.table is not None
    return (state.table.first + 1) % state.seats


def what_if(
    guest: int,
    name: str,
    seat: int | None,
    level: str,
    beginning: Branch,
    names: Sequence[str] = (),
    origin: log_events.Origin | None = None,
) -> list[LogEvent]:
    """The first events of a table that begins at a moment of another game, with new chance. The guest takes `seat` and bots the others; without
    a seat the guest takes all of them, on one screen, and they are called by `names`, as they were in that game; "" for somebody who was
    erased. `origin`: which moment of which table's game it is, if it is a table's.

    Raises `Refused` if it cannot be made.
    """
    if beginning.is_over:
        raise Refused("error.replay.over")
    if seat is not None and not 0 <= seat < beginning.seats:
        raise Refused("error.unknown_seat", seat=seat)
    try:
        table = Table.from_position(beginning.position, components=beginning.components)
    except LudothequeError as error:
        raise Refused.of(error) from error
    own = beginning.components
    created = log_events.Created(
        game=beginning.game,
        rules=table.game.rules_version,
        seats=beginning.seats,
        options=dict(table.options),
        first=table.first,
        components=None if own is None else components.write_toml(own),
        seed=chance.new_seed().hex(),
        host=guest,
        position=beginning.position,
        origin=origin,
    )
    chairs = [
        ChairSpec("here", names[each] if each < len(names) else name)
        if seat is None
        else ChairSpec("me", name)
        if each == seat
        else ChairSpec("bot", level=level)
        for each in range(beginning.seats)
    ]
    nameless = [each for each, called in enumerate(names) if seat is None and not called]
    return [created, *_seated(guest, name, chairs, table.game, nameless=nameless)]


def next_table(state: TableState, guest: int) -> list[LogEvent]:
    """The first events of a rematch: the same chairs and options, the next seat first, new chance. It waits until all have come.

    People whom the host has removed are removed there, too.
    """
    if not state.seats_of(guest):
        raise Refused("error.not_seated")
    if state.phase != "over" or state.table is None:
        raise Refused("error.not_over")
    if state.rematch is not None:
        raise Refused("error.already_started")
    events: list[LogEvent] = [
        replace(
            state.created,
            rules=state.game.rules_version,
            first=next_first(state),
            seed=chance.new_seed().hex(),
            brought=None,
        ),
        *_invited(state.invitation.who),
        *(log_events.Removed(removed, name) for removed, (name, _) in state.removed.items()),
    ]
    for seat, chair in enumerate(state.chairs):
        if chair.who == "bot":
            events.append(log_events.Bot(seat, chair.level))
        elif not chair.is_erased:  # else the seat is open
            name = told_apart(state.chairs[:seat], chair.name)
            events.append(sat(seat, chair.guest, name, here=chair.here, unrated=chair.unrated))
            if chair.guest != guest:
                events.append(log_events.Awaited(seat))
    return events


# -- going on elsewhere --------------------------------------------------------------------------------------------------


OURS = "ludotheque.games."
"""The package with the games that every server has."""


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
    """An order for a table that goes on from the present situation, as far as the guest may know it.

    Hidden things are dealt anew, from the guest's view alone. Neither the seed nor anything that it decides goes along.

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
    return ChairSpec("me" if seat == seats[0] else "here", chair.name)
