"""The end of a move and its effects: the podium, quicksand, a berry, the vortex; then the turn goes on or ends."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import SWAP
from ludotheque.games.banjooli_cross.rules.course import berry_on, ground
from ludotheque.games.banjooli_cross.rules.dice import begin_throw, is_joker, may_run
from ludotheque.games.banjooli_cross.rules.frenzy import any_frenzy_move
from ludotheque.games.banjooli_cross.rules.moving import DRIVEN_BACK, can_move
from ludotheque.games.banjooli_cross.state import (
    ARRIVED,
    BACK_IN_NEST,
    BIRDS,
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
    place = arrived(s) + 1
    s.at[bird], s.place[bird] = ARRIVED, place
    if place == FINISHERS:
        s.ended, s.phase = Ending.THIRD_ARRIVAL.value, Phase.OVER.value


@rule("BJC-18")
def arrived(s: Any) -> int:
    """The number of birds over the line."""
    count = wide(0)
    for bird in range(BIRDS):
        if s.place[bird] > 0:
            count += 1
    return count


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


# -- the vortex, on a tile or from a berry: a die decides which ostrich changes places with the one in it -----------------


@rule("BJC-58", "BJC-59", "BJC-60")
def spin(b: Any, s: Any, colour: int) -> None:
    """Another colour: the two swap. Its own colour: it is scared where it stands. A joker: the player chooses, if there is a choice."""
    s.points_left = 0
    if colour == s.moving:
        s.scared[s.moving] = 1
        go_on(b, s)
    elif not is_joker(s, colour):
        swap(b, s, colour)
    elif only_partner(s) != NOBODY:
        swap(b, s, only_partner(s))
    else:
        s.phase = Phase.VORTEX.value


@rule("BJC-59")
def may_swap(s: Any, bird: int) -> bool:
    """Any other ostrich that has not arrived, those in their nests too."""
    return bird != s.moving and s.place[bird] == 0


@rule("BJC-59")
def only_partner(s: Any) -> int:
    """The only ostrich to swap with; `NOBODY` if there are several."""
    partner = wide(NOBODY)
    for bird in range(BIRDS):
        if may_swap(s, bird):
            if partner != NOBODY:
                return wide(NOBODY)
            partner = wide(bird)
    return partner


@rule("BJC-58")
def swap(b: Any, s: Any, other: int) -> None:
    """They change places, each keeping its face; nothing is triggered where they come to stand."""
    here = s.at[s.moving]
    s.at[s.moving] = s.at[other]
    s.at[other] = here
    go_on(b, s)


@rule("BJC-59")
def list_swaps(s: Any, out: Any) -> int:
    """One for each ostrich that may be chosen."""
    n = wide(0)
    for bird in range(BIRDS):
        if may_swap(s, bird):
            out[n] = SWAP + bird
            n += 1
    return n
