"""What no action of Billabong may change: every kangaroo is in hand, on a cell of its own, or at home."""

from __future__ import annotations

from typing import Any

from ludotheque.games.billabong.labels import kangaroos_of
from ludotheque.games.billabong.state import AT_HOME, AXES, IN_HAND, MAX_LINES


def conserved(b: Any, s: Any) -> dict[str, int]:
    """The kangaroos of each seat, and the number of contradictions, always 0, in the counters of those at home and the marks on lines."""
    found: dict[str, int] = {}
    standing: list[int] = []
    for seat in range(int(s["seats"])):
        cells = [int(s["cell"][seat, kangaroo]) for kangaroo in kangaroos_of(b, s, seat)]
        on_land = {cell for cell in cells if cell >= 0 and not b["is_lake"][cell]} - set(standing)
        standing += on_land
        home = cells.count(AT_HOME)
        found[f"kangaroos of seat {seat}"] = cells.count(IN_HAND) + home + len(on_land)
        found[f"miscounted at home, seat {seat}"] = home - int(s["home"][seat])
    lines = [0] * MAX_LINES
    for cell in standing:
        for axis in range(AXES):
            lines[b["line"][cell, axis]] |= 1 << int(b["mark"][cell, axis])
    found["lines marked wrongly"] = sum(
        wanted != there for wanted, there in zip(lines, s["lines"].tolist(), strict=True)
    )
    return found
