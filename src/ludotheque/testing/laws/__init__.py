"""The laws, a file a subject. `LAWS` is all of them in the order in which they are looked at."""

from __future__ import annotations

from ludotheque.testing.law import Law
from ludotheque.testing.laws import (
    blind,
    chance,
    declared,
    drawing,
    ending,
    legality,
    modes,
    scenes,
    secrets,
    takeback,
    writing,
)

LAWS: tuple[Law, ...] = (
    ending.ends,
    ending.actors,
    legality.legal,
    legality.reasons,
    legality.play,
    legality.nonsense,
    ending.returns,
    ending.judge,
    chance.ranges,
    chance.conserved,
    chance.chance,
    declared.options,
    declared.named,
    declared.rulebook,
    declared.golden,
    writing.notation,
    writing.saved_bytes,
    writing.position,
    writing.record,
    writing.going_on,
    modes.compiled,
    takeback.undo,
    takeback.takeback,
    takeback.sealed,
    secrets.hide,
    secrets.redeal,
    secrets.veil,
    blind.blind,
    scenes.scene,
    scenes.choices,
    drawing.budget,
    drawing.drawn,
    scenes.told,
)
