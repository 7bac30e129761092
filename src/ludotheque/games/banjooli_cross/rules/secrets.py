"""What is secret, and what may be guessed: the verbs `hide` and `redeal`, and whom each seat has helped, which everybody sees."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.numerics import exp
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import MOVE, PASS, TILE, destination_of, is_run
from ludotheque.games.banjooli_cross.rules.arriving import turns_played
from ludotheque.games.banjooli_cross.rules.berries import tokens_left
from ludotheque.games.banjooli_cross.rules.course import distance_left
from ludotheque.games.banjooli_cross.rules.setup import is_held
from ludotheque.games.banjooli_cross.state import (
    BIRDS,
    FINISHERS,
    KINDS,
    LAST,
    MAX_HELP,
    MAX_SEATS,
    NO_SPACE,
    PODIUM,
    SECRET,
    UNSEEN,
    Phase,
    wide,
)

FEAR = 3
"""Scaring a bird hinders it as much as this many steps back; calming it helps as much."""
DOUBT = 5.0
"""This many steps given to the birds of a card make it about three times as likely to be the seat's."""
WORTH = (1.0, 0.8, 0.6, -1.0)
"""How much a seat wants the birds of its card to get on: the first, the second, the third, the last."""


def reveals(b: Any, s: Any, action: int) -> bool:
    """Whether an action ends the race and so reveals all predictions: the third arrival, or the last turn of the technical limit."""
    if is_run(action) and destination_of(action) == PODIUM and int(max(s["place"])) == FINISHERS - 1:
        return True
    ends_turn = action == PASS or MOVE <= action < TILE
    return ends_turn and int(turns_played(s)) + 1 >= int(b["turns"])


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


# -- whom each seat has helped ------------------------------------------------------------------------------------------


@compiled
def note_distances(b: Any, s: Any, distances: Any) -> None:
    """Write down how far each bird still has to run, fear counted in."""
    for bird in range(BIRDS):
        distances[bird] = distance_left(b, s, bird) + FEAR * wide(s.scared[bird])


@compiled
def note_help(b: Any, s: Any, seat: int, distances: Any) -> None:
    """Credit the seat with what its action changed since `note_distances`."""
    for bird in range(BIRDS):
        gained = distances[bird] - distance_left(b, s, bird) - FEAR * wide(s.scared[bird])
        s.helped[seat, bird] = min(max(wide(s.helped[seat, bird]) + gained, -MAX_HELP), MAX_HELP)


@compiled
def likelihood(b: Any, s: Any, seat: int, card: int) -> float:
    """How well a card explains whom the seat has helped, as a weight."""
    liking = 0.0
    for foretold in range(FINISHERS):
        liking += WORTH[foretold] * s.helped[seat, b.card[card, foretold]]
    liking += WORTH[LAST] * s.helped[seat, b.card[card, LAST]]
    return exp(liking / DOUBT)
