"""Draws the course as SVG: a dusty track through the savannah, tile by tile, and what lies on its spaces. For the artist.

Each colour has a shade for the light, the dark and the high-contrast theme. What lies on a space is drawn around its centre and looks right in
any direction of the course.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from ludotheque.games.banjooli_cross.board_layout import SPACE, SQUARE, Point, Tile, Track, track_of
from ludotheque.games.banjooli_cross.state import BIRDS, LANES, Bend, Ground, Use
from ludotheque.scene.model import Road
from ludotheque.scene.palette import Palette

_COLOURS = {
    "sand": ("#E8C88E", "#5A452C", "#FFFFFF"),
    "edge": ("#8A5A2B", "#2A1E12", "#000000"),
    "dust": ("#D3AC6B", "#6C5436", "#FFFFFF"),
    "way": ("#C2934F", "#8A6B43", "#767676"),
    "lines": ("#A87B42", "#9A794C", "#000000"),
    "rock": ("#8C8378", "#5F5952", "#777777"),
    "rock-light": ("#B3AA9C", "#7C756B", "#BBBBBB"),
    "rock-dark": ("#5E574E", "#33302C", "#000000"),
    "mire": ("#B98A4A", "#3F2D17", "#E8D8B8"),
    "mire-dark": ("#8F642C", "#8F6A3A", "#000000"),
    "water": ("#4E9DB0", "#27606F", "#BFE3F2"),
    "water-light": ("#A9DBDF", "#6FAEB8", "#FFFFFF"),
    "crocodile": ("#6E8B3D", "#566E2E", "#9BC060"),
    "crocodile-dark": ("#465B22", "#2E3D16", "#000000"),
    "wood": ("#A9713A", "#7C5026", "#E0B070"),
    "wood-dark": ("#6E4520", "#3A2412", "#000000"),
    "lava": ("#D5521E", "#A83B12", "#FF8A5C"),
    "lava-light": ("#F7B733", "#E29A28", "#000000"),
    "high": ("#B07C42", "#6B4A26", "#BBBBBB"),
    "high-light": ("#F0DAA8", "#8A6C42", "#FFFFFF"),
    "vortex": ("#6B4E9B", "#4A3570", "#D0B8FF"),
    "vortex-light": ("#B79BE0", "#9B82C8", "#000000"),
    "fence": ("#C98B45", "#8A5F30", "#000000"),
    "fence-dark": ("#6E4520", "#33200F", "#000000"),
    "nest": ("#D8B878", "#7E6537", "#FFFFFF"),
    "nest-dark": ("#9C6B3C", "#3F2D17", "#000000"),
    "podium": ("#F6F0E4", "#C9B48C", "#FFFFFF"),
    "flag-light": ("#FBF6EA",),
    "flag-dark": ("#22262B",),
}

PALETTE = Palette.of("banjooli-board", _COLOURS)
ink = PALETTE.ink

EDGE = 14
"""How wide a wall is."""
ROAD = Road(PALETTE.name, ink("sand"), ink("edge"), EDGE, ink("lines"), ink("way"))
"""How the course goes on where it is folded."""
LIGHT = f'stroke="{ink("lines")}" stroke-width="2" stroke-dasharray="2 10" stroke-linecap="round"'
"""A light line."""


def draw(b: Any, s: Any, only: int | None = None) -> str:
    """The whole course as SVG text, or only the tile with this number."""
    track = track_of(b, s)
    tiles = track.tiles if only is None else (track.tiles[only],)
    parts = _layers(b, s, track, tiles, tiles)
    if len(tiles) > 1:
        parts += [_nests(track), _finish(track)]
    return _picture(_frame(track, tiles), parts)


def draw_tile(b: Any, s: Any, number: int, use: int) -> str:
    """The tile with this number as it is cut out: a whole square, with the nests or the podium if that is its use.

    A curve shows no direction: laid the other way round, it bends the other way.
    """
    track = track_of(b, s)
    tile = track.tiles[number]
    left, top = tile.x - SQUARE / 2, tile.y - SQUARE / 2
    ground = f'<rect x="{left:g}" y="{top:g}" width="{SQUARE:g}" height="{SQUARE:g}" fill="{ink("way")}"/>'
    directed = () if tile.bend != Bend.STRAIGHT else (tile,)
    parts = [ground, *_layers(b, s, track, (tile,), directed)]
    parts += [_nests(track)] if use == Use.START else [_finish(track)] if use == Use.FINISH else []
    return _picture(f"{left:g} {top:g} {SQUARE:g} {SQUARE:g}", parts)


def _layers(b: Any, s: Any, track: Track, tiles: Sequence[Tile], directed: Sequence[Tile]) -> list[str]:
    """What lies over each other on these tiles; those that are `directed` show which way the race goes."""
    return [
        *(_sand(tile) + (_chevrons(track, tile) if tile in directed else "") for tile in tiles),
        *(_ground(b, s, track, tile) for tile in tiles),
        *(_walls(track, tile) for tile in tiles),
        *(_lanes(track, tile) for tile in tiles),
    ]


def _picture(frame: str, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}"'
        f' class="banjooli-board" role="presentation">{PALETTE.style}' + "".join(parts) + "</svg>"
    )


def _frame(track: Track, tiles: tuple[Tile, ...]) -> str:
    """What the picture shows: the course with its rim, or one tile."""
    if len(tiles) != 1:
        return f"0 0 {track.width:g} {track.height:g}"
    half = SQUARE / 2 + 8
    return f"{tiles[0].x - half:g} {tiles[0].y - half:g} {2 * half:g} {2 * half:g}"


def _points(*points: Point) -> str:
    return " ".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _line(first: Point, *others: Point) -> str:
    """The path from one point to the others."""
    return f"M{_points(first)} L{_points(*others)}"


def _outline(tile: Tile) -> str:
    """The path round a tile: a square, or the sweep of a curve."""
    half = SQUARE / 2
    if tile.bend == Bend.STRAIGHT:
        corners = (tile.at(-half, half), tile.at(half, half), tile.at(half, -half), tile.at(-half, -half))
        return f"{_line(*corners)}Z"
    return f"{_line(tile.on_arc(0.0, 0.0), tile.on_arc(SQUARE, 0.0))}{_sweep(tile, SQUARE)}Z"


def _sweep(tile: Tile, radius: float, end: float = 1.0) -> str:
    """Round a curve, from where the pen is."""
    return f" A{radius:g} {radius:g} 0 0 {0 if tile.bend == Bend.LEFT else 1} {_points(tile.on_arc(radius, end))}"


def _sand(tile: Tile) -> str:
    """The sand, with a few pebbles in it."""
    colour = ink("sand")
    return f'<path d="{_outline(tile)}" fill="{colour}" stroke="{colour}" stroke-width="1"/>{_dust(tile)}'


def _walls(track: Track, tile: Tile) -> str:
    """The wall on both sides, and behind the nests and the podium."""
    half, last = SQUARE / 2, len(track.tiles) - 1
    walls = []
    if tile.bend == Bend.STRAIGHT:
        walls += [_line(tile.at(-half, aside), tile.at(half, aside)) for aside in (half, -half)]
    else:
        walls.append(f"M{_points(tile.on_arc(SQUARE, 0.0))}{_sweep(tile, SQUARE)}")
    if tile.number in (0, last):
        end = half if tile.number else -half
        walls.append(_line(tile.at(end, half), tile.at(end, -half)))
    return f'<path d="{" ".join(walls)}" fill="none" stroke="{ink("edge")}" stroke-width="{EDGE}" stroke-linecap="round"/>'


def _dust(tile: Tile) -> str:
    """Pebbles in the sand: always the same for the same tile."""
    marks = []
    for k in range(8):
        mixed = (tile.number * 374761393 + tile.face * 668265263 + k * 2246822519) & 0xFFFFFFFF
        mixed = (mixed ^ mixed >> 13) * 1274126177 & 0xFFFFFFFF
        share, across = (mixed & 255) / 255, (mixed >> 8 & 255) / 255
        if tile.bend == Bend.STRAIGHT:
            x, y = tile.at((share - 0.5) * 270, (across - 0.5) * 270)
        else:
            x, y = tile.on_arc(20 + across * 260, 0.06 + share * 0.88)
        marks.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3 + (mixed >> 16) % 3}" fill="{ink("dust")}"/>')
    return "".join(marks)


def _chevrons(track: Track, tile: Tile) -> str:
    """In each lane, where each space begins: the direction of the race."""
    parts = []
    for lane in range(LANES):
        count = tile.lengths[lane]
        for step in range(count):
            if tile.bend == Bend.STRAIGHT:
                x, y = track.space(tile.number, lane, step)
                back, (across, down) = track.depth(tile.number) / 2, tile.ahead
                x, y = x - across * back, y - down * back
            else:
                radius = (tile.inside(lane) + 0.5) * SPACE
                x, y = tile.on_arc(radius, step / count)
                after = tile.on_arc(radius, step / count + 0.01)
                across, down = after[0] - x, after[1] - y
            turn = math.degrees(math.atan2(down, across))
            place = f'transform="translate({x:.1f} {y:.1f}) rotate({turn:.0f})"'
            parts.append(f'<path d="M5 -13L17 0L5 13" {place}/>')
    style = 'stroke-width="6" stroke-linecap="round" stroke-linejoin="round"'
    return f'<g fill="none" stroke="{ink("way")}" {style}>{"".join(parts)}</g>'


def _ground(b: Any, s: Any, track: Track, tile: Tile) -> str:
    """What lies on each space, and the space itself."""
    parts = []
    for lane in range(LANES):
        for step in range(tile.lengths[lane]):
            kind = Ground(int(b["ground"][tile.face, tile.inside(lane), step]))
            x, y = track.space(tile.number, lane, step)
            parts.append(lying(kind, x, y, tile.number * 31 + lane * 7 + step))
    return "".join(parts)


def _lanes(track: Track, tile: Tile) -> str:
    """Light lines between lanes and ranks; in a curve, the barriers."""
    if tile.bend != Bend.STRAIGHT:
        return _barriers(tile)
    begin = -SQUARE / 2 if tile.number else SQUARE / 2 - track.depth(0) * tile.lengths[0]
    end = SQUARE / 2
    if tile.number == len(track.tiles) - 1 and tile.number:
        end -= track.depth(tile.number)
    lines = [(tile.at(begin, aside * SPACE), tile.at(end, aside * SPACE)) for aside in (0.5, -0.5)]
    depth = track.depth(tile.number)
    lines += [
        (tile.at(begin + step * depth, SQUARE / 2), tile.at(begin + step * depth, -SQUARE / 2))
        for step in range(1 if tile.number else 0, tile.lengths[0])
    ]
    return "".join(f'<path d="{_line(*ends)}" {LIGHT}/>' for ends in lines)


def _barriers(tile: Tile) -> str:
    """The spaces of each lane, and the fences between lanes."""
    parts = []
    for inside, count in enumerate(sorted(tile.lengths)):
        for step in range(count):
            ends = (tile.on_arc((inside + side) * SPACE, step / count) for side in (0.08, 0.92))
            parts.append(f'<path d="{_line(*ends)}" {LIGHT}/>')
    for radius in (SPACE, 2 * SPACE):
        arc = (
            f'd="M{_points(tile.on_arc(radius, 0.04))}{_sweep(tile, radius, 0.96)}" fill="none"'
            ' stroke-linecap="round"'
        )
        parts.append(f'<path {arc} stroke="{ink("fence-dark")}" stroke-width="15"/>')
        parts.append(f'<path {arc} stroke="{ink("fence")}" stroke-width="9"/>')
        posts = max(3, round(radius * math.pi / 2 / 52))
        for post in range(posts):
            x, y = tile.on_arc(radius, 0.04 + 0.92 * post / (posts - 1))
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{ink("fence-dark")}"/>')
    return "".join(parts)


def _nests(track: Track) -> str:
    parts = []
    for bird in range(BIRDS):
        x, y = track.nest(bird)
        parts.append(
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="45" ry="43" fill="{ink("nest")}" stroke="{ink("nest-dark")}"'
            ' stroke-width="5"/>'
            f'<path d="M{x - 36:.1f} {y + 12:.1f}q36 30 72 0M{x - 38:.1f} {y - 4:.1f}q38 34 76 0M{x - 30:.1f} {y - 22:.1f}q30 -16 60 0"'
            f' fill="none" stroke="{ink("nest-dark")}" stroke-width="4" stroke-linecap="round"/>'
        )
    return "".join(parts)


def _finish(track: Track) -> str:
    """The finish: a chequered band, and the five steps of the podium beyond it."""
    last = track.tiles[-1]
    begin = SQUARE / 2 - track.depth(last.number)
    parts = []
    for row in range(2):
        for column in range(20):
            dark = (row + column) % 2 == 0
            x, y = last.at(begin + row * 9 - 5, SQUARE / 2 - 7.5 - column * 15)
            parts.append(
                f'<rect x="{x - 7.5:.1f}" y="{y - 7.5:.1f}" width="15" height="15" fill="{ink("flag-dark" if dark else "flag-light")}"/>'
            )
    for place in range(1, 6):
        x, y = track.podium(place)
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="27" fill="{ink("podium")}" stroke="{ink("edge")}" stroke-width="3"/>'
            f'<text x="{x:.1f}" y="{y + 10:.1f}" text-anchor="middle" font-size="28" font-weight="700" fill="{ink("edge")}">{place}</text>'
        )
    return "".join(parts)


# -- what lies on a space ------------------------------------------------------------------------------------------------

_CLIFF = "".join(
    f"M{x} {y}l{lean} 11"
    for x, y, lean in ((-30, 24, -3), (-14, 30, -1), (2, 32, 0), (18, 30, 1), (32, 22, 3))
)
_PLANKS = "".join(
    f'<rect x="{x}" y="-34" width="15" height="68" rx="3" fill="{ink("wood")}" stroke="{ink("wood-dark")}" stroke-width="2.5"/>'
    for x in (-48, -29, -10, 9, 28)
)
_POOL = f'<rect x="-50" y="-50" width="100" height="100" fill="{ink("water")}"/>'

_DRAWINGS = {
    Ground.ROCK: (
        f'<path d="M-38 26L-42 -4L-24 -30L8 -38L36 -18L42 14L24 34L-14 36Z" fill="{ink("rock")}" stroke="{ink("rock-dark")}" stroke-width="4" stroke-linejoin="round"/>'
        f'<path d="M-24 -30L8 -38L36 -18L10 -10L-12 -6Z" fill="{ink("rock-light")}"/>'
        f'<path d="M10 -10L42 14M-12 -6L-14 36M-12 -6L10 -10" stroke="{ink("rock-dark")}" stroke-width="3" fill="none"/>'
    ),
    Ground.QUICKSAND: (
        f'<ellipse rx="44" ry="38" fill="{ink("mire")}"/>'
        f'<path d="M-32 4C-28 -22 16 -28 24 -4C28 16 -8 22 -12 6C-14 -4 4 -10 8 0" fill="none" stroke="{ink("mire-dark")}" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="M-38 16C-20 34 24 34 38 12" fill="none" stroke="{ink("mire-dark")}" stroke-width="4" stroke-linecap="round" opacity=".6"/>'
    ),
    Ground.WATER: (
        f'{_POOL}<path d="M-34 -18q9 -9 18 0t18 0t18 0M-34 16q9 -9 18 0t18 0t18 0" fill="none" stroke="{ink("water-light")}" stroke-width="5" stroke-linecap="round"/>'
    ),
    Ground.CROCODILE: (
        f'{_POOL}<path d="M-44 6C-40 -14 -18 -24 2 -22L30 -18C40 -16 46 -10 47 -4C40 2 30 4 22 4L46 10C40 18 20 22 0 22C-22 24 -40 20 -44 6Z" fill="{ink("crocodile")}" stroke="{ink("crocodile-dark")}" stroke-width="3.5" stroke-linejoin="round"/>'
        f'<path d="M-30 -10l6 -10l6 8l6 -10l6 8l6 -9l5 8" fill="none" stroke="{ink("crocodile-dark")}" stroke-width="4" stroke-linejoin="round"/>'
        f'<path d="M24 4l4 5l4 -4l4 5l4 -3" fill="none" stroke="{ink("flag-light")}" stroke-width="4"/>'
        f'<circle cx="16" cy="-14" r="5" fill="{ink("flag-light")}"/><circle cx="17" cy="-14" r="2.5" fill="{ink("flag-dark")}"/>'
    ),
    Ground.BRIDGE: (
        f'{_POOL}{_PLANKS}<path d="M-50 -30H50M-50 30H50" stroke="{ink("wood-dark")}" stroke-width="5"/>'
    ),
    Ground.LAVA: (
        f'<rect x="-50" y="-50" width="100" height="100" fill="{ink("lava")}"/>'
        f'<path d="M-50 -12C-30 -30 -18 6 0 -8S34 -22 50 -6M-50 24C-28 10 -12 38 8 22S38 12 50 26" fill="none" stroke="{ink("lava-light")}" stroke-width="6" stroke-linecap="round"/>'
        f'<circle cx="-20" cy="-34" r="6" fill="{ink("lava-light")}"/><circle cx="26" cy="4" r="4.500" fill="{ink("lava-light")}"/>'
    ),
    # a flat top of earth above its cliff: one may stand on it, unlike on a rock
    Ground.HIGH: (
        f'<path d="M-46 -4C-46 -34 46 -34 46 -4L42 22C30 48 -30 48 -42 22Z" fill="{ink("high")}" stroke="{ink("edge")}" stroke-width="3" stroke-linejoin="round"/>'
        f'<path d="M-46 -4C-46 -40 46 -40 46 -4C42 30 -42 30 -46 -4Z" fill="{ink("high-light")}" stroke="{ink("edge")}" stroke-width="2.500"/>'
        f'<path d="{_CLIFF}M-18 -8l0 -9M-12 -7l4 -8M-24 -7l-4 -8M16 6l0 -9M22 7l4 -8M10 7l-4 -8" fill="none" stroke="{ink("edge")}" stroke-width="3" stroke-linecap="round"/>'
    ),
    Ground.VORTEX: (
        f'<circle r="44" fill="{ink("vortex")}"/>'
        f'<path d="M0 0C10 -10 24 0 16 14C4 30 -26 22 -26 -4C-24 -34 16 -40 34 -16C44 4 36 30 12 38" fill="none" stroke="{ink("vortex-light")}" stroke-width="6" stroke-linecap="round"/>'
        f'<circle r="5" fill="{ink("vortex-light")}"/>'
    ),
}


def lying(kind: Ground, x: float, y: float, salt: int) -> str:
    """What lies on a space with this centre; nothing on earth. `salt` makes neighbours differ a little."""
    if kind not in _DRAWINGS:
        return ""
    turn = (salt * 37) % 24 - 12 if kind in (Ground.ROCK, Ground.QUICKSAND) else 0
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn})">{_DRAWINGS[kind]}</g>'
