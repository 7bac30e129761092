"""Setting up: how many play, families, cards, pawns, and the table itself."""

from math import dist

import pytest

from ludotheque.core.errors import BadOption
from ludotheque.table import Table
from tests.banzai.tables import call, cards, deal_all, draw, hand, out, pawns, phase, seating, table


@pytest.mark.rule("BNZ-01")
def test_three_to_twelve_play():
    for seats in (3, 12):
        assert Table("banzai", seats, seed=1).seats == seats
    for seats in (2, 13):
        with pytest.raises(BadOption):
            Table("banzai", seats)


@pytest.mark.rule("BNZ-02")
def test_the_box_has_twelve_families_of_five_and_twelve_pawns():
    twelve = Table("banzai", 12, seed=3)
    assert len(set().union(*(hand(twelve, seat) for seat in range(12)))) == 60
    assert len(pawns(twelve)) == 11


@pytest.mark.rule("BNZ-03")
def test_families_are_drawn_one_by_one_as_many_as_players():
    four = Table("banzai", 4, chance="physical", first=0)
    for left, family in ((12, "duck"), (11, "fox"), (10, "koala"), (9, "cow")):
        codes, likely = four.journal.results(four.state)
        assert len(codes) == left
        assert likely == pytest.approx([1 / left] * left)
        draw(four, family)
    deal_all(four)
    held = set().union(*(hand(four, seat) for seat in range(4)))
    assert held == set(cards("duck:lwpkm fox:lwpkm koala:lwpkm cow:lwpkm"))


@pytest.mark.rule("BNZ-04")
def test_everybody_gets_five_of_the_shuffled_cards():
    six = Table("banzai", 6, chance="physical")
    while phase(six) == "families":
        draw(six)
    for left in range(30, 0, -1):
        codes, likely = six.journal.results(six.state)
        assert len(codes) == left
        assert likely == pytest.approx([1 / left] * left)
        draw(six)
    assert [len(hand(six, seat)) for seat in range(6)] == [5] * 6
    assert phase(six) == "choose"
    assert seating(six) == list(range(6))


@pytest.mark.rule("BNZ-05")
@pytest.mark.parametrize("seats", [3, 5, 12])
def test_there_is_one_pawn_fewer_than_players(seats):
    assert [by for _, _, by in pawns(Table("banzai", seats, seed=1))] == [-1] * (seats - 1)


@pytest.mark.rule("BNZ-06")
@pytest.mark.parametrize("seats", [3, 5, 12])
def test_pawns_lie_evenly_spaced_on_a_circle(seats):
    spots = [(x, y) for x, y, _ in pawns(Table("banzai", seats, seed=1))]
    assert [dist(spot, (0, 0)) for spot in spots] == pytest.approx([0.35] * (seats - 1), abs=0.002)
    steps = [dist(spots[n - 1], spots[n]) for n in range(len(spots))]
    assert steps == pytest.approx([steps[0]] * len(steps), abs=0.003)


@pytest.mark.rule("BNZ-07")
def test_places_run_clockwise_and_the_nearest_takes_the_rest():
    lying = [{"x": 0.9, "y": 0.1}, {"x": 0.2, "y": -0.9}, {"x": -0.9, "y": 0.0}]
    four = table(4, {0: "fox:lwpkm"}, pawns=lying)
    call(four, 0, "banzai", 0)
    four.advance(12000 + 5000)
    assert [by for _, _, by in pawns(four)] == [1, 2, 3]
    assert out(four) == {0: 1}


@pytest.mark.rule("BNZ-08")
def test_a_family_is_complete_with_all_five_characters():
    for given, true in (("fox:lwpkm", True), ("fox:lwpk cat:m", False)):
        four = table(4, {0: given})
        call(four, 0, "banzai", 0)
        for seat, pawn in ((1, 0), (2, 1), (3, 2)):
            four.play({"do": "grab", "pawn": pawn}, seat, at_ms=12300 + seat)
        assert out(four) == {0: 1}
        assert (int(four.state[0].round_end) == 1) is true
