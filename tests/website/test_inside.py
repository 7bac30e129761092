"""The server of a page, tried without a page: what it is asked, what it keeps, how it fails."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import os
import pickle
import sqlite3
import zipfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Table
from ludotheque.core.data_folder import COPY, DATABASE
from ludotheque.core.message import Message
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.services import Services, running
from ludotheque.server.settings import Settings
from ludotheque.server.store import sql
from ludotheque.server.store.databases import Conflict, StoreError
from ludotheque.server.store.uptime import MANY
from ludotheque.server.thinking.pool import BotFailed, TookTooLong
from ludotheque.site.inside import thinking
from ludotheque.site.inside.asking import Asker
from ludotheque.site.inside.backups import ABOUT, CUT, FORMAT, NEWER, OTHER
from ludotheque.site.inside.opening import PageServer, served
from ludotheque.site.inside.storing import PageStore
from ludotheque.site.inside.thinking import Here, PageBots, ThinkingWorker, answer
from tests.server.older import back_to, make_older

TABLE = {
    "game": "tiny",
    "seats": 2,
    "options": {},
    "first": "host",
    "chairs": [{"who": "me", "name": "Zoë"}, {"who": "bot", "level": "random"}],
}


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[PageServer, Services]]:
    """The server of a page over this folder."""
    settings = Settings(data=folder, in_page=True, bot_pause=0.0)
    store = PageStore(settings.folder)
    async with running(settings, store, PageBots()) as services:
        yield await served(services, store), services


async def ask(asker: Asker, method: str, address: str, body: Any = None) -> tuple[int, Any]:
    """The status of an answer, and its JSON."""
    headers = {"content-type": "application/json"} if body is not None else {}
    sent = json.dumps(body).encode() if body is not None else b""
    status, _, answer = await asker.ask(method, address, json.dumps(headers), sent)
    return status, json.loads(answer)


async def test_a_table_is_there_again_with_whoever_sat_at_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as (asker, _):
        assert (await ask(asker, "GET", "/api/me"))[1]["known"] is False
        status, made = await ask(asker, "POST", "/api/tables", TABLE)
        assert status == 201
    async with opened(tmp_path) as (asker, _):
        assert (await ask(asker, "GET", "/api/me"))[1]["known"] is True
        tables = (await ask(asker, "GET", "/api/tables"))[1]["mine"]
        assert [each["id"] for each in tables] == [made["id"]]


async def test_messages_go_both_ways_until_the_line_is_closed(tmp_path: Path) -> None:
    async with opened(tmp_path) as (asker, _):
        _, made = await ask(asker, "POST", "/api/tables", TABLE)
        heard: asyncio.Queue[Any] = asyncio.Queue()
        ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        line = asker.connect(f"/ws?table={made['id']}", heard.put_nowait, ended.set_result)
        line.send(json.dumps({"t": "hello", "table": made["id"], "last_seq": 0}))
        welcome = json.loads(await asyncio.wait_for(heard.get(), 10))
        assert (welcome["t"], welcome["table"]["id"]) == ("welcome", made["id"])
        line.close()
        await asyncio.wait_for(ended, 10)


async def test_a_failed_write_is_reported_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = PageStore(tmp_path)
    await store.open()
    row = sql.INSERT_SHARED.values({"name": "what", "value": "first"})
    await store._run([(sql.INSERT_SHARED, [row])])

    def full(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(store.database, "write", full)
        with pytest.raises(StoreError, match="full"):
            await store.put_shared("what", "second")
    assert await store.shared("what") == "first"
    table = sql.INSERT_TABLE.values({"id": "a", "game": "tiny", "host": 1, "created_ms": 1})
    await store._run([(sql.INSERT_TABLE, [table])])
    with pytest.raises(Conflict):
        await store._run([(sql.INSERT_TABLE, [table])])
    assert store.written == {"ok": 2, "refused": 1, "failed": 1}
    await store.close()


async def test_a_store_without_room_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    async with opened(tmp_path) as (asker, services):
        with monkeypatch.context() as broken:
            broken.setattr(services.store.database, "write", full)
            status, said = await ask(asker, "POST", "/api/me")
            assert (status, said["error"]["key"]) == (503, "error.no_room")
        assert (await ask(asker, "POST", "/api/tables", TABLE))[0] == 201


class Other:
    """Stands for a worker of the browser: answers, says nothing, or has failed."""

    def __init__(self, begins: list[Other], fails: str = "", mute: bool = False) -> None:
        self.fails, self.mute, self.ended = fails, mute, False
        begins.append(self)

    async def ask(self, packed: bytes) -> bytes:
        """What `answer` returns in a worker."""
        if self.mute:
            await asyncio.sleep(60)
        if self.fails:
            raise OSError(self.fails)
        return answer(packed)

    def end(self) -> None:
        """No more answers."""
        self.ended = True


def no_action() -> None:
    """A thought that fails."""
    raise ValueError("no action")


@pytest.mark.parametrize("asked", [Here, lambda: ThinkingWorker(lambda: Other([])).bots])
async def test_a_bot_that_fails_says_so(asked: Any) -> None:
    with pytest.raises(BotFailed, match="no action"):
        await asked().ask(no_action)


async def test_a_worker_thinks_and_is_ended_when_it_takes_too_long() -> None:
    begun: list[Other] = []
    bots = ThinkingWorker(lambda: Other(begun, mute=bool(begun))).bots
    bots.load("tiny")
    assert await bots.ask(max, 3, 5) == 5
    assert len(begun) == 1
    begun[0].mute = True
    with pytest.raises(TookTooLong):
        await bots.ask(max, 3, 5, limit_s=0.01)
    assert begun[0].ended
    await bots.close()


async def test_without_a_worker_bots_think_in_the_page() -> None:
    begun: list[Other] = []
    bots = ThinkingWorker(lambda: Other(begun, fails="not in this browser")).bots
    for _ in range(3):
        assert await bots.ask(max, 3, 5) == 5
    assert [each.ended for each in begun] == [True, True], "two are enough"
    assert bots.waiting == 0

    def refused() -> Other:
        raise OSError("no worker starts another here")

    assert await ThinkingWorker(refused).bots.ask(max, 3, 5) == 5


async def test_requests_stuck_behind_a_slow_thought_get_a_new_worker() -> None:
    begun: list[Mute] = []
    bots = ThinkingWorker(lambda: Mute(begun) if not begun else Other([])).bots
    long = asyncio.ensure_future(bots.ask(max, 3, 5, limit_s=0.05))
    waits = asyncio.ensure_future(bots.ask(max, 3, 7))
    with pytest.raises(TookTooLong):
        await long
    assert await waits == 7


class Mute:
    """A worker that thinks until it is ended."""

    def __init__(self, begins: list[Mute]) -> None:
        self.over = asyncio.Event()
        begins.append(self)

    async def ask(self, packed: bytes) -> bytes:
        """Refused once it is ended."""
        await self.over.wait()
        raise OSError("it was ended")

    def end(self) -> None:
        """Let those who wait know."""
        self.over.set()


class Noted:
    """A worker that answers when it is let, and notes what it was asked."""

    def __init__(self, asked: list[int], let: asyncio.Event) -> None:
        self.asked, self.let, self.over = asked, let, asyncio.Event()

    async def ask(self, packed: bytes) -> bytes:
        """Refused once it is ended."""
        self.asked.append(pickle.loads(packed)[1][1])
        waits = [asyncio.ensure_future(each.wait()) for each in (self.let, self.over)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        if self.over.is_set():
            raise OSError("it was ended")
        return answer(packed)

    def end(self) -> None:
        """No more answers."""
        self.over.set()


def wanted(line: Here, n: int) -> asyncio.Future[int]:
    """A request for the greater of 0 and `n`."""
    return asyncio.ensure_future(line.ask(max, 0, n))


async def settled() -> None:
    """Let everything happen that can."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_bots_go_first_and_unwanted_work_never_starts() -> None:
    asked: list[int] = []
    let = asyncio.Event()
    there = ThinkingWorker(lambda: Noted(asked, let))
    studies = [wanted(there.studies, n) for n in (1, 2, 3)]
    await settled()
    bots = [wanted(there.bots, n) for n in (4, 5)]
    studies[1].cancel()
    bots[0].cancel()
    await settled()
    assert (there.bots.waiting, there.studies.waiting) == (1, 2)
    let.set()
    assert [await studies[0], await bots[1], await studies[2]] == [1, 5, 3]
    assert asked == [1, 5, 3]
    await there.bots.close()


@pytest.mark.parametrize("hinders", ["study", "unwanted"])
async def test_a_bot_does_not_wait_for_studies_or_unwanted_work(
    hinders: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "PATIENCE_S", 0.01)
    asked: list[int] = []
    slow, quick = asyncio.Event(), asyncio.Event()
    quick.set()
    there = ThinkingWorker(lambda: Noted(asked, quick if asked else slow))
    first = wanted(there.studies if hinders == "study" else there.bots, 1)
    await settled()
    if hinders == "unwanted":
        first.cancel()
    assert await asyncio.wait_for(wanted(there.bots, 2), 10) == 2
    if hinders == "study":
        assert await first == 1, "it begins again"
    assert asked == ([1, 2, 1] if hinders == "study" else [1, 2])
    await there.bots.close()


async def test_a_bot_waits_for_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE_S", 0.01)
    asked: list[int] = []
    let = asyncio.Event()
    there = ThinkingWorker(lambda: Noted(asked, let))
    first, second = wanted(there.bots, 1), wanted(there.bots, 2)
    await asyncio.sleep(0.05)
    let.set()
    assert [await first, await second, asked] == [1, 2, [1, 2]]
    await there.bots.close()


async def test_a_bot_does_not_wait_for_work_given_up_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE_S", 0.01)
    asked: list[int] = []
    slow, quick = asyncio.Event(), asyncio.Event()
    quick.set()
    there = ThinkingWorker(lambda: Noted(asked, quick if asked else slow))
    first, second = wanted(there.bots, 1), wanted(there.bots, 2)
    await asyncio.sleep(0.05)  # a bot has waited for another one as long as it waits for anything else
    first.cancel()
    assert await asyncio.wait_for(second, 10) == 2
    await there.bots.close()


async def test_nobody_waits_for_a_worker_that_was_closed() -> None:
    there = ThinkingWorker(lambda: Noted([], asyncio.Event()))
    waiting = [wanted(there.bots, 1), wanted(there.bots, 2), wanted(there.studies, 3)]
    await settled()
    await there.bots.close()
    for each in waiting:
        with pytest.raises(BotFailed):
            await asyncio.wait_for(each, 10)


async def test_a_page_has_one_worker_for_bots_and_studies() -> None:
    begun: list[Other] = []
    bots = PageBots(lambda: Other(begun))
    table = Table("tiny", seats=2, seed=1)
    seat = table.actors[0]
    assert await bots.study(max, 0, 7) == 7
    chosen = await bots.choose("tiny", None, table.view({seat}).tobytes(), seat, "random")
    assert chosen in table.legal_actions(seat)
    assert len(begun) == 1
    await bots.close()


async def test_a_bot_answers_in_a_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, services):
        table = Table("tiny", seats=2, seed=1)
        seat = table.actors[0]
        view = table.view({seat}).tobytes()
        assert await services.bots.choose("tiny", None, view, seat, "random") in table.legal_actions(seat)
        assert set(services.bots.waiting) == {"thinking", "reacting", "installed", "studying"}


async def test_a_request_that_fails_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ModuleNotFoundError("No module named 'segno'")

    async with opened(tmp_path) as (asker, services):
        monkeypatch.setattr(services.store, "blocks_of", broken)
        await ask(asker, "POST", "/api/me")
        status, said = await ask(asker, "GET", "/api/blocks")
        assert (status, said["error"]["key"]) == (500, "error.server")
        assert (await ask(asker, "GET", "/api/me"))[0] == 200


async def test_a_page_continues_elsewhere_with_a_backup(tmp_path: Path) -> None:
    settings = {"ludotheque.theme": '"dark"'}
    async with opened(tmp_path / "here") as (asker, _):
        _, made = await ask(asker, "POST", "/api/tables", TABLE)
        backup = (await asker.ask("POST", "/page/backup", "{}", json.dumps(settings).encode()))[2]
    async with opened(tmp_path / "there") as (asker, _):
        await ask(asker, "POST", "/api/tables", TABLE)
        status, _, found = await asker.ask("POST", "/page/backup/look", "{}", backup)
        made_ms = json.loads(found).pop("made_ms")
        assert (status, json.loads(found)) == (200, {"made_ms": made_ms, "tables": 1, "here": 1})
        assert (await asker.ask("PUT", "/page/backup", "{}", backup))[0] == 200
    async with opened(tmp_path / "there") as (asker, services):
        assert (await ask(asker, "GET", "/page/settings"))[1] == settings
        tables = (await ask(asker, "GET", "/api/tables"))[1]["mine"]
        assert [each["id"] for each in tables] == [made["id"]]
        assert services.tables.uptime.outages[0][0] == made_ms, "nobody's time has run since"
        assert (await ask(asker, "DELETE", "/page/settings"))[0] == 200
        assert (await ask(asker, "GET", "/page/settings"))[1] is None


def repacked(backup: bytes, database: bytes | None = None, **about: Any) -> bytes:
    """A backup that says something else of itself, or holds something else."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(backup)) as before, zipfile.ZipFile(file, "w") as after:
        held = before.read(DATABASE) if database is None else database
        digest = {"sha256": hashlib.sha256(held).hexdigest()} if database else {}
        after.writestr(ABOUT, json.dumps(json.loads(before.read(ABOUT)) | digest | about))
        after.writestr(DATABASE, held)
    return file.getvalue()


REFUSED: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _: b"", OTHER),
    "a picture": (lambda _: b"\x89PNG\r\n\x1a\n" + bytes(5000), OTHER),
    "another ZIP file": (lambda _: _zip_of("what", b"else"), OTHER),
    "cut off": (lambda backup: backup[:-40], CUT),
    "cut off early": (lambda backup: backup[:100], CUT),
    "half of it": (lambda backup: backup[: len(backup) // 2], CUT),
    "one byte": (lambda backup: backup[:900] + bytes([backup[900] ^ 1]) + backup[901:], CUT),
    "another database": (lambda backup: repacked(backup, sha256="0" * 64), CUT),
    "of a later program": (lambda backup: repacked(backup, format=FORMAT + 1), NEWER),
    "of a later schema": (lambda backup: repacked(backup, schema="9999"), NEWER),
    "no time": (lambda backup: repacked(backup, made_ms="?"), CUT),
    "no database": (lambda backup: repacked(backup, database=b"not one" * 1000), OTHER),
    "not our database": (lambda backup: repacked(backup, database=_database("CREATE TABLE a (b)")), OTHER),
}


def _zip_of(name: str, held: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr(name, held)
    return file.getvalue()


def _database(statement: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(statement)
        return database.serialize()


@pytest.mark.parametrize("what", REFUSED)
async def test_an_invalid_backup_is_refused_and_changes_nothing(tmp_path: Path, what: str) -> None:
    spoil, key = REFUSED[what]
    async with opened(tmp_path) as (asker, services):
        await ask(asker, "POST", "/api/tables", TABLE)
        backup = (await asker.ask("POST", "/page/backup", "{}", b"{}"))[2]
        before = services.store.database.copied().serialize()
        for method, address in (("POST", "/page/backup/look"), ("PUT", "/page/backup")):
            status, _, said = await asker.ask(method, address, "{}", spoil(backup))
            assert (status, json.loads(said)["error"]["key"]) == (422, key)
        assert services.store.database.copied().serialize() == before


async def test_an_older_backup_is_migrated_to_the_current_schema(tmp_path: Path) -> None:
    async with opened(tmp_path) as (asker, services):
        await ask(asker, "POST", "/api/tables", TABLE)
        backup = (await asker.ask("POST", "/page/backup", "{}", b"{}"))[2]
        with closing(services.store.database.copied()) as older:
            back_to("0008", older.execute)
            backup = repacked(backup, database=older.serialize(), schema="0008")
        assert (await asker.ask("PUT", "/page/backup", "{}", backup))[0] == 200
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == (sql.VERSION,)


async def test_a_backup_without_room_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    async with opened(tmp_path) as (asker, services):
        backup = (await asker.ask("POST", "/page/backup", "{}", b"{}"))[2]
        monkeypatch.setattr(services.store.database, "replace", full)
        status, _, said = await asker.ask("PUT", "/page/backup", "{}", backup)
        assert (status, json.loads(said)["error"]["key"]) == (503, "error.no_room")
        assert (await ask(asker, "POST", "/api/tables", TABLE))[0] == 201, "and the games go on"


async def test_before_a_new_version_changes_the_database_it_is_copied(tmp_path: Path) -> None:
    async with opened(tmp_path) as (asker, _):
        await ask(asker, "POST", "/api/tables", TABLE)
    make_older(tmp_path / DATABASE, "0008")
    async with opened(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / f"{COPY}before")) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == ("0008",)


async def test_a_guest_whose_cookie_cannot_be_kept_is_no_guest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(_: str) -> None:
        raise StoreError(Message("cli.serve.log_unwritten", {"why": "full"}))

    async with opened(tmp_path) as (asker, _):
        with monkeypatch.context() as broken:
            broken.setattr(asker, "keep", full)
            assert (await ask(asker, "POST", "/api/me"))[0] == 503
        assert (await ask(asker, "GET", "/api/me"))[1]["known"] is False
        await ask(asker, "POST", "/api/me")
        assert (await ask(asker, "GET", "/api/me"))[1]["known"] is True


async def test_while_the_page_was_closed_nobodys_time_ran(tmp_path: Path) -> None:
    async with opened(tmp_path):
        pass
    hour_ago = (tmp_path / "alive").stat().st_mtime - 3600
    os.utime(tmp_path / "alive", (hour_ago, hour_ago))
    async with opened(tmp_path) as (_, services):
        ((begin, end),) = services.tables.uptime.outages[-1:]
        assert 3_590_000 < end - begin < 3_700_000


async def test_a_hidden_page_stops_all_clocks_but_a_glance_does_not(
    tmp_path: Path,
) -> None:
    table = TABLE | {
        "game": "bantu",
        "chairs": [{"who": "me", "name": "Zoë"}, {"who": "here", "name": "Léa"}],
        "clock": {"per": "game", "seconds": 60},
    }
    async with opened(tmp_path) as (server, services):
        await ask(server, "POST", "/api/me")
        identity = (await ask(server, "POST", "/api/tables", table))[1]["id"]
        room = await services.tables.get(identity)
        assert room is not None
        assert room.state.clocks is not None
        heard: asyncio.Queue[Any] = asyncio.Queue()
        line = server.connect(f"/ws?table={identity}", heard.put_nowait, lambda _: None)
        line.send(json.dumps({"t": "hello", "table": identity, "last_seq": 0}))
        while room.state.phase != "playing":
            await asyncio.wait_for(heard.get(), 10)
        assert room.timer is not None
        due = room.state.clocks.due()
        await server.looked_at(False, wall_ms())
        assert room.timer is None, "nothing falls due"
        await asyncio.sleep(0.5)
        await server.looked_at(True, wall_ms())
        await asyncio.sleep(0.1)
        assert room.timer is not None
        now_due = room.state.clocks.due()
        assert due is not None
        assert now_due is not None
        assert 500 <= now_due[0] - due[0] < 5000
        begun = room.state.seq
        await server.looked_at(True, wall_ms())
        await asyncio.sleep(0.1)
        assert room.state.seq == begun, "who was not away is given nothing"
        await server.looked_at(False, wall_ms())
        line.close()
    async with opened(tmp_path) as (_, services):
        assert len(services.tables.uptime.outages) >= 2, "it was hidden, and then closed"


async def test_a_page_that_was_hidden_often_keeps_few_outages(tmp_path: Path) -> None:
    two = [{"who": "me", "name": "Zoë"}, {"who": "here", "name": "Léa"}]
    async with opened(tmp_path) as (server, services):
        await ask(server, "POST", "/api/me")
        table = TABLE | {"game": "bantu", "chairs": two}
        room = await services.tables.get((await ask(server, "POST", "/api/tables", table))[1]["id"])
        assert room is not None
        for _ in range(MANY + 1):
            await server.looked_at(False, wall_ms())
            await asyncio.sleep(0.002)
            await server.looked_at(True, wall_ms())
        since_ms, until_ms = room.state.time_ms, services.tables.uptime.outages[-1][1]
        lost_ms = services.tables.uptime.lost_ms(since_ms, until_ms)
        assert lost_ms > MANY
    async with opened(tmp_path) as (_, services):
        assert len(services.tables.uptime.outages) <= 3
        assert services.tables.uptime.lost_ms(since_ms, until_ms) == lost_ms
