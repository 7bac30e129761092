"""The game and the naive second reading of its rules, side by side: every legal action, every clock, all that lies anywhere."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ludotheque.games.banzai.codes import MOVE, RESUME
from ludotheque.table import Table
from tests.banzai import naive_ends, naive_stops, tables
from tests.banzai.naive import Game

GRID = [n / 10 for n in range(-10, 11)]


class Disagreement(AssertionError):
    """The two readings differ; says in what, and where in the game."""


def same(what: str, one: Any, other: Any, table: Table) -> None:
    """`Disagreement` unless both readings say the same."""
    if one != other:
        if isinstance(one, set | frozenset):
            less, more = sorted(map(str, one - other))[:4], sorted(map(str, other - one))[:4]
            one, other = f"only in the product {less}", f"only in the naive game {more}"
        last = [(event.seat, event.text, event.at_ms) for event in table.events[-4:]]
        raise Disagreement(
            f"{what}: {one}, not {other}, after {len(table.events)} events of {table!r}, the last {last}"
        )


def texts(table: Table, seat: int) -> dict[str, int]:
    """The seat's legal actions by text, but for the ways of moving pawns."""
    found = [code for code in table.legal_actions(seat) if not MOVE <= code < RESUME]
    return {table.text(code, seat): code for code in found}


def where(table: Table) -> list[tuple[float, float, Any]]:
    """Where the pawns lie and who holds them, as the naive game says it."""
    return [(round(x, 3), round(y, 3), {-1: None, -2: "off"}.get(by, by)) for x, y, by in tables.pawns(table)]


def near(one: list[tuple[float, float, Any]], other: list[tuple[float, float, Any]]) -> bool:
    """Whether pawns lie alike, up to the thousandth to which they are rounded."""
    return len(one) == len(other) and all(
        a[2] == b[2] and abs(a[0] - b[0]) < 0.0021 and abs(a[1] - b[1]) < 0.0021
        for a, b in zip(one, other, strict=True)
    )


def agree(table: Table, naive: Game) -> None:
    """The same cards, pawns, seats, clocks and knowledge."""
    s = table.state[0]
    same("phase", tables.phase(table), naive.phase, table)
    same("time", int(s.now_ms), naive.now, table)
    same("out", tables.out(table), naive.out, table)
    if naive.phase == "over":
        return
    same("seating", tables.seating(table), naive.seating, table)
    for seat in range(table.seats):
        same(f"hand of {seat}", tables.hand(table, seat), naive.hands[seat], table)
        same(f"known to {seat}", tables.known(table, seat), naive.known[seat] - naive.hands[seat], table)
    same("shown", tables.shown(table), naive.shown, table)
    same("chosen", tables.chosen(table), naive.chosen, table)
    lying = [(round(p.x, 3), round(p.y, 3), p.by) for p in naive.pawns]
    if not near(where(table), lying):
        same("pawns", where(table), lying, table)
    same("exchanges", int(s.exchanges), naive.exchanges, table)
    same("used", tables.used(table), naive.used, table)
    same("due", table.due_ms, naive.next_due(), table)
    same("asleep", bool(s.asleep), naive.asleep, table)
    same("final", bool(s.final), naive.final, table)


def drawn(table: Table, naive: Game, rng: np.random.Generator) -> None:
    """One result of chance, in both games."""
    codes, likely = table.journal.results(table.state)
    said = {table.text(code, -1).split()[-1]: code for code in codes}
    same("results of chance", set(said), naive.awaited() or set(), table)
    same("how likely they are", {round(p, 9) for p in likely}, {round(1 / len(codes), 9)}, table)
    result = sorted(said)[int(rng.integers(len(said)))]
    table.play(said[result], -1)
    naive.chance(result)


def moves_alike(table: Table, naive: Game, seat: int, rng: np.random.Generator) -> list[str]:
    """Some ways of moving pawns, asked of both; the legal ones of them."""
    legal = []
    for _ in range(60):
        pawn, more = int(rng.integers(len(naive.pawns))), bool(rng.random() < 0.5)
        x, y = (GRID[int(n)] for n in rng.integers(len(GRID), size=2))
        text = f"move {pawn} {x:.1f} {y:.1f}".replace("-0.0", "0.0") + (" more" if more else "")
        allowed = naive_stops.may_move(naive, seat, pawn, x, y, more)
        same(f"{text} is legal", table.why_not(text, seat) is None, allowed, table)
        if allowed:
            legal.append(text)
    return legal


def legal_alike(table: Table, naive: Game, rng: np.random.Generator) -> list[tuple[int, str]]:
    """What every seat may do, compared; all of it."""
    found = []
    for seat in range(table.seats):
        mine = texts(table, seat)
        same(f"legal actions of {seat}", set(mine), naive.legal(seat), table)
        found += [(seat, text) for text in mine]
        if naive.phase == "stop" and naive.stop["what"] == "stop1":
            found += [(seat, text) for text in moves_alike(table, naive, seat, rng)]
    same("who may act", set(table.actors), {seat for seat, _ in found}, table)
    return found


WEIGHTS = {
    "choose": 12.0,
    "banzai": 0.05,
    "grab": 0.04,
    "feint": 0.3,
    "resume": 2.0,
    "keep": 0.5,
    "refuse": 1.0,
}
"""How often random players do what, compared with 1 for other things."""
RACING = {"grab": 6.0}


def pick(naive: Game, legal: list[tuple[int, str]], rng: np.random.Generator) -> tuple[int, str]:
    """Something to do: mostly what brings a game on, all else now and then."""
    weights = []
    for seat, text in legal:
        word = text.split()[0]
        weight = WEIGHTS.get(word, 3.0)
        if naive.phase in ("grab", "touched"):
            weight = RACING.get(word, weight)
        if word == "banzai" and naive.complete(seat):
            weight = 20.0
        if word == "choose":
            weight = choosing(naive, seat, text.split()[1])
        weights.append(weight)
    odds = np.array(weights)
    return legal[int(rng.choice(len(legal), p=odds / odds.sum()))]


def choosing(naive: Game, seat: int, card: str) -> float:
    """Players collect: cards of weak families are laid down more often."""
    return (0.1 if seat in naive.chosen else 3.0) * 4.0 ** -naive.strength(seat, card.split(".")[0])


def later(naive: Game, rng: np.random.Generator) -> int:
    """An instant from now on: at once, some ms on, around the limits of the rules, or when something falls due."""
    steps = (0, 1, 50, 99, 100, 150, 200, 201, 300, 399, 400, 401, 700, 1000, 1199, 1200, 1500, 1501, 3000)
    due = naive.next_due()
    if due >= 0 and rng.random() < 0.15:
        return max(naive.now, due + int(rng.integers(-1, 2)))
    return naive.now + steps[int(rng.integers(len(steps)))]


def naive_of(table: Table) -> Game:
    """The naive game at the beginning of this table's."""
    return Game(table.seats, dict(table.options), table.first, reactions=table.box[0].reaction_ms.tolist())


def play_beside(
    seats: int, options: dict[str, Any], seed: int, seen: Counter[str] | None = None, most: int = 600
) -> Table:
    """A random game in both readings, compared in every situation, to its end or so many actions."""
    rng = np.random.default_rng(seed)
    table = Table("banzai", seats, options, seed=seed, chance="physical")
    return go_on(table, naive_of(table), rng, seen, most)


def go_on(
    table: Table, naive: Game, rng: np.random.Generator, seen: Counter[str] | None = None, most: int = 600
) -> Table:
    """Both go on from where they stand."""
    done = 0
    while not table.is_over and done < most:
        if table.awaits_chance:
            drawn(table, naive, rng)
            continue
        agree(table, naive)
        legal = legal_alike(table, naive, rng)
        at = later(naive, rng)
        seat, text = pick(naive, legal, rng)
        if (at > naive.now and at >= naive.next_due() >= 0) or rng.random() < 0.2:
            table.advance(at)
            naive.pass_time(at)
            continue
        if table.why_not(text, seat) is None:
            table.play(text, seat, at_ms=at)
            naive.play(at, seat, text)
            done += 1
            if seen is not None:
                seen[text.split()[0]] += 1
                seen["positions"] += 1
    if table.is_over:
        finish_alike(table, naive)
    return table


def finish_alike(table: Table, naive: Game) -> None:
    """Both are over with the same result."""
    agree(table, naive)
    outcome = table.outcome
    assert outcome is not None
    same("ranks", list(outcome.ranking), naive_ends.ranking(naive), table)
    winners = [float(seat not in naive.out) for seat in range(table.seats)]
    same("shares", list(outcome.returns), winners, table)
