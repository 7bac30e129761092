"""`verify --data`: every table of a server's data folder, from its log alone."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from ludotheque.server.room.log_events import Act, LogEvent, Row
from ludotheque.server.room.seating import begun
from ludotheque.server.room.spec import ChairSpec, TableSpec, opening
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.store.log import FILE, Batch, Store
from tests.server.clusters import Cluster

from .conftest import Run

SPEC = TableSpec("tiny", 2, [ChairSpec("me"), ChairSpec("here", "Bea")])


def _row(rows: list[Row], event: LogEvent) -> None:
    rows.append(Row(len(rows), f"command-{len(rows)}", 1000 + len(rows), event))


def _lobby(name: str) -> list[Row]:
    rows: list[Row] = []
    for event in opening(1, "Ada", SPEC):
        _row(rows, event)
    return rows


def _played(name: str) -> list[Row]:
    rows = _lobby(name)
    _row(rows, begun(fold(name, rows)))
    state: TableState = fold(name, rows)
    while state.table is not None and not state.table.is_over:
        seat = state.table.actors[0]
        action = state.table.legal_actions(seat)[0]
        _row(rows, Act(seat, action, (), 10 * len(rows)))
        state.apply(rows[-1])
    return rows


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a whole game and a table at which nothing was played."""
    _fill(tmp_path)
    return tmp_path


def _fill(folder: Path, database: str = "") -> None:
    async def fill() -> None:
        store = Store(folder, database)
        await store.open()
        try:
            await store.append(
                Batch("one", _played("one"), new=("tiny", 1)), Batch("two", _lobby("two"), new=("tiny", 1))
            )
        finally:
            await store.close()

    asyncio.run(fill())


def _change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as database:
        assert database.execute(statement).rowcount >= 1
        database.commit()


def test_a_true_log_holds(run: Run, folder: Path) -> None:
    done = run("verify", "--data", folder)
    assert done.exit_code == 0, done.output
    assert "1 game is valid, 0 not" in done.stdout


def test_a_true_log_holds_in_a_database(run: Run, postgres: Cluster, tmp_path: Path) -> None:
    url = postgres.new()
    _fill(tmp_path, url)
    assert "1 game is valid, 0 not" in run("verify", "--data", url).stdout
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute("DELETE FROM events WHERE table_id = 'one' AND seq = 4")
    assert run("verify", "--data", url).exit_code == 1
    lost = run("verify", "--data", postgres.url("none"))
    assert lost.exit_code != 0
    assert "cannot be opened" in lost.stderr


def test_each_table_is_reported_as_json(run: Run, folder: Path) -> None:
    found = [json.loads(line) for line in run("verify", "--data", folder, "--json").stdout.splitlines()]
    assert [(line["table"], line["holds"]) for line in found] == [("one", True), ("two", True)]
    assert found[0]["events"] > 0
    assert found[1]["events"] == 0


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DELETE FROM events WHERE table_id = 'one' AND seq = 5", "without a gap"),
        (
            "UPDATE events SET body = replace(body, '\"action\":0', '\"action\":3') WHERE table_id = 'one' AND seq = 4",
            "one: ",
        ),
        (
            "UPDATE events SET body = replace(body, '\"rules\":1', '\"rules\":0') WHERE seq = 0",
            "install the version",
        ),
        ("UPDATE events SET body = '{\"kind\":\"flown\"}' WHERE table_id = 'one' AND seq = 4", "one: "),
        ("UPDATE events SET body = '{' WHERE table_id = 'one' AND seq = 4", "one: "),
    ],
)
def test_a_log_that_was_changed_does_not_hold(run: Run, folder: Path, statement: str, says: str) -> None:
    _change(folder, statement)
    done = run("verify", "--data", folder)
    assert done.exit_code == 1
    assert says in done.stdout
    assert " not." in done.stdout


@pytest.mark.parametrize("stored", ["sqlite", "postgres"])
def test_damaged_tables_are_reported_and_the_rest_verified(
    run: Run, request: pytest.FixtureRequest, tmp_path: Path, stored: str
) -> None:
    database = "" if stored == "sqlite" else request.getfixturevalue("postgres").new()

    async def fill() -> None:
        store = Store(tmp_path, database)
        await store.open()
        try:
            for name in ("a", "b", "c", "d"):
                await store.append(Batch(name, _played(name), new=("tiny", 1)))
        finally:
            await store.close()

    asyncio.run(fill())
    damage = (
        "UPDATE events SET body = '{' WHERE table_id = 'a' AND seq = 4",
        "DELETE FROM events WHERE table_id = 'c' AND seq = 5",
    )
    for statement in damage:
        if database:
            with closing(psycopg.connect(database, autocommit=True)) as connection:
                assert connection.execute(statement).rowcount == 1  # type: ignore[call-overload]
        else:
            _change(tmp_path, statement)
    where = database or tmp_path
    done = run("verify", "--data", where, "--lang", "en")
    assert done.exit_code == 1
    assert "2 games are valid, 2 not" in done.stdout
    assert [line.split(":")[0] for line in done.stdout.splitlines()[:2]] == ["table a", "table c"]
    told = [json.loads(line) for line in run("verify", "--data", where, "--json").stdout.splitlines()]
    assert {each["table"]: each["holds"] for each in told} == {"a": False, "b": True, "c": False, "d": True}
