"""Ratings of people: which games count, what follows from them, and who may see it."""
