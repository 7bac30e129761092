"""Actions as structure, whole number and text: `{"do": "grab", "pawn": 2}`, `grab 2`.

A table of kinds, each with the values of its fields in the order of the codes. Cards are `fox.lord`, families `fox`, points of the
table are radii, x to the right, y upwards. See the game's page in the documentation for all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.core.game import HIDDEN, How
from ludotheque.core.message import Message
from ludotheque.core.notation import OneWay
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.reading_actions import code_of, meant
from ludotheque.games.banzai.rules.reasons import REASONS
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.state import (
    CALLS,
    CARDS,
    FAMILIES,
    FAR,
    FEINTS,
    MAX_SEATS,
    NO_FAMILY,
    WHATS,
    Call,
    Phase,
)
from ludotheque.games.banzai.things import card_name

Structure = dict[str, Any]


class Codec(OneWay):
    """See `core.game.Codec`."""

    def structure(self, b: Any, s: Any, seat: int, code: int) -> Structure:
        """The action as a flat structure; `Unreadable` for a number that is no action."""
        code = int(code)
        if not 0 <= code < codes.ACTIONS:
            raise unreadable(code, f"is no action; they are numbered from 0 to {codes.ACTIONS - 1}")
        for first, write in reversed(WRITERS):
            if code >= first:
                return write(code - first)
        raise AssertionError("the first kind begins with 0")

    def several(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> Sequence[Structure]:
        """A structure that says several actions, one after the other: two pawns moved at once."""
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
        """The inverse of `structure`; `Unreadable` says what it lacks, `Ambiguous` where two families qualify."""
        return code_of(s, seat, structure)

    def text(self, b: Any, s: Any, seat: int, code: int, how: How) -> str:
        """The action in notation."""
        return written(self.structure(b, s, seat, code))

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, How]:
        """The action a text names (for chance: a result); `Illegal` with the reason if it cannot be done."""
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
        """Cards laid face down, pawns aimed at without hurry, and which Stop it is until it is played, are their owner's secret, cards dealt or stolen that of who has them."""
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
    """Who sees the card that is drawn next: who is dealt it; who steals it and from whom."""
    from ludotheque.games.banzai.rules.setup import dealt_to

    if int(s["phase"]) == Phase.STEAL:
        return int(s["stop_by"]), int(s["asked"])
    return (int(dealt_to(s)),)


def unreadable(what: Any, why: str) -> Unreadable:
    """The error for something that names no action."""
    return Unreadable(f"{what!r} {why}", Message("error.unreadable", {"text": str(what)}))


# -- from codes to structures -----------------------------------------------------------------------------------------


def _choose(rest: int) -> Structure:
    return {"do": "choose", "card": card_name(rest)}


def _call(rest: int) -> Structure:
    call, family = divmod(rest, codes.NAMED)
    said: Structure = {"do": "call", "what": CALLS[call]}
    return said if family == NO_FAMILY else said | {"family": FAMILIES[family]}


def _move(rest: int) -> Structure:
    code = codes.MOVE + rest
    x, y = int(codes.moved_x(code)) / FAR, int(codes.moved_y(code)) / FAR
    move = {"pawn": int(codes.moved_pawn(code)), "x": x, "y": y}
    return {"do": "move-pawns", "moves": [move], "more": bool(codes.moved_more(code))}


def _two_cards(rest: int) -> Structure:
    return {"do": "give", "cards": [card_name(rest // CARDS), card_name(rest % CARDS)]}


def _look(rest: int) -> Structure:
    return {"do": "look", "seats": [seat for seat in range(MAX_SEATS) if rest >> seat & 1]}


WRITERS = (
    (codes.CHOOSE, _choose),
    (codes.CALL, _call),
    (codes.GRAB, lambda rest: {"do": "grab", "pawn": rest}),
    (codes.MOVE, _move),
    (codes.RESUME, lambda _: {"do": "resume"}),
    (codes.KEEP, lambda _: {"do": "keep"}),
    (codes.HOP, lambda _: {"do": "hop"}),
    (codes.PEEK, lambda _: {"do": "peek"}),
    (codes.SWAP, lambda rest: {"do": "swap-seats", "with": rest}),
    (codes.CHALLENGE, lambda rest: {"do": "challenge", "with": rest}),
    (codes.PROPOSE, lambda rest: {"do": "give", "to": rest}),
    (codes.TAKE_FROM, lambda rest: {"do": "take", "from": rest}),
    (codes.FEINT, lambda rest: {"do": "feint", "kind": FEINTS[rest]}),
    (codes.GIVE, _two_cards),
    (codes.DEAL_BACK, lambda rest: {"do": "deal", "to": rest // CARDS, "card": card_name(rest % CARDS)}),
    (codes.CONSENT, lambda rest: {"do": "consent", "yes": True, "card": card_name(rest)}),
    (codes.REFUSE, lambda _: {"do": "consent", "yes": False}),
    (codes.TAKE_PAWN, lambda rest: {"do": "take", "pawn": rest}),
    (codes.LOOK, _look),
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
    """A structure in notation, see `reading_actions.meant` for the inverse."""
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


CODEC = Codec()

__all__ = ["CODEC", "Codec", "written"]
