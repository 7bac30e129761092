"""How an evening stands: points, and what decides between equal points.

A table gives everybody the share of the others whom they are ahead of, from 0 to 1; equal ranks count half. So the first gets 1
and the last 0, at tables of any size. A player who has to wait gets a half: as much as an even match, because it is no fault of theirs. A
round in which somebody takes no part gives nothing.

Of equal points, those are ahead whose opponents have more points on average; then those who won more tables; then the place is shared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ludotheque.core.pairing import Table, circles, meetings, mixed, pair, table_sizes
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


def next_round(evening: Evening) -> tuple[list[Table], list[int]]:
    """The tables of the next round, and who waits; no tables if there are too few people.

    As few wait as can be: those who have waited least, of them those who stand lowest. In a Swiss tournament people meet who stand near each
    other and, as far as can be, have not met. In a round robin everybody meets everybody as evenly as can be; of two at a table, exactly.
    """
    here = evening.here
    if len(here) < min(evening.made.sizes):
        return [], here
    sizes = table_sizes(len(here), evening.made.sizes)
    met = meetings([place.players for round_ in evening.rounds for place in round_.tables])
    is_swiss = evening.made.how == "swiss"
    if not is_swiss and evening.made.sizes == (2,):
        found = _circle(here, met, evening)
        if found is not None:
            return found
    ranked = [each.player for each in standings(evening) if each.player in set(here)]
    waited = _waited(evening)
    patient = sorted(ranked, key=lambda player: (waited[player], -ranked.index(player)))
    waiting = sorted(patient[: len(here) - sum(sizes)])
    order = [player for player in (ranked if is_swiss else here) if player not in waiting]
    return mixed(order, sizes, met, near=is_swiss), waiting


def _waited(evening: Evening) -> Counter[int]:
    return Counter(player for round_ in evening.rounds for player in round_.wait)


def _circle(
    here: list[int], met: Counter[tuple[int, int]], evening: Evening
) -> tuple[list[Table], list[int]] | None:
    """A round of the plan for these people in which nobody meets again and nobody waits who waited more often than another; None if there is none.

    As long as nobody comes or leaves, every round of the plan comes once.
    """
    waited = _waited(evening)
    least = min(waited[player] for player in here)
    for tables in circles(here):
        waiting = sorted(set(here) - {player for table in tables for player in table})
        fair = all(waited[player] == least for player in waiting)
        if fair and not any(met[pair(*table)] for table in tables):
            return tables, waiting
    return None
