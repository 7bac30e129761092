"""A second, slow reading of Boussanga's rules, from the rulebook and the list of components alone: cells as complex numbers, tokens in dicts.

Nothing is shared with the game: cards are made from their rule again, laid by multiplying with powers of the square root of i,
and everything is found by trying. An action is a tuple: `("lay", place, tokens)`, `("discard", place, colour or None)`,
`("back", colour, cell)`; a cell is `(x, y)`, x west→east and y north→south, a colour one of `TEAF`.
"""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass, field

ORDER = "TEAF"
SIZE = 8
WORTH = {"T": 1, "E": 1, "A": 2, "F": 3}
FAMILIES = (
    ".../TTE/...", ".../TET/...", ".../TEA/...", ".T./.TE/...", ".T./.ET/...", ".T./.EA/...",
    "T../T../TE.", "..T/..T/.ET", ".ET/TE./...", "TE./.ET/...", ".../TET/.A.", ".../.TE/.AT",
)  # fmt: skip

Cell = tuple[int, int]
Tokens = frozenset[tuple[Cell, str]]


def deck(mirrored: bool = False) -> list[str]:
    """The 48 cards: each family, each colour one further on three times; the backs read from right to left."""
    cards = []
    for family in FAMILIES:
        for step in range(4):
            card = "".join(ORDER[(ORDER.index(c) + step) % 4] if c in ORDER else c for c in family)
            cards.append("/".join(row[::-1] for row in card.split("/")) if mirrored else card)
    return cards


@functools.cache
def placements(card: str) -> frozenset[Tokens]:
    """Every way in which all tokens of the card lie on the board: four quarter turns, as it is or turned 45° and enlarged."""
    tokens = [
        (complex(x, y), c) for y, row in enumerate(card.split("/")) for x, c in enumerate(row) if c != "."
    ]
    found = set()
    for quarter in range(4):
        for enlarged in (1, 1 + 1j):
            laid = [(place * 1j**quarter * enlarged, c) for place, c in tokens]
            laid = [((round(place.real), round(place.imag)), c) for place, c in laid]
            for dx in range(-6, 14):
                for dy in range(-6, 14):
                    moved = frozenset(((x + dx, y + dy), c) for (x, y), c in laid)
                    if all(0 <= x < SIZE and 0 <= y < SIZE for (x, y), _ in moved):
                        found.add(moved)
    return frozenset(found)


@dataclass
class Game:
    """A game in progress; `hands` are lists of four cards or None, `kept` one counter for each player, team or all together."""

    mode: str
    seats: int
    first: int
    mirrored: bool = False
    stop_at_13: bool = False
    board: dict[Cell, str] = field(default_factory=dict)
    reserve: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(ORDER, 16)))
    zone: Counter[str] = field(default_factory=Counter)
    due: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    trigger: int | None = None
    left: list[int] | None = None
    over: str = ""

    def __post_init__(self) -> None:
        self.pile = set(deck(self.mirrored))
        self.where = {card: placements(card) for card in self.pile}
        together = self.mode == "cooperative"
        self.hands: list[list[str | None]] = [[None] * 4 for _ in range(1 if together else self.seats)]
        stores = 1 if together else 2 if self.mode == "teams" else self.seats
        self.kept: list[Counter[str]] = [Counter() for _ in range(stores)]
        self.bonus: list[set[str]] = [set() for _ in range(stores)]
        self.turn = self.first

    def hand(self, seat: int) -> list[str | None]:
        return self.hands[0 if self.mode == "cooperative" else seat]

    def own(self, seat: int) -> int:
        return {"cooperative": 0, "teams": seat % 2}.get(self.mode, seat)

    def points(self, store: int) -> int:
        return sum(WORTH[c] * n for c, n in self.kept[store].items())

    # -- what is allowed ----------------------------------------------------------------------------------------

    def legal(self) -> set[tuple]:
        if self.over:
            return set()
        if self.due:
            free = [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) not in self.board]
            return {("back", self.due[0], cell) for cell in free}
        cards = [(place, card) for place, card in enumerate(self.hand(self.turn)) if card is not None]
        lays = {
            ("lay", place, tokens) for place, card in cards for tokens in self.where[card] if self.may(tokens)
        }
        if self.mode != "cooperative":
            return lays | {("discard", place, None) for place, _ in cards}
        if lays:
            return lays
        colours = [c for c in ORDER if self.zone[c]] or [None]
        return {("discard", place, colour) for place, _ in cards for colour in colours}

    def may(self, tokens: Tokens) -> bool:
        if self.mode == "cooperative":
            return all(self.board.get(cell) == c for cell, c in tokens)
        if any(self.board.get(cell, c) != c for cell, c in tokens):
            return False
        missing = Counter(c for cell, c in tokens if cell not in self.board)
        return bool(missing) and all(self.reserve[c] >= n for c, n in missing.items())

    # -- what happens -------------------------------------------------------------------------------------------

    def play(self, action: tuple) -> None:
        """The action; a card to draw then is drawn with `draw`, if `wants_card`."""
        if action[0] == "back":
            self.put_back(action[1], action[2])
            return
        card = self.hand(self.turn)[action[1]]
        self.hand(self.turn)[action[1]] = None
        self.discarded.append(card)
        if action[0] == "discard":
            if action[2]:
                self.due = [action[2]] * self.zone[action[2]]
        elif self.mode == "cooperative":
            for cell, c in action[2]:
                del self.board[cell]
                self.zone[c] += 1
            self.due = [c for c in ORDER if self.zone[c] >= 4 for _ in range(3)]
        else:
            self.place(action[2])
        if not self.pile:
            self.after_drawing()

    def place(self, tokens: Tokens) -> None:
        for cell, c in tokens:
            if cell not in self.board:
                self.board[cell] = c
                self.reserve[c] -= 1
                if self.reserve[c] == 0:
                    self.the_end_is_near()
        for colour in ORDER:
            self.clear(colour)
        if self.points(self.own(self.turn)) >= 15:
            self.the_end_is_near()

    def clear(self, colour: str) -> None:
        runs = []
        for (x, y), c in self.board.items():
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if c != colour or self.board.get((x - dx, y - dy)) == colour:
                    continue
                run = [(x, y)]
                while self.board.get((run[-1][0] + dx, run[-1][1] + dy)) == colour:
                    run.append((run[-1][0] + dx, run[-1][1] + dy))
                if len(run) >= 4:
                    runs.append(run)
        if not runs:
            return
        store = self.own(self.turn)
        gone = {cell for run in runs for cell in run}
        won = sum(len(run) - 3 for run in runs)
        for cell in gone:
            del self.board[cell]
        self.kept[store][colour] += won
        self.reserve[colour] += len(gone) - won
        if self.kept[store][colour] >= 4 and colour not in self.bonus[store]:
            self.bonus[store].add(colour)
            self.kept[store][colour] += 1
            self.reserve[colour] -= 1

    def put_back(self, colour: str, cell: Cell) -> None:
        self.board[cell] = colour
        self.zone[colour] -= 1
        self.due.pop(0)
        if colour not in self.due:
            self.kept[0][colour] += self.zone.pop(colour)
            if self.points(0) >= 15:
                self.over = "points"
                return
        if not self.due:
            self.next_turn()

    # -- drawing and the end ------------------------------------------------------------------------------------

    def wants_card(self) -> bool:
        hands = self.hands if self.mode == "cooperative" else [self.hand(seat) for seat in range(self.seats)]
        return not self.over and bool(self.pile) and any(None in hand for hand in hands)

    def deal(self, seat: int, card: str) -> None:
        self.pile.remove(card)
        hand = self.hand(seat)
        hand[hand.index(None)] = card

    def draw(self, card: str) -> None:
        self.deal(self.turn, card)
        if not self.pile and self.mode != "cooperative":
            self.the_end_is_near()
        self.after_drawing()

    def after_drawing(self) -> None:
        if not self.due:
            self.next_turn()

    def the_end_is_near(self) -> None:
        if self.trigger is None:
            self.trigger = self.turn

    def next_turn(self) -> None:
        following = [(self.turn + n) % self.seats for n in range(1, self.seats + 1)]
        if self.mode == "cooperative":
            if self.stop_at_13 and len(self.discarded) >= 13:
                self.over = "thirteenth"
            elif not any(self.hands[0]):
                self.over = "no_cards"
        elif self.trigger is not None:
            if self.left is None:
                self.left = [seat for seat in following if self.own(seat) != self.own(self.trigger)]
            if not self.left:
                self.over = "last_turns"
            else:
                following = [self.left.pop(0)]
        self.turn = following[0]

    # -- who has won --------------------------------------------------------------------------------------------

    def result(self) -> tuple[list[float], list[int]]:
        if self.mode == "cooperative":
            cards = len(self.discarded)
            won = self.over == "points" and cards <= 12
            value = 0.0 if not won else 1.0 if cards <= 8 else 0.9 if cards <= 10 else 0.8
            return [value] * self.seats, [1] * self.seats
        points = [self.points(self.own(seat)) for seat in range(self.seats)]
        first = points.count(max(points))
        shares = [1 / first if own == max(points) else 0.0 for own in points]
        return shares, [1 + sum(other > own for other in points) for own in points]
