"""The naive second reading and the game agree: on every legal action, every clock and all that lies anywhere, along random games.

`make test-deep` compares more; `LUDOTHEQUE_EFFORT=20` twenty times as many.
"""

from collections import Counter

import pytest

from ludotheque.table import Table
from tests.banzai.comparison import Disagreement, finish_alike, naive_of, play_beside, same
from tests.banzai.naive import Game
from tests.banzai.rich import play_rich
from tests.depth import few_or_many

ALL = {"optional_rules": True}

PLAIN = ("BNZ-09", "BNZ-10", "BNZ-13", "BNZ-14", "BNZ-16", "BNZ-18", "BNZ-20", "BNZ-21", "BNZ-22", "BNZ-23", "BNZ-24",
         "BNZ-25", "BNZ-26", "BNZ-28", "BNZ-29", "BNZ-30", "BNZ-32", "BNZ-34", "BNZ-36", "BNZ-38", "BNZ-40", "BNZ-44",
         "BNZ-47", "BNZ-48", "BNZ-49", "BNZ-51", "BNZ-54", "BNZ-87")  # fmt: skip
OPTIONAL = ("BNZ-56", "BNZ-57", "BNZ-58", "BNZ-59", "BNZ-61", "BNZ-62", "BNZ-63", "BNZ-64", "BNZ-65", "BNZ-66", "BNZ-69",
            "BNZ-71", "BNZ-72", "BNZ-73", "BNZ-74", "BNZ-75", "BNZ-76", "BNZ-78", "BNZ-79", "BNZ-80", "BNZ-81", "BNZ-82",
            "BNZ-83", "BNZ-84")  # fmt: skip


@pytest.mark.rule(*PLAIN)
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {}),
        (5, {"time_limit": 0, "once": "player"}),
        (4, {"must_call": True}),
        (6, ALL),
        (5, ALL | {"unhurried": True}),
    ],
)
@few_or_many("games", 1, 3)
def test_a_naive_second_reading_agrees_along_whole_games(seats, options, games):
    seen = Counter()
    for seed in range(games):
        assert play_beside(seats, options, seed, seen).is_over
    assert seen["positions"] >= games * 20
    assert seen["choose"] > games


@pytest.mark.rule(*PLAIN, *OPTIONAL)
@few_or_many("games", 1, 4)
def test_and_from_situations_rich_in_calls(games):
    seen = Counter()
    for seed in range(games):
        for seats, options in (
            (4, ALL),
            (6, ALL | {"once": "player"}),
            (7, ALL),
            (5, ALL | {"unhurried": True}),
        ):
            play_rich(seats, options, seed, seen)
    print(f"{seen['positions']} positions alike: {seen}")
    assert seen["positions"] >= games * 60
    calls = (
        "stop1",
        "stop2",
        "warriors",
        "lords",
        "magicians",
        "kids",
        "marriage",
        "duel",
        "seer",
        "caprice",
        "hand",
    )
    assert sum(bool(seen[call]) for call in calls) >= 7, seen


def test_a_difference_is_reported():
    table = Table("banzai", 3, seed=1)
    with pytest.raises(
        Disagreement, match=r"shown: only in the product \['1'\], not only in the naive game \['2'\]"
    ):
        same("shown", {1}, {2}, table)
    naive = naive_of(table)
    with pytest.raises(Disagreement, match="phase"):
        finish_alike(table, naive)
    assert isinstance(naive, Game)
