"""Keeping a scene small enough to be sent often: choices that would be too many are cut to their first clicks."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ludotheque.scene.model import Choices, Scene

MAX_SCENE = 64 * 1024
"""Bytes of a whole scene, before compression, above which it is too heavy to be sent after each action."""

MAX_CHOICES = 48 * 1024
"""Bytes of a scene's choices above which they are cut down to their first clicks; the rest is asked for by its first click."""

encode = msgspec.json.Encoder().encode


def sent(scene: Scene) -> bytes:
    """The scene as JSON, its choices within the byte budget, shared by the seats: too many are cut to their first clicks, `more`.

    They have less room where all the rest of the scene leaves them less. A scene that is small enough is written once.
    """
    whole = encode(scene)
    cut = _within(scene, len(whole))
    return whole if cut is scene else encode(cut)


def _within(scene: Scene, size: int) -> Scene:
    """A scene of so many bytes with as many of its choices as there is room for; itself where nothing has to be cut."""
    if not scene.choices or size <= MAX_CHOICES // len(scene.choices):
        return scene
    sizes = [len(encode(choice)) for choice in scene.choices]
    room = min(MAX_CHOICES, MAX_SCENE - (size - sum(sizes))) // len(sizes)
    if max(sizes) <= room:
        return scene
    choices = (
        _cut(choice) if each > room else choice for choice, each in zip(scene.choices, sizes, strict=True)
    )
    return replace(scene, choices=tuple(choices))


def _cut(choice: Choices) -> Choices:
    firsts = tuple(replace(choice.nodes[root], next=()) for root in choice.roots)
    return replace(choice, nodes=firsts, roots=tuple(range(len(firsts))), overlays=(), previews=(), more=True)


def beginning_with(choice: Choices, click: str) -> Choices:
    """The part of a seat's choices that begins with this click, renumbered; empty if none does."""
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
    overlays, previews = (_kept(choice, order, name) for name in ("overlay", "preview"))
    nodes = tuple(
        replace(
            choice.nodes[old],
            next=tuple(renumbered[after] for after in choice.nodes[old].next),
            overlay=overlays.get(choice.nodes[old].overlay, -1),
            preview=previews.get(choice.nodes[old].preview, -1),
        )
        for old in order
    )
    return replace(
        choice,
        nodes=nodes,
        roots=tuple(range(roots)),
        overlays=tuple(choice.overlays[old] for old in overlays),
        previews=tuple(choice.previews[old] for old in previews),
        more=False,
    )


def _kept(choice: Choices, order: Iterable[int], name: str) -> dict[int, int]:
    """The overlays or previews of these nodes: their new numbers by their old ones."""
    old = dict.fromkeys(getattr(choice.nodes[index], name) for index in order)
    return {number: new for new, number in enumerate(number for number in old if number >= 0)}
