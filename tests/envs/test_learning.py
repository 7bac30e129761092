"""Algorithms of others learn at our tables, through the libraries of environments; the programs are those of `examples/learning`."""

from __future__ import annotations

import ast
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
from typing import Any

import gymnasium
import numpy as np
import pytest

from ludotheque import BadOption, Table, envs
from ludotheque.core import artefact
from tests.bantu.boards import small

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "learning"


@pytest.fixture(autouse=True)
def _interpreted() -> Iterator[None]:
    with artefact.interpreting(), warnings.catch_warnings():
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


def test_openspiels_q_learner_learns_at_a_pettingzoo_table() -> None:
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


RECIPES = {
    "ppo": ("torch", "torch"),
    "masked_ppo": ("sb3_contrib", "sb3-contrib"),
    "torchrl_reinforce": ("torchrl", "torchrl"),
    "rllib_ppo": ("lz4", '"ray[rllib]" torch'),
}
"""Programs of the examples, what they need that our tests do not, and how it is installed."""


def recipe(name: str) -> ModuleType:
    """A recipe as a module; a test that asks for one whose library is not there is left out."""
    library, install = RECIPES[name]
    pytest.importorskip(library, reason=f"{library} is not installed: pip install {install}")
    return example(name)


def test_recipes_are_short_and_say_what_they_need() -> None:
    page = (EXAMPLES.parents[1] / "docs" / "environments.md").read_text()
    for name, (_, install) in RECIPES.items():
        text = (EXAMPLES / f"{name}.py").read_text()
        says = ast.parse(text).body[0]
        assert isinstance(says, ast.Expr)
        told = text.split("\n")[: says.end_lineno]
        code = [line for line in text.split("\n")[says.end_lineno :] if line.strip()]
        assert len(code) <= 40
        assert install.split()[0].strip('"') in "".join(told)
        assert f"examples/learning/{name}.py" in page


@pytest.mark.deep  # PyTorch alone takes seconds to be imported
def test_ppo_wins_more_games_in_the_end() -> None:
    program = recipe("ppo")
    import torch

    torch.manual_seed(1)
    shares = program.learn("bantu", updates=15, tables=16, opponents="random", components=small(), short=True)
    assert set(shares) == {0.0, 1.0}
    assert np.mean(shares[-200:]) > np.mean(shares[:200]) + 0.05


@pytest.mark.deep
def test_the_masked_ppo_of_sb3_learns_from_legal_actions_alone() -> None:
    program = recipe("masked_ppo")
    tables = program.Tables("bantu", 4, opponents="random", components=small(), short=True)
    step, illegal = tables.envs.step, []

    def noted(actions: object) -> object:
        told = step(actions)
        illegal.append((told[1] < 0).any())
        return told

    tables.envs.step = noted
    model = program.MaskablePPO(
        "MlpPolicy", program.VecMonitor(tables), n_steps=32, batch_size=64, seed=1, device="cpu"
    )
    before = [each.detach().clone() for each in model.policy.parameters()]
    model.learn(256)
    losses = [
        model.logger.name_to_value[f"train/{name}"] for name in ("loss", "value_loss", "policy_gradient_loss")
    ]
    assert all(map(math.isfinite, losses)), losses
    assert any((old != new).any() for old, new in zip(before, model.policy.parameters(), strict=True))
    assert len(illegal) == 64
    assert not any(illegal)
    assert {game["r"] for game in model.ep_info_buffer} <= {0.0, 1.0}


def apart(name: str, code: str) -> Any:
    """What `code` finds of a recipe, in a process of its own: Ray, which both of these import, leaves a lot behind."""
    library, install = RECIPES[name]
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed: pip install {install}")
    begin = f"import json, {name} as program; from tests.bantu.boards import small; "
    begin += "asked = {'short': True, 'components': small()}; "
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", f"{begin}{code}; print(json.dumps(found))"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(EXAMPLES), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.deep
def test_torchrl_learns_from_legal_actions_alone() -> None:
    shares = apart(
        "torchrl_reinforce",
        "found = program.learn('bantu', batches=3, tables=4, steps=64, opponents='random', **asked)",
    )
    assert len(shares) == 3
    assert all(0 <= share <= 1 for share in shares)  # an action that is not legal would bring -1


@pytest.mark.deep
def test_rllib_learns_at_a_table_of_pettingzoo() -> None:
    found = apart(
        "rllib_ppo",
        "ppo = program.algorithm('bantu', batch=200, seats=2, **asked); told = ppo.train(); ppo.stop(); "
        "found = [float(told['learners']['all']['policy_loss']), *(float(told['env_runners'][name]) for name in "
        "('num_episodes', 'episode_return_mean', 'episode_return_min'))]",
    )
    loss, games, mean, least = found
    assert math.isfinite(loss)
    assert games > 1
    assert mean == least == 1  # what both seats share; an action that is not legal would bring -1


def test_importing_environments_registers_games_in_gymnasium() -> None:
    for code in (
        "import gymnasium, ludotheque.envs; at = 'ludotheque/bantu-v0'",
        "import ludotheque.envs, gymnasium; at = 'ludotheque/bantu-v0'",
        "import gymnasium; at = 'ludotheque.envs:ludotheque/bantu-v0'",
    ):
        more = "; import json; print(json.dumps(gymnasium.make(at, opponents='random').reset(seed=1)[1]['action_mask'].shape))"
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code + more],
            env=os.environ | {"LUDOTHEQUE_RULES": "interpreted"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == [453]


def test_a_timed_game_is_refused_with_advice() -> None:
    with pytest.raises(BadOption, match=r"envs\.parallel"):
        gymnasium.make("ludotheque/banzai-v0")


@pytest.mark.parametrize(
    ("kind", "game"),
    [("vector", "billabong"), ("aec", "billabong"), ("single", "billabong"), ("parallel", "banzai")],
)
def test_options_are_given_as_to_a_table(kind: str, game: str) -> None:
    number = [2] if kind == "vector" else []
    with pytest.raises(BadOption) as refused:
        getattr(envs, kind)(game, *number, options={"nonsense": 1})
    with pytest.raises(BadOption) as by_table:
        Table(game, options={"nonsense": 1})
    assert refused.value.message == by_table.value.message
