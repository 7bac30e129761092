"""A course folded where its places would be narrow: large enough to be touched, the same size all through a game, right across its links; taps between places."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.boxes import FINGER, WIDER, box, still
from browser.hands import button, is_apart, make_table, words
from depth import deep, some

pytestmark = pytest.mark.browser

UPRIGHT = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 640}
SIDEWAYS = {"width": 844, "height": 390}
TABLET = {"width": 768, "height": 1024}
LAPTOP = {"width": 1366, "height": 768}
DESKTOP = {"width": 1920, "height": 1080}

FOUR = "C1:A C4:A C5:A C2:A"
SIX = "C1:A C4:A C5:A C2:A C6:A S1:A"
BEND = "C1:A C2:B:left C5:A S2:A"
TWICE = "C2:B:left C4:A C5:A C1:B:right"

SPACES = """() => [...document.querySelectorAll('[data-spot]')].filter((one) => /^[0-9][lcr][0-9]$/.test(one.dataset.spot))
.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height])"""
"""Where the spaces of the course are, px."""


def course_at(look: Any, viewport: dict[str, int], course: str) -> Any:
    """A table with this course on this screen, at rest; the first seat keeps dice."""
    options = {"course": course, "berries": False}
    page = look(viewport, game="banjooli-cross", options=options, shown='[data-spot="tray.0"].can')
    still(page, "svg.board")
    return page


def in_hand(page: Any) -> list[float]:
    """How wide dice and predictions are, px."""
    found = page.locator('[data-spot^="tray."], [data-spot^="hand.0."]')
    return list(found.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)"))


@pytest.mark.parametrize(
    ("course", "least"),
    [
        deep(FOUR, [(UPRIGHT, 41), (SMALL, 27.5), (SIDEWAYS, 40), (TABLET, 60)]),
        deep(SIX, [(UPRIGHT, 33), (SMALL, 25), (SIDEWAYS, 36), (TABLET, 50)]),
        (BEND, [(UPRIGHT, 36), (SMALL, 27), (SIDEWAYS, 38)]),
        deep(TWICE, [(UPRIGHT, 37), (SMALL, 26), (SIDEWAYS, 36.5)]),
        deep(FOUR, [(LAPTOP, 70), (DESKTOP, 108)]),
        (SIX, [(LAPTOP, 66)]),
        deep(BEND, [(LAPTOP, 70)]),
    ],
    ids=["four", "six", "bend", "twice", "four at a desk", "six at a desk", "bend at a desk"],
)
def test_every_space_die_and_prediction_can_be_touched(
    look: Any, course: str, least: list[tuple[dict[str, int], float]]
) -> None:
    for viewport, wide in least:
        page = course_at(look, viewport, course)
        spaces = page.evaluate(SPACES)
        assert min(w for _, _, w, _ in spaces) >= wide, viewport
        assert min(in_hand(page)) >= FINGER
        assert len(in_hand(page)) == 10
        board = box(page, "svg.board")
        assert min(x for x, _, _, _ in spaces) >= board["x"] - 1
        assert max(x + w for x, _, w, _ in spaces) <= board["x"] + board["width"] + 1
        assert max(y + h for _, y, _, h in spaces) <= board["y"] + board["height"] + 1
        centres = [(x + w / 2, y + h / 2) for x, y, w, h in spaces]
        assert all(
            abs(x - a) + abs(y - b) > wide / 2 for n, (x, y) in enumerate(centres) for a, b in centres[:n]
        ), "no two spaces lie in the same place"
        assert page.evaluate(WIDER) <= 0
        if viewport in (LAPTOP, DESKTOP) and course != BEND:
            high = max(y + h for _, y, _, h in spaces) - min(y for _, y, _, _ in spaces)
            assert high > 0.55 * board["height"], "a straight course fills the stage"


@pytest.mark.parametrize(
    ("course", "viewport"),
    [
        (FOUR, UPRIGHT),
        (BEND, UPRIGHT),
        *map(deep, [(SIX, UPRIGHT), (FOUR, LAPTOP), (SIX, LAPTOP), (BEND, LAPTOP)]),
    ],
)
def test_start_and_finish_are_labelled_and_nothing_covers_them(
    look: Any, viewport: dict[str, int], course: str
) -> None:
    page = course_at(look, viewport, course)
    said = page.locator("svg.board [data-caption]")
    assert sorted(said.all_text_contents()) == [
        words("banjooli-cross.caption.finish"),
        words("banjooli-cross.caption.start"),
    ]
    board = box(page, "svg.board")
    trays = [one.bounding_box() for one in page.locator("svg.board .tray").all()]
    for one in (*said.all(), *page.locator("svg.board [data-road]").all()):
        lies = one.bounding_box()
        assert lies["x"] >= board["x"] - 1
        assert lies["x"] + lies["width"] <= board["x"] + board["width"] + 1
        assert lies["y"] >= board["y"] - 1
        assert lies["y"] + lies["height"] <= board["y"] + board["height"] + 1
        assert all(is_apart(lies, tray) for tray in trays)


def test_a_course_has_the_screen_and_the_dice_lie_in_its_bend(look: Any) -> None:
    page = course_at(look, SMALL, BEND)
    dice, corner = box(page, '[data-spot="tray.0"]'), box(page, '[data-spot="3c1"]')
    assert dice["x"] < corner["x"]
    assert dice["y"] > corner["y"], "in the corner that the course leaves free"
    assert corner["width"] >= 18, "beside the dice it would be less than 15"


COLOURS = """() => {
  const [road, part] = ['[data-road]', '[data-part]'].map((one) => getComputedStyle(document.querySelector('svg.board ' + one)));
  return [road.fill, part.getPropertyValue('--banjooli-board-sand').trim()];
}"""
THEMES = [
    ("light", "", "rgb(232, 200, 142)"),
    ("dark", "#5A452C", "rgb(90, 69, 44)"),
    ("contrast", "#FFFFFF", "rgb(255, 255, 255)"),
    ("", "", "rgb(232, 200, 142)"),
]


def test_a_folded_course_is_one_road_in_the_colours_of_the_theme(look: Any) -> None:
    page = course_at(look, UPRIGHT, FOUR)
    assert page.locator("svg.board [data-link]").count() == 3, "folded once, three lanes"
    for theme, sand, fill in THEMES:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        page.wait_for_function(
            f"([fill, sand]) => JSON.stringify(({COLOURS})()) === JSON.stringify([fill, sand])",
            arg=[fill, sand],
        )


def test_the_header_cuts_no_short_name(look: Any) -> None:
    whole = "(of) => { const one = document.querySelector(of); return one && one.scrollWidth <= one.clientWidth; }"
    for viewport in (SMALL, UPRIGHT, SIDEWAYS, LAPTOP):
        page = course_at(look, viewport, SIX if viewport == LAPTOP else FOUR)
        for name, text in ((".top .opener .who", "Ada"), (".top .title", words("banjooli-cross.title"))):
            expect(page.locator(name)).to_have_text(text)
            page.wait_for_function(whole, arg=name)
        assert page.evaluate(WIDER) <= 0


@pytest.mark.parametrize("course", [FOUR, deep(BEND), deep(SIX)])
def test_in_hand_dice_are_large_and_the_table_is_small(look: Any, course: str) -> None:
    usual = {}
    for viewport in (SMALL, UPRIGHT):
        page = course_at(look, viewport, course)
        usual[viewport["width"]] = min(w for _, _, w, _ in page.evaluate(SPACES))
        assert min(in_hand(page)) >= (FINGER if viewport == UPRIGHT else 40)
    button(page, "ui.view").tap()
    page.locator(".views input[value=hand]").tap(force=True)
    expect(page.locator(".views")).to_have_count(0)
    page.wait_for_url("**?view=hand")
    for viewport in (SMALL, UPRIGHT):
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        assert min(w for _, _, w, _ in page.evaluate(SPACES)) < usual[viewport["width"]] * 0.85
        assert min(in_hand(page)) >= 54


def at_the_fold() -> dict[str, Any]:
    """A race in which the red ostrich stands at the end of the first part of a course."""
    return {
        "game": "banjooli-cross",
        "seats": 2,
        "options": {},
        "phase": "choose",
        "course": ["start:A", "C1:A", "C4:A", "C5:A", "C2:A", "finish:A"],
        "ostriches": {"red": {"at": "2l3"}},
        "predictions": [["red", "green", "yellow", "blue"], ["green", "yellow", "blue", "purple"]],
        "dice": {"movement": ["red", "red", "blue", "blue", "green"], "sorcery": "white"},
    }


BENT = """(selector) => [...document.querySelectorAll(selector)].map((one) => (one.getAttribute('points') ?? '').trim().split(' ').length)"""
ME_AND_BOT = [{"who": "me"}, {"who": "bot", "level": "random"}]


def between_places(page: Any) -> tuple[float, float]:
    """A point of the board between four spaces, where no place is."""
    one, other = box(page, '[data-spot="1c2"]'), box(page, '[data-spot="1l3"]')
    x, y = (
        (one["x"] + one["width"] / 2 + other["x"] + other["width"] / 2) / 2,
        (one["y"] + one["height"] / 2 + other["y"] + other["height"] / 2) / 2,
    )
    hit = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-spot]')?.dataset.spot ?? ''", [x, y]
    )
    assert hit == "", "no place lies there"
    return x, y


@pytest.mark.deep
def test_a_run_follows_the_link_at_a_fold_and_taps_get_answers(person: Any, situated: Any) -> None:
    situated.begin_with(at_the_fold())
    page = person(UPRIGHT, has_touch=True, is_mobile=True)
    make_table(page, situated, game="banjooli-cross", options={}, seats=2, first=0, chairs=ME_AND_BOT)
    page.locator('[data-spot="2l3"].can').wait_for()
    still(page, "svg.board")
    page.touchscreen.tap(*between_places(page))
    page.locator(".prompt .reason").wait_for()
    page.locator('[data-spot="2l3"].can').tap()
    goal = page.locator('[data-spot^="3"].can')
    goal.first.wait_for()
    goal.last.tap()
    drawn = ".board .trail:not(.under)"
    page.locator(drawn).first.wait_for(state="attached")
    for viewport in (UPRIGHT, SIDEWAYS):
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        assert page.evaluate(BENT, drawn)[0] > 10, "it turns round with the road"
        link, trail = box(page, "svg.board [data-link]"), box(page, drawn)
        across = link["height"] > link["width"]
        far, reached = ((one["x"] + one["width"] if across else one["y"]) for one in (link, trail))
        assert abs(far - reached) < 6, "as far out as the outer lane of the road"
    page.locator(".thumb .wide:enabled").tap()
    page.locator(".board .trace").first.wait_for(state="attached")


@pytest.mark.deep
def test_moving_a_bird_by_hand_leaves_places_and_buttons_usable(person: Any, situated: Any) -> None:
    situated.begin_with(at_the_fold())
    page = person(UPRIGHT, has_touch=True, is_mobile=True)
    identity = make_table(
        page, situated, game="banjooli-cross", options={}, seats=2, first=0, chairs=ME_AND_BOT
    )
    page.goto(f"{situated.url}/t/{identity}?view=hand")
    page.locator('[data-spot="2l3"].can').wait_for()
    for viewport, least in ((UPRIGHT, 38), (SMALL, 27)):
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        assert min(w for _, _, w, _ in page.evaluate(SPACES)) >= least
        offer = page.locator(".strip .line button").first
        assert offer.evaluate("each => each.scrollHeight <= each.clientHeight"), (
            "the guided first game is read whole"
        )
        reach, cover = page.locator(".strip .reach"), page.locator(".strip .secrets button")
        for one in (reach, cover):
            expect(one).to_be_in_viewport(ratio=1)
        left, right = reach.bounding_box(), cover.bounding_box()
        assert left["x"] >= 0
        assert left["x"] + left["width"] <= right["x"]
        assert right["x"] + right["width"] <= viewport["width"]
        assert page.evaluate(WIDER) <= 0
    for viewport in (SIDEWAYS, UPRIGHT):
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        page.touchscreen.tap(*between_places(page))
        page.locator(".prompt .reason").wait_for()
        page.reload()
        page.locator('[data-spot="2l3"].can').wait_for()


LIES = """() => {
  const board = document.querySelector('svg.board');
  const parts = [...board.querySelectorAll('[data-part]')].map((one) => one.getAttribute('transform')).join('/');
  const spaces = [...board.querySelectorAll('[data-spot]')].filter((one) => /^[0-9][lcr][0-9]$/.test(one.dataset.spot))
    .map((one) => [one.dataset.spot, one.getBoundingClientRect()]).sort(([a], [b]) => a < b ? -1 : 1);
  return [parts, ...spaces.map(([id, { x, y, width }]) => `${id} ${Math.round(x)} ${Math.round(y)} ${Math.round(width)}`)];
}"""
"""How the board is folded, and where each of its spaces lies on the screen, px."""
FOLDED = "() => [...document.querySelectorAll('svg.board [data-part]')].map((one) => one.getAttribute('transform')).join('/')"
STAYS = f"(lay) => document.querySelector('svg.board') && JSON.stringify(({LIES})()) === JSON.stringify(lay)"


def near_the_end() -> dict[str, Any]:
    """Two ostriches are in, and the red one is about to be the third."""
    podium = {"green": {"at": "podium", "place": 1}, "yellow": {"at": "podium", "place": 2}}
    return at_the_fold() | {"ostriches": podium | {"red": {"at": "5l2"}}, "phase": "keep"}


@pytest.mark.deep
@pytest.mark.parametrize("viewport", some([UPRIGHT, SMALL, SIDEWAYS, LAPTOP], 4))
def test_the_course_stays_put_and_folded_alike_with_the_chat(
    person: Any, situated: Any, viewport: dict[str, int]
) -> None:
    situated.begin_with(near_the_end())
    touch = viewport["width"] < 900
    page = person(viewport, has_touch=touch, is_mobile=touch)
    make_table(page, situated, game="banjooli-cross", options={}, seats=2, first=0, chairs=ME_AND_BOT)
    page.locator('[data-spot="tray.0"].can').wait_for()
    still(page, "svg.board")
    lay = page.evaluate(LIES)
    assert lay[0], "it is folded"
    assert len(lay) > 40

    def stays() -> None:
        still(page, "svg.board")
        page.wait_for_function(STAYS, arg=lay)

    page.get_by_role("button", name=words("ui.chat.tab"), exact=True).first.click()
    wording = page.get_by_label(words("ui.chat.write"))
    wording.click()
    stays()
    wording.press("Escape")
    if touch:
        wording.wait_for(state="hidden")
    stays()
    page.locator('[data-spot="tray.4"]').click()
    page.locator('[data-spot="tray.4"][aria-pressed="true"]').wait_for()
    stays()
    page.locator('[data-spot="tray.4"]').click()
    page.locator(".thumb .wide:enabled").click()
    page.locator('[data-spot="5l2"].can').wait_for()
    stays()
    page.locator('[data-spot="5l2"]').click()
    goal = page.locator('[data-spot^="podium"].can')
    goal.first.wait_for()
    stays()
    goal.first.click()
    page.locator(".thumb .wide:enabled").click()
    page.locator(".prompt.over").wait_for()
    still(page, "svg.board")
    assert page.evaluate(FOLDED) == lay[0], "the result takes room of the board, which is folded no other way"


@pytest.mark.deep
@pytest.mark.parametrize(
    ("viewport", "least"),
    [(LAPTOP, 70), (UPRIGHT, 36), (SMALL, 26), (SIDEWAYS, 36)],
    ids=["1366x768", "390x844", "360x640", "844x390"],
)
def test_in_its_replay_a_course_lies_as_it_did_at_the_table(
    person: Any, house: Any, viewport: dict[str, int], least: float
) -> None:
    touch = viewport["width"] < 900
    page = person(viewport, has_touch=touch, is_mobile=touch)
    options = {"course": FOUR, "berries": False}
    identity = make_table(page, house, game="banjooli-cross", options=options)
    page.locator('[data-spot="tray.0"].can').wait_for()
    still(page, "svg.board")
    folds = page.evaluate(FOLDED)
    assert folds
    if touch:
        page.locator(".tabs button").first.click()
    button(page, "ui.resign").click()
    button(page, "ui.resign.yes").click()
    page.get_by_role("link", name=words("ui.replay.open"), exact=True).first.click()
    page.wait_for_url(f"**/replay/{identity}*")
    page.locator(".page .bar").wait_for()
    page.locator("svg.board [data-part]").first.wait_for()
    still(page, "svg.board")
    assert page.evaluate(FOLDED) == folds
    assert len(in_hand(page)) == 10
    assert page.locator('[data-spot^="hand.1."]').count() == 4, "all predictions lie open"
    spaces = page.evaluate(SPACES)
    assert min(w for _, _, w, _ in spaces) >= least
    board = box(page, "svg.board")
    assert min(x for x, _, _, _ in spaces) >= board["x"]
    assert max(x + w for x, _, w, _ in spaces) <= board["x"] + board["width"]
    assert max(y + h for _, y, _, h in spaces) <= board["y"] + board["height"]
