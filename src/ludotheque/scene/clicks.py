"""Builds the graph of clicks from the actions and what is clicked for each, and follows clicks through it.

>>> found = graph(0, [(("a2", "a3"), 7, "chess.choice.move"), (("a2", "a4"), 8, "chess.choice.move")])
>>> [node.click for node in found.nodes], found.roots, follow(found, ("a2", "a4"))
(['a2', 'a3', 'a4'], (0,), 8)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ludotheque.core.errors import Unreadable
from ludotheque.core.message import Message
from ludotheque.scene.model import Button, Choices, Effect, Node

ClickPath = tuple[Sequence[str], int, str] | tuple[Sequence[str], int, str, Mapping[str, Any]]
"""The ids to click in turn, the action they play, the key of its label, and further arguments for the label."""


Hint = tuple[str, Mapping[str, Any]]
"""What to say after a click that needs more clicks: a message key and its arguments."""


_NOWHERE = -2
_NOTHING: tuple[int, str, Mapping[str, Any]] = (-1, "", {})


def graph(
    seat: int,
    paths: Iterable[ClickPath],
    buttons: Sequence[Button] = (),
    hints: Mapping[str, Hint] | Mapping[str | tuple[str, ...], Hint] | None = None,
    signs: Mapping[tuple[str, ...], str] | None = None,
    raced: Collection[int] = (),
    ways: Mapping[tuple[str, ...], Sequence[str]] | None = None,
    effects: Mapping[tuple[str, ...], Sequence[Effect]] | None = None,
) -> Choices:
    """Build a seat's choices. Paths that begin with the same clicks share their first nodes.

    Args:
        seat: the seat.
        paths: the clicks for each action. The label of an action has the arguments `first` and `last` (the labels of the first and the
            last thing clicked) and the path's own.
        buttons: the buttons among the ids.
        hints: what to say after a first click, by its id; after more clicks, by their ids.
        signs: what to write where the last click of a path may be made, by the path's ids.
        raced: the actions that players race for.
        ways: the places that the piece passes before the last click of a path, by the path's ids.
        effects: what places do to the piece in hand after these clicks, by their ids.

    Raises:
        ValueError: an action has nothing to click.
    """
    hints, signs, ways, effects = hints or {}, signs or {}, ways or {}, effects or {}
    known = bool(signs or ways or effects)
    clicks: list[str] = []
    following: list[list[int]] = []
    clicked: list[tuple[str, ...]] = []
    does: list[tuple[int, str, Mapping[str, Any]]] = []
    at: dict[tuple[int, str], int] = {}
    roots: list[int] = []
    for ids, action, key, *more in paths:
        if not ids:
            raise ValueError(f"action {action} has no clicks: give it at least one")
        node = -1
        for click in ids:
            index = at.get((node, click), -1)
            if index < 0:
                index = at[node, click] = len(clicks)
                clicks.append(click)
                following.append([])
                does.append(_NOTHING)
                if known:
                    clicked.append((*clicked[node], click) if node >= 0 else (click,))
                (following[node] if node >= 0 else roots).append(index)
            node = index
        does[node] = (action, key, more[0] if more else {})
    keys = list(dict.fromkeys([key for _, key, _ in does if key] + [key for key, _ in hints.values()]))
    number = {key: place for place, key in enumerate(keys)}
    drawn = {ids: place for place, ids in enumerate(effects)}
    nodes = [
        Node(
            click,
            action,
            tuple(after),
            number.get(key, 0),
            dict(extra),
            sign=signs.get(clicked[index], "") if known else "",
            path=tuple(ways.get(clicked[index], ())) if known else (),
            effects=drawn.get(clicked[index], -1) if known else -1,
            raced=action in raced,
        )
        for index, (click, after, (action, key, extra)) in enumerate(
            zip(clicks, following, does, strict=True)
        )
    ]
    for ids, (hint, extra) in hints.items():
        index = -1
        for click in (ids,) if isinstance(ids, str) else ids:
            index = at.get((index, click), _NOWHERE)
        if index >= 0 and (hint or extra):
            own = nodes[index].extra
            nodes[index] = replace(nodes[index], hint=number[hint] if hint else -1, extra={**extra, **own})
    told = tuple(tuple(found) for found in effects.values())
    return Choices(seat, tuple(nodes), tuple(roots), tuple(keys), tuple(buttons), effects=told)


def follow(choices: Choices, clicks: Sequence[str]) -> int:
    """The legal action that these clicks play. Raises `Unreadable` if they play none."""
    nodes: Sequence[int] = choices.roots
    action = -1
    for click in clicks:
        node = next((choices.nodes[index] for index in nodes if choices.nodes[index].click == click), None)
        if node is None:
            action = -1
            break
        nodes, action = node.next, node.action
    if action < 0:
        text = " ".join(clicks)
        raise Unreadable(
            f"the clicks {text!r} do not lead to an action here", Message("error.unreadable", {"text": text})
        )
    return action
