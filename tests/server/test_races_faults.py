"""What goes wrong in a race, and what becomes of it: the outcomes are written down in docs/races.md."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.access.limits import Limits
from ludotheque.server.live import room as rooms
from ludotheque.server.room.log_events import Away, Resolved
from ludotheque.server.store import archive
from tests.server.harness import Harness, Person, Process, Tab, later, serving, until
from tests.server.test_playing import LINK, ME, pair, sit_down
from tests.server.test_races import answered, claim, cued, lines
from tiny.state import GRAB_CODE


async def decided(tab: Tab) -> None:
    """Until the next photo."""
    photos = len(tab.photos)
    while len(tab.photos) == photos:
        await tab.receive()


async def test_after_a_network_failure_during_choices_all_race_again(server: Harness) -> None:
    a, b = await pair(server)
    lea = server.people[0]
    await a.close()
    assert (await b.act(1, 0))["t"] == "applied"
    back = await lea.tab(b.table)
    assert back.view["scene"]["actors"] == [0]
    assert back.view["race"] is None
    assert (await back.act(0, 0))["t"] == "applied"
    view = await back.until(lambda v: v["race"] is not None)
    assert view["race"]["seats"] == [0]


async def test_a_network_that_dies_after_the_press_loses_nothing(server: Harness) -> None:
    a, b = await pair(server)
    lines(server, a.table, 20.0, 20.0)
    cue = await cued(a, b)
    await asyncio.sleep(0.15)
    await b.send(claim(b, cue, 1, 130.0))
    await b.close()
    while not a.photos:
        await a.receive()
    assert a.photos[-1]["rows"][0]["seat"] == 1
    assert a.photos[-1]["rows"][0]["result"] == "taken"


@pytest.mark.alone
async def test_nobody_waits_for_a_network_that_died_in_the_race(server: Harness) -> None:
    a, b = await pair(server)
    lines(server, a.table, 1.0, 350.0)
    cue = await cued(a, b)
    await asyncio.sleep(0.15)
    await a.send(claim(a, cue, 0, 140.0))
    race = server.services.tables._rooms[a.table].races.race  # type: ignore[union-attr]  # it is there
    assert race is not None
    async with asyncio.timeout(5):
        while not race.pending:
            await asyncio.sleep(0)
    (pending,) = race.pending
    assert set(pending.rivals) == {1}
    await b.close()
    await decided(a)
    assert pending.rivals == {}


async def test_who_comes_back_in_a_race_may_still_grab_and_gains_nothing(server: Harness) -> None:
    a, b = await pair(server)
    tom = server.people[1]
    cue = await cued(a, b)
    await b.close()
    await asyncio.sleep(0.3)
    back = await tom.tab(a.table)
    assert back.view["race"]["cue"] == cue
    late = claim(back, cue, 1, 120.0)
    await back.send(late)
    assert (await answered(back, late["command_id"]))["t"] == "applied"
    (row,) = back.photos[-1]["rows"]
    assert row["elapsed_ms"] > 300
    assert row["key_ms"] > 250, "the time that the network was away is not the network's"


async def test_a_pause_of_the_server_is_told_and_recorded(server: Harness) -> None:
    a, b = await pair(server)
    cue = await cued(a, b)
    await asyncio.sleep(0.15)
    await a.send(claim(a, cue, 0, 140.0))
    await asyncio.sleep(0.02)
    time.sleep(0.05)  # noqa: ASYNC251  # the whole server sleeps
    await decided(a)
    assert a.photos[-1]["slow"] is True
    assert a.photos[-1]["doubtful"] is False, "nobody else raced"
    table = server.services.tables._rooms[a.table].state.table
    assert table is not None
    (before, race) = table.journal.races[-1]
    assert race["slow"] is True
    assert race["pause_ms"] > 5
    assert before < len(table.events)


async def test_a_client_that_lies_is_believed_as_far_as_its_line_explains(server: Harness) -> None:
    a, b = await pair(server)
    lines(server, a.table, 5.0, 30.0)
    cue = await cued(a, b)
    await asyncio.sleep(0.4)
    liar = claim(b, cue, 1, 100.0)
    await b.send(liar)
    assert (await answered(b, liar["command_id"]))["t"] == "applied"
    row = b.photos[-1]["rows"][0]
    assert row["compensation_ms"] <= 30.001
    assert row["key_ms"] > 360
    for reaction in (-5, 1e12, "soon"):
        await b.send(claim(b, cue, 1, reaction))  # type: ignore[arg-type]  # wrong on purpose
        assert (await b.until_kind("error"))["reason"]["key"] == "error.malformed"


@pytest.mark.alone
async def test_flooded_grabs_count_once(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits()) as server:
        await server.rules_ready()
        a, b = await pair(server)
        lines(server, a.table, 20.0, 20.0)
        cue = await cued(a, b)
        await asyncio.sleep(0.15)
        sent = [claim(b, cue, 1, 130.0 + n) for n in range(120)]
        for message in sent:
            await b.send(message)
        answers = [await b.until_kind("applied", "rejected", "error") for _ in sent]
        kinds = [answer["t"] for answer in answers]
        assert kinds.count("applied") == 1
        reasons = {answer["reason"]["key"] for answer in answers if answer["t"] != "applied"}
        assert reasons <= {
            "error.already_claimed",
            "error.too_fast",
            "error.race_over",
            "error.not_your_turn",
        }
        assert "error.too_fast" in reasons
        assert len(b.photos[-1]["rows"]) == 1


async def test_a_command_replayed_changes_nothing(server: Harness) -> None:
    a, b = await pair(server)
    lines(server, a.table, 300.0, 300.0)
    cue = await cued(a, b)
    await asyncio.sleep(0.2)
    won, lost = claim(b, cue, 1, 130.0, "won"), claim(a, cue, 0, 180.0, "lost")
    for message, tab in ((won, b), (won, b), (lost, a), (lost, a)):
        await tab.send(message)
    first, second = [await answered(b, "won") for _ in range(2)]
    assert (first["t"], second["t"], first["seq"] == second["seq"]) == ("applied", "duplicate", True)
    refused = [await answered(a, "lost") for _ in range(2)]
    assert [answer["t"] for answer in refused] == ["rejected", "rejected"]
    await a.until(lambda v: v["race"] is None)
    seq = server.services.tables._rooms[a.table].state.seq
    for message, tab, kind in ((won, b, "duplicate"), (lost, a, "rejected")):
        await tab.send(message)
        assert (await answered(tab, message["command_id"]))["t"] == kind
    assert (await b.act(1, 0, command_id="won"))["t"] == "duplicate"
    assert server.services.tables._rooms[a.table].state.seq == seq


@pytest.mark.alone
async def test_of_two_tabs_of_one_player_the_first_claim_counts(server: Harness) -> None:
    a, b = await pair(server)
    other = await server.people[1].tab(b.table)
    lines(server, a.table, 60.0, 60.0)
    cue = await cued(a, b)
    await asyncio.sleep(0.2)
    first, second = claim(b, cue, 1, 150.0), claim(other, cue, 1, 120.0)
    await b.send(first)
    await asyncio.sleep(0.03)
    await other.send(second)
    assert (await answered(other, second["command_id"]))["reason"]["key"] == "error.already_claimed"
    assert (await answered(b, first["command_id"]))["t"] == "applied"
    assert [row["reaction_ms"] for row in b.photos[-1]["rows"]] == [150]


@pytest.mark.alone
async def test_the_clock_waits_for_a_tab_in_the_background_only(
    server: Harness,
) -> None:
    a, b = await pair(server)
    lines(server, a.table, 5.0, 350.0)
    cue = await cued(a, b)
    await asyncio.sleep(0.3)
    await a.send(claim(a, cue, 0, 150.0))
    race = server.services.tables._rooms[a.table].races.race  # type: ignore[union-attr]  # it is there
    assert race is not None
    async with asyncio.timeout(5):
        while not race.pending:
            await asyncio.sleep(0)
    (pending,) = race.pending
    assert pending.closes_ms() - pending.received_ms == 350 + 30
    for tab, seat in ((a, 0), (b, 0), (b, 1)):
        await tab.send({"t": "idle", "table": tab.table, "cue": cue, "seat": seat, "ms": 1_000_000})
    while not a.photos:
        await a.receive()
    assert pending.rivals == {}
    assert pending.closes_ms() == pending.received_ms


async def test_who_gives_up_in_a_race_is_not_waited_for(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = asyncio.Event()

    async def thinks(*_: Any) -> None:
        await over.wait()

    monkeypatch.setattr(server.services.bots, "reflex", thinks)
    lea, tom, zoe = [await server.person(name) for name in ("Léa", "Tom", "Zoé")]
    table = await lea.make([ME, LINK, LINK])
    a, b, c = await lea.tab(table), await tom.tab(table), await zoe.tab(table)
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
    assert (await c.do("sit", seat=2, name="Zoé"))["t"] == "applied"
    lines(server, table, 5.0, 5.0, 300.0)
    cue = await cued(a, b, c)
    await asyncio.sleep(0.15)
    assert (await c.do("resign", seat=2))["t"] == "applied"
    await c.until(lambda v: v["table"]["chairs"][2]["resigned"])
    message = claim(c, cue, 2, 140.0)
    await c.send(message)
    assert (await answered(c, message["command_id"]))["reason"]["key"] == "error.resigned"
    race = server.services.tables._rooms[a.table].races.race  # type: ignore[union-attr]  # it is there
    assert race is not None
    await a.send(claim(a, cue, 0, 140.0))
    async with asyncio.timeout(5):
        while not race.pending:
            await asyncio.sleep(0)
    assert race.pending[0].rivals[2].p95_ms == 0, "a bot plays on, and has no network"
    await decided(a)
    over.set()


async def test_a_claim_that_cannot_be_is_refused_at_once(server: Harness) -> None:
    a, b = await pair(server)

    async def why(tab: Tab, **wrong: Any) -> str:
        message = claim(tab, "nothing", 0, 130.0) | wrong
        await tab.send(message)
        return str((await answered(tab, message["command_id"]))["reason"]["key"])

    assert await why(a) == "error.race_over"
    assert await why(a, seat=1) == "error.not_your_seat"
    assert await why(a, seat=9) == "error.unknown_seat"
    assert await why(a, table="elsewhere") == "error.unknown_table"
    cue = await cued(a, b)
    assert await why(a, cue=cue, action=999) == "error.unreadable"
    assert await why(a, cue=cue, action=0) == "tiny.reason.not_now"
    await a.send(claim(a, cue, 0, 130.0, "x" * 81))
    assert (await answered(a, "x" * 81))["reason"]["key"] == "error.bad_input"
    await a.send({"t": "idle", "table": a.table, "cue": "old", "seat": 0, "ms": 5})
    await a.send({"t": "idle", "table": a.table, "cue": cue, "seat": 1, "ms": 5})
    race = server.services.tables._rooms[a.table].races.race  # type: ignore[union-attr]  # it is there
    await asyncio.sleep(0.05)
    assert race is not None
    assert race.idle_ms == {}


@pytest.mark.alone
async def test_what_happens_by_itself_waits_for_who_pressed_before(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    box = "faces = 6\ncards = 6\nrounds = 1\npawn = 2\npatience_ms = 1000\n"
    table = await lea.make([ME, LINK], components=box)
    a, b = await lea.tab(table), await tom.tab(table)
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
    await b.until(lambda v: v["table"]["phase"] == "playing")
    lines(server, table, 5.0, 340.0)
    cue = await cued(a, b)
    await asyncio.sleep(1.05)
    message = claim(b, cue, 1, 950.0)
    await b.send(message)
    assert (await answered(b, message["command_id"]))["t"] == "applied", "0.95 s are before 1 s"
    assert b.photos[-1]["rows"][0]["key_ms"] < 1000
    view = await b.until(lambda v: v["table"]["phase"] == "over")
    assert view["scene"] is not None
    assert [move["text"] for move in b.moves][-1] == "grab"


async def test_where_nobody_grabs_time_passes_by_itself_as_ever(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    box = "faces = 6\ncards = 6\nrounds = 1\npawn = 2\npatience_ms = 200\n"
    table = await lea.make([ME, LINK], components=box)
    a, b = await lea.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await cued(a, b)
    await a.until(lambda v: v["table"]["phase"] == "over")
    events = server.services.tables._rooms[table].state.table.events  # type: ignore[union-attr]  # it is there
    assert events[-1].at_ms - events[-2].at_ms >= 200 or events[-1].seat == -2
    assert GRAB_CODE not in [event.code for event in events if event.seat >= 0]


@pytest.mark.parametrize("cookie", [True, False])
async def test_a_stranger_cannot_claim(server: Harness, cookie: bool) -> None:
    a, b = await pair(server)
    person = await server.person("Nina") if cookie else server.stranger()
    tab = await person.tab(a.table)
    cue = await cued(a, b)
    message = claim(tab, cue, 0, 130.0)
    await tab.send(message)
    assert (await answered(tab, message["command_id"]))["reason"]["key"] == "error.not_your_seat"


async def test_while_the_server_is_away_the_clock_stands_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "BACK_MS", 60_000)
    async with serving(tmp_path) as server:
        await server.rules_ready()
        a, b = await pair(server)
        await cued(a, b)
        lea, table = server.people[0], a.table
        server.services.tables.has_ended = True  # killed: nobody could write down that people left
    later(tmp_path, 3_600_000)
    async with serving(tmp_path) as server:
        await server.rules_ready()
        lea.base = server.base
        back = await lea.tab(table)
        assert back.view["table"]["phase"] == "playing", "the pawn did not go while nobody could grab it"
        cue = back.view["race"]["cue"]
        grab = claim(back, cue, 0, 200.0)
        await back.send(grab)
        assert (await answered(back, grab["command_id"]))["t"] == "applied"
        rows = await server.services.store.events(table)
        away = [row.event.ms for row in rows if isinstance(row.event, Away)]
        assert len(away) == 1
        assert away[0] > 3_500_000
        assert archive.verify(table, rows) is not None


async def test_killed_in_a_race_the_race_is_run_again_with_a_new_cue(tmp_path: Path) -> None:
    process = await Process(tmp_path, LUDOTHEQUE_RULES="interpreted").start()
    await process.ready("tiny")
    lea, tom = await Person(process.base, "Léa").arrive(), await Person(process.base, "Tom").arrive()
    a, b = await sit_down(lea, tom)
    table, old = a.table, await cued(a, b)
    await process.kill()

    process = await Process(tmp_path, process.port, LUDOTHEQUE_RULES="interpreted").start()
    await process.ready("tiny")
    a, b = await lea.tab(table), await tom.tab(table)
    cue = a.view["race"]["cue"]
    assert cue != old
    assert b.view["race"]["cue"] == cue
    lost = claim(a, old, 0, 150.0)
    await a.send(lost)
    assert (await answered(a, lost["command_id"]))["reason"]["key"] == "error.race_over"
    again = claim(b, cue, 1, 150.0)
    await b.send(again)
    assert (await answered(b, again["command_id"]))["t"] == "applied"
    for person in (lea, tom):
        await person.http.aclose()
    await process.kill(signal.SIGTERM)
    ((identity, rows),) = archive.tables(tmp_path)
    resolved = [row.event for row in rows if isinstance(row.event, Resolved)]
    assert [[row.seat for row in each.claims] for each in resolved] == [[1]]
    assert archive.verify(identity, rows) is not None


@pytest.mark.alone
async def test_after_a_long_pause_of_the_server_a_hand_counts_from_a_new_cue(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "AWAY_MS", 300)
    monkeypatch.setattr(rooms, "BACK_MS", 1200)
    box = "faces = 6\ncards = 6\nrounds = 1\npawn = 2\npatience_ms = 900\n"
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK], components=box)
    a, b = await lea.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    old = await cued(a, b)
    time.sleep(1.6)  # noqa: ASYNC251  # nothing of the server goes on meanwhile
    await a.until(lambda v: v["race"] is not None and v["race"]["cue"] != old)
    grab = claim(a, a.view["race"]["cue"], 0, 200.0)
    await a.send(grab)
    assert (await answered(a, grab["command_id"]))["t"] == "applied", "there was time to come back"
    state = server.services.tables._rooms[table].state
    assert state.table is not None
    assert state.table.journal.races[-1][1]["claims"][0]["elapsed_ms"] < 900


async def test_a_table_that_nobody_watches_is_dropped_though_its_bots_follow_it(server: Harness) -> None:
    lea = await server.person("Léa")
    table = await lea.make([ME, {"who": "bot", "level": "random"}])
    tab = await lea.tab(table)
    await tab.until(lambda v: v["table"]["phase"] == "playing" and len(v["scene"]["actors"]) == 1)
    await tab.act(0, 0)
    await tab.close()

    async def dropped() -> bool:
        server.services.tables.drop_idle(0)
        return table not in server.services.tables._rooms

    await until(dropped, "it is kept in memory")
    again = await lea.tab(table)
    await again.until(lambda v: any(move["text"] == "grab" for move in again.moves))
