"""`simulate`: many games between bots, and what they show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem
from ludotheque.cli.options import (
    AsJson,
    ComponentFile,
    GameName,
    GameOptions,
    Language,
    options_of,
    own_components,
)
from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.cli.words import Words
    from ludotheque.core.game import Game
    from ludotheque.lab import Match, Result, Summary
    from ludotheque.lab.tally import Share

DEFAULT_LEVEL = "greedy"


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games to play.")] = 100,
    bot_levels: Annotated[
        str,
        typer.Option("--bots", metavar="LEVELS", help="A level for each seat, or one for all: greedy,random"),
    ] = DEFAULT_LEVEL,
    seats: Annotated[
        int | None, typer.Option("--seats", help="Players; as many as levels were named, or the fewest.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, help="Seed of the first game, the next have the next; drawn by default."
        ),
    ] = None,
    option: GameOptions = None,
    component_file: ComponentFile = None,
    rotate: Annotated[
        bool, typer.Option("--rotate/--no-rotate", help="Move the levels on by a seat from game to game.")
    ] = True,
    workers: Annotated[int, typer.Option("--workers", "-j", min=1, help="Processes that play.")] = 1,
    records: Annotated[
        Path | None,
        typer.Option(
            "--records",
            metavar="FILE|DIR",
            help="Keep every game: all in one FILE.jsonl, or each in a file of a folder.",
        ),
    ] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games; show who wins how often, how long games last and how they end."""
    from ludotheque.cli.warming import get_ready
    from ludotheque.cli.words import Words
    from ludotheque.core import registry
    from ludotheque.core.kernel import compile_when_called
    from ludotheque.lab import matches

    found = registry.get(game)
    first = _first_match(found, bot_levels, seats, seed, options_of(found, option or []), component_file)
    table = matches.check(first)
    words = Words(str(lang))
    get_ready(game, words)
    compile_when_called()
    began = perf_counter()
    played = _play(found, first, games, rotate, workers, records, words)
    if not played:
        raise Problem(Message("cli.simulate.none"))
    facts = {
        "game": game,
        "rules": found.rules_version,
        "components": table.journal.setup.digest,
        "options": dict(table.options),
        "seats": first.seats,
        "bots": list(first.levels),
        "rotate": rotate,
        "seed": first.seed,
        "last_seed": played[-1].seed,
        "asked": games,
    }
    _show(facts, played, perf_counter() - began, words, records, as_json)
    if len(played) < games:
        raise typer.Exit(FAILED)


def _first_match(
    game: Game, levels: str, seats: int | None, seed: int | None, options: dict[str, Any], own: Path | None
) -> Match:
    import secrets

    from ludotheque.lab import Match

    named = _levels(levels)
    count = seats if seats is not None else len(named) if len(named) > 1 else game.seats[0]
    if len(named) == 1:
        named *= count
    if len(named) != count:
        raise Problem(
            Message("cli.simulate.levels", {"n": len(named), "seats": count}),
            Message("cli.simulate.levels.next"),
            ASKED_WRONGLY,
        )
    seed = secrets.randbits(31) if seed is None else seed
    return Match(game.name, count, named, seed, options, own_components(own))


def _levels(text: str) -> tuple[str, ...]:
    from ludotheque import bots

    named = tuple(level.strip() for level in text.split(","))
    for level in named:
        if level not in bots.LEVELS:
            known = ", ".join(bots.LEVELS)
            raise Problem(
                Message("cli.level.unknown", {"level": level}),
                Message("cli.level.known", {"known": known}),
                ASKED_WRONGLY,
            )
    return named


def _play(
    game: Game, first: Match, games: int, rotate: bool, workers: int, records: Path | None, words: Words
) -> list[Result]:
    """The results; those that there are until Ctrl-C. Records are written as games end."""
    from dataclasses import replace

    from ludotheque.lab import MatchFailed, play_many, series

    played: list[Result] = []
    with _keeper(records, game.name) as keep, _bar(games, words("cli.simulate.playing")) as step:
        try:
            for result in play_many(series(first, games, rotate), workers, records is not None):
                keep(result)
                played.append(replace(result, record=None))
                step()
        except KeyboardInterrupt:
            pass
        except MatchFailed as error:
            raise Problem(
                str(error), Message("cli.simulate.again", {"command": _again(error.match, records=True)})
            ) from error
    return played


def _again(match: Match, records: bool = False) -> str:
    """The command that plays one match again (its board and options as they were typed)."""
    seats = ",".join(match.levels)
    text = f"ludotheque simulate {match.game} --games 1 --bots {seats} --seed {match.seed}"
    return text + (" --records game.jsonl" if records else "")


@contextmanager
def _keeper(path: Path | None, game: str) -> Iterator[Any]:
    """What writes a result's record where it was asked to."""
    from ludotheque.core.record import dumps

    if path is None:
        yield lambda _: None
    elif path.suffix and not path.is_dir():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8") as file:
            yield lambda result: file.write(dumps(result.record))
    else:
        path.mkdir(parents=True, exist_ok=True)

        def write(result: Result) -> None:
            name = f"{game}-{result.seed}.jsonl"
            (path / name).write_text(dumps(result.record or ()), encoding="utf-8")

        yield write


@contextmanager
def _bar(total: int, what: str) -> Iterator[Any]:
    """A progress bar on standard error, where that is a terminal; gives what moves it on by one."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)


def _show(
    facts: dict[str, Any],
    played: list[Result],
    seconds: float,
    words: Words,
    records: Path | None,
    as_json: bool,
) -> None:
    from ludotheque.lab import summary
    from ludotheque.lab.tally import QUANTILES

    found = summary(played)
    if as_json:
        told = asdict(found)
        told["lengths"]["quantiles"] = dict(zip(map(str, QUANTILES), found.lengths.quantiles, strict=True))
        typer.echo(json.dumps(facts | told | {"seconds": round(seconds, 3)}, ensure_ascii=False))
        return
    for line in (*_head(facts, found, words), *_tables(facts, found, words)):
        typer.echo(line)
    rate = words.number(found.games / max(seconds, 1e-9), 1)
    typer.echo("\n" + words("cli.simulate.took", seconds=words.number(seconds, 1), rate=rate))
    if records is not None:
        typer.echo(words("cli.simulate.kept", path=records))
    if found.games < facts["asked"]:
        typer.echo(words("cli.simulate.stopped", n=found.games, of=facts["asked"]))


def _head(facts: dict[str, Any], found: Summary, words: Words) -> Iterator[str]:
    chosen = ", ".join(
        f"{name}={json.dumps(value).strip(chr(34))}" for name, value in facts["options"].items()
    )
    title = words(f"{facts['game']}.title")
    yield words("cli.simulate.head", game=title, seats=facts["seats"], n=found.games) + f" · {chosen}"
    yield words(
        "cli.simulate.seeds",
        first=facts["seed"],
        last=facts["last_seed"],
        bots=", ".join(facts["bots"]),
    )


def _tables(facts: dict[str, Any], found: Summary, words: Words) -> Iterator[str]:
    if len(found.by_level) > 1:
        yield from _table(
            words("cli.simulate.level"), found.by_level, [each.name for each in found.by_level], words
        )
    counted = [str(number) for number in range(1, facts["seats"] + 1)]
    yield from _table(words("cli.simulate.order"), found.by_order, counted, words)
    yield from _table(words("cli.simulate.seat"), found.by_seat, counted, words)
    lengths, game = found.lengths, facts["game"]
    yield ""
    yield words(
        "cli.simulate.lengths",
        mean=words.number(lengths.mean, 1),
        least=lengths.least,
        most=lengths.most,
    )
    quantiles = [words.number(value, 0) for value in lengths.quantiles]
    yield words("cli.simulate.quantiles", **dict(zip("abcde", quantiles, strict=True)))
    yield ""
    for ending, count in found.endings.items():
        why = words(f"{game}.ending.{ending}")
        yield f"{_percent(count / found.games, words)}  {count:6}  {why}"


def _table(title: str, shares: tuple[Share, ...], names: list[str], words: Words) -> Iterator[str]:
    """Shares as lines, under a heading."""
    first = max(map(len, [title, *names]))
    heads = [words(f"cli.simulate.{name}") for name in ("wins", "interval", "expected")]
    widths = [max(len(head), size) for head, size in zip(heads, (7, 17, 7), strict=True)]
    ranks = [words("cli.simulate.rank", n=rank + 1) for rank in range(len(shares[0].ranks))]
    yield ""
    yield _row(title, [*heads, *ranks], first, widths)
    for name, each in zip(names, shares, strict=True):
        between = f"{_percent(each.low, words)} – {_percent(each.high, words)}"
        found = [_percent(each.share, words), between, _percent(each.expected, words)]
        yield _row(name, [*found, *map(str, each.ranks)], first, widths)


def _row(name: str, values: list[str], first: int, widths: list[int]) -> str:
    sizes = [*widths, *[7] * (len(values) - len(widths))]
    return f"{name:{first}}  " + "  ".join(
        f"{value:>{size}}" for value, size in zip(values, sizes, strict=True)
    )


def _percent(share: float, words: Words) -> str:
    return words.number(100 * share, 1).rjust(5) + " %"
