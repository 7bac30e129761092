"""An event of a game, a refusal, and what an action may be given as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ludotheque.core.game import How
from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.core.journal import Journal

Said = int | str | Mapping[str, Any]
"""An action as integer, notation or structure."""


class Event:
    """Something that changed a game: an action, a result of chance, or what happened by itself when its time had come.

    `seat`: who acted, -1 for chance, -2 for time.
    `code`: the action as an integer, 0 for time.
    `at_ms`: the instant on the game's clock in milliseconds, -1 where nobody said one.
    `draw`: the number of the draw that gave a result of chance, -1 where people told it and for everything else.
    `text`: the action in notation. `how`: the places passed on the way, for a series of hops.

    It is not to be changed, and belongs to its table, secrets included: a bot is given views, not events.
    """

    __slots__ = ("_how", "_journal", "_text", "at_ms", "code", "draw", "seat")

    def __init__(
        self,
        seat: int,
        code: int,
        text: str | None = None,
        how: How | None = None,
        at_ms: int = -1,
        draw: int = -1,
    ) -> None:
        self.seat = seat
        self.code = code
        self.at_ms = at_ms
        self.draw = draw
        self._text = text
        self._how = how
        self._journal: Journal | None = None

    @property
    def text(self) -> str:
        """The action in notation, with the places passed where there are several ways."""
        if self._text is None:
            self._spell()
        return cast("str", self._text)

    @property
    def how(self) -> How:
        """The places passed on the way (ids), empty where there is only one way."""
        if self._how is None:
            self._spell()
        return cast("How", self._how)

    def _spell(self) -> None:
        if self._journal is None:
            raise RuntimeError("this event belongs to no journal, so its notation is unknown")
        self._journal.spell()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return self is other or (self._numbers() == other._numbers() and self.how == other.how)

    def __hash__(self) -> int:
        return hash(self._numbers())

    def _numbers(self) -> tuple[int, int, int, int]:
        return self.seat, self.code, self.at_ms, self.draw

    def __repr__(self) -> str:
        return f"Event(seat={self.seat}, text={self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Event, (self.seat, self.code, self.text, self.how, self.at_ms, self.draw)


@dataclass(frozen=True)
class Refusal:
    """Why an action cannot be done: the reason's key, what to say, and the rows of the rulebook that say so."""

    key: str
    message: Message
    rules: tuple[str, ...]

    def __str__(self) -> str:
        """A sentence in the environment's language, with the rows of the rulebook."""
        from ludotheque.core import catalogue

        rows = f" ({', '.join(self.rules)})" if self.rules else ""
        return catalogue.say(self.message, catalogue.environment()) + rows
