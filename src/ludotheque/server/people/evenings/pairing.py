"""Who sits with whom in the next round of an evening, and who waits."""

from __future__ import annotations

from collections import Counter

from ludotheque.core.pairing import Table, circles, meetings, mixed, pair, table_sizes
from ludotheque.server.people.evenings.standings import standings
from ludotheque.server.people.evenings.state import Evening


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
