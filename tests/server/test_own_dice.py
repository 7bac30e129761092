"""Tables where people roll dice of their own: who tells what they show, when, and how it is taken back."""

from __future__ import annotations

import pytest

from tests.server.harness import Harness
from tests.server.test_playing import LINK, ME
from tiny.rules import FIRST_FACE

DIE_3 = FIRST_FACE + 2


@pytest.fixture
async def table(server: Harness):
    """Two people at a table with dice of their own, and somebody who watches; the die is to be rolled."""
    lea, leo = await server.person("Léa"), await server.person("Léo")
    identity = await lea.make([ME, LINK], own_dice=True)
    tabs = [await lea.tab(identity), await leo.tab(identity)]
    await tabs[1].do("sit", seat=1, name="Léo")
    for tab in tabs:
        await tab.until(lambda view: view["table"]["phase"] == "playing")
    return (*tabs, await (await server.person("Zoé")).tab(identity))


async def test_players_enter_dice_and_cards_are_dealt(server: Harness, table) -> None:
    lea, leo, zoe = table
    assert [choices["seat"] for choices in leo.view["scene"]["choices"]] == [-1]
    assert zoe.view["scene"]["choices"] == []
    assert (await zoe.act(-1, DIE_3))["reason"]["key"] == "error.not_your_seat"
    assert (await leo.act(-1, FIRST_FACE + 6))["reason"]["key"] == "error.not_a_result"
    seen = lea.view["seq"]
    assert (await leo.act(-1, DIE_3))["t"] == "applied"
    assert (await lea.act(-1, DIE_3, expected=seen))["reason"]["key"] == "error.no_chance"
    view = await lea.until(lambda view: view["scene"]["actors"] == [0, 1])
    assert [choices["seat"] for choices in view["scene"]["choices"]] == [0]
    room = await server.services.tables.get(lea.table)
    assert [event.draw < 0 for event in room.state.table.events] == [True, False, False]


async def test_no_dice_are_entered_if_the_server_throws(server: Harness) -> None:
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, {"who": "here", "name": "Zoé"}]))
    assert (await tab.act(-1, DIE_3))["reason"]["key"] == "error.no_chance"
    answer = await lea.http.post(
        "/api/tables", json={"game": "billabong", "seats": 2, "chairs": [ME, ME], "own_dice": True}
    )
    assert answer.status_code == 400
    assert answer.json()["error"]["args"]["field"] == "own_dice"


async def test_the_dice_of_a_table_are_kept_when_it_is_read_again(server: Harness, table) -> None:
    lea, leo, _ = table
    await leo.act(-1, DIE_3)
    server.services.tables._rooms.clear()
    room = await server.services.tables.get(lea.table)
    assert room.state.table.journal.chance == "dice"
    assert room.state.table.events[0].text == "die 3"
