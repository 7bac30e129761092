"""The lists of tables on the first page: which of one's own games are worth a line there."""

from __future__ import annotations

from tests.server.harness import Harness, Person
from tests.server.test_playing import BOT, LINK, ME


async def mine(person: Person) -> list[str]:
    return [each["id"] for each in (await person.http.get("/api/tables")).json()["mine"]]


async def sat_down(person: Person, act: bool) -> str:
    """A game against a bot in which this person has done something, or not yet."""
    table = await person.make([ME, BOT], game="billabong", options={"mode": "duel"}, first=0)
    tab = await person.tab(table)
    view = await tab.until(lambda view: view["table"]["phase"] == "playing" and view["scene"]["choices"])
    if act:
        choices = view["scene"]["choices"][0]
        action = next(node["action"] for node in choices["nodes"] if node.get("action", -1) >= 0)
        await tab.act(0, action)
    await tab.close()
    return table


async def test_games_against_bots_in_which_one_did_nothing_are_not_kept_in_the_list(server: Harness) -> None:
    lea = await server.person("Léa")
    begun = await sat_down(lea, act=True)
    left = await sat_down(lea, act=False)
    assert await mine(lea) == [left, begun], "the newest is there: one may come back to it"
    last = await sat_down(lea, act=False)
    assert await mine(lea) == [last, begun]
    waits = await lea.make([ME, LINK], game="bantu")
    assert await mine(lea) == [waits, last, begun], "of another game"
    again = await sat_down(lea, act=False)
    assert await mine(lea) == [again, waits, begun]
    tab = await lea.tab(left)
    assert (await tab.until(lambda view: view["table"]["phase"] == "playing"))["you"]["seats"] == [0], (
        "its link leads there"
    )
