"""The verb `why_not`: the reason why an action is refused, or 0."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.codes import Kind, Why
from ludotheque.games.banzai.rules.calls import (
    BANZAI,
    DUEL,
    HAND,
    KIDS,
    LORDS,
    MARRIAGE,
    SEER,
    STOP1,
    STOP2,
    WARRIORS,
    carries,
    is_agreed,
    is_family_used,
    is_lord_used,
    is_spent,
    is_too_late,
    names_family,
    stands_for,
)
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.ending import is_ready
from ludotheque.games.banzai.rules.hands import PRINCESS, has_complete_family, holds, is_in_play
from ludotheque.games.banzai.rules.optional import SEEN_BY_HAND, SEEN_BY_SEER, may_look_at
from ludotheque.games.banzai.rules.pawns import is_clear, is_on_table, lies, pawns_left
from ludotheque.games.banzai.rules.racing import holds_pawn, is_early
from ludotheque.games.banzai.state import CARDS, NO_FAMILY, NONE, OF_FAMILY, WHATS, Phase

CHOOSE, OPEN, SLIDE = Phase.CHOOSE.value, Phase.OPEN.value, Phase.SLIDE.value
HELD, STOP, GRAB = Phase.HELD.value, Phase.STOP.value, Phase.GRAB.value
END, OVER = Phase.END.value, Phase.OVER.value
KEPT = 3
"""Cards that a hand keeps at least when others steal from it."""


@compiled
def is_open(s: Any) -> bool:
    """Whether cards are chosen and calls made."""
    return bool(s.phase == CHOOSE or s.phase == OPEN)  # compiled: no sets


@rule("BNZ-43", "BNZ-54")
def why_not(b: Any, s: Any, seat: int, action: int) -> int:
    """0 if the action is legal, else a code of `Why`."""
    if s.phase == OVER:
        return Why.GAME_OVER.value
    if action < 0 or action >= codes.ACTIONS:
        return Why.NO_SUCH_ACTION.value
    if action >= codes.FAMILY or seat < 0:
        return Why.NO_CHANCE.value
    if place_of(s, seat) == NONE:
        return Why.NOT_AT_THE_TABLE.value
    if s.phase == END:
        return why_not_ready(s, seat, action)
    kind = codes.kind_of(action)
    which = action - codes.FIRST[kind]
    if kind == Kind.CHOOSE.value:
        return why_not_choose(b, s, seat, which)
    if kind == Kind.CALL.value:
        return why_not_call(b, s, seat, codes.called(action), codes.called_family(action))
    if kind == Kind.GRAB.value:
        return why_not_grab(b, s, seat, which)
    if kind == Kind.FEINT.value:
        return why_not_feint(b, s, seat)
    return why_not_follow(s, seat, action, kind, which)


@rule("BNZ-12", "BNZ-43")
def why_not_ready(s: Any, seat: int, action: int) -> int:
    """Between two rounds, the players who go on say that they are ready."""
    if s.out[seat] != 0:
        return Why.NOT_AT_THE_TABLE.value
    if action != codes.RESUME:
        return Why.NOT_NOW.value
    return Why.ALREADY_READY.value if is_ready(s, seat) else Why.LEGAL.value


@rule("BNZ-09", "BNZ-16")
def why_not_choose(b: Any, s: Any, seat: int, card: int) -> int:
    """One of the player's own cards, and not the one already laid down; where families must be called, not with a complete one."""
    if not is_open(s):
        return stands_still(s)
    if not holds(s, seat, card):
        return Why.NOT_YOUR_CARD.value
    if s.chosen[seat] == card:
        return Why.ALREADY_LAID.value
    if s.must_call == 1 and has_complete_family(s, seat) and not (seat == s.third and is_void(b, s)):
        return Why.CALL_FIRST.value
    return Why.LEGAL.value


@rule("BNZ-12", "BNZ-32")
def stands_still(s: Any) -> int:
    """Why nothing may be chosen or called: a Stop, or simply not now."""
    return Why.ALL_STANDS_STILL.value if s.phase == HELD or s.phase == STOP else Why.NOT_NOW.value


@rule(
    "BNZ-12", "BNZ-33", "BNZ-34", "BNZ-37", "BNZ-41", "BNZ-49", "BNZ-50", "BNZ-51", "BNZ-52", "BNZ-53", "BNZ-55", "BNZ-56", "BNZ-81",
)  # fmt: skip
def why_not_call(b: Any, s: Any, seat: int, call: int, family: int) -> int:
    """A Banzaï may always be called, true or false; each other call once, by a player who has the cards."""
    if call == BANZAI:
        if family != NO_FAMILY:
            return Why.NAME_NO_FAMILY.value
        if seat == s.third and is_void(b, s):
            return Why.VOID.value
        return Why.LEGAL.value if is_open(s) or s.phase == HELD else stands_still(s)
    if not is_open(s):
        return stands_still(s)
    if not is_agreed(s, call):
        return Why.NOT_IN_FINAL.value if s.final == 1 else Why.NOT_AGREED.value
    if seat == s.third and call == STOP2:
        return Why.THIRD_MAY_NOT.value
    if names_family(call):
        refused = why_not_family(s, call, family)
        if refused != Why.LEGAL.value:
            return refused
    elif family != NO_FAMILY:
        return Why.NAME_NO_FAMILY.value
    if is_too_late(s, call):
        return Why.TOO_LATE.value
    if not carries(s, seat, call, family):
        return Why.HAND_LACKS.value
    return why_not_again(s, seat, call, family)


@rule("BNZ-03", "BNZ-42")
def why_not_family(s: Any, call: int, family: int) -> int:
    """A family that is in play; of united ones the first, where cards of all of them count."""
    if family == NO_FAMILY:
        return Why.NAME_A_FAMILY.value
    if not is_in_play(s, family):
        return Why.NO_SUCH_FAMILY.value
    if call <= STOP2 and not stands_for(s, family):
        return Why.UNITED.value
    return Why.LEGAL.value


@rule("BNZ-27", "BNZ-31", "BNZ-40", "BNZ-57", "BNZ-82", "BNZ-58")
def why_not_again(s: Any, seat: int, call: int, family: int) -> int:
    """A call that was made in this round cannot be made again."""
    if is_spent(s, seat, call):
        return Why.CALL_SPENT.value
    if is_family_used(s, seat, call, family):
        return Why.FAMILY_USED.value
    if is_lord_used(s, call, family):
        return Why.LORD_USED.value
    return Why.LEGAL.value


@rule("BNZ-49")
def is_void(b: Any, s: Any) -> bool:
    """Whether grabs are void after a false call of the third player."""
    return bool(s.unhurried == 0 and s.void_ms != NONE and s.now_ms - s.void_ms <= b.race_ms)


@rule("BNZ-18", "BNZ-22", "BNZ-50", "BNZ-51", "BNZ-87")
def why_not_grab(b: Any, s: Any, seat: int, pawn: int) -> int:
    """A free pawn, by a player who has none; never by the third player."""
    if seat == s.third:
        return Why.THIRD_MAY_NOT.value
    if not lies(s, pawn):
        return Why.NO_SUCH_PAWN.value
    if s.phase != GRAB:
        return why_not_touch(b, s, seat)
    if s.pawn_by[pawn] != NONE:
        return Why.PAWN_TAKEN.value
    if holds_pawn(s, seat):
        return Why.HAS_A_PAWN.value
    if is_early(s, seat):
        return Why.TOO_EARLY.value
    if s.aim[seat] != NONE:
        return Why.ALREADY_AIMING.value
    return Why.LEGAL.value


@rule("BNZ-36", "BNZ-49", "BNZ-87")
def why_not_touch(b: Any, s: Any, seat: int) -> int:
    """Anybody may touch a pawn, at their own peril."""
    if s.unhurried == 1:
        return Why.NOBODY_IN_A_HURRY.value
    if is_void(b, s):
        return Why.VOID.value
    if s.touched[seat] != 0:
        return Why.ALREADY_TOUCHED.value
    return Why.LEGAL.value


@compiled
def have_all_feinted(b: Any, s: Any) -> bool:
    """Whether everybody at the table has just feinted."""
    for place in range(s.placed):
        at_ms = s.feint_at_ms[s.seating[place]]
        if at_ms == NONE or s.now_ms - at_ms >= b.feint_ms:
            return False
    return True


@rule("BNZ-12", "BNZ-38")
def why_not_feint(b: Any, s: Any, seat: int) -> int:
    """While nobody has called or touched, now and then (always, if nothing else is legal)."""
    if not (is_open(s) or s.phase == SLIDE or s.phase == HELD):
        return stands_still(s) if s.phase == STOP else Why.NOT_NOW.value
    soon = s.feint_at_ms[seat] != NONE and s.now_ms - s.feint_at_ms[seat] < b.feint_ms
    if soon and not (s.phase == SLIDE and is_void(b, s) and have_all_feinted(b, s)):
        return Why.WAIT_A_SECOND.value
    return Why.LEGAL.value


# -- what follows a call: a Stop, or the whim's hop --------------------------------------------------------------------


@rule("BNZ-12", "BNZ-32")
def why_not_follow(s: Any, seat: int, action: int, kind: int, which: int) -> int:
    """What a whim allows while cards slide, and what a Stop's caller may do, and those who are asked."""
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
    """The player who was asked answers, with a Princesse of their own."""
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
