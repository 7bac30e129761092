"""How a search expects a game to go on: the most visited actions of its trees, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.bots.judging import chances_of, resolve_chance
from ludotheque.bots.tree import Tree
from ludotheque.core import entry, state
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck
from ludotheque.core.memory import RecordAt, room

GUESSES = 8
"""A line goes on with an action only if it is legal in this many guesses at what is hidden and at what chance brings."""

LEAST_VISITS = 10
"""A line ends where fewer simulations than this went on."""

MAX_STEPS = 12


@dataclass(frozen=True)
class Step:
    """An action in a line.

    Attributes:
        seat: the seat that acts.
        action: the action, an integer.
        text: the action in notation.
        visits: the number of simulations that came this way.
    """

    seat: int
    action: int
    text: str
    visits: int


def lines_after(
    game: Game, boxes: Any, states: Any, seat: int, actions: Sequence[int], trees: Sequence[Tree]
) -> tuple[tuple[Step, ...], ...]:
    """How the trees expect the game to go on, one line for each of these actions of the seat.

    The trees have no nodes for chance, so an action below the root may be possible after some draws only. A line ends before such an action;
    it also ends where several seats act at once, where the game is over, and where the simulations were few.

    Args:
        game: the game.
        boxes: the components, one record.
        states: the seat's view, one record. It is not changed.
        seat: the seat whose decision was searched.
        actions: the first actions of the lines.
        trees: the trees that the search grew.
    """
    return tuple(
        tuple(_line(game, boxes, _guesses(game, boxes, states, seat), seat, action, trees))
        for action in actions
    )


def _guesses(game: Game, boxes: Any, states: Any, seat: int) -> list[tuple[Any, Luck]]:
    """Guesses at what the seat cannot see, each with the luck with which it goes on."""
    found = []
    for number in range(GUESSES if game.secrets or game.max_chance > 1 else 1):
        luck = Luck.of(number)
        guess = state.copy(states)
        entry.redeal(boxes, guess, 1 << seat, luck)
        found.append((guess, luck))
    return found


def _line(
    game: Game,
    boxes: Any,
    guesses: list[tuple[Any, Luck]],
    seat: int,
    action: int,
    trees: Sequence[Tree],
) -> Iterator[Step]:
    nodes = [(tree, 0) for tree in trees]
    for _ in range(MAX_STEPS):
        shown = guesses[0][0]
        edges = _edges(nodes, seat, action)
        path = game.codec.path(boxes[0], shown[0], seat, action)
        text = game.codec.text(boxes[0], shown[0], seat, action, path)
        taken = [RecordAt(tree.edges, edge) for tree, edge in edges]
        yield Step(seat, action, text, sum(each.visits for each in taken))
        nodes = [(tree, each.below) for (tree, _), each in zip(edges, taken, strict=True) if each.below]
        acting = {_played(game, boxes, guess, seat, action, luck) for guess, luck in guesses}
        mask = acting.pop()
        if acting or mask.bit_count() != 1:
            return
        seat = mask.bit_length() - 1
        visits: dict[int, int] = {}
        for tree, node in nodes:
            for edge in _edges_of(tree, node, seat):
                each = RecordAt(tree.edges, edge)
                visits[each.action] = visits.get(each.action, 0) + each.visits
        action = max(visits, key=lambda each: (visits[each], -each), default=-1)
        if action < 0 or visits[action] < LEAST_VISITS:
            return
        if not all(action in _legal(game, boxes, guess, seat) for guess, _ in guesses):
            return


def _edges_of(tree: Tree, node: int, seat: int) -> Iterator[int]:
    """The edges of a seat at a node."""
    edge = RecordAt(tree.nodes, node).first
    while edge:
        if RecordAt(tree.edges, edge).seat == seat:
            yield edge
        edge = RecordAt(tree.edges, edge).next


def _edges(nodes: Sequence[tuple[Tree, int]], seat: int, action: int) -> list[tuple[Tree, int]]:
    """The edges of an action, in those trees that have one at their node."""
    return [
        (tree, edge)
        for tree, node in nodes
        for edge in _edges_of(tree, node, seat)
        if RecordAt(tree.edges, edge).action == action
    ]


def _played(game: Game, boxes: Any, guess: Any, seat: int, action: int, luck: Luck) -> int:
    """Play an action and draw what chance then decides. Returns the bit mask of the seats that act."""
    entry.play(boxes, guess, seat, action)
    return int(resolve_chance(boxes, guess, chances_of(game), luck))


def _legal(game: Game, boxes: Any, guess: Any, seat: int) -> set[int]:
    actions = room("int32", game.max_legal)
    return set(actions[: entry.legal(boxes, guess, seat, actions)].tolist())
