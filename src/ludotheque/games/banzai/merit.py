"""What speaks for an action, in one sentence, from the view of its seat."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.bots.wanting import best_seat, nearest_gap
from ludotheque.games.banzai.labels import family_word, player, said
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.hands import held_of_family, is_in_play
from ludotheque.games.banzai.rules.pawns import distance
from ludotheque.games.banzai.rules.racing import races
from ludotheque.games.banzai.state import CALLS, CARDS, MAX_FAMILIES, NONE, OF_FAMILY, Call

MANY = 3
"""A player who is known to have so many cards of a family wants no more of them to come."""


def is_feint(action: int) -> bool:
    """Whether an action only fools others."""
    return codes.FEINT <= action < codes.GIVE


def merit(b: Any, s: Any, seat: int, action: int) -> Message | None:
    """The sentence that speaks for a legal action; None where nothing short does."""
    if codes.CALL <= action < codes.GRAB:
        call = int(codes.called(action))
        if call == Call.STOP2 and best_seat(s, seat) != NONE:
            return said("banzai.merit.swap")
        return said("banzai.advice.banzai" if call == Call.BANZAI else f"banzai.aid.{CALLS[call]}")
    if action < codes.CALL:
        return _merit_of_gift(s, seat, action - codes.CHOOSE)
    if codes.GRAB <= action < codes.MOVE:
        return _merit_of_pawn(s, seat, action - codes.GRAB)
    if codes.SWAP <= action < codes.CHALLENGE or (
        action == codes.RESUME and int(s["stop_what"]) == Call.STOP2
    ):
        return _merit_of_place(s, seat, action - codes.SWAP if action != codes.RESUME else seat)
    if codes.TAKE_FROM <= action < codes.FEINT:
        other, family = action - codes.TAKE_FROM, _main_family(s, seat)
        n = int(held_of_family(s, other, family))
        return said("banzai.merit.steal", who=player(other), n=n, family=family_word(family)) if n else None
    if codes.DEAL_BACK <= action < codes.CONSENT:
        to, card = divmod(action - codes.DEAL_BACK, CARDS)
        n = int(held_of_family(s, seat, card // OF_FAMILY)) + 1
        return said("banzai.merit.gather", n=n, family=family_word(card // OF_FAMILY)) if to == seat else None
    return None


def _main_family(s: Any, seat: int) -> int:
    """The family of which a seat is known to have most cards."""
    families = [each for each in range(MAX_FAMILIES) if is_in_play(s, each)]
    return max(families, key=lambda each: int(held_of_family(s, seat, each)))


def _merit_of_gift(s: Any, seat: int, card: int) -> Message | None:
    """A card given away that is none of what the next player gathers, or none of what one gathers oneself."""
    place, family, main = int(place_of(s, seat)), card // OF_FAMILY, _main_family(s, seat)
    following = int(s["seating"][(place + 1) % int(s["placed"])])
    theirs = _main_family(s, following)
    n = int(held_of_family(s, following, theirs))
    if n >= MANY and theirs not in (family, main) and held_of_family(s, seat, theirs):
        return said("banzai.merit.withhold", who=player(following), n=n, family=family_word(theirs))
    n = int(held_of_family(s, seat, main))
    if n <= held_of_family(s, seat, family):
        return None
    return said("banzai.advice.choose", family=family_word(main), n=n)


def _merit_of_pawn(s: Any, seat: int, pawn: int) -> Message | None:
    """The pawn nearest to a seat, or one to which nobody who goes for one is nearer."""
    free = [each for each in range(int(s["pawns"])) if int(s["pawn_by"][each]) == NONE]
    ways = {each: int(distance(s, seat, each)) for each in free}
    rivals = [each for each in range(int(s["seats"])) if each != seat and races(s, each)]
    if all(ways[pawn] < int(distance(s, each, pawn)) for each in rivals):
        return said("banzai.merit.yours")
    return said("banzai.merit.nearest") if ways[pawn] == min(ways.values()) else None


def _merit_of_place(s: Any, seat: int, other: int) -> Message | None:
    """The place, another player's or one's own, to which a pawn is nearest."""
    gaps = {int(s["seating"][place]): float(nearest_gap(s, place)) for place in range(int(s["placed"]))}
    if gaps[other] > min(gaps.values()):
        return None
    return said("banzai.merit.stay" if other == seat else "banzai.merit.place", who=player(other))
