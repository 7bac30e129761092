"""An editor for a box: what of a component file may be changed, as data, and the file after a change.

A game says what can be edited in a file `editor.py` of its package, with an `EDITOR` that is an `Editor`. It draws the box as it is, legal or
not, and says what a stroke of a brush does to the content of the file. Games that have none are edited as text; if their box is a few
numbers (`FieldComponents`), these numbers are a form. The component file stays the truth: a change is made to its content and written back
into its text, and the game's own `components` judges it, so there is no second set of rules.

>>> from ludotheque.core import registry
>>> game = registry.get("bantu")
>>> box = opened(game, None)
>>> box.fault is None, box.parts[0].id
(True, 'track')
"""

from __future__ import annotations

import copy
import importlib
import importlib.util
import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Protocol

import msgspec

from ludotheque.core import components, packaged
from ludotheque.core.errors import BadComponents, LudothequeError
from ludotheque.core.fields import FieldComponents
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.core.toml_edit import rewritten
from ludotheque.core.toml_lines import path_of

Value = int | str | bool
"""What a field of a form may hold."""
UNREADABLE = (LookupError, ValueError, TypeError, AttributeError, OverflowError, RecursionError)
"""What goes wrong with a file that holds something else than the editor expects."""


class Choice(msgspec.Struct, frozen=True):
    """One of the values that a field may have, and what it is called."""

    value: str
    label: Message


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value of the file that a form changes.

    Attributes:
        path: where it stands: `values.earth`, `tile[3].use`, `berries.tokens.Oor`.
        label: what it is.
        value: what it is now: a whole number, a word, or yes or no. None if the file has none.
        low: the least number.
        high: the greatest number.
        choices: the words that it may be; none for a number, or for yes or no.
    """

    path: str
    label: Message
    value: Value | None
    low: int | None = None
    high: int | None = None
    choices: tuple[Choice, ...] = ()


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place that can be painted, by its middle, in units of the picture.

    Attributes:
        name: what it is called: `r15b`.
        shows: what is there now.
        sign: the brush that it is painted with now, where one brush stands for what is there.
        round: whether it is a disc.
    """

    id: str
    x: float
    y: float
    w: float
    h: float
    name: Message | str
    shows: Message | None
    sign: str = ""
    round: bool = False


class Brush(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a place may be painted with.

    Attributes:
        key: the key of the keyboard that takes it, a digit or a letter.
        hint: how it is used.
        path: whether it needs a way: from a place to another, by a drag or by two taps.
        picture: what it looks like, SVG.
    """

    id: str
    label: Message
    key: str
    hint: Message | None = None
    path: bool = False
    picture: str = ""


class Action(msgspec.Struct, frozen=True):
    """A button that changes a part as a whole."""

    id: str
    label: Message


class Painter(msgspec.Struct, frozen=True):
    """A picture whose places can be painted: its size, the drawing (SVG) and its places."""

    width: float
    height: float
    picture: str
    places: tuple[Place, ...]


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the box.

    Attributes:
        id: the path of what it holds, such as `track`, `cards[3]`, `tile[2].a`.
        title: what it is.
        hint: how it is edited.
        provenance: where the file says that it comes from; empty where the part has none.
        brushes: the brushes of its picture and of the pictures of its parts.
    """

    id: str
    title: Message
    hint: Message | None = None
    provenance: str = ""
    painter: Painter | None = None
    brushes: tuple[Brush, ...] = ()
    fields: tuple[Field, ...] = ()
    actions: tuple[Action, ...] = ()
    parts: tuple[Part, ...] = ()


class Set(msgspec.Struct, frozen=True, tag_field="do", tag="set"):
    """Give a field a value."""

    path: Annotated[str, msgspec.Meta(max_length=100)]
    value: Value


class Paint(msgspec.Struct, frozen=True, tag_field="do", tag="paint"):
    """Paint places of a part with a brush, in the order of the stroke."""

    part: Annotated[str, msgspec.Meta(max_length=100)]
    brush: Annotated[str, msgspec.Meta(max_length=40)]
    places: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=1000)]


class Act(msgspec.Struct, frozen=True, tag_field="do", tag="act"):
    """Press a button of a part."""

    part: Annotated[str, msgspec.Meta(max_length=100)]
    action: Annotated[str, msgspec.Meta(max_length=40)]


Edit = Set | Paint | Act


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with the file.

    Attributes:
        field: the field, as the file's author would call it.
        said: the sentence, with the place in the file.
        parts: the parts that it is about.
        places: of these parts, the places that it is about.
    """

    field: str
    said: Message
    parts: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class Opened(msgspec.Struct, frozen=True):
    """A component file in the editor.

    Attributes:
        components: its text.
        parts: what can be edited; nothing if the text cannot be read at all.
        fault: what is wrong; None for a box that can be played.
        changed: the paths at which the box differs from the printed one.
    """

    components: str
    parts: tuple[Part, ...]
    fault: Fault | None
    changed: tuple[str, ...]


class Undone(msgspec.Struct, frozen=True):
    """A change of a box, and the box without it.

    Attributes:
        paths: where it stands in the file.
        said: what was changed; None for what stands at the path.
        without: the content of the component file in which this alone is as printed.
    """

    paths: tuple[str, ...]
    said: Message | None
    without: dict[str, Any]


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

    def faulty(self, data: Mapping[str, Any], field: str) -> tuple[Sequence[str], Sequence[str]]:
        """The parts and the places that a fault in this field is about."""
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

    def faulty(self, data: Mapping[str, Any], field: str) -> tuple[Sequence[str], Sequence[str]]:
        """The innermost part in which the field stands, by its id."""
        names = [each.id for each in _all(self.parts(data)) if _is_within(field, each.id)]
        return (max(names, key=len),) if names else (), ()


def _all(parts: Iterable[Part]) -> Iterable[Part]:
    for part in parts:
        yield part
        yield from _all(part.parts)


def _is_within(field: str, name: str) -> bool:
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


def keys(game: Game) -> set[str]:
    """The keys of everything that the editor says of the printed box."""
    found: set[str] = set()

    def look(thing: Any) -> None:
        if isinstance(thing, Message):
            found.add(thing.key)
            look(tuple(thing.args.values()))
        elif isinstance(thing, tuple):
            for each in thing:
                look(each)
        elif isinstance(thing, msgspec.Struct):
            look(tuple(getattr(thing, name) for name in thing.__struct_fields__))

    look(opened(game, None).parts if of_game(game) else ())
    return found


# -- opening and changing ---------------------------------------------------------------------------------------------


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


def opened(game: Game, text: str | None, edit: Edit | None = None) -> Opened:
    """A component file in the editor, after an edit.

    Args:
        game: the game.
        text: the file; None for the printed box.
        edit: what is changed. A change of what the file does not have changes nothing.

    Raises:
        BadComponents: the text is too long or no TOML and should be edited; opened without an edit it has this fault.
    """
    if text is None:
        text = components.printed_file(game).decode()
    editor = of_game(game)
    try:
        data = components.read_toml(text)
    except BadComponents as error:
        if edit is not None:
            raise
        return Opened(text, (), Fault(error.field, _said(error)), ())
    if edit is not None and editor is not None:
        after = copy.deepcopy(dict(data))
        try:
            _change(editor, after, edit)
        except BadComponents:
            raise
        except UNREADABLE as error:
            raise BadComponents("", Message("ui.edit.cannot")) from error
        text = rewritten(text, data, after)
        data = components.read_toml(text)
    parts = _parts(editor, data)
    return Opened(text, parts, _fault(game, editor, data, parts), tuple(changes(game, data)))


def _change(editor: Editor, data: dict[str, Any], edit: Edit) -> None:
    match edit:
        case Set(path, value):
            editor.put(data, path, value)
        case Paint(part, brush, places):
            if not places:
                raise LookupError(part)
            editor.paint(data, part, brush, places)
        case Act(part, action):
            editor.act(data, part, action)


def _parts(editor: Editor | None, data: Mapping[str, Any]) -> tuple[Part, ...]:
    if editor is None:
        return ()
    try:
        return tuple(editor.parts(data))
    except UNREADABLE:  # a file so wrong that nothing of it can be shown
        return ()


def _fault(game: Game, editor: Editor | None, data: Mapping[str, Any], parts: Sequence[Part]) -> Fault | None:
    try:
        components.load(game, data)
    except BadComponents as error:
        where: tuple[Sequence[str], Sequence[str]] = ((), ())
        if editor is not None and parts:
            try:
                where = editor.faulty(data, error.field)
            except UNREADABLE:
                where = ((), ())
        return Fault(error.field, _said(error), tuple(where[0]), tuple(where[1]))
    except LudothequeError as error:
        return Fault("", error.message or Message("error.why.not_toml"))
    return None


def _said(error: BadComponents) -> Message:
    assert error.message is not None
    return error.message


def changes(game: Game, data: Mapping[str, Any]) -> Iterable[str]:
    """The paths at which a box differs from the printed one: `track.rows`, `cards[3]`. Where facts come from is not one of them."""
    ours = components.printed(game)
    for name in [*ours, *(key for key in data if key not in ours)]:
        one, other = ours.get(name), data.get(name)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            keys = [*one, *(key for key in other if key not in one)]
            yield from (
                f"{name}.{key}" for key in keys if key != "provenance" and one.get(key) != other.get(key)
            )
        elif isinstance(one, list) and isinstance(other, list):
            yield from _entries_changed(name, one, other)
        elif one != other and not (one is None and other is None):
            yield name


def undone(game: Game, data: Mapping[str, Any], most: int) -> list[Undone]:
    """The changes of a box, at most so many, that can each be taken back alone so that the box stays legal."""
    printed, editor = components.printed(game), of_game(game)
    found = list(editor.undone(data, printed)) if editor is not None else []
    told = {path for each in found for path in each.paths}
    for path in changes(game, data):
        other = None if path in told else _without(printed, data, path)
        if other is not None:
            found.append(Undone((path,), None, other))
    return list(itertools.islice((each for each in found if _is_legal(game, each.without)), most))


def _is_legal(game: Game, data: Mapping[str, Any]) -> bool:
    try:
        components.load(game, data)
    except BadComponents:
        return False
    return True


def _without(printed: Mapping[str, Any], data: Mapping[str, Any], path: str) -> dict[str, Any] | None:
    """The content of a component file in which what stands at `path` is as printed; None if that cannot be taken back alone."""
    name, _, key = path.partition(".")
    if key and isinstance(data.get(name), Mapping) and isinstance(printed.get(name), Mapping):
        there = dict(data[name])
        if key in printed[name]:
            there[key] = printed[name][key]
        else:
            there.pop(key, None)
        return {**data, name: there}
    table, bracket, index = path.partition("[")
    if bracket and isinstance(data.get(table), list) and isinstance(printed.get(table), list):
        number, old, new = int(index.rstrip("]")), printed[table], list(data[table])
        if len(old) == len(new):
            new[number] = old[number]
        elif number < len(new):
            del new[number]
        return {**data, table: new}
    return {**data, path: printed[path]} if path in printed else None


def _entries_changed(name: str, one: list[Any], other: list[Any]) -> Iterable[str]:
    known = {_facts(each) for each in one}
    for number, each in enumerate(other):
        if _facts(each) not in known:
            yield f"{name}[{number}]"
    if len(other) < len(one):
        yield name


def _facts(entry: Any) -> str:
    kept = (
        {key: each for key, each in entry.items() if key != "provenance"}
        if isinstance(entry, dict)
        else entry
    )
    return json.dumps(kept, sort_keys=True, default=str)


__all__ = [
    "UNREADABLE",
    "Act",
    "Action",
    "Brush",
    "Choice",
    "Edit",
    "Editor",
    "Fault",
    "Field",
    "FormEditor",
    "NumbersEditor",
    "Opened",
    "Paint",
    "Painter",
    "Part",
    "Place",
    "Set",
    "Undone",
    "at",
    "changes",
    "chosen",
    "count_of",
    "keys",
    "number",
    "numbers",
    "of_game",
    "opened",
    "provenance",
    "put",
    "undone",
    "yes_or_no",
]
