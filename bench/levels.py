"""Measures whether each level of bots beats the one below it, and puts the levels of each game on one scale.

    python bench/levels.py [--games billabong,bantu] [--workers 2] [--out levels.json] [--write] [--json]

One seat is of the level, all others of the level below. A deal is played once from every seat, with the same luck and the same first
actions, drawn at random. All levels make the simulations of their level, however long they take, so any machine plays the same games. A share
counts deals, not games, and its 95 % interval is that of Agresti and Min (2005). Ratings are those of `ludotheque tournament`.

A level passes if it wins at least 60 % of the deals that it or a given one of the level below wins, and the whole interval of its share lies
above what equals would have. With two players that is a share of 60 % and an interval above 50 %; with three, 43 % and 33 %.
`--pair GAME:LEVEL --deals N` plays one level of one game alone, with as many deals as its interval needs; with `--write` it puts its new share
into its row of the table, whose ratings stay those of all pairs.

With `--out`, deals that were played are kept as they end, and the same command goes on; deals of another version, of other simulations or of
other weights are refused. With `--write`, the table goes into `docs/bots.md`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Generator
from concurrent.futures import as_completed
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ludotheque import __version__, bots
from ludotheque.bots.learnt.network import write_whole
from ludotheque.bots.process import Processes, serve_quietly
from ludotheque.cli.stopping import until_stopped
from ludotheque.core import registry, weights
from ludotheque.core.errors import UnknownGame
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
    ("boussanga", "strong"): 60,
    ("boussanga", "master"): 14,
    ("banjooli-cross", "master"): 6,
    ("banjooli-cross", "steady"): 60,
    ("banjooli-cross", "strong"): 60,
    **dict.fromkeys([("banzai", level) for level in ("steady", "strong", "master")], 80),
}
"""Where thinking decides nearly all, a few deals show it; where luck counts for much or games are quick, there are many.

A deal of `master` in Banjooli Cross takes a minute, and luck counts for so much that some fifty are needed. That pair has a run of its own
(`--pair banjooli-cross:master --deals 51`), so that all levels take less than half an hour on two cores."""
LEVELS = bots.LEVELS[1:]
"""Those that have one below."""
OPENING = 4
WANTED = 0.6
PAGE = Path(__file__).resolve().parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- levels: made by `python bench/levels.py --write` -->\n", "<!-- end of levels -->\n"


@dataclass(frozen=True)
class Played:
    """A deal: the game, the level, its number, and the share of the wins of the level in each seat; `made` says what decides its games."""

    game: str
    level: str
    deal: int
    shares: tuple[float, ...]
    seconds: float = 0.0
    made: str = ""


def seats_of(game: str) -> int:
    return min(each for each in registry.get(game).seats if each > 1)


def below(level: str) -> str:
    return bots.LEVELS[bots.LEVELS.index(level) - 1]


def simulations_of(game: str, level: str) -> int:
    """The simulations of a level; 0 where reflexes play."""
    found = registry.get(game)
    return 0 if found.has_reflexes else bots.simulations_of(found, level)


@cache
def made_by(name: str, level: str) -> str:
    """What decides the games of a deal, beside its number: with something else, it would have to be played again."""
    game = registry.get(name)
    simulations = (
        f"{bots.simulations_of(game, below(level))} and {bots.simulations_of(game, level)} simulations"
    )
    values = json.dumps(dict(weights.shipped(game).values), sort_keys=True) if game.weights else ""
    digest = hashlib.blake2b(values.encode(), digest_size=4).hexdigest()
    return f"ludotheque {__version__}, rules {game.rules_version}, {simulations}, weights {digest}"


def play_deal(asked: tuple[str, str, int]) -> Played:
    """Play a deal, the level once in every seat."""
    game, level, deal = asked
    seats, began = seats_of(game), time.process_time()
    shares = []
    for own in range(seats):
        levels = tuple(level if seat == own else below(level) for seat in range(seats))
        shares.append(play(Match(game, seats, levels, deal + 1, opening=OPENING)).returns[own])
    return Played(game, level, deal, tuple(shares), time.process_time() - began, made_by(game, level))


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
        for each in found:
            if each.level not in LEVELS or each.made != (ours := made_by(each.game, each.level)):
                sys.exit(
                    f"{path} holds deals of {each.made or 'an earlier version'}; this is {ours}. Name another file, or move it away."
                )
        write_whole(path, "".join(json.dumps(asdict(each)) + "\n" for each in found).encode())
    return found


def wanted_of(asked: argparse.Namespace) -> list[tuple[str, str, int]]:
    """The deals to play."""
    return [
        (game, level, deal)
        for game in asked.games
        for level in asked.levels
        for deal in range(asked.deals or FEWER.get((game, level), DEALS[level]))
    ]


def played(asked: argparse.Namespace) -> Generator[Played, None, None]:
    """Every deal, those that are kept first, the others as they end."""
    wanted = wanted_of(asked)
    done = {(each.game, each.level, each.deal): each for each in kept(asked.out)}
    yield from (done[each] for each in wanted if each in done)
    rest = [each for each in wanted if each not in done]
    rest.sort(
        key=lambda each: -bots.LEVELS.index(each[1])
    )  # what takes long first, so that no process waits at the end
    with closing(spread(rest, asked.workers) if asked.workers > 1 else map_one_by_one(rest)) as ended:
        for each in ended:
            if asked.out is not None:
                with asked.out.open("a") as file:
                    file.write(json.dumps(asdict(each)) + "\n")
            yield each


def map_one_by_one(rest: list[tuple[str, str, int]]) -> Generator[Played, None, None]:
    """Play deals in this process."""
    yield from map(play_deal, rest)


def spread(rest: list[tuple[str, str, int]], workers: int) -> Generator[Played, None, None]:
    """Play deals in several processes, which stop at once when the generator is closed."""
    pool = Processes(workers, serve_quietly)
    try:
        for each in as_completed([pool.submit(play_deal, deal) for deal in rest]):
            yield each.result()
    finally:
        pool.end()


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
                    "simulations": simulations_of(game, level),
                    "games": len(own) * seats,
                    "share": share,
                    "low": low,
                    "high": high,
                    "passes": against_one(share, seats) >= WANTED and low > 1 / seats,
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


def against_one(share: float, seats: int) -> float:
    """What a share of the wins is against one of the others at the table, who have equal parts of the rest."""
    return share / (share + (1 - share) / (seats - 1))


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
            share, games = _share(row), f"{row['games']}"
            simulations = f"{row['simulations']:,}" if row["simulations"] else ""
        title = registry.get(row["game"]).name
        lines.append(
            f"| {title} | {row['seats']} | `{row['level']}` | {simulations} | {told} | {games} | {share} |"
        )
    return "\n".join(lines) + "\n"


def _share(row: dict[str, Any]) -> str:
    return f"{row['share']:.3f} ({row['low']:.3f} to {row['high']:.3f})"


def write_pair(row: dict[str, Any], path: Path) -> None:
    """Put the share of one level into its row on the page."""
    before, begin, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    lines = rest.split("\n")
    start = f"| {row['game']} | {row['seats']} | `{row['level']}` |"
    for number, line in enumerate(lines):
        if line.startswith(start):
            lines[number] = " | ".join([*line.split(" | ")[:5], str(row["games"]), f"{_share(row)} |"])
            path.write_text(before + begin + "\n".join(lines), encoding="utf-8")
            return
    sys.exit(f"{path} has no row that begins with {start}")


def write(table: str, path: Path) -> None:
    """Put the table into its place on the page."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    path.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


def check(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> None:
    """End the program with what is wrong, before anything is played."""
    for game in asked.games:
        try:
            seats_of(game)
        except (UnknownGame, ValueError) as error:
            parser.error(
                str(error)
                if isinstance(error, UnknownGame)
                else f"{game} is for one player: no level can beat another"
            )
    if wrong := [level for level in asked.levels if level not in LEVELS]:
        parser.error(f"no level {', '.join(wrong)} that has one below it; there are {', '.join(LEVELS)}")
    if asked.workers < 1 or (asked.deals is not None and asked.deals < 1):
        parser.error("--workers and --deals must be 1 or more")
    if asked.out is not None and (asked.out.is_dir() or not asked.out.absolute().parent.is_dir()):
        parser.error(f"--out {asked.out} is no file in a folder that is there")
    if asked.write and not (
        asked.page.is_file() and END in asked.page.read_text(encoding="utf-8").partition(BEGIN)[2]
    ):
        parser.error(f"{asked.page} is not there, or lacks the lines between which the table belongs")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", default=",".join(GAMES), help="the games")
    parser.add_argument(
        "--levels", default=",".join(LEVELS), help="the levels to measure against the ones below"
    )
    parser.add_argument("--pair", metavar="GAME:LEVEL", help="this level of this game alone")
    parser.add_argument("--deals", type=int, help="deals for each level, instead of the usual ones")
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    parser.add_argument(
        "--out", type=Path, help="a file that keeps the deals played; with it, the same command goes on"
    )
    parser.add_argument("--write", action="store_true", help="write the table into docs/bots.md")
    parser.add_argument("--page", type=Path, default=PAGE, help="another page for --write")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    if asked.pair:
        asked.games, _, asked.levels = asked.pair.partition(":")
    asked.games, asked.levels = asked.games.split(","), asked.levels.split(",")
    check(parser, asked)
    began, deals = time.perf_counter(), []
    whole = len(wanted_of(asked))
    try:
        with until_stopped() as stopped, closing(played(asked)) as playing:
            for each in playing:
                deals.append(each)
                if sys.stderr.isatty():
                    print(f"\r{len(deals)} of {whole} deals", end="", file=sys.stderr)
    except OSError as error:
        sys.exit(
            f"{asked.out} cannot be written: {error.strerror or error}. Make room, and type the same command again."
        )
    if stopped:
        go_on = "The same command goes on." if asked.out else "With --out FILE they would have been kept."
        print(f"Stopped after {len(deals)} of {whole} deals. {go_on}", file=sys.stderr)
        sys.exit(stopped.code)
    rows = summed(sorted(deals, key=lambda each: (each.game, each.level, each.deal)), asked)
    if asked.write and asked.pair:
        write_pair(rows[0], asked.page)
    elif asked.write:
        write(page(rows, asked.games), asked.page)
    if asked.json:
        print(json.dumps({"levels": rows, "minutes": (time.perf_counter() - began) / 60}))
        return
    print(page(rows, asked.games))
    failing = [f"{row['level']} in {row['game']}" for row in rows if not row["passes"]]
    print(f"{(time.perf_counter() - began) / 60:.1f} minutes. Do not pass: {', '.join(failing) or 'none'}")


if __name__ == "__main__":
    main()
