"""People of an older data folder: their cookies are still good, what they wrote is found, and nobody gets their number."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from ludotheque.server.people.guests import _hash
from ludotheque.server.store import log
from ludotheque.server.store.log import FILE, Store


def as_before(url: str, tokens: list[str]) -> None:
    """Make a database of the version before tokens had a table of their own, with a guest for each of these."""
    config = Config()
    config.set_main_option("script_location", str(Path(log.__file__).with_name("migrations")))
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0005")
        for number, token in enumerate(tokens):
            row = {"hash": _hash(token), "name": f"Léa {number}"}
            connection.execute(
                sa.text(
                    "INSERT INTO guests (token_hash, name, lang, created_ms) VALUES (:hash, :name, 'fr', 5)"
                ),
                row,
            )
        connection.execute(
            sa.text("INSERT INTO tables (id, game, host, created_ms) VALUES ('t', 'tiny', 1, 5)")
        )
        body = '{"kind":"said","seat":-1,"guest":2,"name":"Léa","text":"a \\\\\\"guest\\\\\\":7, b"}'
        connection.execute(
            sa.text(
                "INSERT INTO events (table_id, seq, command_id, at_ms, body) VALUES ('t', 0, NULL, 5, :body)"
            ),
            {"body": body},
        )
    engine.dispose()


@pytest.mark.parametrize("stored", ["sqlite", "postgres"])
async def test_people_of_an_older_folder(tmp_path: Path, stored: str, request: pytest.FixtureRequest) -> None:
    database = "" if stored == "sqlite" else str(request.getfixturevalue("postgres").new())
    url = (
        f"postgresql+psycopg://{database.partition('://')[2]}" if database else f"sqlite:///{tmp_path / FILE}"
    )
    as_before(url, ["one", "two"])
    store = Store(tmp_path, database)
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
