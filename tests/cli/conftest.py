"""Running the command line inside the tests' own process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludotheque.cli.main import app
from ludotheque.core import record
from ludotheque.core.table import Table

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("rules", "tiny")`: what the command said (`.stdout`, `.stderr`) and its `.exit_code`; a bug is raised."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def command(*words: object, said: str | None = None) -> Result:
        result = CliRunner().invoke(app, [str(word) for word in words], input=said)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return command


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
