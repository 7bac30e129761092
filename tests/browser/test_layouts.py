"""Every game at moments of all kinds, on every kind of screen: nothing overlaps, moves, breaks, is cut off, faint or too small for a finger."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.boxes import still
from browser.hands import make_table, touch, words
from browser.house import ROOT, path_of, spot_of
from browser.rare import RARE, robots
from browser.stage import GAMES, SIZES, Moment, Stage, at, faults, moment, moments
from ludotheque.core import registry
from tests.depth import deep

pytestmark = pytest.mark.browser

FEW = {game: min(registry.get(game).seats) for game in GAMES}
MANY = {game: min(5, max(registry.get(game).seats)) for game in GAMES}
GOAL = "(p.goal|div.strip).* is cut off at its side"
SMALL = "span “.*” is written in 11px"
COVERED = "button.call.lit “.*” lies under button.card"
KNOWN: dict[str, tuple[str, ...]] = {
    # Four seats and the offer of the guided game leave the goal one line of a phone held sideways.
    **{f"{game}-4-begins on sideways": (GOAL,) for game in ("billabong", "bantu", "boussanga")},
    **{f"{game}-4-begins on sideways in English": (GOAL,) for game in ("billabong", "bantu", "boussanga")},
    "bantu-4-teams on sideways": (GOAL,),
    # The board of a game that has ended is so small that the name of a tray is wider than the tray.
    **{f"boussanga-{seats}-over on small in English": ("the name of a tray sticks out",) for seats in (1, 4)},
    # An account of many points takes a line more than a narrow card has.
    "boussanga-4-points-for-all on sideways": ("span.lines .* is cut off at its foot",),
    # A request lies over the row at the top, or over the tabs, until it is answered.
    "banzai-5-somebody-asks-in-a-hurry on sideways": ("(a.home|button).* lies under (p|button)",),
    "banzai-5-somebody-asks-in-a-hurry on desk": ("button .* lies under (span.what|button)",),
    # Seven calls leave the words of one too little room in a hand.
    "banzai-5-every-call-in-hand on small": ("“Voyance” is broken",),
    "banzai-5-every-call-in-hand on low": ("“Voyance” is broken",),
    # Pieces that are still to be placed lie over the name of their tray.
    "a replay on small": ("the name of a tray lies under a piece",),
    # A call and a feint are not as wide as their words.
    "banzai-3-begins, large, on desk": ("“Banzaï” is broken",),
    "banzai-3-middle, large, on desk": ("“Banzaï” is broken", "the words of button.bluff .* go beyond it"),
    # What is made of the points of five leaves the tabs no room.
    "banjooli-cross-5-over on desk": ("the page is 15 px higher than the screen",),
    # What happened takes a line more than there is.
    "banjooli-cross-5-early on desk": ("span.said .* is cut off at its foot",),
    "banjooli-cross-5-early on desk in English": ("span.said .* is cut off at its foot",),
    # The seats are as high as what is told of them.
    "boussanga-1-late comes on desk": ("'seats': .* became .*'seats'",),
    **{f"bantu-4-{name} comes on desk": ("'seats': .* became .*'seats'",) for name in ("early", "middle", "late")},
    # The main button writes a long label too small.
    **{f"{game}, {what} on {screen}": (SMALL,) for game in ("bantu", "boussanga") for what in ("advice", "a choice") for screen in ("small", "low", "sideways")},
    # A sentence of many lines grows over the tools.
    **{f"bantu-2-{name}, large, on desk": ("button.button.* lies under",) for name in ("begins", "middle")},
    # Seven calls and five cards do not fit.
    "banzai-5-every-call on small": (COVERED, "“Voyance” is broken"),
    "banzai-5-every-call on low": (COVERED,),
}  # fmt: skip
"""Faults that are not mended yet, by where they are."""


def wrong(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """The faults that are not known, and those that are known and mended."""
    told = {}
    for where, seen in found.items():
        known = KNOWN.get(where, ())
        new = [each for each in seen if not any(re.search(one, each) for one in known)]
        gone = [f"mended: {one}" for one in known if not any(re.search(one, each) for each in seen)]
        if new or gone:
            told[where] = new + gone
    return told


def everywhere(stage: Stage, shown: Moment, view: str = "own") -> dict[str, list[str]]:
    """The faults of a moment on every screen."""
    stage.show(shown, SIZES["phone"], view)
    return {f"{shown.label} on {screen}": stage.faults() for screen in stage.looked_at()}


@pytest.mark.parametrize(
    ("game", "seats"),
    [*MANY.items(), *(deep(game, seats) for game, seats in FEW.items())],
)
def test_every_screen_is_whole(stage: Stage, game: str, seats: int) -> None:
    found: dict[str, list[str]] = {}
    for shown in moments(game, seats):
        found |= everywhere(stage, shown)
    assert wrong(found) == {}


ONWARD = {("bantu", 4), ("banzai", 5)}
STEADY = {name: SIZES[name] for name in ("small", "sideways", "desk")}


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (game, seats) if (game, seats) in ONWARD else deep(game, seats)
        for game in GAMES
        for seats in (FEW[game], MANY[game])
    ],
)
def test_a_game_continues_and_nothing_moves(stage: Stage, game: str, seats: int) -> None:
    found: dict[str, list[str]] = {}
    lay: dict[str, Any] = {}
    first = None
    for shown in moments(game, seats):
        if shown.label.endswith("over"):
            break  # what is pressed then is something else
        if first is None:
            stage.show(first := shown, SIZES["phone"])
        else:
            stage.tell(first)
        for screen in stage.looked_at(STEADY):
            lies = stage.lies()
            was = lay.setdefault(screen, lies)
            found[f"{shown.label} comes on {screen}"] = [] if lies == was else [f"{was} became {lies}"]
    assert wrong(found) == {}


@pytest.mark.parametrize("game", [deep(game) for game in GAMES])
def test_every_screen_is_whole_in_english(english: Stage, game: str) -> None:
    found: dict[str, list[str]] = {}
    for seats in {FEW[game], MANY[game]}:
        for shown in moments(game, seats):
            found |= {f"{where} in English": seen for where, seen in everywhere(english, shown).items()}
    assert wrong(found) == {}


USUAL = {"three at one phone", "every call", "a course with a bend", "somebody asks"}


@pytest.mark.parametrize("name", [name if name in USUAL else deep(name) for name in RARE])
def test_rare_moments_are_whole(stage: Stage, english: Stage, name: str) -> None:
    make, view = RARE[name]
    found = everywhere(stage, moment(make(), name), view)
    assert wrong(found) == {}


def refused(stage: Stage) -> None:
    """Touch what cannot be chosen until the page says why."""
    stage.page.wait_for_function(
        """() => document.querySelector('.prompt .reason')
            || (document.querySelector('.board .spot:not(.can)')?.dispatchEvent(new MouseEvent('click', { bubbles: true })), false)""",
        polling=500,
    )


def advised(stage: Stage) -> None:
    """Ask for advice until it is there."""
    stage.page.locator("button.lamp").click()
    stage.page.locator(".advised").wait_for()


def chosen(stage: Stage, shown: Moment) -> None:
    """Choose something whole, without doing it: what takes most clicks on the board."""
    table = shown.played.state.table
    assert table is not None
    paths = [[node.click for node in path_of(table, 0, code)] for code in table.legal_actions(0)[:40]]
    for click in max(paths, key=len):
        if stage.page.locator(f'[data-spot="{spot_of(table, 0, click)}"]').count():
            touch(stage.page, spot_of(table, 0, click))


@pytest.mark.parametrize("game", [deep("billabong"), "bantu", deep("boussanga")])
def test_questions_and_answers_are_whole_and_move_nothing(stage: Stage, game: str) -> None:
    shown = at(game, 2, "middle", robots("random"))
    stage.show(shown, SIZES["phone"])
    found: dict[str, list[str]] = {}
    lay: dict[str, Any] = {}
    for what, happens in {
        "nothing": lambda: None,
        "a refusal": lambda: refused(stage),
        "advice": lambda: advised(stage),
        "a choice": lambda: chosen(stage, shown),
    }.items():
        stage.resize(SIZES["phone"])
        happens()
        for screen in stage.looked_at():
            found[f"{game}, {what} on {screen}"] = told = stage.faults()
            lies = stage.lies()
            if lies != lay.setdefault(screen, lies):
                told.append(f"{lay[screen]} became {lies}")
    assert wrong(found) == {}


@pytest.mark.parametrize("game", [game if game in ("bantu", "boussanga") else deep(game) for game in GAMES])
def test_letters_of_twice_the_size_lose_nothing(stage: Stage, game: str) -> None:
    found: dict[str, list[str]] = {}
    for shown in (at(game, FEW[game], "begins"), at(game, FEW[game], "middle")):
        stage.show(shown, SIZES["phone"])
        for screen in ("phone", "sideways", "desk"):
            stage.resize(SIZES[screen], "200%")
            found[f"{shown.label}, large, on {screen}"] = stage.faults(scrolls=True)
        stage.resize(SIZES["phone"])
    assert wrong(found) == {}


@pytest.mark.deep
def test_the_trays_of_a_replay_are_named_in_full(person: Any, house: Any) -> None:
    page = person(SIZES["phone"])
    identity = make_table(page, house)
    page.get_by_role("button", name=words("ui.setup.rest"), exact=True).click()
    expect(page.locator(".prompt .sentence")).to_contain_text(words("billabong.prompt.race.you"))
    page.goto(f"{house.url}/replay/{identity}")
    page.locator("svg.board .tray text").first.wait_for(state="attached")
    found = {}
    for name in ("phone", "small", "sideways", "tall", "desk"):
        page.set_viewport_size(SIZES[name])
        still(page, "svg.board")
        seen = faults(page)
        found[f"a replay on {name}"] = [each for each in seen if each.startswith("the name of a tray")]
    assert wrong(found) == {}


def test_the_gallery_has_a_picture_of_each_moment(tmp_path: Path, chromium_path: str) -> None:
    command = [sys.executable, "-m", "tests.browser.gallery", str(tmp_path), "bantu", "--screens", "phone"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    pictures = {file.name for file in tmp_path.glob("*.png")}
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "bantu-2-middle-phone-dark.png" in pictures
    assert pictures == set(re.findall(r'src="([^"]+)"', page))
    assert ran.stdout.startswith(f"{len(pictures)} moments"), "no fault is told before"
