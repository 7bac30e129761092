"""The colours of the pieces: red reads as red, and who sees no red or no green tells each from the others."""

from __future__ import annotations

import colorsys
import itertools
import math

import pytest

from ludotheque.scene.svg import TINTS

SEEN = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
"""What is seen of linear red, green and blue (Machado, Oliveira and Fernandes 2009, severity 1)."""
PLAYED = ("red", "green", "yellow", "blue", "plum")
FIELDS = ("#E4BE84", "#F6F0E4")
"""The sand of a board, the paper of a page."""


def linear(tone: str) -> list[float]:
    parts = [int(tone[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(tone: str, seen: str) -> tuple[float, float, float]:
    """CIE L*a*b* of what is seen of a colour, under D65."""
    light = linear(tone)
    red, green, blue = (
        min(1, max(0, sum(part * each for part, each in zip(row, light, strict=True)))) for row in SEEN[seen]
    )
    white = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in white)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def luminance(tone: str) -> float:
    return sum(part * each for part, each in zip((0.2126, 0.7152, 0.0722), linear(tone), strict=True))


@pytest.mark.parametrize("seen", SEEN)
def test_pieces_differ_by_colour_too(seen: str) -> None:
    apart = {
        pair: math.dist(*(lab(TINTS[name][0], seen) for name in pair))
        for pair in itertools.combinations(PLAYED, 2)
    }
    close = {pair: round(found) for pair, found in apart.items() if "red" in pair and found < 25}
    assert close == {}


def test_red_is_red_and_stands_out_from_the_board() -> None:
    tone = TINTS["red"][0]
    hue = colorsys.rgb_to_hls(*(int(tone[at : at + 2], 16) / 255 for at in (1, 3, 5)))[0] * 360
    assert hue <= 8 or hue >= 352
    for field in FIELDS:
        assert (luminance(field) + 0.05) / (luminance(tone) + 0.05) >= 3
