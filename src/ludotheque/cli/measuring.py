"""`bench`: how fast games are here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludotheque.cli.errors import Problem
from ludotheque.cli.options import AsJson, Language
from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.cli.words import Words
    from ludotheque.core.game import Game
    from ludotheque.lab.speed import Speed

Row = dict[str, Any]
Key = tuple[Any, ...]


def bench(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="One game, or `races`; all games by default.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.001, help="Processor seconds of each measure, at least.")
    ] = 1.0,
    interpreted: Annotated[
        bool,
        typer.Option("--interpreted/--no-interpreted", help="Also run the same rules interpreted."),
    ] = True,
    cap: Annotated[
        int | None,
        typer.Option("--cap", min=1, help="Actions after which a game is cut short; by default none is."),
    ] = None,
    races: Annotated[
        int, typer.Option("--races", min=1, help="Races of each scenario, for `bench races`.")
    ] = 10_000,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Measure how many actions a second each game plays on one core, and how long people's tables take.

    `bench races` measures something else: whether races between people are fair, whatever their networks.
    """
    from ludotheque.cli.races import print_races
    from ludotheque.cli.words import Words
    from ludotheque.core import registry
    from ludotheque.core.kept import INTERPRETED

    if game == "races":
        print_races(races, Words(str(lang)), as_json)
        return
    games = [registry.get(name) for name in ([game] if game else registry.names())]
    words = Words(str(lang))
    slow = _interpreted(game, seconds, cap) if interpreted and not INTERPRETED else {}
    rows = []
    if not as_json:
        typer.echo(_head(words))
    for found in games:
        for row in _rows(found, seconds, cap, slow):
            rows.append(row)
            if not as_json:
                typer.echo(_line(row, words))
    if as_json:
        typer.echo(json.dumps({"seconds": seconds, "compiled": not INTERPRETED, "rows": rows}))
    else:
        typer.echo(words("cli.bench.foot"))


def _rows(game: Game, seconds: float, cap: int | None, slow: Mapping[Key, Row]) -> Iterator[Row]:
    from ludotheque.cli.warming import get_ready
    from ludotheque.core.kept import INTERPRETED
    from ludotheque.lab import speed

    get_ready(game.name)
    for work in speed.PLAYOUTS:
        for seats, options in speed.ways(game):
            facts = {"game": game.name, "work": work, "seats": seats, "options": options}
            limit = cap or game.max_actions
            measure = speed.playouts(game, seats, options, work, limit)
            row = {**facts, "cap": limit, **_rates(measure(seconds, speed.ENDLESS))}
            if (other := slow.get(_key(facts))) is not None:
                same = speed.same_again(measure, other["actions"])
                ratio = same.per_second(same.actions) / other["moves_per_s"]
                row |= {
                    "interpreted_moves_per_s": other["moves_per_s"],
                    "interpreted_actions": other["actions"],
                    "times_interpreted": round(ratio, 1),
                }
            yield row
    for work in () if INTERPRETED else speed.TABLE_WORKS:
        for seats, options in speed.ways(game):
            done = speed.at_a_table(game, seats, options, work, seconds)
            yield {
                "game": game.name,
                "work": work,
                "seats": seats,
                "options": options,
                "moves_per_s": round(done.per_second(done.actions), 1),
                "ms": round(1000 * done.seconds / done.actions, 4),
            }


def _rates(found: Speed) -> Row:
    return {
        "actions": found.actions,
        "moves_per_s": round(found.per_second(found.actions), 1),
        "destinations_per_s": round(found.per_second(found.destinations), 1),
        "playouts_per_s": round(found.per_second(found.games), 2),
        "capped": found.capped,
        "games": found.games,
    }


def _key(row: Mapping[str, Any]) -> Key:
    return row["game"], row["work"], row["seats"], *sorted(row["options"].items())


def _interpreted(game: str | None, seconds: float, cap: int | None) -> dict[Key, Row]:
    """The rows of the same measure in another process, where the same rules are interpreted."""
    command = [sys.executable, "-m", "ludotheque", "bench", *([game] if game else [])]
    command += ["--json", "--seconds", str(seconds), *(["--cap", str(cap)] if cap else [])]
    environment = os.environ | {"LUDOTHEQUE_JIT": "0", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        why = (done.stderr.strip().splitlines() or ["?"])[-1]
        raise Problem(Message("cli.bench.interpreted_failed", {"why": why}), Message("cli.bench.without"))
    return {_key(row): row for row in json.loads(done.stdout)["rows"]}


COLUMNS = (
    ("moves_per_s", 0, 11),
    ("destinations_per_s", 0, 15),
    ("playouts_per_s", 1, 13),
    ("times_interpreted", 0, 11),
)
"""The figures of a line: what of a row, with how many decimals, how wide."""


def _head(words: Words) -> str:
    names = [words(f"cli.bench.{name}") for name in ("game", "players", "work")]
    figures = "".join(f" {words(f'cli.bench.{name}'):>{width}}" for name, _, width in COLUMNS)
    return f"{names[0]:12} {names[1]:12} {names[2]:16}{figures}"


def _line(row: Row, words: Words) -> str:
    """One measure as a line: the game, its players, the work, and the figures."""
    way = ", ".join(map(str, [row["seats"], *row["options"].values()]))
    work = words(f"cli.bench.work.{row['work'].split()[0]}")
    line = f"{row['game']:12} {way:12} {work:16}"
    for name, decimals, width in COLUMNS:
        line += f" {words.number(row[name], decimals):>{width}}" if name in row else " " * (width + 1)
    return line.rstrip()
