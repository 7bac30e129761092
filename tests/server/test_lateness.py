"""How late the event loop is: counted beat by beat, and told at `/api/health`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest

from ludotheque.server.base.lateness import MAX_MS, Counted, Lateness
from ludotheque.server.live import room
from ludotheque.server.room import views
from tests.server.harness import Harness, Tab
from tests.server.test_playing import LINK, ME, pair


def test_the_figures_are_those_of_what_was_counted() -> None:
    counted = Counted()
    for ms in range(1, 1001):
        counted.add(ms / 10)
    figures = counted.figures()
    assert figures["p50"] == pytest.approx(50, abs=0.2)
    assert figures["p99"] == pytest.approx(99, abs=0.2)
    assert figures["p999"] == pytest.approx(99.9, abs=0.2)
    assert (figures["max"], figures["samples"]) == (100.0, 1000)


def test_lateness_is_0_without_beats_and_exact_for_a_very_late_one() -> None:
    counted = Counted()
    assert counted.figures() == {"p50": 0.0, "p99": 0.0, "p999": 0.0, "max": 0.0, "samples": 0}
    counted.add(3 * MAX_MS)
    assert counted.figures()["max"] == 3 * MAX_MS


def test_a_late_beat_stands_for_those_that_were_due_meanwhile() -> None:
    lateness = Lateness()
    lateness.beat(35.0, 10.0)
    figures = lateness.figures()["loop_lag_ms"]
    assert (figures["max"], figures["samples"]) == (35.0, 4)


def test_what_other_programs_took_is_not_the_loops_own() -> None:
    lateness = Lateness()
    lateness.beat(0.0, 10.0)
    time.sleep(0.03)
    lateness.beat(30.0, 10.0)
    assert lateness.figures()["loop_lag_ms"]["max"] == 30.0
    assert lateness.figures()["loop_own_ms"]["max"] < 20.0


async def test_a_loop_that_was_held_up_says_so_until_it_counts_anew(server: Harness) -> None:
    lea = await server.person("Léa")
    await lea.tab(await lea.make([ME, LINK]))
    await asyncio.sleep(0.05)
    until = time.monotonic() + 0.2
    while time.monotonic() < until:
        pass
    await asyncio.sleep(0.05)
    said = (await lea.http.get("/api/health?reset=1")).json()
    assert said["ok"] is True
    assert said["loop_lag_ms"]["max"] >= 150
    assert said["loop_lag_ms"]["samples"] >= 15
    assert said["window_s"] > 0.2
    again = (await lea.http.get("/api/health")).json()
    assert again["window_s"] < said["window_s"]
    assert again["loop_lag_ms"]["samples"] < said["loop_lag_ms"]["samples"]


async def test_only_this_machine_makes_it_count_anew(own_server: Harness) -> None:
    lateness = own_server.services.tables.pulse.lateness
    lateness.beat(1.0, 10.0)
    await own_server.stranger().http.get("/api/health?reset=1", headers={"x-forwarded-for": "203.0.113.7"})
    assert lateness.figures()["loop_lag_ms"]["samples"] == 1


async def refused(tab: Tab) -> None:
    assert (await tab.act(0, 0, expected=0))["reason"]["key"] == "error.not_your_seat"


async def watching(tab: Tab) -> None:
    assert (await tab.hello())["t"] == "welcome"


async def turned_away(tab: Tab) -> None:
    await refused(tab)
    await watching(tab)


@pytest.mark.parametrize("comes", [refused, watching, turned_away])
async def test_whoever_comes_late_is_told_the_game_a_little_at_a_time(
    server: Harness, monkeypatch: pytest.MonkeyPatch, comes: Callable[[Tab], Awaitable[None]]
) -> None:
    tabs = await pair(server)
    here = await server.services.tables.get(tabs[0].table)
    assert here is not None
    table = here.state.table
    assert table is not None
    while table.actors and here.state.seq < 12:
        seat = table.actors[0]
        done = await tabs[seat].act(seat, int(table.legal_actions(seat)[0]), expected=here.state.seq)
        assert done["t"] == "applied"
    made: list[int] = []
    whole = views.MoveList.go_on

    def counted(told: views.MoveList, until_s: float | None = None) -> bool:
        before = len(told.moves)
        done = whole(told, until_s)
        made.append(len(told.moves) - before)
        return done

    monkeypatch.setattr(views.MoveList, "go_on", counted)
    monkeypatch.setattr(room, "AT_ONCE_S", 0.0)
    other = await (await server.person("Ida")).tab()
    other.table = tabs[0].table
    await comes(other)
    assert sum(made) >= 4
    assert max(made) == 1
