"""« Donne-moi ta main… », the player aid, fair races and the game without hurry."""

import pytest

from ludotheque.core import entry
from ludotheque.core.luck import Luck
from tests.banzai.tables import (
    call,
    cards,
    do,
    grab,
    hand,
    known,
    may,
    out,
    pawns,
    phase,
    seating,
    shown,
    table,
    wait,
    why,
)

MOTLEY = {0: "fox:l frog:w turtle:p cat:k cow:m"}


def called(**more):
    six = table(6, MOTLEY, optional=True, **more)
    assert may(six, 0, "hand") == {"hand"}
    call(six, 0, "hand", 0)
    wait(six, 201)
    return six


@pytest.mark.rule("BNZ-83")
def test_one_of_each_kind_from_five_families_reveals_two_hands():
    six = called()
    assert shown(six) == set(cards(MOTLEY[0]))
    assert len(may(six, 0, "look")) == 10
    assert may(six, 0, "take") == set()
    do(six, 0, "look", 1000, seats=[2, 5])
    assert known(six, 0) == hand(six, 2) | hand(six, 5)
    assert may(six, 0, "look") == set()


@pytest.mark.rule("BNZ-83")
def test_two_of_one_family_are_not_enough():
    for given in ("fox:l frog:w turtle:p cat:k fox:m", "fox:l frog:w turtle:p cat:k cow:k"):
        assert may(table(6, {0: given}, optional=True), 0, "hand") == set()


@pytest.mark.rule("BNZ-83")
def test_with_six_cards_five_of_them_do():
    six = table(6, {0: "fox:lm frog:w turtle:p cat:k cow:m"}, sizes={0: 6, 1: 4}, optional=True)
    assert may(six, 0, "hand") == {"hand"}


@pytest.mark.rule("BNZ-84")
@pytest.mark.parametrize("what", ["seat", "hand", "both"])
def test_then_seat_hand_or_both_are_exchanged(what):
    six = called()
    mine, theirs = hand(six, 0), hand(six, 5)
    do(six, 0, "look", 1000, seats=[2, 5])
    expected = {f"take with {seat} {each}" for seat in (2, 5) for each in ("seat", "hand", "both")}
    assert may(six, 0, "take") == expected
    assert may(six, 0, "resume") == {"resume"}
    do(six, 0, "take", 2000, what=what, **{"with": 5})
    swapped = what in ("hand", "both")
    assert (hand(six, 0), hand(six, 5)) == ((theirs, mine) if swapped else (mine, theirs))
    moved = what in ("seat", "both")
    assert seating(six) == ([5, 1, 2, 3, 4, 0] if moved else [0, 1, 2, 3, 4, 5])
    assert may(six, 0, "take") == set()
    if swapped:
        assert known(six, 5) == theirs
        assert known(six, 0) == mine | hand(six, 2)


@pytest.mark.rule("BNZ-84")
def test_a_swapped_hand_takes_back_the_card_laid_down():
    six = table(6, MOTLEY, optional=True)
    do(six, 5, "choose", 0, card=min(hand(six, 5)))
    do(six, 2, "choose", 0, card=min(hand(six, 2)))
    call(six, 0, "hand", 10)
    do(six, 0, "look", 1000, seats=[2, 5])
    do(six, 0, "take", 2000, what="hand", **{"with": 5})
    assert int(six.state[0].chosen[5]) == -1
    assert int(six.state[0].chosen[2]) >= 0


@pytest.mark.rule("BNZ-85")
def test_the_aid_lists_calls_and_lights_those_the_hand_allows():
    four = table(4, {0: "fox:lwp cat:km"})
    assert [row.lit for row in four.scene({0}).aid] == [False, True, False] + 5 * [False]
    assert not any(row.lit for row in four.scene({1}).aid)
    with_all = table(4, {0: "fox:lw frog:w turtle:wk"}, optional=True).scene({0}).aid
    assert len(with_all) == 13 + 5
    assert {row.title.key.rpartition(".")[2] for row in with_all if row.lit} == {"warriors", "duel"}


@pytest.mark.rule("BNZ-86")
def test_a_hand_needs_longer_to_a_pawn_farther_off():
    lying = [{"x": 0.0, "y": 0.9}, {"x": 0.0, "y": 0.0}, {"x": 0.0, "y": -0.9}]
    four = table(4, {0: "fox:lwpkm"}, pawns=lying)
    call(four, 2, "banzai", 0)
    race, codes = (
        four.game.racing,
        [four.game.codec.parse(four.box[0], four.state[0], 0, f"grab {n}")[0] for n in range(3)],
    )
    reach = {
        seat: [race.reach_ms(four.box[0], four.state[0], seat, code) for code in codes] for seat in range(4)
    }
    assert reach[0][0] < reach[0][1] < reach[0][2]
    assert reach[2] == pytest.approx(reach[0][::-1])
    assert reach[0][1] / reach[0][0] == pytest.approx(10)
    cue = race.cue(four.box[0], four.state[0])
    assert (cue.kind, cue.at_ms, cue.seats) == ("grab", 12000, 0b1111)
    assert all(race.is_claim(four.box[0], four.state[0], code) for code in codes)


@pytest.mark.rule("BNZ-06", "BNZ-86")
def test_on_its_circle_a_pawn_is_as_near_to_everybody():
    five = table(5, {0: "fox:lwpkm"})
    call(five, 0, "banzai", 0)
    code, _ = five.game.codec.parse(five.box[0], five.state[0], 1, "grab 2")
    assert (
        len(
            {round(five.game.racing.reach_ms(five.box[0], five.state[0], seat, code), 3) for seat in range(5)}
        )
        == 1
    )


@pytest.mark.rule("BNZ-87")
def test_without_hurry_there_are_no_clocks_or_false_touches():
    four = table(4, {0: "fox:lwpkm"}, options={"unhurried": True, "time_limit": 20})
    assert four.due_ms == -1
    assert may(four, 1, "grab") == set()
    assert why(four, {"do": "grab", "pawn": 0}, 1)
    call(four, 0, "banzai", 0)
    assert four.due_ms == -1


@pytest.mark.rule("BNZ-87")
def test_without_hurry_pawns_are_aimed_secretly_and_lots_decide():
    four = table(
        4,
        {0: "fox:lwpkm"},
        options={"unhurried": True},
        chance="auto",
        pawns=[{"x": 0.0, "y": 0.9}, {"x": 0.9, "y": 0.0}, {"x": 0.0, "y": -0.9}],
    )
    call(four, 0, "banzai", 0)
    for seat, pawn in ((0, 0), (1, 1), (2, 2)):
        grab(four, seat, pawn, 100)
        assert [by for _, _, by in pawns(four)] == [-1] * 3
        assert int(four.view([3])[0]["aim"][seat]) == 99
    grab(four, 3, 0, 100)
    assert phase(four) == "end"
    assert [by for _, _, by in pawns(four)] == [0, 1, 2]
    assert out(four) == {3: 1}
    guess = four.view([2])  # who missed aims at nothing any more: a guess would look for a free pawn for ever
    assert guess[0]["aim"][:4].tolist() == [-1] * 4
    entry.redeal(four.box, guess, 1 << 2, Luck.of(1))
    assert [by for _, _, by in pawns(four)] == guess[0]["pawn_by"][:3].tolist()
