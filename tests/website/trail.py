"""Plays a game by lot, and hashes every state, every scene and what bots choose: `answer` is the hash. Runs in a page and outside of one."""

import hashlib
import sys

import msgspec

from ludotheque import Table, bots
from ludotheque.core import registry

BOTS = ("greedy", "steady")


def trail(game: str, count: int, seed: int) -> str:
    """The hash of `count` actions, in as many games as they fill."""
    told, luck, table, number = hashlib.sha256(), seed, None, 0
    seats = min(3, max(registry.get(game).seats))
    for done in range(count):
        if table is None or table.is_over:
            table, number = Table(game, seats=seats, seed=seed + number), number + 1
        luck = (luck * 6364136223846793005 + 1442695040888963407) % 2**64
        seat = next(iter(table.actors), None)
        if seat is None or (table.due_ms >= 0 and luck >> 62 == 0):  # the clock goes on
            table.advance(table.due_ms)
        else:
            legal = [*table.legal_actions(seat)]
            table.play(legal[(luck >> 33) % len(legal)], seat=seat)
        told.update(table.journal.state.tobytes())
        for audience in ((), (0,)):
            told.update(msgspec.json.encode(table.scene(audience)))
        if done % 50 == 25 and not table.is_over and table.actors and not table.game.timed:
            for level in BOTS:
                budget = bots.Budget(simulations=50, processor_s=1000)
                told.update(str(bots.choose(table, level, seed=done, budget=budget)).encode())
    return told.hexdigest()


if __name__ == "__main__":
    games, count, seed = sys.argv[1:]
    answer = " ".join(trail(game, int(count), int(seed)) for game in games.split(","))
