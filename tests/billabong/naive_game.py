"""Billabong a second time, from the rulebook alone: slow, plain, and sharing no line with the product.

Sets, dictionaries and pairs (x, y), x from west to east, y from north to south. Nothing here is clever: a hop is whatever fits the
sentence that describes hops, a line is crossed where two segments meet in exact fractions, and sums of angles are compared exactly.
Kangaroos are dictionaries {"seat", "colour", "cell", "crossings"}; cell is a pair, HAND or HOME.

Actions are tuples:  ("place", colour, cell) · ("move", from, to, crossings after) · ("home", from) · ("pass",)
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cmp_to_key
from typing import Any

Cell = tuple[int, int]
Action = tuple[Any, ...]

HAND, HOME = "hand", "home"
N, NE, E, SE, S, SW, W, NW = (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)
DIRECTIONS = (N, NE, E, SE, S, SW, W, NW)
COLOURS = ("red", "blue", "yellow", "green")
TEAMS = (("red", "yellow"), ("blue", "green"))
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Board:
    """The lake is a rectangle of cells; the stream runs from it to the south edge, between columns `stream` and `stream + 1`."""

    width: int = 16
    height: int = 14
    lake_west: int = 6
    lake_east: int = 9
    lake_north: int = 6
    lake_south: int = 7
    stream: int = 7
    each: int = 5
    max_turns: int = 300

    @classmethod
    def of(cls, components: dict[str, Any]) -> Board:
        """The board of a component file's content."""
        lake = components["lake"]
        return cls(
            components["board"]["width"],
            components["board"]["height"],
            lake["x"],
            lake["x"] + lake["width"] - 1,
            lake["y"],
            lake["y"] + lake["height"] - 1,
            components["stream"]["column"],
            components.get("pieces", {}).get("kangaroos", 5),
            components.get("limit", {}).get("race_turns", 300),
        )

    def lake(self, cell: Cell) -> bool:
        x, y = cell
        return self.lake_west <= x <= self.lake_east and self.lake_north <= y <= self.lake_south

    def land(self, cell: Cell) -> bool:
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and not self.lake(cell)

    def cells(self) -> list[Cell]:
        return [(x, y) for y in range(self.height) for x in range(self.width) if self.land((x, y))]

    def behind_stream(self, cell: Cell) -> bool:
        return cell[0] > self.stream and cell[1] > self.lake_south

    def name(self, cell: Cell) -> str:
        return "abcdefghijklmnopqrstuvwxyz"[cell[0]] + str(self.height - cell[1])

    def cell(self, name: str) -> Cell:
        return "abcdefghijklmnopqrstuvwxyz".index(name[0]), self.height - int(name[1:])


@cache
def crossing(board: Board, a: Cell, b: Cell) -> int:
    """+1 for a segment that crosses the stream westward, -1 eastward, 0 where it does not meet it."""
    line = board.stream + HALF
    if (a[0] < line) == (b[0] < line):
        return 0
    meets = a[1] + (line - a[0]) / Fraction(b[0] - a[0]) * (b[1] - a[1])
    if meets <= board.lake_south + HALF:
        return 0
    return 1 if b[0] < a[0] else -1


def after(board: Board, crossings: int, a: Cell, b: Cell) -> int:
    """The count after a segment: never below nothing."""
    return max(0, crossings + crossing(board, a, b))


@cache
def direction_from_stream(board: Board, cell: Cell) -> tuple[int, int]:
    """A Gaussian integer whose angle is the clockwise one from the stream to the cell's centre.

    It is taken round the lake's centre. Where a board of one's own has its stream beside the lake's middle, round the point of
    the stream's line that is level with the lake's centre: a lap still begins and ends on the stream.
    """
    east = 2 * cell[0] - (2 * board.stream + 1)
    south = 2 * cell[1] - (board.lake_north + board.lake_south)
    return south, -east  # due south is 1; due west a quarter turn, i


def times(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def turn_of(z: tuple[int, int]) -> float:
    return math.atan2(z[1], z[0]) / math.tau % 1.0


@dataclass
class NaiveGame:
    seats: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    board: Board = field(default_factory=Board)
    phase: str = "placement"
    to_play: int = 0
    kangaroos: list[dict[str, Any]] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    finished: list[int] = field(
        default_factory=list
    )  # in the order in which they brought their last one home

    def __post_init__(self) -> None:
        self.turns = self.turns or [0] * self.seats
        for seat in range(self.seats):
            for colour in self.colours(seat):
                listed = sum(k["colour"] == colour for k in self.kangaroos)
                for _ in range(self.board.each - listed):
                    self.kangaroos.append({"seat": seat, "colour": colour, "cell": HAND, "crossings": 0})

    # --- positions ---------------------------------------------------------------------------------------------------------------

    @classmethod
    def from_position(cls, position: dict[str, Any], board: Board | None = None) -> NaiveGame:
        board = board or Board()
        game = cls(
            position["seats"],
            dict(position.get("options", {})),
            board,
            position.get("phase", "race"),
            position.get("to_play", 0),
        )
        listed = []
        for k in position.get("kangaroos", []):
            cell = HOME if k["cell"] == HOME else board.cell(k["cell"])
            colour = k.get("colour") or game.colours(k["seat"])[0]
            listed.append(
                {
                    "seat": k["seat"],
                    "colour": colour,
                    "cell": cell,
                    "crossings": 2 if cell == HOME else k.get("crossings", 0),
                }
            )
        game.kangaroos = listed
        game.turns = list(position.get("turns", []))
        game.__post_init__()
        done = [seat for seat in range(game.seats) if game.all_home(seat)] if game.phase == "race" else []
        game.finished = list(position.get("finished", done))
        return game

    def position(self) -> dict[str, Any]:
        listed = []
        for k in self.kangaroos:
            if k["cell"] != HAND:
                place = HOME if k["cell"] == HOME else self.board.name(k["cell"])
                listed.append(
                    {"seat": k["seat"], "colour": k["colour"], "cell": place, "crossings": k["crossings"]}
                )
        return {
            "game": "billabong",
            "seats": self.seats,
            "options": dict(self.options),
            "phase": self.phase,
            "to_play": self.to_play,
            "kangaroos": listed,
            "turns": list(self.turns),
        }

    # --- who and what ------------------------------------------------------------------------------------------------------------

    def colours(self, seat: int) -> tuple[str, ...]:
        if self.seats == 2 and self.options.get("mode", "two-teams") == "two-teams":
            return TEAMS[seat]
        return (COLOURS[seat],)

    def of(self, seat: int) -> list[dict[str, Any]]:
        return [k for k in self.kangaroos if k["seat"] == seat]

    def all_home(self, seat: int) -> bool:
        return all(k["cell"] == HOME for k in self.of(seat))

    def occupied(self) -> set[Cell]:
        return {k["cell"] for k in self.kangaroos if k["cell"] not in (HAND, HOME)}

    def playing(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.finished]

    def at_the_limit(self) -> bool:
        return self.phase == "race" and all(
            self.turns[seat] >= self.board.max_turns for seat in self.playing()
        )

    def decided(self) -> bool:
        if self.options.get("play_on", False):
            return len(self.playing()) <= 1
        return bool(self.finished)

    def over(self) -> bool:
        return self.decided() or self.at_the_limit()

    # --- actions -----------------------------------------------------------------------------------------------------------------

    def legal(self) -> set[Action]:
        if self.over():
            return set()
        if self.phase == "placement":
            return self.placings()
        moves = set(self.moves_with_paths())
        return moves or {("pass",)}

    def placings(self) -> set[Action]:
        behind = self.options.get("placement", "anywhere") == "behind-stream"
        taken = self.occupied()
        free = [
            c for c in self.board.cells() if c not in taken and (not behind or self.board.behind_stream(c))
        ]
        in_hand = {k["colour"] for k in self.of(self.to_play) if k["cell"] == HAND}
        return {("place", colour, cell) for colour in in_hand for cell in free}

    def moves_with_paths(self) -> dict[Action, list[Cell]]:
        """Every move of the race with the path that a record gives it: the shortest, and among equals the first by direction."""
        moves: dict[Action, list[Cell]] = {}
        for k in self.of(self.to_play):
            if k["cell"] not in (HAND, HOME):
                for action, path in self.moves_of(k):
                    if action not in moves or len(path) < len(moves[action]):
                        moves[action] = path
        return moves

    def moves_of(self, kangaroo: dict[str, Any]) -> list[tuple[Action, list[Cell]]]:
        start, crossings = kangaroo["cell"], kangaroo["crossings"]
        found = []
        for dx, dy in DIRECTIONS:
            there = start[0] + dx, start[1] + dy
            if self.board.land(there) and there not in self.occupied():
                found.append(
                    (self.arrival(start, there, after(self.board, crossings, start, there)), [start, there])
                )
        # A series: the departure cell stays taken, by the referee. Paths grow by one hop at a time, in the order of the directions.
        paths = [([start], crossings)]
        seen = set()
        while paths:
            longer = []
            for path, count in paths:
                for landing in self.hops(path[-1], self.occupied()):
                    new = after(self.board, count, path[-1], landing)
                    action = self.arrival(start, landing, new)
                    if action not in seen:
                        seen.add(action)
                        found.append((action, [*path, landing]))
                        if action[0] == "move":
                            longer.append(([*path, landing], new))
            paths = longer
        return found

    def text(self, action: Action) -> str:
        """The action in notation, without hops: `k3`, `red k3`, `i3-k5`, `i3-k5/1` where `i3-k5/0` is legal too, `i3-home`."""
        if action[0] == "place":
            one_colour = len(self.colours(self.to_play)) == 1
            return self.board.name(action[2]) if one_colour else f"{action[1]} {self.board.name(action[2])}"
        if action[0] == "pass":
            return "pass"
        start = self.board.name(action[1])
        if action[0] == "home":
            return f"{start}-home"
        differs = ("move", action[1], action[2], 1 - action[3]) in self.legal()
        return f"{start}-{self.board.name(action[2])}" + (f"/{action[3]}" if differs else "")

    @staticmethod
    def arrival(start: Cell, there: Cell, crossings: int) -> Action:
        return ("home", start) if crossings == 2 else ("move", start, there, crossings)

    def hops(self, start: Cell, occupied: set[Cell]) -> list[Cell]:
        """Landings of one hop: a straight segment without lake, on which exactly one kangaroo stands, and in its very middle."""
        landings = []
        for dx, dy in DIRECTIONS:
            segment: list[Cell] = []
            for far in range(1, max(self.board.width, self.board.height)):
                segment.append((start[0] + far * dx, start[1] + far * dy))
                if not self.board.land(segment[-1]):
                    break
                standing = [c for c in segment if c in occupied]
                if far % 2 == 0 and standing == [segment[far // 2 - 1]]:
                    landings.append(segment[-1])
        return landings

    # --- play --------------------------------------------------------------------------------------------------------------------

    def play(self, action: Action) -> None:
        """Carry out one of the legal actions."""
        seat = self.to_play
        if action[0] == "place":
            next(k for k in self.of(seat) if k["cell"] == HAND and k["colour"] == action[1])["cell"] = action[
                2
            ]
            self.to_play = (seat + 1) % self.seats
            if all(k["cell"] != HAND for k in self.kangaroos):
                self.phase = "race"
            return
        if action[0] != "pass":
            kangaroo = next(k for k in self.of(seat) if k["cell"] == action[1])
            kangaroo["cell"], kangaroo["crossings"] = (HOME, 2) if action[0] == "home" else action[2:]
        self.turns[seat] += 1
        if self.all_home(seat):
            self.finished.append(seat)
        if not self.over():
            self.to_play = (seat + 1) % self.seats
            while self.to_play in self.finished:
                self.to_play = (self.to_play + 1) % self.seats

    def played(self, action: Action) -> NaiveGame:
        game = copy.deepcopy(self)
        game.play(action)
        return game

    # --- the end -----------------------------------------------------------------------------------------------------------------

    def progress(self, seat: int) -> tuple[int, float, tuple[int, int]]:
        """Kangaroos home, the sum of progress as a number, and the product of directions whose angle is that sum, exactly."""
        total, product = 0.0, (1, 0)
        for k in self.of(seat):
            if k["cell"] == HOME:
                total += 1.0
            elif k["cell"] != HAND:
                z = direction_from_stream(self.board, k["cell"])
                total += turn_of(z) - (1 if k["crossings"] == 0 else 0)
                product = times(product, z)
        return sum(k["cell"] == HOME for k in self.of(seat)), total, product

    def compare(self, seat: int, other: int) -> int:
        """1 if `seat` is farther than `other`, -1 if less far, 0 if exactly as far."""
        (home, total, z), (home2, total2, z2) = self.progress(seat), self.progress(other)
        if home != home2:
            return 1 if home > home2 else -1
        if abs(total - total2) > 1e-6:
            return 1 if total > total2 else -1
        difference = times(z, (z2[0], -z2[1]))[1]  # a tiny angle has the sign of its sine
        return (difference > 0) - (difference < 0)

    def ranking(self) -> list[list[int]]:
        """Groups of seats, the best first; seats of one group share their rank."""
        assert self.over()
        groups = [[seat] for seat in self.finished]
        rest = self.playing()
        if self.decided():
            return groups + ([rest] if rest else [])
        rest.sort(key=cmp_to_key(self.compare), reverse=True)
        for seat in rest:
            if groups and groups[-1][0] in rest and self.compare(seat, groups[-1][0]) == 0:
                groups[-1].append(seat)
            else:
                groups.append([seat])
        return [sorted(group) for group in groups]

    def ranks(self) -> list[int]:
        """Each seat's rank from 1: one more than how many are ahead of it."""
        groups = self.ranking()
        ahead = {seat: sum(map(len, groups[:i])) for i, group in enumerate(groups) for seat in group}
        return [1 + ahead[seat] for seat in range(self.seats)]

    def returns(self) -> list[float]:
        """Shares of one win."""
        best = self.ranking()[0]
        return [1 / len(best) if seat in best else 0.0 for seat in range(self.seats)]


def perft(game: NaiveGame, depth: int) -> int:
    """Sequences of exactly `depth` actions."""
    if depth == 0:
        return 1
    legal = game.legal()
    if depth == 1:
        return len(legal)
    return sum(perft(game.played(action), depth - 1) for action in legal)
