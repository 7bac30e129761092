"""Looks for positions of the day: positions of a game in which one action is far better than any other.

    python -m tools.puzzles GAME [--wanted N] [--seed N] [--minutes N] [--sure N] [--again]

Bots play games with many weak moves. At decisions on the way a search of two seeds looks for an action that is far ahead. Such a search tries
part of the actions only, so every other action is then played, and what follows is searched with a budget of its own. A position is kept if
all stay behind by `LEAD`. `--again` looks at the positions of the file in this way, and drops those that fail. What is found is added to the game's `puzzles.toml`
(`table/puzzles.py` says what it holds); read each one on the page before it is kept.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ludotheque import Table, bots
from ludotheque.bots import review
from ludotheque.bots.search import Budget
from ludotheque.core import packaged, registry
from ludotheque.core.game import Game
from ludotheque.table import puzzles, views

LEAD = 0.10
"""How far ahead the best action's value must be, as a share of a win."""
FIRST, SURE = 1.0, 25.0
"""How large the quick look and the sure one are, in the simulations of the level `strong`; `--sure` sets another size for the latter."""
EACH, NEAR_ONES = 5.0, 40.0
"""How large the search after each other action is, and that after those that are `NEAR` or nearer, in the same measure."""
NEAR = LEAD + 0.08
GUESSES = 12
"""So many guesses of chance and of what is hidden share such a search, in games that have either."""
SHARE = 0.5
"""The share of the decisions that are looked at."""
FEWEST = 5
"""A decision has at least so many actions."""
MOST = 400
"""The most actions of a game."""
EACH_GAME = 1
"""The most positions kept of one game."""
OPTIONS: Mapping[str, Mapping[str, Any]] = {"billabong": {"mode": "duel"}}


class Best(NamedTuple):
    """The best action of a decision, its value, and the greatest value of any other action that was considered."""

    action: int
    value: float
    other: float

    @property
    def leads(self) -> bool:
        """Whether nothing else comes near."""
        return self.value - self.other >= LEAD


def best_of(table: Table, seat: int, budget: Budget, seed: int) -> Best:
    """What a search finds best."""
    view = views.view(table.journal, {seat})
    found = bots.analyse(table.game.name, None, view.tobytes(), seat, seed=seed, budget=budget)
    first, *others = found.considered
    return Best(int(first.action), first.value, max((each.value for each in others), default=1.0))


def simulations(game: Game, times: float) -> Budget:
    """A search budget, as a multiple of what the level `strong` searches in this game."""
    return Budget(simulations=int(times * bots.simulations_of(game, "strong")))


def against_all(table: Table, seat: int, action: int) -> Best:
    """An action against every other legal one: each is played, and what follows is searched with a budget of its own.

    An action that comes within `LEAD` ends the look: one such is enough.
    """
    game, view = table.game, views.view(table.journal, {seat})
    guesses = GUESSES if game.secrets or game.max_chance > 1 else 1

    def after(other: int, times: float) -> float:
        return review.value_after(table.journal, view, seat, other, simulations(game, times), 1, guesses)

    value = after(action, NEAR_ONES)
    quick = {each: after(each, EACH) for each in map(int, table.legal_actions(seat)) if each != action}
    most = 0.0
    for other, about in sorted(quick.items(), key=lambda each: -each[1]):
        most = max(most, after(other, NEAR_ONES) if value - about < NEAR else about)
        if value - most < LEAD:
            break
    return Best(action, value, most)


def tells_secrets(table: Table, seat: int, action: int) -> bool:
    """Whether the game ends with an action and then shows what the seat may not know before it."""
    after = table.copy()
    after.play(action, seat)
    return after.is_over and bool(table.game.secrets)


def has_reason(table: Table, seat: int, action: int) -> bool:
    """Whether something can be said for an action: by the game's advice, or because it shows something on a card."""
    if views.merit(table.journal, views.view(table.journal, {seat}), seat, action) is not None:
        return True
    after = table.copy()
    after.play(action, seat)
    return views.event_view(after.journal, {seat}, len(table.events)).moment is not None


def found_in(game: str, seed: int, sure: float = SURE) -> Iterator[dict[str, Any]]:
    """The positions of one game between weak bots in which one action is far ahead."""
    luck, kept = random.Random(seed), 0
    table = Table(game, seats=2, options=dict(OPTIONS.get(game, {})), seed=seed)
    for _ in range(MOST):
        if not table.actors or table.outcome is not None:
            return
        seat = table.actors[0]
        legal = len(table.legal_actions(seat))
        scene = table.scene({seat})
        playing = legal >= FEWEST and not any(each.setup for each in scene.choices) and len(table.actors) == 1
        if playing and luck.random() < SHARE:
            quick = best_of(table, seat, simulations(table.game, FIRST), 1)
            if quick.leads:
                checked = [best_of(table, seat, simulations(table.game, sure), each) for each in (2, 3)]
                if (
                    all(each.leads and each.action == quick.action for each in checked)
                    and has_reason(table, seat, quick.action)
                    and not tells_secrets(table, seat, quick.action)
                    and (best := against_all(table, seat, quick.action)).leads
                ):
                    yield {
                        "do": table.text(quick.action, seat),
                        "chances": round(100 * best.value),
                        "other": round(100 * best.other),
                        "seat": seat,
                        "position": {key: each for key, each in table.position().items() if key != "game"},
                    }
                    kept += 1
                    if kept == EACH_GAME:
                        return
        level = "greedy" if luck.random() < 0.6 else "easy"
        table.play(bots.choose(table, level, seed=luck.randrange(1 << 30)), seat)


def toml(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, Mapping):
        return (
            "{ "
            + ", ".join(f"{key} = {toml(each)}" for key, each in value.items() if each is not None)
            + " }"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def written(found: Mapping[str, Any]) -> str:
    """A puzzle as it stands in the file."""
    return "\n[[puzzle]]\n" + "".join(
        f"{key} = {toml(found[key])}\n" for key in ("do", "chances", "other", "seat", "position")
    )


def looked_at_again(game: Game) -> Iterator[Mapping[str, Any]]:
    """The positions of the game's file whose best action is ahead of all others, with the chances found now."""
    for number, told in enumerate(puzzles.read(game.name)):
        table, seat = puzzles.table_of(game, number), int(told["seat"])
        after, began = table.copy(), time.monotonic()
        action = after.play(told["do"], seat).code
        best = against_all(table, seat, action)
        kept = best.leads and not tells_secrets(table, seat, action)
        took = time.monotonic() - began
        print(
            f"{number} {told['do']}: {best.value:.2f}, {best.other:.2f}, {'kept' if kept else 'dropped'}, {took:.0f} s",
            file=sys.stderr,
            flush=True,
        )
        if kept:
            yield {**told, "chances": round(100 * best.value), "other": round(100 * best.other)}


def main() -> None:
    """Add what is found to the game's file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--wanted", type=int, default=31)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--sure", type=float, default=SURE)
    parser.add_argument("--again", action="store_true")
    asked = parser.parse_args()
    game = registry.get(asked.game)
    file = Path(packaged.home_of(game.package)) / puzzles.FILE
    if asked.again:
        file.write_text(puzzles.HEAD + "".join(map(written, looked_at_again(game))), "utf-8")
        return
    text = file.read_text("utf-8") if file.exists() else puzzles.HEAD
    end, seed, count = time.monotonic() + 60 * asked.minutes, asked.seed, text.count("[[puzzle]]")
    while count < asked.wanted and time.monotonic() < end:
        for found in found_in(game.name, seed, asked.sure):
            text, count = text + written(found), count + 1
            file.write_text(text, "utf-8")
            print(count, seed, found["do"], found["chances"], found["other"], file=sys.stderr, flush=True)
        seed += 1
    print(f"{file}: {count} positions")


if __name__ == "__main__":
    main()
