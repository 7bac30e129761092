"""The main verbs: who may act, what is legal, what an action does, and what happens by itself."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.codes import Kind
from ludotheque.games.banzai.rules.calls import (
    BANZAI,
    HAND,
    LORDS,
    MARRIAGE,
    SEER,
    STOP1,
    call_banzai,
    call_stop,
    names_family,
    resume,
)
from ludotheque.games.banzai.rules.choosing import choose, drawn_to_pass, hop, peek, swap_places
from ludotheque.games.banzai.rules.ending import begin_final, get_ready
from ludotheque.games.banzai.rules.hands import bit, holds, is_in_play
from ludotheque.games.banzai.rules.optional import (
    challenge,
    chance_for_absent,
    chance_stolen,
    deal_back,
    drawn_from_pool,
    drawn_to_give,
    give,
    look,
    marry,
    steal,
    take_from,
    take_pawn,
    take_with,
)
from ludotheque.games.banzai.rules.pawns import move_pawn
from ludotheque.games.banzai.rules.racing import chance_reactions, drawn_for_reach, grab, races, react, touch
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.rules.setup import chance_cards, deal_card, draw_family
from ludotheque.games.banzai.state import (
    CALLS,
    CARDS,
    MAX_FAMILIES,
    MAX_SEATS,
    NO_FAMILY,
    NONE,
    WHATS,
    LotFor,
    Phase,
)

FAMILIES, DEAL, CHOOSE, OPEN = Phase.FAMILIES.value, Phase.DEAL.value, Phase.CHOOSE.value, Phase.OPEN.value
SLIDE, HELD, STOP, GRAB = Phase.SLIDE.value, Phase.HELD.value, Phase.STOP.value, Phase.GRAB.value
TOUCHED, STEAL, LOT, REACT = Phase.TOUCHED.value, Phase.STEAL.value, Phase.LOT.value, Phase.REACT.value
END, OVER = Phase.END.value, Phase.OVER.value
FOR_THIRD, FOR_CARD = LotFor.THIRD.value, LotFor.CARD.value
FOR_GIFT, FOR_POOL = LotFor.GIFT.value, LotFor.POOL.value

AWAITS_CHANCE = tuple(
    phase in (Phase.FAMILIES, Phase.DEAL, Phase.STEAL, Phase.LOT, Phase.REACT) for phase in Phase
)
"""For each phase, whether a result of chance is due."""


@compiled
def is_chance(s: Any) -> bool:
    """Whether a result of chance is due."""
    return AWAITS_CHANCE[s.phase]


@rule("BNZ-88")
def actors(b: Any, s: Any) -> int:
    """The seats that have something to do, as bits; several may act at once."""
    if s.phase == OVER:
        return 0
    if is_chance(s):
        return CHANCE
    mask = 0
    for place in range(s.placed):
        seat = int(s.seating[place])
        if may_act(b, s, seat):
            mask |= bit(seat)
    return mask


@compiled
def may_act(b: Any, s: Any, seat: int) -> bool:
    """Whether a seat has anything to do: choosing, calling, grabbing, answering."""
    phase = s.phase
    if phase == CHOOSE or phase == OPEN:  # compiled: no sets
        return True
    if phase == GRAB:
        return races(s, seat) and s.aim[seat] == NONE
    if phase == END:
        return bool(why_not(b, s, seat, codes.RESUME) == 0)
    if may_touch(b, s, seat) or why_not(b, s, seat, codes.FEINT) == 0:
        return True
    if phase == HELD:
        return bool(why_not(b, s, seat, codes.call_code(BANZAI, NO_FAMILY)) == 0)
    if phase == SLIDE:
        return bool(seat == s.caprice_seat)
    return bool(phase == STOP and has_part(s, seat))


@compiled
def may_touch(b: Any, s: Any, seat: int) -> bool:
    """Whether a seat may touch a pawn, at its own peril."""
    for pawn in range(s.pawns):
        if why_not(b, s, seat, codes.GRAB + pawn) == 0:
            return True
    return False


@compiled
def has_part(s: Any, seat: int) -> bool:
    """Whether a seat has a part in the Stop: its caller, while nobody else is waited for; a gift or an answer awaited."""
    if s.stop_what == LORDS:
        return bool((s.moves_left == 1 and s.gift[seat] == 0) or (seat == s.stop_by and s.moves_left == 0))
    if s.stop_what == MARRIAGE and s.asked != NONE:
        return bool(seat == s.asked)
    return bool(seat == s.stop_by)


@compiled
def legal(b: Any, s: Any, seat: int, out: Any) -> int:
    """The legal actions of a seat, in the order of their codes."""
    if is_chance(s) or s.phase == OVER:
        return 0
    n = 0
    if s.phase == END:
        return put_legal(b, s, seat, codes.RESUME, codes.RESUME + 1, out, n)
    if s.phase == CHOOSE or s.phase == OPEN or s.phase == HELD:
        n = put_legal_of_hand(b, s, seat, out, n)
    n = put_legal(b, s, seat, codes.GRAB, codes.GRAB + s.pawns, out, n)
    if s.phase != STOP:
        n = put_legal(b, s, seat, codes.HOP, codes.PEEK + 1, out, n)
        return put_legal(b, s, seat, codes.FEINT, codes.GIVE, out, n)
    return put_legal_of_stop(b, s, seat, out, n)


@compiled
def put_legal_of_hand(b: Any, s: Any, seat: int, out: Any, n: int) -> int:
    """Add the cards that may be laid down, and the calls."""
    for card in range(CARDS):
        if holds(s, seat, card):
            n = put_legal(b, s, seat, codes.CHOOSE + card, codes.CHOOSE + card + 1, out, n)
    for call in range(len(CALLS)):
        if names_family(call):
            for family in range(MAX_FAMILIES):
                if is_in_play(s, family):
                    code = codes.call_code(call, family)
                    n = put_legal(b, s, seat, code, code + 1, out, n)
        else:
            code = codes.call_code(call, NO_FAMILY)
            n = put_legal(b, s, seat, code, code + 1, out, n)
    return n


@compiled
def put_legal_of_stop(b: Any, s: Any, seat: int, out: Any, n: int) -> int:
    """Add what the call allows, and the answers to it."""
    mine = seat == s.stop_by
    if mine and s.stop_what == STOP1:
        n = put_legal(b, s, seat, codes.MOVE, codes.MOVE + s.pawns * 2 * codes.POINTS, out, n)
    if mine:
        n = put_legal(b, s, seat, codes.RESUME, codes.FEINT, out, n)
    if s.stop_what == LORDS:
        n = put_legal_gifts(b, s, seat, out, n)
        if mine:
            n = put_legal(b, s, seat, codes.DEAL_BACK, codes.CONSENT, out, n)
    if s.stop_what == MARRIAGE:
        n = put_legal(b, s, seat, codes.CONSENT, codes.TAKE_PAWN, out, n)
    if mine:
        n = put_legal(b, s, seat, codes.TAKE_PAWN, codes.LOOK, out, n)
    if mine and (s.stop_what == SEER or s.stop_what == HAND):
        n = put_legal(b, s, seat, codes.LOOK, codes.FAMILY, out, n)
    return n


@compiled
def put_legal_gifts(b: Any, s: Any, seat: int, out: Any, n: int) -> int:
    """Add the pairs of cards that may be given."""
    for one in range(CARDS):
        if holds(s, seat, one):
            for other in range(one + 1, CARDS):
                if holds(s, seat, other):
                    code = codes.give_code(one, other)
                    n = put_legal(b, s, seat, code, code + 1, out, n)
    return n


@compiled
def put_legal(b: Any, s: Any, seat: int, low: int, high: int, out: Any, n: int) -> int:
    """Add those of these actions that are legal."""
    for action in range(low, high):
        if why_not(b, s, seat, action) == 0:
            out[n] = action
            n += 1
    return n


# -- what comes of it --------------------------------------------------------------------------------------------------


@compiled
def play(b: Any, s: Any, seat: int, action: int) -> None:
    """Play a legal action or a result of chance."""
    kind = codes.kind_of(action)
    which = action - codes.FIRST[kind]
    if seat == CHANCE_SEAT:
        play_chance(b, s, which)
    elif kind == Kind.CHOOSE.value:
        choose(b, s, seat, which)
    elif kind == Kind.CALL.value:
        play_call(b, s, seat, codes.called(action), codes.called_family(action))
    elif kind == Kind.GRAB.value:
        play_grab(b, s, seat, which)
    elif kind == Kind.MOVE.value:
        move_pawn(s, action)
    elif kind == Kind.RESUME.value:
        play_resume(b, s, seat)
    elif kind == Kind.KEEP.value:
        s.moves_left = 0
    elif kind == Kind.HOP.value:
        hop(b, s)
    elif kind == Kind.PEEK.value:
        peek(s, seat)
    elif kind == Kind.FEINT.value:
        feint(s, seat, which)
    else:
        play_follow(s, seat, kind, which)


@compiled
def play_call(b: Any, s: Any, seat: int, call: int, family: int) -> None:
    """« Banzaï ! » or « Stop ! »."""
    if call == BANZAI:
        call_banzai(s, seat)
    else:
        call_stop(b, s, seat, call, family)


@rule("BNZ-38", "BNZ-39")
def feint(s: Any, seat: int, kind: int) -> None:
    """A cry or a gesture that means nothing."""
    s.feint_at_ms[seat] = s.now_ms
    s.feint_kind[seat] = kind


@compiled
def play_grab(b: Any, s: Any, seat: int, pawn: int) -> None:
    """A pawn is raced for, or touched at one's own peril."""
    if s.phase == GRAB:
        grab(b, s, seat, pawn)
    else:
        touch(b, s, seat)


@compiled
def play_resume(b: Any, s: Any, seat: int) -> None:
    """« Jeu ! », or, between two rounds, ready."""
    if s.phase == END:
        get_ready(b, s, seat)
    else:
        resume(s)


@compiled
def play_follow(s: Any, seat: int, kind: int, which: int) -> None:
    """What a call allows, and the answers to it."""
    if kind == Kind.SWAP.value:
        swap_places(s, seat, which)
        s.moves_left = 0
    elif kind == Kind.CHALLENGE.value:
        challenge(s, which)
    elif kind == Kind.PROPOSE.value:
        s.asked = which
    elif kind == Kind.TAKE_FROM.value:
        take_from(s, which)
    elif kind == Kind.GIVE.value:
        give(s, seat, which // CARDS, which % CARDS)
    elif kind == Kind.DEAL_BACK.value:
        deal_back(s, which // CARDS, which % CARDS)
    elif kind == Kind.CONSENT.value:
        marry(s, which)
    elif kind == Kind.REFUSE.value:
        s.asked = NONE
    elif kind == Kind.TAKE_PAWN.value:
        take_pawn(s, which)
    elif kind == Kind.LOOK.value:
        look(s, which)
    elif kind == Kind.TAKE_WITH.value:
        take_with(s, which // len(WHATS), which % len(WHATS))


@compiled
def play_chance(b: Any, s: Any, which: int) -> None:
    """A family, a card, a seat or a reaction is drawn."""
    if s.phase == FAMILIES:
        draw_family(s, which)
    elif s.phase == DEAL:
        deal_card(s, which)
    elif s.phase == STEAL:
        steal(s, which, STOP)
    elif s.phase == REACT:
        react(b, s, which)
    elif s.lot_for == FOR_THIRD:
        begin_final(b, s, which)
    elif s.lot_for == FOR_CARD:
        drawn_to_pass(b, s, which)
    elif s.lot_for == FOR_GIFT:
        drawn_to_give(s, which)
    elif s.lot_for == FOR_POOL:
        drawn_from_pool(s, which)
    else:
        drawn_for_reach(s, which)


@compiled
def chance_outcomes(b: Any, s: Any, out: Any, p: Any) -> int:
    """Everything that may be drawn, each equally likely."""
    n, first = 0, codes.CARD
    if s.phase == STEAL:
        n = chance_stolen(s, out)
    elif s.phase == REACT:
        n, first = chance_reactions(out), codes.REACTION
    elif s.phase == LOT and s.lot_for >= FOR_CARD:
        n = chance_for_absent(s, out)
    elif s.phase == LOT:
        first = codes.SEAT
        for seat in range(MAX_SEATS):
            if int(s.lot) >> seat & 1:
                out[n] = seat
                n += 1
    else:
        n = chance_cards(b, s, out)
        if s.phase == FAMILIES:
            first = codes.FAMILY
    for index in range(n):
        out[index] += first
        p[index] = 1.0 / n
    return n
