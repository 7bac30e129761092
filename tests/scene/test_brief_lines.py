"""What the line about a turn says of it: where from and to, what the dice showed, the sum, which colours; and never at length."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludotheque import Table
from ludotheque.core.catalogue import LANGUAGES, say
from ludotheque.table import views
from tests.banjooli_cross import races
from tests.bantu.boards import track
from tests.billabong.scenes import race as kangaroos

LONG = 60
"""Letters of a part of a line."""


def briefs(table: Table, language: str = "en") -> list[str]:
    """What the events so far say of themselves within the line about their turn."""
    told = views.event_views(table.journal, range(table.seats))
    return [say(part, language) for event_view in told for part in event_view.brief or ()]


def test_a_series_of_hops_says_where_from_where_to_and_how_many() -> None:
    table = kangaroos([{"seat": 0, "cell": "b3"}, {"seat": 0, "cell": "c3"}, {"seat": 1, "cell": "d5"}])
    table.play("b3-d3-d7")
    assert briefs(table) == ["b3 → d7 in 2 hops"]
    assert briefs(table, "fr") == ["b3 → d7 en 2 sauts"]


@pytest.mark.parametrize(
    ("cell", "crossings", "move", "said"),
    [
        ("c3", 1, "c3-d4", "slides c3 → d4"),
        ("i3", 0, "i3-h3", "slides i3 → h3, and off it goes"),
        ("h3", 1, "h3-i3", "slides h3 → i3, back over the stream"),
        ("i3", 1, "i3-home", "slides i3 → h3, into the lake"),
    ],
)
def test_a_slide_says_where_from_and_where_to(cell: str, crossings: int, move: str, said: str) -> None:
    table = kangaroos([{"seat": 0, "cell": cell, "crossings": crossings}])
    table.play(move)
    (brief,) = briefs(table)
    assert brief.partition(" → ")[0] == said.partition(" → ")[0]
    assert brief.partition(",")[2] == said.partition(",")[2]


def test_a_kangaroo_is_placed_on_a_cell() -> None:
    table = Table("billabong", seats=2, options={"mode": "duel"}, seed=1, first=0)
    table.play(table.legal_actions(0)[3])
    cell = views.event_view(table.journal, (), 0).trace[0]
    assert briefs(table) == [f"places a red kangaroo on {cell}"]
    assert briefs(table, "fr") == [f"pose un kangourou rouge en {cell}"]


def test_a_pawn_line_shows_the_sum_and_a_single_die_none() -> None:
    table = track("2:r20a 3:r15b", "4:r20b")
    table.play("2: r23b")
    assert briefs(table) == ["pawn 2 goes 2 + 4 = 6 to level 23, circle 2"]
    assert briefs(table, "fr") == ["avance le 2 de 2 + 4 = 6\u00a0: palier 23, cercle 2"]
    alone = track("3:r15b", "")
    alone.play("3: r17c")
    assert briefs(alone) == ["pawn 3 goes 3 circles to level 17, circle 3"]


def test_a_capture_says_the_sum_too() -> None:
    table = track("2:r20a", "4:r20b 3:r23b")
    table.play("2: r23b")
    assert briefs(table) == ["pawn 2 goes 2 + 4 = 6 to level 23, circle 2", "sends the blue 3 back"]
    assert briefs(table, "fr") == ["avance le 2 de 2 + 4 = 6\u00a0: palier 23, cercle 2", "renvoie le 3 bleu"]


def test_dice_that_are_kept_are_named() -> None:
    table = races.race("red white red green blue", {"red": "1l1"}, phase="keep")
    table.play("keep")
    assert briefs(table) == ["dice kept: 2 red, green, blue, joker", "joker for sorcery"]
    kept = ["dés gardés\u00a0: 2 rouges, vert, bleu, joker", "joker en sorcellerie"]
    assert briefs(table, "fr") == kept


def test_after_a_re_roll_all_dice_are_named_with_the_sorcery_die() -> None:
    table = races.race("red white red green blue", {"red": "1l1"}, sorcery="blue", phase="keep")
    table.play("throw 4 5")
    assert briefs(table) == ["2 dice re-rolled"]
    races.told(table, "die red")
    assert briefs(table) == ["2 dice re-rolled"], "one die still rolls"
    races.told(table, "die white")
    assert briefs(table) == ["2 dice re-rolled", "leaving 3 red, 2 jokers", "blue for sorcery"]
    shown = ["2 dés relancés", "sur la table\u00a0: 3 rouges, 2 jokers", "bleu en sorcellerie"]
    assert briefs(table, "fr") == shown
    table.play("red 2l1")
    told = views.event_views(table.journal, range(table.seats))
    assert [each.prepares for each in told] == [True, True, True, False], "a run is what the dice prepare"


Case = tuple[dict[str, Any], tuple[str, ...], list[str], list[str]]

WHY: dict[str, Case] = {
    "its own dice": (
        {"dice": "red red green green blue", "birds": {"red": "1l1"}},
        ("red 1l3",),
        ["red runs 2 spaces", "with the 2 red dice"],
        ["la rouge avance de 2 cases", "avec les 2 rouges"],
    ),
    "a jump": (
        {"dice": "yellow red red blue blue", "birds": {"yellow": "1c2", "green": "1c3"}},
        ("yellow 2c1",),
        ["yellow jumps over green", "with the yellow die"],
        ["la jaune saute par-dessus la verte", "avec le jaune"],
    ),
    "jumps on a longer way": (
        {
            "dice": "yellow yellow red blue blue",
            "birds": {"yellow": "1l1", "green": "1l2", "purple": "2l1", "red": "1c2", "blue": "2c1"},
        },
        ("yellow 2l2",),
        ["yellow runs 2 spaces", "over green and purple", "with the 2 yellow dice"],
        ["la jaune avance de 2 cases", "par-dessus la verte et la violette", "avec les 2 jaunes"],
    ),
    "five dice alike": (
        {
            "dice": "green green green green green",
            "birds": {"blue": "5l1", "red": "podium 1", "yellow": "podium 2"},
        },
        ("blue podium",),
        ["blue crosses the line 3rd", "with 5 green dice (any ostrich may run)"],
        ["la bleue franchit la ligne, 3ᵉ", "avec 5 dés verts (autruche au choix)"],
    ),
    "five dice of all colours": (
        {"dice": "green red yellow blue purple", "birds": {"blue": "1l1"}},
        ("blue 2l3",),
        ["blue runs 5 spaces", "with 5 different colours (any ostrich may run)"],
        ["la bleue avance de 5 cases", "avec 5 couleurs différentes (autruche au choix)"],
    ),
    "sorcery with a joker": (
        {"dice": "red red green green blue", "birds": {"blue": "1l1"}, "sorcery": "white"},
        ("bewitch blue",),
        ["bewitches blue", "using 1 joker"],
        ["ensorcelle la bleue", "avec 1 joker"],
    ),
}


@pytest.mark.parametrize("case", WHY)
def test_an_ostrich_says_why_it_moves(case: str) -> None:
    told, moves, english, french = WHY[case]
    table = races.race(**told)
    for move in moves:
        table.play(move)
    assert briefs(table) == english
    assert briefs(table, "fr") == french


def test_an_ostrich_on_another_birds_dice_is_shown_with_why() -> None:
    table = races.race("green green green green green", {"blue": "1l1"})
    table.play("blue 2l3")
    moment = views.event_views(table.journal, range(table.seats))[-1].moment
    assert moment is not None
    assert moment.text is not None
    assert say(moment.text, "en") == "5 green dice: any ostrich may run."
    assert say(moment.text, "fr") == "Avec 5 dés verts, on fait courir l’autruche de son choix."
    own = races.race("blue blue green green red", {"blue": "1l1"})
    own.play("blue 1l3")
    assert views.event_views(own.journal, range(own.seats))[-1].moment is None


def test_a_vortex_says_which_ostriches_it_swaps() -> None:
    vortex = {"1l2": {"is": "Vooortex!", "known_to": []}}
    for face, english, french in (
        ("yellow", "the vortex swaps red and yellow", "le vortex échange la rouge et la jaune"),
        ("red", "the vortex bewitches red", "le vortex ensorcelle la rouge"),
    ):
        table = races.race(
            "red blue blue green green",
            {"red": "1l1", "yellow": "2c1"},
            options={"berries": True},
            berries=vortex,
        )
        table.play("red 1l2")
        races.told(table, "is Vooortex!", f"die {face}")
        assert briefs(table)[-2:] == ["finds a berry: a vortex", english]
        assert briefs(table, "fr")[-2:] == ["trouve une baie\u00a0: un vortex", french]


def test_the_ostrich_that_the_lion_drives_away_is_named() -> None:
    for where, english, french in (
        ("2l1", "red runs from the lion", "la rouge fuit le lion"),
        ("2l1 scared", "the lion sends red to its nest", "la rouge rentre au nid devant le lion"),
    ):
        table = races.race(
            "white green green blue blue",
            {"red": where},
            options={"lion": True},
            lion={"at": "2l2", "awake": True},
        )
        table.play("lion 2l1")
        assert briefs(table) == ["leads the lion", "using 1 joker", english]
        assert briefs(table, "fr") == ["mène le lion", "avec 1 joker", french]


def test_running_on_after_a_berry_is_announced() -> None:
    table = races.race(
        "red red blue blue green",
        {"red": "1l1"},
        options={"berries": True},
        berries={"1l2": {"is": "Peepa", "known_to": []}},
    )
    table.play("red 1l2")
    races.told(table, "is Peepa")
    table.play("red 1l3")
    assert briefs(table, "fr") == [
        "la rouge avance d’une case",
        "avec les 2 rouges",
        "trouve une baie\u00a0: il ne se passe rien",
        "la rouge avance d’une case",
        "après la baie",
    ]


@pytest.mark.parametrize("game", ["billabong", "bantu", "banjooli-cross", "boussanga"])
def test_no_part_of_a_line_is_long(game: str) -> None:
    for seed in range(3):
        table, rng = Table(game, seats=3, seed=seed), random.Random(seed)
        while not table.is_over and len(table.events) < 150:
            table.play(rng.choice(table.legal_actions(table.actors[0])), table.actors[0])
        for language in LANGUAGES:
            for brief in briefs(table, language):
                assert len(brief) <= LONG
