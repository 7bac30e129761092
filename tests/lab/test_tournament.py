"""Tournaments: who meets whom, and what the ratings say."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from ludotheque.lab import (
    BadTournament,
    Match,
    Plan,
    Result,
    hold,
    play_many,
    standings,
)
from ludotheque.lab.ratings import Deal, rate
from ludotheque.lab.tournament import Kind, fixtures
from tests.depth import deep


def plan(bots: str, kind: Kind = "round-robin", seats: int = 2, rounds: int = 1, deals: int = 2) -> Plan:
    return Plan(Match("tiny", seats, (), seed=5), tuple(bots.split(",")), kind, rounds, deals)


def by_strength(matches: Any) -> Any:
    """Plays nothing: the bot whose name comes first in the alphabet wins."""
    for match in matches:
        order = sorted(match.levels)
        ranking = tuple(order.index(level) + 1 for level in match.levels)
        yield Result(
            match.seed,
            match.levels,
            0,
            tuple(float(rank == 1) for rank in ranking),
            ranking,
            "over",
            9,
            None,
            f"{match.seed}-{match.levels}",
        )


# ------------------------------------------------------------------------------------------------- who meets whom


@pytest.mark.parametrize("seats", [2, 3])
def test_a_round_robin_rotates_seats_with_the_same_luck(seats: int) -> None:
    asked = plan("random,easy,greedy,steady", seats=seats, rounds=2, deals=2)
    found = [each for number in range(2) for each in fixtures(asked, number, [])]
    assert len(found) == asked.games == 2 * asked.meetings * 2 * seats
    met = Counter(pair for each in found for pair in combinations(sorted(each.match.levels), 2))
    assert len(met) == 6
    assert len(set(met.values())) == 1
    for seat in range(seats):
        assert len(set(Counter(each.match.levels[seat] for each in found).values())) == 1
    deals: dict[int, list[tuple[Any, ...]]] = {}
    for each in found:
        deals.setdefault(each.match.seed, []).append(each.match.levels)
    assert len(deals) == 2 * asked.meetings * 2
    for group in deals.values():
        assert {*group} == {group[0][turn:] + group[0][:turn] for turn in range(seats)}


def test_every_order_around_the_table_comes_up() -> None:
    asked = plan("random,easy,greedy", seats=3, deals=2)
    assert len({each.match.levels for each in fixtures(asked, 0, [])}) == 6


def test_a_swiss_tournament_brings_equals_together() -> None:
    asked = plan("a:a,b:b,c:c,d:d,e:e,f:f,g:g,h:h", "swiss", rounds=3, deals=1)
    rounds: list[list[tuple[str, ...]]] = [[], [], []]
    for fixture, result in hold(asked, play=by_strength):
        rounds[fixture.round].append(tuple(sorted(result.levels)))
    assert [sorted({*each}) for each in rounds] == [
        [("a:a", "b:b"), ("c:c", "d:d"), ("e:e", "f:f"), ("g:g", "h:h")],
        [("a:a", "c:c"), ("b:b", "d:d"), ("e:e", "g:g"), ("f:f", "h:h")],
        [("a:a", "e:e"), ("b:b", "c:c"), ("d:d", "h:h"), ("f:f", "g:g")],
    ]


@pytest.mark.parametrize(("count", "seats", "rounds"), [(8, 2, 4), (5, 2, 5), (7, 3, 4)])
def test_a_swiss_tournament_is_fair_to_all(count: int, seats: int, rounds: int) -> None:
    """Nobody meets twice while that can be avoided, and all sit out about equally often."""
    names = ",".join(f"{letter}:x" for letter in "abcdefgh"[:count])
    asked = plan(names, "swiss", seats, rounds, deals=1)
    results = [result for _, result in hold(asked, play=by_strength)]
    games = Counter(level for each in results for level in each.levels)
    assert len(games) == count
    assert max(games.values()) - min(games.values()) <= seats
    met = Counter(pair for each in results for pair in combinations(sorted(each.levels), 2))
    if seats == 2:
        assert max(met.values()) == 2, "once, from both seats"


def test_a_tournament_resumes_where_it_stopped() -> None:
    asked = plan("random,easy,greedy,steady,strong", "swiss", rounds=3, deals=1)
    whole = [result for _, result in hold(asked, play=by_strength)]
    assert len(whole) == asked.games
    for number in range(len(whole)):
        rest = [result for _, result in hold(asked, whole[:number], by_strength)]
        assert whole[:number] + rest == whole


def test_games_of_another_tournament_are_noticed() -> None:
    asked = plan("random,easy,greedy", rounds=1, deals=1)
    whole = [result for _, result in hold(asked, play=by_strength)]
    with pytest.raises(BadTournament, match="name another folder"):
        list(hold(asked, whole[1:], by_strength))


@pytest.mark.parametrize(
    ("bots", "more", "says"),
    [
        ("random,easy,random", {}, "“random” is named twice"),
        ("random", {}, "1 bots cannot fill 2 seats"),
        ("random,easy", {"seats": 3}, "2 bots cannot fill 3 seats"),
        ("random,easy", {"seats": 1}, "at least two seats"),
        ("random,easy", {"rounds": 0}, "at least one round"),
        ("random,easy", {"deals": 0}, "at least one round"),
    ],
)
def test_impossible_tournaments_are_refused(bots: str, more: dict[str, Any], says: str) -> None:
    with pytest.raises(BadTournament) as error:
        plan(bots, **more)
    assert says in error.value.text


# -------------------------------------------------------------------------------------------------------- standings


def test_standings_of_games_that_were_played() -> None:
    asked = plan("random,easy,greedy", deals=6)
    results = [result for _, result in hold(asked)]
    assert results == list(play_many(each.match for each in fixtures(asked, 0, [])))
    found = standings(asked.names, results)
    assert (found.games, found.deals, found.distinct) == (36, 18, 18)
    assert sum(each.rating for each in found.table) == pytest.approx(0)
    assert [each.games for each in found.table] == [24, 24, 24]
    assert sum(each.share for each in found.table) == pytest.approx(1.5)
    for row, one in enumerate(found.table):
        assert one.low is not None
        assert one.high is not None
        assert one.low < one.rating < one.high
        for column in range(3):
            here, there = found.cross[row][column], found.cross[column][row]
            if row == column:
                assert here is None
            else:
                assert here is not None
                assert there is not None
                assert here.games == 12
                assert here.ahead + there.ahead == pytest.approx(1)


def test_with_repeated_deals_there_is_no_interval() -> None:
    def alike(matches: Any) -> Any:
        for result in by_strength(matches):
            yield Result(**(vars(result) | {"trajectory": "always"}))

    asked = plan("easy,random", deals=3)
    found = standings(asked.names, [result for _, result in hold(asked, play=alike)])
    assert (found.deals, found.distinct) == (3, 1)
    assert {(each.low, each.high) for each in found.table} == {(None, None)}


def test_the_two_games_of_a_deal_may_be_alike() -> None:
    """Bots that decide alike play the same game from both seats; that is one deal like no other."""

    def twins(matches: Any) -> Any:
        for result in by_strength(matches):
            yield Result(**(vars(result) | {"trajectory": f"{result.seed}"}))

    asked = plan("easy,random", deals=3)
    found = standings(asked.names, [result for _, result in hold(asked, play=twins)])
    assert found.distinct == found.deals == 3
    assert found.table[0].low is not None


# ---------------------------------------------------------------------------------------------------------- ratings


def test_two_bots_have_the_ratings_of_their_odds() -> None:
    found = rate([Deal((0, 1), (1.5, 0.5))] * 400, 2)
    assert found[0].value - found[1].value == pytest.approx(400 * np.log10(3), abs=1)
    assert found[0].value == -found[1].value


def test_three_at_a_table_have_the_ratings_of_their_shares() -> None:
    found = rate([Deal((0, 1, 2), (2.0, 0.8, 0.2))] * 400, 3)
    assert found[0].value - found[1].value == pytest.approx(400 * np.log10(2.5), abs=2)
    assert found[1].value - found[2].value == pytest.approx(400 * np.log10(4), abs=2)


def test_a_bot_that_sits_twice_counts_twice() -> None:
    """One against two others of the same strength: with twice their strength it wins one half."""
    one, other = rate([Deal((0, 1, 1), (1.5, 0.75, 0.75))] * 400, 2)
    assert one.value - other.value == pytest.approx(400 * math.log10(2), abs=2)
    alone = rate([Deal((0, 1, 2), (1.5, 0.75, 0.75))] * 400, 3)
    assert one.high - one.low < alone[0].high - alone[0].low, "two seats of the same bot tell more of it"


def test_a_perfect_score_has_a_finite_rating_and_a_wide_interval() -> None:
    winner, loser = rate([Deal((0, 1), (2.0, 0.0))] * 10, 2)
    assert 200 < winner.value < 1000
    assert winner.high - winner.low > 200
    assert loser.high < winner.value


def test_few_deals_have_wider_intervals_than_many() -> None:
    few, many = (rate([Deal((0, 1), (1.5, 0.5))] * count, 2)[0] for count in (4, 100))
    assert few.high - few.low > 3 * (many.high - many.low)


def test_deals_that_decide_both_games_count_as_one() -> None:
    """Where the luck of the deal decides in every seating, two games show no more than one."""
    luck = rate([Deal((0, 1), (2.0, 0.0)), Deal((0, 1), (0.0, 2.0))] * 20, 2)[0]
    free = rate([Deal((0, 1), (1.0, 1.0))] * 40, 2)[0]
    assert luck.high - luck.low == pytest.approx(2**0.5 * (free.high - free.low), rel=0.05)


@pytest.mark.parametrize("seats", [2, deep(3)])
def test_the_intervals_hold_the_truth_as_often_as_they_say(seats: int) -> None:
    rng = np.random.default_rng(7)
    truth = np.array([1.0, 0.4, 0.0, -0.3, -1.1])
    points = (truth - truth.mean()) * 400 / np.log(10)
    held, asked = 0, 0
    groups = list(combinations(range(5), seats))
    for _ in range(120):
        deals = []
        for group in groups * 6:
            chances = np.exp(truth[list(group)]) / np.exp(truth[list(group)]).sum()
            deals.append(Deal(group, tuple(rng.multinomial(seats, chances).astype(float))))
        for rating, point in zip(rate(deals, 5), points, strict=True):
            held += rating.low <= point <= rating.high
            asked += 1
    assert 0.93 <= held / asked <= 0.99
