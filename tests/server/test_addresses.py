"""Who asks: trusted proxies, what an address counts as, and that strangers lock nobody out."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest
import structlog
from starlette.requests import HTTPConnection

from ludotheque.core.errors import BadInput
from ludotheque.server.access import newcomers
from ludotheque.server.access.addresses import (
    EVERYBODY,
    MOST_WARNED,
    Forwarded,
    Proxies,
    address,
    asker_of,
    share,
)
from ludotheque.server.access.limits import UNLIMITED, Buckets, Limits, Rate
from ludotheque.server.access.newcomers import Newcomers
from ludotheque.server.access.origins import Origins, normal
from ludotheque.server.app import make_app
from ludotheque.server.people.notices.settings import NoticeSettings
from ludotheque.server.room.refused import Refused
from tests.server.harness import Harness, http_client, serving

KEY = "a key that nobody guesses"
SITE = "games.example"


def test_an_address_of_ipv6_counts_as_its_networks() -> None:
    for text, shown, counted in (
        ("192.0.2.7", "192.0.2.7", ("192.0.2.7",)),
        ("::ffff:192.0.2.7", "192.0.2.7", ("192.0.2.7",)),
        ("64:ff9b::c000:207", "192.0.2.7", ("192.0.2.7",)),
        ("2001:DB8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", ("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("fe80::1%eth0", "fe80::1%eth0", ("fe80::/64", "fe80::/48")),
        ("::1", "::1", ("::/64", "::/48")),
        ("", "", ("",)),
        ("unix", "unix", ("unix",)),
    ):
        found = address(text)
        assert (str(found), found.counted) == (shown, counted), text
    assert [share(each) for each in ("192.0.2.7", "2001:db8:1:2::/64", "2001:db8:1::/48", EVERYBODY, 7)] == [
        1, 1, 8, 20, 1,
    ]  # fmt: skip


def test_only_proxies_that_were_named_are_trusted() -> None:
    proxies = Proxies(["10.0.0.2, 172.30.53.0/24", "2001:db8::/32"])
    for peer in ("127.0.0.1", "::1", "10.0.0.2", "::ffff:10.0.0.2", "172.30.53.9", "2001:db8::9"):
        assert peer in proxies, peer
    for peer in ("10.0.0.3", "172.30.54.1", "", "unix", "10.0.0.2:80"):
        assert peer not in proxies, peer
    assert "10.0.0.2" not in Proxies()
    assert "10.1.2.3" in Proxies(["::ffff:10.0.0.0/104"]), "of IPv4, as IPv6 writes it"
    assert "11.1.2.3" not in Proxies(["64:ff9b::a00:0/104"])
    everybody = (
        "0.0.0.0/0",
        "::/0",
        "0.0.0.0/1",
        "::ffff:0:0/96",
        "::ffff:0.0.0.0/97",
        "64:ff9b::/96",
        "8000::/1",
        "2000::/3",
    )
    for wrong in (*everybody, "10.0.0.0/7", "2001::/15", "*", "10.0.0.1/8", "proxy", "10.0.0.2;"):
        with pytest.raises(BadInput) as refused:
            Proxies([wrong])
        assert refused.value.field == "--trust-proxy"


def test_the_rightmost_address_that_is_not_trusted_asks() -> None:
    proxies = Proxies(["10.0.0.0/24"])
    for peer, told, asker, place in (
        ("192.0.2.9", "203.0.113.1", "192.0.2.9", 0),  # whoever says so is nobody
        ("10.0.0.2", "203.0.113.1", "203.0.113.1", 0),
        ("10.0.0.2", "1.1.1.1, 203.0.113.1", "203.0.113.1", 0),  # what people put in front is not believed
        ("10.0.0.2", "1.1.1.1, 203.0.113.1, 10.0.0.3", "203.0.113.1", 1),
        ("10.0.0.2", "10.0.0.4, 10.0.0.3", "10.0.0.4", 1),
        ("10.0.0.2", "203.0.113.1, unknown", "10.0.0.2", 0),
        ("10.0.0.2", "203.0.113.1:4711", "203.0.113.1", 0),
        ("10.0.0.2", '"[2001:db8::5]:4711"', "2001:db8::5", 0),
        ("10.0.0.2", "", "10.0.0.2", 0),
    ):
        assert proxies.asker(peer, told.split(",")) == (asker, place), (peer, told)


async def settled(app: Forwarded, peer: str, host: str = "h", kind: str = "http", **said: str) -> Any:
    headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in said.items()]
    scheme = "http" if kind == "http" else "ws"
    scope = {
        "type": kind,
        "client": (peer, 1),
        "scheme": scheme,
        "headers": [*headers, (b"host", host.encode())],
    }
    await app(scope, None, None)  # type: ignore[arg-type]
    return scope


async def test_proxy_headers_are_believed_from_trusted_proxies_alone() -> None:
    async def nothing(*_: Any) -> None: ...

    class Here:
        class settings:
            proxies = Proxies(["10.0.0.2"])
            allowed = Origins([f"https://{SITE}", "http://both.example", "https://both.example"])

    app = Forwarded(nothing, Here)  # type: ignore[arg-type]
    said = {"x_forwarded_for": "203.0.113.1", "x_forwarded_proto": "https"}
    with structlog.testing.capture_logs() as logs:
        for kind, secure in (("http", "https"), ("websocket", "wss")):
            scope: Any = await settled(app, "10.0.0.2", kind=kind, **said)
            assert (scope["client"][0], scope["scheme"]) == ("203.0.113.1", secure)
        assert logs == []
        for _ in range(2):
            scope = await settled(app, "192.0.2.1", **said)
            assert (scope["client"][0], scope["scheme"]) == ("192.0.2.1", "http")
        for host, scheme in (
            (SITE, "https"),
            (f"{SITE}:443", "https"),
            ("both.example", "http"),
            (f"{SITE}:81", "http"),
        ):
            assert (await settled(app, "192.0.2.1", host))["scheme"] == scheme, host  # type: ignore[index]
        for last in range(2, 30):
            await settled(app, f"192.0.2.{last}", forwarded="for=203.0.113.1")
    assert [each["address"] for each in logs] == [f"192.0.2.{last + 1}" for last in range(MOST_WARNED)]
    assert {(each["event"], each["log_level"]) for each in logs} == {("proxy_not_trusted", "warning")}


async def test_the_scheme_is_the_askers_and_no_header_means_local() -> None:
    async def nothing(*_: Any) -> None: ...

    class Here:
        class settings:
            proxies = Proxies(["10.0.0.0/24"])
            allowed = Origins()

    app = Forwarded(nothing, Here)  # type: ignore[arg-type]
    for came, schemes, scheme in (
        (
            "203.0.113.1, 10.0.0.3",
            "https, http",
            "https",
        ),  # over TLS to the outer proxy, and plain to the inner one
        ("203.0.113.1, 10.0.0.3", "https", "https"),
        ("203.0.113.1, 10.0.0.3", "http, https", "http"),
        ("203.0.113.1", "https, http", "http"),  # what people put in front is not believed
        ("1.1.1.1, 203.0.113.1", "https, http", "http"),
        ("203.0.113.1", "wss", "https"),
        ("203.0.113.1", "gopher", "http"),
        ("", "https", "https"),
    ):
        scope = await settled(app, "10.0.0.2", x_forwarded_for=came, x_forwarded_proto=schemes)
        assert scope["scheme"] == scheme, (came, schemes)
    for peer in ("127.0.0.1", "10.0.0.2"):
        for came in (
            "127.0.0.1",
            "::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "unknown",
            "127.0.0.1, 127.0.0.1",
        ):
            asker = asker_of(HTTPConnection(await settled(app, peer, x_forwarded_for=came)))
            assert not asker.is_loopback, (peer, came)
            assert asker.counted != ("127.0.0.1",), "nor does it use up what this machine may try"
    assert asker_of(HTTPConnection(await settled(app, "127.0.0.1"))).is_loopback
    with structlog.testing.capture_logs() as logs:
        for _ in range(2):
            scope = await settled(app, "10.0.0.2", forwarded="for=203.0.113.1;proto=https")
    assert [(each["event"], each["address"]) for each in logs] == [("forwarded_not_read", "10.0.0.2")]
    assert not asker_of(
        HTTPConnection(await settled(app, "127.0.0.1", forwarded="for=127.0.0.1"))
    ).is_loopback


def test_origins_are_compared_as_browsers_write_them() -> None:
    for origin, written in (
        ("HTTPS://Games.Example:443/", "https://games.example"),
        ("http://games.example:80", "http://games.example"),
        ("https://games.example:80", "https://games.example:80"),
        ("https://jeux-évrard.example", "https://xn--jeux-vrard-f7a.example"),
        ("http://[2001:DB8:0::1]:8000", "http://[2001:db8::1]:8000"),
        ("https://games.example/path", ""),
        ("https://me@games.example", ""),
        ("ftp://games.example", ""),
        ("https://games.example:99999", ""),
        ("null", ""),
    ):
        assert normal(origin) == written, origin
    origins = Origins(["https://jeux-évrard.example:443"])
    assert origins.origin_allowed("https://xn--jeux-vrard-f7a.example", "xn--jeux-vrard-f7a.example", "wss")
    assert origins.is_secure("xn--jeux-vrard-f7a.example:443")


def test_the_address_that_was_reached_is_ours_and_no_name_is() -> None:
    origins = Origins()
    origins.hosts = {"localhost"}
    for host, reached, ours in (
        ("192.0.2.5:8000", "192.0.2.5", True),
        ("192.0.2.5:8000", "::ffff:192.0.2.5", True),
        ("[2001:db8:0::5]:8000", "2001:db8::5", True),
        ("192.0.2.6:8000", "192.0.2.5", False),
        ("rebound.example", "192.0.2.5", False),
        ("", "", False),
    ):
        assert origins.host_allowed(host, reached) is ours, (host, reached)
    assert origins.origin_allowed("http://192.0.2.5:8000", "192.0.2.5:8000", "ws", "192.0.2.5")


def test_all_networks_of_an_asker_have_a_token_or_none_is_taken() -> None:
    buckets = Buckets(Rate(0.001, 2))
    home = [address(f"2001:db8:1:2::{last}") for last in range(3)]
    assert [buckets.take(each) for each in home] == [True, True, False], "one network, one limit"
    others = [address(f"2001:db8:1:{last:x}::1") for last in range(16, 40)]
    assert sum(buckets.take(each) for each in others) == 14, (
        "8 times as much for the wider one, less what was spent"
    )
    assert buckets.take(address("2001:db8:2::1")), "another one"
    assert 120 <= buckets.wait_s(others[-1]) <= 125, "the wider one fills 8 times as fast"
    buckets.give_back(others[0])
    assert buckets.take(others[0])
    assert not buckets.take(1, home[0])
    assert buckets.take(1)
    assert buckets.take(1), "what was refused has cost nothing"


async def test_newcomers_wait_for_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "WAIT_S", 0.4)
    school, home = address("192.0.2.1"), address("192.0.2.2")
    line = Newcomers(Buckets(Rate(50, 10)))
    came: list[int] = []

    async def come(number: int) -> None:
        await line.admit(school)
        came.append(number)

    everybody = await asyncio.gather(*(come(number) for number in range(45)), return_exceptions=True)
    assert came[:10] == list(range(10)), "at once"
    assert came == sorted(came), "in the order in which they came"
    refused = [each for each in everybody if isinstance(each, Refused)]
    assert {each.status for each in refused} == {429}
    assert 22 <= len(came) <= 32, "10 at once, and 50 a second for 0.4 s"
    assert max(came) > 29, "who must go where the line is full is drawn by lot"
    assert len(refused) == 45 - len(came)
    assert not await line.admit(home), "who has another address does not wait"
    assert line.waiting == 0


async def test_a_long_line_is_served_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "MOST_WAITING", 200)
    line, school = Newcomers(Buckets(Rate(400, 1))), address("192.0.2.1")
    came: list[int] = []

    async def come(number: int) -> None:
        await line.admit(school)
        came.append(number)

    await asyncio.gather(*(come(number) for number in range(150)))
    assert sorted(came) == list(range(150)), "nobody is refused while there is room"
    assert came[1:] != sorted(came[1:])
    assert came[-newcomers.IN_ORDER :] == sorted(came[-newcomers.IN_ORDER :]), "a short one in order"
    came.clear()
    pest = asyncio.gather(*(come(number) for number in range(2000)), return_exceptions=True)
    await pest
    assert max(came) > 1500, "whoever comes when it is full has a chance like any other"
    assert len(came) >= 200
    assert line.waiting == 0


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harness]:
    """A server behind a proxy of this machine, at an address for everybody."""
    limits = replace(
        UNLIMITED, host_keys=Rate(0.0001, 1), phrases=Rate(0.01, 2), phrases_of_address=Rate(0.01, 3), new_guests=Rate(40, 20)
    )  # fmt: skip
    async with serving(
        tmp_path_factory.mktemp("house") / "data", limits=limits, host_key=KEY,
        origins=[f"https://{SITE}"], notices=NoticeSettings(public_url=f"https://{SITE}"),
    ) as harness:  # fmt: skip
        yield harness


class Behind:
    """Somebody behind the proxy, at this address."""

    def __init__(self, http: httpx2.AsyncClient, address: str) -> None:
        self.http, self.headers = (
            http,
            {"host": SITE, "x-forwarded-for": address, "origin": f"https://{SITE}"},
        )

    async def ask(self, method: str, path: str, body: object = None) -> httpx2.Response:
        """Ask, and keep the cookie that comes."""
        answer = await self.http.request(method, path, json=body, headers=self.headers)
        self.http.cookies.clear()
        if "set-cookie" in answer.headers:
            self.headers["cookie"] = answer.headers["set-cookie"].partition(";")[0]
        return answer

    async def key(self, given: str) -> int:
        """The status of an answer to a key."""
        return (await self.ask("POST", "/api/host/session", {"key": given})).status_code


@pytest.fixture
async def near(house: Harness) -> AsyncIterator[httpx2.AsyncClient]:
    async with http_client(f"http://{house.base}") as http:
        yield http


async def test_links_and_cookies_use_the_public_address(
    near: httpx2.AsyncClient,
) -> None:
    lea = Behind(near, "203.0.113.1")
    answer = await lea.ask("PUT", "/api/me", {"name": "Léa"})
    assert answer.headers["set-cookie"].startswith("__Host-ludotheque=")
    assert "; secure" in answer.headers["set-cookie"].lower()
    link = (await lea.ask("POST", "/api/me/link")).json()["link"]
    assert link.startswith(f"https://{SITE}/device#")
    session = await Behind(near, "203.0.113.1").ask("POST", "/api/host/session", {"key": KEY})
    assert session.headers["set-cookie"].startswith("__Host-ludotheque-host=")
    here = await near.put("/api/me", json={"name": "Léa"})
    assert here.headers["set-cookie"].startswith("ludotheque="), "over plain http on this machine"


async def test_guessing_keys_locks_out_strangers_not_those_signed_in(near: httpx2.AsyncClient) -> None:
    mine = Behind(near, "203.0.113.20")
    assert await mine.key(KEY) == 200
    assert (await mine.ask("GET", "/api/host/session")).json()["signed_in"]
    await mine.ask("DELETE", "/api/host/session", {})
    assert not (await mine.ask("GET", "/api/host/session")).json()["signed_in"]
    with structlog.testing.capture_logs() as logs:
        tries = [await Behind(near, f"2001:db8:7:7::{last}").key("wrong") for last in range(1, 4)]
        assert tries == [403, 429, 429], "all of a network is one"
        assert await Behind(near, "2001:db8:7:7::99").key(KEY) == 429, "the right key, too"
        cafe = [await Behind(near, "203.0.113.20").key("wrong") for _ in range(2)]
        assert cafe == [403, 429]
        tries = [await Behind(near, f"198.51.100.{last}").key("wrong") for last in range(24)]
    assert tries.count(403) == 20 - 2, "of all strangers together"
    assert await Behind(near, "192.0.2.77").key(KEY) == 429
    assert await mine.key(KEY) == 200, "where the key was given before, also from the same address"
    assert (await near.post("/api/host/session", json={"key": KEY})).status_code == 200, "and on this machine"
    with structlog.testing.capture_logs():
        assert [await mine.key("wrong") for _ in range(2)] == [403, 429]
    refused = [each["address"] for each in logs if each["event"] == "host_key_refused"]
    assert refused[:3] == ["2001:db8:7:7::1", "203.0.113.20", "198.51.100.0"]


async def test_guessing_phrases_locks_out_strangers_not_the_owner(near: httpx2.AsyncClient) -> None:
    zoe = Behind(near, "203.0.113.30")
    await zoe.ask("PUT", "/api/me", {"name": "Zoé"})
    phrase = (await zoe.ask("POST", "/api/me/kept", {})).json()["phrase"]

    async def back(who: Behind, said: str) -> int:
        return (await who.ask("POST", "/api/me/return", {"name": "Zoé", "phrase": said})).status_code

    for _ in range(3):
        assert await back(Behind(near, "198.51.100.1"), phrase) == 200, "who knows it uses up nothing"
    with structlog.testing.capture_logs() as logs:
        tries = [await back(Behind(near, f"2001:db8:9::{last}"), "wrong") for last in range(1, 4)]
    assert tries == [403, 403, 429], "of one name"
    wrong = [each["address"] for each in logs if each["event"] == "phrase_refused"]
    assert wrong == ["2001:db8:9::1", "2001:db8:9::2"]
    assert await back(Behind(near, "198.51.100.2"), phrase) == 429, "the right phrase, too"
    assert await back(zoe, phrase) == 200, "whoever is that guest already"


async def test_a_crowd_behind_one_address_gets_in(near: httpx2.AsyncClient) -> None:
    async def come(number: int) -> int:
        return (await Behind(near, "203.0.113.40").ask("PUT", "/api/me", {"name": f"N{number}"})).status_code

    assert set(await asyncio.gather(*(come(number) for number in range(60)))) == {200}


def test_a_pest_and_the_honest_behind_one_address_both_get_in() -> None:
    rate = Limits().new_guests
    assert rate.per_s * newcomers.WAIT_S + rate.burst >= 130, "a hall of people who come at once"
    assert rate.per_s * newcomers.WAIT_S <= newcomers.MOST_WAITING
    seconds = (rate.burst + rate.per_s * newcomers.WAIT_S) / (35 - rate.per_s)
    assert seconds > 30, "so long one who sends 35 requests a second refuses nobody else"
    assert rate.per_s / (35 + 1) > 0.5, "and then every other try of anybody still succeeds"


async def asked(
    house: Harness, reached: str, host: str, accept: str = "*/*", language: str = ""
) -> tuple[int, str, str]:
    """The status, kind and text of the answer to whoever reaches this address of the machine."""
    sent: list[dict[str, Any]] = []
    headers = {"host": host, "accept": accept, "accept-language": language}

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http", "path": "/readyz",
        "raw_path": b"/readyz", "query_string": b"", "root_path": "", "client": ("192.0.2.99", 1), "server": (reached, 8000),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    await make_app(house.services)(scope, receive, send)
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return (
        sent[0]["status"],
        told["content-type"],
        b"".join(each.get("body", b"") for each in sent[1:]).decode(),
    )


async def test_all_local_addresses_are_ours_and_others_see_a_notice(house: Harness) -> None:
    for reached, host in (
        ("10.9.8.7", "10.9.8.7:8000"),
        ("::ffff:10.9.8.7", "10.9.8.7:8000"),
        ("2001:db8::7", "[2001:db8::7]:8000"),
    ):
        assert (await asked(house, reached, host))[0] == 200, "on an interface that came up after the start"
    status, kind, text = await asked(house, "10.9.8.7", "10.9.8.6:8000")
    assert (status, kind, "error.forbidden_host" in text) == (421, "application/json", True)
    for language, first in (
        ("fr-FR,fr;q=0.9,en;q=0.5", "Ce serveur ne répond pas"),
        ("en-GB,fr;q=0.3", "This server does"),
    ):
        status, kind, text = await asked(
            house, "10.9.8.7", "<b>evil.example", "text/html,*/*;q=0.8", language
        )
        assert (status, kind) == (421, "text/html; charset=utf-8")
        told = re.findall(r'<p lang="(..)">(.+)</p>', text)
        assert {each for each, _ in told} == {"fr", "en"}
        assert told[0][1].startswith(first)
        assert "<b>" not in text
        assert "&lt;b&gt;evil.example" in text


async def test_browsers_never_see_json(near: httpx2.AsyncClient) -> None:
    for path, status in (("/wp-login.php", 404), ("/api/tables/none/record", 404), ("/api/nothing", 404)):
        answer = await near.get(path, headers={"accept": "text/html,*/*;q=0.8"})
        assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8"), (
            path
        )
        assert answer.headers["x-frame-options"] == "DENY"
        assert (await near.get(path)).headers["content-type"] == "application/json"
