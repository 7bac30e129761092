"""Claims in a race, and gestures (waving, cheering), which change nothing and are not kept."""

from __future__ import annotations

from ludotheque.core.message import Message
from ludotheque.server.access.limits import Bucket
from ludotheque.server.live.live import Live, Watcher
from ludotheque.server.room import wire
from ludotheque.server.room.refused import Refused

Gesture = wire.Idle | wire.Wave | wire.Cheer


def claim(watcher: Watcher, live: Live | None, message: wire.Claim, received_ms: float) -> None:
    """Enter the race. A refusal is answered at once, anything else when the race is decided."""
    try:
        if not 1 <= len(message.command_id) <= 80:
            why = Message("error.why.length", {"low": 1, "high": 80})
            raise Refused("error.bad_input", field="command_id", why=why)
        if live is None or live.state.id != message.table:
            raise Refused("error.unknown_table")
        if live.races is None:
            raise Refused("error.not_raced")
        live.races.claim(watcher, message, received_ms, watcher.answer)
    except Refused as refused:
        seq = live.state.seq if live is not None else -1
        watcher.answer(wire.Rejected(message.command_id, refused.message, list(refused.rules), seq))


def gesture(
    watcher: Watcher, live: Live | None, message: Gesture, received_ms: float, cheers: Bucket
) -> None:
    """Show a gesture to the others. An impossible one is dropped, since nobody waits for an answer."""
    if live is None or live.state.id != message.table:
        return
    mine = live.state.seats_of(watcher.guest)
    match message:
        case wire.Idle() if live.races is not None:
            live.races.note_idle(watcher, message, received_ms)
        case wire.Wave() if live.races is not None and message.seat in mine:
            waves = wire.Waves(message.table, message.seat, message.x, message.y)
            for other in live.watchers - {watcher}:
                other.show(waves)
        case wire.Cheer() if cheers.take():
            name = watcher.name
            if live.is_quiet:
                name = live.state.chairs[mine[0]].name if mine else ""
            told = wire.Cheers(message.table, mine[0] if mine else -1, name, message.kind)
            for each in live.watchers:
                if watcher.guest not in each.blocked:
                    each.show(told)
