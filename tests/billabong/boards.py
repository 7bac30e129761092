"""Situations for the tests of Billabong, in few words."""

from typing import Any

from ludotheque.table import Table

COLOURS = ("red", "blue", "yellow", "green")


def race(*cells: str, to_play: int = 0, five: int = 5, components: Any = None, **more: Any) -> Table:
    """A duel (or a game of more) in its race: each seat's kangaroos as `"i3 k5/1"`, the rest of the five at home.

    `/1` are crossings. `options` and other keys of a position come by name.
    """
    seats = len(cells)
    kangaroos = []
    for seat, words in enumerate(cells):
        entries = words.split()
        for word in entries:
            cell, _, count = word.partition("/")
            kangaroos.append({"seat": seat, "cell": cell, "crossings": int(count or 0)})
        kangaroos += [{"seat": seat, "cell": "home"}] * (five - len(entries))
    options = ({"mode": "duel"} if seats == 2 else {}) | more.pop("options", {})
    position = {"game": "billabong", "seats": seats, "options": options, "to_play": to_play}
    return Table.from_position({**position, "kangaroos": kangaroos, **more}, components=components)


def why(table: Table, action: Any) -> str:
    """The key of the refusal of an action, `""` if it is legal."""
    refused = table.why_not(action)
    return refused.key.rpartition(".")[2] if refused else ""


def texts(table: Table, start: str = "") -> set[str]:
    """The texts of the legal actions, without their hops, of the kangaroo on a cell."""
    codec, seat = table.game.codec, table.actors[0]
    written = {codec.text(table.box[0], table.state[0], seat, code, ()) for code in table.legal_actions()}
    return {text for text in written if text.startswith(start)}
