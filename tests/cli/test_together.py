"""Games that all win or lose together are told by their results, and a game is played by the usual number wherever none is named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ludotheque import Table
from ludotheque.cli import matching
from ludotheque.cli.terminal import seating
from ludotheque.core import registry
from ludotheque.core.shares import wilson
from ludotheque.envs.seats import usual_seats
from ludotheque.lab.intervals import mean
from tests.depth import deep

from .conftest import Run

TOGETHER = ("-o", "mode=cooperative", "--bots", "random", "--games", 2, "--seed", 1)
USUAL = {"banjooli-cross": 2, "bantu": 2, "banzai": 3, "billabong": 2, "boussanga": 2, "tiny": 2}


@pytest.mark.parametrize(("game", "seats"), USUAL.items())
def test_the_usual_number_is_the_same_everywhere(game: str, seats: int) -> None:
    found = registry.get(game)
    assert found.usual_seats == seats
    assert Table(game).seats == seats
    assert usual_seats(found, None) == seats
    assert matching.seats_for(found, [("greedy",)], None) == seats
    assert len(seating.usual(found)) == seats


def test_the_form_in_the_browser_begins_with_the_same_number() -> None:
    client = Path(__file__).parents[2] / "client" / "src" / "shell" / "plan.svelte.ts"
    assert "game.seats.find((count) => count > 1) ?? game.seats[0]" in client.read_text("utf-8")


@pytest.mark.parametrize(
    ("command", "words", "says"),
    [
        ("simulate", ("--games", 2, "--bots", "random"), "Boussanga for 2"),
        ("compare", ("--games", 2, "--bots", "random", "--b-option", "side=back"), "Boussanga for 2"),
        deep("tournament", ("--bots", "random,greedy", "--deals", 1), "Boussanga for 2"),
    ],
)
def test_the_number_of_players_is_shown(run: Run, command: str, words: tuple[object, ...], says: str) -> None:
    done = run(command, "boussanga", *words, "--seed", 1, "--lang", "en")
    assert done.exit_code == 0
    assert says in done.stdout


def test_simulate_reports_results_and_no_wins(run: Run) -> None:
    found = json.loads(run("simulate", "boussanga", *TOGETHER, "--json").stdout)
    assert (found["seats"], found["together"], found["by_seat"], found["by_level"]) == (2, True, [], [])
    ends = [each for grade in found["grades"][1:] for each in [grade["result"]] * grade["games"]]
    assert len(ends) == 2
    expected = mean(ends)
    told = found["result"]
    assert (told["value"], told["low"], told["high"]) == pytest.approx(
        (expected.value, expected.low, expected.high)
    )
    assert [(each["low"], each["high"]) for each in found["grades"]] == [
        pytest.approx(wilson(each["games"], 2)) for each in found["grades"]
    ]
    for lang, says, lost in (("en", "Mean result", "lost, 0"), ("fr", "Résultat moyen", "perdu, 0")):
        said = run("simulate", "boussanga", *TOGETHER, "--lang", lang).stdout
        assert says in said
        assert lost in said
        assert not re.search(r"wins|victoires|\[", said)


def test_compare_reports_the_difference_of_results(run: Run) -> None:
    words = (*TOGETHER, "--b-option", "side=back")
    found = json.loads(run("compare", "boussanga", *words, "--json").stdout)
    kinds = [each["what"] for each in found["differences"]]
    assert kinds[0] == "result"
    assert set(kinds) == {"result", "grade", "length", "ending"}
    assert found["differences"][0]["a"] == pytest.approx(found["a"]["result"]["value"])
    for lang, says in (("en", "mean result"), ("fr", "résultat moyen")):
        said = run("compare", "boussanga", *words, "--lang", lang).stdout
        assert says in said
        assert not re.search(r"wins|victoires|\[", said)


def test_a_tournament_of_a_cooperative_game_is_refused(run: Run) -> None:
    done = run(
        "tournament",
        "boussanga",
        "-o",
        "mode=cooperative",
        "--bots",
        "random,greedy",
        "--deals",
        1,
        "--lang",
        "en",
    )
    assert (done.exit_code, done.stdout) == (2, "")
    assert "together" in done.stderr
    assert "compare" in done.stderr


@pytest.mark.parametrize("seats", [1, 2])
def test_the_balance_page_shows_results(run: Run, tmp_path: Path, seats: int) -> None:
    out = tmp_path / "page"
    words = (*TOGETHER[:4], "--games", 2, *(("--seats", seats) if seats == 1 else ()))
    done = run("balance", "boussanga", *words, "--out", out, "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    (variant,) = found["variants"]
    assert (variant["seats"], variant["skilled"]) == (seats, 2 * (seats > 1))
    means = [each["name"] for each in found["figures"] if each["what"] == "mean"]
    assert sorted(means) == (["", "skill"] if seats > 1 else [""])
    page = (out / "index.en.html").read_text("utf-8")
    assert "Mean result" in page
    assert "among weak ones" not in page, "nobody is alone among others"
    assert ("strong bot with weak ones" in page) is (seats > 1)
    assert "lost" in page
    assert (out / "games" / "standard-skill").exists() is (seats > 1)
