"""`bench races`: shows whether races between people are fair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from ludotheque.cli.stopping import until_stopped
from ludotheque.core.output import say, say_data

if TYPE_CHECKING:
    from ludotheque.cli.words import Words

COLUMNS = (("far_wins_pct", 9), ("right_pct", 8), ("liar_pct", 9))
WIDE = 92


def print_races(races: int, words: Words, as_json: bool) -> None:
    """Run `races` races of every scenario of `cli.gate`, and print the shares in percent, or JSON."""
    from ludotheque.cli import gate

    rows = []
    if not as_json:
        heads = "".join(f"{words(f'cli.races.{name}'):>{width}}" for name, width in COLUMNS)
        say(f"{words('cli.races.rule'):20} {words('cli.races.scenario'):{WIDE}}{heads}")
    with until_stopped() as stopped:
        for scenario in gate.scenarios():
            row = gate.run(scenario, races)
            rows.append(row)
            if not as_json:
                say(_line(row, words))
    if as_json:
        say_data({"races": races, "stopped": bool(stopped), "rows": rows})
    else:
        say(words("cli.races.stopped") if stopped else words("cli.races.foot", n=races))
    if stopped:
        raise typer.Exit(stopped.code)


def _line(row: dict[str, Any], words: Words) -> str:
    names = ("near_ms", "far_ms", "jitter_ms", "less_ms", "pongs_ms", "least_ms", "slower_ms", "late_ms")
    numbers = {name.removesuffix("_ms"): words.number(row[name], 0) for name in names}
    figures = "".join(
        f"{'' if row[name] is None else words.number(row[name], 1):>{width}}" for name, width in COLUMNS
    )
    rule = words(f"cli.races.rule.{row['rule']}")
    what = words(f"cli.races.scenario.{row['scenario']}", **numbers)
    if row["rule"] == "strangers" and not row["direct"]:
        what = words("cli.races.proxied", what=what)
    return f"{rule:20} {what:{WIDE}}{figures}".rstrip()
