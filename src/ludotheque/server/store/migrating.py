"""Brings a database to the present schema, with Alembic. Imported only where that is needed."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from ludotheque.core.message import Message
from ludotheque.server.base.logs import Logger
from ludotheque.server.store.databases import StoreError, unopened
from ludotheque.server.store.sql import VERSION

logger = Logger(__name__)

KEY = 7_104_230
"""The advisory lock of PostgreSQL that is held meanwhile, so that two servers that start together do not both do it."""


def upgrade(url: str | sa.URL, where: object, before: str) -> None:
    """Make the tables of a database, or change them, up to the newest of `migrations/versions`.

    Args:
        url: the database, as SQLAlchemy names it.
        where: what errors call it.
        before: its present version; "" if it is new.

    Raises:
        StoreError: it is not a database of ours, or one of a later version.
    """
    if before > VERSION:
        raise StoreError(Message("cli.serve.newer", {"path": str(where), "theirs": before, "ours": VERSION}))
    if before:
        logger.info("migrating", database=str(where), schema=before, to=VERSION)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    engine = sa.create_engine(url)
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(KEY)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except (sa.exc.SQLAlchemyError, OSError, CommandError) as error:
        raise unopened(where, getattr(error, "orig", error)) from error
    finally:
        engine.dispose()
