"""How a box differs from the printed one, and each of its changes taken back alone."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping
from typing import Any

from ludotheque.core import components
from ludotheque.core.errors import BadComponents
from ludotheque.core.game import Game
from ludotheque.scene.editor.forms import of_game
from ludotheque.scene.editor.parts import Undone


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
        if path not in told:
            found.append(Undone((path,), None, _without(printed, data, path)))
    return list(itertools.islice((each for each in found if _is_legal(game, each.without)), most))


def _is_legal(game: Game, data: Mapping[str, Any]) -> bool:
    try:
        components.load(game, data)
    except BadComponents:
        return False
    return True


def _without(printed: Mapping[str, Any], data: Mapping[str, Any], path: str) -> dict[str, Any]:
    """The content of a component file in which what stands at `path` is as printed."""
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
    rest = {key: each for key, each in data.items() if key != path}
    return {**rest, path: printed[path]} if path in printed else rest


def _entries_changed(name: str, one: list[Any], other: list[Any]) -> Iterable[str]:
    known = {facts(each) for each in one}
    for number, each in enumerate(other):
        if facts(each) not in known:
            yield f"{name}[{number}]"
    if len(other) < len(one):
        yield name


def facts(entry: Any) -> str:
    """What an entry of a list says, but for where it comes from."""
    kept = (
        {key: each for key, each in entry.items() if key != "provenance"}
        if isinstance(entry, dict)
        else entry
    )
    return json.dumps(kept, sort_keys=True, default=str)
