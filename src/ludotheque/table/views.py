"""What an audience sees of a table: its view, its scene, and the events as it saw them.

Everything here is built from the view that the verb `hide` leaves, so no secret can slip through. An audience is a set of
seats; it is empty for a spectator and for a screen that everybody sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.event import Event
from ludotheque.core.game import HIDDEN, ActionPath, Advised, Game
from ludotheque.core.journal import Journal
from ludotheque.core.memory import overwrite, room, still
from ludotheque.core.message import Message
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.scene.columns import plain
from ludotheque.scene.model import Choices, EventView, Layout, Scene, Standing
from ludotheque.table.turns import TurnCount

Audience = Iterable[int]


def mask(audience: Audience) -> int:
    """Seats as a bit mask."""
    bits = 0
    for seat in audience:
        bits |= 1 << seat
    return bits


def hidden(journal: Journal, state: Any, audience: int) -> Any:
    """A copy of a state of this table, without what the audience (bit mask) may not know."""
    view = states.copy(state)
    entry.hide(journal.setup.box, view, audience)
    return view


def _seen(journal: Journal, state: Any, audience: int) -> Any:
    """The same, to be read and not to be written to."""
    return still(hidden(journal, state, audience))


def view(journal: Journal, audience: Audience) -> Any:
    """The state now as the audience may know it: one record."""
    return hidden(journal, journal.state, mask(audience))


def scene(journal: Journal, audience: Audience) -> Scene:
    """The scene now, with choices for those of the audience's seats that may act."""
    bits = mask(audience)
    shown = _scene(
        journal, _seen(journal, journal.state, bits), bits, _last(journal, bits), with_choices=True
    )
    return replace(shown, choices=tuple(plain(choice) for choice in shown.choices))


def scene_at(journal: Journal, audience: Audience, count: int) -> Scene:
    """The scene after the first `count` events, without choices. Raises `IndexError` if there are fewer events."""
    bits = mask(audience)
    before, after, event = _replayed(journal, count)
    last = None if event is None else _event_view(journal, before, after, event, bits, count - 1)
    return _scene(journal, _seen(journal, after, bits), bits, last, with_choices=False)


def choices(journal: Journal, seat: int) -> Choices:
    """A seat's legal actions as a graph of clicks, built from its view."""
    return plain(journal.game.presenter.choices(journal.setup.box[0], view(journal, {seat})[0], seat))


def tells_alike(game: Game) -> bool:
    """Whether an action that is veiled from nobody looks the same to everybody, see `core.game.Presenter`."""
    return bool(getattr(game.presenter, "TELLS_ALIKE", False))


def gives_advice(game: Game) -> bool:
    """Whether a game of speed advises players itself, see `core.game.Presenter`."""
    return hasattr(game.presenter, "advice")


def advice(journal: Journal, seat: int, state: Any = None) -> Advised | None:
    """What the game itself advises a seat to do, from its view alone; None while there is nothing to do. `state` is a copy of that now."""
    state = journal.state if state is None else state
    found: Advised | None = getattr(journal.game.presenter, "advice")(  # noqa: B009  (most games have none)
        journal.setup.box[0], hidden(journal, state, mask({seat}))[0], seat
    )
    return found


def merit(journal: Journal, view: Any, seat: int, action: int) -> Message | None:
    """What speaks for a legal action of a seat, from its view (one record); None where its game says nothing of it."""
    told = getattr(journal.game.presenter, "merit", None)
    found: Message | None = told and told(journal.setup.box[0], view[0], seat, action)
    return found


def is_feint(journal: Journal, action: int) -> bool:
    """Whether an action only fools others: it leaves its seat with the same decision."""
    told = getattr(journal.game.presenter, "is_feint", None)
    return told is not None and bool(told(action))


def clicked(journal: Journal, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
    """The action, legal or not, that a seat means by clicking these ids, and its path. Raises `Unreadable` if there is none."""
    return journal.game.presenter.clicked(journal.setup.box[0], view(journal, {seat})[0], seat, clicks)


def layout(journal: Journal) -> Layout:
    """The board's size and places."""
    made: Layout = journal.game.presenter.layout(journal.setup.box[0], journal.state[0])
    return made


def board_svg(journal: Journal) -> str:
    """The board as SVG."""
    return journal.game.presenter.board(journal.setup.box[0], journal.state[0])


def event_view(journal: Journal, audience: Audience, index: int) -> EventView:
    """What the audience saw of event `index`. Raises `IndexError` if there is no such event."""
    bits = mask(audience)
    if journal.events and index == len(journal.events) - 1:
        return _event_view(journal, journal.before, journal.state, journal.events[-1], bits, index)
    before, after, event = _replayed(journal, index + 1)
    if event is None:
        raise IndexError(f"there is no event {index}: events are counted from 0")
    return _event_view(journal, before, after, event, bits, index)


def event_views(journal: Journal, audience: Audience, first: int = 0) -> list[EventView]:
    """What the audience saw of each event from number `first` on."""
    follower = Follower(journal, mask(audience))
    follower.skip(min(first, len(journal.events)))
    return [follower.next() for _ in journal.events[first:]]


def imagined(journal: Journal, state: Any, seat: int, code: int) -> EventView:
    """What a legal action would look like in this state of the table, to an audience of all seats. The state is not changed."""
    game, box, everybody = journal.game, journal.setup.box, (1 << journal.setup.seats) - 1
    after = states.copy(state)
    path = game.codec.path(box[0], state[0], seat, code)
    entry.play(box, after, seat, code)
    seen, seen_after = _seen(journal, state, everybody), _seen(journal, after, everybody)
    looked: EventView = game.presenter.event(box[0], seen[0], seen_after[0], seat, code, path)
    return looked


def scenes(journal: Journal, audience: Audience) -> Iterator[Scene]:
    """The scene at the start and after each event, without choices."""
    bits = mask(audience)
    follower = Follower(journal, bits)
    yield _scene(journal, _seen(journal, journal.start(), bits), bits, None, with_choices=False)
    while follower.is_behind:
        last = follower.next()
        yield _scene(journal, follower.view, bits, last, with_choices=False)


class Follower:
    """Follows a table event by event for an audience, computing each event view once.

    If the table goes back, start a new follower.

    Args:
        journal: the table's journal.
        audience: the seats as a bit mask.

    Attributes:
        count: the number of events followed so far.
    """

    def __init__(self, journal: Journal, audience: int) -> None:
        self.journal, self.audience = journal, audience
        self.count = 0
        self.last: EventView | None = None
        """The view of the last event that was followed; None after `skip`."""
        self.is_veiled = False
        """Whether the audience does not know what the last event that `next` came to was."""
        self._before, self._after = journal.start(), journal.start()
        self._view: Any = None
        self._turns = TurnCount(journal)

    @property
    def is_behind(self) -> bool:
        """Whether the table has events that this follower has not seen."""
        return self.count < len(self.journal.events)

    @property
    def view(self) -> Any:
        """What the audience may know after the events followed so far: one record."""
        if self._view is None:
            self._view = _seen(self.journal, self._after, self.audience)
        return self._view

    def skip(self, count: int) -> None:
        """Move on to event number `count` without computing event views."""
        for event in self.journal.events[self.count : count]:
            self.journal.step(self._after, event)
        self.count, self._view, self.last = max(self.count, count), None, None
        self._turns.jump(event.seat for event in self.journal.events[: self.count])

    def jump(self, last: EventView | None = None) -> None:
        """Move on to where the table is now, computing the view of the last event only; not even that where it is known."""
        journal = self.journal
        self.count = len(journal.events)
        overwrite(self._before, journal.before)
        overwrite(self._after, journal.state)
        self._view, self.last = None, last or _last(journal, self.audience)
        self._turns.jump(event.seat for event in journal.events)

    def next(self) -> EventView:
        """Move on by one event, and return its view."""
        journal = self.journal
        event = journal.events[self.count]
        overwrite(self._before, self._after)
        journal.step(self._after, event)
        before, self._view = self._view, None
        if before is None:
            before = _seen(journal, self._before, self.audience)
        self._view = _seen(journal, self._after, self.audience)
        self.count += 1
        turn = self._turns.next(journal.setup.box[0], before[0], event.seat)
        code = journal.veiled(event, self._before[0], self.audience)
        self.is_veiled = code == HIDDEN
        self.last = _looked(journal, self._before, before, self._view, event, code, turn)
        return self.last

    def scene(self, audience: int) -> Scene:
        """The scene now for an audience that may know as much as this one, with nodes that may be `scene.columns.Columns`. The follower must
        not be behind."""
        view = self._view
        if view is None or self.journal.game.timed:  # time passes between events too
            view = _seen(self.journal, self.journal.state, self.audience)
        return _scene(self.journal, view, audience, self.last, with_choices=True)


def _scene(
    journal: Journal, view: Any, audience: int, last: EventView | None, *, with_choices: bool
) -> Scene:
    game, b, s = journal.game, journal.setup.box[0], view[0]
    actors = int(entry.actors(journal.setup.box, view))
    seats = range(journal.setup.seats)
    choosing = [seat for seat in seats if audience & actors & 1 << seat] if with_choices else []
    if with_choices and audience and actors & CHANCE and journal.chance == "dice":
        choosing = [CHANCE_SEAT]
    shown: Scene = game.presenter.scene(b, s, audience)
    ending = game.terminations[int(entry.ending(journal.setup.box, view))]
    return replace(
        shown,
        audience=tuple(seat for seat in seats if audience >> seat & 1),
        actors=tuple(seat for seat in seats if actors >> seat & 1),
        choices=tuple(game.presenter.choices(b, s, seat) for seat in choosing),
        last=last,
        ending=ending,
        standings=_ranked(journal, view, shown.standings) if ending else shown.standings,
        due_ms=int(entry.due(journal.setup.box, view)),
    )


def _ranked(journal: Journal, view: Any, standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """The standings of a finished game, with ranks filled in where the game left them out."""
    ranks = room("int32", journal.setup.seats)
    entry.ranking(journal.setup.box, view, ranks)
    return tuple(replace(each, rank=each.rank or int(ranks[each.seat])) for each in standings)


def _last(journal: Journal, audience: int) -> EventView | None:
    if not journal.events:
        return None
    last = len(journal.events) - 1
    return _event_view(journal, journal.before, journal.state, journal.events[-1], audience, last)


def _event_view(
    journal: Journal, before: Any, after: Any, event: Event, audience: int, index: int
) -> EventView:
    seen = _seen(journal, before, audience), _seen(journal, after, audience)
    turns = TurnCount(journal)
    turns.jump(earlier.seat for earlier in journal.events[:index])
    turn = turns.next(journal.setup.box[0], seen[0][0], event.seat)
    return _looked(journal, before, *seen, event, journal.veiled(event, before[0], audience), turn)


def _looked(
    journal: Journal, before: Any, seen: Any, seen_after: Any, event: Event, code: int, turn: int
) -> EventView:
    """The view of an event, from the audience's views before (`seen`) and after it, and its code as the audience may know it."""
    path = () if code == HIDDEN else journal.path(event, before[0])
    looked: EventView = journal.game.presenter.event(
        journal.setup.box[0], seen[0], seen_after[0], event.seat, code, path
    )
    return replace(looked, turn=turn)


def _replayed(journal: Journal, count: int) -> tuple[Any, Any, Event | None]:
    """The states before and after the last of `count` events, and that event. Reads the list once, since another thread may go back."""
    events = journal.events[: max(count, 0)]
    if len(events) != count:
        raise IndexError(f"cannot go to event {count}: there are {len(journal.events)}")
    before, after = journal.start(), journal.start()
    for event in events:
        overwrite(before, after)
        journal.step(after, event)
    return before, after, events[-1] if events else None
