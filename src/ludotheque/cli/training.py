"""`train`: trains the learnt player of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludotheque.cli.errors import need
from ludotheque.cli.matching import bar, percent
from ludotheque.cli.options import AsJson, GameName, GameOptions, Language, options_of
from ludotheque.cli.stopping import noting_stops, until_stopped
from ludotheque.core.output import say, say_data

if TYPE_CHECKING:
    from ludotheque.cli.words import Words

Pairs = Annotated[
    int,
    typer.Option(
        "--pairs", min=0, help="Pairs of games against the search in each measurement; 0 measures nothing."
    ),
]


def train(
    game: GameName,
    out: Annotated[
        Path,
        typer.Option(
            "--out", metavar="FOLDER", help="Where the training is kept. A training that is there goes on."
        ),
    ],
    hours: Annotated[
        float, typer.Option("--hours", help="How long to train in all, earlier starts included.")
    ] = 8.0,
    device: Annotated[
        str,
        typer.Option(
            "--device", help="Where the network learns: auto, cpu, cuda or another device of PyTorch."
        ),
    ] = "auto",
    threads: Annotated[
        int, typer.Option("--threads", min=1, help="Threads that PyTorch uses on the processor.")
    ] = 1,
    option: GameOptions = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the training.")] = 1,
    tables: Annotated[int, typer.Option("--tables", min=1, help="Games played at the same time.")] = 32,
    simulations: Annotated[
        int, typer.Option("--simulations", min=2, help="Simulations for each action of self-play.")
    ] = 120,
    cap: Annotated[int, typer.Option("--cap", min=1, help="Cut games short after this many actions.")] = 600,
    positions: Annotated[
        int, typer.Option("--positions", min=1, help="Positions that are played before the network learns.")
    ] = 8192,
    pairs: Pairs = 20,
    every: Annotated[
        float, typer.Option("--measure-every", min=0, help="Minutes between two measurements.")
    ] = 15.0,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Train a small network by self-play, for the bot `learnt`.

    For example: `ludotheque train bantu --out runs/bantu --hours 2`. Then play against it with
    `ludotheque play bantu --seats human,learnt:runs/bantu/network.npz`.

    Progress is kept every minute or so, and when it is stopped by Ctrl-C or SIGTERM; the same command goes on. A training that goes on keeps
    its other options; only the hours may change.
    """
    from ludotheque.cli.words import Words
    from ludotheque.core import registry

    found = registry.get(game)
    need("train")
    words = Words(str(lang))
    if not as_json:
        say(words("cli.train.preparing", game=found.name))
        sys.stdout.flush()
    import torch

    from ludotheque.train import Course, Plan

    torch.set_num_threads(threads)
    plan = Plan(
        found.name,
        found.check_options(2, options_of(found, option or [])),
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
        raise typer.Exit(stopped.code)
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
