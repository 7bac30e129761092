"""Sentences word for word, in both languages; and the end of a game says why it ended."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

from ludotheque import Table
from ludotheque.core.catalogue import export, say
from ludotheque.core.message import Message


@pytest.mark.parametrize(
    ("language", "key", "args", "sentence"),
    [
        ("fr", "ui.keep", {}, "Enregistrer"),
        ("en", "ui.keep", {}, "Save"),
        ("fr", "ui.overlay.found", {"what": "nord"}, "La voici (nord)."),
        ("fr", "boussanga.prompt.back.you", {"n": 3, "what": "terre"}, "Remettez 3 jetons terre où vous voulez."),
        ("en", "ui.captions", {}, "Show sounds as captions"),
        ("en", "banjooli-cross.with_jokers", {"n": 1}, "using 1 joker"),
        ("en", "banjooli-cross.with_jokers", {"n": 2}, "using 2 jokers"),
        ("fr", "boussanga.why.reserve", {"what": "terre"}, "Plus de jeton terre dans la réserve, et les derniers tours sont joués."),
    ],
)  # fmt: skip
def test_a_sentence_is_natural(language: str, key: str, args: dict[str, Any], sentence: str) -> None:
    assert say({"key": key, "args": args}, language).replace("\u00a0", " ") == sentence


@pytest.mark.parametrize("game", ["billabong", "bantu", "banjooli-cross", "boussanga"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_end_of_a_game_says_why_it_ended(game: str, language: str) -> None:
    table, rng = Table(game, 2, seed=3), np.random.default_rng(3)
    while not table.is_over:
        seat = table.actors[0]
        table.play(int(rng.choice(table.legal_actions(seat))), seat)
    assert table.outcome is not None
    why = table.scene(frozenset()).why or Message(f"{game}.ending.{table.outcome.ending}")
    assert why.key in export(language)
    if game == "boussanga":
        assert why.key == "boussanga.why.reserve"
        assert any(
            element in say(why, language)
            for element in {"fr": ("terre", "eau", "feu", "air"), "en": ("earth", "water", "fire", "air")}[
                language
            ]
        )


def test_the_winners_points_are_mentioned_once() -> None:
    own = tomllib.loads((files("ludotheque.games.boussanga") / "components.toml").read_text())
    own = {name: own[name] for name in ("board", "tokens", "values", "hand", "goal", "cards")}
    own["goal"]["points"] = 2
    rng = np.random.default_rng(0)
    seen = set[str]()
    for seed in range(12):
        table = Table("boussanga", 2, seed=seed, components=own)
        while not table.is_over:
            seat = table.actors[0]
            table.play(int(rng.choice(table.legal_actions(seat))), seat)
        scene = table.scene(frozenset())
        if scene.why is None or not scene.why.key.startswith("boussanga.why."):
            continue
        seen.add(scene.why.key)
        if scene.why.key == "boussanga.why.points":
            assert scene.why.args["who"] != scene.prompt.args.get("who"), "who won was told already"
    assert "boussanga.why.first" in seen
