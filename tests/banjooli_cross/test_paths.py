"""What a run is said to do on its way."""

from __future__ import annotations

import pytest

from banjooli_cross import races
from browser.house import label_of
from ludotheque.core.catalogue import say
from ludotheque.games.banjooli_cross.rules.dice import thrown
from ludotheque.games.banjooli_cross.state import COLOURS
from ludotheque.table import Table, views

YELLOW = COLOURS.index("yellow")


def told(table: Table, move: str, language: str) -> tuple[str, str]:
    """What a move is called before it is played, and what is told of it afterwards."""
    seat = table.actors[0]
    code = next(code for code in table.legal_actions(seat) if table.text(code, seat) == move)
    before = say(label_of(table, seat, code), language)
    table.play(move)
    return before, say(views.event_views(table.journal, range(table.seats))[-1].message, language)


@pytest.mark.parametrize(
    ("dice", "birds", "move", "english", "french"),
    [
        (
            "yellow red red blue blue",
            {"yellow": "1c3"},
            "yellow 2c1",
            "runs 1 space, in the middle",
            "avance d’une case, au milieu",
        ),
        (
            "yellow red red blue blue",
            {"yellow": "1c2", "green": "1c3"},
            "yellow 2c1",
            "runs 1 space, in the middle, over an ostrich",
            "avance d’une case, au milieu, par-dessus une autruche",
        ),
        (
            "yellow yellow red blue blue",
            {"yellow": "1l1", "green": "1l2", "purple": "2l1", "red": "1c2", "blue": "2c1"},
            "yellow 2l2",
            "runs 2 spaces, in its left lane, over 2 ostriches",
            "avance de 2 cases, dans son couloir de gauche, par-dessus 2 autruches",
        ),
    ],
)
def test_a_jump_is_announced_and_reported(
    dice: str, birds: dict[str, str], move: str, english: str, french: str
) -> None:
    for language, words in (("en", english), ("fr", french)):
        table = races.race(dice, birds)
        assert thrown(table.state[0], YELLOW) == dice.split().count("yellow")
        before, after = told(table, move, language)
        assert before.endswith(words)
        assert after.endswith(f"{words}.")
