"""Alembic's entry point; `server.log.migrate` passes the connection in."""

from __future__ import annotations

from alembic import context

from ludotheque.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
