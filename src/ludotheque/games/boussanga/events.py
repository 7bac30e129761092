"""Event views of Boussanga: the sentence for the list of moves, the motions, the trace it leaves."""

from __future__ import annotations

from typing import Any

from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message
from ludotheque.games.boussanga import codes
from ludotheque.games.boussanga.actions import CODEC, laid_tokens
from ludotheque.games.boussanga.codes import DISCARD, DRAW, FILL, NO_TOKEN, PUT_BACK
from ludotheque.games.boussanga.labels import (
    SPRITES,
    TINTS,
    card_id,
    card_in,
    cell_name,
    cell_names,
    element,
    hand_place,
    joined,
    token_id,
    token_piece,
    tokens_on_board,
)
from ludotheque.games.boussanga.rules.aligning import points
from ludotheque.games.boussanga.rules.setup import is_cooperative, next_to_fill, store_of
from ludotheque.games.boussanga.state import LETTERS, STRIDE, Ending, Phase
from ludotheque.scene import snapshot
from ludotheque.scene.model import EventView, Moment, Motion


def event(b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> EventView:
    """What an action did, from the states before and after it."""
    text = CODEC.text(b, before, seat, code, ())
    if code >= FILL:
        return _filled(b, before, seat, code - FILL, text)
    if code >= DRAW:
        return _drawn(b, before, after, seat, code - DRAW, text)
    if code >= PUT_BACK:
        return _put_back(b, before, after, seat, code, text)
    if code >= DISCARD:
        return _discarded(before, seat, code, text)
    return (
        _found(b, before, seat, code, text)
        if is_cooperative(before)
        else _laid(b, before, after, seat, code, text)
    )


def _filled(b: Any, before: Any, seat: int, colour: int, text: str) -> EventView:
    cell = cell_name(b, int(next_to_fill(b, before)))
    if colour == NO_TOKEN:
        return EventView(seat, text, Message("boussanga.event.left_empty", {"at": cell}))
    words = {"what": element(colour), "at": cell}
    return EventView(seat, text, Message("boussanga.event.filled", words))


def _drawn(b: Any, before: Any, after: Any, seat: int, card: int, text: str) -> EventView:
    key = "dealt" if int(before["phase"]) == Phase.DEAL else "drawn"
    motions = [
        Motion(card_id(card), ("pile", hand_place(hand, place)), "appear")
        for hand, (had, has) in enumerate(zip(before["hand"].tolist(), after["hand"].tolist(), strict=True))
        for place in range(int(b["places"]))
        if has[place] == card and had[place] != card
    ]
    brief = None if key == "dealt" else ()
    return EventView(seat, text, Message(f"boussanga.event.{key}"), tuple(motions), brief=brief)


def _put_back(b: Any, before: Any, after: Any, seat: int, code: int, text: str) -> EventView:
    colour, cell = int(codes.put_back_colour(code)), cell_name(b, int(codes.put_back_cell(code)))
    words = {"what": element(colour), "at": cell}
    gained = int(points(b, after, 0)) - int(points(b, before, 0))
    key = "back_scored" if gained else "back"
    motion = Motion(token_id(colour, cell), (f"zone.{LETTERS[colour]}", cell), "slide")
    said = Message(f"boussanga.event.{key}", {**words, "n": gained})
    brief = Message(f"boussanga.brief.{key}", {**words, "n": gained})
    moment = None
    if gained:
        title = Message("boussanga.moment.scored", {"n": gained})
        moment = Moment(title, sprite=SPRITES[colour], tint=TINTS[colour], places=(cell,))
    return EventView(seat, text, said, (motion,), (cell,), brief=(brief,), moment=moment)


def _discarded(before: Any, seat: int, code: int, text: str) -> EventView:
    colour, place = int(codes.discarded_colour(code)), int(codes.discarded_place(code))
    if colour >= 0:
        words = {"card": place + 1, "what": element(colour)}
        return EventView(seat, text, Message("boussanga.event.passed_colour", words))
    key = "passed" if is_cooperative(before) else "discarded"
    return EventView(seat, text, Message(f"boussanga.event.{key}", {"card": place + 1}))


def _found(b: Any, before: Any, seat: int, code: int, text: str) -> EventView:
    names = cell_names(b)
    at = tuple(names[cell] for cell in _cells_laid(b, before, seat, code))
    words = {"card": int(codes.laid_place(code)) + 1, "at": ", ".join(at)}
    brief = Message("boussanga.brief.found", words)
    return EventView(seat, text, Message("boussanga.event.found", words), (), at, brief=(brief,))


def _laid(b: Any, before: Any, after: Any, seat: int, code: int, text: str) -> EventView:
    """Tokens come from the reserve; those that were aligned are gone at once."""
    names, at = cell_names(b), _cells_laid(b, before, seat, code)
    there, left = (dict(snapshot.ask(snapshot.of(state), tokens_on_board)) for state in (before, after))
    new = {names[cell]: colour for cell, colour in at.items() if cell not in there}
    stay = {names[cell] for cell, colour in at.items() if left.get(cell) == colour}
    gone = {names[cell]: colour for cell, colour in (there | at).items() if cell not in left}
    motions = [
        Motion(token_id(colour, name), (f"reserve.{LETTERS[colour]}", name), "slide")
        for name, colour in new.items()
        if name in stay
    ]
    store = int(store_of(before, seat))
    gained = int(points(b, after, store)) - int(points(b, before, store))
    words: dict[str, Any] = {"n": len(new), "at": ", ".join(new)}
    message, brief = Message("boussanga.event.laid", words), Message("boussanga.brief.laid", words)
    if gained:
        message = Message("boussanga.event.scored", {"what": message, "n": gained})
        brief = _scored(brief, gained, gone)
    is_end_near = int(before["trigger"]) < 0 <= int(after["trigger"]) and int(after["ended"]) == Ending.NONE
    if is_end_near:
        message = Message("boussanga.event.end_near", {"what": message})
    return EventView(
        seat,
        text,
        message,
        tuple(motions),
        tuple(new),
        brief=(brief, Message("boussanga.brief.end_near")) if is_end_near else (brief,),
        moment=_aligned(gone, gained, is_end_near=is_end_near),
    )


def _aligned(gone: dict[str, int], gained: int, *, is_end_near: bool) -> Moment | None:
    """What was aligned and left the board, and whether the end is near now."""
    text = Message("boussanga.moment.end_near") if is_end_near else None
    if gone:
        colour = next(iter(gone.values()))
        title = Message("boussanga.moment.aligned", {"n": gained})
        pieces = tuple(token_piece(each, name) for name, each in gone.items())
        return Moment(title, text, SPRITES[colour], TINTS[colour], tuple(gone), pieces)
    return None if text is None else Moment(text)


def _scored(brief: Message, gained: int, gone: dict[str, int]) -> Message:
    """The line about a turn that earned points, with the elements that they are for."""
    colours = joined(element(colour) for colour in sorted(set(gone.values())))
    return Message("boussanga.brief.aligned", {"what": brief, "colours": colours, "n": gained})


def _cells_laid(b: Any, before: Any, seat: int, code: int) -> dict[int, int]:
    """The cells that a card covers, each with the colour of its token there."""
    card = card_in(b, before, seat, int(codes.laid_place(code)))
    tokens = laid_tokens(b, before, card, int(codes.laid_turn(code)), int(codes.laid_corner(code)))
    return {y * STRIDE + x: colour for x, y, colour in tokens}
