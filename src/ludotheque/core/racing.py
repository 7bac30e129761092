"""Races: what players react to, which actions they race for, and how long their hands take.

The server decides a race, because it has the clocks. The rules only receive the actions in order, each with its instant on the game's
clock. A game with races sets `Game.racing` to an object with the four methods of `Racing`. Instants and durations are in milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol

CueKind = Literal["grab", "call"]

CALL: CueKind = "call"
"""The kind of race in which a claim may reveal something about a hand. Records of a running game do not name it."""

FALSE_START_MS = 100
"""Nobody reacts faster than this: an earlier answer to a "grab" cue cannot be an answer to it."""

TIE_MS = 8
"""Instants this close together count as the same, because people's actions arrive over a network."""


@dataclass(frozen=True)
class Cue:
    """What players react to.

    Attributes:
        at_ms: its instant on the game's clock.
        kind: `grab` if something was shown that all hurry to answer, and a claim within `FALSE_START_MS` is a false start; `call` if from
            now on anybody may call, and only the first call counts.
        seats: the seats that may still act, as a bit mask.
        by: the seat whose call led to a `grab` cue; it reacts to nobody, so it cannot make a false start. -1 for none.
    """

    at_ms: int
    kind: CueKind
    seats: int
    by: int = -1


class Racing(Protocol):
    """The races of a game. In every method `b` is the box and `s` the state, each one record."""

    def cue(self, b: Any, s: Any) -> Cue | None:
        """What players react to now; None if they race for nothing. During one race, kind and instant stay the same."""

    def is_claim(self, b: Any, s: Any, code: int) -> bool:
        """Whether players race for this action now."""

    def reach_ms(self, b: Any, s: Any, seat: int, code: int) -> float:
        """How long the seat's hand takes for this action; 0 if it does not have to move."""

    def holds(self, b: Any, s: Any, code: int) -> bool:
        """Whether this action is held back in case a better one arrives. The rules decide for how long."""


__all__ = ["CALL", "FALSE_START_MS", "TIE_MS", "Cue", "CueKind", "Racing"]
