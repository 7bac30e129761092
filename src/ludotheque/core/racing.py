"""What a game says of its races: since when people react, what they race for, and how far their hands have to go.

A race is decided outside the rules, by whoever has clocks (the server): the rules are only given actions in their order, each
with its instant on the game's clock. A game with races sets `Game.racing` to an object with these four functions; `b` and `s`
are records, instants and lengths of time are milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol

CueKind = Literal["grab", "call"]

CALL: CueKind = "call"
"""The kind of race in which what was tried and not heard tells of a hand: a running game's record does not name it."""

FALSE_START_MS = 100
"""Nobody reacts faster: an answer to a "grab" cue before that was no answer to it."""

TIE_MS = 8
"""Instants that lie no farther apart are the same to a clock that looks at people over a network."""


@dataclass(frozen=True)
class Cue:
    """What people react to. `at_ms` is its instant on the game's clock, `seats` the bit mask of those that may still act.

    "grab": something was shown that all hurry to answer, and whoever moves within `FALSE_START_MS` of it was not answering.
    "call": from now on whoever likes may call, and only who does so first counts.
    """

    at_ms: int
    kind: CueKind
    seats: int


class Racing(Protocol):
    """A game's races."""

    def cue(self, b: Any, s: Any) -> Cue | None:
        """What people react to now; None while nothing is raced for. The same race keeps its kind and its instant."""

    def is_claim(self, b: Any, s: Any, code: int) -> bool:
        """Whether this action is raced for now."""

    def reach_ms(self, b: Any, s: Any, seat: int, code: int) -> float:
        """The time the seat's hand takes for this action, 0 where it has no way to go."""

    def holds(self, b: Any, s: Any, code: int) -> bool:
        """Whether this action waits in case a better one comes: for how long, the rules see to."""


__all__ = ["CALL", "FALSE_START_MS", "TIE_MS", "Cue", "CueKind", "Racing"]
