"""The rules pages: the goal and a turn in pictures first, then every rule, to be searched; what was decided is on the edition's page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, make_table, words
from tests.depth import deep

pytestmark = pytest.mark.browser

GAMES = ["billabong", "bantu", "banjooli-cross", "boussanga", "banzai"]
DRAWN = "images => images.every((one) => one.complete && one.naturalWidth > 40)"
"""Whether every picture of a list has come and shows something."""


def pictures(page: Any, part: str) -> Any:
    return page.locator(f"section:has(> h2#{part}) li")


@pytest.mark.parametrize(
    ("viewport", "locale"), [(PHONE, "fr-FR"), deep({"width": 1366, "height": 768}, "en-GB")]
)
def test_the_rules_open_with_goal_and_turn_in_three_pictures(
    person: Any, house: Any, viewport: dict[str, int], locale: str
) -> None:
    page, language = person(viewport, locale=locale), locale[:2]
    for game in GAMES:
        page.goto(f"{house.url}/rules/{game}")
        page.locator("h2#goal").wait_for()
        assert page.locator("main h2").first.inner_text() == words("ui.rules.goal", language)
        for part in ("goal", "turn"):
            expect(pictures(page, part)).to_have_count(3)
            page.wait_for_function(
                f"part => ({DRAWN})([...document.querySelectorAll(`section:has(> h2#${{part}}) img`)])",
                arg=part,
            )
            alts = pictures(page, part).locator("img").evaluate_all("all => all.map((one) => one.alt)")
            assert len({alt for alt in alts if len(alt) > 10}) == 3
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game


def test_contents_link_to_each_part_and_rulings_are_shown(person: Any, house: Any) -> None:
    page = person({"width": 1366, "height": 768})
    page.goto(f"{house.url}/rules/bantu")
    page.locator("h2#goal").wait_for()
    before = page.locator("main").inner_text().split(words("ui.rules.all"))[0]
    assert "décid" not in before
    assert "perdu" not in before
    contents = page.get_by_role("navigation", name=words("ui.rules.contents")).get_by_role("link")
    contents.first.wait_for()
    edges = page.evaluate(
        "() => ['main h1', 'h2#goal', 'section:has(> h2#goal) li'].map((one) => Math.round(document.querySelector(one).getBoundingClientRect().left))"
    )
    assert len(set(edges)) == 1, f"title and pictures begin at the same edge: {edges}"
    assert contents.all_inner_texts() == page.locator(".list h3").all_inner_texts()
    for viewport in ({"width": 1366, "height": 768}, PHONE):
        page.set_viewport_size(viewport)
        page.evaluate("scrollTo(0, 0)")
        contents.last.click()
        expect(page.locator(".list section").last.locator("[data-row]").first).to_be_in_viewport()
    page.get_by_role("searchbox").fill("arrivée")
    expect(contents).to_have_count(0)
    page.locator(".decided a").click()
    page.locator("h2#decided").wait_for()
    assert page.locator("section:has(> h2#decided) li").count() > 10
    for kind in ("printed", "attested", "reconstructed"):
        section = page.get_by_role("region", name=words(f"ui.edition.{kind}"))
        section.wait_for()
        assert section.get_by_role("listitem").count() > 0, "where everything comes from"


VOICE = """
const spoken = (window.spoken = []);
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => [{ lang: "fr-FR", localService: true, default: true }],
  speak: (said) => spoken.push(said.text), cancel: () => spoken.push(""), addEventListener() {}, removeEventListener() {},
} });
"""
"""A voice that notes what it is to say: this browser has none of its own."""


def test_a_question_is_answered_linked_to_and_read_aloud(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/rules/boussanga?q=combien+vaut+le+feu")
    row = page.locator("#BOU-19")
    row.locator("mark", has_text="feu").first.wait_for()
    assert page.locator("[data-row]").first.get_attribute("id") == "BOU-19"
    expect(button(page, "ui.rule.hear")).to_have_count(0)  # no voice, no button
    row.locator("a.id").click()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "ui.rule.copy").click()
    button(page, "ui.rule.copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{house.url}/rules/boussanga#BOU-19"
    button(page, "ui.rule.place").click()
    expect(page.get_by_role("searchbox")).to_have_value("")
    expect(row).to_have_class(re.compile("pointed"))
    page.go_back()
    expect(page.get_by_role("searchbox")).to_have_value("combien vaut le feu")
    page.get_by_role("searchbox").fill("zeppelin")
    page.get_by_role("button", name="élément", exact=True).click()
    expect(row).to_be_in_viewport()
    page.get_by_label(words("ui.rule.easy")).check()
    row.get_by_text("Le feu vaut 3 points.").wait_for()
    page.add_init_script(VOICE)
    page.reload()
    row.get_by_text("Le feu vaut 3 points.").wait_for()
    assert page.evaluate("spoken") == [], "nothing is said before it is asked for"
    button(page, "ui.rule.hear.row").click()
    expect(row).to_have_class(re.compile("read"))
    assert page.evaluate("spoken.at(-1)") == "Chaque jeton rapporte des points."
    button(page, "ui.rule.hear.stop").first.click()
    expect(row).not_to_have_class(re.compile("read"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.deep
def test_the_rules_beside_a_table_have_their_pictures_too(person: Any, house: Any) -> None:
    page = person()
    make_table(page, house)
    page.locator(".goal:not(.watched)").wait_for()
    assert page.locator(".goal:not(.watched)").inner_text() == words("billabong.goal")
    button(page, "ui.rules").click()
    page.locator("#rule-BIL-23 img").wait_for()


def test_the_rules_beside_a_table_begin_with_the_goal_and_a_turn(person: Any, house: Any) -> None:
    page = person(PHONE)
    make_table(page, house, game="banjooli-cross", options={})
    page.locator(".prompt.yours").wait_for()
    button(page, "ui.rules").click()
    rows = page.locator(".sheet .rows")
    rows.locator(".row").first.wait_for()
    assert rows.locator("h3").all_text_contents()[:2] == [words("ui.rules.goal"), words("ui.rules.turn")]
    picture = rows.locator("img").first
    expect(picture).to_be_in_viewport()
    expect(rows.locator(".row").first).not_to_be_in_viewport()
    assert "BJC-" not in rows.inner_text(), "what it is called in the book is for who writes about it"
    page.locator("#rule-search").fill("prédiction")
    expect(rows.locator("ol")).to_have_count(0)
    expect(rows.locator(".row").first).to_be_in_viewport()


@pytest.mark.deep
def test_from_the_rules_one_click_leads_to_a_game(person: Any, house: Any) -> None:
    page = person(PHONE, has_touch=True)
    for kind in ("edition", "rules"):
        page.goto(f"{house.url}/{kind}/bantu")
        learn = page.get_by_role("link", name=words("ui.first_game.offer.for", game="Bantu"), exact=True)
        assert learn.get_attribute("href") == "/learn/bantu"
    friends = page.get_by_role("link", name=words("ui.play.friends.game", game="Bantu"), exact=True)
    assert friends.get_attribute("href") == "/new/bantu?with=friends"
    page.get_by_role("link", name=words("ui.play.game", game="Bantu"), exact=True).tap()
    page.wait_for_url("**/t/*")
    page.locator("svg.board").wait_for()
    chairs = house.table(page.url.rsplit("/", 1)[1].partition("#")[0]).journal.players
    assert chairs[1:] == ["easy"], "a form was not gone through: an easy robot sits there"
