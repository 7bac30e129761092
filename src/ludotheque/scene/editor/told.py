"""How a box differs from the printed one, in a few lines that people can read: “Lanes: 3 instead of 4”."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ludotheque.core import components
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.scene.editor.differences import changes, facts
from ludotheque.scene.editor.forms import UNREADABLE, Editor, at, of_game, within
from ludotheque.scene.editor.parts import Difference, Field, Part
from ludotheque.scene.listing import in_row

MOST = 8
"""So many lines say how a box differs; the last of them may say how many more there are."""
NAMED = 6
"""So many things are named in a line."""
APART = 3
"""So many fields of a part, or entries of a list, have lines of their own."""


def differences(game: Game, data: Mapping[str, Any]) -> tuple[Difference, ...]:
    """How a box differs from the printed one: first what can be counted, then what is drawn or written otherwise. Nothing if it is the same."""
    changed = list(changes(game, data))
    if not changed:
        return ()
    editor = of_game(game)
    found: list[Difference] = []
    with contextlib.suppress(*UNREADABLE):  # a file that the editor cannot show
        found = list(_told(editor, data, components.printed(game), changed)) if editor else []
    return _few(found) or (
        _otherwise([Message("ui.edit.named", {"name": each}) for each in changed], changed),
    )


def _few(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """Not more than people read: the last says how many more there are."""
    if len(found) <= MOST:
        return tuple(found)
    rest = found[MOST - 1 :]
    paths = tuple(path for each in rest for path in each.paths)
    more = Message("ui.differs.more", {"n": len(rest)})
    return (*found[: MOST - 1], Difference(paths, more, tuple(_once(rest))))


def _told(
    editor: Editor, data: Mapping[str, Any], printed: Mapping[str, Any], changed: Sequence[str]
) -> Iterator[Difference]:
    ours, theirs = list(editor.parts(data)), list(editor.parts(printed))
    found, drawn = list(_in_parts(editor, ours, theirs, data, printed)), list[Difference]()
    before = {each.path: each for each in editor.seen(printed)}
    found += [
        _valued(each.label, before[each.path], each)
        for each in editor.seen(data)
        if each.path in before and each.value != before[each.path].value
    ]
    undone = list(editor.undone(data, printed))
    if undone:
        names = [each.name or each.said for each in undone]
        paths = [path for each in undone for path in each.paths]
        drawn.append(_otherwise([name for name in names if name], paths, drawn=True))
    told = {path for each in (*found, *drawn) for path in each.paths}
    left = [each for each in changed if not any(within(path, each) or within(each, path) for path in told)]
    titles = {part.id: part for part in ours}
    for each in left:
        part = titles.get(each.partition(".")[0].partition("[")[0])
        usual = part.title if part else Message("ui.edit.named", {"name": each})
        name = (usual, *editor.called(data, each))[-1]
        drawn.append(_otherwise([name], [each], drawn=part is None or part.painter is not None))
    for is_drawn in (True, False):
        group = [each for each in drawn if each.drawn == is_drawn]
        if group:
            found.append(
                _otherwise(_once(group), [path for each in group for path in each.paths], drawn=is_drawn)
            )
    yield from found


def _once(group: Iterable[Difference]) -> list[Message]:
    """The names of several differences, each once."""
    names = [name for each in group for name in each.names]
    return [name for at, name in enumerate(names) if name not in names[:at]]


def _in_parts(
    editor: Editor,
    ours: Sequence[Part],
    theirs: Sequence[Part],
    data: Mapping[str, Any],
    printed: Mapping[str, Any],
) -> Iterator[Difference]:
    """What differs in the fields of parts, and in how many entries a list has."""
    before = {field.path: field for part in theirs for field in part.fields}
    usual = {part.id: part for part in theirs}
    for part in ours:
        fields = [
            each for each in part.fields if each.path in before and each.value != before[each.path].value
        ]
        if len(fields) > APART and len(part.fields) > 2 * APART:
            yield _otherwise([part.title], [each.path for each in fields])
        else:
            for field in fields:
                names = () if part.painter else editor.called(data, field.path)
                what = _of(names) if names else field.label
                yield _valued(what, before[field.path], field)
        if part.parts and part.id in usual:
            yield from _in_list(part, usual[part.id], data, printed)


def _of(names: Sequence[Message]) -> Message:
    whole, *part = names
    return Message("error.components.of", {"what": whole, "part": part[0]}) if part else whole


def _in_list(
    part: Part, usual: Part, data: Mapping[str, Any], printed: Mapping[str, Any]
) -> Iterator[Difference]:
    now, then = len(part.parts), len(usual.parts)
    if now != then:
        yield _counted(part.title, then, now, (part.id,))
    known = {facts(at(printed, each.id)) for each in usual.parts}
    other = [each for each in part.parts if facts(at(data, each.id)) not in known]
    if other:
        yield _otherwise(
            [each.title for each in other], [each.id for each in other], drawn=_is_drawn(other[0])
        )


def _is_drawn(part: Part) -> bool:
    return part.painter is not None or any(map(_is_drawn, part.parts))


def _valued(label: Message, before: Field, field: Field) -> Difference:
    return _counted(label, _value(before), _value(field), (field.path,))


def _value(field: Field) -> Message | int | str:
    for choice in field.choices:
        if choice.value == field.value:
            return choice.label
    if isinstance(field.value, bool):
        return Message("ui.differs.yes" if field.value else "ui.differs.no")
    return "–" if field.value is None else field.value


def _counted(what: Message, before: Any, now: Any, paths: Sequence[str]) -> Difference:
    said = Message("ui.differs.number", {"what": what, "now": now, "before": before})
    return Difference(tuple(paths), said, (what,))


def _otherwise(names: Sequence[Message], paths: Iterable[str], *, drawn: bool = False) -> Difference:
    key = "ui.differs.drawn" if drawn else "ui.differs.other"
    few = names
    if len(names) > NAMED + 1:
        few = [*names[:NAMED], Message("ui.differs.rest", {"n": len(names) - NAMED})]
    return Difference(tuple(paths), Message(key, {"what": in_row(few)}), tuple(names), drawn)
