"""Plays random games and prints a digest of every state and every list of legal actions: `play_randomly.py ACTIONS`."""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from ludotheque.core import components, entry
from ludotheque.core.registry import get

SETTINGS: tuple[tuple[int, dict[str, bool]], ...] = (
    (2, {}), (3, {"short": True}), (4, {"teams": True}), (4, {"teams": True, "short": True}),
)  # fmt: skip


def digest(actions: int) -> str:
    game = get("bantu")
    box = components.load(game).array
    out, rng, seen = np.zeros(game.max_legal, np.int32), np.random.default_rng(11), hashlib.sha256()
    for seats, options in SETTINGS:
        state = game.fresh_state(seats, game.check_options(seats, options), first=1)
        entry.setup(box, state)
        for _ in range(actions):
            seat = int(state[0].to_play)
            n = entry.legal(box, state, seat, out)
            if n == 0:
                break
            action = int(out[rng.integers(n)])
            seen.update(out[:n].tobytes())
            seen.update(
                bytes([entry.why_not(box, state, seat, int(code)) for code in rng.integers(0, 453, 5)])
            )
            entry.play(box, state, seat, action)
            seen.update(state.tobytes())
            judged, ranks = np.zeros(seats), np.zeros(seats, np.int32)
            entry.judge(box, state, judged)
            entry.ranking(box, state, ranks)
            seen.update(judged.tobytes() + ranks.tobytes())
    return seen.hexdigest()


if __name__ == "__main__":
    print(digest(int(sys.argv[1])))
