"""The editor of a box: an owner draws the track of the box, is told what is wrong, and plays on it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.hands import button, words

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}


def place(page, name):
    return page.locator(f'[data-place="{name}"]')


def judged(page):
    return page.locator(".judged")


def draw(page, *names):
    """Drag through these places."""
    place(page, names[0]).scroll_into_view_if_needed()
    boxes = [place(page, name).bounding_box() for name in names]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point, steps=3)
    page.mouse.up()


def test_an_owner_draws_a_track_and_plays_on_it(person, house):
    page = person(locale="en-GB")
    page.goto(house.url + "/edit/bantu")
    judged(page).get_by_text(words("ui.edit.printed", "en")).wait_for()
    draw(page, "r1a", "r1b")
    judged(page).get_by_text(words("ui.edit.good", "en")).wait_for()
    assert "with circle 2 and circle 3" in place(page, "r1a").get_attribute("aria-label")
    top = page.locator(".canvas").first.bounding_box()["y"] - page.evaluate("-scrollY")
    page.locator(".brush", has_text=words("bantu.edit.rubber", "en")).click()
    draw(page, "r15a", "r16a")
    judged(page).get_by_text("to the finish from level 15, circle 1", exact=False).wait_for()
    assert page.locator(".canvas").first.bounding_box()["y"] - page.evaluate("-scrollY") == top
    assert page.get_by_text("to the finish from level 15, circle 1", exact=False).count() == 1
    assert button(page, "ui.edit.play", "en").is_disabled()
    page.get_by_text(words("ui.edit.text", "en"), exact=True).click()
    page.locator(".file").get_by_text("Line 27: The track", exact=False).wait_for()
    button(page, "ui.edit.show", "en").click()
    assert page.evaluate("document.activeElement.dataset.place") == "r15a"
    # with the keyboard: the line from here to the next rank comes back
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.place") == "r16a"
    page.keyboard.press("Enter")
    judged(page).get_by_text("The track", exact=False).wait_for(state="hidden")
    page.reload()  # what was drawn is still there, and can still be undone
    judged(page).get_by_text(words("ui.edit.good", "en")).wait_for()
    button(page, "ui.edit.undo", "en").click()
    judged(page).get_by_text("to the finish from level 15, circle 1", exact=False).wait_for()
    page.keyboard.press("3")  # a tool is taken wherever nobody types
    expect(page.get_by_role("radio", name=words("bantu.edit.circle", "en"))).to_be_checked()
    page.keyboard.press("Control+y")
    judged(page).get_by_text(words("ui.edit.good", "en")).wait_for()
    button(page, "ui.trial.go", "en").click()
    page.locator(".verdict").wait_for()
    button(page, "ui.edit.play", "en").click()
    page.get_by_role("dialog").get_by_role("link", name=words("ui.play.friends", "en")).wait_for()
    button(page, "ui.edit.play.bots", "en").click()
    page.wait_for_url("**/t/*")
    page.locator("svg.board").first.wait_for()
    page.locator(".top").get_by_text(words("ui.lobby.box.yours", "en")).click()
    page.get_by_role("dialog").get_by_text("Drawn otherwise: level 1").wait_for()
    page.goto(house.url + "/rules/bantu")
    page.get_by_text("Drawn otherwise: level 1").wait_for()
    page.goto(house.url + "/box/bantu#things")
    page.get_by_text("Drawn otherwise: level 1").wait_for()


def test_steps_can_be_undone_after_a_game(person, house):
    page = person(locale="en-GB")
    page.goto(house.url + "/edit/bantu")
    draw(page, "r1a", "r1b")
    judged(page).get_by_text(words("ui.edit.good", "en")).wait_for()
    button(page, "ui.edit.play", "en").click()
    button(page, "ui.edit.play.bots", "en").click()
    page.wait_for_url("**/t/*")
    page.go_back()
    button(page, "ui.edit.undo", "en").click()
    judged(page).get_by_text(words("ui.edit.printed", "en")).wait_for()


def test_every_fault_is_listed_and_leads_to_its_place(person, house):
    page = person(locale="en-GB", viewport=PHONE)
    page.goto(house.url + "/edit/bantu")
    page.locator(".brush", has_text=words("bantu.edit.rubber", "en")).click()
    for lane in "abcd":
        for rank in (15, 16):
            place(page, f"r{rank}{lane}").dispatch_event("click")
        page.wait_for_timeout(600)
    page.get_by_role("button", name="3 faults").click()
    page.locator(".several").get_by_text("level 15, circle 4", exact=False).click()
    assert page.evaluate("document.activeElement.dataset.place") == "r15d"


def test_a_lost_start_line_puts_its_tool_in_hand(person, house):
    page = person(locale="en-GB")
    page.goto(house.url + "/edit/bantu")
    page.locator(".brush", has_text=words("bantu.edit.circle", "en")).click()
    draw(page, "r21a", "r21b", "r21c", "r21d")
    judged(page).get_by_text("choose the tool “Start line 1”", exact=False).wait_for()
    page.evaluate("scrollTo(0, 0)")
    button(page, "ui.edit.show", "en").click()
    assert page.locator(".brush.bad input").is_checked()
    assert page.evaluate("document.activeElement.value") == "start1"
    assert (
        page.locator(".bench .tools").bounding_box()["y"]
        < page.locator(".status").bounding_box()["height"] + 20
    )


@pytest.mark.parametrize("size", [(1366, 768), (1024, 768), (768, 1024), (390, 844)])
def test_a_tool_leaves_the_whole_picture_in_sight(person, house, size):
    page = person(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    page.goto(house.url + "/edit/bantu")
    page.locator(".brush", has_text=words("bantu.edit.rubber", "en")).click()
    seen = {
        name: page.locator(f".{name}").first.bounding_box()
        for name in ("status", "brushes", "hint.now", "frame", "sizes", "sheet")
    }
    end = {name: box["y"] + box["height"] for name, box in seen.items()}
    assert end["status"] <= seen["frame"]["y"]
    assert end["sizes"] <= size[1]
    for name in ("brushes", "hint.now"):
        beside = seen[name]["x"] + seen[name]["width"] <= seen["frame"]["x"]
        assert beside or end["status"] <= seen[name]["y"] < end[name] <= seen["frame"]["y"]
    smaller = button(page, "ui.edit.smaller", "en")
    while smaller.is_enabled():  # on a phone
        smaller.click()
    assert smaller.get_attribute("title") == words("ui.edit.why.smallest", "en")
    sheet = page.locator(".sheet").bounding_box()
    assert sheet["height"] <= seen["frame"]["height"]
    assert sheet["width"] <= seen["frame"]["width"]
    assert size[0] < 720 or sheet == seen["sheet"]


def test_the_picture_comes_out_from_behind_the_bar(person, house):
    page = person(viewport={"width": 1366, "height": 768}, locale="en-GB")
    page.goto(house.url + "/edit/bantu")
    page.locator(".brush", has_text=words("bantu.edit.rubber", "en")).click()
    page.mouse.wheel(0, 100)
    page.wait_for_function("document.querySelector('.frame').getBoundingClientRect().top < 0")
    box = place(page, "r13a").bounding_box()
    x = box["x"] + box["width"] / 2
    page.mouse.move(x, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, 50, steps=40)
    bar = page.locator(".status").bounding_box()["height"]
    assert page.locator(".frame").bounding_box()["y"] >= bar
    page.mouse.up()


def test_a_file_that_is_opened_is_named(person, house):
    page = person(locale="fr-FR")
    page.goto(house.url + "/edit/banjooli-cross")
    judged(page).get_by_text(words("ui.edit.printed", "fr")).wait_for()
    assert "#" not in page.locator("#box-text").input_value()
    text = page.locator("#box-text").input_value().replace("distance = 3", "distance = 2")
    file = {"name": "ma-boite.toml", "mimeType": "text/plain", "buffer": text.encode()}
    page.set_input_files("input[type=file]", file)
    page.locator(".said").get_by_text("ma-boite.toml", exact=False).wait_for()
    picture = {"name": "photo.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\x1a\n"}
    page.set_input_files("input[type=file]", picture)
    page.locator(".said").get_by_text(words("ui.edit.load.none", "fr")).wait_for()
    assert page.locator("#box-text").input_value() == text


def test_cards_are_painted_with_a_thumb_and_sent_in_a_link(person, house):
    page = person(locale="fr-FR", viewport=PHONE, has_touch=True)
    page.goto(house.url + "/edit/boussanga")
    card = page.locator('[aria-labelledby="part-cards[0]"]')
    spot = card.locator('[data-place="0"]')
    spot.wait_for()
    assert min(spot.bounding_box()[side] for side in ("width", "height")) >= 44
    page.locator(".brush", has_text=words("boussanga.element.fire", "fr")).tap()
    spot.tap()
    judged(page).get_by_text(words("ui.edit.good", "fr")).wait_for()
    assert words("boussanga.element.fire", "fr") in spot.get_attribute("aria-label")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    button(page, "ui.edit.link", "fr").tap()
    page.wait_for_function("() => window.copied")
    other = person(locale="fr-FR")
    other.goto(page.evaluate("window.copied"))
    other.get_by_role("dialog").get_by_text(words("ui.edit.linked.what", "fr")).wait_for()
    assert "big" in button(other, "ui.edit.linked.yes", "fr").get_attribute("class")  # nothing would be lost
    button(other, "ui.edit.linked.yes", "fr").click()
    judged(other).get_by_text(words("ui.edit.good", "fr")).wait_for()
    drawn = other.locator('[aria-labelledby="part-cards[0]"] [data-place="0"]')
    assert words("boussanga.element.fire", "fr") in drawn.get_attribute("aria-label")
    # what is drawn after that outlives the link, on a reload as when the link is opened again
    other.locator(".brush", has_text=words("boussanga.element.earth", "fr")).click()
    drawn.click()
    earth = words("boussanga.element.earth", "fr")
    other.wait_for_function(
        "label => document.querySelector('[data-place]').ariaLabel.includes(label)", arg=earth
    )
    other.reload()
    judged(other).get_by_text(words("ui.edit.good", "fr")).wait_for()
    assert earth in drawn.get_attribute("aria-label")
    other.goto("about:blank")
    other.goto(page.evaluate("window.copied"))
    assert "big" in button(other, "ui.edit.linked.no", "fr").get_attribute("class")
    button(other, "ui.edit.linked.no", "fr").click()
    assert "#" not in other.url
    assert earth in drawn.get_attribute("aria-label")
    other.goto("about:blank")
    other.goto(page.evaluate("window.copied"))
    button(other, "ui.edit.linked.yes", "fr").click()
    other.get_by_role("dialog").wait_for(state="hidden")
    assert words("boussanga.element.fire", "fr") in drawn.get_attribute("aria-label")
    button(other, "ui.edit.undo", "fr").click()
    assert earth in drawn.get_attribute("aria-label")
