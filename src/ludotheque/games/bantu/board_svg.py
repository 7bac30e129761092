"""Draws the board as SVG: dots on warm brown grounds, threaded along a ring, with bands of triangles around. For the artist.

Everything is drawn from the measures of the box, so a user's own track has its picture too. Colours follow the page's theme.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludotheque.games.bantu.board_layout import BAND, CORNER, EDGE, RIM, SPOT, SQUARE, Ground, Point, Square
from ludotheque.games.bantu.state import PAWNS
from ludotheque.scene.palette import Palette

RING = 35
"""Half the width of a circle as it is drawn."""
GROUND = 84
"""The width of a row's brown ground."""

PALETTE = Palette.of(
    "bantu-board",
    {
        "rim": ("#5B3420", "#21140C", "#000000"),
        "rim-ink": ("#F3DDB3", "#D8BE94", "#FFFFFF"),
        "sand": ("#EACB92", "#3E2C1A", "#FFFFFF"),
        "sand-dark": ("#DDB878", "#352515", "#FFFFFF"),
        "middle": ("#D9A868", "#3B2917", "#FFFFFF"),
        "middle-dark": ("#C98F50", "#4A341E", "#FFFFFF"),
        "band": ("#7A3E1E", "#1D120A", "#000000"),
        "band-light": ("#F0C988", "#8A6A3F", "#FFFFFF"),
        "band-red": ("#C4532A", "#8C4023", "#000000"),
        "link": ("#6E4527", "#B58D5B", "#000000"),
        "casing": ("#EACB92", "#3E2C1A", "#FFFFFF"),
        "ground": ("#96602F", "#8F5C30", "#9C6A3A"),
        "start": ("#E8832A", "#A85A1A", "#FF9A3D"),
        "start-dark": ("#B75C12", "#DB8A3C", "#000000"),
        "ring": ("#FBF0D6", "#C4AC82", "#FFFFFF"),
        "ring-edge": ("#5B3420", "#21140C", "#000000"),
        "ink": ("#3A2113", "#F3DDB3", "#000000"),
        "hint": ("#CDB183", "#94784C", "#767676"),
        "finish": ("#FBF0D6", "#D9C7A2", "#FFFFFF"),
        "finish-dark": ("#3A2113", "#21140C", "#000000"),
    },
)
"""By day, by lamplight, and in high contrast: white paper, black lines, and the two grounds told apart by their lightness."""

_ink = PALETTE.ink

SHAPES = (
    "M0-.9A.9.9 0 1 1 0 .9A.9.9 0 1 1 0-.9Z",
    "M-.78-.78H.78V.78H-.78Z",
    "M0-1L1 0L0 1L-1 0Z",
    "M0-.92L.98.78H-.98Z",
)
"""The outline of each seat's pawns in a square from -1 to 1: disc, square, diamond, triangle."""


def draw(ground: Ground, gaps: Iterable[Point] = ()) -> str:
    """The whole board as SVG text. At `gaps` a circle is missing that an editor may put there."""
    parts = (
        _rim(ground),
        _middle(ground),
        _entrances(ground),
        _links(ground),
        _grounds(ground),
        _crossings(ground),
        _circles(ground),
        _gaps(gaps),
        _finish(ground),
        *(_square(ground, pawn) for pawn in range(PAWNS)),
        _names(ground),
    )
    return PALETTE.svg(ground.width, ground.height, "".join(parts))


def _oblong(ground: Ground, off: float, more: str) -> str:
    """The rectangle with round corners that lies `off` outside of lane a."""
    width, height = 2 * (ground.half_width + off), 2 * (ground.half_height + off)
    x, y = (ground.width - width) / 2, (ground.height - height) / 2
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{max(CORNER + off, 12):g}" {more}/>'


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


# -- what lies beneath ------------------------------------------------------------------------------------------------


def _rim(ground: Ground) -> str:
    outside = ground.outside
    return (
        _oblong(ground, outside + RIM, f'fill="{_ink("rim")}"')
        + _oblong(ground, outside + 5, f'fill="{_ink("band-red")}"')
        + _oblong(ground, outside, f'fill="{_ink("sand")}"')
        + _oblong(ground, (outside - EDGE) / 2, _line("sand-dark", outside + 2 * EDGE - 70, ".5"))
    )


def _line(colour: str, width: float, opacity: str = "1") -> str:
    return f'fill="none" stroke="{_ink(colour)}" stroke-width="{width:g}" stroke-opacity="{opacity}"'


def _middle(ground: Ground) -> str:
    """The middle of the board inside a band of triangles: woven, with lozenges where it is empty."""
    return (
        _oblong(ground, -EDGE, f'fill="{_ink("band")}"')
        + f'<path d="{_triangles(ground)}" fill="{_ink("band-light")}"/>'
        + _oblong(ground, -EDGE - BAND, f'fill="{_ink("middle")}"')
        + _oblong(ground, -EDGE - BAND - 10, _line("middle-dark", 3))
        + f'<path d="{_weave(ground)}" {_line("middle-dark", 4, ".32")}/>'
        + f'<path d="{_lozenges(ground)}" fill="{_ink("middle")}" stroke="{_ink("middle-dark")}" stroke-width="5"'
        + ' stroke-linejoin="round"/>'
    )


def _triangles(ground: Ground) -> str:
    """Teeth all around, their points outwards, as long as the band is broad."""
    slots = ground.ranks + 2
    teeth = 3 * slots
    shapes = []
    for tooth in range(teeth):
        left, tip, right = (tooth + share for share in (0.06, 0.5, 0.94))
        corners = [(left, 2.0), (tip, BAND - 5.0), (right, 2.0)]
        points = [ground.at(at * slots / teeth, -EDGE - BAND + off) for at, off in corners]
        shapes.append(_path(points) + "Z")
    return "".join(shapes)


def _weave(ground: Ground) -> str:
    """Zigzags from side to side, line under line."""
    across, down = ground.half_width - EDGE - BAND - 26, ground.half_height - EDGE - BAND - 26
    tooth = across / max(1, round(across / 24))
    left, top = ground.width / 2 - across, ground.height / 2 - down
    lines = []
    for line in range(int(2 * down // 30)):
        y = top + 15 + 30 * line
        points = [
            (left + tooth * i, y + (10 if i % 2 else -10)) for i in range(round(2 * across / tooth) + 1)
        ]
        lines.append(_path(points))
    return "".join(lines)


def _lozenges(ground: Ground) -> str:
    """Nested lozenges in the four corners and the very middle, wherever no start square covers them."""
    across = ground.half_width - EDGE - BAND - 66
    down = ground.half_height - EDGE - BAND - 74
    shapes = []
    for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)):
        x, y = ground.width / 2 + dx * across, ground.height / 2 + dy * down
        if all(max(abs(x - square.x), abs(y - square.y)) > SQUARE / 2 + 50 for square in ground.squares):
            shapes += [
                f"M{x:g} {y - size:g}l{size} {size}l-{size} {size}l-{size}-{size}Z" for size in (42, 26, 10)
            ]
    return "".join(shapes)


def _entrances(ground: Ground) -> str:
    """From each start square a broad way to its start line."""
    path = "".join(_path(ground.way(pawn)) for pawn in range(PAWNS))
    return (
        f'<g stroke-linejoin="round"><path d="{path}" {_line("start-dark", 64)}/>'
        f'<path d="{path}" {_line("start", 54)}/></g>'
    )


# -- the track --------------------------------------------------------------------------------------------------------


def _links(ground: Ground) -> str:
    """A line for each link that stays in its lane."""
    lines = _lines(ground, crossing=False)
    return f'<path d="{"".join(lines)}" {_line("link", 13)}/>'


def _crossings(ground: Ground) -> str:
    """A line for each link that changes lanes, bridged over the others and over the grounds of rows."""
    return "".join(
        f'<path d="{line}" {_line("casing", 23)}/><path d="{line}" {_line("link", 13)}/>'
        for line in _lines(ground, crossing=True)
    )


def _lines(ground: Ground, *, crossing: bool) -> list[str]:
    return [
        _path((ground.circle(start), ground.circle(end)))
        for start, end in ground.links()
        if (end - start != ground.lanes) == crossing
    ]


def _grounds(ground: Ground) -> str:
    """The brown ground of every row of several circles, and the orange one of the start lines."""
    brown: list[str] = []
    orange: list[str] = []
    for row in ground.rows():
        on_start = bool(ground.b["start_line"][row[0]])
        if len(row) > 1 or on_start:
            ends = [ground.circle(circle) for circle in row]
            path = _path(ends if len(ends) > 1 else (ends[0], ends[0]))
            (orange if on_start else brown).append(path)
    return (
        f'<g stroke-linecap="round"><path d="{"".join(brown)}" {_line("ground", GROUND)}/>'
        f'<path d="{"".join(orange)}" {_line("start-dark", GROUND + 6)}/>'
        f'<path d="{"".join(orange)}" {_line("start", GROUND - 4)}/></g>'
    )


def _circles(ground: Ground) -> str:
    dots = []
    for row in ground.rows():
        for circle in row:
            x, y = ground.circle(circle)
            dots.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RING}"/>')
    return f'<g fill="{_ink("ring")}" stroke="{_ink("ring-edge")}" stroke-width="5">{"".join(dots)}</g>'


def _gaps(gaps: Iterable[Point]) -> str:
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RING - 6}"/>' for x, y in gaps)
    return f'<g {_line("hint", 4)} stroke-dasharray="6 10">{dots}</g>' if dots else ""


# -- the finish and the start -----------------------------------------------------------------------------------------


def _finish(ground: Ground) -> str:
    """A field with a chequered flag, and an arrow to it from each circle that has one."""
    x, y, width, height = ground.finish
    left, top = x - width / 2, y - height / 2
    field = (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="18" fill="{_ink("finish")}"'
        f' stroke="{_ink("finish-dark")}" stroke-width="6"/>'
    )
    size = 11
    rows = int((height - 36) // size)
    begin = y - rows * size / 2
    squares = "".join(
        f"M{x + width / 2 - 8 - size * (column + 1):.1f} {begin + size * row:.1f}h{size}v{size}h-{size}Z"
        for row in range(rows)
        for column in range(2)
        if (row + column) % 2
    )
    flag = _flag(x - 8, y, 0.6 * width)
    return (
        field + flag + f'<path d="{squares}" fill="{_ink("finish-dark")}"/>' + _arrows(ground, x + width / 2)
    )


def _flag(x: float, y: float, width: float) -> str:
    """A chequered flag: the finish in every language."""
    size = width / 4
    left, top = x - width / 2, y - 3 * size
    squares = "".join(
        f"M{left + size * column:.1f} {top + size * row:.1f}h{size:.1f}v{size:.1f}h-{size:.1f}Z"
        for row in range(3)
        for column in range(4)
        if (row + column) % 2 == 0
    )
    return (
        f'<g opacity=".75" stroke="{_ink("hint")}" stroke-width="4"><path d="M{left:.1f} {top:.1f}h{width:.1f}v{3 * size:.1f}h-{width:.1f}Z'
        f'M{left:.1f} {top:.1f}v{7 * size:.1f}" fill="none"/><path d="{squares}" fill="{_ink("hint")}" stroke="none"/></g>'
    )


def _arrows(ground: Ground, edge: float) -> str:
    marks = []
    for circle in range((ground.ranks - 1) * ground.lanes, ground.ranks * ground.lanes):
        if ground.b["arrow"][circle]:
            x, y = ground.circle(circle)
            tip, tail = edge + 3, x - RING
            marks.append(
                f"M{tail:.1f} {y:.1f}H{tip + 6:.1f}M{tip + 15:.1f} {y - 15:.1f}L{tip:.1f} {y:.1f}L{tip + 15:.1f} {y + 15:.1f}"
            )
    return (
        f'<path d="{"".join(marks)}" {_line("band-red", 10)} stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _square(ground: Ground, pawn: int) -> str:
    """A start square with its number, and the shape of each seat's pawn on that seat's spot."""
    square: Square = ground.squares[pawn]
    half = SQUARE / 2
    box = (
        f'<rect x="{square.x - half:.1f}" y="{square.y - half:.1f}" width="{SQUARE}" height="{SQUARE}" rx="26"'
        f' fill="{_ink("start")}" stroke="{_ink("start-dark")}" stroke-width="6"/>'
    )
    spots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SPOT / 2 - 5}" fill="{_ink("ring")}"/>'
        f'<g class="upright"><path d="{shape}" transform="translate({x:.1f} {y:.1f}) scale(22)" fill="none"'
        f' stroke="{_ink("hint")}" stroke-width=".2" stroke-linejoin="round"/></g>'
        for (x, y), shape in zip(square.spots, SHAPES, strict=True)
    )
    number = (
        f'<circle cx="{square.x:.1f}" cy="{square.y:.1f}" r="23" fill="{_ink("start-dark")}"/>'
        f'<g class="upright"><path d="{DIGITS[pawn]}" transform="translate({square.x:.1f} {square.y:.1f}) scale(13)"'
        f' fill="none" stroke="{_ink("finish")}" stroke-width=".34" stroke-linecap="round" stroke-linejoin="round"/></g>'
    )
    return box + spots + number


DIGITS = (
    "M-.34-.66L.1-1V1",
    "M-.56-.52C-.5-1.120.56-1.18.56-.5C.56.1-.36.5-.58 1H.6",
    "M-.52-.84C-.1-1.12.5-1.02.5-.52C.5-.1.1-.02-.16-.02C.16-.02.58.08.58.5C.58 1.080-.2 1.16-.58.8",
    "M.24 1V-1L-.62.4H.62",
)
"""The numbers 1 to 4 as strokes, in a square from -1 to 1."""


def _names(ground: Ground) -> str:
    """The number of each rank on the rim; two digits are written narrower, so that they stay within it."""
    texts = []
    for rank in range(ground.ranks):
        x, y = ground.beyond(rank)
        narrow = ' textLength="40" lengthAdjust="spacingAndGlyphs"' if rank > 9 else ""
        texts.append(f'<text x="{x:.1f}" y="{y:.1f}"{narrow}>{rank}</text>')
    return (
        f'<g fill="{_ink("rim-ink")}" font-family="var(--text, sans-serif)" font-size="40" text-anchor="middle"'
        f' dominant-baseline="central">{"".join(texts)}</g>'
    )
