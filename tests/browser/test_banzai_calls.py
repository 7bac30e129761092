"""The calls of Banzaï! for whoever meets them for the first time: which one is loud, what each does, and for how long that is said."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.banzai import table_of
from browser.boxes import still
from browser.conftest import PHONE
from browser.hands import is_apart, words
from browser.test_accessible import settle
from browser.test_banzai_hand import BASIC, after, final, hold
from browser.test_banzai_screens import ALONE, begin
from tests.depth import deep

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
SIDEWAYS = {"width": 844, "height": 390}
FAMILY = "fox:lwpkm"
FOUR = "fox:lwpk"
"""Enough for both Stops, not for a Banzaï."""
CALLS = ("call.banzai", "call.stop1", "call.stop2")
SEEN = """() => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--accent)';
  const accent = getComputedStyle(probe).color;
  probe.remove();
  return [...document.querySelectorAll('.call')].map((call) => {
    const { left, top, right, bottom } = call.getBoundingClientRect();
    const line = call.querySelector('.hint');
    const cut = [call, ...call.querySelectorAll(':not(.aside)')].some((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1);
    const box = line?.getBoundingClientRect();
    return {
      id: call.dataset.call,
      loud: getComputedStyle(call).backgroundColor === accent,
      said: box?.height ? line.textContent : '',
      whole: !cut && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && (!box?.height || (box.top >= top && box.bottom <= bottom)),
    };
  });
}"""
"""Of every call: whether it is filled with the loud colour, what the line beneath it says, and whether all of it is on the screen."""


def calls(page: Any, n: int) -> dict[str, dict[str, Any]]:
    """The calls of this page, once there are so many."""
    expect(page.locator(".call")).to_have_count(n)
    page.locator(".card.can").first.wait_for()
    settle(page)
    return {each["id"]: each for each in page.evaluate(SEEN)}


def warned(page: Any, language: str) -> None:
    """With a hand that carries both Stops and no Banzaï: none is loud, and all say what they do."""
    lines = ("banzai.call.banzai.false", "banzai.call.stop1.hint", "banzai.call.stop2.hint")
    for screen in (PHONE, SIDEWAYS, LAPTOP):
        page.set_viewport_size(screen)
        still(page, ".calls")
        seen = calls(page, 3)
        assert tuple(seen) == CALLS
        assert not any(each["loud"] for each in seen.values()), "nothing to be loud about"
        assert [each["said"] for each in seen.values()] == [words(line, language) for line in lines]
        assert all(each["whole"] for each in seen.values()), (screen, seen)


def test_a_stop_is_no_louder_than_a_banzai_and_is_explained(person: Any, situated: Any) -> None:
    page = person(PHONE, has_touch=True)
    page.add_init_script(
        "localStorage['ludotheque.shouted'] ??= JSON.stringify({'call.stop1': 2})"
    )  # made twice
    begin(page, situated, after(FOUR, options=BASIC))
    warned(page, "fr")
    page.set_viewport_size(PHONE)
    still(page, ".calls")
    page.locator('[data-call="call.stop1"]').tap()
    page.locator('[data-call="resume"]').wait_for()
    table_of(page, situated.url, ALONE, None, time_limit=0)
    seen = calls(page, 3)
    assert not seen["call.stop1"]["said"]
    assert seen["call.stop2"]["said"] == words("banzai.call.stop2.hint")
    page.get_by_role("button", name=words("ui.calls.explain"), exact=True).tap()
    sheet = page.locator(".sheet", has=page.locator("dl"))
    expect(sheet).to_contain_text(words("banzai.aid.stop1"))


@pytest.mark.deep
def test_each_call_is_explained_in_english_too(person: Any, situated: Any) -> None:
    page = person(PHONE, "en-EN", has_touch=True)
    begin(page, situated, after(FOUR, options=BASIC))
    warned(page, "en")


@pytest.mark.deep
def test_with_a_family_the_banzai_alone_is_loud(person: Any, situated: Any) -> None:
    page = person(PHONE)
    begin(page, situated, hold(FAMILY, BASIC))
    for screen in (PHONE, LAPTOP):
        page.set_viewport_size(screen)
        still(page, ".calls")
        seen = calls(page, 3)
        assert [name for name, each in seen.items() if each["loud"]] == ["call.banzai"]
        assert seen["call.banzai"]["said"] == words("banzai.call.banzai.true")


WATCH = """() => {
  window.places = {};
  const look = () => {
    for (const call of document.querySelectorAll('.call:not(:active, .pending)')) {
      const { x, y, width, height } = call.getBoundingClientRect();
      (window.places[call.dataset.call] ??= {})[[x, y, width, height].map(Math.round)] = true;
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Note in every frame where each call lies while nobody presses it."""


@pytest.mark.parametrize("false", [True, False], ids=["false call", "stop"])
@pytest.mark.parametrize("screen", [PHONE, deep(LAPTOP, called="laptop"), deep(SIDEWAYS, called="sideways")])
def test_no_call_takes_the_place_of_another(
    person: Any, situated: Any, screen: dict[str, int], false: bool
) -> None:
    page = person(screen, has_touch=True)
    begin(page, situated, final("fox:lwp") if false else after(FOUR, options=BASIC))
    calls(page, 2 if false else 3)
    page.evaluate(WATCH)
    if false:
        page.locator('[data-call="call.banzai"]').tap()
        page.locator('[data-call="call.banzai"]:disabled').wait_for()
        page.locator('[data-call="call.stop1"]:not(:disabled)').wait_for()
    else:
        page.locator('[data-call="call.stop1"]').tap()
        page.locator('[data-call="resume"]').tap()
        page.locator('[data-call="resume"]').wait_for(state="detached")
    page.locator('[data-call="call.banzai"]:not(:disabled)').wait_for()
    settle(page)
    places = page.evaluate("() => window.places")
    assert {call: len(found) for call, found in places.items()} == dict.fromkeys(places, 1), places
    boxes = [
        dict(zip(("x", "y", "width", "height"), map(int, next(iter(found)).split(",")), strict=True))
        for found in places.values()
    ]
    for number, one in enumerate(boxes):
        assert all(is_apart(one, other) for other in boxes[number + 1 :])
