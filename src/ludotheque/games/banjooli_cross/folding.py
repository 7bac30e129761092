"""Other ways to lay a course, for screens on which it would be small: cut between tiles, its parts side by side, with links from end to start.

A part runs back beside the one before it, with a wall between them: where it ends, a link turns round to the tile next to it. So each lane
goes on at the same side of a bird, as in a bend. Where something takes room between two tiles that follow each other, a short link leads
straight on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.games.banjooli_cross.board_layout import RIM, SPACE, SQUARE, Point, Tile
from ludotheque.games.banjooli_cross.state import LANES, Bend
from ludotheque.scene.model import Fold, Link, Part

WALL = 8.0
"""How far a wall reaches beyond its tile."""
OVER = 1.0
"""How far parts overlap that are not interrupted."""
DEPTH = 110.0
"""How far a link reaches out of the tiles that it joins."""
MARGIN = 8.0
MAX_LINKS = 3
"""The most links that turn."""
MAX_BREAKS = 5
"""The most links, those that lead straight on included."""
MOST = 4
"""The most columns, and the most rows."""
LARGEST = 12
"""The most cells of the grid; a course has at most eight tiles."""
CORNERS = 25
"""Points of a link, its ends included."""

Cell = tuple[int, int]
Way = tuple[int, int]
AHEAD: Way = (1, 0)


@dataclass(frozen=True)
class _Laid:
    """Tiles on a grid: their cells, the ways in which they are entered, and the tiles after which the course is cut."""

    cells: tuple[Cell, ...]
    ways: tuple[Way, ...]
    bends: tuple[int, ...]
    cuts: tuple[int, ...]

    @property
    def columns(self) -> int:
        return 1 + max(column for column, _ in self.cells)

    @property
    def rows(self) -> int:
        return 1 + max(row for _, row in self.cells)


def folds(tiles: tuple[Tile, ...]) -> tuple[Fold, ...]:
    """The ways to fold a course that are worth trying, those with fewer links first. None if nothing is laid yet."""
    if len(tiles) < 2:
        return ()
    return tuple(_fold(tiles, laid) for laid in _best(tuple(tile.bend for tile in tiles)))


@lru_cache(maxsize=256)
def _best(bends: tuple[int, ...]) -> tuple[_Laid, ...]:
    """Of all the ways to lay these tiles, those that no other one with as few links fits into."""
    found: dict[tuple[int, int, int], tuple[tuple[float, float], _Laid]] = {}
    for laid in _ways_to_lay(bends):
        size = _size(laid)
        key = (_breaks(laid), laid.columns, laid.rows)
        if size is not None and (key not in found or sum(size) < sum(found[key][0])):
            found[key] = size, laid
    order = sorted(found.values(), key=lambda each: (_breaks(each[1]), max(each[0]), sum(each[0])))
    kept: list[tuple[tuple[float, float], _Laid]] = []
    for size, laid in order:
        if _breaks(laid) <= MAX_BREAKS and not any(_fits(other, size) for other, _ in kept):
            kept.append((size, laid))
    return tuple(laid for _, laid in kept)


def _fits(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether one is hardly larger than the other, turned or not."""
    (w, h), (a, b) = sorted(one), sorted(other)
    return w <= a * 1.06 and h <= b * 1.06


def _ways_to_lay(bends: tuple[int, ...]) -> Iterator[_Laid]:
    """Every way to lay the tiles with at most three cuts on at most four columns and rows. Without any, the course has a narrower edge."""

    def go(cells: tuple[Cell, ...], ways: tuple[Way, ...], cuts: tuple[int, ...]) -> Iterator[_Laid]:
        number = len(cells)
        if number == len(bends):
            left, top = min(x for x, _ in cells), min(y for _, y in cells)
            yield _Laid(tuple((x - left, y - top) for x, y in cells), ways, bends, cuts)
            return
        out = _out(ways[-1], bends[number - 1])
        (x, y), (across, down) = cells[-1], out
        tries = [((x + across, y + down), out, cuts)]
        if len(cuts) < MAX_LINKS:
            back = (-across, -down)
            tries += [
                ((x - down, y + across), back, (*cuts, number - 1)),
                ((x + down, y - across), back, (*cuts, number - 1)),
            ]
        for cell, way, now in tries:
            if cell not in cells and _is_small((*cells, cell)):
                yield from go((*cells, cell), (*ways, way), now)

    yield from go(((0, 0),), (AHEAD,), ())


def _is_small(cells: tuple[Cell, ...]) -> bool:
    columns, rows = (1 + max(each) - min(each) for each in zip(*cells, strict=True))
    return max(columns, rows) <= MOST and columns * rows <= LARGEST


def _out(way: Way, bend: int) -> Way:
    x, y = way
    if bend == Bend.STRAIGHT:
        return way
    return (y, -x) if bend == Bend.LEFT else (-y, x)


@dataclass(frozen=True)
class _Room:
    """What is left free before each column and each row, and after the last; and the tiles that a straight link follows."""

    columns: tuple[float, ...]
    rows: tuple[float, ...]
    opened: tuple[int, ...]


@lru_cache(maxsize=4096)
def _room(laid: _Laid) -> _Room | None:
    """The room that a way to lay the tiles needs; None if two links would lie in the same place."""
    gaps = [MARGIN] + [0.0] * (laid.columns - 1) + [MARGIN], [MARGIN] + [0.0] * (laid.rows - 1) + [MARGIN]
    number_at = {cell: number for number, cell in enumerate(laid.cells)}
    joints: list[tuple[int, int, int]] = []
    """Tiles that follow each other: whether a column (0) or a row (1) begins there, which one, and the first of the two tiles."""
    for number, (x, y) in enumerate(laid.cells):
        for axis, other in ((0, number_at.get((x + 1, y))), (1, number_at.get((x, y + 1)))):
            if other is None:
                continue
            before = (x, y)[axis] + 1
            if abs(other - number) == 1 and min(other, number) not in laid.cuts:
                joints.append((axis, before, min(other, number)))
    last = len(laid.cells) - 1
    ends = ((0, (-laid.ways[0][0], -laid.ways[0][1])), (last, _out(laid.ways[last], laid.bends[last])))
    for number, (across, down) in ends:
        axis = 0 if across else 1
        line = laid.cells[number][axis] + (1 if across + down > 0 else 0)
        gaps[axis][line] = max(gaps[axis][line], RIM)
    turns: set[tuple[int, int, Way]] = set()
    for cut in laid.cuts:
        out = _out(laid.ways[cut], laid.bends[cut])
        axis = 0 if out[0] else 1
        line = laid.cells[cut][axis] + (1 if out[axis] > 0 else 0)
        if (axis, line, (-out[0], -out[1])) in turns:
            return None
        turns.add((axis, line, out))
        gaps[axis][line] = max(gaps[axis][line], DEPTH)
    opened = tuple(sorted(number for axis, before, number in joints if gaps[axis][before] > 0))
    return _Room(tuple(gaps[0]), tuple(gaps[1]), opened)


def _size(laid: _Laid) -> tuple[float, float] | None:
    room = _room(laid)
    if room is None:
        return None
    return sum(room.columns) + laid.columns * SQUARE, sum(room.rows) + laid.rows * SQUARE


def _breaks(laid: _Laid) -> int:
    """How often the course is interrupted."""
    room = _room(laid)
    return len(laid.cuts) + (len(room.opened) if room else 0)


def _fold(tiles: tuple[Tile, ...], laid: _Laid) -> Fold:
    room = _room(laid)
    assert room is not None
    placed = []
    for tile, (column, row), way in zip(tiles, laid.cells, laid.ways, strict=True):
        x = sum(room.columns[: column + 1]) + (column + 0.5) * SQUARE
        y = sum(room.rows[: row + 1]) + (row + 0.5) * SQUARE
        placed.append(
            Tile(tile.number, x, y, (float(way[0]), float(way[1])), tile.bend, tile.face, tile.lengths)
        )
    breaks = sorted((*laid.cuts, *room.opened))
    runs = _runs(tiles, breaks)
    parts = tuple(
        _part(tiles[first : last + 1], placed[first : last + 1], len(tiles), breaks) for first, last in runs
    )
    part_of = {number: part for part, (first, last) in enumerate(runs) for number in range(first, last + 1)}
    links = []
    for number in breaks:
        leads = _turn if number in laid.cuts else _straight
        for lane in range(LANES):
            points = leads(placed[number], placed[number + 1], lane)
            links.append(Link(part_of[number], part_of[number + 1], points))
    width, height = _size(laid) or (0.0, 0.0)
    return Fold(width, height, parts, tuple(links))


def _runs(tiles: tuple[Tile, ...], breaks: list[int]) -> list[tuple[int, int]]:
    """The first and the last tile of each part: straight tiles that go on without a break are one, and each curve is one."""
    runs: list[tuple[int, int]] = []
    for tile in tiles:
        straight = (
            tile.bend == Bend.STRAIGHT and tile.number > 0 and tiles[tile.number - 1].bend == Bend.STRAIGHT
        )
        if straight and tile.number - 1 not in breaks:
            runs[-1] = runs[-1][0], tile.number
        else:
            runs.append((tile.number, tile.number))
    return runs


def _part(run: tuple[Tile, ...], there: list[Tile], count: int, breaks: list[int]) -> Part:
    """Some tiles with their walls. Where the course goes on, they have none; where it is cut, nothing of the next tile shows."""
    first, last = run[0], run[-1]
    sides = {(1.0, 0.0): WALL, (-1.0, 0.0): WALL, (0.0, 1.0): WALL, (0.0, -1.0): WALL}
    if first.number > 0:
        sides[(-first.ahead[0], -first.ahead[1])] = 0.0 if first.number - 1 in breaks else OVER
    if last.number < count - 1:
        sides[last.out] = 0.0 if last.number in breaks else OVER
    half = SQUARE / 2
    left = min(tile.x for tile in run) - half - sides[(-1.0, 0.0)]
    right = max(tile.x for tile in run) + half + sides[(1.0, 0.0)]
    top = min(tile.y for tile in run) - half - sides[(0.0, -1.0)]
    bottom = max(tile.y for tile in run) + half + sides[(0.0, 1.0)]
    turned = _quarters(first.ahead, there[0].ahead)
    return Part(left, top, right - left, bottom - top, first.x, first.y, there[0].x, there[0].y, turned)


def _quarters(one: Point, other: Point) -> int:
    """How many quarters clockwise lead from one direction to the other; y goes down."""
    angle = math.atan2(other[1], other[0]) - math.atan2(one[1], one[0])
    return round(angle / (math.pi / 2)) % 4


def _turn(one: Tile, other: Tile, lane: int) -> tuple[Point, ...]:
    """A lane's way round from the end of a tile to the start of the one beside it."""
    exit_of, entry = _straight(one, other, lane)
    middle = ((exit_of[0] + entry[0]) / 2, (exit_of[1] + entry[1]) / 2)
    half = (exit_of[0] - middle[0], exit_of[1] - middle[1])
    reach = math.hypot(*half) / SQUARE * (DEPTH - WALL)
    points = []
    for n in range(CORNERS):
        angle = math.pi * n / (CORNERS - 1)
        along, out = math.cos(angle), math.sin(angle) * reach
        x = middle[0] + half[0] * along + one.out[0] * out
        y = middle[1] + half[1] * along + one.out[1] * out
        points.append((round(x, 1), round(y, 1)))
    return tuple(points)


def _straight(one: Tile, other: Tile, lane: int) -> tuple[Point, Point]:
    """From where a lane leaves a tile to where it begins on another."""
    aside, (across, down) = (1 - lane) * SPACE, one.out
    leaves = (one.x + across * SQUARE / 2 + down * aside, one.y + down * SQUARE / 2 - across * aside)
    return leaves, other.at(-SQUARE / 2, aside)
