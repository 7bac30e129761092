"""The pages around the table: the shelf, making a table, the rules, the edition; languages and lights."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest
from playwright.sync_api import expect

from browser.hands import button, installed, make_table, words
from browser.house import House
from tests.depth import deep

pytestmark = pytest.mark.browser

FIRST_PAGE = 150_000
"""Bytes on the wire of the front page, everything included."""


def title(page):
    return page.get_by_role("heading", level=1).inner_text()


@pytest.fixture
def empty(tmp_path):
    """A house in which nobody has played: lists of tables would be part of the weight."""
    served = House(tmp_path / "house").start()
    yield served
    served.stop()


def test_the_shelf_is_light_and_works_by_keyboard(person, empty):
    page = person()
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")  # others may have had the page
    page.goto(empty.url)
    page.get_by_role("heading", name="Billabong").wait_for()
    names = [game["name"] for game in json.loads(empty.get("/api/library"))["games"]]
    links = page.locator("main a.button").evaluate_all(
        "found => found.map((one) => one.getAttribute('href'))"
    )
    assert links == [f"/new/{name}?with=friends" for name in names]
    assert page.locator("main li button.button.big").count() == len(names)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map((one) => [one.name, one.transferSize])"
    )
    assert len(sizes) > 5
    assert all(size for name, size in sizes if "/assets/" in name), "all of it was sent"
    assert sum(size for _, size in sizes) <= FIRST_PAGE, sizes
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == words("ui.skip")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    for _ in range(4):  # the household, the position of the day, “Play”, “With friends”
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/*")
    expect(page.locator("#main")).to_be_focused()


def test_a_browser_would_install_the_pages(person, house):
    page = person()
    page.goto(house.url + "/rules/bantu")
    page.get_by_role("heading", level=1).wait_for()
    manifest = installed(page)
    assert (manifest["id"], manifest["startUrl"], manifest["scope"]) == (f"{house.url}/",) * 3


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        deep("fr-CA", "fr", called="fr-CA"),
        deep("en-GB", "en", called="en-GB"),
        pytest.param("de-DE", "en", id="de-DE"),
    ],
)
def test_the_first_language_is_the_browsers(person, house, locale, language):
    page = person(locale=locale)
    page.goto(house.url)
    page.get_by_role("heading", level=1).wait_for()
    assert title(page) == words("ui.shelf", language)
    assert page.locator("html").get_attribute("lang") == language


def test_the_language_changes_in_place_and_errors_follow_it(person, house):
    page = person(locale="en-GB")
    page.goto(house.url + "/new/billabong")
    page.get_by_label(words("ui.name.ask", "en")).fill("Zoé")
    page.get_by_role("button", name=re.compile("Français")).click()
    name = page.get_by_label(words("ui.name.ask"))
    expect(name).to_have_value("Zoé")
    said = "field => field.validationMessage"
    for missing in ("", "  "):
        name.fill(missing)
        button(page, "ui.new.open").click()
        assert name.evaluate(said) == words("ui.name.missing")
    name.fill("Ada")
    assert name.evaluate(said) == ""
    page.reload()
    page.get_by_role("heading", level=1).wait_for()
    assert title(page) == words("ui.new", game="Billabong")


def test_settings_are_kept_on_every_page(person, house):
    """Lights, which follow the system until one is chosen; how large letters are; a name, which is asked once."""
    page = person(color_scheme="dark")
    page.goto(house.url)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    size = "getComputedStyle(document.documentElement).fontSize"
    page.get_by_role("heading", level=1).wait_for()
    assert page.evaluate(ground) == "rgb(27, 33, 36)"
    page.get_by_role("button", name=re.compile(words("ui.settings"))).click()
    page.get_by_role("radio", name=words("ui.theme.light")).check()
    assert page.evaluate(ground) == "rgb(246, 240, 228)"
    assert page.evaluate(size) == "16px"
    page.get_by_role("radio", name=words("ui.letters.larger")).check()
    assert page.evaluate(size) == "20.8px"
    page.get_by_label(words("ui.name"), exact=True).fill("Ada")
    button(page, "ui.keep").click()
    page.get_by_text(words("ui.name.kept")).wait_for()
    page.goto(house.url + "/new/billabong")
    expect(page.get_by_label(words("ui.name.ask"))).to_have_value("Ada")
    assert page.evaluate(ground) == "rgb(246, 240, 228)"
    assert page.evaluate(size) == "20.8px"


def test_the_language_is_chosen_at_a_table_too(person, house):
    page = person()
    make_table(page, house)
    page.get_by_role("button", name=re.compile(words("ui.settings"))).click()
    page.get_by_role("radio", name="English").check()
    page.get_by_role("button", name=words("ui.moves", "en"), exact=True).wait_for()
    assert page.locator("html").get_attribute("lang") == "en"


def test_a_table_is_made_as_planned(person, house):
    page = person()
    page.goto(house.url + "/new/billabong")
    page.get_by_label(words("ui.name.ask")).fill("Ada")
    page.get_by_role("radio", name=re.compile("^4")).check()
    page.get_by_label(words("ui.seat", n=2), exact=True).select_option("here")
    page.get_by_label(words("ui.who.here.name", n=2)).fill("Léo")
    page.get_by_label(words("ui.seat", n=3), exact=True).select_option("link")
    page.get_by_label(words("ui.who.bot.level", n=4)).select_option("random")
    page.get_by_role("radio", name=words("billabong.option.placement.behind-stream")).check()
    assert page.get_by_text(words("billabong.option.mode"), exact=True).count() == 0
    button(page, "ui.new.open").click()
    page.wait_for_url("**/t/*")
    identity = page.url.rsplit("/", 1)[1].partition("#")[0]
    (row,) = [
        one
        for one in page.evaluate("fetch('/api/tables').then((a) => a.json())")["mine"]
        if one["id"] == identity
    ]
    assert [(chair["who"], chair["name"] or chair["level"]) for chair in row["chairs"]] == [
        ("person", "Ada"),
        ("person", "Léo"),
        ("open", ""),
        ("bot", "random"),
    ]
    assert row["options"]["placement"] == "behind-stream"
    page.goto(house.url)
    page.locator(f'a[href="/t/{identity}"]').wait_for()


def test_a_custom_board_is_checked_before_use(person, house):
    printed = (files("ludotheque.games.billabong") / "components.toml").read_text("utf-8")
    page = person()
    page.goto(house.url + "/new/billabong")
    page.get_by_label(words("ui.name.ask")).fill("Ada")
    page.get_by_role("heading", name=words("ui.own")).click()
    text = page.get_by_label(words("ui.own.text"))
    text.fill(printed.replace("width = 16", "width = 99"))
    button(page, "ui.new.open").click()
    said = page.locator("#own-said.problem")
    said.wait_for()
    assert said.inner_text().startswith("board.width")
    assert page.url.endswith("/new/billabong")
    expect(page.locator("#own-text")).to_be_focused()
    own = printed.replace("width = 16", "width = 18").encode()
    page.get_by_label(words("ui.own.file")).set_input_files(
        {"name": "own.toml", "mimeType": "application/toml", "buffer": own}
    )
    page.get_by_text(words("ui.own.good")).wait_for()
    button(page, "ui.new.open").click()
    page.wait_for_url("**/t/*")


def test_a_rule_has_an_address_and_a_picture_and_can_be_found(person, house):
    page = person()
    page.goto(house.url + "/rules/billabong#BIL-30")
    pointed = page.locator("#BIL-30")
    pointed.wait_for()
    expect(pointed).to_be_focused()
    picture = pointed.locator("img")
    assert "saut" in picture.get_attribute("alt")
    page.wait_for_function("() => document.querySelector('#BIL-30 img')?.naturalWidth > 40")
    assert "pointed" in (pointed.get_attribute("class") or "")
    assert pointed.evaluate(
        "row => { const at = row.getBoundingClientRect(); return at.top > 0 && at.bottom < innerHeight }"
    )
    page.get_by_role("searchbox").fill("PREPARATION arbitre")
    rows = page.locator("[data-row]")
    page.locator("mark").first.wait_for()  # the server has answered
    found = rows.count()
    assert 0 < found < 10
    page.get_by_text(words("ui.rules.found", n=found)).wait_for()
    page.get_by_role("searchbox").fill("")
    page.get_by_role("button", name=re.compile("English")).click()
    page.get_by_role("heading", name="Setting up").wait_for()
    assert rows.count() > 40


def test_a_missing_page_says_so(person, house):
    page = person()
    for path in ("/nowhere", "/new/nothing", "/t/a/b"):
        page.goto(house.url + path)
        page.get_by_role("heading", name=words("ui.page.missing")).wait_for()
        page.get_by_role("link", name=words("ui.page.home")).click()
        page.get_by_role("heading", name=words("ui.shelf")).wait_for()


def test_a_silent_server_is_reported_in_both_languages(person, house):
    page = person()
    page.route("**/api/**", lambda route: route.abort())
    page.goto(house.url)
    page.get_by_text("Le serveur ne répond pas").wait_for()
    assert page.get_by_text("The server is not answering").is_visible()
    page.unroute("**/api/**")
    page.route("**/api/tables", lambda route: route.abort())
    page.get_by_role("button").click()
    page.get_by_role("heading", name=words("ui.shelf")).wait_for()
    page.get_by_role("alert").get_by_text(words("error.unreachable")).wait_for()  # a part fails
    page.unroute("**/api/tables")
    button(page, "ui.page.again").click()
    page.get_by_role("heading", name=words("ui.tables.open")).wait_for()
