"""The box: the deck by its rule, boxes of one's own, and what is wrong with those that cannot be played with."""

import numpy as np
import pytest

from ludotheque.core import components
from ludotheque.core.catalogue import say
from ludotheque.core.errors import BadComponents
from ludotheque.core.registry import get
from ludotheque.games.boussanga.cards import mirrored, pattern, positions, same_card, shifted
from ludotheque.table import Table
from tests.boussanga.boxes import PRINTED, box
from tests.boussanga.naive import deck

GAME = get("boussanga")


def test_the_48_cards_are_distinct_and_hold_each_colour_42_times():
    cards = deck()
    assert len(cards) == 48
    assert {letter: "".join(cards).count(letter) for letter in "TEAF"} == dict.fromkeys("TEAF", 42)
    assert not any(same_card(one, other) for n, one in enumerate(cards) for other in cards[:n])
    b = components.load(GAME).array[0]
    assert int(b["cards"]) == 48
    assert sorted(b["tokens"][:48].tolist()) == [3] * 24 + [4] * 24


def test_frames_can_be_shifted_mirrored_and_laid():
    assert shifted("T../T../TE.", 1) == "E../E../EA."
    assert shifted("T../T../TF.", 1) == "E../E../ET."
    assert mirrored("T../T../TE.") == "..T/..T/.ET"
    assert pattern(".T./.EA/...") == [(1, 0, 0), (1, 1, 1), (2, 1, 2)]
    assert same_card("T../T../TE.", "TTT/E../...") is True
    assert same_card("T../T../TE.", "..T/..T/.ET") is False
    assert [sorted(laid) for laid in positions(".../TE./...")][:3] == [
        [(0, 0, 0), (1, 0, 1)],
        [(0, 0, 0), (1, 1, 1)],
        [(0, 0, 0), (0, 1, 1)],
    ]


def test_a_box_with_other_values_plays_by_them():
    own = box(values={"earth": 9}, tokens={"earth": 8, "water": 8, "air": 8, "fire": 8}, goal={"points": 9})
    board = ["........"] * 4 + ["TT......"] + ["........"] * 3
    position = {"game": "boussanga", "seats": 2, "board": board, "hands": [[".../TTE/...", ".../TET/...", "T../T../TE.", ".../.TE/.AT"],
                [".../EEA/...", ".../EAE/...", "E../E../EA.", ".../.EA/.FE"]]}  # fmt: skip
    table = Table.from_position(position, components=own, chance="physical")
    table.play("1: c4T d4T e4E")
    assert table.position()["trigger"] == 0, "one token of nine points is enough here"


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_another_deck_on_a_smaller_board_plays_to_the_end(seats):
    cards = [
        {"frame": frame, "shifts": 4}
        for frame in ("TE./.../...", "TET/AFA/TET", "T.E/.../A.F", "TTT/.../...", "TE./A../...")
    ]
    own = box(cards=cards, board={"width": 5, "height": 6}, hand={"cards": 3},
              tokens={"earth": 8, "water": 7, "air": 6, "fire": 5})  # fmt: skip
    for seed in range(3):
        table, rng = Table("boussanga", seats, seed=seed, components=own), np.random.default_rng(seed)
        assert all(len(hand) == 3 for hand in table.position()["hands"])
        while not table.is_over:
            table.play(int(rng.choice(table.legal_actions())))
        assert table.outcome.ending in GAME.terminations[1:]


@pytest.mark.parametrize(
    ("own", "field", "why"),
    [
        (box(board={"width": 3}), "board.width", "must be from 4 to 8, not 3"),
        (box(tokens={"earth": "many"}), "tokens.earth", 'must be a whole number, not "many"'),
        (box(tokens={"earth": 40}), "tokens", "88 tokens do not fit on the 64 cells of the board"),
        (box(values={"fire": 0}), "values.fire", "must be from 1 to 9, not 0"),
        (box(values={"sand": 2}), "values.sand", "is not known here; known keys: earth, water, air, fire"),
        (
            box(goal={"cards_scholar": 12}),
            "goal.cards_scholar",
            "must be less than goal.cards_won, 12, not 12",
        ),
        (
            box(goal={"cards_master": 11}),
            "goal.cards_master",
            "must be less than goal.cards_scholar, 10, not 11",
        ),
        (box(cards=[]), "cards", "must have 1 to 64 entries, not 0"),
        (box(cards=[{"frame": "TTE"}]), "cards[0].frame", "must be three rows of three places"),
        (box(cards=[{"frame": ".../.T./..."}]), "cards[0].frame", "with two tokens or more"),
        (box(cards=[{"frame": 3}]), "cards[0].frame", "not 3"),
        (box(cards=[{"frame": ".../TTE/...", "shifts": 5}]), "cards[0].shifts", "must be from 1 to 4, not 5"),
        (box(cards=[{"frame": ".../TTE/...", "colour": "red"}]), "cards[0].colour", "is not known"),
        (
            box(cards=[{"frame": ".../TTE/..."}, {"frame": "ETT/.../..."}]),
            "cards[1]",
            "the card .../TTE/... again",
        ),
        (box(cards=[{"frame": ".../TTE/...", "shifts": 4}]), "cards", "make 4 cards; there must be from 17"),
        (
            box(cards=[{"frame": ".../TTE/...", "provenance": "heard"}]),
            "cards[0].provenance",
            "must be one of printed",
        ),
        (
            box(chips={"red": 3}),
            "chips",
            "is not known here; known keys: board, tokens, values, hand, goal, cards",
        ),
        ({name: table for name, table in PRINTED.items() if name != "cards"}, "cards", "is missing"),
        ({name: table for name, table in PRINTED.items() if name != "tokens"}, "tokens", "is missing"),
    ],
)
def test_a_box_that_cannot_be_played_with_says_where_and_why(own, field, why):
    with pytest.raises(BadComponents) as caught:
        GAME.components(own)
    assert caught.value.field == field
    assert why in caught.value.why
    for language in ("fr", "en"):
        assert "[" not in say(caught.value.message, language).replace(field, "")


def test_optional_fields_of_a_file():
    less = {name: table for name, table in PRINTED.items() if name not in ("hand", "goal")}
    assert GAME.components(less).tobytes() == GAME.components(PRINTED).tobytes()
