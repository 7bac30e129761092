"""A phone that is a hand, the board being on another screen: every action of Banjooli Cross can be done there."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from typing import Any

import pytest

from browser.hands import touch
from browser.situated import action_at
from browser.test_banjooli_cross import do
from ludotheque import Table
from ludotheque.games.banjooli_cross import codes
from tests.banjooli_cross.races import race, told
from tests.depth import deep

pytestmark = pytest.mark.browser

BERRIES = {"berries": True}
LION = {"lion": True}
JOKERS = "white white white white white"
CROCODILES = ["start:A", "C1:A", "S1:A", "C4:A", "C5:A", "finish:A"]
LAVA = ["start:A", "C1:A", "S2:A", "C4:A", "C5:A", "finish:A"]
LAVA_FIRST = ["start:A", "S2:A", "C1:A", "C4:A", "C5:A", "finish:A"]
VORTEX = ["start:A", "C1:A", "S2:B", "C4:A", "C5:A", "finish:A"]


def thrown() -> Table:
    """All dice may be kept, or thrown once more."""
    return race("yellow red blue green blue", {"yellow": "1r1", "purple": "0l1"}, "green", phase="keep")


def runs(dice: str, *birds: str, **more: Any) -> Table:
    """Ostriches by their colour and their space, as in `red 1c1`; nobody can be bewitched."""
    placed = dict(each.split(" ", 1) for each in birds)
    return race(dice, placed, "purple", **more)


def spells(sorcery: str) -> Table:
    """Sorcery alone is left: red runs, green is scared."""
    return race(JOKERS, {"red": "1c1", "green": "2l1 scared"}, sorcery)


def finds(berry: str, dice: str, at: str = "1c1", to: str = "1c2", **others: str) -> Table:
    """Red runs onto a berry, which is turned over."""
    table = race(dice, {"red": at, **others}, "purple", options=BERRIES, berries={to: {"is": berry}})
    table.play(f"red {to}")
    told(table, f"is {berry}")
    return table


def frenzy() -> Table:
    """Two ostriches may run, with a joker."""
    table = finds("DofNooxoor", "red red red blue green", green="3l1", blue="2l1")
    told(table, "die green", "die blue", "die blue", "die yellow", "die white")
    return table


def spun() -> Table:
    """Red is in the vortex, whose die shows a joker."""
    table = runs(f"red {JOKERS[6:]}", "red 2c1", "green 1l1", course=VORTEX)
    table.play("red 2c2")
    told(table, "die white")
    return table


def prowls() -> Table:
    """Two jokers for the lion, with an ostrich where it may go."""
    return race(
        "white white red red blue", {"red": "4c2", "blue": "4r3"}, "green", phase="choose", options=LION
    )


SITUATIONS: dict[str, tuple[Callable[[], Table], str]] = {
    "the dice are kept": (thrown, "keep"),
    "a die is thrown again": (thrown, "throw 3"),
    "several dice are thrown again": (thrown, "throw 2 4 s"),
    "an ostrich leaves its nest": (lambda: runs("red blue blue green green"), "red 0c1"),
    "an ostrich runs": (lambda: runs("red red blue blue green", "red 1c1"), "red 1c3"),
    "five spaces": (lambda: runs("red green yellow blue purple", "blue 1c1"), "blue 2c3"),
    "an ostrich is jumped over": (lambda: runs("red blue blue green green", "red 1c1", "yellow 1c2"), "red 1c3"),
    "into the quicksand": (lambda: runs("red red red blue green", "red 3c1"), "red 3c2"),
    "over the line": (lambda: runs("red red red red blue", "red 5c2", "yellow podium 1"), "red podium"),
    "the lava drives it back": (lambda: runs("red red blue green green", "red 1c3", course=LAVA), "red 2c1"),
    "the lava drives it back to where it stood": (
        lambda: runs("red blue blue green green", "red 1l3", course=LAVA), "red 1l3",
    ),
    "the lava drives it back to its nest": (
        lambda: runs("red blue blue green green", "green 0l1", "yellow 0c1", "blue 0r1", course=LAVA_FIRST), "red nest",
    ),
    "onto a berry": (
        lambda: runs("red red red blue green", "red 1c1", options=BERRIES, berries={"1c2": {"is": "Peepa"}}), "red 1c2",
    ),
    "it runs on from a berry": (lambda: finds("Peepa", "red red red blue green"), "red 2c1"),
    "a berry is put out": (lambda: race(phase="berries", options=BERRIES), "berry 1l3"),
    "it flees from the snake": (lambda: finds("Joka", "red blue blue green green", "3r2", "3r3"), "back 3l1"),
    "the lance is given": (lambda: finds("Naangateku", "red blue blue green green"), "give 2"),
    "a frenzy without a joker": (frenzy, "blue+0 2l3"),
    "a frenzy with a joker": (frenzy, "green+1 3l3"),
    "a frenzy over the line": (
        lambda: race("green white", {"green": "5c2"}, phase="frenzy", options=BERRIES), "green+1 podium",
    ),
    "a frenzy that the lava drives back": (
        lambda: race("blue", {"blue": "1l3"}, phase="frenzy", options=BERRIES, course=LAVA), "blue+0 1l3",
    ),
    "a swap with an ostrich of the race": (spun, "swap green"),
    "a swap with one in its nest": (spun, "swap purple"),
    "an ostrich is bewitched": (lambda: spells("red"), "bewitch red"),
    "an ostrich is unbewitched": (lambda: spells("green"), "unbewitch green"),
    "a leap off a crocodile": (
        lambda: race(JOKERS, {"red": "2c2", "blue": "3c1"}, "red", course=CROCODILES), "bewitch red 3l1",
    ),
    "the lion prowls": (prowls, "lion 4c3"),
    "the lion drives an ostrich back": (prowls, "lion 4r3"),
    "the lion is woken": (
        lambda: race("white red red blue blue", {"red": "4l2"}, options=LION, lion={"at": "4c3", "awake": False}), "wake",
    ),
    "nothing can be done": (lambda: race(JOKERS, {}, "red"), "pass"),
}  # fmt: skip
"""How each begins, and what is done then."""


def ready(name: str) -> tuple[Table, int]:
    """The table of a situation, and the action."""
    make, text = SITUATIONS[name]
    return action_at(make(), text)


KINDS = (
    codes.PASS, codes.KEEP, codes.KEEP + 1, codes.MOVE, codes.FRENZY, codes.BEWITCH, codes.UNBEWITCH, codes.LEAP,
    codes.PLACE, codes.JOKA, codes.LION, codes.SWAP, codes.GIVE, codes.WAKE,
)  # fmt: skip
"""Where the actions of each kind begin; those of chance come after them."""


USUAL = {
    "nothing can be done", "the dice are kept", "a die is thrown again", "an ostrich leaves its nest", "a frenzy with a joker",
    "an ostrich is bewitched", "a berry is put out", "it flees from the snake", "the lion prowls", "a swap with an ostrich of the race",
    "the lance is given",
}  # fmt: skip
"""Always gone through; what is done by the same clicks, where there is time."""


@pytest.mark.parametrize("name", [name if name in USUAL else deep(name) for name in SITUATIONS])
def test_it_is_done_on_a_hand_alone(hand, situated, name):
    table, code = ready(name)
    identity = situated.at_hand(hand, table)
    do(hand, situated, identity, table, code, touch)
    done = situated.table(identity).events[0]
    assert (done.seat, done.code) == (0, code)


@pytest.mark.deep
def test_every_kind_of_action_is_among_them():
    found = {bisect(KINDS, ready(name)[1]) for name in SITUATIONS}
    assert found == set(range(1, len(KINDS) + 1))
    assert codes.TILE == codes.WAKE + 1, "waking the lion is the last thing that a player may do"
