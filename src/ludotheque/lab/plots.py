"""Small plots as SVG, drawn with the colours of the page they stand in: a value with its interval, a line, bars.

Texts are given as they stand in a page, with `&amp;` and `&lt;`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludotheque.lab.figures import Figure

WIDE, HIGH = 240, 28


def dot(each: Figure, scale: tuple[float, float], said: str) -> str:
    """A figure on a line from `scale[0]` to `scale[1]`, with its interval and a mark where there is no effect.

    Args:
        each: the figure.
        scale: the ends of the line.
        said: the same in words, for people who cannot see it.
    """

    def x(at: float) -> float:
        part = (at - scale[0]) / ((scale[1] - scale[0]) or 1.0)
        return 8 + (WIDE - 16) * min(1.0, max(0.0, part))

    assert each.value is not None
    middle = HIGH / 2
    parts = [f'<path class="axis" d="M8 {middle:g}H{WIDE - 8}"/>']
    if each.none is not None:
        parts.append(f'<path class="none" d="M{x(each.none):.1f} 3V{HIGH - 3}"/>')
    found = " found" if each.found else ""
    if each.low is not None and each.high is not None:
        parts.append(f'<path class="bar{found}" d="M{x(each.low):.1f} {middle:g}H{x(each.high):.1f}"/>')
    parts.append(f'<circle class="dot{found}" cx="{x(each.value):.1f}" cy="{middle:g}" r="5.5"/>')
    return _svg(WIDE, HIGH, said, parts)


def lines(
    series: Sequence[tuple[str, Sequence[float], str]],
    said: str,
    ends: tuple[str, str],
    number: Callable[[float], str],
) -> str:
    """Lines over the same steps, each with its own dashes; the first is drawn plainly.

    Args:
        series: the name of each line, its values, and where it leads to ("" if nowhere).
        said: the plot in words.
        ends: what stands under its left and right end.
        number: how a number is written.
    """
    width, height = 520, 200
    most = max((max(values, default=0.0) for _, values, _ in series), default=0.0) or 1.0
    parts = []
    for step in range(3):
        y = 12 + (height - 44) * step / 2
        parts.append(f'<path class="axis" d="M44 {y:g}H{width - 8}"/>')
        parts.append(f'<text x="38" y="{y + 4:g}" text-anchor="end">{number(most * (2 - step) / 2)}</text>')
    for place, (name, values, address) in enumerate(series):
        steps = max(1, len(values) - 1)
        points = " ".join(
            f"{44 + (width - 52) * at / steps:.1f},{12 + (height - 44) * (1 - value / most):.1f}"
            for at, value in enumerate(values)
        )
        line = f'<polyline class="line l{place % 6}" points="{points}"/>'
        hold = f'<polyline class="hold" points="{points}"/>'  # as wide as a finger
        parts.append(_linked(f"<title>{name}</title>{line}{hold}", address, name))
    parts.append(f'<text x="44" y="{height - 8}">{ends[0]}</text>')
    parts.append(f'<text x="{width - 8}" y="{height - 8}" text-anchor="end">{ends[1]}</text>')
    return _svg(width, height, said, parts, "group")


def sample(number: int) -> str:
    """A short piece of a line of `lines`, for its legend."""
    return f'<svg class="sample" viewBox="0 0 36 8" width="36" height="8" aria-hidden="true"><path class="line l{number % 6}" d="M0 4H36"/></svg>'


def bars(columns: Sequence[tuple[Mapping[str, Any], str, str]], said: str) -> str:
    """A histogram.

    Args:
        columns: each column, with its words, and where it leads to ("" if nowhere). A column says which `place` it has, from 0 (places
            between may be empty), how many `games` it counts, and the `least` value of them.
        said: the plot in words.
    """
    width, height = 520, 136
    most = max((column["games"] for column, _, _ in columns), default=1)
    each = (width - 16) / max([6, *(column["place"] + 1 for column, _, _ in columns)])
    parts = []
    for column, told, address in columns:
        tall, x = (height - 40) * column["games"] / most, 8 + column["place"] * each
        bar = f'<rect class="column" x="{x + 1:.1f}" y="{20 + height - 40 - tall:.1f}" width="{each - 2:.1f}" height="{tall:.1f}"/>'
        hold = f'<rect class="hold" x="{x:.1f}" y="0" width="{each:.1f}" height="{height}"/>'
        middle = f'x="{x + each / 2:.1f}" text-anchor="middle"'
        texts = (
            f'<text {middle} y="{height - 6}">{column["least"]}</text>'
            f'<text {middle} y="{height - 26 - tall:.1f}">{column["games"]}</text>'
        )
        parts.append(_linked(f"<title>{told}</title>{bar}{texts}{hold}", address, told))
    return _svg(width, height, said, parts, "group")


def _linked(drawn: str, address: str, said: str) -> str:
    """What is drawn as a link, if it leads anywhere."""
    return f'<a href="{address}" aria-label="{_quoted(said)}">{drawn}</a>' if address else f"<g>{drawn}</g>"


def _svg(width: int, height: int, said: str, parts: Sequence[str], role: str = "img") -> str:
    return f'<svg class="plot" viewBox="0 0 {width} {height}" role="{role}" aria-label="{_quoted(said)}">{"".join(parts)}</svg>'


def _quoted(said: str) -> str:
    """A text of a page as an attribute."""
    return said.replace('"', "&quot;")
