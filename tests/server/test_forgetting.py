"""A house that forgets, with a clock that is moved: who was not there and what nobody touched is erased, and no game with somebody present."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.server import services
from ludotheque.server.base.listening import CannotStart
from ludotheque.server.people import forgetting
from ludotheque.server.people.forgetting import SLACK_MS, drop_unused, forget, hours_of
from ludotheque.server.people.guests import Guests
from ludotheque.server.store.log import Store, Wishes
from ludotheque.server.store.people import KeptName
from tests.server.harness import Harness, serving, until
from tests.server.test_cluster import pair_of_all, two  # noqa: F401  (fixtures)
from tests.server.test_erasing import everything, guest_of, sit
from tests.server.test_evenings import PLAN
from tests.server.test_playing import BOT, LINK, ME

HOUR_MS = 3_600_000


def later(hours: float) -> int:
    return time.time_ns() // 1_000_000 + round(hours * HOUR_MS) + SLACK_MS


@pytest.mark.parametrize(("text", "hours"), [("", 0), ("24h", 24), ("12 h", 12), ("7d", 168), ("1H", 1)])
def test_how_long(text: str, hours: int) -> None:
    assert hours_of(text) == hours


@pytest.mark.parametrize("text", ["0h", "24", "h", "-1h", "1w", "1.5h", "99999d", "٣h"])
def test_an_invalid_time_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(CannotStart, match="24h"):
        hours_of(text)


async def test_absent_guests_and_untouched_tables_are_forgotten(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    said: list[Any] = []
    monkeypatch.setattr(forgetting.logger, "info", lambda event, **values: said.append((event, values)))
    async with serving(data, database=database, forget_after="24h") as server:
        await server.rules_ready()
        lea, tom, eva = [await server.person(name) for name in ("Léa", "Tom", "Eva")]
        assert (await lea.http.get("/api/library")).json()["forget_after_h"] == 24
        a, b = await sit(server, lea, tom)
        left = await (await server.person("Ida")).make([ME, BOT])
        tab = await eva.tab(await eva.make([ME, LINK]))
        plan = {"name": "Jeudi", "game": "bantu", "least": 2, "most": 2, "rounds": 1}
        assert (await lea.http.post("/api/evenings", json=plan)).status_code == 201
        await server.services.guests.note_seen()
        assert await forget(server.services, 24, later(23)) == (0, 0)
        assert "Jeudi" in everything(data, database)
        await a.close()
        await b.close()
        room = server.services.tables._rooms[a.table]

        async def gone() -> bool:
            tables = server.services.tables._rooms.values()
            busy = any(each.lock.locked() for each in tables)  # a bot's move is being written
            return not room.watchers and len(server.services.open_sockets) == 1 and not busy

        await until(gone, "the pages are not closed")
        assert await forget(server.services, 24, later(25)) == (3, 2)
        assert "Jeudi" not in everything(data, database), "evenings are forgotten, too"
        assert said == [("forgotten", {"guests": 3, "tables": 2})]
        assert (await eva.http.get("/api/me")).json()["name"] == "Eva", "she is there"
        assert (await tab.do("say", text="encore là"))["t"] == "applied", "her table, too"
        assert (await lea.http.get("/api/me")).json()["name"] == ""
        for table in (a.table, left):
            assert (await eva.http.get(f"/api/tables/{table}/record")).status_code == 404
        found = everything(data, database)
        for trace in ("Léa", "Tom", "Ida", a.table, left):
            assert trace not in found
        assert await forget(server.services, 24, later(25)) == (0, 0), "who only asks is no guest"


async def test_guests_seen_since_stay_with_their_games(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    a, b = await sit(server, lea, tom)
    await b.close()
    people, now_ms = server.services.store.people, time.time_ns() // 1_000_000
    await server.services.guests.note_seen()
    await people.saw([await guest_of(server, tom)], now_ms - 30 * HOUR_MS)

    async def gone() -> bool:
        return len(server.services.open_sockets) == 1

    await until(gone, "the page is not closed")
    assert await forget(server.services, 24) == (1, 0)
    await a.until(lambda view: view["table"]["chairs"][1]["name"] == "")
    assert (await lea.http.get("/api/me")).json()["name"] == "Léa"


async def test_presence_is_noted(server: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    lea = await server.person("Léa")
    people, guest = server.services.store.people, await guest_of(server, lea)
    await people.saw([guest], 5)
    server.services.guests._written.clear()
    await lea.http.get("/api/me")
    await server.services.guests.note_seen()
    about = await people.about(guest)
    assert about is not None
    assert about[3] > 5


async def test_forgetting_happens_at_the_start_and_while_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "SWEEP_S", 0.05)
    data = tmp_path / "data"
    async with serving(data) as server:
        lea = await server.person("Léa")
        table = await lea.make([ME, BOT])
        await server.services.guests.note_seen()
    real = time.time_ns
    moved = [30]
    monkeypatch.setattr(time, "time_ns", lambda: real() + moved[0] * HOUR_MS * 1_000_000)
    async with serving(data, forget_after="24h") as server:

        async def forgotten() -> bool:
            store = server.services.store
            return not await store.events(table) and not await store.people.unseen(later(1000), 10)

        await until(forgotten, "what was there at the start is not forgotten")
        table = await (await server.person("Tom")).make([ME, BOT])
        await server.services.guests.note_seen()
        moved[0] += 30
        await until(forgotten, "what was made since is not forgotten")


async def test_a_table_that_lives_in_another_process_is_left_to_it(two: tuple[Harness, Harness]) -> None:  # noqa: F811  # a fixture
    one, _other = two
    lea = await one.person("Léa")
    tab = await lea.tab(await lea.make([ME, LINK]))
    for server in two:
        assert await forgetting._tables(server.services, later(30)) == 0
    assert (await tab.do("say", text="encore là"))["t"] == "applied"


async def test_only_guests_who_did_nothing_are_dropped(server: Harness) -> None:
    store, day = server.services.store, 86_400_000
    came = {name: await server.person(name) for name in ("Léa", "Tom", "Zoé", "Ida", "Max", "Eva", "Ali")}
    nobody = server.stranger()
    await nobody.http.post("/api/me")
    table = await came["Léa"].make([ME, LINK])
    await (await came["Tom"].tab(table)).do("sit", seat=1, name="Tom")
    await came["Zoé"].http.post("/api/me/kept", json={})
    await came["Ida"].http.post("/api/blocks", json={"table": table, "seat": 1})
    await came["Max"].http.post("/api/evenings", json=PLAN)
    here = await came["Eva"].tab(table)
    now = time.time_ns() // 1_000_000

    async def there() -> set[str]:
        return {name for name, each in came.items() if (await each.http.get("/api/me")).json()["name"]}

    everybody = set(came)
    assert await drop_unused(server.services, now + day - 60_000) == 0
    before = (await nobody.http.post("/api/me")).headers.get("set-cookie")
    assert before is None, "still known"
    assert await drop_unused(server.services, now + day + 60_000) == 1, "who has not even a name"
    assert await there() == everybody
    assert (await nobody.http.post("/api/me")).headers["set-cookie"], "somebody new"
    await drop_unused(server.services, now + 7 * day + 60_000)
    assert await there() == everybody - {"Ali"}, "who sat, wrote, keeps, blocks, organises, or is here"
    assert await store.people.unused(2**62, 2**62, 9) != [], "whoever is here is not dropped"
    await here.close()


async def test_a_crowd_of_guests_fills_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests from any number of addresses, with names and wishes: of those who did nothing more, the last ones are kept."""
    monkeypatch.setattr(forgetting, "MOST_UNUSED", 10)
    store = Store(tmp_path)
    await store.open()
    guests, people = Guests(store), store.people
    house: Any = SimpleNamespace(store=store, guests=guests, open_sockets=[])
    for n in range(1, 32):
        guest = await people.add(bytes([n]) * 32, "Tom" if n % 3 else "", "fr", n)
        if n % 2:
            await store.put_wishes(guest, Wishes(True, True))
    await people.keep(KeptName(1, "Tom", "hash", 1), "tom")
    await guests.welcome("Léa")
    assert guests.made == 1
    assert await drop_unused(house, SLACK_MS + 1) == 0, "who was here a moment ago stays"
    assert guests.made == 0
    assert await drop_unused(house, SLACK_MS + 100) == 21
    assert [await people.numbered(guest) is not None for guest in range(1, 33)] == [True] + [False] * 21 + [
        True
    ] * 10
    assert await drop_unused(house, SLACK_MS + 100) == 0
    await store.close()
