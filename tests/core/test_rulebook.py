"""Rows of rulebooks say where they reconstruct a lost part of the box."""

from __future__ import annotations

import re

import pytest

from ludotheque.core import registry, rulebook


def test_a_ruling_about_a_lost_part_of_the_box_says_so() -> None:
    rows = {row.id: row for row in rulebook.rows(registry.get("boussanga"))}
    assert rows["BOU-19"].ruling["en"] == "Earth 1, water 1, air 2, fire 3."
    assert rows["BOU-19"].reconstructed
    assert not rows["BOU-18"].reconstructed, "a decision of ours, but nothing that a box could say"


@pytest.mark.parametrize("name", ["banjooli-cross", "bantu", "banzai", "billabong", "boussanga"])
def test_facts_name_rows_that_have_a_ruling(name: str) -> None:
    game = registry.get(name)
    rows = {row.id: row for row in rulebook.rows(game)}
    named = [
        row
        for fact in rulebook.edition(game)
        if fact["provenance"] == "reconstructed"
        for row in fact.get("rows", ())
    ]
    assert named
    assert all(rows[row].ruling and rows[row].reconstructed for row in named)
    assert {row.id for row in rows.values() if row.reconstructed} == set(named)


@pytest.mark.parametrize("name", ["banjooli-cross", "bantu", "banzai", "billabong", "boussanga"])
def test_the_age_is_our_advice_with_its_reason(name: str) -> None:
    game = registry.get(name)
    (fact,) = [each for each in rulebook.edition(game) if each["provenance"] == "recommended"]
    assert rulebook.age(game.package) == fact["age"]
    for language in ("fr", "en"):
        assert str(fact["age"]) in fact[f"what_{language}"]
        assert fact[f"note_{language}"]


GAMES = ("banjooli-cross", "bantu", "banzai", "billabong", "boussanga")
END = re.compile(r"(?<=[.!?…])[\s»”]+")


@pytest.mark.parametrize("name", GAMES)
def test_every_row_has_sentences_that_are_easy_to_read(name: str) -> None:
    for row in rulebook.rows(registry.get(name)):
        for language in ("fr", "en"):
            text = row.easy[language]
            assert not set(text) & set(";()[]√"), f"{row.id}: {text}"
            assert text[0].isupper(), row.id
            assert text.rstrip("»” \u00a0\u202f")[-1] in ".!?", row.id
            for sentence in END.split(text):
                words = [word for word in sentence.split() if any(sign.isalnum() for sign in word)]
                assert len(words) <= 15, f"{row.id}: {sentence}"


@pytest.mark.parametrize("name", GAMES)
def test_the_words_of_a_game_lead_to_the_row_that_has_them(name: str) -> None:
    game = registry.get(name)
    rows = {row.id: row for row in rulebook.rows(game)}
    terms = rulebook.terms(game)
    assert len(terms) >= 10
    for term in terms:
        row = rows[term.row]
        for language, text in term.text.items():
            said = " ".join(
                (row.text[language], row.easy[language], row.ruling.get(language, ""), row.heading[language])
            )
            first = re.findall(r"\w{4,}|\w+", text)[0].lower()
            assert first[:5] in said.lower(), f"{term.row} does not say {text}"


def test_a_game_without_such_words_has_none() -> None:
    assert rulebook.terms(registry.get("tiny")) == ()
    assert all(row.easy == {} for row in rulebook.rows(registry.get("tiny")))
