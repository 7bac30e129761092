"""The clicks of a seat at Bantu: a pawn, then where it goes; and clicks read back as an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.core.game import ActionPath
from ludotheque.core.memory import filled, room, rows
from ludotheque.core.message import Message
from ludotheque.games.bantu.codes import MAX_MOVES, PASS, finish_of, move_code, mover
from ludotheque.games.bantu.labels import (
    COLOURS,
    FINISH,
    NO_MOVE,
    circle_name,
    circle_named,
    colour_of,
    in_short,
    numbers_beside,
    pawns_of,
    piece_id,
    piece_named,
    row_of,
    start_place,
    team,
)
from ludotheque.games.bantu.paths import MAX_STEPS, named, path_to
from ludotheque.games.bantu.queries import LENGTH, PAWN, read_moves
from ludotheque.games.bantu.rules.moving import steps_of, waits
from ludotheque.games.bantu.rules.setting import on_one_side, seat_on
from ludotheque.games.bantu.state import AT_FINISH, PAWNS
from ludotheque.scene import snapshot
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


def legal_codes(b: Any, s: Any, seat: int) -> list[int]:
    """The seat's legal actions."""
    out = room("int32", MAX_MOVES)
    return out[: verbs.legal(snapshot.record(b), snapshot.record(s), seat, out)].tolist()


def must_pass(b: Any, s: Any, seat: int) -> bool:
    """Whether losing the turn is all that the seat can do."""
    return legal_codes(b, s, seat) == [PASS]


def choices(b: Any, s: Any, seat: int) -> Choices:
    """The seat's legal actions as clicks: a pawn, then a circle or the finish."""
    b, s = snapshot.of_box(b), snapshot.of(s)
    legal = legal_codes(b, s, seat)
    if legal == [PASS]:
        lost = Node(NO_MOVE, PASS, key=_KEY["pass"])
        return Choices(
            seat, (lost,), (0,), KEYS, (Button(NO_MOVE, main=True, label=Message(KEYS[_KEY["pass"]])),)
        )
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
    """How far a pawn goes, and why: it enters, goes its own number, or what its row adds up to."""
    if waits(s.record, seat, pawn):
        return "enter", {"number": pawn + 1}
    circle = int(s["at"][seat, pawn])
    numbers = numbers_beside(b, s, circle)
    extra: dict[str, int | str | Message] = {
        "number": pawn + 1,
        "n": int(steps_of(b.record, s.record, circle)),
    }
    if len(numbers) == 1:
        return "alone", extra
    return "company", extra | {"sum": " + ".join(map(str, numbers))}


def _ends(b: Any, s: Any, seat: int, legal: Sequence[int]) -> dict[int, list[Node]]:
    """Where the moves of each pawn end: with the circles on the path, and in its words what it does and what it costs whom."""
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
    pawn, to, waiting, steps, victim, _ = move
    rank, lane = divmod(to, int(b["lanes"]))
    if to == int(b["circles"]):
        surplus = steps - len(path)
        word = "finish_surplus" if surplus else "finish"
        return Node(FINISH, code, key=_KEY[word], extra={"n": surplus} if surplus else {}, path=path[:-1])
    name = circle_name(b, to)
    short = in_short(name)  # `place` lets a screen point at it
    where: dict[str, int | str | Message] = {"rank": rank, "lane": lane + 1, "place": short}
    if waiting:
        return Node(name, code, key=_KEY["enter"], extra=where | {"number": pawn + 1})
    if victim >= 0:
        number = (int(s["pawn_on"][to]) - 1) % PAWNS
        lost = rank - int(b["start_rank"][number])
        extra: dict[str, int | str | Message] = {
            "rank": rank,
            "number": number + 1,
            "n": lost,
            "place": short,
        }
        return Node(name, code, key=_KEY[f"capture_{colour_of(victim)}"], extra=extra, path=path[:-1])
    word = "move_safe" if _safe_at(b, s, seat, pawn, to) else "move"
    return Node(name, code, key=_KEY[word], extra=where, path=path[:-1])


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
    if any(code != PASS and int(mover(b, code)) == pawn for code in legal_codes(b, s, seat)):
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
        raise _unclear("that pawn is somebody else's", why, team=team(s, owner))
    if int(s["at"][seat, pawn]) == AT_FINISH:
        raise _unclear("that pawn is home", "home")
    return pawn


def _standing_on(b: Any, s: Any, click: str) -> tuple[int, int] | None:
    circle = circle_named(b, click)
    if circle >= 0 and s["pawn_on"][circle]:
        return int(seat_on(s, circle)), (int(s["pawn_on"][circle]) - 1) % PAWNS
    for seat in range(int(s["seats"])):
        for pawn in pawns_of(s):
            if click == start_place(pawn, seat) and waits(s, seat, pawn):
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
