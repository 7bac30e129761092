"""Broken messages in two games that differ only in what was sealed: whoever must not know it is told the same, byte for byte."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest

from fuzzing import as_json
from ludotheque.server.room.wire import MAX_MESSAGE
from tests.depth import few_or_many
from tests.server.harness import Harness, Person, Tab, serving
from tests.server.test_fuzzed_requests import MESSAGES, message
from tests.server.test_playing import LINK, ME
from tests.server.test_secrets import _keep_all, _same_every_time

ANSWERED = ("error", "rejected", "applied", "duplicate", "welcome", "current", "because", "choices", "past", "advice")  # fmt: skip


async def begun(server: Harness, who: str, sealed: int) -> tuple[Person, Tab, Tab, Tab]:
    """A new table at which Léa has sealed her choice, and whoever spies there, with their tab, hers and Tom's, who is there all the time."""
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK])
    first, second = await lea.tab(table), await tom.tab(table)
    assert (await second.do("sit", seat=1, name="Tom", nonce="tom", command_id="sit"))["t"] == "applied"
    await first.until(lambda view: view["table"]["phase"] == "playing")
    spy, tab = tom, second
    if who == "stranger":
        spy = server.stranger()
        tab = await spy.tab(table)
    assert (await first.act(0, sealed, command_id="seals"))["t"] == "applied"
    await tab.until(lambda view: view["seq"] == 4)
    await tab.hello()
    return spy, tab, first, second


async def told(who: str, sealed: int, data: Path, count: int) -> tuple[list[bytes], str]:
    """All answers to a spy until something of theirs is carried out, which ends the round; then at the next table. Then what Léa sees there.

    What all are told of by itself comes when it comes; `test_secrets.py` minds it.
    """
    found, own = list[bytes](), ""
    async with serving(data) as server:
        await server.rules_ready()
        number = 0
        while number < count:
            spy, tab, other, third = await begun(server, who, sealed)
            kept: list[bytes] = []
            _keep_all(tab, kept)
            found.append((await spy.http.get(f"/api/tables/{tab.table}/record")).content)
            answered = ""
            while number < count and answered != "applied":
                chance = random.Random(f"secrets {number}")
                sent = message(chance, tab.table, f"f{number}", chance.choice(MESSAGES) | {"seat": 0})
                whole = chance.random() < 0.3
                text = json.dumps(sent) if whole else as_json(chance, sent)
                written = text.encode("utf-8", "surrogatepass")[:MAX_MESSAGE]
                kept.clear()
                await tab.send(written.decode("utf-8", "replace"))
                answered = (await tab.until_kind(*ANSWERED))["t"]
                if answered != "applied":
                    found += [frame for frame in kept if json.loads(frame)["t"] in ANSWERED]
                number += 1
            own = json.dumps((await other.hello(), other.view["scene"])[1])
            for each in {tab, other, third}:
                await each.close()
    return found, own


@few_or_many("count", 150, 10_000)
@pytest.mark.parametrize("who", ["tom", "stranger"])
async def test_no_broken_message_reveals_sealed_values(
    who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    began = time.monotonic()
    worlds = []
    for sealed in (0, 2):
        _same_every_time(monkeypatch)
        worlds.append(await told(who, sealed, tmp_path / str(sealed), count))
    (mine, of_lea), (yours, of_other) = worlds
    assert of_lea != of_other, "who sealed it sees it"
    for number, (one, other) in enumerate(zip(mine, yours, strict=True)):
        assert one == other, number
    said = {json.loads(frame)["t"] for frame in mine if frame.startswith(b'{"t":')}
    assert said >= {"error", "rejected", "welcome", "past"} | ({"because"} if who == "tom" else set())
    print(f"secrets of {who}: 2 x {count} inputs, {time.monotonic() - began:.0f} s")
