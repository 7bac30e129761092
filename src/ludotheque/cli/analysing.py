"""`analyse`: what a search thinks of a position, or of every decision in a saved game."""

from __future__ import annotations

import functools
import json
import os
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ludotheque.cli import matching
from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem, read_text, record_of
from ludotheque.cli.options import Argument, AsJson, ComponentFile, Option, own_components, report
from ludotheque.cli.stopping import Stopped, noting_stops
from ludotheque.cli.words import Words
from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.bots.analysis import GameAnalysis
    from ludotheque.bots.review import Candidate, TurningPoint, Weighed
    from ludotheque.core.journal import Journal

SHARE_OF_A_GAME = 5
"""At each decision of a whole game, this many times fewer simulations than for one position."""

WRITTEN_S = 2.0
"""How often the analysis of a game is written to its file."""

SUFFIX = ".analysis.json"


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def analyse(
    file: Annotated[Path, Argument("FILE")],
    simulations: Annotated[int | None, Option(min=1)] = None,
    seconds: Annotated[float | None, Option("--time", metavar="SECONDS", min=0.001)] = None,
    threads: Annotated[int | None, Option(min=1)] = None,
    seed: Annotated[int | None, Option(min=0)] = None,
    lines: Annotated[int | None, Option(min=1, max=100)] = None,
    seat: Annotated[int | None, Option(min=1)] = None,
    component_file: ComponentFile = None,
    save: Annotated[Path | None, Option(metavar="FILE")] = None,
    as_json: AsJson = False,
) -> None:
    """Search a position, or every decision of a finished game: best lines, chances of each seat, turning points.

    For example: `ludotheque analyse game.jsonl --time 0.5`. Drop the file that this makes on the replay page of the browser.

    Options:
        file: A position (JSON, see docs/positions.md), the record of a finished game, or an analysis to go on with. - reads standard
            input.
        simulations: The most simulations for each decision. Default: those of the level master, a fifth of them for each decision of a
            game; no limit with --time.
        seconds: The most seconds for each decision.
        threads: Number of threads that search. Default: one for each processor.
        seed: Seed of the search's luck. Default: 0.
        lines: Number of best lines to show. Default: 3.
        seat: Seat that decides, counted from 1; for a position in which several may act.
        save: File of the analysis of a game, as JSON. Default: beside the record. If it exists already, the work continues from it.
    """
    words = Words()
    text = read_text(file, "record")
    given = {"simulations": simulations, "seconds": seconds, "seed": seed, "lines": lines}
    written = _object(text)
    if written is not None and "ludotheque" not in written and "analysis" not in written:
        if save is not None:
            raise Problem(Message("cli.analyse.save"), Message("cli.analyse.save.next"), ASKED_WRONGLY)
        if "game" not in written:
            raise Problem(
                Message("cli.analyse.nothing", {"path": str(file)}),
                Message("cli.analyse.nothing.next"),
                ASKED_WRONGLY,
            )
        own = own_components(component_file)
        _position(written, own, given, threads or processors(), seat, words, as_json)
        return
    for name, value in (("--seat", seat), ("--components", component_file)):
        if value is not None:
            raise Problem(
                Message("cli.analyse.option", {"option": name}),
                Message("cli.analyse.option.next"),
                ASKED_WRONGLY,
            )
    if written is not None and "analysis" in written:
        kept = _kept(text, file)
        journal = _journal(kept.record, file)
        _game(kept, journal, given, threads or processors(), save or file, words, as_json)
        return
    journal = _journal(text, file)
    if save is None and str(file) == "-":
        raise Problem(Message("cli.analyse.where"), Message("cli.analyse.where.next"), ASKED_WRONGLY)
    save = save or file.with_name(file.name + SUFFIX)
    fresh = _fresh(journal, text, given)
    kept = _kept(read_text(save, "record"), save) if save.exists() else fresh
    if kept.record != text:
        raise Problem(
            Message("cli.analyse.other", {"path": str(save)}),
            Message("cli.analyse.other.next"),
            ASKED_WRONGLY,
        )
    _game(kept, journal, given, threads or processors(), save, words, as_json)


def _object(text: str) -> dict[str, Any] | None:
    """The text as one JSON object; None if it is something else."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


# -- a position -------------------------------------------------------------------------------------------------------


def _position(
    written: dict[str, Any],
    own: dict[str, Any] | None,
    given: dict[str, Any],
    threads: int,
    seat: int | None,
    words: Words,
    as_json: bool,
) -> None:
    from ludotheque import bots
    from ludotheque.bots import review
    from ludotheque.bots.analysis import TREES
    from ludotheque.table.table import situation

    journal = situation(written, own)
    actor = _actor(journal, seat)
    most = given["simulations"] or (None if given["seconds"] else _usual(journal))
    budget = bots.Budget(most, given["seconds"], threads, trees=TREES)
    lines, seed = given["lines"] or review.SHOWN, given["seed"] or 0
    _get_ready(journal, words)
    began = time.perf_counter()
    with noting_stops() as stopped, matching.bar(100, words("cli.analyse.searching")) as step:
        shown = 0

        def go_on(simulations: int) -> bool:
            nonlocal shown
            spent = (time.perf_counter() - began) / budget.seconds if budget.seconds else 0.0
            done = max(spent, simulations / budget.simulations if budget.simulations else 0.0)
            while shown < min(100, int(100 * done)):
                step()
                shown += 1
            return not stopped

        found = review.assess(journal, budget, seed, seat=actor, lines=lines, go_on=go_on)
    if found.simulations == 0:
        raise Problem(Message("cli.analyse.none"), code=stopped.code or FAILED)
    took = time.perf_counter() - began
    told = _told(journal, found, seed, took, words)
    report(_position_json(journal, found, seed, took), told, as_json, stopped.code)


def _actor(journal: Journal, seat: int | None) -> int:
    """The seat that decides. Raises `Problem` if that is not clear, or nobody does."""
    from ludotheque.core.verbs import CHANCE

    _must_be_searchable(journal)
    acting = [each for each in range(journal.setup.seats) if journal.actors_by_rules >> each & 1]
    if not acting:
        why = "chance" if journal.actors_by_rules & CHANCE else "over"
        raise Problem(Message(f"cli.analyse.{why}"), Message(f"cli.analyse.{why}.next"), ASKED_WRONGLY)
    if seat is None and len(acting) == 1:
        return acting[0]
    if seat is None or seat - 1 not in acting:
        known = ", ".join(str(each + 1) for each in acting)
        raise Problem(
            Message("cli.analyse.seat"), Message("cli.analyse.seat.next", {"seats": known}), ASKED_WRONGLY
        )
    return seat - 1


def _position_json(journal: Journal, found: Weighed, seed: int, took: float) -> str:
    import msgspec

    facts = {
        "game": journal.game.name,
        "seats": journal.setup.seats,
        "options": dict(journal.setup.options),
        "seat": found.seat,
        "seed": seed,
        "simulations": found.simulations,
        "seconds": round(took, 3),
        "chances": found.chances,
        "errors": found.errors,
        "best": [
            {
                "action": each.action,
                "text": each.text,
                "share": each.visits / found.simulations,
                "visits": each.visits,
                "value": each.value,
                "error": each.error,
                "line": each.line,
            }
            for each in found.best
        ],
    }
    return msgspec.json.encode(facts).decode()


def _told(journal: Journal, found: Weighed, seed: int, took: float, words: Words) -> Iterator[str]:
    title = words(f"{journal.game.name}.title")
    yield words("cli.analyse.head", game=title, seats=journal.setup.seats, seat=found.seat + 1)
    yield words(
        "cli.analyse.searched",
        n=found.simulations,
        seconds=words.number(took, 1),
        seed=seed,
    )
    yield ""
    yield words("cli.analyse.chances")
    for seat, share in enumerate(found.chances):
        yield f"  ({seat + 1})  {_with_error(share, found.errors[seat] if found.errors else None, words)}"
    yield ""
    yield words("cli.analyse.best")
    for each in found.best:
        visits = matching.percent(each.visits / found.simulations, words)
        yield f"  {visits}  {_with_error(each.value, each.error, words)}  {_line(each, found.seat)}"
    yield ""
    yield words("cli.analyse.method")


def _with_error(share: float, error: float | None, words: Words) -> str:
    """A share in percent with its standard error, both of the same width in every line."""
    told = f" ± {words.number(100 * error, 2)}" if error is not None else ""
    return f"{matching.percent(share, words)}{told:8}"


def _line(candidate: Candidate, seat: int) -> str:
    """A line of play: `(1) 3: r17c  (2) 2: r5a`. The seat is named where it changes."""
    said, last = [], -1
    for each in candidate.line:
        said.append(each.text if each.seat == last else f"({each.seat + 1}) {each.text}")
        last = each.seat
    return "  ".join(said) or f"({seat + 1}) {candidate.text}"


# -- a game -----------------------------------------------------------------------------------------------------------


def _journal(text: str, path: Path) -> Journal:
    """The game of a record. Raises `Problem` if there are several, it is not over, or nobody can search it."""
    from ludotheque.core.errors import BadRecord
    from ludotheque.core.record import loads, split
    from ludotheque.table.replay import replay

    with record_of(path):
        games = list(split(loads(text)))
        if len(games) > 1:
            raise BadRecord("", Message("error.record.several", {"games": len(games)}))
        journal = replay(games[0]).journal
    _must_be_searchable(journal)
    if not journal.is_over:
        raise Problem(Message("error.replay.not_over"), code=ASKED_WRONGLY)
    return journal


def _must_be_searchable(journal: Journal) -> None:
    from ludotheque.bots import review

    if not review.can_be_weighed(journal):
        raise Problem(Message("cli.analyse.clock"), code=ASKED_WRONGLY)


def _usual(journal: Journal) -> int:
    """The simulations of the strongest level."""
    from ludotheque import bots

    return bots.simulations_of(journal.game, "master")


def _get_ready(journal: Journal, words: Words) -> None:
    from ludotheque.cli.compiling import say_if_interpreted

    say_if_interpreted(journal.game.name, words)


def _fresh(journal: Journal, text: str, given: dict[str, Any]) -> GameAnalysis:
    from ludotheque import bots
    from ludotheque.bots import analysis, review

    most = given["simulations"] or (None if given["seconds"] else max(1, _usual(journal) // SHARE_OF_A_GAME))
    budget = bots.Budget(most, given["seconds"])
    return analysis.begin(journal, text, budget, given["seed"] or 0, given["lines"] or review.SHOWN)


def _kept(text: str, path: Path) -> GameAnalysis:
    """The analysis in a file. Raises `Problem` if it is none."""
    from ludotheque.bots import analysis

    try:
        return analysis.loads(text)
    except ValueError as error:
        raise Problem(
            Message("cli.analyse.no_analysis", {"path": str(path), "why": str(error)}),
            Message("cli.analyse.other.next"),
        ) from error


def _game(
    found: GameAnalysis,
    journal: Journal,
    given: dict[str, Any],
    threads: int,
    save: Path,
    words: Words,
    as_json: bool,
) -> None:
    """Go on with an analysis until it is done or stopped, write it, and tell what was found."""
    from ludotheque.bots import analysis, review

    for name, value in given.items():
        if value is not None and value != getattr(found, name):
            option = "--time" if name == "seconds" else f"--{name}"
            said = {"path": str(save), "option": option, "value": str(getattr(found, name))}
            raise Problem(
                Message("cli.analyse.settings", said), Message("cli.analyse.settings.next"), ASKED_WRONGLY
            )
    if found.moments != review.decisions(journal):
        raise Problem(
            Message("cli.analyse.other", {"path": str(save)}),
            Message("cli.analyse.other.next"),
            ASKED_WRONGLY,
        )
    stopped = Stopped()
    if not found.done:
        _get_ready(journal, words)
        stopped = _go_on(found, journal, threads, save, words)
    key = "cli.analyse.kept" if found.done else "cli.analyse.stopped"
    where = "\n" + words(key, path=str(save), n=len(found.points), of=len(found.moments))
    report(analysis.dumps(found), chain(_story(found, journal, words), [where]), as_json, stopped.code)


def _go_on(found: GameAnalysis, journal: Journal, threads: int, save: Path, words: Words) -> Stopped:
    """Search what is left, and write it as it is found."""
    from ludotheque.bots import analysis

    analysis.write(found, save)  # if that fails, now rather than after the work
    written = time.monotonic()
    with noting_stops() as stopped, matching.bar(len(found.moments), words("cli.analyse.searching")) as step:
        for _ in found.points:
            step()
        try:
            for _ in analysis.go_on(found, journal, threads, lambda _: not stopped):
                step()
                if time.monotonic() - written > WRITTEN_S:
                    analysis.write(found, save)
                    written = time.monotonic()
        finally:
            analysis.write(found, save)
    return stopped


def _story(found: GameAnalysis, journal: Journal, words: Words) -> Iterator[str]:
    """Every decision with everybody's chances before it, then the turning points."""
    decided = [point for point in found.points if point.seat >= 0 and not point.stopped]
    title, seats = words(f"{found.game}.title"), range(journal.setup.seats)
    yield words("cli.analyse.game", game=title, seats=len(seats), n=len(found.moments) - 1)
    for seat, name in enumerate(journal.called):
        if name:
            yield f"  ({seat + 1})  {words.of(name)}"
    yield ""
    turn = words("cli.analyse.turn")
    played = [journal.events[point.move].text for point in decided]
    widest = max([len(words("cli.analyse.played")), *map(len, played)])
    head = "  ".join(f"{f'({seat + 1})':>7}" for seat in seats)
    yield f"{turn:>4}       {words('cli.analyse.played'):{widest}}  {head}  {words('cli.analyse.better')}"
    for point, text in zip(decided, played, strict=True):
        shares = "  ".join(matching.percent(share, words).rjust(7) for share in point.chances)
        yield f"{point.turn:4}  ({point.seat + 1})  {text:{widest}}  {shares}  {_better(point, words)}".rstrip()
    if not found.done:
        return
    yield ""
    yield words("cli.analyse.turning" if found.turning_points else "cli.analyse.no_turning")
    for turning in found.turning_points:
        yield "  " + _turning(turning, words)
    yield from _small(found.points, words)


def _small(points: Sequence[Weighed], words: Words) -> Iterator[str]:
    """Where somebody's chances went little by little, and what each seat's decisions lost on average."""
    from ludotheque.bots import review  # it takes a while

    share = functools.partial(_share, words=words)
    if (sank := review.slope(points)) is not None:
        told = {"before": share(sank.before), "after": share(sank.after)}
        yield words("cli.analyse.slope", seat=sank.seat + 1, turn=sank.turn, last=sank.last, **told)
    yield words("cli.analyse.accounts")
    for each in review.accounts(points):
        told = {"accuracy": share(each.accuracy), "loss": share(each.loss)}
        yield "  " + words("cli.analyse.account", seat=each.seat + 1, n=each.n, **told)


def _share(share: float, words: Words) -> str:
    return matching.percent(share, words).strip()


def _better(point: Weighed, words: Words) -> str:
    if not point.missed:
        return ""
    return f"{point.best[0].text} (+{matching.percent(point.missed, words).strip()})"


def _turning(point: TurningPoint, words: Words) -> str:
    before, after = (_share(share, words) for share in (point.before, point.after))
    return words(
        "cli.analyse.swing",
        turn=point.turn,
        actor=point.actor + 1,
        seat=point.seat + 1,
        before=before,
        after=after,
    )
