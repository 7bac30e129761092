"""The page of a balance, opened from the disk: a figure leads to its game, which can be followed move by move, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ludotheque import load
from ludotheque.cli.main import app
from tests.depth import deep

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A balance of a few games."""
    out = tmp_path_factory.mktemp("balance") / "tiny"
    told = CliRunner().invoke(app, ["balance", "tiny", "--games", "6", "--out", str(out)])
    assert told.exit_code == 0, told.output
    return out


@pytest.mark.parametrize("device", [{"width": 390, "height": 844}, deep({"width": 1366, "height": 768})])
def test_a_drawn_point_opens_a_game_from_the_disk(person: Any, pages: Path, device: dict[str, int]) -> None:
    page = person(viewport=device)
    address = (pages / "index.en.html").as_uri()
    page.goto(address)
    bars = page.locator("svg.plot a:has(.column)")
    assert bars.count()
    wide = bars.evaluate_all("all => all.map((each) => each.getBoundingClientRect().width)")
    assert min(wide) >= 24
    for drawn in (bars.last, page.locator("svg.plot a:has(polyline)").first):
        page.goto(address)
        leads = drawn.get_attribute("href")
        drawn.focus()
        assert drawn.evaluate("(each) => each === document.activeElement")
        page.keyboard.press("Enter")
        page.locator("body[data-at='0'] svg.moment").wait_for()
        assert page.url.endswith(leads)
        assert page.locator("#symbols symbol").count() or not page.locator("svg.moment use").count()


@pytest.mark.parametrize("language", ["fr", deep("en")])
def test_a_figure_opens_its_game(person: Any, pages: Path, language: str) -> None:
    page = person(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page.goto((pages / f"index.{language}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a phone shows it whole"
    link = page.locator("a[href^=replays]").first
    name = str(link.get_attribute("href")).partition("#")[0]
    link.click()
    page.locator("body[data-at='0'] svg.moment").wait_for()
    assert page.locator("html").get_attribute("lang") == language
    end = len(load(pages / name.replace(".html", ".jsonl")).events)
    page.locator("#last").click()
    page.locator(f"body[data-at='{end}']").wait_for()
    assert page.locator("#said").inner_text()
    page.keyboard.press("ArrowLeft")
    page.locator(f"body[data-at='{end - 1}']").wait_for()
    page.goto(f"{(pages / name).as_uri()}#{language}-1")
    page.locator("body[data-at='1'] svg.moment").wait_for()
    page.locator("#other").click()
    page.locator(f"html[lang={'en' if language == 'fr' else 'fr'}]").wait_for()
    assert page.locator("#saved").get_attribute("href") == name.replace(".html", ".jsonl").rpartition("/")[2]
