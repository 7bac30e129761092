"""Observations that a game declares once: what they say, in which order, and where each number comes from.

`declared` makes both halves of an observation from such a list: `Game.observation`, which describes the numbers, and the verb `observe`, which
writes them. Each entry has a name, its axes (the last one counts fastest), a sentence, and a function of the rules that gives the numbers:

| | the function | what is written |
|---|---|---|
| `number` | `value(b, s, me, *indices)` | this number, from `least` (0) to 1; 1 for True |
| `one` | `which(b, s, me, *indices)` | along the last axis, 1 at this index; all 0 if there is no such index |
| `several` | `bits(b, s, me, *indices)` | along the last axis, 1 for each bit that is set |
| `marks` | `mark(b, s, me, out, at)` | what it writes from `out[at]` on; the other numbers are 0 |

`me` is the seat that looks. Along the axis `SEATS` the numbers begin with that seat, and each index is the seat itself. A plane has further axes:
for `number` the rows and the columns of the board, for the others one axis of all places, row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.observation import Feature, Observation

Rule = Callable[..., Any]
Axis = int | Rule
"""How many indices an axis has, or a function of the rules that says so: `length(b, s)`."""
SEATS: Axis = compiled(lambda b, s: s.seats)  # noqa: ARG005 (as any length)


@dataclass(frozen=True)
class Seen:
    """An entry, see the top of this file.

    Attributes:
        write: called with `gives` and all axes, returns `put(b, s, me, out, at)`, which writes the numbers and returns where they end.
        name, says, least: as in `Feature`.
        axes: how many numbers there are, on each plane if it is one.
        gives: the function that gives the numbers.
    """

    write: Callable[[Rule, Sequence[Axis]], Rule]
    name: str
    axes: tuple[Axis, ...]
    says: str
    gives: Rule
    least: float = 0.0

    def writer(self, *board: Axis) -> Rule:
        """`put` of these numbers, which are planes if there is a board."""
        places = (reduce(_product, board),) if board and self.write is not _numbers else board
        return self.write(compiled(self.gives), self.axes + places)

    def feature(self, b: Any, s: Any) -> Feature:
        """The description."""
        return Feature(self.name, tuple(_length(axis)(b, s) for axis in self.axes), self.says, self.least)


def declared(
    *, board: tuple[Axis, ...] = (), planes: Sequence[Seen] = (), numbers: Sequence[Seen]
) -> tuple[Callable[[Any, Any], Observation], Rule]:
    """Make `Game.observation` and the verb `observe` of a game.

    Args:
        board: the rows and the columns of the board, if there are planes.
        planes: what has numbers for each place of the board; they are written first.
        numbers: what has no place on the board.
    """
    whole = _chained([*(each.writer(*board) for each in planes), *(each.writer() for each in numbers)])

    def observation(b: Any, s: Any) -> Observation:
        """The observation for this box, number of seats and options."""
        rows, columns = (_length(axis)(b, s) for axis in board or (0, 0))
        planar, plain = (tuple(each.feature(b, s) for each in some) for some in (planes, numbers))
        return Observation((rows, columns), planar, plain)

    def observe(b: Any, s: Any, seat: int, out: Any) -> Any:
        """Write the observation, see `observation`."""
        return whole(b, s, seat, out, 0)

    observe.__module__ = numbers[0].gives.__module__  # it belongs to the game
    return observation, compiled(observe)


def _chained(writers: Sequence[Rule]) -> Rule:
    """One writer after the other. The list is halved again and again, so that calls do not nest deeply."""
    if len(writers) == 1:
        return writers[0]
    first, second = _chained(writers[: len(writers) // 2]), _chained(writers[len(writers) // 2 :])

    @compiled
    def put(b: Any, s: Any, me: int, out: Any, at: int) -> Any:
        return second(b, s, me, out, first(b, s, me, out, at))

    return put


def _length(axis: Axis) -> Callable[[Any, Any], int]:
    """A function that says how many indices an axis has: a plain number, as NumPy's small ones overflow where rules run interpreted."""
    if isinstance(axis, int):
        return compiled(lambda b, s: axis)  # noqa: ARG005 (as any length)
    counted = compiled(axis)
    return compiled(lambda b, s: int(counted(b, s)))


def _product(one: Axis, other: Axis) -> Rule:
    first, second = _length(one), _length(other)
    return compiled(lambda b, s: first(b, s) * second(b, s))


def _each(inner: Rule, axis: Axis) -> Rule:
    """`inner` for each index of an axis, as its last argument."""
    length, turned = _length(axis), axis is SEATS

    @compiled
    def put(b: Any, s: Any, me: int, out: Any, at: int, *indices: int) -> int:
        count = length(b, s)
        for place in range(count):
            index = me + place if turned else place
            if index >= count:
                index -= count
            at = inner(b, s, me, out, at, *indices, index)
        return at

    return put


def _over(inner: Rule, axes: Sequence[Axis]) -> Rule:
    return reduce(_each, reversed(axes), inner)


def _zeros(inner: Rule, axes: Sequence[Axis]) -> Rule:
    """0 for all that `inner` does not write."""
    size = _length(reduce(_product, axes))

    @compiled
    def put(b: Any, s: Any, me: int, out: Any, at: int) -> int:
        end = at + size(b, s)
        out[at:end] = 0.0
        inner(b, s, me, out, at)
        return end

    return put


def _numbers(value: Rule, axes: Sequence[Axis]) -> Rule:
    @compiled
    def put(b: Any, s: Any, me: int, out: Any, at: int, *indices: int) -> int:
        out[at] = value(b, s, me, *indices)
        return at + 1

    return _over(put, axes)


def _one(which: Rule, axes: Sequence[Axis]) -> Rule:
    length, turned = _length(axes[-1]), axes[-1] is SEATS

    @compiled
    def put(b: Any, s: Any, me: int, out: Any, at: int, *indices: int) -> int:
        count, index = length(b, s), int(which(b, s, me, *indices))
        if 0 <= index < count:
            place = index - me if turned else index
            out[at + (place if place >= 0 else place + count)] = 1.0
        return at + count

    return _zeros(_over(put, axes[:-1]), axes)


def _several(bits: Rule, axes: Sequence[Axis]) -> Rule:
    def bit(b: Any, s: Any, me: int, *indices: int) -> int:
        return int(bits(b, s, me, *indices[:-1])) >> indices[-1] & 1

    return _numbers(compiled(bit), axes)


number = partial(Seen, _numbers)
one = partial(Seen, _one)
several = partial(Seen, _several)
marks = partial(Seen, _zeros)
