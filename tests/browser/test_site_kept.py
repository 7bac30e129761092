"""What a page without a server keeps: it moves to another device, and outlives whatever ends the page, the room on the disk, or the version of the games."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import SMALL, button, confirm, moves_shown, words
from browser.test_site import LONG_MS, PLACE, Host
from ludotheque import verify
from ludotheque.core.data_folder import COPY, DATABASE
from ludotheque.core.record import loads
from ludotheque.server.store import sql
from ludotheque.site import building
from tests.server.older import make_older
from tests.website import parts
from tests.website.test_inside import ask, opened

pytestmark = pytest.mark.browser

SHORT = {
    "game": "billabong", "seats": 2, "options": {"mode": "duel"}, "first": 0, "components": SMALL.replace("kangaroos = 3", "kangaroos = 1"),
    "chairs": [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "greedy"}],
}  # fmt: skip
"""A table at which a game is short."""
FULL = """
let full = false;
new BroadcastChannel("room").onmessage = ({ data }) => (full = data);
const { write } = FileSystemSyncAccessHandle.prototype;
FileSystemSyncAccessHandle.prototype.write = function (...given) {
  if (full) throw new DOMException("no room", "QuotaExceededError");
  return write.apply(this, given);
};
"""
"""Goes before the worker: its files have no room from one moment to another."""
IS_KEPT = "Promise.race([navigator.serviceWorker.ready, new Promise((_, late) => setTimeout(late, 60000))]).then(() => true)"
READ = """async name => {
  for await (const [folder, handle] of await navigator.storage.getDirectory()) {
    if (!folder.startsWith("ludotheque")) continue;
    const file = await (await handle.getFileHandle(name)).getFile();
    return [...new Uint8Array(await file.arrayBuffer())];
  }
}"""
"""The bytes of a file that the page keeps."""
WRITE = """async ([name, bytes]) => {
  for await (const [folder, handle] of await navigator.storage.getDirectory()) {
    if (!folder.startsWith("ludotheque")) continue;
    let to = null;
    while (!to) to = await (await handle.getFileHandle(name)).createWritable().catch(() => null); // while the page lets go of it
    await to.write(new Uint8Array(bytes));
    await to.close();
  }
}"""
LOOK = """async () => {
  const registered = await navigator.serviceWorker.ready;
  await registered.update();
  const coming = registered.installing;
  return new Promise((done) => {
    coming.addEventListener("statechange", () => done(coming.state === "redundant"));
    setTimeout(() => done(null), 60000);
  });
}"""
"""Whether a new version that is looked for now is refused."""
STANDING = "all => all.map(each => `${each.dataset.piece} ${each.style.transform}`).sort()"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the library."""
    parts.made()
    folder = tmp_path_factory.mktemp("built") / PLACE
    in_thread(building.build, folder)
    return folder


@pytest.fixture
def host(built: Path, tmp_path: Path) -> Iterator[Host]:
    """A web host that has it."""
    shutil.copytree(built, tmp_path / "host" / PLACE)
    served = Host(tmp_path / "host")
    yield served
    with suppress(OSError):
        served.stop()


@pytest.fixture
def phone(chromium: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Opens somebody's phone."""
    contexts: list[Any] = []

    def one(**more: Any) -> Any:
        context = chromium(viewport=PHONE, locale="fr-FR", has_touch=True, is_mobile=True, **more)
        context.set_default_timeout(LONG_MS)
        contexts.append(context)
        return context

    yield one
    for context in contexts:
        context.close()


def in_thread(what: Callable[..., Any], *given: Any) -> Any:
    """Do something that has an event loop of its own: Playwright's runs in this thread."""
    with ThreadPoolExecutor(1) as one:
        return one.submit(what, *given).result()


def begin(page: Any, host: Host) -> None:
    """A game of Billabong in which it is this page's turn."""
    page.goto(host.url)
    button(page, "ui.play.game", game={"key": "billabong.title"}).click()
    rest = button(page, "ui.setup.rest")
    ready = button(page, "ui.ready.go").or_(rest)
    ready.wait_for()
    if not rest.is_visible():  # the first game of this box
        ready.click()
    rest.click()
    page.locator("svg.board [data-piece]").nth(10).wait_for()
    expect(button(page, "ui.advice.ask")).to_be_enabled(timeout=LONG_MS)  # it is this page's turn


def standing(page: Any) -> list[str]:
    """The pieces and where they stand, once they do."""
    page.locator("svg.board [data-piece]").nth(10).wait_for()
    found: list[list[str]] = []
    while len(found) < 4 or found[-4:] != [found[-1]] * 4:
        found.append(page.locator("svg.board [data-piece]").evaluate_all(STANDING))
        page.wait_for_timeout(200)
    return found[-1]


def choose(page: Any) -> None:
    """Have a good move shown. The big button plays it."""
    button(page, "ui.advice.ask").click()
    page.locator(".thumb .wide:enabled").wait_for()


def move(page: Any) -> list[str]:
    """Make a good move, and wait for the other one's. Where the pieces stand then."""
    before = standing(page)
    choose(page)
    confirm(page)
    while not others(now := standing(page)) - others(before):
        page.wait_for_timeout(300)
    expect(button(page, "ui.advice.ask")).to_be_enabled(timeout=LONG_MS)  # it is this page's turn
    return now


def others(pieces: list[str]) -> set[str]:
    """Those of the bot."""
    return {each for each in pieces if each.startswith("k1")}


def kill(page: Any, address: str) -> Any:
    """End the processes of all pages at once, as a phone does that needs their memory, and open the address in a new one."""
    context = page.context
    session = context.browser.new_browser_cdp_session()
    for process in session.send("SystemInfo.getProcessInfo")["processInfo"]:
        if process["type"] == "renderer":
            os.kill(process["id"], signal.SIGKILL)
    session.detach()
    time.sleep(1)
    page = context.new_page()
    page.goto(address)
    return page


def mine(host: Host) -> str:
    """Where "My data" is."""
    return f"{host.url}#/me"


def save(page: Any, host: Host, to: Path) -> Path:
    """Save a backup."""
    page.goto(mine(host))
    with page.expect_download() as saved:
        button(page, "ui.site.backup.save").click()
    assert re.fullmatch(r"ludotheque-\d{4}-\d\d-\d\d\.ludotheque", saved.value.suggested_filename)
    saved.value.save_as(to)
    return to


def take(page: Any, host: Host, backup: Path) -> None:
    """Read a backup, in place of everything."""
    page.goto(mine(host))
    button(page, "ui.site.backup.save").wait_for()
    page.locator("input[type=file]").set_input_files(backup)
    with page.expect_event("load"):
        button(page, "ui.site.backup.yes").click()


def test_saved_games_move_to_another_phone(phone: Any, host: Host, tmp_path: Path) -> None:
    page = phone().new_page()
    begin(page, host)
    before, table = standing(page), page.url
    page.evaluate(f"""localStorage.setItem("ludotheque%2F{PLACE}%2F.theme", '"dark"')""")
    backup = save(page, host, tmp_path / "mine.ludotheque")
    other = phone().new_page()
    other.goto(mine(host))
    button(other, "ui.site.backup.save").wait_for()
    spoilt = tmp_path / "spoilt.ludotheque"
    spoilt.write_bytes(backup.read_bytes()[:-9])
    other.locator("input[type=file]").set_input_files(spoilt)
    other.get_by_text(words("ui.site.backup.cut")).wait_for()
    take(other, host, backup)
    other.goto(table)
    assert standing(other) == before
    assert other.evaluate("document.documentElement.dataset.theme") == "dark"
    assert move(other) != before


def test_a_move_is_refused_while_storage_is_full(phone: Any, host: Host) -> None:
    context = phone(service_workers="block")
    context.route("**/assets/worker-*.js", lambda route: _prefixed(route, FULL))
    page = context.new_page()
    begin(page, host)
    before = standing(page)
    choose(page)
    no_room(page, True)
    confirm(page)
    page.get_by_text(words("error.no_room")).first.wait_for()
    assert standing(page) == before
    page.wait_for_timeout(6000)  # meanwhile the server notes that it is there, and cannot
    no_room(page, False)
    after = move(page)
    page.reload()
    assert standing(page) == after


def _prefixed(route: Any, text: str) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=text + answer.text())


def no_room(page: Any, is_full: bool) -> None:
    """From now on the browser has no room, or has some again."""
    page.evaluate("full => new Promise(done => { new BroadcastChannel('room').postMessage(full); setTimeout(done, 100); })", is_full)  # fmt: skip


@pytest.mark.deep
def test_confirmed_moves_survive_killing_the_page(phone: Any, host: Host) -> None:
    context = phone()
    page = context.new_page()
    begin(page, host)
    table, before = page.url, move(page)
    page = kill(page, table)
    assert standing(page) == before
    for wait_ms in (0, 50, 200):
        choose(page)
        confirm(page)
        page.wait_for_timeout(wait_ms)
        shown = moves_shown(page)
        page = kill(page, table)
        standing(page)
        assert moves_shown(page) >= shown > 0
        before = move(page)
    page.reload()
    assert standing(page) == before


@pytest.mark.deep
@pytest.mark.parametrize("what", ["all", "file_systems"])
def test_a_page_whose_store_was_deleted_starts_over(phone: Any, host: Host, what: str) -> None:
    context = phone()
    page = context.new_page()
    begin(page, host)
    table = page.url
    origin = host.url.removesuffix(f"/{PLACE}/")
    session = context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": what})
    page.wait_for_timeout(2000)  # the browser may load the page anew by itself
    begin(page, host)
    session.send("Page.navigate", {"url": "about:blank"})
    page.wait_for_url("about:blank")
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": what})
    page.goto(table)
    page.get_by_text(words("error.unknown_table")).first.wait_for()
    begin(page, host)
    again = page.url
    before = standing(page)
    page.reload()
    assert standing(page) == before
    assert page.url == again


@pytest.mark.deep
def test_a_new_version_comes_with_the_next_visit_alone(phone: Any, host: Host, tmp_path: Path) -> None:
    context = phone()
    missing: list[str] = []
    context.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
    page = context.new_page()
    begin(page, host)
    assert page.evaluate(IS_KEPT)
    table, before, build = page.url, standing(page), build_of(page)
    folder = host.root / PLACE
    old = (folder / "index.html").read_text("utf-8")
    in_thread(upgraded, folder, tmp_path)
    new = (folder / "index.html").read_text("utf-8")
    newer = page.get_by_text(words("ui.site.newer"))

    (folder / "index.html").write_text(old, "utf-8")  # half of it has come
    assert page.evaluate(LOOK), "the new version is looked for, and is not whole"
    assert not newer.is_visible()
    (folder / "index.html").write_text(new, "utf-8")
    looked_at_again(page)
    newer.wait_for()
    page.goto(f"{host.url}#/rules/bantu")
    page.get_by_text("BAN-22", exact=True).first.wait_for()
    page.goto(f"{host.url}#/history")
    page.get_by_role("heading", level=1).wait_for()
    page.reload()
    newer.wait_for()
    assert build_of(page) == build
    page.close()

    page = context.new_page()
    page.goto(table)
    assert standing(page) == before
    assert build_of(page) != build
    host.stop()
    page.close()
    page = context.new_page()
    page.goto(table)
    assert standing(page) == before
    move(page)
    assert missing == []


def build_of(page: Any) -> str:
    """The build that a page is of."""
    found: str = page.evaluate("JSON.parse(document.getElementById('site').textContent).build")
    return found


def looked_at_again(page: Any) -> None:
    """Somebody comes back to a page."""
    page.evaluate("() => void document.dispatchEvent(new Event('visibilitychange'))")


def upgraded(folder: Path, tmp_path: Path) -> None:
    """Put a later build in the place of this one: with other files for every part of the pages, and another server."""
    later = tmp_path / "later"
    shutil.copytree(building.MADE, later)
    names = {each.name: f"{each.stem}-b{each.suffix}" for each in (later / "pages" / "assets").iterdir()}
    told = re.compile("|".join(map(re.escape, names)))
    for file in [*(later / "pages" / "assets").iterdir(), later / "pages" / "index.html"]:
        if file.suffix in (".js", ".css", ".html"):
            file.write_text(told.sub(lambda found: names[found[0]], file.read_text("utf-8")), "utf-8")
        if file.name in names:
            file.rename(file.with_name(names[file.name]))
    lock = later / "server" / "pyodide-lock.json"
    lock.write_text(json.dumps(json.loads(lock.read_text("utf-8")), indent=1), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "MADE", later)
        building.build(folder)


@pytest.mark.deep
def test_a_finished_game_leaves_as_a_record_and_comes_back(phone: Any, host: Host, tmp_path: Path) -> None:
    table, backup = in_thread(asyncio.run, _short(tmp_path / "folder"))
    (tmp_path / "short.ludotheque").write_bytes(backup)
    page = phone().new_page()
    take(page, host, tmp_path / "short.ludotheque")
    page.goto(f"{host.url}#/t/{table}")
    button(page, "ui.ready.go").click()
    confirm(page)  # the kangaroo is placed
    again, asked = button(page, "ui.rematch"), button(page, "ui.advice.ask")
    deadline = time.monotonic() + 120
    while not again.is_visible() and time.monotonic() < deadline:
        if asked.is_visible() and asked.is_enabled():
            choose(page)
            confirm(page)
        page.wait_for_timeout(300)
    page.goto(f"{host.url}#/replay/{table}")
    button(page, "ui.replay.panel.share").click()
    with page.expect_download() as saved:
        page.locator("a[download]").first.click()
    record = tmp_path / "game.jsonl"
    saved.value.save_as(record)
    verdict = verify(loads(record.read_text("utf-8")))
    assert (verdict.over, verdict.seed_known) == (True, True)
    page.goto(f"{host.url}#/replay")
    page.locator("input[type=file]").set_input_files(record)
    page.locator("svg.board [data-piece]").first.wait_for()


async def _short(folder: Path) -> tuple[str, bytes]:
    """A table at which a game is short, and a backup that holds it."""
    async with opened(folder) as (asker, _):
        made = (await ask(asker, "POST", "/api/tables", SHORT))[1]
        _, _, backup = await asker.ask("POST", "/page/backup", "{}", b"{}")
        return made["id"], backup


@pytest.mark.deep
def test_the_copy_from_before_a_migration_outlives_the_page(phone: Any, host: Host, tmp_path: Path) -> None:
    context = phone()
    page = context.new_page()
    begin(page, host)
    before, table = standing(page), page.url
    page.goto(elsewhere := host.url.removesuffix(f"{PLACE}/"))
    older = tmp_path / DATABASE
    older.write_bytes(bytes(page.evaluate(READ, DATABASE)))
    make_older(older, "0008")
    page.evaluate(WRITE, [DATABASE, list(older.read_bytes())])
    page.goto(table)
    assert standing(page) == before
    page.goto(elsewhere)
    for name, version in ((DATABASE, sql.VERSION), (f"{COPY}before", "0008")):
        (tmp_path / name).write_bytes(bytes(page.evaluate(READ, name)))
        with closing(sqlite3.connect(tmp_path / name)) as database:
            assert database.execute("SELECT version_num FROM alembic_version").fetchone() == (version,)
