"""The tables at which anybody may sit down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "open_tables",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    )
    # What is not open after all leaves the index when it is looked at.
    op.execute(
        "INSERT INTO open_tables (table_id) SELECT tables.id FROM tables WHERE NOT EXISTS "
        "(SELECT 1 FROM events WHERE events.table_id = tables.id "
        """AND (events.body LIKE '{"kind":"started"%' OR events.body LIKE '{"kind":"abandoned"%'))"""
    )


def downgrade() -> None:
    op.drop_table("open_tables")
