"""Translates actions between integers, structures and notation: `2: c1T d1T e1E`, `discard 2`, `discard 2 T`, `T>h5`.

Results of chance are `draw .../TTE/...` and `a8 T`. A card is named by its number in the hand, from 1. Upper and lower case are the same,
and the cells may come in any order.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import Illegal
from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message
from ludotheque.core.notation import PlainCodec, unreadable
from ludotheque.core.verbs import CHANCE_SEAT, why_not
from ludotheque.games.boussanga import codes
from ludotheque.games.boussanga.cards import Token, cornered, mirrored, pattern, turned
from ludotheque.games.boussanga.codes import DISCARD, DRAW, FILL, NO_TOKEN, PUT_BACK, REASONS, Why
from ludotheque.games.boussanga.labels import (
    card_framed,
    card_in,
    cell_name,
    cell_named,
    element,
    frame_of,
    name_of,
    spot_named,
)
from ludotheque.games.boussanga.rules.placing import missing
from ludotheque.games.boussanga.rules.setup import next_to_fill
from ludotheque.games.boussanga.rules.turns import card_at
from ludotheque.games.boussanga.state import COLOURS, LETTERS, MAX_HAND, NONE, STRIDE, TURNS

_LAY = re.compile(r"([1-4])\s*:\s*((?:[a-p]-?\d+[teaf]\s*)+)")
_LAID = re.compile(r"([a-p]-?\d+)([teaf])")
_DISCARD = re.compile(r"discard\s+([1-4])(?:\s+([teaf]))?")
_PUT_BACK = re.compile(r"([teaf])\s*>\s*([a-h]\d)")
_DRAW = re.compile(r"draw\s+([teaf./]{11})")
_FILL = re.compile(r"([a-h]\d)\s+([teaf.])")


_FORMS = {
    "fill": "{cell} {colour}",
    "draw": "draw {card}",
    "put-back": "{colour}>{cell}",
    "discard": "discard {card} {colour}",
}
"""The notation of every kind of action but `lay`."""

_WHATEVER_LIES_THERE = (
    Why.GAME_OVER,
    Why.NOT_YOUR_TURN,
    Why.DRAW_FIRST,
    Why.PUT_BACK_FIRST,
    Why.NO_SUCH_CARD,
)
"""The reasons for which a card may be laid nowhere, in no position."""


def refusal(why: int, what: str, args: Mapping[str, Any] | None = None) -> Illegal:
    """The error for a code of `Why`; `what` is the action as somebody asked for it."""
    return REASONS[why].refusal("boussanga", what, args)


def figures(b: Any, s: Any, seat: int, action: int, reason: int) -> dict[str, int | Message]:
    """The reserve has `n` tokens of `what`, and the card needs `need`. Nothing for any other reason."""
    if reason != Why.RESERVE_SHORT:
        return {}
    card = int(card_at(b, s, seat, codes.laid_place(action)))
    for colour in range(COLOURS):
        need = int(missing(b, s, card, codes.laid_turn(action), codes.laid_corner(action), colour))
        if need > int(s["reserve"][colour]):
            return {"need": need, "what": element(colour), "n": int(s["reserve"][colour])}
    return {}


def laid_tokens(b: Any, s: Any, card: int, turn: int, corner: int) -> list[Token]:
    """The tokens of a card in a position: column, row (perhaps beyond the edge), colour; by file, then from the south."""
    tokens = _by_file(frame_of(b, int(s["side"]), card), int(turn))
    return [(corner % STRIDE + x, corner // STRIDE + y, colour) for x, y, colour in tokens]


@functools.lru_cache(1000)
def _by_file(frame: str, turn: int) -> tuple[Token, ...]:
    """The tokens of a card of this frame in a turn, by file, then from the south."""
    return tuple(sorted(turned(pattern(frame), turn), key=lambda token: (token[0], -token[1])))


def lowest_turn(b: Any, s: Any, card: int, turn: int) -> int:
    """The turn that stands for all those that show the same tokens."""
    return lowest_turns(frame_of(b, int(s["side"]), card))[turn]


@functools.lru_cache(1000)
def lowest_turns(frame: str) -> tuple[int, ...]:
    """For each turn of a card with this frame the first one that shows the same tokens."""
    tokens = pattern(frame)
    shown = [sorted(turned(tokens, turn)) for turn in range(TURNS)]
    return tuple(map(shown.index, shown))


class Codec(PlainCodec):
    """Translates actions, see `core.game.Codec`."""

    # -- structures -----------------------------------------------------------------------------------------------

    def structure(self, b: Any, s: Any, seat: int, code: int) -> dict[str, Any]:
        """`kind` is `lay`, `discard`, `put-back`, `draw` or `fill`. Cards are numbers in the hand; cells and colours are words."""
        if code >= FILL:
            colour = code - FILL
            letter = "." if colour == NO_TOKEN else LETTERS[colour]
            return {"kind": "fill", "cell": cell_name(b, int(next_to_fill(b, s))), "colour": letter}
        if code >= DRAW:
            return {"kind": "draw", "card": frame_of(b, int(s["side"]), code - DRAW)}
        if code >= PUT_BACK:
            colour, cell = int(codes.put_back_colour(code)), int(codes.put_back_cell(code))
            return {"kind": "put-back", "colour": LETTERS[colour], "cell": cell_name(b, cell)}
        if code >= DISCARD:
            place, colour = int(codes.discarded_place(code)), int(codes.discarded_colour(code))
            named = {} if colour < 0 else {"colour": LETTERS[colour]}
            return {"kind": "discard", "card": place + 1, **named}
        place = int(codes.laid_place(code))
        card = card_in(b, s, seat, place)
        tokens = (
            [] if card == NONE else laid_tokens(b, s, card, codes.laid_turn(code), codes.laid_corner(code))
        )
        shown = {name_of(b, x, y): LETTERS[colour] for x, y, colour in tokens}
        return {"kind": "lay", "card": place + 1, "tokens": shown}

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        """The integer for a structure. Raises `Unreadable` if it names no action, and `Illegal` if the tokens are not the card's."""
        kind = structure.get("kind")
        if kind == "fill":
            colour = f"{LETTERS}.".find(str(structure.get("colour")))
            if self._cell(b, structure.get("cell")) != int(next_to_fill(b, s)) or colour < 0:
                raise unreadable(dict(structure), "is not a token for the next cell")
            return FILL + colour
        if kind == "draw":
            return DRAW + self._framed(b, s, structure.get("card"))
        if kind == "put-back":
            return int(
                codes.put_back_code(
                    self._colour(structure.get("colour")), self._cell(b, structure.get("cell"))
                )
            )
        if kind not in ("discard", "lay"):
            raise unreadable(kind, "is not a kind of action; the kinds are lay, discard and put-back")
        number = structure.get("card")
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MAX_HAND:
            raise unreadable(number, f"is not a card; cards are numbered 1 to {MAX_HAND}")
        if kind == "discard":
            colour = -1 if structure.get("colour") is None else self._colour(structure["colour"])
            return int(codes.discard_code(number - 1, colour))
        tokens = structure.get("tokens")
        if not isinstance(tokens, Mapping):
            raise unreadable(tokens, "are not tokens; write for example {'c1': 'T', 'd1': 'E'}")
        spots = [(*self._spot(b, name), self._colour(colour)) for name, colour in tokens.items()]
        return self._placement(b, s, seat, number - 1, spots, str(dict(structure)))

    def _cell(self, b: Any, name: Any) -> int:
        cell = cell_named(b, name) if isinstance(name, str) else -1
        if cell < 0:
            raise unreadable(name, "is not a cell of this board")
        return cell

    def _spot(self, b: Any, name: Any) -> tuple[int, int]:
        spot = spot_named(b, name) if isinstance(name, str) else None
        if spot is None:
            raise unreadable(name, "is not a cell")
        return spot

    def _colour(self, letter: Any) -> int:
        if not isinstance(letter, str) or len(letter) != 1 or letter not in LETTERS:
            raise unreadable(letter, f"is not a colour; the colours are {', '.join(LETTERS)}")
        return LETTERS.index(letter)

    def _framed(self, b: Any, s: Any, frame: Any) -> int:
        card = card_framed(b, int(s["side"]), str(frame))
        if card < 0:
            raise unreadable(frame, "is not a card of this deck")
        return card

    def _placement(self, b: Any, s: Any, seat: int, place: int, spots: list[Token], said: str) -> int:
        """The code of a card whose tokens are said to lie there; `Illegal` where no position of it shows them."""
        why = int(why_not(b, s, seat, int(codes.lay_code(place, 0, 0))))
        if why in _WHATEVER_LIES_THERE:
            raise refusal(why, said)
        wanted = sorted(cornered(spots)) if spots else []
        frame = frame_of(b, int(s["side"]), card_in(b, s, seat, place))
        for turn in range(TURNS):
            if sorted(turned(pattern(frame), turn)) == wanted:
                x, y = min(x for x, _, _ in spots), min(y for _, y, _ in spots)
                if not (0 <= x < int(b["width"]) and 0 <= y < int(b["height"])):
                    raise refusal(Why.OFF_BOARD, said)
                return int(codes.lay_code(place, turn, y * STRIDE + x))
        flipped = any(sorted(turned(pattern(mirrored(frame)), turn)) == wanted for turn in range(TURNS))
        raise refusal(Why.FLIPPED if flipped else Why.NOT_THIS_CARD, said)

    # -- writing --------------------------------------------------------------------------------------------------

    def text(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> str:
        """The action in notation."""
        parts = self.structure(b, s, seat, code)
        if parts["kind"] == "lay":
            tokens = " ".join(name + letter for name, letter in parts["tokens"].items())
            return f"{parts['card']}: {tokens}".rstrip()
        return _FORMS[parts["kind"]].format(**{"colour": "", **parts}).rstrip()

    # -- reading --------------------------------------------------------------------------------------------------

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """The legal action (for chance: the result) that a text names."""
        said = text.strip().lower()
        if seat == CHANCE_SEAT:
            return self._result(b, s, said), ()
        code = self._named(b, s, seat, said)
        why = int(why_not(b, s, seat, code))
        if why:
            raise refusal(why, said, figures(b, s, seat, code, why))
        return code, ()

    def _result(self, b: Any, s: Any, said: str) -> int:
        if drawn := _DRAW.fullmatch(said):
            return self.code(b, s, CHANCE_SEAT, {"kind": "draw", "card": drawn[1].upper()})
        if filled := _FILL.fullmatch(said):
            parts = {"kind": "fill", "cell": filled[1], "colour": filled[2].upper()}
            return self.code(b, s, CHANCE_SEAT, parts)
        raise unreadable(said, "is not a result of chance; write for example draw .../TTE/... or a8 T")

    def _named(self, b: Any, s: Any, seat: int, said: str) -> int:
        if laid := _LAY.fullmatch(said):
            found = _LAID.findall(laid[2])
            spots = [(*self._spot(b, name), LETTERS.index(letter.upper())) for name, letter in found]
            return self._placement(b, s, seat, int(laid[1]) - 1, spots, said)
        if discarded := _DISCARD.fullmatch(said):
            colour = -1 if discarded[2] is None else LETTERS.index(discarded[2].upper())
            return int(codes.discard_code(int(discarded[1]) - 1, colour))
        if back := _PUT_BACK.fullmatch(said):
            return int(codes.put_back_code(LETTERS.index(back[1].upper()), self._cell(b, back[2])))
        raise unreadable(
            said, "is not an action of Boussanga; write for example 2: c1T d1T e1E, discard 2 or T>h5"
        )


CODEC = Codec()
