"""Tables that nobody came to, or that everybody left, are closed after a while, with an event that says so."""

from __future__ import annotations

import time
from pathlib import Path

from ludotheque.server.live.abandoned import DAY_MS, GAME_DAYS, LOBBY_DAYS, close_abandoned
from ludotheque.server.room.log_events import Abandoned
from ludotheque.server.store import archive
from tests.server.harness import Harness, Tab, serving, until
from tests.server.test_erasing import sit
from tests.server.test_playing import BOT, LINK, ME


def later(days: float) -> int:
    return time.time_ns() // 1_000_000 + round(days * DAY_MS)


async def leave(server: Harness, *tabs: Tab) -> None:
    for tab in tabs:
        await tab.close()

    async def gone() -> bool:
        return not server.services.open_sockets

    await until(gone, "the pages are not closed")


async def test_a_lobby_that_nobody_came_to_is_closed(tmp_path: Path, postgres_or_two: str) -> None:
    data = tmp_path / "data"
    async with serving(data, database=postgres_or_two) as server:
        await server.rules_ready()
        tables, (lea, tom) = server.services.tables, [await server.person(name) for name in ("Léa", "Tom")]
        table = await lea.make([ME, LINK])
        assert await close_abandoned(tables, later(LOBBY_DAYS - 0.1)) == 0
        tab = await lea.tab(table)
        assert await close_abandoned(tables, later(LOBBY_DAYS + 0.1)) == 0, "somebody is there"
        await leave(server, tab)
        assert [each["id"] for each in (await tom.http.get("/api/tables")).json()["open"]] == [table]
        assert await close_abandoned(tables, later(LOBBY_DAYS + 0.1)) == 1
        assert await close_abandoned(tables, later(LOBBY_DAYS + 20)) == 0, "once"
        assert (await server.services.store.events(table))[-1].event == Abandoned(LOBBY_DAYS)
        assert (await tom.http.get("/api/tables")).json()["open"] == []
        (mine,) = (await lea.http.get("/api/tables")).json()["mine"]
        assert (mine["phase"], mine["abandoned"]) == ("lobby", LOBBY_DAYS)
        late = await tom.tab(table)
        assert late.view["table"]["abandoned"] == LOBBY_DAYS
        refused = await late.do("sit", seat=1, name="Tom")
        assert refused["reason"] == {"key": "error.table_abandoned", "args": {"n": LOBBY_DAYS}}
        assert (await server.services.store.events(table))[-1].event == Abandoned(LOBBY_DAYS)
    for identity, rows in archive.tables(postgres_or_two or data):
        assert archive.verify(identity, rows) is None


async def test_a_game_that_everybody_left_is_closed_without_a_winner(
    tmp_path: Path, database_or_two: str
) -> None:
    data = tmp_path / "data"
    async with serving(data, database=database_or_two) as server:
        await server.rules_ready()
        tables, (lea, tom) = server.services.tables, [await server.person(name) for name in ("Léa", "Tom")]
        a, b = await sit(server, lea, tom)
        assert (await a.act(0, 2))["t"] == "applied"
        assert await close_abandoned(tables, later(GAME_DAYS + 1)) == 0, "somebody is there"
        await leave(server, a, b)
        assert await close_abandoned(tables, later(LOBBY_DAYS + 1)) == 0, "a game has more time"
        assert await close_abandoned(tables, later(GAME_DAYS + 1)) == 1
        assert await close_abandoned(tables, later(GAME_DAYS + 1)) == 0
        (told,) = (await lea.http.get("/api/history")).json()["tables"]
        assert (told["outcome"]["ending"], told["abandoned"]) == ("called_off", GAME_DAYS)
        tab = await tom.tab(a.table)
        assert tab.view["table"]["phase"] == "over"
        assert tab.view["table"]["quits"][-1] == {"seat": -1, "why": "abandoned", "move": len(tab.moves)}
        assert tab.view["scene"]["prompt"]["key"] == "ui.prompt.abandoned"
        assert (await tab.act(1, 0))["reason"]["key"] == "error.game_over"
    for identity, rows in archive.tables(database_or_two or data):
        assert archive.verify(identity, rows) is not None


async def test_a_game_over_days_is_left_to_its_clock(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    days = {"per": "days", "seconds": 86_400, "increment": 0}
    a, b = await sit(server, lea, tom, game="billabong", clock=days)
    alone = await lea.tab(await lea.make([ME, BOT]))
    await leave(server, a, b, alone)
    assert await close_abandoned(server.services.tables, later(GAME_DAYS + 300)) == 1
    assert (await server.services.store.events(alone.table))[-1].event == Abandoned(GAME_DAYS)
    assert not isinstance((await server.services.store.events(a.table))[-1].event, Abandoned)
