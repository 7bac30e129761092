"""The optional rules: when they hold, and the meetings of the third kind."""

import pytest

from tests.banzai.tables import (
    call,
    cards,
    deal_all,
    do,
    draw,
    end,
    grab,
    hand,
    known,
    may,
    out,
    pawns,
    phase,
    shown,
    table,
    used,
    wait,
    why,
)

WARRIORS = {0: "fox:wl frog:w turtle:wk"}
LORDS = {0: "fox:l frog:l turtle:l fox:w cat:k"}
MAGICIANS = {0: "fox:mw frog:m turtle:m cat:w"}
KIDS = {0: "fox:kw frog:k turtle:k cat:w"}
PRINCESSES = {1: "fox:pl frog:p turtle:p cat:k"}


@pytest.mark.rule("BNZ-55")
def test_optional_rules_need_four_players_and_can_be_left_out():
    assert "warriors" in may(table(4, WARRIORS, optional=True), 0)
    assert "warriors" not in may(table(4, WARRIORS), 0)
    assert "warriors" not in may(table(4, WARRIORS, optional=True, options={"warriors": False}), 0)
    with pytest.raises(ValueError, match="optional_rules"):
        table(3, {0: "fox:wl frog:w turtle:wk"}, optional=True)


@pytest.mark.rule("BNZ-55")
def test_with_three_left_of_four_they_still_hold():
    three = table(4, hands=[cards("fox:wl frog:w turtle:wk"), cards("fox:pkm frog:lp"), cards("frog:km turtle:lpm"), []],
                  families=["fox", "frog", "turtle"], seating=[0, 1, 2], out=[3], optional=True)  # fmt: skip
    assert "warriors" in may(three, 0)


@pytest.mark.rule("BNZ-56")
def test_a_combination_stops_the_game_and_is_shown():
    for given, said, seen in (
        (WARRIORS, "warriors", "fox:w frog:w turtle:w"),
        (LORDS, "lords", "fox:l frog:l turtle:l"),
        (MAGICIANS, "magicians", "fox:m frog:m turtle:m"),
        (KIDS, "kids", "fox:k frog:k turtle:k"),
    ):
        four = table(4, given, optional=True)
        assert said in may(four, 0)
        assert said not in may(four, 1)
        assert "BNZ-41" in why(four, {"do": "call", "what": said}, 1)
        call(four, 0, said, 0)
        wait(four, 200)
        assert shown(four) == set()
        wait(four, 201)
        assert phase(four) == "stop"
        assert shown(four) == set(cards(seen))


@pytest.mark.rule("BNZ-57")
@pytest.mark.parametrize("once", ["table", "player"])
def test_each_combination_is_called_once_a_round(once):
    six = table(
        6,
        {0: "fox:w frog:w turtle:w fox:l cat:k", 1: "cat:w cow:w duck:w cat:l fox:k"},
        optional=True,
        options={"once": once},
    )
    call(six, 0, "warriors", 0)
    do(six, 0, "resume", 1000)
    assert used(six) == {(0, "warriors", "")}
    assert "warriors" not in may(six, 0)
    assert ("warriors" in may(six, 1)) is (once == "player")


@pytest.mark.rule("BNZ-58")
def test_three_warriors_take_a_pawn_off_the_table():
    four = table(4, WARRIORS, optional=True)
    call(four, 0, "warriors", 0)
    wait(four, 201)
    assert may(four, 0, "take") == {"take pawn 0", "take pawn 1", "take pawn 2"}
    assert may(four, 1, "take") == set()
    do(four, 0, "take", 1000, pawn=1)
    assert may(four, 0, "take") == set()
    assert may(four, 2, "grab") == {"grab 0", "grab 2"}


@pytest.mark.rule("BNZ-59")
def test_then_two_are_out_at_the_end_of_the_round():
    five = table(5, {0: "fox:wl frog:w turtle:wk", 1: "cat:lwpkm"}, optional=True)
    call(five, 0, "warriors", 0)
    do(five, 0, "take", 1000, pawn=3)
    do(five, 0, "resume", 2000)
    call(five, 1, "banzai", 3000)
    for seat, pawn in ((1, 0), (0, 1), (4, 2)):
        grab(five, seat, pawn, 3300 + pawn)
    assert phase(five) == "end"
    assert out(five) == {2: 1, 3: 1}


@pytest.mark.rule("BNZ-60")
def test_the_next_round_has_a_pawn_fewer_than_players_again():
    six = table(6, {0: "fox:wl frog:w turtle:wk", 1: "cat:lwpkm"}, optional=True)
    call(six, 0, "warriors", 0)
    do(six, 0, "take", 1000, pawn=0)
    do(six, 0, "resume", 2000)
    call(six, 1, "banzai", 3000)
    for seat in (1, 2, 3, 4):
        grab(six, seat, seat, 3300)
    end(six, 4000)
    deal_all(six)
    assert len(pawns(six)) == 3
    assert {by for _, _, by in pawns(six)} == {-1}


def gathered():
    """The Seigneurs called by seat 0, everybody's two cards given."""
    four = table(4, LORDS, optional=True)
    call(four, 0, "lords", 0)
    wait(four, 201)
    given = {seat: sorted(hand(four, seat))[:2] for seat in range(4)}
    for seat in (2, 0, 3, 1):
        do(four, seat, "give", 1000, cards=given[seat])
    return four, given


@pytest.mark.rule("BNZ-61")
def test_three_lords_make_everybody_give_two_cards_unseen():
    four = table(4, LORDS, optional=True)
    call(four, 0, "lords", 0)
    wait(four, 201)
    assert four.actors == (0, 1, 2, 3)
    assert len(may(four, 0, "give")) == 10
    one, two = sorted(hand(four, 1))[:2]
    do(four, 1, "give", 1000, cards=[two, one])
    assert may(four, 1, "give") == set()
    assert not hand(four, 1) & {one, two}
    view = four.view([2])[0]
    assert int(view["gift"][1]) == -1
    other, another = sorted(hand(four, 2))[:2]
    assert why(four, {"do": "give", "cards": [other, one]}, 2)
    assert why(four, {"do": "give", "cards": [other, another]}, 2) == ()


@pytest.mark.rule("BNZ-62")
def test_the_caller_deals_them_out_two_for_each():
    four, given = gathered()
    pool = {card for two in given.values() for card in two}
    assert [len(hand(four, seat)) for seat in (1, 2, 3)] == [3, 3, 3]
    assert {text.split()[2] for text in may(four, 0, "deal")} == pool
    assert {text.split()[1] for text in may(four, 0, "deal")} == {"0", "1", "2", "3"}
    assert may(four, 1, "deal") == set()
    dealing = sorted(pool)
    for number, card in enumerate(dealing):
        do(four, 0, "deal", 2000 + number, to=number % 4, card=card)
        if number >= 4:
            assert f"{number % 4}" not in {text.split()[1] for text in may(four, 0, "deal")}
    assert [len(hand(four, seat)) for seat in range(4)] == [5] * 4
    assert set(dealing[1::4]) <= hand(four, 1)
    assert set(dealing[1::4]) <= known(four, 0)
    do(four, 0, "resume", 3000)
    assert phase(four) == "open"


@pytest.mark.rule("BNZ-61")
def test_a_card_laid_down_may_be_given_and_is_chosen_again():
    four = table(4, LORDS, optional=True)
    laid, other = sorted(hand(four, 2))[:2]
    do(four, 2, "choose", 0, card=laid)
    call(four, 0, "lords", 10)
    wait(four, 300)
    for seat in (0, 1, 3):
        do(four, seat, "give", 1000, cards=sorted(hand(four, seat))[:2])
    do(four, 2, "give", 1000, cards=[laid, other])
    assert int(four.state[0].chosen[2]) == -1


@pytest.mark.rule("BNZ-63")
def test_three_magicians_lower_their_callers_need_by_one_card():
    four = table(
        4, {0: "fox:mlwp frog:m turtle:m", 1: "turtle:lw frog:lw"}, sizes={0: 6, 1: 4}, optional=True
    )
    assert may(four, 0, "stop") == {"stop1 fox", "stop2 fox"}
    call(four, 0, "magicians", 0)
    do(four, 0, "resume", 1000)
    assert may(four, 1, "stop") == set()
    assert may(four, 0, "stop") == {"stop1 fox", "stop2 fox"}
    call(four, 0, "banzai", 2000)
    for seat, pawn in ((1, 0), (2, 1), (3, 2)):
        grab(four, seat, pawn, 2300)
    assert int(four.state[0].round_end) == 1


@pytest.mark.rule("BNZ-63")
@pytest.mark.parametrize(("given", "may_call"), [("fox:mw frog:m turtle:m", {"stop1 fox"}),
                                                 ("fox:mwk frog:m turtle:m", {"stop1 fox", "stop2 fox"})])  # fmt: skip
def test_two_are_enough_for_the_pawns_and_three_for_seats(given, may_call):
    four = table(4, {0: given}, sizes={0: len(cards(given)), 1: 10 - len(cards(given))}, optional=True)
    call(four, 0, "magicians", 0)
    do(four, 0, "resume", 1000)
    assert may(four, 0, "stop") == may_call


@pytest.mark.rule("BNZ-64")
def test_three_kids_draw_a_card_at_random():
    four = table(4, KIDS, optional=True)
    theirs = hand(four, 2)
    call(four, 0, "kids", 0)
    wait(four, 201)
    assert may(four, 0, "take") == {"take from 1", "take from 2", "take from 3"}
    do(four, 0, "take", 1000, **{"from": 2})
    assert phase(four) == "steal"
    codes, likely = four.journal.results(four.state)
    assert {four.text(code, -1).split()[-1] for code in codes} == theirs
    assert likely == pytest.approx([0.2] * 5)


@pytest.mark.rule("BNZ-65")
def test_then_one_plays_with_six_cards_and_the_other_with_four():
    four = table(4, KIDS, optional=True)
    laid, *others = sorted(hand(four, 2))
    do(four, 2, "choose", 0, card=laid)
    call(four, 0, "kids", 0)
    do(four, 0, "take", 1000, **{"from": 2})
    draw(four, laid)
    assert (len(hand(four, 0)), hand(four, 2)) == (6, set(others))
    assert laid in hand(four, 0)
    assert laid in known(four, 2)
    assert int(four.state[0].chosen[2]) == -1
    do(four, 0, "resume", 2000)
    for seat in range(4):
        do(four, seat, "choose", 3000, card=min(hand(four, seat)))
    wait(four, 5000)
    assert [len(hand(four, seat)) for seat in range(4)] == [6, 5, 4, 5]


@pytest.mark.rule("BNZ-65")
def test_a_card_not_laid_down_keeps_the_choice():
    four = table(4, KIDS, optional=True)
    laid, other = sorted(hand(four, 2))[:2]
    do(four, 2, "choose", 0, card=laid)
    call(four, 0, "kids", 0)
    do(four, 0, "take", 1000, **{"from": 2})
    draw(four, other)
    assert int(four.state[0].chosen[2]) >= 0
