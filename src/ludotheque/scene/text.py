"""Draws a scene in characters, for terminals, logs and `print(table)`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from ludotheque.core.catalogue import export, say
from ludotheque.core.message import Message
from ludotheque.scene import patterns
from ludotheque.scene.model import Layout, Panel, Piece, Place, Scene, Standing

WIDTH = 3
"""The characters that a place takes on the grid."""

MAX_SIGN = 4
"""The most characters of a sign. Anything longer is a name in the game's notation."""

_HOLE = re.compile(r"\{([^}]+)\}")
_ID = re.compile(r"([a-z]+)([0-9]+)")
_ASCII = str.maketrans({"·": ".", "│": "|", "─": "-", "≈": "~", "→": ">", "▸": ">"})

Say = Callable[[Message], str]
"""Puts a message into words."""


@dataclass(frozen=True)
class Cell:
    """Some characters of a line: a place, or what lies between two.

    Attributes:
        text: the characters.
        tint: the tint of the piece there.
        face: the face of the piece there.
        highlight: where the last move began (`from`), what it passed (`path`), where it ended (`last`), or where the player may go
            (`target`). The characters show it too.
    """

    text: str
    tint: str = ""
    face: str = ""
    highlight: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the picture: its label (a row's number; None in a text board), and its cells from west to east."""

    rim: str | None
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.margin}{''.join(cell.text for cell in self.cells)}".rstrip()

    @property
    def margin(self) -> str:
        """The label as it is written; empty in a text board."""
        return "" if self.rim is None else f"{self.rim:>2} "


def draw(scene: Scene, layout: Layout, language: str = "fr") -> str:
    """The board (its text board, or a grid), then panels, what the player aid says is possible, the seats, the last move and the prompt."""
    catalogue = export(language)

    def words(message: Message) -> str:
        return say(message, language, catalogue)

    lines = [str(line) for line in board_lines(scene, layout, words)]
    lines += [line for panel in scene.panels for line in beside(scene, panel, words)]
    lines += [f"* {words(row.title)}: {words(row.what)}" for row in scene.aid if row.lit]
    for standing in scene.standings:
        counters = ", ".join(words(line) for line in standing.lines)
        turn = "→" if standing.seat in scene.actors else " "
        lines.append(f"{turn} {signs_of(standing, words)} {counters}".rstrip())
    if scene.last is not None:
        lines.append(f"{scene.last.text}: {words(scene.last.message)}")
    lines.append(words(scene.prompt))
    return "\n".join(lines)


def board_lines(
    scene: Scene,
    layout: Layout,
    words: Say,
    targets: Collection[str] = (),
    traces: Sequence[Sequence[str]] | None = None,
    ascii_only: bool = False,
) -> list[Line]:
    """The layout's own sketch, or else the places that have a column and a row, under and over the columns' letters.

    `targets` are ids of places to mark, `traces` the ways of the moves to mark (the last one's if None). A piece is the letter of its colour, small and in brackets if its face is the blank
    one; without a colour, the first letter of its sprite; or its own mark if that is a letter or a number.
    """
    if traces is None:
        traces = (scene.last.trace,) if scene.last is not None else ()
    drawn = _Drawn(scene, layout, words, targets, traces)
    lines = drawn.text_board(layout.text_board) if layout.text_board else drawn.grid()
    return [drawn.in_ascii(line) for line in lines] if ascii_only else lines


class _Drawn:
    """A scene on its places; `at` gives them by column and row."""

    def __init__(
        self,
        scene: Scene,
        layout: Layout,
        words: Say,
        targets: Collection[str],
        traces: Sequence[Sequence[str]],
    ) -> None:
        self.words = words
        self.places = {place.id: place for place in (*layout.places, *scene.places)}
        self.at = {(place.column, place.row): place for place in self.places.values() if place.row >= 0}
        self.highlights = {name: "path" for trace in traces for name in trace}
        self.highlights |= {trace[0]: "from" for trace in traces if trace}
        self.highlights |= {trace[-1]: "last" for trace in traces if trace}
        self.highlights |= dict.fromkeys(targets, "target")
        self.on: dict[str, Piece] = {}
        for piece in sorted(scene.pieces, key=lambda piece: piece.order):
            self.on[piece.place] = piece
        self.columns = range(max((column for column, _ in self.at), default=-1) + 1)
        self.sided = {place.column for place in self.at.values() if place.side}

    def grid(self) -> list[Line]:
        lines = [self.line(row) for row in range(max((row for _, row in self.at), default=-1) + 1)]
        letters = self.letters()
        return [letters, *lines, letters] if any(cell.text.strip() for cell in letters.cells) else lines

    def text_board(self, drawn: Sequence[str]) -> list[Line]:
        """The lines of a text board, each hole filled with what stands there. Everything that fills a hole has the same width."""
        lines = []
        for text in drawn:
            parts = _HOLE.split(text)
            cells = [self.filled(part) if odd % 2 else Cell(part) for odd, part in enumerate(parts)]
            lines.append(Line(None, tuple(cell for cell in cells if cell.text)))
        return lines

    def filled(self, name: str) -> Cell:
        place, piece, highlight = self.places[name], self.on.get(name), self.highlights.get(name, "")
        if piece is not None:
            return Cell(sign_of(piece, self.words), piece.tint, piece.face or "shown", highlight)
        sign = {"target": "*", "path": "+", "from": "+", "last": "+"}.get(highlight)
        return Cell(sign.center(len(place.sign)) if sign else place.sign, highlight=highlight)

    def line(self, row: int) -> Line:
        numbers = {match[2] for column in self.columns if (match := _cell(self.at.get((column, row))))}
        cells: list[Cell] = []
        for column in self.columns:
            place = self.at.get((column, row))
            if column in self.sided:
                cells.append(Cell(place.side if place and place.side else " "))
            cells.append(self.cell(place))
        return Line(numbers.pop() if len(numbers) == 1 else "", tuple(cells))

    def letters(self) -> Line:
        cells: list[Cell] = []
        for column in self.columns:
            names = {
                match[1]
                for (other, _), place in self.at.items()
                if other == column and (match := _cell(place))
            }
            cells += [Cell(" ")] * (column in self.sided)
            cells.append(Cell((names.pop() if len(names) == 1 else "").center(WIDTH)))
        return Line("", tuple(cells))

    def cell(self, place: Place | None) -> Cell:
        if place is None:
            return Cell(" " * WIDTH)
        highlight, piece = self.highlights.get(place.id, ""), self.on.get(place.id)
        if piece is not None:
            text = sign_of(piece, self.words)
            around = {"last": "[]", "target": "**"}.get(highlight, "()" if piece.face == "blank" else "")
            text = f"{around[0]}{text}{around[1]}" if around and len(text) == 1 else text
            return Cell(text.center(WIDTH), piece.tint, piece.face or "shown", highlight)
        text = {"target": "*", "path": "+", "last": "+", "from": f"[{place.sign}]"}.get(highlight, place.sign)
        return Cell(text.center(WIDTH), highlight=highlight)

    def in_ascii(self, line: Line) -> Line:
        """The same line in ASCII only: shapes become the letter of their colour."""
        return Line(line.rim, tuple(self._spelled(cell) for cell in line.cells))

    def _spelled(self, cell: Cell) -> Cell:
        text = cell.text.translate(_ASCII)
        if not text.isascii():
            letter = self.words(Message(f"tint.{cell.tint}")) if cell.tint not in ("", "none") else "#"
            text = "".join(sign if sign.isascii() else letter for sign in text)
        return Cell(text, cell.tint, cell.face, cell.highlight)


def sign_of(piece: Piece, words: Say) -> str:
    """The one or two characters that a piece is drawn with."""
    if piece.sign:
        return piece.sign
    if piece.mark.isascii() and piece.mark.isalnum() and len(piece.mark) <= 2:
        return piece.mark
    if piece.tint == "none":
        return (piece.mark if piece.mark == "?" else piece.sprite[:1].upper()) or "?"
    if piece.mark == "?":
        return "?"
    letter = words(Message(f"tint.{piece.tint}"))
    return letter.lower() if piece.face == "blank" else letter


def signs_of(standing: Standing, words: Say, ascii_only: bool = False) -> str:
    """A seat's signs: the letter and the shape of each of its colours."""
    letters = [words(Message(f"tint.{tint}")) for tint in standing.tints if tint != "none"]
    shapes = "" if ascii_only else standing.mark
    if len(shapes) != len(letters):
        return "".join(letters) + shapes
    return "".join(f"{letter}{shape}" for letter, shape in zip(letters, shapes, strict=True))


def beside(scene: Scene, panel: Panel, words: Say) -> list[str]:
    """What lies in a panel on one line: its title, the signs of its pieces and its text; empty if it holds nothing.

    Pieces with a pattern are drawn below the title, side by side.
    """
    order = {place.id: number for number, place in enumerate(panel.places, 1)}
    pieces = [piece for piece in scene.pieces if piece.place in order]
    if any(piece.pattern for piece in pieces):
        return [words(panel.title), *patterns.side_by_side(pieces, order)]
    heaps = Counter(_told(piece, words) for piece in pieces)
    signs = ", ".join(_heap(sign, count) for sign, count in heaps.items())
    held = [signs] * bool(signs) + [words(line) for line in panel.lines]
    return ["  ".join([words(panel.title), *held])] if held else []


def _heap(sign: str, count: int) -> str:
    """Pieces of one sign: `5 r`; each by itself if the sign is a number, as on dice."""
    return ", ".join([sign] * count) if count == 1 or sign[0].isdigit() else f"{count} {sign}"


def _told(piece: Piece, words: Say) -> str:
    """The sign of a piece. If that is a name in the notation (`fox.kid`), the piece's label follows it."""
    sign = sign_of(piece, words)
    return f"{sign} ({words(piece.label)})" if len(sign) > MAX_SIGN else sign


def _cell(place: Place | None) -> re.Match[str] | None:
    return None if place is None else _ID.fullmatch(place.id)
