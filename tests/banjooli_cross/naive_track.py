"""The course of a second, slow reading of Banjooli Cross: tiles as drawn, spaces as (tile, lane, step from 1), single steps.

Written from the rulebook and the description of the box alone; nothing is shared with the rules of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Space = tuple[int, int, int]
Step = Space | str | None

NEST, PODIUM = "nest", "podium"
LINE = PODIUM
LANES = "lcr"
SIDES = (-1, 0, 1)
"""One lane to the left, straight on, one lane to the right."""

PRINTED: dict[str, list[str]] = {
    "start:A": ["..."], "start:B": [".R."], "finish:A": ["...", "..."], "finish:B": [".Q.", "..."],
    "C1:A": ["...", "...", "..."], "C2:A": ["...", ".R.", "..."], "C3:A": ["R..", "...", "..R"],
    "C4:A": ["...", ".Q.", "..."], "C4:B": ["..R", ".Q.", "R.."],
    "C5:A": ["..Q", "...", "R.."], "C5:B": ["...", "R.R", "..."],
    "C6:A": ["R.R", "...", ".R."], "C6:B": ["Q..", "..R", "..."],
    "S1:A": ["C~C", "~C~", "C~C"], "S1:B": ["~B~", "~B~", "~B~"],
    "S2:A": ["lhl", "lll", "hlh"], "S2:B": ["...", ".V.", "..."],
}  # fmt: skip
CURVES: dict[str, list[str]] = {
    "C1:B": [".", "...", "....."], "C2:B": [".", "...", "....."], "C3:B": [".", ".Q.", "....."],
}  # fmt: skip


def faces_of(components: Mapping[str, Any]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The straight and the curved faces of a component file."""
    straight, curved = {}, {}
    for tile in components["tile"]:
        for side in "ab":
            face, name = tile[side], f"{tile['name']}:{side.upper()}"
            if "ranks" in face:
                straight[name] = list(face["ranks"])
            else:
                curved[name] = [face["inside"], face["middle"], face["outside"]]
    return straight, curved


class Track:
    """A course that is laid: what each space is, and where a step leads."""

    def __init__(self, course: list[str], components: Mapping[str, Any] | None = None) -> None:
        straight, curves = (PRINTED, CURVES) if components is None else faces_of(components)
        self.tiles = len(course)
        self.lanes: list[list[str]] = []
        self.curved: list[bool] = []
        for name in course:
            face, _, bend = name.rpartition(":")
            if bend in ("left", "right"):
                self.curved.append(True)
                self.lanes.append(curves[face] if bend == "left" else curves[face][::-1])
            else:
                self.curved.append(False)
                self.lanes.append(["".join(rank[lane] for rank in straight[name]) for lane in range(3)])

    def spaces(self) -> Iterator[Space]:
        for tile in range(self.tiles):
            for lane in range(3):
                for step in range(len(self.lanes[tile][lane])):
                    yield tile, lane, step + 1

    def ground(self, space: Space) -> str:
        tile, lane, step = space
        return self.lanes[tile][lane][step - 1]

    def bars(self, space: Space) -> bool:
        """Rocks and water let nobody through."""
        return self.ground(space) in "R~"

    def onward(self, space: Space, side: int) -> Step:
        """The next space that way, the line, or nothing where the track's edge or a barrier is."""
        tile, lane, step = space
        if not 0 <= lane + side <= 2:
            return None
        if step < len(self.lanes[tile][lane]):
            return None if side and self.curved[tile] else (tile, lane + side, step + 1)
        return LINE if tile + 1 == self.tiles else (tile + 1, lane + side, 1)

    def backward(self, space: Space, side: int) -> Space | None:
        """The space from which a step the other way leads here."""
        return next(
            (
                other
                for other in self.spaces()
                if other[1] == space[1] + side and self.onward(other, -side) == space
            ),
            None,
        )

    def behind(self, space: Space | None, ranks: int) -> Space | None:
        """So many spaces back in its own lane."""
        for _ in range(ranks):
            space = self.backward(space, 0) if space else None
        return space

    def to_the_line(self) -> dict[Space, int]:
        """The fewest steps to over the line from each space, birds and lion left aside."""
        left: dict[Space, int] = {}
        changed = True
        while changed:
            changed = False
            for space in self.spaces():
                if self.bars(space):
                    continue
                for side in SIDES:
                    after = self.onward(space, side)
                    steps = 1 if after == LINE else 1 + left.get(after, 10**6)
                    if after is not None and steps < left.get(space, 10**6):
                        left[space], changed = steps, True
        return left

    def from_the_start(self) -> dict[Space, int]:
        """The fewest steps to each space from the first rank of the start."""
        steps: dict[Space, int] = {}
        front = [(0, lane, 1) for lane in range(3) if not self.bars((0, lane, 1))]
        count = 0
        while front:
            for space in front:
                steps.setdefault(space, count)
            further = {self.onward(space, side) for space in front for side in SIDES}
            front = [
                space
                for space in further
                if isinstance(space, tuple) and not self.bars(space) and space not in steps
            ]
            count += 1
        return steps


def name_of(space: Space | str) -> str:
    return space if isinstance(space, str) else f"{space[0]}{LANES[space[1]]}{space[2]}"


def space_of(name: str) -> Space:
    letter = next(index for index, sign in enumerate(name) if sign in LANES)
    return int(name[:letter]), LANES.index(name[letter]), int(name[letter + 1 :])
