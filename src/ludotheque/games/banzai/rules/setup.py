"""Setting up: who plays, the families of a round, five cards each, and the pawns on their circle."""

from __future__ import annotations

import math
from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.numerics import cosine, sine
from ludotheque.core.rule import rule
from ludotheque.games.banzai.rules.hands import (
    bit,
    clear_hands,
    comes,
    count,
    is_in_play,
    pile,
    separate_families,
)
from ludotheque.games.banzai.state import (
    CALLS,
    CARDS,
    DEALT,
    MAX_FAMILIES,
    NONE,
    START,
    LotFor,
    Phase,
    RoundEnd,
)

FAMILIES, DEAL, CHOOSE = Phase.FAMILIES.value, Phase.DEAL.value, Phase.CHOOSE.value
NOT_YET, NOTHING = RoundEnd.NOT_YET.value, LotFor.NOTHING.value
SECOND = 1000


@rule("BNZ-01")
def setup(b: Any, s: Any) -> None:
    """All players sit down, and the first round begins."""
    s.placed = s.seats
    for place in range(len(s.seating)):
        s.seating[place] = place if place < s.seats else NONE
        s.out[place] = 0
        s.missed[place] = 0
    s.outs = 0
    s.final = 0
    s.third = NONE
    s.asleep = 0
    s.round_number = 0
    s.dealt_again = 0
    s.now_ms = 0
    begin_round(b, s)


@rule("BNZ-44", "BNZ-60")
def begin_round(b: Any, s: Any) -> None:
    """As many families as players, and one pawn less; all that was agreed in the round before is forgotten."""
    s.round_number += 1
    s.exchanges = 0
    s.phase = FAMILIES
    s.back = CHOOSE
    s.since_ms = s.now_ms
    s.open_ms = s.now_ms
    s.in_play = 0
    clear_hands(s)
    forget_calls(s)
    forget_race(s)
    lay_pawns(s, players(s) - 1)


@compiled
def players(s: Any) -> int:
    """How many are in the game (in the final, the third player is not)."""
    found = 0
    for seat in range(s.seats):
        if s.out[seat] == 0:
            found += 1
    return found


@compiled
def forget_calls(s: Any) -> None:
    """No call has been made, nothing is united, nobody is in a duel or has a whim."""
    for call in range(len(CALLS)):
        for seat in range(len(s.hands)):
            s.used[call, seat] = NONE
    separate_families(s)
    s.lords_used = 0
    s.magician_seats = 0
    s.challenger = NONE
    s.challenged = NONE
    s.displaced = NONE
    s.caprice_seat = NONE
    s.peeked = 0
    s.choose_by_ms = NONE
    forget_stop(s)


@compiled
def forget_stop(s: Any) -> None:
    """Nobody has called a Stop."""
    s.stop_what = NONE
    s.stop_by = NONE
    s.stop_family = NONE
    s.stop_at_ms = NONE
    s.moves_left = 0
    s.looked = 0
    s.moved = 0
    s.asked = NONE


@compiled
def forget_race(s: Any) -> None:
    """Nobody has called, touched or feinted."""
    s.caller = NONE
    s.call_ms = NONE
    s.early = 0
    s.provoked = 0
    s.void_ms = NONE
    s.touch_ms = NONE
    s.round_end = NOT_YET
    s.round_out = 0
    s.pardoned = 0
    s.ready = 0
    s.lot_for = NOTHING
    s.lot = 0
    s.drawn = NONE
    for seat in range(len(s.hands)):
        s.aim[seat] = NONE
        s.reaction[seat] = NONE
        s.touched[seat] = 0
        s.feint_at_ms[seat] = NONE
        s.feint_kind[seat] = NONE


@rule("BNZ-05", "BNZ-06", "BNZ-48")
def lay_pawns(s: Any, pawns: int) -> None:
    """The pawns lie evenly on their circle, the first one at the top."""
    s.pawns = pawns
    for pawn in range(len(s.pawn_x)):
        s.pawn_by[pawn] = NONE
        s.pawn_x[pawn] = 0
        s.pawn_y[pawn] = 0
        if pawn < pawns:
            angle = 2 * math.pi * pawn / pawns
            s.pawn_x[pawn] = math.floor(START * sine(angle) + 0.5)
            s.pawn_y[pawn] = math.floor(START * cosine(angle) + 0.5)


@rule("BNZ-03", "BNZ-04", "BNZ-45")
def chance_cards(b: Any, s: Any, out: Any) -> int:
    """A family of the box that is not in play yet; then a card of the pile."""
    found = 0
    if s.phase == FAMILIES:
        for family in range(MAX_FAMILIES):
            if int(b.families) >> family & 1 == 1 and not is_in_play(s, family):
                out[found] = family
                found += 1
        return found
    left = pile(s)
    for card in range(CARDS):
        if left >> card & 1:
            out[found] = card
            found += 1
    return found


@rule("BNZ-03")
def draw_family(s: Any, family: int) -> None:
    """Draw one more family, until there are as many as players at the table."""
    s.in_play = int(s.in_play) | bit(family)
    if count(s.in_play) == s.placed:
        s.phase = DEAL


@compiled
def dealt_to(s: Any) -> int:
    """The seat that is dealt the next card: by place, five to each; NONE once all have five."""
    for place in range(s.placed):
        seat = s.seating[place]
        if s.held[seat] < DEALT:
            return int(seat)
    return NONE


@rule("BNZ-04")
def deal_card(s: Any, card: int) -> None:
    """A card is dealt; when everybody has five, the round is open."""
    comes(s, dealt_to(s), card)
    if dealt_to(s) == NONE:
        open_phase(s, CHOOSE)


@rule("BNZ-14")
def open_phase(s: Any, phase: int) -> None:
    """Everybody may choose a card, within the time limit if one was agreed."""
    s.phase = phase
    s.since_ms = s.now_ms
    s.open_ms = s.now_ms
    s.choose_by_ms = NONE
    if s.time_limit > 0 and s.unhurried == 0:
        s.choose_by_ms = s.now_ms + s.time_limit * SECOND
