"""How a game ends otherwise than by its rules: seats resign or lose on time, or the players call it off. The rules do not know about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from ludotheque.core.outcome import Outcome

Why = Literal["resigned", "timed_out", "called_off", "abandoned", "late"]
"""The seat gave up, or its time was up; or all ended the game without a winner, or all left it. `late`: its time for a move was up, and a bot
played that move; the seat plays on."""

RESIGNED = "resigned"
"""The ending of a game that stopped because seats resigned."""

CALLED_OFF = "called_off"
"""The ending of a game that its players ended without a winner."""


class Quit(msgspec.Struct, frozen=True):
    """A seat stopped playing, or was late, after this many events (`move`) of the game; seat -1 if it ended without a winner."""

    seat: int
    why: Why
    move: int


def with_resigned(
    shares: Sequence[float], ranking: Sequence[int], ending: str, resigned: Sequence[int]
) -> Outcome:
    """How a game ended where seats resigned: they rank behind all others, the first to resign last."""
    kept = [seat for seat in range(len(shares)) if seat not in resigned]
    ranks = [0] * len(shares)
    for seat in kept:
        ranks[seat] = 1 + sum(ranking[other] < ranking[seat] for other in kept)
    for place, seat in enumerate(reversed(resigned), len(kept) + 1):
        ranks[seat] = place
    total = sum(shares[seat] for seat in kept)
    winners = [seat for seat in kept if ranks[seat] == 1]
    returns = [0.0] * len(shares)
    for seat in kept:
        returns[seat] = shares[seat] / total if total > 0 else (seat in winners) / len(winners)
    return Outcome(tuple(returns), tuple(ranks), ending)
