"""Reads a PDF back: what is drawn on each page, in millimetres from its upper left corner, whatever drawings it is nested in."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
POINT = 72 / 25.4
_TOKEN = re.compile(
    rb"\((?:\\.|[^\\()])*\)|<<|>>|<[0-9a-fA-F]*>|\[|\]|/[^\s/()<>\[\]]+|[^\s/()<>\[\]]+", re.DOTALL
)


@dataclass(frozen=True)
class Shape:
    """A path that is painted: its points with the handles of its curves, and its painting operator. `depth` is 0 for what is drawn on the page itself,
    `thick` how wide its line is, and `along` are points of the path itself, within what cuts it off."""

    points: tuple[tuple[float, float], ...]
    paint: str
    depth: int
    fill: str
    thick: float = 0.0
    along: tuple[tuple[float, float], ...] = ()

    @property
    def box(self) -> tuple[float, float, float, float]:
        across, down = [x for x, _ in self.points], [y for _, y in self.points]
        return min(across), min(down), max(across), max(down)

    @property
    def middle(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    @property
    def size(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return right - left, bottom - top


@dataclass(frozen=True)
class Written:
    """A text: where it begins, and how large its letters are."""

    text: str
    x: float
    y: float
    size: float
    depth: int


@dataclass(frozen=True)
class Drawn:
    """A drawing that a page uses: its name, and where its own unit square lies. `clip` is the rectangle of the page that is seen of it."""

    name: str
    matrix: Matrix
    clip: tuple[float, float, float, float] | None
    depth: int


@dataclass
class Page:
    """A page, with all that is on it."""

    width: float
    height: float
    shapes: list[Shape] = field(default_factory=list)
    texts: list[Written] = field(default_factory=list)
    drawn: list[Drawn] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(each.text for each in self.texts)


def times(one: Matrix, other: Matrix) -> Matrix:
    """The matrix that does the first, then the second."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


class File:
    """A PDF. Its table of objects must be right: objects are found by it alone.

    What is within drawings that pages use is read only if `deep`.
    """

    def __init__(self, raw: bytes, deep: bool = False) -> None:
        self.deep = deep
        assert raw.startswith(b"%PDF-1.7")
        start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n\Z", raw)[1])  # type: ignore[index]
        assert raw[start : start + 5] == b"xref\n"
        count = int(raw[start + 5 :].split(b"\n", 1)[0].split()[1])
        first = raw.index(b"\n", start + 5) + 1
        places = [int(raw[first + 20 * i : first + 20 * i + 10]) for i in range(count)]
        self.objects: dict[int, bytes] = {}
        for number, place in enumerate(places[1:], 1):
            head = b"%d 0 obj\n" % number
            assert raw[place : place + len(head)] == head
            self.objects[number] = raw[place + len(head) : raw.index(b"\nendobj\n", place)]
        self.pages = [
            self._page(int(each)) for each in re.findall(rb"(\d+) 0 R", self._part(2, rb"/Kids \[(.*?)\]"))
        ]

    def _part(self, number: int, pattern: bytes) -> bytes:
        found = re.search(pattern, self.objects[number], re.DOTALL)
        assert found is not None, pattern
        return found[1]

    def stream(self, number: int) -> bytes:
        head, _, rest = self.objects[number].partition(b"stream\n")
        packed = rest.removesuffix(b"\nendstream")
        assert int(re.search(rb"/Length (\d+)", head)[1]) == len(packed)  # type: ignore[index]
        return zlib.decompress(packed) if b"/FlateDecode" in head else packed

    def _page(self, number: int) -> Page:
        box = [float(each) for each in self._part(number, rb"/MediaBox \[(.*?)\]").split()]
        page = Page(box[2] / POINT, box[3] / POINT)
        down: Matrix = (1 / POINT, 0, 0, -1 / POINT, 0, page.height)
        self._run(page, self.stream(int(self._part(number, rb"/Contents (\d+) 0 R"))), down, 0)
        return page

    def _run(self, page: Page, content: bytes, base: Matrix, depth: int) -> None:
        matrix, stack, operands, points, fill = base, [], [], [], ""
        thick, along = 1.0, list[tuple[float, float]]()
        clip: tuple[float, float, float, float] | None = None
        tokens: Iterator[bytes] = (each[0] for each in _TOKEN.finditer(content))
        text_at: Matrix = base
        size, clipping, told = 0.0, False, ""
        for token in tokens:
            word = token.decode("latin-1")
            if re.fullmatch(r"[-+.\d]+", word) or word[0] in "(/<[]":
                operands.append(word)
                continue
            numbers = [float(each) for each in operands if re.fullmatch(r"[-+.\d]+", each)]
            if word == "q":
                stack.append((matrix, clip, fill, thick))
            elif word == "Q":
                matrix, clip, fill, thick = stack.pop()
            elif word == "cm":
                matrix = times(tuple(numbers[-6:]), matrix)  # type: ignore[arg-type]
            elif word in ("m", "l", "c"):
                reached = [_at(numbers[i], numbers[i + 1], matrix) for i in range(0, len(numbers), 2)]
                along += _curve(points[-1], *reached) if word == "c" else reached
                points += reached
            elif word == "re":
                x, y, w, h = numbers
                corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
                points += [_at(*each, matrix) for each in corners]
                along += [_at(*each, matrix) for each in corners]
            elif word in ("W", "W*"):
                clipping = True
            elif word in ("n", "S", "f", "f*", "B", "B*"):
                if clipping and points:
                    clip = Shape(tuple(points), word, depth, fill).box
                elif points:
                    wide = (
                        0.0
                        if word[0] == "f"
                        else thick * math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
                    )
                    cut = tuple(_within(each, clip) for each in along)
                    page.shapes.append(Shape(tuple(points), word, depth, fill, wide, cut))
                points, along, clipping = [], [], False
            elif word == "w":
                thick = numbers[-1]
            elif word == "rg":
                fill = " ".join(operands)
            elif word == "Tf":
                size = numbers[-1]
            elif word == "Tm":
                text_at = times(tuple(numbers), matrix)  # type: ignore[arg-type]
            elif word in ("Tj", "TJ"):
                told += "".join(_told(each) for each in operands)
            elif word == "ET":
                height = size * abs(text_at[3] or text_at[1])
                page.texts.append(Written(told, text_at[4], text_at[5], height, depth))
                told = ""
            elif word == "Do":
                name = operands[-1][1:]
                page.drawn.append(Drawn(name, matrix, clip, depth))
                if self.deep:
                    self._run(page, self.stream(int(name[1:])), matrix, depth + 1)
            operands = []
        assert not stack


def _at(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _curve(begin: Point, one: Point, other: Point, end: Point) -> list[Point]:
    """Points of a curve behind its begin."""

    def at(t: float, axis: int) -> float:
        u = 1 - t
        return u**3 * begin[axis] + 3 * t * u * (u * one[axis] + t * other[axis]) + t**3 * end[axis]

    return [(at(step / 8, 0), at(step / 8, 1)) for step in range(1, 9)]


def _within(point: Point, clip: tuple[float, float, float, float] | None) -> Point:
    if clip is None:
        return point
    left, top, right, bottom = clip
    return min(max(point[0], left), right), min(max(point[1], top), bottom)


def _told(operand: str) -> str:
    if not operand.startswith("("):
        return ""
    inner = re.sub(
        r"\\(\d{3}|.)", lambda found: chr(int(found[1], 8)) if len(found[1]) == 3 else found[1], operand[1:-1]
    )
    return inner.encode("latin-1").decode("cp1252")
