"""The naive second reading and the game agree: on every legal action and every result, along random games of all kinds."""

from collections import Counter

import pytest

from ludotheque.games.boussanga.labels import frame_of
from ludotheque.table import Table
from tests.boussanga.comparison import Disagreement, finish_alike, naive_of, play_beside, same
from tests.boussanga.naive import deck, placements
from tests.boussanga.tables import SETTINGS
from tests.depth import deep, few_or_many

ALL_COMPETITIVE = ("BOU-07", "BOU-08", "BOU-09", "BOU-10", "BOU-11", "BOU-12", "BOU-13", "BOU-14", "BOU-15", "BOU-16",
                   "BOU-17", "BOU-18", "BOU-19", "BOU-20", "BOU-21", "BOU-22", "BOU-23", "BOU-25", "BOU-26")  # fmt: skip
ALL_COOPERATIVE = ("BOU-33", "BOU-36", "BOU-37", "BOU-38", "BOU-39", "BOU-40", "BOU-41", "BOU-42", "BOU-43", "BOU-44",
                   "BOU-45", "BOU-46", "BOU-47", "BOU-48", "BOU-50", "BOU-51", "BOU-52", "BOU-53")  # fmt: skip


@pytest.mark.rule(*ALL_COMPETITIVE, *ALL_COOPERATIVE)
@pytest.mark.parametrize(
    ("seats", "options", "choose"),
    [
        (*setting, choose) if (number + other) % 2 else deep(*setting, choose)
        for number, setting in enumerate(SETTINGS)
        for other, choose in enumerate(("random", "best"))
    ],
)
@few_or_many("games", 1, 6)
def test_a_naive_second_reading_agrees(seats, options, choose, games):
    seen = Counter()
    for seed in range(games):
        assert play_beside(seats, options, seed, choose, seen).is_over
    assert seen["positions"] >= games * 10
    assert seen["lay"] > games


def test_a_difference_is_reported():
    table = Table("boussanga", 2, seed=1)
    with pytest.raises(
        Disagreement, match="board: only in the product \\['1'\\], not only in the naive game \\['2'\\]"
    ):
        same("board", {1}, {2}, table)
    with pytest.raises(Disagreement):
        finish_alike(Table.from_position({**table.position(), "trigger": 0, "to_play": 1}), naive_of(table))


@pytest.mark.rule("BOU-03", "BOU-09")
@pytest.mark.parametrize("mirrored", [False, True])
def test_every_placement_of_every_card_on_an_empty_board(mirrored):
    table = Table("boussanga", 2, {"side": "back" if mirrored else "front"}, seed=1)
    b, side = table.box[0], int(mirrored)
    frames = [frame_of(b, side, card) for card in range(int(b["cards"]))]
    assert frames == deck(mirrored)
    for card, frame in enumerate(frames):
        fits = sum(int(b["fits"][side, card, turn]).bit_count() for turn in range(8))
        assert fits == len(placements(frame)), frame
