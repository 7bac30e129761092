"""How people are called back to their tables: their browsers, their addresses, and who has been called."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("endpoint", sa.Text, primary_key=True),
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_guest", "subscriptions", ["guest_id"])
    op.create_table(
        "addresses",
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("stop", sa.String(64), nullable=False, unique=True),
        sa.Column("confirm_hash", sa.LargeBinary(32), nullable=True, unique=True),
        sa.Column("asked_ms", sa.BigInteger, nullable=False),
        sa.Column("confirmed_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "called",
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.UniqueConstraint("guest_id", "table_id", name="called_once"),
    )


def downgrade() -> None:
    for name in ("called", "addresses", "subscriptions"):
        op.drop_table(name)
