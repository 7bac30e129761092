"""Looks for positions of the day: positions of a game in which one action is far better than any other.

    python -m tools.puzzles GAME [--wanted N] [--seed N] [--minutes N] [--again]

Bots play games with many weak moves. At decisions on the way a search looks for an action that is far ahead, and a longer one must agree. They
try part of the actions only, so every other action is then played, and what follows is searched with a budget of its own. A position is kept if
all stay behind by `LEAD`. `--again` looks at the positions of the file in this way, and drops those that fail. What is found is added to the game's
`puzzles.toml` (`table/puzzles.py` says what it holds); look at each one on the page before it is kept. Games of speed are played on instead, see `speed`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from ludotheque import Table, bots
from ludotheque.bots import review
from ludotheque.bots.search import Analysis, Budget
from ludotheque.core import packaged, registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.table import puzzles, views
from tools.puzzles import speed
from tools.puzzles.best import LEAD, Best

QUICK, AGREES = 1.0, 6.0
"""How large the quick look at a decision is, and the look that must agree with it, in the simulations of the level `strong`."""
RUNGS = (1.0, 5.0, 40.0)
"""How large the searches after each action are, in the same measure; the last one only after those that are `NEAR` or nearer."""
NEAR = LEAD + 0.08
FAR = 0.3
"""In games of chance, whose actions are many, an action that is so far behind on one rung is not looked at on the next."""
GUESSES = 12
"""So many guesses of chance and of what is hidden share such a search, in games that have either."""
FEWEST, MOST_ACTIONS = 5, 150
"""A decision has at least, and at most, so many actions."""
MOST = 400
"""The most actions of a game."""
EACH_GAME = 1
"""The most positions kept of one game."""
SAME_REASON, SAME_DO = 12, 2
"""So many positions of a game may have the same sentence as their reason, and so many the same action."""
OBVIOUS = 0.8
"""So many of the positions, at most, have a best action that a bot finds which looks one action ahead."""
SETTINGS: Mapping[str, Sequence[tuple[int, Mapping[str, Any]]]] = {
    "bantu": ((2, {}), (3, {}), (4, {"teams": True}), (2, {"short": True}), (4, {})),
    "billabong": ((2, {"mode": "duel"}), (3, {}), (2, {}), (2, {"mode": "duel"}), (4, {})),
    "banjooli-cross": (
        (2, {}),
        (3, {}),
        (2, {"lion": True}),
        (4, {}),
        (2, {"berries": True}),
        (2, {"special": "one"}),
    ),
    "boussanga": ((2, {}), (2, {"side": "back"}), (3, {}), (4, {"mode": "teams"}), (4, {})),
}
"""The seats and options with which games are played, in turn. Where all win together, as in Boussanga's games for one or for all against the game,
a result is a grade and no chance to win: these are left out."""


def analysed(table: Table, seat: int, times: float, seed: int = 1) -> Analysis:
    """What a search finds, so many times as large as that of the level `strong`."""
    view = views.view(table.journal, {seat})
    budget = simulations(table.game, times)
    return bots.analyse(table.game.name, None, view.tobytes(), seat, seed=seed, budget=budget)


def best_of(table: Table, found: Analysis) -> Best:
    """The best action of a search, against the others that it considered."""
    first, *others = found.considered
    whole = sum(found.values)
    values = [each.value * winners(table) / whole for each in (first, *others)]
    return Best(int(first.action), values[0], max(values[1:], default=1.0))


def winners(table: Table) -> int:
    """How many seats share a win: those of a team. A seat's value times this number is its chance to win."""
    return 2 if table.options.get("teams") or table.options.get("mode") == "teams" else 1


def simulations(game: Game, times: float) -> Budget:
    """A search budget, as a multiple of what the level `strong` searches in this game."""
    return Budget(simulations=int(times * bots.simulations_of(game, "strong")))


def against_all(table: Table, seat: int, action: int, first: Iterable[int] = ()) -> Best:
    """An action against every other legal one: each is played, and what follows is searched with a budget of its own.

    The budgets grow rung by rung. An action that comes within `LEAD` ends the look: one such is enough, and it is likely among `first`.
    """
    game, view = table.game, views.view(table.journal, {seat})
    guesses = GUESSES if game.secrets or game.max_chance > 1 else 1

    def after(other: int, times: float) -> float:
        budget = simulations(game, times)
        value = review.value_after(table.journal, view, seat, other, budget, 1, guesses)
        return winners(table) * value

    others = [each for each in dict.fromkeys((*first, *table.legal_actions(seat))) if each != action]
    about, value = dict.fromkeys(others, 0.0), 0.0
    for times in RUNGS:
        value = after(action, times)
        if times != RUNGS[0]:
            most = NEAR if times == RUNGS[-1] else FAR if guesses > 1 else 1.0
            others = [each for each in others if value - about[each] <= most]
        for other in others:
            about[other] = after(other, times)
            if value - about[other] < LEAD:
                return Best(action, value, about[other])
        others.sort(key=lambda each: -about[each])
    return Best(action, value, max(about.values()))


def checked(table: Table, seat: int, action: int) -> Best:
    """The same for any game."""
    return (speed.against_all if table.game.timed else against_all)(table, seat, action)


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


def is_obvious(table: Table, seat: int, action: int) -> bool:
    """Whether a bot that looks one action ahead plays it; in a game of speed, whether the game advises it."""
    if table.game.timed:
        advised = views.advice(table.journal, seat)
        return advised is not None and advised.action == action
    return bots.choose(table, "greedy", seat=seat, seed=1) == action


class Kept:
    """What the positions kept so far have in common, so that no kind of them becomes a habit."""

    def __init__(self, game: Game) -> None:
        self.reasons, self.done, self.obvious = Counter[str](), Counter[str](), Counter[bool]()
        self.there = set[str]()
        for number, told in enumerate(puzzles.read(game.name)):
            table, seat = puzzles.table_of(game, number), int(told["seat"])
            self.add(table, seat, table.copy().play(told["do"], seat).code)

    def add(self, table: Table, seat: int, action: int) -> None:
        """Count a position."""
        self.there.add(str(table.position()))
        self.reasons[puzzles.why(table, seat, action).key] += 1
        self.done[table.text(action, seat)] += 1
        self.obvious[is_obvious(table, seat, action)] += 1

    def has_room(self, table: Table, seat: int, action: int, wanted: int) -> bool:
        """Whether there are few enough such positions among those that are wanted."""
        return (
            can_be_written(position := table.position())
            and str(position) not in self.there
            and has_reason(table, seat, action)
            and self.reasons[puzzles.why(table, seat, action).key] < SAME_REASON
            and self.done[table.text(action, seat)] < SAME_DO
            and (self.obvious[True] < OBVIOUS * wanted or not is_obvious(table, seat, action))
        )


def one_clear_best(table: Table, seat: int, is_wanted: Callable[[int], bool]) -> Best | None:
    """The action of a decision that is far ahead of every other, if there is one and it `is_wanted`. The cheapest looks come first."""
    quick = analysed(table, seat, QUICK)
    action = int(quick.best)
    if not best_of(table, quick).leads or tells_secrets(table, seat, action) or not is_wanted(action):
        return None
    longer = analysed(table, seat, AGREES)
    if int(longer.best) != action or not best_of(table, longer).leads:
        return None
    found = against_all(table, seat, action, [int(each.action) for each in longer.considered])
    return found if found.leads else None


def found_in(
    game: str, seed: int, is_wanted: Callable[[Table, int, int], bool]
) -> Iterator[tuple[Table, int, Best]]:
    """The decisions of a game between weak bots in which one action is far ahead and `is_wanted`: the table, the seat and the action."""
    luck, settings = random.Random(seed), SETTINGS[game]
    seats, options = settings[seed % len(settings)]
    table = Table(game, seats=seats, options=dict(options), seed=seed)
    for _ in range(MOST):
        if not table.actors or table.outcome is not None:
            return
        seat = table.actors[0]
        is_turn = len(table.actors) == 1 and FEWEST <= len(table.legal_actions(seat)) <= MOST_ACTIONS
        if is_turn and not any(each.setup for each in table.scene({seat}).choices):
            best = one_clear_best(table, seat, partial(is_wanted, table, seat))
            if best is not None:
                yield table, seat, best
        level = "greedy" if luck.random() < 0.6 else "easy"
        table.play(bots.choose(table, level, seed=luck.randrange(1 << 30)), seat)


def as_told(table: Table, seat: int, best: Best) -> dict[str, Any]:
    """A position as its file has it."""
    return {
        "do": table.text(best.action, seat),
        "chances": round(100 * best.value),
        "other": round(100 * best.other),
        "seat": seat,
        "position": shortest(table),
    }


def shortest(table: Table) -> dict[str, Any]:
    """A position without what may be left out of it, and without the game."""
    whole = table.position()
    found = {key: each for key, each in whole.items() if each is not None}
    options = dict(found["options"])
    for key in list(options):
        rest = {name: each for name, each in options.items() if name != key}
        if is_of(whole, {**found, "options": rest}):
            options = rest
    found["options"] = options
    for key in [each for each in found if each not in ("game", "seats")]:
        rest = {name: each for name, each in found.items() if name != key}
        if is_of(whole, rest):
            found = rest
    return {key: each for key, each in found.items() if key != "game"}


def can_be_written(value: Any) -> bool:
    """Whether TOML has a word for it: it has none for a card that is missing from a hand."""
    if isinstance(value, list):
        return None not in value and all(map(can_be_written, value))
    return not isinstance(value, Mapping) or all(map(can_be_written, value.values()))


def is_of(whole: Mapping[str, Any], position: Mapping[str, Any]) -> bool:
    """Whether a position says all that this whole one does."""
    try:
        return Table.from_position(position).position() == whole
    except LudothequeError:
        return False


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
        best = checked(table, seat, action)
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
    parser.add_argument("--again", action="store_true")
    asked = parser.parse_args()
    game = registry.get(asked.game)
    file = Path(packaged.home_of(game.package)) / puzzles.FILE
    if asked.again:
        file.write_text(puzzles.HEAD + "".join(map(written, looked_at_again(game))), "utf-8")
        return
    text = file.read_text("utf-8") if file.exists() else puzzles.HEAD
    kept, end, seed = Kept(game), time.monotonic() + 60 * asked.minutes, asked.seed
    count = text.count("[[puzzle]]")
    found = speed.found_in if game.timed else found_in

    def is_wanted(table: Table, seat: int, action: int) -> bool:
        return time.monotonic() < end and kept.has_room(table, seat, action, asked.wanted)

    while count < asked.wanted and time.monotonic() < end:
        for table, seat, best in islice(found(game.name, seed, is_wanted), EACH_GAME):
            told = as_told(table, seat, best)
            kept.add(table, seat, best.action)
            text, count = text + written(told), count + 1
            file.write_text(text, "utf-8")
            print(count, seed, told["do"], told["chances"], told["other"], file=sys.stderr, flush=True)
        seed += 1
    print(f"{file}: {count} positions")
