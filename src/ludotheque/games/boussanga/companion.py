"""Tokens and cards set by hand, as they lie around a real box, and the points of the tokens that players keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core import components as boxes
from ludotheque.core.errors import BadInput, BadPosition
from ludotheque.core.game import Game, Value
from ludotheque.core.message import Message
from ludotheque.games.boussanga.labels import SPRITES, TINTS, card_id, cell_named, cells, element, frame_of
from ludotheque.games.boussanga.rules.aligning import points
from ludotheque.games.boussanga.rules.setup import is_cooperative, store_of
from ludotheque.games.boussanga.scene import card_label, card_pattern
from ludotheque.games.boussanga.state import ALIGNED, COLOURS, ELEMENTS, LETTERS
from ludotheque.scene.model import Piece
from ludotheque.table.companion import Counted, Remark

STOCK = "stock"


def stock(b: Any, s: Any) -> tuple[Piece, ...]:
    """A token of each element, and every card of the box."""
    tokens = [
        Piece(f"token.{letter}", SPRITES[colour], STOCK, element(colour), tint=TINTS[colour])
        for colour, letter in enumerate(LETTERS)
    ]
    side = int(s["side"])
    cards = [
        Piece(card_id(card), "card", STOCK, card_label(frame, card), pattern=card_pattern(frame, side))
        for card in range(int(b["cards"]))
        for frame in [frame_of(b, side, card)]
    ]
    return (*tokens, *cards)


def lay(b: Any, s: Any, position: dict[str, Any], thing: str, place: str) -> dict[str, Any]:
    """A token on a cell, or taken off where it is put on its own cell or beside the board; a card in a hand, which changes places."""
    head, _, rest = thing.partition(".")
    if head == "card":
        return _card(b, s, position, thing, place)
    if head == "token":
        return _token(b, s, position, rest, "", place)
    if head in tuple(LETTERS):
        return _token(b, s, position, head, rest, place)
    raise BadPosition("lay", Message("boussanga.box.only"))


def _token(b: Any, s: Any, position: dict[str, Any], letter: str, old: str, place: str) -> dict[str, Any]:
    rows = [list(row) for row in position["board"]]
    width = int(b["width"])
    cell_of = {cell: number for number, cell in enumerate(cells(b))}
    if old:
        number = cell_of[cell_named(b, old)]
        rows[number // width][number % width] = "."
    target = cell_named(b, place)
    if target >= 0 and place != old:
        number = cell_of[target]
        rows[number // width][number % width] = letter
    laid = {**position, "board": ["".join(row) for row in rows]}
    laid.pop("reserve", None)
    return laid


def _card(b: Any, s: Any, position: dict[str, Any], card: str, place: str) -> dict[str, Any]:
    side, number = int(s["side"]), int(card.partition(".")[2])
    parts = place.split(".")
    if len(parts) != 3 or parts[0] != "hand" or not 0 <= number < int(b["cards"]):
        raise BadPosition("lay", Message("boussanga.box.card_place"))
    frame, hand, at = frame_of(b, side, number), int(parts[1]), int(parts[2])
    hands = [list(each) for each in position["hands"]]
    if not (hand < len(hands) and at < len(hands[hand])):
        raise BadPosition("lay", Message("boussanga.box.card_place"))
    was = hands[hand][at]
    for other in hands:
        for i, held in enumerate(other):
            if held == frame:
                other[i] = was
    hands[hand][at] = frame
    return {
        **position,
        "hands": hands,
        "discarded": [was if each == frame else each for each in position["discarded"]],
    }


def count(
    game: Game,
    seats: int,
    options: Mapping[str, Value],
    table: Mapping[str, int | str],
    players: Sequence[Mapping[str, int | str]],
    components: Mapping[str, Any] | None = None,
) -> Counted:
    """What the tokens that players keep are worth; partners, and those who play together, keep them in common."""
    box = boxes.load(game, components).array
    b, state = box[0], game.composed_state(box, seats, options, 0)
    s = state[0]
    for colour, letter in enumerate(LETTERS):
        most, total = int(b["tokens_of"][colour]), sum(int(kept.get(letter, 0)) for kept in players)
        if total > most:
            said = {"n": total, "most": most, "what": _tokens(colour)}
            raise BadInput(f"players.{letter}", Message("boussanga.box.too_many", said))
        for seat, kept in enumerate(players):
            s["store"][int(store_of(s, seat)), colour] += int(kept.get(letter, 0))
    found = [int(points(b, s, int(store_of(s, seat)))) for seat in range(seats)]
    ranks = [1 + sum(other > each for other in found) for each in found]
    return Counted(tuple(found), tuple(ranks), tuple(_remarks(b, s, seats, found)))


def _remarks(b: Any, s: Any, seats: int, found: Sequence[int]) -> list[Remark]:
    """Whether the end is near, and who may take a fifth token of an element."""
    together, goal = bool(is_cooperative(s)), int(b["points"])
    told = [
        Remark(Message("ui.box.sum", {"sum": " + ".join(terms), "n": found[seat]}), (), seat)
        for seat in range(seats)
        if len(terms := _terms(b, s, seat)) > 1
    ]
    if any(each >= goal for each in found):
        key, rows = ("over", ("BOU-50", "BOU-51")) if together else ("near", ("BOU-21", "BOU-22"))
        told.append(Remark(Message(f"boussanga.box.{key}", {"n": goal}), rows))
    for seat in () if together else range(seats):
        for colour in range(COLOURS):
            if int(s["store"][int(store_of(s, seat)), colour]) == ALIGNED:
                said = Message("boussanga.box.take_fifth", {"what": _tokens(colour)})
                told.append(Remark(said, ("BOU-20",), seat))
    return told


def _terms(b: Any, s: Any, seat: int) -> list[str]:
    """What the tokens of each element are worth."""
    kept = s["store"][int(store_of(s, seat))]
    return [f"{int(kept[colour])} × {int(b['value'][colour])}" for colour in range(COLOURS) if kept[colour]]


def _tokens(colour: int) -> Message:
    """What tokens of this colour are called."""
    return Message(f"boussanga.box.tokens.{ELEMENTS[colour]}")
