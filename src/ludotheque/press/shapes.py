"""The shapes of SVG as paths of PDF, and where `transform` puts them."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator

from ludotheque.press.pdf import numbers
from ludotheque.press.tree import Element

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]

NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
ROUND = 0.5522847498
"""How far the handles of a quarter of a circle are from its ends, of the radius."""


def measure(text: str | None, default: float) -> float:
    """A length or a share as a number; units are left out."""
    found = NUMBER.match(text.strip()) if text else None
    return float(found[0]) if found else default


def viewbox(element: Element) -> Box | None:
    """The left, top, width and height of what a picture shows; None if it does not say."""
    found = [float(each) for each in NUMBER.findall(element.get("viewBox"))]
    return (found[0], found[1], found[2], found[3]) if len(found) == 4 else None


def transform(text: str) -> Matrix | None:
    """What `transform` says, as one matrix; None if it says nothing."""
    found: Matrix | None = None
    for name, given in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        values = [float(each) for each in NUMBER.findall(given)]
        found = times(found, _step(name, values)) if found else _step(name, values)
    return found


def _step(name: str, values: list[float]) -> Matrix:
    if name == "matrix":
        return values[0], values[1], values[2], values[3], values[4], values[5]
    if name == "translate":
        return 1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0
    if name == "scale":
        return values[0], 0, 0, values[1] if len(values) > 1 else values[0], 0, 0
    if name == "skewX":
        return 1, 0, math.tan(math.radians(values[0])), 1, 0, 0
    if name == "skewY":
        return 1, math.tan(math.radians(values[0])), 0, 1, 0, 0
    sine, cosine = math.sin(math.radians(values[0])), math.cos(math.radians(values[0]))
    x, y = (values[1], values[2]) if len(values) > 2 else (0.0, 0.0)
    return cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y


def times(one: Matrix, other: Matrix) -> Matrix:
    """The matrix that does the second, then the first."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def outline(element: Element) -> str:
    """The path round a shape; "" for what has none."""
    kind = element.kind

    def at(name: str) -> float:
        return measure(element.get(name), 0.0)

    if kind == "path":
        return path(element.get("d"))
    if kind == "rect":
        width, height = at("width"), at("height")
        rx = measure(element.get("rx"), measure(element.get("ry"), 0.0))
        return rectangle(at("x"), at("y"), width, height, rx, measure(element.get("ry"), rx))
    if kind == "circle":
        return ellipse(at("cx"), at("cy"), at("r"), at("r"))
    if kind == "ellipse":
        rx = measure(element.get("rx"), at("ry"))
        return ellipse(at("cx"), at("cy"), rx, measure(element.get("ry"), rx))
    if kind == "line":
        return f"{numbers(at('x1'), at('y1'))} m {numbers(at('x2'), at('y2'))} l\n"
    if kind in ("polygon", "polyline"):
        found = [float(each) for each in NUMBER.findall(element.get("points"))]
        points = [numbers(*found[i : i + 2]) for i in range(0, len(found) - 1, 2)]
        end = "h\n" if kind == "polygon" else "\n"
        return f"{points[0]} m " + "".join(f"{each} l " for each in points[1:]) + end if points else ""
    return ""


def rectangle(
    x: float, y: float, width: float, height: float, rx: float = 0.0, ry: float | None = None
) -> str:
    """A rectangle, with round corners if there is a radius."""
    if width <= 0 or height <= 0:
        return ""
    rx, ry = min(rx, width / 2), min(rx if ry is None else ry, height / 2)
    if rx <= 0 or ry <= 0:
        return f"{numbers(x, y, width, height)} re\n"
    right, bottom, kx, ky = x + width, y + height, rx * (1 - ROUND), ry * (1 - ROUND)
    return (
        f"{numbers(x + rx, y)} m {numbers(right - rx, y)} l {numbers(right - kx, y, right, y + ky, right, y + ry)} c "
        f"{numbers(right, bottom - ry)} l {numbers(right, bottom - ky, right - kx, bottom, right - rx, bottom)} c "
        f"{numbers(x + rx, bottom)} l {numbers(x + kx, bottom, x, bottom - ky, x, bottom - ry)} c "
        f"{numbers(x, y + ry)} l {numbers(x, y + ky, x + kx, y, x + rx, y)} c h\n"
    )


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    """An ellipse about a centre."""
    if rx <= 0 or ry <= 0:
        return ""
    kx, ky = rx * ROUND, ry * ROUND
    return (
        f"{numbers(x + rx, y)} m {numbers(x + rx, y + ky, x + kx, y + ry, x, y + ry)} c "
        f"{numbers(x - kx, y + ry, x - rx, y + ky, x - rx, y)} c {numbers(x - rx, y - ky, x - kx, y - ry, x, y - ry)} c "
        f"{numbers(x + kx, y - ry, x + rx, y - ky, x + rx, y)} c h\n"
    )


@functools.lru_cache(5000)
def path(text: str) -> str:
    """The commands of a `<path>`, as PDF's."""
    return "".join(_Pen(text).drawn())


class _Pen:
    """Reads the commands of a path, and remembers where the pen is."""

    def __init__(self, text: str) -> None:
        self.words, self.at = text, 0
        self.x = self.y = self.from_x = self.from_y = 0.0
        self.handle: tuple[str, float, float] = ("", 0.0, 0.0)

    def drawn(self) -> Iterator[str]:
        command = ""
        while (found := self._next(command)) is not None:
            command, values = found
            upper = command.upper()
            if command.islower():
                values = self._absolute(upper, values)
            yield from self._drawn(upper, values)
            if upper not in "CSQT":
                self.handle = ("", 0.0, 0.0)
            if upper == "M":
                command = "l" if command == "m" else "L"
        yield "\n"

    def _next(self, command: str) -> tuple[str, list[float]] | None:
        """The next command with its numbers; the same again where only numbers follow."""
        while self.at < len(self.words) and self.words[self.at] in " ,\t\r\n":
            self.at += 1
        if self.at >= len(self.words):
            return None
        if self.words[self.at].isalpha():
            command = self.words[self.at]
            self.at += 1
        if command.upper() not in _COUNTS:
            return None
        return command, [
            self._number(command.upper() == "A" and i in (3, 4)) for i in range(_COUNTS[command.upper()])
        ]

    def _number(self, flag: bool) -> float:
        while self.at < len(self.words) and self.words[self.at] in " ,\t\r\n":
            self.at += 1
        if flag:  # one digit, with or without a space behind it
            self.at += 1
            return float(self.words[self.at - 1])
        found = NUMBER.match(self.words, self.at)
        if found is None:
            self.at = len(self.words)
            return 0.0
        self.at = found.end()
        return float(found[0])

    def _absolute(self, upper: str, values: list[float]) -> list[float]:
        if upper == "A":
            return [*values[:5], values[5] + self.x, values[6] + self.y]
        if upper == "V":
            return [values[0] + self.y]
        return [value + (self.y if i % 2 else self.x) for i, value in enumerate(values)]

    def _drawn(self, upper: str, v: list[float]) -> Iterator[str]:
        if upper == "M":
            self.x, self.y = self.from_x, self.from_y = v[0], v[1]
            yield f"{numbers(self.x, self.y)} m "
        elif upper == "Z":
            self.x, self.y = self.from_x, self.from_y
            yield "h "
        elif upper in "LHV":
            self.x = v[0] if upper in "LH" else self.x
            self.y = v[-1] if upper in "LV" else self.y
            yield f"{numbers(self.x, self.y)} l "
        elif upper == "A":
            yield from self._arc(*v)
        else:
            yield self._curve(upper, v)

    def _curve(self, upper: str, v: list[float]) -> str:
        kind, handle_x, handle_y = self.handle
        if upper in "ST":
            alike = kind in ("CS" if upper == "S" else "QT") and kind != ""
            mirrored = [2 * self.x - handle_x, 2 * self.y - handle_y] if alike else [self.x, self.y]
            v = mirrored + v
        if len(v) == 4:
            self.handle = ("Q", v[0], v[1])
            x, y = v[2], v[3]
            points = [
                self.x + 2 / 3 * (v[0] - self.x), self.y + 2 / 3 * (v[1] - self.y), x + 2 / 3 * (v[0] - x), y + 2 / 3 * (v[1] - y), x, y,
            ]  # fmt: skip
        else:
            self.handle = ("C", v[2], v[3])
            points = v
        self.x, self.y = points[4], points[5]
        return f"{numbers(*points)} c "

    def _arc(
        self, rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float
    ) -> Iterator[str]:
        """An arc of an ellipse, in pieces of a quarter at most (SVG 1.1, F.6)."""
        rx, ry = abs(rx), abs(ry)
        if not (rx and ry) or (x, y) == (self.x, self.y):
            self.x, self.y = x, y
            yield f"{numbers(x, y)} l "
            return
        sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
        half_x, half_y = (self.x - x) / 2, (self.y - y) / 2
        across, down = cosine * half_x + sine * half_y, cosine * half_y - sine * half_x
        grown = math.sqrt(max(1.0, (across / rx) ** 2 + (down / ry) ** 2))
        rx, ry = rx * grown, ry * grown
        share = (rx * ry) ** 2 / ((rx * down) ** 2 + (ry * across) ** 2) - 1
        far = math.sqrt(max(0.0, share)) * (-1 if bool(large) == bool(sweep) else 1)
        middle_x, middle_y = far * rx * down / ry, -far * ry * across / rx
        centre_x = cosine * middle_x - sine * middle_y + (self.x + x) / 2
        centre_y = sine * middle_x + cosine * middle_y + (self.y + y) / 2
        begin = math.atan2((down - middle_y) / ry, (across - middle_x) / rx)
        end = math.atan2((-down - middle_y) / ry, (-across - middle_x) / rx)
        swept = (end - begin) % math.tau if sweep else (end - begin) % math.tau - math.tau
        pieces = max(1, math.ceil(abs(swept) / (math.pi / 2) - 1e-9))
        step = swept / pieces
        handle = 4 / 3 * math.tan(step / 4)

        def at(angle: float, out: float) -> tuple[float, float]:
            u = rx * (math.cos(angle) - out * math.sin(angle))
            w = ry * (math.sin(angle) + out * math.cos(angle))
            return centre_x + cosine * u - sine * w, centre_y + sine * u + cosine * w

        for piece in range(pieces):
            first, last = begin + piece * step, begin + (piece + 1) * step
            yield f"{numbers(*at(first, handle), *at(last, -handle), *at(last, 0.0))} c "
        self.x, self.y = x, y
