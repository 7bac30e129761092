"""Prints of every game, read back: true sizes, all parts there, nothing cut off, backs behind their fronts."""

from __future__ import annotations

import functools
import itertools
import math
import re
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from ludotheque.core import components, registry, rulebook
from ludotheque.games.bantu.board_svg import RING
from ludotheque.games.billabong.board_svg import CELL
from ludotheque.press import boards
from ludotheque.press.contents import Contents
from ludotheque.press.figures import FOOT
from ludotheque.press.leaflet import RULER, SQUARE
from ludotheque.press.letters import SIGNS, width
from ludotheque.press.paper import PAPERS
from ludotheque.press.printing import LARGER, MARK, OFF, Choice, Printout, print_box
from ludotheque.press.rows import Laid, laid_out
from ludotheque.press.rules import Rules
from ludotheque.press.words import Words
from ludotheque.table import companion, pictures
from tests.press.reading import File, Page, Shape

GAMES = ["banjooli-cross", "bantu", "banzai", "billabong", "boussanga"]
BOXES = Path(__file__).parents[1] / "conformance" / "boxes"
KINDS = [
    Choice("a4", "fr", link="https://jeux.example.org/box/x"),
    Choice("letter", "en", large=True, contrast=True),
]
NEAR = 0.01
"""Millimetres by which rounding may move a point."""
NINE_POINTS = 9 / 72 * 25.4


@functools.cache
def printed(game: str, choice: Choice = KINDS[0]) -> Printout:
    return print_box(registry.get(game), choice)


@functools.cache
def read(game: str, choice: Choice = KINDS[0], deep: bool = False) -> list[Page]:
    return File(printed(game, choice).pdf, deep).pages


@functools.cache
def contents(game: str) -> Contents:
    return Contents(registry.get(game), None, False, Words("fr").of)


def _fronts(game: str, choice: Choice = KINDS[0]) -> list[int]:
    """The numbers of the pages whose parts are cut out."""
    return [each.pages[0] for each in printed(game, choice).sheets if each.heavy]


def circles(page: Page, across: float) -> list[Shape]:
    """Round shapes of this width, in millimetres."""
    return [
        each
        for each in page.shapes
        if abs(each.size[0] - across) < NEAR and abs(each.size[1] - across) < NEAR
    ]


@pytest.mark.parametrize("choice", KINDS, ids=lambda choice: choice.paper)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_has_the_size_of_its_paper(game: str, choice: Choice) -> None:
    pages = read(game, choice)
    assert len(pages) == 2 * len(printed(game, choice).sheets)
    for page in pages:
        assert sorted((page.width, page.height)) == pytest.approx(sorted(PAPERS[choice.paper]), abs=NEAR)


@pytest.mark.parametrize("choice", KINDS, ids=lambda choice: choice.paper)
@pytest.mark.parametrize("game", GAMES)
def test_ruler_and_square_are_true(game: str, choice: Choice) -> None:
    first = read(game, choice)[0]
    rulers = [
        each
        for each in first.shapes
        if each.depth == 0 and abs(each.size[0] - RULER) < NEAR and each.size[1] < NEAR
    ]
    squares = [each for each in first.shapes if each.size == pytest.approx((SQUARE, SQUARE), abs=NEAR)]
    assert (len(rulers), len(squares)) == (1, 1)
    ticks = sorted(
        each.middle[0] for each in first.shapes if each.size[0] < NEAR and 1.9 < each.size[1] < 5.1
    )
    assert [b - a for a, b in itertools.pairwise(ticks)] == pytest.approx([1.0] * RULER, abs=NEAR)


def test_the_set_up_is_that_of_ones_own_box() -> None:
    own = components.read_toml((BOXES / "billabong.toml").read_bytes())
    mine = File(print_box(registry.get("billabong"), KINDS[0], own).pdf, True).pages[1]
    theirs = read("billabong", deep=True)[1]
    drawn, usual = ([each.box for each in page.shapes if each.depth] for page in (mine, theirs))
    assert drawn
    assert drawn != usual


@pytest.mark.parametrize("choice", KINDS, ids=lambda choice: choice.paper)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_leaves_the_page_and_letters_are_legible(game: str, choice: Choice) -> None:
    heavy = {number for each in printed(game, choice).sheets if each.heavy for number in each.pages}
    for number, page in enumerate(read(game, choice, deep=not choice.large), 1):
        for shape in page.shapes:
            if shape.depth == 0:
                left, top, right, bottom = shape.box
                assert min(left, top, page.width - right, page.height - bottom) > 4.0
        for text in page.texts:
            if text.depth == 0 or number in heavy:  # the pictures of the rules are small
                assert text.size > NINE_POINTS - NEAR or page.drawn[0].clip, text
            if text.depth == 0:
                assert 4.0 < text.x < page.width - 4.0
                assert 4.0 < text.y < page.height - 4.0


@pytest.mark.parametrize("choice", KINDS, ids=lambda choice: choice.paper)
@pytest.mark.parametrize("game", GAMES)
def test_texts_do_not_lie_over_each_other(game: str, choice: Choice) -> None:
    for page in read(game, choice)[: _fronts(game, choice)[0] - 1]:
        lines = sorted((round(text.y, 1), text.x) for text in page.texts if text.depth == 0)
        assert len(set(lines)) == len(lines)


@pytest.mark.parametrize("game", ["bantu", "billabong", "boussanga"])
@pytest.mark.parametrize("choice", KINDS, ids=lambda choice: choice.paper)
def test_places_on_paper_lie_as_the_game_lays_them(game: str, choice: Choice) -> None:
    """On each piece of the board every place is where the layout has it, from where the piece begins."""
    kept = contents(game)
    unit = kept.printed.unit * (LARGER if choice.large else 1)
    size = (kept.layout.width * unit, kept.layout.height * unit)
    assert printed(game, choice).board_mm == pytest.approx(size)
    cut = boards.cut(*size, PAPERS[choice.paper])
    begin = _fronts(game, choice)[0] - 1
    pages = read(game, choice, deep=True)[begin : begin + 2 * len(cut.pieces) : 2]
    for piece, page in zip(cut.pieces, pages, strict=True):
        board = next(each for each in page.drawn if each.clip)
        assert board.clip is not None
        left, top, right, bottom = board.clip
        assert (right - left, bottom - top) == pytest.approx((piece.width, piece.height), abs=NEAR)
        found = [(x - left + piece.x, y - top + piece.y) for x, y in _middles(game, page, unit)]
        wanted = {(place.x * unit, place.y * unit) for place in kept.layout.places if place.name}
        assert len(wanted) == {"bantu": 112, "billabong": 224, "boussanga": 64}[game]
        for x, y in wanted:
            assert any(math.hypot(x - a, y - b) < 0.03 for a, b in found), (x, y)


def _middles(game: str, page: Page, unit: float) -> list[tuple[float, float]]:
    """The middles of the places that are drawn: of round places, or between the lines of a grid."""
    if game != "billabong":
        radius = RING if game == "bantu" else 37
        return [each.middle for each in circles(page, 2 * radius * unit)]
    grid = max((each for each in page.shapes if each.paint == "S"), key=lambda each: len(each.points))
    left, top, right, bottom = grid.box
    columns = sorted(
        {round(x, 2) for x, y in grid.points if abs(y - top) < NEAR and left + NEAR < x < right - NEAR}
    )
    rows = sorted(
        {round(y, 2) for x, y in grid.points if abs(x - left) < NEAR and top + NEAR < y < bottom - NEAR}
    )
    half = CELL * unit / 2
    across = [columns[0] - half, *(column + half for column in columns)]
    down = [rows[0] - half, *(row + half for row in rows)]
    return [(x, y) for x in across for y in down]


def test_a_space_of_a_tile_is_a_third_of_it() -> None:
    """The dashed lines between the ranks of a straight tile are 30 mm apart."""
    page = read("banjooli-cross", deep=True)[_fronts("banjooli-cross")[0] - 1]
    lines = [
        each for each in page.shapes if each.size[0] < NEAR and abs(each.size[1] - 90) < 0.1 and each.depth
    ]
    across = sorted({round(each.middle[0], 1) for each in lines})
    steps = {round(b - a, 1) for a, b in itertools.pairwise(across)}
    assert 30.0 in steps


COUNTS = {
    "billabong": {"billabong.print.kangaroo": 20, "billabong.print.referee": 1},
    "bantu": {"bantu.print.pawn": 16},
    "boussanga": {"boussanga.print.token": 64, "boussanga.print.card": 48, "boussanga.print.player_board": 4},
    "banzai": {"banzai.print.card": 60, "banzai.print.pawn": 11},
    "banjooli-cross": {
        "banjooli-cross.print.tile": 10,
        "banjooli-cross.print.ostrich": 5,
        "banjooli-cross.print.lion": 1,
        "banjooli-cross.print.berries": 11,
        "banjooli-cross.print.prediction": 10,
        "banjooli-cross.print.die": 5,
        "banjooli-cross.print.sorcery": 1,
    },
}


@pytest.mark.parametrize("game", GAMES)
def test_as_many_parts_as_in_the_box(game: str) -> None:
    laid = [each for page in laid_out(contents(game).printed.parts, PAPERS["a4"], 1.0) for each in page]
    assert Counter(each.part.title.key for each in laid) == COUNTS[game]
    fronts = [read(game)[number - 1] for number in _fronts(game)]
    drawn = sum(1 for page in fronts for each in page.drawn if each.depth == 0 and not each.clip)
    assert drawn == len(laid)


@pytest.mark.parametrize("choice", KINDS, ids=lambda choice: choice.paper)
@pytest.mark.parametrize("game", GAMES)
def test_backs_lie_behind_their_fronts(game: str, choice: Choice) -> None:
    """Turned over its long edge, a sheet shows each back in the place of its front, with its top at the same edge."""
    scale = LARGER if choice.large else 1.0
    parts = contents(game).printed.parts
    pages = read(game, choice)
    laid = laid_out(parts, PAPERS[choice.paper], scale)
    sheets = [each for each in printed(game, choice).sheets if each.heavy]
    sheets = [each for each in sheets if not any(drawn.clip for drawn in pages[each.pages[0] - 1].drawn)]
    for sheet, own in zip(sheets, laid, strict=True):
        front, back = (pages[number - 1] for number in sheet.pages)
        assert len(front.drawn) == len(own)
        pairs = [(drawn, each) for drawn, each in zip(front.drawn, own, strict=True) if each.part.back]
        for (drawn, each), behind in zip(pairs, back.drawn, strict=True):
            ahead, after = _corners(drawn.matrix, each.part.front), _corners(behind.matrix, each.part.back)
            assert _far(ahead, _places(each)) < NEAR
            assert _far([(back.width - x, y) for x, y in after], _swapped(ahead)) < NEAR


Points = list[tuple[float, float]]


def _far(some: Points, others: Points) -> float:
    """How far the farthest of these points is from its counterpart."""
    return max(math.dist(one, other) for one, other in zip(some, others, strict=True))


def _corners(matrix: tuple[float, ...], svg: str) -> Points:
    """Where the corners of a face lie, clockwise from its own upper left one."""
    a, b, c, d, e, f = matrix
    left, top, width, height = (float(each) for each in svg.split('viewBox="')[1].split('"')[0].split())
    own = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in own]


def _places(laid: Laid) -> Points:
    """Where a face that is laid there has its corners."""
    left, top, right, bottom = laid.x, laid.y, laid.x + laid.width, laid.y + laid.height
    upright = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return [upright[(corner + laid.quarters) % 4] for corner in range(4)]


def _swapped(corners: Points) -> Points:
    """The corners of a back, seen through the paper: its left is the front's right."""
    return [corners[1], corners[0], corners[3], corners[2]]


def test_a_print_is_the_same_each_time() -> None:
    assert print_box(registry.get("boussanga"), KINDS[0]).pdf == printed("boussanga").pdf


@pytest.mark.parametrize("game", ["banjooli-cross", "billabong"])
def test_another_box_has_its_own_parts_and_says_so(game: str) -> None:
    """A component file changes what is printed, and the first sheet names it."""
    data = tomllib.loads((BOXES / f"{game}.toml").read_text("utf-8"))
    other = print_box(registry.get(game), KINDS[0], data)
    pages = File(other.pdf).pages
    told = "diffère de la boîte imprimée"
    assert [told in page.text for page in pages[:2]] == [True, True], "the first sheet and the rules"
    assert not any(told in page.text for page in read(game))
    if game == "billabong":
        assert other.board_mm != printed(game).board_mm
        counted = sum(int(each.what.split()[0]) for each in other.sheets if "kangourou" in each.what)
        assert counted == 4 * data["pieces"]["kangaroos"]


def test_a_curve_that_differs_in_the_other_direction_is_there_twice() -> None:
    game = registry.get("banjooli-cross")
    data = components.printed(game)
    data["tile"][2]["b"] = {"inside": ".", "middle": "...", "outside": "....."}
    plain = Contents(game, data, False, Words("en").of).printed.parts
    data["tile"][2]["b"] = {"inside": ".", "middle": "Q..", "outside": "....."}
    slanted = Contents(game, data, False, Words("en").of).printed.parts
    assert len(slanted) == len(plain) + 1


def test_a_game_that_says_nothing_of_its_box_is_printed_too() -> None:
    """Its board, a counter for each piece of a first scene, and its rules."""
    done = print_box(registry.get("tiny"), Choice("a4", "en"))
    assert done.board_mm is not None
    assert any(each.what == "The board" for each in done.sheets)
    assert any("counters" in each.what for each in done.sheets)


def test_accents_and_signs_are_real_text() -> None:
    said = read("banjooli-cross")[0].text
    assert "À imprimer et à jouer" in said
    assert "découper" in said
    assert "«\xa0" in said
    assert "’" in said
    assert "?" not in said.replace("\xa0?", "")


def test_without_an_address_the_sticker_has_room_for_one() -> None:
    without = print_box(registry.get("bantu"), Choice("a4", "en"))
    assert not without.sticker
    assert printed("bantu").sticker
    assert "once you have written the address" in " ".join(File(without.pdf).pages[0].text.split())
    lines = [
        each for each in File(without.pdf).pages[0].shapes if each.size == pytest.approx((39, 0), abs=NEAR)
    ]
    assert len(lines) == 2


@pytest.mark.parametrize("choice", KINDS, ids=lambda choice: choice.paper)
def test_a_card_lies_on_its_place_of_a_player_board(choice: Choice) -> None:
    """Places for cards are a millimetre wider than cards, and those for tokens than tokens."""
    scale = LARGER if choice.large else 1.0
    found = [read("boussanga", choice, deep=True)[number - 1] for number in _fronts("boussanga", choice)]
    shapes = [each for page in found for each in page.shapes if each.depth]
    places = [each for each in shapes if each.size == pytest.approx((43 * scale, 43 * scale), abs=NEAR)]
    assert len(places) == 4 * 4
    for page in found:
        assert len(circles(page, 18.5 * scale)) % 8 == 0
    assert sum(len(circles(page, 18.5 * scale)) for page in found) == 4 * 2 * 4


@pytest.mark.parametrize("choice", KINDS, ids=lambda choice: choice.paper)
@pytest.mark.parametrize("game", GAMES)
def test_no_cut_runs_through_the_drawing_of_a_disc(game: str, choice: Choice) -> None:
    """All that is drawn on the two faces of a disc, with its lines, is 1.5 mm inside the circle that is cut."""
    scale = LARGER if choice.large else 1.0
    pages = read(game, choice, deep=True)
    laid = laid_out(contents(game).printed.parts, PAPERS[choice.paper], scale)
    sheets = [each for each in printed(game, choice).sheets if each.heavy][-len(laid) :]
    measured = 0
    for sheet, own in zip(sheets, laid, strict=True):
        front, back = (pages[number - 1] for number in sheet.pages)
        for each in own:
            if each.part.shape == "disc":
                assert _reach(front, each) < each.width / 2 - 1.5, each.part.title.key
                if each.part.back:
                    assert _reach(back, each.behind(back.width)) < each.width / 2 - 1.5, each.part.title.key
                measured += 1
    assert measured == sum(each.count for each in contents(game).printed.parts if each.shape == "disc")


def _reach(page: Page, laid: Laid) -> float:
    """How far from its middle something is drawn on a part."""
    middle = (laid.x + laid.width / 2, laid.y + laid.height / 2)
    shapes = [each for each in page.shapes if each.depth and math.dist(each.middle, middle) < laid.width / 2]
    reaches = [max(math.dist(middle, point) for point in each.along) + each.thick / 2 for each in shapes]
    letters = [
        math.dist(middle, (x, y))
        for text in page.texts
        if text.depth and math.dist(middle, (text.x, text.y)) < laid.width / 2
        for x in (text.x, text.x + width(text.text, text.size, bold=True))
        for y in (text.y, text.y - 0.72 * text.size)
    ]
    assert shapes
    return max(reaches + letters)


@pytest.mark.parametrize("game", GAMES)
def test_no_mark_leads_a_cut_through_another_part(game: str) -> None:
    """Marks beside a block of parts of one size continue its own edges only."""
    laid = laid_out(contents(game).printed.parts, PAPERS["a4"], 1.0)
    pages = [read(game)[number - 1] for number in _fronts(game)]
    pages = [page for page in pages if not any(each.clip for each in page.drawn)]
    for page, own in zip(pages, laid, strict=True):
        marks = [
            each for each in page.shapes if each.depth == 0 and sorted(each.size) == pytest.approx([0, MARK])
        ]
        assert bool(marks) is any(each.part.shape == "rect" for each in own)
        rects = [each for each in own if each.part.shape == "rect"]
        for mark in marks:
            x, top = mark.middle[0], mark.box[1]
            above = [each for each in rects if abs(each.y + each.height + OFF - top) < NEAR]
            if any(each.x - NEAR < x < each.x + each.width + NEAR for each in above):
                edges = [edge for each in above for edge in (each.x, each.x + each.width)]
                assert any(abs(edge - x) < NEAR for edge in edges), (x, top)


@pytest.mark.parametrize("game", ["banjooli-cross", "bantu", "billabong"])
@pytest.mark.parametrize("large", [False, True])
def test_figures_stand_within_their_cells(game: str, large: bool) -> None:
    """Both faces are as large as a counter; with both feet a figure is no deeper than wide, so it stands where the counter would lie."""
    scale = LARGER if large else 1.0
    done = print_box(registry.get(game), Choice("a4", "fr", large, figures=True))
    stands = [each for each in contents(game).printed.parts if each.stands]
    height = {2 * (each.height + FOOT) for each in stands}.pop() * scale
    width = {each.width for each in stands}.pop() * scale
    assert 2 * FOOT * scale <= width
    outlines, pages = 0, File(done.pdf, deep=True).pages
    for sheet in done.sheets:
        if sheet.heavy:
            page = pages[sheet.pages[0] - 1]
            wanted = pytest.approx(sorted((width - 0.4 * scale, height - 0.4 * scale)), abs=NEAR)
            outlines += sum(sorted(each.size) == wanted for each in page.shapes)
    assert outlines == sum(each.count for each in stands)
    assert done.stands
    assert not print_box(registry.get("boussanga"), Choice("a4", "fr", figures=True)).stands


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_the_whole_rulebook_is_on_paper(game: str, language: Literal["fr", "en"]) -> None:
    """Each row but those about a screen, in the order of its heading; and how to set up, on the page of pictures."""
    choice = KINDS[0] if language == "fr" else Choice("a4", "en")
    pages = read(game, choice)
    said = _squeezed("".join(page.text for page in pages[: _fronts(game, choice)[0] - 1]))
    told = companion.of_game(registry.get(game))
    there = {row.id: row for row in companion.rows_beside(registry.get(game))}
    for row in rulebook.rows(registry.get(game)):
        assert (_squeezed(row.text[language]) in said) is (row.id in there), row.id
        if ruling := row.ruling.get(language):
            kept = there[row.id].ruling.get(language, "") if row.id in there else ""
            assert _squeezed(kept) in said, row.id
            assert kept == ruling or _squeezed(ruling) not in said, row.id
    for line in told.way[0].setup:
        for name in line.rows:
            text = next(row.text[language] for row in rulebook.rows(registry.get(game)) if row.id == name)
            assert _squeezed(text) in _squeezed(pages[1].text)


def test_a_section_that_goes_on_elsewhere_repeats_its_heading() -> None:
    """Else what its heading forbids reads as permitted."""
    game = registry.get("billabong")
    pages = File(print_box(game, Choice("a4", "fr", large=True, only="rules")).pdf).pages
    said = [_squeezed(page.text) for page in pages]
    forbidden = [
        _squeezed(row.text["fr"]) for row in rulebook.rows(game) if row.paragraph == "Sauts interdits"
    ]
    held = [each for each in said if any(row in each for row in forbidden)]
    assert held
    assert all("Sautsinterdits" in each for each in held)
    assert sum("(suite)" in each for each in said) > 1


@pytest.mark.parametrize("name", GAMES)
def test_rules_alone_have_large_letters_and_easy_sentences(name: str) -> None:
    """No text of the rules is below 16 points, but for the foot of a page and what is within pictures."""
    game = registry.get(name)
    done = print_box(game, Choice("a4", "fr", large=True, only="rules", easy=True))
    pages = File(done.pdf).pages
    texts = [each for page in pages for each in page.texts if each.depth == 0 and each.y < page.height - 8]
    assert min(each.size for each in texts) > 16 / 72 * 25.4
    said = _squeezed("".join(page.text for page in pages))
    easy = [row.easy["fr"] for row in companion.rows_beside(game) if "fr" in row.easy]
    shown = sum(_squeezed(each) in said for each in easy)
    assert shown > 0.8 * len(easy)
    assert not any(each.heavy for each in done.sheets)
    assert (done.board_mm, done.minutes, done.sticker) == (None, 0, False)


def test_some_sheets_are_those_of_the_whole_print() -> None:
    some = Choice("a4", "fr", link=KINDS[0].link, sheets=(3, 5))
    whole, part = read("bantu"), read("bantu", some)
    assert [page.text for page in part] == [whole[n].text for n in (4, 5, 8, 9)]
    assert [each.number for each in printed("bantu", some).sheets] == [3, 5]
    assert f"feuille 3 sur {len(whole) // 2}" in part[0].text
    assert not printed("bantu", some).sticker
    assert not printed("bantu", some).minutes


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_heading_of_the_rulebook_is_printed_once(game: str, language: Literal["fr", "en"]) -> None:
    rules = Rules(registry.get(game), contents(game), Words(language), None, None)  # type: ignore[arg-type]
    headings = [each.heading for each in rules._blocks(0.0, True) if each.heading]
    assert Counter(headings).most_common(1)[0][1] == 1
    ours = {"Précisions", "Finer points"} & set(headings)
    assert not ours or headings[-1] in ours


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_rule_on_paper_is_about_a_screen(game: str, language: Literal["fr", "en"]) -> None:
    screen = re.compile(r"\b(écran|hôte|screen|host|millisec)", re.IGNORECASE)
    for easy in (False, True):
        choice = Choice("a4", language, only="rules", easy=easy)
        text = " ".join(page.text for page in read(game, choice))
        assert not screen.search(text), (easy, screen.search(text))


@pytest.mark.parametrize("game", GAMES)
def test_easy_rules_have_easy_sentences_beneath_their_pictures(game: str) -> None:
    told = pictures.of_game(registry.get(game))
    page = " ".join(read(game, Choice("a4", "fr", only="rules", easy=True))[0].text.split())
    for each in (*told.goal, *told.turn):
        words = each.easy_fr.replace("\u00a0", " ").replace("\u202f", " ").split()
        assert " ".join(words[:4]) in page.replace("\u00a0", " ").replace("\u202f", " ")
        for sentence in re.split(r"(?<=[.!?…])\s", each.easy_fr):
            assert len(sentence.split()) <= 15, sentence


def test_the_sticker_alone_names_its_game() -> None:
    done = print_box(
        registry.get("bantu"), Choice("a4", "en", link="https://x.org/box/bantu", only="sticker")
    )
    assert [each.what for each in done.sheets] == ["The sticker for the lid"]
    assert done.sticker
    (page,) = File(done.pdf).pages
    assert page.text.startswith("Bantu")
    assert page.text.count("inside the lid") >= 12
    assert sum(each.fill == "0 0 0" for each in page.shapes) > 12 * 100


def test_a_row_that_is_longer_than_a_page_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = rulebook.rows(registry.get("tiny"))
    long = replace(first, text=dict.fromkeys(("fr", "en"), "word " * 3000))
    monkeypatch.setattr(rulebook, "rows", lambda _: (long, *others))
    assert len(print_box(registry.get("tiny"), Choice("a4", "en", large=True)).sheets) > 2


def _squeezed(text: str) -> str:
    """A text without its spaces, narrow or not, which lines break at, and without signs of other fonts."""
    return "".join(letter for letter in text if not letter.isspace() and letter not in SIGNS)
