"""`Practice`: a short guided exercise for new players, made of a few situations of the game.

A game's presenter may have a method `practice()` that returns one. The browser shows its scenes with the table's own pieces, hand and
calls, and moves on when the player has done what was asked. Nothing is sent to the server.
"""

from __future__ import annotations

import msgspec

from ludotheque.core.message import Message
from ludotheque.scene.model import Layout, Scene


class Step(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """One situation of a practice.

    Attributes:
        scene: the situation.
        say: what the player reads.
        want: the ids of which one must be clicked to move on. If empty, a button moves on.
        wait_ms: the step moves on by itself after this many milliseconds; 0 if it does not.
        tempting: the ids that must not be clicked while waiting. A click on one restarts the wait.
        forgiven: what the player reads after such a click.
        rules: the ids of the rulebook rows behind it.
        cry: what `by` calls out.
        by: the seat that calls; -1 for none.
        timed: whether to show how long the player took.
    """

    scene: Scene
    say: Message
    want: tuple[str, ...] = ()
    wait_ms: int = 0
    tempting: tuple[str, ...] = ()
    forgiven: Message | None = None
    rules: tuple[str, ...] = ()
    cry: Message | None = None
    by: int = -1
    timed: bool = False


class Practice(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A short guided exercise.

    Attributes:
        layout: the board, the same for all steps.
        seat: the seat of the player.
        names: the names of the other players, by seat.
        steps: the situations in order.
    """

    layout: Layout
    seat: int
    names: tuple[str, ...]
    steps: tuple[Step, ...]
