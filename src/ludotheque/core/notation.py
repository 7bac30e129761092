"""A codec made of a table: for games whose actions are a word and a few values, `take 3`, `move a2 a4`, `pass`.

>>> codec = Notation(Kind("take", {"pebbles": (1, 2, 3)}), Kind("pass"))
>>> [codec.text(None, None, 0, code, ()) for code in range(codec.count(None))]
['take 1', 'take 2', 'take 3', 'pass']
>>> codec.structure(None, None, 0, 1)
{'kind': 'take', 'pebbles': 2}

Codes are counted kind after kind; within a kind the last field changes fastest. Results of chance are kinds like the others.
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
"""What a field may be, in the order of the codes: words without spaces and whole numbers, or a function of the box for them."""


@dataclass(frozen=True)
class Kind:
    """A kind of action: its name, and what else it says, each field with its values.

    `text` is the notation, with the fields as `{holes}`; by default the name and the values, separated by spaces.
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
        """How many actions of this kind there are in this box."""
        return prod(map(len, self.values(b)))


class PlainCodec:
    """The usual answers of a codec: each action has one path and one part, and everybody sees it."""

    def parts(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """Every structure names a single action."""
        return ()

    def path(self, b: Any, s: Any, seat: int, code: int) -> ActionPath:
        """Each action has only one path."""
        return ()

    def check_path(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> ActionPath:
        """Each action has only one path, so the places clicked are not kept."""
        return ()

    def veil(self, b: Any, s: Any, seat: int, code: int, audience: int) -> int:
        """Everybody sees every action."""
        return code


class Notation(PlainCodec):
    """A game's codec (see `core.game.Codec`) for these kinds of actions. A game with secrets overrides `veil`."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = {kind.name: kind for kind in kinds}
        self._patterns = {kind.name: _pattern(kind.form) for kind in kinds}

    def count(self, b: Any) -> int:
        """How many actions this box has, legal or not: a game's `num_actions`."""
        return sum(kind.count(b) for kind in self.kinds.values())

    def first(self, b: Any, name: str) -> int:
        """The code of the first action of a kind."""
        before = list(self.kinds).index(name)
        return sum(kind.count(b) for kind in list(self.kinds.values())[:before])

    def structure(self, b: Any, s: Any, seat: int, code: int) -> dict[str, Any]:
        """`kind` and the kind's fields; `Unreadable` for a number that is no action."""
        rest = int(code)
        for kind in self.kinds.values():
            if 0 <= rest < kind.count(b):
                return {"kind": kind.name, **_fields(kind, b, rest)}
            rest -= kind.count(b)
        raise _unreadable(code, f"is not an action; actions are numbered from 0 to {self.count(b) - 1}")

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        """The inverse; `Unreadable` says what the structure lacks or has too many of."""
        name = structure.get("kind")
        kind = self.kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            raise _unreadable(name, f"is not a kind of action; the kinds are {', '.join(self.kinds)}")
        if structure.keys() - {"kind"} != kind.fields.keys():
            wanted = ", ".join(kind.fields) or "nothing else"
            raise _unreadable(dict(structure), f"has the wrong fields: {kind.name} needs {wanted}")
        place = 0
        for field_name, values in zip(kind.fields, kind.values(b), strict=True):
            value = structure[field_name]
            if type(value) not in (int, str) or value not in values:
                raise _unreadable(value, f"cannot be the {field_name} of {kind.name}")
            place = place * len(values) + values.index(value)
        return self.first(b, kind.name) + place

    def text(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> str:
        """The action in notation."""
        parts = self.structure(b, s, seat, code)
        return self.kinds[parts.pop("kind")].form.format(**parts)

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """The action a text names, whatever its case; where there are several, the one that is legal."""
        found = [code for kind in self.kinds.values() if (code := self._read(b, kind, text)) >= 0]
        if not found:
            examples = ", ".join(self.text(b, s, seat, self.first(b, name), ()) for name in self.kinds)
            raise _unreadable(text, f"is not an action of this game; write for example {examples}")
        fitting = found if len(found) == 1 else [c for c in found if verbs.why_not(b, s, seat, c) == 0]
        if len(fitting) > 1:
            candidates = [str(self.structure(b, s, seat, code)) for code in fitting]
            said = Message("error.ambiguous", {"text": text, "candidates": ", ".join(candidates)})
            raise Ambiguous(f"{text!r} could mean {' or '.join(candidates)}", candidates, said)
        return (fitting or found)[0], ()

    def _read(self, b: Any, kind: Kind, text: str) -> int:
        """The code of a text of this kind, -1 if it is none."""
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


def _unreadable(what: Any, why: str) -> Unreadable:
    return Unreadable(f"{what!r} {why}", Message("error.unreadable", {"text": str(what)}))
