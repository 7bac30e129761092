"""Claims in a race, and gestures (waving, cheering), which change nothing and are not kept."""

from __future__ import annotations

from ludotheque.server.access.frames import Text
from ludotheque.server.access.limits import Bucket
from ludotheque.server.live.room import Room
from ludotheque.server.live.watchers import Watcher
from ludotheque.server.room import wire
from ludotheque.server.room.permits import check_command_id
from ludotheque.server.room.refused import Refused

Gesture = wire.Idle | wire.Wave | wire.Cheer


def claim(watcher: Watcher, room: Room | None, message: wire.Claim, received_ms: float) -> None:
    """Enter the race. A refusal is answered at once, anything else when the race is decided."""
    try:
        check_command_id(message.command_id)
        if room is None or room.state.id != message.table:
            raise Refused("error.unknown_table")
        if room.races is None:
            raise Refused("error.not_raced")
        room.races.claim(watcher, message, received_ms, watcher.answer)
    except Refused as refused:
        watcher.answer(refused.answer(message.command_id, room.state.seq if room is not None else -1))


def gesture(
    watcher: Watcher, room: Room | None, message: Gesture, received_ms: float, cheers: Bucket
) -> None:
    """Show a gesture to the others. An impossible one is dropped, since nobody waits for an answer."""
    if room is None or room.state.id != message.table:
        return
    mine = room.state.seats_of(watcher.guest)
    match message:
        case wire.Idle() if room.races is not None:
            room.races.note_idle(watcher, message, received_ms)
        case wire.Wave() if room.races is not None and message.seat in mine:
            waves = Text(wire.write(wire.Waves(message.table, message.seat, message.x, message.y)))
            for other in room.watchers:
                if other is not watcher:
                    other.show(waves)
        case wire.Cheer() if cheers.take():
            name = watcher.name
            if not room.may_write:
                name = room.state.chairs[mine[0]].name if mine else ""
            cheers_told = wire.Cheers(message.table, mine[0] if mine else -1, name, message.kind)
            told = Text(wire.write(cheers_told))
            for each in room.watchers:
                if watcher.guest not in each.blocked:
                    each.show(told)
