"""Print and play over HTTP: the PDF, the list of its sheets, and what is refused."""

from __future__ import annotations

from pathlib import Path

from tests.press.reading import File
from tests.server.harness import Harness

BOX = Path(__file__).parents[1] / "conformance" / "boxes" / "billabong.toml"


async def test_a_box_comes_as_a_pdf_with_the_sheets_that_were_listed(server: Harness) -> None:
    http = server.stranger().http
    asked = {"paper": "letter", "lang": "en", "link": "https://games.example.org/box/tiny"}
    listed = (await http.post("/api/print/tiny/sheets", json=asked)).json()
    answer = await http.post("/api/print/tiny", json=asked)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'attachment; filename="tiny-letter-en.pdf"'
    assert len(answer.content) == listed["bytes"]
    assert len(File(answer.content).pages) == 2 * len(listed["sheets"])
    shown = (await http.post("/api/print/tiny/pictures", json=asked)).json()["pages"]
    assert len(shown) == 2 * len(listed["sheets"])
    assert all(page.startswith("<svg ") for page in shown)
    assert listed["sticker"] is True
    board = {"number": 3, "pages": [5, 6], "what": "The board", "two_sided": False, "heavy": True}
    assert listed["sheets"][2] == board


async def test_each_kind_of_print_is_a_file_of_its_own(server: Harness) -> None:
    http = server.stranger().http
    kinds: list[dict[str, bool]] = [{}, {"large": True}, {"contrast": True}, {"figures": True}]
    answers = [await http.post("/api/print/bantu", json=kind) for kind in kinds]
    names = [answer.headers["content-disposition"].partition("filename=")[2] for answer in answers]
    assert names == [f'"bantu-a4-en{kind}.pdf"' for kind in ("", "-large", "-contrast", "-figures")]


async def test_only_some_sheets_come_and_keep_their_numbers(server: Harness) -> None:
    http = server.stranger().http
    asked = {"lang": "en", "sheets": [3, 2, 3]}
    listed = (await http.post("/api/print/tiny/sheets", json=asked)).json()
    assert [(each["number"], each["pages"]) for each in listed["sheets"]] == [(2, [1, 2]), (3, [3, 4])]
    answer = await http.post("/api/print/tiny", json=asked)
    assert 'filename="tiny-a4-en-sheets.pdf"' in answer.headers["content-disposition"]
    assert len(File(answer.content).pages) == 4
    absent = await http.post("/api/print/tiny", json={"sheets": [1, 99]})
    assert absent.status_code == 400
    assert "there is no sheet 99: sheets go from 1 to" in absent.json()["text"]


async def test_a_box_of_ones_own_is_printed(server: Harness) -> None:
    """Without a sticker: no phone finds the address of this server."""
    http = server.stranger().http
    printed = (await http.post("/api/print/billabong/sheets", json={})).json()
    assert printed["sticker"] is False
    own = (await http.post("/api/print/billabong/sheets", json={"components": BOX.read_text("utf-8")})).json()
    assert own["board_mm"] != printed["board_mm"]


async def test_wrong_orders_are_refused_with_their_reason(server: Harness) -> None:
    http = server.stranger().http
    assert (await http.post("/api/print/chess", json={})).status_code == 404
    assert (await http.post("/api/print/tiny", json={"paper": "a5"})).status_code == 422
    long = await http.post("/api/print/tiny", json={"link": f"https://games.example.org/{'x' * 330}"})
    assert (long.status_code, "the address is too long" in long.json()["text"]) == (400, True)
    assert (await http.post("/api/print/tiny", json={"link": "https://é.fr/"})).status_code == 400
    foreign = await http.post("/api/print/tiny", json={"link": "javascript:alert(1)"})
    assert (foreign.status_code, foreign.json()["error"]["args"]["field"]) == (400, "link")
    broken = await http.post("/api/print/billabong", json={"components": "[board]\nwidth = 2\n"})
    assert broken.status_code == 422
    assert broken.json()["error"]["field"] == "board.width"
    assert "line 2" in broken.json()["text"]
