"""How games ended. Tables that are there already are marked, so that the server looks at each of them once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
        sa.Column("people", sa.Text, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
    )
    op.create_index("results_ended", "results", ["ended_ms"])
    op.execute(
        "INSERT INTO results (table_id, game, ended_ms, people, told) SELECT id, game, -1, '', '' FROM tables"
    )


def downgrade() -> None:
    op.drop_table("results")
