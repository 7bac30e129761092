"""The household that the host keeps for the house: who may keep it, who reads it, what counts, and that it is erased."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.ops import house as house_network
from ludotheque.server.people.notices.settings import NoticeSettings
from tests.server.harness import Harness, serving
from tests.server.test_host_page import KEY, delete, host_of
from tests.server.test_replays import gave_up, post
from tests.server.test_together import duel

PATH, READ, GAMES = "/api/host/household", "/api/household", "/api/household/games"
LEA = {
    "name": "Léa",
    "once": [],
    "colour": "red",
    "piece": "bantu",
    "child": True,
    "finds": {"n": 2, "last": {"bantu": 20000}},
}
TOM = {"name": "Tom", "once": ["Thomas"], "colour": "blue", "piece": "", "child": False}
ELSEWHERE = {"x-forwarded-for": "203.0.113.5"}
NOBODY = {"kept": False, "members": [], "keeper": False}


def evening(identity: str = "box/bantu/7", **more: Any) -> dict[str, Any]:
    sat = [{"name": "Tom", "place": 1, "bot": "", "won": True}]
    return {"id": identity, "game": "bantu", "at": 7, "players": sat} | more


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_network, "in_container", lambda: False)


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


async def test_what_began_at_a_moment_of_a_game_does_not_count(home: Harness) -> None:
    host, lea = await host_of(home), await home.person("Léa")
    table = await gave_up(lea)
    made = await post(lea, "/what-if", table=table, move=0, everybody=True, names=["Léa", "Gourmand"])
    tab = await lea.tab(made["id"])
    await tab.until(lambda view: view["table"]["phase"] == "playing")
    await tab.do("resign", seat=0)
    await tab.until(lambda view: view["table"]["phase"] == "over")
    await host.http.put(PATH, json={"members": [LEA], "games": []})
    games = (await host.http.get(GAMES)).json()["games"]
    assert [each["id"] for each in games] == [table]


async def test_what_another_browser_does_not_have_is_kept(home: Harness) -> None:
    one, other = await host_of(home), await host_of(home)
    both = [LEA, TOM]
    sat = {"name": "", "place": 2, "bot": "", "won": False}
    shared = evening("box/bantu/8", at=8, players=[*evening()["players"], sat])
    await one.http.put(PATH, json={"members": both, "games": [evening(), shared]})
    now = shared | {"players": [sat | {"place": 1, "won": True}, sat | {"name": "LÉA"}]}
    await other.http.put(PATH, json={"members": both, "games": [now, evening("box/bantu/9", at=9)]})
    await other.http.put(PATH, json={"members": both, "games": []})
    first, second, third = (await one.http.get(GAMES)).json()["games"]
    assert (first, third) == (evening(), evening("box/bantu/9", at=9))
    assert [(each["name"], each["place"]) for each in second["players"]] == [("Tom", 1), ("LÉA", 2)]
    # Whoever is no longer among the people is named nowhere.
    await other.http.put(PATH, json={"members": [LEA], "games": []})
    (left,) = (await one.http.get(GAMES)).json()["games"]
    assert [each["name"] for each in left["players"]] == ["", "LÉA"]
    assert "Tom" not in await home.services.store.shared("household")


async def test_the_last_of_too_many_games_are_kept(home: Harness) -> None:
    host = await host_of(home)
    for first in (0, 300):
        games = [evening(f"box/bantu/{at}", at=at) for at in range(first, first + 300)]
        assert (await host.http.put(PATH, json={"members": [TOM], "games": games})).status_code == 200
    kept = (await host.http.get(GAMES)).json()["games"]
    assert [each["at"] for each in kept] == list(range(100, 600))


async def test_as_many_games_as_may_come_fit(home: Harness) -> None:
    host, name = await host_of(home), "😀" * 40
    sat = [{"name": name, "place": 12, "bot": "", "won": False}] * 12
    games = [evening("x" * 90 + str(at), at=at, players=sat) for at in range(500)]
    answer = await host.http.put(PATH, json={"members": [TOM | {"name": name}], "games": games})
    assert answer.status_code == 200, answer.text
    assert len((await host.http.get(GAMES)).json()["games"]) == 500


async def test_names_are_kept_as_names_are_anywhere(home: Harness) -> None:
    host = await host_of(home)
    raw = TOM | {"name": "  To\u200bm ", "once": [" Thomas  A "]}
    await host.http.put(PATH, json={"members": [raw], "games": []})
    assert (await host.http.get(READ)).json()["members"] == [TOM | {"once": ["Thomas A"]}]


async def test_two_people_with_names_that_are_alike_are_refused(home: Harness) -> None:
    host = await host_of(home)
    await host.http.put(PATH, json={"members": [TOM], "games": []})
    twice = [LEA, LEA | {"name": "LEA "}]
    answer = await host.http.put(PATH, json={"members": twice, "games": []})
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        {"key": "error.household.twice", "args": {"name": "LEA"}},
    )
    assert (await host.http.get(READ)).json()["members"] == [TOM]


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"trust_proxy": ["10.0.0.2"]}, "public"),
        ({"origins": ["https://games.example"]}, "public"),
        ({"notices": NoticeSettings(public_url="https://games.example")}, "public"),
        ({"host": "0.0.0.0"}, "listens"),
        ({"host": "192.168.1.2"}, "listens"),
    ],
)
async def test_a_server_that_lets_no_phones_in_keeps_none(
    tmp_path: Path, settings: dict[str, Any], why: str
) -> None:
    body = {"members": [LEA], "games": [evening()]}
    async with serving(tmp_path, host_key=KEY) as before:
        assert (await (await host_of(before)).http.put(PATH, json=body)).status_code == 200
    async with serving(tmp_path, host_key=KEY, **settings) as server:
        host = await host_of(server)
        assert (await host.http.get(READ)).json() == NOBODY
        assert (await server.stranger().http.get(GAMES)).json() == {"games": []}
        answer = await host.http.put(PATH, json=body)
        assert (answer.status_code, answer.json()["error"]["key"]) == (409, f"error.house.{why}")
        assert (await delete(host.http, PATH)).status_code == 200, "what is there can be erased anywhere"
        assert await server.services.store.shared("household") == ""


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
        {"members": [LEA | {"finds": {"n": -1, "last": {}}}], "games": []},
        {"members": [LEA | {"finds": {"n": 1, "last": {"no game": 1}}}], "games": []},
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
