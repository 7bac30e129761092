"""The first sheet with its ruler, and the score sheet."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.press.boards import Cut
from ludotheque.press.paper import ACCENT, CUT, FAINT, HEAD, INK, LIGHT, SMALL, SOFT, TEXT, TITLE, Area, Page
from ludotheque.press.sticker import modules
from ludotheque.press.words import Words

RULER, SQUARE = 100, 50
"""The lengths on the first sheet by which a print is checked, in millimetres."""
STICKER = 45.0
"""How wide the sticker for the lid is."""
APART, MARK = 3.0, 3.5
"""How far apart stickers on a page of them are, and how long the marks are where it is cut between them."""
LINE = 9.0
"""How high a line is on which something is written."""


@dataclass(frozen=True)
class Preface:
    """What the first sheet says.

    Attributes:
        sheets: the sheets, each as its number, what is on it, and how it is printed.
        board: how large the board is, as a sentence; "" without one.
        cut: how it is cut; None if it is not.
        advice: further sentences.
        link: where the sticker leads; "" for one on which an address is written.
        seats: the numbers of players that the box is enough for.
    """

    sheets: Sequence[tuple[str, str, str]]
    board: str
    cut: Cut | None
    advice: Sequence[str]
    link: str
    seats: Sequence[int]


def first(page: Page, words: Words, game: Game, told: Preface) -> float:
    """Draw the first sheet: what the box is, how to check the print, the list of sheets, how to make the parts. Returns where it ends."""
    room = page.room
    x, width = room.x, room.width
    y = room.y + TITLE
    page.text(x, y, words.of(Message(f"{game.name}.title")), TITLE, bold=True, ink=ACCENT)
    y += 7.5 * page.scale
    seats, minutes = (
        words("ui.players", span=_span(told.seats)),
        words("ui.minutes", span=_span(game.minutes)),
    )
    page.text(x, y, words("sheet.subtitle", players=seats, minutes=minutes), TEXT, ink=SOFT)
    y = _measures(page, words, y + 5)
    y = page.paragraph(x, y, width, words("sheet.head.sheets"), HEAD, bold=True)
    y = _list(page, told.sheets, y + 1.5)
    y += 4
    begin = y + page.tall(width, words("sheet.head.making"), HEAD, bold=True) + 1.5
    page.paragraph(x, y, width, words("sheet.head.making"), HEAD, bold=True)
    low, aside = sticker(page, words, game, told.link, x + width - STICKER, begin), STICKER + 6
    if told.cut is not None and len(told.cut.pieces) > 1:
        wide, end = _assembly(page, told.cut, x + width - aside, begin)
        aside, low = aside + wide + 6, max(low, end)
    sentences = [
        words("sheet.sides"),
        words("sheet.cutting"),
        *([told.board] if told.board else []),
        *told.advice,
        words("sheet.edition"),
    ]
    y = begin
    for sentence in sentences:
        y = page.paragraph(x, y, width - (aside if y < low + 1 else 0.0), sentence) + 1.2
    return max(y, low)


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}–{high}"


def _measures(page: Page, words: Words, y: float) -> float:
    """The ruler, the square, and what is checked with them."""
    x = page.room.x
    page.box(x, y, page.room.width, SQUARE + 10, stroke=FAINT, radius=3)
    left, top = x + 6, y + 5
    square = x + page.room.width - SQUARE - 6
    page.box(square, top, SQUARE, SQUARE, thick=0.25)
    page.text(
        square + SQUARE / 2, top + SQUARE / 2 + 1.2, words("sheet.square", n=SQUARE), SMALL, anchor="middle"
    )
    base = top + SQUARE - 9
    page.line(left, base, left + RULER, base, 0.25)
    for millimetre in range(RULER + 1):
        long = 5 if millimetre % 10 == 0 else 3.5 if millimetre % 5 == 0 else 2
        page.line(left + millimetre, base, left + millimetre, base - long)
        if millimetre % 20 == 0:
            page.text(left + millimetre, base + 4.2, str(millimetre), SMALL, anchor="middle")
    room = square - left - 8
    end = page.paragraph(left, top, room, words("sheet.whole"), HEAD, bold=True, ink=ACCENT)
    page.paragraph(left, end + 1.5, room, words("sheet.check", ruler=RULER, square=SQUARE))
    return y + SQUARE + 16


def _list(page: Page, listed: Sequence[tuple[str, str, str]], y: float) -> float:
    """The table of sheets."""
    x, width = page.room.x, page.room.width
    how = x + width - 58 * page.scale
    for numbered, what, printed in listed:
        end = page.paragraph(x + 20 * page.scale, y, how - x - 22 * page.scale, what)
        page.paragraph(x, y, 20 * page.scale, numbered, bold=True)
        page.paragraph(how, y, x + width - how, printed, ink=SOFT)
        y = max(end, y + page.tall(x + width - how, printed)) + 0.9
        page.line(x, y, x + width, y, 0.1, FAINT)
        y += 0.5
    return y


def _assembly(page: Page, cut: Cut, right: float, top: float) -> tuple[float, float]:
    """How the pieces of the board lie, with the upper right corner here; how wide it is, and where it ends."""
    unit = min(40 / cut.columns, 40 / cut.rows, 15)
    wide, high = (unit, unit / 1.3) if cut.sideways else (unit / 1.3, unit)
    left = right - cut.columns * wide
    for i, piece in enumerate(cut.pieces):
        x, y = left + i % cut.columns * wide, top + i // cut.columns * high
        page.box(x, y, wide, high, stroke=INK, thick=0.25)
        page.text(x + wide / 2, y + high / 2 + 1.3, piece.name, TEXT / page.scale, bold=True, anchor="middle")
    return cut.columns * wide, top + cut.rows * high


def sticker(page: Page, words: Words, game: Game, link: str, x: float, y: float) -> float:
    """Draw the sticker for the lid, with its upper left corner here: the name of the game, and a code that leads a phone to its page. Without a link it
    has a line on which an address is written. Returns where it ends."""
    said = words("sheet.sticker" if link else "sheet.address")
    side = STICKER - 8 if link else 0.0
    name = words.of(Message(f"{game.name}.title"))
    below = side + 4 + page.tall(STICKER - 6, name, TEXT, bold=True) + 0.6
    height = below + 1 + page.tall(STICKER - 6, said, SMALL) + (3 if link else 2 * LINE)
    page.box(x, y, STICKER, height, stroke=FAINT, radius=3)
    page.paragraph(x + 3, y + side + 4, STICKER - 6, name, TEXT, bold=True, ink=ACCENT)
    page.paragraph(x + 3, y + below, STICKER - 6, said, SMALL)
    if not link:
        for line in (1, 2):
            page.line(
                x + 3, y + height - 3 - (2 - line) * LINE, x + STICKER - 3, y + height - 3 - (2 - line) * LINE
            )
        return y + height
    rows = modules(link)
    size = side / (len(rows) + 4)
    left, top = x + (STICKER - side) / 2 + 2 * size, y + 3 + 2 * size
    for row, squares in enumerate(rows):
        begin = 0
        for is_dark, run in itertools.groupby(squares):
            wide = len(list(run))
            if is_dark:
                page.box(
                    left + begin * size, top + row * size, wide * size, size, stroke=None, fill=(0, 0, 0)
                )
            begin += wide
    return y + height


def stickers(page: Page, words: Words, game: Game, link: str) -> None:
    """Fill a page with stickers for as many lids, and mark at its edges where it is cut between them."""
    room = page.room
    high = sticker(page, words, game, link, room.x, room.y) - room.y
    columns = int((room.width + APART) // (STICKER + APART))
    rows = int((room.height + APART) // (high + APART))
    for row, column in itertools.product(range(rows), range(columns)):
        if row or column:
            x, y = room.x + column * (STICKER + APART), room.y + row * (high + APART)
            sticker(page, words, game, link, x, y)
    right, below = columns * (STICKER + APART), rows * (high + APART)
    for column in range(1, columns):
        x = room.x + column * (STICKER + APART) - APART / 2
        for y in (room.y - MARK - 1, room.y + below - APART + 1):
            page.line(x, y, x, y + MARK, CUT, LIGHT)
    for row in range(1, rows):
        y = room.y + row * (high + APART) - APART / 2
        for x in (room.x - MARK - 1, room.x + right - APART + 1):
            page.line(x, y, x + MARK, y, CUT, LIGHT)


def score(page: Page, words: Words, game: Game, rows: Sequence[str], reminders: Sequence[str]) -> None:
    """A score sheet with a column for each player, as often as it fits, and what players look up."""
    room = page.room
    y = room.y + 7
    page.text(room.x, y, words("sheet.score", game=Message(f"{game.name}.title")), 7, bold=True, ink=ACCENT)
    y += 5
    end = room.y + room.height
    if reminders:
        half = (room.width - 6) / 2
        listed = [page.tall(half, each) + 1 for each in reminders]
        middle = -(-len(reminders) // 2)
        end -= max(sum(listed[:middle]), sum(listed[middle:])) + 9
        top = end + 9
        page.paragraph(room.x, end, room.width, words("sheet.reminders"), HEAD, bold=True)
        for column, part in enumerate((reminders[:middle], reminders[middle:])):
            at = top
            for each in part:
                at = page.paragraph(room.x + column * (half + 6), at, half, each) + 1
    players = max(game.seats)
    name = room.width - players * 22 if players <= 6 else room.width * 0.4
    cell = (room.width - name) / players
    high = 8.5 * page.scale
    block = (len(rows) + 2) * high + 6
    while y + block - 6 <= end:
        y = (
            _grid(
                page,
                [words("sheet.names"), *(row[:1].upper() + row[1:] for row in rows), words("sheet.total")],
                Area(room.x, y, name, high),
                cell,
                players,
            )
            + 6
        )


def _grid(page: Page, rows: Sequence[str], label: Area, cell: float, columns: int) -> float:
    y = label.y
    for number, row in enumerate(rows):
        strong = number in (0, len(rows) - 1)
        page.box(label.x, y, label.width, label.height, stroke=SOFT)
        lines = page.tall(label.width - 4, row, bold=strong)
        page.paragraph(label.x + 2, y + (label.height - lines) / 2, label.width - 4, row, bold=strong)
        for column in range(columns):
            page.box(label.x + label.width + column * cell, y, cell, label.height, stroke=SOFT)
        y += label.height
    return y
