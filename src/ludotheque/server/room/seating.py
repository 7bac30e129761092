"""Who sits where: sitting down and standing up, bots, readiness, the start, and substitutes."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from ludotheque import bots
from ludotheque.core.game import Game
from ludotheque.server.base.names import cleaned, fault_of
from ludotheque.server.room import asking, doors, log_events, permits, wire
from ludotheque.server.room.chairs import Chair, chair_of, told_apart
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.permits import Now, known_seat, playing_person
from ludotheque.server.room.rated import why_unrated
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState

QUIET_NAMES = 3
"""How often somebody may change their name at a table where people may not write to each other."""


def clean_name(name: str) -> str:
    """A name as it is kept. Refused if it cannot be one."""
    name = cleaned(name)
    if fault := fault_of(name):
        raise Refused(fault)
    return name


def check_level(level: str, game: Game) -> str:
    """A bot's level, or the name of a bot that an installed package declares. Refused if it does not exist, or cannot play this game."""
    if level in bots.LEVELS:
        return level
    if level not in bots.installed():
        raise Refused("error.unknown_bot", level=level)
    if game.timed:
        raise Refused("error.bot_has_no_hands", level=level)
    return level


def sit(state: TableState, guest: int, do: wire.Sit, now: Now) -> list[LogEvent]:
    """A person sits down on an open seat, or takes over one that the host offers."""
    name = told_apart(state.chairs, clean_name(do.name), do.seat)
    if state.phase == "playing" and 0 <= do.seat < state.seats and state.chairs[do.seat].offered:
        if state.seats_of(guest):
            raise Refused("error.seat_taken")
        return [log_events.TakenOver(do.seat, guest, name)]
    _lobby_seat(state, do.seat, empty=True)
    doors.check(state, guest, do.invite, now.ms)
    event = sat(do.seat, guest, name, here=do.here, nonce=do.nonce, unrated=now.unrated)
    return _seated(state, event, now.counts)


def sit_bot(state: TableState, guest: int, do: wire.SitBot, now: Now) -> list[LogEvent]:
    """The host puts a bot on an open seat."""
    permits.host(state, guest)
    check_level(do.level, state.game)
    _lobby_seat(state, do.seat, empty=True)
    return _seated(state, log_events.Bot(do.seat, do.level), now.counts)


def sat(
    seat: int, guest: int, name: str, *, here: bool = False, nonce: str = "", unrated: bool = False
) -> log_events.Sat:
    """The event of a person sitting down. If they send no nonce, one is made here."""
    share = nonce.encode() or secrets.token_bytes(16)
    return log_events.Sat(seat, guest, name, here, share.hex(), unrated)


def _seated(state: TableState, event: log_events.Sat | log_events.Bot, counts: bool) -> list[LogEvent]:
    """Somebody sits down. With the last open seat the game begins, unless there is a countdown."""
    chairs = [chair_of(event) if seat == event.seat else chair for seat, chair in enumerate(state.chairs)]
    if counts or any(chair.who == "open" for chair in chairs):
        return [event]
    return [event, begun(state, chairs)]


def begun(state: TableState, chairs: Sequence[Chair] | None = None) -> log_events.Started:
    """The start of a full table's game. The first seat is settled here, by the table's chance if it is drawn by lot.

    `chairs` are the chairs at the start, if they differ from the present ones.
    """
    rated = why_unrated(state, chairs) is None
    return log_events.Started(state.new_game(chairs).first, rated)


def _lobby_seat(state: TableState, seat: int, *, empty: bool) -> None:
    known_seat(state, seat)
    permits.before_game(state)
    if empty and state.chairs[seat].who != "open":
        raise Refused("error.seat_taken")


def stand(state: TableState, guest: int, seat: int) -> LogEvent:
    _lobby_seat(state, seat, empty=False)
    chair = state.chairs[seat]
    if chair.who == "bot":
        permits.host(state, guest)
    else:
        permits.holder(state, guest, seat)
    return log_events.Stood(seat)


def vacated(state: TableState) -> list[LogEvent]:
    """The seats of people who were erased are open again, or a bot plays on there."""
    left = log_events.Stood if state.phase == "lobby" else log_events.StoodIn
    return [
        left(seat)
        for seat, chair in enumerate(state.chairs)
        if chair.is_erased and not chair.stand_in and seat not in state.resigned
    ]


def ready(state: TableState, guest: int) -> list[LogEvent]:
    """A person is ready, with all seats that they hold."""
    permits.before_game(state)
    seats = state.seats_of(guest)
    if not seats:
        raise Refused("error.not_seated")
    waiting: list[LogEvent] = [log_events.Ready(seat) for seat in seats if not state.chairs[seat].ready]
    if not waiting:
        raise Refused("error.already_ready")
    return waiting


def start(state: TableState, guest: int, now: Now) -> LogEvent:
    """The start, on request. It waits for everybody except people who are away or do not want to play."""
    permits.before_game(state)
    if guest != state.host and not state.seats_of(guest):
        raise Refused("error.not_seated")
    if not state.is_full:
        raise Refused("error.seat_open")
    if now.counting:
        raise Refused("error.counting")
    for seat, chair in enumerate(state.chairs):
        if chair.who != "person" or chair.stand_in or chair.declined or now.is_away(chair.guest):
            continue
        if state.waits_to_begin and state.is_awaited(seat):
            raise Refused("error.awaited", name=chair.name)
        if now.counts and not chair.ready:
            raise Refused("error.not_ready", name=chair.name)
    return begun(state)


def stand_in(state: TableState, guest: int, do: wire.StandIn, now: Now) -> LogEvent:
    """Any player may let a bot play for a person who is away, has not come to a rematch, or does not answer a reminder. Only the host may let
    somebody else take the seat of a person who is away."""
    seat = do.seat
    known_seat(state, seat)
    chair = state.chairs[seat]
    if not (state.phase == "lobby" and chair.awaited and not do.open):
        permits.in_game(state)
    playing_person(state, guest)
    if do.open:
        permits.host(state, guest)
    away = chair.declined or now.is_away(chair.guest)
    unheard = not away and not do.open and asking.unanswered(state, seat, now.ms)
    replaced = chair.stand_in and not chair.offered and do.open
    plays_itself = chair.who == "bot" or seat in state.resigned or chair.stand_in
    if (plays_itself and not replaced) or not (away or unheard):
        raise Refused("error.not_away", name=chair.name)
    return log_events.StoodIn(seat, do.open, unheard)


def rename(state: TableState, guest: int, do: wire.Rename, now: Now) -> LogEvent:
    """Rename somebody, before the end: afterwards people keep their names from the game. Where people may not write to each other, names change
    only before the game, and only a few times."""
    known_seat(state, do.seat)
    permits.holder(state, guest, do.seat)
    if state.phase == "over":
        raise Refused("error.game_over")
    may_write = now.may_write and state.created.chat
    if not may_write and (state.phase != "lobby" or state.chairs[do.seat].renamed >= QUIET_NAMES):
        raise Refused("error.quiet_name")
    return log_events.Renamed(do.seat, told_apart(state.chairs, clean_name(do.name), do.seat))
