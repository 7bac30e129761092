"""How a game ended."""

from __future__ import annotations

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended.

    Attributes:
        returns: each seat's share of the win, from 0 to 1.
        ranking: each seat's rank from 1; equal seats share a rank.
        ending: what ended the game, one of `Game.terminations`.
    """

    returns: tuple[float, ...]
    ranking: tuple[int, ...]
    ending: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats ranked first."""
        return tuple(seat for seat, rank in enumerate(self.ranking) if rank == 1)
