"""`play` in the terminal: seats, drawing, input, and saving the game."""
