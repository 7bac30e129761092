"""Analyses: of a position as its seat sees it, and of every decision in a game, which can be stopped and gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from depth import deep
from ludotheque import Table, bots
from ludotheque.bots import analysis, review
from ludotheque.core import entry, record
from ludotheque.core.errors import BadPosition
from ludotheque.core.journal import position_of
from ludotheque.core.luck import Luck
from ludotheque.table.table import situation

FEW = bots.Budget(simulations=12, trees=2)
LAST = 9
"""The number of decisions of the game that is analysed."""


def played(game: str, seats: int, moves: int, seed: int = 1, **options: Any) -> Table:
    table = Table(game, seats, options, seed=seed)
    for turn in range(moves):
        if table.is_over:
            break
        actions = table.legal_actions(table.actors[0])
        table.play(actions[turn * 7 % len(actions)], table.actors[0])
    return table


@pytest.fixture(scope="module")
def whole() -> Table:
    """The last decisions of a short game of Bantu, to its end."""
    table = played("bantu", 2, 400, seed=3, short=True)
    assert table.is_over
    setup, before = table.journal.setup, table.journal.at(len(table.events) - LAST)
    late = Table.from_position(position_of(setup, before), seed=1)
    for event in table.events[-LAST:]:
        late.play(event.code, event.seat)
    assert late.is_over
    return late


# -- a position -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats", "moves"),
    [("bantu", 3, 9), deep("billabong", 2, 12), deep("boussanga", 2, 3), deep("banjooli-cross", 3, 9)],
)
def test_a_position_says_the_same_as_its_table(game: str, seats: int, moves: int) -> None:
    table = played(game, seats, moves)
    seat = table.actors[0]
    found = review.assess(table, FEW, 5)
    written = review.assess(json.loads(json.dumps(table.position({seat}))), FEW, 5)
    assert (written.chances, written.errors, written.simulations) == (found.chances, found.errors, 12)
    assert [(each.text, each.visits, each.line) for each in written.best] == [
        (each.text, each.visits, each.line) for each in found.best
    ]
    assert (found.seat, found.played, found.missed) == (seat, None, 0.0)
    assert sum(found.chances) == pytest.approx(1)
    assert len(found.errors) == seats
    assert all(each.line[0].action == each.action and each.line[0].text == each.text for each in found.best)


def test_nothing_that_a_seat_cannot_see_changes_its_analysis() -> None:
    table = played("banjooli-cross", 3, 9, seed=5, berries=True)
    seat = table.actors[0]
    other = table.view({seat})
    entry.redeal(table.box, other, 1 << seat, Luck.of(1))
    changed = table.copy()
    changed.state[:] = other
    assert changed.position() != table.position()
    found = review.assess(table, FEW)
    assert found == review.assess(changed, FEW)
    assert all(each.view is None for each in found.best), "an event's words could tell a secret"


def test_a_position_as_a_seat_sees_it_is_for_looking_only() -> None:
    table = played("banjooli-cross", 3, 14, seed=3, berries=True)
    seen = table.position({table.actors[0]})
    assert None in seen["predictions"]
    with pytest.raises(BadPosition, match="predictions"):
        Table.from_position(seen)
    journal = situation(seen)
    assert journal.events == []
    view = table.view({table.actors[0]})
    entry.hide(journal.setup.box, journal.state, 1 << table.actors[0])
    assert situation(seen).state["prediction"].tolist() == view["prediction"][0].tolist()
    assert situation(seen).state["berry_kind"].tolist() == view["berry_kind"][0].tolist()


def test_which_seat_decides_must_be_clear() -> None:
    over = played("bantu", 2, 400, seed=3, short=True)
    with pytest.raises(ValueError, match="nobody has anything to decide"):
        review.assess(over, FEW)
    table = played("bantu", 2, 4)
    with pytest.raises(ValueError, match="has anything to decide"):
        review.assess(table, FEW, seat=1 - table.actors[0])
    with pytest.raises(ValueError, match="clock"):
        review.assess(Table("banzai", 3, seed=1), FEW)
    with pytest.raises(BadPosition, match="game"):
        review.assess({"seats": 2}, FEW)


# -- every decision of a game -----------------------------------------------------------------------------------------


def begun(table: Table) -> analysis.GameAnalysis:
    return analysis.begin(table.journal, record.dumps(table.record()), FEW, seed=2, lines=1)


def test_an_analysis_continues_where_it_was_stopped(whole: Table, tmp_path: Path) -> None:
    at_once = begun(whole)
    assert [*analysis.go_on(at_once, whole.journal, threads=2)] == at_once.points
    assert at_once.done
    in_parts = begun(whole)
    path = tmp_path / "game.analysis.json"
    stops = 0
    while not in_parts.done:
        for number, _ in enumerate(analysis.go_on(in_parts, whole.journal)):
            if number == 3:
                break
        analysis.write(in_parts, path)
        in_parts = analysis.loads(path.read_text(encoding="utf-8"))
        stops += 1
    assert stops >= 3
    assert analysis.dumps(in_parts) == analysis.dumps(at_once)
    assert [*tmp_path.iterdir()] == [path]


def test_it_has_every_decision_and_the_result(whole: Table) -> None:
    found = begun(whole)
    assert not found.done
    assert len([*analysis.go_on(found, whole.journal)]) == len(found.points) == len(whole.events) + 1
    assert [point.seat for point in found.points] == [*(event.seat for event in whole.events), -1]
    assert whole.outcome is not None
    assert found.points[-1].chances == whole.outcome.returns
    assert found.turning_points == review.turning_points(review.of_turns(whole.journal, found.points))
    assert any(point.played for point in found.points)
    assert all(
        point.played.text == event.text
        for point, event in zip(found.points, whole.events, strict=False)
        if point.played
    )


def test_a_decision_that_was_not_searched_to_its_end_is_left_out(whole: Table) -> None:
    found = begun(whole)
    long = analysis.begin(whole.journal, found.record, bots.Budget(simulations=50_000_000))
    asked: list[int] = []

    def until(simulations: int) -> bool:
        asked.append(simulations)
        return len(asked) < 2

    assert [*analysis.go_on(long, whole.journal, 2, until)] == []
    assert (long.points, long.done) == ([], False)
    found_one = [*analysis.go_on(found, whole.journal, 1, lambda _: not found.points)]
    assert found_one == found.points, "what was done in time is kept"
    assert len(found_one) == 1


def test_only_the_start_of_a_turn_can_be_a_turning_point() -> None:
    table = played("banjooli-cross", 2, 40, seed=5)
    points = [review.Weighed(move, 0, 0, (0.5, 0.5)) for move in review.decisions(table.journal)]
    kept = review.of_turns(table.journal, points)
    assert [point.move for point in kept] == review.moments(table.journal, 10_000)
    assert len(kept) < len(points)


@pytest.mark.parametrize(
    ("difference", "error", "missed"),
    [
        (0.1, 0.02, 0.1),
        (0.1, 0.06, 0.0),  # it may be luck
        (0.01, 0.001, 0.0),  # hardly better
        (-0.1, 0.01, 0.0),  # what was played was better
        (0.5, 0.0, 0.5),
    ],
)
def test_missed_gains_exceed_luck(difference: float, error: float, missed: float) -> None:
    assert review._missed(difference, error) == missed


def test_a_move_no_search_would_try_is_compared_with_the_best() -> None:
    """A search leaves out what it thinks is bad; what was thrown away is found all the same, and by the figures that are told."""
    journal, few, left_out = played("bantu", 2, 24).journal, bots.Budget(simulations=6), 0
    for move in range(8, 24, 3):
        found, again = (review.weigh(journal, move, few, seed=1) for _ in range(2))
        assert found == again
        assert found.played is not None
        assert found.played.action == journal.events[move].code
        left_out += found.played.visits == 0
        if found.missed:
            assert found.missed == pytest.approx(found.best[0].value - found.played.value)
    assert left_out > 0


def test_impossible_analyses_are_refused(whole: Table) -> None:
    with pytest.raises(ValueError, match="goes on"):
        begun(played("bantu", 2, 4))
    with pytest.raises(ValueError, match="clock"):
        begun(Table("banzai", 3, seed=1))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"analysis": 9}, "format 9"),
        ({"moments": [3, "x"]}, r"moments\[1\]"),
        ({"moments": [5, 6]}, "moments"),
        ({"done": True}, "moments"),
        ({"extra": 1}, "extra"),
        ({"points": [{}]}, "points"),
    ],
)
def test_a_file_that_is_no_analysis_is_refused(whole: Table, change: dict[str, Any], says: str) -> None:
    found = begun(whole)
    next(analysis.go_on(found, whole.journal))
    plain = json.loads(analysis.dumps(found))
    assert analysis.loads(json.dumps(plain)).moments == found.moments
    with pytest.raises(ValueError, match=says):
        analysis.loads(json.dumps(plain | change))
    with pytest.raises(ValueError, match="truncated"):
        analysis.loads(json.dumps(plain)[:-9])
