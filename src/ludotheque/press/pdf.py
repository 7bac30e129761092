"""Writes PDF files: pages, drawings used again, fonts, transparency. It knows neither SVG nor games.

Only what every reader of PDF has is used: the fonts Helvetica, Helvetica Bold and Zapf Dingbats, which no file has to bring (`letters.py`), and streams
compressed by zlib.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence

POINT = 72 / 25.4
"""Points in a millimetre."""
FONTS = {"F1": "Helvetica", "F2": "Helvetica-Bold", "F3": "ZapfDingbats"}


def number(value: float, decimals: int = 3) -> str:
    """A number as PDF writes it, to a thousandth."""
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def numbers(*values: float) -> str:
    """Numbers with spaces between."""
    return " ".join(map(number, values))


def matrix(*values: float) -> str:
    """The six numbers of a matrix, exact enough for a whole page: a board of half a metre is true to a hundredth of a millimetre."""
    return " ".join(number(value, 7) for value in values)


def _wide(text: str) -> str:
    """A text in UTF-16 with its mark, in hexadecimal. Python in a page does not know that encoding by name."""
    return "feff" + "".join(f"{min(ord(letter), 0xFFFD):04x}" for letter in text)


def _font(name: str) -> bytes:
    encoding = "" if name == "F3" else " /Encoding /WinAnsiEncoding"
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{FONTS[name]}{encoding} >>".encode()


class Document:
    """A file being written. Lengths are in millimetres and y goes downwards; `Document` turns them into PDF's own.

    Args:
        title: what readers show as its title.
        language: `fr` or `en`.
        packed: whether streams are compressed.
    """

    def __init__(self, title: str, language: str, packed: bool = True) -> None:
        self.title, self.language, self.packed = title, language, packed
        self.objects: list[bytes] = [b"", b"", b""]  # the catalogue, the tree of pages, what pages use
        self.pages: list[int] = []
        self._fonts = {name: self._add(_font(name)) for name in FONTS}
        self._states: dict[tuple[float, float], str] = {}
        self._forms: dict[str, int] = {}

    def page(self, width: float, height: float, content: str) -> None:
        """Add a page of this size with these drawing operators."""
        turned = f"{matrix(POINT, 0, 0, -POINT, 0, height * POINT)} cm\n{content}"
        stream = self._stream("", turned)
        self.pages.append(
            self._add(
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {numbers(width * POINT, height * POINT)}]"
                f" /Resources 3 0 R /Contents {stream} 0 R >>".encode()
            )
        )

    def form(self, box: Sequence[float], content: str, group: bool = False) -> str:
        """The name of a drawing that pages use again: `box` are its left, top, right and bottom. A group is seen through as a whole."""
        more = " /Group << /S /Transparency >>" if group else ""
        head = f"/Type /XObject /Subtype /Form /BBox [{numbers(*box)}] /Resources 3 0 R{more}"
        key = hashlib.sha256(f"{head}\n{content}".encode()).hexdigest()
        if key not in self._forms:
            self._forms[key] = self._stream(head, content)
        return f"X{self._forms[key]}"

    def state(self, fill: float, stroke: float) -> str:
        """The name of a graphics state in which what is filled and what is stroked is that opaque, from 0 to 1."""
        wanted = (round(fill, 3), round(stroke, 3))
        return self._states.setdefault(wanted, f"G{len(self._states)}")

    def written(self) -> bytes:
        """The whole file."""
        kids = " ".join(f"{page} 0 R" for page in self.pages)
        # a reader's print dialog then begins with 100 % and with pages turned over their long edge
        shown = "/PrintScaling /None /Duplex /DuplexFlipLongEdge /DisplayDocTitle true"
        self.objects[0] = (
            f"<< /Type /Catalog /Pages 2 0 R /Lang ({self.language}) /ViewerPreferences << {shown} >> >>".encode()
        )
        self.objects[1] = f"<< /Type /Pages /Count {len(self.pages)} /Kids [{kids}] >>".encode()
        self.objects[2] = self._resources().encode()
        info = self._add(f"<< /Title <{_wide(self.title)}> /Creator (ludotheque) >>".encode())
        parts, size, places = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"], 15, []
        for index, content in enumerate(self.objects, 1):
            part = b"%d 0 obj\n%s\nendobj\n" % (index, content)
            places.append(size)
            parts.append(part)
            size += len(part)
        name = hashlib.sha256(b"".join(parts)).hexdigest()[:32].encode()
        rows = b"".join(b"%010d 00000 n \n" % place for place in places)
        count = len(self.objects) + 1
        parts.append(
            b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R /Info %d 0 R /ID [<%s> <%s>] >>\nstartxref\n%d\n%%%%EOF\n"
            % (count, rows, count, info, name, name, size)
        )
        return b"".join(parts)

    def _resources(self) -> str:
        fonts = " ".join(f"/{name} {number} 0 R" for name, number in self._fonts.items())
        states = " ".join(
            f"/{name} << /ca {number(fill)} /CA {number(stroke)} >>"
            for (fill, stroke), name in self._states.items()
        )
        forms = " ".join(f"/X{each} {each} 0 R" for each in self._forms.values())
        return f"<< /Font << {fonts} >> /ExtGState << {states} >> /XObject << {forms} >> >>"

    def _stream(self, head: str, content: str) -> int:
        raw = content.encode("latin-1")
        packed = zlib.compress(raw, 9) if self.packed else raw
        how = " /Filter /FlateDecode" if self.packed else ""
        return self._add(
            f"<< {head}{how} /Length {len(packed)} >>\nstream\n".encode() + packed + b"\nendstream"
        )

    def _add(self, content: bytes) -> int:
        self.objects.append(content)
        return len(self.objects)
