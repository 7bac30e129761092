"""The clicks of a seat at Banzaï! (its cards, the pawns, the other players, calls), and clicks read back as an action."""

from __future__ import annotations

import collections
import functools
import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ludotheque.core.errors import Unreadable
from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message
from ludotheque.core.verbs import why_not
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.codes import Why
from ludotheque.games.banzai.labels import STEPS, doll_id, family_word, number_of, pawn_id, player, point_id
from ludotheque.games.banzai.racing import RACING
from ludotheque.games.banzai.rules.calls import (
    HAND,
    KIDS,
    LORDS,
    MARRIAGE,
    SEER,
    STOP1,
    WARRIORS,
    names_family,
)
from ludotheque.games.banzai.rules.hands import has_complete_family, held_of_family
from ludotheque.games.banzai.rules.optional import SEEN_BY_SEER
from ludotheque.games.banzai.state import (
    CALLS,
    CARDS,
    FAMILIES,
    FEINTS,
    MAX_SEATS,
    NO_FAMILY,
    NONE,
    STEP,
    WHATS,
    Call,
    Phase,
    card_name,
    card_named,
)
from ludotheque.scene import asking, snapshot
from ludotheque.scene.clicks import ClickPath, Hint, graph
from ludotheque.scene.model import Button, Choices

TOUCH = "touch"
"""The button after a pawn that is to be touched, where clicking the pawn alone means something else."""
LAST = "last"
"""The button after a pawn and its point, if no other pawn follows."""

CALL_KEYS = {Call.BANZAI: "b", Call.STOP1: "s", Call.STOP2: "x"}
WORDS = {
    codes.RESUME: "resume",
    codes.KEEP: "keep",
    codes.HOP: "hop",
    codes.PEEK: "peek",
    codes.REFUSE: "refuse",
}
_WORD_KEYS = {codes.RESUME: "j", codes.HOP: "h"}
_IN_SHORT = (Call.STOP1, Call.STOP2)
"""The calls of the basic rules, which the first hands meet: a line of a button says what each does, the player aid the whole of it."""
_LOUD = (codes.RESUME, codes.HOP, codes.PEEK)


def choices(b: Any, s: Any, seat: int) -> Choices:
    """The seat's legal actions as clicks."""
    s = snapshot.of(s)
    legal = asking.legal(b, s, seat, codes.MAX_LEGAL)
    pawns = Pawns(s["phase"] == Phase.GRAB, s["unhurried"] == 1, handles_pawns(s, seat), is_first_of_two(s))
    several = ambiguous(legal)
    paths = [path for code in legal for path in _click_paths(pawns, code, several)] + list(_looks(legal))
    raced = (
        [code for code in legal if RACING.is_claim(b, s, code)] if RACING.cue(b, s.record) is not None else []
    )
    hints: dict[str | tuple[str, ...], Hint] = {
        path[0][0]: _hint(s, seat, path[1]) for path in paths if len(path[0]) > 1
    }
    looks = [path[0] for path in _looks(legal)]
    hints |= {
        tuple(clicks[:-1]): ("banzai.hint.look_third", {}) for clicks in looks if len(clicks) == SEEN_BY_SEER
    }
    found = graph(seat, paths, _buttons(b, s, seat, legal, several), hints=hints, raced=frozenset(raced))
    found = replace(found, asked=_is_asked(s, legal))
    return _gathered(found) if looks else found


def _is_asked(s: Any, legal: list[int]) -> bool:
    """Whether this is done in a Stop, where nobody can be quicker: there is nothing to call, and nobody to fool."""
    hurries = any(codes.CALL <= code < codes.GRAB or codes.FEINT <= code < codes.GIVE for code in legal)
    return s["phase"] == Phase.STOP and not hurries


def _gathered(found: Choices) -> Choices:
    """The same, where what is clicked are hands to look at: each joins those clicked before it, and may be left out again."""
    nodes = list(found.nodes)
    waiting: list[tuple[int, tuple[str, ...]]] = [(root, ()) for root in found.roots]
    while waiting:
        index, before = waiting.pop()
        node = nodes[index]
        if number_of(node.click, "seat") == NONE:
            continue
        dolls = (*before, node.click)
        nodes[index] = replace(node, chosen=dolls)
        waiting += [(after, dolls) for after in node.next]
    return replace(found, nodes=tuple(nodes))


class Pawns(NamedTuple):
    """What clicking a pawn means now: it is raced for, without a clock; it is moved or taken off, and a second one after it."""

    raced: bool
    unhurried: bool
    handled: bool
    first_of_two: bool


def _hint(s: Any, seat: int, code: int) -> Hint:
    """What to say once the first of the several things that an action takes is clicked."""
    if code < codes.GRAB:
        return "banzai.hint.family", {}
    if code < codes.MOVE:
        return "banzai.hint.touch", {}
    if code < codes.RESUME:
        return "banzai.hint.point", {}
    if code < codes.DEAL_BACK:
        caller = s["stop_by"]
        return (
            ("banzai.hint.give_own", {}) if seat == caller else ("banzai.hint.give", {"who": player(caller)})
        )
    if code < codes.CONSENT:
        return "banzai.hint.deal", {}
    return ("banzai.hint.look", {}) if code < codes.TAKE_WITH else ("banzai.click.what", {})


def call_id(call: int) -> str:
    """`call.stop1`."""
    return f"call.{CALLS[call]}"


def family_id(family: int) -> str:
    """`family.fox`: the button that names the family of a call, if several are possible."""
    return f"family.{FAMILIES[family]}"


def ambiguous(legal: Iterable[int]) -> frozenset[int]:
    """The calls that might be of several families."""
    made = collections.Counter(int(codes.called(code)) for code in legal if codes.CALL <= code < codes.GRAB)
    return frozenset(call for call, times in made.items() if times > 1)


def handles_pawns(s: Any, seat: int) -> bool:
    """Whether clicking a pawn moves it or takes it off, as this seat has called a Stop for it."""
    return s["phase"] == Phase.STOP and s["stop_by"] == seat and s["stop_what"] in (STOP1, WARRIORS)


# -- click paths -------------------------------------------------------------------------------------------------------------


def _click_paths(pawns: Pawns, code: int, several: Collection[int]) -> Iterator[ClickPath]:
    """The clicks that do an action, but for looking at hands."""
    if code < codes.CALL:
        yield [card_name(code - codes.CHOOSE)], code, "banzai.choice.choose"
    elif code < codes.GRAB:
        call, family = int(codes.called(code)), int(codes.called_family(code))
        which = [family_id(family)] if call in several else []
        yield [call_id(call), *which], code, "banzai.choice.call"
    elif code < codes.MOVE:
        yield _grab(pawns, code)
    elif code < codes.RESUME:
        yield _move(code, pawns.first_of_two)
    elif code in WORDS:
        yield [WORDS[code]], code, "banzai.choice.call"
    elif code < codes.FEINT:
        kind, other = divmod(code - codes.SWAP, MAX_SEATS)
        yield [doll_id(other)], code, f"banzai.choice.{('swap', 'challenge', 'propose', 'steal')[kind]}"
    elif code < codes.GIVE:
        yield [f"feint.{FEINTS[code - codes.FEINT]}"], code, "banzai.choice.feint"
    elif code < codes.DEAL_BACK:
        pair = [card_name(card) for card in divmod(code - codes.GIVE, CARDS)]
        yield from ((list(order), code, "banzai.choice.give") for order in itertools.permutations(pair))
    elif code < codes.CONSENT:
        other, card = divmod(code - codes.DEAL_BACK, CARDS)
        yield [card_name(card), doll_id(other)], code, "banzai.choice.deal"
    elif code < codes.REFUSE:
        yield [card_name(code - codes.CONSENT)], code, "banzai.choice.consent"
    elif code < codes.LOOK:
        yield [pawn_id(code - codes.TAKE_PAWN)], code, "banzai.choice.take_pawn"
    elif code >= codes.TAKE_WITH:
        other, what = divmod(code - codes.TAKE_WITH, len(WHATS))
        yield [doll_id(other), f"take.{WHATS[what]}"], code, "banzai.choice.take_with"


def _grab(pawns: Pawns, code: int) -> ClickPath:
    pawn = pawn_id(code - codes.GRAB)
    if pawns.raced:
        return [pawn], code, "banzai.choice.aim" if pawns.unhurried else "banzai.choice.grab"
    return [pawn, TOUCH] if pawns.handled else [pawn], code, "banzai.choice.touch"


@functools.lru_cache(20_000)
def _move(code: int, first_of_two: bool) -> ClickPath:
    """A pawn and a point: another pawn may follow unless the button after them says that this is the last."""
    point = point_id(codes.moved_x(code) // STEP, codes.moved_y(code) // STEP)
    pawn = pawn_id(codes.moved_pawn(code))
    if codes.moved_more(code):
        return (pawn, point), code, "banzai.choice.move"
    after = (LAST,) if first_of_two else ()
    return (pawn, point, *after), code, "banzai.choice.move_last" if after else "banzai.choice.move"


def is_first_of_two(s: Any) -> bool:
    """Whether a second pawn may still follow the one moved now."""
    on_table = [pawn for pawn in range(s["pawns"]) if s["pawn_by"][pawn] >= -1]
    return s["moves_left"] > 1 and len(on_table) > 1


def _looks(legal: Iterable[int]) -> Iterator[ClickPath]:
    """Hands to look at, in whatever order their owners are clicked."""
    for code in legal:
        if codes.LOOK <= code < codes.TAKE_WITH:
            dolls = [doll_id(seat) for seat in range(MAX_SEATS) if (code - codes.LOOK) >> seat & 1]
            for order in itertools.permutations(dolls):
                yield list(order), code, f"banzai.choice.look_{len(dolls)}"


# -- buttons ----------------------------------------------------------------------------------------------------------


def _buttons(b: Any, s: Any, seat: int, legal: Sequence[int], several: Collection[int]) -> list[Button]:
    """What may be called out, in a hurry and large; then the rest."""
    made = [code for code in legal if codes.CALL <= code < codes.GRAB]
    buttons = [
        _call_button(s, seat, call) for call in dict.fromkeys(int(codes.called(code)) for code in made)
    ]
    meant = {int(codes.called_family(code)) for code in made if codes.called(code) in several}
    buttons += [Button(family_id(family), family_word(family)) for family in sorted(meant)]
    buttons += [
        Button(
            word,
            Message(f"banzai.button.{_word(s, code)}"),
            loud=code in _LOUD,
            hotkey=_WORD_KEYS.get(code, ""),
            drawn=code != codes.KEEP,
        )
        for code, word in WORDS.items()
        if code in legal
    ]
    buttons += list(_feints(b, s, seat, legal))
    if any(codes.MOVE <= code < codes.RESUME for code in legal) and is_first_of_two(s):
        buttons.append(Button(LAST, Message("banzai.button.last"), drawn=False))
    if handles_pawns(s, seat) and any(codes.GRAB <= code < codes.MOVE for code in legal):
        buttons.append(Button(TOUCH, Message("banzai.button.touch"), lit=False, drawn=False))
    taken = {(code - codes.TAKE_WITH) % len(WHATS) for code in legal if code >= codes.TAKE_WITH}
    return buttons + [
        Button(f"take.{WHATS[what]}", Message(f"banzai.what.{WHATS[what]}")) for what in sorted(taken)
    ]


def _feints(b: Any, s: Any, seat: int, legal: Sequence[int]) -> Iterator[Button]:
    """The feints that the seat may make, and, after a feint, when the next one may come."""
    rests = s["feint_at_ms"][seat] + int(b.feint_ms) - s["now_ms"]
    waits = int(why_not(b, snapshot.record(s), seat, codes.FEINT)) == Why.WAIT_A_SECOND
    for number, kind in enumerate(FEINTS):
        code = codes.FEINT + number
        label, hint = Message(f"banzai.feint.{kind}"), Message(f"banzai.feint.{kind}.hint")
        if code in legal:
            yield Button(f"feint.{kind}", label, bluff=True, hint=hint)
        elif waits:
            yield Button(f"feint.{kind}", label, rests_ms=rests, action=code, bluff=True, hint=hint)


def _word(s: Any, code: int) -> str:
    return "ready" if code == codes.RESUME and s["phase"] == Phase.END else WORDS[code]


def _call_button(s: Any, seat: int, call: int) -> Button:
    """A call. Only a Banzaï may be called without the cards for it."""
    lit = call != Call.BANZAI or bool(snapshot.ask(s, has_complete_family, seat))
    label = Message(f"banzai.call.{CALLS[call]}")
    hint = Message(f"banzai.call.{CALLS[call]}.hint" if call in _IN_SHORT else f"banzai.aid.{CALLS[call]}")
    if call == Call.BANZAI:
        hint = Message(
            f"banzai.call.banzai.{'third.' if seat == int(s['third']) else ''}{'true' if lit else 'false'}"
        )
    return Button(call_id(call), label, loud=True, lit=lit, hotkey=CALL_KEYS.get(Call(call), ""), hint=hint)


# -- clicks read back -------------------------------------------------------------------------------------------------


_WORDS = {word: code for code, word in WORDS.items()}


def clicked(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
    """The action, legal or not, that these clicks mean. Raises `Unreadable`, with what to click, if there is none."""
    if not clicks:
        raise _unclear("nothing was clicked", "nothing")
    s, first, rest = snapshot.of(s), clicks[0], clicks[1:]
    for meant in (
        _called(b, s, seat, first, rest),
        _button(first),
        _card(s, first, rest),
        _with_pawn(s, seat, first, rest),
        _with_player(s, first, rest),
    ):
        if meant != NONE:
            return meant, ()
    raise _unclear(f"{first} does nothing", "nothing")


def _unclear(text: str, why: str) -> Unreadable:
    return Unreadable(f"these clicks are not an action: {text}", Message(f"banzai.click.{why}"))


def _button(name: str) -> int:
    """The action of a button; NONE if it is not a button."""
    kind, _, what = name.partition(".")
    if name in _WORDS:
        return _WORDS[name]
    if kind == "feint" and what in FEINTS:
        return codes.FEINT + FEINTS.index(what)
    return NONE


def _called(b: Any, s: Any, seat: int, first: str, rest: Sequence[str]) -> int:
    """A call of the family clicked after it; if none was, of the only family possible."""
    kind, _, what = first.partition(".")
    if kind != "call" or what not in CALLS:
        return NONE
    call = CALLS.index(what)
    if not names_family(call):
        return int(codes.call_code(call, NO_FAMILY))
    said = rest[0].removeprefix("family.") if rest else ""
    if said in FAMILIES:
        return int(codes.call_code(call, FAMILIES.index(said)))
    if call in ambiguous(asking.legal(b, s, seat, codes.MAX_LEGAL)):
        raise _unclear("a family is needed", "family")
    likely = sorted(range(len(FAMILIES)), key=lambda family: -snapshot.ask(s, held_of_family, seat, family))
    made = [int(codes.call_code(call, family)) for family in likely]
    return next((code for code in made if why_not(b, snapshot.record(s), seat, code) == 0), made[0])


def _card(s: Any, first: str, rest: Sequence[str]) -> int:
    """A card is laid down, given, dealt back or agreed to."""
    card = card_named(first)
    if card == NONE:
        return NONE
    call = s["stop_what"] if s["phase"] == Phase.STOP else NONE
    if call == MARRIAGE:
        return codes.CONSENT + card
    if call != LORDS:
        return codes.CHOOSE + card
    if not rest:
        raise _unclear("a second click is needed", "two_cards" if s["pooled"] == 0 else "whom")
    other = _player(s, rest[-1])
    if other != NONE:
        return int(codes.DEAL_BACK + other * CARDS + card)
    second = card_named(rest[-1])
    if second == NONE:
        raise _unclear(f"{rest[-1]} is neither a card nor a player", "two_cards")
    return int(codes.give_code(card, second))


def _with_pawn(s: Any, seat: int, first: str, rest: Sequence[str]) -> int:
    """A pawn is grabbed, moved, taken off or touched."""
    pawn = _pawn(s, first)
    if pawn == NONE:
        return NONE
    if not handles_pawns(s, seat) or TOUCH in rest:
        return codes.GRAB + pawn
    if s["stop_what"] != STOP1:
        return codes.TAKE_PAWN + pawn
    point = next((found for click in rest if (found := _point(click)) is not None), None)
    if point is None:
        raise _unclear("a pawn goes to a point of the table", "point")
    more = is_first_of_two(s) and LAST not in rest
    return int(codes.move_code(pawn, int(more), point[0] + STEPS, point[1] + STEPS))


def _with_player(s: Any, first: str, rest: Sequence[str]) -> int:
    """An action on another player at the table, as the Stop allows."""
    other = _player(s, first)
    if other == NONE:
        return NONE
    if s["phase"] != Phase.STOP:
        raise _unclear("nothing is done with a player now", "player")
    call = s["stop_what"]
    if call == SEER or (call == HAND and s["moves_left"] > 0):
        return codes.LOOK + sum(
            {1 << seat for seat in (_player(s, click) for click in (first, *rest)) if seat != NONE}
        )
    if call == HAND:
        what = rest[-1].partition(".")[2] if rest else ""
        if what not in WHATS:
            raise _unclear("say what is exchanged", "what")
        return codes.TAKE_WITH + other * len(WHATS) + WHATS.index(what)
    kinds = {Call.DUEL.value: codes.CHALLENGE, MARRIAGE: codes.PROPOSE, KIDS: codes.TAKE_FROM}
    return kinds.get(call, codes.SWAP) + other


# -- what was clicked -------------------------------------------------------------------------------------------------


def _pawn(s: Any, click: str) -> int:
    """The pawn of a click on it or on its place; NONE for anything else."""
    pawn = max(number_of(click, "pawn"), number_of(click, "at"))
    return pawn if 0 <= pawn < len(s["pawn_x"]) else NONE


def _player(s: Any, click: str) -> int:
    """The seat of a click on a doll or on its place, NONE for anything else."""
    seat, place = number_of(click, "seat"), number_of(click, "rim")
    if 0 <= place < s["placed"]:
        return s["seating"][place]
    return seat if 0 <= seat < s["seats"] else NONE


def _point(click: str) -> tuple[int, int] | None:
    """The steps from the middle of a click on a point, None for anything else."""
    kind, *numbers = click.split(".")
    if kind != "point" or len(numbers) != 2:
        return None
    try:
        column, row = int(numbers[0]), int(numbers[1])
    except ValueError:
        return None
    return (column, row) if max(abs(column), abs(row)) <= STEPS else None
