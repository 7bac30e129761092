"""The database: the log of every table, people and results, in SQLite or PostgreSQL."""
