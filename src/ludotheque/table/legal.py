"""The legal actions of a seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludotheque.core import state as states
from ludotheque.core.journal import Setup


class LegalActions(tuple[int, ...]):
    """The legal actions of a seat, a tuple of integers. A snapshot: later events do not change it.

    It holds the state in which the actions are legal, secrets included. A slice of it, or a pickled copy, is a plain tuple.
    """

    _setup: Setup
    _state: bytes
    seat: int

    @classmethod
    def of(cls, setup: Setup, state: Any, seat: int, codes: Iterable[int]) -> LegalActions:
        """The legal actions of a seat in a state of a table."""
        made = cls(codes)
        made._setup, made._state, made.seat = setup, state.tobytes(), seat
        return made

    def texts(self) -> list[str]:
        """The actions in notation, in the same order."""
        codec, b = self._setup.game.codec, self._setup.box[0]
        s = states.load_bytes(self._state, self._setup.game.state)[0]
        return [codec.text(b, s, self.seat, code, codec.path(b, s, self.seat, code)) for code in self]

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions of seat {self.seat}>"

    def __copy__(self) -> LegalActions:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> LegalActions:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)
