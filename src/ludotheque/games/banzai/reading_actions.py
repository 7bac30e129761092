"""Reading an action: from a text to a structure, from a structure to its code. Each mistake is named."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.errors import Ambiguous, Unreadable
from ludotheque.core.message import Message
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.rules.calls import carries, names_family, stands_for
from ludotheque.games.banzai.state import (
    CALLS,
    CARDS,
    CHARACTERS,
    FAMILIES,
    FAR,
    FEINTS,
    GRID,
    MAX_PAWNS,
    MAX_SEATS,
    NO_FAMILY,
    REACTIONS,
    STEP,
    WHATS,
    Call,
)
from ludotheque.games.banzai.things import card_named, families_in_play

EXAMPLES = "choose fox.lord, banzai, stop1 fox, grab 2, resume or feint banz"


def unreadable(what: Any, why: str) -> Unreadable:
    """The error for something that names no action."""
    return Unreadable(f"{what!r} {why}", Message("error.unreadable", {"text": str(what)}))


# -- structures -------------------------------------------------------------------------------------------------------


def code_of(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    """The code of a structure; `Unreadable` says what it lacks or has too many of, `Ambiguous` which families it may mean."""
    do = said.get("do")
    reader = READERS.get(do) if isinstance(do, str) else None
    if reader is None:
        raise unreadable(do, f"is nothing that can be done; there are {', '.join(READERS)}")
    beside = ("do", "at_ms") if do == "draw" else ("do", "at_ms", "seat")
    return int(reader(s, seat, {key: value for key, value in said.items() if key not in beside}))


def _only(said: Mapping[str, Any], *keys: str, optional: Sequence[str] = ()) -> None:
    missing = [key for key in keys if key not in said]
    unknown = [key for key in said if key not in (*keys, *optional)]
    if missing or unknown:
        wanted = ", ".join((*keys, *optional)) or "nothing else"
        raise unreadable(dict(said), f"does not say what it must: {wanted}")


def _number(value: Any, below: int, what: str) -> int:
    if type(value) is not int or not 0 <= value < below:
        raise unreadable(value, f"is no {what}; they are numbered from 0 to {below - 1}")
    return value


def _seat(value: Any) -> int:
    return _number(value, MAX_SEATS, "seat")


def _pawn(value: Any) -> int:
    return _number(value, MAX_PAWNS, "pawn")


def _word(value: Any, words: Sequence[str], what: str) -> int:
    if value not in words:
        raise unreadable(value, f"is no {what}; there are {', '.join(words)}")
    return words.index(value)


def _card(value: Any) -> int:
    card = card_named(value) if isinstance(value, str) else -1
    if card < 0:
        raise unreadable(value, f"is no card; a card is a family ({', '.join(FAMILIES)}), a dot and a character ({', '.join(CHARACTERS)})")  # fmt: skip
    return card


def _choose(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    _only(said, "card")
    return codes.CHOOSE + _card(said["card"])


def _call(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    _only(said, "what", optional=("family",))
    call = _word(said["what"], CALLS, "call")
    if not names_family(call):
        if "family" in said:
            _word(said["family"], FAMILIES, "family")
        return int(codes.call_code(call, NO_FAMILY))
    if "family" in said:
        return int(codes.call_code(call, _named(s, call, _word(said["family"], FAMILIES, "family"))))
    fitting = [family for family in families_in_play(s) if _fits(s, seat, call, family)]
    if len(fitting) > 1:
        names = [FAMILIES[family] for family in fitting]
        message = Message("error.ambiguous", {"text": CALLS[call], "candidates": ", ".join(names)})
        raise Ambiguous(f"{CALLS[call]}: which family, {' or '.join(names)}?", names, message)
    return int(codes.call_code(call, fitting[0] if fitting else NO_FAMILY))


def _named(s: Any, call: int, family: int) -> int:
    """Of united families the one that stands for all of them, where cards of any count."""
    if call > Call.STOP2:
        return family
    same = [other for other in families_in_play(s) if s["united"][other] == s["united"][family]]
    return same[0] if family in same else family


def _fits(s: Any, seat: int, call: int, family: int) -> bool:
    return bool(seat >= 0 and carries(s, seat, call, family) and (call > Call.STOP2 or stands_for(s, family)))


def _grab(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    _only(said, "pawn")
    return codes.GRAB + _pawn(said["pawn"])


def _move(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    _only(said, "moves", optional=("more",))
    moves = said["moves"]
    if not isinstance(moves, list | tuple) or len(moves) != 1 or not isinstance(moves[0], Mapping):
        raise unreadable(moves, "must be a list of one move (of one or two where no 'more' is said)")
    move, more = moves[0], said.get("more", False)
    if not isinstance(more, bool):
        raise unreadable(more, "must be true where another pawn follows, else false")
    _only(move, "pawn", "x", "y")
    return int(codes.move_code(_pawn(move["pawn"]), int(more), _line(move["x"]), _line(move["y"])))


def _line(value: Any) -> int:
    """The nearest line of the grid."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1 <= value <= 1:
        raise unreadable(value, "is off the table; x and y are radii from -1 to 1")
    return min(GRID - 1, max(0, round((value * FAR + FAR) / STEP)))


def _give(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    if "to" in said:
        _only(said, "to")
        return codes.PROPOSE + _seat(said["to"])
    _only(said, "cards")
    cards = said["cards"]
    if not isinstance(cards, list | tuple) or len(cards) != 2:
        raise unreadable(cards, "must be a list of two cards")
    return int(codes.give_code(_card(cards[0]), _card(cards[1])))


def _take(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    if "pawn" in said:
        _only(said, "pawn")
        return codes.TAKE_PAWN + _pawn(said["pawn"])
    if "from" in said:
        _only(said, "from")
        return codes.TAKE_FROM + _seat(said["from"])
    if "what" not in said:
        _only(said, "with")
        return codes.CHALLENGE + _seat(said["with"])
    _only(said, "with", "what")
    return codes.TAKE_WITH + _seat(said["with"]) * len(WHATS) + _word(said["what"], WHATS, "thing to take")


def _consent(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    _only(said, "yes", optional=("card",))
    if said["yes"] is False:
        return codes.REFUSE
    if said["yes"] is not True:
        raise unreadable(said["yes"], "must be true or false")
    _only(said, "yes", "card")
    return codes.CONSENT + _card(said["card"])


def _deal(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    _only(said, "to", "card")
    return codes.DEAL_BACK + _seat(said["to"]) * CARDS + _card(said["card"])


def _look(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    _only(said, "seats")
    seats = said["seats"]
    if not isinstance(seats, list | tuple):
        raise unreadable(seats, "must be a list of seats")
    return codes.LOOK + sum(1 << number for number in {_seat(value) for value in seats})


def _with(first: int) -> Any:
    def read(s: Any, seat: int, said: Mapping[str, Any]) -> int:
        _only(said, "with")
        return first + _seat(said["with"])

    return read


def _word_alone(code: int) -> Any:
    def read(s: Any, seat: int, said: Mapping[str, Any]) -> int:
        _only(said)
        return code

    return read


def _feint(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    _only(said, "kind")
    return codes.FEINT + _word(said["kind"], FEINTS, "feint")


def _draw(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    if "family" in said:
        _only(said, "family")
        return codes.FAMILY + _word(said["family"], FAMILIES, "family")
    if "card" in said:
        _only(said, "card")
        return codes.CARD + _card(said["card"])
    if "reaction" in said:
        _only(said, "reaction")
        return codes.REACTION + _number(said["reaction"], REACTIONS, "reaction")
    _only(said, "seat")
    return codes.SEAT + _seat(said["seat"])


READERS: dict[str, Any] = {
    "choose": _choose,
    "call": _call,
    "grab": _grab,
    "move-pawns": _move,
    "keep": _word_alone(codes.KEEP),
    "swap-seats": _with(codes.SWAP),
    "resume": _word_alone(codes.RESUME),
    "feint": _feint,
    "give": _give,
    "deal": _deal,
    "take": _take,
    "challenge": _with(codes.CHALLENGE),
    "consent": _consent,
    "look": _look,
    "peek": _word_alone(codes.PEEK),
    "hop": _word_alone(codes.HOP),
    "draw": _draw,
}


# -- texts ------------------------------------------------------------------------------------------------------------

_ALONE = re.compile("resume|keep|hop|peek")
_CALL = re.compile(rf"({'|'.join(CALLS)})(?: ([a-z]+))?")
_MOVE = re.compile(r"move (\d+) (-?[\d.]+) (-?[\d.]+)( more)?")
_NUMBERED = re.compile(r"(grab|swap|challenge) (\d+)")
_TAKE = re.compile(r"take (pawn|from|with) (\d+)(?: ([a-z]+))?")
_DEAL = re.compile(r"deal (\d+) (\S+)")
_FIELD = {"grab": "pawn", "swap": "with", "challenge": "with"}


def meant(said: str) -> dict[str, Any]:
    """The structure of a text in lower case with single spaces; `Unreadable` if it is none."""
    if _ALONE.fullmatch(said):
        return {"do": said}
    if said == "refuse":
        return {"do": "consent", "yes": False}
    if call := _CALL.fullmatch(said):
        family = {} if call[2] is None else {"family": call[2]}
        return {"do": "call", "what": call[1], **family}
    if move := _MOVE.fullmatch(said):
        at = {"pawn": int(move[1]), "x": _decimal(move[2]), "y": _decimal(move[3])}
        return {"do": "move-pawns", "moves": [at], "more": move[4] is not None}
    if numbered := _NUMBERED.fullmatch(said):
        do = "swap-seats" if numbered[1] == "swap" else numbered[1]
        return {"do": do, _FIELD[numbered[1]]: int(numbered[2])}
    if take := _TAKE.fullmatch(said):
        what = {} if take[3] is None else {"what": take[3]}
        return {"do": "take", take[1]: int(take[2]), **what}
    if dealt := _DEAL.fullmatch(said):
        return {"do": "deal", "to": int(dealt[1]), "card": dealt[2]}
    return _meant_by_word(said, said.split(" "))


def _meant_by_word(said: str, words: list[str]) -> dict[str, Any]:
    do, rest = words[0], words[1:]
    if do == "give" and len(rest) == 2:
        if rest[0] == "to" and rest[1].isdecimal():
            return {"do": "give", "to": int(rest[1])}
        return {"do": "give", "cards": rest}
    if do == "look" and rest and all(word.isdecimal() for word in rest):
        return {"do": "look", "seats": [int(word) for word in rest]}
    if do == "draw" and len(rest) == 2:
        return {"do": "draw", rest[0]: int(rest[1]) if rest[1].isdecimal() else rest[1]}
    if do in ("choose", "feint", "consent") and len(rest) == 1:
        field = {"choose": "card", "feint": "kind", "consent": "card"}[do]
        return {"do": do, field: rest[0]} | ({"yes": True} if do == "consent" else {})
    raise unreadable(said, f"is no action of Banzaï!; write for example {EXAMPLES}")


def _decimal(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise unreadable(text, "is no number") from error
