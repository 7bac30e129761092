"""The clicks of a seat at Bantu: a pawn, then a place to go to; and clicks read back as an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.core.game import ActionPath
from ludotheque.core.memory import filled, room, rows
from ludotheque.core.message import Message
from ludotheque.games.bantu.codes import MAX_MOVES, PASS, finish_of, move_code, mover
from ludotheque.games.bantu.labels import (
    FINISH,
    NO_MOVE,
    circle_name,
    circle_named,
    numbers_of,
    piece_id,
    piece_named,
    place_of,
    team,
)
from ludotheque.games.bantu.paths import LENGTH, MAX_STEPS, PAWN, named, path_to, read_moves
from ludotheque.games.bantu.rules.moving import steps_of, waits
from ludotheque.games.bantu.rules.setting import on_one_side
from ludotheque.games.bantu.state import AT_FINISH, COLOURS, numbers_beside, pawn_on, pawns_of, row_of
from ludotheque.scene import asking, snapshot
from ludotheque.scene.model import Button, Choices, Node

_WORDS = (
    "pick",
    "enter",
    "move",
    "move_safe",
    *(f"capture_{colour}" for colour in COLOURS),
    "finish",
    "finish_surplus",
    "pass",
    "hint_enter",
    "hint_alone",
    "hint_company",
)
KEYS = tuple(f"bantu.choice.{word}" for word in _WORDS)
"""The words of the choices, in the order that `Node.key` and `Node.hint` count in."""

_KEY = {word: number for number, word in enumerate(_WORDS)}


def must_pass(b: Any, s: Any, seat: int) -> bool:
    """Whether losing the turn is all that the seat can do."""
    return asking.legal(b, s, seat, MAX_MOVES) == [PASS]


def choices(b: Any, s: Any, seat: int) -> Choices:
    """The seat's legal actions as clicks: a pawn, then a circle or the finish."""
    b, s = snapshot.of_box(b), snapshot.of(s)
    legal = asking.legal(b, s, seat, MAX_MOVES)
    if legal == [PASS]:
        lost = Node(NO_MOVE, PASS, key=_KEY["pass"])
        button = Button(NO_MOVE, Message(KEYS[_KEY["pass"]]), main=True)
        return Choices(seat, (lost,), (0,), KEYS, (button,))
    nodes: list[Node] = []
    roots: list[int] = []
    for pawn, ends in _ends(b, s, seat, legal).items():
        first = len(nodes) + 1
        hint, extra = _hint(b, s, seat, pawn)
        following = tuple(range(first, first + len(ends)))
        roots.append(len(nodes))
        nodes += [Node(piece_id(seat, pawn), next=following, extra=extra, hint=_KEY[f"hint_{hint}"]), *ends]
    return Choices(seat, tuple(nodes), tuple(roots), KEYS)


def _hint(b: Any, s: Any, seat: int, pawn: int) -> tuple[str, dict[str, int | str | Message]]:
    """How far a pawn goes, and why: it enters, goes its own number, or the sum of its row."""
    extra: dict[str, int | str | Message] = {"number": pawn + 1}
    if waits(s.record, seat, pawn):
        return "enter", extra
    circle = int(s["at"][seat, pawn])
    numbers = numbers_beside(b, s, circle)
    extra["n"] = int(steps_of(b.record, s.record, circle))
    if len(numbers) == 1:
        return "alone", extra
    return "company", extra | {"sum": " + ".join(map(str, numbers))}


def _ends(b: Any, s: Any, seat: int, legal: Sequence[int]) -> dict[int, list[Node]]:
    """The ends of each pawn's moves, with the circles on the path; their words say what a move does, and whom it costs how much."""
    if not legal:
        return {}
    moves = rows(room("int32", len(legal) * (LENGTH + 1)), LENGTH + 1)
    paths = rows(room("int32", len(legal) * MAX_STEPS), MAX_STEPS)
    read_moves(b.record, s.record, seat, filled("int32", legal), moves, paths)
    found: dict[int, list[Node]] = {}
    for code, move, path in zip(legal, moves.tolist(), paths.tolist(), strict=True):
        end = _end(b, s, seat, code, move, named(b, path[: move[LENGTH]]))
        found.setdefault(move[PAWN], []).append(end)
    return dict(sorted(found.items()))


def _end(b: Any, s: Any, seat: int, code: int, move: Sequence[int], path: ActionPath) -> Node:
    pawn, to, waiting, steps, _ = move
    if to == int(b["circles"]):
        surplus = steps - len(path)
        if surplus:
            return Node(FINISH, code, key=_KEY["finish_surplus"], extra={"n": surplus}, path=path[:-1])
        return Node(FINISH, code, key=_KEY["finish"], path=path[:-1])
    name = circle_name(b, to)
    extra = numbers_of(name)
    if waiting:
        return Node(name, code, key=_KEY["enter"], extra=extra | {"number": pawn + 1})
    word = "move_safe" if _safe_at(b, s, seat, pawn, to) else "move"
    if standing := pawn_on(s, to):
        owner, number = standing
        word = f"capture_{COLOURS[owner]}"
        lost = to // int(b["lanes"]) - int(b["start_rank"][number])
        extra = {"rank": extra["rank"], "number": number + 1, "n": lost, "place": extra["place"]}
    return Node(name, code, key=_KEY[word], extra=extra, path=path[:-1])


def _safe_at(b: Any, s: Any, seat: int, pawn: int, to: int) -> bool:
    """Whether no opponent could send the pawn back from the free circle it goes to."""
    start = int(s["at"][seat, pawn])
    others = [other for other in row_of(b, to) if s["pawn_on"][other] and other != start]
    return bool(b["start_line"][to]) or len(others) > 0


# -- clicks read back -------------------------------------------------------------------------------------------------


def clicked(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
    """The action, legal or not, that these clicks mean, and the circles of its path.

    Raises `Unreadable` if there is none (another player's pawn, a pawn without a destination), and `Illegal` for a pawn that is stuck.
    """
    if not clicks:
        raise _unclear("nothing was clicked", "nothing")
    if clicks[0] == NO_MOVE:
        return PASS, ()
    pawn = _pawn_first(b, s, seat, clicks[0])
    if len(clicks) == 1:
        raise _nowhere(b, s, seat, pawn)
    to = _place_clicked(b, s, clicks[-1])
    if to < 0:
        raise _unclear(f"{clicks[-1]} is not a circle of the track", "where")
    return int(move_code(b, pawn, to)), path_to(b, s, seat, pawn, to)


def _unclear(text: str, why: str, **args: Any) -> Unreadable:
    return Unreadable(f"these clicks are not an action: {text}", Message(f"bantu.click.{why}", args))


def _nowhere(b: Any, s: Any, seat: int, pawn: int) -> Exception:
    """A pawn alone was clicked: it needs somewhere to go, or has nowhere."""
    if any(code != PASS and int(mover(b, code)) == pawn for code in asking.legal(b, s, seat, MAX_MOVES)):
        return _unclear("a pawn needs somewhere to go", "where")
    if waits(s, seat, pawn):
        return Illegal(
            "every circle of its start line is taken",
            Message("bantu.click.line_full", {"number": pawn + 1}),
            ("BAN-13", "BAN-34"),
        )
    steps = int(steps_of(b, s, int(s["at"][seat, pawn])))
    return Illegal(
        f"it would have to go {steps} circles, and no path is free",
        Message("bantu.click.stuck", {"n": steps}),
        ("BAN-31", "BAN-38"),
    )


def _pawn_first(b: Any, s: Any, seat: int, click: str) -> int:
    """The pawn of the first click, which may be on the place where it stands."""
    named = piece_named(s, click) or _standing_on(b, s, click)
    if named is None:
        raise _unclear("choose a pawn first", "choose")
    owner, pawn = named
    if owner != seat:
        why = "partners" if on_one_side(s, seat, owner) else "theirs"
        raise _unclear("that pawn is somebody else's", why, team=team(owner))
    if int(s["at"][seat, pawn]) == AT_FINISH:
        raise _unclear("that pawn is home", "home")
    return pawn


def _standing_on(b: Any, s: Any, click: str) -> tuple[int, int] | None:
    """The pawn that stands on a place of the track or of a start square."""
    for seat in range(int(s["seats"])):
        for pawn in pawns_of(s):
            if int(s["at"][seat, pawn]) != AT_FINISH and click == place_of(b, s, seat, pawn):
                return seat, pawn
    return None


def _place_clicked(b: Any, s: Any, click: str) -> int:
    """The circle of a click on a place or on a pawn there, or `finish_of(b)`; -1 for anything else."""
    if click == FINISH or click.startswith(f"{FINISH}."):
        return int(finish_of(b))
    named = piece_named(s, click)
    if named is not None:
        at = int(s["at"][named])
        return int(finish_of(b)) if at == AT_FINISH else max(at, -1)
    return circle_named(b, click)
