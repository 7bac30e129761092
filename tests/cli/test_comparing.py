"""`compare`: two sets of options, components or bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.cli import comparing
from ludotheque.lab import paired

from .conftest import Run

ROOT = Path(__file__).resolve().parents[2]
SHORT = ROOT / "tests" / "conformance" / "boxes" / "billabong.toml"
PAIRS = ("compare", "tiny", "-n", 6, "--seed", 3)


def told(run: Run, *words: object) -> dict[str, Any]:
    done = run(*words, "--json")
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_figures_for_a_program(run: Run) -> None:
    found = told(
        run, *PAIRS, "--bots", "greedy,random", "--b-bots", "random,random", "--a-option", "calm=yes"
    )
    assert (found["game"], found["pairs"], found["seed"], found["last_seed"]) == ("tiny", 6, 3, 8)
    assert (found["a"]["bots"], found["b"]["bots"]) == (["greedy", "random"], ["random", "random"])
    assert (found["a"]["options"], found["b"]["options"]) == ({"calm": True}, {"calm": False})
    assert found["a"]["distinct"] == found["b"]["distinct"] == found["distinct"] == 6
    assert found["intervals"] == comparing.METHODS
    names = [(each["what"], each["name"]) for each in found["differences"]]
    assert names == [
        ("bot", "0"),
        ("bot", "1"),
        ("order", "0"),
        ("order", "1"),
        ("length", ""),
        ("ending", "rounds_played"),
    ]
    for each in found["differences"]:
        assert each["difference"] == pytest.approx(each["b"] - each["a"])
        assert each["low"] is None or each["low"] <= each["difference"] <= each["high"]
        assert each["found"] in {"more", "less", "equal", "same", "unknown"}


@pytest.mark.usefixtures("_quick_workers")
def test_figures_do_not_depend_on_the_number_of_workers(run: Run) -> None:
    words = (*PAIRS, "--bots", "greedy,random", "--b-option", "calm=yes")
    one, two = told(run, *words), told(run, *words, "--workers", 2)
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


@pytest.mark.parametrize(
    ("lang", "says"),
    [("en", ["B − A", "the same in every pair", "Agresti and Min", "A and B played the same game"]),
     ("fr", ["B − A", "identique dans chaque paire", "Agresti et Min", "A et B ont joué la même partie"])],
)  # fmt: skip
def test_no_difference_is_reported_plainly(run: Run, lang: str, says: list[str]) -> None:
    """Calm changes how the pawn is grabbed at, which these bots do not come to."""
    done = run(*PAIRS, "--b-option", "calm=yes", "--lang", lang)
    assert done.exit_code == 0
    assert [each for each in says if each not in done.stdout] == []
    assert "[" not in done.stdout, "words are missing"


def test_differences_are_reported(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(run("components", "tiny").stdout.replace("rounds = 3", "rounds = 5"), encoding="utf-8")
    done = run(*PAIRS, "--b-components", own)
    (length,) = [line for line in done.stdout.splitlines() if line.startswith("actions per game")]
    assert "+" in length
    assert "components" in done.stdout
    found = told(run, *PAIRS, "--b-components", own)
    assert found["a"]["components"] != found["b"]["components"]


@pytest.mark.deep  # greedy bots of Billabong must be compiled
def test_repeated_games_get_no_interval(run: Run) -> None:
    box = ("--components", SHORT, "-o", "mode=duel")
    words = ("compare", "billabong", *box, "-n", 4, "--seed", 1, "--b-option", "touch_move=yes")
    found = told(run, *words)
    assert found["distinct"] < 4
    assert {(each["low"], each["high"]) for each in found["differences"]} == {(None, None)}
    said = run(*words).stdout
    assert "--opening-random 4" in said
    assert "--greedy-near" in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "A and B are the same"),
        (["--b-option", "calm=no"], "A and B are the same"),
        (["--b-option", "storm=yes"], "no such option"),
        (["--a-bots", "wizard"], "random, easy, greedy"),
        (["--b-bots", "random,random,random", "--seats", "2"], "3 levels, but there are 2 seats"),
        (["--a-bots", "tests.bots.test_own:first"], "against the clock only the levels"),
        (
            ["--b-components", "nothing.toml"],
            "no such component file\nTo begin with the printed box: ludotheque components GAME > nothing.toml",
        ),
    ],
)
def test_wrong_usage_is_reported(run: Run, words: list[str], says: str) -> None:
    done = run("compare", "tiny", *words)
    assert done.exit_code == 2
    assert says in done.stderr


@pytest.mark.parametrize(("signal", "code"), [("KeyboardInterrupt", 130), ("Terminated", 143)])
def test_when_stopped_it_shows_the_games_played(
    run: Run, signal: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludotheque import lab
    from ludotheque.cli import stopping

    def two(*asked: Any) -> Any:
        played = paired.play_pairs(*asked)
        yield next(played)
        yield next(played)
        raise {"KeyboardInterrupt": KeyboardInterrupt, "Terminated": stopping.Terminated}[signal]

    monkeypatch.setattr(lab, "play_pairs", two)
    done = run(*PAIRS, "--b-option", "calm=yes", "--lang", "en")
    assert done.exit_code == code
    assert "2 of 6 pairs" in done.stdout
    assert "actions per game" in done.stdout


REACH = ("compare", "tiny", "--bots", "greedy", "-n", 6, "--seed", 1)


def test_the_reach_of_a_change_is_reported(run: Run, tmp_path: Path) -> None:
    """With fewer cards other draws are possible in every game; a calm game differs where nobody comes."""
    own = tmp_path / "own.toml"
    own.write_text(run("components", "tiny").stdout.replace("cards = 8", "cards = 6"), encoding="utf-8")
    found = told(run, *REACH, "--b-components", own)["reach"]
    assert set(found) == {"bots"}
    assert (found["bots"]["games"], found["bots"]["reached"]) == (6, 6)
    assert 0 < found["bots"]["differing"] <= found["bots"]["decisions"]
    said = run(*REACH, "--b-components", own, "--lang", "en").stdout
    assert "A and B could differ in 6 of 6 games of A" in said


def test_a_change_that_was_not_reached_is_no_difference_found(run: Run, tmp_path: Path) -> None:
    found = told(run, *REACH, "--b-option", "calm=yes")["reach"]
    assert (found["bots"]["games"], found["bots"]["differing"]) == (6, 0)
    assert found["random"]["games"] == 20
    for lang, says in (
        ("en", "these bots never reached a point where B allows other actions"),
        ("fr", "ces robots n’arrivent jamais"),
    ):
        said = run(*REACH, "--b-option", "calm=yes", "--lang", lang).stdout
        assert says in said
        assert "makes no difference" not in said


def test_if_only_bots_differ_no_change_can_be_reached(run: Run) -> None:
    assert told(run, *REACH, "--b-bots", "random")["reach"] == {}
