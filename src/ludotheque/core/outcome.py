"""How a game ended."""

from __future__ import annotations

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """`returns`: each seat's share of the win (0 to 1). `ranking`: each seat's rank from 1, equal ranks shared.

    `ending` names the termination, one of `Game.terminations`.
    """

    returns: tuple[float, ...]
    ranking: tuple[int, ...]
    ending: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranking) if rank == 1)
