"""Words: the same vectors as the browser's, and catalogues in which nothing is missing."""

import json
from pathlib import Path

import pytest

from ludotheque.core.catalogue import LANGUAGES, export, holes, say
from ludotheque.core.message import Message

VECTORS = json.loads((Path(__file__).parent.parent / "vectors" / "messages.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["about"] for vector in VECTORS])
def test_shared_vectors(vector):
    assert say(vector["message"], vector["lang"], vector["catalogue"]) == vector["expected"]


def _texts(entry):
    return entry if isinstance(entry, list) else [entry]


def test_both_languages_have_the_same_keys_and_holes():
    french, english = (export(language) for language in LANGUAGES)
    assert sorted(french) == sorted(english)
    for key in french:
        wanted = set.union(*(holes(text) for text in _texts(french[key])))
        assert wanted == set.union(*(holes(text) for text in _texts(english[key]))), key
        assert all(text.strip() for text in _texts(french[key]) + _texts(english[key])), key


def test_messages_nest():
    message = Message("tiny.choice.grab", {"first": Message("tiny.piece.pawn")})
    assert say(message, "en") == "Grab the pawn"
    assert say("no.such.key", "fr") == "[no.such.key]"
