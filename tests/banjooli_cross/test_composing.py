"""A course composed by hand: what may follow what, what is refused and why, and that it is played as it was laid."""

from __future__ import annotations

import pytest

from ludotheque import Table
from ludotheque.core.errors import BadOption
from ludotheque.games.banjooli_cross.composing import Course
from ludotheque.table.replay import replay, verify

COURSE = "C1:B:left C5:A S2:B C3:B:right"


def box_and_state():
    table = Table("banjooli-cross", 2, seed=1)
    state = table.game.fresh_state(2, table.game.check_options(2, {}))
    return table.box[0], state[0]


def test_a_course_is_laid_as_composed():
    table = Table("banjooli-cross", 3, {"course": f"  {COURSE} "}, seed=5)
    assert table.options["course"] == COURSE
    assert "tiles" not in table.options
    assert table.position()["course"][1:-1] == COURSE.split()
    again = Table.from_position(table.position())
    assert again.options == table.options
    assert again.state.tobytes() == table.state.tobytes()
    while not table.is_over:
        table.play(table.legal_actions()[0])
    assert verify(table.record()).over
    assert replay(table.record()).state.tobytes() == table.state.tobytes()


@pytest.mark.rule("BJC-13")
@pytest.mark.parametrize(
    ("course", "said"),
    [
        (
            "C1:B:left C2:B:left C5:A C4:A",
            "tile 2, C2:B:left: is a curve after a curve: two curves never touch",
        ),
        ("C1:A C2:A C1:B:left C4:A", "tile 3, C1:B:left: this tile lies in the course already"),
        ("C1:A C2:A C9:A C4:A", "tile 3: the box has no face 'C9:A'"),
        ("C1:A start:A C3:A C4:A", "tile 2, start:A: start and finish are laid without being asked for"),
        ("C1:A C2:A C3:A", "needs at least 4 tiles, not 3"),
        ("C1:A C2:A C3:A C4:A C5:A C6:A S1:A", "tile 7, S1:A: at most 6 tiles fit between start and finish"),
    ],
)
def test_a_tile_that_does_not_fit_is_refused_with_the_reason(course, said):
    with pytest.raises(BadOption) as refused:
        Table("banjooli-cross", 2, {"course": course})
    assert (refused.value.field, refused.value.why) == ("options.course", said)


def test_a_value_that_is_no_text_is_refused():
    with pytest.raises(BadOption, match="must be a text"):
        Table("banjooli-cross", 2, {"course": ["C1:A"]})


@pytest.mark.rule("BJC-13")
def test_the_editor_offers_every_face_and_says_why_not():
    b, s = box_and_state()
    parts = {part.name: part for part in Course().following(b, s, "C1:B:left")}
    assert {"C1:A", "C2:B:left", "C2:B:right", "S1:A", "S2:B"} <= parts.keys()
    assert "start:A" not in parts
    assert parts["C2:A"].why is None
    assert parts["C2:B:left"].why.key == "banjooli-cross.course.curves"
    assert parts["C1:A"].why.key == "banjooli-cross.course.twice"
    assert all(part.picture.startswith("<svg") for part in parts.values())


def test_a_beginning_says_how_many_tiles_are_missing():
    b, s = box_and_state()
    assert Course().missing(b, s, "C1:A C2:A").args == {"n": 2}
    assert Course().missing(b, s, COURSE) is None
    assert Course().picture(b, s, "C1:B:left").startswith("<svg")
    assert int(s["laid"]) == 0, "drawing leaves the state as it was"
