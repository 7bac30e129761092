"""Pictures of printed pages, as SVG: what a print will look like, made from the very file that is printed.

It reads the files that `pdf.py` writes, and no others: of the operators of PDF (ISO 32000-1, annex A) those that `drawing.py`, `paper.py` and `letters.py` use.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from ludotheque.press import letters
from ludotheque.press.pdf import number

_TOKEN = re.compile(
    r"\((?P<text>(?:\\.|[^\\)])*)\)|<(?P<codes>[0-9a-f]*)>|(?P<number>-?\d+\.?\d*)|/(?P<name>\w+)|(?P<word>[A-Za-z]+\*?)"
)
_ESCAPED = re.compile(r"\\(240|.)")
_LETTERS = {code: letter for letter, code in letters.BETWEEN.items()}
_SIGNS = {code: sign for sign, (code, _) in letters.SIGNS.items()}
_CAPS, _JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")


def pictures(pdf: bytes) -> list[str]:
    """The pages of a file that `pdf.Document` wrote, each as SVG; their unit is the point."""
    file = _File(pdf)
    return [file.picture(page) for page in file.pages]


class _File:
    """A file being read."""

    def __init__(self, pdf: bytes) -> None:
        self._pdf = pdf
        table = int(pdf[pdf.rindex(b"startxref") :].split(b"\n", 2)[1])
        self._places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", pdf[table:])]
        self.pages = [int(page) for page in re.findall(r"(\d+) 0 R", self._read(2)[0].partition("/Kids")[2])]
        self._states = {
            name: (float(fill), float(stroke))
            for name, fill, stroke in re.findall(r"/(G\d+) << /ca (\S+) /CA (\S+) >>", self._read(3)[0])
        }

    def picture(self, page: int) -> str:
        """The page that this object is."""
        head, _ = self._read(page)
        size, content = re.search(r"/MediaBox \[0 0 (\S+ \S+)\].*/Contents (\d+)", head).groups()  # type: ignore[union-attr] # every page has them
        width, height = size.split()
        pen = _Drawing(self._states)
        body, drawings = pen.elements(self._read(int(content))[1]), dict[str, str]()
        while missing := sorted(pen.used - drawings.keys()):
            for name in missing:
                drawings[name] = f'<g id="{name}">{pen.elements(self._read(int(name[1:]))[1])}</g>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt" viewBox="0 0 {size}" font-family="Helvetica, Arial, sans-serif">'
            f'<defs>{"".join([*drawings.values(), *pen.clips])}</defs><rect width="100%" height="100%" fill="#fff"/>'
            f'<g transform="matrix(1 0 0 -1 0 {height})">{body}</g></svg>'
        )

    def _read(self, index: int) -> tuple[str, str]:
        """An object's dictionary and its stream; objects are counted from 1."""
        head, _, rest = self._pdf[self._places[index - 1] :].partition(b"\nendobj")[0].partition(b"stream\n")
        long = re.search(rb"/Length (\d+)", head)
        if not long or b"/Filter /FlateDecode" not in head:
            return head.decode("latin-1"), rest.removesuffix(b"\nendstream").decode("latin-1")
        begin = self._places[index - 1] + len(head) + len(b"stream\n")
        stream = zlib.decompress(self._pdf[begin : begin + int(long[1])])
        return head.decode("latin-1"), stream.decode("latin-1")


@dataclass(frozen=True)
class _Pen:
    """What `q` keeps and `Q` brings back. `open` is how many groups are to be closed then."""

    fill: str = "#000"
    stroke: str = "#000"
    width: str = "1"
    cap: int = 0
    join: int = 0
    dashes: str = ""
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    open: int = 0


class _Drawing:
    """Turns operators into elements. `used` are the drawings that these use, `clips` their clipping paths."""

    def __init__(self, states: dict[str, tuple[float, float]]) -> None:
        self.states, self.used, self.clips = states, set[str](), list[str]()

    def elements(self, content: str) -> str:
        """The elements of a page or of a drawing that is used."""
        self.drawn, self.pen, self.kept = list[str](), _Pen(), list[_Pen]()
        self.path, self.clipping = "", False
        given, said = list[str](), list[str]()
        for token in _TOKEN.finditer(content):
            if token["word"]:
                self._do(token["word"], given, said)
                given, said = [], []
            elif token["text"] is not None:
                said.append(
                    _ESCAPED.sub(lambda part: "\u202f" if part[1] == "240" else part[1], token["text"])
                )
            elif token["codes"] is not None:
                said.append(bytes.fromhex(token["codes"]).decode("latin-1"))
            else:
                given.append(token["number"] or token["name"])
        self.drawn.append("</g>" * self.pen.open)
        return "".join(self.drawn)

    def _do(self, operator: str, given: Sequence[str], said: Sequence[str]) -> None:
        if operator in _SETS:
            self.pen = replace(self.pen, **_SETS[operator](given))
        elif operator in "mlc":
            self.path += operator.upper() + " ".join(given)
        elif operator == "h":
            self.path += "Z"
        elif operator == "re":
            x, y, width, height = given
            self.path += f"M{x} {y}h{width}v{height}H{x}Z"
        elif operator == "W":
            self.clipping = True
        elif operator in ("n", "S", "f", "f*", "B", "B*"):
            self._end_path(operator)
        elif operator == "q":
            self.kept.append(self.pen)
            self.pen = replace(self.pen, open=0)
        elif operator == "Q":
            self.drawn.append("</g>" * self.pen.open)
            self.pen = self.kept.pop()
        elif operator == "cm":
            self._group(f'transform="matrix({" ".join(given)})"')
        elif operator == "gs":
            fill, stroke = self.states[given[0]]
            self.pen = replace(self.pen, fill_opacity=fill, stroke_opacity=stroke)
        elif operator == "Do":
            self.used.add(given[0])
            self.drawn.append(f'<use href="#{given[0]}"{_below_1("opacity", self.pen.fill_opacity)}/>')
        elif operator == "BT":
            self.x = 0.0
        elif operator == "Tz":
            self.squeezed = float(given[0]) / 100
        elif operator == "Tm":
            self.at = " ".join(given)
        elif operator == "Tf":
            self.font, self.size = given[0], float(given[1])
        elif operator in ("Tj", "TJ"):
            self._text("".join(said))

    def _group(self, attributes: str) -> None:
        self.drawn.append(f"<g {attributes}>")
        self.pen = replace(self.pen, open=self.pen.open + 1)

    def _end_path(self, operator: str) -> None:
        path, self.path, pen = self.path, "", self.pen
        if self.clipping:
            self.clipping = False
            self.clips.append(f'<clipPath id="c{len(self.clips)}"><path d="{path}"/></clipPath>')
            self._group(f'clip-path="url(#c{len(self.clips) - 1})"')
            return
        looks = ' fill="none"'
        if operator[0] in "fB":
            looks = f' fill="{pen.fill}"{_below_1("fill-opacity", pen.fill_opacity)}'
            looks += ' fill-rule="evenodd"' if operator.endswith("*") else ""
        if operator[0] in "SB":
            looks += f' stroke="{pen.stroke}" stroke-width="{pen.width}"{_below_1("stroke-opacity", pen.stroke_opacity)}'
            looks += f' stroke-linecap="{_CAPS[pen.cap]}"' if pen.cap else ""
            looks += f' stroke-linejoin="{_JOINS[pen.join]}"' if pen.join else ""
            looks += f' stroke-dasharray="{pen.dashes}"' if pen.dashes else ""
        self.drawn.append(f'<path d="{path}"{looks}/>')

    def _text(self, codes: str) -> None:
        known = _SIGNS if self.font == "F3" else _LETTERS
        text, bold = "".join(known.get(ord(code), code) for code in codes), self.font == "F2"
        wide = letters.width(text, self.size, bold) * self.squeezed
        weight = ' font-weight="700"' if bold else ""
        self.drawn.append(
            f'<text transform="matrix({self.at}) scale(1 -1)" x="{number(self.x)}" font-size="{number(self.size)}"{weight} fill="{self.pen.fill}"'
            f'{_below_1("fill-opacity", self.pen.fill_opacity)} textLength="{number(wide)}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
        )
        self.x += wide


def _below_1(name: str, share: float) -> str:
    return f' {name}="{number(share)}"' if share < 1 else ""


def _colour(given: Sequence[str]) -> str:
    return "#" + "".join(f"{round(255 * float(part)):02x}" for part in given)


_SETS: dict[str, Callable[[Sequence[str]], dict[str, Any]]] = {
    "rg": lambda given: {"fill": _colour(given)},
    "RG": lambda given: {"stroke": _colour(given)},
    "w": lambda given: {"width": given[0]},
    "J": lambda given: {"cap": int(given[0])},
    "j": lambda given: {"join": int(given[0])},
    "d": lambda given: {"dashes": " ".join(given[:-1])},
}
"""The operators that change the pen."""
