"""Bots of Banzaï!: whole games of every size, reactions like people's, nothing that they cannot know, now and then a mistake."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bench.people import BEGINNER, MOUSE, races_won
from ludotheque import Table, bots
from ludotheque.core import components, entry, memory, registry
from ludotheque.core.luck import Luck
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.bots.luck import reaction_ms
from ludotheque.lab import reflexes
from ludotheque.lab.matches import Match, play
from ludotheque.table.replay import verify
from tests.banzai import tables
from tests.depth import deep

GAME = registry.get("banzai")
BOX = components.load(GAME).array


def played(seats: int, options: dict[str, object], games: int, level: int = 3) -> list[Any]:
    """The last states of so many games between equal bots."""
    rng, chance, ends = np.random.default_rng(seats), Luck.of(seats), []
    chosen = GAME.check_options(seats, options)
    workspace = reflexes.workspace_for(GAME, GAME.fresh_state(seats, chosen))
    for _ in range(games):
        states = GAME.fresh_state(seats, chosen)
        entry.setup(BOX, states)
        luck, levels = rng.integers(1, 1 << 40, seats), np.full(seats, level)
        assert reflexes.play_out(BOX, states, levels, luck, 100_000, workspace, np.zeros(2, np.int64), chance)
        ends.append(states)
    return ends


@pytest.mark.parametrize(
    ("seats", "optional", "games"),
    [
        (3, False, 1),
        (4, True, 1),
        *(deep(seats, optional, 3) for seats in (3, 5, 8, 12) for optional in (False, True)[: seats - 2]),
    ],
)
def test_bots_play_whole_games_of_every_size(seats: int, optional: bool, games: int) -> None:
    for states in played(seats, {"optional_rules": optional} if seats > 3 else {}, games):
        ranks = np.zeros(seats, np.int32)
        entry.ranking(BOX, states, ranks)
        assert ranks.min() == 1
        assert (ranks == 1).sum() == 1


@pytest.mark.deep  # compiling whole games takes half a minute
def test_two_collectors_of_one_family_do_not_block_each_other() -> None:
    ends = [memory.array_of(states) for states in played(3, {}, 60)]
    rounds, again = sum(int(s["round_number"][0]) for s in ends), sum(int(s["dealt_again"][0]) for s in ends)
    assert again <= rounds * 0.03, f"{again} of {rounds} rounds came to the technical limit"


@pytest.mark.deep  # compiling whole games takes half a minute
def test_no_seat_is_better_than_another() -> None:
    wins = Counter(int(np.flatnonzero(memory.array_of(s)["out"][0][:4] == 0)[0]) for s in played(4, {}, 400))
    assert min(wins[seat] for seat in range(4)) > 60, wins
    assert max(wins.values()) < 140, wins


@pytest.mark.deep  # compiling whole games takes half a minute
def test_with_optional_rules_bots_treat_all_seats_alike() -> None:
    """Whom they challenge, propose to, or take a hand from is drawn by lot. The first seat used to win 21 % of these games."""
    wins = Counter(
        int(np.flatnonzero(memory.array_of(s)["out"][0][:4] == 0)[0])
        for s in played(4, {"optional_rules": True}, 1600)
    )
    assert min(wins[seat] for seat in range(4)) > 360, wins
    assert max(wins.values()) < 440, wins


@pytest.mark.parametrize(("level", "low", "high"), [(5, 255, 285), (1, 480, 550), (0, 520, 600)])
def test_reactions_are_human_and_slower_at_lower_levels(level: int, low: int, high: int) -> None:
    times = np.array([reaction_ms(luck, level, 7) for luck in range(4000)])
    assert low < times.mean() < high
    assert times.min() >= 110
    assert np.median(times) < times.mean(), "the slow side has the longer tail"


@pytest.mark.parametrize(
    ("level", "low", "high"),
    [
        ("greedy", 46, 54),
        ("steady", 30, 39),
        ("strong", 18, 27),
        ("master", 9, 17),
    ],
)
def test_a_mouse_player_matches_the_third_bot_and_not_the_best(level: str, low: float, high: float) -> None:
    table = called()
    assert low <= races_won(table, 1, 2, level, 1500) <= high, "of 100 races: a half … an eighth"


@pytest.mark.parametrize(("level", "low", "high"), [("random", 50, 64), ("easy", 46, 58)])
def test_a_beginner_wins_every_other_race_against_the_first_bots(level: str, low: float, high: float) -> None:
    assert low <= races_won(called(), 1, 2, level, 1500, BEGINNER) <= high
    assert races_won(called(), 1, 2, level, 400) > 90, "and whoever has played before wins nearly all of them"


def family_in_hand() -> Table:
    """Seat 1 has just been given the last card of a family."""
    hands = ["fox.lord fox.warrior cow.lord cow.kid fox.kid", "frog.warrior frog.princess frog.kid frog.magician frog.lord",
             "cow.warrior cow.princess cow.magician fox.princess fox.magician"]  # fmt: skip
    return Table.from_position(
        {
            "game": "banzai", "seats": 3, "options": {"time_limit": 0}, "round": 1, "phase": "open", "now_ms": 10000,
            "exchanges": 3, "families": ["fox", "frog", "cow"], "seating": [0, 1, 2], "hands": [hand.split() for hand in hands],
        }
    )  # fmt: skip


@pytest.mark.parametrize(
    ("level", "low_s", "middle_s", "high_s"),
    [("random", 2.0, 3.2, 8.0), ("easy", 2.0, 3.2, 8.0), ("greedy", 0.4, 0.7, 3.0)],
)
def test_weak_bots_need_seconds_to_notice_a_family(
    level: str, low_s: float, middle_s: float, high_s: float
) -> None:
    table, times = family_in_hand(), []
    view = table.view({1}).tobytes()
    for luck in range(300):
        plan = bots.reflex("banzai", None, view, 1, level, luck)
        assert plan is not None
        assert table.text(plan[0], 1).startswith("banzai")
        times.append(plan[1] / 1000)
    assert low_s < min(times)
    assert middle_s < np.median(times) < middle_s + 1.2
    assert max(times) < high_s


@pytest.mark.parametrize(("exchanges", "calls"), [(0, False), (1, False), (2, True)])
def test_an_easy_bot_lets_beginners_watch_the_first_exchange(exchanges: int, calls: bool) -> None:
    position = family_in_hand().position() | {"exchanges": exchanges}
    position["hands"] = [list(hand) for hand in position["hands"]]
    lost = position["hands"][1].index("frog.lord")
    position["hands"][1][lost], position["hands"][0][4] = position["hands"][0][4], "frog.lord"
    table = Table.from_position(position)
    view = table.view({1}).tobytes()
    plans = [bots.reflex("banzai", None, view, 1, "easy", luck) for luck in range(60)]
    stops = [plan for plan in plans if plan is not None and table.text(plan[0], 1).startswith("stop")]
    assert bool(stops) == calls


def test_a_pointer_that_travelled_pays_no_way_twice() -> None:
    table = called()
    on_the_spot = races_won(table, 1, 2, "greedy", 400, replace(MOUSE, travel_ms=0.0))
    assert on_the_spot < races_won(table, 1, 2, "greedy", 400) - 20


def test_without_races_quickness_gains_nothing_against_bots() -> None:
    with pytest.raises(ValueError, match="no race at this table"):
        races_won(Table("billabong", 2, seed=1), 0, 1, "greedy", 1)


def test_the_caller_arrives_before_those_who_react() -> None:
    table, times = called(), {0: [], 2: []}
    for seat, found in times.items():
        view = table.view({seat}).tobytes()
        for luck in range(200):
            plan = bots.reflex("banzai", None, view, seat, "greedy", luck)
            assert plan is not None
            found.append(plan[1])
    assert np.median(times[0]) < 0.75 * np.median(times[2])


def called() -> Table:
    """Seat 0 has just called a Banzaï."""
    table = Table("banzai", 4, seed=1, options={"time_limit": 0})
    table.play({"do": "call", "what": "banzai"}, 0, at_ms=3000)
    return table


@pytest.mark.deep  # compiling whole games takes half a minute
def test_a_quicker_bot_wins_more_often() -> None:
    wins = 0
    for seed in range(40):
        result = play(Match("banzai", 3, ("master", "random", "random"), seed))
        wins += result.ranking[0] == 1
    assert wins > 24, f"{wins} of 40"


def test_the_same_plan_for_the_same_view_and_luck() -> None:
    table = Table("banzai", 5, seed=3)
    view = table.view({1})
    answers = {bots.reflex("banzai", None, view.tobytes(), 1, "strong", 9) for _ in range(3)}
    assert len(answers) == 1
    code, delay_ms = answers.pop()
    assert table.why_not(code, 1) is None
    assert delay_ms > 200, "a hand is looked at first"


def test_hidden_hands_do_not_change_a_plan() -> None:
    table = Table("banzai", 4, seed=5)
    guesses = []
    for seed in range(4):
        guess = table.view({0})
        entry.redeal(table.box, guess, 1, Luck.of(seed))
        guesses.append(guess)
    assert len({guess["hands"].tobytes() for guess in guesses}) == 4
    for luck in range(20):
        plans = {bots.reflex("banzai", None, guess.tobytes(), 0, "steady", luck) for guess in guesses}
        assert len(plans) == 1


def test_a_feint_fools_a_beginner_now_and_then() -> None:
    table = Table("banzai", 4, options={"time_limit": 0}, seed=5)
    table.play({"do": "feint", "kind": "banz"}, 1, at_ms=50)
    view = table.view({0}).tobytes()
    fooled = Counter()
    for luck in range(3000):
        for level in ("random", "master"):
            plan = bots.reflex("banzai", None, view, 0, level, luck)
            fooled[level] += plan is not None and table.text(plan[0], 0).startswith("grab")
    assert 20 < fooled["random"] < 120, fooled
    assert fooled["master"] < fooled["random"] / 2, fooled


def test_a_match_is_the_same_again_and_its_record_verifies() -> None:
    match = Match("banzai", 4, ("strong", "steady", "greedy", "random"), 11, {"optional_rules": True})
    one, other = play(match, keep_record=True), play(match, keep_record=True)
    assert one == other
    assert one.record is not None
    notice = verify(list(one.record))
    assert notice.over
    assert notice.draws >= 24


@pytest.mark.parametrize(("seats", "least", "most"), [(3, 4300, 6800), (5, 800, 3300)])
def test_before_the_final_bots_leave_time_to_read(seats: int, least: int, most: int) -> None:
    found = tables.table(seats, {0: "fox:lwpkm"})
    tables.call(found, 0, "banzai", 1000)
    for pawn in range(seats - 1):
        tables.grab(found, pawn, pawn, 1500)
    assert tables.phase(found) == "end"
    seat = next(seat for seat in range(1, seats - 1) if seat in found.actors)
    view = found.view({seat}).tobytes()
    delays = [
        plan[1] for luck in range(60) if (plan := bots.reflex("banzai", None, view, seat, "greedy", luck))
    ]
    assert len(delays) == 60
    assert least <= min(delays) < max(delays) <= most


@pytest.mark.parametrize(
    ("hand", "least", "most"), [("fox:lwpk frog:m", 4300, 6800), ("fox:lwpkm", 800, 3300)]
)
def test_after_a_fault_bots_leave_time_to_read_it(hand: str, least: int, most: int) -> None:
    found = tables.table(4, {0: hand})
    tables.call(found, 0, "banzai", 1000)
    for pawn, seat in enumerate((1, 2, 3)):
        tables.grab(found, seat, pawn, 1500)
    assert tables.phase(found) == "end"
    seat = next(seat for seat in (1, 2, 3) if seat in found.actors)
    view = found.view({seat}).tobytes()
    plans = [bots.reflex("banzai", None, view, seat, "greedy", luck) for luck in range(60)]
    delays = [plan[1] for plan in plans if plan is not None]
    assert len(delays) == 60
    assert least <= min(delays) < max(delays) <= most


def test_a_bot_that_is_refused_does_not_propose_again() -> None:
    """Without a clock nothing else would end the Stop."""
    for luck in range(20):
        table = tables.table(4, {0: "cat:lpk", 1: "fox:lp"}, optional=True, options={"unhurried": True})
        now_ms = tables.NOW
        table.play("marriage cat", 0, at_ms=now_ms)
        proposals = 0
        while table.position()["phase"] == "stop":
            assert proposals <= 1
            seat = table.actors[0]
            plan = bots.reflex("banzai", None, table.view({seat}).tobytes(), seat, "strong", luck)
            assert plan is not None
            now_ms += plan[1]
            proposals += codes.PROPOSE <= plan[0] < codes.PROPOSE + 4
            table.play(plan[0] if seat == 0 else codes.REFUSE, seat, at_ms=now_ms)
        assert proposals == 1
