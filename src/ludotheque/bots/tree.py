"""The tree of a search: nodes, edges, and the rule that picks the next edge.

A node is a sequence of decisions; results of chance are drawn anew each time and have no nodes. An edge is one action of one seat at
a node. The legal actions may differ between two visits of a node, so an edge also counts how often it was `offered`.

- Edges are picked by an upper confidence bound (UCT: L. Kocsis, C. Szepesvári, 2006) that uses `offered` in place of the node's visits,
  as in information set search (P. Cowling, E. Powley, D. Whitehouse, 2012).
- The number of edges of a node grows with a power of its visits (progressive widening: R. Coulom, 2007).

This module knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from ludotheque.bots.judging import wide
from ludotheque.core.entry_point import Array, Int64s
from ludotheque.core.jit import compiled
from ludotheque.core.memory import Pool, RecordAt, Struct, filled, room, zeros
from ludotheque.core.numerics import log, power

EDGE = Struct(
    [
        ("action", "int64"),
        ("seat", "int64"),
        ("next", "int64"),  # the next edge of the same node, 0 after the last
        ("below", "int64"),  # the node it leads to, 0 if there is none yet
        ("visits", "int64"),
        ("offered", "int64"),
        ("judged", "float64"),  # its evaluation one action ahead when it was added
        ("total", "float64"),  # sum of the seat's results
    ]
)
NODE = Struct([("first", "int64"), ("visits", "int64")])
MAX_NODES = 1 << 18
MAX_EDGES = 1 << 20
"""The sizes of the pools. A tree that fills them stops growing, and simulations play on from its leaves."""

MAX_DEPTH = 64
"""The most decisions on a path through the tree."""

SPREAD = Struct([("results", "float64"), ("average", "float64"), ("squares", "float64")])


class Policy(NamedTuple):
    """The parameters of a search."""

    exploration: float = 1.0
    """Weight of actions that were seldom tried, in standard deviations of all results."""
    width: float = 4.0
    """The number of actions considered at a node is `width` × visits ^ `widening`, the best by `judge` first."""
    widening: float = 0.4
    """The exponent of that formula."""
    trust: float = 1.0
    """The evaluation one action ahead counts as much as this many visits."""
    depth: int = 2
    """The number of actions in a playout before its position is evaluated."""
    candidates: int = 16
    """A playout plays the best of this many random actions."""


class Tree(NamedTuple):
    """Pools of nodes and edges, how much of them is used, and some working space. Edge number 0 means "none"."""

    nodes: Annotated[Any, Array(NODE)]
    edges: Annotated[Any, Array(EDGE)]
    used: Int64s  # nodes, edges, listings of legal actions
    marks: Int64s  # for each action of the game, the number of the last listing with it; negative if it has an edge
    path: Int64s  # the edges taken on the way down
    spread: Annotated[Any, Array(SPREAD)]  # for each seat, the spread of its results


def new_tree(nodes: int, edges: int, actions: int, seats: int) -> Tree:
    """An empty tree with room for `nodes` nodes and `edges` edges."""
    return Tree(
        Pool(nodes, NODE),
        Pool(edges, EDGE),
        filled("int64", [1, 1, 0]),
        room("int64", actions),
        room("int64", MAX_DEPTH),
        zeros(seats, SPREAD),
    )


def clear(tree: Tree) -> None:
    """Empty the tree, leaving an unvisited root."""
    tree.used[0] = tree.used[1] = 1
    tree.nodes[: NODE.itemsize] = bytes(NODE.itemsize)
    tree.spread[:] = bytes(len(tree.spread))


def edges_of(tree: Tree, seat: int) -> Iterator[tuple[int, int, float, float]]:
    """The seat's edges at the root: action, visits, mean result (the evaluation if unvisited), and evaluation one action ahead."""
    edge = RecordAt(tree.nodes, 0).first
    while edge:
        this = RecordAt(tree.edges, edge)
        if this.seat == seat:
            mean = this.total / this.visits if this.visits else this.judged
            yield this.action, this.visits, mean, this.judged
        edge = this.next


@compiled
def add_edge(tree: Tree, node: int, seat: int, action: int, judged: float) -> int:
    """Add an edge to a node. Returns 0 if the pool is full."""
    edge = tree.used[1]
    if edge == len(tree.edges):
        return 0
    tree.used[1] += 1
    new = tree.edges[edge]
    new.action, new.seat, new.judged = action, seat, judged
    new.below, new.visits, new.offered, new.total = 0, 0, 1, 0.0
    new.next = tree.nodes[node].first
    tree.nodes[node].first = edge
    return edge  # type: ignore[no-any-return]  # compiled code is not typed


@compiled
def enter(tree: Tree, node: int, seat: int, actions: Any, count: int, policy: Policy) -> int:
    """Visit a node where these actions are legal, and mark their edges as offered. Returns how many edges to add."""
    tree.used[2] += 1
    listing = tree.used[2]
    for index in range(count):
        tree.marks[actions[index]] = listing
    available = 0
    edge = tree.nodes[node].first
    while edge != 0:
        this = tree.edges[edge]
        if this.seat == seat and tree.marks[this.action] == listing:
            this.offered += 1
            tree.marks[this.action] = -listing
            available += 1
        edge = this.next
    tree.nodes[node].visits += 1
    allowed = min(count, math.ceil(policy.width * power(float(tree.nodes[node].visits), policy.widening)))
    return allowed - available if allowed > available + available // 4 else 0


@compiled
def keep_new(tree: Tree, actions: Any, count: int) -> int:
    """Move the listed actions without an edge to the front. Returns how many there are."""
    rest = 0
    for index in range(count):
        if tree.marks[actions[index]] == tree.used[2]:
            actions[rest] = actions[index]
            rest += 1
    return rest


@compiled
def add_best(tree: Tree, node: int, seat: int, actions: Any, worths: Any, count: int, wanted: int) -> None:
    """Add edges for the `wanted` actions with the best evaluations."""
    for _ in range(wanted):
        best = 0
        for index in range(1, count):
            if worths[index] > worths[best]:
                best = index
        if add_edge(tree, node, seat, wide(actions[best]), min(max(worths[best], 0.0), 1.0)) == 0:
            return
        tree.marks[actions[best]] = -tree.used[2]
        count -= 1
        actions[best], worths[best] = actions[count], worths[count]


@compiled
def best_edge(tree: Tree, node: int, seat: int, policy: Policy) -> int:
    """The offered edge with the highest upper confidence bound; 0 if there is none."""
    spread = tree.spread[seat]
    weight = policy.exploration * max(math.sqrt(spread.squares / max(spread.results, 1.0)), 1e-6)
    best, best_score = 0, -1e9
    edge = tree.nodes[node].first
    while edge != 0:
        this = tree.edges[edge]
        if this.seat == seat and tree.marks[this.action] == -tree.used[2]:
            trials = this.visits + policy.trust
            mean = (this.total + policy.trust * this.judged) / trials
            score = mean + weight * math.sqrt(log(this.offered + 1.0) / trials)
            if score > best_score:
                best, best_score = edge, score
        edge = this.next
    return best


@compiled
def follow(tree: Tree, node: int, moment: int, edge: int) -> int:
    """The node that an edge of `moment` leads to when its action is played at `node`; 0 if the edge is new or a pool is full."""
    if tree.edges[edge].visits == 0:
        return 0
    if node != moment:
        seat, action = tree.edges[edge].seat, tree.edges[edge].action
        edge = tree.nodes[node].first
        while edge != 0 and (tree.edges[edge].action != action or tree.edges[edge].seat != seat):
            edge = tree.edges[edge].next
        if edge == 0:
            edge = add_edge(tree, node, seat, action, 0.0)
        if edge == 0:
            return 0
    below = tree.edges[edge].below
    if below == 0 and tree.used[0] < len(tree.nodes):
        below = tree.used[0]
        tree.used[0] += 1
        tree.nodes[below].first, tree.nodes[below].visits = 0, 0
        tree.edges[edge].below = below
    return below  # type: ignore[no-any-return]  # compiled code is not typed


@compiled
def back_propagate(tree: Tree, length: int, values: Any) -> None:
    """Add a simulation's result to the edges that it took, and update the spread of results (B. P. Welford's recurrence, 1962)."""
    for index in range(length):
        this = tree.edges[tree.path[index]]
        this.visits += 1
        this.total += values[this.seat]
    for seat in range(len(values)):
        spread = tree.spread[seat]
        off = values[seat] - spread.average
        spread.results += 1.0
        spread.average += off / spread.results
        spread.squares += off * (values[seat] - spread.average)
