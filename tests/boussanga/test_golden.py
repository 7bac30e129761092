"""Golden games: whole records that must replay as they did; counts of actions; games compiled and interpreted alike."""

import json
from pathlib import Path

import pytest

from ludotheque.core.perft import perft
from ludotheque.core.record import loads
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.table import Table
from ludotheque.table.replay import replay
from ludotheque.testing.transcripts import changed
from tests.boussanga.comparison import agree, finish_alike, naive_of, read, same
from tests.boussanga.naive import ORDER, placements
from tests.boussanga.regenerate import COUNTS, GAMES, GOLDEN
from tests.depth import some

RECORDS = {path.stem: loads(path.read_text(encoding="utf-8")) for path in sorted(GOLDEN.glob("*.jsonl"))}
ENTRIES = json.loads(Path(COUNTS).read_text(encoding="utf-8"))


def test_golden_games_are_told_unchanged():
    assert RECORDS.keys() == GAMES.keys()
    assert changed(GOLDEN, "boussanga") == []


@pytest.mark.parametrize(
    "name", some([name for name, asked in GAMES.items() if "components" not in asked], 2)
)
def test_the_naive_game_goes_the_same_way(name):
    told = replay(RECORDS[name])
    table = Table("boussanga", told.seats, told.options, first=told.first, chance="physical")
    naive = naive_of(table)
    for event in told.events:
        if event.seat == CHANCE_SEAT:
            if event.text.startswith("draw"):
                dealing = [
                    seat
                    for n in range(naive.seats)
                    if None in naive.hand(seat := (naive.first + n) % naive.seats)
                ]
                if table.position()["phase"] == "deal":
                    naive.deal(dealing[0], event.text[5:])
                else:
                    naive.draw(event.text[5:])
            else:
                name, letter = event.text.split()
                naive.board[ord(name[0]) - ord("a"), 8 - int(name[1:])] = letter
                naive.reserve[letter] -= 1
        else:
            agree(table, naive)
            same("legal actions", len(table.legal_actions()), len(naive.legal()), table)
            naive.play(read(event.text))
        table.play(event.text, event.seat)
    finish_alike(table, naive)


def test_golden_games_are_of_every_kind():
    heads = [lines[0] for lines in RECORDS.values()]
    assert {head["options"]["mode"] for head in heads} == {"competitive", "teams", "cooperative"}
    assert {head["options"]["side"] for head in heads} == {"front", "back"}
    assert {head["options"].get("stop_at_13") for head in heads} == {None, False, True}
    assert {head["seats"] for head in heads} == {1, 2, 3, 4}
    assert {lines[-1]["end"] for lines in RECORDS.values()} >= {"last_turns", "points", "thirteenth"}
    assert any("own_components" in head for head in heads)
    texts = {line["text"] for lines in RECORDS.values() for line in lines if "text" in line}
    assert any(">" in text for text in texts)
    assert any(text.startswith("discard") and text[-1] in ORDER for text in texts)


@pytest.mark.rule("BOU-07", "BOU-14", "BOU-36", "BOU-42", "BOU-45")
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_the_rules_count_as_they_did(entry):
    table, counts = Table.from_position(entry["position"], chance="physical"), entry["counts"]
    assert [perft(table.game, table.box, table.state, depth) for depth in range(1, len(counts) + 1)] == counts
    assert len({table.text(code) for code in table.legal_actions()}) == counts[0]


def test_an_empty_board_counts_every_placement():
    for entry in ENTRIES[:2]:
        hand = entry["position"]["hands"][0]
        assert entry["counts"][0] == 4 + sum(len(placements(card)) for card in hand)
