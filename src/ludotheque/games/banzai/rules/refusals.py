"""The verb `why_not`: the reason why an action is refused, or 0."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.codes import Kind
from ludotheque.games.banzai.rules.calls import (
    BANZAI,
    STOP2,
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
from ludotheque.games.banzai.rules.follow_refusals import why_not_follow
from ludotheque.games.banzai.rules.hands import has_complete_family, holds, is_in_play
from ludotheque.games.banzai.rules.racing import holds_pawn, is_early
from ludotheque.games.banzai.rules.reasons import Why
from ludotheque.games.banzai.rules.stops import lies
from ludotheque.games.banzai.state import NO_FAMILY, NONE, Phase

CHOOSE, OPEN, SLIDE, HELD, STOP = (
    Phase.CHOOSE.value,
    Phase.OPEN.value,
    Phase.SLIDE.value,
    Phase.HELD.value,
    Phase.STOP.value,
)
GRAB, TOUCHED, END, OVER = Phase.GRAB.value, Phase.TOUCHED.value, Phase.END.value, Phase.OVER.value


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
    "BNZ-12",
    "BNZ-33",
    "BNZ-34",
    "BNZ-37",
    "BNZ-41",
    "BNZ-49",
    "BNZ-50",
    "BNZ-51",
    "BNZ-52",
    "BNZ-53",
    "BNZ-55",
    "BNZ-56",
    "BNZ-81",
)
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
