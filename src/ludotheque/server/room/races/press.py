"""The sender of a claim, who has to be answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludotheque.server.room import wire

Answer = Callable[[wire.Out], None]


@dataclass
class Press:
    """The sender of a claim: whom to answer, and what they claimed since, for the race that their own call may start."""

    command_id: str
    answers: list[Answer]
    guest: int
    followers: list[tuple[wire.Claim, float, Answer]] = field(default_factory=list)

    def tell(self, answer: wire.Out) -> None:
        """Answer the sender. Where the claim was sent again, the answer is that it was known."""
        first, *again = self.answers
        first(answer)
        for other in again:
            other(
                wire.Duplicate(answer.command_id, answer.seq) if isinstance(answer, wire.Applied) else answer
            )
