"""Looking at a game again: chances, what a search would have played, turning points."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludotheque import Table, bots
from ludotheque.bots import review
from ludotheque.bots.review import Weighed, turning_points, weigh
from ludotheque.core import entry
from ludotheque.core.event import Event
from ludotheque.core.journal import Journal
from ludotheque.core.luck import Luck
from ludotheque.table import views
from ludotheque.table.turns import Turn, TurnCount, turn_at, turns

FEW = bots.Budget(simulations=40)


def played(game: str, seats: int, moves: int, seed: int = 1) -> Table:
    table = Table(game, seats, seed=seed)
    for turn in range(moves):
        if table.is_over:
            break
        actions = table.legal_actions()
        table.play(actions[turn * 7 % len(actions)])
    return table


@pytest.mark.parametrize("game", ["bantu", "banjooli-cross", "billabong"])
def test_turns_match_the_list_of_moves(game: str) -> None:
    journal = played(game, 2, 40).journal
    shown = [each.turn for each in views.event_views(journal, {0, 1})]
    found = turns(journal)
    assert [turn.number for turn in found] == list(
        dict.fromkeys(turn for turn, event in zip(shown, journal.events, strict=True) if event.seat >= 0)
    )
    assert all(journal.events[turn.move].seat == turn.seat for turn in found)
    assert [turn_at(journal, move) for move in range(len(shown) + 1)] == [*shown, shown[-1]]


def test_without_a_turn_count_a_turn_is_a_seat_or_an_action() -> None:
    def counted(seats: int, *acting: int) -> list[Turn]:
        events = [Event(seat, 0) for seat in acting]
        journal = SimpleNamespace(
            game=SimpleNamespace(presenter=SimpleNamespace()),
            setup=SimpleNamespace(seats=seats, box=[None]),
            steps=lambda: ((event, [None], [None]) for event in events),
        )
        assert TurnCount(cast("Any", journal)).number == 0
        return turns(cast("Any", journal))

    assert counted(1, 0, -1, 0, 0) == [Turn(1, 0, 0), Turn(2, 2, 0), Turn(3, 3, 0)]
    assert counted(2, -1, 0, 0, -1, 1, 0) == [Turn(1, 1, 0), Turn(2, 4, 1), Turn(3, 5, 0)]


def test_a_moment_is_weighed_for_every_seat_and_the_same_again() -> None:
    table = played("bantu", 2, 400)
    found = weigh(table.journal, 20, FEW, seed=3)
    assert found == weigh(table.journal, 20, FEW, seed=3)
    assert (found.seat, found.turn) == (table.events[20].seat, turn_at(table.journal, 20))
    assert sum(found.chances) == pytest.approx(1)
    assert 1 <= len(found.best) <= 3
    assert found.best[0].visits == max(each.visits for each in found.best)
    there = Table.from_position(table.position())
    assert there.is_over
    assert all(0 <= each.value <= 1 for each in found.best)
    if found.played is not None:
        assert found.played.action == table.events[20].code
    end = weigh(table.journal, len(table.events), FEW)
    assert (end.seat, end.chances) == (-1, table.outcome.returns)  # type: ignore[union-attr]  # the game is over


def test_a_search_sees_no_more_than_the_seat_did() -> None:
    """In two games that differ only in what the seat cannot see the same is best. Chances are computed with all cards open."""
    table = played("banjooli-cross", 3, 8, seed=5)
    seat = table.actors[0]
    other = table.view({seat})  # without the cards of the others, which are then guessed
    entry.redeal(table.box, other, 1 << seat, Luck.of(1))
    found = []
    for state in (table.state, other):
        journal = Journal(table.journal.setup, state.tobytes())
        journal.append(Event(seat, table.legal_actions(seat)[0]))
        found.append(weigh(journal, 0, bots.Budget(simulations=8)))
    assert other.tobytes() != table.state.tobytes()
    told = [(each.action, each.value, each.visits) for each in found[0].best]
    assert told == [(each.action, each.value, each.visits) for each in found[1].best]
    assert found[0].missed == found[1].missed
    assert found[0].chances != found[1].chances


def test_chances_do_not_jump_with_the_point_of_view() -> None:
    """Who looks at the hidden cards from another seat finds the same chances, but for the luck of the search."""
    table = played("banjooli-cross", 2, 60, seed=5)
    at = [move for move in review.moments(table.journal, 100) if move > 20][:8]
    points = [weigh(table.journal, move, bots.Budget(simulations=400), move) for move in at]
    jumps = [abs(new.chances[0] - old.chances[0]) for old, new in pairwise(points)]
    assert sum(jumps) / len(jumps) < 0.12


def test_unsuitable_games_are_refused() -> None:
    table = played("bantu", 2, 3)
    for move in (-1, 3, 99):
        with pytest.raises(ValueError, match=r"moment|goes on"):
            weigh(table.journal, move, FEW)
    with pytest.raises(ValueError, match="clock"):
        weigh(Table("tiny", 2, seed=1).journal, 0, FEW)


def test_giving_up_is_no_turning_point() -> None:
    before = Weighed(8, 3, 1, (0.3, 0.7))
    assert turning_points([before, Weighed(9, 3, -1, (1.0, 0.0))]) != []
    assert turning_points([before, Weighed(9, 3, -1, (1.0, 0.0), stopped=True)]) == []
    assert turning_points([before, Weighed(9, 3, 0, (1.0, 0.0), stopped=True)]) != [], (
        "the turn before it is one"
    )


def test_resignations_differ_from_endings_by_the_rules() -> None:
    table = Table("billabong", seats=2, options={"mode": "duel"}, seed=b"1")
    table.play(table.legal_actions()[0])
    table.resign(0)
    assert weigh(table.journal, 1, bots.Budget(simulations=1)).stopped


@pytest.mark.parametrize(("game", "secrets"), [("bantu", False), ("banjooli-cross", True)])
def test_the_position_at_a_resignation_is_evaluated(game: str, secrets: bool) -> None:
    table = played(game, 2, 12, seed=5)
    actor, legal = table.actors[0], {*table.legal_actions()}
    table.resign(0)
    left = weigh(table.journal, len(table.events), FEW, seed=3)
    assert (left.seat, left.stopped, left.played, left.missed) == (actor, True, None, 0.0)
    assert 0 < left.chances[0] < 1
    assert sum(left.chances) == pytest.approx(1)
    assert {each.action for each in left.best} <= legal
    assert all(each.view is not None for each in left.best), "all lies open by then"
    assert table.game.secrets == secrets
    assert review.due(table.journal) == left.seat
    assert review.due(played("bantu", 2, 400).journal) == -1


def test_hints_for_a_better_action_use_only_what_its_seat_sees() -> None:
    table = played("bantu", 2, 60)
    said = 0
    for move in review.decisions(table.journal)[:-1]:
        found = weigh(table.journal, move, FEW)
        if found.played is not None and found.best[0].action == found.played.action:
            assert found.why is None, "nothing else was played"
            continue
        view = views.hidden(table.journal, table.journal.at(move), 1 << found.seat)
        expected = views.merit(table.journal, view, found.seat, found.best[0].action)
        assert found.why == expected or (found.why is None and found.missed == 0)
        said += found.why is not None
    assert said > 3


def at(move: int, seat: int, *chances: float, errors: tuple[float, ...] = ()) -> Weighed:
    return Weighed(move, move + 1, seat, chances, errors=errors)


def curve(*first: float, errors: tuple[float, ...] = ()) -> list[Weighed]:
    """The chances of the first of two seats, turn by turn."""
    return [at(move, 0, mine, 1 - mine, errors=errors) for move, mine in enumerate(first)]


def test_turning_points_are_the_weightiest_swings_first() -> None:
    points = [
        at(0, 0, 0.5, 0.3, 0.2),
        at(3, 1, 0.52, 0.29, 0.19),
        at(5, 2, 0.2, 0.6, 0.2),
        at(9, -1, 1.0, 0.0, 0.0),
    ]
    found = turning_points(points)
    assert [(each.move, each.until, each.actor, each.seat) for each in found] == [(5, 9, 2, 0), (3, 5, 1, 1)]
    assert [each.turn for each in found] == [6, 4]
    assert (found[0].before, found[0].after) == (0.2, 1.0)
    assert turning_points(points[:2]) == []


def test_in_a_drifting_game_the_largest_step_is_reported() -> None:
    drifting = curve(0.5, 0.52, 0.53, 0.55, 0.62, 0.64, 0.65, 0.67, 0.69, 0.71, 0.73, 0.75)
    assert [(each.move, each.before, each.after) for each in turning_points(drifting)] == [(3, 0.55, 0.62)]
    evenly = curve(*(0.5 + 0.03 * turn for turn in range(12)))
    assert turning_points(evenly) == [], "a game in which nothing stands out has no turning point"


def test_a_change_that_means_nothing_is_no_turning_point() -> None:
    """Two or three points are the luck of the search, also where the lead changes hands."""
    assert turning_points(curve(0.52, 0.51, 0.52, 0.51, 0.48)) == []
    assert turning_points(curve(0.52, 0.48)) == []
    assert turning_points(curve(0.53, 0.47)) != []


def test_the_ending_comes_after_the_action_that_decided_it() -> None:
    points = curve(0.5, 0.49, 0.4, 0.39, 0.3, 0.29, 0.2, 0.18, 0.16, 0.05, 0.04, 0.0)
    told = turning_points(points)
    assert (told[0].before, told[0].after) == (0.49, 0.4)
    assert (0.16, 0.05) not in [(each.before, each.after) for each in told]
    assert turning_points(curve(0.14, 0.02, 0.0)) == [], "a game that was lost before"


def test_a_change_of_lead_weighs_more() -> None:
    points = curve(0.5, 0.62, 0.61, 0.6, 0.72, 0.6, 0.47)
    assert turning_points(points)[0].move == 5


def test_at_most_three_turning_points_and_none_due_to_luck() -> None:
    assert len(turning_points(curve(0.5, 0.8, 0.3, 0.8, 0.3, 0.8))) == 3
    jumpy = curve(0.5, 0.55, 0.49, 0.56, 0.5, 0.57, 0.51, 0.58, 0.5, 0.57, 0.5)
    assert turning_points(jumpy) == []
    assert turning_points(curve(0.5, 0.7, errors=(0.09, 0.09))) == []
    assert turning_points(curve(0.5, 0.7, errors=(0.05, 0.05))) != []


def test_each_seat_sums_its_losses_even_without_mistakes() -> None:
    def decided(seat: int, value: float) -> Weighed:
        best, other = review.Candidate(1, 0.5, 9, None, "a"), review.Candidate(2, value, 9, None, "b")
        return Weighed(0, 0, seat, (0.5, 0.5), (best, other), other if value < 0.5 else best)

    points = [decided(0, 0.46), decided(1, 0.5), decided(0, 0.5), Weighed(9, 3, -1, (0.0, 1.0))]
    first, second = review.accounts(points)
    assert (first.seat, first.n, second.seat, second.n) == (0, 2, 1, 1)
    assert (first.loss, second.loss) == (pytest.approx(0.02), 0)
    assert (first.accuracy, second.accuracy) == (pytest.approx(0.9176, abs=1e-3), pytest.approx(1, abs=1e-5))
    assert [round(review.accuracy(loss), 3) for loss in (0, 0.1, 1)] == [1, 0.636, 0]


def test_a_game_lost_little_by_little_has_a_slope() -> None:
    def curve(*chances: float) -> list[Weighed]:
        return [Weighed(2 * n, n, 0, (chance, 1 - chance)) for n, chance in enumerate(chances)]

    found = review.slope(curve(0.48, 0.5, 0.49, 0.4, 0.3, 0.22, 0.1, 0.0))
    assert found == review.Slope(0, 2, 7, 4, 14, 0.49, 0.0)
    assert turning_points(curve(0.48, 0.5, 0.49, 0.48, 0.47, 0.46)) == []
    assert review.slope(curve(0.5, 0.48, 0.52, 0.5, 0.45)) is None, "nothing went"
    assert review.slope(curve(0.5, 0.49, 0.1, 0.05)) is None, "one turn did it"
    assert review.slope([]) is None
