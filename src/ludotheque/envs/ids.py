"""The names by which Gymnasium knows the games: `gymnasium.make("ludotheque/bantu-v0")`, and `make_vec` for many tables."""

from __future__ import annotations

import gymnasium

from ludotheque.core import registry


def register() -> None:
    """Register every installed game that Gymnasium does not know yet. No game is imported; one with a clock is refused when it is made."""
    for name in registry.names():
        if f"ludotheque/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                id=f"ludotheque/{name}-v0",
                entry_point="ludotheque.envs.one_seat:SeatEnv",
                vector_entry_point="ludotheque.envs.many_tables:SeatVectorEnv",
                kwargs={"game": name},
            )
