"""Replays over HTTP: a game looked at again from a table or from a file, what if, chances, pictures; and what they refuse."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import re
import time
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludotheque import Table, replay
from ludotheque.bots.process import LAST
from ludotheque.core import registry
from ludotheque.core.catalogue import say
from ludotheque.core.journal import Journal, position_of
from ludotheque.core.message import Message
from ludotheque.core.record import dumps, loads
from ludotheque.scene.changes import changes
from ludotheque.scene.souvenir import TALLEST
from ludotheque.server.base.cache import Cache
from ludotheque.server.room.races.photo import photos
from ludotheque.server.room.refused import Refused
from ludotheque.server.store import archive
from ludotheque.server.thinking import pool as bots_pool
from ludotheque.server.thinking.chances import TRIES, Chances
from ludotheque.server.thinking.pool import MAX_STUDIES, TookTooLong
from ludotheque.server.thinking.replay_worker import Source, moments, picture
from ludotheque.server.thinking.running import commitments_in, others_play_on, position_key, positions_of
from ludotheque.table import views
from tests.banzai.noted import noted_game
from tests.server.harness import Harness, Person, serving, until
from tests.server.merging import changed_scene
from tests.server.test_playing import BOT, LINK, ME, sit_down


@cache
def bantu() -> Table:
    """A whole game of two, played by lot."""
    table = Table("bantu", 2, {"length": "short"} if "length" in _options() else None, seed=11)
    turn = 0
    while not table.is_over:
        actions = table.legal_actions()
        table.play(actions[turn * 7 % len(actions)])
        turn += 1
    table.journal.players, table.journal.bots = ["easy", "greedy"], ["", "greedy"]
    return table


def _options() -> set[str]:
    from ludotheque.core import registry

    return {option.name for option in registry.get("bantu").options}


async def post(person: Person, what: str, **body: Any) -> Any:
    answer = await person.http.post(f"/api/replay{what}", json=body)
    return answer.json() if answer.status_code < 300 else (answer.status_code, answer.json())


def put_together(shown: dict[str, Any]) -> list[dict[str, Any]]:
    """The scenes of a replay, as a browser makes them of the changes."""
    return list(itertools.accumulate(shown["changes"], changed_scene, initial=shown["scene"]))


async def test_a_saved_game_is_shown_move_by_move(server: Harness) -> None:
    lea, table = await server.person("Léa"), bantu()
    shown = await post(lea, "", record=dumps(table.record()))
    assert [(chair["who"], chair["name"], chair["level"]) for chair in shown["table"]["chairs"]] == [
        ("person", "easy", ""),
        ("bot", "", "greedy"),
    ], "no name says who is a bot"
    assert shown["table"]["outcome"]["ranking"] == list(table.outcome.ranking)  # type: ignore[union-attr]  # the game is over
    assert [move["text"] for move in shown["moves"]] == [event.text for event in table.events]
    assert "<svg" in shown["board"]
    scenes = put_together(shown)
    expected = list(views.scenes(table.journal, {0, 1}))
    assert len(scenes) == len(expected) == len(table.events) + 1
    for found, scene in zip(scenes[:-1], expected, strict=False):
        assert found == json.loads(_json(scene))
    assert sorted(each["rank"] for each in scenes[-1]["standings"]) == [1, 2]
    assert (shown.get("no_chances"), shown.get("no_what_if")) == (None, None)
    assert shown["due"] == -1, "it is over by its rules"


async def test_a_game_of_races_is_shown_with_its_photo_finishes(server: Harness) -> None:
    lea, table = await server.person("Léa"), noted_game(seed=1)
    shown = await post(lea, "", record=dumps(table.record()))
    before, race = table.journal.races[0]
    last = table.journal.races[-1][0] + 1
    (finished,) = shown["photos"]
    assert (finished["begun"], finished["done"]) == (before, last)
    photo = finished["photo"]
    assert (photo["cue"], photo["kind"], photo["doubtful"]) == (race["cue"], "grab", False)
    rows = [(row["place"], row["seat"], row["result"], row["text"]) for row in photo["rows"]]
    first, second = table.events[before : before + 2]
    seats = table.seats
    assert rows[:2] == [(1, first.seat, "taken", first.text), (2, second.seat, "taken", second.text)]
    assert {row[1:] for row in rows[2:]} == {
        ((first.seat + 1) % seats, "late", first.text),
        ((second.seat + 1) % seats, "late", second.text),
    }
    assert photo["rows"][0]["key_ms"] == race["claims"][0]["key_ms"]


@pytest.mark.parametrize(
    "harm",
    [
        {"race": "call"},
        {"claims": [{"seat": 0}]},
        {"cue": 7},
        {"more": 1},
    ],
)
def test_what_a_record_says_of_no_race_is_left_out(harm: dict[str, Any]) -> None:
    table = noted_game(seed=1)
    table.journal.races[:] = [(before, race | harm) for before, race in table.journal.races]
    assert photos(table.journal) == []


@pytest.mark.parametrize("harm", [{"seat": 9}, {"key_ms": float("nan")}, {"elapsed_ms": 1e12}])
def test_hands_that_cannot_be_are_left_out(harm: dict[str, Any]) -> None:
    table = noted_game(seed=1)
    for _, race in table.journal.races:
        race["claims"][0] |= harm
    assert photos(table.journal) == []


def _json(thing: Any) -> bytes:
    return msgspec.json.encode(thing)


def test_changes_keep_the_order_of_pieces() -> None:
    table = Table("banjooli-cross", 2, seed=3)
    for _ in range(12):
        table.play(table.legal_actions()[0])
    scenes = list(views.scenes(table.journal, {0, 1}))
    plain = [msgspec.to_builtins(scene) for scene in scenes]
    made = put_together(
        {
            "scene": plain[0],
            "changes": json.loads(_json([changes(*pair) for pair in itertools.pairwise(scenes)])),
        }
    )
    assert [[piece["id"] for piece in scene["pieces"]] for scene in made] == [
        [piece.id for piece in scene.pieces] for scene in scenes
    ]
    assert json.loads(_json(made)) == json.loads(_json(plain))


async def test_a_file_is_read_strictly_and_never_kept(own_server: Harness) -> None:
    lea = await own_server.person("Léa")
    lines = bantu().record()
    for broken, said in (
        ("hello", "JSON"),
        ('{"name": "notes"}', "lacks this key"),
        ("", "empty"),
        (dumps([lines[0], {"n": 1, "seat": 0, "text": "nonsense"}]), "line 2"),
        (dumps([lines[0] | {"rules": 99}, *lines[1:]]), "version"),
        (dumps([lines[0] | {"game": "belote"}]), "belote"),
        (dumps([*lines, *lines]), "2"),
    ):
        status, body = await post(lea, "", record=broken)
        wrong = not broken.startswith('{"') or "game" not in json.loads(broken.partition("\n")[0])
        assert (status, body["error"]["key"]) == (
            422,
            "error.replay.not_a_game" if wrong else "error.replay.unread",
        )
        assert set(body["words"]) == {"fr", "en"}
        assert said in body["words"]["en"], body
        assert body["words"]["fr"] != body["words"]["en"]
    status, body = await post(lea, "", record="x" * (1024 * 1024 + 1))
    assert (status, body["error"]["key"]) == (413, "error.too_big")
    await post(lea, "", record=dumps(lines))
    assert await own_server.services.store.every_table() == []


async def test_who_asks_while_too_many_wait_is_told_to_come_back(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    lea = await server.person("Léa")
    monkeypatch.setattr(server.services.bots, "studies", MAX_STUDIES)
    answer = await lea.http.post(
        "/api/replay", json={"record": dumps(Table("bantu", seats=2, seed=9).record())}
    )
    assert answer.status_code == 503
    assert answer.json()["error"]["key"] == "error.busy"


async def test_while_a_game_goes_on_everybody_sees_what_they_may_know(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    a, b = await sit_down(lea, tom, game="banjooli-cross", components=None)
    await b.act(1, b.view["scene"]["choices"][0]["nodes"][0]["action"]) if b.view["scene"][
        "choices"
    ] else None
    state = server.services.tables._rooms[a.table].state
    for person, seats in ((lea, {0}), (tom, {1}), (await server.person("Zoé"), set())):
        shown = await post(person, "", table=a.table)
        assert state.table is not None
        expected = list(views.scenes(state.table.journal, seats))
        assert json.dumps(put_together(shown)[-1], sort_keys=True) == json.dumps(
            json.loads(_json(expected[-1])), sort_keys=True
        )
        assert shown["no_chances"]["key"] == "error.replay.not_over"
        assert shown["no_what_if"]["key"] == "error.replay.secrets"
    both = await server.person("Max")
    shared = await both.make([ME, {"who": "here", "name": "Ines"}], game="banjooli-cross", components=None)
    tab = await both.tab(shared)
    await tab.until(lambda view: view["table"]["phase"] == "playing")
    assert "audience" not in (await post(both, "", table=shared))["scene"], "nobody's hand lies open for two"
    for what in ("/chances", "/champion"):
        assert (await post(lea, what, table=a.table))[1]["error"]["key"] == "error.replay.not_over"
    assert (await post(lea, "/what-if", table=a.table))[1]["error"]["key"] == "error.replay.secrets"
    assert (await post(lea, "", table="none"))[0] == 404


async def test_what_if_begins_a_table_there_whose_record_verifies(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        lea, table = await server.person("Léa"), bantu()
        text = dumps(table.record())
        made = await post(lea, "/what-if", record=text, move=10, seat=1, level="random")
        tab = await lea.tab(made["id"])
        view = await tab.until(lambda view: view["table"]["phase"] == "playing")
        assert [chair["who"] for chair in view["table"]["chairs"]] == ["bot", "person"]
        state = server.services.tables._rooms[made["id"]].state
        assert state.table is not None
        there = Journal(table.journal.setup, table.journal.at(10).tobytes())
        assert Table.from_position(state.created.position or {}).state.tobytes() == there.state.tobytes()
        assert state.seed != table.journal.setup.source.seed
        await tab.until(lambda view: 1 in view["scene"]["actors"])
        again = replay(loads((await lea.http.get(f"/api/tables/{made['id']}/record")).text))
        assert again.journal.setup.position == state.created.position
        for body, key in (
            ({"move": len(table.events)}, "error.replay.over"),
            ({"move": 9999}, "error.unknown_move"),
            ({"seat": 7}, "error.unknown_seat"),
            ({"level": "genius"}, "error.unknown_bot"),
        ):
            assert (await post(lea, "/what-if", **({"record": text} | body)))[1]["error"]["key"] == key
    for identity, rows in archive.tables(tmp_path):
        verdict = archive.verify(identity, rows)
        assert verdict is not None
        assert verdict.seed_known


async def test_what_if_begins_after_a_move_that_would_have_been_better(server: Harness) -> None:
    lea, table = await server.person("Léa"), bantu()
    text, move = dumps(table.record()), 10
    seat, played = table.events[move].seat, table.events[move].code
    before = Table.from_position(position_of(table.journal.setup, table.journal.at(move)))
    other = next(action for action in before.legal_actions(seat) if action != played)
    made = await post(lea, "/what-if", record=text, move=move, seat=seat, level="random", action=other)
    await lea.tab(made["id"])
    before.play(other, seat)
    begun = server.services.tables._rooms[made["id"]].state.created.position
    assert begun == position_of(before.journal.setup, before.state)
    for body in ({"move": move, "action": 2**31 - 1}, {"move": len(table.events), "action": other}):
        status, answer = await post(lea, "/what-if", record=text, **body)
        assert (status, answer["error"]["key"]) == (400, "error.replay.cannot_play")
    assert (await post(lea, "/what-if", record=text, move=move, action=-1))[0] == 422


async def test_what_if_keeps_components_of_ones_own(server: Harness) -> None:
    from ludotheque.core import components, registry

    lea = await server.person("Léa")
    own = components.printed(registry.get("bantu"))
    own = json.loads(json.dumps(own))
    toml = components.write_toml(own)
    assert components.read_toml(toml) == own
    for name in ("billabong", "banjooli-cross", "boussanga", "tiny"):
        printed = components.printed(registry.get(name))
        assert components.read_toml(components.write_toml(printed)) == printed
    a, _ = await sit_down(lea, await server.person("Tom"))
    assert (await post(lea, "/what-if", table=a.table))[1]["error"]["key"] == "error.replay.clock"


@pytest.fixture
async def elsewhere(tmp_path: Path) -> AsyncIterator[Harness]:
    """A server whose bots and studies are in processes of their own."""
    async with serving(tmp_path, bot_processes=True) as harness:
        await harness.rules_ready("bantu")
        yield harness


async def test_chances_are_computed_while_somebody_asks(
    elsewhere: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludotheque import bots
    from ludotheque.server.thinking import chances

    monkeypatch.setattr(chances, "EACH", bots.Budget(simulations=4))
    monkeypatch.setattr(chances, "MAX_MOMENTS", 5)
    monkeypatch.setattr(chances, "CLOSELY", bots.Budget(simulations=10))
    lea, table = await elsewhere.person("Léa"), bantu()
    text = dumps(table.record())
    known: list[dict[str, Any]] = []
    async with asyncio.timeout(60):
        while True:
            told = await post(lea, "/chances", record=text, known=len(known))
            known += told["points"]
            if told["of"] and told["done"] == told["of"]:
                break
            await asyncio.sleep(0.1)
    assert not told["failed"]
    assert 4 <= len(known) <= 7
    assert known[-1]["chances"] == list(table.outcome.returns)  # type: ignore[union-attr]  # the game is over
    assert all(abs(sum(point["chances"]) - 1) < 1e-6 for point in known)
    shown = await post(lea, "", record=text)
    assert [point["turn"] for point in known[:-1]] == [
        shown["moves"][point["move"]]["turn"] for point in known[:-1]
    ], "a turn has the number that the list of moves shows"
    assert known[-1]["turn"] == shown["moves"][-1]["turn"]
    assert known[0]["best"][0]["view"]["message"]["key"].startswith("bantu.")
    assert all(
        {"turn", "move", "until", "seat", "before", "after"} <= set(point) for point in told["turning_points"]
    )
    found = await post(lea, "/champion", record=text, move=3)
    assert found["seat"] == table.events[3].seat
    assert found["best"][0]["visits"] > 0
    assert (await post(lea, "/champion", record=text, move=9999))[1]["error"][
        "key"
    ] == "error.replay.no_decision"
    pid = elsewhere.services.bots._studying.pids()[0]
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, own + LAST)


async def test_a_picture_of_a_moment(server: Harness) -> None:
    lea = await server.person("Léa")
    body = {"record": dumps(bantu().record()), "move": 5, "lang": "fr", "names": ["Ada", "Gourmand <3"]}
    answer = await lea.http.post("/api/replay/picture", json=body)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert "Gourmand &lt;3" in answer.text
    kept = len(server.services.shown)
    leo = await server.person("Léo")
    assert (await leo.http.post("/api/replay/picture", json=body)).text == answer.text
    assert len(server.services.shown) == kept, "it is drawn once for everybody"
    english = await leo.http.post("/api/replay/picture", json=body | {"lang": "en"})
    assert english.text != answer.text
    assert len(server.services.shown) == kept + 1
    end = body | {"move": len(bantu().events), "result": {"key": "ui.over.won", "args": {"who": "Ada"}}}
    assert "Ada gagne" in (await lea.http.post("/api/replay/picture", json=end)).text
    assert (await post(lea, "/picture", **(body | {"move": 9999})))[1]["error"]["key"] == "error.unknown_move"


async def test_a_shared_picture_says_what_it_is_and_where_it_is_from(server: Harness) -> None:
    lea, end = await server.person("Léa"), len(bantu().events)
    body = {
        "record": dumps(bantu().record()),
        "lang": "en",
        "names": ["Ada", "Tom"],
        "site": "play.example:8000",
    }
    at = {"key": "ui.past.at", "args": {"n": 3, "of": 40}}
    drawn = (await lea.http.post("/api/replay/picture", json=body | {"move": 5, "at": at})).text
    told = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert told[:2] == ["Bantu", "Turn 3 of 40"]
    title, moment = [float(size) for size in re.findall(r'<text[^>]*font-size="([\d.]+)"', headline(drawn))]
    assert title > 1.3 * moment, "the game is told before how far it is"
    assert re.findall(r'<tspan font-weight="700">([^<]*)</tspan>', drawn) == ["Ada", "Tom"]
    assert told[-1] == "play.example:8000"
    prompts = [views.scene_at(bantu().journal, (0, 1), move).prompt for move in (5, end)]
    assert not {say(prompt, "en", names={0: "Ada", 1: "Tom"}) for prompt in prompts} & {*told}
    won = {"key": "ui.over.won", "args": {"who": "Ada"}}
    drawn = (await lea.http.post("/api/replay/picture", json=body | {"move": end, "result": won})).text
    told = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert told[:2] == ["Bantu", "Ada wins!"]
    title, result, *_ = [
        float(size) for size in re.findall(r'<text[^>]*font-size="([\d.]+)"', headline(drawn))
    ]
    assert result > title, "who won is told before all else"
    why = say(Message(f"bantu.ending.{bantu().outcome.ending}"), "en")
    assert " ".join(told[2:]).startswith(why)
    assert told[-1] == "play.example:8000"
    lines = re.findall(r"</tspan>([^<]*)</text>", drawn)
    assert [each.strip().partition(" ")[0] for each in lines] == ["1st", "2nd"]
    width, height = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawn)[0])
    assert height <= TALLEST * width + 0.01
    left, top, wide, high = map(float, re.findall(r'data-board="([^"]+)"', drawn)[0].split())
    assert 0 <= left <= left + wide <= width
    assert 0 < top < top + high < height
    # Nothing that lies beside the board is told.
    panels = views.scene_at(bantu().journal, (0, 1), end).panels
    assert not {say(panel.title, "en", names={0: "Ada", 1: "Tom"}) for panel in panels} & {*told}
    long = await lea.http.post("/api/replay/picture", json=body | {"site": "x" * 101})
    assert long.status_code == 422


def headline(drawn: str) -> str:
    """What is written large over the board of a picture."""
    return drawn.partition('<g class="headline">')[2].partition("</g>")[0]


def souvenir_of(table: Table) -> str:
    """The picture of the moment at which a game is."""
    drawn = picture(
        Source(f"{table.game.name} {len(table.events)}", dumps(table.record())),
        None,
        len(table.events),
        "en",
        [],
        None,
    )
    assert isinstance(drawn, str)
    return drawn


def signs(drawn: str) -> list[str]:
    """The letters and numbers on the pieces of a picture."""
    return re.findall(r"<circle[^>]*/><text[^>]*>([^<]*)</text></g>", drawn)


def test_a_picture_shows_the_numbers_of_pieces_and_no_secrets() -> None:
    assert sorted(signs(souvenir_of(Table("banjooli-cross", 2, seed=5)))) == [*"12345"]
    assert signs(souvenir_of(Table("banzai", 4, seed=5))) == [], (
        "neither a player's letter nor the key of a pawn nor how many cards somebody holds"
    )


def test_the_picture_of_a_race_tells_everybodys_points() -> None:
    table, chosen = Table("banjooli-cross", 2, seed=5), random.Random(5)
    while not table.is_over:
        table.play(chosen.choice(list(table.legal_actions())))
    lines = re.findall(r"</tspan>([^<]*)</text>", souvenir_of(table))
    assert len(lines) == 2
    assert all(re.fullmatch(r"\s+\w+ · \d+ points?", line) for line in lines), "no part of a count alone"


async def test_a_shared_picture_of_a_table_says_on_which_day_it_ended(server: Harness) -> None:
    lea = await server.person("Léa")
    table = await gave_up(lea)
    days = {lang: time.strftime(form) for lang, form in (("fr", "%d/%m/%Y"), ("en", "%d %b %Y"))}
    moves = len((await post(lea, "", table=table))["moves"])
    for lang, day in days.items():
        drawn = (
            await lea.http.post("/api/replay/picture", json={"table": table, "move": moves, "lang": lang})
        ).text
        assert re.findall(r"<text[^>]*>([^<]*)</text>", drawn)[-1] == day


async def gave_up(lea: Person) -> str:
    """A table of Bantu at which this person gave up."""
    table = await lea.make([ME, BOT], game="bantu")
    tab = await lea.tab(table)
    await tab.until(lambda view: view["table"]["phase"] == "playing")
    await tab.do("resign", seat=0)
    await tab.until(lambda view: view["table"]["phase"] == "over")
    return table


async def test_what_if_is_known_as_such_and_listed_apart(server: Harness) -> None:
    lea = await server.person("Léa")
    table = await gave_up(lea)
    made = await post(lea, "/what-if", table=table, move=0, everybody=True, names=["Léa", "Gourmand"])
    tab = await lea.tab(made["id"])
    view = await tab.until(lambda view: view["table"]["phase"] == "playing")
    assert [(chair["who"], chair["name"]) for chair in view["table"]["chairs"]] == [
        ("person", "Léa"), ("person", "Gourmand"),
    ]  # fmt: skip
    facts = view["table"]
    assert (facts["branch"], facts["origin"]) == (True, {"table": table, "move": 0})
    lists = (await lea.http.get("/api/tables")).json()
    assert [[each["id"] for each in lists[name]] for name in ("mine", "branches")] == [[table], [made["id"]]]
    assert lists["branches"][0]["origin"] == {"table": table, "move": 0}
    await tab.do("resign", seat=0)
    await tab.until(lambda view: view["table"]["phase"] == "over")
    found = (await lea.http.get("/api/history")).json()
    assert ([each["id"] for each in found["tables"]], found["count"]) == ([table], 1)
    # Who only watches is not told where it began.
    watching = await (await server.person("Tom")).tab(made["id"])
    facts = (await watching.until(lambda view: view["table"]["phase"] == "over"))["table"]
    assert (facts["branch"], facts["origin"], facts["weighs"]) == (True, None, False)


async def test_while_one_tries_out_another_way_everybodys_chances_are_told(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await gave_up(lea)
    await server.rules_ready("bantu")
    made = await post(lea, "/what-if", table=table, move=0, everybody=True, names=["Léa", "Gourmand"])
    tab = await lea.tab(made["id"])
    view = await tab.until(lambda view: view["table"]["phase"] == "playing")
    assert view["table"]["weighs"]
    found = await post(lea, "/now", table=made["id"])
    assert (found["move"], found["seat"] in view["scene"]["actors"]) == (0, True)
    assert sum(found["chances"]) == pytest.approx(1)
    assert await post(lea, "/now", table=made["id"]) == found
    assert (await post(tom, "/now", table=made["id"]))[1]["error"]["key"] == "error.replay.not_over"
    # One position at a time is searched for a table.
    server.services.chances._standing.add(made["id"])
    seat = found["seat"]
    nodes = view["scene"]["choices"][0]["nodes"]
    await tab.act(seat, next(node["action"] for node in nodes if node["action"] >= 0))
    assert (await post(lea, "/now", table=made["id"]))[1]["error"]["key"] == "error.busy"
    server.services.chances._standing.clear()
    assert (await post(lea, "/now", table=made["id"]))["move"] > 0
    # At no other table.
    usual = await lea.make([ME, {"who": "here", "name": "Ines"}], game="bantu")
    view = await (await lea.tab(usual)).until(lambda view: view["table"]["phase"] == "playing")
    assert not view["table"]["weighs"]
    assert (await post(lea, "/now", table=usual))[1]["error"]["key"] == "error.replay.not_over"
    status, refused = await post(lea, "/now", table="")
    assert (status, refused["error"]["key"]) == (422, "error.malformed"), "a table is named"


async def test_what_is_said_after_a_game_leaves_its_chances(server: Harness) -> None:
    lea = await server.person("Léa")
    table = await gave_up(lea)
    tab = await lea.tab(table)
    await post(lea, "/chances", table=table)
    known = [*server.services.chances._known._values]
    await tab.do("say", text="bravo")
    await post(lea, "/chances", table=table)
    assert [*server.services.chances._known._values] == known


async def test_the_game_that_was_asked_for_first_is_weighed_first(server: Harness) -> None:
    class Studies:
        def __init__(self) -> None:
            self.studies, self.seen = 0, list[str]()

        async def study(self, thought: Any, source: Source, *_: Any) -> Any:
            await asyncio.sleep(0)
            if thought is moments:
                return [0, 1, 2]
            self.seen.append(source.key)
            return {"move": 0, "turn": 0, "seat": 0, "chances": [0.5, 0.5], "stopped": False}

    studies = Studies()
    chances = Chances(studies, SimpleNamespace(status=lambda _: "ready", want=lambda *_: None))  # type: ignore[arg-type]  # all that it needs
    one, other = Source("one"), Source("other")
    chances.of(one, "bantu")
    while not (chances.of(one, "bantu").is_done and chances.of(other, "bantu").is_done):
        await asyncio.sleep(0)
    assert studies.seen == ["one"] * 3 + ["other"] * 3


async def test_what_cannot_be_compiled_is_not_promised_for_later() -> None:
    for status, code in (("failed", "error.replay.not_compiled"), ("compiling", "error.replay.compiling")):
        known = SimpleNamespace(status=lambda _, status=status: status, want=lambda *_: None)
        chances = Chances(SimpleNamespace(studies=0), known)  # type: ignore[arg-type]  # all that it needs
        with pytest.raises(Refused) as refused:
            await chances.now(Source("one"), "bantu", "table")
        assert refused.value.message.key == code


async def test_a_table_where_somebody_gave_up_is_shown_to_its_end(server: Harness) -> None:
    lea = await server.person("Léa")
    table = await lea.make([ME, BOT], game="bantu")
    tab = await lea.tab(table)
    await tab.until(lambda view: view["table"]["phase"] == "playing")
    await tab.do("resign", seat=0)
    await tab.until(lambda view: view["table"]["phase"] == "over")
    shown = await post(lea, "", table=table)
    assert shown["table"]["phase"] == "over"
    assert [each["rank"] for each in put_together(shown)[-1]["standings"]] == [2, 1]
    await server.rules_ready("bantu")
    # Nothing in the rules ended it: what was due can be asked about, and played on.
    end = len(shown["moves"])
    assert shown["due"] in (0, 1)
    assert (await post(lea, "/champion", table=table, move=end))["seat"] == shown["due"]
    on = await lea.tab((await post(lea, "/what-if", table=table, move=end, seat=0))["id"])
    await on.until(lambda view: view["table"]["phase"] == "playing")


# -- games that others are still playing --------------------------------------------------------------------------


async def asked(person: Person, **body: Any) -> dict[str, str]:
    """Why each kind of study is refused, and what the replay itself says of it."""
    shown = await post(person, "", **body)
    said = {name: (shown[f"no_{name}"] or {"key": ""})["key"] for name in ("chances", "what_if")}
    for what, name in (("chances", "chances"), ("champion", "chances"), ("what-if", "what_if")):
        status, answer = await post(person, f"/{what}", **body)
        assert (status >= 400, answer["error"]["key"]) == (True, said[name]), what
    return said


async def test_nobody_studies_a_game_that_others_are_playing(tmp_path: Path) -> None:
    async with serving(tmp_path, resign_after=60.0) as server:
        lea, tom = await server.person("Léa"), await server.person("Tom")
        table = await lea.make([ME, LINK], "bantu")
        a, b = await lea.tab(table), await tom.tab(table)
        await b.do("sit", seat=1, name="Tom")
        await a.until(lambda view: view["table"]["phase"] == "playing")
        saved = (await lea.http.get(f"/api/tables/{table}/record")).text
        forged = saved + json.dumps({"end": "called_off", "returns": [0.5, 0.5], "ranking": [1, 1]}) + "\n"
        going_on = {"chances": "error.replay.not_over", "what_if": "error.replay.others"}
        for person in (lea, tom, server.stranger()):
            assert await asked(person, table=table) == going_on
            assert await asked(person, record=saved) == going_on
            assert await asked(person, record=forged) == dict.fromkeys(going_on, "error.replay.others")
        await b.close()
        await a.close()
    async with serving(tmp_path) as server:  # the table is not in memory, and its players are gone
        zoe = await server.person("Zoé")
        assert await asked(zoe, record="\n" + forged) == dict.fromkeys(going_on, "error.replay.others")
        room = await server.services.tables.get(table)
        assert room is not None
        for chair in room.state.chairs:
            chair.guest = room.state.host
        assert others_play_on(room.state, 0)
        assert not others_play_on(room.state, room.state.host), "people at one screen may look at their game"


async def test_a_record_is_known_by_where_it_comes_to_whatever_it_says(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK], "bantu", company="strangers")
    tabs = [await lea.tab(table), await tom.tab(table)]
    await tabs[1].do("sit", seat=1, name="Tom")
    await tabs[0].until(lambda view: view["table"]["phase"] == "playing")
    twin = Table("bantu", 2, seed=9)
    room = await server.services.tables.get(table)
    assert room is not None
    for n in range(10):
        state = room.state
        assert state.table is not None
        (seat,) = state.table.actors
        code = state.table.legal_actions(seat)[0]
        await tabs[seat].until(lambda view, seq=state.seq: view["seq"] >= seq)
        assert (await tabs[seat].act(seat, code))["t"] == "applied"
        if n not in (0, 9):
            continue
        head, *moves = (await lea.http.get(f"/api/tables/{table}/record")).text.splitlines()
        end = json.dumps({"end": "called_off", "returns": [0.5, 0.5], "ranking": [1, 1]})
        forged = json.loads(head) | {"commitment": "0" * 64, "nonces": ["ab", ""], "players": ["X", "Y"]}
        record = "\n".join([json.dumps(forged), *moves, end])
        others = {"chances": "error.replay.others", "what_if": "error.replay.others"}
        for person in (lea, server.stranger()):
            assert await asked(person, record=record) == others, n
    short = "\n".join([json.dumps(forged), *moves[:-1], end])
    there = await post(lea, "/what-if", record=short, move=len(moves) - 1, action=code)
    assert there[1]["error"]["key"] == "error.replay.others", "an action leads there"
    while len(twin.events) < 12:
        twin.play(twin.legal_actions(next(iter(twin.actors)))[-1], next(iter(twin.actors)))
    assert (await post(lea, "/what-if", record=dumps(twin.record())))["id"], "another game stands elsewhere"


def test_positions_are_alike_where_nobody_sees_a_difference() -> None:
    first, second = (Table("banjooli-cross", 2, seed=seed, first=0) for seed in (1, 2))
    assert len(set(positions_of(first.journal))) == len(first.events) + 1
    assert position_key(first.journal.setup, first.journal.start()) == positions_of(second.journal)[0]


@pytest.mark.parametrize("game", registry.names())
def test_an_option_that_has_not_mattered_makes_no_other_position(game: str) -> None:
    seats = registry.get(game).seats[-1]
    usual = Table(game, seats, seed=1, first=0)
    for option in registry.get(game).options:
        if option.interface:
            other = next(code for code in (option.choices or (True, False)) if code != option.default)
            changed = Table(game, seats, {option.name: other}, seed=1, first=0)
            assert positions_of(changed.journal)[:1] == positions_of(usual.journal)[:1], option.name


async def test_ones_game_against_bots_and_games_of_elsewhere_are_gone_on_with(server: Harness) -> None:
    lea = await server.person("Léa")
    table = await lea.make([ME, BOT], "bantu")
    await (await lea.tab(table)).until(lambda view: view["table"]["phase"] == "playing")
    saved = (await lea.http.get(f"/api/tables/{table}/record")).text
    assert (await post(lea, "/what-if", table=table))["id"]
    assert (await post(lea, "/what-if", record=saved))["id"]
    assert (await post(await server.person("Tom"), "/what-if", record=saved))[1]["error"]["key"] == (
        "error.replay.others"
    )
    elsewhere = Table("bantu", 2, seed=5)
    assert (await post(lea, "/what-if", record=dumps(elsewhere.record())))["id"]


async def test_a_finished_game_is_no_longer_looked_up_by_its_record(server: Harness) -> None:
    lea = await server.person("Léa")
    table = await lea.make([ME, BOT], "bantu")
    tab = await lea.tab(table)
    commitment = tab.view["table"]["commitment"]
    commitments = server.services.tables.commitments
    assert await commitments.table_of(commitment) == table
    await tab.do("resign", seat=0)
    await tab.until(lambda view: view["table"]["phase"] == "over")

    async def is_forgotten() -> bool:
        return await commitments.table_of(commitment) is None

    await until(is_forgotten, "its game is over")


def test_what_a_record_says_of_its_seed() -> None:
    lines = bantu().record()
    committed = lines[0]["commitment"]
    assert commitments_in(dumps(lines)) == [committed]
    lines[0]["commitment"] = "AB"
    assert commitments_in("\n" + dumps(lines)) == ["ab", committed]
    for wrong in ("", "x", "[]", '{"seed": "xyz"}', '{"commitment": 3}', "[" * 10_000):
        assert commitments_in(wrong) == []


# -- how much is computed and kept --------------------------------------------------------------------------------


async def test_a_study_that_takes_too_long_is_given_up_for_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bots = bots_pool.Bots()
    before = await bots.study(os.getpid)
    with monkeypatch.context() as hurried:
        hurried.setattr(bots_pool, "STUDY_S", 0.2)
        with pytest.raises(TookTooLong):
            await bots.study(time.sleep, 600)
    first, second = await asyncio.gather(bots.study(os.getpid), bots.study(os.getpid))
    assert first == second != before
    assert bots.studies == 0
    while Path(f"/proc/{before}").exists():  # noqa: ASYNC240  (its parent still has to hear of its end)
        await asyncio.sleep(0.01)
    await bots.close()


async def test_who_asked_for_too_much_is_told(own_server: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    async def endless(thought: Any, *_given: Any) -> Any:
        tries.append(thought)
        raise TookTooLong("it took too long")

    lea, text = await own_server.person("Léa"), dumps(bantu().record())
    await own_server.rules_ready("bantu")
    monkeypatch.setattr(own_server.services.bots, "study", endless)
    for what in ("", "/champion", "/chances", "/what-if", "/picture"):
        assert (await post(lea, what, record=text))[1]["error"]["key"] == "error.replay.too_long"
    source = Source("k", text)
    with pytest.raises(Refused, match="too_long"):
        await own_server.services.chances.closely(source, "bantu", 3)
    tries.clear()
    while not (found := own_server.services.chances.of(source, "bantu")).is_done:
        await asyncio.sleep(0.01)
    assert len(tries) == TRIES, "at the first the process may have been preparing rules"
    assert found.why is not None
    assert (found.failed, found.why.key) == (True, "error.replay.too_long")
    assert (found.source.record, found.bytes) == ("", 0), "the game itself is no longer needed"


def test_what_is_kept_is_bounded_by_its_bytes() -> None:
    kept: Cache[str, str] = Cache(10)
    for name, size in (("a", 4), ("b", 4)):
        assert kept.put(name, name.upper(), size) == name.upper()
    assert kept.get("a") == "A"
    kept.put("c", "C", 3)
    assert (kept.values(), kept.size, kept.get("b")) == (["A", "C"], 7, None), (
        "what was unused for longest is gone"
    )
    kept.put("a", "AA", 6)
    assert (kept.values(), kept.size) == (["C", "AA"], 9)
    kept.put("d", "D", 99)
    assert (kept.values(), len(kept), kept.size) == (["D"], 1, 99)
    kept.drop("d")
    kept.drop("d")
    assert (kept.values(), kept.size) == ([], 0)


async def test_replays_are_kept_by_their_size(own_server: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    lea, shown = await own_server.person("Léa"), own_server.services.shown
    for seed in (1, 2):
        await post(lea, "", record=dumps(Table("bantu", 2, seed=seed).record()))
    assert shown.size == sum(map(len, shown.values())) > 0
    monkeypatch.setattr(shown, "most", shown.size)
    await post(lea, "", record=dumps(Table("bantu", 2, seed=3).record()))
    assert shown.size <= shown.most


async def test_what_failed_inside_is_told_by_its_kind_alone(
    own_server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: object, **__: object) -> Any:
        raise bots_pool.BotFailed("the seed 0707 is in this text") from ValueError("and here")

    monkeypatch.setattr(own_server.services.bots, "study", failing)
    status, said = await post(await own_server.person("Léa"), "", record=dumps(bantu().record()))
    assert (status, said["error"]) == (422, {"key": "error.replay.failed", "args": {"why": "ValueError"}})
    assert "0707" not in said["text"]
