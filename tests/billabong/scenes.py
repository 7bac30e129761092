"""Situations and words for the tests of what Billabong shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ludotheque import Table
from ludotheque.core.catalogue import Entry, holes, say
from ludotheque.core.message import Message
from ludotheque.scene.model import Choices, EventView
from ludotheque.table import views

SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"mode": "duel", "placement": "behind-stream"}),
    (3, {"play_on": True}),
    (4, {"touch_move": True}),
]


def game_of(number: int, moves: int) -> Iterator[Table]:
    """The situations of a random game, from the first placing on."""
    seats, options = SETTINGS[number]
    table, rng = Table("billabong", seats=seats, options=options, seed=number, first=0), random.Random(number)
    for _ in range(moves):
        yield table
        if table.is_over:
            return
        table.play(rng.choice(table.legal_actions()))


def race(kangaroos: list[dict[str, Any]], **more: Any) -> Table:
    """A duel in the race; kangaroos not named are put at home, but for one of each seat, out of the way."""
    told = list(kangaroos)
    for seat, corner in ((0, "a14"), (1, "p14")):
        own = [one for one in told if one["seat"] == seat]
        told += [{"seat": seat, "cell": corner}] if len(own) < 5 else []
        told += [{"seat": seat, "cell": "home"}] * (5 - len(own) - 1)
    options = {"mode": "duel", **more}
    position = {
        "game": "billabong",
        "seats": 2,
        "options": options,
        "phase": "race",
        "to_play": 0,
        "kangaroos": told,
    }
    return Table.from_position(position)


def actions_of(choices: Choices) -> list[int]:
    """Every action that clicking can reach."""
    seen, todo = set(choices.roots), list(choices.roots)
    while todo:
        for after in choices.nodes[todo.pop()].next:
            if after not in seen:
                seen.add(after)
                todo.append(after)
    assert len(seen) == len(choices.nodes), "a node that no click reaches"
    return sorted({choices.nodes[node].action for node in seen} - {-1})


def event_view(table: Table, text: str) -> EventView:
    table.play(text)
    return views.event_view(table.journal, set(), len(table.events) - 1)


def kinds(told: EventView) -> list[tuple[str, tuple[str, ...]]]:
    return [(motion.kind, motion.path) for motion in told.motions]


def check_words(message: Message, words: dict[str, dict[str, Entry]]) -> None:
    for language, entries in words.items():
        said = say(message, language, entries)
        assert "[" not in said, said
        assert not holes(said), said
