"""What a learning program sees of a position: numbers in a fixed order, described one by one.

A game describes them with `Game.observation`, and its verb `observe` writes them, from a state that already hides what the seat may not
know. A game that has neither is described from the fields of its state, see `ludotheque.envs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod


@dataclass(frozen=True)
class Feature:
    """Some numbers of an observation that belong together.

    Attributes:
        name: the name, such as `"pawns"`.
        shape: how many there are: `()` for one number, `(2, 4)` for four of each of two seats. The last index counts fastest.
        says: what they say, in one sentence.
        least: the least value that each may have.
        most: the greatest.
    """

    name: str
    shape: tuple[int, ...]
    says: str
    least: float = 0.0
    most: float = 1.0

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return prod(self.shape)


@dataclass(frozen=True)
class Observation:
    """The numbers of an observation, in order: first the planes, then the others.

    Seats are counted from the one that looks: 0 is itself, 1 the next one, and so on.

    Attributes:
        board: rows and columns of a plane; `(0, 0)` for a game without planes.
        planes: features with a number for each place of the board. A plane is written row by row.
        numbers: features without a place.
    """

    board: tuple[int, int] = (0, 0)
    planes: Sequence[Feature] = ()
    numbers: Sequence[Feature] = ()

    @property
    def plane_count(self) -> int:
        """How many planes there are."""
        return sum(feature.size for feature in self.planes)

    @property
    def number_count(self) -> int:
        """How many numbers there are besides the planes."""
        return sum(feature.size for feature in self.numbers)

    @property
    def size(self) -> int:
        """How many numbers there are in all."""
        rows, columns = self.board
        return self.plane_count * rows * columns + self.number_count

    def bounds(self) -> tuple[list[float], list[float]]:
        """The least and the greatest value of each number, in order."""
        rows, columns = self.board
        least: list[float] = []
        most: list[float] = []
        for features, copies in ((self.planes, rows * columns), (self.numbers, 1)):
            for feature in features:
                least += [feature.least] * (feature.size * copies)
                most += [feature.most] * (feature.size * copies)
        return least, most
