"""Print and play: from the page about the edition to a PDF, on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import words
from tests.press.reading import File

pytestmark = pytest.mark.browser

WAIT_MS = 30_000
"""For a process of low priority, which has to start first."""


def test_a_box_of_ones_own_is_printed_from_its_page(person: Any, house: Any) -> None:
    """The list of sheets follows what is chosen, and the file has those sheets."""
    page = person(PHONE)
    page.goto(f"{house.url}/edition/billabong")
    page.get_by_role("link", name=words("ui.printing")).click()
    sheets = page.locator("section:has(h2#sheets) li")
    expect(sheets).to_have_count(7, timeout=WAIT_MS)
    page.get_by_label(words("ui.printing.paper.letter")).check()
    page.get_by_label(words("ui.printing.large"), exact=True).check()
    expect(sheets).to_have_count(11, timeout=WAIT_MS)
    page.get_by_role("heading", name=words("ui.own")).click()
    box = Path(__file__).parents[1] / "conformance" / "boxes" / "billabong.toml"
    page.get_by_label(words("ui.own.file")).set_input_files(box)
    expect(sheets).not_to_have_count(11, timeout=WAIT_MS)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    pictures = sheets.locator("img")
    expect(pictures.nth(1)).to_be_visible(timeout=WAIT_MS)
    sheets.first.get_by_role("button").first.click()
    near = page.get_by_role("dialog", name=words("ui.printing.page", n=1)).get_by_role("button")
    expect(near.locator("img")).to_have_js_property("naturalWidth", 816)  # a page of Letter, 96 to the inch
    near.click()
    expect(near).to_have_count(0)
    count = sheets.count()
    with page.expect_download() as sent:
        page.get_by_role("button", name=words("ui.printing.save")).click()
    assert sent.value.suggested_filename == "billabong-letter-fr-large.pdf"
    pages = File(Path(sent.value.path()).read_bytes()).pages
    assert len(pages) == 2 * count
    assert round(pages[0].width, 1) == 215.9
    assert "Cette boîte diffère de la boîte imprimée" in pages[0].text


def test_only_ticked_sheets_are_printed_and_the_sticker_is_told_of(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/print/bantu")
    sheets = page.locator("section:has(h2#sheets)")
    expect(sheets.locator("li")).to_have_count(7, timeout=WAIT_MS)
    expect(sheets).to_contain_text(words("ui.printing.no_sticker"))
    page.get_by_label(words("ui.printing.link")).press_sequentially("https://jeux.example.org")
    expect(sheets).to_contain_text(words("ui.printing.sticker"))
    expect(sheets).not_to_contain_text(words("ui.printing.no_sticker"))
    save = page.get_by_role("button", name=words("ui.printing.save"))
    sheets.get_by_role("button", name=words("ui.printing.none")).click()
    expect(save).to_be_disabled()
    sheets.locator("label").nth(2).click()
    expect(sheets).to_contain_text(words("ui.printing.count", n=1))
    with page.expect_download() as sent:
        save.click()
    assert sent.value.suggested_filename == "bantu-a4-fr-sheets.pdf"
    pages = File(Path(sent.value.path()).read_bytes()).pages
    assert ["feuille 3 sur 7" in each.text for each in pages] == [True, False]
    sheets.get_by_role("button", name=words("ui.printing.every")).click()
    expect(sheets.get_by_role("checkbox", checked=True)).to_have_count(7)


def test_a_wrong_file_is_named_and_nothing_is_downloaded(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/print/billabong")
    page.get_by_role("heading", name=words("ui.own")).click()
    page.get_by_label(words("ui.own.text")).fill("[board]\nwidth = 2\n")
    page.get_by_role("button", name=words("ui.printing.save")).click()
    expect(page.locator("#own-said")).to_contain_text("board.width")
    expect(page.get_by_role("alert")).to_contain_text("board.width")
