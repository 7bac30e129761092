"""Translates actions between integers, structures and notation: `{"do": "grab", "pawn": 2}`, `grab 2`.

Each kind of action is a `Form`. Cards are written `fox.lord`, families `fox`; points of the table are in units of its radius, x to the right
and y upwards. The game's page in the documentation lists all kinds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque.core.errors import Ambiguous
from ludotheque.core.game import HIDDEN, ActionPath
from ludotheque.core.message import Message
from ludotheque.core.notation import PlainCodec, unreadable
from ludotheque.core.verbs import CHANCE_SEAT, why_not
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.codes import REASONS
from ludotheque.games.banzai.rules.calls import carries, names_family, stands_for
from ludotheque.games.banzai.rules.hands import lowest
from ludotheque.games.banzai.rules.setup import dealt_to
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
    card_name,
    members,
)

Structure = dict[str, Any]


# -- values and forms -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Values:
    """The values of a field in the order of their codes, and what is wrong with any other."""

    values: Sequence[str | int]
    wrong: str

    def index(self, value: Any) -> int:
        """The code of a value. Raises `Unreadable` if there is no such value."""
        if type(value) not in (str, int) or value not in self.values:
            raise unreadable(value, self.wrong)
        return self.values.index(value)


def _numbers(what: str, below: int) -> Values:
    return Values(range(below), f"is not a {what}; they are numbered from 0 to {below - 1}")


def _words(what: str, words: Sequence[str]) -> Values:
    return Values(words, f"is not a {what}; there are {', '.join(words)}")


SEAT, PAWN = _numbers("seat", MAX_SEATS), _numbers("pawn", MAX_PAWNS)
FAMILY, CALL = _words("family", FAMILIES), _words("call", CALLS)
CARD = Values(
    tuple(card_name(card) for card in range(CARDS)),
    f"is not a card; a card is a family ({', '.join(FAMILIES)}), a dot and a character ({', '.join(CHARACTERS)})",
)


def _only(said: Mapping[str, Any], *keys: str, optional: Sequence[str] = ()) -> None:
    if not set(keys) <= said.keys() <= {*keys, *optional}:
        wanted = ", ".join((*keys, *optional)) or "nothing else"
        raise unreadable(dict(said), f"does not say what it must: {wanted}")


@dataclass(frozen=True)
class Form:
    """How actions of a kind are said: what one does, and the fields, of whose codes the last changes fastest.

    Attributes:
        first: the first code of the kind.
        do: what one does.
        fields: the fields by name, each with its values.
        notation: the notation, with the fields in braces; by default `do` and the fields.
    """

    first: int
    do: str
    fields: Mapping[str, Values] = field(default_factory=dict)
    notation: str = ""

    def is_meant(self, said: Mapping[str, Any]) -> bool:
        """Whether a structure of several kinds that do this is of this one: it has the last field."""
        return not self.fields or list(self.fields)[-1] in said

    def structure(self, rest: int) -> Structure:
        """The structure of the kind's action number `rest`."""
        found: Structure = {}
        for name, values in reversed(list(self.fields.items())):
            rest, index = divmod(rest, len(values.values))
            found[name] = values.values[index]
        return {"do": self.do, **dict(reversed(found.items()))}

    def code(self, s: Any, seat: int, said: Mapping[str, Any]) -> int:
        """The code of a structure without `do`. Raises `Unreadable` if it is none of this kind."""
        _only(said, *self.fields)
        code = 0
        for name, values in self.fields.items():
            code = code * len(values.values) + values.index(said[name])
        return self.first + code

    def text(self, said: Structure) -> str:
        """The structure in notation."""
        form = self.notation or " ".join([self.do, *(f"{{{name}}}" for name in self.fields)])
        return form.format(**said)


class Called(Form):
    """A call, of a family if it names one."""

    def structure(self, rest: int) -> Structure:
        """The family is left out where none is named."""
        call, family = divmod(rest, codes.NAMED)
        named = {} if family == NO_FAMILY else {"family": FAMILIES[family]}
        return {"do": self.do, "what": CALLS[call], **named}

    def code(self, s: Any, seat: int, said: Mapping[str, Any]) -> int:
        """A family that is left out is the only one that the hand carries. Raises `Ambiguous` if there are several."""
        _only(said, "what", optional=("family",))
        call = CALL.index(said["what"])
        family = FAMILY.index(said["family"]) if "family" in said else NO_FAMILY
        if not names_family(call):
            return int(codes.call_code(call, NO_FAMILY))
        if family != NO_FAMILY:
            return int(codes.call_code(call, _first_of_united(s, call, family)))
        fitting = [family for family in members(s["in_play"]) if _fits(s, seat, call, family)]
        if len(fitting) > 1:
            names = [FAMILIES[family] for family in fitting]
            message = Message("error.ambiguous", {"text": CALLS[call], "candidates": ", ".join(names)})
            raise Ambiguous(f"{CALLS[call]}: which family, {' or '.join(names)}?", names, message)
        return int(codes.call_code(call, fitting[0] if fitting else NO_FAMILY))

    def text(self, said: Structure) -> str:
        """`banzai`, `stop1 fox`."""
        return f"{said['what']} {said.get('family', '')}".rstrip()


def _first_of_united(s: Any, call: int, family: int) -> int:
    """Of united families the one that stands for all of them, where cards of any of them count."""
    if call > Call.STOP2:
        return family
    same = [other for other in members(s["in_play"]) if s["united"][other] == s["united"][family]]
    return same[0] if family in same else family


def _fits(s: Any, seat: int, call: int, family: int) -> bool:
    return bool(seat >= 0 and carries(s, seat, call, family) and (call > Call.STOP2 or stands_for(s, family)))


class Moved(Form):
    """A pawn moved to a point of the grid; whether another one follows."""

    def structure(self, rest: int) -> Structure:
        """A list of one move."""
        code = self.first + rest
        x, y = int(codes.moved_x(code)) / FAR, int(codes.moved_y(code)) / FAR
        move = {"pawn": int(codes.moved_pawn(code)), "x": x, "y": y}
        return {"do": self.do, "moves": [move], "more": bool(codes.moved_more(code))}

    def code(self, s: Any, seat: int, said: Mapping[str, Any]) -> int:
        """The point of the grid nearest to the one that is said."""
        _only(said, "moves", optional=("more",))
        moves, more = said["moves"], said.get("more", False)
        if not isinstance(moves, list | tuple) or len(moves) != 1 or not isinstance(moves[0], Mapping):
            raise unreadable(moves, "must be a list of one move (of one or two where no 'more' is said)")
        if not isinstance(more, bool):
            raise unreadable(more, "must be true where another pawn follows, else false")
        _only(moves[0], "pawn", "x", "y")
        pawn, x, y = PAWN.index(moves[0]["pawn"]), _line(moves[0]["x"]), _line(moves[0]["y"])
        return int(codes.move_code(pawn, int(more), x, y))

    def text(self, said: Structure) -> str:
        """`move 2 0.3 -0.1 more`."""
        (move,) = said["moves"]
        return f"move {move['pawn']} {move['x']:.1f} {move['y']:.1f}{' more' if said['more'] else ''}"


def _line(value: Any) -> int:
    """The nearest line of the grid."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1 <= value <= 1:
        raise unreadable(value, "is off the table; x and y are radii from -1 to 1")
    return min(GRID - 1, max(0, round((value * FAR + FAR) / STEP)))


class Given(Form):
    """Two cards given."""

    def structure(self, rest: int) -> Structure:
        """A list of two cards."""
        return {"do": self.do, "cards": [card_name(card) for card in divmod(rest, CARDS)]}

    def code(self, s: Any, seat: int, said: Mapping[str, Any]) -> int:
        """In either order."""
        _only(said, "cards")
        cards = said["cards"]
        if not isinstance(cards, list | tuple) or len(cards) != 2:
            raise unreadable(cards, "must be a list of two cards")
        return int(codes.give_code(*map(CARD.index, cards)))

    def text(self, said: Structure) -> str:
        """`give fox.kid cat.lord`."""
        return " ".join([self.do, *said["cards"]])


class Looked(Form):
    """Hands looked at."""

    def structure(self, rest: int) -> Structure:
        """A list of seats."""
        return {"do": self.do, "seats": members(rest)}

    def code(self, s: Any, seat: int, said: Mapping[str, Any]) -> int:
        """In any order."""
        _only(said, "seats")
        if not isinstance(said["seats"], list | tuple):
            raise unreadable(said["seats"], "must be a list of seats")
        return self.first + sum(1 << number for number in set(map(SEAT.index, said["seats"])))

    def text(self, said: Structure) -> str:
        """`look 1 3`."""
        return " ".join([self.do, *map(str, said["seats"])])


class Answered(Form):
    """A marriage agreed to, with a card, or refused."""

    def structure(self, rest: int) -> Structure:
        """Whether it is agreed to, and the card."""
        card = {"card": card_name(rest)} if self.first == codes.CONSENT else {}
        return {"do": self.do, "yes": bool(card), **card}

    def code(self, s: Any, seat: int, said: Mapping[str, Any]) -> int:
        """A refusal may name a card, which does not matter."""
        _only(said, "yes", optional=("card",))
        if not isinstance(said["yes"], bool):
            raise unreadable(said["yes"], "must be true or false")
        if not said["yes"]:
            return codes.REFUSE
        _only(said, "yes", "card")
        return codes.CONSENT + CARD.index(said["card"])


FORMS = (
    Form(codes.CHOOSE, "choose", {"card": CARD}),
    Called(codes.CALL, "call"),
    Form(codes.GRAB, "grab", {"pawn": PAWN}),
    Moved(codes.MOVE, "move-pawns"),
    Form(codes.KEEP, "keep"),
    Form(codes.SWAP, "swap-seats", {"with": SEAT}, "swap {with}"),
    Form(codes.RESUME, "resume"),
    Form(codes.FEINT, "feint", {"kind": _words("feint", FEINTS)}),
    Form(codes.PROPOSE, "give", {"to": SEAT}, "give to {to}"),
    Given(codes.GIVE, "give"),
    Form(codes.DEAL_BACK, "deal", {"to": SEAT, "card": CARD}),
    Form(codes.TAKE_PAWN, "take", {"pawn": PAWN}, "take pawn {pawn}"),
    Form(codes.TAKE_FROM, "take", {"from": SEAT}, "take from {from}"),
    Form(
        codes.TAKE_WITH,
        "take",
        {"with": SEAT, "what": _words("thing to take", WHATS)},
        "take with {with} {what}",
    ),
    Form(codes.CHALLENGE, "take", {"with": SEAT}),
    Form(codes.CHALLENGE, "challenge", {"with": SEAT}),
    Answered(codes.CONSENT, "consent", notation="consent {card}"),
    Answered(codes.REFUSE, "consent", notation="refuse"),
    Looked(codes.LOOK, "look"),
    Form(codes.PEEK, "peek"),
    Form(codes.HOP, "hop"),
    Form(codes.FAMILY, "draw", {"family": FAMILY}, "draw family {family}"),
    Form(codes.CARD, "draw", {"card": CARD}, "draw card {card}"),
    Form(codes.REACTION, "draw", {"reaction": _numbers("reaction", REACTIONS)}, "draw reaction {reaction}"),
    Form(codes.SEAT, "draw", {"seat": SEAT}, "draw seat {seat}"),
)
"""Of those that do the same, the first that is meant; the last where none is."""

BY_FIRST = {form.first: form for form in FORMS}
BY_WORD = {form.do: [other for other in FORMS if other.do == form.do] for form in FORMS}


# -- the codec --------------------------------------------------------------------------------------------------------


class Codec(PlainCodec):
    """Translates actions, see `core.game.Codec`."""

    def structure(self, b: Any, s: Any, seat: int, code: int) -> Structure:
        """The action as a flat structure. Raises `Unreadable` for a number that is not an action."""
        form = _form_of(code)
        return form.structure(int(code) - form.first)

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
        do = structure.get("do")
        forms = BY_WORD.get(do) if isinstance(do, str) else None
        if forms is None:
            raise unreadable(do, f"is not something that can be done; you can do {', '.join(BY_WORD)}")
        beside = ("do", "at_ms") if do == "draw" else ("do", "at_ms", "seat")
        said = {key: value for key, value in structure.items() if key not in beside}
        return next((form for form in forms if form.is_meant(said)), forms[-1]).code(s, seat, said)

    def text(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> str:
        """The action in notation."""
        return _form_of(code).text(self.structure(b, s, seat, code))

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """The action (for chance: the result) that a text names. Raises `Illegal` with the reason if it is not legal."""
        said = " ".join(text.lower().split())
        code = self.code(b, s, seat, meant(said))
        why = 0 if seat == CHANCE_SEAT else int(why_not(b, s, seat, code))
        if why:
            raise REASONS[why].refusal("banzai", said)
        return code, ()

    def veil(self, b: Any, s: Any, seat: int, code: int, audience: int) -> int:
        """Hide what only some seats know.

        Cards laid face down, pawns aimed at without hurry, and the kind of a Stop until it is played are known to the seat that acts. Cards dealt
        or stolen are known to the seat that gets them; those drawn for an absent player, to that player.
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


def _form_of(code: int) -> Form:
    if not 0 <= code < codes.ACTIONS:
        raise unreadable(int(code), f"is not an action; actions are numbered from 0 to {codes.ACTIONS - 1}")
    return BY_FIRST[codes.FIRST[codes.kind_of(code)]]


def drawn_for(s: Any) -> Sequence[int]:
    """Who sees the next card drawn: the player it is dealt to or chosen for, whoever deals it back, or the thief and the victim."""
    if int(s["phase"]) == Phase.STEAL:
        return int(s["stop_by"]), int(s["asked"])
    if int(s["phase"]) == Phase.LOT:
        getting = int(lowest(s["lot"]))
        return (getting, int(s["stop_by"])) if int(s["lot_for"]) == LotFor.POOL else (getting,)
    return (int(dealt_to(s)),)


# -- from texts to structures -----------------------------------------------------------------------------------------

EXAMPLES = "choose fox.lord, banzai, stop1 fox, grab 2, resume or feint banz"

_TEXTS = [
    re.compile(text)
    for text in (
        r"(?P<do>resume|keep|hop|peek)",
        rf"(?P<what>{'|'.join(CALLS)})(?: (?P<family>[a-z]+))?",
        r"(?P<do>grab) (?P<pawn>\d+)",
        r"(?P<do>swap|challenge) (?P<with>\d+)",
        r"(?P<do>take) (?:pawn (?P<pawn>\d+)|from (?P<from>\d+)|with (?P<with>\d+))(?: (?P<what>[a-z]+))?",
        r"(?P<do>deal) (?P<to>\d+) (?P<card>\S+)",
        r"(?P<do>give) to (?P<to>\d+)",
        r"(?P<do>give) (?P<cards>\S+ \S+)",
        r"(?P<do>look) (?P<seats>\d+(?: \d+)*)",
        r"(?P<do>choose|consent) (?P<card>\S+)",
        r"(?P<do>feint) (?P<kind>\S+)",
    )
]
_NUMBERS = ("pawn", "with", "from", "to")
_MOVE = re.compile(r"move (\d+) (-?[\d.]+) (-?[\d.]+)( more)?")
_DRAW = re.compile(r"draw (\S+) (\S+)")


def meant(said: str) -> Structure:
    """The structure for a text in lower case with single spaces. Raises `Unreadable` if there is none."""
    if said == "refuse":
        return {"do": "consent", "yes": False}
    if move := _MOVE.fullmatch(said):
        at = {"pawn": int(move[1]), "x": _decimal(move[2]), "y": _decimal(move[3])}
        return {"do": "move-pawns", "moves": [at], "more": move[4] is not None}
    if draw := _DRAW.fullmatch(said):
        return {"do": "draw", draw[1]: int(draw[2]) if draw[2].isdecimal() else draw[2]}
    found = next((match for text in _TEXTS if (match := text.fullmatch(said))), None)
    if found is None:
        raise unreadable(said, f"is not an action of Banzaï!; write for example {EXAMPLES}")
    parts: Structure = {"do": "call"}
    for name, value in found.groupdict().items():
        if value is not None:
            parts[name] = int(value) if name in _NUMBERS else value
    if parts["do"] == "swap":
        parts["do"] = "swap-seats"
    if "cards" in parts:
        parts["cards"] = parts["cards"].split()
    if "seats" in parts:
        parts["seats"] = [int(number) for number in parts["seats"].split()]
    return parts | ({"yes": True} if parts["do"] == "consent" else {})


def _decimal(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise unreadable(text, "is not a number") from error


CODEC = Codec()
