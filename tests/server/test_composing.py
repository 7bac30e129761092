"""Options put together by hand: what may come next is asked of the server, which refuses what does not fit."""

from __future__ import annotations

from tests.server.harness import Harness
from tests.server.test_playing import ME

WHERE = "/api/options/banjooli-cross/course"


async def test_possible_next_parts_and_refusals(server: Harness) -> None:
    http = server.stranger().http
    begun = (await http.post(WHERE, json={"value": "C1:B:left"})).json()
    parts = {part["name"]: part for part in begun["parts"]}
    assert parts["C2:A"]["why"] is None
    assert parts["C2:B:right"]["why"] == {"key": "banjooli-cross.course.curves"}
    assert begun["missing"]["args"] == {"n": 3}
    assert begun["picture"].startswith("<svg")


async def test_invalid_options_and_openings_are_refused(server: Harness) -> None:
    http = server.stranger().http
    assert (await http.post("/api/options/banjooli-cross/tiles", json={})).status_code == 404
    assert (await http.post("/api/options/chess/course", json={})).status_code == 404
    long = await http.post(WHERE, json={"value": "C1:A " * 100})
    assert long.status_code == 400
    assert long.json()["error"]["args"]["field"] == "options.course"
    assert (await http.post(WHERE, json={"value": 3})).status_code == 422


async def test_a_table_is_made_with_a_whole_course_only(server: Harness) -> None:
    lea = await server.person("Léa")
    order = {"game": "banjooli-cross", "seats": 2, "chairs": [ME, ME]}
    half = await lea.http.post("/api/tables", json=order | {"options": {"course": "C1:A C2:A"}})
    assert half.status_code == 400
    assert half.json()["error"]["args"]["field"] == "options.course"
    whole = {"course": "C1:A C2:A C4:A S1:A"}
    assert (await lea.http.post("/api/tables", json=order | {"options": whole})).status_code == 201


async def test_the_library_lists_composable_games_and_dice(server: Harness) -> None:
    games = {
        game["name"]: game for game in (await server.stranger().http.get("/api/library")).json()["games"]
    }
    composed = [option["name"] for option in games["banjooli-cross"]["options"] if option["composed"]]
    assert composed == ["course"]
    assert games["banjooli-cross"]["own_dice"] is True
    assert games["billabong"]["own_dice"] is False
    assert (games["billabong"]["first"], games["banzai"]["first"]) == (True, False)
