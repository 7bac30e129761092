"""Drawings in SVG as the operators of PDF: shapes, colours, texts, and how boards and rows are laid."""

from __future__ import annotations

import math

import pytest

from ludotheque.core.message import Message
from ludotheque.press import boards, letters
from ludotheque.press.drawing import Drawer
from ludotheque.press.paper import BOTTOM, PAPERS, SIDE, TOP
from ludotheque.press.pdf import Document
from ludotheque.press.rows import laid_out
from ludotheque.press.shapes import path, transform
from ludotheque.scene.printed import Part
from tests.press.reading import File, Shape

ROOM = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"'


def drawn(content: str, contrast: bool = False, library: str = "") -> File:
    """A picture of 100 by 100 units, 100 millimetres wide."""
    document = Document("title", "en", packed=False)
    picture = Drawer(document, library, contrast=contrast).picture(f"<svg {ROOM}>{content}</svg>", 100, 100)
    document.page(100, 100, picture)
    return File(document.written(), deep=True)


def shape(content: str, **more: object) -> Shape:
    (found,) = drawn(content, **more).pages[0].shapes  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize(
    ("d", "box"),
    [
        ("M10 20L30 40", (10, 20, 30, 40)),
        ("m10 20 20 20", (10, 20, 30, 40)),
        ("M10,20l20,0 0,20", (10, 20, 30, 40)),
        ("M10 20h20v20z", (10, 20, 30, 40)),
        ("M.5.5.75-1.5", (0.5, -1.5, 0.75, 0.5)),
        ("M1e1 2e1L30 40", (10, 20, 30, 40)),
        ("M10 50A20 20 0 0 1 50 50", (10, 30, 50, 50)),
        ("M10 50A20 20 0 0 0 50 50", (10, 50, 50, 70)),
        ("M10 50A20 20 0 0150 50", (10, 30, 50, 50)),
        ("M30 30a20 20 0 1 1 0 40a20 20 0 1 1 0-40z", (10, 30, 50, 70)),
        ("M0 0Q10 20 20 0T40 0", (0, -40 / 3, 40, 40 / 3)),
        ("M0 0C0 10 10 10 10 0S20-10 20 0", (0, -10, 20, 10)),
    ],
)
def test_paths_have_the_extent_that_their_commands_say(d: str, box: tuple[float, ...]) -> None:
    """The handles of curves count here, too."""
    found = shape(f'<path d="{d}"/>').box
    assert found == pytest.approx(box, abs=0.01)


def test_an_arc_lies_on_its_circle() -> None:
    found = shape('<path d="M90 50A40 40 0 0 1 50 90"/>').points
    for x, y in (found[0], found[-1]):
        assert math.hypot(x - 50, y - 50) == pytest.approx(40, abs=0.01)
    begin, one, other, end = found
    middle = [(a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(begin, one, other, end, strict=True)]
    assert math.dist(middle, (50, 50)) == pytest.approx(40, abs=0.02)


def test_transforms_are_done_from_the_last_to_the_first() -> None:
    assert transform("translate(10 20) scale(2)") == pytest.approx((2, 0, 0, 2, 10, 20))
    assert transform("rotate(90 10 0)") == pytest.approx((0, 1, -1, 0, 10, -10))
    assert shape('<g transform="translate(50 50)"><rect width="10" height="20" transform="rotate(90)"/></g>').box == pytest.approx((30, 50, 50, 60), abs=0.01)  # fmt: skip


def test_a_symbol_is_fitted_into_its_frame() -> None:
    library = f'<svg {ROOM}><symbol id="s" viewBox="0 0 10 20"><rect width="10" height="20"/></symbol></svg>'
    found = shape('<use href="#s" x="20" y="20" width="40" height="40"/>', library=library)
    assert found.box == pytest.approx((30, 20, 50, 60), abs=0.01)


@pytest.mark.parametrize(
    ("fill", "ink"),
    [
        ("#f00", "1 0 0"),
        ("#336699", "0.2 0.4 0.6"),
        ("white", "1 1 1"),
        ("rgb(255, 0, 51)", "1 0 0.2"),
        ("var(--a, #00ff00)", "0 0 1"),
        ("var(--b, #00ff00)", "0 1 0"),
        ("var(--b, var(--a, #fff))", "0 0 1"),
        ("currentColor", "0 0 1"),
        ("color-mix(in srgb, #fff 25%, #000)", "0.25 0.25 0.25"),
        ("color-mix(in srgb, var(--a, #fff) 50%, #000)", "0 0 0.5"),
        ("url(#g)", "0 1 1"),
    ],
)
def test_colours_are_read_as_a_browser_reads_them(fill: str, ink: str) -> None:
    gradient = '<linearGradient id="g"><stop stop-color="#0ff"/><stop stop-color="#f0f"/></linearGradient>'
    content = f'<defs>{gradient}</defs><g style="--a:#00f;color:#00f"><rect width="9" height="9" fill="{fill}"/></g>'
    assert shape(content).fill == ink


def test_high_contrast_takes_the_colours_of_that_theme() -> None:
    style = '<style>:root[data-theme="dark"] .b{--b-ink:#f00;}:root[data-theme="contrast"] .b{--b-ink:#000;}</style>'
    content = f'{style}<rect width="9" height="9" fill="var(--b-ink, #0f0)"/>'
    assert shape(content).fill == "0 1 0"
    assert shape(content, contrast=True).fill == "0 0 0"


def test_nothing_is_painted_where_there_is_no_colour() -> None:
    content = (
        '<rect width="9" height="9" fill="none"/><title>a</title><defs><rect width="9" height="9"/></defs>'
    )
    assert drawn(content).pages[0].shapes == []


def test_text_stands_where_its_anchor_says() -> None:
    (left,) = drawn('<text x="50" y="60" font-size="10">été</text>').pages[0].texts
    (middle,) = drawn('<text x="50" y="60" font-size="10" text-anchor="middle">été</text>').pages[0].texts
    assert left.text == "été"
    assert (left.x, left.y, left.size) == pytest.approx((50, 60, 10), abs=0.01)
    assert left.x - middle.x == pytest.approx(letters.width("été", 10) / 2, abs=0.01)


def test_letters_that_the_font_lacks_are_replaced() -> None:
    assert letters.encoded("œ’«»ï…€×") == "œ’«»ï…€×".encode("cp1252")
    assert letters.encoded("ďŁ漢") == b"d??"
    assert letters.width("a★b", 10) > letters.width("ab", 10)
    assert letters.width("a\u202f!", 10) < letters.width("a\xa0!", 10)


def test_lines_are_no_wider_than_their_room() -> None:
    text = "Menez vos quatre pions du milieu du plateau jusqu’à l’arrivée, dans le sens des aiguilles d’une montre."
    found = letters.lines(text, 3.7, 40)
    assert " ".join(found) == text
    assert all(letters.width(line, 3.7) <= 40 for line in found)
    assert len(found) > 3


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize(
    "size", [(150.0, 150.0), (189.0, 189.0), (300.0, 200.0), (402.0, 355.0), (900.0, 700.0)]
)
def test_pieces_of_a_board_cover_it_and_fit_their_pages(
    size: tuple[float, float], paper: tuple[float, float]
) -> None:
    cut = boards.cut(*size, paper)
    across, down = paper[::-1] if cut.sideways else paper
    for piece in cut.pieces:
        assert piece.width <= across - 2 * SIDE + 0.01
        assert piece.height <= down - TOP - BOTTOM + 0.01
    rows = [cut.pieces[i : i + cut.columns] for i in range(0, len(cut.pieces), cut.columns)]
    assert rows[-1][-1].x + rows[-1][-1].width == pytest.approx(size[0])
    assert rows[-1][-1].y + rows[-1][-1].height == pytest.approx(size[1])
    for one, other in zip(rows[0], rows[0][1:], strict=False):
        assert one.x + one.width - other.x == pytest.approx(boards.OVERLAP)


def parts(width: float, height: float, count: int, kind: str = "rect") -> Part:
    return Part(Message("sheet.pieces"), "<svg/>", width, height, "<svg/>", count, kind)  # type: ignore[arg-type]


@pytest.mark.parametrize("scale", [1.0, 1.4])
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_parts_do_not_overlap_and_stay_within_the_margins(paper: tuple[float, float], scale: float) -> None:
    kinds = [parts(63, 88, 20), parts(22, 22, 30, "disc"), parts(90, 90, 3), parts(120, 30, 4, "free")]
    pages = laid_out(kinds, paper, scale)
    assert sum(map(len, pages)) == 57
    for page in pages:
        for number, one in enumerate(page):
            assert one.x >= SIDE - 0.01
            assert one.x + one.width <= paper[0] - SIDE + 0.01
            assert one.y + one.height <= paper[1] - BOTTOM + 0.01
            for other in page[number + 1 :]:
                apart = max(abs(one.x - other.x) - (one.width if one.x < other.x else other.width), abs(one.y - other.y) - (one.height if one.y < other.y else other.height))  # fmt: skip
                assert apart > -0.01


def test_a_path_that_breaks_off_is_drawn_as_far_as_it_goes() -> None:
    assert path("M10 20L").startswith("10 20 m")
    assert path("nonsense") == "\n"
