"""`warm`: compiles rules ahead of time."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import Annotated

import typer

from ludotheque.cli import matching
from ludotheque.cli.options import AsJson, Language, environment_language
from ludotheque.cli.words import Words
from ludotheque.core.output import say, say_data


def warm(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Name of a game. Default: all games.")
    ] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Compile the rules now, so that games and bots are fast from the first move."""
    from ludotheque.core import registry

    names = [registry.get(game).name] if game else list(registry.names())
    if as_json:
        _tell(names)
    else:
        _show(names, Words(str(lang)))


def get_ready(name: str, words: Words | None = None) -> None:
    """Compile a game's rules unless that was done before, and show the progress."""
    from ludotheque.core.warm import is_warm

    if not is_warm(name):
        words = words or Words(str(environment_language()))
        say(words("cli.ready", game=words(f"{name}.title")), err=True)
        _show([name], words)


def _tell(names: list[str]) -> None:
    from ludotheque.core.warm import warm as compile_ahead

    for name in names:
        began = perf_counter()

        def step(done: int, total: int, what: str, name: str = name) -> None:
            say_data({"game": name, "done": done, "of": total, "what": what})

        compile_ahead(name, step)
        say_data({"game": name, "ready": True, "seconds": round(perf_counter() - began, 3)})


def _show(names: list[str], words: Words) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from ludotheque.core.warm import warm as compile_ahead

    columns = (TextColumn("{task.fields[game]:14}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
               TextColumn("{task.description}"))  # fmt: skip
    with Progress(*columns, console=Console(stderr=True)) as progress:
        for name in names:
            task = progress.add_task("", game=name, total=None)
            told = [name]

            def step(done: int, total: int, what: str, task: object = task, told: list[str] = told) -> None:
                told[1:] = [f"{done}/{total}", what]
                progress.update(task, completed=done, total=total, description=what)  # type: ignore[arg-type]

            with matching.telling(partial(" ".join, told)):
                compile_ahead(name, step)
            progress.update(task, description=words("cli.warm.ready"))
