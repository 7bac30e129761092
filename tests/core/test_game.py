"""What a game's declaration is held to."""

import dataclasses
import itertools
from enum import IntEnum
from types import ModuleType

import numpy as np
import pytest

from ludotheque.core import components, entry, verbs
from ludotheque.core.game import Option, Reason, reasons_of
from ludotheque.core.luck import Luck
from tiny import GAME
from tiny.state import OVER

_numbers = itertools.count()


def test_two_games_cannot_share_a_state():
    with pytest.raises(ValueError, match="same state dtype"):
        dataclasses.replace(GAME)


def test_the_first_field_has_the_games_name():
    with pytest.raises(TypeError, match="first field"):
        dataclasses.replace(GAME, name="other")


def test_a_field_that_numpy_hides_is_refused():
    state = np.dtype(
        [("tiny", "i4"), ("seats", "i4"), ("first", "i4"), ("calm", "i4"), ("round", "i4")], align=True
    )
    with pytest.raises(TypeError, match="'round'"):
        dataclasses.replace(GAME, state=state)


def test_rules_without_a_verb_are_refused():
    with pytest.raises(TypeError, match="actors, play"):
        _other(without=("actors", "play"))


@pytest.mark.parametrize(
    ("facts", "without", "says"),
    [
        ({}, ("hide",), "secrets=True needs the verb.s. hide"),
        ({}, ("due", "advance"), "timed=True needs the verb.s. due, advance"),
        ({}, ("chance_outcomes",), "max_chance above 1 needs the verb.s. chance_outcomes"),
        ({"secrets": False}, (), "the rules define hide, redeal, which is only for secrets=True"),
        ({"timed": False}, (), "the rules define due, advance"),
        ({"timed": False}, ("due", "advance"), "the rules define reflex"),
        ({"timed": False}, ("due", "advance", "reflex"), "races need a clock"),
        ({"max_chance": 1}, ("hide", "redeal"), "the rules define chance_outcomes"),
        ({}, ("returns", "ranking"), "lack both returns and ranking"),
    ],
)
def test_verbs_and_facts_must_agree(facts, without, says):
    with pytest.raises(TypeError, match=says):
        _other(without=without, **facts)


def test_plain_games_need_no_verbs_for_secrets_clock_or_chance():
    needless = ("hide", "redeal", "due", "advance", "chance_outcomes", "returns", "judge", "reflex")
    game = _other(without=needless, secrets=False, timed=False, max_chance=1, racing=None)
    assert not game.has_reflexes
    boxes = components.load(game).array
    states = game.fresh_state(3, {"calm": False})
    entry.setup(boxes, states)
    before = states.tobytes()
    entry.hide(boxes, states, 0)
    entry.redeal(boxes, states, 1, Luck.of(1))
    entry.advance(boxes, states, 1000)
    assert states.tobytes() == before
    assert entry.due(boxes, states) == -1
    out = np.array([7, 7])
    entry.reflex(boxes, states, 0, 0, 1, out)
    assert out.tolist() == [0, -1]
    assert entry.chance_outcomes(boxes, states, np.zeros(1, np.int32), np.zeros(1)) == 0
    assert _shares(entry.judge, boxes, states) == pytest.approx([1 / 3] * 3)
    assert _shares(entry.returns, boxes, states) == [0, 0, 0]
    states["phase"], states["score"] = OVER, [[4, 1, 4]]
    assert _shares(entry.returns, boxes, states) == [0.5, 0, 0.5]
    assert _shares(entry.judge, boxes, states) == [0.5, 0, 0.5]


def test_a_larger_share_of_the_win_ranks_first():
    game = _other(without=("ranking",))
    boxes = components.load(game).array
    states = game.fresh_state(3, {"calm": False})
    entry.setup(boxes, states)
    ranks = np.zeros(3, np.int32)
    entry.ranking(boxes, states, ranks)
    assert ranks.tolist() == [0, 0, 0]
    states["phase"], states["score"] = OVER, [[4, 1, 4]]
    entry.ranking(boxes, states, ranks)
    assert ranks.tolist() == [1, 3, 1]


def test_verbs_are_what_a_game_defines_itself():
    own, other = ModuleType("own"), ModuleType("own_too")
    for module, names in ((own, ("legal", "helper")), (other, ("judge",))):
        for name in names:
            exec(f"def {name}(): ...", vars(module))
    within = ModuleType("own.within")
    exec("def play(): ...", vars(within))
    own.play, other.returns, other.legal = within.play, verbs.returns, own.legal
    assert verbs.defined_in(own, other) == {"legal": own.legal, "play": within.play, "judge": other.judge}
    exec("def legal(): ...", vars(other))
    with pytest.raises(TypeError, match="verb legal is defined twice: in own_too and in own"):
        verbs.defined_in(own, other)


def test_reasons_are_made_of_the_enum_of_their_codes():
    why = IntEnum("Why", ["LEGAL", "TOO_MANY", "NOT_THERE"], start=0)
    assert reasons_of(why, TOO_MANY="X-1", NOT_THERE=["X-1", "X-2"]) == (
        Reason("legal"), Reason("too_many", ("X-1",)), Reason("not_there", ("X-1", "X-2")),
    )  # fmt: skip
    with pytest.raises(TypeError, match="TOO_FEW is not a reason"):
        reasons_of(why, TOO_FEW="X-1")
    with pytest.raises(TypeError, match="0, 1, 2"):
        reasons_of(IntEnum("Why", ["LEGAL", "TOO_MANY"]))


def _shares(verb, boxes, states):
    shares = np.zeros(3)
    verb(boxes, states, shares)
    return shares.tolist()


def _other(without=(), **facts):
    """The tiny game declared otherwise, with a state of its own (not one that begins like the other: Numba confuses those)."""
    fields = [(name, GAME.state.fields[name][0]) for name in GAME.state.names]
    state = np.dtype([fields[0], (f"extra{next(_numbers)}", "i4"), *fields[1:]], align=True)
    rules = {name: rule for name, rule in GAME.rules.items() if name not in without}
    return dataclasses.replace(GAME, state=state, rules=rules, **facts)


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (Option("mode", "a", choices=("a", "b")), "b", "c"),
        (Option("calm", False), True, 1),
        (Option("points", 15, minimum=1, maximum=99), 20, 100),
        (Option("points", 15, minimum=1, maximum=99), 1, "15"),
    ],
)
def test_options_accept_only_declared_values(option, good, bad):
    assert option.check(good) == good
    with pytest.raises(ValueError, match=f"options.{option.name}"):
        option.check(bad)


def test_options_are_read_back_from_the_state():
    state = GAME.fresh_state(2, {"calm": True}, 1)
    assert GAME.option_values(None, state[0]) == {"calm": True}
    assert state[0].first == 1
