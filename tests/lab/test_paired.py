"""Two sets of conditions compared game by game: paired by seed, intervals as in the literature, and nothing said that is not known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotheque.core import artefact
from ludotheque.lab import Match, Result, compare, pairs, play_pairs
from ludotheque.lab.intervals import agresti_min, mean
from ludotheque.lab.paired import share_by_deals

A = Match("tiny", 2, ("greedy", "random"), 5)
B = replace(A, levels=("random", "random"))


def test_a_share_by_deals_lies_in_its_interval() -> None:
    share, low, high = share_by_deals([1.0, 0.5, 1.0, 0.5, 1.0, 1.0], 0.5)
    half = agresti_min([1.0, 0.0, 1.0, 0.0, 1.0, 1.0])
    assert (share, low, high) == pytest.approx((5 / 6, 0.5 + half[0] / 2, 0.5 + half[1] / 2))
    share, low, high = share_by_deals([1 / 3] * 50, 1 / 3)
    assert low < share < high
    assert share_by_deals([1.0] * 4, 0.5)[2] <= 1.0


# ------------------------------------------------------------------------------------------------------------- games


def test_pairs_have_the_same_seed_and_the_same_seats() -> None:
    both = list(pairs(A, B, 4))
    assert [(a.seed, b.seed) for a, b in both] == [(5, 5), (6, 6), (7, 7), (8, 8)]
    assert [a.levels for a, _ in both[:2]] == [("greedy", "random"), ("random", "greedy")]
    with pytest.raises(ValueError, match="same game, seats and seed"):
        list(pairs(A, replace(B, seed=6), 4))


def test_the_same_bots_play_the_same_games_without_difference() -> None:
    with artefact.interpreting():
        found = compare(A, A, play_pairs(pairs(A, A, 6)))
    assert (found.pairs, found.same) == (6, 6)
    assert {each.found for each in found.differences} == {"same"}
    assert found.a == found.b


def test_bots_are_followed_from_seat_to_seat() -> None:
    with artefact.interpreting():
        found = compare(A, B, play_pairs(pairs(A, B, 12)))
    bots = [each for each in found.differences if each.what == "bot"]
    level = {each.name: each.share for each in found.a.by_level}
    assert [each.a for each in bots] == pytest.approx([level["greedy"], level["random"]])
    assert sum(each.difference for each in bots) == pytest.approx(0)


def result(seed: int, returns: tuple[float, float], actions: int, trajectory: str, first: int = 0) -> Result:
    ranking = tuple(1 + sum(other > share for other in returns) for share in returns)
    return Result(seed, A.levels, first, returns, ranking, "over", actions, None, trajectory)


def test_figures_by_hand() -> None:
    won, lost = (1.0, 0.0), (0.0, 1.0)
    ours = [result(5, won, 10, "a"), result(6, won, 20, "b"), result(7, lost, 30, "c")]
    theirs = [result(5, won, 12, "d"), result(6, lost, 21, "e"), result(7, lost, 36, "c")]
    found = compare(A, B, zip(ours, theirs, strict=True), rotate=False)
    told = {(each.what, each.name): each for each in found.differences}
    first = told["order", "0"]
    assert (first.a, first.b, first.difference) == pytest.approx((2 / 3, 1 / 3, -1 / 3))
    assert (first.low, first.high) == pytest.approx(agresti_min([0, -1, 0]))
    assert told["bot", "0"].difference == first.difference
    assert told["length", ""].difference == pytest.approx(3)
    expected = mean([2, 1, 6])
    assert (told["length", ""].low, told["length", ""].high) == pytest.approx((expected.low, expected.high))
    assert told["ending", "over"].found == "same"
    assert (found.same, found.distinct) == (1, 3)
    turned = compare(A, B, zip(ours, theirs, strict=True), rotate=True)
    mine = next(each for each in turned.differences if (each.what, each.name) == ("bot", "0"))
    assert (mine.a, mine.b) == pytest.approx((1 / 3, 2 / 3)), "in the second game it sat on the other seat"


def test_repeated_games_get_no_interval() -> None:
    ours = [result(5, (1.0, 0.0), 10, "a"), result(6, (1.0, 0.0), 10, "a")]
    theirs = [result(5, (0.0, 1.0), 11, "b"), result(6, (1.0, 0.0), 12, "c")]
    found = compare(A, B, zip(ours, theirs, strict=True))
    assert found.distinct == 1
    assert {(each.low, each.high) for each in found.differences} == {(None, None)}
    assert {each.found for each in found.differences} == {"unknown", "same"}


TOGETHER = Match("boussanga", 2, ("greedy", "greedy"), 5, {"mode": "cooperative"})


def ended(seed: int, result: float, actions: int = 10) -> Result:
    """A game that all won or lost together."""
    returns = (result, result)
    return Result(seed, TOGETHER.levels, 0, returns, (1, 1), "no_cards", actions, None, f"{seed} {result}")


def test_games_played_together_are_compared_by_their_results() -> None:
    ours = [ended(5, 0.0), ended(6, 0.8), ended(7, 0.9)]
    theirs = [ended(5, 0.8, 12), ended(6, 0.8, 11), ended(7, 1.0)]
    played = list(zip(ours, theirs, strict=True))
    found = compare(TOGETHER, TOGETHER, played)
    told = {(each.what, each.name): each for each in found.differences}
    assert {what for what, _ in told} == {"result", "grade", "length", "ending"}
    result, expected = told["result", ""], mean([0.8, 0.0, 0.1])
    assert (result.a, result.b, result.difference) == pytest.approx((1.7 / 3, 2.6 / 3, 0.3))
    assert (result.low, result.high) == pytest.approx((expected.low, expected.high))
    lost = told["grade", "0"]
    assert (lost.a, lost.b) == pytest.approx((1 / 3, 0.0))
    assert (lost.low, lost.high) == pytest.approx(agresti_min([-1, 0, 0]))
    against = replace(TOGETHER, options={"mode": "competitive"})
    mixed = compare(TOGETHER, against, zip(ours, ours, strict=True))
    assert {each.what for each in mixed.differences} == {"length", "ending"}, (
        "a share of a win is no result of all"
    )


def test_lengths_that_always_differ_by_the_same_have_no_interval() -> None:
    ours = [result(5, (1.0, 0.0), 10, "a"), result(6, (1.0, 0.0), 20, "b")]
    theirs = [result(5, (1.0, 0.0), 12, "c"), result(6, (1.0, 0.0), 22, "d")]
    length = next(
        each for each in compare(A, B, zip(ours, theirs, strict=True)).differences if each.what == "length"
    )
    assert (length.difference, length.low, length.found) == (2.0, None, "unknown")


def test_nothing_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="no pair"):
        compare(A, B, [])
