"""Shared by `simulate` and `compare`: parsing of levels, a progress bar, commands that replay a game, tables of figures."""

from __future__ import annotations

import secrets
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ludotheque.cli.errors import ASKED_WRONGLY, Problem
from ludotheque.cli.options import Option
from ludotheque.core.message import Message
from ludotheque.core.output import say

if TYPE_CHECKING:
    from ludotheque.cli.words import Words
    from ludotheque.core.game import Game
    from ludotheque.lab import Match

DEFAULT_LEVEL = "greedy"
SOON_S, AGAIN_S = 5.0, 30.0
"""After how many seconds a program whose errors go to a file or to another program says how far it is: first, and again."""
NEAR = 0.01
"""The value suggested for --greedy-near: a hundredth of a win."""

NEXT = {"learnt": "cli.level.learnt.next", "weights": "cli.level.weights.next"}
"""What to do where the file of such a bot cannot be used."""

Bots = Annotated[
    str,
    Option(
        "--bots",
        metavar="LEVELS",
        help="One level per seat, such as greedy,random, or one level for all seats.",
    ),
]
Seats = Annotated[
    int | None,
    Option(
        "--seats",
        help="Number of players. Default: the number of levels given, or the fewest that can play, but at least two.",
    ),
]
Seed = Annotated[
    int | None,
    Option(
        "--seed",
        min=0,
        help="Seed of the first game; the next games use the numbers that follow. Default: a random seed.",
    ),
]
Rotate = Annotated[
    bool, Option("--rotate/--no-rotate", help="Move each bot to the next seat after every game.")
]
Workers = Annotated[int, Option("--workers -j", min=1, help="Number of processes to use.")]
Opening = Annotated[
    int,
    Option(
        "--opening-random",
        metavar="N",
        min=0,
        help="Choose the first N actions of each game at random, from its seed. More games are then distinct.",
    ),
]
Near = Annotated[
    float,
    Option(
        "--greedy-near",
        metavar="SHARE",
        min=0.0,
        max=1.0,
        help="Let greedy choose at random among actions that look almost as good as the best: at most this share of a win worse. 0: only among equals.",
    ),
]


def levels_of(text: str) -> tuple[str, ...]:
    """The levels typed, separated by commas. Raises `Problem` if one does not exist."""
    named = tuple(level.strip() for level in text.split(","))
    for level in named:
        must_be_known(level)
    return named


def must_be_known(level: str) -> None:
    """Raise `Problem` if there is no such level, and no such bot of one's own."""
    from ludotheque import bots

    if ":" in level and "" not in sys.path:
        sys.path.insert(0, "")  # a module in the folder where one is
    try:
        bots.check(level)
    except bots.UnknownBot as error:
        if ":" in level or level in bots.installed():  # it is there, and something else is wrong
            raise Problem(
                Message("cli.level.broken", {"level": level, "why": str(error.__cause__ or error)}),
                Message(NEXT.get(level.partition(":")[0], "cli.level.broken.next")),
                ASKED_WRONGLY,
            ) from error
        known = ", ".join((*bots.LEVELS, bots.LEARNT, *bots.installed()))
        raise Problem(
            Message("cli.level.unknown", {"level": level}),
            Message("cli.level.known", {"known": known}),
            ASKED_WRONGLY,
        ) from error


def seats_for(game: Game, named: Iterable[tuple[str, ...]], seats: int | None) -> int:
    """The number of players: as given, or as many as the longest list of levels, or the usual number."""
    most = max(map(len, named))
    return seats if seats is not None else most if most > 1 else game.usual_seats


def for_seats(named: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """A level for each seat. Raises `Problem` if there are too few or too many."""
    if len(named) == 1:
        return named * seats
    if len(named) != seats:
        raise Problem(
            Message("cli.simulate.levels", {"n": len(named), "seats": seats}),
            Message("cli.simulate.levels.next"),
            ASKED_WRONGLY,
        )
    return named


def seed_of(seed: int | None) -> int:
    """The seed typed, or a random one."""
    return secrets.randbits(31) if seed is None else seed


def names_of(match: Match) -> list[str]:
    """The names of a match's bots, as they are typed."""
    from ludotheque import bots

    return [bots.name_of(level) for level in match.levels]


@contextmanager
def telling(how_far: Callable[[], str]) -> Iterator[None]:
    """Say on standard error, unless that is a terminal, how far something is: soon, and then every half minute until it is done."""
    from threading import Event, Thread

    if sys.stderr.isatty():
        yield
        return
    ended = Event()

    def tell() -> None:
        wait = SOON_S
        while not ended.wait(wait):
            say(f"… {how_far()}", err=True)
            wait = AGAIN_S

    thread = Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def bar(total: int, what: str, done: int = 0) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error. Gives a function that advances it by one. Without a terminal, it prints its progress in lines.

    Args:
        total: how far it goes.
        what: what is done, in words.
        done: how far it is already.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    if console.is_terminal:
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task(what, total=total, completed=done)
            yield lambda: progress.advance(task)
        return
    at = done

    def step() -> None:
        nonlocal at
        at += 1

    with telling(lambda: f"{what} {at}/{total}"):
        yield step


def again(match: Match, options: Sequence[str], components: Path | None, *, records: bool = True) -> str:
    """The command that replays a match, with `options` and the component file as they were typed."""
    typed = ["ludotheque", "simulate", match.game]
    for each in options:
        typed += ["-o", each]
    if components is not None:
        typed += ["--components", str(components)]
    typed += ["--bots", ",".join(names_of(match)), "--games", "1", "--seed", str(match.seed)]
    if match.opening:
        typed += ["--opening-random", str(match.opening)]
    if match.near:
        typed += ["--greedy-near", str(match.near)]
    return shlex.join(typed + (["--records", "game.jsonl"] if records else []))


def ways_out(matches: Iterable[Match], words: Words) -> Iterator[str]:
    """Options of the command that make more games distinct, one a line."""
    asked = list(matches)
    opening = max(each.opening for each in asked)
    yield "  " + words("cli.simulate.way.opening", n=2 * opening or 2 * asked[0].seats)
    if any("greedy" in each.levels for each in asked):
        near = max(each.near for each in asked)
        yield "  " + words("cli.simulate.way.near", near=min(1.0, 2 * near or NEAR))


def percent(share: float, words: Words) -> str:
    """A share in percent, five characters wide before the sign, spaced as the language does."""
    return words.number(100 * share, 1).rjust(5) + ("\u00a0%" if words.language == "fr" else "%")


def result_name(result: float | None, words: Words) -> str:
    """What a result of a game is called that all win or lose together; None for all above 0."""
    if result is None:
        return words("cli.simulate.won")
    said = words.number(result, 3).rstrip("0").rstrip(".,") or "0"
    return said if result else words("cli.simulate.lost", result=said)


def between(low: float | None, high: float | None, figure: Callable[[float], str]) -> str:
    """An interval, or a dash if there is none."""
    return "—" if low is None or high is None else f"{figure(low)} – {figure(high)}"


def row(name: str, values: Sequence[str], first: int, widths: Sequence[int]) -> str:
    """A line of a table: a name and right-aligned values. Values beyond `widths` are seven wide."""
    sizes = [*widths, *[7] * (len(values) - len(widths))]
    return f"{name:{first}}  " + "  ".join(
        f"{value:>{size}}" for value, size in zip(values, sizes, strict=True)
    )


def told_options(options: Mapping[str, Any]) -> str:
    """Options as name=value, separated by commas."""
    import json

    return ", ".join(f"{name}={json.dumps(value).strip(chr(34))}" for name, value in options.items())
