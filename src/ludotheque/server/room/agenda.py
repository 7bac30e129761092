"""What happens at a table by itself, and when: the game begins, pauses and goes on; people leave and come back; a time is up.

The driver of a table keeps the time. It asks `happens` for the events that are due and writes them down. It asks again after `wait_ms`,
after each event, and when somebody comes or leaves.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from ludotheque.server.room import absence, log_events
from ludotheque.server.room.acting import game_ms, next_due
from ludotheque.server.room.chairs import Chair
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.seating import begun, vacated
from ludotheque.server.room.state import TableState

ASKING_S = 20.0
"""The most seconds that bots wait while people decide on a takeback."""


@dataclass(frozen=True)
class Here:
    """Who is at a table, as far as its driver knows. Instants are Unix ms.

    Attributes:
        online: the guests who look at the table.
        is_looked_at: whether somebody who sits there does; if only bots sit there, whether anybody does.
        since_ms: since when the table has been driven.
        left_ms: when each guest who looked at it before left.
        opened: the number of the newest event when each guest last opened the table's page.
        count_s: the seconds of the countdown before a raced game begins or goes on.
        counted_ms: when the countdown began; -1 if there is none.
        is_deciding: whether it is being decided whose hand was first.
    """

    online: frozenset[int] = frozenset()
    is_looked_at: bool = True
    since_ms: int = 0
    left_ms: Mapping[int, int] = field(default_factory=dict)
    opened: Mapping[int, int] = field(default_factory=dict)
    count_s: float = 0.0
    counted_ms: int = -1
    is_deciding: bool = False

    def unseen_since(self, guest: int) -> int:
        """When a guest who is not here was last seen."""
        return self.left_ms.get(guest, self.since_ms)


def happens(state: TableState, here: Here, now_ms: int) -> list[LogEvent]:
    """The events that are due because people come, leave or have left, or because the game may begin."""
    if state.phase == "over" or state.is_closed or state.abandoned is not None:
        return []
    return (
        vacated(state)
        or _coming_back(state, here)
        or _beginning(state, here, now_ms)
        or _pause(state, here, now_ms)
        or _leaving(state, here, now_ms)
    )


def wait_ms(state: TableState, here: Here, now_ms: int) -> int | None:
    """The milliseconds until `happens` is to be asked again, once it has given nothing; None if nothing will be due.

    The game's own clock is left out.
    """
    if state.is_closed or state.abandoned is not None:
        return None
    instants = []
    if here.counted_ms >= 0 and nothing_is_missing(state, here):
        instants.append(here.counted_ms + here.count_s * 1000)
    if absence.is_deserted(state, here.online) and not (state.is_paused or here.is_deciding):
        instants.append(_patient_until(here))
    instants += [
        here.unseen_since(state.chairs[seat].guest) + absence.NOTED_S * 1000 for seat in _gone(state, here)
    ]
    if bots_wait(state, here, now_ms):
        assert state.asking is not None
        instants.append(state.asking.since_ms + ASKING_S * 1000)
    waits = [each - now_ms for each in instants]
    due = next_due(state)
    if due is not None:
        waits.append(due[0] - state.now_ms(now_ms))
    return max(0, math.ceil(min(waits))) if waits else None


def game_wait_ms(state: TableState, now_ms: int) -> int | None:
    """The milliseconds until the game's clock brings something; None if it does not."""
    if (
        state.table is None
        or not state.game.timed
        or state.phase != "playing"
        or state.is_paused
        or state.is_closed
    ):
        return None
    due = state.table.due_ms
    return max(0, due - game_ms(state, now_ms)) if due >= 0 else None


# -- beginning and standing still -----------------------------------------------------------------------------------


def counts(state: TableState, count_s: float) -> bool:
    """Whether this table's game begins with a countdown, once its people have said that they are ready."""
    return count_s > 0 and state.game.racing is not None


def awaits_ready(state: TableState, count_s: float) -> bool:
    """Whether the game only waits for somebody to say that they are ready."""
    return state.phase == "lobby" and counts(state, count_s) and state.is_full and not state.is_ready


def nothing_is_missing(state: TableState, here: Here) -> bool:
    """Whether the game may begin, or go on after a pause. Where there is a countdown, it comes first."""
    if state.is_closed or state.abandoned is not None:
        return False
    if state.is_paused:
        return state.phase == "playing" and not absence.is_deserted(state, here.online)
    if state.phase != "lobby" or state.waits_to_begin or not (state.is_full and here.is_looked_at):
        return False
    return state.is_ready or not counts(state, here.count_s)


def _beginning(state: TableState, here: Here, now_ms: int) -> list[LogEvent]:
    if not nothing_is_missing(state, here):
        return []
    if counts(state, here.count_s) and not 0 <= here.counted_ms <= now_ms - here.count_s * 1000:
        return []
    return [log_events.Resumed() if state.is_paused else begun(state)]


def _patient_until(here: Here) -> float:
    """Until when the game waits after a restart for people to come back, before it pauses. When the last of them leaves, it pauses at once."""
    return 0.0 if here.left_ms else here.since_ms + absence.COMES_BACK_S * 1000


def _pause(state: TableState, here: Here, now_ms: int) -> list[LogEvent]:
    """All players have left: the game pauses, once earlier presses are decided."""
    if state.is_paused or here.is_deciding or not absence.is_deserted(state, here.online):
        return []
    return [log_events.Paused()] if now_ms >= _patient_until(here) else []


# -- coming and leaving ---------------------------------------------------------------------------------------------


def _coming_back(state: TableState, here: Here) -> list[LogEvent]:
    """Players who are back take over from the bots that stood in."""
    return [
        log_events.Returned(seat) if chair.stand_in else log_events.Present(seat)
        for seat, chair in enumerate(state.chairs)
        if _is_back(chair, here)
    ]


def _is_back(chair: Chair, here: Here) -> bool:
    """Whether this chair's person is there, although the table says otherwise. People who declined to play are back when they open the page
    again; a page that was open all the time does not count. The same holds for people who were there when a bot replaced them."""
    if chair.guest not in here.online or not (chair.stand_in or chair.declined or chair.absent_ms >= 0):
        return False
    since = chair.declined_seq if chair.declined else chair.replaced_seq if chair.stand_in else -1
    return since < 0 or here.opened.get(chair.guest, -1) >= since


def _gone(state: TableState, here: Here) -> list[int]:
    """The seats whose people have left the game without the log saying so yet."""
    if state.phase != "playing" or not absence.others_play(state):
        return []
    return [
        seat
        for seat in state.remaining
        if (chair := state.chairs[seat]).who == "person"
        and chair.absent_ms < 0
        and chair.guest not in here.online
    ]


def _leaving(state: TableState, here: Here, now_ms: int) -> list[LogEvent]:
    """Notes who has been gone for a while. Reloading a page takes less time."""
    long_ago = now_ms - absence.NOTED_S * 1000
    return [
        log_events.Absent(seat)
        for seat in _gone(state, here)
        if here.unseen_since(state.chairs[seat].guest) <= long_ago
    ]


# -- bots -----------------------------------------------------------------------------------------------------------


def bots_wait(state: TableState, here: Here, now_ms: int) -> bool:
    """Whether bots wait for the answer to a request for a takeback. They go on after a while, or if none of those asked is here."""
    asking = state.asking
    if asking is None or asking.kind != "undo":
        return False
    there = any(state.chairs[seat].guest in here.online for seat in asking.of)
    return there and now_ms < asking.since_ms + ASKING_S * 1000
