"""`tournament`: lets bots meet each other, and rates them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ludotheque.cli import matching, running
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
    from ludotheque.lab import Result
    from ludotheque.lab.store import Store
    from ludotheque.lab.tournament import Meeting, Plan, Standings

MODEL = "Luce (Bradley-Terry), likelihood"


Kind = Literal["round-robin", "swiss"]
"""Who meets whom."""


def tournament(
    game: GameName,
    bot_names: Annotated[str, Option("--bots", metavar="BOTS")],
    kind: Kind = "round-robin",
    rounds: Annotated[int | None, Option(min=1)] = None,
    deals: Annotated[int, Option(min=1)] = 10,
    seats: int | None = None,
    seed: Annotated[int | None, Option(min=0)] = None,
    option: GameOptions = (),
    component_file: ComponentFile = None,
    opening: matching.Opening = 0,
    near: matching.Near = 0.0,
    workers: running.Workers = None,
    cluster: running.OnCluster = None,
    out: running.Out = None,
    as_json: AsJson = False,
) -> None:
    """Let bots meet each other, then show their ratings and who beat whom.

    For example: `ludotheque tournament bantu --bots greedy,easy,random`.

    In each meeting every deal is played as often as there are seats, and the bots move on by one seat each time. So all of them get the
    same luck. The ratings are on Elo's scale, with the mean at 0. Their 95% intervals come from the likelihood of the results.
    If deals repeat, no interval is shown; see `ludotheque simulate --help`.

    With `--out FOLDER` every game is a row of a table in Parquet. Run the same command again to continue where it stopped.

    Ctrl-C or SIGTERM stops early and shows the games played so far; the exit code is then 130 or 143.

    Options:
        bot_names: The bots, each once, with commas between: levels such as greedy,random, or module:function.
        kind: Everybody meets everybody, or those who do about equally well.
        rounds: Number of rounds. Default: 1, or for swiss what the number of bots needs.
        deals: Number of deals of each meeting. A deal is played once from each seat, with the same luck.
        seats: Number of players. Default: the fewest that can play, but at least two.
        seed: Seed of the first deal; the next deals use the numbers that follow. Default: a random seed.
    """
    from ludotheque.cli.words import Words
    from ludotheque.core import registry
    from ludotheque.lab import Match, matches
    from ludotheque.lab.store import code_of
    from ludotheque.lab.tournament import COLUMNS, Plan, standings

    found = registry.get(game)
    named = matching.levels_of(bot_names)
    count = found.usual_seats if seats is None else seats
    first = Match(
        found.name,
        count,
        (*named, *named[:1] * count)[:count],
        running.seed_of(seed, out),
        options_of(found, option),
        own_components(component_file),
        opening=opening,
        near=near,
    )
    plan = Plan(first, named, kind, rounds or _rounds(kind, len(named)), deals)
    tables = [matches.check(replace(first, levels=(bot,) * count)) for bot in named]
    if matches.is_cooperative(replace(first, levels=named[:1] * count)):
        raise Problem(
            Message("cli.tournament.together"), Message("cli.tournament.together.next"), ASKED_WRONGLY
        )
    words = Words()
    settings = {"bots": list(named), "tournament": kind, "deals": deals}
    with running.kept(out, first, "tournament", settings | {"code": code_of(named)}, COLUMNS) as store:
        before = [] if store is None else store.results[: plan.games]
        began, played, code = (
            perf_counter(),
            *_play(plan, before, running.Means(workers, cluster), store, words),
        )
    if not played:
        raise Problem(Message("cli.simulate.none"), code=code or FAILED)
    stands = standings(plan.names, played)
    facts = {
        "game": game,
        "rules": found.rules_version,
        "components": tables[0].journal.setup.digest,
        "options": dict(tables[0].options),
        "seats": count,
        "kind": kind,
        "rounds": plan.rounds,
        "deals_of_a_meeting": deals,
        "opening_random": opening,
        "greedy_near": near,
        "seed": first.seed,
        "asked": plan.games,
        "ratings": MODEL,
    }
    if out is not None:
        facts["out"] = str(out)
    seconds = perf_counter() - began
    lines = chain(
        _head(facts, plan, stands, words),
        _ratings(stands, words),
        [""],
        _cross(stands, words),
        [""],
        running.ending(facts, stands.games, len(before), seconds, (), words),
    )
    report(facts | asdict(stands) | {"seconds": round(seconds, 3)}, lines, as_json, code)


def _rounds(kind: Kind, bots: int) -> int:
    """The usual number of rounds: in a Swiss tournament one more than finding the best of so many takes."""
    return bots.bit_length() if kind == "swiss" else 1


def _play(
    plan: Plan, before: list[Result], means: running.Means, store: Store | None, words: Words
) -> tuple[list[Result], int]:
    """The results, and the exit code if the program was stopped (0 if not). Games are kept as they end."""
    from ludotheque.lab import MatchFailed
    from ludotheque.lab.tournament import hold

    played = list(before)
    with until_stopped() as stopped:
        if len(played) < plan.games:
            running.find(means)
            say_if_interpreted(plan.first.game, words)
            with (
                running.player(means, words) as (play, what),
                matching.bar(plan.games, what, len(played)) as step,
                closing(hold(plan, before, lambda matches: play(matches, False))) as results,
            ):
                try:
                    for fixture, result in results:
                        if store is not None:
                            store.add(result, fixture[1:])
                        played.append(result)
                        step()
                except MatchFailed as error:
                    raise Problem(str(error)) from error
    return played, stopped.code


def _head(facts: dict[str, Any], plan: Plan, found: Standings, words: Words) -> Iterator[str]:
    title = words(f"{facts['game']}.title")
    chosen = matching.told_options(facts["options"])
    yield words("cli.simulate.head", game=title, seats=facts["seats"], n=found.games) + f" · {chosen}"
    kind = words(f"cli.tournament.{facts['kind']}")
    yield words("cli.tournament.head", kind=kind, rounds=plan.rounds, deals=plan.deals, seed=facts["seed"])
    yield words("cli.tournament.distinct", distinct=found.distinct, n=found.deals)
    if found.distinct < found.deals:
        yield ""
        yield words("cli.tournament.repeated")
        yield from matching.ways_out([replace(plan.first, levels=plan.bots)], words)


def _ratings(found: Standings, words: Words) -> Iterator[str]:
    names = [f"{place}  {each.bot}" for place, each in enumerate(found.table, 1)]
    title = words("cli.tournament.bot")
    heads = [words(f"cli.tournament.{name}") for name in ("rating", "wins", "games")]
    heads.insert(1, words("cli.simulate.interval"))
    widths = [max(len(head), size) for head, size in zip(heads, (6, 15, 7, 6), strict=True)]
    first = max(map(len, [title, *names]))
    yield ""
    yield matching.row(title, heads, first, widths)

    def points(value: float) -> str:
        return words.number(value, 0).replace("-", "−")

    for name, each in zip(names, found.table, strict=True):
        between = matching.between(each.low, each.high, points)
        figures = [points(each.rating), between, matching.percent(each.share, words), str(each.games)]
        yield matching.row(name, figures, first, widths)


def _cross(found: Standings, words: Words) -> Iterator[str]:
    names = [f"{place}  {each.bot}" for place, each in enumerate(found.table, 1)]
    title = words("cli.tournament.cross")
    first = max(map(len, [title, *names]))
    yield matching.row(title, [str(place) for place in range(1, len(names) + 1)], first, [])
    for name, row in zip(names, found.cross, strict=True):
        yield matching.row(name, [_ahead(each, words) for each in row], first, [])


def _ahead(meeting: Meeting | None, words: Words) -> str:
    if meeting is None:
        return "·"
    return matching.percent(meeting.ahead, words) if meeting.games else "—"
