"""How many times as fast one side is as another, in one place for all benches: where a side measured nothing there is no ratio."""

from __future__ import annotations

import statistics
from collections.abc import Iterable


def times(ours: float, theirs: float) -> float | None:
    """Ours divided by theirs; None if one of them is nothing."""
    return ours / theirs if ours > 0 and theirs > 0 else None


def of_rounds(ours: Iterable[float], theirs: Iterable[float]) -> list[float]:
    """The ratio within each round in which both measured something."""
    found = (times(*pair) for pair in zip(ours, theirs, strict=True))
    return [ratio for ratio in found if ratio is not None]


def middle(ours: Iterable[float], theirs: Iterable[float], digits: int = 3) -> float | None:
    """The median of the ratios within rounds; None if there is none."""
    found = of_rounds(ours, theirs)
    return round(statistics.median(found), digits) if found else None


def spread(
    ours: Iterable[float], theirs: Iterable[float], digits: int = 3
) -> tuple[float | None, float | None]:
    """The least and the greatest ratio within a round; None if there is none."""
    found = of_rounds(ours, theirs)
    return (round(min(found), digits), round(max(found), digits)) if found else (None, None)


def told(ratio: float | None, form: str = ".2f") -> str:
    """A ratio for a person."""
    return "no ratio" if ratio is None else format(ratio, form)
