"""Draws the course as SVG: a dusty track through the savannah, tile by tile. For the artist.

Colours are CSS properties (`--banjooli-board-sand`, `--banjooli-board-rock`, …): the values written first are for the light theme, and
the page's theme overrides them.
"""

from __future__ import annotations

import math
from typing import Any

from ludotheque.games.banjooli_cross import grounds
from ludotheque.games.banjooli_cross.board_layout import SPACE, SQUARE, Point, Tile, Track, track_of
from ludotheque.games.banjooli_cross.grounds import PALETTE, ink
from ludotheque.games.banjooli_cross.state import LANES, Bend, Ground
from ludotheque.scene.model import Road

EDGE = 14
"""How wide a wall is."""
ROAD = Road(PALETTE.name, ink("sand"), ink("edge"), EDGE, ink("lines"), ink("way"))
"""How the course goes on where it is folded."""


def draw(b: Any, s: Any, only: int | None = None) -> str:
    """The whole course as SVG text, or only the tile with this number."""
    track = track_of(b, s)
    tiles = track.tiles if only is None else (track.tiles[only],)
    parts = [_ground(b, s, track, tile) for tile in tiles]
    parts = [
        *(_sand(tile) + _chevrons(track, tile) for tile in tiles),
        *parts,
        *(_walls(track, tile) for tile in tiles),
    ]
    parts += [_lanes(track, tile) for tile in tiles]
    if len(tiles) > 1:
        parts += [_nests(track), _line(track)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_frame(track, tiles)}"'
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


def _outline(tile: Tile) -> str:
    """The path round a tile: a square, or the sweep of a curve."""
    half = SQUARE / 2
    if tile.bend == Bend.STRAIGHT:
        corners = (tile.at(-half, half), tile.at(half, half), tile.at(half, -half), tile.at(-half, -half))
        return f"M{_points(corners[0])} L{_points(*corners[1:])}Z"
    return f"M{_points(tile.on_arc(0.0, 0.0))} L{_points(tile.on_arc(SQUARE, 0.0))}{_sweep(tile, SQUARE)}Z"


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
        walls += [
            f"M{_points(tile.at(-half, aside))} L{_points(tile.at(half, aside))}" for aside in (half, -half)
        ]
    else:
        walls.append(f"M{_points(tile.on_arc(SQUARE, 0.0))}{_sweep(tile, SQUARE)}")
    if tile.number in (0, last):
        end = half if tile.number else -half
        walls.append(f"M{_points(tile.at(end, half))} L{_points(tile.at(end, -half))}")
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
                radius = ((lane if tile.bend == Bend.LEFT else LANES - 1 - lane) + 0.5) * SPACE
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
        inside = LANES - 1 - lane if tile.bend == Bend.RIGHT else lane
        for step in range(tile.lengths[lane]):
            kind = Ground(int(b["ground"][tile.face, inside, step]))
            x, y = track.space(tile.number, lane, step)
            parts.append(grounds.draw(kind, x, y, tile.number * 31 + lane * 7 + step))
    return "".join(parts)


def _lanes(track: Track, tile: Tile) -> str:
    """Light lines between lanes and ranks; in a curve, the barriers."""
    if tile.bend != Bend.STRAIGHT:
        return _barriers(tile)
    light = f'stroke="{ink("lines")}" stroke-width="2" stroke-dasharray="2 10" stroke-linecap="round"'
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
    return "".join(f'<path d="M{_points(one)} L{_points(two)}" {light}/>' for one, two in lines)


def _barriers(tile: Tile) -> str:
    """The spaces of each lane, and the fences between lanes."""
    parts = []
    light = f'stroke="{ink("lines")}" stroke-width="2" stroke-dasharray="2 10" stroke-linecap="round"'
    for inside, count in enumerate(sorted(tile.lengths)):
        for step in range(count):
            one, two = (tile.on_arc((inside + side) * SPACE, step / count) for side in (0.08, 0.92))
            parts.append(f'<path d="M{_points(one)} L{_points(two)}" {light}/>')
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
    for bird in range(5):
        x, y = track.nest(bird)
        parts.append(
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="45" ry="43" fill="{ink("nest")}" stroke="{ink("nest-dark")}"'
            ' stroke-width="5"/>'
            f'<path d="M{x - 36:.1f} {y + 12:.1f}q36 30 72 0M{x - 38:.1f} {y - 4:.1f}q38 34 76 0M{x - 30:.1f} {y - 22:.1f}q30 -16 60 0"'
            f' fill="none" stroke="{ink("nest-dark")}" stroke-width="4" stroke-linecap="round"/>'
        )
    return "".join(parts)


def _line(track: Track) -> str:
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
