"""`rules`, `components`, `perft`, `warm`: looking at a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque.core import artefact, components, registry, rulebook
from ludotheque.core.perft import perft
from ludotheque.core.rulebook import Row
from ludotheque.table import Table
from ludotheque.testing.coverage import Cover, marked_tests

from .conftest import Run


def test_rules_show_every_row_in_the_language_asked_for(run: Run) -> None:
    for language in ("fr", "en"):
        done = run("rules", "tiny", "--lang", language)
        assert done.exit_code == 0
        for row in rulebook.rows(registry.get("tiny")):
            assert f"{row.id}  {row.text[language]}" in done.stdout


def test_rules_follow_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    row = rulebook.rows(registry.get("tiny"))[0]
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert row.text["fr"] in run("rules", "tiny").stdout


def test_rules_as_json_have_a_line_a_row(run: Run) -> None:
    lines = [json.loads(line) for line in run("rules", "tiny", "--json").stdout.splitlines()]
    assert [line["id"] for line in lines] == [row.id for row in rulebook.rows(registry.get("tiny"))]


def test_rules_of_no_game_names_the_games(run: Run) -> None:
    done = run("rules")
    assert done.exit_code == 2
    assert "tiny" in done.stderr


@pytest.mark.parametrize(
    "words", [["rules"], ["components"], ["perft", "--depth", "1"], ["rules", "--coverage"]]
)
def test_an_unknown_game_lists_the_known_ones(run: Run, words: list[str]) -> None:
    done = run(words[0], "chess", *words[1:])
    assert done.exit_code == 2
    assert "no game “chess”" in done.stderr
    assert "tiny" in done.stderr


# --------------------------------------------------------------------------------------------------------- search


def ids(said: str) -> list[str]:
    return [json.loads(line)["id"] for line in said.splitlines()]


@pytest.mark.parametrize("word", ["kangourou", "KANGOUROU", "Kàngôurou"])
def test_a_word_is_found_whatever_its_accents_and_capitals(run: Run, word: str) -> None:
    found = ids(run("rules", "billabong", word, "--lang", "fr", "--json").stdout)
    expected = [
        row.id for row in rulebook.rows(registry.get("billabong")) if "kangourou" in row.text["fr"].lower()
    ]
    assert set(expected) <= set(found)
    assert 0 < len(found) < len(rulebook.rows(registry.get("billabong")))


def test_a_search_is_in_the_language_asked_for_and_in_rulings(run: Run) -> None:
    rows = rulebook.rows(registry.get("billabong"))
    ruled = next(row for row in rows if row.ruling.get("en"))
    said = run("rules", "billabong", ruled.ruling["en"][:20], "--lang", "en").stdout
    assert f"{ruled.id}  " in said
    assert ruled.ruling["en"] in said
    assert run("rules", "billabong", "kangourou", "--lang", "en").exit_code == 1


def test_all_words_must_be_there(run: Run) -> None:
    one, both = (
        ids(run("rules", "billabong", *words, "--json").stdout) for words in (["hop"], ["hop", "stream"])
    )
    assert set(both) < set(one)
    assert ids(run("rules", "billabong", rulebook.rows(registry.get("billabong"))[3].id, "--json").stdout)


@pytest.mark.parametrize(
    ("lang", "says", "tried"), [("en", "no rule", "Try part"), ("fr", "aucune règle", "Essayez")]
)
def test_an_empty_search_says_what_to_try(run: Run, lang: str, says: str, tried: str) -> None:
    done = run("rules", "tiny", "zeppelin", "--lang", lang)
    assert (done.exit_code, done.stdout) == (1, "")
    assert says in done.stderr
    assert "zeppelin" in done.stderr
    assert tried in done.stderr


def test_where_no_rule_answers_the_nearest_are_named(run: Run) -> None:
    done = run("rules", "banzai", "combien", "vaut", "le", "feu", "--lang", "fr")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "BNZ-40" in done.stderr


def test_a_word_of_the_other_language_leads_there(run: Run) -> None:
    done = run("rules", "billabong", "kangourou", "--lang", "en")
    assert done.exit_code == 1
    assert "--lang fr" in done.stderr


def test_a_question_is_answered_best_first_with_its_words(run: Run) -> None:
    said = run("rules", "boussanga", "combien", "vaut", "le", "feu", "--lang", "fr", "--json").stdout
    first = json.loads(said.splitlines()[0])
    assert first["id"] == "BOU-19"
    assert "feu" in first["found"]
    assert "Le feu vaut 3 points." in first["easy"]


def test_where_nothing_fits_near_words_and_the_games_words_are_named(run: Run) -> None:
    near = run("rules", "billabong", "kangourette", "--lang", "fr")
    assert near.exit_code == 1
    assert "Mots proches\u00a0: kangourou" in near.stderr
    assert "série de sauts" in near.stderr


def test_rules_are_shown_easy_to_read(run: Run) -> None:
    said = run("rules", "billabong", "BIL-39", "--lang", "fr", "--easy").stdout
    assert "Il peut gêner." in said
    assert "→" not in said, "the easy text says the ruling, too"
    assert (
        run("rules", "tiny", "--easy", "--lang", "en").stdout == run("rules", "tiny", "--lang", "en").stdout
    )


def test_coverage_is_not_searched(run: Run) -> None:
    assert run("rules", "tiny", "card", "--coverage").exit_code == 2


# ------------------------------------------------------------------------------------------------------- coverage


def _row(*, code: bool = True, why: str = "") -> Row:
    return Row(
        id="X-1",
        paragraph="p",
        heading={"fr": "p", "en": "p"},
        text={"fr": "f", "en": "e"},
        ruling={},
        reconstructed=False,
        source="rulebook",
        code=code,
        why_no_code=why,
    )


def test_a_row_needs_code_and_a_test_or_a_reason() -> None:
    assert Cover(_row(), ("f",), ("t",)).missing == ""
    assert Cover(_row(), (), ("t",)).missing == "code"
    assert Cover(_row(), ("f",), ()).missing == "test"
    assert Cover(_row(), (), ()).missing == "code and test"
    assert Cover(_row(code=False), (), ()).missing == "reason"
    assert Cover(_row(code=False, why="a toast"), (), ()).missing == ""


def test_markers_are_found_wherever_they_may_stand(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_a.py").write_text(
        "import pytest\n"
        "pytestmark = pytest.mark.rule('X-1')\n"
        "@pytest.mark.rule('X-2', 'X-3')\n"
        "def test_a(): ...\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.rule('X-4'))])\n"
        "def test_b(n): 'X-5'\n"
    )
    (tmp_path / "helper.py").write_text("import pytest\nmark = pytest.mark.rule('X-6')\n")
    found = marked_tests(tmp_path)
    assert sorted(found) == ["X-1", "X-2", "X-3", "X-4"]
    assert found["X-3"] == ["deep/test_a.py:3"]


def _tests(folder: Path, *ids: str) -> Path:
    marks = "".join(f"@pytest.mark.rule('{row}')\n" for row in ids)
    (folder / "test_rules.py").write_text(f"import pytest\n{marks}def test_all(): ...\n")
    return folder


def test_coverage_fails_until_every_row_is_covered(run: Run, tmp_path: Path) -> None:
    ids = [row.id for row in rulebook.rows(registry.get("tiny")) if row.code]
    done = run("rules", "tiny", "--coverage", "--tests", _tests(tmp_path, *ids[1:]))
    assert done.exit_code == 1
    assert f"{ids[0]}  MISSING test" in done.stdout
    assert done.stdout.count("MISSING") == 1
    done = run("rules", "tiny", "--coverage", "--tests", _tests(tmp_path, *ids))
    assert done.exit_code == 0
    assert "test_rules.py:" in done.stdout
    assert "0 incomplete" in done.stdout


def test_coverage_refuses_a_test_of_a_row_that_does_not_exist(run: Run, tmp_path: Path) -> None:
    ids = [row.id for row in rulebook.rows(registry.get("tiny")) if row.code]
    done = run("rules", "tiny", "--coverage", "--quiet", "--tests", _tests(tmp_path, *ids, "TINY-99"))
    assert done.exit_code == 1
    assert "TINY-99" in done.stderr


def test_coverage_as_json(run: Run, tmp_path: Path) -> None:
    done = run("rules", "tiny", "--coverage", "--json", "--tests", _tests(tmp_path))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == 1
    assert all("test" in line["missing"] for line in found if line["why_no_code"] is None)


# ----------------------------------------------------------------------------------------------------- components


def test_components_show_the_box_which_can_be_saved_and_checked(run: Run, tmp_path: Path) -> None:
    shown = run("components", "tiny")
    assert shown.exit_code == 0
    path = tmp_path / "own.toml"
    path.write_text(shown.stdout, encoding="utf-8")
    done = run("components", "tiny", "--check", path)
    assert done.exit_code == 0
    assert "the printed box" in done.stdout
    told = json.loads(run("components", "tiny", "--check", path, "--json").stdout)
    assert told == {"ok": True, "digest": components.load(registry.get("tiny")).digest}


def test_a_bad_box_names_the_field_and_why(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(run("components", "tiny").stdout.replace("faces = 6", "faces = 1"), encoding="utf-8")
    done = run("components", "tiny", "--check", path)
    assert done.exit_code == 1
    assert "faces" in done.stderr
    told = json.loads(run("components", "tiny", "--check", path, "--json").stdout)
    assert told["field"] == "faces"
    assert told["why"]


def test_invalid_toml_is_reported(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("faces = = 6", encoding="utf-8")
    done = run("components", "tiny", "--check", path)
    assert done.exit_code == 1
    assert "TOML" in done.stderr


# ---------------------------------------------------------------------------------------------------- perft, compile


def _by_hand(table: Table, depth: int) -> int:
    """The same count with `Table`, one action at a time."""
    if depth == 0:
        return 1
    total = 0
    events = len(table.events)
    for seat in table.actors:
        for action in list(table.legal_actions(seat)):
            table.play(action, seat)
            chance = len(table.events) - events - 1
            total += 1 if depth == 1 else 0 if chance else _by_hand(table, depth - 1)
            table.rewind(events)
    return total


def test_perft_counts_as_one_would_by_hand(run: Run) -> None:
    done = run("perft", "tiny", "--depth", "2", "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    table = Table("tiny", seed=0, first=0)
    assert found["counts"] == [_by_hand(table, 1), _by_hand(table, 2)]
    assert found["count"] == found["counts"][-1]


def test_perft_of_depth_0_is_1_and_changes_nothing() -> None:
    table = Table("tiny", seed=0, first=0)
    before = table.state.tobytes()
    assert perft(table.game, table.box, table.state, 0) == 1
    assert perft(table.game, table.box, table.state, 2) > 1
    assert table.state.tobytes() == before
    with pytest.raises(ValueError, match="depth"):
        perft(table.game, table.box, table.state, -1)


@pytest.mark.parametrize(
    ("content", "code", "says"),
    [
        ("{", 1, "is not JSON"),
        ("[]", 1, "JSON object"),
        ('{"game": "chess", "seats": 2}', 2, "not of tiny"),
        ('{"game": "tiny"}', 1, "seats"),
        ('{"game": "tiny", "seats": 9}', 2, "seats"),
    ],
)
def test_a_bad_position_is_reported(run: Run, tmp_path: Path, content: str, code: int, says: str) -> None:
    path = tmp_path / "position.json"
    path.write_text(content, encoding="utf-8")
    done = run("perft", "tiny", "--depth", "1", "--position", path)
    assert done.exit_code == code
    assert says in done.stderr


def test_perft_counts_with_options_and_a_custom_box(run: Run, tmp_path: Path) -> None:
    plain = json.loads(run("perft", "billabong", "--depth", "1", "--json").stdout)
    duel = json.loads(run("perft", "billabong", "--depth", "1", "--option", "mode=duel", "--json").stdout)
    assert duel["options"]["mode"] == "duel"
    assert plain["options"]["mode"] == "two-teams"
    own = tmp_path / "own.toml"
    box = run("components", "tiny").stdout
    own.write_text(box.replace("faces = 6", "faces = 3"), encoding="utf-8")
    found = json.loads(run("perft", "tiny", "--depth", "2", "--components", own, "--json").stdout)
    table = Table("tiny", seed=0, first=0, components=components.read_toml(own.read_text(encoding="utf-8")))
    assert found["components"] == table.journal.setup.digest != components.load(registry.get("tiny")).digest
    assert found["count"] == _by_hand(table, 2)


def test_a_position_brings_its_options_and_can_use_another_box(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(Table("tiny", seed=5, first=0).position()), encoding="utf-8")
    for wrong in (["--option", "calm=yes"], ["--seats", "2"]):
        done = run("perft", "tiny", "--depth", "1", "--position", path, *wrong)
        assert done.exit_code == 2
        assert f"{wrong[0]} and --position" in done.stderr
    own = tmp_path / "own.toml"
    own.write_text(run("components", "tiny").stdout.replace("rounds = 3", "rounds = 5"), encoding="utf-8")
    done = run("perft", "tiny", "--depth", "1", "--position", path, "--components", own)
    assert done.exit_code == 0


FRENCH = {
    ("components", "tiny", "--check", "nothing.toml"): "ce fichier n’existe pas",
    ("perft", "tiny", "--depth", "1", "--position", "nothing.json"): "ce fichier n’existe pas",
    ("verify", "nothing.jsonl"): "ce fichier n’existe pas",
    ("replay", "nothing.jsonl"): "ce fichier n’existe pas",
    ("rules",): "les règles de quel jeu",
    ("compile", "chess"): "il n’y a pas de jeu",
    ("compare", "tiny"): "A et B sont identiques",
    ("simulate", "tiny", "--bots", "wizard"): "wizard",
    ("bench", "chess"): "il n’y a pas de jeu",
    ("play", "chess"): "il n’y a pas de jeu",
}


@pytest.mark.parametrize("words", FRENCH)
def test_every_command_speaks_the_language_asked_for(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words, "--lang", "fr")
    assert done.exit_code in (1, 2)
    assert FRENCH[words] in done.stderr


def test_success_is_reported_in_french_too(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(run("components", "tiny").stdout, encoding="utf-8")
    assert "la boîte imprimée" in run("components", "tiny", "--check", own, "--lang", "fr").stdout
    assert "est déjà un jeu" in run("new-game", "marbles", "--to", tmp_path, "--lang", "fr").stdout
    said = run("rules", "tiny", "--coverage", "--tests", _tests(tmp_path), "--lang", "fr").stdout
    assert "IL MANQUE" in said
    assert "incomplètes" in said


def test_a_negative_depth_is_asked_wrongly(run: Run) -> None:
    assert run("perft", "tiny", "--depth", "-1").exit_code == 2


def test_compiled_games_are_reported_and_not_recompiled(run: Run) -> None:
    run("compile", "tiny")
    (line,) = [json.loads(line) for line in run("compile", "tiny", "--json").stdout.splitlines()]
    assert (line["game"], line["already"], line["error"]) == ("tiny", True, None)
    assert "Tiny: already compiled" in run("compile", "tiny").stdout
    assert artefact.is_loaded("tiny")


def test_a_doubtful_answer_is_told_as_one(run: Run) -> None:
    doubtful = run("rules", "boussanga", "who", "draws", "first", "--lang", "en")
    assert doubtful.exit_code == 0
    assert "No rule answers this for sure" in doubtful.stderr
    assert "for sure" not in run("rules", "boussanga", "who", "begins", "--lang", "en").stderr
