"""The house's network: who opens it, who comes in, what is never served there, and how it closes.

Addresses of this machine alone (127.0.0.2 and so on) stand for those of a house, so nothing listens to any network.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
import websockets
from websockets.typing import Origin

from ludotheque.server import launch
from ludotheque.server.access import near
from ludotheque.server.access.addresses import read
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.base.listening import bound
from ludotheque.server.ops import house as house_network
from ludotheque.server.ops.hosting.keys import TICKET_S, HostKey, Sessions
from ludotheque.server.ops.house import House
from ludotheque.server.ops.side_server import SideServer
from ludotheque.server.people.notices.settings import NoticeSettings
from ludotheque.server.settings import Settings
from ludotheque.server.web.household import in_house
from tests.server.harness import Harness, Person, http_client, serving, until, visiting
from tests.server.test_every_route import at, routes
from tests.server.test_host_page import KEY, delete, host_of
from tests.server.test_playing import LINK, ME

HOME, OTHER = "127.0.0.2", "127.0.0.3"
PATH = "/api/host/house"


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_network, "in_container", lambda: False)
    monkeypatch.setattr(house_network, "LOOK_S", 0.02)


@pytest.fixture(scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harness]:
    async with serving(tmp_path_factory.mktemp("house"), host_key=KEY) as harness:
        yield harness


@pytest.fixture
async def server(served: Harness) -> AsyncIterator[Harness]:
    """A server whose house is `HOME`, and closed."""
    at_home(served, HOME)
    async with visiting(served) as harness:
        yield harness
    await served.services.house.close()


def at_home(server: Harness, *addresses: str) -> None:
    """Let these be the addresses of the house, and let everybody on this machine be in it."""
    server.services.house.addresses = lambda: addresses
    server.services.house.admits = lambda peer: True


def port_of(server: Harness) -> int:
    return int(server.base.partition(":")[2])


async def opened(server: Harness) -> tuple[Person, dict[str, Any]]:
    """The host, who has let phones in, and what they were told."""
    host = await host_of(server)
    answer = await host.http.post(PATH, json={})
    assert answer.status_code == 200, answer.text
    return host, answer.json()


def phone(server: Harness, address: str = HOME) -> Person:
    """Somebody with a phone in the house."""
    person = Person(f"{address}:{port_of(server)}", "Zoé")
    server.people.append(person)
    return person


async def is_refused(server: Harness, address: str = HOME) -> bool:
    """Whether nobody listens there."""
    try:
        async with http_client(f"http://{address}:{port_of(server)}") as http:
            await http.get("/healthz")
    except httpx2.ConnectError:
        return True
    except (httpx2.ReadError, httpx2.RemoteProtocolError):  # it was cut while it asked
        return False
    return False


# -- opening, playing, closing ----------------------------------------------------------------------------------


async def test_a_phone_plays_until_the_host_closes(server: Harness) -> None:
    assert await is_refused(server)
    host, told = await opened(server)
    url = f"http://{HOME}:{port_of(server)}"
    assert (told["open"], told["urls"], told["problem"], told["why"]) == (True, [url], None, None)
    assert told["lasts_s"] - 10 < told["left_s"] <= told["lasts_s"] == 6 * 3600
    assert told["data"] == str(server.services.settings.folder), (
        "so that it can be started again with its tables"
    )
    await host.http.put("/api/me", json={"name": "Léa", "lang": "fr"})
    table = await host.make([ME, LINK])
    zoe = await phone(server).arrive()
    tab = await zoe.tab(table)
    await tab.do("sit", seat=1, name="Zoé")
    view = await tab.until(lambda view: view["table"]["phase"] == "playing")
    assert [chair["yours"] for chair in view["table"]["chairs"]] == [False, True]

    answer = await delete(host.http, PATH)
    assert (answer.json()["open"], answer.json()["urls"]) == (False, [])
    with pytest.raises(websockets.ConnectionClosed):
        await tab.until(lambda view: False)
    assert await is_refused(server)
    assert (await host.http.get("/healthz")).status_code == 200, "the machine itself is served as before"


async def test_a_connection_that_asks_for_nothing_is_cut(server: Harness) -> None:
    host, _ = await opened(server)
    reading, writing = await asyncio.open_connection(HOME, port_of(server))
    writing.write(f"GET /healthz HTTP/1.1\r\nHost: {HOME}:{port_of(server)}\r\n\r\n".encode())
    assert (await reading.readline()).startswith(b"HTTP/1.1 200")
    await delete(host.http, PATH)
    async with asyncio.timeout(5):
        await reading.read()
    writing.close()


async def test_a_socket_that_says_no_farewell_is_cut(server: Harness) -> None:
    """The page of a phone whose browser sleeps answers nothing."""
    host, _ = await opened(server)
    zoe = await phone(server).arrive()
    reading, writing = await asyncio.open_connection(HOME, port_of(server))
    writing.write(
        (
            f"GET /ws HTTP/1.1\r\nHost: {zoe.base}\r\nOrigin: http://{zoe.base}\r\nCookie: {zoe.cookie}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
    )
    assert (await reading.readline()).startswith(b"HTTP/1.1 101")
    async with asyncio.timeout(5):
        await delete(host.http, PATH)
        with suppress(ConnectionResetError):
            await reading.read()
    writing.close()


async def test_opening_and_closing_twice_changes_nothing(server: Harness) -> None:
    host, told = await opened(server)
    again = (await host.http.post(PATH, json={})).json()
    assert (again["urls"], again["left_s"] <= told["left_s"]) == (told["urls"], True), "no new hours"
    await delete(host.http, PATH)
    assert (await delete(host.http, PATH)).json()["open"] is False
    assert (await host.http.post(PATH, json={})).json()["open"] is True


async def test_it_closes_where_the_loop_has_no_readers(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop of Windows has none."""
    host, _ = await opened(server)
    tab = await (await phone(server).arrive()).tab()

    def remove_reader(listening: object) -> bool:
        raise NotImplementedError

    monkeypatch.setattr(asyncio.get_running_loop(), "remove_reader", remove_reader)
    await server.services.house.close()
    monkeypatch.undo()
    with pytest.raises(websockets.ConnectionClosed):
        await tab.ws.recv()
    assert await is_refused(server)
    assert (await host.http.get(PATH)).json()["open"] is False


async def test_a_door_that_sticks_counts_as_open(server: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(server, HOME, OTHER)
    house = server.services.house
    host, told = await opened(server)
    cut = SideServer.cut

    async def stuck(door: SideServer) -> None:
        if door is house._doors.get(HOME):
            raise OSError("stuck")
        await cut(door)

    monkeypatch.setattr(SideServer, "cut", stuck)
    with pytest.raises(OSError, match="stuck"):
        await house.close()
    assert await is_refused(server, OTHER)

    async def is_open() -> bool:
        facts = (await host.http.get(PATH)).json()
        return (facts["open"], facts["urls"]) == (True, told["urls"][:1])

    await until(is_open, "it says that it is closed")
    monkeypatch.setattr(SideServer, "cut", cut)
    await until(lambda: is_refused(server), "it was not tried again")
    assert (await host.http.get(PATH)).json()["open"] is False


async def test_it_closes_by_itself(server: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_network, "LASTS_S", 0.2)
    host, _ = await opened(server)
    await until(lambda: is_refused(server), "it is still open")
    assert (await host.http.get(PATH)).json()["open"] is False


async def test_a_machine_that_slept_finds_it_closed(server: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    await opened(server)
    now = wall_ms()
    monkeypatch.setattr(house_network, "wall_ms", lambda: now + 7 * 3600 * 1000)
    await until(lambda: is_refused(server), "it is still open")


async def test_it_ends_with_the_server_and_does_not_come_back(tmp_path: Path) -> None:
    async with serving(tmp_path, host_key=KEY) as before:
        at_home(before, HOME)
        await opened(before)
        tab = await (await phone(before).arrive()).tab()
    with pytest.raises(websockets.ConnectionClosed):
        await tab.ws.recv()
    assert await is_refused(before)
    async with serving(tmp_path, host_key=KEY) as after:
        at_home(after, HOME)
        host = await host_of(after)
        assert (await host.http.get(PATH)).json()["open"] is False
        assert await is_refused(after)


# -- addresses --------------------------------------------------------------------------------------------------


async def test_another_wifi_is_noticed(server: Harness) -> None:
    host, _ = await opened(server)
    tab = await (await phone(server).arrive()).tab()
    at_home(server, OTHER, HOME)
    url, first = (f"http://{each}:{port_of(server)}" for each in (OTHER, HOME))

    async def told(*urls: str) -> bool:
        return bool((await host.http.get(PATH)).json()["urls"] == list(urls))

    await until(lambda: told(url, first), "the new address is not there")
    at_home(server, OTHER)
    await until(lambda: told(url), "the old address is still there")
    with pytest.raises(websockets.ConnectionClosed):
        await tab.ws.recv()
    assert await is_refused(server)
    assert not await is_refused(server, OTHER)
    at_home(server)
    await until(told, "an address is still there")
    facts = (await host.http.get(PATH)).json()
    assert (facts["open"], facts["problem"]["key"]) == (True, "error.house.no_network")
    at_home(server, HOME)
    await until(lambda: told(first), "it did not come back")
    assert (await host.http.get(PATH)).json()["problem"] is None


async def test_ipv6_works(server: Harness) -> None:
    at_home(server, "::1")
    host, told = await opened(server)
    (url,) = told["urls"]
    assert url == f"http://[::1]:{port_of(server)}"
    async with http_client(url) as http:
        assert (await http.put("/api/me", json={"name": "Zoé", "lang": "fr"})).status_code == 200
        assert (await http.get(PATH)).status_code == 404
    await delete(host.http, PATH)


async def test_a_taken_port_is_told(server: Harness) -> None:
    host = await host_of(server)
    with closing(bound(OTHER, port_of(server))):
        at_home(server, OTHER)
        answer = await host.http.post(PATH, json={})
        said = answer.json()["error"]
        assert (answer.status_code, said["key"]) == (409, "error.house.port")
        assert said["args"] == {"address": OTHER, "port": port_of(server), "other": port_of(server) + 1}
        assert (await host.http.get(PATH)).json()["open"] is False
        at_home(server, OTHER, HOME)
        told = (await host.http.post(PATH, json={})).json()
        assert told["urls"] == [f"http://{HOME}:{port_of(server)}"]
        assert told["problem"]["key"] == "error.house.port"
    await until(lambda: _both(host), "the port was not taken again once it was free")


async def _both(host: Person) -> bool:
    told = (await host.http.get(PATH)).json()
    return len(told["urls"]) == 2 and told["problem"] is None


async def test_without_a_network_nothing_opens(server: Harness) -> None:
    at_home(server)
    host = await host_of(server)
    answer = await host.http.post(PATH, json={})
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, "error.house.no_network")
    assert not server.services.house.is_open


async def test_an_address_of_another_machine_is_told(server: Harness) -> None:
    at_home(server, "192.0.2.77")
    host = await host_of(server)
    answer = await host.http.post(PATH, json={})
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, "error.house.address")


def test_only_the_house_s_own_addresses_are_listened_on() -> None:
    found = [
        ("lo", "127.0.0.1"), ("lo", "::1"), ("eth0", "203.0.113.7"), ("eth0", "fd00::2"), ("eth0", "fe80::1"),
        ("eth0", "2001:db8::1"), ("eth0", "169.254.3.4"), ("wlan0", "10.1.2.3"), ("enp3s0", "192.168.1.20"),
        ("docker0", "172.17.0.1"), ("br-1a2b", "172.18.0.1"), ("tun0", "10.8.0.2"), ("wg0", "10.9.0.2"),
        ("tailscale0", "100.64.0.1"), ("virbr0", "192.168.122.1"), ("utun3", "10.7.0.2"), ("wlan0", "10.1.2.3"),
    ]  # fmt: skip
    assert near.sorted_out(found) == ("192.168.1.20", "10.1.2.3", "fd00::2", "169.254.3.4")
    assert near.sorted_out(found, "10.1.2.3")[0] == "10.1.2.3", "the one by which this machine goes out"
    assert near.sorted_out(found, "10.8.0.2")[0] == "192.168.1.20", "never that of a VPN"


@pytest.mark.parametrize(
    "interface",
    ["nordlynx", "proton0", "pvpnksintrf0", "CloudflareWARP", "wg0-mullvad", "Mullvad Tunnel", "outline-tun0", "MyVPN",
     "NordLynx Tunnel", "vEthernet (WSL)", "Hyper-V Virtual Ethernet Adapter", "VirtualBox Host-Only Network",
     "VirtualBox Host-Only Ethernet Adapter", "VMware Virtual Ethernet Adapter for VMnet8"],
)  # fmt: skip
def test_a_vpn_or_a_virtual_machine_is_not_the_house(interface: str) -> None:
    assert near.sorted_out([(interface, "10.5.0.2"), ("wlp2s0", "192.168.1.20")], "10.5.0.2") == (
        "192.168.1.20",
    )


@pytest.mark.parametrize(
    "interface",
    ["eth0", "wlp2s0", "en0", "Wi-Fi", "Ethernet", "Intel(R) Wi-Fi 6 AX201 160MHz", "Realtek PCIe GbE Family Controller",
     "Microsoft Wi-Fi Direct Virtual Adapter", "Microsoft Hyper-V Network Adapter", "ZTE Mobile Broadband"],
)  # fmt: skip
def test_a_card_of_the_house_is_listened_on(interface: str) -> None:
    assert near.sorted_out([(interface, "10.5.0.2")]) == ("10.5.0.2",)


def test_this_machine_s_addresses_are_found() -> None:
    assert all(near.is_near(each) for each in near.own_near())
    assert "127.0.0.1" not in near.own_near()


@pytest.mark.parametrize(
    ("address", "is_near"),
    [("10.0.0.1", True), ("172.16.0.1", True), ("172.31.255.255", True), ("172.32.0.1", False), ("192.168.0.1", True),
     ("::ffff:192.168.0.1", True), ("fd12::1", True), ("169.254.1.1", True), ("fe80::1", False), ("100.64.0.1", False),
     ("127.0.0.1", False), ("8.8.8.8", False), ("2001:db8::1", False), ("0.0.0.0", False), ("", False), ("evil.example", False)],
)  # fmt: skip
def test_private_addresses_are_those_of_a_house(address: str, is_near: bool) -> None:
    assert near.is_near(address) is is_near


# -- who comes in, and what is never served ----------------------------------------------------------------------


async def test_nobody_comes_in_from_elsewhere(server: Harness) -> None:
    await opened(server)
    server.services.house.admits = near.is_near  # and 127.0.0.1 lies in no house
    zoe = phone(server)
    answer = await zoe.http.get("/healthz", headers={"x-forwarded-for": "192.168.1.5"})
    assert (answer.status_code, answer.content) == (403, b"")
    with pytest.raises(websockets.InvalidStatus):
        await zoe.tab()


@pytest.mark.parametrize("said", [HOME, "127.0.0.1"])
async def test_the_host_s_page_is_never_served_there(server: Harness, said: str) -> None:
    host, _ = await opened(server)
    zoe = phone(server)
    name = f"{said}:{port_of(server)}"
    headers = {
        "host": name, "origin": f"http://{name}", "cookie": host.cookie, "content-type": "application/json",
        "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "127.0.0.1", "forwarded": "for=127.0.0.1;host=localhost",
    }  # fmt: skip
    asked = [*routes(server, safe=True), *routes(server, safe=False)]
    hosts = [(method, path) for method, path in asked if path.startswith("/api/host")]
    assert len(hosts) >= 16
    for method, path in hosts:
        body = {"PUT": b'{"text":"x"}'}.get(method, b"{}")
        if "tables" in path and method == "POST":
            body = b'{"closed":true,"tables":[]}' if path.endswith("tables") else b'{"closed":true}'
        if path == "/api/host/household" and method == "PUT":
            body = b'{"members":[],"games":[]}'
        if path == "/api/host/session" and method == "POST":
            body = b'{"key":"%s"}' % KEY.encode()
        answer = await zoe.http.request(method, at(path), content=body, headers=headers)
        assert answer.status_code == 404, (method, path, answer.text)
    for path in ("/host", "/%68ost", "/api/%68ost", "//api/host", "/api//host", "/api/host/", "/./host"):
        answer = await zoe.http.get(path, headers=headers)
        assert answer.status_code in (404, 503), (path, answer.text)
        assert "processes" not in answer.text
    assert (await host.http.get(PATH)).json()["open"] is True


async def test_a_rebound_name_gets_nothing(server: Harness) -> None:
    await opened(server)
    zoe = phone(server)
    answer = await zoe.http.get("/api/me", headers={"host": f"evil.example:{port_of(server)}"})
    assert (answer.status_code, answer.json()["error"]["key"]) == (421, "error.forbidden_host")
    evil = f"evil.example:{port_of(server)}"
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(
            f"ws://{evil}/ws", origin=Origin(f"http://{evil}"), host=HOME, port=port_of(server)
        )
    with pytest.raises(websockets.InvalidStatus):
        await zoe.tab(origin="http://evil.example")


async def test_what_a_phone_says_of_its_address_is_not_believed(server: Harness) -> None:
    await opened(server)
    seen: list[str] = []
    requests = server.services.requests
    take = requests.take

    def noted(*who: Any) -> bool:
        seen.append(str(who[0]))
        return take(*who)

    requests.take = noted  # type: ignore[method-assign]
    await phone(server).http.get("/api/me", headers={"x-forwarded-for": "203.0.113.9"})
    assert seen == ["127.0.0.1"]


async def test_a_phone_that_is_let_in_sees_the_household(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = await opened(server)
    lea = {"name": "Léa", "once": [], "colour": "red", "piece": "", "child": True}
    sat = [{"name": "Léa", "place": 1, "bot": "", "won": True}]
    game = {"id": "box/bantu/7", "game": "bantu", "at": 7, "players": sat}
    answer = await host.http.put("/api/host/household", json={"members": [lea], "games": [game]})
    assert answer.status_code == 200, answer.text
    people, games = "/api/household", "/api/household/games"
    seen, zoe = {"kept": True, "members": [lea], "keeper": False}, phone(server)
    assert (await zoe.http.get(people)).json() == seen
    assert (await zoe.http.get(games)).json() == {"games": [game]}
    nobody = {"kept": False, "members": [], "keeper": False}
    origins = ["https://games.example"]
    monkeypatch.setattr(server.services, "settings", replace(server.services.settings, origins=origins))
    for each in (zoe, host):
        assert (await each.http.get(people)).json() == nobody
        assert (await each.http.get(games)).json() == {"games": []}


@pytest.mark.parametrize(
    ("peer", "name", "by_door", "sees"),
    [
        ("192.168.1.9", "192.168.1.5:8000", True, True),
        ("192.168.1.9", "192.168.1.5:8000", False, False),
        ("127.0.0.1", "localhost:8000", False, True),
        ("127.0.0.1", "192.168.1.5:8000", False, False),
        ("192.168.1.9", "games.example", True, False),
        ("192.168.1.9", "games.example", False, False),
        ("127.0.0.1", "games.example", False, False),
    ],
)
async def test_the_household_is_for_this_machine_and_those_let_in(
    server: Harness, peer: str, name: str, by_door: bool, sees: bool
) -> None:
    request = SimpleNamespace(headers={"host": name}, scope={near.HOUSE: True} if by_door else {})
    ask: Any = SimpleNamespace(request=request, address=read(peer), services=server.services)
    assert in_house(ask) is sees


# -- who opens it -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status", "key"),
    [
        ({"host": "evil.example:{port}"}, 421, "error.forbidden_host"),
        ({"host": "evil.example:{port}", "origin": "http://evil.example:{port}"}, 421, "error.forbidden_host"),
        ({"origin": "http://evil.example"}, 403, "error.forbidden_origin"),
        ({"origin": "http://127.0.0.1:1"}, 403, "error.forbidden_origin"),
        ({"origin": "null"}, 403, "error.forbidden_origin"),
        ({"sec-fetch-site": "cross-site"}, 403, "error.forbidden_origin"),
        ({"sec-fetch-site": "same-site"}, 403, "error.forbidden_origin"),
        ({"x-forwarded-for": "127.0.0.1"}, 403, "error.house.here"),
        ({"x-forwarded-for": "203.0.113.9"}, 403, "error.house.here"),
        ({"forwarded": "for=127.0.0.1"}, 403, "error.house.here"),
        ({"x-forwarded-proto": "http"}, 403, "error.house.here"),
        ({"host": socket.gethostname() + ":{port}"}, 403, "error.house.here"),
        ({"content-type": "text/plain"}, 415, "error.wrong_type"),
    ],
)  # fmt: skip
async def test_only_a_page_of_this_machine_opens_it(
    server: Harness, headers: dict[str, str], status: int, key: str
) -> None:
    host = await host_of(server)
    said = {name: value.replace("{port}", str(port_of(server))) for name, value in headers.items()}
    answer = await host.http.post(
        PATH, content=b"{}", headers={"content-type": "application/json", "cookie": host.cookie} | said
    )
    assert (answer.status_code, answer.json()["error"]["key"]) == (status, key)
    assert not server.services.house.is_open
    assert await is_refused(server)


async def test_elsewhere_the_host_is_told_where_to_go(server: Harness) -> None:
    host, told = await opened(server)
    said = {"x-forwarded-for": "203.0.113.9"}
    facts = (await host.http.get(PATH, headers=said)).json()
    assert (facts["why"]["key"], facts["urls"]) == ("error.house.here", [])
    answer = await host.http.get(f"{PATH}/qr.svg", params={"url": told["urls"][0] + "/"}, headers=said)
    assert answer.status_code == 404
    answer = await host.http.request(
        "DELETE", PATH, content=b"{}", headers={"content-type": "application/json"} | said
    )
    assert (answer.status_code, server.services.house.is_open) == (403, True)


async def test_only_the_host_opens_and_closes_it(server: Harness) -> None:
    guest = await server.person("Léa")
    for answer in (
        await guest.http.get(PATH), await guest.http.post(PATH, json={}), await delete(guest.http, PATH),
        await guest.http.get(f"{PATH}/qr.svg?url=x"),
    ):  # fmt: skip
        assert (answer.status_code, answer.json()["error"]["key"]) == (401, "error.host.sign_in")
    await opened(server)
    assert (await delete(guest.http, PATH)).status_code == 401
    assert server.services.house.is_open


def _why(monkeypatch: pytest.MonkeyPatch, lent: bool = True, **settings: Any) -> str:
    services: Any = SimpleNamespace(settings=Settings(**settings))
    house = House(services)
    if lent:
        house.lend(lambda *_: None, 8000)  # type: ignore[arg-type]
    why = house.why_not()
    return "" if why is None else why.key.removeprefix("error.house.")


def test_it_is_offered_only_where_it_helps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    database = "postgresql://games@db.example/ludotheque"
    for settings, why in (
        ({}, ""), ({"host": "localhost"}, ""), ({"host": "::1"}, ""),
        ({"trust_proxy": ["10.0.0.2"]}, "public"), ({"origins": ["https://games.example"]}, "public"),
        ({"notices": NoticeSettings(public_url="https://games.example")}, "public"),
        ({"database": database, "workers": 2}, "processes"), ({"database": database}, "processes"),
        ({"database": database, "workers": 2, "worker": 0}, "processes"),
        ({"host": "0.0.0.0"}, "listens"), ({"host": "192.168.1.2"}, "listens"), ({"host": "::"}, "listens"),
        ({"lent": False}, "listens"),
    ):  # fmt: skip
        assert _why(monkeypatch, data=tmp_path, **settings) == why, settings


def test_it_is_not_offered_in_a_container(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(house_network, "CONTAINER_FILES", (tmp_path / "none",))
    for name in ("container", "KUBERNETES_SERVICE_HOST"):
        monkeypatch.delenv(name, raising=False)
    assert _why(monkeypatch) == ""
    monkeypatch.setenv("container", "podman")
    assert _why(monkeypatch) == "container"
    monkeypatch.delenv("container")
    monkeypatch.setattr(house_network, "CONTAINER_FILES", (tmp_path,))
    assert _why(monkeypatch) == "container"


async def test_what_is_not_offered_cannot_be_opened(tmp_path: Path) -> None:
    notices = NoticeSettings(public_url="http://games.example")
    async with serving(tmp_path, host_key=KEY, notices=notices) as server:
        at_home(server, HOME)
        host = await host_of(server)
        assert (await host.http.get(PATH)).json()["why"]["key"] == "error.house.public"
        answer = await host.http.post(PATH, json={})
        assert (answer.status_code, answer.json()["error"]["key"]) == (409, "error.house.public")
        assert await is_refused(server)


# -- the code for the phone, and the browser that is the host's ---------------------------------------------------


async def test_the_code_leads_to_the_house_alone(server: Harness) -> None:
    host, told = await opened(server)
    (url,) = told["urls"]
    first, second = [
        await host.http.get(f"{PATH}/qr.svg", params={"url": url + page}) for page in ("/", "/t/x#invite=abc")
    ]
    assert first.status_code == second.status_code == 200
    assert first.text != second.text
    assert first.headers["content-type"].startswith("image/svg+xml")
    for other in ("http://evil.example/", f"{url}.evil.example/", url, "", f"{url}/{'x' * 500}"):
        assert (await host.http.get(f"{PATH}/qr.svg", params={"url": other})).status_code == 404, other


async def test_the_browser_that_the_server_opens_is_the_host_s(server: Harness) -> None:
    sessions = server.services.sessions
    assert sessions is not None
    ticket = Sessions(KEY).ticket()  # as the program makes it that starts the server
    person = server.stranger()
    for headers in ({"x-forwarded-for": "127.0.0.1"}, {"host": socket.gethostname()}):
        answer = await person.http.post("/api/host/session", json={"key": ticket}, headers=headers)
        assert answer.status_code == 403, "only at this machine"
    assert (await person.http.post("/api/host/session", json={"key": ticket})).status_code == 200
    assert (await person.http.get(PATH)).status_code == 200
    other = server.stranger()
    assert (await other.http.post("/api/host/session", json={"key": ticket})).status_code == 403, "used"
    await opened(server)
    late = phone(server)
    again = await late.http.post("/api/host/session", json={"key": Sessions(KEY).ticket()})
    assert again.status_code == 404


def test_the_browser_is_opened_with_a_ticket(tmp_path: Path) -> None:
    key = HostKey(KEY, None)
    word, _, ticket = launch._entry(Settings(tmp_path), key).partition("=")
    assert word == "#host"
    assert Sessions(KEY).takes(ticket)
    several = Settings(tmp_path, database="postgresql://games@db.example/ludotheque", workers=2)
    assert launch._entry(Settings(tmp_path), None) == launch._entry(several, key) == ""


def test_a_ticket_is_no_session_and_a_session_no_ticket() -> None:
    sessions, now = Sessions(KEY), 1_700_000_000.0
    ticket = sessions.ticket(now)
    assert not sessions.knows(ticket, now)
    assert not sessions.head(ticket)
    assert not sessions.takes(sessions.begin(now), now)
    assert not sessions.takes(ticket, now + TICKET_S + 1)
    assert not Sessions(KEY + "x").takes(ticket, now)
    for wrong in ("", ".", "..", "é.é.é", ticket[:-1], ticket + "0", ticket * 9):
        assert not sessions.takes(wrong, now)


def test_the_page_for_hosts_says_what_is_so() -> None:
    page = " ".join((Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8").split())
    assert f"closes after {house_network.LASTS_S // 3600} hours" in page
    assert f"works once, within {TICKET_S // 60} minutes" in page
    for option in ("--host", "--public-url", "--origin", "--trust-proxy", "--database", "--workers"):
        assert option in page.partition("This is not offered")[2].partition("Decision 57")[0]
