"""What is special about single moments of single games on single screens, beside what is true of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.boxes import FINGER, box
from browser.hands import button, is_apart, tap, words
from browser.rare import RARE, last_three, one_phone, robots, situated
from browser.stage import HOST, NAMES, SIZES, Stage, actions, at, begun, moment
from browser.test_banzai_hand import BASIC, after
from browser.test_measures import SCREENS
from browser.test_photo_finish import free
from ludotheque.games.banjooli_cross import codes
from ludotheque.server.room.log_events import Act
from ludotheque.server.room.spec import ChairSpec
from tests.boussanga.tables import competitive
from tests.depth import deep
from tests.server.played import STRANGER, Played

pytestmark = pytest.mark.browser

LAPTOP = SCREENS["laptop"]
UPRIGHT = {name: SIZES[name] for name in ("small", "phone")}
WHOLE = "one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth"
TURNED = "one => { const { a, b } = one.getScreenCTM(); return Math.atan2(b, a); }"


def show(
    stage: Stage, game: str, size: dict[str, int], seats: int = 2, view: str = "own", **more: Any
) -> Any:
    """The page, which shows the beginning of a game with robots."""
    more.setdefault("chairs", robots(*["random"] * (seats - 1)))
    stage.show(moment(begun(game, seats, **more), "shown"), size, view)
    return stage.page


@pytest.fixture
def called(stage: Stage) -> Iterator[Callable[[str], None]]:
    """Gives whoever looks another name, until the test ends."""

    def call(name: str) -> None:
        stage.page.request.put(f"{stage.house.url}/api/me", data={"name": name, "lang": "fr"})
        stage.begin()

    yield call
    call(NAMES[0])


def test_sideways_a_tall_board_lies_on_its_side(stage: Stage) -> None:
    page = show(stage, "bantu", SIZES["sideways"])
    for _ in stage.looked_at({name: SCREENS[name] for name in ("sideways", "large", "zoomed")}):
        drawn = box(page, "svg.board > g > svg")
        assert drawn["width"] > 1.2 * drawn["height"]
        assert abs(page.locator("svg.board > g > svg text").first.evaluate(TURNED)) < 0.01
        board = box(page, "svg.board")
        for beside in (".seats", ".prompt", ".thumb button"):
            assert box(page, f".page {beside}")["x"] >= board["x"] + board["width"] - 1


def test_sideways_the_offer_says_who_the_guided_game_is_for(stage: Stage) -> None:
    stage.begin()
    page = show(stage, "bantu", SIZES["sideways"])
    expect(page.locator(".offer")).to_contain_text(words("ui.first_game.offer.brief"))
    expect(page.locator(".offer .brief")).to_be_visible()


PRESSED = """(one) => {
  const { x, y, width } = one.getBoundingClientRect();
  let high = 0;
  while (one.contains(document.elementFromPoint(x + width / 2, y + high)?.closest("button"))) high += 1;
  return high;
}"""
"""How much of a button's height a finger can press, px."""


@pytest.mark.parametrize("game", ["bantu", deep("boussanga")])
def test_sideways_goal_and_story_stand_beside_the_board(stage: Stage, game: str) -> None:
    shown = moment(begun(game, chairs=robots("random")), "told")
    stage.begin()
    stage.show(shown, SIZES["sideways"])
    page = stage.page
    expect(page.locator(".goal")).to_be_in_viewport(ratio=0.98)
    page.locator(".offer .shut").tap()
    page.locator(".offer").wait_for(state="detached")
    table = shown.played.state.table
    assert table is not None
    for seat in (0, 1):
        shown.played.happen(Act(seat, table.legal_actions(seat)[0]))
    stage.tell(shown)
    fresh = page.locator(".recent .fresh button")
    for told in (page.locator(".goal"), fresh):
        expect(told).to_have_count(1)
        expect(told).to_be_in_viewport(ratio=0.98)
    board = box(page, "svg.board")
    assert board["height"] > 0.9 * SIZES["sideways"]["height"], "it costs the board nothing"
    assert box(page, ".recent .fresh")["x"] >= board["x"] + board["width"]
    prompt = box(page, ".prompt")
    assert prompt["y"] + prompt["height"] <= SIZES["sideways"]["height"]
    stage.resize(SIZES["phone"])
    happened = page.locator(".recent button")
    happened.wait_for()
    assert happened.evaluate(PRESSED) >= FINGER


@pytest.mark.deep
def test_alone_and_upright_every_tray_has_its_name(stage: Stage) -> None:
    page = show(stage, "boussanga", SIZES["phone"], 1, options={"mode": "cooperative"})
    expect(page.locator("svg.board .tray text")).to_have_count(page.locator("svg.board .tray").count())


@pytest.mark.deep
def test_a_phone_that_is_a_hand_shows_all_that_is_pressed(stage: Stage) -> None:
    page = show(stage, "banzai", SIZES["sideways"], 5, "hand", options=BASIC)
    for _ in stage.looked_at({name: SIZES[name] for name in ("sideways", "small")}):
        for selector, least in ((".card", 5), (".call", 1), (".thing", 4), (".top .bar button", 4)):
            free(page, selector, least)


@pytest.mark.deep
def test_shown_cards_cover_no_button(stage: Stage) -> None:
    make, view = RARE["a marriage is agreed to, own"]
    stage.show(moment(make(), "agreed to"), SIZES["sideways"], view)
    stage.page.locator(".open .shown").wait_for()
    for _ in stage.looked_at({name: SIZES[name] for name in ("sideways", "small")}):
        free(stage.page, ".prompt .row button")
        free(stage.page, ".card", 5)
        assert box(stage.page, ".felt svg.board")["height"] >= 140


@pytest.mark.deep
@pytest.mark.parametrize("language", ["stage", "english"])
def test_two_long_names_fit_the_buttons_of_one_phone(request: Any, language: str) -> None:
    stage: Stage = request.getfixturevalue(language)
    page = show(stage, "banjooli-cross", SIZES["small"], chairs=one_phone("Bartholomeus"))
    for screen in stage.looked_at({name: SIZES[name] for name in ("small", "sideways")}):
        expect(page.locator(".secrets button")).to_have_count(2)
        for one in page.locator(".secrets button").all():
            found = one.bounding_box()
            assert found["x"] + found["width"] <= SIZES[screen]["width"]
            assert found["height"] >= FINGER
        names = page.locator(".secrets .either > span")
        expect(names).to_have_count(4)
        for name in names.all():
            assert name.evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.deep
@pytest.mark.parametrize(
    ("game", "seats"), [("billabong", 2), ("bantu", 4), ("banjooli-cross", 3), ("boussanga", 4)]
)
def test_letters_of_twice_the_size_leave_a_wide_board(stage: Stage, game: str, seats: int) -> None:
    page = show(stage, game, SIZES["phone"], seats)
    wide = {}
    for screen in ("phone", "sideways", "laptop"):
        stage.resize(SCREENS[screen], "200%")
        wide[screen] = box(page, "svg.board")["width"]
    stage.resize(SIZES["phone"])
    assert min(wide.values()) > 280, wide


@pytest.mark.deep
def test_a_reaching_hand_shows_the_longest_text_in_full(stage: Stage) -> None:
    played = begun("banjooli-cross", chairs=robots("random")).happen(Act(0, codes.KEEP))
    stage.show(moment(played, "reaches"), SIZES["phone"], "hand")
    page = stage.page
    page.locator(".strip .reach").wait_for()
    longest = "Ada : dés gardés : rouge, jaune, vert, bleu, violet, joker en sorcellerie."
    page.locator(".recent span").first.evaluate("(one, text) => (one.textContent = text)", longest)
    for _ in stage.looked_at(UPRIGHT):
        assert page.locator(".recent span").first.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
        assert box(page, ".strip .reach")["width"] <= 90


def test_identical_robots_can_be_told_apart(stage: Stage) -> None:
    page = show(stage, "banjooli-cross", SIZES["phone"], 3)
    for _ in stage.looked_at({name: SIZES[name] for name in ("small", "phone", "sideways")}):
        names = page.locator("ul.seats .name")
        expect(names).to_have_count(3)
        assert all(name.evaluate("one => one.scrollWidth <= one.clientWidth + 1") for name in names.all())
        seat, turn = box(page, ".seats li.acts"), box(page, ".seats .word")
        assert turn["x"] + turn["width"] <= seat["x"] + seat["width"]


@pytest.mark.deep
@pytest.mark.parametrize("game", ["bantu", "billabong"])
def test_the_goal_shows_while_another_moves(stage: Stage, game: str) -> None:
    stage.show(moment(begun(game), "waits", HOST + 1), SIZES["small"])
    hint = stage.page.locator(".prompt .hint")
    expect(hint).to_have_text(words(f"{game}.goal"))
    stage.resize(SIZES["phone"])
    expect(hint).to_have_text(words("ui.prompt.meanwhile"))
    expect(stage.page.locator(".seats .goal, .goal").first).to_have_text(words(f"{game}.goal"))


@pytest.mark.parametrize("game", ["banjooli-cross", deep("banzai")])
def test_a_big_screen_is_one_screen(stage: Stage, game: str) -> None:
    stage.show(moment(begun(game, 3), "shared", STRANGER), SIZES["sideways"], "shared")
    stage.page.locator(".shared .beside").wait_for()
    for _ in stage.looked_at({"sideways": SIZES["sideways"], "laptop": LAPTOP}):
        high = stage.page.viewport_size["height"]
        assert stage.page.evaluate("document.scrollingElement.scrollHeight") <= high
        assert box(stage.page, "svg.board")["height"] > 0.6 * high


@pytest.mark.parametrize("name", [NAMES[0], deep("Mamie"), deep("Dauphin aimable")])
def test_a_name_is_whole_in_the_corner(stage: Stage, called: Callable[[str], None], name: str) -> None:
    called(name)
    page = show(stage, "banjooli-cross", SIZES["phone"])
    chip = page.locator(".top .opener .who").filter(has_text=name)
    for _ in stage.looked_at({name: SCREENS[name] for name in ("small", "phone", "sideways", "laptop")}):
        expect(chip).to_be_visible()
        assert chip.evaluate(WHOLE)
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_on_a_phone_turning_has_words(stage: Stage) -> None:
    page = show(stage, "boussanga", SIZES["phone"])
    for _ in stage.looked_at(UPRIGHT):
        for side in ("left", "right"):
            turn = page.get_by_role("button", name=words(f"ui.overlay.{side}"), exact=True)
            turn.get_by_text(words(f"ui.overlay.{side}.short"), exact=True).wait_for()
            assert turn.evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.deep
def test_the_line_around_a_tray_lies_within_the_board(stage: Stage) -> None:
    page = show(stage, "boussanga", SIZES["phone"])
    page.locator("svg.board .tray").nth(3).wait_for()
    for _ in stage.looked_at(UPRIGHT):
        board = box(page, "svg.board")
        for tray in page.locator("svg.board .tray rect").all():
            lies = tray.bounding_box()
            assert board["y"] + board["height"] - lies["y"] - lies["height"] >= 1


CUT = pytest.mark.xfail(reason="a long account is cut in a narrow card", strict=True)
"""A fault that is not mended yet."""


@pytest.mark.deep
@pytest.mark.parametrize("seats", [pytest.param(2, marks=CUT), 3, pytest.param(4, marks=CUT)])
@pytest.mark.parametrize("language", ["stage", pytest.param("english", marks=CUT)])
def test_the_account_of_the_points_is_read_whole(request: Any, language: str, seats: int) -> None:
    store, mode = {"T": 2, "E": 1, "A": 3, "F": 1}, {"mode": "competitive"}
    table = competitive(seats=seats, stores=[store] * seats, options=mode)
    stage: Stage = request.getfixturevalue(language)
    stage.show(moment(situated(table, robots(*["random"] * (seats - 1))), "account"), SIZES["phone"])
    lines = stage.page.locator("ul.seats .lines")
    expect(lines).to_have_count(seats)
    for screen in stage.looked_at({name: SIZES[name] for name in ("phone", "small", "sideways")}):
        for line in lines.all():
            said = line.inner_text().replace("\u00a0", " ").replace("\n", " ")
            assert said.endswith("× 3 = 12"), screen
            assert line.evaluate(WHOLE), screen


LYING = """() => {
  const board = document.querySelector("svg.board"), { a } = board.getScreenCTM();
  const { width, height } = board.viewBox.baseVal, room = board.getBoundingClientRect();
  return { wide: width * a, high: height * a, room: [room.width, room.height].map((each) => Number(each.toFixed(1))), cell: 100 * a };
}"""
"""How large the board is drawn, with what lies beside it, and how large its room is, px (the room to a tenth: layout snaps to 1/64)."""


def steps_and_leaps(played: Played) -> tuple[Any, Any] | None:
    """What the person at the page sees, and a kangaroo there that may step as well as leap."""
    table = played.state.table
    assert table is not None
    scene: Any = table.scene({0})
    if 0 not in table.actors:
        return None
    nodes = scene.choices[0].nodes
    roots = [nodes[root] for root in scene.choices[0].roots]
    both = [node for node in roots if len({nodes[after].leaves_marker for after in node.next}) == 2]
    return (scene, both[0]) if both else None


@pytest.mark.deep
def test_a_key_explains_the_marks_of_billabong(stage: Stage) -> None:
    played = begun("billabong", options={"mode": "duel"}, chairs=robots("greedy"))
    shown = moment(played, "sets up")
    stage.show(shown, SIZES["phone"])
    page = stage.page
    screens = UPRIGHT | {"sideways": SIZES["sideways"]}
    before = {}
    for screen in stage.looked_at(screens):
        before[screen] = lying = page.evaluate(LYING)
        if screen == "sideways":
            assert lying["high"] == pytest.approx(screens[screen]["height"], abs=10)
            assert lying["room"][0] == pytest.approx(lying["wide"], abs=10), "no empty edge beside the board"
        else:
            assert lying["wide"] == pytest.approx(screens[screen]["width"], abs=1)
            assert lying["cell"] >= 21
        tray = box(page, ".board .tray rect")
        assert min(tray["width"], tray["height"]) >= FINGER - 0.5
        for cell in ("a1", "p1", "a14", "p14", "h8"):
            assert is_apart(tray, box(page, f'[data-spot="{cell}"]')), "no cell is covered"
    scene, both = next(found for _ in actions(played) if (found := steps_and_leaps(played)))
    stage.tell(shown)
    expect(page.locator(".board .tray")).to_have_count(0)
    assert {screen: page.evaluate(LYING) for screen in stage.looked_at(screens)} == before
    tap(page, next(piece.place for piece in scene.pieces if piece.id == both.click))
    key = page.locator(".sentence .means")
    expect(key.nth(0)).to_have_text(words("billabong.legend.slide"))
    expect(key.nth(1)).to_have_text(words("billabong.legend.hop"))
    for kind, hops in (("step", False), ("leap", True)):
        after = [scene.choices[0].nodes[each] for each in both.next]
        reached = {node.click for node in after if node.leaves_marker == hops}
        expect(page.locator(f'.marks [data-landing="{kind}"]')).to_have_count(len(reached))
    for screen in stage.looked_at(screens):
        for mark in key.all():
            found = mark.bounding_box()
            assert found["x"] >= 0
            assert found["x"] + found["width"] <= screens[screen]["width"]


def test_advice_can_be_dismissed_and_next_choices_scroll_in(stage: Stage) -> None:
    page = show(stage, "bantu", SIZES["small"])
    page.get_by_role("button", name=words("ui.advice.ask"), exact=True).tap()
    page.locator(".advised").wait_for()
    assert page.locator(".say").evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    button(page.locator(".thumb"), "ui.back").tap()
    page.locator(".tabs").get_by_role("button", name=words("ui.choices"), exact=True).tap()
    page.locator(".choices li button").nth(1).tap()
    expect(page.locator("#choices-then + ul button").first).to_be_in_viewport(ratio=1)
    stage.begin()  # the drawer is not left open: to close it goes back in the history


@pytest.mark.deep
def test_the_podium_stands_upright_on_a_course_that_is_folded(stage: Stage) -> None:
    page = show(stage, "banjooli-cross", LAPTOP, options={"course": "C1:A C2:B:left C4:A C6:A"})
    page.locator("svg.board use[data-part]").first.wait_for(state="attached")
    parts = page.evaluate("""() => [...document.querySelectorAll('svg.board use[data-part]')].map((one) => {
      const matrix = one.getScreenCTM();
      const angle = Math.round(Math.atan2(matrix.b, matrix.a) * 180 / Math.PI);
      return [(angle + 360) % 360, (angle + parseFloat(getComputedStyle(one).getPropertyValue('--upright')) + 720) % 360];
    })""")
    assert any(part != 0 for part, _words in parts), "some tiles are turned"
    assert [upright for _part, upright in parts] == [0] * len(parts)


DUE = {
    "game": "boussanga", "seats": 1, "options": {"mode": "cooperative"}, "phase": "put-back", "to_play": 0,
    "board": ["TEFTFEAT", "AETATATF", "TT.A.EEF", "AET.A..E", "ATEFE.T.", "F..TTETF", "EA.TAAFF", "EF.FFAFF"],
    "hands": [[".TF/FT./...", "T../T../TE.", "F../F../FT.", "FT./.TF/..."]],
    "discarded": [".T./.EA/...", "E../E../EA.", ".FA/AF./..."], "turns": [2],
    "zone": {"T": 1, "E": 4, "A": 4, "F": 2}, "due": {"E": 3, "A": 3},
}  # fmt: skip
"""Three water tokens, then three of air, have to go back to the board."""


@pytest.mark.deep
def test_a_colour_is_named_and_drawn(stage: Stage) -> None:
    page = show(stage, "boussanga", LAPTOP, 1, options={"mode": "cooperative"}, position=DUE)
    water = words("boussanga.element.water")
    expect(page.locator(".sentence")).to_have_text(words("boussanga.prompt.back.you", n=3, what=water))
    assert page.locator(".sentence use").get_attribute("href") == "#eau"
    expect(page.locator(".sentence .mark")).to_have_count(0)
    tap(page, "c6")
    expect(page.locator(".thumb .wide")).to_have_text(words("boussanga.choice.back", what=water, last="c6"))


@pytest.mark.deep
def test_third_of_the_last_three_reads_all_that_is_to_be_done(stage: Stage, english: Stage) -> None:
    for one in (stage, english):
        one.show(moment(situated(last_three(0)), "third"), SIZES["phone"])
        assert one.page.locator(".prompt .say").evaluate("one => one.scrollHeight - one.clientHeight") <= 1
        expect(one.page.locator(".call .hint").nth(1)).to_be_visible()


MARKED = """() => [...document.querySelectorAll('.over .robot')].map((robot) => {
  const name = robot.nextElementSibling;
  const [letters, { a }] = [Number(name.getAttribute('font-size')), name.getScreenCTM()];
  const mark = robot.getBoundingClientRect();
  const end = new DOMPoint(name.getStartPositionOfChar(0).x, 0).matrixTransform(name.getScreenCTM()).x;
  return { name: name.textContent, apart: (end - mark.right) / (letters * a), high: mark.height / (letters * a) };
})"""
"""Each robot's name around the board: how far its mark stands before it and how high the mark is, both in the size of the letters."""


@pytest.mark.deep
def test_the_mark_of_a_robot_stands_close(stage: Stage) -> None:
    chairs = robots("easy", "easy", "strong", "random")
    stage.show(moment(situated(after("fox:lwp", options=BASIC), chairs), "marks"), SIZES["phone"])
    for _ in stage.looked_at({"laptop": LAPTOP, "phone": SIZES["phone"]}):
        marked = stage.page.evaluate(MARKED)
        assert len(marked) == 4
        for one in marked:
            assert 0 <= one["apart"] <= 0.35, one
            assert one["high"] <= 1.2, one
    stage.resize({"width": 640, "height": 360})
    said, lamp = box(stage.page, ".prompt .sentence"), box(stage.page, ".lamp.button")
    for call in (*stage.page.locator(".call").all(), stage.page.locator(".explain")):
        assert is_apart(call.bounding_box(), said)
        assert is_apart(call.bounding_box(), lamp)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["every call", "somebody asks in a hurry"])
def test_calls_and_requests_cover_no_question(stage: Stage, name: str) -> None:
    make, view = RARE[name]
    stage.show(moment(make(), name), SIZES["phone"], view)
    page = stage.page
    for _ in stage.looked_at({"phone": SIZES["phone"], "sideways": SIZES["sideways"], "low": {"width": 667, "height": 375}, "laptop": LAPTOP}):  # fmt: skip
        free(page, ".card", 5)
        free(page, ".call", 7 if name == "every call" else 1)
        said = box(page, ".prompt .sentence")
        for one in page.locator(".call, .consent").all():
            assert is_apart(one.bounding_box(), said)
        asked = page.locator(".consent").all()
        assert len(asked) == (name == "somebody asks in a hurry")
        for one in asked:
            assert is_apart(one.bounding_box(), box(page, ".hand"))
    stage.resize(SIZES["phone"])
    for one in page.locator(".consent").all():
        assert one.bounding_box()["height"] <= 56


def test_digits_in_a_name_share_its_typeface(stage: Stage) -> None:
    """Facile 2 is somebody: the number in the name has the face of the letters beside it."""
    page = show(stage, "bantu", SIZES["phone"], 4, options={"teams": True}, chairs=robots(*["easy"] * 3))
    faces = page.evaluate("""() => {
      const found = [];
      const texts = document.createTreeWalker(document.querySelector('.page'), NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (/(Facile|Easy)\\s[0-9]/.test(data)) found.push([data.trim(), getComputedStyle(parentElement).fontFamily]);
      }
      return found;
    }""")
    assert len(faces) >= 3
    assert [text for text, face in faces if "Counters" in face] == []


def test_four_leave_the_goal_and_the_moves_their_room(stage: Stage) -> None:
    page = show(stage, "bantu", SIZES["sideways"], 4)
    goal, foot = box(page, ".strip .goal"), box(page, ".foot")
    assert goal["y"] + goal["height"] <= foot["y"] + 1
    stage.show(at("bantu", 4, "middle", robots(*["random"] * 3)), LAPTOP)
    side, foot = box(page, ".side"), box(page, ".foot")
    assert side["y"] + side["height"] <= foot["y"] + 1
    undo = button(page.locator(".side"), "ui.undo").bounding_box()
    slider = box(page, ".side input[type=range]")
    assert slider["y"] + slider["height"] <= undo["y"] + 1


@pytest.mark.deep
def test_the_offer_is_whole_with_very_large_letters(stage: Stage) -> None:
    stage.begin()
    page = show(stage, "bantu", LAPTOP)
    stage.resize(LAPTOP, "130%")
    offer = page.locator(".offer .button")
    expect(offer).to_be_in_viewport(ratio=1)
    found = offer.bounding_box()
    assert found["y"] + found["height"] <= box(page, ".foot")["y"]
    stage.resize(LAPTOP)


@pytest.mark.deep
@pytest.mark.parametrize(("who", "guest"), [("sits", HOST), ("watches", STRANGER)])
def test_a_long_name_shows_in_the_corner(
    stage: Stage, called: Callable[[str], None], who: str, guest: int
) -> None:
    long = "Maximilienne de la Rochefoucauld-Lianco"
    called(long)
    for game in ("banjooli-cross", "billabong", "bantu", "boussanga"):
        shown = moment(begun(game, chairs=[ChairSpec("me", long), ChairSpec("bot")]), who, guest)
        stage.show(shown, LAPTOP)
        stage.page.locator(".prompt").wait_for()
        stage.page.locator(".opener .who").filter(has_text="Maximilienne").wait_for()
        for _ in stage.looked_at({"laptop": LAPTOP, "big": SCREENS["big"], "sideways": SIZES["sideways"]}):
            assert stage.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
            expect(stage.page.locator(".top .opener")).to_be_in_viewport(ratio=1)
