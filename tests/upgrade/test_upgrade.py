"""What earlier versions wrote: it opens, goes on and verifies, whatever has changed since.

`written/` holds what `make.py` had the versions of then write: whole data folders with every game, and a little one of each revision
of the schema. Nothing in there is ever changed. A release adds its own, and removes none.
"""

from __future__ import annotations

import json
import sqlite3
import tarfile
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ludotheque.core import registry
from ludotheque.core.record import loads
from ludotheque.server.live import abandoned
from ludotheque.server.room.state import fold
from ludotheque.server.store import archive, sqlite
from ludotheque.server.store.schema import REVISIONS
from ludotheque.server.store.sql import VERSION
from ludotheque.server.store.sqlite import FILE
from ludotheque.server.thinking.pool import _Pool
from ludotheque.server.thinking.preparation import Preparation
from ludotheque.server.web.table_lists import MINE
from ludotheque.table import Table
from ludotheque.table.replay import replay, verify
from tests.cli.conftest import Run, run
from tests.depth import deep
from tests.server.clusters import Cluster, postgres
from tests.server.harness import Harness, Person, Tab, serving, until
from tests.upgrade import make, told

__all__ = ["postgres", "run"]

NAMES = sorted(path.stem for path in make.WRITTEN.glob("*.json"))


@cache
def facts(name: str) -> dict[str, Any]:
    """What the version of then said of what it wrote."""
    found: dict[str, Any] = json.loads((make.WRITTEN / f"{name}.json").read_text(encoding="utf-8"))
    return found


def having(part: str) -> list[str]:
    """Those of what is written that have this."""
    return [name for name in NAMES if part in facts(name)]


@pytest.fixture
def folder(name: str, tmp_path: Path) -> Path:
    """What was written, unpacked."""
    with tarfile.open(make.WRITTEN / f"{name}.tar.xz") as packed:
        packed.extractall(tmp_path, filter="data")
    return tmp_path


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folders are opened as if they had been written yesterday, however old they are: no table in them is abandoned.

    No other process prepares rules or thinks for bots: this one has the rules.
    """
    for days in ("LOBBY_DAYS", "GAME_DAYS"):
        monkeypatch.setattr(abandoned, days, 100_000)
    monkeypatch.setattr(Preparation, "want", lambda *_: None)
    with ThreadPoolExecutor(1) as thoughts:
        monkeypatch.setattr(_Pool, "_running", lambda _: thoughts)
        monkeypatch.setattr(_Pool, "load", lambda *_: None)
        yield


def now(where: Path | str) -> dict[str, Any]:
    """What today's version says of a folder or a database."""
    return {table: told.told(fold(table, rows), rows) for table, rows in archive.tables(where)}


class Again:
    """Today's server of what was written, and those who played there then."""

    def __init__(self, server: Harness, store: dict[str, Any]) -> None:
        self.server, self.tables = server, store["tables"]
        self.people: dict[str, dict[str, Any]] = store["people"]

    def person(self, name: str) -> Person:
        """Somebody who comes back with the cookie of then."""
        person = self.server.stranger()
        person.http.headers["cookie"] = self.people[name]["cookie"]
        person.name = name
        return person

    async def remembers(self, person: Person) -> None:
        """Somebody is known, with all that was known of them, and finds their tables."""
        answers = {address: (await person.http.get(address)).json() for address in told.ADDRESSES}
        for evening in told.evenings(answers):
            answers[evening] = (await person.http.get(evening)).json()
        known, before = told.known(answers), self.people[person.name]["knows"]
        known["finished"] = before.get("finished", 0)
        assert known | before == known
        theirs = {table: was for table, was in self.tables.items() if is_with(was, person.name)}
        await finds(person, theirs)
        over = [table for table, was in theirs.items() if was["phase"] == "over"]

        async def listed() -> (
            bool
        ):  # older folders have no index of results: the server builds it in the background
            return (await person.http.get("/api/history")).json()["count"] == len(over)

        await until(listed, f"not {len(over)} finished games of {person.name}")
        if phrase := self.people[person.name]["phrase"]:
            words = {"name": person.name, "phrase": phrase}
            back = await self.server.stranger().http.post("/api/me/return", json=words)
            assert back.status_code == 200, back.text

    async def opens(self, person: Person, table: str) -> bool:
        """A table is shown as it was, and if it is this person's turn they act. Returns whether they did."""
        was, tab = (
            self.tables[table],
            await person.tab(table, greet=False, cookie=person.http.headers["cookie"]),
        )
        try:
            welcome = await tab.hello()
            assert welcome["t"] == "welcome", welcome
            assert tab.view["table"]["game"] == was["game"]
            assert [chair["name"] for chair in tab.view["table"]["chairs"]] == [
                each[1] for each in was["chairs"]
            ]
            if was["phase"] == "lobby":
                return False
            assert tab.view["table"]["phase"] == was["phase"]
            ranking = (tab.view["table"]["outcome"] or {}).get("ranking")
            assert ranking == was["ranking"]
            return was["phase"] == "playing" and await acts(tab)
        finally:
            await tab.close()


async def finds(person: Person, theirs: dict[str, Any]) -> None:
    """Somebody's games with other people are listed, then the newest of their tables, and none is closed. Whoever left bots alone at once may miss that one."""
    mine = {each["id"]: each for each in (await person.http.get("/api/tables")).json()["mine"]}
    goes_on = [
        table
        for table, was in theirs.items()
        if was["phase"] != "over" and str(was["chairs"]).count("'person'") > 1
    ]
    newest = sorted(theirs, key=goes_on.__contains__)[-MINE:]
    assert set(mine) >= {table for table in newest if "bot" not in str(theirs[table]["chairs"])}
    assert not [each for each in mine.values() if "closed" in each]


def is_with(was: dict[str, Any], name: str) -> bool:
    """Whether somebody of this name sits at a table."""
    return name in [each[1] for each in was["chairs"]]


async def acts(tab: Tab) -> bool:
    """Do something that may be done, if it is this person's turn. The log has commands named otherwise."""
    for choices in (tab.view["scene"] or {}).get("choices", ()):
        nodes = choices["nodes"]
        if choices.get("more"):
            click = nodes[choices["roots"][0]]["click"]
            await tab.send(
                {"t": "more", "table": tab.table, "id": "m", "seat": choices["seat"], "click": click}
            )
            nodes = (await tab.until_kind("choices"))["choices"]["nodes"]
        for node in nodes:
            if node.get("action", -1) >= 0:
                done = await tab.act(choices["seat"], node["action"], command_id="again")
                return done["t"] == "applied"
    return False


@asynccontextmanager
async def again(data: Path, store: dict[str, Any], **settings: Any) -> AsyncIterator[Again]:
    async with serving(data, **settings) as server:
        yield Again(server, store)


async def goes_on(data: Path, store: dict[str, Any], database: str = "") -> None:
    """A folder, or a database, is what it was; its people come back, find their tables, and play on."""
    where = database or data
    assert now(where) == store["tables"]
    opened, acted = set(), set()
    async with again(data, store, database=database) as house:
        for name in store["people"]:
            person = house.person(name)
            await house.remembers(person)
            for table, was in store["tables"].items():
                if is_with(was, name) and (table not in opened or (waits(was) and table not in acted)):
                    opened.add(table)
                    if await house.opens(person, table):
                        acted.add(table)
    assert opened == set(store["tables"])
    assert acted >= {table for table, was in store["tables"].items() if waits(was)}
    for table, rows in archive.tables(where):
        assert len(rows) >= store["tables"][table]["log"] + (table in acted)


def waits(was: dict[str, Any]) -> bool:
    """Whether a table stands still until somebody acts: it is a person's turn, and nothing happens by itself."""
    turn = [was["chairs"][int(seat)][0] for seat in was.get("legal", ())]
    return "person" in turn and not registry.get(was["game"]).timed


@pytest.mark.parametrize("name", NAMES)
async def test_a_data_folder_opens_continues_and_verifies(name: str, folder: Path, run: Run) -> None:
    await goes_on(folder / "data", facts(name)["data"])
    done = run("verify", "--data", folder / "data")
    assert done.exit_code == 0, done.stderr


DUMPS = having("database")


@pytest.mark.parametrize("name", [DUMPS[0], *map(deep, DUMPS[1:-1]), DUMPS[-1]])
async def test_a_dump_of_postgres_opens_continues_and_verifies(
    name: str, folder: Path, postgres: Cluster, run: Run
) -> None:
    """The oldest goes through all changes of the schema since."""
    url = postgres.new()
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute((folder / "dump.sql").read_text(encoding="utf-8"))  # type: ignore[call-overload]
    await goes_on(folder / "none", facts(name)["database"], url)
    done = run("verify", "--data", url)
    assert done.exit_code == 0, done.stderr


@pytest.mark.parametrize("name", having("kept"))
async def test_a_backup_is_restored_and_served(name: str, folder: Path, run: Run) -> None:
    done = run("restore", folder / "kept", "--data", folder / "anew")
    assert done.exit_code == 0, done.stderr
    before = facts(name)["kept"]["tables"]
    assert now(folder / "anew") == before
    async with again(folder / "anew", facts(name)["data"]) as house:
        for who in house.people:
            await finds(house.person(who), {table: was for table, was in before.items() if is_with(was, who)})


@pytest.mark.parametrize("name", NAMES)
def test_records_verify_and_positions_load(name: str, folder: Path) -> None:
    begun = {table: was for table, was in facts(name)["data"]["tables"].items() if "events" in was}
    records = sorted((folder / "games").glob("*.jsonl"))
    assert {path.stem for path in records} == set(begun)
    for path in records:
        lines, was = loads(path.read_text(encoding="utf-8")), begun[path.stem]
        verdict = verify(lines)
        assert (verdict.events, verdict.over) == (was["events"], was["phase"] == "over")
        position = json.loads(path.with_suffix(".position.json").read_text(encoding="utf-8"))
        first = lines[0]
        loaded = Table.from_position(
            position, components=first.get("own_components"), chance=first.get("chance", "auto")
        )
        assert loaded.position() == replay(lines).position()


def test_every_revision_of_the_schema_is_there() -> None:
    revisions = {"0001", *REVISIONS}
    missing = revisions - {name for name in NAMES if facts(name)["revision"] == name}
    assert not missing, "write one for each: python -m tests.upgrade.make REVISION --little"


def shape(file: Path) -> dict[str, Any]:
    """The tables of a file: their columns, references and indexes, in no order; how types are spelled does not matter, nor that a number as a key is never NULL."""
    found: dict[str, Any] = {}
    with closing(sqlite3.connect(file)) as database:
        tables = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        for table, made in tables:
            columns = database.execute(f"PRAGMA table_info({table})").fetchall()
            indexes = database.execute(f"PRAGMA index_list({table})").fetchall()
            found[table] = (
                {
                    (name, bool(filled or (key and kind == "INTEGER")), default, key)
                    for _, name, kind, filled, default, key in columns
                },
                {tuple(each[2:7]) for each in database.execute(f"PRAGMA foreign_key_list({table})")},
                {
                    (unique, tuple(row[2] for row in database.execute(f"PRAGMA index_info({index})")))
                    for _, index, unique, _, _ in indexes
                },
                "AUTOINCREMENT" in (made or ""),
            )
    return found


@pytest.mark.parametrize("name", sorted({"0001", *REVISIONS}))
def test_an_older_schema_becomes_the_same_as_a_new_one(folder: Path, tmp_path: Path) -> None:
    new, older = tmp_path / "new.db", folder / "data" / FILE
    sqlite.migrate(new)
    sqlite.migrate(older)
    assert shape(older) == shape(new)
    with closing(sqlite3.connect(older)) as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_release_writes_its_own(tmp_path: Path) -> None:
    make.main(["1.2.3", "--little", "--no-postgres", "--into", str(tmp_path)])
    with tarfile.open(tmp_path / "1.2.3.tar.xz") as packed:
        packed.extractall(tmp_path, filter="data")
    found = json.loads((tmp_path / "1.2.3.json").read_text(encoding="utf-8"))
    assert now(tmp_path / "data") == found["data"]["tables"]
    assert [was["game"] for was in found["data"]["tables"].values()] == ["tiny", "bantu"]
    assert found["revision"] == VERSION
