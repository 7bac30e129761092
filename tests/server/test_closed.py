"""Tables that cannot be opened are told with why, and harm no other: over HTTP, over WebSockets, after a restart."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core import catalogue
from ludotheque.server.live import broken
from ludotheque.server.store.log import FILE
from tests.server.harness import Harness, Person, serving
from tests.server.test_playing import LINK, ME

WRONG = {
    "missing": ("UPDATE events SET body = replace(body, '\"tiny\"', '\"belote\"') WHERE seq = 0", "error.game_missing"),
    "older": ("UPDATE events SET body = replace(body, '\"rules\":1', '\"rules\":7') WHERE seq = 0", "error.rules_changed"),
    "gap": ("DELETE FROM events WHERE seq = 2", "error.log.gap"),
    "headless": ("DELETE FROM events WHERE seq = 0", "error.log.begins"),
    "empty": ("DELETE FROM events WHERE seq >= 0", "error.log.begins"),
    "torn": ("UPDATE events SET body = '{\"kind\":' WHERE seq = 3", "error.log.unread"),
    "unmade": ("UPDATE events SET body = 'x' WHERE seq = 0", "error.log.unread"),
    "binary": ("UPDATE events SET body = CAST(x'ff00fe' AS TEXT) WHERE seq = 3", "error.log.failed"),
    "unknown": ("UPDATE events SET body = '{\"kind\":\"flown\"}' WHERE seq = 3", "error.log.kind"),
    "illegal": ("UPDATE events SET body = replace(body, '\"action\":2', '\"action\":3') WHERE seq = 4", "error.log.refused"),
    "astray": ("UPDATE events SET body = replace(body, '\"seat\":1', '\"seat\":7') WHERE seq = 2", "error.log.fault"),
    "boxless": ("UPDATE events SET body = replace(body, 'cards = 6', 'cards = 0') WHERE seq = 0", "error.log.refused"),
}  # fmt: skip
"""What is done to a table's log, and why it cannot be opened then."""


def change(folder: Path, table: str, statement: str) -> None:
    """Do something to a table's log while no server has it."""
    with contextlib.closing(sqlite3.connect(folder / FILE)) as database:
        assert database.execute(f"{statement} AND table_id = ?", (table,)).rowcount >= 1
        if "belote" in statement:
            database.execute("UPDATE tables SET game = 'belote' WHERE id = ?", (table,))
        database.commit()


@contextlib.asynccontextmanager
async def again(folder: Path, *people: Person) -> AsyncIterator[Harness]:
    """The server started once more; these people are back with their cookies."""
    async with serving(folder) as server:
        await server.rules_ready()
        for person in people:
            cookies = person.http.cookies
            person.base = server.base
            server.people.append(await returned(person, cookies))
        yield server


async def returned(person: Person, cookies: Any) -> Person:
    http = Person(person.base, person.name).http
    http.cookies = cookies
    await person.http.aclose()
    person.http = http
    return person


async def played(server: Harness, lea: Person, tom: Person) -> str:
    """A table of two at which one has chosen."""
    table = await lea.make([ME, LINK])
    b = await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    a = await lea.tab(table)
    await a.until(lambda v: v["table"]["phase"] == "playing")
    assert (await a.act(0, 2))["t"] == "applied"
    await a.close()
    await b.close()
    return table


def reasons(message: Any) -> set[str]:
    """The keys of a message and of those in it."""
    found = {message["key"]}
    for value in message.get("args", {}).values():
        found |= reasons(value) if isinstance(value, dict) else set()
    return found


def said(message: Any) -> None:
    """It can be said in both languages."""
    for language in catalogue.LANGUAGES:
        words = catalogue.say(message, language)
        assert "[" not in words
        assert "{" not in words


async def test_a_table_that_cannot_be_opened_is_reported_and_isolated(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        await server.rules_ready()
        lea, tom = await server.person("Léa"), await server.person("Tom")
        broken = {how: await played(server, lea, tom) for how in WRONG}
        whole, waiting = await played(server, lea, tom), await lea.make([ME, LINK])
    for how, (statement, _) in WRONG.items():
        change(tmp_path, broken[how], statement)
    async with again(tmp_path, lea, tom) as server:
        answer = await lea.http.get("/api/tables")
        assert answer.status_code == 200, answer.text
        mine = {row["id"]: row for row in answer.json()["mine"]}
        assert set(mine) == {*broken.values(), whole, waiting}
        assert mine[whole]["phase"] == "playing"
        stranger = await server.person("Zoé")
        theirs = (await stranger.http.get("/api/tables")).json()
        assert [row["id"] for row in theirs["open"]] == [waiting], "a game that had begun is nobody else's"

        tab = await lea.tab()
        for how, (_, key) in WRONG.items():
            line = mine[broken[how]]
            assert set(line) == {"id", "game", "closed"}
            assert line["game"] == ("belote" if how == "missing" else "tiny")
            assert key in reasons(line["closed"]), how
            said(line["closed"])
            for page in ("record", "qr.svg"):
                refused = await lea.http.get(f"/api/tables/{broken[how]}/{page}")
                assert (refused.status_code, refused.json()["error"]) == (410, line["closed"]), how
            tab.table = broken[how]
            assert (await tab.hello())["reason"] == line["closed"]
            rejected = await tab.do("act", seat=0, action=0, expected=0)
            assert (rejected["t"], rejected["reason"]) == ("rejected", line["closed"])
        tab.table = whole
        assert (await tab.hello())["t"] == "welcome", "the same socket goes on with another table"
        b = await tom.tab(whole)
        assert (await b.act(1, 1))["t"] == "applied"
        c = await stranger.tab(waiting)
        assert (await c.do("sit", seat=1, name="Zoé"))["t"] == "applied"


async def test_a_waiting_table_is_listed_though_its_game_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        await server.rules_ready()
        lea = await server.person("Léa")
        waiting = await lea.make([ME, LINK, LINK])
        full = await lea.make([ME, LINK])
        tab = await lea.tab(full)
        await tab.do("sit", seat=1, name="Zoé", here=True)
    for table in (waiting, full):
        change(tmp_path, table, WRONG["missing"][0])
    async with again(tmp_path, lea) as server:
        theirs = (await server.stranger().http.get("/api/tables")).json()
        assert [(row["id"], row["game"]) for row in theirs["open"]] == [(waiting, "belote")]


async def test_a_table_is_tried_again_once_it_may_have_been_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server:
        await server.rules_ready()
        lea, tom = await server.person("Léa"), await server.person("Tom")
        table = await played(server, lea, tom)
    change(tmp_path, table, WRONG["older"][0])
    async with again(tmp_path, lea, tom) as server:
        assert "closed" in (await lea.http.get("/api/tables")).json()["mine"][0]
        change(
            tmp_path,
            table,
            "UPDATE events SET body = replace(body, '\"rules\":7', '\"rules\":1') WHERE seq = 0",
        )
        assert "closed" in (await lea.http.get("/api/tables")).json()["mine"][0], "not read at every look"
        monkeypatch.setattr(broken, "AGAIN_S", 0.0)
        assert (await lea.http.get("/api/tables")).json()["mine"][0]["phase"] == "playing"
        assert (await (await tom.tab(table)).act(1, 1))["t"] == "applied"


async def test_a_log_that_breaks_during_play_is_reported(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await played(server, lea, tom)
    state = server.services.tables._rooms[table].state
    other = await server.person("Zoé")
    whole = await other.make([ME, LINK])
    b = await tom.tab(table)
    await b.until(lambda view: not view["table"]["paused"])
    change(server.services.settings.data, table, "UPDATE events SET body = '{}' WHERE seq = 4")
    with contextlib.closing(sqlite3.connect(server.services.settings.data / FILE)) as database:
        body = json.dumps({"kind": "act", "seat": 1, "action": 0, "ms": 60000})
        values = (table, state.seq + 1, "elsewhere", 1, body)
        database.execute(
            "INSERT INTO events (table_id, seq, command_id, at_ms, body) VALUES (?, ?, ?, ?, ?)", values
        )
        database.commit()
    rejected = await b.act(1, 1)
    assert (rejected["t"], rejected["reason"]["key"]) == ("rejected", "error.table_unreadable")
    lists = (await lea.http.get("/api/tables")).json()
    assert [row["closed"]["key"] for row in lists["mine"]] == ["error.table_unreadable"]
    assert whole in [row["id"] for row in lists["open"]]
