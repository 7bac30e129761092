"""What a bot collects, and which card it gives away."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.games.banzai.bots.luck import EASY, mixed, share
from ludotheque.games.banzai.rules.hands import held_of_family, holds, is_in_play
from ludotheque.games.banzai.state import CARDS, MAX_FAMILIES, NONE, OF_FAMILY

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
