"""Decides commands: a guest's command in, and the events it causes out, or `Refused` with the reason. Changes nothing."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

from ludotheque import bots
from ludotheque.core import entry
from ludotheque.core.errors import Illegal, LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.state import copy as copy_of_state
from ludotheque.core.takeback import Takeback, last_of, takeback
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.server.room import absence, doors, log_events, wire
from ludotheque.server.room import asking as requests
from ludotheque.server.room.chairs import Chair, chair_of, told_apart
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.names import cleaned, fault_of
from ludotheque.server.room.permits import known_seat, own_seat, playing_person
from ludotheque.server.room.rated import why_unrated
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState

RESIGN_S = 10.0
"""The seconds in which a resignation may be taken back."""


def decide(
    state: TableState,
    guest: int,
    do: wire.Do,
    expected_seq: int,
    now_ms: int,
    counts: bool = False,
    counting: bool = False,
    is_away: Callable[[int], bool] = lambda _: False,
    resign_s: float = RESIGN_S,
    unrated: bool = False,
    named: Callable[[str], int] = lambda _: 0,
    is_quiet: bool = False,
) -> list[LogEvent]:
    """The events that a command causes. `table_spec.next_table` decides a `Rematch`.

    Args:
        state: the table.
        guest: the guest who sent the command.
        do: what to do.
        expected_seq: the last event that the guest's screen showed.
        now_ms: the time, Unix ms.
        counts: whether the game begins by itself after a countdown.
        counting: whether that countdown is running.
        is_away: says whether a guest has been away for a while.
        resign_s: the seconds in which a resignation may be taken back.
        unrated: whether the guest does not want to be rated.
        named: finds the guest who watches under a name; 0 if nobody does.
        is_quiet: whether people may not write to each other on this server.

    Raises:
        Refused: the command cannot be carried out.
    """
    if guest in state.removed:
        raise Refused(doors.NO_SEAT)
    if state.is_closed:
        raise Refused("error.table_closed")
    if state.abandoned is not None and state.phase == "lobby":
        raise Refused("error.table_abandoned", n=state.abandoned)
    match do:
        case wire.Sit():
            name = told_apart(state.chairs, clean_name(do.name), do.seat)
            if state.phase == "playing" and 0 <= do.seat < state.seats and state.chairs[do.seat].offered:
                return [_take_over(state, guest, do.seat, name)]
            _lobby_seat(state, do.seat, empty=True)
            doors.check(state, guest, do.invite, now_ms)
            return _seated(
                state, sat(do.seat, guest, name, here=do.here, nonce=do.nonce, unrated=unrated), counts
            )
        case wire.SitBot():
            _host(state, guest)
            check_level(do.level, state.game)
            _lobby_seat(state, do.seat, empty=True)
            return _seated(state, log_events.Bot(do.seat, do.level), counts)
        case wire.Stand():
            return [_stand(state, guest, do.seat)]
        case wire.Start():
            return [_start(state, guest, counts, counting, is_away)]
        case wire.Ready():
            return _ready(state, guest)
        case wire.Act():
            return _act(state, guest, do, expected_seq, now_ms)
        case wire.Undo():
            return [_undo(state, guest, do.seat, expected_seq, now_ms)]
        case wire.Consent():
            return _consent(state, guest, do, expected_seq)
        case wire.Resign():
            own_seat(state, guest, do.seat)
            if state.chairs[do.seat].resigns_ms >= 0:
                raise Refused("error.resigning")
            absence.check_pause(
                state.chairs[do.seat].stayed_ms,
                absence.ASK_AGAIN_S,
                state.now_ms(now_ms),
                "error.resigned_again",
            )
            return [log_events.Resigning(do.seat, round(resign_s * 1000))]
        case wire.Stay():
            return [requests.stay(state, guest, do.seat)]
        case wire.End():
            return requests.end(state, guest, do.seat, now_ms, is_away)
        case wire.Nudge():
            return [requests.nudge(state, guest, do.seat, now_ms, is_away)]
        case wire.Decline():
            return [requests.decline(state, guest, do.seat)]
        case wire.Say():
            return [requests.say(state, guest, do)]
        case wire.StandIn():
            return [_stand_in(state, guest, do, now_ms, is_away)]
        case wire.Rename():
            return [_renamed(state, guest, do, is_quiet or not state.created.chat)]
        case wire.Invite():
            return [doors.invite(state, guest, do, now_ms)]
        case wire.Remove():
            return [doors.remove(state, guest, do, named)]
        case wire.LetIn():
            return [doors.let_in(state, guest, do)]
        case wire.Rematch():
            raise TypeError("a rematch concerns two tables: see `Tables.create_next`")


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

    `chairs` are those that there will be then, if they differ from those of now.
    """
    rated = why_unrated(state, chairs) is None
    return log_events.Started(state.new_game(chairs).first, rated)


def _host(state: TableState, guest: int) -> None:
    if guest != state.host:
        raise Refused("error.not_host")


def _lobby_seat(state: TableState, seat: int, *, empty: bool) -> None:
    known_seat(state, seat)
    if state.phase != "lobby":
        raise Refused("error.already_started")
    if empty and state.chairs[seat].who != "open":
        raise Refused("error.seat_taken")


def _stand(state: TableState, guest: int, seat: int) -> LogEvent:
    _lobby_seat(state, seat, empty=False)
    chair = state.chairs[seat]
    if chair.who == "bot":
        _host(state, guest)
    elif seat not in state.seats_of(guest):
        raise Refused("error.not_your_seat")
    return log_events.Stood(seat)


def _ready(state: TableState, guest: int) -> list[LogEvent]:
    """A person is ready, with all seats that they hold."""
    if state.phase != "lobby":
        raise Refused("error.already_started")
    seats = state.seats_of(guest)
    if not seats:
        raise Refused("error.not_seated")
    waiting: list[LogEvent] = [log_events.Ready(seat) for seat in seats if not state.chairs[seat].ready]
    if not waiting:
        raise Refused("error.already_ready")
    return waiting


def _start(
    state: TableState, guest: int, counts: bool, counting: bool, is_away: Callable[[int], bool]
) -> LogEvent:
    """The start that somebody asks for. Only who is away, or does not want to play, is not waited for."""
    if state.phase != "lobby":
        raise Refused("error.already_started")
    if guest != state.host and not state.seats_of(guest):
        raise Refused("error.not_seated")
    if not state.is_full:
        raise Refused("error.seat_open")
    if counting:
        raise Refused("error.counting")
    for seat, chair in enumerate(state.chairs):
        if chair.who != "person" or chair.stand_in or chair.declined or is_away(chair.guest):
            continue
        if state.waits_to_begin and state.is_awaited(seat):
            raise Refused("error.awaited", name=chair.name)
        if counts and not chair.ready:
            raise Refused("error.not_ready", name=chair.name)
    return begun(state)


def _stand_in(
    state: TableState, guest: int, do: wire.StandIn, now_ms: int, is_away: Callable[[int], bool]
) -> LogEvent:
    """Any player may let a bot play for a person who is away, has not come to a rematch, or does not answer a reminder. Only the host may let
    somebody else take the seat over, of who is away."""
    seat = do.seat
    known_seat(state, seat)
    chair = state.chairs[seat]
    if state.phase != "playing" and not (state.phase == "lobby" and chair.awaited and not do.open):
        raise Refused("error.not_playing" if state.phase == "lobby" else "error.game_over")
    playing_person(state, guest)
    if do.open:
        _host(state, guest)
    away = chair.declined or is_away(chair.guest)
    unheard = not away and not do.open and requests.unanswered(state, seat, now_ms)
    replaced = chair.stand_in and not chair.offered and do.open
    plays_itself = chair.who == "bot" or chair.resigned or chair.stand_in
    if (plays_itself and not replaced) or not (away or unheard):
        raise Refused("error.not_away", name=chair.name)
    return log_events.StoodIn(seat, do.open, unheard)


def _take_over(state: TableState, guest: int, seat: int, name: str) -> LogEvent:
    """Somebody who is not playing takes over a seat that the host offers."""
    if state.seats_of(guest):
        raise Refused("error.seat_taken")
    return log_events.TakenOver(seat, guest, name)


def _renamed(state: TableState, guest: int, do: wire.Rename, is_quiet: bool) -> LogEvent:
    """Before the end: afterwards everybody is called what they were called in the game. Where people may not write to each other, names do not
    change either once the game goes on, and only a few times before."""
    known_seat(state, do.seat)
    if do.seat not in state.seats_of(guest):
        raise Refused("error.not_your_seat")
    if state.phase == "over":
        raise Refused("error.game_over")
    if is_quiet and (state.phase != "lobby" or state.chairs[do.seat].renamed >= QUIET_NAMES):
        raise Refused("error.quiet_name")
    return log_events.Renamed(do.seat, told_apart(state.chairs, clean_name(do.name), do.seat))


def up_to_date(state: TableState, guest: int, do: wire.Act, expected_seq: int) -> None:
    """Check that the seat is this guest's and that its decision is the one the guest saw. Raises `Refused` otherwise."""
    own_seat(state, guest, do.seat)
    if expected_seq < state.decision_since.get(do.seat, 0) or expected_seq > state.seq:
        raise Refused("error.stale")


def _act(state: TableState, guest: int, do: wire.Act, expected_seq: int, now_ms: int) -> list[LogEvent]:
    if do.seat == CHANCE_SEAT:
        return [_tell(state, guest, do, expected_seq)]
    up_to_date(state, guest, do, expected_seq)
    if state.is_paused:
        raise Refused("error.paused")
    event = act(state, do.seat, do.action, do.path, now_ms)
    return [*playing_on(state, do.seat), event]


def playing_on(state: TableState, seat: int) -> list[LogEvent]:
    """What a person's action says besides: whoever plays on takes back a resignation, and is there again."""
    chair, found = state.chairs[seat], list[LogEvent]()
    if chair.resigns_ms >= 0:
        found.append(log_events.Stayed(seat))
    if chair.declined or chair.stand_in:
        found.append(log_events.Returned(seat))
    return found


def act(state: TableState, seat: int, action: int, path: Sequence[str], now_ms: int) -> LogEvent:
    """The event of a legal action, for a seat that may act. Refused with the game's own reason otherwise."""
    table = state.table
    assert table is not None
    journal, later, ms = table.journal, None, -1
    if state.game.timed:
        later, ms = copy_of_state(journal.state), instant(state, now_ms)
        entry.advance(journal.box, later, ms)
    actors = journal.actors if later is None else int(entry.actors(journal.box, later))
    if not actors >> seat & 1:
        raise Refused("error.not_your_turn")
    if not 0 <= action < journal.setup.num_actions:
        raise Refused("error.unreadable", text=str(action))
    try:
        journal.accept(seat, action, tuple(path), later)
    except LudothequeError as error:
        raise Refused.of(error) from error
    return log_events.Act(seat, action, tuple(path), ms)


def _tell(state: TableState, guest: int, do: wire.Act, expected_seq: int) -> LogEvent:
    """The event of a person who enters what a die shows. Any player may."""
    table = state.table
    if table is None or state.phase != "playing" or not table.awaits_chance:
        raise Refused("error.no_chance")
    playing_person(state, guest)
    if not state.decision_since.get(CHANCE_SEAT, 0) <= expected_seq <= state.seq:
        raise Refused("error.stale")
    try:
        table.journal.check_result(do.action)
    except Illegal as error:
        raise Refused.of(error) from error
    return log_events.Act(CHANCE_SEAT, do.action)


def game_ms(state: TableState, now_ms: int) -> int:
    """The time on the game's clock by the wall clock: milliseconds since it began, without pauses.

    It may be earlier than the last event if the wall clock was set back, or if time was given back after the server was away.
    """
    return max(0, (min(now_ms, state.paused_ms) if state.is_paused else now_ms) - state.started_ms)


def instant(state: TableState, now_ms: int) -> int:
    """The instant for an event that happens now. The game's clock never runs back; it stands still instead."""
    return max(game_ms(state, now_ms), state.clock_ms)


def _undo(state: TableState, guest: int, seat: int, expected_seq: int, now_ms: int) -> LogEvent:
    if seat == CHANCE_SEAT:
        return _untell(state, guest, expected_seq)
    own_seat(state, guest, seat)
    asking = state.asking
    if asking is not None and (asking.kind, asking.seat) == ("undo", seat):
        return log_events.Withdrawn("undo", seat)
    found = _takeback(state, seat)
    if expected_seq < max(state.event_seqs[found.remaining], state.undone_seq) or expected_seq > state.seq:
        raise Refused("error.stale")
    if found.is_free:
        return log_events.Undone(seat, found.remaining)
    if asking is not None:
        raise Refused("error.already_asking")
    judges = _judges(state, seat)
    if not judges:
        raise Refused("error.revealed")
    absence.check_asking(state, "undo", seat, now_ms)
    return log_events.Asked("undo", seat, tuple(judges))


def _untell(state: TableState, guest: int, expected_seq: int) -> LogEvent:
    """The event that takes back a die's result, if nothing has followed from it."""
    playing_person(state, guest)
    found = _takeback(state, CHANCE_SEAT)
    if not max(state.event_seqs[found.remaining], state.undone_seq) <= expected_seq <= state.seq:
        raise Refused("error.stale")
    return log_events.Undone(CHANCE_SEAT, found.remaining)


def _takeback(state: TableState, seat: int) -> Takeback:
    """What it takes for a seat to take back its last action here. Raises `Refused` if there is nothing to take back."""
    if state.table is None or state.phase != "playing":
        raise Refused("error.nothing_to_undo")
    judges = _judges(state, seat)
    try:
        found = takeback(state.table.journal, seat, judges)
    except Illegal as error:
        raise Refused.of(error) from error
    return replace(found, is_free=found.is_free and not _costs_time(state, judges, found.remaining))


def _costs_time(state: TableState, seats: Sequence[int], move: int) -> bool:
    """Whether one of these spends time of its clock on what follows from the event of this index. While pieces are set up, nobody does."""
    clocks = state.clocks
    return (
        clocks is not None
        and not state.is_setting_up
        and any(clocks.thinks_about(seat, move) for seat in seats)
    )


def _judges(state: TableState, seat: int) -> list[int]:
    """The seats that must agree to a takeback: those of other people still in the game. Who is replaced by a bot is not asked."""
    chairs = state.chairs
    return [
        other
        for other in state.remaining
        if other != seat and chairs[other].who == "person" and not chairs[other].stand_in
    ]


def undo_is_free(state: TableState, seat: int) -> bool:
    """Whether a seat's last action can be taken back at once (seat -1: the last die entered)."""
    try:
        return _takeback(state, seat).is_free
    except Refused:
        return False


def may_ask_undo(state: TableState, seat: int) -> bool:
    """Whether a seat may ask to take back its last action: somebody can agree, or nobody has to."""
    if seat in state.resigned:
        return False
    try:
        return _takeback(state, seat).is_free or (state.asking is None and bool(_judges(state, seat)))
    except Refused:
        return False


def _consent(state: TableState, guest: int, do: wire.Consent, expected_seq: int) -> list[LogEvent]:
    own_seat(state, guest, do.seat)
    asking = state.asking
    if asking is None or do.seat not in asking.of or do.seat in asking.yes:
        raise Refused("error.not_asked")
    if expected_seq < asking.seq:
        raise Refused("error.stale")
    events: list[LogEvent] = [log_events.Answered(do.seat, do.yes, asking.kind, asking.seat)]
    agreed = (*asking.yes, do.seat)
    if not do.yes or set(agreed) != set(asking.of):
        return events
    if asking.kind == "end":
        events.append(log_events.CalledOff(asking.seat, agreed))
    else:
        remaining = None if state.table is None else last_of(state.table.journal, asking.seat)
        if remaining is None:
            raise Refused("error.nothing_to_undo")
        events.append(log_events.Undone(asking.seat, remaining, agreed))
    return events
