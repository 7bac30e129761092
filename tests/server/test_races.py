"""Races over real sockets, in the tiny game: whoever grabs the pawn first."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Table
from ludotheque.bots import LEVELS
from ludotheque.core import record
from ludotheque.core.errors import BadRecord
from ludotheque.server.access.limits import Limits
from ludotheque.server.room.log_events import kind_of
from ludotheque.server.room.races.timing import Trusted
from ludotheque.server.store import archive
from ludotheque.table.replay import replay, verify
from tests.server.harness import Harness, Tab, serving
from tests.server.test_playing import LINK, ME, pair, sit_down
from tiny.state import GRAB_CODE

_ids = itertools.count()


async def cued(*tabs: Tab) -> str:
    """Everybody chooses; the cue that follows, the same for all."""
    cues = set()
    for seat, tab in enumerate(tabs):
        await their_turn(tab, len(tabs) - seat)
        await tab.act(seat, 0)
    for tab in tabs:
        cues.add((await until_cue(tab))["cue"])
    assert len(cues) == 1
    return cues.pop()


async def their_turn(tab: Tab, still: int) -> None:
    """Until so many have still to choose."""
    await tab.until(lambda v: bool(v["scene"]) and v["race"] is None and len(v["scene"]["actors"]) == still)


async def until_cue(tab: Tab) -> dict[str, Any]:
    if tab.cues:
        return tab.cues.pop()
    await tab.until_kind("cue")
    return tab.cues.pop()


def claim(tab: Tab, cue: str, seat: int, reaction_ms: float, command_id: str = "") -> dict[str, Any]:
    return {
        "t": "claim", "table": tab.table, "command_id": command_id or f"claim{next(_ids)}", "cue": cue,
        "seat": seat, "action": GRAB_CODE, "reaction_ms": reaction_ms,
    }  # fmt: skip


def lines(server: Harness, table: str, *round_trips_ms: float) -> None:
    """From now on the lines of the first seat, the second … are known to take so long."""
    room = server.services.tables._rooms[table]
    for watcher in room.watchers:
        seats = room.state.seats_of(watcher.guest)
        line: Any = watcher.line  # type: ignore[attr-defined]  # a socket
        line.watch_closely(False)
        line._sent.clear()
        line.trusted = watcher.trusted = Trusted()
        if seats:
            watcher.trusted.add(asyncio.get_running_loop().time() * 1000, round_trips_ms[seats[0]])


async def answered(tab: Tab, command_id: str) -> dict[str, Any]:
    while True:
        message = await tab.receive()
        if message.get("command_id") == command_id:
            return message


async def test_the_cue_goes_to_all_before_anything_else(server: Harness) -> None:
    a, b = await pair(server)
    stranger = await server.stranger().tab(a.table)
    await a.act(0, 0)
    await b.send(
        {"t": "command", "table": b.table, "command_id": "last", "expected_seq": b.view["seq"],
         "do": {"kind": "act", "seat": 1, "action": 0, "path": []}}
    )  # fmt: skip
    cues = []
    for tab in (a, b, stranger):
        kinds: list[str] = []
        while "cue" not in kinds:
            message = await tab.receive()
            if message["t"] == "update":
                assert message["race"] is None, "the cue comes first"
            kinds.append(message["t"])
        cues.append(message)
    assert cues == cues[:1] * 3
    assert (message["kind"], len(message["cue"])) == ("grab", 8)
    view = await a.until(lambda v: v["race"] is not None)
    assert view["race"] == {
        "cue": message["cue"], "kind": "grab", "at_ms": view["race"]["at_ms"], "by": -1, "seats": [0],
        "actions": [GRAB_CODE],
    }  # fmt: skip
    watched = await stranger.until(lambda v: v["race"] is not None)
    assert (watched["race"]["seats"], watched["race"]["actions"]) == ([], [])


async def test_the_cue_is_complete_and_the_same_for_everybody(server: Harness) -> None:
    a, b = await pair(server)
    stranger = await server.stranger().tab(a.table)
    await cued(a, b)
    await stranger.until_kind("cue")
    cue = stranger.cues[-1]
    view = await a.until(lambda v: v["race"] is not None)
    facts = {name: view["race"][name] for name in ("cue", "kind", "at_ms", "by", "actions")}
    assert cue == {"t": "cue", "table": a.table, "seats": [0, 1], **facts}


@pytest.mark.alone
async def test_the_quicker_hand_wins_though_it_is_heard_later(server: Harness) -> None:
    a, b = await pair(server)
    lines(server, a.table, 1.0, 350.0)
    cue = await cued(a, b)
    await asyncio.sleep(0.4)
    near, far = claim(a, cue, 0, 395.0), claim(b, cue, 1, 240.0)
    await a.send(near)
    await asyncio.sleep(0.03)
    await b.send(far)
    won = await answered(b, far["command_id"])
    lost = await answered(a, near["command_id"])
    assert (won["t"], lost["t"]) == ("applied", "rejected")
    state = server.services.tables._rooms[a.table].state
    assert state.table is not None
    assert state.table.state[0]["score"][1] >= 2
    photo = a.photos[-1]
    assert [(row["seat"], row["place"], row["result"]) for row in photo["rows"]] == [
        (1, 1, "taken"),
        (0, 2, "late"),
    ]
    first, second = photo["rows"]
    assert first["reaction_ms"] == 240
    assert first["key_ms"] == pytest.approx(first["elapsed_ms"] - first["compensation_ms"], abs=0.01)
    assert first["compensation_ms"] > 80
    assert second["compensation_ms"] <= 1.001
    assert (first["text"], photo["kind"], photo["cue"]) == ("grab", "grab", cue)
    assert photo == b.photos[-1]


async def test_racing_on_cancels_a_resignation(tmp_path: Path) -> None:
    async with serving(tmp_path, resign_after=60.0) as server:
        await server.rules_ready()
        a, b = await pair(server)
        lines(server, a.table, 1.0, 1.0)
        cue = await cued(a, b)
        assert (await a.do("resign", seat=0))["t"] == "applied"
        await b.until(lambda v: v["table"]["chairs"][0]["resigns_ms"] > 0)
        grab = claim(a, cue, 0, 300.0)
        await a.send(grab)
        taken = await answered(a, grab["command_id"])
        assert taken["t"] == "applied"
        view = await b.until(lambda v: v["table"]["chairs"][0]["resigns_ms"] == -1)
        assert not view["table"]["chairs"][0]["resigned"]
        log = await server.services.store.events(a.table)
        kinds = [kind_of(row.event) for row in log]
        assert kinds.index("resolved") - kinds.index("stayed") == 1
        assert kind_of(log[taken["seq"]].event) == "act"


async def test_a_raced_game_replays_and_is_verified_without_a_clock(server: Harness) -> None:
    a, b = await pair(server)
    lines(server, a.table, 10.0, 10.0)
    room = server.services.tables._rooms[a.table]
    for _ in range(2):
        cue = await cued(a, b)
        await asyncio.sleep(0.15)
        grab = claim(b, cue, 1, 130.0)
        await b.send(grab)
        assert (await answered(b, grab["command_id"]))["t"] == "applied"
    over = await a.until(lambda v: v["table"]["phase"] == "over")
    assert over["race"] is None
    table = room.state.table
    assert table is not None
    assert len(table.journal.races) == 2
    told = record.loads(record.dumps(table.record()))
    races = [line["race"] for line in told if "race" in line]
    acts = [line for line in told if line.get("action") == GRAB_CODE]
    assert [race["claims"][0]["ms"] for race in races] == [act["at_ms"] for act in acts]
    claims = races[0]["claims"]
    assert set(claims[0]) == {
        "seat", "action", "ms", "result", "elapsed_ms", "reaction_ms", "trusted_ms", "quota_ms",
        "compensation_ms", "reach_ms", "handicap_ms", "key_ms",
    }  # fmt: skip
    again = replay(told)
    assert again.state.tobytes() == table.state.tobytes()
    assert again.record() == table.record()
    assert verify(told).over
    rows = await server.services.store.events(a.table)
    assert archive.verify(a.table, rows) == verify(table.record())
    kinds = [kind_of(row.event) for row in rows]
    assert kinds[kinds.index("resolved") + 1] == "act"
    with pytest.raises(BadRecord, match="describes a race"):
        replay([*Table("billabong", 2, seed=1).record(), {"race": {}}])
    for wrong in ({"race": 5}, {"race": {}, "n": 1}):
        with pytest.raises(BadRecord, match="one object named “race”"):
            replay([told[0], wrong])


@pytest.mark.alone
async def test_a_handicap_and_the_way_of_the_hand_count(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK | {"handicap_ms": 150}], options={"calm": True})
    a, b = await lea.tab(table), await tom.tab(table)
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
    view = await b.until(lambda v: v["table"]["phase"] == "playing")
    assert [chair["handicap_ms"] for chair in view["table"]["chairs"]] == [0, 150]
    lines(server, table, 300.0, 300.0)
    cue = await cued(a, b)
    await asyncio.sleep(0.35)
    near, slow = claim(a, cue, 0, 290.0), claim(b, cue, 1, 305.0)
    await a.send(near)
    await asyncio.sleep(0.02)
    await b.send(slow)
    assert (await answered(b, slow["command_id"]))["t"] == "applied"
    rows = {row["seat"]: row for row in b.photos[-1]["rows"]}
    assert (rows[1]["reach_ms"], rows[1]["handicap_ms"], rows[0]["reach_ms"]) == (100, 150, 0)
    bad = {"game": "tiny", "seats": 2, "chairs": [ME, LINK | {"handicap_ms": 501}]}
    assert (await lea.http.post("/api/tables", json=bad)).status_code == 422


@pytest.mark.alone
async def test_a_raced_action_sent_as_a_command_counts_when_it_came(server: Harness) -> None:
    a, b = await pair(server)
    lines(server, a.table, 10.0, 350.0)
    cue = await cued(a, b)
    await asyncio.sleep(0.4)
    plain = asyncio.create_task(a.act(0, GRAB_CODE))
    await asyncio.sleep(0.02)
    far = claim(b, cue, 1, 160.0)
    await b.send(far)
    assert (await answered(b, far["command_id"]))["t"] == "applied"
    assert (await plain)["t"] == "rejected"


@pytest.mark.alone
async def test_bots_race_with_their_reflexes(server: Harness) -> None:
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, {"who": "bot", "level": "master"}]))
    await tab.act(0, 0)
    await tab.until(lambda v: any(move["text"] == "grab" for move in tab.moves))
    assert tab.photos
    (row,) = tab.photos[0]["rows"]
    assert (row["seat"], row["result"], row["compensation_ms"]) == (1, "taken", 0)
    said_ms = 300 - 40 * LEVELS.index("master")
    assert said_ms <= row["reaction_ms"] < said_ms + 30, "the game said in how long"
    assert row["key_ms"] == row["reaction_ms"]


@pytest.mark.alone
async def test_a_bot_keeps_its_plan_while_its_reflex_says_the_same(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK, {"who": "bot", "level": "random"}])
    a, b = await lea.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda v: any(move["text"] == "…" and move["seat"] == 2 for move in a.moves))
    asked: list[Any] = []
    reflex = server.services.bots.reflex

    async def spy(*given: Any) -> Any:
        found = await reflex(*given)
        asked.append((given[-1], found))
        return found

    monkeypatch.setattr(server.services.bots, "reflex", spy)
    await their_turn(b, 2)
    await b.act(1, 0)
    await their_turn(a, 1)
    await a.act(0, 0)
    await a.until(lambda v: v["race"] is not None)
    server.services.tables._rooms[table].notify()
    await a.until(lambda v: any(move["text"] == "grab" for move in a.moves))
    grabs = {given for given in asked if given[1] and given[1][0] == GRAB_CODE}
    assert len(grabs) == 1, "the same view and luck, the same plan"
    (row,) = a.photos[0]["rows"]
    assert row["reaction_ms"] == grabs.pop()[1][1], "at the instant the reflex said, whoever asked it again"


async def test_hands_and_cheers_are_shown_to_others_and_kept_nowhere(server: Harness) -> None:
    a, b = await pair(server)
    stranger = await server.stranger().tab(a.table)
    seq = a.view["seq"]
    await a.send({"t": "wave", "table": a.table, "seat": 0, "x": -0.5, "y": 1})
    await a.send({"t": "wave", "table": a.table, "seat": 1, "x": 0, "y": 0})
    for tab in (b, stranger):
        waved = await tab.until_kind("waves")
        assert waved == {"t": "waves", "table": a.table, "seat": 0, "x": -0.5, "y": 1.0}
    for _ in range(9):
        await stranger.send({"t": "cheer", "table": a.table, "kind": "clap"})
    cheered = await a.until_kind("cheers")
    assert cheered == {"t": "cheers", "table": a.table, "seat": -1, "name": "", "kind": "clap"}
    await b.send({"t": "cheer", "table": a.table, "kind": "drum"})
    assert (await b.until_kind("cheers"))["kind"] in ("clap", "drum")
    await a.send({"t": "wave", "table": a.table, "seat": 0, "x": 2, "y": 0})
    assert "x" in (await a.until_kind("error"))["reason"]["args"]["why"]
    assert server.services.tables._rooms[a.table].state.seq == seq


@pytest.mark.alone
async def test_gestures_beyond_their_limits_are_dropped(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits()) as server:
        await server.rules_ready()
        a, b = await pair(server)
        for _ in range(20):
            await a.send({"t": "cheer", "table": a.table, "kind": "clap"})
        for n in range(100):
            await a.send({"t": "wave", "table": a.table, "seat": 0, "x": n / 100, "y": 0})
        assert (await a.act(0, 0))["t"] == "applied", "what is asked for is counted apart"
        heard = {"cheers": 0, "waves": 0}
        while len(b.view["scene"]["actors"]) > 1:
            message = await b.receive()
            if message["t"] in heard:
                heard[message["t"]] += 1
        assert 1 <= heard["cheers"] <= 8
        assert 1 <= heard["waves"] <= 64


async def test_a_line_is_measured_below_the_page(server: Harness) -> None:
    a, _ = await pair(server)
    room = server.services.tables._rooms[a.table]

    def measured() -> list[Trusted]:
        return [
            watcher.trusted for watcher in room.watchers if watcher.trusted.p95(0) or watcher.trusted._samples
        ]

    async with asyncio.timeout(10):
        while len(measured()) < 2:
            await a.send({"t": "idle", "table": a.table, "cue": "", "seat": 0, "ms": 0})
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(a.ws.recv(), 0.05)
    for line in measured():
        assert 0 < line.least(asyncio.get_running_loop().time() * 1000) < 1000
        assert line.kernel_ms is None, (
            "a line from this machine may be a tunnel: the kernel knows nothing of it"
        )


async def test_pointer_travel_shortens_the_reach_and_is_recorded(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    a, b = await sit_down(lea, tom, options={"calm": True})
    cue = await cued(a, b)
    lines(server, a.table, 0.0, 0.0)
    await asyncio.sleep(0.6)
    grab = claim(b, cue, 1, 590.0) | {"travel_ms": 70.0}
    await b.send(grab)
    assert (await answered(b, grab["command_id"]))["t"] == "applied"
    while not b.photos:
        await b.receive()
    row = b.photos[-1]["rows"][0]
    assert row["reach_ms"] == 30.0, "a hand has 100 ms to go to the second seat's pawn"
    assert row["key_ms"] == pytest.approx(row["elapsed_ms"] + 30.0, abs=0.01)
    table = server.services.tables._rooms[a.table].state.table
    assert table is not None
    assert table.journal.races[-1][1]["claims"][0]["travel_ms"] == 70.0
