"""« Prêt ? 3… 2… 1… » before a game that is raced: it begins once all people have said that they are ready, and everybody is told how long it
still is."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ludotheque.server.live.room import Room
from tests.server.harness import Harness, Tab, serving, visiting
from tests.server.test_playing import BOT, LINK, ME

COUNT_S = 60.0


@pytest.fixture(scope="module")
async def counting_house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harness]:
    async with serving(tmp_path_factory.mktemp("house"), countdown=COUNT_S) as harness:
        yield harness


@pytest.fixture
async def counting(counting_house: Harness) -> AsyncIterator[Harness]:
    """A server where the count ends when a test says so."""
    async with visiting(counting_house) as harness:
        yield harness


def live_of(counting: Harness, table: str) -> Room:
    return counting.services.tables._rooms[table]


def let_end(counting: Harness, table: str) -> None:
    """The count is over."""
    room = live_of(counting, table)
    assert room.counted_s >= 0
    room.counted_s -= COUNT_S
    room.go_on()


async def ready(*tabs: Tab) -> None:
    """All of them say that they are ready."""
    for tab in tabs:
        assert (await tab.do("ready"))["t"] == "applied"


async def two(counting: Harness) -> tuple[str, Tab, Tab]:
    """A full table."""
    ada, tom = await counting.person("Ada"), await counting.person("Tom")
    table = await ada.make([ME, LINK])
    a, b = await ada.tab(table), await tom.tab(table)
    assert a.view["begins_ms"] == -1
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
    return table, a, b


async def test_a_full_table_counts_before_its_game_begins(counting: Harness) -> None:
    table, a, b = await two(counting)
    await ready(a, b)
    for tab in (a, b):
        view = await tab.until(lambda view: view["begins_ms"] >= 0)
        assert (view["table"]["phase"], view["scene"]) == ("lobby", None), "no card is there yet"
        assert 0 < view["begins_ms"] <= COUNT_S * 1000
    assert (await a.do("start"))["reason"]["key"] == "error.counting"
    assert (await a.act(0, 0))["reason"]["key"] == "error.not_playing"
    assert not a.cues
    late = await (await counting.person("Eve")).tab(table)
    assert 0 < late.view["begins_ms"] < a.view["begins_ms"], (
        "who comes meanwhile is told how long it still is"
    )
    let_end(counting, table)
    for tab in (a, b):
        view = await tab.until(lambda view: view["table"]["phase"] == "playing")
        assert view["begins_ms"] == -1


async def test_it_begins_by_itself_when_the_count_is_over(tmp_path: Path) -> None:
    async with serving(tmp_path, countdown=0.3) as server:
        _, a, b = await two(server)
        began = time.monotonic()
        await ready(a, b)
        await b.until(lambda view: view["table"]["phase"] == "playing")
        assert time.monotonic() - began >= 0.3


async def test_standing_up_stops_it(counting: Harness) -> None:
    table, a, b = await two(counting)
    await ready(a, b)
    await a.until(lambda view: view["begins_ms"] >= 0)
    assert (await b.do("stand", seat=1))["t"] == "applied"
    await a.until(lambda view: view["begins_ms"] == -1)
    assert live_of(counting, table).counted_s == -1
    await b.do("sit", seat=1, name="Tom")
    await b.until(lambda view: view["awaits_ready"])
    assert [chair["ready"] for chair in b.view["table"]["chairs"]] == [True, False], "who sits down anew"
    await ready(b)
    let_end(counting, table)
    await a.until(lambda view: view["table"]["phase"] == "playing")


async def test_it_waits_until_all_people_are_ready_and_bots_always_are(counting: Harness) -> None:
    ada, tom = await counting.person("Ada"), await counting.person("Tom")
    table = await ada.make([ME, LINK, BOT])
    a, b = await ada.tab(table), await tom.tab(table)
    assert not a.view["awaits_ready"], "a seat is open"
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda view: view["awaits_ready"])
    assert (await a.do("ready"))["t"] == "applied"
    assert (await a.do("ready"))["reason"]["key"] == "error.already_ready"
    refused = await a.do("start")
    assert (refused["reason"]["key"], refused["reason"]["args"]) == ("error.not_ready", {"name": "Tom"})
    assert live_of(counting, table).counted_s == -1, "nobody counts before Tom is ready"
    assert (await b.do("ready"))["t"] == "applied"
    await a.until(lambda view: view["begins_ms"] >= 0)
    assert not a.view["awaits_ready"]
    let_end(counting, table)
    await a.until(lambda view: view["table"]["phase"] == "playing")
    assert (await a.do("ready"))["reason"]["key"] == "error.already_started"


async def test_watchers_need_not_be_ready(counting: Harness) -> None:
    ada, eve = await counting.person("Ada"), await counting.person("Eve")
    table = await ada.make([ME, BOT])
    a = await ada.tab(table, greet=False)
    await a.hello()
    e = await eve.tab(table, greet=False)
    await e.hello()
    assert (await e.do("ready"))["reason"]["key"] == "error.not_seated"
    await ready(a)
    let_end(counting, table)
    await e.until(lambda view: view["table"]["phase"] == "playing")


async def test_a_game_without_races_begins_at_once(counting: Harness) -> None:
    ada = await counting.person("Ada")
    table = await ada.make([ME, BOT], game="billabong")
    tab = await ada.tab(table)
    counted = []
    await tab.until(lambda view: counted.append(view["begins_ms"]) or view["table"]["phase"] == "playing")
    assert set(counted) == {-1}, "nobody counts before it"
