"""Choices as they are sent: what a node says like most nodes is left out, so that a thousand of them stay small."""

from __future__ import annotations

import dataclasses
from typing import Any

from ludotheque.scene.model import Choices, Node, Scene

_USUAL = {
    field.name: field.default if field.default is not dataclasses.MISSING else {}
    for field in dataclasses.fields(Node)
    if field.name != "click"
}
"""What is left out: a field that holds its default."""


def choices(choice: Choices) -> dict[str, Any]:
    """A seat's choices as JSON will have them."""
    whole = {field.name: getattr(choice, field.name) for field in dataclasses.fields(choice)}
    return {**whole, "nodes": [_node(node) for node in choice.nodes]}


def _node(node: Node) -> dict[str, Any]:
    told: dict[str, Any] = {"click": node.click}
    for name, usual in _USUAL.items():
        value = getattr(node, name)
        if value != usual:
            told[name] = value
    return told


def scene(shown: Scene) -> dict[str, Any]:
    """A scene with its choices so."""
    whole = {field.name: getattr(shown, field.name) for field in dataclasses.fields(shown)}
    return {**whole, "choices": [choices(choice) for choice in shown.choices]}
