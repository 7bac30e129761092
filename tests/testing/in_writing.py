"""What breaks the laws of what is declared, written down and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

from ludotheque.core import rulebook
from ludotheque.core import state as states
from ludotheque.core.game import Game, Option
from ludotheque.core.notation import Kind
from tests.testing.altered import altered
from tests.testing.table import breaks, coded, fact, placed, verb
from tiny import GAME, rules
from tiny.codec import CODEC, Codec
from tiny.races import Racing
from tiny.state import ADDS, GRAB_CODE, NONE

_times = iter(range(1 << 30))


# -- what is declared ----------------------------------------------------------------------------------------
@verb("options", "an option is forgotten", "the option calm was True")
def setup(b, s):
    rules.setup(b, s)
    s.calm = 0


fact(
    "words",
    "an ending has no words",
    "tiny.ending.flood: no words",
    terminations=(*GAME.terminations, "flood"),
)


class Unhurried(Racing):
    """Nobody takes longer in a calm game."""

    def reach_ms(self, b: Any, s: Any, seat: int, code: int) -> float:
        return 0.0


fact("matters", "nothing minds an option", "the option calm changes nothing in any", racing=Unhurried())
fact(
    "matters",
    "an option of the rules is declared to be about the interface",
    "the option calm is declared to be about the interface alone, but changes the rules: True instead of False",
    options=(Option("calm", False, interface=True),),
)
fact(
    "matters",
    "an option of the interface shows nothing",
    "the option calm changes nothing, not even what is seen",
    options=(Option("calm", False, interface=True),),
    racing=Unhurried(),
)
fact(
    "guided",
    "a move of the first game cannot be written",
    "step 2 of first_game.toml",
    codec=Codec(Kind("put", {"value": range(ADDS)}), *list(CODEC.kinds.values())[1:]),
)
fact("named", "an ending has no words", "tiny.ending.flood", terminations=(*GAME.terminations, "flood"))


@contextmanager
def one_row_more(**changed: Any) -> Iterator[None]:
    """A rulebook with one more row."""
    rows = rulebook.rows(GAME)
    more = replace(rows[0], id="TINY-9", **changed)
    with mock.patch.object(rulebook, "_read", mock.Mock(side_effect=lambda _: (*rows, more))):
        yield


@breaks("rulebook", "a row has no code", "TINY-9 lacks code", one_row_more)
def _() -> Game:
    return altered()


@breaks(
    "rulebook",
    "a row is told in one language only",
    "not told in both languages",
    lambda: one_row_more(text={"fr": "Un seul.", "en": ""}, code=False, why_no_code="none"),
)
def _() -> Game:
    return altered()


@breaks(
    "rulebook",
    "a row does not say why it has no code",
    "TINY-9 lacks reason",
    lambda: one_row_more(code=False),
)
def _() -> Game:
    return altered()


@verb("golden", "the pawn scores one more", "one.txt, line 8: was '6  seat 1  grab")
def play(b, s, seat, action):
    rules.play(b, s, seat, action)
    s.score[seat] += action == GRAB_CODE


# -- what is written -----------------------------------------------------------------------------------------
@coded("notation", "two actions have one text", "read back as action")
def text(good, b, s, seat, code, path):
    return good.text(b, s, seat, 1 if code == 2 else code, path)


@coded("notation", "a structure means another action", "read back as another")
def code(good, b, s, seat, structure):
    return (good.code(b, s, seat, structure) + 1) % ADDS


@coded("notation", "a structure is no JSON", "not JSON serializable")
def structure(good, b, s, seat, code):
    return good.structure(b, s, seat, code) | {"more": {1, 2}}


@coded("notation", "an action that is not legal has no text", "KeyError")
def text(good, b, s, seat, code, path):
    return (
        {0: "add 0", 1: "add 1", 2: "add 2", GRAB_CODE: "grab"}[code]
        if seat >= 0
        else good.text(b, s, seat, code, path)
    )


@coded("meaning", "a kind is written as another one", "and that is action")
def structure(good, b, s, seat, code):
    return good.structure(b, s, seat, 0 if code == GRAB_CODE else code)


@coded("meaning", "a text names another action", "and that is action 0, {'kind': 'add', 'value': 0}")
def parse(good, b, s, seat, text):
    return good.parse(b, s, seat, "add 0" if text == "grab" else text)


@coded("meaning", "a structure does not say its kind", "which does not begin with its kind")
def structure(good, b, s, seat, code):
    return {"number": code, **good.structure(b, s, seat, code)}


@breaks("meaning", "a kind was deleted from the notation", "'die' is a kind of action of players, and of")
def _() -> Game:
    left = Codec(*(kind for name, kind in CODEC.kinds.items() if name != "grab"))
    return altered(codec=left, num_actions=left.count)


@contextmanager
def forgetful_bytes() -> Iterator[None]:
    """States are loaded without their last byte's bits."""
    good = states.load
    with mock.patch.object(states, "load", lambda game, saved: good(game, b"\7" + saved[1:])):
        yield


@breaks("bytes", "a byte is lost", "comes back from its bytes as another", forgetful_bytes)
def _() -> Game:
    return altered()


@placed("position", "a field is not written", "the state of the position differs in gone_ms")
def write(good, b, s):
    return {key: value for key, value in good.write(b, s).items() if key != "gone_ms"}


@placed("position", "a field is read wrongly", "is read back as")
def read(good, b, s, position):
    good.read(b, s, position)
    s["score"] = 0


@coded("record", "an action is written as another", "but the line says action")
def text(good, b, s, seat, code, path):
    return "add 0" if code == 2 else good.text(b, s, seat, code, path)


@verb("record", "the game depends on what was played before", "by the rules")
def setup(b, s):
    rules.setup(b, s)
    s.score[0] = next(_times) % 8


@verb("going-on", "the game depends on what was played before", "replays to another state")
def setup(b, s):
    rules.setup(b, s)
    s.score[0] = next(_times) % 8


# -- taking back, sealed choices -----------------------------------------------------------------------------
@verb("undo", "what was done cannot be done again", "leaves another state")
def play(b, s, seat, action):
    rules.play(b, s, seat, action)
    s.score[0] += seat < 0 and next(_times) % 5


fact("takeback", "what shows all cards can be taken back", "showed seat", reveals=None)


@verb("sealed", "whoever chooses first has a point more", "make another state")
def play(b, s, seat, action):
    if action < ADDS and seat >= 0 and all(add == NONE for add in s.add[: s.seats]):
        s.score[seat] += 1
    rules.play(b, s, seat, action)
