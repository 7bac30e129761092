"""What is kept about people: a token for each device, names kept with a phrase, when somebody was last seen, and who is being erased.

The number of a guest who was erased is never given to another one, which SQLite must be told.
"""

from __future__ import annotations

import re
import time

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_OF_GUEST = re.compile(r'"guest":(\d+)')


def upgrade() -> None:
    _guests(int(time.time() * 1000))
    op.create_table(
        "tokens",
        sa.Column("token_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("tokens_guest", "tokens", ["guest_id"])
    op.execute("INSERT INTO tokens (token_hash, guest_id, made_ms) SELECT mark, id, created_ms FROM guests")
    op.create_table(
        "kept",
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("folded", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("phrase_hash", sa.Text, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "wrote",
        sa.Column("guest_id", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.UniqueConstraint("guest_id", "table_id", name="wrote_once"),
    )
    op.create_index("wrote_table", "wrote", ["table_id"])
    _note_who_wrote()
    op.create_table(
        "erased",
        sa.Column("guest_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )


def _guests(now_ms: int) -> None:
    """What was the hash of a guest's only token only tells the guest's row apart from now on."""
    if op.get_bind().dialect.name != "sqlite":
        op.alter_column("guests", "token_hash", new_column_name="mark")
        op.add_column(
            "guests", sa.Column("seen_ms", sa.BigInteger, nullable=False, server_default=str(now_ms))
        )
        op.alter_column("guests", "seen_ms", server_default=None)
        return
    op.create_table(
        "guests_now",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("mark", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    copy = sa.text(
        "INSERT INTO guests_now (id, mark, name, lang, created_ms, seen_ms) "
        "SELECT id, token_hash, name, lang, created_ms, :now_ms FROM guests"
    )
    op.get_bind().execute(copy, {"now_ms": now_ms})
    op.drop_table("guests")
    op.rename_table("guests_now", "guests")


def _note_who_wrote() -> None:
    lines = op.get_bind().execute(
        sa.text("SELECT table_id, body FROM events WHERE body LIKE :said"), {"said": '{"kind":"said"%'}
    )
    wrote = {(found[1], table) for table, body in lines if (found := _OF_GUEST.search(body))}
    if wrote:
        table = sa.table("wrote", sa.column("guest_id", sa.Integer), sa.column("table_id", sa.String))
        op.bulk_insert(table, [{"guest_id": int(guest), "table_id": each} for guest, each in sorted(wrote)])


def downgrade() -> None:
    for name in ("erased", "wrote", "kept", "tokens"):
        op.drop_table(name)
    op.drop_column("guests", "seen_ms")
    op.alter_column("guests", "mark", new_column_name="token_hash")
