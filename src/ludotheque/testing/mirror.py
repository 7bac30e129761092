"""A second process that runs the same rules the other way: interpreted for a compiled process, compiled for an interpreted one.

It reads one question a line (a variant and the events of a game) and answers each with the output of `trace`. It finds games as this
process does: by the same `sys.path`, by entry points, or in the game's package.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import importlib
import json
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from ludotheque.core import artefact, registry
from ludotheque.core.errors import UnknownGame
from ludotheque.core.event import Event
from ludotheque.core.game import Game
from ludotheque.table import Table
from ludotheque.testing.sources import line_that_raised
from ludotheque.testing.trace import Answers, trace
from ludotheque.testing.variants import Variant


class MirrorFailed(RuntimeError):
    """The other process could not do what this one did. The text is its error, and `source` the line of the game that raised."""

    def __init__(self, text: str, source: str = "") -> None:
        super().__init__(text)
        self.source = source


def mirrored(
    variant: Variant, seed: int, table: Table, looked_at: Sequence[int], actions: int
) -> list[Answers]:
    """What the other process answers along the game that `table` has played, made by `variant.table(seed)`.

    Raises `MirrorFailed` if the rules raise an error there.
    """
    question = {
        "game": variant.game,
        "package": table.game.package,
        "seats": variant.seats,
        "options": dict(variant.options),
        "components": variant.components,
        "seed": seed,
        "events": [
            [event.seat, event.code, event.text, list(event.path), event.at_ms] for event in table.events
        ],
        "looked_at": list(looked_at),
        "actions": actions,
    }
    return _mirror(os.getpid()).ask(question)


def end() -> None:
    """End the other process. The next question starts a new one."""
    if _mirror.cache_info().currsize:
        _mirror(os.getpid()).end()
        _mirror.cache_clear()


def environment() -> dict[str, str]:
    """The other process's environment: rules run the other way, and it can import what this process can."""
    variables = dict(os.environ)
    here_interpreted = artefact.way == artefact.INTERPRETED
    variables["LUDOTHEQUE_RULES"] = artefact.COMPILED if here_interpreted else artefact.INTERPRETED
    variables["PYTHONPATH"] = os.pathsep.join(str(Path(folder or ".").absolute()) for folder in sys.path)
    return variables


class _Mirror:
    """The running process: it answers one question at a time until this process ends."""

    def __init__(self) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as the process)
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from ludotheque.testing.mirror import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            env=environment(),
            text=True,
            encoding="utf-8",
        )
        atexit.register(self.end)

    def ask(self, question: Mapping[str, Any]) -> list[Answers]:
        answer = json.loads(self._line(json.dumps(question)))
        if "error" in answer:
            raise MirrorFailed(answer["error"], answer["source"])
        steps: list[Answers] = answer["steps"]
        return steps

    def _line(self, question: str) -> str:
        try:
            _pipe(self._process.stdin).write(question + "\n")
            _pipe(self._process.stdin).flush()
            line = _pipe(self._process.stdout).readline()
        except BrokenPipeError:
            line = ""
        if not line:
            self._process.wait(10)
            _mirror.cache_clear()
            self._complaints.seek(0)
            raise MirrorFailed(f"the other process ended: {self._complaints.read().decode()[-2000:]}")
        return line

    def end(self) -> None:
        """Let the process end."""
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(BrokenPipeError):
                _pipe(pipe).close()
        self._process.wait(30)
        self._complaints.close()
        atexit.unregister(self.end)


def _pipe(pipe: IO[str] | None) -> IO[str]:
    if pipe is None:
        raise MirrorFailed("the other process has no pipes")
    return pipe


@functools.cache
def _mirror(_process: int) -> _Mirror:
    """One mirror for this process, and another for each process forked from it."""
    return _Mirror()


# ------------------------------------------------------------------------------------------- in the other process


def main() -> None:
    """Answer each line of standard input with a line, until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # so that what a game prints does not count as an answer
    for line in sys.stdin:
        answers.write(json.dumps(_answer(json.loads(line))) + "\n")
        answers.flush()


def _answer(question: Mapping[str, Any]) -> dict[str, Any]:
    steps: list[Answers] = []
    game: Game | None = None
    try:
        game = _game(question["game"], question["package"])
        table = Table(
            game,
            question["seats"],
            question["options"],
            seed=question["seed"],
            components=question["components"],
        )
        events = [
            Event(seat, code, text, tuple(path), at_ms)
            for seat, code, text, path, at_ms in question["events"]
        ]
        with warnings.catch_warnings():
            # Integer overflow is silent in compiled code; here, interpreted, it is an error.
            warnings.simplefilter("error", RuntimeWarning)
            steps.extend(trace(table, events, question["looked_at"], question["actions"]))
    except Exception as error:
        mode = artefact.way
        said = f"{mode}, after {max(0, len(steps) - 1)} events: {type(error).__name__}: {error}"
        return {"error": said, "source": line_that_raised(error, game) if game else ""}
    return {"steps": steps}


def _game(name: str, package: str) -> Game:
    try:
        return registry.get(name)
    except UnknownGame:
        for value in vars(importlib.import_module(package)).values():
            if isinstance(value, Game) and value.name == name:
                return registry.add(value)
        raise
