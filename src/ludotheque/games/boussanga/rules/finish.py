"""Who has won: the most points; or everybody, by the number of cards they needed."""

from __future__ import annotations

from typing import Any

from ludotheque.core.bits import count_bits
from ludotheque.core.rule import rule
from ludotheque.games.boussanga.rules.aligning import points
from ludotheque.games.boussanga.rules.setup import is_cooperative, store_of
from ludotheque.games.boussanga.state import Ending

LOST, WON, SCHOLAR, MASTER = 0, 1, 2, 3
"""How well a cooperative game ended."""


@rule("BOU-30", "BOU-50", "BOU-51", "BOU-52", "BOU-53")
def grade(b: Any, s: Any) -> int:
    """By the cards in the discard zone, once the points are reached: won, scholar, master; else lost."""
    cards = count_bits(s.discarded)
    if s.ended != Ending.POINTS.value or cards > b.cards_won:
        return LOST
    if cards <= b.cards_master:
        return MASTER
    return SCHOLAR if cards <= b.cards_scholar else WON


@rule("BOU-01", "BOU-23", "BOU-24")
def is_first(b: Any, s: Any, seat: int) -> bool:
    """Whether nobody has more points."""
    own = points(b, s, store_of(s, seat))
    for other in range(s.seats):
        if points(b, s, store_of(s, other)) > own:
            return False
    return True


@rule("BOU-01", "BOU-23", "BOU-24", "BOU-51", "BOU-52")
def returns(b: Any, s: Any, out: Any) -> None:
    """Share the win among all who have the most points. In a cooperative game all have the same return, by how well it went."""
    first = 0
    for seat in range(s.seats):
        out[seat] = 0.0
        if s.ended != Ending.NONE.value and is_first(b, s, seat):
            first += 1
    for seat in range(s.seats):
        if s.ended == Ending.NONE.value:
            continue
        if is_cooperative(s):
            out[seat] = 0.0 if grade(b, s) == LOST else 0.7 + 0.1 * grade(b, s)
        elif is_first(b, s, seat):
            out[seat] = 1.0 / first


@rule("BOU-23", "BOU-24")
def ranking(b: Any, s: Any, out: Any) -> None:
    """Rank the seats by points; equal ranks are shared. In a cooperative game all are first, won or not."""
    for seat in range(s.seats):
        out[seat] = 0
        if s.ended == Ending.NONE.value:
            continue
        out[seat] = 1
        for other in range(s.seats):
            if points(b, s, store_of(s, other)) > points(b, s, store_of(s, seat)):
                out[seat] += 1


@rule("BOU-22", "BOU-50", "BOU-53")
def ending(b: Any, s: Any) -> int:
    """Why the game is over; 0 until then."""
    return s.ended
