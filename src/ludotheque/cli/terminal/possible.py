"""The legal actions of a seat as text to type: listed, completed, shortened."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ludotheque.core.message import Message
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.scene.listing import gathered
from ludotheque.table import views

if TYPE_CHECKING:
    from ludotheque.scene.model import Choices, Scene
    from ludotheque.table import Table

_PIECES = re.compile(r"[^\s/-]+[\s/-]*")
"""A word of the notation and what separates it from the next: `i3-`, `red `, `k5`."""
_NUMBERED = re.compile(r"(.*[a-z])(\d+)")


class Possible:
    """The legal actions of a seat. `texts` maps the shortest notation that means each one to its code."""

    def __init__(self, table: Table, seat: int, scene: Scene) -> None:
        self.table, self.seat, self.scene = table, seat, scene
        codes = (
            table.journal.results(table.journal.state)[0]
            if seat == CHANCE_SEAT
            else list(table.legal_actions(seat))
        )
        self.texts = {table.text(code, seat, ()): code for code in codes}
        self._long: dict[str, int] | None = None
        choices = next((each for each in scene.choices if each.seat == seat), None)
        self._labels = {} if choices is None else _labels(choices, scene, table)

    def starting(self, typed: str) -> dict[str, int]:
        """The actions whose notation starts with this text; those with every step written out if no short one does."""
        found = {text: code for text, code in self.texts.items() if _begins(text, typed)}
        if found or self.seat == CHANCE_SEAT:
            return found
        if self._long is None:
            self._long = {self.table.text(code, self.seat): code for code in self.texts.values()}
        return {text: code for text, code in self._long.items() if _begins(text, typed)}

    def next_words(self, typed: str) -> list[str]:
        """How the text can continue, up to the end of its next word."""
        found: dict[str, None] = {}
        for text in self.starting(typed):
            end = next(
                (match.end() for match in _PIECES.finditer(text) if match.end() > len(typed)), len(text)
            )
            found[text[:end]] = None
        return list(found)

    def label(self, code: int) -> Message | None:
        """What the action is called in words, if the scene has a label."""
        return self._labels.get(code, (None, ""))[0]

    def targets(self, codes: Iterable[int]) -> set[str]:
        """The places that these actions end on."""
        return {self._labels[code][1] for code in codes if code in self._labels}

    @property
    def by_place(self) -> bool:
        """Whether naming a place can be a complete action here."""
        places = {place.id for place in views.layout(self.table.journal).places}
        return any(text.split()[-1] in places for text in self.texts if text.strip())


def _begins(text: str, typed: str) -> bool:
    """Whether a notation starts with what was typed. A finished word must match whole (`i1` is not `i11-k3`)."""
    rest = text[len(typed) :]
    if not text.startswith(typed):
        return False
    return not (typed[-1:].isdigit() and rest[:1].isdigit())


def _labels(choices: Choices, scene: Scene, table: Table) -> dict[int, tuple[Message, str]]:
    """The label of each action and the place where it ends, from the nearest node that plays it."""
    names: dict[str, Message] = {place.id: place.label for place in views.layout(table.journal).places}
    names |= {place.id: place.label for place in scene.places}
    names |= {place.id: place.label for panel in scene.panels for place in panel.places}
    names |= {piece.id: piece.label for piece in scene.pieces} | {
        each.id: each.label for each in choices.buttons
    }
    stands = {piece.id: piece.place for piece in scene.pieces}
    found: dict[int, tuple[Message, str]] = {}
    queue: list[tuple[int, ...]] = [(root,) for root in choices.roots]
    seen = set(choices.roots)
    for path in queue:
        node = choices.nodes[path[-1]]
        if node.action >= 0 and node.action not in found:
            clicks = [names.get(choices.nodes[index].click, Message("cli.play.nothing")) for index in path]
            args: dict[str, Any] = {"first": clicks[0], "before": clicks[-2:][0], "last": clicks[-1]}
            args |= gathered(choices, node.chosen)
            for index in path:
                args |= choices.nodes[index].extra
            place = stands.get(node.click, node.click)
            found[node.action] = Message(choices.keys[node.key], args), place
        for after in node.next:
            if after not in seen:
                seen.add(after)
                queue.append((*path, after))
    return found


def shortened(texts: Iterable[str]) -> list[str]:
    """Notations with consecutive numbers joined: `a1, a2, a3, a5` as `a1–3, a5`. Notations that end otherwise stay as they are."""
    series: dict[str, list[int]] = {}
    others: list[str] = []
    for text in texts:
        match = _NUMBERED.fullmatch(text)
        if match and match[2] == str(int(match[2])):
            series.setdefault(match[1], []).append(int(match[2]))
        else:
            others.append(text)
    return [f"{start}{_ranges(numbers)}" for start, numbers in sorted(series.items())] + others


def _ranges(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(low) if low == high else f"{low}–{high}" for low, high in runs)
