"""The product and the naive second implementation side by side, at one position or along a game."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Any

from ludotheque.table import Table
from tests.billabong.naive_game import HAND, HOME, Action, Board, NaiveGame, direction_from_stream, turn_of

Chooser = Callable[[Table, NaiveGame, list[Action], random.Random], Action]


class Disagreement(AssertionError):
    """The two differ: what about, and at which position."""

    def __init__(self, what: str, table: Table) -> None:
        super().__init__(f"{what}\nat {table.position()}\ncomponents {table.journal.setup.components}")


def naive_of(table: Table) -> NaiveGame:
    """A naive game in the position of a table."""
    return NaiveGame.from_position(table.position(), board_of(table))


def board_of(table: Table) -> Board:
    return (
        Board() if table.journal.setup.components is None else Board.of(dict(table.journal.setup.components))
    )


# --- what both say, in the same words ----------------------------------------------------------------------------------------


def codes_of(table: Table, board: Board) -> dict[Action, int]:
    """The product's legal actions as the naive game writes them; two codes for one action are a disagreement."""
    if table.is_over:
        return {}
    seat, found = table.actors[0], dict[Action, int]()
    where: dict[int, Any] = {}
    counts: Counter[str] = Counter()
    for kangaroo in table.position()["kangaroos"]:
        if kangaroo["seat"] == seat:  # a seat's second colour is numbered from 5
            colour = kangaroo["colour"]
            where[counts[colour] + (5 if colour in ("yellow", "green") and table.seats == 2 else 0)] = (
                kangaroo["cell"]
            )
            counts[colour] += 1
    for code in table.legal_actions():
        structure = table.game.codec.structure(table.box[0], table.state[0], seat, code)
        if structure["kind"] == "race" and where.get(structure["kangaroo"], HOME) == HOME:
            raise Disagreement(f"{structure} moves a kangaroo which is not on the board", table)
        action = in_naive_words(structure, where, board)
        if action in found:
            raise Disagreement(f"{action} is listed twice", table)
        found[action] = code
    return found


def in_naive_words(structure: Mapping[str, Any], where: Mapping[int, str], board: Board) -> Action:
    if structure["kind"] == "pass":
        return ("pass",)
    if structure["kind"] == "place":
        return ("place", structure["colour"], board.cell(structure["cell"]))
    start = board.cell(where[structure["kangaroo"]])
    if structure["to"] == HOME:
        return ("home", start)
    return ("move", start, board.cell(structure["to"]), structure["crossings"])


def normal(position: Mapping[str, Any], over: bool) -> dict[str, Any]:
    """A position without the liberties that writing it down leaves."""
    kangaroos = sorted(
        (k["seat"], k["colour"], k["cell"], 2 if k["cell"] == HOME else k["crossings"])
        for k in position["kangaroos"]
    )
    kept = {key: position[key] for key in ("game", "seats", "options", "phase", "turns")}
    return kept | {"kangaroos": kangaroos, "to_play": None if over else position["to_play"]}


# --- one position ------------------------------------------------------------------------------------------------------------


def compare(table: Table, game: NaiveGame) -> dict[Action, int]:
    """`Disagreement` unless both say the same of this position; gives the legal actions with their codes."""
    if table.is_over != game.over():
        raise Disagreement(f"over: product {table.is_over}, naive {game.over()}", table)
    one, other = normal(table.position(), table.is_over), normal(game.position(), table.is_over)
    if one != other:
        raise Disagreement(f"positions: product {one}\nnaive {other}", table)
    codes, legal = codes_of(table, game.board), game.legal()
    if codes.keys() != legal:
        only = sorted(codes.keys() - legal, key=str), sorted(legal - codes.keys(), key=str)
        raise Disagreement(
            f"legal actions: only in the product {only[0]}, only in the naive game {only[1]}", table
        )
    if table.is_over:
        compare_ends(table, game)
    return codes


def compare_ends(table: Table, game: NaiveGame) -> None:
    outcome = table.outcome
    assert outcome is not None
    ending = "all_home" if game.decided() else "turn_limit"
    one = (outcome.ending, list(outcome.ranking), [round(share, 9) for share in outcome.returns])
    other = (ending, game.ranks(), [round(share, 9) for share in game.returns()])
    if one != other:
        raise Disagreement(f"the end: product {one}, naive {other}", table)


def compare_path(table: Table, game: NaiveGame, action: Action, path: tuple[str, ...]) -> None:
    """The way that the record gives a move is the shortest one, and among equals the first by direction."""
    if action[0] in ("move", "home"):
        shortest = tuple(map(game.board.name, game.moves_with_paths()[action][1:]))
        if shortest != path:
            raise Disagreement(f"the way of {action}: product {path}, naive {shortest}", table)


def compare_texts(table: Table, game: NaiveGame, codes: Mapping[Action, int], rng: random.Random) -> None:
    """Some actions are written alike, those first whose crossings must be told, and read back."""
    counts = Counter(action[1:3] for action in codes if action[0] == "move")
    some = rng.sample(sorted(codes, key=str), min(3, len(codes)))
    some += [action for action in codes if action[0] == "move" and counts[action[1:3]] > 1][:3]
    seat, codec = table.actors[0], table.game.codec
    for action in some:
        text = codec.text(table.box[0], table.state[0], seat, codes[action], ())
        if (
            text != game.text(action)
            or codec.parse(table.box[0], table.state[0], seat, text)[0] != codes[action]
        ):
            raise Disagreement(f"the text of {action}: product {text!r}, naive {game.text(action)!r}", table)


def compare_scene(table: Table, game: NaiveGame) -> None:
    """Every kangaroo is shown where it is, with its face down until it has crossed the stream."""
    shown = sorted(
        (piece.seat, piece.tint, piece.place.split(".")[0], piece.face)
        for piece in table.scene(()).pieces
        if piece.sprite == "kangaroo"
    )
    names = {HAND: "hand", HOME: "lake"}
    expected = sorted(
        (
            k["seat"],
            k["colour"],
            names.get(k["cell"]) or game.board.name(k["cell"]),
            "shown" if k["crossings"] else "blank",
        )
        for k in game.kangaroos
    )
    if shown != expected:
        raise Disagreement(f"the scene: product {shown}, naive {expected}", table)


# --- along a game ------------------------------------------------------------------------------------------------------------


def along(
    table: Table, rng: random.Random, choose: Chooser, most: int, seen: Counter[str], closely: float = 0.1
) -> None:
    """Play on both sides to the end, or for `most` actions; `seen` counts what was compared.

    `closely` is the share of positions where the ways of moves, texts and scenes are compared, too.
    """
    game = naive_of(table)
    codes = compare(table, game)
    while codes and most:
        action = choose(table, game, sorted(codes, key=str), rng)
        note(seen, game, codes, action)
        looks = rng.random() < closely
        if looks:
            compare_texts(table, game, codes, rng)
        event = table.play(codes[action])
        if looks:
            compare_path(table, game, action, event.path)
        seen["longest series"] = max(seen["longest series"], len(event.path))
        game.play(action)
        codes = compare(table, game)
        if looks:
            compare_scene(table, game)
        most -= 1
    note(seen, game, codes, ("end",))
    compare(table, naive_of(table))  # read from the position, it is still the same


def note(seen: Counter[str], game: NaiveGame, codes: Mapping[Action, int], action: Action) -> None:
    seen["positions"] += 1
    seen["legal actions"] += len(codes)
    seen["most legal actions"] = max(seen["most legal actions"], len(codes))
    seen[action[0]] += 1
    twice = Counter(a[1:3] for a in codes if a[0] == "move")
    seen["same cell, other crossings"] += any(n > 1 for n in twice.values())
    if game.over():
        seen["all home" if game.decided() else "turn limit"] += 1
        seen["shared ranks at the limit"] += not game.decided() and any(
            len(group) > 1 for group in game.ranking()
        )


# --- who chooses -------------------------------------------------------------------------------------------------------------


def at_random(table: Table, game: NaiveGame, legal: list[Action], rng: random.Random) -> Action:
    return rng.choice(legal)


def eager(table: Table, game: NaiveGame, legal: list[Action], rng: random.Random) -> Action:
    """Mostly the move that gains most, so that games come to their end and kangaroos crowd."""
    if legal[0][0] not in ("home", "move") or rng.random() < 0.15:
        return rng.choice(legal)
    return max(legal, key=lambda action: (gain(game, action), rng.random()))


def shuttle(table: Table, game: NaiveGame, legal: list[Action], rng: random.Random) -> Action:
    """Mostly a move that changes a count of crossings."""
    counts = {k["cell"]: k["crossings"] for k in game.kangaroos if k["cell"] not in (HAND, HOME)}
    changing = [a for a in legal if a[0] == "move" and a[3] != counts[a[1]]]
    return rng.choice(changing) if changing and rng.random() < 0.8 else eager(table, game, legal, rng)


def gain(game: NaiveGame, action: Action) -> float:
    if action[0] == "home":
        return 2.0
    count = next(k["crossings"] for k in game.kangaroos if k["cell"] == action[1])
    before = turn_of(direction_from_stream(game.board, action[1])) - (count == 0)
    return turn_of(direction_from_stream(game.board, action[2])) - (action[3] == 0) - before


# --- positions from nowhere --------------------------------------------------------------------------------------------------


def crowd(rng: random.Random, seats: int, options: dict[str, Any], board: Board) -> dict[str, Any]:
    """A race in a random window of the board, often crowded, often in a corner, with some kangaroos home."""
    game = NaiveGame(seats, options, board, phase="race")
    each = len(game.of(0))
    out = [
        k
        for seat in range(seats)
        for k in rng.sample(game.of(seat), min(each, rng.choice([1, 2, 10, 10, 10])))
    ]
    for k in game.kangaroos:
        k["cell"], k["crossings"] = HOME, 2
    for k, cell in zip(out, window(rng, board, len(out)), strict=False):
        k["cell"], k["crossings"] = cell, rng.randint(0, 1)
    game.kangaroos.sort(key=lambda k: (k["seat"], game.colours(k["seat"]).index(k["colour"])))
    game.to_play = rng.randrange(seats)
    game.turns = [rng.randint(0, 3) for _ in range(seats)]
    return game.position()


def shut_in(rng: random.Random, seats: int, options: dict[str, Any], board: Board) -> dict[str, Any]:
    """A race in which the seat to play has one kangaroo left, in a corner or at the lake, with the others close around."""
    game = NaiveGame(seats, options, board, phase="race", to_play=rng.randrange(seats))
    west, east = board.lake_west - 1, board.lake_east + 1
    corners = [(0, 0), (board.width - 1, 0), (0, board.height - 1), (board.width - 1, board.height - 1)]
    there = rng.choice([*corners, (west, board.lake_south), (east, board.lake_north)])
    near = sorted(
        board.cells(), key=lambda c: (max(abs(c[0] - there[0]), abs(c[1] - there[1])), rng.random())
    )
    near = [c for c in near[1:] if rng.random() < 0.95]
    for k in game.kangaroos:
        k["cell"], k["crossings"] = (
            (near.pop(0), rng.randint(0, 1)) if k["seat"] != game.to_play else (HOME, 2)
        )
    own = rng.choice(game.of(game.to_play))
    own["cell"], own["crossings"] = there, rng.randint(0, 1)
    return game.position()


def closing(rng: random.Random, seats: int, options: dict[str, Any], board: Board) -> dict[str, Any]:
    """A race in which each seat has one or two kangaroos left, started and as a rule close before the finish."""
    game = NaiveGame(seats, options, board, phase="race", to_play=rng.randrange(seats))
    cells = [c for c in board.cells() if board.behind_stream(c) and c[0] <= board.stream + 4]
    rng.shuffle(cells)
    for k in game.kangaroos:
        k["cell"], k["crossings"] = HOME, 2
    for seat in range(seats):
        for k in rng.sample(game.of(seat), min(len(game.of(seat)), rng.randint(1, 2))):
            k["cell"], k["crossings"] = cells.pop(), rng.choice([0, 1, 1, 1])
    return game.position()


def level(rng: random.Random, seats: int, options: dict[str, Any], board: Board) -> dict[str, Any]:
    """A race at the technical limit; as a rule two seats have exactly the same progress, summed from other cells."""
    game = NaiveGame(seats, options, board, "race", rng.randrange(seats), turns=[board.max_turns] * seats)
    free = board.cells()
    rng.shuffle(free)
    places = {seat: [free.pop()] for seat in range(seats) if rng.random() < 0.1}
    one, other = rng.sample(range(seats), 2)
    while len(places.setdefault(one, [])) + 2 <= len(game.of(one)) and rng.random() < 0.8:
        c = free.pop()
        d = next((d for d in free if ray(board, c) == ray(board, d)), None)
        if d is not None and rng.random() < 0.5:
            equal = [c], [d]
        else:  # an angle and its mirror image make a whole turn together, like any other such pair
            d, e, f = free[0], (board.width - 1 - c[0], c[1]), (board.width - 1 - free[0][0], free[0][1])
            equal = [c, e], [d, f]
        if all(cell in free for cell in (equal[0] + equal[1])[1:]):
            free = [cell for cell in free if cell not in equal[0] + equal[1]]
            places[one] += equal[0]
            places.setdefault(other, []).extend(equal[1])
    for seat in range(seats):
        started, cells = (
            rng.randint(0, 1) if seat not in (one, other) else 1,
            places.get(seat) or [free.pop()],
        )
        for k, cell in zip_longest(game.of(seat), cells[: len(game.of(seat))]):
            k["cell"], k["crossings"] = (HOME, 2) if cell is None else (cell, started)
    return game.position()


def ray(board: Board, cell: tuple[int, int]) -> tuple[int, int]:
    """Alike for cells in exactly the same direction."""
    a, b = direction_from_stream(board, cell)
    return a // math.gcd(a, b), b // math.gcd(a, b)


def window(rng: random.Random, board: Board, least: int) -> list[tuple[int, int]]:
    """At least so many cells of a rectangle, shuffled."""
    while True:
        wide, high = rng.randint(2, board.width), rng.randint(2, board.height)
        west, north = rng.randint(0, board.width - wide), rng.randint(0, board.height - high)
        if rng.random() < 0.3:
            west, north = rng.choice([0, board.width - wide]), rng.choice([0, board.height - high])
        cells = [
            (x, y) for x in range(west, west + wide) for y in range(north, north + high) if board.land((x, y))
        ]
        if least <= len(cells) <= 4 * least:
            rng.shuffle(cells)
            return cells


def box_at_random(rng: random.Random) -> dict[str, Any]:
    """A component file of any size that the product accepts: mostly small, with the stream anywhere along the lake."""
    while True:
        width, height = rng.choice(
            [(rng.randint(5, 12), rng.randint(5, 12)), (rng.randint(8, 24), rng.randint(8, 24))]
        )
        lake = {"x": rng.randint(1, width - 3), "y": rng.randint(1, height - 2)}
        lake |= {
            "width": rng.randint(2, width - lake["x"] - 1),
            "height": rng.randint(1, height - lake["y"] - 1),
        }
        column, kangaroos = rng.randint(lake["x"], lake["x"] + lake["width"] - 2), rng.randint(1, 5)
        if (width - column - 1) * (height - lake["y"] - lake["height"]) >= 4 * kangaroos:
            return {
                "board": {"width": width, "height": height},
                "lake": lake,
                "stream": {"column": column},
                "pieces": {"kangaroos": kangaroos},
                "limit": {"race_turns": rng.choice([1, 2, 5, 20, 60])},
            }
