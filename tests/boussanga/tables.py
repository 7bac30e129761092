"""Tables, cells and words for the tests of Boussanga's rules."""

from __future__ import annotations

from typing import Any

from ludotheque.table import Table
from tests.boussanga.boxes import box

EMPTY = ["........"] * 8
HANDS = [
    [".../TTE/...", ".../TET/...", "T../T../TE.", ".../.TE/.AT"],
    [".../EEA/...", ".../EAE/...", "E../E../EA.", ".../.EA/.FE"],
    [".../AAF/...", ".../AFA/...", "A../A../AF.", ".../.AF/.TA"],
    [".../FFT/...", ".../FTF/...", "F../F../FT.", ".../.FT/.EF"],
]

SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"side": "back"}),
    (4, {}),
    (4, {"mode": "teams"}),
    (1, {}),
    (2, {"mode": "cooperative", "side": "back"}),
    (4, {"mode": "cooperative", "stop_at_13": True}),
]
"""Numbers of players and options that between them are every kind of game."""


def board(**rows: str) -> list[str]:
    """An empty board but for the rows named: `board(r3="..TT....")`."""
    return [rows.get(f"r{8 - y}", EMPTY[y]) for y in range(8)]


def competitive(rows: list[str] | None = None, seats: int = 2, **more: Any) -> Table:
    """A competitive position, all cards of `HANDS` in hand; chance is played by hand."""
    options = more.pop("options", {})
    position = {"game": "boussanga", "seats": seats, "options": options, "board": rows or EMPTY}
    return Table.from_position({**position, "hands": HANDS[:seats], **more}, chance="physical")


def together(rows: list[str], seats: int = 1, **more: Any) -> Table:
    """A cooperative position; what the board and the store lack of 16 tokens a colour lies in `fill`, on the free cells."""
    options = {"mode": "cooperative"} | more.pop("options", {})
    position = {"game": "boussanga", "seats": seats, "options": options, "board": rows}
    return Table.from_position({**position, "hands": HANDS[:1], **more}, chance="physical")


FILLER = ["FFAAFFAA", "AAFFAAFF", "FFAAFFAA", "AAFFAAFF"]
"""Fire and air in twos, on the four northern rows: 16 of each, and no card with earth or water is there."""
CARDS = [".../TTE/...", ".../TET/...", "T../T../TE.", ".../EEA/..."]


def common(
    south: list[str],
    hand: list[str] | None = None,
    stores: list[dict[str, Any]] | None = None,
    zone: dict[str, int] | None = None,
    **more: Any,
) -> Table:
    """A position with fire and air on the north half; earth and water that are not on the south half nor in the zone lie in
    the store, which must not be worth fifteen points."""
    rows = [*FILLER, *south]
    options = {"mode": "cooperative"} | more.pop("options", {})
    position = {"game": "boussanga", "seats": more.pop("seats", 1), "options": options, "board": rows, "hands": [hand or CARDS],
                "stores": stores or [{}], "zone": zone or {}, **more}  # fmt: skip
    tokens = "".join(rows)
    return Table.from_position(position, chance="physical", components=_own(position, tokens))


def _own(position: dict[str, Any], tokens: str) -> dict[str, Any]:
    """A box with just the tokens that the position shows."""
    names = {"T": "earth", "E": "water", "A": "air", "F": "fire"}
    counts = {name: tokens.count(letter) + position["stores"][0].get(letter, 0) + position["zone"].get(letter, 0)
              for letter, name in names.items()}  # fmt: skip
    return box(tokens=counts)


def why(table: Table, action: Any, seat: int | None = None) -> str:
    """The key of the refusal of an action, `""` if it is legal."""
    refused = table.why_not(action, seat)
    return refused.key.rpartition(".")[2] if refused else ""


def texts(table: Table, start: str = "") -> set[str]:
    """The texts of the legal actions that begin so."""
    return {text for text in table.legal_actions().texts() if text.startswith(start)}


def draw(table: Table, frame: str | None = None) -> None:
    """Draw this card, or the first of the pile."""
    codes, _ = table.journal.results(table.state)
    table.play(f"draw {frame}" if frame else codes[0], -1)


def kept(table: Table, store: int = 0) -> str:
    """What a store holds: `TTA`."""
    counts = table.position()["stores"][store]
    return "".join(letter * counts[letter] for letter in "TEAF")
