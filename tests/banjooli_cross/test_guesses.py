"""What bots guess rivals' predictions from: whom each seat has helped. No rule reads it, and everybody knows it."""

from __future__ import annotations

from collections import Counter

import pytest

from ludotheque import Table
from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.errors import BadPosition
from ludotheque.core.luck import Luck
from ludotheque.games.banjooli_cross.position import card_birds
from ludotheque.games.banjooli_cross.state import SECRET
from tests.banjooli_cross.races import CARDS, race


def guesses(table: Table, of: int, seen_by: int) -> Counter[tuple[str, ...]]:
    """What the seat's card is taken for in 600 worlds that the other seat may imagine."""
    rng = Luck.of(7)
    view = table.view({seen_by})
    assert int(view[0].prediction[of]) == SECRET
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(600):
        world = states.copy(view)
        entry.redeal(table.box, world, 1 << seen_by, rng)
        again = states.copy(world)
        entry.hide(table.box, again, 1 << seen_by)
        assert again.tobytes() == view.tobytes()
        found[tuple(card_birds(table.box[0], int(world[0].prediction[of])))] += 1
    return found


def test_a_guess_favours_cards_that_explain_whom_a_seat_helped():
    plain = guesses(race("red", {"red": "1c1"}), of=0, seen_by=1)
    helped = guesses(
        race("red", {"red": "1c1"}, helped=[[15, 0, 0, 0, 0], [0] * 5, [0] * 5]), of=0, seen_by=1
    )
    first = [sum(n for card, n in found.items() if card[0] == "red") / 600 for found in (plain, helped)]
    assert first[0] == pytest.approx(2 / 9, abs=0.06), "two of the nine cards that seat 1 does not hold"
    assert first[1] > 0.45
    assert all(tuple(CARDS[1]) not in found for found in (plain, helped))


def test_running_and_spells_are_noted_for_their_seat_alone():
    table = race("red red", {"red": "1c1", "blue": "1l1"}, sorcery="blue")
    table.play("red 1c3")
    assert table.position()["helped"] == [[2, 0, 0, 0, 0], [0] * 5, [0] * 5]
    table = race("red red", {"red": "1c1", "blue": "1l1"}, sorcery="blue")
    table.play("bewitch blue")
    assert table.position()["helped"][0] == [0, 0, 0, -3, 0]


@pytest.mark.parametrize(
    ("helped", "where"),
    [
        ([[0] * 5], "helped"),
        ([[0] * 5, [0] * 4, [0] * 5], "helped[1]"),
        ([[0] * 5, [0, 0, "1", 0, 0], [0] * 5], "helped[1][2]"),
    ],
)
def test_past_help_is_read_strictly(helped, where):
    with pytest.raises(BadPosition) as refused:
        race("red", helped=helped)
    assert refused.value.field == where
