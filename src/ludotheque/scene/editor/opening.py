"""A component file in the editor, before and after an edit, and what is wrong with it."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ludotheque.core import components
from ludotheque.core.errors import BadComponents, LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.core.toml_edit import rewritten
from ludotheque.scene.editor.differences import changes
from ludotheque.scene.editor.forms import UNREADABLE, Editor, of_game
from ludotheque.scene.editor.parts import Act, Edit, Fault, Opened, Paint, Part, Set


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
        return Opened(text, (), Fault(error.field, _said(error)), (), game.seats)
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
    fault = _fault(game, editor, data, parts)
    seats = game.seats if fault else game.seats_with(components.load(game, data).array[0])
    return Opened(text, parts, fault, tuple(changes(game, data)), seats)


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
