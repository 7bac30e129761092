"""A table that cannot be opened: a quiet line in the list, and a page that says why and what to do."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from browser.hands import words
from browser.house import House
from ludotheque.server.log import FILE

pytestmark = pytest.mark.browser


FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def damage(folder: Path, table: str, statement: str, *values: str) -> None:
    with contextlib.closing(sqlite3.connect(folder / FILE)) as database:
        assert database.execute(statement, (*values, table)).rowcount == 1
        database.commit()


def test_a_table_that_cannot_be_opened_is_told_quietly(person: Any, tmp_path: Path) -> None:
    house = House(tmp_path / "house").start()
    try:
        page = person()
        page.goto(house.url)
        page.get_by_role("heading", name=words("ui.shelf")).wait_for()
        spec = {"game": "billabong", "seats": 2, "chairs": [{"who": "me", "name": "Léa"}, {"who": "link"}]}
        gone, torn, whole = (
            page.request.post(f"{house.url}/api/tables", data=spec).json()["id"] for _ in range(3)
        )
        house.stop()
        damage(house.data, gone, "UPDATE tables SET game = ? WHERE id = ?", "belote")
        change = "UPDATE events SET body = replace(body, ?, ?) WHERE seq = 0 AND table_id = ?"
        damage(house.data, gone, change, '"billabong"', '"belote"')
        damage(house.data, torn, "UPDATE events SET body = ? WHERE seq = 1 AND table_id = ?", "{")
        house.start()
        page.goto(house.url)
        mine = page.get_by_role("region", name=words("ui.tables.mine"))
        lost = mine.get_by_role("link", name="belote")
        lost.get_by_text(words("ui.table.closed")).wait_for()
        assert lost.get_by_text(words("error.game_missing", game="belote")).is_visible()
        assert mine.get_by_role("listitem").count() == 3
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(FITS), width
        lost.click()
        page.get_by_role("heading", name=words("ui.page.closed")).wait_for()
        page.get_by_text(words("error.game_missing", game="belote")).wait_for()
        page.get_by_role("link", name=words("ui.page.home")).click()
        mine.get_by_role("link", name="Billabong").filter(has_text=words("ui.table.closed")).click()
        page.get_by_text("verify --data").wait_for()
        page.goto(f"{house.url}/t/{whole}")
        page.get_by_text("Léa").first.wait_for()
    finally:
        house.stop()
