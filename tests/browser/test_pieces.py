"""What lies on the board is what the scene says, however briskly it came there: a piece that has moved and then leaves is gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from browser.conftest import staged
from browser.house import House
from browser.stage import GAMES, HOST, SIZES, Stage, actions, begun, moment
from ludotheque.server.room.log_events import Undone
from ludotheque.server.room.views import ViewCache
from tests.depth import deep
from tests.server.played import Played

pytestmark = pytest.mark.browser

MOVES = 16
BEATS, BEAT_MS = 30, 200
DRAWN = "() => [...document.querySelectorAll('.pieces [data-piece]')].map(one => one.dataset.piece)"


@pytest.fixture(scope="module")
def moving(chromium: Any, house: House, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Any moment, to somebody who likes to see pieces move."""
    yield from staged(chromium, house, request, "fr-FR", reduced_motion="no-preference")


def is_clean(stage: Stage, played: Played) -> bool:
    """Whether, as soon as what was shown for a beat has gone, no piece is drawn that the scene does not have, and none twice."""
    scene = ViewCache(played.state).scene(frozenset(played.state.seats_of(HOST)))
    assert scene is not None
    there = Counter(piece.id for piece in scene.thing.pieces)
    for _ in range(BEATS):
        drawn = Counter(stage.page.evaluate(DRAWN))
        if drawn and not drawn - there:
            return True
        stage.page.wait_for_timeout(BEAT_MS)
    return False


@pytest.mark.parametrize("game", [game if game in ("boussanga", "banzai") else deep(game) for game in GAMES])
def test_a_piece_that_has_moved_leaves_nothing_behind(moving: Stage, game: str) -> None:
    played = begun(game, 3)
    moving.show(moment(played, "moves"), SIZES["phone"])
    for done in actions(played):
        if done > 0:
            moving.tell(moment(played, "moves"))
            assert is_clean(moving, played), f"after {done} actions"
        if done == MOVES:
            break


def test_a_move_that_is_taken_back_leaves_nothing_behind(moving: Stage) -> None:
    played = begun("boussanga")
    moving.show(moment(played, "back"), SIZES["phone"])
    for done in actions(played):
        table = played.state.table
        assert table is not None
        moving.tell(moment(played, "back"))
        if done == 6:
            break
    laid = len(table.journal.events)
    played.happen(Undone(0, laid - 2))
    moving.tell(moment(played, "back"))
    assert is_clean(moving, played)
