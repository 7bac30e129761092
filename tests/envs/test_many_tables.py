"""Many tables as a vector environment of Gymnasium's: its interface, and that they play what single tables play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers

import ludotheque.envs.many_tables as many
from ludotheque import BadOption, Table, bots
from ludotheque.core import artefact, registry
from ludotheque.core.errors import BadInput
from ludotheque.core.luck import Luck
from tests.bantu.boards import small

SAME, NEXT = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP


@pytest.fixture(autouse=True)
def _interpreted() -> Iterator[None]:
    registry.installed_games()  # imported before, since `interpreting` holds for what is there
    with artefact.interpreting():
        yield


def made(tables: int = 3, game: str = "bantu", **asked: Any) -> Any:
    """What Gymnasium makes by its name, with what it makes around it."""
    short = {"options": {"short": True}} if game == "bantu" else {}
    return gymnasium.make_vec(f"ludotheque/{game}-v0", num_envs=tables, **(short | asked))


def drawn(info: dict[str, Any], luck: np.random.Generator) -> Any:
    """A legal action for each table."""
    masks = info["action_mask"]
    return (masks * luck.random(masks.shape)).argmax(1)


def test_gymnasium_makes_it_by_its_name() -> None:
    envs = made(4)
    assert isinstance(envs, many.SeatVectorEnv)
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    assert (envs.num_envs, envs.spec.id) == (4, "ludotheque/bantu-v0")
    assert envs.metadata["autoreset_mode"] is SAME
    assert envs.single_observation_space.shape == (918,)
    assert envs.observation_space.shape == (4, 918)
    assert envs.single_action_space == gymnasium.spaces.Discrete(453)
    assert envs.action_space == gymnasium.spaces.MultiDiscrete([453] * 4)
    seen, info = envs.reset(seed=1)
    assert seen in envs.observation_space
    assert info["action_mask"].shape == (4, 453)
    assert (info["action_mask"] == envs.action_masks()).all()
    assert envs.action_masks().dtype == np.bool_
    told = envs.step(drawn(info, np.random.default_rng(1)))
    assert [(each.shape, each.dtype) for each in told[1:4]] == [((4,), kind) for kind in ("f8", "?", "?")]
    assert envs.render() is None
    envs.close()
    assert envs.closed


def test_a_vector_of_single_tables_can_still_be_had() -> None:
    envs = gymnasium.make_vec("ludotheque/bantu-v0", num_envs=1, vectorization_mode="sync")
    assert isinstance(envs, gymnasium.vector.SyncVectorEnv)


@pytest.mark.parametrize("game", ["bantu", "banjooli-cross", "boussanga", "billabong"])
def test_every_game_is_played_as_at_a_table(game: str) -> None:
    """A bot that takes the first legal action sits at a `Table` and at the vector's: observations and masks are the same."""

    def first(sight: bots.Sight) -> int:
        return min(sight.actions)

    envs = made(2, game, opponents=first)
    seen, info = envs.reset(seed=5)
    tables = [_alike(envs, row) for row in range(2)]
    luck = np.random.default_rng(2)
    for _ in range(6):
        for row, table in enumerate(tables):
            assert envs.tables.states[row].tobytes() == table.state[0].tobytes()
            assert np.flatnonzero(info["action_mask"][row]).tolist() == sorted(table.legal_actions(0))
        actions = drawn(info, luck)
        seen, *_, info = envs.step(actions)
        for row, table in enumerate(tables):
            table.play(int(actions[row]), 0)
            tables[row] = _alike(envs, row)  # dice fall elsewhere, so the table is set up anew
    assert seen in envs.observation_space


def _alike(envs: Any, row: int) -> Table:
    """A table in the state of one of the vector's."""
    found = Table(envs.tables.game, envs.tables.seats, envs.tables.options, seed=1)
    found.state.view(np.uint8)[:] = envs.tables.states[row : row + 1].view(np.uint8)
    return found


def test_a_new_game_follows_an_ended_one_in_the_same_step() -> None:
    envs = wrappers.RecordEpisodeStatistics(made(3, opponents="random", seat=None))
    seen, info = envs.reset(seed=3)
    luck, steps, ended = np.random.default_rng(1), np.zeros(3, int), 0
    while ended < 3:
        mine = info["seat"].copy()
        seen, rewards, over, cut, info = envs.step(drawn(info, luck))
        steps += 1
        assert not cut.any()
        assert not rewards[~over].any()
        assert (info["action_mask"].sum(1) > 0).all()
        assert ("final_obs" in info) == over.any()
        for row in np.flatnonzero(over):
            last, facts = info["final_obs"][row], info["final_info"]
            assert last in envs.unwrapped.single_observation_space
            assert (last != seen[row]).any()
            assert facts["ending"][row] in registry.get("bantu").terminations
            assert rewards[row] == facts["shares"][row, mine[row]] == (facts["rank"][row] == 1)
            assert info["episode"]["l"][row] == steps[row]
            assert info["episode"]["r"][row] == rewards[row]
            assert facts["steps"][row] >= 2 * steps[row] - 1
            steps[row], ended = 0, ended + 1
            assert info["_final_obs"].tolist() == info["_final_info"].tolist() == over.tolist()
    assert len(envs.return_queue) == ended


def test_a_new_game_can_begin_at_the_next_step_instead() -> None:
    same, after = (
        made(2, opponents="random", cap=12),
        made(2, opponents="random", cap=12, autoreset_mode=NEXT),
    )
    plain = wrappers.RecordEpisodeStatistics(wrappers.FlattenObservation(after))  # which allows no other mode
    assert after.metadata["autoreset_mode"] is NEXT
    seen, info = same.reset(seed=1)
    other, more = plain.reset(seed=1)
    luck = np.random.default_rng(1)
    cut = np.zeros(2, bool)
    while not cut.all():
        assert (seen == other).all()
        assert (info["action_mask"] == more["action_mask"]).all()
        actions = drawn(info, luck)
        seen, _, _, cut, info = same.step(actions)
        other, rewards, over, stopped, more = plain.step(actions)
        assert (cut == stopped).all()
        assert not over.any()
        assert not rewards.any()
    assert (other == np.stack(info["final_obs"])).all()
    assert more["steps"].tolist() == info["final_info"]["steps"].tolist() == [12, 12]
    assert more["action_mask"].all()  # the next step plays nothing, whatever is said
    other, rewards, _, stopped, more = plain.step(np.array([0, 452]))
    assert (other == seen).all()
    assert (more["action_mask"] == info["action_mask"]).all()
    assert not stopped.any()
    assert [int(each) for each in plain.length_queue] == [6, 6]


def test_a_program_plays_all_seats() -> None:
    envs = made(3, opponents=None)
    seen, info = envs.reset(seed=2)
    luck, winners = np.random.default_rng(4), []
    for _ in range(140):
        acted, actions = info["seat"], drawn(info, luck)
        seen, rewards, over, _, info = envs.step(actions)
        for row in np.flatnonzero(over):
            shares = info["final_info"]["shares"][row]
            assert rewards[row] == shares[acted[row]]
            assert sum(shares) == 1
            winners.append(int(shares.argmax()))
    assert set(winners) == {0, 1}
    assert (seen == envs.tables.observe()).all()


def test_an_illegal_action_ends_only_the_game_at_its_table() -> None:
    envs = made(4, opponents="random")
    _, info = envs.reset(seed=1)
    steps, actions = envs.tables.steps, info["action_mask"].argmax(1)
    actions[1], actions[2] = int(np.flatnonzero(info["action_mask"][1] == 0)[1]), 5000
    why = str(_alike(envs, 1).why_not(int(actions[1]), 0))
    _, rewards, over, cut, info = envs.step(actions)
    assert rewards.tolist() == [0, -1, -1, 0]
    assert over.tolist() == [False, True, True, False]
    assert not cut.any()
    told = info["final_info"]
    assert told["illegal"].tolist() == [None, why, "actions are from 0 to 452, not 5000", None]
    assert "ending" not in told
    assert told["steps"].tolist() == [0, steps[1], steps[2], 0]
    assert (envs.tables.steps[[0, 3]] == steps[[0, 3]] + 2).all()
    assert (envs.tables.steps[[1, 2]] <= 1).all()  # those are new games
    for wrong in (np.zeros(3, int), [0.5] * 4, None):
        state = envs.tables.states.tobytes()
        with pytest.raises(BadInput, match="actions"):
            envs.step(wrong)
        assert envs.tables.states.tobytes() == state


def test_the_mask_is_in_the_observation_where_that_is_asked_for() -> None:
    for envs in (
        made(2, mask_in_observation=True, opponents="random", cap=4),
        gymnasium.make("ludotheque/bantu-v0", mask_in_observation=True, opponents="random"),
    ):
        seen, info = envs.reset(seed=1)
        assert seen in envs.observation_space
        assert (seen["action_mask"] == info["action_mask"]).all()
    envs = made(2, mask_in_observation=True, opponents="random", cap=4)
    _, info = envs.reset(seed=1)
    cut, luck = np.zeros(2, bool), np.random.default_rng(1)
    while not cut.any():
        _, _, _, cut, info = envs.step(drawn(info, luck))
    assert info["final_obs"][0] in envs.single_observation_space


def test_the_same_seed_plays_the_same_and_none_plays_on() -> None:
    one, two = made(3, opponents="easy", seat=None), made(3, opponents="easy", seat=None)
    found = []
    for envs in (one, two):
        luck = np.random.default_rng(1)
        seen, info = envs.reset(seed=9)
        for _ in range(5):
            seen, *_, info = envs.step(drawn(info, luck))
        found.append(seen)
    assert (found[0] == found[1]).all()
    first, _ = one.reset(seed=9)
    again, _ = one.reset()
    assert (first != again).any()
    assert (one.reset(seed=9)[0] == first).all()


def test_some_tables_are_reset() -> None:
    envs = made(3, opponents="random")
    with pytest.raises(RuntimeError, match="reset"):
        envs.step([0, 0, 0])
    only = np.array([False, True, False])
    with pytest.raises(BadOption, match="first call"):
        envs.reset(options={"reset_mask": only})
    seen, info = envs.reset(seed=1)
    seen, *_, info = envs.step(drawn(info, np.random.default_rng(1)))
    fresh, _ = envs.reset(options={"reset_mask": only})
    assert ((fresh != seen).any(1) == only).all()
    for wrong in (np.zeros(3, bool), np.ones(2, bool), [True] * 3):
        with pytest.raises(BadOption, match="3 bools"):
            envs.reset(options={"reset_mask": wrong})


def test_without_autoreset_finished_games_wait() -> None:
    envs = made(2, opponents="random", autoreset_mode=AutoresetMode.DISABLED, components=small())
    seen, info = envs.reset(seed=1)
    over, luck = np.zeros(2, bool), np.random.default_rng(1)
    while not over.any():
        seen, _, over, _, info = envs.step(drawn(info, luck))
    assert over.sum() == 1
    assert "final_obs" not in info
    assert info["_ending"].tolist() == over.tolist()
    with pytest.raises(RuntimeError, match=f"table {int(over.argmax())} too: call reset"):
        envs.step(drawn(info, luck))
    other, info = envs.reset(options={"reset_mask": ~over})
    assert (other[over] == seen[over]).all()  # still the last position there
    fresh, info = envs.reset(options={"reset_mask": over})
    assert (fresh[~over] == other[~over]).all()
    assert (fresh[over] != seen[over]).any()
    envs.step(drawn(info, luck))


def test_nothing_that_was_given_changes_later() -> None:
    envs = made(2, opponents="random", mask_in_observation=True)
    seen, info = envs.reset(seed=1)
    told = [seen["observation"], info["action_mask"], info["seat"], envs.action_masks()]
    kept, luck = [each.copy() for each in told], np.random.default_rng(1)
    for _ in range(3):
        seen, *more, info = envs.step(drawn(info, luck))
        told += [seen["observation"], info["action_mask"], info["seat"], *more[:3]]
        kept += [each.copy() for each in told[len(kept) :]]
    assert all((one == other).all() for one, other in zip(told, kept, strict=True))


def test_invalid_input_is_refused() -> None:
    for wrong, told in (
        ({"seat": 2}, "seat must be from 0 to 1"),
        ({"opponents": "grandmaster"}, "no bot"),
        ({"opponents": ["easy", "easy"]}, "1 opponents are needed"),
        ({"render_mode": "ansi"}, "not drawn"),
        ({"autoreset_mode": "never"}, "'NextStep', 'SameStep', 'Disabled', not 'never'"),
        ({"cap": -1}, "cap"),
    ):
        with pytest.raises(BadOption, match=told):
            made(2, **wrong)
    with pytest.raises(BadOption, match=r"envs\.parallel"):
        made(2, "banzai")


def test_bot_levels_choose_as_they_do_elsewhere() -> None:
    envs = made(2, opponents="greedy", seat=1)
    envs.reset(seed=4)
    others = many.Opponents(envs.tables.game, envs.tables._boxes, envs.tables.states[:1], ["greedy"])
    table = _alike(envs, 0)
    seat = int(envs.tables.seat[0])
    mine = np.array([1 - seat] * 2, np.int8)
    chosen = {
        int(others.choose(envs.tables.states, envs.tables.seat, mine, Luck.of(n))[0]) for n in range(150)
    }
    expected = {
        bots.choose("bantu", None, table.view({seat}).tobytes(), seat, "greedy", n, bots.Budget())
        for n in range(150)
    }
    assert chosen == expected
