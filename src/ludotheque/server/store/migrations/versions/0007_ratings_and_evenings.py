"""Ratings: which contest a result counts in, and what people wish. Evenings: their events, tables and people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("results", sa.Column("contest", sa.String(128), nullable=False, server_default=""))
    op.create_index("results_contest", "results", ["game", "contest", "ended_ms"])
    op.create_table(
        "wishes",
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "evenings",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("host", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "evening_events",
        sa.Column("evening_id", sa.String(32), sa.ForeignKey("evenings.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("evening_id", "seq", name="evening_events_seq"),
    )
    op.create_table(
        "evening_tables",
        sa.Column("evening_id", sa.String(32), sa.ForeignKey("evenings.id"), nullable=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_index("evening_tables_evening", "evening_tables", ["evening_id"])
    op.create_table(
        "evening_people",
        sa.Column("evening_id", sa.String(32), sa.ForeignKey("evenings.id"), nullable=False),
        sa.Column("guest_id", sa.Integer, nullable=False),
        sa.UniqueConstraint("guest_id", "evening_id", name="evening_people_once"),
    )


def downgrade() -> None:
    for name in ("evening_people", "evening_tables", "evening_events", "evenings", "wishes"):
        op.drop_table(name)
    op.drop_index("results_contest", "results")
    op.drop_column("results", "contest")
