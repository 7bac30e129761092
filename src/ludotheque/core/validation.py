"""Checks of component files and positions: each value is checked, and each error names its field.

`kind` is the error to raise, `BadComponents` or `BadPosition`. `where` is the field as its author would call it (`lake.width`,
`kangaroos[3].cell`). A value that is wrong is complained of; where checks go on, another one takes its place (see `core.complaints`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludotheque.core.complaints import complain
from ludotheque.core.errors import BadComponents, BadInput, shown
from ludotheque.core.message import Message

PROVENANCES = ("printed", "attested", "reconstructed")
"""Where a fact of a component file comes from."""


def known_keys(kind: type[BadInput], table: Mapping[str, Any], known: Iterable[str], where: str = "") -> None:
    """Refuse keys that are not known."""
    names = ", ".join(known)
    for name in table:
        if name not in names.split(", "):
            field = f"{where}.{name}" if where else str(name)
            complain(kind(field, Message("error.why.unknown_key", {"known": names})))


def table(kind: type[BadInput], where: str, value: Any, fields: Iterable[str]) -> Mapping[str, Any]:
    """A table (in JSON an object) with no other keys than `fields`."""
    names = ", ".join(fields)
    if value is None:
        raise kind(where, Message("error.why.missing_table", {"fields": names}))
    if not isinstance(value, Mapping):
        raise kind(where, Message("error.why.table", {"fields": names, "value": shown(value)}))
    known_keys(kind, value, names.split(", "), where)
    return value


def number(kind: type[BadInput], where: str, value: Any, least: int, greatest: int) -> int:
    """A whole number from `least` to `greatest`."""
    limits = {"low": least, "high": greatest}
    if value is None:
        complain(kind(where, Message("error.why.missing_number", limits)))
    elif isinstance(value, bool) or not isinstance(value, int):
        complain(kind(where, Message("error.why.whole_number", {"value": shown(value)})))
    elif not least <= value <= greatest:
        complain(kind(where, Message("error.why.range", {**limits, "value": value})))
    else:
        return value
    return least


def choice(kind: type[BadInput], where: str, value: Any, choices: Iterable[str]) -> str:
    """One of the words in `choices`."""
    words = list(choices)
    if value not in words or not isinstance(value, str):
        listed = ", ".join(words)
        complain(kind(where, Message("error.why.choice", {"choices": listed, "value": shown(value)})))
        return words[0]
    return value


def yes_or_no(kind: type[BadInput], where: str, value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        complain(kind(where, Message("error.why.yes_or_no", {"value": shown(value)})))
    return value is True


def entries(
    kind: type[BadInput], where: str, value: Any, least: int = 0, greatest: int | None = None
) -> list[Any]:
    """A list with `least` to `greatest` entries."""
    if not isinstance(value, list | tuple):
        raise kind(where, Message("error.why.list", {"value": shown(value)}))
    if len(value) < least or (greatest is not None and len(value) > greatest):
        high = len(value) if greatest is None else greatest
        if least == high:
            raise kind(where, Message("error.why.entries_exactly", {"count": least, "value": len(value)}))
        raise kind(where, Message("error.why.entries", {"low": least, "high": high, "value": len(value)}))
    return list(value)


def provenance(where: str, entry: Mapping[str, Any]) -> str:
    """The `provenance` of a part of a component file; `printed` if it has none."""
    return choice(BadComponents, f"{where}.provenance", entry.get("provenance", PROVENANCES[0]), PROVENANCES)
