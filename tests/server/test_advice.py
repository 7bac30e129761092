"""Advice: what a good bot would do, for who plays against bots alone; and names that change at the table."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from ludotheque import Table, bots
from ludotheque.core.game import Advised
from ludotheque.core.message import Message
from ludotheque.server.room.chairs import Chair, told_apart
from ludotheque.server.thinking import advice
from ludotheque.server.thinking import pool as bots_pool
from ludotheque.server.thinking.advice import because
from ludotheque.server.thinking.pool import BotFailed
from ludotheque.table import views
from tests.server.harness import Harness, Tab

ME, LINK, BOT = {"who": "me"}, {"who": "link"}, {"who": "bot", "level": "easy"}
SHORT = {"short": True}


MERIT = Message("bantu.merit.safe")


def both(key: str, **args: int) -> Message:
    """The reason with the chances of this text."""
    return Message("ui.advice.because", {"why": MERIT, "chances": Message(f"ui.advice.{key}", args)})


async def advise(tab: Tab, seat: int = 0) -> dict[str, Any]:
    """The answer to a question for advice."""
    await tab.send({"t": "advise", "table": tab.table, "id": "a", "seat": seat})
    return await tab.until_kind("advice", "error")


def advised(tab: Tab) -> list[int]:
    return [chair["advised"] for chair in tab.view["table"]["chairs"]]


async def test_advice_is_an_action_of_that_moment_and_counted_once(server: Harness) -> None:
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, BOT], "bantu", options=SHORT))
    watcher = await (await server.person("Tom")).tab(tab.table)
    assert tab.view["table"]["advice"]
    assert not watcher.view["table"]["advice"]
    first = await advise(tab)
    choices = tab.view["scene"]["choices"][0]
    assert first["action"] in [node["action"] for node in choices["nodes"]]
    assert first["click"] in [choices["nodes"][root]["click"] for root in choices["roots"]]
    await tab.until(lambda _: advised(tab) == [1, 0])
    await watcher.until(lambda _: advised(watcher) == [1, 0])
    again = await advise(tab)
    assert (again["action"], again["seq"]) == (first["action"], first["seq"])
    assert advised(tab) == [1, 0]
    assert (await tab.act(0, first["action"]))["t"] == "applied"
    assert (await advise(watcher))["reason"]["key"] == "error.not_your_seat"


async def test_nobody_is_advised_against_people_or_in_a_game_of_quickness(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK], "bantu", options=SHORT)
    a, b = await lea.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda view: view["table"]["phase"] == "playing")
    assert not a.view["table"]["advice"]
    assert (await advise(a))["reason"]["key"] == "error.no_advice"
    quick = await lea.tab(await lea.make([ME, BOT]))
    assert (await advise(quick))["reason"]["key"] == "error.no_advice"
    assert advised(a) == advised(quick) == [0, 0]


async def test_setting_up_is_left_to_a_bot_at_any_table_and_not_counted(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK], "billabong", options={"mode": "duel"})
    a, b = await lea.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda view: view["table"]["phase"] == "playing")
    assert a.view["scene"]["choices"][0]["setup"]
    found = await advise(a)
    assert (await a.act(0, found["action"]))["t"] == "applied"
    assert advised(a) == [0, 0]
    assert (await advise(a))["reason"]["key"] == "error.not_your_turn"


async def test_a_bot_that_fails_is_asked_again_the_next_time(server: Harness, monkeypatch: Any) -> None:
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, BOT], "bantu", options=SHORT))
    usual = advice._think

    async def failing(*_: Any) -> int:
        raise BotFailed("it died")

    monkeypatch.setattr(advice, "_think", failing)
    assert (await advise(tab))["reason"]["key"] == "error.no_advice"
    monkeypatch.setattr(advice, "_think", usual)
    assert (await advise(tab))["t"] == "advice"


async def test_a_name_changes_at_the_table_for_all_to_see(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK], "bantu", options=SHORT)
    a, b = await lea.tab(table), await tom.tab(table)
    assert (await a.do("rename", seat=0, name=" Léa  Brune "))["t"] == "applied"
    await b.do("sit", seat=1, name="Tom")
    await b.until(lambda view: view["table"]["phase"] == "playing")
    assert [chair["name"] for chair in b.view["table"]["chairs"]] == ["Léa Brune", "Tom"]
    assert (await b.do("rename", seat=0, name="Max"))["reason"]["key"] == "error.not_your_seat"
    assert (await b.do("rename", seat=1, name=" "))["reason"]["key"] == "error.bad_name"
    assert (await b.do("rename", seat=1, name="Max"))["t"] == "applied"
    await a.until(lambda view: view["table"]["chairs"][1]["name"] == "Max")
    assert (await lea.http.get(f"/api/tables/{table}/record")).text.count(
        '"players":["Léa Brune","Max"]'
    ) == 1
    assert (await b.do("rename", seat=1, name="lea BRUNE"))["t"] == "applied"
    await a.until(lambda view: view["table"]["chairs"][1]["name"] == "lea BRUNE 2")
    assert (await b.do("rename", seat=1, name="Lea Brune"))["t"] == "applied", "one's own name is free"
    await a.until(lambda view: view["table"]["chairs"][1]["name"] == "Lea Brune 2")
    await b.do("resign", seat=1)
    await b.until(lambda view: view["table"]["phase"] == "over")
    assert (await b.do("rename", seat=1, name="Max"))["reason"]["key"] == "error.game_over"
    (told,) = (await lea.http.get("/api/history")).json()["tables"]
    assert [chair["name"] for chair in told["chairs"]] == ["Léa Brune", "Lea Brune 2"]


async def test_two_people_of_one_name_are_told_apart(server: Harness) -> None:
    lea, other = await server.person("Léa"), await server.person("Léa")
    table = await lea.make([ME, {"who": "here", "name": "Léa"}, LINK], "billabong")
    tab, watcher = await other.tab(table), await (await server.person("Léa")).tab(table)
    await tab.do("sit", seat=2, name="léa")
    view = await tab.until(lambda view: view["table"]["phase"] == "playing")
    assert [chair["name"] for chair in view["table"]["chairs"]] == ["Léa", "Léa 2", "léa 3"]
    await watcher.do("say", emote="hello", name="Léa")
    assert (await tab.until(lambda view: bool(view["said"])))["said"][0]["name"] == "Léa 4"
    assert told_apart([Chair("person", name="x" * 40)], "x" * 40) == "x" * 38 + " 2"


async def test_at_banzai_one_person_against_bots_gets_advice_with_a_reason(
    server: Harness, monkeypatch: Any
) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    thinking, usual = [], views.advice

    def watched(*given: Any) -> Any:
        thinking.append(threading.current_thread())
        return usual(*given)

    monkeypatch.setattr(views, "advice", watched)
    slow = {"time_limit": 0}
    tab = await lea.tab(await lea.make([ME, BOT, BOT], "banzai", options=slow, components=None))
    assert tab.view["table"]["advice"]
    await tab.until(lambda view: view["scene"]["choices"])
    found = await advise(tab)
    choices = tab.view["scene"]["choices"][0]
    assert found["click"] in [choices["nodes"][root]["click"] for root in choices["roots"]]
    assert found["why"]["key"].startswith("banzai.")
    assert thinking
    assert threading.current_thread() not in thinking, "other tables need not wait for it"
    await tab.until(lambda _: advised(tab) == [1, 0, 0])
    assert (await tab.act(0, found["action"]))["t"] == "applied"
    table = await lea.make([ME, LINK, BOT], "banzai", options=slow, components=None)
    a, b = await lea.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda view: view["table"]["phase"] == "playing")
    assert not a.view["table"]["advice"]
    assert (await advise(a))["reason"]["key"] == "error.no_advice"
    screen = await lea.tab(
        await lea.make([ME, {"who": "here", "name": "Max"}, BOT], "banzai", options=slow, components=None)
    )
    assert not screen.view["table"]["advice"], "two people at one screen race each other"
    assert (await advise(screen))["reason"]["key"] == "error.no_advice"


@pytest.mark.parametrize(
    ("weighed", "why"),
    [
        ((3, None, None), None),
        ((3, 0.9, None), None),
        ((3, 0.624, 0.551), Message("ui.advice.better", {"n": 62, "other": 55})),
        ((3, 0.5, 0.48), Message("ui.advice.alike", {"n": 50})),
        ((3, 0.5, 0.52), Message("ui.advice.alike", {"n": 50})),
    ],
)
def test_advice_says_what_it_leaves_beside_the_best_other_action(
    weighed: tuple[int, float | None, float | None], why: Message | None
) -> None:
    assert because(weighed) == Advised(3, why)


@pytest.mark.parametrize(
    ("weighed", "why"),
    [
        ((3, None, None), MERIT),
        ((3, 0.624, 0.551), both("chances.else", n=62, other=55)),
        ((3, 0.5, 0.48), both("chances", n=50)),
    ],
)
def test_what_speaks_for_an_action_comes_first(
    weighed: tuple[int, float | None, float | None], why: Message
) -> None:
    assert because(weighed, MERIT) == Advised(3, why)


@pytest.mark.parametrize(("game", "told"), [("bantu", True), ("banjooli-cross", False)])
async def test_at_a_shared_screen_no_reason_tells_of_what_is_hidden(
    server: Harness, monkeypatch: Any, game: str, told: bool
) -> None:
    """Whoever sits beside a player reads the advice, too."""
    monkeypatch.setattr(views, "merit", lambda *_: MERIT)
    lea = await server.person("Léa")
    for beside, says in ((BOT, True), ({"who": "here", "name": "Max"}, told)):
        tab = await lea.tab(await lea.make([ME, beside, BOT], game))
        found = await advise(tab)
        assert ("merit" in str(found["why"])) == says


def test_a_bot_that_advises_says_what_its_search_expects(monkeypatch: Any) -> None:
    monkeypatch.setattr(bots, "is_hasty", lambda *_: False)
    table = Table("tiny", seats=2, seed=3)
    seat = table.actors[0]
    action, chances, others = bots_pool.weigh("tiny", None, table.view({seat}).tobytes(), seat, "strong", 1)
    assert action in table.legal_actions(seat)
    assert chances is not None
    assert 0 <= chances <= 1
    assert (others is None) == (len(table.legal_actions(seat)) == 1)
    assert bots_pool.weigh("tiny", None, table.view({seat}).tobytes(), seat, "greedy", 1)[1:] == (None, None)
