"""How an evening stands: points, and what decides between equal points.

A table gives everybody the share of the others whom they are ahead of, from 0 to 1; equal ranks count half. So whoever comes first gets 1
and whoever comes last 0, at tables of any size. Who has to wait gets a half: as much as an even match, because it is no fault of theirs. A
round in which somebody takes no part gives nothing.

Of equal points, those are ahead whose opponents have more points on average; then those who won more tables; then the place is shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ludotheque.server.people.evenings.state import Evening

WAITING = Fraction(1, 2)


@dataclass(frozen=True)
class Standing:
    """How one player stands.

    Attributes:
        player: the number of the player.
        place: from 1; equals share it.
        points: the points of all rounds.
        opponents: the mean points of those whom they met, each as often as they met; 0 before they met anybody.
        wins: how many tables they won, shared wins in part.
        played: how many games of theirs have a result.
        waited: in how many rounds they had to wait.
    """

    player: int
    place: int
    points: Fraction
    opponents: Fraction
    wins: Fraction
    played: int
    waited: int


def points_of(ranks: Sequence[int]) -> list[Fraction]:
    """What each seat of a table gets for these ranks."""
    others = len(ranks) - 1
    return [
        Fraction(2 * sum(other > rank for other in ranks) + ranks.count(rank) - 1, 2 * others)
        for rank in ranks
    ]


def standings(evening: Evening) -> list[Standing]:
    """All players, the best first; equal ones in the order in which they joined."""
    count = len(evening.players)
    points, wins = [Fraction(0)] * count, [Fraction(0)] * count
    played, waited = [0] * count, [0] * count
    met: list[list[int]] = [[] for _ in range(count)]
    for round_ in evening.rounds:
        for player in round_.wait:
            points[player] += WAITING
            waited[player] += 1
        for place in round_.tables:
            if place.ranks is None:
                continue
            for player, rank, got in zip(place.players, place.ranks, points_of(place.ranks), strict=True):
                points[player] += got
                played[player] += 1
                wins[player] += Fraction(rank == 1, place.ranks.count(1))
                met[player] += [other for other in place.players if other != player]
    opponents = [
        sum((points[other] for other in each), Fraction(0)) / len(each) if each else Fraction(0)
        for each in met
    ]
    keys = [(points[player], opponents[player], wins[player]) for player in range(count)]
    order = sorted(range(count), key=lambda player: (*(-value for value in keys[player]), player))
    return [
        Standing(
            player, 1 + sum(key > keys[player] for key in keys), *keys[player], played[player], waited[player]
        )
        for player in order
    ]
