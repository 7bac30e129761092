"""The naive second implementation agrees with the product: legal actions, every position after them, and the end.

`make test-deep` compares many more; `LUDOTHEQUE_EFFORT=20` twenty times as many.
"""

import random
import time
from collections import Counter

import pytest

from ludotheque.bots import choose_in
from ludotheque.core.luck import Luck
from ludotheque.table import Table
from tests.billabong.boards import race
from tests.billabong.comparison import (
    Disagreement,
    along,
    at_random,
    board_of,
    box_at_random,
    closing,
    codes_of,
    compare,
    crowd,
    eager,
    level,
    naive_of,
    shut_in,
    shuttle,
)
from tests.billabong.naive_game import Board, NaiveGame
from tests.depth import EFFORT, few_or_many, some

MODES = [(2, {"mode": "two-teams"}), (2, {"mode": "duel"}), (3, {}), (4, {})]
WAYS = [
    pytest.param(
        seats,
        {**mode, "placement": placement, "play_on": play_on},
        id=f"{seats}-{mode.get('mode', '')}-{placement}-{play_on}",
    )
    for seats, mode in MODES
    for placement in ("anywhere", "behind-stream")
    for play_on in (False, True)
]
EVERY_WAY = pytest.mark.parametrize(("seats", "options"), some(WAYS, 7))
SHORT = {
    "board": {"width": 10, "height": 8},
    "lake": {"x": 4, "y": 3, "width": 2, "height": 2},
    "stream": {"column": 4},
    "pieces": {"kangaroos": 3},
    "limit": {"race_turns": 30},
}


@pytest.fixture(scope="module")
def tally(request):
    """What was compared in all, printed when the tests are over."""
    counters, began = dict[str, Counter](), time.perf_counter()
    yield counters
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        positions = sum(counter["positions"] for counter in counters.values())
        print(f"\nnaive and product compared at {positions} positions in {time.perf_counter() - began:.0f} s")
        for name, counter in counters.items():
            figures = ", ".join(f"{what} {count}" for what, count in sorted(counter.items()) if count)
            print(f"  {name.removeprefix('test_')}: {figures}")


@pytest.fixture
def seen(tally, request):
    """Counts what this test compares."""
    counter = Counter()
    yield counter
    total = tally.setdefault(request.node.originalname, Counter())
    for what, count in counter.items():
        total[what] = (
            max(total[what], count)
            if what in ("longest series", "most legal actions")
            else total[what] + count
        )


def bot(table, game, legal, rng):
    """The product's greedy bot, with some random moves in between."""
    if legal[0][0] == "place" or rng.random() < 0.1:
        return rng.choice(legal)
    generator = Luck.of(rng.getrandbits(32))
    code = choose_in(table.game, table.box, table.state.copy(), table.actors[0], "greedy", generator)
    return next(action for action, number in codes_of(table, game.board).items() if number == code)


@pytest.mark.rule("BIL-07", "BIL-08", "BIL-09", "BIL-10", "BIL-11", "BIL-14", "BIL-15", "BIL-46", "BIL-47")
@EVERY_WAY
def test_along_games_of_bots_to_their_end(seats, options, seen):
    rng = random.Random(f"bots {seats} {options}")
    for _ in range(EFFORT):
        along(Table("billabong", seats, options, seed=1, first=rng.randrange(seats)), rng, bot, 2000, seen)
    assert seen["end"] == seen["all home"] == EFFORT


@pytest.mark.rule("BIL-17", "BIL-18", "BIL-20", "BIL-23", "BIL-24", "BIL-42", "BIL-44", "BIL-48", "BIL-49")
@EVERY_WAY
def test_along_random_and_wilful_games(seats, options, seen):
    rng = random.Random(f"random {seats} {options}")
    for choose in (at_random, shuttle, eager) * EFFORT:
        along(Table("billabong", seats, options, seed=1, first=rng.randrange(seats)), rng, choose, 100, seen)
    assert seen["positions"] > 200 * EFFORT


@pytest.mark.rule("BIL-46", "BIL-51")
@EVERY_WAY
def test_along_short_games_to_the_end_or_the_technical_limit(seats, options, seen):
    rng = random.Random(f"short {seats} {options}")
    for choose in (at_random, shuttle, eager) * EFFORT:
        table = Table("billabong", seats, options, seed=1, first=rng.randrange(seats), components=SHORT)
        along(table, rng, choose, 2000, seen)
    assert seen["end"] == seen["all home"] + seen["turn limit"]


@pytest.mark.rule("BIL-16", "BIL-20", "BIL-22", "BIL-24", "BIL-33", "BIL-37", "BIL-38", "BIL-45")
@few_or_many("crowds", 36, 360)
def test_in_crowds(crowds, seen):
    rng = random.Random("crowds")
    for number in range(crowds):
        seats, mode = MODES[number % 4]
        options = {**mode, "play_on": rng.random() < 0.5}
        position = (shut_in if number % 9 == 0 else crowd)(rng, seats, options, Board())
        table = Table.from_position(position)
        along(table, rng, rng.choice([at_random, eager]), 2, seen)
    assert seen["pass"] > 0
    assert seen["same cell, other crossings"] > 0
    assert seen["longest series"] > 8


@pytest.mark.rule("BIL-45", "BIL-46")
@few_or_many("races", 16, 80)
def test_when_the_race_is_nearly_over(races, seen):
    rng = random.Random("closing")
    for number in range(races):
        seats, mode = MODES[number % 4]
        position = closing(rng, seats, {**mode, "play_on": number % 3 > 0}, Board())
        along(Table.from_position(position), rng, eager, 25, seen)
    assert seen["all home"] > races // 2


@pytest.mark.rule("BIL-01", "BIL-50", "BIL-51")
@few_or_many("boards", 5, 50)
def test_games_on_custom_boards_agree(boards, seen):
    rng = random.Random("boards")
    for number in range(boards):
        seats, mode = MODES[number % 4]
        options = {
            **mode,
            "play_on": rng.random() < 0.5,
            "placement": rng.choice(["anywhere", "behind-stream"]),
        }
        box = box_at_random(rng)
        along(Table("billabong", seats, options, seed=1, first=0, components=box), rng, shuttle, 40, seen)
        board = Board.of(box)
        if sum(map(board.land, board.cells())) >= 2 * seats * board.each * 2:
            along(
                Table.from_position(crowd(rng, seats, options, board), components=box), rng, eager, 30, seen
            )
    assert seen["turn limit"] > 0
    assert boards < 50 or seen["all home"] > 0


@pytest.mark.rule("BIL-51")
@few_or_many("positions", 150, 900)
def test_ranks_at_the_technical_limit(positions, seen):
    """Finished positions alone: nothing is legal, all is in the ranking."""
    rng = random.Random("limit")
    for number in range(positions):
        seats, mode = MODES[number % 4]
        options = {**mode, "play_on": rng.random() < 0.5}
        if number % 3 == 0:
            turns = [rng.randint(300, 303) for _ in range(seats)]
            position = crowd(rng, seats, options, Board()) | {"turns": turns}
        else:
            position = level(rng, seats, options, Board())
        along(Table.from_position(position), rng, at_random, 0, seen)
    assert seen["turn limit"] == positions
    assert seen["shared ranks at the limit"] > positions // 5


TRICKY = {
    "to and fro over the stream in one series": ("h3/1 g5 a1", "i3 j3 i4 h4"),
    "all around the lake by hops": ("k5/1 f9 e6", "l6 l7 k9 i10 f10"),
    "over the corners of the lake": ("f6/1 k6 f9 k9", "e7 l7 e8 l8 g6"),
    "only the referee to hop over again": ("c3 c4", "p14"),
    "a long hop over the stream": ("p3/1", "i3 a1"),
    "nothing is legal for seat 0": ("a1", "a2 b2 b1 a3 c1", "c3 p14"),
    "nothing is legal for seat 0, well shut in": ("a1", "a2 b1 b2 a3 c1", "c3 a4 b3 c2 d1"),
    "one kangaroo each, nobody to hop over": ("i1/1", "a14"),
    "back over the stream at 1 and at 0": ("h1/1 h2", "i5 g5"),
    "home by a slide and by a hop": ("i1/1 i3/1", "h3 h5 j2"),
    "home from the row under the lake": ("i6/1 j6/1", "k6 i5"),
}


@pytest.mark.rule("BIL-16", "BIL-33", "BIL-38", "BIL-39", "BIL-43")
@pytest.mark.parametrize("name", TRICKY)
def test_in_tricky_positions(name, seen):
    for play_on in (False, True):
        table = race(*TRICKY[name], options={"play_on": play_on})
        compare(table, naive_of(table))
        if "nothing is legal" in name:
            assert list(naive_of(table).legal()) == [("pass",)]
        for choose in (at_random, shuttle, eager):
            along(race(*TRICKY[name], options={"play_on": play_on}), random.Random(name), choose, 6, seen)


def test_a_difference_would_be_noticed():
    table = Table("billabong", 3, seed=1, first=0)
    table.play("k3")
    with pytest.raises(Disagreement, match="positions"):
        compare(table, NaiveGame(3, dict(table.options), board_of(table)))
    other = naive_of(table)
    other.kangaroos[0]["cell"] = other.board.cell("k4")
    with pytest.raises(Disagreement):
        compare(table, other)
    narrower = NaiveGame.from_position(table.position(), Board(width=15))
    with pytest.raises(Disagreement, match="legal actions"):
        compare(table, narrower)
