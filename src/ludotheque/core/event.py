"""What a table hands out: events, refusals, and the lazy list of a seat's legal actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludotheque.core import entry
from ludotheque.core.game import How
from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.core.table import Table

Said = int | str | Mapping[str, Any]
"""An action as integer, notation or structure."""


@dataclass(frozen=True)
class Event:
    """One action in a record. `seat` is -1 for chance, `draw` then the number of its draw (-1 if physical); the seat -2
    stands for time: something happened by itself.

    `at_ms` is the instant on the game's clock in a timed game, else -1.
    """

    seat: int
    code: int
    text: str
    how: How = ()
    at_ms: int = -1
    draw: int = -1

    def __repr__(self) -> str:
        return f"Event(seat={self.seat}, text={self.text!r})"


@dataclass(frozen=True)
class Refusal:
    """Why an action cannot be done: what to say, and the rows of the rulebook that say so."""

    key: str
    message: Message
    rules: tuple[str, ...]


class LegalActions(Sequence[int]):
    """The legal actions of a seat as integers; `in` asks the rules about one action without listing them all."""

    def __init__(self, table: Table, seat: int) -> None:
        self._table, self._seat = table, seat
        self._codes: list[int] | None = None

    def _all(self) -> list[int]:
        if self._codes is None:
            self._codes = self._table._legal(self._seat)
        return self._codes

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self._all()[index]

    def __iter__(self) -> Iterator[int]:
        return iter(self._all())

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, int):
            return False
        if self._codes is not None:
            return action in self._codes
        return entry.why_not(self._table.box, self._table.state, self._seat, action) == 0

    def texts(self) -> list[str]:
        """The same in notation."""
        return [self._table.text(code, self._seat) for code in self]

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions of seat {self._seat}>"
