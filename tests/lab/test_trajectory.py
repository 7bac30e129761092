"""Games played wholly in compiled code draw the chance of a table, and are games that a table knows."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludotheque import Table, bots
from ludotheque.bots import inside
from ludotheque.core import artefact, draws, entry, registry
from ludotheque.core.chance import Source
from ludotheque.core.luck import Luck
from ludotheque.lab import Match, MatchFailed, Result, matches, play, playout, trajectory
from ludotheque.lab.runs import COMPILED_LEVELS, CompiledRun, Setting
from ludotheque.table.replay import replay, verify
from tests.conformance.variants import BOXES
from tests.depth import deep

PROBABILITIES = (
    [1.0],
    [0.5, 0.5],
    [1 / 6] * 6,
    [1 / 7] * 7,
    [0.2, 0.3, 0.5],
    [0.0, 0.25, 0.75],
    [0.9, 0.1, 0.0],
    [1 / 3, 1 / 6, 1 / 2],
)


@pytest.mark.parametrize("probabilities", PROBABILITIES)
def test_chance_drawn_ahead_matches_the_table(probabilities: list[float]) -> None:
    source = Source(b"seed")
    found = [
        draws.drawn(words_of(b"seed", number), np.array(probabilities), len(probabilities))
        for number in range(5, 105)
    ]
    assert found == [source.draw(number, probabilities) for number in range(5, 105)]


def words_of(seed: bytes, number: int) -> Any:
    made = np.zeros(4, np.uint64)
    draws.make_words(draws.keys(seed), number, np.zeros(16, np.int64), np.zeros(64, np.int64), made)
    return made


@pytest.mark.parametrize("seed", [b"", b"7", b"x" * 64, b"y" * 65, bytes(range(256))])
@pytest.mark.parametrize("number", [0, 1, 255, 2**31, 2**40 + 3])
def test_random_words_match_the_library(seed: bytes, number: int) -> None:
    message = number.to_bytes(8, "big") + bytes(4)
    digest = hmac.digest(seed, message, "sha256")
    assert words_of(seed, number).tolist() == [
        int.from_bytes(digest[n : n + 8], "big") for n in range(0, 32, 8)
    ]


@pytest.mark.parametrize("number", [0, 7, 10, 2**31, 2**40 + 3, 2**63 - 1])
def test_a_number_is_the_seed_that_its_digits_are(number: int) -> None:
    both = np.zeros(16, np.int64)
    draws.number_keys(number, both, np.zeros(64, np.int64))
    assert both.tolist() == draws.keys(str(number).encode()).tolist()


def test_words_beyond_the_last_multiple_are_skipped() -> None:
    top = 2**64 - 1
    row = np.array([top, top, 8, 9], np.uint64)
    assert draws.drawn(row, np.full(6, 1 / 6), 6) == 8 % 6, "2 to the 64th is no multiple of 6"
    assert draws.drawn(row, np.full(4, 1 / 4), 4) == top % 4


@pytest.fixture
def cramped(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Interpreted games that run out of room again and again."""
    monkeypatch.setattr(trajectory, "FEW_EVENTS", 4)
    monkeypatch.setattr(matches, "_settings", [])
    with artefact.interpreting():
        yield


def match_of(game: str, level: str) -> Match:
    """A match of few players; at Billabong, on a short way."""
    seats = 3 if game == "tiny" else registry.get(game).seats[0]
    return Match(
        game, seats, (level,) * seats, 11, components=BOXES["billabong"] if game == "billabong" else None
    )


def begun(match: Match, count: int) -> list[int]:
    """The first actions of a match, which is not played on for long."""
    matches._settings.clear()  # with the room that other matches needed, it would be
    run = matches._run_of(match, matches.setting_of(match))
    assert isinstance(run, CompiledRun)
    while run._go_on() == trajectory.FULL and run.workspace.trajectory.at[trajectory.ACTIONS] < count:
        run._make_room()
    events = run._so_far()
    codes: list[int] = events[events[:, 0] >= 0][:count, 1].tolist()
    assert len(codes) == count
    return codes


QUICKEST = {
    "bantu": "greedy",
    "billabong": "random",
    "boussanga": "easy",
    "banjooli-cross": "random",
    "banzai": "greedy",
}


@pytest.mark.usefixtures("cramped")
@pytest.mark.parametrize(
    ("game", "level"),
    [
        (game, level) if QUICKEST.get(game, level) == level else deep(game, level)
        for game in registry.names()
        for level in COMPILED_LEVELS
    ],
)
def test_a_whole_game_is_the_one_that_a_table_replays(
    game: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[matches.MatchRun] = []
    run_of = matches._run_of
    monkeypatch.setattr(matches, "_run_of", lambda *asked: runs.append(run_of(*asked)) or runs[-1])
    done = play(match_of(game, level), keep_record=True)
    assert done.record is not None
    verdict = verify(done.record)
    assert (verdict.over, verdict.seed_known) == (True, True)
    table = replay(done.record)
    assert table.outcome is not None
    assert (done.returns, done.ranking, done.ending) == (
        table.outcome.returns,
        table.outcome.ranking,
        table.outcome.ending,
    )
    [run] = runs
    assert run.state.tobytes() == table.state.tobytes()
    assert run.events[:, :2].tolist() == [[event.seat, event.code] for event in table.events]
    assert done.actions == run.actions == sum(event.seat >= 0 for event in table.events)


@pytest.mark.usefixtures("cramped")
@pytest.mark.parametrize("game", registry.names())
def test_an_opening_is_drawn_by_the_seed(game: str) -> None:
    """The same for bots of any level, as long as it lasts; after it they play as they do."""
    random, easy, greedy = (begun(replace(match_of(game, level), opening=3), 3) for level in COMPILED_LEVELS)
    assert random == easy == greedy
    others = [begun(replace(match_of(game, "greedy"), opening=3, seed=seed), 3) for seed in range(12, 16)]
    assert any(each != greedy for each in others)


@pytest.mark.usefixtures("cramped")
def test_an_opening_is_drawn_for_bots_that_search_too() -> None:
    few = {"rounds": 1, "faces": 6, "cards": 6, "pawn": 2, "patience_ms": 200}
    done = [play(replace(TINY, seed=seed, opening=2, components=few)) for seed in range(3)]
    with_search = [matches.MatchRun(replace(TINY, seed=seed, opening=2), setting()) for seed in range(6)]
    for run in with_search:
        run.to_the_end()
    assert all(each.ending for each in done)
    firsts = {tuple(code for seat, code, _ in run._did if seat >= 0)[:2] for run in with_search}
    assert len(firsts) > 1, "greedy alone would always add the most"


TINY = Match("tiny", 2, ("greedy", "greedy"), 7)


def setting() -> Setting:
    return matches.setting_of(TINY)


# ------------------------------------------------------------------------------------------------- the same game again


def test_a_trajectory_holds_actions_and_chance() -> None:
    with artefact.interpreting():
        done = [play(replace(TINY, seed=seed)) for seed in (1, 1, 2, 3)]
    assert done[0].trajectory == done[1].trajectory
    assert len({each.trajectory for each in done}) == 3


def test_seating_does_not_change_a_game() -> None:
    did = np.array([[1, 5, 10], [-1, 2, -1], [0, 5, 30], [-2, 0, 40]])
    turned = np.array([[0, 5, 12], [-1, 2, -1], [1, 5, 99], [-2, 0, 100]])
    assert matches._named(did, 1, 2) == matches._named(turned, 0, 2)
    assert matches._named(did, 1, 2) != matches._named(did, 0, 2)


@pytest.mark.usefixtures("cramped")
def test_greedy_draws_among_equals_by_the_seed() -> None:
    """At Bantu the first pawns stand as well on one of several fields as on another."""
    match = Match("bantu", 2, ("greedy", "greedy"), 1, {"short": True}, first=0)
    done = [begun(replace(match, seed=seed), 12) for seed in (1, 2, 3, 1, 2, 3)]
    assert done[:3] == done[3:]
    assert len(set(map(tuple, done))) == 3


def test_nearly_equal_actions_are_sampled_on_request() -> None:
    table = Table("tiny", 2, seed=3, first=0)
    workspace = playout.workspace_for(table.game, table.state)
    with artefact.interpreting():
        count = entry.legal(table.box, table.state, 0, workspace.actions)

        def chosen(near: float) -> set[int]:
            found = set()
            for n in range(30):
                rng = Luck.of(n)
                entry.legal(table.box, table.state, 0, workspace.actions)
                index = inside.best_of(table.box, table.state, 0, count, 3, near, workspace, rng)
                found.add(int(workspace.actions[index]))
                view = table.view({0})
                actions = workspace.actions[:count].copy()
                greedy = bots.greedy_action(table.game, table.box, view, 0, actions, rng, near)
                found.add(greedy)
            return found

        assert chosen(0.0) == {2}
        assert chosen(1.0) == {0, 1, 2}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"opening": -1}, "0 or more actions"),
        ({"near": 1.5}, "from 0 to 1"),
        ({"first": 2}, "a seat from 0 to 1"),
    ],
)
def test_conditions_that_cannot_be_are_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        play(replace(TINY, **wrong))


# ------------------------------------------------------------------------------------------------- what breaks off


def breaking(monkeypatch: pytest.MonkeyPatch, **facts: Any) -> None:
    monkeypatch.setattr(matches, "_settings", [])
    for name, value in facts.items():
        monkeypatch.setitem(vars(registry.get("bantu")), name, value)


def test_a_game_that_does_not_end_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    breaking(monkeypatch, max_actions=5)
    with (
        artefact.interpreting(),
        pytest.raises(MatchFailed, match=r"goes on after 5 actions, more than bantu"),
    ):
        play(match_of("bantu", "random"))


def test_a_seat_without_a_legal_action_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playout, "_legal", lambda *_: 0)
    with pytest.raises(MatchFailed, match="may act but has no legal action"):
        played_plainly(match_of("bantu", "random"), monkeypatch)


def played_plainly(match: Match, monkeypatch: pytest.MonkeyPatch) -> Result:
    """A match played by the loop as it is written, not by the twin that runs interpreted."""
    monkeypatch.setattr(playout, "play_on", getattr(playout.play_on, "function", playout.play_on))
    with artefact.interpreting():
        return play(match)
