"""The library without a server: a folder behind a plain web server, opened in a browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, installed, words
from browser.house import House
from browser.test_first_game import GAMES, begins, by_touch, go_on
from tests.website import parts

pytestmark = pytest.mark.browser

PLACE = "jeux"
MEMORY = "(await caches.keys()).find((name) => name.endsWith('memory'))"
MEMORY_IS_KEPT = f"""async () => {{
  for (let tries = 0; tries < 300; tries++) {{
    const name = {MEMORY};
    if (name && (await (await caches.open(name)).keys()).length) return;
    await new Promise((again) => setTimeout(again, 100));
  }}
  throw new Error("no memory is kept");
}}"""
DAMAGED = f"""async () => {{
  const kept = await caches.open({MEMORY});
  const [address] = await kept.keys();
  const bytes = new Uint8Array(await (await kept.match(address)).arrayBuffer());
  await kept.put(address, new Response(bytes.fill(1, 0, 4)));
}}"""
LONG_MS = 60_000
KEPT = "Promise.race([navigator.serviceWorker.ready, new Promise((_, late) => setTimeout(late, 60000))]).then(() => true)"


class Handler(SimpleHTTPRequestHandler):
    """A plain web server: it compresses nothing, and says nothing. With each file it sends what `_headers` has, unless `sends` is false."""

    sends = True

    def end_headers(self) -> None:
        if self.sends:
            lines = (Path(self.directory) / PLACE / "_headers").read_text("utf-8").splitlines()
            for name, _, value in (line.partition(": ") for line in lines if line.startswith("  ")):
                self.send_header(name.strip(), value)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


class Host:
    """A web server with the library in a folder of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._start(0)

    def _start(self, port: int) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(self.root)))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """Where the library is."""
        return f"http://127.0.0.1:{self.server.server_port}/{PLACE}/"

    def stop(self) -> None:
        """From now on nobody answers."""
        self.server.shutdown()
        self.server.server_close()

    def start_again(self) -> None:
        """Answer again, at the same address."""
        self._start(self.server.server_port)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The library as `ludotheque site` writes it."""
    parts.made()
    root = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "ludotheque", "site", str(root / PLACE), "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert f"{root / PLACE} holds the library" in done.stdout
    served = Host(root)
    yield served
    served.stop()


@pytest.fixture
def family(chromium: Any, host: Host) -> Iterator[Callable[[], Any]]:
    """Opens pages of one family's phone. What they ask for elsewhere, what is not there and errors fail the test."""
    context = chromium(viewport=PHONE, locale="fr-FR", has_touch=True, is_mobile=True)
    context.set_default_timeout(LONG_MS)
    wrong: list[str] = []

    def asked(request: Any) -> None:
        if not request.url.startswith((host.url, "data:", "blob:")):
            wrong.append(f"asked for {request.url}")

    def answered(response: Any) -> None:
        if response.status >= 400:
            wrong.append(f"{response.status} {response.url}")

    context.on("request", asked)
    context.on("response", answered)

    def opened() -> Any:
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
        return page

    yield opened
    context.close()
    assert wrong == []


def sit_down(page: Any, host: Host | House, game: str) -> None:
    """Begin a game against a bot, from the shelf."""
    page.goto(host.url)
    page.get_by_role("button", name=words("ui.play.game", game={"key": f"{game}.title"})).click()
    page.get_by_role("button", name=words("ui.ready.go")).click()


def pieces(page: Any) -> list[str]:
    """The pieces on the board."""
    page.locator("svg.board [data-piece]").first.wait_for()
    found: list[str] = page.locator("svg.board [data-piece]").evaluate_all(
        "all => all.map(each => each.dataset.piece).sort()"
    )
    return found


EVALUATES = """() => new Promise(done => setTimeout(() => {
  try { done((0, eval)("'yes'")); } catch (error) { done(error.name); }
}))"""
"""What comes of code in a text, later: what the test itself asks for may do anything."""


def evaluates(page: Any, worker: str = "worker") -> str:
    """What comes of code in a text in the worker of this name."""
    for _ in range(LONG_MS // 100):
        there = [each for each in page.workers if f"/{worker}-" in each.url]
        if there:
            found: str = there[0].evaluate(EVALUATES)
            return found
        page.wait_for_timeout(100)
    raise AssertionError(f"no {worker} is there")


def test_a_family_plays_without_a_server_then_without_a_network(
    family: Any, host: Host, tmp_path: Path
) -> None:
    page = family()
    sit_down(page, host, "billabong")
    page.get_by_role("button", name=words("ui.setup.rest")).click()
    page.locator("svg.board [data-piece]").nth(10).wait_for()  # five of each, and the referee
    assert any("thinker" in worker.url for worker in page.workers), "bots think in a worker of their own"
    assert evaluates(page) == evaluates(page, "thinker") == "EvalError", "they run no code that is a text"
    before = pieces(page)
    assert page.evaluate(KEPT), "the files are kept"
    host.stop()
    try:
        page.reload()
        assert pieces(page) == before, "what was shown as done is there again"
        page.goto(f"{host.url}#/me")
        with page.expect_download() as saved:
            page.locator("a[download]").click()
        saved.value.save_as(tmp_path / "mine.json")
        assert json.loads((tmp_path / "mine.json").read_text("utf-8"))["tables"]
        page.goto(f"{host.url}#/rules/bantu")
        page.locator("a[href='#/rules/bantu#BAN-22']").first.click()
        page.wait_for_url("**#/rules/bantu#BAN-22")
        page.get_by_text("BAN-22", exact=True).first.wait_for()
    finally:
        host.start_again()


def test_games_are_shown_before_their_server_is_there(family: Any, host: Host) -> None:
    page = family()
    page.context.route("**/*.wasm.bin", lambda _: None)  # it never comes
    page.goto(host.url)
    for game in GAMES:
        page.goto(f"{host.url}#/")
        page.get_by_role("button", name=words("ui.play.game", game={"key": f"{game}.title"})).click()
        shown = page.get_by_role("dialog", name=words(f"{game}.title"))
        shown.get_by_role("button", name=words("ui.ready.go")).click()
        assert shown.locator("img").evaluate("img => img.decode().then(() => img.naturalWidth)") > 0
        assert shown.get_by_role("progressbar").is_visible()
        page.reload()
    page.goto(f"{host.url}#/learn/billabong")
    begins(page)
    go_on(page, by_touch, until=2)


def test_a_later_start_continues_from_the_memory_of_an_earlier_one(family: Any, host: Host) -> None:
    page = family()
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text))
    sit_down(page, host, "bantu")
    before = pieces(page)
    page.evaluate(MEMORY_IS_KEPT)
    page.reload()
    assert pieces(page) == before
    assert not any("from nothing" in line for line in said)
    page.evaluate(DAMAGED)
    page.reload()
    assert pieces(page) == before
    assert any("from nothing" in line for line in said), "what is damaged is not used"


@pytest.mark.deep
def test_workers_run_no_code_from_strings_even_without_a_policy(
    family: Any, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handler, "sends", False)
    page = family()
    page.goto(host.url)
    assert evaluates(page) == "yes", "on a first visit nobody else gives it one"
    assert page.evaluate(KEPT)
    page.reload()
    assert evaluates(page) == "EvalError", "the service worker does"
    sit_down(page, host, "bantu")
    assert evaluates(page, "thinker") == "EvalError"


def test_one_page_has_the_games_at_a_time_and_another_takes_over(family: Any, host: Host) -> None:
    first = family()
    sit_down(first, host, "bantu")
    before = pieces(first)
    address = first.url
    second = family()
    second.goto(address)
    second.get_by_text(words("ui.site.in-use")).wait_for()
    assert second.get_by_role("main").inner_text().split("\n")[-1] == words("ui.site.here"), "and no more"
    second.get_by_role("button", name=words("ui.site.here")).click()
    assert pieces(second) == before
    first.get_by_text(words("ui.site.given-up")).wait_for()


def test_a_browser_would_install_it_and_keeps_no_picture_of_it(family: Any, host: Host) -> None:
    page = family()
    page.goto(host.url)
    page.get_by_role("heading", name="Billabong").wait_for()
    fetched = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert not [each for each in fetched if "screenshots" in each]
    manifest = installed(page)
    assert (manifest["id"], manifest["startUrl"], manifest["scope"]) == (host.url,) * 3
    assert "screenshots/" not in (host.root / PLACE / "sw.js").read_text("utf-8")


def test_a_servers_game_continues_in_the_browser_when_it_is_gone(
    chromium: Any, host: Host, tmp_path: Path
) -> None:
    house = House(tmp_path / "house", "127.0.0.1", "--alone", str(host.root / PLACE)).start()
    context = chromium(viewport=PHONE, locale="fr-FR", has_touch=True, is_mobile=True)
    context.set_default_timeout(LONG_MS)
    try:
        page = context.new_page()
        page.goto(house.url)
        page.get_by_role("button", name=words("ui.settings")).click()
        page.get_by_role("link", name=words("ui.alone.play")).wait_for()
        sit_down(page, house, "bantu")
        before = pieces(page)
        page.get_by_role("button", name=words("ui.settings")).click()
        button(page, "ui.alone.here").click()
        expect(page).to_have_url(re.compile("/alone/#/t/"), timeout=LONG_MS)
        assert pieces(page) == before
        assert page.evaluate(KEPT), "the files are kept"
        house.stop()
        page.reload()
        assert pieces(page) == before
    finally:
        context.close()
        house.stop()


SHOWN = """isShown => {
  Object.defineProperty(document, "hidden", {value: !isShown, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""What a browser says when somebody looks at another app, and comes back."""


def test_no_clock_runs_while_nobody_looks(family: Any, host: Host) -> None:
    page = family()
    page.goto(f"{host.url}#/new/bantu?with=friends")
    page.get_by_text(words("ui.new.clock.game"), exact=True).click()
    page.get_by_role("button", name=words("ui.new.open")).click()
    pieces(page)
    hidden_s = 6

    def left_s() -> int:
        clocks = re.findall(r"(\d+):(\d\d)", page.locator("section.seats").inner_text())
        assert len(clocks) == 2
        return sum(60 * int(minutes) + int(seconds) for minutes, seconds in clocks)

    before = left_s()
    page.evaluate(SHOWN, False)
    page.wait_for_timeout(1000 * hidden_s)
    page.evaluate(SHOWN, True)
    page.wait_for_timeout(1500)
    assert before - hidden_s < left_s() < before


LINKS = """() => [...document.querySelectorAll("a[href]")].map((a) => a.getAttribute("href")).filter((href) =>
  !/^#\\/|^#main$/.test(href) && !/^\\/api\\/.*(export|record)$/.test(href))"""
"""The links that would lead out of the folder in another tab."""
DEAD = """async (button) => {
  let chooses = 0;
  addEventListener("click", ({target}) => chooses += target.type === "file", true);
  const seen = () => document.body.outerHTML + location.href + chooses;
  const before = seen();
  button.click();
  for (let tries = 0; tries < 40; tries++) {
    await new Promise((again) => setTimeout(again, 50));
    if (seen() !== before) return false;
  }
  return true;
}"""
"""Whether nothing on the page changes when a button is pressed, and no file is asked for."""


def test_what_needs_a_server_says_so_and_no_button_is_dead(family: Any, host: Host) -> None:
    page = family()
    sit_down(page, host, "bantu")
    pieces(page)
    table = page.url.partition("#/t/")[2]
    far = words("ui.site.elsewhere")
    buttons = page.locator("main button:enabled:visible")

    def open_at(address: str) -> None:
        page.goto(f"{host.url}#/edition/bantu")
        between = page.get_by_role(
            "heading", level=1, name=words("ui.edition.of", game={"key": "bantu.title"})
        )
        between.wait_for()
        page.goto(host.url + address)
        between.wait_for(state="detached")
        page.locator("#main").get_by_text(words("ui.wait")).wait_for(state="detached")

    for address, says in (
        ("#/new/banzai", True), ("#/me", True), ("#/history", False), ("#/replay", False), ("#/ranking", True),
        ("#/evening", True), ("#/device#key", True), ("#/mail#key", True), ("#/host", True), (f"#/t/{table}", False),
    ):  # fmt: skip
        open_at(address)
        expect(page.locator("#main").get_by_text(far)).to_have_count(int(says))
        assert page.evaluate(LINKS) == [], address
        n = 0
        while n < buttons.count():
            what = buttons.nth(n).inner_text()
            assert not buttons.nth(n).evaluate(DEAD), f"{address}: {what}"
            if address.startswith("#/new"):
                page.wait_for_url("**#/t/*")  # it leads to its table
            assert page.get_by_text(words("error.unreachable")).count() == 0
            open_at(address)
            n += 1
    page.goto(f"{host.url}#/")
    page.get_by_text(far).wait_for()
    assert page.evaluate(LINKS) == []
    page.get_by_role("button", name=words("ui.settings")).click()
    page.locator("#settings").get_by_text(far).wait_for()
