"""The game and the naive second reading of its rules, side by side: every legal action, every result, all that lies anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Any

import numpy as np

from ludotheque.games.boussanga.labels import cells, colour_on, frame_of
from ludotheque.games.boussanga.state import Phase
from ludotheque.table import Table
from tests.boussanga.naive import ORDER, Game


class Disagreement(AssertionError):
    """The two readings differ; says in what, and where in the game."""


def same(what: str, one: Any, other: Any, table: Table) -> None:
    """`Disagreement` unless both readings say the same."""
    if one != other:
        if isinstance(one, Set) or hasattr(one, "keys"):
            one, other = set(one), set(other)
            less, more = sorted(map(str, one - other))[:3], sorted(map(str, other - one))[:3]
            one, other = f"only in the product {less}", f"only in the naive game {more}"
        raise Disagreement(f"{what}: {one}, not {other}, after {len(table.events)} events of {table!r}")


def read(text: str) -> tuple[Any, ...]:
    """An action's text as the naive game calls it."""
    words = text.split()
    if words[0] == "discard":
        return ("discard", int(words[1]) - 1, words[2] if len(words) > 2 else None)
    if ">" in text:
        return ("back", text[0], cell(text[2:]))
    tokens = frozenset((cell(word[:-1]), word[-1]) for word in words[1:])
    return ("lay", int(words[0][:-1]) - 1, tokens)


def cell(name: str) -> tuple[int, int]:
    return ord(name[0]) - ord("a"), 8 - int(name[1:])


def chance(table: Table, naive: Game, rng: np.random.Generator) -> None:
    """One result of chance, in both games."""
    codes, probabilities = table.journal.results(table.state)
    code = int(rng.choice(codes, p=probabilities))
    text = table.text(code, -1)
    if text.startswith("draw"):
        same("pile", {table.text(other, -1)[5:] for other in codes}, naive.pile, table)
        seats = [(naive.first + n) % naive.seats for n in range(naive.seats)]
        dealing = [seat for seat in seats if naive.hand(seat).count(None)]
        if int(table.state[0]["phase"]) == Phase.DEAL:
            naive.deal(dealing[0], text[5:])
        else:
            naive.draw(text[5:])
    else:
        name, letter = text.split()
        naive.board[cell(name)] = letter
        naive.reserve[letter] -= 1
    table.play(code, -1)


def agree(table: Table, naive: Game) -> None:
    """The same board, hands, stores and heaps."""
    b, s = table.box[0], table.state[0]
    board = {(c % 8, c // 8): ORDER[colour_on(s, c)] for c in cells(b) if colour_on(s, c) >= 0}
    same("board", board, naive.board, table)
    same("tokens on the board", sorted(board.items()), sorted(naive.board.items()), table)
    hands = [[None if card < 0 else frame_of(b, int(s.side), card) for card in hand] for hand in s.hand]
    same("hands", hands[: len(naive.hands)], naive.hands, table)
    stores = [dict(zip(ORDER, row.tolist(), strict=True)) for row in s.store[: len(naive.kept)]]
    same("stores", stores, [{c: kept[c] for c in ORDER} for kept in naive.kept], table)
    for name, counts in (("reserve", naive.reserve), ("zone", naive.zone), ("due", Counter(naive.due))):
        same(name, [int(n) for n in s[name]], [counts[c] for c in ORDER], table)


def random_action(legal: list[Any], rng: np.random.Generator) -> Any:
    """Any action, discards seldom, so that tokens come on the board."""
    lays = [action for action in legal if action[0] != "discard"]
    pool = lays if lays and rng.random() < 0.97 else legal
    return pool[int(rng.integers(len(pool)))]


def best_action(naive: Game, legal: list[Any], rng: np.random.Generator) -> Any:
    """A placing that aligns, if there is one: it takes many alignments to reach the end by points."""
    found = []
    for action in legal:
        if action[0] == "lay":
            board = {**naive.board, **dict(action[2])}
            if any(aligns(board, spot) for spot, _ in action[2]):
                found.append(action)
    return found[int(rng.integers(len(found)))] if found else random_action(legal, rng)


def aligns(board: dict[Any, str], spot: Any) -> bool:
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            x, y = spot[0] + sign * dx, spot[1] + sign * dy
            while board.get((x, y)) == board[spot]:
                x, y, run = x + sign * dx, y + sign * dy, run + 1
        if run >= 4:
            return True
    return False


def naive_of(table: Table) -> Game:
    """The naive game at the beginning of this table's."""
    chosen = table.options
    return Game(
        str(chosen["mode"]),
        table.seats,
        table.first,
        chosen["side"] == "back",
        bool(chosen.get("stop_at_13", False)),
    )


def play_beside(
    seats: int, options: dict[str, Any], seed: int, choose: str, seen: Counter[str] | None = None
) -> Table:
    """A random game in both readings, compared in every situation; `choose` is `random`, or `best` for alignments."""
    rng = np.random.default_rng(seed)
    table = Table("boussanga", seats, options, seed=seed, chance="physical")
    naive = naive_of(table)
    while not table.is_over:
        if table.awaits_chance:
            chance(table, naive, rng)
            continue
        agree(table, naive)
        codes = list(table.legal_actions())
        legal = {read(table.text(code, path=())): code for code in codes}
        same("legal actions", legal.keys(), naive.legal(), table)
        same("number of actions", len(codes), len(legal), table)
        same("who plays", table.actors, (naive.turn,), table)
        ordered = sorted(legal, key=str)
        best = choose == "best" and naive.mode != "cooperative"
        action = best_action(naive, ordered, rng) if best else random_action(ordered, rng)
        table.play(legal[action])
        naive.play(action)
        if seen is not None:
            seen["positions"] += 1
            seen[action[0]] += 1
    finish_alike(table, naive)
    return table


def finish_alike(table: Table, naive: Game) -> None:
    """Both are over, in the same way, with the same result."""
    agree(table, naive)
    outcome = table.outcome
    assert outcome is not None
    same("ending", outcome.ending, naive.over, table)
    shares, ranks = naive.result()
    same(
        "shares", [round(share, 9) for share in outcome.returns], [round(share, 9) for share in shares], table
    )
    same("ranks", list(outcome.ranking), ranks, table)
