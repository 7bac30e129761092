"""Looks at one copy of the sources, mutated or not: what do checks notice? Run by `mutate.py`, a process each.

    LUDOTHEQUE_JIT=0 PYTHONPATH=<copy>:<checkout> python -m tests.billabong.mutant CHECK...

Checks are `law NAME` (the golden games are the law `golden`), `naive` (a quick comparison) and `perft`. One JSON object goes to the output: `noticed`, what each
check that noticed something says; or `broken`, where the copy cannot be imported.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
WAYS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"mode": "duel"}),
    (2, {}),
    (3, {"play_on": True}),
    (4, {"play_on": True}),
    (3, {}),
)
SHORT = {
    "board": {"width": 10, "height": 8},
    "lake": {"x": 4, "y": 3, "width": 2, "height": 2},
    "stream": {"column": 4},
    "pieces": {"kangaroos": 3},
    "limit": {"race_turns": 16},
}
FEW_GOLDEN = ("three-passing", "duel-behind-stream", "duel", "four-at-random-on-a-small-board")


def law(name: str) -> None:
    """A law of `ludotheque.testing` on two ways of playing, and on few golden games."""
    from ludotheque.testing import LAWS, Effort, Way

    found = next(law for law in LAWS if law.name == name)
    with tempfile.TemporaryDirectory() as folder:
        for game in FEW_GOLDEN:
            for path in (HERE / "golden").glob(f"{game}.*"):
                shutil.copy(path, folder)
        for seats, options in ((2, {"mode": "duel"}), (3, {"play_on": True})):
            way = Way("billabong", seats, tuple(options.items()), SHORT, golden=Path(folder))
            found.check(way, effort=Effort((1,), 4, 40, 200))
            if found.once:
                break


def naive() -> None:
    """Positions from nowhere and short games beside the naive game, the cheap ones first."""
    from ludotheque.core.table import Table
    from tests.billabong.comparison import along, at_random, closing, crowd, eager, level, shut_in, shuttle
    from tests.billabong.naive_game import Board

    def spread(*args: Any) -> dict[str, Any]:
        return crowd(*args) | {"turns": [300] * args[1]}

    rng, seen, board = random.Random("quick"), Counter[str](), Board()
    for number in range(50):
        seats, options = WAYS[number % 5]
        options = {"mode": "two-teams", **options} if seats == 2 else options
        make, actions = ((shut_in, 1), (level, 0), (closing, 16), (crowd, 2), (spread, 0))[number // 5 % 5]
        along(Table.from_position(make(rng, seats, options, board)), rng, eager, actions, seen, closely=0.5)
    for number, choose in enumerate((eager, shuttle, at_random) * 3):
        seats, options = WAYS[number % 5]
        options = {**options, "placement": ("anywhere", "behind-stream")[number % 2]}
        table = Table("billabong", seats, options, seed=1, first=number % seats, components=SHORT)
        along(table, rng, choose, 70, seen, closely=0.3)
    along(Table("billabong", 2, seed=1, first=1), rng, eager, 50, seen)
    for number in range(150):
        seats, options = WAYS[number % 5]
        options = {"mode": "two-teams", **options} if seats == 2 else options
        along(Table.from_position(level(rng, seats, options, board)), rng, at_random, 0, seen)


class Changed(AssertionError):
    """A count is another one."""


def perft() -> None:
    """Counts of one action, and of more where they are few."""
    from ludotheque.core.perft import perft as count
    from ludotheque.core.table import Table

    for entry in json.loads((HERE / "perft.json").read_text(encoding="utf-8")):
        table = Table.from_position(entry["position"])
        for depth, expected in enumerate(entry["counts"], 1):
            if depth > 1 and entry["counts"][depth - 2] > 30:
                break
            if (found := count(table.game, table.box, table.state, depth)) != expected:
                raise Changed(f"perft of '{entry['name']}' at depth {depth}: was {expected}, now {found}")


CHECKS: dict[str, Callable[[], None]] = {"naive": naive, "perft": perft}


def look(check: str) -> str:
    """What a check notices, "" if nothing."""
    try:
        law(check.removeprefix("law ")) if check.startswith("law ") else CHECKS[check]()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def main(checks: list[str]) -> dict[str, Any]:
    """See above."""
    try:
        import ludotheque
        from ludotheque.core import registry

        registry.get("billabong")
        import ludotheque.testing
    except Exception as error:
        return {"broken": f"{type(error).__name__}: {error}"}
    noticed = {check: says for check in checks if (says := look(check))}
    return {"noticed": noticed, "where": str(Path(ludotheque.__file__).parent)}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))
