"""The box: the printed one, somebody's own, and those that cannot be played with."""

from __future__ import annotations

import random
from importlib.resources import files
from typing import Any

import pytest

from ludotheque.core import components
from ludotheque.core.errors import BadComponents
from ludotheque.core.registry import get
from ludotheque.games.banjooli_cross.components import validate
from ludotheque.table import Table
from tests.banjooli_cross.boxes import LONG, SHORT, box, curve, straight
from tests.banjooli_cross.naive import CARDS
from tests.banjooli_cross.naive_track import CURVES, PRINTED, faces_of
from tests.saying import assert_said


@pytest.mark.rule("BJC-01", "BJC-02", "BJC-03", "BJC-04", "BJC-05")
def test_the_printed_box_is_the_one_described():
    printed = components.printed(get("banjooli-cross"))
    text = (files("ludotheque.games.banjooli_cross") / "components.toml").read_text("utf-8")
    assert components.read_toml(text) == printed
    assert faces_of(printed) == (PRINTED, CURVES)
    assert sorted(printed["predictions"]["cards"]) == sorted(CARDS)
    assert set(printed["berries"]["tokens"].values()) == {1}
    parts = [*printed["tile"], *(part for name, part in printed.items() if name != "tile")]
    assert {part["provenance"] for part in parts} <= {"printed", "attested", "reconstructed"}


def tiles(**changes: Any) -> dict[str, Any]:
    """The printed box with the first tiles changed: `tile_3={"name": "C9"}`."""
    data = box()
    for name, value in changes.items():
        data["tile"][int(name.removeprefix("tile_"))] |= value
    return data


@pytest.mark.rule("BJC-01")
@pytest.mark.parametrize(
    ("data", "field"),
    [
        (box(sheep={}), "sheep"),
        (box(tile=[]), "tile"),
        (box(tile=box()["tile"][:-1]), "tile"),
        (box(tile=[tile for tile in box()["tile"] if tile["name"] != "C6"]), "tile"),
        (box(tile=[*box()["tile"], box()["tile"][0] | {"name": "start2"}]), "tile"),
        (tiles(tile_2={"name": ""}), "tile[2].name"),
        (tiles(tile_2={"name": "C 1"}), "tile[2].name"),
        (tiles(tile_2={"name": "Cé"}), "tile[2].name"),
        (tiles(tile_2={"name": "C2"}), "tile[3].name"),
        (tiles(tile_2={"use": "bridge"}), "tile[2].use"),
        (tiles(tile_2={"hat": 1}), "tile[2].hat"),
        (tiles(tile_2={"provenance": "dreamt"}), "tile[2].provenance"),
        (tiles(tile_2={"a": 7}), "tile[2].a"),
        (tiles(tile_2={"a": {"ranks": []}}), "tile[2].a.ranks"),
        (tiles(tile_2={"a": straight("....")}), "tile[2].a.ranks[0]"),
        (tiles(tile_2={"a": straight("...", "..X")}), "tile[2].a.ranks[1]"),
        (tiles(tile_2={"a": straight(*["..."] * 7)}), "tile[2].a.ranks"),
        (tiles(tile_2={"a": straight("RRR", "...")}), "tile[2].a"),
        (tiles(tile_2={"a": straight("...", "~R~", "...")}), "tile[2].a"),
        (tiles(tile_2={"a": straight("..R", "R~.", "...")}), "tile[2].a"),
        (tiles(tile_2={"b": curve(".", "...", "......." )}), "tile[2].b.outside"),
        (tiles(tile_2={"b": curve("", "...", "....." )}), "tile[2].b.inside"),
        (tiles(tile_2={"b": curve(".", "..R", "....." )}), "tile[2].b"),
        (tiles(tile_2={"b": {"inside": ".", "middle": "..."}}), "tile[2].b.outside"),
        (tiles(tile_2={"b": curve(".", "...", ".....") | {"edge": "."}}), "tile[2].b.edge"),
        (tiles(tile_2={"a": curve(".", "...", ".....")}), "tile[2].b"),
        (tiles(tile_0={"b": curve(".", "...", ".....")}), "tile[0]"),
        (tiles(tile_8={"b": curve(".", "...", ".....")}), "tile[8]"),
        (tiles(tile_2={"a": straight("RR.", "...")}), "tile[2].a"),
        (box(dice__movement=["red"] * 5), "dice.movement"),
        (box(dice__movement=["red"] * 5 + ["pink"]), "dice.movement[5]"),
        (box(dice__sorcery=7), "dice.sorcery"),
        (box(dice=None), "dice"),
        (box(predictions__cards=CARDS[:4]), "predictions.cards"),
        (box(predictions__cards=[*CARDS, CARDS[0]]), "predictions.cards[10]"),
        (box(predictions__cards=[*CARDS, ["red", "red", "blue", "green"]]), "predictions.cards[10]"),
        (box(predictions__cards=[*CARDS, ["red", "pink", "blue", "green"]]), "predictions.cards[10][1]"),
        (box(predictions__cards=[*CARDS, ["red", "blue", "green"]]), "predictions.cards[10]"),
        (box(berries__tokens={"Peepa": 4}), "berries.tokens"),
        (box(berries__tokens={"Peepa": 6}), "berries.tokens.Peepa"),
        (box(berries__tokens={"Oor": 2, "Peepa": 5}), "berries.tokens.Oor"),
        (box(berries__tokens={"Cherry": 5}), "berries.tokens.Cherry"),
        (box(berries__distance=0), "berries.distance"),
        (box(points__places=[5, 4]), "points.places"),
        (box(points__places=[5, 4, -1]), "points.places[2]"),
        (box(points__misplaced=True), "points.misplaced"),
        (box(points__last_factor=0), "points.last_factor"),
        (box(points__oor=None), "points.oor"),
        (box(points__bonus=1), "points.bonus"),
        (box(great__alike=1), "great.alike"),
        (box(great__points=0), "great.points"),
        (box(limit__turns=9), "limit.turns"),
        (box(limit__turns=2001), "limit.turns"),
    ],
)  # fmt: skip
def test_an_unplayable_box_names_the_field(data, field):
    with pytest.raises(BadComponents) as refused:
        validate(data)
    assert refused.value.field == field, refused.value
    assert refused.value.why
    assert_said(refused.value)


@pytest.mark.rule("BJC-01", "BJC-08")
@pytest.mark.parametrize("own", [LONG, SHORT], ids=["long", "short"])
@pytest.mark.parametrize("seats", [2, 5])
def test_ones_own_tiles_play(own, seats):
    options = {"berries": True, "special": "two", "lion": True}
    table, rng = Table("banjooli-cross", seats, options, components=own, seed=seats), random.Random(seats)
    while not table.is_over:
        legal = list(table.legal_actions())
        assert all(0 <= code < table.game.num_actions(table.box[0]) for code in legal)
        assert len(set(legal)) == len(legal) <= table.game.max_legal
        table.play(rng.choice(legal))
    assert sum(table.position()["turns"]) <= own["limit"]["turns"]
    again = Table.from_position(table.position(), components=own)
    assert again.is_over
    assert again.outcome == table.outcome


@pytest.mark.rule("BJC-01")
def test_the_fullest_box_has_room_for_every_action():
    """Six ranks a tile, sixteen tiles, the greatest result of twelve points: within the declared bounds."""
    rows = straight(*["..."] * 6)
    uses = ["start", "finish", "special", "special", *["common"] * 12]
    full = box(
        tile=[{"name": f"T{number}", "use": use, "a": rows, "b": rows} for number, use in enumerate(uses)],
        great__points=12,
    )
    table = Table("banjooli-cross", 5, {"tiles": 6, "berries": True}, components=full, seed=3)
    rng = random.Random(3)
    while not table.is_over:
        legal = list(table.legal_actions())
        assert len(legal) <= table.game.max_legal
        table.play(rng.choice(legal))
