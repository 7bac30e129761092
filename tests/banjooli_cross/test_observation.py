"""What a learning program sees of a course."""

import pytest

from ludotheque.core import entry
from ludotheque.core.memory import room
from ludotheque.games.banjooli_cross.rules.course import exists, ground
from ludotheque.games.banjooli_cross.state import GROUND_SIGNS, SPACES
from ludotheque.table import Table


@pytest.mark.parametrize("tiles", [4, 6])
def test_each_space_of_the_course_shows_its_ground(tiles):
    table = Table("banjooli-cross", 2, {"tiles": tiles}, seed=1)
    box, state = table.journal.setup.box, table.journal.state
    seen = room("float32", table.game.observation(box[0], state[0]).size)
    entry.observe(box, state, 0, seen)
    planes = seen.tolist()
    for space in range(SPACES):
        shown = [kind for kind in range(len(GROUND_SIGNS)) if planes[kind * SPACES + space]]
        there = exists(box[0], state[0], space)
        assert shown == ([ground(box[0], state[0], space)] if there else [])
