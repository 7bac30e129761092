"""Fair races over a network, see `docs/races.md`. `timing` and `race` are pure; `table_races` runs them at a table."""
