"""Event views of Bantu: the sentence for the list of moves, the path to show, the trace it leaves."""

from __future__ import annotations

from typing import Any

from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message
from ludotheque.games.bantu.actions import CODEC
from ludotheque.games.bantu.codes import PASS, destination, finish_of, mover
from ludotheque.games.bantu.labels import (
    FINISH,
    SHAPES,
    colour_of,
    colour_word,
    numbers_beside,
    pawns_of,
    piece_id,
    place_of,
    start_place,
    team,
    where,
)
from ludotheque.games.bantu.rules.moving import waits
from ludotheque.games.bantu.rules.setting import seat_on
from ludotheque.games.bantu.state import PAWNS
from ludotheque.scene.model import EventView, Moment, Motion


def event(b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> EventView:
    """What an action did, from the states before and after it. `path` lists the circles of its path, if it has one."""
    if code == PASS:
        message = Message("bantu.event.pass", {"team": team(before, seat)})
        return EventView(seat, "pass", message, brief=(Message("bantu.brief.pass"),))
    pawn, to = int(mover(b, code)), int(destination(b, code))
    text = CODEC.text(b, before, seat, code, ())
    start, end = place_of(b, before, seat, pawn), place_of(b, after, seat, pawn)
    words: dict[str, Any] = {"colour": colour_word(seat), "number": pawn + 1}
    piece = piece_id(seat, pawn)
    if waits(before, seat, pawn):
        words["to"] = where(end)
        entering = (Motion(piece, (start, end), "slide"),)
        return EventView(
            seat, text, Message("bantu.event.enter", words), entering, (end,), brief=_brief("enter", words)
        )
    path = path or CODEC.path(b, before, seat, code)
    numbers = numbers_beside(b, before, int(before["at"][seat, pawn]))
    words |= {"from": where(start), "n": len(path), "sum": " + ".join(map(str, numbers))}
    told = "_sum" if len(numbers) > 1 else ""
    if to == int(finish_of(b)):
        home = Motion(piece, (FINISH, end), "slide")
        motions: tuple[Motion, ...] = (Motion(piece, (start, *path), "hop"), home)
        arrived = Moment(
            Message("bantu.moment.finish", words),
            Message("bantu.moment.home", {"n": int(after["home"][seat]), "of": len(pawns_of(before))}),
            _sprite(seat, pawn),
            colour_of(seat),
            (end,),
        )
        return EventView(
            seat,
            text,
            Message("bantu.event.finish", words),
            motions,
            (start, *path),
            brief=_brief("finish", words),
            moment=arrived,
        )
    trail = (start, *path)
    motions = (Motion(piece, trail, "hop"),)
    words["to"] = where(end)
    if int(before["pawn_on"][to]):
        return _capture(b, before, seat, text, words, motions, trail, to, f"move{told}")
    message = Message("bantu.event.move", words)
    return EventView(seat, text, message, motions, trail, brief=_brief(f"move{told}", words))


def _capture(
    b: Any,
    before: Any,
    seat: int,
    text: str,
    words: dict[str, Any],
    motions: tuple[Motion, ...],
    path: tuple[str, ...],
    to: int,
    brief: str,
) -> EventView:
    """Who came to stand on another pawn, which then slides back to its start square."""
    owner, number = int(seat_on(before, to)), (int(before["pawn_on"][to]) - 1) % PAWNS
    words |= {"other": colour_word(owner), "other_number": number + 1}
    back = Motion(piece_id(owner, number), (path[-1], start_place(number, owner)), "slide", after=True)
    lost = to // int(b["lanes"]) - int(b["start_rank"][number])
    captured = Moment(
        Message("bantu.moment.capture", words),
        Message("bantu.moment.captured_by", words | {"n": lost}),
        _sprite(owner, number),
        colour_of(owner),
        (path[-1], start_place(number, owner)),
    )
    return EventView(
        seat,
        text,
        Message("bantu.event.capture", words),
        (*motions, back),
        path,
        brief=(*_brief(brief, words), *_brief("sends_back", words)),
        moment=captured,
    )


def _brief(word: str, words: dict[str, Any]) -> tuple[Message, ...]:
    return (Message(f"bantu.brief.{word}", words),)


def _sprite(seat: int, pawn: int) -> str:
    """The symbol of a pawn."""
    return f"pawn-{SHAPES[colour_of(seat)]}-{pawn + 1}"
