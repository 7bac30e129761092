"""« 3… 2… 1… » before a game that is raced: nobody can do anything before it is over, and everybody is told how long it still is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.harness import Harness, serving
from tests.server.test_playing import LINK, ME

pytestmark = pytest.mark.alone

COUNT_S = 0.6


@pytest.fixture
async def counting(tmp_path: Path) -> AsyncIterator[Harness]:
    async with serving(tmp_path / "data", countdown=COUNT_S) as harness:
        yield harness


async def test_a_full_table_counts_before_its_game_begins(counting: Harness) -> None:
    ada, tom = await counting.person("Ada"), await counting.person("Tom")
    table = await ada.make([ME, LINK])
    a, b = await ada.tab(table), await tom.tab(table)
    assert a.view["begins_ms"] == -1
    began = time.monotonic()
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
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
    await ada.tab(table)
    b = await tom.tab(table)
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
    await asyncio.sleep(COUNT_S / 2)
    late = await eve.tab(table)
    assert 0 < late.view["begins_ms"] < COUNT_S * 1000 * 0.6


async def test_who_stands_up_stops_it(counting: Harness) -> None:
    ada, tom = await counting.person("Ada"), await counting.person("Tom")
    table = await ada.make([ME, LINK])
    a, b = await ada.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda view: view["begins_ms"] >= 0)
    assert (await b.do("stand", seat=1))["t"] == "applied"
    await a.until(lambda view: view["begins_ms"] == -1)
    await asyncio.sleep(COUNT_S * 1.5)
    assert counting.services.tables._live[table].state.phase == "lobby"
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda view: view["table"]["phase"] == "playing")


async def test_a_game_without_races_begins_at_once(counting: Harness) -> None:
    ada = await counting.person("Ada")
    table = await ada.make([ME, {"who": "bot", "level": "random"}], game="billabong")
    tab = await ada.tab(table)
    began = time.monotonic()
    await tab.until(lambda view: view["table"]["phase"] == "playing")
    assert time.monotonic() - began < COUNT_S
