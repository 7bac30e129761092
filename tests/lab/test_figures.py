"""The figures of a balance, from games made up so that each is known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludotheque.lab import Match, Result, summary, wilson
from ludotheque.lab.balance import BalanceVariant, PlayedGame, VariantGames, cells_of, game_of, slug
from ludotheque.lab.balance_files import links_of
from ludotheque.lab.figures import COLUMNS, Figure, along, columns, figures
from ludotheque.lab.intervals import mean
from ludotheque.lab.measures import Measures

MATCH = Match("bantu", 2, ("greedy", "greedy"), 1)
TENTHS = tuple((2, 10 + n) for n in range(10))


def row(
    number: int, winner: int, first: int = 0, things: dict[str, tuple[int, ...]] | None = None, **more: Any
) -> PlayedGame:
    """A game that somebody won."""
    returns = (1.0, 0.0) if winner == 0 else (0.0, 1.0)
    result = Result(
        number, ("greedy", "greedy"), first, returns, (1, 2), "all_home", more.pop("actions", 20), trajectory=str(number)
    )  # fmt: skip
    told = {
        "turns": 20,
        "choices": TENTHS,
        "leads": 0,
        "half": 0,
        "behind": 0.0,
        "behind_at": 0,
        "clock_ms": 0,
    }
    return PlayedGame(number, result, Measures(**{**told, **more}, things=things or {}))


def played(
    rows: list[PlayedGame],
    skilled: list[PlayedGame] | None = None,
    name: str = "standard",
    together: bool = False,
) -> VariantGames:
    return VariantGames(BalanceVariant(name, "", MATCH), rows, skilled or [], together, True)


def of(found: list[Figure], what: str, name: str = "", variant: int = 0) -> Figure:
    [figure] = [each for each in found if (each.what, each.name, each.variant) == (what, name, variant)]
    return figure


def test_the_beginner_and_the_seats() -> None:
    rows = [row(n, winner=0, first=n % 2) for n in range(100)]
    found = figures([played(rows)])
    assert of(found, "seat", "0").value == 1.0
    assert of(found, "seat", "0").found
    assert of(found, "order", "0").value == 0.5
    assert not of(found, "order", "0").found
    low, high = wilson(50, 100)
    order = of(found, "order", "0")
    assert order.low is not None
    assert order.low == pytest.approx(low), "the second of two is looked at with 5 %"
    assert order.high == pytest.approx(high)
    assert not [each for each in found if each.name == "1" and each.what == "order"], "of two, one is enough"


def test_the_value_of_a_thing_to_its_heavier_users() -> None:
    rows = [row(n, winner=n % 2, things={"card.a": (0, 3, 1), "card.b": (0, 2, 2)}) for n in range(80)]
    rows += [row(n, winner=0, things={"card.c": (0, 1, 0)}, actions=29 + n % 2 * 2) for n in range(80, 120)]
    found = figures([played(rows)])
    even, alike, good = (of(found, "share", f"card.{name}") for name in "abc")
    assert (even.value, even.games, even.found) == (0.0, 80, False)
    assert (alike.value, alike.games) == (None, 0), "whoever wins, all used it alike"
    assert (good.value, good.games, good.found) == (1.0, 40, True)
    assert good.high is not None
    assert good.high <= 1.0
    assert good.more == {"games": 40 / 120, "times": 40 / 120}
    assert of(found, "longer", "card.c").value == pytest.approx(10.0)
    assert of(found, "longer", "card.c").found
    assert [set(games) for games in good.replays] == [set(range(80, 120))], "any of these games shows it"


def test_a_tile_of_the_whole_table_is_worth_nothing_to_a_seat() -> None:
    rows = [row(n, winner=0, things={"tile.x": (1, 0, 0)}, actions=20 + n % 3) for n in range(60)]
    rows += [row(n, winner=0, actions=40 + n % 3) for n in range(60, 120)]
    found = figures([played(rows)])
    assert of(found, "share", "tile.x").value is None
    assert of(found, "longer", "tile.x").value == pytest.approx(-20.0)


def test_leads_comebacks_and_the_middle() -> None:
    rows = [row(n, winner=0, half=0b01, leads=n % 3) for n in range(30)]
    rows += [row(n, winner=0, half=0b10, behind=0.4, behind_at=7) for n in range(30, 40)]
    rows += [row(40, winner=0, half=0, behind=0.6, behind_at=9)]
    found = figures([played(rows)])
    assert of(found, "half").value == pytest.approx(30 / 40)
    assert of(found, "half").games == 40, "where nobody led, nothing is said"
    assert of(found, "comeback").value == pytest.approx(11 / 41)
    assert of(found, "comeback").replays == ((40,),)
    assert of(found, "comeback").more["deepest"] == 0.6
    assert {rows[game].measures.leads for game in of(found, "leads").replays[0]} == {2}


def test_the_strong_bot_is_followed_from_seat_to_seat() -> None:
    """It sits at seat 0 in the first game and at seat 1 in the second."""
    skilled = [row(n, winner=n % 2) for n in range(40)]
    found = figures([played([row(n, winner=0) for n in range(40)], skilled)])
    assert of(found, "skill").value == 1.0
    assert of(found, "skill").more["scale"] == 1.0


def test_variants_are_compared_game_by_game() -> None:
    ours = played([row(n, winner=0, actions=20 + n) for n in range(40)])
    theirs = played([row(n, winner=n % 2, actions=24 + n + n % 2 * 2) for n in range(40)], name="other")
    found = figures([ours, theirs])
    assert of(found, "d.length", variant=1).value == pytest.approx(5.0)
    assert of(found, "d.length", variant=1).found
    assert of(found, "d.order", variant=1).value == pytest.approx(-0.5)


def test_repeated_games_make_nothing_certain() -> None:
    rows = [row(n, winner=0) for n in range(100)]
    twice = [replace(each, result=replace(each.result, trajectory=str(each.number % 90))) for each in rows]
    assert of(figures([played(rows)]), "seat", "0").low is not None
    assert all(each.low is None for each in figures([played(twice)]))
    assert played(twice).distinct == 90


def test_together_there_is_no_advantage() -> None:
    rows = [
        replace(row(n, winner=0), result=replace(row(n, winner=0).result, returns=(0.5, 0.5)))
        for n in range(40)
    ]
    found = figures([played(rows, rows, together=True)])
    assert not {each.what for each in found} & {"order", "seat", "leads", "comeback", "half", "share"}
    assert of(found, "result", "0.5").value == 1.0
    assert of(found, "mean").value == of(found, "mean", "skill").value == 0.5
    assert "skill" not in {each.what for each in found}


def together(results: list[float], name: str = "standard") -> VariantGames:
    """Games that all won or lost together, with these results."""
    rows = [
        replace(row(n, winner=0), result=replace(row(n, winner=0).result, returns=(end, end)))
        for n, end in enumerate(results)
    ]
    return played(rows, name=name, together=True)


def test_merged_results_have_the_intervals_of_the_commands() -> None:
    ours, theirs = [0.0, *[0.8] * 9, *[0.9] * 10], [*[0.8] * 5, *[1.0] * 15]
    found = figures([together(ours), together(theirs, "other")])
    told = summary([each.result for each in together(ours).games], together=True)
    middle = of(found, "mean")
    assert told.result is not None
    assert (middle.value, middle.low, middle.high) == pytest.approx(
        (told.result.value, told.result.low, told.result.high)
    )
    for each in told.grades[1:]:
        figure = of(found, "result", f"{each.result:g}")
        assert (figure.value, figure.low, figure.high) == pytest.approx((each.share, each.low, each.high))
    gained = mean([b - a for a, b in zip(ours, theirs, strict=True)])
    difference = of(found, "d.mean", variant=1)
    assert difference.value == pytest.approx(gained.value)
    assert not difference.found is (gained.low or 0.0) <= 0.0


def test_a_lone_player_is_compared_with_nobody() -> None:
    rows = [row(n, winner=0) for n in range(40)]
    alone = BalanceVariant("standard", "", replace(MATCH, game="boussanga", seats=1, levels=("greedy",)))
    found = figures([VariantGames(alone, rows, rows, True, True)])
    assert ("mean", "skill") not in {(each.what, each.name) for each in found}


def test_a_row_is_kept_whole() -> None:
    one = row(3, winner=1, things={"card.a": (0, 1, 2)}, behind=0.125, behind_at=4, leads=2, half=1)
    assert game_of(3, one.result, cells_of(one.measures)) == one


def test_lengths_and_choices_over_a_game() -> None:
    rows = [row(n, winner=0, actions=10 + n) for n in range(5)]
    bars = columns(0, rows)
    assert [(each.games, each.more["least"], each.replays) for each in bars] == [
        (1, 10 + n, ((n,),)) for n in range(5)
    ]
    assert along(rows) == [(10 + n) / 2 for n in range(10)]


def test_the_columns_of_a_histogram_hold_every_game_once() -> None:
    rows = [row(n, winner=0, actions=100 + 7 * n) for n in range(40)]
    bars = columns(0, rows)
    assert len(bars) <= COLUMNS
    assert sum(each.games for each in bars) == 40
    for each in bars:
        for game in each.replays[0]:
            assert each.more["least"] <= rows[game].result.actions <= each.more["most"]
    assert [each.more["place"] for each in bars] == sorted({each.more["place"] for each in bars})


def test_a_quartile_is_shown_by_any_game_near_it() -> None:
    rows = [row(n, winner=0, actions=20 + n // 2) for n in range(400)]
    length = of(figures([played(rows)]), "length")
    names = ("least", "q1", "median", "q3", "most")
    assert len(length.replays) == len(names)
    for name, games in zip(names, length.replays, strict=True):
        shown = {rows[game].result.actions for game in games}
        assert max(abs(each - length.more[name]) for each in shown) <= (
            3 if "q" in name or name == "median" else 0
        )


def test_more_games_do_not_mean_more_links() -> None:
    """What is shown depends on what there is to show, not on how many games were played."""
    few, many = (
        len(links_of(figures([each]) + columns(0, each.games), [each])[0])
        for each in (
            played([row(n, winner=n % 2, actions=20 + n % 40, turns=20 + n % 40) for n in range(count)])
            for count in (200, 2000)
        )
    )
    assert many <= few <= 40


def test_names_of_folders() -> None:
    assert slug("short=true,seats=3") == "short-true-seats-3"
