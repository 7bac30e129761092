"""The sheets with the rules: a page of pictures on which a first game is learnt, and the whole rulebook in our words.

A page of pictures has the goal, the set-up, a turn, the end and the points. Set-up, end and points are what the companion of the real box says
(`companion.toml`). The rulebook has a small picture beside each row that `pictures.toml` draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ludotheque.core import packaged, rulebook
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.press import letters
from ludotheque.press.contents import Contents
from ludotheque.press.drawing import Drawer
from ludotheque.press.paper import ACCENT, HEAD, INK, SMALL, SOFT, TEXT, Page
from ludotheque.press.pdf import matrix
from ludotheque.press.shapes import viewbox
from ludotheque.press.tree import read
from ludotheque.press.words import Words
from ludotheque.table import companion, pictures

GAP = 6.0
"""Between columns."""
LOWEST, HIGHEST = 26.0, 58.0
"""How high pictures of the goal and of a turn are, in millimetres."""
WIDE, HIGH = 26.0, 20.0
"""The room for a picture beside a row of the rulebook."""
TITLE = 7.0
"""The size of the letters of a title."""
READABLE = 1.78
"""How much larger letters of the rules are in the large kind: none is then smaller than 16 points."""


@dataclass(frozen=True)
class _Block:
    """A row of the rulebook, the heading above it, the one that stands there if a column begins with it, and the room for its picture."""

    heading: str
    again: str
    text: str
    ruling: str
    picture: str
    high: float


Section = Callable[[Page, float, float], float]
"""Draws a section on a page from a given y, with pictures of a given height, and returns the y of its end. All in millimetres."""


class Rules:
    """The rules of a game on paper.

    Args:
        game: the game.
        contents: its box.
        words: the language.
        drawer: what draws pictures.
        blank: makes an empty page.

    Attributes:
        easy: whether the rulebook is in sentences that are easy to read, where it has some.
    """

    easy = False

    def __init__(
        self, game: Game, contents: Contents, words: Words, drawer: Drawer, blank: Callable[[], Page]
    ) -> None:
        self.game, self.contents, self.words, self.drawer, self.blank = game, contents, words, drawer, blank
        self.told = pictures.of_game(game)
        self.beside = companion.of_game(game)
        has_rows = bool(game.rows) or packaged.file_of(game.package, rulebook.FILE) is not None
        self.rows = {row.id: row for row in companion.rows_beside(game)} if has_rows else {}
        self._drawn: dict[str, tuple[str, float, float]] = {}

    # -- a page of pictures -------------------------------------------------------------------------------------------

    @property
    def has_pictures(self) -> bool:
        """Whether the game has a goal or a turn in pictures."""
        return bool(self.told.goal or self.told.turn)

    def pictured(self) -> list[Page]:
        """The page of pictures, its pictures as large as there is room for; as many as large letters need, none for a game without any."""
        if not self.has_pictures:
            return []
        sections: list[Section] = [self._goal, self._begin, self._turn, self._end]
        if self.blank().scale == 1:
            return [self._fitted(sections)]
        pages: list[list[Section]] = [[]]
        for section in sections:
            more = [*pages[-1], section]
            if pages[-1] and not self._have_room(self._blank(), more, LOWEST):
                pages.append([section])
            else:
                pages[-1] = more
        return [self._fitted(each) for each in pages]

    def _fitted(self, sections: Sequence[Section]) -> Page:
        """A page with these sections; letters are smaller only where the lowest pictures leave them too little room."""
        page = self._blank()
        usual = page.scale
        for scale in (usual, *(each for each in (1.5, 1.25, 1.1, 1.0) if each < usual)):
            page.scale = scale
            for high in range(int(HIGHEST), int(LOWEST) - 1, -2):
                if self._have_room(page, sections, high):
                    return page
        return page

    def _have_room(self, page: Page, sections: Sequence[Section], high: float) -> bool:
        """Draw sections under the title, with pictures of this height; return whether they fit on the page."""
        page.parts.clear()
        y = self._titled(page, "sheet.rules")
        for section in sections:
            y = section(page, y, high)
        return y <= page.room.y + page.room.height

    def _goal(self, page: Page, y: float, high: float) -> float:
        return self._shown(page, "sheet.goal", self.told.goal, y, high)

    def _begin(self, page: Page, y: float, high: float) -> float:
        way = self.beside.way[0]
        return self._laid(page, way, y, 1.15 * high) if way.setup else y

    def _turn(self, page: Page, y: float, high: float) -> float:
        return self._shown(page, "sheet.turn", self.told.turn, y, high)

    def _end(self, page: Page, y: float, _high: float) -> float:
        """How it ends, and beside it the points."""
        way, pad = self.beside.way[0], self.beside.pad
        points = [self._sentence(each) for each in pad.rows] if pad is not None else []
        columns = [("sheet.end", list(self._said(way.ends))), ("sheet.points", points)]
        columns = [(key, sentences) for key, sentences in columns if sentences]
        wide = (page.room.width - GAP * (len(columns) - 1)) / max(1, len(columns))
        lows = [y]
        for number, (key, sentences) in enumerate(columns):
            x = page.room.x + number * (wide + GAP)
            at = page.paragraph(x, y, wide, self.words(key), HEAD, bold=True) + 1.5
            for sentence in sentences:
                at = page.paragraph(x, at, wide, sentence) + 0.8
            lows.append(at)
        return max(lows)

    def _blank(self) -> Page:
        """An empty page; large letters are larger than elsewhere."""
        page = self.blank()
        if page.scale > 1:
            page.scale = READABLE
        return page

    def _titled(self, page: Page, key: str) -> float:
        room = page.room
        said = self.words(key, game=Message(f"{self.game.name}.title"))
        size = min(TITLE, TITLE * room.width / letters.width(said, TITLE * page.scale, bold=True))
        page.text(room.x, room.y + 7, said, size, bold=True, ink=ACCENT)
        if not self.contents.differences:
            return room.y + 10
        own = self.words("sheet.own", what=self.words.row(self.contents.differences))
        return page.paragraph(room.x, room.y + 10, room.width, own, SMALL, bold=True) + 2

    def _shown(self, page: Page, key: str, shown: Sequence[pictures.Shown], y: float, high: float) -> float:
        """Pictures side by side under a heading, with a sentence below each; where they end."""
        if not shown:
            return y
        y = page.paragraph(page.room.x, y, page.room.width, self.words(key), HEAD, bold=True) + 1.5
        wide = (page.room.width - (len(shown) - 1) * GAP) / len(shown)
        ends = []
        for column, each in enumerate(shown):
            x = page.room.x + column * (wide + GAP)
            self._put(page, each.picture, x, y, wide, high)
            said = each.said(self.words.language, easy=self.easy)
            ends.append(page.paragraph(x, y + high + 1, wide, said))
        return max(ends) + 3

    def _laid(self, page: Page, way: companion.Way, y: float, high: float) -> float:
        """The table as it is set, and how, step by step: beside it, or below where letters are large; where both end."""
        room, below = page.room, page.scale > 1
        y = page.paragraph(room.x, y, room.width, self.words("sheet.setup"), HEAD, bold=True) + 1.5
        wide = room.width if below else 0.35 * room.width
        self._put(page, "", room.x, y, wide, high)
        indent = 6 * page.scale
        left, at = (room.x, y + high + 1) if below else (room.x + wide + GAP, y)
        for number, sentence in enumerate([*self._said(way.setup), *self._said(way.begins)], 1):
            page.paragraph(left, at, indent, str(number), bold=True, ink=ACCENT)
            at = page.paragraph(left + indent, at, room.x + room.width - left - indent, sentence) + 0.8
        return max(y + high, at) + 3

    def _said(self, lines: Sequence[companion.Line]) -> Iterator[str]:
        """The sentences of a way to play; those for one number of players, too."""
        for line in lines:
            if line.rows:
                yield from (self._sentence(each) for each in line.rows)
            else:
                yield self.words(f"{self.game.name}.{line.say}")

    def _sentence(self, name: str) -> str:
        """A row with its ruling, if that is not about a screen."""
        return " ".join(filter(None, self._row(name)))

    def _row(self, name: str) -> tuple[str, str]:
        row, language = self.rows[name], self.words.language
        if self.easy and language in row.easy:
            return row.easy[language], ""
        return row.text[language], row.ruling.get(language, "")

    # -- the rulebook --------------------------------------------------------------------------------------------------

    def whole(self) -> list[Page]:
        """The rulebook in two columns, those of its last page equally long. Where it spares a sheet, pictures that were shown before are left out, others
        are smaller, or there are none."""
        found: list[Page] = []
        for high, again in ((HIGH, True), (HIGH, False), (0.7 * HIGH, False), (0.0, False)):
            pages = self._pages(high, again)
            if not found or (len(pages) + 1) // 2 < (len(found) + 1) // 2:
                found = pages
        return found

    def _pages(self, high: float, again: bool) -> list[Page]:
        blocks, pages = list(self._blocks(high, again)), list[Page]()
        while blocks:
            page = self._blank()
            top = page.room.y
            if not pages:
                top = self._titled(page, "sheet.all_rules")
                said = "" if self.easy else self.words("sheet.rulings")
                top = page.paragraph(page.room.x, top, page.room.width, said, SMALL, ink=SOFT) + 3
            bottom = page.room.y + page.room.height
            low = top
            while low < bottom and self._fits(page, blocks, top, low) < len(blocks):
                low += 4
            blocks = blocks[self._fits(page, blocks, top, min(low, bottom), draw=True) :]
            pages.append(page)
        return pages

    def _blocks(self, high: float, again: bool) -> Iterator[_Block]:
        """The rows under their headings; headings with our own rows alone, for which the printed rulebook has no sentence, come last."""
        seen = set() if again else {each.picture for each in (*self.told.goal, *self.told.turn)}
        shown = {row: each.picture for each in self.told.row for row in each.rows if each.picture not in seen}
        groups: dict[str, list[rulebook.Row]] = {}
        for row in self.rows.values():
            groups.setdefault(row.heading[self.words.language], []).append(row)
        ours = {heading: all(row.source != "rulebook" for row in rows) for heading, rows in groups.items()}
        for heading, rows in sorted(groups.items(), key=lambda group: ours[group[0]]):
            continued = self.words("sheet.continued", heading=heading)
            for number, row in enumerate(rows):
                picture = shown.get(row.id, "") if high else ""
                above, on_top = ("", continued) if number else (heading, heading)
                yield _Block(above, on_top, *self._row(row.id), picture, high)

    def _fits(
        self, page: Page, blocks: Sequence[_Block], top: float, bottom: float, draw: bool = False
    ) -> int:
        """How many blocks find room in two columns, or in one of large letters, from here to there; they are drawn if wanted."""
        columns = 1 if page.scale > 1 else 2
        wide = (page.room.width - (columns - 1) * GAP) / columns
        done = 0
        for x in (page.room.x + column * (wide + GAP) for column in range(columns)):
            y = top
            while done < len(blocks):
                end = self._block(page, blocks[done], x, y, wide, y == top, draw=False)
                if end > bottom + 0.01 and done:  # a block that is longer than a page has one for itself
                    break
                if draw:
                    self._block(page, blocks[done], x, y, wide, y == top, draw=True)
                y, done = end, done + 1
        return done

    def _block(
        self, page: Page, block: _Block, x: float, y: float, wide: float, first: bool, draw: bool
    ) -> float:
        """Draw a block, or only measure it; where it ends."""
        said = companion.sentences(block.text) if self.easy else [block.text]
        parts = [(each, False) for each in said] + ([(f"– {block.ruling}", True)] if block.ruling else [])
        heading = block.again if first else block.heading
        if heading:
            y += 0.0 if first else 2.0
            if draw:
                page.paragraph(x, y, wide, heading, TEXT, bold=True, ink=ACCENT)
            y += page.tall(wide, heading, TEXT, bold=True) + 0.8
        left, low = x, y
        if block.picture:
            left, wide = x + WIDE + 2, wide - WIDE - 2
            _, width, height = self._picture(block.picture)
            high = min(block.high, WIDE / width * height)
            low += high + 1.5
            if draw:
                self._put(page, block.picture, x, y + 0.8, WIDE, high)
        for text, soft in parts:
            if draw:
                page.paragraph(left, y, wide, text, SMALL, ink=SOFT if soft else INK)
            y += page.tall(wide, text, SMALL)
        return max(y, low) + 1.0

    def _put(self, page: Page, name: str, x: float, y: float, wide: float, high: float) -> None:
        """Draw a picture in the middle of this room, as large as it can be; "" is the table as it is set up."""
        drawn, width, height = self._picture(name)
        unit = min(wide / width, high / height)
        scaled = f"q {matrix(unit, 0, 0, unit, 0, 0)} cm {drawn}Q\n"
        page.put(scaled, x + (wide - width * unit) / 2, y + (high - height * unit) / 2)

    def _start(self) -> str:
        """The table as it is set for as few players as this box is played by, but for one who plays alone."""
        seats = self.contents.seats
        few = next((each for each in seats if each > 1), seats[0])
        return companion.start(self.game, few, 0, self.contents.components)

    def _picture(self, name: str) -> tuple[str, float, float]:
        """A picture, and how wide and high it is in its own unit."""
        if name not in self._drawn:
            svg = pictures.draw(self.game, name) if name else self._start()
            own = viewbox(read(svg))
            assert own is not None
            self._drawn[name] = (self.drawer.picture(svg, *own[2:]), *own[2:])
        return self._drawn[name]
