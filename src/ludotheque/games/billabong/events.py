"""Event views of Billabong: the sentence for the list of moves, the path to show, the trace it leaves."""

from __future__ import annotations

from typing import Any

from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message
from ludotheque.games.billabong.actions import CODEC
from ludotheque.games.billabong.choices import step_word
from ludotheque.games.billabong.codes import PASS, mover, race_start
from ludotheque.games.billabong.labels import (
    REFEREE,
    REFEREE_BATH,
    bath_place,
    cell_name,
    cell_named,
    colour_of,
    colour_word,
    hand_place,
    in_hand,
    is_near,
    kangaroos_of,
    piece_id,
    team,
)
from ludotheque.games.billabong.state import AT_HOME
from ludotheque.scene.model import EventView, Moment, Motion


def event(b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> EventView:
    """What an action did, from the states before and after it. `path` lists the cells of its path, if it has one."""
    if code == PASS:
        message = Message("billabong.event.pass", {"team": team(before, seat)})
        return EventView(seat, "pass", message, brief=(Message("billabong.brief.pass"),))
    if code < int(race_start(b)):
        return _placing(b, before, after, seat, CODEC.text(b, before, seat, code, ()))
    return _move(b, before, after, seat, code, path)


def _placing(b: Any, before: Any, after: Any, seat: int, text: str) -> EventView:
    still = set(in_hand(b, after, seat))
    kangaroo = next(kangaroo for kangaroo in in_hand(b, before, seat) if kangaroo not in still)
    cell = cell_name(b, int(after["cell"][seat, kangaroo]))
    colour = colour_of(before, seat, kangaroo)
    return EventView(
        seat,
        text,
        Message("billabong.event.place", {"colour": colour_word(colour), "to": cell}),
        (Motion(piece_id(seat, kangaroo), (hand_place(seat, kangaroo), cell), "appear"),),
        (cell,),
        brief=(Message("billabong.brief.place", {"colour": colour_word(colour), "to": cell}),),
    )


def _move(b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> EventView:
    kangaroo = int(mover(b, code))
    piece = piece_id(seat, kangaroo)
    cell = int(before["cell"][seat, kangaroo])
    start = cell_name(b, cell)
    path = path or CODEC.path(b, before, seat, code)
    slid = len(path) == 1 and is_near(b, cell, cell_named(b, path[0]))  # a hop goes at least two cells far
    was, is_now = int(before["crossings"][seat, kangaroo]), int(after["crossings"][seat, kangaroo])
    kind = "slide" if slid else "hop"
    trail = (start, *path)
    motions = [Motion(piece, trail, kind)]
    if not slid:  # during a series the referee stands on the cell of departure
        motions.insert(0, Motion(REFEREE, (REFEREE_BATH, start), "slide"))
    if (was > 0) != (is_now > 0):
        motions.append(Motion(piece, (path[-1],), "flip"))
    home = int(after["cell"][seat, kangaroo]) == AT_HOME
    if home:
        motions.append(Motion(piece, (path[-1], bath_place(b, after, seat, kangaroo)), "vanish"))
    if not slid:
        motions.append(Motion(REFEREE, (start, REFEREE_BATH), "slide"))
    words: dict[str, Any] = {
        "colour": colour_word(colour_of(before, seat, kangaroo)),
        "from": start,
        "to": path[-1],
        "n": len(path),
    }
    text, word = CODEC.text(b, before, seat, code, path), step_word(kind, was, is_now)
    return EventView(
        seat,
        text,
        Message(f"billabong.event.{word}", words),
        tuple(motions),
        trail,
        brief=(Message(f"billabong.brief.{word}", words),),
        moment=_arrival(b, after, seat, kangaroo) if home else None,
    )


def _arrival(b: Any, after: Any, seat: int, kangaroo: int) -> Moment:
    colour = colour_of(after, seat, kangaroo)
    own = len(list(kangaroos_of(b, after, seat)))
    return Moment(
        Message("billabong.moment.home", {"colour": colour_word(colour)}),
        Message("billabong.standing.home", {"n": int(after["home"][seat]), "of": own}),
        "kangaroo-shown",
        colour,
        (bath_place(b, after, seat, kangaroo),),
    )
