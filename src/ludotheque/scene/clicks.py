"""The graph of clicks, made from what each legal action is clicked with; and clicks followed through it.

>>> found = graph(0, [(("a2", "a3"), 7, "chess.choice.move"), (("a2", "a4"), 8, "chess.choice.move")])
>>> [node.click for node in found.nodes], found.roots, follow(found, ("a2", "a4"))
(['a2', 'a3', 'a4'], (0,), 8)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ludotheque.core.errors import Unreadable
from ludotheque.core.message import Message
from ludotheque.scene.model import Button, Choices, Node

Way = tuple[Sequence[str], int, str] | tuple[Sequence[str], int, str, Mapping[str, Any]]
"""The ids to click one after the other, the action that this does, the key of its label, and more arguments for the label."""


Hint = tuple[str, Mapping[str, Any]]
"""What to say after a click that needs more clicks: the key of it, and its arguments."""


def graph(
    seat: int,
    ways: Iterable[Way],
    buttons: Sequence[Button] = (),
    hints: Mapping[str, Hint] | None = None,
    signs: Mapping[tuple[str, ...], str] | None = None,
    raced: Collection[int] = (),
) -> Choices:
    """A seat's choices. Ways that begin with the same clicks share them: a piece is clicked once, then where it goes.

    The label of an action has the arguments `first` and `last` (the labels of what is clicked first and last) and the way's own.
    `hints` say what is expected after a first click, `signs` what is written where the last click of a way may be made; `raced` are
    the actions that people race for.
    """
    hints, signs = hints or {}, signs or {}
    clicks: list[str] = []
    following: list[list[int]] = []
    does: list[tuple[int, str, dict[str, Any]]] = []
    at: dict[tuple[str, ...], int] = {}
    roots: list[int] = []
    for ids, action, key, *more in ways:
        for length in range(1, len(ids) + 1):
            path = tuple(ids[:length])
            if path not in at:
                at[path] = len(clicks)
                clicks.append(path[-1])
                following.append([])
                does.append((-1, "", {}))
                (following[at[path[:-1]]] if length > 1 else roots).append(at[path])
        does[at[tuple(ids)]] = (action, key, dict(more[0]) if more else {})
    keys = list(dict.fromkeys([key for _, key, _ in does if key] + [key for key, _ in hints.values()]))
    nodes = []
    for path, index in at.items():
        action, key, extra = does[index]
        hint, more_extra = hints.get(path[0], ("", {})) if len(path) == 1 else ("", {})
        nodes.append(
            Node(
                clicks[index],
                action,
                tuple(following[index]),
                keys.index(key) if key else 0,
                {**more_extra, **extra},
                hint=keys.index(hint) if hint else -1,
                sign=signs.get(path, ""),
                raced=action in raced,
            )
        )
    return Choices(seat, tuple(nodes), tuple(roots), tuple(keys), tuple(buttons))


def follow(choices: Choices, clicks: Sequence[str]) -> int:
    """The legal action that these clicks do; `Unreadable` where they do none."""
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
        raise Unreadable(f"the clicks {text!r} do nothing here", Message("error.unreadable", {"text": text}))
    return action
