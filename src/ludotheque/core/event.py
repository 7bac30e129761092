"""An event of a game, a refusal, and what an action may be given as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.core.journal import Journal

ActionLike = int | str | Mapping[str, Any]
"""An action as integer, notation or structure."""


class Event:
    """Something that changed a game: an action, a result of chance, or something that happened by the clock.

    Attributes:
        seat: who acted; -1 for chance, -2 for time.
        code: the action as an integer; 0 for time.
        text: the action in notation.
        path: the ids of the places that a move passed through; empty if it has only one path.
        at_ms: the instant on the game's clock in milliseconds; -1 if none was given.
        draw: the number of the draw behind a result of chance; -1 if people entered it, and for everything else.

    Do not change an event. It holds its table's secrets: give bots views, not events.
    """

    __slots__ = ("_journal", "_path", "_text", "at_ms", "code", "draw", "seat")

    def __init__(
        self,
        seat: int,
        code: int,
        text: str | None = None,
        path: ActionPath | None = None,
        at_ms: int = -1,
        draw: int = -1,
    ) -> None:
        self.seat = seat
        self.code = code
        self.at_ms = at_ms
        self.draw = draw
        self._text = text
        self._path = path
        self._journal: Journal | None = None
        """Where the notation can be found, until it is known. It refers to the event, so what is known by then is freed at once, not in a full pass of the garbage collector."""

    @property
    def text(self) -> str:
        """The action in notation, with its path if it has several."""
        if self._text is None:
            self._spell()
        return cast("str", self._text)

    @property
    def path(self) -> ActionPath:
        """The ids of the places that the move passed through; empty if it has only one path."""
        if self._path is None:
            self._spell()
        return cast("ActionPath", self._path)

    def _spell(self) -> None:
        journal = self._journal
        if journal is not None:
            journal.spell()
        elif self._text is None or self._path is None:
            raise RuntimeError("this event belongs to no journal, so its notation is unknown")

    def _spelled(self, text: str, path: ActionPath) -> None:
        """Keep the notation. The journal need not be asked any more."""
        self._text, self._path = text, path
        self._journal = None

    def _enter(self, journal: Journal) -> None:
        """The event happened in this journal, which knows its notation."""
        if self._text is None or self._path is None:
            self._journal = journal

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return self is other or (self._numbers() == other._numbers() and self.path == other.path)

    def __hash__(self) -> int:
        return hash(self._numbers())

    def _numbers(self) -> tuple[int, int, int, int]:
        return self.seat, self.code, self.at_ms, self.draw

    def __repr__(self) -> str:
        return f"Event(seat={self.seat}, text={self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Event, (self.seat, self.code, self.text, self.path, self.at_ms, self.draw)


@dataclass(frozen=True)
class Refusal:
    """Why an action is refused.

    Attributes:
        key: the reason's name, such as `not_your_turn`.
        message: the sentence, as a key and arguments, to be put into any language.
        rules: the ids of the rulebook rows that say so, such as `("BIL-10",)`.
    """

    key: str
    message: Message
    rules: tuple[str, ...]

    def __str__(self) -> str:
        """The sentence in the environment's language, with the rulebook rows."""
        from ludotheque.core import catalogue

        rows = f" ({', '.join(self.rules)})" if self.rules else ""
        return catalogue.say(self.message, catalogue.environment()) + rows
