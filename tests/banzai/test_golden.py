"""Golden games: whole records that must replay as they did, and as the naive game plays them."""

import pytest

from ludotheque.core.record import loads
from ludotheque.core.verbs import CHANCE_SEAT, TIME_SEAT
from ludotheque.table import Table
from ludotheque.table.replay import replay
from ludotheque.testing.transcripts import changed
from tests.banzai.comparison import agree, finish_alike, naive_of
from tests.banzai.regenerate import GAMES, GOLDEN
from tests.depth import some

RECORDS = {path.stem: loads(path.read_text(encoding="utf-8")) for path in sorted(GOLDEN.glob("*.jsonl"))}


def test_golden_games_are_told_unchanged():
    assert RECORDS.keys() == GAMES.keys()
    assert changed(GOLDEN, "banzai") == []


@pytest.mark.parametrize("name", some([name for name, asked in GAMES.items() if "rich" not in asked], 2))
def test_the_naive_game_goes_the_same_way(name):
    told = replay(RECORDS[name])
    table = Table("banzai", told.seats, told.options, first=told.first, chance="physical")
    naive = naive_of(table)
    for event in told.events:
        if event.seat == TIME_SEAT:
            table.advance(event.at_ms)
            naive.pass_time(event.at_ms)
        elif event.seat == CHANCE_SEAT:
            table.play(event.text, CHANCE_SEAT)
            naive.chance(event.text.split()[-1])
        else:
            table.play(event.text, event.seat, at_ms=event.at_ms)
            naive.play(event.at_ms, event.seat, event.text)
        agree(table, naive)
    finish_alike(table, naive)


def test_golden_games_are_of_every_kind():
    heads = [lines[0] for lines in RECORDS.values()]
    for option, values in (
        ("optional_rules", {True, False, None}),
        ("once", {"table", "player"}),
        ("must_call", {True, False}),
        ("unhurried", {True, False}),
    ):
        assert {head["options"].get(option) for head in heads} == values
    assert {lines[-1]["end"] for lines in RECORDS.values()} == {"master"}
    words = {line["text"].split()[0] for lines in RECORDS.values() for line in lines if "text" in line}
    assert words >= {
        "choose",
        "banzai",
        "grab",
        "stop1",
        "stop2",
        "swap",
        "move",
        "resume",
        "feint",
        "time",
        "draw",
    }
    assert (
        len(words & {"warriors", "lords", "magicians", "kids", "marriage", "duel", "seer", "caprice", "hand"})
        >= 6
    )
