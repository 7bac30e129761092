"""Who watches a table is named, as people come and go: their names, never anything else."""

from __future__ import annotations

from pathlib import Path

from ludotheque.server.live.watchers import MAX_NAMED
from ludotheque.server.room import wire
from ludotheque.server.room.races.timing import Trusted
from tests.server.harness import serving
from tests.server.test_together import duel


async def test_the_list_of_watchers_follows_arrivals(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        a, _ = await duel(server)
        assert (a.view["watching"], a.view["watchers"]) == (0, [])
        zoe, eve, nobody = await server.person("Zoé"), await server.person("Eve"), server.stranger()
        await nobody.http.post("/api/me")  # a guest, who has given no name
        tab = await zoe.tab(a.table)
        second = await zoe.tab(a.table)
        await a.until(lambda v: v["watchers"] == ["Zoé"])
        assert a.view["watching"] == 1, "two pages are one person"
        other, third = await eve.tab(a.table), await nobody.tab(a.table)
        view = await a.until(lambda v: v["watching"] == 3)
        assert view["watchers"] == ["Zoé", "Eve"]
        assert third.view["watchers"] == ["Zoé", "Eve"], "those who watch see each other"
        for person in (zoe, eve, nobody):
            assert person.cookie.partition("=")[2] not in str(view)
        await tab.close()
        assert (await eve.http.put("/api/me", json={"name": "Ève", "lang": "fr"})).status_code == 200
        view = await a.until(lambda v: v["watchers"] == ["Zoé", "Ève"])
        assert view["watching"] == 3
        await second.close()
        view = await a.until(lambda v: v["watching"] == 2)
        assert view["watchers"] == ["Ève"]
        await other.close()
        await a.until(lambda v: v["watchers"] == [] and v["watching"] == 1)


async def test_some_watchers_are_named_and_the_rest_counted(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        a, _ = await duel(server)
        for number in range(MAX_NAMED + 2):
            await (await server.person(f"W{number}")).tab(a.table)
        view = await a.until(lambda v: v["watching"] == MAX_NAMED + 2)
        assert view["watchers"] == [f"W{number}" for number in range(MAX_NAMED)]
        late = await server.stranger().tab(a.table)
        assert late.view["watchers"] == view["watchers"]
        welcome = await late.hello(view_hash=late.view["view_hash"])
        assert welcome["t"] == "current"
        await (await server.person("Léo")).http.get("/api/me")
        assert (await server.people[2].http.put("/api/me", json={"name": "Ada"})).status_code == 200
        await late.until(lambda v: v["watchers"][0] == "Ada")


async def test_watchers_are_not_confused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        a, _ = await duel(server)
        for name in ("LEA", "Zoé", "zoe"):
            await (await server.person(name)).tab(a.table)
        await a.until(lambda v: v["watchers"] == ["LEA 2", "Zoé", "zoe 2"])
        assert (await server.people[2].http.put("/api/me", json={"name": "Tom"})).status_code == 200
        await a.until(lambda v: v["watchers"] == ["Tom 2", "Zoé", "zoe 2"])


async def test_a_view_of_a_crowd_looks_at_few_of_it(tmp_path: Path) -> None:
    """Each of a thousand who watch is sent a view, so no view may go through all of them."""
    reads = 0

    class Counted(Seen):
        @property
        def name(self) -> str:
            nonlocal reads
            reads += 1
            return f"W{self.guest}"

    async with serving(tmp_path) as server:
        a, _ = await duel(server)
        room = server.services.tables._rooms[a.table]
        room.watchers._sockets.update(Counted(1000 + number) for number in range(1000))
        room.arrive(Counted(999))
        reads = 0
        assert list(room.names()) == ["W999", *(f"W{1000 + number}" for number in range(MAX_NAMED - 1))]
        assert room.watchers.besides(room.state) == 1001
        assert reads == 0, "they were counted when the last one came"
        room.watchers._sockets = {each for each in room.watchers if not isinstance(each, Counted)}


class Seen:
    """Somebody who watches, and is told nothing."""

    def __init__(self, guest: int) -> None:
        self.guest = guest
        self.trusted = Trusted()
        self.is_lost = False

    def answer(self, message: wire.Out) -> None:
        """Nothing."""

    show = answer

    def write_now(self, text: bytes) -> float | None:
        """Nothing."""

    def measure(self) -> None:
        """Nothing."""

    def notify(self, rewound_to: int | None = None) -> None:
        """Nothing."""
