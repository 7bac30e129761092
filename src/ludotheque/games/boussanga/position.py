"""Reads and writes positions: `board`, `hands`, `stores`, `reserve` or `zone`, `discarded`, and whose turn it is.

The page on positions in the documentation lists the keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludotheque.core import fields
from ludotheque.core.bits import count_bits
from ludotheque.core.errors import BadPosition, shown
from ludotheque.core.message import Message
from ludotheque.core.validation import choice, entries, number, table
from ludotheque.games.boussanga.labels import card_framed, colour_on, frame_of, hands, members, stores
from ludotheque.games.boussanga.rules.aligning import aligned, points
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
    bit,
)

PHASES = ("play", "put-back", "draw", "deal", "fill")


def _wrong(where: str, why: str, /, **args: Any) -> BadPosition:
    return BadPosition(where, Message(f"boussanga.position.{why}", args))


# -- what is on the table in every mode -------------------------------------------------------------------------------


def _phase(*words: str) -> fields.Part:
    """What the game waits for; in this mode it is one of these words."""

    def read(b: Any, s: Any, where: str, value: Any) -> None:
        s["phase"] = PHASES.index(choice(BadPosition, where, value, words))

    return fields.Part(lambda _, s: PHASES[int(s["phase"])], read, "play")


def _write_board(b: Any, s: Any) -> list[str]:
    rows = []
    for y in range(int(b["height"])):
        colours = [colour_on(s, y * STRIDE + x) for x in range(int(b["width"]))]
        rows.append("".join("." if colour < 0 else LETTERS[colour] for colour in colours))
    return rows


def _read_board(b: Any, s: Any, where: str, rows: Any) -> None:
    width, height = int(b["width"]), int(b["height"])
    if rows is None:
        return
    if not isinstance(rows, list | tuple) or len(rows) != height:
        raise _wrong(where, "rows", height=height, value=shown(rows))
    for y, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != width or set(row) - set(f".{LETTERS}"):
            raise _wrong(f"{where}[{y}]", "row", width=width, letters=LETTERS, value=shown(row))
        for x, letter in enumerate(row):
            if letter != ".":
                s["on_board"][LETTERS.index(letter)] |= bit(y * STRIDE + x)


def _write_hands(b: Any, s: Any) -> list[list[str | None]]:
    """The cards of each hand, without the empty places after the last one."""
    return [_write_hand(b, s, s["hand"][hand][: int(b["places"])].tolist()) for hand in hands(s)]


def _write_hand(b: Any, s: Any, cards: list[int]) -> list[str | None]:
    while cards and cards[-1] == NONE:
        cards.pop()
    return [None if card == NONE else frame_of(b, int(s["side"]), card) for card in cards]


def _read_hands(b: Any, s: Any, where: str, value: Any) -> None:
    rows, wanted, most = entries(BadPosition, where, value), len(hands(s)), int(b["places"])
    if rows and len(rows) != wanted:
        raise _wrong(where, "hands", wanted=wanted, value=len(rows))
    for hand, cards in enumerate(rows):
        if not isinstance(cards, list | tuple) or len(cards) > most:
            raise _wrong(f"{where}[{hand}]", "hand", most=most, value=shown(cards))
        for place, frame in enumerate(cards):
            if frame is not None:
                s["hand"][hand, place] = _take_card(b, s, f"{where}[{hand}][{place}]", frame)


def _write_discarded(b: Any, s: Any) -> list[str]:
    return [frame_of(b, int(s["side"]), card) for card in members(s["discarded"])]


def _read_discarded(b: Any, s: Any, where: str, frame: Any) -> None:
    s["discarded"] |= bit(_take_card(b, s, where, frame))


def _take_card(b: Any, s: Any, where: str, frame: Any) -> int:
    """The card of a frame, taken from the pile; a card that is no longer there is listed twice."""
    card = card_framed(b, int(s["side"]), frame) if isinstance(frame, str) else -1
    if card < 0:
        raise _wrong(where, "card_back" if int(s["side"]) else "card", value=shown(frame))
    pile = int(s["pile"])
    if not pile >> card & 1:
        raise _wrong(where, "card_twice", card=frame)
    s["pile"] = pile - (1 << card)
    return card


def _write_stores(b: Any, s: Any) -> list[dict[str, Any]]:
    return [_write_store(s, store) for store in stores(s)]


def _write_store(s: Any, store: int) -> dict[str, Any]:
    kept: dict[str, Any] = _write_tokens(s["store"][store])
    if not is_cooperative(s):
        kept["bonus"] = "".join(letter for colour, letter in enumerate(LETTERS) if s["bonus"][store, colour])
    return kept


def _read_stores(b: Any, s: Any, where: str, value: Any) -> None:
    rows, wanted, common = entries(BadPosition, where, value), len(stores(s)), bool(is_cooperative(s))
    if rows and len(rows) != wanted:
        raise _wrong(where, "stores", wanted=wanted, value=len(rows))
    for store, entry in enumerate(rows):
        at = f"{where}[{store}]"
        s["store"][store] = _read_tokens(entry, at, 99, more=() if common else ("bonus",))
        bonus = entry.get("bonus", "")
        if not isinstance(bonus, str) or len(set(bonus)) != len(bonus) or not set(bonus) <= set(LETTERS):
            raise _wrong(f"{at}.bonus", "bonus", letters=LETTERS, value=shown(bonus))
        if not common:
            _read_bonus(s, f"{at}.bonus", store, bonus)


def _read_bonus(s: Any, where: str, store: int, bonus: str) -> None:
    """The colours of which a store has had the bonus token, which it gets with its fourth token."""
    for colour, letter in enumerate(LETTERS):
        kept = int(s["store"][store, colour])
        if letter in bonus and kept <= ALIGNED:
            raise _wrong(where, "bonus_early", letter=letter, least=ALIGNED + 1, value=kept)
        if letter not in bonus and kept >= ALIGNED:
            raise _wrong(where, "bonus_missing", letter=letter, value=kept)
        s["bonus"][store, colour] = letter in bonus


def _write_tokens(counts: Any) -> dict[str, int]:
    return {letter: int(counts[colour]) for colour, letter in enumerate(LETTERS)}


def _read_tokens(entry: Any, where: str, most: int, more: Sequence[str] = ()) -> list[int]:
    entry = table(BadPosition, where, entry, (*LETTERS, *more))
    return [number(BadPosition, f"{where}.{letter}", entry.get(letter, 0), 0, most) for letter in LETTERS]


def _on_board_and_kept(s: Any, colour: int) -> int:
    return int(count_bits(s["on_board"][colour])) + sum(row[colour] for row in s["store"].tolist())


def _check_sum(b: Any, s: Any, where: str, parts: str, counts: Sequence[int]) -> None:
    """All tokens of the box must be somewhere."""
    for colour, letter in enumerate(LETTERS):
        there, wanted = _on_board_and_kept(s, colour) + counts[colour], int(b["tokens_of"][colour])
        if there != wanted:
            raise _wrong(where, parts, letter=letter, value=there, wanted=wanted)


def _check_hands(b: Any, s: Any) -> None:
    """Hands are full while there are cards to draw, except for the card that is being drawn."""
    phase = int(s["phase"])
    if phase in (Phase.DEAL, Phase.FILL):
        if are_hands_full(b, s):
            raise _wrong("phase", "dealt")
        return
    if s["pile"] == NO_CELLS and phase != Phase.DRAW:
        return
    for hand in hands(s):
        held = sum(each != NONE for each in s["hand"][hand].tolist())
        drawing = phase == Phase.DRAW and hand == hand_of(s, int(s["to_play"]))
        wanted = int(b["places"]) - drawing
        if held != wanted:
            raise _wrong(f"hands[{hand}]", "held", value=held, wanted=wanted)


def _form(
    phase: fields.Part,
    more: Mapping[str, fields.Part],
    check: Callable[[Any, Any, Mapping[str, Any]], None],
) -> fields.Form:
    """The form of a mode: what every mode has, and more parts that `check` reads."""

    def check_all(b: Any, s: Any, position: Mapping[str, Any]) -> None:
        check(b, s, position)
        _check_hands(b, s)

    return fields.Form(
        {
            "phase": phase,
            "to_play": fields.seat("to_play"),
            "board": fields.Part(_write_board, _read_board, None),
            "hands": fields.Part(_write_hands, _read_hands, ()),
            "stores": fields.Part(_write_stores, _read_stores, ()),
            "discarded": fields.each_of(_write_discarded, _read_discarded),
            "turns": fields.for_each_seat("turns", MAX_CARDS),
            "first": fields.seat("first", written=bool),
            **more,
        },
        check_all,
    )


# -- competitive ------------------------------------------------------------------------------------------------------


def _check_competition(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    if "reserve" in position:
        s["reserve"] = _read_tokens(position["reserve"], "reserve", int(b["cells"]))
    else:
        s["reserve"] = [max(int(b["tokens_of"][c]) - _on_board_and_kept(s, c), 0) for c in range(COLOURS)]
    _check_sum(b, s, "reserve", "sum_reserve", [int(n) for n in s["reserve"]])
    for colour, letter in enumerate(LETTERS):
        if aligned(b, s["on_board"][colour])[1]:
            raise _wrong("board", "aligned", aligned=ALIGNED, letter=letter)
    _read_trigger(b, s, position)


def _read_trigger(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    """Who brought the end about, and the turns that are left; the seat that plays must be one that still does."""
    seats, trigger = int(s["seats"]), position.get("trigger")
    turns = position.get("last_turns", 0)
    if trigger is None:
        s["last_turns"] = number(BadPosition, "last_turns", turns, 0, 0)
        if cause := _end_condition(b, s):
            raise _wrong("trigger", "trigger", why=cause)
        return
    s["trigger"] = number(BadPosition, "trigger", trigger, 0, seats - 1)
    left = seats // 2 if int(s["mode"]) == Mode.TEAMS else seats - 1
    last_turns = number(BadPosition, "last_turns", turns, 0, left)
    to_play = int(s["to_play"])
    s["last_turns"] = last_turns
    if int(s["phase"]) == Phase.DRAW and to_play == int(s["trigger"]):
        number(BadPosition, "last_turns", turns, 0, 0)
        return
    if last_turns == 0:
        s["ended"] = Ending.LAST_TURNS.value
        return
    if not plays_on(s, to_play):
        raise _wrong("to_play", "no_turn", seat=to_play, trigger=trigger)
    order = [seat % seats for seat in range(int(s["trigger"]) + 1, int(s["trigger"]) + seats)]
    following = [seat for seat in order if plays_on(s, seat)]
    if following[left - last_turns] != to_play:
        wanted = left - following.index(to_play)
        raise _wrong("last_turns", "last_turns", wanted=wanted, seat=to_play, value=last_turns)


def _end_condition(b: Any, s: Any) -> Message | None:
    """What must have brought the end about; None if nothing has."""
    for store in stores(s):
        if (won := int(points(b, s, store))) >= int(b["points"]):
            return Message("boussanga.position.has_points", {"store": store, "points": won})
    for colour, letter in enumerate(LETTERS):
        if int(s["reserve"][colour]) == 0:
            return Message("boussanga.position.none_left", {"letter": letter})
    return Message("boussanga.position.no_card") if s["pile"] == NO_CELLS else None


COMPETITIVE = _form(
    _phase("play", "draw", "deal"),
    {
        "reserve": fields.Part(lambda _, s: _write_tokens(s["reserve"])),
        "trigger": fields.Part(lambda _, s: None if int(s["trigger"]) == NONE else int(s["trigger"])),
        "last_turns": fields.Part(lambda _, s: int(s["last_turns"])),
    },
    _check_competition,
)


# -- cooperative ------------------------------------------------------------------------------------------------------


def _check_common(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    phase = int(s["phase"])
    s["zone"] = _read_tokens(position.get("zone", {}), "zone", RETURNED + MAX_TOKENS)
    s["due"] = _read_tokens(position.get("due", {}), "due", RETURNED)
    s["filled"] = b["cells"]
    s["reserve"] = [0] * COLOURS
    if phase == Phase.FILL:
        s["filled"] = number(BadPosition, "filled", position.get("filled", 0), 0, int(b["cells"]) - 1)
        s["reserve"] = _read_tokens(position.get("reserve", {}), "reserve", int(b["cells"]))
    elif "reserve" in position:
        raise _wrong("reserve", "reserve")
    there = [int(s["zone"][colour]) + int(s["reserve"][colour]) for colour in range(COLOURS)]
    _check_sum(b, s, "zone", "sum_zone", there)
    if phase == Phase.FILL and int(free_cells(b, s)).bit_count() < int(b["cells"]) - int(s["filled"]):
        raise _wrong("filled", "filled")
    over = points(b, s, 0) >= int(b["points"])
    _check_due(s, over)
    _read_common_end(b, s, over)


def _check_due(s: Any, over: bool) -> None:
    phase, due = int(s["phase"]), s["due"]
    if phase == Phase.PUT_BACK and not any(due) and not over:
        raise _wrong("due", "due_none")
    if any(due) and phase not in (Phase.PUT_BACK, Phase.DRAW):
        raise _wrong("due", "due_only")
    for colour, letter in enumerate(LETTERS):
        zone = int(s["zone"][colour])
        if int(due[colour]) > zone:
            raise _wrong(f"due.{letter}", "due_most", most=zone, letter=letter)
        if zone >= ALIGNED and not int(due[colour]):
            raise _wrong(f"zone.{letter}", "due_missing", value=zone, returned=RETURNED)


def _read_common_end(b: Any, s: Any, over: bool) -> None:
    if over:
        s["ended"] = Ending.POINTS.value
    elif int(s["phase"]) == Phase.PLAY:
        if s["stop_at_13"] and count_bits(s["discarded"]) > int(b["cards_won"]):
            s["ended"] = Ending.THIRTEENTH.value
        elif not has_card(b, s) and s["pile"] == NO_CELLS:
            s["ended"] = Ending.NO_CARDS.value


def _write_due(b: Any, s: Any) -> Any:
    return {letter: n for letter, n in _write_tokens(s["due"]).items() if n} or fields.UNSAID


def _write_reserve(b: Any, s: Any) -> Any:
    return _write_tokens(s["reserve"]) if sum(s["reserve"].tolist()) else fields.UNSAID


COOPERATIVE = _form(
    _phase(*PHASES),
    {
        "zone": fields.Part(lambda _, s: _write_tokens(s["zone"])),
        "due": fields.Part(_write_due),
        "filled": fields.Part(
            lambda _, s: int(s["filled"]) if int(s["phase"]) == Phase.FILL else fields.UNSAID
        ),
        "reserve": fields.Part(_write_reserve),
    },
    _check_common,
)


class Positions:
    """Reads and writes positions, see `core.game.Positions`: in cooperative games they have other parts than in competitive ones."""

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """Everything on the table, and all else that the rest of the game depends on."""
        return _form_of(s).write(b, s)

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill the state; seats and options are already in it. Raises `BadPosition` with the field that is wrong."""
        _form_of(s).read(b, s, position)


def _form_of(s: Any) -> fields.Form:
    return COOPERATIVE if is_cooperative(s) else COMPETITIVE


POSITIONS = Positions()
