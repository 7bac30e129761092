"""The clicks of a seat at Billabong: a graph made from the legal actions, and clicks read back as an action."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message
from ludotheque.games.billabong.actions import refused_step
from ludotheque.games.billabong.codes import (
    MAX_MOVES,
    PASS,
    PLACE,
    crossings_then,
    move_code,
    place_code,
    race_start,
)
from ludotheque.games.billabong.labels import (
    NO_MOVE,
    REFEREE,
    cell_name,
    cell_named,
    cell_names,
    colour_word,
    is_near,
    piece_id,
    piece_named,
    team,
)
from ludotheque.games.billabong.rules.racing import binds_to_kangaroo
from ludotheque.games.billabong.series import FIRST_HOP, Series, graph_of, series_of, shortest_path
from ludotheque.games.billabong.state import (
    AT_HOME,
    HOME_CROSSINGS,
    IN_HAND,
    MAX_PER_COLOUR,
    Phase,
    colour_of,
    in_hand,
    kangaroo_on,
)
from ludotheque.scene import asking, columns, snapshot
from ludotheque.scene.columns import Columns
from ludotheque.scene.model import Button, Choices, Node

KEYS = tuple(
    f"billabong.choice.{name}"
    for name in (
        "pick",
        "place",
        "pass",
        "where",
        *(f"{path}{then}" for path in ("slide", "hop") for then in ("", "_start", "_back", "_home")),
    )
)
"""The words of the choices, in the order that `Node.key` counts in."""

LEGEND = tuple(Message(f"billabong.legend.{name}") for name in ("slide", "hop", "hops"))
"""What the marks on the cells say: one slide, one hop, several hops."""

_KEY = {key.rpartition(".")[2]: number for number, key in enumerate(KEYS)}


def must_pass(b: Any, s: Any, seat: int) -> bool:
    """Whether passing is all that the seat can do."""
    return asking.legal(b, s, seat, MAX_MOVES) == [PASS]


def step_word(path: str, before: int, after: int) -> str:
    """`slide` or `hop` with what it does to the count of crossings: `hop_start`, `hop_back`, `hop_home`, `hop`."""
    if after == HOME_CROSSINGS:
        return f"{path}_home"
    return path if after == before else f"{path}_start" if after > before else f"{path}_back"


_WORDS = tuple(
    _KEY[step_word(path, before, after)]
    for path in ("slide", "hop")
    for before in range(HOME_CROSSINGS + 1)
    for after in range(HOME_CROSSINGS + 1)
)
"""The words of a step by its number, see `step_of`."""


def choices(b: Any, s: Any, seat: int) -> Choices:
    """The seat's legal actions as clicks: a kangaroo, then where it goes, hop by hop."""
    b, s = snapshot.of_box(b), snapshot.of(s)
    legal = asking.legal(b, s, seat, MAX_MOVES)
    if legal == [PASS]:
        node = Node(NO_MOVE, PASS, key=_KEY["pass"])
        button = Button(NO_MOVE, Message(KEYS[_KEY["pass"]]), main=True)
        return Choices(seat, (node,), (0,), KEYS, (button,), marker=REFEREE)
    if int(s["phase"]) == Phase.PLACEMENT:
        nodes, roots = _placings(b, s, seat, legal)
        return Choices(seat, tuple(nodes), tuple(roots), KEYS, marker=REFEREE, setup=True)
    kangaroos = movers(b, legal)
    moves = _moves(b, s, seat, kangaroos)
    return columns.choices(seat, moves, range(len(kangaroos)), KEYS, marker=REFEREE, legend=LEGEND)


def _placings(b: Any, s: Any, seat: int, legal: list[int]) -> tuple[list[Node], list[int]]:
    """The next kangaroo of a colour, then a cell; or the cell at once, for the first colour in hand. The nodes and the roots."""
    cells, names = int(b["cells"]), cell_names(b)
    nodes: list[Node] = []
    on: dict[int, list[int]] = {}
    for code in legal:
        colour, cell = divmod(code - PLACE, cells)
        on.setdefault(colour, []).append(len(nodes))
        nodes.append(_placing_on(names[cell], code))
    roots: list[int] = []
    for colour, following in on.items():
        kangaroo = next(kangaroo for kangaroo in in_hand(b, s, seat) if kangaroo // MAX_PER_COLOUR == colour)
        roots.append(len(nodes))
        nodes.append(Node(piece_id(seat, kangaroo), next=tuple(following)))
    return nodes, roots + on[min(on)]


@functools.lru_cache(10_000)
def _placing_on(cell: str, code: int) -> Node:
    return Node(cell, code, key=_KEY["place"])


def movers(b: Any, legal: Sequence[int]) -> list[int]:
    """The kangaroos that some of these actions move."""
    first = int(race_start(snapshot.record(b)))
    width = 2 * int(b["cells"]) + 1
    return sorted({(code - first) // width for code in legal if code >= first})


def _moves(b: Any, s: Any, seat: int, kangaroos: Sequence[int]) -> Columns:
    """Each kangaroo, then one slide, or one hop after another; the first nodes are the kangaroos.

    During a series the referee stands on the cell of departure; with the option, a hop binds to the kangaroo.
    """
    if not kangaroos:
        return Columns({"click": []}, {})
    count, names = len(kangaroos), cell_names(b)
    numbers, following = graph_of(b, s, seat, kangaroos)
    steps = numbers[2::5]
    clicks = [names[cell] for cell in numbers[0::5]]
    some = {
        index: {"extra": {"colour": colour_word(colour_of(s, seat, kangaroo)), "at": clicks[index]}, "hint": _KEY["where"]}
        for index, kangaroo in enumerate(kangaroos)
    }  # fmt: skip
    clicks[:count] = [piece_id(seat, kangaroo) for kangaroo in kangaroos]
    hops = [step >= FIRST_HOP for step in steps]
    fields: dict[str, list[Any]] = {
        "click": clicks,
        "action": numbers[1::5],
        "next": [following[first:last] for first, last in zip(numbers[3::5], numbers[4::5], strict=True)],
        "key": [0] * count + [_WORDS[step] for step in steps[count:]],
        "leaves_marker": hops,
    }
    if binds_to_kangaroo(snapshot.record(s)):
        fields["binds"] = hops
    return Columns(fields, some)


# -- clicks read back -------------------------------------------------------------------------------------------------


def clicked(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
    """The action, legal or not, that these clicks mean, and the cells of its path.

    Raises `Unreadable` if there is none (another player's kangaroo, a kangaroo without a destination), and `Illegal` if the clicks mix slides
    and hops, which no action does.
    """
    if not clicks:
        raise _unclear("nothing was clicked", "nothing")
    if clicks[0] == NO_MOVE:
        return PASS, ()
    if int(s["phase"]) == Phase.PLACEMENT:
        return _placing(b, s, seat, clicks)
    kangaroo, path = _kangaroo_first(b, s, seat, clicks)
    return _way(b, s, seat, kangaroo, path)


def _unclear(text: str, why: str, **args: Any) -> Unreadable:
    return Unreadable(f"these clicks are not an action: {text}", Message(f"billabong.click.{why}", args))


def _cell_clicked(b: Any, s: Any, click: str) -> int:
    """The cell of a click on a place, the bath, or a piece there; -1 for anything else."""
    lake = int(b["lake_y"]) * int(b["width"]) + int(b["lake_x"])
    if named := piece_named(b, s, click):
        cell = int(s["cell"][named])
        return lake if cell == AT_HOME else max(cell, -1)
    if click == REFEREE or click.startswith("lake."):
        return lake
    return cell_named(b, click)


def _placing(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
    named = piece_named(b, s, clicks[0])
    colour = 0
    if named is not None and named[0] == seat:
        if int(s["cell"][named]) != IN_HAND and len(clicks) == 1:
            raise _unclear("that kangaroo is on the board already", "placed")
        colour = named[1] // MAX_PER_COLOUR
        if len(clicks) == 1:
            raise _unclear("a kangaroo in hand needs a cell", "where")
    elif hand := in_hand(b, s, seat):
        colour = min(hand) // MAX_PER_COLOUR
    cell = _cell_clicked(b, s, clicks[-1])
    if cell < 0:
        raise _unclear(f"{clicks[-1]} is not a cell of the board", "place")
    return int(place_code(b, colour, cell)), ()


def _kangaroo_first(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """The kangaroo of the first click and the cells clicked after it."""
    first = clicks[0]
    if first == REFEREE:
        raise _unclear("the referee makes no move", "referee")
    named = piece_named(b, s, first) or kangaroo_on(b, s, _cell_clicked(b, s, first))
    if named is None:
        raise _unclear("choose a kangaroo first", "choose")
    if named[0] != seat:
        raise _unclear("that kangaroo is somebody else's", "theirs", team=team(s, named[0]))
    if int(s["cell"][named]) == AT_HOME:
        raise _unclear("that kangaroo is home", "home")
    path = tuple(_cell_clicked(b, s, click) for click in clicks[1:])
    if -1 in path:
        raise _unclear("a kangaroo goes to a cell of the board", "nothing")
    return named[1], path


def _way(b: Any, s: Any, seat: int, kangaroo: int, path: tuple[int, ...]) -> tuple[int, ActionPath]:
    series = series_of(b, s, seat, kangaroo)
    if not path and len(series.cells) == 1:
        raise Illegal(
            "no cell beside it is free, and it can hop over nobody",
            Message("billabong.click.stuck"),
            ("BIL-18", "BIL-20"),
        )
    if not path:
        raise _unclear("a kangaroo needs somewhere to go", "where")
    action = series.action_of(path)
    if action < 0 and len(path) > 1 and _is_mixed(b, series, path):
        raise Illegal(
            "a slide and a hop are never mixed in one turn",
            Message("billabong.click.mixed"),
            ("BIL-27", "BIL-28"),
        )
    if action < 0 and len(path) > 1 and (refused := _stops_short(b, s, series, path)):
        raise refused
    if action < 0 and (action := series.action_at(path[-1])) >= 0:
        path = shortest_path(b, s, seat, action)
    if action < 0:
        crossings = min(int(s["crossings"][seat, kangaroo]), HOME_CROSSINGS - 1)
        return int(move_code(b, kangaroo, path[-1], crossings)), ()
    return action, tuple(cell_name(b, cell) for cell in path)


def _stops_short(b: Any, s: Any, series: Series, path: tuple[int, ...]) -> Illegal | None:
    """Why a series, legal so far, has no such next hop; None if more hops lead there than were clicked, or it is home."""
    node = series.node_of(path[:-1])
    if node < 0 or path[-2] not in series.landings:
        return None
    if crossings_then(b, series.actions[node]) == HOME_CROSSINGS:
        return None
    beyond, todo = set[int](), [node]
    while todo:
        new = set(series.next[todo.pop()]) - beyond
        beyond |= new
        todo += new
    if path[-1] in {series.cells[each] for each in beyond}:
        return None
    return refused_step(b, s, path[-2], path[-1], cell_name(b, path[-1]))


def _is_mixed(b: Any, series: Series, path: tuple[int, ...]) -> bool:
    """Whether the path begins with slides or hops and goes on with the other kind."""
    if path[0] in series.neighbours and series.action_of(path[:2]) < 0:
        return path[0] not in series.landings or is_near(b, path[0], path[1])
    return series.action_of(path[:-1]) >= 0 and is_near(b, path[-2], path[-1])
