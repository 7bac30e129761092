"""« Banzaï ! »: who may cry it, the race for the pawns, and what it ends with."""

import pytest

from tests.banzai.tables import call, do, draw, grab, may, out, pawns, phase, table, wait, why

TRUE = {0: "fox:lwpkm"}


def holders(at):
    return [by for _, _, by in pawns(at)]


@pytest.mark.rule("BNZ-16")
def test_banzai_may_always_be_cried_and_is_not_cried_by_itself():
    four = table(4, TRUE)
    for seat in range(4):
        assert may(four, seat, "banzai") == {"banzai"}
    do(four, 0, "choose", 10, card="fox.lord")
    assert phase(four) == "open"
    call(four, 0, "banzai", 500)
    assert phase(four) == "grab"


@pytest.mark.rule("BNZ-16")
def test_by_agreement_a_family_must_be_called():
    four = table(4, TRUE, options={"must_call": True})
    assert why(four, {"do": "choose", "card": "fox.lord"}, 0)
    assert why(four, {"do": "call", "what": "banzai"}, 0) == ()


@pytest.mark.rule("BNZ-17")
def test_the_caller_may_take_a_pawn_at_once_after_calling():
    four = table(4, TRUE)
    call(four, 0, "banzai", 0)
    grab(four, 0, 0, 0)
    assert holders(four) == [0, -1, -1]
    for seat, pawn in ((1, 1), (2, 2)):
        grab(four, seat, pawn, 300)
    assert out(four) == {3: 1}


@pytest.mark.rule("BNZ-17")
def test_a_caller_grabbing_before_the_call_is_out():
    four = table(4, TRUE)
    grab(four, 0, 0, 0)
    assert phase(four) == "touched"
    assert why(four, {"do": "call", "what": "banzai"}, 0)
    wait(four, 1000)
    assert out(four) == {0: 1}


@pytest.mark.rule("BNZ-18")
def test_everybody_grabs_one_free_pawn_and_no_second():
    five = table(5, TRUE)
    call(five, 0, "banzai", 0)
    grab(five, 3, 2, 250)
    assert why(five, {"do": "grab", "pawn": 2}, 1)
    assert why(five, {"do": "grab", "pawn": 1}, 3)
    assert may(five, 1, "grab") == {"grab 0", "grab 1", "grab 3"}
    assert may(five, 1) == {"grab 0", "grab 1", "grab 3"}


@pytest.mark.rule("BNZ-19")
def test_the_family_is_checked_when_no_pawn_is_left():
    for given in (TRUE, {0: "fox:lwpk cat:m"}):
        four = table(4, given)
        call(four, 0, "banzai", 0)
        for seat, pawn in ((1, 0), (2, 1)):
            grab(four, seat, pawn, 300 + seat)
            assert out(four) == {}
            assert phase(four) == "grab"
            assert int(four.state[0].round_end) == 0
        grab(four, 3, 2, 310)
        assert phase(four) == "end"
        assert out(four) == {0: 1}


@pytest.mark.rule("BNZ-20")
@pytest.mark.parametrize("slow", [0, 1, 2, 3])
def test_players_without_a_pawn_are_out_even_the_caller(slow):
    four = table(4, TRUE)
    call(four, 0, "banzai", 0)
    for pawn, seat in enumerate(seat for seat in range(4) if seat != slow):
        grab(four, seat, pawn, 200 + pawn)
    assert out(four) == {slow: 1}


@pytest.mark.rule("BNZ-21")
@pytest.mark.parametrize("after", [50, 150])
@pytest.mark.parametrize("slow", [0, 1])
def test_after_a_false_call_the_caller_alone_is_out(slow, after):
    four = table(4, {0: "fox:lwpk cat:m"})
    call(four, 0, "banzai", 0)
    grabbing = [seat for seat in range(4) if seat != slow]
    for pawn, seat in enumerate(grabbing):
        grab(four, seat, pawn, after + pawn)
    wait(four, 5000)
    while four.awaits_chance:
        draw(four)
    assert phase(four) == "end"
    assert out(four) == {0: 1}


@pytest.mark.rule("BNZ-37")
def test_a_false_banzai_eliminates_even_if_nobody_grabs():
    four = table(4, {0: "fox:lwpk cat:m"}, chance="auto")
    call(four, 0, "banzai", 0)
    wait(four, 5000)
    assert phase(four) == "end"
    assert out(four) == {0: 1}


@pytest.mark.rule("BNZ-22")
@pytest.mark.parametrize(("reaction", "early"), [(0, True), (99, True), (100, False)])
def test_a_grab_within_99_ms_of_a_true_call_is_a_false_start(reaction, early):
    four = table(4, TRUE)
    call(four, 0, "banzai", 0)
    grab(four, 1, 0, reaction)
    for seat, pawn in ((0, 1), (2, 2), (3, 0)):
        if phase(four) == "grab" and not why(four, {"do": "grab", "pawn": pawn}, seat):
            grab(four, seat, pawn, 300)
    assert phase(four) == "end"
    assert (1 in out(four)) is early


@pytest.mark.rule("BNZ-22")
def test_every_false_starter_is_out_but_never_the_caller():
    five = table(5, TRUE)
    call(five, 0, "banzai", 0)
    grab(five, 0, 0, 1)
    grab(five, 1, 1, 40)
    grab(five, 2, 2, 99)
    grab(five, 3, 3, 100)
    wait(five, 5000)
    assert set(out(five)) >= {1, 2}
    assert not set(out(five)) & {0, 3}


@pytest.mark.rule("BNZ-23")
def test_after_five_seconds_pawns_left_go_to_the_nearest():
    five = table(
        5,
        TRUE,
        pawns=[{"x": 0.0, "y": 0.9}, {"x": 0.8, "y": 0.3}, {"x": 0.5, "y": -0.7}, {"x": -0.1, "y": -0.1}],
    )
    call(five, 0, "banzai", 0)
    wait(five, 4999)
    assert phase(five) == "grab"
    wait(five, 5000)
    assert holders(five) == [0, 1, 2, 3]
    assert out(five) == {4: 1}


@pytest.mark.rule("BNZ-23")
def test_pawns_as_near_to_two_go_by_lot():
    winners = set()
    for wanted in ("0", "1"):
        three = table(3, {2: "fox:lwpkm"}, pawns=[{"x": 0.866, "y": 0.5}, {"x": -0.866, "y": -0.5}])
        call(three, 2, "banzai", 0)
        wait(three, 5000)
        assert phase(three) == "lot"
        codes, likely = three.journal.results(three.state)
        assert likely == pytest.approx([0.5, 0.5])
        assert len(codes) == 2
        draw(three, wanted)
        winners.add(holders(three)[0])
    assert winners == {0, 1}
