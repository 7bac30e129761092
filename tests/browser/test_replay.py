"""Afterwards: a game is looked at again move by move, goes on from any moment, is explained, shared, and found among my games."""

from __future__ import annotations

import base64
import json
import random
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import WAIT, button, make_table, my_turn, play_turn, words
from browser.house import House
from browser.test_accessible import violations
from ludotheque import Table, bots, load, save
from ludotheque.bots import analysis
from ludotheque.bots.review import TurningPoint
from ludotheque.table import views
from ludotheque.table.turns import turn_at, turns
from tests.banzai.noted import noted_game
from tests.depth import deep

pytestmark = pytest.mark.browser

MOVES = 12
SIDEWAYS = {"width": 844, "height": 390}
TOUCHING = """() => {
    const all = [...document.querySelectorAll('.top a, .opener, .tabs button')].map((one) => one.getBoundingClientRect()).filter(({width}) => width > 0);
    return all.flatMap((a, i) => all.slice(i + 1).filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
}"""
"""How many of the buttons at the top of a replay lie over another."""
NOT_YET = {
    "of": 9,
    "done": 0,
    "ready": True,
    "failed": False,
    "why": None,
    "points": [],
    "turning_points": [],
}
"""Chances of which none is found yet: for who only looks at the game."""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Bantu that Tom gave up after a few moves."""
    table = Table("bantu", 2, seed=5, first=0)
    for turn in range(MOVES):
        actions = table.legal_actions()
        table.play(actions[turn * 7 % len(actions)])
    table.journal.players = ["Zoé", "Tom"]
    path: Path = tmp_path_factory.mktemp("saved") / "partie.jsonl"
    save(table, path)
    end = {"end": "resigned", "returns": [1.0, 0.0], "ranking": [1, 2], "resigned": [1]}
    with path.open("a") as file:
        file.write(json.dumps(end) + "\n")
    return path


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of Banjooli Cross, in which a turn is many moves; one of its players is a robot."""
    table = Table("banjooli-cross", 3, seed=5, first=0)
    chosen = random.Random(4)
    while not table.is_over:
        table.play(chosen.choice(list(table.legal_actions())))
    table.journal.players, table.journal.bots = ["Zoé", "greedy", "Léa"], ["", "greedy", ""]
    path: Path = tmp_path_factory.mktemp("race") / "course.jsonl"
    save(table, path)
    return path


def shown(
    page: Any, house: House, path: Path, chances: dict[str, Any] | None = None, asked: str = ""
) -> None:
    """The replay of a file, chosen on its page; with these chances, if any, instead of those that the house finds."""
    if chances is not None:
        page.route("**/api/replay/chances", lambda route: route.fulfill(json=chances))
    page.goto(f"{house.url}/replay{asked}")
    page.set_input_files("input[type=file]", str(path))
    page.locator(".page .buttons").wait_for(timeout=6 * WAIT * 1000)


def opened(page: Any, house: House, path: Path, chances: dict[str, Any] | None = None) -> Table:
    """The replay of a record, and its game."""
    shown(page, house, path, chances)
    return load(path)


UNSEEN = """async (selector) => {
    const all = [...document.querySelectorAll(selector)];
    const seen = await new Promise((done) => {
        const watching = new IntersectionObserver((entries) => { watching.disconnect(); done(entries); });
        for (const each of all) watching.observe(each);
    });
    return [...(all.length ? [] : ['nothing']), ...seen.filter((each) => each.intersectionRatio < 0.999).map(({ target }) => target.outerHTML.slice(0, 80))];
}"""
"""Which of all these is not wholly on the screen."""
WAY = ".bar input[type=range], .bar button"
"""What one goes through a replay with."""


def pieces(page: Any) -> dict[str, str]:
    """Where each piece is drawn, by its id."""
    found: dict[str, str] = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-piece]')].map((each) => [each.dataset.piece, each.getAttribute('transform') ?? each.style.transform]))"
    )
    return found


def at(page: Any) -> int:
    """The number of moves before the moment on the screen."""
    return int(page.get_by_role("slider", name=words("ui.past.slider")).input_value())


def greyed_buttons_say_why(page: Any) -> None:
    for keys, names, why in (
        ("Home", ("ui.replay.first", "ui.replay.step.previous"), "ui.replay.start"),
        ("End", ("ui.replay.step.next", "ui.replay.last"), "ui.why.end"),
    ):
        page.keyboard.press(keys)
        for name in names:
            greyed = button(page, name)
            assert greyed.is_disabled()
            assert greyed.get_attribute("aria-description") == words(why)
    page.keyboard.press("Home")
    expect(button(page, "ui.replay.turn.next")).to_have_count(0)  # here a turn is one step
    button(page, "ui.replay.last").click()
    assert at(page) == MOVES
    button(page, "ui.replay.first").click()
    assert at(page) == 0
    back = button(page, "ui.replay.step.next")
    assert back.get_attribute("aria-description") is None
    assert back.get_attribute("title") == words("ui.replay.step.next")


def lines_are_one_stop_of_tab_and_light_their_places(page: Any) -> None:
    stops = page.locator('.moves button:not([tabindex="-1"])')
    assert stops.count() == 1
    stops.focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement?.querySelector('.n')?.textContent") == "4"
    assert at(page) == 0, "going through the list looks at nothing yet"
    assert page.locator("[data-lit]").count() > 0, "the line that has the focus shows its places"
    page.keyboard.press("ArrowRight")
    assert at(page) == 1, "right and left are for the replay"
    page.keyboard.press("Enter")
    assert at(page) == 4
    assert stops.count() == 1
    page.locator(".moves button").nth(6).hover()
    page.locator("[data-lit]").first.wait_for()
    page.locator(".home").hover()
    page.wait_for_function("() => document.querySelector('[data-lit]') === null")


def test_a_saved_game_is_stepped_by_keys_buttons_and_address(
    person: Callable[..., Any], house: House, saved: Path
) -> None:
    page = person()
    table = opened(page, house, saved, NOT_YET)
    start = pieces(page)
    expect(page.locator(".said .sentence")).to_have_text(words("ui.replay.start"))
    assert page.locator(".said .ends").inner_text().startswith(words("ui.replay.ends", said="")), (
        "how it ended"
    )
    for keys, then in (
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", MOVES), ("ArrowRight", MOVES),
        ("Shift+ArrowLeft", MOVES - 1), ("Home", 0), ("Shift+ArrowRight", 1),
    ):  # fmt: skip
        page.keyboard.press(keys)
        assert at(page) == then, keys
        page.wait_for_function("then => location.hash === `#${then}`", arg=then)
    told = page.locator(".said .sentence").inner_text().strip()
    assert told.startswith(words("ui.moves.line", who=page.locator(".said strong").inner_text(), what=""))
    moved = pieces(page)
    assert moved != start
    page.keyboard.press("Home")
    page.wait_for_function("() => location.hash === '#0'")
    assert pieces(page) == start
    page.evaluate("location.hash = '#7'")
    page.wait_for_function("() => document.querySelector('.bar input')?.value === '7'")
    assert page.locator(".moves [aria-current=step] .n").inner_text() == "7"
    page.locator(".moves button").nth(3).click()
    assert at(page) == 4
    page.keyboard.press("End")
    assert "Zoé" in page.locator(".said.won").inner_text()
    # By itself, from the start, faster and faster.
    speed = page.locator(".speed")
    for _ in range(2):
        speed.click()
    assert "4" in speed.inner_text()
    button(page, "ui.replay.play").click()
    page.wait_for_function(
        f"() => +document.querySelector('.bar input')?.value === {len(table.events)}", timeout=WAIT * 1000
    )
    button(page, "ui.replay.play").wait_for()
    greyed_buttons_say_why(page)
    lines_are_one_stop_of_tab_and_light_their_places(page)


@pytest.mark.deep
def test_notable_moves_have_a_card_and_the_end_a_reason(
    person: Callable[..., Any], house: House, race: Path
) -> None:
    page = person()
    table = opened(page, house, race, NOT_YET)
    assert page.locator(".said .card").count() == 0
    seen = views.event_views(table.journal, {0, 1, 2})
    first = next(number for number, each in enumerate(seen, 1) if each.moment is not None)
    page.evaluate("to => (location.hash = to)", f"#{first}")
    page.locator(".said .card strong").wait_for()
    page.locator("svg.board .glow").first.wait_for()
    page.keyboard.press("End")
    page.locator(".said.won").filter(has_text=words("banjooli-cross.ending.third_arrival")).wait_for()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.querySelector('.said.won') === null")


@pytest.mark.deep
def test_a_line_that_leaves_the_board_is_seen_where_it_lay(
    person: Callable[..., Any], house: House, tmp_path: Path
) -> None:
    table, chosen = Table("boussanga", 2, seed=1), random.Random(1)
    while not table.is_over:
        table.play(chosen.choice(list(table.legal_actions())))
    save(table, tmp_path / "game.jsonl")
    seen = views.event_views(table.journal, {0, 1})
    n, gone = next((i, each.moment.gone) for i, each in enumerate(seen) if each.moment and each.moment.gone)
    page = person()
    opened(page, house, tmp_path / "game.jsonl", NOT_YET)
    page.evaluate(f"location.hash = '#{n}'")
    page.wait_for_function("n => document.querySelector('input[type=range]').value == n", arg=str(n))
    expect(page.locator("[data-gone]")).to_have_count(0)
    page.evaluate(f"location.hash = '#{n + 1}'")
    ghosts = page.locator("[data-gone]")
    expect(ghosts).to_have_count(len(gone))
    assert sorted(ghosts.evaluate_all("all => all.map((one) => one.dataset.gone)")) == sorted(
        piece.place for piece in gone
    )
    expect(ghosts.first.locator("use")).to_be_attached()
    page.evaluate("document.querySelector('.leaving').getAnimations().forEach((each) => each.finish())")
    expect(page.locator(".leaving")).to_have_css("opacity", "0")


@pytest.mark.deep
def test_turns_are_counted_where_they_are_many_moves(
    person: Callable[..., Any], house: House, race: Path
) -> None:
    page = person()
    opened(page, house, race, NOT_YET)
    button(page, "ui.replay.panel.what_if").click()
    button(page, "ui.what_if.begin.start").wait_for()
    assert page.locator("form .pick").get_by_role("img", name=words("ui.seat.bot")).count() == 1
    page.evaluate("location.hash = '#40'")
    page.wait_for_function("() => document.querySelector('.bar input')?.value === '40'")
    turn = int(page.locator(".bar .at").inner_text().split("/")[0])
    assert 0 < turn < 20
    # It is played on from the turn that comes next.
    ahead = views.event_views(load(race).journal, {0, 1, 2})[40].turn
    button(page, "ui.what_if.begin", n=ahead).wait_for()
    button(page, "ui.replay.panel.share").click()
    with page.expect_download() as waiting:
        button(page, "ui.share.svg").click()
    assert waiting.value.suggested_filename == f"banjooli-cross-{turn}.svg"


def test_a_replay_goes_from_decision_to_decision(
    person: Callable[..., Any], house: House, race: Path
) -> None:
    page = person()
    table = opened(page, house, race, NOT_YET)
    first = next(number for number, event in enumerate(table.events) if event.seat >= 0)
    assert at(page) == first > 1, "chance sets this game up"
    page.locator(".said .sentence").filter(has_text=words("ui.replay.start")).wait_for()
    expect(page.locator(".moves button").first).to_be_visible()
    assert page.locator(".moves [aria-current=step]").count() == 0, "nobody has played yet"
    page.keyboard.press("ArrowRight")
    then = at(page)
    assert then > first
    assert page.locator(".moves [aria-current=step]").count() == 1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert at(page) == first, "nobody did what is before it"
    page.keyboard.press("End")
    page.keyboard.press("Home")
    assert at(page) == first
    page.keyboard.press("End")
    page.evaluate("location.hash = '#1'")
    page.wait_for_function("(start) => document.querySelector('.bar input')?.value === start", arg=str(first))
    # No step ends between two dice.
    seats = [each.seat for each in table.events]
    before, passed = at(page), set[int]()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        now = at(page)
        assert now > before
        assert seats[now] >= 0 or turn_at(table.journal, now) != turn_at(table.journal, now - 1)
        assert sum(seat >= 0 for seat in seats[before:now]) <= 1, "no decision is passed over"
        passed.add(now - before)
        before = now
    assert max(passed) > 1, "dice are thrown in this game"


@pytest.mark.deep
def test_chances_count_turns_as_the_list_does(person: Callable[..., Any], house: House, race: Path) -> None:
    page, table = person(), load(race)

    def weighed(route: Any) -> None:
        view = {"message": {"key": "ui.champion"}}
        best = {"action": 1, "value": 0.9, "visits": 1, "view": view}
        over = {"message": {"key": "ui.champion.over"}}
        moves = [*(each.move for each in turns(table.journal)), len(table.events)]
        missed = {move: {moves[5]: 0.8, moves[2]: 0}.get(move, 0.04) for move in moves}
        points = [
            {
                "move": move,
                "turn": 0,
                "seat": 0,
                "chances": [1 / 3] * 3,
                "best": [best],
                "played": {"action": 2, "value": 0.9 - missed[move], "visits": 1, "view": over},
                "missed": missed[move],
            }
            for move in moves
        ]
        shares = {"actor": 0, "seat": 0, "before": 0.6, "after": 0.3}
        turning = [{"move": moves[n], "until": moves[n + 1]} | shares for n in (5, 2)]
        found = {"of": len(points), "done": len(points), "ready": True, "failed": False, "why": None}
        route.fulfill(json={**found, "points": points, "turning_points": turning})

    page.route("**/api/replay/chances", weighed)
    opened(page, house, race)
    button(page, "ui.replay.panel.chances").click()
    # In the order of the game, whichever weighs more.
    turning = page.locator(".turning button").last
    expect(turning).to_contain_text(words("ui.chances.turn", n=6, who="Zoé"))
    named = {"what": words("ui.champion"), "played": words("ui.champion.over").removesuffix(".")}
    better = words("ui.chances.better.than", **named, value="90\u00a0%", left="10\u00a0%")
    expect(turning).to_contain_text(better, ignore_case=True)
    begun = [each.move for each in turns(table.journal)]
    # Of two pairs of numbers for one turn only that of the decision is told; where nothing was better, what the turn did.
    swing = words("ui.chances.swing", who="Zoé", before="60\u00a0%", after="30\u00a0%")
    expect(turning).not_to_contain_text(swing)
    expect(page.locator(".turning button").first).to_contain_text(swing)
    several = sum(each.seat >= 0 for each in table.events[begun[2] : begun[3]]) > 1
    thrown = any(each.seat < 0 for each in table.events[begun[2] + 1 : begun[3]])
    assert (several, thrown) == (True, True), "dice were thrown again: luck went on after the first decision"
    expect(page.locator(".turning button").first).to_contain_text(words("ui.chances.begun.luck"))
    one = words("ui.chances.blunder.count", n=1)
    expect(page.locator(".faults li", has_text=one)).to_have_count(1)
    # Dice that were thrown again lie there as they were when it was decided who runs.
    page.locator(".turning button").first.click()
    seen = views.event_views(table.journal, {0, 1, 2})
    decided = next(n for n in range(begun[2], begun[3]) if seen[n].seat >= 0 and not seen[n].prepares)
    assert begun[2] < at(page) == decided
    turning.click()
    assert at(page) == begun[5], "before what was decided"
    expect(page.locator(".said")).to_contain_text("90\u00a0%")
    expect(page.locator(".said")).to_contain_text(words("ui.champion.over"), ignore_case=True)
    page.keyboard.press("Escape")
    expect(page.locator(".said")).not_to_contain_text("90\u00a0%")
    name = ["Zoé", words("bot.greedy"), "Léa"][table.events[begun[5]].seat]
    button(page, "ui.champion.ask", who=name).wait_for()
    button(page, "ui.replay.panel.moves").click()
    shown = page.locator(".moves [aria-current=step]")
    expect(shown.locator(".n")).to_have_text("6")
    line = page.locator(".moves button").filter(has=page.locator(".n", has_text="6")).first
    expect(line).to_have_attribute("aria-current", "step")
    expect(page.locator(".moves .fault")).to_have_count(1)
    expect(line.locator(".fault")).to_contain_text("??")


@pytest.mark.deep
def test_dice_a_champion_re_rolls_are_named_and_marked_in_place(
    person: Callable[..., Any], house: House, race: Path
) -> None:
    page, table = person(PHONE, has_touch=True, is_mobile=True), load(race)
    keeps = next(n for n, each in enumerate(table.events) if each.seat >= 0)

    def advised(route: Any) -> None:
        dice = {"key": "ui.list.last", "args": {"first": "le rouge", "then": "le joker"}}
        motions = [{"piece": f"die.{n}", "path": [f"tray.{n}"] * 2, "kind": "vanish"} for n in (1, 3)]
        view = {
            "message": {"key": "banjooli-cross.event.throws", "args": {"n": 2, "dice": dice}},
            "motions": motions,
        }
        best = {"action": 1, "value": 0.9, "visits": 1, "view": {"seat": 0, "text": "throw 2 4"} | view}
        found = {"move": keeps, "turn": 0, "seat": 0, "chances": [1 / 3] * 3, "best": [best], "played": None}
        route.fulfill(json=found | {"missed": 0})

    page.route("**/api/replay/champion", advised)
    opened(page, house, race, NOT_YET)
    expect(button(page, "ui.replay.panel.chances")).to_have_attribute("aria-pressed", "true")
    button(page, "ui.chances.part.champion").tap()
    page.locator("section[aria-labelledby=champion] .button").tap()
    advice = page.locator("section[aria-labelledby=champion] li button")
    expect(advice).to_contain_text("Relancer le rouge et le joker")
    ringed = page.locator(".rings .better[data-ring]")
    expect(ringed).to_have_count(0)
    advice.tap()
    expect(advice).to_have_attribute("aria-pressed", "true")
    expect(ringed).to_have_count(2)
    expect(advice.locator("svg.better.ring")).to_be_visible()
    lies = [page.locator(f'[data-spot="tray.{n}"]').bounding_box() for n in (1, 3)]
    marks = [one.bounding_box() for one in ringed.all()]
    for die, mark in zip(lies, marks, strict=True):
        assert abs(die["x"] + die["width"] / 2 - mark["x"] - mark["width"] / 2) < 3
    advice.tap()
    expect(ringed).to_have_count(0)


@pytest.mark.deep
def test_your_hand_is_labelled_as_yours(person: Callable[..., Any], house: House) -> None:
    page = person(PHONE, has_touch=True, is_mobile=True)
    identity = make_table(page, house, game="banjooli-cross", options={})
    page.locator(".prompt.yours").wait_for()
    page.goto(f"{house.url}/replay/{identity}")
    page.locator(".page .buttons").wait_for(timeout=WAIT * 1000)
    page.keyboard.press("End")
    page.locator("svg.board .tray text").first.wait_for(state="attached")
    headings = page.locator("svg.board .tray text").evaluate_all(
        "all => all.map((one) => one.firstChild.data)"
    )
    own = {words("ui.seat.own"), words("banjooli-cross.panel.card.yours")}
    assert own & {each.strip() for each in headings}, headings


CUT = """() => {
    const seen = one => { const { x, y, right, bottom } = one.getBoundingClientRect(); const box = one.closest('.panel, .seats').getBoundingClientRect(); return x >= box.x - 1 && y >= box.y - 1 && right <= box.right + 1 && bottom <= box.bottom + 1; };
    const parts = [...document.querySelectorAll('.seats .name, .seats li:nth-child(n) .line:first-child')].filter(one => one.getClientRects().length);
    return [...parts, document.querySelector('.curve')].filter(one => !seen(one) || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline').map(one => one.textContent || 'curve');
}"""
"""What of the names, of what each has, and of the curve is not seen whole."""


@pytest.mark.deep
@pytest.mark.parametrize("game", ["boussanga", deep("bantu")])
def test_on_a_phone_the_whole_curve_shows_names_and_numbers(
    person: Callable[..., Any], house: House, tmp_path: Path, game: str
) -> None:
    table = Table(game, 4, seed=5, first=0)
    for _ in range(MOVES):
        table.play(table.legal_actions()[0])
    table.journal.players = ["Maman", "Mamie Odile", "Étienne", "Zoé"]
    save(table, tmp_path / "game.jsonl")
    end = {"end": "resigned", "returns": [1.0, 0.0, 0.0, 0.0], "ranking": [1, 4, 3, 2], "resigned": [1, 2, 3]}
    with (tmp_path / "game.jsonl").open("a") as file:
        file.write(json.dumps(end) + "\n")
    page = person(PHONE, has_touch=True)
    opened(page, house, tmp_path / "game.jsonl", swinging(len(table.events)))
    moments = ("0", str(MOVES // 2), str(len(table.events)))
    for screen, moment in product((PHONE, {"width": 360, "height": 640}, SIDEWAYS), moments):
        page.set_viewport_size(screen)
        page.evaluate("to => (location.hash = to)", f"#{moment}")
        page.wait_for_function("to => +document.querySelector('.bar input')?.value >= +to", arg=moment)
        tab = button(page, "ui.replay.panel.chances")
        if tab.get_attribute("aria-pressed") != "true":
            tab.tap()
        page.locator(".curve polyline").first.wait_for()
        page.evaluate(FRAMES)
        assert page.evaluate(CUT) == [], (screen, moment)
        expect(page.locator(".curve")).to_be_in_viewport(ratio=1)
        assert page.locator(".curve").bounding_box()["height"] >= 64
        expect(page.locator(".seats .chance")).to_have_count(4)
    short = words(
        f"{game}.standing.{'points' if game == 'boussanga' else 'home'}.short",
        n=0,
        of=15 if game == "boussanga" else 4,
    )
    expect(page.locator(".seats .line").first).to_have_text(short)


def swinging(events: int, seats: int = 4) -> dict[str, Any]:
    """The chances of players, two of whom change places from move to move."""
    point = {"turn": 0, "seat": 0, "best": [], "played": None, "missed": 0}
    shares = [[0.4, 0.3, 0.2, 0.1, 0, 0], [0.2, 0.1, 0.4, 0.3, 0, 0]]
    points = [point | {"move": move, "chances": shares[move % 2][:seats]} for move in range(events + 1)]
    done = {"of": len(points), "done": len(points), "ready": True, "failed": False, "why": None}
    return done | {"points": points, "turning_points": []}


@pytest.mark.deep
def test_a_replay_of_races_shows_each_photo_finish_where_it_was(
    person: Callable[..., Any], house: House, tmp_path: Path
) -> None:
    table = noted_game(seed=1)
    save(table, tmp_path / "game.jsonl")
    page = person(PHONE, has_touch=True)
    opened(page, house, tmp_path / "game.jsonl")
    (first, race), *_ = table.journal.races
    expect(page.locator(".photo")).to_have_count(0)
    page.evaluate("to => (location.hash = to)", f"#{first}")
    page.wait_for_function("to => +document.querySelector('.bar input')?.value === to", arg=first)
    expect(page.locator(".photo")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    photo = page.locator(".photo")
    taken = photo.locator("li.taken").first
    expect(taken.locator(".key")).to_contain_text(
        f"{race['claims'][0]['key_ms'] / 1000:.2f}".replace(".", ",")
    )
    expect(taken.locator("strong")).to_contain_text(words("ui.somebody"))
    assert photo.locator("li.late").count() > 0
    expect(photo.get_by_role("button", name=words("ui.photo.close"))).to_have_count(0)
    for screen in (PHONE, SIDEWAYS, {"width": 1366, "height": 768}):
        page.set_viewport_size(screen)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".photo")).to_have_count(0)
        page.keyboard.press("ArrowRight")
        expect(taken.locator(".key")).to_be_in_viewport(ratio=1)
        expect(page.locator(".moves [aria-current=step]")).to_be_in_viewport(ratio=0.5)
        assert page.evaluate(UNSEEN, WAY) == [], screen
    page.keyboard.press("Home")
    expect(page.locator(".photo")).to_have_count(0)


@pytest.mark.deep
def test_each_line_of_the_moves_is_whole(person: Callable[..., Any], house: House, race: Path) -> None:
    page = person(PHONE, has_touch=True)
    opened(page, house, race, NOT_YET)
    button(page, "ui.replay.panel.moves").click()
    for screen in (PHONE, SIDEWAYS, {"width": 1366, "height": 768}):
        page.set_viewport_size(screen)
        for _ in range(4):
            page.keyboard.press("Shift+ArrowRight")
            page.evaluate(FRAMES)
            line = page.locator(".moves [aria-current=step]")
            box, panel = line.bounding_box(), page.locator(".panel").bounding_box()
            assert box["y"] >= panel["y"] - 1
            assert box["y"] + box["height"] <= panel["y"] + panel["height"] + 1
        cut = page.locator(".moves .what").evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1 || one.getBoundingClientRect().right > innerWidth).length"
        )
        assert cut == 0
        tops = page.locator(".moves li").evaluate_all(
            "all => { const top = all[0].closest('.list').getBoundingClientRect().y; return all.map((one) => Math.abs(one.getBoundingClientRect().y - top)); }"
        )
        assert min(tops) < 2, "the line at the top is whole"


def test_the_analysis_of_a_game_is_opened_without_another_search(
    person: Callable[..., Any], house: House, saved: Path, tmp_path: Path
) -> None:
    """The file holds the game, and what was found: chances, turning points, and what would have been better at each decision."""
    page, table = person(), load(saved)
    found = analysis.begin(table.journal, saved.read_text(), bots.Budget(simulations=2), lines=1)
    assert [*analysis.go_on(found, table.journal)] == found.points
    found.turning_points = [TurningPoint(3, 2, 3, 0, 1, 0.25, 0.75)]
    path, asked = tmp_path / "partie.jsonl.analysis.json", list[str]()
    analysis.write(found, path)
    page.on("request", lambda request: asked.append(request.url))
    shown(page, house, path)
    button(page, "ui.replay.panel.chances").click()
    swing = words("ui.chances.swing", who="Tom", before="25 %", after="75 %")
    page.locator(".turning button").filter(has_text=swing.replace(" %", "\u00a0%")).wait_for()
    page.locator("section[aria-labelledby=champion] li").first.wait_for()
    expect(page.locator("section[aria-labelledby=champion] li")).to_have_count(len(found.points[0].best))
    page.locator(".turning button").filter(has_text=swing.replace(" %", "\u00a0%")).click()
    assert at(page) == 2, "before what was decided"
    missed = found.points[2].missed > 0
    marked = page.locator("section[aria-labelledby=champion] [aria-pressed=true]")
    expect(marked).to_have_count(1 if missed else 0)
    page.evaluate("location.hash = '#0'")
    page.wait_for_function("() => document.querySelector('.bar input')?.value === '0'")
    page.locator("details summary").click()
    expect(page.locator("details tbody tr")).to_have_count(
        len(found.points)
    )  # the position that was left too
    assert not [url for url in asked if "chances" in url or "champion" in url]
    # One that was stopped says so, and one that is broken is refused.
    found.points, found.turning_points, found.done = found.points[:4], [], False
    analysis.write(found, path)
    shown(page, house, path)
    button(page, "ui.replay.panel.chances").click()
    page.get_by_role("status").filter(
        has_text=words("ui.chances.partial", n=4, of=len(found.moments))
    ).wait_for()
    path.write_text(path.read_text().replace('"points":[{', '"points":[{"chances":7},{'))
    page.goto(house.url + "/replay")
    page.set_input_files("input[type=file]", str(path))
    page.get_by_role("alert").filter(has_text=words("ui.replay.bad_analysis")).wait_for()


@pytest.mark.deep
def test_a_slider_that_is_dragged_notes_its_moment_once(
    person: Callable[..., Any], house: House, saved: Path
) -> None:
    page = person()
    opened(page, house, saved, NOT_YET)
    page.evaluate(
        """() => {
            window.noted = 0;
            const replace = history.replaceState.bind(history);
            history.replaceState = (...all) => (window.noted++, replace(...all));
            const slider = document.querySelector('.bar input');
            for (let i = 0; i < 200; i++) {
                slider.value = String(1 + (i % 9));
                slider.dispatchEvent(new Event('input', { bubbles: true }));
            }
        }"""
    )
    assert at(page) == 2
    page.wait_for_function("() => location.hash === '#2'")
    assert page.evaluate("window.noted") == 1


@pytest.mark.deep
def test_on_a_phone_board_path_and_questions_share_the_screen(
    person: Callable[..., Any], house: House, race: Path
) -> None:
    page = person(PHONE, has_touch=True)
    opened(page, house, race, swinging(len(load(race).events), 3))
    for screen in (PHONE, {"width": 360, "height": 640}, SIDEWAYS, {"width": 740, "height": 360}):
        page.set_viewport_size(screen)
        page.evaluate("location.hash = '#40'")
        page.wait_for_function("() => document.querySelector('.bar input')?.value === '40'")
        share_the_screen(page, screen)
    # The end leaves the buttons in sight.
    page.keyboard.press("End")
    page.locator(".said.won").wait_for()
    for screen in (SIDEWAYS, {"width": 740, "height": 360}):
        page.set_viewport_size(screen)
        expect(page.locator(".bar .buttons")).to_be_in_viewport(ratio=1)


def share_the_screen(page: Any, screen: dict[str, int]) -> None:
    """Each has its room on this screen, whatever is read."""
    for name in ("moves", "chances", "what_if", "share"):
        tab = button(page, f"ui.replay.panel.{name}")
        if tab.get_attribute("aria-pressed") != "true":
            tab.tap()
        expect(tab).to_have_attribute("aria-pressed", "true")
        page.evaluate(FRAMES)
        assert page.evaluate(UNSEEN, f"{WAY}, .tabs button") == [], (screen, name)
        assert page.evaluate(TOUCHING) == 0, "no button lies over another"
        seen = page.evaluate(
            """() => {
                const [board, felt, panel, foot] = ['svg.board', '.felt', '.panel', '.foot'].map(each => document.querySelector(each).getBoundingClientRect());
                return {board: Math.min(board.width, board.height), felt: felt.height, panel: panel.height, free: foot.top - panel.bottom, scrolls: document.documentElement.scrollHeight - innerHeight};
            }"""
        )
        assert seen["board"] >= 140, (name, seen)
        upright = screen["height"] > screen["width"]
        assert seen["panel"] >= (70 if upright else 120), (name, seen)
        if upright:
            assert seen["felt"] >= 0.49 * screen["height"], (name, seen)
        assert seen["free"] >= -1, f"nothing covers what is read: {name}, {seen}"
        assert seen["scrolls"] <= 0, (name, seen)
    button(page, "ui.replay.panel.what_if").tap()
    begin = page.locator("form button[type=submit]")
    expect(begin).to_be_in_viewport(ratio=1)  # without scrolling
    begin.click(trial=True)
    for chosen in page.locator("form .pick .name").all():
        assert chosen.evaluate(
            "each => each.scrollWidth <= each.clientWidth + 1 || getComputedStyle(each).overflow === 'visible'"
        )
    # The panel is put away by its own tab, and the board has its room.
    if screen["height"] > screen["width"]:
        small = page.locator("svg.board").bounding_box()["height"]
        button(page, "ui.replay.panel.what_if").tap()
        expect(page.locator(".panel")).to_be_hidden()
        page.wait_for_function(
            "small => document.querySelector('svg.board')?.getBoundingClientRect().height > small", arg=small
        )
        button(page, "ui.replay.panel.what_if").tap()
        expect(page.locator(".panel")).to_be_visible()
        # What is read may have the board's room, until another moment is shown.
        read = page.locator(".panel").bounding_box()["height"]
        button(page, "ui.replay.enlarge").tap()
        expect(page.locator(".felt")).to_be_hidden()
        assert page.locator(".panel").bounding_box()["height"] >= read + 0.35 * screen["height"]
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".felt")).to_be_visible()
        page.wait_for_function("() => location.hash !== '#40'")


@pytest.mark.deep
def test_pieces_that_are_set_up_are_steps_that_are_counted(
    person: Callable[..., Any], house: House, tmp_path: Path
) -> None:
    table = Table("billabong", 2, {"mode": "duel"}, seed=5, first=0)
    for _ in range(12):
        table.play(table.legal_actions()[0])
    save(table, tmp_path / "game.jsonl")
    page = person(PHONE, has_touch=True)
    opened(page, house, tmp_path / "game.jsonl")
    counter = page.locator(".bar .at")
    for number in range(13):
        # Turns have the numbers of the list and the curve; while pieces are set up there is none yet, and each piece is counted aloud.
        expect(counter).to_have_text(f"{max(0, number - 10)}/2")
        if 0 < number <= 10:
            slider = page.get_by_role("slider", name=words("ui.past.slider"))
            expect(slider).to_have_attribute("aria-valuetext", words("ui.past.setup", n=number, of=10))
        if number == 5:
            button(page, "ui.replay.panel.what_if").tap()
            button(page, "ui.what_if.begin.here").wait_for()
        page.keyboard.press("ArrowRight")
    assert page.locator(".panel").bounding_box()["height"] >= 120, "what is read has room"


GAMES = {"billabong": 4, "bantu": 4, "boussanga": 4, "banjooli-cross": 5, "banzai": 6}
NAMES = ["Maman", "Mamie", "Étienne", "Zoé", "Léa", "Tom"]
LIES = """() => {
    const round = each => { const { x, y, width, height } = each.getBoundingClientRect(); return [x, y, width, height].map(Math.round); };
    const spots = [...document.querySelectorAll('svg.board [data-spot]')];
    const trays = [...document.querySelectorAll('svg.board .tray')];
    const [felt, foot] = ['.felt', '.foot'].map(each => document.querySelector(each).getBoundingClientRect());
    return {
        board: round(document.querySelector('svg.board')),
        first: round(spots[0]),
        trays: trays.map(each => round(each.querySelector('rect'))),
        names: trays.map(each => each.querySelector('text')?.firstChild?.textContent ?? ''),
        titles: trays.map(each => each.querySelector('title')?.textContent ?? each.querySelector('text')?.textContent ?? ''),
        small: trays.map(each => each.querySelector('text')?.getBoundingClientRect().height ?? 0).filter(high => high < 9),
        out: [...spots, ...trays.map(each => each.querySelector('rect'))].map(each => each.getBoundingClientRect()).filter(each => each.left < felt.left - 2 || each.right > felt.right + 2 || each.top < felt.top - 2 || each.bottom > felt.bottom + 2).length,
        covered: Math.max(0, felt.bottom - foot.top) * (felt.right > foot.left && felt.left < foot.right ? 1 : 0),
    };
}"""
"""Where a replay's board and its trays lie, what is written over the trays, and what lies outside or is covered."""


MOST_MOVES = 90
"""Enough for any of these games to show what it has, and to end, save Billabong, whose board has no trays."""
SCREENS = [(390, 844), (360, 640), (844, 390), (768, 1024), (1366, 768)]
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"


@pytest.mark.deep
@pytest.mark.parametrize(
    ("game", "screens"),
    [
        ("banjooli-cross", SCREENS[:1]),
        *(deep(game, SCREENS, called=f"{game}-everywhere") for game in GAMES),
    ],
)
def test_every_tray_is_named_and_the_board_keeps_its_size(
    person: Callable[..., Any], house: House, tmp_path: Path, game: str, screens: list[tuple[int, int]]
) -> None:
    """Nothing of the game is missing, cut or covered on any screen, and neither a tab nor a step moves the board."""
    table, chosen = Table(game, GAMES[game], seed=5), random.Random(5)
    while not table.is_over and len(table.events) < MOST_MOVES:
        seat = chosen.choice(list(table.actors))
        table.play(chosen.choice(list(table.legal_actions(seat))), seat)
    table.journal.players = NAMES[: GAMES[game]]
    save(table, tmp_path / "game.jsonl")
    page = person(has_touch=True)
    shown(page, house, tmp_path / "game.jsonl", swinging(len(table.events), GAMES[game]))
    page.locator("svg.board [data-spot]").first.wait_for()
    page.evaluate("document.fonts.ready")
    slider = page.get_by_role("slider", name=words("ui.past.slider"))
    last = int(slider.get_attribute("max"))
    moments = sorted({at(page), last // 2, last})
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        first: dict[str, Any] | None = None
        titles: set[str] = set()
        boards: list[Any] = []
        for moment in moments:
            if game in ("billabong", "banzai"):
                first = None  # kangaroos leave their tray, and a player who is out has no hand: from tab to tab only
            page.evaluate("to => (location.hash = to)", f"#{moment}")
            page.wait_for_function(
                "to => document.querySelector('.bar input')?.value === to", arg=str(moment)
            )
            for tab in page.locator(".tabs button").all():
                if tab.get_attribute("aria-pressed") != "true":
                    tab.click()
                expect(tab).to_have_attribute("aria-pressed", "true")
                page.evaluate(FRAMES)
                lies = page.evaluate(LIES)
                where = (width, height, moment, tab.inner_text())
                assert lies["out"] == 0, (where, lies)
                assert lies["covered"] == 0, (where, lies)
                assert lies["small"] == [], (where, lies)
                assert all(lies["names"]), (where, lies)
                assert len({*lies["names"]}) == len(lies["names"]), (where, lies)
                first = first or lies
                boards.append(lies["board"])
                titles.update(lies["titles"])
                for what in ("board", "trays", "titles"):
                    assert lies[what] == first[what], (where, what)
                assert page.evaluate(UNSEEN, WAY) == [], where
        if game == "billabong" and width >= 900 and height > 500:  # what has been placed leaves its room
            assert boards == boards[:1] * len(boards), (width, height)
        if titles and game != "billabong":  # there trays are called by the colour of their kangaroos
            for name in NAMES[: GAMES[game]]:
                assert any(name in title for title in titles), (name, titles)
    assert (game in ("boussanga", "banjooli-cross", "banzai")) == bool(first is not None and first["trays"])


def test_a_file_that_is_no_game_is_refused_with_a_sentence(
    person: Callable[..., Any], house: House, saved: Path, tmp_path: Path
) -> None:
    page = person()
    page.goto(house.url + "/replay")
    lines = saved.read_text().splitlines()
    for text, said, key in (
        ("bonjour", "JSON", "error.replay.not_a_game"),
        ("\n".join([*lines[:3], '{"n": 3, "seat": 0, "text": "zzz"}']), "ligne 4", "error.replay.unread"),
    ):
        broken = tmp_path / "broken.jsonl"
        broken.write_text(text)
        page.set_input_files("input[type=file]", str(broken))
        # The last refusal goes while the next file is read: wait for the words, not for the box.
        box = page.get_by_role("alert").filter(has_text=said).filter(has_text=words(key))
        box.wait_for()
        assert box.locator("details").count() == (1 if key == "error.replay.not_a_game" else 0)
    # Dropped on the page instead of chosen.
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "partie.jsonl"));
            for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        saved.read_text(),
    )
    page.locator(".page .buttons").wait_for()


@pytest.mark.deep
def test_chances_lead_to_moves_and_what_if_continues_from_one(
    person: Callable[..., Any], house: House, saved: Path
) -> None:
    page = person(bypass_csp=True)
    table = opened(page, house, saved)
    expect(page.locator("ol.moves > li").last).to_contain_text(words("ui.moves.resigned"))
    button(page, "ui.replay.panel.chances").click()
    page.locator("details summary").wait_for(timeout=120_000)
    assert page.locator(".curve polyline").count() == 2
    axis = [
        each.replace("\u202f", " ").replace("\xa0", " ")
        for each in page.locator(".curve .axis").all_text_contents()
    ]
    assert axis[:3] == ["100 %", "50 %", "0 %"]
    assert axis[3] == "1"
    assert page.locator(".curve .flag").evaluate_all("all => all.map((one) => one.dataset.flag)") == ["1"]
    expect(page.locator(".gave")).to_contain_text(words("ui.chances.resigned", who="Tom"))
    last = page.locator(".curve polyline").evaluate_all(
        "all => all.map((one) => one.points[one.points.length - 1].y)"
    )
    assert all(0 < y < 150 for y in last), "a resignation is no swing"
    # Who won stands at the end of it, from where the line ends up to the top.
    expect(page.locator(".frame .told.won")).to_have_text(words("ui.over.won", who="Zoé"))
    assert page.locator(".curve [data-won]").evaluate_all("all => all.map((one) => one.dataset.won)") == ["0"]
    expect(page.locator(".curve [data-won] .up")).to_have_count(1)
    assert violations(page) == []
    page.locator("details summary").click()
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(len(table.events) + 1)
    assert rows.nth(3).inner_text().count("%") == 2
    assert page.locator('tbody button:not([tabindex="-1"])').count() == 1
    assert all(
        each["height"] >= 24 for each in (one.bounding_box() for one in rows.get_by_role("button").all())
    )
    rows.nth(3).get_by_role("button").click()
    assert at(page) == 3
    width = page.locator(".curve").bounding_box()["width"]
    page.locator(".curve").click(position={"x": width - 12, "y": 20})
    assert at(page) == len(table.events)
    assert page.locator(".turning li").count() == 0, "giving up is no turning point"
    page.evaluate("location.hash = '#4'")
    page.get_by_role("button", name=words("ui.champion.ask", who="Zoé")).click()
    page.locator("li .value").first.wait_for(timeout=60_000)
    expect(page.locator("li:has(.value)").last).to_be_in_viewport(ratio=1)
    assert page.locator('li:has(.value) button:not([tabindex="-1"])').count() == 1
    before = page.locator("svg.board").inner_html()
    page.locator("li:has(.value) button").first.click()
    assert page.locator("svg.board").inner_html() != before, "its trace is shown"
    button(page, "ui.replay.panel.what_if").click()
    page.get_by_role("radio", name="Tom").check(force=True)
    button(page, "ui.what_if.begin", n=5).click()
    page.wait_for_url("**/t/*")
    page.locator("svg.board").wait_for()
    begun = house.table(page.url.rsplit("/", 1)[1].partition("#")[0])
    there = Table.from_position(begun.journal.setup.position or {})
    assert there.state.tobytes() == Table.from_position(_position(table, 4)).state.tobytes()


@pytest.mark.deep
def test_a_resignation_can_be_looked_at_like_any_position(
    person: Callable[..., Any], house: House, saved: Path
) -> None:
    """Who resigned, perhaps too early, sees the chances there and the champion's move, and plays on."""
    page = person()
    table = opened(page, house, saved)
    page.keyboard.press("End")
    page.locator(".said.won").wait_for()
    button(page, "ui.replay.panel.chances").click()
    seats = page.locator(".seats li")
    expect(seats.locator(".chance")).to_have_count(2, timeout=120_000)
    page.locator("details summary").wait_for(timeout=120_000)
    shares = [int(each.rstrip("%").strip()) for each in page.locator(".seats .chance").evaluate_all(OWN_TEXT)]
    assert all(0 < each < 100 for each in shares), shares
    assert 99 <= sum(shares) <= 101
    expect(seats.locator(".rank")).to_have_count(2)
    right = "all => all.map((one) => one.points[one.points.length - 1].x)"
    assert page.locator(".curve polyline").evaluate_all(right) == [360, 360], "the curve reaches the end"
    flag, curve = page.locator(".flag path").bounding_box(), page.locator(".curve").bounding_box()
    assert flag["x"] + flag["width"] <= curve["x"] + curve["width"]
    # The champion is asked about it.
    left = Table.from_position(_position(table, MOVES))
    name = ["Zoé", "Tom"][left.actors[0]]
    button(page, "ui.champion.ask", who=name).click()
    page.locator("li .value").first.wait_for(timeout=60_000)
    before = page.locator("svg.board").inner_html()
    page.locator("li:has(.value) button").first.click()
    assert page.locator("svg.board").inner_html() != before, "its trace is shown"
    # And it is played on from there.
    button(page, "ui.replay.panel.what_if").click()
    page.get_by_role("radio", name=name).check(force=True)
    button(page, "ui.what_if.begin.here").click()
    page.wait_for_url("**/t/*")
    page.locator(".prompt.yours").wait_for()
    page.locator("svg.board [data-spot]").first.wait_for()
    begun = house.table(page.url.rsplit("/", 1)[1].partition("#")[0])
    there = Table.from_position(begun.journal.setup.position or {})
    assert there.state.tobytes() == left.state.tobytes()
    # What led there was done by those who did it, and nobody is taught the game.
    led = [each.strip() for each in page.locator(".moves .led .what").all_text_contents()]
    assert len(led) == MOVES
    assert [each.partition("\u00a0:")[0] for each in led] == [
        ["Zoé", "Tom"][event.seat] for event in table.events
    ]
    expect(page.get_by_role("button", name=words("ui.first_game.offer"))).to_have_count(0)


@pytest.mark.deep
def test_a_game_that_its_rules_ended_has_nothing_left_to_play(
    person: Callable[..., Any], house: House, tmp_path: Path
) -> None:
    table, chosen = Table("bantu", 2, seed=5, first=0), random.Random(4)
    while not table.is_over:
        table.play(chosen.choice(list(table.legal_actions())))
    save(table, tmp_path / "game.jsonl")
    page = person()
    opened(page, house, tmp_path / "game.jsonl", NOT_YET)
    page.keyboard.press("End")
    button(page, "ui.replay.panel.chances").click()
    page.get_by_text(words("ui.champion.over")).wait_for()
    button(page, "ui.replay.panel.what_if").click()
    page.get_by_text(words("error.replay.over")).wait_for()
    assert page.locator("form button[type=submit]").count() == 0


OWN_TEXT = "all => all.map((one) => one.lastChild.data.replace(/\\s/g, ''))"
"""What elements say themselves, without what is said for those who do not see."""


def _position(table: Table, move: int) -> dict[str, Any]:
    from ludotheque.core.journal import position_of

    return position_of(table.journal.setup, table.journal.at(move))


@pytest.mark.deep
def test_a_waste_is_marked_and_drawn_beside_the_better_move(
    person: Callable[..., Any], house: House, saved: Path
) -> None:
    page, table = person(), load(saved)

    def looks(move: int) -> dict[str, Any]:
        event = table.events[move]
        view = views.imagined(table.journal, table.journal.at(move), event.seat, event.code)
        return dict(msgspec.to_builtins(view))

    wasted, missed = 6, {6: 0.3, 7: 0.06}
    points = []
    for move in range(MOVES + 1):
        seat = table.events[min(move, MOVES - 1)].seat
        best = {"action": -2, "value": 0.6, "visits": 9, "view": looks(min(move, MOVES - 1)) | {"seat": seat}}
        played = best | {"action": 1, "value": 0.6 - missed.get(move, 0)}
        points.append(
            {"move": move, "turn": 0, "seat": seat, "chances": [0.6, 0.4], "best": [best], "played": played}
            | {"missed": missed.get(move, 0)}
        )
    turning = {"move": wasted, "until": wasted + 1, "actor": 0, "seat": 0, "before": 0.6, "after": 0.3}
    found = {"of": MOVES + 1, "done": MOVES + 1, "ready": True, "failed": False, "why": None}
    answer = found | {"points": points, "turning_points": [turning]}

    def asked_for_advice(route: Any) -> None:
        game = route.fetch().json()
        game["table"]["chairs"][table.events[wasted].seat]["advised"] = 3
        route.fulfill(json=game)

    page.route("**/api/replay", asked_for_advice)
    shown(page, house, saved, answer)
    # Whoever was advised and made a mistake is told why, once.
    expect(page.get_by_text(words("ui.chances.faults.advised"))).to_have_count(1)
    # Nobody has to ask for them, and whoever does not want them hides them, here and later.
    expect(page.locator(".moves .fault")).to_have_count(2)
    expect(page.locator(".summary .curve polyline")).to_have_count(2)
    expect(page.locator(".seats .chance")).to_have_count(2)
    button(page, "ui.chances.hide").click()
    for gone in (".curve", ".moves .fault", ".seats .chance"):
        expect(page.locator(gone)).to_have_count(0)
    shown(page, house, saved)
    button(page, "ui.replay.weigh").wait_for()
    expect(page.locator(".curve")).to_have_count(0)
    button(page, "ui.replay.weigh").click()
    expect(page.locator(".moves .fault")).to_have_count(2)
    # Coming from a list that tells no results one is told nothing either, until one asks.
    shown(page, house, saved, asked="?untold")
    button(page, "ui.replay.weigh").wait_for()
    for untold in (".curve", ".moves .fault", ".seats .chance"):
        expect(page.locator(untold)).to_have_count(0)
    assert at(page) == 0
    button(page, "ui.replay.weigh").click()
    expect(page.locator(".moves .fault")).to_have_count(2)
    page.locator(".turns button").click()
    assert at(page) == wasted
    page.keyboard.press("Escape")
    signs = page.locator(".moves .fault > [aria-hidden]").all_text_contents()
    assert signs == ["??", "?!"]
    names = ["Zoé", "Tom"]
    sums = page.locator(".faults li")
    expect(sums.nth(table.events[6].seat)).to_have_text(
        words(
            "ui.chances.faults.of",
            who=names[table.events[6].seat],
            what=words("ui.chances.blunder.count", n=1),
        )
    )
    expect(sums.nth(table.events[7].seat)).to_contain_text(words("ui.chances.inaccuracy.count", n=1))
    button(page, "ui.replay.panel.chances").click()
    for leave in ("Escape", "ArrowRight"):
        button(page, "ui.replay.panel.chances").click()
        page.locator(".turning button").click()
        assert at(page) == wasted
        dotted = page.locator(".ways[data-ways=played] [data-way]")
        if any(len(set(each.path)) > 1 for each in views.event_views(table.journal, {0, 1})[wasted].motions):
            expect(dotted).not_to_have_count(0)
            # Beside what would be better, in another colour and another stroke, as the sentence says.
            drawn = [page.locator(f".ways[data-ways={kind}] polyline").last for kind in ("played", "better")]
            looks_of = [
                each.evaluate("one => [getComputedStyle(one).stroke, getComputedStyle(one).strokeDasharray]")
                for each in drawn
            ]
            assert looks_of[0][0] != looks_of[1][0]
            assert (looks_of[0][1] != "none", looks_of[1][1]) == (True, "none")
            for kind in ("played", "better"):
                expect(page.locator(f".said svg.{kind}")).to_be_visible()
        told = page.locator(".said .sentence").inner_text()
        played = words("ui.replay.compared.by", who=names[table.events[wasted].seat], what="").rstrip(".")
        assert played in told
        assert ".." not in told
        page.keyboard.press(leave)
        expect(page.locator(".ways[data-ways=played]")).to_have_count(0)


@pytest.mark.deep
def test_on_a_phone_curve_turning_points_and_champion_all_fit(
    person: Callable[..., Any], house: House, saved: Path
) -> None:
    page, table = person(SIDEWAYS, has_touch=True), load(saved)
    view = msgspec.to_builtins(views.imagined(table.journal, table.journal.at(6), 0, table.events[6].code))
    one = {"action": -2, "value": 0.6, "visits": 9, "view": view}
    turning = {"move": 6, "until": 7, "actor": 0, "seat": 0, "before": 0.6, "after": 0.3}
    point = {"turn": 0, "seat": 0, "chances": [0.6, 0.4], "best": [one], "played": one, "missed": 0}
    answer = {"of": MOVES + 1, "done": MOVES + 1, "ready": True, "failed": False, "why": None} | {
        "points": [
            point | {"move": move} | ({"chances": [0.52, 0.48]} if move < 6 else {})
            for move in range(MOVES + 1)
        ],
        "turning_points": [turning],
    }
    shown(page, house, saved, answer)
    parts = page.locator(".parts button")
    for screen in (SIDEWAYS, PHONE):
        page.set_viewport_size(screen)
        expect(parts).to_have_count(3)
        parts.nth(0).tap()
        expect(page.locator(".curve")).to_be_in_viewport(ratio=1)
        expect(page.locator(".turning")).to_have_count(0)
        for each in parts.all():
            box = each.bounding_box()
            assert min(box["width"], box["height"]) >= 44
        parts.nth(1).tap()
        expect(page.locator(".turning strong").first).to_be_in_viewport(ratio=1)
        expect(page.locator(".curve")).to_have_count(0)
        expect(page.get_by_text(words("ui.chances.faults.early", n=7))).to_be_attached()
        parts.nth(2).tap()
        expect(page.locator("section[aria-labelledby=champion] .button").first).to_be_in_viewport(ratio=1)
    # With the board's room everything is there at once.
    button(page, "ui.replay.enlarge").tap()
    expect(parts).to_have_count(0)
    expect(page.locator(".curve")).to_be_in_viewport(ratio=1)
    expect(page.locator(".turning strong").first).to_be_in_viewport(ratio=1)
    # The numbers in rows are large enough for fingers.
    page.locator("details summary").click()
    rows = page.locator("tbody tr button")
    expect(rows).to_have_count(MOVES + 1)
    assert all(each["height"] >= 44 for each in (one.bounding_box() for one in rows.all()))


@pytest.mark.deep
def test_a_champion_is_asked_again_and_all_say_the_same_number(
    person: Callable[..., Any], house: House, saved: Path
) -> None:
    page, table = person(), load(saved)
    at_move = 6
    event = table.events[at_move]
    view = msgspec.to_builtins(
        views.imagined(table.journal, table.journal.at(at_move), event.seat, event.code)
    )

    def point(move: int, best: float, played: float) -> dict[str, Any]:
        one = {"action": -2, "value": best, "visits": 9, "view": view}
        other = one | {"action": 1, "value": played}
        return {"move": move, "turn": 0, "seat": event.seat, "chances": [0.6, 0.4]} | {
            "why": {"key": "bantu.merit.safe"},
            "best": [one],
            "played": other,
            "missed": best - played if move == at_move else 0,
        }

    swing = {"move": at_move, "until": at_move + 1, "actor": event.seat, "seat": event.seat}
    found = {"of": MOVES + 1, "done": MOVES + 1, "ready": True, "failed": False, "why": None}
    answer = found | {
        "points": [point(move, 0.6, 0.3 if move == at_move else 0.6) for move in range(MOVES + 1)],
        "turning_points": [swing | {"before": 0.59, "after": 0.31}],
    }
    page.route("**/api/replay/champion", lambda route: route.fulfill(json=point(at_move, 0.62, 0.33)))
    shown(page, house, saved, answer)
    button(page, "ui.replay.panel.chances").click()
    card = page.locator(".turning button")
    card.click()
    numbers = "one => [...new Set(one.textContent.match(/\\d+(?=\\s%)/g))].sort()"
    assert card.evaluate(numbers) == ["30", "60"], "the numbers of the decision, and no others"
    assert page.locator(".said").evaluate(numbers) == ["30", "60"]
    for told in (card, page.locator(".said")):
        expect(told).to_contain_text(words("bantu.merit.safe"))
    page.get_by_role("button", name=words("ui.champion.ask", who=["Zoé", "Tom"][event.seat])).click()
    expect(page.locator("li:has(.value) .value")).to_contain_text("62")
    assert card.evaluate(numbers) == ["33", "62"]
    expect(page.locator(".said")).to_contain_text("62")
    expect(page.locator(".said")).not_to_contain_text("60")
    assert page.locator(".said").evaluate(numbers) == ["33", "62"]


@pytest.mark.deep
def test_the_better_action_can_be_played_from_the_deciding_seat(
    person: Callable[..., Any], house: House, saved: Path
) -> None:
    page, table = person(), load(saved)
    at_move = 6
    event, before = table.events[at_move], table.journal.at(at_move)
    there = Table.from_position(_position(table, at_move))
    better = next(each for each in there.legal_actions(event.seat) if each != event.code)

    def candidate(action: int, value: float) -> dict[str, Any]:
        view = msgspec.to_builtins(views.imagined(table.journal, before, event.seat, action))
        return {"action": action, "value": value, "visits": 9, "view": view}

    def point(move: int) -> dict[str, Any]:
        best, played = candidate(better, 0.6), candidate(event.code, 0.3)
        found = {"move": move, "turn": 0, "seat": event.seat, "chances": [0.6, 0.4], "best": [best]}
        return found | {"played": played if move == at_move else best, "missed": 0.3 * (move == at_move)}

    swing = {"move": at_move, "until": at_move + 1, "actor": event.seat, "seat": event.seat}
    found = {"of": MOVES + 1, "done": MOVES + 1, "ready": True, "failed": False, "why": None}
    answer = found | {
        "points": [point(move) for move in range(MOVES + 1)],
        "turning_points": [swing | {"before": 0.6, "after": 0.3}],
    }
    shown(page, house, saved, answer)
    page.locator(".turns button").click()
    # It stays beside whatever is opened, until another moment is looked at.
    for opened_beside in ("what_if", "chances", "share", "moves", "what_if"):
        button(page, f"ui.replay.panel.{opened_beside}").click()
        expect(page.locator(".ways[data-ways=better] [data-way]")).not_to_have_count(0)
        expect(page.locator(".said")).to_contain_text("60\u00a0%")
        expect(button(page, "ui.what_if.better")).to_have_count(1 if opened_beside == "what_if" else 0)
    expect(page.get_by_role("radio", name=["Zoé", "Tom"][event.seat])).to_be_checked()
    button(page, "ui.what_if.better").click()
    page.wait_for_url("**/t/*")
    page.locator("svg.board").wait_for()
    begun = house.table(page.url.rsplit("/", 1)[1].partition("#")[0])
    there.play(better, event.seat)
    started = Table.from_position(begun.journal.setup.position or {})
    assert started.state.tobytes() == Table.from_position(there.position()).state.tobytes()
    # The list tells the move with those that led there.
    told = words("ui.moves.what_if")
    expect(page.locator(".moves li", has_text=told)).to_be_attached()
    expect(page.locator("li.led")).to_have_count(at_move + 1)


@pytest.mark.deep
def test_a_game_of_one_or_two_moves_is_called_too_short(
    person: Callable[..., Any], house: House, tmp_path: Path
) -> None:
    table = Table("bantu", 2, seed=5, first=0)
    for _ in range(2):
        table.play(table.legal_actions()[0])
    save(table, tmp_path / "game.jsonl")
    end = {"end": "resigned", "returns": [1.0, 0.0], "ranking": [1, 2], "resigned": [1]}
    with (tmp_path / "game.jsonl").open("a") as file:
        file.write(json.dumps(end) + "\n")
    page = person()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, house, tmp_path / "game.jsonl")
    expect(page.locator(".summary")).to_have_text(words("ui.chances.short"))
    button(page, "ui.replay.panel.chances").click()
    expect(page.get_by_text(words("ui.chances.short"))).to_be_visible()
    expect(page.locator(".curve")).to_have_count(0)
    assert not any(url.endswith("/chances") for url in asked)


@pytest.mark.deep
@pytest.mark.parametrize("screen", [PHONE, deep({"width": 1366, "height": 768})], ids=str)
def test_after_a_game_one_tap_leads_to_the_turning_point(
    person: Callable[..., Any], house: House, screen: dict[str, int]
) -> None:
    page = person(screen, has_touch=screen == PHONE)
    identity = make_table(page, house, game="bantu", options={})
    for _ in range(3):
        assert play_turn(page, house, identity, 0)
    my_turn(house, identity, 0)
    page.locator(".prompt.yours").wait_for()
    page.evaluate("() => document.querySelector('.tabs button')?.click()")
    button(page, "ui.resign").click()
    button(page, "ui.resign.yes").click()
    page.get_by_role("link", name=words("ui.replay.analysed"), exact=True).click()
    page.wait_for_url(f"**/replay/{identity}")
    page.locator(".curve").wait_for()
    expect(page.locator(".curve polyline")).to_have_count(2)
    page.locator(".curve .flag").wait_for(state="attached", timeout=120_000)
    expect(page.locator(".curve")).to_be_in_viewport(ratio=1)
    expect(page.locator(".seats .chance")).to_have_count(2)


@pytest.mark.deep
def test_one_person_moves_all_seats_and_finds_the_way_back(person: Callable[..., Any], house: House) -> None:
    page = person()
    identity = make_table(page, house, game="bantu", options={})
    page.locator(".prompt.yours").wait_for()
    page.goto(f"{house.url}/replay/{identity}")
    page.locator(".page .buttons").wait_for(timeout=WAIT * 1000)
    moment = at(page)
    button(page, "ui.replay.panel.what_if").click()
    page.get_by_role("radio", name=words("ui.what_if.everybody")).check(force=True)
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/t/*")
    page.locator(".prompt.yours").wait_for()
    # No robot: the other seat is mine too, and is called its side.
    names = page.locator("ul.seats .name")
    expect(names).to_contain_text(["Ada", words("ui.what_if.side", who=words("bot.greedy"))])
    expect(page.locator("ul.seats").get_by_role("img", name=words("ui.seat.bot"))).to_have_count(0)
    # Everybody's chances stand beside their names, also after a move.
    shares = page.locator("ul.seats .chance:not(.stale)")
    expect(shares).to_have_count(2, timeout=60_000)
    assert 99 <= sum(int(each.rstrip("%")) for each in shares.evaluate_all(OWN_TEXT)) <= 101
    branch = page.url.rsplit("/", 1)[1].partition("#")[0]
    assert play_turn(page, house, branch, house.table(branch).actors[0])
    page.locator("ul.seats .chance.stale").first.wait_for(state="detached")
    expect(shares).to_have_count(2)
    # Any device finds the way back: the table knows where it began.
    page.evaluate("localStorage.clear()")
    page.reload()
    page.get_by_role("link", name=words("ui.what_if.back")).click()
    page.wait_for_url(f"**/replay/{identity}*")
    page.locator(".page .buttons").wait_for(timeout=WAIT * 1000)
    assert at(page) == moment
    # It is none of the games to go on with.
    page.goto(house.url)
    page.locator(f'#main a[href="/t/{identity}"]').first.wait_for()
    expect(page.locator(f'nav a[href="/t/{branch}"]')).to_have_count(0)
    tried = page.locator("details", has_text=words("ui.tables.branches", n=1))
    expect(tried.locator(f'a[href="/t/{branch}"]')).to_be_hidden()
    tried.locator("summary").click()
    expect(tried.locator(f'a[href="/t/{branch}"]')).to_be_visible()


WRITTEN = """async ([png, title, y, size, width]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const scale = image.naturalWidth / width;
    const pen = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
    const columns = (from, high) => {
        const { data, width } = pen.getImageData(0, from, image.naturalWidth, high);
        const dark = new Set();
        for (let i = 0; i < data.length; i += 4) if (data[i] < 100) dark.add((i / 4) % width);
        return Math.max(...dark) - Math.min(...dark);
    };
    pen.drawImage(image, 0, 0);
    const drawn = columns(Math.round((y - 0.75 * size) * scale), Math.round(0.7 * size * scale));
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, image.naturalWidth, image.naturalHeight);
    const font = `700 ${size * scale}px "Bricolage Grotesque"`;
    await document.fonts.load(font);
    [pen.font, pen.fillStyle] = [font, '#000'];
    pen.fillText(title, 9, 2 * size * scale);
    return [drawn, columns(Math.round(1.25 * size * scale), Math.round(0.7 * size * scale))];
}"""
"""How wide a title is in a picture, and how wide the pages' face makes it, px."""


def test_a_picture_and_the_game_are_taken_along(
    person: Callable[..., Any], house: House, saved: Path
) -> None:
    page = person()
    opened(page, house, saved, NOT_YET)
    page.keyboard.press("End")
    button(page, "ui.replay.panel.share").click()
    taken = {}
    for key in ("ui.share.png", "ui.share.svg", "ui.record"):
        with page.expect_download() as waiting:
            button(page, key).click()
        taken[waiting.value.suggested_filename] = Path(waiting.value.path()).read_bytes()
    png, svg = taken[f"bantu-{MOVES}.png"], taken[f"bantu-{MOVES}.svg"].decode()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20], "big") == 1600
    assert "Zoé" in svg
    assert "Tom" in svg
    assert int.from_bytes(png[20:24], "big") <= 1.4 * 1600 + 1
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert texts[0] == "Bantu"
    title = re.search(r'<g class="headline"><text [^>]*y="([\d.]+)" font-size="([\d.]+)"', svg)
    assert title is not None
    size = [float(each) for each in (*title.groups(), svg.split('viewBox="0 0 ')[1].split(" ")[0])]
    drawn, wanted = page.evaluate(WRITTEN, [base64.b64encode(png).decode(), "Bantu", *size])
    assert drawn == pytest.approx(wanted, rel=0.02), "the title is written as on the pages"
    assert "Zoé" in " ".join(texts[1:3]), "who won"
    assert house.url.partition("//")[2] not in svg, "nobody comes here by the address of this machine"
    expect(page.locator(".saved")).to_have_text(words("ui.share.saved"))
    assert taken["bantu.jsonl"] == saved.read_bytes()


def test_my_finished_games_are_found_and_shown_again(person: Callable[..., Any], house: House) -> None:
    page = person(PHONE, has_touch=True)
    identity = make_table(page, house, game="bantu", options={})
    page.locator("svg.board").wait_for()
    page.request.get(house.url)
    page.evaluate("() => document.querySelector('.tabs button')?.click()")
    button(page, "ui.resign").click()
    button(page, "ui.resign.yes").click()
    page.get_by_role("link", name=words("ui.replay.open"), exact=True).first.wait_for()
    page.goto(house.url)
    row = page.locator(f'a[href="/t/{identity}"]')
    row.wait_for()
    expect(row.locator(".state")).to_contain_text(words("ui.table.over"))
    assert words("ui.result.lost") not in row.inner_text(), "nobody has asked yet how it ended"
    button(page, "ui.results.show").click()
    expect(row.locator(".state")).to_contain_text(words("ui.result.lost"))
    assert row.get_by_role("img", name=words("ui.seat.bot")).count() == 1
    page.get_by_role("link", name=words("ui.history.open"), exact=True).click()
    page.wait_for_url("**/history")
    page.locator("main li").wait_for()
    assert page.locator("main li").count() == 1
    assert page.locator("main li").get_by_role("img", name=words("ui.seat.bot")).count() == 1
    # The games come first, each with its box; the two ways to find one are a row.
    lid = page.locator("main li .lid img")
    page.wait_for_function("() => document.querySelector('.lid img')?.naturalWidth > 0")
    expect(lid).to_be_in_viewport(ratio=1)
    assert page.locator("form[role=search]").bounding_box()["height"] <= 60
    assert lid.bounding_box()["y"] < 844 / 3
    assert page.locator('main ul a:not([tabindex="-1"])').count() == 1
    page.get_by_label(words("ui.history.who")).fill("personne")
    page.get_by_text(words("ui.history.none.found")).wait_for()
    assert page.url.endswith("?who=personne")
    page.get_by_label(words("ui.history.who")).fill("ADA")
    page.locator("main li a").click()
    page.wait_for_url(f"**/replay/{identity}")
    page.locator(".page .buttons").wait_for()
    button(page, "ui.replay.panel.share").click()
    button(page, "ui.invite.copy").click()
    page.get_by_text(words("ui.invite.copied"), exact=True).wait_for()
    wide = page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert wide, "nothing sticks out of a phone"
    small = page.evaluate(
        "() => [...document.querySelectorAll('.page .bar button, .tabs button')].filter((each) => { const { width, height } = each.getBoundingClientRect(); return width < 44 || height < 44; }).length"
    )
    assert small == 0
    assert page.locator(".seats").get_by_role("img", name=words("ui.seat.bot")).count() == 1
    # With results put away again the replay is asked to tell nothing either.
    page.goto(house.url + "/history")
    button(page, "ui.results.hide").click()
    expect(page.locator("main li .result")).to_have_text(words("ui.table.over"))
    page.locator("main li a").click()
    page.wait_for_url(f"**/replay/{identity}?untold")


@pytest.mark.deep
def test_my_games_show_my_place_among_three(person: Callable[..., Any], house: House) -> None:
    page = person(locale="en-GB")
    page.route("**/api/history?*", lambda route: route.fulfill(json=second_of_three(route.fetch().json())))
    identity = make_table(page, house, game="bantu", options={})
    page.locator("svg.board").wait_for()
    button(page, "ui.resign", "en").click()
    button(page, "ui.resign.yes", "en").click()
    page.get_by_role("link", name=words("ui.replay.open", "en"), exact=True).first.wait_for()
    page.goto(house.url + "/history")
    button(page, "ui.results.show", "en").click()
    row = page.locator(f'main li a[href="/replay/{identity}"]')
    expect(row.locator(".result")).to_contain_text("You came 2nd of 3: Greedy\u00a01 won")
    expect(row.locator(".points")).to_have_text("15–10–4")
    # On a phone all of it stays within the margins, with letters twice as large too.
    page.unroute("**/api/history?*")
    page.route("**/api/history?*", lambda route: route.fulfill(json=long_title(route.fetch().json())))
    page.reload()
    expect(row.locator(".game")).to_have_text("Banjooli Cross")
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for letters in ("100%", "200%"):
            page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", letters)
            assert page.evaluate(BEYOND) == [], (width, letters)
            assert row.evaluate(APART), (width, letters)


BEYOND = """() => {
  const main = document.querySelector('main');
  const { left, right } = main.getBoundingClientRect();
  const margin = parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--s4'));
  if (left < margin - 1 || right > innerWidth - margin + 1) return ['main'];
  return [...main.querySelectorAll(':not(.aside)')].filter((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return [each, words].some((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 1 && (box.left < left - 1 || box.right > right + 1);
    });
  }).map((each) => each.className || each.tagName);
}"""
"""What in the page reaches beyond its margins."""


APART = """(row) => {
  const [game, result] = ['.game', '.result'].map((name) => {
    const words = document.createRange();
    words.selectNodeContents(row.querySelector(name));
    return words.getBoundingClientRect();
  });
  return game.right <= result.left || game.bottom <= result.top + 1;
}"""
"""Whether the title of a game and its result are not written over each other."""


def long_title(found: dict[str, Any]) -> dict[str, Any]:
    """My games as `second_of_three` has them, of the game of the longest title."""
    found = second_of_three(found)
    for table in found["tables"]:
        table["game"] = "banjooli-cross"
    return found


def second_of_three(found: dict[str, Any]) -> dict[str, Any]:
    """My games against a bot, as if I had come in second in each, before another bot."""
    for table in found["tables"]:
        table["chairs"].append(table["chairs"][1] | {"seat": 2})
        table["points"] = [15, 10, 4]
        table["outcome"] |= {"ranking": [2, 1, 3], "returns": [0.0, 1.0, 0.0], "ending": "finished"}
    return found


@pytest.mark.deep
def test_a_robot_keeps_its_mark_where_one_is_called_back(person: Callable[..., Any], house: House) -> None:
    page = person()
    make_table(page, house, game="bantu", options={})
    page.locator("svg.board").wait_for()
    page.goto(house.url)
    page.locator("nav a", has_text=words("ui.table.resume")).get_by_role(
        "img", name=words("ui.seat.bot")
    ).wait_for()
    chairs = [{"who": "me"}, {"who": "bot", "level": "greedy"}, {"who": "link"}]
    make_table(page, house, game="bantu", options={}, seats=3, chairs=chairs)
    page.locator(".chairs strong").get_by_role("img", name=words("ui.seat.bot")).wait_for()
