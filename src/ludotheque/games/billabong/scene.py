"""The scene of Billabong. The clicks are in `choices.py`, the event views in `events.py`.

There are no secrets: every audience sees the same pieces, and only the words of the prompt differ.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.memory import room
from ludotheque.core.message import Message
from ludotheque.games.billabong import board_svg
from ludotheque.games.billabong.choices import choices, clicked, must_pass
from ludotheque.games.billabong.events import event
from ludotheque.games.billabong.labels import (
    MARKS,
    REFEREE,
    REFEREE_BATH,
    cell_name,
    cell_names,
    colour_word,
    colours_of,
    ground,
    hand_place,
    in_hand,
    kangaroos_of,
    piece_id,
    place_of,
    player,
    team,
)
from ludotheque.games.billabong.merits import merit
from ludotheque.games.billabong.rules.placing import faces
from ludotheque.games.billabong.state import (
    AT_HOME,
    IN_HAND,
    MAX_KANGAROOS,
    MAX_PER_COLOUR,
    MAX_SEATS,
    Ending,
    Phase,
)
from ludotheque.scene import snapshot
from ludotheque.scene.model import Layout, Panel, Piece, Place, Scene, Standing

__all__ = ["board", "choices", "clicked", "event", "layout", "merit", "scene", "turn"]


def layout(b: Any, s: Any) -> Layout:
    """The board of this box: its cells, then the places of the bath in the lake."""
    land = ground(b)
    return Layout(
        id=_layout_id(b),
        width=land.width,
        height=land.height,
        places=(*_cells(b, land), *_bath(b, land)),
        label=Message("billabong.board"),
    )


def _layout_id(b: Any) -> str:
    """The layout's name: boards of the same measures share one."""
    land = ground(b)
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
    left, top = land.centre(*land.lake[0])
    width, height = int(b["lake_width"]) * board_svg.CELL - 24, int(b["lake_height"]) * board_svg.CELL - 24
    left, top = left - board_svg.CELL / 2 + 12, top - board_svg.CELL / 2 + 12
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
    return board_svg.draw(ground(b))


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
    """A kangaroo, kept: it stands where it stood in most scenes that follow."""
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
    """Those still to be placed."""
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


def _ranks(b: Any, s: Any) -> list[tuple[int, int]]:
    """Each seat with its rank so far (0 while it has none)."""
    ranks = room("int32", int(s["seats"]))
    verbs.ranking(snapshot.record(b), snapshot.record(s), ranks)
    return list(enumerate(ranks.tolist()))


def _standings(b: Any, s: Any) -> tuple[Standing, ...]:
    return tuple(_standing(b, s, seat) for seat in _ranks(b, s))


def _standing(b: Any, s: Any, seat_and_rank: tuple[int, int]) -> Standing:
    seat, rank = seat_and_rank
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
    """What is expected, of whom: `you` where one seat watches, `here` where it shares the screen, `other` elsewhere."""
    if int(s["ended"]) != Ending.NONE:
        return _over(b, s)
    seat = int(s["to_play"])
    placing = int(s["phase"]) == Phase.PLACEMENT
    if not audience >> seat & 1:
        task = "place" if placing else "race"
        return Message(f"billabong.prompt.{task}.other", {"who": player(seat)})
    alone = audience == 1 << seat
    who = "you" if alone else "here"
    args: dict[str, Any] = {} if alone else {"who": player(seat)}
    if placing:
        args["n"] = len(in_hand(b, s, seat))
        if alone and len(colours_of(s, seat)) > 1:
            who = "pick"
        return Message(f"billabong.prompt.place.{who}", args)
    if must_pass(b, s, seat):
        return Message(f"billabong.prompt.pass.{who}", args)
    return Message(f"billabong.prompt.race.{who}", args)


def _over(b: Any, s: Any) -> Message:
    first = [seat for seat, rank in _ranks(b, s) if rank == 1]
    if len(first) > 1:
        return Message("billabong.prompt.over.shared")
    status = "won" if int(s["home"][first[0]]) == len(list(kangaroos_of(b, s, first[0]))) else "limit"
    return Message(f"billabong.prompt.over.{status}", {"team": team(s, first[0])})
