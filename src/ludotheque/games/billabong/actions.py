"""Translates actions between integers, structures and notation: `k3`, `red k3`, `i3-k5`, `i3-k5-m5`, `i3-home`, `k3-h3/1`, `pass`.

Texts are read for the given seat. Upper and lower case are the same, and French words work too: `rouge k3`, `j k3`, `i3-bain`, `passer`.
The path of a move lists the cells where the kangaroo lands, in order, with the last.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.errors import Illegal
from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message
from ludotheque.core.notation import PlainCodec, ambiguous, unreadable
from ludotheque.core.verbs import why_not
from ludotheque.games.billabong import codes
from ludotheque.games.billabong.codes import PASS, PLACE, REASONS, Why
from ludotheque.games.billabong.labels import cell_name, cell_named
from ludotheque.games.billabong.rules.geometry import distance_to_next
from ludotheque.games.billabong.rules.turns import straight_line, why_not_there_from
from ludotheque.games.billabong.series import Series, series_of, shortest_path
from ludotheque.games.billabong.state import (
    AT_HOME,
    COLOURS,
    HOME_CROSSINGS,
    MAX_KANGAROOS,
    colours_of,
    kangaroo_on,
    wide,
)

_COLOUR_WORDS = {colour: colour for colour in COLOURS} | {
    "r": "red", "b": "blue", "y": "yellow", "g": "green",
    "rouge": "red", "bleu": "blue", "jaune": "yellow", "vert": "green", "j": "yellow", "v": "green",
}  # fmt: skip
"""A colour in English or French, or the letter that it is drawn with."""

_PLACING = re.compile(rf"(?:({'|'.join(_COLOUR_WORDS)})\s+)?([a-z]\d+)")
_MOVE = re.compile(r"([a-z]\d+)((?:-[a-z]\d+)*)(-(?:home|bain))?(?:/([0-2]))?")
_PASSING = ("pass", "passer")

MAX_HOPS = 100
"""The most hops of a series that is written out or clicked; the longest useful ones have about 25."""


def refusal(why: int, what: str, args: Mapping[str, Any] | None = None) -> Illegal:
    """The error for a code of `Why`; `what` is the action as somebody asked for it."""
    return REASONS[why].refusal("billabong", what, args)


def refused_step(b: Any, s: Any, cell: int, to: int, what: str) -> Illegal:
    """The error for a step of a move, from one cell to another, that is against the rules."""
    why = int(why_not_there_from(b, s, cell, to))
    return refusal(why, what, _figures_of_hop(b, s, cell, to, why))


def _check_length(series: Series, path: Sequence[object]) -> None:
    """Refuse a path of more than `MAX_HOPS` hops, unless there are even more landings: a shortest path is never refused."""
    if len(path) > max(MAX_HOPS, 1 + len(series.landings)):
        raise refusal(Why.TOO_MANY_HOPS, f"{len(path)} hops")


def figures(b: Any, s: Any, seat: int, action: int, reason: int) -> dict[str, int]:
    """`before` and `after` for a hop of the wrong distance. Nothing for any other reason."""
    if reason != Why.WRONG_DISTANCE:
        return {}
    cell = int(s["cell"][seat, int(codes.mover(b, wide(action)))])
    return _figures_of_hop(b, s, cell, int(codes.destination(b, wide(action))), reason)


def _figures_of_hop(b: Any, s: Any, cell: int, to: int, reason: int) -> dict[str, int]:
    """The same for one hop of a series."""
    if reason != Why.WRONG_DISTANCE:
        return {}
    direction, steps = straight_line(b, wide(cell), wide(to))
    pivot = int(distance_to_next(b, s, wide(cell), direction))
    return {"before": pivot - 1, "after": int(steps) - pivot - 1}


class Codec(PlainCodec):
    """Translates actions, see `core.game.Codec`."""

    # -- structures -----------------------------------------------------------------------------------------------

    def structure(self, b: Any, s: Any, seat: int, code: int) -> dict[str, Any]:
        """`kind` is `pass`, `place` or `race`. Kangaroos are numbers; cells and colours are words."""
        if code == PASS:
            return {"kind": "pass"}
        if code < codes.race_start(b):
            colour, cell = divmod(code - PLACE, int(b["cells"]))
            return {"kind": "place", "colour": COLOURS[(seat + 2 * colour) % 4], "cell": cell_name(b, cell)}
        kangaroo, crossings = int(codes.mover(b, code)), int(codes.crossings_then(b, code))
        if crossings == HOME_CROSSINGS:
            return {"kind": "race", "kangaroo": kangaroo, "to": "home"}
        to = cell_name(b, int(codes.destination(b, code)))
        return {"kind": "race", "kangaroo": kangaroo, "to": to, "crossings": crossings}

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        """The integer for a structure. `colour` may be left out if the seat has only one, `crossings` if the kangaroo keeps its own."""
        kind = structure.get("kind")
        if kind == "pass":
            return PASS
        if kind == "place":
            cell = self._cell(b, structure.get("cell"))
            own = colours_of(s, seat)
            colour = structure.get("colour", own[0] if len(own) == 1 else None)
            if colour not in (COLOURS[seat % 4], COLOURS[(seat + 2) % 4]):
                raise unreadable(colour, "is not a colour of this seat")
            return int(codes.place_code(b, int(colour != COLOURS[seat]), cell))
        kangaroo = structure.get("kangaroo")
        if kind != "race":
            raise unreadable(kind, "is not a kind of action; the kinds are pass, place and race")
        if isinstance(kangaroo, bool) or not isinstance(kangaroo, int) or not 0 <= kangaroo < MAX_KANGAROOS:
            raise unreadable(kangaroo, f"is not a kangaroo; kangaroos are numbered 0 to {MAX_KANGAROOS - 1}")
        if structure.get("to") == "home":
            return int(codes.move_code(b, kangaroo, 0, HOME_CROSSINGS))
        crossings = structure.get("crossings", min(int(s["crossings"][seat, kangaroo]), 1))
        if crossings not in (0, 1) or isinstance(crossings, bool):
            raise unreadable(
                crossings, "is not a number of crossings that leaves a kangaroo on the board: 0 or 1"
            )
        return int(codes.move_code(b, kangaroo, self._cell(b, structure.get("to")), crossings))

    def _cell(self, b: Any, name: Any) -> int:
        cell = cell_named(b, name) if isinstance(name, str) else -1
        if cell < 0:
            raise unreadable(name, "is not a cell of this board")
        return cell

    # -- writing --------------------------------------------------------------------------------------------------

    def text(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> str:
        """The action in notation. `path` gives the hops; `/1` gives the crossings if another move differs only in them."""
        parts = self.structure(b, s, seat, code)
        if parts["kind"] == "pass":
            return "pass"
        if parts["kind"] == "place":
            own = parts["colour"] == COLOURS[seat] and len(colours_of(s, seat)) == 1
            return str(parts["cell"]) if own else f"{parts['colour']} {parts['cell']}"
        kangaroo = parts["kangaroo"]
        start = self._where(b, s, seat, kangaroo)
        if parts["to"] == "home":
            return "-".join((start, *self._hops_home(b, s, seat, code, path), "home"))
        cell, crossings = int(codes.destination(b, code)), parts["crossings"]
        twin = int(codes.move_code(b, kangaroo, cell, 1 - crossings))
        suffix = "" if why_not(b, s, seat, twin) else f"/{crossings}"
        return "-".join((start, *(path or (parts["to"],)))) + suffix

    def _where(self, b: Any, s: Any, seat: int, kangaroo: int) -> str:
        cell = int(s["cell"][seat, kangaroo])
        return cell_name(b, cell) if cell >= 0 else "home" if cell == AT_HOME else "hand"

    def _hops_home(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> ActionPath:
        """The cells to write before `home`: the last one only if the hops before it leave a doubt."""
        if not path:
            return ()
        series = series_of(b, s, seat, int(codes.mover(b, code)))
        cells = tuple(cell_named(b, name) for name in path)
        return path[:-1] if self._path_home(b, s, seat, series, cells[:-1], code) == cells else path

    def _path_home(
        self, b: Any, s: Any, seat: int, series: Series, begun: tuple[int, ...], code: int
    ) -> tuple[int, ...]:
        """A path home that begins like this: the shortest one, or one more hop, the first that fits; empty if there is none."""
        if not begun:
            return shortest_path(b, s, seat, code)
        return next(
            (path for cell in series.landings if series.action_of(path := (*begun, cell)) == code), ()
        )

    # -- reading --------------------------------------------------------------------------------------------------

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """The legal action that a text names, and its path."""
        said = text.strip().lower()
        if said in _PASSING:
            return self._checked(b, s, seat, PASS, said), ()
        if placed := _PLACING.fullmatch(said):
            return self._placing(b, s, seat, _COLOUR_WORDS.get(placed[1]), self._cell(b, placed[2]), said), ()
        if moved := _MOVE.fullmatch(said):
            cells = tuple(self._cell(b, name) for name in [moved[1], *moved[2].split("-")[1:]])
            if len(cells) > 1 or moved[3]:
                return self._move(b, s, seat, cells, bool(moved[3]), moved[4], said)
        raise unreadable(text, "is not an action of Billabong; write for example k3, i3-k5, i3-home or pass")

    def _placing(self, b: Any, s: Any, seat: int, colour: str | None, cell: int, said: str) -> int:
        own = colours_of(s, seat)
        if colour is not None and colour not in own:
            self._check_time(b, s, seat, PLACE, said)
            raise refusal(Why.NOT_YOUR_COLOUR, said)
        options = [int(codes.place_code(b, own.index(name), cell)) for name in own if colour in (None, name)]
        fitting = [code for code in options if not why_not(b, s, seat, code)]
        if len(fitting) > 1:
            raise ambiguous(said, [self.text(b, s, seat, code, ()) for code in fitting])
        return self._checked(b, s, seat, (fitting or options)[0], said)

    def _move(
        self, b: Any, s: Any, seat: int, cells: tuple[int, ...], home: bool, count: str | None, said: str
    ) -> tuple[int, ActionPath]:
        kangaroo = self._own_kangaroo(b, s, seat, cells[0], said)
        series = series_of(b, s, seat, kangaroo)
        _check_length(series, cells[1:])
        if home:
            code = int(codes.move_code(b, kangaroo, 0, HOME_CROSSINGS))
            path = cells[1:]
            if series.action_of(path) != code:
                path = self._path_home(b, s, seat, series, path, code)
            if not path and cells[1:]:
                raise self._broken(b, s, series, cells, said)
        elif len(cells) > 2:
            path, code = cells[1:], series.action_of(cells[1:])
            if code < 0:
                raise self._broken(b, s, series, cells, said)
        else:
            code, path = self._straight_to(b, s, seat, kangaroo, series, cells[1], count, said)
        _check_length(series, path)
        self._checked(b, s, seat, code, said)
        if count is not None and int(codes.crossings_then(b, code)) != int(count):
            raise refusal(Why.OTHER_CROSSINGS, said)
        return code, tuple(cell_name(b, cell) for cell in path)

    def _straight_to(
        self, b: Any, s: Any, seat: int, kangaroo: int, series: Series, to: int, count: str | None, said: str
    ) -> tuple[int, tuple[int, ...]]:
        """The move that ends on a cell, by any path; coming home if that is what happens there."""
        wanted = (0, 1) if count is None else (int(count),)
        found = [int(codes.move_code(b, kangaroo, to, crossings)) for crossings in wanted]
        paths = {code: shortest_path(b, s, seat, code) for code in found}
        fitting = [code for code in found if paths[code]]
        if len(fitting) > 1:
            raise ambiguous(said, [self.text(b, s, seat, code, ()) for code in fitting])
        if fitting:
            return fitting[0], paths[fitting[0]]
        if (code := series.action_of((to,))) >= 0 and count is None:
            return code, (to,)
        kept = int(s["crossings"][seat, kangaroo])
        return found[kept if len(found) > 1 else 0], ()

    def _own_kangaroo(self, b: Any, s: Any, seat: int, cell: int, said: str) -> int:
        self._check_time(b, s, seat, PASS, said)
        standing = kangaroo_on(b, s, cell)
        if standing is None or standing[0] != seat:
            raise refusal(Why.NOT_YOUR_KANGAROO, said)
        return standing[1]

    def _check_time(self, b: Any, s: Any, seat: int, code: int, said: str) -> None:
        """Refuse what is said out of turn, or in the wrong part of the game: that of the action `code`."""
        why = why_not(b, s, seat, code)
        if why in (Why.GAME_OVER, Why.NOT_YOUR_TURN, Why.NOT_WHILE_PLACING, Why.NOT_WHILE_RACING):
            raise refusal(why, said)

    def _broken(self, b: Any, s: Any, series: Series, cells: tuple[int, ...], said: str) -> Illegal:
        """Why a series that was written out is impossible: what is wrong with its first wrong hop."""
        done = 1
        while done < len(cells) - 1 and series.action_of(cells[1 : done + 1]) >= 0:
            done += 1
        begun = series.action_of(cells[1:done])
        if begun >= 0 and codes.crossings_then(b, begun) == HOME_CROSSINGS:
            return refusal(Why.ALREADY_HOME, said)
        return refused_step(b, s, cells[done - 1], cells[done], said)

    def _checked(self, b: Any, s: Any, seat: int, code: int, said: str) -> int:
        if why := why_not(b, s, seat, code):
            raise refusal(why, said, figures(b, s, seat, code, why))
        return code

    # -- paths -----------------------------------------------------------------------------------------------------

    def path(self, b: Any, s: Any, seat: int, code: int) -> ActionPath:
        """The cells of the shortest path of a move; of equally short ones the first by N, NE, E, SE, S, SW, W, NW."""
        if code < codes.race_start(b):
            return ()
        return tuple(cell_name(b, cell) for cell in shortest_path(b, s, seat, code))

    def check_path(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> ActionPath:
        """Check that `path` is a slide or a series of hops of sensible length that makes this move, and return it.

        A placing has no path. Its cell may be given, since that is what players click, and `()` is returned.
        """
        if code < codes.race_start(b):
            placed_on = (cell_name(b, (code - PLACE) % int(b["cells"])),) if code >= PLACE else ()
            if path not in ((), placed_on):
                raise Illegal("this action has only one path", Message("billabong.reason.no_such_way"))
            return ()
        series = series_of(b, s, seat, int(codes.mover(b, code)))
        _check_length(series, path)
        if series.action_of(tuple(cell_named(b, name) for name in path)) != code:
            raise refusal(Why.NO_SUCH_WAY, "-".join(path))
        return path


CODEC = Codec()
