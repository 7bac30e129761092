"""« Stop ! » for the pawns and for the seats, what it shows, and which of two calls counts."""

import pytest

from ludotheque.core.errors import Ambiguous
from tests.banzai.tables import (
    call,
    cards,
    chosen,
    do,
    grab,
    hand,
    may,
    out,
    pawns,
    phase,
    seating,
    shown,
    table,
    used,
    wait,
    why,
)

THREE = {0: "fox:lwp cat:km", 1: "frog:lwp turtle:lw"}
FOUR = {0: "fox:lwpk cat:m", 1: "frog:lwpk turtle:l"}


def stopped(given, said="stop1 fox", **more):
    """A table at which seat 0 has called a Stop that nothing beats."""
    four = table(4, given, **more)
    call(four, 0, said, 0)
    wait(four, 201)
    assert phase(four) == "stop"
    return four


def move(at, seat, after, *moves):
    do(at, seat, "move-pawns", after, moves=[{"pawn": p, "x": x, "y": y} for p, x, y in moves])


@pytest.mark.rule("BNZ-24")
def test_three_cards_of_a_family_allow_a_stop():
    four = table(4, {0: "fox:lwp cat:km", 1: "frog:lw turtle:pk cat:l"})
    assert may(four, 0, "stop") == {"stop1 fox"}
    assert may(four, 1, "stop") == set()
    call(four, 0, "stop1 fox", 0)
    wait(four, 201)
    assert phase(four) == "stop"
    for seat in range(4):
        assert may(four, seat, "choose") == set()
        assert may(four, seat, "stop") == set()
        assert may(four, seat, "banzai") == set()
        assert may(four, seat, "feint") == set()


@pytest.mark.rule("BNZ-25")
def test_up_to_two_pawns_are_moved_anywhere_on_the_table():
    for moves in ([], [(2, 0.0, 1.0)], [(0, 0.5, -0.5), (1, -0.9, 0.1)]):
        four = stopped(THREE)
        before = pawns(four)
        move(four, 0, 5000, *moves)
        expected = [(x, y) for x, y, _ in before]
        for pawn, x, y in moves:
            expected[pawn] = (x, y)
        for (x, y, _), spot in zip(pawns(four), expected, strict=True):
            assert (x, y) == pytest.approx(spot)
        assert may(four, 0, "move") == set()


@pytest.mark.rule("BNZ-25")
def test_pawns_stay_on_the_table_and_apart():
    four = stopped(THREE, pawns=[{"x": 0.5, "y": 0.0}, {"x": 0.0, "y": 0.35}, {"x": 0.0, "y": -0.35}])
    assert why(four, "move 1 0.9 0.9", 0)
    assert why(four, "move 1 0.5 0.0", 0)
    assert why(four, "move 1 0.6 0.0", 0) == ()
    assert why(four, "move 1 0.6 0.0", 1)
    move(four, 0, 5000, (1, 0.61, 0.04))
    assert pawns(four)[1][:2] == pytest.approx((0.6, 0.0))


@pytest.mark.rule("BNZ-25")
def test_at_most_two_pawns_and_not_the_same_one_twice():
    four = stopped(THREE)
    do(four, 0, "move-pawns", 3000, moves=[{"pawn": 0, "x": 0.5, "y": 0.5}, {"pawn": 1, "x": 0.5, "y": -0.5}])
    assert may(four, 0, "move") == set()
    assert may(four, 0, "resume") == {"resume"}


@pytest.mark.rule("BNZ-26")
def test_a_shown_hand_stays_known_until_it_moves():
    four = stopped(THREE)
    assert shown(four) == set(cards("fox:lwp cat:km"))
    do(four, 0, "resume", 3000)
    for seat in range(4):
        do(four, seat, "choose", 4000, card="fox.lord" if seat == 0 else min(hand(four, seat)))
    wait(four, 6000)
    assert shown(four) == set(cards("fox:wp cat:km"))
    assert "fox.lord" in hand(four, 1)


@pytest.mark.rule("BNZ-26")
def test_nothing_is_shown_before_the_stop_stands():
    four = table(4, THREE)
    call(four, 0, "stop1 fox", 0)
    wait(four, 200)
    assert phase(four) == "held"
    assert shown(four) == set()
    wait(four, 201)
    assert shown(four) == hand(four, 0)


@pytest.mark.rule("BNZ-27", "BNZ-31")
@pytest.mark.parametrize(("what", "given"), [("stop1", THREE), ("stop2", FOUR)])
def test_a_stop_is_called_once_a_round_by_the_whole_table(what, given):
    four = table(4, given)
    assert may(four, 1, what) == {f"{what} frog"}
    call(four, 0, f"{what} fox", 0)
    do(four, 0, "resume", 1000)
    assert used(four) == {(0, what, "fox")}
    assert may(four, 1, what) == set()
    assert why(four, {"do": "call", "what": what, "family": "frog"}, 1)


@pytest.mark.rule("BNZ-27", "BNZ-31")
@pytest.mark.parametrize(("what", "given"), [("stop1", THREE), ("stop2", FOUR)])
def test_or_once_by_each_player_by_agreement(what, given):
    four = table(4, given, options={"once": "player"})
    call(four, 0, f"{what} fox", 0)
    do(four, 0, "resume", 1000)
    assert may(four, 0, what) == set()
    assert may(four, 1, what) == {f"{what} frog"}


@pytest.mark.rule("BNZ-28")
def test_four_cards_of_a_family_allow_the_other_stop():
    four = table(4, {**FOUR, 2: "frog:m turtle:wpk cat:l"})
    assert may(four, 0, "stop2") == {"stop2 fox"}
    assert may(four, 2, "stop2") == set()
    call(four, 0, "stop2 fox", 0)
    wait(four, 201)
    assert phase(four) == "stop"


@pytest.mark.rule("BNZ-29")
def test_the_four_cards_are_shown_and_no_other():
    four = stopped(FOUR, "stop2 fox")
    assert shown(four) == set(cards("fox:lwpk"))


@pytest.mark.rule("BNZ-30")
def test_the_caller_changes_seats_and_cards_go_the_new_way():
    four = stopped(FOUR, "stop2 fox")
    before = {seat: hand(four, seat) for seat in range(4)}
    assert may(four, 0, "swap") == {"swap 1", "swap 2", "swap 3"}
    assert why(four, {"do": "swap-seats", "with": 0}, 0)
    assert why(four, {"do": "swap-seats", "with": 0}, 1)
    do(four, 0, "swap-seats", 3000, **{"with": 2})
    assert seating(four) == [2, 1, 0, 3]
    assert {seat: hand(four, seat) for seat in range(4)} == before
    assert may(four, 0, "swap") == set()
    do(four, 0, "resume", 4000)
    for seat in range(4):
        do(four, seat, "choose", 5000, card=min(hand(four, seat)))
    laid = chosen(four)
    wait(four, 7000)
    for giver, getting in ((2, 1), (1, 0), (0, 3), (3, 2)):
        assert laid[giver] in hand(four, getting)


@pytest.mark.rule("BNZ-32")
def test_play_continues_at_jeu_where_it_stopped():
    for back in ("choose", "open"):
        four = table(4, THREE, phase=back, exchanges=0 if back == "choose" else 1)
        do(four, 2, "choose", 0, card=min(hand(four, 2)))
        laid = chosen(four)
        call(four, 0, "stop1 fox", 10)
        wait(four, 300)
        assert why(four, {"do": "resume"}, 1)
        do(four, 0, "resume", 9000)
        assert phase(four) == back
        assert chosen(four) == laid


@pytest.mark.rule("BNZ-32")
def test_a_stop_lasts_thirty_seconds_at_most():
    four = stopped(THREE)
    wait(four, 29_900)
    assert phase(four) == "stop"
    wait(four, 30_201)
    assert phase(four) == "open"


@pytest.mark.rule("BNZ-33")
def test_after_jeu_others_may_call():
    four = table(4, {0: "fox:lwp cat:km", 1: "frog:lwpk turtle:l"})
    call(four, 0, "stop1 fox", 0)
    do(four, 0, "resume", 1000)
    assert may(four, 1, "stop") == {"stop2 frog"}
    call(four, 1, "stop2 frog", 1001)
    do(four, 1, "resume", 2000)
    call(four, 3, "banzai", 2001)
    assert phase(four) == "grab"


@pytest.mark.rule("BNZ-34")
@pytest.mark.parametrize("gap", [0, 200])
@pytest.mark.parametrize("given", ["frog:lwpkm", "frog:lwpk turtle:l"])
def test_a_banzai_up_to_200_ms_later_beats_a_stop_even_if_false(gap, given):
    four = table(4, {0: "fox:lwp cat:km", 1: given})
    call(four, 0, "stop1 fox", 0)
    call(four, 1, "banzai", gap)
    assert phase(four) == "grab"
    assert int(four.state[0].caller) == 1
    assert used(four) == set()
    assert shown(four) == set()


@pytest.mark.rule("BNZ-34")
def test_even_in_your_own_stop():
    four = table(4, {0: "fox:lwpkm"})
    call(four, 0, "stop2 fox", 0)
    call(four, 0, "banzai", 150)
    assert phase(four) == "grab"
    assert used(four) == set()


@pytest.mark.rule("BNZ-35")
def test_a_stop_called_more_than_200_ms_before_is_played():
    four = table(4, {0: "fox:lwp cat:km", 1: "frog:lwpkm"})
    call(four, 0, "stop1 fox", 0)
    wait(four, 201)
    assert phase(four) == "stop"
    assert why(four, {"do": "call", "what": "banzai"}, 1)
    assert used(four) == {(0, "stop1", "fox")}


@pytest.mark.rule("BNZ-35")
def test_the_first_of_two_stops_counts():
    four = table(4, {0: "fox:lwp cat:km", 1: "frog:lwpk turtle:l"})
    call(four, 0, "stop1 fox", 0)
    assert why(four, {"do": "call", "what": "stop2", "family": "frog"}, 1)
    assert out(four) == {}
    wait(four, 201)
    assert int(four.state[0].stop_by) == 0


@pytest.mark.rule("BNZ-40")
@pytest.mark.parametrize(("first", "second"), [("stop1", "stop2"), ("stop2", "stop1")])
def test_one_player_does_not_use_both_stops_with_one_family(first, second):
    four = table(4, {0: "fox:lwpk cat:m", 1: "frog:lwpk turtle:l"})
    call(four, 0, f"{first} fox", 0)
    do(four, 0, "resume", 1000)
    assert may(four, 0, second) == set()
    assert "BNZ-40" in why(four, {"do": "call", "what": second, "family": "fox"}, 0)
    assert may(four, 1, second) == {f"{second} frog"}


@pytest.mark.rule("BNZ-40")
def test_with_another_family_one_player_may_use_both():
    four = table(
        4, {0: "fox:lwp cat:lwpk"}, sizes={0: 7, 1: 3}, used=[{"seat": 0, "what": "stop1", "family": "fox"}]
    )
    assert may(four, 0, "stop2") == {"stop2 cat"}


@pytest.mark.rule("BNZ-41")
def test_a_stop_the_hand_does_not_allow_costs_nothing():
    four = table(4, {0: "fox:lw cat:lw frog:k"})
    for what in ("stop1", "stop2"):
        assert "BNZ-41" in why(four, {"do": "call", "what": what, "family": "fox"}, 0)
    assert out(four) == {}
    assert shown(four) == set()
    assert used(four) == set()


@pytest.mark.rule("BNZ-42")
def test_a_call_names_its_family_where_two_would_do():
    four = table(4, {0: "fox:lwp cat:lwp"}, sizes={0: 6, 1: 4})
    assert may(four, 0, "stop1") == {"stop1 fox", "stop1 cat"}
    with pytest.raises(Ambiguous) as caught:
        four.play({"do": "call", "what": "stop1"}, 0)
    assert four.why_not({"do": "call", "what": "stop1"}, 0).message == caught.value.message
    call(four, 0, "stop1 cat", 0)
    assert int(four.state[0].stop_family) == 5
    one = table(4, THREE)
    one.play({"do": "call", "what": "stop1"}, 0, at_ms=12000)
    assert phase(one) == "held"


@pytest.mark.rule("BNZ-36")
def test_a_pawn_touched_during_a_stop_counts():
    four = stopped(THREE)
    grab(four, 2, 1, 8000)
    assert phase(four) == "touched"
    wait(four, 9000)
    assert out(four) == {2: 1}
