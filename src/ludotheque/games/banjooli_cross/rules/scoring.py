"""The end of the game: the score of each prediction, the last bird, the winner."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.rules.course import distance_left
from ludotheque.games.banjooli_cross.state import BIRDS, FINISHERS, LAST, Ending, wide


@rule("BJC-16", "BJC-47", "BJC-48", "BJC-49", "BJC-50")
def points_of(b: Any, s: Any, card: int) -> int:
    """The points for birds among the first three: those of the place for a bird foretold there, a few for one foretold at another of them."""
    total = wide(0)
    for foretold in range(FINISHERS):
        place = s.place[b.card[card, foretold]]
        if place == foretold + 1:
            total += b.points[foretold]
        elif place > 0:
            total += b.misplaced
    return total


@rule("BJC-17", "BJC-51", "BJC-52", "BJC-79")
def is_last(b: Any, s: Any, bird: int) -> bool:
    """The one with the longest way left, alone: a tie for last cancels the doubling."""
    for other in range(BIRDS):
        if other != bird and distance_left(b, s, other) >= distance_left(b, s, bird):
            return False
    return True


@rule("BJC-51", "BJC-65")
def score(b: Any, s: Any, seat: int) -> int:
    """A seat's score as things stand; the jade is added after the doubling."""
    if s.prediction[seat] < 0:
        return wide(0)
    total = points_of(b, s, s.prediction[seat])
    if is_last(b, s, b.card[s.prediction[seat], LAST]):
        total *= b.last_factor
    return total + (b.oor if s.oor == seat else 0)


@rule("BJC-53")
def well_placed(b: Any, s: Any, seat: int) -> int:
    """Birds of the seat's card that came in exactly where they were foretold."""
    count = wide(0)
    if s.prediction[seat] >= 0:
        for foretold in range(FINISHERS):
            if s.place[b.card[s.prediction[seat], foretold]] == foretold + 1:
                count += 1
    return count


@rule("BJC-18", "BJC-53")
def is_ahead(b: Any, s: Any, seat: int, other: int) -> bool:
    """The higher score; of equal ones, more birds well placed."""
    mine, theirs = score(b, s, seat), score(b, s, other)
    if mine != theirs:
        return mine > theirs
    return well_placed(b, s, seat) > well_placed(b, s, other)


@rule("BJC-18", "BJC-53", "BJC-78")
def ranking(b: Any, s: Any, out: Any) -> None:
    """Rank the seats by score; seats that are equal in everything share a rank."""
    for seat in range(s.seats):
        out[seat] = 0
        if s.ended != Ending.NONE.value:
            out[seat] = 1
            for other in range(s.seats):
                if is_ahead(b, s, other, seat):
                    out[seat] += 1


@rule("BJC-18", "BJC-53", "BJC-78")
def returns(b: Any, s: Any, out: Any) -> None:
    """Share the win among all who are first; 0 before the end."""
    first = wide(0)
    for seat in range(s.seats):
        out[seat] = 0.0
        if s.ended != Ending.NONE.value and leads(b, s, seat):
            out[seat] = 1.0
            first += 1
    for seat in range(s.seats):
        if first > 0:
            out[seat] /= first


@rule("BJC-18", "BJC-53")
def leads(b: Any, s: Any, seat: int) -> bool:
    """Nobody is ahead."""
    for other in range(s.seats):
        if is_ahead(b, s, other, seat):
            return False
    return True


@rule("BJC-46", "BJC-78")
def ending(b: Any, s: Any) -> int:
    """Why the game is over; 0 until then."""
    return s.ended


def points(b: Any, s: Any) -> list[int]:
    """Each seat's points, once the race is over."""
    return [int(score(b, s, seat)) for seat in range(int(s["seats"]))]
