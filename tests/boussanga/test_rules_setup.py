"""Setting up: what lies where, sides of the cards, hands, who begins, teams, the board filled for a cooperative game."""

import pytest

from ludotheque.core.errors import BadOption
from ludotheque.table import Table
from tests.boussanga.tables import EMPTY, together


@pytest.mark.rule("BOU-02", "BOU-04")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_board_is_empty_and_everybody_has_four_open_cards(seats):
    position = Table("boussanga", seats, seed=3).position()
    assert position["board"] == EMPTY
    assert position["reserve"] == {"T": 16, "E": 16, "A": 16, "F": 16}
    assert [len(hand) for hand in position["hands"]] == [4] * seats
    assert len({card for hand in position["hands"] for card in hand}) == 4 * seats
    assert all(store == {"T": 0, "E": 0, "A": 0, "F": 0, "bonus": ""} for store in position["stores"])


@pytest.mark.rule("BOU-04")
def test_hands_are_dealt_by_chance_from_the_starter_on():
    table = Table("boussanga", 3, seed=3, first=1, chance="physical")
    for number, frame in enumerate(
        ("T../T../TE.", "E../E../EA.", ".../TTE/...", ".../TET/...", ".../TEA/...")
    ):
        assert table.awaits_chance
        codes, probabilities = table.journal.results(table.state)
        assert len(codes) == 48 - number
        assert probabilities == [1 / len(codes)] * len(codes)
        table.play(f"draw {frame}", -1)
    position = table.position()
    assert position["phase"] == "deal"
    assert position["hands"] == [
        [],
        ["T../T../TE.", "E../E../EA.", ".../TTE/...", ".../TET/..."],
        [".../TEA/..."],
    ]


@pytest.mark.rule("BOU-05", "BOU-35")
@pytest.mark.parametrize("mode", ["competitive", "cooperative"])
def test_turns_go_clockwise_from_the_starter(mode):
    table = Table("boussanga", 3, {"mode": mode}, seed=5, first=2)
    turns = []
    for _ in range(4):
        while table.actors[0] == (turns[-1] if turns else -1) and table.position()["phase"] == "put-back":
            table.play(table.legal_actions()[0])
        turns.append(table.actors[0])
        table.play(table.legal_actions()[0])
        while table.position()["phase"] == "put-back" and not table.is_over:
            table.play(table.legal_actions()[0])
    assert turns == [2, 0, 1, 2]


@pytest.mark.rule("BOU-03", "BOU-32")
@pytest.mark.parametrize("mode", ["competitive", "cooperative"])
def test_face_down_cards_are_mirrored_for_good(mode):
    fronts = Table("boussanga", 2, {"mode": mode, "side": "front"}, seed=9, first=0)
    backs = Table("boussanga", 2, {"mode": mode, "side": "back"}, seed=9, first=0)
    shown = ["/".join(row[::-1] for row in card.split("/")) for card in fronts.position()["hands"][0]]
    assert backs.position()["hands"][0] == shown
    backs.play(backs.legal_actions()[0])
    assert set(backs.position()["hands"][0]) & set(shown)


@pytest.mark.rule("BOU-06", "BOU-18")
def test_partners_sit_across_and_share_one_store():
    position = Table("boussanga", 4, {"mode": "teams"}, seed=1).position()
    assert len(position["stores"]) == 2
    assert len(position["hands"]) == 4
    with pytest.raises(BadOption, match="teams is for 4 players, not 3"):
        Table("boussanga", 3, {"mode": "teams"})


@pytest.mark.rule("BOU-30", "BOU-31", "BOU-33", "BOU-34", "BOU-54")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_in_cooperation_all_tokens_fill_the_board_for_one_hand(seats):
    position = Table("boussanga", seats, {"mode": "cooperative"}, seed=2).position()
    tokens = "".join(position["board"])
    assert {letter: tokens.count(letter) for letter in ".TEAF"} == {
        ".": 0,
        "T": 16,
        "E": 16,
        "A": 16,
        "F": 16,
    }
    assert [len(hand) for hand in position["hands"]] == [4]
    assert position["stores"] == [{"T": 0, "E": 0, "A": 0, "F": 0}]


@pytest.mark.rule("BOU-33")
def test_the_board_is_filled_with_equally_likely_tokens():
    table = Table("boussanga", 1, seed=2, chance="physical")
    codes, probabilities = table.journal.results(table.state)
    assert [table.text(code, -1) for code in codes] == ["a8 T", "a8 E", "a8 A", "a8 F"]
    assert probabilities == [0.25] * 4
    for text in ("a8 T", "b8 T", "c8 F"):
        table.play(text, -1)
    codes, probabilities = table.journal.results(table.state)
    assert probabilities == [14 / 61, 16 / 61, 16 / 61, 15 / 61]
    assert table.position()["board"][0] == "TTF....."
    for _ in range(14):
        code = codes[0]
        table.play(code, -1)
        codes, _ = table.journal.results(table.state)
    assert table.text(codes[0], -1).endswith("E"), "no earth is left"


@pytest.mark.rule("BOU-33")
def test_in_a_box_with_fewer_tokens_some_cells_stay_empty():
    from tests.boussanga.boxes import box

    own = box(tokens={"earth": 10, "water": 10, "air": 10, "fire": 10})
    table = Table("boussanga", 1, seed=2, components=own, chance="physical")
    codes, probabilities = table.journal.results(table.state)
    assert table.text(codes[-1], -1) == "a8 ."
    assert probabilities == pytest.approx([10 / 64] * 4 + [24 / 64])
    played = Table("boussanga", 1, seed=2, components=own)
    assert "".join(played.position()["board"]).count(".") == 24


@pytest.mark.rule("BOU-54")
def test_alone_the_game_is_always_together():
    assert Table("boussanga", 1, seed=1).options == {
        "mode": "cooperative",
        "side": "front",
        "stop_at_13": False,
    }
    with pytest.raises(BadOption, match="competitive is for 2, 3 or 4 players, not 1"):
        Table("boussanga", 1, {"mode": "competitive"})
    with pytest.raises(BadOption, match="only when mode is cooperative, not competitive"):
        Table("boussanga", 2, {"stop_at_13": True})


@pytest.mark.rule("BOU-31")
def test_nobody_has_a_hand_of_their_own_together():
    table = together(
        ["TTE.....", *EMPTY[1:]], seats=2, zone={"T": 3}, stores=[{"T": 11, "E": 15, "A": 16, "F": 16}]
    )
    assert table.is_over, "fifteen points already"
