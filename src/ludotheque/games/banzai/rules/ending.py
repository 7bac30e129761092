"""The end of a round: who is out, the next round, the final, and the Banzaï Master."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.games.banzai.rules.choosing import place_of, put_duellists_back
from ludotheque.games.banzai.rules.hands import bit, count, lowest
from ludotheque.games.banzai.rules.setup import begin_round, players
from ludotheque.games.banzai.state import NONE, LotFor, Phase

END, OVER, LOT = Phase.END.value, Phase.OVER.value, Phase.LOT.value
FOR_THIRD = LotFor.THIRD.value
MASTER = 1


@compiled
def eliminate(s: Any, seats: int) -> None:
    """These seats, as bits, are out at the same moment."""
    if seats == 0:
        return
    s.outs += 1
    for seat in range(s.seats):
        if seats >> seat & 1:
            s.out[seat] = s.outs
    s.round_out = int(s.round_out) | seats


@rule("BNZ-43", "BNZ-69", "BNZ-70")
def end_round(s: Any, round_end: int) -> None:
    """End the round. The Princesses sleep after a pardon, until a player is out. The only player left has won."""
    s.round_end = round_end
    if s.round_out != 0:
        s.asleep = 0
    elif s.pardoned != 0:
        s.asleep = 1
    s.phase = OVER if players(s) == 1 else END
    s.since_ms = s.now_ms
    s.ready = 0


@compiled
def is_ready(s: Any, seat: int) -> bool:
    """Whether a seat waits for the next round."""
    return int(s.ready) >> int(seat) & 1 == 1


@rule("BNZ-43")
def get_ready(b: Any, s: Any, seat: int) -> None:
    """Everybody who plays on is ready: the next round begins."""
    s.ready = int(s.ready) | bit(seat)
    for other in range(s.seats):
        if s.out[other] == 0 and not is_ready(s, other):
            return
    next_round(b, s)


@rule("BNZ-44", "BNZ-46")
def next_round(b: Any, s: Any) -> None:
    """The players who are still in go on; with two it is the final, for which a third player is needed."""
    put_duellists_back(s)
    s.third = NONE
    if players(s) > 2:
        sit_down(s)
        begin_round(b, s)
        return
    s.final = 1
    s.lot = last_out(s)
    if count(s.lot) == 1:
        begin_final(b, s, lowest(s.lot))
        return
    s.phase = LOT
    s.lot_for = FOR_THIRD
    s.since_ms = s.now_ms


@rule("BNZ-47")
def last_out(s: Any) -> int:
    """The seats that went out last, as bits: of several that did so at the same moment, one is drawn by lot."""
    latest = 0
    for seat in range(s.seats):
        if s.out[seat] == s.outs:
            latest |= bit(seat)
    return latest


@rule("BNZ-47", "BNZ-48")
def begin_final(b: Any, s: Any, third: int) -> None:
    """Three at the table, three families, one pawn; the third player is out and assists."""
    s.third = third
    if place_of(s, third) == NONE:
        s.seating[s.placed] = third
        s.placed += 1
    sit_down(s)
    begin_round(b, s)


@compiled
def sit_down(s: Any) -> None:
    """Players who are out stand up, the others close ranks; in the final the third player stays."""
    left = 0
    for place in range(s.placed):
        seat = s.seating[place]
        if s.out[seat] == 0 or seat == s.third:
            s.seating[left] = seat
            left += 1
    for place in range(left, s.placed):
        s.seating[place] = NONE
    s.placed = left


@compiled
def ending(b: Any, s: Any) -> int:
    """1 once there is a Banzaï Master."""
    return MASTER if s.phase == OVER else 0


@rule("BNZ-54")
def ranking(b: Any, s: Any, out: Any) -> None:
    """The last seat in is first; the others are ranked by how long they stayed."""
    for seat in range(s.seats):
        out[seat] = 0
        if s.phase != OVER:
            continue
        out[seat] = 1
        for other in range(s.seats):
            if s.out[seat] != 0 and (s.out[other] == 0 or s.out[other] > s.out[seat]):
                out[seat] += 1
