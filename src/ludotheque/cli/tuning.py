"""`tune`: improves the weights of a game's evaluation by self-play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ludotheque.cli import matching
from ludotheque.cli.compiling import say_if_interpreted
from ludotheque.cli.errors import Problem, need
from ludotheque.cli.options import AsJson, GameName, GameOptions, Option, options_of, report
from ludotheque.cli.stopping import until_stopped
from ludotheque.core.output import say, say_data

if TYPE_CHECKING:
    from ludotheque.cli.words import Words
    from ludotheque.core.weights import Weights
    from ludotheque.lab.tuning import Found, Tuning, TuningCandidate


def tune(
    game: GameName,
    out: Annotated[Path, Option(metavar="FOLDER")],
    generations: Annotated[int, Option(min=1)] = 20,
    candidates: Annotated[int, Option(min=4)] = 8,
    games: Annotated[int, Option("-n", min=1)] = 20,
    match: Annotated[int, Option(min=2)] = 200,
    simulations: Annotated[int, Option(min=0)] = 50,
    seed: int = 1,
    option: GameOptions = (),
    seats: int | None = None,
    opening: matching.Opening = 4,
    start: Annotated[Path | None, Option(metavar="FILE")] = None,
    workers: matching.Workers = 1,
    as_json: AsJson = False,
) -> None:
    """Look for better weights of a game's evaluation, by self-play.

    For example: `ludotheque tune bantu --out runs/bantu-weights`. Then let a bot play with what was found:
    `ludotheque compare bantu --bots strong --b-bots weights:runs/bantu-weights/tuned.json`.

    Candidates play against the weights of the game, with the same luck, once from each seat. At the end, the weights that were found play a
    match of
    fresh deals. It is written to better.json only if the whole 95% interval of its share lies above that of equals.

    Each candidate is saved when it is done. After Ctrl-C, SIGTERM or anything else, the same command continues, with the same result as if
    nothing had interrupted it.

    Options:
        out: Folder for the tuning. If it already holds one, the command continues it.
        generations: How often the optimiser proposes candidates.
        candidates: How many candidates it proposes at once.
        games: Deals that each candidate plays, each once from every seat.
        match: Deals of the match at the end, which decides whether the weights are better.
        simulations: Simulations for each action, for both. 0 looks one action ahead, as greedy does.
        seed: Seed of the tuning.
        seats: Number of players. Default: the fewest that can play, but at least two.
        start: Weights to beat, instead of those that ship with the game.
    """
    from ludotheque.cli.words import Words
    from ludotheque.core import registry
    from ludotheque.core import weights as files
    from ludotheque.lab.matches import MatchFailed, play_many
    from ludotheque.lab.tuning import Tuned, Tuning

    found = registry.get(game)
    need("tune")
    words = Words()
    begin: Weights | None = files.load(start) if start else None
    plan = Tuned(
        found.name, options_of(found, option), seats, seed, generations, candidates, games, match,
        simulations, opening, begin,
    )  # fmt: skip
    result: Found | None = None
    with until_stopped() as stopped, Tuning(plan, out) as tuning:
        if not as_json:
            say(words("cli.tune.again" if tuning.went_on else "cli.tune.begin", folder=str(out)))
        say_if_interpreted(tuning.first.game, words)
        play = partial(play_many, workers=workers)
        try:
            with matching.bar(generations * candidates, words("cli.tune.candidates")) as step:
                for line in _by_generation(tuning, tuning.candidates(play), step):
                    if as_json:
                        say_data(line)
                    else:
                        say(_told(line, generations, words))
            with matching.bar(match, words("cli.tune.match")) as step:
                result = _match(tuning, play, step)
        except MatchFailed as error:
            raise Problem(str(error)) from error
    if stopped:
        if not as_json:
            say(words("cli.train.stopped"))
        raise SystemExit(stopped.code)
    assert result is not None
    best = {"weights": dict(result.weights.values), "record": result.weights.record}
    report(best, _ended(result, out, words), as_json)


def _by_generation(tuning: Tuning, played: Iterator[TuningCandidate], step: Any) -> Iterator[dict[str, Any]]:
    """A line for each generation: its number from 1, the mean share and the best candidate."""
    group: list[TuningCandidate] = []
    for each in played:
        step()
        group.append(each)
        if len(group) == tuning.plan.candidates:
            best = max(group, key=lambda one: one.share)
            yield {
                "generation": each.generation + 1,
                "mean": sum(one.share for one in group) / len(group),
                "best": best.share,
                "games": best.games,
                "weights": dict(best.values),
            }
            group = []


def _match(tuning: Tuning, play: Any, step: Any) -> Found:
    """Let what was found play its match."""
    playing, done = tuning.match(play), 0
    while True:
        try:
            now = next(playing)
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]
        for _ in range(now - done):
            step()
        done = now


def _told(line: dict[str, Any], generations: int, words: Words) -> str:
    return words(
        "cli.tune.line",
        n=line["generation"],
        of=generations,
        mean=matching.percent(line["mean"], words).strip(),
        best=matching.percent(line["best"], words).strip(),
        weights=_listed(line["weights"], words),
    )


def _listed(values: Any, words: Words) -> str:
    return "  ".join(f"{name} {words.number(value, 3)}" for name, value in values.items())


def _ended(found: Found, out: Path, words: Words) -> Iterator[str]:
    from ludotheque.lab.tuning import BETTER, TUNED

    share = partial(matching.percent, words=words)
    yield words("cli.tune.found", weights=_listed(found.weights.values, words))
    yield words(
        "cli.tune.result", n=found.games, share=share(found.share).strip(), equal=share(found.equal).strip()
    )
    if found.low is None:
        yield words("cli.tune.repeated", n=2 * max(2, found.weights.record["opening_random"]))
    else:
        told = matching.between(found.low, found.high, lambda each: share(each).strip())
        yield words("cli.tune.interval", interval=told)
    if found.better:
        yield words("cli.tune.better", file=str(out / BETTER))
    else:
        yield words("cli.tune.not_better", file=str(out / TUNED))
