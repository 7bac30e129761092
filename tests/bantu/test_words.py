"""Bantu in words and pictures: French as it is printed, the rulebook's rows, the box's facts, the sprites, the cover."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

import pytest

from ludotheque.core import rulebook
from ludotheque.core.catalogue import export
from ludotheque.games.bantu import GAME

HOME = files("ludotheque.games.bantu")
SVG = "{http://www.w3.org/2000/svg}"
PAWNS = [
    f"pawn-{shape}-{number}" for shape in ("disc", "square", "diamond", "triangle") for number in range(1, 5)
]


def facts() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((HOME / "edition.toml").read_text("utf-8"))["fact"]
    return found


def french_texts() -> list[str]:
    words = {key: entry for key, entry in export("fr").items() if key.startswith("bantu.")}
    texts = [text for entry in words.values() for text in (entry if isinstance(entry, list) else [entry])]
    for row in rulebook.rows(GAME):
        texts += [row.text["fr"], row.ruling.get("fr", "")]
    for fact in facts():
        texts += [fact["what_fr"], fact.get("note_fr", "")]
    return texts


def test_french_spacing() -> None:
    texts = french_texts()
    assert len(texts) > 200
    for text in texts:
        assert not re.search(r"[^\u202f][;!?]", text), text
        assert not re.search(r"[^\u00a0]:", text), text
        assert not re.search(r"«[^\u00a0]|[^\u00a0]»", text), text
        assert "'" not in text, text


def test_rows_of_the_rulebook() -> None:
    rows = rulebook.rows(GAME)
    assert sorted(row.id for row in rows) == [f"BAN-{number:02d}" for number in range(1, len(rows) + 1)]
    for row in rows:
        assert row.text["fr"]
        assert row.text["en"]
        assert row.heading["en"] != row.heading["fr"] or row.paragraph == "Introduction", row.paragraph
        assert row.ruling.keys() in ({"fr", "en"}, set()), row.id
        assert row.source in ("rulebook", "ruling")
        assert row.code == (not row.why_no_code), row.id


def test_every_reason_points_at_rows_that_exist() -> None:
    known = {row.id for row in rulebook.rows(GAME)}
    for reason in GAME.reasons[2:]:
        assert set(reason.rules) <= known, reason.key
        assert reason.rules or reason.key == "no_such_action", reason.key


def test_facts_of_the_box() -> None:
    for fact in facts():
        assert fact["what_fr"]
        assert fact["what_en"]
        assert ("note_fr" in fact) == ("note_en" in fact)
    assert {fact["provenance"] for fact in facts()} == {"printed", "attested", "reconstructed", "recommended"}


@pytest.mark.parametrize("name", [*PAWNS, "shield"])
def test_sprites_can_be_used_from_anywhere(name: str) -> None:
    art = ElementTree.fromstring((HOME / "art" / "sprites.svg").read_text("utf-8"))
    (symbol,) = [node for node in art.iter(f"{SVG}symbol") if node.get("id") == name]
    assert symbol.get("viewBox") == "0 0 100 100"
    whole = ElementTree.tostring(symbol, "unicode")
    assert "url(" not in whole
    assert "href" not in whole
    assert "--tint" in whole


def test_the_cover_uses_pawns_there_are_and_moves() -> None:
    cover = ElementTree.fromstring((HOME / "art" / "cover.svg").read_text("utf-8"))
    used = {node.get("href", "").rpartition("#")[2] for node in cover.iter(f"{SVG}use")}
    assert used
    assert used <= set(PAWNS)
    assert any(node.get("data-hop") for node in cover.iter())
