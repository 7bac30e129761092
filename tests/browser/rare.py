"""Moments that a random game seldom comes to: who looks at them how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from browser.stage import begun
from browser.test_banzai_hand import ALL, BASIC, DECK, FAMILIES, SITUATIONS, after, deal, hold
from ludotheque import Table
from ludotheque.server.room import wire
from ludotheque.server.room.log_events import Advised, Resigned
from ludotheque.server.room.spec import ChairSpec
from tests.boussanga.tables import competitive
from tests.server.played import HOST, Played

STORE = {"T": 2, "E": 1, "A": 3, "F": 1}


def situated(table: Table, chairs: Sequence[ChairSpec] = ()) -> Played:
    """A game that begins where this table is."""
    position, own = table.position(), table.journal.setup.components
    assert own is None
    return begun(position["game"], table.seats, options=position["options"], position=position, chairs=chairs)


def robots(*levels: str) -> list[ChairSpec]:
    """A person at the page, and robots."""
    return [ChairSpec("me", "Ada"), *(ChairSpec("bot", level=level) for level in levels)]


def one_phone(*names: str) -> list[ChairSpec]:
    """People who pass one phone on."""
    return [ChairSpec("me", "Maximilienne"), *(ChairSpec("here", name) for name in names)]


def last_three(third: int) -> Table:
    """The last three of a game of Banzaï!, of whom this one is out."""
    families = sorted(DECK[:3], key=FAMILIES.index)
    hands = [*deal(3, {0: "fox:lwp"}), [], []]
    more: dict[str, Any] = {"final": True, "third": third, "out": [4, 3, third], "seating": [0, 1, 2]}
    return hold("", BASIC, families=families, hands=hands, pawns=[{"x": 0, "y": 0.35}], **more)


def ended(played: Played) -> Played:
    """The same once everybody but the person at the page has given up, as far as the rules let them."""
    for seat in range(1, played.state.seats):
        if played.state.phase == "playing":
            played.happen(Resigned(seat))
    return played


RARE: dict[str, tuple[Callable[[], Played], str]] = {
    "three at one phone": (lambda: begun("banjooli-cross", 3, chairs=one_phone("Bartholomeus", "Léo")), "own"),
    "a course with a bend": (lambda: begun("banjooli-cross", options={"course": "C1:A C2:B:left C5:A S2:A"}), "own"),
    "robots alike": (lambda: begun("banjooli-cross", 3, chairs=robots("easy", "easy")), "own"),
    "advice was asked for": (lambda: begun("banjooli-cross", chairs=robots("random")).happen(Advised(0)), "own"),
    "dice in hand": (lambda: begun("banjooli-cross"), "hand"),
    "teams": (lambda: begun("bantu", 4, options={"teams": True}), "own"),
    "a team wins": (lambda: ended(begun("bantu", 4, options={"teams": True})), "own"),
    "alone": (lambda: begun("boussanga", 1, options={"mode": "cooperative"}), "own"),
    "points for all": (lambda: situated(competitive(seats=4, stores=[STORE] * 4, options={"mode": "competitive"}), robots(*["random"] * 3)), "own"),
    "somebody asks": (lambda: begun("boussanga").do(HOST + 1, wire.End(1)), "own"),
    "every call": (lambda: situated(after("fox:lwpkm", options=ALL)), "own"),
    "every call in hand": (lambda: situated(after("fox:lwpkm", options=ALL)), "hand"),
    "third of the last three": (lambda: situated(last_three(0)), "own"),
    "somebody asks in a hurry": (lambda: situated(after("fox:lwp", options=BASIC)).do(HOST + 1, wire.End(1)), "own"),
    "several win in a hurry": (lambda: ended(begun("banzai", 4)), "own"),
    **{f"{name}, {view}": ((lambda make=make: situated(make())), view) for name, (make, _, _) in SITUATIONS.items() for view in ("own", "hand")},
}  # fmt: skip
"""What is shown, and as which view."""
