"""Scenes as they are sent: what says no more than its default is left out, so that a thousand of them stay small.

Nodes are whole again once the browser has put in what is usual; of pieces, places and panels only that is left out which a reader
does without.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from ludotheque.scene.model import Choices, Node, Panel, Piece, Place, Scene


def _defaults(kind: type[Any], names: Iterable[str] = ()) -> dict[str, Any]:
    """The defaults of these fields; of all that have one, where none is named."""
    wanted = set(names)
    return {
        field.name: field.default if field.default is not dataclasses.MISSING else {}
        for field in dataclasses.fields(kind)
        if (field.name in wanted if wanted else field.name != "click")
    }


_NODE = _defaults(Node)
_PIECE = _defaults(Piece, ("badge", "pattern", "cover", "hotkey", "busy", "above", "sign"))
_PLACE = _defaults(Place, ("column", "row", "sign", "side"))
_PANEL = _defaults(Panel, ("small", "secret"))
"""What is left out: a field that holds its default."""


def choices(choice: Choices) -> dict[str, Any]:
    """A seat's choices as JSON will have them."""
    return {**_whole(choice), "nodes": [_without(node, _NODE) for node in choice.nodes]}


def scene(shown: Scene) -> dict[str, Any]:
    """A scene as JSON will have it."""
    return {
        **_whole(shown),
        "choices": [choices(choice) for choice in shown.choices],
        "pieces": [_without(piece, _PIECE) for piece in shown.pieces],
        "places": [_without(place, _PLACE) for place in shown.places],
        "panels": [
            {**_without(panel, _PANEL), "places": [_without(place, _PLACE) for place in panel.places]}
            for panel in shown.panels
        ],
    }


def _whole(thing: Any) -> dict[str, Any]:
    return {field.name: getattr(thing, field.name) for field in dataclasses.fields(thing)}


def _without(thing: Any, usual: dict[str, Any]) -> dict[str, Any]:
    """The fields of a thing but for those that hold what is usual."""
    return {name: value for name, value in _whole(thing).items() if name not in usual or value != usual[name]}
