"""Reads and writes positions: who sits where with which cards, the pawns, the calls made, and what is going on.

The page on positions in the documentation lists the keys. `BadPosition` names the key that is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ludotheque.core import fields
from ludotheque.core.errors import BadPosition, shown
from ludotheque.core.fields import UNSAID, Form, Part, each_of
from ludotheque.core.message import Message
from ludotheque.core.validation import choice, entries, known_keys, number, table, yes_or_no
from ludotheque.games.banzai.rules.calls import carries, names_family
from ludotheque.games.banzai.rules.hands import bit, lowest, unite
from ludotheque.games.banzai.rules.pawns import pawns_left
from ludotheque.games.banzai.rules.setup import SECOND, lay_pawns, players
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
    card_name,
    card_named,
    members,
    seated,
)

LATEST = 1 << 40
MAX_COUNT = 1 << 20

_PLAYING = (Phase.CHOOSE, Phase.OPEN, Phase.SLIDE, Phase.HELD, Phase.STOP, Phase.STEAL)
BEFORE_RACE = (Phase.FAMILIES, Phase.DEAL, *_PLAYING)
DURING_ROUND = (*_PLAYING, Phase.GRAB, Phase.TOUCHED)

PHASES = [phase.name.lower() for phase in Phase]
ENDS = [end.name.lower() for end in RoundEnd]
LOTS = [lot.name.lower() for lot in LotFor]

USUAL: Any = object()
"""In place of a key that a position leaves out, where its usual value depends on others."""


def _refuse_if(wrong: Any, where: str, why: str, **args: Any) -> None:
    if wrong:
        raise BadPosition(where, Message(f"banzai.position.{why}", args))


# -- values -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Value:
    """How a number of the state is written, and which number `mean(s, where, value)` a written value is."""

    say: Callable[[int], Any]
    mean: Callable[[Any, str, Any], int]


Number = int | Callable[[Any], int]
"""A number, or what computes it from the state as far as it is read."""


def _of(s: Any, number: Number) -> int:
    return number if isinstance(number, int) else number(s)


def _up_to(most: Number, least: int = 0) -> Value:
    return Value(int, lambda s, where, value: number(BadPosition, where, value, least, _of(s, most)))


def _one_of(words: Sequence[str], first: int = 0) -> Value:
    """A word of these; those before `first` are not read."""
    return Value(
        words.__getitem__,
        lambda _, where, value: words.index(choice(BadPosition, where, value, words[first:])),
    )


def _set_of(each: Value, least: int = 0) -> Value:
    """A list of different values, kept as bits."""

    def mean(s: Any, where: str, values: Any) -> int:
        bits = 0
        for n, value in enumerate(entries(BadPosition, where, values, least)):
            bits |= 1 << each.mean(s, f"{where}[{n}]", value)
        return bits

    return Value(lambda bits: [each.say(member) for member in members(bits)], mean)


def _or_hidden(value: Value, hidden: int) -> Value:
    """The same; null for what cannot be seen."""
    return Value(lambda number: None if number == hidden else value.say(number), value.mean)


def _card(s: Any, where: str, value: Any) -> int:
    card = card_named(value) if isinstance(value, str) else NONE
    _refuse_if(card < 0, where, "card", value=shown(value))
    return card


def _cards(s: Any, where: str, values: Any) -> int:
    cards = 0
    for n, value in enumerate(entries(BadPosition, where, values)):
        card = _card(s, f"{where}[{n}]", value)
        _refuse_if(cards >> card & 1, f"{where}[{n}]", "card_twice", value=value)
        cards |= 1 << card
    return cards


COUNT, TIME = _up_to(MAX_COUNT), _up_to(LATEST)
SEAT = _up_to(lambda s: int(s["seats"]) - 1)
PAWN = _up_to(lambda s: int(s["pawns"]) - 1)
CARD, FAMILY, CALL = Value(card_name, _card), _one_of(FAMILIES), _one_of(CALLS, 1)
CARDS = Value(_set_of(CARD).say, _cards)
YES = Value(bool, lambda _, where, value: yes_or_no(BadPosition, where, value))


# -- kinds of parts ---------------------------------------------------------------------------------------------------


def _part(
    field: str,
    value: Value,
    unsaid: int | None = None,
    missing: Any = UNSAID,
    usual: Number | None = None,
    null: bool = False,
) -> Part:
    """A field of the state; it is not written where it is `unsaid`.

    A position that leaves it out means `missing` (by default: as `setup` makes it) or the number `usual`, and so does null if it may be.
    """

    def write(b: Any, s: Any) -> Any:
        return UNSAID if int(s[field]) == unsaid else value.say(int(s[field]))

    def read(b: Any, s: Any, where: str, said: Any) -> None:
        is_usual = said is USUAL or (said is None and null)
        s[field] = _of(s, usual) if is_usual and usual is not None else value.mean(s, where, said)

    return Part(write, read, missing if usual is None else None if null else USUAL)


def _instant(field: str, usual: Number, unsaid: int | None = None) -> Part:
    return _part(field, TIME, unsaid, usual=usual, null=True)


def _maybe(field: str, value: Value) -> Part:
    return _part(field, value, NONE, usual=NONE, null=True)


def _by_seat(s: Any, field: str) -> list[tuple[int, int]]:
    return [(seat, int(value)) for seat, value in enumerate(s[field][: int(s["seats"])])]


def _for_some(field: str, value: Value, unsaid: int, empty: Any = UNSAID) -> Part:
    """An object with the seats that have something in a field; `empty` is written where none has."""

    def write(b: Any, s: Any) -> Any:
        return {
            str(seat): value.say(number) for seat, number in _by_seat(s, field) if number != unsaid
        } or empty

    def read(b: Any, s: Any, where: str, said: Any) -> None:
        for seat, place, each in _entries(s, where, said):
            s[field][seat] = value.mean(s, place, each)

    return Part(write, read, {})


def _entries(s: Any, where: str, value: Any) -> Iterator[tuple[int, str, Any]]:
    """The entries of an object whose keys are seats: the seat, its place in the position, the value."""
    _refuse_if(not isinstance(value, Mapping), where, "by_seat", value=shown(value))
    for name, each in value.items():
        _refuse_if(
            not str(name).isdecimal() or int(name) >= int(s["seats"]),
            f"{where}.{name}",
            "no_seat",
            last=int(s["seats"]) - 1,
        )
        yield int(name), f"{where}.{name}", each


def _object(parts: Mapping[str, Part]) -> Part:
    """An object with these parts, written where the first of them says something; null and nothing say the same."""

    def write(b: Any, s: Any) -> Any:
        written = {name: part.write(b, s) for name, part in parts.items()}
        said = {name: value for name, value in written.items() if value is not UNSAID}
        return said if next(iter(parts)) in said else UNSAID

    def read(b: Any, s: Any, where: str, value: Any) -> None:
        if value is None:
            return
        entry = table(BadPosition, where, value, parts)
        for name, part in parts.items():
            said = entry.get(name, part.usual)
            if said is not UNSAID:
                part.read(b, s, f"{where}.{name}", said)

    return Part(write, read, None)


def _listed(write: Callable[[Any], Any], read: Callable[[Any, str, Any], None]) -> Part:
    """A list, not written while it is empty, whose entries are read one by one."""
    return each_of(lambda _, s: write(s) or UNSAID, lambda _, s, where, value: read(s, where, value))


def _then(part: Part, check: Callable[[Any, str, Any], None]) -> Part:
    """The same part; `check(s, where, value)` refuses what its place or the parts before it do not allow."""

    def read(b: Any, s: Any, where: str, value: Any) -> None:
        part.read(b, s, where, value)
        check(s, where, value)

    return Part(part.write, read, part.usual)


# -- parts that are read in a way of their own ------------------------------------------------------------------------


def _limit(s: Any) -> int:
    """By when cards have to be chosen, as the options say."""
    if s["phase"] in (Phase.CHOOSE, Phase.OPEN) and s["time_limit"] > 0 and not s["unhurried"]:
        return int(s["now_ms"]) + int(s["time_limit"]) * SECOND
    return NONE


def _read_limit(b: Any, s: Any, where: str, value: Any) -> None:
    s["choose_by_ms"] = _limit(s) if value is USUAL else NONE if value is None else TIME.mean(s, where, value)


def _out(b: Any, s: Any) -> list[Any]:
    """In order; several that went out at one moment as a list."""
    moments = [
        [seat for seat, out in _by_seat(s, "out") if out == order] for order in range(1, int(s["outs"]) + 1)
    ]
    return [together[0] if len(together) == 1 else together for together in moments]


def _read_out(b: Any, s: Any, where: str, value: Any) -> None:
    together = value if isinstance(value, list | tuple) else [value]
    s["outs"] += 1
    for each in entries(BadPosition, where, together, 1):
        seat = SEAT.mean(s, where, each)
        _refuse_if(s["out"][seat], where, "out_twice", seat=seat)
        s["out"][seat] = s["outs"]


def _read_seating(b: Any, s: Any, where: str, value: Any) -> None:
    usual = [seat for seat, out in _by_seat(s, "out") if out == 0 or seat == s["third"]]
    listed = entries(BadPosition, where, value) or usual
    seating = [SEAT.mean(s, f"{where}[{n}]", each) for n, each in enumerate(listed)]
    _refuse_if(len(set(seating)) != len(seating), where, "seated_twice")
    for seat, out in _by_seat(s, "out"):
        _refuse_if(out == 0 and seat not in seating, where, "unseated", seat=seat)
    s["placed"] = len(seating)
    s["seating"][:] = NONE
    s["seating"][: len(seating)] = seating


def _hands(b: Any, s: Any) -> list[list[str] | None]:
    """Each seat's cards; null in a position for seats that cannot know them."""
    return [
        CARDS.say(hand) if hand.bit_count() == int(s["held"][seat]) else None
        for seat, hand in _by_seat(s, "hands")
    ]


def _read_hands(b: Any, s: Any, where: str, value: Any) -> None:
    hands = entries(BadPosition, where, value)
    _refuse_if(
        hands and len(hands) != int(s["seats"]), where, "hands", seats=int(s["seats"]), value=len(hands)
    )
    for seat, row in enumerate(hands):
        s["hands"][seat] = CARDS.mean(s, f"{where}[{seat}]", row)
        s["held"][seat] = int(s["hands"][seat]).bit_count()


def _shown(b: Any, s: Any) -> Any:
    """What was shown, by the seat that has it."""
    seen = {str(seat): CARDS.say(hand & int(s["shown"])) for seat, hand in _by_seat(s, "hands")}
    return {seat: cards for seat, cards in seen.items() if cards} or UNSAID


def _read_shown(b: Any, s: Any, where: str, value: Any) -> None:
    for seat, place, each in _entries(s, where, value):
        cards = CARDS.mean(s, place, each)
        _refuse_if(cards & ~int(s["hands"][seat]), place, "not_all_held", seat=seat)
        s["shown"] = int(s["shown"]) | cards


def _pool(b: Any, s: Any) -> Any:
    return (CARDS.say(int(s["pool"])) or None) if s["pooled"] else UNSAID


def _read_pool(b: Any, s: Any, where: str, value: Any) -> None:
    s["pool"] = CARDS.mean(s, where, value)
    s["pooled"] = int(s["pool"]).bit_count()


def _pawns(b: Any, s: Any) -> list[dict[str, Any]]:
    return [_pawn(s, pawn) for pawn in range(int(s["pawns"]))]


def _pawn(s: Any, pawn: int) -> dict[str, Any]:
    at: dict[str, Any] = {"x": int(s["pawn_x"][pawn]) / FAR, "y": int(s["pawn_y"][pawn]) / FAR}
    by = int(s["pawn_by"][pawn])
    return at if by == NONE else at | ({"gone": True} if by == GONE else {"by": by})


def _read_pawns(b: Any, s: Any, where: str, value: Any) -> None:
    if value is USUAL:
        lay_pawns(s, max(0, players(s) - 1))
        return
    given = entries(BadPosition, where, value, 0, MAX_PAWNS)
    lay_pawns(s, 0)
    s["pawns"] = len(given)
    for pawn, each in enumerate(given):
        _read_pawn(s, f"{where}[{pawn}]", pawn, each)


def _read_pawn(s: Any, where: str, pawn: int, value: Any) -> None:
    entry = table(BadPosition, where, value, ("x", "y", "by", "gone"))
    for axis in ("x", "y"):
        at: Any = entry.get(axis)
        is_within = isinstance(at, int | float) and not isinstance(at, bool) and -1 <= at <= 1
        _refuse_if(not is_within, f"{where}.{axis}", "radii", value=shown(at))
        s[f"pawn_{axis}"][pawn] = round(at * FAR)
    _refuse_if(int(s["pawn_x"][pawn]) ** 2 + int(s["pawn_y"][pawn]) ** 2 > FAR * FAR, where, "off_table")
    if entry.get("by") is not None:
        s["pawn_by"][pawn] = SEAT.mean(s, f"{where}.by", entry["by"])
    elif YES.mean(s, f"{where}.gone", entry.get("gone", False)):
        s["pawn_by"][pawn] = GONE


def _used(b: Any, s: Any) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "what": what} | ({} if family == NO_FAMILY else {"family": FAMILIES[family]})
        for call, what in enumerate(CALLS)
        for seat, family in enumerate(s["used"][call][: int(s["seats"])].tolist())
        if family != NONE
    ]


def _read_used(b: Any, s: Any, where: str, value: Any) -> None:
    entry = table(BadPosition, where, value, ("seat", "what", "family"))
    call = CALL.mean(s, f"{where}.what", entry.get("what"))
    family = entry.get("family")
    of = NO_FAMILY if family is None else FAMILY.mean(s, f"{where}.family", family)
    s["used"][call, SEAT.mean(s, f"{where}.seat", entry.get("seat"))] = of
    if Call.MARRIAGE <= call <= Call.CAPRICE and of != NO_FAMILY:
        s["lords_used"] = int(s["lords_used"]) | bit(of)


def _read_lords_used(s: Any, where: str, value: Any) -> None:
    s["lords_used"] = int(s["lords_used"]) | bit(FAMILY.mean(s, where, value))


def _feints(s: Any) -> list[dict[str, Any]]:
    return [
        {"at_ms": at_ms, "seat": seat, "kind": FEINTS[int(s["feint_kind"][seat])]}
        for seat, at_ms in _by_seat(s, "feint_at_ms")
        if at_ms != NONE
    ]


def _read_feint(s: Any, where: str, value: Any) -> None:
    entry = table(BadPosition, where, value, ("at_ms", "seat", "kind"))
    seat = SEAT.mean(s, f"{where}.seat", entry.get("seat"))
    s["feint_at_ms"][seat] = TIME.mean(s, f"{where}.at_ms", entry.get("at_ms"))
    kind = choice(BadPosition, f"{where}.kind", entry.get("kind", FEINTS[0]), FEINTS)
    s["feint_kind"][seat] = FEINTS.index(kind)


def _unions(s: Any) -> list[list[str]]:
    return [
        [FAMILIES[least], FAMILIES[family]]
        for family, least in enumerate(s["united"].tolist())
        if least != family
    ]


def _read_union(s: Any, where: str, value: Any) -> None:
    pair = entries(BadPosition, where, value, 2, 2)
    one, other = (FAMILY.mean(s, f"{where}[{n}]", each) for n, each in enumerate(pair))
    unite(s, one, other)


def _duel(b: Any, s: Any) -> Any:
    return UNSAID if int(s["challenger"]) == NONE else [int(s["challenger"]), int(s["challenged"])]


def _read_duel(b: Any, s: Any, where: str, value: Any) -> None:
    if value is not None:
        one, other = entries(BadPosition, where, value, 2, 2)
        s["challenger"] = SEAT.mean(s, f"{where}[0]", one)
        s["challenged"] = SEAT.mean(s, f"{where}[1]", other)


def _touched(s: Any) -> list[int]:
    return [seat for order, seat in sorted((order, seat) for seat, order in _by_seat(s, "touched")) if order]


def _read_touched(s: Any, where: str, value: Any) -> None:
    s["touched"][SEAT.mean(s, where, value)] = 1 + max(s["touched"].tolist())


# -- what a part must say, beside the parts before it -----------------------------------------------------------------


def _check_chosen(s: Any, where: str, value: Any) -> None:
    for seat, card in _by_seat(s, "chosen"):
        is_held = card == NONE or card in members(s["hands"][seat])
        _refuse_if(not is_held, f"{where}.{seat}", "not_held", value=card_name(card), seat=seat)


def _check_stopped(s: Any, where: str, value: Any) -> None:
    is_stopped = s["phase"] in (Phase.HELD, Phase.STOP, Phase.STEAL)
    _refuse_if(is_stopped and s["stop_what"] == NONE, where, "stop_missing")


def _check_called(s: Any, where: str, value: Any) -> None:
    is_race = s["phase"] in (Phase.GRAB, Phase.REACT)
    _refuse_if(is_race and s["caller"] == NONE, "caller", "caller_missing")


def _check_third(s: Any, where: str, value: Any) -> None:
    if s["third"] != NONE:
        _refuse_if(not s["final"], where, "only_final")
        _refuse_if(not s["out"][s["third"]], where, "third_in")


def _check_unions(s: Any, where: str, value: Any) -> None:
    for n, pair in enumerate(value):
        for place, name in enumerate(pair):
            is_in_play = FAMILIES.index(name) in members(s["in_play"])
            _refuse_if(not is_in_play, f"{where}[{n}][{place}]", "other_family")
        _refuse_if(pair[0] == pair[1], f"{where}[{n}]", "twice")


def _check_duel(s: Any, where: str, value: Any) -> None:
    for place, seat in enumerate(value or ()):
        _check_seated(s, f"{where}[{place}]", seat)
    _refuse_if(value and value[0] == value[1], where, "twice")


def _check_seated(s: Any, where: str, value: Any) -> None:
    _refuse_if(value is not None and value not in seated(s), where, "not_seated", seat=value)


# -- all together -----------------------------------------------------------------------------------------------------


def _check(b: Any, s: Any, position: Mapping[str, Any], kept: bool) -> None:
    phase, sitting, left, pawns = Phase(int(s["phase"])), seated(s), int(players(s)), int(s["pawns"])
    _check_in_box(b, s)
    _check_cards(s)
    _check_pawns(s, kept)
    is_over = phase == Phase.OVER
    _refuse_if(left == 0 or (left == 1) != is_over, "out", "left", players=left, phase=phase.name.lower())
    if phase in DURING_ROUND:
        _check_round(s, sitting)
        wrong = not kept and pawns != left - 1
        _refuse_if(wrong, "pawns", "pawns_number", players=left, wanted=left - 1, value=pawns)
    most = left + len(sitting) if phase in (Phase.END, Phase.OVER, Phase.LOT) else left
    _refuse_if(pawns >= max(2, most), "pawns", "pawns", value=pawns)
    _refuse_if(phase == Phase.LOT and not s["lot"], "lot", "lot_missing")
    if phase == Phase.LOT and s["lot_for"] >= LotFor.CARD:
        _check_absent(s)
    _refuse_if(phase == Phase.STEAL and s["asked"] == NONE, "stop.asked", "asked_missing")
    if int(s["stop_what"]) != NONE:
        _check_stop(s, phase)
    _refuse_if(sum(s["back_to"].tolist()) != s["pooled"], "dealing", "dealing", wanted=int(s["pooled"]))


def _check_round(s: Any, sitting: list[int]) -> None:
    """Check that each player at the table has cards, and that there are as many cards and pawns as there must be."""
    _refuse_if(int(s["in_play"]).bit_count() != len(sitting), "families", "families", wanted=len(sitting))
    _refuse_if(not all(int(s["held"][seat]) for seat in sitting), "hands", "empty_hand")
    cards = sum(int(s["held"][seat]) for seat in sitting) + int(s["pooled"])
    cards += sum(int(gift).bit_count() for gift in s["gift"])
    _refuse_if(cards != DEALT * len(sitting), "hands", "cards", wanted=DEALT * len(sitting), value=cards)
    _refuse_if(s["pawns"] == 0 or pawns_left(s) == 0, "pawns", "no_pawns")


def _check_absent(s: Any) -> None:
    """Check that a card may be drawn for those who are absent."""
    for seat in members(s["lot"]):
        _refuse_if(seat not in seated(s), "lot.seats", "not_seated", seat=seat)
        _refuse_if(int(s["held"][seat]) < 2 and int(s["lot_for"]) != LotFor.POOL, "hands", "empty_hand")
    what, first = LotFor(int(s["lot_for"])), int(s["drawn"])
    _refuse_if(what != LotFor.CARD and int(s["stop_what"]) != Call.LORDS, "stop", "stop_missing")
    wanted = sum(s["back_to"].tolist())
    _refuse_if(what == LotFor.POOL and s["pooled"] == 0, "pool", "dealing", wanted=wanted)
    if first != NONE:
        seat = int(lowest(s["lot"]))
        is_held = what == LotFor.GIFT and first in members(s["hands"][seat])
        _refuse_if(not is_held, "lot.drawn", "not_held", value=card_name(first), seat=seat)


def _check_stop(s: Any, phase: Phase) -> None:
    """Check that a Stop names its family if it must, and that its caller has the cards for what is still to come."""
    call, seat, family = int(s["stop_what"]), int(s["stop_by"]), int(s["stop_family"])
    why = "family_missing" if family == NONE else "no_family"
    _refuse_if(names_family(call) != (family != NONE), "stop.family", why, call=CALLS[call])
    _refuse_if(seat not in seated(s), "stop.seat", "not_seated", seat=seat)
    others = {NONE, *seated(s)} - {seat}
    _refuse_if(int(s["asked"]) not in others, "stop.asked", "asked")
    if phase == Phase.HELD or (call == Call.MARRIAGE and s["moves_left"] > 0):
        _refuse_if(not carries(s, seat, call, family), "stop", "no_cards", seat=seat)


def _check_in_box(b: Any, s: Any) -> None:
    """Check that the families in play are in the box."""
    for family in members(int(s["in_play"]) & ~int(b["families"])):
        _refuse_if(True, "families", "not_in_box", value=FAMILIES[family])


def _check_cards(s: Any) -> None:
    """Check that every card occurs once and is of a family in play, and that only players have cards."""
    allowed = sum(((1 << OF_FAMILY) - 1) << (OF_FAMILY * family) for family in members(s["in_play"]))
    found = 0
    for where, sets in (("hands", s["hands"]), ("gifts", s["gift"]), ("pool", [s["pool"]])):
        for seat, cards in enumerate(sets):
            field = where if where == "pool" else f"{where}[{seat}]"
            _refuse_if(found & int(cards), field, "elsewhere")
            _refuse_if(int(cards) & ~allowed, field, "other_family")
            may_have = where == "pool" or seat in seated(s)
            _refuse_if(int(cards) and not may_have, field, "not_seated", seat=seat)
            found |= int(cards)
    for seat, cards in enumerate(s["known"]):
        _refuse_if(int(cards) & int(s["hands"][seat]), f"known.{seat}", "own_cards")


def _check_pawns(s: Any, kept: bool) -> None:
    """Check that nobody holds two pawns and, unless `kept`, that pawns lie apart and are held by players, after a Banzaï only."""
    raced = Phase(int(s["phase"])) not in BEFORE_RACE
    holders = set()
    for pawn in range(int(s["pawns"])):
        by = int(s["pawn_by"][pawn])
        if by >= 0:
            _refuse_if(not (raced or kept), f"pawns[{pawn}].by", "not_raced")
            _refuse_if(not kept and by not in seated(s), f"pawns[{pawn}].by", "not_seated", seat=by)
            _refuse_if(by in holders, "pawns", "two_pawns")
            holders.add(by)
        elif by == NONE and not kept:
            for other in range(pawn):
                dx, dy = (int(s[axis][pawn]) - int(s[axis][other]) for axis in ("pawn_x", "pawn_y"))
                is_near = int(s["pawn_by"][other]) == NONE and dx * dx + dy * dy < APART * APART
                _refuse_if(is_near, f"pawns[{pawn}]", "too_close", least=APART / FAR, other=other)


# -- the form ---------------------------------------------------------------------------------------------------------


def _usual_back(s: Any) -> int:
    is_apart = s["phase"] in (Phase.HELD, Phase.STOP, Phase.GRAB)
    return Phase.OPEN if is_apart and s["exchanges"] else Phase.CHOOSE


def _since_race(s: Any) -> int:
    return int(s["since_ms"]) if s["phase"] in (Phase.GRAB, Phase.REACT) else NONE


def _since_touch(s: Any) -> int:
    return int(s["since_ms"]) if s["phase"] == Phase.TOUCHED else NONE


STOP = {
    "what": _part("stop_what", CALL, NONE, missing=None),
    "seat": _part("stop_by", SEAT, missing=None),
    "at_ms": _part("stop_at_ms", TIME, usual=lambda s: int(s["since_ms"])),
    "left": _part("moves_left", _up_to(2), usual=lambda s: 1 + (s["stop_what"] == Call.STOP1)),
    "family": _maybe("stop_family", FAMILY),
    "looked": _part("looked", _set_of(SEAT), 0),
    "moved": _part("moved", _set_of(PAWN), 0),
    "asked": _maybe("asked", SEAT),
}

PARTS = {
    "first": fields.seat("first", written=bool),
    "phase": _part("phase", _one_of(PHASES), missing="open"),
    "round": _part("round_number", _up_to(MAX_COUNT, 1)),
    "exchanges": _part("exchanges", COUNT),
    "back": _part("back", _one_of(PHASES[: Phase.SLIDE], Phase.CHOOSE), Phase.CHOOSE, usual=_usual_back),
    "now_ms": _instant("now_ms", 0),
    "since_ms": _instant("since_ms", lambda s: int(s["now_ms"])),
    "open_ms": _instant("open_ms", lambda s: int(s["since_ms"])),
    "choose_by_ms": Part(lambda _, s: _or_hidden(TIME, NONE).say(int(s["choose_by_ms"])), _read_limit, USUAL),
    "dealt_again": _part("dealt_again", COUNT, 0),
    "out": each_of(_out, _read_out),
    "final": _part("final", YES, 0),
    "third": _maybe("third", SEAT),
    "seating": Part(lambda _, s: seated(s), _read_seating, ()),
    "families": _part("in_play", _set_of(FAMILY), missing=()),
    "hands": Part(_hands, _read_hands, ()),
    "chosen": _then(_for_some("chosen", _or_hidden(CARD, SEALED), NONE, empty={}), _check_chosen),
    "shown": Part(_shown, _read_shown, {}),
    "known": _for_some("known", CARDS, 0),
    "gifts": _for_some("gift", _or_hidden(CARDS, UNSEEN), 0),
    "pool": Part(_pool, _read_pool, ()),
    "dealing": _for_some("back_to", _up_to(2), 0),
    "pawns": Part(_pawns, _read_pawns, USUAL),
    "used": each_of(_used, _read_used),
    "feints": _listed(_feints, _read_feint),
    "unions": _listed(_unions, _read_union),
    "lords_used": _listed(lambda s: _set_of(FAMILY).say(int(s["lords_used"])), _read_lords_used),
    "magicians": _part("magician_seats", _set_of(SEAT), 0),
    "duel": Part(_duel, _read_duel, None),
    "displaced": _maybe("displaced", SEAT),
    "caprice": _maybe("caprice_seat", SEAT),
    "peeked": _part("peeked", YES, 0),
    "princesses_asleep": _part("asleep", YES, 0),
    "stop": _then(_object(STOP), _check_stopped),
    "caller": _maybe("caller", SEAT),
    "call_ms": _then(_instant("call_ms", _since_race, NONE), _check_called),
    "void_ms": _instant("void_ms", NONE, NONE),
    "touch_ms": _instant("touch_ms", _since_touch, NONE),
    "early": _part("early", _set_of(SEAT), 0),
    "provoked": _part("provoked", _set_of(SEAT), 0),
    "aims": _for_some("aim", _or_hidden(PAWN, SEALED), NONE),
    "reactions": _for_some("reaction", _up_to(REACTIONS - 1), NONE),
    "touched": _listed(_touched, _read_touched),
    "came": _part("round_end", _one_of(ENDS), RoundEnd.NOT_YET),
    "round_out": _part("round_out", _set_of(SEAT), 0),
    "pardoned": _part("pardoned", _set_of(SEAT), 0),
    "ready": _part("ready", _set_of(SEAT), 0),
    "lot": _object(
        {
            "for": _part("lot_for", _one_of(LOTS, 1), LotFor.NOTHING, missing=None),
            "seats": _part("lot", _set_of(SEAT, 1), missing=()),
            "drawn": _part("drawn", _or_hidden(CARD, SEALED), NONE, usual=NONE, null=True),
        }
    ),
    "missed": _for_some("missed", COUNT, 0),
}
"""The keys in the order in which they are read: each may depend on those before it."""

NEW_PARTS = PARTS | {
    "third": _then(PARTS["third"], _check_third),
    "unions": _then(PARTS["unions"], _check_unions),
    "duel": _then(PARTS["duel"], _check_duel),
    "caller": _then(PARTS["caller"], _check_seated),
}
"""The parts of a position that is not kept in a record or log: they may not say what no game comes to."""

KEYS = (
    "first", "round", "phase", "now_ms", "since_ms", "open_ms", "choose_by_ms", "exchanges", "families", "hands", "seating", "chosen", "pawns",
    "out", "used", "shown", "known", "feints", "unions", "lords_used", "magicians", "duel", "displaced", "caprice", "peeked",
    "princesses_asleep", "final", "third", "dealt_again", "stop", "gifts", "pool", "dealing", "back", "caller", "call_ms", "void_ms",
    "touch_ms", "early", "provoked", "aims", "reactions", "touched", "came", "round_out", "pardoned", "ready", "lot", "missed",
)  # fmt: skip
"""The keys in the order in which they are written, but `first` after `used`, and some seats, if they are 0, after `dealt_again`."""


class Positions(Form):
    """Reads and writes positions, see `core.game.Positions`."""

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """Everything on the table, and whatever else the rest of the game depends on. Usual values are left out."""
        written = super().write(b, s)
        keys = list(KEYS[1:])
        keys.insert(keys.index("shown"), "first")
        for key in ("displaced", "caprice", "third"):
            if written.get(key) == 0:
                keys.remove(key)
                keys.insert(keys.index("stop"), key)
        return {key: written[key] for key in keys if key in written}

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill the state; seats and options are already in it. Raises `BadPosition` with the field that is wrong."""
        known_keys(BadPosition, position, KEYS)
        super().read(b, s, position)

    def read_kept(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill the state from a position of a record or log, which was accepted once and may say what no game comes to."""
        KEPT.read(b, s, position)


KEPT = Positions(PARTS, partial(_check, kept=True))
POSITIONS = Positions(NEW_PARTS, partial(_check, kept=False))
