"""Print and play: a game's box as a PDF, at its true size."""
