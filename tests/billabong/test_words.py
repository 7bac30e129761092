"""Billabong in words and pictures: both catalogues complete and alike, the rulebook's rows, the box's facts, the sprites."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po

from ludotheque.core.catalogue import holes
from ludotheque.games.billabong import GAME
from ludotheque.games.billabong.choices import KEYS
from ludotheque.testing.catalogues import problems

HOME = files("ludotheque.games.billabong")
PARAGRAPHS = {
    "Composition du jeu",
    "Préparation",
    "Déplacement des kangourous",
    "Sauts autorisés",
    "Sauts interdits",
    "Le kangourou-arbitre",
    "Traversée de la ligne d’arrivée",
    "Variante à deux",
    "Précisions",
}


def catalogue(language: str) -> dict[str, list[str]]:
    entries: dict[str, list[str]] = {}
    message: Entry
    for message in read_po(BytesIO((HOME / "i18n" / f"{language}.po").read_bytes()), locale=language):
        if message.id:
            key = message.id[0] if isinstance(message.id, tuple) else message.id
            texts = message.string if isinstance(message.string, tuple) else (message.string,)
            entries[str(key)] = [str(text) for text in texts]
    return entries


FRENCH, ENGLISH = catalogue("fr"), catalogue("en")


def rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((HOME / "rulebook.toml").read_text("utf-8"))["row"]
    return found


def test_both_languages_say_the_same_things() -> None:
    assert FRENCH.keys() == ENGLISH.keys()
    for key, texts in FRENCH.items():
        others = ENGLISH[key]
        assert all(texts), key
        assert all(others), key
        assert len(texts) == len(others), key
        assert holes(texts[-1]) == holes(others[-1]), key
        for text, other in zip(texts, others, strict=True):
            assert holes(text) <= holes(texts[-1]), key
            assert holes(other) <= holes(others[-1]), key


def declared() -> set[str]:
    """Every key that the declaration of the game calls for."""
    keys = {f"billabong.{name}" for name in ("title", "tagline")}
    for option in GAME.options:
        base = f"billabong.option.{option.name}"
        keys |= {base, f"{base}.hint", *(f"{base}.{choice}" for choice in option.choices or ())}
    keys |= {f"billabong.reason.{reason.key}" for reason in GAME.reasons if reason.key}
    keys |= {f"billabong.ending.{name}" for name in GAME.terminations if name}
    return keys | set(KEYS)


def test_every_declared_key_has_words() -> None:
    assert declared() <= FRENCH.keys()


def test_every_key_written_has_words_and_no_other_is_kept() -> None:
    assert problems(GAME) == []


def french_texts() -> list[str]:
    texts = [text for entry in FRENCH.values() for text in entry]
    for row in rows():
        texts += [row["fr"], row.get("ruling_fr", "")]
    for fact in facts():
        texts += [fact["what_fr"], fact.get("note_fr", "")]
    return texts


def test_french_spacing() -> None:
    for text in french_texts():
        assert not re.search(r"[^\u202f][;!?]", text), text
        assert not re.search(r"[^\u00a0]:", text), text
        assert not re.search(r"«[^\u00a0]|[^\u00a0]»", text), text
        assert "'" not in text, text


def facts() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((HOME / "edition.toml").read_text("utf-8"))["fact"]
    return found


def test_rows_of_the_rulebook() -> None:
    assert sorted(row["id"] for row in rows()) == [
        f"BIL-{number:02d}" for number in range(1, len(rows()) + 1)
    ]
    for row in rows():
        assert row["paragraph"] in PARAGRAPHS, row["id"]
        assert row["fr"]
        assert row["en"]
        assert ("ruling_fr" in row) == ("ruling_en" in row), row["id"]
        assert row.get("source", "rulebook") in ("rulebook", "ruling")
        assert row.get("code", True) == ("why_no_code" not in row), row["id"]


def test_every_reason_points_at_rows_that_exist() -> None:
    known = {row["id"] for row in rows()}
    for reason in GAME.reasons:
        assert set(reason.rules) <= known, reason.key


def test_facts_of_the_box() -> None:
    for fact in facts():
        assert fact["what_fr"]
        assert fact["what_en"]
        assert fact["provenance"] in ("printed", "attested", "reconstructed", "recommended")
        assert ("note_fr" in fact) == ("note_en" in fact)
    assert {fact["provenance"] for fact in facts()} == {"printed", "attested", "reconstructed", "recommended"}


@pytest.mark.parametrize("name", ["kangaroo-shown", "kangaroo-blank", "referee"])
def test_sprites_can_be_used_from_anywhere(name: str) -> None:
    art = ElementTree.fromstring((HOME / "art" / "sprites.svg").read_text("utf-8"))
    (symbol,) = [node for node in art.iter("{http://www.w3.org/2000/svg}symbol") if node.get("id") == name]
    assert symbol.get("viewBox") == "0 0 100 100"
    whole = ElementTree.tostring(symbol, "unicode")
    assert "url(" not in whole
    assert "href" not in whole
    assert ("--tint" in whole) == name.startswith("kangaroo")
