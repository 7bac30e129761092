"""The scene of Bantu, and how its actions look. The clicks are in `choices.py`.

There are no secrets: every audience sees the same pieces, and only the words of the prompt differ.
"""

from __future__ import annotations

import functools
import hashlib
from typing import Any

from ludotheque.core.game import ActionPath
from ludotheque.core.memory import room, rows
from ludotheque.core.message import Message
from ludotheque.games.bantu import board_svg
from ludotheque.games.bantu.actions import CODEC
from ludotheque.games.bantu.board_layout import LANE, SPOT, SQUARE, Ground
from ludotheque.games.bantu.board_text import text_board
from ludotheque.games.bantu.choices import choices, clicked, must_pass
from ludotheque.games.bantu.codes import PASS, destination, finish_of, mover
from ludotheque.games.bantu.judgement import merit
from ludotheque.games.bantu.labels import (
    FINISH,
    MARKS,
    SHAPES,
    circle_name,
    colour_word,
    finish_place,
    numbers_of,
    piece_id,
    place_of,
    player,
    side,
    start_place,
    team,
    where,
)
from ludotheque.games.bantu.paths import read_pawns
from ludotheque.games.bantu.state import (
    AT_START,
    COLOURS,
    MAX_SEATS,
    PAWNS,
    Ending,
    circles_of,
    is_team_game,
    numbers_beside,
    pawn_on,
    pawns_of,
)
from ludotheque.scene import asking, snapshot
from ludotheque.scene.model import Badge, EventView, Layout, Moment, Motion, Piece, Place, Scene, Standing

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
        label = Message(key, {"name": where(name)})
        short = numbers_of(name)["place"]
        places.append(Place(name, x, y, LANE, LANE, label, shape="circle", sign="()", name=short))
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
    colour = COLOURS[seat]
    words = {"colour": colour_word(seat), "number": pawn + 1, "at": where(place)}
    status = "start" if waiting else "safe" if safe else "track"
    if place.startswith(f"{FINISH}."):
        status = "home"
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
    """What is expected, and of whom."""
    if int(s["ended"]) != Ending.NONE:
        return _over(b, s)
    seat = int(s["to_play"])
    who = asking.watcher(audience, seat)
    if who == "other":
        return Message("bantu.prompt.other", {"who": player(seat)})
    args = {} if who == "you" else {"who": player(seat)}
    if must_pass(b, s, seat):
        return Message(f"bantu.prompt.pass.{who}", args)
    own = pawns_of(s)
    waiting = sum(int(s["at"][seat, pawn]) == AT_START for pawn in own)
    home = int(s["home"][seat])
    task = "enter" if waiting + home == len(own) else "both" if waiting else "move"
    return Message(f"bantu.prompt.{task}.{who}", args)


def _over(b: Any, s: Any) -> Message:
    first = [seat for seat, rank in enumerate(asking.ranks(b, s)) if rank == 1]
    teams = is_team_game(s)
    if len(first) > (2 if teams else 1):
        return Message("bantu.prompt.over.shared")
    status = "won" if int(s["ended"]) == Ending.ALL_HOME else "limit"
    return Message(f"bantu.prompt.over.{status}{'_team' if teams else ''}", {"team": side(s, first[0])})


# -- events -----------------------------------------------------------------------------------------------------------


def event(b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> EventView:
    """What an action did, from the states before and after it. `path` lists the circles of its path, if it has one."""
    if code == PASS:
        message = Message("bantu.event.pass", {"team": team(seat)})
        return EventView(seat, "pass", message, brief=(Message("bantu.brief.pass"),))
    text = CODEC.text(b, before, seat, code, ())
    pawn = int(mover(b, code))
    if int(before["at"][seat, pawn]) != AT_START:
        return _move(b, before, after, seat, code, path or CODEC.path(b, before, seat, code), text)
    start, end = place_of(b, before, seat, pawn), place_of(b, after, seat, pawn)
    words: dict[str, Any] = {"colour": colour_word(seat), "number": pawn + 1, "to": where(end)}
    message, brief = Message("bantu.event.enter", words), Message("bantu.brief.enter", words)
    motion = Motion(piece_id(seat, pawn), (start, end), "slide")
    return EventView(seat, text, message, (motion,), (end,), brief=(brief,))


def _move(b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath, text: str) -> EventView:
    pawn, to = int(mover(b, code)), int(destination(b, code))
    start, end = place_of(b, before, seat, pawn), place_of(b, after, seat, pawn)
    trail, numbers = (start, *path), numbers_beside(b, before, int(before["at"][seat, pawn]))
    motions = [Motion(piece_id(seat, pawn), trail, "hop")]
    words: dict[str, Any] = {"colour": colour_word(seat), "number": pawn + 1, "from": where(start)}
    words |= {"n": len(path), "sum": " + ".join(map(str, numbers))}
    word, briefs, moment = "move", ["move_sum" if len(numbers) > 1 else "move"], None
    if to == int(finish_of(b)):
        word, briefs = "finish", ["finish"]
        motions.append(Motion(piece_id(seat, pawn), (FINISH, end), "slide"))
        home = Message("bantu.moment.home", {"n": int(after["home"][seat]), "of": len(pawns_of(before))})
        moment = _moment(seat, pawn, Message("bantu.moment.finish", words), home, end)
    else:
        words["to"] = where(end)
        if standing := pawn_on(before, to):
            word, briefs = "capture", [*briefs, "sends_back"]
            back, moment = _captured(b, *standing, to, words)
            motions.append(back)
    message = Message(f"bantu.event.{word}", words)
    brief = tuple(Message(f"bantu.brief.{each}", words) for each in briefs)
    return EventView(seat, text, message, tuple(motions), trail, brief=brief, moment=moment)


def _captured(b: Any, owner: int, number: int, circle: int, words: dict[str, Any]) -> tuple[Motion, Moment]:
    """How a pawn slides back to its start square, and what its owner lost; adds the pawn to the words of the move."""
    words |= {"other": colour_word(owner), "other_number": number + 1}
    way = circle_name(b, circle), start_place(number, owner)
    lost = circle // int(b["lanes"]) - int(b["start_rank"][number])
    by = Message("bantu.moment.captured_by", words | {"n": lost})
    moment = _moment(owner, number, Message("bantu.moment.capture", words), by, *way)
    return Motion(piece_id(owner, number), way, "slide", after=True), moment


def _moment(seat: int, pawn: int, title: Message, text: Message, *places: str) -> Moment:
    """What happened to a pawn, with its symbol."""
    colour = COLOURS[seat]
    return Moment(title, text, f"pawn-{SHAPES[colour]}-{pawn + 1}", colour, places)
