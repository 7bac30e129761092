"""The five built-in games, one package each. They import `core` and `scene` only."""
