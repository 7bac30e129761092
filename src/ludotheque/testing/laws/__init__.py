"""The laws, a file a subject. `LAWS` is all of them in the order in which they are looked at."""

from __future__ import annotations

from ludotheque.testing.law import Law
from ludotheque.testing.laws import (
    catalogue,
    chance,
    declared,
    ending,
    legality,
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
    catalogue.words,
    declared.golden,
    writing.notation,
    writing.saved_bytes,
    writing.position,
    writing.record,
    writing.going_on,
    takeback.undo,
    secrets.redeal,
    secrets.veil,
    scenes.scene,
    scenes.choices,
    scenes.told,
)
