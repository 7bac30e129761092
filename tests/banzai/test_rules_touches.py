"""Pawns touched where nobody called, and feints."""

import pytest

from tests.banzai.tables import call, do, end, final, grab, may, out, phase, table, wait, why


@pytest.mark.rule("BNZ-36")
@pytest.mark.parametrize("when", ["choose", "open", "slide", "held", "stop"])
def test_taking_a_pawn_outside_a_banzai_eliminates(when):
    four = table(4, {0: "fox:lwp cat:km"}, phase="choose" if when == "choose" else "open")
    if when == "slide":
        for seat in range(4):
            four.play(min(may(four, seat, "choose")), seat, at_ms=12000)
    if when in ("held", "stop"):
        call(four, 0, "stop1 fox", 0)
        wait(four, 150 if when == "held" else 250)
    assert phase(four) == when
    grab(four, 1, 2, 300 if when == "stop" else 160)
    assert phase(four) == "touched"
    wait(four, 1000)
    assert phase(four) == "end"
    assert out(four) == {1: 1}


@pytest.mark.rule("BNZ-36")
def test_touches_within_400_ms_of_the_first_are_out_in_order():
    five = table(5)
    grab(five, 3, 0, 0)
    grab(five, 1, 1, 10)
    assert why(five, {"do": "grab", "pawn": 2}, 3)
    grab(five, 4, 2, 400)
    assert phase(five) == "touched"
    wait(five, 401)
    assert phase(five) == "end"
    numbers = out(five)
    assert numbers.keys() == {3, 1, 4}
    assert numbers[3] < numbers[1] < numbers[4]


@pytest.mark.rule("BNZ-36")
def test_a_touch_after_400_ms_does_not_eliminate():
    five = table(5)
    grab(five, 3, 0, 0)
    wait(five, 401)
    assert why(five, {"do": "grab", "pawn": 1}, 1)
    assert out(five) == {3: 1}


@pytest.mark.rule("BNZ-36")
def test_if_one_player_remains_that_one_wins():
    three = table(3)
    grab(three, 2, 0, 0)
    assert out(three) == {2: 1} or phase(three) == "touched"
    grab(three, 0, 1, 50)
    wait(three, 500)
    end(three, 600)
    assert three.is_over
    assert three.outcome.ranking == (2, 1, 3)
    assert three.outcome.returns == pytest.approx((0, 1, 0))


@pytest.mark.rule("BNZ-36")
def test_where_all_touch_the_last_one_wins():
    three = table(3)
    for seat, after in ((1, 0), (0, 200), (2, 400)):
        grab(three, seat, 0, after)
    wait(three, 500)
    assert three.is_over
    assert three.outcome.ranking == (2, 3, 1)


@pytest.mark.rule("BNZ-38")
def test_everybody_may_feint_once_a_second():
    four = table(4)
    kinds = {"feint banz", "feint aie", "feint dart", "feint gasp"}
    for seat in range(4):
        assert may(four, seat, "feint") == kinds
    do(four, 1, "feint", 0, kind="banz")
    assert may(four, 1, "feint") == set()
    assert may(four, 2, "feint") == kinds
    wait(four, 999)
    assert why(four, {"do": "feint", "kind": "aie"}, 1)
    do(four, 1, "feint", 1000, kind="aie")
    assert phase(four) == "open"
    assert out(four) == {}


@pytest.mark.rule("BNZ-38")
def test_feints_are_for_waiting_not_for_stops_or_races():
    four = table(4, {0: "fox:lwpkm"})
    for seat in range(4):
        four.play(min(may(four, seat, "choose")), seat, at_ms=12000)
    assert phase(four) == "slide"
    assert len(may(four, 2, "feint")) == 4
    wait(four, 1200)
    call(four, 0, "banzai", 2000)
    assert may(four, 2, "feint") == set()


@pytest.mark.rule("BNZ-39")
def test_no_cry_of_the_list_is_close_to_the_real_one():
    assert {text.split()[1] for text in may(table(4), 0, "feint")} == {"banz", "aie", "dart", "gasp"}


@pytest.mark.rule("BNZ-36", "BNZ-51")
def test_in_the_final_a_touch_makes_the_other_win_at_once():
    last = final()
    grab(last, 0, 0, 0)
    wait(last, 500)
    end(last, 600)
    assert last.is_over
    assert last.outcome.ranking[1] == 1
