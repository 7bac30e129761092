"""Requests between players and their answers: ending the game, reminders, resigning, declining, and what people write."""

from __future__ import annotations

from unicodedata import category, combining

from ludotheque.core.takeback import last_of
from ludotheque.server.base.names import BLANK_LETTERS
from ludotheque.server.room import absence, log_events, permits, wire
from ludotheque.server.room.chairs import told_apart
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.permits import Now, known_seat, own_seat, playing_person
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState

MAX_SAID, MAX_SAID_EACH, MAX_SAID_WATCHING = 500, 100, 100
"""The most lines that a table keeps: in all, of one person, and of all watchers together. So nobody can use up the others' room."""

JOINER = "\u200d"
"""Joins the parts of one emoji."""


MAX_MARKS = 4
"""How many marks may stand on one letter; more of them would cover the lines above and below."""


def clean_line(text: str) -> str:
    """A line as it is kept: in one row, without control characters or changes of writing direction, and with few marks on a letter.

    "" if nothing of it would be visible.
    """
    found: list[str] = []
    marks = 0
    for each in " ".join(text.split()):
        marks = marks + 1 if combining(each) else 0
        if (each.isprintable() or each == JOINER) and marks <= MAX_MARKS:
            found.append(each)
    line = "".join(found).strip()
    return line if any(each not in BLANK_LETTERS and category(each)[0] in "LNPS" for each in line) else ""


def end(state: TableState, guest: int, seat: int, now: Now) -> list[LogEvent]:
    """End the game without a winner: at once if everybody else is away or a bot, otherwise after asking the others."""
    own_seat(state, guest, seat)
    asking = state.asking
    if asking is not None:
        if asking.kind == "end" and asking.seat == seat:
            return [log_events.Withdrawn("end", seat)]
        raise Refused("error.already_asking")
    of = tuple(
        other
        for other in state.remaining
        if (chair := state.chairs[other]).who == "person"
        and not (chair.guest == guest or chair.stand_in or chair.declined or now.is_away(chair.guest))
    )
    if not of:
        return [log_events.CalledOff(seat)]
    absence.check_asking(state, "end", seat, now.ms)
    return [log_events.Asked("end", seat, of)]


def nudge(state: TableState, guest: int, seat: int, now: Now) -> LogEvent:
    """Remind somebody that the others have waited for them for a while."""
    known_seat(state, seat)
    permits.in_game(state)
    playing_person(state, guest)
    chair = state.chairs[seat]
    now_ms = state.now_ms(now.ms)
    waited_s = (now_ms - state.waiting_since_ms) / 1000
    slow = seat in state.actors and waited_s >= absence.usual_s(state)
    if (
        chair.guest == guest
        or state.is_bot(seat)
        or chair.who != "person"
        or not (slow or now.is_away(chair.guest))
    ):
        raise Refused("error.not_waited")
    absence.check_pause(chair.nudged_ms, absence.NUDGE_AGAIN_S, now_ms, "error.nudged")
    by = next(own for own in state.seats_of(guest) if own not in state.resigned)
    return log_events.Nudged(seat, by)


def unanswered(state: TableState, seat: int, now_ms: int) -> bool:
    """Whether this seat was reminded while it had to act, and has neither acted nor answered since. After a while a bot may play for it.

    Where there is a clock, the clock decides.
    """
    chair = state.chairs[seat]
    return (
        state.created.clock is None
        and not state.game.timed
        and seat in state.actors
        and chair.nudged_ms >= max(state.waiting_since_ms, chair.heard_ms, 0)
        and state.now_ms(now_ms) - chair.nudged_ms >= absence.NUDGE_AGAIN_S * 1000
    )


def resign(state: TableState, guest: int, seat: int, now: Now) -> LogEvent:
    """Resign. It takes effect a little later."""
    own_seat(state, guest, seat)
    chair = state.chairs[seat]
    if chair.resigns_ms >= 0:
        raise Refused("error.resigning")
    absence.check_pause(chair.stayed_ms, absence.ASK_AGAIN_S, state.now_ms(now.ms), "error.resigned_again")
    return log_events.Resigning(seat, round(now.resign_s * 1000))


def stay(state: TableState, guest: int, seat: int) -> LogEvent:
    """Play on: withdraw a resignation, take the seat back from a bot that plays for somebody who is there, or answer a reminder."""
    own_seat(state, guest, seat)
    chair = state.chairs[seat]
    if chair.resigns_ms >= 0:
        return log_events.Stayed(seat)
    if chair.stand_in:
        return log_events.Returned(seat)
    if chair.nudged_ms < max(state.waiting_since_ms, 0) or chair.heard_ms >= chair.nudged_ms:
        raise Refused("error.not_resigning")
    return log_events.Heard(seat)


def decline(state: TableState, guest: int, seat: int) -> LogEvent:
    """Decline a game that somebody else wants or began, before acting in it. The person who wanted it may cancel it while others are
    awaited."""
    known_seat(state, seat)
    if state.phase != "lobby":
        own_seat(state, guest, seat)
    else:
        permits.holder(state, guest, seat)
        if not (state.chairs[seat].awaited or state.waits_to_begin):
            raise Refused("error.not_playing")
    if state.table is not None and any(event.seat == seat for event in state.table.events):
        raise Refused("error.already_started")
    return log_events.Declined(seat)


def say(state: TableState, guest: int, do: wire.Say) -> LogEvent:
    """Write a line, or say an emote. Anybody at the table may, watchers included."""
    if not state.created.chat:
        raise Refused("error.chat_off")
    text = clean_line(do.text)
    if bool(text) == (do.emote is not None):
        raise Refused("error.bad_line")
    mine = state.seats_of(guest)
    if len(state.said) >= MAX_SAID:
        raise Refused("error.chat_full", n=MAX_SAID)
    if sum(each.guest == guest for each in state.said) >= MAX_SAID_EACH:
        raise Refused("error.chat_yours_full", n=MAX_SAID_EACH)
    if not mine and sum(each.seat < 0 for each in state.said) >= MAX_SAID_WATCHING:
        raise Refused("error.chat_watching_full", n=MAX_SAID_WATCHING)
    seat = mine[0] if mine else -1
    name = state.chairs[seat].name if mine else do.name
    name = " ".join(name.split())
    if not name.isprintable():
        name = ""
    return log_events.Said(seat, guest, name if mine else told_apart(state.chairs, name), text, do.emote)


def consent(state: TableState, guest: int, do: wire.Consent, expected_seq: int) -> list[LogEvent]:
    """Answer a request to take a move back or to end the game. The last yes carries it out."""
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
