"""One screen lying flat between people: Stops, exchanges, a race and the next round, each zone as the board before it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.banzai import table_of, until
from browser.hands import button
from browser.situated import Situated
from browser.test_accessible import settle, violations
from ludotheque.core.record import loads
from ludotheque.games.banzai.state import FAMILIES
from tests.banzai.tables import DECK, circle, deal
from tests.depth import deep

pytestmark = pytest.mark.browser

NAMES = ("Ada", "Ben", "Chloé", "David", "Eva", "Farid")
SIZES = ((1024, 768), (1280, 800), (1366, 768), (390, 844))
PEOPLE = (2, 3, 4, 6)
CASES = [
    (people, size)
    for people in PEOPLE
    for size in SIZES
    if people == 2 or size[0] > size[1]  # a phone lies between two
]
TOWARDS = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}
"""The way from a zone to the table, by how the zone is turned."""

LOOK = """() => {
  const box = (each) => { const { x, y, width, height } = each.getBoundingClientRect(); return [x, y, x + width, y + height]; };
  const dolls = [...document.querySelectorAll('[data-piece^="seat."] .rise')].map((each) => [each.closest('[data-piece]').dataset.piece, box(each)]);
  return {
    dolls: Object.fromEntries(dolls),
    zones: [...document.querySelectorAll('[data-zone]')].map((zone) => ({
      seat: Number(zone.dataset.zone),
      angle: Number((zone.style.getPropertyValue('--angle') || '0deg').replace('deg', '')),
      box: box(zone),
      cards: [...zone.querySelectorAll('[data-card]')].map(box),
      buttons: [...zone.querySelectorAll('.who button, .tools button')].filter((each) => each.getClientRects().length && getComputedStyle(each).visibility !== 'hidden').map((each) => [each.getAttribute('aria-label') ?? each.innerText.trim(), box(each)]),
    })),
  };
}"""


def inside(box: list[float], around: list[float]) -> bool:
    """Whether a box lies in another one, but for a pixel."""
    return all(box[i] >= around[i] - 1 for i in (0, 1)) and all(box[i] <= around[i] + 1 for i in (2, 3))


def middle(box: list[float]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def check(
    page: Any, people: int, seated: set[int], cards: int | None = 5, called: str = ""
) -> dict[str, Any]:
    """All that a person needs lies in their own zone, once, and their place at the board is before them."""
    found: dict[str, Any] = page.evaluate(LOOK)
    if folder := os.environ.get("LUDOTHEQUE_SHOTS"):
        size = page.viewport_size
        page.screenshot(path=Path(folder) / f"flat-{size['width']}-{people}-{called}.png")
    assert len(found["zones"]) == people
    for zone in found["zones"]:
        seat = zone["seat"]
        if cards is not None and seat in seated:
            assert len(zone["cards"]) == cards, f"{called}: {NAMES[seat]} holds {len(zone['cards'])}"
        for box in zone["cards"]:
            assert inside(box, zone["box"]), f"{called}: a card of {NAMES[seat]} leaves the zone"
            assert min(box[2] - box[0], box[3] - box[1]) >= 38, (
                f"{called}: the cards of {NAMES[seat]} are specks"
            )
        texts = [text for text, _ in zone["buttons"]]
        assert len(texts) == len(set(texts)), f"{called}: {texts}"
        for text, box in zone["buttons"]:
            assert inside(box, zone["box"]), f"{called}: {text} of {NAMES[seat]} is cut off"
    size = page.viewport_size
    screen = size["width"] / 2, size["height"] / 2
    for zone in found["zones"]:
        if zone["seat"] in seated:
            doll, own = middle(found["dolls"][f"seat.{zone['seat']}"]), middle(zone["box"])
            board = [
                sum(middle(box)[i] for box in found["dolls"].values()) / len(found["dolls"]) for i in (0, 1)
            ]
            one, other = (doll[0] - board[0], doll[1] - board[1]), (own[0] - screen[0], own[1] - screen[1])
            assert one[0] * other[0] + one[1] * other[1] > 0, (
                f"{called}: {NAMES[zone['seat']]} sits elsewhere"
            )
    return found


def zone_of(found: dict[str, Any], seat: int) -> dict[str, Any]:
    return next(zone for zone in found["zones"] if zone["seat"] == seat)


def flick(page: Any, found: dict[str, Any], seat: int, number: int = 0) -> None:
    """Slide a card of a zone towards the table."""
    zone = zone_of(found, seat)
    x, y = middle(zone["cards"][number])
    dx, dy = TOWARDS[zone["angle"]]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50 * dx, y + 50 * dy, steps=3)
    page.mouse.up()


def press(page: Any, seat: int, selector: str) -> None:
    page.locator(f'[data-zone="{seat}"] {selector}').first.dispatch_event("pointerdown", {"button": 0})


def say_play(page: Any, seat: int) -> None:
    """« Jeu ! »."""
    page.locator(f'[data-zone="{seat}"] [data-say="resume"]').click()


def lie_flat(
    person: Any, situated: Situated, people: int, size: tuple[int, int], slow_ms: int = 0
) -> tuple[Any, str]:
    """A table lying flat between people, just dealt: the page and the table's id. What follows a first click comes `slow_ms` late."""
    seats = max(3, people)
    situated.begin_with(
        {
            "game": "banzai", "phase": "choose", "now_ms": 500, "seats": seats,
            "families": sorted(DECK[:seats], key=FAMILIES.index), "hands": deal(seats, {0: "fox:lwp", 1: "frog:lwpk"}),
            "pawns": [{"x": x, "y": y} for x, y in circle(seats - 1)],
        }
    )  # fmt: skip
    page = person({"width": size[0], "height": size[1]})
    others = [{"who": "here", "name": name} for name in NAMES[1:people]]
    bots = [{"who": "bot", "level": "random"}] * (seats - people)
    if slow_ms:
        page.route_web_socket("**/ws**", lambda line: answer_late(page, line, slow_ms))
    chairs = [{"who": "me", "name": NAMES[0]}, *others, *bots]
    identity = table_of(page, situated.url, chairs, view="flat", time_limit=0)
    page.locator("[data-zone] [data-card]").nth(5 * people - 1).wait_for()
    return page, identity


def answer_late(page: Any, line: Any, slow_ms: int) -> None:
    server = line.connect_to_server()

    def pass_on(message: str | bytes) -> None:
        if isinstance(message, str) and json.loads(message)["t"] == "choices":
            page.wait_for_timeout(slow_ms)
        line.send(message)

    server.on_message(pass_on)


def drag_pawn(page: Any) -> None:
    """Carry the first pawn to a place beside the middle of the table."""
    pawn, board = (
        page.locator('[data-piece="pawn.0"]').bounding_box(),
        page.locator("svg.board").bounding_box(),
    )
    page.mouse.move(pawn["x"] + pawn["width"] / 2, pawn["y"] + pawn["height"] / 2)
    page.mouse.down()
    page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] * 0.62, steps=5)
    page.mouse.up()


@pytest.mark.parametrize(
    ("people", "size"),
    [deep(*case, called=f"{case[0]}-{case[1][0]}") for case in CASES],
)
def test_everything_is_done_in_zones(person, situated, people, size):
    page, identity = lie_flat(person, situated, people, size)
    everybody = set(range(people))
    before = check(page, people, everybody, called="dealt")

    press(page, 0, '[data-call="call.stop1"]')
    page.locator('[data-zone="0"] [data-say="resume"]').wait_for()
    check(page, people, everybody, called="stop1")
    drag_pawn(page)
    page.locator('[data-zone="0"] .words .button').first.wait_for()
    check(page, people, everybody, called="moved")
    page.locator('[data-zone="0"] [data-say="resume"]').click()
    page.locator('[data-zone="1"] [data-call="call.stop2"]:not([disabled])').wait_for()
    assert events(situated, identity, "move") == 1, "« Jeu ! » keeps what is seen"

    press(page, 1, '[data-call="call.stop2"]')
    page.locator('[data-zone="1"] [data-say="resume"]').wait_for()
    page.locator('[data-spot^="rim."]').nth(0).wait_for()
    page.locator('[data-piece="seat.0"]').dispatch_event("pointerdown")
    page.evaluate(CLICK, "seat.0")
    page.locator('[data-zone="1"] .words .button:not(.quiet)').click()
    for _ in until(10):
        if events(situated, identity, "swap") and page.locator('[data-zone="1"] [data-say="resume"]').count():
            break
    settle(page)
    after = check(page, people, everybody, called="swapped")
    if people > 2:  # of two and a bot none need move: the board turns
        for one, other in ((0, 1), (1, 0)):
            assert zone_of(after, one)["box"] == zone_of(before, other)["box"], (
                "who changes places changes zones"
            )
    say_play(page, 1)

    for n in range(5):
        page.locator('[data-zone="0"] .card.can').nth(4).wait_for()
        found = check(page, people, everybody, called=f"exchange{n}")
        for seat in range(people):
            flick(page, found, seat, n % 5)
            page.locator(f'[data-zone="{seat}"] [data-card]').nth(4).wait_for(state="detached")
        page.locator("[data-zone] [data-card]").nth(5 * people - 1).wait_for()

    page.locator('[data-zone="1"] [data-call="call.banzai"]:not([disabled])').wait_for()
    press(page, 1, '[data-call="call.banzai"]')
    for seat in range(people):
        if seat != 1:
            pawns = page.locator(f'[data-zone="{seat}"] [data-thing]:not(.gone)')
            pawns.first.wait_for()
            page.wait_for_timeout(250)
            pawns.last.dispatch_event("pointerdown", {"button": 0})
    ready = page.locator('[data-say="resume"]')
    ready.first.wait_for()
    check(page, people, everybody, cards=None, called="ended")
    for told in page.locator(".strip .title, .photo li").all()[: 3 if people > 4 else None]:  # more scroll
        expect(told).to_be_in_viewport(ratio=1)
    expect(page.locator(".strip.turned")).to_have_count(0 if people == 2 and size[0] < size[1] else 1)
    for _ in until(20):
        if not ready.count():
            break
        ready.first.click()
        page.wait_for_timeout(300)
    page.locator('[data-zone="0"] [data-card]').nth(4).wait_for()
    check(page, people, everybody - {1}, called="next")


@pytest.mark.deep
def test_on_a_slow_line_a_pawn_lies_there_before_play_continues(person, situated):
    page, identity = lie_flat(person, situated, 3, (1024, 768), slow_ms=1500)
    check(page, 3, {0, 1, 2}, called="dealt")
    assert violations(page) == []
    assert button(page, "ui.advice.ask").count() == 0, "nobody is advised where people race"
    press(page, 0, '[data-call="call.stop1"]')
    page.locator('[data-zone="0"] [data-say="resume"]').wait_for()
    drag_pawn(page)
    page.locator('[data-zone="0"] [data-say="resume"]').click()
    page.locator('[data-zone="1"] [data-call="call.stop2"]:not([disabled])').wait_for()
    assert events(situated, identity, "move") == 1
    flick(page, page.evaluate(LOOK), 1)
    page.locator('[data-zone="1"] [data-card]').nth(4).wait_for(state="detached")


CLICK = """(id) => {
  const piece = document.querySelector(`[data-piece="${id}"]`).getBoundingClientRect();
  const [x, y] = [piece.x + piece.width / 2, piece.y + piece.height / 2];
  const spot = document.elementFromPoint(x, y);
  for (const kind of ['pointerdown', 'pointerup', 'click'])
    spot.dispatchEvent(new (kind === 'click' ? MouseEvent : PointerEvent)(kind, { bubbles: true, clientX: x, clientY: y, button: 0, detail: 1 }));
}"""


def events(situated: Situated, identity: str, what: str) -> int:
    """How often something was done so far."""
    lines = loads(situated.record(identity))
    return sum(line.get("text", "").startswith(what + " ") for line in lines)
