"""`compare`: compares two sets of options, components or bots, game by game with the same luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from ludotheque.cli import matching
from ludotheque.cli.compiling import say_if_interpreted
from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem
from ludotheque.cli.options import (
    AsJson,
    ComponentFile,
    GameName,
    GameOptions,
    Option,
    options_of,
    own_components,
    report,
)
from ludotheque.cli.stopping import until_stopped
from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.cli.words import Words
    from ludotheque.core.game import Game
    from ludotheque.lab import Comparison, Difference, Match, Result
    from ludotheque.lab.reach import Reach
    from ludotheque.table import Table

DECIMALS = {"length": 1, "result": 3}
"""Of figures that are means; all others are shares."""
METHODS = {"shares": "Agresti and Min (2005)", "means": "paired t"}


def _own_option(side: str) -> Option:
    said = f"An option for {side.upper()} only, in addition to --option. Can be given several times."
    return Option(metavar="NAME=VALUE", help=said)


def _own_bots(side: str) -> Option:
    return Option(metavar="LEVELS", help=f"Bots of {side.upper()}, instead of --bots.")


def _own_box(side: str) -> Option:
    said = f"Component file of {side.upper()}, instead of --components."
    return Option(metavar="FILE", help=said)


def compare(
    game: GameName,
    games: Annotated[int, Option("-n", min=1)] = 100,
    a_option: Annotated[tuple[str, ...], _own_option("a")] = (),
    b_option: Annotated[tuple[str, ...], _own_option("b")] = (),
    a_bots: Annotated[str | None, _own_bots("a")] = None,
    b_bots: Annotated[str | None, _own_bots("b")] = None,
    a_components: Annotated[Path | None, _own_box("a")] = None,
    b_components: Annotated[Path | None, _own_box("b")] = None,
    bot_levels: matching.Bots = matching.DEFAULT_LEVEL,
    seats: matching.Seats = None,
    seed: matching.Seed = None,
    option: GameOptions = (),
    component_file: ComponentFile = None,
    rotate: matching.Rotate = True,
    opening: matching.Opening = 0,
    near: matching.Near = 0.0,
    workers: matching.Workers = 1,
    as_json: AsJson = False,
) -> None:
    """Compare two sets of options, components or bots, A and B: who wins, how long games last, how they end.

    For example: `ludotheque compare billabong --b-option touch_move=true --games 500`.

    Each seed is played twice, once as A and once as B, with the same luck. The 95% intervals are for the difference B − A over
    these pairs: Student's paired t for means, Agresti and Min (2005) for shares. If an interval contains 0, no difference was
    found. If games repeat, no interval is shown; see `ludotheque simulate --help`.

    Ctrl-C or SIGTERM stops early and shows the pairs played so far; the exit code is then 130 or 143.

    Options:
        games: Number of pairs of games to play.
    """
    from ludotheque.cli.words import Words
    from ludotheque.core import registry
    from ludotheque.lab import compare as compared_as
    from ludotheque.lab import matches

    found = registry.get(game)
    named = [matching.levels_of(each or bot_levels) for each in (a_bots, b_bots)]
    count = matching.seats_for(found, named, seats)
    drawn = matching.seed_of(seed)
    a, b = (
        _side(found, count, levels, drawn, [*option, *own], box or component_file, opening, near)
        for levels, own, box in zip(named, (a_option, b_option), (a_components, b_components), strict=True)
    )
    tables = matches.check(a), matches.check(b)
    if _played(a, tables[0]) == _played(b, tables[1]):
        raise Problem(Message("cli.compare.identical"), Message("cli.compare.identical.next"), ASKED_WRONGLY)
    words = Words()
    began, played, code = perf_counter(), *_play(a, b, games, rotate, workers, words)
    if not played:
        raise Problem(Message("cli.compare.none"), code=code or FAILED)
    facts = {
        "game": game,
        "rules": found.rules_version,
        "seats": count,
        "rotate": rotate,
        "opening_random": opening,
        "greedy_near": near,
        "seed": drawn,
        "last_seed": played[-1][0].seed,
        "asked": games,
        "intervals": METHODS,
    }
    compared = compared_as(a, b, played, rotate)
    reached = _reach((a, b), tables, len(played), rotate)
    seconds = perf_counter() - began
    told = _as_json(compared, (a, b), tables) | {
        "reach": {kind: asdict(each) for kind, each in reached.items()},
        "seconds": round(seconds, 3),
    }
    report(facts | told, _lines(facts, compared, reached, (a, b), tables, seconds, words), as_json, code)


def _side(
    game: Game, seats: int, levels: tuple[str, ...], seed: int, typed: list[str], box: Path | None, opening: int, near: float
) -> Match:  # fmt: skip
    from ludotheque.lab import Match

    named = matching.for_seats(levels, seats)
    options = options_of(game, typed)
    return Match(game.name, seats, named, seed, options, own_components(box), opening=opening, near=near)


def _played(match: Match, table: Table) -> tuple[Any, ...]:
    """What is played, with defaults filled in."""
    return match.levels, table.options, table.journal.setup.digest


def _play(
    a: Match, b: Match, games: int, rotate: bool, workers: int, words: Words
) -> tuple[list[tuple[Result, Result]], int]:
    """The pairs of results, and the exit code if they ended early (0 if not)."""
    from ludotheque.lab import MatchFailed, pairs, play_pairs

    played: list[tuple[Result, Result]] = []
    with until_stopped() as stopped:
        for match in (a, b):
            say_if_interpreted(match.game, words)
        with matching.bar(games, words("cli.compare.playing")) as step:
            try:
                for pair in play_pairs(pairs(a, b, games, rotate), workers):
                    played.append(pair)
                    step()
            except MatchFailed as error:
                raise Problem(str(error)) from error
    return played, stopped.code


def _lines(
    facts: dict[str, Any],
    found: Comparison,
    reached: dict[str, Reach],
    sides: tuple[Match, Match],
    tables: tuple[Table, Table],
    seconds: float,
    words: Words,
) -> Iterator[str]:
    yield from _head(facts, found, sides, tables, words)
    yield from _tables(facts["game"], sides, found, words)
    yield ""
    yield from _told_reach(reached, words)
    yield "\n" + words("cli.compare.method")
    rate = words.number(2 * found.pairs / max(seconds, 1e-9), 1)
    yield words("cli.simulate.took", seconds=words.number(seconds, 1), rate=rate)
    if found.pairs < facts["asked"]:
        yield words("cli.compare.stopped", n=found.pairs, of=facts["asked"])


def _reach(
    sides: tuple[Match, Match], tables: tuple[Table, Table], games: int, rotate: bool
) -> dict[str, Reach]:
    """How often what differs in the rules was reached by A's bots and, where they did not come to it, by bots that play at random."""
    from ludotheque.lab import series
    from ludotheque.lab.reach import at_random, looked_at, reach

    a, b = sides
    if (tables[0].options, tables[0].journal.setup.digest) == (
        tables[1].options,
        tables[1].journal.setup.digest,
    ):
        return {}
    found = {"bots": reach(a, b, series(a, min(games, looked_at(a)), rotate))}
    if not found["bots"].differing and set(a.levels) != {"random"}:
        free = at_random(a)
        found["random"] = reach(free, b, series(free, looked_at(free), rotate))
    return found


def _told_reach(reached: dict[str, Reach], words: Words) -> Iterator[str]:
    for kind, each in reached.items():
        key = "never" if not each.differing else "often"
        yield words(
            f"cli.compare.reach.{kind}.{key}",
            reached=each.reached,
            games=each.games,
            differing=each.differing,
            decisions=each.decisions,
        )


def _as_json(found: Comparison, sides: tuple[Match, Match], tables: tuple[Table, Table]) -> dict[str, Any]:
    told = asdict(found)
    for side, match, table in zip("ab", sides, tables, strict=True):
        told[side] |= {
            "options": table.options,
            "components": table.journal.setup.digest,
            "bots": match.levels,
        }
    for each, difference in zip(told["differences"], found.differences, strict=True):
        each["found"] = difference.found
    return told


def _head(
    facts: dict[str, Any],
    found: Comparison,
    sides: tuple[Match, Match],
    tables: tuple[Table, Table],
    words: Words,
) -> Iterator[str]:
    title = words(f"{facts['game']}.title")
    yield words("cli.compare.head", game=title, seats=facts["seats"], n=found.pairs)
    yield words("cli.compare.seeds", first=facts["seed"], last=facts["last_seed"])
    own_box = tables[0].journal.setup.digest != tables[1].journal.setup.digest
    for side, match, table, each in zip("AB", sides, tables, (found.a, found.b), strict=True):
        box = f" · {words('cli.compare.box', digest=table.journal.setup.digest)}" if own_box else ""
        what = f"{', '.join(matching.names_of(match))} · {matching.told_options(table.options)}{box}"
        yield words("cli.compare.side", side=side, what=what)
        yield "   " + words("cli.simulate.distinct", distinct=each.distinct, n=found.pairs)
    if found.same == found.pairs:
        yield words("cli.compare.all_same")
    elif found.same:
        yield words("cli.compare.same_games", same=found.same, n=found.pairs)
    if found.distinct < found.pairs:
        yield ""
        yield words("cli.simulate.repeated")
        yield from matching.ways_out(sides, words)


def _tables(game: str, sides: tuple[Match, Match], found: Comparison, words: Words) -> Iterator[str]:
    for what, group in groupby(found.differences, key=lambda each: each.what):
        rows = list(group)
        names = [_name(game, sides, each, words) for each in rows]
        yield ""
        yield from _table(words(f"cli.compare.{what}"), names, rows, words)


def _name(game: str, sides: tuple[Match, Match], each: Difference, words: Words) -> str:
    if each.what == "ending":
        return words(f"{game}.ending.{each.name}")
    if each.what == "length":
        return words("cli.compare.actions")
    if each.what == "result":
        return words("cli.compare.mean")
    if each.what == "grade":
        return matching.result_name(float(each.name), words)
    number = int(each.name)
    if each.what == "order":
        return str(number + 1)
    return f"{number + 1} ({' / '.join(dict.fromkeys(matching.names_of(match)[number] for match in sides))})"


def _table(title: str, names: list[str], rows: Sequence[Difference], words: Words) -> Iterator[str]:
    first = max(map(len, [title, *names]))
    widths = (8, 8, 11, 23)
    heads = ["A", "B", "B − A", words("cli.simulate.interval")]
    yield matching.row(title, heads, first, widths)
    for name, each in zip(names, rows, strict=True):
        decimals = DECIMALS.get(each.what)
        signed = partial(_signed, decimals=decimals, words=words)
        figures = [_figure(value, decimals, words) for value in (each.a, each.b)]
        gained = [signed(each.difference), matching.between(each.low, each.high, signed)]
        verdict = "" if each.found == "unknown" else "  " + words(f"cli.compare.{each.found}")
        yield matching.row(name, [*figures, *gained], first, widths) + verdict


def _figure(value: float, decimals: int | None, words: Words) -> str:
    return matching.percent(value, words) if decimals is None else words.number(value, decimals)


def _signed(value: float, decimals: int | None, words: Words) -> str:
    """A difference with its sign: a number with so many decimals, or percentage points."""
    amount = round(100 * value, 1) if decimals is None else round(value, decimals)
    sign = "+" if amount > 0 else "−" if amount < 0 else "±"
    return sign + (
        words.number(abs(amount), 1) + " pts" if decimals is None else words.number(abs(amount), decimals)
    )
