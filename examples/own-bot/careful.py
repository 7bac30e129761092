"""A bot of your own. It tries each action three times and plays the one after which it stands best on average.

cd examples/own-bot
ludotheque simulate bantu --bots careful:careful,greedy --games 20
"""

from __future__ import annotations

from ludotheque.bots import Sight

TRIES = 3


def careful(sight: Sight) -> int:
    """Return one of `sight.actions`. A sight holds what the seat may know, and nothing else."""

    def worth(action: int) -> float:
        return sum(sight.worth(sight.after(action)) for _ in range(TRIES))

    return max(sight.actions, key=worth)
