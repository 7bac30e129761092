"""« Oui, maître ! »: the marriage, the duel, the seer and the whim."""

from math import cos, dist, radians, sin

import pytest

from tests.banzai.tables import (
    call,
    cards,
    chosen,
    deal_all,
    do,
    end,
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
    used,
    wait,
    why,
)

MARRIAGE = {0: "fox:lp frog:wk turtle:m", 1: "cat:pw turtle:p frog:lm", 2: "fox:wk turtle:wl cat:l"}
DUEL = {0: "fox:lw frog:pk turtle:m"}
SEER = {0: "fox:lm frog:pk turtle:w"}
CAPRICE = {0: "fox:lk frog:pw turtle:m"}


def stopped(seats, given, said, **more):
    at = table(seats, given, optional=True, **more)
    call(at, 0, said, 0)
    wait(at, 201)
    assert phase(at) == "stop"
    return at


def place(k, n, radius):
    """A point towards place k of n."""
    angle = radians(90 - 360 * k / n)
    return radius * cos(angle), radius * sin(angle)


# -- the marriage -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BNZ-71")
def test_a_marriage_changes_princesses_if_the_other_agrees():
    four = stopped(4, MARRIAGE, "marriage fox")
    assert shown(four) == set(cards("fox:lp"))
    assert may(four, 0, "give") == {"give to 1", "give to 2", "give to 3"}
    do(four, 0, "give", 1000, to=1)
    assert may(four, 1) >= {"consent cat.princess", "consent turtle.princess", "refuse"}
    assert may(four, 0, "consent") == set()
    assert why(four, {"do": "consent", "yes": True, "card": "fox.princess"}, 1)
    do(four, 1, "consent", 2000, yes=True, card="cat.princess")
    assert hand(four, 0) == set(cards("fox:l cat:p frog:wk turtle:m"))
    assert hand(four, 1) == set(cards("cat:w fox:p turtle:p frog:lm"))
    assert "fox.princess" in known(four, 0)
    assert "cat.princess" in known(four, 1)
    assert (0, "marriage", "fox") in used(four)


@pytest.mark.rule("BNZ-71")
def test_a_refused_marriage_is_not_spent():
    four = stopped(4, MARRIAGE, "marriage fox")
    do(four, 0, "give", 1000, to=1)
    do(four, 1, "consent", 2000, yes=False)
    assert hand(four, 0) == set(cards("fox:lp frog:wk turtle:m"))
    do(four, 0, "resume", 3000)
    assert used(four) == set()
    assert may(four, 0, "marriage") == {"marriage fox"}


@pytest.mark.rule("BNZ-71")
def test_without_another_princess_one_can_only_refuse():
    four = stopped(4, MARRIAGE, "marriage fox")
    do(four, 0, "give", 1000, to=2)
    assert may(four, 2, "consent") == set()
    assert may(four, 2, "refuse") == {"refuse"}


def married(given=None, **more):
    """Foxes and cats are one family; seat 0 has called."""
    four = stopped(4, {**MARRIAGE, **(given or {})}, "marriage fox", **more)
    do(four, 0, "give", 1000, to=1)
    do(four, 1, "consent", 2000, yes=True, card="cat.princess")
    do(four, 0, "resume", 3000)
    return four


@pytest.mark.rule("BNZ-72")
def test_both_families_count_as_one_until_the_round_ends():
    four = married()
    assert int(four.state[0].united[1]) == int(four.state[0].united[5])
    assert len(may(four, 2, "stop1")) == 1  # two foxes and a cat
    grab(four, 3, 0, 4000)
    wait(four, 5000)
    end(four, 5000)
    deal_all(four)
    assert int(four.state[0].united[1]) != int(four.state[0].united[5])


@pytest.mark.rule("BNZ-73")
def test_three_four_or_five_of_the_ten_cards_carry_the_calls():
    given = {0: "fox:lpk cat:k frog:m", 1: "cat:pwlm frog:l"}
    four = stopped(4, given, "marriage fox")
    do(four, 0, "give", 1000, to=1)
    do(four, 1, "consent", 2000, yes=True, card="cat.princess")
    do(four, 0, "resume", 3000)
    assert {text.split()[0] for text in may(four, 0, "stop")} == {"stop1", "stop2"}
    assert {text.split()[0] for text in may(four, 1, "stop")} == {"stop1", "stop2"}


@pytest.mark.rule("BNZ-73")
def test_any_five_of_the_ten_make_a_banzai():
    given = {0: "fox:lpk cat:km", 1: "cat:pwl frog:lm"}
    four = stopped(4, given, "marriage fox")
    do(four, 0, "give", 1000, to=1)
    do(four, 1, "consent", 2000, yes=True, card="cat.princess")
    do(four, 0, "resume", 3000)
    call(four, 0, "banzai", 4000)
    for seat, pawn in ((1, 0), (2, 1), (3, 2)):
        grab(four, seat, pawn, 4300)
    assert int(four.state[0].round_end) == 1


@pytest.mark.rule("BNZ-40", "BNZ-72")
def test_a_marriage_bars_both_stops_to_the_united_family():
    four = married(
        {0: "fox:lpwk turtle:m", 2: "fox:m turtle:wl cat:l frog:w"},
        used=[{"seat": 0, "what": "stop1", "family": "fox"}],
    )
    assert may(four, 0, "stop2") == set()


# -- the duel -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BNZ-74")
def test_a_duel_is_with_one_other_player():
    four = stopped(4, DUEL, "duel fox")
    assert may(four, 0, "challenge") == {"challenge 1", "challenge 2", "challenge 3"}
    assert may(four, 1, "challenge") == set()
    four.play({"do": "take", "with": 2}, 0, at_ms=13000)
    assert (int(four.state[0].challenger), int(four.state[0].challenged)) == (0, 2)
    assert may(four, 0, "challenge") == set()


@pytest.mark.rule("BNZ-75")
@pytest.mark.parametrize(
    ("seats", "other", "expected"),
    [
        (4, 2, [0, 1, 2, 3]),
        (4, 1, [3, 1, 2, 0]),
        (4, 3, [1, 0, 2, 3]),
        (5, 1, [3, 1, 2, 0, 4]),
        (5, 3, [0, 1, 2, 3, 4]),
        (5, 2, [4, 1, 2, 3, 0]),
        (6, 3, [0, 1, 2, 3, 4, 5]),
        (6, 5, [2, 1, 0, 3, 4, 5]),
    ],
)
def test_the_challenger_sits_opposite_the_other(seats, other, expected):
    at = stopped(seats, DUEL, "duel fox")
    do(at, 0, "challenge", 1000, **{"with": other})
    assert seating(at) == expected


@pytest.mark.rule("BNZ-75", "BNZ-76")
@pytest.mark.parametrize(("seats", "other"), [(4, 2), (4, 1), (5, 4), (6, 1)])
def test_a_pawn_lies_between_them_and_before_each_other_player(seats, other):
    at = stopped(seats, DUEL, "duel fox")
    do(at, 0, "challenge", 1000, **{"with": other})
    places = seating(at)
    one, two = (place(places.index(seat), seats, 1) for seat in (0, other))
    wanted = [((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)]
    wanted += [place(places.index(seat), seats, 0.6) for seat in places if seat not in (0, other)]
    lying = [(x, y) for x, y, _ in pawns(at)]
    assert len(lying) == len(wanted)
    assert all(min(dist(spot, pawn) for pawn in lying) < 0.003 for spot in wanted)


@pytest.mark.rule("BNZ-76")
def test_when_pawns_run_short_the_farthest_players_get_none():
    five = table(5, {0: "fox:lw frog:w turtle:w cat:k"}, optional=True)
    call(five, 0, "warriors", 0)
    do(five, 0, "take", 1000, pawn=2)
    do(five, 0, "resume", 1500)
    call(five, 0, "duel fox", 2000)
    do(five, 0, "challenge", 3000, **{"with": 3})
    lying = [(x, y) for x, y, by in pawns(five) if by == -1]
    assert len(lying) == 3
    for seat, wanted in ((1, True), (2, True), (4, False)):
        near = min(dist(place(seat, 5, 0.6), pawn) for pawn in lying)
        assert (near < 0.003) is wanted


@pytest.mark.rule("BNZ-75")
def test_the_seats_of_a_duel_last_for_the_round():
    four = stopped(4, DUEL, "duel fox")
    do(four, 0, "challenge", 1000, **{"with": 1})
    assert seating(four) == [3, 1, 2, 0]
    do(four, 0, "resume", 2000)
    grab(four, 2, 0, 3000)
    wait(four, 4000)
    end(four, 4000)
    deal_all(four)
    assert seating(four) == [0, 1, 3]


@pytest.mark.rule("BNZ-77")
def test_at_a_banzai_any_pawn_may_be_taken():
    four = table(4, {0: "fox:lw frog:pk turtle:m", 3: "cat:lwpkm"}, optional=True)
    call(four, 0, "duel fox", 0)
    do(four, 0, "challenge", 1000, **{"with": 2})
    do(four, 0, "resume", 2000)
    call(four, 3, "banzai", 3000)
    for seat in range(4):
        assert may(four, seat, "grab") == {"grab 0", "grab 1", "grab 2"}


# -- the seer and the whim ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BNZ-78")
def test_the_seer_looks_at_three_hands():
    five = stopped(5, SEER, "seer fox")
    assert may(five, 0, "look") == {"look 1 2 3", "look 1 2 4", "look 1 3 4", "look 2 3 4"}
    do(five, 0, "look", 1000, seats=[1, 2, 4])
    assert known(five, 0) == hand(five, 1) | hand(five, 2) | hand(five, 4)
    assert known(five, 1) == set()
    assert may(five, 0, "look") == set()


@pytest.mark.rule("BNZ-78")
def test_with_few_players_left_the_seer_sees_all_hands():
    three = table(
        4,
        hands=[cards("fox:lm frog:pk turtle:w"), cards("fox:wpk frog:lw"), cards("frog:m turtle:lpkm"), []],
        families=["fox", "frog", "turtle"],
        seating=[0, 1, 2],
        out=[3],
        optional=True,
    )
    call(three, 0, "seer fox", 0)
    wait(three, 300)
    assert may(three, 0, "look") == {"look 1 2"}


def whim():
    """Seat 0 has a whim; all have chosen."""
    four = stopped(4, CAPRICE, "caprice fox")
    assert shown(four) == set(cards("fox:lk"))
    do(four, 0, "resume", 1000)
    for seat in range(4):
        do(four, seat, "choose", 2000, card=min(hand(four, seat)))
    return four


@pytest.mark.rule("BNZ-79")
def test_a_whim_lets_one_look_at_the_card_first():
    four = whim()
    coming = chosen(four)[3]
    assert may(four, 0) >= {"peek", "hop"}
    assert may(four, 1, "peek") | may(four, 1, "hop") == set()
    assert int(four.view([0])[0]["chosen"][3]) == 99
    do(four, 0, "peek", 2500)
    assert phase(four) == "slide"
    assert may(four, 0, "peek") == set()
    assert int(four.view([0])[0]["chosen"][3]) == int(four.state[0].chosen[3])
    assert int(four.view([1])[0]["chosen"][3]) == 99
    assert coming not in hand(four, 0)
    assert may(four, 0, "banzai") == set()


@pytest.mark.rule("BNZ-79")
def test_the_whim_lasts_until_the_round_ends():
    four = whim()
    do(four, 0, "hop", 2500)
    for seat in range(4):
        do(four, seat, "choose", 3000, card=min(hand(four, seat)))
    assert may(four, 0, "peek") == {"peek"}
    wait(four, 3000 + 1300)
    assert phase(four) == "slide"


@pytest.mark.rule("BNZ-80")
def test_the_player_with_the_whim_says_hop():
    four = whim()
    coming = chosen(four)[3]
    do(four, 0, "hop", 3000)
    assert phase(four) == "open"
    assert coming in hand(four, 0)


@pytest.mark.rule("BNZ-80")
def test_after_five_seconds_the_hop_comes_by_itself():
    four = whim()
    wait(four, 6999)
    assert phase(four) == "slide"
    wait(four, 7000)
    assert phase(four) == "open"


# -- when, and with which Seigneur --------------------------------------------------------------------------------------

EACH = [(MARRIAGE, "marriage"), (DUEL, "duel"), (SEER, "seer"), (CAPRICE, "caprice")]


@pytest.mark.rule("BNZ-81")
@pytest.mark.parametrize(("given", "what"), EACH)
def test_these_calls_are_for_before_the_second_exchange(given, what):
    for exchanges, allowed in ((0, True), (1, True), (2, False)):
        four = table(4, given, optional=True, exchanges=exchanges, phase="open" if exchanges else "choose")
        assert may(four, 0, what) == ({f"{what} fox"} if allowed else set())
        if not allowed:
            assert "BNZ-81" in why(four, {"do": "call", "what": what, "family": "fox"}, 0)


@pytest.mark.rule("BNZ-82")
def test_one_lord_serves_once_a_round():
    four = table(4, {0: "fox:lwk frog:lk"}, optional=True)
    assert may(four, 0, "duel") | may(four, 0, "caprice") == {"duel fox", "caprice fox", "caprice frog"}
    call(four, 0, "duel fox", 0)
    do(four, 0, "resume", 1000)
    assert may(four, 0, "duel") | may(four, 0, "caprice") == {"caprice frog"}
    assert "BNZ-82" in why(four, {"do": "call", "what": "caprice", "family": "fox"}, 0)


@pytest.mark.rule("BNZ-82", "BNZ-57")
def test_each_of_the_four_is_called_once_a_round():
    four = table(4, {0: "fox:lw turtle:pkm", 1: "frog:lw cat:pkm"}, optional=True)
    call(four, 0, "duel fox", 0)
    do(four, 0, "resume", 1000)
    assert may(four, 1, "duel") == set()
    assert out(four) == {}
