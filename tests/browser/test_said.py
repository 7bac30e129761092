"""What is said to people at a table: each named once, the options of the box, only what is for them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import DESKTOP
from browser.hands import arrow, button, make_table, tap, words
from ludotheque.games.banjooli_cross.labels import dice_listed
from tests.depth import deep

pytestmark = pytest.mark.browser

FRIENDS = {"chairs": [{"who": "me"}, {"who": "link"}]}
SHARED = {"chairs": [{"who": "me"}, {"who": "here", "name": "Léo"}]}


@pytest.mark.deep
@pytest.mark.parametrize("game", ["bantu", deep("billabong"), deep("banjooli-cross"), deep("boussanga")])
def test_the_turn_is_announced_once(look: Any, game: str) -> None:
    page = look(DESKTOP, game=game, options={}, **SHARED)
    sentence = page.locator(".prompt.yours .sentence")
    expect(sentence).to_contain_text("Ada")
    assert sentence.inner_text().count("Ada") == 1


def test_a_lobby_shows_its_settings_and_only_hosts_see_theirs(person: Any, house: Any) -> None:
    ada, leo = person(), person()
    identity = make_table(ada, house, options={"mode": "duel", "play_on": True}, **FRIENDS)
    leo.goto(f"{house.url}/t/{identity}")
    for page in (ada, leo):
        game = page.locator(".lobby .game")
        expect(game).to_contain_text(words("billabong.option.placement"))
        expect(game).to_contain_text(words("billabong.option.mode.duel"))
        expect(game.locator(".differs").filter(has_text=words("billabong.option.play_on"))).to_have_count(1)
        expect(game.locator(".differs").filter(has_text=words("billabong.option.placement"))).to_have_count(0)
    expect(ada.get_by_text(words("ui.shared.there"))).not_to_be_visible()  # the seats and the link come first
    ada.locator("details.settings > summary").click()
    expect(ada.get_by_text(words("ui.shared.there"))).to_be_visible()
    expect(ada.get_by_text(words("ui.invite.loopback"))).to_be_visible()
    expect(ada.locator(".invite img")).to_have_count(0)
    invite = leo.locator("details.invite")
    expect(invite.locator("input")).not_to_be_visible()  # who was invited need not invite anybody
    invite.locator("summary").click()
    expect(invite.locator("input")).to_be_visible()
    expect(leo.get_by_role("link", name=words("ui.shared.here"), exact=True)).to_be_visible()
    for hosts in ("ui.shared.there", "ui.invite.loopback"):
        expect(leo.get_by_text(words(hosts))).to_have_count(0)
    for page in (ada, leo):
        assert "?view" not in page.locator("main").inner_text()


@pytest.mark.deep
def test_a_table_screen_says_so_before_the_game_and_may_stop(person: Any, house: Any) -> None:
    page = person()
    make_table(page, house, chairs=[{"who": "link"}, {"who": "link"}])
    page.get_by_role("link", name=words("ui.shared.here"), exact=True).click()
    page.wait_for_url(re.compile("view=shared"))
    expect(page.get_by_text(words("ui.shared.is"))).to_be_visible()
    expect(page.get_by_role("link", name=words("ui.shared.here"), exact=True)).to_have_count(0)
    button(page, "ui.shared.undo").click()
    expect(page.get_by_role("link", name=words("ui.shared.here"), exact=True)).to_be_visible()
    expect(page.get_by_text(words("ui.shared.is"))).to_have_count(0)


@pytest.mark.deep
def test_nobody_is_offered_lessons_for_games_they_played(person: Any, house: Any) -> None:
    page = person()
    make_table(page, house, **FRIENDS)
    expect(page.get_by_text(words("ui.first_game.offer.first"))).to_be_visible()
    page.evaluate("localStorage.setItem('ludotheque.moved', JSON.stringify({billabong: 13}))")
    page.reload()
    expect(button(page, "ui.first_game.offer")).to_be_visible()
    expect(page.get_by_text(words("ui.first_game.offer.first"))).to_have_count(0)


def test_the_lake_refuses_a_kangaroo_and_links_to_the_rule(person: Any, house: Any) -> None:
    """Nobody advises while pieces are set up; a move of one's own is counted on this device."""
    page = person()
    make_table(page, house)
    page.locator(".prompt.yours").wait_for()
    expect(page.get_by_role("button", name=words("ui.advice.ask"), exact=True)).to_have_count(0)
    tap(page, "h8")
    expect(page.locator(".prompt .reason")).to_contain_text(words("billabong.reason.lake"))
    link = page.locator(".prompt .rule a").first
    expect(link).to_have_text(words("ui.rule.see"))
    assert re.fullmatch(r"BIL-\d+", link.get_attribute("title"))
    tap(page, "i2")
    tap(page, "i2")
    page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('ludotheque.moved') ?? '{}').billabong >= 1"
    )


@pytest.mark.deep
def test_dice_that_are_gathered_lead_no_further(person: Any, house: Any) -> None:
    page = person()
    identity = make_table(page, house, game="banjooli-cross", options={})
    page.locator(".prompt.yours").wait_for()
    dice = dice_listed(house.whole(identity).state[0], (0, 2))
    for die in ("tray.0", "tray.2"):
        tap(page, die)
        expect(page.locator(".prompt .sentence")).to_contain_text(words("banjooli-cross.choice.picked"))
    expect(page.locator(".thumb .wide")).to_have_text(
        re.compile(words("banjooli-cross.choice.throw_these", all=dice))
    )


@pytest.mark.deep
def test_the_asker_is_you_and_watchers_count_once(person: Any, house: Any) -> None:
    ada, leo, eve = person(), person(), person()
    identity = make_table(ada, house, **FRIENDS)
    leo.goto(f"{house.url}/t/{identity}")
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    ada.locator(".prompt.yours").wait_for()
    eve.goto(f"{house.url}/t/{identity}")
    tap(ada, "i2")
    leo.locator(".prompt.yours").wait_for()
    tap(leo, "j5")
    ada.locator(".prompt.yours").wait_for()
    arrow(ada).click()
    expect(ada.locator(".consent strong")).to_have_text(words("ui.undo.asking"))
    expect(leo.locator(".consent strong")).to_have_text(words("ui.undo.asks", who="Ada"))
    leo.locator(".tabs").get_by_role("button", name=words("ui.chat.tab")).click()
    leo.locator("#chat-text").wait_for()
    expect(leo.get_by_text(words("ui.watching.count", n=1)).filter(visible=True)).to_have_count(1)


@pytest.mark.deep
def test_sideways_two_boxes_share_a_row_and_play_leads_on(person: Any, house: Any) -> None:
    page = person({"width": 844, "height": 390}, has_touch=True)
    page.add_init_script(
        "window.seen = []; new MutationObserver(() => document.querySelectorAll('.lobby .chairs, #lobby-name').forEach(each => window.seen.push(each.className || each.id))).observe(document, {childList: true, subtree: true})"
    )
    page.goto(house.url)
    page.locator(".boxes .lid").nth(3).wait_for()
    stands = [each.bounding_box() for each in page.locator(".boxes .stand").all()][:4]
    facts = [each.bounding_box() for each in page.locator(".boxes .facts").all()][:4]
    for left, right in ((0, 1), (2, 3)):
        assert (
            abs(stands[left]["y"] + stands[left]["height"] - stands[right]["y"] - stands[right]["height"]) < 1
        )
        assert stands[right]["x"] > 844 * 0.4, "the right half is used"
    shelf = stands[0]["y"] + stands[0]["height"] + 16
    assert facts[2]["y"] - shelf >= 12
    page.get_by_role("button", name=words("ui.play.game", game="Bantu"), exact=True).click()
    page.locator("svg.board").wait_for()
    assert page.evaluate("window.seen") == []
