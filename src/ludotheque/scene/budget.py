"""Keeps scenes small enough to be sent often: large choices are cut to their first clicks."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ludotheque.scene.columns import Columns, encode, short
from ludotheque.scene.model import Choices, Scene

MAX_SCENE = 64 * 1024
"""The largest scene in bytes, before compression, that may be sent after each action."""

MAX_CHOICES = 48 * 1024
"""The most bytes for a scene's choices. Larger ones are cut to their first clicks; the client asks for the rest by the first click."""

MAX_REST = 48 * 1024
"""The most bytes for all of a scene but its choices. The law `budget` holds games to it, so beside small choices it need not be measured."""


def sent(scene: Scene) -> bytes:
    """The scene as JSON, as far as it fits."""
    return encode(fitted(scene))


def fitted(scene: Scene) -> Scene:
    """The scene with its choices cut to fit; the same object if all fit. Cut choices have `more`.

    The seats share the bytes for choices, which are fewer if the rest of the scene is large.
    """
    return fit(scene)[0]


def fit(scene: Scene) -> tuple[Scene, list[msgspec.Raw]]:
    """The same, and the choices that fit as a `change` has them: they are written to be measured, and need not be written twice."""
    if not scene.choices:
        return scene, []
    written, count = [short(choice) for choice in scene.choices], len(scene.choices)
    sizes = [_whole_bytes(choice, text) for choice, text in zip(scene.choices, written, strict=True)]
    room = min(MAX_CHOICES, MAX_SCENE - MAX_REST) // count
    if max(sizes) > room:
        room = min(MAX_CHOICES, MAX_SCENE - rest_bytes(scene)) // count
    if max(sizes) > room:
        choices = [
            _cut(choice) if each > room else choice for choice, each in zip(scene.choices, sizes, strict=True)
        ]
        scene, written = replace(scene, choices=tuple(choices)), [short(choice) for choice in choices]
    return scene, [msgspec.Raw(each) for each in written]


def rest_bytes(scene: Scene) -> int:
    """How many bytes all of a scene takes but its choices."""
    return len(encode(replace(scene, choices=()))) + len('"choices":[],') + len(scene.choices) - 1


def _whole_bytes(choice: Choices, written: bytes) -> int:
    """How many bytes choices take with nodes one by one. `written` has them as they are."""
    nodes = choice.nodes
    return len(written) + (nodes.whole_bytes - len(nodes.json) if isinstance(nodes, Columns) else 0)


def _cut(choice: Choices) -> Choices:
    firsts = tuple(replace(choice.nodes[root], next=(), effects=-1) for root in choice.roots)
    roots = tuple(range(len(firsts)))
    return replace(choice, nodes=firsts, roots=roots, overlays=(), previews=(), effects=(), more=True)


def beginning_with(choice: Choices, click: str) -> Choices:
    """The part of a seat's choices that begins with this click, renumbered; empty if there is none."""
    order: list[int] = []
    waiting = [root for root in choice.roots if choice.nodes[root].click == click]
    roots = len(waiting)
    seen = set(waiting)
    while waiting:
        index = waiting.pop(0)
        order.append(index)
        for after in choice.nodes[index].next:
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    renumbered = {old: new for new, old in enumerate(order)}
    overlays, previews, effects = (_kept(choice, order, name) for name in ("overlay", "preview", "effects"))
    nodes = tuple(
        replace(
            choice.nodes[old],
            next=tuple(renumbered[after] for after in choice.nodes[old].next),
            overlay=overlays.get(choice.nodes[old].overlay, -1),
            preview=previews.get(choice.nodes[old].preview, -1),
            effects=effects.get(choice.nodes[old].effects, -1),
        )
        for old in order
    )
    return replace(
        choice,
        nodes=nodes,
        roots=tuple(range(roots)),
        overlays=tuple(choice.overlays[old] for old in overlays),
        previews=tuple(choice.previews[old] for old in previews),
        effects=tuple(choice.effects[old] for old in effects),
        more=False,
    )


def _kept(choice: Choices, order: Iterable[int], name: str) -> dict[int, int]:
    """The overlays, previews or effects of these nodes: their new numbers by their old ones."""
    old = dict.fromkeys(getattr(choice.nodes[index], name) for index in order)
    return {number: new for new, number in enumerate(number for number in old if number >= 0)}
