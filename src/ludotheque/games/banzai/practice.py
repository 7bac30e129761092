"""The practice of Banzaï!, about forty seconds: pass a card, call, grab a pawn; fall for a feint or not; react to another player's call.

The rules themselves play the situations, at a table of three: the learner, Mia and Noé.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banzai.labels import player
from ludotheque.games.banzai.scene import table_layout
from ludotheque.scene.model import Scene
from ludotheque.scene.practice import Practice, Step
from ludotheque.table import Table

YOU, MIA, NOE = range(3)
NAMES = ("", "Mia", "Noé")
AUDIENCE = {YOU}
HOP_MS, LOOK_MS = 1600, 4000
"""How long cards slide, and how long a feint hangs in the air."""

_BEGINNING: dict[str, Any] = {
    "game": "banzai",
    "seats": 3,
    "options": {"time_limit": 0},
    "round": 1,
    "phase": "open",
    "now_ms": 10_000,
    "exchanges": 1,
    "families": ["fox", "frog", "cow"],
    "seating": [YOU, MIA, NOE],
}
_NEARLY: dict[str, Any] = {
    "hands": [
        ["fox.lord", "fox.warrior", "fox.princess", "fox.kid", "cow.kid"],
        ["cow.lord", "cow.princess", "frog.lord", "frog.kid", "frog.warrior"],
        ["fox.magician", "cow.warrior", "cow.magician", "frog.princess", "frog.magician"],
    ],
    "chosen": {"1": "cow.princess", "2": "fox.magician"},
}
"""Four foxes and a cow; Noé is about to pass on the fifth fox."""

_NOTHING: dict[str, Any] = {
    "hands": [
        ["fox.lord", "fox.warrior", "cow.kid", "cow.lord", "fox.kid"],
        ["cow.princess", "fox.magician", "cow.warrior", "cow.magician", "fox.princess"],
        ["frog.lord", "frog.warrior", "frog.princess", "frog.kid", "frog.magician"],
    ],
    "exchanges": 2,
}
"""Noé has all the frogs, and says nothing yet."""


def practice() -> Practice:
    """Play the practice through and return it."""
    return Practice(layout=table_layout(), seat=YOU, names=NAMES, steps=(*_own_call(), *_anothers_call()))


def _say(name: str) -> Message:
    return Message(f"banzai.practice.{name}")


def _pawns(scene: Scene) -> tuple[str, ...]:
    """The pawns that lie on the table."""
    return tuple(piece.id for piece in scene.pieces if piece.sprite == "pawn" and piece.seat < 0)


def _own_call() -> list[Step]:
    """Four foxes become five: the learner calls, and grabs."""
    table = Table.from_position(_BEGINNING | _NEARLY)
    steps = [_passing(table)]
    table.play("choose cow.kid", YOU, at_ms=11_000)
    steps.append(Step(scene=table.scene(AUDIENCE), say=_say("slide"), wait_ms=HOP_MS))
    table.advance(table.due_ms)
    steps.append(Step(scene=table.scene(AUDIENCE), say=_say("call"), want=("call.banzai",)))
    at_ms = int(table.s["now_ms"]) + 1000
    table.play("banzai", YOU, at_ms=at_ms)
    racing = table.scene(AUDIENCE)
    steps.append(
        Step(
            scene=racing,
            say=_say("grab"),
            want=_pawns(racing),
            cry=Message("banzai.cry.banzai"),
            by=YOU,
        )
    )
    table.play("grab 0", YOU, at_ms=at_ms + 600)
    table.play("grab 1", MIA, at_ms=at_ms + 900)
    steps.append(Step(scene=table.scene(AUDIENCE), say=Message("banzai.practice.out", {"who": player(NOE)})))
    return steps


def _passing(table: Table) -> Step:
    scene = table.scene(AUDIENCE)
    foxes = tuple(card for card in _NEARLY["hands"][YOU] if card.startswith("fox"))
    return Step(
        scene=scene,
        say=_say("pass"),
        want=("cow.kid",),
        tempting=foxes,
        forgiven=_say("keep"),
    )


def _anothers_call() -> list[Step]:
    """A feint that costs who falls for it their place; then the true call."""
    table = Table.from_position(_BEGINNING | _NOTHING)
    at_ms = int(table.s["now_ms"]) + 1000
    table.play("feint banz", MIA, at_ms=at_ms)
    scene = table.scene(AUDIENCE)
    steps = [
        Step(
            scene=scene,
            say=Message("banzai.practice.feint", {"who": player(MIA)}),
            wait_ms=LOOK_MS,
            tempting=_pawns(scene),
            forgiven=_say("touched"),
            rules=("BNZ-36",),
            cry=Message("banzai.cry.banz"),
            by=MIA,
        )
    ]
    at_ms += LOOK_MS
    table.play("banzai", NOE, at_ms=at_ms)
    racing = table.scene(AUDIENCE)
    steps.append(
        Step(
            scene=racing,
            say=Message("banzai.practice.quick", {"who": player(NOE)}),
            want=_pawns(racing),
            cry=Message("banzai.cry.banzai"),
            by=NOE,
            timed=True,
        )
    )
    table.play("grab 0", YOU, at_ms=at_ms + 400)
    table.play("grab 1", NOE, at_ms=at_ms + 700)
    steps.append(Step(scene=table.scene(AUDIENCE), say=_say("done"), rules=("BNZ-36", "BNZ-37")))
    return steps
