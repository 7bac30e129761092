"""Who may sit down at a table, who is removed from it, and whom somebody does not want to meet."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.room import doors, wire
from ludotheque.server.room.log_events import Invited, Removed, Resigned
from ludotheque.server.room.spec import TableSpec
from ludotheque.server.store import archive
from ludotheque.server.store.log import FILE
from tests.server import played
from tests.server.harness import Harness, Person, Tab, serving, visiting
from tests.server.older import make_older
from tests.server.played import GUEST, HOST, STRANGER, Played
from tests.server.test_cluster import lives_at, pair_of_all, through, two  # noqa: F401  (fixtures)
from tests.server.test_playing import LINK, ME

OLD, MISSING = "error.invite.old", "error.invite.missing"
NO_SEAT = doors.NO_SEAT


@pytest.fixture(scope="module")
async def shared_house(tmp_path_factory: pytest.TempPathFactory, databases: str) -> AsyncIterator[Harness]:
    async with serving(tmp_path_factory.mktemp("house"), database=databases) as server:
        await server.rules_ready()
        yield server


@pytest.fixture
async def house(shared_house: Harness) -> AsyncIterator[Harness]:
    """A server with each database, for what is not in the log of a table."""
    async with visiting(shared_house) as harness:
        yield harness


def key(answer: dict[str, Any]) -> str:
    """Why a command was refused, or that it was not."""
    return str(answer["reason"]["key"]) if answer["t"] == "rejected" else str(answer["t"])


async def invited(server: Harness, seats: int = 3, **more: Any) -> tuple[Tab, str]:
    """A table whose host lets people in by a link, as the host sees it, and the key of that link."""
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, *[LINK] * (seats - 1)], door="link", **more))
    assert tab.view["you"]["invite"]
    return tab, tab.view["you"]["invite"]


async def come(server: Harness, name: str, table: str, invite: str = "") -> Tab:
    """Somebody follows a link."""
    tab = await (await server.person(name)).tab(table, greet=False)
    await tab.hello(invite=invite)
    return tab


def no_seat(tab: Tab) -> str:
    why = tab.view["you"]["no_seat"]
    return why["key"] if why else ""


async def test_the_hosts_link_gives_a_seat_and_without_it_one_watches(server: Harness) -> None:
    host, invite = await invited(server)
    b = await come(server, "Tom", host.table)
    assert (no_seat(b), b.view["you"]["invite"]) == (MISSING, "")
    assert b.view["table"]["invitation"]["who"] == "link"
    assert key(await b.do("sit", seat=1, name="Tom")) == MISSING
    assert key(await b.do("sit", seat=1, name="Tom", invite="x" * 16)) == OLD
    assert key(await b.do("sit", seat=1, name="Tom", invite="é")) == OLD
    assert b.view["table"]["chairs"][1]["who"] == "open"
    c, late = [await come(server, name, host.table, invite) for name in ("Zoé", "Eve")]
    assert (no_seat(c), c.view["you"]["invite"]) == ("", invite), "who has it may pass it on"
    assert key(await c.do("sit", seat=1, name="Zoé", invite=invite)) == "applied"
    assert key(await host.do("invite", who="link")) == "applied"
    await late.until(lambda v: v["you"]["no_seat"] is not None)
    assert (no_seat(late), late.view["you"]["invite"]) == (OLD, ""), "there is a new one"
    assert key(await c.do("sit", seat=2, name="Ida", here=True)) == "applied", (
        "who sits there needs it no more"
    )


def test_a_new_link_voids_the_old_one_except_for_those_seated() -> None:
    table = Played(TableSpec("tiny", 3, [played.ME, played.LINK, played.LINK], door="link"))
    old = table.state.invitation.key
    table.do(GUEST, wire.Sit(1, "Tom", invite=old))
    assert table.refuses(GUEST, wire.Invite("link")) == "error.not_host"
    table.do(HOST, wire.Invite("link", days=2))
    new = table.state.invitation
    assert 0 < new.until_ms - table.now_ms <= 2 * doors.DAY_MS
    assert table.refuses(STRANGER, wire.Sit(2, "Zoé", invite=old)) == OLD
    table.do(GUEST, wire.Stand(1)).do(GUEST, wire.Sit(1, "Tom", invite=old))  # Tom is no newcomer
    table.do(STRANGER, wire.Sit(2, "Zoé", invite=new.key))


def test_an_invitation_expires() -> None:
    table = Played(TableSpec("tiny", 2, [played.ME, played.LINK])).do(HOST, wire.Invite("link", days=1))
    sit = wire.Sit(1, "Tom", invite=table.state.invitation.key)
    assert table.wait(86_401).refuses(GUEST, sit) == OLD
    table.wait(-2).do(GUEST, sit)


async def test_the_host_lets_nobody_in_and_anybody_again(server: Harness) -> None:
    host, invite = await invited(server)
    tom = await server.person("Tom")
    listed = [each["id"] for each in (await tom.http.get("/api/tables")).json()["open"]]
    assert host.table not in listed, "it is for those who were invited"
    await host.do("invite", who="nobody")
    b = await tom.tab(host.table, greet=False)
    await b.hello(invite=invite)
    assert no_seat(b) == "error.invite.nobody"
    assert key(await b.do("sit", seat=1, name="Tom", invite=invite)) == "error.invite.nobody"
    assert key(await host.do("invite", who="nobody")) == "error.invite.same"
    await host.do("invite", who="anybody")
    await b.until(lambda v: v["you"]["no_seat"] is None)
    listed = [each["id"] for each in (await tom.http.get("/api/tables")).json()["open"]]
    assert host.table in listed
    assert key(await b.do("sit", seat=1, name="Tom")) == "applied"


async def test_once_the_game_has_begun_there_is_no_invitation(server: Harness) -> None:
    host, invite = await invited(server, 2)
    b = await come(server, "Tom", host.table, invite)
    await b.do("sit", seat=1, name="Tom", invite=invite)
    view = await host.until(lambda v: v["table"]["phase"] == "playing")
    assert (view["you"]["invite"], view["you"]["no_seat"]) == ("", None)
    assert key(await host.do("invite", who="link")) == "error.already_started"


async def test_invitations_and_removals_survive_a_restart(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as server:
        host, invite = await invited(server)
        b = await come(server, "Tom", host.table, invite)
        await b.do("sit", seat=1, name="Tom", invite=invite)
        await host.do("remove", seat=1)
        table, cookies = host.table, [person.http.cookies for person in server.people]
    async with serving(tmp_path, database=database) as server:
        people = [server.stranger(), server.stranger()]
        for person, cookie in zip(people, cookies, strict=True):
            person.http.cookies.update(cookie)
        a = await people[0].tab(table)
        assert a.view["you"]["invite"] == invite
        assert [each["name"] for each in a.view["table"]["removed"]] == ["Tom"]
        assert (await (await people[1].tab(table, greet=False)).hello())["reason"]["key"] == NO_SEAT
        c = await come(server, "Zoé", table, invite)
        assert key(await c.do("sit", seat=1, name="Zoé", invite=invite)) == "applied"
    for name, rows in archive.tables(database or tmp_path):
        archive.verify(name, rows)
        events = [type(row.event) for row in rows]
        assert events.count(Invited) == events.count(Removed) == 1


async def test_the_qr_code_holds_the_link_for_those_who_may_share_it(server: Harness) -> None:
    host, _ = await invited(server)
    lea, tom = server.people[0], await server.person("Tom")
    address = f"/api/tables/{host.table}/qr.svg"
    first, public = (await lea.http.get(address)).text, (await tom.http.get(address)).text
    assert first != public
    await host.do("invite", who="link")
    assert (await lea.http.get(address)).text not in (first, public), "it is always that of the present link"
    await host.do("invite", who="anybody")
    assert (await lea.http.get(address)).text == public, "nothing is needed"


def test_a_rematch_is_for_the_same_people_with_a_new_link() -> None:
    table = Played(TableSpec("tiny", 2, [played.ME, played.LINK], door="link"))
    invite = table.state.invitation.key
    table.do(STRANGER, wire.Say("hé", name="Zoé")).do(HOST, wire.Remove(by=0))
    again = table.do(GUEST, wire.Sit(1, "Tom", invite=invite)).happen(Resigned(1)).rematch(HOST).shown(HOST)
    assert (again.invitation.who, [each.name for each in again.removed]) == ("link", ["Zoé"])
    assert table.rematch(HOST).state.invitation.key not in ("", invite)


# -- removing ---------------------------------------------------------------------------------------------------


async def test_a_removed_person_loses_the_seat_until_let_in_again(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK, LINK])
    a, b = await lea.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    assert key(await b.do("remove", seat=0)) == "error.not_host"
    assert key(await a.do("remove", seat=0)) == "error.not_yourself"
    assert key(await a.do("remove", seat=2)) == "error.nobody_there"
    assert key(await a.do("remove", seat=9)) == "error.unknown_seat"
    assert key(await a.do("remove", seat=1)) == "applied"
    told = await b.until_kind("error")
    assert told["reason"]["key"] == NO_SEAT
    view = await a.until(lambda v: v["table"]["removed"])
    assert view["table"]["chairs"][1]["who"] == "open"
    assert key(await b.do("sit", seat=1, name="Tom")) == NO_SEAT
    assert key(await b.do("say", text="hé")) == NO_SEAT
    again = await tom.tab(table, greet=False)
    assert (await again.hello())["reason"]["key"] == NO_SEAT
    await again.send({"t": "past", "table": table, "id": "p", "move": 0})
    assert (await again.until_kind("error"))["reason"]["key"] == NO_SEAT
    lists = (await tom.http.get("/api/tables")).json()
    assert table not in [each["id"] for each in lists["mine"] + lists["open"]]
    looks = [
        tom.http.get(f"/api/tables/{table}/record"),
        tom.http.get(f"/api/tables/{table}/qr.svg"),
        tom.http.get(f"/art/tiny/board/none.svg?table={table}"),
        *(
            tom.http.post(f"/api/replay{what}", json={"table": table})
            for what in ("", "/chances", "/champion", "/now", "/picture", "/what-if")
        ),
    ]
    for look in looks:
        refused = await look
        assert (refused.status_code, refused.json()["error"]["key"]) == (403, NO_SEAT), refused.url
    assert (await lea.http.get(f"/api/tables/{table}/qr.svg")).status_code == 200
    n = view["table"]["removed"][0]["n"]
    assert key(await a.do("let_in", n=n + 1)) == "error.nobody_there"
    assert key(await a.do("let_in", n=n)) == "applied"
    await again.hello()
    assert again.view["table"]["removed"] == []
    assert key(await again.do("sit", seat=1, name="Tom")) == "applied"


async def test_watchers_are_removed_by_name_or_message(server: Harness) -> None:
    lea, tom, zoe = await server.person("Léa"), await server.person("Tom"), await server.person("Zoé")
    table = await lea.make([ME, LINK, LINK])
    a, b, c = await lea.tab(table), await tom.tab(table), await zoe.tab(table)
    await a.until(lambda v: sorted(v["watchers"]) == ["Tom", "Zoé"])
    assert key(await a.do("remove", watcher="Ida")) == "error.nobody_there"
    assert key(await a.do("remove", watcher="Tom")) == "applied"
    assert (await b.until_kind("error"))["reason"]["key"] == NO_SEAT
    await a.until(lambda v: v["watchers"] == ["Zoé"])
    await c.do("say", text="hé", name="Zoé")
    await a.until(lambda v: v["said"])
    assert key(await a.do("remove", by=0)) == "applied"
    await a.until(lambda v: v["watchers"] == [])
    assert [each["name"] for each in a.view["table"]["removed"]] == ["Tom", "Zoé"]


def test_nobody_is_removed_from_a_running_game() -> None:
    table = played.begun().do(GUEST, wire.Say("hé"))
    assert table.refuses(HOST, wire.Remove(seat=1)) == "error.already_started"
    assert table.refuses(HOST, wire.Remove(by=0)) == "error.already_started"
    table.do(HOST, wire.Remove(watcher="Zoé"), named={"Zoé": STRANGER}.__getitem__)
    assert table.refuses(STRANGER, wire.Say("hé")) == NO_SEAT


# -- blocking ---------------------------------------------------------------------------------------------------


async def block(person: Person, table: str, **who: int) -> Any:
    answer = await person.http.post("/api/blocks", json={"table": table, **who})
    return answer.json()


async def unblock(person: Person, n: int) -> Any:
    body = json.dumps({"n": n})
    answer = await person.http.request(
        "DELETE", "/api/blocks", content=body, headers={"content-type": "application/json"}
    )
    return answer.json()


async def test_messages_of_a_blocked_person_are_not_sent(house: Harness) -> None:
    lea, tom, zoe = await house.person("Léa"), await house.person("Tom"), await house.person("Zoé")
    table = await lea.make([ME, LINK, LINK])
    a, b, c = await lea.tab(table), await tom.tab(table), await zoe.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await b.do("say", text="un")
    await c.do("say", text="deux", name="Zoé")
    await a.until(lambda v: [each["text"] for each in v["said"]] in (["un", "deux"], ["deux"]))
    (blocked,) = (await block(lea, table, seat=1))["blocks"]
    assert blocked == {"n": blocked["n"], "name": "Tom"}
    await a.until(lambda v: [each["text"] for each in v["said"]] == ["deux"] and v["said_from"] == 0)
    assert a.view["said"][0]["by"] == 1, "people keep their numbers"
    await b.do("say", text="trois")
    await b.do("say", emote="haha")
    await c.do("say", text="quatre", name="Zoé")
    heard: list[dict[str, Any]] = []
    while not any(each["text"] == "quatre" for each in a.view["said"]):
        heard.append(await a.receive())
    assert "trois" not in json.dumps(heard)
    assert "haha" not in json.dumps(heard)
    await a.hello()
    assert [each["text"] for each in a.view["said"]] == ["deux", "quatre"]
    await b.hello()
    assert [each["text"] for each in b.view["said"]] == ["un", "deux", "trois", "", "quatre"], (
        "others hear them"
    )
    assert (await unblock(lea, blocked["n"]))["blocks"] == []
    await a.until(lambda v: len(v["said"]) == 5)


async def test_a_blocked_person_finds_no_seat_at_my_tables(house: Harness) -> None:
    lea, tom = await house.person("Léa"), await house.person("Tom")
    first = await lea.make([ME, LINK, LINK])
    b = await tom.tab(first)
    await b.do("sit", seat=1, name="Tom")
    (blocked,) = (await block(lea, first, seat=1))["blocks"]
    table = await lea.make([ME, LINK])
    assert table not in [each["id"] for each in (await tom.http.get("/api/tables")).json()["open"]]
    c = await tom.tab(table)
    assert no_seat(c) == NO_SEAT
    assert key(await c.do("sit", seat=1, name="Tom")) == NO_SEAT
    a = await lea.tab(table)
    invite = await lea.make([ME, LINK], door="link")
    host = await lea.tab(invite)
    d = await tom.tab(invite)
    assert key(await d.do("sit", seat=1, name="Tom", invite=host.view["you"]["invite"])) == NO_SEAT
    assert (await tom.http.get("/api/blocks")).json() == {"blocks": []}, "nobody is told who blocks them"
    await unblock(lea, blocked["n"])
    assert key(await c.do("sit", seat=1, name="Tom")) == "applied"
    await a.until(lambda v: v["table"]["phase"] == "playing")


async def test_a_blocked_person_cannot_ask_me_for_a_rematch(house: Harness) -> None:
    lea, tom = await house.person("Léa"), await house.person("Tom")
    table = await lea.make([ME, LINK])
    a, b = await lea.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await b.until(lambda v: v["table"]["phase"] == "playing")
    await b.do("resign", seat=1)
    await a.until(lambda v: v["table"]["phase"] == "over")
    await block(lea, table, seat=1)
    assert key(await b.do("rematch")) == NO_SEAT
    assert key(await a.do("rematch")) == "applied", "I may still ask them"


async def test_impossible_blocks_are_refused(server: Harness) -> None:
    lea = await server.person("Léa")
    table = await lea.make([ME, LINK, {"who": "bot", "level": "easy"}])
    for who, why in (
        ({"seat": 0}, "error.not_yourself"),
        ({"seat": 1}, "error.nobody_there"),
        ({"seat": 2}, "error.nobody_there"),
        ({"by": 3}, "error.nobody_there"),
        ({}, "error.nobody_there"),
    ):
        assert (await block(lea, table, **who))["error"]["key"] == why
    assert (await block(lea, "nowhere", seat=0))["error"]["key"] == "error.unknown_table"
    assert (await server.stranger().http.get("/api/blocks")).json() == {"blocks": []}


async def test_an_older_database_gets_the_list(tmp_path: Path) -> None:
    async with serving(tmp_path):
        pass
    make_older(tmp_path / FILE, "0007")
    async with serving(tmp_path) as server:
        assert await server.services.store.blocks_of(1) == []


async def test_all_processes_keep_to_it(two: tuple[Harness, Harness]) -> None:  # noqa: F811  # a fixture
    """A guest's request reaches one process, and their page is in another."""
    one, other = two
    lea, tom = await one.person("Léa"), await other.person("Tom")
    table = await lea.make([ME, LINK, LINK])
    a = await lea.tab(table)
    b = await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await b.do("say", text="un")
    await a.until(lambda v: v["said"])
    assert lives_at(one, table)
    assert (await block(through(lea, other), table, seat=1))["blocks"]
    await a.until(lambda v: v["said"] == [])
    await b.do("say", text="deux")
    second = await through(lea, other).make([ME, LINK], door="link")
    host = await through(lea, one).tab(second)
    c = await through(tom, other).tab(second)
    assert key(await c.do("sit", seat=1, name="Tom", invite=host.view["you"]["invite"])) == NO_SEAT
    assert key(await a.do("remove", seat=1)) == "applied"
    assert (await b.until_kind("error"))["reason"]["key"] == NO_SEAT
    assert (await (await through(tom, one).tab(table, greet=False)).hello())["reason"]["key"] == NO_SEAT
