"""Which birds each seat has helped so far: open to everybody at the table, and what bots guess predictions from."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.numerics import exp
from ludotheque.games.banjooli_cross.rules.course import distance_left
from ludotheque.games.banjooli_cross.state import BIRDS, FINISHERS, LAST, wide

FEAR = 3
"""Scaring a bird hinders it as much as this many steps back; calming it helps as much."""
MAX_HELP = 99
DOUBT = 5.0
"""This many steps given to the birds of a card make it about three times as likely to be the seat's."""
WORTH = (1.0, 0.8, 0.6, -1.0)
"""How much a seat wants the birds of its card to get on: the first, the second, the third, the last."""


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
