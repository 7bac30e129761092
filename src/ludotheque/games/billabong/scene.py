"""The scene of Billabong, and how its actions look. The clicks are in `choices.py`.

There are no secrets: every audience sees the same pieces, and only the words of the prompt differ.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import Any

from ludotheque.core.game import ActionPath
from ludotheque.core.memory import room
from ludotheque.core.message import Message
from ludotheque.games.billabong import board_svg
from ludotheque.games.billabong.actions import CODEC
from ludotheque.games.billabong.choices import choices, clicked, must_pass, step_word
from ludotheque.games.billabong.codes import PASS, mover, race_start
from ludotheque.games.billabong.judgement import merit
from ludotheque.games.billabong.labels import (
    MARKS,
    REFEREE,
    REFEREE_BATH,
    bath_place,
    cell_name,
    cell_named,
    cell_names,
    colour_word,
    hand_place,
    is_near,
    piece_id,
    place_of,
    player,
    team,
)
from ludotheque.games.billabong.rules.placing import faces
from ludotheque.games.billabong.state import (
    AT_HOME,
    IN_HAND,
    MAX_KANGAROOS,
    MAX_PER_COLOUR,
    MAX_SEATS,
    Ending,
    Phase,
    colour_of,
    colours_of,
    in_hand,
    kangaroos_of,
)
from ludotheque.scene import asking, snapshot
from ludotheque.scene.model import EventView, Layout, Moment, Motion, Panel, Piece, Place, Scene, Standing

__all__ = ["board", "choices", "clicked", "event", "layout", "merit", "scene", "turn"]


def layout(b: Any, s: Any) -> Layout:
    """The board of this box: its cells, then the places of the bath in the lake."""
    land = board_svg.Ground(b)
    return Layout(
        id=_layout_id(b),
        width=land.width,
        height=land.height,
        places=(*_cells(b, land), *_bath(b, land)),
        label=Message("billabong.board"),
    )


def _layout_id(b: Any) -> str:
    """The layout's name: boards of the same measures share one."""
    land = board_svg.Ground(b)
    stream = f"{land.stream_x}-{land.stream_top}"
    lake = f"{int(b['lake_x'])}.{int(b['lake_y'])}.{int(b['lake_width'])}.{int(b['lake_height'])}"
    return f"board-{land.columns}x{land.rows}-{lake}-{stream}"


def _cells(b: Any, land: board_svg.Ground) -> list[Place]:
    lake = set(land.lake)
    places = []
    for y in range(land.rows):
        for x in range(land.columns):
            name = cell_name(b, y * land.columns + x)
            key, sign = ("billabong.place.lake", "~~~") if (x, y) in lake else ("billabong.place.cell", "·")
            across, down = land.centre(x, y)
            size = board_svg.CELL
            side = ""
            if x == land.stream_x:
                wet = {(x, y), (x - 1, y)} <= lake
                side = "│" if land.stream_top <= y <= land.stream_bottom else "~" if wet else ""
            places.append(
                Place(
                    name, across, down, size, size, Message(key, {"name": name}),
                    column=x, row=y, sign=sign, side=side, name=name,
                )
            )  # fmt: skip
    return places


def _bath(b: Any, land: board_svg.Ground) -> list[Place]:
    """A spot for the referee (the first) and one for each kangaroo of the box, as large as the lake allows."""
    count = 1 + MAX_SEATS * int(b["kangaroos"])
    left, top, right, bottom = land.shores
    left, top, width, height = left + 12, top + 12, right - left - 24, bottom - top - 24
    rows = max(range(1, count + 1), key=lambda n: min(height / n, width / math.ceil(count / n)))
    columns = math.ceil(count / rows)
    size = min(height / rows, width / columns)
    spots = [
        (left + (column + 0.5) * width / columns, top + (row + 0.5) * height / rows)
        for column in range(columns)
        for row in range(rows)
    ]
    referee = rows // 2
    spots = [spots[referee], *spots[:referee], *spots[referee + 1 :]]
    label = Message("billabong.place.bath")
    return [Place(f"lake.{i}", x, y, size, size, label) for i, (x, y) in enumerate(spots[:count])]


def board(b: Any, s: Any) -> str:
    """The board of this box as SVG."""
    return board_svg.draw(board_svg.Ground(b))


def turn(b: Any, s: Any) -> int:
    """The number of the turn being played in the race; 0 while kangaroos are placed."""
    return 0 if int(s["phase"]) == Phase.PLACEMENT else sum(s["turns"].tolist()) + 1


def scene(b: Any, s: Any, audience: int) -> Scene:
    """Everything on the table, and the prompt."""
    b, s = snapshot.of_box(b), snapshot.of(s)
    return Scene(
        game="billabong",
        layout=snapshot.ask(b, _layout_id),
        prompt=_prompt(b, s, audience),
        standings=snapshot.once(b, s, _standings),
        pieces=snapshot.once(b, s, _pieces),
        panels=snapshot.once(b, s, _hands),
    )


def _pieces(b: Any, s: Any) -> tuple[Piece, ...]:
    return (
        *(piece for seat in range(int(s["seats"])) for piece in _kangaroos(b, s, seat)),
        _referee(),
    )


def _kangaroos(b: Any, s: Any, seat: int) -> Iterator[Piece]:
    colours, names = colours_of(s, seat), cell_names(b)
    cells, shows = s["cell"][seat].tolist(), room("bool", MAX_KANGAROOS)
    faces(snapshot.record(s), seat, shows)
    for kangaroo in kangaroos_of(b, s, seat):
        cell, shown = cells[kangaroo], bool(shows[kangaroo])
        place = names[cell] if cell >= 0 else place_of(b, s, seat, kangaroo)
        status = "hand" if cell == IN_HAND else "home" if cell == AT_HOME else "shown" if shown else "blank"
        yield _kangaroo(seat, kangaroo, colours[kangaroo // MAX_PER_COLOUR], place, status, shown)


@functools.lru_cache(50_000)
def _kangaroo(seat: int, kangaroo: int, colour: str, place: str, status: str, shown: bool) -> Piece:
    """A kangaroo, cached: in most of the scenes that follow it stands on the same place."""
    return Piece(
        id=piece_id(seat, kangaroo),
        sprite="kangaroo",
        place=place,
        label=Message(f"billabong.piece.{status}", {"colour": colour_word(colour), "at": place}),
        face="shown" if shown else "blank",
        tint=colour,
        mark=MARKS[colour],
        seat=seat,
        order=MAX_KANGAROOS - kangaroo if status == "hand" else 0,
    )


@functools.cache
def _referee() -> Piece:
    return Piece(id=REFEREE, sprite="referee", place=REFEREE_BATH, label=Message("billabong.piece.referee"))


def _hands(b: Any, s: Any) -> tuple[Panel, ...]:
    if int(s["phase"]) != Phase.PLACEMENT:
        return ()
    return tuple(_hand(s, seat) for seat in range(int(s["seats"])))


def _hand(s: Any, seat: int) -> Panel:
    """The kangaroos still to be placed, in a heap for each colour."""
    size = board_svg.CELL
    label = Message("billabong.place.hand")
    return Panel(
        id=f"hand.{seat}",
        kind="hand",
        title=Message("billabong.panel.hand", {"team": team(s, seat)}),
        places=tuple(
            Place(hand_place(seat, kangaroo), (i + 0.5) * size, size / 2, size, size, label)
            for i, kangaroo in enumerate(range(0, len(colours_of(s, seat)) * MAX_PER_COLOUR, MAX_PER_COLOUR))
        ),
        seat=seat,
        passing=True,
    )


def _standings(b: Any, s: Any) -> tuple[Standing, ...]:
    return tuple(_standing(b, s, seat, rank) for seat, rank in enumerate(asking.ranks(b, s)))


def _standing(b: Any, s: Any, seat: int, rank: int) -> Standing:
    own = list(kangaroos_of(b, s, seat))
    cells, crossings = s["cell"][seat].tolist(), s["crossings"][seat].tolist()
    home = sum(cells[kangaroo] == AT_HOME for kangaroo in own)
    racing = sum(crossings[kangaroo] == 1 for kangaroo in own)
    waiting = sum(cells[kangaroo] == IN_HAND for kangaroo in own)
    lines = [Message("billabong.standing.home", {"n": home, "of": len(own)})]
    if waiting:
        lines = [Message("billabong.standing.hand", {"n": waiting})]
    elif racing:
        lines.append(Message("billabong.standing.racing", {"n": racing}))
    colours = colours_of(s, seat)
    return Standing(seat, colours, "".join(MARKS[colour] for colour in colours), tuple(lines), rank)


def _prompt(b: Any, s: Any, audience: int) -> Message:
    """What is expected, and of whom."""
    if int(s["ended"]) != Ending.NONE:
        return _over(b, s)
    seat = int(s["to_play"])
    placing = int(s["phase"]) == Phase.PLACEMENT
    who = asking.watcher(audience, seat)
    args: dict[str, Any] = {} if who == "you" else {"who": player(seat)}
    task = "place" if placing else "race"
    if who != "other" and placing:
        args["n"] = len(in_hand(b, s, seat))
        if who == "you" and len(colours_of(s, seat)) > 1:
            who = "pick"
    elif who != "other" and must_pass(b, s, seat):
        task = "pass"
    return Message(f"billabong.prompt.{task}.{who}", args)


def _over(b: Any, s: Any) -> Message:
    first = [seat for seat, rank in enumerate(asking.ranks(b, s)) if rank == 1]
    if len(first) > 1:
        return Message("billabong.prompt.over.shared")
    status = "won" if int(s["home"][first[0]]) == len(list(kangaroos_of(b, s, first[0]))) else "limit"
    return Message(f"billabong.prompt.over.{status}", {"team": team(s, first[0])})


# -- what an action looked like ---------------------------------------------------------------------------------------


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
