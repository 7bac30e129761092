"""Going on alone: what a server hands over of a game against bots, and what a page that is its own server makes of it."""

from __future__ import annotations

import json
import random
import secrets
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core import entry, registry
from ludotheque.core.luck import Luck
from ludotheque.core.memory import copy, overwrite
from ludotheque.server.base.listening import CannotStart
from ludotheque.server.room import spec as specs
from ludotheque.server.room.log_events import Row, TimeControl
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.seating import begun
from ludotheque.server.room.spec import ChairSpec, TableSpec, next_table, opening, order_of
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.room.views import table_object
from ludotheque.server.settings import Settings
from ludotheque.server.web.pages import ALONE_BEGINS
from ludotheque.table import views
from tests.server.harness import Harness, serving

LEA, ZOE = 7, 8
ME, BOT = ChairSpec("me", "Léa"), ChairSpec("bot", level="easy")
UNTIMED = [name for name in registry.names() if not registry.get(name).timed]
MOVES = 60


def table(spec: TableSpec) -> TableState:
    """A table that Léa makes, of which the game begins at once."""
    made = opening(LEA, "Léa", spec)
    state = fold("table", [Row(seq, None, 1000, event) for seq, event in enumerate(made)])
    if all(chair.who != "open" for chair in state.chairs):
        state.apply(Row(len(made), None, 1000, begun(state)))
    return state


def seen(state: TableState, seats: tuple[int, ...]) -> bytes:
    """What seats may know of a game, byte for byte."""
    assert state.table is not None
    journal = state.table.journal
    return bytes(views.hidden(journal, journal.state, views.mask(seats)).tobytes())


def moments(name: str, chairs: list[ChairSpec], seed: int) -> Any:
    """A game that is played by lot, after each of its moves."""
    lot = random.Random(seed)
    state = table(TableSpec(name, len(chairs), chairs))
    assert state.table is not None
    for _ in range(MOVES):
        yield state
        seat = lot.choice(state.table.actors)
        state.table.play(lot.choice(list(state.table.legal_actions(seat))), seat)
        if state.table.is_over:
            return


@pytest.mark.parametrize("name", UNTIMED)
@pytest.mark.parametrize("chairs", [[BOT, ME], [ME, BOT, ChairSpec("here", "Zoé")]])
def test_a_game_continues_as_its_player_saw_it_with_new_chance(name: str, chairs: list[ChairSpec]) -> None:
    mine = tuple(seat for seat, chair in enumerate(chairs) if chair.who != "bot")
    for state in moments(name, chairs, 1):
        order = order_of(state, LEA)
        there = table(order)
        assert seen(there, mine) == seen(state, mine)
        assert there.seed != state.seed
        assert not there.is_branch, "it is a game, and no trial"
        assert [(chair.who, chair.name, chair.level) for chair in there.chairs] == [
            (chair.who, chair.name, chair.level) for chair in state.chairs
        ]


def test_the_handover_depends_on_the_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is hidden could be anything that fits the view: the order would be the same."""
    monkeypatch.setattr(secrets, "randbits", lambda bits: bits)
    others = 0
    for number, state in enumerate(moments("banjooli-cross", [ME, BOT, BOT], 2)):
        order = order_of(state, LEA)
        assert state.table is not None
        journal = state.table.journal
        was = copy(journal.state)
        guess = views.hidden(journal, journal.state, 1)
        entry.redeal(journal.setup.box, guess, 1, Luck.of(number))
        overwrite(journal.state, guess)
        others += was.tobytes() != journal.state.tobytes()
        assert order_of(state, LEA) == order
        overwrite(journal.state, was)
    assert others


@pytest.mark.parametrize(
    ("spec", "guest"),
    [
        (TableSpec("billabong", 2, [ME, ChairSpec("link")]), LEA),
        (TableSpec("billabong", 2, [ME, BOT]), ZOE),
        (TableSpec("billabong", 2, [BOT, BOT]), LEA),
        (TableSpec("banzai", 3, [ME, BOT, BOT]), LEA),
        (TableSpec("billabong", 2, [ME, BOT], clock=TimeControl("move", 30)), LEA),
        (TableSpec("banjooli-cross", 2, [ME, BOT], own_dice=True), LEA),
    ],
    ids=["lobby", "another guest", "nobody", "race", "clock", "own dice"],
)
def test_only_a_game_against_bots_alone_is_handed_over(spec: TableSpec, guest: int) -> None:
    with pytest.raises(Refused) as refused:
        order_of(table(spec), guest)
    assert refused.value.message.key == "error.alone"
    assert not table_object(table(spec), guest, (), "ready").alone, "it is not offered"


@pytest.mark.parametrize("stands", ["on", "resigned", "over", "of another package"])
def test_it_is_offered_if_granted(stands: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = table(TableSpec("billabong", 2, [ME, BOT]))
    assert state.table is not None
    if stands == "resigned":
        state.table.resign(0)
    elif stands == "over":
        state.table.call_off()
    elif stands == "of another package":
        monkeypatch.setattr(specs, "OURS", "theirs.")
    offered = table_object(state, LEA, (), "ready").alone
    assert offered == (stands == "on")
    if offered:
        order_of(state, LEA)
    else:
        with pytest.raises(Refused):
            order_of(state, LEA)


async def test_another_server_takes_it_from_its_one_person_only(server: Harness, tmp_path: Path) -> None:
    lea, zoe = await server.person("Léa"), await server.person("Zoé")
    made = await lea.make([{"who": "bot", "level": "easy"}, {"who": "me"}], "billabong", first=1)
    tab = await lea.tab(made)
    await tab.begun()
    answer = await lea.http.get(f"/api/tables/{made}/alone")
    assert answer.status_code == 200
    order = answer.json()
    assert "seed" not in json.dumps(order)
    refused = await zoe.http.get(f"/api/tables/{made}/alone")
    assert (refused.status_code, refused.json()["error"]["key"]) == (409, "error.alone")
    refused = await lea.http.post("/api/tables", json=order)
    assert refused.status_code == 400
    assert refused.json()["error"]["args"]["field"] == "position"
    async with serving(tmp_path / "page", in_page=True) as page:
        person = await page.person("Léa")
        identity = (await person.http.post("/api/tables", json=order)).json()["id"]
        there = await person.tab(identity)
        await there.begun()
        for fact in ("pieces", "actors", "choices", "standings"):
            assert there.view["scene"][fact] == tab.view["scene"][fact]
        assert not there.view["table"]["branch"]
        assert there.view["table"]["commitment"] != tab.view["table"]["commitment"]
        mine = (await person.http.get("/api/tables")).json()
        assert [[each["id"] for each in mine[kind]] for kind in ("mine", "branches")] == [[identity], []]
        record = (await person.http.get(f"/api/tables/{identity}/record")).text
        shown = (await lea.http.post("/api/replay", json={"record": record})).json()
        assert (shown["table"]["id"], shown["table"]["unrated"]) == ("", None), "a record counts for nothing"
        assert shown["moves"] == []
        kept = (await lea.http.get("/api/tables")).json()
        assert [each["id"] for each in kept["mine"]] == [made], "it is looked at and not stored"
        touched = {"options": order["options"] | {"touch_move": True}}
        for wrong in (touched, {"game": "bantu", "options": {}}):
            refused = await person.http.post("/api/tables", json=order | wrong)
            assert (refused.status_code, refused.json()["error"]["args"]["field"]) == (400, "position")
        refused = await person.http.post(
            "/api/tables", json=order | {"position": order["position"] | {"x": 1}}
        )
        assert refused.status_code == 400


def test_a_rematch_of_an_imported_game_begins_normally() -> None:
    state = table(order_of(table(TableSpec("bantu", 2, [ME, BOT])), LEA))
    assert state.created.brought is not None
    assert state.table is not None
    state.table.call_off()
    state._phase = None  # as after each event
    assert next_table(state, LEA)[0].brought is None  # type: ignore[union-attr]


def test_a_folder_that_is_not_the_library_is_not_served(tmp_path: Path) -> None:
    with pytest.raises(CannotStart) as why:
        Settings(tmp_path, alone=tmp_path / "nothing")
    assert why.value.message is not None
    assert why.value.message.key == "cli.serve.not_alone"


async def test_the_library_without_a_server_lies_beside_the_pages(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "server-abc").mkdir(parents=True)
    (folder / "index.html").write_text(f"<title>Alone</title>{ALONE_BEGINS}")
    (folder / "server-abc" / "library.zip.bin").write_bytes(bytes(2000))
    (tmp_path / "secret.txt").write_text("not yours")
    async with serving(tmp_path / "without") as server:
        http = server.stranger().http
        assert not (await http.get("/api/library")).json()["alone"]
        assert "Alone" not in (await http.get("/alone/")).text
    async with serving(tmp_path / "data", alone=folder) as server:
        http = server.stranger().http
        assert (await http.get("/api/library")).json()["alone"]
        assert (await http.get("/alone")).headers["location"] == "/alone/"
        page = await http.get("/alone/")
        assert "Alone" in page.text
        assert page.headers["cache-control"] == "no-cache"
        assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
        packed = await http.get("/alone/server-abc/library.zip.bin")
        assert "immutable" in packed.headers["cache-control"]
        assert "content-encoding" not in packed.headers, "it is compressed, and the page unpacks it"
        assert packed.content == bytes(2000)
        for outside in ("/alone/%2e%2e/secret.txt", "/alone/none.js", "/alone/../secret.txt"):
            answer = await http.get(outside)
            assert answer.status_code == 404
            assert "not yours" not in answer.text
        assert "'wasm-unsafe-eval'" not in (await http.get("/")).headers["content-security-policy"]
