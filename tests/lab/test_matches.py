"""Matches between bots: decided by their description alone, in one process or in several, replayed by tables."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import count, islice
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque import BadComponents, BadOption, Table, UnknownGame, bots
from ludotheque.lab import Match, MatchFailed, Result, matches, play, play_many, workers
from ludotheque.table.replay import replay, verify
from tests.depth import deep

TINY = Match("tiny", 2, ("greedy", "random"), 7)
SHORT = Match("bantu", 2, ("greedy", "random"), 3, {"short": True})
DUEL = Match("billabong", 2, ("greedy", "random"), 3, {"mode": "duel"})


@pytest.mark.parametrize(
    "match", [TINY, SHORT, deep(DUEL), Match("tiny", 3, ("random", "greedy", "random"), 11)]
)
def test_a_match_ends_as_its_record_does(match: Match) -> None:
    done = play(match, keep_record=True)
    assert done.record is not None
    table = replay(done.record)
    assert table.outcome is not None
    assert (done.returns, done.ranking, done.ending) == (
        table.outcome.returns,
        table.outcome.ranking,
        table.outcome.ending,
    )
    assert done.actions == sum(event.seat >= 0 for event in table.events)
    assert (table.first, table.journal.players) == (done.first, list(match.levels))
    verdict = verify(done.record)
    assert verdict.over
    assert verdict.seed_known


def test_a_match_depends_on_its_seed() -> None:
    assert play(TINY) == play(TINY)
    assert len({play(replace(TINY, seed=seed)).returns for seed in range(12)}) > 1
    assert play(TINY).record is None


def test_time_passes_in_a_timed_game_and_events_happen() -> None:
    hurried = {"faces": 6, "cards": 6, "rounds": 3, "pawn": 2, "patience_ms": 200}
    times = [
        line["seat"]
        for seed in range(10)
        for line in play(replace(TINY, seed=seed, components=hurried), keep_record=True).record or ()
        if "seat" in line
    ]
    assert times.count(-2) > 0, "the pawn is never left lying"
    assert times.count(0) > 0


def test_the_first_seat_can_be_given() -> None:
    assert {play(replace(SHORT, first=seat)).first for seat in (0, 1)} == {0, 1}


def test_bots_that_search_are_not_hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock would make a slower machine play another game: they have all simulations of their level."""
    budgets: list[bots.Budget] = []

    def search(game: Any, boxes: Any, states: Any, seat: int, budget: bots.Budget, rng: Any) -> Any:
        budgets.append(budget)
        return SimpleNamespace(best=int(bots._legal(game, boxes, states, seat)[0]))

    monkeypatch.setattr(bots, "run_search", search)
    play(Match("bantu", 2, ("steady", "random"), seed=1))
    assert {each.simulations for each in budgets} == {bots.SIMULATIONS["steady"]}
    assert {each.seconds for each in budgets} == {None}
    assert min(each.processor_s or 0 for each in budgets) > 1e6


def test_bots_see_views_only(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []

    def choose(game: Any, boxes: Any, states: Any, seat: int, level: str, rng: Any, **more: Any) -> int:
        others = [other for other in range(2) if other != seat]
        if states[0]["phase"] == 2:  # while all choose
            seen.append(all(int(states[0]["card"][other]) == -2 for other in others))
        return chosen(game, boxes, states, seat, level, rng, **more)

    chosen = bots.choose_in
    monkeypatch.setattr(bots, "choose_in", choose)
    monkeypatch.setattr(
        matches, "ReflexRun", matches.MatchRun
    )  # what reflexes see, the compiled loop hides itself
    play(TINY)
    assert seen
    assert all(seen)


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        ({"game": "chess"}, UnknownGame, "no game “chess”"),
        ({"seats": 9}, BadOption, "players"),
        ({"options": {"calm": 3}}, BadOption, "true or false"),
        ({"components": {"faces": 1}}, BadComponents, "faces"),
        ({"levels": ("greedy",)}, ValueError, "2 levels, one for each seat"),
        ({"levels": ("greedy", "wizard")}, ValueError, "no bot of level 'wizard'"),
    ],
)
def test_unplayable_matches_are_reported(wrong: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        play(replace(TINY, **wrong))


def test_a_match_that_breaks_off_names_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "ReflexRun", matches.MatchRun)
    monkeypatch.setattr(bots, "choose_in", lambda *_, **__: 3)  # the pawn, when it is not there
    with pytest.raises(MatchFailed, match=r"seed 7 \(greedy, random\).*too_soon") as failed:
        play(TINY)
    assert failed.value.match == TINY


# ------------------------------------------------------------------------------------------------------ processes


@pytest.fixture
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes load no compiled rules, which takes longer than a few games."""
    monkeypatch.setenv("LUDOTHEQUE_RULES", "interpreted")


@pytest.mark.usefixtures("_quickly")
def test_several_processes_give_the_same_results_in_order() -> None:
    many = [replace(TINY, seed=seed) for seed in range(3 * workers.AHEAD)]
    alone = list(play_many(many))
    assert [result.seed for result in alone] == list(range(3 * workers.AHEAD))
    assert list(play_many(many, workers=2)) == alone


@pytest.mark.usefixtures("_quickly")
def test_matches_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def endless() -> Any:
        for seed in count():
            taken.append(seed)
            yield replace(TINY, seed=seed)

    results = play_many(endless(), workers=2)
    assert [result.seed for result in islice(results, 3)] == [0, 1, 2]
    results.close()  # type: ignore[attr-defined]
    assert len(taken) <= 3 + 2 * workers.AHEAD


@pytest.mark.usefixtures("_quickly")
def test_an_error_comes_back_from_another_process() -> None:
    with pytest.raises(BadOption, match="players"):
        list(play_many([TINY, replace(TINY, seats=9)], workers=2))


def test_a_process_that_dies_is_named_by_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "play", _die)
    with pytest.raises(MatchFailed, match=r"seed 7 .*process died"):
        list(play_many([TINY], workers=2))


def _die(match: Match, keep_record: bool, measured: bool) -> Result:
    os._exit(3)


def test_no_worker_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one worker"):
        play_many([TINY], workers=0)


_ENDLESS = """
from itertools import count
from ludotheque.lab import Match, play_many
if __name__ == "__main__":
    for result in play_many((Match("tiny", 2, ("greedy", "random"), seed) for seed in count()), workers=2):
        print(result.seed, flush=True)
"""


def test_ctrl_c_stops_every_process(tmp_path: Any) -> None:
    script = tmp_path / "endless.py"
    script.write_text(_ENDLESS, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "LUDOTHEQUE_RULES": "interpreted"}
    with subprocess.Popen(
        [sys.executable, str(script)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "0\n"
        os.killpg(program.pid, signal.SIGINT)
        program.communicate(timeout=60)
    began = time.monotonic()
    while time.monotonic() - began < 5:
        try:
            os.killpg(program.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.1)
    else:
        pytest.fail("processes are left behind")


def test_a_table_and_a_match_draw_the_same_chance() -> None:
    done = play(TINY, keep_record=True)
    assert done.record is not None
    table = Table("tiny", 2, seed=7)
    drawn = [event.text for event in table.events]
    assert [line["text"] for line in done.record[1 : 1 + len(drawn)]] == drawn
