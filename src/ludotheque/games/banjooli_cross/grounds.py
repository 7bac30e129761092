"""Draws what lies on the spaces: rock, quicksand, crocodile, water, bridge, lava, high ground, vortex. For the artist.

Everything is drawn around its centre and looks right in any direction of the course.
"""

from __future__ import annotations

from ludotheque.games.banjooli_cross.state import Ground
from ludotheque.scene.palette import Palette

_DAY = {
    "sand": "#E8C88E",
    "edge": "#8A5A2B",
    "dust": "#D3AC6B",
    "way": "#C2934F",
    "lines": "#A87B42",
    "rock": "#8C8378",
    "rock-light": "#B3AA9C",
    "rock-dark": "#5E574E",
    "mire": "#B98A4A",
    "mire-dark": "#8F642C",
    "water": "#4E9DB0",
    "water-light": "#A9DBDF",
    "crocodile": "#6E8B3D",
    "crocodile-dark": "#465B22",
    "wood": "#A9713A",
    "wood-dark": "#6E4520",
    "lava": "#D5521E",
    "lava-light": "#F7B733",
    "high": "#B07C42",
    "high-light": "#F0DAA8",
    "vortex": "#6B4E9B",
    "vortex-light": "#B79BE0",
    "fence": "#C98B45",
    "fence-dark": "#6E4520",
    "nest": "#D8B878",
    "nest-dark": "#9C6B3C",
    "podium": "#F6F0E4",
    "flag-light": "#FBF6EA",
    "flag-dark": "#22262B",
}

_NIGHT = {
    "sand": "#5A452C",
    "edge": "#2A1E12",
    "dust": "#6C5436",
    "way": "#8A6B43",
    "lines": "#9A794C",
    "rock": "#5F5952",
    "rock-light": "#7C756B",
    "rock-dark": "#33302C",
    "mire": "#3F2D17",
    "mire-dark": "#8F6A3A",
    "water": "#27606F",
    "water-light": "#6FAEB8",
    "crocodile": "#566E2E",
    "crocodile-dark": "#2E3D16",
    "wood": "#7C5026",
    "wood-dark": "#3A2412",
    "lava": "#A83B12",
    "lava-light": "#E29A28",
    "high": "#6B4A26",
    "high-light": "#8A6C42",
    "vortex": "#4A3570",
    "vortex-light": "#9B82C8",
    "fence": "#8A5F30",
    "fence-dark": "#33200F",
    "nest": "#7E6537",
    "nest-dark": "#3F2D17",
    "podium": "#C9B48C",
}

_CONTRAST = {
    "sand": "#FFFFFF",
    "edge": "#000000",
    "dust": "#FFFFFF",
    "way": "#767676",
    "lines": "#000000",
    "rock": "#777777",
    "rock-light": "#BBBBBB",
    "rock-dark": "#000000",
    "mire": "#E8D8B8",
    "mire-dark": "#000000",
    "water": "#BFE3F2",
    "water-light": "#FFFFFF",
    "crocodile": "#9BC060",
    "crocodile-dark": "#000000",
    "wood": "#E0B070",
    "wood-dark": "#000000",
    "lava": "#FF8A5C",
    "lava-light": "#000000",
    "high": "#BBBBBB",
    "high-light": "#FFFFFF",
    "vortex": "#D0B8FF",
    "vortex-light": "#000000",
    "fence": "#000000",
    "fence-dark": "#000000",
    "nest": "#FFFFFF",
    "nest-dark": "#000000",
    "podium": "#FFFFFF",
}


PALETTE = Palette("banjooli-board", _DAY, _NIGHT, _CONTRAST)
ink = PALETTE.ink


def draw(kind: Ground, x: float, y: float, salt: int) -> str:
    """The drawing for a space with this centre; empty for earth. `salt` makes neighbours differ a little."""
    pen = {
        Ground.ROCK: _rock,
        Ground.QUICKSAND: _quicksand,
        Ground.CROCODILE: _crocodile,
        Ground.WATER: _water,
        Ground.BRIDGE: _bridge,
        Ground.LAVA: _lava,
        Ground.HIGH: _high,
        Ground.VORTEX: _vortex,
    }.get(kind)
    if pen is None:
        return ""
    turn = (salt * 37) % 24 - 12 if kind in (Ground.ROCK, Ground.QUICKSAND) else 0
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn})">{pen()}</g>'


def _rock() -> str:
    return (
        f'<path d="M-38 26L-42 -4L-24 -30L8 -38L36 -18L42 14L24 34L-14 36Z" fill="{ink("rock")}" stroke="{ink("rock-dark")}" stroke-width="4" stroke-linejoin="round"/>'
        f'<path d="M-24 -30L8 -38L36 -18L10 -10L-12 -6Z" fill="{ink("rock-light")}"/>'
        f'<path d="M10 -10L42 14M-12 -6L-14 36M-12 -6L10 -10" stroke="{ink("rock-dark")}" stroke-width="3" fill="none"/>'
    )


def _quicksand() -> str:
    return (
        f'<ellipse rx="44" ry="38" fill="{ink("mire")}"/>'
        f'<path d="M-32 4C-28 -22 16 -28 24 -4C28 16 -8 22 -12 6C-14 -4 4 -10 8 0" fill="none" stroke="{ink("mire-dark")}" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="M-38 16C-20 34 24 34 38 12" fill="none" stroke="{ink("mire-dark")}" stroke-width="4" stroke-linecap="round" opacity=".6"/>'
    )


def _water() -> str:
    return (
        f'<rect x="-50" y="-50" width="100" height="100" fill="{ink("water")}"/>'
        f'<path d="M-34 -18q9 -9 18 0t18 0t18 0M-34 16q9 -9 18 0t18 0t18 0" fill="none" stroke="{ink("water-light")}" stroke-width="5" stroke-linecap="round"/>'
    )


def _crocodile() -> str:
    return (
        f'<rect x="-50" y="-50" width="100" height="100" fill="{ink("water")}"/>'
        f'<path d="M-44 6C-40 -14 -18 -24 2 -22L30 -18C40 -16 46 -10 47 -4C40 2 30 4 22 4L46 10C40 18 20 22 0 22C-22 24 -40 20 -44 6Z" fill="{ink("crocodile")}" stroke="{ink("crocodile-dark")}" stroke-width="3.5" stroke-linejoin="round"/>'
        f'<path d="M-30 -10l6 -10l6 8l6 -10l6 8l6 -9l5 8" fill="none" stroke="{ink("crocodile-dark")}" stroke-width="4" stroke-linejoin="round"/>'
        f'<path d="M24 4l4 5l4 -4l4 5l4 -3" fill="none" stroke="{ink("flag-light")}" stroke-width="4"/>'
        f'<circle cx="16" cy="-14" r="5" fill="{ink("flag-light")}"/><circle cx="17" cy="-14" r="2.5" fill="{ink("flag-dark")}"/>'
    )


def _bridge() -> str:
    planks = "".join(
        f'<rect x="{x}" y="-34" width="15" height="68" rx="3" fill="{ink("wood")}" stroke="{ink("wood-dark")}" stroke-width="2.5"/>'
        for x in (-48, -29, -10, 9, 28)
    )
    return (
        f'<rect x="-50" y="-50" width="100" height="100" fill="{ink("water")}"/>{planks}'
        f'<path d="M-50 -30H50M-50 30H50" stroke="{ink("wood-dark")}" stroke-width="5"/>'
    )


def _lava() -> str:
    return (
        f'<rect x="-50" y="-50" width="100" height="100" fill="{ink("lava")}"/>'
        f'<path d="M-50 -12C-30 -30 -18 6 0 -8S34 -22 50 -6M-50 24C-28 10 -12 38 8 22S38 12 50 26" fill="none" stroke="{ink("lava-light")}" stroke-width="6" stroke-linecap="round"/>'
        f'<circle cx="-20" cy="-34" r="6" fill="{ink("lava-light")}"/><circle cx="26" cy="4" r="4.500" fill="{ink("lava-light")}"/>'
    )


def _high() -> str:
    """A flat top of earth above its cliff: one may stand on it, unlike on a rock."""
    cliff = "".join(
        f"M{x} {y}l{lean} 11"
        for x, y, lean in ((-30, 24, -3), (-14, 30, -1), (2, 32, 0), (18, 30, 1), (32, 22, 3))
    )
    return (
        f'<path d="M-46 -4C-46 -34 46 -34 46 -4L42 22C30 48 -30 48 -42 22Z" fill="{ink("high")}" stroke="{ink("edge")}" stroke-width="3" stroke-linejoin="round"/>'
        f'<path d="M-46 -4C-46 -40 46 -40 46 -4C42 30 -42 30 -46 -4Z" fill="{ink("high-light")}" stroke="{ink("edge")}" stroke-width="2.500"/>'
        f'<path d="{cliff}M-18 -8l0 -9M-12 -7l4 -8M-24 -7l-4 -8M16 6l0 -9M22 7l4 -8M10 7l-4 -8" fill="none" stroke="{ink("edge")}" stroke-width="3" stroke-linecap="round"/>'
    )


def _vortex() -> str:
    return (
        f'<circle r="44" fill="{ink("vortex")}"/>'
        f'<path d="M0 0C10 -10 24 0 16 14C4 30 -26 22 -26 -4C-24 -34 16 -40 34 -16C44 4 36 30 12 38" fill="none" stroke="{ink("vortex-light")}" stroke-width="6" stroke-linecap="round"/>'
        f'<circle r="5" fill="{ink("vortex-light")}"/>'
    )
