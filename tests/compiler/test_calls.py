"""What compiled rules say to arguments that do not fit: an error, and never a crash."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from ludotheque import Table
from ludotheque.core import artefact, entry, verbs
from ludotheque.core.memory import Pool, array_of, room

pytestmark = pytest.mark.skipif(not artefact.is_loaded("bantu"), reason="bantu is not compiled")


@pytest.fixture
def table() -> Table:
    return Table("bantu", 2, seed=1)


def wrong(table: Table) -> list[Any]:
    box = table.journal.box
    return [None, 5, "box", memoryview(box), bytes(box), box[:10], box + b"1", room("int32", 9), np.zeros(3), np.zeros(1, [("x", "i1")])[0]]  # fmt: skip


def test_an_invalid_box_or_state_is_refused(table: Table) -> None:
    for given in wrong(table):
        with pytest.raises(TypeError, match="must be an array of one record, the box"):
            entry.actors(given, table.journal.state)
    state = table.journal.state
    for given in (np.zeros(2, array_of(state).dtype), np.zeros(1, array_of(state).dtype)[::-1][:0]):
        with pytest.raises(TypeError, match="one record, the state"):
            entry.actors(table.journal.box, given)


def test_working_space_of_another_kind_is_refused(table: Table) -> None:
    box, state = table.journal.box, table.journal.state
    for out in (
        room("int64", 99),
        room("float64", 99),
        bytes(400),
        None,
        np.zeros(99),
        np.zeros((9, 9), np.int32),
    ):
        with pytest.raises(TypeError, match="contiguous array of int32"):
            entry.legal(box, state, 0, out)
    fixed = room("int32", 99).toreadonly()
    with pytest.raises(TypeError, match="contiguous array of int32"):
        entry.legal(box, state, 0, fixed)
    fixed.release()  # nobody holds it any more


def test_records_arrays_and_their_parts_are_the_same_to_rules(table: Table) -> None:
    box, state = table.journal.box, table.journal.state
    wanted = entry.actors(box, state)
    for one in (box, array_of(box), array_of(box)[0]):
        for other in (state, array_of(state), array_of(state)[0]):
            assert entry.actors(one, other) == wanted
    with artefact.interpreting():
        for other in (state.copy(), array_of(state).copy(), array_of(state).copy()[0]):
            entry.play(box, other, table.actors[0], int(table.legal_actions()[0]))
            assert int(other[0]["to_play"] if not isinstance(other, np.void) else other["to_play"]) != int(
                state["to_play"]
            )


def test_rules_run_as_python_on_arrays_too() -> None:
    for name, options in (("banjooli-cross", {"berries": True}), ("boussanga", {}), ("billabong", {})):
        table = Table(name, 2, options, seed=1)
        for _ in range(6):
            seat = table.actors[0]
            out = np.zeros(table.game.max_legal, np.int32)
            count = verbs.legal(table.box[0], table.state[0], seat, out)
            assert out[:count].tolist() == list(table.legal_actions())
            table.play(int(out[count - 1]))


def test_a_pool_is_as_good_as_an_array() -> None:
    from ludotheque.bots.tree import NODE

    pool = Pool(3, NODE)
    assert (pool.shape, pool.array["visits"].tolist()) == ((3,), [0, 0, 0])


LATE = """
from ludotheque import Table, bots
from ludotheque.core import entry
table = Table("bantu", 2, seed=1)
wanted = entry.actors(table.journal.box, table.journal.state)
import sys; assert "numpy" not in sys.modules
assert entry.actors(table.box, table.journal.state) == entry.actors(table.box[0], table.state[0]) == wanted
def own(sight): return max(sight.actions, key=lambda action: sight.worth(sight.after(action)))
from ludotheque.core.luck import Luck
for level in ("easy", "greedy", own):
    print(bots.choose_in(table.game, table.journal.box, table.journal.state, table.actors[0], level, Luck.of(1)))
"""


def test_numpy_may_be_imported_later() -> None:
    done = subprocess.run([sys.executable, "-c", LATE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == 3
