"""A guest's finished games: found by game and by person, page by page, quickly; also those of an older data folder."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludotheque.core.catalogue import say
from ludotheque.core.outcome import Outcome
from ludotheque.server.base.names import folded
from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import Act, LogEvent, Resigned, Row, Sat, Started, Time
from ludotheque.server.room.spec import ChairSpec, TableSpec, opening
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.services import Services
from ludotheque.server.store import results, sql
from ludotheque.server.store.log import FILE, Batch, Result, Store
from ludotheque.server.store.results import PAGE, Sitter, Told, pattern, result_of
from ludotheque.server.store.sql import Statement
from ludotheque.server.thinking import pool as bots_pool
from ludotheque.server.web.table_lists import history
from tests.server.harness import Harness, Person, serving
from tests.server.older import make_older
from tests.server.test_playing import BOT, LINK, ME


async def given_up(person: Person, game: str = "bantu", **more: Any) -> str:
    """A table where this person gave up against a bot."""
    table = await person.make([ME, BOT], game=game, **more)
    tab = await person.tab(table)
    await tab.until(lambda view: view["table"]["phase"] == "playing")
    await tab.do("resign", seat=0)
    await tab.until(lambda view: view["table"]["phase"] == "over")
    await tab.close()
    return table


async def listed(person: Person, **asked: Any) -> dict[str, Any]:
    answer = await person.http.get("/api/history", params=asked)
    found: dict[str, Any] = answer.json()
    return found


async def test_a_finished_game_is_found_by_game_and_person_with_its_result(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tomáš")
    before = time.time_ns() // 1_000_000
    a = await lea.tab(await lea.make([ME, LINK], game="billabong"))
    b = await tom.tab(a.table)
    await b.do("sit", seat=1, name="Tomáš")
    await b.do("resign", seat=1)
    await b.until(lambda view: view["table"]["phase"] == "over")
    alone = await given_up(lea)
    await lea.make([ME, BOT], game="bantu")
    found = await listed(lea)
    assert [table["id"] for table in found["tables"]] == [alone, a.table]
    assert (found["count"], found["pages"], found["games"]) == (2, 1, ["bantu", "billabong"])
    told = found["tables"][1]
    assert [(chair["name"], chair["yours"], chair["resigned"]) for chair in told["chairs"]] == [
        ("Léa", True, False),
        ("Tomáš", False, True),
    ]
    assert told["outcome"]["ranking"] == [1, 2]
    assert before <= told["ended_ms"] <= time.time_ns() // 1_000_000
    assert 0 <= told["lasted_ms"] <= told["ended_ms"] - before
    assert "guest" not in str(found)
    for asked, ids in (
        ({"game": "bantu"}, [alone]),
        ({"who": "tomas"}, [a.table]),
        ({"who": "TOMÁ"}, [a.table]),
        ({"who": "léa"}, [alone, a.table]),
        ({"who": "%"}, []),
        ({"game": "b_ntu"}, []),
        ({"page": "1"}, []),
    ):
        assert [table["id"] for table in (await listed(lea, **asked))["tables"]] == ids, asked
    assert [table["id"] for table in (await listed(tom))["tables"]] == [a.table]
    assert (await listed(await server.person("Zoé")))["count"] == 0
    assert (await listed(server.stranger()))["count"] == 0
    assert (await listed(lea, page="-1"))["error"]["key"] == "error.bad_input"
    mine = (await lea.http.get("/api/tables")).json()["mine"]
    assert all(table["at_ms"] >= before for table in mine)
    over = next(table for table in mine if table["id"] == a.table)
    assert (over["outcome"]["ranking"], over["ended_ms"]) == ([1, 2], told["ended_ms"])


async def test_ones_history_has_the_games_that_one_played(server: Harness) -> None:
    lea, tom, zoe = await server.person("Léa"), await server.person("Tom"), await server.person("Zoé")
    table = await lea.make([LINK, LINK], game="billabong")
    a, b, c = await lea.tab(table), await tom.tab(table), await zoe.tab(table)
    like_her = f'"guest":{server.services.tables._rooms[table].state.host},'
    await a.do("sit", seat=0, name="Léa")
    await a.do("stand", seat=0)
    await c.do("sit", seat=0, name=like_her)
    await b.do("sit", seat=1, name=f"\\{like_her}")
    await b.until(lambda view: view["table"]["phase"] == "playing")
    await b.do("resign", seat=1)
    await b.until(lambda view: view["table"]["phase"] == "over")
    for person, count in ((lea, 0), (tom, 1), (zoe, 1)):
        found = await listed(person)
        assert (found["count"], len(found["tables"]), len(found["games"])) == (count, count, count)
    assert [each["id"] for each in (await lea.http.get("/api/tables")).json()["mine"]] == [table], (
        "who made a table finds it"
    )


async def test_games_of_an_older_folder_are_found_after_one_look_at_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server:
        lea = await server.person("Léa")
        over = await given_up(lea)
        going_on = await lea.make([ME, BOT], game="bantu")
        expected = (await listed(lea))["tables"]
    make_older(tmp_path / FILE, "0001")
    looking, study = asyncio.Event(), bots_pool.Bots.study

    async def waiting(self: bots_pool.Bots, *given: Any) -> Any:
        await looking.wait()
        return await study(self, *given)

    monkeypatch.setattr(bots_pool.Bots, "study", waiting)
    async with serving(tmp_path) as server:
        assert await server.services.store.unknown_results() != []
        looking.set()
        await server.services.compiling
        store = server.services.store
        assert await store.unknown_results() == []
        assert (await store.knows_result(over), await store.knows_result(going_on)) == (True, False)
        room = await server.services.tables.get(over)
        assert room is not None
        found = await history(store, room.state.host, "", "", 0)
        assert msgspec.json.decode(msgspec.json.encode(found["tables"])) == expected


async def test_an_unreadable_old_game_stops_no_other_and_overwrites_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server:
        lea = await server.person("Léa")
        tables = [await given_up(lea) for _ in range(4)]
        expected = (await listed(lea))["tables"]
    make_older(tmp_path / FILE, "0001")
    study = bots_pool.Bots.study
    serves: asyncio.Future[Services] = asyncio.get_running_loop().create_future()

    async def failing(self: bots_pool.Bots, thought: Any, table: str, *given: Any) -> Any:
        if table == tables[0]:
            raise bots_pool.BotFailed("died")
        if table == tables[1]:
            raise ValueError("what no bot says")
        if table == tables[2]:  # meanwhile somebody opens it, and it is over
            services = await serves
            assert await services.tables.get(table) is not None
            opened.append(await services.store.knows_result(table))
            return Result(table, "bantu", 0, "", "")
        return await study(self, thought, table, *given)

    opened: list[bool] = []
    monkeypatch.setattr(bots_pool.Bots, "study", failing)
    async with serving(tmp_path) as server:
        serves.set_result(server.services)
        await server.services.compiling
        assert opened == [True]
        store = server.services.store
        assert await store.unknown_results() == []
        assert [await store.knows_result(table) for table in tables] == [False, False, True, True]
        for table in tables[:2]:
            room = await server.services.tables.get(table)
            assert room is not None
            assert await store.knows_result(table), "once its table is opened"
        found = await history(store, room.state.host, "", "", 0)
        assert msgspec.json.decode(msgspec.json.encode(found["tables"])) == expected


async def test_a_result_that_was_not_written_is_written_when_its_table_is_opened(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        over = await given_up(await server.person("Léa"))
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute("DELETE FROM results")
        database.commit()
    async with serving(tmp_path) as server:
        assert not await server.services.store.knows_result(over)
        await server.services.tables.get(over)
        assert await server.services.store.knows_result(over)


def seated(game: str, seats: int, *then: LogEvent, **options: Any) -> TableState:
    """A table of people at which a game has begun, and what happened then."""
    chairs = [ChairSpec("me", "Ada"), *[ChairSpec("link")] * (seats - 1)]
    spec = TableSpec(game, seats, chairs, first=0, options=options)
    sat = [Sat(seat, seat + 1, f"P{seat}", False, "02") for seat in range(1, seats)]
    events = [*opening(1, "Ada", spec), *sat, Started(0), *then]
    return fold("t", [Row(seq, None, 1000, event) for seq, event in enumerate(events)])


def ended(game: str, seats: int, **options: Any) -> TableState:
    """The same, after a game played by lot to its end."""
    state, chosen = seated(game, seats, **options), random.Random(5)
    while state.table is not None and not state.table.is_over:
        seat = state.table.actors[0]
        act = Act(seat, chosen.choice(list(state.table.legal_actions(seat))))
        state.apply(Row(state.seq + 1, None, 1000, act))
    return state


def shown_points(state: TableState) -> list[int]:
    """Each seat's points as its line beside the board says them."""
    assert state.table is not None
    return [int(say(each.lines[0], "en").split()[0]) for each in state.table.scene().standings]


def test_of_a_game_that_counts_points_those_of_each_side_are_kept() -> None:
    race, teams = ended("banjooli-cross", 3), ended("boussanga", 4, mode="teams")
    assert results.listed(result_of(race), 1)["points"] == sorted(shown_points(race), reverse=True)
    own = shown_points(teams)
    assert own[:2] == own[2:]
    told = results.listed(result_of(teams), 1)
    assert told["points"] == sorted(own[:2], reverse=True), "each team once, that which won first"
    for state in (
        seated("banjooli-cross", 2, Resigned(1)),
        ended("boussanga", 2, mode="cooperative"),
        ended("bantu", 2),
    ):
        assert state.outcome is not None
        assert results.listed(result_of(state), 1)["points"] == [], "they decided nothing"


@pytest.mark.parametrize("games", [300])
async def test_among_hundreds_of_games_a_page_is_found_at_once(
    tmp_path: Path, database: str, games: int
) -> None:
    store = Store(tmp_path, database)
    await store.open()
    for number in range(games):
        table, mine = f"table{number:05}", 1 if number % 2 else 2
        people = [mine, 3] if number % 10 == 1 else [mine]
        await store.append(Batch(table, [Row(0, None, number, Time(0))], ("bantu", mine), people))
        name = "Zoé" if number % 10 == 1 else "Tom"
        chairs = [Sitter("person", "Léa", "", mine), Sitter("person", name, "", 3)]
        told = msgspec.json.encode(Told(chairs, Outcome((1.0, 0.0), (1, 2), "all_home"), 90)).decode()
        await store.add_result(Result(table, "bantu", 1000 + number, folded(f"Léa\n{name}"), told))
    slowest = 0.0
    for page in range(games // 2 // PAGE):
        began = time.perf_counter()
        found = (
            await history(store, 1, "bantu", "zoe", 0) if page % 2 else await history(store, 1, "", "", page)
        )
        slowest = max(slowest, time.perf_counter() - began)
        assert found["count"] == (games // 10 if page % 2 else games // 2)
        assert len(found["tables"]) == PAGE
    ended = [table["ended_ms"] for table in (await history(store, 1, "", "", 0))["tables"]]
    assert ended == sorted(ended, reverse=True)
    print(f"{games} games: a page takes at most {1000 * slowest:.1f} ms")
    assert slowest < 0.5  # some milliseconds on an idle machine
    if database:
        await store.close()
        return
    plan = store.database.read(
        Statement(f"EXPLAIN QUERY PLAN {sql.GAMES_OF.wanted}"), (1, "%", log_events.BRANCH)
    )
    assert not any(str(row[3]).startswith("SCAN seated") and "INDEX" not in str(row[3]) for row in plan), plan
    await store.close()


def test_names_are_found_without_capitals_and_accents() -> None:
    assert folded("  ZOÉ  Ñandú ") == "zoe nandu"
    assert pattern("50%_a\\b") == "%50\\%\\_a\\\\b%"
