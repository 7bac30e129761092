"""Tuning: an evaluation becomes better, a tuning goes on, and what cannot be is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import nudge
from ludotheque.bots.weighted import Weighted
from ludotheque.core import registry, weights
from ludotheque.core.errors import BadOption
from ludotheque.core.weights import BadWeights, Weights
from ludotheque.lab import Match, play
from ludotheque.lab.tuning import BETTER, TUNED, BadTuning, Found, Tuned, Tuning
from tests.depth import deep

PLAN = Tuned("nudge", seed=3, generations=3, candidates=4, deals=2, match=10, simulations=0, opening=8)


@pytest.fixture(autouse=True, scope="module")
def _game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._games, "nudge", nudge.GAME)
        yield


def to_the_end(tuning: Tuning) -> Found:
    for _ in tuning.candidates():
        pass
    return match_of(tuning)


def match_of(tuning: Tuning) -> Found:
    playing = tuning.match()
    while True:
        try:
            next(playing)
        except StopIteration as ended:
            found: Found = ended.value
            return found


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder, but for the day on which it was begun."""
    return {path.name: re.sub(rb'"\d{4}-\d\d-\d\d"', b"", path.read_bytes()) for path in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Found]:
    """A tuning that nobody interrupted."""
    folder = tmp_path_factory.mktemp("tuning") / "whole"
    with Tuning(PLAN, folder) as tuning:
        return folder, to_the_end(tuning)


def test_a_bad_weight_is_found_and_mended(whole: tuple[Path, Found]) -> None:
    folder, found = whole
    assert found.weights.values["bold"] > found.weights.values["shy"]
    assert found.better
    assert found.low is not None
    assert found.low > 0.5
    assert found.share > 0.9
    kept = weights.load(folder / BETTER)
    assert kept == weights.load(folder / TUNED) == found.weights
    tuned, before = Weighted(kept, "greedy"), Weighted(weights.shipped(nudge.GAME), "greedy")
    assert play(Match("nudge", 2, (before, tuned), 99, opening=8)).returns == (0.0, 1.0)


def test_the_record_says_how_they_were_found(whole: tuple[Path, Found]) -> None:
    record = whole[1].weights.record
    assert (record["seed"], record["generations"], record["candidates"], record["games"]) == (3, 3, 4, 48)
    assert record["before"] == {"bold": 0.5, "shy": 2.0}
    assert record["tuned"] == ["bold", "shy"]
    assert "cmaes" in record["optimiser"]
    assert record["result"] == {
        "games": 20,
        "share": round(whole[1].share, 6),
        "low": pytest.approx(whole[1].low, abs=1e-5),
        "high": pytest.approx(whole[1].high, abs=1e-5),
        "equal": 0.5,
        "better": True,
    }
    assert {"date", "ludotheque", "python", "numpy", "rules", "options"} <= record.keys()


@pytest.mark.parametrize("after", [deep(1), deep(4), 6, deep(9)])
def test_interrupted_it_ends_like_any_other(whole: tuple[Path, Found], tmp_path: Path, after: int) -> None:
    folder = tmp_path / "cut"
    with Tuning(PLAN, folder) as tuning:
        assert not tuning.went_on
        played = tuning.candidates()
        assert [next(played).kept for _ in range(after)] == [False] * after
        played.close()
    with (folder / "candidates.jsonl").open("a") as file:
        file.write('{"generation": 2, "cand')  # cut off in the middle of a line
    with Tuning(PLAN, folder) as tuning:
        assert tuning.went_on
        assert [each.kept for each in tuning.candidates()] == [True] * after + [False] * (12 - after)
        playing = tuning.match()
        assert [next(playing) for _ in range(3)] == [0, 1, 2]
        playing.close()
    with Tuning(PLAN, folder) as tuning:
        assert all(each.kept for each in tuning.candidates())
        assert next(tuning.match()) == 2
        match_of(tuning)
    assert files(folder) == files(whole[0])


def test_another_seed_tries_other_weights(whole: tuple[Path, Found], tmp_path: Path) -> None:
    with Tuning(replace(PLAN, seed=4), tmp_path / "other") as tuning:
        other = next(tuning.candidates()).values
    first = json.loads((whole[0] / "candidates.jsonl").read_text().splitlines()[0])["weights"]
    assert other.keys() == first.keys()
    assert other != first


def test_all_candidates_of_a_generation_play_the_same_deals(tmp_path: Path) -> None:
    asked: list[Match] = []

    def noting(matches: Any) -> Any:
        for match in matches:
            asked.append(match)
            yield play(match)

    with Tuning(replace(PLAN, generations=2), tmp_path / "run") as tuning:
        for _ in tuning.candidates(noting):
            pass
    seeds = [match.seed for match in asked]
    assert seeds == [3, 3, 4, 4] * 4 + [5, 5, 6, 6] * 4
    names = [tuple(level.__name__ for level in match.levels) for match in asked[:2]]  # type: ignore[union-attr]
    assert names == [("candidate", "before"), ("before", "candidate")]


def test_unproven_improvements_are_not_claimed(tmp_path: Path) -> None:
    good = Weights("nudge", {"bold": 5.0, "shy": 0.2})
    with Tuning(replace(PLAN, start=good, generations=1, match=6), tmp_path / "run") as tuning:
        found = to_the_end(tuning)
    assert not found.better
    assert (tmp_path / "run" / TUNED).exists()
    assert not (tmp_path / "run" / BETTER).exists()


def test_with_repeated_deals_nothing_counts_as_better(tmp_path: Path) -> None:
    with Tuning(replace(PLAN, opening=0), tmp_path / "run") as tuning:
        found = to_the_end(tuning)
    assert (found.low, found.high, found.better) == (None, None, False)
    assert found.share > 0.9


def test_only_the_weights_that_count_are_tuned(tmp_path: Path) -> None:
    names = {}
    for mode in ("competitive", "cooperative"):
        plan = Tuned("boussanga", {"mode": mode}, generations=1, candidates=4)
        with Tuning(plan, tmp_path / mode) as tuning:
            names[mode] = [each.name for each in tuning.tuned]
            assert (tuning.together, tuning.games) == (mode == "cooperative", 2)
    assert names["competitive"] == ["next", "later", "breadth"]
    assert "points_a_card" in names["cooperative"]
    assert len(names["cooperative"]) == 10


def test_refusals_say_what_is_wrong_and_write_nothing(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    for plan, says in (
        (Tuned("banzai"), "play by reflexes"),
        (Tuned("tiny"), "play by reflexes"),
        (replace(PLAN, candidates=3), "candidates: at least 4"),
        (replace(PLAN, generations=0), "generations: at least 1"),
        (replace(PLAN, deals=0), "deals: at least 1"),
        (replace(PLAN, match=1), "match: at least 2"),
        (replace(PLAN, simulations=-1), "simulations: at least 0"),
        (replace(PLAN, seed=1 << 31), "the seed is too large"),
    ):
        with pytest.raises(BadTuning, match=says):
            Tuning(plan, fresh)
    with pytest.raises(BadOption):
        Tuning(replace(PLAN, seats=3), fresh)
    with pytest.raises(BadWeights, match="they are for bantu, not for nudge"):
        Tuning(replace(PLAN, start=weights.shipped(registry.get("bantu"))), fresh)
    assert not fresh.exists()


def test_a_foreign_folder_is_left_alone(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with Tuning(PLAN, run) as tuning:
        next(tuning.candidates())
        with pytest.raises(BadTuning, match="another program is tuning"):
            Tuning(PLAN, run)
    before = files(run)
    with pytest.raises(BadTuning, match="deals: 2 ≠ 4"):
        Tuning(replace(PLAN, deals=4), run)
    with pytest.raises(BadTuning, match="before"):
        Tuning(replace(PLAN, start=Weights("nudge", {"bold": 1.0, "shy": 1.0})), run)
    assert files(run) == before
    (tmp_path / "mia.txt").write_text("hello")
    with pytest.raises(BadTuning, match="holds other files"):
        Tuning(PLAN, tmp_path)
    with pytest.raises(BadTuning, match="is a file"):
        Tuning(PLAN, tmp_path / "mia.txt")
    lines = (run / "candidates.jsonl").read_text()
    (run / "candidates.jsonl").write_text(lines.replace('"candidate": 0', '"candidate": 5'))
    with Tuning(PLAN, run) as tuning, pytest.raises(BadTuning, match=r"candidates.jsonl is damaged"):
        next(tuning.candidates())
    (run / "_tune.json").write_text("[]")
    with pytest.raises(BadTuning, match=r"_tune.json is damaged"):
        Tuning(PLAN, run)


def test_one_weight_can_be_tuned(tmp_path: Path) -> None:
    with Tuning(PLAN, tmp_path / "run") as tuning:
        tuning.tuned = tuning.tuned[:1]
        assert {*next(tuning.candidates()).values} == {"bold"}


def test_a_match_needs_its_candidates_first(tmp_path: Path) -> None:
    with Tuning(PLAN, tmp_path / "run") as tuning, pytest.raises(RuntimeError, match="all candidates"):
        next(tuning.match())


def test_the_lines_hold_the_games_played(whole: tuple[Path, Found]) -> None:
    lines = [json.loads(line) for line in (whole[0] / "candidates.jsonl").read_text().splitlines()]
    assert [(each["generation"], each["candidate"]) for each in lines] == [
        (generation, number) for generation in range(3) for number in range(4)
    ]
    assert {each["games"] for each in lines} == {4}
