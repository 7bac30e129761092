-- The tables of the database as they are now, in SQLite's dialect; `schema.py` translates it for PostgreSQL. Whoever changes a table adds a
-- revision there, which brings older databases to the same schema. Instants are Unix ms.

-- One row for each game table, with what lists of tables need. Everything else is in its events.
CREATE TABLE tables (
    id VARCHAR(32) NOT NULL PRIMARY KEY,
    game VARCHAR(64) NOT NULL,
    host INTEGER NOT NULL,
    created_ms BIGINT NOT NULL
);

-- The log. `body` is JSON. If a command causes several events, the first has its id.
CREATE TABLE events (
    table_id VARCHAR(32) NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    command_id VARCHAR(80),
    at_ms BIGINT NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT events_table_seq UNIQUE (table_id, seq),
    CONSTRAINT events_table_command UNIQUE (table_id, command_id)
);

-- People without accounts. `mark` tells a row apart; `seen_ms` is when they were last here, to within `guests.SEEN_S`.
-- The number of a guest who was erased is never given to another one.
CREATE TABLE guests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    mark BLOB NOT NULL UNIQUE,
    name VARCHAR(64) NOT NULL,
    lang VARCHAR(8) NOT NULL,
    created_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL
);

-- The cookies by which guests are known, one for each of their devices. Only hashes are here.
CREATE TABLE tokens (
    token_hash BLOB NOT NULL PRIMARY KEY,
    guest_id INTEGER NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    made_ms BIGINT NOT NULL
);
CREATE INDEX tokens_guest ON tokens (guest_id);

-- The names that guests keep, `folded` as `base/names.py` does, with the argon2id hash of the phrase that brings each back.
CREATE TABLE kept (
    guest_id INTEGER PRIMARY KEY REFERENCES guests (id) ON DELETE CASCADE,
    folded VARCHAR(64) NOT NULL UNIQUE,
    name VARCHAR(64) NOT NULL,
    phrase_hash TEXT NOT NULL,
    made_ms BIGINT NOT NULL
);

-- Guests who are being erased: until every process knows of it, and their tables have been gone through a second time.
CREATE TABLE erased (
    guest_id INTEGER PRIMARY KEY,
    since_ms BIGINT NOT NULL
);

-- When the server was away. Nobody's time runs out meanwhile.
CREATE TABLE outages (
    begin_ms BIGINT NOT NULL,
    end_ms BIGINT NOT NULL
);

-- How games ended: an index over the events, to list and search finished games without reading them.
-- `people` are the names as `server/store/results.py` folds them; `told` is JSON. `ended_ms` is -1 for a table of an older data folder that
-- nobody has looked at since, and 0 if its game went on then. `contest` is in which contest of its game it counts for ratings, see
-- `room/rated.py`; "" if it does not count.
CREATE TABLE results (
    table_id VARCHAR(32) NOT NULL PRIMARY KEY REFERENCES tables (id),
    game VARCHAR(64) NOT NULL,
    ended_ms BIGINT NOT NULL,
    people TEXT NOT NULL,
    told TEXT NOT NULL,
    contest VARCHAR(128) NOT NULL DEFAULT ''
);
CREATE INDEX results_contest ON results (game, contest, ended_ms);
CREATE INDEX results_ended ON results (ended_ms);

-- The browsers that are called by Web Push.
CREATE TABLE subscriptions (
    endpoint TEXT NOT NULL PRIMARY KEY,
    guest_id INTEGER NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    lang VARCHAR(8) NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE INDEX subscriptions_guest ON subscriptions (guest_id);

-- The e-mail addresses of people who want to be called in games over days, see `people.MailAddress`.
CREATE TABLE addresses (
    guest_id INTEGER PRIMARY KEY REFERENCES guests (id) ON DELETE CASCADE,
    address VARCHAR(254) NOT NULL,
    lang VARCHAR(8) NOT NULL,
    stop VARCHAR(64) NOT NULL UNIQUE,
    confirm_hash BLOB UNIQUE,
    asked_ms BIGINT NOT NULL,
    confirmed_ms BIGINT NOT NULL
);

-- Who has been called to which table and has not been back since.
CREATE TABLE called (
    guest_id INTEGER NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    table_id VARCHAR(32) NOT NULL REFERENCES tables (id),
    CONSTRAINT called_once UNIQUE (guest_id, table_id)
);

-- Who hosts or has ever sat at which table: an index over the events, to list a person's tables.
CREATE TABLE seated (
    guest_id INTEGER NOT NULL,
    table_id VARCHAR(32) NOT NULL REFERENCES tables (id),
    CONSTRAINT seated_once UNIQUE (guest_id, table_id)
);
CREATE INDEX seated_table ON seated (table_id);

-- The tables whose game has not begun and at which anybody may sit down, as far as their doors are concerned: an index over the events.
CREATE TABLE open_tables (
    table_id VARCHAR(32) NOT NULL PRIMARY KEY REFERENCES tables (id)
);

-- Who has written lines at which table, likewise: to find them again.
CREATE TABLE wrote (
    guest_id INTEGER NOT NULL,
    table_id VARCHAR(32) NOT NULL REFERENCES tables (id),
    CONSTRAINT wrote_once UNIQUE (guest_id, table_id)
);
CREATE INDEX wrote_table ON wrote (table_id);

-- Whom guests have blocked, with what they were called then.
CREATE TABLE blocks (
    id INTEGER PRIMARY KEY,
    guest_id INTEGER NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    blocked_id INTEGER NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    name VARCHAR(64) NOT NULL,
    created_ms BIGINT NOT NULL,
    CONSTRAINT blocked_once UNIQUE (guest_id, blocked_id)
);
CREATE INDEX blocks_blocked ON blocks (blocked_id);

-- The servers' processes: where others reach them, and when the database last heard of each, by its own clock.
CREATE TABLE processes (
    id VARCHAR(32) NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    heard TIMESTAMP WITH TIME ZONE NOT NULL,
    stopped BOOLEAN NOT NULL
);

-- In which process each table lives. `epoch` grows each time a process takes the table; without a `process` it lives nowhere.
CREATE TABLE leases (
    table_id VARCHAR(32) NOT NULL PRIMARY KEY REFERENCES tables (id),
    process VARCHAR(32),
    epoch BIGINT NOT NULL
);
CREATE INDEX leases_process ON leases (process);

-- What all processes have in common, such as the secret by which they know each other.
CREATE TABLE shared (
    name VARCHAR(32) NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- Whether somebody wants to be rated, and to be on the lists that everybody sees, see `log.Wishes`.
CREATE TABLE wishes (
    guest_id INTEGER PRIMARY KEY REFERENCES guests (id) ON DELETE CASCADE,
    rated BOOLEAN NOT NULL,
    listed BOOLEAN NOT NULL
);

-- One row for each evening of a club. Everything else is in its events.
CREATE TABLE evenings (
    id VARCHAR(32) NOT NULL PRIMARY KEY,
    host INTEGER NOT NULL,
    created_ms BIGINT NOT NULL
);

-- What happened on an evening, in order. `body` is JSON, see `evenings/events.py`.
CREATE TABLE evening_events (
    evening_id VARCHAR(32) NOT NULL REFERENCES evenings (id),
    seq INTEGER NOT NULL,
    at_ms BIGINT NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT evening_events_seq UNIQUE (evening_id, seq)
);

-- The tables of an evening: an index over its events, to find their results.
CREATE TABLE evening_tables (
    evening_id VARCHAR(32) NOT NULL REFERENCES evenings (id),
    table_id VARCHAR(32) NOT NULL PRIMARY KEY REFERENCES tables (id)
);
CREATE INDEX evening_tables_evening ON evening_tables (evening_id);

-- Who organises an evening or takes part: an index over its events, to list a person's evenings.
CREATE TABLE evening_people (
    evening_id VARCHAR(32) NOT NULL REFERENCES evenings (id),
    guest_id INTEGER NOT NULL,
    CONSTRAINT evening_people_once UNIQUE (guest_id, evening_id)
);
