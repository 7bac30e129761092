"""A box is edited and tried over HTTP, and nothing of it is kept."""

from __future__ import annotations

from ludotheque.core import components, registry
from tests.server.harness import Harness

BANTU = "/api/box/bantu"
ME, BOT = {"who": "me"}, {"who": "bot", "level": "easy"}


async def test_a_box_is_opened_and_edited(server: Harness) -> None:
    http = server.stranger().http
    begun = (await http.post(BANTU, json={})).json()
    assert begun["faults"] == []
    assert begun["changed"] == []
    assert begun["components"].encode() == components.printed_file(registry.get("bantu"))
    edit = {"do": "paint", "part": "track", "brush": "line", "places": ["r1a", "r1b"]}
    drawn = (await http.post(BANTU, json={"components": begun["components"], "edit": edit})).json()
    assert drawn["changed"] == ["track.rows"]
    assert '"r1a r1b r1c"' in drawn["components"]


async def test_the_printed_file_may_come_without_remarks(server: Harness) -> None:
    http = server.stranger().http
    bare = (await http.post(BANTU, json={"remarks": False})).json()
    assert "#" not in bare["components"]
    assert (bare["faults"], bare["changed"]) == ([], [])
    kept = (await http.post(BANTU, json={"components": "# mine", "remarks": False})).json()
    assert kept["components"] == "# mine"


async def test_an_impossible_edit_is_refused_with_its_reason(server: Harness) -> None:
    http = server.stranger().http
    edit = {"do": "paint", "part": "track", "brush": "line", "places": ["r1a", "r9d"]}
    answer = await http.post(BANTU, json={"edit": edit})
    assert answer.status_code == 422
    assert answer.json()["error"]["key"] == "bantu.edit.line.far"
    assert (await http.post(BANTU, json={"edit": {"do": "explode"}})).status_code == 422
    assert (await http.post("/api/box/chess", json={})).status_code == 404
    assert (await http.post(BANTU, json={"components": "#" * 600_000})).status_code == 413


async def test_a_broken_file_opens_with_the_fault(server: Harness) -> None:
    found = (await server.stranger().http.post(BANTU, json={"components": "[track\nx = 1"})).json()
    assert found["components"] == "[track\nx = 1"
    assert [each["said"]["key"] for each in found["faults"]] == ["error.why.not_toml_at"]
    assert found["parts"] == []


async def test_a_trial_continues_from_its_counts(server: Harness) -> None:
    http = server.stranger().http
    text = components.printed_file(registry.get("boussanga")).decode()
    own = text.replace("earth = 1\n", "earth = 2\n")
    begun = (await http.post("/api/box/boussanga/trial", json={"components": own, "seats": 2})).json()
    assert begun["tally"]["games"] > 0
    assert [each["path"] for each in begun["reached"]] == ["values.earth"]
    asked = {"components": own, "seats": 2, "tally": begun["tally"]}
    more = (await http.post("/api/box/boussanga/trial", json=asked)).json()
    assert (
        begun["tally"]["games"] < more["tally"]["games"] <= more["games"] == 500
        or begun["tally"]["games"] == 500
    )
    assert len(more["wins"]) == 2
    assert all(each["low"] <= each["value"] <= each["high"] for each in more["wins"])


async def test_a_box_for_few_is_refused_to_many(server: Harness) -> None:
    """What it lacks is said where bots would try it, and where a table is made."""
    http = server.stranger().http
    text = components.printed_file(registry.get("banzai")).decode()
    own = f'{text}\n[families]\nnames = ["cow", "fox", "cat"]\n'
    found = (await http.post("/api/box/banzai", json={"components": own})).json()
    assert (found["faults"], found["seats"], found["changed"]) == ([], [3], ["families"])
    chairs = [{"who": "me"}, *[{"who": "bot", "level": "easy"}] * 3]
    for address, asked in (
        ("/api/box/banzai/trial", {"components": own, "seats": 4}),
        ("/api/tables", {"game": "banzai", "seats": 4, "chairs": chairs, "components": own}),
    ):
        answer = await http.post(address, json=asked)
        assert answer.status_code in (400, 422)
        why = answer.json()["error"]["args"]["why"]
        assert (why["key"], why["args"]) == ("banzai.lacking.families", {"n": 3, "most": 3})


async def test_a_box_with_a_fault_is_not_tried(server: Harness) -> None:
    http = server.stranger().http
    answer = await http.post("/api/box/bantu/trial", json={"components": "x = 1", "seats": 2})
    assert answer.status_code == 422
    assert answer.json()["error"]["key"] == "error.bad_input"
    text = components.printed_file(registry.get("bantu")).decode()
    assert (await http.post("/api/box/bantu/trial", json={"components": text, "seats": 9})).status_code == 422
    for tally in (
        {"games": -1},
        {"games": 3, "wins": [4, 0]},
        {"games": 3, "shared": 4},
        {"games": 3, "looked": 2, "reached": [3]},
        {"games": 500, "endings": {"goal": 501}},
    ):
        lies = {"components": text, "seats": 2, "tally": tally}
        assert (await http.post("/api/box/bantu/trial", json=lies)).status_code == 422, tally


async def test_a_trial_with_counts_of_another_begins_anew(server: Harness) -> None:
    text = components.printed_file(registry.get("boussanga")).decode()
    own = text.replace("earth = 1\n", "earth = 2\n")
    asked = {"components": own, "seats": 2, "tally": {"games": 500, "wins": [250, 250]}}
    answer = await server.stranger().http.post("/api/box/boussanga/trial", json=asked)
    assert answer.status_code == 200
    assert answer.json()["reached"][0]["games"]["high"] > 0


async def test_a_table_says_that_it_is_on_a_box_of_its_host(server: Harness) -> None:
    lea = await server.person("Léa")
    text = components.printed_file(registry.get("bantu")).decode()
    own = text.replace('"r1a", "r1b r1c"', '"r1a r1b r1c"')
    for box, said in ((own, True), (None, False)):
        tab = await lea.tab(await lea.make([ME, BOT], "bantu", components=box))
        assert tab.view["table"]["own_box"] is said
        told = [each["key"] for each in tab.view["table"].get("differences", ())]
        assert told == (["ui.differs.drawn"] if said else [])
