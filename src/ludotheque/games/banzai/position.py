"""A situation as JSON: who sits where with which cards, the pawns, what has been called, and what is going on.

See the page on positions in the documentation for the keys. `position_reading` is the other direction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.games.banzai.position_reading import read_position
from ludotheque.games.banzai.state import (
    CALLS,
    FAMILIES,
    FAR,
    FEINTS,
    GONE,
    MAX_PAWNS,
    NO_FAMILY,
    NONE,
    Came,
    LotFor,
    Phase,
)
from ludotheque.games.banzai.things import card_name, cards_in, families_in_play, seated


class Positions:
    """See `core.game.Positions`."""

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """Everything on the table, and what else the future depends on; what is as usual is left out."""
        position: dict[str, Any] = {
            "round": int(s["round_number"]),
            "phase": Phase(int(s["phase"])).name.lower(),
            "now_ms": int(s["now_ms"]),
            "since_ms": int(s["since_ms"]),
            "open_ms": int(s["open_ms"]),
            "choose_by_ms": _maybe(s["choose_by_ms"]),
            "exchanges": int(s["exchanges"]),
            "families": [FAMILIES[family] for family in families_in_play(s)],
            "hands": [_cards(hand) for hand in s["hands"][: int(s["seats"])]],
            "seating": seated(s),
            "chosen": {
                str(seat): card_name(int(card)) for seat, card in _by_seat(s, "chosen") if card != NONE
            },
            "pawns": [_pawn(s, pawn) for pawn in range(int(s["pawns"]))],
            "out": _out(s),
            "used": _used(s),
        }
        rest = {
            **({"first": int(s["first"])} if int(s["first"]) else {}),
            **_known(s),
            **_agreed(s),
            **_stop(s),
            **_race(s),
            **_end(s),
        }
        return position | rest

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill the state (seats and options are there already); `BadPosition` names the field that cannot be."""
        read_position(b, s, position)


def _maybe(value: Any) -> int | None:
    return None if int(value) == NONE else int(value)


def _cards(cards: Any) -> list[str]:
    return [card_name(card) for card in cards_in(int(cards))]


def _seats(mask: Any) -> list[int]:
    return [seat for seat in range(int(mask).bit_length()) if int(mask) >> seat & 1]


def _by_seat(s: Any, name: str) -> list[tuple[int, int]]:
    return [(seat, int(value)) for seat, value in enumerate(s[name][: int(s["seats"])])]


def _pawn(s: Any, pawn: int) -> dict[str, Any]:
    at: dict[str, Any] = {"x": int(s["pawn_x"][pawn]) / FAR, "y": int(s["pawn_y"][pawn]) / FAR}
    by = int(s["pawn_by"][pawn])
    if by == GONE:
        at["gone"] = True
    elif by != NONE:
        at["by"] = by
    return at


def _out(s: Any) -> list[Any]:
    """In order; several that went out at one moment as a list."""
    found: list[Any] = []
    for number in range(1, int(s["outs"]) + 1):
        together = [seat for seat, out in _by_seat(s, "out") if out == number]
        found.append(together[0] if len(together) == 1 else together)
    return found


def _used(s: Any) -> list[dict[str, Any]]:
    found = []
    for call, what in enumerate(CALLS):
        for seat in range(int(s["seats"])):
            family = int(s["used"][call, seat])
            if family != NONE:
                named = {} if family == NO_FAMILY else {"family": FAMILIES[family]}
                found.append({"seat": seat, "what": what, **named})
    return found


def _known(s: Any) -> dict[str, Any]:
    """What was shown, by the seat that has it; what each has seen of others' hands."""
    shown = {str(seat): _cards(hand & int(s["shown"])) for seat, hand in _by_seat(s, "hands")}
    known = {str(seat): _cards(cards) for seat, cards in _by_seat(s, "known")}
    written = {
        "shown": {seat: cards for seat, cards in shown.items() if cards},
        "known": {seat: cards for seat, cards in known.items() if cards},
        "feints": [
            {"at_ms": at_ms, "seat": seat, "kind": FEINTS[int(s["feint_kind"][seat])]}
            for seat, at_ms in _by_seat(s, "feint_at_ms")
            if at_ms != NONE
        ],
    }
    return {key: value for key, value in written.items() if value}


def _agreed(s: Any) -> dict[str, Any]:
    """Unions, the duel, the whim and other things that last until the round ends."""
    unions = [
        [FAMILIES[int(least)], FAMILIES[family]]
        for family, least in enumerate(s["united"])
        if least != family
    ]
    duel = [int(s["challenger"]), int(s["challenged"])]
    written: dict[str, Any] = {
        "unions": unions,
        "lords_used": [FAMILIES[family] for family in _seats(s["lords_used"])],
        "magicians": _seats(s["magician_seats"]),
        "duel": duel if duel[0] != NONE else None,
        "displaced": _maybe(s["displaced"]),
        "caprice": _maybe(s["caprice_seat"]),
        "peeked": bool(s["peeked"]),
        "princesses_asleep": bool(s["asleep"]),
        "final": bool(s["final"]),
        "third": _maybe(s["third"]),
        "dealt_again": int(s["dealt_again"]),
    }
    return {
        key: value for key, value in written.items() if value is not None and value not in ([], False, 0)
    } | {key: written[key] for key in ("displaced", "caprice", "third") if written[key] is not None}


def _stop(s: Any) -> dict[str, Any]:
    """The Stop that is held or played, and the cards that are on their way in it."""
    written: dict[str, Any] = {}
    if int(s["stop_what"]) != NONE:
        family = int(s["stop_family"])
        moved = [pawn for pawn in range(MAX_PAWNS) if int(s["moved"]) >> pawn & 1]
        written["stop"] = {
            "what": CALLS[int(s["stop_what"])],
            "seat": int(s["stop_by"]),
            "at_ms": int(s["stop_at_ms"]),
            "left": int(s["moves_left"]),
            **({} if family == NONE else {"family": FAMILIES[family]}),
            **({"looked": _seats(s["looked"])} if s["looked"] else {}),
            **({"moved": moved} if moved else {}),
            **({} if int(s["asked"]) == NONE else {"asked": int(s["asked"])}),
        }
    gifts = {str(seat): _cards(gift) for seat, gift in _by_seat(s, "gift") if gift > 0}
    dealing = {str(seat): left for seat, left in _by_seat(s, "back_to") if left}
    if gifts:
        written["gifts"] = gifts
    if s["pool"]:
        written["pool"] = _cards(s["pool"])
    if dealing:
        written["dealing"] = dealing
    back = Phase(int(s["back"])).name.lower()
    if back != "choose":
        written["back"] = back
    return written


def _race(s: Any) -> dict[str, Any]:
    """The Banzaï that was called, and pawns that were touched."""
    touched = sorted((order, seat) for seat, order in _by_seat(s, "touched") if order)
    written = {
        "caller": _maybe(s["caller"]),
        "call_ms": _maybe(s["call_ms"]),
        "void_ms": _maybe(s["void_ms"]),
        "touch_ms": _maybe(s["touch_ms"]),
        "early": _seats(s["early"]) or None,
        "provoked": _seats(s["provoked"]) or None,
        "aims": {str(seat): pawn for seat, pawn in _by_seat(s, "aim") if pawn != NONE} or None,
        "reactions": {str(seat): step for seat, step in _by_seat(s, "reaction") if step != NONE} or None,
        "touched": [seat for _, seat in touched] or None,
    }
    return {key: value for key, value in written.items() if value is not None}


def _end(s: Any) -> dict[str, Any]:
    """How the round ended, who waits for the next one, and a lot that is drawn."""
    written: dict[str, Any] = {}
    if int(s["came"]) != Came.NOT_YET:
        written["came"] = Came(int(s["came"])).name.lower()
    for name in ("round_out", "pardoned", "ready"):
        if s[name]:
            written[name] = _seats(s[name])
    if int(s["lot_for"]) != LotFor.NOTHING:
        written["lot"] = {"for": LotFor(int(s["lot_for"])).name.lower(), "seats": _seats(s["lot"])}
    return written


POSITIONS = Positions()
