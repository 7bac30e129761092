"""A practice: a few situations of a game, one after the other, in which somebody who does not know it does what it is about.

A game's presenter may have `practice()`, which gives a `Practice`. The browser shows its scenes with the table's own pieces, hand and calls,
and goes on when what is wanted is done; nothing is sent to the server.
"""

from __future__ import annotations

import msgspec

from ludotheque.core.message import Message
from ludotheque.scene.model import Layout, Scene


class Step(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """One situation, what is said of it, and what leads on: a click on one of `want`; nothing wanted: a button that says so.

    With `wait_ms` it goes on by itself after so long; whatever of `tempting` is clicked before that is forgiven: `forgiven` is said, with
    the `rules` behind it, and the wait begins again. `cry` is what `by` calls out. `timed`: how long it took is told.
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
    """The steps of a practice, all on one layout, seen by `seat`; `names` are what the others are called, by seat."""

    layout: Layout
    seat: int
    names: tuple[str, ...]
    steps: tuple[Step, ...]
