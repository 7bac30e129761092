"""Being together at a table: giving up and thinking again, who is away, what people say, time, and being called back."""

from __future__ import annotations

import re
from math import hypot
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import arrow, button, is_apart, make_table, play_turn, tap, touch, wait_for_moves, words
from browser.house import House
from browser.test_two_people import together
from tests.depth import deep

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 844, "height": 390}


def give_up(page: Any) -> None:
    """Press what asks whether one gives up; on a phone it is in the drawer."""
    page.wait_for_selector(".tabs")
    if page.locator(".side .tools").is_hidden():
        page.locator(".tabs").get_by_role("button", name=words("ui.moves"), exact=True).click()
    button(page, "ui.resign").click()
    page.locator("dialog.leave").wait_for()


NOTES_WHO_GIVES_UP = """() => new MutationObserver(() => {
  const told = document.querySelector('.resigning');
  if (told && !window.noted) window.noted = [told.innerText, told.querySelectorAll('button').length];
}).observe(document.body, { childList: true, subtree: true, characterData: true })"""
TAKES_IT_BACK = """(no) => {
  const one = [...document.querySelectorAll('.resigning button')].find((each) => each.textContent.trim() === no);
  const { x, y, width, height } = one?.getBoundingClientRect() ?? {};
  if (!one || document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button') !== one) return false;
  one.click();
  return true;
}"""


@pytest.mark.deep
def test_a_resignation_can_be_cancelled_or_else_it_counts(person, house):
    ada, leo, identity = together(person, house)
    has_turn(ada)
    assert not leo.title().startswith(words("ui.turn.title"))
    resign = button(ada, "ui.resign")
    spot = resign.bounding_box()
    resign.dblclick()
    dialog = ada.locator("dialog.leave")
    dialog.wait_for()
    assert dialog.evaluate("each => each.contains(document.activeElement)")
    assert ada.evaluate("() => document.activeElement.textContent") == words("ui.resign.no")
    yes = button(ada, "ui.resign.yes").bounding_box()
    far = abs(spot["y"] - yes["y"]) + abs(spot["x"] - yes["x"])
    assert far > 200, "away from the finger"
    ada.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    give_up(ada)
    leo.evaluate(NOTES_WHO_GIVES_UP)
    button(ada, "ui.resign.yes").click()
    ada.wait_for_function(TAKES_IT_BACK, arg=words("ui.resign.no"))  # at once: two seconds are soon over
    leo.wait_for_function("() => window.noted")
    told, buttons = leo.evaluate("() => window.noted")
    assert re.search(r"Ada .* \d+\s*s", told)
    assert buttons == 0, "only who gives up takes it back"
    leo.locator(".resigning").wait_for(state="detached")
    assert play_turn(ada, house, identity, 0)
    has_turn(leo)
    assert not ada.title().startswith(words("ui.turn.title"))
    assert play_turn(leo, house, identity, 1, touch)
    wait_for_moves(ada, 2)
    give_up(leo)
    button(leo, "ui.resign.yes").tap()
    for page in (ada, leo):
        button(page, "ui.rematch").wait_for()
    left, won = words("ui.over.left", who="Léo", n=1), words("ui.over.rest.you")
    assert ada.locator(".won").inner_text() == words("ui.over.given_up", left=left, won=won)
    left, won = words("ui.over.left.you"), words("ui.over.rest", who="Ada", n=1)
    assert leo.locator(".won").inner_text() == words("ui.over.given_up", left=left, won=won)
    ranks = [row.split("\n")[0] for row in ada.locator("ol.ranking > li").all_inner_texts()]
    assert ranks == [words("ui.rank", n=1), words("ui.rank", n=2)]
    keys_go_through_the_game(ada)
    button(leo, "ui.rematch").tap()
    leo.wait_for_url(lambda url: identity not in url)
    ada.get_by_role("link", name=words("ui.rematch.accept")).click()
    ada.wait_for_url(leo.url)
    for page in (ada, leo):
        page.wait_for_selector(".board")


def has_turn(page: Any) -> None:
    """Wait until the page's title says that it is one's turn."""
    page.wait_for_function("said => document.title.startsWith(said)", arg=words("ui.turn.title"))


def keys_go_through_the_game(page: Any) -> None:
    """A game of two moves that is over is looked at with the keys of a replay."""
    page.locator(".tabs").get_by_role("button", name=words("ui.moves"), exact=True).focus()
    page.keyboard.press("ArrowLeft")
    button(page, "ui.past.now").wait_for()
    expect(page.get_by_label(words("ui.past.slider"))).to_have_value("1")
    page.keyboard.press("Home")
    expect(page.get_by_label(words("ui.past.slider"))).to_have_value("0")
    page.keyboard.press("End")
    button(page, "ui.rematch").wait_for()
    page.keyboard.press("?")
    page.locator("dialog.keys").get_by_text(words("ui.keys.replay.step")).wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog.keys").wait_for(state="detached")


UPRIGHT_AND_SIDEWAYS = [PHONE, {"width": 360, "height": 640}, SIDEWAYS]


@pytest.mark.parametrize("company", ["a bot", deep("a friend"), deep("three here")])
def test_on_a_phone_resigning_is_confirmed_away_from_the_finger(
    person: Any, look: Any, house: House, company: str
) -> None:
    if company == "a bot":
        page = look(PHONE, game="bantu", options={})
    else:
        page = person(PHONE, has_touch=True, is_mobile=True)
        here = [{"who": "here", "name": name} for name in ("Mamie", "Maximilienne", "Tom")]
        chairs = [{"who": "me"}, *([{"who": "link"}] if company == "a friend" else here)]
        make_table(page, house, game="bantu", options={}, seats=len(chairs), chairs=chairs)
    if company == "a friend":
        leo = person(PHONE)
        leo.goto(page.locator("#lobby-link").input_value())
        leo.locator("#lobby-name").fill("Léo")
        leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    page.locator(".tabs").wait_for()
    for viewport in UPRIGHT_AND_SIDEWAYS:
        page.set_viewport_size(viewport)
        for opener, tools in ((".tabs button", ".side .tools"), (".top .opener", "#settings .tools")):
            page.locator(opener).first.tap()
            asks_away_from_the_finger(page, page.locator(tools), round(house.resign_after))


def asks_away_from_the_finger(page: Any, tools: Any, seconds: int) -> None:
    """Tap what asks whether one gives up; what says yes is neither there nor near. Then think again."""
    resign = tools.get_by_role("button", name=words("ui.resign"), exact=True)
    resign.scroll_into_view_if_needed()
    asked = resign.bounding_box()
    resign.tap()
    dialog = page.locator("dialog.leave")
    dialog.get_by_text(words("ui.resign.then", n=seconds), exact=True).wait_for()
    for each in dialog.locator("button.danger").all():
        expect(each).to_be_in_viewport(ratio=1)
        found = each.bounding_box()
        assert is_apart(asked, found), (page.viewport_size, asked, found)
        assert apart(asked, found) >= 60, (page.viewport_size, asked, found)
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    page.keyboard.press("Escape")  # what it was asked from


def apart(one: dict[str, float], other: dict[str, float]) -> float:
    """How far the middle of a box is from that of another, px."""
    (x, y), (to_x, to_y) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (one, other)
    )
    return hypot(to_x - x, to_y - y)


@pytest.mark.deep
def test_the_asker_sees_the_answer_and_must_pause_to_ask_again(person, house):
    ada, leo, identity = together(person, house)
    give_up(ada)
    button(ada, "ui.end.propose").click()
    leo.locator(".consent").wait_for()
    assert leo.locator(".consent strong").inner_text() == words("ui.end.asks", who="Ada")
    question, board = leo.locator(".consent").bounding_box(), leo.locator("svg.board").bounding_box()
    assert is_apart(question, board), "on a phone it covers nothing of the board"
    assert is_apart(question, leo.locator("ul.seats").bounding_box()), "nor who sits where"
    leo.get_by_role("button", name=words("ui.chat.tab"), exact=True).first.tap()
    leo.locator(".chat").wait_for()
    button(leo, "ui.undo.no").click(trial=True)
    assert is_apart(leo.locator(".consent").bounding_box(), leo.locator("ul.seats").bounding_box())
    leo.keyboard.press("Escape")
    leo.locator(".chat").wait_for(state="hidden")
    give_up(ada)
    propose = ada.locator("dialog").get_by_role("button", name=words("ui.end.propose"), exact=True)
    assert propose.get_attribute("aria-description") == words("ui.why.asked")
    propose.dispatch_event("pointerup")
    ada.locator("dialog .why-greyed", has_text=words("ui.why.asked")).wait_for()
    button(ada, "ui.resign.no").click()
    button(leo, "ui.undo.no").tap()
    ada.locator(".together .news").get_by_text(words("ui.reply.no.end", who="Léo")).wait_for()
    ada.reload()
    ada.locator(".together .news").get_by_text(words("ui.reply.no.end", who="Léo")).wait_for()
    leo.reload()
    leo.wait_for_selector("svg.board")
    assert leo.locator(".together .news p").count() == 0, "who answered knows"
    give_up(ada)
    button(ada, "ui.end.propose").click()
    ada.locator(".reason").wait_for()
    told = ada.locator(".reason").inner_text()
    assert words("error.asked_again") in told
    assert not re.search(r"\d+\s*s", told), "a number of seconds would stand there when they are long gone"
    give_up(leo)
    button(leo, "ui.end.propose").click()
    button(ada, "ui.undo.yes").click()
    for page in (ada, leo):
        page.locator(".won").get_by_text(words("ui.over.called_off")).wait_for()
        assert page.locator("ol.ranking").count() == 0, "nobody has a rank"
    assert house.table(identity).outcome.ending == "called_off"


PLACES = """() => [...document.querySelectorAll('.thumb > .button, .thumb .again .button')].map(each => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""
LINES_OF = """each => {
    const text = document.createRange();
    text.selectNodeContents(each);
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


@pytest.mark.deep
def test_a_proposal_moves_no_button_and_is_declined_below(person, house):
    """Three buttons before, while and after another game is proposed, in the same places; the answer lies beneath them."""
    ada, leo, _ = together(person, house)
    give_up(ada)
    button(ada, "ui.resign.yes").click()
    expect(button(leo, "ui.rematch")).to_be_enabled(timeout=20_000)
    leo.evaluate("document.fonts.ready")
    before = leo.evaluate(PLACES)
    assert len(before) == 3
    button(ada, "ui.rematch").click()
    leo.locator(".prompt .sentence").get_by_text(words("ui.rematch.asks", who="Ada"), exact=True).wait_for()
    assert leo.evaluate(PLACES) == before
    no, join = button(leo, "ui.rematch.decline"), leo.locator(".thumb > a.wide").first
    expect(join).to_have_text(words("ui.rematch.accept"))
    for each in (no, join):
        expect(each).to_be_in_viewport(ratio=1)
    box = no.bounding_box()
    assert box["y"] >= max(y + height for _, y, _, height in before), (
        "the answer is beneath, not under a thumb"
    )
    assert join.evaluate(LINES_OF) <= 2, "two lines at most"
    no.tap()
    button(leo, "ui.rematch.declined").wait_for()
    assert leo.evaluate(PLACES) == before
    assert "quiet" in join.get_attribute("class"), "what was refused is not the loudest button"
    leo.reload()
    button(leo, "ui.rematch.declined").wait_for()
    ada.locator(".awaiting").get_by_text(words("ui.await.declined", who="Léo")).wait_for()
    button(ada, "ui.away.bot").click()
    ada.locator(".seats").get_by_text(words("ui.seat.stand_in")).wait_for()


@pytest.mark.deep
def test_on_a_laptop_answers_to_proposals_are_whole_and_in_place(person, house):
    ada, leo, _ = together(person, house)
    ada.set_viewport_size({"width": 1366, "height": 768})
    give_up(leo)
    button(leo, "ui.resign.yes").tap()
    expect(button(ada, "ui.rematch")).to_be_enabled(timeout=20_000)
    ada.evaluate("document.fonts.ready")
    before = ada.evaluate(PLACES)
    button(leo, "ui.rematch").tap()
    ada.locator(".prompt .sentence").get_by_text(words("ui.rematch.asks", who="Léo"), exact=True).wait_for()
    assert ada.evaluate(PLACES) == before
    no = button(ada, "ui.rematch.decline")
    for each in (no, *ada.locator(".thumb > .button").all()):
        expect(each).to_be_in_viewport(ratio=1)
    answer = no.bounding_box()
    assert all(is_apart(answer, each.bounding_box()) for each in ada.locator(".thumb > .button").all())
    no.click()
    button(ada, "ui.rematch.declined").wait_for()
    assert ada.evaluate(PLACES) == before


@pytest.mark.deep
def test_a_rematch_waits_until_the_other_comes(person, house):
    ada, leo, identity = together(person, house)
    talk = ada.get_by_role("button", name=words("ui.chat.tab"), exact=True).first
    talk.click()
    ada.locator("#chat-text").fill("Belle partie")
    ada.keyboard.press("Enter")
    ada.locator(".chat").get_by_text("Belle partie").wait_for()
    give_up(leo)
    button(leo, "ui.resign.yes").tap()
    button(leo, "ui.rematch").tap()
    leo.wait_for_url(lambda url: not url.endswith(identity))
    leo.locator(".awaiting").get_by_text(words("ui.await.asked", who="Ada", n=1)).wait_for()
    assert leo.locator(".board").count() == 0
    ada.locator(".prompt .sentence").get_by_text(words("ui.rematch.asks", who="Léo"), exact=True).wait_for()
    seats = ada.locator("ul.seats")
    assert seats.get_by_text(words("ui.seat.away")).count() == 0, (
        "who looks at the next game is not away from this one"
    )
    ada.get_by_role("link", name=words("ui.rematch.accept"), exact=True).click()
    for page in (ada, leo):
        page.wait_for_selector(".board")
    assert leo.locator(".awaiting").count() == 0
    talk.click()
    said = ada.locator(".chat .before").get_by_text("Belle partie")
    said.wait_for()
    assert ada.locator(".chat").get_by_text(words("ui.chat.before"), exact=True).count() == 1


@pytest.mark.deep
def test_declining_a_rematch_too_late_says_so(person, house):
    ada, leo, identity = together(person, house)
    give_up(leo)
    button(leo, "ui.resign.yes").tap()
    button(leo, "ui.rematch").tap()
    leo.wait_for_url(lambda url: not url.endswith(identity))
    other = ada.context.new_page()
    other.goto(leo.url)
    again = leo.url.rsplit("/", 1)[1]
    first = house.table(again).actors[0]
    assert play_turn((other, leo)[first], house, again, first, (tap, touch)[first])
    seat = 1 - first
    assert play_turn((other, leo)[seat], house, again, seat, (tap, touch)[seat])
    button(ada, "ui.rematch.decline").click()
    ada.locator(".prompt .reason").get_by_text(words("error.already_started")).wait_for()
    assert button(ada, "ui.rematch.declined").count() == 0


@pytest.mark.deep
def test_an_absent_player_shows_once_and_not_as_thinking(person, house):
    ada, leo, identity = together(person, house)
    assert play_turn(ada, house, identity, 0)
    wait_for_moves(leo, 1)
    row = ada.locator(".seats li").nth(1)
    row.get_by_text(words("ui.turn.theirs")).wait_for()
    leo.goto(house.url)
    row.get_by_text(re.compile("^" + words("ui.seat.away"))).wait_for()
    assert row.get_by_text(words("ui.turn.theirs")).count() == 0
    assert ada.get_by_text(re.compile(words("ui.seat.away"))).count() == 1
    row.get_by_text(re.compile(re.escape(words("ui.seat.away.since", since="0:")))).wait_for()
    soon = re.escape(words("ui.prompt.away.soon", who="Léo", since="#", left="#")).replace(
        "\\#", r"0:[0-5]\d"
    )
    ada.locator(".prompt .sentence").get_by_text(re.compile(soon)).wait_for()
    leo.go_back()
    leo.wait_for_selector(".board")
    ada.locator(".together .news").get_by_text(words("ui.away.returned", who="Léo")).wait_for()
    row.get_by_text(words("ui.turn.theirs")).wait_for()
    assert play_turn(leo, house, identity, 1, touch), "the seat was kept"


@pytest.mark.deep
@pytest.mark.parametrize("game", ["banjooli-cross", deep("bantu")])
def test_people_talk_in_their_own_language_and_mute_others(person, house, game):
    """What is said covers nothing on a phone, and is counted there until it is read."""
    ada, leo, identity = together(person, house, game=game, options={}, first=0)
    eve = person(SIDEWAYS, locale="en-GB", has_touch=True, is_mobile=True)
    eve.goto(f"{house.url}/t/{identity}")
    ada.get_by_text(words("ui.watching.count", n=1)).wait_for()
    ada.locator(".tabs").get_by_role("button", name=words("ui.chat.tab")).click()
    ada.locator("#chat-text").fill("<img src=x onerror=alert(1)> Bonne chance")
    button(ada, "ui.chat.send").click()
    leo.locator(".together .news").get_by_text("Bonne chance").wait_for()
    assert leo.locator(".together img").count() == 0, "text is text"
    for size in (SIDEWAYS, PHONE):
        leo.set_viewport_size(size)
        line = f"Bonsoir Léo, on fait une revanche à {size['height']} après celle-ci, ou il est trop tard ?"
        ada.locator("#chat-text").fill(line)
        ada.locator("#chat-text").press("Enter")
        leo.locator(".above .news p").filter(has_text=line).wait_for()
        said = leo.locator(".above").bounding_box()
        kept = (".prompt .sentence", ".thumb", ".secrets button", "ul.seats")
        for each in (one for part in kept for one in leo.locator(part).all()):
            assert is_apart(said, each.bounding_box())
    expect(leo.locator(".tabs .fresh")).to_contain_text("3")
    leo.reload()
    expect(leo.locator(".tabs .fresh")).to_contain_text("3")
    leo.locator(".tabs").get_by_role("button", name=re.compile("^" + words("ui.chat.tab"))).tap()
    leo.locator(".tabs .fresh").wait_for(state="detached")
    leo.locator(".emotes").get_by_role("button", name=words("ui.emote.haha")).tap()
    eve.locator(".tabs").get_by_role("button", name=re.compile("^" + words("ui.chat.tab", "en"))).tap()
    eve.locator(".lines").get_by_text(words("ui.emote.haha", "en")).wait_for()
    eve.locator(".emotes").get_by_role("button", name=words("ui.emote.bravo", "en")).tap()
    ada.locator(".lines").get_by_text(words("ui.emote.bravo")).wait_for()
    ada.locator(".mute summary").click()
    ada.locator(".mute").get_by_role("button", name="Léo").click()
    ada.locator(".lines").get_by_text(words("ui.emote.haha")).wait_for(state="detached")
    ada.locator(".lines").get_by_text(words("ui.chat.hidden", n=1)).wait_for()
    assert ada.locator(".lines").get_by_text(words("ui.emote.bravo")).count() == 1
    for page in (leo, eve):
        for box in page.locator(".emotes button").all():
            size = box.bounding_box()
            assert size["width"] >= 44
            assert size["height"] >= 44
    assert "Bonne chance" not in house.record(identity)
    leo.reload()
    leo.locator(".board").wait_for()
    leo.locator(".tabs button").first.wait_for()
    assert leo.locator(".tabs .fresh").count() == 0


@pytest.mark.deep
def test_chat_still_shows_once_its_list_is_gone(person, house):
    _, leo, identity = together(person, house)
    eve = person()
    eve.goto(f"{house.url}/t/{identity}")
    eve.locator(".tabs").get_by_role("button", name=words("ui.chat.tab")).click()
    eve.locator("#chat-text").wait_for()
    eve.get_by_role("button", name=words("ui.view"), exact=True).click()
    eve.get_by_role("radio", name=re.compile("^" + words("ui.view.shared"))).click()
    eve.locator(".shared .beside").wait_for()
    leo.locator(".tabs").get_by_role("button", name=re.compile("^" + words("ui.chat.tab"))).tap()
    leo.locator(".emotes").get_by_role("button", name=words("ui.emote.haha")).tap()
    eve.locator(".together .news").get_by_text(words("ui.emote.haha")).wait_for()


def test_a_sideways_phones_drawer_covers_its_whole_column(look):
    page = look(SIDEWAYS, game="bantu", options={})
    head = page.locator(".page > .top").bounding_box()
    page.locator(".tabs").get_by_role("button", name=words("ui.chat.tab")).tap()
    drawer = page.locator(".side.open")
    drawer.wait_for()
    lies = drawer.bounding_box()
    assert lies["x"] <= head["x"] + 1
    assert (lies["x"] + lies["width"], lies["y"], lies["height"]) == (844, 0, 390)
    page.keyboard.press("Escape")
    drawer.wait_for(state="detached")


def test_a_clock_is_chosen_in_the_form_and_runs_at_the_seat(person, house):
    page = person(PHONE, has_touch=True, is_mobile=True)
    page.goto(f"{house.url}/new/billabong")
    page.get_by_label(words("ui.name.ask")).fill("Ada")
    page.get_by_text(words("ui.new.clock.game"), exact=True).tap()
    page.get_by_text(re.compile(r"^5\s*min")).tap()
    page.get_by_label(words("ui.new.children")).check()
    button(page, "ui.new.open").tap()
    page.wait_for_selector(".board")
    clocks = page.locator(".seats .left")
    assert clocks.count() == 2
    page.wait_for_function("() => document.querySelector('.seats .left')?.textContent.trim() < '4:59'")
    assert clocks.nth(1).inner_text() == "5:00"
    assert page.locator(".tabs").get_by_role("button", name=words("ui.chat.tab")).count() == 0, (
        "nobody writes here"
    )


@pytest.mark.deep
def test_a_custom_clock_runs_at_the_seat(person, house):
    page = person()
    page.goto(f"{house.url}/new/billabong")
    page.get_by_label(words("ui.name.ask")).fill("Ada")
    page.get_by_text(words("ui.new.clock.game"), exact=True).click()
    page.get_by_text(words("ui.new.clock.own"), exact=True).click()
    page.get_by_label(words("ui.new.clock.own.minutes")).fill("1")
    page.get_by_label(words("ui.new.clock.own.more")).fill("0")
    button(page, "ui.new.open").click()
    expect(page.locator(".seats .left").nth(1)).to_have_text("1:00")


@pytest.mark.deep
def test_nobody_is_asked_to_wait_at_their_own_table(person, house):
    page = person()
    make_table(page, house, chairs=[{"who": "me"}, {"who": "here", "name": "Mamie"}])
    give_up(page)
    assert page.locator("dialog").get_by_role("button", name=words("ui.end.propose")).count() == 0
    page.locator("dialog").get_by_role("button", name=words("ui.resign.who", who="Mamie")).click()
    page.locator(".resigning").get_by_text(re.compile("^Mamie")).wait_for()


@pytest.mark.deep
def test_sideways_the_newest_turn_is_first_and_undone_ones_past(person, house):
    ada, leo = person({"width": 1366, "height": 768}), person(SIDEWAYS, has_touch=True)
    identity = make_table(
        ada, house, game="bantu", options={}, seats=2, first=0, chairs=[{"who": "me"}, {"who": "link"}]
    )
    leo.goto(f"{house.url}/t/{identity}")
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).tap()
    for page in (ada, leo):
        page.wait_for_selector(".board")
    assert play_turn(ada, house, identity, 0)
    wait_for_moves(leo, 1)
    arrow(ada).click()
    leo.locator(".recent li").filter(has_text="reprend son coup").wait_for()
    assert play_turn(ada, house, identity, 0)
    expect(leo.locator(".recent li")).to_have_count(2)
    newest, before = leo.locator(".recent li").all()
    assert "reprend son coup" in before.inner_text()
    bold = "one => Number(getComputedStyle(one.querySelector('span')).fontWeight) >= 700"
    assert [one.evaluate(bold) for one in (newest, before)] == [True, False]
    boxes = [one.bounding_box() for one in (newest, before, leo.locator(".strip .goal"))]
    tops = [one["y"] for one in boxes]
    assert tops == sorted(tops), "newest first, then what was before it, then the goal"
    assert len({round(one["x"]) for one in boxes}) == 1, "none has fallen out of sight"


def beside_a_high_board(person, house):
    """Two who play Bantu on low laptops, and their table."""
    ada, leo = person({"width": 1366, "height": 768}), person({"width": 1366, "height": 768})
    identity = make_table(
        ada, house, game="bantu", options={}, seats=2, chairs=[{"who": "me"}, {"who": "link"}]
    )
    leo.goto(f"{house.url}/t/{identity}")
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    for page in (ada, leo):
        page.wait_for_selector(".board")
    return ada, leo, identity


@pytest.mark.deep
def test_while_a_takeback_is_asked_a_low_laptop_shows_the_talk(person, house):
    ada, leo, identity = beside_a_high_board(person, house)
    played = 0
    while played < 2:
        for seat, page in ((0, ada), (1, leo)):
            played += play_turn(page, house, identity, seat)
            wait_for_moves(leo, played)
    for page in (ada, leo):
        page.get_by_role("button", name=words("ui.chat.tab")).click()
    for line in ("Coucou", "À toi !", "Bien joué", "Attends"):
        leo.locator("#chat-text").fill(line)
        leo.keyboard.press("Enter")
        ada.locator(".chat .lines p").filter(has_text=line).wait_for()
    asker = next(page for page in (ada, leo) if arrow(page).is_enabled())
    arrow(asker).click()
    for page in (ada, leo):
        page.locator(".consent").wait_for()
        for line in ("Bien joué", "Attends"):
            page.wait_for_function(
                """(line) => { const said = [...document.querySelectorAll('.chat .lines p')].find((each) => each.textContent.includes(line)).getBoundingClientRect();
                const room = document.querySelector('.chat .lines').getBoundingClientRect();
                return said.top >= room.top - 1 && said.bottom <= room.bottom + 1; }""",
                arg=line,
            )


@pytest.mark.deep
def test_the_writing_field_stays_in_sight_beside_a_tall_board(person, house):
    ada, leo, _ = beside_a_high_board(person, house)
    for page in (ada, leo):
        page.get_by_role("button", name=words("ui.chat.tab")).click()
    for line in ("Coucou", "À toi !"):
        leo.locator("#chat-text").fill(line)
        leo.keyboard.press("Enter")
        ada.locator(".chat .lines p").filter(has_text=line).wait_for()
    ada.get_by_role("button", name=words("ui.moves"), exact=True).click()
    for line in ("Deux", "Trois"):
        leo.locator("#chat-text").fill(line)
        leo.keyboard.press("Enter")
        ada.locator(".together .news p").filter(has_text=line).wait_for()
    assert ada.locator(".moves").bounding_box()["height"] > 100, "the moves are not squeezed"
    ada.evaluate(
        """() => { const news = document.querySelector('.together .news');
        for (const n of [1, 2]) { const p = document.createElement('p'); p.textContent = 'Léo est là ' + n; news.append(p); } }"""
    )
    ada.get_by_role("button", name=words("ui.chat.tab")).click()
    for what in ("#chat-text", ".emotes button:first-child"):
        ada.locator(what).wait_for()
        ada.wait_for_function(
            """(what) => { const box = document.querySelector(what)?.getBoundingClientRect();
            if (!box || box.height === 0 || box.bottom > innerHeight) return false;
            return [0.1, 0.5, 0.9].every((at) => document.elementFromPoint(box.left + box.width / 2, box.top + box.height * at)?.closest(what)); }""",
            arg=what,
        )
    assert ada.evaluate("document.documentElement.scrollHeight <= innerHeight"), "nothing is pushed out"


@pytest.mark.deep
def test_on_a_phone_undo_and_resign_are_in_the_menu_too(person, house):
    ada, leo, identity = together(person, house)
    assert play_turn(ada, house, identity, 0)
    wait_for_moves(leo, 1)
    assert play_turn(leo, house, identity, 1, touch)
    wait_for_moves(ada, 2)
    menu = leo.locator("#settings .tools")
    leo.locator(".top .opener").tap()
    undo = menu.get_by_role("button", name=words("ui.undo"))
    assert undo.bounding_box()["height"] >= 44
    undo.tap()
    ada.locator(".together .news").get_by_text(
        words("ui.undo.done.what", who="Léo", what="").partition("«")[0].strip()
    ).wait_for()
    menu.wait_for(state="detached")
    leo.locator(".top .opener").tap()
    menu.get_by_role("button", name=words("ui.resign")).tap()
    leo.locator("dialog.leave").wait_for()
    assert not house.table(identity).is_over, "it asks first"
    ada.locator(".top .opener").click()
    ada.locator("#settings").wait_for()
    assert ada.locator("#settings .tools").count() == 0, "at a desk they stand beside the board"


CUT = """() => {
  const list = document.querySelector('.heard')?.getBoundingClientRect();
  return [...document.querySelectorAll('.heard li')].map((each) => each.getBoundingClientRect())
    .filter((line) => line.left < list.right - 1 && line.top < list.bottom && line.bottom > list.bottom + 1).length;
}"""
"""How many lines of the shared screen's list are seen in part."""


@pytest.mark.deep
def test_the_shared_screen_shows_whole_lines(person, house):
    ada = person()
    identity = make_table(ada, house, game="bantu", options={})
    for count in range(1, 4):
        assert play_turn(ada, house, identity, 0)
        wait_for_moves(ada, 2 * count)
    screen = person({"width": 1366, "height": 768})
    screen.goto(f"{house.url}/t/{identity}?view=shared")
    screen.locator(".heard li").nth(5).wait_for(state="attached")
    screen.locator(".heard li").first.wait_for()
    for height in range(720, 900, 12):
        screen.set_viewport_size({"width": 1366, "height": height})
        screen.wait_for_function("height => window.innerHeight === height", arg=height)
        assert screen.evaluate(CUT) == 0, height


LONG = "Encore un message qui ne tient pas sur une ligne. " * 4


@pytest.mark.deep
def test_on_a_phone_the_talk_is_wide_and_resigning_is_far_off(person, house):
    ada, leo, _ = together(person, house)
    leo.locator(".tabs").get_by_role("button", name=words("ui.moves"), exact=True).tap()
    resign, tabs = button(leo, "ui.resign").bounding_box(), leo.locator(".tabs").bounding_box()
    assert tabs["y"] - resign["y"] - resign["height"] > 100, "far from what one taps often"
    shut = leo.locator(".side > .cross").bounding_box()
    assert is_apart(resign, shut)
    assert resign["x"] + resign["width"] < shut["x"], "nor beneath what closes the drawer"
    button(ada, "ui.chat.tab").click()
    ada.locator("#chat-text").fill(LONG[:200])
    button(ada, "ui.chat.send").click()
    line = leo.locator(".above .news p")
    line.filter(has_text="Encore un message").wait_for()
    told = line.evaluate(
        "each => ({wide: each.getBoundingClientRect().width, high: each.getBoundingClientRect().height, cut: each.scrollHeight > each.clientHeight, dots: getComputedStyle(each).webkitLineClamp})"
    )
    assert told["wide"] == PHONE["width"]
    assert told["cut"], "it does not tell all of it"
    assert told["dots"] == "2", "and says so"
    board = leo.locator(".felt").bounding_box()
    above = leo.locator(".above").bounding_box()
    assert above["y"] < board["y"], "it has the goal's place"
    assert above["y"] + above["height"] - board["y"] < 44, "and leaves the board in sight"
