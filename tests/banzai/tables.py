"""Tables, hands and actions for the tests of Banzaï!'s rules: `cards("fox:lwp cat:k")` are the Seigneur, Guerrier and Princesse of
the foxes and the Gamin of the cats."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

from ludotheque.games.banzai.state import CALLS, CARDS, CHARACTERS, FAMILIES, NO_FAMILY, Phase
from ludotheque.table import Table

NOW = 12000
"""The instant at which positions of these tests begin; all instants given to the functions below count from it."""
LETTERS = dict(zip("lwpkm", CHARACTERS, strict=True))
DECK = (
    "fox",
    "frog",
    "turtle",
    "cat",
    "cow",
    "duck",
    "pig",
    "kangaroo",
    "sloth",
    "vulture",
    "koala",
    "rabbit",
)
ALL = [f"{family}.{character}" for family in FAMILIES for character in CHARACTERS]


def cards(said: str) -> list[str]:
    """`fox:lw cat:k` written out."""
    found = []
    for group in said.split():
        family, letters = group.split(":")
        found += [f"{family}.{LETTERS[letter]}" for letter in letters]
    return found


def deal(seats: int, given: dict[int, str], sizes: dict[int, int] | None = None) -> list[list[str]]:
    """The hands: those given, and the rest so that families and characters are as mixed as can be."""
    hands = [cards(given.get(seat, "")) for seat in range(seats)]
    rest = [f"{family}.{character}" for character in CHARACTERS for family in DECK[:seats]]
    for card in [card for card in rest if not any(card in hand for hand in hands)]:
        family, character = card.split(".")
        room = [seat for seat in range(seats) if len(hands[seat]) < (sizes or {}).get(seat, 5)]
        seat = min(
            room,
            key=lambda seat: (
                sum(family in other for other in hands[seat]) * 3
                + sum(character in other for other in hands[seat]) * 2,
                len(hands[seat]),
            ),
        )
        hands[seat].append(card)
    return hands


def circle(count: int, radius: float = 0.35) -> list[tuple[float, float]]:
    """Points evenly on a circle, the first at the top, the others clockwise."""
    angles = [radians(90 - 360 * n / count) for n in range(count)]
    return [(round(radius * cos(angle), 3), round(radius * sin(angle), 3)) for angle in angles]


def table(seats: int = 4, given: dict[int, str] | None = None, **more: Any) -> Table:
    """A table after the first exchange of a round, pawns on their circle; `more` are keys of the position.

    `optional=True` plays the optional rules, `sizes` says whose hand has not five cards, `chance` how chance comes.
    """
    chance, seed = more.pop("chance", "physical"), more.pop("seed", 1)
    options = {"time_limit": 0} | more.pop("options", {})
    if more.pop("optional", False):
        options["optional_rules"] = True
    count = len(more.get("seating", range(seats))) - 1
    position = {
        "game": "banzai",
        "seats": seats,
        "options": options,
        "pawns": [dict(zip("xy", spot, strict=True)) for spot in circle(count)],
        "phase": "open",
        "now_ms": NOW,
        "exchanges": 1,
        "families": list(DECK[:seats]),
        "hands": deal(seats, given or {}, more.pop("sizes", None)),
        "seating": list(range(seats)),
    }
    return Table.from_position({**position, **more}, seed=seed, chance=chance)


def final(given: dict[int, str] | None = None, **more: Any) -> Table:
    """The final of a game of four: seats 0 and 1 play, 2 is the third, 3 was out before."""
    hands = deal(3, given or {})
    pawns = more.pop("pawns", [{"x": 0.0, "y": 0.35}])
    return table(
        4,
        hands=[*hands, []],
        families=list(DECK[:3]),
        seating=[0, 1, 2],
        final=True,
        third=2,
        out=more.pop("out", [3, 2]),
        pawns=pawns,
        **more,
    )


# -- doing --------------------------------------------------------------------------------------------------------------


def do(at: Table, seat: int, action: str, after: int, **what: Any) -> None:
    """An action, so many ms after `NOW`; one that says several is carried out one by one."""
    said = {"do": action, **what}
    for each in at.game.codec.parts(at.box[0], at.state[0], seat, said) or (said,):
        at.play(each, seat, at_ms=NOW + after)


def call(at: Table, seat: int, said: str, after: int) -> None:
    """`banzai`, `stop1 fox`, `warriors`."""
    what, *family = said.split()
    do(at, seat, "call", after, what=what, **({"family": family[0]} if family else {}))


def grab(at: Table, seat: int, pawn: int, after: int) -> None:
    do(at, seat, "grab", after, pawn=pawn)


def wait(at: Table, after: int) -> None:
    """Let time pass up to so many ms after `NOW`."""
    at.advance(NOW + after)


def why(at: Table, action: Any, seat: int) -> tuple[str, ...]:
    """The rows of the rulebook that forbid an action; `()` if it is legal."""
    refused = at.why_not(action, seat)
    if refused is None:
        return ()
    return tuple(refused.rules) or (refused.key,)


def may(at: Table, seat: int, start: str = "") -> set[str]:
    """The texts of the seat's legal actions that begin so."""
    return {text for text in at.legal_actions(seat).texts() if text.startswith(start)}


def draw(at: Table, wanted: str | None = None) -> None:
    """One result of chance: the one whose text ends so, or the first."""
    codes, _ = at.journal.results(at.state)
    texts = [at.text(code, -1) for code in codes]
    fitting = [
        code for code, text in zip(codes, texts, strict=True) if wanted is None or text.endswith(wanted)
    ]
    assert fitting, f"{wanted} is none of {texts}"
    at.play(fitting[0], -1)


def deal_all(at: Table) -> None:
    """Draw families and cards until the round can begin."""
    while at.awaits_chance:
        draw(at)


# -- seeing -------------------------------------------------------------------------------------------------------------


def phase(at: Table) -> str:
    return Phase(int(at.state[0].phase)).name.lower()


def hand(at: Table, seat: int) -> set[str]:
    return {ALL[card] for card in range(CARDS) if int(at.state[0].hands[seat]) >> card & 1}


def shown(at: Table) -> set[str]:
    return {ALL[card] for card in range(CARDS) if int(at.state[0].shown) >> card & 1}


def known(at: Table, seat: int) -> set[str]:
    return {ALL[card] for card in range(CARDS) if int(at.state[0].known[seat]) >> card & 1}


def out(at: Table) -> dict[int, int]:
    """Who is out, with the number of the elimination."""
    return {seat: int(at.state[0].out[seat]) for seat in range(at.seats) if at.state[0].out[seat]}


def seating(at: Table) -> list[int]:
    return [int(seat) for seat in at.state[0].seating[: int(at.state[0].placed)]]


def chosen(at: Table) -> dict[int, str]:
    return {seat: ALL[int(card)] for seat, card in enumerate(at.state[0].chosen[: at.seats]) if card >= 0}


def used(at: Table) -> set[tuple[int, str, str]]:
    """What was spent in this round: by whom, what, with which family ("" where none is named)."""
    found = set()
    for call_number, row in enumerate(at.state[0].used):
        for seat in range(at.seats):
            if row[seat] >= 0:
                family = "" if row[seat] == NO_FAMILY else FAMILIES[int(row[seat])]
                found.add((seat, CALLS[call_number], family))
    return found


def pawns(at: Table) -> list[tuple[float, float, int]]:
    """x, y in radii of the table, and who holds it (-1 nobody, -2 off the table)."""
    s = at.state[0]
    return [
        (int(s.pawn_x[n]) / 1000, int(s.pawn_y[n]) / 1000, int(s.pawn_by[n])) for n in range(int(s.pawns))
    ]


def end(at: Table, after: int) -> None:
    """Everybody who may says that they are ready."""
    for seat in at.actors:
        do(at, seat, "resume", after)
