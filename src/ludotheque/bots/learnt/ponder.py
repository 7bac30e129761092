"""The search of the learnt player: a tree whose leaves the network estimates, and whose actions it weighs.

Edges are picked by PUCT (C. Rosin, 2011; D. Silver and others, 2017). Before an edge is tried, what its action gains by the game's own
evaluation stands for one result. For two seats in games without chance, secrets and clocks: a node is a position.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, NamedTuple

from ludotheque.bots.judging import evaluate, resolve_chance, wide
from ludotheque.bots.learnt.estimate import Layers, Scratch, log_odds, look, promise, share_of
from ludotheque.core import verbs
from ludotheque.core.entry_point import (
    Array,
    Boxes,
    Chances,
    Float64s,
    Int32s,
    Int64s,
    OneState,
    entry_point,
)
from ludotheque.core.jit import compiled, inlined
from ludotheque.core.luck import Luck
from ludotheque.core.memory import Struct
from ludotheque.core.numerics import exp, log

_legal, _play = verbs.legal, verbs.play

NODE = Struct(
    [
        ("first", "int32"),  # its first edge; the others follow
        ("count", "int32"),  # how many edges it has; 0 until they are made
        ("visits", "int32"),
        ("seat", "int32"),  # the seat that acts
        ("value", "float64"),  # its share of the win, by the network
    ]
)
EDGE = Struct(
    [
        ("action", "int32"),
        ("below", "int32"),  # the node it leads to, 0 if there is none yet
        ("visits", "int32"),
        ("prior", "float32"),  # the share of the visits that the network would give it
        ("judged", "float32"),  # the seat's share of the win, before any visit
        ("gain", "float32"),  # what the action adds to the game's own odds
        ("total", "float64"),  # sum of the seat's results
    ]
)
MAX_NODES = 1 << 18
MAX_EDGES = 1 << 22
"""The sizes of the pools, for a search without a limit. A tree that fills them stops growing."""

MAX_DEPTH = 128
"""The most actions on a path through the tree."""


class Manner(NamedTuple):
    """The parameters of a search."""

    exploration: float = 2.0
    """Weight of what the network finds promising, in standard deviations of all results."""
    trust: float = 1.0
    """The first guess of an action counts as much as this many visits."""
    noise: float = 0.0
    """How much of the weights at the root is drawn at random, from 0 to 1. Self-play needs some, or it always plays the same."""


class Growth(NamedTuple):
    """A tree, and the arrays that a search writes to.

    Attributes:
        nodes: the pool of nodes. Number 0 is the root.
        edges: the pool of edges. Number 0 means "none".
        used: how many nodes and edges are in use; shape (2,).
        path: the edges taken on the way down.
        passed: the nodes passed.
        spread: number, mean and sum of squares of the results of the seat at the root.
        guess: a state, shape (1,).
        tried: another.
        actions: the legal actions of a seat.
        worths: a number for each of them.
        values: a result for each seat.
        chances: results of chance and their probabilities.
    """

    nodes: Annotated[Any, Array(NODE)]
    edges: Annotated[Any, Array(EDGE)]
    used: Int64s
    path: Int64s
    passed: Int64s
    spread: Float64s
    guess: OneState
    tried: OneState
    actions: Int32s
    worths: Float64s
    values: Float64s
    chances: Chances


@compiled
def weigh(
    tree: Growth,
    node: int,
    count: int,
    gains: Any,
    layers: Layers,
    scratch: Scratch,
    noise: float,
    rng: Any,
) -> None:
    """Make the edges of a node for its legal actions, after `look`. Nothing happens if the pool has no room for them."""
    start = wide(tree.used[1])
    if start + count > len(tree.edges):
        return
    odds = log_odds(tree.nodes[node].value)
    most = -1e9
    for index in range(count):
        edge = tree.edges[start + index]
        edge.action, edge.below, edge.visits, edge.total = tree.actions[index], 0, 0, 0.0
        edge.gain = gains[index]
        edge.judged = share_of(odds + layers.scalars[1] * gains[index])
        gains[index] = promise(layers, scratch, wide(tree.actions[index]), gains[index])
        most = max(most, gains[index])
    total = 0.0
    for index in range(count):
        gains[index] = exp(gains[index] - most)
        total += gains[index]
    for index in range(count):
        tree.edges[start + index].prior = gains[index] / total
    if noise > 0.0:
        total = 0.0
        for index in range(count):
            drawn = -log(1.0 - rng.random())
            gains[index] = drawn * drawn * drawn
            total += gains[index]
        for index in range(count):
            edge = tree.edges[start + index]
            edge.prior = (1.0 - noise) * edge.prior + noise * gains[index] / max(total, 1e-30)
    tree.nodes[node].first, tree.nodes[node].count = start, count
    tree.used[1] = start + count


@compiled
def pick(tree: Growth, node: int, manner: Manner) -> int:
    """The edge of a node with the best score."""
    this = tree.nodes[node]
    deviation = math.sqrt(tree.spread[2] / max(tree.spread[0], 1.0))
    weight = manner.exploration * max(deviation, 0.01) * math.sqrt(this.visits)
    best, best_score = wide(this.first), -1e9
    for number in range(wide(this.first), wide(this.first) + wide(this.count)):
        edge = tree.edges[number]
        mean = (edge.total + manner.trust * edge.judged) / (edge.visits + manner.trust)
        score = mean + weight * edge.prior / (1.0 + edge.visits)
        if score > best_score:
            best, best_score = number, score
    return best  # type: ignore[no-any-return]  # compiled code is not typed


@compiled
def descend(tree: Growth, edge: int) -> int:
    """The node below an edge, made if it is new; 0 if the pool is full."""
    below = wide(tree.edges[edge].below)
    if below == 0 and tree.used[0] < len(tree.nodes):
        below = wide(tree.used[0])
        tree.used[0] += 1
        new = tree.nodes[below]
        new.first, new.count, new.visits, new.seat, new.value = 0, 0, 0, 0, 0.0
        tree.edges[edge].below = below
    return below  # type: ignore[no-any-return]  # compiled code is not typed


@compiled
def feed_back(tree: Growth, length: int) -> None:
    """Add the result in `tree.values` to the edges and nodes that a simulation passed."""
    for index in range(length):
        node = tree.nodes[tree.passed[index]]
        edge = tree.edges[tree.path[index]]
        node.visits += 1
        edge.visits += 1
        edge.total += tree.values[node.seat]
    off = tree.values[tree.nodes[0].seat] - tree.spread[1]
    tree.spread[0] += 1.0
    tree.spread[1] += off / tree.spread[0]
    tree.spread[2] += off * (tree.values[tree.nodes[0].seat] - tree.spread[1])


@inlined
def expand(
    boxes: Any, tree: Growth, node: int, layers: Layers, scratch: Scratch, noise: float, rng: Any
) -> None:
    """List the legal actions at a node, whose state is in `tree.guess`, and give it edges."""
    seat = wide(tree.nodes[node].seat)
    look(boxes, tree.guess, seat, layers, scratch)
    before = scratch.odds[0]
    count = wide(_legal(boxes[0], tree.guess[0], seat, tree.actions))
    for index in range(count):
        tree.tried[0] = tree.guess[0]
        _play(boxes[0], tree.tried[0], seat, wide(tree.actions[index]))
        over = resolve_chance(boxes, tree.tried, tree.chances, rng) == 0
        evaluate(boxes, tree.tried, over, scratch.shares)
        tree.worths[index] = log_odds(scratch.shares[seat]) - before
    weigh(tree, node, count, tree.worths, layers, scratch, noise, rng)


@inlined
def simulate(boxes: Any, tree: Growth, layers: Layers, scratch: Scratch, manner: Manner, rng: Any) -> None:
    """One simulation: from the root, whose state is in `tree.guess`, to a new node, and back with the network's estimate."""
    node, length, going = wide(0), wide(0), True
    mask = resolve_chance(boxes, tree.guess, tree.chances, rng)
    while going:
        this = tree.nodes[node]
        if this.visits == 0 or length == len(tree.path):
            seat = wide(0) if mask & 1 else wide(1)
            value = look(boxes, tree.guess, seat, layers, scratch)
            tree.values[seat], tree.values[1 - seat] = value, 1.0 - value
            this.seat, this.value = seat, value
            this.visits += 1
            going = node == 0
        if going and this.count == 0:
            noise = manner.noise if node == 0 else 0.0
            expand(boxes, tree, node, layers, scratch, noise, rng)
        if going and this.count == 0:  # no room
            tree.values[this.seat], tree.values[1 - this.seat] = this.value, 1.0 - this.value
            going = False
        if going:
            edge = pick(tree, node, manner)
            tree.path[length], tree.passed[length] = edge, node
            length += 1
            _play(boxes[0], tree.guess[0], wide(this.seat), wide(tree.edges[edge].action))
            mask = resolve_chance(boxes, tree.guess, tree.chances, rng)
            if mask == 0:
                evaluate(boxes, tree.guess, True, tree.values)
                going = False
            else:
                node = descend(tree, edge)
                if node == 0:  # no room: the guess before any visit stands for the result
                    judged = wide(this.seat)
                    tree.values[judged] = tree.edges[edge].judged
                    tree.values[1 - judged] = 1.0 - tree.edges[edge].judged
                    going = False
    feed_back(tree, length)


@entry_point(free=True)
def ponder(
    boxes: Boxes,
    states: OneState,
    simulations: int,
    tree: Growth,
    layers: Layers,
    scratch: Scratch,
    manner: Manner,
    rng: Luck,
) -> None:
    """Run simulations of what may follow in the position `states`, one record that is not changed."""
    for _ in range(simulations):
        tree.guess[0] = states[0]
        simulate(boxes, tree, layers, scratch, manner, rng)


def clear(tree: Growth) -> None:
    """Empty the tree, leaving an unvisited root."""
    tree.used[0] = tree.used[1] = 1
    tree.nodes[: NODE.itemsize] = bytes(NODE.itemsize)
    tree.spread[0] = tree.spread[1] = tree.spread[2] = 0.0
