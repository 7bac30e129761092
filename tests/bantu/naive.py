"""A second, slow reading of the whole game, from the rulebook and the description of the board alone: sets and dicts.

A circle is (rank, lane), lanes 0–3 for a–d. A pawn is (seat, number); it stands on a circle, at `START` or at `FINISH`.
Nothing is shared with the rules of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

Circle = tuple[int, int]
Pawn = tuple[int, int]
Move = tuple[int, Circle] | tuple[int, str] | str

START, FINISH, PASS = (-1, 0), (99, 0), "pass"
TO_FINISH = "finish"

QUARTER = ["a=b=c=d", "a b=c d", "a=b c=d", "a=b=c d", "a b c=d", "a=b c d", "a=b=c=d"]
"""The rows of the first seven ranks; the next seven are their mirror image, and so on in turn."""
CROSSED = 4
"""After this rank of each quarter the two middle lanes change places."""
STARTS = {4: 0, 3: 7, 2: 14, 1: 21}
LAST = 27


def picture(rank: int) -> str:
    drawn = QUARTER[rank % 7]
    return drawn if rank // 7 % 2 == 0 else drawn[::-1]


@dataclass
class Board:
    """A track: for each circle the circles of its row, those that its forward links lead to; start lines; arrows."""

    row: dict[Circle, set[Circle]]
    links: dict[Circle, set[Circle]]
    starts: dict[int, int]
    last: int
    arrows: set[Circle]
    limit: int = 300

    @classmethod
    def printed(cls) -> Board:
        """The board of the description, from its drawing."""
        circles = [(rank, lane) for rank in range(LAST + 1) for lane in range(4)]
        return cls(
            row={circle: cls._ground(circle) for circle in circles},
            links={circle: {cls._onward(circle)} for circle in circles if circle[0] < LAST},
            starts=STARTS,
            last=LAST,
            arrows={(LAST, lane) for lane in range(4)},
        )

    @staticmethod
    def _ground(circle: Circle) -> set[Circle]:
        """The circles on the same brown ground: walk outwards as long as there is a `=`."""
        rank, lane = circle
        drawn, found = picture(rank), {circle}
        for side in (-1, 1):
            here = lane
            while 0 <= here + side < 4 and drawn[here + here + side] == "=":
                here += side
                found.add((rank, here))
        return found

    @staticmethod
    def _onward(circle: Circle) -> Circle:
        rank, lane = circle
        if rank % 7 == CROSSED and lane in (1, 2):
            return (rank + 1, 3 - lane)
        return (rank + 1, lane)

    @classmethod
    def of(cls, components: Mapping[str, Any]) -> Board:
        """The board of a component file."""
        track = components["track"]
        rows = [{circle_of(word) for word in text.split()} for text in track["rows"]]
        links: dict[Circle, set[Circle]] = {}
        for start, end in (text.split() for text in track["links"]):
            links.setdefault(circle_of(start), set()).add(circle_of(end))
        return cls(
            row={circle: row for row in rows for circle in row},
            links=links,
            starts={
                int(n): circle_of(text.split()[0])[0]
                for n, text in components["start_lines"].items()
                if n != "provenance"
            },
            last=track["ranks"] - 1,
            arrows=set(map(circle_of, components["finish"]["arrows"])),
            limit=components.get("limit", {}).get("turns", 300),
        )

    def onward(self, circle: Circle) -> set[Circle]:
        """Where one step may lead: along a link, an arrow, or aside in the row."""
        lane = circle[1]
        beside = {other for other in self.row[circle] if abs(other[1] - lane) == 1}
        return beside | self.links.get(circle, set()) | ({FINISH} if circle in self.arrows else set())

    def line(self, number: int) -> list[Circle]:
        return [circle for circle in self.row if circle[0] == self.starts[number]]

    def on_start_line(self, circle: Circle) -> bool:
        return circle[0] in self.starts.values()


def circle_of(name: str) -> Circle:
    return int(name[1:-1]), "abcdefgh".index(name[-1])


def name_of(circle: Circle) -> str:
    return {START: "start", FINISH: "finish"}.get(circle) or f"r{circle[0]}{'abcdefgh'[circle[1]]}"


@dataclass
class Game:
    """A game in progress: where every pawn is, whose turn it is, how many turns everybody has had."""

    seats: int
    short: bool = False
    teams: bool = False
    first: int = 0
    board: Board = field(default_factory=Board.printed)
    at: dict[Pawn, Circle] = field(default_factory=dict)
    turns: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.to_play = self.first
        self.numbers = [1, 2, 3] if self.short else [1, 2, 3, 4]
        self.at = {(seat, number): START for seat in range(self.seats) for number in self.numbers} | self.at
        self.turns = self.turns or [0] * self.seats

    @classmethod
    def from_position(cls, position: Mapping[str, Any], board: Board | None = None) -> Game:
        options = position.get("options", {})
        game = cls(
            position["seats"],
            short=options.get("short", False),
            teams=options.get("teams", False),
            first=position.get("to_play", 0),
            board=board or Board.printed(),
            turns=list(position.get("turns", [])),
        )
        words = {"start": START, "finish": FINISH}
        for pawn in position.get("pawns", []):
            game.at[pawn["seat"], pawn["number"]] = words.get(pawn["at"]) or circle_of(pawn["at"])
        return game

    # -- who and where

    def side(self, seat: int) -> set[int]:
        return {seat, (seat + 2) % 4} if self.teams else {seat}

    def done(self, seat: int) -> bool:
        return all(self.at[seat, number] == FINISH for number in self.numbers)

    def taken(self) -> dict[Circle, Pawn]:
        return {circle: pawn for pawn, circle in self.at.items() if circle not in (START, FINISH)}

    def company(self, circle: Circle) -> list[Pawn]:
        """Every pawn in the row of a circle."""
        taken = self.taken()
        return [taken[other] for other in self.board.row[circle] if other in taken]

    # -- what may be done

    def steps(self, pawn: Pawn) -> int:
        return sum(number for _, number in self.company(self.at[pawn]))

    def ends(self, start: Circle, steps: int) -> set[Circle]:
        """Every end of every way of exactly `steps` steps, or of fewer that enters the finish.

        Step after step, all ways at once, each as where it has come and the circles of this rank that it has been on: those of
        ranks behind cannot be met again.
        """
        taken, found = self.taken().keys() - {start}, set[Circle]()
        fronts = {(start, frozenset({start}))}
        for _ in range(steps):
            further = set()
            for circle, been in fronts:
                for onward in (self.board.onward(circle) if circle not in taken else set()) - been:
                    if onward == FINISH:
                        found.add(FINISH)
                    else:
                        further.add(
                            (onward, frozenset({*been, onward} if onward[0] == circle[0] else {onward}))
                        )
            fronts = further
        return found | {circle for circle, _ in fronts}

    def may_end(self, seat: int, circle: Circle) -> bool:
        there = self.taken().get(circle)
        if there is None:
            return True
        alone = len(self.company(circle)) == 1
        return there[0] not in self.side(seat) and alone and not self.board.on_start_line(circle)

    def moves(self, seat: int) -> set[Move]:
        found: set[Move] = set()
        for number in self.numbers:
            here = self.at[seat, number]
            if here == START:
                found |= {
                    (number, circle) for circle in self.board.line(number) if circle not in self.taken()
                }
            elif here != FINISH:
                for end in self.ends(here, self.steps((seat, number))):
                    if end == FINISH:
                        found.add((number, TO_FINISH))
                    elif self.may_end(seat, end):
                        found.add((number, end))
        return found or {PASS}

    def legal(self) -> set[Move]:
        return set() if self.over() else self.moves(self.to_play)

    # -- what it does

    def play(self, move: Move) -> None:
        seat = self.to_play
        if move == PASS:
            self.stuck = all(
                self.moves(other) == {PASS} for other in range(self.seats) if not self.done(other)
            )
        else:
            number, end = move
            if end != TO_FINISH and end in self.taken():
                self.at[self.taken()[end]] = START
            self.at[seat, int(number)] = FINISH if end == TO_FINISH else end
        self.turns[seat] += 1
        after = [(seat + more) % self.seats for more in range(1, self.seats + 1)]
        self.to_play = next((other for other in after if not self.done(other)), seat)

    # -- how it ends

    def winners(self) -> list[int]:
        return [seat for seat in range(self.seats) if all(self.done(other) for other in self.side(seat))]

    def over(self) -> bool:
        playing = [seat for seat in range(self.seats) if not self.done(seat)]
        tired = all(self.turns[seat] >= self.board.limit for seat in playing)
        return bool(self.winners()) or tired

    def score(self, seat: int) -> tuple[int, int]:
        """Pawns home, then minus the forward steps still to go: all of a side's, the more the better."""
        home, left = 0, 0
        for other in self.side(seat):
            for number in self.numbers:
                circle = self.at[other, number]
                home += circle == FINISH
                if circle != FINISH:
                    left += (
                        self.board.last + 1 - (self.board.starts[number] if circle == START else circle[0])
                    )
        return home, -left

    def ranking(self) -> list[int]:
        """1 for the winners; the others after them, or, where nobody has won, by their scores."""
        if won := self.winners():
            return [1 if seat in won else 1 + len(won) for seat in range(self.seats)]
        scores = [self.score(seat) for seat in range(self.seats)]
        return [1 + sum(other > own for other in scores) for own in scores]


def text_of(move: Move) -> str:
    """A move in the notation of the game."""
    if isinstance(move, str):
        return move
    number, end = move
    return f"{number}: {end if isinstance(end, str) else name_of(end)}"


def perft(game: Game, depth: int) -> int:
    """The number of sequences of exactly so many moves."""
    if game.over():
        return 0
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = replace(game, at=dict(game.at), turns=list(game.turns))
        after.to_play = game.to_play
        after.play(move)
        total += perft(after, depth - 1)
    return total
