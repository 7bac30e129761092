"""Who can still answer in a race, and how long things that happen by themselves wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.server.base.clocks import now_ms, wall_ms
from ludotheque.server.room.acting import game_ms
from ludotheque.server.room.races.race import Race, Rival, grace_ms
from ludotheque.server.room.races.timing import MAX_TRUSTED_MS

if TYPE_CHECKING:
    from ludotheque.server.live.room import Room


def rivals(room: Room, race: Race | None, *, people_only: bool = False) -> dict[int, Rival]:
    """Everybody who can answer, by seat: people whose page is open, and bots."""
    state, now = room.state, now_ms()
    p95 = {watcher.guest: MAX_TRUSTED_MS for watcher in room.watchers}
    heard: dict[int, float] = {}
    for watcher in room.watchers:
        if watcher.trusted.answers(now):  # one of several pages may have vanished silently
            heard[watcher.guest] = max(heard.get(watcher.guest, 0.0), watcher.trusted.p95(now))
    p95 |= heard
    found: dict[int, Rival] = {}
    for seat, chair in enumerate(state.chairs):
        if race is None or not race.may_act(seat):
            continue
        if state.is_bot(seat):
            if not people_only:
                found[seat] = Rival(0.0, state.handicaps[seat])
        elif chair.guest in p95:
            found[seat] = Rival(p95[chair.guest], state.handicaps[seat])
    return found


def for_tick_ms(room: Room, race: Race | None, due_ms: int) -> float:
    """How long something due at this instant still waits for players who may have been quicker."""
    if race is None:
        return 0.0
    now, ms = now_ms(), due_ms - race.base_ms
    if any(claim.key_ms <= ms for claim in race.pending):
        return max(1.0, (race.closes_ms() or now) - now)
    if ms < 0:
        return 0.0
    there = rivals(room, race, people_only=True)
    silent = [there[seat] for seat in there if race.idle_ms.get(seat, -1.0) < ms]
    return max(0.0, race.fired_ms + ms + grace_ms(silent) - now) if silent else 0.0


def for_act_ms(room: Room, race: Race | None) -> float:
    """How long an ordinary action waits until what was pressed before it is decided."""
    table = room.state.table
    if race is None or table is None:
        return 0.0
    closes = race.closes_ms()
    if closes is not None:
        return max(1.0, closes - now_ms())
    due = table.due_ms
    return for_tick_ms(room, race, due) if 0 <= due <= game_ms(room.state, wall_ms()) else 0.0
