"""A component file in the editor, before and after an edit, and what is wrong with it."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ludotheque.core import components, packaged, registry
from ludotheque.core.errors import BadComponents, LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.core.toml_edit import bare, rewritten
from ludotheque.core.toml_lines import line_of
from ludotheque.scene.editor.differences import changes
from ludotheque.scene.editor.forms import UNREADABLE, Editor, of_game
from ludotheque.scene.editor.parts import Act, Edit, Fault, Opened, Paint, Part, Set
from ludotheque.scene.editor.told import differences


def opened(
    game: Game, text: str | None, edit: Edit | None = None, *, remarks: bool = True, brought: bool = False
) -> Opened:
    """A component file in the editor, after an edit.

    Args:
        game: the game.
        text: the file; None for the printed box.
        edit: what is changed. A change of what the file does not have changes nothing.
        remarks: whether the printed file keeps its remarks, which are in English.
        brought: whether the text comes from elsewhere, and not from this editor: then it must be a box of this game.

    Raises:
        BadComponents: the text is too long or no TOML and should be edited, or was brought and is no box of this game; opened
            otherwise it has this fault.
    """
    if text is None:
        text = components.printed_file(game).decode()
        text = text if remarks else bare(text)
    editor = of_game(game)
    try:
        data = components.read_toml(text)
    except BadComponents as error:
        if brought and not _is_meant(game, text):
            raise _no_box() from error
        if edit is not None or brought:
            raise
        return Opened(text, (), (Fault(error.field, _said(error)),), (), game.seats)
    if brought:
        _check_game(game, data)
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
    faults = _faults(game, editor, data, parts)
    seats = game.seats if faults else game.seats_with(components.load(game, data).array[0])
    told = () if faults else differences(game, data)
    return Opened(text, parts, faults, tuple(changes(game, data)), seats, told)


def _is_meant(game: Game, text: str) -> bool:
    """Whether a text that is no TOML seems to be a box of this game, with a slip in it."""
    return any(f"[{name}]" in text for name in components.printed(game))


def _no_box() -> BadComponents:
    return BadComponents("", Message("ui.edit.load.none"))


def _check_game(game: Game, data: Mapping[str, Any]) -> None:
    """Refuse a file that has nothing of this game's box, or more of another's."""
    shared = {game.name: len(data.keys() & components.printed(game).keys())}
    for name in registry.names():
        with contextlib.suppress(ImportError, OSError, LudothequeError):  # a game that is not here, or broken
            file = packaged.file_of(registry.package_of(name), components.FILE)
            if file:
                shared[name] = len(data.keys() & components.read_toml(file.read_bytes()).keys())
    nearest = max(shared, key=lambda name: shared[name])
    if shared[nearest] == 0:
        raise _no_box()
    if shared[nearest] > shared[game.name]:
        raise BadComponents("", Message("ui.edit.load.other", {"other": Message(f"{nearest}.title")}))


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


def _faults(
    game: Game, editor: Editor | None, data: components.Written, parts: Sequence[Part]
) -> tuple[Fault, ...]:
    try:
        found = components.faults(game, data)
    except LudothequeError as error:
        return (Fault("", error.message or Message("error.why.not_toml")),)
    shown = editor if parts else None
    told: list[Fault] = []
    for each in found:
        fault = _fault(shown, data, each)
        if all(fault.said != other.said for other in told):
            told.append(fault)
    return tuple(told)


def _fault(editor: Editor | None, data: components.Written, error: BadComponents) -> Fault:
    where: tuple[Sequence[str], Sequence[str]] = ((), ())
    names: tuple[Message, ...] = ()
    why, brush = error.said, ""
    if editor is not None:
        with contextlib.suppress(
            *UNREADABLE
        ):  # where the file holds anything else, the key and the line are named
            where, names = editor.faulty(data, error.field), editor.called(data, error.field)
            why, brush = editor.reworded(data, error) or why, editor.mended_with(error)
    line = line_of(data.text, error.field)
    said = _told(data, error, names, why) if line is not None and why is not None else _said(error)
    return Fault(error.field, said, tuple(where[0]), tuple(where[1]), brush, line if names else None)


def _told(data: components.Written, error: BadComponents, names: Sequence[Message], why: Message) -> Message:
    """The sentence in the box's own words where it has some, else with the key and the line of the file."""
    if not names:
        return _said(data.located(error))
    what = (
        names[0] if len(names) == 1 else Message("error.components.of", {"what": names[0], "part": names[1]})
    )
    return Message("error.components.fault", {"what": what, "why": why})


def _said(error: BadComponents) -> Message:
    assert error.message is not None
    return error.message


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
