"""What the page on positions says is held: for each sentence, a situation that it forbids is refused, by the field that is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from ludotheque import Table
from ludotheque.core import artefact
from ludotheque.core.errors import BadOption, BadPosition
from ludotheque.table.replay import replay

HOME = [{"seat": seat, "cell": "home"} for seat in (0, 1) for _ in range(4)]
BILLABONG: dict[str, Any] = {
    "game": "billabong", "seats": 2, "options": {"mode": "duel"},
    "kangaroos": [{"seat": 0, "colour": "red", "cell": "k3", "crossings": 0}, {"seat": 1, "cell": "l4"}, *HOME],
}  # fmt: skip
PLACING = BILLABONG | {"phase": "placement", "kangaroos": [{"seat": 0, "cell": "k3"}], "to_play": 1}
BANTU: dict[str, Any] = {"game": "bantu", "seats": 4, "pawns": [{"seat": 0, "number": 3, "at": "r15b"}]}
EMPTY = ["." * 8] * 8
BOUSSANGA: dict[str, Any] = {
    "game": "boussanga", "seats": 2, "board": EMPTY,
    "hands": [[".../TTE/...", ".../TET/...", "T../T../TE.", ".../.TE/.AT"], [".../EEA/...", ".../EAE/...", "E../E../EA.", ".../.EA/.FE"]],
}  # fmt: skip
TOGETHER = BOUSSANGA | {
    "seats": 1, "hands": BOUSSANGA["hands"][:1], "board": ["TTTTTTTT", "TTTTTTTT", "EEEEEEEE", "EEEEEEEE", "AAAAAAAA", "AAAAAAAA", "FFFFFFFF", "FFFFFF.."],
    "zone": {"F": 2},
}  # fmt: skip
COURSE = ["start:A", "C1:A", "C2:A", "C4:A", "C5:A", "finish:A"]
CARDS = [
    ["red", "green", "yellow", "blue"],
    ["green", "yellow", "blue", "purple"],
    ["yellow", "blue", "purple", "red"],
]
THROWN = {"movement": ["red"] * 5, "sorcery": "red"}
BANJOOLI: dict[str, Any] = {
    "game": "banjooli-cross", "seats": 3, "options": {"berries": True, "lion": True}, "phase": "choose", "course": COURSE,
    "predictions": CARDS, "dice": THROWN,
}  # fmt: skip
NO_BERRIES = BANJOOLI | {"options": {}}
BEFORE = {name: value for name, value in BANJOOLI.items() if name != "dice"} | {"phase": "berries"}
RUNS = {"ostriches": {"red": {"at": "1c1"}}, "moving": {"bird": "red", "left": 1}}
CHARACTERS = ("lord", "warrior", "princess", "kid", "magician")
BANZAI: dict[str, Any] = {
    "game": "banzai", "seats": 4, "exchanges": 1, "families": ["fox", "frog", "turtle", "cat"],
    "hands": [[f"{family}.{each}" for each in CHARACTERS] for family in ("fox", "frog", "turtle", "cat")],
    "pawns": [{"x": 0.0, "y": 0.35}, {"x": 0.3, "y": -0.2}, {"x": -0.3, "y": -0.2}],
}  # fmt: skip
PAWNS = BANZAI["pawns"]
GOOD = {
    "billabong": BILLABONG, "placing": PLACING, "bantu": BANTU, "boussanga": BOUSSANGA, "together": TOGETHER,
    "banjooli-cross": BANJOOLI, "before": BEFORE, "banzai": BANZAI,
}  # fmt: skip

SENTENCES: dict[str, list[tuple[str, Mapping[str, Any], str]]] = {
    "billabong": [
        ("the lake is g7-j8", {"kangaroos": [{"seat": 0, "cell": "h7"}]}, "kangaroos[0].cell"),
        ("files a-p", {"kangaroos": [{"seat": 0, "cell": "q1"}]}, "kangaroos[0].cell"),
        ("two on a cell", {"kangaroos": [{"seat": 0, "cell": "k3"}, {"seat": 1, "cell": "k3"}]}, "kangaroos[1].cell"),
        ("in a race every kangaroo is listed", {"kangaroos": BILLABONG["kangaroos"][:-1]}, "kangaroos"),
        ("no more than there are", {"kangaroos": [*BILLABONG["kangaroos"], {"seat": 0, "cell": "a1"}]}, "kangaroos[10]"),
        ("crossings", {"kangaroos": [{"seat": 0, "cell": "k3", "crossings": 2}]}, "kangaroos[0].crossings"),
        ("colours", {"kangaroos": [{"seat": 0, "colour": "pink", "cell": "k3"}]}, "kangaroos[0].colour"),
        ("duel is only for two", {"seats": 3}, "options.mode"),
        ("to_play has finished while others play", {"seats": 3, "options": {"play_on": True}, "kangaroos": [
            *({"seat": 0, "cell": "home"} for _ in range(5)), {"seat": 1, "cell": "l4"}, {"seat": 2, "cell": "k3"},
            *({"seat": seat, "cell": "home"} for seat in (1, 2) for _ in range(4)),
        ]}, "to_play"),
        ("two cannot both have finished", {"kangaroos": [{"seat": 0, "cell": "home"}, {"seat": 1, "cell": "home"}, *HOME]}, "kangaroos"),
        ("unknown keys", {"wings": 1}, "wings"),
        ("turns of each seat", {"turns": [1]}, "turns"),
    ],
    "placing": [
        ("crossings are 0", {"kangaroos": [{"seat": 0, "cell": "k3", "crossings": 1}]}, "kangaroos[0].crossings"),
        ("none is home", {"kangaroos": [{"seat": 0, "cell": "home"}]}, "kangaroos[0].cell"),
        ("numbers fit taking turns", {"kangaroos": [{"seat": 0, "cell": "k3"}, {"seat": 0, "cell": "k4"}]}, "kangaroos"),
        ("behind the stream", {"options": {"mode": "duel", "placement": "behind-stream"}, "kangaroos": [{"seat": 0, "cell": "k12"}]}, "kangaroos[0].cell"),
    ],
    "bantu": [
        ("circles", {"pawns": [{"seat": 0, "number": 3, "at": "r28a"}]}, "pawns[0].at"),
        ("its own start line or beyond", {"pawns": [{"seat": 0, "number": 3, "at": "r6b"}]}, "pawns[0].at"),
        ("pawn 4 is refused in the short game", {"options": {"short": True}, "pawns": [{"seat": 0, "number": 4, "at": "r15b"}]}, "pawns[0].number"),
        ("teams need four seats", {"seats": 3, "options": {"teams": True}}, "options.teams"),
        ("two on a circle", {"pawns": [*BANTU["pawns"], {"seat": 1, "number": 4, "at": "r15b"}]}, "pawns[1].at"),
        ("a pawn twice", {"pawns": [*BANTU["pawns"], {"seat": 0, "number": 3, "at": "start"}]}, "pawns[1]"),
        ("one winner", {"pawns": [{"seat": seat, "number": n, "at": "finish"} for seat in (0, 1) for n in (1, 2, 3, 4)]}, "pawns"),
    ],
    "boussanga": [
        ("8 rows", {"board": EMPTY[:7]}, "board"),
        ("of . T E A F", {"board": [*EMPTY[:7], ".......X"]}, "board[7]"),
        ("four cards", {"hands": [[*BOUSSANGA["hands"][0], ".../AAF/..."], BOUSSANGA["hands"][1]]}, "hands[0]"),
        ("a card twice", {"discarded": [".../TTE/..."]}, "discarded[0]"),
        ("a run of four", {"board": [*EMPTY[:7], "TTTT...."]}, "board"),
        ("colours that do not add up", {"reserve": {"T": 15, "E": 16, "A": 16, "F": 16}}, "reserve"),
        ("four without the bonus letter", {"stores": [{"T": 4}, {}]}, "stores[0].bonus"),
        ("the letter with fewer than five", {"stores": [{"T": 4, "bonus": "T"}, {}]}, "stores[0].bonus"),
        ("an end condition without its trigger", {"stores": [{"T": 8, "E": 8, "bonus": "TE"}, {"T": 8, "bonus": "T"}]}, "trigger"),
        ("the seat that plays has a turn left", {"trigger": 0, "last_turns": 1, "to_play": 0}, "to_play"),
        ("turns still to play", {"trigger": 0, "last_turns": 2, "to_play": 1}, "last_turns"),
        ("full hands", {"hands": [BOUSSANGA["hands"][0][:3], BOUSSANGA["hands"][1]]}, "hands[0]"),
        ("no put-back against each other", {"phase": "put-back"}, "phase"),
        ("no zone against each other", {"zone": {}}, "zone"),
        ("teams need four", {"options": {"mode": "teams"}}, "options.mode"),
    ],
    "together": [
        ("one hand", {"hands": BOUSSANGA["hands"]}, "hands"),
        ("one store", {"stores": [{}, {}]}, "stores"),
        ("without bonus", {"stores": [{"bonus": ""}]}, "stores[0].bonus"),
        ("no reserve", {"reserve": {"T": 0}}, "reserve"),
        ("board, zone and store are 16 a colour", {"zone": {"F": 1}}, "zone"),
        ("put-back with due", {"phase": "put-back"}, "due"),
        ("no trigger", {"trigger": 0}, "trigger"),
    ],
    "banjooli-cross": [
        ("the start has index 0", {"course": COURSE[1:]}, "course[0]"),
        ("one space a lane at the start", {"ostriches": {"red": {"at": "0c2"}}}, "ostriches.red.at"),
        ("two at the finish", {"ostriches": {"red": {"at": "5c3"}}}, "ostriches.red.at"),
        ("a tile twice", {"course": [*COURSE[:2], "C1:A", *COURSE[3:]]}, "course[2]"),
        ("a prediction outside the ten", {"predictions": [["red", "blue", "purple", "green"], *CARDS[:2]]}, "predictions[0]"),
        ("two on a space", {"ostriches": {"red": {"at": "1c1"}, "blue": {"at": "1c1"}}}, "ostriches.blue.at"),
        ("a place on the podium", {"ostriches": {"red": {"at": "podium", "place": 2}}}, "ostriches"),
        ("berries lie on earth", {"berries": {"2c2": {}}}, "berries.2c2"),
        ("berries lie far from the start", {"berries": {"1c2": {}}}, "berries.1c2"),
        ("no berry at the start", {"berries": {"0c1": {}}}, "berries.0c1"),
        ("one jade", {"oor": 1, "berries": {"1l3": {"is": "Oor"}}}, "berries.1l3.is"),
        ("eleven kinds", {"berries": {"1l3": {"is": "Cherry"}}}, "berries.1l3.is"),
        ("one berry a player", {"berries": {"1l3": {}, "1c3": {}, "1r3": {}, "3l1": {}}}, "berries"),
        ("no berries without the option", {"options": {}, "berries": {"1l3": {}}}, "berries"),
        ("no jade without berries", {"options": {}, "oor": 0}, "oor"),
        ("no other direction without berries", {"options": {}, "direction": "counter-clockwise"}, "direction"),
        ("no lance without berries", {"options": {}, "single_throw": [1]}, "single_throw"),
        ("no frenzy without berries", {"options": {}, "phase": "frenzy"}, "phase"),
        ("the lion when the module is on", {"options": {}, "lion": {"at": "5c2", "awake": True}}, "lion"),
        ("vortex with moving", {"phase": "vortex"}, "moving"),
        ("a choice is due at Joka", {"phase": "joka", **RUNS}, "phase"),
        ("a choice is due for the lance", {"phase": "give", "seats": 2, "predictions": CARDS[:2], **RUNS}, "phase"),
        ("a frenzy has dice left", {"phase": "frenzy", "dice": {"movement": [], "sorcery": "red"}}, "phase"),
        ("throwing is chance alone", {"phase": "roll"}, "phase"),
        ("choosing needs dice", {"dice": {}}, "dice.movement[0]"),
    ],
    "before": [
        ("before the race all are in their nests", {"ostriches": {"red": {"at": "1c1"}}}, "ostriches.red.at"),
        ("before the race nobody has thrown", {"dice": THROWN}, "dice"),
        ("before the race nobody has played", {"turns": [0, 1, 0]}, "turns[1]"),
        ("one after the other", {"to_play": 1}, "berries"),
        ("nobody out of turn", {"berries": {"1l3": {"by": 2}}}, "berries"),
        ("once each", {"berries": {"1l3": {"by": 0}}}, "to_play"),
    ],
    "banzai": [
        ("one pawn fewer than players", {"pawns": PAWNS[:2]}, "pawns"),
        ("and no more", {"pawns": [*PAWNS, {"x": 0.0, "y": 0.0}]}, "pawns"),
        ("pawns lie apart", {"pawns": [*PAWNS[:2], {"x": 0.05, "y": 0.35}]}, "pawns[2]"),
        ("on the table", {"pawns": [*PAWNS[:2], {"x": 0.9, "y": 0.9}]}, "pawns[2]"),
        ("held in a race only", {"pawns": [*PAWNS[:2], {**PAWNS[2], "by": 1}]}, "pawns[2].by"),
        ("held by who sits there", {"phase": "grab", "caller": 0, "pawns": [*PAWNS[:2], {**PAWNS[2], "by": 4}]}, "pawns[2].by"),
        ("a race has a caller", {"phase": "grab"}, "caller"),
        ("as many families as seats", {"families": BANZAI["families"][:3]}, "hands[3]"),
        ("families of the box", {"families": ["dog", "frog", "turtle", "cat"]}, "families[0]"),
        ("a card twice", {"hands": [["fox.lord"] * 2, [], [], []]}, "hands[0][1]"),
        ("one row a seat", {"hands": BANZAI["hands"][:3]}, "hands"),
        ("seating holds those still in", {"seating": [0, 1, 2]}, "seating"),
        ("seating once each", {"seating": [0, 1, 2, 2]}, "seating"),
        ("chosen from the hand", {"chosen": {"0": "frog.lord"}}, "chosen.0"),
        ("a third only in the final", {"third": 2}, "third"),
        ("the third is out", {"final": True, "third": 2}, "third"),
        ("a duel is of two", {"duel": [1, 1]}, "duel"),
        ("unions are of families in play", {"unions": [["fox", "dog"]]}, "unions[0][1]"),
        ("and not of others", {"unions": [["fox", "cow"]]}, "unions[0][1]"),
        ("a union is of two", {"unions": [["fox", "fox"]]}, "unions[0]"),
        ("calls", {"used": [{"seat": 0, "what": "shout"}]}, "used[0].what"),
        ("shown cards are in the hand", {"shown": {"0": ["frog.lord"]}}, "shown.0"),
    ],
}  # fmt: skip
ALL = [(kind, *row) for kind, rows in SENTENCES.items() for row in rows]


@pytest.fixture(autouse=True)
def _interpreted() -> Any:
    with artefact.interpreting():
        yield


@pytest.mark.parametrize("kind", GOOD)
def test_the_edited_positions_are_valid(kind: str) -> None:
    assert Table.from_position(GOOD[kind]).actors


@pytest.mark.parametrize(
    ("kind", "sentence", "changed", "field"), ALL, ids=[f"{kind}: {said}" for kind, said, *_ in ALL]
)
def test_a_sentence_is_held(kind: str, sentence: str, changed: Mapping[str, Any], field: str) -> None:
    del sentence
    with pytest.raises((BadPosition, BadOption)) as refused:
        Table.from_position({**GOOD[kind], **changed})
    assert refused.value.field == field, refused.value
    for language in ("en", "fr"):
        assert not re.search(r"\[[a-z-]+(\.[a-z_]+)+\]", refused.value.said_in(language)), "words are missing"


@pytest.mark.parametrize("key", ["game", "seats"])
@pytest.mark.parametrize("kind", GOOD)
def test_game_and_seats_are_required(kind: str, key: str) -> None:
    with pytest.raises(BadPosition) as refused:
        Table.from_position({name: value for name, value in GOOD[kind].items() if name != key})
    assert refused.value.field == key


def test_the_jade_is_found_by_its_holder() -> None:
    table = Table.from_position(BANJOOLI | {"oor": 1})
    assert table.position()["berries_found"] == ["Oor"]


def test_a_berry_belongs_to_the_next_player_to_place_one() -> None:
    table = Table.from_position(BEFORE | {"first": 1, "to_play": 0, "berries": {"1l3": {}, "1c3": {}}})
    assert [each["by"] for each in table.position()["berries"].values()] == [1, 2]


KEPT: list[tuple[str, dict[str, Any]]] = [
    ("banjooli-cross", {"options": {}, "oor": 1}),
    ("banjooli-cross", {"berries": {"1c2": {}}}),
    ("before", {"ostriches": {"red": {"at": "1c1"}}}),
    ("before", {"berries": {"1l3": {"by": 2}}}),
    ("banzai", {"pawns": PAWNS[:2]}),
    ("banzai", {"pawns": [PAWNS[0]] * 3}),
    ("banzai", {"pawns": [{**PAWNS[0], "by": 1}, *PAWNS[1:]]}),
    ("banzai", {"third": 1}),
    ("banzai", {"duel": [1, 1]}),
    ("banzai", {"unions": [["fox", "fox"]]}),
    ("banzai", {"unions": [["fox", "cow"]]}),
]  # fmt: skip
"""What was accepted before it was checked."""


@pytest.mark.parametrize(("kind", "changed"), KEPT)
def test_a_stored_journal_reads_back_unchanged(kind: str, changed: dict[str, Any]) -> None:
    position = GOOD[kind] | changed
    with pytest.raises(BadPosition):
        Table.from_position(position)
    assert Table.from_position(position, kept=True).journal.setup.position == position


def test_a_record_keeps_its_original_meaning() -> None:
    bare = BANJOOLI | {"first": 1, "berries": {"1l3": {}, "1c3": {}}}
    head, *lines = Table.from_position(bare).record()
    assert [each["by"] for each in head["position"]["berries"].values()] == [1, 2], "it is written in full"
    assert replay([head, *lines]).position()["berries"] == head["position"]["berries"]
    old = replay([head | {"position": bare}, *lines])
    assert [each["by"] for each in old.position()["berries"].values()] == [0, 1]
    head, *lines = Table.from_position(BANJOOLI | {"oor": 1}).record()
    assert replay([head, *lines]).position()["berries_found"] == ["Oor"]
    assert replay([head | {"position": BANJOOLI | {"oor": 1}}, *lines]).position()["berries_found"] == []
