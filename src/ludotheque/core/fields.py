"""Positions for games whose state can be written field by field.

>>> POSITIONS = FieldPositions({"to_play": (0, 3), "left": (0, 60)})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.errors import BadPosition
from ludotheque.core.validation import choice, entries, known_keys, number


class FieldPositions:
    """A game's positions (see `core.game.Positions`): `first`, and each field of `ranges` under its own name.

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
        self.ranges = {name: limits for name, limits in ranges.items() if name not in ("seats", "first")}
        self.enums = enums or {}
        self.by_seat = tuple(by_seat)
        self.check = check

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """Write `first` and every field."""
        written: dict[str, Any] = {"first": int(s["first"])}
        for name in self.ranges:
            value = self._of(s, name)
            written[name] = self._written(name, value.tolist() if hasattr(value, "tolist") else value)
        return written

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill the state. Raises `BadPosition` with the field that is wrong."""
        known_keys(BadPosition, position, ("first", *self.ranges))
        seats = int(s["seats"])
        s["first"] = number(BadPosition, "first", position.get("first", 0), 0, seats - 1)
        verbs.setup(b, s)
        for name in self.ranges:
            if name not in position:
                continue
            of_field = self._of(s, name)
            if shape := getattr(of_field, "shape", ()):
                of_field[...] = self._read(name, name, position[name], shape)
            else:
                s[name] = self._read(name, name, position[name], ())
        if self.check is not None:
            self.check(b, s)

    def _of(self, s: Any, name: str) -> Any:
        """The field, a number or an array; only the entries of the seats in the game."""
        whole = s[name]
        return whole[: int(s["seats"])] if name in self.by_seat else whole

    def _written(self, name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [self._written(name, each) for each in value]
        return self.enums[name](value).name.lower() if name in self.enums else value

    def _read(self, name: str, where: str, value: Any, shape: tuple[int, ...]) -> Any:
        if shape:
            listed = entries(BadPosition, where, value, shape[0], shape[0])
            return [
                self._read(name, f"{where}[{index}]", each, shape[1:]) for index, each in enumerate(listed)
            ]
        if name in self.enums:
            names = [member.name.lower() for member in self.enums[name]]
            return self.enums[name][choice(BadPosition, where, value, names).upper()].value
        return number(BadPosition, where, value, *self.ranges[name])
