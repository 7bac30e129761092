"""One game, four ways to play it: in an environment, at a `Table`, in the terminal and on the server the same actions lead to the same states."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from ludotheque import Table, envs
from ludotheque.cli.terminal.screen import Complete, Screen
from ludotheque.cli.terminal.turns import Leave
from ludotheque.core import chance, record, registry
from ludotheque.core.state import digest
from ludotheque.server.room import log_events
from ludotheque.table.replay import replay
from tests.cli.conftest import Play, Run, data, kept, play, run  # noqa: F401  # fixtures
from tests.depth import few_or_many
from tests.server.harness import Harness
from tests.server.test_playing import ME

HERE = {"who": "here", "name": "Zoé"}
TURNS = [name for name in registry.names() if not registry.get(name).timed]
CLOCKS = [name for name in registry.names() if registry.get(name).timed]


@dataclass(frozen=True)
class Played:
    """What was played in an environment.

    Attributes:
        seed: the seed of a `Table` that has the same chance.
        actions: the seat and the action, in order.
        states: the hash of the state before each action, and of the last one.
    """

    seed: int
    actions: tuple[tuple[int, int], ...]
    states: tuple[str, ...]


def in_an_environment(name: str, most: int) -> Played:
    """A game at random, cut short after so many actions."""
    tables = envs.vector(name, 1, seats=2, first=0, cap=most, as_table=True, seed=4)
    seed, actions, states = int(tables.seeds[0]), [], [digest(tables.states)]
    while not tables.ended[0]:
        action = tables.sample()
        actions.append((int(tables.seat[0]), int(action[0])))
        tables.step(action)
        states.append(digest(tables.last_states if tables.ended[0] else tables.states))
    return Played(seed, tuple(actions), tuple(states))


@few_or_many("most", 24, 2000)
@pytest.mark.parametrize("name", TURNS)
def test_the_terminal_plays_as_an_environment_does(
    name: str,
    most: int,
    play: Play,  # noqa: F811  # a fixture
    data: Path,  # noqa: F811  # a fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each action is typed as its text, by two people at one keyboard."""
    played = in_an_environment(name, most)
    beside = Table(name, 2, seed=played.seed, first=0)
    left = iter(played.actions)

    def type_it(screen: Screen, prompt: str, complete: Complete | None = None) -> str:
        if complete is None:
            return ""  # the screen changes hands
        for seat, action in left:
            text = beside.text(action, seat)
            beside.play(action, seat)
            return text
        raise Leave

    monkeypatch.setattr(Screen, "ask", type_it)
    done = play(name, "--seats", "human:Léa,human:Tom", "--seed", played.seed, "--first", 1, "--no-board")
    assert done.exit_code == 0, done.output
    assert next(left, None) is None, "the terminal stopped asking"
    table = kept(data)
    assert [(event.seat, event.code) for event in table.events if event.seat >= 0] == list(played.actions)
    assert digest(table.state) == played.states[-1]


@few_or_many("most", 24, 2000)
@pytest.mark.parametrize("name", TURNS)
async def test_the_server_plays_as_an_environment_does(
    name: str, most: int, server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every state on the way is compared; each action is sent over a real socket."""
    played = in_an_environment(name, most)
    _chance_of(chance.seed_bytes(played.seed), monkeypatch)
    await server.rules_ready(name)
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, HERE], game=name))
    room = await server.services.tables.get(tab.table)
    for (seat, action), state in zip(played.actions, played.states[:-1], strict=True):
        assert digest(room.state.table.state) == state
        assert (await tab.act(seat, action, expected=room.state.seq))["t"] == "applied"
    assert digest(room.state.table.state) == played.states[-1]


@pytest.mark.parametrize("name", CLOCKS)
async def test_a_race_is_the_same_in_env_server_and_file(
    name: str,
    server: Harness,
    run: Run,  # noqa: F811  # a fixture
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Hands that race cannot be typed, so what was done in the environment, each at its instant, goes into a table's log and into a file."""
    race, luck = envs.parallel(name), np.random.default_rng(0)
    seen, _ = race.reset(seed=0)
    while race.agents and len(race.table.events) < 200:
        able = {agent: np.flatnonzero(each["action_mask"]) for agent, each in seen.items()}
        hands = {agent: int(luck.choice(own)) for agent, own in able.items() if luck.random() < 0.05}
        seen, *_ = race.step(hands)
    table = race.table
    source = table.journal.setup.source
    _chance_of(source.seed, monkeypatch)
    await server.rules_ready(name)
    lea = await server.person("Léa")
    chairs = [ME, *({"who": "here", "name": f"n°{seat}"} for seat in range(1, table.seats))]
    room = await server.services.tables.get(
        await lea.make(chairs, game=name, first=table.first, components=None)
    )
    assert room is not None
    acts = [
        log_events.Act(each.seat, each.code, each.path, each.at_ms) for each in table.events if each.seat >= 0
    ]
    assert len(acts) > 5
    async with room.lock:
        done = [log_events.Started(table.first), *acts, log_events.Time(table.journal.clock_ms)]
        await room.append(done)
        assert room.state.table is not None
        assert digest(room.state.table.state) == digest(table.state)
    server.services.tables._rooms.clear()
    again = await server.services.tables.get(room.state.id)
    assert again is not None
    assert again.state.table is not None
    assert digest(again.state.table.state) == digest(table.state)
    path = tmp_path / "race.jsonl"
    path.write_text(record.dumps(table.record()), encoding="utf-8")
    assert run("verify", path).exit_code == 0
    assert digest(replay(record.loads(path.read_text(encoding="utf-8"))).state) == digest(table.state)


def _chance_of(seed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of the server draw from this seed alone; the nonces that people add are left out."""
    words = chance.Source._words
    monkeypatch.setattr(chance, "new_seed", lambda: seed)
    monkeypatch.setattr(chance.Source, "_words", lambda each, number: words(chance.Source(each.seed), number))
