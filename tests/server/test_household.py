"""The household that the host keeps for the house: who may keep it, who reads it, what counts, and that it is erased."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Harness, serving
from tests.server.test_host_page import KEY, delete, host_of
from tests.server.test_together import duel

PATH, READ, GAMES = "/api/host/household", "/api/household", "/api/household/games"
LEA = {"name": "Léa", "once": [], "colour": "red", "piece": "bantu", "child": True}
TOM = {"name": "Tom", "once": ["Thomas"], "colour": "blue", "piece": "", "child": False}
ELSEWHERE = {"x-forwarded-for": "203.0.113.5"}
NOBODY = {"kept": False, "members": [], "keeper": False}


def evening(identity: str = "box/bantu/7", **more: Any) -> dict[str, Any]:
    sat = [{"name": "Tom", "place": 1, "bot": "", "won": True}]
    return {"id": identity, "game": "bantu", "at": 7, "players": sat} | more


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with serving(tmp_path / "home", host_key=KEY, resign_after=0.05) as server:
        yield server


async def test_the_house_sees_it_until_it_is_erased(home: Harness) -> None:
    host, phone = await host_of(home), home.stranger()
    assert (await phone.http.get(READ)).json() == NOBODY
    assert (await host.http.get(READ)).json() == NOBODY | {"keeper": True}
    kept = {"members": [LEA, TOM], "games": [evening()]}
    answer = await host.http.put(PATH, json=kept)
    assert (answer.status_code, answer.json()["kept"]) == (200, True), answer.text
    assert (await phone.http.get(READ)).json() == {"kept": True, "members": [LEA, TOM], "keeper": False}
    assert (await phone.http.get(GAMES)).json() == {"games": [evening()]}
    assert (await delete(host.http, PATH)).status_code == 200
    assert (await phone.http.get(READ)).json() == NOBODY
    assert (await phone.http.get(GAMES)).json() == {"games": []}
    assert "Léa" not in await home.services.store.shared("household")


async def test_finished_tables_count_for_its_people_alone(home: Harness) -> None:
    host = await host_of(home)
    a, b = await duel(home)
    names = [chair["name"] for chair in a.view["table"]["chairs"]]
    await a.do("resign", seat=0)
    await b.until(lambda view: view["table"]["phase"] == "over")
    winner = TOM | {"name": names[1].upper(), "once": []}
    await host.http.put(PATH, json={"members": [winner], "games": []})
    (found,) = (await home.stranger().http.get(GAMES)).json()["games"]
    assert (found["id"], found["game"]) == (a.table, "billabong")
    assert found["players"] == [
        {"name": "", "place": 2, "bot": "", "won": False},
        {"name": names[1], "place": 1, "bot": "", "won": True},
    ]


async def test_nobody_elsewhere_reads_it(home: Harness) -> None:
    host = await host_of(home)
    await host.http.put(PATH, json={"members": [LEA], "games": [evening()]})
    http = home.stranger().http
    assert (await http.get(READ, headers=ELSEWHERE)).json() == NOBODY
    assert (await http.get(GAMES, headers=ELSEWHERE)).json() == {"games": []}


async def test_only_the_host_at_the_machine_keeps_it(home: Harness) -> None:
    body = {"members": [LEA], "games": []}
    assert (await home.stranger().http.put(PATH, json=body)).status_code == 401
    host = await host_of(home)
    assert (await host.http.put(PATH, json=body, headers=ELSEWHERE)).status_code == 403
    assert (await host.http.get(READ)).json()["kept"] is False


@pytest.mark.parametrize(
    "body",
    [
        {"members": [LEA] * 13, "games": []},
        {"members": [LEA | {"name": "x" * 41}], "games": []},
        {"members": [LEA | {"colour": "puce"}], "games": []},
        {"members": [LEA | {"secret": 1}], "games": []},
        {"members": [LEA], "games": [evening()] * 501},
        {"members": [LEA], "games": [evening(players=[{}])]},
        {"members": [LEA | {"name": " "}], "games": []},
    ],
)
async def test_what_is_no_household_changes_nothing(home: Harness, body: dict[str, Any]) -> None:
    host = await host_of(home)
    await host.http.put(PATH, json={"members": [TOM], "games": []})
    assert (await host.http.put(PATH, json=body)).status_code in (400, 413, 422)
    assert (await host.http.get(READ)).json()["members"] == [TOM]
