"""The box: families and pawns that a box of one's own has left, how many can play with it, and files that cannot be played with."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import numpy as np
import pytest

from ludotheque import replay
from ludotheque.core import components
from ludotheque.core.catalogue import say
from ludotheque.core.errors import BadComponents, BadOption, BadPosition
from ludotheque.core.registry import get
from ludotheque.games.banzai.state import BOX, FAMILIES
from ludotheque.press.contents import Contents
from ludotheque.table import Table
from ludotheque.testing import LAWS, QUICK, Law, Variant
from tests.banzai.tables import DECK, draw, table

GAME = get("banzai")
PRINTED = components.printed(GAME)
LEFT = ("cow", "turtle", "koala", "rabbit")


def box(*names: str, pawns: int | None = None) -> dict[str, Any]:
    """The printed box with these families and so many pawns."""
    own = copy.deepcopy(dict(PRINTED))
    if names:
        own["families"] = {"names": list(names)}
    if pawns is not None:
        own["pawns"] = {"count": pawns}
    return own


def test_a_file_that_names_no_families_is_the_whole_box():
    assert "families" not in PRINTED
    assert "pawns" not in PRINTED
    said, printed = (components.load(GAME, data).array[0] for data in (box(*FAMILIES, pawns=11), None))
    assert all(np.array_equal(said[name], printed[name]) for name in BOX.names)


def test_only_the_families_of_the_box_are_drawn():
    four = Table("banzai", 3, chance="physical", components=box(*LEFT))
    for left in (4, 3, 2):
        codes, likely = four.journal.results(four.state)
        assert len(codes) == left
        assert likely == pytest.approx([1 / left] * left)
        draw(four)
    assert set(four.position()["families"]) < set(LEFT)


def test_a_record_keeps_its_box():
    own = box(*LEFT, pawns=3)
    four = Table("banzai", 4, seed=1, components=own)
    again = replay(four.record())
    assert set(again.position()["families"]) == set(LEFT)
    assert (again.position(), again.journal.setup.components) == (four.position(), own)


@pytest.mark.parametrize(
    ("own", "most", "key"),
    [
        (box(*FAMILIES[:7]), 7, "banzai.lacking.families"),
        (box(pawns=5), 6, "banzai.lacking.pawns"),
        (box(*FAMILIES[:4], pawns=3), 4, "banzai.lacking.families"),
        (box(*FAMILIES[:3], pawns=2), 3, "banzai.lacking.families"),
    ],
)
def test_a_box_is_enough_for_so_many_players(own, most, key):
    assert GAME.seats_with(components.load(GAME, own).array[0]) == tuple(range(3, most + 1))
    assert Table("banzai", most, seed=1, components=own).seats == most
    with pytest.raises(BadOption) as caught:
        Table("banzai", most + 1, seed=1, components=own)
    assert caught.value.field == "seats"
    assert caught.value.said is not None
    assert caught.value.said.key == key
    assert str(most) in say(caught.value.message, "fr")
    assert say(caught.value.message, "en").startswith("Players: this box has ")


def test_the_printed_box_is_enough_for_all():
    assert GAME.seats_with(components.load(GAME).array[0]) == GAME.seats


def test_a_position_has_only_families_of_the_box():
    position = table(3).position()
    assert set(position["families"]) == set(DECK[:3])
    Table.from_position(position, components=box(*DECK[:4]))
    with pytest.raises(BadPosition) as caught:
        Table.from_position(position, components=box(*DECK[1:5]))
    assert caught.value.field == "families"
    assert caught.value.why == "the family fox is not in this box"


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ('[families]\nnames = ["cow", "fox"]', "families.names, line 2", "at least 3 families are needed, one for each player, not 2"),
        ('[families]\nnames = [\n  "cow",\n  "yak",\n  "fox",\n]', "families.names, line 4", 'it must be one of cow, fox, frog'),
        ('[families]\nnames = ["cow", "fox", "cat",\n"fox"]', "families.names, line 3", "the family Fox is listed twice"),
        ("[families]\nnames = 12", "families.names, line 2", "it must be a list, not 12"),
        ("[families]\nname = []", "families.name, line 2", "known keys: names, provenance"),
        ('[families]\nnames = ["cow", "fox", "cat"]\nprovenance = "heard"', "families.provenance, line 3", "it must be one of printed"),
        ("families = 3", "families, line 1", "it must be a section with names, provenance"),
        ("[pawns]\ncount = 1", "pawns.count, line 2", "it must be from 2 to 11, not 1"),
        ("[pawns]\ncount = 12", "pawns.count, line 2", "it must be from 2 to 11, not 12"),
        ("[pawns]", "pawns.count, line 1", "a whole number from 2 to 11"),
        ("[pawn]\ncount = 3", "pawn, line 1", "known keys: families, pawns, times, limits, reactions"),
    ],
)  # fmt: skip
def test_a_box_with_a_fault_is_refused(text, where, why):
    written = f"{text}\n\n{components.printed_file(GAME).decode()}"
    with pytest.raises(BadComponents) as caught:
        components.load(GAME, components.read_toml(written))
    said = caught.value.text
    assert said.startswith(f"{where}: ")
    assert why in said


def test_all_faults_of_a_box_are_found():
    own = box("yak", "cow", "cow", "fox", pawns=1)
    assert [each.field for each in components.faults(GAME, own)] == [
        "families.names[0]",
        "families.names[2]",
        "pawns.count",
    ]


def test_what_is_printed_is_in_the_box():
    found = Contents(GAME, box(*LEFT, pawns=6), False, lambda message: say(message, "en"))
    counts = Counter({"banzai.print.card": 0, "banzai.print.pawn": 0})
    for part in found.printed.parts:
        counts[part.title.key] += part.count
    assert counts == {"banzai.print.card": 20, "banzai.print.pawn": 6}
    assert found.seats == (3, 4)


@pytest.mark.parametrize("law", [law for law in LAWS if not law.once], ids=lambda law: law.name)
def test_a_box_with_lost_cards_keeps_the_laws(law: Law) -> None:
    law.check(Variant("banzai", 4, {"optional_rules": True}, box(*LEFT, pawns=3)), effort=QUICK)
