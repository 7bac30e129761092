"""`play`: whole games in the terminal, by what is typed and what is answered."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from ludotheque import Table, bots, installed_games
from ludotheque.cli.terminal import screen, seating
from ludotheque.cli.terminal.screen import Complete, Screen
from ludotheque.cli.words import Words
from ludotheque.core import artefact, record, registry
from ludotheque.core.artefact import Artefact
from ludotheque.core.luck import Luck
from ludotheque.table import views
from ludotheque.table.replay import verify

from .conftest import Play, Run, answers, kept, rank

# ------------------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_whole_game_to_the_ranking_and_the_seed(play: Play, run: Run, data: Path, lang: str) -> None:
    done = play("tiny", "--seed", 3, "--no-board", lang=lang, typed=["add 1", "grab"] * 3)
    assert done.exit_code == 0
    table = kept(data)
    assert table.outcome is not None
    assert table.journal.players == ["", "greedy"]
    said = done.stdout
    assert re.search(r"\[[a-z_]+\.[a-z_.]+\]|\{[a-z]+\}", said) is None, "words are missing"
    assert table.journal.setup.source.seed.hex() in said
    assert ("Toutes les manches" in said) == (lang == "fr")
    assert f"{rank(1, lang)}  {('Vous', 'You')[lang == 'en']}" in said
    (path,) = data.glob("*.jsonl")
    assert said.splitlines()[-1] == f"ludotheque verify {path}"
    assert run("verify", path).exit_code == 0


@pytest.fixture
def _weak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that are not compiled, so that bots play below their strength."""
    monkeypatch.setattr(bots, "is_hasty", lambda game, level: True)
    monkeypatch.setattr(artefact, "of", lambda game, package: Artefact({}, why_not="no room left"))


@pytest.mark.usefixtures("_weak")
@pytest.mark.parametrize(
    ("lang", "weak"),
    [
        ("en", "are weaker than usual here: no room left"),
        ("fr", "jouent moins bien que d’habitude : no room left"),
    ],
)
def test_weak_bots_are_explained_once(play: Play, lang: str, weak: str) -> None:
    done = play("tiny", "--seed", 3, "--no-board", lang=lang, typed=["add 1", "grab"] * 3)
    assert done.exit_code == 0
    assert " ".join(done.stdout.split()).count(weak) == 1


@pytest.mark.usefixtures("_weak")
def test_the_note_about_weak_bots_survives_clearing_the_screen(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen, "is_plain", lambda asked: False)
    done = play("tiny", "--seed", 3, typed=["add 1", "grab"] * 3)
    assert done.exit_code == 0
    screens = [" ".join(part.split()) for part in done.stdout.split("\x1b[H\x1b[2J")]
    shown = [part for part in screens if "than usual here: no room left" in part]
    assert any("You >" in part.partition("no room left")[2] for part in shown), "where it is waited for"


def test_a_deal_is_shown_in_one_line(play: Play) -> None:
    said = play("banzai", "--seats", "human,greedy,greedy", "--seed", 3, lang="en", typed=["quit"]).stdout
    assert said.count("The families are drawn, the cards are dealt.") == 1
    assert "a card for" not in said


def test_a_whole_game_of_billabong_against_a_bot(
    play: Play, run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person types what a bot would, every other time with all hops written out."""
    typed: list[str] = []

    def type_a_move(screen: Screen, prompt: str, complete: Complete | None = None) -> str:
        assert complete is not None
        table = kept(data)
        view, luck = table.view({0}), Luck.of(len(typed))
        code = bots.choose_in(table.game, table.box, view, 0, "greedy", luck)
        typed.append(table.text(code, 0, () if len(typed) % 2 else None))
        assert typed[-1] in complete(typed[-1])
        return typed[-1]

    monkeypatch.setattr(Screen, "ask", type_a_move)
    done = play("billabong", "--option", "mode=duel", "--seed", 8, "--plain")
    assert done.exit_code == 0
    table = kept(data)
    assert table.is_over
    assert len(typed) == sum(event.seat == 0 for event in table.events)
    assert "Greedy — A blue kangaroo: placed on" in done.stdout
    assert "(i1)" in done.stdout
    boards = [line[:53] for line in done.stdout.splitlines() if re.match(r"[ 1]\d  ?[.~(\[]", line)]
    assert len(boards) >= 14 * len(typed)
    assert all(line.isascii() for line in boards)
    assert run("verify", *data.glob("*.jsonl")).exit_code == 0


def test_bots_alone_play_to_the_end(play: Play, data: Path) -> None:
    done = play("tiny", "--seats", "greedy,random,random", "--seed", 1, "--pause", 0)
    assert done.exit_code == 0
    assert kept(data).is_over
    assert "Scatterbrain 1" in done.stdout


def test_a_custom_bot_plays_a_seat_under_its_own_name(play: Play, data: Path) -> None:
    seats = "tests.bots.test_own:first,greedy"
    done = play(
        "billabong", "--option", "mode=duel", "--seats", seats, "--seed", 3, "--no-board", "--pause", 0
    )
    assert done.exit_code == 0
    table = kept(data)
    assert table.is_over
    assert table.journal.bots == ["tests.bots.test_own:first", "greedy"]
    assert table.journal.called[0] == "tests.bots.test_own:first"
    assert "tests.bots.test_own:first — " in done.stdout
    again = Table("billabong", 2, {"mode": "duel"}, seed=3, first=table.first)
    for event in table.events:
        assert event.seat or event.code == again.legal_actions()[0]
        again.play(event.code, event.seat, event.path)


def test_the_same_seed_and_the_same_answers_give_the_same_game(play: Play, data: Path) -> None:
    texts = []
    for _ in range(2):
        play("tiny", "--seed", 5, typed=["add 2", "wait", "add 0"])
        texts.append([event.text for event in kept(data).events])
        for path in data.glob("*.jsonl"):
            path.unlink()
    assert texts[0] == texts[1]


# ------------------------------------------------------------------------------------------------ what cannot be done


def test_a_refusal_names_the_rule(play: Play) -> None:
    done = play("billabong", "--option", "mode=duel", "--first", 1, typed=["h7", "nonsense", "k3", "k3"])
    said = answers(done)
    assert "No. That is the lake" in said[1]
    assert "BIL-50" in said[1]
    assert "No. “nonsense” is not an action." in said[2]
    assert "help lists all you can type" in said[2]
    assert "one kangaroo per cell" in said[4]
    assert "BIL-10" in said[4]


def race(*typed: str) -> list[str]:
    return ["k3", "j3", "l5", "m4", "k6", *typed]


def test_typing_a_place_shows_who_stands_there(play: Play, data: Path) -> None:
    words = ("billabong", "--option", "mode=duel", "--seed", 8, "--first", 1)
    play(*words, typed=race())
    blue = str(
        next(kangaroo["cell"] for kangaroo in kept(data).position()["kangaroos"] if kangaroo["seat"] == 1)
    )
    said = answers(play(*words, typed=race(blue, "a9", "k3")))
    assert (
        "is racing for blue, not for you" in said[6].replace("runs for", "is racing for") or "blue" in said[6]
    )
    assert "Choose one of your kangaroos first" in said[7]
    assert "k3-" in said[8]
    assert "*" in said[8], "the board shows where it may go"


def test_ambiguous_input_lists_the_moves(play: Play) -> None:
    done = play("billabong", "--first", 1, typed=["k3", "r k3", "jaune k4"])
    said = answers(done)
    assert "red k3, yellow k3" in said[1]
    assert "No:" not in said[1]
    assert "placed on k3" in said[2]
    assert "placed on k4" in said[3]


def test_possible_moves_are_shortened_where_they_are_many(play: Play) -> None:
    said = answers(play("billabong", "--first", 1, typed=["?", "red ?", "red k", "k3?"]))
    assert "432 possible moves" in said[1]
    assert "216" in said[1]
    assert "a1–14" in said[1]
    assert len(said[1].splitlines()) < 26
    assert "216 possible moves" in said[2]
    assert "14 possible moves" in said[3]
    assert "No move begins with k3" in said[4]


# ----------------------------------------------------------------------------------------------------------- orders


def test_undo_takes_back_moves_of_bots_too(play: Play, data: Path) -> None:
    done = play("billabong", "--option", "mode=duel", "--first", 1, typed=["k3", "undo", "annuler", "l3"])
    said = answers(done)
    assert "Taken back: k3" in said[2]
    assert "nothing to take back" in said[3]
    assert kept(data).events[0].text == "l3"
    assert len(kept(data).events) == 2


def test_undo_stops_at_revealed_information(play: Play, data: Path) -> None:
    done = play("tiny", "--seed", 3, typed=["add 1", "undo"])
    assert (
        "cannot be taken back" in answers(done)[2]
        or "revealed" in answers(done)[2]
        or "shown" in answers(done)[2]
    )
    assert any(event.text == "add 1" for event in kept(data).events)


def test_undo_past_chance_asks_the_others(play: Play, data: Path) -> None:
    typed = ["", "add 1", "", "add 2", "", "wait", "", "wait", "", "undo"]
    for answer, stands in (("n", True), ("y", False)):
        done = play("tiny", "--seats", "human:Léa,human:Tom", "--seed", 3, typed=[*typed, answer])
        assert "is that all right? (y/n)" in done.stdout
        assert ("The move stands" in done.stdout) == stands
        path = max(data.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
        adds = [line for line in path.read_text(encoding="utf-8").splitlines() if '"text":"add' in line]
        assert len(adds) == (2 if stands else 1)


def test_orders_are_understood_in_both_languages(play: Play, tmp_path: Path) -> None:
    copy = tmp_path / "my copy.jsonl"
    typed = [
        "aide",
        "help",
        "coups",
        "RÈGLES 10",
        "regles ruisseau",
        "rules zebra",
        "où",
        f"garder {copy}",
        "position",
        "save",
    ]
    done = play("billabong", "--option", "mode=duel", "--first", 1, lang="fr", typed=["k3", *typed])
    said = answers(done)[2:]
    assert said[0] == said[1]
    assert "quitter" in said[0]
    assert "Vous — Kangourou rouge\u00a0: posé en k3" in said[2], (
        "setting up is no turn yet, and has no number"
    )
    assert "BIL-10" in said[3]
    assert len(said[3].splitlines()) <= 4
    assert "BIL-12" in said[4]
    assert "Aucune règle ne contient" in said[5]
    assert "Kangourou rouge en k3" in said[6]
    assert verify(record.loads(copy.read_text(encoding="utf-8"))).events == 2
    assert json.loads(said[8])["game"] == "billabong"
    assert "garder partie.jsonl" in said[9]


def test_a_word_that_is_an_action_is_an_action(play: Play) -> None:
    from ludotheque.cli.terminal import orders

    words = {orders.bare(word) for forms in orders.ORDERS.values() for word in forms}
    for game in installed_games().values():
        table = Table(game, seed=1)
        while not table.is_over and len(table.events) < 30 and table.actors:
            seat = table.actors[0]
            assert not words & {text.split()[0] for text in table.legal_actions(seat).texts()}
            table.play(
                table.legal_actions(seat)[0], seat, at_ms=int(table.scene(()).now_ms) if game.timed else None
            )


def test_moves_as_many_as_asked(play: Play) -> None:
    said = answers(
        play("billabong", "--option", "mode=duel", "--first", 1, typed=["k3", "l3", "moves 1", "moves all"])
    )
    assert len(said[3].splitlines()) == 1
    assert len(said[4].splitlines()) == 4


@pytest.mark.parametrize("asked", ["0", "-3", "x", "3 k3"])
def test_an_invalid_number_of_moves_is_refused(play: Play, asked: str) -> None:
    said = answers(play("billabong", "--option", "mode=duel", "--first", 1, typed=["k3", f"moves {asked}"]))
    assert said[2].splitlines() == ["Give a number of moves, or all: moves 5, moves all"]


def test_a_narrow_text_stands_beside_the_board_even_if_tall(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    table = Table("boussanga", seed=1)
    side = [("x" * 40, "")] * 20
    Screen(Words("en"), plain=True).board(table.scene({0}), views.layout(table.journal), side)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 21
    assert [line.lstrip() for line in lines[10:]] == ["x" * 40] * 11
    Screen(Words("en"), plain=True).board(
        table.scene({0}), views.layout(table.journal), [("x" * 60, "")] * 20
    )
    assert len(capsys.readouterr().out.splitlines()) == 30, "below, where there is no room"


def test_dice_are_shown_one_by_one(play: Play) -> None:
    done = play("banjooli-cross", "--seed", 5, "--first", 1, typed=[])
    assert "The dice  3, 1, 1, 2, 5" in done.stdout


# ----------------------------------------------------------------------------------------------------- time, secrets


def test_time_stands_still_until_it_is_let_pass(play: Play) -> None:
    done = play("tiny", "--seed", 3, "--no-board", typed=["wait", "add 1", "wait"])
    said = answers(done)
    assert "time stands still while you think" in said[0]
    assert "Greedy — has chosen" in said[1], "a bot acts while a person waits"
    assert "Greedy — grabs the pawn" in said[3]


def test_a_game_without_a_clock_waits_for_nobody(play: Play) -> None:
    assert "no clock" in answers(play("billabong", "--first", 1, typed=["wait"]))[1]


def test_waiting_for_oneself_is_refused(play: Play) -> None:
    typed = ["", "wait", "", "wait"]
    done = play("tiny", "--seats", "human,human", "--seed", 3, typed=typed)
    assert "Nothing will happen without you" in done.stdout


def test_nobody_sees_the_secrets_of_another(play: Play) -> None:
    """Each person's card is on the screen only between taking the screen over and the next emptying of it."""
    table = Table("tiny", 2, seed=3, first=0)
    cards = [int(card) + 1 for card in table.state[0]["card"][:2]]
    assert cards[0] != cards[1]
    typed = ["", "where", "moves", "position", "add 1", "", "where", "moves", "position", "add 2"]
    done = play("tiny", "--seats", "human:Léa,human:Tom", "--seed", 3, "--first", 1, "--plain", typed=typed)
    pages = [page for page in done.stdout.split("\n" * 20) if " > " in page][:2]
    names = ["Léa", "Tom"]
    order = [next(seat for seat, name in enumerate(names) if f"{name} > " in page) for page in pages]
    assert sorted(order) == [0, 1]
    for page, own in zip(pages, order, strict=True):
        assert f"This screen is for {names[own]}" in page
        assert f"card {cards[own]}" in page
        assert f"card {cards[1 - own]}" not in page
    assert "99" in pages[1], "that the other has chosen is known"
    assert "add 1" not in pages[1].split("> add 2")[0], "what the other has chosen is not"


def test_physical_dice_are_typed(play: Play, data: Path) -> None:
    done = play(
        "tiny",
        "--physical",
        "--first",
        1,
        typed=["card 1", "die 9", "die 5", "?", "card 2", "card 2", "card 4", "add 1"],
    )
    said = answers(done)
    assert "What was drawn?" in said[0]
    assert "No. " in said[1]
    assert "No. " in said[2]
    assert [event.text for event in kept(data).events][:3] == ["die 5", "card 2", "card 4"]


# -------------------------------------------------------------------------------------------------- asked wrongly


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ([], 2, "Give the name of a game: " + ", ".join(registry.names())),
        (["chess"], 2, "there is no game"),
        (["tiny", "--seats", "human,wizard"], 2, "neither a person nor a bot"),
        (
            ["tiny", "--seats", "human,nowhere:bot"],
            2,
            "the bot “nowhere:bot” cannot play: No module named 'nowhere'",
        ),
        (["tiny", "--seats", "human,tests.bots.test_own:first"], 2, "cannot play against the clock"),
        (["tiny", "--seats", "human:,random"], 2, "cannot be the name of a person"),
        (["tiny", "--seats", "human:greedy,random"], 2, "cannot be the name of a person"),
        (["tiny", "--seats", "human,random,random,random"], 2, "players"),
        (["tiny", "--first", "3"], 2, "only 2 seats"),
        (["tiny", "--option", "calm=perhaps"], 2, "true or false"),
        (["tiny", "--components", "nothing.toml"], 2, "no such component file"),
        (["--resume", "nothing.jsonl"], 2, "no such record"),
        (["--resume", "last"], 2, "no game to continue"),
        (["--resume", "last", "--seed", "3"], 2, "--seed cannot be used with --resume"),
        (["--resume", "last", "--option", "calm=true"], 2, "--option cannot be used"),
    ],
)
def test_wrong_usage_is_reported(play: Play, words: list[str], code: int, says: str) -> None:
    done = play(*words)
    assert done.exit_code == code
    assert says in done.stderr


def test_the_language_is_that_of_the_environment(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Pour continuer cette partie" in run("play", "tiny", said="").stdout
    assert os.environ["LUDOTHEQUE_DATA"] == str(data.parent)


def test_the_terminal_seats_it_where_it_can_play(play: Play) -> None:
    refused = play("bantu", "--seats", "human,learnt", "-o", "short=true")
    assert refused.exit_code == 1
    assert "it was trained for games of bantu with short=False" in refused.stderr
    assert seating.read("human,learnt")[1] == seating.Player(level="learnt")
    assert seating.names(seating.read("learnt,learnt"), Words("fr")) == ["Autodidacte 1", "Autodidacte 2"]
