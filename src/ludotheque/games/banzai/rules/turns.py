"""Who may act, what they may do, what comes of it, and what happens by itself when its time has come."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.games.banzai import codes
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
from ludotheque.games.banzai.rules.choosing import (
    choose,
    hop,
    peek,
    swap_places,
)
from ludotheque.games.banzai.rules.ending import begin_final, get_ready
from ludotheque.games.banzai.rules.hands import bit, holds, is_in_play
from ludotheque.games.banzai.rules.optional import (
    challenge,
    chance_stolen,
    deal_back,
    give,
    look,
    marry,
    steal,
    take_from,
    take_pawn,
    take_with,
)
from ludotheque.games.banzai.rules.racing import (
    chance_reactions,
    drawn_for_reach,
    grab,
    races,
    react,
    touch,
)
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.rules.setup import chance_cards, deal_card, draw_family
from ludotheque.games.banzai.rules.stops import move_pawn
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
FOR_THIRD = LotFor.THIRD.value


@compiled
def is_chance(s: Any) -> bool:
    """Whether a result of chance is awaited."""
    phase = s.phase
    return bool(phase <= DEAL or STEAL <= phase <= REACT)


@compiled
def actors(b: Any, s: Any) -> int:
    """Everybody who has something to do, as bits; several at once."""
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
    """Carry out a legal action, or a result of chance."""
    if seat == CHANCE_SEAT:
        play_chance(b, s, action)
    elif action < codes.CALL:
        choose(b, s, seat, action - codes.CHOOSE)
    elif action < codes.GRAB:
        play_call(b, s, seat, codes.called(action), codes.called_family(action))
    elif action < codes.MOVE:
        if s.phase == GRAB:
            grab(b, s, seat, action - codes.GRAB)
        else:
            touch(b, s, seat)
    elif codes.FEINT <= action < codes.GIVE:
        feint(s, seat, action - codes.FEINT)
    elif action < codes.SWAP:
        play_word(b, s, seat, action)
    else:
        play_follow(b, s, seat, action)


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
def play_word(b: Any, s: Any, seat: int, action: int) -> None:
    """A pawn moved, « Jeu ! », ready, no more pawns, « hop ! », a look at the card."""
    if action < codes.RESUME:
        move_pawn(s, action)
    elif action == codes.KEEP:
        s.moves_left = 0
    elif action == codes.HOP:
        hop(b, s)
    elif action == codes.PEEK:
        peek(s, seat)
    elif s.phase == END:
        get_ready(b, s, seat)
    else:
        resume(s)


@compiled
def play_follow(b: Any, s: Any, seat: int, action: int) -> None:
    """What a call allows, and the answers to it."""
    if action < codes.CHALLENGE:
        swap_places(s, seat, action - codes.SWAP)
        s.moves_left = 0
    elif action < codes.PROPOSE:
        challenge(s, action - codes.CHALLENGE)
    elif action < codes.TAKE_FROM:
        s.asked = action - codes.PROPOSE
    elif action < codes.FEINT:
        take_from(s, action - codes.TAKE_FROM)
    elif action < codes.DEAL_BACK:
        give(s, seat, (action - codes.GIVE) // CARDS, (action - codes.GIVE) % CARDS)
    elif action < codes.CONSENT:
        deal_back(s, (action - codes.DEAL_BACK) // CARDS, (action - codes.DEAL_BACK) % CARDS)
    elif action < codes.REFUSE:
        marry(s, action - codes.CONSENT)
    elif action == codes.REFUSE:
        s.asked = NONE
    elif action < codes.LOOK:
        take_pawn(s, action - codes.TAKE_PAWN)
    elif action < codes.TAKE_WITH:
        look(s, action - codes.LOOK)
    else:
        which = action - codes.TAKE_WITH
        take_with(s, which // len(WHATS), which % len(WHATS))


@compiled
def play_chance(b: Any, s: Any, action: int) -> None:
    """A family, a card, a seat or a reaction is drawn."""
    if s.phase == FAMILIES:
        draw_family(s, action - codes.FAMILY)
    elif s.phase == DEAL:
        deal_card(s, action - codes.CARD)
    elif s.phase == STEAL:
        steal(s, action - codes.CARD, STOP)
    elif s.phase == REACT:
        react(b, s, action - codes.REACTION)
    elif s.lot_for == FOR_THIRD:
        begin_final(b, s, action - codes.SEAT)
    else:
        drawn_for_reach(s, action - codes.SEAT)


@compiled
def chance_outcomes(b: Any, s: Any, out: Any, p: Any) -> int:
    """All that may be drawn, each equally likely."""
    n, first = 0, codes.CARD
    if s.phase == STEAL:
        n = chance_stolen(s, out)
    elif s.phase == REACT:
        n, first = chance_reactions(out), codes.REACTION
    elif s.phase == LOT:
        first = codes.SEAT
        for seat in range(MAX_SEATS):
            if int(s.lot) >> seat & 1:
                out[n] = seat
                n += 1
    else:
        n = chance_cards(s, out)
        if s.phase == FAMILIES:
            first = codes.FAMILY
    for index in range(n):
        out[index] += first
        p[index] = 1.0 / n
    return n
