"""Translates actions between integers, structures and notation: `{"do": "grab", "pawn": 2}`, `grab 2`.

It is a table of kinds, each with the values of its fields in the order of the codes. Cards are written `fox.lord`, families `fox`; points
of the table are in units of its radius, x to the right and y upwards. The game's page in the documentation lists all kinds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.errors import Ambiguous, Illegal, Unreadable
from ludotheque.core.game import HIDDEN, ActionPath
from ludotheque.core.message import Message
from ludotheque.core.notation import PlainCodec
from ludotheque.core.verbs import CHANCE_SEAT, why_not
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.names import card_name, card_named, families_in_play
from ludotheque.games.banzai.rules.calls import carries, names_family, stands_for
from ludotheque.games.banzai.rules.reasons import REASONS
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
    LotFor,
    Phase,
)

Structure = dict[str, Any]


class Codec(PlainCodec):
    """Translates actions, see `core.game.Codec`."""

    def structure(self, b: Any, s: Any, seat: int, code: int) -> Structure:
        """The action as a flat structure. Raises `Unreadable` for a number that is not an action."""
        code = int(code)
        if not 0 <= code < codes.ACTIONS:
            raise unreadable(code, f"is not an action; actions are numbered from 0 to {codes.ACTIONS - 1}")
        for first, write in reversed(WRITERS):
            if code >= first:
                return write(code - first)
        raise AssertionError("the first kind begins with 0")

    def parts(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> Sequence[Structure]:
        """Split a structure that names several actions: two pawns moved at once."""
        if structure.get("do") != "move-pawns" or "more" in structure:
            return ()
        moves = structure.get("moves")
        if not isinstance(moves, list | tuple) or len(moves) > 2:
            raise unreadable(moves, "must be a list of no more than two moves")
        if not moves:
            return ({"do": "keep"},)
        return tuple(
            {"do": "move-pawns", "moves": [move], "more": number < len(moves) - 1}
            for number, move in enumerate(moves)
        )

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        """The integer for a structure. Raises `Unreadable` with what is missing, or `Ambiguous` if two families fit."""
        return code_of(s, seat, structure)

    def text(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> str:
        """The action in notation."""
        return written(self.structure(b, s, seat, code))

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """The action (for chance: the result) that a text names. Raises `Illegal` with the reason if it is not legal."""
        said = " ".join(text.lower().split())
        code = code_of(s, seat, meant(said))
        if seat == CHANCE_SEAT:
            return code, ()
        why = int(why_not(b, s, seat, code))
        if why:
            reason = REASONS[why]
            raise Illegal(message=Message(f"banzai.reason.{reason.key}"), rules=reason.rules, what=said)
        return code, ()

    def veil(self, b: Any, s: Any, seat: int, code: int, audience: int) -> int:
        """Hide what only some seats know.

        Cards laid face down, pawns aimed at without hurry, and the kind of a Stop until it is played are known to the seat that acts. Cards dealt
        or stolen are known to the seat that gets them, those drawn for who is absent to that seat.
        """
        if audience >> max(seat, 0) & 1 and seat >= 0:
            return code
        if code < codes.CALL or codes.GIVE <= code < codes.DEAL_BACK:
            return HIDDEN
        if codes.GRAB <= code < codes.MOVE and s["unhurried"]:
            return HIDDEN
        if codes.CALL <= code < codes.GRAB and not s["unhurried"] and codes.called(code) != Call.BANZAI:
            return HIDDEN
        if codes.DEAL_BACK <= code < codes.CONSENT:
            to = (code - codes.DEAL_BACK) // CARDS
            return code if audience >> to & 1 else HIDDEN
        if codes.CARD <= code < codes.SEAT:
            return code if any(audience >> who & 1 for who in drawn_for(s)) else HIDDEN
        return code


def drawn_for(s: Any) -> Sequence[int]:
    """Who sees the next card drawn: the player it is dealt to or chosen for, whoever deals it back, or the thief and the victim."""
    from ludotheque.games.banzai.rules.hands import lowest
    from ludotheque.games.banzai.rules.setup import dealt_to

    if int(s["phase"]) == Phase.STEAL:
        return int(s["stop_by"]), int(s["asked"])
    if int(s["phase"]) == Phase.LOT:
        getting = int(lowest(s["lot"]))
        return (getting, int(s["stop_by"])) if int(s["lot_for"]) == LotFor.POOL else (getting,)
    return (int(dealt_to(s)),)


def unreadable(what: Any, why: str) -> Unreadable:
    """The error for something that names no action."""
    return Unreadable(f"{what!r} {why}", Message("error.unreadable", {"text": str(what)}))


# -- from codes to structures -----------------------------------------------------------------------------------------


def _chosen_card(rest: int) -> Structure:
    return {"do": "choose", "card": card_name(rest)}


def _called(rest: int) -> Structure:
    call, family = divmod(rest, codes.NAMED)
    said: Structure = {"do": "call", "what": CALLS[call]}
    return said if family == NO_FAMILY else said | {"family": FAMILIES[family]}


def _moved_pawn(rest: int) -> Structure:
    code = codes.MOVE + rest
    x, y = int(codes.moved_x(code)) / FAR, int(codes.moved_y(code)) / FAR
    move = {"pawn": int(codes.moved_pawn(code)), "x": x, "y": y}
    return {"do": "move-pawns", "moves": [move], "more": bool(codes.moved_more(code))}


def _given_cards(rest: int) -> Structure:
    return {"do": "give", "cards": [card_name(rest // CARDS), card_name(rest % CARDS)]}


def _seen_hands(rest: int) -> Structure:
    return {"do": "look", "seats": [seat for seat in range(MAX_SEATS) if rest >> seat & 1]}


WRITERS = (
    (codes.CHOOSE, _chosen_card),
    (codes.CALL, _called),
    (codes.GRAB, lambda rest: {"do": "grab", "pawn": rest}),
    (codes.MOVE, _moved_pawn),
    (codes.RESUME, lambda _: {"do": "resume"}),
    (codes.KEEP, lambda _: {"do": "keep"}),
    (codes.HOP, lambda _: {"do": "hop"}),
    (codes.PEEK, lambda _: {"do": "peek"}),
    (codes.SWAP, lambda rest: {"do": "swap-seats", "with": rest}),
    (codes.CHALLENGE, lambda rest: {"do": "challenge", "with": rest}),
    (codes.PROPOSE, lambda rest: {"do": "give", "to": rest}),
    (codes.TAKE_FROM, lambda rest: {"do": "take", "from": rest}),
    (codes.FEINT, lambda rest: {"do": "feint", "kind": FEINTS[rest]}),
    (codes.GIVE, _given_cards),
    (codes.DEAL_BACK, lambda rest: {"do": "deal", "to": rest // CARDS, "card": card_name(rest % CARDS)}),
    (codes.CONSENT, lambda rest: {"do": "consent", "yes": True, "card": card_name(rest)}),
    (codes.REFUSE, lambda _: {"do": "consent", "yes": False}),
    (codes.TAKE_PAWN, lambda rest: {"do": "take", "pawn": rest}),
    (codes.LOOK, _seen_hands),
    (
        codes.TAKE_WITH,
        lambda rest: {"do": "take", "with": rest // len(WHATS), "what": WHATS[rest % len(WHATS)]},
    ),
    (codes.FAMILY, lambda rest: {"do": "draw", "family": FAMILIES[rest]}),
    (codes.CARD, lambda rest: {"do": "draw", "card": card_name(rest)}),
    (codes.SEAT, lambda rest: {"do": "draw", "seat": rest}),
    (codes.REACTION, lambda rest: {"do": "draw", "reaction": rest}),
)
"""The first code of each kind, and its structure."""


# -- from structures to text ------------------------------------------------------------------------------------------


def written(said: Structure) -> str:
    """A structure in notation, see `meant` for the inverse."""
    do = said["do"]
    if do == "call":
        return f"{said['what']} {said.get('family', '')}".rstrip()
    if do == "move-pawns":
        move = said["moves"][0]
        more = " more" if said["more"] else ""
        return f"move {move['pawn']} {move['x']:.1f} {move['y']:.1f}{more}"
    if do == "swap-seats":
        return f"swap {said['with']}"
    if do == "consent":
        return f"consent {said['card']}" if said["yes"] else "refuse"
    if do == "draw":
        return " ".join(["draw", *(f"{key} {value}" for key, value in said.items() if key != "do")])
    if do == "give" and "to" in said:
        return f"give to {said['to']}"
    if do == "take":
        key = next(key for key in ("pawn", "from", "with") if key in said)
        return f"take {key} {said[key]} {said.get('what', '')}".rstrip()
    values = [said[key] for key in said if key != "do"]
    flat = [str(part) for value in values for part in (value if isinstance(value, list) else [value])]
    return " ".join([do, *flat])


EXAMPLES = "choose fox.lord, banzai, stop1 fox, grab 2, resume or feint banz"


# -- from structures to codes -----------------------------------------------------------------------------------------


def code_of(s: Any, seat: int, said: Mapping[str, Any]) -> int:
    """The code of a structure; `Unreadable` says what it lacks or has too many of, `Ambiguous` which families it may mean."""
    do = said.get("do")
    reader = READERS.get(do) if isinstance(do, str) else None
    if reader is None:
        raise unreadable(do, f"is not something that can be done; you can do {', '.join(READERS)}")
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
        raise unreadable(value, f"is not a {what}; they are numbered from 0 to {below - 1}")
    return value


def _seat(value: Any) -> int:
    return _number(value, MAX_SEATS, "seat")


def _pawn(value: Any) -> int:
    return _number(value, MAX_PAWNS, "pawn")


def _word(value: Any, words: Sequence[str], what: str) -> int:
    if value not in words:
        raise unreadable(value, f"is not a {what}; there are {', '.join(words)}")
    return words.index(value)


def _card(value: Any) -> int:
    card = card_named(value) if isinstance(value, str) else -1
    if card < 0:
        raise unreadable(value, f"is not a card; a card is a family ({', '.join(FAMILIES)}), a dot and a character ({', '.join(CHARACTERS)})")  # fmt: skip
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


# -- from texts to structures -----------------------------------------------------------------------------------------

_ALONE = re.compile("resume|keep|hop|peek")
_CALL = re.compile(rf"({'|'.join(CALLS)})(?: ([a-z]+))?")
_MOVE = re.compile(r"move (\d+) (-?[\d.]+) (-?[\d.]+)( more)?")
_NUMBERED = re.compile(r"(grab|swap|challenge) (\d+)")
_TAKE = re.compile(r"take (pawn|from|with) (\d+)(?: ([a-z]+))?")
_DEAL = re.compile(r"deal (\d+) (\S+)")
_FIELD = {"grab": "pawn", "swap": "with", "challenge": "with"}


def meant(said: str) -> dict[str, Any]:
    """The structure for a text in lower case with single spaces. Raises `Unreadable` if there is none."""
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
    raise unreadable(said, f"is not an action of Banzaï!; write for example {EXAMPLES}")


def _decimal(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise unreadable(text, "is not a number") from error


CODEC = Codec()
