"""Golden games: whole records that must replay as they did, each situation and each number of legal actions."""

from __future__ import annotations

import pytest

from ludotheque.core.record import loads
from ludotheque.table import Table
from ludotheque.table.replay import replay
from ludotheque.testing.transcripts import changed
from tests.banjooli_cross.naive_play import Game
from tests.banjooli_cross.regenerate import GAMES, GOLDEN
from tests.banjooli_cross.test_naive import compare
from tests.depth import some

RECORDS = {path.stem: loads(path.read_text(encoding="utf-8")) for path in sorted(GOLDEN.glob("*.jsonl"))}


def test_golden_games_are_told_unchanged():
    assert RECORDS.keys() == GAMES.keys()
    assert changed(GOLDEN, "banjooli-cross") == []


@pytest.mark.parametrize("name", some(RECORDS, 3))
def test_the_second_reading_goes_the_same_way(name):
    told = replay(RECORDS[name])
    own = told.journal.setup.components
    table = Table(
        "banjooli-cross", told.seats, told.options, components=own, first=told.first, chance="physical"
    )
    game = Game(table.position(), own)
    for event in told.events:
        compare(table, game)
        table.play(event.text, event.seat)
        game.play(event.text)
    compare(table, game)
    assert table.outcome == told.outcome


def test_golden_games_are_of_every_kind():
    heads = [lines[0] for lines in RECORDS.values()]
    assert {head["seats"] for head in heads} == {2, 3, 4, 5}
    assert {head["options"].get("special") for head in heads} == {"none", "one", "two", None}
    for option in ("berries", "lion", "arrived_natural"):
        assert {head["options"][option] for head in heads} == {False, True}
    assert {head["options"]["dice"] for head in heads} == {"colours", "numbers"}
    assert {lines[-1]["end"] for lines in RECORDS.values()} == {"third_arrival", "turn_limit"}
    assert any("own_components" in head for head in heads)
    texts = {line.get("text", "") for lines in RECORDS.values() for line in lines}
    for words in ("throw ", "lion ", "bewitch ", "unbewitch ", "is ", "tile ", "card ", "berry "):
        assert any(text.startswith(words) for text in texts), words
