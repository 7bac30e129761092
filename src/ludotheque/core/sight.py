"""What an audience sees of a table. Everything here is built from `hide`, never by deleting from the full state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

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
    view = hidden(table, table.state, audience)
    return _scene(table, view, audience, _last(table, audience), with_choices=True)


def scene_at(table: Table, audience: int, count: int) -> Any:
    """The scene after the first `count` events, without choices."""
    before, after, event = _replayed(table, count)
    last = None if event is None else _happening(table, before, after, event, audience)
    return _scene(table, hidden(table, after, audience), audience, last, with_choices=False)


def happening(table: Table, audience: int, index: int) -> Any:
    """What event `index` looked like."""
    if index == len(table.events) - 1:
        return _last(table, audience)
    before, after, event = _replayed(table, index + 1)
    if event is None:
        raise IndexError(f"there is no event {index}: they are counted from 0")
    return _happening(table, before, after, event, audience)


def happenings(table: Table, audience: int, first: int = 0) -> list[Any]:
    """What every event from event `first` on looked like."""
    follower = Follower(table, audience)
    follower.skip(min(first, len(table.events)))
    return [follower.next() for _ in table.events[first:]]


class Follower:
    """An audience that follows a table event by event, each looked at once. `count` events were followed so far.

    It goes on where it is while the table goes on; where the table goes back, a new one begins.
    """

    def __init__(self, table: Table, audience: int) -> None:
        self.table, self.audience = table, audience
        self.count = 0
        self.last: Any = None
        """What the last event that was followed looked like."""
        self._before, self._after = table.initial(), table.initial()
        self._view: Any = None

    @property
    def is_behind(self) -> bool:
        """Whether the table has events that were not followed yet."""
        return self.count < len(self.table.events)

    def skip(self, count: int) -> None:
        """Follow up to event `count` without a look at what happens."""
        for event in self.table.events[self.count : count]:
            self.table.step(self._after, event)
        self.count, self._view, self.last = max(self.count, count), None, None

    def jump(self) -> None:
        """Follow to where the table is, with a look at the last event alone."""
        table = self.table
        self.count = len(table.events)
        self._before[:], self._after[:] = table.before, table.state
        self._view, self.last = None, _last(table, self.audience)

    def next(self) -> Any:
        """What the next event looked like, a `scene.model.Happening`."""
        table = self.table
        event = table.events[self.count]
        self._before[:] = self._after
        table.step(self._after, event)
        before, self._view = self._view, None
        if before is None:
            before = hidden(table, self._before, self.audience)
        self._view = hidden(table, self._after, self.audience)
        self.count += 1
        self.last = _looked(table, self._before, before, self._view, event, self.audience)
        return self.last

    def scene(self, audience: int) -> Any:
        """The scene now for an audience that knows as much as this one; the follower is not behind."""
        view = self._view
        if view is None or self.table.game.timed:  # time passes between events too
            view = hidden(self.table, self.table.state, self.audience)
        return _scene(self.table, view, audience, self.last, with_choices=True)


def _scene(table: Table, view: Any, audience: int, last: Any, *, with_choices: bool) -> Any:
    game, b, s = table.game, table.b, view[0]
    actors = int(entry.actors(table.box, view))
    seats = range(table.seats)
    choosing = [seat for seat in seats if audience & actors & 1 << seat] if with_choices else []
    if with_choices and audience and actors & CHANCE and table.chance == "dice":
        choosing = [CHANCE_SEAT]
    shown = game.presenter.scene(b, s, audience)
    ending = game.terminations[int(entry.ending(table.box, view))]
    return replace(
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
    return tuple(replace(each, rank=each.rank or int(ranks[each.seat])) for each in standings)


def _last(table: Table, audience: int) -> Any:
    if not table.events:
        return None
    return _happening(table, table.before, table.state, table.events[-1], audience)


def _happening(table: Table, before: Any, after: Any, event: Event, audience: int) -> Any:
    seen = hidden(table, before, audience), hidden(table, after, audience)
    return _looked(table, before, *seen, event, audience)


def _looked(table: Table, before: Any, seen: Any, seen_after: Any, event: Event, audience: int) -> Any:
    """What an event looked like to whom a state and the one after it look so."""
    code = table.veiled(event, before[0], audience)
    how = () if code == HIDDEN else event.how
    return table.game.presenter.event(table.b, seen[0], seen_after[0], event.seat, code, how)


def _replayed(table: Table, count: int) -> tuple[Any, Any, Event | None]:
    """The states before and after the last of so many events, and that event. The list is read once: another thread may go back."""
    events = table.events[: max(count, 0)]
    if len(events) != count:
        raise IndexError(f"there are {len(table.events)} events, not {count}")
    before, after = table.initial(), table.initial()
    for event in events:
        before[:] = after
        table.step(after, event)
    return before, after, events[-1] if events else None
