"""A server that is started again goes on with its tables soon: little is imported, nothing worked out twice, nothing compiled yet."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import structlog
from msgspec.structs import replace

from ludotheque.core import registry
from ludotheque.server.base import logs
from ludotheque.server.base.logs import Logger
from ludotheque.server.room.log_events import Act, LogEvent, Resigned, Row, Time, Undone
from ludotheque.server.room.seating import begun
from ludotheque.server.room.spec import ChairSpec, TableSpec, opening
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.services import running
from ludotheque.server.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
SERVING = """
import json, sys
import uvicorn
from ludotheque.core import registry
from ludotheque.server import app, launch
from ludotheque.server.access import frames
registry.get("billabong")
print(json.dumps(sorted(sys.modules)))
"""
NOT_YET = {"structlog", "rich", "babel", "numpy", "segno", "numba", "ifaddr"}
"""Packages of which nothing is needed before the first scene of a table goes out."""


def test_a_server_starts_without_rarely_needed_modules() -> None:
    variables = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LUDOTHEQUE_RULES": "compiled"}
    done = subprocess.run(
        [sys.executable, "-c", SERVING], capture_output=True, text=True, check=True, env=variables
    )
    imported = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert {"ludotheque", "uvicorn"} <= imported
    assert imported & NOT_YET == set()


class Anew(TableState):
    """A table that works out anew, before each event, what there is to choose from."""

    def apply(self, row: Row) -> None:
        self._choices = self._decisions()
        super().apply(row)


@pytest.mark.parametrize(("game", "seats", "least"), [("banzai", 3, 20), ("tiny", 2, 8)])
def test_earlier_choices_are_those_after_the_event_before(game: str, seats: int, least: int) -> None:
    chairs = [ChairSpec("me"), ChairSpec("here", "Bea"), ChairSpec("here", "Cleo")]
    created, *others = opening(1, "Ada", TableSpec(game, seats, chairs[:seats]))
    events = [replace(created, seed="07" * 32), *(replace(sat, nonce="01") for sat in others)]
    rows = [Row(seq, None, 1000 + seq, event) for seq, event in enumerate(events)]
    kept, anew = fold("t", rows), Anew("t", rows[0])
    for row in rows[1:]:
        anew.apply(row)

    def happen(event: LogEvent) -> None:
        row = Row(kept.seq + 1, None, 2000 + 10 * kept.seq, event)
        for state in (kept, anew):
            state.apply(row)
        assert (kept.decision_since, kept.waiting_since_ms) == (anew.decision_since, anew.waiting_since_ms)

    happen(begun(kept))
    ms = 0
    for number in range(45):
        table = kept.table
        assert table is not None
        if table.is_over:
            break
        if table.due_ms >= 0 and (not table.actors or number % 7 == 6):
            ms = max(ms, table.due_ms)
            happen(Time(ms))
        elif table.actors:
            ms += 10
            seat = table.actors[number % len(table.actors)]
            legal = table.legal_actions(seat)
            action = legal[number * 7919 % len(legal)]
            happen(Act(seat, action, (), ms))
        if number in (4, 20):
            happen(Undone(0, len(table.events) - 2))
    if kept.phase == "playing":
        happen(Resigned(0))
    assert kept.seq > least


async def test_nothing_is_compiled_while_people_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[str] = []
    monkeypatch.setattr(
        "ludotheque.server.thinking.preparation.Preparation.want",
        lambda self, game, urgency=0: wanted.append(game),
    )
    async with running(Settings(tmp_path / "late", compiles=True, compile_after_s=600)):
        await asyncio.sleep(0.1)
        assert wanted == []
    for module in ("segno",):
        monkeypatch.delitem(sys.modules, module, raising=False)
    async with running(Settings(tmp_path / "soon", compiles=True)) as services:
        await services.compiling
        assert wanted == [*registry.names()]
    assert "segno" in sys.modules, "nobody waits for them any more"


async def test_games_that_cannot_be_listed_block_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> list[str]:
        raise TypeError("an entry point without a value")

    monkeypatch.setattr(registry, "names", fails)
    with structlog.testing.capture_logs() as lines:
        async with running(Settings(tmp_path, compiles=True)) as services:
            await services.compiling
            assert await services.store.every_table() == []
    assert [line["event"] for line in lines] == ["games_not_listed"]
    async with running(Settings(tmp_path)) as services:
        assert await services.store.every_table() == [], "the folder is free again"


def test_how_lines_look_is_settled_once_before_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_first", [])
    settled: list[int] = []
    logs.before_the_first(lambda: settled.append(1))
    said = Logger("somebody")
    assert settled == []
    with structlog.testing.capture_logs() as lines:
        said.info("good", table="a")
        said.warning("odd")
        said.error("wrong")
        try:
            raise ValueError("why")
        except ValueError:
            said.exception("failed", seat=1)
    assert settled == [1]
    assert [(line["log_level"], line["event"]) for line in lines] == [
        ("info", "good"), ("warning", "odd"), ("error", "wrong"), ("error", "failed"),
    ]  # fmt: skip
    assert lines[0]["table"] == "a"
    assert (lines[3]["seat"], lines[3]["exc_info"]) == (1, True)
