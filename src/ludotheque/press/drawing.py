"""Turns drawings in SVG into the operators of PDF: what games draw their boards and pieces with, and no more.

Drawn are paths, circles, ellipses, rectangles, lines, polygons and text, alone, in groups, in symbols that are used, and in nested pictures, with
`transform`, opacity, dashes and clipping paths. Colours may be properties of CSS (`var(--tint, #888)`) and mixtures (`color-mix`). Of a gradient
its first colour is drawn. Filters, masks, pictures in pixels and animations are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ludotheque.press import letters
from ludotheque.press.pdf import Document, matrix, number, numbers
from ludotheque.press.shapes import NUMBER, Box, measure, outline, transform, viewbox
from ludotheque.press.tree import Element, read

Colour = tuple[float, float, float]

NAMED = {
    "black": "#000", "white": "#fff", "red": "#f00", "green": "#008000", "blue": "#00f", "yellow": "#ff0", "orange": "#ffa500",
    "purple": "#800080", "brown": "#a52a2a", "gray": "#808080", "grey": "#808080", "silver": "#c0c0c0", "gold": "#ffd700",
}  # fmt: skip
"""The colours that are called by name."""

_THEME = re.compile(r':root\[data-theme="contrast"\][^{]*\{([^}]*)\}')
EVERYWHERE: Box = (-1e4, -1e4, 1e4, 1e4)
"""A box that holds any drawing."""


@dataclass(frozen=True)
class Style:
    """What an element takes over from those around it."""

    fill: str = "#000"
    stroke: str = "none"
    stroke_width: float = 1.0
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    linecap: str = "butt"
    linejoin: str = "miter"
    dashes: tuple[float, ...] = ()
    rule: str = "nonzero"
    font_size: float = 16.0
    bold: bool = False
    anchor: str = "start"
    baseline: str = ""
    colour: str = "#000"
    properties: Mapping[str, str] = field(default_factory=dict)


class Drawer:
    """Draws pictures into a document.

    Args:
        document: where drawings that are used again are kept.
        library: elements by id that pictures may use without bringing them, such as a game's symbols.
        properties: properties of CSS that hold for every picture.
        contrast: whether pictures are drawn in their colours of high contrast.
    """

    def __init__(
        self,
        document: Document,
        library: str = "",
        properties: Mapping[str, str] | None = None,
        contrast: bool = False,
    ) -> None:
        self.document, self.contrast = document, contrast
        self.properties = dict(properties or {})
        self.library = dict(_named(read(library))) if library else {}
        self._names: dict[str, Element] = {}
        self._kept: dict[tuple[bytes, str], str] = {}

    def picture(self, svg: str, width: float, height: float) -> str:
        """The operators for a picture, drawn as wide and high as that from where the pen is, in one's own unit."""
        root = read(svg)
        self._names = self.library | dict(_named(root))
        style = Style(properties=self.properties | self._theme(root))
        own = viewbox(root) or (0.0, 0.0, width, height)
        content = "".join(self._children(root, self._styled(root, style)))
        form = self.document.form((own[0], own[1], own[0] + own[2], own[1] + own[3]), content)
        scale_x, scale_y = width / own[2], height / own[3]
        return f"q {matrix(scale_x, 0, 0, scale_y, -own[0] * scale_x, -own[1] * scale_y)} cm /{form} Do Q\n"

    def _theme(self, root: Element) -> dict[str, str]:
        if not self.contrast:
            return {}
        found: dict[str, str] = {}
        for element in root.all():
            if element.kind == "style":
                for rules in _THEME.findall(element.text):
                    found |= _declared(rules)
        return found

    # -- elements -------------------------------------------------------------------------------------------------------

    def _children(self, element: Element, style: Style) -> Iterator[str]:
        for child in element.children:
            yield from self._element(child, style)

    def _element(self, element: Element, above: Style) -> Iterator[str]:
        kind = element.kind
        if kind in (
            "defs",
            "symbol",
            "style",
            "title",
            "desc",
            "metadata",
            "clipPath",
            "linearGradient",
            "radialGradient",
        ):
            return
        if element.get("display") == "none":
            return
        style = self._styled(element, above)
        begun = ["q\n"]
        if turned := transform(element.get("transform")):
            begun.append(f"{matrix(*turned)} cm\n")
        clip = re.fullmatch(r"url\(#(.+)\)", element.get("clip-path"))
        if clip and clip[1] in self._names:
            shapes = "".join(outline(each) for each in self._names[clip[1]].children)
            begun.append(f"{shapes}W n\n")
        drawn = "".join(self._drawn(kind, element, style))
        if not drawn:
            return
        opacity = measure(element.get("opacity"), 1.0)
        if opacity < 1 and kind in ("g", "use", "svg"):
            # as a whole: what lies over each other within it is not seen through itself
            form = self.document.form(EVERYWHERE, drawn, group=True)
            drawn = f"/{self.document.state(opacity, opacity)} gs /{form} Do\n"
        yield "".join(begun) + drawn + "Q\n"

    def _drawn(self, kind: str, element: Element, style: Style) -> Iterator[str]:
        if kind in ("g", "a"):
            yield from self._children(element, style)
        elif kind == "svg":
            yield self._nested(element, style)
        elif kind == "use":
            yield from self._used(element, style)
        elif kind == "text":
            yield self._text(element, style)
        else:
            path = outline(element)
            if path:
                yield self._painted(path, style, measure(element.get("opacity"), 1.0), closed=kind != "line")

    def _nested(self, element: Element, style: Style) -> str:
        """A nested picture. Many pictures are drawn on the same board, so it is kept."""
        key = (element.source, repr(style))
        if key not in self._kept:
            content = "".join(self._inside(element, element, style))
            self._kept[key] = self.document.form(EVERYWHERE, content) if content else ""
        return f"/{self._kept[key]} Do\n" if self._kept[key] else ""

    def _used(self, element: Element, style: Style) -> Iterator[str]:
        name = element.get("href")[1:]
        target = self._names.get(name)
        if target is None:
            return
        if target.kind in ("symbol", "svg"):
            yield from self._inside(target, element, self._styled(target, style))
            return
        x, y = measure(element.get("x"), 0.0), measure(element.get("y"), 0.0)
        if x or y:
            yield f"{matrix(1, 0, 0, 1, x, y)} cm\n"
        yield from self._element(target, style)

    def _inside(self, content: Element, frame: Element, style: Style) -> Iterator[str]:
        """The content of a symbol or a nested picture, fitted into the frame, and cut off at its edge."""
        own = viewbox(content)
        x, y = measure(frame.get("x"), 0.0), measure(frame.get("y"), 0.0)
        width = measure(frame.get("width"), own[2] if own else 0.0)
        height = measure(frame.get("height"), own[3] if own else 0.0)
        if own is None or not (own[2] and own[3] and width and height):
            if x or y:
                yield f"{matrix(1, 0, 0, 1, x, y)} cm\n"
        else:
            scale = min(width / own[2], height / own[3])
            left, top = x + (width - own[2] * scale) / 2, y + (height - own[3] * scale) / 2
            yield f"{matrix(scale, 0, 0, scale, left - own[0] * scale, top - own[1] * scale)} cm\n"
            yield f"{numbers(*own)} re W n\n"
        yield from self._children(content, style)

    # -- how elements look ----------------------------------------------------------------------------------------------

    def _styled(self, element: Element, above: Style) -> Style:
        declared = _declared(element.get("style"))
        own = {name: value for name, value in element.attributes.items() if name in _STYLES} | declared
        found: dict[str, Any] = {}
        properties = {name: value for name, value in own.items() if name.startswith("--")}
        if properties:
            found["properties"] = {**above.properties, **properties}
        for name, value in own.items():
            if name in _STYLES and value != "inherit":
                key, convert = _STYLES[name]
                found[key] = convert(value)
        return replace(above, **found) if found else above

    def _painted(self, path: str, style: Style, opacity: float, closed: bool = True) -> str:
        fill = self._colour(style.fill, style) if closed else None
        stroke = self._colour(style.stroke, style) if style.stroke_width > 0 else None
        if fill is None and stroke is None:
            return ""
        parts = []
        see = (style.fill_opacity * opacity, style.stroke_opacity * opacity)
        if min(see[0] if fill else 1.0, see[1] if stroke else 1.0) < 1:
            parts.append(f"/{self.document.state(*see)} gs ")
        if fill:
            parts.append(f"{numbers(*fill)} rg ")
        if stroke:
            parts.append(f"{numbers(*stroke)} RG {number(style.stroke_width)} w ")
            parts.append({"round": "1 J ", "square": "2 J "}.get(style.linecap, ""))
            parts.append({"round": "1 j ", "bevel": "2 j "}.get(style.linejoin, ""))
            if style.dashes:
                parts.append(f"[{numbers(*style.dashes)}] 0 d ")
        odd = "*" if style.rule == "evenodd" else ""
        how = f"B{odd}" if fill and stroke else f"f{odd}" if fill else "S"
        return f"{''.join(parts)}\n{path}{how}\n"

    def _text(self, element: Element, style: Style) -> str:
        text = " ".join(element.text.split())
        fill = self._colour(style.fill, style)
        if not text or fill is None:
            return ""
        size, x, y = style.font_size, measure(element.get("x"), 0.0), measure(element.get("y"), 0.0)
        wide = letters.width(text, size, style.bold)
        room = measure(element.get("textLength"), wide)
        narrowed = room / wide if wide else 1.0
        x -= room * {"middle": 0.5, "end": 1.0}.get(style.anchor, 0.0)
        y += size * {"central": 0.36, "middle": 0.36, "hanging": 0.72}.get(style.baseline, 0.0)
        see = style.fill_opacity * measure(element.get("opacity"), 1.0)
        seen = f"/{self.document.state(see, see)} gs " if see < 1 else ""
        return seen + written(text, x, y, size, style.bold, fill, narrowed)

    def _colour(self, said: str, style: Style) -> Colour | None:
        """A colour, each of its parts from 0 to 1; None for no colour."""
        said = said.strip()
        if said.startswith("var("):
            name, _, other = said[4:-1].partition(",")
            known = style.properties.get(name.strip())
            return self._colour(known if known is not None else other or "none", style)
        if said in ("none", "transparent", ""):
            return None
        if said == "currentColor":
            return self._colour(style.colour, style) if style.colour != "currentColor" else (0.0, 0.0, 0.0)
        if said.startswith("color-mix("):
            return self._mixed(said, style)
        if said.startswith("url("):
            gradient = self._names.get(said[5:-1])
            stops = [] if gradient is None else [each for each in gradient.all() if each.kind == "stop"]
            first = _declared(stops[0].get("style")) | stops[0].attributes if stops else {}
            return self._colour(first.get("stop-color", "none"), style)
        if said.startswith("rgb"):
            parts = [float(each) / 255 for each in NUMBER.findall(said)[:3]]
            return (parts[0], parts[1], parts[2]) if len(parts) == 3 else (0.0, 0.0, 0.0)
        code = NAMED.get(said.lower(), said)[1:]
        if len(code) in (3, 4):
            code = "".join(2 * each for each in code)
        try:
            return int(code[0:2], 16) / 255, int(code[2:4], 16) / 255, int(code[4:6], 16) / 255
        except ValueError:
            return 0.0, 0.0, 0.0

    def _mixed(self, said: str, style: Style) -> Colour | None:
        """`color-mix(in srgb, A 74%, B)`."""
        _, *sides = _apart(said[len("color-mix(") : -1])
        colours, shares = [], []
        for side in sides[:2]:
            share = re.search(r"([\d.]+)%\s*$", side)
            shares.append(float(share[1]) / 100 if share else None)
            colours.append(self._colour(side[: share.start()] if share else side, style) or (1.0, 1.0, 1.0))
        if len(colours) < 2:
            return None
        part = shares[0] if shares[0] is not None else 1 - shares[1] if shares[1] is not None else 0.5
        one, other = colours
        return (
            one[0] * part + other[0] * (1 - part),
            one[1] * part + other[1] * (1 - part),
            one[2] * part + other[2] * (1 - part),
        )


_STYLES: dict[str, tuple[str, Callable[[str], Any]]] = {
    "fill": ("fill", str),
    "stroke": ("stroke", str),
    "stroke-width": ("stroke_width", lambda text: measure(text, 1.0)),
    "fill-opacity": ("fill_opacity", lambda text: measure(text, 1.0)),
    "stroke-opacity": ("stroke_opacity", lambda text: measure(text, 1.0)),
    "stroke-linecap": ("linecap", str),
    "stroke-linejoin": ("linejoin", str),
    "stroke-dasharray": ("dashes", lambda text: tuple(map(float, NUMBER.findall(text)))),
    "fill-rule": ("rule", str),
    "font-size": ("font_size", lambda text: measure(text, 16.0)),
    "font-weight": ("bold", lambda text: text in ("bold", "bolder") or measure(text, 400.0) >= 600),
    "text-anchor": ("anchor", str),
    "dominant-baseline": ("baseline", str),
    "color": ("colour", str),
}
"""The attributes that elements take over, the field of `Style` for each, and how it is read."""


def _named(root: Element) -> Iterator[tuple[str, Element]]:
    return ((name, element) for element in root.all() if (name := element.get("id")))


def _declared(text: str) -> dict[str, str]:
    pairs = (each.partition(":") for each in text.split(";") if ":" in each)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _apart(text: str) -> list[str]:
    """The parts of a list with commas, outside of parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def written(
    text: str,
    x: float,
    y: float,
    size: float,
    bold: bool = False,
    ink: Colour = (0.0, 0.0, 0.0),
    narrowed: float = 1.0,
) -> str:
    """A text that begins here, on a page whose y goes downwards."""
    narrow = f" {number(100 * narrowed)} Tz" if narrowed != 1.0 else " 100 Tz"
    return f"BT{narrow} {numbers(*ink)} rg {matrix(1, 0, 0, -1, x, y)} Tm {letters.shown(text, number(size), bold)} ET\n"
