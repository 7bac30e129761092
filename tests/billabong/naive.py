"""A second, slow reading of the rules of moving, from the rulebook alone: sets of cells and straight lines, nothing shared."""

from collections.abc import Iterator

EIGHT = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
Spot = tuple[int, int]
Landing = tuple[Spot, int]
HOME: Landing = ((-1, -1), 2)


class Board:
    """x west→east and y north→south from 0; the stream runs south of the lake, at `stream` + 1/2."""

    def __init__(self, width: int, height: int, lake: tuple[int, int, int, int], stream: int) -> None:
        left, top, wide, high = lake
        self.lake = {(x, y) for x in range(left, left + wide) for y in range(top, top + high)}
        self.land = {(x, y) for x in range(width) for y in range(height)} - self.lake
        self.stream, self.shore = stream + 0.5, top + high - 0.5

    def crossings(self, before: int, start: Spot, end: Spot) -> int:
        if (start[0] < self.stream) == (end[0] < self.stream):
            return before
        share = (self.stream - start[0]) / (end[0] - start[0])
        if start[1] + share * (end[1] - start[1]) < self.shore:
            return before
        return before + 1 if end[0] < start[0] else max(before - 1, 0)

    def hops(self, taken: set[Spot], start: Spot) -> Iterator[Spot]:
        for dx, dy in EIGHT:
            for half in range(1, 24):
                way = [(start[0] + dx * i, start[1] + dy * i) for i in range(1, 2 * half + 1)]
                others = [spot for spot in way if spot in taken]
                if all(spot in self.land for spot in way) and others == [way[half - 1]]:
                    yield way[-1]

    def moves(self, taken: set[Spot], start: Spot, crossings: int) -> set[Landing]:
        """Every (cell, crossings after), with `HOME` for all landings with two crossings."""
        found: set[Landing] = set()
        for dx, dy in EIGHT:
            spot = (start[0] + dx, start[1] + dy)
            if spot in self.land - taken:
                found.add((spot, self.crossings(crossings, start, spot)))
        todo, seen = [(start, crossings)], {(start, crossings)}
        while todo:
            here, count = todo.pop()
            for spot in self.hops(taken, here):
                landing = (spot, self.crossings(count, here, spot))
                if landing not in seen:
                    seen.add(landing)
                    found.add(landing)
                    if landing[1] < 2:
                        todo.append(landing)
        return {HOME if count == 2 else (spot, count) for spot, count in found}
