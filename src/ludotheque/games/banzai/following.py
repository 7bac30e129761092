"""What an action brings about at Banzaï! besides itself: the hop, the end of a race, the next round; in words and motions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banzai.looks import (
    back_id,
    doll_id,
    fan_at,
    fan_id,
    laid_at,
    lies_at,
    nearest_point,
    pawn_id,
    player,
    rim,
    said,
    seen_at,
    taken_at,
)
from ludotheque.games.banzai.panels import hand_place, in_hand
from ludotheque.games.banzai.prompts import how_it_ended
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.reach import reach_ms
from ludotheque.games.banzai.state import NONE, SEALED, Call, Phase
from ludotheque.games.banzai.things import card_name, seated
from ludotheque.scene.model import Motion

Then = tuple[Message, str]
"""What came of it, in words, and its sound."""


def what_followed(b: Any, before: Any, after: Any) -> Iterator[Then]:
    """What came of an action, or of time, in the order in which it came."""
    was, now = Phase(int(before["phase"])), Phase(int(after["phase"]))
    if has_slid(before, after):
        yield Message("banzai.then.hop"), "hop"
    elif now == Phase.SLIDE != was:
        yield Message("banzai.then.ready"), "card"
    if int(after["dealt_again"]) != int(before["dealt_again"]):
        yield Message("banzai.then.dealt_again"), "card"
    if was not in (Phase.END, Phase.OVER) and now in (Phase.END, Phase.OVER):
        yield how_it_ended(after), "win" if now == Phase.OVER else "out"
        yield from ((late, "out") for late in _by_how_much(b, before, after))
    if int(after["void_ms"]) != int(before["void_ms"]) and int(after["void_ms"]) != NONE:
        yield said("banzai.then.void", who=player(int(before["caller"]))), "gasp"
    if was == Phase.STOP and int(before["pooled"]) == 0 < int(after["pooled"]):
        yield said("banzai.then.pooled", who=player(int(after["stop_by"]))), "card"
    if was == Phase.END != now:
        yield _next_round(after), "card"


def _by_how_much(b: Any, before: Any, after: Any) -> Iterator[Message]:
    """Unhurried: how much later than who has it somebody came for the pawn they aimed at, as far as the audience knows the aim."""
    if int(before["phase"]) != Phase.REACT:
        return
    for seat in range(int(after["seats"])):
        pawn = int(before["aim"][seat])
        if not 0 <= pawn < int(after["pawns"]) or not int(after["round_out"]) >> seat & 1:
            continue
        other = int(after["pawn_by"][pawn])
        if other in (NONE, seat):
            continue
        late = _arrival(b, after, seat, pawn) - _arrival(b, after, other, pawn)
        if late >= 0:
            yield said(
                "banzai.then.late", who=player(seat), n=round(late), pawn=pawn + 1, other=player(other)
            )


def _arrival(b: Any, s: Any, seat: int, pawn: int) -> float:
    return float(b["reaction_ms"][int(s["reaction"][seat])]) + float(reach_ms(b, s, seat, pawn))


def _next_round(after: Any) -> Message:
    if int(after["phase"]) == Phase.LOT:
        return Message("banzai.then.lot")
    name = "final" if int(after["final"]) else "round"
    return said(f"banzai.then.{name}", n=int(after["round_number"]))


def has_slid(before: Any, after: Any) -> bool:
    """Whether the cards have slid."""
    return int(after["exchanges"]) == int(before["exchanges"]) + 1 or (
        int(after["dealt_again"]) != int(before["dealt_again"])
    )


# -- motions ----------------------------------------------------------------------------------------------------------


def motions(before: Any, after: Any) -> tuple[Motion, ...]:
    """Everything that is seen to move between two situations."""
    if int(before["round_number"]) != int(after["round_number"]):
        return ()
    return (*_laid(before, after), *_slides(before, after), *_dolls(before, after), *_pawns(before, after))


def _laid(before: Any, after: Any) -> Iterator[Motion]:
    """Cards that were laid down, or taken up for another one."""
    for place, seat in enumerate(seated(after)):
        was, now = int(before["chosen"][seat]), int(after["chosen"][seat])
        if was == now or now == NONE or int(before["placed"]) != int(after["placed"]):
            continue
        if now == SEALED:
            yield Motion(back_id(seat), (fan_at(place), laid_at(place)), "slide")
            continue
        hand = in_hand(before, seat)
        if now in hand:
            yield Motion(card_name(now), (hand_place(seat, hand.index(now)), laid_at(place)), "slide")


def _slides(before: Any, after: Any) -> Iterator[Motion]:
    """Each card goes to the next place; what the audience sees of it goes into the hand."""
    if not has_slid(before, after):
        return
    placed = int(after["placed"])
    for place, seat in enumerate(seated(after)):
        start = laid_at((place - 1) % placed)
        yield Motion(fan_id(seat), (start, fan_at(place)), "appear")
        seen = in_hand(after, seat)
        whole = len(seen) == int(after["held"][seat])
        for number, card in enumerate(seen):
            if not int(before["hands"][seat]) >> card & 1:
                end = hand_place(seat, number) if whole else seen_at(place, number)
                yield Motion(card_name(card), (start, end), "appear")


def _dolls(before: Any, after: Any) -> Iterator[Motion]:
    """Who has changed seats."""
    if int(before["placed"]) != int(after["placed"]):
        return
    places = sorted(enumerate(seated(after)), key=lambda each: each[1] != int(before["stop_by"]))
    for place, seat in places:
        was = int(place_of(before, seat))
        if was not in (NONE, place):
            yield Motion(doll_id(seat), (rim(was), rim(place)), "slide")


def _pawns(before: Any, after: Any) -> Iterator[Motion]:
    """Pawns that were taken or put back; those that were moved are seen to lie elsewhere."""
    for pawn in range(int(after["pawns"])):
        by, was = int(after["pawn_by"][pawn]), int(before["pawn_by"][pawn])
        if by >= 0 and was == NONE:
            start = nearest_point(int(before["pawn_x"][pawn]), int(before["pawn_y"][pawn]))
            yield Motion(pawn_id(pawn), (start, taken_at(int(place_of(after, by)))), "slide")
        elif by == NONE and was >= 0:
            start = taken_at(int(place_of(before, was)))
            yield Motion(pawn_id(pawn), (start, lies_at(after, pawn)), "slide")


# -- time and chance --------------------------------------------------------------------------------------------------


def by_time(before: Any, after: Any) -> Message | None:
    """What happened by itself, None where what followed says all."""
    was, now = Phase(int(before["phase"])), Phase(int(after["phase"]))
    if was in (Phase.CHOOSE, Phase.OPEN):
        if now == Phase.GRAB:
            return said("banzai.time.must_call", who=player(int(after["caller"])))
        return Message("banzai.time.chosen")
    if was == Phase.HELD:
        return said("banzai.time.stop", who=player(int(after["stop_by"])), what=stop_word(after))
    if was == Phase.STOP:
        return Message("banzai.time.resume")
    if was == Phase.GRAB:
        return Message("banzai.time.grab")
    return Message("banzai.time.touched") if was == Phase.TOUCHED else None


def stop_word(s: Any) -> Message:
    """What the Stop going on was called for."""
    return Message(f"banzai.call.{Call(int(s['stop_what'])).name.lower()}")
