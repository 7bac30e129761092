"""People are called back to their tables: by Web Push, which only their browser can read, and by e-mail; once, and only if they want to."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import sqlite3
import stat
import threading
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message
from ludotheque.server.people.notices import calling, webpush
from ludotheque.server.people.notices.calling import MAX_BROWSERS, TRIES
from ludotheque.server.people.notices.settings import (
    MailSettings,
    NoticeSettings,
    checked_address,
    notice_settings,
)
from ludotheque.server.people.notices.vapid import Vapid
from ludotheque.server.room import absence
from ludotheque.server.room.log_events import Away
from ludotheque.server.store import uptime
from ludotheque.server.store.log import FILE, StoreError
from ludotheque.server.store.people import Subscription
from ludotheque.server.web import notices as api
from tests.server.clusters import Cluster
from tests.server.harness import WAIT_S, Harness, Person, Tab, serving, until
from tests.server.outside import Browser, Mailbox, PushService, b64, claims, mailbox, push_service, unb64
from tests.server.test_together import duel, first_action

DAYS = {"per": "days", "seconds": 3 * 86_400}
URL = "https://games.example"


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as found:
        yield found


@pytest.fixture
async def box() -> AsyncIterator[Mailbox]:
    async with mailbox() as found:
        yield found


@asynccontextmanager
async def calling_house(
    data: Path, box: Mailbox | None = None, database: str = "", **more: Any
) -> AsyncIterator[Harness]:
    """A server that calls people at once, and to addresses of this machine too."""
    mail = MailSettings("127.0.0.1", "games@example.org", box.port, "me", "secret", "none") if box else None
    settings: dict[str, Any] = {"after_s": 0.0, "again_s": 0.0, "unguarded": True, "mail": mail}
    notices = NoticeSettings(**(settings | {"public_url": URL} | more))
    async with serving(data, notices=notices, database=database) as server:
        yield server


async def subscribe(person: Person, browser: Browser, service: PushService, lang: str = "fr") -> None:
    """Switch notices on in a browser: it is called at once, for a first time."""
    answer = await person.http.put("/api/notify/push", json=browser.subscription | {"lang": lang})
    assert answer.status_code == 200, answer.text
    said = browser.read((await service.next()).body)
    assert said["table"] == ""


async def leave(tab: Tab, other: Tab, seat: int) -> None:
    """Close somebody's page; the others know it."""
    await tab.close()
    await other.until(lambda v: not v["table"]["chairs"][seat]["online"])


async def play(tab: Tab, seat: int) -> None:
    await tab.until(lambda v: seat in v["scene"]["actors"])
    seq = tab.view["seq"]
    assert (await tab.act(seat, first_action(tab)))["t"] == "applied"
    await tab.until(lambda v: v["seq"] > seq)


async def turn_of(tab: Tab, seat: int, other: int) -> None:
    """Play for a seat until it is the other's turn."""
    while other not in tab.view["scene"]["actors"]:
        await play(tab, seat)


async def settled(server: Harness) -> None:
    """Wait until nobody is about to be called, and nothing waits to be sent."""
    notices = server.services.notices

    async def none_is_due() -> bool:
        return not notices._timers and not notices._calls

    await until(none_is_due, "somebody is still about to be called")
    await asyncio.wait_for(notices._queue.join(), WAIT_S)


# -- by Web Push ------------------------------------------------------------------------------------------------


async def test_an_absent_player_is_called_once_until_return(tmp_path: Path, service: PushService) -> None:
    async with calling_house(tmp_path) as server:
        a, b = await duel(server)
        tom, browser = server.people[1], service.browser("tom")
        await subscribe(tom, browser, service)
        await turn_of(a, 0, 1)
        await settled(server)
        assert service.came.empty(), "Tom's page shows it already"
        await play(b, 1)
        await turn_of(b, 1, 0)
        await leave(b, a, 1)
        await a.until(lambda v: 0 in v["scene"]["actors"])
        await turn_of(a, 0, 1)
        pushed = await service.next()
        told = {"title": "À vous\u202f!", "body": "Une partie de Billabong", "table": a.table}
        assert browser.read(pushed.body) == told
        assert pushed.path == "/tom"
        assert pushed.headers["content-encoding"] == "aes128gcm"
        assert 0 < int(pushed.headers["ttl"]) <= 28 * 86_400
        assert re.fullmatch(r"[\w-]{1,32}", pushed.headers["topic"])
        assert not [each for each in pushed.headers.values() if a.table in each], "its id opens the table"
        key = (await tom.http.get("/api/notify")).json()["push"]["key"]
        said = claims(pushed.headers["authorization"], key)
        assert said["aud"] == service.base
        assert said["sub"] == URL
        assert 0 < said["exp"] - time.time() <= 86_400
        assert (await a.do("say", text="Tom ?"))["t"] == "applied"
        await settled(server)
        assert service.came.empty(), "once is enough"
        back = await tom.tab(a.table)
        await settled(server)
        assert server.services.notices.called == set()
        await turn_of(back, 1, 0)
        await leave(back, a, 1)
        await a.until(lambda v: 0 in v["scene"]["actors"])
        await turn_of(a, 0, 1)
        assert browser.read((await service.next()).body)["table"] == a.table, "they were back"


async def test_a_player_who_saw_their_turn_is_not_called(tmp_path: Path, service: PushService) -> None:
    async with calling_house(tmp_path) as server:
        a, b = await duel(server)
        lea, browser = server.people[0], service.browser("lea")
        await subscribe(lea, browser, service)
        assert 0 in a.view["scene"]["actors"]
        await leave(a, b, 0)
        assert (await b.do("say", text="Léa ?"))["t"] == "applied"
        await settled(server)
        assert service.came.empty()


async def test_a_page_whose_line_broke_may_have_shown_nothing(tmp_path: Path, service: PushService) -> None:
    async with calling_house(tmp_path) as server:
        a, b = await duel(server)
        await subscribe(server.people[1], service.browser("tom"), service)
        await turn_of(a, 0, 1)
        await b.until(lambda v: v["scene"]["actors"] == [1])
        b.ws.transport.abort()
        await a.until(lambda v: not v["table"]["chairs"][1]["online"])
        assert (await service.next()).path == "/tom"


async def test_nobody_is_called_to_a_game_against_bots_or_in_a_race(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with calling_house(tmp_path) as server:
        await server.rules_ready("billabong")
        lea, tom = await server.person("Léa"), await server.person("Tom")
        await subscribe(lea, service.browser("lea"), service)
        alone = await lea.make([{"who": "me"}, {"who": "bot", "level": "easy"}], "billabong", first=1)
        tab = await lea.tab(alone)
        await tab.close()
        race = await lea.make([{"who": "me"}, {"who": "link"}])  # tiny has a clock
        a, b = await lea.tab(race), await tom.tab(race)
        await b.do("sit", seat=1, name="Tom")
        await b.until(lambda v: v["table"]["phase"] == "playing")
        await leave(a, b, 0)
        watcher = await tom.tab(alone)
        await watcher.until(lambda v: v["scene"] and 0 in v["scene"]["actors"])
        await settled(server)
        assert service.came.empty()


async def test_a_call_is_remembered_over_a_restart(tmp_path: Path, service: PushService) -> None:
    async with calling_house(tmp_path) as server:
        a, b = await duel(server)
        tom = server.people[1]
        browser = service.browser("tom")
        await subscribe(tom, browser, service)
        await leave(b, a, 1)
        await turn_of(a, 0, 1)
        await service.next()
        table, cookie = a.table, tom.http.cookies
    async with calling_house(tmp_path) as server:
        assert {name for name, _ in server.services.notices.called} == {table}
        watcher = await server.stranger().tab(table)
        assert watcher.view["scene"] is not None
        await settled(server)
        assert service.came.empty()
        again = Person(server.base, "Tom")
        again.http.cookies.update(cookie)
        server.people.append(again)
        await again.tab(table)

        async def forgotten() -> bool:
            return not await server.services.store.called()

        await until(forgotten, "who is back may be called again")


def heard_of_until_now(data: Path) -> None:
    """A server that was just stopped, and ran until then."""
    os.utime(data / uptime.FILE)


async def test_people_not_reached_before_a_stop_are_called_after_it(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "NOTED_S", 0.0)
    async with calling_house(tmp_path) as server:
        a, b = await duel(server, clock=DAYS)
        browser = service.browser("tom")
        await subscribe(server.people[1], browser, service)
        service.held = asyncio.Event()
        await leave(b, a, 1)
        await a.until(lambda v: v["table"]["chairs"][1]["absent_ms"] > 0)
        await turn_of(a, 0, 1)
        await service.next()
        assert await server.services.store.called() == [], "nobody knows yet whether it arrived"
        table = a.table
    heard_of_until_now(tmp_path)
    service.held.set()
    service.held = None
    async with calling_house(tmp_path) as server:
        await server.stranger().tab(table)
        assert browser.read((await service.next()).body)["table"] == table
        await settled(server)
        assert [each for each, _ in await server.services.store.called()] == [table]
        assert service.came.empty()


async def test_an_outage_leaves_last_seen_times_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "NOTED_S", 0.0)
    async with calling_house(tmp_path) as server:
        a, b = await duel(server)
        await leave(b, a, 1)
        await a.until(lambda v: v["table"]["chairs"][1]["absent_ms"] > 0)
        room = server.services.tables._rooms[a.table]
        tom, since_ms = room.state.chairs[1].guest, room.state.chairs[1].absent_ms
        before = absence.sights(room.state, -1)
        assert before == {room.state.chairs[0].guest: -1, tom: since_ms}
        async with room.lock:
            await room.append([Away(3_600_000)])
        assert room.state.chairs[1].absent_ms == since_ms + 3_600_000
        assert absence.sights(room.state, -1) == before


async def test_people_who_saw_their_turn_are_not_called_after_a_stop(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    for shown, unheard_s in ((True, 0.0), (False, 45.0)):
        monkeypatch.setattr(calling, "UNHEARD_S", unheard_s)
        data = tmp_path / str(shown)
        async with calling_house(data, after_s=60.0) as server:
            a, b = await duel(server, clock=DAYS)
            await subscribe(server.people[1], service.browser("tom"), service)
            await turn_of(a, 0, 1)
            await b.until(lambda v: v["scene"]["actors"] == [1])
            table = a.table
        heard_of_until_now(data)
        async with calling_house(data) as server:
            await server.stranger().tab(table)
            await settled(server)
            assert service.came.empty() is shown, "what came just before the end may not have been shown"


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_unsubscribed_is_forgotten(
    status: int, tmp_path: Path, service: PushService
) -> None:
    async with calling_house(tmp_path) as server:
        a, b = await duel(server)
        tom = server.people[1]
        await subscribe(tom, service.browser("old"), service)
        await subscribe(tom, service.browser("new"), service)
        guest = await guest_of(server, tom)
        service.status = status
        await leave(b, a, 1)
        await turn_of(a, 0, 1)
        await service.next()
        await service.next()

        async def unsubscribed() -> bool:
            return not await server.services.store.subscriptions_of(guest)

        await until(unsubscribed, "the push service knows neither browser any more")


async def test_a_push_service_that_is_away_is_tried_again_a_few_times(
    tmp_path: Path, service: PushService
) -> None:
    async with calling_house(tmp_path) as server:
        a, b = await duel(server)
        tom = server.people[1]
        await subscribe(tom, service.browser("tom"), service)
        service.status = 503
        await leave(b, a, 1)
        await turn_of(a, 0, 1)
        for _ in range(TRIES):
            await service.next()
        await settled(server)
        assert service.came.empty()
        assert await server.services.store.subscriptions_of(await guest_of(server, tom)), "it is kept"
        assert (server.services.notices.called, await server.services.store.called()) == (set(), [])
        service.status = 201
        assert (await a.do("say", text="Tom ?"))["t"] == "applied"
        assert (await service.next()).path == "/tom", "whom nobody reached is called again"


async def test_failed_notices_are_dropped_once_a_player_is_back(tmp_path: Path, service: PushService) -> None:
    async with calling_house(tmp_path) as server:
        a, b = await duel(server)
        tom, notices = server.people[1], server.services.notices
        await subscribe(tom, service.browser("tom"), service)
        service.status, service.held = 503, asyncio.Event()
        await leave(b, a, 1)
        await turn_of(a, 0, 1)
        await service.next()
        back = await tom.tab(a.table)
        service.held.set()
        await turn_of(back, 1, 0)
        await settled(server)
        assert service.came.empty()
        assert notices.called == set()


async def test_one_working_channel_is_enough(tmp_path: Path, service: PushService, box: Mailbox) -> None:
    async with calling_house(tmp_path, box) as server:
        a, b = await duel(server, clock=DAYS)
        tom = server.people[1]
        await subscribe(tom, service.browser("tom"), service)
        await confirm(tom, box)
        service.status = 403
        await leave(b, a, 1)
        await turn_of(a, 0, 1)
        await box.next()
        await settled(server)
        assert len(await server.services.store.called()) == 1


async def test_a_push_service_that_does_not_answer_holds_nobody_up(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with calling_house(tmp_path) as server:
        a, b = await duel(server)
        tom = server.people[1]
        await subscribe(tom, service.browser("tom"), service)
        service.held = asyncio.Event()
        await leave(b, a, 1)
        await turn_of(a, 0, 1)
        await service.next()
        assert (await a.do("say", text="Tom ?"))["t"] == "applied"
        monkeypatch.setattr(webpush, "SEND_S", 0.05)
        answer = await tom.http.put("/api/notify/push", json=service.browser("two").subscription)
        assert answer.status_code == 502
        assert answer.json()["error"]["key"] == "error.push.unreachable"
        assert len(await server.services.store.subscriptions_of(await guest_of(server, tom))) == 1
        service.held.set()


async def test_the_queue_of_notices_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "MAX_QUEUED", 3)
    async with calling_house(tmp_path) as server:
        notices, free, sent = server.services.notices, asyncio.Event(), []

        async def deliver() -> calling.Outcome:
            await free.wait()
            sent.append(1)
            return "sent"

        async def nothing_waits() -> None:
            while notices._queue.qsize():
                await asyncio.sleep(0.01)

        def put(guest: int) -> None:
            notices._begin(("table", guest), [deliver])

        async def add_called(_guest: int, _table: str) -> None:
            pass

        monkeypatch.setattr(notices.store, "add_called", add_called)
        for guest in range(calling.WORKERS):
            put(guest)
            await asyncio.wait_for(nothing_waits(), WAIT_S)
        for guest in range(calling.WORKERS, calling.WORKERS + 50):
            put(guest)
        assert notices._queue.qsize() == 3
        free.set()
        await settled(server)
        assert len(sent) == calling.WORKERS + 3
        assert notices.called == {("table", guest) for guest in range(calling.WORKERS + 3)}, (
            "whose notice was dropped is called another time"
        )


async def guest_of(server: Harness, person: Person) -> int:
    """The number of a guest."""
    guest = await server.services.guests.of_token(next(iter(person.http.cookies.values())))
    assert guest is not None
    return guest.id


async def test_the_number_of_browsers_called_is_bounded(tmp_path: Path, service: PushService) -> None:
    async with calling_house(tmp_path) as server:
        tom = await server.person("Tom")
        for number in range(MAX_BROWSERS + 2):
            await subscribe(tom, service.browser(f"b{number}"), service)
        kept = await server.services.store.subscriptions_of(await guest_of(server, tom))
        assert len(kept) == MAX_BROWSERS
        assert kept[0].endpoint.endswith(f"b{MAX_BROWSERS + 1}")
        gone = {"endpoint": kept[0].endpoint}
        lea = await server.person("Léa")
        assert (await lea.http.request("DELETE", "/api/notify/push", json=gone)).status_code == 200
        assert len(await server.services.store.subscriptions_of(await guest_of(server, tom))) == MAX_BROWSERS
        await tom.http.request("DELETE", "/api/notify/push", json=gone)
        assert (
            len(await server.services.store.subscriptions_of(await guest_of(server, tom))) == MAX_BROWSERS - 1
        )


async def test_renewing_a_subscription_sends_nothing(tmp_path: Path, service: PushService) -> None:
    async with calling_house(tmp_path) as server:
        tom, store = await server.person("Tom"), server.services.store
        old, new = service.browser("old"), service.browser("new")
        await subscribe(tom, old, service, "en")

        async def put(browser: Browser, **more: str) -> list[tuple[str, str]]:
            answer = await tom.http.put("/api/notify/push", json=browser.subscription | more)
            assert answer.status_code == 200, answer.text
            kept = await store.subscriptions_of(await guest_of(server, tom))
            assert service.came.empty(), "nobody has switched anything on"
            return [(each.endpoint, each.lang) for each in kept]

        assert await put(new, renews=old.endpoint) == [(new.endpoint, "en")]
        assert await put(new, lang="fr") == [(new.endpoint, "fr")], "another language is no other browser"
        third = service.browser("third")
        assert (third.endpoint, "fr") in await put(third, renews="")


async def test_a_browser_belongs_to_whoever_switched_it_on_last(tmp_path: Path, service: PushService) -> None:
    async with calling_house(tmp_path) as server:
        lea, tom = await server.person("Léa"), await server.person("Tom")
        shared = service.browser("shared")
        await subscribe(lea, shared, service)
        await subscribe(tom, shared, service)
        store = server.services.store
        assert await store.subscriptions_of(await guest_of(server, lea)) == []
        assert len(await store.subscriptions_of(await guest_of(server, tom))) == 1


async def test_a_host_may_switch_it_off_and_the_page_learns_why(tmp_path: Path, service: PushService) -> None:
    async with calling_house(tmp_path, push=False) as server:
        tom = await server.person("Tom")
        told = (await tom.http.get("/api/notify")).json()
        assert told["push"] == {"key": None, "why": {"key": "error.push.off"}}
        assert told["mail"] == {"offered": False, "address": "", "confirmed": False}
        answer = await tom.http.put("/api/notify/push", json=service.browser("tom").subscription)
        assert (answer.status_code, answer.json()["error"]["key"]) == (409, "error.push.off")
        assert service.came.empty()


async def test_without_the_extra_the_page_learns_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.vapid, "is_installed", lambda: False)
    async with calling_house(tmp_path) as server:
        told = (await (await server.person("Tom")).http.get("/api/notify")).json()
        assert told["push"] == {"key": None, "why": {"key": "error.push.missing"}}


async def test_the_keys_are_made_once_and_are_the_servers_alone(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        async with calling_house(tmp_path) as server:
            keys.append((await (await server.person("Tom")).http.get("/api/notify")).json()["push"]["key"])
    assert keys[0] == keys[1]
    assert len(unb64(keys[0])) == 65
    assert stat.S_IMODE((tmp_path / "vapid.pem").stat().st_mode) == 0o600
    (tmp_path / "vapid.pem").write_text("spoilt")
    async with calling_house(tmp_path) as server:
        told = (await (await server.person("Tom")).http.get("/api/notify")).json()
    assert told["push"] == {"key": None, "why": {"key": "error.push.keys"}}
    assert (tmp_path / "vapid.pem").read_text() == "spoilt", "nothing is lost by it"


async def test_processes_with_one_database_have_the_same_keys(tmp_path: Path, postgres: Cluster) -> None:
    url, kept, pages = postgres.ready(), tmp_path / "old", []
    kept.mkdir()
    ours = Vapid.load(kept).public  # of the time before there was a database
    for folder in (kept, tmp_path / "other"):
        async with calling_house(folder, database=url) as server:
            pages.append((await (await server.person("Tom")).http.get("/api/notify")).json()["push"])
    assert pages == [{"key": ours, "why": None}] * 2
    assert not (tmp_path / "other" / "vapid.pem").exists()
    (kept / "vapid.pem").write_text("spoilt")
    async with calling_house(kept, database=postgres.ready()) as server:
        told = (await (await server.person("Tom")).http.get("/api/notify")).json()
    assert told["push"] == {"key": None, "why": {"key": "error.push.keys"}}, "what is damaged is not shared"


async def test_a_database_that_is_away_loses_no_call(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keys cannot be read at first: it is tried again."""
    async with calling_house(tmp_path) as server:
        a, b = await duel(server)
        browser = service.browser("tom")
        await subscribe(server.people[1], browser, service)
        notices = server.services.notices
        away = [StoreError(Message("cli.serve.log_unwritten", {"why": "away"}))]
        read = notices.keys

        async def keys() -> Vapid:
            if away:
                raise away.pop()
            return await read()

        monkeypatch.setattr(notices, "keys", keys)
        await leave(b, a, 1)
        await a.until(lambda v: 0 in v["scene"]["actors"])
        await turn_of(a, 0, 1)
        assert browser.read((await service.next()).body)["table"] == a.table
        assert not away


def test_encryption_follows_the_standard() -> None:
    """The example of RFC 8291, appendix A."""
    private = int.from_bytes(unb64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    browser = Subscription(
        "https://push.example/",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    body = webpush.encrypted(
        b"When I grow up, I want to be a watermelon",
        browser,
        unb64("DGv6ra1nlYgDCS1FRnbzlw"),
        ec.derive_private_key(private, ec.SECP256R1()),
    )
    assert b64(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


# -- whom the server does not call ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://push.example:8443/x",
        "https://me@push.example/x",
        "https://push.example/a b",
        "https://push.example/\r\nHost:x",
        "https://push.example/" + "x" * 1100,
        "https:///x",
        "https://push.example:99999/x",
        "file:///etc/passwd",
        "https://pusch.exämple/x",
    ],
)
def test_only_ordinary_addresses_of_push_services_are_taken(endpoint: str) -> None:
    with pytest.raises(webpush.BadEndpoint):
        webpush.checked_endpoint(endpoint)


@pytest.mark.parametrize(
    ("address", "outside"),
    [
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        ("2a00:1450:4007::200e", True),
        ("64:ff9b::808:808", True),
        ("::ffff:8.8.8.8", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.0.1", False),
        ("172.16.0.9", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", False),
        ("::7f00:1", False),
        ("::a00:1", False),
        ("64:ff9b:1::7f00:1", False),
        ("::ffff:0:7f00:1", False),
        ("::ffff:0:808:808", False),
        ("fec0::1", False),
        ("5f00::1", False),
        ("3fff::1", False),
        ("2001:db8::1", False),
        ("192.0.0.8", False),
        ("::ffff:192.0.0.9", False),
        ("192.88.99.1", False),
    ],
)
def test_addresses_of_this_network_are_not_outside(address: str, outside: bool) -> None:
    assert webpush.is_outside(address) is outside


async def test_the_server_cannot_be_used_to_call_inside(tmp_path: Path, service: PushService) -> None:
    async with calling_house(tmp_path, unguarded=False) as server:
        tom = await server.person("Tom")
        inside = service.base.replace("http://127.0.0.1", "https://localhost")
        for endpoint in (f"{service.base}/x", f"{inside}/x", "https://localhost/x", "https://127.0.0.1/x"):
            answer = await tom.http.put(
                "/api/notify/push", json=service.browser("x").subscription | {"endpoint": endpoint}
            )
            assert (answer.status_code, answer.json()["error"]["key"]) == (422, "error.push.endpoint")
        short = service.browser("y").subscription | {"keys": {"p256dh": "AAAA", "auth": "AAAA"}}
        assert (await tom.http.put("/api/notify/push", json=short)).status_code == 422
        assert await server.services.store.subscriptions_of(await guest_of(server, tom)) == []
        assert service.came.empty()


async def test_one_inner_address_of_a_name_is_enough_to_refuse_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*_: Any, **__: Any) -> list[Any]:
        return [(0, 0, 0, "", ("8.8.8.8", 443)), (0, 0, 0, "", ("10.0.0.1", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    with pytest.raises(webpush.BadEndpoint, match="inside the network"):
        await webpush.addresses_of("push.example", 443)


async def test_unresolved_names_delay_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answered = threading.Semaphore(0), threading.Event()

    def found(*_: Any, **__: Any) -> list[Any]:
        asked.release()
        answered.wait()
        return [(0, 0, 0, "", ("8.8.8.8", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    lookups = [asyncio.create_task(webpush.addresses_of("slow.example", 443)) for _ in range(10)]
    try:
        await asyncio.sleep(0)  # they are all under way
        async with asyncio.timeout(WAIT_S):
            assert await asyncio.to_thread(asked.acquire)
    finally:
        answered.set()
    assert await asyncio.gather(*lookups) == [["8.8.8.8"]] * 10


# -- by e-mail --------------------------------------------------------------------------------------------------


def link_in(mail: Any, kind: str) -> str:
    found = re.search(rf"{URL}/mail#{kind}=([\w-]+)", mail.get_content())
    assert found
    return found.group(1)


async def confirm(person: Person, box: Mailbox, address: str = "tom@example.org") -> None:
    answer = await person.http.put("/api/notify/mail", json={"address": address, "lang": "fr"})
    assert answer.status_code == 200, answer.text
    key = link_in(await box.next(), "confirm")
    assert (await person.http.post("/api/notify/mail/confirm", json={"key": key})).status_code == 200


async def test_an_address_is_confirmed_by_a_link_that_works_once(
    tmp_path: Path, box: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with calling_house(tmp_path, box) as server:
        a, b = await duel(server, clock=DAYS)
        tom = server.people[1]
        assert (await tom.http.get("/api/notify")).json()["mail"]["offered"] is True
        await tom.http.put("/api/notify/mail", json={"address": " tom@example.org ", "lang": "fr"})
        mail = await box.next()
        assert (mail["to"], mail["from"]) == ("tom@example.org", "games@example.org")
        assert mail["subject"] == "Confirmez votre adresse"
        assert box.logins == ["\0me\0secret"]
        await leave(b, a, 1)
        await turn_of(a, 0, 1)
        await settled(server)
        assert box.came.empty(), "nothing is sent to an address that is not confirmed"
        told = (await tom.http.get("/api/notify")).json()["mail"]
        assert told == {"offered": True, "address": "tom@example.org", "confirmed": False}
        anybody = server.stranger().http
        key = {"key": link_in(mail, "confirm")}
        assert (await anybody.post("/api/notify/mail/confirm", json=key)).status_code == 200
        assert (await anybody.post("/api/notify/mail/confirm", json=key)).status_code == 410
        assert (await tom.http.get("/api/notify")).json()["mail"]["confirmed"] is True
        await tom.http.put("/api/notify/mail", json={"address": "tim@example.org"})
        late = {"key": link_in(await box.next(), "confirm")}
        assert (await tom.http.get("/api/notify")).json()["mail"]["confirmed"] is False, "it is another one"
        monkeypatch.setattr(api, "CONFIRM_MS", -1)
        answer = await anybody.post("/api/notify/mail/confirm", json=late)
        assert (answer.status_code, answer.json()["error"]["key"]) == (410, "error.mail.link")


async def test_long_games_send_one_e_mail_and_one_click_stops_them(tmp_path: Path, box: Mailbox) -> None:
    async with calling_house(tmp_path, box) as server:
        a, b = await duel(server, clock=DAYS)
        tom = server.people[1]
        await confirm(tom, box)
        await leave(b, a, 1)
        await turn_of(a, 0, 1)
        mail = await box.next()
        assert mail["subject"] == "À vous de jouer\u00a0: Billabong"
        assert f"{URL}/t/{a.table}" in mail.get_content().splitlines()
        assert "Léa" not in mail.as_string()
        assert mail["auto-submitted"] == "auto-generated"
        assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
        await a.do("say", text="Tom ?")
        await settled(server)
        assert box.came.empty(), "at most one until they are back"
        stop = link_in(mail, "stop")
        assert mail["list-unsubscribe"] == f"<{URL}/api/notify/mail/stop?key={stop}>"
        anybody = server.stranger().http
        form = {"content-type": "application/x-www-form-urlencoded"}
        answer = await anybody.post(
            f"/api/notify/mail/stop?key={stop}", content="List-Unsubscribe=One-Click", headers=form
        )
        assert answer.status_code == 200
        told = (await tom.http.get("/api/notify")).json()["mail"]
        assert told == {"offered": True, "address": "", "confirmed": False}
        assert (await anybody.post("/api/notify/mail/stop", json={"key": stop})).status_code == 200
        with sqlite3.connect(tmp_path / FILE) as database:
            assert database.execute("SELECT count(*) FROM addresses").fetchone() == (0,)


async def test_no_e_mail_comes_in_a_game_of_an_evening(tmp_path: Path, box: Mailbox) -> None:
    async with calling_house(tmp_path, box) as server:
        a, b = await duel(server, clock={"per": "move", "seconds": 600})
        await confirm(server.people[1], box)
        await leave(b, a, 1)
        await turn_of(a, 0, 1)
        await settled(server)
        assert box.came.empty()


async def test_an_address_is_its_owners_to_see_and_to_erase(tmp_path: Path, box: Mailbox) -> None:
    async with calling_house(tmp_path, box) as server:
        a, b = await duel(server, clock=DAYS)
        lea, tom = server.people
        await confirm(tom, box)
        assert (await lea.http.get("/api/notify")).json()["mail"]["address"] == ""
        assert (await server.stranger().http.get("/api/notify")).json()["mail"]["address"] == ""
        told = [str(a.view), str(b.view), (await lea.http.get("/api/tables")).text]
        told.append((await lea.http.get(f"/api/tables/{a.table}/record")).text)
        assert not [each for each in told if "example.org" in each]
        assert (await lea.http.delete("/api/notify/mail")).status_code == 200
        assert (await tom.http.get("/api/notify")).json()["mail"]["address"] == "tom@example.org"
        await tom.http.delete("/api/notify/mail")
        assert (await tom.http.get("/api/notify")).json()["mail"]["address"] == ""


async def test_a_guests_data_goes_with_the_guest(tmp_path: Path, box: Mailbox, service: PushService) -> None:
    async with calling_house(tmp_path, box) as server:
        tom = await server.person("Tom")
        await confirm(tom, box)
        await subscribe(tom, service.browser("tom"), service)
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("PRAGMA foreign_keys=ON")
        database.execute("DELETE FROM guests WHERE name = 'Tom'")
        for name in ("addresses", "subscriptions"):
            assert database.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,)


async def test_a_refusing_mail_server_changes_nothing_and_is_reported(tmp_path: Path, box: Mailbox) -> None:
    async with calling_house(tmp_path, box) as server:
        tom = await server.person("Tom")
        box.refuses = True
        answer = await tom.http.put("/api/notify/mail", json={"address": "tom@example.org"})
        assert (answer.status_code, answer.json()["error"]["key"]) == (502, "error.mail.unsent")
        assert (await tom.http.get("/api/notify")).json()["mail"]["address"] == ""
        box.refuses = False
        await confirm(tom, box)
        kept = await server.services.store.address_of(await guest_of(server, tom))
        assert kept is not None
        assert kept.confirmed_ms > 0
        box.refuses = True
        answer = await tom.http.put("/api/notify/mail", json={"address": "tim@example.org"})
        assert (answer.status_code, answer.json()["error"]["key"]) == (502, "error.mail.unsent")
        assert await server.services.store.address_of(await guest_of(server, tom)) == kept


async def test_without_a_mail_server_no_address_is_taken(tmp_path: Path) -> None:
    async with calling_house(tmp_path) as server:
        tom = await server.person("Tom")
        answer = await tom.http.put("/api/notify/mail", json={"address": "tom@example.org"})
        assert (answer.status_code, answer.json()["error"]["key"]) == (409, "error.mail.off")


@pytest.mark.parametrize(
    "address",
    ["", "tom", "tom@", "@example.org", "tom@example", "a b@example.org", "a@b@example.org",
     "tom@example.org\nBcc: eve@example.org", "<tom@example.org>", "tom@example.org,eve@example.org",
     "tom..m@example.org", f"{'a' * 65}@example.org", f"tom@{'a' * 250}.org", "töm@example.org"],
)  # fmt: skip
async def test_an_invalid_address_is_refused(address: str) -> None:
    assert checked_address(address) is None
    assert checked_address("tom.m+x@sub.example.org") == "tom.m+x@sub.example.org"


# -- what a host says -------------------------------------------------------------------------------------------


def test_the_settings_of_a_mail_server_go_together() -> None:
    good: dict[str, Any] = {
        "host": "smtp.example.org",
        "sender": "games@example.org",
        "public_url": f"{URL}/",
    }
    found = notice_settings(**good)
    assert found.mail == MailSettings("smtp.example.org", "games@example.org", 587)
    assert found.public_url == URL
    assert notice_settings(**good, security="tls").mail.port == 465  # type: ignore[union-attr]  # a mail server was named
    assert notice_settings().mail is None
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("--public-url", good | {"public_url": ""}),
        ("--public-url", good | {"public_url": "games.example"}),
        ("--public-url", good | {"public_url": f"{URL}/games"}),
        ("--mail-from", good | {"sender": "games"}),
        ("--mail-from", {"sender": "games@example.org"}),
        ("--mail-user", good | {"user": "me"}),
        ("--mail-security", good | {"security": "ssl"}),
        ("--mail-port", {"port": 25}),
    ]
    for option, given in wrong:
        with pytest.raises(BadInput) as refused:
            notice_settings(**given)
        assert refused.value.field == option


def test_an_invalid_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "vapid.pem").write_text("nothing")
    with pytest.raises(ValueError):
        Vapid.load(tmp_path)
