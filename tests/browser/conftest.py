"""Browsers and houses for the tests that play as people do."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from browser.driven import Driven, Firefox, WebKit
from browser.house import House, serving
from browser.impatient import Impatient
from browser.lent import Lent, opened
from browser.situated import Situated
from browser.standing import Standing

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HERE = Path(__file__).parent
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


PAGES = pytest.StashKey[list[Any]]()
SHOWN = 1500
"""So many letters of a page are told where its test fails."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Where a test fails, tell what stood on its pages and what the servers said; a picture of each page lies in `test-results`."""
    report: Any = yield
    if report.when == "call" and report.failed:
        pages = [page for node in item.listchain() for page in node.stash.get(PAGES, None) or []]
        for number, page in enumerate(pages, 1):
            name = f"{item.name.replace('/', '-')}-{number}.png"
            with suppress(Exception):  # it may be closed, or hang
                report.sections.append(
                    (f"page {number}, {page.url}", page.inner_text("body", timeout=2000)[:SHOWN])
                )
                page.screenshot(path=item.config.rootpath / "test-results" / name, timeout=5000)
        for house in serving:
            with suppress(OSError):
                log = (house.data / "server.out").read_text(errors="replace")
                report.sections.append((f"server {house.url}", log[-SHOWN:]))
    return report


class Chromium:
    """A browser that starts when somebody needs it."""

    def __init__(self) -> None:
        self.ending = ExitStack()
        self.browser: Any = None

    def new_context(self, path: str, **more: Any) -> Any:
        """A person's browser: cookies and storage of their own."""
        if self.browser is None:
            from playwright.sync_api import sync_playwright

            play = self.ending.enter_context(sync_playwright())
            self.browser = play.chromium.launch(executable_path=path, args=FLAGS)
            self.ending.callback(self.browser.close)
        return self.browser.new_context(**more)

    def stop(self) -> None:
        """End it, and what lies open in it."""
        self.browser = None
        self.ending.close()


CHROMIUM = pytest.StashKey[Chromium]()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """The last test here ends the browser: while Playwright's loop runs, no asynchronous test elsewhere could."""
    if CHROMIUM in item.session.stash and (nextitem is None or HERE not in nextitem.path.parents):
        item.session.stash[CHROMIUM].stop()


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest, chromium_path: str) -> Callable[..., Any]:
    """Opens a person's browser, in the one Chromium of all tests here."""
    running = request.session.stash.setdefault(CHROMIUM, Chromium())
    return partial(running.new_context, chromium_path)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A served library that all tests share, each with tables of its own."""
    served = House(tmp_path_factory.mktemp("house")).start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def situated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Situated]:
    """A house whose tables begin in the situations that a test asks for."""
    served = Situated(tmp_path_factory.mktemp("situated") / "data")
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Impatient]:
    """A house where nobody waits for long."""
    served = Impatient(tmp_path_factory.mktemp("impatient") / "data")
    served.start()
    yield served
    served.stop()


@pytest.fixture(autouse=True)
def as_usual() -> Iterator[None]:
    """The situation that a test asks for is for its own tables: those of the next begin as usual."""
    yield
    for served in serving:
        if isinstance(served, Situated):
            served.begin_with(None)


@pytest.fixture(scope="session")
def lent(chromium: Any) -> Lent:
    """The pages that one person after another uses."""
    return Lent(chromium)


@pytest.fixture
def person(lent: Lent, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Makes pages, each of another person (its own cookies), as good as new: see `Lent`. Errors in their consoles fail the test."""

    def sit_down(viewport: dict[str, int] = DESKTOP, locale: str = "fr-FR", **more: Any) -> Any:
        page = lent.take(viewport, locale, **more)
        request.node.stash.setdefault(PAGES, []).append(page)
        return page

    yield sit_down
    assert lent.take_back() == []


@pytest.fixture(scope="session")
def standing(lent: Lent, house: House) -> Standing:
    """The tables that tests only look at."""
    return Standing(lent, house)


@pytest.fixture
def look(standing: Standing, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Shows a table's first decision to a test that does nothing there: see `Standing.show`."""

    def show(viewport: dict[str, int], **wanted: Any) -> Any:
        page = standing.show(viewport, **wanted)
        request.node.stash.setdefault(PAGES, []).append(page)
        return page

    yield show
    assert standing.leave() == []


def staged(
    chromium: Any, house: House, request: pytest.FixtureRequest, locale: str, **more: Any
) -> Iterator[Any]:
    """A phone's page in a language that shows any moment. It is imported here as it needs half of the server, which other tests do not."""
    from browser.stage import PHONE as SIZED
    from browser.stage import Stage

    errors: list[str] = []
    page = chromium(**SIZED | more, locale=locale).new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    request.node.stash.setdefault(PAGES, []).append(page)
    yield Stage(page, house, locale[:2])
    page.context.close()
    assert errors == []


@pytest.fixture(scope="module")
def stage(chromium: Any, house: House, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Any moment in French."""
    yield from staged(chromium, house, request, "fr-FR")


@pytest.fixture(scope="module")
def english(chromium: Any, house: House, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Any moment in English."""
    yield from staged(chromium, house, request, "en-GB")


@pytest.fixture(scope="module")
def hand(chromium: Any, situated: Situated, request: pytest.FixtureRequest) -> Iterator[Any]:
    """One person's phone, which is a hand at one table after another of that house."""
    errors: list[str] = []
    page = opened(chromium, errors, PHONE, has_touch=True, is_mobile=True)
    request.node.stash.setdefault(PAGES, []).append(page)
    with page.expect_response("**/api/me"):  # who is asked first is made known first
        page.goto(situated.url)
    page.request.put(f"{situated.url}/api/me", data={"name": "Ada", "lang": "fr"})
    yield page
    page.context.close()
    assert errors == []


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[House]:
    """A house that asks whether people are ready, and counts, before a race begins or goes on, as houses usually do."""
    house = House(tmp_path / "house", "127.0.0.1", "--countdown", "1").start()
    try:
        yield house
    finally:
        house.stop()


@pytest.fixture(params=[Firefox, WebKit], ids=["firefox", "webkit"])
def driven(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driven]:
    """A browser that is not Chromium."""
    kind = request.param
    program = kind.find()
    if program is None:
        pytest.skip(f"no {kind.name} on this machine: install it (Debian: apt install {kind.packages})")
    browser: Driven = kind()
    try:
        browser.start(program, tmp_path)
        request.node.stash.setdefault(PAGES, []).append(browser)
        yield browser
    finally:
        browser.stop()
