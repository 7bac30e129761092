"""All series of hops of one kangaroo as a graph: where a scene lets players tap, and how the shortest path is found.

During a series the referee stands on the departure cell. That cell stays occupied: it can be hopped over, but nobody lands there. So the
state's own lines serve for the whole series.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.core.entry_point import Box, Int32s, Int32Table, State, entry_point
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.memory import filled, room, rows
from ludotheque.core.rule import rule
from ludotheque.games.billabong.codes import move_code, mover
from ludotheque.games.billabong.rules.geometry import ahead
from ludotheque.games.billabong.rules.racing import can_slide, crossings_after, hop_length
from ludotheque.games.billabong.state import HOME_CROSSINGS, MAX_CELLS, wide
from ludotheque.scene import snapshot

MAX_NODES = 3 * MAX_CELLS


@rule("BIL-23", "BIL-38", "BIL-39", "BIL-42", "BIL-45", "BIL-49")
def hop_graph(
    b: Any, s: Any, seat: int, kangaroo: int, cells: Any, crossings: Any, edges: Any
) -> tuple[int, int]:
    """Every landing of every series of a kangaroo on the board, with the single hops between them.

    Node 0 is the departure. `cells` (int32) and `crossings` (int8) get each node's cell and the
    crossings on arriving there: with 2 the kangaroo is home and the series over (several nodes may be home, on different
    cells). `edges` (int32, pairs) gets the hops as pairs of nodes. Returns the numbers of nodes and of edges.

    Nodes come in the order of the shortest series to them, among equals of the first by N, NE, E, SE, S, SW, W, NW, hop
    by hop; the first edge that leads to a node is the last hop of that series. Nobody checks here whose turn it is.
    """
    node_of = np.full(3 * b.cells, -1, np.int32)
    cells[0], crossings[0] = s.cell[seat, kangaroo], s.crossings[seat, kangaroo]
    nodes, hops, node = 1, 0, 0
    while node < nodes:
        cell = wide(cells[node])
        for direction in range(8):
            if crossings[node] == HOME_CROSSINGS:
                break
            length = hop_length(b, s, cell, direction)
            if length == 0:
                continue
            landing = ahead(b, cell, direction, length)
            after = crossings_after(b, cell, direction, length, crossings[node])
            if node_of[after * b.cells + landing] < 0:
                node_of[after * b.cells + landing] = nodes
                cells[nodes], crossings[nodes] = landing, after
                nodes += 1
            edges[hops, 0], edges[hops, 1] = node, node_of[after * b.cells + landing]
            hops += 1
        node += 1
    return nodes, hops


@compiled
def slides(b: Any, s: Any, seat: int, kangaroo: int, cells: Any, crossings: Any) -> int:
    """The cells a kangaroo on the board may slide to, and its crossings there (2: home); arrays of 8. Returns how many."""
    cell, count = wide(s.cell[seat, kangaroo]), 0
    for direction in range(8):
        if can_slide(b, s, cell, direction):
            cells[count] = ahead(b, cell, direction, 1)
            crossings[count] = crossings_after(b, cell, direction, 1, s.crossings[seat, kangaroo])
            count += 1
    return count


@entry_point()
def series_of_many(
    b: Box, s: State, seat: int, kangaroos: Int32s, places: Int32Table, following: Int32s
) -> tuple[int, int]:
    """Where several kangaroos on the board may go, in the order of `kangaroos` (int32), as one graph.

    `places` (int32, rows of 5) gets a row for each kangaroo where it stands, then for each in turn its slides and the landings of its
    series: cell, action (-1 where it stands), `step_of`, and where in `following` (int32) the rows begin and end that come next.
    Returns the numbers of rows and of entries of `following`. There must be room for 3 × cells + 9 rows and 16 × cells + 8 entries
    for each kangaroo.
    """
    cells, crossings = np.empty(3 * b.cells, np.int32), np.empty(3 * b.cells, np.int8)
    hops = np.empty((16 * b.cells, 2), np.int32)
    rows, entries = wide(len(kangaroos)), 0
    for start in range(len(kangaroos)):
        kangaroo = wide(kangaroos[start])
        was = wide(s.crossings[seat, kangaroo])
        places[start, 0], places[start, 1] = s.cell[seat, kangaroo], -1
        places[start, 2] = step_of(SLIDE, was, was)
        places[start, 3] = entries
        for slide in range(slides(b, s, seat, kangaroo, cells, crossings)):
            _note(b, places, rows, kangaroo, cells[slide], step_of(SLIDE, was, wide(crossings[slide])))
            places[rows, 3], places[rows, 4] = entries, entries  # nothing follows
            following[entries] = rows
            rows, entries = rows + 1, entries + 1
        nodes, found = hop_graph(b, s, seat, kangaroo, cells, crossings, hops)
        hop = 0
        for node in range(nodes):
            row = rows + node - 1 if node > 0 else start
            if node > 0:
                _note(b, places, row, kangaroo, cells[node], step_of(HOP, was, wide(crossings[node])))
                places[row, 3] = entries
            while hop < found and hops[hop, 0] == node:
                following[entries] = rows + wide(hops[hop, 1]) - 1
                hop, entries = hop + 1, entries + 1
            places[row, 4] = entries
        rows += nodes - 1
    return rows, entries


SLIDE, HOP = 0, 1
FIRST_HOP = 9
"""`step_of` is less for all slides."""


@compiled
def step_of(path: int, before: int, after: int) -> int:
    """A number for how a kangaroo goes (`SLIDE`, `HOP`) and its crossings before the turn and after it, 0 to 2."""
    return FIRST_HOP * path + 3 * before + after


@compiled
def _note(b: Any, places: Any, row: int, kangaroo: int, cell: int, step: int) -> None:
    places[row, 0], places[row, 2] = cell, step
    places[row, 1] = move_code(b, kangaroo, wide(cell), step % 3)


@entry_point()
def path_of(b: Box, s: State, seat: int, action: int, path: Int32s) -> int:
    """Write the cells of the shortest path (a slide, else hops) of a race move into `path` (int32, MAX_NODES). Returns how many, 0 if none."""
    kangaroo = mover(b, action)
    if s.cell[seat, kangaroo] < 0:
        return 0
    cells, crossings = np.empty(3 * b.cells, np.int32), np.empty(3 * b.cells, np.int8)
    for slide in range(slides(b, s, seat, kangaroo, cells, crossings)):
        if move_code(b, kangaroo, wide(cells[slide]), wide(crossings[slide])) == action:
            path[0] = cells[slide]
            return 1
    edges = np.empty((16 * b.cells, 2), np.int32)
    nodes, hops = hop_graph(b, s, seat, kangaroo, cells, crossings, edges)
    before = np.zeros(nodes, np.int32)
    for hop in range(hops - 1, -1, -1):  # the first hop that leads to a node is the one that counts
        before[edges[hop, 1]] = edges[hop, 0]
    node = 0
    for other in range(nodes - 1, 0, -1):
        if move_code(b, kangaroo, wide(cells[other]), wide(crossings[other])) == action:
            node = other
    count, last = 0, node
    while last != 0:
        last, count = wide(before[last]), count + 1
    for hop in range(count - 1, -1, -1):
        path[hop] = cells[node]
        node = wide(before[node])
    return count


@dataclass(frozen=True)
class Series:
    """Where a kangaroo may go, as a graph: node 0 is its departure, where the referee stands; then come its slides, then its landings.

    `cells` and `actions` have an entry for each node (the action of stopping there; -1 at node 0), `next` the nodes that are one
    step further, in the order of directions. Nothing follows a slide, and `slides` is how many there are.
    """

    cells: tuple[int, ...]
    actions: tuple[int, ...]
    next: tuple[tuple[int, ...], ...]
    slides: int

    @property
    def neighbours(self) -> tuple[int, ...]:
        """The cells of its slides."""
        return self.cells[1 : 1 + self.slides]

    @property
    def landings(self) -> tuple[int, ...]:
        """The cells of its hops; one that is reached with different crossings is there twice."""
        return self.cells[1 + self.slides :]

    def node_of(self, path: tuple[int, ...]) -> int:
        """The node reached by going to these cells one after the other; -1 if the kangaroo cannot."""
        node = 0
        for cell in path:
            node = next((after for after in self.next[node] if self.cells[after] == cell), -1)
            if node < 0:
                break
        return node

    def action_of(self, path: tuple[int, ...]) -> int:
        """The action of going to these cells one after the other; -1 if the kangaroo cannot."""
        node = self.node_of(path)
        return self.actions[node] if node >= 0 else -1

    def action_at(self, cell: int) -> int:
        """The action of the shortest series to this cell; -1 if no series lands there."""
        landings = self.landings
        return self.actions[1 + self.slides + landings.index(cell)] if cell in landings else -1


def series_of(b: Any, s: Any, seat: int, kangaroo: int) -> Series:
    """Where a kangaroo of a seat may go, no matter whose turn it is; a kangaroo that is not on the board goes nowhere."""
    if int(s["cell"][seat, kangaroo]) < 0:
        return Series((-1,), (-1,), ((),), 0)
    nodes, following = graph_of(b, s, seat, (kangaroo,))
    return Series(
        tuple(nodes[0::5]),
        tuple(nodes[1::5]),
        tuple(tuple(following[first:last]) for first, last in zip(nodes[3::5], nodes[4::5], strict=True)),
        sum(step < FIRST_HOP for step in nodes[7::5]),
    )


def graph_of(b: Any, s: Any, seat: int, kangaroos: Sequence[int]) -> tuple[list[int], list[int]]:
    """The numbers of `series_of_many` for kangaroos on the board: the rows one after the other, and the entries of `following`."""
    cells, count = int(b["cells"]), len(kangaroos)
    places, following = room("int32", count * (3 * cells + 9) * 5), room("int32", count * (16 * cells + 8))
    ends, entries = series_of_many(
        snapshot.record(b), snapshot.record(s), seat, filled("int32", kangaroos), rows(places, 5), following
    )
    return places[: ends * 5].tolist(), following[:entries].tolist()


def shortest_path(b: Any, s: Any, seat: int, action: int) -> tuple[int, ...]:
    """The cells of the shortest path that does a race move of a seat, no matter whose turn it is; empty if none does."""
    path = room("int32", MAX_NODES)
    return tuple(path[: path_of(snapshot.record(b), snapshot.record(s), seat, action, path)].tolist())
