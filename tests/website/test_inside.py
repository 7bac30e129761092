"""The server of a page, tried without a page: what it is asked, what it keeps, how it fails."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.app import make_app
from ludotheque.server.services import Services, running
from ludotheque.server.settings import Settings
from ludotheque.server.store import sql
from ludotheque.server.store.databases import Conflict, StoreError
from ludotheque.server.thinking.pool import BotFailed, TookTooLong
from ludotheque.site.inside.asking import Asker
from ludotheque.site.inside.storing import PageStore
from ludotheque.site.inside.thinking import Elsewhere, Here, PageBots, answer

TABLE = {
    "game": "tiny",
    "seats": 2,
    "options": {},
    "first": "host",
    "chairs": [{"who": "me", "name": "Zoë"}, {"who": "bot", "level": "random"}],
}


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[Asker, Services]]:
    """The server of a page over this folder."""
    settings = Settings(data=folder, in_page=True, bot_pause=0.0)
    async with running(settings, PageStore(settings.folder), PageBots()) as services:
        yield Asker(make_app(services), folder / "me"), services


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


async def test_what_cannot_be_written_is_said_and_changes_nothing(
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


@pytest.mark.parametrize("asked", [Here, lambda: Elsewhere(lambda: Other([]))])
async def test_a_bot_that_fails_says_so(asked: Any) -> None:
    with pytest.raises(BotFailed, match="no action"):
        await asked().ask(no_action)


async def test_a_worker_thinks_and_is_ended_when_it_takes_too_long() -> None:
    begun: list[Other] = []
    bots = Elsewhere(lambda: Other(begun, mute=bool(begun)))
    bots.load("tiny")
    assert await bots.ask(max, 3, 5) == 5
    assert len(begun) == 1
    begun[0].mute = True
    with pytest.raises(TookTooLong):
        await bots.ask(max, 3, 5, limit_s=0.01)
    assert begun[0].ended
    await bots.close()


async def test_where_no_worker_starts_bots_think_here() -> None:
    begun: list[Other] = []
    bots = Elsewhere(lambda: Other(begun, fails="not in this browser"))
    assert await bots.ask(max, 3, 5) == 5
    assert begun[0].ended
    assert bots.waiting == 0


async def test_a_bot_answers_in_a_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, services):
        from ludotheque import Table

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


async def test_while_the_page_was_closed_nobodys_time_ran(tmp_path: Path) -> None:
    async with opened(tmp_path):
        pass
    hour_ago = (tmp_path / "alive").stat().st_mtime - 3600
    os.utime(tmp_path / "alive", (hour_ago, hour_ago))
    async with opened(tmp_path) as (_, services):
        ((begin, end),) = services.tables.uptime.outages[-1:]
        assert 3_590_000 < end - begin < 3_700_000
