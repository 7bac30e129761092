"""Boxes of somebody's own, made from the printed one."""

from __future__ import annotations

from typing import Any

from ludotheque.core import components
from ludotheque.core.registry import get


def box(**changes: Any) -> dict[str, Any]:
    """The printed box with changes: `points__oor=3`, `berries={…}`, `C1__a={…}` for a face of a tile."""
    data: dict[str, Any] = {
        name: [dict(tile) for tile in part] if name == "tile" else dict(part)
        for name, part in components.printed(get("banjooli-cross")).items()
    }
    tiles = {tile["name"]: tile for tile in data["tile"]}
    for name, value in changes.items():
        table, _, key = name.partition("__")
        if key:
            tiles.get(table, data.get(table))[key] = value
        else:
            data[name] = value
    return data


def straight(*ranks: str) -> dict[str, Any]:
    """A straight face, from entry to exit."""
    return {"ranks": list(ranks)}


def curve(inside: str, middle: str, outside: str) -> dict[str, Any]:
    """A curved face."""
    return {"inside": inside, "middle": middle, "outside": outside}


LONG = box(
    start__a=straight("...", "..R"), finish__a=straight("...", "Q.Q", "..."),
    C1__a=straight("...", ".V.", "...", "R.R", "...", "..."), C1__b=curve("..", "..Q.", "......"),
    C2__a=straight("lll"), C2__b=curve("V", ".h", "..."),
    C4__a=straight("C~C", "~C~"), C5__b=straight("lhl", "l.l", "lll", "lll"),
    berries__tokens={"Daaaaaaw!": 3, "Joka": 2, "DofNooxoor": 3, "Vooortex!": 2, "Naangateku": 2, "Jëmbat": 2, "Pakaarloo": 1},
    berries__distance=1, great__points=3, great__different=False, limit__turns=40,
    points__places=[6, 3, 1], points__misplaced=1, points__last_factor=3, points__oor=4,
    dice__movement=["red", "green", "white", "blue", "purple", "white"],
    dice__sorcery=["white", "green", "yellow", "blue", "purple", "yellow"],
)  # fmt: skip
"""Long and short tiles, lava and vortex on common ones, other dice, points and berries, and an early end."""

SHORT = box(
    C3__b=curve(".", "..", "..."), C4__a=straight(".V."), C5__a=straight("..Q"), C6__a=straight("R.R"),
    S1__a=straight("C~C", "CCC"), S2__a=straight("lhl", "lll"), limit__turns=25,
    berries__tokens={"Joka": 2, "Daaaaaaw!": 2, "Neex Peepa": 1, "Tër": 1, "Oor": 1}, berries__distance=2,
)  # fmt: skip
"""Tiles of few ranks, soon over."""
