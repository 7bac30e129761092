"""Races to try a rule on: a position in a few words, and what may be done in it."""

from __future__ import annotations

from typing import Any

from ludotheque import Table
from ludotheque.core import components
from ludotheque.core.registry import get
from ludotheque.core.verbs import CHANCE_SEAT
from tests.banjooli_cross.boxes import box

PLAIN = ["start:A", "C1:A", "C2:A", "C4:A", "C5:A", "finish:A"]
"""Straight on: tile 1 is all earth, 2 has a rock in the middle (2c2), 3 quicksand there (3c2)."""
CARDS = [
    ["red", "green", "yellow", "blue"],
    ["green", "yellow", "blue", "purple"],
    ["red", "yellow", "purple", "green"],
]


def race(
    dice: str = "",
    birds: dict[str, str] | None = None,
    sorcery: str = "white",
    course: list[str] | None = None,
    phase: str = "choose",
    seats: int = 3,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """A table in the middle of a turn, with the dice of the words in `dice`; chance waits to be told its results.

    `birds` says where ostriches are: `"2c1"`, `"2c1 scared"`, `"podium 1"`; the others wait in their nests. Berries may lie near the start.
    """
    words = dice.split()
    position = {
        "game": "banjooli-cross",
        "seats": seats,
        "options": options or {},
        "phase": phase,
        "course": course or PLAIN,
        "ostriches": {colour: _ostrich(where) for colour, where in (birds or {}).items()},
        "predictions": CARDS[:seats],
        **more,
    }
    if phase in ("keep", "choose"):
        position["dice"] = {"movement": (words + ["white"] * 5)[:5], "sorcery": sorcery}
    if phase == "frenzy":
        position["dice"] = {"movement": words, "sorcery": sorcery}
    near = box(berries=components.printed(get("banjooli-cross"))["berries"] | {"distance": 1})
    return Table.from_position(position, components=near if "berries" in more else None, chance="physical")


def _ostrich(where: str) -> dict[str, Any]:
    place, _, rest = where.partition(" ")
    if place == "podium":
        return {"at": "podium", "place": int(rest)}
    return {"at": place, "scared": rest == "scared"}


def doings(table: Table, beginning: str = "") -> set[str]:
    """The texts of the legal actions that begin so, without that beginning."""
    texts = [table.text(code) for code in table.legal_actions()]
    return {text.removeprefix(beginning).strip() for text in texts if text.startswith(beginning)}


def ends(table: Table, bird: str) -> set[str]:
    """Where a bird may end its move."""
    return doings(table, f"{bird} ")


def told(table: Table, *results: str) -> None:
    """Let chance say these results, one after the other."""
    for result in results:
        table.play(result, CHANCE_SEAT)


def at(table: Table, bird: str) -> str:
    """Where a bird is."""
    return str(table.position()["ostriches"][bird]["at"])


def is_scared(table: Table, bird: str) -> bool:
    """Whether it is scared."""
    return bool(table.position()["ostriches"][bird].get("scared"))


def why(table: Table, action: str) -> str:
    """The reason against an action, "" if there is none."""
    refusal = table.why_not(action)
    return refusal.key if refusal else ""
