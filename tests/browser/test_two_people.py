"""Two browsers at one table, others watching; takebacks, giving up, the link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import arrow, button, make_table, my_turn, play_turn, tap, touch, wait_for_moves, words
from ludotheque.core.catalogue import say

pytestmark = pytest.mark.browser

PLACES = """() => {
  const spots = [...document.querySelectorAll(".board [data-spot]")].map((spot) => {
    const { x, y, width, height } = spot.querySelector(".hit").getBBox();
    return { id: spot.dataset.spot, x: x + width / 2, y: y + height / 2 };
  });
  return Object.fromEntries([...document.querySelectorAll(".board .counter[data-piece]")].map((piece) => {
    const [x, y] = piece.style.transform.match(/-?[\\d.]+/g).map(Number);
    const far = (spot) => Math.hypot(spot.x - x, spot.y - y);
    return [piece.dataset.piece, spots.reduce((one, other) => (far(other) < far(one) ? other : one)).id];
  }));
}"""
"""Each piece on the page's board with the place whose middle it lies nearest to."""

CALM = 600
"""After a click was taken back, the arrow takes back a move no sooner than this, ms."""

FRIENDS = [{"who": "me"}, {"who": "link"}]


def together(person, house, **more):
    """Ada at her desk, Léo on his phone, at one table; its id."""
    ada, leo = person(), person(PHONE, has_touch=True, is_mobile=True)
    identity = make_table(ada, house, chairs=FRIENDS, **more)
    address = ada.locator("#lobby-link").input_value()
    assert address.endswith(f"/t/{identity}")
    leo.goto(address)
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).tap()
    for page in (ada, leo):
        page.wait_for_selector(".board")
    return ada, leo, identity


@pytest.mark.deep
def test_a_friend_joins_by_link_and_both_see_every_move(person, house):
    ada, leo, identity = together(person, house)
    watcher = person(locale="en-GB")
    watcher.goto(f"{house.url}/t/{identity}")
    for turn in range(6):
        page, seat, do = ((ada, 0, tap), (leo, 1, touch))[turn % 2]
        assert play_turn(page, house, identity, seat, do)
    for page in (ada, leo, watcher):
        wait_for_moves(page, 6)
    assert watcher.locator(".thumb .wide").count() == 0
    scene = house.table(identity).scene(())
    assert watcher.locator(".sentence").inner_text().strip() == say(
        scene.prompt, "en", names={0: "Ada", 1: "Léo"}
    )
    places = {piece.id: piece.place for piece in scene.pieces if not piece.place.startswith("hand.")}
    assert len(places) == 7
    for page in (ada, leo, watcher):
        shown = page.evaluate(PLACES)
        assert {piece: place for piece, place in shown.items() if not place.startswith("hand.")} == places


@pytest.mark.deep
def test_a_takeback_is_free_until_the_other_moves_then_asked_for(person, house):
    ada, leo, identity = together(person, house)
    assert play_turn(ada, house, identity, 0)
    wait_for_moves(leo, 1)
    arrow(ada).click()
    ada.locator('.moves > ol[data-count="0"]').wait_for()
    told = leo.locator(".together [role=status]")
    told.get_by_text(words("ui.undo.done.what", who="Ada", what="").partition("«")[0].strip()).wait_for()
    for page in (ada, leo):
        line = page.locator(".moves li, .recent li").filter(has_text="reprend son coup")
        line.first.wait_for(state="attached")
    assert play_turn(ada, house, identity, 0)
    assert play_turn(leo, house, identity, 1, touch)
    wait_for_moves(ada, 2)
    arrow(ada).click()
    leo.wait_for_selector(".consent")
    button(leo, "ui.undo.no").tap()
    ada.wait_for_selector(".consent", state="detached")
    assert len(house.table(identity).events) == 2
    assert play_turn(ada, house, identity, 0)
    wait_for_moves(leo, 3)
    arrow(leo).tap()
    button(ada, "ui.undo.yes").click()
    ada.wait_for_function("() => document.querySelector('.moves ol')?.dataset.count === '1'")
    assert house.table(identity).actors == (1,)


@pytest.mark.deep
def test_a_refusal_in_a_phones_drawer_is_read_there_and_goes(person, house):
    ada, leo, identity = together(person, house)
    assert play_turn(ada, house, identity, 0)
    assert play_turn(leo, house, identity, 1, touch)
    assert play_turn(ada, house, identity, 0)
    wait_for_moves(leo, 3)
    leo.get_by_role("button", name=words("ui.moves"), exact=True).tap()
    button(leo.locator(".side"), "ui.undo").tap()
    button(ada, "ui.undo.no").click()
    leo.locator(".consent").wait_for(state="detached")
    button(leo.locator(".side"), "ui.undo").tap()
    refused = leo.locator(".requests .refused")
    expect(refused).to_have_text(words("error.asked_again"))
    assert refused.evaluate(
        "(one) => { const { x, y, width, height } = one.getBoundingClientRect(); return document.elementFromPoint(x + width / 2, y + height / 2) === one; }"
    )
    expect(refused).to_have_count(0, timeout=10_000)
    expect(leo.locator(".reason")).to_have_count(0)


@pytest.mark.deep
def test_while_looking_at_the_past_the_end_is_announced(person, house):
    ada, leo, identity = together(person, house)
    assert play_turn(ada, house, identity, 0)
    wait_for_moves(leo, 1)
    leo.get_by_role("button", name=words("ui.moves"), exact=True).tap()
    leo.get_by_role("button", name=words("ui.past.previous")).tap()
    button(ada, "ui.resign").click()
    button(ada, "ui.resign.yes").click()
    leo.locator(".ended").get_by_text(
        words("ui.past.over", said=words("ui.over.left", who="Ada", n=1))
    ).wait_for()


@pytest.mark.deep
def test_on_a_phone_an_open_list_of_moves_leads_to_the_buttons(person, house):
    ada, leo, identity = together(person, house)
    leo.get_by_role("button", name=words("ui.moves"), exact=True).tap()
    leo.locator(".side.open").wait_for()
    expect(leo.locator(".side .due")).to_have_text(words("ui.drawer.board"))
    closes = leo.locator(".side > .cross").bounding_box()
    assert play_turn(ada, house, identity, 0)
    expect(leo.locator(".side .due")).to_have_text(words("ui.turn.play"))
    assert leo.locator(".side > .cross").bounding_box() == closes, (
        "a turn that comes moves nothing under a thumb"
    )
    # Who looks at the past comes back to the present with the same press.
    leo.get_by_role("button", name=words("ui.past.previous")).tap()
    button(leo, "ui.turn.play").tap()
    expect(leo.locator(".side.open")).to_have_count(0)
    expect(leo.locator(".thumb .wide")).to_be_in_viewport(ratio=1)
    leo.locator(".prompt.yours").wait_for()
    assert play_turn(leo, house, identity, 1, touch)
    leo.get_by_role("button", name=words("ui.moves"), exact=True).tap()
    leo.get_by_role("button", name=words("ui.past.previous")).tap()
    leo.locator(".side .due").filter(has_text=words("ui.past.now")).tap()
    expect(leo.locator(".side.open")).to_have_count(0)


@pytest.mark.deep
def test_one_person_holds_two_seats_on_one_screen(person, house):
    page = person()
    identity = make_table(page, house, chairs=[{"who": "me"}, {"who": "here", "name": "Mamie"}])
    for turn in range(6):
        assert play_turn(page, house, identity, turn % 2)
    assert [event.seat for event in house.table(identity).events] == [0, 1, 0, 1, 0, 1]
    wait_for_moves(page, 6)
    assert page.locator(".sentence").inner_text().startswith("À vous, Ada")


SHARED = "() => { window.sent = []; navigator.share = async (what) => void window.sent.push(what); }"
"""A device with a sheet of its own for sending links."""


def test_friends_play_after_three_taps_and_one_tap(person, house):
    ada, leo = (person(PHONE, has_touch=True, is_mobile=True) for _ in range(2))
    ada.add_init_script(f"({SHARED})()")
    ada.goto(house.url)
    ada.get_by_role("link", name=words("ui.play.friends.game", game="Bantu"), exact=True).tap()
    expect(ada.get_by_text(words("ui.new.chairs"))).not_to_be_visible()  # the usual answers are folded away
    button(ada, "ui.new.open").tap()
    send = button(ada, "ui.invite.send")
    expect(send).to_be_in_viewport(ratio=1)
    send.tap()
    (sent,) = ada.evaluate("() => window.sent")
    assert sent["url"] == ada.locator("#lobby-link").input_value()
    assert "#invite=" in sent["url"], "it is for those who have the link"
    assert sent["text"] == words("ui.invite.text", game="Bantu")
    assert "?" not in sent["url"]
    leo.goto(sent["url"])
    sit = leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2))
    expect(sit).to_be_in_viewport(ratio=1)
    sit.tap()
    for page in (ada, leo):
        page.locator(".board").wait_for()


def test_a_lone_player_starts_with_bots_and_sees_no_host_matters(person, house):
    page = person(PHONE, has_touch=True, is_mobile=True)
    chairs = [*FRIENDS, {"who": "link"}, {"who": "link"}]
    make_table(page, house, game="boussanga", options={}, seats=4, chairs=chairs)
    seats, invite, start = page.locator(".chairs"), page.locator(".invite"), button(page, "ui.lobby.start")
    level = page.locator(".level option").filter(has_text=words("bot.greedy"))
    expect(level).to_have_text(f"{words('bot.greedy')} – {words('bot.greedy.like')}")
    for viewport in (PHONE, {"width": 360, "height": 640}):
        page.set_viewport_size(viewport)
        tops = [each.bounding_box()["y"] for each in (seats, invite, start)]
        assert tops == sorted(set(tops)), viewport
        for folded in ("ui.door", "ui.door.renew", "ui.invite.house", "ui.shared.there", "ui.lobby.more"):
            expect(page.get_by_text(words(folded), exact=True)).not_to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), viewport
    one = page.get_by_role("button", name=words("ui.lobby.bot.chair", n=3))
    one.tap()
    expect(one).to_have_count(0)
    expect(page.get_by_role("button", name=words("ui.lobby.bot.chair", n=2))).to_be_visible()
    start.tap()
    page.locator(".board").wait_for()
    assert page.locator("ul.seats > li").count() == 4


@pytest.mark.deep
def test_two_tabs_of_one_person_show_the_same(person, house):
    page = person()
    identity = make_table(page, house)
    other = page.context.new_page()
    other.goto(f"{house.url}/t/{identity}")
    other.wait_for_selector(".board")
    table = my_turn(house, identity, 0)
    assert table is not None
    assert play_turn(page, house, identity, 0)
    wait_for_moves(other, 2)
    assert play_turn(other, house, identity, 0)
    wait_for_moves(page, 4)


def test_an_invited_person_is_welcomed_and_asked_for_a_name(person, house):
    ada, leo = person(), person(PHONE, has_touch=True, is_mobile=True)
    identity = make_table(ada, house, game="banjooli-cross", options={}, chairs=FRIENDS)
    leo.goto(f"{house.url}/t/{identity}")
    welcome = leo.get_by_text(words("ui.lobby.invited", who="Ada"))
    field, wrong = leo.locator("#lobby-name"), leo.locator("#lobby-name-wrong")
    sit = leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2))
    for screen in (PHONE, {"width": 360, "height": 640}):
        leo.set_viewport_size(screen)
        for each in (welcome, field, sit):
            expect(each).to_be_in_viewport(ratio=1)
        below = leo.locator(".game").bounding_box()["y"]
        assert below > sit.bounding_box()["y"], "first a seat, then the rest"
    expect(leo.locator("details.invite")).not_to_have_attribute("open", "")
    assert len(field.input_value().split()) == 2, "a name is offered"
    field.fill("  ")
    sit.tap()
    wrong.filter(has_text=words("ui.name.missing")).wait_for()
    field.fill("a\u202eb")
    sit.tap()
    wrong.filter(has_text=words("error.name_signs")).wait_for()
    field.fill("x" * 41)
    wrong.filter(has_text=words("ui.name.long", n=41, most=40)).wait_for()
    assert field.input_value() == "x" * 41, "nothing that was typed is cut"
    name = "👨\u200d👩\u200d👧 שלום " + "é" * 29
    assert len(name) == 40
    field.fill(name)
    wrong.filter(has_not_text=re.compile(".")).wait_for(state="attached")
    sit.tap()
    ada.locator("ul.seats li .name").filter(has_text=name).wait_for()
    leo.locator(".opener .who").get_by_text(name).wait_for()
    ada.goto(f"{house.url}/new/bantu?with=friends")
    ada.locator("#me").fill("x" * 41)
    assert ada.locator("#me").evaluate("one => one.validationMessage") == words("ui.name.long", n=41, most=40)
    ada.get_by_role("radio", name=re.compile("^3")).check(force=True)
    ada.locator("#who-2").wait_for()
    assert ada.locator("#who-2").input_value() == "link", "all who come are friends"


def test_one_arrow_takes_back_clicks_then_moves_despite_replies(person, house):
    page = person(PHONE, has_touch=True, is_mobile=True)
    identity = make_table(page, house, game="bantu", options={})
    page.locator(".prompt.yours").wait_for()
    expect(arrow(page)).to_be_disabled()
    touch(page, "start.2.0")
    expect(arrow(page, "ui.back")).to_be_enabled()
    touch(page, "start.2.0")
    assert play_turn(page, house, identity, 0, touch)
    my_turn(house, identity, 0)
    wait_for_moves(page, 2)
    page.locator(".prompt.yours").wait_for()
    touch(page, "start.2.0")
    arrow(page, "ui.back").dblclick()
    expect(arrow(page)).to_be_enabled()
    assert len(house.table(identity).events) == 2, "the second press was for a click that was not there"
    page.locator(".top .opener").tap()
    expect(button(page.locator("#settings .tools"), "ui.undo")).to_be_enabled()
    page.keyboard.press("Escape")
    page.wait_for_timeout(CALM)
    arrow(page).tap()
    wait_for_moves(page, 0)
    expect(arrow(page)).to_be_disabled()
    assert not house.table(identity).events
    arrow(page).tap(force=True)
    expect(page.locator(".why-greyed")).to_have_text(words("ui.why.undo.none"))
