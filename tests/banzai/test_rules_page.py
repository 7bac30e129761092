"""The rules are for people: measures of the table that stands in for a real one belong to the page about this edition."""

from __future__ import annotations

import re

from ludotheque.core import registry, rulebook

MEASURES = r"°|\b0[.,]\d|\bradius\b|\brayon\b"


def test_measures_stand_with_the_edition_and_not_among_the_rules() -> None:
    game = registry.get("banzai")
    told = {
        row.id: text
        for row in rulebook.rows(game)
        for text in (*row.text.values(), *row.ruling.values())
        if re.search(MEASURES, text)
    }
    assert told == {}
    assert any("360°" in fact["what_en"] for fact in rulebook.edition(game))
