"""What differs between two scenes, so that a page that has the first needs only the difference.

>>> from ludotheque.core.message import Message
>>> from ludotheque.scene.model import Piece, Scene
>>> pawn = Piece("p", "pawn", "a1", Message("pawn"))
>>> before = Scene(game="g", layout="l", prompt=Message("go"), standings=(), pieces=(pawn,), ending="won")
>>> changes(before, msgspec.structs.replace(before, pieces=(), ending=""))
{'ending': None, 'pieces': {'gone': ['p']}}
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import msgspec

from ludotheque.scene.model import Piece, Scene

LISTS = ("pieces", "panels", "places")
"""The fields that list things with ids."""

_FIELDS = tuple(field for field in msgspec.structs.fields(Scene) if field.name not in LISTS)
_DEFAULTS = {field.name: field.default for field in _FIELDS}
_SCALARS = attrgetter(*(field.name for field in _FIELDS))


def changes(before: Scene, after: Scene) -> dict[str, Any]:
    """What differs, by the names of fields, ready for JSON; empty if the scenes are equal.

    A field has its new value, or None if it has its default again. The lists of things with ids have an object: `put` lists those that
    changed or came, `gone` the ids of those that left, `order` the ids of all, if those that stay, followed by those that came, are
    not in the right order. What is empty is left out.
    """
    found: dict[str, Any] = {}
    for field, old, new in zip(_FIELDS, _SCALARS(before), _SCALARS(after), strict=True):
        if old is not new and old != new:
            found[field.name] = None if new == _DEFAULTS[field.name] else new
    for name in LISTS:
        old, new = getattr(before, name), getattr(after, name)
        if old is not new and old != new:
            found[name] = _listed(old, new)
    return found


def _listed(before: tuple[Piece, ...], after: tuple[Piece, ...]) -> dict[str, Any]:
    old, new = {each.id: each for each in before}, {each.id: each for each in after}
    put = [each for name, each in new.items() if (was := old.get(name)) is not each and was != each]
    gone, came = [name for name in old if name not in new], [name for name in new if name not in old]
    expected = [*(name for name in old if name in new), *came] if gone else [*old, *came]
    found = {"put": put, "gone": gone, "order": list(new) if expected != list(new) else []}
    return {name: value for name, value in found.items() if value}
