"""One table for people on the sofa, somebody far away and a robot, with the table's own screen and a phone as a hand."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import WAIT, make_table, tap, touch, wait_for_moves, words
from browser.house import House
from browser.test_banjooli_cross import choose, do
from ludotheque import Table
from ludotheque.core.catalogue import say

pytestmark = pytest.mark.browser

PEOPLE = range(4)
ROBOT = 4
SEATS = 5
RACE = {
    "game": "banjooli-cross", "seats": SEATS, "options": {"course": "C1:A C2:B:left C5:A S2:A"},
    "chairs": [{"who": "me"}, {"who": "here", "name": "Léo"}, {"who": "link"}, {"who": "link"}, {"who": "bot", "level": "random"}],
}  # fmt: skip

SAID = """() => [document.body.textContent, ...[...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)].join('\\n')"""
"""All that a page says, to the eye or the ear."""


class Screen:
    """A page, the seats of the people in front of it, and everything that the house tells it."""

    def __init__(self, page: Any, *seats: int) -> None:
        self.page, self.seats, self.heard = page, set(seats), list[str]()
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: self.heard.append(text)))

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The moves that the house has told it."""
        told: list[dict[str, Any]] = []
        for frame in map(json.loads, self.heard):
            if "moves" in frame:
                told[frame.get("moves_from", 0) :] = frame["moves"]
        return told

    def cards(self) -> set[int]:
        """The seats whose predictions lie open here."""
        found = self.page.locator('[data-piece^="card."]').evaluate_all(
            "all => all.map((one) => one.dataset.piece)"
        )
        return {int(name.split(".")[1]) for name in found}


def sit(page: Any, address: str, name: str, chair: int) -> None:
    """Take a chair, counted from 1, under a name."""
    page.goto(address)
    page.locator("#lobby-name").fill(name)
    page.get_by_role("button", name=words("ui.lobby.sit.chair", n=chair)).click()


def awaited(house: House, identity: str) -> Table:
    """The table with all its secrets, once it waits for a person."""
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        table = house.whole(identity)
        if not table.is_over and set(table.actors) & set(PEOPLE):
            return table
    raise TimeoutError("nobody is waited for")


def predicted(table: Table, seat: int) -> set[str]:
    """What a seat's prediction says, in words."""
    return {
        say(piece.label, "fr") for piece in table.scene({seat}).pieces if piece.id.startswith(f"card.{seat}.")
    }


@pytest.mark.deep
def test_locals_remotes_and_a_robot_play_without_leaks(person, house):
    sofa, far, phone = Screen(person(), 0, 1), Screen(person(), 2), Screen(person(PHONE, has_touch=True), 3)
    big = Screen(person())
    screens = (sofa, far, phone, big)
    identity = make_table(sofa.page, house, **RACE)
    big.page.goto(f"{house.url}/t/{identity}?view=shared")
    big.page.locator(".lobby.shared").wait_for()
    sit(far.page, sofa.page.locator("#lobby-link").input_value(), "Zoé", 3)
    sit(phone.page, f"{house.url}/t/{identity}?view=hand", "Max", 4)
    for screen in screens:
        screen.page.wait_for_selector(".board")

    before = -1
    while not (table := awaited(house, identity)).s["turns"][:SEATS].all():
        (seat,) = table.actors
        for screen in screens[:3]:
            wait_for_moves(screen.page, len(table.events))
            yours = screen.page.locator(".prompt.yours")
            expect(yours).to_have_count(1 if seat in screen.seats else 0)
        if seat in sofa.seats and seat != before:
            assert sofa.cards() == set(), "whoever was at the screen before has seen nothing of it"
            sofa.page.locator(".secrets button").nth(seat).click()
            assert sofa.cards() == {seat}
        before = seat
        screen = next(each for each in screens if seat in each.seats)
        do(screen.page, house, identity, table, choose(table, seat), touch if screen is phone else tap, seat)

    count = len(table.events)
    for screen in screens[:3]:
        wait_for_moves(screen.page, count)
    expect(big.page.locator(".heard li")).to_have_count(SEATS)
    assert [len(screen.moves) for screen in screens] == [count] * len(screens)
    acted = [move["seat"] for move in big.moves if move["seat"] >= 0]
    assert sorted(set(acted), key=acted.index) == [*PEOPLE, ROBOT], "each in turn"

    assert [screen.cards() for screen in screens] == [set(), {2}, {3}, set()]
    for screen in screens:
        told = {int(seat) for frame in screen.heard for seat in re.findall(r'"card\.(\d)\.\d"', frame)}
        assert told == screen.seats, "others' predictions never leave the house"
        dealt = [move["text"] for move in screen.moves if move["text"].startswith("card")]
        assert [text != "card" for text in dealt] == [seat in screen.seats for seat in range(SEATS)]
        shown = screen.page.evaluate(SAID)
        known = {each for seat in screen.cards() for each in predicted(table, seat)}
        others = {each for seat in range(SEATS) for each in predicted(table, seat)} - known
        assert [each for each in others if each in shown] == []
        assert [each for each in known if each not in shown] == []
