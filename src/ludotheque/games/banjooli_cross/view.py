"""The verbs `hide` and `redeal`: each player's prediction, and what players know who looked at berries on the course."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.rules.berries import tokens_left
from ludotheque.games.banjooli_cross.rules.favours import likelihood
from ludotheque.games.banjooli_cross.rules.setup import is_held
from ludotheque.games.banjooli_cross.state import (
    KINDS,
    MAX_SEATS,
    NO_SPACE,
    SECRET,
    UNSEEN,
    Phase,
    wide,
)


@rule("BJC-10", "BJC-12", "BJC-66")
def hide(b: Any, s: Any, audience: int) -> None:
    """Wipe predictions until the race is over, and berries on the course for seats that have not looked at them."""
    if s.phase != Phase.OVER.value:
        for seat in range(s.seats):
            if audience >> seat & 1 == 0 and s.prediction[seat] >= 0:
                s.prediction[seat] = SECRET
    for token in range(MAX_SEATS):
        if audience & s.berry_known[token] == 0 and not is_being_seen(s, audience):
            s.berry_kind[token] = UNSEEN


@compiled
def guess_card(b: Any, s: Any, seat: int, rng: Any) -> int:
    """One of the cards that nobody is known to hold, by how likely it is the seat's."""
    total = 0.0
    for card in range(b.cards):
        if not is_held(s, card):
            total += likelihood(b, s, seat, wide(card))
    left, guess = rng.random() * total, wide(0)
    for card in range(b.cards):
        if not is_held(s, card):
            guess = wide(card)
            left -= likelihood(b, s, seat, guess)
            if left < 0.0:
                break
    return guess


@compiled
def is_being_seen(s: Any, audience: int) -> bool:
    """Whether the audience is now looking at the berries, one after another."""
    return s.phase == Phase.LOOK.value and audience >> wide(s.to_play) & 1 != 0


@rule("BJC-10", "BJC-66")
def redeal(b: Any, s: Any, audience: int, rng: Any) -> None:
    """Guess cards, and berries that others have looked at. What nobody has seen stays undecided.

    A card is likelier the better it explains whom its seat has helped; berries are equally likely.
    """
    for seat in range(s.seats):
        if s.prediction[seat] == SECRET:
            s.prediction[seat] = guess_card(b, s, wide(seat), rng)
    for token in range(MAX_SEATS):
        while s.berry_space[token] != NO_SPACE and s.berry_known[token] and s.berry_kind[token] == UNSEEN:
            kind = int(rng.random() * KINDS)
            if rng.random() * b.berries[kind] < tokens_left(b, s, wide(kind)):
                s.berry_kind[token] = kind
