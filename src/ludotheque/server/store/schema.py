"""The tables of the database. A change needs a new file in `migrations/versions`, and the same change in `server/store/sql.py`."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("host", sa.Integer, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)
"""One row for each game table, with what lists of tables need. Everything else is in its events."""

EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("command_id", sa.String(80), nullable=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("table_id", "seq", name="events_table_seq"),
    sa.UniqueConstraint("table_id", "command_id", name="events_table_command"),
)
"""The log. `body` is JSON. If a command causes several events, the first has its id."""

GUESTS = sa.Table(
    "guests",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("mark", sa.LargeBinary(32), nullable=False, unique=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("lang", sa.String(8), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
    sqlite_autoincrement=True,
)
"""People without accounts. `mark` tells a row apart; `seen_ms` is when they were last here, to within `guests.SEEN_S`.

The number of a guest who was erased is never given to another one.
"""

TOKENS = sa.Table(
    "tokens",
    METADATA,
    sa.Column("token_hash", sa.LargeBinary(32), primary_key=True),
    sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    sa.Column("made_ms", sa.BigInteger, nullable=False),
    sa.Index("tokens_guest", "guest_id"),
)
"""The cookies by which guests are known, one for each of their devices. Only hashes are here."""

KEPT = sa.Table(
    "kept",
    METADATA,
    sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("folded", sa.String(64), nullable=False, unique=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("phrase_hash", sa.Text, nullable=False),
    sa.Column("made_ms", sa.BigInteger, nullable=False),
)
"""The names that guests keep, `folded` as `chairs.folded` does, with the argon2id hash of the phrase that brings each back."""

ERASED = sa.Table(
    "erased",
    METADATA,
    sa.Column("guest_id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
)
"""Guests who are being erased: until every process knows of it, and their tables have been gone through a second time."""

OUTAGES = sa.Table(
    "outages",
    METADATA,
    sa.Column("begin_ms", sa.BigInteger, nullable=False),
    sa.Column("end_ms", sa.BigInteger, nullable=False),
)
"""When the server was away. Nobody's time runs out meanwhile."""

RESULTS = sa.Table(
    "results",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("ended_ms", sa.BigInteger, nullable=False),
    sa.Column("people", sa.Text, nullable=False),
    sa.Column("told", sa.Text, nullable=False),
    sa.Column("contest", sa.String(128), nullable=False, server_default=""),
    sa.Index("results_ended", "ended_ms"),
    sa.Index("results_contest", "game", "contest", "ended_ms"),
)
"""How games ended: an index over the events, to list and search finished games without reading them.

`people` are the names as `server/store/results.py` folds them; `told` is JSON. `ended_ms` is -1 for a table of an older data folder that
nobody has looked at since, and 0 if its game went on then. `contest` is in which contest of its game it counts for ratings, see
`room/rated.py`; "" if it does not count.
"""

SUBSCRIPTIONS = sa.Table(
    "subscriptions",
    METADATA,
    sa.Column("endpoint", sa.Text, primary_key=True),
    sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    sa.Column("p256dh", sa.Text, nullable=False),
    sa.Column("auth", sa.Text, nullable=False),
    sa.Column("lang", sa.String(8), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Index("subscriptions_guest", "guest_id"),
)
"""The browsers that are called by Web Push."""

ADDRESSES = sa.Table(
    "addresses",
    METADATA,
    sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("lang", sa.String(8), nullable=False),
    sa.Column("stop", sa.String(64), nullable=False, unique=True),
    sa.Column("confirm_hash", sa.LargeBinary(32), nullable=True, unique=True),
    sa.Column("asked_ms", sa.BigInteger, nullable=False),
    sa.Column("confirmed_ms", sa.BigInteger, nullable=False),
)
"""The e-mail addresses of people who want to be called in games over days, see `notices.mail.Address`."""

CALLED = sa.Table(
    "called",
    METADATA,
    sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.UniqueConstraint("guest_id", "table_id", name="called_once"),
)
"""Who has been called to which table and has not been back since."""

SEATED = sa.Table(
    "seated",
    METADATA,
    sa.Column("guest_id", sa.Integer, nullable=False),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.UniqueConstraint("guest_id", "table_id", name="seated_once"),
    sa.Index("seated_table", "table_id"),
)
"""Who hosts or has ever sat at which table: an index over the events, to list a person's tables."""

OPEN_TABLES = sa.Table(
    "open_tables",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
)
"""The tables whose game has not begun and at which anybody may sit down, as far as their doors are concerned: an index over the events."""

WROTE = sa.Table(
    "wrote",
    METADATA,
    sa.Column("guest_id", sa.Integer, nullable=False),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.UniqueConstraint("guest_id", "table_id", name="wrote_once"),
    sa.Index("wrote_table", "table_id"),
)
"""Who has written lines at which table, likewise: to find them again."""

BLOCKS = sa.Table(
    "blocks",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    sa.Column("blocked_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("guest_id", "blocked_id", name="blocked_once"),
    sa.Index("blocks_blocked", "blocked_id"),
)
"""Whom guests have blocked, with what they were called then."""

PROCESSES = sa.Table(
    "processes",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("heard", sa.DateTime(timezone=True), nullable=False),
    sa.Column("stopped", sa.Boolean, nullable=False),
)
"""The servers' processes: where others reach them, and when the database last heard of each, by its own clock."""

LEASES = sa.Table(
    "leases",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("process", sa.String(32), nullable=True),
    sa.Column("epoch", sa.BigInteger, nullable=False),
    sa.Index("leases_process", "process"),
)
"""In which process each table lives. `epoch` grows each time a process takes the table; without a `process` it lives nowhere."""

SHARED = sa.Table(
    "shared",
    METADATA,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""What all processes have in common, such as the secret by which they know each other."""

WISHES = sa.Table(
    "wishes",
    METADATA,
    sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
)
"""Whether somebody wants to be rated, and to be on the lists that everybody sees, see `log.Wishes`."""

EVENINGS = sa.Table(
    "evenings",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("host", sa.Integer, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)
"""One row for each evening of a club. Everything else is in its events."""

EVENING_EVENTS = sa.Table(
    "evening_events",
    METADATA,
    sa.Column("evening_id", sa.String(32), sa.ForeignKey("evenings.id"), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("evening_id", "seq", name="evening_events_seq"),
)
"""What happened on an evening, in order. `body` is JSON, see `evenings/events.py`."""

EVENING_TABLES = sa.Table(
    "evening_tables",
    METADATA,
    sa.Column("evening_id", sa.String(32), sa.ForeignKey("evenings.id"), nullable=False),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Index("evening_tables_evening", "evening_id"),
)
"""The tables of an evening: an index over its events, to find their results."""

EVENING_PEOPLE = sa.Table(
    "evening_people",
    METADATA,
    sa.Column("evening_id", sa.String(32), sa.ForeignKey("evenings.id"), nullable=False),
    sa.Column("guest_id", sa.Integer, nullable=False),
    sa.UniqueConstraint("guest_id", "evening_id", name="evening_people_once"),
)
"""Who organises an evening or takes part: an index over its events, to list a person's evenings."""
