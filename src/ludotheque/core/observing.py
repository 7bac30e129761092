"""Observations that a game declares once: what they say, in which order, and where each number comes from.

`declared` makes both halves of an observation from such a list: `Game.observation`, which describes the numbers, and the verb `observe`, which
writes them. Each entry has a name, axes, a sentence, and a function of the rules that is asked for its numbers:

| | the function | and what is written |
|---|---|---|
| `number` | `value(b, s, seat, *indices)` | that number, or 1 for True |
| `one` | `which(b, s, seat, *indices)` | along the last axis, 1 for that one; all 0 if there is none such |
| `several` | `bits(b, s, seat, *indices)` | along the last axis, 1 for each bit that is set |
| `marks` | `mark(b, s, seat, out, at)` | what it writes from `out[at]` on, where all is 0 |

`seat` is the one that looks. An index of the axis `SEATS` is the seat itself, but its numbers begin with the seat that looks. A plane has further
axes: the rows and columns of the board for `number`, else one for all places of the board, row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.observation import Feature, Observation

Rule = Callable[..., Any]
Axis = int | Rule
"""How many indices there are, or a function of the rules that says so: `length(b, s)`."""


@compiled
def SEATS(b: Any, s: Any) -> int:  # noqa: N802 (an axis, like the constants beside it)
    """The axis of the seats."""
    return int(s.seats)


@dataclass(frozen=True)
class Seen:
    """Some numbers of an observation that belong together, see the top of this file.

    Attributes:
        name, says, least, most: as in `Feature`.
        axes: the axes, the last one counts fastest.
        ask: the function that is asked for the numbers.
        write: called with `ask` and all axes, returns the function that writes them.
        whole: whether the places of a plane are one axis.
    """

    name: str
    axes: tuple[Axis, ...]
    says: str
    ask: Rule
    write: Callable[[Rule, tuple[Axis, ...]], Rule]
    whole: bool = True
    least: float = 0.0
    most: float = 1.0

    def writer(self, *board: Axis) -> Rule:
        """`put(b, s, seat, out, at)`, which writes the numbers from `out[at]` on and returns where they end."""
        places = (reduce(_product, board),) if board and self.whole else board
        return self.write(compiled(self.ask), self.axes + places)

    def feature(self, b: Any, s: Any) -> Feature:
        """The description."""
        shape = tuple(int(_length(axis)(b, s)) for axis in self.axes)
        return Feature(self.name, shape, self.says, self.least, self.most)


def number(name: str, axes: tuple[Axis, ...], says: str, value: Rule, least: float = 0.0) -> Seen:
    """A number for each index, from `least` to 1."""
    return Seen(name, axes, says, value, _numbers, whole=False, least=least)


def one(name: str, axes: tuple[Axis, ...], says: str, which: Rule) -> Seen:
    """1 for one of the last axis."""
    return Seen(name, axes, says, which, _one)


def several(name: str, axes: tuple[Axis, ...], says: str, bits: Rule) -> Seen:
    """1 for some of the last axis."""
    return Seen(name, axes, says, bits, _several)


def marks(name: str, axes: tuple[Axis, ...], says: str, mark: Rule) -> Seen:
    """Numbers of which most are 0."""
    return Seen(name, axes, says, mark, _marks)


def declared(
    numbers: Sequence[Seen], planes: Sequence[Seen] = (), board: tuple[Axis, ...] = ()
) -> tuple[Callable[[Any, Any], Observation], Rule]:
    """Make `Game.observation` and the verb `observe` of a game.

    Args:
        numbers: what has no place on the board.
        planes: what has a number for each place of the board; it is written first.
        board: the rows and the columns of the board, if there are planes.
    """
    writers = [*(each.writer(*board) for each in planes), *(each.writer() for each in numbers)]
    whole = _chained(writers)

    def observation(b: Any, s: Any) -> Observation:
        """The observation for this box, number of seats and options."""
        rows, columns = (int(_length(axis)(b, s)) for axis in board or (0, 0))
        return Observation(
            (rows, columns),
            tuple(each.feature(b, s) for each in planes),
            tuple(each.feature(b, s) for each in numbers),
        )

    def observe(b: Any, s: Any, seat: int, out: Any) -> int:
        """Write the observation, see `observation`."""
        return int(whole(b, s, seat, out, 0))

    observe.__module__ = numbers[0].ask.__module__
    return observation, compiled(observe)


def _length(axis: Axis) -> Rule:
    if not isinstance(axis, int):
        return compiled(axis)
    return compiled(lambda b, s: axis)  # noqa: ARG005 (every length is called alike)


def _product(one: Axis, other: Axis) -> Rule:
    first, second = _length(one), _length(other)
    return compiled(lambda b, s: first(b, s) * second(b, s))


def _chained(writers: Sequence[Rule]) -> Rule:
    """One writer after the other. They are halved again and again, so that calls do not nest deeply."""
    if len(writers) == 1:
        return writers[0]
    middle = len(writers) // 2
    first, second = _chained(writers[:middle]), _chained(writers[middle:])

    @compiled
    def both(b: Any, s: Any, seat: int, out: Any, at: int) -> Any:
        return second(b, s, seat, out, first(b, s, seat, out, at))

    return both


def _each(inner: Rule, axis: Axis) -> Rule:
    """`inner` for each index of an axis, which is passed last."""
    length, turned = _length(axis), axis is SEATS

    @compiled
    def each(b: Any, s: Any, seat: int, out: Any, at: int, *indices: int) -> int:
        count = length(b, s)
        for index in range(count):
            absolute = seat + index if turned else index
            if absolute >= count:
                absolute -= count
            at = inner(b, s, seat, out, at, *indices, absolute)
        return at

    return each


def _over(axes: tuple[Axis, ...], inner: Rule) -> Rule:
    return reduce(_each, reversed(axes), inner)


def _numbers(value: Rule, axes: tuple[Axis, ...]) -> Rule:
    @compiled
    def put(b: Any, s: Any, seat: int, out: Any, at: int, *indices: int) -> int:
        out[at] = value(b, s, seat, *indices)
        return at + 1

    return _over(axes, put)


def _one(which: Rule, axes: tuple[Axis, ...]) -> Rule:
    length, turned = _length(axes[-1]), axes[-1] is SEATS

    @compiled
    def put(b: Any, s: Any, seat: int, out: Any, at: int, *indices: int) -> int:
        count, chosen = length(b, s), int(which(b, s, seat, *indices))
        out[at : at + count] = 0.0
        if 0 <= chosen < count:
            place = chosen - seat if turned else chosen
            out[at + (place if place >= 0 else place + count)] = 1.0
        return int(at + count)

    return _over(axes[:-1], put)


def _several(bits: Rule, axes: tuple[Axis, ...]) -> Rule:
    length, turned = _length(axes[-1]), axes[-1] is SEATS

    @compiled
    def put(b: Any, s: Any, seat: int, out: Any, at: int, *indices: int) -> int:
        count, chosen = length(b, s), int(bits(b, s, seat, *indices))
        for index in range(count):
            absolute = seat + index if turned else index
            if absolute >= count:
                absolute -= count
            out[at + index] = chosen >> absolute & 1
        return int(at + count)

    return _over(axes[:-1], put)


def _marks(mark: Rule, axes: tuple[Axis, ...]) -> Rule:
    size = _length(reduce(_product, axes))

    @compiled
    def put(b: Any, s: Any, seat: int, out: Any, at: int) -> int:
        end = at + size(b, s)
        out[at:end] = 0.0
        mark(b, s, seat, out, at)
        return int(end)

    return put
