"""The end of a move and its effects: the podium, quicksand, the vortex, a berry; then the turn goes on or ends."""

from __future__ import annotations

from typing import Any

from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.rules.course import berry_on, ground
from ludotheque.games.banjooli_cross.rules.dice import begin_throw
from ludotheque.games.banjooli_cross.rules.frenzy import any_frenzy_move
from ludotheque.games.banjooli_cross.rules.lava import DRIVEN_BACK, UNREACHED
from ludotheque.games.banjooli_cross.rules.moving import can_move, mark_ends
from ludotheque.games.banjooli_cross.rules.points import may_run
from ludotheque.games.banjooli_cross.state import (
    ARRIVED,
    BACK_IN_NEST,
    DESTINATIONS,
    FINISHERS,
    NEST,
    NOBODY,
    PODIUM,
    SPACES,
    Ending,
    Ground,
    Phase,
    wide,
)


@rule("BJC-22", "BJC-45")
def carry(b: Any, s: Any, bird: int, destination: int, arrival: int) -> None:
    """Put the bird where its move ends; `arrival` is its entry in the list of destinations (see `moving`)."""
    s.moving, s.points_left = bird, 0
    if destination == PODIUM:
        arrive(b, s, bird)
        go_on(b, s)
        return
    s.at[bird] = NEST if destination == BACK_IN_NEST else destination
    if arrival == DRIVEN_BACK or destination >= SPACES:
        go_on(b, s)
        return
    s.points_left = arrival
    enter(b, s, bird, destination)


@rule("BJC-18", "BJC-45", "BJC-46")
def arrive(b: Any, s: Any, bird: int) -> None:
    """Over the line, onto the next space of the podium; the third one ends the race at once."""
    place = wide(1)
    for other in range(len(s.place)):
        if s.place[other] > 0:
            place += 1
    s.at[bird], s.place[bird] = ARRIVED, place
    if place == FINISHERS:
        s.ended, s.phase = Ending.THIRD_ARRIVAL.value, Phase.OVER.value


@rule("BJC-36", "BJC-58", "BJC-62")
def enter(b: Any, s: Any, bird: int, space: int) -> None:
    """Quicksand scares, the vortex spins, a berry is picked; on all other ground the move is simply over."""
    kind = ground(b, s, space)
    token = berry_on(s, space)
    if token != NOBODY:
        s.found = token
        s.phase = Phase.FIND.value
    elif kind == Ground.VORTEX.value:
        s.phase = Phase.SPIN.value
    else:
        if kind == Ground.QUICKSAND.value:
            s.scared[bird] = 1
        go_on(b, s)


@rule("BJC-21", "BJC-29", "BJC-62", "BJC-71")
def go_on(b: Any, s: Any) -> None:
    """Continue with the rest of the move, then of the frenzy; else with the next player's turn."""
    if s.ended != Ending.NONE.value:
        return
    if s.moving != NOBODY and s.points_left > 0 and may_run(s, s.moving) and can_move(b, s, s.moving):
        s.phase = Phase.CONTINUE.value
        return
    s.moving, s.points_left = NOBODY, 0
    if s.frenzy and any_frenzy_move(b, s):
        s.phase = Phase.FRENZY.value
    else:
        end_turn(b, s)


@rule("BJC-21", "BJC-68", "BJC-78")
def end_turn(b: Any, s: Any) -> None:
    """The dice go to the next player, to the left, or, after Pakaarloo, to the right; the technical limit counts all turns."""
    s.moving, s.points_left, s.frenzy = NOBODY, 0, 0
    s.turns[s.to_play] += 1
    if turns_played(s) >= b.turns:
        s.ended, s.phase = Ending.TURN_LIMIT.value, Phase.OVER.value
        return
    s.to_play = (s.to_play + s.direction + s.seats) % s.seats
    begin_throw(b, s)


@rule("BJC-78")
def turns_played(s: Any) -> int:
    """Turns of all seats together."""
    total = wide(0)
    for seat in range(s.seats):
        total += s.turns[seat]
    return total


@rule("BJC-22", "BJC-27", "BJC-29")
def ends_of(b: Any, s: Any, bird: int, points: Any, n: int) -> Any:
    """Every destination of a bird with any of the `n` numbers of points; see `moving` for the entries."""
    reached = np.full(DESTINATIONS, UNREACHED, np.int8)
    for i in range(n):
        mark_ends(b, s, bird, wide(points[i]), reached)
    return reached
