"""Draws the board as SVG: ochre bush, a lake that mirrors the sky, a stream down to the south edge. For the artist.

Everything is drawn from the measures of the box, so a user's own board has its picture too. Units: a cell is 100 by 100, the rim around
the board is `RIM` wide, and y goes downwards. Colours are CSS properties (`--billabong-board-bush`) that follow the page's theme.
"""

from __future__ import annotations

from typing import Any

from ludotheque.scene.palette import Palette

CELL = 100
RIM = 56

PALETTE = Palette.of(
    "billabong-board",
    {  # by day, by night, and as pale water and black lines on plain paper
        "rim": ("#9C6B3C", "#3A2A1A", "#000000"),
        "rim-edge": ("#7A4F28", "#2A1E12", "#000000"),
        "rim-ink": ("#FBF1DC", "#E9D9BC", "#FFFFFF"),
        "bush": ("#E2B878", "#5A452C", "#FFFFFF"),
        "bush-light": ("#EBC78D", "#644E33", "#FFFFFF"),
        "bush-dark": ("#D6A764", "#4F3C25", "#FFFFFF"),
        "grid": ("#A87B42", "#9A794C", "#000000"),
        "tuft": ("#8E8A45", "#7B7A40", "#FFFFFF"),
        "pebble": ("#C08D54", "#6E5234", "#FFFFFF"),
        "hint": ("#9C6B3C", "#B58A55", "#000000"),
        "shore": ("#F1DDB0", "#8A7145", "#000000"),
        "water": ("#4E9DB0", "#27606F", "#BFE3F2"),
        "water-deep": ("#3B8499", "#1D4E5C", "#BFE3F2"),
        "water-light": ("#A9DBDF", "#6FAEB8", "#FFFFFF"),
        "sun": ("#F7E3B0", "#D9C48F", "#FFFFFF"),
        "flag-light": ("#FBF6EA",),
        "flag-dark": ("#22262B",),
    },
)
_ink = PALETTE.ink


class Ground:
    """The measures of the box's board: cells from the north-west corner, the lake, and the stream.

    The stream runs on the left edge of column `stream_x`, along the rows `stream_top` to `stream_bottom` (included).
    `shores` are the left, top, right and bottom of the lake in units.
    """

    def __init__(self, b: Any) -> None:
        self.columns, self.rows = int(b["width"]), int(b["height"])
        left, top = int(b["lake_x"]), int(b["lake_y"])
        right, bottom = left + int(b["lake_width"]), top + int(b["lake_height"])
        self.lake = tuple((x, y) for y in range(top, bottom) for x in range(left, right))
        self.shores = tuple(RIM + CELL * edge for edge in (left, top, right, bottom))
        self.stream_x = int(b["stream"]) + 1
        self.stream_top, self.stream_bottom = bottom, self.rows - 1

    @property
    def width(self) -> int:
        """Units, rim included."""
        return self.columns * CELL + 2 * RIM

    @property
    def height(self) -> int:
        """Units, rim included."""
        return self.rows * CELL + 2 * RIM

    def centre(self, x: int, y: int) -> tuple[float, float]:
        """The middle of a cell, in units."""
        return RIM + (x + 0.5) * CELL, RIM + (y + 0.5) * CELL


def draw(ground: Ground) -> str:
    """The whole board as SVG text."""
    layers = (_rim, _bush, _grid, _hints, _shore, _stream, _lake, _names)
    return PALETTE.svg(ground.width, ground.height, "".join(layer(ground) for layer in layers))


def _grain(x: int, y: int, salt: int) -> int:
    """A number from 0 to 255 that is always the same for the same spot: the bush looks wild but never changes."""
    mixed = (x * 374761393 + y * 668265263 + salt * 2246822519) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    return (mixed ^ (mixed >> 16)) & 0xFF


def _rim(ground: Ground) -> str:
    w, h = ground.width, ground.height
    return (
        f'<rect width="{w}" height="{h}" rx="34" fill="{_ink("rim")}"/>'
        f'<rect x="{RIM - 7}" y="{RIM - 7}" width="{w - 2 * RIM + 14}" height="{h - 2 * RIM + 14}" rx="12"'
        f' fill="{_ink("rim-edge")}"/>'
        f'<rect x="{RIM}" y="{RIM}" width="{w - 2 * RIM}" height="{h - 2 * RIM}" rx="6" fill="{_ink("bush")}"/>'
    )


def _bush(ground: Ground) -> str:
    """Patches of lighter and darker earth, then tufts of grass and pebbles, thinly sown."""
    lake = set(ground.lake)
    patches, plants = [], []
    for y in range(ground.rows):
        for x in range(ground.columns):
            if (x, y) in lake:
                continue
            tone = _grain(x, y, 1)
            left, top = RIM + x * CELL, RIM + y * CELL
            if tone < 150:
                colour = _ink("bush-light" if tone < 75 else "bush-dark")
                faint = 0.25 + 0.3 * (_grain(x, y, 2) / 255)
                patches.append(
                    f'<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="{colour}" opacity="{faint:.2f}"/>'
                )
            if _grain(x, y, 3) < 62:
                plants.append(_tuft(left + 14 + _grain(x, y, 4) % 62, top + 30 + _grain(x, y, 5) % 60))
            elif _grain(x, y, 6) < 40:
                plants.append(_pebbles(left + 18 + _grain(x, y, 7) % 56, top + 22 + _grain(x, y, 8) % 60))
    return "".join(patches) + f'<g opacity=".62">{"".join(plants)}</g>'


def _tuft(x: int, y: int) -> str:
    return (
        f'<path d="M{x} {y}q-3-9-10-13M{x + 2} {y}q-1-11-2-18M{x + 4} {y}q3-9 9-14" fill="none"'
        f' stroke="{_ink("tuft")}" stroke-width="3" stroke-linecap="round"/>'
    )


def _pebbles(x: int, y: int) -> str:
    return (
        f'<g fill="{_ink("pebble")}"><ellipse cx="{x}" cy="{y}" rx="7" ry="4.5"/>'
        f'<ellipse cx="{x + 12}" cy="{y + 5}" rx="4.5" ry="3"/></g>'
    )


def _grid(ground: Ground) -> str:
    right, bottom = ground.width - RIM, ground.height - RIM
    lines = [f"M{RIM + x * CELL} {RIM}V{bottom}" for x in range(1, ground.columns)]
    lines += [f"M{RIM} {RIM + y * CELL}H{right}" for y in range(1, ground.rows)]
    return (
        f'<path d="{"".join(lines)}" stroke="{_ink("grid")}" stroke-width="1.6" opacity=".42" fill="none"/>'
    )


def _hints(ground: Ground) -> str:
    """Faint chevrons around the lake, clockwise, two on each side: which way the race goes."""
    left, top, right, bottom = ground.shores
    mid_x, mid_y, off = (left + right) / 2, (top + bottom) / 2, 1.5 * CELL
    sides = (
        (mid_x, top - off, 0),
        (right + off, mid_y, 90),
        (mid_x - CELL, bottom + off, 180),
        (left - off, mid_y, 270),
    )
    marks = []
    for x, y, turn in sides:
        if RIM < x < ground.width - RIM and RIM < y < ground.height - RIM:
            marks.append(
                f'<path transform="translate({x:g} {y:g}) rotate({turn})" d="M-30-20L-10 0L-30 20M10-20L30 0L10 20"/>'
            )
    return (
        f'<g fill="none" stroke="{_ink("hint")}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"'
        f' opacity=".34">{"".join(marks)}</g>'
    )


def _shape_of_lake(ground: Ground) -> str:
    return "".join(
        f'<rect x="{RIM + x * CELL + 9}" y="{RIM + y * CELL + 9}" width="{CELL - 18}" height="{CELL - 18}" rx="26"/>'
        for x, y in ground.lake
    ) + "".join(_joins(ground))


def _shore(ground: Ground) -> str:
    return (
        f'<g fill="{_ink("shore")}" stroke="{_ink("shore")}" stroke-width="18" stroke-linejoin="round">'
        f"{_shape_of_lake(ground)}</g>"
    )


def _lake(ground: Ground) -> str:
    """The water, a deeper middle, and the sky mirrored in it: a broken sun and long light strokes."""
    shapes = _shape_of_lake(ground)
    left, top, right, bottom = ground.shores
    mid_x, mid_y = (left + right) / 2, (top + bottom) / 2
    return (
        f'<g fill="{_ink("water")}">{shapes}</g>'
        f'<g fill="{_ink("water-deep")}" opacity=".55" transform="translate({mid_x:g} {mid_y:g}) scale(.86 .74)'
        f' translate({-mid_x:g} {-mid_y:g})">{shapes}</g>'
        f'<g fill="none" stroke="{_ink("water-light")}" stroke-width="7" stroke-linecap="round">'
        f'<path d="{_glints(ground)}" opacity=".6"/></g>' + _mirrored_sun(right, top, bottom)
    )


def _glints(ground: Ground) -> str:
    """Light strokes on the water, two a cell at most, always at the same spots."""
    strokes = []
    for x, y in ground.lake:
        left, top = RIM + x * CELL, RIM + y * CELL
        for turn in range(2):
            if _grain(x, y, 10 + turn) < 150:
                long = 12 + _grain(x, y, 12 + turn) % 34
                strokes.append(f"M{left + 22 + _grain(x, y, 14 + turn) % 24} {top + 28 + 44 * turn}h{long}")
    return "".join(strokes)


def _mirrored_sun(right: int, top: int, bottom: int) -> str:
    """The sun on the water, cut into slices by the ripples."""
    x, y, size = right - 62, (top + bottom) / 2 - 10, min(bottom - top, 200) * 0.16
    slices = []
    for step in range(5):
        across = size * (1, 0.92, 0.7, 0.42, 0.2)[step]
        slices.append(f"M{x - across:.0f} {y + step * size * 0.5:.0f}h{2 * across:.0f}")
    return (
        f'<path d="M{x - size:.0f} {y - 5:.0f}A{size:.0f} {size:.0f} 0 0 1 {x + size:.0f} {y - 5:.0f}Z" fill="{_ink("sun")}"/>'
        f'<path d="{"".join(slices)}" stroke="{_ink("sun")}" stroke-width="7" stroke-linecap="round" fill="none"/>'
    )


def _joins(ground: Ground) -> list[str]:
    """The water between neighbouring cells of the lake, which makes one lake of them."""
    lake, joins = set(ground.lake), []
    for x, y in ground.lake:
        left, top = RIM + x * CELL, RIM + y * CELL
        if (x + 1, y) in lake:
            joins.append(f'<rect x="{left + 50}" y="{top + 9}" width="100" height="82"/>')
        if (x, y + 1) in lake:
            joins.append(f'<rect x="{left + 9}" y="{top + 50}" width="82" height="100"/>')
        if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= lake:
            joins.append(f'<rect x="{left + 50}" y="{top + 50}" width="100" height="100"/>')
    return joins


def _stream(ground: Ground) -> str:
    """The stream winds a little about its true edge, and ends on the rim under a chequered band with an arrow."""
    x = RIM + ground.stream_x * CELL
    top, bottom = RIM + ground.stream_top * CELL, RIM + (ground.stream_bottom + 1) * CELL
    bends = [f"M{x} {top - 14}"]
    for step in range((bottom - top) // 50):
        sway = 9 if step % 2 else -9
        bends.append(f"Q{x + sway} {top + step * 50 + 25} {x} {top + step * 50 + 50}")
    course = "".join(bends)
    glints = "".join(
        f"M{x + (3 if y % 100 else -4)} {y}q{3 if y % 100 else -3} 9 0 18"
        for y in range(top + 20, bottom - 20, 50)
    )
    return (
        f'<g fill="none" stroke-linecap="butt"><path d="{course}" stroke="{_ink("shore")}" stroke-width="32"/>'
        f'<path d="{course}" stroke="{_ink("water")}" stroke-width="20"/>'
        f'<path d="{glints}" stroke="{_ink("water-light")}" stroke-width="4" stroke-linecap="round" opacity=".8"/></g>'
        + _finish(x, bottom)
    )


def _finish(x: int, edge: int) -> str:
    squares = "".join(
        f'<rect x="{x - 24 + 12 * column}" y="{edge + 7 + 12 * row}" width="12" height="12"'
        f' fill="{_ink("flag-dark" if (row + column) % 2 else "flag-light")}"/>'
        for row in range(2)
        for column in range(4)
    )
    return (
        f'{squares}<path d="M{x + 30} {edge + 43}H{x - 26}M{x - 14} {edge + 34}L{x - 27} {edge + 43}L{x - 14} {edge + 52}"'
        f' fill="none" stroke="{_ink("rim-ink")}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _names(ground: Ground) -> str:
    """Letters under and over the files, numbers beside the rows, on the rim. Two digits are narrower, to fit in."""
    texts = []
    for x in range(ground.columns):
        across = RIM + (x + 0.5) * CELL
        ends = (RIM / 2 - 2, ground.height - RIM / 2 + 2)
        texts += [f'<text x="{across:g}" y="{up:g}">{chr(ord("a") + x)}</text>' for up in ends]
    for y in range(ground.rows):
        up = RIM + (y + 0.5) * CELL
        ends = (RIM / 2 - 2, ground.width - RIM / 2 + 2)
        row = ground.rows - y
        narrow = f' textLength="{RIM - 16:g}" lengthAdjust="spacingAndGlyphs"' if row > 9 else ""
        texts += [f'<text x="{across:g}" y="{up:g}"{narrow}>{row}</text>' for across in ends]
    return (
        f'<g class="coordinates" fill="{_ink("rim-ink")}" font-family="var(--text, sans-serif)" font-size="46" text-anchor="middle"'
        f' dominant-baseline="central">{"".join(texts)}</g>'
    )
