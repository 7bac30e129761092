"""What people ask a table to see: views, scenes, happenings. All of it is built in `core.sight`, from hidden states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from ludotheque.core import sight
from ludotheque.core import state as states
from ludotheque.core.event import Event
from ludotheque.core.game import Game, How
from ludotheque.core.verbs import TIME_SEAT

if TYPE_CHECKING:
    from ludotheque.core.table import Table


class Drawing(str):
    """An SVG as text; a notebook shows it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Seen:
    """The part of `Table` that shows it. An audience is a set of seats, empty for spectators.

    `language` is the one that tables are drawn in, `fr` or `en`: `Table.language = "en"` changes it for all of them.
    """

    pen: ClassVar[Callable[[Table, Any], str] | None] = None
    text_pen: ClassVar[Callable[[Table, Any], str] | None] = None
    language: str = "fr"
    game: Game
    box: Any
    state: Any
    _initial: Any
    _before: Any

    @property
    def b(self) -> Any:
        """The box, as a record."""
        return self.box[0]

    @property
    def s(self) -> Any:
        """The state, as a record."""
        return self.state[0]

    def view(self, audience: Iterable[int] = ()) -> Any:
        """The state as these seats together may know it (none: a spectator), an array of one record."""
        return sight.hidden(self._table, self.state, sight.mask(audience))

    def scene(self, audience: Iterable[int] = ()) -> Any:
        """What these seats see and may do, a `scene.model.Scene`, built from their view alone."""
        return sight.scene(self._table, sight.mask(audience))

    def scene_at(self, audience: Iterable[int], count: int) -> Any:
        """What these seats saw after the first `count` events (no choices)."""
        return sight.scene_at(self._table, sight.mask(audience), count)

    def choices(self, seat: int) -> Any:
        """A seat's legal actions as a graph of clicks, built from its view."""
        return self.game.presenter.choices(self._table.b, self.view({seat})[0], seat)

    def happening(self, audience: Iterable[int], index: int) -> Any:
        """What event `index` looked like to these seats, a `scene.model.Happening`."""
        return sight.happening(self._table, sight.mask(audience), index)

    def happenings(self, audience: Iterable[int], first: int = 0) -> list[Any]:
        """What every event, from event `first` on, looked like to these seats."""
        return sight.happenings(self._table, sight.mask(audience), first)

    def clicked(self, seat: int, clicks: Sequence[str]) -> tuple[int, How]:
        """The action, legal or not, that a seat means by clicking these ids; `Unreadable` if none."""
        return self.game.presenter.clicked(self._table.b, self.view({seat})[0], seat, clicks)

    def layout(self) -> Any:
        """The board's size and places, a `scene.model.Layout`."""
        return self.game.presenter.layout(self._table.b, self._table.s)

    def svg(self, audience: Iterable[int] | None = None) -> Drawing:
        """The table as these seats see it (None: what everybody may see), one SVG that needs nothing else."""
        pen = type(self).pen
        if pen is None:
            raise RuntimeError("import ludotheque to draw tables")
        return Drawing(pen(self._table, self._for_all() if audience is None else self.scene(audience)))

    def _repr_svg_(self) -> str:
        return str(self.svg())

    def __str__(self) -> str:
        pen = type(self).text_pen
        return repr(self) if pen is None else pen(self._table, self._for_all())

    def _for_all(self) -> Any:
        """The scene that may be shown to everybody: a spectator's where there are secrets."""
        return self.scene(() if self.game.secrets else range(self._table.seats))

    def board_svg(self) -> str:
        """The board as SVG."""
        return self.game.presenter.board(self._table.b, self._table.s)

    def veiled(self, event: Event, state: Any, audience: int) -> int:
        """An event's code as the audience (bit mask) may know it, given the state before it; `HIDDEN` where it may not."""
        if event.seat == TIME_SEAT:
            return event.code
        return self.game.codec.veil(self._table.b, state, event.seat, event.code, audience)

    def initial(self) -> Any:
        """A copy of the state before the first event."""
        return states.copy(self._initial)

    @property
    def before(self) -> Any:
        """The state before the last event, an array of one record."""
        return self._before

    @property
    def _table(self) -> Table:
        return cast("Table", self)
