"""Golden games: whole records that must replay as they did, each situation and each number of legal actions."""

import random
from collections import Counter

import pytest

from ludotheque.core.record import loads
from ludotheque.table import Table
from ludotheque.table.replay import replay
from ludotheque.testing.transcripts import changed
from tests.billabong.comparison import along, board_of, codes_of
from tests.billabong.regenerate import GAMES, GOLDEN
from tests.depth import some

RECORDS = {path.stem: loads(path.read_text(encoding="utf-8")) for path in sorted(GOLDEN.glob("*.jsonl"))}


def test_golden_games_are_told_unchanged():
    assert RECORDS.keys() == GAMES.keys()
    assert changed(GOLDEN, "billabong") == []


@pytest.mark.parametrize("name", some(RECORDS, 3))
def test_the_naive_game_goes_the_same_way(name):
    told, seen = replay(RECORDS[name]), Counter()
    events = iter(told.events)
    if told.journal.start_position() is not None:
        table = Table.from_position(told.journal.start_position(), seed=7)
    else:
        own = told.journal.setup.components
        table = Table("billabong", told.seats, told.options, seed=7, components=own, first=told.first)

    def follow(table, game, legal, rng):
        code = next(events).code
        return next(action for action, number in codes_of(table, board_of(table)).items() if number == code)

    along(table, random.Random(name), follow, 5000, seen)
    assert table.is_over
    assert next(events, None) is None
    assert table.outcome == told.outcome
    assert seen["positions"] == len(told.events) + 1


def test_golden_games_are_of_every_kind():
    heads = [lines[0] for lines in RECORDS.values()]
    for option, values in {
        "placement": ("anywhere", "behind-stream"),
        "play_on": (False, True),
        "touch_move": (False, True),
    }.items():
        assert {head["options"][option] for head in heads} == set(values)
    assert {head["options"].get("mode") for head in heads} == {"two-teams", "duel", None}
    assert {head["seats"] for head in heads} == {2, 3, 4}
    assert {lines[-1]["end"] for lines in RECORDS.values()} == {"all_home", "turn_limit"}
    assert any("own_components" in head for head in heads)
    assert any(line.get("text") == "pass" for lines in RECORDS.values() for line in lines)
