"""Looks at boxes and states: one for all that hold the same, and never of what was there before."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core import recarrays
from ludotheque.scene import snapshot

KIND = np.dtype([("to_play", np.int8), ("score", np.int16, (2,)), ("cell", np.int8, (2, 3))])


def state(to_play: int = 1) -> Any:
    made = np.zeros(1, KIND)
    made["to_play"], made["score"] = to_play, (3, 4)
    return made


def test_a_look_reads_fields_as_python_has_them() -> None:
    found = snapshot.of(state()[0])
    assert (found["to_play"], found["score"]) == (1, [3, 4])
    assert found["cell"].shape == (2, 3)
    assert snapshot.of(found) is found
    assert snapshot.record(found)["to_play"] == 1


def test_states_that_hold_the_same_are_looked_at_once() -> None:
    assert snapshot.of(state()[0]) is snapshot.of(state()[0])
    assert snapshot.of(state()[0]) is not snapshot.of(state(0)[0])


def test_states_with_attributes_and_without_are_looked_at_apart() -> None:
    plain, named = state(), np.zeros(1, recarrays.with_attributes(KIND))
    named["to_play"], named["score"] = 1, (3, 4)
    assert plain.tobytes() == named.tobytes()
    assert snapshot.of(plain[0]).record["to_play"] == 1
    assert snapshot.of(named[0]).record.to_play == 1


def test_a_changed_state_is_inspected_again() -> None:
    made = state()
    before = snapshot.of(made[0])
    made["to_play"] = 0
    assert (before["to_play"], before.record["to_play"]) == (1, 1)
    assert snapshot.of(made[0])["to_play"] == 0


def test_each_box_is_inspected_once_for_all_its_tables() -> None:
    one, other = state(), state()
    assert snapshot.of_box(one[0]) is snapshot.of_box(one[0])
    assert snapshot.of_box(other[0]) is not snapshot.of_box(one[0])
    assert snapshot.of_box(snapshot.of_box(one[0])) is snapshot.of_box(one[0])
    row = np.concatenate([state(0), state(1)])
    assert [snapshot.of_box(record)["to_play"] for record in row] == [0, 1], "two boxes in one array"


def test_the_number_of_kept_boxes_is_bounded() -> None:
    boxes = [state(number % 100) for number in range(3 * snapshot.MAX_BOXES)]
    assert [snapshot.of_box(box[0])["to_play"] for box in boxes] == [box["to_play"][0] for box in boxes]
    assert len(snapshot._boxes) <= snapshot.MAX_BOXES


def test_values_of_a_box_and_a_state_are_computed_once() -> None:
    made: list[int] = []

    def seats(box: Any, at: Any) -> list[int]:
        made.append(1)
        return [box["to_play"], at["to_play"]]

    one, other, at = snapshot.of_box(state(7)[0]), snapshot.of_box(state(8)[0]), snapshot.of(state()[0])
    assert snapshot.once(one, at, seats) is snapshot.once(one, snapshot.of(state()[0]), seats)
    assert len(made) == 1
    assert snapshot.once(other, at, seats) == [8, 1]
    assert snapshot.once(one, snapshot.of(state(0)[0]), seats) == [7, 0]
