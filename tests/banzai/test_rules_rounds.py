"""Ends of rounds, the final and who wins."""

import pytest

from tests.banzai.tables import (
    call,
    deal_all,
    do,
    draw,
    end,
    final,
    grab,
    hand,
    may,
    out,
    pawns,
    phase,
    seating,
    table,
    used,
    wait,
    why,
)


def lose(at, slow, caller=0, after=0):
    """A true Banzaï of the caller, in which these are too slow."""
    call(at, caller, "banzai", after)
    quick = [seat for seat in range(at.seats) if seat not in (*slow, *out(at))]
    for pawn, seat in enumerate(quick):
        grab(at, seat, pawn, after + 200 + pawn)


@pytest.mark.rule("BNZ-43")
def test_the_next_round_begins_once_all_are_ready():
    four = table(4, {0: "fox:lwpkm"})
    lose(four, [2])
    assert phase(four) == "end"
    assert four.actors == (0, 1, 3)
    do(four, 0, "resume", 1000)
    do(four, 3, "resume", 1001)
    assert four.actors == (1,)
    assert phase(four) == "end"
    do(four, 1, "resume", 1002)
    assert phase(four) == "families"


@pytest.mark.rule("BNZ-43")
def test_or_by_itself_after_eight_seconds():
    four = table(4, {0: "fox:lwpkm"})
    lose(four, [2])
    ended = four.due_ms - 8000
    assert ended == 12000 + 202
    four.advance(four.due_ms - 1)
    assert phase(four) == "end"
    four.advance(ended + 8000)
    assert phase(four) == "families"


@pytest.mark.rule("BNZ-44")
def test_a_round_has_a_family_per_player_and_one_pawn_fewer():
    five = table(
        5, {0: "fox:lwpkm"}, seating=[3, 1, 4, 0, 2], used=[{"seat": 1, "what": "stop1", "family": "frog"}]
    )
    lose(five, [1])
    end(five, 1000)
    deal_all(five)
    assert seating(five) == [3, 4, 0, 2]
    assert int(five.state[0].in_play).bit_count() == 4
    assert [by for _, _, by in pawns(five)] == [-1] * 3
    assert used(five) == set()
    assert int(five.state[0].exchanges) == 0
    assert int(five.state[0].round_number) == 2


@pytest.mark.rule("BNZ-45")
def test_all_cards_are_dealt_again():
    four = table(4, {0: "fox:lwpkm"})
    lose(four, [3])
    end(four, 1000)
    assert [len(hand(four, seat)) for seat in range(4)] == [0] * 4
    deal_all(four)
    assert [len(hand(four, seat)) for seat in range(4)] == [5, 5, 5, 0]
    assert phase(four) == "choose"


@pytest.mark.rule("BNZ-46", "BNZ-48")
def test_the_final_of_two_has_three_families_and_one_pawn():
    three = table(3, {0: "fox:lwpkm"})
    lose(three, [1])
    assert not three.is_over
    end(three, 1000)
    deal_all(three)
    assert int(three.state[0].final) == 1
    assert int(three.state[0].third) == 1
    assert sorted(seating(three)) == [0, 1, 2]
    assert int(three.state[0].in_play).bit_count() == 3
    assert len(pawns(three)) == 1
    assert [len(hand(three, seat)) for seat in range(3)] == [5] * 3
    assert out(three) == {1: 1}


@pytest.mark.rule("BNZ-47")
def test_of_several_eliminated_the_last_is_third():
    four = table(4)
    grab(four, 3, 0, 0)
    grab(four, 1, 1, 30)
    wait(four, 500)
    end(four, 1000)
    deal_all(four)
    assert int(four.state[0].third) == 1
    assert int(four.state[0].final) == 1
    assert sorted(seating(four)) == [0, 1, 2]


@pytest.mark.rule("BNZ-47")
@pytest.mark.parametrize("wanted", [2, 3])
def test_among_equally_slow_players_a_lot_picks_the_third(wanted):
    four = table(4, {0: "fox:lwpkm"}, pawns=[{"x": 0, "y": 0.35}, {"x": 0, "y": -0.35}, {"x": 0.35, "y": 0, "gone": True}], optional=True)  # fmt: skip
    lose(four, [2, 3])
    assert out(four) == {2: 1, 3: 1}
    end(four, 1000)
    assert phase(four) == "lot"
    _, likely = four.journal.results(four.state)
    assert likely == pytest.approx([0.5, 0.5])
    draw(four, str(wanted))
    deal_all(four)
    assert int(four.state[0].third) == wanted
    assert sorted(seating(four)) == [0, 1, wanted]


@pytest.mark.rule("BNZ-49")
def test_the_third_may_call_a_true_banzai():
    last = final({2: "fox:lwpkm"})
    assert may(last, 2, "banzai") == {"banzai"}
    call(last, 2, "banzai", 0)
    grab(last, 1, 0, 300)
    end(last, 1000)
    assert last.is_over
    assert last.outcome.ranking == (2, 1, 3, 4)


@pytest.mark.rule("BNZ-49")
def test_a_false_call_of_the_third_changes_nothing():
    last = final({2: "fox:lwpk frog:m"})
    do(last, 0, "choose", 0, card=min(hand(last, 0)))
    before = (pawns(last), hand(last, 0), hand(last, 1), out(last), int(last.state[0].chosen[0]))
    call(last, 2, "banzai", 10)
    for seat, after in ((0, 300), (1, 4000)):
        if not why(last, {"do": "grab", "pawn": 0}, seat):
            grab(last, seat, 0, after)
    wait(last, 6000)
    assert phase(last) == "open"
    assert (pawns(last), hand(last, 0), hand(last, 1), out(last), int(last.state[0].chosen[0])) == before


@pytest.mark.rule("BNZ-50")
def test_the_third_may_feint_and_move_the_pawn_but_not_swap():
    last = final({2: "fox:lwpk frog:m"})
    assert len(may(last, 2, "feint")) == 4
    assert may(last, 2, "stop") == {"stop1 fox"}
    assert "BNZ-50" in why(last, {"do": "call", "what": "stop2", "family": "fox"}, 2)
    call(last, 2, "stop1 fox", 0)
    do(last, 2, "move-pawns", 1000, moves=[{"pawn": 0, "x": 0.5, "y": -0.2}])
    assert pawns(last)[0][:2] == pytest.approx((0.5, -0.2))


@pytest.mark.rule("BNZ-51")
def test_the_third_never_takes_the_pawn():
    last = final({0: "fox:lwpkm"})
    assert may(last, 2, "grab") == set()
    call(last, 0, "banzai", 0)
    assert "BNZ-51" in why(last, {"do": "grab", "pawn": 0}, 2)
    wait(last, 5000)
    assert pawns(last)[0][2] in (-1, 0, 1)


@pytest.mark.rule("BNZ-52")
@pytest.mark.parametrize(("given", "loser"), [("fox:lwpkm", 0), ("fox:lwpk frog:m", 1)])
def test_in_the_final_false_calls_lose_and_true_ones_are_raced(given, loser):
    last = final({1: given})
    call(last, 1, "banzai", 0)
    grab(last, 1, 0, 250)
    end(last, 1000)
    assert last.is_over
    assert last.outcome.ranking[loser] == 2
    assert last.outcome.ranking[1 - loser] == 1


@pytest.mark.rule("BNZ-52")
def test_cards_go_round_by_way_of_the_third():
    last = final()
    laid = {}
    for seat in range(3):
        laid[seat] = min(hand(last, seat))
        do(last, seat, "choose", 0, card=laid[seat])
    wait(last, 1500)
    assert laid[1] in hand(last, 2)
    assert laid[2] in hand(last, 0)


@pytest.mark.rule("BNZ-53")
def test_no_optional_call_is_possible_in_the_final():
    given = {0: "fox:lw frog:w turtle:wk"}
    last = final(given, options={"optional_rules": True})
    assert may(last, 0, "warriors") == set()
    assert may(last, 0, "duel") == set()
    assert "BNZ-53" in why(last, {"do": "call", "what": "warriors"}, 0)


@pytest.mark.rule("BNZ-53", "BNZ-66")
def test_princesses_pardon_nobody_in_the_final():
    last = final({0: "fox:p frog:p turtle:p fox:l frog:w"}, options={"optional_rules": True})
    do(last, 1, "feint", 0, kind="dart")
    grab(last, 0, 0, 100)
    wait(last, 1000)
    assert 0 in out(last)


@pytest.mark.rule("BNZ-54")
def test_the_last_one_in_wins_and_others_rank_by_survival():
    four = table(4, {0: "fox:lwpkm"}, seed=5, chance="auto")
    grab(four, 3, 0, 0)
    grab(four, 1, 1, 30)
    wait(four, 1000)
    end(four, 1000)
    assert phase(four) == "choose"
    four.play({"do": "grab", "pawn": 0}, 0, at_ms=four.state[0].now_ms + 10)
    four.advance(int(four.state[0].now_ms) + 1000)
    for seat in four.actors:
        four.play({"do": "resume"}, seat)
    assert four.is_over
    assert four.outcome.ranking == (2, 3, 1, 4)
    assert four.outcome.returns == pytest.approx((0, 0, 1, 0))
