"""Algorithms of others learn at our tables, through the libraries of environments; the programs are those of `examples/learning`."""

from __future__ import annotations

import importlib.util
import json
import math
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import gymnasium
import numpy as np
import pytest

from ludotheque import BadOption, envs
from ludotheque.core import kernel
from tests.bantu.boards import small

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "learning"


@pytest.fixture(autouse=True)
def _interpreted() -> Iterator[None]:
    with kernel.interpreting(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what these libraries recommend, and what theirs are warned of
        yield


def example(name: str) -> ModuleType:
    """A program of the examples, as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_q_learner_of_openspiel_learns_at_a_table_of_pettingzoo() -> None:
    program = example("q_learning")
    table = envs.aec("bantu", seats=2, components=small())
    learner = program.QLearner(0, table.action_space("seat_0").n, step_size=0.3)
    np.random.seed(1)
    shares = []
    for seed in range(20):
        shares.append(program.play(table, learner, seed))
        assert math.isfinite(learner.loss)
        assert (
            not table.unwrapped.table.legal_actions()
        )  # the game ended by its rules, not by an action that is not legal
    assert set(shares) == {0.0, 1.0}
    values = [value for known in learner._q_values.values() for value in known.values()]
    assert len(learner._q_values) > 300  # situations told apart by what the seat sees
    assert 0 < max(values) <= 1  # ways to a win are known by now
    assert min(values) >= 0


def test_masked_ppo_learns_a_seat_of_gymnasium() -> None:
    contrib = pytest.importorskip(
        "sb3_contrib", reason="sb3-contrib is not installed: pip install sb3-contrib"
    )
    seat = gymnasium.make("ludotheque/bantu-v0", opponents="random", components=small(), short=True)
    played: list[bool] = []
    step = seat.unwrapped.step

    def noted(action: object) -> object:
        told = step(action)
        played.append("illegal" not in told[-1])
        return told

    seat.unwrapped.step = noted  # type: ignore[method-assign]
    model = contrib.MaskablePPO("MlpPolicy", seat, n_steps=128, batch_size=64, seed=1, device="cpu")
    before = [each.detach().clone() for each in model.policy.parameters()]
    model.learn(256)
    losses = [
        model.logger.name_to_value[f"train/{name}"] for name in ("loss", "value_loss", "policy_gradient_loss")
    ]
    assert all(map(math.isfinite, losses)), losses
    assert any((old != new).any() for old, new in zip(before, model.policy.parameters(), strict=True))
    assert len(played) == 256
    assert all(played)


def test_gymnasium_knows_the_games_once_the_environments_are_imported() -> None:
    for code in (
        "import gymnasium, ludotheque.envs; at = 'ludotheque/bantu-v0'",
        "import ludotheque.envs, gymnasium; at = 'ludotheque/bantu-v0'",
        "import gymnasium; at = 'ludotheque.envs:ludotheque/bantu-v0'",
    ):
        more = "; import json; print(json.dumps(gymnasium.make(at, opponents='random').reset(seed=1)[1]['action_mask'].shape))"
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code + more],
            env=os.environ | {"LUDOTHEQUE_JIT": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == [453]


def test_a_game_against_the_clock_is_refused_with_what_to_use() -> None:
    with pytest.raises(BadOption, match=r"envs\.parallel"):
        gymnasium.make("ludotheque/banzai-v0")


@pytest.mark.parametrize(
    ("kind", "game"),
    [("vector", "billabong"), ("aec", "billabong"), ("single", "billabong"), ("parallel", "banzai")],
)
def test_options_in_a_mapping_are_refused_with_what_to_write(kind: str, game: str) -> None:
    number = [2] if kind == "vector" else []
    with pytest.raises(BadOption, match=r"write mode='duel' instead of options=") as refused:
        getattr(envs, kind)(game, *number, options={"mode": "duel"})
    assert "options.options" not in refused.value.text
    with pytest.raises(BadOption, match=r"write \*\*options instead"):
        getattr(envs, kind)(game, *number, options=3)
