"""Making, joining, playing, watching: the main path over real sockets."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.server.harness import Harness, Person, Tab, until

ME, LINK = {"who": "me"}, {"who": "link"}
BOT = {"who": "bot", "level": "greedy"}


async def pair(server: Harness, **more: Any) -> tuple[Tab, Tab]:
    """Léa on seat 0 and Tom on seat 1, in a game that just began."""
    return await sit_down(await server.person("Léa"), await server.person("Tom"), **more)


async def sit_down(lea: Person, tom: Person, **more: Any) -> tuple[Tab, Tab]:
    """One person's new table, with another on seat 1: the tabs of both, once the game began."""
    table = await lea.make([ME, LINK], **more)
    a, b = await lea.tab(table), await tom.tab(table)
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
    for tab in (a, b):
        await tab.until(lambda v: v["table"]["phase"] == "playing")
    return a, b


async def test_join_by_link_and_begin_when_the_last_seat_is_taken(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK])
    a, b = await lea.tab(table), await tom.tab(table)
    assert a.view["table"]["phase"] == "lobby"
    assert a.view["scene"] is None
    assert [a.view["table"]["host"], b.view["table"]["host"]] == [True, False]
    assert a.view["you"] == {"seats": [0], "name": "Léa", "invite": "", "no_seat": None, "lost": []}
    assert (await b.do("sit", seat=0, name="Tom"))["reason"]["key"] == "error.seat_taken"
    assert (await b.do("sit", seat=1, name="  Tom  "))["t"] == "applied"
    view = await a.until(lambda v: v["table"]["phase"] == "playing")
    assert [chair["name"] for chair in view["table"]["chairs"]] == ["Léa", "Tom"]
    assert [chair["online"] for chair in view["table"]["chairs"]] == [True, True]
    assert view["scene"]["choices"][0]["seat"] == 0
    assert view["layout"]["places"]


async def test_a_whole_game_against_a_bot(server: Harness) -> None:
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, BOT]))
    for _ in range(100):
        view = await tab.until(lambda v: v["table"]["phase"] == "over" or bool(v["scene"]["choices"]))
        if view["table"]["phase"] == "over":
            break
        nodes = view["scene"]["choices"][0]["nodes"]
        await tab.act(0, next(node["action"] for node in nodes if node["action"] >= 0))
        await asyncio.sleep(0.01)
        tab.view = {}
        await tab.hello()
    assert tab.view["table"]["phase"] == "over"
    outcome = tab.view["table"]["outcome"]
    assert sorted(outcome["ranking"]) in ([1, 2], [1, 1])
    assert tab.view["table"]["seed"] is not None
    assert {move["seat"] for move in tab.moves} >= {0, 1}
    assert (await tab.act(0, 0))["reason"]["key"] == "error.game_over"


async def test_who_goes_first_by_lot_and_commitment(server: Harness) -> None:
    import hashlib

    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, {"who": "here", "name": "Zoé"}], first="lot"))
    table = tab.view["table"]
    assert table["phase"] == "playing"
    assert table["seed"] is None
    await tab.do("resign", seat=1)
    over = await tab.until(lambda v: v["table"]["phase"] == "over")
    assert hashlib.sha256(bytes.fromhex(over["table"]["seed"])).hexdigest() == table["commitment"]


async def test_illegal_out_of_turn_foreign_and_unknown_are_answered(server: Harness) -> None:
    a, b = await pair(server)
    grab = await a.act(0, 3)
    assert grab["t"] == "rejected"
    assert grab["reason"]["key"] == "tiny.reason.too_soon"
    assert grab["rules"] == ["TINY-4"]
    assert grab["scene"]["choices"], "a refusal carries the present scene"
    assert (await a.act(0, 99999))["reason"]["key"] == "error.unreadable"
    assert (await a.act(1, 0))["reason"]["key"] == "error.not_your_seat"
    assert (await a.act(7, 0))["reason"]["key"] == "error.unknown_seat"
    assert (await a.act(0, 0))["t"] == "applied"
    assert (await a.act(0, 0, expected=99))["reason"]["key"] == "error.stale"
    await a.until(lambda v: v["scene"]["actors"] == [1])
    assert (await a.act(0, 1))["reason"]["key"] == "error.not_your_turn"
    assert (await b.do("sit", seat=1, name="x"))["reason"]["key"] == "error.already_started"
    spectator = await server.stranger().tab(a.table)
    assert (await spectator.act(0, 0))["reason"]["key"] == "error.no_guest"
    assert (await a.act(0, 0, command_id="x" * 81))["reason"]["key"] == "error.bad_input"


async def test_another_seat_acting_does_not_make_a_simultaneous_choice_stale(server: Harness) -> None:
    a, b = await pair(server)
    seen = b.view["seq"]
    assert (await a.act(0, 2))["t"] == "applied"
    assert (await b.act(1, 1, expected=seen))["t"] == "applied"


async def test_a_choice_seen_before_the_decision_began_is_stale(server: Harness) -> None:
    a, b = await pair(server)
    seen = a.view["seq"]
    await a.act(0, 2)
    acted = await b.act(1, 1)
    await a.until(lambda v: v["seq"] >= acted["seq"])
    stale = await a.act(0, 3, expected=seen)
    assert stale["reason"]["key"] == "error.stale"
    assert (await a.act(0, 3))["t"] == "applied"


async def test_a_command_is_applied_once(server: Harness) -> None:
    a, b = await pair(server)
    first = await a.act(0, 1, command_id="once")
    again = await a.act(0, 1, command_id="once")
    assert (first["t"], again["t"]) == ("applied", "duplicate")
    assert first["seq"] == again["seq"]
    await b.act(1, 0)
    server.services.tables._rooms.clear()
    late = await a.act(0, 1, command_id="once", expected=0)
    assert (late["t"], late["seq"]) == ("duplicate", first["seq"])


async def test_tabs_of_one_person_and_spectators_are_told(server: Harness) -> None:
    a, b = await pair(server)
    lea = server.people[0]
    second = await lea.tab(a.table)
    watcher = await server.stranger().tab(a.table)
    assert watcher.view["you"]["seats"] == []
    assert watcher.view["scene"]["choices"] == []
    await a.act(0, 2)
    for tab in (a, second, b, watcher):
        await tab.until(lambda v: v["scene"]["actors"] == [1])
    assert second.view["scene"] == a.view["scene"]
    assert len(second.moves) == len(a.moves) == len(watcher.moves)


async def test_one_person_holding_two_seats(server: Harness) -> None:
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, {"who": "here", "name": "Zoé"}]))
    assert tab.view["you"]["seats"] == [0, 1]
    assert tab.view["scene"]["audience"] == [0, 1]
    assert [choice["seat"] for choice in tab.view["scene"]["choices"]] == [0, 1]
    assert (await tab.act(1, 0))["t"] == "applied"
    assert (await tab.act(0, 0))["t"] == "applied"


async def test_hello_with_the_right_hash_is_current(server: Harness) -> None:
    a, b = await pair(server)
    same = await a.hello(last_seq=a.view["seq"], view_hash=a.view["view_hash"])
    assert (same["t"], same["seq"]) == ("current", a.view["seq"])
    old = dict(a.view)
    await b.act(1, 1)
    await a.until(lambda v: v["seq"] > old["seq"])
    assert (await a.hello(last_seq=old["seq"], view_hash=old["view_hash"]))["t"] == "welcome"


async def test_a_table_dropped_from_memory_is_the_same_again(server: Harness) -> None:
    a, b = await pair(server)
    await a.act(0, 2)
    await b.act(1, 1)
    view = await a.until(lambda v: v["scene"]["prompt"]["key"] == "tiny.prompt.grab")
    lea = server.people[0]
    await a.close()
    await b.close()

    async def dropped() -> bool:
        server.services.tables.drop_idle(0)
        return a.table not in server.services.tables._rooms

    await until(dropped, "it is kept in memory")
    again = await lea.tab(a.table)
    assert again.view["scene"] == view["scene"]
    assert again.moves == a.moves


async def test_why_more_and_past(server: Harness) -> None:
    a, b = await pair(server)
    scene = a.view["scene"]
    await a.act(0, 2)
    await a.send({"t": "past", "table": a.table, "id": "p", "move": len(a.moves)})
    past = await a.until_kind("past")
    assert past["id"] == "p"
    assert past["scene"]["pieces"]
    await a.send({"t": "past", "table": a.table, "id": "q", "move": 999})
    assert (await a.until_kind("error"))["reason"] == {"key": "error.unknown_move", "args": {"move": 999}}
    click = scene["choices"][0]["nodes"][scene["choices"][0]["roots"][0]]["click"]
    await a.send({"t": "why", "table": a.table, "id": "w", "seat": 0, "clicks": [click]})
    because = await a.until_kind("because")
    assert because["reason"]["key"] == "error.not_your_turn"
    await b.send({"t": "why", "table": b.table, "id": "w", "seat": 1, "clicks": ["nonsense"]})
    assert "key" in (await b.until_kind("because", "error"))["reason"]
    await b.send({"t": "more", "table": b.table, "id": "m", "seat": 1, "click": click})
    assert (await b.until_kind("choices"))["choices"]["nodes"]
    await b.send({"t": "more", "table": b.table, "id": "m", "seat": 0, "click": click})
    assert (await b.until_kind("error"))["reason"]["key"] == "error.not_your_seat"


async def test_time_passes_by_itself(server: Harness) -> None:
    lea = await server.person("Léa")
    quick = "faces = 6\ncards = 6\nrounds = 1\npawn = 2\npatience_ms = 150\n"
    table = await lea.make([ME, {"who": "here", "name": "Zoé"}], components=quick)
    tab = await lea.tab(table)
    await tab.act(0, 0)
    await tab.act(1, 0)
    over = await tab.until(lambda v: v["table"]["phase"] == "over")
    assert over["table"]["outcome"]["ending"] == "rounds_played"
    server.services.tables._rooms.clear()
    again = await lea.tab(table)
    assert again.view["scene"] == over["scene"]


async def test_lobby_stand_bot_and_start(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK, LINK])
    a, b = await lea.tab(table), await tom.tab(table)
    assert (await a.do("start"))["reason"]["key"] == "error.seat_open"
    assert (await b.do("bot", seat=1, level="random"))["reason"]["key"] == "error.not_host"
    assert (await a.do("bot", seat=1, level="wizard"))["reason"]["key"] == "error.unknown_bot"
    assert (await a.do("bot", seat=1, level="random"))["t"] == "applied"
    assert (await b.do("stand", seat=1))["reason"]["key"] == "error.not_host"
    assert (await a.do("stand", seat=1))["t"] == "applied"
    assert (await b.do("sit", seat=1, name=" "))["reason"]["key"] == "error.bad_name"
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
    assert (await a.do("stand", seat=1))["reason"]["key"] == "error.not_your_seat"
    assert (await b.do("stand", seat=1))["t"] == "applied"
    assert (await b.do("sit", seat=1, name="Tom", nonce="my own luck"))["t"] == "applied"
    assert (await a.act(0, 0))["reason"]["key"] == "error.not_playing"
    assert (await a.do("bot", seat=2, level="greedy"))["t"] == "applied"
    view = await b.until(lambda v: v["table"]["phase"] == "playing")
    assert view["table"]["nonces"][1] == b"my own luck".hex()
    assert (await a.do("start"))["reason"]["key"] == "error.already_started"


async def test_lists_and_record(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK])
    mine = (await lea.http.get("/api/tables")).json()
    assert [t["id"] for t in mine["mine"]] == [table]
    assert mine["mine"][0]["chairs"][0]["yours"] is True
    theirs = (await tom.http.get("/api/tables")).json()
    assert theirs["mine"] == []
    assert table in [t["id"] for t in theirs["open"]]
    assert (await tom.http.get(f"/api/tables/{table}/record")).status_code == 409
    b = await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await b.act(1, 2)
    own = (await tom.http.get(f"/api/tables/{table}/record")).text
    other = (await lea.http.get(f"/api/tables/{table}/record")).text
    assert "seed" not in json.loads(own.splitlines()[0])
    assert '"hidden"' in other
    assert own != other
    assert [t["id"] for t in (await tom.http.get("/api/tables")).json()["mine"]] == [table]


async def test_a_guest_without_a_name_keeps_the_one_they_sat_down_with(server: Harness) -> None:
    lea, stranger = await server.person("Léa"), await server.person("")
    tab = await stranger.tab(await lea.make([ME, LINK, LINK], seats=3))
    await tab.do("sit", seat=1, name="  Mamie   Odette ")
    await tab.until(lambda v: v["you"]["name"] == "Mamie Odette")
    assert (await stranger.http.get("/api/me")).json()["name"] == "Mamie Odette"
    await tab.do("sit", seat=2, name="Papi", here=True)
    assert (await stranger.http.get("/api/me")).json()["name"] == "Mamie Odette"


async def test_after_a_resignation_the_result_page_shows_all_secrets(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    identity = await lea.make([ME, LINK], game="banjooli-cross")
    a, b = await lea.tab(identity), await tom.tab(identity)
    await b.do("sit", seat=1, name="Tom")
    during = await a.until(lambda v: v["scene"] is not None and v["scene"]["choices"])
    cards = lambda view: {p["id"] for p in view["scene"]["pieces"] if p["id"].startswith("card.")}  # noqa: E731
    assert {one.split(".")[1] for one in cards(during)} == {"0"}
    await b.do("resign", seat=1)
    for tab in (a, b):
        over = await tab.until(lambda v: v["table"]["phase"] == "over" and v["scene"]["ending"])
        assert {one.split(".")[1] for one in cards(over)} == {"0", "1"}
        assert not [p["id"] for p in over["scene"]["pieces"] if p.get("cover") is not None]
        assert not [panel["id"] for panel in over["scene"]["panels"] if panel.get("secret")]
        assert over["scene"]["choices"] == []
        assert over["scene"]["prompt"]["key"] == "ui.prompt.resigned"
