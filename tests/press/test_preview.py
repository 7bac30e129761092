"""The pictures of a print: each page of its file, as it will be printed."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from ludotheque.core import registry
from ludotheque.press import letters
from ludotheque.press.drawing import Drawer, written
from ludotheque.press.pdf import Document
from ludotheque.press.preview import pictures
from ludotheque.press.printing import Choice, print_box
from tests.press.reading import POINT, File

SVG = "{http://www.w3.org/2000/svg}"
SIGNED = "Le feu (★) vaut\xa0: 3\u202f! C\\D < € œuf"


@pytest.mark.parametrize("game", ["bantu", "banzai"])
def test_a_picture_shows_what_its_page_does(game: str) -> None:
    printout = print_box(registry.get(game), Choice(language="fr"))
    drawn, file = pictures(printout.pdf), File(printout.pdf)
    assert len(drawn) == len(file.pages) == 2 * len(printout.sheets)
    for picture, page in zip(drawn, file.pages, strict=True):
        root = ET.fromstring(picture)
        shown = root.find(f"{SVG}g")
        assert shown is not None
        size = [float(each) / POINT for each in root.attrib["viewBox"].split()[2:]]
        assert size == pytest.approx([page.width, page.height], abs=0.01)
        assert len([*shown.iter(f"{SVG}path")]) == len([each for each in page.shapes if each.depth == 0])
        names = {each.attrib["id"] for each in root.iter(f"{SVG}g") if "id" in each.attrib}
        assert {each.attrib["href"][1:] for each in root.iter(f"{SVG}use")} == names
        told = "".join("".join(each.itertext()) for each in shown.iter(f"{SVG}text"))
        read = "".join(each.text for each in page.texts if each.depth == 0)
        assert [letter for letter in told if letter.isalnum()] == [
            letter for letter in read if letter.isalnum()
        ]


def test_a_picture_keeps_signs_lines_and_what_is_seen_through() -> None:
    document = Document("Test", "fr")
    drawing = '<svg viewBox="0 0 10 10"><rect width="10" height="10" fill="#08f" fill-opacity=".5" stroke="#f00" stroke-dasharray="2 1" stroke-linecap="round"/></svg>'
    drawn = Drawer(document).picture(drawing, 20, 20)
    document.page(100, 50, drawn + written(SIGNED, 5, 10, 4, bold=True))
    (picture,) = pictures(document.written())
    root = ET.fromstring(picture)
    texts = [*root.iter(f"{SVG}text")]
    assert "".join("".join(each.itertext()) for each in texts) == SIGNED
    assert sum(float(each.attrib["textLength"]) for each in texts) == pytest.approx(
        letters.width(SIGNED, 4, bold=True), abs=0.01
    )
    (path,) = [each for each in root.iter(f"{SVG}path") if "fill-opacity" in each.attrib]
    looks = {name: path.attrib[name] for name in ("fill", "fill-opacity", "stroke", "stroke-dasharray", "stroke-linecap")}  # fmt: skip
    assert looks == {"fill": "#0088ff", "fill-opacity": "0.5", "stroke": "#ff0000", "stroke-dasharray": "2 1", "stroke-linecap": "round"}  # fmt: skip
