"""Rows of rulebooks say where they reconstruct a lost part of the box."""

from __future__ import annotations

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
