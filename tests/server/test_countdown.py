"""« Prêt ? 3… 2… 1… » before a game that is raced: it begins once all people have said that they are ready, and everybody is told how long it
still is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.harness import Harness, Tab, serving
from tests.server.test_playing import LINK, ME

pytestmark = pytest.mark.alone

COUNT_S = 0.6


async def ready(*tabs: Tab) -> None:
    """All of them say that they are ready."""
    for tab in tabs:
        assert (await tab.do("ready"))["t"] == "applied"


@pytest.fixture
async def counting(tmp_path: Path) -> AsyncIterator[Harness]:
    async with serving(tmp_path / "data", countdown=COUNT_S) as harness:
        yield harness


async def test_a_full_table_counts_before_its_game_begins(counting: Harness) -> None:
    ada, tom = await counting.person("Ada"), await counting.person("Tom")
    table = await ada.make([ME, LINK])
    a, b = await ada.tab(table), await tom.tab(table)
    assert a.view["begins_ms"] == -1
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
    began = time.monotonic()
    await ready(a, b)
    for tab in (a, b):
        view = await tab.until(lambda view: view["begins_ms"] >= 0)
        assert (view["table"]["phase"], view["scene"]) == ("lobby", None), "no card is there yet"
        assert 0 < view["begins_ms"] <= COUNT_S * 1000
    assert (await a.do("start"))["reason"]["key"] == "error.counting"
    assert (await a.act(0, 0))["reason"]["key"] == "error.not_playing"
    assert not a.cues
    for tab in (a, b):
        view = await tab.until(lambda view: view["table"]["phase"] == "playing")
        assert view["begins_ms"] == -1
    assert time.monotonic() - began >= COUNT_S


async def test_who_comes_meanwhile_is_told_how_long_it_still_is(counting: Harness) -> None:
    ada, tom, eve = [await counting.person(name) for name in ("Ada", "Tom", "Eve")]
    table = await ada.make([ME, LINK])
    a, b = await ada.tab(table), await tom.tab(table)
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
    await ready(a, b)
    await asyncio.sleep(COUNT_S / 2)
    late = await eve.tab(table)
    assert 0 < late.view["begins_ms"] < COUNT_S * 1000 * 0.6


async def test_who_stands_up_stops_it(counting: Harness) -> None:
    ada, tom = await counting.person("Ada"), await counting.person("Tom")
    table = await ada.make([ME, LINK])
    a, b = await ada.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await ready(a, b)
    await a.until(lambda view: view["begins_ms"] >= 0)
    assert (await b.do("stand", seat=1))["t"] == "applied"
    await a.until(lambda view: view["begins_ms"] == -1)
    await asyncio.sleep(COUNT_S * 1.5)
    assert counting.services.tables._live[table].state.phase == "lobby"
    await b.do("sit", seat=1, name="Tom")
    await b.until(lambda view: view["awaits_ready"])
    assert [chair["ready"] for chair in b.view["table"]["chairs"]] == [True, False], "who sits down anew"
    await ready(b)
    await a.until(lambda view: view["table"]["phase"] == "playing")


async def test_it_waits_until_all_people_are_ready_and_bots_always_are(counting: Harness) -> None:
    ada, tom = await counting.person("Ada"), await counting.person("Tom")
    table = await ada.make([ME, LINK, {"who": "bot", "level": "random"}])
    a, b = await ada.tab(table), await tom.tab(table)
    assert not a.view["awaits_ready"], "a seat is open"
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda view: view["awaits_ready"])
    assert (await a.do("ready"))["t"] == "applied"
    assert (await a.do("ready"))["reason"]["key"] == "error.already_ready"
    refused = await a.do("start")
    assert (refused["reason"]["key"], refused["reason"]["args"]) == ("error.not_ready", {"name": "Tom"})
    await asyncio.sleep(COUNT_S * 1.5)
    assert counting.services.tables._live[table].state.phase == "lobby", "nobody counts before Tom is ready"
    assert (await b.do("ready"))["t"] == "applied"
    await a.until(lambda view: view["begins_ms"] >= 0)
    assert not a.view["awaits_ready"]
    await a.until(lambda view: view["table"]["phase"] == "playing")
    assert (await a.do("ready"))["reason"]["key"] == "error.already_started"


async def test_who_only_watches_need_not_be_ready(counting: Harness) -> None:
    ada, eve = await counting.person("Ada"), await counting.person("Eve")
    table = await ada.make([ME, {"who": "bot", "level": "random"}])
    a = await ada.tab()
    a.table = table
    await a.hello()
    e = await eve.tab()
    e.table = table
    await e.hello()
    assert (await e.do("ready"))["reason"]["key"] == "error.not_seated"
    await ready(a)
    await e.until(lambda view: view["table"]["phase"] == "playing")


async def test_a_game_without_races_begins_at_once(counting: Harness) -> None:
    ada = await counting.person("Ada")
    table = await ada.make([ME, {"who": "bot", "level": "random"}], game="billabong")
    tab = await ada.tab(table)
    counted = []
    await tab.until(lambda view: counted.append(view["begins_ms"]) or view["table"]["phase"] == "playing")
    assert set(counted) == {-1}, "nobody counts before it"
