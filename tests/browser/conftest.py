"""Browsers and houses for the tests that play as people do."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from browser.house import House
from browser.situated import Situated

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


PAGES = pytest.StashKey[list[Any]]()
SHOWN = 1500
"""So many letters of a page are told where its test fails."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Where a test fails, tell what stood on its pages; a picture of each lies in `test-results`."""
    report: Any = yield
    if report.when == "call" and report.failed:
        for number, page in enumerate(item.stash.get(PAGES, None) or [], 1):
            name = f"{item.name.replace('/', '-')}-{number}.png"
            with contextlib.suppress(Exception):  # it may be closed, or hang
                report.sections.append(
                    (f"page {number}, {page.url}", page.inner_text("body", timeout=2000)[:SHOWN])
                )
                page.screenshot(path=item.config.rootpath / "test-results" / name, timeout=5000)
    return report


@pytest.fixture(scope="module")
def chromium(chromium_path: str) -> Iterator[Any]:
    """One running Chromium a file: while Playwright's own loop runs, no asynchronous test of another file could."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A served library that all tests share, each with tables of its own."""
    served = House(tmp_path_factory.mktemp("house")).start()
    yield served
    served.stop()


@pytest.fixture(scope="module")
def situated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Situated]:
    """A house whose tables begin in the situations that a test asks for."""
    served = Situated(tmp_path_factory.mktemp("situated") / "data")
    served.start()
    yield served
    served.stop()


@pytest.fixture
def person(chromium: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Makes pages, each of another person (its own cookies); errors in their consoles fail the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def sit_down(viewport: dict[str, int] = DESKTOP, locale: str = "fr-FR", **more: Any) -> Any:
        more.setdefault("reduced_motion", "reduce")
        context = chromium.new_context(viewport=viewport, locale=locale, **more)
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        request.node.stash.setdefault(PAGES, []).append(page)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield sit_down
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[House]:
    """A house that asks whether people are ready, and counts, before a race begins or goes on, as houses usually do."""
    house = House(tmp_path / "house", "127.0.0.1", "--countdown", "1").start()
    try:
        yield house
    finally:
        house.stop()
