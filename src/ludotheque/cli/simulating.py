"""`simulate`: plays many games between bots, and shows the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from itertools import chain, islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from ludotheque.cli import matching, running
from ludotheque.cli.compiling import say_if_interpreted
from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem, must_be_free
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
    from ludotheque.lab import Grade, Match, Mean, Result, Summary
    from ludotheque.lab.store import Store
    from ludotheque.lab.tally import Share


def simulate(
    game: GameName,
    games: Annotated[int, Option("-n", min=1)] = 100,
    bot_levels: matching.Bots = matching.DEFAULT_LEVEL,
    seats: matching.Seats = None,
    seed: matching.Seed = None,
    option: GameOptions = (),
    component_file: ComponentFile = None,
    rotate: matching.Rotate = True,
    opening: matching.Opening = 0,
    near: matching.Near = 0.0,
    workers: running.Workers = None,
    cluster: running.OnCluster = None,
    out: running.Out = None,
    records: Annotated[Path | None, Option(metavar="FILE|DIR")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games, then show who wins, how long games last and how they end.

    For example: `ludotheque simulate billabong --games 500 --bots greedy,random`.

    Bots that always decide alike can play the same game twice, so distinct games are counted. If games repeat, no interval is
    shown, because it would look more certain than it is; `--opening-random` and `--greedy-near` make more games distinct.

    With `--out FOLDER` every game is a row of a table in Parquet. Run the same command again to continue where it stopped, for whatever
    reason; a larger `--games` adds to the folder.

    Ctrl-C or SIGTERM stops early and shows the games played so far; the exit code is then 130 or 143.

    Options:
        games: Number of games to play.
        records: Save every game: all in one FILE.jsonl, or each in a file of a folder.
    """
    from ludotheque.cli.words import Words
    from ludotheque.core import registry
    from ludotheque.lab import Match, matches, summary
    from ludotheque.lab.tally import QUANTILES

    found = registry.get(game)
    named = matching.levels_of(bot_levels)
    count = matching.seats_for(found, [named], seats)
    first = Match(
        found.name,
        count,
        matching.for_seats(named, count),
        running.seed_of(seed, out),
        options_of(found, option),
        own_components(component_file),
        opening=opening,
        near=near,
    )
    table = matches.check(first)
    words = Words()

    def again(match: Match) -> str:
        return matching.again(match, option, component_file)

    if records is not None and out is not None:
        raise Problem(Message("cli.simulate.both"), Message("cli.simulate.both.next"), ASKED_WRONGLY)
    if records is not None:
        names = (_name(found.name, first.seed + number) for number in range(games))
        must_be_free(_in_the_way(records, names), Message("cli.simulate.taken.next"))
    settings = {"bots": matching.names_of(first), "rotate": rotate}
    with running.kept(out, first, "simulate", settings) as store:
        before = [] if store is None else store.results[:games]
        began, played, code = (
            perf_counter(),
            *_play(first, games, rotate, running.Means(workers, cluster), records, store, words, again),
        )
    if not played:
        raise Problem(Message("cli.simulate.none"), code=code or FAILED)
    facts = {
        "game": game,
        "rules": found.rules_version,
        "components": table.journal.setup.digest,
        "options": dict(table.options),
        "seats": first.seats,
        "bots": list(first.levels),
        "rotate": rotate,
        "opening_random": opening,
        "greedy_near": near,
        "seed": first.seed,
        "last_seed": played[-1].seed,
        "asked": games,
        "again": again(first),
    }
    if out is not None:
        facts["out"] = str(out)
    seconds, done = perf_counter() - began, summary(played, matches.is_cooperative(first))
    told = asdict(done) | {"seconds": round(seconds, 3)}
    told["lengths"]["quantiles"] = dict(zip(map(str, QUANTILES), done.lengths.quantiles, strict=True))
    look = words("cli.simulate.look", command=facts["again"])
    kept = [look if records is None else words("cli.simulate.kept", path=records)]
    lines = chain(
        _head(facts, done, words),
        _warning(done, first, words),
        _tables(facts, done, words),
        [""],
        running.ending(facts, done.games, len(before), seconds, kept, words),
    )
    report(facts | told, lines, as_json, code)


def _play(
    first: Match,
    games: int,
    rotate: bool,
    means: running.Means,
    records: Path | None,
    store: Store | None,
    words: Words,
    again: Callable[[Match], str],
) -> tuple[list[Result], int]:
    """The results, those in the store first, and the exit code if the program was stopped (0 if not). Games are kept as they end."""
    from dataclasses import replace

    from ludotheque.lab import MatchFailed, series

    played: list[Result] = [] if store is None else store.results[:games]
    rest = islice(series(first, games, rotate), len(played), None)
    if len(played) == games:
        return played, 0
    with until_stopped() as stopped:
        running.find(means)
        say_if_interpreted(first.game, words)
        with (
            _keeper(records, first.game) as keep,
            running.player(means, words) as (play, what),
            matching.bar(games, what, len(played)) as step,
            closing(play(rest, records is not None)) as results,
        ):
            try:
                for result in results:
                    keep(result)
                    if store is not None:
                        store.add(result)
                    played.append(replace(result, record=None))
                    step()
            except MatchFailed as error:
                raise Problem(
                    str(error), Message("cli.simulate.again", {"command": again(error.match)})
                ) from error
    return played, stopped.code


def _name(game: str, seed: int) -> str:
    """The file of a game in a folder of records."""
    return f"{game}-{seed}.jsonl"


def _is_file(records: Path) -> bool:
    return bool(records.suffix) and not records.is_dir()


def _in_the_way(records: Path, names: Iterable[str]) -> Iterator[Path]:
    """The files that are there already of those to be written. The folder is looked at once: there may be a million names."""
    if _is_file(records):
        yield records
        return
    there = {file.name for file in records.iterdir()} if records.is_dir() else set[str]()
    yield from (records / name for name in names if name in there)


@contextmanager
def _keeper(path: Path | None, game: str) -> Iterator[Any]:
    """A function that writes a result's record to the place that was asked for.

    Where there is no room for all, none is kept, so that the same command can be run again.
    """
    from ludotheque.core.record import dumps

    if path is None:
        yield lambda _: None
        return
    written = [path] if _is_file(path) else []
    (path.parent if written else path).mkdir(parents=True, exist_ok=True)

    def write(result: Result) -> None:
        written.append(path / _name(game, result.seed))
        written[-1].write_text(dumps(result.record or ()), encoding="utf-8")

    try:
        if written:
            with path.open("w", encoding="utf-8") as file:
                yield lambda result: file.write(dumps(result.record))
        else:
            yield write
    except OSError:
        for each in written:
            each.unlink(missing_ok=True)
        raise


def _head(facts: dict[str, Any], found: Summary, words: Words) -> Iterator[str]:
    chosen = matching.told_options(facts["options"])
    title = words(f"{facts['game']}.title")
    yield words("cli.simulate.head", game=title, seats=facts["seats"], n=found.games) + f" · {chosen}"
    yield words(
        "cli.simulate.seeds",
        first=facts["seed"],
        last=facts["last_seed"],
        bots=", ".join(facts["bots"]),
    )
    yield words("cli.simulate.distinct", distinct=found.distinct, n=found.games)


def _warning(found: Summary, first: Match, words: Words) -> Iterator[str]:
    """The note about repeated games: why there is no interval, and how to make more games distinct."""
    if found.distinct < found.games:
        yield ""
        yield words("cli.simulate.repeated")
        yield from matching.ways_out([first], words)


def _tables(facts: dict[str, Any], found: Summary, words: Words) -> Iterator[str]:
    if len(found.by_level) > 1:
        yield from _table(
            words("cli.simulate.level"), found.by_level, [each.name for each in found.by_level], words
        )
    if found.result is not None:
        yield from _together(found.result, found.grades, words)
    else:
        counted = [str(number) for number in range(1, facts["seats"] + 1)]
        yield from _table(words("cli.simulate.order"), found.by_order, counted, words)
        yield from _table(words("cli.simulate.seat"), found.by_seat, counted, words)
    lengths, game = found.lengths, facts["game"]
    yield ""
    yield words(
        "cli.simulate.lengths",
        mean=words.number(lengths.mean, 1),
        interval=matching.between(lengths.low, lengths.high, lambda each: words.number(each, 1)),
        least=lengths.least,
        most=lengths.most,
    )
    quantiles = [words.number(value, 0) for value in lengths.quantiles]
    yield words("cli.simulate.quantiles", **dict(zip("abcde", quantiles, strict=True)))
    yield ""
    for ending, count in found.endings.items():
        why = words(f"{game}.ending.{ending}")
        yield f"{matching.percent(count / found.games, words)}  {count:6}  {why}"


def _together(result: Mean, grades: Sequence[Grade], words: Words) -> Iterator[str]:
    """What all seats reached together: the mean result, and how often each came."""

    def number(value: float) -> str:
        return words.number(value, 3)

    def percent(share: float) -> str:
        return matching.percent(share, words)

    yield ""
    interval = matching.between(result.low, result.high, number)
    yield words("cli.simulate.together", mean=number(result.value), interval=interval)
    title = words("cli.simulate.result")
    names = [matching.result_name(each.result, words) for each in grades]
    first = max(map(len, [title, *names]))
    heads = [words(f"cli.simulate.{name}") for name in ("share", "interval", "games")]
    widths = [max(len(head), size) for head, size in zip(heads, (7, 17, 7), strict=True)]
    yield matching.row(title, heads, first, widths)
    for name, each in zip(names, grades, strict=True):
        found = [percent(each.share), matching.between(each.low, each.high, percent), str(each.games)]
        yield matching.row(name, found, first, widths)


def _table(title: str, shares: tuple[Share, ...], names: list[str], words: Words) -> Iterator[str]:
    """Shares as lines under a heading."""

    def percent(share: float) -> str:
        return matching.percent(share, words)

    first = max(map(len, [title, *names]))
    heads = [words(f"cli.simulate.{name}") for name in ("wins", "interval", "expected")]
    widths = [max(len(head), size) for head, size in zip(heads, (7, 17, 7), strict=True)]
    ranks = [words("cli.simulate.rank", n=rank + 1) for rank in range(len(shares[0].ranks))]
    yield ""
    yield matching.row(title, [*heads, *ranks], first, widths)
    for name, each in zip(names, shares, strict=True):
        found = [percent(each.share), matching.between(each.low, each.high, percent), percent(each.expected)]
        yield matching.row(name, [*found, *map(str, each.ranks)], first, widths)
