"""Prints a box: puts together the sheets, and writes the file."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from ludotheque.core.errors import BadInput
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.press import boards, leaflet
from ludotheque.press.contents import Contents
from ludotheque.press.drawing import Drawer
from ludotheque.press.figures import standing
from ludotheque.press.paper import CUT, LARGE, LIGHT, PAPERS, ROUND_CUT, SMALL, SOFT, Area, Page
from ludotheque.press.pdf import Document
from ludotheque.press.rows import Laid, laid_out
from ludotheque.press.rules import Rules
from ludotheque.press.words import Words
from ludotheque.scene.art import sprites_of

LARGER = 1.4
"""How much larger everything is in the large kind."""
CONTRAST = {
    "--piece-ink": "#000",
    "--piece-paper": "#FFF",
    "--nacre": "#FFF",
    "--card-glass": "#FFF",
    "--card-edge": "#000",
}
"""The colours of pieces in high contrast."""
CUTTING = {"rect": 15, "disc": 30, "free": 240, "figure": 60, "board": 90}
"""About how many seconds a part takes to be cut out (a die to be glued, a figure to be folded), and a piece of a board."""
MARK, OFF = 3.5, 1.0
"""How long marks for cutting are, and how far from what is cut."""

Paper = Literal["a4", "letter"]
Only = Literal["all", "rules", "sticker"]


class Choice(msgspec.Struct, frozen=True):
    """How a box is printed.

    Attributes:
        paper: the kind of paper.
        language: that of the words.
        large: whether board, parts and letters are larger.
        contrast: whether colours are those of high contrast, and the marks of pieces larger.
        link: where the sticker for the lid leads; "" for a line on which an address is written.
        figures: whether parts that can stand are figures, to fold.
        only: what of the box is printed: all of it, the rules, or the sticker for the lid.
        easy: whether the rulebook is in sentences that are easy to read, where it has some.
        sheets: the numbers of the sheets that are printed, which keep them; all of them if there are none.
    """

    paper: Paper = "a4"
    language: Literal["fr", "en"] = "en"
    large: bool = False
    contrast: bool = False
    link: str = ""
    figures: bool = False
    only: Only = "all"
    easy: bool = False
    sheets: tuple[int, ...] = ()

    def file_name(self, game: str) -> str:
        """What the file of a game is called: `bantu-a4-fr-large.pdf`."""
        kinds = {
            self.only: self.only != "all",
            "easy": self.easy,
            "large": self.large,
            "contrast": self.contrast,
            "figures": self.figures,
            "sheets": bool(self.sheets),
        }
        told = (kind for kind, is_so in kinds.items() if is_so)
        return "-".join((game, self.paper, self.language, *told)) + ".pdf"


class Sheet(msgspec.Struct, frozen=True):
    """A sheet of paper.

    Attributes:
        number: its number, from 1.
        pages: the numbers of its pages in the file: two, or one where nothing lies behind.
        what: what is on it.
        two_sided: whether its back is printed too.
        heavy: whether heavy paper is wanted, for parts that are cut out.
    """

    number: int
    pages: tuple[int, ...]
    what: str
    two_sided: bool
    heavy: bool


class Printout(msgspec.Struct, frozen=True):
    """A printed box.

    Attributes:
        pdf: the file.
        sheets: what is on each sheet.
        board_mm: the width and height of the board; None if none is printed in one piece.
        sticker: whether the sticker for the lid has a code.
        minutes: how long it takes to cut everything out, very roughly; 0 where not all parts are printed.
        stands: whether there are parts that can stand.
    """

    pdf: bytes
    sheets: tuple[Sheet, ...]
    board_mm: tuple[float, float] | None
    sticker: bool
    minutes: int
    stands: bool


def print_box(game: Game, choice: Choice, components: Mapping[str, Any] | None = None) -> Printout:
    """Print a game's box, or one with these components. Raises `BadComponents` if they are wrong, and `BadInput` for a sheet that there is not."""
    return _Press(game, choice, components).printout()


def unfit(sheets: Sequence[int], there: int) -> Message | None:
    """Names the first of these sheets that a print of so many does not have; None if it has them all."""
    absent = next((each for each in sheets if not 1 <= each <= there), None)
    return None if absent is None else Message("error.why.sheet", {"value": absent, "limit": there})


@dataclass(frozen=True)
class _Sides:
    """The two sides of a sheet, what is on it, and whether it is cut up; `named` tells pieces of a board apart; `alone` is a front without a back."""

    what: str
    front: Page
    back: Page | None
    cut: bool = False
    named: str = ""
    alone: bool = False


class _Press:
    """A box being printed. `backs` are the pages behind `fronts`, None for bare ones."""

    def __init__(self, game: Game, choice: Choice, components: Mapping[str, Any] | None) -> None:
        self.game, self.choice = game, choice
        self.words = Words(choice.language)
        self.title = self.words("sheet.title", game=Message(f"{game.name}.title"))
        self.scale = LARGER if choice.large else 1.0
        self.paper = PAPERS[choice.paper]
        self.document = Document(self.title, choice.language)
        self.drawer = Drawer(
            self.document, sprites_of(game), CONTRAST if choice.contrast else {}, choice.contrast
        )
        self.contents = Contents(game, components, choice.contrast, self.words.of)
        parts = self.contents.printed.parts
        self.stands = any(part.stands for part in parts)
        self.parts = [standing(part) if choice.figures and part.stands else part for part in parts]
        self.sheets: list[_Sides] = []
        self.faces: dict[tuple[str, float, float], str] = {}

    def printout(self) -> Printout:
        first, rules = self._page(), Rules(self.game, self.contents, self.words, self.drawer, self._page)
        rules.easy, only = self.choice.easy, self.choice.only
        told = [] if only == "sticker" else [*rules.pictured(), *rules.whole()]
        cut, size = None, None
        if only == "sticker":
            leaflet.stickers(first, self.words, self.game, self.choice.link)
            self.sheets.append(_Sides(self.words("sheet.this.sticker"), first, None, alone=True))
        elif only == "all":
            pictured = told.pop(0) if rules.has_pictures else None
            self.sheets.append(
                _Sides(self.words("sheet.this.rules" if pictured else "sheet.this"), first, pictured)
            )
        for front, back in itertools.zip_longest(*[iter(told)] * 2):
            self.sheets.append(_Sides(self.words("sheet.this.all_rules"), front, back))
        if only == "all":
            cut, size = self._board()
            self._parts()
            self._score()
            self._first(first, cut, size)
        if fault := unfit(self.choice.sheets, len(self.sheets)):
            raise BadInput("sheets", fault)
        sheets = list(self._written())
        whole = only == "all" and len(sheets) == len(self.sheets)
        return Printout(
            self.document.written(),
            tuple(sheets),
            size,
            bool(self.choice.link) and only != "rules" and sheets[0].number == 1,
            self._minutes(cut) if whole else 0,
            self.stands,
        )

    def _written(self) -> Iterator[Sheet]:
        """Write the pages of the sheets that are wanted."""
        written = 0
        for number, sides in enumerate(self.sheets, 1):
            if self.choice.sheets and number not in self.choice.sheets:
                continue
            front, back = sides.front, sides.back
            self._foot(front, number, "sheet.front")
            pages = [front]
            if not sides.alone:
                behind = back or Page(front.width, front.height, front.scale, front.contrast)
                self._foot(behind, number, "sheet.back" if back else "sheet.bare")
                pages.append(behind)
            for page in pages:
                self.document.page(page.width, page.height, page.content)
            numbers = tuple(range(written + 1, written + len(pages) + 1))
            written += len(pages)
            yield Sheet(number, numbers, sides.named or sides.what, back is not None, sides.cut)

    def _minutes(self, cut: boards.Cut | None) -> int:
        """How long scissors take, to the next ten minutes."""
        shapes = ["figure" if part.stands and part.shape == "free" else part.shape for part in self.parts]
        parts = sum(CUTTING[shape] * part.count for shape, part in zip(shapes, self.parts, strict=True))
        return 10 * math.ceil((parts + CUTTING["board"] * (len(cut.pieces) if cut else 0)) / 600)

    def _page(self, sideways: bool = False) -> Page:
        width, height = self.paper[::-1] if sideways else self.paper
        return Page(width, height, LARGE if self.choice.large else 1.0, self.choice.contrast)

    def _foot(self, page: Page, number: int, side: str) -> None:
        said = self.words(side, n=number, of=len(self.sheets), game=Message(f"{self.game.name}.title"))
        page.text(page.width / 2, page.height - 5.5, said, SMALL / page.scale, ink=SOFT, anchor="middle")

    # -- the first sheet ------------------------------------------------------------------------------------------------

    def _first(self, page: Page, cut: boards.Cut | None, size: tuple[float, float] | None) -> None:
        listed: list[tuple[str, str, str]] = []
        begin = 0
        while begin < len(self.sheets):
            what, back, is_cut = self.sheets[begin].what, self.sheets[begin].back, self.sheets[begin].cut
            end = begin + 1
            while end < len(self.sheets) and self.sheets[end].what == what:
                end += 1
            numbers = str(begin + 1) if end == begin + 1 else f"{begin + 1}–{end}"
            sides = self.words("sheet.two" if back else "sheet.one")
            paper = self.words("sheet.heavy" if is_cut else "sheet.plain")
            listed.append((numbers, what, f"{sides}, {paper}"))
            begin = end
        board = ""
        if size is not None and cut is not None:
            width, height = map(self.words.length, size)
            key = "sheet.board.one" if len(cut.pieces) == 1 else "sheet.board.cut"
            board = self.words(
                key, width=width, height=height, n=len(cut.pieces), overlap=int(boards.OVERLAP)
            )
        advice = [self.words.of(each) for each in self.contents.printed.advice]
        figures = self.choice.figures and self.stands
        if figures:
            advice.append(self.words("sheet.figures"))
        if said := self.contents.printed.figures if figures else self.contents.printed.counters:
            advice.append(self.words.of(said))
        if self.contents.differences:
            advice.insert(0, self.words("sheet.own", what=self.words.row(self.contents.differences)))
        told = leaflet.Preface(listed, board, cut, advice, self.choice.link, self.contents.seats)
        for scale in (page.scale, 1.1, 1.0):  # where large letters leave too little room, they are smaller
            page.scale = scale
            page.parts.clear()
            if leaflet.first(page, self.words, self.game, told) <= page.room.y + page.room.height:
                return

    # -- the board ------------------------------------------------------------------------------------------------------

    def _board(self) -> tuple[boards.Cut | None, tuple[float, float] | None]:
        """Put the board on sheets; how it was cut, and how large it is in millimetres."""
        contents = self.contents
        if not contents.board:
            return None, None
        unit = contents.printed.unit * self.scale
        size = (contents.layout.width * unit, contents.layout.height * unit)
        drawn = self.drawer.picture(contents.board, *size)
        cut = boards.cut(*size, self.paper)
        for piece in cut.pieces:
            page = self._page(cut.sideways)
            x, y = (page.width - piece.width) / 2, (page.height - piece.height) / 2
            page.clipped(drawn, Area(x, y, piece.width, piece.height), x - piece.x, y - piece.y)
            _corners(page, x, y, piece.width, piece.height)
            named = self.words("sheet.piece", name=piece.name) if piece.name else ""
            if named:
                self._glued(page, piece, x, y, named)
            self.sheets.append(_Sides(self.words("sheet.board"), page, None, True, named))
        return cut, size

    def _glued(self, page: Page, piece: boards.Piece, x: float, y: float, named: str) -> None:
        """Marks where the neighbours of a piece begin, and its name."""
        right, below = x + piece.width - boards.OVERLAP, y + piece.height - boards.OVERLAP
        if piece.glued_right:
            for at in (y - OFF - MARK, y + piece.height + OFF):
                page.line(right, at, right, at + MARK, CUT, LIGHT, "0.8 0.6")
        if piece.glued_below:
            for at in (x - OFF - MARK, x + piece.width + OFF):
                page.line(at, below, at + MARK, below, CUT, LIGHT, "0.8 0.6")
        page.text(page.width / 2, 6.5, named, SMALL / page.scale, bold=True, anchor="middle")

    # -- what is cut out ------------------------------------------------------------------------------------------------

    def _parts(self) -> None:
        for laid in laid_out(self.parts, self.paper, self.scale):
            front, back = self._page(), None
            for each in laid:
                self._face(front, each, each.part.front)
            if any(each.part.back for each in laid):
                back = self._page()
                for each in laid:
                    if each.part.back:
                        self._face(back, each.behind(back.width), each.part.back)
            _cuts(front, laid)
            self.sheets.append(_Sides(self._listed(laid), front, back, True))

    def _face(self, page: Page, laid: Laid, svg: str) -> None:
        width, height = laid.part.width * self.scale, laid.part.height * self.scale
        key = (svg, width, height)
        if key not in self.faces:
            self.faces[key] = self.drawer.picture(svg, width, height)
        page.put(self.faces[key], laid.x, laid.y, laid.quarters, width, height)

    def _listed(self, laid: Sequence[Laid]) -> str:
        """`8 cards, 3 pawns`."""
        counts = Counter(each.part.title.key for each in laid)
        return ", ".join(self.words(key, n=count) for key, count in counts.items())

    def _score(self) -> None:
        printed = self.contents.printed
        if not (printed.score or printed.reminders):
            return
        page = self._page()
        rows, reminders = (
            [self.words.of(each) for each in group] for group in (printed.score, printed.reminders)
        )
        leaflet.score(page, self.words, self.game, rows, reminders)
        self.sheets.append(_Sides(self.words("sheet.this.score"), page, None))


def _corners(page: Page, x: float, y: float, width: float, height: float) -> None:
    """Marks that lengthen the edges of a rectangle beyond its corners."""
    for at in (x, x + width):
        page.line(at, y - OFF - MARK, at, y - OFF)
        page.line(at, y + height + OFF, at, y + height + OFF + MARK)
    for at in (y, y + height):
        page.line(x - OFF - MARK, at, x - OFF, at)
        page.line(x + width + OFF, at, x + width + OFF + MARK, at)


def _cuts(page: Page, laid: Sequence[Laid]) -> None:
    """Where parts are cut: a light line round each, and dark marks beyond the ends of straight cuts."""
    for each in laid:
        if each.part.shape == "disc":
            page.disc(
                each.x + each.width / 2, each.y + each.height / 2, each.width / 2, LIGHT, thick=ROUND_CUT
            )
        elif each.part.shape == "rect":
            page.box(each.x, each.y, each.width, each.height, LIGHT)
    for shape, group in itertools.groupby(laid, lambda each: (each.part.shape, each.width, each.height)):
        if shape[0] == "rect":
            _marks(page, list(group))


def _marks(page: Page, laid: Sequence[Laid]) -> None:
    """Marks beyond the ends of the cuts between parts of one size."""
    for across in sorted({round(at, 3) for each in laid for at in (each.x, each.x + each.width)}):
        beside = [each for each in laid if each.x - 0.01 <= across <= each.x + each.width + 0.01]
        top, bottom = min(each.y for each in beside), max(each.y + each.height for each in beside)
        page.line(across, top - OFF - MARK, across, top - OFF)
        page.line(across, bottom + OFF, across, bottom + OFF + MARK)
    for down in sorted({round(at, 3) for each in laid for at in (each.y, each.y + each.height)}):
        beside = [each for each in laid if each.y - 0.01 <= down <= each.y + each.height + 0.01]
        left, right = min(each.x for each in beside), max(each.x + each.width for each in beside)
        page.line(left - OFF - MARK, down, left - OFF, down)
        page.line(right + OFF, down, right + OFF + MARK, down)
