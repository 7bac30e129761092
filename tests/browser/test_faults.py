"""What goes wrong: a server killed in mid-game, a table that cannot be opened, a network that dies, a table that is not there, a plain LAN address."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sqlite3
from pathlib import Path

import pytest

from browser.hands import make_table, my_turn, play_turn, wait_for_moves, words
from browser.house import House
from ludotheque.server.store.log import FILE
from tests.server.clusters import postgres
from tests.server.test_taking_over import holder
from tests.server.test_workers import children, listens

__all__ = ["postgres"]

pytestmark = pytest.mark.browser


def play_a_little(page, house):
    """A table where two turns were played and it is the person's turn again, and its events as text."""
    identity = make_table(page, house)
    for _ in range(2):
        assert play_turn(page, house, identity, 0)
    table = my_turn(house, identity, 0)
    assert table is not None
    return identity, [event.text for event in table.events]


def goes_on(page, house, identity, played):
    """The page comes back, what was played is there, and the next turn can be played."""
    page.wait_for_selector(".link.connected", timeout=30_000)
    assert [event.text for event in house.table(identity).events[: len(played)]] == played
    assert play_turn(page, house, identity, 0)
    wait_for_moves(page, len(played) + 1)


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A house of this file's own, for everybody who reaches this machine."""
    house = House(tmp_path_factory.mktemp("own") / "house", "0.0.0.0").start()
    yield house
    house.stop()


@pytest.mark.deep
def test_a_server_killed_in_mid_game_loses_nothing(person, own):
    page = person()
    identity, played = play_a_little(page, own)
    own.kill()
    page.wait_for_selector(".link.reconnecting")
    own.start()
    goes_on(page, own, identity, played)


FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def damage(folder: Path, table: str, statement: str, *values: str) -> None:
    with contextlib.closing(sqlite3.connect(folder / FILE)) as database:
        assert database.execute(statement, (*values, table)).rowcount == 1
        database.commit()


@pytest.mark.deep
def test_a_table_that_cannot_be_opened_is_reported_quietly(person, own):
    page = person()
    page.goto(own.url)
    page.get_by_role("heading", name=words("ui.shelf")).wait_for()
    spec = {"game": "billabong", "seats": 2, "chairs": [{"who": "me", "name": "Léa"}, {"who": "link"}]}
    gone, torn, whole = (page.request.post(f"{own.url}/api/tables", data=spec).json()["id"] for _ in range(3))
    own.stop()
    damage(own.data, gone, "UPDATE tables SET game = ? WHERE id = ?", "belote")
    change = "UPDATE events SET body = replace(body, ?, ?) WHERE seq = 0 AND table_id = ?"
    damage(own.data, gone, change, '"billabong"', '"belote"')
    damage(own.data, torn, "UPDATE events SET body = ? WHERE seq = 1 AND table_id = ?", "{")
    own.start()
    page.goto(own.url)
    mine = page.get_by_role("region", name=words("ui.tables.mine"))
    lost = mine.get_by_role("link", name="belote")
    lost.get_by_text(words("ui.table.closed")).wait_for()
    assert lost.get_by_text(words("error.game_missing", game="belote")).is_visible()
    assert mine.get_by_role("listitem").count() == 3
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(FITS), width
    lost.click()
    page.get_by_role("heading", name=words("ui.page.closed")).wait_for()
    page.get_by_text(words("error.game_missing", game="belote")).wait_for()
    page.get_by_role("link", name=words("ui.page.home")).click()
    mine.get_by_role("link", name="Billabong").filter(has_text=words("ui.table.closed")).click()
    page.get_by_text("verify --data").wait_for()
    page.goto(f"{own.url}/t/{whole}")
    page.get_by_text("Léa").first.wait_for()


@pytest.mark.deep
def test_a_network_that_dies_is_shown_and_comes_back(person, house):
    page = person()
    identity = make_table(page, house, chairs=[{"who": "me"}, {"who": "bot", "level": "random"}])
    assert play_turn(page, house, identity, 0)
    page.context.set_offline(True)
    page.evaluate("() => 0")
    page.wait_for_selector(".link.reconnecting", timeout=60_000)
    page.context.set_offline(False)
    page.wait_for_selector(".link.connected", timeout=30_000)
    assert play_turn(page, house, identity, 0)


def test_a_missing_table_says_so(person, house):
    page = person()
    page.goto(f"{house.url}/t/nosuchtable1")
    page.get_by_role("heading", name=words("error.unknown_table"), exact=True).wait_for()
    assert page.locator("h1 + p").inner_text() == words("ui.page.missing.hint")
    page.get_by_role("link", name=words("ui.page.home"), exact=True).click()
    page.get_by_role("heading", name=words("ui.shelf"), exact=True).wait_for()


def lan_address() -> str | None:
    """An address of this machine that is not the loopback, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def test_a_plain_http_lan_address_works_as_well(person, own, monkeypatch):
    address = lan_address()
    if address is None:
        pytest.skip("this machine has no address but the loopback")
    assert address in (own.data / "server.out").read_text()
    monkeypatch.setattr(own, "url", f"http://{address}:{own.port}")
    page = person()
    identity = make_table(page, own)
    assert page.evaluate("() => isSecureContext") is False
    for _ in range(2):
        assert play_turn(page, own, identity, 0)


@pytest.mark.deep
def test_a_worker_killed_in_mid_game_is_not_missed(person, tmp_path, postgres):
    url = postgres.new()
    house = House(tmp_path / "house", "127.0.0.1", "--workers", "2", "--database", url).start()
    try:
        page = person()
        identity, played = play_a_little(page, house)
        address = holder(url, identity)
        assert address is not None
        port = address.rpartition(":")[2]
        os.kill(
            next(pid for pid in children(house.process.pid) if port in listens(pid).split(",")),
            signal.SIGKILL,
        )
        page.wait_for_selector(".link.reconnecting")
        goes_on(page, house, identity, played)
        assert holder(url, identity) not in (None, address)
    finally:
        house.stop()
