"""Two games that differ only in what an audience cannot know look the same to it, byte for byte, on every channel."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from ludotheque.core.record import dumps
from ludotheque.server.fold import TableState, fold
from ludotheque.server.log import Row
from ludotheque.server.present import Views, beginning_with, scene_of, table_object, trimmed, view_hash
from tests.server.harness import PATIENT


def table(*actions: tuple[int, int]) -> TableState:
    bodies: list[dict[str, Any]] = [
        {"kind": "created", "game": "tiny", "rules": 1, "seats": 2, "options": {"calm": False}, "first": 0,
         "components": PATIENT, "seed": "07" * 32, "host": 1},
        {"kind": "sat", "seat": 0, "guest": 1, "name": "Léa", "here": False, "nonce": "01"},
        {"kind": "sat", "seat": 1, "guest": 2, "name": "Tom", "here": False, "nonce": "02"},
        {"kind": "started", "first": 0},
    ]  # fmt: skip
    bodies += [
        {"kind": "act", "seat": seat, "action": action, "how": [], "ms": 10 * n}
        for n, (seat, action) in enumerate(actions, 1)
    ]
    return fold("t", [Row(seq, None, 1000 + seq, body) for seq, body in enumerate(bodies)])


def told(state: TableState, guest: int) -> bytes:
    """All that a guest is told."""
    audience = frozenset(state.seats_of(guest))
    views = Views(state)
    facts = table_object(state, guest, {1, 2}, preparing=False)
    scene = views.scene(audience)
    assert state.table is not None
    return b"\n".join(
        [
            bytes(scene),
            msgspec.json.encode(facts),
            view_hash(state.seq, facts, {}, scene).encode(),
            *(bytes(move) for move in views.moves(audience)),
            dumps(state.table.record(audience)).encode(),
            *(
                msgspec.json.encode(state.table.scene_at(audience, move))
                for move in range(len(state.table.events) + 1)
            ),
        ]
    )


@pytest.mark.parametrize("guest", [2, 0])
def test_a_sealed_choice_is_not_seen(guest: int) -> None:
    one, other = table((0, 0)), table((0, 2))
    assert told(one, guest) == told(other, guest)
    assert told(one, 1) != told(other, 1), "its own player sees it"


def test_seeds_stay_secret_until_the_end() -> None:
    state = table((0, 0))
    for guest in (0, 1, 2):
        assert state.seed.hex().encode() not in told(state, guest)
    assert table_object(state, 1, set(), preparing=False)["seed"] is None


def test_moves_told_one_by_one_or_all_at_once_are_the_same() -> None:
    actions: Sequence[tuple[int, int]] = [(0, 2), (1, 1), (1, 3)]
    state = table()
    views = Views(state)
    audience = frozenset({1})
    views.moves(audience)
    for n, (seat, action) in enumerate(actions, 1):
        body = {"kind": "act", "seat": seat, "action": action, "how": [], "ms": 10 * n}
        state.apply(Row(state.seq + 1, None, 2000 + n, body))
        views.forget()
        views.moves(audience)
    whole = Views(table(*actions)).moves(audience)
    assert [json.loads(bytes(m))["n"] for m in whole] == list(range(1, len(whole) + 1))
    assert [json.loads(bytes(m))["text"] for m in views.moves(audience)][-1] == json.loads(bytes(whole[-1]))[
        "text"
    ]
    assert len(views.moves(audience)) == len(whole)


def test_too_many_choices_are_cut_and_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table()
    scene = scene_of(state, {0})
    whole = scene.choices[0]
    assert trimmed(scene).choices[0] == whole
    monkeypatch.setattr("ludotheque.server.present.MAX_CHOICES", 10)
    cut = trimmed(scene).choices[0]
    assert cut.more is True
    assert [node.click for node in cut.nodes] == [whole.nodes[root].click for root in whole.roots]
    part = beginning_with(whole, whole.nodes[whole.roots[0]].click)
    assert part.nodes[part.roots[0]].click == whole.nodes[whole.roots[0]].click
    assert beginning_with(whole, "nothing").nodes == ()
