"""Measures whether each level of bots beats the one below it, and puts the levels of each game on one scale.

    python bench/levels.py [--games billabong,bantu] [--workers 2] [--out levels.json] [--write] [--json]

One seat is of the level, all others of the level below. A deal is played once from every seat, with the same luck and the same first
actions, drawn by lot. All levels make the simulations of their level, however long they take, so any machine plays the same games. A share
counts deals, not games, and its 95 % interval is that of Agresti and Min (2005). Ratings are those of `ludotheque tournament`.

A level passes if its share is at least 60 % and the whole interval lies above 50 %; with three at the table, above what equals would have.
With `--out`, games that were played are kept, and the same command goes on. With `--write`, the table goes into `docs/bots.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludotheque import bots
from ludotheque.core import kernel, registry
from ludotheque.lab import Match
from ludotheque.lab.matches import play
from ludotheque.lab.paired import share_by_deals
from ludotheque.lab.ratings import Deal, rate

GAMES = ("billabong", "bantu", "banjooli-cross", "boussanga", "banzai")
DEALS = {"easy": 30, "greedy": 30, "steady": 40, "strong": 40, "master": 16}
"""How many deals each level plays against the one below: fewer where they take long."""
FEWER = {
    ("billabong", "strong"): 16,
    ("bantu", "strong"): 16,
    ("billabong", "master"): 6,
    ("bantu", "master"): 8,
    ("boussanga", "master"): 14,
}
"""Where thinking decides nearly all, a few deals show it."""
OPENING = 4
WANTED, SURE = 0.6, 0.5
PAGE = Path(__file__).resolve().parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- levels: made by `python bench/levels.py --write` -->\n", "<!-- end of levels -->\n"


@dataclass(frozen=True)
class Played:
    """A deal: the game, the level, its number, and the share of the wins of the level in each seat."""

    game: str
    level: str
    deal: int
    shares: tuple[float, ...]
    seconds: float = 0.0


def seats_of(game: str) -> int:
    return min(each for each in registry.get(game).seats if each > 1)


def below(level: str) -> str:
    return bots.LEVELS[bots.LEVELS.index(level) - 1]


def play_deal(asked: tuple[str, str, int]) -> Played:
    """Play a deal, the level once in every seat."""
    game, level, deal = asked
    kernel.compile_when_called()
    seats, began = seats_of(game), time.process_time()
    shares = []
    for own in range(seats):
        levels = tuple(level if seat == own else below(level) for seat in range(seats))
        shares.append(play(Match(game, seats, levels, deal + 1, opening=OPENING)).returns[own])
    return Played(game, level, deal, tuple(shares), time.process_time() - began)


def kept(path: Path | None) -> list[Played]:
    """The deals that a file keeps, up to the first line that is not whole."""
    found: list[Played] = []
    if path is not None and path.exists():
        for line in path.read_text().splitlines():
            try:
                told = json.loads(line)
                found.append(Played(**(told | {"shares": tuple(told["shares"])})))
            except (ValueError, TypeError, KeyError):
                break
        path.write_text("".join(json.dumps(asdict(each)) + "\n" for each in found))
    return found


def played(asked: argparse.Namespace) -> Iterator[Played]:
    """Every deal, those that are kept first."""
    wanted = [
        (game, level, deal)
        for game in asked.games
        for level in asked.levels
        for deal in range(asked.deals or FEWER.get((game, level), DEALS[level]))
    ]
    done = {(each.game, each.level, each.deal): each for each in kept(asked.out)}
    yield from (done[each] for each in wanted if each in done)
    rest = [each for each in wanted if each not in done]
    rest.sort(
        key=lambda each: -bots.LEVELS.index(each[1])
    )  # what takes long first, so that no process waits at the end
    with ProcessPoolExecutor(asked.workers) as pool:
        for each in pool.map(play_deal, rest) if asked.workers > 1 else map(play_deal, rest):
            if asked.out is not None:
                with asked.out.open("a") as file:
                    file.write(json.dumps(asdict(each)) + "\n")
            yield each


def summed(deals: list[Played], asked: argparse.Namespace) -> list[dict[str, Any]]:
    """For each game and level its share against the level below, and its rating."""
    rows = []
    for game in asked.games:
        seats = seats_of(game)
        here = [each for each in deals if each.game == game]
        levels = [
            level for level in bots.LEVELS if level in asked.levels or level in map(below, asked.levels)
        ]
        ratings = rate([_deal(each, levels) for each in here], len(levels))
        for level in asked.levels:
            own = [each for each in here if each.level == level]
            share, low, high = share_by_deals([sum(each.shares) / seats for each in own], 1 / seats)
            rating = ratings[levels.index(level)]
            rows.append(
                {
                    "game": game,
                    "seats": seats,
                    "level": level,
                    "below": below(level),
                    "simulations": bots.simulations_of(registry.get(game), level),
                    "games": len(own) * seats,
                    "share": share,
                    "low": low,
                    "high": high,
                    "passes": share >= WANTED and low > SURE,
                    "rating": rating.value,
                    "rating_low": rating.low,
                    "rating_high": rating.high,
                    "minutes": sum(each.seconds for each in own) / 60,
                }
            )
        if levels[0] not in asked.levels:
            first = ratings[0]
            rows.append(
                {"game": game, "seats": seats, "level": levels[0], "below": None, "games": 0}
                | {"rating": first.value, "rating_low": first.low, "rating_high": first.high, "passes": True}
            )
    return rows


def _deal(each: Played, levels: list[str]) -> Deal:
    """What a deal gave, for the ratings. At a larger table the levels below share what is left."""
    own, seats = sum(each.shares), len(each.shares)
    others = (levels.index(below(each.level)),) * (seats - 1)
    return Deal((levels.index(each.level), *others), (own, *((seats - own) / (seats - 1),) * (seats - 1)))


def page(rows: list[dict[str, Any]], games: list[str]) -> str:
    """The table for the documentation."""
    lines = [
        "| game | players | level | simulations | rating (95 %) | games against the level below | share of the wins (95 %) |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in sorted(rows, key=lambda each: (games.index(each["game"]), bots.LEVELS.index(each["level"]))):
        told = f"{row['rating']:.0f} ({row['rating_low']:.0f} to {row['rating_high']:.0f})".replace("-", "−")
        share, games, simulations = "", "", ""
        if row["games"]:
            share, games = f"{row['share']:.2f} ({row['low']:.2f} to {row['high']:.2f})", f"{row['games']}"
            simulations = f"{row['simulations']:,}" if row["simulations"] else ""
        title = registry.get(row["game"]).name
        lines.append(
            f"| {title} | {row['seats']} | `{row['level']}` | {simulations} | {told} | {games} | {share} |"
        )
    return "\n".join(lines) + "\n"


def write(table: str, path: Path) -> None:
    """Put the table into its place on the page."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        sys.exit(f"{path} lacks the lines between which the table belongs")
    path.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", default=",".join(GAMES), help="the games")
    parser.add_argument(
        "--levels", default=",".join(bots.LEVELS[1:]), help="the levels to measure against the ones below"
    )
    parser.add_argument("--deals", type=int, help="deals for each level, instead of the usual ones")
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    parser.add_argument(
        "--out", type=Path, help="a file that keeps the deals played; with it, the same command goes on"
    )
    parser.add_argument("--write", action="store_true", help="write the table into docs/bots.md")
    parser.add_argument("--page", type=Path, default=PAGE, help="another page for --write")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    asked.games, asked.levels = asked.games.split(","), asked.levels.split(",")
    os.environ.setdefault("LUDOTHEQUE_JIT", "now")  # the same for the other processes
    began, deals = time.perf_counter(), []
    for each in played(asked):
        deals.append(each)
        if sys.stderr.isatty():
            print(f"\r{len(deals)} deals", end="", file=sys.stderr)
    rows = summed(deals, asked)
    if asked.write:
        write(page(rows, asked.games), asked.page)
    if asked.json:
        print(json.dumps({"levels": rows, "minutes": (time.perf_counter() - began) / 60}))
        return
    print(page(rows, asked.games))
    failing = [f"{row['level']} in {row['game']}" for row in rows if not row["passes"]]
    print(f"{(time.perf_counter() - began) / 60:.1f} minutes. Do not pass: {', '.join(failing) or 'none'}")


if __name__ == "__main__":
    main()
