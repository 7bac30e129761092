"""The HTTP API for people who have the real box: situations come in and go out, and nothing is kept."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from ludotheque.core import components, registry
from tests.server.harness import Harness


async def board(http: httpx2.AsyncClient, game: str, **order: Any) -> httpx2.Response:
    """What is on the table after an order."""
    return await http.post(f"/api/companion/{game}/board", json={"seats": 2, **order})


async def test_may_i_is_answered_with_the_row_that_says_so(server: Harness) -> None:
    http = (await server.person("Léa")).http
    begun = (await board(http, "bantu")).json()
    set_up = (await board(http, "bantu", position=begun["position"], lay=["p0.3", "r15b"])).json()
    position = set_up["position"]
    assert position["pawns"] == [{"seat": 0, "number": 3, "at": "r15b"}]

    async def may(*clicks: str, seat: int = 0) -> dict[str, Any]:
        body = {"position": position, "seat": seat, "clicks": clicks}
        answer = await http.post("/api/companion/bantu/may", json=body)
        assert answer.status_code == 200
        found: dict[str, Any] = answer.json()
        return found

    assert (await may("p0.3", "r17c"))["reason"]["key"] == "error.allowed"
    refused = await may("p0.3", "r16b")
    assert refused["reason"]["key"].startswith("bantu.reason.")
    assert "BAN-31" in refused["rules"]
    assert (await may("p1.1", "r21a", seat=1))["reason"]["key"] == "error.not_your_turn"


async def test_an_impossible_situation_is_refused_in_words(server: Harness) -> None:
    http = (await server.person("Léa")).http
    for lang, word in (("fr", "recule"), ("en", "back")):
        answer = await board(http, "bantu", lay=["p1.1", "r17c"], lang=lang)
        assert answer.status_code == 400
        error = answer.json()["error"]
        assert error["key"] == "error.bad_input"
        assert word in error["args"]["why"]
    answer = await board(http, "bantu", act=10**9)
    assert answer.status_code == 400


async def test_a_box_is_told_and_drawn_for_each_number_of_players(server: Harness) -> None:
    http = (await server.person("Léa")).http
    told = (await http.get("/api/companion/boussanga")).json()
    assert [way["options"].get("mode") for way in told["way"]] == [None, "teams", "cooperative"]
    drawn = await http.get("/art/boussanga/start/3.svg")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg")
    for wrong in ("5.svg", "x.svg", "3.svg?way=7", "2.svg?way=1", "3.svg?way=-1"):
        assert (await http.get(f"/art/boussanga/start/{wrong}")).status_code == 404, wrong


async def test_the_start_is_drawn_with_the_box_that_somebody_drew(server: Harness) -> None:
    http = (await server.person("Léa")).http
    printed = (await http.get("/art/bantu/start/2.svg")).text
    box = components.printed_file(registry.get("bantu")).decode()
    other = box.replace('"r1b r1c"', '"r1b", "r1c"')

    async def start(text: str, **more: int) -> httpx2.Response:
        body = {"seats": 2, "components": text, **more}
        return await http.post("/api/companion/bantu/start", json=body)

    assert (await start(box)).text == printed
    drawn = await start(other)
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg")
    assert drawn.text != printed
    assert (await start("track =")).status_code == 400
    assert (await start(box, way=9)).status_code == 404


async def test_points_are_counted_by_the_games_own_rules(server: Harness) -> None:
    http = (await server.person("Léa")).http
    pad = {"players": [{"T": 1, "F": 2}, {}]}
    found = (await http.post("/api/companion/boussanga/points", json=pad)).json()
    assert (found["points"], found["ranks"]) == ([7, 0], [1, 2])
    wrong = await http.post("/api/companion/boussanga/points", json={"players": [{"T": -1}, {}]})
    assert wrong.json()["error"]["args"]["field"] == "players[0].T"
    assert (await http.post("/api/companion/bantu/points", json=pad)).status_code == 400


async def test_a_box_that_somebody_drew_is_asked_about(server: Harness) -> None:
    http = (await server.person("Léa")).http
    printed = components.printed_file(registry.get("boussanga")).decode()
    box = printed.replace("fire = 3", "fire = 4").replace("cards = 4", "cards = 3")
    pad = {"players": [{"F": 2}, {}], "components": box}
    assert (await http.post("/api/companion/boussanga/points", json=pad)).json()["points"] == [8, 0]
    begun = (await board(http, "boussanga", components=box)).json()
    doubt = {"position": begun["position"], "seat": 0, "clicks": []}
    may = "/api/companion/boussanga/may"
    assert (await http.post(may, json={**doubt, "components": box})).status_code == 200
    assert (await http.post(may, json=doubt)).status_code == 400  # three cards in a hand of four
    wrong = await http.post(may, json={**doubt, "components": "cards ="})
    assert wrong.status_code == 400


@pytest.mark.parametrize("path", ["board", "may", "points", "start"])
async def test_no_such_game_and_no_such_field(server: Harness, path: str) -> None:
    http = (await server.person("Léa")).http
    body = {
        "board": {"seats": 2},
        "may": {"position": {}, "seat": 0, "clicks": []},
        "points": {"players": []},
        "start": {"seats": 2, "components": ""},
    }
    assert (await http.post(f"/api/companion/nothing/{path}", json=body[path])).status_code == 404
    answer = await http.post(f"/api/companion/bantu/{path}", json={**body[path], "more": 1})
    assert answer.status_code == 422
