"""Races over real sockets, in the tiny game: whoever grabs the pawn first."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

from ludotheque.server.races.timing import Trusted
from tests.server.harness import Harness, Tab
from tests.server.test_playing import pair
from tiny.state import GRAB_CODE

_ids = itertools.count()


async def cued(*tabs: Tab) -> str:
    """Everybody chooses; the cue that follows, the same for all."""
    cues = set()
    for seat, tab in enumerate(tabs):
        await tab.act(seat, 0)
    for tab in tabs:
        cues.add((await until_cue(tab))["cue"])
    assert len(cues) == 1
    return cues.pop()


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
    live = server.services.tables._live[table]
    for watcher in live.watchers:
        seats = live.state.seats_of(watcher.guest)
        line: Any = watcher.line  # type: ignore[attr-defined]
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


async def test_the_cue_goes_to_all_at_once_before_anything_else_is_told(server: Harness) -> None:
    a, b = await pair(server)
    stranger = await server.stranger().tab(a.table)
    await a.act(0, 0)
    await b.send(
        {"t": "command", "table": b.table, "command_id": "last", "expected_seq": b.view["seq"],
         "do": {"kind": "act", "seat": 1, "action": 0, "how": []}}
    )  # fmt: skip
    raw = []
    for tab in (a, b, stranger):
        kinds: list[str] = []
        while "cue" not in kinds:
            text = await asyncio.wait_for(tab.ws.recv(), 10)
            message = json.loads(text)
            if message["t"] == "update":
                assert message["race"] is None, "the cue comes first"
            kinds.append(message["t"])
        raw.append(text)
    assert len({len(text) for text in raw}) == 1
    message = json.loads(raw[0])
    assert (message["kind"], len(message["cue"])) == ("grab", 8)
    view = await a.until(lambda v: v["race"] is not None)
    assert view["race"] == {
        "cue": message["cue"], "kind": "grab", "at_ms": view["race"]["at_ms"], "by": -1, "seats": [0],
        "actions": [GRAB_CODE],
    }  # fmt: skip
    watched = await stranger.until(lambda v: v["race"] is not None)
    assert (watched["race"]["seats"], watched["race"]["actions"]) == ([], [])


async def test_the_quicker_hand_wins_though_it_is_heard_later(server: Harness) -> None:
    a, b = await pair(server)
    lines(server, a.table, 1.0, 90.0)
    cue = await cued(a, b)
    await asyncio.sleep(0.2)
    near, far = claim(a, cue, 0, 195.0), claim(b, cue, 1, 140.0)
    await a.send(near)
    await asyncio.sleep(0.03)
    await b.send(far)
    won = await answered(b, far["command_id"])
    lost = await answered(a, near["command_id"])
    assert (won["t"], lost["t"]) == ("applied", "rejected")
    assert lost["reason"]["key"] == "error.race_over" or lost["reason"]["key"].startswith("tiny.")
