"""Who may sit down at a table: invitations, and the people whom its host has removed."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable

from ludotheque.server.room import log_events, permits, wire
from ludotheque.server.room.log_events import Door, LogEvent
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState

DAYS = 7
"""How many days an invitation is valid, unless the host says otherwise."""
DAY_MS = 86_400_000
NO_SEAT = "error.no_seat_for_you"
"""All that people learn who were removed or are blocked."""


def invitation(who: Door, now_ms: int, days: int = DAYS) -> log_events.Invited:
    """Who may sit down from now on. Where a link is needed it gets a new key, and the earlier ones stop working."""
    if who != "link":
        return log_events.Invited(who)
    return log_events.Invited(who, secrets.token_urlsafe(12), now_ms + days * DAY_MS)


def invite(state: TableState, guest: int, do: wire.Invite, now_ms: int) -> LogEvent:
    """The host says who may sit down, or makes a new link."""
    permits.host(state, guest)
    permits.before_game(state)
    if do.who != "link" and do.who == state.invitation.who:
        raise Refused("error.invite.same")
    return invitation(do.who, now_ms, do.days)


def is_open(state: TableState) -> bool:
    """Whether a seat is free at which anybody may sit down."""
    return (
        state.phase == "lobby"
        and not state.is_full
        and state.invitation.who == "anybody"
        and not state.is_closed
        and state.abandoned is None
    )


def refuse_removed(state: TableState, guest: int) -> None:
    """Refuse somebody who was removed: they may neither watch nor look at the game in any other way."""
    if guest in state.removed:
        raise Refused(NO_SEAT, (), 403)


def check(state: TableState, guest: int, key: str, now_ms: int) -> None:
    """Refuse somebody who may not sit down. People who sat here before need no invitation."""
    refuse_removed(state, guest)
    invited = state.invitation
    if guest in state.known or invited.who == "anybody":
        return
    if invited.who == "nobody":
        raise Refused("error.invite.nobody")
    if not key:
        raise Refused("error.invite.missing")
    fits = hmac.compare_digest(key.encode(), invited.key.encode())
    if not fits or 0 <= invited.until_ms < now_ms:
        raise Refused("error.invite.old")


def remove(state: TableState, guest: int, do: wire.Remove, named: Callable[[str], int]) -> LogEvent:
    """The host removes somebody: the person in a seat before the game, a watcher by name, or the author of some lines.

    `named` finds the guest who watches under a name; 0 if nobody does.
    """
    permits.host(state, guest)
    if do.seat >= 0:
        permits.known_seat(state, do.seat)
        permits.before_game(state)
        chair = state.chairs[do.seat]
        found, name = (chair.guest, chair.name) if chair.who == "person" else (0, "")
    elif do.watcher:
        found, name = named(do.watcher), do.watcher
    else:
        found, name = speaker(state, do.by)
    if not found or found in state.removed:
        raise Refused("error.nobody_there")
    if found == guest:
        raise Refused("error.not_yourself")
    if state.seats_of(found):
        permits.before_game(state)
    return log_events.Removed(found, name)


def speaker(state: TableState, by: int) -> tuple[int, str]:
    """The guest whose lines have this number, and their latest name; 0 if there is none."""
    speakers = list(dict.fromkeys(each.guest for each in state.said))
    if not 0 <= by < len(speakers):
        return 0, ""
    return speakers[by], next(each.name for each in reversed(state.said) if each.guest == speakers[by])


def let_in(state: TableState, guest: int, do: wire.LetIn) -> LogEvent:
    """The host lets somebody come back."""
    permits.host(state, guest)
    for found, (_, seq) in state.removed.items():
        if seq == do.n:
            return log_events.LetIn(found)
    raise Refused("error.nobody_there")
