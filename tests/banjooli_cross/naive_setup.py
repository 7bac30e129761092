"""The second reading's setting-up: which tile may come next, and how likely it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.banjooli_cross.naive_track import CURVES, PRINTED, faces_of


def faces(components: Mapping[str, Any] | None) -> tuple[set[str], set[str], dict[str, str]]:
    """The straight faces, the curved ones, and what each tile is for."""
    if components is None:
        uses = {"start": "start", "finish": "finish", "S1": "special", "S2": "special"}
        return set(PRINTED), set(CURVES), uses | {f"C{number}": "common" for number in range(1, 7)}
    straight, curved = faces_of(components)
    return set(straight), set(curved), {tile["name"]: tile["use"] for tile in components["tile"]}


def next_tiles(
    laid: list[str], options: Mapping[str, Any], components: Mapping[str, Any] | None
) -> dict[str, float]:
    """Every way of laying one more tile, with its probability."""
    curved, uses = faces(components)[1:]
    composed = options.get("course", "").split()
    between = len(composed) or options["tiles"]
    if not laid or len(laid) > between:
        tile = next(tile for tile, use in uses.items() if use == ("finish" if laid else "start"))
        return {f"{tile}:A": 0.5, f"{tile}:B": 0.5}
    if composed:
        return {composed[len(laid) - 1]: 1.0}
    names = [face.split(":")[0] for face in laid]
    due = ("none", "one", "two").index(options["special"]) - sum(uses[name] == "special" for name in names)
    after_curve = laid[-1].count(":") == 2
    found: dict[str, float] = {}
    for use, chance in (
        ("special", due / (between - len(laid) + 1)),
        ("common", 1 - due / (between - len(laid) + 1)),
    ):
        left = [tile for tile in uses if uses[tile] == use and tile not in names]
        for tile in left if chance > 0 else []:
            for side, other in ("AB", "BA"):
                face = f"{tile}:{side}"
                if face in curved and after_curve:
                    face = f"{tile}:{other}"
                sides = [f"{face}:left", f"{face}:right"] if face in curved else [face]
                for side in sides:
                    found[side] = found.get(side, 0) + chance / len(left) / 2 / len(sides)
    return found
