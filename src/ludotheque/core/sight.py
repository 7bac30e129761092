"""What an audience sees of a table. Everything here is built from `hide`, never by deleting from the full state."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core import entry
from ludotheque.core import state as state_of
from ludotheque.core.game import HIDDEN
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT

if TYPE_CHECKING:
    from ludotheque.core.event import Event
    from ludotheque.core.table import Table


def mask(audience: Iterable[int]) -> int:
    """Seats as a bit mask."""
    bits = 0
    for seat in audience:
        bits |= 1 << seat
    return bits


def hidden(table: Table, state: Any, audience: int) -> Any:
    """A copy of a state of this table without what the audience cannot know."""
    view = state_of.copy(state)
    entry.hide(table.box, view, audience)
    return view


def scene(table: Table, audience: int) -> Any:
    """The scene now, with the choices of the audience's seats."""
    return _scene(table, table.state, audience, _last(table, audience), with_choices=True)


def scene_at(table: Table, audience: int, count: int) -> Any:
    """The scene after the first `count` events, without choices."""
    before, after = _replayed(table, count)
    last = _happening(table, before, after, table.events[count - 1], audience) if count else None
    return _scene(table, after, audience, last, with_choices=False)


def happening(table: Table, audience: int, index: int) -> Any:
    """What event `index` looked like."""
    if index == len(table.events) - 1:
        return _last(table, audience)
    before, after = _replayed(table, index + 1)
    return _happening(table, before, after, table.events[index], audience)


def happenings(table: Table, audience: int, first: int = 0) -> list[Any]:
    """What every event from event `first` on looked like."""
    told = []
    before, after = table.initial(), table.initial()
    for index, event in enumerate(table.events):
        before[:] = after
        table.step(after, event)
        if index >= first:
            told.append(_happening(table, before, after, event, audience))
    return told


def _scene(table: Table, state: Any, audience: int, last: Any, *, with_choices: bool) -> Any:
    view = hidden(table, state, audience)
    game, b, s = table.game, table.b, view[0]
    actors = int(entry.actors(table.box, view))
    seats = range(table.seats)
    choosing = [seat for seat in seats if audience & actors & 1 << seat] if with_choices else []
    if with_choices and audience and actors & CHANCE and table.chance == "dice":
        choosing = [CHANCE_SEAT]
    shown = game.presenter.scene(b, s, audience)
    ending = game.terminations[int(entry.ending(table.box, view))]
    return dataclasses.replace(
        shown,
        audience=tuple(seat for seat in seats if audience >> seat & 1),
        actors=tuple(seat for seat in seats if actors >> seat & 1),
        choices=tuple(game.presenter.choices(b, s, seat) for seat in choosing),
        last=last,
        ending=ending,
        standings=_ranked(table, view, shown.standings) if ending else shown.standings,
        due_ms=int(entry.due(table.box, view)),
    )


def _ranked(table: Table, view: Any, standings: tuple[Any, ...]) -> tuple[Any, ...]:
    """The standings of a finished game with their ranks, where the game did not write them."""
    ranks = np.zeros(table.seats, np.int32)
    entry.ranking(table.box, view, ranks)
    return tuple(dataclasses.replace(each, rank=each.rank or int(ranks[each.seat])) for each in standings)


def _last(table: Table, audience: int) -> Any:
    if not table.events:
        return None
    return _happening(table, table.before, table.state, table.events[-1], audience)


def _happening(table: Table, before: Any, after: Any, event: Event, audience: int) -> Any:
    code = table.veiled(event, before[0], audience)
    how = () if code == HIDDEN else event.how
    seen = hidden(table, before, audience), hidden(table, after, audience)
    return table.game.presenter.event(table.b, seen[0][0], seen[1][0], event.seat, code, how)


def _replayed(table: Table, count: int) -> tuple[Any, Any]:
    if not 0 <= count <= len(table.events):
        raise IndexError(f"there are {len(table.events)} events, not {count}")
    before, after = table.initial(), table.initial()
    for event in table.events[:count]:
        before[:] = after
        table.step(after, event)
    return before, after
