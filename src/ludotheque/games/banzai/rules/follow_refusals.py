"""Refusals of actions that follow a call: those of a Stop, and the whim's hop."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.codes import Kind
from ludotheque.games.banzai.rules.calls import (
    DUEL,
    HAND,
    KIDS,
    LORDS,
    MARRIAGE,
    SEER,
    STOP1,
    STOP2,
    WARRIORS,
)
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.hands import PRINCESS, holds
from ludotheque.games.banzai.rules.optional import SEEN_BY_HAND, SEEN_BY_SEER, may_look_at
from ludotheque.games.banzai.rules.reasons import Why
from ludotheque.games.banzai.rules.stops import is_clear, is_on_table, lies, pawns_left
from ludotheque.games.banzai.state import CARDS, NONE, OF_FAMILY, WHATS, Phase

SLIDE, STOP, HELD = Phase.SLIDE.value, Phase.STOP.value, Phase.HELD.value
KEPT = 3
"""Cards that a hand keeps at least when others steal from it."""


@rule("BNZ-12", "BNZ-32")
def why_not_follow(s: Any, seat: int, action: int, kind: int, which: int) -> int:
    """Actions of a whim while cards slide, and of a Stop's caller and those who are asked."""
    if kind == Kind.HOP.value or kind == Kind.PEEK.value:  # compiled: no sets
        return why_not_whim(s, seat, action)
    if s.phase != STOP:
        return Why.ALL_STANDS_STILL.value if s.phase == HELD else Why.NOT_NOW.value
    if kind == Kind.GIVE.value:
        return why_not_give(s, seat, which // CARDS, which % CARDS)
    if kind == Kind.CONSENT.value or kind == Kind.REFUSE.value:
        return why_not_consent(s, seat, action)
    if seat != s.stop_by:
        return Why.NOT_YOUR_STOP.value
    if kind == Kind.RESUME.value:
        return why_not_resume(s)
    if kind == Kind.MOVE.value:
        return why_not_move(s, action)
    if kind == Kind.KEEP.value:
        return why_not_once(s, STOP1)
    return why_not_caller(s, kind, which)


@rule("BNZ-12", "BNZ-79", "BNZ-80", "BNZ-83")
def why_not_whim(s: Any, seat: int, action: int) -> int:
    """Only while the cards are about to slide, and only for a player with a whim."""
    if s.phase != SLIDE:
        return Why.NOT_NOW.value
    if seat != s.caprice_seat:
        return Why.NO_WHIM.value
    return Why.ALREADY_LOOKED.value if action == codes.PEEK and s.peeked == 1 else Why.LEGAL.value


@rule("BNZ-32", "BNZ-62")
def why_not_resume(s: Any) -> int:
    """« Jeu ! » is its caller's, when nobody waits for cards or an answer."""
    if s.stop_what == LORDS and (s.moves_left == 1 or s.pooled > 0):
        return Why.FINISH_FIRST.value
    if s.stop_what == MARRIAGE and s.asked != NONE:
        return Why.FINISH_FIRST.value
    return Why.LEGAL.value


@rule("BNZ-25", "BNZ-32")
def why_not_once(s: Any, call: int) -> int:
    """What a call allows is done during its own Stop, once."""
    if s.stop_what != call:
        return Why.OTHER_STOP.value
    return Why.NO_MORE_MOVES.value if s.moves_left == 0 else Why.LEGAL.value


@rule("BNZ-25")
def why_not_move(s: Any, action: int) -> int:
    """At most two different pawns, to points of the table that are clear."""
    refused = why_not_once(s, STOP1)
    if refused != Why.LEGAL.value:
        return refused
    pawn, more = codes.moved_pawn(action), codes.moved_more(action)
    if not lies(s, pawn):
        return Why.NO_SUCH_PAWN.value
    if int(s.moved) >> pawn & 1:
        return Why.ALREADY_MOVED.value
    if more == 1 and s.moves_left == 1:
        return Why.NO_MORE_MOVES.value
    if more == 1 and pawns_left(s) == 1:
        return Why.ONLY_ONE_PAWN.value
    if not is_on_table(codes.moved_x(action), codes.moved_y(action)):
        return Why.OFF_TABLE.value
    if not is_clear(s, pawn, codes.moved_x(action), codes.moved_y(action)):
        return Why.TOO_CLOSE.value
    return Why.LEGAL.value


@compiled
def why_not_caller(s: Any, kind: int, which: int) -> int:
    """What the caller does with another player, a pawn or a card."""
    if kind == Kind.SWAP.value:
        return why_not_other(s, STOP2, which)
    if kind == Kind.CHALLENGE.value:
        return why_not_other(s, DUEL, which)
    if kind == Kind.PROPOSE.value:
        return why_not_other(s, MARRIAGE, which)
    if kind == Kind.TAKE_FROM.value:
        return why_not_steal(s, which)
    if kind == Kind.DEAL_BACK.value:
        return why_not_deal(s, which // CARDS, which % CARDS)
    if kind == Kind.TAKE_PAWN.value:
        return why_not_take_pawn(s, which)
    if kind == Kind.LOOK.value:
        return why_not_look(s, which)
    return why_not_take_with(s, which // len(WHATS))


@rule("BNZ-30", "BNZ-43", "BNZ-61", "BNZ-71", "BNZ-74")
def why_not_other(s: Any, call: int, other: int) -> int:
    """Another player at the table."""
    refused = why_not_once(s, call)
    if refused != Why.LEGAL.value:
        return refused
    if other == s.stop_by:
        return Why.NOT_YOURSELF.value
    if place_of(s, other) == NONE:
        return Why.NOT_AT_THE_TABLE.value
    return Why.ALREADY_GIVEN.value if call == MARRIAGE and s.asked != NONE else Why.LEGAL.value


@rule("BNZ-64", "BNZ-65")
def why_not_steal(s: Any, other: int) -> int:
    """From another player, who keeps three cards at least."""
    refused = why_not_other(s, KIDS, other)
    if refused != Why.LEGAL.value:
        return refused
    return Why.LEGAL.value if s.held[other] > KEPT else Why.HAND_TOO_SMALL.value


@rule("BNZ-09", "BNZ-32", "BNZ-61")
def why_not_give(s: Any, seat: int, one: int, other: int) -> int:
    """Everybody at the table, two of their own cards, once."""
    if s.stop_what != LORDS:
        return Why.OTHER_STOP.value
    if s.moves_left == 0 or s.gift[seat] != 0:
        return Why.ALREADY_GIVEN.value
    if one >= other:
        return Why.TWO_CARDS.value
    return Why.LEGAL.value if holds(s, seat, one) and holds(s, seat, other) else Why.NOT_YOUR_CARD.value


@rule("BNZ-32", "BNZ-43", "BNZ-62")
def why_not_deal(s: Any, other: int, card: int) -> int:
    """Only a card that was given, and only to a player who has not got two back."""
    if s.stop_what != LORDS:
        return Why.OTHER_STOP.value
    if int(s.pool) >> card & 1 == 0:
        return Why.NOT_IN_POOL.value
    if place_of(s, other) == NONE:
        return Why.NOT_AT_THE_TABLE.value
    return Why.LEGAL.value if s.back_to[other] > 0 else Why.HAS_TWO.value


@rule("BNZ-58")
def why_not_take_pawn(s: Any, pawn: int) -> int:
    """A pawn of the table, but not the last one."""
    refused = why_not_once(s, WARRIORS)
    if refused != Why.LEGAL.value:
        return refused
    if not lies(s, pawn):
        return Why.NO_SUCH_PAWN.value
    return Why.LEGAL.value if pawns_left(s) > 1 else Why.LAST_PAWN.value


@rule("BNZ-09", "BNZ-32", "BNZ-71")
def why_not_consent(s: Any, seat: int, action: int) -> int:
    """Who is asked answers, with a Princesse of their own."""
    if s.stop_what != MARRIAGE:
        return Why.OTHER_STOP.value
    if seat != s.asked:
        return Why.NOT_ASKED.value
    if action == codes.REFUSE:
        return Why.LEGAL.value
    card = action - codes.CONSENT
    if card % OF_FAMILY != PRINCESS:
        return Why.NOT_A_PRINCESS.value
    return Why.LEGAL.value if holds(s, seat, card) else Why.NOT_YOUR_CARD.value


@rule("BNZ-32", "BNZ-78", "BNZ-79", "BNZ-83")
def why_not_look(s: Any, seats: int) -> int:
    """At three opponents' hands, or two."""
    if s.stop_what != SEER and s.stop_what != HAND:
        return Why.OTHER_STOP.value
    if s.moves_left == 0:
        return Why.ALREADY_LOOKED.value
    most = SEEN_BY_SEER if s.stop_what == SEER else SEEN_BY_HAND
    return Why.LEGAL.value if may_look_at(s, seats, most) else Why.WRONG_SEATS.value


@rule("BNZ-25", "BNZ-32", "BNZ-78", "BNZ-83", "BNZ-84")
def why_not_take_with(s: Any, other: int) -> int:
    """With one of the players who were looked at, once."""
    if s.stop_what != HAND:
        return Why.OTHER_STOP.value
    if s.moves_left == 1:
        return Why.LOOK_FIRST.value
    if s.looked == 0:
        return Why.NO_MORE_MOVES.value
    return Why.LEGAL.value if int(s.looked) >> other & 1 else Why.WRONG_SEATS.value
