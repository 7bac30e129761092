"""The gate: races between equal players on a virtual clock, decided by the functions that tables call."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from ludotheque.cli import gate
from ludotheque.cli.main import app
from tests.depth import deep

FEW, MANY = 2000, 6000
"""The number of races always, and deep."""
ALL = list(gate.scenarios())
TOO_SOON = [s for s in ALL if s.name.startswith(("early_liar", "late_page"))]
HONEST = [
    s
    for s in ALL
    if s.rule == "quota" and s.cheat is None and s.near.jitter_ms == s.far.jitter_ms and not s.late_ms
]
LIARS = [s for s in ALL if s.rule == "quota" and s.cheat is not None and s.direct and s not in TOO_SOON]


STRANGERS = [s for s in ALL if s.rule == "strangers" and s not in TOO_SOON]


def cases(scenarios: list[gate.Scenario], every: int) -> list[Any]:
    """One scenario among `every` with few races always, all of them with many deep."""
    return [*((each, FEW) for each in scenarios[::every]), *(deep(each, MANY) for each in scenarios)]


def named(scenario: gate.Scenario | int) -> str:
    if isinstance(scenario, int):
        return str(scenario)
    line = f"{scenario.near.round_trip_ms:.0f}-{scenario.far.round_trip_ms:.0f}-{scenario.far.jitter_ms:.0f}"
    told = "direct" if scenario.direct else "proxied"
    return f"{scenario.name}-{line}-{scenario.cheat.less_ms if scenario.cheat else 0:.0f}-{told}"


@pytest.mark.parametrize(("scenario", "races"), cases(HONEST, 6), ids=named)
def test_a_far_player_wins_half_and_the_right_one_wins(scenario: gate.Scenario, races: int) -> None:
    row = gate.run(scenario, races)
    assert abs(row["far_wins_pct"] - 50) <= 1.5
    assert row["right_pct"] >= 95


@pytest.mark.parametrize(("scenario", "races"), cases(LIARS, 6), ids=named)
def test_a_liar_gains_next_to_nothing(scenario: gate.Scenario, races: int) -> None:
    assert gate.run(scenario, races)["liar_pct"] <= 55


@pytest.mark.parametrize(
    ("scenario", "races"), cases([s for s in STRANGERS if s.cheat is None], 4), ids=named
)
def test_among_strangers_an_honest_far_player_wins_half(scenario: gate.Scenario, races: int) -> None:
    row = gate.run(scenario, races)
    assert abs(row["far_wins_pct"] - 50) <= 1.5
    assert row["right_pct"] >= 95


@pytest.mark.parametrize(
    ("scenario", "races"), cases([s for s in STRANGERS if s.cheat is not None], 5), ids=named
)
def test_among_strangers_a_liar_gains_little_even_behind_a_proxy(scenario: gate.Scenario, races: int) -> None:
    assert gate.run(scenario, races)["liar_pct"] <= 55


def test_impossible_times_win_nothing_and_late_pages_break_even() -> None:
    """Before the caller has grabbed and afterwards, by every rule that tables use, with and without a kernel that vouches."""
    assert {(s.rule, s.direct, s.grabbed) for s in TOO_SOON} == {
        (rule, direct, grabbed)
        for rule, direct in (("quota", True), ("strangers", True), ("strangers", False))
        for grabbed in (False, True)
    }
    for scenario in TOO_SOON:
        row = gate.run(scenario, 1000 if scenario.cheat is None else 300)
        if scenario.cheat is None:
            assert abs(row["far_wins_pct"] - 50) <= 2.5, scenario
            assert row["right_pct"] >= 94, scenario
        else:
            assert row["liar_pct"] <= 45, (scenario, "it presses later, too")


@pytest.mark.parametrize("races", [20, 100])
def test_a_short_evening_costs_an_honest_far_player_nothing(races: int) -> None:
    far = next(s for s in STRANGERS if s.cheat is None and not s.direct and s.far.round_trip_ms == 150)
    shares = [gate.run(far, races, seed)["far_wins_pct"] for seed in range(4000 // races)]
    assert abs(sum(shares) / len(shares) - 50) <= 1.5


def test_indistinguishable_players_even_out_over_an_evening() -> None:
    careful = next(
        s for s in STRANGERS if s.name == "careful_liar" and not s.direct and s.cheat.less_ms == 50
    )
    shares = {
        races: sum(gate.run(careful, races, seed)["liar_pct"] for seed in range(30)) / 30
        for races in (20, 100)
    }
    assert shares[20] > 65, "the documents say so, too"
    assert shares[100] < shares[20] - 10


def test_a_short_game_is_not_long_enough_for_a_liar_either() -> None:
    scenario = gate.Scenario("liar", "quota", gate.EVEN, gate.EVEN, gate.Cheat(1000.0))
    rounds = 8
    shares = [gate.run(scenario, rounds, seed)["liar_pct"] for seed in range(250)]
    assert sum(shares) / len(shares) <= 56


def test_the_baselines_are_unfair() -> None:
    for name, rule, what, low, high in (
        ("honest", "arrival", "far_wins_pct", 0, 20),
        ("asymmetric", "synchronised", "far_wins_pct", 0, 40),
        ("liar", "flat", "liar_pct", 58, 100),
    ):
        for scenario in (s for s in ALL if (s.name, s.rule) == (name, rule)):
            assert low < gate.run(scenario, 1000)[what] < high, scenario
    behind_a_proxy = next(s for s in ALL if not s.direct)
    assert gate.run(behind_a_proxy, 1000)["liar_pct"] > 60, "the documents say so, too"


def test_the_command_prints_the_same_numbers() -> None:
    done = CliRunner().invoke(app, ["bench", "races", "--races", "10", "--json"])
    assert done.exit_code == 0, done.output
    rows = json.loads(done.output)["rows"]
    assert rows == [gate.run(scenario, 10) for scenario in ALL]
    for lang, word in (("fr", "menteur"), ("en", "liar")):
        told = CliRunner().invoke(app, ["bench", "races", "--races", "1", "--lang", lang])
        assert word in told.output
        assert len(told.output.splitlines()) == len(ALL) + 2
