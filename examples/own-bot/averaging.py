"""A bot that is an object: it tries each action as often as it is told, and plays the one after which it stands best on average.

cd examples/own-bot
python averaging.py
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.bots import Sight


@dataclass(frozen=True)
class Averaging:
    """Called with a sight, it returns one of `sight.actions`."""

    tries: int = 3

    def __call__(self, sight: Sight) -> int:
        def worth(action: int) -> float:
            return sum(sight.worth(sight.after(action)) for _ in range(self.tries))

        return max(sight.actions, key=worth)


FIVE_TIMES = Averaging(5)

if __name__ == "__main__":
    from ludotheque.server.launch import serve
    from ludotheque.server.settings import Settings

    serve(Settings(bots={"averaging": FIVE_TIMES}))
