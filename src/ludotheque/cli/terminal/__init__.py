"""A table in the terminal: who sits where, what is drawn, what may be typed, and where the game is kept."""
