"""The five boxes: one folder each, importing `core` and `scene` only."""
