"""The exchange: a card laid down by each, the hop, and what is done for those who are slow."""

import pytest

from ludotheque import Table
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.games.banzai.rules.hands import has_complete_family
from ludotheque.table.replay import replay
from tests.banzai.tables import (
    NOW,
    call,
    cards,
    chosen,
    do,
    hand,
    known,
    may,
    phase,
    seating,
    table,
    wait,
    why,
)


def lay_all(at, after=100):
    """Everybody lays down the first card of the hand; returns them."""
    laid = {seat: min(hand(at, seat)) for seat in seating(at)}
    for seat, card in laid.items():
        do(at, seat, "choose", after, card=card)
    return laid


@pytest.mark.rule("BNZ-88")
def test_nobody_begins_and_all_play_at_once():
    for seats in (3, 12):
        assert sorted(Table("banzai", seats, seed=1).actors) == list(range(seats))


@pytest.mark.rule("BNZ-09")
def test_a_card_is_laid_down_unseen_and_may_be_changed():
    four = table(4, {0: "fox:lwp cat:km", 1: "frog:lwpkm"})
    do(four, 0, "choose", 10, card="fox.lord")
    assert chosen(four) == {0: "fox.lord"}
    assert int(four.view([1])[0]["chosen"][0]) == 99
    do(four, 0, "choose", 20, card="cat.kid")
    assert chosen(four) == {0: "cat.kid"}
    assert why(four, {"do": "choose", "card": "frog.lord"}, 0)
    assert why(four, {"do": "choose", "card": "frog.lord"}, 1) == ()
    assert hand(four, 0) == set(cards("fox:lwp cat:km"))


@pytest.mark.rule("BNZ-09")
def test_the_card_laid_down_still_counts_for_calls():
    four = table(4, {0: "fox:lwpkm"})
    do(four, 0, "choose", 10, card="fox.lord")
    assert may(four, 0, "stop2") == {"stop2 fox"}
    call(four, 0, "banzai", 20)
    for seat in (1, 2, 3):
        do(four, seat, "grab", 400 + seat, pawn=seat - 1)
    assert int(four.state[0].round_end) == 1


@pytest.mark.rule("BNZ-09")
def test_nothing_is_changed_once_the_last_has_chosen():
    four = table(4)
    laid = lay_all(four)
    assert phase(four) == "slide"
    other = min(hand(four, 0) - {laid[0]})
    assert why(four, {"do": "choose", "card": other}, 0)


@pytest.mark.rule("BNZ-10")
def test_all_cards_slide_at_once_to_the_next_place_clockwise():
    five = table(5, seating=[0, 3, 1, 4, 2])
    before = {seat: hand(five, seat) for seat in range(5)}
    laid = lay_all(five)
    assert {seat: hand(five, seat) for seat in range(5)} == before
    wait(five, 2000)
    for giver, getting in ((0, 3), (3, 1), (1, 4), (4, 2), (2, 0)):
        assert laid[giver] in hand(five, getting)
        assert laid[giver] not in hand(five, giver)
        assert laid[giver] in known(five, giver)
    assert [len(hand(five, seat)) for seat in range(5)] == [5] * 5


@pytest.mark.rule("BNZ-11")
def test_the_hop_comes_by_itself_after_1200_ms():
    four = table(4)
    lay_all(four, 100)
    wait(four, 100 + 1199)
    assert phase(four) == "slide"
    wait(four, 100 + 1200)
    assert phase(four) == "open"
    assert int(four.state[0].exchanges) == 2


@pytest.mark.rule("BNZ-12")
def test_calls_open_at_the_deal_but_close_while_cards_slide():
    four = table(4, {0: "fox:lwpkm"}, phase="choose", exchanges=0)
    assert may(four, 0, "banzai") == {"banzai"}
    assert may(four, 0, "stop") == {"stop1 fox", "stop2 fox"}
    lay_all(four)
    assert may(four, 0, "banzai") == set()
    assert may(four, 0, "stop") == set()
    assert why(four, {"do": "call", "what": "banzai"}, 0)


@pytest.mark.rule("BNZ-13")
def test_without_a_call_all_choose_again():
    four = table(4, phase="choose", exchanges=0)
    for number in (1, 2, 3):
        lay_all(four, number * 5000)
        wait(four, number * 5000 + 1200)
        assert int(four.state[0].exchanges) == number
        assert phase(four) == "open"
        assert chosen(four) == {}


@pytest.mark.rule("BNZ-14")
def test_after_the_agreed_time_cards_are_drawn_for_the_absent():
    four = table(4, {0: "fox:lwpk cat:m", 2: "frog:lw"}, options={"time_limit": 10, "time_up": "lot"})
    for seat in (1, 3):
        do(four, seat, "choose", 100, card=min(hand(four, seat)))
    four.advance(four.due_ms)
    assert phase(four) == "lot"
    assert {four.text(code, CHANCE_SEAT) for code in four.journal.results(four.state)[0]} == {
        f"draw card {card}" for card in hand(four, 0)
    }
    assert four.journal.results(four.state)[1] == [0.2] * 5
    four.play("draw card fox.lord", CHANCE_SEAT)
    assert phase(four) == "lot"
    assert int(four.view([1])[0]["chosen"][0]) == 99, "nobody else sees which"
    four.play("draw card frog.lord", CHANCE_SEAT)
    assert (chosen(four)[0], chosen(four)[2]) == ("fox.lord", "frog.lord")
    assert phase(four) == "slide"
    told = [event.text for event in four.events][-2:]
    assert told == ["draw card fox.lord", "draw card frog.lord"]
    for audience, seen in ((0, [True, False]), (1, [False, False]), (2, [False, True])):
        record = [line for line in four.record({audience}) if "n" in line][-2:]
        assert ["action" in line for line in record] == seen


@pytest.mark.rule("BNZ-14")
def test_missing_two_choices_shows_a_player_as_away():
    four = table(4, options={"time_limit": 10, "time_up": "lot"}, chance="auto")

    def away():
        return [
            any(line.key == "banzai.standing.away" for line in each.lines) for each in four.scene().standings
        ]

    for times in (1, 2):
        for seat in (1, 2, 3):
            do(four, seat, "choose", int(four.state[0].now_ms) - NOW + 1, card=min(hand(four, seat)))
        four.advance(four.due_ms)
        assert four.state[0].missed[:4].tolist() == [times, 0, 0, 0]
        wait(four, int(four.state[0].now_ms) - NOW + 1200)
        assert away() == [times == 2, False, False, False]
    do(four, 0, "choose", int(four.state[0].now_ms) - NOW + 1, card=min(hand(four, 0)))
    assert away() == [False] * 4


@pytest.mark.rule("BNZ-14")
def test_doing_nothing_completes_no_family():
    found = {"lot": 0, "fewest": 0}
    for how in found:
        for seed in range(6):
            idle = Table("banzai", 3, {"time_up": how}, seed=seed)
            while int(idle.state[0].exchanges) < 8 and not any(
                has_complete_family(idle.state[0], seat) for seat in range(3)
            ):
                idle.advance(idle.due_ms)
            found[how] += any(has_complete_family(idle.state[0], seat) for seat in range(3))
    assert found == {"lot": 0, "fewest": 6}


@pytest.mark.rule("BNZ-14")
def test_an_older_record_plays_as_before():
    played = Table("banzai", 3, {"time_up": "fewest"}, seed=1)
    for _ in range(6):
        played.advance(played.due_ms)
    head, *moves = played.record()
    assert "time_up" not in head["options"], "as in older records"
    again = replay([head, *moves])
    assert again.options["time_up"] == "fewest"
    assert again.state.tobytes() == played.state.tobytes()


@pytest.mark.rule("BNZ-14")
def test_in_older_games_the_card_is_of_the_smallest_family():
    four = table(4, {0: "fox:lwpk cat:m"}, options={"time_limit": 10})
    for seat in (1, 2, 3):
        do(four, seat, "choose", 100, card=min(hand(four, seat)))
    due = four.due_ms
    assert due == NOW + 10000
    four.advance(due - 1)
    assert phase(four) == "open"
    four.advance(due)
    assert chosen(four)[0] == "cat.magician"
    assert phase(four) == "slide"


@pytest.mark.rule("BNZ-14")
def test_without_a_time_limit_nothing_comes_by_itself():
    four = table(4)
    assert four.due_ms == -1
    four.advance(NOW + 3_600_000)
    assert phase(four) == "open"


@pytest.mark.rule("BNZ-15")
def test_after_four_hundred_exchanges_the_cards_are_dealt_again():
    four = table(4, exchanges=398, used=[{"seat": 0, "what": "stop1", "family": "fox"}])
    for number in (399, 400):
        assert phase(four) == "open"
        lay_all(four, number * 2000)
        wait(four, number * 2000 + 1200)
    assert phase(four) == "families"
    assert seating(four) == [0, 1, 2, 3]
    assert int(four.state[0].dealt_again) == 1
