"""What a bot does in a Stop, as its caller or when it is asked."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.bots.luck import mixed, share
from ludotheque.games.banzai.bots.wanting import best_seat, giveaway, pawn_to_move, target
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
from ludotheque.games.banzai.rules.hands import PRINCESS, bit, count, holds
from ludotheque.games.banzai.rules.optional import SEEN_BY_HAND, SEEN_BY_SEER
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.state import CARDS, MAX_FAMILIES, NONE, OF_FAMILY, WHATS, What

WHOM, WILLING = 31, 32
OF_HAND = What.HAND.value


@compiled
def in_stop(b: Any, s: Any, seat: int, level: int, luck: int) -> int:
    """The code of the bot's next action; NONE if it waits for others."""
    if s.stop_what == LORDS and s.moves_left == 1:
        return gift(b, s, seat, level, luck)
    if s.stop_what == MARRIAGE and s.asked == seat:
        return answer(b, s, seat, level, luck)
    if seat != s.stop_by:
        return NONE
    if s.stop_what == LORDS and s.pooled > 0:
        return dealt_back(b, s, seat, level, luck)
    code = NONE
    if s.moves_left > 0 and s.asked == NONE:
        code = as_caller(b, s, seat, luck)
    elif s.stop_what == HAND and s.looked != 0:
        code = taken(b, s, seat, luck)
    if code == NONE and not (s.stop_what == MARRIAGE and s.asked != NONE):
        code = codes.RESUME
    return code


@compiled
def as_caller(b: Any, s: Any, seat: int, luck: int) -> int:
    """An action that its call allows; NONE to do nothing more."""
    call = s.stop_what
    if call == STOP1:
        return pawn_to_move(b, s, seat)
    if call == STOP2:
        other = best_seat(s, seat)
        return codes.SWAP + other if other != NONE else NONE
    if call == WARRIORS:
        return first_allowed(b, s, seat, codes.TAKE_PAWN, codes.LOOK)
    if call == KIDS:
        return somebody(b, s, seat, codes.TAKE_FROM, luck)
    if call == DUEL:
        return somebody(b, s, seat, codes.CHALLENGE, luck)
    if call == MARRIAGE:
        return somebody(b, s, seat, codes.PROPOSE, luck)
    if call == SEER or call == HAND:  # compiled: no sets
        return looked(b, s, seat, SEEN_BY_SEER if call == SEER else SEEN_BY_HAND, luck)
    return NONE


@compiled
def first_allowed(b: Any, s: Any, seat: int, low: int, high: int) -> int:
    """The first legal one of these actions; NONE if there is none."""
    for code in range(low, high):
        if why_not(b, s, seat, code) == 0:
            return code
    return NONE


@compiled
def somebody(b: Any, s: Any, seat: int, first: int, luck: int) -> int:
    """One of the actions that name another player, at random; NONE if there is none."""
    start = mixed(luck, int(s.now_ms), WHOM) % s.seats
    for step in range(s.seats):
        code = first + (start + step) % s.seats
        if why_not(b, s, seat, code) == 0:
            return code
    return NONE


@compiled
def looked(b: Any, s: Any, seat: int, most: int, luck: int) -> int:
    """The next players clockwise, as many as it may look at."""
    seats, found = 0, 0
    start = mixed(luck, seat, WHOM) % s.placed
    for step in range(s.placed):
        other = int(s.seating[(start + step) % s.placed])
        if other != seat and found < most:
            seats |= bit(other)
            found += 1
    code = codes.LOOK + seats
    return code if why_not(b, s, seat, code) == 0 else NONE


@compiled
def taken(b: Any, s: Any, seat: int, luck: int) -> int:
    """The best hand that it has looked at, if it is better than its own, one of several at random; NONE to change nothing."""
    most, found = best_family(s, int(s.hands[seat])), NONE
    start = mixed(luck, seat, WHOM) % s.seats
    for step in range(s.seats):
        other = (start + step) % s.seats
        code = codes.TAKE_WITH + other * len(WHATS) + OF_HAND
        if best_family(s, int(s.hands[other])) > most and why_not(b, s, seat, code) == 0:
            most, found = best_family(s, int(s.hands[other])), code
    return found


@compiled
def best_family(s: Any, hand: int) -> int:
    """The most cards of one family in a hand."""
    most = 0
    for family in range(MAX_FAMILIES):
        most = max(most, count(hand & int(s.family_cards[family])))
    return most


@compiled
def gift(b: Any, s: Any, seat: int, level: int, luck: int) -> int:
    """The two cards it wants least; NONE once it has given."""
    one = giveaway(s, seat, level, luck, NONE)
    if one == NONE:
        return NONE
    other = giveaway(s, seat, level, luck, one)
    if other == NONE:
        return NONE
    code = codes.give_code(one, other)
    return int(code) if why_not(b, s, seat, code) == 0 else NONE


@compiled
def answer(b: Any, s: Any, seat: int, level: int, luck: int) -> int:
    """A Princesse of a family it does not collect, if it is willing."""
    if share(luck, int(s.stop_by), WILLING) < 0.5:  # one time in two
        wanted = target(s, seat, level, luck)
        for card in range(PRINCESS, CARDS, OF_FAMILY):
            if holds(s, seat, card) and s.united[card // OF_FAMILY] != s.united[wanted]:
                return codes.CONSENT + card
    return codes.REFUSE


@compiled
def dealt_back(b: Any, s: Any, seat: int, level: int, luck: int) -> int:
    """Two cards of what it collects for itself, the others to whom they come."""
    wanted = target(s, seat, level, luck)
    best, to = NONE, NONE
    for card in range(CARDS):
        if int(s.pool) >> card & 1:
            mine = s.united[card // OF_FAMILY] == s.united[wanted]
            if best == NONE or mine:
                best = card
    mine = s.united[best // OF_FAMILY] == s.united[wanted]
    if mine and s.back_to[seat] > 0:
        to = seat
    start = mixed(luck, best, WHOM) % s.placed
    for step in range(s.placed):
        other = int(s.seating[(start + step) % s.placed])
        if to == NONE and other != seat and s.back_to[other] > 0:
            to = other
    if to == NONE:
        to = seat
    return codes.DEAL_BACK + to * CARDS + best
