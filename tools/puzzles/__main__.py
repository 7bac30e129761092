"""Looks for positions of the day."""

from tools.puzzles import main

main()
