"""Searching bots: legal, the same again from the same seed, and seeing what looking one action ahead does not."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

from depth import deep
from ludotheque import Table, bots
from ludotheque.bots import descent, search, tree
from ludotheque.bots.levels import MAX_THINKING_S, SIMULATIONS
from ludotheque.bots.lines import LEAST_VISITS
from ludotheque.bots.search import _workspace, mean_and_error, run_search
from ludotheque.core import artefact, registry
from ludotheque.core.luck import Luck
from ludotheque.lab import Match, play

FEW = bots.Budget(simulations=200)


def view_of(table: Table, seat: int) -> bytes:
    view: bytes = table.view({seat}).tobytes()
    return view


def analysis(table: Table, seat: int, seed: int = 1, **budget: Any) -> bots.Analysis:
    return bots.analyse(table.game, None, view_of(table, seat), seat, seed, bots.Budget(**budget))


def duel(mine: list[str], others: list[str], **more: Any) -> Table:
    """A race of two in which everybody has set out; seat 0 is to play."""
    kangaroos = [
        {"seat": seat, "cell": cell} | ({} if cell == "home" else {"crossings": 1})
        for seat, cells in enumerate((mine, others))
        for cell in cells
    ]
    return Table.from_position(
        {
            "game": "billabong",
            "seats": 2,
            "options": {"mode": "duel"},
            "phase": "race",
            "kangaroos": kangaroos,
            **more,
        }
    )


def choosing(cards: list[int], scores: list[int], rounds_played: int = 2) -> Table:
    """The tiny game, everybody having to choose; card numbers from 0."""
    return Table.from_position(
        {
            "game": "tiny",
            "seats": len(cards),
            "phase": "choose",
            "die": 5,
            "rounds_played": rounds_played,
            "card": cards,
            "add": [-1] * len(cards),
            "score": scores,
        }
    )


# -- it plays -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_it_plays_games_with_chance_secrets_and_simultaneity(seats: int) -> None:
    table = Table("tiny", seats, seed=seats, first=0)
    step = 0
    while not table.is_over:
        step += 1
        seat = table.actors[step % len(table.actors)]
        code = bots.choose("tiny", None, view_of(table, seat), seat, "steady", step, FEW)
        assert code in table.legal_actions(seat)
        table.play(code, seat, at_ms=step)
    assert table.outcome is not None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_plays_billabong_legally_with_several_seats(seats: int) -> None:
    table = Table("billabong", seats, seed=seats)
    for step in range(60):
        seat = table.actors[0]
        code = bots.choose("billabong", None, view_of(table, seat), seat, "strong", step, FEW)
        assert code in table.legal_actions(seat)
        table.play(code, seat)


@pytest.mark.parametrize("level", SIMULATIONS)
def test_a_level_thinks_with_its_own_budget(level: str) -> None:
    table = duel(["home", "home", "home", "j3", "n5"], ["home", "home", "home", "home", "l3"])
    code = bots.choose("billabong", None, view_of(table, 0), 0, level, 1)
    found = analysis(table, 0, seed=1, simulations=SIMULATIONS[level])
    assert (code, found.simulations) == (found.best, SIMULATIONS[level])


@pytest.mark.deep
def test_searching_beats_looking_one_action_ahead() -> None:
    won = 0.0
    for seed in range(3):
        for seat in range(2):
            levels = ("strong", "greedy") if seat == 0 else ("greedy", "strong")
            won += play(Match("billabong", 2, levels, seed, {"mode": "duel"})).returns[seat]
    assert won >= 4


# -- it sees ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["greedy", *SIMULATIONS])
def test_it_comes_home_when_that_wins(level: str) -> None:
    table = duel(["home", "home", "home", "home", "i3"], ["home", "home", "home", "home", "i5"])
    code = bots.choose("billabong", None, view_of(table, 0), 0, level, 1)
    assert table.text(code, 0) == "i3-home"


def test_it_does_not_leave_the_other_a_hop_home() -> None:
    table = duel(["home", "home", "home", "j3", "n5"], ["home", "home", "home", "home", "l3"])
    greedy = bots.choose("billabong", None, view_of(table, 0), 0, "greedy", 1)
    assert table.text(greedy, 0) == "n5-j1"  # far, but now l3 hops over j3 and wins
    for seed in range(5):
        table.play(bots.choose("billabong", None, view_of(table, 0), 0, "steady", seed), 0)
        assert not any(table.text(code, 1).endswith("home") for code in table.legal_actions(1))
        table.undo()


def test_it_takes_the_better_move_whatever_others_hold() -> None:
    table = choosing([3, 4], [0, 0])
    for seed in range(5):
        found = analysis(table, 0, seed, simulations=4000)
        assert found.best == 2  # the most that can be added never hurts
        assert {each.action for each in found.considered} == {0, 1, 2}


def test_a_decided_game_gets_its_final_value() -> None:
    lost = choosing([0, 5], [0, 60])
    won = choosing([0, 5], [60, 0])
    assert all(each.value == 0.0 for each in analysis(lost, 0, simulations=500).considered if each.visits)
    assert all(each.value == 1.0 for each in analysis(won, 0, simulations=500).considered if each.visits)


# -- it knows nothing that it cannot know -------------------------------------------------------------------------


def test_it_decides_alike_whatever_it_cannot_see() -> None:
    decisions = set()
    for card in (0, 4, 9):
        for add in (0, 2):
            table = choosing([3, card], [1, 2])
            table.play(add, 1, at_ms=1)
            view = table.view({0})
            before = view.tobytes()
            found = bots.analyse("tiny", None, before, 0, 7, FEW)
            assert view.tobytes() == before
            decisions.add(found)
    assert len(decisions) == 1


def test_simultaneous_choices_do_not_depend_on_its_own() -> None:
    table = choosing([3, 4], [0, 0])
    forest, workspace = grown(table, 0, 300, tree.new_tree(1000, 5000, 64, 2))
    mine, theirs = (list(tree.edges_of(forest, seat)) for seat in range(2))
    assert sum(visits for _, visits, _, _ in mine) == 300
    # All that the other tried in those simulations that went on is kept at the same node, not one below each of mine.
    assert {action for action, *_ in theirs} == {0, 1, 2}
    assert sum(visits for _, visits, _, _ in theirs) == 300 - len(mine)
    assert sum(workspace.values) == pytest.approx(1.0, abs=0.2)


# -- budgets, seeds, threads --------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_same_seed_budget_and_threads_give_the_same_analysis(threads: int) -> None:
    for table in (Table("tiny", 3, seed=3, first=0), Table("billabong", 2, seed=3)):
        seat = table.actors[0]
        found = [analysis(table, seat, 5, simulations=500, threads=threads) for _ in range(3)]
        assert found[0] == found[1] == found[2]
        assert sum(each.visits for each in found[0].considered) == found[0].simulations == 500


def test_threads_are_counted_together() -> None:
    table = duel(["home", "home", "home", "j3", "n5"], ["home", "home", "home", "home", "l3"])
    together = analysis(table, 0, 5, simulations=401, threads=2)
    rng = Luck.of(5)
    alone: dict[int, int] = {}
    for share, luck in zip((201, 200), [rng.integers(2**63) for _ in range(2)], strict=True):
        forest, _ = grown(table, 0, share, tree.new_tree(1000, 5000, 8000, 2), int(luck))
        for action, visits, _, _ in tree.edges_of(forest, 0):
            alone[action] = alone.get(action, 0) + visits
    assert {each.action: each.visits for each in together.considered} == alone
    assert together.considered[0].visits == max(alone.values())


@pytest.mark.parametrize("game", ["bantu", deep("billabong"), deep("banjooli-cross")])
def test_threads_only_share_trees_out(game: str) -> None:
    table = Table(game, 2, seed=3)
    seat = table.actors[0]
    found = [analysis(table, seat, 5, simulations=30, trees=4, threads=threads) for threads in (1, 2, 3, 9)]
    assert found[0] == found[1] == found[2] == found[3]
    assert found[0] != analysis(table, seat, 5, simulations=30)
    alone = [analysis(table, seat, 5, simulations=30, **more) for more in ({}, {"threads": 1}, {"trees": 1})]
    assert alone[0] == alone[1] == alone[2], "one thread is one tree"


def test_standard_errors_come_from_how_far_the_trees_differ() -> None:
    table = Table("bantu", 2, seed=3)
    seat = table.actors[0]
    found = analysis(table, seat, 5, simulations=81, trees=4)
    rng = Luck.of(5)
    means = []
    for share, luck in zip((21, 20, 20, 20), [rng.integers(2**63) for _ in range(4)], strict=True):
        forest, _ = grown(table, seat, share, tree.new_tree(1000, 5000, 8000, 2), int(luck))
        means.append(forest.spread.array["average"].copy())
    weights = np.array([21, 20, 20, 20])
    mean = np.average(means, axis=0, weights=weights)
    off = weights[:, None] * (means - mean)  # what each tree adds to the error of the sum
    assert found.values == pytest.approx(mean.tolist())
    assert found.errors == pytest.approx((np.sqrt((off**2).sum(axis=0) * 4 / 3) / 81).tolist())
    assert all(each.error is None or each.error >= 0 for each in found.considered)
    assert found.considered[0].error is not None
    one = analysis(table, seat, 5, simulations=20)
    assert (one.errors, one.considered[0].error) == ((), None)


def test_the_error_of_a_weighted_mean() -> None:
    samples = [[1.0, 0.0], [3.0, 0.0], [5.0, 1.0]]
    (mean, _), (error, _) = mean_and_error(samples, [1, 1, 1])
    assert (mean, error) == pytest.approx((3.0, 2 / np.sqrt(3)))
    assert mean_and_error(samples, [0, 2, 0]) == ((3.0, 0.0), ()), "what was not tried does not count"
    assert mean_and_error(samples, [0, 0, 0])[1] == ()


@pytest.mark.parametrize(
    ("game", "seats", "played"),
    [("bantu", 2, 10), deep("billabong", 2, 12), deep("boussanga", 2, 3), deep("banjooli-cross", 3, 9)],
)
def test_lines_can_be_played_whatever_chance_brings(game: str, seats: int, played: int) -> None:
    table = Table(game, seats, seed=3)
    for turn in range(played):
        actions = table.legal_actions(table.actors[0])
        table.play(actions[turn * 7 % len(actions)], table.actors[0])
    seat, rng = table.actors[0], Luck.of(1)
    budget = bots.Budget(simulations=80, trees=2)
    found = run_search(table.game, table.box, table.view({seat}), seat, budget, rng, lines=3)
    assert [line[0].action for line in found.lines] == [each.action for each in found.considered[:3]]
    assert [line[0].visits for line in found.lines] == [each.visits for each in found.considered[:3]]
    for line in found.lines:
        there = table.copy()
        for number, step in enumerate(line):
            assert step.action in there.legal_actions(step.seat)
            assert step.text == there.text(step.action, step.seat)
            assert number == 0 or LEAST_VISITS <= step.visits <= line[number - 1].visits
            there.play(step.action, step.seat)
    assert analysis(table, seat, simulations=10).lines == ()


def test_a_watched_search_stops_on_request() -> None:
    table, told = Table("bantu", 2, seed=3), list[int]()
    seat, rng = table.actors[0], Luck.of(1)

    def go_on(simulations: int) -> bool:
        told.append(simulations)
        return len(told) < 3

    budget = bots.Budget(simulations=100_000_000, trees=3, threads=2)
    found = run_search(table.game, table.box, table.view({seat}), seat, budget, rng, go_on=go_on)
    assert told == sorted(told)
    assert told[-1] <= found.simulations < 100_000_000
    few = bots.Budget(simulations=20)
    watched = [
        run_search(table.game, table.box, table.view({seat}), seat, few, Luck.of(1), go_on=each)
        for each in (None, lambda _: True)
    ]
    assert watched[0] == watched[1], "watching changes nothing"


def test_an_error_in_a_thread_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    table, calls = Table("billabong", 2, seed=3), list[int]()
    run_simulations = descent.run_simulations

    def failing(*given: Any) -> None:
        calls.append(given[3])
        if len(calls) == 3:
            raise RuntimeError("broken")
        run_simulations(*given)

    monkeypatch.setattr(search, "run_simulations", failing)
    with pytest.raises(RuntimeError, match="broken"):
        analysis(table, table.actors[0], simulations=100_000_000, threads=2)


def test_a_budget_in_seconds_is_kept_about() -> None:
    table = Table("billabong", 2, seed=3)
    began = time.perf_counter()
    found = analysis(table, table.actors[0], seconds=0.2, threads=2)
    assert 0.2 <= time.perf_counter() - began < 20
    assert found.simulations >= 2
    first = analysis(table, table.actors[0], seconds=60.0, simulations=100)
    assert first.simulations == 100


def test_a_budget_of_processor_time_ends_a_thought() -> None:
    table = Table("billabong", 2, seed=3)
    found = analysis(table, table.actors[0], processor_s=0.05, simulations=10_000_000)
    assert 2 <= found.simulations < 10_000_000
    unhurried = analysis(table, table.actors[0], processor_s=600.0, simulations=150)
    assert unhurried == analysis(table, table.actors[0], simulations=150), "in batches it finds the same"


def test_a_game_may_have_other_simulations_for_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bots.simulations_of(registry.get("boussanga"), "master") < SIMULATIONS["master"]
    assert bots.simulations_of(registry.get("boussanga"), "greedy") == 0
    budgets = []
    monkeypatch.setattr(bots, "run_search", lambda *asked: budgets.append(asked[4]) or _Best())
    game, table = registry.get("billabong"), Table("billabong", 2, seed=3)
    monkeypatch.setitem(vars(game), "simulations", {"master": 300})
    rng = Luck.of(1)
    for level in ("steady", "master"):
        bots.choose_in(game, table.box, table.state, table.actors[0], level, rng)
    assert [(each.simulations, each.processor_s) for each in budgets] == [
        (200, MAX_THINKING_S),
        (300, MAX_THINKING_S),
    ]


class _Best:
    """What a search that did not take place found."""

    best = 0


def test_other_threads_run_while_it_thinks() -> None:
    table = Table("billabong", 2, seed=3)
    analysis(table, table.actors[0], simulations=10)
    thinking = threading.Thread(
        target=analysis, args=(table, table.actors[0]), kwargs={"simulations": 30_000}
    )
    thinking.start()
    ticks = 0
    while thinking.is_alive():
        time.sleep(0.005)
        ticks += 1
    assert ticks > 5


def test_a_full_tree_stops_growing_and_the_search_continues() -> None:
    table = Table("billabong", 2, seed=3, first=0)
    small, _ = grown(table, 0, 500, tree.new_tree(5, 40, 8000, 2))
    assert small.used[:2].tolist() == [5, 40]
    assert sum(visits for _, visits, _, _ in tree.edges_of(small, 0)) == 500
    none, _ = grown(table, 0, 50, tree.new_tree(1, 1, 8000, 2))
    assert list(tree.edges_of(none, 0)) == []


def grown(table: Table, seat: int, simulations: int, planted: Any, seed: int = 1) -> tuple[Any, Any]:
    """A tree grown for a seat's decision, and the working space."""
    states = table.view({seat})
    workspace = _workspace(table.game, states, table.seats)
    rng = Luck.of(seed)
    descent.run_simulations(table.box, states, seat, simulations, planted, workspace, bots.Policy(), rng)
    return planted, workspace


def test_refusals() -> None:
    table = Table("tiny", 2, seed=3, first=0)
    table.play(0, 0, at_ms=1)
    with pytest.raises(ValueError, match="no legal action"):
        analysis(table, 0, simulations=5)
    with pytest.raises(ValueError, match="in simulations or in seconds"):
        analysis(table, 1)
    for wrong in ({"simulations": 0}, {"seconds": 0.0}, {"processor_s": -1.0}, {"threads": 0}, {"trees": 0}):
        with pytest.raises(ValueError, match="budget"):
            bots.Budget(**wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_one_legal_action_needs_no_thought() -> None:
    table = Table("tiny", 2, seed=3, first=0)
    table.play(0, 0, at_ms=1)
    table.play(0, 1, at_ms=2)
    assert bots.choose("tiny", None, view_of(table, 1), 1, "master", 1) == 3


@pytest.mark.parametrize(
    ("game", "options", "played"), [("tiny", {}, 0), deep("billabong", {"mode": "duel"}, 14)]
)
def test_interpreted_and_compiled_searches_agree(game: str, options: dict[str, Any], played: int) -> None:
    table = Table(game, 2, options, seed=3, first=0)
    for _ in range(played):
        table.play(table.legal_actions()[7])

    def found() -> list[bots.Analysis]:
        return [analysis(table, 0, n, simulations=60, threads=1 + n % 2) for n in range(3)]

    compiled = found()
    with artefact.interpreting():
        assert found() == compiled
