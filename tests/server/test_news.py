"""What processes tell each other in passing: names, and what is spent of limits."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from ludotheque.server.access.limits import UNLIMITED, Buckets, Rate
from ludotheque.server.ops.cluster import news as news_of_processes
from ludotheque.server.ops.cluster.news import Gone, GuestRenamed, Item, News, SessionEnded, Spent, hear
from tests.server.clusters import Cluster
from tests.server.harness import Harness, serving, until
from tests.server.test_cluster import through, until_others
from tests.server.test_playing import LINK, ME

FEW = replace(UNLIMITED, new_tables=Rate(0.001, 2))
KEY = "kangaroo-kangaroo-kangaroo"
Two = tuple[Harness, Harness]


def news(server: Harness) -> News:
    assert server.services.cluster is not None
    return server.services.cluster.news


async def until_heard(*servers: Harness) -> None:
    async def all_so() -> bool:
        return all(news(each).is_heard for each in servers)

    await until(all_so, "they do not hear each other")


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.ready()


@pytest.fixture
async def two(tmp_path: Path, url: str) -> AsyncIterator[Two]:
    async with AsyncExitStack() as stack:
        one, other = [
            await stack.enter_async_context(serving(tmp_path / name, FEW, database=url, host_key=KEY))
            for name in ("one", "two")
        ]
        await until_others(one, other)
        await until_heard(one, other)
        yield one, other


def ask(url: str, query: str, *given: Any) -> None:
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute(query, given)


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


async def test_a_deaf_process_forgets_what_may_have_changed(two: Two, url: str) -> None:
    one, other = two
    lea = await other.person("Léa")
    there = through(lea, one)
    assert (await there.http.get("/api/me")).json()["name"] == "Léa"
    assert one.services.guests._known
    ask(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND starts_with(query, 'LISTEN')",
    )

    async def forgotten() -> bool:
        return not one.services.guests._known

    await until(forgotten, "it believes what it knew before it could not listen")
    await until_heard(*two)
    assert (await there.http.get("/api/me")).json()["name"] == "Léa"
    await named_everywhere(one, other, "Léopold")


async def test_news_sent_while_connections_break_is_repeated(two: Two, url: str, postgres: Cluster) -> None:
    one, other = two
    here, there = one.services.sessions, other.services.sessions
    assert here is not None
    assert there is not None
    session = here.begin()
    assert there.knows(session)
    postgres.cut(url)
    one.services.session_ended(here.end(session))

    async def ended() -> bool:
        return not there.knows(session)

    await until(ended, "the other process lets in whoever has signed out")


async def test_repeated_news_act_once_and_an_old_name_never_returns(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    heard, hears, told = list[Item](), news(other)._hear, list[object]()
    tells = news(one)._tell

    def hear_it(item: Item) -> None:
        heard.append(item)
        hears(item)

    async def tell_it(items: Sequence[Item], number: int = 0) -> None:
        told.extend(each for each in items if not isinstance(each, Spent))
        await tells(items, number)

    async def all_told() -> bool:
        return told.count(Gone(99)) == 3 and told.count(GuestRenamed(99, "C")) == 1

    async def arrived() -> bool:
        return SessionEnded("last") in heard

    monkeypatch.setattr(news_of_processes, "AGAIN_S", (0.05, 0.05))
    monkeypatch.setattr(news(other), "_hear", hear_it)
    monkeypatch.setattr(news(one), "_tell", tell_it)
    for name in ("B", "C"):
        one.services.renamed(99, name)
    await one.services.gone(99, erased=False)
    await until(all_told, "it is not told again")
    one.services.session_ended("last")
    await until(arrived, "nothing arrives")
    assert heard.count(Gone(99)) == 1
    assert [item for item in heard if isinstance(item, GuestRenamed)] == [
        GuestRenamed(99, "B"),
        GuestRenamed(99, "C"),
    ]


async def test_a_failing_piece_of_news_does_not_block_the_next(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    heard, hears = list[Item](), news(other)._hear

    def fails(item: Item) -> None:
        heard.append(item)
        raise KeyError(item)

    async def told() -> bool:
        return bool(heard)

    monkeypatch.setattr(news(other), "_hear", fails)
    one.services.renamed(1, "X")
    await until(told, "nothing is heard")
    monkeypatch.setattr(news(other), "_hear", hears)
    await named_everywhere(one, other, "Léonie")


async def test_unknown_news_is_ignored(two: Two, url: str) -> None:
    for said in ("", "[]", '{"process":"another","item":{"type":"Later"}}'):
        ask(url, "SELECT pg_notify(%s, %s)", news(two[0])._channel, said)
    await named_everywhere(*two, "Léonie")


def test_spending_elsewhere_counts_and_debts_are_bounded() -> None:
    mine = Buckets(Rate(1, 10))
    mine.spent = {}
    services: Any = SimpleNamespace(shared_limits={"tables": mine}, tables=None)
    assert mine.take(7)
    assert mine.take_spent() == {7: 1}
    assert mine.take_spent() == {}
    assert mine.take(7)
    mine.give_back(7)
    assert mine.take_spent() == {}, "what does not count is not told"
    for spent in (Spent("tables", 7, 5), Spent("unknown", 7, 5), Spent("tables", "::1", 10**6)):
        hear(services, spent)
    assert round(mine._of(7, 0.0).tokens) == 4
    assert mine.take_spent() == {}, "what others took is not told again"
    assert not mine.take("::1")
    assert mine.wait_s("::1") == 11
