"""Servers killed in mid-game, restarted, prepared late; bots that die."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludotheque import Table
from ludotheque.core import artefact, registry
from ludotheque.core.record import loads
from ludotheque.server.thinking.pool import BotFailed, Bots
from ludotheque.server.thinking.preparation import BEING_MADE, REST, SOMEBODY_WAITS
from ludotheque.table.replay import verify
from tests.server.clusters import Cluster
from tests.server.harness import Harness, Person, Process, logged, serving
from tests.server.test_playing import BOT, LINK, ME, sit_down

THINKING = {"who": "bot", "level": "steady"}


async def test_killed_in_mid_game_nothing_acknowledged_is_lost(tmp_path: Path, database_or_two: str) -> None:
    process = await Process(tmp_path, database=database_or_two, LUDOTHEQUE_RULES="interpreted").start()
    await process.ready("tiny")
    lea, tom = await Person(process.base, "Léa").arrive(), await Person(process.base, "Tom").arrive()
    a, b = await sit_down(lea, tom)
    table = a.table
    answers = [
        await a.act(0, 2, command_id="first"),
        await b.act(1, 0, command_id="second"),
    ]
    assert [answer["t"] for answer in answers] == ["applied", "applied"]
    before = await a.until(lambda v: v["seq"] >= answers[1]["seq"])
    await process.kill()

    process = await Process(tmp_path, process.port, database_or_two, LUDOTHEQUE_RULES="interpreted").start()
    await process.ready("tiny")
    again, other = await lea.tab(table), await tom.tab(table)
    assert again.view["scene"] == before["scene"]
    assert again.moves == a.moves
    for tab, name, answer in ((again, "first", answers[0]), (other, "second", answers[1])):
        repeated = await tab.act(0, 0, command_id=name)
        assert (repeated["t"], repeated["seq"]) == ("duplicate", answer["seq"])
    assert (await other.act(1, 3))["t"] == "applied"
    for person in (lea, tom):
        await person.http.aclose()
    code, said = await process.kill(signal.SIGTERM)
    assert code in (0, -signal.SIGTERM), said
    assert "Traceback" not in said


async def test_killed_under_load_keeps_every_answer(tmp_path: Path, database_or_two: str) -> None:
    process = await Process(tmp_path, database=database_or_two, LUDOTHEQUE_RULES="interpreted").start()
    await process.ready("tiny")
    lea = await Person(process.base, "Léa").arrive()
    tables = [await lea.make([ME, LINK]) for _ in range(25)]
    applied: list[tuple[str, int]] = []

    async def join(table: str) -> None:
        tab = await lea.tab(table)
        answer = await tab.do("sit", seat=1, name="Zoé", here=True, command_id="join")
        applied.append((table, answer["seq"]))

    tasks = [asyncio.create_task(join(table)) for table in tables]
    while len(applied) < 10:
        await asyncio.sleep(0.002)
    process.process.kill()
    await asyncio.gather(*tasks, return_exceptions=True)
    await process.ended()
    await lea.http.aclose()
    assert len(applied) >= 10
    assert set(applied) <= logged(database_or_two or tmp_path, "join")


async def test_a_game_resumes_where_it_was_when_the_database_restarts(
    tmp_path: Path, postgres: Cluster
) -> None:
    async with serving(tmp_path, database=postgres.ready()) as server:
        await server.rules_ready()
        lea, tom = await server.person("Léa"), await server.person("Tom")
        a, b = await sit_down(lea, tom)
        assert (await a.act(0, 2))["t"] == "applied"
        await asyncio.to_thread(postgres.stop)
        acting = asyncio.create_task(b.act(1, 0))
        await asyncio.to_thread(postgres.start)
        assert (await acting)["t"] == "applied"
        await a.until(lambda _: any(move["seat"] == 1 for move in a.moves))
        assert (await lea.tab(a.table)).moves == a.moves


async def test_a_second_server_on_the_same_folder_is_refused(server: Harness) -> None:
    process = await Process(server.services.settings.data).start(wait=False)
    code, said = await process.ended()
    assert code == 1
    assert f"process {os.getpid()}" in said
    assert "--data" in said


@pytest.fixture
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compiled rules are loaded anew in the test, and again after it."""
    monkeypatch.setattr(artefact, "_artefacts", {})
    artefact._forget()
    yield
    artefact._forget()


@pytest.mark.usefixtures("_forgotten")
async def test_a_table_is_played_before_and_after_compilation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = artefact.folder
    monkeypatch.setattr(artefact, "folder", lambda package, checked=None: tmp_path / "none yet")
    monkeypatch.setattr(
        artefact, "compiler", lambda game, *more: [sys.executable, "-c", "import time; time.sleep(1)"]
    )
    async with serving(tmp_path, compiles=True) as server:
        lea = await server.person("Léa")
        tab = await lea.tab(await lea.make([ME, BOT]))
        view = await tab.until(lambda v: v["table"]["phase"] == "playing" and 0 in v["scene"]["actors"])
        assert server.services.preparation.status("tiny") == "compiling"
        monkeypatch.setattr(artefact, "folder", there)  # as if it were made now
        while view["table"]["phase"] == "playing":
            if 0 in view["scene"]["actors"]:
                choices = next(one for one in view["scene"]["choices"] if one["seat"] == 0)
                action = next(node["action"] for node in choices["nodes"] if node.get("action", -1) >= 0)
                await tab.act(0, action)
                await server.rules_ready("tiny")
            view = await tab.until(lambda v: v["table"]["phase"] == "over" or 0 in v["scene"]["actors"])
        record = (await lea.http.get(f"/api/tables/{tab.table}/record")).text
    assert verify(loads(record)).over


@pytest.mark.usefixtures("_forgotten")
async def test_rules_that_cannot_be_compiled_are_played_interpreted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(artefact, "folder", lambda package, checked=None: tmp_path / "none")
    fails = [sys.executable, "-c", "import sys; sys.exit('no room left on the disk')"]
    monkeypatch.setattr(artefact, "compiler", lambda game, *more: fails)
    async with serving(tmp_path, compiles=True) as server:
        lea = await server.person("Léa")
        tab = await lea.tab(await lea.make([ME, THINKING], "billabong"))
        view = await tab.until(lambda v: v["table"]["bots"] == "weak")
        assert server.services.preparation.why("billabong") == "no room left on the disk"
        games = (await lea.http.get("/api/library")).json()["games"]
        assert next(game["ready"] for game in games if game["name"] == "billabong") == "failed"
        view = await tab.until(lambda v: v["table"]["phase"] == "playing" and 0 in v["scene"]["actors"])
        choices = view["scene"]["choices"][0]
        action = next(node["action"] for node in choices["nodes"] if node.get("action", -1) >= 0)
        assert (await tab.act(0, action))["t"] == "applied"


@pytest.mark.usefixtures("_forgotten")
async def test_a_compiler_that_the_system_kills_is_not_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    def killed(game: str, *more: str) -> list[str]:
        started.append(game)
        return [sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"]

    monkeypatch.setattr(artefact, "folder", lambda package, checked=None: tmp_path / "none")
    monkeypatch.setattr(artefact, "compiler", killed)
    async with serving(tmp_path, compiles=True) as server:
        preparation = server.services.preparation
        async with asyncio.timeout(60):
            while any(preparation.status(game) == "compiling" for game in registry.names()):
                await asyncio.sleep(0.05)
        assert preparation.why("tiny") == "the compiler ended with code -9"
    assert sorted(started) == sorted(registry.names())


async def test_a_full_table_begins_when_a_seated_person_looks_at_it(server: Harness) -> None:
    lea, stranger = await server.person("Léa"), server.stranger()
    table = await lea.make([ME, BOT])
    watching = await stranger.tab(table)
    await asyncio.sleep(0.05)
    assert watching.view["table"]["phase"] == "lobby"
    tab = await lea.tab(table)
    await tab.until(lambda v: v["table"]["phase"] == "playing")
    await watching.until(lambda v: v["table"]["phase"] == "playing")


async def test_a_bot_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_RULES", "interpreted")  # its process is there sooner
    async with serving(tmp_path, bot_processes=True) as server:
        await server.rules_ready()
        await _a_bot_dies(server)


async def _a_bot_dies(server: Harness) -> None:
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, BOT]))
    await tab.until(lambda v: any(move["seat"] == 1 for move in tab.moves))
    before = server.services.bots.pids()
    assert before
    assert os.getpid() not in before
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    await tab.act(0, 0)
    moves = len(tab.moves)
    await tab.until(
        lambda v: sum(move["seat"] == 1 for move in tab.moves) >= 2 or v["table"]["phase"] == "over"
    )
    assert len(tab.moves) > moves
    assert not set(before) & set(server.services.bots.pids())


async def test_a_bot_is_given_a_view_and_never_the_table(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[bytes, int]] = []
    reflex = server.services.bots.reflex

    async def spy(game: str, components: Any, view: bytes, seat: int, *more: Any) -> Any:
        seen.append((view, seat))
        return await reflex(game, components, view, seat, *more)

    monkeypatch.setattr(server.services.bots, "reflex", spy)
    lea = await server.person("Léa")
    table = await lea.make([ME, BOT])
    tab = await lea.tab(table)
    await tab.until(lambda v: any(move["seat"] == 1 for move in tab.moves))
    game = server.services.tables._rooms[table].state.table
    assert game is not None
    view, seat = seen[0]
    assert seat == 1
    state = np.frombuffer(view, game.game.state)
    assert state["card"][0][0] != game.state[0]["card"][0], "the other hand is hidden"
    assert state["card"][0][1] == game.state[0]["card"][1], "its own is not"


async def test_bots_of_a_game_without_a_clock_take_turns(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.rules_ready("billabong")
    seen: list[tuple[bytes, int]] = []
    choose = server.services.bots.choose

    async def spy(game: str, components: Any, view: bytes, seat: int, level: str) -> int:
        seen.append((view, seat))
        return await choose(game, components, view, seat, level)

    monkeypatch.setattr(server.services.bots, "choose", spy)
    lea = await server.person("Léa")
    random_bot = {"who": "bot", "level": "random"}
    table = await lea.make([ME, random_bot], "billabong", options={"mode": "duel"}, first=1)
    tab = await lea.tab(table)
    await tab.until(lambda v: any(move["seat"] == 1 for move in tab.moves))
    state = np.frombuffer(seen[0][0], server.services.tables._rooms[table].state.game.state)
    assert (seen[0][1], int(state["seats"][0])) == (1, 2)


async def test_a_bot_with_nothing_to_do_fails_cleanly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_RULES", "interpreted")  # its process is there sooner
    bots = Bots()
    try:
        table = Table("tiny", 2, seed=1)
        table.play(0, 0)
        with pytest.raises(BotFailed, match="no legal action"):
            await bots.choose("tiny", None, table.view({0}).tobytes(), 0, "greedy")
    finally:
        await bots.close()


async def test_the_game_somebody_looks_at_is_compiled_first(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[tuple[str, int]] = []
    preparation = server.services.preparation
    monkeypatch.setattr(preparation, "want", lambda game, urgency=REST: wanted.append((game, urgency)))
    lea = await server.person("Léa")
    table = await lea.make([ME, LINK])
    assert wanted == [("tiny", BEING_MADE)]
    await lea.http.get("/api/tables")
    assert ("tiny", SOMEBODY_WAITS) not in wanted, "nobody waits for a list"
    await lea.tab(table)
    assert wanted[-1] == ("tiny", SOMEBODY_WAITS)
