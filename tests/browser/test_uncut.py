"""No words are cut, covered or written over one another: every game, on small and large screens, in both languages, at several moments."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.banzai import table_of
from browser.hands import make_table, words
from browser.test_banzai_hand import BOT

pytestmark = pytest.mark.browser

SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080)]
GAMES = ["billabong", "bantu", "banjooli-cross", "boussanga", "banzai"]

FAULTS = """async () => {
  await document.fonts.ready;
  for (let n = 0; n < 4; n++) await new Promise(requestAnimationFrame);
  const found = [];
  const box = (one) => one.getBoundingClientRect();
  const meet = (a, b, by = 1) => a.left < b.right - by && b.left < a.right - by && a.top < b.bottom - by && b.top < a.bottom - by;
  const titled = (one) => one.closest('[title], [aria-label]:not(section, main, [role=group], svg)');
  const said = document.body.textContent;
  for (const one of document.querySelectorAll('body *:not(svg *)')) {
    const text = [...one.childNodes].filter((each) => each.nodeType === 3).map((each) => each.data).join('').trim();
    if (!text || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || titled(one)) continue;
    const style = getComputedStyle(one);
    if (style.clipPath !== 'none' || one.closest('.aside, [inert]')) continue;
    const elsewhere = said.split(text).length > 2;
    if (['hidden', 'clip'].includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1 && !elsewhere) found.push(`cut at its side: ${text}`);
    if (style.webkitLineClamp !== 'none' && one.scrollHeight > one.clientHeight + 2 && !elsewhere) found.push(`cut below: ${text}`);
  }
  const pieces = [...document.querySelectorAll('svg.board .counter .rise, svg.board .counter .tick')].map(box);
  const titles = [...document.querySelectorAll('svg.board .tray text')];
  for (const one of titles) {
    const text = one.firstChild?.data ?? '';
    const [at, tray] = [box(one), box(one.parentNode.querySelector('rect'))];
    if (text.endsWith('…') && !one.querySelector('title')) found.push(`cut: ${text}`);
    if (at.left < tray.left - 1 || at.right > tray.right + 1 || at.top < tray.top - 1 || at.bottom > tray.bottom + 1) found.push(`outside its tray: ${text}`);
    // A line's box is higher than its letters: what counts is where these stand.
    const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
    const base = new DOMPoint(0, Number(one.getAttribute('y'))).matrixTransform(one.getScreenCTM()).y;
    const letters = { left: at.left, right: at.right, top: base - size * 0.74, bottom: base + size * 0.22 };
    for (const piece of pieces) if (meet(letters, piece)) { found.push(`covered by a piece: ${text}`); break; }
    for (const other of titles) if (other !== one && meet(letters, box(other), 3)) found.push(`over another: ${text}`);
  }
  return [...new Set(found)];
}"""
"""What is cut or covered on this page now, in words."""


def whole_everywhere(page: Any, told: str) -> list[str]:
    """The faults of this moment in every size."""
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("svg.board .spot").first.wait_for(state="attached")
        faults += [f"{told} {width}×{height}: {fault}" for fault in page.evaluate(FAULTS)]
    return faults


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_words_are_cut_or_covered(person: Any, house: Any, language: str) -> None:
    page = person({"width": 390, "height": 844}, locale=f"{language}-{language.upper()}")
    faults = []
    for game in GAMES:
        if game == "banzai":
            table_of(page, house.url, [{"who": "me", "name": "Ada"}, *[BOT] * 3], time_limit=0)
            page.locator(".card.can").first.wait_for()
        else:
            make_table(
                page, house, game=game, options={}, chairs=[{"who": "me"}, {"who": "bot", "level": "random"}]
            )
            page.locator(".prompt.yours").wait_for()
        faults += whole_everywhere(page, f"{game} begins")
        chosen = page.locator('.spot.can[data-spot^="tray."], .spot.can[data-spot^="hand."]').first
        if game in ("banjooli-cross", "boussanga", "billabong"):
            chosen.click()
            page.locator(".board .counter.tapped").first.wait_for(state="attached")
            faults += whole_everywhere(page, f"{game}, something chosen")
    assert faults == []


def test_the_trays_of_a_replay_are_named_in_full(person: Any, house: Any) -> None:
    page = person({"width": 390, "height": 844})
    identity = make_table(page, house)
    page.get_by_role("button", name=words("ui.setup.rest"), exact=True).click()
    expect(page.locator(".prompt .sentence")).to_contain_text(words("billabong.prompt.race.you"))
    page.goto(f"{house.url}/replay/{identity}")
    page.locator("svg.board .tray text").first.wait_for(state="attached")
    assert whole_everywhere(page, "replay") == []
