"""Golden games: whole records that must replay as they did, each situation and each number of legal actions."""

from __future__ import annotations

import pytest

from ludotheque.core.record import loads
from ludotheque.table import Table
from ludotheque.table.replay import replay
from ludotheque.testing.transcripts import changed
from tests.bantu.comparison import compare
from tests.bantu.naive import Board, Game, text_of
from tests.bantu.regenerate import GAMES, GOLDEN
from tests.depth import some

RECORDS = {path.stem: loads(path.read_text(encoding="utf-8")) for path in sorted(GOLDEN.glob("*.jsonl"))}


def test_golden_games_are_told_unchanged():
    assert RECORDS.keys() == GAMES.keys()
    assert changed(GOLDEN, "bantu") == []


@pytest.mark.parametrize("name", some(RECORDS, 3))
def test_the_naive_game_goes_the_same_way(name):
    told = replay(RECORDS[name])
    own = told.journal.setup.components
    table = Table("bantu", told.seats, told.options, seed=7, components=own, first=told.first)
    game = Game.from_position(table.position(), Board.of(own) if own else None)
    for event in told.events:
        compare(table, game)
        moves = {text_of(move): move for move in game.legal()}
        table.play(event.text)
        game.play(moves[event.text])
    compare(table, game)
    assert table.outcome == told.outcome


def test_golden_games_are_of_every_kind():
    heads = [lines[0] for lines in RECORDS.values()]
    assert {head["options"]["short"] for head in heads} == {False, True}
    assert {head["options"].get("teams") for head in heads} == {False, True, None}
    assert {head["seats"] for head in heads} == {2, 3, 4}
    assert {lines[-1]["end"] for lines in RECORDS.values()} == {"all_home", "turn_limit"}
    assert any("own_components" in head for head in heads)
    assert any(line.get("text") == "pass" for lines in RECORDS.values() for line in lines)
