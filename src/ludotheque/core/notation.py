"""A codec for games whose actions are a word and a few values: `take 3`, `move a2 a4`, `pass`.

>>> codec = Notation(Kind("take", {"pebbles": (1, 2, 3)}), Kind("pass"))
>>> [codec.text(None, None, 0, code, ()) for code in range(codec.count(None))]
['take 1', 'take 2', 'take 3', 'pass']
>>> codec.structure(None, None, 0, 1)
{'kind': 'take', 'pebbles': 2}

Codes are numbered kind by kind; within a kind the last field changes fastest. Results of chance are kinds like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.errors import Ambiguous, Unreadable
from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message

Values = Sequence[str | int] | Callable[[Any], Sequence[str | int]]
"""The values of a field in the order of their codes: words without spaces and whole numbers, or a function of the box that returns them."""


@dataclass(frozen=True)
class Kind:
    """A kind of action.

    Attributes:
        name: the kind's name.
        fields: the fields by name, each with its values.
        text: the notation, with the fields as `{holes}`; by default the name and the values, separated by spaces.
    """

    name: str
    fields: Mapping[str, Values] = field(default_factory=dict)
    text: str = ""

    @property
    def form(self) -> str:
        """The notation with its holes."""
        return self.text or " ".join([self.name, *(f"{{{name}}}" for name in self.fields)])

    def values(self, b: Any) -> list[Sequence[str | int]]:
        """The values of each field in this box."""
        return [values(b) if callable(values) else values for values in self.fields.values()]

    def count(self, b: Any) -> int:
        """The number of actions of this kind in this box."""
        return prod(map(len, self.values(b)))


class PlainCodec:
    """The parts of a codec that most games share: each action has one path, stands alone, and is seen by everybody."""

    def parts(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """Return nothing: every structure names a single action."""
        return ()

    def path(self, b: Any, s: Any, seat: int, code: int) -> ActionPath:
        """Return `()`: each action has only one path."""
        return ()

    def check_path(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> ActionPath:
        """Return `()`: each action has only one path, so there is nothing to keep."""
        return ()

    def veil(self, b: Any, s: Any, seat: int, code: int, audience: int) -> int:
        """Return the code: everybody sees every action."""
        return code


class Notation(PlainCodec):
    """A game's codec made from kinds of actions; see `core.game.Codec`. A game with secrets overrides `veil`.

    Args:
        kinds: the kinds of actions, in the order of their codes.
    """

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = {kind.name: kind for kind in kinds}
        self._patterns = {kind.name: _pattern(kind.form) for kind in kinds}

    def count(self, b: Any) -> int:
        """The number of actions in this box, legal or not: a game's `num_actions`."""
        return sum(kind.count(b) for kind in self.kinds.values())

    def first(self, b: Any, name: str) -> int:
        """The code of the first action of a kind."""
        before = list(self.kinds).index(name)
        return sum(kind.count(b) for kind in list(self.kinds.values())[:before])

    def structure(self, b: Any, s: Any, seat: int, code: int) -> dict[str, Any]:
        """The action as `kind` and the kind's fields. Raises `Unreadable` for a number that is not an action."""
        rest = int(code)
        for kind in self.kinds.values():
            if 0 <= rest < kind.count(b):
                return {"kind": kind.name, **_fields(kind, b, rest)}
            rest -= kind.count(b)
        raise unreadable(code, f"is not an action; actions are numbered from 0 to {self.count(b) - 1}")

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        """The integer for a structure. Raises `Unreadable` if a field is missing, unknown or has no such value."""
        name = structure.get("kind")
        kind = self.kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            raise unreadable(name, f"is not a kind of action; the kinds are {', '.join(self.kinds)}")
        if structure.keys() - {"kind"} != kind.fields.keys():
            wanted = ", ".join(kind.fields) or "nothing else"
            raise unreadable(dict(structure), f"has the wrong fields: {kind.name} needs {wanted}")
        place = 0
        for field_name, values in zip(kind.fields, kind.values(b), strict=True):
            value = structure[field_name]
            if type(value) not in (int, str) or value not in values:
                raise unreadable(value, f"cannot be the “{field_name}” of “{kind.name}”")
            place = place * len(values) + values.index(value)
        return self.first(b, kind.name) + place

    def text(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> str:
        """The action in notation."""
        parts = self.structure(b, s, seat, code)
        return self.kinds[parts.pop("kind")].form.format(**parts)

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """The action that a text names; upper and lower case are the same. Of several, the legal one.

        Raises:
            Unreadable: the text names no action.
            Ambiguous: several legal actions fit.
        """
        found = [code for kind in self.kinds.values() if (code := self._read(b, kind, text)) >= 0]
        if not found:
            examples = ", ".join(self.text(b, s, seat, self.first(b, name), ()) for name in self.kinds)
            raise unreadable(text, f"is not an action of this game; write for example {examples}")
        fitting = found if len(found) == 1 else [c for c in found if verbs.why_not(b, s, seat, c) == 0]
        if len(fitting) > 1:
            raise ambiguous(text, [str(self.structure(b, s, seat, code)) for code in fitting])
        return (fitting or found)[0], ()

    def _read(self, b: Any, kind: Kind, text: str) -> int:
        """The code of a text of this kind; -1 if it is not of this kind."""
        match = self._patterns[kind.name].fullmatch(" ".join(text.split()))
        if match is None:
            return -1
        place = 0
        for name, values in zip(kind.fields, kind.values(b), strict=True):
            written = [str(value).lower() for value in values]
            if match[name].lower() not in written:
                return -1
            place = place * len(values) + written.index(match[name].lower())
        return self.first(b, kind.name) + place


def _fields(kind: Kind, b: Any, place: int) -> dict[str, str | int]:
    found: dict[str, str | int] = {}
    for name, values in reversed(list(zip(kind.fields, kind.values(b), strict=True))):
        place, index = divmod(place, len(values))
        found[name] = values[index]
    return dict(reversed(found.items()))


def _pattern(form: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", form)
    return re.compile(
        "".join(f"(?P<{part}>\\S+?)" if odd % 2 else re.escape(part) for odd, part in enumerate(parts)),
        re.IGNORECASE,
    )


def unreadable(what: Any, why: str) -> Unreadable:
    """The error for something that is not an action, such as `'k99' is not a cell of this board`."""
    return Unreadable(f"{what!r} {why}", Message("error.unreadable", {"text": str(what)}))


def ambiguous(text: str, candidates: Sequence[str]) -> Ambiguous:
    """The error for a text that several legal actions fit."""
    said = Message("error.ambiguous", {"text": text, "candidates": ", ".join(candidates)})
    return Ambiguous(f"{text!r} could mean {' or '.join(candidates)}", candidates, said)
