"""Situations for the tests of Bantu, in few words."""

from __future__ import annotations

from typing import Any

from ludotheque.table import Table


def track(*words: str, to_play: int = 0, components: Any = None, **more: Any) -> Table:
    """A game of as many as there are texts, each a seat's pawns: `"1:r22b 3:r9a 4:finish"`; the rest waits at start.

    `options` and other keys of a position come by name.
    """
    pawns = []
    for seat, text in enumerate(words):
        for word in text.split():
            number, _, at = word.partition(":")
            pawns.append({"seat": seat, "number": int(number), "at": at})
    position = {"game": "bantu", "seats": len(words), "to_play": to_play, "pawns": pawns, **more}
    return Table.from_position(position, components=components)


def why(table: Table, action: Any) -> str:
    """The key of the refusal of an action, `""` if it is legal."""
    refused = table.why_not(action)
    return refused.key.rpartition(".")[2] if refused else ""


def texts(table: Table, number: int = 0) -> set[str]:
    """The texts of the legal actions, of the pawn with a number alone where one is given."""
    return {text for text in table.legal_actions().texts() if not number or text.startswith(f"{number}:")}


def ends(table: Table, number: int) -> set[str]:
    """Where the pawn with a number may go."""
    return {text.partition(": ")[2] for text in texts(table, number)}


def small(**changes: Any) -> dict[str, Any]:
    """A track of somebody's own, on which a game is short: nine ranks of three circles."""
    rows = ["r0a r0b r0c", "r1a", "r1b r1c", "r2a r2b r2c", "r3a r3b", "r3c", "r4a r4b r4c", "r5a", "r5b", "r5c",
            "r6a r6b r6c", "r7a r7b", "r7c", "r8a r8b r8c"]  # fmt: skip
    links = [f"r{rank}{lane} r{rank + 1}{lane}" for rank in range(8) for lane in "abc"]
    box: dict[str, Any] = {
        "track": {"ranks": 9, "lanes": 3, "rows": rows, "links": links},
        "start_lines": {"4": "r0a r0b r0c", "3": "r2a r2b r2c", "2": "r4a r4b r4c", "1": "r6a r6b r6c"},
        "finish": {"arrows": ["r8a", "r8c"]},
        "limit": {"turns": 60},
    }
    for name, value in changes.items():
        table, _, key = name.partition("__")
        if key:
            box[table] = {**box[table], key: value}
        else:
            box[table] = value
    return box
