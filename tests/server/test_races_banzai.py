"""Races in Banzaï!: calls that beat one another, the caller's own hand, false starts, networks that die in each phase."""

from __future__ import annotations

import asyncio
import itertools
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.core import record
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.racing import RACING
from ludotheque.games.banzai.rules.calls import BANZAI, STOP1
from ludotheque.games.banzai.state import FAMILIES, NO_FAMILY, Phase
from ludotheque.server.base.lateness import Pulse
from ludotheque.server.live import table_races
from ludotheque.server.room.races.credit import Credits
from ludotheque.server.room.races.photo import develop, photo, raw
from ludotheque.server.room.races.race import Claim, Race
from ludotheque.server.room.races.timing import Trusted
from ludotheque.server.room.wire import plain
from ludotheque.table.replay import replay
from tests.banzai import tables
from tests.server.harness import Harness, Tab
from tests.server.test_playing import LINK, ME
from tests.server.test_races import answered, lines

SHOUT = codes.call_code(BANZAI, NO_FAMILY)
_ids = itertools.count()


@pytest.fixture
async def server(server: Harness) -> Harness:
    await server.rules_ready("banzai", 600)
    return server


async def three(server: Harness, **options: Any) -> list[Tab]:
    """Three players at a table, in their first time of calling; the lines of the first two are near, the third's is far."""
    people = [await server.person(name) for name in ("Léa", "Tom", "Zoé")]
    options = {"time_limit": 0} | options
    table = await people[0].make([ME, LINK, LINK], "banzai", options=options, components=None)
    tabs = [await person.tab(table) for person in people]
    for seat, tab in enumerate(tabs[1:], 1):
        assert (await tab.do("sit", seat=seat, name=f"P{seat}"))["t"] == "applied"
    for tab in tabs:
        await tab.until(lambda v: v["race"] is not None)
        assert tab.view["race"]["kind"] == "call"
    lines(server, table, 5.0, 5.0, 340.0)
    return tabs


def state_of(server: Harness, tab: Tab) -> Any:
    table = server.services.tables._rooms[tab.table].state.table
    assert table is not None
    return table.state[0]


async def press(tab: Tab, seat: int, action: int, reaction_ms: float, cue: str = "", name: str = "") -> str:
    name = name or f"press{next(_ids)}"
    await tab.send(
        {"t": "claim", "table": tab.table, "command_id": name, "cue": cue or tab.view["race"]["cue"], "seat": seat,
         "action": action, "reaction_ms": reaction_ms}
    )  # fmt: skip
    return name


def since_cue(server: Harness, tab: Tab) -> float:
    race = server.services.tables._rooms[tab.table].races.race  # type: ignore[union-attr]  # it is there
    assert race is not None
    return asyncio.get_running_loop().time() * 1000 - race.fired_ms


def carry_stop(server: Harness, tab: Tab, seat: int) -> int:
    """Give a seat three of a family (in memory only); the code of its first Stop."""
    s = state_of(server, tab)
    family = next(family for family in range(12) if int(s["in_play"]) >> family & 1)
    s["hands"][seat] = sum(1 << (5 * family + character) for character in range(5))
    return codes.call_code(STOP1, family)


@pytest.mark.alone
async def test_a_banzai_from_afar_beats_a_stop_heard_long_before(server: Harness) -> None:
    a, b, c = await three(server)
    stop = carry_stop(server, a, 0)
    await asyncio.sleep(0.4)
    pressed = since_cue(server, a)
    first = await press(a, 0, stop, pressed)
    for tab, seat, ms in ((b, 1, 1_000_000), (c, 2, pressed + 30)):
        await tab.send(
            {"t": "idle", "table": tab.table, "cue": tab.view["race"]["cue"], "seat": seat, "ms": ms}
        )
    assert (await answered(a, first))["t"] == "applied"
    assert state_of(server, a)["phase"] == Phase.HELD
    await asyncio.sleep(max(0.0, pressed + 230 - since_cue(server, a)) / 1000)
    assert state_of(server, a)["phase"] == Phase.HELD, "held, though 200 ms have passed here"
    better = await press(c, 2, SHOUT, pressed + 120)
    assert (await answered(c, better))["t"] == "applied"
    view = await a.until(lambda v: v["race"] is not None and v["race"]["kind"] == "grab")
    assert view["race"]["by"] == 2
    events = server.services.tables._rooms[a.table].state.table.events  # type: ignore[union-attr]  # it is there
    held, shout = [event for event in events if event.seat >= 0][-2:]
    assert 0 < shout.at_ms - held.at_ms <= 200
    rows = c.photos[-1]["rows"]
    assert [(row["seat"], row["result"]) for row in rows] == [(0, "taken"), (2, "taken")]


def test_a_held_or_void_call_reveals_no_hand() -> None:
    four = tables.table(4, {0: "fox:lwp", 1: "cat:lwp"})
    stops = [codes.call_code(STOP1, FAMILIES.index(family)) for family in ("fox", "cat")]
    race = Race("cue", "call", 0.0, float(tables.NOW), 0b1111)
    claims = [Claim(seat, stop, 300.0, 300.0, 300.0, key_ms=300.0 + seat) for seat, stop in enumerate(stops)]
    finishes, _ = develop(four, RACING, race, claims, [])
    assert [finish.result for finish in finishes] == ["taken", "late"]
    first, second = photo([(raw(finish), finish.text) for finish in finishes])
    assert (first.seat, first.result, first.action, first.text) == (0, "taken", -1, "")
    assert (second.seat, second.result, second.action, second.text) == (1, "late", -1, "")
    measured = {"race": "call", "claims": plain([raw(finish) for finish in finishes])}
    assert measured["claims"][1]["action"] == stops[1], "the log keeps it"
    four.journal.races.append((len(four.events), measured))
    for audience, named in (({0}, [False, False]), (set(), [False, False]), (None, [True, True])):
        told = four.record(audience)[-1]["race"]["claims"]
        assert ["action" in claim for claim in told] == named


def test_the_photo_and_the_rules_agree_on_false_starts() -> None:
    four = tables.table(4, {0: "fox:lwpkm"})
    tables.call(four, 0, "banzai", 0)
    race = Race("cue", "grab", 0.0, float(tables.NOW), 0b1111, by=0)
    soon = Claim(3, codes.GRAB + 2, 60.0, 60.0, 60.0, key_ms=60.0, early=True)
    late = Claim(1, codes.GRAB, 700.0, 700.0, 60.0, key_ms=60.0, early=True)
    assert [finish.result for finish in develop(four, RACING, race, [soon], [])[0]] == ["early"]
    tables.grab(four, 2, 1, 260)
    assert [finish.result for finish in develop(four, RACING, race, [late], [])[0]] == ["taken"]


async def test_a_stop_that_nobody_beats_begins_by_itself(server: Harness) -> None:
    a, _, _ = await three(server)
    stop = carry_stop(server, a, 0)
    assert (await answered(a, await press(a, 0, stop, since_cue(server, a))))["t"] == "applied"
    await a.until(lambda v: v["race"] is None)
    assert state_of(server, a)["phase"] == Phase.STOP


@pytest.mark.alone
async def test_the_callers_own_hand_need_not_wait_for_the_cue(server: Harness) -> None:
    a, b, _ = await three(server)
    pressed = since_cue(server, a)
    call = await press(a, 0, SHOUT, pressed, name="call")
    await asyncio.sleep(0.15)
    own = await press(a, 0, codes.GRAB + 1, 150.0, cue="call")
    assert (await answered(a, call))["t"] == "applied"
    assert (await answered(a, own))["t"] == "applied"
    while a.photos[-1]["kind"] != "grab":
        await a.receive()
    (row,) = a.photos[-1]["rows"]
    assert (row["seat"], row["result"]) == (0, "taken")
    assert 150 <= row["elapsed_ms"] < 400, "timed from the call, not from the cue that came much later"
    assert state_of(server, a)["pawn_by"][1] == 0
    refused = await press(b, 1, codes.GRAB + 1, 300.0, cue=b.cues[-1]["cue"] if b.cues else "")
    assert (await answered(b, refused))["t"] == "rejected"


@pytest.mark.alone
async def test_false_starts_rank_first_and_early_touches_are_one(server: Harness) -> None:
    a, b, c = await three(server)
    calling = a.view["race"]["cue"]
    pressed = since_cue(server, a)
    call = await press(a, 0, SHOUT, pressed)
    touch = await press(b, 1, codes.GRAB, pressed + 130, cue=calling)
    assert (await answered(a, call))["t"] == "applied"
    assert (await answered(b, touch))["t"] == "applied"
    assert int(state_of(server, a)["early"]) == 0b010
    await c.until(lambda v: v["race"] is not None and v["race"]["kind"] == "grab")
    soon = await press(c, 2, codes.GRAB, 60.0)
    assert (await answered(c, soon))["t"] == "applied"
    assert {row["result"] for row in c.photos[-1]["rows"]} == {"early"}
    assert int(state_of(server, a)["early"]) == 0b110
    events = server.services.tables._rooms[a.table].state.table.events  # type: ignore[union-attr]  # it is there
    shout = next(event for event in events if event.code == SHOUT and event.seat == 0)
    grabs = [event.at_ms - shout.at_ms for event in events if event.code == codes.GRAB and event.seat > 0]
    assert len(grabs) == 2
    assert max(grabs) < 100


@pytest.mark.alone
async def test_after_the_callers_grab_impossible_times_win_nothing(server: Harness) -> None:
    """Neither by a reaction to the cue that is too quick, nor by what was for the time of calling, as if no cue had come."""
    for lie in ("grab", "call"):
        a, b, c = await three(server)
        lines(server, a.table, 5.0, 5.0, 5.0)
        calling = a.view["race"]["cue"]
        await press(a, 0, SHOUT, since_cue(server, a), name=f"{lie} call")
        own = await press(a, 0, codes.GRAB + 1, 150.0, cue=f"{lie} call")
        assert (await answered(a, own))["t"] == "applied"
        for tab in (b, c):
            await tab.until(lambda v: v["race"] is not None and v["race"]["kind"] == "grab")
        await asyncio.sleep(max(0.0, 300 - since_cue(server, a)) / 1000)
        honest = await press(b, 1, codes.GRAB, since_cue(server, a))
        await asyncio.sleep(0.02)
        liar = await press(c, 2, codes.GRAB, 45.0, cue=calling if lie == "call" else "")
        assert (await answered(b, honest))["t"] == "applied"
        assert (await answered(c, liar))["t"] == "rejected"
        assert state_of(server, a)["pawn_by"].tolist()[:2] == [1, 0]


async def test_a_restarted_race_knows_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that was started again times the caller from the new cue, and takes no hand of theirs for a false start."""
    four = tables.table(4, {0: "fox:lwpkm"})
    tables.call(four, 0, "banzai", 0)
    monkeypatch.setattr(table_races, "game_ms", lambda *_: four.journal.clock_ms + 700)
    state: Any = SimpleNamespace(
        phase="playing", is_paused=False, table=four, id="t", company="friends", handicaps=[0.0] * 4
    )
    races = table_races.TableRaces(
        SimpleNamespace(state=state, watchers=()),  # type: ignore[arg-type]  # all that is asked
        RACING,
        Pulse(),
        Credits(),
    )
    races.follow()
    race = races.race
    assert race is not None
    assert (race.kind, race.by, race.before_ms, race.since(0, 5.0)) == ("grab", 0, 0.0, race.fired_ms)
    caller, other = (Claim(seat, codes.GRAB, race.fired_ms + 60, 60.0, 45.0) for seat in (0, 1))
    for claim in (caller, other):
        races._judge(race, claim, Trusted(), 0)
    assert [caller.early, other.early] == [False, True]
    assert caller.key_ms >= 100


@pytest.mark.alone
async def test_networks_fail_while_cards_are_chosen_slid_and_called(server: Harness) -> None:
    a, b, c = await three(server, time_limit=1)
    zoe = server.people[2]
    await c.close()  # while all choose
    for seat, tab in ((0, a), (1, b)):
        code = next(code for code in range(60) if int(state_of(server, a)["hands"][seat]) >> code & 1)
        assert (await tab.act(seat, code))["t"] == "applied"
    await a.until(lambda v: v["race"] is None)
    assert state_of(server, a)["phase"] == Phase.SLIDE, "the rules chose for the absent"
    await b.close()  # while cards slide
    await a.until(lambda v: v["race"] is not None)
    assert state_of(server, a)["phase"] == Phase.OPEN
    assert state_of(server, a)["exchanges"] == 1
    call = await press(a, 0, SHOUT, since_cue(server, a))
    race = server.services.tables._rooms[a.table].races.race  # type: ignore[union-attr]  # it is there
    assert (await answered(a, call))["t"] == "applied", "nobody is there to be waited for"
    assert race is not None
    back = await zoe.tab(a.table)
    assert back.view["race"]["kind"] == "grab"
    assert back.view["race"]["seats"] == [2]
    grab = await press(back, 2, codes.GRAB, 200.0)
    assert (await answered(back, grab))["t"] == "applied"


async def test_bots_race_a_person_and_the_record_replays(server: Harness) -> None:
    lea = await server.person("Léa")
    bot = {"who": "bot", "level": "master"}
    table = await lea.make([ME, bot, bot], "banzai", options={"time_limit": 0}, components=None)
    tab = await lea.tab(table)
    await tab.until(lambda v: v["race"] is not None)
    call = await press(tab, 0, SHOUT, since_cue(server, tab))
    assert (await answered(tab, call))["t"] == "applied"
    await tab.until(lambda v: v["race"] is None)
    grabs = [row for photo in tab.photos if photo["kind"] == "grab" for row in photo["rows"]]
    assert {row["seat"] for row in grabs} == {1, 2}
    room = server.services.tables._rooms[table]
    assert room.state.table is not None
    lines = room.state.table.record()
    again = replay(record.loads(record.dumps(lines)))
    assert again.state.tobytes() == room.state.table.state.tobytes()
    assert next(line["race"]["race"] for line in lines if "race" in line) == "call"


async def test_the_cue_of_a_banzai_names_every_pawn_and_no_card(server: Harness) -> None:
    tabs = await three(server)
    await press(tabs[0], 0, SHOUT, 900.0)
    for tab in tabs:
        while not any(cue["kind"].strip() == "grab" for cue in tab.cues):
            await tab.receive()
    cues = [next(cue for cue in tab.cues if cue["kind"].strip() == "grab") for tab in tabs]
    assert cues[0] == cues[1] == cues[2]
    assert (cues[0]["by"], cues[0]["seats"]) == (0, [0, 1, 2])
    assert cues[0]["actions"] == [codes.GRAB, codes.GRAB + 1]
    calls = [cue for tab in tabs for cue in tab.cues if cue["kind"].strip() == "call"]
    assert all(cue["actions"] == cue["seats"] == [] for cue in calls), "what may be called is in nobody's cue"
