"""Reads and writes positions: who sits where with which cards, the pawns, the calls made, and what is going on.

The page on positions in the documentation lists the keys. `BadPosition` names the key that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludotheque.core.errors import BadPosition, shown
from ludotheque.core.message import Message
from ludotheque.core.validation import choice, entries, known_keys, number, table, yes_or_no
from ludotheque.core.verbs import setup
from ludotheque.games.banzai.names import card_name, card_named, cards_in, families_in_play, seated
from ludotheque.games.banzai.rules.calls import carries, names_family
from ludotheque.games.banzai.rules.hands import bit, count, lowest, unite
from ludotheque.games.banzai.rules.setup import SECOND, lay_pawns, players
from ludotheque.games.banzai.rules.stops import pawns_left
from ludotheque.games.banzai.state import (
    APART,
    CALLS,
    DEALT,
    FAMILIES,
    FAR,
    FEINTS,
    GONE,
    MAX_PAWNS,
    NO_FAMILY,
    NONE,
    OF_FAMILY,
    REACTIONS,
    SEALED,
    UNSEEN,
    Call,
    LotFor,
    Phase,
    RoundEnd,
)


class Positions:
    """Reads and writes positions, see `core.game.Positions`."""

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """Everything on the table, and whatever else the rest of the game depends on. Usual values are left out."""
        position: dict[str, Any] = {
            "round": int(s["round_number"]),
            "phase": Phase(int(s["phase"])).name.lower(),
            "now_ms": int(s["now_ms"]),
            "since_ms": int(s["since_ms"]),
            "open_ms": int(s["open_ms"]),
            "choose_by_ms": _maybe(s["choose_by_ms"]),
            "exchanges": int(s["exchanges"]),
            "families": [FAMILIES[family] for family in families_in_play(s)],
            "hands": [_hand(s, seat) for seat in range(int(s["seats"]))],
            "seating": seated(s),
            "chosen": {
                str(seat): None if card == SEALED else card_name(card)
                for seat, card in _by_seat(s, "chosen")
                if card != NONE
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
        """Fill the state; seats and options are already in it. Raises `BadPosition` with the field that is wrong."""
        read_position(b, s, position)

    def read_kept(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill the state from a position of a record or log: what was accepted once."""
        read_position(b, s, position, kept=True)


def _maybe(value: Any) -> int | None:
    return None if int(value) == NONE else int(value)


def _hand(s: Any, seat: int) -> list[str] | None:
    """A hand's cards; None in a position for seats that cannot know them."""
    cards = _cards(s["hands"][seat])
    return cards if len(cards) == int(s["held"][seat]) else None


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
    for order in range(1, int(s["outs"]) + 1):
        together = [seat for seat, out in _by_seat(s, "out") if out == order]
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
    """What was shown, by the seat that has it, and what each seat has seen of other hands."""
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
    gifts = {
        str(seat): None if gift == UNSEEN else _cards(gift) for seat, gift in _by_seat(s, "gift") if gift
    }
    dealing = {str(seat): left for seat, left in _by_seat(s, "back_to") if left}
    if gifts:
        written["gifts"] = gifts
    if s["pooled"]:
        written["pool"] = _cards(s["pool"]) or None
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
        "aims": {
            str(seat): None if pawn == SEALED else pawn for seat, pawn in _by_seat(s, "aim") if pawn != NONE
        }
        or None,
        "reactions": {str(seat): step for seat, step in _by_seat(s, "reaction") if step != NONE} or None,
        "touched": [seat for _, seat in touched] or None,
    }
    return {key: value for key, value in written.items() if value is not None}


def _end(s: Any) -> dict[str, Any]:
    """How the round ended, who waits for the next one, and a lot that is drawn."""
    written: dict[str, Any] = {}
    if int(s["round_end"]) != RoundEnd.NOT_YET:
        written["came"] = RoundEnd(int(s["round_end"])).name.lower()
    for name in ("round_out", "pardoned", "ready"):
        if s[name]:
            written[name] = _seats(s[name])
    if int(s["lot_for"]) != LotFor.NOTHING:
        written["lot"] = {"for": LotFor(int(s["lot_for"])).name.lower(), "seats": _seats(s["lot"])}
        if int(s["drawn"]) != NONE:
            written["lot"]["drawn"] = None if int(s["drawn"]) == SEALED else card_name(int(s["drawn"]))
    missed = {str(seat): times for seat, times in _by_seat(s, "missed") if times}
    return written | ({"missed": missed} if missed else {})


# -- from JSON to a situation -----------------------------------------------------------------------------------------


KEYS = (
    "first", "round", "phase", "now_ms", "since_ms", "open_ms", "choose_by_ms", "exchanges", "families", "hands", "seating", "chosen",
    "pawns", "out", "used", "shown", "known", "feints", "unions", "lords_used", "magicians", "duel", "displaced", "caprice",
    "peeked", "princesses_asleep", "final", "third", "dealt_again", "stop", "gifts", "pool", "dealing", "back", "caller",
    "call_ms", "void_ms", "touch_ms", "early", "provoked", "aims", "reactions", "touched", "came", "round_out", "pardoned", "ready", "lot", "missed",
)  # fmt: skip
STOP_KEYS = ("what", "seat", "at_ms", "left", "family", "looked", "moved", "asked")
LATEST = 1 << 40
MAX_COUNT = 1 << 20
BEFORE_RACE = (
    Phase.FAMILIES,
    Phase.DEAL,
    Phase.CHOOSE,
    Phase.OPEN,
    Phase.SLIDE,
    Phase.HELD,
    Phase.STOP,
    Phase.STEAL,
)
DURING_ROUND = (
    Phase.CHOOSE,
    Phase.OPEN,
    Phase.SLIDE,
    Phase.HELD,
    Phase.STOP,
    Phase.GRAB,
    Phase.TOUCHED,
    Phase.STEAL,
)


def read_position(b: Any, s: Any, position: Mapping[str, Any], kept: bool = False) -> None:
    """Fill a state whose seats and options are there already; `kept`: from a record or log, where it may say what no game comes to."""
    known_keys(BadPosition, position, KEYS)
    s["first"] = _count(position, "first", int(s["seats"]) - 1)
    setup(b, s)
    _read_moment(s, position)
    _read_seats(s, position, kept)
    _read_cards(s, position)
    _read_pawns(s, position)
    _read_calls(s, position)
    _read_agreed(s, position, kept)
    _read_stop(s, position)
    _read_race(s, position, kept)
    _read_end(s, position)
    _check(s, kept)


def _bad(field: str, why: Message) -> BadPosition:
    return BadPosition(field, why)


def _count(position: Mapping[str, Any], key: str, most: int, default: int = 0) -> int:
    return number(BadPosition, key, position.get(key, default), 0, most)


def _time(position: Mapping[str, Any], key: str, default: int = NONE) -> int:
    value = position.get(key)
    return default if value is None else number(BadPosition, key, value, 0, LATEST)


def _list(position: Mapping[str, Any], key: str) -> list[Any]:
    return entries(BadPosition, key, position.get(key, []))


def _seat(s: Any, where: str, value: Any) -> int:
    return number(BadPosition, where, value, 0, int(s["seats"]) - 1)


def _maybe_seat(s: Any, position: Mapping[str, Any], key: str) -> int:
    return NONE if position.get(key) is None else _seat(s, key, position[key])


def _at_table(s: Any, where: str, value: Any, kept: bool) -> int:
    """A seat that is still at the table."""
    seat = _seat(s, where, value)
    if not kept and seat not in seated(s):
        raise _bad(where, Message("banzai.position.not_seated", {"seat": seat}))
    return seat


def _mask(s: Any, where: str, values: Iterable[Any]) -> int:
    return sum(1 << seat for seat in {_seat(s, f"{where}[{n}]", value) for n, value in enumerate(values)})


def _family(where: str, value: Any) -> int:
    return FAMILIES.index(choice(BadPosition, where, value, FAMILIES))


def _card(where: str, value: Any) -> int:
    card = card_named(value) if isinstance(value, str) else NONE
    if card < 0:
        raise _bad(where, Message("banzai.position.card", {"value": shown(value)}))
    return card


def _cards_named(where: str, values: Any) -> int:
    cards = 0
    for n, value in enumerate(entries(BadPosition, where, values)):
        card = _card(f"{where}[{n}]", value)
        if cards >> card & 1:
            raise _bad(f"{where}[{n}]", Message("banzai.position.card_twice", {"value": value}))
        cards |= 1 << card
    return cards


def _entries_by_seat(s: Any, position: Mapping[str, Any], key: str) -> list[tuple[int, str, Any]]:
    """The entries of an object whose keys are seats: the seat, its place in the file, the value."""
    given = position.get(key, {})
    if not isinstance(given, Mapping):
        raise _bad(key, Message("banzai.position.by_seat", {"value": shown(given)}))
    found = []
    for name, value in given.items():
        if not str(name).isdecimal() or int(name) >= int(s["seats"]):
            raise _bad(f"{key}.{name}", Message("banzai.position.no_seat", {"last": int(s["seats"]) - 1}))
        found.append((int(name), f"{key}.{name}", value))
    return found


# -- what is going on -------------------------------------------------------------------------------------------------


def _read_moment(s: Any, position: Mapping[str, Any]) -> None:
    names = [phase.name.lower() for phase in Phase]
    s["phase"] = names.index(choice(BadPosition, "phase", position.get("phase", "open"), names))
    s["back"] = names.index(choice(BadPosition, "back", position.get("back", "choose"), ("choose", "open")))
    s["round_number"] = number(BadPosition, "round", position.get("round", 1), 1, MAX_COUNT)
    s["exchanges"] = _count(position, "exchanges", MAX_COUNT)
    s["now_ms"] = _time(position, "now_ms", 0)
    s["since_ms"] = _time(position, "since_ms", int(s["now_ms"]))
    s["open_ms"] = _time(position, "open_ms", int(s["since_ms"]))
    limit = NONE
    if s["phase"] in (Phase.CHOOSE, Phase.OPEN) and s["time_limit"] > 0 and not s["unhurried"]:
        limit = int(s["now_ms"]) + int(s["time_limit"]) * SECOND
    s["choose_by_ms"] = (
        _time(position, "choose_by_ms", limit) if position.get("choose_by_ms", 0) is not None else NONE
    )
    s["dealt_again"] = _count(position, "dealt_again", MAX_COUNT)
    if s["phase"] in (Phase.HELD, Phase.STOP, Phase.GRAB) and "back" not in position and s["exchanges"] > 0:
        s["back"] = Phase.OPEN


def _read_seats(s: Any, position: Mapping[str, Any], kept: bool) -> None:
    for moment, entry in enumerate(_list(position, "out"), 1):
        together = entry if isinstance(entry, list | tuple) else [entry]
        for value in entries(BadPosition, f"out[{moment - 1}]", together, 1):
            seat = _seat(s, f"out[{moment - 1}]", value)
            if s["out"][seat]:
                raise _bad(f"out[{moment - 1}]", Message("banzai.position.out_twice", {"seat": seat}))
            s["out"][seat] = moment
        s["outs"] = moment
    s["final"] = yes_or_no(BadPosition, "final", position.get("final", False))
    s["third"] = _maybe_seat(s, position, "third")
    if s["third"] != NONE and not s["final"] and not kept:
        raise _bad("third", Message("banzai.position.only_final"))
    if s["third"] != NONE and not s["out"][s["third"]] and not kept:
        raise _bad("third", Message("banzai.position.third_in"))
    usual = [seat for seat in range(int(s["seats"])) if s["out"][seat] == 0 or seat == s["third"]]
    seating = [
        _seat(s, f"seating[{n}]", value) for n, value in enumerate(_list(position, "seating") or usual)
    ]
    if len(set(seating)) != len(seating):
        raise _bad("seating", Message("banzai.position.seated_twice"))
    for seat in range(int(s["seats"])):
        if s["out"][seat] == 0 and seat not in seating:
            raise _bad("seating", Message("banzai.position.unseated", {"seat": seat}))
    s["placed"] = len(seating)
    s["seating"][:] = NONE
    s["seating"][: len(seating)] = seating


def _read_cards(s: Any, position: Mapping[str, Any]) -> None:
    s["in_play"] = 0
    for n, value in enumerate(_list(position, "families")):
        s["in_play"] = int(s["in_play"]) | bit(_family(f"families[{n}]", value))
    hands = _list(position, "hands")
    if hands and len(hands) != int(s["seats"]):
        raise _bad("hands", Message("banzai.position.hands", {"seats": int(s["seats"]), "value": len(hands)}))
    for seat, row in enumerate(hands):
        s["hands"][seat] = _cards_named(f"hands[{seat}]", row)
        s["held"][seat] = count(s["hands"][seat])
    for seat, where, value in _entries_by_seat(s, position, "chosen"):
        s["chosen"][seat] = _card(where, value)
        if not int(s["hands"][seat]) >> int(s["chosen"][seat]) & 1:
            raise _bad(where, Message("banzai.position.not_held", {"value": value, "seat": seat}))
    for seat, where, value in _entries_by_seat(s, position, "shown"):
        cards = _cards_named(where, value)
        if cards & ~int(s["hands"][seat]):
            raise _bad(where, Message("banzai.position.not_all_held", {"seat": seat}))
        s["shown"] = int(s["shown"]) | cards
    for seat, where, value in _entries_by_seat(s, position, "known"):
        s["known"][seat] = _cards_named(where, value)
    for seat, where, value in _entries_by_seat(s, position, "gifts"):
        s["gift"][seat] = _cards_named(where, value)
    s["pool"] = _cards_named("pool", _list(position, "pool"))
    s["pooled"] = count(s["pool"])
    for seat, where, value in _entries_by_seat(s, position, "dealing"):
        s["back_to"][seat] = number(BadPosition, where, value, 0, 2)


def _read_pawns(s: Any, position: Mapping[str, Any]) -> None:
    if "pawns" not in position:
        lay_pawns(s, max(0, players(s) - 1))
        return
    given = entries(BadPosition, "pawns", position["pawns"], 0, MAX_PAWNS)
    s["pawns"] = len(given)
    for name, empty in (("pawn_x", 0), ("pawn_y", 0), ("pawn_by", NONE)):
        s[name][:] = empty
    for pawn, value in enumerate(given):
        where = f"pawns[{pawn}]"
        entry = table(BadPosition, where, value, ("x", "y", "by", "gone"))
        for axis in ("x", "y"):
            at = entry.get(axis)
            if isinstance(at, bool) or not isinstance(at, int | float) or not -1 <= at <= 1:
                raise _bad(f"{where}.{axis}", Message("banzai.position.radii", {"value": shown(at)}))
            s[f"pawn_{axis}"][pawn] = round(at * FAR)
        if int(s["pawn_x"][pawn]) ** 2 + int(s["pawn_y"][pawn]) ** 2 > FAR * FAR:
            raise _bad(where, Message("banzai.position.off_table"))
        if entry.get("by") is not None:
            s["pawn_by"][pawn] = _seat(s, f"{where}.by", entry["by"])
        elif yes_or_no(BadPosition, f"{where}.gone", entry.get("gone", False)):
            s["pawn_by"][pawn] = GONE


def _read_calls(s: Any, position: Mapping[str, Any]) -> None:
    for n, value in enumerate(_list(position, "used")):
        where = f"used[{n}]"
        entry = table(BadPosition, where, value, ("seat", "what", "family"))
        call = CALLS.index(choice(BadPosition, f"{where}.what", entry.get("what"), CALLS[1:]))
        family = NO_FAMILY if entry.get("family") is None else _family(f"{where}.family", entry["family"])
        s["used"][call, _seat(s, f"{where}.seat", entry.get("seat"))] = family
        if Call.MARRIAGE <= call <= Call.CAPRICE and family != NO_FAMILY:
            s["lords_used"] = int(s["lords_used"]) | bit(family)
    for n, value in enumerate(_list(position, "feints")):
        where = f"feints[{n}]"
        entry = table(BadPosition, where, value, ("at_ms", "seat", "kind"))
        seat = _seat(s, f"{where}.seat", entry.get("seat"))
        s["feint_at_ms"][seat] = number(BadPosition, f"{where}.at_ms", entry.get("at_ms"), 0, LATEST)
        kind = choice(BadPosition, f"{where}.kind", entry.get("kind", FEINTS[0]), FEINTS)
        s["feint_kind"][seat] = FEINTS.index(kind)


def _read_agreed(s: Any, position: Mapping[str, Any], kept: bool) -> None:
    for n, pair in enumerate(_list(position, "unions")):
        one, other = (
            _family(f"unions[{n}][{place}]", value)
            for place, value in enumerate(entries(BadPosition, f"unions[{n}]", pair, 2, 2))
        )
        for place, family in enumerate((one, other)):
            if not kept and not int(s["in_play"]) >> family & 1:
                raise _bad(f"unions[{n}][{place}]", Message("banzai.position.other_family"))
        if one == other and not kept:
            raise _bad(f"unions[{n}]", Message("banzai.position.twice"))
        unite(s, one, other)
    for n, value in enumerate(_list(position, "lords_used")):
        s["lords_used"] = int(s["lords_used"]) | bit(_family(f"lords_used[{n}]", value))
    s["magician_seats"] = _mask(s, "magicians", _list(position, "magicians"))
    if position.get("duel") is not None:
        one, other = entries(BadPosition, "duel", position["duel"], 2, 2)
        s["challenger"] = _at_table(s, "duel[0]", one, kept)
        s["challenged"] = _at_table(s, "duel[1]", other, kept)
        if one == other and not kept:
            raise _bad("duel", Message("banzai.position.twice"))
    s["displaced"] = _maybe_seat(s, position, "displaced")
    s["caprice_seat"] = _maybe_seat(s, position, "caprice")
    s["peeked"] = yes_or_no(BadPosition, "peeked", position.get("peeked", False))
    s["asleep"] = yes_or_no(BadPosition, "princesses_asleep", position.get("princesses_asleep", False))


def _read_stop(s: Any, position: Mapping[str, Any]) -> None:
    if position.get("stop") is None:
        if s["phase"] in (Phase.HELD, Phase.STOP, Phase.STEAL):
            raise _bad("stop", Message("banzai.position.stop_missing"))
        return
    stop = table(BadPosition, "stop", position["stop"], STOP_KEYS)
    s["stop_what"] = CALLS.index(choice(BadPosition, "stop.what", stop.get("what"), CALLS[1:]))
    s["stop_by"] = _seat(s, "stop.seat", stop.get("seat"))
    s["stop_at_ms"] = number(BadPosition, "stop.at_ms", stop.get("at_ms", int(s["since_ms"])), 0, LATEST)
    s["moves_left"] = number(BadPosition, "stop.left", stop.get("left", 1 + (stop["what"] == "stop1")), 0, 2)
    if stop.get("family") is not None:
        s["stop_family"] = _family("stop.family", stop["family"])
    s["looked"] = _mask(s, "stop.looked", entries(BadPosition, "stop.looked", stop.get("looked", [])))
    for n, value in enumerate(entries(BadPosition, "stop.moved", stop.get("moved", []))):
        s["moved"] = int(s["moved"]) | bit(
            number(BadPosition, f"stop.moved[{n}]", value, 0, int(s["pawns"]) - 1)
        )
    if stop.get("asked") is not None:
        s["asked"] = _seat(s, "stop.asked", stop["asked"])


def _read_race(s: Any, position: Mapping[str, Any], kept: bool) -> None:
    caller = position.get("caller")
    s["caller"] = NONE if caller is None else _at_table(s, "caller", caller, kept)
    grabbing = s["phase"] in (Phase.GRAB, Phase.REACT)
    s["call_ms"] = _time(position, "call_ms", int(s["since_ms"]) if grabbing else NONE)
    if grabbing and s["caller"] == NONE:
        raise _bad("caller", Message("banzai.position.caller_missing"))
    s["void_ms"] = _time(position, "void_ms")
    s["touch_ms"] = _time(position, "touch_ms", int(s["since_ms"]) if s["phase"] == Phase.TOUCHED else NONE)
    s["early"] = _mask(s, "early", _list(position, "early"))
    s["provoked"] = _mask(s, "provoked", _list(position, "provoked"))
    for seat, where, value in _entries_by_seat(s, position, "aims"):
        s["aim"][seat] = number(BadPosition, where, value, 0, int(s["pawns"]) - 1)
    for seat, where, value in _entries_by_seat(s, position, "reactions"):
        s["reaction"][seat] = number(BadPosition, where, value, 0, REACTIONS - 1)
    for order, value in enumerate(_list(position, "touched"), 1):
        s["touched"][_seat(s, f"touched[{order - 1}]", value)] = order


def _read_end(s: Any, position: Mapping[str, Any]) -> None:
    ends = [end.name.lower() for end in RoundEnd]
    s["round_end"] = ends.index(choice(BadPosition, "came", position.get("came", "not_yet"), ends))
    for name in ("round_out", "pardoned", "ready"):
        s[name] = _mask(s, name, _list(position, name))
    if position.get("lot") is not None:
        lot = table(BadPosition, "lot", position["lot"], ("for", "seats", "drawn"))
        what = choice(BadPosition, "lot.for", lot.get("for"), [each.name.lower() for each in LotFor][1:])
        s["lot_for"] = LotFor[what.upper()]
        s["lot"] = _mask(s, "lot.seats", entries(BadPosition, "lot.seats", lot.get("seats", []), 1))
        if lot.get("drawn") is not None:
            s["drawn"] = _card("lot.drawn", lot["drawn"])
    for seat, where, value in _entries_by_seat(s, position, "missed"):
        s["missed"][seat] = number(BadPosition, where, value, 0, MAX_COUNT)


# -- all together -----------------------------------------------------------------------------------------------------


def _check(s: Any, kept: bool) -> None:
    phase, sitting = Phase(int(s["phase"])), seated(s)
    _check_whole(s, kept)
    if players(s) == 0 or (players(s) == 1) != (phase == Phase.OVER):
        raise _bad(
            "out", Message("banzai.position.left", {"players": players(s), "phase": phase.name.lower()})
        )
    if phase in DURING_ROUND:
        if count(s["in_play"]) != len(sitting):
            raise _bad("families", Message("banzai.position.families", {"wanted": len(sitting)}))
        if not all(int(s["held"][seat]) for seat in sitting):
            raise _bad("hands", Message("banzai.position.empty_hand"))
        cards = sum(int(s["held"][seat]) for seat in sitting) + int(s["pooled"])
        cards += sum(count(gift) for gift in s["gift"])
        if cards != DEALT * len(sitting):
            raise _bad(
                "hands", Message("banzai.position.cards", {"wanted": DEALT * len(sitting), "value": cards})
            )
        if s["pawns"] == 0 or pawns_left(s) == 0:
            raise _bad("pawns", Message("banzai.position.no_pawns"))
    if not kept and phase in DURING_ROUND and int(s["pawns"]) != players(s) - 1:
        wanted = {"players": players(s), "wanted": players(s) - 1, "value": int(s["pawns"])}
        raise _bad("pawns", Message("banzai.position.pawns_number", wanted))
    if s["pawns"] >= max(2, players(s) + (phase in (Phase.END, Phase.OVER, Phase.LOT)) * len(sitting)):
        raise _bad("pawns", Message("banzai.position.pawns", {"value": int(s["pawns"])}))
    if phase == Phase.LOT and not s["lot"]:
        raise _bad("lot", Message("banzai.position.lot_missing"))
    if phase == Phase.LOT and s["lot_for"] >= LotFor.CARD:
        _check_absent(s)
    if phase == Phase.STEAL and s["asked"] == NONE:
        raise _bad("stop.asked", Message("banzai.position.asked_missing"))
    if int(s["stop_what"]) != NONE:
        _check_stop(s, phase)
    if sum(int(left) for left in s["back_to"]) != int(s["pooled"]):
        raise _bad("dealing", Message("banzai.position.dealing", {"wanted": int(s["pooled"])}))


def _check_absent(s: Any) -> None:
    """Check that a card may be drawn for those who are absent."""
    for seat in _seats(s["lot"]):
        if seat not in seated(s):
            raise _bad("lot.seats", Message("banzai.position.not_seated", {"seat": seat}))
        if int(s["held"][seat]) < 2 and int(s["lot_for"]) != LotFor.POOL:
            raise _bad("hands", Message("banzai.position.empty_hand"))
    what, first = LotFor(int(s["lot_for"])), int(s["drawn"])
    if what != LotFor.CARD and int(s["stop_what"]) != Call.LORDS:
        raise _bad("stop", Message("banzai.position.stop_missing"))
    if what == LotFor.POOL and s["pooled"] == 0:
        raise _bad(
            "pool", Message("banzai.position.dealing", {"wanted": sum(int(left) for left in s["back_to"])})
        )
    if first != NONE and (what != LotFor.GIFT or not int(s["hands"][lowest(s["lot"])]) >> first & 1):
        held = {"value": card_name(first), "seat": int(lowest(s["lot"]))}
        raise _bad("lot.drawn", Message("banzai.position.not_held", held))


def _check_stop(s: Any, phase: Phase) -> None:
    """Check that a Stop names its family if it must, and that its caller has the cards for what is still to come."""
    call, seat, family = int(s["stop_what"]), int(s["stop_by"]), int(s["stop_family"])
    if names_family(call) != (family != NONE):
        key = "banzai.position.family_missing" if family == NONE else "banzai.position.no_family"
        raise _bad("stop.family", Message(key, {"call": CALLS[call]}))
    if seat not in seated(s):
        raise _bad("stop.seat", Message("banzai.position.not_seated", {"seat": seat}))
    if s["asked"] != NONE and (s["asked"] == seat or s["asked"] not in seated(s)):
        raise _bad("stop.asked", Message("banzai.position.asked"))
    married = call == Call.MARRIAGE and s["moves_left"] > 0
    if (phase == Phase.HELD or married) and not carries(s, seat, call, family):
        raise _bad("stop", Message("banzai.position.no_cards", {"seat": seat}))


def _check_whole(s: Any, kept: bool) -> None:
    """Check that every card occurs once and is of a family in play, that only players have cards, and that pawns have one owner each."""
    allowed = sum(((1 << OF_FAMILY) - 1) << (OF_FAMILY * family) for family in range(len(FAMILIES)) if int(s["in_play"]) >> family & 1)  # fmt: skip
    found = 0
    for where, sets in (("hands", s["hands"]), ("gifts", s["gift"]), ("pool", [s["pool"]])):
        for seat, cards in enumerate(sets):
            field = where if where == "pool" else f"{where}[{seat}]"
            if found & int(cards):
                raise _bad(field, Message("banzai.position.elsewhere"))
            if int(cards) & ~allowed:
                raise _bad(field, Message("banzai.position.other_family"))
            if int(cards) and where != "pool" and seat not in seated(s):
                raise _bad(field, Message("banzai.position.not_seated", {"seat": seat}))
            found |= int(cards)
    for seat, cards in enumerate(s["known"]):
        if int(cards) & int(s["hands"][seat]):
            raise _bad(f"known.{seat}", Message("banzai.position.own_cards"))
    _check_pawns(s, kept)


def _check_pawns(s: Any, kept: bool) -> None:
    """Check that nobody holds two pawns and, unless `kept`, that pawns lie apart and are held by players, after a Banzaï only."""
    raced = Phase(int(s["phase"])) not in BEFORE_RACE
    holders = set()
    for pawn in range(int(s["pawns"])):
        by = int(s["pawn_by"][pawn])
        if by >= 0:
            if not (raced or kept):
                raise _bad(f"pawns[{pawn}].by", Message("banzai.position.not_raced"))
            if not kept and by not in seated(s):
                raise _bad(f"pawns[{pawn}].by", Message("banzai.position.not_seated", {"seat": by}))
            if by in holders:
                raise _bad("pawns", Message("banzai.position.two_pawns"))
            holders.add(by)
        elif by == NONE and not kept:
            for other in range(pawn):
                dx, dy = (int(s[axis][pawn]) - int(s[axis][other]) for axis in ("pawn_x", "pawn_y"))
                if int(s["pawn_by"][other]) == NONE and dx * dx + dy * dy < APART * APART:
                    least = {"least": APART / FAR, "other": other}
                    raise _bad(f"pawns[{pawn}]", Message("banzai.position.too_close", least))


POSITIONS = Positions()
