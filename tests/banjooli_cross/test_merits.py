"""What speaks for an action of Banjooli Cross, as it is told with advice: what the seat's own prediction says of the ostrich."""

from __future__ import annotations

from ludotheque.games.banjooli_cross.codes import KEEP
from ludotheque.table import views
from tests.banjooli_cross.races import race

BIRDS = {"red": "2c1", "green": "4c1", "yellow": "3c1", "blue": "2l1", "purple": "3l1"}


def told(sorcery: str) -> dict[str, set[str]]:
    """The last words of the reasons of all actions, by the ostrich that moves, or by the whole text of a spell."""
    table = race("red green yellow blue purple", BIRDS, sorcery=sorcery)
    seat = table.actors[0]
    view, found = table.view({seat}), dict[str, set[str]]()
    for code in table.legal_actions():
        reason, text = views.merit(table.journal, view, seat, int(code)), table.text(code)
        bird = text.split()[0]
        found.setdefault(bird if bird in BIRDS else text, set()).add(
            reason.key.rpartition(".")[2] if reason else ""
        )
    return found


def test_the_reason_is_the_prediction_for_the_ostrich() -> None:
    """The first seat foretells red, green, yellow, and blue last; purple is not named."""
    moved = told("white")
    assert moved["red"] == {"first"}
    assert moved["green"] == {"second"}
    assert moved["yellow"] == {"third"}
    assert moved["blue"] == moved["purple"] == {""}
    assert told("blue")["bewitch blue"] == {"last"}
    assert told("purple")["bewitch purple"] == {"none"}
    assert told("red")["bewitch red"] == {""}


def test_dice_that_serve_the_prediction_are_kept() -> None:
    table = race("red green purple blue white", BIRDS, sorcery="white", phase="keep")
    seat = table.actors[0]
    view = table.view({seat})
    reasons = {
        int(code) - KEEP: views.merit(table.journal, view, seat, int(code)) for code in table.legal_actions()
    }
    told = {rolled: reason.key.rpartition(".")[2] if reason else "" for rolled, reason in reasons.items()}
    assert told[0b01100] == "dice", "red and green stay"
    assert told[0b11110] == told[0b01110] == told[0b11100] == "", "green or a joker is given up"
    assert told[0b00100] == "useless", "purple is rolled again, which is not foretold"
    assert told[0b11111] == "", "red and green are rolled again, which are foretold"


def test_others_hear_nothing_about_the_prediction() -> None:
    table = race("red green yellow blue purple", BIRDS)
    seat = table.actors[0]
    view = table.view({(seat + 1) % 3})
    assert {views.merit(table.journal, view, seat, int(code)) for code in table.legal_actions()} == {None}
