"""What is told of a move, without asking for all the others."""

from __future__ import annotations

import random

import pytest

from ludotheque import Table
from ludotheque.games.billabong import codes
from ludotheque.games.billabong.labels import cell_named
from ludotheque.games.billabong.series import series_of
from ludotheque.table import views


@pytest.mark.parametrize("seed", range(4))
def test_a_move_slides_and_names_crossings_if_a_twin_is_legal(
    seed: int,
) -> None:
    table, rng, seen = Table("billabong", seats=2, seed=seed), random.Random(seed), set()
    for _ in range(60):
        if table.is_over:
            break
        b, seat = table.box[0], table.actors[0]
        legal = list(table.legal_actions(seat))
        action = rng.choice(legal)
        raced = action >= codes.race_start(b) and codes.crossings_then(b, action) < 2
        kangaroo = int(codes.mover(b, action)) if raced else 0
        slides = set(series_of(b, table.state[0], seat, kangaroo).neighbours) if raced else set()
        event = table.play(action, seat)
        if not raced:
            continue
        crossings = int(codes.crossings_then(b, action))
        twin = int(codes.move_code(b, kangaroo, int(codes.destination(b, action)), 1 - crossings))
        assert event.text.endswith(f"/{crossings}") == (twin in legal)
        told = views.event_view(table.journal, range(2), len(table.events) - 1)
        slid = len(event.path) == 1 and cell_named(b, event.path[0]) in slides
        assert ("slide" in told.message.key) == slid, told.message
        seen.add(slid)
    assert seen == {True, False}
