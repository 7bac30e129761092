"""Tables stepped together: the same game as at a `Table`, with observations and masks that say what they should."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from ludotheque import BadOption, Table, UnknownGame, envs
from ludotheque.core import entry, registry
from ludotheque.core.errors import BadInput

GAMES: dict[str, dict[str, Any]] = {
    "billabong": {"options": {"mode": "duel"}},
    "bantu": {"seats": 3},
    "banjooli-cross": {"options": {"berries": True, "lion": True}},
    "boussanga": {"options": {"mode": "cooperative"}},
}
"""Games without a clock, with options that bring in most of their rules."""

STEPS = 25


@pytest.mark.parametrize("name", GAMES)
def test_the_same_actions_make_the_same_game_as_at_a_table(name: str) -> None:
    _compare(name, STEPS)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_the_same_as_at_a_table(name: str) -> None:
    assert _compare(name, 1200) > 0


def _compare(name: str, steps: int) -> int:
    """Play the same actions in an environment and at tables. Returns how many games ended."""
    asked = dict(GAMES[name])
    tables = envs.vector(name, 3, as_table=True, seed=7, **asked)
    tables.reset(11)
    alike = [Table(registry.get(name), tables.seats, tables.options, seed=int(seed)) for seed in tables.seeds]
    finished = 0
    for _ in range(steps):
        for index, table in enumerate(alike):
            assert tables.states[index].tobytes() == table.state[0].tobytes()
            assert table.actors[0] == tables.seat[index]
        actions = tables.sample()
        masks, seen = tables.mask(), tables.observe()
        least, most = np.array(tables.observation.bounds())
        assert (seen >= least).all()
        assert (seen <= most).all()
        for index, table in enumerate(alike):
            assert np.flatnonzero(masks[index]).tolist() == sorted(table.legal_actions())
            table.play(int(actions[index]), int(tables.seat[index]))
        tables.step(actions)
        for index, table in enumerate(alike):
            assert tables.ended[index] == (envs.ENDED if table.is_over else 0)
            if table.is_over:
                finished += 1
                assert tables.shares[index] == pytest.approx(table.outcome.returns)
                alike[index] = Table(table.game, tables.seats, tables.options, seed=int(tables.seeds[index]))
    return finished


@pytest.mark.parametrize("name", GAMES)
def test_a_table_depends_on_its_seed_and_its_actions_alone(name: str) -> None:
    one = envs.vector(name, 6, seed=5, **GAMES[name])
    shared = envs.vector(name, 6, threads=3, seed=5, **GAMES[name])
    for _ in range(20):
        actions = one.sample()
        assert (actions == shared.sample()).all()
        one.step(actions)
        shared.step(actions, check=False)
    assert one.states.tobytes() == shared.states.tobytes()
    assert one.observe().tobytes() == shared.observe().tobytes()


def test_a_clone_brings_everything_back() -> None:
    tables = envs.vector("bantu", 5, seats=2, seed=3)
    for _ in range(12):
        tables.step(tables.sample())
    kept = tables.clone()
    played = [tables.sample().copy()]
    for _ in range(30):
        tables.step(played[-1])
        played.append(tables.sample().copy())
    after = tables.states.tobytes()
    tables.restore(kept)
    for actions in played[:-1]:
        assert (tables.sample() == actions).all()
        tables.step(actions)
    assert tables.states.tobytes() == after


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"n": 4}, {"n": 4, "options": {"short": True}}),
        ({"n": 4}, {"n": 4, "seats": 3}),
        ({"n": 4}, {"n": 4, "as_table": True}),
    ],
)
def test_state_of_another_kind_is_not_restored(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    tables, others = envs.vector("bantu", **mine), envs.vector("bantu", **theirs)
    before = tables.states.tobytes()
    with pytest.raises(BadInput, match="another kind"):
        tables.restore(others.clone())
    assert tables.states.tobytes() == before


def test_a_mode_with_longer_observations_is_another_kind() -> None:
    with pytest.raises(BadInput, match="another kind"):
        envs.vector("billabong", 2, options={"mode": "duel"}).restore(envs.vector("billabong", 2).clone())


def test_an_environment_is_pickled_and_copied_as_it_is() -> None:
    tables = envs.vector("boussanga", 3, seats=2, seed=4, threads=2)
    for _ in range(7):
        tables.step(tables.sample())
    for twin in (pickle.loads(pickle.dumps(tables)), copy.deepcopy(tables)):  # our own
        assert twin.states.tobytes() == tables.states.tobytes()
        assert twin.observe().tobytes() == tables.observe().tobytes()
        assert twin.threads == 2
    kept = pickle.loads(pickle.dumps(tables.clone()))
    before = tables.states.tobytes()
    tables.step(tables.sample())
    tables.restore(kept)
    assert tables.states.tobytes() == before


def test_the_last_position_of_a_game_can_still_be_seen() -> None:
    tables = envs.vector("bantu", 2, seats=2, first=0, cap=9, as_table=True, seed=6)
    seeds = tables.seeds.copy()
    played: list[Any] = []
    while not tables.ended.any():
        before = tables.states.copy()
        played.append(tables.sample().copy())
        tables.step(played[-1])
    assert len(before) == 2
    assert (tables.last_seeds == seeds).all()
    assert (tables.seeds != seeds).all()
    assert tables.last_steps.tolist() == [9, 9]
    for index in range(2):
        table = Table("bantu", 2, seed=int(seeds[index]), first=0)
        for actions in played:
            table.play(int(actions[index]))
        assert tables.last_states[index].tobytes() == table.state[0].tobytes()
        assert tables.last_seat[index] == table.actors[0]
        for seat in (0, 1):
            expected = np.zeros(tables.size, np.float32)
            entry.observe(table.box, table.view({seat}), seat, expected)
            assert (tables.observe(seat=seat, last=True)[index] == expected).all()
    assert (tables.observe(last=True) == tables.observe(seat=tables.last_seat, last=True)).all()
    assert (tables.observe() != tables.observe(last=True)).any()


def test_some_tables_are_kept_and_become_others() -> None:
    tables = envs.vector("banjooli-cross", 5, seats=2, seed=4, as_table=True)
    for _ in range(20):
        tables.step(tables.sample())
    before = tables.states.copy()
    kept = pickle.loads(pickle.dumps(tables.clone([3, 1])))
    assert len(kept) == 2
    tables.restore(kept, [0, 3])
    assert [each.tobytes() for each in tables.states[[0, 3]]] == [each.tobytes() for each in before[[3, 1]]]
    assert [each.tobytes() for each in tables.states[[1, 2, 4]]] == [
        each.tobytes() for each in before[[1, 2, 4]]
    ]
    for _ in range(30):  # tables 1 and 3 have the same chance now, and the same taste in actions
        tables.step(tables.sample())
    assert tables.states[1].tobytes() == tables.states[3].tobytes()
    assert tables.seeds[1] == tables.seeds[3]
    one = tables.clone(np.array([2], np.int8))
    tables.restore(one)
    assert len({each.tobytes() for each in tables.states}) == 1
    assert len(tables.clone([])) == 0
    tables.restore(tables.clone([]), [])


def test_tables_that_cannot_be_are_neither_kept_nor_restored() -> None:
    tables = envs.vector("bantu", 4, seats=2, seed=1)
    before, kept = tables.states.tobytes(), tables.clone([0, 1])
    for wrong in ([4], [-1], [0.5], 2, [[0]], ["0"]):
        with pytest.raises(BadInput, match="tables"):
            tables.clone(wrong)
    for tables_asked, told in (([2, 2], "once"), ([1, 2, 3], "2 tables were kept, but 3"), (None, "but 4")):
        with pytest.raises(BadInput, match=told):
            tables.restore(kept, tables_asked)
    with pytest.raises(BadInput, match="5 tables were kept, but 4"):
        tables.restore(envs.vector("bantu", 5, seats=2, seed=1).clone())
    assert tables.states.tobytes() == before


def test_every_seat_can_be_observed() -> None:
    tables = envs.vector("banjooli-cross", 3, seats=3, seed=2)
    alike = [tables.observe(seat=seat) for seat in range(3)]
    acting = tables.observe()
    for index, seat in enumerate(tables.seat):
        assert (acting[index] == alike[seat][index]).all()
    assert (alike[0] != alike[1]).any()
    for wrong in (3, -1, [0, 1], 0.5):
        with pytest.raises(BadInput, match="seat"):
            tables.observe(seat=wrong)  # type: ignore[arg-type]  # what is refused


def test_any_integer_actions_are_read_and_new_games_follow() -> None:
    tables = envs.vector("bantu", 2, seats=np.int64(2), seed=1)
    before = tables.states.tobytes()
    fixed = tables.sample()
    fixed.flags.writeable = False
    tables.step(fixed)
    with pytest.raises(envs.IllegalAction, match=r"actions\[1\]"):
        tables.step(np.array([int(tables.sample()[0]), 2**40]))
    tables.reset()
    again = tables.states.tobytes()
    tables.reset(1)
    assert tables.states.tobytes() == before
    assert tables.mask(np.zeros((2, tables.num_actions), np.int8)).any()
    assert len(again) == len(before)


def test_arrays_kept_from_a_step_stay_unchanged() -> None:
    tables = envs.vector("bantu", 3, seats=2, seed=3, cap=4)
    names = ("seat", "steps", "shares", "ended", "seeds", "last_seat", "last_steps", "last_seeds")
    kept: list[tuple[Any, Any]] = []
    for _ in range(6):
        tables.step(tables.sample())
        given = [getattr(tables, name) for name in names] + [tables.observe(), tables.mask(), tables.sample()]
        kept += [(array, array.copy()) for array in given]
    assert all((array == then).all() for array, then in kept)
    assert (tables.seat != kept[0][0]).any()


def test_an_illegal_action_changes_no_table() -> None:
    tables = envs.vector("bantu", 4, seats=2, seed=3)
    actions = tables.sample()
    before = tables.states.tobytes()
    for wrong in (-1, tables.num_actions, int(np.flatnonzero(~tables.mask()[2])[0])):
        broken = actions.copy()
        broken[2] = wrong
        with pytest.raises(envs.IllegalAction, match=r"actions\[2\]"):
            tables.step(broken)
        assert tables.states.tobytes() == before
    tables.step(actions)
    assert tables.states.tobytes() != before


def test_arrays_of_another_kind_are_refused() -> None:
    tables = envs.vector("bantu", 4, seats=2)
    for actions in (np.zeros(3, np.int32), np.zeros(4), [0.5] * 4):
        with pytest.raises(BadInput, match="actions"):
            tables.step(actions)  # type: ignore[arg-type]  # what is refused
    for out in (np.zeros((4, 3), np.float32), np.zeros((4, tables.size)), [1]):
        with pytest.raises(BadInput, match="out"):
            tables.observe(out)  # type: ignore[arg-type]  # what is refused
    with pytest.raises(BadInput, match="out"):
        tables.mask(np.zeros((4, tables.num_actions), np.int32))


def test_invalid_input_is_refused() -> None:
    with pytest.raises(UnknownGame):
        envs.vector("chess", 4)
    for wrong in (
        {"n": 0},
        {"n": 4, "seats": 9},
        {"n": 4, "options": {"mode": "trio"}},
        {"n": 4, "first": 2},
        {"n": 4, "cap": -1},
        {"n": 4, "cap": 2**70},
        {"n": 4, "first": True},
    ):
        with pytest.raises(BadOption):
            envs.vector("billabong", **wrong)  # type: ignore[arg-type]  # what is refused
    with pytest.raises(BadOption, match="ticks"):
        envs.vector("banzai", 4)
    with pytest.raises(BadOption, match="seed"):
        envs.vector("bantu", 4).reset(-1)


def test_long_games_are_cut_short() -> None:
    tables = envs.vector("bantu", 3, seats=2, cap=10)
    for step in range(1, 11):
        tables.step(tables.sample())
        assert (tables.ended == (envs.CUT_SHORT if step == 10 else 0)).all()
    assert (tables.steps == 0).all()
    assert not tables.shares.any()


def test_hidden_information_reaches_nobody() -> None:
    tables = envs.vector("banjooli-cross", 4, seats=3, seed=2)
    for _ in range(30):
        seen = tables.observe().copy()
        kept = tables.clone()
        for index in range(tables.n):
            others = [seat for seat in range(3) if seat != tables.seat[index]]
            cards = tables.states["prediction"][index].copy()
            tables.states["prediction"][index, others] = cards[others[::-1]]
        assert (tables.observe() == seen).all()
        tables.restore(kept)
        tables.step(tables.sample())


def test_a_game_without_observations_uses_its_fields() -> None:
    game = registry.get("tiny")
    if game.timed:
        with pytest.raises(BadOption, match="ticks"):
            envs.vector(game, 2)
        return
    tables = envs.vector(game, 2)
    assert tables.observe().shape == (2, tables.size)
