"""The scene of Bantu. The clicks are in `choices.py`, the event views in `events.py`.

There are no secrets: every audience sees the same pieces, and only the words of the prompt differ.
"""

from __future__ import annotations

import functools
import hashlib
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.memory import room, rows
from ludotheque.core.message import Message
from ludotheque.games.bantu import board_svg
from ludotheque.games.bantu.board_layout import LANE, SPOT, SQUARE, Ground
from ludotheque.games.bantu.board_text import text_board
from ludotheque.games.bantu.choices import choices, clicked, must_pass
from ludotheque.games.bantu.events import event
from ludotheque.games.bantu.labels import (
    COLOURS,
    FINISH,
    MARKS,
    SHAPES,
    circle_name,
    circles_of,
    colour_of,
    colour_word,
    finish_place,
    in_short,
    is_team_game,
    pawns_of,
    piece_id,
    place_of,
    player,
    side,
    start_place,
    where,
)
from ludotheque.games.bantu.merits import merit
from ludotheque.games.bantu.queries import read_pawns
from ludotheque.games.bantu.rules.moving import waits
from ludotheque.games.bantu.state import MAX_SEATS, PAWNS, Ending
from ludotheque.scene import snapshot
from ludotheque.scene.model import Badge, Layout, Piece, Place, Scene, Standing

__all__ = ["board", "choices", "clicked", "event", "layout", "merit", "scene", "turn"]


def layout(b: Any, s: Any) -> Layout:
    """The board of this box: its circles, the start squares and their places, the finish and the places on it."""
    ground = Ground(b)
    return Layout(
        id=_layout_id(b),
        width=ground.width,
        height=ground.height,
        places=(*_circles(b, ground), *_start(ground), *_finish(ground)),
        label=Message("bantu.board"),
        text_board=text_board(b),
        lies=True,
    )


def _layout_id(b: Any) -> str:
    """The layout's name: boxes with the same track share one."""
    return _name_of(snapshot.record(b).tobytes())


@functools.lru_cache(100)
def _name_of(box: bytes) -> str:
    return f"track-{hashlib.sha256(box).hexdigest()[:12]}"


def _circles(b: Any, ground: Ground) -> list[Place]:
    places = []
    for circle in circles_of(b):
        x, y = ground.circle(circle)
        name = circle_name(b, circle)
        key = "bantu.place.line" if b["start_line"][circle] else "bantu.place.circle"
        places.append(
            Place(
                name,
                x,
                y,
                LANE,
                LANE,
                Message(key, {"name": where(name)}),
                shape="circle",
                sign="()",
                name=in_short(name),
            )
        )
    return places


def _start(ground: Ground) -> list[Place]:
    """The start squares, and on each a spot for every seat's pawn."""
    places = []
    for pawn, square in enumerate(ground.squares):
        label = Message("bantu.place.start", {"number": pawn + 1})
        places.append(Place(f"start.{pawn + 1}", square.x, square.y, SQUARE, SQUARE, label))
        places += [
            Place(start_place(pawn, seat), x, y, SPOT, SPOT, label, shape="circle", sign="  ")
            for seat, (x, y) in enumerate(square.spots)
        ]
    return places


def _finish(ground: Ground) -> list[Place]:
    label = Message("bantu.place.finish")
    size, spots = ground.homes
    return [
        Place(FINISH, *ground.finish, label),
        *(
            Place(finish_place(i // PAWNS, i % PAWNS), x, y, size, size, label, shape="circle", sign="  ")
            for i, (x, y) in enumerate(spots)
        ),
    ]


def board(b: Any, s: Any) -> str:
    """The board of this box as SVG."""
    return board_svg.draw(Ground(b))


def turn(b: Any, s: Any) -> int:
    """The number of the turn being played."""
    return sum(s["turns"].tolist()) + 1


def scene(b: Any, s: Any, audience: int) -> Scene:
    """Everything on the table, and the prompt."""
    b, s = snapshot.of_box(b), snapshot.of(s)
    standings, pieces = snapshot.once(b, s, _standings_and_pieces)
    return Scene(
        game="bantu",
        layout=snapshot.ask(b, _layout_id),
        prompt=_prompt(b, s, audience),
        standings=standings,
        pieces=pieces,
        badges=(SHIELD,),
    )


SHIELD = Badge("shield", Message("bantu.badge.shield"), Message("bantu.badge.shield.meaning"))


def _standings_and_pieces(b: Any, s: Any) -> tuple[tuple[Standing, ...], tuple[Piece, ...]]:
    seats, pawns = range(int(s["seats"])), pawns_of(s)
    waiting, safe = (rows(room("bool", MAX_SEATS * PAWNS), PAWNS) for _ in range(2))
    read_pawns(b.record, s.record, waiting, safe)
    waits, shields = waiting.tolist(), safe.tolist()
    standings = tuple(_standing(s, seat, sum(waits[seat])) for seat in seats)
    pieces = tuple(
        _piece(seat, pawn, place_of(b, s, seat, pawn), waits[seat][pawn], shields[seat][pawn])
        for seat in seats
        for pawn in pawns
    )
    return standings, pieces


@functools.lru_cache(50_000)
def _piece(seat: int, pawn: int, place: str, waiting: bool, safe: bool) -> Piece:
    """A pawn, cached: in most of the scenes that follow it stands on the same place."""
    colour = colour_of(seat)
    words = {"colour": colour_word(seat), "number": pawn + 1, "at": where(place)}
    if waiting:
        status = "start"
    else:
        status = "home" if place.startswith(f"{FINISH}.") else "safe" if safe else "track"
    return Piece(
        id=piece_id(seat, pawn),
        sprite="pawn",
        place=place,
        label=Message(f"bantu.piece.{status}", words),
        face=f"{SHAPES[colour]}-{pawn + 1}",
        tint=colour,
        seat=seat,
        badge=SHIELD.sprite if safe else "",
        sign=f"{MARKS[colour]}{pawn + 1}",
    )


def _ranks(b: Any, s: Any) -> list[tuple[int, int]]:
    """Each seat with its rank so far; 0 if it has none yet."""
    ranks = room("int32", int(s["seats"]))
    verbs.ranking(snapshot.record(b), snapshot.record(s), ranks)
    return list(enumerate(ranks.tolist()))


def _standing(s: Any, seat: int, waiting: int) -> Standing:
    own = pawns_of(s)
    lines = [Message("bantu.standing.home", {"n": int(s["home"][seat]), "of": len(own)})]
    if waiting:
        lines.append(Message("bantu.standing.start", {"n": waiting}))
    if is_team_game(s):
        lines.append(Message("bantu.standing.with", {"who": player((seat + 2) % MAX_SEATS)}))
    colour = COLOURS[seat]
    return Standing(seat, (colour,), MARKS[colour], tuple(lines))


def _prompt(b: Any, s: Any, audience: int) -> Message:
    """The prompt: `you` if one seat watches, `here` if several share the screen, `other` elsewhere."""
    if int(s["ended"]) != Ending.NONE:
        return _over(b, s)
    seat = int(s["to_play"])
    if not audience >> seat & 1:
        return Message("bantu.prompt.other", {"who": player(seat)})
    alone = audience == 1 << seat
    who = "you" if alone else "here"
    args = {} if alone else {"who": player(seat)}
    if must_pass(b, s, seat):
        return Message(f"bantu.prompt.pass.{who}", args)
    own = pawns_of(s)
    waiting = sum(bool(waits(snapshot.record(s), seat, pawn)) for pawn in own)
    home = int(s["home"][seat])
    task = "enter" if waiting + home == len(own) else "both" if waiting else "move"
    return Message(f"bantu.prompt.{task}.{who}", args)


def _over(b: Any, s: Any) -> Message:
    first = [seat for seat, rank in _ranks(b, s) if rank == 1]
    teams = is_team_game(s)
    if len(first) > (2 if teams else 1):
        return Message("bantu.prompt.over.shared")
    status = "won" if int(s["ended"]) == Ending.ALL_HOME else "limit"
    return Message(f"bantu.prompt.over.{status}{'_team' if teams else ''}", {"team": side(s, first[0])})
