"""Takebacks, giving up, rematches."""

from __future__ import annotations

import pytest

from ludotheque.server.room import absence
from tests.server.harness import Harness
from tests.server.test_playing import BOT, LINK, ME, pair


async def test_at_once_while_nothing_came_after(server: Harness) -> None:
    a, b = await pair(server)
    seen = a.view["seq"]
    await a.act(0, 2)
    await a.until(lambda v: v["table"]["may_undo"] == [0])
    assert len(a.moves) == 4
    assert (await a.do("undo", seat=0, expected=seen))["reason"]["key"] == "error.stale"
    assert (await a.do("undo", seat=0))["t"] == "applied"
    for tab in (a, b):
        view = await tab.until(lambda v: v["table"]["takebacks"])
        assert (len(tab.moves), view["scene"]["actors"]) == (3, [0, 1])
        took = [(each["seat"], each["move"]) for each in view["table"]["takebacks"]]
        assert took == [(0, 3)], "the others are told"
    assert (await a.do("undo", seat=0))["reason"]["key"] == "error.nothing_to_undo"
    assert (await a.act(0, 1))["t"] == "applied"


async def test_with_consent_once_another_has_acted(server: Harness) -> None:
    a, b = await pair(server)
    await a.act(0, 2)
    acted = await b.act(1, 1)
    await a.until(lambda v: v["seq"] >= acted["seq"])
    assert a.view["table"]["may_undo"] == []
    assert a.view["table"]["may_ask"] == [0]
    assert (await b.do("consent", seat=1, yes=True))["reason"]["key"] == "error.not_asked"
    assert (await a.do("undo", seat=0))["t"] == "applied"
    await b.until(
        lambda v: v["table"]["asking"] == {"kind": "undo", "seat": 0, "answers": {}, "waiting": [1]}
    )
    assert (await b.do("undo", seat=1))["reason"]["key"] == "error.already_asking"
    assert (await a.do("consent", seat=0, yes=True))["reason"]["key"] == "error.not_asked"
    assert (await b.do("consent", seat=1, yes=True))["t"] == "applied"
    view = await a.until(lambda v: v["table"]["asking"] is None and len(v["scene"]["actors"]) == 2)
    assert view["scene"]["choices"][0]["seat"] == 0
    assert [move["seat"] for move in a.moves] == [-1, -1, -1]


async def test_one_refusal_or_a_new_action_ends_the_question(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = await pair(server)
    await a.act(0, 2)
    acted = await b.act(1, 1)
    await a.until(lambda v: v["seq"] >= acted["seq"])
    await a.do("undo", seat=0)
    await b.until(lambda v: v["table"]["asking"] is not None)
    moves = len(b.moves)
    assert (await b.do("consent", seat=1, yes=False))["t"] == "applied"
    view = await a.until(lambda v: v["table"]["asking"] is None)
    assert len(a.moves) == moves
    reply = view["table"]["reply"]
    assert reply == {"kind": "undo", "seat": 0, "seq": reply["seq"], "by": 1, "yes": False}
    asked = await a.do("undo", seat=0)
    assert asked["reason"]["key"] == "error.asked_again"
    assert 0 < asked["reason"]["args"]["n"] <= 30
    monkeypatch.setattr(absence, "ASK_AGAIN_S", 0.0)
    assert (await a.do("undo", seat=0))["t"] == "applied"
    await b.until(lambda v: v["table"]["asking"] is not None)
    assert (await b.act(1, 3))["t"] == "applied"
    view = await a.until(lambda v: v["table"]["asking"] is None)
    assert view["table"]["reply"] == reply | {"seq": view["table"]["reply"]["seq"], "by": -1}, (
        "the game went on"
    )
    assert view["table"]["reply"]["seq"] > reply["seq"], "another request"
    assert (await b.do("consent", seat=1, yes=True))["reason"]["key"] == "error.not_asked"


async def test_at_once_against_bots_back_to_before_the_own_action(server: Harness) -> None:
    await server.rules_ready("billabong")
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, BOT], "billabong"))
    first = tab.view["scene"]["choices"][0]["nodes"]
    code = next(node["action"] for node in first if node["action"] >= 0)
    await tab.act(0, code)
    await tab.until(lambda v: any(move["seat"] == 1 for move in tab.moves))
    await tab.until(lambda v: v["table"]["may_undo"] == [0])
    assert (await tab.do("undo", seat=0))["t"] == "applied"
    await tab.until(lambda v: v["scene"]["actors"] == [0] and not tab.moves)


async def test_what_was_revealed_cannot_be_undone_even_against_a_bot(server: Harness) -> None:
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, BOT]))
    await tab.act(0, 2)
    await tab.until(lambda v: v["scene"]["actors"] == [0, 1] and len(tab.moves) == 5)
    assert tab.view["table"]["may_undo"] == []
    assert tab.view["table"]["may_ask"] == []
    assert (await tab.do("undo", seat=0))["reason"]["key"] == "error.revealed"


async def test_the_asker_may_withdraw(server: Harness) -> None:
    a, b = await pair(server)
    await a.act(0, 2)
    acted = await b.act(1, 1)
    await a.until(lambda v: v["seq"] >= acted["seq"])
    await a.do("undo", seat=0)
    for tab in (a, b):
        await tab.until(lambda v: v["table"]["asking"] is not None)
    moves = len(a.moves)
    assert (await a.do("undo", seat=0))["t"] == "applied"
    for tab in (a, b):
        await tab.until(lambda v: v["table"]["asking"] is None)
        assert len(tab.moves) == moves
    assert (await b.do("consent", seat=1, yes=True))["reason"]["key"] == "error.not_asked"


async def test_a_bot_waits_for_an_answer_only_if_somebody_can_give_it(
    server: Harness,
) -> None:
    await server.rules_ready("billabong")
    lea, leo = await server.person("Léa"), await server.person("Léo")
    table = await lea.make([ME, LINK, BOT], "billabong")
    a, b = await lea.tab(table), await leo.tab(table)
    bots = server.services.tables._rooms[table].bots
    assert bots is not None
    bots.pause = 60.0
    await b.do("sit", seat=1, name="Léo")
    for seat, tab in ((0, a), (1, b)):
        await tab.until(lambda v, seat=seat: v["scene"] is not None and v["scene"]["actors"] == [seat])
        nodes = tab.view["scene"]["choices"][0]["nodes"]
        await tab.act(seat, next(node["action"] for node in nodes if node["action"] >= 0))
    assert (await a.do("undo", seat=0, expected=b.view["seq"]))["t"] == "applied"
    await b.until(lambda v: v["table"]["asking"] is not None)
    room = server.services.tables._rooms[table]
    bots.tasks.pop(2).cancel()  # its pause is over
    bots.pause = 0.0
    room.go_on()
    assert bots.tasks == {}, "it waits"
    await b.close()
    await a.until(lambda v: any(move["seat"] == 2 for move in a.moves))


async def test_a_command_named_like_a_bots_stops_no_bot(server: Harness) -> None:
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, BOT]))
    seq = tab.view["seq"]
    for number in range(seq, seq + 4):
        await tab.do("act", command_id=f"bot-1-{seq}-{number}", seat=0, action=number % 3, path=[])
    await tab.until(lambda v: any(move["seat"] == 1 for move in tab.moves))


async def test_resigning_with_two_ends_the_game(server: Harness) -> None:
    a, b = await pair(server)
    assert (await a.do("resign", seat=1))["reason"]["key"] == "error.not_your_seat"
    assert (await a.do("resign", seat=0))["t"] == "applied"
    view = await b.until(lambda v: v["table"]["phase"] == "over")
    assert view["table"]["outcome"] == {"returns": [0.0, 1.0], "ranking": [2, 1], "ending": "resigned"}
    assert view["scene"]["choices"] == []
    assert view["scene"]["ending"] == "resigned"
    assert (await b.act(1, 0))["reason"]["key"] == "error.game_over"


async def test_among_three_a_bot_plays_on_for_a_resigned_seat(server: Harness) -> None:
    lea = await server.person("Léa")
    chairs = [ME, {"who": "here", "name": "Zoé"}, {"who": "here", "name": "Max"}]
    tab = await lea.tab(await lea.make(chairs))
    assert (await tab.do("resign", seat=2))["t"] == "applied"
    view = await tab.until(lambda v: 2 not in v["scene"]["actors"])
    assert view["table"]["phase"] == "playing"
    assert view["table"]["chairs"][2]["resigned"] is True
    assert [choice["seat"] for choice in view["scene"]["choices"]] == [0, 1]
    assert (await tab.act(2, 0))["reason"]["key"] == "error.resigned"
    assert (await tab.do("resign", seat=0))["t"] == "applied"
    over = await tab.until(lambda v: v["table"]["phase"] == "over")
    assert over["table"]["outcome"]["ranking"] == [2, 1, 3]
    assert over["table"]["outcome"]["returns"] == [0.0, 1.0, 0.0]
    assert [standing["rank"] for standing in over["scene"]["standings"]] == [2, 1, 3]


async def test_rematch_seats_everybody_again(server: Harness) -> None:
    a, b = await pair(server)
    assert (await a.do("rematch"))["reason"]["key"] == "error.not_over"
    await a.do("resign", seat=0)
    spectator = await (await server.person("Eve")).tab(a.table)
    assert (await spectator.do("rematch"))["reason"]["key"] == "error.not_seated"
    assert (await b.do("rematch"))["t"] == "applied"
    view = await a.until(lambda v: v["table"]["rematch"] is not None)
    assert (await a.do("rematch"))["t"] == "duplicate", "the second to ask finds it made"
    after = await server.people[0].tab(view["table"]["rematch"])
    table = after.view["table"]
    assert [chair["name"] for chair in table["chairs"]] == ["Léa", "Tom"]
    assert (table["first"], table["phase"], table["host"]) == (1, "playing", True)
    assert table["commitment"] != view["table"]["commitment"]
    assert table["id"] in [t["id"] for t in (await server.people[1].http.get("/api/tables")).json()["mine"]]


async def test_nobody_is_asked_by_link_to_a_seat_of_a_bot(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK, BOT])
    b = await tom.tab(table)
    assert (await b.do("sit", seat=2, name="Tom"))["reason"]["key"] == "error.seat_taken"


async def test_at_once_where_the_others_share_the_screen(server: Harness) -> None:
    lea = await server.person("Léa")
    a = await lea.tab(await lea.make([ME, {"who": "here", "name": "Zoé"}]))
    await a.begun()
    seen = (await a.act(0, 2))["seq"]
    acted = await a.act(1, 1)
    view = await a.until(lambda v: v["seq"] >= acted["seq"])
    assert 0 in view["table"]["may_undo"], "whoever sits beside has said aloud what they think of it"
    refused = await a.do("undo", seat=0, expected=seen)
    assert refused["reason"]["key"] == "error.stale", "not what one has not seen"
    assert (await a.do("undo", seat=0))["t"] == "applied"
    view = await a.until(lambda v: v["table"]["takebacks"])
    assert view["table"]["asking"] is None


async def test_only_players_at_other_screens_are_asked(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, {"who": "here", "name": "Zoé"}, LINK])
    a, b = await lea.tab(table), await tom.tab(table)
    assert (await b.do("sit", seat=2, name="Tom"))["t"] == "applied"
    await a.until(lambda v: v["table"]["phase"] == "playing")
    await a.act(0, 2)
    acted = await a.act(1, 1)
    view = await a.until(lambda v: v["seq"] >= acted["seq"])
    assert view["table"]["may_undo"] == [1]
    assert (await a.do("undo", seat=0))["t"] == "applied"
    view = await b.until(lambda v: v["table"]["asking"] is not None)
    assert view["table"]["asking"]["waiting"] == [2]
    assert (await b.do("consent", seat=2, yes=True))["t"] == "applied"
    await a.until(lambda v: v["table"]["takebacks"])
