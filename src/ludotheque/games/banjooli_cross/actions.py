"""Translates actions between integers, structures and notation.

`keep`, `throw 1 3 s` (roll these dice again; the sorcery die is `s`), `red 2c1`, `red podium`, `red+2 2c1` (a frenzy, with two jokers),
`bewitch red`, `bewitch red 3c1` (off a crocodile), `unbewitch red`, `berry 2c2`, `back 1c2` (the snake), `swap red`, `give 2`,
`lion 3c1`, `wake`, `pass`; results of chance: `tile C1:B:left`, `card 3`, `die red`, `is Oor`. Upper and lower case are the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludotheque.core.errors import Unreadable
from ludotheque.core.game import HIDDEN, ActionPath
from ludotheque.core.memory import room
from ludotheque.core.message import Message
from ludotheque.core.notation import PlainCodec, unreadable
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.codes import Why, bird_of, destination_of, jokers_of
from ludotheque.games.banjooli_cross.labels import DIE_WORDS, face_name, face_named, space_name, space_named
from ludotheque.games.banjooli_cross.rules.dice import points_of_run, thrown
from ludotheque.games.banjooli_cross.rules.frenzy import wild_jokers
from ludotheque.games.banjooli_cross.rules.moving import fewest_points
from ludotheque.games.banjooli_cross.rules.setup import next_without_card
from ludotheque.games.banjooli_cross.state import (
    BACK_IN_NEST,
    BERRIES,
    BIRDS,
    COLOURS,
    DESTINATIONS,
    DICE,
    KINDS,
    MAX_CARDS,
    MAX_SEATS,
    MAX_TILES,
    MOVEMENT_DICE,
    PODIUM,
    SORCERY,
    SPACES,
    WHITE,
    Phase,
    wide,
)

# -- the numbers that refusals name -------------------------------------------------------------------------------------


def figures(b: Any, s: Any, seat: int, action: int, reason: int) -> dict[str, int | str | Message]:
    """How far dice lead and how far away it is, how many jokers there are; nothing for a reason that names no number."""
    if reason in (Why.TOO_FAR, Why.WRONG_COUNT):
        points = points_of_action(b, s, action)
        far = int(fewest_points(b, s, wide(bird_of(action)), wide(destination_of(action))))
        if reason == Why.TOO_FAR:
            return {"n": points[-1], "far": far}
        return {"spaces": _spaces(points), "far": far}
    if reason == Why.TOO_NEAR:
        return {"n": int(b["berry_distance"])}
    if reason == Why.TOO_MANY_JOKERS:
        return {"n": int(wild_jokers(s)), "asked": int(jokers_of(action))}
    return {"n": int(thrown(s, WHITE))} if reason == Why.LION_ELSEWHERE else {}


def points_of_action(b: Any, s: Any, action: int) -> list[int]:
    """The numbers of points that a move may be made with, the least first."""
    out = room("int64", 8)
    return sorted(set(out[: int(points_of_run(b, s, wide(action), out))].tolist()))


def _spaces(points: list[int]) -> Message:
    """`3 spaces`, `3 or 4 spaces`."""
    *others, last = points
    said = Message("banjooli-cross.spaces", {"n": last})
    for n in reversed(others):
        said = Message("banjooli-cross.or", {"first": n, "then": said})
    return said


# -- notation -----------------------------------------------------------------------------------------------------------


FIELDS = {
    "ostrich": ("ostrich", BIRDS, "|".join(COLOURS)),
    "jokers": ("jokers", codes.JOKERS, "[0-5]"),
    "destination": ("to", DESTINATIONS, r"\S+"),
    "space": ("to", SPACES, r"\S+"),
    "seat": ("to", MAX_SEATS, "[0-4]"),
    "face": ("face", MAX_TILES * 6, r"\S+"),
    "card": ("number", MAX_CARDS, r"\d{1,4}"),
    "colour": ("colour", WHITE + 1, "|".join(DIE_WORDS)),
    "berry": ("berry", KINDS, ".+"),
}
"""Of each field of an action its key in structures, how many values it has, and what its texts look like."""

WORDS = {"ostrich": COLOURS, "colour": DIE_WORDS, "berry": BERRIES}
"""The fields that are words, in the order of their numbers."""

ENDS = {"podium": PODIUM, "nest": BACK_IN_NEST}
"""The destinations that are no spaces."""


@dataclass(frozen=True)
class Kind:
    """A kind of action: its name, its first code, its fields, of which the last changes fastest, and its notation if that is not the usual one."""

    name: str
    first: int
    fields: tuple[str, ...] = ()
    text: str = ""

    @cached_property
    def form(self) -> str:
        """The notation, with the keys of the fields as `{holes}`."""
        return self.text or " ".join([self.name, *(f"{{{FIELDS[field][0]}}}" for field in self.fields)])

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The notation, with a group for each field."""
        groups = {key: f"({pattern})" for key, _, pattern in map(FIELDS.__getitem__, self.fields)}
        return re.compile(self.form.replace("+", r"\+").format(**groups), re.IGNORECASE)


ACTIONS = (
    Kind("pass", codes.PASS),
    Kind("keep", codes.KEEP),
    Kind("move", codes.MOVE, ("ostrich", "destination"), "{ostrich} {to}"),
    Kind("frenzy", codes.FRENZY, ("ostrich", "jokers", "destination"), "{ostrich}+{jokers} {to}"),
    Kind("bewitch", codes.BEWITCH, ("ostrich",)),
    Kind("unbewitch", codes.UNBEWITCH, ("ostrich",)),
    Kind("bewitch", codes.LEAP, ("ostrich", "space")),
    Kind("berry", codes.PLACE, ("space",)),
    Kind("back", codes.JOKA, ("space",)),
    Kind("lion", codes.LION, ("space",)),
    Kind("swap", codes.SWAP, ("ostrich",)),
    Kind("give", codes.GIVE, ("seat",)),
    Kind("wake", codes.WAKE),
    Kind("tile", codes.TILE, ("face",)),
    Kind("card", codes.CARD, ("card",)),
    Kind("die", codes.DIE, ("colour",)),
    Kind("is", codes.BERRY, ("berry",)),
)
"""All kinds but `throw`, whose sets of dice come after `keep`."""


def _kind_of(code: int) -> Kind:
    return next(kind for kind in reversed(ACTIONS) if code >= kind.first)


def _written(b: Any, field: str, number: int) -> str | int:
    """A value of a field in structures."""
    if field in WORDS:
        return WORDS[field][number]
    if field == "face":
        return face_name(b, *divmod(number, 3))
    if field == "destination" and number >= SPACES:
        return "podium" if number == PODIUM else "nest"
    return space_name(number) if field in ("space", "destination") else number


def _meant(field: str, text: str) -> Any:
    """A value as it is written in structures, from its text."""
    if field in WORDS:
        return next((word for word in WORDS[field] if word.lower() == text.lower()), None)
    return int(text) if field in ("jokers", "seat", "card") else text.lower()


def _number(value: Any, most: int, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise unreadable(value, f"is not a number from 0 to {most} ({key})")
    return value


class Codec(PlainCodec):
    """Translates actions, see `core.game.Codec`. Each action has only one path."""

    def structure(self, b: Any, s: Any, seat: int, code: int) -> dict[str, Any]:
        """`kind` and its fields; ostriches are colours, and spaces are names."""
        if codes.KEEP < code < codes.MOVE:
            return {"kind": "throw", "dice": [die for die in range(DICE) if (code - codes.KEEP) >> die & 1]}
        kind = _kind_of(code)
        rest, values = code - kind.first, {}
        for field in reversed(kind.fields):
            key, count, _ = FIELDS[field]
            rest, number = divmod(rest, count)
            values[key] = _written(b, field, number)
        return {"kind": kind.name} | dict(reversed(values.items()))

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        """The inverse of `structure`."""
        name = structure.get("kind")
        if name == "throw":
            return codes.KEEP + sum(1 << die for die in self._dice(structure.get("dice")))
        fitting = [kind for kind in ACTIONS if kind.name == name]
        if not fitting:
            raise self._no_action(structure)
        kind = fitting[0] if structure.get("to") is None else fitting[-1]
        code = 0
        for field in kind.fields:
            code = code * FIELDS[field][1] + self._read(b, s, field, structure)
        return kind.first + code

    def _no_action(self, structure: Mapping[str, Any]) -> Unreadable:
        return unreadable(dict(structure), "is not an action of Banjooli Cross")

    def _dice(self, dice: Any) -> set[int]:
        if not isinstance(dice, list | tuple) or not dice:
            raise unreadable(dice, "is not a list of dice, which are numbered 0 to 5")
        return {_number(die, SORCERY, "dice") for die in dice}

    def _read(self, b: Any, s: Any, field: str, structure: Mapping[str, Any]) -> int:
        """The number of a field's value."""
        key = FIELDS[field][0]
        value = structure.get(key)
        if field in WORDS and value in WORDS[field]:
            return WORDS[field].index(value)
        if field == "ostrich":
            raise unreadable(value, f"is not an ostrich; the ostriches are {', '.join(COLOURS)}")
        if field in WORDS:
            raise self._no_action(structure)
        if field in ("jokers", "seat", "card"):
            most = {"jokers": MOVEMENT_DICE, "seat": int(s["seats"]) - 1, "card": int(b["cards"]) - 1}
            return _number(value, most[field], key)
        if field == "face":
            number, wrong = face_named(b, str(value)), "is not a face of a tile in this box"
        else:
            number = space_named(b, s, value.lower()) if isinstance(value, str) else -1
            wrong = "is not a space of this course"
            if field == "destination":
                number = ENDS.get(str(value).lower(), number)
        if number < 0:
            raise unreadable(value, wrong)
        return number

    def text(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> str:
        """The action in notation."""
        parts = self.structure(b, s, seat, code)
        if parts["kind"] == "throw":
            return "throw " + " ".join("s" if die == SORCERY else str(die + 1) for die in parts["dice"])
        return _kind_of(code).form.format(**parts)

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """The action that a text names."""
        plain = " ".join(text.split())
        if re.fullmatch(r"throw( [1-5s])+", plain, re.IGNORECASE):
            dice = [SORCERY if die in "sS" else int(die) - 1 for die in plain.split()[1:]]
            return self.code(b, s, seat, {"kind": "throw", "dice": dice}), ()
        for kind in ACTIONS:
            if found := kind.pattern.fullmatch(plain):
                fields = zip(kind.fields, found.groups(), strict=True)
                values = {FIELDS[field][0]: _meant(field, value) for field, value in fields}
                return self.code(b, s, seat, {"kind": kind.name} | values), ()
        raise unreadable(text, "is not an action of Banjooli Cross")

    def veil(self, b: Any, s: Any, seat: int, code: int, audience: int) -> int:
        """Only the player who gets a card knows it, and only the player who looks at a berry knows what it is."""
        if codes.CARD <= code < codes.DIE:
            return code if audience >> int(next_without_card(s)) & 1 else HIDDEN
        if code >= codes.BERRY and int(s["phase"]) == Phase.LOOK:
            return code if audience >> int(s["to_play"]) & 1 else HIDDEN
        return code


CODEC = Codec()
