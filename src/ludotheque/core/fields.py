"""Boxes and positions whose form is declared once, for writing and for reading.

>>> BOX = FieldComponents(pebbles=(15, 1, 40), most=(3, 1, 5))
>>> BOX({"pebbles": 20, "most": 2}).pebbles
20
>>> POSITIONS = FieldPositions({"to_play": (0, 3), "left": (0, 60)})

`FieldComponents` is for boxes that are a few numbers, `FieldPositions` for states that can be written field by field. A `Form` also has
parts that a game writes and reads by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.errors import BadComponents, BadPosition
from ludotheque.core.memory import Struct, zeros
from ludotheque.core.message import Message
from ludotheque.core.validation import choice, entries, known_keys, number


class FieldComponents:
    """A game's box if it is a few whole numbers, see `Game.components`. The declaration takes the place of a component file.

    Args:
        numbers: for each field of the box its printed value, and the least and the greatest that another box may have.

    Attributes:
        struct: the `Struct` of the box.
        printed: the content of the printed component file.
    """

    def __init__(self, **numbers: tuple[int, int, int]) -> None:
        for name, (printed, least, greatest) in numbers.items():
            if not least <= printed <= greatest:
                raise TypeError(
                    f"the box: {name} is printed as {printed}, which is not from {least} to {greatest}"
                )
            if not -(2**31) <= least <= greatest < 2**31:
                raise TypeError(
                    f"the box: {name} may be from {least} to {greatest}, which 32 bits cannot hold"
                )
        self.numbers = numbers
        self.struct = Struct([(name, "int32") for name in numbers or ("nothing",)])
        self.printed = {name: printed for name, (printed, _, _) in numbers.items()}

    def __call__(self, data: Mapping[str, Any]) -> Any:
        """The box for the content of a component file. Raises `BadComponents` with the field that is wrong."""
        known_keys(BadComponents, data, self.numbers)
        box = zeros(1, self.struct)
        for name, (_, least, greatest) in self.numbers.items():
            box[name] = number(BadComponents, name, data.get(name), least, greatest)
        return box

    def written(self) -> str:
        """The printed component file."""
        return "".join(
            f"{name} = {printed} # {least} to {greatest}\n"
            for name, (printed, least, greatest) in self.numbers.items()
        )


UNSAID: Any = object()
"""No value: a part that is not written, or one that is not read if a position leaves it out."""


def left_to_check(b: Any, s: Any, where: str, value: Any) -> None:
    """Read a part that only the form's `check` understands: do nothing yet."""


@dataclass(frozen=True)
class Part:
    """A key of a position.

    Attributes:
        write: `write(b, s)` returns its value; `UNSAID` leaves it out.
        read: `read(b, s, where, value)` puts the value into the state. Raises `BadPosition` with the place, `where` or within it.
        usual: the value of a position that leaves it out.
    """

    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Any, str, Any], None] = left_to_check
    usual: Any = UNSAID


def seat(field: str, *, written: Callable[[int], object] = lambda _: True) -> Part:
    """A seat in a field; 0 if it is left out. `written` says whether a given seat is written."""

    def write(b: Any, s: Any) -> Any:
        return int(s[field]) if written(int(s[field])) else UNSAID

    def read(b: Any, s: Any, where: str, value: Any) -> None:
        s[field] = number(BadPosition, where, value, 0, int(s["seats"]) - 1)

    return Part(write, read, 0)


def word(field: str, words: Sequence[str], usual: str) -> Part:
    """A field written as one of these words, in the order of its values."""

    def read(b: Any, s: Any, where: str, value: Any) -> None:
        s[field] = words.index(choice(BadPosition, where, value, words))

    return Part(lambda b, s: words[int(s[field])], read, usual)


def for_each_seat(field: str, most: int) -> Part:
    """A number from 0 to `most` for each seat; the field is as `setup` makes it if the list is empty or left out."""

    def write(b: Any, s: Any) -> list[int]:
        return [int(s[field][seat]) for seat in range(int(s["seats"]))]

    def read(b: Any, s: Any, where: str, value: Any) -> None:
        listed, seats = entries(BadPosition, where, value), int(s["seats"])
        if listed and len(listed) != seats:
            said = Message("error.position.per_seat", {"seats": seats, "value": len(listed)})
            raise BadPosition(where, said)
        for seat, each in enumerate(listed):
            s[field][seat] = number(BadPosition, f"{where}[{seat}]", each, 0, most)

    return Part(write, read, ())


def each_of(write: Callable[[Any, Any], Any], read: Callable[[Any, Any, str, Any], None]) -> Part:
    """A list whose entries are read one by one; it is empty if it is left out."""

    def read_all(b: Any, s: Any, where: str, value: Any) -> None:
        for index, each in enumerate(entries(BadPosition, where, value)):
            read(b, s, f"{where}[{index}]", each)

    return Part(write, read_all, ())


class Form:
    """A game's positions, see `core.game.Positions`: parts under their keys, written and read in this order, but any `first` is read first.

    Args:
        parts: the parts by their keys.
        check: `check(b, s, position)` completes the state, and raises `BadPosition` if the parts contradict one another.
    """

    def __init__(
        self,
        parts: Mapping[str, Part],
        check: Callable[[Any, Any, Mapping[str, Any]], None] = lambda b, s, position: None,
    ) -> None:
        self.parts = parts
        self.check = check

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """Write every part that has something to say."""
        written = ((name, part.write(b, s)) for name, part in self.parts.items())
        return {name: value for name, value in written if value is not UNSAID}

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill the state; seats and options are already in it. Raises `BadPosition` with the field that is wrong."""
        known_keys(BadPosition, position, self.parts)
        if "first" in self.parts:
            self._read("first", b, s, position)
        verbs.setup(b, s)
        for name in self.parts:
            if name != "first":
                self._read(name, b, s, position)
        self.check(b, s, position)

    def _read(self, name: str, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        value = position.get(name, self.parts[name].usual)
        if value is not UNSAID:
            self.parts[name].read(b, s, name, value)


class FieldPositions(Form):
    """A game's positions: `first`, and each field of `ranges` under its own name.

    A field that a position leaves out is as `setup` makes it.

    Args:
        ranges: the least and greatest value of each field, as in `Game.ranges`.
        enums: fields written as the lower-case names of an enum's members.
        by_seat: fields with an entry for each seat. Only the entries of the seats in the game are written.
        check: `check(b, s)` raises `BadPosition` if the fields contradict one another.
    """

    def __init__(
        self,
        ranges: Mapping[str, tuple[int, int]],
        *,
        enums: Mapping[str, type[IntEnum]] | None = None,
        by_seat: Iterable[str] = (),
        check: Callable[[Any, Any], None] | None = None,
    ) -> None:
        self.enums = enums or {}
        self.by_seat = tuple(by_seat)
        self.ranges = {name: limits for name, limits in ranges.items() if name not in ("seats", "first")}
        fields = {name: self._part(name) for name in self.ranges}
        super().__init__({"first": seat("first")} | fields, lambda b, s, _: check(b, s) if check else None)

    def _part(self, name: str) -> Part:
        def write(b: Any, s: Any) -> Any:
            value = self._of(s, name)
            return self._written(name, value.tolist() if hasattr(value, "tolist") else value)

        def read(b: Any, s: Any, where: str, value: Any) -> None:
            of_field = self._of(s, name)
            if shape := getattr(of_field, "shape", ()):
                of_field[...] = self._value(name, where, value, shape)
            else:
                s[name] = self._value(name, where, value, ())

        return Part(write, read)

    def _of(self, s: Any, name: str) -> Any:
        """The field, a number or an array; only the entries of the seats in the game."""
        whole = s[name]
        return whole[: int(s["seats"])] if name in self.by_seat else whole

    def _written(self, name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [self._written(name, each) for each in value]
        return self.enums[name](value).name.lower() if name in self.enums else value

    def _value(self, name: str, where: str, value: Any, shape: tuple[int, ...]) -> Any:
        if shape:
            listed = entries(BadPosition, where, value, shape[0], shape[0])
            return [
                self._value(name, f"{where}[{index}]", each, shape[1:]) for index, each in enumerate(listed)
            ]
        if name in self.enums:
            names = [member.name.lower() for member in self.enums[name]]
            return self.enums[name][choice(BadPosition, where, value, names).upper()].value
        return number(BadPosition, where, value, *self.ranges[name])
