"""`compile`: compiles the rules of games ahead of time, into their packages."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Annotated

from ludotheque.cli.errors import Problem
from ludotheque.cli.options import Argument, AsJson
from ludotheque.cli.words import Words
from ludotheque.core.message import Message
from ludotheque.core.output import say, say_data


def compile_rules(
    games: Annotated[tuple[str, ...], Argument("GAME|PACKAGE")] = (),
    everywhere: bool = False,
    checked: bool = False,
    as_json: AsJson = False,
) -> None:
    """Compile rules, into the packages of their games: once for everybody who plays, trains or measures.

    This needs the extra `compile`. What was compiled from the same sources is left alone.

    Options:
        games: Games, or packages with games. Default: all games.
        everywhere: Also for the other kinds of machine, and for browsers (WebAssembly).
        checked: Check every index into an array: slower, to find faults in rules.
    """
    from ludotheque.core import artefact

    words = Words()
    names = _named(games)
    more = [*(["--everywhere"] if everywhere else []), *(["--checked"] if checked else [])]
    failed = ""
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for name, done, seconds in pool.map(lambda name: _compile(name, more), names):
            why = (done.stderr.strip() or f"exit code {done.returncode}") if done.returncode else ""
            left = done.stdout.strip() == artefact.ALREADY
            failed = failed or why
            if as_json:
                say_data({"game": name, "already": left, "seconds": round(seconds, 3), "error": why or None})
            elif not why:
                said = "cli.compile.left" if left else "cli.compile.done"
                say(words(said, game=words(f"{name}.title"), seconds=words.number(seconds, 0)))
    if failed:
        raise Problem(Message("cli.compile.failed", {"why": failed}))


def say_if_interpreted(game: str, words: Words) -> None:
    """Say that a game's rules run interpreted, which is slow, and how that can be changed."""
    from ludotheque.core import artefact

    if artefact.way != artefact.INTERPRETED and not artefact.is_loaded(game):
        say(words("cli.interpreted", game=words(f"{game}.title"), name=game), err=True)


def _named(given: Sequence[str]) -> list[str]:
    from ludotheque.core import registry

    if not given:
        return list(registry.names())
    found: list[str] = []
    for name in given:
        within = [
            each for each in registry.names() if registry.package_of(each).split(".")[0] == name.split(".")[0]
        ]
        found += [registry.get(name).name] if name in registry.names() or not within else within
    return list(dict.fromkeys(found))


def _compile(name: str, more: list[str]) -> tuple[str, subprocess.CompletedProcess[str], float]:
    from ludotheque.core import artefact

    began = perf_counter()
    done = subprocess.run(artefact.compiler(name, *more), capture_output=True, text=True, check=False)
    return name, done, perf_counter() - began
