"""What a bot collects and gives away, where it wants pawns to be, and where it wants to sit."""

from __future__ import annotations

import math
from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.bots.luck import EASY, mixed, share
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.hands import held_of_family, holds, is_in_play
from ludotheque.games.banzai.rules.pawns import distance, place_x, place_y
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.state import CARDS, FAR, GRID, MAX_FAMILIES, NONE, OF_FAMILY, STEP

PATIENCE = 4
"""Exchanges after which a bot thinks again about what it collects."""
RESTLESS = 0.06
MAX_RESTLESS = 3.0
TARGET, GIFT, CARELESS = 11, 12, 13


@compiled
def target(s: Any, seat: int, level: int, luck: int) -> int:
    """The family it collects: the one it has most of. The longer a round lasts, the more another one tempts it.

    Two who collect one family block each other for ever; so both must change their minds at times.
    """
    tempted = 0.3 + min(MAX_RESTLESS, RESTLESS * s.exchanges)
    again = mixed(luck, seat, mixed(int(s.round_number), int(s.exchanges) // PATIENCE, TARGET))
    best, most = NONE, -1.0
    for family in range(MAX_FAMILIES):
        if is_in_play(s, family) and s.united[family] == family:
            wish = held_of_family(s, seat, family) + tempted * share(again, family, TARGET)
            if wish > most:
                best, most = family, wish
    return best


@compiled
def giveaway(s: Any, seat: int, level: int, luck: int, kept: int) -> int:
    """The card it gives away: not of what it collects, and of a family it has few of; `kept` is a card to keep, or NONE."""
    wanted = target(s, seat, level, luck)
    careless = level == 0 or (level == EASY and share(luck, seat, CARELESS) < 0.5)
    best, least = NONE, 100.0
    for card in range(CARDS):
        if card == kept or not holds(s, seat, card):
            continue
        family = card // OF_FAMILY
        worth = held_of_family(s, seat, family) + 0.5 * share(luck, card, GIFT)
        if s.united[family] == s.united[wanted]:
            worth += OF_FAMILY
        if careless:
            worth = share(luck, card, GIFT)
        if worth < least:
            best, least = card, worth
    return best


# -- pawns and seats --------------------------------------------------------------------------------------------------

ENDLESS = 1 << 40
NEAREST = 51
NEAR = 750
"""How far out towards its own seat a bot puts a pawn, in thousandths of the radius."""
MUCH = 100
"""A seat must be nearer to a pawn by this much to be worth a change."""


@compiled
def gap(s: Any, place: int, pawn: int) -> float:
    """From a place to a pawn, in thousandths of the radius."""
    dx, dy = place_x(s, place) - s.pawn_x[pawn], place_y(s, place) - s.pawn_y[pawn]
    return math.sqrt(dx * dx + dy * dy)


@compiled
def nearest_gap(s: Any, place: int) -> float:
    """From a place to the free pawn nearest to it."""
    least = float(ENDLESS)
    for pawn in range(s.pawns):
        if s.pawn_by[pawn] == NONE:
            least = min(least, gap(s, place, pawn))
    return least


@compiled
def pawn_to_grab(s: Any, seat: int, luck: int) -> int:
    """The free pawn nearest to a seat, one of several at random; NONE if there is none."""
    best, least = NONE, float(ENDLESS)
    for pawn in range(s.pawns):
        if s.pawn_by[pawn] == NONE:
            far = distance(s, seat, pawn) + share(luck, pawn, NEAREST)
            if far < least:
                best, least = pawn, far
    return best


@compiled
def best_seat(s: Any, seat: int) -> int:
    """The seat that lies much nearer to a pawn than the bot's own; NONE if there is none."""
    best, least = NONE, nearest_gap(s, place_of(s, seat)) - MUCH
    for place in range(s.placed):
        if nearest_gap(s, place) < least:
            best, least = int(s.seating[place]), nearest_gap(s, place)
    return best


@compiled
def pawn_to_move(b: Any, s: Any, seat: int) -> int:
    """The code that brings the nearest pawn in front of the bot's own seat; KEEP if none can come nearer."""
    place = place_of(s, seat)
    x, y = place_x(s, place) * NEAR / FAR, place_y(s, place) * NEAR / FAR
    column, row = nearest_line(x), nearest_line(y)
    best, least = int(codes.KEEP), float(ENDLESS)
    for pawn in range(s.pawns):
        code = codes.move_code(pawn, 0, column, row)
        if gap(s, place, pawn) < least and why_not(b, s, seat, code) == 0:
            best, least = int(code), gap(s, place, pawn)
    if least <= FAR - NEAR + STEP:
        return int(codes.KEEP)
    return best


@compiled
def nearest_line(at: float) -> int:
    """The line of the grid nearest to a coordinate."""
    return min(GRID - 1, max(0, math.floor((at + FAR) / STEP + 0.5)))
