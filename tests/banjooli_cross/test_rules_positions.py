"""Positions written and read back, and what is refused, by field."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import strategies as st

from ludotheque.core.errors import BadOption, BadPosition, UnknownGame
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.table import Table
from tests.banjooli_cross.crowds import crowded
from tests.banjooli_cross.naive import BERRIES, BIRDS, CARDS, FACES
from tests.banjooli_cross.races import PLAIN
from tests.banjooli_cross.test_naive import WAYS
from tests.depth import few_or_many, for_any, some

MIDDLE: dict[str, Any] = {
    "game": "banjooli-cross", "seats": 3, "options": {"berries": True, "lion": True}, "phase": "choose", "course": PLAIN,
    "predictions": CARDS[:3], "dice": {"movement": ["red"] * 5, "sorcery": "red"},
}  # fmt: skip


RED_MOVES = {"ostriches": {"red": {"at": "1c1"}}, "moving": {"bird": "red", "left": 1}}


def back(table: Table) -> None:
    again = Table.from_position(table.position(), chance="physical")
    assert again.state.tobytes() == table.state.tobytes()
    assert again.position() == table.position()


@pytest.mark.parametrize(("seats", "options"), some(WAYS, 3))  # the laws look at positions of all ways
def test_a_position_comes_back_byte_for_byte(seats, options):
    table, rng = (
        Table("banjooli-cross", seats, options, chance="physical", first=seats - 1),
        random.Random(seats),
    )
    step = 0
    while not table.is_over:
        if table.awaits_chance:
            table.play(rng.choice(table.journal.results(table.state)[0]), CHANCE_SEAT)
        else:
            table.play(rng.choice(list(table.legal_actions())))
        step += 1
        if step % 7 == 0 or int(table.state[0]["phase"]) not in (3, 4, 5):
            back(table)
    back(table)


def test_crowded_positions_come_back():
    rng = random.Random("back")
    for _ in range(60):
        back(Table.from_position(crowded(rng), chance="physical"))


def test_the_position_of_the_documentation():
    table = Table.from_position(
        {"game": "banjooli-cross", "seats": 3, "options": {"berries": True, "lion": False}, "to_play": 0, "direction": "clockwise",
         "course": ["start:A", "C2:A", "C1:B:left", "C5:A", "C4:A", "finish:A"],
         "ostriches": {"red": {"at": "2c1", "scared": False}, "green": {"at": "nest"}, "yellow": {"at": "podium", "place": 1},
                       "blue": {"at": "1l3"}, "purple": {"at": "1r1"}},
         "phase": "choose",
         "dice": {"movement": ["red", "red", "white", "blue", "green"], "sorcery": "white", "rerolls_left": 0},
         "berries": {"2c2": {"is": "Oor", "known_to": []}}, "oor": None, "single_throw": [],
         "predictions": [["red", "green", "yellow", "blue"], ["green", "yellow", "blue", "purple"],
                         ["red", "yellow", "purple", "green"]]}
    )  # fmt: skip
    assert sorted(table.legal_actions().texts()) == [
        "bewitch blue", "bewitch purple", "bewitch red", "blue 2l1", "blue 3c1", "blue 3l1", "green 0c1", "green 0l1", "green 0r1",
        "green 1c1", "green 1l1", "green 1r2", "red 2c2",
    ]  # fmt: skip
    assert table.position()["berries"] == {"2c2": {"is": "Oor", "known_to": [], "by": 0}}
    table.play("red 2c2")
    assert table.position()["oor"] == 0


def test_a_finished_position_loads_and_offers_nothing():
    birds = {bird: {"at": "podium", "place": place} for place, bird in enumerate(BIRDS[:3], 1)}
    table = Table.from_position(MIDDLE | {"ostriches": birds})
    assert table.is_over
    assert table.outcome.ending == "third_arrival"
    assert [len(table.legal_actions(seat)) for seat in range(3)] == [0, 0, 0]


def test_missing_fields_have_defaults():
    table = Table.from_position(
        {"game": "banjooli-cross", "seats": 3, "course": PLAIN, "predictions": CARDS[:3]}, chance="physical"
    )
    said = table.position()
    assert (said["phase"], said["to_play"], said["direction"]) == ("roll", 0, "clockwise")
    assert (said["turns"], said["single_throw"], said["oor"]) == ([0, 0, 0], [], None)
    assert all(bird == {"at": "nest"} for bird in said["ostriches"].values())


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"wings": 1}, "wings"),
        ({"seats": 6}, "seats"),
        ({"options": {"tiles": 3}}, "options.tiles"),
        ({"options": {"special": "three"}}, "options.special"),
        ({"options": {"berries": 1}}, "options.berries"),
        ({"phase": "sleep"}, "phase"),
        ({"phase": 3}, "phase"),
        ({"phase": "over"}, "phase"),
        ({"to_play": 3}, "to_play"),
        ({"to_play": True}, "to_play"),
        ({"first": 3}, "first"),
        ({"direction": "sideways"}, "direction"),
        ({"turns": [0, 0]}, "turns"),
        ({"turns": [0, -1, 0]}, "turns[1]"),
        ({"course": 7}, "course"),
        ({"course": []}, "course"),
        ({"course": PLAIN[1:]}, "course[0]"),
        ({"course": [*PLAIN[:-1], "C6:A"]}, "course[5]"),
        ({"course": [*PLAIN[:-1], "C9:A"]}, "course[5]"),
        ({"course": [*PLAIN[:2], 7, *PLAIN[3:]]}, "course[2]"),
        ({"course": [*PLAIN[:2], "C3:B", *PLAIN[3:]]}, "course[2]"),
        ({"course": [*PLAIN[:2], "C2:A:left", *PLAIN[3:]]}, "course[2]"),
        ({"course": [*PLAIN[:2], "C1:A", *PLAIN[3:]]}, "course[2]"),
        ({"course": [*PLAIN[:2], "C1:B:left", *PLAIN[3:]]}, "course[2]"),
        ({"course": ["start:A", "C3:B:left", "C2:B:right", *PLAIN[3:]]}, "course[2]"),
        ({"course": [*PLAIN[:2], "finish:B", *PLAIN[3:]]}, "course[2]"),
        ({"ostriches": []}, "ostriches"),
        ({"ostriches": {"pink": {"at": "1c1"}}}, "ostriches.pink"),
        ({"ostriches": {"red": "1c1"}}, "ostriches.red"),
        ({"ostriches": {"red": {"at": "1c1", "hat": 1}}}, "ostriches.red.hat"),
        ({"ostriches": {"red": {"at": 7}}}, "ostriches.red.at"),
        ({"ostriches": {"red": {"at": "1c4"}}}, "ostriches.red.at"),
        ({"ostriches": {"red": {"at": "9c1"}}}, "ostriches.red.at"),
        ({"ostriches": {"red": {"at": "2c2"}}}, "ostriches.red.at"),
        ({"ostriches": {"red": {"at": "1c1", "scared": 1}}}, "ostriches.red.scared"),
        ({"ostriches": {"red": {"at": "podium"}}}, "ostriches.red.place"),
        ({"ostriches": {"red": {"at": "podium", "place": 4}}}, "ostriches.red.place"),
        ({"ostriches": {"red": {"at": "1c1", "place": 1}}}, "ostriches.red.place"),
        ({"ostriches": {"red": {"at": "podium", "place": 1}, "blue": {"at": "podium", "place": 1}}}, "ostriches"),
        ({"ostriches": {"red": {"at": "5c2"}}}, "lion.at"),
        ({"lion": {"at": "7c1"}}, "lion.at"),
        ({"lion": {"awake": 1}}, "lion.awake"),
        ({"lion": {"mane": True}}, "lion.mane"),
        ({"lion": {"at": "1c1"}, "options": {"berries": True}}, "lion"),
        ({"ostriches": {"red": {"at": "1c1"}}, "lion": {"at": "1c1"}}, "lion.at"),
        ({"predictions": CARDS[:2]}, "predictions"),
        ({"predictions": [None, *CARDS[:2]]}, "predictions[0]"),
        ({"predictions": [["red", "green", "yellow"], *CARDS[:2]]}, "predictions[0]"),
        ({"predictions": [CARDS[1], CARDS[0], CARDS[1]]}, "predictions[2]"),
        ({"dice": {"movement": ["red"] * 6, "sorcery": "red"}}, "dice.movement"),
        ({"dice": {"movement": ["pink"] * 5, "sorcery": "red"}}, "dice.movement[0]"),
        ({"dice": {"movement": ["red"] * 5}}, "dice.sorcery"),
        ({"dice": {"movement": ["red"] * 5, "sorcery": "red", "rerolls_left": 2}}, "dice.rerolls_left"),
        ({"dice": {"movement": ["red"] * 5, "sorcery": "red", "colour": 2}}, "dice.colour"),
        ({"phase": "keep", "dice": {"movement": ["red"] * 5, "sorcery": "red", "rerolls_left": 0}}, "dice.rerolls_left"),
        ({"phase": "roll"}, "phase"),
        ({"single_throw": [3]}, "single_throw[0]"),
        ({"oor": 3}, "oor"),
        ({"berries": []}, "berries"),
        ({"berries": {"1l3": {}, "1c3": {}, "1r3": {}, "2l1": {}}}, "berries"),
        ({"berries": {"2c2": {}}}, "berries.2c2"),
        ({"berries": {"3c2": {}}}, "berries.3c2"),
        ({"berries": {"8c2": {}}}, "berries.8c2"),
        ({"berries": {"1l3": {"is": "Cherry"}}}, "berries.1l3.is"),
        ({"berries": {"1l3": {"is": "Oor"}, "1c3": {"is": "Oor"}}}, "berries.1c3.is"),
        ({"berries": {"1l3": {"is": "Oor"}}, "berries_found": ["Oor"]}, "berries.1l3.is"),
        ({"berries": {"1l3": {"known_to": [0]}}}, "berries.1l3.is"),
        ({"berries": {"1l3": {"is": "Oor", "known_to": [5]}}}, "berries.1l3.known_to"),
        ({"berries": {"1l3": {"by": 1}, "1c3": {"by": 1}}}, "berries.1c3.by"),
        ({"berries": {"1l3": {"taste": 1}}}, "berries.1l3.taste"),
        ({"berries_found": ["Cherry"]}, "berries_found[0]"),
        ({"berries_found": ["Joka", "Joka"]}, "berries_found[1]"),
        ({"berries_found": BERRIES[:4]}, "berries_found"),
        ({"options": {}, "berries": {"1l3": {}}}, "berries"),
        ({"phase": "continue"}, "moving"),
        ({"phase": "vortex", "moving": {"bird": "red", "left": 0}}, "moving.bird"),
        ({"phase": "continue", "ostriches": {"red": {"at": "1c1"}}, "moving": {"bird": "red", "left": 0}}, "moving.left"),
        ({"phase": "continue", "ostriches": {"red": {"at": "1c1"}}, "moving": {"bird": "pink", "left": 1}}, "moving.bird"),
        ({"phase": "find", "ostriches": {"red": {"at": "1c1"}}, "moving": {"bird": "red", "left": 1}}, "found"),
        ({"found": "1c3"}, "found"),
        ({"found": "1l3", "berries": {"1l3": {}}}, "found"),
        ({"frenzy": 1}, "frenzy"),
        ({"phase": "course", "course": ["start:A"]}, "predictions[0]"),
        ({"phase": "course", "course": PLAIN, "predictions": [None] * 3}, "course[5]"),
        ({"phase": "deal"}, "phase"),
        ({"phase": "deal", "predictions": [CARDS[0], None, CARDS[1]]}, "predictions[2]"),
        ({"phase": "berries", "berries": {"1l3": {}, "1c3": {}, "1r3": {}}}, "to_play"),
        ({"phase": "berries", "options": {}}, "phase"),
        ({"phase": "wild"}, "phase"),
        ({"phase": "look", **RED_MOVES}, "phase"),
        ({"phase": "look", **RED_MOVES, "berries": {"1l3": {"is": "Oor", "known_to": [1]}}}, "phase"),
        ({"phase": "continue", "ostriches": {"red": {"at": "1c1", "scared": True}}, "moving": {"bird": "red", "left": 1}},
         "moving.bird"),
    ],
)  # fmt: skip
def test_impossible_positions_name_the_field(changes, field):
    with pytest.raises((BadPosition, BadOption)) as refused:
        Table.from_position(MIDDLE | changes)
    assert refused.value.field == field, refused.value
    assert refused.value.why


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.integers(-1, 5) | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
PLACES = st.sampled_from(
    ["nest", "podium", "0l1", "1c1", "2c2", "5c2", "5c3", "9l1", "1x1", "٣l1", "c1", "", "1c01"]
)
OSTRICH = st.fixed_dictionaries(
    {"at": PLACES | ANYTHING},
    optional={
        "scared": st.booleans() | ANYTHING,
        "place": st.integers(0, 4) | ANYTHING,
    },
)
BERRY = st.fixed_dictionaries(
    {},
    optional={
        "is": st.sampled_from([*BERRIES, None]) | ANYTHING,
        "known_to": st.lists(st.integers(0, 4), max_size=3) | ANYTHING,
        "by": st.integers(0, 4) | ANYTHING,
    },
)
FACE = st.sampled_from([*FACES, None])
DICE = st.fixed_dictionaries(
    {},
    optional={
        "movement": st.lists(FACE, max_size=6) | ANYTHING,
        "sorcery": FACE | ANYTHING,
        "rerolls_left": st.integers(0, 2) | ANYTHING,
    },
)
PHASES = [
    "course",
    "deal",
    "berries",
    "roll",
    "keep",
    "choose",
    "continue",
    "find",
    "look",
    "spin",
    "vortex",
    "joka",
    "give",
    "wild",
    "frenzy",
    "over",
]
POSITION = st.fixed_dictionaries(
    {},
    optional={
        "game": st.sampled_from(["banjooli-cross", "chess"]) | ANYTHING,
        "seats": st.integers(1, 6) | ANYTHING,
        "options": st.fixed_dictionaries({}, optional={"berries": st.booleans(), "lion": st.booleans() | ANYTHING}) | ANYTHING,
        "phase": st.sampled_from(PHASES) | ANYTHING,
        "to_play": st.integers(0, 5) | ANYTHING,
        "turns": st.lists(st.integers(0, 400) | ANYTHING, max_size=5) | ANYTHING,
        "course": st.lists(st.sampled_from([*PLAIN, "C1:B:left", "C2:B:right", "S1:A", "S2:A"]), max_size=8) | ANYTHING,
        "ostriches": st.dictionaries(st.sampled_from([*BIRDS, "pink"]), OSTRICH | ANYTHING, max_size=5) | ANYTHING,
        "predictions": st.lists(st.sampled_from(CARDS) | ANYTHING, max_size=5) | ANYTHING,
        "dice": DICE | ANYTHING,
        "berries": st.dictionaries(PLACES, BERRY | ANYTHING, max_size=4) | ANYTHING,
        "berries_found": st.lists(st.sampled_from(BERRIES) | ANYTHING, max_size=3) | ANYTHING,
        "oor": st.integers(-1, 5) | ANYTHING,
        "single_throw": st.lists(st.integers(-1, 5) | ANYTHING, max_size=3) | ANYTHING,
        "moving": st.fixed_dictionaries({"bird": st.sampled_from(BIRDS) | ANYTHING}, optional={"left": st.integers(-1, 30) | ANYTHING})
        | ANYTHING,
        "found": PLACES | ANYTHING,
        "frenzy": st.booleans() | ANYTHING,
        "lion": st.fixed_dictionaries({}, optional={"at": PLACES | ANYTHING, "awake": st.booleans() | ANYTHING}) | ANYTHING,
        "wings": ANYTHING,
    },
)  # fmt: skip


@few_or_many("examples", 80, 400)
def test_whatever_a_position_says_it_is_read_or_refused_by_field(examples):
    for_any(POSITION, read_or_refused, examples)


def read_or_refused(said):
    """No JSON at all makes anything but a table or one of the refusals that name what is wrong; what is read goes on."""
    for position in (said, MIDDLE | said):
        try:
            table = Table.from_position(position, chance="physical")
        except (BadPosition, BadOption):
            continue
        except UnknownGame:
            assert position["game"] != "banjooli-cross"
        else:
            back(table)
            for _ in range(3):
                if table.is_over:
                    break
                assert table.actors or table.awaits_chance
                codes = (
                    table.journal.results(table.state)[0]
                    if table.awaits_chance
                    else list(table.legal_actions())
                )
                table.play(codes[len(codes) // 2], CHANCE_SEAT if table.awaits_chance else None)
