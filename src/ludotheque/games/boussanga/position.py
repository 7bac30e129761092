"""Reads and writes positions: `board`, `hands`, `stores`, `reserve` or `zone`, `discarded`, and whose turn it is.

The page on positions in the documentation lists the keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.bits import count_bits
from ludotheque.core.errors import BadPosition, shown
from ludotheque.core.message import Message
from ludotheque.core.validation import choice, entries, known_keys, number, table
from ludotheque.core.verbs import setup
from ludotheque.games.boussanga.labels import card_framed, colour_on, frame_of, hands, members, stores
from ludotheque.games.boussanga.rules.aligning import aligned, points
from ludotheque.games.boussanga.rules.bits import bit
from ludotheque.games.boussanga.rules.competing import plays_on
from ludotheque.games.boussanga.rules.cooperating import has_card
from ludotheque.games.boussanga.rules.placing import free_cells
from ludotheque.games.boussanga.rules.setup import are_hands_full, hand_of, is_cooperative
from ludotheque.games.boussanga.state import (
    ALIGNED,
    COLOURS,
    LETTERS,
    MAX_CARDS,
    MAX_TOKENS,
    NO_CELLS,
    NONE,
    RETURNED,
    STRIDE,
    Ending,
    Mode,
    Phase,
)

PHASES = ("play", "put-back", "draw", "deal", "fill")
KEYS = ("phase", "to_play", "board", "hands", "stores", "discarded", "turns", "first")
COMPETITIVE = ("reserve", "trigger", "last_turns")
COOPERATIVE = ("zone", "due", "filled", "reserve")


class Positions:
    """Reads and writes positions, see `core.game.Positions`."""

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """Everything on the table, and whatever else the rest of the game depends on."""
        common, phase = bool(is_cooperative(s)), int(s["phase"])
        side = int(s["side"])
        position: dict[str, Any] = {
            "phase": PHASES[phase],
            "to_play": int(s["to_play"]),
            "board": _write_board(b, s),
            "hands": [_write_hand(b, s, hand) for hand in hands(s)],
            "stores": [_write_store(s, store) for store in stores(s)],
            "discarded": [frame_of(b, side, card) for card in members(s["discarded"])],
            "turns": [int(s["turns"][seat]) for seat in range(int(s["seats"]))],
        }
        if int(s["first"]):
            position["first"] = int(s["first"])
        if not common:
            trigger = int(s["trigger"])
            position["reserve"] = _write_tokens(s["reserve"])
            position["trigger"] = None if trigger == NONE else trigger
            position["last_turns"] = int(s["last_turns"])
            return position
        position["zone"] = _write_tokens(s["zone"])
        if any(s["due"].tolist()):
            position["due"] = {letter: n for letter, n in _write_tokens(s["due"]).items() if n}
        if phase == Phase.FILL:
            position["filled"] = int(s["filled"])
        if sum(s["reserve"].tolist()):
            position["reserve"] = _write_tokens(s["reserve"])
        return position

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill the state; seats and options are already in it. Raises `BadPosition` with the field that is wrong."""
        known = (*KEYS, *(COOPERATIVE if is_cooperative(s) else COMPETITIVE))
        known_keys(BadPosition, position, known)
        seats = int(s["seats"])
        s["first"] = _number(position, "first", "first", 0, seats - 1, 0)
        setup(b, s)
        s["to_play"] = _number(position, "to_play", "to_play", 0, seats - 1, 0)
        s["phase"] = _read_phase(s, position)
        _read_board(b, s, position.get("board"))
        _read_cards(b, s, position)
        _read_stores(s, position)
        _read_turns(s, position)
        if is_cooperative(s):
            _read_common(b, s, position)
        else:
            _read_competition(b, s, position)
        _check_hands(b, s)


# -- writing ----------------------------------------------------------------------------------------------------------


def _write_board(b: Any, s: Any) -> list[str]:
    rows = []
    for y in range(int(b["height"])):
        colours = [colour_on(s, y * STRIDE + x) for x in range(int(b["width"]))]
        rows.append("".join("." if colour < 0 else LETTERS[colour] for colour in colours))
    return rows


def _write_hand(b: Any, s: Any, hand: int) -> list[str | None]:
    cards = [int(card) for card in s["hand"][hand][: int(b["places"])]]
    while cards and cards[-1] == NONE:
        cards.pop()
    return [None if card == NONE else frame_of(b, int(s["side"]), card) for card in cards]


def _write_tokens(counts: Any) -> dict[str, int]:
    return {letter: int(counts[colour]) for colour, letter in enumerate(LETTERS)}


def _write_store(s: Any, store: int) -> dict[str, Any]:
    kept: dict[str, Any] = _write_tokens(s["store"][store])
    if not is_cooperative(s):
        kept["bonus"] = "".join(letter for colour, letter in enumerate(LETTERS) if s["bonus"][store, colour])
    return kept


# -- reading ----------------------------------------------------------------------------------------------------------


def _number(entry: Mapping[str, Any], key: str, where: str, least: int, greatest: int, default: int) -> int:
    return number(BadPosition, where, entry.get(key, default), least, greatest)


def _list(position: Mapping[str, Any], key: str) -> list[Any]:
    return entries(BadPosition, key, position.get(key, []))


def _read_phase(s: Any, position: Mapping[str, Any]) -> int:
    phases = PHASES if is_cooperative(s) else ("play", "draw", "deal")
    return PHASES.index(choice(BadPosition, "phase", position.get("phase", "play"), phases))


def _read_board(b: Any, s: Any, rows: Any) -> None:
    width, height = int(b["width"]), int(b["height"])
    if rows is None:
        rows = ["." * width] * height
    if not isinstance(rows, list | tuple) or len(rows) != height:
        raise BadPosition(
            "board", Message("boussanga.position.rows", {"height": height, "value": shown(rows)})
        )
    for y, row in enumerate(rows):
        where = f"board[{y}]"
        if (
            not isinstance(row, str)
            or len(row) != width
            or any(letter not in f".{LETTERS}" for letter in row)
        ):
            raise BadPosition(
                where,
                Message("boussanga.position.row", {"width": width, "letters": LETTERS, "value": shown(row)}),
            )
        for x, letter in enumerate(row):
            if letter != ".":
                s["on_board"][LETTERS.index(letter)] |= bit(y * STRIDE + x)


def _read_cards(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    """Hands and discarded cards leave the pile; none may be anywhere twice."""
    rows, wanted = _list(position, "hands"), len(hands(s))
    if rows and len(rows) != wanted:
        raise BadPosition(
            "hands", Message("boussanga.position.hands", {"wanted": wanted, "value": len(rows)})
        )
    for hand, cards in enumerate(rows):
        where = f"hands[{hand}]"
        if not isinstance(cards, list | tuple) or len(cards) > int(b["places"]):
            raise BadPosition(
                where, Message("boussanga.position.hand", {"most": int(b["places"]), "value": shown(cards)})
            )
        for place, frame in enumerate(cards):
            if frame is not None:
                s["hand"][hand, place] = _take_card(b, s, f"{where}[{place}]", frame)
    for index, frame in enumerate(_list(position, "discarded")):
        s["discarded"] |= bit(_take_card(b, s, f"discarded[{index}]", frame))


def _take_card(b: Any, s: Any, where: str, frame: Any) -> int:
    card = card_framed(b, int(s["side"]), frame) if isinstance(frame, str) else -1
    if card < 0:
        key = "boussanga.position.card_back" if int(s["side"]) else "boussanga.position.card"
        raise BadPosition(where, Message(key, {"value": shown(frame)}))
    pile = int(s["pile"])
    if not pile >> card & 1:
        raise BadPosition(where, Message("boussanga.position.card_twice", {"card": frame}))
    s["pile"] = pile - (1 << card)
    return card


def _read_tokens(
    entry: Any, where: str, most: int, defaults: Sequence[int] = (0, 0, 0, 0), more: Sequence[str] = ()
) -> list[int]:
    entry = table(BadPosition, where, entry, (*LETTERS, *more))
    return [
        _number(entry, letter, f"{where}.{letter}", 0, most, defaults[colour])
        for colour, letter in enumerate(LETTERS)
    ]


def _read_stores(s: Any, position: Mapping[str, Any]) -> None:
    rows, wanted, common = _list(position, "stores"), len(stores(s)), bool(is_cooperative(s))
    if rows and len(rows) != wanted:
        raise BadPosition(
            "stores", Message("boussanga.position.stores", {"wanted": wanted, "value": len(rows)})
        )
    for store, entry in enumerate(rows):
        where = f"stores[{store}]"
        s["store"][store] = _read_tokens(entry, where, 99, more=() if common else ("bonus",))
        bonus = entry.get("bonus", "")
        if not isinstance(bonus, str) or len(set(bonus)) != len(bonus) or not set(bonus) <= set(LETTERS):
            raise BadPosition(
                f"{where}.bonus",
                Message("boussanga.position.bonus", {"letters": LETTERS, "value": shown(bonus)}),
            )
        for colour, letter in enumerate(LETTERS):
            _check_bonus(s, f"{where}.bonus", store, colour, letter in bonus)


def _check_bonus(s: Any, where: str, store: int, colour: int, taken: bool) -> None:
    kept, letter = int(s["store"][store, colour]), LETTERS[colour]
    if is_cooperative(s):
        return
    if taken and kept <= ALIGNED:
        raise BadPosition(
            where,
            Message(
                "boussanga.position.bonus_early", {"letter": letter, "least": ALIGNED + 1, "value": kept}
            ),
        )
    if not taken and kept >= ALIGNED:
        raise BadPosition(
            where, Message("boussanga.position.bonus_missing", {"letter": letter, "value": kept})
        )
    s["bonus"][store, colour] = taken


def _read_turns(s: Any, position: Mapping[str, Any]) -> None:
    turns, seats = _list(position, "turns"), int(s["seats"])
    if turns and len(turns) != seats:
        raise BadPosition("turns", Message("error.position.per_seat", {"seats": seats, "value": len(turns)}))
    for seat, value in enumerate(turns):
        where = f"turns[{seat}]"
        s["turns"][seat] = _number({where: value}, where, where, 0, MAX_CARDS, 0)


def _check_sum(b: Any, s: Any, where: str, parts: str, counts: Sequence[int]) -> None:
    for colour, letter in enumerate(LETTERS):
        there = (
            int(count_bits(s["on_board"][colour]))
            + sum(row[colour] for row in s["store"].tolist())
            + counts[colour]
        )
        if there != int(b["tokens_of"][colour]):
            found = {"letter": letter, "value": there, "wanted": int(b["tokens_of"][colour])}
            raise BadPosition(where, Message(f"boussanga.position.{parts}", found))


# -- competitive ------------------------------------------------------------------------------------------------------


def _read_competition(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    most = int(b["cells"])
    if "reserve" in position:
        s["reserve"] = _read_tokens(position["reserve"], "reserve", most)
    else:
        out = [
            int(count_bits(s["on_board"][c])) + sum(row[c] for row in s["store"].tolist())
            for c in range(COLOURS)
        ]
        s["reserve"] = [max(int(b["tokens_of"][c]) - out[c], 0) for c in range(COLOURS)]
    _check_sum(b, s, "reserve", "sum_reserve", [int(n) for n in s["reserve"]])
    for colour, letter in enumerate(LETTERS):
        if aligned(b, s["on_board"][colour])[1]:
            raise BadPosition(
                "board", Message("boussanga.position.aligned", {"aligned": ALIGNED, "letter": letter})
            )
    _read_trigger(b, s, position)


def _read_trigger(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    """Who brought the end about, and the turns that are left; the seat that plays must be one that still does."""
    seats, trigger = int(s["seats"]), position.get("trigger")
    if trigger is None:
        s["last_turns"] = _number(position, "last_turns", "last_turns", 0, 0, 0)
        if cause := _end_condition(b, s):
            raise BadPosition("trigger", Message("boussanga.position.trigger", {"why": cause}))
        return
    s["trigger"] = _number(position, "trigger", "trigger", 0, seats - 1, 0)
    left = seats // 2 if int(s["mode"]) == Mode.TEAMS else seats - 1
    last_turns = _number(position, "last_turns", "last_turns", 0, left, 0)
    to_play = int(s["to_play"])
    s["last_turns"] = last_turns
    if int(s["phase"]) == Phase.DRAW and to_play == int(s["trigger"]):
        _number(position, "last_turns", "last_turns", 0, 0, 0)
        return
    if last_turns == 0:
        s["ended"] = Ending.LAST_TURNS.value
        return
    if not plays_on(s, to_play):
        raise BadPosition(
            "to_play", Message("boussanga.position.no_turn", {"seat": to_play, "trigger": trigger})
        )
    order = [seat % seats for seat in range(int(s["trigger"]) + 1, int(s["trigger"]) + seats)]
    following = [seat for seat in order if plays_on(s, seat)]
    if following[left - last_turns] != to_play:
        raise BadPosition(
            "last_turns",
            Message(
                "boussanga.position.last_turns",
                {"wanted": left - following.index(to_play), "seat": to_play, "value": last_turns},
            ),
        )


def _end_condition(b: Any, s: Any) -> Message | None:
    """What must have brought the end about, None where nothing has."""
    for store in stores(s):
        if points(b, s, store) >= int(b["points"]):
            return Message(
                "boussanga.position.has_points", {"store": store, "points": int(points(b, s, store))}
            )
    for colour, letter in enumerate(LETTERS):
        if int(s["reserve"][colour]) == 0:
            return Message("boussanga.position.none_left", {"letter": letter})
    return Message("boussanga.position.no_card") if s["pile"] == NO_CELLS else None


# -- cooperative ------------------------------------------------------------------------------------------------------


def _read_common(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    phase = int(s["phase"])
    s["zone"] = _read_tokens(position.get("zone", {}), "zone", RETURNED + MAX_TOKENS)
    s["due"] = _read_tokens(position.get("due", {}), "due", RETURNED)
    s["filled"] = b["cells"]
    s["reserve"] = [0] * COLOURS
    if phase == Phase.FILL:
        s["filled"] = _number(position, "filled", "filled", 0, int(b["cells"]) - 1, 0)
        s["reserve"] = _read_tokens(position.get("reserve", {}), "reserve", int(b["cells"]))
    elif "reserve" in position:
        raise BadPosition("reserve", Message("boussanga.position.reserve"))
    there = [int(s["zone"][colour]) + int(s["reserve"][colour]) for colour in range(COLOURS)]
    _check_sum(b, s, "zone", "sum_zone", there)
    if phase == Phase.FILL and int(free_cells(b, s)).bit_count() < int(b["cells"]) - int(s["filled"]):
        raise BadPosition("filled", Message("boussanga.position.filled"))
    over = points(b, s, 0) >= int(b["points"])
    _check_due(s, over)
    _read_common_end(b, s, over)


def _check_due(s: Any, over: bool) -> None:
    phase, due = int(s["phase"]), s["due"]
    if phase == Phase.PUT_BACK and not any(due) and not over:
        raise BadPosition("due", Message("boussanga.position.due_none"))
    if any(due) and phase not in (Phase.PUT_BACK, Phase.DRAW):
        raise BadPosition("due", Message("boussanga.position.due_only"))
    for colour, letter in enumerate(LETTERS):
        zone = int(s["zone"][colour])
        if int(due[colour]) > zone:
            raise BadPosition(
                f"due.{letter}", Message("boussanga.position.due_most", {"most": zone, "letter": letter})
            )
        if zone >= ALIGNED and not int(due[colour]):
            raise BadPosition(
                f"zone.{letter}",
                Message("boussanga.position.due_missing", {"value": zone, "returned": RETURNED}),
            )


def _read_common_end(b: Any, s: Any, over: bool) -> None:
    if over:
        s["ended"] = Ending.POINTS.value
    elif int(s["phase"]) == Phase.PLAY:
        if s["stop_at_13"] and count_bits(s["discarded"]) > int(b["cards_won"]):
            s["ended"] = Ending.THIRTEENTH.value
        elif not has_card(b, s) and s["pile"] == NO_CELLS:
            s["ended"] = Ending.NO_CARDS.value


def _check_hands(b: Any, s: Any) -> None:
    """Hands are full while there are cards to draw, but for the one that is being drawn."""
    phase = int(s["phase"])
    if phase in (Phase.DEAL, Phase.FILL):
        if are_hands_full(b, s):
            raise BadPosition("phase", Message("boussanga.position.dealt"))
        return
    if s["pile"] == NO_CELLS and phase != Phase.DRAW:
        return
    for hand in hands(s):
        held = sum(each != NONE for each in s["hand"][hand].tolist())
        drawing = phase == Phase.DRAW and hand == hand_of(s, int(s["to_play"]))
        wanted = int(b["places"]) - drawing
        if held != wanted:
            raise BadPosition(
                f"hands[{hand}]", Message("boussanga.position.held", {"value": held, "wanted": wanted})
            )


POSITIONS = Positions()
