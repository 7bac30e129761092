"""Refusals keep what they say on their way from one process to another."""

from __future__ import annotations

import pickle

import pytest

from ludotheque import Ambiguous, BadOption, Illegal, LudothequeError, UnknownGame, Unreadable
from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message

SAID = Message("error.why.range", {"low": 1, "high": 2, "value": 3})


@pytest.mark.parametrize(
    "error",
    [
        UnknownGame("there is no such game"),
        Unreadable("what?", Message("error.unreadable", {"text": "what?"})),
        Illegal("no", SAID, ("BIL-1", "BIL-2")),
        Ambiguous("one of two", ("k3/0", "k3/1"), SAID),
        BadInput("", "the whole file", SAID),
        BadOption("options.calm", "must be from 1 to 2, not 3", SAID),
    ],
)
def test_an_error_is_the_same_after_a_journey(error: LudothequeError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
