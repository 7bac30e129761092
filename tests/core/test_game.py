"""What a game's declaration is held to."""

import dataclasses

import numpy as np
import pytest

from ludotheque import Option
from tiny import GAME


def test_two_games_cannot_share_a_state():
    with pytest.raises(ValueError, match="same state dtype"):
        dataclasses.replace(GAME)


def test_the_first_field_bears_the_games_name():
    with pytest.raises(TypeError, match="first field"):
        dataclasses.replace(GAME, name="other")


def test_a_field_that_numpy_hides_is_refused():
    state = np.dtype(
        [("tiny", "i4"), ("seats", "i4"), ("first", "i4"), ("calm", "i4"), ("round", "i4")], align=True
    )
    with pytest.raises(TypeError, match="'round'"):
        dataclasses.replace(GAME, state=state)


def test_rules_without_a_verb_are_refused():
    state = np.dtype(
        [("tiny", "i4"), ("seats", "i4"), ("first", "i4"), ("calm", "i4"), ("extra", "i4")], align=True
    )
    rules = {name: rule for name, rule in GAME.rules.items() if name not in ("judge", "hide")}
    with pytest.raises(TypeError, match="hide, judge"):
        dataclasses.replace(GAME, state=state, rules=rules)


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (Option("mode", "a", choices=("a", "b")), "b", "c"),
        (Option("calm", False), True, 1),
        (Option("points", 15, minimum=1, maximum=99), 20, 100),
        (Option("points", 15, minimum=1, maximum=99), 1, "15"),
    ],
)
def test_options_take_what_they_declare(option, good, bad):
    assert option.check(good) == good
    with pytest.raises(ValueError, match=f"options.{option.name}"):
        option.check(bad)


def test_options_are_read_back_from_the_state():
    state = GAME.fresh_state(2, {"calm": True}, 1)
    assert GAME.option_values(state[0]) == {"calm": True}
    assert state[0].first == 1
