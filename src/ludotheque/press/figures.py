"""Figures that stand: a strip that is folded at their heads, and whose two ends are folded outwards as feet."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.scene.printed import Part, picture

FOOT = 9.0
"""How deep a foot is, in millimetres: a figure takes less room than its counter would."""
CUT, FOLD = (
    'stroke="#808080" stroke-width=".35"',
    'stroke="#808080" stroke-width=".25" stroke-dasharray="1.6 1.2"',
)


def standing(part: Part) -> Part:
    """A part as a figure, with its front on both sides."""
    width, face = part.width, part.height
    height = 2 * (face + FOOT)
    place = f'<svg x="0" y="{FOOT + face:g}" width="{width:g}" height="{face:g}" '
    front = part.front.replace("<svg ", place, 1)
    folds = "".join(f"M0 {at:g}H{width:g}" for at in (FOOT, FOOT + face, FOOT + 2 * face))
    drawn = (
        f'<rect x=".2" y=".2" width="{width - 0.4:g}" height="{height - 0.4:g}" fill="#FFF" {CUT}/>{front}'
        f'<g transform="rotate(180 {width / 2:g} {height / 2:g})">{front}</g><path d="{folds}" {FOLD}/>'
    )
    return replace(part, front=picture(drawn, width, height), back="", height=height, shape="free")
