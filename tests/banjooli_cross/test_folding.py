"""Folded courses: every course that the rules allow can be folded, nothing lies over anything else, and every way on is joined or linked."""

from __future__ import annotations

import itertools
import math

import pytest

from ludotheque.games.banjooli_cross.board_layout import RIM, SQUARE, Tile
from ludotheque.games.banjooli_cross.folding import WALL, folds
from ludotheque.games.banjooli_cross.state import LANES, Bend
from ludotheque.scene.model import Fold, Part

COURSES = [
    (0, *middle, 0)
    for count in (4, 5, 6)
    for middle in itertools.product(Bend, repeat=count)
    if not any(one and other for one, other in itertools.pairwise(middle)) and sum(map(bool, middle)) <= 3
]
"""The bends of every course: no curve after a curve."""


def tiles_of(bends: tuple[int, ...]) -> tuple[Tile, ...]:
    tiles, x, y, ahead = [], 0.0, 0.0, (1.0, 0.0)
    for number, bend in enumerate(bends):
        tile = Tile(number, x, y, ahead, int(bend), 0, (3, 3, 3))
        tiles.append(tile)
        ahead = tile.out
        x, y = x + ahead[0] * SQUARE, y + ahead[1] * SQUARE
    return tuple(tiles)


def part_of(fold: Fold, tile: Tile) -> int:
    """The index of the part that a tile lies in."""
    (found,) = [
        index
        for index, part in enumerate(fold.parts)
        if part.x <= tile.x <= part.x + part.w and part.y <= tile.y <= part.y + part.h
    ]
    return found


def moved(part: Part, x: float, y: float) -> tuple[float, float]:
    """Where a point of a part lies on the folded board."""
    x, y = x - part.from_x, y - part.from_y
    for _ in range(part.quarters):
        x, y = -y, x
    return part.to_x + x, part.to_y + y


def lane_end(tile: Tile, lane: int) -> tuple[float, float]:
    left = (tile.out[1], -tile.out[0])
    aside = (1 - lane) * SQUARE / 3
    return (
        tile.x + tile.out[0] * SQUARE / 2 + left[0] * aside,
        tile.y + tile.out[1] * SQUARE / 2 + left[1] * aside,
    )


def test_every_course_can_be_folded_at_least_half_as_long() -> None:
    assert len(COURSES) > 100
    for bends in COURSES:
        found = folds(tiles_of(bends))
        assert found, bends
        assert min(max(fold.width, fold.height) for fold in found) <= 4 * SQUARE + 150, bends


@pytest.mark.parametrize("bends", COURSES[:: max(1, len(COURSES) // 40)])
def test_tiles_lie_beside_each_other_and_every_lane_continues(bends: tuple[int, ...]) -> None:
    tiles = tiles_of(bends)
    for fold in folds(tiles):
        parts = [part_of(fold, tile) for tile in tiles]
        assert parts == sorted(parts)
        centres = [moved(fold.parts[part], tile.x, tile.y) for part, tile in zip(parts, tiles, strict=True)]
        for n, (x, y) in enumerate(centres):
            assert SQUARE / 2 + WALL - 1 <= x <= fold.width - SQUARE / 2 - WALL + 1
            assert SQUARE / 2 + WALL - 1 <= y <= fold.height - SQUARE / 2 - WALL + 1
            assert all(max(abs(x - a), abs(y - b)) >= SQUARE - 1 for a, b in centres[:n])
        for one, other in itertools.pairwise(tiles):
            here, there = parts[one.number], parts[other.number]
            links = [link for link in fold.links if (link.start, link.end) == (here, there)]
            for lane in range(LANES):
                end = lane_end(one, lane)
                leaves, enters = moved(fold.parts[here], *end), moved(fold.parts[there], *end)
                if math.dist(leaves, enters) < 1:
                    continue
                assert len(links) == LANES
                assert math.dist(links[lane].points[0], leaves) < 1
                assert math.dist(links[lane].points[-1], enters) < 1


@pytest.mark.parametrize("bends", COURSES[:: max(1, len(COURSES) // 40)])
def test_roads_run_beside_tiles_with_room_to_label_both_ends(
    bends: tuple[int, ...],
) -> None:
    tiles = tiles_of(bends)
    first, last = tiles[0], tiles[-1]
    ends = [(first, (-first.ahead[0], -first.ahead[1])), (last, last.out)]
    for fold in folds(tiles):
        parts = [fold.parts[part_of(fold, tile)] for tile in tiles]
        centres = [moved(part, tile.x, tile.y) for part, tile in zip(parts, tiles, strict=True)]

        def free(x: float, y: float, fold: Fold = fold, centres: list[tuple[float, float]] = centres) -> bool:
            inside = -1 <= x <= fold.width + 1 and -1 <= y <= fold.height + 1
            return inside and all(max(abs(x - a), abs(y - b)) >= SQUARE / 2 - 1 for a, b in centres)

        assert all(free(x, y) for link in fold.links for x, y in link.points)
        for tile, (across, down) in ends:
            part = fold.parts[part_of(fold, tile)]
            for beyond in (1.0, RIM):
                reach = SQUARE / 2 + beyond
                assert free(*moved(part, tile.x + across * reach, tile.y + down * reach))


def test_a_straight_course_of_four_tiles_prefers_two_rows() -> None:
    fold = folds(tiles_of((0,) * 6))[0]
    assert [part.quarters for part in fold.parts] == [0, 2]
    assert [(link.start, link.end) for link in fold.links] == [(0, 1)] * LANES
    assert fold.width < 3.6 * SQUARE
    assert fold.height < 2.2 * SQUARE


def test_tiles_not_laid_cannot_be_folded() -> None:
    assert folds(()) == ()
    assert folds(tiles_of((0,))) == ()
