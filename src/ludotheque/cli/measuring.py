"""`bench`: measures how fast games run on this machine."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any

from ludotheque.cli.errors import Problem
from ludotheque.cli.options import Argument, AsJson, Option, report
from ludotheque.cli.stopping import until_stopped
from ludotheque.core.message import Message
from ludotheque.core.output import say, visible

if TYPE_CHECKING:
    from ludotheque.cli.words import Words
    from ludotheque.core.game import Game
    from ludotheque.lab.speed import Speed

Row = dict[str, Any]
Key = tuple[Any, ...]


def bench(
    game: Annotated[str | None, Argument("GAME")] = None,
    seconds: Annotated[float, Option(min=0.001)] = 1.0,
    interpreted: Annotated[bool, Option("--interpreted/--no-interpreted")] = True,
    cap: Annotated[int | None, Option(min=1)] = None,
    races: Annotated[int, Option(min=1)] = 10_000,
    as_json: AsJson = False,
) -> None:
    """Measure how fast each game runs on one core: actions a second, and actions and scenes at a table.

    `bench races` measures something else: whether races between people are fair when their networks differ. `bench vector`: steps a second
    of the environments for programs that learn, at 1, 128 and 4,096 tables.

    Ctrl-C or SIGTERM stops early and shows what was measured so far; the exit code is then 130 or 143.

    Options:
        game: Name of a game, `races` or `vector`. Default: all games.
        seconds: Minimum processor seconds for each measurement.
        interpreted: Also measure the same rules interpreted.
        cap: Cut games short after this many actions. Default: never.
        races: Number of races in each scenario, for `bench races`.
    """
    from ludotheque.cli.words import Words
    from ludotheque.core import artefact, registry

    if game == "races":
        from ludotheque.cli.gate import print_races

        print_races(races, Words(), as_json)
        return
    if game == "vector":
        from ludotheque.cli.vectors import print_vectors

        print_vectors(seconds, Words(), as_json)
        return
    games = [registry.get(name) for name in ([game] if game else registry.names())]
    words = Words()
    doing = _Doing()
    rows = []
    if not as_json:
        say(_head(words))
    with until_stopped() as stopped:
        for found in games:
            slow = (
                _interpreted(found.name, seconds, cap, doing, words)
                if interpreted and artefact.is_loaded(found.name)
                else {}
            )
            for row in _rows(found, seconds, cap, slow, doing, words):
                rows.append(row)
                if not as_json:
                    doing.clear()
                    say(_line(row, words))
    doing.clear()
    ways = " / ".join(dict.fromkeys(words(f"cli.bench.rules.{row['rules']}") for row in rows))
    foot = words("cli.bench.stopped") if stopped else words("cli.bench.foot", rules=ways)
    report({"seconds": seconds, "stopped": bool(stopped), "rows": rows}, [foot], as_json, stopped.code)


class _Doing:
    """Shows on standard error what is being measured: on a terminal in one line that is overwritten, elsewhere in a line each."""

    MARK = "… "
    """How a line about work in progress begins."""

    def __init__(self) -> None:
        self._over = sys.stderr.isatty()
        self._said = ""

    def now(self, text: str) -> None:
        """Show what is being done now, once."""
        if text == self._said:
            return
        self._said = text
        line = f"{self.MARK}{text}"
        if self._over:
            self._write(line[: get_terminal_size().columns - 1])
        else:
            say(line, err=True)

    def clear(self) -> None:
        """Clear the line for a result."""
        if self._over and self._said:
            self._write("")
        self._said = ""

    def _write(self, line: str) -> None:
        """Write over the line of the terminal."""
        sys.stderr.write(f"\r\x1b[K{visible(line)}")
        sys.stderr.flush()


def _rows(
    game: Game, seconds: float, cap: int | None, slow: Mapping[Key, Row], doing: _Doing, words: Words
) -> Iterator[Row]:
    from ludotheque.cli.compiling import say_if_interpreted
    from ludotheque.core import artefact
    from ludotheque.lab import speed

    title = words(f"{game.name}.title")
    say_if_interpreted(game.name, words)
    way = artefact.way if artefact.is_loaded(game.name) else artefact.INTERPRETED
    variants = list(speed.variants(game))
    works = [*speed.PLAYOUTS, *(speed.TABLE_WORKS if way != artefact.INTERPRETED else ())]
    for number, (work, (seats, options)) in enumerate(itertools.product(works, variants)):
        facts = {"game": game.name, "rules": way, "work": work, "seats": seats, "options": options}
        said = {"game": title, "variant": _variant(facts), "work": _work(facts, words), "n": number + 1}
        told = words("cli.bench.doing", **said, of=len(works) * len(variants))
        if work in speed.TABLE_WORKS:
            doing.now(told)
            done = speed.at_a_table(game, seats, options, work, seconds)
            yield {
                **facts,
                "moves_per_s": round(done.per_second(done.actions), 1),
                "ms": round(1000 * done.seconds / done.actions, 4),
            }
            continue
        limit = cap or game.max_actions
        measure = speed.playouts(game, seats, options, work, limit)
        doing.now(told)
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


def _interpreted(game: str, seconds: float, cap: int | None, doing: _Doing, words: Words) -> dict[Key, Row]:
    """The rows of the same measurement in another process, with interpreted rules."""
    command = [sys.executable, "-m", "ludotheque", "bench", game, "--lang", words.language]
    command += ["--json", "--seconds", str(seconds), *(["--cap", str(cap)] if cap else [])]
    environment = os.environ | {"LUDOTHEQUE_RULES": "interpreted", "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                                "PYTHONIOENCODING": "utf-8"}  # fmt: skip
    complaints: list[str] = []
    with (
        tempfile.TemporaryFile() as written,
        subprocess.Popen(command, env=environment, stdout=written, stderr=subprocess.PIPE, text=True, encoding="utf-8") as child,
    ):  # fmt: skip
        assert child.stderr is not None
        try:
            for line in child.stderr:
                if line.startswith(doing.MARK):
                    doing.now(words("cli.bench.interpreted", told=line.removeprefix(doing.MARK).rstrip()))
                elif line.strip():
                    complaints.append(line.strip())
        except KeyboardInterrupt:
            child.kill()
            raise
        if child.wait() != 0:
            raise Problem(
                Message("cli.bench.interpreted_failed", {"why": _cause(complaints, child.returncode)}),
                Message("cli.bench.without"),
            )
        written.seek(0)
        return {_key(row): row for row in json.load(written)["rows"]}


def _cause(complaints: list[str], code: int) -> str:
    """Why a program failed: its own sentence, or the end of its traceback, or its exit code."""
    own = [line.partition(": ")[2] for line in complaints if line.startswith("ludotheque: ")]
    return (own or complaints or [f"exit code {code}"])[-1]


COLUMNS = (
    ("moves_per_s", 0, 11),
    ("destinations_per_s", 0, 15),
    ("playouts_per_s", 1, 13),
    ("times_interpreted", 0, 11),
)
"""The figures of a line: the key in a row, the number of decimals, the width."""


def _head(words: Words) -> str:
    names = [words(f"cli.bench.{name}") for name in ("game", "players", "work")]
    figures = "".join(f" {words(f'cli.bench.{name}'):>{width}}" for name, _, width in COLUMNS)
    return f"{names[0]:12} {names[1]:12} {names[2]:16}{figures}"


def _line(row: Row, words: Words) -> str:
    """A measurement as a line: the game, its players, the work, and the figures."""
    line = f"{row['game']:12} {_variant(row):12} {_work(row, words):16}"
    for name, decimals, width in COLUMNS:
        line += f" {words.number(row[name], decimals):>{width}}" if name in row else " " * (width + 1)
    return line.rstrip()


def _variant(row: Row) -> str:
    return ", ".join(map(str, [row["seats"], *row["options"].values()]))


def _work(row: Row, words: Words) -> str:
    return words(f"cli.bench.work.{row['work'].split()[0]}")
