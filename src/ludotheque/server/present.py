"""What each audience is told of a table: scenes, moves and the table itself, built from hidden views only and kept per number."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ludotheque.core.message import Message
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.scene import lean
from ludotheque.scene.budget import trimmed
from ludotheque.scene.model import Happening, Scene
from ludotheque.server.commands import may_ask_undo, undo_is_free, was_just_told
from ludotheque.server.fold import TableState
from ludotheque.server.wire import plain

_encode = msgspec.json.Encoder().encode
Audience = frozenset[int]


class Views:
    """The caches of what was shown of one table. `forget` after each event; lists of moves are kept and only grow."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._scenes: dict[Audience, msgspec.Raw] = {}
        self._moves: dict[Audience, list[msgspec.Raw]] = {}
        self._layout: msgspec.Raw | None = None

    def forget(self, keep: int | None = None) -> None:
        """Something happened; with `keep`, moves from that index on were taken back."""
        self._scenes.clear()
        if keep is not None:
            for moves in self._moves.values():
                del moves[keep:]

    def scene(self, audience: Audience) -> Any:
        """The scene now as JSON ready to be sent (null before the game starts)."""
        if self.state.table is None:
            return None
        if audience not in self._scenes:
            self._scenes[audience] = msgspec.Raw(_encode(lean.scene(trimmed(scene_of(self.state, audience)))))
        return self._scenes[audience]

    def layout(self) -> Any:
        """The layout, which never changes, as JSON ready to be sent (null before the game starts)."""
        if self.state.table is None:
            return None
        if self._layout is None:
            self._layout = msgspec.Raw(_encode(self.state.table.layout()))
        return self._layout

    def moves(self, audience: Audience) -> list[msgspec.Raw]:
        """All moves so far, each as JSON ready to be sent."""
        table = self.state.table
        if table is None:
            return []
        key = audience if self.state.game.secrets else frozenset()
        told = self._moves.setdefault(key, [])
        missing = len(table.events) - len(told)
        if missing == 1:
            happenings: Sequence[Happening] = [table.happening(key, len(told))]
        elif missing > 1:
            happenings = table.happenings(key)[len(told) :]
        else:
            happenings = []
        told += [msgspec.Raw(_encode(_move(n, h))) for n, h in enumerate(happenings, len(told) + 1)]
        return told


def _move(number: int, happening: Happening) -> dict[str, Any]:
    heard = {"sound": happening.sound, "cry": happening.cry}
    return {name: value for name, value in heard.items() if value} | {
        "n": number,
        "seat": happening.seat,
        "text": happening.text,
        "message": happening.message,
        "motions": happening.motions,
        "trace": happening.trace,
    }


def scene_of(state: TableState, audience: Iterable[int]) -> Scene:
    """The scene for these seats: the game's own, without choices for seats that gave up or once the game has stopped."""
    assert state.table is not None
    scene: Scene = state.table.scene(audience)
    if not state.resigned:
        return scene
    choices = tuple(
        choice for choice in scene.choices if state.phase == "playing" and choice.seat not in state.resigned
    )
    outcome = state.outcome
    if outcome is None:
        return dataclasses.replace(scene, choices=choices)
    standings = tuple(
        dataclasses.replace(standing, rank=outcome.ranking[standing.seat]) for standing in scene.standings
    )
    if state.table.is_over:
        return dataclasses.replace(scene, standings=standings)
    return dataclasses.replace(
        scene,
        choices=(),
        actors=(),
        standings=standings,
        ending=outcome.ending,
        due_ms=-1,
        prompt=Message("ui.prompt.resigned"),
    )


def table_object(state: TableState, guest: int, online: set[int], rules: str) -> dict[str, Any]:
    """The table as this guest may know it, without `since_ms` (which changes by itself). `rules`: how far they are prepared."""
    over = state.phase == "over"
    outcome = state.outcome
    mine = state.seats_of(guest)
    return {
        "id": state.id,
        "game": state.game.name,
        "seats": state.seats,
        "options": state.options,
        "first": state.first,
        "phase": state.phase,
        "host": bool(guest) and guest == state.host,
        "chairs": [
            {
                "seat": seat,
                "who": chair.who,
                "name": chair.name,
                "level": chair.level,
                "here": chair.here,
                "yours": seat in mine,
                "online": chair.who == "bot" or (chair.who == "person" and chair.guest in online),
                "resigned": chair.resigned,
                "handicap_ms": state.handicaps[seat],
            }
            for seat, chair in enumerate(state.chairs)
        ],
        "may_undo": _undoable(state, mine),
        "may_ask": [seat for seat in mine if may_ask_undo(state, seat)],
        "asking": _asking(state),
        "rematch": state.rematch,
        "outcome": None if outcome is None else plain(outcome),
        "commitment": state.commitment,
        "nonces": [chair.nonce.hex() for chair in state.chairs] if state.table is not None else [],
        "seed": state.seed.hex() if over else None,
        "bots": _bots(state, rules),
    }


def _bots(state: TableState, rules: str) -> str:
    """How strong bots play: `ready`, as strong as they can; `hasty` while rules are being compiled; `weak` where they cannot be."""
    if rules == "ready" or state.game.has_reflexes:
        return "ready"
    if all(chair.who != "bot" or chair.level == "random" for chair in state.chairs):
        return "ready"
    return "weak" if rules == "failed" else "hasty"


def _undoable(state: TableState, mine: Iterable[int]) -> list[int]:
    """Those of these seats that may take something back at once; -1 where it is what was told of a die."""
    seats = [seat for seat in mine if seat not in state.resigned]
    if seats and was_just_told(state):
        return [CHANCE_SEAT]
    return [seat for seat in seats if undo_is_free(state, seat)]


def _asking(state: TableState) -> dict[str, Any] | None:
    asking = state.asking
    if asking is None:
        return None
    return {
        "seat": asking.seat,
        "answers": {str(seat): True for seat in asking.yes},
        "waiting": [seat for seat in asking.of if seat not in asking.yes],
    }


def view_hash(seq: int, table: dict[str, Any], you: dict[str, Any], shown: Any) -> str:
    """A name for everything a browser shows of a table, the same as long as none of it changed."""
    return hashlib.sha256(_encode([seq, table, you, shown])).hexdigest()[:20]
