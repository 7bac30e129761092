"""Running the command line inside the tests' own process."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import nudge
from ludotheque.cli.main import app
from ludotheque.core import record, registry
from ludotheque.core.catalogue import say
from ludotheque.core.message import Message
from ludotheque.table import Table
from ludotheque.table.replay import replay
from tests.server.clusters import database, postgres

__all__ = ["database", "postgres"]

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("rules", "tiny")`: what the command said (`.stdout`, `.stderr`) and its `.exit_code`; a bug is raised."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(sys, "path", [*sys.path])  # a command may look for bots where one is

    def command(*words: object, said: str | None = None) -> Result:
        result = CliRunner().invoke(app, [str(word) for word in words], input=said)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return command


@pytest.fixture(scope="module")
def _nudge() -> Iterator[None]:
    """The game of the tests of tuning is known."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._games, "nudge", nudge.GAME)
        yield


@pytest.fixture
def _quick_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes load no compiled rules, which takes longer than a few games of tiny."""
    monkeypatch.setenv("LUDOTHEQUE_RULES", "interpreted")


def whole_game(game: str = "tiny", seed: int = 5) -> Table:
    """A game to its end, each seat always taking its first legal action."""
    table = Table(game, seed=seed)
    now = 0
    while not table.is_over:
        if table.actors:
            seat = table.actors[0]
            table.play(table.legal_actions(seat)[0], seat, at_ms=now if table.game.timed else None)
        else:
            table.advance(table.due_ms)
        now += 10
    return table


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A whole game of tiny in a file."""
    path = tmp_path / "game.jsonl"
    path.write_text(record.dumps(whole_game().record()), encoding="utf-8")
    return path


# ----------------------------------------------------------------------------------------------- games in the terminal

Play = Callable[..., Result]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that games are kept in."""
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "terminal"


@pytest.fixture
def play(run: Run, data: Path) -> Play:
    """`play("tiny", typed=["add 1"])`: a game in which these lines are typed, then no more."""

    def command(*words: object, typed: list[str] | None = None, lang: str = "en") -> Result:
        return run("play", *words, "--lang", lang, said="".join(f"{line}\n" for line in typed or []))

    return command


def kept(data: Path) -> Table:
    """The game that was kept, replayed."""
    (path,) = data.glob("*.jsonl")
    return replay(record.loads(path.read_text(encoding="utf-8")))


def rank(n: int, lang: str) -> str:
    return say(Message("ui.rank", {"n": n}), lang)


def answers(done: Result) -> list[str]:
    """What was said between one prompt and the next."""
    return re.split(r"^(?:You|Vous|Léa|Tom|Chance) > [^\n]*\n", done.stdout, flags=re.MULTILINE)
