"""What processes tell each other in passing, from each to each and over Redis or Valkey: names, and what is spent of limits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis

from ludotheque.server.access.limits import UNLIMITED, Buckets, Rate
from ludotheque.server.base.listening import CannotStart
from ludotheque.server.ops.cluster import cluster
from ludotheque.server.ops.cluster.gossip import Gossip, Renamed, Spent, Told
from ludotheque.server.settings import Settings
from tests.server.buses import BusServer
from tests.server.clusters import Cluster
from tests.server.harness import Harness, Process, serving, until
from tests.server.test_cluster import through, until_others
from tests.server.test_playing import LINK, ME

FEW = replace(UNLIMITED, new_tables=Rate(0.001, 2))
Two = tuple[Harness, Harness]


def line(server: Harness) -> Any:
    assert server.services.cluster is not None
    return server.services.cluster.gossip.bus


async def until_there(*servers: Harness, there: bool = True) -> None:
    async def all_so() -> bool:
        return all(line(each).is_there is there for each in servers)

    await until(all_so, "the bus does not come" if there else "the bus does not go")


async def pair(tmp_path: Path, url: str, bus: str, stack: AsyncExitStack) -> Two:
    servers = [
        await stack.enter_async_context(serving(tmp_path / name, FEW, database=url, bus=bus))
        for name in ("one", "two")
    ]
    await until_others(*servers)
    if bus:
        await until_there(*servers)
    return servers[0], servers[1]


@pytest.fixture(params=["each to each", "bus"])
async def two(request: pytest.FixtureRequest, tmp_path: Path, postgres: Cluster) -> AsyncIterator[Two]:
    url = request.getfixturevalue("bus").url if request.param == "bus" else ""
    async with AsyncExitStack() as stack:
        yield await pair(tmp_path, postgres.ready(), url, stack)


@pytest.fixture
async def on_bus(bus: BusServer, tmp_path: Path, postgres: Cluster) -> AsyncIterator[Two]:
    async with AsyncExitStack() as stack:
        yield await pair(tmp_path, postgres.ready(), bus.url, stack)


async def named_everywhere(one: Harness, other: Harness, name: str) -> None:
    """A guest who takes another name at one process has it at the other one."""
    lea = await one.person("Léa")
    there = through(lea, other)
    assert (await there.http.get("/api/me")).json()["name"] == "Léa", "known there from now on"
    await lea.http.put("/api/me", json={"name": name, "lang": "fr"})

    async def known() -> bool:
        return bool((await there.http.get("/api/me")).json()["name"] == name)

    await until(known, "the other process has not heard of the name")


async def test_a_limit_counts_once_for_all_processes(two: Two) -> None:
    one, other = two
    lea = await one.person("Léa")
    there = through(lea, other)
    body = {"game": "tiny", "seats": 2, "options": {}, "chairs": [ME, LINK]}
    for _ in range(2):
        assert (await lea.http.post("/api/tables", json=body)).status_code == 201

    async def told() -> bool:
        return bool(other.services.new_tables._of(guest, 0.0).tokens < 1)

    guest = (await one.services.guests.of_token(next(iter(lea.http.cookies.jar)).value)).id  # type: ignore[union-attr,arg-type]
    await until(told, "what was spent is not told")
    answer = await there.http.post("/api/tables", json=body)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 60


async def test_a_new_name_is_told_over_the_bus_alone(on_bus: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> bytes:
        raise AssertionError("each told each")

    monkeypatch.setattr(cluster, "call", never)
    await named_everywhere(*on_bus, "Léonie")


async def test_without_the_bus_each_tells_each_until_it_is_back(on_bus: Two, bus: BusServer) -> None:
    one, other = on_bus
    lea = await other.person("Léa")
    assert other.services.guests._known
    bus.kill()
    await until_there(*on_bus, there=False)
    await named_everywhere(one, other, "Léonie")
    bus.start()
    await until_there(*on_bus)
    assert not other.services.guests._known, "what may have been missed is read again"
    assert (await lea.http.get("/api/me")).json()["name"] == "Léa"
    await named_everywhere(one, other, "Léopold")


async def test_who_does_not_know_the_secret_says_nothing(on_bus: Two, bus: BusServer) -> None:
    one, _ = on_bus
    lea = await one.person("Léa")
    assert one.services.guests._known
    said = msgspec.json.encode(Told("stranger", renamed=tuple(Renamed(n, "Nobody") for n in range(1, 9))))
    client = redis.Redis.from_url(bus.url)
    channel = line(one)._channel
    assert client.publish(channel, bytes(32) + said) == 2
    assert client.publish(channel, b"short") == 2
    assert client.publish(channel, line(one)._signature(b"[]") + b"[]") == 2, "of another version"
    client.close()
    await named_everywhere(*reversed(on_bus), "Léonie")  # all of it has arrived
    assert (await lea.http.get("/api/me")).json()["name"] == "Léa"
    assert one.services.guests._known, "nobody was forgotten"


async def test_it_starts_without_the_bus_and_finds_it_later(
    bus: BusServer, tmp_path: Path, postgres: Cluster
) -> None:
    bus.kill()
    async with serving(tmp_path / "one", database=postgres.ready(), bus=bus.url) as server:
        assert (await server.person("Léa")).name == "Léa"
        assert not line(server).is_there
        bus.start()
        await until_there(server)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"bus": "127.0.0.1:6379", "database": "{url}"}, "--bus"),
        ({"bus": "redis://:hush@127.0.0.1:0x", "database": "{url}"}, "--bus"),
        ({"bus": "redis://:hush@127.0.0.1:{port}", "database": "{url}"}, "--bus"),
    ],
)
async def test_a_bus_that_cannot_be_is_told(
    bus: BusServer, tmp_path: Path, postgres: Cluster, options: dict[str, str], told: str
) -> None:
    given = {key: value.format(url=postgres.ready(), port=bus.port) for key, value in options.items()}
    process = await Process(
        tmp_path, database=given.pop("database", ""), options={"language": "en", **given}
    ).start(wait=False)
    code, said = await process.ended()
    assert code == 1
    assert told in said
    assert "hush" not in said
    assert "Traceback" not in said


def test_a_bus_is_for_processes_with_one_database() -> None:
    with pytest.raises(CannotStart) as refused:
        Settings(bus="redis://127.0.0.1")
    assert "--database" in refused.value.said_in("en")


def test_what_is_spent_elsewhere_counts_and_a_debt_has_an_end() -> None:
    mine = Buckets(Rate(1, 10))

    async def nobody(_: Told) -> None:
        raise AssertionError

    gossip = Gossip("me", {"tables": mine}, lambda _: None, lambda _: None, nobody)
    assert mine.take(7)
    assert mine.take_spent() == {7: 1}
    assert mine.take_spent() == {}
    assert mine.take(7)
    mine.give_back(7)
    assert mine.take_spent() == {}, "what does not count is not told"
    gossip.hear(Told("me", spent=(Spent("tables", 7, 5),)))
    assert round(mine._of(7, 0.0).tokens) == 9, "what I said myself"
    gossip.hear(
        Told("other", spent=(Spent("tables", 7, 5), Spent("unknown", 7, 5), Spent("tables", "::1", 10**6)))
    )
    assert round(mine._of(7, 0.0).tokens) == 4
    assert mine.take_spent() == {}, "what others took is not told again"
    assert not mine.take("::1")
    assert mine.wait_s("::1") == 11
