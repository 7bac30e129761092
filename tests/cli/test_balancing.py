"""`balance`: figures, pages and games to look at again; it goes on where it stopped, and refuses what it cannot do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ludotheque import load
from ludotheque.lab import read, wilson
from tests.depth import deep
from tests.lab.linked import walked

from .conftest import Run

GAMES = 3
WORDS = ("balance", "bantu", "--variant", "short=true", "--lang", "en")


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A balance of a few games."""
    from click.testing import CliRunner

    from ludotheque.cli.main import app

    out = tmp_path_factory.mktemp("balance") / "bantu"
    told = CliRunner().invoke(app, [*WORDS, "--games", str(GAMES), "--out", str(out)])
    assert told.exit_code == 0, told.output
    return out


def figures(out: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((out / "data" / "figures.json").read_text("utf-8"))["figures"]
    return found


def one(out: Path, what: str, variant: int = 0, name: str | None = None) -> dict[str, Any]:
    [found] = [
        each
        for each in figures(out)
        if each["what"] == what and each["variant"] == variant and name in (None, each["name"])
    ]
    return found


def test_the_figures_match_the_games(done: Path) -> None:
    for number, name in enumerate(("standard", "short-true")):
        kept = read(done / "games" / name)
        assert len(kept.results) == GAMES
        began = sum(each.returns[each.first] for each in kept.results)
        assert one(done, "order", number)["value"] == pytest.approx(began / GAMES)
        lengths = sorted(each.actions for each in kept.results)
        assert one(done, "length", number)["value"] == pytest.approx(sum(lengths) / GAMES)
        assert one(done, "length", number)["more"]["least"] == lengths[0]
        assert one(done, "length", number)["more"]["most"] == lengths[-1]
        strong = read(done / "games" / f"{name}-skill")
        assert all(sorted(each.levels) == ["greedy", "random"] for each in strong.results)
        won = sum(each.returns[each.levels.index("greedy")] for each in strong.results)
        assert one(done, "skill", number)["value"] == pytest.approx(won / GAMES)
    told = json.loads((done / "data" / "figures.json").read_text("utf-8"))
    assert [each["distinct"] for each in told["variants"]] == [
        len({each.trajectory for each in read(done / "games" / name).results})
        for name in ("standard", "short-true")
    ]


def test_intervals_are_wider_than_alone(done: Path) -> None:
    """Six figures of seats and beginners share the error."""
    found = one(done, "order")
    low, high = wilson(GAMES * found["value"], GAMES)
    assert found["high"] - found["low"] > high - low
    assert found["low"] <= low
    assert found["high"] >= high


def test_a_difference_is_that_of_the_same_seeds(done: Path) -> None:
    standard, short = (read(done / "games" / name).results for name in ("standard", "short-true"))
    assert [each.seed for each in standard] == [each.seed for each in short]
    gained = [b.actions - a.actions for a, b in zip(standard, short, strict=True)]
    assert one(done, "d.length", 1)["value"] == pytest.approx(sum(gained) / GAMES)


def test_the_least_and_the_greatest_game_are_shown(done: Path) -> None:
    shown = one(done, "length")["shown"]
    lengths = [
        len([e for e in load(done / "replays" / f"{file}.jsonl").events if e.seat >= 0]) for file, _ in shown
    ]
    more = one(done, "length")["more"]
    assert lengths[0] == more["least"]
    assert lengths[-1] == more["most"]
    assert lengths == sorted(lengths)


def test_a_comeback_opens_where_the_winner_was_furthest_behind(done: Path) -> None:
    [[file, moment]] = one(done, "comeback")["shown"]
    number = int(file.rpartition("-")[2])
    kept = read(done / "games" / "standard")
    names = kept.settings["more"]
    behind = [row[names.index("behind_permille")] for row in kept.more]
    assert behind[number] == max(behind)
    assert moment == kept.more[number][names.index("behind_at")]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_link_works_and_no_page_needs_the_network(done: Path, language: str) -> None:
    page = (done / f"index.{language}.html").read_text("utf-8")
    walk = walked(done / f"index.{language}.html")
    assert not walk.bare, "every figure and everything drawn links to a game"
    assert walk.drawn > 20
    for file in (done / f"index.{language}.html", *(done / "replays").glob("*.html")):
        assert not re.search(r'(?:src|href)="(?:https?:)?//', file.read_text("utf-8")), file
    assert f'<html lang="{language}">' in page
    assert not re.search(r"\[(?:balance|bantu)\.", page), "every text is there"


def test_every_measured_figure_has_a_game(done: Path) -> None:
    for each in figures(done):
        if each["value"] is not None:
            assert each["shown"], each


def test_a_bar_leads_to_a_game_of_its_length(done: Path) -> None:
    data = json.loads((done / "data" / "figures.json").read_text("utf-8"))
    for variant in data["variants"]:
        assert sum(bar["games"] for bar in variant["lengths"]) == GAMES
        for bar in variant["lengths"]:
            [[file, moment]] = bar["shown"]
            events = load(done / "replays" / f"{file}.jsonl").events
            assert bar["least"] <= len([each for each in events if each.seat >= 0]) <= bar["most"]
            assert file.startswith(variant["name"])
            assert moment == 0


@pytest.mark.parametrize("words", [("balance", "tiny"), deep(pytest.param(WORDS))])
@pytest.mark.usefixtures("_quick_workers")
def test_stopped_or_in_two_processes_it_is_the_same(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    whole, out = tmp_path / "whole", tmp_path / "again"
    told = run(*words, "--games", 5, "--out", whole, "--json")
    if words[1] == "tiny":  # it says nothing about its box, so its actions are counted
        assert {name.partition(".")[0] for name in json.loads(told.stdout)["things"]} == {"action"}
        assert (whole / "index.fr.html").is_file()
    assert run(*words, "--games", 2, "--out", out).exit_code == 0
    before = (out / "games" / "standard" / "part-00000.parquet").read_bytes()
    assert run(*words, "--games", 5, "--workers", 2, "--out", out).exit_code == 0
    assert (out / "games" / "standard" / "part-00000.parquet").read_bytes() != before
    for file in sorted(whole.rglob("*")):
        if file.is_file():
            assert (out / file.relative_to(whole)).read_bytes() == file.read_bytes(), file
    assert {path.relative_to(out) for path in out.rglob("*")} == {
        path.relative_to(whole) for path in whole.rglob("*")
    }


@pytest.mark.deep
def test_cooperative_games_count_results_without_an_advantage(run: Run, tmp_path: Path) -> None:
    words = ("--option", "mode=cooperative", "--seats", 2, "--bots", "random", "--games", 3)
    found = json.loads(run("balance", "boussanga", *words, "--out", tmp_path / "b", "--json").stdout)
    kinds = {each["what"] for each in found["figures"]}
    assert "result" in kinds
    assert not kinds & {"order", "seat", "leads", "comeback", "share"}
    assert sum(each["value"] for each in found["figures"] if each["what"] == "result") == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--variant", "short=false"], "the same game"),
        (["--variant", "short=true", "--variant", "short=true"], "the same game"),
        (["--variant", "seats=many"], "not a number of players"),
        (["--variant", "nowhere.toml"], "nowhere.toml"),
        (["--variant", "colour=red"], "colour"),
        (["--against", "nobody"], "nobody"),
        (["--bots", "greedy,greedy,greedy", "--seats", "2"], "2 seats"),
    ],
)
def test_impossible_requests_write_nothing(run: Run, tmp_path: Path, words: list[str], said: str) -> None:
    told = run("balance", "bantu", *words, "--games", 2, "--out", tmp_path / "out", "--lang", "en")
    assert told.exit_code == 2
    assert said in told.stderr
    assert not (tmp_path / "out").exists()


def test_a_foreign_folder_is_left_alone(done: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "to-mia.txt").write_text("Dear Mia")
    (tmp_path / "file").write_text("no folder")
    for folder in ("letters", "file"):
        told = run(*WORDS, "--games", 2, "--out", tmp_path / folder)
        assert told.exit_code == 1
        assert "Traceback" not in told.output
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["to-mia.txt"]
    before = {path: path.read_bytes() for path in done.rglob("*") if path.is_file()}
    told = run("balance", "bantu", "--variant", "short=true", "--seed", 9, "--games", GAMES, "--out", done)
    assert told.exit_code == 1
    assert "seed" in told.stderr
    assert {path: path.read_bytes() for path in done.rglob("*") if path.is_file()} == before
