"""Fair races over a network: see `docs/races.md`. `timing` and `race` are pure, `races` is what a table does with them."""
