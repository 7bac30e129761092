"""Training: a small one ends, goes on after it was killed, and leaves a network that plays."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludotheque.bots.learnt import Learnt
from ludotheque.bots.learnt.estimate import hidden, promise
from ludotheque.core import components, registry
from ludotheque.core.errors import BadInput, BadOption
from ludotheque.lab import Match, play

torch = pytest.importorskip("torch", reason='PyTorch is missing: pip install "ludotheque[train]"')

torch.set_num_threads(1)

from ludotheque.train import Course, Plan, Searcher, measure  # noqa: E402  # PyTorch is asked for first
from ludotheque.train.positions import PositionBatch, PositionStore  # noqa: E402  # PyTorch is asked for first

SHORT = {"short": True, "teams": False}
TINY: dict[str, Any] = {
    "units": 8,
    "deep": 4,
    "tables": 4,
    "simulations": 4,
    "cap": 16,
    "positions": 16,
    "batch": 16,
    "pairs": 0,
}
WORDS = [
    "--tables",
    "4",
    "--simulations",
    "4",
    "--cap",
    "16",
    "--positions",
    "16",
    "--pairs",
    "0",
    "--json",
    "-o",
    "short=true",
]


def tiny(**more: Any) -> Plan:
    return Plan("bantu", SHORT, **({"hours": 1.0} | TINY | more))


def advance(course: Course, iterations: int) -> list[dict[str, Any]]:
    """Train for a number of iterations."""
    lines = course.run()
    return [next(lines) for _ in range(iterations)]


def curve_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]


@pytest.fixture
def trained(tmp_path: Path) -> Iterator[Course]:
    """A training after three iterations."""
    with Course(tiny(), tmp_path / "run", "cpu") as course:
        advance(course, 3)
        yield course


def test_a_training_ends_when_its_hours_are_over(tmp_path: Path) -> None:
    with Course(tiny(hours=1e-6), tmp_path / "run") as course:
        assert len(list(course.run())) == 1
        assert list(course.run()) == []
    assert [line["iteration"] for line in curve_of(tmp_path / "run")] == [1]


def test_trained_networks_can_be_played(trained: Course) -> None:
    bot = Learnt(trained.folder / "network.npz", simulations=4)
    result = play(Match("bantu", 2, (bot, "random"), 3, SHORT, opening=40))
    assert result.levels == (f"learnt:{trained.folder / 'network.npz'}", "random")
    assert sum(result.returns) == 1.0
    kept = bot.network
    assert kept is not None
    assert kept.about == trained.network().about
    for ours, theirs in zip(kept.layers, trained.network().layers, strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_the_curve_counts_up(trained: Course) -> None:
    lines = curve_of(trained.folder)
    assert [line["iteration"] for line in lines] == [1, 2, 3]
    assert lines[0]["games"] < lines[1]["games"] < lines[2]["games"]
    assert all(np.isfinite([line["value_loss"], line["policy_loss"]]).all() for line in lines)


def test_it_learns_from_examples(trained: Course) -> None:
    before = trained._learn(1)
    for _ in range(20):
        trained._learn(5)
    after = trained._learn(1)
    assert sum(after) < sum(before) - 0.05


def test_killed_it_continues(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "ludotheque", "train", "bantu", "--out", str(folder), *WORDS]
    with subprocess.Popen([*command, "--hours", "1"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        shown = [json.loads(process.stdout.readline()) for _ in range(2)]
        os.kill(process.pid, signal.SIGKILL)
    kept = curve_of(folder)
    assert kept[:2] == shown
    done = kept[-1]["seconds"] / 3600
    again = subprocess.run(
        [*command, "--hours", str(done + 1e-5)], capture_output=True, text=True, timeout=300, check=True
    )
    went_on = [json.loads(line) for line in again.stdout.splitlines()]
    assert went_on[0]["iteration"] in (len(kept), len(kept) + 1)  # killed, it may not have kept its last line
    lines = curve_of(folder)
    assert [line["iteration"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[: len(kept) - 1] == kept[:-1]
    assert lines[-1]["games"] > kept[-2]["games"]


def test_when_stopped_it_keeps_its_games(tmp_path: Path) -> None:
    """An iteration that would take an hour ends after the first games, and is kept; how far it came is told from the beginning."""
    seen: list[int] = []
    with Course(tiny(positions=1_000_000), tmp_path / "run", "cpu") as course:
        lines = list(course.run(lambda: len(seen) >= 40, lambda: nullcontext(seen.append)))
        assert [line["iteration"] for line in lines] == [1]
        assert 0 < lines[0]["positions"] < 1_000_000
        assert seen == sorted(seen)
        assert seen[0] <= 4
        assert list(course.run(lambda: True)) == []
    assert curve_of(tmp_path / "run") == lines
    with Course(tiny(positions=1_000_000), tmp_path / "run", "cpu") as course:
        assert course.went_on
        assert (
            list(course.run(lambda: len(seen) >= 41, lambda: nullcontext(seen.append))) == []
        )  # no game was over


def test_a_kill_by_a_signal_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = [word if word != "16" else "100000" for word in WORDS[:-3]] + ["-o", "short=true"]
    command = [sys.executable, "-m", "ludotheque", "train", "bantu", "--out", str(folder), *words]
    with subprocess.Popen(
        [*command, "--lang", "en", "--cap", "16"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("Preparing")  # from the first second
        assert process.stdout.readline().startswith("Training in")
        assert "positions played" in process.stderr.readline()
        process.terminate()
        told = process.stdout.read()
    assert process.returncode == 143
    assert "Stopped" in told
    assert [line["iteration"] for line in curve_of(folder)] == [1]


def test_an_iteration_that_was_not_kept_is_forgotten(trained: Course) -> None:
    folder = trained.folder
    with (folder / "curve.jsonl").open("a") as curve:
        curve.write('{"iteration": 4, "games": 1}\n{"iterat')
    (folder / "positions" / "000004.npz").write_bytes((folder / "positions" / "000003.npz").read_bytes())
    seen = len(trained.positions)
    trained.close()
    with Course(tiny(), folder, "cpu") as course:
        assert course.progress.iteration == 3
        assert len(course.positions) == seen
    assert [line["iteration"] for line in curve_of(folder)] == [1, 2, 3]


def test_going_on_keeps_weights_and_plan(trained: Course) -> None:
    before = {name: weights.clone() for name, weights in trained.model.state_dict().items()}
    trained.close()
    with Course(tiny(hours=2.0, simulations=99), trained.folder, "cpu") as course:
        assert course.went_on
        assert (course.plan.simulations, course.plan.hours) == (4, 2.0)
        now = course.model.state_dict()
    assert all(torch.equal(weights, before[name]) for name, weights in now.items())


def test_options_left_out_are_the_usual_ones(trained: Course) -> None:
    trained.close()
    with Course(replace(tiny(), options={"short": True}), trained.folder, "cpu") as course:
        assert course.went_on


def test_two_processes_do_not_train_in_one_folder(trained: Course) -> None:
    with pytest.raises(BadInput, match="another process trains in"):
        Course(tiny(), trained.folder, "cpu")


def test_refusals_say_what_is_wrong_and_write_nothing(tmp_path: Path, trained: Course) -> None:
    fresh = tmp_path / "fresh"
    for plan, device, says in (
        (
            Plan("boussanga", {}, 1.0),
            "cpu",
            r"boussanga has chance; the learnt player plays games without a clock",
        ),
        (tiny(hours=0.0), "cpu", "hours: must be more than 0"),
        (tiny(), "quantum", "PyTorch cannot use 'quantum' here"),
    ):
        with pytest.raises(BadOption, match=says):
            Course(plan, fresh, device)
    assert not fresh.exists()
    trained.close()
    with pytest.raises(BadInput, match="holds a training of bantu short=True;"):
        Course(Plan("bantu", {"short": False, "teams": False}, 1.0), trained.folder, "cpu")
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "mia.txt").write_text("hello")
    with pytest.raises(BadInput, match=r"holds mia.txt and no training"):
        Course(tiny(), tmp_path / "letters", "cpu")
    assert [each.name for each in (tmp_path / "letters").iterdir()] == ["mia.txt"]
    (trained.folder / "checkpoint.pt").write_bytes(b"nothing")
    with pytest.raises(BadInput, match=r"checkpoint.pt cannot be read"):
        Course(tiny(), trained.folder, "cpu")


def test_the_numpy_network_is_that_of_pytorch(trained: Course) -> None:
    rng = np.random.default_rng(1)
    trained.model.take(trained.model.layers())  # as rounded in a file
    with torch.no_grad():
        for weights in (trained.model.value.weight, trained.model.actions.weight):
            weights.copy_(torch.from_numpy(rng.normal(size=weights.shape)).half())
    layers = trained.model.layers()
    rows = trained.positions.draw(8, rng)
    given = {name: torch.from_numpy(np.asarray(rows[name])) for name in ("seen", "odds", "gains")}
    with torch.no_grad():
        odds, promising = trained.model(**given, actions=torch.from_numpy(rows["actions"].astype(np.int64)))
    from ludotheque.bots.learnt.player import Growing

    scratch = Growing(trained.game, trained.network(), 4, 64).scratch
    for row in range(8):
        scratch.seen[:] = rows["seen"][row]
        found = hidden(layers, scratch) + layers.scalars[1] * rows["odds"][row]
        assert found == pytest.approx(float(odds[row]), abs=1e-4)
        for number, action in enumerate(rows["actions"][row]):
            if action >= 0:
                told = promise(layers, scratch, int(action), float(rows["gains"][row, number]))
                assert told == pytest.approx(float(promising[row, number]), abs=1e-4)


def test_positions_are_kept_and_the_oldest_forgotten(tmp_path: Path, trained: Course) -> None:
    game = registry.get("bantu")
    batch = trained.play.play(trained.network(), 16)
    kept = PositionStore(game, 2 * len(batch), tmp_path / "positions")
    for number in range(4):
        kept.add(number, batch)
    assert sorted(path.name for path in (tmp_path / "positions").iterdir()) == ["000002.npz", "000003.npz"]
    again = PositionBatch.load(tmp_path / "positions" / "000003.npz", game)
    assert again.states.tobytes() == batch.states.tobytes()
    np.testing.assert_array_equal(again.visits, batch.visits)


def test_self_play_records_what_happened(trained: Course) -> None:
    batch = trained.play.play(trained.network(), 16)
    box = components.load(registry.get("bantu"), None).array
    assert len(batch) >= 16
    for index in range(len(batch)):
        here = batch.states[index : index + 1]
        row = slice(batch.starts[index], batch.starts[index + 1])
        out = np.empty(registry.get("bantu").max_legal, np.int32)
        from ludotheque.core import entry

        legal = out[: entry.legal(box, here, int(batch.seats[index]), out)]
        assert sorted(batch.actions[row]) == sorted(legal)
        assert batch.visits[row].sum() in (TINY["simulations"], TINY["simulations"] - 1)
    assert ((batch.results >= 0) & (batch.results <= 1)).all()


def test_strength_counts_both_seats(trained: Course) -> None:
    found = measure("bantu", SHORT, trained.network(), 1, 0.001, seed=5)
    assert found.games == 2
    assert found.share in (0.0, 0.5, 1.0)
    assert found.low < found.share or found.share == 0.0
    assert found.high > found.share or found.share == 1.0


def test_the_searcher_plays_as_the_levels_do() -> None:
    result = play(Match("bantu", 2, (Searcher(0.001), "random"), 3, SHORT, opening=60))
    assert result.levels == ("search", "random")
