"""How long people wait for each other: until somebody counts as away, until they may be reminded, until a question may be asked again."""

from __future__ import annotations

import math
from collections.abc import Container

from ludotheque.server.room.log_events import What
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState

NOTED_S = 5.0
"""The seconds after which somebody who left is noted in the log. Reloading a page takes less."""

COMES_BACK_S = 2.0
"""The seconds that people have to come back after the server was restarted, before their game against the clock stands still."""

AWAY_S = 15.0
AWAY_WITHOUT_HURRY_S = 60.0
"""After this many seconds unseen a player is away, and the others may do something about it. In games against the clock it is less."""

NUDGE_AGAIN_S = 30.0
ASK_AGAIN_S = 30.0
"""The seconds until somebody may be reminded again, and until a seat may repeat a request that was refused or withdrawn, or resign again."""


def patience_s(state: TableState) -> float:
    """How long the others wait before somebody counts as away, in seconds. In games over days, nobody counts as away before their time is up."""
    clock = state.created.clock
    return max(usual_s(state), clock.seconds) if clock is not None and clock.per == "days" else usual_s(state)


def usual_s(state: TableState) -> float:
    """How long somebody may take before the others may remind them, in seconds."""
    return AWAY_S if state.game.timed else AWAY_WITHOUT_HURRY_S


def others_play(state: TableState) -> bool:
    """Whether more than one person plays here. When somebody who plays only against bots leaves, nobody needs to know."""
    return len(state.people) > 1


def is_deserted(state: TableState, online: Container[int]) -> bool:
    """Whether all players of a game against the clock have left: then the clock stands. Where only bots play, it runs.

    As long as one person is there, the game goes on, so leaving a race among several people gains nobody time to think.
    """
    if state.game.racing is None or state.phase != "playing":
        return False
    people = {
        chair.guest
        for seat in state.remaining
        if (chair := state.chairs[seat]).who == "person" and not chair.stand_in
    }
    return bool(people) and not any(guest in online for guest in people)


def sights(state: TableState, stopped_ms: int) -> dict[int, int]:
    """Until when each guest had a table on screen, as its log has it: until it was noted that they had left, or until the server stopped.

    In Unix ms. `stopped_ms` is when the server stopped after the last event; -1 if it did not, and then nothing is known of who was there.
    """
    found: dict[int, int] = {}
    for chair in state.chairs:
        if chair.guest:
            until_ms = chair.noted_ms if chair.absent_ms >= 0 else stopped_ms
            found[chair.guest] = max(found.get(chair.guest, -1), until_ms)
    return found


def check_asking(state: TableState, kind: What, seat: int, now_ms: int) -> None:
    """Refuse if this seat asked for the same thing a moment ago and was refused, or withdrew."""
    check_pause(
        state.dropped_ms.get((kind, seat), -1), ASK_AGAIN_S, state.now_ms(now_ms), "error.asked_again"
    )


def check_pause(since_ms: int, pause_s: float, now_ms: int, key: str) -> None:
    """Refuse with the seconds that are left, unless this pause is over."""
    left_ms = since_ms + pause_s * 1000 - now_ms
    if since_ms >= 0 and left_ms > 0:
        raise Refused(key, n=math.ceil(left_ms / 1000))
