"""`train`: trains the learnt player of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ludotheque.cli.errors import need
from ludotheque.cli.matching import bar, percent
from ludotheque.cli.options import AsJson, GameName, GameOptions, Option, options_of
from ludotheque.cli.stopping import noting_stops, until_stopped
from ludotheque.core.output import say, say_data

if TYPE_CHECKING:
    from ludotheque.cli.words import Words

Pairs = Annotated[
    int,
    Option(
        "--pairs", min=0, help="Pairs of games against the search in each measurement; 0 measures nothing."
    ),
]


def train(
    game: GameName,
    out: Annotated[Path, Option(metavar="FOLDER")],
    hours: float = 8.0,
    device: str = "auto",
    threads: Annotated[int, Option(min=1)] = 1,
    option: GameOptions = (),
    seed: Annotated[int, Option(min=0)] = 1,
    tables: Annotated[int, Option(min=1)] = 32,
    simulations: Annotated[int, Option(min=2)] = 120,
    cap: Annotated[int, Option(min=1)] = 600,
    positions: Annotated[int, Option(min=1)] = 8192,
    pairs: Pairs = 20,
    every: Annotated[float, Option("--measure-every", min=0)] = 15.0,
    as_json: AsJson = False,
) -> None:
    """Train a small network by self-play, for the bot `learnt`.

    For example: `ludotheque train bantu --out runs/bantu --hours 2`. Then play against it with
    `ludotheque play bantu --seats human,learnt:runs/bantu/network.npz`.

    Progress is saved every minute or so, and when Ctrl-C or SIGTERM stops the training; the same command continues. Then only the hours may
    change; the other options stay.

    Options:
        out: Folder for the training. If it already holds one, the command continues it.
        hours: How long to train in all, earlier starts included.
        device: Where the network learns: auto, cpu, cuda or another device of PyTorch.
        threads: Threads that PyTorch uses on the processor.
        seed: Seed of the training.
        tables: Games played at the same time.
        simulations: Simulations for each action of self-play.
        cap: Cut games short after this many actions.
        positions: Positions that are played before the network learns.
        every: Minutes between two measurements.
    """
    from ludotheque.cli.words import Words
    from ludotheque.core import registry

    found = registry.get(game)
    need("train")
    words = Words()
    if not as_json:
        say(words("cli.train.preparing", game=found.name))
        sys.stdout.flush()
    import torch

    from ludotheque.train import Course, Plan

    torch.set_num_threads(threads)
    plan = Plan(
        found.name,
        found.check_options(2, options_of(found, option)),
        hours,
        seed,
        tables=tables,
        simulations=simulations,
        cap=cap,
        positions=positions,
        pairs=pairs,
        measure_minutes=every,
    )
    with until_stopped() as stopped, Course(plan, out, device) as course, noting_stops() as noted:
        if not as_json:
            key = "cli.train.again" if course.went_on else "cli.train.begin"
            done = course.progress
            say(
                words(key, folder=str(out), device=str(course.device), time=_time(done.seconds), n=done.games)
            )
            sys.stdout.flush()
        playing = partial(_playing, course.plan.positions, words("cli.train.playing"))
        for line in course.run(lambda: bool(noted), playing):
            if as_json:
                say_data(line)
            else:
                say(_told(line, hours, words))
            sys.stdout.flush()
        stopped.code = noted.code
    if stopped:
        if not as_json:
            say(words("cli.train.stopped"))
        raise SystemExit(stopped.code)
    if not as_json:
        say(words("cli.train.done", file=str(out / "network.npz")))


@contextmanager
def _playing(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while an iteration plays; gives what moves it to a number of positions."""
    at = 0
    with bar(total, what) as step:

        def told(written: int) -> None:
            nonlocal at
            while at < min(written, total):
                at += 1
                step()

        yield told


def _told(line: dict[str, Any], hours: float, words: Words) -> str:
    """A line of the curve in words."""
    told = words(
        "cli.train.line",
        time=_time(line["seconds"]),
        all=_time(hours * 3600),
        n=line["games"],
        value=words.number(line["value_loss"], 3),
        policy=words.number(line["policy_loss"], 3),
    )
    if "strength" not in line:
        return told
    found = line["strength"]
    return (
        told
        + "\n  "
        + words(
            "cli.train.strength",
            n=found["games"],
            share=percent(found["share"], words).strip(),
            low=percent(found["low"], words).strip(),
            high=percent(found["high"], words).strip(),
            ms=round(1000 * found["processor_s"]),
        )
    )


def _time(seconds: float) -> str:
    """Hours and minutes."""
    minutes = int(seconds // 60)
    return f"{minutes // 60}:{minutes % 60:02}"
