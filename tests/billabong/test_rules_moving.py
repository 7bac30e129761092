"""Slides, hops, series, the referee, the lake's corners, the stream both ways: the pictures of the rulebook as positions."""

import numpy as np
import pytest

from ludotheque.core.catalogue import say
from ludotheque.core.errors import Illegal
from ludotheque.games.billabong.rules.racing import binds_to_kangaroo
from ludotheque.table import Table, views
from tests.billabong.boards import race, texts, why

AWAY = "p14"
"""A kangaroo of the other seat, out of the way."""


@pytest.mark.rule("BIL-17", "BIL-18")
def test_slides_to_the_eight_neighbours():
    assert texts(race("c3", AWAY)) == {"c3-c4", "c3-d4", "c3-d3", "c3-d2", "c3-c2", "c3-b2", "c3-b3", "c3-b4"}


@pytest.mark.rule("BIL-19", "BIL-27", "BIL-28")
def test_a_slide_is_one_cell_and_mixes_with_no_hop():
    table = race("b2 d2", AWAY)
    assert "b2-e2" not in texts(table)
    for mixed in ("b2-c2-e2", "b2-f2-g2"):
        with pytest.raises(Illegal) as refused:
            table.play(mixed)
        assert refused.value.message is not None
        assert refused.value.rules
    table.play("b2-c2")
    assert table.actors == (1,)


@pytest.mark.rule("BIL-20", "BIL-24", "BIL-25", "BIL-29", "BIL-30", "BIL-31", "BIL-32")
@pytest.mark.parametrize(
    ("pivot", "landing"),
    [("c2", "d2"), ("e2", "h2"), ("b3", "b4"), ("b8", "b14"), ("c3", "d4"), ("d4", "f6"), ("c1", None)],
    ids=[
        "short",
        "long",
        "short along a file",
        "long along a file",
        "short diagonal",
        "long diagonal",
        "edge",
    ],
)
def test_allowed_hops(pivot, landing):
    own, theirs = race(f"b2 {pivot}", AWAY), race("b2", f"{AWAY} {pivot}")
    for table in (own, theirs):
        hopped = {text for text in texts(table, "b2-") if why(table, text) == ""} - texts(
            race("b2", AWAY), "b2-"
        )
        assert hopped == ({f"b2-{landing}"} if landing else set())


@pytest.mark.rule("BIL-22", "BIL-33", "BIL-18")
@pytest.mark.parametrize(
    ("start", "pivot", "landing"),
    [("e7", "f8", "g9"), ("i10", "j9", "k8"), ("l8", "k7", "j6"), ("h5", "g6", "f7"), ("d6", "f8", "h10")],
)
def test_the_lakes_corner_points_may_be_brushed(start, pivot, landing):
    assert f"{start}-{landing}" in texts(race(f"{start} {pivot}", AWAY))


@pytest.mark.rule("BIL-18")
@pytest.mark.parametrize("slide", ["f8-g9", "j9-k8", "k7-j6", "g6-f7"])
def test_a_slide_may_brush_a_corner(slide):
    assert slide in texts(race(slide.split("-")[0], AWAY))


@pytest.mark.rule("BIL-21", "BIL-24", "BIL-34", "BIL-35", "BIL-36", "BIL-37", "BIL-50")
@pytest.mark.parametrize(
    ("others", "action", "reason"),
    [
        ("d2", "b2-g2", "wrong_distance"),
        ("d2", "b2-e2", "wrong_distance"),
        ("c2 d2", "b2-f2", "two_kangaroos_in_the_way"),
        ("d2 e2", "b2-f2", "two_kangaroos_in_the_way"),
        ("c2 d2", "b2-d2", "lands_on_kangaroo"),
        ("c2", "b2-c2", "cell_taken"),
        ("g2", "b2-g2", "cell_taken"),
        ("g2", "b2-e2", "nobody_to_hop_over"),
        ("g2", "b2-d3", "no_such_way"),
        ("g2", "b2-b2", "same_cell"),
    ],
)
def test_forbidden_hops(others, action, reason):
    table = race(f"b2 {others}", AWAY)
    assert why(table, action) == reason
    assert table.why_not(action).rules


@pytest.mark.rule("BIL-34")
@pytest.mark.parametrize(("hop", "before", "after"), [("b2-g2", 1, 2), ("b2-e2", 1, 0)])
def test_a_wrong_hop_says_how_many_cells_lie_on_either_side(hop, before, after):
    refused = race("b2 d2", AWAY).why_not(hop)
    assert refused.message.args == {"before": before, "after": after}
    assert str(before) in say(refused.message, "fr")
    assert str(after) in say(refused.message, "en")


@pytest.mark.rule("BIL-22", "BIL-37", "BIL-50")
@pytest.mark.parametrize(
    ("cells", "action", "reason"),
    [
        ("f8 k8", "f8-p8", "over_lake"),
        ("f8 g9", "f8-g8", "lake"),
        ("e8 f8", "e8-g8", "lake"),
        ("h9 h6", "h9-h3", "over_lake"),
        ("d11 f9", "d11-h7", "lake"),
    ],
)
def test_the_lake_is_not_crossed_nor_entered(cells, action, reason):
    assert why(race(cells, AWAY), action) == reason


@pytest.mark.rule("BIL-03", "BIL-23", "BIL-26", "BIL-39", "BIL-42", "BIL-43")
def test_a_series_of_four_hops_over_the_referee():
    table = race("c3 d3", f"{AWAY} e4 d5")
    event = table.play("c3-c1")
    assert event.path == ("e3", "e5", "c5", "c1")
    assert event.text == "c3-e3-e5-c5-c1"
    assert "c3-c1" not in texts(race("c3 d3", f"{AWAY} e4"))


@pytest.mark.rule("BIL-39")
def test_nobody_lands_on_the_referee_and_it_is_in_the_way():
    table = race("c3 d3", f"{AWAY} e4 d5 c4")
    assert why(table, "c3-e3-c3") == "lands_on_kangaroo"
    assert why(table, "c3-c3") == "same_cell"
    # From c5 the hop over the referee has c4 in the way: two under one hop.
    assert why(table, "c3-e3-e5-c5-c1") == "two_kangaroos_in_the_way"


@pytest.mark.rule("BIL-38")
def test_the_same_kangaroo_may_be_hopped_over_twice():
    table = race("d3 f3", f"{AWAY} h4 g5")
    assert table.play("d3-h3-h5-f5-f1").path == ("h3", "h5", "f5", "f1")


@pytest.mark.rule("BIL-23")
def test_as_many_hops_as_one_likes():
    table = race("a1 b1 d1 f1", f"{AWAY} g2 g4 f5")
    assert table.play("a1-e5").path == ("c1", "e1", "g1", "g3", "g5", "e5")


@pytest.mark.rule("BIL-11", "BIL-12", "BIL-44", "BIL-48")
@pytest.mark.parametrize(
    ("cells", "action", "before", "after"),
    [
        ("i3", "i3-h3", 0, 1),
        ("i6", "i6-h5", 0, 1),
        ("h3", "h3-i3", 0, 0),
        ("h3/1", "h3-i3", 1, 0),
        ("h6/1", "h6-i6", 1, 0),
        ("j3 i3", "j3-h3", 0, 1),
        ("k2 i4", "k2-g6", 0, 1),
        ("m1 j4", "m1-g7", 0, None),
        ("h3/1 i4", "h3-j5", 1, 0),
        ("i9", "i9-h9", 0, 0),
        ("h14/1", "h14-i13", 1, 1),
        ("j12 i12", "j12-h12", 0, 0),
        ("k9 i11", "k9-g13", 0, 0),
    ],
)
def test_the_stream_counts_both_ways_and_never_below_none(cells, action, before, after):
    table = race(cells, AWAY)
    if after is None:
        assert action not in texts(table)
        return
    assert table.state[0].crossings[0, 0] == before
    table.play(action)
    assert table.state[0].crossings[0, 0] == after


@pytest.mark.rule("BIL-49")
def test_one_cell_with_other_crossings_is_another_move():
    table = race("h3 i3", f"{AWAY} j4 i5 h4")
    assert {"h3-h5/0", "h3-h5/1"} <= texts(table)
    codes = [
        table.game.codec.parse(table.box[0], table.state[0], 0, text)[0] for text in ("h3-h5/0", "h3-h5/1")
    ]
    assert len(set(codes)) == 2
    assert why(table, "h3-h4") == "cell_taken"
    table.play("h3-j3-j5-h5")
    assert table.state[0].crossings[0, 0] == 1


@pytest.mark.rule("BIL-49")
def test_the_legal_list_names_each_move_once():
    table = race("h3 i3 j5/1 k5", f"{AWAY} j4 i5 h4")
    legal = list(table.legal_actions())
    assert len(legal) == len(set(legal))
    for code in range(table.game.num_actions(table.box[0])):
        assert (table.why_not(code) is None) == (code in set(legal))


@pytest.mark.rule("BIL-45")
def test_home_by_a_slide():
    table = race("i3/1 a1", AWAY)
    assert "i3-home" in texts(table)
    assert why(table, "i3-h3") == ""
    assert table.play("i3-home").path == ("h2",)  # by h2, h3 or h4: south-west comes first
    assert table.state[0].home[0] == 4
    assert table.state[0].cell[0, 0] == -1
    assert not np.asarray(table.state[0].lines)[table.box[0].line[table.box[0].width * 11 + 8]].any()


@pytest.mark.rule("BIL-45")
def test_home_at_the_first_landing_of_a_series():
    table = race("j3/1 i3 a1", f"{AWAY} g3")
    assert [text for text in texts(table, "j3") if text.endswith("home")] == ["j3-home"]
    assert "j3-f3" not in texts(table)
    assert {why(table, f"j3-h3-{beyond}") for beyond in ("f3", "f3-home", "h5")} == {"already_home"}
    assert table.play("j3-home").text == "j3-home"
    assert table.actors == (1,)


@pytest.mark.rule("BIL-16")
def test_a_player_who_can_move_must():
    assert why(race("c3", AWAY), "pass") == "must_move"


@pytest.mark.rule("BIL-16")
def test_a_player_who_cannot_move_passes():
    table = race("a1", "a2 b1 b2 a3 c1", "c3 p14")
    assert texts(table) == {"pass"}
    table.play("pass")
    assert table.actors == (1,)
    assert table.state[0].turns[0] == 1


@pytest.mark.rule("BIL-16")
def test_only_your_kangaroo_and_only_on_your_turn():
    table = race("c3", "e5")
    assert why(table, "e5-e6") == "not_your_kangaroo"
    assert table.why_not("e5-e6", seat=1).key.endswith("not_your_turn")
    assert why(table, {"kind": "race", "kangaroo": 4, "to": "c4"}) == "already_home"
    assert why(table, {"kind": "race", "kangaroo": 7, "to": "c4"}) == "not_your_kangaroo"
    assert why(table, "k3") == "not_while_racing"


@pytest.mark.rule("BIL-41")
@pytest.mark.parametrize("cells", ["c3 e5", "i3 h3 j5/1 k5", "a1"])
def test_binding_changes_neither_legality_nor_effects(cells):
    free, binding = (race(cells, f"{AWAY} h4", options={"touch_move": on}) for on in (False, True))
    assert list(free.legal_actions()) == list(binding.legal_actions())
    assert binds_to_kangaroo(binding.state[0])
    assert not binds_to_kangaroo(free.state[0])
    for code in range(0, free.game.num_actions(free.box[0]), 13):
        refused, expected = binding.why_not(code), free.why_not(code)
        assert (refused and refused.key) == (expected and expected.key)
    action = list(free.legal_actions())[-1]
    for table in (free, binding):
        table.play(action)
        assert table.actors == (1,)
    position = binding.position()
    assert position.pop("options") == {**free.position()["options"], "touch_move": True}
    assert position == {key: value for key, value in free.position().items() if key != "options"}


@pytest.mark.rule("BIL-41")
def test_nothing_binds_while_kangaroos_are_placed():
    assert not binds_to_kangaroo(Table("billabong", seats=3, options={"touch_move": True}).state[0])


@pytest.mark.rule("BIL-23")
def test_a_blocked_series_is_refused_though_another_way_exists():
    table = race("j1 i1 i2", "p14")
    assert {"j1-h1", "j1-h3"} <= texts(table, "j1")
    assert views.clicked(table.journal, 0, ["k0.0", "h3"])
    with pytest.raises(Illegal) as refused:
        views.clicked(table.journal, 0, ["k0.0", "h1", "h3"])
    assert refused.value.message.key == "billabong.reason.nobody_to_hop_over"
    assert refused.value.rules
