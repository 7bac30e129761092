"""Beside the real box, on a phone held upright: set up, ask the rules, count points, and write the game down."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, words

pytestmark = pytest.mark.browser

TABLET = {"width": 1024, "height": 768}
HOUSEHOLD = '[{"name": "Zoé", "once": [], "colour": "red", "piece": "", "child": false}]'


def part(page: Any, name: str) -> None:
    """Open a part of the page by its button at the thumb."""
    page.get_by_role("link", name=words(f"ui.box.part.{name}"), exact=True).click()


def tap(page: Any, place: str) -> None:
    page.locator(f".felt [data-spot='{place}']").first.dispatch_event("click")


def test_a_board_is_set_as_on_the_table_and_the_rules_answer(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(house.url)
    page.get_by_role("link", name=f"{words('ui.box.open')}, Bantu").click()
    page.locator("main .pick label").filter(has_text="3").click()
    page.locator(".picture img").wait_for()
    page.wait_for_function("() => document.querySelector('.picture img').naturalWidth > 40")
    part(page, "may")
    mode = page.locator(".may .pick label")
    mode.filter(has_text=words("ui.box.mode.set")).click()
    tap(page, "start.3.0")
    tap(page, "r15b")
    part(page, "things")
    part(page, "may")
    page.reload()
    mode.filter(has_text=words("ui.box.mode.set")).click()
    undo = page.get_by_role("button", name=words("ui.box.undo"), exact=True)
    undo.click()  # what was done before the page was left
    expect(undo).to_be_disabled()
    tap(page, "start.3.0")
    tap(page, "r15b")
    expect(undo).to_be_enabled()
    mode.filter(has_text=words("ui.box.mode.ask")).click()
    verdict = page.locator(".verdict")
    tap(page, "r15b")
    tap(page, "r16b")
    expect(verdict.locator("strong")).to_have_text(words("ui.box.no"))
    assert page.locator("a[href$='/rules/bantu#BAN-31']").count() == 1
    tap(page, "r17c")
    expect(verdict.locator("strong")).to_have_text(words("ui.box.yes"))
    small = page.locator(".parts a, .may button, .may .pick label").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => height > 0 && Math.min(width, height) < 44).length"
    )
    assert small == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(1366, 768), (1024, 768), (844, 390), (390, 844)])
def test_nothing_of_an_own_board_lies_behind_the_bar(person: Any, house: Any, size: tuple[int, int]) -> None:
    page = person(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    page.goto(house.url + "/edit/bantu")
    page.locator("#part-track").wait_for()
    page.get_by_label(words("bantu.edit.lanes", "en"), exact=True).fill("3")
    page.keyboard.press("Tab")
    page.get_by_text(words("ui.edit.good", "en")).wait_for()
    page.goto(house.url + "/box/bantu#may")
    page.get_by_text(words("ui.box.own", "en")).wait_for()
    board, bar = page.locator(".felt").bounding_box(), page.locator("nav.parts").bounding_box()
    aside = board["x"] + board["width"] <= bar["x"]
    assert board["y"] + board["height"] <= (size[1] if aside else bar["y"])


def test_points_are_counted_and_a_game_is_kept_and_erased(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.add_init_script(f"localStorage['ludotheque.household'] ??= JSON.stringify({HOUSEHOLD})")
    page.goto(f"{house.url}/box/boussanga#points")
    first, second = (page.locator(".card").nth(seat) for seat in (0, 1))
    fire = words("ui.box.more").replace("{what}", words("boussanga.element.fire"))
    page.get_by_role("group", name=words("ui.box.who")).get_by_role("button", name="Zoé").click()
    second.get_by_role("textbox").fill("Tom")
    for card, times in ((first, 2), (second, 1)):
        for _ in range(times):
            card.get_by_role("button", name=fire).click()
    expect(first.locator(".total")).to_contain_text("6")
    part(page, "things")
    part(page, "points")
    page.reload()
    expect(first.locator(".total")).to_contain_text("6")  # what was written stays
    expect(page.locator(".ahead")).to_contain_text("Zoé")  # and not only by a border
    page.context.set_offline(True)
    expect(page.get_by_text(words("ui.box.offline"))).to_be_visible()
    first.get_by_role("button", name=fire).click()
    expect(page.get_by_text(words("ui.box.unreachable"))).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text(words("ui.box.offline"))).to_have_count(0)
    expect(first.locator(".total")).to_contain_text("9")  # what was written meanwhile is counted
    first.get_by_role(
        "button", name=words("ui.box.less").replace("{what}", words("boussanga.element.fire"))
    ).click()
    expect(first.locator(".total")).to_contain_text("6")
    page.get_by_role("button", name=words("ui.box.keep"), exact=True).click()
    page.reload()
    kept = page.locator("section[aria-labelledby='box-evenings'] li")
    expect(kept).to_contain_text("Zoé (6)")
    page.get_by_role("button", name=words("ui.box.erase"), exact=True).click()
    expect(kept).to_have_count(0)
    page.get_by_role("button", name=words("ui.box.put_back")).click()
    expect(kept).to_have_count(1)


def test_a_second_jade_is_named_where_it_stands(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/box/banjooli-cross#setup")
    page.locator(".pick label", has_text=words("banjooli-cross.box.way.berries")).click()
    part(page, "points")
    table, first, second = (page.locator(".card").nth(number) for number in range(3))
    for card in (table, first):
        card.locator(".choices button").first.click()
    for card in (first, second):
        card.locator(".yes").click()
    expect(second.get_by_role("alert")).to_contain_text(words("banjooli-cross.box.one_jade"))
    expect(second.locator(".yes")).to_have_attribute("aria-pressed", "true")
    expect(first.locator(".total")).to_contain_text("7")


def test_a_half_filled_card_is_written_down_at_the_second_tap(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/box/banjooli-cross#points")
    page.locator(".card").nth(1).locator(".choices button").first.click()
    page.get_by_role("button", name=words("ui.box.keep"), exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(words("ui.box.unfilled.table"))
    kept = page.locator("section[aria-labelledby='box-evenings'] li")
    expect(kept).to_have_count(0)
    page.get_by_role("button", name=words("ui.box.keep.anyway"), exact=True).click()
    expect(kept).to_have_count(1)


def test_a_question_is_answered_for_the_real_box_and_back_leads_to_the_part_before(
    person: Any, house: Any
) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/box/banzai")
    page.locator(".picture img").wait_for()
    part(page, "things")
    row = page.locator(".rows .row").first
    for asked, answer in (("j'ai touché un pion trop tôt", "BNZ-36"), ("et si je crie trop tot", "BNZ-37")):
        page.locator("#box-find").fill(asked)
        expect(row).to_contain_text(answer)
    page.locator("#box-find").fill("sans se presser")  # which only a screen knows
    expect(page.get_by_role("heading", name=words("ui.rule.related"))).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name=words("ui.box.setup"), exact=True)).to_be_visible()


def test_the_course_lies_as_in_the_picture_of_the_set_up(person: Any, house: Any) -> None:
    page = person({"width": 1024, "height": 768})
    page.goto(f"{house.url}/box/banjooli-cross#may")
    page.locator(".felt [data-spot='1c1']").first.wait_for()
    start, end = (
        page.locator(f".felt [data-spot='{place}']").first.bounding_box() for place in ("1l1", "1r1")
    )
    assert abs(start["x"] - end["x"]) < 1 < abs(start["y"] - end["y"])  # it begins eastward, as there


def test_dice_are_rolled_again_once(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/box/banjooli-cross#time")
    for word in ("roll", "roll_again", "roll_next", "roll_again"):
        page.get_by_role("button", name=words(f"ui.box.{word}"), exact=True).click()
    expect(page.get_by_role("button", name=words("ui.box.roll_again"))).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name=words("ui.box.roll_next"))).to_be_visible()


def seen(page: Any, one: Any) -> None:
    """All of it is on the screen, above the buttons."""
    one.wait_for()
    page.wait_for_function(
        """one => {
          const { top, bottom } = one.getBoundingClientRect();
          return top >= 0 && bottom <= document.querySelector("nav.parts").getBoundingClientRect().top;
        }""",
        arg=one.element_handle(),
    )


@pytest.mark.parametrize("screen", [TABLET, PHONE], ids=["tablet", "phone"])
def test_what_a_tap_opens_is_in_sight(person: Any, house: Any, screen: dict[str, int]) -> None:
    page = person(screen)
    page.goto(f"{house.url}/box/banzai#may")
    cards = page.locator(".stock button")
    for number in range(5):
        cards.nth(number).click()
        expect(page.locator(".hand .empty")).to_have_count(4 - number)
    seen(page, page.locator(".answers li").first)
    seen(page, page.locator(".hand li").first)
    page.goto(f"{house.url}/box/banjooli-cross#things")
    lion = page.locator(".grid button").filter(has_text=words("banjooli-cross.box.lion"))
    lion.click()
    seen(page, page.locator(".told a").first)
    seen(page, lion)
    part(page, "dice")
    page.locator("button.big").last.click()
    part(page, "things")
    part(page, "dice")  # it begins at the top
    for face in range(2):
        seen(page, page.locator(".faces button").nth(face))


def test_the_way_here_is_in_sight_and_the_buttons_stay(person: Any, house: Any) -> None:
    page = person(TABLET)
    page.goto(house.url)
    page.get_by_role("link", name=words("ui.box.open")).first.wait_for()
    expect(page.get_by_role("link", name=words("ui.box.open")).first).to_be_in_viewport(ratio=1)
    page.goto(f"{house.url}/box/banzai#setup")
    where = set()
    for name in ("setup", "may", "things", "points", "time"):
        part(page, name)
        expect(page.locator(f"nav.parts a[href$='#{name}']")).to_have_attribute("aria-current", "page")
        box = page.locator("nav.parts").bounding_box()
        where.add((box["x"], box["width"]))
    assert len(where) == 1


def test_easy_sentences_and_whole_words_beside_the_box(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/rules/banjooli-cross")
    easy = page.get_by_label(words("ui.rule.easy"))
    expect(easy).to_be_in_viewport()
    easy.check()
    page.goto(f"{house.url}/box/banjooli-cross#things")
    page.locator(".grid button").first.click()
    expect(page.locator(".told .easy").first).to_be_visible()
    for game in ("banjooli-cross", "boussanga"):
        page.goto(f"{house.url}/box/{game}#things")
        page.locator(".grid button").first.wait_for()
        broken = page.locator(".grid button > span:last-child").evaluate_all(
            """all => all.flatMap((one) => [...one.firstChild.data.matchAll(/[^\\s-]+/g)].filter(({ index, 0: word }) => {
              const range = document.createRange();
              range.setStart(one.firstChild, index);
              range.setEnd(one.firstChild, index + word.length);
              const edge = one.parentElement.getBoundingClientRect().right;
              return range.getClientRects().length > 1 || range.getBoundingClientRect().right > edge - 4;
            }).map(([word]) => word))"""
        )
        assert broken == [], game


def test_whom_the_lot_chose_is_first_and_plays_in_the_colour_of_home(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/box/billabong")
    home = [{"name": "Inès", "once": [], "colour": "green", "piece": "", "child": True}]
    around = {"billabong": {"seats": 3, "way": 0, "names": ["Ada", "Inès", "Tom"]}}
    for name, kept in (("household", home), ("around-the-box", around)):
        page.evaluate("([k, v]) => localStorage.setItem('ludotheque.' + k, JSON.stringify(v))", [name, kept])
    page.reload()
    page.evaluate("() => { crypto.getRandomValues = (all) => { all[0] = 1; return all; }; }")
    button(page, "ui.box.draw").click()
    part(page, "may")
    expect(page.locator("#box-said")).to_contain_text("Inès")
    expect(page.locator(".may li", has_text="Inès").get_by_role("img")).to_have_text("▲")
