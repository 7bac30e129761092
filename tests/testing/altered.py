"""Variants of the tiny game, each broken in one way, and what runs a law on one. Rules must be interpreted: nothing compiles."""

from __future__ import annotations

import copy
import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from ludotheque.core import components, registry, rulebook
from ludotheque.core.game import Game
from ludotheque.testing import FULL, LAWS, LawBroken, variants
from ludotheque.testing.walks import walk
from tiny import GAME, rules
from tiny import codec as tiny_codec
from tiny import presenter as tiny_presenter
from tiny.state import RANGES, State

_numbers = itertools.count()
LAW = {law.name: law for law in LAWS}


def altered(verbs: Mapping[str, Callable[..., Any]] | None = None, **facts: Any) -> Game:
    """The tiny game with other verbs and other facts. Its state has one more field, as two games cannot share a state."""
    name = f"variant_{next(_numbers)}"
    state = np.dtype([*((field, State[field]) for field in State.names), (name, "i4")], align=True)
    facts.setdefault("ranges", {**RANGES, name: (0, 0)})
    return dataclasses.replace(GAME, state=state, rules={**vars(rules), **(verbs or {})}, **facts)


def codec(**methods: Callable[..., Any]) -> Any:
    """The codec of the tiny game with other methods, each of which gets the good codec first."""
    return _changed(tiny_codec.CODEC, methods)


def positions(**methods: Callable[..., Any]) -> Any:
    """The same for its positions."""
    return _changed(tiny_codec.POSITIONS, methods)


def presenter(**methods: Callable[..., Any]) -> Any:
    """The same for its presenter."""
    return _changed(tiny_presenter.PRESENTER, methods)


def _changed(good: Any, methods: Mapping[str, Callable[..., Any]]) -> Any:
    other = copy.copy(good)
    for name, method in methods.items():
        setattr(other, name, functools.partial(method, good))
    return other


@contextmanager
def registered(game: Game) -> Iterator[None]:
    """For a while, this game stands in for the registered one of its name."""
    before = registry._games.get(game.name)
    registry._games[game.name] = game
    _forget(game.name)
    try:
        yield
    finally:
        del registry._games[game.name]
        if before is not None:
            registry._games[game.name] = before
        _forget(game.name)


def _forget(name: str) -> None:
    walk.cache_clear()
    components._boxes.pop(name, None)
    rulebook._read.cache_clear()


def broken(law: str, game: Game, **variant: Any) -> LawBroken | None:
    """How a game breaks a law in one of its ways, None if it keeps it in all."""
    with registered(game):
        for each in variants(game):
            try:
                LAW[law].check(dataclasses.replace(each, **variant), effort=FULL)
            except LawBroken as found:
                return found
    return None
