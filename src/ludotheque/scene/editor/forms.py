"""What a game's editor is, and what most of them share: fields by their paths, and a form for a box that is a few numbers."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import msgspec

from ludotheque.core import packaged
from ludotheque.core.errors import BadComponents
from ludotheque.core.fields import FieldComponents
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.core.toml_lines import path_of
from ludotheque.scene.editor.parts import Choice, Field, Part, Undone, Value

UNREADABLE = (LookupError, ValueError, TypeError, AttributeError, OverflowError, RecursionError)
"""What goes wrong with a file that holds something else than the editor expects."""


class Editor(Protocol):
    """What a game says about the editing of its box, see `games/bantu/editor.py`. `data` is the content of a component file."""

    def parts(self, data: Mapping[str, Any]) -> Iterable[Part]:
        """Everything that can be edited, whether the box is legal or not."""
        ...

    def paint(self, data: dict[str, Any], part: str, brush: str, places: Sequence[str]) -> None:
        """Change the content as this stroke says. Raises `LookupError` or `ValueError` for what does not exist."""
        ...

    def act(self, data: dict[str, Any], part: str, action: str) -> None:
        """Change the content as this button says. Raises as `paint`."""
        ...

    def put(self, data: dict[str, Any], path: str, value: Value) -> None:
        """Give a field this value, and change what follows from it. Raises as `paint`."""
        ...

    def undone(self, data: Mapping[str, Any], printed: Mapping[str, Any]) -> Iterable[Undone]:
        """Changes that are smaller than a key of the file, such as a rank of a track, each taken back by itself."""
        ...

    def seen(self, data: Mapping[str, Any]) -> Iterable[Field]:
        """What people would count on the box that no field of a part says, such as the crossings of a track."""
        ...

    def faulty(self, data: Mapping[str, Any], field: str) -> tuple[Sequence[str], Sequence[str]]:
        """The parts and the places that a fault in this field is about."""
        ...

    def mended_with(self, error: BadComponents) -> str:
        """The brush that mends this fault. Nothing where it takes more than one."""
        ...

    def called(self, data: Mapping[str, Any], field: str) -> tuple[Message, ...]:
        """What players call this field, from the whole to the part: tile C4, side A. Nothing where it has no name but its key."""
        ...

    def reworded(self, data: Mapping[str, Any], error: BadComponents) -> Message | None:
        """What is wrong, for somebody who sees the picture and not the file. None where the file's words are good for both."""
        ...


class FormEditor:
    """What most editors share: fields by their paths, and faults that are about the part in which they stand."""

    def parts(self, data: Mapping[str, Any]) -> Iterable[Part]:
        """What there is, which a game's editor says."""
        raise NotImplementedError(data)

    def paint(self, data: dict[str, Any], part: str, brush: str, places: Sequence[str]) -> None:  # noqa: ARG002 (nothing to paint)
        """There is nothing to paint."""
        raise LookupError(part)

    def act(self, data: dict[str, Any], part: str, action: str) -> None:  # noqa: ARG002 (no button)
        """There is no button."""
        raise LookupError(part)

    def put(self, data: dict[str, Any], path: str, value: Value) -> None:
        """Give a field this value. A table that the file leaves out is written."""
        name, dot, key = path.partition(".")
        if dot and "[" not in name and "." not in key:
            data.setdefault(name, {})
        put(data, path, value)

    def undone(self, data: Mapping[str, Any], printed: Mapping[str, Any]) -> Iterable[Undone]:  # noqa: ARG002 (none)
        """There are none: every change is one of a key."""
        return ()

    def seen(self, data: Mapping[str, Any]) -> Iterable[Field]:  # noqa: ARG002 (fields say it all)
        """Nothing: the fields say it all."""
        return ()

    def faulty(self, data: Mapping[str, Any], field: str) -> tuple[Sequence[str], Sequence[str]]:
        """The innermost part in which the field stands, by its id."""
        around = _around(self.parts(data), field)
        return (around[-1].id,) if around else (), ()

    def mended_with(self, error: BadComponents) -> str:  # noqa: ARG002 (no brush)
        """There is no brush, or several may be needed."""
        return ""

    def called(self, data: Mapping[str, Any], field: str) -> tuple[Message, ...]:
        """The titles of the two innermost parts in which the field stands, or of one and the field's own label.

        The only field of a part is called by its label alone: the title would say it twice.
        """
        around = _around(self.parts(data), field)
        names = [each.title for each in around]
        if around:
            labels = [each.label for each in around[-1].fields if within(field, each.path)][:1]
            if labels and len(around) == 1 and len(around[0].fields) == 1:
                return tuple(labels)
            names += labels
        return tuple(names[-2:])

    def reworded(self, data: Mapping[str, Any], error: BadComponents) -> Message | None:  # noqa: ARG002 (none)
        """The file's words are good."""
        return None


def _around(parts: Iterable[Part], field: str) -> list[Part]:
    """The parts in which a field stands, from the outermost to the innermost."""
    for part in parts:
        inner = _around(part.parts, field)
        if inner or within(field, part.id):
            return [part, *inner]
    return []


def within(field: str, name: str) -> bool:
    """Whether a field is the one that this path names, or stands in it."""
    return field == name or field.startswith((f"{name}.", f"{name}["))


class NumbersEditor(FormEditor):
    """The editor of a box that is a few numbers, see `core.fields.FieldComponents`."""

    def __init__(self, numbers: Mapping[str, tuple[int, int, int]]) -> None:
        self.numbers = numbers

    def parts(self, data: Mapping[str, Any]) -> Iterable[Part]:
        """One part with all numbers. Their names are those of the declaration: such a game may have no words for them."""
        fields = [
            number(data, name, Message("ui.edit.named", {"name": name}), low, high)
            for name, (_, low, high) in self.numbers.items()
        ]
        yield Part("box", Message("ui.edit.numbers"), fields=tuple(fields))

    def put(self, data: dict[str, Any], path: str, value: Value) -> None:
        """Give a number this value."""
        put(data, path, value)

    def faulty(self, data: Mapping[str, Any], field: str) -> tuple[Sequence[str], Sequence[str]]:  # noqa: ARG002 (there is one part)
        """The one part."""
        return ("box",), ()

    def called(self, data: Mapping[str, Any], field: str) -> tuple[Message, ...]:  # noqa: ARG002 (there is one part)
        """The name of the number."""
        return (Message("ui.edit.named", {"name": field}),) if field in self.numbers else ()


# -- which editor a game has ------------------------------------------------------------------------------------------


@cache
def _of_package(name: str) -> Editor | None:
    if packaged.is_one_file(name) or importlib.util.find_spec(f"{name}.editor") is None:
        return None
    found: Editor = importlib.import_module(f"{name}.editor").EDITOR
    return found


def of_game(game: Game) -> Editor | None:
    """The editor of a game's box; None if it can be edited only as text."""
    if isinstance(game.components, FieldComponents):
        return NumbersEditor(game.components.numbers)
    return _of_package(game.package)


# -- what editors use -------------------------------------------------------------------------------------------------


def put(data: dict[str, Any], path: str, value: Value) -> None:
    """Give the field at this path a value. Raises `LookupError` if there is no such table."""
    *steps, last = path_of(path)
    there: Any = data
    for step in steps:
        there = there[step]
    if isinstance(last, int):
        there[last]  # it must be there
    there[last] = value


def at(data: Mapping[str, Any], path: str) -> Any:
    """What stands at this path; None if nothing does."""
    there: Any = data
    for step in path_of(path):
        try:
            there = there[step]
        except (LookupError, TypeError):
            return None
    return there


def count_of(value: Any) -> int | None:
    """A value of the file if it is a whole number, else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def number(data: Mapping[str, Any], path: str, label: str | Message, low: int, high: int) -> Field:
    """A field for the number at this path."""
    label = label if isinstance(label, Message) else Message(label)
    return Field(path, label, count_of(at(data, path)), low, high)


def chosen(
    data: Mapping[str, Any], path: str, label: str | Message, choices: Iterable[tuple[str, str]]
) -> Field:
    """A field for the word at this path; `choices` are words with the keys of their names."""
    value = at(data, path)
    return Field(
        path,
        label if isinstance(label, Message) else Message(label),
        value if isinstance(value, str) else None,
        choices=tuple(Choice(word, Message(key)) for word, key in choices),
    )


def yes_or_no(data: Mapping[str, Any], path: str, label: str) -> Field:
    """A field for yes or no at this path."""
    return Field(path, Message(label), at(data, path) is True)


def provenance(data: Mapping[str, Any], path: str) -> str:
    """The provenance of the part at this path; `printed` if it has none, as `core.validation.provenance` reads it."""
    found = at(data, f"{path}.provenance")
    return found if isinstance(found, str) else "printed"


def numbers(
    data: Mapping[str, Any],
    name: str,
    limits: Mapping[str, tuple[int, int]],
    label: str,
    usual: Mapping[str, int] = {},
) -> Part:
    """A part for a table of numbers: `label` is the key of its title, `label.KEY` that of each number, `label.hint` that of the hint.

    Args:
        data: the content of the file.
        name: the table.
        limits: for each number the least and the greatest.
        label: the beginning of the keys.
        usual: the numbers of a file that leaves the table out.
    """
    fields = [number(data, f"{name}.{key}", f"{label}.{key}", *between) for key, between in limits.items()]
    if name not in data and usual:
        fields = [
            msgspec.structs.replace(each, value=usual[key]) for key, each in zip(limits, fields, strict=True)
        ]
    return Part(name, Message(label), Message(f"{label}.hint"), provenance(data, name), fields=tuple(fields))
