"""Three Princesses: who is pardoned, for what, and when they sleep."""

import pytest

from tests.banzai.tables import call, deal_all, do, end, grab, out, pawns, phase, seating, table, wait

GIVEN = {0: "cat:lwpkm", 1: "fox:pl frog:p turtle:p frog:k"}


def slow_princesses(**more):
    """A true Banzaï of seat 0 in which the holder of three Princesses takes no pawn."""
    four = table(4, GIVEN, optional=True, **more)
    call(four, 0, "banzai", 0)
    for seat, pawn in ((0, 0), (2, 1), (3, 2)):
        grab(four, seat, pawn, 300)
    return four


@pytest.mark.rule("BNZ-66")
def test_slow_players_are_pardoned():
    four = slow_princesses()
    assert phase(four) == "end"
    assert out(four) == {}
    assert int(four.state[0].pardoned) == 1 << 1


@pytest.mark.rule("BNZ-66")
def test_without_the_option_or_with_two_princesses_none_is():
    assert out(slow_princesses(options={"princesses": False})) == {1: 1}
    four = table(4, {**GIVEN, 1: "fox:pl frog:p turtle:w frog:k"}, optional=True)
    call(four, 0, "banzai", 0)
    for seat, pawn in ((0, 0), (2, 1), (3, 2)):
        grab(four, seat, pawn, 300)
    assert out(four) == {1: 1}


@pytest.mark.rule("BNZ-66")
@pytest.mark.parametrize(("gap", "pardoned"), [(0, True), (1500, True), (1501, False)])
def test_a_feint_provokes_for_a_second_and_a_half(gap, pardoned):
    four = table(4, GIVEN, optional=True)
    do(four, 2, "feint", 0, kind="banz")
    grab(four, 1, 0, gap)
    wait(four, gap + 500)
    assert phase(four) == "end"
    assert out(four) == ({} if pardoned else {1: 1})


@pytest.mark.rule("BNZ-67")
def test_after_a_pardon_alone_the_same_players_play_a_new_round():
    four = slow_princesses()
    end(four, 1000)
    assert phase(four) == "families"
    deal_all(four)
    assert seating(four) == [0, 1, 2, 3]
    assert len(pawns(four)) == 3


@pytest.mark.rule("BNZ-68")
def test_no_pardon_for_a_false_call():
    four = table(4, GIVEN, optional=True)
    do(four, 2, "feint", 0, kind="banz")
    call(four, 1, "banzai", 100)
    for seat, pawn in ((0, 0), (2, 1), (3, 2)):
        grab(four, seat, pawn, 500)
    assert out(four) == {1: 1}


@pytest.mark.rule("BNZ-68")
def test_no_pardon_for_a_pawn_that_nobody_made_one_take():
    for own_feint in (False, True):
        four = table(4, GIVEN, optional=True)
        if own_feint:
            do(four, 1, "feint", 0, kind="aie")
        grab(four, 1, 0, 100)
        wait(four, 1000)
        assert out(four) == {1: 1}


@pytest.mark.rule("BNZ-69")
def test_used_once_they_sleep():
    four = slow_princesses()
    assert int(four.state[0].asleep) == 1
    end(four, 1000)
    deal_all(four)
    assert int(four.state[0].asleep) == 1
    asleep = slow_princesses(princesses_asleep=True)
    assert out(asleep) == {1: 1}


@pytest.mark.rule("BNZ-69")
def test_an_elimination_wakes_them():
    four = slow_princesses(princesses_asleep=True)
    end(four, 1000)
    deal_all(four)
    assert int(four.state[0].asleep) == 0


@pytest.mark.rule("BNZ-70")
def test_elimination_in_the_pardon_round_wakes_them_for_the_next():
    five = table(5, {0: "cat:lwpkm", 1: "fox:pl frog:p turtle:p cow:k"}, optional=True,
                 pawns=[{"x": 0.0, "y": 0.35}, {"x": 0.35, "y": 0.0}, {"x": 0.0, "y": -0.35}, {"x": -0.35, "y": 0.0, "gone": True}])  # fmt: skip
    call(five, 0, "banzai", 0)
    for seat, pawn in ((0, 0), (2, 1), (3, 2)):
        grab(five, seat, pawn, 300)
    assert out(five) == {4: 1}
    end(five, 1000)
    deal_all(five)
    assert int(five.state[0].asleep) == 0
    assert sorted(seating(five)) == [0, 1, 2, 3]
