"""People of an older data folder: their cookies are still good, what they wrote is found, and nobody gets their number."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ludotheque.server.people.guests import _hash
from ludotheque.server.store.log import FILE, Store
from ludotheque.server.store.schema import Upgraded
from tests.server.older import back_to


def as_before(database: Upgraded, tokens: list[str]) -> None:
    """Make a new database one of the version before tokens had a table of their own, with a guest for each of these."""
    back_to("0005", database)
    guests = [(_hash(token), f"Léa {number}") for number, token in enumerate(tokens)]
    database("INSERT INTO guests (token_hash, name, lang, created_ms) VALUES (?, ?, 'fr', 5)", guests)
    database("INSERT INTO tables (id, game, host, created_ms) VALUES ('t', 'tiny', 1, 5)")
    body = '{"kind":"said","seat":-1,"guest":2,"name":"Léa","text":"a \\"guest\\":7, b"}'
    database(
        "INSERT INTO events (table_id, seq, command_id, at_ms, body) VALUES ('t', 0, NULL, 5, ?)", [(body,)]
    )


@pytest.mark.parametrize("stored", ["sqlite", "postgres"])
async def test_people_of_an_older_folder(tmp_path: Path, stored: str, request: pytest.FixtureRequest) -> None:
    url = "" if stored == "sqlite" else str(request.getfixturevalue("postgres").ready())
    store = Store(tmp_path, url)
    await store.open()
    await store.close()
    if url:
        import psycopg

        with psycopg.connect(url) as there:
            as_before(Upgraded(there, is_postgres=True), ["one", "two"])
    else:
        with closing(sqlite3.connect(tmp_path / FILE)) as file, file:
            as_before(Upgraded(file), ["one", "two"])
    store = Store(tmp_path, url)
    await store.open()
    people = store.people
    assert await people.of_token(_hash("one")) == (1, "Léa 0", "fr")
    assert await people.of_token(_hash("two")) == (2, "Léa 1", "fr")
    assert await people.tables_with(2) == ["t"]
    assert await people.tables_with(7) == []
    about = await people.about(1)
    assert about is not None
    assert about[2] == 5 < about[3], "nobody is forgotten at once: they count as seen now"
    await people.begin_erasing(2, 6)
    assert await people.of_token(_hash("two")) is None
    assert await people.add(b"h" * 32, "Tom", "fr", 7) > 2, "the number of who was erased is given to nobody"
    await store.close()
