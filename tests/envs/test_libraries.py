"""The environments of PettingZoo, Gymnasium and OpenSpiel: their own checks, and what happens at their edges."""

from __future__ import annotations

import builtins
import gc
import warnings
import weakref
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from ludotheque import BadOption, Table, bots, envs
from ludotheque.core import artefact
from ludotheque.envs import openspiel
from tests.depth import deep


def first_of(sight: bots.Sight) -> int:
    """A bot of your own."""
    return sight.actions[0]


GAMES: dict[str, dict[str, Any]] = {
    "billabong": {"options": {"mode": "duel"}},
    "bantu": {"seats": 4, "options": {"teams": True}},
    "banjooli-cross": {"seats": 3},
    "boussanga": {"seats": 2},
}


@pytest.fixture(autouse=True)
def _interpreted() -> Iterator[None]:
    """Interpreted rules: nothing here needs speed, and compiling takes longer."""
    with artefact.interpreting(), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # what these libraries recommend
        yield


# ---------------------------------------------------------------------------------------- PettingZoo


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_every_game(name: str) -> None:
    api_test(envs.aec(name, **GAMES[name]), num_cycles=25)
    seed_test(lambda: envs.aec(name, **GAMES[name]), num_cycles=10)


def test_pettingzoo_accepts_a_game_against_the_clock() -> None:
    parallel_api_test(envs.parallel("banzai", seats=3), num_cycles=60)
    parallel_seed_test(lambda: envs.parallel("banzai", seats=3), num_cycles=60)


def test_an_illegal_action_ends_the_game_for_its_seat() -> None:
    table = envs.aec("bantu")
    table.reset(seed=1)
    seat = table.agent_selection
    wrong = int(np.flatnonzero(table.observe(seat)["action_mask"] == 0)[0])
    table.step(wrong)
    assert table.terminations[seat]
    assert table.rewards[seat] == -1
    assert sorted(table.rewards.values()) == [-1, 0]


def test_shares_of_the_win_are_the_rewards() -> None:
    table = envs.aec("boussanga", seats=2)
    table.reset(seed=3)
    luck = np.random.default_rng(1)
    while not all(table.terminations.values()):
        legal = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
        table.step(int(luck.choice(legal)))
    assert sum(table.rewards.values()) == pytest.approx(1)
    assert table.unwrapped.table.outcome.returns == tuple(
        table.rewards[each] for each in table.possible_agents
    )


def test_slow_lines_come_later() -> None:
    """The same action, sent in the first tick over lines of 20 ms and of 200 ms."""
    played = []
    for line in (20, 200):
        env = envs.parallel("banzai", seats=3, lines_ms=(line, line))
        seen, _ = env.reset(seed=4)
        choice = int(np.flatnonzero(seen["seat_1"]["action_mask"])[0])
        while not env.table.actors:
            env.step({})
        env.step({"seat_1": choice})
        while not any(event.seat == 1 for event in env.table.events) and env.agents:
            env.step({})
        played.append(env.table.journal.clock_ms)
    assert played[0] < played[1]


def test_a_seat_waits_while_its_action_is_on_its_way() -> None:
    env = envs.parallel("banzai", seats=3, lines_ms=(200, 200))
    seen, _ = env.reset(seed=4)
    choice = int(np.flatnonzero(seen["seat_1"]["action_mask"])[0])
    seen, *_ = env.step({"seat_1": choice})
    assert np.flatnonzero(seen["seat_1"]["action_mask"]).tolist() == [env.wait]
    assert seen["seat_0"]["action_mask"].sum() > 1


def test_an_environment_is_freed() -> None:
    for env in (envs.aec("bantu"), envs.parallel("banzai", seats=3)):
        env.reset(seed=1)
        env.observation_space(env.possible_agents[0])
    gone = [weakref.ref(env.unwrapped)]
    del env
    gc.collect()
    assert [each() for each in gone] == [None]


def test_each_kind_of_game_has_its_environment() -> None:
    with pytest.raises(BadOption, match="clock"):
        envs.aec("banzai")
    with pytest.raises(BadOption, match="clock"):
        envs.single("banzai")
    with pytest.raises(BadOption, match="no clock"):
        envs.parallel("bantu")
    with pytest.raises(BadOption, match="render_mode"):
        envs.aec("bantu", render_mode="human")


# ----------------------------------------------------------------------------------------- Gymnasium


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_accepts_every_game(name: str) -> None:
    check_env(gymnasium.make(f"ludotheque/{name}-v0", opponents="random", **GAMES[name]).unwrapped)


def test_a_game_is_played_to_its_end_against_bots() -> None:
    seat = envs.single("boussanga", seats=3, seat=None, opponents=["random", first_of])
    _, info = seat.reset(seed=5)
    seat.action_space.seed(5)
    over = False
    while not over:
        _, reward, over, _, info = seat.step(seat.action_space.sample(info["action_mask"]))
    assert reward == seat.table.outcome.returns[seat.seat]
    assert info["ending"] == seat.table.outcome.ending
    with pytest.raises(RuntimeError, match="reset"):
        seat.step(0)


def test_an_illegal_action_says_why() -> None:
    seat = envs.single("bantu", opponents="random")
    _, info = seat.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[1])
    _, reward, over, _, info = seat.step(wrong)
    assert (reward, over) == (-1, True)
    assert info["illegal"]
    with pytest.raises(RuntimeError, match="reset"):
        seat.step(int(np.flatnonzero(info["action_mask"])[0]))
    seat.reset(seed=1)
    with pytest.raises(BadOption, match="whole number"):
        seat.step(2.7)


def test_every_action_of_a_space_is_accepted() -> None:
    seat = envs.single("bantu", opponents="random")
    for kind in (int, np.int64, np.int8, np.uint16, np.asarray, lambda action: np.array(action, np.uint8)):
        _, info = seat.reset(seed=1)
        action = kind(int(np.flatnonzero(info["action_mask"])[0]))
        assert seat.action_space.contains(action)
        assert "illegal" not in seat.step(action)[-1]
    seat.reset(seed=1)
    assert seat.action_space.contains(True)
    assert seat.step(True)[0] is not None
    for wrong in (2.0, np.array([3]), "3", None):
        assert not seat.action_space.contains(wrong)
        seat.reset(seed=1)
        with pytest.raises(BadOption, match="whole number"):
            seat.step(wrong)
    ticks = envs.parallel("banzai", seats=3)
    ticks.reset(seed=1)
    ticks.step({"seat_0": np.asarray(ticks.wait)})
    with pytest.raises(BadOption, match=r"actions\['seat_1'\]: an action is a whole number"):
        ticks.step({"seat_1": 2.7})


def test_opponents_that_do_not_exist_are_refused() -> None:
    for wrong in ("grandmaster", ["easy", "easy"], []):
        with pytest.raises(BadOption, match=r"opponents|no bot"):
            envs.single("bantu", opponents=wrong)
    with pytest.raises(BadOption, match="seat"):
        envs.single("bantu", seat=2)


# ----------------------------------------------------------------------------------------- OpenSpiel


def _loaded(name: str) -> Any:
    asked = dict(GAMES[name].get("options", {}))
    if "seats" in GAMES[name]:
        asked["players"] = GAMES[name]["seats"]
    return pyspiel.load_game(openspiel.PREFIX + name.replace("-", "_"), asked)


@pytest.mark.parametrize("name", ["bantu", deep("boussanga"), deep("banjooli-cross"), deep("billabong")])
def test_openspiel_accepts_every_game(name: str) -> None:
    pyspiel.random_sim_test(_loaded(name), 1, serialize=True, verbose=False)


def test_a_search_of_openspiel_plays() -> None:
    game = pyspiel.load_game("ludotheque_bantu(players=2)")
    state, luck = game.new_initial_state(), np.random.RandomState(1)
    state.apply_action(0)
    bot = mcts.MCTSBot(game, 2, 4, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    bot.evaluator.evaluate = lambda state: np.full(2, 0.5)  # whole rollouts take a minute interpreted
    for _ in range(4):
        state.apply_action(bot.step(state))
    assert not state.is_terminal()


def test_the_same_actions_lead_to_the_same_state_as_at_a_table() -> None:
    game = _loaded("banjooli-cross")
    state = game.new_initial_state()
    table = Table("banjooli-cross", 3, seed=9)
    state.apply_action(table.first)
    luck = np.random.default_rng(2)
    fed = 0
    for _ in range(60):
        for event in table.events[fed:]:
            assert state.current_player() == (pyspiel.PlayerId.CHANCE if event.seat < 0 else event.seat)
            state.apply_action(event.code)
        fed = len(table.events)
        assert state.state.tobytes() == table.state.tobytes()
        observer = game.make_py_observer()
        observer.set_from(state, table.actors[0])
        assert observer.tensor.any()
        table.play(int(luck.choice(table.legal_actions())))


def test_a_state_of_openspiel_can_be_pickled() -> None:
    state = _loaded("banjooli-cross").new_initial_state()
    for _ in range(20):
        state.apply_action(
            state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0]
        )
    game, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(again) == str(state)
    assert game.num_players() == 3
    with pytest.raises(Exception, match="actions are from 0"):
        state.apply_action(game.num_distinct_actions())


COURSE = "C1:B:left C5:A C2:A C3:A S1:A"


def test_a_course_is_given_to_openspiel_as_to_a_table() -> None:
    game = pyspiel.load_game("ludotheque_banjooli_cross", {"course": COURSE})
    state = game.new_initial_state()
    state.apply_action(0)
    table = Table("banjooli-cross", 2, {"course": COURSE}, first=0, seed=1)
    assert state.state["course"].tolist() == table.state["course"].tolist()
    assert game.rules.options == dict(table.options)
    assert pyspiel.load_game(str(game)).rules.options == game.rules.options
    with pytest.raises(BadOption, match="tiles"):
        pyspiel.load_game("ludotheque_banjooli_cross", {"course": COURSE, "tiles": 5})


def test_games_and_states_unpickle_in_a_fresh_process() -> None:
    """As Ray and `multiprocessing` do it with new processes."""
    game = pyspiel.load_game("ludotheque_banjooli_cross", {"course": COURSE})
    state = game.new_initial_state()
    state.apply_action(1)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(str, game).result() == str(game)
        assert pool.submit(str, state).result() == str(state)


def test_openspiel_hides_what_a_player_cannot_know() -> None:
    state = _loaded("banjooli-cross").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    observer = state.get_game().make_py_observer()
    observer.set_from(state, 0)
    known = observer.dict["predictions"].reshape(3, -1).any(axis=1)
    assert known.tolist() == [True, False, False]


def test_a_missing_library_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.split(".")[0] == "pettingzoo":
            raise ModuleNotFoundError("No module named 'pettingzoo'", name="pettingzoo")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.delitem(__import__("sys").modules, "ludotheque.envs.by_turns", raising=False)
    with pytest.raises(envs.MissingLibrary, match=r"pip install \"ludotheque\[envs\]\""):
        envs.aec("bantu")
