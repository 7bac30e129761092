"""Several processes with one database: each table lives in one of them, and people play at it through any."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.server.clusters import Cluster
from tests.server.harness import Harness, Person, serving
from tests.server.test_playing import LINK, ME


async def pair(tmp_path: Path, url: str, stack: AsyncExitStack) -> tuple[Harness, Harness]:
    """Two servers with one database."""
    servers = [
        await stack.enter_async_context(serving(tmp_path / name, database=url)) for name in ("one", "two")
    ]
    for each in servers:
        await each.rules_ready()
    return servers[0], servers[1]


@pytest.fixture
async def two(tmp_path: Path, postgres: Cluster) -> AsyncIterator[tuple[Harness, Harness]]:
    async with AsyncExitStack() as stack:
        yield await pair(tmp_path, postgres.new(), stack)


def through(person: Person, server: Harness) -> Person:
    """The same guest, whose next request another server gets."""
    other = Person(server.base, person.name)
    other.http.cookies.update(person.http.cookies)
    server.people.append(other)
    return other


def lives_at(server: Harness, table: str) -> bool:
    return table in server.services.tables._live


async def test_a_game_is_played_through_two_processes(two: tuple[Harness, Harness]) -> None:
    one, other = two
    lea, tom = await one.person("Léa"), await other.person("Tom")
    table = await lea.make([ME, LINK])
    a = await lea.tab(table)
    b = await tom.tab(table)
    assert (lives_at(one, table), lives_at(other, table)) == (True, False)
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
    await b.begun()
    await a.until(lambda v: v["table"]["phase"] == "playing")
    assert (await a.act(0, 2))["t"] == "applied"
    assert (await b.act(1, 0))["t"] == "applied"
    await a.until(lambda _: len({move["seat"] for move in a.moves}) == 2)
    await b.until(lambda v: v["seq"] >= a.view["seq"])
    assert [move["text"] for move in b.moves] == [move["text"] for move in a.moves]
    assert (lives_at(one, table), lives_at(other, table)) == (True, False)
