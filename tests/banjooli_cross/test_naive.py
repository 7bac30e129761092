"""The product and the second reading side by side: whole races of every way, crowded positions, tiles of somebody's own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.table import Table
from tests.banjooli_cross.boxes import LONG, SHORT
from tests.banjooli_cross.crowds import crowded
from tests.banjooli_cross.naive import BERRIES, BIRDS
from tests.banjooli_cross.naive_play import Game
from tests.depth import few_or_many

ASIDE = ("game", "seats", "options", "helped")
"""What is not compared: it never changes, or no rule reads it."""

WAYS: list[tuple[int, dict[str, Any]]] = [
    (2, {}), (3, {"special": "one"}), (4, {"special": "two", "tiles": 5}), (5, {"tiles": 6}),
    (2, {"berries": True, "lion": True}), (3, {"berries": True, "special": "one", "dice": "numbers"}),
    (4, {"berries": True, "arrived_natural": True}), (5, {"berries": True, "tiles": 6, "special": "two"}),
    (3, {"lion": True, "arrived_natural": True}), (5, {"berries": True, "lion": True, "special": "two"}),
    (4, {"berries": True, "course": "S2:A C1:B:left S1:A C5:B C4:A C3:B:right"}),
]  # fmt: skip


class Disagreement(AssertionError):
    """The two readings differ; says in what, and after how many events."""


def same(what: str, one: Any, other: Any, table: Table) -> None:
    """`Disagreement` unless both readings say the same."""
    if one == other:
        return
    if isinstance(one, set | dict) and isinstance(other, set | dict):
        first, second = set(one), set(other)
        if first != second:
            one = f"only in the product {sorted(first - second)[:4]}"
            other = f"only in the second reading {sorted(second - first)[:4]}"
    raise Disagreement(f"{what}: {one}, not {other}, after {len(table.events)} events, {table.position()}")


def compare(table: Table, game: Game) -> list[str]:
    """The actions or results of chance that may come now, if both say the same of the whole situation."""
    position, own = table.position(), game.position()
    for key in sorted((position | own).keys() - set(ASIDE)):
        same(key, position.get(key), own.get(key), table)
    if table.awaits_chance:
        codes, chances = table.journal.results(table.state)
        told = {table.text(code, CHANCE_SEAT): round(p, 9) for code, p in zip(codes, chances, strict=True)}
        same("results of chance", told, {text: round(p, 9) for text, p in game.chance().items()}, table)
        return sorted(told)
    same("is over", table.is_over, game.phase == "over", table)
    if table.is_over:
        compare_ends(table, game)
        return []
    same("who plays", table.actors, (game.to_play,), table)
    same("legal actions", set(table.legal_actions().texts()), game.legal(), table)
    return sorted(game.legal())


def compare_ends(table: Table, game: Game) -> None:
    outcome, ranking = table.outcome, game.ranking()
    assert outcome is not None
    same("ranking", list(outcome.ranking), ranking, table)
    shares = [(rank == 1) / ranking.count(1) for rank in ranking]
    same(
        "shares", [round(share, 9) for share in outcome.returns], [round(share, 9) for share in shares], table
    )
    same("ending", outcome.ending, "third_arrival" if len(game.podium) == 3 else "turn_limit", table)


def along(
    table: Table,
    rng: random.Random,
    seen: Counter[str],
    most: int = 5000,
    box: Mapping[str, Any] | None = None,
) -> None:
    """Play both on at random; those of whom moves are asked would rather run than bewitch."""
    game = Game(table.position(), box)
    eager = rng.choice((0.0, 0.8))
    while (legal := compare(table, game)) and most:
        running = [text for text in legal if text.partition(" ")[0].partition("+")[0] in BIRDS]
        text = rng.choice(running if running and rng.random() < eager else legal)
        seen[f"{game.phase}: {text if text.startswith('is ') else text.split()[0].partition('+')[0]}"] += 1
        seen["situations"] += 1
        table.play(text, CHANCE_SEAT if table.awaits_chance else None)
        game.play(text)
        most -= 1
    if table.is_over:
        assert table.outcome is not None
        seen[table.outcome.ending] += 1


@pytest.mark.rule(
    "BJC-07", "BJC-08", "BJC-13", "BJC-14", "BJC-17", "BJC-18", "BJC-19", "BJC-46", "BJC-47", "BJC-48"
)
@pytest.mark.parametrize(("seats", "options"), WAYS)
@few_or_many("races", 1, 2)
def test_whole_races_agree(seats, options, races):
    seen: Counter[str] = Counter()
    for seed in range(races):
        table = Table("banjooli-cross", seats, options, chance="physical", first=seed % seats)
        along(table, random.Random(f"{seed} {options}"), seen)
    assert seen["third_arrival"] == races


@pytest.mark.rule("BJC-22", "BJC-29", "BJC-33", "BJC-39", "BJC-54", "BJC-57", "BJC-62", "BJC-71", "BJC-74")
@few_or_many("crowds", 120, 900)
def test_crowded_positions_agree(crowds):
    seen: Counter[str] = Counter()
    rng = random.Random("crowds")
    for _ in range(crowds):
        along(Table.from_position(crowded(rng), chance="physical"), rng, seen, most=rng.choice((4, 10, 25)))
    assert seen["situations"] > 2 * crowds
    if crowds < 900:  # not everything that is rare happens in few
        return
    assert all(seen[f"find: is {berry}"] for berry in BERRIES)
    special = (
        "vortex: swap",
        "joka: back",
        "give: give",
        "choose: lion",
        "choose: wake",
        "choose: pass",
        "spin: die",
    )
    assert [what for what in special if not seen[what]] == []
    assert sum(seen[f"frenzy: {bird}"] for bird in BIRDS) > 3
    assert sum(seen[f"look: is {berry}"] for berry in BERRIES) > 3


@pytest.mark.rule("BJC-01", "BJC-03", "BJC-04", "BJC-78")
@pytest.mark.parametrize(("box", "name"), [(LONG, "long"), (SHORT, "short")])
@few_or_many("races", 1, 6)
def test_races_on_custom_tiles_agree(box, name, races):
    seen: Counter[str] = Counter()
    for seed in range(races):
        seats, options = WAYS[seed % (len(WAYS) - 1)]
        options = options | {"berries": True}
        table = Table("banjooli-cross", seats, options, components=box, chance="physical", first=seed % seats)
        along(table, random.Random(f"{name} {seed}"), seen, box=box)
    assert seen["turn_limit"] + seen["third_arrival"] == races
