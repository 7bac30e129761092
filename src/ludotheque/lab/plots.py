"""Small plots as SVG, drawn with the colours of the page they stand in: a value with its interval, a line, bars."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDE, HIGH = 240, 28


def dot(
    value: float,
    low: float | None,
    high: float | None,
    none: float | None,
    scale: tuple[float, float],
    said: str,
) -> str:
    """A value on a line from `scale[0]` to `scale[1]`, with its interval and a mark where there is no effect.

    Args:
        value: the value.
        low: the lower bound of the interval, None if there is none.
        high: the upper bound.
        none: the value of no effect, None if there is none.
        scale: the ends of the line.
        said: the same in words, for who cannot see it.
    """

    def x(at: float) -> float:
        part = (at - scale[0]) / ((scale[1] - scale[0]) or 1.0)
        return 8 + (WIDE - 16) * min(1.0, max(0.0, part))

    middle = HIGH / 2
    parts = [f'<path class="axis" d="M8 {middle:g}H{WIDE - 8}"/>']
    if none is not None:
        parts.append(f'<path class="none" d="M{x(none):.1f} 3V{HIGH - 3}"/>')
    found = ""
    if low is not None and high is not None:
        found = " found" if none is not None and not low <= none <= high else ""
        parts.append(f'<path class="bar{found}" d="M{x(low):.1f} {middle:g}H{x(high):.1f}"/>')
    parts.append(f'<circle class="dot{found}" cx="{x(value):.1f}" cy="{middle:g}" r="5.5"/>')
    return _svg(WIDE, HIGH, said, parts)


def lines(series: Sequence[tuple[str, Sequence[float]]], said: str, ends: tuple[str, str]) -> str:
    """Lines over the same steps, each with its own dashes; the first is drawn plainly.

    Args:
        series: the name of each line and its values.
        said: the plot in words.
        ends: what stands under its left and right end.
    """
    width, height = 520, 200
    most = max((max(values, default=0.0) for _, values in series), default=0.0) or 1.0
    parts = []
    for step in range(3):
        y = 12 + (height - 44) * step / 2
        parts.append(f'<path class="axis" d="M44 {y:g}H{width - 8}"/>')
        parts.append(f'<text x="38" y="{y + 4:g}" text-anchor="end">{most * (2 - step) / 2:.3g}</text>')
    for number, (name, values) in enumerate(series):
        steps = max(1, len(values) - 1)
        points = " ".join(
            f"{44 + (width - 52) * at / steps:.1f},{12 + (height - 44) * (1 - value / most):.1f}"
            for at, value in enumerate(values)
        )
        parts.append(
            f'<polyline class="line l{number % 6}" points="{points}"><title>{escape(name)}</title></polyline>'
        )
    parts.append(f'<text x="44" y="{height - 8}">{escape(ends[0])}</text>')
    parts.append(f'<text x="{width - 8}" y="{height - 8}" text-anchor="end">{escape(ends[1])}</text>')
    return _svg(width, height, said, parts)


def sample(number: int) -> str:
    """A short piece of a line of `lines`, for its legend."""
    return f'<svg class="sample" viewBox="0 0 36 8" width="36" height="8" aria-hidden="true"><path class="line l{number % 6}" d="M0 4H36"/></svg>'


def bars(counts: Sequence[int], said: str, ends: tuple[str, str]) -> str:
    """A histogram.

    Args:
        counts: the heights, from left to right.
        said: the plot in words.
        ends: what stands under its left and right end.
    """
    width, height = 520, 120
    most, each = max(counts, default=0) or 1, (width - 16) / max(1, len(counts))
    parts = []
    for number, count in enumerate(counts):
        tall = (height - 32) * count / most
        parts.append(
            f'<rect class="column" x="{8 + number * each + 1:.1f}" y="{8 + height - 32 - tall:.1f}" width="{max(1.0, each - 2):.1f}" height="{tall:.1f}"/>'
        )
    parts.append(f'<text x="8" y="{height - 6}">{escape(ends[0])}</text>')
    parts.append(f'<text x="{width - 8}" y="{height - 6}" text-anchor="end">{escape(ends[1])}</text>')
    return _svg(width, height, said, parts)


def _svg(width: int, height: int, said: str, parts: Sequence[str]) -> str:
    return f'<svg class="plot" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(said)}">{"".join(parts)}</svg>'
