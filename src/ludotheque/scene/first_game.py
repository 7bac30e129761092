"""`FirstGame`: a few moves that a new player makes on the real board, each with a sentence that tells a rule when it is first met.

`table.first_game` makes one from the file `first_game.toml` in a game's folder. The browser needs no table to go through it: it has every
scene, the choices that lead to what is wanted, and what the others then do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from ludotheque.core.message import Message
from ludotheque.scene.model import Choices, EventView, Layout, Node, Scene


class Frame(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """Something that happens after a step: somebody acts, and chance follows.

    Attributes:
        scene: the situation after it, without choices.
        events: what was seen of it, in order.
    """

    scene: Scene
    events: tuple[EventView, ...]


class Step(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """One step of a first game.

    Attributes:
        scene: the situation. Its choices lead to what is wanted and nowhere else; without choices, a button goes on.
        say: what the player reads.
        picture: the ids of pieces of the scene, or of symbols of the game's sprites, drawn beside the words.
        rules: the ids of the rulebook rows behind it.
        point: the ids of places and pieces that glow while the player reads.
        frames: what happens once the player has done it.
        forgiven: what the player reads after touching something else; None for the reason that the rules give.
        wait_ms: one has to keep still for this many milliseconds, then a button leads on; 0 if one need not.
        tempting: the ids of pieces that must not be touched meanwhile. A touch restarts the wait.
        cry: what `by` calls out.
        by: the seat that calls; -1 for none.
        timed: whether to show how long the player took.
        later: whether it begins in a position of its own, later in the game.
    """

    scene: Scene
    say: Message
    picture: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    point: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
    forgiven: Message | None = None
    wait_ms: int = 0
    tempting: tuple[str, ...] = ()
    cry: Message | None = None
    by: int = -1
    timed: bool = False
    later: bool = False


class FirstGame(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A guided first game.

    Attributes:
        game: the game's name.
        seats: the number of players.
        seat: the seat of the learner.
        names: what the players are called, by seat; "" for the learner.
        hurried: whether players race in it: a hand and calls lie beneath the board, and what is touched is done at once.
        layout: the board, the same for all steps.
        steps: the steps in order.
    """

    game: str
    seats: int
    seat: int
    names: tuple[str, ...]
    hurried: bool
    layout: Layout
    steps: tuple[Step, ...]


def only(choices: Choices, wanted: Collection[int]) -> Choices:
    """The shortest clicks that lead to one of these actions. A pattern laid over the board may still be turned any way.

    Nothing has to be found, and no bot sets up the rest: the learner does what is told.

    >>> from ludotheque.scene.clicks import graph
    >>> both = graph(0, [(("a", "b"), 1, ""), (("a", "c"), 2, ""), (("d",), 3, "")])
    >>> [(node.click, node.action) for node in only(both, {2}).nodes]
    [('a', -1), ('c', 2)]
    """
    steps = _steps_to(choices.nodes, wanted)
    turns = {index for index in steps if choices.nodes[index].overlay >= 0}
    following: dict[int, list[int]] = {}
    shortest = min((steps[root] for root in choices.roots if root in steps), default=0)
    waiting = [root for root in choices.roots if steps.get(root) == shortest]
    for index in waiting:
        if index in following:
            continue
        after = choices.nodes[index].next if index in steps else ()
        nearer = {each for each in after if each in steps and steps[each] < steps[index]}
        if nearer & turns:
            nearer |= {each for each in after if choices.nodes[each].overlay >= 0}
        following[index] = [each for each in after if each in nearer]
        waiting += following[index]
    number = {old: new for new, old in enumerate(following)}
    nodes = tuple(
        _cut(choices.nodes[old], [number[each] for each in after], wanted) for old, after in following.items()
    )
    clicks = {node.click for node in nodes}
    return replace(
        choices,
        nodes=nodes,
        roots=tuple(number[root] for root in choices.roots if steps.get(root) == shortest),
        buttons=tuple(button for button in choices.buttons if button.id in clicks),
        quiet=False,
        setup=False,
    )


def among(choices: Choices, wanted: Collection[int]) -> Choices:
    """All clicks that lead to one of these actions, and no others.

    >>> from ludotheque.scene.clicks import graph
    >>> both = graph(0, [(("a", "b"), 1, ""), (("a", "c"), 2, ""), (("d",), 3, "")])
    >>> [(node.click, node.action) for node in among(both, {2, 3}).nodes]
    [('a', -1), ('c', 2), ('d', 3)]
    """
    leading = _steps_to(choices.nodes, wanted)
    number = {old: new for new, old in enumerate(sorted(leading))}

    def kept(indices: Iterable[int]) -> tuple[int, ...]:
        return tuple(number[each] for each in indices if each in number)

    nodes = tuple(_cut(choices.nodes[old], kept(choices.nodes[old].next), wanted) for old in number)
    clicks = {node.click for node in nodes}
    buttons = tuple(button for button in choices.buttons if button.id in clicks)
    return replace(choices, nodes=nodes, roots=kept(choices.roots), buttons=buttons)


def _steps_to(nodes: Sequence[Node], wanted: Collection[int]) -> dict[int, int]:
    """How many more clicks each node needs to one of these actions; only those from which there is a way."""
    before: dict[int, list[int]] = {}
    for index, node in enumerate(nodes):
        for after in node.next:
            before.setdefault(after, []).append(index)
    steps = {index: 0 for index, node in enumerate(nodes) if node.action in wanted}
    waiting = list(steps)
    for index in waiting:
        for each in before.get(index, ()):
            if each not in steps:
                steps[each] = steps[index] + 1
                waiting.append(each)
    return steps


def _cut(node: Node, following: Sequence[int], wanted: Collection[int]) -> Node:
    changed: dict[str, Any] = {"next": tuple(following)}
    if node.action not in wanted:
        changed |= {"action": -1, "preview": -1}
    return replace(node, **changed)
